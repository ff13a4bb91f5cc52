"""Powers of the supervisor: each a recorded, cited act with its author and reason, refused where no clause gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import ruling
from openfelt.floor.grants import POWER_KINDS, AnyPower, Grant, SettleDispute
from openfelt.floor.rules import FLOOR
from openfelt.floor.ruling import Author, RuleOn, fallback, require_words
from openfelt.floor.scene import FloorCards, Scene
from openfelt.phrases import Name, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.evolve import evolve
from openfelt.table.hand import Hand
from openfelt.table.rulings import minded
from openfelt.table.seen import RAIL, HandView
from openfelt.table.shoe import RealCards
from openfelt.table.views import event_view, view

Record = Mapping[int, r.RulingMade | r.PowerUsed]  # decisions of the floor by their numbers


class Use(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Order: use a power."""

    power: AnyPower
    author: Author
    reason: str


def powers_of(hand: Hand) -> tuple[str, ...]:
    """The powers that the rulebook of the hand gives."""
    given = FLOOR.of(hand.rules.policy.rulebook).grants
    return tuple(name for name, kind in POWER_KINDS.items() if kind in given)


def grant_of(hand: Hand, power: AnyPower) -> Grant:
    """The clause that gives this power for these facts, or a refusal."""
    book = hand.rules.policy.rulebook
    given = FLOOR.of(book).grants.get(type(power), ())
    for grant in given:
        if grant.when(power):
            return grant
    if given:
        raise RuleViolation(
            "no-such-power",
            given[0].cites,
            phrase("{book} gives no power to {name} on these facts", book=Name(book), name=Name(power.name)),
        )
    raise RuleViolation(
        "no-such-power",
        fallback(hand),
        phrase("{book} gives no power to {name}", book=Name(book), name=Name(power.name)),
        legal=powers_of(hand),
    )


def record_of(hand: Hand) -> Record:
    """The decisions of this round of play by their numbers, from 1."""
    return dict(enumerate(minded(hand).decisions, start=1))


def review_needs(power: SettleDispute, author: Author, record: Record, cites: Cites) -> str:
    """What a review lacks: a request by someone at some time, and a decision on record that another made."""
    first = record.get(power.of)
    if author.name in (power.first_by, first.author if first is not None else None):
        raise RuleViolation(
            "same-person", cites, phrase("{name} decided first; another reviews", name=Name(author.name))
        )
    if first is None:
        known = ", ".join(map(str, record)) or "none"
        return f"which decision on record is reviewed: {known}"
    if isinstance(first, r.PowerUsed) and "; stage review; " in first.detail:
        return "a decision that was not reviewed already"
    if power.first_by not in ("", first.author):
        return f"the name of whoever decided first, {first.author}"
    if not power.asked_by.strip() or not power.asked_at.strip():
        return "who asked for the review, and when"
    return ""


def decide(hand: Hand, order: Use, shoe: FloorCards, *, record: Record | None = None) -> tuple[e.Event, ...]:
    """The events of a power used. Raises RuleViolation and changes nothing.

    `record` has the decisions that can be reviewed, by number; without it, those of this round of play.
    """
    power, author = order.power, order.author
    grant = grant_of(hand, power)
    require_words(order.reason)
    if author.role not in grant.by:
        who = " or ".join(grant.by)
        raise RuleViolation(
            "not-your-power",
            grant.cites,
            phrase(
                "{name} is for the {who}, not a {role}", name=Name(power.name), who=Name(who), role=Name(author.role)
            ),
        )
    need = grant.need(hand, power)
    if isinstance(power, SettleDispute) and power.stage == "review":
        need = review_needs(power, author, record_of(hand) if record is None else record, grant.cites)
    if need:
        raise RuleViolation("not-now", grant.cites, phrase("{name}: needed: {need}", name=Name(power.name), need=need))
    scene = Scene(hand, power, grant.cites, shoe)
    seconds = getattr(power, "seconds", 0)
    scene.add(
        r.PowerUsed(
            power.name,
            getattr(power, "seat", 0),
            detail_of(power),
            author.name,
            author.role,
            order.reason,
            grant.cites,
            seconds,
        )
    )
    grant.effect(scene)
    return tuple(scene.events)


def obey(hand: Hand, order: RuleOn | Use, shoe: FloorCards, *, record: Record | None = None) -> tuple[e.Event, ...]:
    """The events of an order of the floor, a ruling or a power used. Raises RuleViolation and changes nothing."""
    if isinstance(order, Use):
        return decide(hand, order, shoe, record=record)
    return ruling.decide(hand, order, shoe)


class Preview(NamedTuple):
    """What using a power would do now, as anyone may see it, by which clauses, and the hand as it would stand."""

    cites: Cites
    effects: tuple[e.Event, ...]
    after: HandView


def preview(hand: Hand, power: AnyPower, *, record: Record | None = None, author: str = "") -> Preview:
    """Try a power on a copy, with cards that nobody knows. Changes nothing."""
    grant = grant_of(hand, power)
    order = Use(power, Author(author, grant.by[-1]), "what if")
    used, *made = decide(hand, order, RealCards(), record=record)
    after = hand.copy()
    for event in (used, *made):
        evolve(after, event)
    return Preview(grant.cites, tuple(event_view(event, RAIL) for event in made), view(after, RAIL))


def detail_of(power: AnyPower) -> str:
    """What a power was used for, in words."""
    said = []
    for name in power.__struct_fields__:
        value = getattr(power, name)
        if name == "from_casino":
            said += ["from the casino"] * value
        elif name not in {"seat", "seconds"} and value not in ((), "", None) and not (name == "of" and not value):
            words = ", ".join(map(str, value)) if isinstance(value, tuple) else value
            said.append(f"{name.replace('_', ' ')} {words}")
    return "; ".join(said)


def use(hand: Hand, order: Use, shoe: FloorCards, *, house: bool = True) -> list[e.Event]:
    """Use a power, record it, and let the house go on until someone has a choice."""
    return ruling.carry_out(hand, decide(hand, order, shoe), shoe, house=house)


def read_power(name: str, facts: dict[str, Any]) -> AnyPower:
    """A power by its name and its facts."""
    if name not in POWER_KINDS:
        raise NotationError(phrase("no power {name}", name=quoted(name)), legal=tuple(POWER_KINDS))
    try:
        return msgspec.convert({"power": name, **facts}, AnyPower)  # type: ignore[no-any-return]
    except msgspec.ValidationError as fault:
        raise NotationError(
            phrase("{name}: {fault}", name=Name(name), fault=Name(str(fault))),
            legal=POWER_KINDS[name].__struct_fields__,
        ) from None
