"""An independent checker of a finished event: it reads the events alone and recomputes moves, places and prizes.

It shares no code with what decided them; the ways are written again from the clauses.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p


class Checker:
    """What the events say, step by step."""

    def __init__(
        self,
        conditions: Any,
        events: list[Any],
        apart: frozenset[frozenset[str]] = frozenset(),
        draw: Callable[[str, int], tuple[int, ...]] | None = None,
        dealing: Mapping[int, Mapping[int, int]] | None = None,
    ) -> None:
        self.conditions, self.events, self.apart, self.draw = conditions, events, apart, draw
        self.dealing = dealing or {}  # by the number of an event, the buttons of rounds that tables were dealing
        self.planned_at: dict[int, int] = {}  # by proposal, the number of its event
        self.seats: dict[str, tuple[int, int]] = {}
        self.chips: dict[str, int] = {}
        self.late: Counter[str] = Counter()  # bought, not yet at the table
        self.tables: dict[int, int] = {}
        self.buttons: dict[int, int] = {}
        self.issued = 0
        self.moves: dict[str, Any] = {}
        self.moved = Counter[str]()
        self.broke: list[list[Any]] = []  # rounds, as they ended
        self.open: set[str] = set()
        self.places: dict[str, p.PlayerEliminated] = {}
        self.out_of: list[str] = []
        self.awarded: e.PrizesAwarded | None = None
        self.pool = 0
        self.paid = Counter[str]()
        self.pairs_now: tuple[tuple[str, ...], ...] = ()  # of a bracket's round
        self.last_pairs: tuple[tuple[str, ...], ...] = ()
        self.wins = Counter[str]()  # of its matches
        self.outs: list[set[str]] = []  # of the session, as they went out; those who share a place together

    def check(self) -> Checker:
        for number, event in enumerate(self.events):
            self.number = number
            assert event.cites or not isinstance(event, p.PlayEvent), event
            getattr(self, type(event).__name__, lambda _event: None)(event)
        return self

    # -- seats and chips -----------------------------------------------------------------------------------------------

    def SeatsDrawn(self, event: p.SeatsDrawn) -> None:  # noqa: N802 - named after the event
        self.seats, self.chips, self.tables, self.buttons = {}, {}, {one.number: one.seats for one in event.tables}, {}
        self.late.clear()
        for one in event.seats:
            assert (one.table, one.seat) not in self.seats.values()
            self.seats[one.player], self.chips[one.player] = (one.table, one.seat), one.chips
        sizes = Counter(one.table for one in event.seats).values()
        assert max(sizes) - min(sizes) <= 1, "the draw fills tables evenly"
        assert len(set(self.chips.values())) == 1, "equal chips"
        self.issued = sum(self.chips.values())
        self.broke, self.open, self.outs = [], set(), []

    # -- brackets ------------------------------------------------------------------------------------------------------

    def MatchesBegun(self, event: p.MatchesBegun) -> None:  # noqa: N802
        """Two at each table with equal chips, as they are paired; for the third place who lost before the final."""
        self.seats, self.chips, self.tables = {}, {}, {one.number: one.seats for one in event.tables}
        for one in event.seats:
            self.seats[one.player], self.chips[one.player] = (one.table, one.seat), one.chips
        assert set(Counter(table for table, _ in self.seats.values()).values()) <= {2}
        assert len(set(self.chips.values())) == 1, "equal chips"
        sitting = defaultdict(set)
        for player, (table, _) in self.seats.items():
            sitting[table].add(player)
        assert set(sitting) == set(self.tables)
        assert {frozenset(one) for one in sitting.values()} <= {frozenset(pair) for pair in event.pairs}
        if event.third_place and event.match == 1:
            assert len(event.pairs) == 2
            semis = [set(pair) for pair in self.last_pairs]
            assert all(len(pair & set(event.pairs[0])) == len(pair & set(event.pairs[1])) == 1 for pair in semis)
        if event.match == 1:
            self.wins = Counter[str]()
        self.pairs_now, self.issued = event.pairs, sum(self.chips.values())

    def MatchWon(self, event: p.MatchWon) -> None:  # noqa: N802
        assert self.chips[event.over] == 0
        assert self.seats[event.over][0] == self.seats[event.player][0] == event.table
        self.wins[event.player] += 1
        assert event.wins == self.wins[event.player]
        del self.seats[event.over], self.chips[event.over]

    def MatchesOver(self, event: p.MatchesOver) -> None:  # noqa: N802
        assert event.returned == sum(self.chips.values()) == self.issued
        self.seats, self.chips, self.last_pairs = {}, {}, self.pairs_now

    def HandNoted(self, event: p.HandNoted) -> None:  # noqa: N802
        for one in event.results:
            assert self.seats[one.player] == (event.table, one.seat)
            held = self.chips[one.player]
            if one.before != held:
                assert one.before == held + self.late.pop(one.player)
            self.chips[one.player] = one.after
        assert sum(one.before for one in event.results) + event.added == sum(one.after for one in event.results)
        self.issued += event.added
        assert sum(self.chips.values()) + sum(self.late.values()) == self.issued
        self.buttons[event.table] = event.button

    def ChipsBought(self, event: p.ChipsBought) -> None:  # noqa: N802
        self.late[event.player] += event.chips
        self.issued += event.chips
        self.open.discard(event.player)
        self.broke = [[one for one in group if one.player != event.player] for group in self.broke]

    def LateSeated(self, event: p.LateSeated) -> None:  # noqa: N802
        one = event.seat
        for table in event.tables:
            self.tables[table.number] = table.seats
        sizes = self.sizes()
        assert sizes[one.table] == min(sizes.values()), "a late player goes to the shortest table"
        assert (one.table, one.seat) not in self.seats.values()
        self.seats[one.player], self.chips[one.player] = (one.table, one.seat), one.chips
        self.issued += one.chips
        self.places.pop(one.player, None)

    def SubstituteNamed(self, event: e.SubstituteNamed) -> None:  # noqa: N802
        """The seat and the chips are another's; nobody has moved."""
        for held in (self.seats, self.chips, self.late):
            if event.player in held:
                assert event.substitute not in held
                held[event.substitute] = held.pop(event.player)

        def now(who: str) -> str:
            return event.substitute if who == event.player else who

        self.pairs_now = tuple(tuple(map(now, pair)) for pair in self.pairs_now)
        self.last_pairs = tuple(tuple(map(now, pair)) for pair in self.last_pairs)
        self.wins = Counter({now(who): wins for who, wins in self.wins.items()})
        assert event.player not in {one.player for group in self.broke for one in group}, "nobody without chips"

    # -- eliminations --------------------------------------------------------------------------------------------------

    def WentBroke(self, event: p.WentBroke) -> None:  # noqa: N802
        assert self.chips[event.player] == 0
        last = self.broke[-1] if self.broke and self.broke[-1] else None
        same = last and (
            last[0].together == event.together != 0
            or (not event.together and (last[0].table, last[0].number) == (event.table, event.number))
        )
        if same:
            last.append(event)
        else:
            self.broke.append([event])
        if event.until_ms:
            self.open.add(event.player)

    def RebuyDeclined(self, event: p.RebuyDeclined) -> None:  # noqa: N802
        self.open.remove(event.player)

    def PlayerEliminated(self, event: p.PlayerEliminated) -> None:  # noqa: N802
        if event.chips:
            self.lowest_stake(event)
            return
        if not event.table:  # of a bracket
            self.places[event.player] = event
            return
        self.broke = [group for group in self.broke if group]
        group = self.broke[0]
        assert event.player in {one.player for one in group}, "an earlier round is placed first"
        assert not self.open & {one.player for one in group}, "somebody may still buy chips"
        mine = next(one for one in group if one.player == event.player)
        rest = [one for one in group if one is not mine]
        if len(group) == 1 or not any(one.player in self.places for one in group):
            self.group_size = len(group)
        by = self.conditions.prizes.simultaneous
        value = (lambda one: one.put_in) if by == "contribution-then-share" else (lambda one: one.stake)
        # whoever is out first of the rest has the least
        assert value(mine) == min(map(value, group)), "the lowest is out first"
        equal = [one for one in rest if value(one) == value(mine)]
        if by == "stake-then-draw":
            assert event.shared_with == 1
            assert event.place == len(self.seats), "one below those who are still in"
            if equal:
                assert event.drawn, "equal stakes are drawn for"
        elif event.shared_with == 1:
            assert not equal
            assert event.place == len(self.seats)
        else:
            already = [one for one in self.places.values() if (one.place, one.number) == (event.place, event.number)]
            assert event.place == len(self.seats) - event.shared_with + 1 + len(already)
        group.remove(mine)
        if not group:
            self.broke.pop(0)
        self.goes_out(event)
        del self.seats[event.player], self.chips[event.player]
        self.out_of.append(event.player)

    def lowest_stake(self, event: p.PlayerEliminated) -> None:
        """After an elimination round: nobody at the table has less, and the chips are out of play."""
        table = self.seats[event.player][0]
        held = {who: self.chips[who] + self.late[who] for who, (at, _) in self.seats.items() if at == table}
        assert held[event.player] == event.chips == min(held.values()) > 0
        assert event.place == len(self.seats)
        self.issued -= event.chips
        self.late.pop(event.player, None)
        self.goes_out(event)
        del self.seats[event.player], self.chips[event.player]

    def goes_out(self, event: p.PlayerEliminated) -> None:
        """The place is the player's; with whom it is shared is with whom the player went out."""
        shares = self.outs[-1] if self.outs and event.shared_with > 1 else set()
        if any(self.places[one].place == event.place for one in shares):
            shares.add(event.player)
        else:
            self.outs.append({event.player})
        self.places[event.player] = event

    def BonusWon(self, event: p.BonusWon) -> None:  # noqa: N802
        self.late[event.player] += event.chips
        self.issued += event.chips

    def PlayerDisqualified(self, event: p.PlayerDisqualified) -> None:  # noqa: N802
        if event.player not in self.chips:  # found out later
            assert not event.chips
            return
        assert event.chips == self.chips.pop(event.player) + self.late.pop(event.player, 0)
        self.issued -= event.chips
        del self.seats[event.player]

    # -- moves ---------------------------------------------------------------------------------------------------------

    def sizes(self) -> Counter[int]:
        found = Counter(dict.fromkeys(self.tables, 0))
        found.update(table for table, _ in self.seats.values())
        return found

    def MovesProposed(self, event: p.MovesProposed) -> None:  # noqa: N802
        self.planned_at[event.id] = self.number

    def MovesOrdered(self, event: p.MovesOrdered) -> None:  # noqa: N802
        assert not self.moves, "moves before the last are done"
        self.plan = event.id
        sits = dict(self.seats)
        for one in event.tables:
            self.tables[one.number] = one.seats
        reasons = {one.reason for one in event.ordered}
        assert len(reasons) == 1
        reason = reasons.pop()
        if reason == "redraw":
            (final,) = event.tables
            assert len(sits) <= final.seats
            assert {one.player for one in event.ordered} == set(sits)
        if reason == "break":
            (broken,) = {one.from_table for one in event.ordered}
            there = {player for player, (table, _) in sits.items() if table == broken}
            assert {one.player for one in event.ordered} == there, "all of the table go"
            assert len(sits) <= sum(self.tables.values()) - self.tables[broken], "the others have seats for all"
            if self.conditions.play.breaking.order == "highest-number":
                assert broken == max(self.tables)
        for one in event.ordered:
            if reason == "balance":
                self.planned = sits
                self.balanced(one, sits)
            assert sits[one.player] == (one.from_table, one.from_seat)
            assert (one.to_table, one.to_seat) not in sits.values()
            sits[one.player] = (one.to_table, one.to_seat)
            self.moves[one.act] = one
        if reason == "break":
            sizes = Counter(table for table, _ in sits.values()).values()
            before = Counter(table for table, _ in self.seats.values())
            before.pop(broken)
            assert max(sizes) - min(sizes) <= max(1, max(before.values()) - min(before.values()))

    def balanced(self, move: Any, sits: dict[str, tuple[int, int]]) -> None:
        """From the fullest table to the shortest: who goes and to which seat as the conditions choose them."""
        sizes = Counter(dict.fromkeys(self.tables, 0))
        sizes.update(table for table, _ in sits.values())
        assert sizes[move.from_table] == max(sizes.values())
        assert sizes[move.to_table] == min(sizes.values())
        terms = self.conditions.play.balancing
        assert sizes[move.from_table] - sizes[move.to_table] > terms.most_difference
        assert (move.sharing_before, move.sharing_after) == (sizes[move.from_table], sizes[move.to_table] + 1)
        assert (move.chosen_by, move.seat_by) == (terms.who, terms.to)
        here = {seat: player for player, (table, seat) in sits.items() if table == move.from_table}
        staying = {one.player for group in self.broke for one in group}
        waits = {player: self.hands_to_blind(seat, list(here), move.from_table) for seat, player in here.items()}
        seats = self.free_seats(move, sits)
        assert {one.player: one.hands_to_last_blind for one in move.who} == {
            one: hands for one, hands in waits.items() if one not in staying
        }, "all who might have gone were considered"
        assert {one.seat: one.hands_to_last_blind for one in move.where} == {
            seat: hands for seat, (_, hands) in seats.items()
        }, "every free seat was considered"
        self.right_seat(move, waits, seats)
        self.right_player(move, waits, seats, {player for player in waits if player not in staying})

    def free_seats(self, move: Any, sits: dict[str, tuple[int, int]]) -> dict[int, tuple[bool, int]]:
        """By free seat of the table: whether it has the first blind next, and in how many hands the last."""
        taken = [seat for table, seat in sits.values() if table == move.to_table]
        found = {}
        for seat in range(1, self.tables[move.to_table] + 1):
            if seat not in taken:
                order = self.after_button([*taken, seat], move.to_table)
                first_blind = len(order) > 2 and order[1] == seat
                found[seat] = (first_blind, self.hands_to_blind(seat, [*taken, seat], move.to_table))
        return found

    def right_seat(self, move: Any, waits: dict[str, int], seats: dict[int, tuple[bool, int]]) -> None:
        if move.seat_by == "worst-position":
            assert seats[move.to_seat] == min(seats.values())
        elif move.seat_by == "by-position":
            off = {seat: abs(hands - waits[move.player]) for seat, (_, hands) in seats.items()}
            assert off[move.to_seat] == min(off.values())
        else:
            order = self.drawn(move, "/seat", len(seats))
            assert move.to_seat == sorted(seats)[order[0]]

    def right_player(self, move: Any, waits: dict[str, int], seats: dict[int, tuple[bool, int]], may: set[str]) -> None:
        there = {player for player, (table, _) in self.planned.items() if table == move.to_table}
        free = {one for one in may if not any(frozenset((one, other)) in self.apart for other in there)} or may
        assert move.player in free
        if move.chosen_by == "next-last-blind":
            assert waits[move.player] == min(waits[one] for one in free)
        elif move.chosen_by == "by-position":
            fixed = seats[move.to_seat][1]
            near = {
                one: abs(fixed - waits[one])
                if move.seat_by == "draw"
                else abs(min(seats.values())[1] - waits[one])
                if move.seat_by == "worst-position"
                else min(abs(hands - waits[one]) for _, hands in seats.values())
                for one in free
            }
            assert near[move.player] == min(near.values())
            assert waits[move.player] == min(waits[one] for one in free if near[one] == near[move.player])
        else:
            order = self.drawn(move, "/who", len(waits))
            listed = [sorted(waits, key=waits.__getitem__)[at] for at in order]
            assert move.player == next(one for one in listed if one in free)

    def drawn(self, move: Any, ending: str, count: int) -> tuple[int, ...]:
        (name,) = [one for one in move.draws if one.endswith(ending)]
        return self.draw(name, count)

    def after_button(self, seats: list[int], table: int) -> list[int]:
        at = self.planned_at.get(self.plan, self.number)
        button = self.dealing.get(at, {}).get(table) or self.buttons.get(table) or 1
        return [seat for seat in sorted(seats) if seat > button] + [seat for seat in sorted(seats) if seat <= button]

    def hands_to_blind(self, seat: int, seats: list[int], table: int) -> int:
        """Rotate the button hand by hand until the last blind is at the seat."""
        order = self.after_button(seats, table)
        blind = 2 if len(order) > 2 else 1
        for hands in range(1, len(order) + 1):
            if order[(hands - 1 + blind) % len(order)] == seat:
                return hands
        raise AssertionError(seat)

    def MoveDone(self, event: p.MoveDone) -> None:  # noqa: N802
        one = self.moves.pop(event.act)
        assert self.chips[one.player] > 0
        self.seats[one.player] = (one.to_table, one.to_seat)
        self.moved[one.player] += 1

    def MoveCancelled(self, event: p.MoveCancelled) -> None:  # noqa: N802
        del self.moves[event.act]

    def TableBroken(self, event: p.TableBroken) -> None:  # noqa: N802
        assert not any(table == event.table for table, _ in self.seats.values())
        del self.tables[event.table]

    # -- prizes --------------------------------------------------------------------------------------------------------

    def PoolClosed(self, event: e.PoolClosed) -> None:  # noqa: N802
        self.pool = event.cents

    def PrizesAwarded(self, event: e.PrizesAwarded) -> None:  # noqa: N802
        self.awarded = event
        named = [player for group in event.places for player in group]
        assert len(named) == len(set(named))
        assert sum(one.cents for one in event.prizes) == self.pool, "the whole pool"

    def check_one_session(self) -> None:
        """The places and prizes of an event of one session, from the order of elimination."""
        by_place = defaultdict(set)
        for player, one in self.places.items():
            by_place[one.place].add(player)
        (winner,) = self.seats
        groups = [{winner}, *(by_place[place] for place in sorted(by_place))]
        positions = 1
        for group in groups[1:]:
            positions += 1
            assert {self.places[one].place for one in group} == {positions}
            positions += len(group) - 1
        self.check_prizes(groups)

    def check_prizes(self, groups: list[set[str]]) -> None:
        """These places, best first, and what they win: together what their places are worth, equal to the cent."""
        assert self.awarded is not None
        assert [set(group) for group in self.awarded.places] == groups
        shares = self.shares(sum(map(len, groups)))
        at, won = 0, {one.player: one.cents for one in self.awarded.prizes}
        for group in groups:
            together = sum(shares[at : at + len(group)])
            at += len(group)
            got = sorted(won.get(one, 0) for one in group)
            assert sum(got) == together
            assert got[-1] - got[0] <= (1 if self.conditions.prizes.satellite == "none" else self.pool)

    def shares(self, entries: int) -> list[int]:
        """What every place wins: exact shares, rounded down, the lost cents to the largest fractions."""
        if (satellite := self.conditions.prizes.satellite) != "none":  # whole entries, and what is left to the next
            entries, rest = divmod(self.pool, satellite.entry_cents)
            return [satellite.entry_cents] * entries + [rest]
        band = [one for one in self.conditions.prizes.bands if one.from_entries <= entries][-1]
        exact = []
        for line in band.prizes:
            lines = range(line.place, max(line.to, line.place) + 1)
            exact += [Fraction(self.pool * line.per_mille, 1_000)] * len(lines)
        cents = [share.numerator // share.denominator for share in exact]
        for at in sorted(range(len(exact)), key=lambda at: (-(exact[at] - cents[at]), at))[: self.pool - sum(cents)]:
            cents[at] += 1
        return cents


class EverySession(Checker):
    """The places of each session too, of an event in which nobody is disqualified or enters again."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.parted: list[set[str]] | None = None  # the places so far where some play on for theirs, who are `tied`
        self.tied: set[str] = set()
        self.over: dict[str, tuple[list[set[str]], set[str]]] = {}  # by session: its places, and who advanced
        self.lost: list[set[str]] = []  # of a bracket: who lost each round, the first first

    def ranked(self) -> list[set[str]]:
        """Those who are left by their chips, then those who are out; where some play on for places, in theirs."""
        held = {player: chips + self.late[player] for player, chips in self.chips.items()}
        left = [{who for who, chips in held.items() if chips == have} for have in sorted(set(held.values()))[::-1]]
        found = left + self.outs[::-1]
        if self.parted is None:
            return found
        at = self.parted.index(self.tied)
        return self.parted[:at] + found + self.parted[at + 1 :]

    def PlayOffCalled(self, event: p.PlayOffCalled) -> None:  # noqa: N802
        if event.again:  # the last of each table, whatever chips they have
            self.chips = dict.fromkeys(self.chips, 1)
        groups = self.ranked()
        assert [set(group) for group in event.places] == groups
        assert set(event.tied) in groups
        self.parted, self.tied = groups, set(event.tied)

    def SessionOver(self, event: p.SessionOver) -> None:  # noqa: N802
        terms = self.conditions.session(event.session)
        groups = self.in_bracket() if terms.format == "heads-up" else self.ranked()
        assert [set(group) for group in event.places] == groups
        if terms.advance != "final":
            self.right_ones(terms.advance, event, groups)
        self.over[event.session] = groups, set(event.advanced)
        self.parted, self.outs = None, []

    def right_ones(self, terms: Any, event: p.SessionOver, groups: list[set[str]]) -> None:
        """The last of every table advance, or so many with the most chips."""
        if terms.per == "table":
            assert terms.method == "survivors"
            assert set(event.advanced) == set(self.seats)
            assert set(Counter(table for table, _ in self.seats.values()).values()) <= {terms.count}
            return
        best, went = [], set(event.advanced)
        for group in groups:
            best += sorted(group, key=lambda one: one not in went)
        assert set(best[: terms.count]) == went

    def in_bracket(self) -> list[set[str]]:
        """The winner, the other of the final, then those who lost each round before, who share their places."""
        assert not self.conditions.heads_up.third_place
        (last,) = self.last_pairs
        won, lost = sorted(last, key=lambda one: -self.wins[one])
        return [{won}, {lost}, *self.lost[::-1]]

    def MatchesBegun(self, event: p.MatchesBegun) -> None:  # noqa: N802
        """Who had more wins, or nobody to play against, plays the next round: nobody else, and everybody once."""
        playing = [one for pair in event.pairs for one in pair if one]
        assert len(playing) == len(set(playing))
        if event.round > 1 and event.match == 1:
            assert all(two for _, two in event.pairs), "byes in the first round only"
            lost = {min(pair, key=lambda one: self.wins[one]) for pair in self.last_pairs if pair[1]}
            assert set(playing) == {one for pair in self.last_pairs for one in pair if one} - lost
            self.lost.append(lost)
        super().MatchesBegun(event)

    def check_every_session(self) -> None:
        """The places and prizes of any event: those of the final, then of those who did not get there."""
        groups, later = [], set()
        for session in reversed(self.conditions.sessions):
            mine, advanced = self.over[session.name]
            assert advanced <= later, "whoever advanced played on"
            groups += [rest for group in mine if (rest := group - later)]
            later |= {one for group in mine for one in group}
        self.check_prizes(groups)
