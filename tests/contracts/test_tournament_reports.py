"""Reports of tournaments: figures from the record alone, every format, and the command on a journal."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from openfelt.cage import accounts
from openfelt.cli import main
from openfelt.journal import Batch, Entry, SqliteStore
from openfelt.lab.events.many import Series, play_one
from openfelt.rulebooks import rulebook
from openfelt.service.record.tournament_record import TOURNAMENT_EVENTS
from openfelt.tournaments import Answers, digest, fill
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.calendar import calendar_of, folded
from openfelt.tournaments.report_pages import as_csv, as_html, as_json
from openfelt.tournaments.reports import PARTS, At, league_of, report_of

HOUR_MS = 3_600_000
NAMES = tuple(f"=p{at}" if at == 1 else f"p{at}" for at in range(1, 9))


def record(seed=1, template="freeze-out", **more):
    """The record of an event that was played, one event a minute."""
    conditions = fill(template, "house", Answers(name="Friday & <b>", players=8, seats=5, **more))
    made = play_one(Series(conditions, tuple((name, "any") for name in NAMES), seed, "online"), 1)
    return [At(at * 60_000, one) for at, one in enumerate(made.events)]


@pytest.fixture(scope="module")
def friday():
    return record()


def test_money_prizes_chips_and_places_are_those_of_the_record(friday):
    found = report_of(friday)
    assert (found.title, found.phase, found.entered) == ("Friday & <b>", "awarded", 8)
    assert found.pool_cents == 8 * 2_000
    assert found.fees_cents == 0
    assert found.imbalance_cents == 0
    assert [one.cents for one in found.prizes] == [8_000, 4_800, 3_200]
    assert found.paid_cents == 16_000
    assert all(one.paid_at for one in found.prizes)
    buy_ins = next(one for one in found.money if one.reason == "buy-in")
    assert (buy_ins.source, buy_ins.target, buy_ins.times, buy_ins.cents) == ("purse", "pool", 8, 16_000)
    (chips,) = found.chips
    assert (chips.issued, chips.returned, chips.missing) == (40_000, 40_000, 0)
    assert [one.place for one in found.places] == list(range(1, 9))
    assert {one.player for one in found.places} == set(NAMES)
    for out in found.eliminations:
        event = next(one.event for one in friday if getattr(one.event, "place", 0) == out.place)
        assert out.player == event.player
        assert event.shared_with == 1
        assert out.reason == f"lost the last {event.stake:,} chips in round {event.number} at table {event.table}"
        assert all(rulebook(cite.split()[0]).cite(cite.split()[1]) for cite in out.cites)


def test_a_shared_or_drawn_place_says_so(friday):
    event = next(one.event for one in friday if isinstance(one.event, p.PlayerEliminated))
    both = msgspec.structs.replace(event, shared_with=2)
    assert report_of([At(0, both)]).eliminations[0].reason.endswith("; the place is shared by 2")


def test_fees_stand_apart_and_re_buys_count(friday):
    conditions = friday[0].event.conditions
    fee = e.EntryPaid(
        player="p2", paid_for="fee", cites=("house 20.4",),
        moves=(e.Move(accounts.purse("p2"), accounts.fee("lab"), 300, "fee"),),
    )  # fmt: skip
    bought = p.ChipsBought(
        player="p2", what="re-buy", chips=5_000, act="a", cites=("house 20.4",),
        moves=(e.Move(accounts.purse("p2"), accounts.pool("lab"), 2_000, "re-buy"),),
    )  # fmt: skip
    drawn = next(one for one in friday if isinstance(one.event, p.SeatsDrawn))
    found = report_of([At(0, friday[0].event), At(1, fee), drawn, At(2 * HOUR_MS, bought)])
    assert (found.fees_cents, found.pool_cents) == (300, 2_000)
    assert found.cites == ("house 20.28",)
    assert (found.chips[0].bought, found.chips[0].missing) == (5_000, 45_000)
    assert found.title == conditions.name


def test_entries_are_counted_by_the_hour_of_the_rooms_clock():
    applied = e.EntryApplied(player="ann", session="the event", cites=())
    gone = e.EntryWithdrawn(player="ann", kept_cents=0, cites=())
    paid = [e.EntryPaid(player="ann", paid_for=what, cites=()) for what in ("fee", "buy-in")]
    happened = [At(50 * 60_000, applied), At(70 * 60_000, paid[0]), At(80 * 60_000, paid[1]), At(130 * 60_000, gone)]
    rows = [(one.hour, one.applied, one.paid, one.withdrawn) for one in report_of(happened).entries]
    assert rows == [("1970-01-01 00:00", 1, 0, 0), ("1970-01-01 01:00", 0, 1, 0), ("1970-01-01 02:00", 0, 0, 1)]
    ahead = [one.hour for one in report_of(happened, room_ahead_ms=HOUR_MS // 2).entries]
    assert ahead == ["1970-01-01 01:00", "1970-01-01 02:00"]


def test_a_league_counts_what_is_awarded():
    reports = [report_of(record(seed)) for seed in (1, 2)]
    open_one = report_of(record(3)[:20])
    table = league_of([*reports, open_one])
    assert {one.games for one in table} == {2}
    assert sum(one.wins for one in table) == 2
    assert sum(one.won_cents for one in table) == 2 * 16_000
    assert [one.points for one in table] == sorted((one.points for one in table), reverse=True)


def test_csv_has_a_head_and_never_a_formula(friday):
    found = report_of(friday)
    for part in PARTS:
        rows = list(csv.reader(io.StringIO(as_csv([found], part))))
        assert rows[0][0] == "tournament"
        assert len(rows) == 1 + len(getattr(found, part))
        assert not [cell for row in rows for cell in row if cell.startswith("=")]
    assert "'=p1" in as_csv([found], "places")
    league = list(csv.reader(io.StringIO(as_csv([found], "league", league_of([found])))))
    assert league[0] == ["rank", "player", "points", "games", "wins", "best", "won_cents"]


def test_the_page_is_whole_html_that_asks_nobody(friday):
    tags, left = HTMLParser(), []
    tags.handle_starttag = lambda tag, _: None if tag == "meta" else left.append(tag)
    tags.handle_endtag = left.remove
    page = as_html([report_of(friday), report_of(friday)], league_of([report_of(friday)]))
    tags.feed(page)
    assert left == []
    assert "Friday &amp; &lt;b&gt;" in page
    assert "http" not in page
    for heading in ("Places", "Prizes", "Eliminations", "Entries by the hour", "Money", "Tournament chips", "League"):
        assert heading in page
    assert "outside gaming revenue" in page


def test_json_reads_back(friday):
    found = report_of(friday)
    made = json.loads(as_json([found], league_of([found])))
    assert made["tournaments"][0]["prizes"][0] == {
        "place": 1, "player": found.prizes[0].player, "cents": 8_000, "goods": "", "paid_at": found.prizes[0].paid_at,
    }  # fmt: skip
    assert made["league"]["standings"][0]["rank"] == 1


# --- calendar ---------------------------------------------------------------------------------------------------------


def unfolded(text):
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    return re.sub("\r\n[ ]", "", text).split("\r\n")


def test_a_calendar_has_every_session_that_has_a_start():
    conditions = fill(
        "multi-session", "house", Answers(name="Große Nacht; eins, " + "zwei " * 20, starts="2026-12-04 19:30")
    )
    lines = unfolded(calendar_of("gross", conditions, digest(conditions), made_ms=0))
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//openfelt//tournaments//EN"]
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    assert "DTSTART:20261204T193000" in lines
    assert "DTSTAMP:19700101T000000Z" in lines
    assert "UID:gross/first session@openfelt" in lines
    assert next(line for line in lines if line.startswith("SUMMARY:")).startswith("SUMMARY:Große Nacht\\; eins\\, zwei")
    assert lines[-2:] == ["END:VCALENDAR", ""]


def test_folding_cuts_no_character():
    for text in ("ä" * 200, "x" * 75, "x" * 76, "a" + "€" * 99):
        parts = folded(text).split("\r\n")
        assert all(len(part.encode()) <= 75 for part in parts)
        assert parts[0] + "".join(part[1:] for part in parts[1:]) == text


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys):
    def call(*args):
        with pytest.raises(SystemExit) as done:
            main(["tournament", *map(str, args)])
        printed = capsys.readouterr()
        return done.value.code, printed.out, printed.err

    return call


@pytest.fixture
def journal(tmp_path, friday):
    path = tmp_path / "journal.db"
    store = SqliteStore(path)
    for name, happened in (("friday", friday), ("sunday", friday[:10])):
        records = tuple(TOURNAMENT_EVENTS.record(one.event, "house", one.at_ms) for one in happened)
        store.append(Entry(f"write {name}", (Batch(f"tournament/{name}", 0, records),)))
    store.close()
    return path


def test_the_command_reports_what_the_journal_says(run, journal, friday):
    code, out, err = run("report", journal, "--tournament", "friday")
    assert (code, err) == (0, "")
    assert out.startswith("Friday & <b> (lab): awarded, 8 players, house version 1\n")
    assert "fees and commission, outside gaming revenue: $0 [house 20.28]" in out
    assert "40,000 issued, 0 bought, 0 added, 0 taken out, 40,000 returned, 0 not back" in out
    code, out, _ = run("report", journal, "--format", "json")
    made = json.loads(out)
    assert [one["phase"] for one in made["tournaments"]] == ["awarded", "open"]
    winner = made["tournaments"][0]["places"][0]["player"]
    assert made["league"]["standings"][0]["player"] == winner
    code, out, _ = run("report", journal, "--format", "csv", "--part", "eliminations", "--tournament", "friday")
    assert len(out.splitlines()) == 1 + sum(isinstance(one.event, p.PlayerEliminated) for one in friday)
    assert "League" in run("report", journal, "--format", "html")[1]
    assert "\nleague\n" in run("report", journal)[1]
    code, out, _ = run("report", journal, "--format", "ics", "--tournament", "friday")
    assert (code, "BEGIN:VEVENT" in out) == (0, False)  # it began when it was called


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--tournament", "monday"], "the journal has no tournament 'monday'; allowed: friday, sunday"),
        (["--format", "csv"], "--part names the table of --format csv"),
        (["--part", "places"], "--part names the table of --format csv"),
        (["--format", "ics"], "a calendar file is of one event"),
        (["--format", "pdf"], "is not one of"),
    ],
)
def test_what_cannot_be_reported_is_one_line_and_exit_code_2(run, journal, args, said):
    code, out, err = run("report", journal, *args)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_what_is_no_journal_is_refused(run, tmp_path):
    (tmp_path / "x.db").write_text("no journal")
    for path in (tmp_path / "x.db", tmp_path / "none", tmp_path):
        code, out, err = run("report", path)
        assert (code, out, err.count("\n")) == (2, "", 1), err
    SqliteStore(tmp_path / "empty.db").close()
    assert "has no tournaments" in run("report", tmp_path / "empty.db")[2]


def test_a_calendar_can_be_printed_from_conditions(run, tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(run("new", "freeze-out", "--starts", "2026-12-04 19:30")[1])
    assert "DTSTART:20261204T193000" in run("print", path, "--ics")[1]
    path.write_text(run("new", "freeze-out")[1])
    assert "no session has a start" in run("print", path, "--ics")[2]
    assert run("print", path, "--ics", "--html")[0] == 2
