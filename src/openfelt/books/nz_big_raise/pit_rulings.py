"""What goes wrong at a Big Raise table (11), the directions of 9.7 and the shuffles of 7.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from openfelt.cards import UNKNOWN
from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit import powers
from openfelt.pit.dealing import require_cards
from openfelt.pit.deciding import folded
from openfelt.pit.game import KnownOrder
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import DEALING, DECISION, FOLD, RACKING, SETTLING, TAKE_UP, TURN, Box, Round
from openfelt.pit.rules import require_box, require_phase
from openfelt.pit.rulings import (
    MOST_COUNTED,
    awaits_settlement,
    has_hand,
    is_dealt_in,
    is_on_table,
    require_hand,
    require_in_play,
    void_hand,
    void_round,
)
from openfelt.pit.settlement import Spot
from openfelt.rulebooks import Cites, joined, rulebook

NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
NZ_11_1 = NZ.cite("11.1")
NZ_11_11 = NZ.cite("11.11")
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

# While players have not taken up their cards, an exposure is one of the deal.
EXPOSING = (DEALING, TAKE_UP)
# 9.2(b), 10.5, 10.6(c): hands are counted as they are folded and settled, until all are in the rack.
COUNTED = (DEALING, TAKE_UP, DECISION, TURN, SETTLING, RACKING)
# 9.1, 9.5: a player has the cards, or has had them, until they are in the rack.
HANDLED = (TAKE_UP, DECISION, TURN, SETTLING, RACKING)
# 5.5.2: nobody looks at a hand played blind until it is settled.
UNVIEWED = (TAKE_UP, DECISION, TURN, SETTLING)
# 9.3, 11.14: a hand lies on the table from its player's decision until it is settled.
LAID_DOWN = (DECISION, TURN, SETTLING)


# -- exposed cards -----------------------------------------------------------------------------------------------------


def decide_expose_community(round_: Round, order: c.ExposeCommunity) -> tuple[e.Event, ...]:
    """In the deal it is a misdeal (11.4); afterwards those still to decide may only raise 1 times or fold (11.7)."""
    cites = NZ_11_4_11_7
    require_phase(round_, (DEALING, TAKE_UP, DECISION), cites, "exposing a community card")
    if order.place - 1 in round_.seen_board or not 1 <= order.place <= len(round_.board):
        raise RuleViolation("no-card", cites, phrase("there is no hidden community card {place}", place=order.place))
    if round_.phase in EXPOSING:
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
        raise RuleViolation(
            "no-card",
            cites,
            phrase("box {box} has no card {place} its player could show", box=order.box, place=order.place),
        )
    return (e.OwnShown(order.box, order.place, box.cards[order.place - 1], cites=cites),)


# -- faults in the deal ------------------------------------------------------------------------------------------------


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
        raise RuleViolation(
            "right-count",
            cites,
            phrase("{cards} cards at box {box} are right or impossible", cards=order.cards, box=order.box),
        )
    if order.box == 0:
        return void_round(round_, f"{order.cards} community cards", cites)
    box = round_.boxes[order.box]
    if order.alone and round_.phase != DEALING:
        if not is_touched(box):
            raise RuleViolation("no-hand", cites, phrase("box {box} has no wager that could be void", box=order.box))
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
        raise RuleViolation(
            "has-ante",
            cites,
            phrase("box {box} had an ante, or {cards} cards are no hand", box=order.box, cards=len(order.cards)),
        )
    if len(order.cards) < 3:
        if round_.phase != DEALING:
            raise RuleViolation("incomplete", NZ_11_2, "report a wrong number of cards", legal=("report count",))
        return void_round(round_, f"cards at box {order.box}, which has no ante", NZ_11_8)
    require_cards(round_, order.cards, 3, cites)
    return (e.NoAnteRacked(order.box, order.cards, box.stakes.get(Spot.BONUS, 0), cites=NZ_11_9),)


# -- hands out of place ------------------------------------------------------------------------------------------------


def decide_racked(round_: Round, order: c.ReportRacked) -> tuple[e.Event, ...]:
    """A hand the dealer took before its decision is rebuilt if possible, else void."""
    cites = NZ_11_13
    require_phase(round_, (TAKE_UP, DECISION), cites, "a hand collected before the decision")
    box = require_hand(round_, order.box, cites, undecided=True)
    return (e.HandRebuilt(order.box, cites=cites) if order.rebuilt else void_hand(box, cites),)


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


def ruling_due(round_: Round) -> RuleViolation:
    """Nothing goes on while a supervisor has to rule on viewed hands (11.15)."""
    player = round_.breach[0] if round_.breach else ""
    return RuleViolation(
        "ruling-due",
        NZ_11_15,
        phrase("the supervisor rules on the hands {player} viewed first", player=Name(player)),
        legal=("deem seat hand", "void viewed hands", "let stand"),
    )


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
        raise RuleViolation(
            "not-barred",
            cites,
            phrase("boxes {boxes} are not hands barred to {player}", boxes=order.boxes, player=Name(order.player)),
        )
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
        raise RuleViolation(
            "no-report", cites, phrase("no viewed hands of {player} were reported", player=Name(player))
        )
    return round_.breach[1]


def decide_deem(round_: Round, order: c.DeemSeatHand) -> tuple[e.Event, ...]:
    """One hand viewed: it becomes the hand of the seat."""
    cites = NZ_11_15_A
    boxes = require_breach(round_, order.player, cites)
    if (count := hands_viewed(round_, order.player)) != 1:
        raise RuleViolation(
            "several-viewed",
            cites,
            phrase("{count} hands were viewed", count=count),
            legal=("void viewed hands", "let stand"),
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
        raise RuleViolation("no-hand", cites, phrase("box {box} has no hand on the table", box=order.box))
    return (void_hand(box, cites),)


# -- what may be reported now ------------------------------------------------------------------------------------------


def offer_no_ante(round_: Round) -> Iterator[Offer]:
    """Cards where there is no ante."""
    for no, box in round_.boxes.items() if round_.phase in COUNTED else ():
        if not is_dealt_in(box):
            for count in (1, 2, 3) if round_.phase == DEALING else (3,):
                top = tuple(round_.shoe[:count]) if count == 3 and len(round_.shoe) >= 3 else (UNKNOWN,) * count
                free = ("cards",) if top and top[0] == UNKNOWN else ()
                yield Offer(by="dealer", command=c.ReportNoAnte(no, top), free=free, cites=NZ_11_8_11_9)


def offer_counts(round_: Round) -> Iterator[Offer]:
    """Wrong numbers of cards."""
    if round_.phase in COUNTED and round_.in_play:
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


def offer_exposed_community(round_: Round) -> Iterator[Offer]:
    """Community cards that may be seen too early."""
    if round_.phase in (DEALING, TAKE_UP, DECISION):
        for place in range(1, len(round_.board) + 1):
            if place - 1 not in round_.seen_board:
                yield Offer(by="dealer", command=c.ExposeCommunity(place), cites=NZ_11_4_11_7)


def offer_show_own(round_: Round) -> Iterator[Offer]:
    """Own cards that players may show."""
    if round_.phase in (DECISION, TURN):
        for box in round_.boxes.values():
            if not box.void and not box.blind:
                for place in range(1, len(box.cards) + 1):
                    if place - 1 not in box.seen:
                        yield Offer(by="dealer", command=c.ShowOwn(box.no, place), cites=NZ_11_6)


def offer_viewed(round_: Round) -> Iterator[Offer]:
    """Hands that a player may be found to have viewed, if one of them is played blind."""
    if round_.breach or round_.phase not in UNVIEWED:
        return
    for player in round_.seats:
        own = viewable(round_, player)
        for count in range(1, len(own) + 1):
            for viewed in combinations(own, count):
                if any(is_barred(box) for box in viewed):
                    order = c.ReportViewed(player, tuple(box.no for box in viewed))
                    yield Offer(by="dealer", command=order, cites=NZ_11_15_5_5_2)


def offer_deem(round_: Round) -> Iterator[Offer]:
    """The one hand viewed may become the seat's."""
    if round_.breach and hands_viewed(round_, round_.breach[0]) == 1:
        yield Offer(by="supervisor", command=c.DeemSeatHand(round_.breach[0]), cites=NZ_11_15_A)


