"""Rulings: facts in, one cited ruling out, and its effect on cards, wagers, turn and pots.

`possible` lists what can go wrong now, `rule` says what is done about it and changes nothing, `apply` does it: the
effects are events in the same log as the play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn

import msgspec

from openfelt.errors import NotationError, RuleViolation, StaleView
from openfelt.floor.entries import Entry, Option, Role, all_agree, family
from openfelt.floor.incidents import KINDS, AnyIncident, Incident, Uncovered
from openfelt.floor.moments import MOMENTS, facts_fit
from openfelt.floor.rules import FLOOR
from openfelt.floor.scene import FloorCards, Scene
from openfelt.floor.words import fact_label, stated
from openfelt.phrases import Name, Text, phrase, quoted
from openfelt.rulebooks import Cites, joined
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.evolve import evolve
from openfelt.table.hand import Hand
from openfelt.table.play import run_house
from openfelt.table.seen import RAIL, HandView
from openfelt.table.shoe import RealCards
from openfelt.table.views import event_view, view

MOST_TEXT: Final = 400
UNCOVERED: Final = ("uncovered",)
ROLES: Final[tuple[Role, ...]] = ("player", "dealer", "supervisor", "manager")


class Author(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who rules: a name and a role."""

    name: str
    role: Role


class Remedy(msgspec.Struct, frozen=True):
    """One thing that may be done: who decides, by which clauses, and its effects as anyone may see them.

    `after`: the hand with these effects, as the rail would see it. `needs`: what is still needed for the remedy, such
    as the consent of players.
    """

    name: str
    words: str
    by: tuple[Role, ...]
    cites: Cites
    effects: tuple[e.Event, ...]
    after: HandView
    needs: str = ""


class Ruling(msgspec.Struct, frozen=True):
    """What the rulebook says about an incident: the deadline with its working, and the remedies it permits."""

    incident: AnyIncident
    cites: Cites
    deadline: str
    working: str
    is_late: bool
    remedies: tuple[Remedy, ...]
    turn: int
    step: int

    @property
    def words(self) -> str:
        """The ruling in one line."""
        said = "; or ".join(f"{one.name}: {one.words}" for one in self.remedies)
        return f"{said} [{', '.join(self.cites)}]"


class RuleOn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Order: apply the ruling on an incident. `remedy` may be left out where there is only one."""

    incident: AnyIncident
    author: Author
    reason: str
    remedy: str = ""


def entries_of(hand: Hand, kind: type[Incident]) -> tuple[Entry, ...]:
    """The entries of the hand's rulebook for a kind of incident in this game."""
    found = FLOOR.of(hand.rules.policy.rulebook).entries.get(kind, ())
    mine = family(hand)
    return tuple(entry for entry in found if not entry.games or entry.games & mine)


def possible(hand: Hand) -> tuple[str, ...]:
    """The kinds of incident that can be ruled on as the hand stands."""
    return tuple(name for name, kind in KINDS.items() if entries_of(hand, kind) and not MOMENTS[kind](hand))


def fallback(hand: Hand) -> Cites:
    """The clauses for what the rulebook does not cover."""
    return entries_of(hand, Uncovered)[0].cites


def _refuse(hand: Hand, code: str, cites: Cites, message: Text, *, helps: tuple[str, ...] = ()) -> NoReturn:
    """Refuse, and say what helps: the facts to state or to change, or another kind of incident."""
    raise RuleViolation(code, cites or fallback(hand), message, legal=helps)


def _ask_for(hand: Hand, incident: Incident, names: tuple[str, ...], cites: Cites) -> None:
    """Refuse if one of these facts was not stated."""
    missing = tuple(name for name in names if is_missing(getattr(incident, name)))
    if missing:
        words = "; ".join(fact_label(incident.kind, name) for name in missing)
        _refuse(
            hand,
            "missing-fact",
            cites,
            phrase("{kind}: needed: {words}", kind=incident.kind, words=words),
            helps=missing,
        )


