"""Big Raise Stud: ante, three cards, raise one to four times the ante or fold; two community cards complete the hand.

A raise may be made blind before the deal, and a Three Card Bonus on the own three cards stands by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from openfelt.books.nz_big_raise.pit_checklist import CHECKLISTS
from openfelt.books.nz_big_raise.pit_price import PRICED, RAISES
from openfelt.books.nz_big_raise.pit_rulings import EXPOSING, RULINGS, ruling_due
from openfelt.books.nz_big_raise.pit_settlement import (
    apart_by,
    poker_value,
    raise_hand,
    settle_big_raise,
    settle_big_raise_fold,
    settle_three_card_bonus,
    three_cards,
)
from openfelt.books.nz_big_raise.pit_sign import (
    RAISE_PAYS,
    RAISE_TABLE,
    THREE_CARD_BONUS_PAYS,
    THREE_CARD_BONUS_TABLE,
    BigRaiseSign,
)
from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, Text, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit import phases
from openfelt.pit.dealing import require_turned, turn_offer
from openfelt.pit.deciding import require_turn
from openfelt.pit.events import COMMUNITY, DISCARD
from openfelt.pit.game import CutRules, Exposures, KnownOrder, Phase, PitGame, PitGames, Plan, SpotRules
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import TURN, Box, Round
from openfelt.pit.rules import require_phase
from openfelt.pit.settlement import RETURN, Payment, Spot
from openfelt.pit.settling import RankedHand
from openfelt.rulebooks import Cites, joined, rulebook

__all__ = ["CHAPTER", "RAISE_TABLE", "THREE_CARD_BONUS_TABLE", "BigRaiseSign"]

NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
NZ_11_7 = NZ.cite("11.7")
STAY_CITES = NZ.cite("5.1(c)", "5.9(b)", "9.3")
NZ_5_2_5_2_A = NZ.cite("5.2", "5.2(a)")
NZ_5_2_5_2_B = NZ.cite("5.2", "5.2(b)")
NZ_5_2_B = NZ.cite("5.2(b)")
NZ_5_2_B_5_3 = NZ.cite("5.2(b)", "5.3")
NZ_5_6_5_9_B = NZ.cite("5.6", "5.9(b)")
NZ_5_9_B = NZ.cite("5.9(b)")
NZ_9_2_C = NZ.cite("9.2(c)")
RAISE_CITES = NZ.cite("def/Raise Wager", "5.2", "5.2(b)", "9.1", "9.3")
NZ_2_0 = NZ.cite("2.0")
NZ_3_3 = NZ.cite("3.3")
NZ_5_1_B = NZ.cite("5.1(b)")
NZ_5_1_C = NZ.cite("5.1(c)")
NZ_5_10 = NZ.cite("5.10")
NZ_5_5 = NZ.cite("5.5")
NZ_5_5_2 = NZ.cite("5.5.2")
NZ_11_9 = NZ.cite("11.9")
FIRST_PASS = NZ.cite("8.3", "8.3(a)", "3.4(a)(i)", "3.4(c)(i)")
LATER_PASS = NZ.cite("8.3", "8.3(b)", "3.4(a)(i)", "3.4(c)(i)")
PLAYER_PACKET = NZ.cite("8.4", "8.4(a)", "3.4(a)(ii)", "3.4(c)(ii)")
COMMUNITY_PACKET = NZ.cite("8.4", "8.4(b)", "3.4(a)(ii)", "3.4(c)(ii)")
NZ_9_4 = NZ.cite("9.4")
NZ_11_11 = NZ.cite("11.11")
NZ_8_1_B_8_2 = NZ.cite("8.1(b)", "8.2")
LOCKED = NZ.cite("5.9", "5.9(a)")
NO_CITES: Cites = ()


def sign_of(round_: Round) -> BigRaiseSign:
    """The sign that hangs beside a table of this game."""
    sign: Any = round_.sign
    return sign  # type: ignore[no-any-return]


# -- wagers ------------------------------------------------------------------------------------------------------------


def require_spot(sign: BigRaiseSign, spot: Spot) -> None:
    """Refuse a wager that the operator of a Big Raise table does not offer."""
    if spot is Spot.CALL:
        raise RuleViolation("no-such-spot", NZ_3_3, "there is no call area", legal=("ante", "bet", "bonus"))
    if spot is Spot.BONUS and not sign.bonus_offered:
        raise RuleViolation("not-offered", NZ_5_1_B, "the Three Card Bonus is not offered")
    if spot is Spot.BET and not sign.blind_betting:
        raise RuleViolation("not-offered", NZ_5_1_C, "blind betting is not allowed")


def has_extra_areas(sign: BigRaiseSign) -> bool:
    """Whether the operator lets players bet on other areas than the own seat's (5.5)."""
    return sign.extra_areas