def offer_void_viewed(round_: Round) -> Iterator[Offer]:
    """More than one hand viewed may be void."""
    if round_.breach and hands_viewed(round_, round_.breach[0]) != 1:
        yield Offer(by="supervisor", command=c.VoidViewed(round_.breach[0]), cites=NZ_11_15_B)


def offer_let_stand(round_: Round) -> Iterator[Offer]:
    """The supervisor may do nothing."""
    if round_.breach:
        yield Offer(by="supervisor", command=c.LetStand(round_.breach[0]), cites=NZ_11_15)


def offer_racked(round_: Round) -> Iterator[Offer]:
    """Hands that may have been taken before their decision."""
    for box in round_.boxes.values() if round_.phase in (TAKE_UP, DECISION) else ():
        if box.is_undecided:
            for yes in (True, False):
                yield Offer(by="dealer", command=c.ReportRacked(box.no, yes), cites=NZ_11_13)


def offer_absent(round_: Round) -> Iterator[Offer]:
    """Players who may not be there to decide."""
    for box in round_.boxes.values() if round_.phase == DECISION else ():
        if box.is_undecided:
            yield Offer(by="dealer", command=c.ReportAbsent(box.no), cites=NZ_11_12)


def offer_laid_down(round_: Round) -> Iterator[Offer]:
    """Hands that may have been discarded after their player laid them down."""
    for box in round_.boxes.values() if round_.phase in LAID_DOWN else ():
        if has_hand(box):
            for yes in (True, False):
                yield Offer(by="dealer", command=c.ReportLaidDown(box.no, yes), cites=NZ_11_14)


