"""The options by which a command is told whose hand order counts: shared by `evaluate` and `frequencies`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from openfelt.cards import DECK_SIZES, deck
from openfelt.hands import Kind, Scale, scale
from openfelt.rulebooks import RULEBOOK_KEYS

F = TypeVar("F", bound=Callable[..., Any])

KINDS: Final = tuple(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class Asked:
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
        if self.joker or self.size not in (52, 36, 32) or self.ace_low_straights or self.high_ace:
            return "act-stud"
        if self.kind == Kind.LOW.value:
            return "us-stud" if self.size == 52 else "act-stud"
        if self.kind in (Kind.DEUCE_TO_SEVEN.value, Kind.BADUGI.value):
            return "house"
        return "nz-big-raise" if self.kind == Kind.THREE_CARD.value else "nsw-poker"

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
        click.option("--high-ace", is_flag=True, help="act-stud 3.6: the ace counts high in low hands."),
        click.option("--ace-low-straights", is_flag=True, help="act-stud 3.5(a): the ace may end a straight."),
        click.option("--hand", "kind", type=click.Choice(KINDS), default="high", show_default=True, help="Hands."),
        click.option("--low", is_flag=True, help="The same as --hand low."),
        click.option("--joker", is_flag=True, help="The deck has a joker (act-stud)."),
        click.option("--deck", "size", type=sizes, default="52", show_default=True, help="Cards, less joker."),
        click.option("--rulebook", "book", type=click.Choice(RULEBOOK_KEYS),
                     help="Whose hand order; by default nsw-poker, or the first rulebook that has what is asked for."),
    ):  # fmt: skip
        function = option(function)
    return function


def asked(**options: Any) -> Asked:  # noqa: ANN401 - click's values, checked by click
    """The scale options as one value."""
    if options.pop("low"):
        said = click.get_current_context().get_parameter_source("kind") is ParameterSource.COMMANDLINE
        if said and options["kind"] != "low":
            raise click.UsageError(f"--low is --hand low; it cannot go with --hand {options['kind']}")
        options["kind"] = "low"
    return Asked(**{**options, "size": int(options["size"])})


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