def _case(hand: Hand, incident: Incident) -> tuple[Entry, bool]:
    """The entry that covers the facts, and whether its deadline has passed."""
    kind = type(incident)
    entries = entries_of(hand, kind)
    if not entries:
        book, game = hand.rules.policy.rulebook, hand.rules.game.name
        message = phrase(
            "{book} has no rule on {kind} in {game}: rule on it as uncovered",
            book=Name(book),
            kind=incident.kind,
            game=game,
        )
        _refuse(hand, "not-covered", (), message, helps=UNCOVERED)
    cites = entries[0].cites
    if need := MOMENTS[kind](hand):
        _refuse(
            hand, "not-possible", cites, phrase("{kind} cannot be now; needed: {need}", kind=incident.kind, need=need)
        )
    always = tuple(name for name in entries[0].needs if all(name in entry.needs for entry in entries))
    _ask_for(hand, incident, always, cites)
    if need := facts_fit(hand, incident):
        _refuse(
            hand,
            "facts",
            cites,
            phrase("{kind}: needed: {need}", kind=incident.kind, need=need),
            helps=stated(incident),
        )
    for entry in entries:
        _ask_for(hand, incident, entry.needs, entry.cites)
        if not entry.when(hand, incident):
            continue
        is_late = entry.deadline is not None and entry.deadline.passed(hand)
        if is_late and not entry.late:
            assert entry.deadline is not None
            working = entry.deadline.working(hand)
            _refuse(
                hand,
                "too-late",
                entry.cites,
                phrase(
                    "{kind} is ruled on {words}; {working}",
                    kind=incident.kind,
                    words=entry.deadline.words,
                    working=working,
                ),
            )
        if is_late:
            _ask_for(hand, incident, entry.late_needs, entry.cites)
        return entry, is_late
    message = phrase("{kind}: no clause covers these facts; rule on it as uncovered", kind=incident.kind)
    _refuse(hand, "not-covered", cites, message, helps=UNCOVERED)


def is_missing(value: object) -> bool:
    """Whether a fact was not stated: no answer, no cards, no text, no seat. A plain no is an answer."""
    return value is None or value in ((), "") or (value == 0 and not isinstance(value, bool))


def rule(hand: Hand, incident: AnyIncident) -> Ruling:
    """What the rulebook says about this incident now. Changes nothing; a refusal says what is needed."""
    entry, is_late = _case(hand, incident)
    cites = _covering(entry, is_late=is_late)
    options = entry.late if is_late else entry.options
    return Ruling(
        incident=incident,
        cites=cites,
        deadline=entry.deadline.words if entry.deadline else "",
        working=entry.deadline.working(hand) if entry.deadline else "",
        is_late=is_late,
        remedies=tuple(_remedy(hand, incident, cites, option) for option in options),
        turn=hand.turns,
        step=hand.step,
    )


def _covering(entry: Entry, *, is_late: bool) -> Cites:
    """The clauses of an entry; once its deadline has passed, those of what is done then."""
    return (entry.late_cites or entry.cites) if is_late else entry.cites


def _cites(cites: Cites, option: Option) -> Cites:
    return joined(cites, option.cites)


def _remedy(hand: Hand, incident: AnyIncident, cites: Cites, option: Option) -> Remedy:
    """A remedy with its effects tried on a copy, with cards that nobody knows, as the rail would see them."""
    scene = Scene(hand, incident, _cites(cites, option), RealCards())
    if needs := option.need(hand, incident):
        return Remedy(option.name, option.words, option.by, scene.cites, (), view(hand, RAIL), needs)
    option.effect(scene)
    seen = tuple(event_view(event, RAIL) for event in scene.events)
    return Remedy(option.name, option.words, option.by, scene.cites, seen, view(scene.hand, RAIL))


