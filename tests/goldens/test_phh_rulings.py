"""A hand with rulings goes into a PHH file and comes back event for event; other readers follow it or do not try."""

import random
import warnings

import pokerkit
import pytest

from openfelt import floor
from openfelt.cards import FULL_DECK
from openfelt.errors import NotationError
from openfelt.floor import Author, RuleOn, Uncovered, grants, powers
from openfelt.formats import VARIANTS, dump_phh, read_histories, replay_text
from openfelt.games import GAMES, Limit, Sign
from openfelt.table import RAIL, Call, Check, Fold, Shoe, Viewer, open_hand, play, start
from openfelt.table import ruling_events as r
from openfelt.table.views import event_view
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES
from tests.properties.test_floor import play_with_incidents, redeal

INSPECTOR = Viewer("inspector")
ANN = Author("Ann", "manager")
HOUSE = Sign(rulebook="house", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)


def opened(sign=HOUSE):
    shoe = Shoe(FULL_DECK.cards)
    hand, events = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1, hand_id="7"), shoe)
    return hand, events, shoe


def lights_out(sign=HOUSE):
    """Something that no clause covers; the supervisor lets the round go on, and all but one fold."""
    hand, events, shoe = opened(sign)
    events += play(hand, Call(1), shoe)
    events += floor.play(hand, RuleOn(Uncovered(what="the lights went out"), ANN, "seen by all", "play on"), shoe)
    events += play(hand, Fold(2), shoe)
    events += play(hand, Check(3), shoe)
    while not hand.is_over:
        events += play(hand, Fold(3) if hand.high else Check(hand.seat_to_act), shoe)
    return hand, events


def void():
    hand, events, shoe = opened()
    events += play(hand, Call(1), shoe)
    events += powers.use(hand, powers.Use(grants.VoidRound(), ANN, "fire alarm"), shoe)
    return hand, events


@every_game
def test_a_hand_with_rulings_comes_back_event_for_event(key):
    ruled = unsaid = 0
    for number in range(count(8, 120)):
        hand, events = play_with_incidents(random.Random(f"phh ruled {key} {number}"), GAMES[key])
        if not any(isinstance(event, r.RulingEvent) for event in events):
            continue
        ruled += 1
        for viewer in (INSPECTOR, RAIL):
            try:
                text = dump_phh(events, viewer=viewer)
            except NotationError:
                assert viewer is RAIL  # what the rail saw may not make a whole hand, after several rulings
                unsaid += 1
                continue
            [verdict] = replay_text(text)
            assert verdict.error is None, text
            assert verdict.events == [events[0], *(event_view(event, viewer) for event in events[1:])]
            assert verdict.finishing_stacks == hand.stacks
            assert verdict.checked == "stacks"
    assert ruled
    assert unsaid <= max(3, ruled // 100)


def test_a_street_that_is_dealt_again_with_a_card_already_seen_comes_back():
    """A card that lay open before is on the board now: for the rail that street is told whole, and reads back."""
    key = ("nsw-poker", "omaha")
    _, events = play_with_incidents(random.Random(f"phh ruled {key} 5743"), GAMES[key])
    text = dump_phh(events, viewer=RAIL)
    assert "so dealt river: board" in text
    [verdict] = replay_text(text)
    assert verdict.events == [events[0], *(event_view(event, RAIL) for event in events[1:])]


@every_game
def test_a_readers_file_of_a_ruling_tells_no_hidden_card(key):
    for number in range(count(4, 100)):
        rng = random.Random(f"phh ruled secrets {key} {number}")
        hand, events = play_with_incidents(rng, GAMES[key])
        try:
            text = dump_phh(events, viewer=RAIL)
        except NotationError:  # what the rail saw may not make a whole hand
            with pytest.raises(NotationError):
                dump_phh(redeal(rng, events, RAIL, hand), viewer=RAIL)
            continue
        assert dump_phh(redeal(rng, events, RAIL, hand), viewer=RAIL) == text


def test_a_ruling_that_changes_nothing_leaves_a_history_that_others_follow():
    hand, events = lights_out()
    text = dump_phh(events, viewer=INSPECTOR)
    assert text.startswith("variant = 'NT'\n")
    assert "'# ruling on uncovered: play on, by Ann'" in text
    standard = dump_phh(events, viewer=INSPECTOR, standard=True)
    assert "_openfelt" not in standard
    for one in (text, standard):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            *_, state = pokerkit.HandHistory.loads(one)
        assert list(state.stacks) == hand.stacks
    assert [one.ok for one in replay_text(standard)] == [True]


def test_a_void_hand_has_no_code_that_another_reader_could_mistake():
    hand, events = void()
    text = dump_phh(events, viewer=INSPECTOR)
    assert text.startswith("variant = 'house/texas-holdem'\n")
    assert next(read_histories(text)).variant not in VARIANTS
    warnings.simplefilter("ignore", UserWarning)
    with pytest.raises(KeyError, match="house/texas-holdem"):
        list(pokerkit.HandHistory.loads(text))
    [verdict] = replay_text(text)
    assert verdict.events == events
    assert verdict.finishing_stacks == hand.stacks == [10_000] * 3
    with pytest.raises(NotationError, match=r"'Ann: void-round': .*ends early: it is p1's turn"):
        dump_phh(events, viewer=INSPECTOR, standard=True)


def test_a_hand_that_a_ruling_killed_has_no_code_either():
    """The dead hand's player acts no more; without the ruling its turn would still be due."""
    sign = HOUSE.replace(rulebook="nsw-poker")
    hand, events, shoe = opened(sign)
    events += powers.use(hand, powers.Use(grants.VoidWagers(1, "breach"), ANN, "a marked card"), shoe)
    events += play(hand, Fold(2), shoe)
    assert hand.is_over
    assert dump_phh(events, viewer=INSPECTOR).startswith("variant = 'nsw-poker/texas-holdem'\n")
    with pytest.raises(NotationError, match="PHH cannot say this hand"):
        dump_phh(events, viewer=INSPECTOR, standard=True)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("'p3 cc'", "'p3 f'", "action 4 is 'p3 f', but the field '_openfelt_text' tells 'p3 cc'"),
        ("'p3 cc', ", "", "action 4 is '# Ann: void-round"),
        ("starting_stacks = [10000, 10000, 10000]", "starting_stacks = [10000, 10000, 10001]", "begins another hand"),
        ("_openfelt_text = [", "_openfelt_text = [1, ", "is no list of lines"),
        ("1 calls 200", "1 calls 100", "the amount is 200, not 100"),
        ("so all void", "so all vivid", "no line of a ruling reads"),
        ("back 2 100, 3 200, 1 200", "back 2 100, 3 200, 1 300", "chips are not conserved"),
        ("finishing_stacks = [10000", "finishing_stacks = [10001", "but 10001 is recorded"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(old, new, fault):
    _, events = void()
    text = dump_phh(events, viewer=INSPECTOR)
    assert old in text
    [verdict] = replay_text(text.replace(old, new, 1))
    assert not verdict.ok
    assert fault in verdict.error
