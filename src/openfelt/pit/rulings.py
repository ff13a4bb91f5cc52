"""Irregularities: facts in, cited ruling out. act-holdem 13 and nz-big-raise 11, and what our resolutions add."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from openfelt.cards import UNKNOWN, Card, show
from openfelt.errors import RuleViolation
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.dealing import require_cards, require_undealt
from openfelt.pit.deciding import folded
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import (
    BETTING,
    BONUS,
    DEALING,
    DECISION,
    DONE,
    FLOP,
    FOLD,
    RACKING,
    RIVER,
    SETTLING,
    TAKE_UP,
    TURN,
    Box,
    Round,
)
from openfelt.pit.rules import ACT, NZ, require_box, require_phase, rules_of
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import HoldemSign
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
ACT_13_2 = ACT.cite("13.2")
ACT_13_3 = ACT.cite("13.3")
ACT_13_3_15_3 = ACT.cite("13.3", "15.3")
ACT_13_3_6_3 = ACT.cite("13.3", "6.3")
ACT_13_4 = ACT.cite("13.4")
ACT_15_3 = ACT.cite("15.3")
ACT_DEF_VOID = ACT.cite("def/Void")
NZ_11_1 = NZ.cite("11.1")
NZ_11_11 = NZ.cite("11.11")
NZ_11_11_5_1 = NZ.cite("11.11", "5.1")
NZ_11_12 = NZ.cite("11.12")
NZ_11_13 = NZ.cite("11.13")
NZ_11_14 = NZ.cite("11.14")
NZ_11_15 = NZ.cite("11.15")
NZ_11_15_5_5_2 = NZ.cite("11.15", "5.5.2")
NZ_11_15_A = NZ.cite("11.15(a)")
NZ_11_15_B = NZ.cite("11.15(b)")
NZ_11_1_9_5 = NZ.cite("11.1", "9.5")
NZ_11_2 = NZ.cite("11.2")
NZ_11_4 = NZ.cite("11.4")
NZ_11_4_11_7 = NZ.cite("11.4", "11.7")
NZ_11_6 = NZ.cite("11.6")
NZ_11_7 = NZ.cite("11.7")
NZ_11_8 = NZ.cite("11.8")
NZ_11_8_11_9 = NZ.cite("11.8", "11.9")
NZ_11_9 = NZ.cite("11.9")
NZ_9_2 = NZ.cite("9.2")

HIDDEN_DEALER = (DEALING, FLOP, TAKE_UP, DECISION, BONUS, RIVER, TURN)
HELD = (FLOP, TAKE_UP, DECISION, BONUS, RIVER, TURN, SETTLING)
# nz-big-raise 9.2(b), 10.5, 10.6(c): hands are counted as they are folded and settled, until all are in the rack.
COUNTED = (DEALING, TAKE_UP, DECISION, TURN, SETTLING, RACKING)
# nz-big-raise 9.1, 9.5: a player has the cards, or has had them, until they are in the rack.
HANDLED = (TAKE_UP, DECISION, TURN, SETTLING, RACKING)
# nz-big-raise 5.5.2: nobody looks at a hand played blind until it is settled.
UNVIEWED = (TAKE_UP, DECISION, TURN, SETTLING)
# nz-big-raise 9.3, 11.14: a hand lies on the table from its player's decision until it is settled.
LAID_DOWN = (DECISION, TURN, SETTLING)
MOST_COUNTED = 104


# -- void rounds and void hands ----------------------------------------------------------------------------------------


def returns_of(box: Box) -> e.Return:
    """What undoes a box: its wagers, and what the bank took from it or (below 0) paid on it."""
    return e.Return(box.no, box.laid, box.taken)


def void_round(round_: Round, reason: str, cites: Cites) -> tuple[e.Event, ...]:
    """Everything goes back as if the round had not been played, a bonus already paid too.

    At a Big Raise table the hands are dealt again after the players could change ante and bonus (nz-big-raise 11.11).
    """
    touched = [box for box in round_.boxes.values() if box.laid or box.taken]
    returns = tuple(returns_of(box) for box in touched)
    if isinstance(round_.sign, HoldemSign):
        return (e.RoundVoided(reason, returns, cites=joined(cites, ACT_DEF_VOID)),)
    stakes = tuple(
        e.Stake(box.no, spot, amount)
        for box in round_.boxes.values()
        for spot, amount in box.staked.items()
        if spot in (Spot.ANTE, Spot.BONUS)
    )
    voided = e.RoundVoided(reason, returns, cites=joined(cites, NZ_11_11))
    return voided, e.BettingReopened(stakes, cites=NZ_11_11_5_1)


def void_hand(box: Box, cites: Cites) -> e.HandVoided:
    """One hand is out and its wagers go back."""
    return e.HandVoided(returns_of(box), cites=cites)


def void_what_lies(box: Box, cites: Cites) -> tuple[e.Event, ...]:
    """A hand is void; where its player had folded, only what still lies there goes back (act-holdem 7.3)."""
    if box.decision != FOLD:
        return (void_hand(box, cites),)
    return tuple(e.WagerVoided(box.no, spot, amount, cites=cites) for spot, amount in box.stakes.items())


def require_hand(round_: Round, box_no: int, cites: Cites, *, undecided: bool = False) -> Box:
    """Refuse a report on a hand that is not there, is settled, or (where asked) has been decided on."""
    require_box(round_, box_no, cites)
    box = round_.boxes[box_no]
    if not has_hand(box, undecided=undecided):
        raise RuleViolation("no-hand", cites, f"box {box_no} has no {'undecided ' * undecided}hand")
    return box


def has_hand(box: Box, *, undecided: bool = False) -> bool:
    """Whether a hand on this box is still live."""
    if undecided:
        return box.is_undecided
    return awaits_settlement(box) and box.decision != FOLD


def awaits_settlement(box: Box) -> bool:
    """Whether a wager hangs on this hand, be it only the bonus of a folder."""
    return bool(box.cards) and not box.void and bool(box.stakes)


def is_dealt_in(box: Box) -> bool:
    """Whether the box had an ante when the betting was closed."""
    return Spot.ANTE in box.staked


def is_on_table(box: Box) -> bool:
    """Whether the hand is not in the rack yet: a folded one stays only under a bonus (nz-big-raise 9.2(c))."""
    return bool(box.cards) and not box.void and (box.decision != FOLD or Spot.BONUS in box.staked)


# -- exposed cards -----------------------------------------------------------------------------------------------------


def decide_expose_card(round_: Round, order: c.ExposeCard) -> tuple[e.Event, ...]:
    """A card dealt face up is turned over, until there are too many in one round."""
    rules = rules_of(round_)
    require_phase(round_, exposing_phases(round_), rules.turned_over, "a card exposed in the deal")
    require_box(round_, order.box, rules.turned_over)
    box = round_.boxes[order.box]
    if order.place - 1 in box.seen or not 1 <= order.place <= len(box.cards):
        raise RuleViolation("no-card", rules.turned_over, f"box {order.box} has no hidden card {order.place}")
    card = box.cards[order.place - 1]
    turned = e.TurnedOver(order.box, order.place, card, cites=rules.turned_over)
    if round_.exposures < rules.exposures:
        return (turned,)
    reason = f"{round_.exposures + 1} cards exposed in the deal"
    return turned, *void_round(round_, reason, rules.exposed_void)


def exposing_phases(round_: Round) -> tuple[str, ...]:
    """While players have not taken up their cards, an exposure is one of the deal."""
    return (DEALING, FLOP, TAKE_UP) if isinstance(round_.sign, HoldemSign) else (DEALING, TAKE_UP)


def decide_expose_dealer(round_: Round, order: c.ExposeDealer) -> tuple[e.Event, ...]:
    """One of the dealer's own hole cards seen before 6.7 turns them voids the round."""
    cites = ACT_13_2
    require_phase(round_, HIDDEN_DEALER, cites, "exposing a card of the dealer")
    if not 1 <= order.place <= len(round_.dealer):
        raise RuleViolation("no-card", cites, f"the dealer has no card {order.place}")
    return void_round(round_, "a hole card of the dealer was exposed", cites)


