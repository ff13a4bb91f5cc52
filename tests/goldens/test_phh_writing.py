"""Any hand of any game goes into a PHH file and comes back event for event; a file holds its reader's view."""

from __future__ import annotations

import random
import warnings

import pokerkit
import pytest

from openfelt.cards import ALL_CARDS
from openfelt.errors import NotationError
from openfelt.formats import VARIANTS, dump_phh, dump_phhs, read_histories, replay_text, variant_of
from openfelt.games import GAMES, Limit, Sign
from openfelt.table import RAIL, BuyTime, Fold, Shoe, TimeOut, Viewer, legal, open_hand, play, start
from openfelt.table import events as e
from tests.conftest import count
from tests.goldens.test_phh import FILES
from tests.properties.random_tables import ALL_GAMES, random_command, random_hand, random_shoe, random_start

INSPECTOR = Viewer("inspector")
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)


@every_game
def test_a_hand_comes_back_event_for_event(key):
    for number in range(count(12, 250)):
        hand, events = random_hand(random.Random(f"phh {key} {number}"), GAMES[key])
        text = dump_phh(events, viewer=INSPECTOR)
        [verdict] = replay_text(text)
        assert verdict.error is None, text
        assert verdict.events == events
        assert verdict.finishing_stacks == hand.stacks
        assert verdict.checked == "stacks"


@every_game
def test_a_readers_file_replays_and_tells_no_hidden_card(key):
    """Keep what the reader saw, deal the other cards anew: the file stays the same to the letter."""
    for number in range(count(4, 250)):
        rng = random.Random(f"phh view {key} {number}")
        _, events = random_hand(rng, GAMES[key])
        for viewer in (RAIL, Viewer("seat", events[0].seats[0])):
            text = dump_phh(events, viewer=viewer)
            [verdict] = replay_text(text)
            assert verdict.error is None, text
            assert dump_phh(swap_hidden(rng, events, viewer), viewer=viewer) == text


def swap_hidden(rng, events, viewer):
    """The same hand with the cards that the viewer never saw named otherwise."""
    seen = set()
    for event in events:
        if type(event) is e.StreetDealt:
            seen.update(
                *event.up,
                event.board,
                *(down for seat, down in zip(event.seats, event.down, strict=True) if seat == viewer.seat),
            )
        elif type(event) in (e.DrawDealt, e.Discarded) and event.seat == viewer.seat:
            seen.update(event.cards)
        elif type(event) is e.SharedDealt:
            seen.add(event.card)
        elif type(event) is e.Shown:
            seen.update(event.cards)
    hidden = [card for card in ALL_CARDS[:52] if card not in seen]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return [renamed(event, other) for event in events]


def renamed(event, other):
    def swap(cards):
        return tuple(other.get(card, card) for card in cards)

    match event:
        case e.StreetDealt():
            return e.StreetDealt(
                event.name, event.seats, tuple(map(swap, event.down)), event.up, event.board, event.cites
            )
        case e.Burned(card=card):
            return e.Burned(other.get(card, card), event.cites)
        case e.DrawDealt():
            return e.DrawDealt(event.seat, swap(event.cards), event.cites)
        case e.Discarded():
            return e.Discarded(event.seat, swap(event.cards), event.cites)
    return event


def house_sign(variant):
    limit = Limit(variant.limit, 20, 40 if variant.limit == "structured" else 0)
    posts = {"bring_in": 8, "ante": 5} if variant.stud else {"blinds": (10, 20)}
    return Sign(
        rulebook="house",
        game=variant.game,
        deck=variant.deck,
        seats=6,
        limit=limit,
        odd_chips="first-winner",
        cap_lift="never",
        **posts,
    )


@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_reads_what_we_write(code):
    """Deep stacks, so that no listed difference (test_pokerkit.py) comes up; no fold that could be a check."""
    sign = house_sign(VARIANTS[code])
    assert variant_of(sign) == code
    for number in range(count(4, 100)):
        rng = random.Random(f"pokerkit reads {code} {number}")
        shoe = random_shoe(rng, sign)
        players = [(seat, 20_000) for seat in range(1, rng.randint(3, 6))]
        hand, events = open_hand(start(sign, players, button=rng.choice(players)[0]), shoe)
        while not hand.is_over:
            command = random_command(rng, hand)
            if type(command) is Fold and legal(hand).check:
                continue
            events += play(hand, command, shoe)
        for standard in (True, False):
            text = dump_phh(events, viewer=INSPECTOR, standard=standard)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                *_, state = pokerkit.HandHistory.loads(text)
            assert list(state.stacks) == hand.stacks
        assert [one.ok for one in replay_text(dump_phh(events, viewer=INSPECTOR, standard=True))] == [True]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_own_files_are_written_as_they_were_read(path):
    [history] = read_histories(path.read_text())
    [verdict] = replay_text(path.read_text())
    text = dump_phh(verdict.events, viewer=INSPECTOR, standard=True)
    [again] = read_histories(text)
    said = [action for action in history.actions if " sm" not in action]
    assert [action for action in again.actions if " sm" not in action] == said
    for field in ("variant", "stacks", "antes", "blinds", "bring_in", "small", "big", "finishing"):
        assert getattr(again, field) == getattr(history, field)


