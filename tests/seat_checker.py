"""Replays what a journal has of lists and tables, by its events alone, and checks every seat by its clause.

Written without the program's own rules of turns: it knows records, and the order of nsw-poker 6.3, 6.4, 26.11.3, 27.13.
Whoever was passed over without a reason, sat out of turn, or won a draw that the sealed seed does not give, is named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from openfelt.cards import FULL_DECK
from openfelt.service.deck.draws import draw_from
from openfelt.service.record import list_record
from openfelt.service.record.room_record import room_event
from openfelt.service.record.stream import event_of

SITS = {"SeatTaken", "SeatChanged", "PlayerReceived"}


@dataclass
class Seen:
    """The room as the events leave it."""

    signs: dict[str, object] = field(default_factory=dict)  # by table
    seats: dict[str, dict[int, str]] = field(default_factory=dict)
    leaving: set[tuple[str, int]] = field(default_factory=set)
    arrived: dict[tuple[str, str], int] = field(default_factory=dict)
    closing: set[str] = field(default_factory=set)
    barred: dict[tuple[str, str], int] = field(default_factory=dict)
    apart: list[frozenset[str]] = field(default_factory=list)
    button: dict[str, int] = field(default_factory=dict)
    dealt: set[str] = field(default_factory=set)
    lists: dict[str, object] = field(default_factory=dict)  # their signs
    line: dict[str, list[str]] = field(default_factory=dict)
    broken: set[tuple[str, str]] = field(default_factory=set)  # list and player
    offers: dict[int, object] = field(default_factory=dict)
    asked: dict[tuple[str, str], object] = field(default_factory=dict)
    feeders: dict[str, str] = field(default_factory=dict)
    count: int = 0

    # -- what is so ------------------------------------------------------------------------------------------------

    def like(self, one: str, other: str) -> bool:
        first, second = self.signs[one], self.signs[other]
        return (first.game, first.deck, first.limit, first.blinds) == (
            second.game,
            second.deck,
            second.limit,
            second.blinds,
        )

    def list_of(self, table: str) -> str:
        sign = self.signs[table]
        return next(
            (
                name
                for name, one in self.lists.items()
                if (one.game, one.limit, one.blinds) == (sign.game, sign.limit, sign.blinds)
            ),
            "",
        )

    def held(self, player: str) -> bool:
        return any(one.player == player for one in self.offers.values())

    def may(self, player: str, table: str, at_ms: int) -> bool:
        until = self.barred.get((table, player))
        if until is not None and (until == 0 or until > at_ms):
            return False
        there = {who for seat, who in self.seats[table].items() if (table, seat) not in self.leaving}
        there |= {one.player for one in self.offers.values() if one.table == table}
        return not any(player in pair and there & pair - {player} for pair in self.apart)

    def stays(self, table: str, player: str) -> bool:
        return any(who == player and (table, seat) not in self.leaving for seat, who in self.seats[table].items())

    # -- whose turn it is ------------------------------------------------------------------------------------------

    def first(self, table: str, seat: int, at_ms: int) -> tuple[str, set[str]]:
        here = {
            who
            for (who, where), one in self.asked.items()
            if where == table
            and one.standing == "here"
            and one.seat in (0, seat)
            and self.stays(table, who)
            and not self.held(who)
        }
        if here:
            return "here", here
        like = set()
        for other in self.seats:
            if other == table or other not in self.signs or not self.like(other, table):
                continue
            able = [
                who
                for (who, where), one in self.asked.items()
                if where == other and one.standing == "like-table" and one.to in ("", table) and self.stays(other, who)
            ]
            like |= {who for who in able if not self.held(who) and self.may(who, table, at_ms)}
            if self.feeders.get(other) == table:
                order = sorted(
                    (who for who in self.seats[other].values() if self.stays(other, who)),
                    key=lambda who: self.arrived[other, who],
                )
                nxt = next((who for who in order if not self.held(who) and self.may(who, table, at_ms)), None)
                like |= {nxt} - {None}
        if like:
            return "like-table", like
        name = self.list_of(table)
        for who in self.line.get(name, ()):
            sits = any(self.list_of(other) == name and who in taken.values() for other, taken in self.seats.items())
            if not self.held(who) and (not sits or (name, who) in self.broken) and self.may(who, table, at_ms):
                return "waiting", {who}
        return "", set()


class Checker:
    """Goes through a journal and keeps what is wrong, and how often each kind of seat was given."""

    def __init__(self, store) -> None:
        self.store = store
        self.seen = Seen()
        self.wrong: list[str] = []
        self.given: Counter[str] = Counter()
        self.opened = 0

    def run(self) -> Checker:
        streams = [one for one in self.store.streams() if one in ("lists", "room") or one.startswith("table/")]
        rows = sorted(
            (
                (one.entry, stream != "lists", one.version, stream, one.record)
                for stream in streams
                for one in self.store.read(stream)
            ),
            key=lambda row: row[:4],
        )
        at = 0
        while at < len(rows):
            entry = [row for row in rows[at : at + 400] if row[0] == rows[at][0]]
            self.entry(entry)
            at += len(entry)
        return self

    def fault(self, number: int, text: str) -> None:
        self.wrong.append(f"entry {number}: {text}")

    def entry(self, rows) -> None:
        number = rows[0][0]
        for *_, record in rows:
            if record.name == "PersonExcluded":
                out = room_event(record)
                self.seen.barred[out.exclusion.table, out.account] = out.exclusion.until_ms
        listed = [list_record.LIST_EVENTS.event(record) for _, _, _, stream, record in rows if stream == "lists"]
        at_tables = [
            (stream.removeprefix("table/"), event_of(record))
            for _, _, _, stream, record in rows
            if stream.startswith("table/")
        ]
        self.is_opening = any(type(one).__name__ == "OpenedFor" for one in listed)
        self.is_breaking = next((one.table for one in listed if type(one).__name__ == "GameBroken"), "")
        for table, event in at_tables:
            if type(event).__name__ == "TableOpened":
                self.at_table(table, event)
        filled = {(one.table, one.player): one for one in listed if type(one).__name__ == "SeatFilled"}
        for event in listed:
            self.at_list(number, event)
        for table, event in at_tables:
            kind = type(event).__name__
            if kind in SITS and self.seen.list_of(table):
                who = (
                    event.who.player
                    if kind == "PlayerReceived"
                    else event.player
                    if kind == "SeatTaken"
                    else self.seen.seats[table][event.seat]
                )
                one = filled.get((table, who))
                seat = event.to if kind == "SeatChanged" else event.seat
                if one is None or one.seat != seat:
                    self.fault(number, f"{who} sits in seat {seat} of {table}, and no list says so")
            if kind != "TableOpened":
                self.at_table(table, event)

    # -- tables ----------------------------------------------------------------------------------------------------

    def at_table(self, table: str, event) -> None:
        seen, kind = self.seen, type(event).__name__
        if kind == "TableOpened":
            seen.signs[table], seen.seats[table] = event.sign, {}
        elif kind == "SeatTaken" or kind == "PlayerReceived":
            who = event.player if kind == "SeatTaken" else event.who.player
            seen.count += 1
            seen.seats[table][event.seat] = who
            seen.arrived[table, who] = seen.count
        elif kind in {"SeatLeft", "PlayerSent"}:
            seen.seats[table].pop(event.seat)
            seen.leaving.discard((table, event.seat))
        elif kind == "SeatChanged":
            seen.seats[table][event.to] = seen.seats[table].pop(event.seat)
        elif kind == "LeaveAsked":
            seen.leaving.add((table, event.seat))
        elif kind == "DirectionGiven" and event.what == "apart":
            seen.apart.append(frozenset(event.players))
        elif kind == "NoticeGiven" and event.kind == "closing":
            seen.closing.add(table)
        elif kind == "HandOpened":
            seen.button[table] = event.button
            seen.dealt.add(table)
        elif kind == "TableClosed":
            seen.closing.add(table)

    # -- lists -----------------------------------------------------------------------------------------------------

    def at_list(self, number: int, event) -> None:  # noqa: C901 - one branch for each kind of event
        seen, kind = self.seen, type(event).__name__
        if kind == "ListOpened":
            seen.lists[event.list], seen.line[event.list] = event.sign, []
        elif kind == "Joined":
            if event.player in seen.line[event.list]:
                self.fault(number, f"{event.player} is twice on {event.list}")
            if event.head:
                seen.broken.add((event.list, event.player))
                at = sum((event.list, who) in seen.broken for who in seen.line[event.list])
                seen.line[event.list].insert(at, event.player)
            else:
                seen.line[event.list].append(event.player)
        elif kind in {"WentOff", "WentToEnd"}:
            seen.line[event.list].remove(event.player)
            seen.broken.discard((event.list, event.player))
            if kind == "WentToEnd":
                seen.line[event.list].append(event.player)
        elif kind == "SeatAsked":
            seen.asked[event.player, event.table] = event
        elif kind == "RequestEnded":
            seen.asked.pop((event.player, event.table), None)
        elif kind == "FeederSet":
            seen.feeders[event.feeder] = event.main
        elif kind == "FeederEnded":
            seen.feeders.pop(event.feeder, None)
        elif kind == "SeatOffered":
            self.offered(number, event)
            seen.offers[event.offer] = event
        elif kind == "OfferEnded":
            seen.offers.pop(event.offer)
        elif kind == "SeatFilled":
            self.filled(number, event)

    def offered(self, number: int, event) -> None:
        """A seat is kept for whoever has the first claim, and equals have drawn for it."""
        seen = self.seen
        if event.seat in seen.seats[event.table] or any(
            (one.table, one.seat) == (event.table, event.seat) for one in seen.offers.values()
        ):
            self.fault(number, f"seat {event.seat} of {event.table} is not free")
        if event.table in seen.closing:
            self.fault(number, f"{event.table} is closing")
        if not seen.may(event.player, event.table, event.at_ms) and event.standing != "here":
            self.fault(number, f"{event.player} may not play at {event.table}")
        if self.is_breaking:
            claimants = {who for who, _ in event.drawn.rounds[0]} if event.drawn else {event.player}
            standing = "like-table"
            if not claimants <= set(seen.seats[self.is_breaking].values()):
                self.fault(number, "somebody who does not sit in the broken game has a seat of it")
        elif self.is_opening:
            standing, claimants = (
                "waiting",
                {who for who, _ in event.drawn.rounds[0]} if event.drawn else {event.player},
            )
            self.opened += 1
            ahead = seen.line[event.list][: seen.line[event.list].index(event.player)]
            free = [who for who in ahead if not seen.held(who) and seen.may(who, event.table, event.at_ms)]
            if len(free) > seen.signs[event.table].seats:
                self.fault(number, f"{event.player} is called to {event.table} before {free[0]}")
        else:
            standing, claimants = seen.first(event.table, event.seat, event.at_ms)
        if event.standing != standing or event.player not in claimants:
            got = f"{event.player} ({event.standing}) has seat {event.seat} of {event.table}"
            self.fault(number, f"{got}; the turn is {claimants} ({standing})")
        if len(claimants) > 1:
            self.drawn(number, event, claimants)
        elif event.drawn is not None:
            self.fault(number, "a draw without equals")
        self.given[f"{event.standing} {event.moved}".strip()] += 1

    def drawn(self, number: int, event, claimants: set[str]) -> None:
        """Everyone with an equal claim drew, the highest face won, and the sealed seed gives these cards."""
        if event.drawn is None:
            self.fault(number, f"{claimants} have an equal claim, and nobody drew")
            return
        cards = [FULL_DECK.cards[at] for at in draw_from(self.store.sealed(f"lists/draw/{event.drawn.name}"))]
        shown = [card for one in event.drawn.rounds for _, card in one]
        inside = claimants
        for one in event.drawn.rounds:
            if {who for who, _ in one} != inside:
                self.fault(number, f"{inside} have an equal claim, and others drew")
            faces = {who: "23456789TJQKA".index(card[0]) for who, card in one}
            inside = {who for who, face in faces.items() if face == max(faces.values())}
        if inside != {event.player} or shown != [str(card) for card in cards[: len(shown)]]:
            self.fault(number, f"{event.player} did not win the draw that is on record")
        clause = "nsw-poker 6.4" if event.table in self.seen.dealt else "nsw-poker 6.2"
        if clause not in event.cites:
            self.fault(number, f"a draw without {clause}")
        self.given["draws"] += 1

    def filled(self, number: int, event) -> None:
        """A seat is taken by whom it was kept for in time; without a call only if nobody has a better claim."""
        seen = self.seen
        if event.offer:
            offer = seen.offers.pop(event.offer, None)
            if offer is None or (offer.player, offer.table, offer.seat) != (event.player, event.table, event.seat):
                self.fault(number, f"{event.player} takes a seat that is not kept for them")
            elif 0 < offer.until_ms <= event.at_ms:
                self.fault(number, f"{event.player} takes a seat after the time of the call")
        elif event.standing != "here":
            _, claimants = seen.first(event.table, event.seat, event.at_ms)
            if claimants - {event.player}:
                self.fault(number, f"{event.player} sits before {claimants}")
            self.given["without a call"] += 1
        if event.player in seen.line.get(event.list, ()):
            seen.line[event.list].remove(event.player)
            seen.broken.discard((event.list, event.player))
        for table in {event.source, event.table} - {""}:
            seen.asked.pop((event.player, table), None)
