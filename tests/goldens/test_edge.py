"""The prices of both games: published figures, derivations, and every reading of a doubtful clause."""

from fractions import Fraction
from math import comb

import msgspec
import pytest

from openfelt.books.act_holdem.pit import ANTE_TABLE, HoldemSign
from openfelt.books.nz_big_raise.pit import RAISE_TABLE, BigRaiseSign
from openfelt.lab.banked import banked, banked_games, readings, with_settings
from openfelt.lab.price import percent
from openfelt.pit import sign_for

# The 133,784,560 seven-card hands by their best five (C(52, 7)); any table of poker frequencies has them.
SEVEN_CARDS = {
    "royal-flush": 4_324, "straight-flush": 37_260, "four-of-a-kind": 224_848, "full-house": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three-of-a-kind": 6_461_620, "two-pair": 31_433_400,
    "pair": 58_627_800, "high-card": 23_294_460,
}  # fmt: skip
# The 2,598,960 five-card hands, pairs of aces apart from the other twelve.
FIVE_CARDS = {
    "royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744, "flush": 5_108,
    "straight": 10_200, "three-of-a-kind": 54_912, "two-pair": 123_552, "pair-of-aces": 84_480, "pair": 1_013_760,
    "high-card": 1_302_540,
}  # fmt: skip


@pytest.fixture(scope="module")
def canberra():
    return banked("act-holdem").sheet()


@pytest.fixture(scope="module")
def big_raise():
    return banked("nz-big-raise").sheet()


# --- Canberra Hold-em -------------------------------------------------------------------------------------------------


def test_canberra_comes_out_at_the_published_figures(canberra):
    """Casino Hold'em with these odds is published at an edge of 2.16 %, an element of risk of 0.82 %, 82 % calls."""
    assert percent(canberra.main.edge, 2) == "2.16 %"
    assert percent(canberra.main.element_of_risk, 2) == "0.82 %"
    assert percent(1 - canberra.main.frequency(decision="fold"), 0) == "82 %"


def test_canberra_exactly(canberra):
    main = canberra.main
    assert main.deals == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2) == 27_813_810_024_000
    assert main.expected == Fraction(-1_363_917_077, 63_213_204_600)
    assert main.average_wager == Fraction(42_039, 15_925)
    assert main.frequency(decision="fold") == Fraction(2_868, 15_925)
    assert round(main.deviation, 6) == 2.612861
    assert sum(main.distribution.values()) == main.deals


def test_always_calling_makes_every_category_as_often_as_seven_cards_do():
    """Seven cards part into hole, flop and river in 21 x 10 ways, and the dealer then has 990 holdings."""
    main = banked("act-holdem").sheet(strategy="always-call").main
    for hand, ways in SEVEN_CARDS.items():
        assert sum(row.deals for row in main.outcomes if row.hand == hand) == ways * 210 * 990
    higher = sum(row.deals for row in main.outcomes if row.result.endswith("player higher"))
    lower = sum(row.deals for row in main.outcomes if row.result.endswith("player lower"))
    assert higher == lower  # without folds the dealer's cards and the player's are alike


def test_always_folding_loses_the_ante():
    sheet = banked("act-holdem").sheet(strategy="always-fold")
    assert (sheet.main.edge, sheet.main.variance, len(sheet.main.outcomes)) == (1, 0, 1)


