"""Home games: the room keeps the clock, whoever conducts one types the names and notes who is out and who buys chips.

A mode of the same event: seats, levels, places and prizes are those of every other. A note becomes rounds of play at a
table, so that chips stay conserved and places are found by the one way there is. What stands in the event's own
accounts is a record: `ledger` says that none of it is the room's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from openfelt.cage.accounts import Account
from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Money, Name, names, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.tournaments import buying, entering, late, moving, noting, sessions
from openfelt.tournaments import events as e
from openfelt.tournaments import home_events as h
from openfelt.tournaments import home_orders as n
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import (
    EventGiven,
    conditions_of,
    due,
    live_entry,
    refunded,
    require_office,
    require_phase,
    rules_for,
    session_of,
)
from openfelt.tournaments.in_play import Broke, PlayerInPlay
from openfelt.tournaments.ledger import NOT_IN_THE_LEDGER, is_clock_only
from openfelt.tournaments.play_facts import require_in_play
from openfelt.tournaments.tournament import Tournament, evolve
from openfelt.tournaments.vocabulary import HandResult

Events = tuple[e.TournamentEvent, ...]
Answer = Callable[[Tournament, Any, EventGiven], Events]

MODE: Final = HOUSE.cite("21.1")
NAMES: Final = HOUSE.cite("21.2")
NOTES: Final = HOUSE.cite("21.4")
BACK: Final = HOUSE.cite("21.5")
MOVES: Final = HOUSE.cite("21.6")
FINISH: Final = HOUSE.cite("21.7")
CASH: Final = HOUSE.cite("21.8")
MOST_NAMES: Final = 200
LONGEST_NAME: Final = 40
MOST_CENTS: Final = 10**12
NOT_NAMES: Final = ("bot ", "live ")  # how the room calls others
# What takes an account, a purse or a table of the room.
NOT_HERE: Final = (
    o.Apply, o.AcceptConditions, o.PayFee, o.PayBuyIn, o.Withdraw, o.SellSeat, o.AddToPool, o.PayPrize, q.NoteHand,
    q.BuyChips, q.DeclineRebuy, q.ReEnter, q.ProposeDeal, q.VoteDeal, q.AnnounceRound, q.ConfirmPlaces, o.AwardPrizes,
)  # fmt: skip


class Draft:
    """An event while one order is decided: what happens, one thing after the other, and how it stands after each."""

    def __init__(self, state: Tournament) -> None:
        self.state = state.copy()
        self.events: list[e.TournamentEvent] = []

    def add(self, *events: e.TournamentEvent) -> None:
        """Something happens."""
        for one in events:
            evolve(self.state, one)
            self.events.append(one)

    @property
    def all(self) -> Events:
        """Everything."""
        return tuple(self.events)


def _enough(_account: Account) -> int:
    """No purse is asked: what is owed is recorded."""
    return MOST_CENTS * MOST_NAMES


def decide(state: Tournament, order: Any, given: EventGiven, answers: Mapping[type, Answer]) -> Events:  # noqa: ANN401 - any order
    """What happens in an event of either kind; `answers` has how every other event decides it."""
    is_home = is_clock_only(state)
    own = ANSWERS.get(type(order))
    if not is_home:
        if own is not None and type(order) is not q.AcceptMoves:
            text = "the room deals or watches the tables of this event"
            raise RuleViolation("not-clock-only", MODE, text, legal=('play.dealt = "clock-only"',))
        return answers[type(order)](state, order, given)
    if isinstance(order, NOT_HERE):
        text = "the room only keeps the clock of this event: whoever conducts it enters and notes everything"
        raise RuleViolation("clock-only", MODE + NOT_IN_THE_LEDGER, text)
    return (own or answers[type(order)])(state, order, replace(given, balance=_enough))


# --- names ------------------------------------------------------------------------------------------------------------


def clean_name(text: str) -> str:
    """A name as it is kept: one line, single spaces.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def enter_names(state: Tournament, order: n.EnterNames, given: EventGiven) -> Events:
    """Enter players; each owes the fee and the buy-in from now on. Late ones have a seat at once."""
    cites = require_office(conditions_of(state).book, order.by, "note")
    require_phase(state, NAMES, "open", "started")
    draft = Draft(state)
    for name in require_names(order.names):
        same = next((one.player for one in draft.state.live if one.player.casefold() == name.casefold()), "")
        if same:
            text = phrase("{same} is entered already", same=Name(same))
            raise RuleViolation("entered", NAMES, text, legal=(f"{name} 2",))
        draft.add(*_entered(draft.state, name, given, NAMES + cites))
        if state.phase == "started":
            draft.add(*_cited(late.seat_late(draft.state, q.SeatLate(name), given), NAMES))
    return draft.all


