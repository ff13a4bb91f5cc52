"""What every request on the wire is made of: its id, names, amounts and seats, within their bounds."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Cents = Annotated[int, Meta(ge=0, le=10**12)]
SeatNo = Annotated[int, Meta(ge=0, le=99)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a client asks."""

    id: Id
