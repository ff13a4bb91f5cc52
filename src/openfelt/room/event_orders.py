"""Orders to a table of an event: a tournament. The house gives them; a player of an event gives none of these.

They are for between rounds of play unless they say otherwise. `act` names what of the event's own record an order
carries out: it stands in the record of the table, so that the same act is never done twice unseen.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.games import Sign
from openfelt.room.entrant_events import ChipsFor, HeldFor, RemovedFor


class SeatEntrant(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: seat an entrant with tournament chips, which the event issues; `late`: after play has begun."""

    seat: int
    player: str
    chips: int
    act: str
    bot: str = ""
    late: bool = False
    time_cards: int = 0


class GiveChips(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: give an entrant at the table more tournament chips, for a re-buy, an add-on or a bonus round."""

    player: str
    chips: int
    why: ChipsFor
    act: str


class ExchangeStacks(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: exchange the chips of entrants, or correct them by a bag: who, what the stack is before and after."""

    stacks: tuple[tuple[str, int, int], ...]
    act: str
    why: Literal["colour-up", "bag"] = "colour-up"


class RemoveEntrant(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: an entrant leaves the event, or its session is over; what is left of the chips goes back."""

    player: str
    why: RemovedFor
    act: str


class SeatSubstitute(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: another person takes an entrant's seat, with the chips in it and all that goes with the seat."""

    player: str
    substitute: str
    act: str
    bot: str = ""


class SetLevel(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: the next round of play is of this level of the event, under this sign."""

    sign: Sign
    level: int


class HoldPlay(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: open no round of play beyond number `until_hand`. Also during one: it is played to its end.

    A later order replaces the one before: from hand to hand the number rises by one each time.
    """

    until_hand: int
    why: HeldFor


class LetPlay(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: a table that was held goes on. Also during a round of play."""


class Penalise(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: keep an entrant from a number of further rounds of play; the forced bets are taken all the same.

    Also during a round of play: it counts from the next.
    """

    player: str
    hands: int
    reason: str = ""
    act: str = ""


class KeepOut(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: keep an entrant from play until `LetIn` has the same act; the forced bets are taken all the same.

    Also during a round of play: it counts from the next.
    """

    player: str
    act: str


class LetIn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: an entrant who was kept from play by this act plays again, from the next round of play on."""

    player: str
    act: str


EventOrder = (
    SeatEntrant
    | GiveChips
    | ExchangeStacks
    | RemoveEntrant
    | SeatSubstitute
    | SetLevel
    | HoldPlay
    | LetPlay
    | Penalise
    | KeepOut
    | LetIn
)