def decide_expose_community(round_: Round, order: c.ExposeCommunity) -> tuple[e.Event, ...]:
    """In the deal it is a misdeal (11.4); afterwards those still to decide may only raise 1 times or fold (11.7)."""
    cites = NZ_11_4_11_7
    require_phase(round_, (DEALING, TAKE_UP, DECISION), cites, "exposing a community card")
    if order.place - 1 in round_.seen_board or not 1 <= order.place <= len(round_.board):
        raise RuleViolation("no-card", cites, f"there is no hidden community card {order.place}")
    if round_.phase in exposing_phases(round_):
        return void_round(round_, "a community card was exposed in the deal", NZ_11_4)
    card = round_.board[order.place - 1]
    cut = tuple(raises_to_cut(round_)) if round_.reads("exposed_community", "raises-cut") else ()
    return (e.CommunityExposed(order.place, card, cut, cites=NZ_11_7),)


def raises_to_cut(round_: Round) -> Iterator[e.Stake]:
    """The other reading of 11.7: raises already made come down to 1 times the ante."""
    for box in round_.boxes.values():
        over = box.stakes.get(Spot.BET, 0) - box.stakes.get(Spot.ANTE, 0)
        if box.cards and over > 0:
            yield e.Stake(box.no, Spot.BET, over)