def test_several_hands_in_one_file():
    texts = [path.read_text() for path in FILES]
    assert [one.ok for one in replay_text(dump_phhs(texts))] == [True] * len(FILES)


def nsw_hand(**changes):
    sign = Sign(
        rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200), **changes
    )
    shoe = Shoe(ALL_CARDS[:52])
    return *open_hand(start(sign, [(2, 5000), (5, 5000), (7, 5000)], button=5, hand_id="T7-81"), shoe), shoe


def test_straddles_and_time_are_kept_in_commentary():
    from openfelt.games import Clock  # noqa: PLC0415
    from openfelt.table import Straddle  # noqa: PLC0415

    hand, events, shoe = nsw_hand(straddle=True, clock=Clock(20, 20, 300))
    assert legal(hand).kind == "option"
    events += play(hand, Straddle(5), shoe)
    events += play(hand, BuyTime(7), shoe)
    events += play(hand, TimeOut(7), shoe)
    events += play(hand, Fold(2), shoe)
    text = dump_phh(events, viewer=INSPECTOR)
    for line in (
        "'# openfelt: p3 straddle'",
        "'# openfelt: p1 time'",
        "'p1 f # openfelt: p1 time-out'",
        "hand = 'T7-81'",
    ):
        assert line in text
    [verdict] = replay_text(text)
    assert verdict.events == events


def test_fields_of_the_user():
    hand, events, shoe = nsw_hand()
    events += play(hand, Fold(5), shoe) + play(hand, Fold(7), shoe)
    text = dump_phh(events, viewer=RAIL, fields={"players": ["Ann", "Bo's", 'Cy "x"'], "_room": {"table": 7}})
    [history] = read_histories(text)
    assert history.fields["players"] == ["Ann", "Bo's", 'Cy "x"']
    assert history.fields["_room"] == {"table": 7}
    with pytest.raises(NotationError, match="'room' is no field of PHH"):
        dump_phh(events, viewer=RAIL, fields={"room": 1})


def test_what_phh_cannot_say_is_refused():
    _, events, _ = nsw_hand()
    with pytest.raises(NotationError, match="a whole hand"):
        dump_phh(events, viewer=INSPECTOR)
    rng = random.Random(1)
    _, pineapple = random_hand(rng, GAMES["nsw-poker", "pineapple"])
    with pytest.raises(NotationError, match="PHH has no code for nsw-poker/pineapple"):
        dump_phh(pineapple, viewer=INSPECTOR, standard=True)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("_openfelt_version = 1", "_openfelt_version = 99", "played under version 99 of the rules"),
        ("{rulebook = 'nsw-poker'", "{rulebok = 'nsw-poker'", "openfelt's own fields: Object contains unknown field"),
        ("_openfelt_button = 5", "_openfelt_button = 'x'", "openfelt's own fields: Expected `int`"),
        ("_openfelt_button = 5\n", "", "the field '_openfelt_button' is missing"),
        ("_openfelt_button = 5", "_openfelt_button = 2", "not in dealing order from button 2"),
        ("seats = [7, 2, 5]", "seats = [7, 2]", "2 seats for 3 stacks"),
        ("p3 f", "p2 f", "it is seat 5's turn, not seat 2's"),
    ],
)
def test_a_file_of_ours_that_was_changed_is_refused(old, new, said):
    hand, events, shoe = nsw_hand()
    events += play(hand, Fold(5), shoe) + play(hand, Fold(7), shoe)
    text = dump_phh(events, viewer=INSPECTOR)
    assert text.count(old) == 1
    [verdict] = replay_text(text.replace(old, new))
    assert said in verdict.error


def test_start_of_an_undealt_button():
    """9.3.1: eleven players at ten-handed hold'em; the designated player is passed over, and that comes back too."""
    rng = random.Random(3)
    sign, _, _ = random_start(rng, GAMES["nsw-poker", "seven-card-stud"])
    sign = sign.replace(seats=8, deck=52)
    most = GAMES["nsw-poker", "seven-card-stud"].decks[52].most
    players = [(seat, 5000) for seat in range(1, most + 2)]
    shoe = random_shoe(rng, sign)
    hand, events = open_hand(start(sign.replace(seats=most + 1), players, button=3), shoe)
    assert 3 not in hand.seats
    while not hand.is_over:
        events += play(hand, random_command(rng, hand), shoe)
    [verdict] = replay_text(dump_phh(events, viewer=INSPECTOR))
    assert verdict.events == events
