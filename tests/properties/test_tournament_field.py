"""A simulated field, driven only by the director's orders, ends with every invariant; an independent checker agrees."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from openfelt.cage import accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import RuleViolation
from openfelt.room.offices import Officer
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.directing import next_orders
from openfelt.tournaments.rules import TOURNAMENTS
from tests.conftest import count
from tests.field_checker import Checker, EverySession
from tests.field_kit import (
    CONDUCTS,
    MANY,
    MOVED,
    OPERATOR,
    Field,
    bands,
    conditions,
    even,
    field_of,
    finish,
    no_round_after_the_end,
)
from tests.tournament_kit import EVERY, changed, whole, with_more


@pytest.mark.parametrize("book", ["house", "nsw-poker", "act-stud"])
@pytest.mark.parametrize("seed", range(3))
def test_a_field_ends_with_every_invariant_and_the_checker_agrees(book, seed):
    made = field_of(conditions(book, places=12), 60 + 7 * seed, seed)
    made.play(each=even)
    finish(made)
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    checker.check_one_session()
    assert sum(map(len, made.event.places)) == len(made.names)


@pytest.mark.slow
def test_a_large_field_ends():
    made = field_of(conditions("house", places=100), count(1_000, 10_000), 7, swing=0.6)
    made.play(each=even)
    finish(made)
    Checker(made.conditions, made.events, dealing=made.dealing).check().check_one_session()


@pytest.mark.parametrize(("book", "template"), EVERY)
def test_a_field_of_every_format_ends_and_the_checker_finds_the_same_places_and_prizes(book, template):
    """In the long run with 10,000 entrants: 1,112 tables, or a bracket of fourteen rounds."""
    made = field_of(large(book, template), count(60, 10_000), 8, swing=0.6)
    made.play(each=even if made.conditions.play.balancing != "none" else no_round_after_the_end)
    finish(made)
    EverySession(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check().check_every_session()
    assert sorted(player for group in made.event.places for player in group) == sorted(made.names)


def large(book: str, template: str):
    """A template as it stands, with room for a large field."""
    sessions = range(len(whole(book, template).sessions))
    room = {f"sessions__{number}__tables": 5_000 for number in sessions}
    return whole(book, template, **MANY, **room, **(MOVED if (book, template) == ("act-stud", "satellite") else {}))


@pytest.mark.parametrize("seed", range(4))
def test_near_the_prizes_tables_wait_for_each_other(seed):
    made = field_of(conditions("nsw-poker", places=15, play__hand_for_hand={"players_above": 6}), 40, seed, swing=0.3)
    rounds = []

    def each(field: Field) -> None:
        play = field.event.play
        if play.waits and play.rounds:
            ahead = [field.tables[table].hands for table in play.tables]
            allowed = [play.rounds.get(table, 0) for table in play.tables]
            assert all(hands <= most for hands, most in zip(ahead, allowed, strict=True) if most)
            rounds.append(play.together)

    made.play(each=each)
    finish(made)
    names = [type(one).__name__ for one in made.events]
    assert names.count("HandForHandBegan") == names.count("HandForHandEnded") >= 1
    assert rounds
    together = [one for one in made.events if isinstance(one, p.HandNoted) and one.together]
    assert together
    Checker(made.conditions, made.events, dealing=made.dealing).check().check_one_session()


def test_those_who_are_to_be_kept_apart_sit_together_only_where_nothing_helps():
    made = Field(conditions("house"), 60, 5)
    made.apart = frozenset(frozenset(pair) for pair in (("p1", "p2"), ("p1", "p3"), ("p4", "p5")))
    made.enter()
    made.give(o.Start(CONDUCTS))

    def each(field: Field) -> None:
        table = {one.player: one.table for one in field.event.play.players.values()}
        for pair in field.apart:
            one, two = sorted(pair)
            if len(field.event.play.tables) > 3 and one in table and two in table:
                assert table[one] != table[two]

    made.play(each=each)
    finish(made)
    Checker(made.conditions, made.events, made.apart, dealing=made.dealing).check()


WAYS = [
    (who, to) for who in ("next-last-blind", "by-position", "draw") for to in ("worst-position", "by-position", "draw")
]


@pytest.mark.parametrize(("who", "to"), WAYS)
def test_tables_are_kept_even_in_every_way_that_conditions_may_name(who, to):
    terms = {"who": who, "to": to}
    made = field_of(conditions("house", places=6, play__balancing=terms, play__final_table_redraw=False), 70, 4)
    made.play(each=even)
    finish(made)
    ordered = [move for one in made.events if isinstance(one, p.MovesOrdered) for move in one.ordered]
    balanced = [move for move in ordered if move.reason == "balance"]
    assert balanced
    assert all(len(move.draws) == [who, to].count("draw") for move in balanced)
    Checker(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check().check_one_session()


@pytest.mark.parametrize("steps", ["one-step-draw", "two-step-draw"])
def test_a_broken_table_s_players_find_seats_by_as_many_draws_as_the_conditions_say(steps):
    made = field_of(conditions("house", play__breaking={"seats": steps}), 40, 6)
    made.play(each=even)
    finish(made)
    broken = [move for one in made.events if isinstance(one, p.MovesOrdered) for move in one.ordered]
    broken = [move for move in broken if move.reason == "break"]
    assert broken
    assert {len(move.draws) for move in broken} == {1 if steps == "one-step-draw" else 2}
    Checker(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check().check_one_session()


def test_nobody_moves_and_no_table_is_broken_where_the_conditions_have_none():
    made = field_of(whole("act-stud", **MANY), 7, 3)
    made.play()
    finish(made)
    assert not any(isinstance(one, p.MovesOrdered) for one in made.events)


def test_a_director_that_starts_again_at_any_moment_orders_the_same_under_the_same_ids():
    """Every order is read from the event and its tables alone: asked twice, the director says the same."""
    made = field_of(conditions("house"), 30, 11)

    def each(field: Field) -> None:
        first = next_orders(field.event.copy(), field.reports(), field.now_ms)
        assert first == next_orders(field.event, field.reports(), field.now_ms)

    made.play(each=each)
    finish(made)


def test_every_round_is_played_at_the_level_that_the_clock_has_reached():
    made = field_of(conditions("house"), 30, 2)
    made.play()
    reached = [one for one in made.events if isinstance(one, p.StageReached)]
    assert [one.stage for one in reached] == list(range(1, len(reached) + 1))
    for table in made.tables.values():
        assert table.levels == sorted(table.levels)


def buys(made: Field) -> None:
    """Players take the re-buys and add-ons that they may, or let them be, at random."""
    for name in list(made.event.play.players):
        kind = made.chance.choice(("re-buy", "add-on", "decline", "think"))
        order = q.DeclineRebuy(name) if kind == "decline" else q.BuyChips(name, kind)
        if kind != "think" and made.chance.random() < 0.3:
            with contextlib.suppress(RuleViolation):
                made.give(order)


@pytest.mark.parametrize("book", ["house", "nsw-poker"])
@pytest.mark.parametrize("seed", range(4))
def test_a_field_with_re_buys_and_add_ons_ends(book, seed):
    made = field_of(conditions(book, "re-buy", places=6), 30, seed)
    made.play(each=buys)
    finish(made)
    bought = [one for one in made.events if isinstance(one, p.ChipsBought)]
    assert {one.what for one in bought} == {"re-buy", "add-on"}
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    checker.check_one_session()
    assert checker.pool == 2_000 * (len(made.names) + len(bought))
    assert any(isinstance(one, p.RebuyDeclined) and one.lapsed for one in made.events)


SESSIONS = [(book, key) for book in TOURNAMENTS.books() for key in ("shoot-out", "multi-session", "mixed")]


@pytest.mark.parametrize(("book", "template"), [one for one in SESSIONS if one[1] in TOURNAMENTS.of(one[0]).templates])
@pytest.mark.parametrize("seed", range(3))
def test_a_template_runs_to_its_end(book, template, seed):
    changes = {"sessions__1__tables": 9} if book == "nsw-poker" and template != "mixed" else {}
    made = field_of(whole(book, template, **changes), 16, seed, swing=0.2)
    made.play(each=no_round_after_the_end)
    finish(made)
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    named = [player for group in made.event.places for player in group]
    assert sorted(named) == sorted(made.names)
    assert sum(one.cents for one in checker.awarded.prizes) == checker.pool
    over = [one for one in made.events if isinstance(one, p.SessionOver)]
    assert len(over) == len(made.conditions.sessions)
    final = {player for group in over[-1].places for player in group}
    assert len(over) == 1 or set(over[0].advanced) == final


def comes_late(made: Field) -> None:
    """Now and then somebody enters late, and somebody who is out buys back in."""
    if made.chance.random() < 0.3 and made.later:
        name = made.later.pop()
        with contextlib.suppress(RuleViolation):
            made.pay(name)
    out = [one for one in made.event.play.eliminated if one not in made.event.play.players]
    if out and made.chance.random() < 0.3:
        with contextlib.suppress(RuleViolation):
            made.give(q.ReEnter(made.chance.choice(out)))


@pytest.mark.parametrize("seed", range(5))
def test_late_entries_alternates_and_those_who_buy_back_in(seed):
    changes = {
        "entry__re_entry": {"most": 2, "period": {"last_level": 3}, "entry_fee_cents": 0, "buy_in_cents": 2_000},
        "entry__most_players": 40,
    }
    made = Field(whole("house", "turbo", **changes), 60, seed, swing=0.3)
    made.later, made.names = made.names[30:], made.names[:30]
    made.enter()
    made.give(o.Start(None))
    made.play(each=comes_late)
    finish(made)
    late = Counter(one.why for one in made.events if isinstance(one, p.LateSeated))
    assert late["late"]
    assert late["re-entry"]
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    named = [player for group in made.event.places for player in group]
    played = {one for one, entry in made.event.entries.items() if entry.status == "playing"}
    assert len(named) == len(set(named))
    assert set(named) == played
    back = sum(one.status == "unseated" for one in made.event.entries.values())
    paid = sum(isinstance(one, e.EntryPaid) for one in made.events) - back
    assert checker.pool == 2_000 * (paid + late["re-entry"])


@pytest.mark.parametrize("book", ["house", "nsw-poker", "act-stud"])
@pytest.mark.parametrize("seed", range(3))
def test_disqualified_players_win_nothing_and_those_below_move_up(book, seed):
    made = field_of(conditions(book, places=5), 25, seed)

    def each(field: Field) -> None:
        name = field.chance.choice(field.names)
        is_placed = name not in field.event.play.players
        if field.chance.random() < 0.2 and (is_placed or len(field.event.play.players) > 2):
            with contextlib.suppress(RuleViolation):
                field.give(q.Disqualify(name, "breach", OPERATOR if book == "act-stud" else CONDUCTS))

    made.play(each=each)
    finish(made)
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    out = {one.player for one in made.events if isinstance(one, p.PlayerDisqualified)}
    assert out
    best = [player for group in made.event.places for player in group if player not in out]
    assert {one.player for one in checker.awarded.prizes} == set(best[:5])
    assert sorted(player for group in made.event.places for player in group) == sorted(made.names)


@pytest.mark.parametrize("book", ["house", "nsw-poker", "act-stud"])
@pytest.mark.parametrize(("players", "cost", "seed"), [(17, 7_000, 0), (17, 7_000, 1), (60, 3_500, 2), (60, 3_500, 3)])
def test_a_satellite_ends_when_as_many_are_left_as_entries_are_won(book, players, cost, seed):
    """At one table, or while several play: none of them deals once the last entry is decided."""
    more = {"sessions__0__tables": 5_000} | (MOVED if book == "act-stud" else {})
    made = field_of(whole(book, "satellite", prizes__satellite__entry_cents=cost, **MANY, **more), players, seed)
    made.play(each=even)
    finish(made)
    pool = next(one.cents for one in made.events if isinstance(one, e.PoolClosed))
    entries, rest = divmod(pool, cost)
    awarded = next(one for one in made.events if isinstance(one, e.PrizesAwarded))
    assert [one.cents for one in awarded.prizes] == [cost] * entries + [rest] * bool(rest)
    assert [one.goods for one in awarded.prizes] == ["entry in Main event"] * entries + [""] * bool(rest)
    if book == "house":
        tickets = {one.player: made.ledger.balance(accounts.ticket("Main event", one.player)) for one in awarded.prizes}
        assert sorted(tickets.values()) == sorted([cost] * entries + [0] * bool(rest))


def test_an_entry_that_was_won_pays_for_an_entry_in_the_other_event():
    made = field_of(whole("house", "satellite", prizes__satellite__entry_cents=7_000), 9, 4)
    made.play()
    finish(made)
    winner = made.event.places[0][0]
    before = made.ledger.balance(accounts.purse(winner))
    main = Field(whole("house", name="Main event", sessions__0__buy_in_cents=7_000), 1, 1)
    main.ledger, main.names = made.ledger, [winner]
    main.enter()
    assert made.ledger.balance(accounts.ticket("Main event", winner)) == 0
    assert made.ledger.balance(accounts.purse(winner)) == before
    assert main.event.pool == 7_000


@pytest.mark.parametrize(("won", "left"), [(7_000, 550), (7_550, 0), (7_549, 1), (6_000, 1_550)])
def test_an_entry_that_was_won_pays_fee_and_commission_together_as_far_as_it_goes(won, left):
    """The purse has what is left to pay and no more; one cent less and nothing is paid."""
    costs = {"sessions__0__entry_fee_cents": 7_000, "commission": {"besides_cents": 550}}
    main = Field(whole("act-stud", name="Main event", **costs), 1, 1)
    (name,) = main.names
    purse, ticket = accounts.purse(name), accounts.ticket("Main event", name)
    lines = ((purse, accounts.ISSUED, 1_000_000 - max(0, left - 1)), (accounts.HOUSE, ticket, won))
    for source, target, cents in lines:
        main.ledger.post(transfer(cents, source=source, target=target, reason="so", cites=()))
    main.give(o.Publish("field", main.conditions, OPERATOR))
    main.give(o.OpenRegistration(OPERATOR))
    with pytest.raises(RuleViolation, match="the purse holds") if left else contextlib.nullcontext():
        main.pay(name)
    if not left:
        assert main.ledger.balance(ticket) == won - 7_550
        return
    assert main.ledger.balance(ticket) == won, "nothing was paid"
    main.ledger.post(transfer(1, source=accounts.HOUSE, target=purse, reason="so", cites=()))
    main.give(o.PayFee(name))
    assert main.ledger.balance(ticket) == main.ledger.balance(purse) == 0


@pytest.mark.parametrize("kind", ["fixed", "progressive"])
@pytest.mark.parametrize("seed", range(3))
def test_bounties_are_a_pool_of_their_own_that_is_paid_in_full(kind, seed):
    made = field_of(conditions("house", places=4, prizes__bounty={"kind": kind, "cents": 501}), 40, seed)
    made.play()
    finish(made)
    won = [one for one in made.events if isinstance(one, p.BountyWon)]
    assert sum(one.cents for one in won) == 501 * 40
    assert made.event.money[accounts.pool("field", "bounties")] == 0
    heads = Counter(dict.fromkeys(made.names, 501))
    for one in won:
        if one.out:
            heads[one.player] += one.kept_on
    for out in {one.out for one in won} - {""}:
        mine = [one for one in won if one.out == out]
        assert sum(one.cents + one.kept_on for one in mine) == heads_before(won, out, 501)
        if kind == "progressive":
            assert all(0 <= one.cents - one.kept_on <= 1 or not one.kept_on for one in mine)
        else:
            assert all(one.kept_on == 0 for one in mine)
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    checker.check_one_session()
    assert checker.pool == (2_000 - 501) * 40


LINES = [{"count": 1, "cents": 2_000}, {"count": 4, "per_mille": 150}, {"count": 20, "per_mille": 20}]


@pytest.mark.parametrize("book", ["house", "nsw-poker"])
@pytest.mark.parametrize("left_over", ["first", "prizes"])
@pytest.mark.parametrize("seed", range(3))
def test_mystery_bounties_are_drawn_in_the_sealed_order_and_the_whole_pool_is_paid(book, left_over, seed):
    terms = {"kind": "mystery", "cents": 503, "from_players": 15, "envelopes": LINES, "left_over": left_over}
    made = field_of(conditions(book, places=4, prizes__bounty=terms, entry__least_players=4), 43, seed)
    made.play()
    finish(made)
    (at,) = [number for number, one in enumerate(made.events) if isinstance(one, p.EnvelopesSealed)]
    sealed, pool = made.events[at], 503 * 43
    assert sum(sealed.cents) == pool, "the whole pool"
    rest = pool - 2_000
    assert sealed.cents[0] == 2_000
    assert all(abs(cents - rest * 150 / 1_000) < 1 for cents in sealed.cents[1:5])
    assert sealed.root, "told with the envelopes, before the first is opened"
    assert not any(isinstance(one, p.BountyWon) for one in made.events[:at]), "nothing before the point"
    outs = [one for one in made.events[:at] if isinstance(one, p.PlayerEliminated)]
    assert 43 - len(outs) == sealed.players <= 15
    opened = [one for one in made.events if isinstance(one, p.EnvelopeOpened)]
    order = made.draw(sealed.draw, len(sealed.cents))
    assert [one.envelope - 1 for one in opened] == list(order[: len(opened)]), "one after the other, as it was sealed"
    assert [one.number for one in opened] == list(range(1, len(opened) + 1))
    won = [one for one in made.events if isinstance(one, p.BountyWon)]
    for one in opened:
        mine = [each for each in won if each.out == one.out]
        assert one.cents == sealed.cents[one.envelope - 1] == sum(each.cents for each in mine)
        assert tuple(each.player for each in mine) == one.winners
        assert mine[0].cents - mine[-1].cents <= 1
    left = pool - sum(one.cents for one in opened)
    assert left > 0
    first = sum(one.cents for one in won if not one.out)
    assert first == (left if left_over == "first" else 0)
    assert made.event.money[accounts.pool("field", "bounties")] == 0
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    checker.check_one_session()
    assert checker.pool == (2_000 - 503) * 43 + (left if left_over == "prizes" else 0)


def heads_before(won: list[p.BountyWon], out: str, first: int) -> int:
    """The bounty on a player's head when the player went out."""
    grown = 0
    for one in won:
        if one.out == out:
            break
        grown += one.kept_on if one.player == out else 0
    return first + grown


