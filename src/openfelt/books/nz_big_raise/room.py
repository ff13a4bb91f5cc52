"""The room of nz-big-raise: why the room acts at a table. Disputes go by rules that it only names (2.0)."""

from __future__ import annotations

from openfelt.books.nz_big_raise import cite
from openfelt.room.citing import BankedCites, RoomCites
from openfelt.room.rules import RoomChapter

CHAPTER = RoomChapter(
    acts=RoomCites(shuffle=cite("7.1", "7.2"), stake=cite("5.3"), disputes=cite("2.0")),
    banked=BankedCites(void=cite("11.11"), not_offered=cite("5.1"), drop=cite("3.1")),
)