def test_super_aces_by_five_card_counts(canberra):
    """Each five cards part into hole and flop in 10 ways; the odds are those of 11.1."""
    bonus, silent = canberra.sides
    odds = {"royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 40, "full-house": 30, "flush": 20}
    odds |= dict.fromkeys(("straight", "three-of-a-kind", "two-pair", "pair-of-aces"), 7)
    for hand, ways in FIVE_CARDS.items():
        assert sum(row.deals for row in bonus.outcomes if row.hand == hand) == 10 * ways
    assert bonus.expected == Fraction(sum(ways * odds.get(hand, -1) for hand, ways in FIVE_CARDS.items()), 2_598_960)
    assert silent.edge == 1  # act-holdem 10.4: what is not declared loses


@pytest.mark.slow
def test_canberra_under_every_reading(canberra):
    found = {(one.setting, one.value): one for one in readings(banked("act-holdem"))}
    edges = {key: percent(one.sheet.main.edge) for key, one in found.items()}
    assert edges["unqualified_call", "returned"] == "2.1576 %"
    assert edges["unqualified_call", "paid"] == "-42.5850 %"
    assert edges["unqualified_tie", "void"] == "2.5460 %"
    assert edges["unqualified_lower", "void"] == "4.9863 %"
    bonus = {key: percent(one.sheet.sides[0].edge) for key, one in found.items()}
    assert bonus["folded_bonus", "declared-paid"] == "6.2583 %"
    assert bonus["folded_bonus", "lost"] == "9.0745 %"
    assert found["auto_declare", "true"].sheet.sides[1].edge == canberra.sides[0].edge
    priced = {"unqualified_call", "unqualified_tie", "unqualified_lower"}
    for (setting, _), one in found.items():
        assert (one.sheet.main.edge == canberra.main.edge) is (one.default or setting not in priced)


@pytest.mark.slow
def test_a_player_who_minds_the_bonus_folds_fewer_winners():
    """Where folding forfeits a declared bonus (7.3 read alone), calling with it can be right."""
    sign = HoldemSign(folded_bonus="lost")
    apart = banked("act-holdem").sheet(sign)
    minded = banked("act-holdem").sheet(sign, bonus=1000)
    assert minded.sides[0].expected > apart.sides[0].expected
    assert minded.main.expected < apart.main.expected
    assert minded.main.expected + minded.sides[0].expected > apart.main.expected + apart.sides[0].expected


@pytest.mark.slow
def test_the_maximum_payout_lowers_the_price_of_an_ante_above_it():
    """act-holdem 8.2, ante of 10.00: a royal flush pays 1000.00, so 1000.00 changes nothing and a chip less does."""
    plain = banked("act-holdem").sheet().main.edge
    at = banked("act-holdem").sheet(HoldemSign(max_payout=100_000)).main.edge
    below = banked("act-holdem").sheet(HoldemSign(max_payout=99_900)).main.edge
    assert at == plain < below


@pytest.mark.slow
def test_the_greatest_odds_and_stakes_do_not_overflow():
    """A million to one on a royal flush, and a stake of a million cents: the same price as for a stake of one cent."""
    table = ANTE_TABLE.replace(royal_flush=1_000_000)
    sign = HoldemSign(ante_table=table, max_payout=10**13)
    dear = banked("act-holdem").sheet(sign, stake=10**6).main
    cheap = banked("act-holdem").sheet(sign, stake=1).main
    assert dear.expected == cheap.expected
    assert dear.distribution[1_000_002 * 10**6] == cheap.distribution[1_000_002]


# --- Big Raise --------------------------------------------------------------------------------------------------------


def test_big_raise_as_written_is_much_dearer_than_the_published_variant(big_raise):
    american = banked("nz-big-raise").sheet(BigRaiseSign(ante_pays="raise-table"))
    assert percent(american.main.edge, 2) == "2.58 %"  # as published for the US game
    assert american.main.edge == Fraction(20_914, 812_175)
    assert big_raise.main.edge == Fraction(22_237, 162_435)
    assert percent(big_raise.main.edge, 2) == "13.69 %"
    assert big_raise.main.deals == comb(52, 3) * comb(49, 2) == 25_989_600


def test_never_folding_makes_every_hand_ten_times():
    """Five cards part into own and community in 10 ways."""
    main = banked("nz-big-raise").sheet(strategy="always-1").main
    found = {row.hand: row.deals for row in main.outcomes}
    for hand in ("royal-flush", "full-house", "two-pair", "high-card"):
        assert found[hand] == 10 * FIVE_CARDS[hand]
    assert all(found[f"pair-of-{rank}"] == 844_800 for rank in ("twos", "sixes", "sevens", "tens", "aces"))


def test_big_raise_under_every_reading(big_raise):
    edges = {(one.setting, one.value): percent(one.sheet.main.edge) for one in readings(banked("nz-big-raise"))}
    assert edges["ante_pays", "raise-table"] == "2.5751 %"
    assert edges["sevens", "lose"] == "19.8888 %"
    assert edges["standoff_ante", "lost"] == "20.7020 %"
    assert edges["standoff_ante", "paid"] == "5.4291 %"
    assert edges["exposed_community", "raises-cut"] == edges["sevens", "stand-off"] == percent(big_raise.main.edge)


def test_three_card_bonus_by_three_card_counts(big_raise):
    """C(52,3): 12 x 4 straight flushes, 13 x 4 threes, 12 x 60 straights, 1,144 - 48 flushes, 13 x 6 x 48 pairs."""
    (bonus,) = big_raise.sides
    assert {row.hand: row.deals for row in bonus.outcomes} == {
        "straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1_096, "pair": 3_744,
        "high-card": 16_440,
    }  # fmt: skip
    assert bonus.edge == Fraction(22_100 - 41 * 48 - 31 * 52 - 7 * 720 - 4 * 1_096 - 2 * 3_744, 22_100)


def test_a_blind_raise_is_worth_less_than_a_seen_one_and_more_than_an_unseen_one(big_raise):
    for times in (1, 2, 3, 4):
        blind = banked("nz-big-raise").sheet(strategy=f"blind-{times}").main.expected
        assert banked("nz-big-raise").sheet(strategy=f"always-{times}").main.expected < blind < big_raise.main.expected


def test_the_payout_limit_makes_smaller_raises_best():
    """nz-big-raise 5.8: a raise of four paid no more than a raise of one is only more at risk."""
    sign = BigRaiseSign(max_raise_payout=2000)
    taken = {row.decision for row in banked("nz-big-raise").sheet(sign, stake=1000).main.outcomes}
    assert "raise 2" in taken
    assert {row.decision for row in banked("nz-big-raise").sheet().main.outcomes} == {"fold", "raise 1", "raise 4"}


# --- both -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", banked_games())
def test_no_strategy_beats_the_optimal_one(key):
    game = banked(key)
    for name in game.strategies()[1:]:
        sheet = game.sheet(strategy=name)
        assert sheet.cost > 0 or (key, name) == ("three-card-poker", "rule-of-thumb"), "queen, six, four is the best"
        assert sheet.main.expected + sheet.cost == game.sheet().main.expected
        assert sum(row.deals for row in sheet.main.outcomes) == game.sheet().main.deals


@pytest.mark.parametrize(
    ("key", "most"), [("act-holdem", "0.49 %"), ("nz-big-raise", "0.11 %"), ("three-card-poker", "0.00 %")]
)
def test_the_rule_of_thumb_costs_little(key, most):
    assert percent(banked(key).sheet(strategy="rule-of-thumb").cost, 2) <= most


@pytest.mark.slow
def test_a_changed_pay_table_changes_the_price(canberra, big_raise):
    richer = banked("act-holdem").sheet(HoldemSign(ante_table=ANTE_TABLE.replace(flush=3)))
    # One more to one on each winning flush: at least on those of the old strategy, at most on those of the new one.
    old, new = (
        Fraction(sum(row.deals for row in sheet.main.outcomes if row.hand == "flush" and row.net > 0), sheet.main.deals)
        for sheet in (canberra, richer)
    )
    assert old <= richer.main.expected - canberra.main.expected <= new
    poorer = banked("nz-big-raise").sheet(BigRaiseSign(raise_table=RAISE_TABLE.replace(full_house=7)))
    assert poorer.main.edge > big_raise.main.edge


@pytest.mark.parametrize("key", banked_games())
def test_every_reading_can_be_set_from_text(key):
    sign = HoldemSign() if key == "act-holdem" else BigRaiseSign()
    for reading in sign_for(key).readings:
        for value in reading.values:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            changed = with_settings(sign, {reading.setting: text})
            assert changed == msgspec.structs.replace(sign, **{reading.setting: value})


@pytest.mark.parametrize("ante", ["returned", "lost", "paid"])
def test_a_stand_off_is_named_so_whatever_becomes_of_the_ante(ante):
    sign = BigRaiseSign(standoff_ante=ante)
    rows = [
        *banked("nz-big-raise").sheet(sign).main.outcomes,
        *banked("nz-big-raise").decide(sign, 1000, ["Ts7s6d"]).outcomes,
    ]
    ends = {row.hand: row.result for row in rows if row.decision != "fold"}
    pairs = {"fives": "loses", "sixes": "stands off", "sevens": "stands off", "nines": "stands off", "tens": "wins"}
    assert {rank: ends[f"pair-of-{rank}"] for rank in pairs} == pairs
    assert (ends["high-card"], ends["two-pair"]) == ("loses", "wins")
    assert all(row.result for row in rows)
