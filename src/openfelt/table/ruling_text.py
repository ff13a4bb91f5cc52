"""What a ruling did, as lines of a hand's text, both ways.

    ruled exposed-in-deal of 2: replaced by manager "Ann" because "seen by the dealer" [26.26]
    so Ah from down of 2 to burns, face up [26.26]

A ruling's own line says who ruled what and why; a line for each of its effects follows, with `so` in front and the
clauses of that effect behind. They are recorded as they stand: the events of a hand hold what the floor decided, not
every fact that lay before it, so reading does not judge again. It refuses what cannot be as the hand stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, get_args

from openfelt.cards import Card, cards, show
from openfelt.errors import InvariantBroken, NotationError
from openfelt.games.game import BettingRound, PotPart
from openfelt.phrases import Name, Seat, phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.evolve import evolve
from openfelt.table.hand import Hand
from openfelt.table.script import CARD, QUOTED, RULING_WORDS, quote, unquote

CARDS: Final = rf"(?:{CARD})+"
PAIRS: Final = r"\d+ \d+(?:, \d+ \d+)*"
SEATS: Final = r"\d+(?:, \d+)*"
PLACE: Final = "|".join(get_args(r.Place))
PARTS: Final = "|".join(get_args(PotPart))
BY: Final = rf"by (?P<role>[\w-]+) (?P<author>{QUOTED}) because (?P<reason>{QUOTED})"


# --- words -----------------------------------------------------------------------------------------------------------


def cite_words(rulebook: str, cites: Cites) -> str:
    """Clauses in brackets: those of the sign's rulebook by their number alone."""
    return f" [{', '.join(cite.removeprefix(f'{rulebook} ') for cite in cites)}]" if cites else ""


def by_seat(hand: Hand, amounts: tuple[int, ...]) -> str:
    """Amounts in dealing order, each with its seat; nothing for a seat that has none."""
    return ", ".join(f"{seat} {chips}" for seat, chips in zip(hand.seats, amounts, strict=True) if chips) or "none"


def in_order(hand: Hand, text: str | None) -> tuple[int, ...]:
    """Amounts by seat, put in dealing order."""
    found = [] if text in (None, "none") else [part.split() for part in str(text).split(", ")]
    said = {known(hand, seat): int(chips) for seat, chips in found}
    if len(said) != len(found):
        raise NotationError(phrase("{text} names a seat twice", text=quoted(text)))
    return tuple(said.get(seat, 0) for seat in hand.seats)


def known(hand: Hand, text: str) -> int:
    """A seat of the hand."""
    if int(text) not in hand.index:
        raise NotationError(phrase("{seat} is not dealt in", seat=Seat(int(text))), legal=tuple(map(str, hand.seats)))
    return int(text)


def several(text: str | None) -> tuple[int, ...]:
    """Seats as written: "1, 3"."""
    return tuple(int(part) for part in text.split(", ")) if text else ()


def step_name(hand: Hand, step: int) -> str:
    """The name of a step that deals or discards."""
    return hand.rules.steps[step].name


def step_of(hand: Hand, name: str) -> int:
    """The step of that name that deals or discards; a betting round may have the same name."""
    steps = hand.rules.steps
    found = [at for at, step in enumerate(steps) if step.name == name and not isinstance(step, BettingRound)]
    if not found:
        raise NotationError(phrase("no street {name}", name=quoted(name)), legal=tuple(step.name for step in steps))
    return found[0]


def seen_by(seats: tuple[int, ...]) -> str:
    """Who saw it."""
    return f", seen by {', '.join(map(str, seats))}" if seats else ""


# --- writing ---------------------------------------------------------------------------------------------------------


