"""What the floor and the operator may do: sanctions, void rounds, limits, seats, cards, directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import get_args

from openfelt.errors import NotationError, RuleViolation
from openfelt.money import money
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import BETTING, DONE, EMPTY, Round
from openfelt.pit.rules import ACT, NZ, require_box, require_phase, require_player, rules_of
from openfelt.pit.rulings import awaits_settlement, require_in_play, void_hand, void_round, void_what_lies
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import HoldemSign, Limits
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
COLLUSION: Mapping[c.Collusion, Cites] = {
    "unprotected-cards": ACT.cite("12.3", "12.1"),
    "exchanged-cards": ACT.cite("12.3", "12.2", "12.2(a)"),
    "passed-information": ACT.cite("12.3", "12.2", "12.2(b)"),
}
BREACHES: Mapping[c.Breach, Cites] = {
    "collusion": ACT.cite("15.2", "15.2(b)", "12.2"),
    "influence": ACT.cite("15.2", "15.2(b)", "15.7"),
    "side-bet": ACT.cite("15.2", "15.2(b)", "15.8"),
    "other": ACT.cite("15.2", "15.2(b)"),
}
ACT_14_2 = ACT.cite("14.2")
ACT_14_2_14_1 = ACT.cite("14.2", "14.1")
ACT_15_1 = ACT.cite("15.1")
ACT_15_2_15_2_A = ACT.cite("15.2", "15.2(a)")
ACT_15_2_A = ACT.cite("15.2(a)")
ACT_15_3 = ACT.cite("15.3")
ACT_15_4 = ACT.cite("15.4")
ACT_15_6 = ACT.cite("15.6")
ACT_15_9 = ACT.cite("15.9")
ACT_3_1 = ACT.cite("3.1")
ACT_3_2 = ACT.cite("3.2")

BETWEEN = (BETTING, DONE)
SHUFFLES = {
    "suspect": NZ.cite("7.1(d)", "7.1"),
    "discretion": NZ.cite("7.1(f)", "7.1"),
    "exposed": NZ.cite("7.1(e)", "7.1"),
}
DIRECTIONS = {
    "english-only": NZ.cite("9.7", "9.7(a)"),
    "silence": NZ.cite("9.7", "9.7(b)"),
    "apart": NZ.cite("9.7", "9.7(c)"),
}


def decide_sanction(round_: Round, order: c.Sanction) -> tuple[e.Event, ...]:
    """Collusion may put a player out of the round, the wagers going back under 15.2(a), or void the round."""
    cites = COLLUSION[order.breach]
    require_player(round_, order.player, cites)
    require_in_play(round_, cites, "a sanction for collusion")
    if order.measure == "void-round":
        return void_round(round_, f"collusion by {order.player}", cites)
    if order.player in round_.out_of_round:
        raise RuleViolation("excluded", cites, f"{order.player} is out of this round already")
    hands = [box for box in round_.boxes.values() if box.player == order.player and awaits_settlement(box)]
    out = e.PlayerExcluded(order.player, game=False, cites=cites)
    return out, *(event for box in hands for event in void_what_lies(box, joined(cites, ACT_15_2_A)))


def decide_void_wager(round_: Round, order: c.VoidWager) -> tuple[e.Event, ...]:
    """A wager of someone who broke the rules goes back; without its ante a hand is out altogether."""
    cites = ACT_15_2_15_2_A
    require_in_play(round_, cites, "voiding a wager")
    require_box(round_, order.box, cites)
    box = round_.boxes[order.box]
    if order.spot not in box.stakes:
        raise RuleViolation("no-wager", cites, f"there is no {order.spot} on box {order.box}", legal=tuple(box.stakes))
    if order.spot is Spot.ANTE:
        return (void_hand(box, cites),)
    return (e.WagerVoided(order.box, order.spot, box.stakes[order.spot], cites=cites),)


def decide_exclude(round_: Round, order: c.ExcludePlayer) -> tuple[e.Event, ...]:
    """Someone who broke the rules may be kept from the game; wagers that lie stay until they are settled or voided."""
    cites = BREACHES[order.breach]
    require_player(round_, order.player, cites)
    if order.player in round_.excluded:
        raise RuleViolation("excluded", cites, f"{order.player} is excluded already")
    return (e.PlayerExcluded(order.player, game=True, cites=cites),)


def decide_invalidate(round_: Round, order: c.Invalidate) -> tuple[e.Event, ...]:
    """A disturbed game may be invalidated before its end."""
    cites = ACT_15_1
    require_in_play(round_, cites, "invalidating the game")
    return void_round(round_, order.cause, cites)


def decide_void_round(round_: Round, order: c.VoidRound) -> tuple[e.Event, ...]:
    """A round that cannot go on, or whose outcome fraud affects, may be voided."""
    cites = ACT_15_3
    require_in_play(round_, cites, "voiding the round")
    return void_round(round_, order.cause, cites)


def decide_dispute(_: Round, order: c.RuleDispute) -> tuple[e.Event, ...]:
    """The operator's decision is final unless the Commission is asked to review it."""
    if not order.text or len(order.text) > c.MOST_TEXT or "\n" in order.text:
        raise NotationError(f"a decision is one line of 1 to {c.MOST_TEXT} characters")
    return (e.DisputeRuled(order.review, order.text, cites=ACT_15_4),)


