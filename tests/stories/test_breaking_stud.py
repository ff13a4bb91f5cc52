"""Stories of act-stud, us-stud and the house rulebook fail when their rule is broken: each is bent for a moment."""

import dataclasses
import sys

import pytest

from openfelt.books.act_stud import games as stud
from openfelt.books.act_stud import sign as signs
from openfelt.games import policy
from openfelt.games.game import SeatLimit
from openfelt.games.policy import CapLift, OddChips, OddHalf, Reopening, ShortOpen
from openfelt.rulebooks import rulebook
from openfelt.table import commission, house, openers, options, pots
from tests.stories.runner import FOLDER, broken

pytestmark = [pytest.mark.source, pytest.mark.usefixtures("fresh_rules")]

ALL_SHOW = frozenset({"called", "all-in"})


def named(value: object) -> str:
    """A value as part of a test's name: the same in every process."""
    return "+".join(sorted(value)) or "nobody" if isinstance(value, frozenset) else str(value)


@pytest.mark.parametrize(
    ("setting", "file"),
    [
        ({"cap": 2}, "act-stud/5-6_raises.hand"),
        ({"cap": 4}, "act-stud/5-6_raises.hand"),
        ({"cap_lift": CapLift.NEVER}, "act-stud/5-6_raises.hand"),
        ({"cap_lift": CapLift.TWO_LEFT}, "act-stud/5-6_raises.hand"),
        ({"cap_limits": frozenset({"structured"})}, "act-stud/5-6_raises.hand"),
        ({"odd_chips": OddChips.ONE_EACH}, "act-stud/13_showdown.hand"),
        ({"odd_chips": OddChips.BY_CARD}, "act-stud/13_showdown.hand"),
        ({"odd_half": OddHalf.HIGH}, "act-stud/13_showdown.hand"),
        ({"must_show": ALL_SHOW}, "act-stud/13_showdown.hand"),
        ({"must_show": frozenset()}, "act-stud/13_showdown.hand"),
        ({"reopening": Reopening.SUM}, "act-stud/14_tapping_out.hand"),
        ({"short_open": ShortOpen.FULL_MORE}, "act-stud/14_tapping_out.hand"),
        ({"tap_out_units": False}, "act-stud/14_tapping_out.hand"),
        ({"door_by_suit": True}, "act-stud/4.2h_openers.hand"),
        ({"all_in_opens": True}, "act-stud/4.2h_openers.hand"),
        ({"fold_when_free": False}, "act-stud/10.2-12_betting.hand"),
        ({"opener_folds_free": False}, "act-stud/10.2-12_betting.hand"),
        ({"time_out": rulebook("act-stud").cite("4.6")}, "act-stud/4.6_clock.hand"),
        ({"heads_up_button_first": True}, "act-stud/8-9_dealing.hand"),
        ({"door_by_suit": False}, "us-stud/stud3_bring_in.hand"),
        ({"fold_when_free": False}, "us-stud/stud5-7_streets.hand"),
        ({"opener_folds_free": True}, "us-stud/stud5-7_streets.hand"),
        ({"odd_chips": OddChips.FIRST_WINNER}, "us-stud/stud8_awards.hand"),
        ({"odd_half": OddHalf.FIRST_WINNER}, "us-stud/stud8_awards.hand"),
        ({"side_pots_first": False}, "us-stud/stud8_awards.hand"),
        ({"reopening": Reopening.NEVER}, "us-stud/stud8_awards.hand"),
        ({"must_show": ALL_SHOW}, "us-stud/stud8_awards.hand"),
        ({"tap_out_units": True}, "us-stud/stud8_awards.hand"),
        ({"button": True}, "us-stud/sign.hand"),
        ({"odd_chips": OddChips.FIRST_WINNER}, "house/6_showdown.hand"),
        ({"odd_half": OddHalf.FIRST_WINNER}, "house/6_showdown.hand"),
        ({"reopening": Reopening.NEVER}, "house/4_betting.hand"),
        ({"short_open": ShortOpen.COMPLETE}, "house/4_betting.hand"),
        ({"cap_lift": CapLift.TWO_ABLE}, "house/4_betting.hand"),
        ({"cap": 4}, "house/4_betting.hand"),
        ({"all_in_opens": False}, "house/4_betting.hand"),
        ({"heads_up_button_first": False}, "house/3_forced_bets.hand"),
        ({"door_by_suit": False}, "house/3_forced_bets.hand"),
        ({"time_out": ()}, "house/7-9_room_and_histories.hand"),
    ],
    ids=lambda value: (
        value if isinstance(value, str) else "-".join(f"{name}={named(one)}" for name, one in value.items())
    ),
)
def test_another_policy_breaks_its_stories(monkeypatch, setting, file):
    book = file.partition("/")[0]
    monkeypatch.setitem(policy.POLICIES, book, dataclasses.replace(policy.policy(book), **setting))
    assert broken(file)


def nothing(*_: object, **__: object) -> int:
    return 0


def without_the_call(hand, i, *, half):
    return POT_LIMIT(hand, i, half=half) - (hand.high - hand.bets[i])


def one_card_less_is_enough(hand, step):
    return IS_SHORT(hand, step) and hand.stub < hand.live - 1


def ace_always_high(hand, card):
    return 14 if card == 52 else card // 4 + 2


def joker_is_nothing(hand, card):
    return 0 if card == 52 else RANK(hand, card)


def all_the_chips(hand, stack):
    return stack


def by_seat(hand, winners, half):
    return winners[0]


