"""Two evenings that differ only in cards a viewer never saw: nothing sent to that viewer tells them apart (HID-1, 6).

Every game, with incidents, rulings and powers; every seat, the rail, the dealer, the floor's desk. What is compared is
every byte: frames, snapshots, the desk with its previews, replays, texts, PHH and proofs, but for the hashes of hidden
cards.
"""

from __future__ import annotations

import contextlib

import pytest

from openfelt.games import GAMES
from openfelt.games.game import Draw
from openfelt.pit.games import pit_games, sign_for
from openfelt.service.record.pit_record import pit_event
from openfelt.service.record.stream import event_of
from tests import live_kit
from tests.conftest import count
from tests.feed_oracle import Oracle, PitOracle
from tests.service_kit import run
from tests.twin_kit import Evening, Parted, compare, play_pit, play_table, stack_the_decks, work_for

every_game = pytest.mark.parametrize("key", sorted(GAMES), ids=" ".join)
WORK = [("nsw-poker", "texas-holdem"), ("nsw-poker", "draw-ante"), ("act-stud", "seven-card-stud"), ("house", "badugi")]
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


def seated(key, stake=20_000, **changes):
    """A table of three; where cards are drawn, so many that the discards must be shuffled again."""

    async def sit(sim):
        draws = any(isinstance(step, Draw) for step in GAMES[key].steps)
        seats = min(6 if draws else 3, *(limit.most for limit in GAMES[key].decks.values()))
        await sim.table(*key, seats=seats, **changes)
        evening = Evening(sim, "T", event_of)
        await evening.come(NAMES[:seats])
        for at, name in enumerate(NAMES[:seats]):
            await evening.do(name, "sit", seat=at + 1, stake=stake, entry="post")
        return evening

    return sit


@every_game
def test_two_deals_that_differ_in_hidden_cards_only_cannot_be_told_apart(key, monkeypatch):
    """Same acts, same rulings, other cards where the viewer never looks: every byte sent to that viewer is equal."""
    stack_the_decks(monkeypatch)
    small = max(GAMES[key].decks) == 3  # a card of the other player and the one that nobody got
    compare(key, count(4 if small else 1, 6), seated(key), play_table, Oracle, least=0.5 if small else 3)


@pytest.mark.parametrize("open_all_in", [True, False])
def test_a_hand_that_is_not_turned_up_stays_hidden_when_players_are_all_in(open_all_in, monkeypatch):
    """Stacks of a few blinds, with hands turned up once no betting can follow (house 27.1) and without."""
    stack_the_decks(monkeypatch)
    short = seated(("house", "texas-holdem"), stake=800, min_stake=0, open_all_in=open_all_in)
    compare(f"all-in {open_all_in}", count(2, 20), short, play_table, Oracle)


def test_a_hint_tells_nothing_that_its_player_does_not_see(monkeypatch):
    """House 27.10: at a table for practice every player is told odds, from the own cards and the board alone."""
    stack_the_decks(monkeypatch)
    compare("practice", count(2, 20), seated(("house", "texas-holdem"), practice=True), play_table, Oracle)


def test_whoever_watches_without_a_name_is_told_nothing_hidden(monkeypatch):
    """House 35.6: frames, replays, texts and proofs that nobody in particular asks for."""
    stack_the_decks(monkeypatch)
    key = ("house", "texas-holdem")
    compare("unnamed", count(2, 20), seated(key), play_table, Oracle, least=0.5, only=("unnamed",))


SIGNS = {key: sign_for(key) for key in pit_games()}


@pytest.mark.parametrize("rulebook", sorted(SIGNS))
def test_two_deals_against_the_house_cannot_be_told_apart(rulebook, monkeypatch):
    """The dealer's cards before they are turned, other boxes, hands played blind, what is left in the shoe."""
    stack_the_decks(monkeypatch)

    async def sit(sim):
        await sim.hall.open_pit("P", SIGNS[rulebook])
        evening = Evening(sim, "P", pit_event)
        await evening.come(NAMES[:3])
        for at, name in enumerate(NAMES[:3]):
            await evening.do(name, "pit-join", box=at + 1, stake=200_000)
        return evening

    compare(rulebook, count(4, 20), sit, play_pit, PitOracle)


@every_game
def test_two_live_hands_that_differ_in_cards_nobody_showed_cannot_be_told_apart(key, monkeypatch):
    """Real cards: what the dealer entered by mistake and what one player saw tell nobody else anything."""
    stack_the_decks(monkeypatch)
    least = 2 if max(GAMES[key].decks) == 3 else 3  # once two of three cards were shown, there is no twin
    compare(f"live {key}", count(1, 10), live_kit.seated(key, 3), live_kit.play_live, Oracle, least=least)


@pytest.mark.parametrize("key", WORK, ids=" ".join)
def test_the_room_does_the_same_work_whatever_nobody_has_seen(key, monkeypatch):
    """Time would tell what lengths do not: before a hand is shown the same functions are called as often (HID-6)."""
    stack_the_decks(monkeypatch)
    compared = 0
    for number in range(count(2, 10)):
        with contextlib.suppress(Parted):
            was, now = run(work_for(f"work {key} {number}", seated(key), play_table, Oracle))
            assert was == now, (was - now, now - was)
            compared += sum(was.values()) > 1_000
    assert compared >= count(1, 5)
