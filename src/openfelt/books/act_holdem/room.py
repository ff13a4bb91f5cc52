"""The room of act-holdem: by which clauses the room acts at a table."""

from __future__ import annotations

from openfelt.books.act_holdem import cite
from openfelt.room.citing import BankedCites, RoomCites
from openfelt.room.rules import RoomChapter

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=cite("5.1", "5.2"), stake=cite("4.2"), disputes=cite("15.4")),
    banked=BankedCites(void=cite("15.3"), not_offered=cite("4.4")),
)