def ruling_words(hand: Hand, event: Any) -> str:  # noqa: ANN401 - any event that a ruling can cause
    """The line of an event that a ruling caused, with its clauses. `hand` stands as it did before the event."""
    cites = cite_words(hand.rules.policy.rulebook, event.cites)
    if isinstance(event, r.RulingMade):
        of = f" of {', '.join(map(str, event.seats))}" if event.seats else ""
        working = f" working {quote(event.working)}" if event.working else ""
        agreed = f" agreed by {', '.join(map(str, event.agreed))}" if event.agreed else ""
        return f"ruled {event.incident}{of}: {event.remedy} {_by(event)}{working}{agreed}{cites}"
    if isinstance(event, r.PowerUsed):
        on = f" on {event.seat}" if event.seat else ""
        detail = f" for {quote(event.detail)}" if event.detail else ""
        seconds = f" seconds {event.seconds}" if event.seconds else ""
        return f"used {event.power}{on}{detail}{seconds} {_by(event)}{cites}"
    return f"so {effect_words(hand, event)}{cites}"


def _by(event: r.RulingMade | r.PowerUsed) -> str:
    return f"by {event.role} {quote(event.author)} because {quote(event.reason)}"


def effect_words(hand: Hand, event: Any) -> str:  # noqa: ANN401, C901, PLR0912 - one case for each event
    """An effect of a ruling in words, without its clauses: "2 is dead"."""
    match event:
        case r.CardsMoved():
            of = f" of {event.seat}" if event.seat else ""
            up = ", face up" if event.open else ""
            until = f", until {step_name(hand, event.step)}" if event.step >= 0 else ""
            moved = f"{show(event.cards, '')} from {event.source} to {event.target}"
            return f"{moved}{of}{up}{seen_by(event.to)}{until}"
        case r.CardsExposed():
            return f"{event.seat} exposes {show(event.cards, '')}{seen_by(event.to)}"
        case r.ShowOrdered():
            return f"{event.seat} shows {show(event.cards, '')} at the end{seen_by(event.to)}"
        case r.NextExposed():
            return f"next card {event.card}"
        case r.StubShuffled():
            return f"stub of {event.count} shuffled"
        case r.AsideReturned():
            return f"cards aside shuffled into {event.count}"
        case r.StreetRecalled():
            burnt = " after the burn" if event.burnt else ""
            board = " on the board only" if event.board_only else ""
            return f"{step_name(hand, event.step)} again{burnt}{board}, back {by_seat(hand, event.returned)}"
        case r.BurnWaived():
            return f"no burn before {step_name(hand, event.step)}"
        case r.HandDead():
            return f"{event.seat} is {event.kind}" + (f", back {event.refund}" if event.refund else "")
        case r.RoundVoided():
            return f"all void, back {by_seat(hand, event.returned)}{_kept(hand, event.forfeited)}"
        case r.OutcomeInvalidated():
            return f"outcome void, stacks {by_seat(hand, event.stacks)}{_kept(hand, event.forfeited)}"
        case r.AwardMoved():
            moved = f"from {by_seat(hand, event.taken)}, to {by_seat(hand, event.given)}"
            return f"pot {event.pot + 1} {event.part} paid again {moved}"
        case r.BettingCapped():
            return f"betting capped at {event.ceiling}"
        case r.TreatedAllIn():
            return f"{event.seat} is all-in"
        case r.OpenerChanged():
            return f"{event.seat} opens" + (", a check taps out" if event.check_taps_out else "")
        case r.WagerHeld():
            return f"{event.seat} is held to {event.action}" + (f" {event.to}" if event.to else "")
        case r.HeldResolved():
            return f"{event.seat} is held no more"
        case r.WagerForfeited():
            return f"{event.seat} forfeits {event.amount}"
        case r.DiscardOwed():
            return f"{event.seat} owes {step_name(hand, event.step)}"
        case r.DrawCredited():
            return f"{event.seat} has {event.count} of the draw" + (" discarded for" if event.owed else "")
        case r.StakeAdjusted():
            return f"{event.seat} has {event.by:+} at stake"
        case r.StakeDue():
            return f"{event.seat} is to have {event.least} at stake"
        case r.WagersReturned():
            removed = f", off the table {by_seat(hand, event.removed)}" if any(event.removed) else ""
            return f"wagers back {by_seat(hand, event.returned)}{removed}"
        case r.ClockImposed():
            return f"{event.seat} has {event.seconds} seconds"
        case e.StreetDealt():
            return f"dealt {event.name}: {_street(event)}"
        case e.Folded():
            paid = f" paying {event.paid}" if event.paid else ""
            return f"{event.seat} folds{paid}" + (" out of time" if event.timed_out else "")
        case e.CommissionTaken():
            return f"commission {' + '.join(map(str, event.amounts))} {quote(event.working)}"
        case e.PotAwarded():
            awards = ", ".join(f"{seat} {chips}" for seat, chips in zip(event.seats, event.amounts, strict=True))
            return f"pot {event.pot + 1} {event.part} to {awards}"
        case e.HandEnded():
            return f"ended {event.reason}"
    raise NotationError(phrase("no ruling causes {name}, so no line of text says it", name=Name(type(event).__name__)))


