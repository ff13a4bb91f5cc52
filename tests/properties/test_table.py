"""Properties over every registered game: chips, cards, replay, text, offers, secrets."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import get_args

import pytest

from openfelt.cards import ALL_CARDS, UNKNOWN
from openfelt.errors import RuleViolation
from openfelt.games import GAMES, Limit, Sign, validate
from openfelt.table import (
    RAIL,
    Bet,
    BringIn,
    BuyTime,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    Muck,
    RaiseTo,
    Show,
    Straddle,
    Viewer,
    begin,
    decide,
    decode_event,
    encode,
    event_view,
    evolve,
    legal,
    offers,
    open_hand,
    play,
    replay,
    start,
    view,
)
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.hand import FIELDS
from openfelt.table.house import house_step
from openfelt.table.text import read_hand, write_hand
from openfelt.table.views import pot_views
from tests.conftest import count
from tests.properties.random_tables import (
    ALL_GAMES,
    random_command,
    random_hand,
    random_shoe,
    random_start,
    require_clauses,
)

EVERYTHING = 200  # in so many hands every border and every viewer is tried, in those after them a sample
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)


def snapshot(hand):
    """Everything the hand says about itself."""
    values = {name: getattr(hand, name) for name in FIELDS if name not in {"turn", "rules"}}
    return {name: value[:] if isinstance(value, list) else value for name, value in values.items()}


@every_game
def test_chips_cards_replay_and_text(key):
    game = GAMES[key]
    for number in range(count(40, 10_000)):
        rng = random.Random(f"replay {key} {number}")
        hand, events = random_hand(rng, game)
        assert sum(hand.stacks) + hand.taken == sum(hand.start), (key, number)
        assert min(hand.stacks) >= 0
        assert snapshot(replay(events)) == snapshot(hand)
        assert [decode_event(encode(event)) for event in events] == events
        text = write_hand(events)
        assert read_hand(text) == events, f"{key} {number}\n{text}"
        require_clauses(events)
        twin = begin(events[0])
        for event in events[1:]:
            evolve(twin, event)
            assert sum(twin.stacks) + sum(twin.put) + twin.dead_total + twin.taken == twin.total
            require_cards_once(twin)
            require_whole_pots(twin)


def require_whole_pots(hand):
    """The pots shown are never less than nothing and make up all but the bets, also while they are awarded."""
    shown = [pot.amount for pot in pot_views(hand)]
    assert min(shown, default=1) > 0, shown
    assert hand.is_over or sum(shown) + sum(hand.bets) == hand.pot


def require_cards_once(hand):
    """No card is in two places."""
    held = [card for i in range(hand.n) if hand.status[i] != 2 and hand.shown[i] != 2 for card in hand.holding(i)]
    thrown = [card for cards in hand.thrown for card in cards]
    places = [*held, *hand.board, *hand.burns, *hand.muck, *thrown]
    twice = [card for card, times in Counter(places).items() if times > 1]
    assert not twice, twice
    assert len(places) + hand.stub == len(hand.rules.deck.cards)


@every_game
def test_offers_are_exactly_what_is_accepted(key):
    """In the first hands every border of every offer, in the others some of them, drawn at every decision.

    Asking changes nothing, and a copy stays as it was: looked at wherever everything is, and at some decisions else.
    """
    game = GAMES[key]
    for number in range(count(6, 10_000)):
        rng = random.Random(f"offers {key} {number}")
        sign, players, button = random_start(rng, game)
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        while not hand.is_over:
            looked = number < EVERYTHING or rng.random() < 0.1
            before = snapshot(hand) if looked else None
            if looked:
                require_clauses(offers(hand))
            borders = list(probes(hand))
            for command, expected in borders if number < EVERYTHING else rng.sample(borders, 4):
                assert accepts(hand, command) is expected, (key, number, command, legal(hand))
            twin = hand.copy()
            assert not looked or snapshot(hand) == before
            play(hand, random_command(rng, hand), shoe)
            assert not looked or snapshot(twin) == before


@every_game
def test_any_order_at_any_moment_is_answered_or_refused(key):
    game = GAMES[key]
    for number in range(count(2, 100)):
        rng = random.Random(f"orders {key} {number}")
        sign, players, button = random_start(rng, game)
        shoe = random_shoe(rng, sign)
        hand = begin(start(sign, players, button=button))
        while True:
            before = snapshot(hand)
            for command in orders(rng, hand):
                accepts(hand, command)
            assert snapshot(hand) == before
            if hand.is_over:
                break
            command = house_step(hand, shoe) or random_command(rng, hand)
            for event in decide(hand, command):
                evolve(hand, event)


def orders(rng, hand):
    """One of each order, the house's included, by anyone, with any card and amount."""
    seat = rng.choice((*hand.seats, 99))
    cards = tuple(rng.sample(ALL_CARDS, 3))
    for kind in get_args(c.Command):
        fields = {"seat": seat, "to": rng.choice([-1, 0, 200, 400, 10**30]), "card": cards[0], "cards": cards}
        yield kind(**{name: fields[name] for name in kind.__struct_fields__})
        yield kind(**{name: () if name == "cards" else fields[name] for name in kind.__struct_fields__})


