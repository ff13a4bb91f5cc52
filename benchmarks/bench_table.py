"""The table against PokerKit: the same random drivers, the same seeds of choice, both sides in turn.

One engine only: every event, citation and chip check is in what is measured. PokerKit deals, burns, posts, collects,
shows and pays by its own automations, as its documentation recommends for simulations.
"""

from __future__ import annotations

import copy
import random
import warnings
from collections.abc import Callable

import pokerkit
from pokerkit import Automation

from benchmarks.measure import Row, rates
from openfelt.cards import FULL_DECK
from openfelt.formats import dump_phh, replay_text
from openfelt.games import Limit, Sign
from openfelt.table import Bet, BringIn, Call, Check, Fold, Hand, RaiseTo, Shoe, Viewer, legal, open_hand, play, start

SEATS, STACK = 6, 200
HANDS = 60
HISTORIES = 20
AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.CARD_BURNING,
    Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)  # fmt: skip
HOLDEM = Sign(rulebook="house", game="texas-holdem", limit=Limit("no-limit", 2), seats=SEATS, blinds=(1, 2))
STUD = Sign(rulebook="house", game="seven-card-stud", limit=Limit("structured", 4, 8), seats=SEATS, ante=1, bring_in=2)
PLAYERS = [(seat, STACK) for seat in range(1, SEATS + 1)]
INSPECTOR = Viewer("inspector")
# What real files say besides the hand itself; reading it is part of the work.
FIELDS = {
    "venue": "A room of our own",
    "time_zone_abbreviation": "ET",
    "day": 8,
    "month": 7,
    "year": 2026,
    "hand": 60440822798,
    "seat_count": SEATS,
    "table": "sF0jejOQESIPcFNlKclL5g",
    "players": [f"player number {seat}" for seat in range(1, SEATS + 1)],
    "currency_symbol": "$",
}


def our_hand(sign: Sign, rng: random.Random) -> tuple[Hand, list[object], Shoe]:
    cards = list(FULL_DECK.cards)
    rng.shuffle(cards)
    shoe = Shoe(cards)
    return *open_hand(start(sign, PLAYERS, button=SEATS), shoe), shoe


def our_choice(rng: random.Random, hand: Hand, *, passive: bool) -> object:
    """Fold, check or call, bet or raise, each as likely as the driver for PokerKit makes it."""
    turn = legal(hand)
    seat = turn.seat
    if turn.bring_in:
        return BringIn(seat)
    if passive:
        return Call(seat) if turn.call else Check(seat)
    roll = rng.random()
    if roll < 0.2 and turn.call:
        return Fold(seat)
    if roll < 0.4 and turn.most:
        to = rng.randint(turn.least, turn.most)
        return Bet(seat, to) if turn.opening else RaiseTo(seat, to)
    return Call(seat) if turn.call else Check(seat)


def play_ours(sign: Sign, rng: random.Random, *, passive: bool) -> list[object]:
    hand, events, shoe = our_hand(sign, rng)
    while not hand.is_over:
        events += play(hand, our_choice(rng, hand, passive=passive), shoe)
    return events


def their_holdem() -> pokerkit.State:
    return pokerkit.NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (1, 2), 2, STACK, SEATS)


def their_stud() -> pokerkit.State:
    return pokerkit.FixedLimitSevenCardStud.create_state(AUTOMATIC, True, 1, 2, 4, 8, STACK, SEATS)


def play_theirs(make: Callable[[], pokerkit.State], rng: random.Random, *, passive: bool) -> pokerkit.State:
    state = make()
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif passive:
            state.check_or_call()
        else:
            act_theirs(rng, state)
    return state


def act_theirs(rng: random.Random, state: pokerkit.State) -> None:
    roll = rng.random()
    if roll < 0.2 and state.checking_or_calling_amount:
        state.fold()
        return
    if roll < 0.4:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        if least is not None and most is not None:
            state.complete_bet_or_raise_to(rng.randint(least, most))
            return
    state.check_or_call()


def play_row(name: str, sign: Sign, make: Callable[[], pokerkit.State], aim: float, *, passive: bool) -> Row:
    ours_rng, theirs_rng = random.Random(1), random.Random(1)
    few = 6

    def ours() -> None:
        for _ in range(HANDS):
            play_ours(sign, ours_rng, passive=passive)

    def theirs() -> None:
        for _ in range(few):
            play_theirs(make, theirs_rng, passive=passive)

    ours_rate, peer_rate = rates((ours, HANDS), (theirs, few), seconds=4.0, least=8)
    return Row(name, ours_rate, peer_rate, "PokerKit", aim=aim)


def copy_row() -> Row:
    rng = random.Random(2)
    hand, _, shoe = our_hand(HOLDEM, rng)
    state = their_holdem()
    for _ in range(8):  # past the flop
        if not hand.is_over:
            play(hand, our_choice(rng, hand, passive=True), shoe)
        state.check_or_call()

    def ours() -> None:
        for _ in range(500):
            hand.copy()

    def theirs() -> None:
        for _ in range(5):
            copy.deepcopy(state)

    ours_rate, peer_rate = rates((ours, 500), (theirs, 5), seconds=2.0)
    return Row("copy a hand", ours_rate, peer_rate, "deepcopy of PokerKit's state", unit="copies/s", aim=50)


def history_texts(*, passive: bool, often: float) -> list[str]:
    """Histories of our own: hold'em as in real files, where most hands end early (`often` folds), or to a showdown."""
    rng = random.Random(3)
    made = []
    for _ in range(HISTORIES):
        hand, events, shoe = our_hand(HOLDEM, rng)
        while not hand.is_over:
            turn = legal(hand)
            fold = turn.call and rng.random() < often
            events += play(hand, Fold(turn.seat) if fold else our_choice(rng, hand, passive=passive), shoe)
        made.append(dump_phh(events, viewer=INSPECTOR, standard=True, fields=FIELDS))
    return made


def replay_row(name: str, texts: list[str], aim: float) -> Row:
    again = 6

    def ours() -> None:
        for text in texts * again:
            for verdict in replay_text(text):
                assert verdict.ok, verdict.error

    def theirs() -> None:
        for text in texts:
            for _ in pokerkit.HandHistory.loads(text):
                pass

    agrees = all(stacks_theirs(text) == next(replay_text(text)).finishing_stacks for text in texts)
    ours_rate, peer_rate = rates((ours, again * len(texts)), (theirs, len(texts)), seconds=4.0, least=6)
    return Row(name, ours_rate, peer_rate, "PokerKit", aim=aim, agrees=agrees)


def stacks_theirs(text: str) -> list[int]:
    *_, state = pokerkit.HandHistory.loads(text)
    return list(state.stacks)


def run() -> list[Row]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return [
            play_row("no-limit hold'em, 6 seats, random", HOLDEM, their_holdem, 20, passive=False),
            play_row("no-limit hold'em, everyone calls", HOLDEM, their_holdem, 40, passive=True),
            play_row("seven-card stud, 6 seats, random", STUD, their_stud, 10, passive=False),
            copy_row(),
            replay_row("PHH: most hands end early", history_texts(passive=False, often=0.7), 8),
            replay_row("PHH: every hand to the showdown", history_texts(passive=True, often=0.0), 8),
        ]
