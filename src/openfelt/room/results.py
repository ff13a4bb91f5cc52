"""How a round of play went for one seat. Rankings, jackpots and the list of a player's past hands read it."""

from __future__ import annotations

import msgspec

from openfelt.cards import Card


class SeatResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a round of play went for one seat, for rankings and jackpots.

    `before` is the stack before posting, `put_in` what left it and did not come back as uncalled; `shown` are the cards
    of a hand that was shown.
    """

    seat: int
    player: str
    before: int
    put_in: int = 0
    won: int = 0
    all_in: bool = False
    folded: bool = False
    shown: tuple[Card, ...] = ()
