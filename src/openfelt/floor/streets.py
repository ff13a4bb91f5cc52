"""Faults with community cards: which street they concern, and how it is put right, taken back or dealt again."""

from __future__ import annotations

from openfelt.cards import UNKNOWN
from openfelt.errors import RuleViolation
from openfelt.floor.scene import Scene
from openfelt.games.game import Deal
from openfelt.table import ruling_events as r
from openfelt.table.hand import BETTING, BURNT, DISCARDING, FRESH, HOUSE, SHOWING, Hand
from openfelt.table.rulings import minded


def next_deal(hand: Hand) -> int:
    """The next step that deals."""
    return deals_ahead(hand)[0]


def deals_ahead(hand: Hand) -> list[int]:
    """The steps that deal and are still to come; while the house has the word, the one that is due too."""
    return [at for at in range(max(hand.step, 0), len(hand.rules.steps)) if isinstance(hand.rules.steps[at], Deal)]


def street_deal(hand: Hand) -> int:
    """The step that dealt the street whose betting is on, or else -1.

    Where nobody can bet any more the cards run out, and it is the street before until the next card. A burn that a
    live table has on record before the dealer names the next card is not that card.
    """
    if hand.phase == BETTING:
        return hand.step - 1
    return last_deal(hand) if is_running_out(hand) else -1


def last_street(hand: Hand) -> int:
    """The step that dealt the last street, until a card of the next one is out or a hand is shown, or else -1."""
    if hand.phase == BETTING:
        return hand.step - 1
    return last_deal(hand) if is_between(hand) else -1


def last_deal(hand: Hand) -> int:
    """The last step that dealt."""
    return next(at for at in range(hand.step - 1, -1, -1) if isinstance(hand.rules.steps[at], Deal))


def is_running_out(hand: Hand) -> bool:
    """The betting of the last street was passed over or left nobody who can bet, and nothing of the next is out."""
    return hand.able <= 1 and is_between(hand)


def is_between(hand: Hand) -> bool:
    """The betting of the last street is over, and nothing of the next is out."""
    steps = hand.rules.steps
    if hand.step < 2:
        return False
    if hand.step == len(steps):
        return hand.phase in (HOUSE, SHOWING) and not any(hand.shown)
    if hand.phase == DISCARDING:  # crazy pineapple: the discard comes between the flop and the next card
        return True
    is_before = hand.stage == FRESH or is_burnt_ahead(hand)
    return hand.phase == HOUSE and isinstance(steps[hand.step], Deal) and is_before


def is_burnt_ahead(hand: Hand) -> bool:
    """A live table has burnt, by its record, for a street whose cards the dealer has not named."""
    return hand.phase == HOUSE and hand.stage == BURNT and hand.burns[-1:] == (UNKNOWN,)


def burn_back(scene: Scene) -> None:
    """A burn for a street that is not dealt now goes back to the shoe."""
    if is_burnt_ahead(scene.hand):
        scene.move(scene.hand.burns[-1:], "burns", "shoe")


def take_back(scene: Scene, at: int, *, burn: bool, extra: int = 0, burnt: bool = False) -> None:
    """The street's community cards go back, with the burn or without, are shuffled, and the street is dealt again."""
    hand = scene.hand
    step = hand.rules.steps[at]
    assert isinstance(step, Deal)
    burn_back(scene)
    if extra:
        scene.show_and_return(scene.take(extra, scene.incident.cards))
    scene.move(hand.board[-step.board :], "board", "shoe", is_open=True)
    if burn and at not in minded(hand).unburnt:
        scene.move(hand.burns[-1:], "burns", "shoe")
    board_only = bool(step.passes)
    back = (0,) * hand.n if board_only else tuple(hand.bets)
    scene.add(r.StreetRecalled(at, burnt, back, scene.cites, board_only))
    scene.shuffle()


def redeal_with_burn(scene: Scene) -> None:
    """The street goes back with its burn and is dealt again from a new burn."""
    take_back(scene, street_deal(scene.hand), burn=True, extra=getattr(scene.incident, "extra", 0))


def redeal_without_burn(scene: Scene) -> None:
    """All that was turned goes back and is shuffled; the burn stays and the street is dealt again."""
    take_back(scene, street_deal(scene.hand), burn=False, extra=scene.incident.extra, burnt=True)


def wrong_is_next_burn(scene: Scene) -> None:
    """The right card stays; the wrong one is the next burn (26.33)."""
    at = next_deal(scene.hand)
    burn_back(scene)
    scene.move(scene.take(scene.incident.extra, scene.incident.cards), "shoe", "burns", is_open=True)
    scene.add(r.BurnWaived(at, scene.cites))


def wrong_to_discards(scene: Scene) -> None:
    """The right card stays; the others go to the discards."""
    scene.move(scene.take(scene.incident.extra, scene.incident.cards), "shoe", "muck", is_open=True)


def wrong_reshuffled(scene: Scene) -> None:
    """The right card stays; the others are shuffled back."""
    scene.show_and_return(scene.take(scene.incident.extra, scene.incident.cards))
    scene.shuffle()


def burn_put_right(scene: Scene) -> None:
    """The first card turned is the burn; the card on record as burnt takes the last place on the board."""
    hand = scene.hand
    step = hand.rules.steps[street_deal(hand)]
    assert isinstance(step, Deal)
    burn = hand.burns[-1]
    if burn == UNKNOWN:
        if scene.incident.card is None:
            raise RuleViolation("missing-fact", scene.cites, "the card that completes the street must be named")
        burn = scene.incident.card
    scene.move(hand.board[-step.board : len(hand.board) - step.board + 1], "board", "burns", is_open=True)
    scene.move((burn,), "burns", "board", is_open=True)
