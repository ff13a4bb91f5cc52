"""What only a program can hand to a house-banked table, because no text says it: it is refused all the same."""

from __future__ import annotations

import msgspec
import pytest

from openfelt.books.act_holdem.pit import ANTE_TABLE, SUPER_ACES_TABLE, HoldemSign
from openfelt.books.house.three_card_poker import ANTE_BONUS_TABLE, PAIR_PLUS_TABLE, ThreeCardSign
from openfelt.books.nz_big_raise.pit import RAISE_TABLE, THREE_CARD_BONUS_TABLE, BigRaiseSign
from openfelt.errors import NotationError, RuleViolation
from openfelt.pit import Open, Round, Seat, decide, pit_game, play, validate
from openfelt.pit import commands as c
from openfelt.pit.settlement import Spot


@pytest.mark.parametrize(
    ("sign", "clause"),
    [
        (HoldemSign(ante_table=SUPER_ACES_TABLE), "act-holdem 11.1"),
        (HoldemSign(super_aces_table=ANTE_TABLE), "act-holdem 8.1"),
        (BigRaiseSign(raise_table=THREE_CARD_BONUS_TABLE), "nz-big-raise 10.3"),
        (BigRaiseSign(bonus_table=RAISE_TABLE), "nz-big-raise 5.7"),
        (ThreeCardSign(ante_bonus_table=PAIR_PLUS_TABLE), "house 12.12"),
        (ThreeCardSign(pair_plus_table=ANTE_BONUS_TABLE), "house 12.11"),
    ],
)
def test_a_pay_table_hangs_in_its_own_place(sign, clause):
    with pytest.raises(RuleViolation) as refused:
        validate(sign)
    assert (refused.value.code, refused.value.cites) == ("sign-pay-table", (clause,))


@pytest.mark.parametrize("changes", [{"auto_declare": 1}, {"cover_call": 0}, {"unqualified_call": True}])
def test_a_number_is_no_yes_and_no_no(changes):
    with pytest.raises(RuleViolation) as refused:
        validate(msgspec.structs.replace(HoldemSign(), **changes))
    assert refused.value.code == "sign-reading"


@pytest.mark.parametrize(
    ("player", "purse"), [("two words", 5000), ("", 5000), ("Ann", -1), ("Ann", c.MOST_CHIPS + 1), ("a,b", -1)]
)
def test_a_name_is_one_word_and_chips_can_be_counted(player, purse):
    with pytest.raises(NotationError, match="is not a player's name and chips"):
        decide(Round(), Open(HoldemSign(), (Seat(1, player, purse),)))
    table = Round()
    play(table, Open(HoldemSign(), ()))
    with pytest.raises(NotationError, match="is not a player's name and chips"):
        decide(table, c.Join(player, 1, purse))
    for most in (0, c.MOST_CHIPS):
        decide(table, c.Join("Ann", 1, most))


@pytest.mark.parametrize(("box", "is_extra"), [(1, False), (3, True)])
def test_only_a_wager_on_another_area_gives_the_clauses_of_extra_areas(box, is_extra):
    table = Round()
    play(table, Open(BigRaiseSign(), (Seat(1, "Ann", 100_000),)))
    (placed,) = decide(table, c.Wager("Ann", box, Spot.ANTE, 1000))
    assert ("nz-big-raise 5.5" in placed.cites) == is_extra


DISPUTE = [c.RuleDispute(review=False, text=text) for text in ("", "two\nlines", "x" * (c.MOST_TEXT + 1))]


@pytest.mark.parametrize(
    "order",
    [
        *DISPUTE,
        c.ChangeLimits(1000, c.MOST_CHIPS + 500, notice=True),
        c.AnnounceLimits(1000, c.MOST_CHIPS + 500, minutes=20),
        c.AnnounceLimits(1000, 50_000, minutes=20, at_ms=-1),
        c.AnnounceClosing(minutes=20, at_ms=-1),
    ],
)
def test_what_nobody_can_mean_is_no_order(order):
    """No clause forbids it, so no story can say that it is refused."""
    table = Round()
    play(table, Open(HoldemSign(), ()))
    with pytest.raises(NotationError):
        decide(table, order)


def test_the_longest_decision_and_the_highest_limit_are_orders():
    table = Round()
    play(table, Open(HoldemSign(), ()))
    for order in (
        c.RuleDispute(review=False, text="x" * c.MOST_TEXT),
        c.ChangeLimits(1000, c.MOST_CHIPS, notice=True),
        c.AnnounceClosing(minutes=20, at_ms=0),
    ):
        assert decide(table, order)


def test_a_three_card_table_shows_its_dealer_and_no_community_cards():
    game = pit_game("three-card-poker")
    assert game.house_cards == ("dealer",)
    assert game.labels["bonus"] == "Pair Plus"
    assert game.priced.side_name == "Pair Plus"