def test_a_penalty_is_carried_out_once_at_the_player_s_table():
    made = field_of(conditions("nsw-poker"), 20, 3)
    floor = Officer("gus", "gus", ("gaming supervisor",))
    kept = []

    def each(field: Field) -> None:
        for table in field.tables.values():
            kept.extend((table.number, player) for player in table.penalties)
        if len(field.event.play.players) > 4 and field.chance.random() < 0.2:
            field.give(q.GivePenalty(field.chance.choice(list(field.event.play.players)), "talking", floor))

    made.play(each=each)
    finish(made)
    given = [one for one in made.events if isinstance(one, p.PenaltyGiven)]
    assert given
    assert kept
    assert not made.event.play.penalties
    steps = Counter(one.player for one in given)
    assert all(one.step <= steps[one.player] and one.hands >= one.orbits for one in given)


SUBSTITUTES = {"in_person": True, "approved_by": "whoever conducts it"}


def with_substitutes(field: Field, other: Callable[[Field], None] | None = None) -> None:
    """Now and then a player, playing or about to, names somebody who is not in the event."""
    if other is not None:
        other(field)
    if field.chance.random() < 0.2:
        player = field.chance.choice(list(field.event.entries))
        substitute, digest = f"s{len(field.events)}", field.event.digest
        order = o.NameSubstitute(player, substitute, CONDUCTS, in_person=True, form=True, digest=digest)
        with contextlib.suppress(RuleViolation):
            field.give(order)


