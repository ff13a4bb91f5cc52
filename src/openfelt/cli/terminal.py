"""How a game reads in the terminal: dollars in and out, suits as symbols in colour, the player as "you"."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any, Final

import click

from openfelt.cards import Card, show
from openfelt.errors import NotationError

SUITS: Final = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "white")}
CARD: Final = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
AMOUNT: Final = re.compile(r"\$?(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?", re.ASCII)
CENTS: Final = re.compile(r"\d{1,40}", re.ASCII)
# Stands for the player while a line is put into words; no name has it.
ME: Final = "\x1e"
OPENS: Final = re.compile(rf"^{ME} (runs out of time and )?(\w+)")
GOES_ON: Final = re.compile(rf"(?<=[:,] ){ME} (opens|wins)")
IRREGULAR: Final = {"is": "are", "has": "have", "passes": "pass"}


def read_dollars(text: str) -> int | None:
    """The cents of an amount that a player types, or None.

    >>> read_dollars("4"), read_dollars("$1,250.5"), read_dollars("1.234"), read_dollars("-2")
    (400, 125050, None, None)
    """
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    whole, cents = found.groups()
    return int(whole.replace(",", "")) * 100 + int((cents or "0").ljust(2, "0"))


class Stack(click.ParamType[int]):
    """Chips on the command line: a whole number of cents, or dollars written with "$" or with a point."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401, ARG002 - click's
        """The cents."""
        if isinstance(value, int):
            return value
        if CENTS.fullmatch(value):
            return int(value)
        found = read_dollars(value) if value.startswith("$") or "." in value else None
        if found is None:
            raise NotationError(f"--stack {value!r} is no amount", legal=("20000 (cents)", "$200", "200.00"))
        return found


def faces(cards: Sequence[Card]) -> str:
    """Cards with the symbols of their suits, in four colours where the terminal has them and NO_COLOR is not set."""
    return in_colour(show(cards))


def in_colour(line: str) -> str:
    """A line with its cards as they are printed.

    >>> click.unstyle(in_colour("the board is Ah Td"))
    'the board is A♥ T♦'
    """

    def face(found: re.Match[str]) -> str:
        symbol, colour = SUITS[found[2]]
        if os.environ.get("NO_COLOR"):
            return found[1] + symbol
        return click.style(found[1] + symbol, fg=colour, bold=True)

    return CARD.sub(face, line)


def as_you(line: str) -> str:
    """A line about `ME`, said to the player.

    >>> as_you(f"{ME} raises $4 to $6"), as_you(f"$2 uncalled go back to {ME}"), as_you(f"{ME} has 20 seconds")
    ('You raise $4 to $6', '$2 uncalled go back to you', 'You have 20 seconds')
    >>> as_you(f"flop: {ME} opens"), as_you(f"Ann wins $2, {ME} wins $2"), as_you(f"{ME} bets $9 and is all-in")
    ('flop: you open', 'Ann wins $2, you win $2', 'You bet $9 and are all-in')
    """

    def opening(found: re.Match[str]) -> str:
        late = "run out of time and " if found[1] else ""
        return f"You {late}{_second_person(found[2])}"

    if line.startswith(ME):
        line = line.replace(" and is all-in", " and are all-in")
    line = GOES_ON.sub(lambda found: f"you {_second_person(found[1])}", OPENS.sub(opening, line))
    return line.replace(ME, "you")


def _second_person(verb: str) -> str:
    return IRREGULAR.get(verb, verb.removesuffix("s"))
