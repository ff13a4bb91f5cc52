"""Requests of a connection, carried out one by one and answered: done, or refused with the reason."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from openfelt import room
from openfelt.errors import OpenfeltError
from openfelt.pit.commands import Leave
from openfelt.service import calls, dealer, directions, fees
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.citing import ROOM_CITES
from openfelt.service.commands import command_of
from openfelt.service.hall import Hall
from openfelt.service.host import TableHost, in_turn
from openfelt.service.pit_host import PitHost
from openfelt.service.requests import RequestId
from openfelt.service.subscribers import LOBBY, Reply, Subscriber
from openfelt.service.trial import Trial

WORD: Final = re.compile(r"\w+")


async def answer(hall: Hall, account: Account, one: Subscriber, data: bytes | str) -> None:
    """Carry out one frame and answer it. Nothing that a client sends raises."""
    frame_id = ""
    try:
        frame = p.read_frame(data)
        frame_id = frame.id
        reply = Reply(one, p.write_frame(p.Done(id=frame_id)))
        await handle(hall, account, reply, frame)
        hall.metrics.requests.labels(frame.__struct_config__.tag).inc()
    except OpenfeltError as error:
        hall.refused(error.code)
        one.answer(p.write_frame(p.Refused(id=frame_id, error=told(hall, account, error))))
        return
    except Exception as fault:
        hall.refused("server-fault")
        sorry = p.Fault("server-fault", (), "a fault of ours; what was acknowledged stands")
        one.answer(p.write_frame(p.Refused(id=frame_id, error=sorry)))
        hall.report_fault(fault)
        return
    reply.give()


def told(hall: Hall, account: Account, error: OpenfeltError) -> p.Fault:
    """A refusal as it is told: players by their names, not by the ids of their accounts."""

    def name(word: re.Match[str]) -> str:
        return account.name if word[0] == account.id else hall.names.get(word[0], word[0])

    fault = p.fault_of(error)
    return msgspec.structs.replace(fault, message=WORD.sub(name, fault.message))


async def handle(hall: Hall, account: Account, reply: Reply, frame: p.ClientFrame) -> None:
    """Carry out one request. Raises what is answered to it."""
    one = reply.one
    if isinstance(frame, p.WatchLobby):
        one.lobby = True
        one.owe(LOBBY)
        return
    if frame.table in hall.pits:
        await pit_request(hall, account, one, hall.pits[frame.table], frame)
        return
    host = hall.host(frame.table)
    if isinstance(frame, p.PitJoin | p.PitLeave | p.PitAct | p.PitDeal):
        raise NotAllowed(f"{frame.table} is not a house-banked table", code="not-a-pit")
    if isinstance(frame, p.DealerFrame):
        await dealer.handle(hall, account, host, frame)
    elif isinstance(frame, p.Watch):
        directions.require_may_watch(host, one)
        hall.subscribers.watch(one, frame.table)
        one.owe(frame.table)
        hall.chat.welcome(one, frame.table)
        if host.standing.hand is None or not host.standing.is_dealt:
            host.plan_next()  # a table that only bots sit at deals faster when somebody looks
    elif isinstance(frame, p.Unwatch):
        hall.subscribers.unwatch(one, frame.table)
    elif isinstance(frame, p.Say):
        await hall.chat.say(account, host, frame)
    elif isinstance(frame, p.CallFloor):
        await calls.call(account, host, frame)
    elif isinstance(frame, p.Act):
        await act(account, host, frame, reply)
    else:
        await seat_request(hall, account, host, frame)


async def pit_request(hall: Hall, account: Account, one: Subscriber, pit: PitHost, frame: Any) -> None:  # noqa: ANN401
    """A request about a house-banked table."""
    request = RequestId.of(account.id, frame)
    match frame:
        case p.Watch():
            hall.subscribers.watch(one, frame.table)
            one.owe(frame.table)
        case p.Unwatch():
            hall.subscribers.unwatch(one, frame.table)
        case p.PitJoin():
            if not pit.was_done(request):
                hall.require_purse(account.id, frame.stake, ROOM_CITES[pit.rulebook].stake)
            await pit.join(account.id, frame.box, frame.stake, request)
        case p.PitLeave():
            await pit.submit(request, account.id, lambda trial: trial.play(Leave(account.id)))
        case p.CallFloor():
            await calls.call_from_box(account, pit, frame)
        case p.PitAct():
            await pit.act(account.id, frame.number, frame.order, request)
        case p.PitDeal():
            await pit.ask_deal(account.id, frame.number)
        case _:
            raise NotAllowed(f"{frame.table} is a house-banked table", code="not-a-table")


async def act(account: Account, host: TableHost, frame: p.Act, reply: Reply) -> None:
    """A player's action: the seat is looked up, the turn must be the present one."""
    player = account.id

    def step(trial: Trial) -> None:
        place = trial.table.place_of(player)
        if place is None:
            raise NotAllowed(f"you have no seat at {trial.table.name}", code="no-seat")
        hand_id = trial.hand.hand_id if trial.hand is not None else ""
        in_turn(hand_id, frame.turn, command_of(frame, place.seat))(trial)

    await host.submit(RequestId.of(player, frame), player, step, reply=reply)
    host.misses.pop(player, None)


async def seat_request(hall: Hall, account: Account, host: TableHost, frame: Any) -> None:  # noqa: ANN401
    """Sitting, leaving, adding chips, sitting out, coming back, moving."""
    player = account.id
    request = RequestId.of(player, frame)
    command: Any
    match frame:
        case p.Sit():
            apart = directions.elsewhere(hall, host, player)
            command = room.SitDown(player, frame.seat, frame.stake, frame.entry, at_ms=hall.now_ms(), apart=apart)
        case p.Stand():
            command = room.StandUp(player)
        case p.KeepSeat():
            command = room.KeepSeat(player, at_ms=hall.now_ms())
        case p.TopUp():
            command = room.AddStake(player, frame.amount)
        case p.Away():
            command = room.SitOut(player, frame.at_blind)
        case p.Back():
            command = room.ComeBack(player, frame.entry)
        case p.Move():
            command = room.ChangeSeat(player, frame.seat, frame.entry)
        case _:
            raise NotAllowed(f"{host.table.name} does not know the request {type(frame).__name__}", code="bad-frame")
    if isinstance(frame, p.Sit | p.TopUp) and not host.was_done(request):
        needed = frame.stake if isinstance(frame, p.Sit) else frame.amount
        hall.require_purse(player, needed, ROOM_CITES[host.rulebook].stake)
    now = hall.now_ms()

    def step(trial: Trial) -> None:
        trial.room(command)
        if isinstance(frame, p.Sit):
            fees.on_sitting(trial, player, now)

    await host.submit(request, player, step)