def decide_show_own(round_: Round, order: c.ShowOwn) -> tuple[e.Event, ...]:
    """A player who shows own cards causes no misdeal."""
    cites = NZ_11_6
    require_phase(round_, (DECISION, TURN), cites, "showing an own card")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if order.place - 1 in box.seen or not 1 <= order.place <= len(box.cards) or box.blind or box.void:
        raise RuleViolation("no-card", cites, f"box {order.box} has no card {order.place} its player could show")
    return (e.OwnShown(order.box, order.place, box.cards[order.place - 1], cites=cites),)


# -- faults in the deal ------------------------------------------------------------------------------------------------


def decide_sequence(round_: Round, _: c.ReportSequence) -> tuple[e.Event, ...]:
    """Hole cards dealt in another order than 6.3's void the round."""
    cites = ACT_13_3_6_3
    require_in_play(round_, cites, "a fault in the deal")
    return void_round(round_, "the hole cards were not dealt in their order", cites)


def require_in_play(round_: Round, cites: Cites, what: str) -> None:
    """Refuse what needs a card on the table."""
    if not round_.in_play:
        raise RuleViolation("not-in-play", cites, f"{what} is not possible in the {round_.phase} phase")


def decide_board(round_: Round, order: c.ReportBoard) -> tuple[e.Event, ...]:
    """A fault on flop or river: put right if the order is known and nobody has acted on it, else void under 15.3."""
    cites = ACT_13_3_15_3
    require_phase(round_, (TAKE_UP, DECISION, BONUS, RIVER, TURN, SETTLING), cites, "a fault on the board")
    acted = any(box.decision for box in round_.boxes.values())
    river_only = len(round_.board) == 5 and order.cards[:3] == tuple(round_.board[:3])
    repairable = round_.phase in ((TURN,) if river_only else (TAKE_UP, DECISION)) and (river_only or not acted)
    if not order.cards or not repairable or round_.reads("board_fault", "void"):
        return void_round(round_, "the communal cards cannot be put right", ACT_15_3)
    require_board(round_, order.cards, cites)
    return (e.BoardRebuilt(order.cards, cites=cites),)


def require_board(round_: Round, cards: tuple[Card, ...], cites: Cites) -> None:
    """The right communal cards are as many as lie there and in nobody's hand."""
    if len(cards) != len(round_.board) or UNKNOWN in cards:
        raise RuleViolation("card-count", cites, f"{show(cards)}: {len(round_.board)} communal cards are to be named")
    require_undealt((card for card in round_.dealt() if card not in round_.board), cards, cites)


def decide_count(round_: Round, order: c.ReportCount) -> tuple[e.Event, ...]:
    """A wrong number of cards is a misdeal: of one hand if no other card is touched, else of the round.

    It may be found when a hand is counted after its fold or its settlement: what was collected or paid is undone.
    """
    cites = NZ_11_2
    require_in_play(round_, cites, "a wrong number of cards")
    require_phase(round_, COUNTED, cites, "a wrong number of cards")
    if order.box:
        require_box(round_, order.box, cites)
    if not any(order.cards in counts for counts in wrong_counts(round_, order.box)):
        raise RuleViolation("right-count", cites, f"{order.cards} cards at box {order.box} are right or impossible")
    if order.box == 0:
        return void_round(round_, f"{order.cards} community cards", cites)
    box = round_.boxes[order.box]
    if order.alone and round_.phase != DEALING:
        if not is_touched(box):
            raise RuleViolation("no-hand", cites, f"box {order.box} has no wager that could be void")
        return (void_hand(box, joined(cites, NZ_11_11)),)
    return void_round(round_, f"{order.cards} cards at box {order.box}", cites)


def wrong_counts(round_: Round, box_no: int) -> tuple[range, range]:
    """The numbers of cards that are a misdeal. With no ante 11.9 takes a complete hand, and no card is right."""
    if box_no == 0:
        return range(2), range(3, MOST_COUNTED + 1)
    return range(0 if is_dealt_in(round_.boxes[box_no]) else 1, 3), range(4, MOST_COUNTED + 1)


