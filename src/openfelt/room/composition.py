"""What happens at a table from hand to hand: seats, button, hand, floor, fees and money as one state.

`decide` is the only place where seat, turn, freeze, office and command are checked. It refuses with a cited reason or
says what happens, and changes nothing; cards, time and money outside the table come in as `given`. The running room,
stories and audit use the same function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, get_args

from msgspec.structs import replace

from openfelt import floor
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, RuleViolation, StaleView
from openfelt.floor.grants import Exclude
from openfelt.floor.powers import grant_of
from openfelt.games.policy import policy
from openfelt.phrases import Money, Name, Seat, phrase
from openfelt.room import after_hand, box, charging, jackpots, moving, rotation, wishes
from openfelt.room import after_orders as after
from openfelt.room import commands as q
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as o
from openfelt.room import wish_orders as w
from openfelt.room.authority import authorised
from openfelt.room.citing import OUR_OWN
from openfelt.room.draft import Draft
from openfelt.room.event_orders import EventOrder
from openfelt.room.eventing import require_time_card
from openfelt.room.given import Given
from openfelt.room.house_events import HandInspected, HandVoided, ShuffleCommitted, TableFrozen
from openfelt.room.offices import OFFICES
from openfelt.room.playing import may_play, require_not_excluded
from openfelt.room.positions import next_chooser, plan_hand
from openfelt.room.state import TableState
from openfelt.room.taking_back import take_back
from openfelt.room.undoing import require_undoable
from openfelt.rulebooks import Cites, joined
from openfelt.table import BuyTime, Hand, RealCards, TimeOut
from openfelt.table.hand import HOUSE
from openfelt.table.live import named


@dataclass(frozen=True, slots=True)
class Decided:
    """What an order does: the state after it, which is the fold of its events, and the ledger lines they imply."""

    after: TableState
    events: tuple[Any, ...]
    postings: tuple[Posting, ...]


def decide(state: TableState, order: o.TableOrder | o.ToldOrder, given: Given) -> Decided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    draft = Draft(state, given)
    _ANSWERS[type(order)](draft, order)
    return Decided(draft.state, tuple(draft.events), tuple(draft.postings))


# -- seats ---------------------------------------------------------------------------------------------------------


def _seat(draft: Draft, order: Any) -> None:  # noqa: ANN401 - a command that concerns the seats alone
    draft.seat(order)


def _sit_down(draft: Draft, order: q.SitDown) -> None:
    """Take a seat, and pay what the sign asks for sitting down. A dealer of real chips takes fees in real chips."""
    table = draft.table
    if order.player != table.host:  # house 17.1
        OFFICES.of(table.sign.rulebook).require_no_office(order.player, order.offices, live=table.live)
    require_may_play(draft, order.player, order.stake)
    draft.seat(order)
    if not draft.table.live:
        charging.on_sitting(draft, order.player)
    if not order.bot:
        require_paid(draft, order.player)


def require_may_play(draft: Draft, player: str, bringing: int = 0) -> None:
    """Refuse a player who may not play in the house now, or not with this much (house 30.7)."""
    book, at_ms = draft.table.sign.rulebook, draft.given.at_ms
    may_play(draft.given.standing(player), "seat", at_ms, book=book, table=draft.table.name, bringing=bringing)


def _keep_seat(draft: Draft, order: q.KeepSeat) -> None:
    """Take back the wish to leave; a player who has to leave cannot."""
    require_may_play(draft, order.player)
    draft.seat(order)


def _add_stake(draft: Draft, order: q.AddStake) -> None:
    require_may_play(draft, order.player, order.amount)
    draft.seat(order)
    require_paid(draft, order.player)


def _top_up(draft: Draft, order: w.TopUp) -> None:
    """Make a stake up by the order of any other top-up; where that is refused the wish ends (house 27.7)."""
    place = wishes.own_place(draft, order.player, wishes.TOPPING_UP)
    lacking = wishes.due_to(draft.table, place)
    if not lacking:
        raise StaleView("this stake lacks nothing now")
    try:
        made = decide(draft.state, q.AddStake(place.player, lacking, at_once=True), draft.given)
    except RuleViolation as refusal:
        draft.note(r.TopUpEnded(place.seat, place.player, refusal.code, joined(wishes.TOPPING_UP, refusal.cites)))
        return
    for event in made.events:
        draft.note(event)


def require_paid(draft: Draft, player: str) -> None:
    """Refuse what would take more than the purse holds. The journal refuses it again, for all tables at once."""
    if draft.purse(player) < 0:
        held = draft.given.balance(accounts.purse(player))
        text = phrase(
            "your purse holds {held}; {other} is needed", held=Money(held), other=Money(held - draft.purse(player))
        )
        raise RuleViolation("purse", draft.cites.stake, text)


def _come_back(draft: Draft, order: q.ComeBack) -> None:
    charging.require_nothing_owed(draft, order.player)
    if draft.table.event is None:
        require_may_play(draft, order.player)
    else:  # the entry is paid: neither a limit nor a check keeps anybody from playing it out
        standing, table = draft.given.standing(order.player), draft.table
        require_not_excluded(standing, "seat", draft.given.at_ms, table.sign.rulebook, table.name)
    draft.seat(order)


def _apply_notice(draft: Draft, order: q.ApplyNotice) -> None:
    """A new sign, or the closing of the table, once its notice has run; at a closed table everyone leaves."""
    draft.seat(order)
    if draft.table.closed:
        for place in list(draft.table.places.values()):
            draft.seat(q.StandUp(place.player))


# -- the hand in play ----------------------------------------------------------------------------------------------


def _in_hand(draft: Draft, order: o.InHand) -> None:
    hand = draft.hand
    if order.player:
        require_seat(draft, order.player, order.command.seat)  # type: ignore[union-attr]
    if hand is None or not draft.table.in_hand or hand.hand_id != order.hand_id:
        raise StaleView("no hand is going on")
    if hand.turns != order.turn:
        raise StaleView(phrase("turn {turn} is over; the present one is {turns}", turn=order.turn, turns=hand.turns))
    require_not_frozen(draft)
    if isinstance(order.command, TimeOut) and has_floor_clock(draft.state, hand):
        raise StaleView("the floor has given this player its own time meanwhile")
    if isinstance(order.command, BuyTime) and (place := require_time_card(draft.table, order.command.seat)):
        draft.play(order.command)
        cites = draft.table.event_rules.time_cards
        draft.note(en.TimeCardUsed(place.seat, place.player, place.time_cards - 1, cites))
        return
    draft.play(order.command)


def require_seat(draft: Draft, player: str, seat: int) -> None:
    """Refuse a player without a seat, and an act for somebody else's seat."""
    place = draft.table.place_of(player)
    if place is None:
        rules = draft.table.rules
        raise RuleViolation(
            "not-seated", rules.seated or rules.seat, phrase("you have no seat at {name}", name=Name(draft.table.name))
        )
    if place.seat != seat:
        raise StaleView(phrase("you sit in {seat} now", seat=Seat(place.seat)))


