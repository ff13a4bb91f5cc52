"""What is done at the controller and the terminal: offering, linking, signs and changes, display, malfunction."""

from __future__ import annotations

from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.ruling import require_words
from openfelt.jackpots import events as e
from openfelt.jackpots import orders as o
from openfelt.jackpots.checking import require_complete
from openfelt.jackpots.facts import (
    JackpotGiven,
    amount,
    from_house,
    parameters_of,
    require_funds,
    rules_for,
    to_house,
)
from openfelt.jackpots.parameters import UNTIL_WON, Parameters, cents_of, expires_ms
from openfelt.jackpots.pool import Pool
from openfelt.jackpots.rules import (
    ANSWERED,
    CHANGED,
    WAITS,
    WINDOWS,
    JackpotRules,
    require_office,
    rules_of,
)
from openfelt.jackpots.settling import Settling, settle_waiting
from openfelt.phrases import Money, Name, names, phrase, quoted
from openfelt.rulebooks import joined

MINUTE_MS: Final = 60_000
LONGEST_NOTICE_MS: Final = 366 * 24 * 60 * MINUTE_MS
PARTS: Final = ("console", "controller", "terminal", "display")


# -- on offer ----------------------------------------------------------------------------------------------------------


def open_pool(state: Pool, order: o.OpenPool, given: JackpotGiven) -> tuple[Any, ...]:
    """Offer a jackpot whose parameters are complete; the operator puts its base amount into the pool."""
    if state.phase != "empty":
        raise RuleViolation("on-offer", ANSWERED, phrase("{name} is on offer already, or was", name=Name(state.name)))
    if not accounts.is_owner(order.pool):
        raise NotationError(phrase("a jackpot cannot be called {pool}", pool=quoted(order.pool)))
    rules, parameters = rules_of(order.parameters.book), order.parameters
    require_office(parameters.book, order.by, "offer")
    require_complete(parameters)
    require_ahead(parameters, given.at_ms, rules)
    base = cents_of(parameters.base_cents)
    require_funds(given, base, rules.funded)
    named = Pool(name=order.pool)
    opened = e.PoolOpened(
        pool=order.pool,
        parameters=parameters,
        at_ms=given.at_ms,
        base_cents=base,
        by=order.by.account,
        cites=joined(rules.event, rules.variation, rules.funded, *rules.asks.values()),
        moves=from_house(named, base, "jackpot base"),
    )
    return (opened,)


def require_ahead(parameters: Parameters, from_ms: int, rules: JackpotRules) -> None:
    """Refuse an offer that is over before it begins."""
    ends = expires_ms(parameters)
    if ends is not None and ends <= from_ms:
        text = phrase("the offer would end at {ends}, before it begins", ends=Name(str(parameters.offer_ends)))
        raise RuleViolation("offer-over", rules.awarded, text, legal=("a later moment", UNTIL_WON))


def link(state: Pool, order: o.LinkTable, given: JackpotGiven) -> tuple[Any, ...]:  # noqa: ARG001 - one signature
    """Link a table of the same variation that is signed and has a console."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "link")
    if order.table in state.tables:
        raise RuleViolation("linked", rules.signed, phrase("{table} is linked already", table=Name(order.table)))
    own = (order.book, order.game, order.deck)
    if own != parameters.variation:
        book, game, deck = parameters.variation
        wanted = phrase("{book} {game} with {deck} cards", book=Name(book), game=Name(str(game)), deck=deck)
        text = phrase(
            "{table} plays {book} {game} with {deck} cards",
            table=Name(order.table),
            book=Name(order.book),
            game=Name(order.game),
            deck=order.deck,
        )
        raise RuleViolation("variation", rules.variation, text, legal=wanted)
    if not order.signed:
        text = phrase("no sign at {table} says that it takes part", table=Name(order.table))
        raise RuleViolation("not-signed", rules.signed, text)
    if not order.console:
        text = phrase("the dealer of {table} has no console", table=Name(order.table))
        raise RuleViolation("no-console", rules.console, text)
    cites = joined(rules.signed, rules.variation, rules.console)
    return (e.TableLinked(table=order.table, by=order.by.account, cites=cites),)


def unlink(state: Pool, order: o.UnlinkTable, given: JackpotGiven) -> tuple[Any, ...]:  # noqa: ARG001 - one signature
    """Take a table off the jackpot."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "link")
    if order.table not in state.tables:
        text = phrase("{table} is not linked", table=Name(order.table))
        raise RuleViolation("not-linked", rules.signed, text, legal=state.tables)
    return (e.TableUnlinked(table=order.table, by=order.by.account, cites=rules.signed),)


