"""How cards leave the shoe and who gets them: passes from a shoe, packets from a shuffler, the communal cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from openfelt.cards import FULL_DECK, UNKNOWN, Card, require_distinct, require_in_deck, show
from openfelt.errors import NotationError, RuleViolation
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.events import COMMUNITY, DEALER, DISCARD
from openfelt.pit.made import best_of_seven
from openfelt.pit.offers import Offer
from openfelt.pit.round import DEALING, FLOP, RIVER, TAKE_UP, TURN, Round
from openfelt.pit.rules import ACT, NZ, forbidding, require_phase, rules_of
from openfelt.pit.settlement import Spot, qualifies
from openfelt.pit.sign import BigRaiseSign, HoldemSign
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
ACT_10_5 = ACT.cite("10.5")
ACT_6_3_C = ACT.cite("6.3(c)")
FIRST_PASS = NZ.cite("8.3", "8.3(a)", "3.4(a)(i)", "3.4(c)(i)")
LATER_PASS = NZ.cite("8.3", "8.3(b)", "3.4(a)(i)", "3.4(c)(i)")
PLAYER_PACKET = NZ.cite("8.4", "8.4(a)", "3.4(a)(ii)", "3.4(c)(ii)")
COMMUNITY_PACKET = NZ.cite("8.4", "8.4(b)", "3.4(a)(ii)", "3.4(c)(ii)")
FLOP_CITES = ACT.cite("6.4", "6.2", "def/Flop", "def/Communal Cards")
ACT_6_6_DEF_RIVER = ACT.cite("6.6", "def/River")
ACT_6_7_DEF_QUALIFY = ACT.cite("6.7", "def/Qualify")
ACT_7_1 = ACT.cite("7.1")
NZ_5_2_9_1 = NZ.cite("5.2", "9.1")
NZ_5_5_2 = NZ.cite("5.5.2")
NZ_9_4 = NZ.cite("9.4")
NZ_8_1_B = NZ.cite("8.1(b)")
# How many cards go where, and in which order.
IN_ORDER = (*ACT.cite("6.3", "6.4", "6.6"), *NZ.cite("8.3", "8.4"))

Plan = tuple[tuple[int, ...], ...]


def deal_plan(round_: Round) -> Plan:
    """Who gets the next card, pass by pass, clockwise from the dealer's left."""
    boxes = tuple(no for no, box in round_.boxes.items() if Spot.ANTE in box.stakes)
    sign = round_.sign
    if isinstance(sign, HoldemSign):
        return ((*boxes, DEALER),) * 2
    if sign.device == "shoe":
        return ((*boxes, COMMUNITY), (*boxes, COMMUNITY), boxes)
    kept = (DISCARD, COMMUNITY, COMMUNITY) if sign.discarded_card == "first" else (COMMUNITY, COMMUNITY, DISCARD)
    return (*((no,) * 3 for no in boxes), kept)


def deal_cites(round_: Round) -> Cites:
    """The clauses of the pass or packet that is due."""
    rules, sign, left = rules_of(round_), round_.sign, len(round_.plan)
    if isinstance(sign, HoldemSign):
        return (*rules.deal, *(ACT_6_3_C if left == 1 else ()))
    if sign.device == "shoe":
        return (*rules.deal, *(FIRST_PASS if left == 3 else LATER_PASS))
    return (*rules.deal, *(COMMUNITY_PACKET if left == 1 else PLAYER_PACKET))


def require_cards(round_: Round, cards: Sequence[Card], count: int, cites: Cites) -> None:
    """Refuse a wrong number of cards, cards not in the deck or already dealt, and cards not next in the shoe."""
    cites = tuple(cite for cite in cites if cite.startswith(IN_ORDER))
    if len(cards) != count:
        raise RuleViolation("card-count", cites, f"{len(cards)} cards where {count} are due")
    require_in_deck(cards, FULL_DECK)
    require_undealt(round_.dealt(), cards, cites)
    if round_.shoe and list(cards) != round_.shoe[:count]:
        raise RuleViolation("not-from-shoe", cites, f"{show(cards)} are not the next cards of the shoe")


def require_undealt(dealt: Iterable[Card], cards: Sequence[Card], cites: Cites) -> None:
    """Refuse a card that is named twice or lies elsewhere on the table."""
    try:
        require_distinct((*(card for card in dealt if card != UNKNOWN), *cards))
    except NotationError as fault:
        raise RuleViolation("card-dealt", forbidding(cites), f"{show(cards)}: {fault.message}") from None


def decide_deal(round_: Round, order: c.Deal) -> tuple[e.Event, ...]:
    """The next pass or packet, face down."""
    act = isinstance(round_.sign, HoldemSign)
    require_phase(round_, (DEALING,), rules_of(round_).deal if act else NZ_8_1_B, "dealing hole cards")
    cites = deal_cites(round_)
    require_cards(round_, order.cards, len(round_.plan[0]), cites)
    return (e.Dealt(round_.plan[0], order.cards, cites=cites),)