def _kept(hand: Hand, forfeited: tuple[int, ...]) -> str:
    return f", kept {by_seat(hand, forfeited)}" if any(forfeited) else ""


def _street(event: e.StreetDealt) -> str:
    """A street as a ruling dealt it: the down-cards of each seat, a stroke, its up-cards; then the board."""
    piles = zip(event.seats, event.down, event.up, strict=True)
    parts = [f"{seat} {show(down, '')}/{show(up, '')}" for seat, down, up in piles]
    return ", ".join([*parts, f"board {show(event.board, '')}"] if event.board else parts)


# --- reading ---------------------------------------------------------------------------------------------------------

Reader = Callable[[Hand, dict[str, Any], Cites], Any]
LINES: Final[list[tuple[re.Pattern[str], Reader]]] = []


def line(pattern: str) -> Callable[[Reader], Reader]:
    """The reader of one kind of line."""

    def note(reader: Reader) -> Reader:
        LINES.append((re.compile(pattern + "$"), reader))
        return reader

    return note


def read_ruling(hand: Hand, text: str, cites: Cites) -> e.Event:
    """The event that a line of a ruling says, for the hand as it stands."""
    for pattern, reader in LINES:
        if found := pattern.match(text):
            try:
                return reader(hand, found.groupdict(), cites)  # type: ignore[no-any-return]
            except OverflowError as fault:
                raise NotationError(phrase("{text}: {fault}", text=quoted(text), fault=Name(str(fault)))) from None
    raise NotationError(
        phrase("no line of a ruling reads {text}", text=quoted(text)),
        legal=tuple(phrase("{word} ...", word=Name(word)) for word in RULING_WORDS),
    )


def record(hand: Hand, event: e.Event) -> None:
    """Record an event of a ruling that was read, if it can be as the hand stands; else NotationError, and no change."""
    trial = hand.copy()
    if need := misfit(trial, event):
        raise NotationError(phrase("that cannot be as the hand stands: {need}", need=need))
    try:
        evolve(trial, event)
    except (InvariantBroken, LookupError, ValueError, AssertionError, TypeError) as fault:
        raise NotationError(
            phrase("that cannot be as the hand stands: {fault}", fault=Name(str(fault) or type(fault).__name__))
        ) from None
    for what, chips in (("stacks", trial.stacks), ("wagers", trial.bets), ("pot", trial.put)):
        if min(chips) < 0:
            raise NotationError(phrase("that cannot be as the hand stands: {what} below nothing", what=what))
    if trial.pot < 0 or trial.stub < 0 or not 0 <= trial.live <= trial.n:
        raise NotationError("that cannot be as the hand stands: there is not so much to take")
    evolve(hand, event)


def misfit(hand: Hand, event: Any) -> str:  # noqa: ANN401 - any event that a ruling can cause
    """What a line of a ruling lacks, or nothing."""
    seat = getattr(event, "seat", 0)
    if seat and seat not in hand.index and not isinstance(event, r.PowerUsed):
        return f"a player of the hand, not seat {seat}"
    if isinstance(event, r.CardsMoved):
        if "down" in (event.source, event.target) or "up" in (event.source, event.target):
            return "" if seat else "the seat whose cards they are"
        return ""
    if isinstance(event, r.AwardMoved):
        return "" if sum(event.taken) == sum(event.given) else "as many chips given as taken"
    if isinstance(event, (r.RulingMade, r.PowerUsed, r.OutcomeInvalidated, r.CardsExposed)):
        return ""
    return "a round of play that is not over" if hand.is_over else ""


