"""The last entry taken back over the wire: what is told, what is read back later, and what the journal keeps."""

from __future__ import annotations

import json

import msgspec
import pytest

from openfelt.cards import card
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor import Author, Use
from openfelt.floor.powers import read_power
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.service.pages import archive
from openfelt.service.record.audit import check_hands
from openfelt.service.record.loading import load
from openfelt.service.tell.feed import snapshot
from openfelt.service.tell.table_views import entry_view
from openfelt.service.wire import dealer_protocol as dp
from openfelt.table import events as e
from tests.contracts.test_dealer import run, to_the_showdown, two_players
from tests.feed_oracle import cards_in
from tests.live_kit import seated
from tests.service_kit import Sim
from tests.service_kit import run as run_sim


async def take_back(desk):
    await desk.enter(dp.DealerUndo, entry=entry_view(desk.host).entry)


def told(desk):
    return msgspec.json.decode(snapshot(desk.host, desk.hall, desk.account.id))


def test_the_last_entry_is_offered_and_taken_back_and_everyone_is_told_as_corrected(tmp_path):
    async def story(desk):
        await two_players(desk)
        assert told(desk)["state"]["entry"] is None  # the opening of a hand is no entry of it
        stacks, turn = list(desk.host.hand.stacks), desk.host.hand.turns
        await desk.act("call")
        offered = told(desk)["state"]["entry"]
        assert (offered["seat"], offered["street"], offered["cites"]) == (3, "", ["house 18.1"])
        await take_back(desk)
        assert list(desk.host.hand.stacks) == stacks
        assert desk.host.hand.turns == turn + 2, "no two turns of a hand have one number"
        assert told(desk)["state"]["entry"] is None
        line = told(desk)["lines"][-1]
        assert (line["kind"], line["cites"]) == ("EntryTakenBack", ["house 18.1"])
        first, last = line["undone"]
        assert first == offered["entry"]
        assert {one["kind"] for one in told(desk)["lines"] if first <= one["seq"] <= last} == {"Called"}
        await desk.act("call")
        await desk.act("check")
        await desk.enter(dp.DealerDeal, cards=("2c", "3c", "4c"))
        assert told(desk)["state"]["entry"]["street"] == "flop"
        await take_back(desk)
        assert desk.host.hand.board == ()
        assert told(desk)["lines"][-1]["parts"]["street"]

    run(tmp_path, story)


