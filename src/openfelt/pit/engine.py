"""A house-banked table: decide, play, what is legal, and the house's own next step. Pure; cards come from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from openfelt.errors import NotationError, RuleViolation
from openfelt.pit import commands as c
from openfelt.pit import dealing, deciding, powers, rulings, settling, wagers
from openfelt.pit import events as e
from openfelt.pit.evolve import evolve
from openfelt.pit.offers import Offer
from openfelt.pit.round import BETTING, DONE, EMPTY, Round
from openfelt.pit.rules import ACT, NZ, RULES, Rules, require_phase, rules_of
from openfelt.pit.sign import HoldemSign, validate
from openfelt.rulebooks import joined, rulebook

# Citations, checked when this module is imported.
ACT_14_2 = ACT.cite("14.2")
ACT_4_1_5_1 = ACT.cite("4.1", "5.1")
ONE_BOX_EACH = ACT.cite("4.3")
POSITIONS = NZ.cite("3.1")
NO_TABLE = rulebook("house").cite("3.7")  # before a sign goes up there is no rulebook to cite
NEXT_STUD_ROUND = NZ.cite("5.1", "7.1", "7.1(b)")

HOUSE_STEPS: Final = frozenset({c.TakeUp, c.TurnCommunity, c.ShowHand, c.SettleBox, c.Rack})
"""What waits while a supervisor has to rule on viewed hands (nz-big-raise 11.15)."""

Decider = Callable[[Round, Any], tuple[e.Event, ...]]


def decide(round_: Round, command: c.Command) -> tuple[e.Event, ...]:
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    if isinstance(command, c.Open):
        return decide_open(round_, command)
    if round_.phase == EMPTY:
        raise RuleViolation("no-table", NO_TABLE, "no table is open", legal=("open",))
    rules = rules_of(round_)
    kind = type(command)
    if kind not in rules.only_here:
        raise RuleViolation("not-here", rules.elsewhere, f"{rules.book.title} does not know the order {kind.__name__}")
    if kind in HOUSE_STEPS:
        deciding.require_no_breach(round_)
    return _DECIDERS[kind](round_, command)


def play(round_: Round, command: c.Command) -> tuple[e.Event, ...]:
    """Decide and record, then take the house's steps until someone has a choice. Returns all that happened."""
    events = list(decide(round_, command))
    for event in events:
        evolve(round_, event)
    while step := house_step(round_):
        for event in decide(round_, step):
            evolve(round_, event)
            events.append(event)
    return tuple(events)


def house_step(round_: Round) -> c.Command | None:
    """What the house does next without anyone's choice: deal, turn, settle, rack. None if somebody must choose.

    Betting is closed by the dealer, not by itself; an empty shoe, or real cards that nobody has named yet, wait too.
    """
    if round_.phase in (EMPTY, BETTING, DONE) or round_.breach:
        return None
    for offer in (*dealing.offer_deal(round_), *settling.offer_settling(round_)):
        return None if offer.free else offer.command
    return None


def legal(round_: Round) -> tuple[Offer, ...]:
    """Exactly what `decide` accepts now, in a fixed order: players first, then the house, then incidents and powers.

    Offers to the dealer name the next cards of the shoe: show them to nobody. `views.offers_for` is for people.
    """
    if round_.phase == EMPTY:
        return ()
    return tuple(_offers(round_))


def choices(round_: Round) -> tuple[Offer, ...]:
    """What players may do now: the part of `legal` that bots and buttons need."""
    return (*deciding.offer_decisions(round_), *wagers.offer_wagers(round_))


def _offers(round_: Round) -> Iterator[Offer]:
    yield from wagers.offer_wagers(round_)
    yield from deciding.offer_decisions(round_)
    if not round_.breach:
        yield from dealing.offer_deal(round_)
        yield from settling.offer_settling(round_)
    if round_.phase == DONE and not round_.closed:
        yield Offer(by="dealer", command=c.NextRound(), cites=next_cites(round_))
    yield from rulings.offer_rulings(round_)
    yield from powers.offer_powers(round_)


def is_legal(round_: Round, command: c.Command, offers: Sequence[Offer] | None = None) -> bool:
    """Whether an order is among the offers (those given, if `legal` was asked already)."""
    if isinstance(command, c.Join) and (command.player in round_.seats or is_barred(round_, command.player)):
        return False
    return any(offer.covers(command) for offer in (legal(round_) if offers is None else offers))


def is_barred(round_: Round, player: str) -> bool:
    """Whether a newcomer is excluded or kept apart from someone here."""
    return player in round_.excluded or any(player in pair and set(pair) & round_.seats.keys() for pair in round_.apart)


