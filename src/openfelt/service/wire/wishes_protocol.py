"""What a player wishes for the rounds of play to come."""

from __future__ import annotations

from openfelt.service.wire.values import Cents, Name, Request


class AutoTopUp(Request, frozen=True, tag="auto-top-up"):
    """Have my stake made up to this before each round of play; 0: no more."""

    table: Name
    to: Cents


class BombVote(Request, frozen=True, tag="bomb-vote"):
    """I want a bomb pot in the next round of play, or want it no more."""

    table: Name
    agrees: bool
