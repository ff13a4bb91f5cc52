"""Canberra Casino Hold-em: ante, two hole cards, a flop, call for twice the ante or fold, then the dealer's hand.

A Super Aces Bonus on hole cards and flop is declared by its player and settled before the river.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from openfelt.books.act_holdem.pit_checklist import CHECKLISTS
from openfelt.books.act_holdem.pit_price import CALL_TIMES, PRICED
from openfelt.books.act_holdem.pit_rulings import RULINGS
from openfelt.books.act_holdem.pit_settlement import (
    best_of_seven,
    compare,
    qualifies,
    settle_fold,
    settle_holdem,
    settle_super_aces,
    super_aces_hand,
)
from openfelt.books.act_holdem.pit_sign import (
    ANTE_PAYS,
    ANTE_TABLE,
    SUPER_ACES_PAYS,
    SUPER_ACES_TABLE,
    HoldemSign,
)
from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit import phases
from openfelt.pit.dealing import card_offer, decide_turn_dealer, require_cards, require_known
from openfelt.pit.deciding import decide_call, offer_call
from openfelt.pit.events import DEALER
from openfelt.pit.game import CallRules, CutRules, Exposures, KnownOrder, Phase, PitGame, PitGames, Plan, SpotRules
from openfelt.pit.made import Made
from openfelt.pit.offers import Offer
from openfelt.pit.round import BONUS, DEALING, DECISION, FLOP, FOLD, RIVER, TAKE_UP, Box, Round
from openfelt.pit.rules import require_box, require_phase
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.settling import must_be_shown, offer_hands, require_next
from openfelt.pit.sign import Line
from openfelt.pit.wagers import box_limit
from openfelt.rulebooks import Cites, joined, rulebook

__all__ = ["ANTE_TABLE", "CHAPTER", "SUPER_ACES_TABLE", "HoldemSign"]

ACT = rulebook("act-holdem")

# Citations, checked when this module is imported.
ACT_10_2 = ACT.cite("10.2")
ACT_10_2_10_4 = ACT.cite("10.2", "10.4")
ACT_10_4 = ACT.cite("10.4")
ACT_10_5 = ACT.cite("10.5")
ACT_3_2 = ACT.cite("3.2")
ACT_3_5_3_1 = ACT.cite("3.5", "3.1")
ACT_4_3 = ACT.cite("4.3")
ACT_4_4_7_2 = ACT.cite("4.4", "7.2")
ACT_6_3_C = ACT.cite("6.3(c)")
ACT_6_6_DEF_RIVER = ACT.cite("6.6", "def/River")
ACT_7_1_7_3 = ACT.cite("7.1", "7.3")
ACT_7_3_10_4 = ACT.cite("7.3", "10.4")
ACT_7_4 = ACT.cite("7.4")
ACT_8_2 = ACT.cite("8.2")
BONUS_CITES = ACT.cite("10.3", "10.4", "10.5")
DEAL_CITES = ACT.cite("6.1", "6.2", "6.3", "6.3(a)", "6.3(b)", "def/Hole Cards", "def/Dealer", "def/Shoe")
FLOP_CITES = ACT.cite("6.4", "6.2", "def/Flop", "def/Communal Cards")
LOCKED = ACT.cite("4.4", "4.1")
SETTLEMENT = ACT.cite("9.1", "9.2", "9.3", "9.4")


def sign_of(round_: Round) -> HoldemSign:
    """The sign that hangs beside a table of this game."""
    sign: Any = round_.sign
    return sign  # type: ignore[no-any-return]


# -- wagers ------------------------------------------------------------------------------------------------------------


def require_spot(_: HoldemSign, spot: Spot) -> None:
    """Refuse a wager that is made after the flop."""
    if spot not in GAME.spots:
        raise RuleViolation(
            "no-such-spot", ACT_4_4_7_2, phrase("no {spot} wager before the flop", spot=spot), legal=("ante", "bonus")
        )


def trims(round_: Round) -> Iterator[e.Trimmed]:
    """3.5: what lies above the maximum of a box goes back before the deal."""
    for box in round_.boxes.values():
        for spot, amount in box.stakes.items():
            most = most_kept(round_, box, spot)
            if amount > most:
                marked = ACT_3_2 if box.marker and spot is Spot.ANTE else ()
                yield e.Trimmed(box.no, spot, most, amount - most, cites=joined(ACT_3_5_3_1, marked))


def most_kept(round_: Round, box: Box, spot: Spot) -> int:
    """What of a wager stays on its box; where the sign's limits cover the whole box, the ante comes first."""
    sign, limit = sign_of(round_), box_limit(round_, box)
    if spot is Spot.ANTE:
        return limit
    if sign.limits_cover == "box":
        return min(sign.bonus.high, limit - min(box.stakes[Spot.ANTE], limit))
    return sign.bonus.high


