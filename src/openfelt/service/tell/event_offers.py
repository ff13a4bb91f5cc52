"""What may be ordered in a tournament now, as forms made from the orders' own fields: by a player, and by staff.

Whether something is offered, the tournament itself says: a sample of the order is tried on it and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET

from openfelt.errors import InvariantBroken, OpenfeltError
from openfelt.phrases import Count, Money, Name, Text, as_named, phrase
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites, joined
from openfelt.service.tell.event_views import Seen, level_text
from openfelt.service.wire import events_protocol as v
from openfelt.tournaments import bag_orders as g
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import duty_orders as x
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.bagging import open_differences
from openfelt.tournaments.conditions import AddOns, Deals, FinalBuyIn, Rebuys, ReEntry
from openfelt.tournaments.dealing import by_chips, prizes_left, require_deal
from openfelt.tournaments.discipline import is_placed
from openfelt.tournaments.dividing import area_words
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.facts import WHOLE, due, is_paid, session_of
from openfelt.tournaments.items import is_none
from openfelt.tournaments.play_facts import still_in, unpaid_of
from openfelt.tournaments.rules import TOURNAMENTS
from openfelt.tournaments.templates import NAME_ALONE
from openfelt.tournaments.writing import write_conditions

MINUTE_MS: Final = 60_000
# Refusals that no way of filling the form in would change.
NEVER: Final = frozenset((
    "phase", "not-your-office", "no-session", "frozen", "unknown-order", "clock-only", "substitute", "refusal",
    "resale", "placing",
    "not-live", "time-set", "not-divided", "bags", "no-night",
    "second-person", "nomination", "unattended", "on-duty", "not-on-duty", "not-nominated",
))  # fmt: skip
MOST_TRIED: Final = 30  # choices of a field that is the only one
# Orders of staff that move money: whoever gives one has given the password a short while ago.
MONEY: Final = (
    o.AddToPool, o.Cancel, o.AwardPrizes, o.PayPrize, o.SellSeat, o.RefuseApplication, q.ConfirmPlaces, q.Disqualify,
)  # fmt: skip
SECTIONS: Final[dict[str, tuple[type, ...]]] = {
    "event": (o.OpenRegistration, o.Amend, k.MoveStart, o.Start, q.BeginSession, q.CloseSession, o.Cancel),
    "entries": (o.RefuseApplication, o.TransferEntry, o.NameSubstitute, o.SellSeat),
    "clock": (q.StartClock, q.PauseClock, q.NextStage, q.AddTime, q.InsertLevel, q.GiveBreak, k.LimitTime),
    "tables": (
        q.PlanMoves,
        q.AcceptMoves,
        q.DropMoves,
        q.AnnounceRound,
        k.CountChips,
        k.CheckReturned,
        k.SetBacks,
        g.CountBags,
        g.SealBags,
        g.OpenBags,
        g.ConfirmBags,
        g.DecideBag,
    ),
    "players": (q.Disqualify, q.GivePenalty, q.SettleDispute, k.NoteCount),
    "duty": (x.Nominate, x.ComeOnDuty, x.HandOverDuty, x.NoteAbsence),
    "money": (o.AddToPool, q.ConfirmPlaces, o.AwardPrizes, o.PayPrize),
}
STAFFED: Final = {kind: section for section, kinds in SECTIONS.items() for kind in kinds}
TITLES: Final = {
    "Apply": "Enter",
    "AcceptConditions": "Accept the conditions",
    "PayFee": "Pay the entry fee",
    "PayBuyIn": "Pay the buy-in",
    "RefuseApplication": "Refuse an application",
    "TransferEntry": "Move an entry to another session",
    "NameSubstitute": "Name a substitute",
    "SellSeat": "Sell the seat of one who has not come",
    "AddToPool": "Add to the prize pool",
    "AwardPrizes": "Award the prizes by hand",
    "ConfirmPlaces": "Confirm the places and award the prizes",
    "PayPrize": "Pay a prize",
    "Start": "Start the event",
    "Cancel": "Cancel the event",
    "Amend": "Publish another version",
    "GiveBreak": "Give a break",
    "InsertLevel": "Put in a level",
    "GivePenalty": "Give a penalty",
    "NextStage": "End this level or break",
    "PlanMoves": "Work out moves",
    "CloseSession": "Close the session",
    "RaiseDispute": "Raise a dispute",
    "MoveStart": "Move the start of a session",
    "LimitTime": "Limit the time to act",
    "CountChips": "Count the chips",
    "NoteCount": "Note what was counted before a player",
    "CheckReturned": "Note the chips that came back",
    "CountBags": "Put the stacks into bags for the night",
    "SealBags": "Seal the bags",
    "OpenBags": "Open the bags",
    "ConfirmBags": "Confirm what was in the bags",
    "DecideBag": "Decide a difference in a bag",
    "SetBacks": "Use cards with other backs",
    "Nominate": "Nominate who conducts the event",
    "ComeOnDuty": "Come on duty",
    "HandOverDuty": "Hand the event over",
    "NoteAbsence": "Note that somebody is not there",
}
LABELS: Final = {
    "player": "Player",
    "account": "Who",
    "backs": "Colour of the backs",
    "counts": "Counted",
    "form": "The entry form is completed",
    "session": "Session",
    "reason": "Reason",
    "substitute": "Name or account of the substitute",
    "in_person": "The player named the substitute in person",
    "digest": "The substitute agrees in writing with",
    "reserve": "Reserve",
    "cents": "Amount",
    "forfeited": "Players who have not come and lose their seat",
    "below_minimum": "Because there are too few entries",
    "places": "Places, the best first",
    "conditions": "Conditions",
    "more_ms": "By how much",
    "minutes": "Minutes",
    "id": "Which",
    "ground": "Ground",
    "refund_fee": "The entry fee goes back",
    "decision": "Decision",
    "kind": "Kind of round",
    "table": "Table",
    "text": "What it is about",
    "forfeits": "Without having anything back",
    "starts": "Starts at",
    "stands": "What stands",
    "seconds": "Seconds",
    "chips": "Chips",
    "value": "Chips of",
    "returned": "How many came back",
    "which": "Level",
}
KINDS: Final[dict[str, v.FieldKind]] = {
    "counts": "counts", "cents": "cents", "places": "places", "conditions": "conditions", "starts": "text",
}  # fmt: skip


def title_of(kind: str) -> str:
    """An order as a form calls it.

    >>> title_of("PauseClock"), title_of("PayFee")
    ('Pause clock', 'Pay the entry fee')
    """
    return TITLES.get(kind) or re.sub(r"(?<!^)(?=[A-Z])", " ", kind).capitalize()


def road_of(kind: type) -> v.Road:
    """Where an order of staff is posted."""
    return "money" if kind in MONEY else "order"


@cache
def hints(kind: type) -> dict[str, Any]:
    """The fields that are filled in, with their types."""
    return {name: one for name, one in get_type_hints(kind).items() if name != "by" and not name.startswith("__")}


def words_of(kind: type) -> str:
    """An order in a sentence: its docstring."""
    said = " ".join((kind.__doc__ or "").split()).split(". ")
    return ". ".join(one for one in said if "`" not in one).removesuffix(".") + "."


# -- trying ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tried:
    """The answer of the tournament to a sample order: the clauses by which it happens, or the code of the refusal."""

    refusal: str = ""
    cites: Cites = ()


def tried(seen: Seen, order: Any) -> Tried:  # noqa: ANN401 - any order
    """Try a sample order on the tournament. Changes nothing."""
    try:
        made = seen.host.decide(order, seen.host.facts(order))
    except OpenfeltError as refused:
        return Tried(refused.code, refused.cites)
    except (InvariantBroken, LookupError, AssertionError):
        return Tried("unknown-order")
    return Tried(cites=joined(*(event.cites for event in made.events)))


# -- a player ----------------------------------------------------------------------------------------------------------


def own_offers(seen: Seen) -> tuple[v.EventOffer, ...]:
    """What the viewer may order as a player."""
    found = ((order, cost, tried(seen, order)) for order, cost in wanted(seen))
    return tuple(own_offer(order, cost, said.cites) for order, cost, said in found if not said.refusal)


@dataclass(frozen=True, slots=True)
class Cost:
    """What an order costs and brings, its title, and until when it is offered."""

    cents: int = 0
    chips: int = 0
    title: Text = ""
    until_ms: int = 0
    fields: tuple[v.OfferField, ...] = ()


def wanted(seen: Seen) -> Iterator[tuple[Any, Cost]]:
    """Every order that a player could have a reason to give, with what it costs."""
    state, conditions, me = seen.state, seen.conditions, seen.viewer
    names = tuple(str(one.name) for one in entry_sessions(conditions)) if state.phase != "started" else ()
    entry = state.entries.get(me)
    if entry is None or not entry.is_live:
        yield o.Apply(me, form=True), Cost(fields=tuple(apply_fields(seen, names)))
        yield from into_the_final(seen)
        return
    costs = due(conditions, session_of(conditions, entry.session))
    if conditions.entry.acceptance == "written":
        yield o.AcceptConditions(me, state.digest), Cost()
    yield o.PayFee(me), Cost(costs.get("fee", 0) + costs.get("commission", 0))
    yield o.PayBuyIn(me), Cost(costs.get("buy-in", 0))
    paid = sum(one.cents for one in state.paid_for(me))
    free = o.Withdraw(me)
    if tried(seen, free).refusal == "withdrawal":
        yield o.Withdraw(me, forfeits=True), Cost(title=phrase("Withdraw and forfeit {paid}", paid=Money(paid)))
    else:
        yield free, Cost(title=phrase("Withdraw and have {paid} back", paid=Money(paid)) if paid else "Withdraw")
    yield from into_the_final(seen)
    yield from later_session(seen)
    if state.play.is_going_on:
        yield from in_play(seen)


def into_the_final(seen: Seen) -> Iterator[tuple[Any, Cost]]:
    """Buying into a later session, where the conditions have that; whoever does agrees with the version that stands."""
    terms = seen.conditions.entry.final_buy_in
    if isinstance(terms, FinalBuyIn):
        cents = terms.cost_cents if isinstance(terms.cost_cents, int) else 0
        title = phrase("Buy into {session}", session=Name(str(terms.session)))
        if seen.conditions.entry.acceptance == "written":
            title = phrase("{title}, accepting version {version}", title=title, version=seen.conditions.version)
        order = q.BuyIntoFinal(seen.viewer, form=True, digest=seen.state.digest)
        yield order, Cost(cents, title=title, fields=tuple(apply_fields(seen, ())))


def later_session(seen: Seen) -> Iterator[tuple[Any, Cost]]:
    """Paying for a session that one has advanced to, where it costs something."""
    state, me = seen.state, seen.viewer
    for session in seen.conditions.sessions if state.phase == "started" else ():
        if me in unpaid_of(state, session):
            cents = sum(due(seen.conditions, session).values())
            yield q.PaySession(me), Cost(cents, title=phrase("Pay for {session}", session=Name(str(session.name))))


def apply_fields(seen: Seen, names: tuple[str, ...]) -> Iterator[v.OfferField]:
    """What an application asks."""
    form = seen.conditions.entry.form
    if not is_none(form) and form != NAME_ALONE:
        yield v.OfferField(
            name="form", label=phrase("I have completed: {form}", form=Name(str(form))), kind="yes-no", value=False
        )
    if len(names) > 1:
        choices = tuple(v.Choice(value=one, label=as_named(one)) for one in names)
        yield v.OfferField(name="session", label="Session", kind="choice", choices=choices, value=names[0])


def in_play(seen: Seen) -> Iterator[tuple[Any, Cost]]:
    """What a player may order while the event is played."""
    state, conditions, me = seen.state, seen.conditions, seen.viewer
    until = next((one.until_ms for group in state.play.broke for one in group.brokes if one.player == me), 0)
    for what, terms in (("re-buy", conditions.rebuys), ("add-on", conditions.add_ons)):
        if isinstance(terms, Rebuys | AddOns) and terms.cost_cents is not UNSET and terms.chips is not UNSET:
            title = "Take an add-on" if what == "add-on" else "Take a re-buy"
            cost = Cost(terms.cost_cents, terms.chips, title, until if what == "re-buy" else 0)
            yield q.BuyChips(me, what), cost  # type: ignore[arg-type]
    yield q.DeclineRebuy(me), Cost(title="No re-buy", until_ms=until)
    yield from buying_back_in(seen)
    deal = state.play.deal
    if deal is not None:
        share = dict(deal.shares).get(me, 0)
        yield q.VoteDeal(me, deal.id, agrees=True), Cost(title=phrase("Agree: {share} for you", share=Money(share)))
        yield q.VoteDeal(me, deal.id, agrees=False), Cost(title="Do not agree")
    for method in ("chips", "icm"):
        yield q.ProposeDeal(me, method), Cost(title=phrase("Propose a division by {method}", method=method))
    if shares := usual_shares(seen):
        own = v.OfferField(name="shares", label="What each player has", kind="shares", value=shares)
        yield q.ProposeDeal(me, "custom", shares), Cost(title="Propose a division of your own", fields=(own,))
    seat = state.play.players.get(me)
    if seat is not None:
        text = v.OfferField(name="text", label=LABELS["text"], kind="text", value="")
        yield q.RaiseDispute(me, "a dispute", seat.table), Cost(fields=(text,))


def buying_back_in(seen: Seen) -> Iterator[tuple[Any, Cost]]:
    """Enter again after going out, where the conditions allow it."""
    terms, session = seen.conditions.entry.re_entry, session_of(seen.conditions, seen.state.play.session)
    if isinstance(terms, ReEntry):
        costs = [one for one in (terms.entry_fee_cents, terms.buy_in_cents) if isinstance(one, int)]
        chips = session.starting_chips if isinstance(session.starting_chips, int) else 0
        yield q.ReEnter(seen.viewer), Cost(sum(costs), chips, "Buy back in")


def usual_shares(seen: Seen) -> tuple[tuple[str, int], ...]:
    """The share by chips of everyone left, as a first proposal for a division; nothing where none is possible."""
    terms, state = seen.conditions.prizes.deals, seen.state
    if not isinstance(terms, Deals) or "custom" not in terms.methods:
        return ()
    try:
        require_deal(state)
        left = prizes_left(state)
    except OpenfeltError:
        return ()
    chips = {one.player: one.all_chips for one in state.play.players.values()}
    return tuple(by_chips(chips, left, sum(left) * terms.left_for_first_per_mille // WHOLE).items())


def own_offer(order: Any, cost: Cost, cites: Cites) -> v.EventOffer:  # noqa: ANN401 - an order of a player
    """A player's order as it is offered."""
    kind = type(order)
    plain = msgspec.to_builtins(order)
    plain.pop("player", None)
    plain.pop("raised_by", None)
    return v.EventOffer(
        kind=kind.__name__,
        title=cost.title or title_of(kind.__name__),
        words=words_of(kind),
        road="entry",
        order={**plain, **{one.name: one.value for one in cost.fields}},
        fields=cost.fields,
        cents=cost.cents,
        chips=cost.chips,
        until_ms=cost.until_ms,
        cites=cites,
    )


