"""Every list as it stands, the seats that are kept for somebody, and who asks for another: the fold of the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from openfelt.games import Sign
from openfelt.lists import events as e
from openfelt.lists.terms import ListTerms, Via, game_key, limits_key

RECENT: Final = 40  # ends of offers and draws that are remembered for the desk


class Waiting(msgspec.Struct, frozen=True):
    """Somebody on a list."""

    player: str
    via: Via
    since_ms: int
    interest: bool = False
    seat: int = 0
    misses: int = 0


class Tally(msgspec.Struct, frozen=True):
    """What the room has seen of a game: who sits in it since when, for how long people have sat, how many left."""

    seated: frozenset[str] = frozenset()
    at_ms: int = -1  # until when it is counted; before the first note nothing is
    player_ms: int = 0
    left: int = 0
    came: int = 0
    calls: int = 0  # answered or missed
    missed: int = 0

    def until(self, at_ms: int) -> Tally:
        """The same, counted on to a time."""
        more = max(0, at_ms - self.at_ms) if self.at_ms >= 0 else 0
        return replace(self, at_ms=max(at_ms, self.at_ms), player_ms=self.player_ms + more * len(self.seated))


class WaitList(msgspec.Struct, frozen=True):
    """One list: its sign and terms, and the line."""

    name: str
    sign: Sign
    terms: ListTerms
    line: tuple[Waiting, ...] = ()
    tally: Tally = Tally()

    @property
    def game(self) -> str:
        """The game that it is for."""
        return game_key(self.sign)

    @property
    def limits(self) -> str:
        """The limits that it is for; a list for the whole game has those of its first table."""
        return limits_key(self.sign)

    def covers(self, game: str, limits: str) -> bool:
        """Whether a table of this game and these limits is filled from here."""
        return self.game == game and (self.terms.per == "game" or self.limits == limits)

    def entry(self, player: str) -> Waiting | None:
        """Somebody's place on it."""
        return next((one for one in self.line if one.player == player), None)

    def place_of(self, player: str) -> int:
        """The how-manieth somebody is, from 1; 0 for nobody."""
        return next((at for at, one in enumerate(self.line, start=1) if one.player == player), 0)


class Request(msgspec.Struct, frozen=True):
    """A wish for another seat of the table, or for a seat at another table."""

    player: str
    table: str
    standing: Literal["here", "like-table"]
    since_ms: int
    seat: int = 0
    to: str = ""
    entry: Literal["post", "wait"] = "wait"


@dataclass(slots=True)
class Lists:
    """The state that the record of lists and seats folds into."""

    lists: dict[str, WaitList] = field(default_factory=dict)
    offers: dict[int, e.SeatOffered] = field(default_factory=dict)  # those that are open, by number
    requests: dict[tuple[str, str], Request] = field(default_factory=dict)  # by player and table
    feeders: dict[str, str] = field(default_factory=dict)  # the main table, by its feeder
    chips: frozenset[int] = frozenset()  # the offers that were prolonged by a chip
    last_offer: int = 0
    draws: int = 0
    recent: tuple[e.SeatOffered, ...] = ()  # the latest, with their draws

    def copy(self) -> Lists:
        """The same, to try something on."""
        return Lists(
            dict(self.lists), dict(self.offers), dict(self.requests), dict(self.feeders), self.chips, self.last_offer,
            self.draws, self.recent,
        )  # fmt: skip

    def covering(self, game: str, limits: str) -> WaitList | None:
        """The list that a table of this game and these limits is filled from."""
        return next((one for one in self.lists.values() if one.covers(game, limits)), None)

    def offer_of(self, player: str) -> e.SeatOffered | None:
        """The seat that is kept for somebody."""
        return next((one for one in self.offers.values() if one.player == player), None)

    def offer_at(self, table: str, seat: int) -> e.SeatOffered | None:
        """For whom a seat is kept."""
        return next((one for one in self.offers.values() if (one.table, one.seat) == (table, seat)), None)

    def change(self, name: str, **fields: object) -> None:
        """A list becomes otherwise."""
        self.lists[name] = replace(self.lists[name], **fields)

    def drop(self, name: str, player: str) -> None:
        """Somebody is off a list."""
        if name in self.lists:
            self.change(name, line=tuple(one for one in self.lists[name].line if one.player != player))


def evolve(state: Lists, event: e.ListEvent) -> None:
    """Record one event."""
    _RECORD[type(event)](state, event)