def is_touched(box: Box) -> bool:
    """Whether a misdeal of this hand alone voids a wager."""
    return not box.void and (is_dealt_in(box) or bool(box.stakes))


def decide_no_ante(round_: Round, order: c.ReportNoAnte) -> tuple[e.Event, ...]:
    """Cards at an area with no ante: a misdeal while dealing, but a complete hand is racked and play goes on."""
    cites = NZ_11_8_11_9
    require_phase(round_, COUNTED, cites, "cards at an area with no ante")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if is_dealt_in(box) or not 1 <= len(order.cards) <= 3:
        raise RuleViolation("has-ante", cites, f"box {order.box} had an ante, or {len(order.cards)} cards are no hand")
    if len(order.cards) < 3:
        if round_.phase != DEALING:
            raise RuleViolation("incomplete", NZ_11_2, "report a wrong number of cards", legal=("report count",))
        return void_round(round_, f"cards at box {order.box}, which has no ante", NZ_11_8)
    require_cards(round_, order.cards, 3, cites)
    return (e.NoAnteRacked(order.box, order.cards, box.stakes.get(Spot.BONUS, 0), cites=NZ_11_9),)


def decide_verify(round_: Round, order: c.VerifyDeck) -> tuple[e.Event, ...]:
    """The deck may be counted at any time; a wrong number voids the round from "no more bets" on."""
    rules = rules_of(round_)
    if not 0 <= order.count <= MOST_COUNTED:
        raise RuleViolation("bad-count", rules.deck, f"a deck of {order.count} cards cannot be", legal=("0 to 104",))
    counted = e.DeckVerified(order.count, cites=rules.deck)
    if order.count == 52 or round_.phase in (BETTING, DONE):
        return (counted,)
    return counted, *void_round(round_, f"the deck has {order.count} cards", rules.bad_deck)


# -- hands out of place ------------------------------------------------------------------------------------------------


def decide_racked(round_: Round, order: c.ReportRacked) -> tuple[e.Event, ...]:
    """A hand the dealer took too early is rebuilt if possible, else void."""
    if not isinstance(round_.sign, HoldemSign):
        cites = NZ_11_13
        require_phase(round_, (TAKE_UP, DECISION), cites, "a hand collected before the decision")
        box = require_hand(round_, order.box, cites, undecided=True)
        return (e.HandRebuilt(order.box, cites=cites) if order.rebuilt else void_hand(box, cites),)
    cites = ACT_13_4
    require_phase(round_, HELD, cites, "a hand in the rack")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if not awaits_settlement(box):
        raise RuleViolation("no-hand", cites, f"box {order.box} has no hand to be acted on or verified")
    return (e.HandRebuilt(order.box, cites=cites),) if order.rebuilt else void_what_lies(box, cites)


def decide_laid_down(round_: Round, order: c.ReportLaidDown) -> tuple[e.Event, ...]:
    """A hand its player laid down and which was discarded: the top three may be rebuilt, else it counts as folded.

    A hand is laid down with its raise too (9.3): folded under 9.2, it loses the ante and no more.
    """
    cites = NZ_11_14
    require_phase(round_, LAID_DOWN, cites, "a laid-down hand on the discard pile")
    box = require_hand(round_, order.box, cites)
    if order.top_three:
        return (e.HandRebuilt(order.box, cites=cites),)
    return (folded(round_, box, joined(cites, NZ_9_2)),)


def decide_absent(round_: Round, order: c.ReportAbsent) -> tuple[e.Event, ...]:
    """A player who is not there to decide is deemed to have folded."""
    cites = NZ_11_12
    require_phase(round_, (DECISION,), cites, "deeming an absent player folded")
    box = require_hand(round_, order.box, cites, undecided=True)
    return (folded(round_, box, cites),)


# -- hands to be played blind ------------------------------------------------------------------------------------------


def decide_viewed(round_: Round, order: c.ReportViewed) -> tuple[e.Event, ...]:
    """A player looked at a hand to be played blind: the supervisor is told at once."""
    cites = NZ_11_15_5_5_2
    require_phase(round_, UNVIEWED, cites, "viewing a hand")
    if round_.breach:
        raise RuleViolation("ruling-due", cites, "the supervisor has to rule on the last report first")
    own = {box.no: box for box in viewable(round_, order.player)}
    blind = any(is_barred(own[no]) for no in order.boxes if no in own)
    ordered = tuple(sorted(set(order.boxes)))
    if ordered != order.boxes or not set(ordered) <= set(own) or not blind:
        raise RuleViolation("not-barred", cites, f"boxes {order.boxes} are not hands barred to {order.player}")
    return (e.ViewReported(order.player, order.boxes, cites=cites),)