# -- staff -------------------------------------------------------------------------------------------------------------


def staff_offers(seen: Seen, officer: Officer) -> tuple[v.EventOffer, ...]:
    """What an officer may order now, in the order of the desk."""
    return tuple(one for kind in STAFFED if (one := staff_offer(seen, kind, officer)) is not None)


def staff_offer(seen: Seen, kind: Any, officer: Officer) -> v.EventOffer | None:  # noqa: ANN401 - a kind of order
    """The form of one kind of order; None if it cannot be given now however it is filled in."""
    fields = tuple(field_of(seen, kind, name, hint) for name, hint in hints(kind).items())
    if len(fields) == 1 and fields[0].kind == "choice" and len(fields[0].choices) <= MOST_TRIED:
        fields = (possible(seen, kind, fields[0], officer),)
    if any(one.kind == "choice" and not one.choices for one in fields):
        return None
    sample = {one.name: sampled(seen, one) for one in fields}
    said = tried(seen, kind(**sample, by=officer))
    if said.refusal in NEVER or (said.refusal and not fields):
        return None
    return v.EventOffer(
        kind=kind.__name__,
        title=title_of(kind.__name__),
        words=words_of(kind),
        road=road_of(kind),
        order={"type": kind.__name__, **{one.name: one.value for one in fields}},
        fields=fields,
        section=STAFFED[kind],
        cites=() if said.refusal else said.cites,
    )


