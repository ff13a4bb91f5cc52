"""The floor desk: stop a table, choose an incident among those possible now, see the ruling, apply it.

Every act is a request of a supervisor, cited and on record with its author and reason.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt import floor, room
from openfelt.cards import UNKNOWN, Card
from openfelt.errors import NotationError, OpenfeltError, RuleViolation, StaleView
from openfelt.floor.incidents import KINDS
from openfelt.floor.powers import POWER_KINDS, Exclude
from openfelt.floor.ruling import Author, Ruling, read_incident, require_words
from openfelt.room.events import Direction
from openfelt.rulebooks import Cites
from openfelt.service import calls, directions
from openfelt.service.accounts import Account
from openfelt.service.chronicle import Logged
from openfelt.service.citing import OUR_OWN, ROOM_CITES
from openfelt.service.floor_forms import form, in_words, needed
from openfelt.service.host import TableHost, give
from openfelt.service.lines import marked, told
from openfelt.service.naming import cards_in
from openfelt.service.pit_host import PitHost
from openfelt.service.protocol import Id, write_frame
from openfelt.service.standing import Standing
from openfelt.service.stream import TableFrozen
from openfelt.service.trial import Trial
from openfelt.service.web import body_of, error_answer, hall_of, order_id, require_account, require_own_page
from openfelt.table import RAIL, view
from openfelt.table import ruling_events as ru
from openfelt.table.events import HandStarted, TimeBought
from openfelt.table.hand import Hand
from openfelt.table.log import log_line

ROLES = ("floor", "operator")
MOST_WRONG_NAMES: Final = 3
MOST_SECONDS_MUTED: Final = 366 * 24 * 3600
MOST_DECISIONS: Final = 30
# Powers that are used here. A clock ends by itself, closing has its notice, an inspection its own request.
AT_THE_DESK: Final = (
    "void-round", "invalidate-outcome", "declare-folded", "void-wagers", "exclude", "impose-clock", "refuse-wager",
    "direct", "settle-dispute", "count-cards",
)  # fmt: skip


class FactBody(msgspec.Struct, forbid_unknown_fields=True):
    """An incident with its facts."""

    kind: str
    facts: dict[str, Any] = {}


class ApplyBody(msgspec.Struct, forbid_unknown_fields=True):
    """A ruling to apply: the incident, the remedy where there is a choice, the reason, and the turn it was made in."""

    id: Id
    kind: str
    reason: str
    turn: int
    facts: dict[str, Any] = {}
    remedy: str = ""


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    """What the floor says to a call."""

    id: Id
    call: int
    words: str


class LetBackBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whose exclusion ends, and why."""

    id: Id
    player: str
    reason: str


class LiftBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which direction ends, of players apart for whom, and why."""

    id: Id
    what: Direction
    reason: str
    players: tuple[str, ...] = ()


class MuteBody(msgspec.Struct, forbid_unknown_fields=True):
    """From whom the word is taken, for how long (0: until it is given back), or to whom it is given back, and why."""

    id: Id
    player: str
    muted: bool
    reason: str
    seconds: Annotated[int, msgspec.Meta(ge=0, le=MOST_SECONDS_MUTED)] = 0


class FreezeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Stop a table, or let it go on."""

    id: Id
    frozen: bool
    reason: str


def staff(request: Request) -> tuple[Account, TableHost]:
    """The supervisor who asks, and the table."""
    account = require_account(request)
    account.require(*ROLES)
    return account, hall_of(request).host(request.path_params["table"])


def live_hand(hand: Hand | None) -> Hand:
    """The hand to rule on."""
    if hand is None:
        raise RuleViolation("no-hand", OUR_OWN, "no hand has been dealt at this table")
    return hand


def names_at(host: TableHost, players: dict[int, str] | None = None) -> Callable[[int], str]:
    """Seats by the names of those who played them in the present hand, or in the one that is told about."""
    known = host.dealt_to if players is None else players

    def name(seat: int) -> str:
        place = host.table.places.get(seat)
        who = known.get(seat) or (place.player if place is not None else "")
        return f"{host.hall.name_of(who)} (seat {seat})" if who else f"seat {seat}"

    return name


