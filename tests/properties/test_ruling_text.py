"""A hand with rulings prints as text and reads back into equal events; no text, however changed, breaks the reader."""

import random
import re
from typing import get_args

import pytest

from openfelt import floor
from openfelt.cards import FULL_DECK, card, cards
from openfelt.errors import NotationError, OpenfeltError
from openfelt.floor import Author, ExposedInDeal, RuleOn, grants, powers
from openfelt.games import GAMES, Limit, Sign
from openfelt.table import Fold, Shoe, begin, commands, decide, events, evolve, open_hand, play, replay, start
from openfelt.table import ruling_events as r
from openfelt.table.performance import Performance, ScriptFailed
from openfelt.table.ruling_text import LINES, read_ruling, ruling_words
from openfelt.table.script import CITED, read_cites, read_script
from openfelt.table.text import read_hand, ruled_events, write_hand
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES
from tests.properties.test_floor import play_with_incidents
from tests.properties.test_table import snapshot

SIGN = Sign(rulebook="nsw-poker", game="pineapple", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
HOLDEM = SIGN.replace(game="texas-holdem")
ANN = Author("Ann", "manager")
BY = ("Ann", "manager", "seen by the dealer")


def opened(sign=HOLDEM, players=((1, 10_000), (2, 10_000), (3, 10_000))):
    shoe = Shoe(FULL_DECK.cards)
    hand, made = open_hand(start(sign, list(players), button=1), shoe)
    return hand, made, shoe


@pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
def test_a_hand_with_rulings_reads_back_from_its_text(key):
    ruled = 0
    for number in range(count(12, 200)):
        seed = f"floor text {' '.join(key)} {number}"
        hand, played = play_with_incidents(random.Random(seed), GAMES[key])
        text = write_hand(played)
        again = read_hand(text)
        assert again == played, f"seed {seed}\n{text}"
        assert snapshot(replay(again)) == snapshot(hand), f"seed {seed}"
        assert write_hand(again) == text, f"seed {seed}"
        ruled += any(isinstance(event, (r.RulingMade, r.PowerUsed)) for event in played)
    assert ruled, "the floor never ruled, so nothing was tested"


def test_a_ruling_stands_in_the_text_as_people_would_say_it():
    hand, made, shoe = opened()
    made += floor.play(hand, RuleOn(ExposedInDeal(cards=((2, 1),)), ANN, "turned over by the dealer"), shoe)
    made += play(hand, Fold(1), shoe)
    made += play(hand, Fold(2), shoe)
    text = write_hand(made)
    assert text.split("pre-flop    opens 1\n")[1].splitlines() == [
        '            ruled exposed-in-deal of 2: replaced by manager "Ann" because "turned over by the dealer" [26.26]',
        "            so 2c from down to burns of 2, face up [26.26]",
        "            so 3h from shoe to down of 2, seen by 2 [26.26]",
        "            so no burn before flop [26.26]",
        "            1 folds",
        "            2 folds",
        "            returned 3 100",
        "            wins 3 200 of pot 1",
        "            ended sole survivor",
    ]
    assert read_hand(text) == made
    assert read_hand(text)[-1].reason == "sole survivor"


def test_a_ruling_between_two_steps_of_the_house_reads_back_at_its_place():
    """The burn is out and the flop is not: the house goes as far as the text says, then the floor rules."""
    shoe = Shoe(FULL_DECK.cards)
    hand = begin(start(HOLDEM, [(1, 10_000), (2, 10_000)], button=1))
    made = [start(HOLDEM, [(1, 10_000), (2, 10_000)], button=1)]
    steps = [commands.PostBlind(), commands.PostBlind(), commands.DealStreet(shoe.take(4)), commands.OpenRound()]
    steps += [commands.Call(1), commands.Check(2), commands.CollectBets(), commands.Burn(shoe.take(1)[0])]
    places = []
    for step in steps:
        made += taken(hand, step)
        places.append(len(made))
        made += powers.use(hand, powers.Use(grants.Direct("silence"), ANN, f"after {len(made)}"), shoe, house=False)
    made += powers.use(hand, powers.Use(grants.VoidRound(), ANN, "fire alarm"), shoe)
    again = read_hand(write_hand(made))
    assert again == made
    assert [at for at, event in enumerate(again) if isinstance(event, r.PowerUsed)][:-1] == places


def taken(hand, command):
    """One step of the house or of a player."""
    made = decide(hand, command)
    for event in made:
        evolve(hand, event)
    return made


@pytest.mark.parametrize(
    "words", ["seat #3; did it", 'he said "no" [26.5]', "back\\slash", "two  spaces, a\ttab", "Zoë ♠ As Kd", "so; used"]
)
def test_free_words_of_a_ruling_survive(words):
    hand, made, shoe = opened()
    made += powers.use(hand, powers.Use(grants.Direct("silence"), Author(words, "manager"), words), shoe)
    assert read_hand(write_hand(made)) == made


def test_a_hand_whose_name_has_marks_reads_back():
    first = start(HOLDEM, [(1, 10_000), (2, 10_000)], button=1, hand_id='table #5; "42"')
    _, made = open_hand(first, Shoe(FULL_DECK.cards))
    assert read_hand(write_hand(made)) == made


C = ("nsw-poker 26.26", "house 10")
EFFECTS = [
    r.RulingMade("uncovered", "void the round", (), "", *BY, C),
    r.RulingMade("exposed-in-deal", "replaced", (1, 3), "acted: nobody; none", *BY, C),
    r.PowerUsed("exclude", 2, "ground breach", *BY, C, 40),
    r.PowerUsed("void-round", 0, "", *BY, C),
    r.CardsMoved(cards("AhKd"), "shoe", "aside", C, 0, True, (), 3),
    r.CardsMoved(cards("??"), "shoe", "down", C, 2, False, (2, 3)),
    r.CardsExposed(2, cards("Ah"), C), r.CardsExposed(2, cards("Ah"), C, (1, 3)),
    r.NextExposed(card("Ah"), C), r.StubShuffled(43, C), r.AsideReturned(40, C),
    r.StreetRecalled(3, True, (0, 100, 0), C), r.StreetRecalled(3, False, (0, 0, 0), C),
    r.StreetRecalled(0, True, (0, 0, 0), C, board_only=True), r.BurnWaived(3, C),
    *(r.HandDead(2, refund, kind, C) for kind in get_args(r.Death) for refund in (0, 300)),
    r.RoundVoided((1, 2, 3), (0, 0, 0), C), r.RoundVoided((0, 0, 0), (1, 0, 3), C),
    r.OutcomeInvalidated((100, 0, 3), (0, 0, 0), C), r.OutcomeInvalidated((100, 0, 3), (0, 5, 0), C),
    r.RulingMade("uncovered", "as agreed", (), "", *BY, C, (1, 2, 3)),
    r.AwardMoved(0, "whole", (0, 300, 0), (300, 0, 0), C), r.AwardMoved(1, "low", (0, 7, 0), (4, 0, 3), C),
    r.BettingCapped(400, C), r.TreatedAllIn(3, C), r.OpenerChanged(3, C), r.OpenerChanged(3, C, check_taps_out=True),
    *(r.WagerHeld(3, action, to, C) for action in get_args(r.Action) for to in (0, 400)),
    r.HeldResolved(3, C), r.WagerForfeited(3, 200, C), r.DiscardOwed(3, 2, C),
    r.DrawCredited(3, 2, owed=False, cites=C), r.DrawCredited(3, 2, owed=True, cites=C),
    r.StakeAdjusted(3, 500, C), r.StakeAdjusted(3, -500, C), r.StakeDue(3, 4000, C),
    r.WagersReturned((0, 5, 0), (0, 0, 7), C), r.WagersReturned((0, 5, 0), (0, 0, 0), C),
    r.ClockImposed(3, 40, C), r.ShowOrdered(3, cards("AhKd"), (1,), C),
    events.StreetDealt("flop", (2, 3), (cards("Ah"), ()), ((), cards("Kd")), cards("2c3c4c"), C),
    events.Folded(3, C, 200, timed_out=True), events.Folded(3, C),
    events.CommissionTaken((5, 6), "5% of 100; nil", C), events.PotAwarded(1, "low", (2, 3), (10, 11), C),
    *(events.HandEnded(reason, C) for reason in ("showdown", "sole survivor", "void", "misdeal")),
]  # fmt: skip


@pytest.mark.parametrize("event", EFFECTS, ids=lambda event: type(event).__name__)
def test_every_effect_of_a_ruling_has_a_line(event):
    hand = opened(SIGN)[0]
    words = ruling_words(hand, event)
    cites = read_cites(CITED.search(words)[1], "nsw-poker")
    assert read_ruling(hand, CITED.sub("", words), cites) == event


def test_no_effect_and_no_line_was_forgotten():
    assert {type(event) for event in EFFECTS} >= set(get_args(r.RulingEvent))
    hand = opened(SIGN)[0]
    written = [CITED.sub("", ruling_words(hand, event)) for event in EFFECTS]
    assert all(any(pattern.match(words) for words in written) for pattern, _ in LINES)
    assert all(sum(bool(pattern.match(words)) for pattern, _ in LINES) == 1 for words in written)


def test_an_event_that_no_ruling_causes_has_no_line():
    with pytest.raises(NotationError, match="no ruling causes Checked"):
        ruling_words(opened()[0], events.Checked(1, C))


RULED = "nsw-poker texas-holdem no-limit  blinds 100/200\nseats 1 9000 button, 2 9000, 3 9000\npre-flop opens 1\n"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("so 4 is dead [26.26]", "seat 4 is not dealt in"),
        ("so 3 is dead, back 900 [26.26]", "chips are not conserved"),
        ("so Ah from board to shoe [26.26]", "cannot be as the hand stands"),
        ("so Ah from down to shoe [26.26]", "the seat whose cards they are"),
        ("so stub of 12 shuffled [26.26]", "the stub has 46 cards"),
        ("so no burn before supper [26.26]", "no street 'supper'"),
        ("so all void, back 1 100, 1 200 [26.26]", "names a seat twice"),
        ("so all void, back 2 50 [26.26]", "chips are not conserved"),
        ("so 3 forfeits 9000 [26.26]", "below nothing"),
        ("so what [26.26]", "no line of a ruling reads 'so what'"),
        ("so 3 is dead [26.99]", "26.99"),
        ('ruled late: x by y "\\x" because "z"', "no text in quotes"),
        ("so ended void [26.26]", "left in the pot"),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_named(line, fault):
    with pytest.raises(OpenfeltError) as refused:
        read_hand(f"{RULED}{line}\n1 folds")
    assert fault in str(refused.value)
    assert "line 4" in str(refused.value)


def test_the_floors_words_are_not_the_engines_citations():
    """A text could name any clause; only what the engine gave counts for the conformance report."""
    played = Performance(
        read_script(f'{RULED}used direct by manager "A" because "b" [26.11.2]\n1 folds\n2 folds')
    ).run()
    assert "nsw-poker 26.11.2" not in played.cites
    assert any("nsw-poker 26.11.2" in event.cites for event in played.events)


def test_what_a_held_wager_leaves_follows_of_itself():
    """A wager out of turn is held, forfeited by the fold (26.5.2): only the ruling itself is a line of the floor."""
    hand, made, shoe = opened()
    held = floor.ActedOutOfTurn(seat=2, action="wager", to=600)
    made += floor.play(hand, RuleOn(held, ANN, "too early"), shoe)
    made += play(hand, commands.RaiseTo(1, 600), shoe)
    made += play(hand, Fold(2), shoe)
    assert any(isinstance(event, r.WagerForfeited) for event in made)
    ruled = [type(made[at]) for at in sorted(ruled_events(made))]
    assert ruled == [r.RulingMade, r.WagerHeld]
    made += play(hand, Fold(3), shoe)
    assert read_hand(write_hand(made)) == made


def changed(rng, text):
    """The text with something in it changed as a slip of the pen would."""
    lines = text.split("\n")
    at = rng.randrange(2, len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[rng.randrange(2, len(lines))])
    elif kind == 2:
        other = rng.randrange(2, len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = re.sub(r"\d+", lambda _: str(rng.choice([0, 1, 2, 3, 50, 10**6, 10**30])), lines[at], count=2)
    else:
        words = lines[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice(["", "shoe", "board", "2", "Ah", "void", "so", '"', "muck", ","])
        lines[at] = " ".join(words)
    return "\n".join(lines)


def test_a_changed_text_is_refused_or_is_another_hand_but_never_breaks_the_reader():
    refused = 0
    for number in range(count(100, 4_000)):
        rng = random.Random(f"slip {number}")
        _, played = play_with_incidents(rng, GAMES[rng.choice(ALL_GAMES)])
        whole = write_hand(played)
        for _ in range(4):
            text = whole
            for _ in range(3):
                text = changed(rng, text)
            try:
                read_hand(text)
            except (NotationError, ScriptFailed):
                refused += 1
    assert refused