@pytest.mark.parametrize("amount", [None, "200", 200.0, True, (200,)])
def test_only_whole_numbers_are_amounts(amount):
    sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
    hand, _ = open_hand(start(sign, [(1, 1000), (2, 1000)], button=1), random_shoe(random.Random("amount"), sign))
    assert not accepts(hand, RaiseTo(1, amount))


@pytest.mark.parametrize("cards", [None, "Ah", ("Ah",), (99,), [0], 0])
def test_only_cards_are_cards(cards):
    sign = Sign(rulebook="nsw-poker", game="pineapple", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
    shoe = random_shoe(random.Random("cards"), sign)
    hand, _ = open_hand(start(sign, [(1, 1000), (2, 1000)], button=1), shoe)
    play(hand, Call(1), shoe)
    play(hand, Check(2), shoe)
    assert not accepts(hand, Discard(2, cards))
    assert accepts(hand, Discard(2, hand.down[0][:1]))


def accepts(hand, command) -> bool:
    refusal = None
    try:
        decide(hand, command)
    except RuleViolation as caught:
        refusal = caught
    assert refusal is None or (refusal.cites and refusal.code != "error")
    return refusal is None


def probes(hand):
    """Commands on both sides of every border of what is offered, and whether they must be accepted."""
    turn = legal(hand)
    seat = turn.seat
    betting = turn.kind == "betting"
    yield Fold(seat), betting and turn.fold
    yield Check(seat), betting and turn.check
    yield Call(seat), betting and (turn.call > 0 or turn.free_call)
    yield BringIn(seat), betting and turn.bring_in > 0
    yield Straddle(seat), turn.kind == "option"
    yield Decline(seat), turn.kind == "option"
    yield Show(seat), turn.kind == "showing"
    yield Muck(seat), turn.kind == "showing" and turn.may_muck
    down = hand.down[hand.position(seat)]
    yield Draw(seat, down[:1]), turn.kind == "drawing"
    yield Draw(seat, (*down[:1], *down[:1])), False
    yield Discard(seat, down[:1]), turn.kind == "discarding" and turn.count == 1
    yield Discard(seat, down[:2]), turn.kind == "discarding" and turn.count == 2
    reach = hand.stacks[hand.to_act] + hand.bets[hand.to_act]
    edges = {0, 1, hand.high, turn.least, turn.most, turn.all_in, reach}
    for to in sorted({edge + off for edge in edges for off in (-1, 0, 1)}):
        inside = (
            betting
            and turn.most > 0
            and (0 < to == turn.all_in or (turn.least <= to <= turn.most and (to - turn.least) % turn.step == 0))
        )
        yield Bet(seat, to), inside and turn.opening
        yield RaiseTo(seat, to), inside and not turn.opening
    other = next(one for one in (*hand.seats, 99) if one != seat)
    for command in (Fold(other), Check(other), Call(other), Show(other), BuyTime(other), Fold(99)):
        yield command, False


@every_game
def test_secrets_hold(key):
    """Keep the actions and the awards, re-deal the cards a viewer never sees: view and feed stay the same.

    Byte for byte and for every viewer of the first hands; in the others value for value, and for one viewer, drawn.
    """
    game = GAMES[key]
    moved = 0
    for number in range(count(8, 10_000)):
        rng = random.Random(f"secrets {key} {number}")
        hand, events = random_hand(rng, game)
        viewers = [RAIL, Viewer("dealer"), Viewer("floor"), *(Viewer("seat", seat) for seat in hand.seats)]
        for viewer in viewers if number < EVERYTHING else rng.sample(viewers, 1):
            other = redeal(rng, events, viewer, hand)
            moved += other != events
            require_same_feed(events, other, viewer, (key, number, viewer), bytewise=number < EVERYTHING)
    assert moved, "no hidden card was ever re-dealt, so nothing was tested"


def require_same_feed(events, other, viewer, where, *, bytewise=True):
    """A viewer is sent the same for both, and sees the same after each event."""
    for one, another in zip(feed(events, viewer), feed(other, viewer), strict=True):
        assert one == another, where
        assert not bytewise or encode(one) == encode(another), where


def feed(events, viewer):
    """All that a viewer is sent, with the view after each event."""
    hand = begin(events[0])
    yield event_view(events[0], viewer)
    yield view(hand, viewer)
    for event in events[1:]:
        evolve(hand, event)
        yield event_view(event, viewer)
        yield view(hand, viewer)


def redeal(rng, events, viewer, hand):
    """The same events with the cards that the viewer never sees exchanged among themselves."""
    seen = set()
    own = viewer.seat if viewer.role == "seat" else 0
    for event in events:
        if isinstance(event, e.StreetDealt):
            seen.update(event.board, *event.up)
            seen.update(*(cards for seat, cards in zip(event.seats, event.down, strict=True) if seat == own), ())
        elif (isinstance(event, (e.DrawDealt, e.Discarded)) and event.seat == own) or isinstance(event, e.Shown):
            seen.update(event.cards)
        elif isinstance(event, e.SharedDealt):
            seen.add(event.card)
    hidden = [card for card in hand.rules.deck.cards if card not in seen]
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def turned(cards):
        return tuple(swap.get(card, card) for card in cards)

    out = []
    for event in events:
        if isinstance(event, e.StreetDealt):
            down = tuple(turned(cards) for cards in event.down)
            out.append(e.StreetDealt(event.name, event.seats, down, event.up, event.board, event.cites))
        elif isinstance(event, (e.DrawDealt, e.Discarded)):
            out.append(type(event)(event.seat, turned(event.cards), event.cites))
        elif isinstance(event, e.Burned):
            out.append(e.Burned(turned((event.card,))[0], event.cites))
        else:
            out.append(event)
    return out


def test_each_part_of_a_change_of_five_cites_its_own_clause():
    sign = Sign(rulebook="nsw-poker", game="draw-ante", limit=Limit("structured", 200, 400), seats=8, ante=50)
    shoe = random_shoe(random.Random("five"), sign)
    hand, events = open_hand(start(sign, [(1, 1000), (2, 1000), (3, 1000)], button=3), shoe)
    for command in (Bet(1, 200), Call(2), Call(3)):
        events += play(hand, command, shoe)
    for seat in (1, 2, 3):
        cards = hand.down[hand.position(seat)]
        events += play(hand, Draw(seat, () if seat == 2 else cards), shoe)
    dealt = [event for event in events if isinstance(event, e.DrawDealt)]
    assert [(one.seat, len(one.cards), one.cites[-1]) for one in dealt] == [
        (1, 4, "nsw-poker 14.4.2.1"),
        (3, 4, "nsw-poker 14.4.2.2"),
        (3, 1, "nsw-poker 14.4.2.2"),
        (1, 1, "nsw-poker 14.4.2.1"),
    ]


def test_an_inspector_sees_only_finished_hands():
    rng = random.Random(5)
    sign, players, button = random_start(rng, GAMES["nsw-poker", "texas-holdem"])
    shoe = random_shoe(rng, sign)
    hand, _ = open_hand(start(sign, players, button=button), shoe)
    with pytest.raises(RuleViolation):
        view(hand, Viewer("inspector"))
    while not hand.is_over:
        play(hand, random_command(rng, hand), shoe)
    assert not any(UNKNOWN in seat.down for seat in view(hand, Viewer("inspector")).seats)


@pytest.mark.parametrize(("stack", "status"), [(10_000, ["out", "able"]), (500, ["all-in", "all-in"])])
def test_all_in_and_called_for_less_stays_all_in_and_uncalled_does_not(stack, status):
    """12.7 asks who was all-in and called: not a player whose whole raise came back because all others folded."""
    sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
    shoe = random_shoe(random.Random("uncalled"), sign)
    hand, _ = open_hand(start(sign, [(1, stack), (2, 1000)], button=1), shoe)
    play(hand, Call(1), shoe)
    play(hand, RaiseTo(2, 1000), shoe)
    play(hand, Fold(1) if stack > 1000 else Call(1), shoe)
    words = {0: "able", 1: "all-in", 2: "out"}
    assert [words[hand.status[hand.index[seat]]] for seat in (1, 2)] == status
    assert sum(hand.stacks) == stack + 1000


def test_random_signs_are_valid_and_cards_are_interned():
    assert ALL_CARDS[0] is decode_event(encode(e.Burned(ALL_CARDS[0], ("house 5.1",)))).card
    for key in ALL_GAMES:
        sign, _, _ = random_start(random.Random(1), GAMES[key])
        assert validate(sign) is sign


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda hand: pickle.loads(pickle.dumps(hand))])
@every_game
def test_a_hand_is_copied_and_pickled_like_any_value(key, way):
    rng = random.Random(f"copies {key}")
    sign, players, button = random_start(rng, GAMES[key])
    shoe = random_shoe(rng, sign)
    hand, _ = open_hand(start(sign, players, button=button), shoe)
    assert way(GAMES[key]) == GAMES[key]
    assert way(hand.rules) == hand.rules
    while not hand.is_over:
        before = snapshot(hand)
        twin = way(hand)
        assert snapshot(twin) == before
        assert legal(twin) == legal(hand)
        play(hand, random_command(rng, hand), shoe)
        assert snapshot(twin) == before


@every_game
def test_whole_chips_stay_whole(key):
    """No share, fee, time charge or wager breaks a chip: a hand that begins with whole chips ends with them."""
    seen = 0
    for number in range(count(40, 4_000)):
        rng = random.Random(f"whole chips {key} {number}")
        sign, players, button = random_start(rng, GAMES[key])
        if sign.unit == 1 or sign.loose_chips:
            continue
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        while not hand.is_over:
            play(hand, random_command(rng, hand), shoe)
        assert not any(stack % sign.unit for stack in hand.stacks), (key, number)
        seen += 1
    assert seen