async def desk(request: Request) -> Response:
    """What can be ruled on now, which powers there are, and the record of rulings."""
    try:
        _, host = staff(request)
        hand = host.hand
        kinds = floor.possible(hand) if hand is not None else ()
    except OpenfeltError as error:
        return error_answer(error)
    possible = [form(kind, KINDS[kind], needed(hand, kind)) for kind in kinds if hand is not None]
    decisions = told_decisions(host)
    powers = [
        form(kind, POWER_KINDS[kind], decisions=decisions)
        for kind in (floor.powers_of(hand) if hand is not None else ())
        if kind in AT_THE_DESK
    ]
    body = {
        "table": host.table.name,
        "frozen": host.frozen,
        "turn": hand.turns if hand else 0,
        "live": host.table.in_hand,
        "seats": {seat: host.hall.name_of(player) for seat, player in host.dealt_to.items()},
        "places": places(host),
        "possible": possible,
        "powers": powers,
        "calls": calls.told_calls(host),
        "excluded": told_excluded(host),
        "directions": directions.desk_rows(host),
        **host.hall.chat.desk_rows(host.table.name),
        "record": [record_line(host, number, logged) for number, logged in host.chronicle.rulings],
    }
    return Response(write_frame(body), media_type="application/json")


def places(host: TableHost) -> dict[int, str]:
    """Every seat of the table with who plays it or sits there; nobody at an empty one."""
    dealt, sitting = host.dealt_to, host.table.places
    found: dict[int, str] = {}
    for seat in range(1, host.table.sign.seats + 1):
        who = dealt.get(seat) or (sitting[seat].player if seat in sitting else "")
        found[seat] = host.hall.name_of(who) if who else "empty"
    return found


def decisions_of(host: TableHost) -> floor.Record:
    """The rulings and powers on record at this table, by their numbers: what a review can be of."""
    return {seq: event for _, (seq, event, _) in host.chronicle.rulings}


def told_decisions(host: TableHost) -> tuple[dict[str, Any], ...]:
    """The latest decisions, for the choice of one to review."""
    latest = list(host.chronicle.rulings)[-MOST_DECISIONS:]
    return tuple(
        {"value": logged[0], "label": f"hand {number}: {record_line(host, number, logged)['text']}"}
        for number, logged in reversed(latest)
    )


def record_line(host: TableHost, number: int, logged: Logged) -> dict[str, Any]:
    """One entry of the record: in which hand, what was ruled, by whom and why."""
    seq, event, players = logged
    said = told(log_line(event, names_at(host, players), marked), event.cites)
    return {"seq": seq, "hand": number, **said, "by": event.author, "role": event.role, "reason": event.reason}


def without_hidden(value: Any, known: set[Card]) -> Any:  # noqa: ANN401 - an event, or what one is made of
    """An event as it may be told before it happens: a card that is not open yet stays unknown, to the floor too."""
    if isinstance(value, Card):
        return value if value in known else UNKNOWN
    if isinstance(value, tuple):
        return tuple(without_hidden(one, known) for one in value)
    if isinstance(value, msgspec.Struct):
        told_ = {name: without_hidden(getattr(value, name), known) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **told_)
    return value


