"""Which sessions of an event are entered, and to which one only advances."""

from __future__ import annotations

from openfelt.tournaments.conditions import Advance, Conditions, Repechage, Session


def entry_sessions(conditions: Conditions) -> list[Session]:
    """The sessions that one enters: nobody advances to them."""
    later = {one.advance.to for one in conditions.sessions if isinstance(one.advance, Advance)}
    if isinstance(conditions.repechage, tuple):
        later |= {one.to_session for one in conditions.repechage if isinstance(one, Repechage)}
    return [one for one in conditions.sessions if one.name not in later]