def viewable(round_: Round, player: str) -> list[Box]:
    """The hands that a player may be found to have viewed: own ones that are neither void nor settled."""
    return [
        box
        for box in round_.boxes.values()
        if box.player == player and box.cards and not box.void and (box.stakes or box.decision == FOLD)
    ]


def is_barred(box: Box) -> bool:
    """Whether looking at this hand is against 5.5.2: it is played blind and not settled."""
    return box.blind and awaits_settlement(box)


def hands_viewed(round_: Round, player: str) -> int:
    """How many hands a player was reported to have viewed in this round, those void since then too."""
    return sum(who == player for who, _ in round_.peeked)


def require_breach(round_: Round, player: str, cites: Cites) -> tuple[int, ...]:
    """The hands a supervisor has to rule on."""
    if not round_.breach or round_.breach[0] != player:
        raise RuleViolation("no-report", cites, f"no viewed hands of {player} were reported")
    return round_.breach[1]


def decide_deem(round_: Round, order: c.DeemSeatHand) -> tuple[e.Event, ...]:
    """One hand viewed: it becomes the hand of the seat."""
    cites = NZ_11_15_A
    boxes = require_breach(round_, order.player, cites)
    if (count := hands_viewed(round_, order.player)) != 1:
        raise RuleViolation(
            "several-viewed", cites, f"{count} hands were viewed", legal=("void viewed hands", "let stand")
        )
    return (e.SeatHandDeemed(order.player, boxes[0], cites=cites),)


def decide_void_viewed(round_: Round, order: c.VoidViewed) -> tuple[e.Event, ...]:
    """More than one hand viewed: all of them are void."""
    cites = NZ_11_15_B
    require_breach(round_, order.player, cites)
    if hands_viewed(round_, order.player) < 2:
        raise RuleViolation("one-viewed", cites, "only one hand was viewed", legal=("deem seat hand", "let stand"))
    viewed = [box for box in viewable(round_, order.player) if (order.player, box.no) in round_.peeked]
    return tuple(void_hand(box, cites) for box in viewed)


def decide_let_stand(round_: Round, order: c.LetStand) -> tuple[e.Event, ...]:
    """The supervisor may also do nothing."""
    cites = NZ_11_15
    require_breach(round_, order.player, cites)
    return (e.ViewLetStand(order.player, cites=cites),)


def decide_void_hand(round_: Round, order: c.VoidHand) -> tuple[e.Event, ...]:
    """Cards taken off the table: the operator may void the hand with all its wagers, settled ones too."""
    cites = NZ_11_1_9_5
    require_phase(round_, HANDLED, cites, "voiding a hand")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if not is_on_table(box):
        raise RuleViolation("no-hand", cites, f"box {order.box} has no hand on the table")
    return (void_hand(box, cites),)


# -- what may be reported now ------------------------------------------------------------------------------------------


def offer_rulings(round_: Round) -> Iterator[Offer]:
    """Every irregularity that could be reported now."""
    rules, phase = rules_of(round_), round_.phase
    yield Offer(
        by="dealer",
        command=c.VerifyDeck(52),
        amounts=Amounts(0, MOST_COUNTED, 1),
        vary=("count",),
        cites=rules.deck,
    )
    if phase in exposing_phases(round_):
        for box in round_.boxes.values():
            for place in range(1, len(box.cards) + 1):
                if place - 1 not in box.seen:
                    yield Offer(by="dealer", command=c.ExposeCard(box.no, place), cites=rules.turned_over)
    yield from offer_act_rulings(round_) if isinstance(round_.sign, HoldemSign) else offer_nz_rulings(round_)


def offer_act_rulings(round_: Round) -> Iterator[Offer]:
    """The irregularities of act-holdem 13."""
    if round_.phase in HIDDEN_DEALER:
        for place in range(1, len(round_.dealer) + 1):
            yield Offer(by="dealer", command=c.ExposeDealer(place), cites=ACT_13_2)
    if round_.in_play:
        yield Offer(by="dealer", command=c.ReportSequence(), cites=ACT_13_3)
    if round_.phase in (TAKE_UP, DECISION, BONUS, RIVER, TURN, SETTLING):
        yield Offer(by="dealer", command=c.ReportBoard(()), free=("cards",), cites=ACT_13_3_15_3)
    if round_.phase in HELD:
        for box in round_.boxes.values():
            if awaits_settlement(box):
                for rebuilt in (True, False):
                    yield Offer(by="dealer", command=c.ReportRacked(box.no, rebuilt), cites=ACT_13_4)