@contextlib.asynccontextmanager
async def guessing(host: TableHost, account: Account, incident: Any) -> AsyncIterator[None]:  # noqa: ANN401
    """Naming a card that nobody has seen is on record before it is answered, and wrong names are few.

    Where the house knows the cards, each answer to a name tells something: right and wrong together would tell a hand.
    """
    hand = live_hand(host.hand)
    if host.table.live or set(cards_in(incident)) <= set(cards_in(view(hand, RAIL))):
        yield
        return
    of_hand, wrong = host.guesses
    wrong = wrong if of_hand == hand.hand_id else 0
    if wrong >= MOST_WRONG_NAMES:
        raise RuleViolation(
            "too-many-guesses", OUR_OWN, f"{wrong} cards were named wrongly in this hand; no more are tried"
        )
    what = {"table": host.table.name, "hand": hand.hand_id, "incident": type(incident).__struct_config__.tag}
    await host.hall.significant.write("HiddenCardNamed", what, account.id)
    try:
        yield
    except RuleViolation:
        host.guesses = (hand.hand_id, wrong + 1)
        raise


def effect(host: TableHost, hand: Hand, events: Sequence[Any], facts: Any) -> dict[str, Any]:  # noqa: ANN401
    """What would happen, line by line, and how many chips would come back to which seat.

    Looking is not on record, so it names no card but those that are open now and those that were given as facts.
    """
    known = {*cards_in(view(hand, RAIL)), *cards_in(facts)}
    events = [without_hidden(event, known) for event in events]
    name = names_at(host)
    money: dict[int, int] = {}
    for event in events:
        for seat, amount in chips_back(hand, event):
            money[seat] = money.get(seat, 0) + amount
    return {
        "effects": [told(log_line(event, name, marked), event.cites) for event in events],
        "money": [{"name": name(seat), "amount": amount} for seat, amount in money.items() if amount],
    }


def chips_back(hand: Hand, event: Any) -> list[tuple[int, int]]:  # noqa: ANN401 - any event of a ruling
    """The chips that an event of a ruling gives back, by seat."""
    match event:
        case ru.RoundVoided() | ru.WagersReturned():
            return list(zip(hand.seats, event.returned, strict=True))
        case ru.HandDead(refund=refund, seat=seat):
            return [(seat, refund)]
        case ru.AwardMoved():
            return [(seat, come - gone) for seat, come, gone in zip(hand.seats, event.given, event.taken, strict=True)]
    return []


def ruling_object(host: TableHost, hand: Hand, ruling: Ruling) -> dict[str, Any]:
    """A ruling for the page: deadline with its working, and each remedy with its effects in words and in chips."""
    return {
        "cites": ruling.cites,
        "deadline": ruling.deadline,
        "working": ruling.working,
        "late": ruling.is_late,
        "turn": ruling.turn,
        "remedies": [
            {
                "name": one.name,
                "words": one.words,
                "by": one.by,
                "cites": one.cites,
                "needs": one.needs or not_paid_otherwise(host, one.effects, one.cites),
                **effect(host, hand, one.effects, ruling.incident),
            }
            for one in ruling.remedies
        ],
    }


async def rule(request: Request) -> Response:
    """The ruling on an incident; changes nothing."""
    kind = ""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, FactBody)
        kind = body.kind
        hand = live_hand(host.hand)
        incident = incident_of(host, body)
        async with guessing(host, account, incident):
            told_ruling = ruling_object(host, hand, floor.rule(hand, incident))
    except OpenfeltError as error:
        return error_answer(in_words(error, kind))
    return Response(write_frame(told_ruling), media_type="application/json")


async def apply(request: Request) -> Response:
    """Apply a ruling: its effects are events in the same log."""
    kind = ""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, ApplyBody)
        kind = body.kind
        order = floor.RuleOn(incident_of(host, body), Author(account.name, role_of(account)), body.reason, body.remedy)

        def step(trial: Trial) -> None:
            hand = live_hand(trial.hand)
            if hand.turns != body.turn:
                raise StaleView("the hand has gone on since this ruling; rule again")
            for one in floor.rule(hand, order.incident).remedies:
                if one.name == order.remedy:
                    require_undoable(host, trial.standing, one.effects, one.cites)
            trial.rule(order)

        async with guessing(host, account, order.incident):
            await host.submit(order_id(request, account, body), account.id, step)
    except OpenfeltError as error:
        return error_answer(in_words(error, kind))
    return JSONResponse({"done": True})


