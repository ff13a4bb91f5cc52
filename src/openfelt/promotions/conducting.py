"""The promotion as a whole: its terms, the Authority, notices, the start, postponing and cancelling, the end."""

from __future__ import annotations

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.promotions import events as e
from openfelt.promotions import orders as o
from openfelt.promotions.checking import check, rules_of
from openfelt.promotions.facts import (
    PromotionGiven,
    at,
    first_of,
    from_house,
    require_another,
    require_going,
    require_money,
    require_office,
    require_phase,
    require_text,
    rules_for,
    set_aside,
    terms_of,
)
from openfelt.promotions.moments import written_utc
from openfelt.promotions.promotion import Award, Promotion
from openfelt.promotions.rules import CLOSING, COMPROMISED, ELAPSED, NOTIFIED_ANEW, PAYING, WRITTEN
from openfelt.promotions.terms import Terms
from openfelt.promotions.writing import digest, reference
from openfelt.rulebooks import Cites

Events = tuple[e.PromotionEvent, ...]


# --- terms ------------------------------------------------------------------------------------------------------------


def draft(state: Promotion, order: o.Draft, given: PromotionGiven) -> Events:
    """Write the first version; gaps are counted, and keep it a draft."""
    if state.phase != "empty":
        raise RuleViolation("phase", WRITTEN, "its terms are written", legal=("amend them",))
    accounts.promotion(order.promotion)  # a name that accounts can have
    terms, rules = order.terms, rules_of(order.terms.book)
    cites = require_office(terms.book, order.by, "draft")
    found = require_allowed(terms, given)
    return (
        e.TermsDrafted(
            promotion=order.promotion,
            terms=terms,
            digest=digest(terms),
            gaps=found,
            by=order.by.account,
            cites=cites + rules.complete,
        ),
    )


def require_allowed(terms: Terms, given: PromotionGiven) -> int:
    """Refuse terms that say what a clause forbids; how many items have no answer."""
    findings = check(terms, given.prescribed)
    if wrong := [one for one in findings if one.kind == "contradiction"]:
        raise first_of(wrong, ())
    return len(findings)


def require_complete(terms: Terms, given: PromotionGiven, cites: Cites) -> None:
    """Refuse terms with a gap, naming the first."""
    if findings := check(terms, given.prescribed):
        raise first_of(findings, cites)


def amend(state: Promotion, order: o.Amend, given: PromotionGiven) -> Events:
    """Replace the terms: freely before the start, by the Authority's approval after it, never after the draw."""
    before, rules, terms = terms_of(state), rules_for(state), order.terms
    started = state.has_started
    cites = require_office(before.book, order.by, "amend" if started else "draft")
    require_phase(state, rules.complete, "draft", "complete", "notified", "running", "entries closed")
    if terms.book != before.book or terms.version != before.version + 1:
        text = phrase(
            "version {version} of {book} after version {before} of {before_book}",
            version=terms.version,
            book=Name(terms.book),
            before=before.version,
            before_book=Name(before.book),
        )
        raise RuleViolation("version", WRITTEN, text, legal=(str(before.version + 1),))
    found = require_allowed(terms, given)
    if not started:
        cites += NOTIFIED_ANEW if state.notified is not None else ()
        return (_amended(order, found, cites),)
    if rules.approved and not order.approval.strip():
        text = phrase("after the start a change of the terms needs the Authority's approval")
        raise RuleViolation("not-approved", rules.approved, text, legal=("the reference of the approval",))
    require_complete(terms, given, rules.complete)
    if terms.entries.rule != before.entries.rule:
        raise RuleViolation("entry-rule", rules.eligible, "how one has entries does not change after the start")
    more = set_aside(terms) - set_aside(before)
    if more > 0:
        require_money(given, accounts.HOUSE, more, PAYING)
    return (_amended(order, found, cites + rules.approved, from_house(state, more, "prizes of another version")),)


def _amended(order: o.Amend, gaps: int, cites: Cites, moves: tuple[e.Move, ...] = ()) -> e.TermsAmended:
    return e.TermsAmended(
        terms=order.terms,
        digest=digest(order.terms),
        gaps=gaps,
        by=order.by.account,
        approval=order.approval,
        cites=cites,
        moves=moves,
    )


