"""A home game from a few answers: a template by the clock alone, with re-buys of the same price if wished."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.tournaments.conditions import AddOns, Conditions, Period, Rebuys
from openfelt.tournaments.home_check import clock_only
from openfelt.tournaments.templates import Answers, fill

USUAL: Final = "turbo"
MOST_REBUYS: Final = 99
LEAST_PLACES: Final = 2


class HomeGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a host answers: at most eight fields; whatever is left out stays as the template has it."""

    template: str = USUAL
    name: str | None = None
    seats: Annotated[int, Meta(ge=2, le=23)] | None = None
    buy_in_cents: Annotated[int, Meta(ge=0, le=10**9)] | None = None
    starting_chips: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    level_minutes: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    prizes: Annotated[tuple[int, ...], Meta(max_length=50)] | None = None  # per mille, from the first place on
    rebuy_levels: Annotated[int, Meta(ge=0, le=100)] = 0  # until the end of which there are re-buys, and an add-on


def home_game(game: HomeGame, players: int) -> Conditions:
    """The conditions of a home game for so many players, or a few more."""
    answers = Answers(
        name=game.name,
        players=max(players, LEAST_PLACES),
        seats=game.seats,
        buy_in_cents=game.buy_in_cents,
        starting_chips=game.starting_chips,
        level_minutes=game.level_minutes,
        prizes=game.prizes,
    )
    made = clock_only(fill(game.template, HOUSE_RULEBOOK, answers))
    return _priced(_with_rebuys(made, game.rebuy_levels) if game.rebuy_levels else made)


def _priced(conditions: Conditions) -> Conditions:
    """Re-buys and add-ons, those of a template too, cost what an entry costs and bring as many chips."""
    first = conditions.sessions[0]
    return msgspec.structs.replace(
        conditions,
        **{
            name: msgspec.structs.replace(terms, cost_cents=first.buy_in_cents, chips=first.starting_chips)
            for name in ("rebuys", "add_ons")
            if isinstance(terms := getattr(conditions, name), Rebuys | AddOns)
        },
    )


def _with_rebuys(conditions: Conditions, levels: int) -> Conditions:
    """Re-buys until a level ends, and an add-on for everybody in it or in the break after it."""
    return msgspec.structs.replace(
        conditions,
        rebuys=Rebuys(most=MOST_REBUYS, period=Period(last_level=levels), when="no-chips"),
        add_ons=AddOns(most=1, period=Period(first_level=levels, last_level=levels, with_break=True)),
    )
