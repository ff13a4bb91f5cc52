"""The dealer's settlement, box by box clockwise: bonus before the river, ante and call or raise, then the rack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from openfelt.cards import UNKNOWN
from openfelt.errors import RuleViolation
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.dealing import require_turned
from openfelt.pit.made import best_of_seven, compare, poker_value, standing, three_cards
from openfelt.pit.offers import Offer
from openfelt.pit.round import BONUS, FOLD, RACKING, SETTLING, Box, Round
from openfelt.pit.rules import ACT, NZ, forbidding, require_box, require_phase, rules_of
from openfelt.pit.settlement import (
    RETURN,
    Payment,
    Spot,
    raise_hand,
    settle_big_raise,
    settle_holdem,
    settle_super_aces,
    settle_three_card_bonus,
    super_aces_hand,
)
from openfelt.pit.sign import BigRaiseSign, HoldemSign
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
ACT_10_4 = ACT.cite("10.4")
ACT_8_2 = ACT.cite("8.2")
NO_CITES: Cites = ()
HOLDEM_SETTLEMENT = ACT.cite("9.1", "9.2", "9.3", "9.4")
NZ_10_2 = NZ.cite("10.2")
STUD_SETTLEMENT = NZ.cite("10.2", "10.5", "10.6")
NZ_11_9 = NZ.cite("11.9")
NZ_5_10 = NZ.cite("5.10")
NZ_5_5_2 = NZ.cite("5.5.2")

BONUS_CITES = ACT.cite("10.3", "10.4", "10.5")


def next_bonus(round_: Round) -> Box | None:
    """The next box whose Super Aces Bonus is to be settled."""
    return next((box for box in round_.boxes.values() if Spot.BONUS in box.stakes), None)


def next_box(round_: Round) -> Box | None:
    """The next box with a wager on it."""
    return next((box for box in round_.boxes.values() if box.stakes), None)


def require_next(order_box: int, box: Box | None, cites: Cites) -> Box:
    """Settlement goes clockwise, leaves no box out and needs the cards it turns on."""
    if box is None or box.no != order_box:
        raise RuleViolation(
            "wrong-box", cites, f"box {order_box} is not next to be settled", legal=(f"box {box.no}",) if box else ()
        )
    if must_be_shown(box):
        raise RuleViolation(
            "cards-unknown", cites, f"the cards of box {box.no} have not been turned up", legal=("show hand",)
        )
    return box


def must_be_shown(box: Box) -> bool:
    """Whether a dealer of real cards still has to name this hand before it can be settled."""
    return UNKNOWN in box.cards and bool(box.stakes)


def decide_settle_bonus(round_: Round, order: c.SettleBonus) -> tuple[e.Event, ...]:
    """A declared bonus hand is turned up, verified and paid before the river; one nobody declared is lost unseen."""
    require_phase(round_, (BONUS,), BONUS_CITES, "settling a bonus")
    require_box(round_, order.box, BONUS_CITES)
    sign = round_.sign
    assert isinstance(sign, HoldemSign)
    box = require_next(order.box, next_bonus(round_), BONUS_CITES)
    hand = best_of_seven(box.cards, round_.board[:3])
    word = super_aces_hand(hand.category, hand.pair)
    listed = sign.super_aces_table.pays(word) is not None
    declared = box.declared or (sign.auto_declare and listed)
    paid = settle_super_aces(
        sign, stake=box.stakes[Spot.BONUS], hand=word, declared=declared, folded=box.decision == FOLD
    )
    cites = joined(paid.cites, hand.cites if declared else (), ACT_10_4 if sign.auto_declare else ())
    cards = tuple(box.cards) if declared else ()
    return (e.BonusSettled(box.no, cards, hand.words if declared else "", (paid,), cites=cites),)


def decide_settle_box(round_: Round, order: c.SettleBox) -> tuple[e.Event, ...]:
    """Everything that still lies on a box is paid, returned or collected."""
    act = isinstance(round_.sign, HoldemSign)
    cites = HOLDEM_SETTLEMENT if act else STUD_SETTLEMENT
    require_phase(round_, (SETTLING,), cites, "settling a box")
    require_box(round_, order.box, cites)
    box = require_next(order.box, next_box(round_), cites)
    if isinstance(round_.sign, HoldemSign):
        return (settled_holdem(round_, round_.sign, box),)
    return (settled_big_raise(round_, round_.sign, box),)


def settled_holdem(round_: Round, sign: HoldemSign, box: Box) -> e.BoxSettled:
    """Ante and call against the dealer's hand."""
    player = best_of_seven(box.cards, round_.board)
    dealer = best_of_seven(round_.dealer, round_.board)
    against, told = compare(player, dealer)
    payments = settle_holdem(
        sign,
        ante=box.stakes.get(Spot.ANTE, 0),
        call=box.stakes.get(Spot.CALL, 0),
        hand=player.category,
        against=against,
        qualified=bool(round_.qualified),
    )
    made = tuple(payment for payment in payments if payment.stake)
    together = sign.max_payout_covers == "ante-and-call"
    won = sum(payment.won for payment in made if together or payment.spot is Spot.ANTE)
    capped = ACT_8_2 if won >= sign.max_payout else ()
    cites = joined(*(payment.cites for payment in made), player.cites, told, capped)
    return e.BoxSettled(box.no, tuple(box.cards), player.words, made, cites=cites)