# -- the display -------------------------------------------------------------------------------------------------------


def compare(state: Pool, order: o.CheckDisplay, given: JackpotGiven) -> tuple[Any, ...]:
    """Put on record what the display shows beside the terminal's amount, which counts."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "compare")
    if order.shows_cents < 0:
        raise NotationError("a display shows no amount below zero")
    compared = e.DisplayCompared(
        at_ms=given.at_ms,
        shows_cents=order.shows_cents,
        terminal_cents=amount(state, given),
        by=order.by.account,
        cites=joined(rules.terminal, rules.display),
    )
    return (compared,)


# -- changes -----------------------------------------------------------------------------------------------------------


def put_up_sign(state: Pool, order: o.PutUpSign, given: JackpotGiven) -> tuple[Any, ...]:
    """A sign with the next parameters and the time of the change."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "change")
    if order.parameters is not None:
        require_next(state, order.parameters)
    if not given.at_ms < order.change_at_ms <= given.at_ms + LONGEST_NOTICE_MS:
        text = "the sign names no time of the change ahead, within a year"
        raise RuleViolation("no-time", joined(rules.sign.cites, CHANGED), text)
    if order.parameters is not None:
        require_ahead(order.parameters, order.change_at_ms, rules)
    shown = e.SignShown(
        parameters=order.parameters,
        change_at_ms=order.change_at_ms,
        at_ms=given.at_ms,
        by=order.by.account,
        cites=rules.sign.cites,
    )
    return (shown,)


def require_next(state: Pool, new: Parameters) -> None:
    """Refuse parameters that are not complete, of another book, or for another variation than linked tables play."""
    now, rules = parameters_of(state), rules_for(state)
    require_complete(new)
    if new.book != now.book or (state.tables and new.variation != now.variation):
        text = "the linked tables play another variation"
        raise RuleViolation("variation", rules.variation, text, legal=("unlink the tables first",))


def change(state: Pool, order: o.ChangeParameters, given: JackpotGiven) -> tuple[Any, ...]:
    """The parameters of the sign, once they may come into force."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "change")
    sign = require_changeable(state, given)
    if sign.parameters is None:
        raise RuleViolation("ends", CHANGED, "the sign announces the end of the jackpot", legal=("end it",))
    require_next(state, sign.parameters)
    missing = max(0, cents_of(sign.parameters.base_cents) - amount(state, given))
    require_funds(given, missing, rules.funded)
    changed = e.ParametersChanged(
        parameters=sign.parameters,
        at_ms=given.at_ms,
        reseed_cents=missing,
        by=order.by.account,
        cites=joined(rules.awarded, rules.sign.cites),
        moves=from_house(state, missing, "jackpot base"),
    )
    return (changed,)


def require_changeable(state: Pool, given: JackpotGiven) -> e.SignShown:
    """Refuse a change before the award or the end of the offer, before the notice has run, or before its time."""
    parameters, rules, sign = parameters_of(state), rules_for(state), state.sign
    ends = expires_ms(parameters)
    if not state.awarded and (ends is None or given.at_ms < ends):
        text = "the jackpot has not been awarded, and its offer has not expired"
        raise RuleViolation("not-awarded", rules.awarded, text)
    if sign is None:
        raise RuleViolation("no-sign", rules.sign.cites, "no sign shows the new parameters and the time of the change")
    due = max(sign.at_ms + rules.sign.value * MINUTE_MS, sign.change_at_ms)
    if given.at_ms < due:
        left = (due - given.at_ms + 999) // 1000
        raise RuleViolation("notice", rules.sign.cites, phrase("{left} seconds remain before the change", left=left))
    if state.open_hits:
        raise RuleViolation("open-hits", CHANGED, phrase("hit {number} is not paid", number=state.open_hits[0].number))
    if held := [one for one in state.candidates if one.ends_ms > state.ended.get(one.event, 0)]:
        said = phrase("a window of {event} has a hand in it and has not ended", event=Name(held[0].event))
        raise RuleViolation("open-window", joined(CHANGED, WINDOWS), said, legal=("after the window",))
    if state.malfunction is not None:
        raise RuleViolation("malfunction", rules.malfunction, "the amount is not confirmed")
    return sign


def end(state: Pool, order: o.EndPool, given: JackpotGiven) -> tuple[Any, ...]:
    """The end that a sign has announced; what is in the pool is the operator's."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "offer")
    sign = require_changeable(state, given)
    if sign.parameters is not None:
        raise RuleViolation("goes-on", CHANGED, "the sign announces other parameters", legal=("change them",))
    if state.tables:
        raise RuleViolation(
            "tables",
            CHANGED,
            "tables are linked still",
            legal=tuple(phrase("unlink {table}", table=Name(one)) for one in state.tables),
        )
    left = amount(state, given)
    ended = e.PoolEnded(
        at_ms=given.at_ms,
        cents=left,
        by=order.by.account,
        cites=joined(rules.awarded, rules.sign.cites),
        moves=to_house(state, left, "jackpot ended"),
    )
    return (ended,)