def _opened(state: Lists, event: e.ListOpened) -> None:
    state.lists[event.list] = WaitList(event.list, event.sign, event.terms)


def _closed(state: Lists, event: e.ListClosed) -> None:
    del state.lists[event.list]


def _joined(state: Lists, event: e.Joined) -> None:
    mine = Waiting(event.player, event.via, event.at_ms, event.interest, event.seat)
    line = state.lists[event.list].line
    at = sum(one.via == "broken-game" for one in line) if event.head else len(line)
    state.change(event.list, line=(*line[:at], mine, *line[at:]))


def _went_off(state: Lists, event: e.WentOff) -> None:
    state.drop(event.list, event.player)


def _went_to_end(state: Lists, event: e.WentToEnd) -> None:
    one = state.lists[event.list]
    mine = one.entry(event.player)
    assert mine is not None
    rest = tuple(other for other in one.line if other is not mine)
    # Whoever came from a broken game has had the turn that this gave.
    via: Via = "desk" if mine.via == "broken-game" else mine.via
    state.change(event.list, line=(*rest, replace(mine, via=via, misses=mine.misses + event.missed)))


def _offered(state: Lists, event: e.SeatOffered) -> None:
    state.offers[event.offer] = event
    state.last_offer = event.offer
    state.draws += event.drawn is not None
    state.recent = (*state.recent[1 - RECENT :], event)


def _chip_held(state: Lists, event: e.ChipHeld) -> None:
    state.offers[event.offer] = replace(state.offers[event.offer], until_ms=event.until_ms)
    state.chips |= {event.offer}


def _offer_ended(state: Lists, event: e.OfferEnded) -> None:
    offer = state.offers.pop(event.offer)
    state.chips -= {event.offer}
    if offer.standing == "waiting" and offer.list in state.lists and event.why in {"passed", "expired"}:
        tally = state.lists[offer.list].tally
        state.change(offer.list, tally=replace(tally, calls=tally.calls + 1, missed=tally.missed + 1))


def _filled(state: Lists, event: e.SeatFilled) -> None:
    offer = state.offers.pop(event.offer, None)
    state.chips -= {event.offer}
    if event.list in state.lists and event.standing == "waiting":
        _count_filled(state, event)
    state.drop(event.list, event.player)
    gone = event.source or (offer.source if offer is not None else "")
    for table in {gone, event.table} - {""}:
        state.requests.pop((event.player, table), None)


def _count_filled(state: Lists, event: e.SeatFilled) -> None:
    one = state.lists[event.list]
    if one.entry(event.player) is not None:
        state.change(event.list, tally=replace(one.tally, calls=one.tally.calls + 1))


def _asked(state: Lists, event: e.SeatAsked) -> None:
    state.requests[event.player, event.table] = Request(
        event.player, event.table, event.standing, event.at_ms, event.seat, event.to, event.entry
    )


def _request_ended(state: Lists, event: e.RequestEnded) -> None:
    state.requests.pop((event.player, event.table), None)


def _feeder_set(state: Lists, event: e.FeederSet) -> None:
    state.feeders[event.feeder] = event.main


def _feeder_ended(state: Lists, event: e.FeederEnded) -> None:
    state.feeders.pop(event.feeder, None)


def _noted(state: Lists, event: e.SeatsNoted) -> None:
    tally = state.lists[event.list].tally.until(event.at_ms)
    seated = (tally.seated - set(event.left)) | set(event.came)
    counted = replace(tally, seated=seated, left=tally.left + len(event.left), came=tally.came + len(event.came))
    state.change(event.list, tally=counted)


def _nothing(state: Lists, event: e.GameBroken | e.OpenedFor) -> None:
    """What follows from it has events of its own."""
    del state, event


_RECORD: Final[dict[type, Callable[[Lists, Any], None]]] = {
    e.ListOpened: _opened,
    e.ListClosed: _closed,
    e.Joined: _joined,
    e.WentOff: _went_off,
    e.WentToEnd: _went_to_end,
    e.SeatOffered: _offered,
    e.ChipHeld: _chip_held,
    e.OfferEnded: _offer_ended,
    e.SeatFilled: _filled,
    e.SeatAsked: _asked,
    e.RequestEnded: _request_ended,
    e.FeederSet: _feeder_set,
    e.FeederEnded: _feeder_ended,
    e.GameBroken: _nothing,
    e.OpenedFor: _nothing,
    e.SeatsNoted: _noted,
}