def test_a_tap_too_late_takes_nothing_back(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        number = entry_view(desk.host).entry
        await desk.act("check")
        with pytest.raises(RuleViolation) as refusal:
            await desk.enter(dp.DealerUndo, entry=number)
        assert (refusal.value.code, refusal.value.cites) == ("built-on", ("house 18.1",))
        assert desk.host.hand.seat_to_act is None  # the flop is due

    run(tmp_path, story)


def test_a_ruling_is_not_taken_back(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        hand = desk.host.hand
        flo = Officer("flo", "Flo", ("casino supervisor",))
        power = read_power("impose-clock", {"seat": hand.seat_to_act})
        use = Use(power, Author("Flo", "supervisor"), "slow")
        await desk.host.submit("clock", "flo", ByOfficer(flo, OnFloor(hand.turns, use)))
        assert entry_view(desk.host) is None
        with pytest.raises(RuleViolation) as refusal:
            await desk.enter(dp.DealerUndo, entry=desk.host.state.last_entry[0].seq)
        assert refusal.value.code == "ruled"
        clock = told(desk)["state"]["clock"]  # time was called: the dealer sees it run, and nothing ends by itself
        assert (clock["seat"], clock["whole_ms"]) == (hand.seat_to_act, 40_000)

    run(tmp_path, story)


def test_a_finished_hand_is_read_back_as_it_stands_and_replayed_as_it_was_entered(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        await take_back(desk)
        await desk.act("fold")
        host, hall = desk.host, desk.hall
        rows = [one.event for one in archive.hand_rows(hall, host, host.finished[1])]
        assert not any(isinstance(one, e.Called) for one in rows)
        assert sum(isinstance(one, e.Folded) for one in rows) == 1
        steps = archive.replay_document(hall, "Live", 1, desk.account).steps
        kinds = [one.kind for one in steps]
        assert kinds.index("Called") < kinds.index("EntryTakenBack") < kinds.index("Folded")
        back, opened = steps[kinds.index("EntryTakenBack")], steps[kinds.index("Called") - 1]
        assert back.state == opened.state
        verdict = check_hands(hall.journal.store)
        assert verdict.fault is None, verdict

    run(tmp_path, story)


def test_a_restart_in_the_middle_keeps_what_can_be_taken_back(tmp_path):
    async def first(desk):
        await two_players(desk)
        await desk.act("call")
        await desk.act("check")

    async def second(desk):
        offered = entry_view(desk.host)
        assert (offered.seat, offered.street) == (1, "")
        await take_back(desk)
        assert desk.host.hand.seat_to_act == 1

    async def third(desk):
        assert entry_view(desk.host) is None
        with pytest.raises(RuleViolation) as refusal:
            await desk.enter(dp.DealerUndo, entry=1)
        assert refusal.value.code == "nothing-entered"

    run(tmp_path, first)
    run(tmp_path, second, name="Second")
    run(tmp_path, third, name="Third")


def test_cards_shown_by_a_slip_are_nobodys_cards_afterwards(tmp_path):
    async def story(desk):
        await to_the_showdown(desk)
        await desk.act("show", cards=("Ah", "Ad"))
        await take_back(desk)
        for account in (desk.account.id, ""):
            told_to = msgspec.json.decode(snapshot(desk.host, desk.hall, account))
            assert not {"Ah", "Ad"} & set(cards_in(told_to["state"]))  # only the lines of the slip name them
        await desk.act("show", cards=("Kh", "Kd"))
        await desk.act("show", cards=("6s", "7s"))
        host, hall = desk.host, desk.hall
        steps = archive.replay_document(hall, "Live", 1, None).steps
        back = [one.kind for one in steps].index("EntryTakenBack")
        for one in steps[back:]:
            assert not {"Ah", "Ad"} & set(cards_in(msgspec.to_builtins(one, enc_hook=str)))
        rows = [one.event for one in archive.hand_rows(hall, host, host.finished[1])]
        assert next(one.cards for one in rows if isinstance(one, e.Shown)) == (card("Kh"), card("Kd"))
        assert {one.seat for one in rows if isinstance(one, e.Shown)} == {1, 3}

    run(tmp_path, story)


def test_what_one_player_saw_is_told_to_that_player_alone_after_an_entry_is_taken_back():
    """The hand is folded again from its events: a card that only one player has seen stays with that player."""

    async def evening():
        async with Sim("seen by one") as sim:
            evening = await seated(("nsw-poker", "texas-holdem"), 3)(sim)
            await evening.do("dee", "dealer-open")
            turn = evening.host.hand.turns
            facts = {"kind": "shown-to-another", "facts": {"seat": 1, "to": [3], "cards": ["Ah"], "asked": False}}
            order = {**facts, "reason": "seen by zoe", "turn": turn}
            status, data = await evening.do("flo", "POST /api/floor/T/rule", **facts)
            assert status == 200, data
            order["remedy"] = json.loads(data)["remedies"][0]["name"]
            status, data = await evening.do("flo", "POST /api/floor/T/apply", **order)
            assert status == 200, data
            before = {name: but_for_the_turn(one) for name, one in evening.people.items()}
            assert await evening.do("dee", "dealer-act", turn=evening.host.hand.turns, action="call") is None
            heard = {name: len(one.frames) for name, one in evening.people.items()}
            entry = evening.people["dee"].tables["T"]["entry"]["entry"]
            assert await evening.do("dee", "dealer-undo", entry=entry) is None
            for name, one in evening.people.items():
                assert but_for_the_turn(one) == before[name]
                await evening.do(name, "return")  # the latest lines are told again
                assert but_for_the_turn(one) == before[name]
                later = b"".join(one.frames[heard[name] :]).decode()
                assert ("Ah" in cards_in(later)) == (name == "zoe"), name

    run_sim(evening())


def but_for_the_turn(viewer):
    """The hand as a viewer knows it, without the number of the turn."""
    return {**viewer.tables["T"]["hand"], "turn": 0}


def test_what_was_decided_in_a_turn_that_was_taken_back_is_stale(tmp_path):
    """The dealer enters something else in its place: a ruling that was looked at before that is not misapplied."""

    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        looked_at = desk.host.hand.turns
        await take_back(desk)
        await desk.act("raise", amount=600)
        assert desk.host.hand.turns != looked_at
        flo = Officer("flo", "Flo", ("casino supervisor",))
        power = read_power("impose-clock", {"seat": desk.host.hand.seat_to_act})
        use = Use(power, Author("Flo", "supervisor"), "slow")
        with pytest.raises(StaleView):
            await desk.host.submit("clock", "flo", ByOfficer(flo, OnFloor(looked_at, use)))

    run(tmp_path, story)


def test_the_floor_s_clock_runs_on_for_a_turn_that_is_again_the_turn(tmp_path):
    async def story(desk):
        await two_players(desk)
        await desk.act("call")
        hand = desk.host.hand
        flo = Officer("flo", "Flo", ("casino supervisor",))
        use = Use(read_power("impose-clock", {"seat": hand.seat_to_act}), Author("Flo", "supervisor"), "slow")
        await desk.host.submit("clock", "flo", ByOfficer(flo, OnFloor(hand.turns, use)))
        ends = desk.host.work._imposed.ends
        await desk.act("check")
        assert not desk.host.work.is_imposed()
        await take_back(desk)
        assert desk.host.work.is_imposed()
        assert desk.host.work._imposed.ends == ends, "it has run on"
        assert load(desk.hall.journal.store, desk.host.stream).state.digest() == desk.host.state.digest()

    run(tmp_path, story)