def notify(state: Promotion, order: o.NotifyAuthority, given: PromotionGiven) -> Events:
    """The Authority has the full terms: only complete ones are full."""
    terms, rules = terms_of(state), rules_for(state)
    if rules.notice_ms is None:
        text = phrase("{book} knows no Authority to notify", book=Name(terms.book))
        raise RuleViolation("no-authority", WRITTEN, text, legal=("start",))
    cites = require_office(terms.book, order.by, "notify")
    require_complete(terms, given, rules.complete)
    require_phase(state, rules.notice_ms.cites, "complete", "notified")
    require_text(order.receipt, rules.notice_ms.cites, "how the receipt is known")
    if state.phase == "notified":
        raise RuleViolation(
            "notified", rules.notice_ms.cites, "the Authority has these terms", legal=("start", "amend")
        )
    return (
        e.AuthorityNotified(
            digest=state.digest, receipt=order.receipt, by=order.by.account, at_ms=given.now_ms, cites=cites
        ),
    )


def publish_notice(state: Promotion, order: o.PublishNotice, given: PromotionGiven) -> Events:
    """A notice with the reference of the complete terms; the channel is on record."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "notice")
    if state.phase in {"closed", "cancelled"}:
        require_phase(state, rules.published, "running")
    require_complete(terms, given, rules.complete)
    require_text(order.channel, rules.published, "the channel")
    require_text(order.text, rules.published, "what the notice says")
    return (
        e.NoticePublished(
            channel=order.channel,
            text=order.text,
            reference=reference(state.name, state.digest),
            by=order.by.account,
            at_ms=given.now_ms,
            cites=cites,
        ),
    )


def start(state: Promotion, order: o.Start, given: PromotionGiven) -> Events:
    """Start at the time of the terms, long enough after the Authority had them, with the money set aside."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "start")
    if state.has_started:
        raise RuleViolation("phase", rules.offered, "the promotion has started")
    require_complete(terms, given, rules.complete)
    require_phase(state, rules.notice_ms.cites if rules.notice_ms else rules.offered, "complete", "notified")
    require_noticed(state, given)
    if not state.notices:
        text = phrase("nobody can have the terms yet: no notice names them")
        raise RuleViolation("not-published", rules.published, text, legal=("publish a notice",))
    begins = at(terms.held.starts)
    if given.now_ms < begins:
        text = phrase("the promotion starts at {starts}", starts=Name(str(terms.held.starts)))
        raise RuleViolation("too-early", rules.asks["held.starts"] + NOTIFIED_ANEW, text)
    cents = set_aside(terms)
    require_money(given, accounts.HOUSE, cents, PAYING)
    return (
        e.PromotionStarted(
            by=order.by.account,
            at_ms=given.now_ms,
            cites=rules.offered + cites + rules.prize_draw,
            moves=from_house(state, cents, "prizes set aside"),
        ),
    )