def require_names(typed: Sequence[str]) -> tuple[str, ...]:
    """Names as they are kept; refused if one is no name, or stands there twice."""
    names = tuple(clean_name(one) for one in typed)
    if not 1 <= len(names) <= MOST_NAMES:
        text = phrase("{names} names; 1 to {most} at once", names=Count(len(names)), most=MOST_NAMES)
        raise RuleViolation("names", NAMES, text)
    for at, name in enumerate(names):
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or "/" in name or name.startswith(NOT_NAMES):
            text = phrase(
                "{name} is no name: 1 to {most} letters, and no stroke",
                name=quoted(name[:LONGEST_NAME]),
                most=LONGEST_NAME,
            )
            raise RuleViolation("names", NAMES, text)
        if name.casefold() in {one.casefold() for one in names[:at]}:
            text = phrase("{name} stands there twice", name=Name(name))
            raise RuleViolation("entered", NAMES, text, legal=(f"{name} 2",))
    return names


def _entered(state: Tournament, name: str, given: EventGiven, cites: Cites) -> Events:
    """One player more, with what is owed; through the same ways as an entry by an account."""
    draft = Draft(state)
    draft.add(*_cited(entering.apply(draft.state, o.Apply(name, form=True), given), cites))
    costs = due(conditions_of(state), session_of(conditions_of(state), draft.state.entries[name].session))
    if "fee" in costs:
        draft.add(*_cited(entering.pay_fee(draft.state, o.PayFee(name), given), NOT_IN_THE_LEDGER))
    if "buy-in" in costs:
        draft.add(*_cited(entering.pay_buy_in(draft.state, o.PayBuyIn(name), given), NOT_IN_THE_LEDGER))
    return draft.all


def _cited(events: Iterable[Any], more: Cites) -> Events:
    """The same events, with the clauses of home games."""
    made = []
    for one in events:
        kinds = {name: getattr(one, name) for name in one.__struct_fields__}
        made.append(type(one)(**{**kinds, "cites": tuple(dict.fromkeys(one.cites + more))}))
    return tuple(made)


def strike_name(state: Tournament, order: n.StrikeName, _given: EventGiven) -> Events:
    """Take an entry off; nothing is owed for it."""
    cites = tuple(dict.fromkeys(NAMES + require_office(conditions_of(state).book, order.by, "note")))
    require_phase(state, NAMES, "open")
    live_entry(state, order.player)
    back = [refunded(payment, cites) for payment in state.paid_for(order.player)]
    return (*back, e.EntryWithdrawn(player=order.player, kept_cents=0, cites=cites))


# --- notes ------------------------------------------------------------------------------------------------------------


def note_out(state: Tournament, order: n.NoteOut, given: EventGiven) -> Events:
    """Some go out in one hand: their chips are the winner's, and their places are found as everywhere."""
    require_in_play(state)
    cites = _may_note(state, order)
    gone = _of_one_table(state, order.players)
    if len(state.play.players) <= len(gone):
        raise RuleViolation("last-player", NOTES, "somebody has to be left", legal=("take the last note back",))
    winner = _winner(state, gone, order.winner)
    draft = Draft(state)
    draft.add(_note("out", gone, winner, order.by.name, cites))
    now = [draft.state.play.players[one.player] for one in gone]
    if len(now) > 1:
        draft.add(_made_equal(draft.state, now, winner.player, given))
    _lose(draft, [one.player for one in gone], winner.player, given)
    play = draft.state.play
    lost = [
        Broke(one.player, one.table, one.seat, play.tables[one.table].hands, stake, stake)
        for one, stake in zip(gone, _stakes(draft), strict=True)
    ]
    draft.add(*(noting._went_broke(draft.state, one, 0) for one in lost))  # noqa: SLF001 - the same note
    draft.add(*noting.settle(draft.state, draft.state.play.broke, given))
    return draft.all


def _may_note(state: Tournament, order: n.NoteOut | n.NoteBuy | n.TakeBack) -> Cites:
    return tuple(dict.fromkeys(NOTES + require_office(conditions_of(state).book, order.by, "note")))


