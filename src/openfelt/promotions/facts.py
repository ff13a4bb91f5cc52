"""What decisions about a promotion ask: by whose office, in which phase, at which moment, with which money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.documents.findings import Finding, findings_in_short
from openfelt.errors import RuleViolation
from openfelt.floor.ruling import require_words
from openfelt.phrases import Money, Name, phrase
from openfelt.promotions.checking import rules_of
from openfelt.promotions.events import Move
from openfelt.promotions.moments import instant
from openfelt.promotions.promotion import Award, Claim, Phase, Promotion
from openfelt.promotions.rules import COMPROMISED, DEEDS, KEPT_OUT, WRITTEN, Deed, PromotionRules
from openfelt.promotions.terms import Prize, Terms
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.playing import CLEAR, Standing, kept_out_by, may_play
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites

PHASES: Final[dict[Phase, str]] = {
    "empty": "no terms are written",
    "draft": "the terms are not complete",
    "complete": "the Authority has not been notified of these terms",
    "notified": "the promotion has not started",
    "running": "entries are not closed",
    "entries closed": "entries are closed",
    "drawn": "the draw is made",
    "closed": "the promotion is closed",
    "cancelled": "the promotion is cancelled",
}


def _nothing(_account: Account) -> int:
    return 0


def _as_listed(_name: str, count: int) -> tuple[int, ...]:
    return tuple(range(count))


def _clear(_player: str) -> Standing:
    return CLEAR


def _no_roots(_name: str, _tickets: Sequence[str]) -> tuple[str, str]:
    return "", ""


@dataclass(frozen=True, slots=True)
class PromotionGiven:
    """What a decision may ask of the world: the time, money elsewhere, who may not take part, what is prescribed.

    `commit` fixes the draw of that name over these entries, and gives the root of the entries and that of the draw;
    `draw` is the permutation that was fixed.
    """

    now_ms: int
    balance: Callable[[Account], int] = _nothing
    barred: frozenset[str] = frozenset()
    prescribed: tuple[str, ...] = ()
    commit: Callable[[str, Sequence[str]], tuple[str, str]] = _no_roots
    draw: Callable[[str, int], tuple[int, ...]] = _as_listed
    standing: Callable[[str], Standing] = _clear  # with the house, of somebody who wants to take part


def terms_of(state: Promotion) -> Terms:
    """The terms as they stand; refused before there are any."""
    if state.terms is None:
        raise RuleViolation("phase", WRITTEN, PHASES["empty"], legal=("draft",))
    return state.terms


def rules_for(state: Promotion) -> PromotionRules:
    """What the promotion's book says."""
    return rules_of(terms_of(state).book)


def require_phase(state: Promotion, cites: Cites, *phases: Phase) -> None:
    """Refuse what is not done in this phase."""
    if state.phase not in phases:
        raise RuleViolation("phase", cites, PHASES[state.phase])


def require_going(state: Promotion) -> None:
    """Refuse what is not done while the promotion is postponed."""
    if state.suspended:
        cites = rules_for(state).compromised + COMPROMISED
        text = "the promotion is postponed until its integrity is validated"
        raise RuleViolation("postponed", cites, text, legal=("validate", "cancel"))


def require_office(book: str, by: Officer, deed: Deed) -> Cites:
    """Refuse an officer whom the clause does not name; where the book names nobody, the house does. The clauses."""
    chapter, rules = OFFICES.of(book), rules_of(book)
    own = rules.deeds.get(deed, ())
    needed = chapter.for_clauses(own) or OFFICES.of(HOUSE_RULEBOOK).for_clauses(DEEDS[deed])
    assert needed is not None, deed
    chapter.require(by, deed, needed)
    return needed.cites


def require_another(by: Officer, first: str, cites: Cites, what: str) -> None:
    """Refuse a person who would confirm their own act."""
    if by.account == first:
        text = phrase("{name} {what}", name=Name(by.name), what=what)
        raise RuleViolation("own-act", cites, text, legal=("somebody else",))


def require_may_take_part(state: Promotion, player: str, given: PromotionGiven) -> None:
    """Refuse a person who may not play in the room: excluded, closed out, unchecked, or at their own limit."""
    if player in given.barred:
        text = phrase("{player} may not take part here", player=Name(player))
        raise RuleViolation("barred", KEPT_OUT + rules_for(state).eligible, text)
    may_play(given.standing(player), "promotion", given.now_ms, book=terms_of(state).book)


def may_take_part(state: Promotion, player: str, given: PromotionGiven) -> bool:
    """Whether somebody may take part now."""
    try:
        require_may_take_part(state, player, given)
    except RuleViolation:
        return False
    return True


def kept_out(state: Promotion, player: str, given: PromotionGiven, *, own: bool = False) -> Cites:
    """The clauses by which staff, or with `own` also the player, keep somebody from the promotion now, if any."""
    if player in given.barred:
        return KEPT_OUT
    return kept_out_by(given.standing(player), given.now_ms, book=terms_of(state).book, own=own)


def require_text(text: str, cites: Cites, what: str) -> None:
    """Refuse silence where words are needed."""
    if not text.strip():
        raise RuleViolation("unanswered", cites, phrase("nothing is said of {what}", what=what))
    require_words(text)


def require_money(given: PromotionGiven, account: Account, cents: int, cites: Cites) -> None:
    """Refuse to take more out of an account than it holds."""
    held = given.balance(account)
    if held < cents:
        said = phrase("the account holds {held}; {cents} is needed", held=Money(held), cents=Money(cents))
        raise RuleViolation("overdrawn", cites, said)


def first_of(findings: Sequence[Finding], cites: Cites) -> RuleViolation:
    """The first of what was found in terms, with how many there are."""
    one = findings[0]
    return RuleViolation(one.code, cites + one.cites, findings_in_short(findings))


def at(text: object) -> int:
    """The instant of a moment in complete terms."""
    assert isinstance(text, str)
    return instant(text)


def prize_of(state: Promotion, award: Award) -> Prize:
    """Which prize of the terms an award is."""
    return terms_of(state).prizes[award.prize]


def award_of(state: Promotion, number: int) -> Award:
    """An award by its number; refused if there is none."""
    found = state.awards.get(number)
    if found is None:
        cites = rules_for(state).claiming
        text = phrase("no prize {number} was drawn", number=number)
        raise RuleViolation("no-award", cites, text, legal=tuple(map(str, state.awards)))
    return found


def claim_of(state: Promotion, number: int) -> Claim:
    """A claim of the draw that stands; refused if there is none."""
    found = state.claims.get(number)
    if found is None or found.award not in state.awards:
        raise RuleViolation("no-claim", rules_for(state).claiming, phrase("there is no claim {number}", number=number))
    return found


def set_aside(terms: Terms) -> int:
    """What the cash prizes of terms come to."""
    return sum(one.cash_cents * one.count for one in terms.prizes)


def from_house(state: Promotion, cents: int, reason: str) -> tuple[Move, ...]:
    """Money of the house for the promotion, or back to it."""
    mine = accounts.promotion(state.name)
    if cents < 0:
        return (Move(mine, accounts.HOUSE, -cents, reason),)
    return (Move(accounts.HOUSE, mine, cents, reason),) if cents else ()
