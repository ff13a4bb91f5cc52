"""Who goes on from a session that is over, by the places, and who of the others has a second chance.

As many go on as the conditions say: where fewer are left, those who are out fill the number, the last out first. Equals
of whom some go on and some do not each draw a card, unless they are left and have played it off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments.conditions import Advance, Session
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for
from openfelt.tournaments.in_play import in_order
from openfelt.tournaments.placing import Drawn, draw_order
from openfelt.tournaments.play_facts import chances_from
from openfelt.tournaments.tournament import Tournament

Groups = tuple[tuple[str, ...], ...]
BY_PLACES: Final = HOUSE.cite("20.34.1")


class Going(NamedTuple):
    """Who goes on; and of equals that this parts, or a second chance, the order that they drew."""

    advanced: tuple[str, ...]
    parted: Groups = ()
    drawn: tuple[Drawn, ...] = ()
    cites: Cites = ()  # of second chances, and of equals who drew


def count_of(session: Session) -> int:
    """How many go on from a session, or from each of its tables."""
    terms = session.advance
    return terms.count if isinstance(terms, Advance) and isinstance(terms.count, int) else 0


def straddling(groups: Groups, count: int) -> tuple[str, ...]:
    """The equal players of whom some are among the first so many, and some are not."""
    at = 0
    for group in groups:
        if at < count < at + len(group):
            return group
        at += len(group)
    return ()


def filled(state: Tournament, table: int, left: Groups, places: Groups) -> Groups:
    """Those who are left at a table, then those who went out there, the last first."""
    here = {one for group in left for one in group}
    out = {player for player, one in state.play.eliminated.items() if one.table == table and player not in here}
    outs = (tuple(one for one in group if one in out) for group in places)
    return (*left, *(group for group in outs if group))


def going_on(state: Tournament, session: Session, places: Groups, lists: Sequence[Groups], given: EventGiven) -> Going:
    """Who goes on from each list: the places of the session, or of each table. Nobody who was disqualified."""
    count, chances = count_of(session), chances_from(conditions_of(state), str(session.name))
    lists = [entitled(state, groups) for groups in lists]
    matter = [group for groups in lists if (group := straddling(groups, count))]
    name = f"{state.name}/{session.name}/places/going on"
    cards, drawn = given.cards(name), list[Drawn]()
    parted = [tuple(draw_order(group, cards, drawn)) for group in matter]
    advanced = tuple(one for groups in lists for one in in_order(groups, parted)[:count])
    if chances:
        gone = {*advanced, *(one for group in parted for one in group)}
        rest = (tuple(one for one in group if one not in gone) for group in entitled(state, places))
        parted += [tuple(draw_order(group, cards, drawn)) for group in rest if len(group) > 1]
    asked = rules_for(state).asks.get("repechage", ()) if chances else ()
    return Going(advanced, tuple(parted), tuple(drawn), joined(asked, BY_PLACES if chances or parted else ()))


def entitled(state: Tournament, groups: Iterable[tuple[str, ...]]) -> Groups:
    """Places, best first, without those who were disqualified: whoever is below moves up."""
    found = (tuple(one for one in group if one not in state.play.disqualified) for group in groups)
    return tuple(group for group in found if group)
