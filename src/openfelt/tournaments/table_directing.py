"""What the director asks of each table: to open, to seat and to take out players, to move them, to hold or play on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from openfelt.tournaments import colouring, duty
from openfelt.tournaments import orders as o
from openfelt.tournaments.clock import Stage
from openfelt.tournaments.conditions import Balancing, Session, TimeBank
from openfelt.tournaments.facts import conditions_of, session_of
from openfelt.tournaments.in_play import EventTable
from openfelt.tournaments.moving import clauses, is_final_due
from openfelt.tournaments.play_events import ChipsColouredUp, StackCorrected
from openfelt.tournaments.play_facts import ends_of, plan_of, playing_off
from openfelt.tournaments.sessions import is_over
from openfelt.tournaments.table_orders import (
    AnyTableOrder,
    ClosedHand,
    ExchangeChips,
    GiveMoreChips,
    HoldReason,
    HoldTable,
    KeepFromPlay,
    LetBackToPlay,
    LetTable,
    MovePlayer,
    PlayLevel,
    SeatInstead,
    SeatPlayer,
    SetUpTable,
    ShutTable,
    TableReport,
    TakeOut,
)
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Dealing, PlayerMove

Tables: TypeAlias = Mapping[int, TableReport]
WORDS = {
    "balance": "to keep the tables even",
    "break": "since this table is broken",
    "redraw": "to the final table, by the draw",
}


class Directed(NamedTuple):
    """An order of the director: to the event (table 0), or to the table with this number; once under its request id."""

    request: str
    table: int
    order: o.TournamentOrder | AnyTableOrder


class Holding(NamedTuple):
    """That a table is to be held: after the round it is in, or after the round of a number."""

    why: HoldReason
    until: int | None = None


def sits(report: TableReport, player: str) -> bool:
    """Whether a player has a seat at a table."""
    return any(who == player for who, _ in report.players.values())


def seat_of(report: TableReport, player: str) -> tuple[int, int] | None:
    """A player's seat and chips at a table."""
    return next(((seat, chips) for seat, (who, chips) in report.players.items() if who == player), None)


def all_stand(event: Tournament, tables: Tables) -> bool:
    """Whether every table of the session is held and no round of play is going on."""
    found = [tables.get(number) for number in event.play.tables]
    return all(one is not None and one.is_quiet and one.held_until is not None for one in found)


def dealing(event: Tournament, tables: Tables) -> Dealing:
    """At which tables a round of play goes on, and where its button is; games without one have none."""
    return tuple(
        (number, report.button)
        for number, report in sorted(tables.items())
        if number in event.play.tables and report.in_hand and report.button
    )


def orders(event: Tournament, tables: Tables, now_ms: int) -> Iterator[Directed]:
    """What is to be asked of every table of the session, and of those that are not in it any more."""
    whole = situation(event, tables)
    seated = cache(lambda: frozenset(player for one in tables.values() for player, _ in one.players.values()))
    for number, table in event.play.tables.items():
        report = tables.get(number)
        if report is None:
            order = SetUpTable(table.seats, event.play.session, whole.stage.level)
            yield Directed(f"{event.name}/open/{number}", number, order)
            continue
        yield from _held_at_level(event, table, report, whole)
        if changes := tuple(_substitutes(event, report)):
            yield from changes
            continue  # the rest is asked of whoever has the seat then
        yield from _people(event, table, report, whole, seated)
        for due in _exchanges(event, report) if event.play.exchanges else ():
            if report.is_quiet:
                stacks = tuple((each.player, each.before, each.after) for each in due.stacks)
                why: Literal["colour-up", "bag"] = "bag" if isinstance(due, StackCorrected) else "colour-up"
                yield Directed(f"{event.name}/exchange/{due.act}", number, ExchangeChips(stacks, due.act, why))
        if event.play.gifts:
            yield from _gifts(event, report, whole.given)
        yield from _penalties(event, report, now_ms)
    for move in event.play.moves.values():
        yield from _move(event, move, tables)
    for number, report in tables.items():
        if number not in event.play.tables:
            yield from _cleared(event, report)


