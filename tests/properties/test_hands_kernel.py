"""Larger holdings, lows, badugi, three-card and selection rules: the kernel against brute force by the reference."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise

import numpy as np
import pytest

from openfelt.cards import ALL_CARDS, JOKER, cards, deck
from openfelt.errors import NotationError, RuleViolation
from openfelt.hands import SCALES, Selection, batch, reference, scale, strength, unpack
from openfelt.lab.frequencies import frequencies
from openfelt.lab.ranges import parse_range
from tests.conftest import count
from tests.hands_counting import distinct_scales

SEED = 5_201_314


def holdings(scale, number, cards, *, joker_every=2):
    """Random holdings of a scale's deck; with a joker deck, every second one holds the joker."""
    generator = np.random.default_rng(SEED)
    natural = [int(card) for card in scale.deck.cards if card != JOKER]
    for at in range(number):
        row = generator.permutation(natural)[:cards]
        if scale.deck.joker and at % joker_every == 0:
            row[generator.integers(cards)] = JOKER
        yield tuple(ALL_CARDS[one] for one in row)


def suited_holdings(scale, number, cards):
    """Holdings with five or more cards of one suit: rare at random, and where flushes are decided."""
    generator = np.random.default_rng(SEED + 1)
    natural = [int(card) for card in scale.deck.cards if card != JOKER]
    for _ in range(number):
        suit = generator.integers(4)
        own = generator.permutation([one for one in natural if one % 4 == suit])[: generator.integers(4, cards + 1)]
        rest = generator.permutation([one for one in natural if one % 4 != suit])[: cards - len(own)]
        row = generator.permutation(np.concatenate((own, rest)))
        if scale.deck.joker:
            row[0] = JOKER
        yield tuple(ALL_CARDS[one] for one in row)


def same_order(standings, strengths):
    """Whether the kernel orders hands exactly as the reference does: the same ties, the same winners."""
    pairs = sorted(zip(((one is not None, one or ()) for one in standings), strengths, strict=True))
    return all((a[0] == b[0]) == (a[1] == b[1]) and a[1] <= b[1] for a, b in pairwise(pairs))


@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("scale", distinct_scales(), ids=str)
def test_best_five_of_six_and_seven(scale, cards):
    wild = 12 if scale.deck.joker else 1
    given = [
        *holdings(scale, count(30, 800) // wild + 12, cards),
        *suited_holdings(scale, count(20, 500) // wild + 12, cards),
    ]
    standings = [reference.best(scale, hand) for hand in given]
    found = [strength(scale, hand) for hand in given]
    assert same_order(standings, found)
    assert batch(scale, np.array(given, dtype=np.uint8)).tolist() == found
    assert batch(scale, np.array(given, dtype=np.uint8), trusted=True).tolist() == found
    assert [strength(scale, hand[:2], hand[2:]) for hand in given] == found


@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("scale", distinct_scales(), ids=str)
def test_many_sevens_are_the_best_of_their_fives(scale, cards):
    rows = np.array(
        list(suited_holdings(scale, count(150, 5000), cards)) + list(holdings(scale, count(150, 5000), cards)),
        dtype=np.uint8,
    )
    kept = [[at for at in range(cards) if chosen >> at & 1] for chosen in range(1 << cards) if chosen.bit_count() == 5]
    fives = np.stack([batch(scale, np.ascontiguousarray(rows[:, five])) for five in kept])
    assert (fives.max(axis=0) == batch(scale, rows)).all()


TWO_AND_THREE = ["nsw-52", "nsw-36", "nsw-32", "house-a5-low-8", "us-low", "house-27-low", "act-32-joker-acelow"]


@pytest.mark.parametrize("hole", [2, 3, 4, 5])
@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize("key", TWO_AND_THREE)
def test_exactly_two_of_the_hole_and_three_of_the_board(key, hole, board):
    scale = SCALES[key]
    wild = 20 if scale.deck.joker else 1
    number = count(24, 800) // wild + 2
    given = [*holdings(scale, number, hole + board), *suited_holdings(scale, number, hole + board)]
    rule = Selection.TWO_AND_THREE
    standings = [reference.best(scale, hand[:hole], hand[hole:], selection=rule) for hand in given]
    found = [strength(scale, hand[:hole], hand[hole:], selection=rule) for hand in given]
    assert same_order(standings, found)
    rows = np.array(given, dtype=np.uint8)
    own, common = np.ascontiguousarray(rows[:, :hole]), np.ascontiguousarray(rows[:, hole:])
    assert batch(scale, own, common, selection=rule).tolist() == found
    assert batch(scale, own[:1], common[0], selection=rule).tolist() == found[:1]


@pytest.mark.parametrize("key", TWO_AND_THREE)
def test_two_and_three_is_the_best_of_its_fives(key):
    scale = SCALES[key]
    rows = np.array(list(suited_holdings(scale, count(2000, 50_000), 8)), dtype=np.uint8)
    own, common = np.ascontiguousarray(rows[:, :3]), np.ascontiguousarray(rows[:, 3:])
    twos, threes = (
        ((0, 1), (0, 2), (1, 2)),
        [(3 + a, 3 + b, 3 + c) for a in range(5) for b in range(a + 1, 5) for c in range(b + 1, 5)],
    )
    fives = [batch(scale, np.ascontiguousarray(rows[:, [*two, *three]])) for two in twos for three in threes]
    assert (np.stack(fives).max(axis=0) == batch(scale, own, common, selection=Selection.TWO_AND_THREE)).all()


BADUGIS = ("house-badugi", "house-badugi-high-ace")


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        *((key, cards) for key in BADUGIS for cards in (4, 5)),
        ("nz-three-card", 3),
        ("house-rhode-island", 3),
        ("house-leduc", 2),
        ("house-kuhn", 1),
    ],
)
def test_small_hands(key, cards):
    scale = SCALES[key]
    given = [*holdings(scale, count(3000, 30_000), cards)]
    found = [strength(scale, hand) for hand in given]
    assert same_order([reference.best(scale, hand) for hand in given], found)
    assert batch(scale, np.array(given, dtype=np.uint8)).tolist() == found


