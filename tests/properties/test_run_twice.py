"""Boards dealt twice (house 27.3), in hands that bots play to the end: text, records and chips come out."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from openfelt.bots import find_bot
from openfelt.cards import show
from openfelt.formats import dump_phh, dump_pokerstars, replay_text
from openfelt.games.standard import standard_sign
from openfelt.table import Viewer, legal, open_hand, play, replay, start, view
from openfelt.table import events as e
from openfelt.table.codec import decode_event, encode
from openfelt.table.shoe import Shoe
from openfelt.table.text import read_hand, write_hand
from tests.conftest import count

GAMES = ("texas-holdem", "omaha-8", "five-card-omaha")


def played(game, seed):
    """A hand of short stacks with the board dealt twice where all agree, by bots that agree now and then."""
    rng = Random(seed)
    sign = standard_sign("house", game, run_twice=True, open_all_in=rng.random() < 0.5)
    cards = list(replay([start(sign, [(1, 1000), (2, 1000)], button=1)]).rules.deck.cards)
    rng.shuffle(cards)
    seats = [(seat, rng.choice((400, 1000, 1400))) for seat in range(1, rng.randint(2, 4) + 1)]
    shoe = Shoe(cards)
    hand, record = open_hand(start(sign, seats, button=1), shoe)
    while (turn := legal(hand)) is not None:
        command = find_bot("random")(turn, lambda: view(hand, Viewer("seat", turn.seat)), rng)
        record += play(hand, command, shoe)
    return hand, record


@pytest.mark.parametrize("game", GAMES)
def test_a_board_dealt_twice_reads_back_and_divides_every_pot(game):
    runs = 0
    for seed in range(count(120, 2_000)):
        hand, record = played(game, f"{game} {seed}")
        assert sum(hand.stacks) + hand.taken == hand.total
        if hand.twice != 2:
            continue
        runs += 1
        assert read_hand(write_hand(record)) == record
        assert [decode_event(encode(one)) for one in record] == record
        first, second = hand.first_board, hand.board
        assert first[: hand.fork] == second[: hand.fork]
        assert not set(first[hand.fork :]) & set(second[hand.fork :]), "both from one deck"
        for pot in {one.pot for one in record if isinstance(one, e.PotAwarded)}:
            halves = [0, 0, 0]
            for one in record:
                if isinstance(one, e.PotAwarded) and one.pot == pot:
                    halves[one.board] += sum(one.amounts)
            assert halves[0] == 0
            assert 0 <= halves[1] - halves[2] <= 2 * hand.rules.unit - 1, "the odd chip belongs to the first"
        text = dump_phh(record, viewer=Viewer("inspector"))
        assert "a second board" in text
        (verdict,) = replay_text(text)
        assert verdict.ok, verdict.error
        assert verdict.events == record
        told = dump_pokerstars(record, viewer=Viewer("inspector"), played=datetime(2026, 1, 2, tzinfo=UTC), number=seed)
        assert f"FIRST Board [{show(first)}]\nSECOND Board [{show(second)}]" in told
    assert runs > 5, "boards were dealt twice"