def _substitutes(event: Tournament, report: TableReport) -> Iterator[Directed]:
    """Seats that change hands, between rounds of play; whoever is to move does so first."""
    play = event.play
    for act, one in play.substitutes.items():
        found = seat_of(report, one.player)
        waits = not report.is_quiet or play.exchanges or play.move_of(one.player) is not None
        if found is not None and found[1] and not waits:
            order = SeatInstead(one.player, one.substitute, act)
            yield Directed(f"{event.name}/seat instead/{act}/{report.number}", report.number, order)


def _penalties(event: Tournament, report: TableReport, now_ms: int) -> Iterator[Directed]:
    """Players who are to be kept from play, and those whose minutes are over."""
    play = event.play
    for act, one in play.penalties.items():
        kept = act in report.kept.get(one.player, ()) if one.minutes else report.penalties.get(one.player)
        if sits(report, one.player) and not kept:
            keep = KeepFromPlay(one.player, one.hands, act)
            yield Directed(f"{event.name}/keep/{act}", report.number, keep)
    for act, one in play.serving.items():
        if act in report.kept.get(one.player, ()) and play.at_play_ms(now_ms) >= one.until_ms:
            order = LetBackToPlay(one.player, act)
            yield Directed(f"{event.name}/let back/{act}/{report.number}", report.number, order)


# --- held or not ------------------------------------------------------------------------------------------------------


class Situation(NamedTuple):
    """What concerns every table alike, read once."""

    stage: Stage
    all_held: Holding | None  # why all of them are
    chips_leave: bool  # of a level that is over, before the next one is played
    largest: int
    short_by: int  # at which a table stops; 0: none does
    leaving: frozenset[int]  # tables that players are to leave
    movers: frozenset[str]
    rounds: int
    left_per_table: int
    given: frozenset[str]  # acts by which tables gave chips out


def situation(event: Tournament, tables: Tables) -> Situation:
    """Read what concerns every table alike."""
    play, conditions = event.play, conditions_of(event)
    stage, session = plan_of(event)[play.stage], session_of(conditions, play.session)
    terms, left = conditions.play.balancing, ends_of(session).left_per_table
    moves = play.moves.values()
    chips_leave = bool(colouring.level_due(event))
    return Situation(
        stage,
        _all_held(event, stage, chips_leave=chips_leave),
        chips_leave,
        max((len(one.players) for one in play.tables.values()), default=0),
        terms.halt_short if isinstance(terms, Balancing) else 0,
        frozenset(move.from_table for move in moves) | {play.breaking},
        frozenset(move.player for move in moves),
        _rounds(event, session),
        1 if play.pairs else max(1, left) if isinstance(left, int) and not play.tied else 0,
        frozenset(act for one in tables.values() for act in one.given) if play.gifts else frozenset(),
    )


def _all_held(event: Tournament, stage: Stage, *, chips_leave: bool) -> Holding | None:
    play = event.play
    if duty.is_held(event):
        return Holding("off-duty")
    if not play.clock.runs and not play.waits:
        return Holding("break" if play.break_until else "clock" if play.has_begun else "start")
    if stage.is_break:
        return Holding("break")
    if play.exchanges or chips_leave:
        return Holding("colour-up")
    if play.closing or is_over(event):
        return Holding("session-over")
    return Holding("moves") if is_final_due(event) else None


def holding(event: Tournament, table: EventTable, report: TableReport, whole: Situation) -> Holding | None:
    """Why a table is to be held; None if it plays."""
    play, number, size = event.play, table.number, len(table.players)
    if whole.all_held:
        return whole.all_held
    if size <= whole.left_per_table:
        return Holding("session-over")  # it has played until its own winners are left
    if any(one.table in (0, number) for one in play.disputes.values()):
        return Holding("dispute")
    if number in whole.leaving:
        return Holding("moves")
    if play.taken and any(who in play.taken and who not in play.players for who, _ in report.players.values()):
        return Holding("decision")  # the player leaves first
    if any(one.player in table.players.values() for one in play.substitutes.values()):
        return Holding("decision")  # the seat changes hands first
    if any(gift.player in table.players.values() and act not in whole.given for act, gift in play.gifts.items()):
        return Holding("decision")
    if whole.short_by and whole.largest - size >= whole.short_by:
        return Holding("short")
    if play.waits:
        return Holding("hand-for-hand", play.rounds.get(number))
    return Holding("session-over", whole.rounds) if whole.rounds else None