def possible(seen: Seen, kind: Any, field: v.OfferField, officer: Officer) -> v.OfferField:  # noqa: ANN401 - a kind
    """The only field of a form with those choices that the tournament takes now."""
    found = tuple(one for one in field.choices if not tried(seen, kind(**{field.name: one.value}, by=officer)).refusal)
    return msgspec.structs.replace(field, choices=found, value=found[0].value if found else None)


def sampled(seen: Seen, one: v.OfferField) -> Any:  # noqa: ANN401 - whatever a field holds
    """A value to try a form with."""
    if one.kind == "conditions":
        return msgspec.structs.replace(seen.conditions, version=seen.conditions.version + 1)
    if one.kind == "choice":
        return one.choices[0].value
    if one.kind == "places":
        return tuple(tuple(group) for group in one.value)
    if one.kind == "counts":
        return tuple((player, chips) for player, chips in one.value)
    return {"text": "a reason", "cents": 1, "number": 1, "choices": ()}.get(one.kind, one.value)


def field_of(seen: Seen, kind: type, name: str, hint: Any) -> v.OfferField:  # noqa: ANN401 - a type
    """A field of an order as a form asks for it."""
    label = LABELS.get(name) or name.replace("_", " ").capitalize()
    choices = CHOICES.get(name)
    if choices is not None:
        found = tuple(choices(seen, kind))
        if get_origin(hint) is tuple:
            return v.OfferField(name=name, label=label, kind="choices", choices=found, value=(), needed=False)
        first = found[0].value if found else None
        return v.OfferField(name=name, label=label, kind="choice", choices=found, value=first)
    if name in KINDS:
        return v.OfferField(name=name, label=label, kind=KINDS[name], value=VALUES[name](seen))
    return plain_field(name, label, hint)


