"""Recording what happened to a table between rounds of play: `evolve` folds one event into it and never refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as dataclass_replace
from typing import Any, Final

from msgspec.structs import replace

from openfelt.errors import InvariantBroken
from openfelt.games.signrules import SIGN
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room import jackpot_events as je
from openfelt.room.jackpot_link import linked
from openfelt.room.table import Before, Place, RotationTurn, Status, Table, first_turn, lasts_rounds


def evolve(table: Table, event: Any) -> None:  # noqa: ANN401 - any member of RoomEvent; dispatched by type
    """Record one event."""
    _RECORD[type(event)](table, event)


def _taken(table: Table, event: r.SeatTaken) -> None:
    status: Status = "playing" if event.entry == "now" else event.entry
    table.arrivals += 1
    table.places[event.seat] = Place(
        event.seat,
        event.player,
        event.stake,
        status,
        event.bot,
        newcomer=bool(table.number),
        brought=event.stake,
        arrived=table.arrivals,
    )
    _find_bank(table, table.places[event.seat])


def _left(table: Table, event: r.SeatLeft | r.PlayerSent | r.Eliminated | en.EntrantRemoved) -> None:
    gone = table.places.pop(event.seat)
    table.banks[gone.player] = (gone.time_bank, gone.bank_rounds)
    table.stood_empty = table.stood_empty or not table.places
    _out_of_redeal(table, event.seat)


def _received(table: Table, event: r.PlayerReceived | r.PlayerReturned) -> None:
    """A player who is sent here plays at once; one who owes a blind, from there or here, posts it or waits for it."""
    who = event.who
    newcomer = who.newcomer and bool(table.number)
    owes = table.has_blinds and (newcomer or bool(who.missed))
    status: Status = "out" if who.sits_out else "wait" if owes else "playing"
    table.arrivals += 1
    table.places[event.seat] = Place(
        event.seat,
        who.player,
        who.stake,
        status,
        bot=who.bot,
        newcomer=newcomer,
        missed=who.missed,
        brought=max(who.stake, table.sign.min_stake),
        must_make_up=who.must_make_up,
        penalty=who.penalty,
        kept_by=who.kept_by,
        time_cards=who.time_cards,
        arrived=table.arrivals,
    )
    _find_bank(table, table.places[event.seat])


def _find_bank(table: Table, place: Place) -> None:
    """A player who comes back to a table has what was left in the time bank (house 27.8)."""
    place.time_bank, place.bank_rounds = table.banks.pop(place.player, (table.sign.time_bank, 0))


def _returned(table: Table, event: r.PlayerReturned) -> None:
    if event.seat:
        _received(table, event)


def _out_of_redeal(table: Table, seat: int) -> None:
    """Take a seat out of the misdealt hand: its player has left it, or another player has come to it."""
    if table.redeal is not None:
        table.redeal = replace(table.redeal, seats=tuple(one for one in table.redeal.seats if one != seat))


def _leave_asked(table: Table, event: r.LeaveAsked) -> None:
    away = () if event.cites == table.rules.stake_frozen else event.cites
    table.places[event.seat].leaving, table.places[event.seat].sent_away = True, away


def _leave_withdrawn(table: Table, event: r.LeaveWithdrawn) -> None:
    table.places[event.seat].leaving, table.places[event.seat].sent_away = False, ()


def _added(table: Table, event: r.StakeAdded) -> None:
    place = table.places[event.seat]
    _bring(table, place, event.amount)
    _made_up(table, place)


def _bring(table: Table, place: Place, amount: int) -> None:
    """Chips come to the stake. The minimum is for the first stake: later any amount may be added to what is left."""
    least = table.sign.min_stake
    was_short = place.lost_all or place.brought < least
    place.stack += amount
    place.brought = place.stack if was_short else max(place.stack, least)


def _made_up(table: Table, place: Place) -> None:
    """A short stake that has reached the minimum is in order again (nsw-poker 8.2.1.2)."""
    if place.stack >= table.sign.min_stake:
        place.must_make_up = ()


def _queued(table: Table, event: r.StakeQueued) -> None:
    table.places[event.seat].queued += event.amount


def _taken_off(table: Table, event: r.StakeTakenOff) -> None:
    place = table.places[event.seat]
    place.stack -= event.amount
    place.lost_all = place.lost_all or not place.stack  # who took everything off begins with an initial stake


def _corrected(table: Table, event: r.StakeCorrected) -> None:
    place, sign = table.places[event.seat], table.sign
    place.stack += event.by
    if table.owner and not table.in_hand:  # a round that was paid out is paid otherwise
        table.results[place.player] = table.results.get(place.player, 0) + event.by
    # Chips that a ruling gives back were not lost; of what was added since then a fee leaves no older stake.
    place.lost_all = not place.stack or (place.lost_all and event.by < 0)
    # A ruling brings what was brought nearer to the limits, never past them; a fee taken from the stake is no breach.
    place.brought = max(place.brought, min(sign.min_stake, place.brought + event.by))
    place.brought = min(place.brought, max(sign.max_stake or place.brought, place.brought + event.by))


def _stake_required(table: Table, event: r.StakeRequired) -> None:
    table.places[event.seat].must_make_up = event.cites


def _sat_out(table: Table, event: r.SatOut) -> None:
    place = table.places[event.seat]
    if event.at_blind:
        place.out_at_blind = True
    else:
        place.status = "out"


def _came_back(table: Table, event: r.CameBack) -> None:
    place = table.places[event.seat]
    place.status = "playing" if event.entry == "now" else event.entry
    place.out_at_blind = False
    if event.entry == "wait" and table.redeal is not None and event.seat not in dict(table.redeal.blinds):
        _out_of_redeal(table, event.seat)


def _changed(table: Table, event: r.SeatChanged) -> None:
    place = table.places.pop(event.seat)
    _out_of_redeal(table, event.seat)
    place.seat = event.to
    place.put_off += event.put_off
    if event.entry != "now":
        place.moved = True
        # Who sits out and moves still sits out, and owes on coming back what the move costs.
        place.status = "out" if place.status == "out" else event.entry
    table.places[event.to] = place


def _missed(table: Table, event: r.BlindMissed) -> None:
    place = table.places[event.seat]
    place.missed = tuple(sorted({*place.missed, event.blind}))
    # A player without chips, or with too few, is away like any other, and comes back by posting or waiting.
    place.out_at_blind, place.status = False, "out"


def _declared(table: Table, event: r.Declared) -> None:
    table.places[event.seat].declared = True


def _opened(table: Table, event: r.HandOpened) -> None:
    if table.number:
        table.travelled += (event.button - table.button) % table.sign.seats
    table.stood_empty = False
    table.button, table.number, table.dealt, table.in_hand = event.button, event.number, event.seats, True
    table.redeal = event
    table.shown_after, table.is_rabbit_shown = (), False
    for place in table.places.values():
        place.wants_bomb = False
    if table.event is not None:
        _opened_in_event(table, event)
        return
    owes_on = table.owes_on
    if not owes_on:
        table.last_blind = event.blinds[-1][0] if event.blinds else 0
    rotation = table.posted.rotation
    if rotation is not None and rotation.every == "orbit" and not table.turn.lasts:
        least = SIGN.of(table.sign.rulebook).rotation.notice.value
        table.turn = dataclass_replace(table.turn, lasts=max(len(event.seats), least))
    for seat, place in table.places.items():
        place.left_out = seat not in event.seats
        if place.left_out:
            place.idle_from = table.travelled if place.idle_from is None else place.idle_from
            continue
        place.before = Before(
            place.status, place.newcomer, place.moved, place.missed, place.idle_hands, place.idle_from, place.put_off
        )
        if not owes_on:
            if seat == table.last_blind or place.status in {"post", "wait"}:
                place.put_off = 0
            place.status, place.newcomer, place.moved, place.missed = "playing", False, False, ()
        place.idle_hands, place.idle_from, place.lost_all = 0, None, False


def _opened_in_event(table: Table, event: r.HandOpened) -> None:
    """At an event blinds follow their places, whoever sits there, and nobody owes one."""
    table.due, table.played, table.waited = event.due, event.seats, event.waits
    table.sat = tuple((seat, place.player) for seat, place in sorted(table.places.items()))
    for seat, place in table.places.items():
        place.left_out = seat not in event.seats
        place.serving = place.is_kept and not place.left_out


def _hand_closed(table: Table, event: r.HandClosed) -> None:
    before = sum(table.places[seat].stack for seat, _ in event.stacks)
    if before != sum(chips for _, chips in event.stacks) + event.taken:
        raise InvariantBroken(f"hand {event.number} of {table.name} changed the chips at the table")
    for seat, chips in event.stacks:
        table.places[seat].stack, table.places[seat].lost_all = chips, not chips
    is_round = not event.keep_button and not event.void
    for one in event.results if table.owner else ():
        table.results[one.player] = table.results.get(one.player, 0) + one.won - one.put_in
    for place in table.places.values():
        if place.queued:
            _bring(table, place, place.queued)
        place.queued = 0
        _made_up(table, place)
        place.idle_hands += is_round and place.left_out
        if is_round and not place.left_out:
            _bank_round(table, place)
        place.penalty -= is_round and place.serving and place.penalty > 0
        place.serving = False
        if event.keep_button and place.before is not None:
            _as_before(place, place.before)
        place.before = None
    table.notice_rounds += is_round and event.number > table.notice_number
    if is_round and table.posted.rotation is not None:
        turn = table.turn
        table.turn = dataclass_replace(turn, rounds=turn.rounds + 1, told_rounds=turn.told_rounds + turn.announced)
    table.in_hand, table.dealt = False, ()
    table.hold_button = event.keep_button
    table.redeal = table.redeal if event.keep_button else None
    _of_jackpot(table, event)


def _bank_round(table: Table, place: Place) -> None:
    """A round of play is complete: after as many as the sign says the time bank is full again (house 27.8)."""
    place.bank_rounds += 1
    if place.bank_rounds >= table.sign.time_bank_hands:
        place.time_bank, place.bank_rounds = table.sign.time_bank, 0


def _as_before(place: Place, before: Before) -> None:
    """After a misdeal everything was given back, so everything is owed again. Who has gone to sit out, sits out."""
    if place.status == "playing":
        place.status = before.status
    place.newcomer, place.moved, place.missed = before.newcomer, before.moved, before.missed
    place.idle_hands, place.idle_from, place.put_off = before.idle_hands, before.idle_from, before.put_off


def _noticed(table: Table, event: r.NoticeGiven) -> None:
    table.notice, table.notice_number, table.notice_rounds = event, table.number, 0


def _announced(table: Table, event: r.GameAnnounced) -> None:  # noqa: ARG001 - one signature for every event
    table.turn = dataclass_replace(table.turn, announced=True)


def _choice_asked(table: Table, event: r.ChoiceAsked) -> None:
    table.choosing = event


def _game_changed(table: Table, event: r.GameChanged) -> None:
    table.sign, table.choosing = event.sign, None
    lasts = lasts_rounds(table.posted)
    table.turn = RotationTurn(
        event.turn, lasts=lasts, since_ms=event.at_ms, is_chosen=bool(event.seat), chooser=event.seat
    )


def _sign_changed(table: Table, event: r.SignChanged) -> None:
    table.posted, table.sign, table.redeal, table.choosing = event.sign, event.sign.games[0], None, None
    table.level = event.level
    table.turn = first_turn(event.sign, event.at_ms)
    table.banks = {}
    if table.notice is not None and table.notice.kind == "sign":  # the blinds of a Freeze Out rise without one
        table.notice = None
    for place in table.places.values():  # a stake that the old sign allowed is allowed under the new one
        place.brought = max(place.brought, event.sign.min_stake)
        place.brought = min(place.brought, event.sign.max_stake or place.brought)
        place.time_bank, place.bank_rounds = event.sign.time_bank, 0


def _closed(table: Table, event: r.TableClosed) -> None:  # noqa: ARG001 - one signature for every event
    table.closed, table.notice = True, None


def _excused(table: Table, event: r.Excused) -> None:
    table.places[event.seat].excused = True


def _won(table: Table, event: r.FreezeOutWon) -> None:  # noqa: ARG001 - one signature for every event
    table.closed = True


def _barred(table: Table, event: r.PlayerBarred | r.PlayerReadmitted) -> None:
    table.barred = {player: one for player, one in table.barred.items() if player != event.player}
    table.barred |= {event.player: event} if isinstance(event, r.PlayerBarred) else {}


def _directed(table: Table, event: r.DirectionGiven) -> None:
    table.directions += (event,)


def _lifted(table: Table, event: r.DirectionLifted) -> None:
    ended = (event.what, event.players)
    table.directions = tuple(one for one in table.directions if (one.what, one.players) != ended)


def _seated(table: Table, event: en.EntrantSeated) -> None:
    table.places[event.seat] = Place(
        event.seat, event.player, event.chips, "playing", event.bot, newcomer=False, brought=event.chips,
        time_cards=event.time_cards,
    )  # fmt: skip


def _substituted(table: Table, event: en.SubstituteSeated) -> None:
    """The seat stays where it stood, also for button and blinds; what the player had chosen ends."""
    place = table.places[event.seat]
    place.player, place.bot = event.substitute, event.bot
    place.status = "playing" if place.status == "out" else place.status
    place.sent_away, place.wants_bomb = (), False
    table.sat = tuple((seat, event.substitute if seat == event.seat else who) for seat, who in table.sat)


def _given(table: Table, event: en.ChipsGiven) -> None:
    place = table.places[event.seat]
    place.stack += event.chips
    place.brought = place.stack


def _exchanged(table: Table, event: en.StacksExchanged) -> None:
    for seat, _, _, after in event.stacks:
        table.places[seat].stack = table.places[seat].brought = after


def _held(table: Table, event: en.PlayHeld) -> None:
    table.held = event


def _let(table: Table, event: en.PlayLet) -> None:  # noqa: ARG001 - one signature for every event
    table.held = None


def _penalised(table: Table, event: en.Penalised) -> None:
    table.places[event.seat].penalty += event.hands


def _kept_out(table: Table, event: en.KeptOut) -> None:
    table.places[event.seat].kept_by += (event.act,)


def _let_in_again(table: Table, event: en.LetInAgain) -> None:
    place = table.places[event.seat]
    place.kept_by = tuple(one for one in place.kept_by if one != event.act)


def _card_used(table: Table, event: en.TimeCardUsed) -> None:
    table.places[event.seat].time_cards = event.left


def _top_up_chosen(table: Table, event: r.TopUpChosen) -> None:
    place = table.places[event.seat]
    place.top_up, place.top_up_off = event.to, ()


def _top_up_ended(table: Table, event: r.TopUpEnded) -> None:
    place = table.places[event.seat]
    place.top_up, place.top_up_off = 0, event.cites


def _bomb_voted(table: Table, event: r.BombVoted) -> None:
    table.places[event.seat].wants_bomb = event.agrees


def _bank_used(table: Table, event: r.TimeBankUsed) -> None:
    table.places[event.seat].time_bank = event.left


def _shown_after(table: Table, event: r.CardsShownAfter) -> None:
    table.shown_after += event.cards


def _rabbit_shown(table: Table, event: r.RabbitShown) -> None:
    table.is_rabbit_shown = bool(event.cards)


def _told(table: Table, event: r.RulesGiven | r.TimeWarned) -> None:
    """A copy of the rules, or a warning, changes nothing at the table."""


def _of_jackpot(table: Table, event: Any) -> None:  # noqa: ANN401 - any event that concerns the jackpot
    table.jackpot = linked(table.jackpot, event, table.number)


_RECORD: Final[dict[type, Callable[[Table, Any], None]]] = {
    r.SeatTaken: _taken,
    r.SeatLeft: _left,
    r.PlayerSent: _left,
    r.PlayerReceived: _received,
    r.PlayerReturned: _returned,
    r.LeaveAsked: _leave_asked,
    r.LeaveWithdrawn: _leave_withdrawn,
    r.StakeAdded: _added,
    r.StakeQueued: _queued,
    r.StakeTakenOff: _taken_off,
    r.StakeCorrected: _corrected,
    r.StakeRequired: _stake_required,
    r.SatOut: _sat_out,
    r.CameBack: _came_back,
    r.SeatChanged: _changed,
    r.BlindMissed: _missed,
    r.Declared: _declared,
    r.HandOpened: _opened,
    r.HandClosed: _hand_closed,
    r.NoticeGiven: _noticed,
    r.SignChanged: _sign_changed,
    r.GameAnnounced: _announced,
    r.ChoiceAsked: _choice_asked,
    r.GameChanged: _game_changed,
    r.TableClosed: _closed,
    r.Eliminated: _left,
    r.Excused: _excused,
    r.FreezeOutWon: _won,
    r.PlayerBarred: _barred,
    r.PlayerReadmitted: _barred,
    r.DirectionGiven: _directed,
    r.DirectionLifted: _lifted,
    r.RulesGiven: _told,
    r.TimeWarned: _told,
    r.CardsShownAfter: _shown_after,
    r.RabbitShown: _rabbit_shown,
    r.TopUpChosen: _top_up_chosen,
    r.TopUpEnded: _top_up_ended,
    r.BombVoted: _bomb_voted,
    r.TimeBankUsed: _bank_used,
    en.EntrantSeated: _seated,
    en.ChipsGiven: _given,
    en.StacksExchanged: _exchanged,
    en.EntrantRemoved: _left,
    en.SubstituteSeated: _substituted,
    en.PlayHeld: _held,
    en.PlayLet: _let,
    en.Penalised: _penalised,
    en.KeptOut: _kept_out,
    en.LetInAgain: _let_in_again,
    en.TimeCardUsed: _card_used,
    **dict.fromkeys(
        (
            je.JackpotJoined, je.JackpotLeft, je.PoolIncremented, je.LatePressAuthorised, je.NoMoreBetsPressed,
            je.HandTabled, je.HandCorrected,
        ),
        _of_jackpot,
    ),
}  # fmt: skip