def decide_flop(round_: Round, order: c.DealFlop) -> tuple[e.Event, ...]:
    """Three communal cards face up; no card is burnt."""
    cites = FLOP_CITES
    require_phase(round_, (FLOP,), cites, "the flop")
    require_cards(round_, order.cards, 3, cites)
    require_known(order.cards, cites)
    return (e.BoardDealt(order.cards, cites=cites),)


def decide_river(round_: Round, order: c.DealRiver) -> tuple[e.Event, ...]:
    """The last two communal cards together, after every decision and every declared bonus."""
    cites = ACT_6_6_DEF_RIVER
    require_phase(round_, (RIVER,), joined(cites, ACT_10_5), "the river")
    require_cards(round_, order.cards, 2, cites)
    require_known(order.cards, cites)
    return (e.BoardDealt(order.cards, cites=cites),)


def require_known(cards: Sequence[Card], cites: Cites) -> None:
    """Cards that lie face up are known to all."""
    if UNKNOWN in cards:
        raise RuleViolation("card-unknown", forbidding(cites), f"{show(cards)}: cards that lie face up must be named")


def decide_take_up(round_: Round, _: c.TakeUp) -> tuple[e.Event, ...]:
    """Each player may look at the own cards: in act-holdem after the flop, and never at a hand to be played blind."""
    cites = ACT_7_1 if isinstance(round_.sign, HoldemSign) else NZ_5_2_9_1
    require_phase(round_, (TAKE_UP,), cites, "looking at the cards")
    hands = [box for box in round_.boxes.values() if box.cards]
    if any(box.blind for box in hands):
        cites = joined(cites, NZ_5_5_2)
    return (
        e.HandsTakenUp(tuple(e.HandCards(box.no, tuple(box.cards)) for box in hands if not box.blind), cites=cites),
    )


def require_turned(known: Sequence[Card], turned: Sequence[Card], round_: Round, cites: Cites) -> None:
    """Cards that are turned up are the cards that were dealt; a table with real cards learns them now."""
    if len(turned) != len(known) or any(was not in (UNKNOWN, now) for was, now in zip(known, turned, strict=True)):
        raise RuleViolation("wrong-cards", forbidding(cites), f"{show(turned)} are not the cards that were dealt")
    require_known(turned, cites)
    require_undealt((card for card in round_.dealt() if card not in known), turned, cites)


def decide_turn_dealer(round_: Round, order: c.TurnDealer) -> tuple[e.Event, ...]:
    """The dealer's two hole cards are turned up and set; at least a pair of fours plays."""
    cites = ACT_6_7_DEF_QUALIFY
    require_phase(round_, (TURN,), cites, "turning the dealer's cards")
    require_turned(round_.dealer, order.cards, round_, cites)
    hand = best_of_seven(order.cards, round_.board)
    qualified = qualifies(hand.category, hand.pair)
    return (e.DealerTurned(order.cards, hand.words, qualified, cites=joined(cites, hand.cites)),)


def decide_turn_community(round_: Round, order: c.TurnCommunity) -> tuple[e.Event, ...]:
    """Both community cards are turned up when everyone has decided."""
    cites = NZ_9_4
    require_phase(round_, (TURN,), cites, "turning the community cards")
    require_turned(round_.board, order.cards, round_, cites)
    return (e.CommunityTurned(order.cards, cites=cites),)


def next_cards(round_: Round, count: int) -> tuple[Card, ...] | None:
    """The next cards of the shoe, or None where a dealer must name them."""
    return tuple(round_.shoe[:count]) if len(round_.shoe) >= count else None


def offer_deal(round_: Round) -> Iterator[Offer]:
    """The dealer's next step with cards, if there is one now."""
    match round_.phase:
        case "dealing":
            yield card_offer(round_, c.Deal, len(round_.plan[0]), deal_cites(round_))
        case "flop":
            yield card_offer(round_, c.DealFlop, 3, FLOP_CITES)
        case "river":
            yield card_offer(round_, c.DealRiver, 2, ACT_6_6_DEF_RIVER)
        case "take-up":
            cites = ACT_7_1 if isinstance(round_.sign, HoldemSign) else NZ_5_2_9_1
            yield Offer(by="dealer", command=c.TakeUp(), cites=cites)
        case "turn" if isinstance(round_.sign, BigRaiseSign):
            yield turn_offer(c.TurnCommunity(tuple(round_.board)), NZ_9_4)
        case "turn":
            yield turn_offer(c.TurnDealer(tuple(round_.dealer)), ACT_6_7_DEF_QUALIFY)


def card_offer(round_: Round, kind: type[c.Deal | c.DealFlop | c.DealRiver], count: int, cites: Cites) -> Offer:
    """Dealing so many cards: those of the shoe, or any not yet dealt where a dealer names them."""
    cards = next_cards(round_, count)
    if cards is None:
        return Offer(by="dealer", command=kind((UNKNOWN,) * count), free=("cards",), cites=cites)
    return Offer(by="dealer", command=kind(cards), cites=cites)


def turn_offer(order: c.TurnDealer | c.TurnCommunity, cites: Cites) -> Offer:
    """Turning cards up: those dealt, or those a dealer names where they are not known."""
    return Offer(by="dealer", command=order, free=("cards",) if UNKNOWN in order.cards else (), cites=cites)