def decide(hand: Hand, order: RuleOn, shoe: FloorCards) -> tuple[e.Event, ...]:
    """The events of a ruling. Raises RuleViolation and changes nothing; the shoe gives up its cards only at the end."""
    entry, is_late = _case(hand, order.incident)
    cites = _covering(entry, is_late=is_late)
    option = _chosen(order, entry.late if is_late else entry.options, cites)
    require_words(order.reason)
    if order.author.role not in option.by:
        who = " or ".join(option.by)
        raise RuleViolation(
            "not-your-decision",
            _cites(cites, option),
            phrase(
                "{name} is for the {who}, not a {role}",
                name=Name(option.name),
                who=Name(who),
                role=Name(order.author.role),
            ),
        )
    if need := option.need(hand, order.incident):
        helps = option.facts or stated(order.incident)
        raise RuleViolation(
            "facts",
            _cites(cites, option),
            phrase("{name}: needed: {need}", name=Name(option.name), need=need),
            legal=helps,
        )
    scene = Scene(hand, order.incident, _cites(cites, option), shoe)
    working = entry.deadline.working(hand) if entry.deadline else ""
    scene.add(
        r.RulingMade(
            order.incident.kind,
            option.name,
            order.incident.seats,
            working,
            order.author.name,
            order.author.role,
            order.reason,
            scene.cites,
            tuple(sorted(set(getattr(order.incident, "agreed", ())))) if option.need is all_agree else (),
        )
    )
    option.effect(scene)
    scene.shoe.commit()
    return tuple(scene.events)


def _chosen(order: RuleOn, options: tuple[Option, ...], cites: Cites) -> Option:
    names = tuple(option.name for option in options)
    if not order.remedy and len(options) == 1:
        return options[0]
    for option in options:
        if option.name == order.remedy:
            return option
    said = (
        phrase("{remedy} is no remedy here", remedy=quoted(order.remedy))
        if order.remedy
        else "the clause leaves a choice: name the remedy"
    )
    raise RuleViolation("choose-remedy", cites, said, legal=names)


def require_words(text: str) -> None:
    """A reason is one line of text."""
    if not text.strip() or len(text) > MOST_TEXT or "\n" in text:
        raise NotationError(phrase("a reason is one line of 1 to {most} characters", most=MOST_TEXT))


def play(hand: Hand, order: RuleOn, shoe: FloorCards, *, house: bool = True) -> list[e.Event]:
    """Rule, record, and let the house go on until someone has a choice."""
    return carry_out(hand, decide(hand, order, shoe), shoe, house=house)


def carry_out(hand: Hand, events: Iterable[e.Event], shoe: FloorCards, *, house: bool = True) -> list[e.Event]:
    """Record what the floor has decided, and let the house go on until someone has a choice."""
    record: list[e.Event] = []
    for event in events:
        evolve(hand, event)
        record.append(event)
    if house and not hand.is_over:
        run_house(hand, shoe, record)
    return record


def apply(
    hand: Hand, ruling: Ruling, choice: str = "", *, author: Author, reason: str, shoe: FloorCards, house: bool = True
) -> list[e.Event]:
    """Apply a ruling that `rule` gave. The hand must stand as it did then."""
    if (hand.turns, hand.step) != (ruling.turn, ruling.step):
        raise StaleView("the hand has gone on since this ruling; rule again", cites=ruling.cites)
    return play(hand, RuleOn(ruling.incident, author, reason, choice), shoe, house=house)


def restart(hand: Hand, *, hand_id: str = "") -> e.HandStarted:
    """After a misdeal: the same seats, button and blinds, dealt again (nsw-poker 25.8, act-stud 17.3)."""
    if hand.outcome != "misdeal":
        raise RuleViolation("no-misdeal", hand.rules.policy.redeal, "only a misdeal is dealt again")
    return e.HandStarted(
        hand.rules.sign,
        hand.seats,
        tuple(hand.stacks),
        hand.button,
        hand.blinds,
        hand.late,
        hand.rules.policy.start,
        hand_id=hand_id,
        brought=hand.brought,
    )


def read_incident(kind: str, facts: dict[str, Any]) -> AnyIncident:
    """An incident by the name of its kind and its facts."""
    if kind not in KINDS:
        raise NotationError(phrase("no kind of incident {kind}", kind=quoted(kind)), legal=tuple(KINDS))
    try:
        return msgspec.convert({"kind": kind, **facts}, AnyIncident, dec_hook=_decode)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, NotationError) as fault:
        raise NotationError(
            phrase(
                "{kind}: {fault}",
                kind=Name(kind),
                fault=fault.said if isinstance(fault, NotationError) else Name(str(fault)),
            ),
            legal=KINDS[kind].__struct_fields__,
        ) from None


def _decode(kind: type, value: Any) -> Any:  # noqa: ANN401 - msgspec's hook
    from openfelt.table.codec import decode_card  # noqa: PLC0415

    return decode_card(kind, value)
