"""A seat of a live table that several people want: the room says who is asked first, and who wins the draw for it.

Nothing is recorded: whoever has the seat then sits down.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from openfelt import room
from openfelt.cards import card
from openfelt.errors import NotationError, RuleViolation
from openfelt.room.offices import OFFICES
from openfelt.room.seating import Standing
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire.protocol import CardText
from openfelt.service.wire.values import Name
from openfelt.service.writers.table import TableHost


class ClaimBody(msgspec.Struct, forbid_unknown_fields=True):
    """Someone who wants the seat, by name, and from where."""

    name: Name
    standing: Standing


class ClaimsBody(msgspec.Struct, forbid_unknown_fields=True):
    """Everyone who wants one seat, a waiting list in its order, and the cards that were drawn for it, if any."""

    claims: Annotated[tuple[ClaimBody, ...], Meta(min_length=1, max_length=30)]
    cards: Annotated[tuple[CardText, ...], Meta(max_length=52)] = ()


def settle_claims(asked: Asked[TableHost, ClaimsBody]) -> dict[str, Any]:
    """Who may have the seat, in the order in which they draw; with cards, who wins it."""
    host, body = asked.at, asked.body
    table, chapter = host.table, OFFICES.of(host.rulebook)
    chapter.require(asked.officer, "deal", chapter.for_duty("deal"))
    if not table.live:
        raise NotAllowed(f"{table.name} is dealt by the house; whoever comes first has the seat", code="not-live")
    names = {player_of(host, one): one.name for one in body.claims}
    if len(names) < len(body.claims):
        raise NotationError("someone is named twice")
    offer = offered(host, [room.Claim(player_of(host, one), one.standing) for one in body.claims])
    told = {"offered": [names[player] for player in offer.players], "cites": offer.cites, "rounds": [], "winner": ""}
    if len(offer.players) == 1:
        told["winner"] = names[offer.players[0]]
    elif body.cards:
        told |= drawn(host, offer, [card(text) for text in body.cards], names)
    return told


def player_of(host: TableHost, claim: ClaimBody) -> str:
    """A claimant as the table knows the player: by the seat, as someone whom a dealer seats, or by account."""
    sitting = (place.player for place in host.table.places.values())
    here = next((one for one in sitting if host.hall.name_of(one).casefold() == claim.name.casefold()), "")
    known = f"live {claim.name} at {host.table.name}"
    return here or (known if known in host.table.barred else host.hall.accounts.id_of(claim.name) or known)


def offered(host: TableHost, claims: list[room.Claim]) -> room.SeatOffer:
    """Before play starts everyone draws for a seat; later the clauses say who comes first."""
    order = host.table.rules.priority
    if order is None:
        raise RuleViolation("no-claim", host.table.rules.vacancy, f"{host.rulebook} knows no draw for a seat")
    if not host.table.number:
        return room.SeatOffer(tuple(claim.player for claim in claims), order.draw_at_start)
    return room.offer_seat(host.table, claims, at_ms=host.hall.now_ms())


def drawn(host: TableHost, offer: room.SeatOffer, cards: list[Any], names: dict[str, str]) -> dict[str, Any]:
    """The draw as it went: one card each, and those with the highest again."""
    order = host.table.rules.priority
    assert order is not None
    made = room.draw_for_seat(
        offer.players, cards, order.draw_for_vacancy if host.table.number else order.draw_at_start
    )
    dealt = sum(len(one) for one in made.rounds)
    if dealt != len(cards) or len(set(cards)) != len(cards):
        raise NotationError(f"the draw takes {dealt} different cards, not {len(cards)}")
    rounds = [[{"name": names[player], "card": str(one)} for player, one in turn] for turn in made.rounds]
    return {"rounds": rounds, "winner": names[made.winner], "cites": made.cites}