def decide_open(round_: Round, order: c.Open) -> tuple[e.Event, ...]:
    """The sign goes up and the players sit down; nothing in the sign is missing."""
    rules = RULES[order.sign.rulebook]
    if round_.phase != EMPTY:
        raise RuleViolation("open", rules.opened, "the table is open", legal=("next round",))
    validate(order.sign)
    require_seats(order, rules)
    shown = joined(*(line.cites for line in order.sign.displayed()))
    opened = e.TableOpened(order.sign, order.seats, cites=shown)
    return opened, e.RoundOpened(1, cites=rules.opened)


def require_seats(order: c.Open, rules: Rules) -> None:
    """Refuse a seat that the layout does not have, one taken twice, and a player who sits twice."""
    one_each = ONE_BOX_EACH if rules.book is ACT else POSITIONS
    boxes = [seat.box for seat in order.seats]
    players = [seat.player for seat in order.seats]
    if any(not 1 <= box <= order.sign.places for box in boxes):
        raise RuleViolation("no-such-box", one_each, f"boxes are 1 to {order.sign.places}, not {boxes}")
    if len(set(boxes)) < len(boxes) or len(set(players)) < len(players):
        raise RuleViolation("seated-twice", one_each, "one player a box and one box a player")
    for seat in order.seats:
        if not seat.player.isidentifier() or not 0 <= seat.purse <= c.MOST_CHIPS:
            raise NotationError(f"{seat.player!r} with {seat.purse} is not a player's name and chips")


def decide_next(round_: Round, _: c.NextRound) -> tuple[e.Event, ...]:
    """Betting opens again."""
    cites = next_cites(round_)
    require_phase(round_, (DONE,), cites, "the next round")
    if round_.closed:
        raise RuleViolation("table-closed", ACT_14_2, "the table is closed")
    return (e.RoundOpened(round_.number + 1, cites=cites),)


def next_cites(round_: Round) -> tuple[str, ...]:
    """The clauses of a new round: wagers, and cards that were shuffled."""
    return ACT_4_1_5_1 if isinstance(round_.sign, HoldemSign) else NEXT_STUD_ROUND


_DECIDERS: Final[Mapping[type, Decider]] = {
    c.NextRound: decide_next,
    c.Join: wagers.decide_join,
    c.Leave: wagers.decide_leave,
    c.Wager: wagers.decide_wager,
    c.SpokenWager: wagers.decide_spoken,
    c.Withdraw: wagers.decide_withdraw,
    c.Cut: wagers.decide_cut,
    c.NoMoreBets: wagers.decide_no_more_bets,
    c.Deal: dealing.decide_deal,
    c.DealFlop: dealing.decide_flop,
    c.TakeUp: dealing.decide_take_up,
    c.DeclareBonus: deciding.decide_declare,
    c.Call: deciding.decide_call,
    c.Raise: deciding.decide_raise,
    c.Stay: deciding.decide_stay,
    c.Fold: deciding.decide_fold,
    c.SettleBonus: settling.decide_settle_bonus,
    c.DealRiver: dealing.decide_river,
    c.TurnDealer: dealing.decide_turn_dealer,
    c.TurnCommunity: dealing.decide_turn_community,
    c.ShowHand: settling.decide_show,
    c.SettleBox: settling.decide_settle_box,
    c.Rack: settling.decide_rack,
    c.ExposeCard: rulings.decide_expose_card,
    c.ExposeDealer: rulings.decide_expose_dealer,
    c.ExposeCommunity: rulings.decide_expose_community,
    c.ShowOwn: rulings.decide_show_own,
    c.ReportSequence: rulings.decide_sequence,
    c.ReportBoard: rulings.decide_board,
    c.ReportCount: rulings.decide_count,
    c.ReportNoAnte: rulings.decide_no_ante,
    c.ReportRacked: rulings.decide_racked,
    c.ReportLaidDown: rulings.decide_laid_down,
    c.ReportAbsent: rulings.decide_absent,
    c.ReportViewed: rulings.decide_viewed,
    c.VerifyDeck: rulings.decide_verify,
    c.DeemSeatHand: rulings.decide_deem,
    c.VoidViewed: rulings.decide_void_viewed,
    c.LetStand: rulings.decide_let_stand,
    c.VoidHand: rulings.decide_void_hand,
    c.Sanction: powers.decide_sanction,
    c.VoidWager: powers.decide_void_wager,
    c.ExcludePlayer: powers.decide_exclude,
    c.Invalidate: powers.decide_invalidate,
    c.VoidRound: powers.decide_void_round,
    c.RuleDispute: powers.decide_dispute,
    c.ChangeLimits: powers.decide_limits,
    c.MarkBox: powers.decide_mark,
    c.ChangeCards: powers.decide_change_cards,
    c.OrderShuffle: powers.decide_shuffle,
    c.Direct: powers.decide_direct,
    c.VacateSeat: powers.decide_vacate,
    c.CloseTable: powers.decide_close,
    c.GiveRules: powers.decide_give_rules,
}
