"""Real situations with something gone wrong in them: a hand played to some moment, and an incident that fits it.

Chance comes in as an argument, so the same seed gives the same situation.
"""

# ruff: noqa: ARG001, ARG005 - every source of facts has the same three arguments

from __future__ import annotations

import random
from typing import Any

from openfelt.errors import RuleViolation
from openfelt.floor import KINDS, AnyIncident, Ruling, possible, read_incident, rule
from openfelt.floor.entries import family
from openfelt.floor.moments import is_off
from openfelt.games.game import Deal, Draw
from openfelt.table.hand import ABLE, OUT, Hand
from openfelt.table.house import burn_due, is_short, street_size

TRIES = 8


def random_incident(rng: random.Random, hand: Hand, kind: str) -> AnyIncident:
    """An incident of this kind with facts drawn at random that fit the hand."""
    return read_incident(kind, _facts(rng, hand, kind))


def random_ruling(rng: random.Random, hand: Hand, kinds: tuple[str, ...] = ()) -> Ruling | None:
    """A ruling on something that can go wrong now; None where the facts drawn fit no clause."""
    open_kinds = [kind for kind in possible(hand) if not kinds or kind in kinds]
    for _ in range(TRIES if open_kinds else 0):
        try:
            return rule(hand, random_incident(rng, hand, rng.choice(open_kinds)))
        except RuleViolation:
            continue
    return None


def _facts(rng: random.Random, hand: Hand, kind: str) -> dict[str, Any]:
    """Facts for an incident: yes or no for each question, and seats, cards and numbers from the hand."""
    inside = [hand.seats[k] for k in range(hand.n) if hand.status[k] != OUT and hand.shown[k] != 2]
    seat = rng.choice(inside) if inside else hand.seats[0]
    facts: dict[str, Any] = {
        name: rng.random() < 0.5
        for name in KINDS[kind].__struct_fields__
        if name in {"reconstructable", "looked", "correctable", "protected", "identifiable", "at_fault", "asked",
                    "next_round_begun"}
    }  # fmt: skip
    if "seat" in KINDS[kind].__struct_fields__:
        facts["seat"] = seat
    more = _MORE.get(kind)
    return {**facts, **(more(rng, hand, seat) if more else {})}


def _own_cards(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    down = hand.down[hand.index[seat]]
    return {"cards": [str(card) for card in rng.sample(down, rng.randint(1, len(down)))] if down else []}


def _shown(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    others = [one for one in hand.seats if one != seat]
    return {**_own_cards(rng, hand, seat), "to": rng.sample(others, 1)}


def _exposed_in_deal(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[0]
    assert isinstance(step, Deal)
    each = sum(one.count for one in step.passes)
    places = [(one, nth) for one in hand.seats for nth in range(1, each + 1)]
    return {"cards": rng.sample(places, rng.choice([1, 1, 1, 2]))}


def _face_up(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[hand.step]
    is_whole = isinstance(step, Deal) and not burn_due(hand, step) and not is_short(hand, step)
    most = street_size(hand, step) if is_whole else 1  # type: ignore[arg-type]
    return {"place": rng.choice([1, rng.randint(1, most)]), "count": rng.choice([1, 1, 1, 2])}


def _out_of_turn(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    others = [k for k in range(hand.n) if hand.status[k] == ABLE and k != hand.to_act]
    if not others:
        return {}
    k = rng.choice(others)
    low, top = hand.bets[k] + 1, hand.bets[k] + hand.stacks[k]
    usual = [to for to in (hand.high, 2 * hand.high, 400) if low <= to <= top]
    to = rng.choice([*usual, rng.randint(low, top)])
    return {"seat": hand.seats[k], "action": rng.choice(["wager", "wager", "check", "fold"]), "to": to}


def _discard(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"card": str(rng.choice(hand.muck))} if hand.muck else {}


def _misdelivered(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    later = [hand.seats[k] for k in range(hand.to_act + 1, hand.n) if hand.status[k] != OUT]
    return {"seat": rng.choice(later)} if later else {}


def _count(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    right = len(hand.holding(hand.index[seat]))
    return {"held": right + rng.choice([-1, 1]), "also": [one for one in hand.seats if rng.random() < 0.1]}


def _stake(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    off = [hand.seats[k] for k in range(hand.n) if is_off(hand, k)]
    return {"seat": rng.choice(off)} if off else {}


def _early(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"count": rng.choice([1, 1, 2])} if "stud" in family(hand) else {}


def _extra(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"extra": rng.choice([1, 1, 2])}


def _draw(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    return _own_cards(rng, hand, seat)


_MORE: Any = {
    "not-shuffled": lambda rng, hand, seat: {"what": rng.choice(["shuffle", "cut"])},
    "wrong-card-count": _count,
    "exposed-in-deal": _exposed_in_deal,
    "exposed-in-draw": _draw,
    "face-up-in-shoe": _face_up,
    "exposed-by-player": _own_cards,
    "shown-to-another": _shown,
    "told-to-act-out-of-turn": lambda rng, hand, seat: {"told": [seat]},
    "acted-out-of-turn": _out_of_turn,
    "deck-fault": lambda rng, hand, seat: {"missing": rng.choice([0, 1]), "foreign": 1},
    "exposed-early": _early,
    "too-many-in-flop": _extra,
    "turned-together": _extra,
    "discard-forgotten": _discard,
    "draw-misdelivered": _misdelivered,
    "final-cards-short": lambda rng, hand, seat: {"dealt": rng.randint(1, max(hand.stub - 2, 1))},
    "stake-out-of-bounds": _stake,
    "uncovered": lambda rng, hand, seat: {"what": "the lights went out"},
}