def plain_field(name: str, label: str, hint: Any) -> v.OfferField:  # noqa: ANN401 - a type
    """A field whose type says all about it."""
    if get_origin(hint) in (Union, UnionType):
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is Literal:
        found = tuple(v.Choice(value=one, label=str(one).replace("-", " ")) for one in get_args(hint))
        return v.OfferField(name=name, label=label, kind="choice", choices=found, value=found[0].value)
    if hint is bool:
        return v.OfferField(name=name, label=label, kind="yes-no", value=False)
    if hint is int:
        return v.OfferField(name=name, label=label, kind="number", value=0)
    return v.OfferField(name=name, label=label, kind="text", value="")


# -- what fields may hold ----------------------------------------------------------------------------------------------


def players(seen: Seen, kind: type) -> Iterator[v.Choice]:
    """Whom an order may be about."""
    state = seen.state
    if kind is o.PayPrize:
        for one in state.prizes.values():
            won = Money(one.cents) if one.cents else Name(one.goods)
            label = phrase("{player}, {won}", player=Name(seen.name_of(one.player)), won=won)
            yield v.Choice(value=one.player, label=label)
        return
    if kind is g.DecideBag:
        for player, found in open_differences(state).items():
            had = state.play.players[player].all_chips
            label = phrase(
                "{player}: {found} found, {had} on record",
                player=Name(seen.name_of(player)),
                found=Count(found),
                had=Count(had),
            )
            yield v.Choice(value=player, label=label)
        return
    in_session = kind in (q.Disqualify, q.GivePenalty, k.NoteCount)
    several = list(state.play.players) if in_session else [one.player for one in state.live]
    if kind is o.NameSubstitute and state.phase == "started":
        several = [one.player for one in state.live if one.status == "applied"]
        several += sorted(still_in(state) & state.entries.keys())
    if kind is q.Disqualify:  # somebody who is out may be found out later
        several += [one.player for one in state.live if is_placed(state, one.player)]
    yield from (v.Choice(value=one, label=as_named(seen.name_of(one))) for one in several)