def decide_limits(round_: Round, order: c.ChangeLimits) -> tuple[e.Event, ...]:
    """Limits change after notice, while no wager lies on the layout."""
    cites = ACT_3_1
    require_phase(round_, BETWEEN, cites, "changing the limits")
    if not order.notice:
        raise RuleViolation(
            "no-notice", cites, "limits change only after notice to the players", legal=("with notice",)
        )
    if round_.phase == BETTING and any(box.stakes for box in round_.boxes.values()):
        raise RuleViolation("wager-laid", cites, "there are wagers on the layout", legal=("after this round",))
    Limits(order.low, order.high, round_.sign.ante.step)
    if order.high > c.MOST_CHIPS:
        raise NotationError(f"a limit of {money(order.high)} is more than {money(c.MOST_CHIPS)}")
    return (e.LimitsChanged(order.low, order.high, cites=cites),)


def decide_mark(round_: Round, order: c.MarkBox) -> tuple[e.Event, ...]:
    """A marker beside a box allows more than the maximum there."""
    cites = ACT_3_2
    require_phase(round_, BETWEEN, cites, "marking a box")
    require_box(round_, order.box, cites)
    amounts = marks(round_)
    if order.limit not in amounts:
        raise RuleViolation(
            "bad-marker",
            cites,
            f"a marker of {money(order.limit)} is not above the maximum in steps of {money(amounts.step)}",
        )
    return (e.BoxMarked(order.box, order.limit, cites=cites),)


def marks(round_: Round) -> Amounts:
    """The limits a marker may show."""
    ante = round_.sign.ante
    return Amounts(ante.high + ante.step, c.MOST_CHIPS, ante.step)


def decide_change_cards(round_: Round, order: c.ChangeCards) -> tuple[e.Event, ...]:
    """Cards are replaced between rounds, and only checked ones come into play."""
    cites = rules_of(round_).change_cards
    require_phase(round_, BETWEEN, cites, "changing the cards")
    if not (order.dealer_checked and order.supervisor_checked):
        raise RuleViolation("unchecked", cites, "dealer and supervisor check the new cards first")
    return (e.CardsChanged(cites=cites),)


def decide_shuffle(round_: Round, order: c.OrderShuffle) -> tuple[e.Event, ...]:
    """A supervisor may have the cards shuffled again; the cards must be shuffled if one was exposed before the shoe."""
    cites = SHUFFLES[order.cause]
    require_phase(round_, BETWEEN, cites, "another shuffle")
    return (e.ShuffleOrdered(order.cause, cites=cites),)


def decide_direct(round_: Round, order: c.Direct) -> tuple[e.Event, ...]:
    """English only, silence, or that suspected colluders do not play at one table."""
    cites = DIRECTIONS[order.direction]
    if (order.direction == "apart") != (len(order.players) == 2):
        raise RuleViolation("bad-direction", cites, "to keep players apart two are named, otherwise none")
    if tuple(sorted(set(order.players))) != order.players or not set(order.players) <= set(round_.seats):
        raise RuleViolation(
            "bad-direction", cites, f"{', '.join(order.players)} are not two players here, in order of name"
        )
    given = order.players in round_.apart if order.players else order.direction in round_.directions
    if given:
        raise RuleViolation("directed", cites, "this direction has been given")
    return (e.Directed(order.direction, order.players, cites=cites),)


def decide_vacate(round_: Round, order: c.VacateSeat) -> tuple[e.Event, ...]:
    """Three rounds without a wager while every other seat is taken: the player may be told to go."""
    cites = ACT_15_6
    require_player(round_, order.player, cites)
    require_phase(round_, BETWEEN, cites, "vacating a seat")
    if not may_vacate(round_, order.player):
        waited = round_.abstained[order.player]
        raise RuleViolation(
            "may-sit",
            cites,
            f"{order.player} sat out {waited} rounds, {len(round_.seats)} of {len(round_.boxes)} seats taken",
        )
    return (e.SeatVacated(order.player, round_.purses[order.player], cites=cites),)


def may_vacate(round_: Round, player: str) -> bool:
    """Whether 15.6 lets the operator ask for the seat."""
    waiting = round_.abstained[player] >= 3 and len(round_.seats) == len(round_.boxes)
    return waiting and not any(box.player == player and box.stakes for box in round_.boxes.values())


