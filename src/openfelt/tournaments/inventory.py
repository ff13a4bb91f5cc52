"""The real chips of an event by their values: how a stack is made of the set, what was issued, what came back.

What was issued follows from the record: every stack that is given out is made of the set in one way, and where chips
are coloured up, those of the value that goes come back for larger ones. Nothing is counted where there is no set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from openfelt.phrases import Count, phrase
from openfelt.tournaments import play_events as p
from openfelt.tournaments.chip_race import stack_of
from openfelt.tournaments.conditions import AddOns, Conditions, Rebuys
from openfelt.tournaments.findings import Finding, contradiction
from openfelt.tournaments.rules import TournamentRules


def has_inventory(conditions: Conditions | None) -> bool:
    """Whether the event is played with a set of real chips."""
    return conditions is not None and conditions.play.dealt == "live" and isinstance(conditions.chips.set, tuple)


def issued_with(conditions: Conditions, before: Counter[int], event: Any, issued: int) -> Counter[int]:  # noqa: ANN401
    """The chips by value after an event of play; `issued`: all chips in play then."""
    several = conditions.chips.set
    assert isinstance(several, tuple)
    if isinstance(event, p.SeatsDrawn | p.MatchesBegun):
        before = Counter()  # all had come back
    after, least = Counter(before), min((value for value, count in before.items() if count), default=0)
    players = 0 if isinstance(event, p.ChipsBought | p.BonusWon) else _most(conditions)
    for chips in _stacks(event):
        after.update(stack_of(chips, several, least, players) or stack_of(chips, several, least))
    if isinstance(event, p.StackCorrected):
        for one in event.stacks:
            more = stack_of(abs(one.after - one.before), several, least)
            after = after + Counter(more) if one.after > one.before else after - Counter(more)
    if isinstance(event, p.ChipsColouredUp):
        rest = sum(value * count for value, count in after.items() if value not in (event.value, event.into))
        after[event.value], after[event.into] = 0, (issued - rest) // event.into
    return after


def _most(conditions: Conditions) -> int:
    """How many begin at most; 0 if that is open."""
    most = conditions.entry.most_players
    return most if isinstance(most, int) else 0


def _stacks(event: Any) -> Iterator[int]:  # noqa: ANN401 - any event of play
    """Chips that an event gives out, stack by stack."""
    match event:
        case p.SeatsDrawn() | p.MatchesBegun():
            yield from (one.chips for one in event.seats)
        case p.LateSeated():
            yield event.seat.chips
        case p.ChipsBought() | p.BonusWon():
            yield event.chips


def set_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """A set of real chips makes every stack that is given out, and has enough of them for all who begin."""
    several, most = conditions.chips.set, _most(conditions)
    if not has_inventory(conditions) or not isinstance(several, tuple):
        return
    cites = rules.asks["chips.set"]
    for terms in (*conditions.sessions, conditions.rebuys, conditions.add_ons):
        chips = terms.chips if isinstance(terms, Rebuys | AddOns) else getattr(terms, "starting_chips", 0)
        if isinstance(chips, int) and chips and not stack_of(chips, several):
            text = phrase("{chips} cannot be made of the set of chips", chips=Count(chips))
            yield contradiction("chip-set", ("chips", "set"), cites, text)
            return
    for session in conditions.sessions:
        if not isinstance(session.starting_chips, int) or stack_of(session.starting_chips, several, players=most):
            continue
        for value, count in stack_of(session.starting_chips, several).items():
            have = sum(one.count for one in several if one.value == value)
            if count * most > have:
                text = phrase(
                    "{most} stacks need {count} chips of {value}; the set has {have}",
                    most=most,
                    count=Count(count * most),
                    value=Count(value),
                    have=Count(have),
                )
                yield contradiction("chip-set", ("chips", "set"), cites, text)
                return
