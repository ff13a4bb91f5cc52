"""Button and blinds at a table of an event, after eliminations and moves (nsw-poker 28.2.3, TOURNAMENTS of the docs).

Where the conditions choose none of the three rules, the button passes to the next player and the blinds to the players
after that one (9.2), even if somebody thereby misses a blind. A *place* is a seat, whoever sits in it or nobody.

- nobody-skips-a-blind (i): the places follow each other. The last blind goes on by one live player a round; every
  earlier blind is due at the place of the next one in the round before, and nobody posts it if that place is empty; the
  button goes to the place of the first one. Where that is empty the button waits where it is.
- rests-on-an-empty-place (ii): if the player on the button's left is out and the place was not filled at once, the
  button rests on the empty place.
- newcomer-waits (iii): whoever was moved to the place where the button would go, or between the coming button and the
  coming first blind, does not take part in the next round, and the button passes by to the player on the left.

With two players the button posts the first blind (28.2.4); with (i) the last blind still goes on, so that nobody has it
twice running.
"""

from __future__ import annotations

from dataclasses import dataclass

from openfelt.games.policy import policy
from openfelt.room.table import Table
from openfelt.rulebooks import Cites, joined

Posts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The next round of play of an event: the button, who is dealt in, who posts, the places of the blinds."""

    button: int
    seats: tuple[int, ...]
    blinds: Posts
    due: tuple[int, ...]
    waits: tuple[int, ...]
    cites: Cites


def plan_event(table: Table, least: int) -> EventPlan | None:
    """The next round of play, or None while fewer have chips than the game needs. Who is absent is dealt in."""
    live = sorted(place.seat for place in table.places.values() if place.stack > 0)
    if len(live) < least:
        return None
    return Planning(table, live, least).plan()


class Planning:
    """One plan: the seats clockwise, those with chips, and which of the three rules are chosen."""

    def __init__(self, table: Table, live: list[int], least: int) -> None:
        self.table = table
        self.live = live
        self.least = least
        terms = table.event
        chosen = terms.button if terms is not None else ()
        self.no_skip = "nobody-skips-a-blind" in chosen
        self.rests = "rests-on-an-empty-place" in chosen
        self.waiting = "newcomer-waits" in chosen
        sat = dict(table.sat)
        self.newcomers = {seat for seat in live if table.number and sat.get(seat) != table.places[seat].player}
        self.cites: Cites = ()

    def plan(self) -> EventPlan:
        """Plan the next round: first who waits, then the button, then the blinds of those who take part."""
        if not policy(self.table.sign.rulebook).button:
            return EventPlan(0, tuple(self.live), (), (), (), ())
        waits = self.who_waits()
        inside = [seat for seat in self.live if seat not in waits]
        if self.is_repeated(inside):
            button, due = self.table.button, self.table.due
        else:
            due = self.due_places(inside)
            button = self.button(inside, due, waits)
            due = due or self.after_button(button, inside)
        blinds = self.posts(due, inside)
        rules = self.table.event_rules
        if len(inside) == 2:
            self.cites = joined(self.cites, rules.heads_up)
        return EventPlan(button, tuple(inside), blinds, due, tuple(sorted(waits)), self.cites)

    def note(self, cites: Cites) -> None:
        """One of the three rules has decided something."""
        self.cites = joined(self.cites, self.table.event_rules.order, cites)

    def is_repeated(self, inside: list[int]) -> bool:
        """Whether a misdealt round is dealt again with the same button and the same places of the blinds."""
        table = self.table
        if not table.hold_button or not table.due or table.due[-1] not in inside:
            return False
        return len(inside) > 2 or {*inside} == {*table.due}

    # -- walking -------------------------------------------------------------------------------------------------------

    def way(self, start: int, seat: int) -> int:
        """How many seats clockwise it is from one seat to another, the whole way round to itself."""
        return (seat - start - 1) % self.table.sign.seats + 1

    def next(self, start: int, seats: list[int]) -> int:
        """The first of some seats clockwise from the left of one."""
        return min(seats, key=lambda seat: self.way(start, seat))

    # -- the button ----------------------------------------------------------------------------------------------------

    def button(self, inside: list[int], due: tuple[int, ...], waits: set[int]) -> int:
        """Where the button goes."""
        table = self.table
        if not table.number:
            return max(inside)
        if table.hold_button and table.button in inside:
            return table.button
        if len(inside) == 2 and due:
            return due[0]
        if self.no_skip and due:
            return self.followed_button(inside, due, waits)
        if self.rests and (empty := self.empty_left_place()) is not None and len(inside) > 2:
            self.note(table.event_rules.rests)
            return empty
        passed = [seat for seat in inside if seat not in table.waited] if self.waiting else inside
        return self.next(table.button, passed or inside)

    def followed_button(self, inside: list[int], due: tuple[int, ...], waits: set[int]) -> int:
        """With (i): the place of the last round's first blind; where nobody there takes part, by (iii), (ii) or not.

        Clockwise from the button the first blind comes before the last. Where so many are out that it would not, the
        button goes to the player before the first blind.
        """
        table, rules = self.table, self.table.event_rules
        place = table.due[0]
        goes = self.next(place, inside) if place in waits else place
        if goes in inside and self.is_before(goes, due):
            return goes
        if self.rests and goes not in self.live and self.is_before(goes, due):
            self.note(rules.rests)
            return goes
        if self.is_before(table.button, due):
            return table.button
        others = [seat for seat in inside if seat not in (due[0], due[-1])]
        return max(others, key=lambda seat: self.way(due[0], seat))

    def is_before(self, seat: int, due: tuple[int, ...]) -> bool:
        """Whether a button at that seat is at the first blind, or has the first blind on its left before the last."""
        if seat == due[-1]:
            return False
        return seat == due[0] or self.way(seat, due[0]) <= self.way(seat, due[-1])

    def empty_left_place(self) -> int | None:
        """The place on the button's left in the last round, if its player is out and the place is still empty."""
        table = self.table
        there = [*table.played]
        if not there:
            return None
        left = self.next(table.button, there)
        return left if left not in self.live else None

    # -- who waits -----------------------------------------------------------------------------------------------------

    def who_waits(self) -> set[int]:
        """With (iii): newcomers at or behind the coming button, up to the coming first blind; never so that there is
        no game.
        """
        if not self.waiting or not self.newcomers:
            return set()
        others = [seat for seat in self.live if seat not in self.newcomers]
        if len(others) < self.least:
            return set()
        table = self.table
        if self.no_skip and table.due and len(table.due) == len(table.sign.blinds):
            begin = table.due[0]
            end = table.due[1] if len(table.due) > 1 else self.next(table.due[0], others)
            found = {seat for seat in self.newcomers if self.between(begin, seat, end)}
        else:
            comes = self.next(table.button, others)
            first = self.next(comes, others)
            found = {
                seat
                for seat in self.newcomers
                if self.way(table.button, seat) < self.way(table.button, comes) or self.between(comes, seat, first)
            }
        if found:
            self.note(table.event_rules.newcomer_waits)
        return found

    def between(self, begin: int, seat: int, end: int) -> bool:
        """Whether a seat is `begin`, or after it and before `end`."""
        return seat == begin or self.way(begin, seat) < self.way(begin, end)

    # -- blinds --------------------------------------------------------------------------------------------------------

    def due_places(self, inside: list[int]) -> tuple[int, ...]:
        """With (i): the places of the blinds, as they follow from the last round; () where they follow the button."""
        table, count = self.table, len(self.table.sign.blinds)
        if not self.no_skip or not count or not table.due:
            return ()
        last = self.next(table.due[-1], inside)
        if len(inside) == 2:
            self.note(table.event_rules.no_skip)
            other = inside[0] if inside[1] == last else inside[1]
            return (other, last) if count > 1 else (last,)
        if len(table.due) != count:
            return ()
        self.note(table.event_rules.no_skip)
        return (*table.due[1:], last)

    def after_button(self, button: int, inside: list[int]) -> tuple[int, ...]:
        """The blinds of the players after the button, in turn; with two the button posts the first (9.8, 28.2.4)."""
        count = min(len(self.table.sign.blinds), len(inside))
        if not count:
            return ()
        order = sorted(inside, key=lambda seat: self.way(button, seat))
        if len(inside) == 2 and policy(self.table.sign.rulebook).heads_up_button_first:
            order = [order[1], order[0]]
        return tuple(order[:count])

    def posts(self, due: tuple[int, ...], inside: list[int]) -> Posts:
        """Who posts the blinds: nobody posts one that is due at a place whose player takes no part."""
        amounts = self.table.sign.blinds[-len(due) :] if due else ()
        return tuple((seat, chips) for seat, chips in zip(due, amounts, strict=True) if seat in inside)