def blind_hands(round_: Round) -> tuple[int, ...]:
    """The extra hands that nobody may look at (5.5.2): of those on several areas, all but the seat's.

    Whoever bets on one area only looks at that hand, wherever it is. A player on several, none of them the own seat's,
    looks at none: the one hand to view is that of the seat.
    """
    if not sign_of(round_).blind_extra_hands:
        return ()
    hands = {no: box.player for no, box in round_.boxes.items() if Spot.ANTE in box.stakes}
    several = {player for player in hands.values() if list(hands.values()).count(player) > 1}
    return tuple(no for no, player in hands.items() if player in several and round_.seats[player] != no)


# -- the cards ---------------------------------------------------------------------------------------------------------


def deal_plan(round_: Round) -> Plan:
    """Passes from a shoe, packets from a shuffler, clockwise from the dealer's left."""
    boxes = tuple(no for no, box in round_.boxes.items() if Spot.ANTE in box.stakes)
    sign = sign_of(round_)
    if sign.device == "shoe":
        return ((*boxes, COMMUNITY), (*boxes, COMMUNITY), boxes)
    kept = (DISCARD, COMMUNITY, COMMUNITY) if sign.discarded_card == "first" else (COMMUNITY, COMMUNITY, DISCARD)
    return (*((no,) * 3 for no in boxes), kept)


def deal_cites(round_: Round) -> Cites:
    """The clauses of the pass or packet that is due."""
    left = len(round_.plan)
    if sign_of(round_).device == "shoe":
        return (*NZ_8_1_B_8_2, *(FIRST_PASS if left == 3 else LATER_PASS))
    return (*NZ_8_1_B_8_2, *(COMMUNITY_PACKET if left == 1 else PLAYER_PACKET))


def decide_turn_community(round_: Round, order: c.TurnCommunity) -> tuple[e.Event, ...]:
    """Both community cards are turned up when everyone has decided."""
    cites = NZ_9_4
    require_phase(round_, (TURN,), cites, "turning the community cards")
    require_turned(round_.board, order.cards, round_, cites)
    return (e.CommunityTurned(order.cards, cites=cites),)


def offer_turn_community(round_: Round) -> Iterator[Offer]:
    """The dealer turns the community cards."""
    yield turn_offer(c.TurnCommunity(tuple(round_.board)), NZ_9_4)


# -- decisions ---------------------------------------------------------------------------------------------------------


def decide_raise(round_: Round, order: c.Raise) -> tuple[e.Event, ...]:
    """A raise is 1, 2, 3 or 4 times the ante; once a community card was exposed only 1 times."""
    cites = RAISE_CITES
    box = require_turn(round_, order.box, cites)
    if Spot.BET in box.stakes:
        raise RuleViolation(
            "raise-made",
            NZ_5_6_5_9_B,
            phrase("box {box} raised before the deal", box=order.box),
            legal=("stay", "fold"),
        )
    amounts = raises(round_, box)
    ante = box.stakes[Spot.ANTE]
    told = phrase("a raise of {amount} on an ante of {ante}", amount=Money(order.amount), ante=Money(ante))
    if order.amount % ante or not ante <= order.amount <= 4 * ante:
        raise RuleViolation(
            "raise-size", NZ_5_2_B, phrase("{told} is not 1, 2, 3 or 4 times", told=told), legal=raise_words(amounts)
        )
    if round_.capped and order.amount != ante:
        raise RuleViolation(
            "raise-capped",
            NZ_11_7,
            phrase("{told}, after a community card was exposed", told=told),
            legal=raise_words(amounts),
        )
    if amounts is None or order.amount not in amounts:
        cites = NZ_5_2_B_5_3
        raise RuleViolation(
            "no-chips",
            cites,
            phrase(
                "{told} by {player}, who has {purses}",
                told=told,
                player=Name(box.player),
                purses=Money(round_.purses[box.player]),
            ),
            legal=raise_words(amounts),
        )
    if round_.capped:
        cites = joined(cites, NZ_11_7)
    return (e.Raised(order.box, order.amount, cites=cites),)


