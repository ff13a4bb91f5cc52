"""Whether conditions may be published: every gap and every contradiction with its clause, and what replaces a rule.

Where a book's rules prevail, whatever contradicts them is refused. Where approved conditions prevail, the rule is
replaced and named, but for the sections that the book keeps firm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import clause
from openfelt.tournaments.conditions import SCHEMA, Conditions
from openfelt.tournaments.findings import Finding, Replaced, contradiction, gap
from openfelt.tournaments.items import ITEMS, is_none, pattern, silences, texts
from openfelt.tournaments.level_check import level_faults, seat_faults
from openfelt.tournaments.money_check import money_faults
from openfelt.tournaments.play_check import play_faults
from openfelt.tournaments.rules import TOURNAMENTS, TournamentRules
from openfelt.tournaments.structure_check import structure_faults

# No approval makes them playable: there is no such deck, limit or number of hands, and no such text.
UNPLAYABLE: Final = frozenset({"deck", "joker", "limit", "seats", "unprintable"})


class Checked(NamedTuple):
    """What was found: why the conditions may not be published, and which rules they replace."""

    faults: tuple[Finding, ...]
    replaced: tuple[Replaced, ...]


def rules_of(book: str) -> TournamentRules:
    """What a book says of tournaments; refused for a book that has none."""
    if not TOURNAMENTS.is_read(book) and book not in (known := TOURNAMENTS.books()):
        cites = HOUSE.cite("20.2.1")
        text = phrase("{book} has no tournaments", book=quoted(book))
        raise RuleViolation("no-tournaments", cites, text, legal=known)
    return TOURNAMENTS.of(book)


def check(conditions: Conditions) -> Checked:
    """All that is found in conditions, the gaps first."""
    try:
        rules = rules_of(conditions.book)
    except RuleViolation as refusal:
        return Checked((_as_finding(refusal),), ())
    found = [*_gaps(conditions, rules), *_contradictions(conditions, rules)]
    return _settled(conditions, rules, dict.fromkeys(found))


def _as_finding(refusal: RuleViolation) -> Finding:
    return contradiction(refusal.code, ("book",), refusal.cites, refusal.said, *refusal.offered)


def _gaps(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    for item, (label, answers) in ITEMS.items():
        for path in silences(conditions, item) if item in rules.asks else ():
            yield gap(path, rules.asks[item], phrase("nothing is said of {label}", label=label), answers)


def _contradictions(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    if conditions.schema != SCHEMA:
        text = phrase("conditions of schema {schema} cannot be read", schema=conditions.schema)
        yield contradiction("schema", ("schema",), HOUSE.cite("20.1"), text, str(SCHEMA))
        return
    yield from _unprintable(conditions, rules)
    yield from structure_faults(conditions, rules)
    yield from seat_faults(conditions, rules)
    yield from level_faults(conditions, rules)
    yield from money_faults(conditions, rules)
    yield from play_faults(conditions, rules)


def _unprintable(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Texts are shown, printed and read aloud: no control characters, none that turn the writing round."""
    for path, text in texts(conditions):
        if not all(one.isprintable() or one == "\n" for one in text):
            cites = rules.asks.get(pattern(path), HOUSE.cite("20.1"))
            yield contradiction(
                "unprintable", path, cites, phrase("{text} has characters that cannot be printed", text=quoted(text))
            )


def _settled(conditions: Conditions, rules: TournamentRules, found: Iterable[Finding]) -> Checked:
    """Tell faults from rules that approved conditions replace."""
    faults: list[Finding] = []
    replaced: list[Replaced] = []
    wins = rules.prevails == "conditions" and not is_none(conditions.approval)
    for one in found:
        own = [cite for cite in one.cites if cite.startswith(f"{conditions.book} ")]
        reading = rules.reaches.get(pattern(one.path))
        if one.kind == "gap" or not wins or not own or one.code in UNPLAYABLE:
            faults.append(one)
        elif reading:
            replaced.append(Replaced(one.path, one.said, reading, by_reading=True))
        elif any(clause(cite).section in rules.firm for cite in own):
            faults.append(one)
        else:
            replaced.append(Replaced(one.path, one.said, one.cites))
    return Checked(tuple(faults), tuple(replaced))