async def power(request: Request) -> Response:
    """What using a power would do now; changes nothing."""
    kind = ""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, FactBody)
        kind = body.kind
        hand = live_hand(host.hand)
        chosen = power_of(host, body)
        cites, events = floor.preview(hand, chosen, record=decisions_of(host), author=account.name)
        require_undoable(host, host.standing, events, cites)
    except OpenfeltError as error:
        return error_answer(in_words(error, kind))
    answer = {"cites": cites, "turn": hand.turns, **effect(host, hand, events, chosen)}
    return Response(write_frame(answer), media_type="application/json")


def incident_of(host: TableHost, body: FactBody | ApplyBody) -> floor.AnyIncident:
    """The incident with its facts; what the room knows by itself is not asked: whether the table has closed."""
    incident = read_incident(body.kind, body.facts)
    if isinstance(incident, floor.PotContested) and host.table.closed:
        return msgspec.structs.replace(incident, table_closed=True)
    return incident


def not_paid_otherwise(host: TableHost, events: Sequence[Any], cites: Cites) -> str:
    """Why a round that was paid out cannot be paid otherwise any more; nothing where it can."""
    try:
        require_undoable(host, host.standing, events, cites)
    except RuleViolation as refusal:
        return refusal.message
    return ""


def power_of(host: TableHost, body: FactBody | ApplyBody) -> floor.AnyPower:
    """A power that is used at the desk; the others have their own way."""
    if body.kind not in AT_THE_DESK:
        raise NotationError(f"{body.kind[:40]!r} is not used at the desk of {host.table.name}", legal=AT_THE_DESK)
    return floor.read_power(body.kind, body.facts)


def require_undoable(host: TableHost, standing: Standing, events: Sequence[Any], cites: Cites) -> None:
    """A round that was paid out is undone only while its chips lie where it left them: before the next one begins."""
    hand, table = standing.hand, standing.table
    undone = next((one for one in events if isinstance(one, ru.OutcomeInvalidated | ru.AwardMoved)), None)
    if undone is None or hand is None or table.in_hand:
        return
    if isinstance(undone, ru.OutcomeInvalidated) and bought_time(host):
        text = "time was bought in that round, or it is too long to say; what was paid for time is no wager"
        raise RuleViolation("paid-out", cites, text)
    if hand.outcome == "void":
        raise RuleViolation("paid-out", cites, "that round of play is void already")
    if isinstance(undone, ru.OutcomeInvalidated):
        stacks = undone.stacks
    else:
        stacks = tuple(map(lambda was, come, gone: was + come - gone, hand.stacks, undone.given, undone.taken))
    for seat, now, was in zip(hand.seats, stacks, hand.stacks, strict=True):
        place = table.places.get(seat)
        there = place.stack if place is not None and place.player == standing.players[seat] else None
        if now != was and (there is None or there + now - was < 0):
            raise RuleViolation("paid-out", cites, f"seat {seat} no longer holds what that round paid out")


def bought_time(host: TableHost) -> bool:
    """Whether time was bought in the last round of play, or it is too long ago to say."""
    for _, event in reversed(host.log):
        if isinstance(event, HandStarted | TimeBought):
            return isinstance(event, TimeBought)
    return True


async def use(request: Request) -> Response:
    """Use a power: it is on record with its author and reason, its effects are events in the same log."""
    kind = ""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, ApplyBody)
        kind = body.kind
        chosen = power_of(host, body)
        order = floor.Use(chosen, Author(account.name, role_of(account)), body.reason)

        def step(trial: Trial) -> None:
            hand = live_hand(trial.hand)
            if hand.turns != body.turn:
                raise StaleView("the hand has gone on since; look again")
            record = decisions_of(host)
            cites, events = floor.preview(hand, chosen, record=record, author=account.name)
            require_undoable(host, trial.standing, events, cites)
            trial.rule(order, record=record)
            if isinstance(chosen, Exclude):
                exclude(trial, chosen, cites, host.hall.now_ms())

        await host.submit(order_id(request, account, body), account.id, step)
    except OpenfeltError as error:
        return error_answer(in_words(error, kind))
    return JSONResponse({"done": True})


