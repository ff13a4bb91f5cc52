"""The floor desk: stop a table, choose an incident among those possible now, see the ruling, apply it.

Every act is a request of a supervisor, cited and on record with its author and reason.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from openfelt import floor, room
from openfelt.cards.naming import cards_in, with_only
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.grants import POWER_KINDS
from openfelt.floor.incidents import KINDS
from openfelt.floor.ruling import Author, Ruling, read_incident, require_words
from openfelt.phrases import Name, Phrase, Seat, Text, phrase, quoted
from openfelt.room.calls import one_line
from openfelt.room.citing import OUR_OWN
from openfelt.room.composition import hand_to_rule_on, with_own_facts
from openfelt.room.events import Direction
from openfelt.room.offices import OFFICES
from openfelt.room.orders import ByOfficer, Freeze, OnFloor, StaffOrder
from openfelt.room.people import WAY_BACK
from openfelt.room.people_orders import EndExclusion
from openfelt.room.state import Decision
from openfelt.room.undoing import require_undoable
from openfelt.rulebooks import Cites
from openfelt.service.desks.floor_forms import form, needed
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account
from openfelt.service.tell import calls, directions
from openfelt.service.wire.lines import told
from openfelt.service.wire.values import Id
from openfelt.service.writers import exclusions
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.table import TableHost
from openfelt.table import RAIL, view
from openfelt.table import ruling_events as ru
from openfelt.table.hand import Hand
from openfelt.table.log import log_line
from openfelt.table.seen import HandView
from openfelt.table.views import foreseen

MOST_WRONG_NAMES: Final = 3
MOST_SECONDS_MUTED: Final = 366 * 24 * 3600
MOST_DECISIONS: Final = 30
# Powers that are used here. A clock ends by itself, closing has its notice, an inspection its own request.
AT_THE_DESK: Final = (
    "void-round", "invalidate-outcome", "declare-folded", "void-wagers", "exclude", "impose-clock", "refuse-wager",
    "direct", "settle-dispute", "count-cards", "change-cards",
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
    """Whose exclusion from this table ends, by its number, and why."""

    id: Id
    player: str
    number: int
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


class UnsayBody(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the line that is removed, and why."""

    id: Id
    seq: Annotated[int, msgspec.Meta(ge=1)]
    reason: str


class FreezeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Stop a table, or let it go on."""

    id: Id
    frozen: bool
    reason: str


def names_at(host: TableHost, players: dict[int, str] | None = None) -> Callable[[int], Seat | Phrase]:
    """Seats by the names of those who played them in the present hand, or in the one that is told about."""
    known = host.dealt_to if players is None else players

    def name(seat: int) -> Seat | Phrase:
        place = host.table.places.get(seat)
        who = known.get(seat) or (place.player if place is not None else "")
        return phrase("{name} (seat {seat})", name=Name(host.hall.name_of(who)), seat=seat) if who else Seat(seat)

    return name


def desk(hall: Hall, host: TableHost) -> dict[str, Any]:
    """What can be ruled on now, which powers there are, and the record of rulings."""
    hand = host.hand
    kinds = floor.possible(hand) if hand is not None else ()
    possible = [form(kind, KINDS[kind], needed(hand, kind)) for kind in kinds if hand is not None]
    decisions = told_decisions(host)
    powers = [
        form(kind, POWER_KINDS[kind], decisions=decisions)
        for kind in (floor.powers_of(hand) if hand is not None else ())
        if kind in AT_THE_DESK
    ]
    return {
        "table": host.table.name,
        "frozen": host.frozen,
        "turn": hand.turns if hand else 0,
        "live": host.table.in_hand,
        "seats": {seat: host.hall.name_of(player) for seat, player in host.dealt_to.items()},
        "places": places(host),
        "possible": possible,
        "powers": powers,
        "calls": calls.told_calls(host),
        "excluded": told_excluded(hall, host.name),
        "directions": directions.desk_rows(host),
        **hall.chat.desk_rows(host.table.name),
        "record": [record_line(host, one) for one in host.state.decisions],
    }


def places(host: TableHost) -> dict[int, str]:
    """Every seat of the table with who plays it or sits there; nobody at an empty one."""
    dealt, sitting = host.dealt_to, host.table.places
    found: dict[int, str] = {}
    for seat in range(1, host.table.sign.seats + 1):
        who = dealt.get(seat) or (sitting[seat].player if seat in sitting else "")
        found[seat] = host.hall.name_of(who) if who else "empty"
    return found


def told_decisions(host: TableHost) -> tuple[dict[str, Any], ...]:
    """The latest decisions, for the choice of one to review."""
    return tuple(
        {"value": one.seq, "label": phrase("hand {number}: {said}", number=one.number, said=record_words(host, one))}
        for one in reversed(host.state.decisions[-MOST_DECISIONS:])
    )


def record_words(host: TableHost, one: Decision) -> Text:
    """What was ruled, with the names of those who played that hand."""
    return log_line(one.event, names_at(host, one.players))


def record_line(host: TableHost, one: Decision) -> dict[str, Any]:
    """One entry of the record: in which hand, what was ruled, by whom and why."""
    event = one.event
    said = told(record_words(host, one), event.cites)
    return {"seq": one.seq, "hand": one.number, **said, "by": event.author, "role": event.role, "reason": event.reason}


@contextlib.asynccontextmanager
async def guessing(host: TableHost, account: Account, incident: Any) -> AsyncIterator[None]:  # noqa: ANN401
    """Naming a card that nobody has seen is on record before it is answered, and wrong names are few.

    Where the house knows the cards, each answer to a name tells something: right and wrong together would tell a hand.
    """
    hand = hand_to_rule_on(host.state)
    if host.table.live or set(cards_in(incident)) <= set(cards_in(view(hand, RAIL))):
        yield
        return
    of_hand, wrong = host.guesses
    wrong = wrong if of_hand == hand.hand_id else 0
    if wrong >= MOST_WRONG_NAMES:
        raise RuleViolation(
            "too-many-guesses",
            OUR_OWN,
            phrase("{wrong} cards were named wrongly in this hand; no more are tried", wrong=wrong),
        )
    what = {"table": host.table.name, "hand": hand.hand_id, "incident": type(incident).__struct_config__.tag}
    await host.hall.significant.write("HiddenCardNamed", what, account.id)
    try:
        yield
    except RuleViolation:
        host.guesses = (hand.hand_id, wrong + 1)
        raise


def effect(
    host: TableHost,
    hand: Hand,
    tried: floor.Remedy | floor.Preview,
    facts: Any,  # noqa: ANN401 - an incident or a power
) -> dict[str, Any]:
    """What would happen, line by line, and how many chips would come back to which seat.

    Looking is not on record, so it names no card but those that are open now and those that were given as facts.
    """
    events = [foreseen(hand, event, RAIL, cards_in(facts)) for event in tried.effects]
    name = names_at(host)
    money: dict[int, int] = {}
    for event in events:
        for seat, amount in chips_back(hand, event):
            money[seat] = money.get(seat, 0) + amount
    return {
        "effects": [told(log_line(event, name), event.cites) for event in events],
        "money": [{"name": name(seat), "amount": amount} for seat, amount in money.items() if amount],
        "after": picture(hand, tried.after, facts),
    }


def picture(hand: Hand, after: HandView, facts: Any) -> HandView:  # noqa: ANN401 - an incident or a power
    """The hand as it would stand; of its cards only those that lie open now or were given as facts."""
    shown: HandView = with_only({*cards_in(view(hand, RAIL)), *cards_in(facts)}, after)
    seats = tuple(replace(one, words="", used=(), used_low=()) for one in shown.seats)
    return replace(shown, seats=seats, offers=())


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
                **effect(host, hand, one, ruling.incident),
            }
            for one in ruling.remedies
        ],
    }


async def rule(asked: Asked[TableHost, FactBody]) -> dict[str, Any]:
    """The ruling on an incident; changes nothing."""
    host = asked.at
    hand = hand_to_rule_on(host.state)
    incident = incident_of(host, asked.body)
    async with guessing(host, asked.account, incident):
        return ruling_object(host, hand, floor.rule(hand, incident))


async def apply(asked: Asked[TableHost, ApplyBody]) -> None:
    """Apply a ruling: its effects are events in the same log."""
    host, body = asked.at, asked.body
    order = floor.RuleOn(incident_of(host, body), author_at(host, asked.account), body.reason, body.remedy)
    async with guessing(host, asked.account, order.incident):
        await give(asked, OnFloor(body.turn, order))


def power(asked: Asked[TableHost, FactBody]) -> dict[str, Any]:
    """What using a power would do now; changes nothing."""
    host = asked.at
    hand = hand_to_rule_on(host.state)
    chosen = power_of(host, asked.body)
    tried = floor.preview(hand, chosen, record=host.state.reviewable, author=asked.account.name)
    require_undoable(host.state, tried.effects, tried.cites)
    return {"cites": tried.cites, "turn": hand.turns, **effect(host, hand, tried, chosen)}


def incident_of(host: TableHost, body: FactBody | ApplyBody) -> floor.AnyIncident:
    """The incident with its facts; what the room knows by itself is not asked."""
    return with_own_facts(host.state, read_incident(body.kind, body.facts))


def not_paid_otherwise(host: TableHost, events: Sequence[Any], cites: Cites) -> str:
    """Why a round that was paid out cannot be paid otherwise any more; nothing where it can."""
    try:
        require_undoable(host.state, events, cites)
    except RuleViolation as refusal:
        return refusal.message
    return ""


def power_of(host: TableHost, body: FactBody | ApplyBody) -> floor.AnyPower:
    """A power that is used at the desk; the others have their own way."""
    if body.kind not in AT_THE_DESK:
        raise NotationError(
            phrase("{kind} is not used at the desk of {name}", kind=quoted(body.kind[:40]), name=Name(host.table.name)),
            legal=AT_THE_DESK,
        )
    return floor.read_power(body.kind, body.facts)


async def use(asked: Asked[TableHost, ApplyBody]) -> None:
    """Use a power: it is on record with its author and reason, its effects are events in the same log."""
    host, body = asked.at, asked.body
    order = OnFloor(body.turn, floor.Use(power_of(host, body), author_at(host, asked.account), body.reason))
    given = ByOfficer(asked.officer, order)
    if (power := exclusions.power_of(given)) is not None:
        player = host.state.player_in(power.seat)
        await exclusions.exclude(asked.hall.room, host, given, body.reason, request=asked.id)
        await asked.hall.send_off(player)
    else:
        await give(asked, order)


async def let_back(asked: Asked[TableHost, LetBackBody]) -> None:
    """End an exclusion from the game at this table; who did and why is on the house's record."""
    body = asked.body
    require_here(asked.hall, asked.at, body)
    order = EndExclusion(body.player, body.number, one_line(body.reason), asked.officer)
    await asked.hall.room.submit(asked.id, asked.account.id, order)


