"""Winners: they are told, they claim, claims are approved or refused and disputed, prizes are paid and corrected."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase
from openfelt.promotions import events as e
from openfelt.promotions import orders as o
from openfelt.promotions.events import Move
from openfelt.promotions.facts import (
    PromotionGiven,
    at,
    award_of,
    claim_of,
    from_house,
    kept_out,
    prize_of,
    require_another,
    require_going,
    require_money,
    require_office,
    require_phase,
    require_text,
    rules_for,
    terms_of,
)
from openfelt.promotions.promotion import Award, Claim, Promotion
from openfelt.promotions.rules import CLAIMING, ELAPSED, PAYING, TELLING, WON_BEFORE
from openfelt.promotions.terms import CashAlternative
from openfelt.room.offices import Officer
from openfelt.rulebooks import Cites, joined

Events = tuple[e.PromotionEvent, ...]
ROOM = "the room's page"
OWN_CLAIM = "has claimed the prize, and does not decide that"


# --- telling ----------------------------------------------------------------------------------------------------------


def tell_winner(state: Promotion, order: o.TellWinner, given: PromotionGiven) -> Events:
    """An attempt by one of the means; every attempt is on record, also a late one."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "tell")
    require_phase(state, TELLING, "drawn")
    award = award_of(state, order.award)
    assert state.drawn is not None
    within = rules.tell_ms
    in_time = within is None or given.now_ms - state.drawn.at_ms <= within.value
    return (
        e.WinnerTold(
            award=award.number,
            means=order.means,
            reached=order.reached,
            in_time=in_time,
            by=order.by.account,
            at_ms=given.now_ms,
            cites=joined(within.cites if within else cites, rules.means[order.means], TELLING, ELAPSED),
        ),
    )


# --- claims -----------------------------------------------------------------------------------------------------------


def require_claimable(state: Promotion, award: Award, given: PromotionGiven) -> None:
    """Refuse a claim outside its time."""
    terms, rules = terms_of(state), rules_for(state)
    require_going(state)
    until = terms.claim.until
    if until != "none" and given.now_ms > at(until):
        text = phrase("prizes could be claimed until {until}", until=Name(str(until)))
        raise RuleViolation("too-late", rules.claiming, text)
    if award.paid is not None:
        raise RuleViolation("paid", rules.claiming, phrase("prize {number} is paid", number=award.number))


def claim_prize(state: Promotion, order: o.ClaimPrize, given: PromotionGiven) -> Events:
    """The winner's own claim; nobody else's is taken here."""
    rules = rules_for(state)
    require_phase(state, rules.claiming, "drawn")
    award = award_of(state, order.award)
    require_winner(state, award, order.player)
    require_claimable(state, award, given)
    return _claimed(state, Claim(0, award.number, order.player, order.player, ""), order.player)


def require_winner(state: Promotion, award: Award, player: str) -> None:
    """Refuse whoever did not win this prize."""
    if player != award.player:
        text = phrase("{player} did not win prize {number}", player=Name(player), number=award.number)
        raise RuleViolation("not-the-winner", rules_for(state).claiming + CLAIMING, text)


def take_claim(state: Promotion, order: o.TakeClaim, given: PromotionGiven) -> Events:
    """A claim at the desk, whoever says so: it is approved or refused after that."""
    terms, rules = terms_of(state), rules_for(state)
    require_office(terms.book, order.by, "claim")
    require_phase(state, rules.claiming, "drawn")
    award = award_of(state, order.award)
    require_claimable(state, award, given)
    require_text(order.name, rules.claiming, "the name of the claimant")
    return _claimed(state, Claim(0, award.number, order.player, order.name, order.address), order.by.account)


def _claimed(state: Promotion, new: Claim, by: str) -> Events:
    """The claim with its number; refused if the same person has one that is not refused."""
    cites = rules_for(state).claiming + CLAIMING
    for one in state.live_claims():
        if (one.award, one.who) == (new.award, new.who) and one.status != "denied":
            text = phrase("{name} has claimed prize {award}", name=Name(new.name), award=new.award)
            raise RuleViolation("claimed", cites, text)
    number = len(state.claims) + 1
    made = e.PrizeClaimed(
        claim=number, award=new.award, player=new.player, name=new.name, address=new.address, by=by, cites=cites
    )
    return (made,)