def test_every_three_card_hand():
    scale = SCALES["nz-three-card"]
    given = list(combinations(scale.deck.cards, 3))
    found = batch(scale, np.array(given, dtype=np.uint8)).tolist()
    assert len(given) == 22_100
    assert same_order([reference.best(scale, hand) for hand in given], found)
    assert set(found) == set(range(1, scale.kernel.top + 1))


FULL = SCALES["nsw-52"]
GOOD = [0, 5, 10, 15, 20, 25, 30]


BAD_SEVENTH = {
    5: "row 2: 3d appears twice, as card 2 and card 7",
    52: "row 2: card 7, Jk, is not in a deck",
    53: "row 2: card 7 is unknown",
    255: "row 2: card 7 is 255, which is no card",
}


@pytest.mark.parametrize(("seventh", "says"), BAD_SEVENTH.items())
def test_a_bad_row_of_a_batch_is_named(seventh, says):
    rows = np.array([GOOD, GOOD, [*GOOD[:6], seventh], GOOD], dtype=np.uint8)
    with pytest.raises(NotationError, match=says):
        batch(FULL, rows)
    batch(FULL, rows, trusted=True)  # Worth nothing in particular, and harmless.


def test_a_trusted_batch_of_nonsense_stays_inside_its_tables():
    generator = np.random.default_rng(SEED)
    for key in ("nsw-52", "act-52-joker", "act-32-joker-low", "house-27-low"):
        same = np.repeat(np.arange(256, dtype=np.uint8), 7).reshape(-1, 7)
        for rows in (generator.integers(0, 256, (2000, 7), dtype=np.uint8), same):
            assert len(batch(SCALES[key], rows, trusted=True)) == len(rows)


def rows_of(number, cards):
    return np.zeros((number, cards), dtype=np.uint8)


def test_other_bad_batches_are_refused():
    with pytest.raises(NotationError, match="4 cards given"):
        batch(FULL, rows_of(2, 4))
    with pytest.raises(NotationError, match="uint8"):
        batch(FULL, np.zeros((2, 7), dtype=np.int64))
    with pytest.raises(NotationError, match="uint8"):
        batch(FULL, [GOOD])
    with pytest.raises(RuleViolation, match="4 hole cards and a board of 6"):
        batch(FULL, rows_of(2, 4), rows_of(2, 6), selection=Selection.TWO_AND_THREE)
    with pytest.raises(NotationError, match="3 rows for 2 holdings"):
        batch(FULL, rows_of(2, 4), rows_of(3, 5), selection=Selection.TWO_AND_THREE)
    own, common = np.array([[0, 1, 2, 3]], dtype=np.uint8), np.array([[3, 4, 5, 6, 7]], dtype=np.uint8)
    with pytest.raises(NotationError, match="row 0: a card of the board"):
        batch(FULL, own, common, selection=Selection.TWO_AND_THREE)
    assert batch(FULL, rows_of(0, 7)).tolist() == []


SHUFFLED = ["nsw-52", "act-52-joker", "act-32-joker-acelow", "nsw-36", "us-low", "house-27-low"]