def require_here(hall: Hall, host: TableHost, body: LetBackBody) -> None:
    """Refuse an exclusion that the floor of this table did not make: the desk ends those of the house."""
    mine = {one.number: one for one in hall.room.state.people.of(body.player).exclusions}
    if body.number in mine and mine[body.number].table != host.name:
        text = phrase("this player is not excluded from {table}", table=Name(host.name))
        raise RuleViolation("not-excluded", WAY_BACK, text)


async def lift(asked: Asked[TableHost, LiftBody]) -> None:
    """End a direction; who did and why is on record."""
    body = asked.body
    require_words(body.reason)
    order = room.LiftDirection(body.what, asked.account.name, body.reason, body.players)
    await directions.lift(asked.hall.hosts.values(), asked.at, order, officer=asked.officer, request=asked.id)


async def unsay(asked: Asked[TableHost, UnsayBody]) -> None:
    """Remove a line that was said at the table; it stays on record, with who removed it and why."""
    body = asked.body
    require_words(body.reason)
    reason = one_line(body.reason)
    await asked.hall.chat.remove(asked.at, body.seq, by=asked.account, reason=reason, request=asked.id)


async def mute(asked: Asked[TableHost, MuteBody]) -> None:
    """Mute a person, or let the person speak again; who did and why is on record."""
    host, body = asked.at, asked.body
    require_words(body.reason)
    await asked.hall.chat.mute(
        host,
        body.player,
        by=asked.account,
        reason=one_line(body.reason),
        request=asked.id,
        seconds=body.seconds,
        muted=body.muted,
    )


def told_excluded(hall: Hall, table: str = "") -> list[dict[str, Any]]:
    """Who is excluded from the game at a table now (or at any), and until when (0: until let back)."""
    now = hall.now_ms()
    return [
        {
            "player": player, "name": hall.name_of(player), "table": one.table, "number": one.number,
            "until_ms": one.until_ms, "cites": one.cites, "reason": one.reason, "by": one.by,
        }
        for player, person in hall.room.state.people.persons.items()
        for one in person.barred(now)
        if one.table and table in ("", one.table)
    ]  # fmt: skip


def author_at(host: TableHost | PitHost, account: Account) -> Author:
    """Who rules there: by name, and in the role that the offices held now give."""
    officer = host.hall.accounts.officer(account, host.stream)
    return Author(account.name, OFFICES.of(host.rulebook).role_of(officer.offices) or "player")


async def give(asked: Asked[Any, Any], order: StaffOrder) -> None:
    """Give an order of staff, by the officer that the account is at this moment."""
    await asked.at.submit(asked.id, asked.account.id, ByOfficer(asked.officer, order))


async def freeze(asked: Asked[TableHost | PitHost, FreezeBody]) -> None:
    """Stop the table, or let it go on."""
    require_words(asked.body.reason)
    await give(asked, Freeze(asked.body.frozen, asked.body.reason))


def called(asked: Asked[None, None]) -> dict[str, Any]:
    """Every call for the floor that waits, oldest first, and the latest answers."""
    hall = asked.hall
    hosts: list[TableHost | PitHost] = [*hall.hosts.values(), *hall.pits.values()]
    told_ = [one for host in hosts for one in calls.told_calls(host)]
    return {"now_ms": hall.now_ms(), "calls": sorted(told_, key=lambda one: (bool(one["answer"]), one["time_ms"]))}


async def answer(asked: Asked[TableHost | PitHost, AnswerBody]) -> None:
    """Answer a call: the words go on the table's record and everyone there is told."""
    words = one_line(asked.body.words)
    require_words(words)
    role = author_at(asked.at, asked.account).role
    await calls.answer(asked.at, asked.body.call, by=asked.account, role=role, words=words, request=asked.id)