def raises(round_: Round, box: Box) -> Amounts | None:
    """The raises a player can make: 1 to 4 times the ante as far as the chips reach."""
    ante = box.stakes[Spot.ANTE]
    times = min(1 if round_.capped else 4, round_.purses[box.player] // ante)
    return Amounts(ante, times * ante, ante) if times else None


def raise_words(amounts: Amounts | None) -> tuple[Text, ...]:
    """What is allowed instead."""
    if not amounts:
        return ("fold",)
    low, high, step = Money(amounts.low), Money(amounts.high), Money(amounts.step)
    return phrase("raise {low} to {high} in steps of {step}", low=low, high=high, step=step), "fold"


def decide_stay(round_: Round, order: c.Stay) -> tuple[e.Event, ...]:
    """A raise made before the deal stays as it is; it cannot be changed, only withdrawn by folding."""
    cites = STAY_CITES
    box = require_turn(round_, order.box, cites)
    if Spot.BET not in box.stakes:
        raise RuleViolation(
            "no-raise", NZ_5_2_5_2_B, phrase("box {box} has made no raise", box=order.box), legal=("raise", "fold")
        )
    return (e.Stayed(order.box, cites=cites),)


def decisions(round_: Round, box: Box) -> Iterator[Offer]:
    """Fold; stay on a raise that was made before the deal, or raise as far as the chips reach."""
    yield Offer(by=box.player, command=c.Fold(box.no), cites=NZ_5_2_5_2_A)
    if Spot.BET in box.stakes:
        yield Offer(by=box.player, command=c.Stay(box.no), cites=NZ_5_9_B)
    elif amounts := raises(round_, box):
        cites = NZ_11_7 if round_.capped else NZ_5_2_B
        yield Offer(by=box.player, command=c.Raise(box.no, amounts.low), amounts=amounts, cites=cites)


def folded(_: Round, box: Box) -> tuple[tuple[Payment, ...], Cites]:
    """The ante is lost; a raise made before the deal goes back, and a bonus stays."""
    blind = box.stakes.get(Spot.BET, 0)
    return settle_big_raise_fold(box.stakes[Spot.ANTE], blind), joined(NZ_9_2_C, NZ_5_9_B if blind else ())


# -- settlement --------------------------------------------------------------------------------------------------------


def settled(round_: Round, box: Box) -> e.BoxSettled:
    """Ante and raise by the hand's value, then the bonus by the three own cards; a folder has only the bonus left."""
    sign = sign_of(round_)
    if not box.cards:
        void = Payment(Spot.BONUS, RETURN, box.stakes[Spot.BONUS], 0, NZ_11_9)
        return e.BoxSettled(box.no, (), "", (void,), cites=void.cites)
    made: list[Payment] = []
    words, own = "", NO_CITES
    if box.is_staying:
        hand = poker_value(box.cards, round_.board)
        words, own = str(hand.words), joined(hand.cites, NZ_5_10)
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


def standings(round_: Round) -> tuple[RankedHand, ...]:
    """The hands that stayed, best first, once the community cards are turned."""
    if not round_.dealer_up:
        return ()
    stayed = [(poker_value(box.cards, round_.board), box.no) for box in round_.boxes.values() if box.is_staying]
    stayed.sort(key=lambda one: (-one[0].strength, one[1]))
    above = [apart_by(one[0], below[0]) for one, below in pairwise(stayed)]
    return tuple(
        RankedHand(no, hand.words, cites) for (hand, no), cites in zip(stayed, (*above, NO_CITES), strict=False)
    )


def lines_met(sign: BigRaiseSign, own: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
    """10.3: the bonus goes by the own three cards; 10.1: ante and raise by those and both community cards."""
    found: dict[str, str] = {}
    if len(own) == 3 and sign.bonus_offered:
        found["three-card-bonus"] = sign.bonus_table.line_of(three_cards(own).category)
    if len(own) == 3 and len(board) == 2:
        hand = poker_value(own, board)
        found["raise"] = sign.raise_table.line_of(raise_hand(sign, hand.category, hand.pair))
    return found


# -- the game ----------------------------------------------------------------------------------------------------------


GAME: Final = PitGame(
    key="nz-big-raise",
    title="Big Raise Stud",
    book=NZ,
    sign=BigRaiseSign,
    tables=(RAISE_PAYS, THREE_CARD_BONUS_PAYS),
    lines_met=lines_met,
    checklists=CHECKLISTS,
    phases=(
        phases.BETTING,
        phases.DEALING,
        phases.TAKE_UP,
        phases.DECISION,
        Phase(TURN, phases.is_turned, offer_turn_community),
        phases.SETTLING,
        phases.RACKING,
        phases.DONE,
    ),
    orders=(
        KnownOrder(c.Raise, decide_raise),
        KnownOrder(c.Stay, decide_stay),
        KnownOrder(c.TurnCommunity, decide_turn_community),
        *RULINGS,
    ),
    elsewhere=NZ_2_0,
    opened=NZ.cite("5.1", "3.1", "7.1", "7.1(a)"),
    next_round=NZ.cite("5.1", "7.1", "7.1(b)"),
    one_each=NZ.cite("3.1"),
    join=NZ.cite("5.5.1"),
    vacant=NZ.cite("7.1(c)", "7.1"),
    closed=NZ_2_0,
    excluded=NZ_2_0,
    apart=NZ.cite("9.7(c)"),
    # 5.9: antes and bonuses are not taken late, and no other wager is altered. A bonus may lie there without an ante;
    # 11.9 voids it later.
    spots={
        Spot.ANTE: SpotRules(NZ.cite("5.1", "5.1(a)", "3.3(a)", "def/Ante Wager"), late=LOCKED, altered=LOCKED),
        Spot.BONUS: SpotRules(
            NZ.cite("5.1", "5.1(b)", "3.3(c)", "def/Three Card Bonus Wager"),
            late=LOCKED,
            altered=LOCKED,
            no_ante=NZ.cite("5.1(a)", "11.9"),
        ),
        Spot.BET: SpotRules(
            NZ.cite("5.1", "5.1(c)", "3.3(b)"),
            late=NZ_5_1_C,
            altered=NZ.cite("5.9", "5.9(b)"),
            no_ante=NZ.cite("5.1(a)", "5.2(b)"),
            is_bound=True,
            times=(RAISES[0], RAISES[-1]),
            size=NZ.cite("5.1(c)", "5.2(b)"),
        ),
    },
    require_spot=require_spot,
    has_extra_boxes=has_extra_areas,
    other_box=("one-area", "extra areas are not allowed; {player} sits at {own}", NZ_5_5),
    taken=NZ.cite("5.5.1", "5.6"),
    extra=NZ.cite("5.5", "5.5.1"),
    ante=NZ.cite("5.1(a)"),
    one_wager=NZ.cite("5.6"),
    chips=NZ.cite("5.3"),
    spoken=NZ.cite("5.4"),
    spoken_late=NZ.cite("5.4", "5.9(a)"),
    steps=NZ_2_0,
    minimum=NZ_2_0,
    maximum=NZ_2_0,
    least_ante=NZ_2_0,
    lost=NZ_5_10,
    alter=NZ.cite("5.9", "5.9(b)"),
    close=NZ.cite("8.1", "8.1(a)"),
    ready=NZ.cite("8.1"),
    cut=CutRules("employee", 1, 51, NZ.cite("7.2")),
    deal=NZ_8_1_B_8_2,
    deal_phase=NZ.cite("8.1(b)"),
    deal_plan=deal_plan,
    deal_cites=deal_cites,
    in_order=NZ.cite("8.3", "8.4"),
    blind=blind_hands,
    blind_cites=NZ_5_5_2,
    take_up=NZ.cite("5.2", "9.1"),
    deck=NZ.cite("7.3"),
    bad_deck=NZ.cite("11.10"),
    change_cards=NZ.cite("7.4"),
    turn=NZ.cite("9.1"),
    fold=NZ.cite("5.2", "5.2(a)", "9.1", "9.2", "9.2(a)", "def/Fold"),
    folded=folded,
    decisions=decisions,
    ruling_due=ruling_due,
    settle=NZ.cite("10.2", "10.5", "10.6"),
    settle_offer=NZ.cite("10.2"),
    settled=settled,
    standings=standings,
    rack=NZ.cite("10.6(c)", "9.2(b)", "7.1(b)"),
    exposed=Exposures(1, EXPOSING, NZ.cite("11.3"), void=NZ.cite("11.5")),
    void=NZ_11_11,
    reopens=NZ.cite("11.11", "5.1"),
    priced=PRICED,
)

CHAPTER: Final = PitGames((GAME,))