def _cards(text: str | None) -> tuple[Card, ...]:
    return cards(text) if text else ()


@line(
    rf"ruled (?P<incident>[\w-]+)(?: of (?P<of>{SEATS}))?: (?P<remedy>[^\"]+) {BY}(?: working (?P<working>{QUOTED}))?"
    rf"(?: agreed by (?P<agreed>{SEATS}))?"
)
def _ruled(_: Hand, said: dict[str, Any], cites: Cites) -> r.RulingMade:
    working = unquote(said["working"]) if said["working"] else ""
    author, reason = unquote(said["author"]), unquote(said["reason"])
    return r.RulingMade(
        said["incident"], said["remedy"], several(said["of"]), working, author, said["role"], reason, cites,
        several(said["agreed"]),
    )  # fmt: skip


@line(rf"used (?P<power>[\w-]+)(?: on (?P<on>\d+))?(?: for (?P<detail>{QUOTED}))?(?: seconds (?P<seconds>\d+))? {BY}")
def _used(_: Hand, said: dict[str, Any], cites: Cites) -> r.PowerUsed:
    detail = unquote(said["detail"]) if said["detail"] else ""
    author, reason = unquote(said["author"]), unquote(said["reason"])
    seat, seconds = int(said["on"] or 0), int(said["seconds"] or 0)
    return r.PowerUsed(said["power"], seat, detail, author, said["role"], reason, cites, seconds)


@line(
    rf"so (?P<cards>{CARDS}) from (?P<source>{PLACE}) to (?P<target>{PLACE})(?: of (?P<seat>\d+))?"
    rf"(?P<up>, face up)?(?:, seen by (?P<to>{SEATS}))?(?:, until (?P<until>.+))?"
)
def _moved(hand: Hand, said: dict[str, Any], cites: Cites) -> r.CardsMoved:
    return r.CardsMoved(
        _cards(said["cards"]), said["source"], said["target"], cites, int(said["seat"] or 0), bool(said["up"]),
        several(said["to"]), step_of(hand, said["until"]) if said["until"] else -1,
    )  # fmt: skip


@line(rf"so (?P<seat>\d+) exposes (?P<cards>{CARDS})(?:, seen by (?P<to>{SEATS}))?")
def _exposed(hand: Hand, said: dict[str, Any], cites: Cites) -> r.CardsExposed:
    return r.CardsExposed(known(hand, said["seat"]), _cards(said["cards"]), cites, several(said["to"]))


@line(rf"so (?P<seat>\d+) shows (?P<cards>{CARDS}) at the end(?:, seen by (?P<to>{SEATS}))?")
def _show_ordered(hand: Hand, said: dict[str, Any], cites: Cites) -> r.ShowOrdered:
    return r.ShowOrdered(known(hand, said["seat"]), _cards(said["cards"]), several(said["to"]), cites)


@line(rf"so next card (?P<card>{CARD})")
def _next_exposed(_: Hand, said: dict[str, Any], cites: Cites) -> r.NextExposed:
    return r.NextExposed(_cards(said["card"])[0], cites)


@line(r"so stub of (?P<count>\d+) shuffled")
def _shuffled(hand: Hand, said: dict[str, Any], cites: Cites) -> r.StubShuffled:
    if int(said["count"]) != hand.stub:
        raise NotationError(phrase("the stub has {stub} cards, not {said}", stub=hand.stub, said=said["count"]))
    return r.StubShuffled(int(said["count"]), cites)


@line(r"so cards aside shuffled into (?P<count>\d+)")
def _aside(_: Hand, said: dict[str, Any], cites: Cites) -> r.AsideReturned:
    return r.AsideReturned(int(said["count"]), cites)


