"""What changed at a house-banked table since it was last told: encoded once for everybody, beside it a player's own.

As at poker tables (`updates`): who got a snapshot in between may know more, and is then told everything once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from openfelt.pit.views import BoxView
from openfelt.service.wire.pit_protocol import PitRound, PitState
from openfelt.service.wire.protocol import write_frame

OWN_FIELDS: Final = ("offers", "you", "chips", "called", "may_deal", "met")
PUBLIC_FIELDS: Final = tuple(one for one in PitState.__struct_fields__ if one not in {*OWN_FIELDS, "round"})
ROUND_FIELDS: Final = tuple(one for one in PitRound.__struct_fields__ if one != "boxes")
NO_LINES: Final[Mapping[int, bytes]] = MappingProxyType({})


class OwnPart(msgspec.Struct, frozen=True):
    """The part of a table that only one player sees: that player's choices and chips, and boxes with their cards."""

    fields: dict[str, Any]
    boxes: dict[int, BoxView]


RAIL_PART: Final = OwnPart({"offers": (), "you": "", "chips": 0, "called": False, "may_deal": False, "met": {}}, {})


class PitTold:
    """What was last told of a table: the public part, and each player's own part."""

    __slots__ = ("is_whole", "own", "state", "unsure")

    def __init__(self, state: PitState, own: dict[str, OwnPart]) -> None:
        self.state = state
        self.own = own  # of the players who were told; everybody else sees what the rail sees
        self.is_whole = True  # whether everyone who watches knows just this
        self.unsure: set[str] = set()  # players whose own part was told otherwise since

    def note_snapshot(self, state: PitState, player: str, own: OwnPart) -> None:
        """Note that somebody got a snapshot: what that reader knows beyond the others is told to all next time."""
        for name in (*PUBLIC_FIELDS, "round"):  # the clock is told by every update
            if name != "clock" and getattr(self.state, name) != getattr(state, name):
                self.is_whole = False
        if own != self.own.get(player, RAIL_PART):
            self.unsure.add(player)


class PitChanges:
    """One update of a table: the public part in encoded pieces, and what a player's own frame has instead."""

    def __init__(self, head: dict[str, Any], before: PitTold | None, now: PitTold, lines: Sequence[bytes]) -> None:
        self.known = before if before is not None and before.is_whole else None
        self.now = now
        self.lines = lines
        fields = write_frame(changed_fields(self.known, now))
        self.start = write_frame(head)[:-1] + b',"state":' + fields[:-1]
        was = self.known.state.round if self.known is not None else None
        self.in_round = changed_round(was, now.state.round)
        self.boxes = {no: write_frame(box) for no, box in changed_boxes(was, now.state.round).items()}
        self._rail = b""

    def frame(self, player: str = "", lines: Mapping[int, bytes] = NO_LINES) -> bytes:
        """The frame for the rail, or for a player with what only that player sees."""
        own, was = self.now.own.get(player, RAIL_PART), self.part_before(player)
        if own is RAIL_PART and was is RAIL_PART and not lines:
            self._rail = self._rail or self.made(own, was, lines)
            return self._rail
        return self.made(own, was, lines)

    def part_before(self, player: str) -> OwnPart | None:
        """A player's own part as it was last told; None if that is uncertain."""
        if self.known is None or player in self.known.unsure:
            return None
        return self.known.own.get(player, RAIL_PART)

    def made(self, own: OwnPart, was: OwnPart | None, lines: Mapping[int, bytes]) -> bytes:
        """The frame for a player whose own part was `was` before."""
        fields = {name: one for name, one in own.fields.items() if was is None or one != was.fields[name]}
        pieces = [self.start]
        if fields:
            pieces += (b",", write_frame(fields)[1:-1])
        pieces.append(self.round_piece(own, was))
        told = [lines.get(at, one) for at, one in enumerate(self.lines)]
        pieces += (b'},"lines":[', b",".join(told), b"]}")
        return b"".join(pieces)

    def round_piece(self, own: OwnPart, was: OwnPart | None) -> bytes:
        """The encoded round: whole if everyone is told all of it, otherwise what changed."""
        round_ = self.now.state.round
        if self.in_round is None:
            if round_ is None and self.known is not None and self.known.state.round is None:
                return b""
            return b',"round":' + write_frame(whole_round(round_, own))
        boxes = self.boxes | self.own_boxes(own, was)
        pieces = [write_frame(self.in_round)[1:-1]] if self.in_round else []
        if boxes:
            pieces.append(b'"some_boxes":[' + b",".join(boxes.values()) + b"]")
        return b',"in_round":{' + b",".join(pieces) + b"}" if pieces else b""

    def own_boxes(self, own: OwnPart, was: OwnPart | None) -> dict[int, bytes]:
        """The boxes that a player sees otherwise than everybody, or saw so before."""
        assert self.known is not None
        assert self.known.state.round is not None
        assert self.now.state.round is not None
        if own is was is RAIL_PART:
            return {}
        made = {}
        for before, public in zip(self.known.state.round.boxes, self.now.state.round.boxes, strict=True):
            no = public.no
            mine = own.boxes.get(no, public)
            if was is None or no in self.boxes or mine != was.boxes.get(no, before):
                made[no] = write_frame(mine)
        return made


def whole_round(round_: PitRound | None, own: OwnPart) -> PitRound | None:
    """A round as one player sees it."""
    if round_ is None or not own.boxes:
        return round_
    return msgspec.structs.replace(round_, boxes=tuple(own.boxes.get(box.no, box) for box in round_.boxes))


def changed_fields(known: PitTold | None, now: PitTold) -> dict[str, Any]:
    """The public fields that have changed. The clock is always told."""
    read: Callable[[PitState, str], Any] = getattr
    told = {name: read(now.state, name) for name in PUBLIC_FIELDS}
    if known is None:
        return told
    return {name: one for name, one in told.items() if name == "clock" or one != read(known.state, name)}


def changed_round(was: PitRound | None, now: PitRound | None) -> dict[str, Any] | None:
    """What changed in a round apart from its boxes; None if the whole round is told."""
    if was is None or now is None or [box.no for box in was.boxes] != [box.no for box in now.boxes]:
        return None
    read: Callable[[PitRound, str], Any] = getattr
    return {name: value for name in ROUND_FIELDS if (value := read(now, name)) != read(was, name)}


def changed_boxes(was: PitRound | None, now: PitRound | None) -> dict[int, BoxView]:
    """The boxes that everyone sees otherwise than before."""
    if was is None or now is None:
        return {}
    before = {box.no: box for box in was.boxes}
    return {box.no: box for box in now.boxes if before.get(box.no) != box}