def _held_at_level(event: Tournament, table: EventTable, report: TableReport, whole: Situation) -> Iterator[Directed]:
    """Hold a table or let it on, and set its level. A table let on may deal at once, so its level is set first."""
    wanted = holding(event, table, report, whole)
    exchanges = event.play.exchanges and _exchanges(event, report)
    level = _level(event, report, whole.stage) if not whole.chips_leave and not exchanges else None
    if wanted is not None or level is None:
        yield from _held(event, report, wanted)
    if level is not None:
        yield level


def _rounds(event: Tournament, session: Session) -> int:
    """After how many rounds of play the session is over at each table; 0 if that is not how it ends."""
    rounds = ends_of(session).rounds
    if (terms := playing_off(event, session)) is not None:
        rounds = terms.rounds
    return rounds if isinstance(rounds, int) else 0


def _held(event: Tournament, report: TableReport, wanted: Holding | None) -> Iterator[Directed]:
    mark = f"{event.name}/{{}}/{report.number}/{report.seq}"
    if wanted is None:
        if report.held_until is not None:
            yield Directed(mark.format("let"), report.number, LetTable())
        return
    until = wanted.until if wanted.until is not None else report.hands
    is_enough = (
        report.held_until == until
        if wanted.until is not None
        else (report.held_until is not None and report.held_until <= report.hands)
    )
    if not is_enough:
        yield Directed(mark.format(f"hold {until}"), report.number, HoldTable(until, wanted.why))


# --- levels, seats and chips ------------------------------------------------------------------------------------------


def _level(event: Tournament, report: TableReport, stage: Stage) -> Directed | None:
    session = event.play.session
    if stage.is_break or (report.level == stage.level and (report.session or session) == session):
        return None
    mark = f"{event.name}/level/{report.number}/{session}/{stage.level}/{report.seq}"
    return Directed(mark, report.number, PlayLevel(session, stage.level))


def _people(
    event: Tournament, table: EventTable, report: TableReport, whole: Situation, seated: Callable[[], frozenset[str]]
) -> Iterator[Directed]:
    """Players who are to have a seat here, and those who are to have none any more. `seated`: who sits anywhere."""
    here = {seat: player for seat, (player, _) in report.players.items()}
    stale = _left_over(event, report) - whole.movers
    if here == table.players and not stale:
        return
    yield from _seats(event, table, here, seated(), late=report.hands > 0)
    yield from _outs(event, report, here, stale)  # whatever has happened there is noted by now


def _seats(
    event: Tournament, table: EventTable, here: Mapping[int, str], others: frozenset[str], *, late: bool
) -> Iterator[Directed]:
    """Players whom the event gave a seat here and who have none anywhere; from there they are moved, if they are to be.

    Chips that were bought meanwhile come by an act of their own.
    """
    for seat, player in sorted(table.players.items()):
        if player not in others and here.get(seat, player) == player:  # whoever sits there leaves first
            chips = event.play.players[player].chips
            entry = event.play.re_entries.get(player, 0)
            act = f"{event.name}-seat-{table.number}-{seat}-{player}-{entry}"
            order = SeatPlayer(seat, player, chips, act, late=late, time_cards=time_cards(event))
            yield Directed(f"{event.name}/seat/{table.number}/{seat}/{player}/{entry}", table.number, order)


def time_cards(event: Tournament) -> int:
    """With how many cards for more time everyone begins."""
    bank = conditions_of(event).play.time_bank
    return bank.cards if isinstance(bank, TimeBank) and isinstance(bank.cards, int) else 0