def require_not_frozen(draft: Draft) -> None:
    """Refuse an act at a table that the floor has stopped."""
    if draft.state.frozen:
        raise RuleViolation("frozen", draft.cites.stop, "the floor has stopped the table")


def has_floor_clock(state: TableState, hand: Hand) -> bool:
    """Whether the floor's clock runs for this turn instead of the table's. A player who leaves has neither."""
    seat = hand.seat_to_act
    is_imposed = hand.special is not None and hand.special.clock == (hand.to_act, hand.turns)
    return is_imposed and seat is not None and not state.table.places[seat].leaving


def _name_cards(draft: Draft, order: o.NameCards) -> None:
    if draft.hand is None or not draft.table.in_hand:
        raise StaleView("no hand is going on")
    draft.play(named(draft.hand, order.cards))


# -- the floor -----------------------------------------------------------------------------------------------------


def _by_officer(draft: Draft, order: o.ByOfficer) -> None:
    """An order of staff, if its officer holds an office that the clause names."""
    asked, table = order.order, draft.table
    if table.event is not None and isinstance(asked, o.SendPlayer | o.ReceivePlayer):
        text = "players of an event are moved by the event's own orders"
        raise RuleViolation("by-the-event", table.event_rules.moves, text)
    if isinstance(asked, o.OnFloor) and isinstance(asked.order, floor.RuleOn):
        ruling = replace(asked.order, incident=with_own_facts(draft.state, asked.order.incident))
        order = replace(order, order=replace(asked, order=ruling))
    allowed = authorised(draft.state, order)
    _ANSWERS[type(allowed)](draft, allowed)


