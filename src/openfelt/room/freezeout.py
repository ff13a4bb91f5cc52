"""Freeze Out: one buy-in each, nobody joins, adds or leaves, blinds go up as players drop out, the last one wins.

A table is opened as one, with a Gaming Manager's approval, where its book has it; the rest follows from `Table`.
"""

from __future__ import annotations

from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.money import money
from openfelt.phrases import Money, Name, Text, phrase
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.citing import HOUSE
from openfelt.room.rules import ROOM, FreezeOutCites, room_rules
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites

ONE_GAME: Final = HOUSE.cite("16.7")


def clauses(table: Table) -> FreezeOutCites:
    """The clauses of a Freeze Out in the book of a table that is one."""
    found = table.rules.freeze_out
    assert found is not None, f"{table.sign.rulebook} has no Freeze Out"
    return found


def require_freeze_out(sign: Sign, approved_by: str) -> Cites:
    """Refuse a Freeze Out without approval, under a book that has none, or with more than one size of buy-in."""
    rules = room_rules(sign.rulebook)
    if rules.freeze_out is None:
        raise RuleViolation(
            "freeze-out",
            rules.terms,
            phrase("{rulebook} has no Freeze Out", rulebook=Name(sign.rulebook)),
            legal=tuple(book for book in ROOM.books() if (one := ROOM.of(book).tables) is not None and one.freeze_out),
        )
    require_one_game(sign)
    if not approved_by:
        raise RuleViolation(
            "not-approved", rules.freeze_out.terms, "a Freeze Out needs the approval of a Gaming Manager"
        )
    if not 0 < sign.min_stake == sign.max_stake:
        text = phrase(
            "stakes of {min_stake} to {max_stake}: everyone buys in for the same sum",
            min_stake=Money(sign.min_stake),
            max_stake=Money(sign.max_stake),
        )
        raise RuleViolation("unequal-stakes", rules.freeze_out.equal, text)
    return rules.freeze_out.terms


def require_one_game(sign: Sign) -> None:
    """Refuse several games in turn: blinds that rise with every player out are of one game."""
    if sign.rotation is not None:
        raise RuleViolation("rotation", ONE_GAME, "a Freeze Out is of one game", legal=("a sign of one game",))


def terms(table: Table) -> tuple[tuple[Text, Cites], ...]:
    """The conditions of a Freeze Out in words, with their clauses. A player reads them and agrees before sitting down.

    There are none at any other table.
    """
    if not table.freeze_out:
        return ()
    own = clauses(table)
    by = Money(table.sign.limit.small)
    rising = ((phrase("each player out raises every blind by {by}", by=by), own.rising),)
    return (
        (phrase("everyone buys in for {stake}", stake=Money(table.sign.min_stake)), own.equal),
        ("no chips are added or taken off once the first card is dealt", own.fixed),
        ("nobody joins after that", own.closed),
        ("nobody leaves before the stake is lost, unless a supervisor excuses them", own.staying),
        *(rising if table.sign.blinds else ()),
        ("the last player in the game wins", own.winning),
    )


def require_change(table: Table, sign: Sign) -> None:
    """Refuse another sign once play has started, and one with another buy-in at any time."""
    if table.number:
        raise RuleViolation("freeze-out", clauses(table).terms, "a Freeze Out is played out on the terms it began with")
    require_one_game(sign)
    if (sign.min_stake, sign.max_stake) != (table.sign.min_stake, table.sign.max_stake):
        text = phrase(
            "everyone buys in for {min_stake}, whoever comes before a change and whoever after",
            min_stake=Money(table.sign.min_stake),
        )
        raise RuleViolation("unequal-stakes", clauses(table).equal, text, legal=(money(table.sign.min_stake),))


def require_entry(table: Table, command: q.SitDown) -> None:
    """Refuse who comes after the start, brings another sum, or has not agreed to the terms."""
    if table.number:
        raise RuleViolation(
            "started",
            clauses(table).closed,
            phrase("{name} has started and nobody joins any more", name=Name(table.name)),
        )
    if command.stake != table.sign.min_stake:
        text = phrase("a stake of {stake}; everyone buys in for the same sum", stake=Money(command.stake))
        raise RuleViolation("unequal-stakes", clauses(table).equal, text, legal=(money(table.sign.min_stake),))
    if not command.consent:
        raise RuleViolation(
            "no-consent",
            clauses(table).terms,
            phrase("{player} has not agreed to play on these terms", player=Name(command.player)),
        )


def leave(table: Table, place: Place, excused_by: str, reason: str = "") -> tuple[Any, ...]:
    """Leave a Freeze Out that is still on: only when excused, and the chips stay to be posted off."""
    if not excused_by:
        text = phrase(
            "{player} leaves when the stake of {stack} is lost", player=Name(place.player), stack=Money(place.stack)
        )
        raise RuleViolation("must-stay", clauses(table).staying, text, legal=("be excused by a supervisor",))
    return (r.Excused(place.seat, place.player, excused_by, clauses(table).staying, reason),)


def after_hand(table: Table, chips: dict[int, int]) -> tuple[Any, ...]:
    """Who is out after a round of play, what the blinds are now, and who has won."""
    out = [place for seat, place in table.places.items() if not chips.get(seat, place.stack)]
    made: list[Any] = [r.Eliminated(place.seat, place.player, clauses(table).out) for place in out]
    left = [place for place in table.places.values() if place not in out]
    if len(left) == 1:
        last = left[0]
        made.append(r.FreezeOutWon(last.seat, last.player, chips.get(last.seat, last.stack), clauses(table).winning))
    elif out and table.sign.blinds:
        # Each blind goes up by the original minimum wager once for each player out: 100/200 becomes 300/400.
        more = table.sign.limit.small * len(out)
        made.append(
            r.SignChanged(
                table.sign.replace(blinds=tuple(one + more for one in table.sign.blinds)), clauses(table).rising
            )
        )
    return tuple(made)
