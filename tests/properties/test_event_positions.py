"""Button and blinds of an event over random eliminations and moves: what each choice of 28.2.3 promises, and 9.2."""

import itertools
import random

import pytest

from openfelt.games.signline import read_sign
from openfelt.room import CloseHand, OpenHand, begin, decide, evolve, open_table
from openfelt.room.entrant_events import EventTerms
from openfelt.room.event_orders import RemoveEntrant, SeatEntrant
from openfelt.room.events import HandOpened

NO_SKIP, RESTS, WAITS = "nobody-skips-a-blind", "rests-on-an-empty-place", "newcomer-waits"
FLAGS = [few for size in range(4) for few in itertools.combinations((NO_SKIP, RESTS, WAITS), size)]
SIGN = read_sign("nsw-poker texas-holdem no-limit  tournament  blinds 100/200  places 9")
ROUNDS = 60
CHIPS = 10_000


class Random:
    """A table of an event that loses players and gets others, and the record of its rounds of play."""

    def __init__(self, flags, seed):
        self.rng = random.Random(f"positions {flags} {seed}")
        self.table = begin(open_table("t", SIGN, event=EventTerms("spring", 1, flags)))
        self.names = (f"p{number}" for number in itertools.count())
        self.rounds = []
        for seat in sorted(self.rng.sample(range(1, 10), self.rng.randint(2, 9))):
            self.seat(seat)

    def give(self, order):
        made = decide(self.table, order)
        for event in made:
            evolve(self.table, event)
        return made

    def seat(self, seat):
        self.give(SeatEntrant(seat, next(self.names), CHIPS, "a"))

    def play(self):
        """One round of play: who sat where, what it opened with, and who went out or came after it."""
        people = {seat: place.player for seat, place in self.table.places.items()}
        again = self.table.hold_button  # a misdealt round, for those who were in it
        opened = next(one for one in self.give(OpenHand()) if isinstance(one, HandOpened))
        self.rounds.append((people, opened, again))
        misdeal = self.rng.random() < 0.05
        stacks = {seat: self.table.places[seat].stack for seat in opened.seats}
        out = [] if misdeal else self.losers(opened.seats)
        for seat in out:
            winner = self.rng.choice([one for one in opened.seats if one not in out])
            stacks[winner] += stacks[seat]
            stacks[seat] = 0
        self.give(CloseHand(tuple(stacks.items()), 0, keep_button=misdeal))
        for seat in out:
            self.give(RemoveEntrant(people[seat], "eliminated", "a"))
        self.change(opened.seats, keep=2)
        if misdeal:
            self.rounds.pop()

    def losers(self, seats):
        few = self.rng.choices((0, 1, 2, 3), (60, 30, 7, 3))[0]
        return self.rng.sample(seats, min(few, len(seats) - 1))

    def change(self, seats, keep):
        """Somebody may be moved away, and others may come."""
        there = [seat for seat in seats if seat in self.table.places]
        if self.rng.random() < 0.1 and len(there) > keep:
            self.give(RemoveEntrant(self.table.places[self.rng.choice(there)].player, "session-over", "a"))
        free = [seat for seat in range(1, 10) if seat not in self.table.places]
        wanted = self.rng.choices((0, 1, 2), (60, 30, 10))[0] + max(0, 2 - len(self.table.places))
        for seat in self.rng.sample(free, min(wanted, len(free))):
            self.seat(seat)


def played(flags, seed):
    table = Random(flags, seed)
    for _ in range(ROUNDS):
        table.play()
    return table.rounds


def after(start, seats):
    """The first of some seats on the left of one."""
    return min(seats, key=lambda seat: (seat - start - 1) % 9)


def ordered(start, seats):
    return sorted(seats, key=lambda seat: (seat - start - 1) % 9)


def neighbours(rounds):
    """Each round and the next: who sat where, and what it opened with."""
    for (people, opened, _), (later, coming, _) in itertools.pairwise(rounds):
        yield people, opened, later, coming


every_flag = pytest.mark.parametrize("flags", FLAGS, ids=[" ".join(one) or "none" for one in FLAGS])
with_no_skip = pytest.mark.parametrize("flags", [one for one in FLAGS if NO_SKIP in one], ids=" ".join)
seeds = pytest.mark.parametrize("seed", range(12))


