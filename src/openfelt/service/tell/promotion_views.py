"""A promotion as its page, a player and the desk see it, each built up from nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET

from openfelt.phrases import Text, phrase
from openfelt.promotions.checking import check, rules_of
from openfelt.promotions.moments import instant, is_moment
from openfelt.promotions.promotion import Award, Claim, Promotion
from openfelt.promotions.terms import Asking, CashAlternative, Hands, Prize, Showing, Terms, Time
from openfelt.promotions.writing import reference, write_terms
from openfelt.room.offices import Officer
from openfelt.rulebooks import joined
from openfelt.service.tell.document_forms import finding_line
from openfelt.service.tell.promotion_offers import Known, staff_offers
from openfelt.service.tell.promotion_words import desk_words, promotion_words
from openfelt.service.wire import promotions_protocol as v
from openfelt.service.wire.documents_protocol import DocumentFinding

MOST_LINES: Final = 100
SHOWN: Final = frozenset({"running", "entries closed", "drawn", "closed", "cancelled"})  # to everybody


@dataclass(frozen=True, slots=True)
class SeenPromotion:
    """A promotion with what its views need besides."""

    name: str
    state: Promotion
    log: tuple[tuple[int, int, Any], ...]
    now_ms: int
    prescribed: tuple[str, ...]
    name_of: Callable[[str], str]
    people: tuple[str, ...] = ()  # who could be named to oversee a draw

    @property
    def terms(self) -> Terms:
        """The terms as they stand."""
        assert self.state.terms is not None
        return self.state.terms


def title_of(terms: Terms) -> str:
    """What people call the promotion."""
    return terms.name if terms.name is not UNSET else "A promotion"


def text_of(value: object) -> str:
    """An answer of the terms, or nothing."""
    return str(value) if isinstance(value, str) else ""


def instant_of(value: object) -> int:
    """A moment of the terms as an instant, or nothing."""
    return instant(value) if isinstance(value, str) and is_moment(value) else 0


def is_public(state: Promotion) -> bool:
    """Whether everybody may see the promotion: it has started, or a notice names it."""
    return state.phase in SHOWN or bool(state.notices)


def summary(seen: SeenPromotion) -> v.PromotionSummary:
    """A promotion in the list of all."""
    terms, state = seen.terms, seen.state
    return v.PromotionSummary(
        id=seen.name,
        name=title_of(terms),
        phase=phase_of(state),
        book=terms.book,
        starts=text_of(terms.held.starts),
        closes=text_of(terms.entries.close),
        awarded=text_of(terms.award.when),
        starts_ms=instant_of(terms.held.starts),
        closes_ms=instant_of(terms.entries.close),
        awarded_ms=instant_of(terms.award.when),
        prizes=tuple(text_of(one.name) or "a prize" for one in terms.prizes),
        reference=reference(seen.name, state.digest),
    )


def phase_of(state: Promotion) -> str:
    """How far a promotion is, as people read it."""
    return "postponed" if state.suspended else state.phase


def rule_words(terms: Terms) -> Text:
    """How one has entries, in words."""
    match terms.entries.rule:
        case Asking():
            return "one entry for whoever asks"
        case Hands(hands=int(per)):
            return phrase("an entry for each {count} rounds of play", count=per)
        case Time(minutes=int(per)):
            return phrase("an entry for each {count} minutes of play", count=per)
        case Showing(least=str(least)):
            return phrase("an entry for each {hand} or better that is shown", hand=least.replace("-", " "))
    return ""


def view_of(
    seen: SeenPromotion, player: str, officer: Officer | None, decide: Callable[[Any], object]
) -> v.PromotionView:
    """The promotion as somebody may see it: a player, an officer, or anybody."""
    state, terms = seen.state, seen.terms
    sealed = state.sealed
    words = desk_words if officer is not None else promotion_words
    return v.PromotionView(
        id=seen.name,
        name=title_of(terms),
        book=terms.book,
        phase=phase_of(state),
        postponed=state.postponed.reason if state.suspended and state.postponed is not None else "",
        version=terms.version,
        digest=state.digest,
        reference=reference(seen.name, state.digest),
        starts=text_of(terms.held.starts),
        closes=text_of(terms.entries.close),
        awarded=text_of(terms.award.when),
        starts_ms=instant_of(terms.held.starts),
        closes_ms=instant_of(terms.entries.close),
        awarded_ms=instant_of(terms.award.when),
        rule=rule_words(terms),
        prizes=tuple(map(prize_line, terms.prizes)),
        entries=sum(state.entries.values()),
        entrants=len(state.entries),
        draw=sealed.number if sealed is not None else 0,
        entries_root=sealed.entries_root if sealed is not None else "",
        draw_root=sealed.draw_root if sealed is not None else "",
        winners=tuple(winner_lines(seen)),
        notices=tuple(
            v.NoticeLine(channel=one.channel, text=one.text, reference=one.reference, at_ms=one.at_ms)
            for one in reversed(state.notices)
        ),
        happened=tuple(happened(seen, words))[:MOST_LINES],
        mine=mine_of(seen, player) if player else None,
        desk=desk_of(seen, officer, decide) if officer is not None else None,
    )


def prize_line(prize: Prize) -> v.PrizeLine:
    """A prize of the terms."""
    other = prize.cash_alternative
    alternative = other.cents if isinstance(other, CashAlternative) and isinstance(other.cents, int) else None
    return v.PrizeLine(
        name=text_of(prize.name) or "a prize",
        count=prize.count,
        value_cents=prize.value_cents,
        cash_cents=prize.cash_cents,
        alternative_cents=alternative,
    )


def winner_lines(seen: SeenPromotion) -> Iterator[v.WinnerLine]:
    """The winners and their prizes; empty while the draw is in doubt."""
    if seen.state.suspended:
        return
    for one in seen.state.awards.values():
        yield v.WinnerLine(
            award=one.number,
            prize=prize_name(seen, one),
            name=seen.name_of(one.player),
            entry=one.entry + 1,
            position=one.position + 1,
        )


def prize_name(seen: SeenPromotion, award: Award) -> str:
    """What a prize that was won is called."""
    return text_of(seen.terms.prizes[award.prize].name) or "a prize"


def happened(seen: SeenPromotion, words: Callable[[Any, Callable[[str], str]], Text]) -> Iterator[v.HappenedLine]:
    """What happened, newest first, as far as this reader is told."""
    for seq, at_ms, event in reversed(seen.log):
        if text := words(event, seen.name_of):
            yield v.HappenedLine(seq=seq, at_ms=at_ms, text=text, cites=event.cites)


# -- a player's own ----------------------------------------------------------------------------------------------------


def mine_of(seen: SeenPromotion, player: str) -> v.MyPart:
    """What a promotion has of a player."""
    state = seen.state
    own = [one for one in state.awards.values() if one.player == player]
    is_open = is_moment(seen.terms.entries.close) and state.phase == "running" and not state.suspended
    drawn = state.drawn if state.phase in {"drawn", "closed"} else None
    numbers = tuple(at + 1 for at, whose in enumerate(state.tickets) if whose == player) if state.sealed else ()
    return v.MyPart(
        player=player,
        entries=state.entries.get(player, 0),
        may_enter=is_open and player not in state.entries and isinstance(seen.terms.entries.rule, Asking),
        numbers=numbers,
        left_out=joined(*(one.cites for one in drawn.left_out if one.player == player)) if drawn is not None else (),
        awards=tuple(award_line(seen, one) for one in own) if not state.suspended else (),
        claims=tuple(claim_line(seen, one) for one in state.claims.values() if one.player == player),
    )


def award_line(seen: SeenPromotion, award: Award) -> v.AwardLine:
    """A prize and what became of it."""
    state, rules = seen.state, rules_of(seen.terms.book)
    live = [one for one in state.live_claims() if one.award == award.number and one.status != "denied"]
    approved = state.approved(award.number) is not None
    prize = seen.terms.prizes[award.prize]
    above = rules.choice_above
    chosen = award.chosen
    within = rules.tell_ms
    must_tell = within is not None and state.drawn is not None and seen.terms.claim.presence == "not-required"
    return v.AwardLine(
        award=award.number,
        prize=prize_name(seen, award),
        player=award.player,
        name=seen.name_of(award.player),
        cents=award.cents,
        value_cents=award.value_cents,
        paid=award.paid is not None,
        takes_cash=award.takes_cash,
        claimed=any(one.player == award.player for one in live),
        approved=approved,
        may_take_cash=isinstance(prize.cash_alternative, CashAlternative) and not award.takes_cash and not award.paid,
        may_choose=above is not None and award.cents > above.value and award.paid is None,
        chosen=v.PaymentMix(
            cash_cents=chosen.cash_cents, cheque_cents=chosen.cheque_cents, transfer_cents=chosen.transfer_cents
        )
        if chosen is not None
        else None,
        attempts=tuple(
            f"{one.means}: {'reached' if one.reached else 'in vain'}{'' if one.in_time else ', late'}"
            for one in award.attempts
        ),
        tell_by_ms=state.drawn.at_ms + within.value
        if must_tell and within is not None and state.drawn is not None and not award.is_told
        else 0,
    )


def claim_line(seen: SeenPromotion, claim: Claim) -> v.ClaimLine:
    """A claim and what became of it."""
    award = seen.state.awards.get(claim.award)
    return v.ClaimLine(
        claim=claim.number,
        award=claim.award,
        prize=prize_name(seen, award) if award is not None else "of a draw that was void",
        name=seen.name_of(claim.player) if claim.player else claim.name,
        address=claim.address,
        status=claim.status,
        reason=claim.denied.reason if claim.denied is not None else "",
        advice=claim.denied.advice if claim.denied is not None else "",
        told=claim.told.means if claim.told is not None else "",
        dispute=claim.dispute,
        decision=claim.decided.decision if claim.decided is not None else "",
        kept_until=claim.denied.registered if claim.denied is not None else 0,
    )


# -- the desk ----------------------------------------------------------------------------------------------------------


def gap_lines(terms: Terms, prescribed: tuple[str, ...]) -> tuple[DocumentFinding, ...]:
    """Every gap and contradiction of terms."""
    return tuple(map(finding_line, check(terms, prescribed)))


def desk_of(seen: SeenPromotion, officer: Officer, decide: Callable[[Any], object]) -> v.PromotionDesk:
    """The operator's part."""
    state = seen.state
    return v.PromotionDesk(
        offers=staff_offers(Known(state, seen.name_of, seen.people), officer, decide),
        gaps=gap_lines(seen.terms, seen.prescribed),
        awards=tuple(award_line(seen, one) for one in state.awards.values()),
        claims=tuple(claim_line(seen, one) for one in state.claims.values()),
        duties=tuple(duties(seen)),
        entrants=tuple(
            v.Entrant(player=player, name=seen.name_of(player), entries=count)
            for player, count in state.entries.items()
        ),
        scrutineer=seen.name_of(state.scrutineer) if state.scrutineer else "",
        attended=state.sealed is not None and state.attended == state.sealed.draw_root,
        money_cents=state.money,
        toml=write_terms(seen.terms),
    )


def duties(seen: SeenPromotion) -> Iterator[Text]:
    """What is still to be done by somebody."""
    state = seen.state
    for award in state.awards.values():
        line = award_line(seen, award)
        if line.tell_by_ms and not state.suspended:
            late = " (overdue)" if seen.now_ms > line.tell_by_ms else ""
            yield phrase("tell the winner of prize {award}" + late, award=award.number)
    for claim in state.live_claims():
        if claim.status in {"open", "disputed"}:
            yield phrase("decide claim {claim}", claim=claim.number)
        elif claim.denied is not None and claim.told is None:
            yield phrase("tell the claimant of claim {claim} why it was refused", claim=claim.number)
    if state.suspended:
        yield "validate the integrity, or cancel"
