"""What a player wishes for the rounds of play to come."""

from __future__ import annotations

from openfelt.service.wire.values import Cents, Name, Request


class AutoTopUp(Request, frozen=True, tag="auto-top-up"):
    """Make my stake up to this amount before each round of play; 0 ends it."""

    table: Name
    to: Cents


class BombVote(Request, frozen=True, tag="bomb-vote"):
    """Vote for a bomb pot in the next round of play, or take the vote back."""

    table: Name
    agrees: bool
