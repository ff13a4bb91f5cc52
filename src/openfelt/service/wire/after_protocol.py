"""What is asked of a table after a round of play."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from openfelt.service.wire.values import Name, Request

CardText = Annotated[str, Meta(min_length=2, max_length=3)]


class ShowAfter(Request, frozen=True, tag="show-after"):
    """Show cards of mine after I have won; until the next round of play opens."""

    table: Name
    cards: Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=7)]


class SeeRabbit(Request, frozen=True, tag="rabbit"):
    """Turn up the community cards that would have come, after a round of play that ended without them."""

    table: Name