def _of_one_table(state: Tournament, players: tuple[str, ...]) -> list[PlayerInPlay]:
    """Players who are still in, each once, all at one table."""
    if not players or len(set(players)) < len(players):
        raise RuleViolation("names", NOTES, "a note names each player once")
    found = [buying.in_session(state, one) for one in players]
    if len({one.table for one in found}) > 1:
        text = phrase("{players} do not sit at one table", players=names(players))
        raise RuleViolation("not-seated", NOTES, text, legal=("note them one after the other",))
    return found


def _winner(state: Tournament, gone: list[PlayerInPlay], named: str) -> PlayerInPlay:
    """Who has the chips: whoever is named, else the next player to the left."""
    table = state.play.tables[gone[0].table]
    out = {one.player for one in gone}
    others = [
        player
        for _, player in sorted(table.players.items(), key=lambda one: (one[0] - gone[-1].seat - 1) % table.seats)
        if player not in out
    ]
    if (named and named not in others) or not others:
        text = phrase(
            "{player} does not sit at table {table}", player=Name(named) if named else "nobody else", table=table.number
        )
        raise RuleViolation("not-seated", NOTES, text, legal=tuple(others))
    return state.play.players[named or others[0]]


def _note(kind: h.NoteKind, gone: list[PlayerInPlay], winner: PlayerInPlay | None, by: str, cites: Cites) -> h.NoteMade:
    """The note itself, and how it stood before it."""
    concerned = [*gone, winner] if winner is not None else gone
    before = tuple(
        h.Stack(one.player, one.table, one.seat, one.all_chips, one.rebuys, one.add_ons) for one in concerned
    )
    players = tuple(one.player for one in gone)
    return h.NoteMade(
        kind=kind, players=players, winner=winner.player if winner else "", before=before, by=by, cites=cites
    )


def _made_equal(state: Tournament, gone: list[PlayerInPlay], winner: str, given: EventGiven) -> p.HandNoted:
    """A round after which those who go out together have equal stakes, as was said; odd chips are the winner's."""
    whole = sum(one.all_chips for one in gone)
    each = whole // len(gone)
    after = {one.player: each for one in gone}
    after[winner] = state.play.players[winner].all_chips + whole - each * len(gone)
    return _round(state, gone[0].table, after, given)


def _lose(draft: Draft, gone: list[str], winner: str, given: EventGiven) -> None:
    """A round in which players lose everything to the winner."""
    players = draft.state.play.players
    after = dict.fromkeys(gone, 0)
    after[winner] = players[winner].all_chips + sum(players[one].all_chips for one in gone)
    draft.add(_round(draft.state, players[winner].table, after, given))


def _stakes(draft: Draft) -> list[int]:
    """What those who are out had before their last round."""
    last = draft.events[-1]
    assert isinstance(last, p.HandNoted)
    return [one.before for one in last.results if one.after == 0]


def _round(state: Tournament, table: int, after: dict[str, int], given: EventGiven) -> p.HandNoted:
    """A round of play at a table that nobody counted: some have other chips after it."""
    results = []
    for player, chips in after.items():
        one = state.play.players[player]
        lost = max(0, one.all_chips - chips)
        results.append(HandResult(one.seat, player, one.all_chips, lost, chips, max(0, chips - one.all_chips)))
    number, now = state.play.tables[table].hands + 1, given.now_ms
    return p.HandNoted(
        table=table, number=number, results=tuple(results), button=0, began_ms=now, ended_ms=now,
        cites=tuple(dict.fromkeys(rules_for(state).eliminated + NOTES)),
    )  # fmt: skip


def note_buy(state: Tournament, order: n.NoteBuy, given: EventGiven) -> Events:
    """A player buys chips: a re-buy after the last ones are lost, an add-on as it is."""
    require_in_play(state)
    cites = _may_note(state, order)
    one, draft = buying.in_session(state, order.player), Draft(state)
    if order.what == "add-on":
        draft.add(_note("add-on", [one], None, order.by.name, cites))
    else:
        winner = _winner(state, [one], order.winner)
        draft.add(_note("re-buy", [one], winner, order.by.name, cites))
        _lose(draft, [one.player], winner.player, given)
        (stake,) = _stakes(draft)
        number = draft.state.play.tables[one.table].hands
        asked = q.NoteHand(one.table, number, began_ms=given.now_ms, ended_ms=given.now_ms)
        if until := noting.rebuy_until(draft.state, one.player, asked):
            lost = Broke(one.player, one.table, one.seat, number, stake, stake, until)
            draft.add(noting._went_broke(draft.state, lost, 0))  # noqa: SLF001 - the same note
    made = buying.buy(draft.state, q.BuyChips(order.player, order.what), given)
    draft.add(*_cited(made, NOTES + NOT_IN_THE_LEDGER))
    return draft.all