def settled_big_raise(round_: Round, sign: BigRaiseSign, box: Box) -> e.BoxSettled:
    """Ante and raise by the hand's value, then the bonus by the three own cards; a folder has only the bonus left."""
    if not box.cards:
        void = Payment(Spot.BONUS, RETURN, box.stakes[Spot.BONUS], 0, NZ_11_9)
        return e.BoxSettled(box.no, (), "", (void,), cites=void.cites)
    made: list[Payment] = []
    words, own = "", NO_CITES
    if box.is_staying:
        hand = poker_value(box.cards, round_.board)
        words, own = hand.words, joined(hand.cites, NZ_5_10)
        word = raise_hand(sign, hand.category, hand.pair)
        ante, bet = box.stakes.get(Spot.ANTE, 0), box.stakes.get(Spot.BET, 0)
        made += settle_big_raise(sign, ante=ante, bet=bet, hand=word)
    if stake := box.stakes.get(Spot.BONUS, 0):
        three = three_cards(box.cards)
        made.append(settle_three_card_bonus(sign, stake=stake, hand=three.category))
        words = f"{words}; bonus: {three.words}" if words else f"bonus: {three.words}"
    blind = NZ_5_5_2 if box.blind else ()
    cites = joined(*(payment.cites for payment in made), own, blind)
    return e.BoxSettled(box.no, tuple(box.cards), words, tuple(made), cites=cites)


def decide_show(round_: Round, order: c.ShowHand) -> tuple[e.Event, ...]:
    """A dealer of real cards names a hand as it is turned up for settlement."""
    cites = rules_of(round_).rack
    require_phase(round_, (BONUS, SETTLING), cites, "naming a hand")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if not must_be_shown(box):
        raise RuleViolation(
            "cards-known", forbidding(cites), f"the cards of box {order.box} are known or not to be shown"
        )
    require_turned(box.cards, order.cards, round_, cites)
    return (e.HandShown(order.box, order.cards, cites=cites),)


def decide_rack(round_: Round, _: c.Rack) -> tuple[e.Event, ...]:
    """Every hand is counted and racked; the round is over."""
    rules = rules_of(round_)
    require_phase(round_, (RACKING,), rules.rack, "racking the cards")
    return (e.Racked(cites=rules.rack),)


class Standing(NamedTuple):
    """A hand on the results board, and the clauses that put it above the next."""

    box: int
    words: str
    above_next: Cites


def standings(round_: Round) -> tuple[Standing, ...]:
    """The hands that stayed at a Big Raise table, best first, once the community cards are turned."""
    if not isinstance(round_.sign, BigRaiseSign) or not round_.dealer_up:
        return ()
    stayed = [(poker_value(box.cards, round_.board), box.no) for box in round_.boxes.values() if box.is_staying]
    stayed.sort(key=lambda one: (-one[0].strength, one[1]))
    above = [standing(one[0], below[0])[1] for one, below in pairwise(stayed)]
    return tuple(Standing(no, hand.words, cites) for (hand, no), cites in zip(stayed, (*above, NO_CITES), strict=False))


def offer_settling(round_: Round) -> Iterator[Offer]:
    """The dealer's next step of the settlement, if there is one now."""
    rules = rules_of(round_)
    if round_.phase in (BONUS, SETTLING):
        for box in round_.boxes.values():
            if must_be_shown(box):
                yield Offer(by="dealer", command=c.ShowHand(box.no, ()), free=("cards",), cites=rules.rack)
    if round_.phase == BONUS and (box_ := next_bonus(round_)) and not must_be_shown(box_):
        yield Offer(by="dealer", command=c.SettleBonus(box_.no), cites=BONUS_CITES)
    if round_.phase == SETTLING and (box_ := next_box(round_)) and not must_be_shown(box_):
        cites = HOLDEM_SETTLEMENT if isinstance(round_.sign, HoldemSign) else NZ_10_2
        yield Offer(by="dealer", command=c.SettleBox(box_.no), cites=cites)
    if round_.phase == RACKING:
        yield Offer(by="dealer", command=c.Rack(), cites=rules.rack)
