"""Secrets at the house-banked tables: re-deal every card a viewer never saw, and nothing the viewer gets changes."""

import random

import msgspec
import pytest

from openfelt.cards import UNKNOWN
from openfelt.pit import Round, Viewer, decide, encode, evolve, feed, offers_for, view
from openfelt.pit import commands as c
from openfelt.pit import events as e
from tests.conftest import count
from tests.properties.pit_play import random_game

GAMES = ("act-holdem", "nz-big-raise")
CARD_ORDERS = (c.Deal, c.DealFlop, c.DealRiver, c.TurnDealer, c.TurnCommunity, c.ReportNoAnte)


def replayed(game, shoes):
    """The same orders on other shoes: dealing and turning orders take their cards from the new shoe."""
    round_, events, piles = Round(), [], iter(shoes)
    round_.load(next(piles))
    for command in game.commands:
        for event in decide(round_, with_cards(round_, command)):
            evolve(round_, event)
            events.append(event)
        if not round_.shoe and round_.phase in ("betting", "done"):
            round_.load(next(piles))
    return round_, events


def with_cards(round_, command):
    if isinstance(command, c.Deal | c.DealFlop | c.DealRiver | c.ReportNoAnte):
        return msgspec.structs.replace(command, cards=tuple(round_.shoe[: len(command.cards)]))
    if isinstance(command, c.TurnDealer):
        return c.TurnDealer(tuple(round_.dealer))
    return c.TurnCommunity(tuple(round_.board)) if isinstance(command, c.TurnCommunity) else command


def seen_cards(game, viewer, states):
    """Every card the viewer ever saw, from the views after each event and from the feed."""
    seen = set()
    for state in states:
        shown = view(state, viewer)
        if shown is None:
            continue
        for cards in (shown.dealer, shown.community, *(box.cards for box in shown.boxes)):
            seen |= set(cards)
    for event in feed(game.events, viewer):
        for name in ("cards", "card", "hands"):
            value = getattr(event, name, ())
            if name == "hands":
                seen |= {card for hand in value for card in hand.cards}
            elif isinstance(value, tuple):
                seen |= set(value)
            else:
                seen.add(value)
    return seen - {UNKNOWN}


def views_of(events, viewer):
    """What the viewer sees after each event, as bytes."""
    round_, shown = Round(), []
    for event in events:
        evolve(round_, event)
        shown.append(encode(view(round_, viewer)))
    return shown


def awards(events):
    """What was paid, by whom and for what, without the cards."""
    kinds = (e.BoxSettled, e.BonusSettled, e.Folded, e.DealerTurned)
    return [(type(event).__name__, getattr(event, "payments", ())) for event in events if isinstance(event, kinds)]


@pytest.mark.parametrize("key", GAMES)
def test_what_a_viewer_never_sees_changes_nothing_for_that_viewer(key):
    compared = 0
    for seed in range(count(120, 3_000)):
        rng = random.Random(f"secrets {key} {seed}")
        game = random_game(rng, key, incidents=0.03, most=rng.randint(4, 45), rounds=1)
        states, state = [], Round()
        for event in game.events:
            evolve(state, event)
            states.append(state.copy())
        viewers = [Viewer("player", name) for name in state.seats]
        for viewer in (*viewers, Viewer("rail"), Viewer("dealer"), Viewer("floor"), Viewer("surveillance")):
            seen = seen_cards(game, viewer, states)
            shoes = [redealt(rng, shoe, seen) for shoe in game.shoes]
            other, events = replayed(game, shoes)
            if awards(events) != awards(game.events):
                continue  # the awards are kept: a hand that was never shown but was paid unseen is not re-dealt
            assert encode(feed(events, viewer)) == encode(feed(game.events, viewer)), (seed, viewer)
            assert views_of(events, viewer) == views_of(game.events, viewer), (seed, viewer)
            assert encode(offers_for(other, viewer)) == encode(offers_for(game.round, viewer)), (seed, viewer)
            compared += 1
    assert compared > count(300, 8_000)


def redealt(rng, shoe, seen):
    """The same shoe with the cards nobody saw changing places."""
    hidden = [place for place, card in enumerate(shoe) if card not in seen]
    cards = [shoe[place] for place in hidden]
    rng.shuffle(cards)
    new = list(shoe)
    for place, card in zip(hidden, cards, strict=True):
        new[place] = card
    return new


def test_the_dealer_is_offered_the_deal_without_its_cards():
    rng = random.Random("offers")
    for _ in range(20):
        game = random_game(rng, "act-holdem", incidents=0, most=rng.randint(3, 9), rounds=1)
        for role in ("dealer", "floor"):
            for offer in offers_for(game.round, Viewer(role)):
                if isinstance(offer.command, CARD_ORDERS):
                    assert set(offer.command.cards) <= {UNKNOWN}
