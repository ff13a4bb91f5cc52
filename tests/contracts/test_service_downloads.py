"""A downloaded hand is a usable history: who, when, with how much, in dollars, with the reader's own cards alone."""

from __future__ import annotations

import re
import tomllib

import pytest

from openfelt.cards import show
from openfelt.formats import replay_text
from openfelt.service.pages import downloads
from tests.service_kit import Sim, run


@pytest.fixture(scope="module")
def evening():
    """Two players and one hand of hold'em; the documents of the first player and of the rail, and the down cards."""

    async def play():
        async with Sim(3) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            players = [await sim.player(name, "T", seat) for seat, name in enumerate(("ann", "bob"), 1)]
            await sim.play(host, players, 1)
            ann = players[0].account
            hall = sim.hall
            hole = next(
                row.event
                for row in downloads.archive.hand_rows(hall, host, host.finished[1])
                if type(row.event).__name__ == "StreetDealt"
            )
            held = dict(zip(hole.seats, map(show, hole.down), strict=True))
            texts = [downloads.text_document(hall, "T", 1, who) for who in (ann, None)]
            files = [downloads.phh_document(hall, "T", 1, who) for who in (ann, None)]
            return texts, files, held

    return run(play())


def test_the_text_names_place_time_seats_and_stacks(evening):
    (text, _), _, _ = evening
    first, when, *seats = text.splitlines()[:4]
    assert first.startswith("T, hand 1: texas-holdem by nsw-poker, no limit, least bet $")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", when)
    assert [re.sub(r", button$", "", one) for one in seats] == ["Seat 1: p_ann with $200", "Seat 2: p_bob with $200"]
    assert sum(one.endswith(", button") for one in seats) == 1


def test_the_text_has_the_readers_own_cards_and_no_others(evening):
    (own, rail), _, held = evening
    assert f"p_ann holds {held[1]}\n" in own
    assert " holds " not in rail
    assert f"p_bob holds {held[2]}" not in own


def test_every_amount_of_the_text_is_in_dollars(evening):
    (text, _), _, _ = evening
    body = "\n".join(line.partition("  [")[0] for line in text.splitlines()[2:])
    assert "$" in body
    plain = re.sub(
        r"\$[\d,]+(\.\d\d)?|seat \d+|Seat \d+|hand \d+|pot \d+|\d+ cards?|\d+ seconds|\b[2-9TJQKA][cdhs]\b", "", body
    )
    assert not re.findall(r"\d{2,}", plain)


def test_the_file_names_players_time_and_unit_and_reads_back(evening):
    _, files, _ = evening
    for text in files:
        fields = tomllib.loads(text)
        assert sorted(fields["players"]) == ["p_ann", "p_bob"]
        assert fields["players"] == ["p_ann" if seat == 1 else "p_bob" for seat in fields["seats"]]
        assert {"year", "month", "day", "time"} <= set(fields)
        assert (fields["time_zone"], fields["currency_symbol"], fields["table"]) == ("UTC", "¢", "T")
        [verdict] = replay_text(text)
        assert verdict.error is None
