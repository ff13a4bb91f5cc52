"""The words of a PHH action. Reads them; knows no rule.

`d dh pN CARDS` deals to a player, `d db CARDS` to the board; `pN f`, `cc`, `cbr AMOUNT`, `pb`, `sd [CARDS]` and
`sm [CARDS|-]` are a player's; what follows `#` is commentary. openfelt's own words (`straddle`, `decline`, `time`,
`time-out`) stand in commentary, so that other readers pass over them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from openfelt.cards import ALL_CARDS, Card, cards
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import WriteMoney

DEAL_HOLE: Final = 0
DEAL_BOARD: Final = 1
FOLD: Final = 2
CALL: Final = 3
RAISE: Final = 4
BRING_IN: Final = 5
DRAW: Final = 6
SHOW: Final = 7
NOTE: Final = 8
STRADDLE: Final = 9
DECLINE: Final = 10
BUY_TIME: Final = 11
TIME_OUT: Final = 12
_VERBS: Final = {"f": FOLD, "cc": CALL, "cbr": RAISE, "pb": BRING_IN, "sd": DRAW, "sm": SHOW}
_OWN: Final = {"straddle": STRADDLE, "decline": DECLINE, "time": BUY_TIME, "time-out": TIME_OUT}
_NO_ARGUMENT: Final = frozenset({FOLD, CALL, BRING_IN})
OWN_MARK: Final = "openfelt:"
GRAMMAR: Final = (
    "d dh pN CARDS",
    "d db CARDS",
    "pN f",
    "pN cc",
    "pN cbr AMOUNT",
    "pN pb",
    "pN sd [CARDS]",
    "pN sm [CARDS or -]",
)


_BY_TEXT: Final = {str(one): one for one in ALL_CARDS}


class Illegal(OpenfeltError):
    """An action that the hand refused: its number from 1, its text, and the refusal.

    A history that `ends_early` has no more actions, but the hand is not over.
    """

    code = "illegal-action"

    def __init__(
        self, number: int, text: str, why: OpenfeltError, *, write: WriteMoney = str, ends_early: bool = False
    ) -> None:
        message, legal = why.written(write)  # in the amounts of its file, not in dollars
        where = "ends early" if ends_early else f"action {number} {text!r}"
        super().__init__(f"{where}: {message}", cites=why.cites, legal=legal, code=why.code)
        self.ends_early = ends_early
        self.number = number
        self.text = text


class Action(NamedTuple):
    """One action: what it is, of which player (from 1; 0 is nobody), the cards or the amount it names."""

    kind: int
    player: int
    cards: tuple[Card, ...]
    amount: str
    text: str


@lru_cache(maxsize=1 << 16)
def read_action(text: str) -> Action:
    """The action that a text says.

    >>> read_action("p3 cbr 210 # thinks").amount
    '210'
    >>> read_action("p3 jumps")
    Traceback (most recent call last):
    openfelt.errors.NotationError: 'p3 jumps' is no action; allowed: d dh pN CARDS, d db CARDS, pN f, pN cc, \
pN cbr AMOUNT, pN pb, pN sd [CARDS], pN sm [CARDS or -]
    """
    said, mark, note = text.partition("#")
    words = said.split()
    if mark and (own := note.split())[:1] == [OWN_MARK]:
        return _own_action(text, own[1:])
    match words:
        case []:
            return Action(NOTE, 0, (), "", text)
        case ["d", "dh", who, dealt]:
            return Action(DEAL_HOLE, _player(who, text), read_cards(dealt), "", text)
        case ["d", "db", dealt]:
            return Action(DEAL_BOARD, 0, read_cards(dealt), "", text)
        case [who, verb, *rest] if verb in _VERBS and len(rest) < 2:
            return _player_action(text, _player(who, text), _VERBS[verb], rest[0] if rest else "")
    raise NotationError(f"{text!r} is no action", legal=GRAMMAR)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards written without spaces, as PHH does; anything else as `cards` reads it.

    >>> read_cards("Ah??Td")
    (card('Ah'), card('??'), card('Td'))
    """
    try:
        return tuple([_BY_TEXT[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        return cards(text)


def _player_action(text: str, player: int, kind: int, rest: str) -> Action:
    if (kind in _NO_ARGUMENT and rest) or (kind == RAISE and not rest):
        raise NotationError(f"{text!r} is no action", legal=GRAMMAR)
    if kind in (DRAW, SHOW) and rest and rest != "-":
        return Action(kind, player, read_cards(rest), "", text)
    return Action(kind, player, (), rest, text)


def _own_action(text: str, words: list[str]) -> Action:
    if len(words) == 2 and words[1] in _OWN:
        return Action(_OWN[words[1]], _player(words[0], text), (), "", text)
    raise NotationError(f"{text!r} is no action", legal=[f"# {OWN_MARK} pN {word}" for word in _OWN])


def _player(who: str, text: str) -> int:
    if len(who) < 4 and who[:1] == "p" and who[1:].isdecimal() and who.isascii() and int(who[1:]):
        return int(who[1:])
    raise NotationError(f"{who!r} in {text!r} is no player", legal=("p1", "p2", "..."))