@seeds
def test_with_nothing_chosen_it_is_exactly_the_ordinary_movement(seed):
    for (_, opened, _), (later, coming, again) in itertools.pairwise(played((), seed)):
        if again:
            continue  # a misdealt round has the blinds that it had, without those who have gone
        live = sorted(later)
        assert coming.seats == tuple(live)
        assert coming.waits == ()
        assert coming.button == after(opened.button, live)
        order = ordered(coming.button, live)
        first, last = (coming.button, order[0]) if len(live) == 2 else order[:2]
        assert coming.blinds == ((first, 100), (last, 200))


@every_flag
@seeds
def test_everyone_with_chips_takes_part_but_newcomers_who_wait_once(flags, seed):
    waited = set()
    for people, opened, again in played(flags, seed):
        assert again or {*opened.seats, *opened.waits} == {*people}
        waiting = {people[seat] for seat in opened.waits}
        assert not waiting or WAITS in flags
        assert not waiting & waited, "nobody waits twice"
        waited |= waiting


@every_flag
@seeds
def test_the_last_blind_is_always_posted_and_never_the_buttons_among_three(flags, seed):
    for _, opened, _ in played(flags, seed):
        seat, chips = opened.blinds[-1]
        assert chips == 200
        assert seat in opened.seats
        assert seat == opened.due[-1]
        assert all(one in opened.due and one in opened.seats for one, _ in opened.blinds)
        if len(opened.seats) > 2:
            assert opened.button != seat
        else:
            assert opened.blinds[0] == (opened.button, 100)


@with_no_skip
@seeds
def test_the_last_blind_goes_on_by_one_live_player(flags, seed):
    for _, opened, _, coming in neighbours(played(flags, seed)):
        assert coming.due[-1] == after(opened.due[-1], coming.seats)


@with_no_skip
@seeds
def test_nobody_has_the_last_blind_twice_running_and_the_first_blind_follows_it(flags, seed):
    for people, opened, later, coming in neighbours(played(flags, seed)):
        was = people[opened.due[-1]]
        assert was != later[coming.due[-1]]
        if len(coming.seats) > 2 and was in later.values():
            assert (opened.due[-1], 100) in coming.blinds


@with_no_skip
@seeds
def test_in_an_orbit_each_who_stays_posts_each_blind_once(flags, seed):
    """From one last blind of a player to the next one, everybody who sat there all the while has had it once."""
    rounds = played(flags, seed)
    lasts = [people[opened.due[-1]] for people, opened, _ in rounds]
    checked = 0
    for begin_at, player in enumerate(lasts):
        if player not in lasts[begin_at + 1 :]:
            continue
        end = lasts.index(player, begin_at + 1)
        stayed = set.intersection(*({*people.values()} for people, _, _ in rounds[begin_at : end + 1]))
        orbit = lasts[begin_at + 1 : end + 1]
        assert {one: orbit.count(one) for one in stayed} == dict.fromkeys(stayed, 1)
        checked += 1
    assert checked > 5


@every_flag
@seeds
def test_the_button_passes_over_nobody_who_has_had_the_blinds(flags, seed):
    """Over nobody who has had the last blind here and stays, but who has it again: the last blind goes on first."""
    rounds = played(flags, seed)
    had = {*rounds[0][0].values()}
    for people, opened, later, coming in neighbours(rounds):
        had.add(people[opened.due[-1]])
        if len(opened.seats) < 3 or len(coming.seats) < 3:
            continue
        stayed = {seat for seat in opened.seats if seat in coming.seats and people[seat] == later[seat]}
        gone = (coming.button - opened.button) % 9
        passed = {people[seat] for seat in stayed if 0 < (seat - opened.button) % 9 < gone}
        assert passed & had <= {later[coming.due[-1]]}


@every_flag
@seeds
def test_the_button_is_nobodys_only_by_the_first_two_rules(flags, seed):
    for _, opened, _, coming in neighbours(played(flags, seed)):
        if coming.button in coming.seats:
            continue
        assert len(coming.seats) > 2
        if NO_SKIP not in flags:
            assert RESTS in flags
            assert coming.button == after(opened.button, opened.seats), "the player on the left went out"
        elif RESTS not in flags:
            assert coming.button == opened.button, "it waits where it is"
