"""Whether terms are complete, and whether every prize may be one: each gap and each contradiction with its clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import UNSET

from openfelt.documents.findings import Finding, Path, contradiction, gap
from openfelt.documents.items import silences
from openfelt.errors import NotationError, RuleViolation
from openfelt.phrases import Money, Name, phrase, quoted
from openfelt.promotions.items import ITEMS
from openfelt.promotions.moments import instant
from openfelt.promotions.rules import ONE_PRIZE, PAYING, PRESCRIBED, PROMOTIONS, RUN_BY, WRITTEN, PromotionRules
from openfelt.promotions.terms import SCHEMA, CashAlternative, Liquor, Prize, Terms

LITRE: Final = 1_000


def rules_of(book: str) -> PromotionRules:
    """What a book says of promotions; refused for a book that has none."""
    if not PROMOTIONS.is_read(book) and book not in (known := PROMOTIONS.books()):
        raise RuleViolation("no-promotions", RUN_BY, phrase("{book} has no promotions", book=quoted(book)), legal=known)
    return PROMOTIONS.of(book)


def check(terms: Terms, prescribed: Sequence[str] = ()) -> tuple[Finding, ...]:
    """All that is found in terms, the gaps first. `prescribed`: what regulations forbid besides."""
    try:
        rules = rules_of(terms.book)
    except RuleViolation as refusal:
        return (contradiction(refusal.code, ("book",), refusal.cites, refusal.said, *refusal.offered),)
    if terms.schema != SCHEMA:
        text = phrase("terms of schema {schema} cannot be read", schema=terms.schema)
        return (contradiction("schema", ("schema",), WRITTEN, text, str(SCHEMA)),)
    return (*_gaps(terms, rules), *_times(terms, rules), *_prizes(terms, rules, prescribed))


def _gaps(terms: Terms, rules: PromotionRules) -> Iterator[Finding]:
    for item, (label, answers) in ITEMS.items():
        for path in silences(terms, item) if item in rules.asks else ():
            yield gap(path, rules.asks[item], phrase("nothing is said of {label}", label=label), answers)
    for number, prize in enumerate(terms.prizes):
        if not prize.parts:
            text, answers = "nothing is said of what the prize consists of", "cash = { value_cents = 50000 }"
            yield gap(("prizes", number), rules.consists, text, answers)


# --- times ------------------------------------------------------------------------------------------------------------


def _times(terms: Terms, rules: PromotionRules) -> Iterator[Finding]:
    moments: dict[str, tuple[Path, object]] = {
        "held.starts": (("held", "starts"), terms.held.starts),
        "entries.close": (("entries", "close"), terms.entries.close),
        "award.when": (("award", "when"), terms.award.when),
        "claim.until": (("claim", "until"), terms.claim.until),
    }
    known: dict[str, int] = {}
    for item, (path, text) in moments.items():
        if text is UNSET or (item == "claim.until" and text == "none"):
            continue
        try:
            known[item] = instant(str(text))
        except NotationError as bad:
            cites = rules.asks.get(item, ()) + rules.dated
            yield contradiction("moment", path, cites, bad.said, *bad.offered)
    order = [item for item in moments if item in known]
    for before, after in pairwise(order):
        if known[after] < known[before]:
            path, text = moments[after]
            cites = rules.asks.get(after, ()) + rules.asks.get(before, ())
            parts = {"moment": Name(str(text)), "before": Name(before), "other": Name(str(moments[before][1]))}
            yield contradiction("order", path, cites, phrase("{moment} is before {before} ({other})", **parts))


# --- prizes -----------------------------------------------------------------------------------------------------------


def _prizes(terms: Terms, rules: PromotionRules, prescribed: Sequence[str]) -> Iterator[Finding]:
    for number, prize in enumerate(terms.prizes):
        path: Path = ("prizes", number)
        yield from _goods(prize, path, rules)
        yield from _liquor(prize, path, rules)
        yield from _prescribed(prize, path, rules, prescribed)
        yield from _alternative(prize, path, rules)


def _goods(prize: Prize, path: Path, rules: PromotionRules) -> Iterator[Finding]:
    for at, one in enumerate(prize.goods):
        if cites := rules.banned.get(one.category):
            text = phrase("no prize is {category}", category=one.category.replace("-", " "))
            yield contradiction("banned", (*path, "goods", at), rules.no_such_prize + cites, text)


def _liquor(prize: Prize, path: Path, rules: PromotionRules) -> Iterator[Finding]:
    most = rules.most_liquor_ml
    if most is None or not isinstance(prize.liquor, Liquor) or prize.liquor.millilitres is UNSET:
        return
    if prize.liquor.millilitres > most.value:
        text = phrase("{litres} of liquor in one prize", litres=_litres(prize.liquor.millilitres))
        cites = rules.no_such_prize + most.cites + ONE_PRIZE
        allowed = phrase("at most {litres}", litres=_litres(most.value))
        yield contradiction("banned", (*path, "liquor"), cites, text, allowed)


def _litres(millilitres: int) -> str:
    whole, rest = divmod(millilitres, LITRE)
    return f"{whole}" + (f".{rest:03}".rstrip("0") if rest else "") + " litres"


def _prescribed(prize: Prize, path: Path, rules: PromotionRules, prescribed: Sequence[str]) -> Iterator[Finding]:
    if not rules.prescribed:
        return
    named = [prize.name, *(one.what for one in prize.goods)]
    named += [prize.liquor.what] if isinstance(prize.liquor, Liquor) else []
    for text in (one for one in named if isinstance(one, str)):
        for item in prescribed:
            if re.search(rf"(?<!\w){re.escape(item)}(?!\w)", text, re.IGNORECASE):
                cites = rules.no_such_prize + rules.prescribed + PRESCRIBED
                said = "{prize} is {item}, which regulations forbid as a prize"
                yield contradiction("banned", path, cites, phrase(said, prize=quoted(text), item=quoted(item)))


def _alternative(prize: Prize, path: Path, rules: PromotionRules) -> Iterator[Finding]:
    if not isinstance(prize.cash_alternative, CashAlternative):
        return
    where = (*path, "cash_alternative")
    if prize.is_cash:
        text = phrase("a prize of cash has no cash alternative")
        yield contradiction("cash-alternative", where, rules.cash_alternative, text, '"none"')
    elif prize.dollars is not UNSET:
        text = phrase("slots dollars and casino dollars have no cash alternative")
        yield contradiction("cash-alternative", where, rules.cash_alternative, text, '"none"')
    elif prize.cash_alternative.cents == 0:
        text = phrase("{amount} is no alternative", amount=Money(0))
        yield contradiction("cash-alternative", where, rules.cash_alternative + PAYING, text)