# -- the cards ---------------------------------------------------------------------------------------------------------


def deal_plan(round_: Round) -> Plan:
    """Two passes, clockwise from the dealer's left, the dealer last."""
    boxes = tuple(no for no, box in round_.boxes.items() if Spot.ANTE in box.stakes)
    return ((*boxes, DEALER),) * 2


def deal_cites(round_: Round) -> Cites:
    """The clauses of the pass that is due."""
    return (*DEAL_CITES, *(ACT_6_3_C if len(round_.plan) == 1 else ()))


def decide_flop(round_: Round, order: c.DealFlop) -> tuple[e.Event, ...]:
    """Three communal cards face up; no card is burnt."""
    require_phase(round_, (FLOP,), FLOP_CITES, "the flop")
    require_cards(round_, order.cards, 3, FLOP_CITES)
    require_known(order.cards, FLOP_CITES)
    return (e.BoardDealt(order.cards, cites=FLOP_CITES),)


def decide_river(round_: Round, order: c.DealRiver) -> tuple[e.Event, ...]:
    """The last two communal cards together, after every decision and every declared bonus."""
    cites = ACT_6_6_DEF_RIVER
    require_phase(round_, (RIVER,), joined(cites, ACT_10_5), "the river")
    require_cards(round_, order.cards, 2, cites)
    require_known(order.cards, cites)
    return (e.BoardDealt(order.cards, cites=cites),)


def offer_flop(round_: Round) -> Iterator[Offer]:
    """The dealer deals the flop."""
    yield card_offer(round_, c.DealFlop, 3, FLOP_CITES)


def offer_river(round_: Round) -> Iterator[Offer]:
    """The dealer deals the river."""
    yield card_offer(round_, c.DealRiver, 2, ACT_6_6_DEF_RIVER)


def has_flop(round_: Round) -> bool:
    """The flop lies on the table."""
    return bool(round_.board)


def has_river(round_: Round) -> bool:
    """All communal cards lie there, or nobody stayed to see them."""
    return len(round_.board) == 5 or not any(box.is_staying for box in round_.boxes.values())


def dealer_hand(round_: Round, cards: tuple[Card, ...]) -> tuple[Made, bool]:
    """The dealer's best five; at least a pair of fours plays (def/Qualify)."""
    hand = best_of_seven(cards, round_.board)
    return hand, qualifies(hand.category, hand.pair)


# -- decisions ---------------------------------------------------------------------------------------------------------


def decisions(round_: Round, box: Box) -> Iterator[Offer]:
    """Fold, or call where the chips reach."""
    yield Offer(by=box.player, command=c.Fold(box.no), cites=ACT_7_1_7_3)
    yield from offer_call(round_, box)