def require_status(claim: Claim, cites: Cites, *status: str) -> None:
    """Refuse what is not done with a claim as it stands."""
    if claim.status not in status:
        text = phrase("claim {number} is {status}", number=claim.number, status=claim.status)
        raise RuleViolation("claim-status", cites, text)


def in_spite_of_exclusion(state: Promotion, claim: Claim, given: PromotionGiven) -> Cites:
    """Why the claim of whoever staff has excluded is approved; refused where the terms say so, and then denied.

    What was won before stays won unless the terms say otherwise; an exclusion by own wish takes away nothing.
    """
    out = kept_out(state, claim.player, given)
    if out and terms_of(state).exclusion.claims == "refused":
        text = phrase("{name} is excluded, and the terms refuse the prize then", name=Name(claim.player))
        raise RuleViolation("excluded", out + WON_BEFORE, text, legal=("deny the claim", "let the player back"))
    return WON_BEFORE if out else ()


def approve(state: Promotion, order: o.ApproveClaim, given: PromotionGiven) -> Events:
    """The claimant is the winner."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "approve")
    require_phase(state, rules.claiming, "drawn")
    require_going(state)
    claim = claim_of(state, order.claim)
    require_status(claim, rules.claiming, "open")
    require_another(order.by, claim.player, rules.claiming + CLAIMING, OWN_CLAIM)
    require_winner(state, state.awards[claim.award], claim.player)
    spite = in_spite_of_exclusion(state, claim, given)
    return (e.ClaimApproved(claim=claim.number, by=order.by.account, cites=joined(rules.claiming, cites, spite)),)


def deny(state: Promotion, order: o.DenyClaim, given: PromotionGiven) -> Events:
    """Refuse a claim: the claimant is told why, with the advice; a large one is kept with name and address."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "deny")
    require_phase(state, rules.denied, "drawn")
    claim = claim_of(state, order.claim)
    require_status(claim, rules.denied, "open")
    require_text(order.reason, rules.denied, "the reason")
    above = rules.register_above
    is_kept = above is not None and state.awards[claim.award].value_cents > above.value
    name, address = order.name or claim.name, order.address or claim.address
    if is_kept and above is not None:
        require_text(name, above.cites, "the name of the claimant")
        require_text(address, above.cites, "the address of the claimant")
    year = datetime.fromtimestamp(given.now_ms / 1_000, UTC).year + rules.years_kept.value if is_kept else 0
    denied = e.ClaimDenied(
        claim=claim.number,
        reason=order.reason,
        name=name,
        address=address if is_kept else "",
        advice=rules.complaint,
        registered=year,
        by=order.by.account,
        at_ms=given.now_ms,
        cites=cites + (above.cites + rules.years_kept.cites if is_kept and above is not None else ()) + rules.disputed,
    )
    means = order.told or (ROOM if claim.player else "")
    return (denied, _told(claim, means, order.by, given, rules.denied)) if means else (denied,)


def _told(claim: Claim, means: str, by: Officer, given: PromotionGiven, cites: Cites) -> e.ClaimantTold:
    return e.ClaimantTold(claim=claim.number, means=means, by=by.account, at_ms=given.now_ms, cites=cites)


def tell_claimant(state: Promotion, order: o.TellClaimant, given: PromotionGiven) -> Events:
    """A refused claimant without an account was told why."""
    terms, rules = terms_of(state), rules_for(state)
    require_office(terms.book, order.by, "deny")
    claim = claim_of(state, order.claim)
    require_status(claim, rules.denied, "denied", "disputed")
    if claim.told is not None:
        raise RuleViolation(
            "told", rules.denied, phrase("the claimant was told by {means}", means=Name(claim.told.means))
        )
    return (_told(claim, order.means, order.by, given, rules.denied),)


# --- disputes ---------------------------------------------------------------------------------------------------------


def dispute(state: Promotion, order: o.Dispute, _given: PromotionGiven) -> Events:
    """A refused claimant's own dispute."""
    claim = claim_of(state, order.claim)
    if claim.player != order.player:
        text = phrase("claim {number} is somebody else's", number=claim.number)
        raise RuleViolation("not-yours", rules_for(state).disputed, text)
    return _disputed(state, claim, order.text)


