"""Secrets at the house-banked tables: re-deal every card a viewer never saw, and nothing the viewer gets changes."""

import random

import msgspec
import pytest

from openfelt.cards import UNKNOWN, cards
from openfelt.pit import Round, Viewer, decide, encode, evolve, feed, offers_for, seen_by, view
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.games import pit_games
from openfelt.pit.views import is_alike, is_shown
from tests.conftest import count
from tests.properties.pit_play import random_game

GAMES = tuple(pit_games())
CARD_ORDERS = (c.Deal, c.DealFlop, c.DealRiver, c.TurnDealer, c.TurnCommunity, c.ReportNoAnte)


def replayed(commands, shoes):
    """The same orders on other shoes: dealing and turning orders take their cards from the new shoe."""
    round_, events, piles = Round(), [], iter(shoes)
    round_.load(next(piles))
    for command in commands:
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


PUBLIC = (e.BoardDealt, e.BoardRebuilt, e.CommunityTurned, e.DealerTurned, e.BonusSettled, e.BoxSettled, e.HandShown)
PUBLIC_CARD = (e.TurnedOver, e.OwnShown, e.CommunityExposed)


def seen_cards(events, viewer):
    """Every card the rulebooks ever let the viewer see, said here without `views`: what lies face up, and own hands."""
    seen, state, blind = set(), Round(), ()
    for event in events:
        evolve(state, event)
        if isinstance(event, PUBLIC):
            seen |= set(event.cards)
        elif isinstance(event, PUBLIC_CARD):
            seen.add(event.card)
        elif viewer.role == "player" and isinstance(event, e.HandsTakenUp):
            for box in state.boxes.values():
                # nz-big-raise 5.5.2: of several hands a player sees only the one at the own seat.
                if box.player == viewer.player and not (box.no in blind and box.no != state.seats[viewer.player]):
                    seen |= set(box.cards)
        elif isinstance(event, e.ViewReported) and viewer == Viewer("player", event.player):
            seen |= {card for no in event.boxes for card in state.boxes[no].cards}
        if isinstance(event, e.BettingClosed):
            blind = event.blind
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
    for seed in range(count(150, 2_000)):
        rng = random.Random(f"secrets {key} {seed}")
        game = random_game(rng, key, incidents=0.03, most=60, rounds=1)
        # A secret must hold at every moment, also of cards that are turned up later: so stop anywhere.
        commands = game.commands[: rng.randint(2, len(game.commands))]
        base, happened = replayed(commands, game.shoes)
        viewers = [Viewer("player", name) for name in base.seats]
        for viewer in (*viewers, Viewer("rail"), Viewer("dealer"), Viewer("floor"), Viewer("surveillance")):
            seen = seen_cards(happened, viewer)
            other, events = replayed(commands, [redealt(rng, shoe, seen) for shoe in game.shoes])
            if awards(events) != awards(happened):
                continue  # the awards are kept: a hand that was paid or lost unseen, by its cards, is not re-dealt
            assert encode(feed(events, viewer)) == encode(feed(happened, viewer)), (seed, viewer)
            assert views_of(events, viewer) == views_of(happened, viewer), (seed, viewer)
            assert encode(offers_for(other, viewer)) == encode(offers_for(base, viewer)), (seed, viewer)
            compared += 1
    assert compared > count(500, 8_000)


@pytest.mark.parametrize("key", GAMES)
def test_what_everyone_is_told_in_the_same_words_is_seen_alike(key):
    """A line of the log is made once for all viewers of such an event; the hands taken up are each player's own."""
    told = set()
    for seed in range(count(40, 500)):
        rng = random.Random(f"alike {key} {seed}")
        game = random_game(rng, key, incidents=0.03, most=60, rounds=1)
        round_, happened = replayed(game.commands, game.shoes)
        viewers = [Viewer("player", name) for name in ("", "Nobody", *round_.seats)]
        feeds = [feed(happened, viewer) for viewer in viewers]
        for event, *seen in zip(happened, *feeds, strict=True):
            assert not is_alike(event) or len(set(map(encode, seen))) == 1, (seed, event)
            told |= {type(event)} if len(set(map(encode, seen))) > 1 else set()
    assert told == {e.HandsTakenUp}


@pytest.mark.parametrize("key", GAMES)
def test_a_box_is_shown_when_the_rail_sees_all_its_cards(key):
    found = set()
    for seed in range(count(40, 500)):
        game = random_game(random.Random(f"shown {key} {seed}"), key, incidents=0.03, most=60, rounds=1)
        state = Round()
        for event in replayed(game.commands, game.shoes)[1]:
            evolve(state, event)
            rail = view(state, Viewer("rail"))  # nothing before the first round
            for box, seen in zip(state.boxes.values(), rail.boxes, strict=True) if rail else ():
                assert is_shown(box) == (UNKNOWN not in seen.cards)
                found.add((bool(box.cards), is_shown(box)))
    assert found == {(False, True), (True, True), (True, False)}


def redealt(rng, shoe, seen):
    """The same shoe with the cards nobody saw changing places."""
    hidden = [place for place, card in enumerate(shoe) if card not in seen]
    unseen = [shoe[place] for place in hidden]
    rng.shuffle(unseen)
    new = list(shoe)
    for place, card in zip(hidden, unseen, strict=True):
        new[place] = card
    return new


def test_cards_at_an_area_without_an_ante_are_racked_face_down():
    racked = e.NoAnteRacked(2, cards("AhKhQh"), 0)
    for viewer in (Viewer("player", "Ann"), Viewer("dealer"), Viewer("surveillance")):
        assert seen_by(racked, viewer, {2: "Ann"}).cards == (UNKNOWN,) * 3


def test_the_dealer_is_offered_the_deal_without_its_cards():
    rng = random.Random("offers")
    for _ in range(20):
        game = random_game(rng, "act-holdem", incidents=0, most=rng.randint(3, 9), rounds=1)
        for role in ("dealer", "floor"):
            for offer in offers_for(game.round, Viewer(role)):
                if isinstance(offer.command, CARD_ORDERS):
                    assert set(offer.command.cards) <= {UNKNOWN}
