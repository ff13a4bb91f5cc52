"""The day's file is whole: a section, or one row of one, that is taken out is found, also when it is signed again."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from openfelt.floor import Use
from openfelt.floor.grants import Exclude
from openfelt.floor.ruling import Author
from openfelt.jackpots import write_parameters
from openfelt.journal import SqliteReader, day_sections
from openfelt.journal.day import sign_day, verify_day
from openfelt.journal.day_file import Ordered
from openfelt.journal.day_sections import DUE, EVERY, SECTIONS, due_of
from openfelt.promotions import write_terms
from openfelt.room.banked import PLAY
from openfelt.room.orders import AnswerCall, ByOfficer, CallFloor, OnFloor
from openfelt.service.record.day_book import make_day
from openfelt.service.writers import exclusions
from openfelt.stories.promotions import complete
from tests.contracts.test_back_office import Office, office
from tests.contracts.test_old_journals import WHOLE, unpack
from tests.jackpot_kit import event, parameters
from tests.journals.write import main as write_rooms

__all__ = ["office"]  # the fixture


async def staff_at_tables(hall, ids):
    """A call that is answered, a ruling of the floor that excludes somebody, and an act of staff at a pit."""
    host, kim = hall.hosts["T"], hall.accounts.find(ids["kim"])
    await host.submit("call", ids["ann"], CallFloor(ids["ann"], "a card fell"))
    officer = hall.accounts.officer(kim, host.stream)
    (call,) = host.state.calls.open
    author = Author(officer.name, "manager")
    await host.submit("answer", kim.id, ByOfficer(officer, AnswerCall(call, author, "it is put back")))
    seat = next(no for no, player in host.state.players.items() if player == ids["bob"])
    use = ByOfficer(officer, OnFloor(host.hand.turns, Use(Exclude(seat, "breach"), author, "a fight")))
    await exclusions.exclude(hall.room, host, use, "a fight", request="out")


@pytest.fixture
def full_day(office: Office):
    """The file of a day in which every section has rows, and its key."""
    assert office.both(kind="fill", table="T", amount=500_000) == "done"
    assert office.both(kind="box-count", table="T", amount=0) == "done"
    assert office.post("kim", "/api/people/exclude", account=office.ids["dee"], reason="a fight") == "done"
    given = {"account": office.ids["dee"], "office": "dealer", "reason": "she deals tonight"}
    assert office.post("olga", "/api/offices", **given) == "done"
    for who, seat in (("ann", 1), ("bob", 2)):
        assert office.sit(who, seat=seat) == "done"
    for _ in range(200):
        if office.hall.hosts["T"].hand is not None:
            break
        office.client.portal.call(asyncio.sleep, 0.02)
    office.client.portal.call(staff_at_tables, office.hall, office.ids)
    assert office.post("kim", "/api/floor/T/freeze", frozen=True, reason="until the books are closed") == "done"
    told = office.get("kim", "/api/floor/P")
    shuffle = {"order": {"type": "OrderShuffle", "cause": "suspect"}, "number": told["number"], "reason": "a bent card"}
    assert office.post("kim", "/api/floor/P/order", **shuffle) == "done"
    toml = write_terms(complete("cash", "nsw-poker"))
    office.as_("olga")
    for path, name, text in (
        ("/api/promotions/draft", "spring", toml),
        ("/api/jackpots", "big", write_parameters(parameters(event(hand="two pair")))),
    ):
        assert office.client.post(path, json={"id": name, "name": name, "toml": text}).status_code == 200
    assert office.both(kind="float-count", table="T", amount=500_000) == "done"
    assert office.both(kind="day", day="2026-11-17", to_ms=office.hall.now_ms()) == "done"
    key = Ed25519PrivateKey.generate()
    return make_day(office.hall.journal.store, "2026-11-17", key, time_ms=5), key


def faults(day, key):
    """Which checks find something in the file once it is signed again."""
    return [one.check for one in verify_day(sign_day(day, key)) if one.fault is not None]


def with_section(day, name, rows):
    """The file with other rows in a section."""
    return msgspec.structs.replace(day, sections={**day.sections, name: tuple(rows)})


def test_a_section_that_is_removed_or_emptied_and_each_row_that_is_left_out_is_found(full_day):
    """In every section of the file; nothing else in it is touched, and the right key signs it again."""
    day, key = full_day
    assert faults(day, key) == []
    assert {name for name, rows in day.sections.items() if not rows} == set(), "every section has rows"
    assert tuple(day.sections) == EVERY
    for name, rows in day.sections.items():
        removed = {of: several for of, several in day.sections.items() if of != name}
        assert "sections" in faults(msgspec.structs.replace(day, sections=removed), key), name
        assert "sections" in faults(with_section(day, name, ()), key), name
        for at in range(len(rows)):
            assert "sections" in faults(with_section(day, name, rows[:at] + rows[at + 1 :]), key), (name, at)


def test_a_row_that_is_put_elsewhere_or_twice_and_a_section_that_is_none_are_found(full_day):
    day, key = full_day
    first = day.sections["exclusions"][0]
    assert "sections" in faults(with_section(day, "chips", (*day.sections["chips"], first)), key)
    assert "sections" in faults(with_section(day, "exclusions", (first, *day.sections["exclusions"])), key)
    more = {**day.sections, "notes": ()}
    assert "sections" in faults(msgspec.structs.replace(day, sections=more), key)
    moved = {of: rows for of, rows in day.sections.items() if of != "exclusions"} | {"exclusions": ()}
    moved["room"] = (*day.sections["room"], *day.sections["exclusions"])
    assert "sections" in faults(msgspec.structs.replace(day, sections=moved), key)


def test_a_row_of_every_stream_that_is_left_out_of_every_section_is_found(full_day):
    """Also one that stands in two sections, as the record that closed the day does."""
    day, key = full_day
    for one in {(row.stream, row.version) for rows in day.sections.values() for row in rows}:
        without = {
            name: tuple(row for row in rows if (row.stream, row.version) != one) for name, rows in day.sections.items()
        }
        assert "sections" in faults(msgspec.structs.replace(day, sections=without), key), one


def test_sums_heads_and_entries_that_are_taken_out_are_found(full_day):
    day, key = full_day
    replace = msgspec.structs.replace
    assert day.report["jackpots"] == {"big": {"jackpot base": 10_000, "closing": 10_000}}
    for name in day.report:
        assert faults(replace(day, report={of: sums for of, sums in day.report.items() if of != name}), key), name
        assert faults(replace(day, report=day.report | {name: type(day.report[name])()}), key) or not day.report[name]
    for account in day.closing:
        assert faults(replace(day, closing={of: held for of, held in day.closing.items() if of != account}), key)
    assert faults(replace(day, entries=()), key)
    for at in range(len(day.entries)):
        assert faults(replace(day, entries=day.entries[:at] + day.entries[at + 1 :]), key), at
    for at, entry in enumerate(day.entries):
        for part in ("records", "postings", "orders"):
            if getattr(entry, part):
                bare = replace(entry, **{part: getattr(entry, part)[:-1]})
                assert faults(replace(day, entries=(*day.entries[:at], bare, *day.entries[at + 1 :])), key), (at, part)


def test_the_words_of_the_file_are_those_of_the_room():
    """What staff enters at a pit without an act of its own, and which record an order gives, as the room has it."""
    assert {kind.__name__ for kind in PLAY} == day_sections.PLAY
    assert {"RulingMade", "PowerUsed"} == DUE["OnFloor"]


@pytest.mark.parametrize(
    ("payload", "due"),
    [
        ('{"order":{"type":"ByOfficer","order":{"type":"OnFloor"}}}', DUE["OnFloor"]),
        ('{"order":{"type":"OnFloor"}}', DUE["OnFloor"]),
        ('{"order":{"type":"SitDown"}}', frozenset()),
        ('{"order":{"type":"ByStaff","command":{"type":"Deal"},"officer":{"account":"p"}}}', frozenset()),
        ('{"order":{"type":"ByStaff","command":{"type":"OrderShuffle"},"officer":{"account":"p"}}}', DUE["ByStaff"]),
        ('{"order":{"type":"ByStaff","command":{"type":"OrderShuffle"}}}', frozenset()),
    ],
)
def test_an_order_of_staff_gives_its_record(payload, due):
    assert due_of(Ordered("pit/P", "", payload)) == due


def require_due(data):
    """In a whole room a record of staff at a table stands where its order says, once, and only there; how many do."""
    with contextlib.closing(SqliteReader(data / "journal.sqlite")) as journal:
        orders = {(one.entry, one.stream): one for one in journal.orders(1, 10**6)}
        rows = defaultdict(Counter)
        for one in journal.records(0, 10**6):
            if any(row.has(one.stream, one.record.name) for name in ("rulings", "boxes") for row in SECTIONS[name]):
                rows[one.entry, one.stream][one.record.name] += 1
    asked = 0
    for place, order in orders.items():
        due = due_of(Ordered(order.stream, order.rules, order.payload.decode()))
        made = rows.pop(place, Counter())
        made.pop("PlayerBarred", None)  # of earlier releases, beside the power
        assert sum(made[name] for name in due) == made.total() == bool(due), (made, order.payload)
        asked += bool(due)
    return asked


@pytest.mark.parametrize("packed", WHOLE, ids=lambda one: " ".join(one.parts[-3:-1]))
def test_every_order_of_an_earlier_room_gives_the_records_that_a_day_asks_for(packed, tmp_path):
    assert require_due(unpack(packed, tmp_path / "room"))


@pytest.mark.slow
def test_every_order_of_a_room_gives_the_records_that_a_day_asks_for(tmp_path):
    write_rooms(tmp_path / "now")
    packed = sorted((tmp_path / "now").glob("*/journal.sqlite.xz"))
    asked = [require_due(unpack(one, tmp_path / one.parent.name)) for one in packed]
    assert sum(map(bool, asked)) > len(asked) / 2
