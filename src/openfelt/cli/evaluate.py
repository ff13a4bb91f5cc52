"""`openfelt evaluate`: what a holding is worth, in words, with the cards used and the clauses."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from openfelt.cards import Card, cards, show
from openfelt.cli.scale_options import asked, scale_line, scale_object, scale_options
from openfelt.hands import Category, HandValue, Selection, value

SELECTIONS: Final = tuple(one.value for one in Selection)


@click.command("evaluate")
@click.argument("given", metavar="CARDS", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Community cards.")
@click.option(
    "--selection",
    type=click.Choice(SELECTIONS),
    default=Selection.ANY_FIVE.value,
    show_default=True,
    help="Which cards may make the hand; two-and-three is Omaha's and Manila's rule.",
)
@scale_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(given: tuple[str, ...], board: str, selection: str, as_json: bool, **options: Any) -> None:  # noqa: ANN401, FBT001
    """What CARDS are worth: the category, the value in words, the cards used, what the joker stands for.

    Cards are written "Ah Kd 10s" or "AhKdTs"; the joker is Jk.
    """
    scale = asked(**options).scale
    hole, common, rule = cards(" ".join(given)), cards(board), Selection(selection)
    found = value(scale, hole, common, selection=rule)
    click.echo(as_object(found, hole, common, rule) if as_json else as_text(found))


def as_text(found: HandValue) -> str:
    """A value for reading."""
    scale = found.scale
    lines = [str(found)]
    if found.category is not Category.NOTHING:
        place = scale.categories.index(found.category) + 1
        lines += [
            f"  cards     {show(found.cards)}",
            f"  category  {scale.name(found.category)}, {place} of {len(scale.categories)}",
            f"  strength  {found.strength:,} of {scale.kernel.top:,}",
        ]
    if found.joker_as is not None:
        lines.append(f"  joker     as {found.joker_as}")
    lines += [f"  scale     {scale_line(scale)}", f"  clauses   {', '.join(found.cites)}"]
    return "\n".join(lines)


def as_object(found: HandValue, hole: tuple[Card, ...], board: tuple[Card, ...], rule: Selection) -> str:
    """A value as one line of JSON."""
    return json.dumps(
        {
            **scale_object(found.scale),
            "cards": [str(card) for card in hole],
            "board": [str(card) for card in board],
            "selection": rule.value,
            "category": found.scale.name(found.category),
            "words": str(found),
            "used": [str(card) for card in found.cards],
            "joker_as": None if found.joker_as is None else str(found.joker_as),
            "ranks": list(found.ranks),
            "strength": found.strength,
            "strengths": found.scale.kernel.top,
            "cites": list(found.cites),
        }
    )
