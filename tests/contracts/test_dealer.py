"""The dealer of a live table enters a real hand: seats, face-up cards, actions, shown hands; the engine rules."""

from __future__ import annotations

import asyncio

import pytest

from openfelt.cards import UNKNOWN
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games.standard import standard_sign
from openfelt.phrases import Name, phrase
from openfelt.service.doors.answers import handle
from openfelt.service.hall import Hall
from openfelt.service.tell.table_views import places_of
from openfelt.service.wire import dealer_protocol as dp
from openfelt.service.wire.subscribers import Reply, Subscriber
from openfelt.service.writers.writer import TableStopped


class Desk:
    """A hall with one live table and a dealer."""

    def __init__(self, hall, account):
        self.hall = hall
        self.account = account
        self.number = 0

    async def enter(self, kind, **fields):
        self.number += 1
        frame = kind(id=f"d{self.number}", table="Live", **fields)
        await handle(self.hall, self.account, Reply(Subscriber(self.account.id), b""), frame)

    @property
    def host(self):
        return self.hall.hosts["Live"]

    async def act(self, action, **fields):
        await self.enter(dp.DealerAct, turn=self.host.hand.turns, action=action, **fields)


def run(tmp_path, story, roles=("dealer",), game=("nsw-poker", "texas-holdem"), name="Dee"):
    async def go():
        hall = Hall(tmp_path, pace=0)
        await hall.start()
        account = hall.accounts.open_account(name, roles, 0, "a long password")
        if "Live" not in hall.hosts:
            await hall.open_table("Live", standard_sign(*game), live=True)
        try:
            await story(Desk(hall, account))
        finally:
            await hall.close()

    asyncio.run(go())


async def two_players(desk):
    await desk.enter(dp.DealerSeat, seat=1, name="Ann", stake=20_000)
    await desk.enter(dp.DealerSeat, seat=3, name="Bob", stake=20_000)
    await desk.enter(dp.DealerOpen)


async def to_the_showdown(desk):
    await two_players(desk)
    await desk.act("call")
    await desk.act("check")
    for cards in (("2c", "3c", "4c"), ("5d",), ("9h",)):
        await desk.enter(dp.DealerDeal, cards=cards)
        await desk.act("check")
        await desk.act("check")


def test_a_live_hand_from_posts_to_the_winner(tmp_path):
    async def story(desk):
        await to_the_showdown(desk)
        first = desk.host.hand.seat_to_act
        await desk.act("show", cards=("Ah", "Ad"))
        await desk.act("show", cards=("6s", "7s"))
        assert desk.host.hand.is_over
        loser = desk.host.table.places[first].stack
        assert loser == 19_800
        assert desk.hall.journal.store.balance("pot/Live") == 0
        assert sum(desk.hall.journal.store.balances().values()) == 0

    run(tmp_path, story)


