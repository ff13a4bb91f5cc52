"""The layout players paste: one hand to the letter, and a pot that comes out in every game."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from openfelt.errors import NotationError
from openfelt.formats import dump_pokerstars, replay_text
from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.table import RAIL, Viewer, open_hand, play, start
from openfelt.table import events as e
from tests.conftest import count
from tests.goldens.test_phh import HERE
from tests.properties.random_tables import ALL_GAMES, random_command, random_hand, random_shoe

WHEN = datetime(2026, 7, 8, 20, 15, tzinfo=UTC)
THREE_ALL_IN = """\
openfelt Hand #7:  Texas Hold'em No Limit ($0.01/$0.02) - 2026/07/08 20:15:00 UTC
Table 'openfelt' 3-max Seat #3 is the button
Seat 1: Ann ($1 in chips)
Seat 2: Bo ($2.50 in chips)
Seat 3: Seat3 ($4 in chips)
Ann: posts small blind $0.01
Bo: posts big blind $0.02
*** HOLE CARDS ***
Dealt to Bo [Ks Kh]
Seat3: raises $3.98 to $4 and is all-in
Ann: calls $0.99 and is all-in
Bo: calls $2.48 and is all-in
Uncalled bet ($1.50) returned to Seat3
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4d]
*** SHOW DOWN ***
Ann: shows [As Ah] (pair of aces with 9-7-4)
Bo: shows [Ks Kh] (pair of kings with 9-7-4)
Seat3: shows [Qs Qh] (pair of queens with 9-7-4)
Ann collected $3 from main pot
Bo collected $3 from side pot-1
*** SUMMARY ***
Total pot $6 | Rake $0
Board [2c 7d 9h 3s 4d]
Seat 1: Ann showed [As Ah] and won ($3)
Seat 2: Bo showed [Ks Kh] and won ($3)
Seat 3: Seat3 showed [Qs Qh] and lost
"""


def test_a_hand_to_the_letter():
    [verdict] = replay_text((HERE / "NT.phh").read_text())
    text = dump_pokerstars(verdict.events, viewer=Viewer("seat", 2), played=WHEN, number=7, names={1: "Ann", 2: "Bo"})
    assert text == THREE_ALL_IN


@pytest.mark.parametrize("seed", range(5))
def test_a_player_who_comes_in_on_a_blind_has_posted_both(seed):
    """Whoever owes a post and has a blind as well puts up both (nsw-poker 8.8.3.1): the pot has both, too."""
    rng = random.Random(f"posts twice {seed}")
    sign = standard_sign("nsw-poker", "texas-holdem", seats=4)
    players = [(seat, 20_000) for seat in (1, 2, 3, 4)]
    first = start(sign, players, button=1, blinds=((2, 100), (3, 200)), late=((2, 100, 50), (4, 200, 0)))
    shoe = random_shoe(rng, sign)
    hand, events = open_hand(first, shoe)
    while not hand.is_over:
        events += play(hand, random_command(rng, hand), shoe)
    text = dump_pokerstars(events, viewer=RAIL, played=WHEN, number=7)
    assert "Seat2: posts small blind $1\nSeat3: posts big blind $2\n" in text
    assert "Seat2: posts big blind $1.50\nSeat4: posts big blind $2\n" in text


@pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
def test_the_pot_comes_out_and_hidden_cards_stay_hidden(key):
    for number in range(count(10, 250)):
        _, events = random_hand(random.Random(f"pasted {key} {number}"), GAMES[key])
        try:
            text = dump_pokerstars(events, viewer=RAIL, played=WHEN, number=number)
        except NotationError as refused:
            assert "this layout has no" in str(refused)  # noqa: PT017 - a limit or a straddle it cannot say
            continue
        assert "??" not in text
        shown = {str(card) for event in events if type(event) is e.Shown for card in event.cards}
        public = {
            str(card)
            for event in events
            if type(event) is e.StreetDealt
            for up in (*event.up, event.board)
            for card in up
        }
        public |= {str(event.card) for event in events if type(event) is e.SharedDealt}
        body = text.partition("*** HOLE CARDS ***")[2] or text
        named = {
            word
            for line in body.splitlines()
            if "[" in line
            for word in line.partition("[")[2].replace("]", "").replace("[", "").split()
            if len(word) == 2
        }
        assert {word for word in named if word[0] in "23456789TJQKA" and word[1] in "cdhs"} <= shown | public


def test_a_hand_without_a_number_is_refused():
    [verdict] = replay_text((HERE / "NT.phh").read_text())
    with pytest.raises(NotationError, match="has no number"):
        dump_pokerstars(verdict.events, viewer=RAIL, played=WHEN)
    with pytest.raises(NotationError, match="a whole hand"):
        dump_pokerstars(verdict.events[:-1], viewer=RAIL, played=WHEN, number=1)
