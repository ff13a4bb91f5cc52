"""What a ruling leaves behind in a hand. A hand without rulings has none of it, and pays nothing for it."""

from __future__ import annotations

import msgspec

from openfelt.cards import Card
from openfelt.rulebooks import Cites
from openfelt.table.ruling_events import Action, PowerUsed, RulingMade


class Held(msgspec.Struct, frozen=True):
    """An action out of turn or short of a call: by whom, what, and the wagers of those who were skipped then."""

    position: int
    action: Action
    to: int
    skipped: tuple[tuple[int, int], ...]  # position, its wager of the round
    cites: Cites


class Aftermath(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that rulings left to be minded later."""

    aside: tuple[Card, ...] = ()
    aside_at: int = -1  # the step before which the cards set aside are shuffled into the stub
    aside_cites: Cites = ()
    next_card: tuple[Card, ...] = ()
    unburnt: tuple[int, ...] = ()
    ceiling: int = -1
    ceiling_cites: Cites = ()
    held: tuple[Held, ...] = ()
    stays: tuple[
        int, ...
    ] = ()  # whose wagers stay in the pot, also what nobody called: forfeited, or bet by a hand that is dead
    uncalled: int = 0  # what lies in the pot of those wagers and nobody called
    taps_out: tuple[int, ...] = ()
    taps_out_cites: Cites = ()
    exposed: tuple[tuple[Card, int, tuple[int, ...]], ...] = ()  # card, whose it is, who saw it (none: all)
    shows: tuple[tuple[int, tuple[Card, ...], Cites], ...] = ()
    discarders: tuple[int, ...] = ()
    early: tuple[tuple[int, int], ...] = ()
    early_cites: Cites = ()
    clock: tuple[int, int] = (-1, 0)  # position, turn
    clock_cites: Cites = ()
    board_only: int = -1  # of this street only the community card is dealt again
    ruled: tuple[tuple[str, tuple[int, ...]], ...] = ()  # incident, the seats it named
    decisions: tuple[RulingMade | PowerUsed, ...] = ()  # rulings and powers in the order in which they came

    def replace(self, **changes: object) -> Aftermath:
        """The same with some parts changed."""
        return msgspec.structs.replace(self, **changes)

    def held_by(self, position: int) -> Held | None:
        """What is held of a player."""
        return next((one for one in self.held if one.position == position), None)

    def ruled_on(self, incident: str) -> tuple[tuple[int, ...], ...]:
        """The seats that each earlier ruling of this hand on such an incident named."""
        return tuple(seats for kind, seats in self.ruled if kind == incident)

    def early_of(self, position: int) -> int:
        """How many cards of the draw a player has already."""
        return sum(count for at, count in self.early if at == position)

    def seen_by(self, card: Card, owner: int, seat: int) -> bool:
        """Whether a seat (0: anyone else) has seen this card in that player's hand."""
        return any(one == card and whose == owner and (not to or seat in to) for one, whose, to in self.exposed)

    def forget(self, cards: tuple[Card, ...]) -> Aftermath:
        """Cards that go back into the stub have been seen by nobody when they come again."""
        return self.replace(exposed=tuple(one for one in self.exposed if one[0] not in cards))


NOTHING = Aftermath()
