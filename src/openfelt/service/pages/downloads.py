"""A finished hand to take along, in the reader's own view: as PHH for programs, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from openfelt import phrases
from openfelt.cards import UNKNOWN, Card, show
from openfelt.games import Sign
from openfelt.games.signtext import amount_of, limit_words
from openfelt.room.entrant_events import EventTerms
from openfelt.service.hall import Hall
from openfelt.service.pages import archive
from openfelt.service.pages.pit_archive import pit_text
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.record.history import FinishedHand
from openfelt.service.writers.table import TableHost
from openfelt.table import Viewer, event_view
from openfelt.table import events as e
from openfelt.table.log import log_line

CENTS: Final = "¢"  # amounts are whole cents of the room's chips, which are no country's money
MOST_HANDS: Final = 500  # in one file
WHEN: Final = "%Y-%m-%d %H:%M:%S UTC"


def phh_document(hall: Hall, table: str, number: int, account: Account | None) -> str:
    """The hand as PHH, hidden cards as `??`, with the names of the players and when it was played."""
    if hall.pit(table) is not None:
        message = "PHH has no words for a game against the house"
        raise NotAllowed(message, code="no-hand", legal=("the text of the round",))
    host, hand = archive.find(hall, table, number, account)
    return phh_as(hall, host, hand, number, archive.viewer_for(host, hand, number, account))


def phh_as(hall: Hall, host: TableHost, hand: FinishedHand, number: int, viewer: Viewer) -> str:
    """The hand as PHH, as that viewer saw it."""
    from openfelt.formats import dump_phh  # noqa: PLC0415 - a room starts without; this is made beside the tables

    rows = archive.hand_rows(hall, host, hand)
    began, first = moment(rows[0].time_ms), rows[0].event
    fields = {
        "table": host.name,
        "players": [hall.name_of(hand.players[seat]) for seat in first.seats],
        "seat_count": first.sign.seats,
        "year": began.year,
        "month": began.month,
        "day": began.day,
        "time": began.time(),
        "time_zone": "UTC",
        **(event_fields(hall, host.table.event, hand, number) or {"currency_symbol": CENTS}),
    }
    return dump_phh([row.event for row in rows], viewer=viewer, fields=fields)


def event_fields(hall: Hall, terms: EventTerms | None, hand: FinishedHand, number: int) -> dict[str, Any]:
    """What a recorded hand says of its tournament: event, level, and who went out in it with which place and prize.

    Amounts are tournament chips, so that no currency is named.
    """
    if terms is None:
        return {}
    host = hall.event(terms.event)
    made: dict[str, Any] = {
        "event": hall.event_title(terms.event),
        "level": hand.level,
        "_openfelt_tournament": terms.event,
        "_openfelt_tournament_table": terms.number,
    }
    outs = {
        one.player: one.place
        for one in host.state.play.eliminated.values()
        if (one.table, one.number) == (terms.number, number)
    }
    won = {player: host.awarded[player].cents for player in hand.players.values() if player in host.awarded}
    if outs:
        made["_openfelt_places"] = {hall.name_of(player): place for player, place in outs.items()}
    if outs and won:
        made["_openfelt_prizes_cents"] = {hall.name_of(player): won[player] for player in outs if player in won}
    return made


def shown_hands(hall: Hall, host: TableHost, account: Account | None) -> list[int]:
    """The numbers of the finished hands of a table that a reader may see by now."""
    every = sorted(host.finished)
    while every and not archive.is_shown(hall, host, host.finished[every[-1]], account):
        every.pop()  # the latest are the ones that are too fresh
    return every


def event_hands(hall: Hall, event: str, account: Account | None, skip: int) -> str:
    """The finished hands of a tournament as one PHH file in the reader's own view, table by table, from `skip` on."""
    from openfelt.formats.writing import dump_phhs  # noqa: PLC0415 - as above

    tables = hall.event_tables(event)
    every = [(tables[at].name, number) for at in sorted(tables) for number in shown_hands(hall, tables[at], account)]
    some = every[skip : skip + MOST_HANDS]
    last = skip + len(some)
    more = f"; the next from ?skip={last}" if last < len(every) else ""
    head = f"# hands {skip + 1:,} to {last:,} of {len(every):,}{more}\n" if some else "# no hand is finished\n"
    return head + dump_phhs(phh_document(hall, table, number, account) for table, number in some)


def text_document(hall: Hall, table: str, number: int, account: Account | None) -> str:
    """The hand for people: where and when, who sat where with how much, then a line an event with its clauses."""
    if (pit := hall.pit(table)) is not None:
        return pit_text(pit, number, account, when=utc)
    host, hand = archive.find(hall, table, number, account)
    rows = archive.hand_rows(hall, host, hand)
    viewer = archive.viewer_for(host, hand, number, account)
    names = {seat: hall.name_of(player) for seat, player in hand.players.items()}
    amount = writer_of(rows[0].event.sign)
    said = list(heading(table, number, rows[0].event, names, began=moment(rows[0].time_ms)))
    for row in rows:
        seen = event_view(row.event, viewer)
        text = phrases.written(log_line(seen, lambda seat: phrases.Seat(seat, names.get(seat, ""))), amount)
        said += [f"{text}  [{', '.join(row.event.cites)}]"] if text else []
        said += [f"{names[seat]} holds {show(cards)}" for seat, cards in dealt_down(seen)]
    return "\n".join(said) + "\n"


def writer_of(sign: Sign) -> phrases.WriteMoney:
    """How amounts at a table are written: as money, or as tournament chips."""
    return lambda amount: phrases.part_written(amount_of(sign, amount))


def heading(table: str, number: int, first: e.HandStarted, names: dict[int, str], *, began: datetime) -> Iterator[str]:
    """The table, its game and its limit, the time, and the seats with their stacks."""
    sign, amount = first.sign, writer_of(first.sign)
    blinds = f", blinds {'/'.join(map(amount, sign.blinds))}" if sign.blinds else ""
    ante = f", ante {amount(sign.ante)}" if sign.ante else ""
    yield f"{table}, hand {number}: {sign.game} by {sign.rulebook}, {limit_words(sign)}{blinds}{ante}"
    yield f"{began:{WHEN}}"
    for seat, stack in sorted(zip(first.seats, first.stacks, strict=True)):
        yield f"Seat {seat}: {names[seat]} with {amount(stack)}{', button' if seat == first.button else ''}"


def dealt_down(event: Any) -> Iterator[tuple[int, tuple[Card, ...]]]:  # noqa: ANN401 - any event of a hand, as seen
    """The seats that an event deals face down, with the cards its reader may see."""
    dealt: list[tuple[int, tuple[Card, ...]]] = []
    if isinstance(event, e.StreetDealt):
        dealt = list(zip(event.seats, event.down, strict=True))
    elif isinstance(event, e.DrawDealt):
        dealt = [(event.seat, event.cards)]
    for seat, cards in dealt:
        if cards and UNKNOWN not in cards:
            yield seat, cards


def utc(time_ms: int) -> str:
    """A time of the journal as a text names it."""
    return f"{moment(time_ms):{WHEN}}"


def moment(time_ms: int) -> datetime:
    """A time of the journal as a date."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).replace(microsecond=0)
