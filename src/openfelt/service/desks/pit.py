"""The floor desk of a house-banked table: what staff may do now as forms, what an order would do, and giving it.

Which orders are shown to whom, `may_give` says; who may give one is decided with the order. Staff see of the cards what
everyone sees.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from openfelt import pit
from openfelt.cards.naming import cards_in
from openfelt.errors import OpenfeltError, RuleViolation, StaleView
from openfelt.phrases import Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as ev
from openfelt.pit.forms import forms
from openfelt.pit.log import log_line
from openfelt.pit.round import BETTING
from openfelt.room.authority import authorise_round
from openfelt.room.banked import PLAY, StaffAct, foresee, needs_reason
from openfelt.room.banked_orders import ByStaff
from openfelt.room.citing import OUR_OWN
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.orders import FixDeck
from openfelt.rulebooks import joined
from openfelt.service.desks import floor as floor_desk
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account, NotAllowed, clean_name
from openfelt.service.people.names import LIVE_AT_PIT
from openfelt.service.tell import calls
from openfelt.service.tell.pit_feed import staff_words
from openfelt.service.wire.lines import told
from openfelt.service.wire.values import Id
from openfelt.service.writers import exclusions
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.table import TableHost

FLOOR: Final = ("floor", "operator")
SEEN_BY_ALL: Final = pit.Viewer("floor")
MOST_WRONG_NAMES: Final = 3
# Cards named wrongly in a round: its number, and how often. A restart forgets it, and the record does not.
WRONG: Final[WeakKeyDictionary[PitHost, tuple[int, int]]] = WeakKeyDictionary()


class PreviewBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order to try: its kind as `type`, and its fields."""

    order: dict[str, Any]


class OrderBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order to give in a round, and the reason where one is asked for."""

    id: Id
    order: dict[str, Any]
    number: int
    reason: str = ""


def may_give(host: PitHost, officer: Officer, by: str) -> bool:
    """Whether an officer may give orders that the clauses leave to `by`: a dealer, a supervisor, the operator.

    A player's act is entered by whoever deals.
    """
    chapter = OFFICES.of(host.rulebook)
    needed = chapter.for_roles((by,), ()) if by in chapter.roles else chapter.for_duty("deal")
    return chapter.allows(officer, needed)


def pit_at(hall: Hall, table: str) -> PitHost:
    """The house-banked table of that name."""
    if (host := hall.pit(table)) is None:
        hall.host(table)
        raise NotAllowed(phrase("{table} is not a house-banked table", table=Name(table)), code="not-a-pit")
    return host


def in_names(error: OpenfeltError, asked: Asked[PitHost, Any]) -> OpenfeltError:
    """A refusal that calls players by their names."""
    error.rename(lambda text: named(asked.at, text))
    return error


def named(host: PitHost, text: str) -> str:
    """A text in which players of the table are called by their names."""
    return re.sub(r"\w+", lambda word: host.hall.name_of(word[0]) if word[0] in known(host.round) else word[0], text)


def known(round_: pit.Round) -> set[str]:
    """Players whom an order may name: who sits here, and whom an exclusion or a direction keeps away."""
    return {*round_.seats, *round_.excluded, *(player for pair in round_.apart for player in pair)}


def desk(asked: Asked[TableHost | PitHost, None]) -> dict[str, Any]:
    """What staff may do now, as forms; who sits where; calls, and the record of what staff did."""
    host = asked.at
    if isinstance(host, TableHost):
        asked.account.require(*FLOOR)
        return floor_desk.desk(asked.hall, host)
    round_, state, name_of = host.round, host.state, host.hall.name_of
    return {
        "pit": True,
        "table": host.name,
        "rulebook": host.rulebook,
        "title": host.round.game.title,
        "frozen": state.frozen,
        "live": state.live,
        "closed": round_.closed,
        "number": round_.number,
        "phase": round_.phase,
        "seats": {box: name_of(player) for player, box in round_.seats.items()},
        "names": {player: name_of(player) for player in known(round_)},
        "forms": forms_for(host, asked.officer),
        "calls": calls.told_calls(host),
        "record": [record_line(one) for one in state.acts],
    }


def forms_for(host: PitHost, officer: Officer) -> list[dict[str, Any]]:
    """The forms of all orders that this officer may give now; at a stopped table play does not go on."""
    state = host.state
    offers = [
        offer
        for offer in pit.staff_offers(state.round, live=state.live)
        if may_give(host, officer, offer.by) and not (state.frozen and isinstance(offer.command, PLAY))
    ]
    reasoned = {type(offer.command).__name__ for offer in offers if needs_reason(offer.command)}
    return [{**msgspec.structs.asdict(one), "reason": one.kind in reasoned} for one in forms(offers, plain)]


def plain(command: c.Command) -> dict[str, Any]:
    """A command as plain values; cards are their text."""
    found: dict[str, Any] = msgspec.json.decode(pit.encode(command))
    return found


def record_line(one: StaffAct) -> dict[str, Any]:
    """One entry of the record: in which round, what was done, by whom and why."""
    event = one.event
    said = told(staff_words(event), event.cites)
    return {"seq": one.seq, "number": event.number, **said, "by": event.by, "role": event.role, "reason": event.reason}


# -- trying and giving -------------------------------------------------------------------------------------------------


def command_of(host: PitHost, order: dict[str, Any]) -> c.Command:
    """The order that a form states. With real cards a newcomer is named and gets an id of this table."""
    if order.get("type") == "Join" and host.state.live:
        order = {**order, "player": live_player(host, str(order.get("player", "")))}
    return pit.decode_command(msgspec.json.encode(order))


def live_player(host: PitHost, name: str) -> str:
    """The id of a player who sits at the real table: the room knows no account."""
    return re.sub(r"\W", "_", f"{LIVE_AT_PIT}{clean_name(name)}_at_{host.name}")


async def preview(asked: Asked[PitHost, PreviewBody]) -> dict[str, Any]:
    """What an order would do now, line by line; changes nothing and names no card that lies face down."""
    host = asked.at
    command = command_of(host, asked.body.order)
    authorise_round(host.round, asked.officer, command)
    async with naming_cards(host, asked.account, command):
        events = foresee(host.state, ByStaff(command))
    return effect(host, command, events)


def effect(host: PitHost, command: c.Command, events: Sequence[ev.Event]) -> dict[str, Any]:
    """What would happen in words, and whose chips would become more or fewer."""
    name_of, after = host.hall.name_of, host.round.copy()
    named = tuple(cards_in(command)) if host.state.live or isinstance(command, c.ReportBoard) else ()
    shown = [pit.foreseen(host.round, event, SEEN_BY_ALL, named) for event in events]
    for event in events:
        pit.evolve(after, event)
    moved = {player: after.purses.get(player, 0) - chips for player, chips in host.round.purses.items()}
    gone = {player for player in moved if player not in after.purses}
    return {
        "number": host.round.number,
        "cites": joined(*(event.cites for event in events)),
        "effects": [told(log_line(event, name_of, host.round.game.words), event.cites) for event in shown],
        "money": [
            {"name": name_of(player), "amount": amount}
            for player, amount in moved.items()
            if amount and player not in gone
        ],
    }


@contextlib.asynccontextmanager
async def naming_cards(host: PitHost, account: Account, command: c.Command) -> AsyncIterator[None]:
    """Naming a card that nobody has seen is on record before it is answered, and wrong names are few.

    Where the house deals it knows every card, and each answer to a name tells something about a hand.
    """
    named = set(cards_in(command)) if isinstance(command, c.ReportBoard) else set()
    if host.state.live or named <= set(cards_in(pit.view(host.round, SEEN_BY_ALL))):
        yield
        return
    number, wrong = WRONG.get(host, (0, 0))
    wrong = wrong if number == host.round.number else 0
    if wrong >= MOST_WRONG_NAMES:
        message = phrase("{wrong} cards were named wrongly in this round; no more are tried", wrong=wrong)
        raise RuleViolation("too-many-guesses", OUR_OWN, message)
    what = {"table": host.name, "round": host.round.number, "order": type(command).__name__}
    await host.hall.significant.write("HiddenCardNamed", what, account.id)
    try:
        yield
    except RuleViolation:
        WRONG[host] = (host.round.number, wrong + 1)
        raise


async def give(asked: Asked[PitHost, OrderBody]) -> None:
    """Give an order: its effects are events in the table's log, with author and reason where it is more than play."""
    host, body, officer, request_id = asked.at, asked.body, asked.officer, asked.id
    command = command_of(host, body.order)
    order = ByStaff(command, reason=body.reason.strip(), number=body.number, officer=officer)
    async with asked.hall.in_order(f"order at {host.stream}"):  # another's order may not take what is prepared for this
        if not host.was_done(request_id):
            authorise_round(host.round, officer, command)
            await prepare(host, order, request_id)
        async with naming_cards(host, asked.account, command):
            if isinstance(command, c.ExcludePlayer | c.LetBack):
                await exclusions.at_pit(asked.hall.room, host, order, request=request_id)
            else:
                await host.submit(request_id, asked.account.id, order)
    if isinstance(command, c.ExcludePlayer):
        await asked.hall.send_off(command.player)


async def prepare(host: PitHost, order: ByStaff, request_id: str) -> None:
    """Make ready what an order needs: a deck whose root has been told, or the real chips of a newcomer."""
    command = order.command
    if isinstance(command, c.Join) and host.state.live:
        host.hall.names.setdefault(command.player, host.hall.name_of(command.player))
        host.require_running()
        foresee(host.state, order)  # a box that is refused has no chips issued for it
        await host.hall.issue(command.player, command.purse, f"issue {request_id}")
    is_due = isinstance(command, c.NoMoreBets) and not host.state.live and not host.state.frozen
    if is_due and host.pending is None and host.round.phase == BETTING:
        pit.decide(host.round, command)
        shuffle = f"{host.name}/{host.round.number}/{host.version}"
        with contextlib.suppress(StaleView):  # the clock was first
            await host.submit(f"commit {shuffle}", "house", FixDeck(shuffle), plan=False)