def staff(seen: Seen, kind: type) -> Iterator[v.Choice]:
    """Officers of the room; those on duty at the event, or those who are not."""
    on_duty = seen.state.on_duty
    if kind is x.NoteAbsence:
        yield from (v.Choice(value=one, label=as_named(name)) for one, name in on_duty.items())
        return
    several = seen.state.nominated if kind is x.Nominate else on_duty
    yield from (v.Choice(value=one, label=as_named(name)) for one, name in seen.staff if one not in several)


def reserves(seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """Who has applied and paid nothing."""
    yield from (
        v.Choice(value=one.player, label=as_named(seen.name_of(one.player))) for one in seen.state.live if not one.paid
    )


def absentees(seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """Who could lose the position for not coming, where the book has that."""
    if TOURNAMENTS.of(seen.conditions.book).forfeits:
        paid = (one.player for one in seen.state.live if is_paid(seen.state, one))
        yield from (v.Choice(value=one, label=as_named(seen.name_of(one))) for one in paid)


def sessions(seen: Seen, kind: type) -> Iterator[v.Choice]:
    """Sessions that an order may name."""
    names = [str(one.name) for one in seen.conditions.sessions]
    if kind is q.CloseSession:
        names = [seen.state.play.session] if seen.state.play.session else []
    if kind is k.MoveStart:
        begun = {seen.state.play.session, *(one.name for one in seen.state.play.sessions)}
        names = [one for one in names if one not in begun]
    yield from (v.Choice(value=one, label=as_named(one)) for one in names)


def versions(seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """Which version a substitute agrees with."""
    yield v.Choice(value=seen.state.digest, label=phrase("version {version}", version=seen.conditions.version))
    yield v.Choice(value="", label="nothing")


def spans(_seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """By how much a level may be lengthened or shortened at once."""
    for minutes in (1, 2, 5, 10, -1, -2, -5, -10):
        said = "{minutes} minute" if abs(minutes) == 1 else "{minutes} minutes"
        yield v.Choice(value=minutes * MINUTE_MS, label=phrase(said, minutes=Name(f"{minutes:+d}")))


def numbers(seen: Seen, kind: type) -> Iterator[v.Choice]:
    """Proposed moves, or open disputes."""
    if kind is q.SettleDispute:
        yield from (v.Choice(value=one.id, label=as_named(one.text)) for one in seen.state.play.disputes.values())
    else:
        for number, one in seen.state.play.proposed.items():
            yield v.Choice(value=number, label=phrase("{count} moves", count=Count(len(one.proposed))))


def tables(seen: Seen, kind: type) -> Iterator[v.Choice]:
    """Tables of the event, or all of them; those that are one side of a divided one."""
    if kind is k.SetBacks:
        for one in seen.state.play.tables.values():
            if one.real:
                label = phrase("table {table}, {area}", table=one.number, area=area_words(one))
                yield v.Choice(value=one.number, label=label)
        return
    yield v.Choice(value=0, label="every table")
    yield from (v.Choice(value=one, label=phrase("table {table}", table=one)) for one in sorted(seen.state.play.tables))


def values(seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """The values of the chips at real tables."""
    found = seen.conditions.chips.set
    several = found if isinstance(found, tuple) else ()
    for one in several:
        parts = {"value": Count(one.value), "colour": one.colour, "count": Count(one.count)}
        yield v.Choice(value=one.value, label=phrase("{value} ({colour}), {count} in all", **parts))


def reserved_levels(seen: Seen, _kind: type) -> Iterator[v.Choice]:
    """The levels that the conditions reserve to be put in."""
    found = seen.conditions.play.inserted_levels
    several = found if isinstance(found, tuple) else ()
    for number, one in enumerate(several, 1):
        yield v.Choice(value=number, label=level_text(one))


def coming_start(seen: Seen) -> str:
    """When the next session is published to start."""
    begun = {seen.state.play.session, *(one.name for one in seen.state.play.sessions)}
    coming = [str(one.starts) for one in seen.conditions.sessions if one.name not in begun]
    return coming[0] if coming and coming[0] != "none" else ""


def bags(seen: Seen) -> list[list[Any]]:
    """What is in each player's bag by its seal, or before the player by the record."""
    state = seen.state
    due = state.bags.sealed or {one.player: one.all_chips for one in state.play.players.values()}
    return [[player, chips] for player, chips in due.items()]


def next_version(seen: Seen) -> str:
    """The conditions as a file, with the number of the next version."""
    return write_conditions(msgspec.structs.replace(seen.conditions, version=seen.conditions.version + 1))


def proposal(seen: Seen) -> list[list[str]]:
    """Places as far as they are known, best first; of the others everyone has an own one."""
    state = seen.state
    known = state.play.sessions[-1].places if state.play.sessions else ()
    named = {player for group in known for player in group}
    return [[one.player] for one in state.live if one.player not in named] + [list(group) for group in known]


CHOICES: Final[dict[str, Callable[[Seen, type], Iterator[v.Choice]]]] = {
    "player": players,
    "account": staff,
    "reserve": reserves,
    "forfeited": absentees,
    "session": sessions,
    "digest": versions,
    "more_ms": spans,
    "id": numbers,
    "table": tables,
    "value": values,
    "which": reserved_levels,
}
VALUES: Final[dict[str, Callable[[Seen], Any]]] = {
    "cents": lambda _seen: 0,
    "counts": bags,
    "places": proposal,
    "conditions": next_version,
    "starts": coming_start,
}