def shuffled(scale, number, cards):
    deck = np.array(scale.deck.cards, dtype=np.uint8)
    return np.random.default_rng(SEED).permuted(np.tile(deck, (number, 1)), axis=1)[:, :cards].copy()


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("key", SHUFFLED)
def test_batches_of_every_length_are_their_single_calls(key, cards):
    scale = SCALES[key]
    for number in (1, 2, 15, 16, 17, 18, 19, 33, 34, 35, 200):
        rows = shuffled(scale, number, cards)
        single = [strength(scale, row) for row in map(tuple, rows.tolist())]
        assert batch(scale, rows).tolist() == batch(scale, rows, trusted=True).tolist() == single


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("key", SHUFFLED)
def test_a_fault_is_found_in_every_place_of_a_batch(key, cards):
    scale = SCALES[key]
    rows = shuffled(scale, 40, cards)
    outside = [one for one in (int(scale.deck.cards[0]) - 1, 52 + scale.deck.joker, 64, 128, 131, 255) if one >= 0]
    for row in range(0, 40, 3):
        for place in range(cards):
            twins = [rows[row, other] for other in range(cards) if other != place]
            for wrong in (*outside, *twins):
                bad = rows.copy()
                bad[row, place] = wrong
                with pytest.raises(NotationError, match=f"^row {row}: "):
                    batch(scale, bad)


PLAIN = """
import sys
import numpy as np
from openfelt.hands import SCALES, Selection, _kernel, batch
rows = np.load(sys.argv[1])
keys = ("nsw-52", "us-low", "house-27-low")
found = [batch(SCALES[key], rows[:, :cards].copy()) for key in keys for cards in (5, 6, 7)]
found.append(batch(SCALES["nsw-52"], rows[:, :4].copy(), rows[:, 4:].copy(), selection=Selection.TWO_AND_THREE))
np.save(sys.argv[2], np.stack(found))
print(_kernel.instructions())
"""


def test_the_plain_loops_say_the_same(tmp_path):
    np.save(tmp_path / "rows.npy", shuffled(FULL, 3000, 9))
    said, found = [], []
    for name, settings in (("plain", {"OPENFELT_PLAIN": "1"}), ("own", {})):
        out = tmp_path / f"{name}.npy"
        command = [sys.executable, "-c", PLAIN, str(tmp_path / "rows.npy"), str(out)]
        done = subprocess.run(
            command, env=os.environ | settings, capture_output=True, text=True, check=True, timeout=60
        )
        said.append(done.stdout.strip())
        found.append(np.load(out))
    assert said[0] == "plain"
    assert (found[0] == found[1]).all()


def test_batches_run_beside_other_threads():
    rows = np.array(list(holdings(FULL, 500, 7)), dtype=np.uint8)
    rows = np.ascontiguousarray(np.tile(rows, (400, 1)))
    alone = batch(FULL, rows)
    with ThreadPoolExecutor(4) as threads:
        for found in threads.map(lambda _: batch(FULL, rows), range(8)):
            assert (found == alone).all()


@pytest.mark.parametrize("number", [54, 60, 255])
def test_a_number_that_is_no_card_is_called_so(number):
    """Not an unknown card: 53 is that, and nothing is above it."""
    rows = np.array([[0, 5, 10, 15, 20], [0, 5, number, 15, 20]], dtype=np.uint8)
    with pytest.raises(NotationError, match=f"row 1: card 3 is {number}, which is no card"):
        batch(SCALES["nsw-52"], rows)
    rows[1, 2] = 53
    with pytest.raises(NotationError, match="unknown"):
        batch(SCALES["nsw-52"], rows)


def test_what_is_no_scale_deck_choice_or_selection_is_a_type_error():
    """A wrong type must not pick a rule by its truth, nor any five cards where two and three were meant."""
    five, order = cards("AhKhQhJhTh"), SCALES["nsw-52"]
    rows = np.array([five], dtype=np.uint8)
    for wrong in ("two-and-three", None, 5, float("nan")):
        for ask in (
            lambda s=wrong: batch(order, rows, selection=s),
            lambda s=wrong: strength(order, five, selection=s),
        ):
            with pytest.raises(TypeError, match="no selection rule"):
                ask()
    with pytest.raises(TypeError, match="board must be a tuple or a list"):
        strength(order, five, None)
    for ask in (lambda: batch("nsw-52", rows), lambda: unpack("nsw-52", 1), lambda: frequencies("nsw-52")):
        with pytest.raises(TypeError, match="is no scale"):
            ask()
    for ask in (lambda: scale("nsw-poker", 36), lambda: parse_range("AA", 36)):
        with pytest.raises(TypeError, match="is no deck"):
            ask()
    for ask in (lambda: deck(52, joker="no"), lambda: scale("act-stud", ace_low_straights="no")):
        with pytest.raises(TypeError, match="must be True or False"):
            ask()
    with pytest.raises(NotationError, match="board has 2 rows for 3 holdings"):
        batch(order, np.vstack([rows] * 3), np.zeros((2, 1), dtype=np.uint8))
    with pytest.raises(NotationError, match="no strength 9999"):
        unpack(order, 9999)
