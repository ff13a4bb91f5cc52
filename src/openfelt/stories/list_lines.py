"""Lines of a room story about lists and seats: who waits, who is called, who moves, who draws.

    the brush opens a list                                    # for the game and the limits of the story's sign
    ann joins; bob joins by phone; the list is ann, bob
    the house calls the next to seat 3                        [6.3(iii)]
    ann takes the seat with 20000
    bob asks for seat 5; bob asks for table two
    draw: Kh 9d; the house calls the next to seat 5           # the cards of the next draw
    table two opens; the brush has two feed t

`call over` ends the time of a call; `is moved there` carries out what the house does between rounds of play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from openfelt.cards import FULL_DECK, cards
from openfelt.errors import NotationError, RuleViolation
from openfelt.games.signline import read_sign
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.deciding import decide
from openfelt.lists.estimate import estimate
from openfelt.lists.facts import Apart, KeptOut, ListGiven, facts_of, kept_out_of
from openfelt.lists.moves import change_order, send_order
from openfelt.lists.state import evolve
from openfelt.lists.terms import ESTIMATE, KEPT_OUT, ListTerms
from openfelt.room import commands as q
from openfelt.room.moving import order_to_receive
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer
from openfelt.rulebooks import Cites
from openfelt.stories.lines import Failed, Source, require, source_of
from openfelt.stories.room_stage import RoomStage

LIST: Final = "game"
BRUSH: Final = Officer("bea", "bea", ("gaming supervisor", "casino operator"))
VIAS: Final = {"": "page", " by phone": "phone"}


def given(stage: RoomStage) -> ListGiven:
    """What a decision about lists is given in a story."""
    tables = [state.table for state in stage.evening.tables.values()]
    evening, names = stage.evening, [table.name for table in tables]
    barred = (
        one
        for player in evening.roll.people.persons
        for one in kept_out_of(player, evening.standing(player), names, evening.at_ms)
    )
    told = (KeptOut(player, KEPT_OUT) for player in sorted(stage.kept_out))
    apart = {one.players: one.cites for table in tables for one in table.directions if one.what == "apart"}
    return ListGiven(
        stage.evening.at_ms,
        tuple(facts_of(state) for state in stage.evening.tables.values() if not state.table.closed),
        (*barred, *told),
        tuple(Apart(players, cites) for players, cites in apart.items()),
        lambda _name, count: drawn(stage, count),
    )


def drawn(stage: RoomStage, count: int) -> tuple[int, ...]:
    """The order of the next draw: the cards that the story names, then the others, no two equal faces in a row."""
    first = [FULL_DECK.cards.index(one) for one in stage.to_draw]
    return (*first, *(at for at in (one * 5 % count for one in range(count)) if at not in first))


def list_source(order: o.AnyListOrder) -> Source:
    """An order about lists as a source: its kind is told apart from those of tables."""
    kind, fields = source_of(order)
    return Source(f"list {kind}", fields)


def tell(stage: RoomStage, order: o.AnyListOrder) -> tuple[Any, ...]:
    """Decide an order; nothing is kept yet."""
    stage.source = list_source(order)
    return decide(stage.lists, order, given(stage))


def keep(stage: RoomStage, events: tuple[Any, ...]) -> None:
    """What was decided has happened."""
    for event in events:
        evolve(stage.lists, event)
    stage.note((*stage.last, *events))
    stage.to_draw = ()


def give(stage: RoomStage, order: o.AnyListOrder) -> None:
    """Give an order about lists."""
    keep(stage, tell(stage, order))


def offer_of(stage: RoomStage, player: str) -> e.SeatOffered:
    """The seat that is kept for somebody."""
    found = stage.lists.offer_of(player)
    if found is None:
        raise Failed(f"no seat is kept for {player}")
    return found


# -- acts --------------------------------------------------------------------------------------------------------------


def open_list(stage: RoomStage, name: str, sign: str, terms: str) -> None:
    """`the brush opens a list two for nsw-poker ... with hold_s=60, misses=1`."""
    said = dict(one.split("=", 1) for one in terms.split(", ")) if terms else {}
    try:
        made = msgspec.convert(said, ListTerms, strict=False)
    except msgspec.ValidationError as fault:
        raise NotationError(f"a list is not kept so: {fault}", legal=("hold_s=60, misses=1, per=game",)) from None
    give(stage, o.OpenList(name or LIST, read_sign(sign) if sign else stage.sign, BRUSH, made))


def join(stage: RoomStage, who: str, name: str, how: str, seat: str) -> None:
    """Somebody goes on a list."""
    wish = int(seat) if seat else 0
    if how == " at the desk":
        give(stage, o.AddPerson(name or LIST, who, BRUSH, wish))
    elif how == " at the kiosk":
        give(stage, o.AddAtKiosk(name or LIST, who, "kiosk", "none"))
    elif how == " at the kiosk with a code":
        give(stage, o.AddAtKiosk(name or LIST, who, "kiosk", "code"))
    else:
        give(stage, o.Join(name or LIST, who, VIAS[how], wish))  # type: ignore[arg-type]


def call(stage: RoomStage, by: str, who: str, seat: str) -> None:
    """A free seat of the table is offered."""
    give(stage, o.CallNext(stage.here, int(seat), "" if who == "the next" else who, BRUSH if by == "brush" else None))


def take(stage: RoomStage, who: str, stake: str, entry: str) -> None:
    """Whoever was called sits down: the list and the table, or neither."""
    kept = stage.lists.offer_of(who)
    events = tell(stage, o.TakeOffer(kept.offer if kept is not None else stage.lists.last_offer, who))
    filled = events[-1]
    sit(stage, q.SitDown(who, filled.seat, int(stake), "post" if entry else "wait"), filled.table, events)


def sit_freely(stage: RoomStage, who: str, seat: str, stake: str) -> None:
    """A free seat is taken without a call."""
    events = tell(stage, o.SitFreely(who, stage.here, int(seat)))
    sit(stage, q.SitDown(who, int(seat), int(stake), "wait"), stage.here, events)


def sit(stage: RoomStage, order: q.SitDown, table: str, events: tuple[Any, ...]) -> None:
    """The other part of a seat that is taken: at the table."""
    source, here = stage.source, stage.here
    stage.here = table
    try:
        stage.sit(order)
    finally:
        stage.source, stage.here = source, here
    keep(stage, events)


def change_freely(stage: RoomStage, who: str, seat: str) -> None:
    """A player of the table goes to a free seat at once."""
    events = tell(stage, o.ChangeFreely(who, stage.here, int(seat)))
    source = stage.source
    stage.give(q.ChangeSeat(who, int(seat)))
    stage.source = source
    keep(stage, events)


def move(stage: RoomStage, who: str) -> None:
    """The house moves somebody to the seat that is kept: to another seat, or from table to table."""
    kept = offer_of(stage, who)
    require(bool(kept.source), f"{who} was called, and is not moved by the house")
    events = tell(stage, o.TakeOffer(kept.offer, who))
    if kept.source == kept.table:
        stage.give(change_order(kept), kept.table)
    else:
        send(stage, kept)
    keep(stage, events)


def send(stage: RoomStage, kept: e.SeatOffered) -> None:
    """Both tables of a move, or neither."""
    evening = stage.evening
    order = send_order(kept, f"move {kept.offer}")
    stage.source = source_of(order)
    sent = evening.try_out(kept.source, order)
    apart = evening.kept_apart(kept.table, kept.player)
    received = evening.try_out(kept.table, order_to_receive(sent.events[-1], kept.source, apart))
    evening.keep(kept.source, sent)
    evening.keep(kept.table, received)
    stage.note((*sent.events, *received.events))


def break_game(stage: RoomStage, table: str) -> None:
    """A game is broken: its players are placed, and the notice of closing hangs."""
    events = tell(stage, o.BreakGame(table, "too few players", BRUSH))
    source = stage.source
    stage.give(ByOfficer(BRUSH, q.GiveNotice(stage.evening.at_ms)), table)
    stage.source = source
    keep(stage, events)


def open_from(stage: RoomStage, table: str, name: str, sign: str) -> None:
    """A table is opened for those who wait."""
    made = read_sign(sign) if sign else stage.sign
    events = tell(stage, o.OpenFromList(name or LIST, table, made, BRUSH))
    source = stage.source
    open_table(stage, table, made)
    stage.source = source
    keep(stage, events)


def open_table(stage: RoomStage, table: str, sign: Any = None) -> None:  # noqa: ANN401 - a sign, or that of the story
    """Another table, of the same sign."""
    if table in stage.evening.tables:
        raise RuleViolation("table-exists", stage.table.rules.terms, f"there is a table {table!r} already")
    stage.source = Source("OpenTable")
    opened = stage.evening.open(table, sign or stage.sign)
    stage.openings[table] = stage.source
    stage.note(opened)


def end_offer(stage: RoomStage, who: str) -> None:
    """The time of a call is over."""
    give(stage, o.EndOffer(offer_of(stage, who).offer, "expired"))


# -- claims ------------------------------------------------------------------------------------------------------------


def line_is(stage: RoomStage, name: str, names: str) -> None:
    """Who waits, in order."""
    one = stage.lists.lists.get(name.strip() or LIST)
    have = ", ".join(mine.player for mine in one.line) if one is not None else "closed"
    require((have or "empty") == names, f"the list is {have or 'empty'}")


def kept(stage: RoomStage, seat: str, who: str) -> None:
    """For whom a seat is kept."""
    found = stage.lists.offer_at(stage.here, int(seat))
    have = found.player if found is not None else "nobody"
    require(have == who, f"seat {seat} is kept for {have}")


def passed(stage: RoomStage, names: str) -> None:
    """Who was passed by in the latest call."""
    offers = [one for one in stage.last if isinstance(one, e.SeatOffered)]
    have = ", ".join(one.player for one in offers[-1].passed_by) if offers else ""
    require((have or "nobody") == names, f"passed by: {have or 'nobody'}")


def drew(stage: RoomStage, words: str) -> None:
    """The rounds of the latest draw: "ann Kh, bob 9d | ..."."""
    offers = [one for one in stage.last if isinstance(one, e.SeatOffered) and one.drawn is not None]
    rounds = offers[-1].drawn.rounds if offers and offers[-1].drawn is not None else ()
    have = " | ".join(", ".join(f"{player} {card}" for player, card in one) for one in rounds)
    require(have == words, f"drawn: {have or 'nothing'}")


def marked(stage: RoomStage, who: str, via: str, name: str) -> None:
    """How somebody came to be on the list, and whether it was interest."""
    one = stage.lists.lists[name.strip() or LIST].entry(who)
    have = f"{one.via}{', of interest' if one.interest else ''}" if one is not None else "nothing"
    require(have == via, f"{who} is marked {have}")


class Told(msgspec.Struct, frozen=True):
    """A wait as it is told, by its clause."""

    player: str
    wait_ms: int | None
    cites: Cites = ESTIMATE


def waits(stage: RoomStage, who: str, minutes: str) -> None:
    """How long somebody is told to wait, in whole minutes: "4 minutes", "no time"."""
    one = next((one for one in stage.lists.lists.values() if one.place_of(who)), None)
    if one is None:
        raise Failed(f"{who} waits for nothing")
    tables = [table for table in given(stage).tables if one.covers(table.game, table.limits)]
    free = sum((table.table, seat) not in kept_seats(stage) for table in tables for seat in table.free)
    seated = sum(len(table.places) for table in tables)
    stage.source = Source("estimate")
    found = estimate(one.tally.until(stage.evening.at_ms), one.place_of(who), seated=seated, free=free)
    stage.note(Told(who, found))
    have = "no time" if found is None else f"{round(found / 60_000)} minutes"
    require(have == minutes, f"{who} is told {have}")


def kept_seats(stage: RoomStage) -> set[tuple[str, int]]:
    """The seats that are kept for somebody."""
    return {(one.table, one.seat) for one in stage.lists.offers.values()}


def name_draw(stage: RoomStage, shown: str) -> None:
    """The cards of the next draw."""
    stage.to_draw = cards(shown)


def keep_out(stage: RoomStage, who: str) -> None:
    """The house keeps somebody from playing."""
    stage.kept_out |= {who}


LIST_CLAIMS: Final = ("the list", "list ", "passed by", "drawn ", "kept seat", "draw: ")
OF: Final = r"(?: list (\w+))?"
LIST_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (r"the brush opens a list(?: (\w+))??(?: for (\S+ .+?))?(?: with (\w+=.+))?", open_list),
    (rf"the brush closes the list{OF}", lambda t, name: give(t, o.CloseList(name or LIST, "the end", BRUSH))),
    (rf"(\w+) joins{OF}( by phone| at the desk| at the kiosk(?: with a code)?)?(?: wishing seat (\d+))?", join),
    (rf"(\w+) goes off the list{OF}", lambda t, who, name: give(t, o.Leave(name or LIST, who))),
    (rf"the brush takes (\w+) off the list{OF}",
     lambda t, who, name: give(t, o.RemovePerson(name or LIST, who, "as the story says", BRUSH))),
    (rf"the brush sends (\w+) to the end of the line{OF}",
     lambda t, who, name: give(t, o.SendToEnd(name or LIST, who, "as the story says", BRUSH))),
    (r"the (brush|house) calls (the next|\w+) to seat (\d+)", call),
    (r"(\w+) takes the seat with (\d+)( posting)?", take),
    (r"(\w+) passes", lambda t, who: give(t, o.PassOffer(offer_of(t, who).offer, who))),
    (r"(\w+) freely takes seat (\d+) with (\d+)", sit_freely),
    (r"(\w+) freely moves to seat (\d+)", change_freely),
    (r"the call of (\w+) is over", end_offer),
    (r"the brush holds a chip of (\w+)", lambda t, who: give(t, o.HoldChip(offer_of(t, who).offer, BRUSH))),
    (r"the brush takes back the call of (\w+)",
     lambda t, who: give(t, o.TakeBack(offer_of(t, who).offer, "as the story says", BRUSH))),
    (r"(\w+) asks for seat (\d+)( posting)?",
     lambda t, who, seat, entry: give(t, o.AskSeat(who, t.here, int(seat), "post" if entry else "wait"))),
    (r"(\w+) asks for another seat", lambda t, who: give(t, o.AskSeat(who, t.here))),
    (r"(\w+) asks for table (\w+)", lambda t, who, to: give(t, o.AskTable(who, t.here, to))),
    (r"(\w+) asks for another table", lambda t, who: give(t, o.AskTable(who, t.here))),
    (r"(\w+) withdraws the request", lambda t, who: give(t, o.WithdrawRequest(who, t.here))),
    (r"the brush asks for seat (\d+) for (\w+)",
     lambda t, seat, who: give(t, o.AskSeat(who, t.here, int(seat), by=BRUSH))),
    (r"the brush asks for table (\w+) for (\w+)", lambda t, to, who: give(t, o.AskTable(who, t.here, to, BRUSH))),
    (r"the brush withdraws the request of (\w+)", lambda t, who: give(t, o.WithdrawRequest(who, t.here, BRUSH))),
    (r"(\w+) is moved there", move),
    (r"table (\w+) opens", open_table),
    (r"the brush has (\w+) feed nobody", lambda t, feeder: give(t, o.EndFeeder(feeder, BRUSH))),
    (r"the brush has (\w+) feed (\w+)", lambda t, feeder, main: give(t, o.SetFeeder(feeder, main, BRUSH))),
    (r"the brush breaks table (\w+)", break_game),
    (r"the brush opens table (\w+) from the list(?: (\w+))??(?: as (.+))?", open_from),
    (r"the house strikes (\w+)", lambda t, who: give(t, o.Strike(LIST, who))),
    (r"the house notes the seats", lambda t: give(t, o.NoteSeats(LIST, tuple(t.evening.tables)))),
    (r"(\w+) may not play here", keep_out),
    (r"(\w+) is told to wait (\d+ minutes|no time)", waits),
    (r"draw: (.+)", name_draw),
    (r"(?:the list|list (\w+)) is (.+)", line_is),
    (r"kept seat (\d+) for (\w+)", kept),
    (r"passed by (.+)", passed),
    (r"drawn (.+)", drew),
    (rf"(\w+) is marked (\w+(?:-\w+)?(?:, of interest)?){OF}", marked),
]  # fmt: skip
LIST_FORMS: Final = (
    "the brush opens a list", "the brush opens a list with hold_s=60, misses=1", "the brush closes the list",
    "ann joins", "ann joins list game by phone wishing seat 3", "ann goes off the list",
    "ann joins at the kiosk with a code",
    "the brush takes ann off the list", "the brush sends ann to the end of the line",
    "the house calls the next to seat 3", "the brush calls ann to seat 3", "ann takes the seat with 20000",
    "ann passes", "ann freely takes seat 3 with 20000", "ann freely moves to seat 3", "the call of ann is over",
    "the brush holds a chip of ann", "the brush takes back the call of ann", "ann asks for seat 3",
    "ann asks for another seat", "ann asks for table two", "ann asks for another table", "ann withdraws the request",
    "the brush asks for seat 3 for ann", "the brush asks for table two for ann",
    "the brush withdraws the request of ann",
    "ann is moved there", "table two opens", "the brush has two feed t", "the brush breaks table two",
    "the brush opens table two from the list", "the house strikes ann", "the house notes the seats", "draw: Kh 9d",
    "the list is ann, bob", "kept seat 3 for ann", "passed by ann", "drawn ann Kh, bob 9d",
    "ann is marked phone, of interest", "ann may not play here", "ann is told to wait 4 minutes",
)  # fmt: skip
