"""What a tournament decides, from its publication to its last prize.

`decide` is the only place where that is checked. It refuses or says what happens, and changes nothing. What comes from
outside (the time, purses, who may not play) is given.

>>> from datetime import datetime
>>> from openfelt.room.offices import Officer
>>> from openfelt.tournaments import fill
>>> from openfelt.tournaments.orders import Apply, OpenRegistration, Publish
>>> host = Officer("hal", "hal", ("casino operator",))
>>> event, now = Tournament(), EventGiven(datetime(2026, 12, 4, 19, 30))
>>> for order in (Publish("friday", fill("freeze-out", "house"), host), OpenRegistration(host), Apply("ann", True)):
...     for one in decide(event, order, now):
...         evolve(event, one)
>>> event.phase, list(event.entries)
('open', ['ann'])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.tournaments import bag_orders as g
from openfelt.tournaments import (
    bagging,
    buying,
    colouring,
    committing,
    conducting,
    dealing,
    desk,
    discipline,
    dividing,
    duty,
    entering,
    finals,
    home,
    late,
    moving,
    mystery,
    noting,
    sessions,
    special_rounds,
    substituting,
    timing,
    together,
)
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import duty_orders as x
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import EventGiven
from openfelt.tournaments.tournament import Tournament, evolve

__all__ = ["EventGiven", "Tournament", "decide", "evolve"]


def decide(state: Tournament, order: o.TournamentOrder, given: EventGiven) -> tuple[e.TournamentEvent, ...]:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    return duty.decide(state, order, given, _answered)


def _answered(state: Tournament, order: o.TournamentOrder, given: EventGiven) -> tuple[e.TournamentEvent, ...]:
    """What an order does, whoever is on duty."""
    made = home.decide(state, order, given, _ANSWERS)
    return (*made, *mystery.sealing(state, made, given))


_ANSWERS: Final[dict[type, Callable[[Tournament, Any, EventGiven], tuple[e.TournamentEvent, ...]]]] = {
    o.Publish: conducting.publish_first,
    o.Amend: conducting.amend_again,
    o.OpenRegistration: conducting.open_registration,
    o.Apply: entering.apply,
    o.AcceptConditions: entering.accept,
    o.PayFee: entering.pay_fee,
    o.PayBuyIn: entering.pay_buy_in,
    o.Withdraw: entering.withdraw,
    o.RefuseApplication: entering.refuse,
    o.TransferEntry: entering.transfer,
    o.NameSubstitute: substituting.substitute,
    o.SellSeat: entering.sell_seat,
    o.AddToPool: conducting.add_to_pool,
    o.Start: conducting.start,
    o.Cancel: conducting.cancel,
    o.AwardPrizes: conducting.award,
    o.PayPrize: conducting.pay_prize,
    q.CommitDraw: committing.commit_draw,
    q.BeginSession: sessions.begin_session,
    q.CloseSession: sessions.close_session,
    q.EndSession: sessions.end_session,
    q.ConfirmPlaces: sessions.confirm_places,
    q.StartClock: timing.start_clock,
    q.PauseClock: timing.pause_clock,
    q.NextStage: timing.next_stage,
    q.AddTime: timing.add_time,
    q.InsertLevel: timing.insert_level,
    q.GiveBreak: timing.give_break,
    q.ReachStage: timing.reach_stage,
    q.NoteHand: noting.note_hand,
    q.NoteHands: noting.note_hands,
    q.SeatLate: late.seat_late,
    q.ReEnter: late.re_enter,
    q.BuyIntoFinal: finals.buy_into_final,
    q.PaySession: finals.pay_session,
    q.CloseEntries: late.close_entries,
    q.Disqualify: discipline.disqualify,
    q.GivePenalty: discipline.give_penalty,
    q.NotePenalty: discipline.note_penalty,
    q.EndPenalty: discipline.end_penalty,
    q.NoteSubstitute: substituting.note_substitute,
    q.RaiseDispute: discipline.raise_dispute,
    q.SettleDispute: discipline.settle_dispute,
    q.ProposeDeal: dealing.propose,
    q.VoteDeal: dealing.vote,
    q.AnnounceRound: special_rounds.announce,
    q.BuyChips: buying.buy,
    q.DeclineRebuy: buying.decline,
    q.LapseRebuy: buying.lapse,
    q.ColourUp: colouring.colour_up,
    q.NoteGiven: colouring.note_given,
    q.NoteExchange: colouring.note_exchange,
    q.BeginHandForHand: together.begin,
    q.DealTogether: together.deal,
    q.EndHandForHand: together.end,
    q.PlanMoves: moving.plan_moves,
    q.AcceptMoves: moving.accept_moves,
    q.DropMoves: moving.drop_moves,
    q.NoteMove: moving.note_move,
    q.CancelMove: moving.cancel_move,
    k.MoveStart: desk.move_start,
    k.LimitTime: desk.limit_time,
    k.CountChips: desk.count_chips,
    k.NoteCount: desk.note_count,
    k.CheckReturned: desk.check_returned,
    g.CountBags: bagging.count,
    g.SealBags: bagging.seal,
    g.OpenBags: bagging.reopen,
    g.ConfirmBags: bagging.confirm,
    g.DecideBag: bagging.decide_difference,
    k.SetBacks: dividing.set_backs,
    x.Nominate: duty.nominate,
    x.ComeOnDuty: duty.come,
    x.HandOverDuty: duty.hand_over,
    x.NoteAbsence: duty.note_absence,
}