@line(rf"so (?P<step>.+?) again(?P<burnt> after the burn)?(?P<board> on the board only)?, back (?P<back>{PAIRS}|none)")
def _recalled(hand: Hand, said: dict[str, Any], cites: Cites) -> r.StreetRecalled:
    step, back = step_of(hand, said["step"]), in_order(hand, said["back"])
    return r.StreetRecalled(step, bool(said["burnt"]), back, cites, bool(said["board"]))


@line(r"so no burn before (?P<step>.+)")
def _burn_waived(hand: Hand, said: dict[str, Any], cites: Cites) -> r.BurnWaived:
    return r.BurnWaived(step_of(hand, said["step"]), cites)


@line(rf"so (?P<seat>\d+) is (?P<kind>{'|'.join(get_args(r.Death))})(?:, back (?P<back>\d+))?")
def _dead(hand: Hand, said: dict[str, Any], cites: Cites) -> r.HandDead:
    return r.HandDead(known(hand, said["seat"]), int(said["back"] or 0), said["kind"], cites)


@line(rf"so all void, back (?P<back>{PAIRS}|none)(?:, kept (?P<kept>{PAIRS}))?")
def _voided(hand: Hand, said: dict[str, Any], cites: Cites) -> r.RoundVoided:
    return r.RoundVoided(in_order(hand, said["back"]), in_order(hand, said["kept"]), cites)


@line(rf"so outcome void, stacks (?P<stacks>{PAIRS}|none)(?:, kept (?P<kept>{PAIRS}))?")
def _invalidated(hand: Hand, said: dict[str, Any], cites: Cites) -> r.OutcomeInvalidated:
    return r.OutcomeInvalidated(in_order(hand, said["stacks"]), in_order(hand, said["kept"]), cites)


@line(rf"so pot (?P<pot>[1-9]\d*) (?P<part>{PARTS}) paid again from (?P<taken>{PAIRS}), to (?P<given>{PAIRS})")
def _award_moved(hand: Hand, said: dict[str, Any], cites: Cites) -> r.AwardMoved:
    taken, given = in_order(hand, said["taken"]), in_order(hand, said["given"])
    return r.AwardMoved(int(said["pot"]) - 1, said["part"], taken, given, cites)


@line(r"so betting capped at (?P<ceiling>\d+)")
def _capped(_: Hand, said: dict[str, Any], cites: Cites) -> r.BettingCapped:
    return r.BettingCapped(int(said["ceiling"]), cites)


@line(r"so (?P<seat>\d+) is all-in")
def _treated(hand: Hand, said: dict[str, Any], cites: Cites) -> r.TreatedAllIn:
    return r.TreatedAllIn(known(hand, said["seat"]), cites)


@line(r"so (?P<seat>\d+) opens(?P<taps>, a check taps out)?")
def _opener(hand: Hand, said: dict[str, Any], cites: Cites) -> r.OpenerChanged:
    return r.OpenerChanged(known(hand, said["seat"]), cites, bool(said["taps"]))


@line(rf"so (?P<seat>\d+) is held to (?P<action>{'|'.join(get_args(r.Action))})(?: (?P<to>\d+))?")
def _held(hand: Hand, said: dict[str, Any], cites: Cites) -> r.WagerHeld:
    return r.WagerHeld(known(hand, said["seat"]), said["action"], int(said["to"] or 0), cites)


@line(r"so (?P<seat>\d+) is held no more")
def _resolved(hand: Hand, said: dict[str, Any], cites: Cites) -> r.HeldResolved:
    return r.HeldResolved(known(hand, said["seat"]), cites)


@line(r"so (?P<seat>\d+) forfeits (?P<amount>\d+)")
def _forfeited(hand: Hand, said: dict[str, Any], cites: Cites) -> r.WagerForfeited:
    return r.WagerForfeited(known(hand, said["seat"]), int(said["amount"]), cites)