def _on_floor(draft: Draft, order: o.OnFloor) -> None:
    """Apply a ruling or use a power, in the turn it was looked at; a round that was paid out only while that can be."""
    hand, chosen = hand_to_rule_on(draft.state), order.order
    if hand.turns != order.turn:
        raise StaleView("the hand has gone on since; look again")
    if isinstance(chosen, floor.RuleOn):
        chosen = replace(chosen, incident=with_own_facts(draft.state, chosen.incident))
        for one in floor.rule(hand, chosen.incident).remedies:
            if one.name == chosen.remedy:
                require_undoable(draft.state, one.effects, one.cites)
        draft.rule(chosen)
        jackpots.after_ruling(draft)
        return
    cites = grant_of(hand, chosen.power).cites
    require_undoable(draft.state, floor.obey(hand, chosen, RealCards(), record=draft.state.reviewable), cites)
    draft.rule(chosen)
    jackpots.after_ruling(draft)
    if isinstance(chosen.power, Exclude):
        exclude(draft, chosen.power, cites)


def hand_to_rule_on(state: TableState) -> Hand:
    """The hand to rule on: the present or last one."""
    if state.hand is None:
        raise RuleViolation("no-hand", OUR_OWN, "no hand has been dealt at this table")
    return state.hand


def with_own_facts(state: TableState, incident: floor.AnyIncident) -> floor.AnyIncident:
    """An incident with what the room knows by itself: whether the table has closed."""
    if isinstance(incident, floor.PotContested) and state.table.closed:
        return replace(incident, table_closed=True)
    return incident


def exclude(draft: Draft, power: Exclude, cites: Cites) -> None:
    """Have an excluded player leave with the stake; the house's record refuses a seat for the period."""
    draft.seat(q.SendAway(draft.player_in(power.seat, cites), cites))


def _freeze(draft: Draft, order: o.Freeze) -> None:
    draft.note(TableFrozen(order.frozen, order.reason, draft.cites.stop))


def _call_floor(draft: Draft, order: o.CallFloor) -> None:
    table, cites = draft.table, draft.cites.disputes
    place = table.place_of(order.player)
    if place is None and not (table.live and order.is_staff):
        raise RuleViolation(
            "no-seat", cites, phrase("you have no seat at {name}", name=Name(table.name)), legal=("take a seat",)
        )
    seat = place.seat if place is not None else 0
    draft.note(draft.state.calls.call(order.player, seat, table.number, order.words, cites))


def _answer_call(draft: Draft, order: o.AnswerCall) -> None:
    cites = draft.cites.disputes
    draft.note(draft.state.calls.answer(order.call, order.by.name, order.by.role, order.words, cites))


def _inspect(draft: Draft, order: o.InspectHand) -> None:
    """All cards of a hand may be looked at once its round of play has ended, and not before."""
    table = draft.table
    last = table.number - table.in_hand
    if not 1 <= order.number <= last:
        legal = (phrase("hand 1 to {last}", last=last),) if last else ()
        raise RuleViolation(
            "not-now",
            draft.cites.inspection,
            phrase("hand {number} has not been played", number=order.number),
            legal=legal,
        )
    draft.note(HandInspected(order.number, order.inspector, order.reason, draft.cites.inspection))


# -- the house -----------------------------------------------------------------------------------------------------


