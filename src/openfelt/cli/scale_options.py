"""The options by which a command is told whose hand order counts: shared by `evaluate` and `frequencies`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from openfelt.cards import DECK_SIZES, deck
from openfelt.hands import Kind, Scale, scale
from openfelt.hands.orders import HANDS, HandRules
from openfelt.rulebooks import RULEBOOK_KEYS, usual_rulebook

F = TypeVar("F", bound=Callable[..., Any])

KINDS: Final = tuple(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class ScaleOptions:
    """The scale options of one command line."""

    book: str | None
    size: int
    joker: bool
    kind: str
    ace_low_straights: bool
    high_ace: bool
    eight_or_better: bool

    @property
    def rulebook(self) -> str:
        """The rulebook named, or else the first that has what is asked for."""
        if self.book:
            return self.book
        for asks in (self._has, self._has_on_another_deck, self._leaves_open):
            if found := [book for book in HANDS.books() if asks(HANDS.of(book))]:
                return found[0]
        return usual_rulebook()

    def _has(self, rules: HandRules) -> bool:
        """Whether a book has such hands on this deck; of low hands, whether it says how the ace counts."""
        kind = Kind(self.kind)
        ranked = any(one.kind is kind and one.deck.size == self.size for one in rules.scales)
        is_said = kind is not Kind.LOW or self.high_ace or bool(rules.ace_is_low)
        return ranked and is_said and self._leaves_open(rules)

    def _has_on_another_deck(self, rules: HandRules) -> bool:
        return Kind(self.kind) in rules.kinds.value and self._leaves_open(rules)

    def _leaves_open(self, rules: HandRules) -> bool:
        """Whether a book leaves the operator the choices that are asked for."""
        ace_is_free = Kind.LOW in rules.kinds.value and not rules.ace_is_low
        return (
            not (self.joker and rules.no_joker)
            and not (self.ace_low_straights and rules.ace_low_fixed)
            and (ace_is_free or not self.high_ace)
        )

    @property
    def scale(self) -> Scale:
        """The scale asked for; what the rulebook does not have is refused with its clause."""
        return scale(
            self.rulebook,
            deck(self.size, joker=self.joker),
            kind=self.kind,
            ace_low_straights=self.ace_low_straights or None,
            eight_or_better=self.eight_or_better,
            low_ace=not self.high_ace,
        )


def scale_options(function: F) -> F:
    """Give a command the options that choose a scale; it receives them as keyword arguments for `asked`."""
    sizes = click.Choice([str(size) for size in DECK_SIZES])
    for option in (
        click.option("--eight-or-better", is_flag=True, help="A low must be five different ranks of eight or less."),
        click.option("--high-ace", is_flag=True, help="The ace counts high in low hands, where a book leaves it open."),
        click.option("--ace-low-straights", is_flag=True, help="The ace may end a straight, where a book lets it."),
        click.option("--hand", "kind", type=click.Choice(KINDS), metavar="KIND", default="high", show_default=True,
                     help=f"Hands: {', '.join(KINDS)}."),
        click.option("--low", is_flag=True, help="The same as --hand low."),
        click.option("--joker", is_flag=True, help="The deck has a joker."),
        click.option("--deck", "size", type=sizes, default="52", show_default=True, help="Cards, less joker."),
        click.option("--rulebook", "book", type=click.Choice(RULEBOOK_KEYS),
                     help=f"Whose hand order; by default {usual_rulebook()}, or the first rulebook that has "
                     "what is asked for."),
    ):  # fmt: skip
        function = option(function)
    return function


def asked(**options: Any) -> ScaleOptions:  # noqa: ANN401 - click's values, checked by click
    """The scale options as one value."""
    if options.pop("low"):
        said = click.get_current_context().get_parameter_source("kind") is ParameterSource.COMMANDLINE
        if said and options["kind"] != "low":
            raise click.UsageError(f"--low is --hand low; it cannot go with --hand {options['kind']}")
        options["kind"] = "low"
    return ScaleOptions(**{**options, "size": int(options["size"])})


def scale_line(one: Scale) -> str:
    """A scale for reading: its key, rulebook and deck."""
    return f"{one.key} ({one.rulebook}, {one.deck.name})"


def scale_object(one: Scale) -> dict[str, object]:
    """A scale as JSON."""
    return {
        "scale": one.key,
        "rulebook": one.rulebook,
        "deck": {"cards": one.deck.size, "joker": one.deck.joker},
        "hand": one.kind.value,
    }