def decide_close(round_: Round, order: c.CloseTable) -> tuple[e.Event, ...]:
    """The table closes after notice, when no wager lies on it."""
    cites = ACT_14_2_14_1
    require_phase(round_, BETWEEN, cites, "closing the table")
    if round_.closed:
        raise RuleViolation("table-closed", cites, "the table is closed")
    if not order.notice:
        raise RuleViolation(
            "no-notice", cites, "a table closes only after notice to the players", legal=("with notice",)
        )
    if any(box.stakes for box in round_.boxes.values()):
        raise RuleViolation("wager-laid", cites, "there are wagers on the layout", legal=("after this round",))
    return (e.TableClosed(cites=cites),)


def decide_give_rules(round_: Round, order: c.GiveRules) -> tuple[e.Event, ...]:
    """Whoever asks gets a copy of the rules."""
    cites = ACT_15_9
    require_player(round_, order.player, cites)
    return (e.RulesGiven(order.player, cites=cites),)


def offer_powers(round_: Round) -> Iterator[Offer]:
    """Every power that could be used now."""
    if round_.phase == EMPTY:
        return
    if round_.phase in BETWEEN:
        cites = rules_of(round_).change_cards
        yield Offer(by="operator", command=c.ChangeCards(dealer_checked=True, supervisor_checked=True), cites=cites)
    if isinstance(round_.sign, HoldemSign):
        yield from offer_act_powers(round_)
    else:
        yield from offer_nz_powers(round_)


def offer_act_powers(round_: Round) -> Iterator[Offer]:
    """The powers of act-holdem 12.3 and 15."""
    free = ("text",)
    for review in (False, True):
        yield Offer(by="operator", command=c.RuleDispute(review, "as dealt"), free=free, cites=ACT_15_4)
    for player in round_.seats:
        yield Offer(by="operator", command=c.GiveRules(player), cites=ACT_15_9)
        if player not in round_.excluded:
            for why in get_args(c.Breach):
                yield Offer(by="operator", command=c.ExcludePlayer(player, why), cites=BREACHES[why])
    if round_.in_play:
        yield from offer_void_powers(round_)
    if round_.phase in BETWEEN:
        yield from offer_table_powers(round_)


def offer_void_powers(round_: Round) -> Iterator[Offer]:
    """Powers over a round in play."""
    for cause in get_args(c.Disturbance):
        yield Offer(by="operator", command=c.Invalidate(cause), cites=ACT_15_1)
    for why in get_args(c.VoidCause):
        yield Offer(by="operator", command=c.VoidRound(why), cites=ACT_15_3)
    for player in round_.seats:
        for breach, cites in COLLUSION.items():
            for measure in get_args(c.Measure):
                if measure == "void-round" or player not in round_.out_of_round:
                    yield Offer(by="operator", command=c.Sanction(player, breach, measure), cites=cites)
    for box in round_.boxes.values():
        for spot in box.stakes:
            yield Offer(by="operator", command=c.VoidWager(box.no, spot), cites=ACT_15_2_A)


def offer_table_powers(round_: Round) -> Iterator[Offer]:
    """Powers between rounds."""
    laid = any(box.stakes for box in round_.boxes.values())
    for box in round_.boxes:
        yield Offer(
            by="operator",
            command=c.MarkBox(box, marks(round_).low),
            amounts=marks(round_),
            vary=("limit",),
            cites=ACT_3_2,
        )
    for player in round_.seats:
        if may_vacate(round_, player):
            yield Offer(by="operator", command=c.VacateSeat(player), cites=ACT_15_6)
    if not laid:
        ante = round_.sign.ante
        order = c.ChangeLimits(ante.low, ante.high, notice=True)
        yield Offer(by="operator", command=order, free=("low", "high"), cites=ACT_3_1)
        if not round_.closed:
            yield Offer(by="operator", command=c.CloseTable(notice=True), cites=ACT_14_2)


def offer_nz_powers(round_: Round) -> Iterator[Offer]:
    """The directions of nz-big-raise 9.7 and the shuffles of 7.1."""
    for direction in ("english-only", "silence"):
        if direction not in round_.directions:
            yield Offer(by="operator", command=c.Direct(direction), cites=DIRECTIONS[direction])
    for pair in combinations(sorted(round_.seats), 2):
        if pair not in round_.apart:
            yield Offer(by="operator", command=c.Direct("apart", pair), cites=DIRECTIONS["apart"])
    if round_.phase in BETWEEN:
        for cause in get_args(c.ShuffleCause):
            yield Offer(by="supervisor", command=c.OrderShuffle(cause), cites=SHUFFLES[cause])