@line(r"so (?P<seat>\d+) owes (?P<step>.+)")
def _discard_owed(hand: Hand, said: dict[str, Any], cites: Cites) -> r.DiscardOwed:
    return r.DiscardOwed(known(hand, said["seat"]), step_of(hand, said["step"]), cites)


@line(r"so (?P<seat>\d+) has (?P<count>\d+) of the draw(?P<owed> discarded for)?")
def _credited(hand: Hand, said: dict[str, Any], cites: Cites) -> r.DrawCredited:
    return r.DrawCredited(known(hand, said["seat"]), int(said["count"]), bool(said["owed"]), cites)


@line(r"so (?P<seat>\d+) has (?P<by>[+-]\d+) at stake")
def _stake(hand: Hand, said: dict[str, Any], cites: Cites) -> r.StakeAdjusted:
    return r.StakeAdjusted(known(hand, said["seat"]), int(said["by"]), cites)


@line(r"so (?P<seat>\d+) is to have (?P<least>\d+) at stake")
def _stake_due(hand: Hand, said: dict[str, Any], cites: Cites) -> r.StakeDue:
    return r.StakeDue(known(hand, said["seat"]), int(said["least"]), cites)


@line(rf"so wagers back (?P<back>{PAIRS}|none)(?:, off the table (?P<off>{PAIRS}))?")
def _returned(hand: Hand, said: dict[str, Any], cites: Cites) -> r.WagersReturned:
    return r.WagersReturned(in_order(hand, said["back"]), in_order(hand, said["off"]), cites)


@line(r"so (?P<seat>\d+) has (?P<seconds>\d+) seconds")
def _clock(hand: Hand, said: dict[str, Any], cites: Cites) -> r.ClockImposed:
    return r.ClockImposed(known(hand, said["seat"]), int(said["seconds"]), cites)


@line(
    rf"so dealt (?P<name>[\w -]+): (?:(?P<piles>\d+ (?:{CARDS})?/(?:{CARDS})?(?:, \d+ (?:{CARDS})?/(?:{CARDS})?)*)"
    rf"(?:, board (?P<board>{CARDS}))?|board (?P<only>{CARDS}))"
)
def _dealt(hand: Hand, said: dict[str, Any], cites: Cites) -> e.StreetDealt:
    step_of(hand, said["name"])
    piles = [re.split(r"[ /]", part) for part in said["piles"].split(", ")] if said["piles"] else []
    seats = tuple(known(hand, pile[0]) for pile in piles)
    down, up = tuple(_cards(pile[1]) for pile in piles), tuple(_cards(pile[2]) for pile in piles)
    return e.StreetDealt(said["name"], seats, down, up, _cards(said["board"] or said["only"]), cites)


@line(r"so (?P<seat>\d+) folds(?: paying (?P<paid>\d+))?(?P<late> out of time)?")
def _folded(hand: Hand, said: dict[str, Any], cites: Cites) -> e.Folded:
    return e.Folded(known(hand, said["seat"]), cites, int(said["paid"] or 0), bool(said["late"]))


@line(rf"so commission (?P<amounts>\d+(?: \+ \d+)*) (?P<working>{QUOTED})")
def _commission(_: Hand, said: dict[str, Any], cites: Cites) -> e.CommissionTaken:
    return e.CommissionTaken(tuple(map(int, said["amounts"].split(" + "))), unquote(said["working"]), cites)


@line(rf"so pot (?P<pot>[1-9]\d*) (?P<part>{PARTS}) to (?P<awards>{PAIRS})")
def _awarded(hand: Hand, said: dict[str, Any], cites: Cites) -> e.PotAwarded:
    awards = [part.split() for part in said["awards"].split(", ")]
    seats, amounts = tuple(known(hand, seat) for seat, _ in awards), tuple(int(chips) for _, chips in awards)
    return e.PotAwarded(int(said["pot"]) - 1, said["part"], seats, amounts, cites)


@line(r"so ended (?P<reason>showdown|sole survivor|void|misdeal)")
def _ended(_: Hand, said: dict[str, Any], cites: Cites) -> e.HandEnded:
    return e.HandEnded(said["reason"], cites)