def _open_hand(draft: Draft, order: q.OpenHand) -> r.HandOpened:
    """Open the next hand without those who cannot pay its fee, and take the fee before the stakes are fixed."""
    require_chosen(draft)
    charging.leave_out(draft)
    announce_game(draft)
    draft.seat(order)
    opened: r.HandOpened = draft.events[-1]
    charging.on_opening(draft)
    return opened


def _ask_choice(draft: Draft, order: o.AskChoice) -> None:  # noqa: ARG001 - one signature for every order
    table = draft.table
    if table.in_hand or table.choosing is not None or not rotation.is_choice_due(table, draft.given.at_ms):
        raise StaleView("no game is to be chosen")
    seat = next_chooser(table)
    if seat is None:
        raise RuleViolation(
            "too-few-players",
            policy(table.sign.rulebook).fewest,
            phrase("nobody at {name} can choose", name=Name(table.name)),
        )
    draft.note(r.ChoiceAsked(seat, table.places[seat].player, rotation.rules_of(table).choice))


def _choose_game(draft: Draft, order: o.ChooseGame) -> None:
    require_not_frozen(draft)
    draft.note(rotation.chosen(draft.table, order.player, order.turn, draft.given.at_ms))


def _end_choice(draft: Draft, order: o.EndChoice) -> None:  # noqa: ARG001 - one signature for every order
    if draft.table.choosing is None:
        raise StaleView("nobody is choosing a game")
    draft.note(rotation.in_silence(draft.table, draft.given.at_ms))


def require_chosen(draft: Draft) -> None:
    """Refuse to open a round of play whose game is still to be chosen."""
    table = draft.table
    if not table.in_hand and not table.hold_button and rotation.is_choice_due(table, draft.given.at_ms):
        cites = rotation.rules_of(table).choice
        raise RuleViolation("not-chosen", cites, "the next game has not been chosen", legal=("choose a game",))


def announce_game(draft: Draft) -> None:
    """Before a round of play opens, the next game of a rotation is announced, if the book asks for that now."""
    if draft.table.posted.rotation is None or draft.table.in_hand:
        return
    plan = plan_hand(draft.table)
    if plan is not None and (told := rotation.announcement(draft.table, draft.given.at_ms, players=len(plan.seats))):
        draft.note(told)


def _close_hand(draft: Draft, order: q.CloseHand) -> None:
    draft.close(order)


def _fix_deck(draft: Draft, order: o.FixDeck) -> None:
    """Open the next hand, take its fee and fix its deck; the root is told before the first card."""
    if draft.table.in_hand:
        raise StaleView("a hand has been opened")  # meanwhile, after somebody sat down
    opened = _open_hand(draft, q.OpenHand())
    jackpots.on_opening(draft)
    sign = draft.table.sign
    fixed = draft.given.deck(order.shuffle, deck(sign.deck, joker=sign.joker))
    why = opened.shuffle or draft.cites.shuffle
    draft.note(ShuffleCommitted(order.shuffle, fixed.root, len(fixed.shoe.cards), why))
    draft.shoe = fixed.shoe


def _deal_hand(draft: Draft, order: o.DealHand) -> None:
    state = draft.state
    if state.is_dealt or not draft.table.in_hand or state.shuffle is None or state.shuffle.shuffle != order.shuffle:
        raise StaleView("this hand has been dealt")
    assert state.opened is not None
    draft.start(state.opened, order.shuffle)


def _deal_live(draft: Draft, order: o.DealLive) -> None:  # noqa: ARG001 - one signature for every order
    opened = _open_hand(draft, q.OpenHand())
    draft.shoe = None
    draft.start(opened, f"{draft.table.name}/{opened.number}/live")


def _go_on(draft: Draft, order: o.GoOn) -> None:
    hand = draft.hand
    if hand is None or hand.hand_id != order.hand_id or hand.phase != HOUSE or not draft.state.is_dealt:
        raise StaleView("the hand has gone on")
    draft.run_house()


def _charge_fees(draft: Draft, order: o.ChargeFees) -> None:  # noqa: ARG001 - one signature for every order
    charging.charge(draft)