# --- taking a note back -----------------------------------------------------------------------------------------------


def take_back(state: Tournament, order: n.TakeBack, _given: EventGiven) -> Events:
    """The last note does not count: seats, chips, places and what is owed are as before it."""
    require_in_play(state)
    cites = tuple(dict.fromkeys(BACK + _may_note(state, order)))
    if not state.play.notes:
        raise RuleViolation("nothing-noted", BACK, "there is no note to take back in this session")
    note = state.play.notes[-1]
    require_as_left(state, note)
    draft = Draft(state)
    for number in tuple(state.play.proposed):
        draft.add(p.MovesDropped(id=number, by=order.by.name, cites=cites + MOVES))
    if note.kind != "out":
        payments = [one for one in state.payments if one.payer == note.players[0] and one.paid_for == note.kind]
        draft.add(*(refunded(one, cites) for one in payments[-1:]))
    draft.add(h.NoteTakenBack(kind=note.kind, players=note.players, before=note.before, by=order.by.name, cites=cites))
    return draft.all


def require_as_left(state: Tournament, note: h.NoteMade) -> None:
    """Refuse once somebody whom the note concerns has moved, or the seat of one who is out is taken."""
    play = state.play
    for one in note.before:
        now, table = play.players.get(one.player), play.tables.get(one.table)
        if now is not None:
            is_left = (now.table, now.seat) == (one.table, one.seat)
        else:
            is_left = table is not None and one.seat not in table.players and one.player in play.outs[-1]
        if not is_left:
            text = phrase("{player} does not sit where the note left everybody", player=Name(one.player))
            raise RuleViolation("seat-changed", BACK, text)


# --- moves, cash and the end ------------------------------------------------------------------------------------------


def accept_moves(state: Tournament, order: q.AcceptMoves, given: EventGiven) -> Events:
    """Moves are ordered and, since nobody watches the tables, done."""
    draft = Draft(state)
    draft.add(*_cited(moving.accept_moves(state, order, given), MOVES))
    for act in tuple(draft.state.play.moves):
        draft.add(*_cited(moving.note_move(draft.state, q.NoteMove(act), given), MOVES))
    return draft.all


def note_cash(state: Tournament, order: n.NoteCash, _given: EventGiven) -> Events:
    """Somebody hands money to the bank of the game, or gets some."""
    cites = tuple(dict.fromkeys(CASH + require_office(conditions_of(state).book, order.by, "note")))
    require_phase(state, CASH, "open", "started", "awarded")
    if order.player not in state.entries:
        text = phrase("{player} has no entry", player=Name(order.player))
        raise RuleViolation("no-entry", CASH, text, legal=tuple(state.entries))
    after = state.play.cash.get(order.player, 0) + order.cents
    if not order.cents or abs(order.cents) > MOST_CENTS or abs(after) > MOST_CENTS:
        raise RuleViolation("bad-amount", CASH, phrase("{cents} cannot be handed over", cents=Money(order.cents)))
    return (h.CashNoted(player=order.player, cents=order.cents, by=order.by.name, cites=cites),)


def finish(state: Tournament, order: n.FinishGame, given: EventGiven) -> Events:
    """The last session is over: its places, and what they win."""
    session = require_in_play(state)
    require_office(conditions_of(state).book, order.by, "award")
    if session.advance != "final" or not sessions.is_over(state):
        text = phrase("{players} players are left", players=Count(len(state.play.players)))
        raise RuleViolation("session-goes-on", FINISH, text, legal=("note who goes out",))
    draft = Draft(state)
    draft.add(*_cited(sessions.end_session(state, q.EndSession(str(session.name)), given), FINISH))
    draft.add(*_cited(sessions.confirm_places(draft.state, q.ConfirmPlaces(order.by), given), FINISH))
    return draft.all


ANSWERS: Final[dict[type, Answer]] = {
    n.EnterNames: enter_names,
    n.StrikeName: strike_name,
    n.NoteOut: note_out,
    n.NoteBuy: note_buy,
    n.TakeBack: take_back,
    n.NoteCash: note_cash,
    n.FinishGame: finish,
    q.AcceptMoves: accept_moves,
}