def take_dispute(state: Promotion, order: o.TakeDispute, _given: PromotionGiven) -> Events:
    """A dispute at the desk."""
    require_office(terms_of(state).book, order.by, "dispute")
    return _disputed(state, claim_of(state, order.claim), order.text)


def _disputed(state: Promotion, claim: Claim, text: str) -> Events:
    cites = rules_for(state).disputed
    require_phase(state, cites, "drawn")
    require_status(claim, cites, "denied")
    if claim.decided is not None:
        said = phrase("the decision on claim {number} is final", number=claim.number)
        raise RuleViolation("final", cites, said, legal=("a complaint",))
    require_text(text, cites, "what is disputed")
    return (e.ClaimDisputed(claim=claim.number, text=text, cites=cites),)


def decide_dispute(state: Promotion, order: o.DecideDispute, given: PromotionGiven) -> Events:
    """The final decision, by another than who refused the claim, with the advice on complaints."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "dispute")
    claim = claim_of(state, order.claim)
    require_status(claim, rules.disputed, "disputed")
    assert claim.denied is not None
    require_another(order.by, claim.denied.by, rules.disputed + CLAIMING, "refused the claim")
    require_another(order.by, claim.player, rules.disputed + CLAIMING, OWN_CLAIM)
    require_text(order.decision, rules.disputed, "the decision")
    if order.upheld:
        require_winner(state, state.awards[claim.award], claim.player)
        cites = joined(cites, in_spite_of_exclusion(state, claim, given))
    return (
        e.DisputeDecided(
            claim=claim.number,
            upheld=order.upheld,
            decision=order.decision,
            advice=rules.complaint,
            by=order.by.account,
            cites=cites + CLAIMING,
        ),
    )


# --- what a winner chooses --------------------------------------------------------------------------------------------


def take_cash(state: Promotion, order: o.TakeCash, given: PromotionGiven) -> Events:
    """The winner takes the cash alternative that the terms offer."""
    award = award_of(state, order.award)
    require_winner(state, award, order.player)
    return _take_cash(state, award, given)


def _take_cash(state: Promotion, award: Award, given: PromotionGiven) -> Events:
    rules, prize = rules_for(state), prize_of(state, award)
    require_going(state)
    require_unpaid(award, rules.cash_alternative)
    alternative = prize.cash_alternative
    if not isinstance(alternative, CashAlternative) or award.takes_cash:
        text = phrase("the terms offer no cash alternative for prize {number}", number=award.number)
        raise RuleViolation("no-alternative", rules.cash_alternative, text)
    assert isinstance(alternative.cents, int)
    require_money(given, accounts.HOUSE, alternative.cents, PAYING)
    moves = from_house(state, alternative.cents, "cash alternative")
    cents = award.cents + alternative.cents
    return (e.CashTaken(award=award.number, cents=cents, cites=rules.cash_alternative + PAYING, moves=moves),)


def require_unpaid(award: Award, cites: Cites) -> None:
    """Refuse to change what is paid."""
    if award.paid is not None:
        text = phrase("prize {number} is paid", number=award.number)
        raise RuleViolation("paid", cites, text, legal=("correct the payment",))


def choose(state: Promotion, order: o.ChoosePayment, _given: PromotionGiven) -> Events:
    """The winner of a large cash prize chooses how it is paid."""
    award = award_of(state, order.award)
    require_winner(state, award, order.player)
    return _choose(state, award, order)


def note_choice(state: Promotion, order: o.NoteChoice, given: PromotionGiven) -> Events:
    """What a winner chose at the desk."""
    require_office(terms_of(state).book, order.by, "choice")
    award = award_of(state, order.award)
    return _take_cash(state, award, given) if order.alternative else _choose(state, award, order)


def _choose(state: Promotion, award: Award, order: Any) -> Events:  # noqa: ANN401 - either order of a choice
    rules = rules_for(state)
    above = rules.choice_above
    require_going(state)
    cites = above.cites if above is not None else PAYING
    require_unpaid(award, cites)
    if above is None or award.cents <= above.value:
        said = phrase("{cents} is paid in cash: a choice is for prizes of more", cents=Money(award.cents))
        raise RuleViolation("no-choice", cites, said)
    parts = (order.cash_cents, order.cheque_cents, order.transfer_cents)
    if min(parts) < 0 or sum(parts) != award.cents:
        said = phrase("the parts come to {sum}, the prize is {cents}", sum=Money(sum(parts)), cents=Money(award.cents))
        raise RuleViolation("sum", cites, said)
    return (
        e.PaymentChosen(
            award=award.number,
            cash_cents=order.cash_cents,
            cheque_cents=order.cheque_cents,
            transfer_cents=order.transfer_cents,
            cites=cites,
        ),
    )


# --- paying -----------------------------------------------------------------------------------------------------------


def payment(state: Promotion, award: Award) -> tuple[Move, ...]:
    """The money of a prize: cash into the purse; a cheque or a transfer leaves the room."""
    mine, purse = accounts.promotion(state.name), accounts.purse(award.player)
    chosen = award.chosen
    if chosen is None:
        parts = [(purse, award.cents, "prize")]
    else:
        parts = [
            (purse, chosen.cash_cents, "prize"),
            (accounts.ISSUED, chosen.cheque_cents, "prize by crossed cheque"),
            (accounts.ISSUED, chosen.transfer_cents, "prize by electronic transfer"),
        ]
    return tuple(Move(mine, target, cents, reason) for target, cents, reason in parts if cents)


def pay(state: Promotion, order: o.PayPrize, given: PromotionGiven) -> Events:
    """Pay or hand over a prize whose claim is approved."""
    terms, rules = terms_of(state), rules_for(state)
    require_office(terms.book, order.by, "pay")
    require_phase(state, rules.claiming, "drawn")
    require_going(state)
    award, above = award_of(state, order.award), rules.choice_above
    require_unpaid(award, PAYING)
    require_another(order.by, award.player, PAYING, "has won the prize, and does not pay it")
    if state.approved(award.number) is None:
        text = phrase("no claim of prize {number} is approved", number=award.number)
        raise RuleViolation("not-approved", rules.claiming + PAYING, text, legal=("approve the claim",))
    cites = PAYING
    if above is not None and award.cents > above.value:
        cites += above.cites
        if award.chosen is None or award.cents != sum(_parts(award.chosen)):
            text = phrase("the winner has not chosen how so much is paid")
            raise RuleViolation("no-choice", cites, text, legal=("cash, crossed cheque, electronic transfer",))
    if not award.takes_cash and not prize_of(state, award).is_cash:
        require_text(order.receipt, PAYING, "who has received the prize")
    return (
        e.PrizePaid(
            award=award.number,
            cents=award.cents,
            receipt=order.receipt,
            by=order.by.account,
            at_ms=given.now_ms,
            cites=cites,
            moves=payment(state, award),
        ),
    )


def _parts(chosen: e.PaymentChosen) -> tuple[int, int, int]:
    return chosen.cash_cents, chosen.cheque_cents, chosen.transfer_cents


def correct(state: Promotion, order: o.CorrectPayment, given: PromotionGiven) -> Events:
    """Take a payment back; another than who paid does so. The prize is to be paid again."""
    terms, rules = terms_of(state), rules_for(state)
    require_office(terms.book, order.by, "correct")
    require_phase(state, PAYING, "drawn")
    award = award_of(state, order.award)
    if award.paid is None:
        text = phrase("prize {number} is not paid", number=award.number)
        raise RuleViolation("unpaid", PAYING + rules.claiming, text)
    require_another(order.by, award.paid.by, PAYING, "paid the prize, and does not correct the payment")
    require_text(order.reason, PAYING, "what was wrong")
    moves = tuple(
        Move(move.target, move.source, move.cents, f"correction: {move.reason}") for move in payment(state, award)
    )
    for move in moves:
        if move.source != accounts.ISSUED:
            require_money(given, move.source, move.cents, PAYING)
    return (
        e.PaymentCorrected(
            award=award.number,
            cents=award.paid.cents,
            reason=order.reason,
            by=order.by.account,
            cites=PAYING,
            moves=moves,
        ),
    )
