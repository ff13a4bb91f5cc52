"""`openfelt frequencies`: how often each category occurs, exactly."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import click

from openfelt.cli.scale_options import asked, scale_line, scale_object, scale_options
from openfelt.lab.frequencies import Frequencies, frequencies


@click.command("frequencies")
@click.option("--cards", type=click.IntRange(3, 7), help="Cards in a holding, 5, 6 or 7; 5 if not given.")
@scale_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(cards: int | None, as_json: bool, **options: Any) -> None:  # noqa: ANN401, FBT001
    """How many of all holdings have each category as their best hand: exact counts for every deck and order."""
    scale = asked(**options).scale
    found = frequencies(scale, scale.hand_size if cards is None else cards)
    click.echo(as_object(found) if as_json else as_text(found))


def as_text(found: Frequencies) -> str:
    """A table for reading, best category first."""
    lines = [f"{scale_line(found.scale)}, {found.cards} cards: {found.total:,} holdings"]
    lines += [
        f"  {found.scale.name(row.category):<17} {row.count:>12,} {percent(row.probability):>12} %   [{row.cite}]"
        for row in found.rows
    ]
    return "\n".join(lines)


def as_object(found: Frequencies) -> str:
    """The counts as one line of JSON; probabilities are exact fractions."""
    rows = [
        {
            "category": found.scale.name(row.category),
            "count": row.count,
            "classes": row.classes,
            "probability": f"{row.probability.numerator}/{row.probability.denominator}",
            "percent": percent(row.probability),
            "cite": row.cite,
        }
        for row in found.rows
    ]
    return json.dumps({**scale_object(found.scale), "cards": found.cards, "total": found.total, "categories": rows})


def percent(chance: Fraction, places: int = 6) -> str:
    """A chance in per cent, rounded half up, written without a float.

    >>> percent(Fraction(1, 649740))
    '0.000154'
    """
    scaled = (chance.numerator * 100 * 10**places * 2 + chance.denominator) // (2 * chance.denominator)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"
