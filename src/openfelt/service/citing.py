"""By which clauses the room itself acts at a table: shuffles, lets an inspector look, stops it, asks for chips.

A table cites its own rulebook, or `house` where that is silent; never another casino's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openfelt.rulebooks import Cites, rulebook

NSW = rulebook("nsw-poker")
ACT = rulebook("act-stud")
US = rulebook("us-stud")
HOLDEM = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")
HOUSE = rulebook("house")
OUR_OWN: Final = HOUSE.cite("1")  # the rulebook leaves the matter open
ISSUE: Final = HOUSE.cite("11.1")


@dataclass(frozen=True, slots=True)
class RoomCites:
    """The clauses of one rulebook for what the room does of itself."""

    shuffle: Cites
    stake: Cites
    inspection: Cites = OUR_OWN
    stop: Cites = OUR_OWN  # no book says how a table is held while the floor looks at something


ROOM_CITES: Final[dict[str, RoomCites]] = {
    "nsw-poker": RoomCites(NSW.cite("5.1", "5.3"), NSW.cite("8.4"), NSW.cite("4.7")),
    "act-stud": RoomCites(ACT.cite("7.1", "7.2"), ACT.cite("4.3")),
    "us-stud": RoomCites(US.cite("shuffle/s1"), HOUSE.cite("11.2")),
    "house": RoomCites(OUR_OWN, HOUSE.cite("11.2")),
    "act-holdem": RoomCites(HOLDEM.cite("5.1", "5.2"), HOLDEM.cite("4.2")),
    "nz-big-raise": RoomCites(NZ.cite("7.1", "7.2"), NZ.cite("5.3")),
}