def mucks_merge_pots(hand):
    made = BUILD(hand)
    return (
        made if len(made) == 1 else [pots.Pot(sum(one.amount for one in made), made[0].eligible, made[0].contributors)]
    )


def from_the_left(hand):
    return tuple(i for i in range(hand.n) if hand.status[i] != 2)


def never_tied(hand, pot):
    return frozenset()


POT_LIMIT, IS_SHORT, RANK, BUILD = options.pot_limit_most, house.is_short, openers.door_rank, pots.build_pots


@pytest.mark.parametrize(
    ("name", "bent", "file"),
    [
        ("pot_limit_most", without_the_call, "act-stud/4.2g_limits.hand"),
        ("pot_limit_most", without_the_call, "house/4_betting.hand"),
        ("least_wager", lambda hand, round_, high: high + 1 if high else round_.size, "act-stud/5-6_raises.hand"),
        ("capped", nothing, "act-stud/5-6_raises.hand"),
        ("short_amount", all_the_chips, "act-stud/14_tapping_out.hand"),
        ("short_amount", all_the_chips, "act-stud/10.1_options.hand"),
        ("is_short", nothing, "us-stud/stud7_common_card.hand"),
        ("is_short", nothing, "house/5_dealing.hand"),
        ("is_short", one_card_less_is_enough, "act-stud/17.20_shared_card.hand"),
        ("is_short", one_card_less_is_enough, "us-stud/stud7_common_card.hand"),
        ("is_short", nothing, "act-stud/17.20_shared_card.hand"),
        ("door_rank", ace_always_high, "us-stud/stud3_bring_in.hand"),
        ("door_rank", joker_is_nothing, "act-stud/3.7_joker.hand"),
        ("by_card", by_seat, "us-stud/stud8_awards.hand"),
        ("uncalled", nothing, "act-stud/15_commission.hand"),
        ("_tied", never_tied, "act-stud/15_commission.hand"),
        ("build_pots", mucks_merge_pots, "act-stud/15_commission.hand"),
        ("build_pots", mucks_merge_pots, "us-stud/stud8_awards.hand"),
        ("optional_blind", nothing, "act-stud/4.2_determinations.hand"),
        ("least_due", lambda hand: None, "act-stud/4.6_clock.hand"),
        ("showdown_order", from_the_left, "act-stud/13_showdown.hand"),
        ("showdown_order", from_the_left, "house/6_showdown.hand"),
    ],
)  # fmt: skip
def test_a_bent_rule_breaks_its_stories(monkeypatch, name, bent, file):
    bent_in = [module for key, module in sys.modules.items() if key.startswith("openfelt.") and hasattr(module, name)]
    assert bent_in
    for module in bent_in:
        monkeypatch.setattr(module, name, bent)
    assert broken(file)


@pytest.mark.parametrize("stake", [9_999, 10_001])
def test_another_low_stake_breaks_the_commission_stories(monkeypatch, stake):
    monkeypatch.setattr(signs, "LOW_STAKE", stake)
    assert broken("act-stud/15_commission.hand")


def act_commission(kind: str, *, over: int, percent: int = 0, round_to: int = 100):
    def bent(hand, schedule, several, ties):
        taken, said, cites = SCHEDULED(hand, schedule, several, ties)
        terms = hand.rules.sign.commission
        if schedule.kind != kind or cites != schedule.cites:
            return taken, said, cites
        share = percent or (5 if kind == "act-5" else 10)
        fee = 0
        if any(pot.amount > over for pot in several):
            fee = min(sum(pot.amount for pot in several) * share // 100 // round_to * round_to, terms.most)
        return (fee, *taken[1:]), said, cites

    return bent


SCHEDULED = commission._scheduled


@pytest.mark.parametrize(
    ("kind", "bent", "breaks"),
    [
        ("act-5", {"over": 1900}, False),
        ("act-5", {"over": 1995}, False),
        ("act-5", {"over": 2000}, True),
        ("act-5", {"over": 1900, "round_to": 50}, True),
        ("act-5", {"over": 1900, "percent": 6}, True),
        ("act-10", {"over": 1000}, True),
        ("act-10", {"over": 900, "round_to": 1}, True),
        ("act-10", {"over": 890, "round_to": 10}, True),
    ],
    ids=str,
)
def test_another_schedule_breaks_the_commission_stories(monkeypatch, kind, bent, breaks):
    monkeypatch.setattr(commission, "_scheduled", act_commission(kind, **bent))
    plain = [name for name in broken("act-stud/15_commission.hand") if "(1)" in name or "(2)" in name or "(3)" in name]
    assert bool(plain) == breaks


@pytest.mark.parametrize("most", [-1, 1])
@pytest.mark.parametrize("size", [52, 48, 44, 40, 36, 32])
def test_another_number_of_seats_breaks_its_story(monkeypatch, size, most):
    limit = stud.SEATS[size]
    monkeypatch.setitem(stud.SEATS, size, SeatLimit(limit.most + most, limit.cites))
    assert broken("act-stud/2_decks.hand")


@pytest.mark.parametrize(("option", "other"), [("A", "B"), ("B", "C"), ("C", "A"), ("B", "A")])
def test_another_option_breaks_the_opener_stories(monkeypatch, option, other):
    monkeypatch.setitem(stud.OPTIONS, option, stud.OPTIONS[other])
    assert broken("act-stud/10.1_options.hand")


def test_the_stories_come_true_unbent():
    files = [path for book in ("act-stud", "us-stud", "house") for path in sorted((FOLDER / book).glob("*.hand"))]
    assert [name for path in files for name in broken(f"{path.parent.name}/{path.name}")] == []