def folded(round_: Round, box: Box) -> tuple[tuple[Payment, ...], Cites]:
    """7.3, 10.5: the ante is lost; a bonus declared before the fold waits for its verification, any other is lost."""
    sign, stake = sign_of(round_), box.stakes.get(Spot.BONUS, 0)
    lost = settle_fold(box.stakes[Spot.ANTE])
    waits = (box.declared or sign.auto_declare) and sign.folded_bonus == "declared-paid"
    if not stake or waits:
        return (lost,), ACT_7_4
    return (lost, settle_super_aces(sign, stake=stake, hand="", declared=False, folded=True)), ACT_7_4


def decide_declare(round_: Round, order: c.DeclareBonus) -> tuple[e.Event, ...]:
    """A bonus hand is declared before the last decision; after it, or after the own fold, it is too late."""
    cites = ACT_10_4
    require_phase(round_, (DECISION,), cites, "declaring a bonus hand")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if Spot.BONUS not in box.stakes:
        raise RuleViolation("no-bonus", ACT_10_2_10_4, phrase("there is no bonus wager on box {box}", box=order.box))
    if box.declared:
        raise RuleViolation("declared", cites, phrase("box {box} has been declared", box=order.box))
    if box.decision == FOLD:
        raise RuleViolation("folded", ACT_7_3_10_4, phrase("box {box} has folded", box=order.box))
    return (e.BonusDeclared(order.box, cites=cites),)


def offer_declaring(round_: Round, player: str) -> Iterator[Offer]:
    """A player may declare a bonus hand also out of turn."""
    for one in round_.boxes.values():
        if one.player == player and Spot.BONUS in one.stakes and not one.declared and one.decision != FOLD:
            yield Offer(by=player, command=c.DeclareBonus(one.no), cites=ACT_10_4)


# -- settlement --------------------------------------------------------------------------------------------------------


def next_bonus(round_: Round) -> Box | None:
    """The next box whose Super Aces Bonus is to be settled."""
    return next((box for box in round_.boxes.values() if Spot.BONUS in box.stakes), None)


def has_no_bonus(round_: Round) -> bool:
    """No bonus waits for its settlement."""
    return next_bonus(round_) is None


def decide_settle_bonus(round_: Round, order: c.SettleBonus) -> tuple[e.Event, ...]:
    """A declared bonus hand is turned up, verified and paid before the river; one nobody declared is lost unseen."""
    require_phase(round_, (BONUS,), BONUS_CITES, "settling a bonus")
    sign = sign_of(round_)
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
    return (e.BonusSettled(box.no, cards, str(hand.words) if declared else "", (paid,), cites=cites),)


def offer_bonus(round_: Round) -> Iterator[Offer]:
    """The dealer settles the next bonus."""
    yield from offer_hands(round_)
    if (box := next_bonus(round_)) and not must_be_shown(box):
        yield Offer(by="dealer", command=c.SettleBonus(box.no), cites=BONUS_CITES)


def settled(round_: Round, box: Box) -> e.BoxSettled:
    """Ante and call against the dealer's hand."""
    sign = sign_of(round_)
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
    return e.BoxSettled(box.no, tuple(box.cards), str(player.words), made, cites=cites)