def exclude(trial: Trial, chosen: Exclude, cites: Cites, now_ms: int) -> None:
    """Whoever is excluded leaves with the stake and gets no seat here for the period, or until let back."""
    place = trial.table.places.get(chosen.seat)
    player = trial.standing.players.get(chosen.seat) or (place.player if place is not None else "")
    if not player:
        raise RuleViolation("empty-seat", cites, f"nobody plays seat {chosen.seat}")
    trial.room(room.Exclude(player, now_ms + 1000 * chosen.seconds if chosen.seconds else 0, cites))


async def let_back(request: Request) -> Response:
    """End an exclusion; who did and why is on record."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, LetBackBody)
        require_words(body.reason)
        order = room.LetBack(body.player, account.name, body.reason)
        await host.submit(order_id(request, account, body), account.id, give(order))
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


async def lift(request: Request) -> Response:
    """End a direction; who did and why is on record."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, LiftBody)
        require_words(body.reason)
        order = room.LiftDirection(body.what, account.name, body.reason, body.players)
        request_id = order_id(request, account, body)
        await directions.lift(hall_of(request), host, order, actor=account.id, request=request_id)
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


async def mute(request: Request) -> Response:
    """Mute a person, or let the person speak again; who did and why is on record."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, MuteBody)
        require_words(body.reason)
        await host.hall.chat.mute(
            host,
            body.player,
            by=account,
            reason=calls.one_line(body.reason),
            request=order_id(request, account, body),
            seconds=body.seconds,
            muted=body.muted,
        )
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


def told_excluded(host: TableHost) -> list[dict[str, Any]]:
    """Who is excluded from the game now, and until when (0: until let back)."""
    now = host.hall.now_ms()
    return [
        {"player": one.player, "name": host.hall.name_of(one.player), "until_ms": one.until_ms, "cites": one.cites}
        for one in host.table.barred.values()
        if not 0 < one.until_ms <= now
    ]


def role_of(account: Account) -> Any:  # noqa: ANN401 - a floor role
    """A floor supervisor rules as supervisor, the operator as manager."""
    return "manager" if "operator" in account.roles else "supervisor"


async def freeze(request: Request) -> Response:
    """Stop the table, or let it go on."""
    try:
        require_own_page(request)
        account, host = staff(request)
        body = await body_of(request, FreezeBody)
        require_words(body.reason)
        event = TableFrozen(body.frozen, body.reason, ROOM_CITES[host.rulebook].stop)
        await host.append_note(event, account.id, order_id(request, account, body))
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


async def called(request: Request) -> Response:
    """Every call for the floor that waits, oldest first, and the latest answers."""
    try:
        require_account(request).require(*ROLES)
    except OpenfeltError as error:
        return error_answer(error)
    hall = hall_of(request)
    told_ = [one for host in hall.hosts.values() for one in calls.told_calls(host)]
    told_ += [one for pit in hall.pits.values() for one in calls.told_calls(pit)]
    body = {"now_ms": hall.now_ms(), "calls": sorted(told_, key=lambda one: (bool(one["answer"]), one["time_ms"]))}
    return Response(write_frame(body), media_type="application/json")


async def answer(request: Request) -> Response:
    """Answer a call: the words go on the table's record and everyone there is told."""
    try:
        require_own_page(request)
        account = require_account(request)
        account.require(*ROLES)
        body = await body_of(request, AnswerBody)
        words = calls.one_line(body.words)
        require_words(words)
        hall, table = hall_of(request), request.path_params["table"]
        host: TableHost | PitHost = hall.pits[table] if table in hall.pits else hall.host(table)
        request_id = order_id(request, account, body)
        await calls.answer(host, body.call, by=account, role=role_of(account), words=words, request=request_id)
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})
