"""Stories fail when their rule is broken: each is bent for a moment, and the stories that prove it must notice."""

import dataclasses
import sys

import pytest

from openfelt.games import policy
from openfelt.games.policy import OddChips, Reopening, ShortOpen
from openfelt.games.signline import read_sign
from openfelt.games.signrules import SIGN
from openfelt.table import house, options
from openfelt.table.rules import compile_rules
from tests.stories.runner import broken

pytestmark = [pytest.mark.source, pytest.mark.usefixtures("fresh_rules")]


@pytest.mark.parametrize(
    ("setting", "file"),
    [
        ({"odd_chips": OddChips.ONE_EACH}, "24_settlement.hand"),
        ({"reopening": Reopening.SUM}, "12_all_in.hand"),
        ({"short_open": ShortOpen.FULL_MORE}, "12_all_in.hand"),
        ({"door_by_suit": True}, "16_five_card_stud.hand"),
        ({"all_in_opens": False}, "17_seven_card_stud.hand"),
        ({"fold_when_free": False}, "7_betting.hand"),
        ({"opener_folds_free": False}, "7_betting.hand"),
        ({"heads_up_button_first": False}, "9.8_heads_up.hand"),
        ({"time_out": policy.HOUSE.cite("8")}, "7.12_clock.hand"),
        ({"undealt_button": ()}, "9.3.1_undealt_button.hand"),
        ({"cap": 2}, "8.8.9_raise_cap.hand"),
        ({"cap": 4}, "8.8.9_raise_cap.hand"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_another_policy_breaks_its_stories(monkeypatch, setting, file):
    assert broken(f"nsw-poker/{file}") == []
    compile_rules.cache_clear()
    read_sign.cache_clear()
    monkeypatch.setitem(policy.POLICIES, "nsw-poker", dataclasses.replace(policy.policy("nsw-poker"), **setting))
    assert broken(f"nsw-poker/{file}")


def never(*_: object, **__: object) -> int:
    return 0


def without_the_call(hand, i, *, half):
    return POT_LIMIT(hand, i, half=half) - (hand.high - hand.bets[i])


def deal_the_last_card(hand, step):
    return DRAW_COUNT(hand, dataclasses.replace(step, at_once=False))


POT_LIMIT = options.pot_limit_most
DRAW_COUNT = house.draw_count


@pytest.mark.parametrize(
    ("name", "bent", "file"),
    [
        ("capped", never, "8.8.9_raise_cap.hand"),
        ("pot_limit_most", without_the_call, "8.8.7_pot_limit.hand"),
        ("least_wager", lambda hand, round_, high: high + 1 if high else round_.size, "8.8.6_minimum_raise.hand"),
        ("is_short", lambda hand, step: bool(step.short) and hand.stub <= hand.live, "17.5.2_shared_card.hand"),
        ("draw_count", deal_the_last_card, "14-15.4_draw.hand"),
        ("showdown_order", lambda hand: tuple(i for i in range(hand.n) if hand.status[i] != 2), "12.7_showing.hand"),
        ("must_show", never, "12.7_showing.hand"),
        ("optional_blind", never, "8.9_straddle.hand"),
        ("time_paid", never, "7.12_clock.hand"),
        ("uncalled", never, "3.6_uncalled.hand"),
    ],
)  # fmt: skip
def test_a_bent_rule_breaks_its_stories(monkeypatch, name, bent, file):
    bent_in = [module for key, module in sys.modules.items() if key.startswith("openfelt.") and hasattr(module, name)]
    assert bent_in
    for module in bent_in:
        monkeypatch.setattr(module, name, bent)
    assert broken(f"nsw-poker/{file}")


@pytest.mark.parametrize(
    ("name", "value", "file"),
    [
        ("least_seconds", 19, "7.12_clock.hand"),
        ("least_seconds", 21, "7.12_clock.hand"),
        ("most_seats", 12, "6.1_seats.hand"),
    ],
)
def test_another_number_on_the_sign_breaks_its_stories(monkeypatch, name, value, file):
    rules = SIGN.of("nsw-poker")
    other = dataclasses.replace(getattr(rules, name), value=value)
    monkeypatch.setitem(SIGN._read, "nsw-poker", dataclasses.replace(rules, **{name: other}))
    assert broken(f"nsw-poker/{file}")