def lines_met(sign: HoldemSign, own: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
    """10.3: the bonus goes by the own cards and the flop; 8.1: the ante by the best five of all seven."""
    found: dict[str, str] = {}
    if len(own) == 2 and len(board) >= 3:
        flop = best_of_seven(own, board[:3])
        found["super-aces"] = sign.super_aces_table.line_of(super_aces_hand(flop.category, flop.pair))
    if len(own) == 2 and len(board) == 5:
        found["ante"] = sign.ante_table.line_of(best_of_seven(own, board).category)
    return found


# -- the game ----------------------------------------------------------------------------------------------------------


GAME: Final = PitGame(
    key="act-holdem",
    title="Canberra Casino Hold-em",
    book=ACT,
    sign=HoldemSign,
    tables=(ANTE_PAYS, SUPER_ACES_PAYS),
    printed=(Line("The dealer needs a pair of fours or better", ACT.cite("def/Qualify")),),
    lines_met=lines_met,
    checklists=CHECKLISTS,
    phases=(
        phases.BETTING,
        phases.DEALING,
        Phase(FLOP, has_flop, offer_flop),
        phases.TAKE_UP,
        phases.DECISION,
        Phase(BONUS, has_no_bonus, offer_bonus),
        Phase(RIVER, has_river, offer_river),
        phases.TURN_DEALER,
        phases.SETTLING,
        phases.RACKING,
        phases.DONE,
    ),
    orders=(
        KnownOrder(c.DealFlop, decide_flop),
        KnownOrder(c.DeclareBonus, decide_declare),
        KnownOrder(c.Call, decide_call),
        KnownOrder(c.SettleBonus, decide_settle_bonus),
        KnownOrder(c.DealRiver, decide_river),
        KnownOrder(c.TurnDealer, decide_turn_dealer),
        *RULINGS,
    ),
    elsewhere=ACT.cite("instrument/3", "index"),
    opened=ACT.cite("4.1", "2.1", "5.1"),
    next_round=ACT.cite("4.1", "5.1"),
    one_each=ACT_4_3,
    join=ACT.cite("4.3", "def/Box"),
    closed=ACT.cite("14.2"),
    excluded=ACT.cite("15.2(b)"),
    # 4.4 forbids altering a wager from the first card on, not before it: chips may be added to it.
    spots={
        Spot.ANTE: SpotRules(ACT.cite("4.1", "4.2", "def/Ante", "def/Box"), late=LOCKED, altered=LOCKED),
        Spot.BONUS: SpotRules(
            ACT.cite("4.1", "4.2", "10.2"), late=LOCKED, altered=LOCKED, no_ante=ACT_10_2, is_bound=True
        ),
    },
    require_spot=require_spot,
    other_box=("one-box", "{player} plays box {own} and no other", ACT_4_3),
    taken=ACT_4_3,
    ante=ACT.cite("4.1"),
    chips=ACT.cite("4.2"),
    steps=ACT.cite("3.3"),
    minimum=ACT.cite("3.4"),
    stands_once=True,
    trims=trims,
    least_ante=ACT.cite("3.1"),
    covered=ACT.cite("7.2"),
    alter=ACT.cite("4.4"),
    close=ACT.cite("4.1", "4.4"),
    ready=ACT.cite("4.1"),
    cut=CutRules("dealer", 5, 47, ACT.cite("5.2")),
    deal=DEAL_CITES,
    deal_phase=DEAL_CITES,
    deal_plan=deal_plan,
    deal_cites=deal_cites,
    in_order=ACT.cite("6.3", "6.4", "6.6"),
    take_up=ACT.cite("7.1"),
    deck=ACT.cite("2.4"),
    bad_deck=ACT.cite("2.4", "15.3", "def/Void"),
    change_cards=ACT.cite("2.3"),
    turn=ACT.cite("6.5"),
    fold=ACT.cite("7.3", "7.1", "6.5", "def/Fold"),
    folded=folded,
    call=CallRules(
        CALL_TIMES, ACT.cite("7.2", "def/Call", "7.1", "6.5"), size=ACT.cite("7.2"), offered=ACT.cite("7.1", "7.2")
    ),
    decisions=decisions,
    asides=offer_declaring,
    dealer_hand=dealer_hand,
    turn_dealer=ACT.cite("6.7", "def/Qualify"),
    settle=SETTLEMENT,
    settle_offer=SETTLEMENT,
    settled=settled,
    rack=ACT.cite("9.5", "7.4", "def/Round of Play"),
    exposed=Exposures(2, (DEALING, FLOP, TAKE_UP), ACT.cite("13.1"), void=ACT.cite("13.1", "def/Void")),
    void=ACT.cite("def/Void"),
    priced=PRICED,
)

CHAPTER: Final = PitGames((GAME,))