@pytest.mark.parametrize(("book", "template"), EVERY)
def test_substitutes_play_on_where_the_players_stood(book, template):
    changes = {"sessions__0__tables": 20} if book == "nsw-poker" else {}
    made = field_of(with_more(book, template, **changes, entry__substitutes=SUBSTITUTES), 16, 5, swing=0.2)
    made.play(each=lambda field: with_substitutes(field, anything))
    finish(made)
    Checker(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check()
    named = [one for one in made.events if isinstance(one, e.SubstituteNamed)]
    assert named
    held = {one.substitute: one.player for one in named}

    def first(who: str) -> str:
        return first(held[who]) if who in held else who

    places = [first(player) for group in made.event.places for player in group]
    again = [first(one) for one in made.event.play.bought_in]  # maybe by somebody who had named a substitute
    assert sorted(places) == sorted([*made.names, *(one for one in again if places.count(one) > 1)])


@pytest.mark.parametrize("seed", range(3))
def test_a_substitute_comes_after_the_round_or_not_at_all(seed):
    made = field_of(conditions("nsw-poker", entry__substitutes=SUBSTITUTES), 30, seed, swing=0.5)
    made.play(each=with_substitutes)
    finish(made)
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    checker.check_one_session()
    kinds = Counter(type(one).__name__ for one in made.events)
    assert kinds["SubstituteApproved"] == kinds["SubstituteNamed"] + kinds["SubstituteLapsed"]
    assert kinds["SubstituteNamed"]


def test_nobody_comes_for_a_player_who_is_out_by_then():
    """Everybody who is in a round of play names somebody, and loses all chips in it or not."""
    made = field_of(conditions("nsw-poker", entry__substitutes=SUBSTITUTES), 30, 1, swing=0.95)

    def each(field: Field) -> None:
        dealt = [table.players[seat][0] for table in field.tables.values() for seat in table.dealt]
        for player in dealt if field.chance.random() < 0.3 else ():
            order = o.NameSubstitute(player, f"s{len(field.events)}", CONDUCTS, in_person=True, form=True)
            with contextlib.suppress(RuleViolation):
                field.give(order)

    made.play(each=each)
    finish(made)
    Checker(made.conditions, made.events, dealing=made.dealing).check().check_one_session()
    lapsed = [one for one in made.events if isinstance(one, p.SubstituteLapsed)]
    assert lapsed
    assert all(one.substitute not in made.event.entries for one in lapsed)


FLOOR = Officer("gus", "gus", ("gaming supervisor",))


@pytest.mark.parametrize("seed", range(3))
def test_penalties_of_minutes_are_served_in_time_that_is_played(seed):
    terms = {"by": "minutes", "steps": [9, 14]}
    made = field_of(conditions("nsw-poker", play__penalties=terms, play__hand_for_hand={"players_above": 5}), 24, seed)
    given: dict[str, list] = {}

    def each(field: Field) -> None:
        play = field.event.play
        for act, one in play.serving.items():
            assert play.at_play_ms(field.now_ms) < one.until_ms, f"{act} is over and the player still kept"
            seat = play.players[one.player]
            assert act in field.tables[seat.table].kept[one.player], "the table keeps the player, also after a move"
        if len(play.players) > 5 and field.chance.random() < 0.15:
            (one,) = field.give(q.GivePenalty(field.chance.choice(list(play.players)), "talking", FLOOR))
            given.setdefault(one.player, []).append(one)

    made.play(each=each)
    finish(made)
    served = [one for one in made.events if isinstance(one, p.PenaltyServed)]
    assert served
    assert not made.event.play.serving
    for several in given.values():
        for before, after in pairwise(several):
            assert after.until_ms - before.until_ms >= after.minutes * 60_000, "one after the other"
    assert {one.minutes for several in given.values() for one in several} == {9, 14}


LEVELS_TO_PUT_IN = [
    {"minutes": 7, "least": 75, "most": "stake", "blinds": [50, 75]},
    {"hands": 2, "least": 125, "most": "stake", "blinds": [75, 125]},
    {"minutes": 5, "least": 175, "most": "stake", "blinds": [100, 175], "break_minutes": 3},
]


@pytest.mark.parametrize("seed", range(4))
def test_levels_that_are_put_in_are_played_once_each_where_they_were_put(seed):
    made = field_of(conditions("nsw-poker", play__inserted_levels=LEVELS_TO_PUT_IN), 30, seed)

    def each(field: Field) -> None:
        if field.chance.random() < 0.2 and field.event.play.has_begun:
            with contextlib.suppress(RuleViolation):
                field.give(q.InsertLevel(field.chance.randint(1, 4), CONDUCTS))

    made.play(each=each)
    finish(made)
    put_in = [one for one in made.events if isinstance(one, p.LevelInserted)]
    assert put_in
    assert len({one.which for one in put_in}) == len(put_in), "each once"
    levels = list(made.conditions.schedules[0].levels)
    for one in put_in:
        levels.insert(one.at - 1, made.conditions.play.inserted_levels[one.which - 1])
    published = [one for one in levels if one not in made.conditions.play.inserted_levels]
    assert published == list(made.conditions.schedules[0].levels), "those that were published follow in their order"
    reached = [one for one in made.events if isinstance(one, p.StageReached)]
    assert [one.level for one in reached if not one.is_break] == list(
        range(2, 2 + sum(not one.is_break for one in reached))
    ), "no level is left out"
    for one in reached:
        if one.is_break:
            assert levels[one.level - 1].break_minutes
    for table in made.tables.values():
        assert table.levels == sorted(table.levels)


@pytest.mark.parametrize("seed", range(4))
def test_those_who_buy_into_the_final_play_it_and_have_one_place(seed):
    terms = {"session": "final", "most": 3, "cost_cents": 2_501, "until_minutes_before": 0}
    made = field_of(
        whole("house", "multi-session", entry__final_buy_in=terms, sessions__1__tables=2), 14, seed, swing=0.2
    )
    for name in ("new1", "new2"):
        purse = transfer(10_000, source=accounts.ISSUED, target=accounts.purse(name), reason="issue", cites=())
        made.ledger.post(purse)
    bought = []

    def each(field: Field) -> None:
        out = [one for one in field.event.play.eliminated if one not in field.event.play.players]
        name = field.chance.choice(["new1", "new2", *out, *field.names])
        with contextlib.suppress(RuleViolation):
            field.give(q.BuyIntoFinal(name, form=True))
            bought.append(name)

    made.play(each=each)
    finish(made)
    assert 0 < len(bought) <= 3
    final = next(one for one in made.events if isinstance(one, p.SessionOver) and one.session == "final")
    assert set(bought) <= {player for group in final.places for player in group}
    named = [player for group in made.event.places for player in group]
    assert sorted(named) == sorted({*made.names, *bought})
    checker = Checker(made.conditions, made.events, dealing=made.dealing).check()
    assert checker.pool == 2_000 * 14 + 2_501 * len(bought)


def anything(field: Field) -> None:
    """Whoever conducts the event puts levels in and gives penalties; people buy into the final; all at random."""
    play, pick = field.event.play, field.chance
    tries = [q.InsertLevel(pick.randint(1, 2), CONDUCTS)]
    if play.players:
        who = pick.choice(list(play.players))
        tries += [q.GivePenalty(who, "talking", office) for office in (FLOOR, CONDUCTS)]
    tries.append(q.BuyIntoFinal(pick.choice(field.names), form=True, digest=field.event.digest))
    if pick.random() < 0.3:
        with contextlib.suppress(RuleViolation):
            field.give(pick.choice(tries))


@pytest.mark.parametrize(("book", "template"), EVERY)
def test_every_template_runs_to_its_end_with_the_conditions_that_none_of_them_has(book, template):
    changes = {"sessions__0__tables": 20} if book == "nsw-poker" else {}
    made = field_of(with_more(book, template, **changes), 16, 3, swing=0.3)
    made.play(each=anything)
    finish(made)
    checker = Checker(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check()
    named = [player for group in made.event.places for player in group]
    assert sorted(named) == sorted(made.names)
    assert checker.awarded is not None
    assert made.event.money[accounts.pool("field", "bounties")] == 0
    names = Counter(type(one).__name__ for one in made.events)
    assert names["PenaltyGiven"]
    assert names["LevelInserted"]
    if template != "heads-up" and book != "act-stud":
        assert names["EnvelopesSealed"] == 1


@pytest.mark.slow
def test_a_large_field_ends_with_the_conditions_that_no_template_has():
    lines = [{"count": 3, "per_mille": 100}, {"count": 140, "per_mille": 5}]
    bounty = {"kind": "mystery", "cents": 307, "from_players": "prizes", "envelopes": lines, "left_over": "prizes"}
    more = {"entry.most_players": 20_000, "prizes.bands": bands(100), "prizes.bounty": bounty}
    made = field_of(changed(with_more("house", "freeze-out"), more), 1_000, 7, swing=0.6)
    made.play(each=anything)
    finish(made)
    checker = Checker(made.conditions, made.events, draw=made.draw, dealing=made.dealing).check()
    checker.check_one_session()
    opened = [one for one in made.events if isinstance(one, p.EnvelopeOpened)]
    won = sum(one.cents for one in made.events if isinstance(one, p.BountyWon))
    assert won == sum(one.cents for one in opened)
    assert checker.pool == 2_000 * 1_000 - won


@pytest.mark.parametrize("seed", range(3))
def test_bonus_and_elimination_rounds_keep_chips_and_money(seed):
    changes = {"play__bonus_rounds": {"most": 5, "chips": 1_025, "prize_cents": 77}}
    made = field_of(conditions("house", **changes, play__elimination_rounds={"most": 5}), 30, seed)

    def each(field: Field) -> None:
        if field.chance.random() < 0.3:
            with contextlib.suppress(RuleViolation):
                field.give(q.AnnounceRound(field.chance.choice(("bonus", "elimination")), OPERATOR))

    made.play(each=each)
    finish(made)
    Checker(made.conditions, made.events, dealing=made.dealing).check().check_one_session()
    announced = [one for one in made.events if isinstance(one, p.RoundAnnounced)]
    won = [one for one in made.events if isinstance(one, p.BonusWon)]
    assert {one.kind for one in announced} == {"bonus", "elimination"}
    assert won
    assert any(isinstance(one, p.PlayerEliminated) and one.chips for one in made.events)
    aside = sum(one.prize_cents * len(one.tables) for one in announced)
    left = made.event.money[accounts.pool("field", "bonus")]
    assert sum(one.cents for one in won) + left == aside
    assert left == 0, "what nobody could win is the house's again"