def test_a_player_who_changes_no_card_stands_pat(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        await desk.act("check")
        first = desk.host.hand.seat_to_act
        await desk.act("draw")
        assert desk.host.hand.seat_to_act != first
        assert list(desk.host.hand.down[desk.host.hand.index[first]]) == [UNKNOWN] * 5
        await desk.act("draw", cards=("??", "??"))
        assert desk.host.hand.seat_to_act == first

    run(tmp_path, story, game=("house", "deuce-to-seven-single"))


def test_a_discard_that_must_be_made_is_not_left_out(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        await desk.act("check")
        await desk.enter(dp.DealerDeal, cards=("2c", "3c", "4c"))
        for _ in range(2):
            await desk.act("check")
        for cards, code in (((), "wrong-count"), (("??", "??"), "wrong-count"), (("Ah",), "not-held")):
            with pytest.raises(RuleViolation) as refusal:
                await desk.act("discard", cards=cards)
            assert refusal.value.code == code
        await desk.act("discard", cards=("??",))

    run(tmp_path, story, game=("nsw-poker", "crazy-pineapple"))


def test_wrong_entries_are_refused_and_change_nothing(tmp_path):
    async def story(desk):
        await two_players(desk)
        before = desk.host.version
        for kind, fields, code in (
            (dp.DealerDeal, {"cards": ("2c", "3c", "4c")}, "not-due"),
            (dp.DealerAct, {"turn": 99, "action": "call"}, "stale"),
            (dp.DealerAct, {"turn": desk.host.hand.turns, "action": "check"}, "may-not-check"),
            (dp.DealerOpen, {}, "hand-going"),
            (dp.DealerUnseat, {"seat": 7}, "no-seat"),
        ):
            with pytest.raises(OpenfeltError) as refusal:
                await desk.enter(kind, **fields)
            assert refusal.value.code == code
        assert desk.host.version == before

    run(tmp_path, story)


def test_only_staff_enters_and_only_at_live_tables(tmp_path):
    async def story(desk):
        with pytest.raises(OpenfeltError) as refusal:
            await desk.enter(dp.DealerOpen)
        assert refusal.value.code == "not-allowed"

    run(tmp_path, story, roles=("player",))

    async def elsewhere(desk):
        await desk.hall.open_table("House", standard_sign("nsw-poker", "omaha"))
        frame = dp.DealerOpen(id="x", table="House")
        with pytest.raises(OpenfeltError) as refusal:
            await handle(desk.hall, desk.account, Reply(Subscriber(desk.account.id), b""), frame)
        assert refusal.value.code == "not-live"

    run(tmp_path / "other", elsewhere)


def test_a_live_hand_goes_on_after_a_restart(tmp_path):
    async def first(desk):
        await two_players(desk)
        await desk.act("call")
        await desk.act("check")
        await desk.enter(dp.DealerDeal, cards=("2c", "3c", "4c"))

    run(tmp_path, first)

    async def second():
        hall = Hall(tmp_path, pace=0)
        await hall.start()
        host = hall.hosts["Live"]
        assert [str(card) for card in host.hand.board] == ["2c", "3c", "4c"]
        account = hall.accounts.open_account("Second", ("dealer",), 0, "a long password")
        desk = Desk(hall, account)
        await desk.act("check")
        with pytest.raises(RuleViolation):
            await desk.enter(dp.DealerDeal, cards=("2c",))
        await hall.close()

    asyncio.run(second())


def test_a_seat_that_is_refused_has_no_chips_issued_for_it(tmp_path):
    async def story(desk):
        await desk.enter(dp.DealerSeat, seat=1, name="Ann", stake=20_000)
        issued = desk.hall.journal.store.balance("issued")
        for seat, stake in ((1, 20_000), (99, 20_000), (2, 1)):
            with pytest.raises(RuleViolation):
                await desk.enter(dp.DealerSeat, seat=seat, name="Bob", stake=stake)
        desk.host.stopped = "a fault of ours"
        with pytest.raises(TableStopped):
            await desk.enter(dp.DealerSeat, seat=2, name="Bob", stake=20_000)
        assert desk.hall.journal.store.balance("issued") == issued
        assert desk.hall.purse("live Bob at Live") == 0

    run(tmp_path, story)


def test_two_dealers_who_seat_one_name_at_one_moment_issue_one_stake(tmp_path):
    async def story(desk):
        entries = [desk.enter(dp.DealerSeat, seat=seat, name="Ann", stake=20_000) for seat in (1, 2)]
        told = await asyncio.gather(*entries, return_exceptions=True)
        assert [type(one) for one in told].count(RuleViolation) == 1
        assert [place.player for place in desk.host.table.places.values()] == ["live Ann at Live"]
        assert desk.hall.purse("live Ann at Live") == 0

    run(tmp_path, story)


def test_a_name_that_sits_already_is_refused_by_the_name_the_dealer_gave(tmp_path):
    async def story(desk):
        await desk.enter(dp.DealerSeat, seat=1, name="Ruth", stake=20_000)
        with pytest.raises(RuleViolation) as refusal:
            await desk.enter(dp.DealerSeat, seat=2, name="Ruth", stake=20_000)
        assert (refusal.value.code, refusal.value.message) == ("already-seated", "Ruth sits at Live already")
        assert refusal.value.cites

    run(tmp_path, story)


def test_a_refusal_at_the_lists_calls_whoever_sits_down_by_that_name(tmp_path, monkeypatch):
    async def story(desk):
        def refuse(_host, order, actor):
            text = phrase("it is not the turn of {player}", player=Name(order.order.player))
            raise RuleViolation("not-your-turn", ("nsw-poker 6.3",), text)

        monkeypatch.setattr(type(desk.hall.lists), "require_turn", lambda _self, *args, **more: refuse(*args, **more))
        with pytest.raises(RuleViolation) as refusal:
            await desk.enter(dp.DealerSeat, seat=2, name="Ruth", stake=20_000)
        assert refusal.value.message == "it is not the turn of Ruth"

    run(tmp_path, story)


def test_nobody_is_away_from_a_live_table_for_want_of_a_connection(tmp_path):
    async def story(desk):
        await two_players(desk)
        assert [one.away for one in places_of(desk.host, desk.hall)] == [False, False]

    run(tmp_path, story)
