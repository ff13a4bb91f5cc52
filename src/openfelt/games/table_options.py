"""Options that players know, as settings of a sign: what the sign prints, what a form asks, and by which clause.

Every option is off unless the sign says otherwise. A book that does not allow one refuses it with its own clause
(`SignRules.fixed`); these are the clauses of the house for the books that do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from openfelt.games.game import Game
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Sign
from openfelt.games.signrules import PRACTICE, SignLine, SignRules
from openfelt.rulebooks import Cites


@dataclass(frozen=True, slots=True)
class TableOption:
    """One option: its setting on the sign, the line there, what a form calls it, and the most where it is a number."""

    setting: str
    line: Callable[[Sign], str]
    label: str
    cites: Cites
    most: int = 0  # 0: on or off
    beside: str = ""  # the option to which it belongs, and in whose line it is printed; 0 leaves it as usual


TABLE_OPTIONS: Final = (
    TableOption(
        "open_all_in",
        lambda _sign: "All hands are turned up when players are all-in and no betting can follow",
        "hands open when no betting can follow",
        HOUSE.cite("27.1"),
    ),
    TableOption(
        "run_twice",
        lambda _sign: "The rest of the board may be dealt twice, if all who are in agree",
        "run it twice",
        HOUSE.cite("27.3"),
    ),
    TableOption(
        "show_after",
        lambda _sign: "Whoever has won unseen may show one card or more after the hand",
        "show cards after a win",
        HOUSE.cite("27.4"),
    ),
    TableOption(
        "rabbit",
        lambda _sign: "The community cards that would have come may be turned up after the hand",
        "rabbit cards",
        HOUSE.cite("27.5"),
    ),
    TableOption(
        "bomb_every",
        lambda sign: (
            f"Bomb pot every {sign.bomb_every} rounds: {sign.bomb_blinds} last blinds each, straight to the flop"
        ),
        "rounds of play between bomb pots (0: none)",
        HOUSE.cite("27.6"),
        most=100,
    ),
    TableOption(
        "bomb_blinds",
        lambda _sign: "",
        "last blinds that each puts in for a bomb pot (0: two)",
        HOUSE.cite("27.6"),
        most=20,
        beside="bomb_every",
    ),
    TableOption(
        "bomb_vote",
        lambda sign: f"Bomb pot when all who are dealt in want it: {sign.bomb_blinds} last blinds each",
        "bomb pot by vote",
        HOUSE.cite("27.9"),
    ),
    TableOption(
        "practice",
        lambda _sign: "For practice: whoever is to act is told what the own hand wins, its outs and the price",
        "practice hints",
        PRACTICE,
    ),
    TableOption(
        "time_bank",
        lambda sign: (
            f"Time bank: {sign.time_bank} seconds for each player, full again after {sign.time_bank_hands} rounds"
        ),
        "seconds of a time bank for each player (0: none)",
        HOUSE.cite("27.8"),
        most=300,
    ),
    TableOption(
        "time_bank_hands",
        lambda _sign: "",
        "rounds of play until a time bank is full again (0: ten)",
        HOUSE.cite("27.8"),
        most=100,
        beside="time_bank",
    ),
)


def options_on(sign: Sign) -> tuple[str, ...]:
    """The settings of the options that a sign has."""
    return tuple(one.setting for one in TABLE_OPTIONS if getattr(sign, one.setting) and not one.beside)


def option_lines(sign: Sign) -> list[SignLine]:
    """The lines of the options that a sign has."""
    has = [one for one in TABLE_OPTIONS if getattr(sign, one.setting) and not one.beside]
    return [SignLine(one.line(sign), one.cites) for one in has]


def options_of(rules: SignRules, sign: Sign, game: Game) -> list[TableOption]:
    """The options that a book leaves to the signs of a game."""
    refused = {one.setting for one in rules.fixed if one.when(sign, game)}
    return [one for one in TABLE_OPTIONS if not refused & {one.setting, one.beside}]