def offer_nz_rulings(round_: Round) -> Iterator[Offer]:
    """The irregularities of nz-big-raise 11."""
    yield from offer_counts(round_)
    yield from offer_exposures(round_)
    yield from offer_breach(round_)
    for box in round_.boxes.values():
        if round_.phase in (TAKE_UP, DECISION) and box.is_undecided:
            for yes in (True, False):
                yield Offer(by="dealer", command=c.ReportRacked(box.no, yes), cites=NZ_11_13)
            if round_.phase == DECISION:
                yield Offer(by="dealer", command=c.ReportAbsent(box.no), cites=NZ_11_12)
        if round_.phase in LAID_DOWN and has_hand(box):
            for yes in (True, False):
                yield Offer(by="dealer", command=c.ReportLaidDown(box.no, yes), cites=NZ_11_14)
        if round_.phase in HANDLED and is_on_table(box):
            yield Offer(by="operator", command=c.VoidHand(box.no), cites=NZ_11_1)


def offer_counts(round_: Round) -> Iterator[Offer]:
    """Wrong numbers of cards, and cards where there is no ante."""
    if round_.phase not in COUNTED:
        return
    for no, box in round_.boxes.items():
        if not is_dealt_in(box):
            for count in (1, 2, 3) if round_.phase == DEALING else (3,):
                top = tuple(round_.shoe[:count]) if count == 3 and len(round_.shoe) >= 3 else (UNKNOWN,) * count
                free = ("cards",) if top and top[0] == UNKNOWN else ()
                yield Offer(by="dealer", command=c.ReportNoAnte(no, top), free=free, cites=NZ_11_8_11_9)
    if round_.in_play:
        for no in (0, *round_.boxes):
            yield from offer_count(round_, no)


def offer_count(round_: Round, no: int) -> Iterator[Offer]:
    """Wrong numbers of cards at one area; only that hand is void where a wager hangs on it."""
    alone = no == 0 or round_.phase == DEALING or is_touched(round_.boxes[no])
    for only in (True, False) if alone else (False,):
        for counts in wrong_counts(round_, no):
            yield Offer(
                by="dealer",
                command=c.ReportCount(no, counts[0], only),
                amounts=Amounts(counts[0], counts[-1], 1),
                vary=("cards",),
                cites=NZ_11_2,
            )


def offer_exposures(round_: Round) -> Iterator[Offer]:
    """Community cards seen too early, and own cards shown."""
    if round_.phase in (DEALING, TAKE_UP, DECISION):
        for place in range(1, len(round_.board) + 1):
            if place - 1 not in round_.seen_board:
                yield Offer(by="dealer", command=c.ExposeCommunity(place), cites=NZ_11_4_11_7)
    if round_.phase in (DECISION, TURN):
        for box in round_.boxes.values():
            if not box.void and not box.blind:
                for place in range(1, len(box.cards) + 1):
                    if place - 1 not in box.seen:
                        yield Offer(by="dealer", command=c.ShowOwn(box.no, place), cites=NZ_11_6)


def offer_breach(round_: Round) -> Iterator[Offer]:
    """Viewed hands that may be reported, or the supervisor's powers over those that were."""
    if round_.breach:
        player = round_.breach[0]
        if hands_viewed(round_, player) == 1:
            yield Offer(by="supervisor", command=c.DeemSeatHand(player), cites=NZ_11_15_A)
        else:
            yield Offer(by="supervisor", command=c.VoidViewed(player), cites=NZ_11_15_B)
        yield Offer(by="supervisor", command=c.LetStand(player), cites=NZ_11_15)
    elif round_.phase in UNVIEWED:
        for player in round_.seats:
            own = viewable(round_, player)
            for count in range(1, len(own) + 1):
                for viewed in combinations(own, count):
                    if any(is_barred(box) for box in viewed):
                        order = c.ReportViewed(player, tuple(box.no for box in viewed))
                        yield Offer(by="dealer", command=order, cites=NZ_11_15_5_5_2)


assert {BETTING, DONE, RACKING}.isdisjoint(HELD)
