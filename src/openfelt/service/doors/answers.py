"""Requests of a connection, carried out one by one and answered: done, or refused with the reason."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from openfelt import room
from openfelt.cards import card
from openfelt.errors import OpenfeltError
from openfelt.phrases import Name, phrase
from openfelt.pit import decode_command
from openfelt.room import after_orders, wish_orders
from openfelt.room.banked_orders import InRound, LeaveBox, TakeBox
from openfelt.room.orders import ChooseGame, InHand, TableOrder
from openfelt.room.people import WATCHING
from openfelt.service.doors import dealer
from openfelt.service.doors.naming import in_names
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.tell import calls, directions
from openfelt.service.tell.event_feed import FOLLOWED
from openfelt.service.wire import after_protocol as after
from openfelt.service.wire import dealer_protocol as dp
from openfelt.service.wire import events_protocol as ev
from openfelt.service.wire import pit_protocol as pp
from openfelt.service.wire import protocol as p
from openfelt.service.wire import wishes_protocol as wishes
from openfelt.service.wire.commands import command_of
from openfelt.service.wire.requests import RequestId
from openfelt.service.wire.subscribers import LOBBY, Reply, Subscriber
from openfelt.service.writers import moves
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.table import TableHost

NO_SEAT: Final = 0
FOLLOWING: Final = (ev.Follow, ev.Unfollow)
OF_PITS: Final = (pp.PitJoin, pp.PitLeave, pp.PitAct, pp.PitDeal)
WATCHED: Final = (p.WatchLobby, p.Watch, p.Unwatch, ev.Follow, ev.Unfollow)  # all that is done without a name


async def answer(hall: Hall, account: Account, one: Subscriber, data: bytes | str) -> None:
    """Carry out one frame and answer it. Nothing that a client sends raises."""
    frame_id = ""
    try:
        frame = p.read_frame(data)
        frame_id = frame.id
        reply = Reply(one, p.write_frame(p.Done(id=frame_id)))
        require_watching(hall, account, frame)
        await handle(hall, account, reply, frame)
        hall.metrics.requests.labels(frame.__struct_config__.tag).inc()
    except OpenfeltError as error:
        hall.refused(error.code)
        one.answer(p.write_frame(p.Refused(id=frame_id, error=p.fault_of(in_names(hall, account, error)))))
        return
    except Exception as fault:
        hall.refused("server-fault")
        sorry = p.Fault("server-fault", (), "a fault of ours; what was acknowledged stands")
        one.answer(p.write_frame(p.Refused(id=frame_id, error=sorry)))
        hall.report_fault(fault)
        return
    reply.give()


async def handle(hall: Hall, account: Account, reply: Reply, frame: p.ClientFrame) -> None:
    """Carry out one request. Raises what is answered to it."""
    one = reply.one
    if isinstance(frame, p.WatchLobby):
        one.lobby = True
        one.owe(LOBBY)
        return
    account.require_person()
    if isinstance(frame, FOLLOWING):
        follow(hall, one, frame)
        return
    if (pit := hall.pit(frame.table)) is not None:
        await pit_request(hall, account, one, pit, frame)
        return
    host = hall.host(frame.table)
    if isinstance(frame, p.Act):  # what is asked most often is told apart first
        await act(account, host, frame, reply)
    elif isinstance(frame, OF_PITS):
        raise NotAllowed(phrase("{table} is not a house-banked table", table=Name(frame.table)), code="not-a-pit")
    elif isinstance(frame, dp.DealerFrame):
        await dealer.handle(hall, account, host, frame)
    elif isinstance(frame, p.Watch):
        directions.require_may_watch(host, one)
        hall.subscribers.watch(one, frame.table)
        one.owe(frame.table)
        hall.chat.welcome(one, frame.table)
        if host.state.hand is None or not host.state.is_dealt:
            host.work.plan()  # a table that only bots sit at deals faster when somebody looks
    elif isinstance(frame, p.Unwatch):
        hall.subscribers.unwatch(one, frame.table)
    elif isinstance(frame, p.Say):
        await hall.chat.say(account, host, frame)
    elif isinstance(frame, p.CallFloor):
        await calls.call(account, host, frame)
    else:
        await seat_request(hall, account, host, frame)


def require_watching(hall: Hall, account: Account, frame: p.ClientFrame) -> None:
    """Whoever has no name watches and does nothing else, where the house lets people do so (house 35.6)."""
    if account.id:
        return
    if not hall.lets_watch:
        raise NotAllowed("nobody watches without a name here", code="not-logged-in", cites=WATCHING)
    if not isinstance(frame, WATCHED):
        text = "whoever has no name only watches"
        raise NotAllowed(text, code="not-logged-in", cites=WATCHING, legal=("choose a name",))


def follow(hall: Hall, one: Subscriber, frame: ev.Follow | ev.Unfollow) -> None:
    """Begin or end to follow a tournament."""
    name = f"{FOLLOWED}{hall.event(frame.event).name}"
    if isinstance(frame, ev.Follow):
        hall.subscribers.watch(one, name)
        one.owe(name)
    else:
        hall.subscribers.unwatch(one, name)


async def pit_request(hall: Hall, account: Account, one: Subscriber, pit: PitHost, frame: Any) -> None:  # noqa: ANN401
    """A request about a house-banked table."""
    request = RequestId.of(account.id, frame)
    match frame:
        case p.Watch():
            hall.subscribers.watch(one, frame.table)
            one.owe(frame.table)
        case p.Unwatch():
            hall.subscribers.unwatch(one, frame.table)
        case pp.PitJoin():
            offices = hall.accounts.offices_of(account, pit.stream)
            await pit.submit(request, account.id, TakeBox(account.id, frame.box, frame.stake, offices))
        case pp.PitLeave():
            await pit.submit(request, account.id, LeaveBox(account.id))
        case p.CallFloor():
            await calls.call(account, pit, frame)
        case pp.PitAct():
            command = decode_command(msgspec.json.encode(frame.order))
            await pit.submit(request, account.id, InRound(frame.number, account.id, command))
        case pp.PitDeal():
            await pit.ask_deal(account.id, frame.number)
        case _:
            raise NotAllowed(phrase("{table} is a house-banked table", table=Name(frame.table)), code="not-a-table")


async def act(account: Account, host: TableHost, frame: p.Act, reply: Reply) -> None:
    """A player's action in the turn that the frame names, for the seat in which the player sits."""
    player, hand = account.id, host.hand
    place = host.table.place_of(player)
    command = command_of(frame, place.seat if place is not None else NO_SEAT)
    order = InHand(hand.hand_id if hand is not None else "", frame.turn, command, player)
    await host.submit(RequestId.of(player, frame), player, order, reply=reply)
    host.work.acted(player)


