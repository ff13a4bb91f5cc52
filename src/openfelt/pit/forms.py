"""Forms for orders of staff: what may be done now, grouped by kind of order, each field with what it may hold.

A form is made from the offers alone, so that it can neither ask for less nor offer more than `decide` accepts. Its
words are those of a card room; the order behind it keeps its own names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from openfelt.pit import commands as c
from openfelt.pit.offers import Offer
from openfelt.rulebooks import Cites

Section = Literal["play", "deal", "report", "rule", "table"]
FieldKind = Literal[
    "box", "boxes", "player", "players", "spot", "card", "amount", "number", "cards", "yes-no", "choice", "text"
]

SECTIONS: Final[Mapping[Section, tuple[type, ...]]] = {
    "play": (
        c.Join, c.Wager, c.SpokenWager, c.Withdraw, c.DeclareBonus, c.Call, c.Raise, c.Stay, c.Fold, c.Leave,
    ),
    "deal": (
        c.NextRound, c.Cut, c.NoMoreBets, c.Deal, c.DealFlop, c.TakeUp, c.SettleBonus, c.DealRiver, c.TurnDealer,
        c.TurnCommunity, c.ShowHand, c.SettleBox, c.Rack,
    ),
    "report": (
        c.ExposeCard, c.ExposeDealer, c.ExposeCommunity, c.ShowOwn, c.ReportSequence, c.ReportBoard, c.ReportCount,
        c.ReportNoAnte, c.ReportRacked, c.ReportLaidDown, c.ReportAbsent, c.ReportViewed, c.VerifyDeck,
    ),
    "rule": (
        c.DeemSeatHand, c.VoidViewed, c.LetStand, c.RuleDispute, c.VoidHand, c.VoidWager, c.Sanction, c.ExcludePlayer,
        c.LetBack, c.Invalidate, c.VoidRound,
    ),
    "table": (
        c.AnnounceLimits, c.ChangeLimits, c.MarkBox, c.ChangeCards, c.OrderShuffle, c.Direct, c.LiftDirection,
        c.VacateSeat, c.GiveRules, c.AnnounceClosing, c.CloseTable, c.PutIntoEffect,
    ),
}  # fmt: skip
SECTION_OF: Final = {kind: section for section, kinds in SECTIONS.items() for kind in kinds}
IN_ORDER: Final = {kind.__name__: place for place, kind in enumerate(SECTION_OF)}

TITLES: Final = {
    "NextRound": "Open the next round",
    "Join": "Sits down",
    "Leave": "Leaves",
    "Wager": "Wagers",
    "SpokenWager": "Calls a wager out",
    "Withdraw": "Takes a wager back",
    "Cut": "Cut the cards",
    "NoMoreBets": "No more bets",
    "Deal": "Deal the hole cards",
    "DealFlop": "Deal the flop",
    "TakeUp": "Players take up their cards",
    "DeclareBonus": "Declares the bonus",
    "Call": "Calls",
    "Raise": "Raises",
    "Stay": "Stays",
    "Fold": "Folds",
    "SettleBonus": "Settle a bonus",
    "DealRiver": "Deal the river",
    "TurnDealer": "Turn the dealer's cards",
    "TurnCommunity": "Turn the community cards",
    "ShowHand": "Name a hand that is turned up",
    "SettleBox": "Settle a box",
    "Rack": "Rack the cards",
    "ExposeCard": "Card dealt face up",
    "ExposeDealer": "Dealer's card seen",
    "ExposeCommunity": "Community card seen",
    "ShowOwn": "Player showed a card",
    "ReportSequence": "Dealt out of order",
    "ReportBoard": "Fault on the board",
    "ReportCount": "Wrong number of cards",
    "ReportNoAnte": "Cards where no ante lies",
    "ReportRacked": "Hand taken too early",
    "ReportLaidDown": "Laid-down hand discarded",
    "ReportAbsent": "Player is not there",
    "ReportViewed": "Blind hand looked at",
    "VerifyDeck": "Count the deck",
    "DeemSeatHand": "Deem it the seat's hand",
    "VoidViewed": "Void the hands viewed",
    "LetStand": "Let it stand",
    "VoidHand": "Void a hand",
    "Sanction": "Answer collusion",
    "VoidWager": "Void a wager",
    "ExcludePlayer": "Exclude a player",
    "LetBack": "Let a player back",
    "Invalidate": "Invalidate the game",
    "VoidRound": "Void the round",
    "RuleDispute": "Decide a dispute",
    "ChangeLimits": "Change the limits",
    "AnnounceLimits": "Give notice of new limits",
    "AnnounceClosing": "Give notice of closing",
    "PutIntoEffect": "Put the notice into effect",
    "MarkBox": "Mark a box with a higher limit",
    "ChangeCards": "Change the cards",
    "OrderShuffle": "Have the cards shuffled again",
    "Direct": "Give a direction",
    "LiftDirection": "Lift a direction",
    "VacateSeat": "Have a seat vacated",
    "CloseTable": "Close the table",
    "GiveRules": "Hand out the rules",
}
LABELS: Final = {
    "box": "Box",
    "boxes": "Hands looked at",
    "place": "Card",
    "player": "Player",
    "players": "Players",
    "purse": "Chips",
    "spot": "Wager",
    "amount": "Amount",
    "limit": "Limit of the box",
    "low": "Least",
    "high": "Most",
    "minutes": "Minutes from now",
    "count": "Cards counted",
    "at": "Cards from the top",
    "cards": "Cards",
    "cause": "Cause",
    "breach": "Breach",
    "measure": "Measure",
    "direction": "Direction",
    "by": "Cut by",
    "text": "Decision",
    "review": "May the Commission review it?",
    "notice": "The players have had notice",
    "alone": "Only this hand is affected",
    "rebuilt": "Can the hand be put together again?",
    "top_three": "Are they the top three of the discards?",
    "dealer_checked": "The dealer has checked the new cards",
    "supervisor_checked": "A supervisor has checked the new cards",
}
MONEY: Final = frozenset({"amount", "purse", "chips", "limit", "low", "high"})
KINDS: Final[Mapping[str, FieldKind]] = {
    "box": "box", "boxes": "boxes", "player": "player", "players": "players", "spot": "spot", "place": "card",
    "text": "text", "count": "number", "at": "number",
    "minutes": "number",
}  # fmt: skip


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a form. `free`: anything that makes sense there; `varies`: a number within the bounds of the offer.

    `also`: other fields of the order that hold the same number.
    """

    name: str
    label: str
    kind: FieldKind
    free: bool = False
    varies: bool = False
    also: tuple[str, ...] = ()


class FormOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One way to fill a form in: what the fields hold that are not free, and the bounds of the one that varies."""

    order: dict[str, Any]
    cites: Cites
    bounds: tuple[int, int, int] | None = None
    cards: int = 0  # how many are to be named, 0 for as many as one likes


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """All offers of one kind of order."""

    kind: str
    title: str
    words: str
    section: Section
    by: str
    fields: tuple[FormField, ...]
    offers: tuple[FormOffer, ...]


def order_title(kind: str) -> str:
    """A kind of order as a card room calls it.

    >>> order_title("ReportAbsent")
    'Player is not there'
    """
    return TITLES.get(kind, kind)


def order_words(kind: type[Any]) -> str:
    """An order in a sentence: its docstring, without who gives it."""
    text = " ".join((kind.__doc__ or "").split())
    who, _, rest = text.partition(": ")
    return rest[:1].upper() + rest[1:] if rest and len(who.split()) <= 4 else text


def forms(offers: Iterable[Offer], plain: Callable[[Any], Any]) -> tuple[Form, ...]:
    """The forms that a list of offers makes, in the order of a round; `plain` turns a command into plain values."""
    grouped: dict[str, list[Offer]] = {}
    for offer in offers:
        grouped.setdefault(type(offer.command).__name__, []).append(offer)
    return tuple(form(grouped[kind], plain) for kind in sorted(grouped, key=IN_ORDER.__getitem__))


def form(offers: list[Offer], plain: Callable[[Any], Any]) -> Form:
    """The form of offers that are all of one kind."""
    first = offers[0]
    kind = type(first.command)
    made = tuple(form_offer(offer, plain) for offer in offers)
    return Form(
        kind=kind.__name__,
        title=order_title(kind.__name__),
        words=order_words(kind),
        section=SECTION_OF[kind],
        by=first.by if first.by in ("dealer", "supervisor", "operator") else "player",
        fields=tuple(form_field(first, name) for name in kind.__struct_fields__ if is_asked(first, name)),
        offers=made,
    )


def form_offer(offer: Offer, plain: Callable[[Any], Any]) -> FormOffer:
    """One offer as a form needs it."""
    cards = getattr(offer.command, "cards", ())
    named = len(cards) if "cards" in offer.free and isinstance(cards, tuple) else 0
    bounds = (offer.amounts.low, offer.amounts.high, offer.amounts.step) if offer.amounts is not None else None
    return FormOffer(order=plain(offer.command), cites=offer.cites, bounds=bounds, cards=named)


def varied(offer: Offer) -> tuple[str, ...]:
    """The fields that hold any number within the offer's bounds."""
    return offer.vary if offer.amounts is not None else ()


def is_asked(offer: Offer, name: str) -> bool:
    """Whether a field is filled in: the room knows the time, and a number that follows from another one."""
    return name != "at_ms" and name not in varied(offer)[1:]


def form_field(offer: Offer, name: str) -> FormField:
    """One field: what it is called, what it holds, and how far it is free."""
    numbers = varied(offer)
    return FormField(
        name=name,
        label=label_of(offer, name),
        kind=kind_of(offer, name),
        free=name in offer.free,
        varies=name in numbers,
        also=numbers[1:] if numbers[:1] == (name,) else (),
    )


def label_of(offer: Offer, name: str) -> str:
    """What a field is called; the number of cards in a report is a count."""
    return "Cards counted" if isinstance(offer.command, c.ReportCount) and name == "cards" else LABELS[name]


def kind_of(offer: Offer, name: str) -> FieldKind:
    """What a field holds."""
    value = getattr(offer.command, name)
    if name in MONEY:
        return "amount"
    if isinstance(value, bool):
        return "yes-no"
    if name == "cards":
        return "number" if isinstance(value, int) else "cards"
    return KINDS.get(name, "choice")