def require_noticed(state: Promotion, given: PromotionGiven) -> None:
    """Refuse a start too soon after the Authority had the terms; the last moment of the time is enough."""
    wait = rules_for(state).notice_ms
    if wait is None:
        return
    if state.notified is None:
        raise RuleViolation("not-notified", wait.cites, "the Authority has not had these terms", legal=("notify",))
    earliest = state.notified.at_ms + wait.value
    if given.now_ms < earliest:
        text = phrase("the Authority has had the terms for less than {hours} hours", hours=wait.value // 3_600_000)
        legal = phrase("from {earliest} on", earliest=Name(written_utc(earliest)))
        raise RuleViolation("too-early", wait.cites + ELAPSED, text, legal=legal)


# --- a promotion that is compromised ----------------------------------------------------------------------------------


def postpone(state: Promotion, order: o.Postpone, given: PromotionGiven) -> Events:
    """Everything waits until the integrity is validated; the inspectorate knows at once."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "postpone")
    require_phase(state, rules.compromised, "running", "entries closed", "drawn")
    require_going(state)
    require_text(order.reason, rules.compromised, "what is compromised")
    if rules.inspectorate:
        require_text(order.notified, rules.compromised, "how the inspectorate was notified")
    return (
        e.PromotionPostponed(
            reason=order.reason,
            notified=order.notified,
            by=order.by.account,
            at_ms=given.now_ms,
            cites=cites + COMPROMISED,
        ),
    )


def validate(state: Promotion, order: o.Validate, _given: PromotionGiven) -> Events:
    """The integrity is given again, says another than who drew; a draw begins anew from its entries."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "validate")
    if not state.suspended:
        raise RuleViolation("phase", rules.compromised, "the promotion is not postponed")
    require_text(order.reason, rules.compromised, "why the integrity is given again")
    if state.drawn is not None and state.phase == "drawn":
        require_another(order.by, state.drawn.by, COMPROMISED, "made the draw, and does not validate it")
    require_unpaid(state, rules.compromised)
    return (e.IntegrityValidated(reason=order.reason, by=order.by.account, cites=cites + COMPROMISED),)


def require_unpaid(state: Promotion, cites: Cites) -> None:
    """Refuse to undo a draw of which a prize was paid."""
    if paid := [one.number for one in state.awards.values() if one.paid is not None]:
        text = phrase("prize {paid} of that draw was paid", paid=paid[0])
        raise RuleViolation("paid", cites + COMPROMISED + PAYING, text, legal=("correct the payment",))


def cancel(state: Promotion, order: o.Cancel, given: PromotionGiven) -> Events:
    """The promotion does not take place; what was set aside goes back."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "cancel")
    if state.phase in {"closed", "cancelled"}:
        require_phase(state, rules.compromised, "running")
    require_text(order.reason, rules.compromised, "why it is cancelled")
    if rules.inspectorate and state.has_started:
        require_text(order.notified, rules.compromised, "how the inspectorate was notified")
    require_unpaid(state, rules.compromised)
    return (
        e.PromotionCancelled(
            reason=order.reason,
            notified=order.notified,
            by=order.by.account,
            at_ms=given.now_ms,
            cites=cites + CLOSING,
            moves=from_house(state, -state.money, "cancelled"),
        ),
    )


# --- the end ----------------------------------------------------------------------------------------------------------


def close(state: Promotion, order: o.Close, given: PromotionGiven) -> Events:
    """Every prize is paid or was not claimed in time, every winner and every refused claimant was told."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "close")
    is_empty = state.phase == "running" and not state.entries and given.now_ms > at(terms.entries.close)
    if not is_empty:
        require_phase(state, CLOSING, "drawn")
    require_going(state)
    for claim in state.live_claims():
        if claim.status in {"open", "disputed"}:
            text = phrase("claim {number} is {status}", number=claim.number, status=claim.status)
            raise RuleViolation("claim-open", rules.claiming + CLOSING, text)
        if claim.denied is not None and claim.told is None:
            text = phrase("nobody has told the claimant of claim {number} why it was refused", number=claim.number)
            raise RuleViolation("not-told", rules.denied, text, legal=("tell the claimant",))
    unclaimed = tuple(one.number for one in state.awards.values() if one.paid is None)
    for number in unclaimed:
        require_lapsed(state, state.awards[number], given)
    return (
        e.PromotionClosed(
            unclaimed=unclaimed,
            by=order.by.account,
            cites=cites + rules.results + CLOSING,
            moves=from_house(state, -state.money, "not awarded"),
        ),
    )


def require_lapsed(state: Promotion, award: Award, given: PromotionGiven) -> None:
    """Refuse to give a prize up whose winner was not told, or who may still claim it."""
    terms, rules = terms_of(state), rules_for(state)
    if terms.claim.presence == "not-required" and not award.attempts and rules.tell_ms is not None:
        text = phrase("nobody tried to tell the winner of prize {number}", number=award.number)
        raise RuleViolation("not-told", rules.tell_ms.cites, text, legal=("tell the winner",))
    until = terms.claim.until
    if state.approved(award.number) is not None or until == "none" or given.now_ms <= at(until):
        text = phrase("prize {number} is not paid, and may still be claimed", number=award.number)
        raise RuleViolation("unpaid", rules.claiming + CLOSING, text, legal=("pay it",))