# -- malfunction -------------------------------------------------------------------------------------------------------


def report(state: Pool, order: o.ReportMalfunction, given: JackpotGiven) -> tuple[Any, ...]:
    """Equipment fails: whoever has to be told is notified in the same entry."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "report")
    require_words(order.what)
    if order.part not in PARTS:
        raise NotationError(phrase("{part} is no part of the equipment", part=quoted(order.part)), legal=PARTS)
    if state.malfunction is not None:
        text = phrase("the {part} is reported already", part=state.malfunction.part)
        raise RuleViolation("malfunction", rules.malfunction, text)
    reported = e.MalfunctionReported(
        part=order.part,
        what=order.what,
        at_ms=given.at_ms,
        notified=rules.notified.value,
        by=order.by.account,
        cites=joined(rules.malfunction, rules.notified.cites, rules.stands),
    )
    return (reported,)


def receive(state: Pool, order: o.ReceiveNotice, given: JackpotGiven) -> tuple[Any, ...]:
    """A notice has arrived."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "report")
    require_words(order.reference)
    failing = state.malfunction
    if failing is None or order.to not in failing.missing:
        legal = failing.missing if failing is not None else ()
        text = phrase("no notice to {to} is open", to=quoted(order.to))
        raise RuleViolation("no-notice", rules.notified.cites, text, legal=legal)
    received = e.NoticeReceived(
        to=order.to, reference=order.reference, at_ms=given.at_ms, by=order.by.account, cites=rules.notified.cites
    )
    return (received,)


def adjust(state: Pool, order: o.AdjustPool, given: JackpotGiven) -> tuple[Any, ...]:
    """Put money into the pool, or take it out, while the equipment fails."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "adjust", rules.adjusted)
    require_words(order.reason)
    if state.malfunction is None:
        raise RuleViolation("no-malfunction", rules.adjusted, "the equipment works: nothing is adjusted")
    if not order.by_cents:
        raise NotationError("an adjustment by nothing", cites=rules.adjusted)
    held = amount(state, given)
    if held + order.by_cents < 0:
        text = phrase("the pool holds {held}", held=Money(held))
        raise RuleViolation("overdrawn", rules.adjusted, text)
    require_funds(given, max(0, order.by_cents), rules.adjusted)
    moves = (
        from_house(state, order.by_cents, "jackpot adjusted")
        if order.by_cents > 0
        else to_house(state, -order.by_cents, "jackpot adjusted")
    )
    adjusted = e.PoolAdjusted(
        by_cents=order.by_cents,
        reason=order.reason,
        at_ms=given.at_ms,
        by=order.by.account,
        cites=rules.adjusted,
        moves=moves,
    )
    return (adjusted,)


def confirm(state: Pool, order: o.ConfirmAmount, given: JackpotGiven) -> tuple[Any, ...]:
    """The amount is confirmed: the malfunction is over, and what was won meanwhile is settled."""
    parameters, rules = parameters_of(state), rules_for(state)
    require_office(parameters.book, order.by, "confirm", rules.confirmed)
    failing = state.malfunction
    if failing is None:
        raise RuleViolation("no-malfunction", rules.confirmed, "the equipment works")
    if failing.missing:
        text = phrase("{missing} have not received the notice", missing=names(failing.missing, " and "))
        raise RuleViolation("not-received", joined(rules.notified.cites, WAITS), text)
    held = amount(state, given)
    if order.cents != held:
        said = phrase("the terminal shows {held}, not {said}", held=Money(held), said=Money(order.cents))
        raise RuleViolation("amount", rules.confirmed, said, legal=("adjust the pool first",))
    settling = Settling.begin(state, given)
    confirmed = e.AmountConfirmed(
        cents=held, at_ms=given.at_ms, by=order.by.account, cites=joined(rules.confirmed, rules.stands)
    )
    settling.made.append(confirmed)
    settle_waiting(settling)
    return tuple(settling.made)
