"""How cards leave the shoe and who gets them: passes or packets face down, and the dealer's hand when it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from openfelt.cards import FULL_DECK, UNKNOWN, Card, require_distinct, require_in_deck, shown
from openfelt.errors import InvariantBroken, NotationError, RuleViolation
from openfelt.phrases import phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.offers import Offer
from openfelt.pit.round import DEALING, TAKE_UP, TURN, Round
from openfelt.pit.rules import forbidding, require_phase
from openfelt.rulebooks import Cites, joined


def require_cards(round_: Round, cards: Sequence[Card], count: int, cites: Cites) -> None:
    """Refuse a wrong number of cards, cards not in the deck or already dealt, and cards not next in the shoe."""
    cites = tuple(cite for cite in cites if cite.startswith(round_.game.in_order))
    if len(cards) != count:
        raise RuleViolation(
            "card-count", cites, phrase("{cards} cards where {count} are due", cards=len(cards), count=count)
        )
    require_in_deck(cards, FULL_DECK)
    require_undealt(round_.dealt(), cards, cites)
    if round_.shoe and list(cards) != round_.shoe[:count]:
        raise RuleViolation(
            "not-from-shoe", cites, phrase("{cards} are not the next cards of the shoe", cards=shown(cards))
        )


def require_undealt(dealt: Iterable[Card], cards: Sequence[Card], cites: Cites) -> None:
    """Refuse a card that is named twice or lies elsewhere on the table."""
    try:
        require_distinct((*(card for card in dealt if card != UNKNOWN), *cards))
    except NotationError as fault:
        raise RuleViolation(
            "card-dealt", forbidding(cites), phrase("{cards}: {message}", cards=shown(cards), message=fault.said)
        ) from None


def decide_deal(round_: Round, order: c.Deal) -> tuple[e.Event, ...]:
    """The next pass or packet, face down."""
    require_phase(round_, (DEALING,), round_.game.deal_phase, "dealing hole cards")
    cites = round_.game.deal_cites(round_)
    require_cards(round_, order.cards, len(round_.plan[0]), cites)
    return (e.Dealt(round_.plan[0], order.cards, cites=cites),)


def require_known(cards: Sequence[Card], cites: Cites) -> None:
    """Cards that lie face up are known to all."""
    if UNKNOWN in cards:
        raise RuleViolation(
            "card-unknown",
            forbidding(cites),
            phrase("{cards}: cards that lie face up must be named", cards=shown(cards)),
        )


def decide_take_up(round_: Round, _: c.TakeUp) -> tuple[e.Event, ...]:
    """Each player may look at the own cards, and never at a hand to be played blind."""
    cites = round_.game.take_up
    require_phase(round_, (TAKE_UP,), cites, "looking at the cards")
    hands = [box for box in round_.boxes.values() if box.cards]
    if any(box.blind for box in hands):
        cites = joined(cites, round_.game.blind_cites)
    return (
        e.HandsTakenUp(tuple(e.HandCards(box.no, tuple(box.cards)) for box in hands if not box.blind), cites=cites),
    )


def require_turned(known: Sequence[Card], turned: Sequence[Card], round_: Round, cites: Cites) -> None:
    """Cards that are turned up are the cards that were dealt; a table with real cards learns them now."""
    if len(turned) != len(known) or any(was not in (UNKNOWN, now) for was, now in zip(known, turned, strict=True)):
        raise RuleViolation(
            "wrong-cards", forbidding(cites), phrase("{cards} are not the cards that were dealt", cards=shown(turned))
        )
    require_known(turned, cites)
    require_undealt((card for card in round_.dealt() if card not in known), turned, cites)


def decide_turn_dealer(round_: Round, order: c.TurnDealer) -> tuple[e.Event, ...]:
    """The dealer's cards are turned up and set; the game says whether the hand qualifies."""
    game = round_.game
    require_phase(round_, (TURN,), game.turn_dealer, "turning the dealer's cards")
    require_turned(round_.dealer, order.cards, round_, game.turn_dealer)
    if game.dealer_hand is None:
        raise InvariantBroken(f"{game.key} deals the dealer no hand")
    hand, qualified = game.dealer_hand(round_, order.cards)
    return (e.DealerTurned(order.cards, str(hand.words), qualified, cites=joined(game.turn_dealer, hand.cites)),)


def next_cards(round_: Round, count: int) -> tuple[Card, ...] | None:
    """The next cards of the shoe, or None where a dealer must name them."""
    return tuple(round_.shoe[:count]) if len(round_.shoe) >= count else None


def offer_deal(round_: Round) -> Iterator[Offer]:
    """The next pass or packet."""
    yield card_offer(round_, c.Deal, len(round_.plan[0]), round_.game.deal_cites(round_))


def offer_take_up(round_: Round) -> Iterator[Offer]:
    """The players look at their cards."""
    yield Offer(by="dealer", command=c.TakeUp(), cites=round_.game.take_up)


def offer_turn_dealer(round_: Round) -> Iterator[Offer]:
    """The dealer's cards are turned up."""
    yield turn_offer(c.TurnDealer(tuple(round_.dealer)), round_.game.turn_dealer)


def card_offer(round_: Round, kind: type[c.Deal | c.DealFlop | c.DealRiver], count: int, cites: Cites) -> Offer:
    """Dealing so many cards: those of the shoe, or any not yet dealt where a dealer names them."""
    cards = next_cards(round_, count)
    if cards is None:
        return Offer(by="dealer", command=kind((UNKNOWN,) * count), free=("cards",), cites=cites)
    return Offer(by="dealer", command=kind(cards), cites=cites)


def turn_offer(order: c.TurnDealer | c.TurnCommunity, cites: Cites) -> Offer:
    """Turning cards up: those dealt, or those a dealer names where they are not known."""
    return Offer(by="dealer", command=order, free=("cards",) if UNKNOWN in order.cards else (), cites=cites)
