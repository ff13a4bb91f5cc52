"""What staff may order in a promotion now, as forms. Whether something is offered, the promotion itself says.

A sample of the order is tried on it and changes nothing; refusals that another answer in the form would change keep the
form there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from openfelt.errors import InvariantBroken, OpenfeltError
from openfelt.phrases import Name, Text, as_named, phrase
from openfelt.promotions import orders as o
from openfelt.promotions.checking import rules_of
from openfelt.promotions.promotion import Claim, Promotion
from openfelt.promotions.writing import write_terms
from openfelt.room.offices import Officer
from openfelt.service.wire import promotions_protocol as v

# Refusals that no way of filling the form in would change.
NEVER: Final = frozenset({
    "phase", "not-your-office", "postponed", "no-authority", "notified", "not-notified", "not-published", "too-early",
    "no-scrutineer", "own-act", "not-nominated", "no-entries", "nobody-there", "not-required", "no-award", "no-claim",
    "not-told", "unpaid", "claim-open", "paid", "overdrawn", "claim-status", "told", "final",
})  # fmt: skip
MEANS: Final = (("face-to-face", "face to face"), ("mail", "mail"), ("telephone", "telephone"), ("email", "email"))


Choices: TypeAlias = tuple[tuple[str, Text], ...]  # what is sent, and its words


class Known(NamedTuple):
    """A promotion, what its people are called, and who could be named in it."""

    state: Promotion
    name_of: Callable[[str], str]
    people: tuple[str, ...] = ()


class Field(NamedTuple):
    """A field of a form; `of` gives its choices."""

    name: str
    label: str
    kind: str = "text"
    of: Callable[[Known], Choices] | None = None


class OrderForm(NamedTuple):
    """An order of staff as a form."""

    title: str
    section: str
    fields: tuple[Field, ...] = ()
    money: bool = False


def awards_of(known: Known) -> Choices:
    """The prizes that were drawn, and who won them."""
    return tuple((str(number), award_words(known, number)) for number in known.state.awards)


def award_words(known: Known, number: int) -> Text:
    """A prize that was drawn: its number, what it is called, whose it is."""
    award, terms = known.state.awards[number], known.state.terms
    called = terms.prizes[award.prize].name if terms is not None else None
    winner = Name(known.name_of(award.player))
    if not isinstance(called, str):
        return phrase("prize {award}: {winner}", award=number, winner=winner)
    return phrase("prize {award}: {called}, {winner}", award=number, called=Name(called), winner=winner)


def claims_of(known: Known) -> Choices:
    """The claims of the draw that stands."""
    return tuple((str(one.number), claim_words(known, one)) for one in known.state.live_claims())


def claim_words(known: Known, claim: Claim) -> Text:
    """A claim in words: its number, its claimant and its status."""
    who = known.name_of(claim.player) if claim.player else claim.name
    return phrase("claim {claim}: {name}, {status}", claim=claim.number, name=Name(who), status=claim.status)


def entrants_of(known: Known) -> Choices:
    """Who has entries."""
    return tuple((one, as_named(known.name_of(one))) for one in known.state.entries)


def claimants_of(known: Known) -> Choices:
    """Whose account a claim may be for."""
    return (("", "somebody without an account"), *entrants_of(known))


def people_of(known: Known) -> Choices:
    """Who may be named."""
    return tuple((one, as_named(known.name_of(one))) for one in known.people)


AWARD: Final = Field("award", "Prize", "number-choice", awards_of)
CLAIM: Final = Field("claim", "Claim", "number-choice", claims_of)
MEANS_FIELD: Final = Field("means", "By", "choice", lambda _state: MEANS)
MIX: Final = (
    Field("cash_cents", "In cash", "money"),
    Field("cheque_cents", "By crossed cheque", "money"),
    Field("transfer_cents", "By electronic transfer", "money"),
)
FORMS: Final[dict[type, OrderForm]] = {
    o.Amend: OrderForm("Write the next version", "terms", (
        Field("terms", "Terms", "terms"), Field("approval", "Reference of the Authority's approval"),
    )),
    o.NotifyAuthority: OrderForm("Notify the Authority", "terms", (Field("receipt", "How the receipt is known"),)),
    o.PublishNotice: OrderForm("Publish a notice", "terms", (
        Field("channel", "Channel"), Field("text", "What it says"),
    )),
    o.Start: OrderForm("Start the promotion", "terms", money=True),
    o.CloseEntries: OrderForm("Close the entries", "draw"),
    o.NominateScrutineer: OrderForm(
        "Nominate the scrutineer", "draw", (Field("account", "Who oversees the draw", "person", people_of),)
    ),
    o.AttendDraw: OrderForm("Attend the draw", "draw", (Field("root", "Root of the draw", "root"),)),
    o.NotePresent: OrderForm("Note who is there", "draw", (Field("players", "Who", "several", entrants_of),)),
    o.Draw: OrderForm("Draw", "draw"),
    o.TellWinner: OrderForm("Note an attempt to tell a winner", "winners", (
        AWARD, MEANS_FIELD, Field("reached", "Reached", "yes"),
    )),
    o.TakeClaim: OrderForm("Take a claim", "winners", (
        AWARD, Field("name", "Name"), Field("address", "Address"), Field("player", "Account", "choice", claimants_of),
    )),
    o.ApproveClaim: OrderForm("Approve a claim", "winners", (CLAIM,)),
    o.DenyClaim: OrderForm("Refuse a claim", "winners", (
        CLAIM, Field("reason", "Reason"), Field("name", "Name"), Field("address", "Address"),
        Field("told", "Told by", "choice", lambda _state: (("", "not yet"), *MEANS)),
    )),
    o.TellClaimant: OrderForm("Note that a claimant was told", "winners", (CLAIM, MEANS_FIELD)),
    o.TakeDispute: OrderForm("Take a dispute", "winners", (CLAIM, Field("text", "What is disputed"))),
    o.DecideDispute: OrderForm("Decide a dispute", "winners", (
        CLAIM, Field("upheld", "For the claimant", "yes"), Field("decision", "Decision"),
    )),
    o.NoteChoice: OrderForm("Note what a winner chose", "winners", (
        AWARD, *MIX, Field("alternative", "The cash alternative", "yes"),
    )),
    o.PayPrize: OrderForm("Pay or hand over a prize", "winners", (AWARD, Field("receipt", "Receipt")), money=True),
    o.CorrectPayment: OrderForm("Correct a payment", "winners", (AWARD, Field("reason", "What was wrong")), money=True),
    o.Postpone: OrderForm("Postpone: integrity compromised", "end", (
        Field("reason", "What is compromised"), Field("notified", "How the inspectorate was notified"),
    )),
    o.Validate: OrderForm("Validate the integrity", "end", (Field("reason", "Why it is given again"),)),
    o.Cancel: OrderForm("Cancel the promotion", "end", (
        Field("reason", "Why"), Field("notified", "How the inspectorate was notified"),
    ), money=True),
    o.Close: OrderForm("Close the promotion", "end", money=True),
}  # fmt: skip
STAFFED: Final = tuple(FORMS)
MONEY: Final = tuple(kind for kind, form in FORMS.items() if form.money)


def samples(kind: type, state: Promotion, by: Officer) -> Iterator[Any]:
    """Orders of that kind as the form might send them: for each prize and for each claim."""
    names = {one.name for one in FORMS[kind].fields}
    awards = tuple(state.awards) if "award" in names else ()
    claims = tuple(one.number for one in state.live_claims()) if "claim" in names else ()
    for award in awards or (0,):
        for claim in claims or (0,):
            yield sample(kind, state, by, award=award, claim=claim)


def sample(kind: type, state: Promotion, by: Officer, *, award: int, claim: int) -> Any:  # noqa: ANN401 - any order
    """An order of that kind about this prize or this claim."""
    root = state.sealed.draw_root if state.sealed is not None else ""
    given: dict[type, Any] = {
        o.Amend: lambda: o.Amend(state.terms, by, "reference"),  # type: ignore[arg-type]
        o.NotifyAuthority: lambda: o.NotifyAuthority("receipt", by),
        o.PublishNotice: lambda: o.PublishNotice("channel", "text", by),
        o.CloseEntries: lambda: o.CloseEntries(by),
        o.NominateScrutineer: lambda: o.NominateScrutineer("", by),
        o.AttendDraw: lambda: o.AttendDraw(root, by),
        o.NotePresent: lambda: o.NotePresent((), by),
        o.TellWinner: lambda: o.TellWinner(award, "mail", reached=False, by=by),
        o.TakeClaim: lambda: o.TakeClaim(award, "name", "", by),
        o.ApproveClaim: lambda: o.ApproveClaim(claim, by),
        o.DenyClaim: lambda: o.DenyClaim(claim, "reason", by),
        o.TellClaimant: lambda: o.TellClaimant(claim, "mail", by),
        o.TakeDispute: lambda: o.TakeDispute(claim, "text", by),
        o.DecideDispute: lambda: o.DecideDispute(claim, upheld=False, decision="decision", by=by),
        o.NoteChoice: lambda: o.NoteChoice(award, by),
        o.PayPrize: lambda: o.PayPrize(award, by),
        o.CorrectPayment: lambda: o.CorrectPayment(award, "reason", by),
        o.Postpone: lambda: o.Postpone("reason", "notified", by),
        o.Validate: lambda: o.Validate("reason", by),
        o.Cancel: lambda: o.Cancel("reason", by, "notified"),
    }
    return given[kind]() if kind in given else kind(by)


def staff_offers(known: Known, by: Officer, decide: Callable[[Any], object]) -> tuple[v.PromotionOffer, ...]:
    """The forms for what this officer may order now."""
    found, state = [], known.state
    for kind, form in FORMS.items():
        tried = [offered(one, decide) for one in samples(kind, state, by)]
        cites = next((one for one in tried if one is not None), None)
        if cites is None:
            continue
        found.append(
            v.PromotionOffer(
                type=kind.__name__,
                title=form.title,
                section=form.section,
                fields=tuple(field_view(one, known) for one in form.fields),
                cites=cites or rules_of(state.terms.book if state.terms is not None else "house").offered,
                money=form.money,
            )
        )
    return tuple(found)


def offered(order: Any, decide: Callable[[Any], object]) -> tuple[str, ...] | None:  # noqa: ANN401 - any order
    """The clauses of an order that may be given, perhaps with other answers in its form; None if it may not."""
    try:
        decide(order)
    except OpenfeltError as refused:
        return None if refused.code in NEVER else refused.cites
    except InvariantBroken:
        return None
    return ()


def field_view(field: Field, known: Known) -> v.PromotionField:
    """A field with its choices and what stands in it first."""
    value, state = "", known.state
    if field.kind == "terms" and state.terms is not None:
        value = write_terms(state.terms)
    elif field.kind == "root" and state.sealed is not None:
        value = state.sealed.draw_root
    found = field.of(known) if field.of is not None else ()
    choices = tuple(v.PromotionChoice(value=one, label=label) for one, label in found)
    return v.PromotionField(name=field.name, label=field.label, kind=field.kind, choices=choices, value=value)