def _void_record(draft: Draft, order: o.VoidRecord) -> None:
    """Every wager of the hand goes back in one entry, and the incident is on record."""
    table = draft.table
    if not table.in_hand:
        raise InvariantBroken(order.reason)
    cites = policy(table.sign.rulebook).void
    draft.note(HandVoided(table.number, order.reason, cites))
    draft.postings += refunds(draft.state, draft.given, cites)
    stacks = tuple((seat, draft.table.places[seat].stack) for seat in draft.table.dealt)
    draft.close(q.CloseHand(stacks, 0, keep_button=True))


def refunds(state: TableState, given: Given, cites: Cites) -> list[Posting]:
    """Ledger lines that give every wager of the present hand back: from the pot, and from what the room took of it."""
    table = state.table
    lines: list[Posting] = []
    pot = table.accounts.pot
    due = {}
    for seat in table.dealt:
        place = table.places[seat]
        mine = table.accounts.stake(place.player)
        due[mine] = place.stack + place.queued - given.balance(mine)
    if min(due.values(), default=0) < 0:
        raise InvariantBroken(f"the ledger of {table.name} has more in a stake than the hand began with")
    short = sum(due.values()) - given.balance(pot)
    for method in ("percentage", "time-purchase", "forfeited") if table.event is None else ():
        took = accounts.commission(table.name, method)
        part = min(max(short, 0), given.balance(took))
        if part:
            lines += transfer(part, source=took, target=pot, reason="void", cites=cites)
            short -= part
    if short:
        raise InvariantBroken(f"the ledger of {table.name} cannot give the wagers back: {short} apart")
    for mine, amount in due.items():
        if amount:
            lines += transfer(amount, source=pot, target=mine, reason="void", cites=cites)
    return lines


_ANSWERS: Final[dict[type, Callable[[Draft, Any], Any]]] = {
    **dict.fromkeys(
        (
            q.StandUp, q.TakeOff, q.SitOut, q.ChangeSeat, q.GiveNotice, q.Vacate, q.SendAway, q.LetBack,
            q.Direct, q.LiftDirection, q.WarnTime, q.GiveRules, q.RequireStake, q.Speak, q.LookOn,
            *get_args(EventOrder),
        ),
        _seat,
    ),
    q.SitDown: _sit_down,
    q.KeepSeat: _keep_seat,
    q.AddStake: _add_stake,
    q.ComeBack: _come_back,
    o.SendPlayer: moving.send,
    o.ReceivePlayer: moving.receive,
    o.ReturnPlayer: moving.give_back,
    o.SetCheckValue: box.set_value,
    o.CountBox: box.count,
    after.ShowAfter: after_hand.show_after,
    after.SeeRabbit: after_hand.see_rabbit,
    w.ChooseTopUp: wishes.choose_top_up,
    w.TopUp: _top_up,
    w.VoteBomb: wishes.vote_bomb,
    w.UseTimeBank: wishes.use_time_bank,
    w.EndGame: wishes.end_game,
    q.OpenHand: _open_hand,
    q.CloseHand: _close_hand,
    q.ApplyNotice: _apply_notice,
    o.InHand: _in_hand,
    o.NameCards: _name_cards,
    o.TakeBack: take_back,
    o.OnFloor: _on_floor,
    o.ByOfficer: _by_officer,
    o.Freeze: _freeze,
    o.CallFloor: _call_floor,
    o.AnswerCall: _answer_call,
    o.InspectHand: _inspect,
    o.FixDeck: _fix_deck,
    o.DealHand: _deal_hand,
    o.DealLive: _deal_live,
    o.GoOn: _go_on,
    o.ChargeFees: _charge_fees,
    o.AskChoice: _ask_choice,
    o.ChooseGame: _choose_game,
    o.EndChoice: _end_choice,
    o.VoidRecord: _void_record,
    j.JoinJackpot: jackpots.join,
    j.LeaveJackpot: jackpots.leave,
    j.PressNoMoreBets: jackpots.press,
    j.PressEndGame: jackpots.end_game,
    j.AuthorisePress: jackpots.authorise,
    j.TableHand: jackpots.table_hand,
}  # fmt: skip