def offer_void_hand(round_: Round) -> Iterator[Offer]:
    """Hands whose cards may have left the table."""
    for box in round_.boxes.values() if round_.phase in HANDLED else ():
        if is_on_table(box):
            yield Offer(by="operator", command=c.VoidHand(box.no), cites=NZ_11_1)


DIRECTIONS: Final[Mapping[c.Direction, Cites]] = {
    "english-only": NZ.cite("9.7", "9.7(a)"),
    "silence": NZ.cite("9.7", "9.7(b)"),
    "apart": NZ.cite("9.7", "9.7(c)"),
}
RULINGS: Final = (
    KnownOrder(c.ReportNoAnte, decide_no_ante, offer_no_ante),
    KnownOrder(c.ReportCount, decide_count, offer_counts),
    KnownOrder(c.ExposeCommunity, decide_expose_community, offer_exposed_community),
    KnownOrder(c.ShowOwn, decide_show_own, offer_show_own),
    KnownOrder(c.DeemSeatHand, decide_deem, offer_deem),
    KnownOrder(c.VoidViewed, decide_void_viewed, offer_void_viewed),
    KnownOrder(c.LetStand, decide_let_stand, offer_let_stand),
    KnownOrder(c.ReportViewed, decide_viewed, offer_viewed),
    KnownOrder(c.ReportRacked, decide_racked, offer_racked),
    KnownOrder(c.ReportAbsent, decide_absent, offer_absent),
    KnownOrder(c.ReportLaidDown, decide_laid_down, offer_laid_down),
    KnownOrder(c.VoidHand, decide_void_hand, offer_void_hand),
    powers.directions(DIRECTIONS),
    powers.lifting(DIRECTIONS),
    powers.shuffles(
        {
            "suspect": NZ.cite("7.1(d)", "7.1"),
            "discretion": NZ.cite("7.1(f)", "7.1"),
            "exposed": NZ.cite("7.1(e)", "7.1"),
        }
    ),
)
