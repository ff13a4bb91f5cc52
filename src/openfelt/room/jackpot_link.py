"""A table's link to its jackpot: the pool, the rounds that were counted, and the latest hands, for claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from msgspec.structs import replace as changed

from openfelt.cards import Card
from openfelt.room import events as r
from openfelt.room import jackpot_events as je
from openfelt.room.results import SeatResult

HANDS_KEPT: Final = 20  # within which a claim is made


class PlayedHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A completed round of play with what a claim is judged by: who held what, who folded, and the board."""

    number: int
    ended_ms: int
    results: tuple[SeatResult, ...]
    board: tuple[Card, ...] = ()
    void: bool = False  # misdealt, void, or invalidated by a ruling
    flop_for: str = ""  # the player who asked for it after the hand


@dataclass(frozen=True, slots=True)
class JackpotLink:
    """The pool that a table is linked to."""

    pool: str
    increment: int
    since: int  # rounds of play up to this number do not count for the pool
    counted: int = 0  # the latest round that the pool was incremented for
    authorised: int = 0  # the round whose late press a supervisor has authorised
    authoriser: str = ""
    ending: int = 0  # the completed round for which `no more bets` was pressed and `end game` was not
    hands: tuple[PlayedHand, ...] = ()

    def is_open(self, number: int) -> bool:
        """Whether a round of play is one of the pool's and was not counted."""
        return self.since < number and self.counted < number

    def hand(self, number: int) -> PlayedHand | None:
        """One of the latest hands."""
        return next((one for one in self.hands if one.number == number), None)

    def with_hand(self, hand: PlayedHand) -> JackpotLink:
        """The same with a hand more, or with one that stands otherwise."""
        others = tuple(one for one in self.hands if one.number != hand.number)
        return replace(self, hands=(*others, hand)[-HANDS_KEPT:])


def linked(link: JackpotLink | None, event: Any, number: int) -> JackpotLink | None:  # noqa: ANN401 - any
    """The table's link to its jackpot after an event; `number` is that of the table's latest round of play."""
    if type(event) is je.JackpotJoined:
        if link is not None and link.pool == event.pool:
            return replace(link, increment=event.increment)
        return JackpotLink(event.pool, event.increment, since=number)
    if link is None:
        return None
    match event:
        case je.JackpotLeft():
            return None
        case je.PoolIncremented():
            return replace(link, counted=event.number, ending=0, authorised=0, authoriser="")
        case je.LatePressAuthorised():
            return replace(link, authorised=event.number, authoriser=event.by)
        case je.NoMoreBetsPressed():
            return replace(link, ending=event.number)
        case r.HandClosed() if link.since < event.number:
            void = event.void or event.keep_button
            return link.with_hand(PlayedHand(event.number, event.ended_ms, event.results, event.board, void))
        case je.HandTabled():
            return tabled(link, event)
        case je.HandCorrected():
            hand = link.hand(event.number)
            if hand is not None:
                return link.with_hand(changed(hand, results=event.results, void=event.void))
    return link


def tabled(link: JackpotLink, event: je.HandTabled) -> JackpotLink:
    """A hand in which somebody has put the cards face up afterwards."""
    hand = link.hand(event.number)
    assert hand is not None
    results = tuple(changed(one, shown=event.cards) if one.seat == event.seat else one for one in hand.results)
    asked = event.player if event.board else hand.flop_for
    return link.with_hand(changed(hand, results=results, board=event.board or hand.board, flop_for=asked))
