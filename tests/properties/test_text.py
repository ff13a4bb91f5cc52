"""Signs on their lines, live hands and what is wrong in a text; `test_table.py` reads back hands of every game."""

import random

import pytest

from openfelt.cards import UNKNOWN, cards
from openfelt.errors import NotationError
from openfelt.games import GAMES, Limit, Sign
from openfelt.games.signline import MOST_AMOUNT, read_sign, write_sign
from openfelt.table import RealCards, commands, legal, open_hand, play, start
from openfelt.table.performance import ScriptFailed
from openfelt.table.text import read_hand, write_hand
from tests.conftest import count
from tests.properties.random_tables import random_hand, random_sign


@pytest.mark.parametrize("key", sorted(GAMES), ids=" ".join)
def test_a_sign_reads_back_from_its_line(key):
    for number in range(count(20, 1000)):
        sign = random_sign(random.Random(f"{key} {number}"), GAMES[key])
        assert read_sign(write_sign(sign)) == sign


ODD = Sign(rulebook="nsw-poker", game="omaha", limit=Limit("full-pot", 100), seats=7, blinds=(100, 200))


@pytest.mark.parametrize(
    "changes",
    [
        {"table": 'The "corner", by the bar = best'}, {"table": "5"}, {"raise_cap": 4}, {"no_raise_cap": True},
        {"reopening": "sum"}, {"odd_chips": "one-each"}, {"fold_when_free": False}, {"cap_counts_blind": False},
        {"min_stake": 2000, "max_stake": 20000}, {"limit": Limit("no-limit", 200, 7)}, {"deck": 32, "joker": True},
    ],
)  # fmt: skip
def test_every_field_of_a_sign_reads_back(changes):
    sign = ODD.replace(**changes)
    assert read_sign(write_sign(sign)) == sign


TWICE = [
    ("blinds 1/2", "blinds"), ("joker joker", "joker"), ("full-pot", "limit.kind"),
    ("limit.small=2 limit.small=4", "limit.small"), ("raise_cap=3 raise_cap=4", "raise_cap"),
    ("32 cards 36 cards", "deck"), ("clock 20s clock.seconds=30", "clock.seconds"), ("ante 5 ante 5", "ante"),
    ("commission 5% commission 6%", "commission.kind"), ("places 6 places 7", "seats"),
    ("commission 5% commission.per_mille=60", "commission.per_mille"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "field"), TWICE)
def test_what_a_sign_says_twice_is_refused(more, field):
    with pytest.raises(NotationError, match=f"{field} is said twice"):
        read_sign(f"nsw-poker omaha no-limit  blinds 1/2  {more}")


@pytest.mark.parametrize(
    "field", ["blinds 1/{}", "ante {}", "min_stake={}", "commission.most={}", "clock {}s", "no-limit {}"]
)
def test_a_sign_has_no_number_that_no_pot_holds(field):
    """Histories have amounts below 10**15 with up to twelve decimals."""
    line = "nsw-poker omaha " + ("" if field.startswith("no-limit") else "no-limit 2  ") + field
    most = read_sign(line.format(MOST_AMOUNT - 1))
    assert read_sign(write_sign(most)) == most
    for number in (MOST_AMOUNT, "9" * 40, "9" * 5000):
        with pytest.raises(NotationError):
            read_sign(line.format(number))


def test_a_live_hand_reads_back_with_its_unknown_cards():
    sign = ODD.replace(game="texas-holdem")
    board = iter(cards("2c3c4c 9s Kh"))

    class Dealt(RealCards):
        """The dealer names what lies face up."""

        def take(self, number):
            hand = self.hand
            face_up = hand is not None and hand.rules.steps[hand.step].name != "hole cards" and hand.stage
            return tuple(next(board) for _ in range(number)) if face_up else (UNKNOWN,) * number

    shoe = Dealt()
    shoe.hand = None
    hand, events = open_hand(start(sign, [(1, 1000), (2, 1000)], button=1, hand_id="41 b"), shoe)
    shoe.hand = hand
    events += play(hand, commands.Call(1), shoe)
    while not hand.is_over:
        turn = legal(hand)
        held = {1: cards("AhKd"), 2: cards("7h7d")}[turn.seat]
        command = commands.Show(turn.seat, held) if turn.kind == "showing" else commands.Check(turn.seat)
        events += play(hand, command, shoe)
    text = write_hand(events)
    assert "1 ????" in text
    assert "hand 41 b" in text
    assert read_hand(text) == events


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "names no sign"),
        ("nsw-poker", "a game is missing"),
        ("nsw-poker omaha", "names no limit"),
        ("nsw-poker omaha no-limit", "needs its least bet"),
        ("nsw-poker omaha no-limit blinds 1/x", "no amount of blinds"),
        ("nsw-poker omaha structured 100 blinds 1/2", "needs two amounts"),
        ("nsw-poker omaha no-limit blinds 1/2 jam=4", "no setting 'jam'"),
        ("nsw-poker omaha no-limit blinds 1/2 jam", "no word 'jam'"),
        ("nsw-poker omaha no-limit blinds 1/2 raise_cap=x", "cannot be read"),
        ('nsw-poker omaha no-limit blinds 1/2 table="a', 'cannot be read: "a is no text in quotes'),
        (r'nsw-poker omaha no-limit blinds 1/2 table="\x"', "is no text in quotes"),
        ("nsw-poker omaha no-limit blinds 1/2 \u00b2 cards", "no word '\u00b2'"),
        ("nsw-poker omaha no-limit blinds 1/2 ante 1\0002", "is no amount of ante"),
        (f"nsw-poker omaha no-limit blinds 1/2 commission {'9' * 5000}%", "more than 30 digits"),
        ("nsw-poker omaha no-limit blinds 1/2 clock=5", "no setting 'clock'"),
        ("nsw-poker omaha no-limit blinds 1/2\nseats 1 a", "line 2: '1 a' is no seat"),
        (f"nsw-poker omaha no-limit blinds 1/2\nseats 1 {'9' * 5000}", "line 2: a number of more than 30 digits"),
        ("nsw-poker omaha no-limit blinds 1/2\nhole cards 1 AhZz", "line 2"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_place(text, fault):
    with pytest.raises(NotationError) as refused:
        read_hand(text)
    assert fault in str(refused.value)


def test_a_changed_text_is_refused():
    *_, events = random_hand(random.Random(1), GAMES["nsw-poker", "texas-holdem"])
    text = write_hand(events)
    with pytest.raises(ScriptFailed):
        read_hand(text.replace("wins ", "wins 1", 1))