def _outs(event: Tournament, report: TableReport, here: Mapping[int, str], stale: set[str]) -> Iterator[Directed]:
    """Players who are out and still have the seat."""
    play = event.play
    coming = {move.player for move in play.moves.values() if move.to_table == report.number}
    for player in here.values():
        one = play.players.get(player)
        is_dealt_in = report.in_hand and player in play.disqualified
        is_out = one is None or one.table != report.number or player in stale
        if player not in coming and not is_dealt_in and is_out:
            why: Literal["disqualified", "eliminated"] = "disqualified" if player in play.disqualified else "eliminated"
            order = TakeOut(player, why, f"{event.name}-out-{report.number}-{player}-{report.seq}")
            yield Directed(f"{event.name}/out/{report.number}/{player}/{report.seq}", report.number, order)


def _left_over(event: Tournament, report: TableReport) -> set[str]:
    """Who has entered again and still has the seat of the entry before, in which no chips are left."""
    broke = [player for player, chips in report.players.values() if not chips] if report.is_quiet else []
    found = (event.play.players.get(player) for player in broke)
    return {one.player for one in found if one is not None and one.table == report.number and one.chips}


def given_before(event: Tournament, table: int, hand: ClosedHand, tables: Tables) -> tuple[str, ...]:
    """Which chips that were bought had come to a table when a round began: given out there, or where one sat before."""
    play = event.play
    return tuple(
        act
        for act, gift in play.gifts.items()
        if play.players[gift.player].table == table
        and (act in hand.given or any(act in one.given for number, one in tables.items() if number != table))
    )


def _gifts(event: Tournament, report: TableReport, given: frozenset[str]) -> Iterator[Directed]:
    """Chips that were bought are given out between rounds of play, each once."""
    for act, gift in event.play.gifts.items():
        is_here = event.play.players[gift.player].table == report.number and sits(report, gift.player)
        if is_here and report.is_quiet and act not in given:
            order = GiveMoreChips(gift.player, gift.chips, gift.what, act)
            yield Directed(f"{event.name}/give/{act}", report.number, order)


def _exchanges(event: Tournament, report: TableReport) -> list[ChipsColouredUp | StackCorrected]:
    """Exchanges of chips that a table has not carried out yet."""
    open_ones = event.play.exchanges.values()
    return [one for one in open_ones if one.table == report.number and one.act not in report.given]


def _move(event: Tournament, move: PlayerMove, tables: Tables) -> Iterator[Directed]:
    """A player goes, once the round there is over and noted: from one table to the other in one act."""
    here, there = tables.get(move.from_table), tables.get(move.to_table)
    if here is None or there is None or sits(there, move.player) or event.play.exchanges:
        return
    found = seat_of(here, move.player)
    if found is None or not here.is_quiet or not found[1]:
        return  # not seated yet, the round is not over, or whoever has no chips decides on a re-buy first
    taken = there.players.get(move.to_seat)
    if taken is not None and taken[0] != move.player:
        return  # whoever sits there leaves first
    order = MovePlayer(
        move.act, move.player, move.from_seat, move.to_table, move.to_seat, WORDS[move.reason],
        clauses(event, move.reason),
    )  # fmt: skip
    yield Directed(f"{event.name}/move/{move.act}/{here.hands}", move.from_table, order)


# --- tables that are not in play any more -----------------------------------------------------------------------------


def clear(event: Tournament, tables: Tables) -> Iterator[Directed]:
    """Take everyone out of tables that no session uses, and close them."""
    for report in tables.values():
        if report.number not in event.play.tables or event.phase != "started":
            yield from _cleared(event, report)


def _cleared(event: Tournament, report: TableReport) -> Iterator[Directed]:
    if report.is_shut:
        return
    if report.held_until is None or report.held_until > report.hands:
        yield Directed(
            f"{event.name}/hold/{report.number}/{report.seq}", report.number, HoldTable(report.hands, "session-over")
        )
    if report.in_hand:
        return
    moving = {move.player for move in event.play.moves.values()}
    for player, _ in report.players.values():
        if player not in moving:
            order = TakeOut(player, "session-over", f"{event.name}-end-{report.number}-{player}")
            yield Directed(f"{event.name}/end/{report.number}/{player}", report.number, order)
    if not report.players:
        yield Directed(f"{event.name}/shut/{report.number}", report.number, ShutTable())