async def seat_request(hall: Hall, account: Account, host: TableHost, frame: Any) -> None:  # noqa: ANN401
    """Sitting, leaving, adding chips, sitting out, coming back, moving."""
    player = account.id
    order: TableOrder
    match frame:
        case p.Sit():
            apart = moves.elsewhere(hall.hosts.values(), host, player)
            offices = hall.accounts.offices_of(account, host.stream)
            order = room.SitDown(
                player,
                frame.seat,
                frame.stake,
                frame.entry,
                groups=frame.groups,
                consent=frame.consent,
                apart=apart,
                offices=offices,
            )
            await hall.lists.sit(host, order, actor=player, request=RequestId.of(player, frame))
            return
        case p.Stand():
            order = room.StandUp(player)
        case p.KeepSeat():
            order = room.KeepSeat(player)
        case p.TopUp():
            order = room.AddStake(player, frame.amount)
        case p.Away():
            order = room.SitOut(player, frame.at_blind)
        case p.Back():
            order = room.ComeBack(player, frame.entry)
        case after.ShowAfter() | after.SeeRabbit() | wishes.AutoTopUp() | wishes.BombVote():
            order = between_rounds(player, frame)
        case p.Choose():
            order = ChooseGame(player, frame.game)
        case p.Move():
            order = room.ChangeSeat(player, frame.seat, frame.entry)
            await hall.lists.change_seat(host, order, request=RequestId.of(player, frame))
            return
        case _:
            raise NotAllowed(
                phrase(
                    "{name} does not know the request {type}",
                    name=Name(host.table.name),
                    type=Name(type(frame).__name__),
                ),
                code="bad-frame",
            )
    await host.submit(RequestId.of(player, frame), player, order)


def between_rounds(
    player: str, frame: after.ShowAfter | after.SeeRabbit | wishes.AutoTopUp | wishes.BombVote
) -> after_orders.ShowAfter | after_orders.SeeRabbit | wish_orders.ChooseTopUp | wish_orders.VoteBomb:
    """What a player asks for beside the play, after a round or for those to come."""
    match frame:
        case after.ShowAfter():
            return after_orders.ShowAfter(player, tuple(card(one) for one in frame.cards))
        case after.SeeRabbit():
            return after_orders.SeeRabbit(player)
        case wishes.AutoTopUp():
            return wish_orders.ChooseTopUp(player, frame.to)
        case wishes.BombVote():
            return wish_orders.VoteBomb(player, frame.agrees)
