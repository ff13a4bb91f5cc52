"""Directions of the floor that bind until they are lifted: English only, silence, suspects apart, no spectators.

Silence binds while a hand is in progress and never keeps a player from declaring an action (nsw-poker 26.11.2). Players
who are suspected of collusion do not play at one table (26.11.3): the first one named keeps the seat, the others leave,
and whoever comes later gets no seat where another of them sits. That is our reading: the rule says that they may not
play together, not who gives way. Staff is no spectator and may speak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room import freezeout
from openfelt.room.rules import NO_SUCH_RULE
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites, joined

Events = tuple[Any, ...]


def active(table: Table, what: r.Direction) -> r.DirectionGiven | None:
    """The direction of that kind that binds here now, if any."""
    return next((one for one in table.directions if one.what == what), None)


def direct(table: Table, command: q.Direct) -> Events:
    """A direction is given; of players who may not play together, all but the first leave."""
    is_new = all((one.what, one.players) != (command.what, command.players) for one in table.directions)
    if not is_new:
        raise RuleViolation("directed-already", command.cites, "that is directed already", legal=("lift it first",))
    if command.what == "apart" and len(set(command.players)) < 2:
        raise RuleViolation("directed-whom", command.cites, "two players or more are kept from one table")
    given = r.DirectionGiven(command.what, command.by, command.reason, command.cites, command.players)
    made: list[Any] = [given]
    for player in command.players[1:]:  # only those to be kept apart are named
        place = table.place_of(player)
        if place is not None and not place.leaving and table.event is None:  # an event parts them by its own moves
            made += sent_away(table, place, command.cites)
    return tuple(made)


def lift(table: Table, command: q.LiftDirection) -> Events:
    """A direction ends."""
    for one in table.directions:
        if (one.what, one.players) == (command.what, command.players):
            return (r.DirectionLifted(command.what, command.by, command.reason, one.cites, command.players),)
    given = tuple(one.what for one in table.directions)
    raise RuleViolation(
        "not-directed",
        table.rules.direction or NO_SUCH_RULE,
        phrase("nothing of that kind is directed at {name}", name=Name(table.name)),
        legal=given,
    )


def sent_away(table: Table, place: Place, cites: Cites) -> Events:
    """A player has to leave: at once, or after the hand. Out of a Freeze Out the chips stay (8.10.4)."""
    if table.freeze_out and table.number and not table.closed:
        return (r.Excused(place.seat, place.player, "the supervisor", joined(cites, freezeout.clauses(table).staying)),)
    if place.seat in table.dealt:
        return (r.LeaveAsked(place.seat, cites),)
    return (r.SeatLeft(place.seat, place.player, place.stack + place.queued, cites),)


def speak(table: Table, command: q.Speak) -> Events:
    """Words change nothing at the table; they are refused in a silent hand, and to spectators who had to leave."""
    look_on(table, q.LookOn(command.player, command.is_staff))
    silence = active(table, "silence")
    if silence is not None and table.in_hand and not command.is_staff:
        text = "the floor has directed silence while a hand is in progress"
        raise RuleViolation("silence", silence.cites, text, legal=("declare an action", "speak after the hand"))
    return ()


def look_on(table: Table, command: q.LookOn) -> Events:
    """Watching changes nothing at the table; who has no seat may be told to leave."""
    gone = active(table, "spectators")
    if gone is not None and not command.is_staff and table.place_of(command.player) is None:
        raise RuleViolation(
            "no-spectators", gone.cites, phrase("the floor has sent spectators away from {name}", name=Name(table.name))
        )
    return ()


def kept_apart(table: Table, player: str, elsewhere: Iterable[r.DirectionGiven] = ()) -> r.DirectionGiven | None:
    """The direction that keeps a player from this table, because another whom it names sits here."""
    for one in (*table.directions, *elsewhere):  # only those to be kept apart are named
        others = {other for other in one.players if other != player}
        if player in one.players and any(p.player in others for p in table.places.values()):
            return one
    return None


def require_apart(table: Table, player: str, elsewhere: Iterable[r.DirectionGiven] = ()) -> None:
    """Refuse a seat to a player whom a direction keeps apart from somebody at the table."""
    found = kept_apart(table, player, elsewhere)
    if found is not None:
        text = phrase(
            "the floor has directed that {player} and another player here do not play at one table", player=Name(player)
        )
        raise RuleViolation("kept-apart", found.cites, text, legal=("another table",))
