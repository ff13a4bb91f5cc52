"""Hits: which events a hand has hit, what is set aside for whom, and what a corrected hand changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openfelt.cage import accounts
from openfelt.cage.ledger import Move
from openfelt.errors import RuleViolation
from openfelt.jackpots import events as e
from openfelt.jackpots.facts import (
    JackpotGiven,
    amount,
    base_of,
    from_house,
    is_on_offer,
    parameters_of,
    require_funds,
    rules_for,
    to_house,
)
from openfelt.jackpots.matching import Qualified, judge_for, made_by, qualified
from openfelt.jackpots.orders import EndWindow, HandAt, NoteHand
from openfelt.jackpots.parameters import JackpotEvent
from openfelt.jackpots.pool import Candidate, Hit, Pool
from openfelt.jackpots.rules import NOT_TAKEN_BACK, TOGETHER, WINDOWS, JackpotRules
from openfelt.jackpots.sharing import shares_of
from openfelt.phrases import Name, phrase, quoted
from openfelt.rulebooks import Cites, joined


class At(NamedTuple):
    """Where and when a hit happened: the table, the number of the hand, its end, and the window of a high hand."""

    table: str
    number: int
    ended_ms: int
    window_ms: int = 0


@dataclass(slots=True)
class Settling:
    """Hits being locked one after the other, each from the pool as the one before has left it."""

    state: Pool
    given: JackpotGiven
    in_pool: int
    next_hit: int
    made: list[Any] = field(default_factory=list)

    @classmethod
    def begin(cls, state: Pool, given: JackpotGiven) -> Settling:
        """From the pool as it stands."""
        return cls(state, given, amount(state, given), max(state.hits, default=0) + 1)

    def lock(self, event: JackpotEvent, of: Qualified, at: At, hit: int = 0) -> None:
        """Set the prize of an event aside and bring the pool back to its base; wait while the equipment fails."""
        table, number, ended_ms, window_ms = at
        hit, now = hit or self.take_number(), self.given.at_ms
        rules = rules_for(self.state)
        if self.state.malfunction is not None and not self.is_confirmed:
            self.made.append(
                e.HitWaits(
                    hit=hit,
                    event=event.name,
                    at_ms=now,
                    table=table,
                    number=number,
                    ended_ms=ended_ms,
                    players=of.players,
                    winners=of.winners,
                    others=of.others,
                    window_ms=window_ms,
                    cites=rules.confirmed,
                )
            )
            return
        shares = shares_of(event, self.in_pool, of.players, of.winners, of.others)
        total = sum(one.cents for one in shares)
        top_up = max(0, total - self.in_pool)
        left = self.in_pool + top_up - total
        reseed = max(0, base_of(self.state) - left)
        require_funds(self.given, top_up + reseed, rules.funded)
        held = accounts.jackpot_held(self.state.name)
        set_aside = Move(accounts.jackpot(self.state.name), held, total, "jackpot locked")
        self.made.append(
            e.HitLocked(
                hit=hit,
                event=event.name,
                at_ms=now,
                table=table,
                number=number,
                ended_ms=ended_ms,
                pool_cents=self.in_pool,
                shares=shares,
                top_up_cents=top_up,
                reseed_cents=reseed,
                window_ms=window_ms,
                cites=joined(prize_cites(rules, event), rules.folded, TOGETHER),
                moves=(
                    *from_house(self.state, top_up, "jackpot topped up"),
                    *((set_aside,) if total else ()),
                    *from_house(self.state, reseed, "jackpot base"),
                ),
            )
        )
        self.in_pool = left + reseed

    @property
    def is_confirmed(self) -> bool:
        """Whether the amount was confirmed in the same breath."""
        return any(isinstance(one, e.AmountConfirmed) for one in self.made)

    def take_number(self) -> int:
        """The number of the next hit."""
        self.next_hit += 1
        return self.next_hit - 1

    def release(self, hit: Hit) -> None:
        """What was set aside for a hit goes back, and the operator has the money back that was put in for it."""
        rules = rules_for(self.state)
        cents, total = hit.cents, self.in_pool + hit.cents
        top_up = min(hit.top_up_cents, total)
        reseed = min(hit.reseed_cents, total - top_up)
        held = accounts.jackpot_held(self.state.name)
        back = Move(held, accounts.jackpot(self.state.name), cents, "jackpot released")
        self.made.append(
            e.HitReleased(
                hit=hit.number,
                cents=cents,
                top_up_cents=top_up,
                reseed_cents=reseed,
                cites=rules.corrected,
                moves=(
                    *((back,) if cents else ()),
                    *to_house(self.state, top_up + reseed, "jackpot released"),
                ),
            )
        )
        self.in_pool = total - top_up - reseed

    def hand(self, played: HandAt, numbers: dict[str, int], paid: Sequence[Hit] = ()) -> None:
        """Lock everything that a hand has hit, in the order in which the events are displayed.

        `numbers`: under which number an event was hit before the hand was corrected; `paid`: hits of it that stand.
        """
        parameters = parameters_of(self.state)
        done = {one.event for one in paid}
        judge, taken = (
            judge_for(parameters),
            frozenset(name for one in paid if not one.window_ms for name in one.qualified),
        )
        at = At(played.table, played.hand.number, played.hand.ended_ms)
        for event in parameters.events if is_on_offer(self.state, played.hand) else ():
            if event.kind == "high-hand" or event.name in done:
                continue
            of = qualified(judge, event, played.hand, taken)
            if of.players:
                self.lock(event, of, at, numbers.get(event.name, 0))
                taken |= frozenset(of.players)


def prize_cites(rules: JackpotRules, event: JackpotEvent) -> Cites:
    """The clause of a prize."""
    return {"all": rules.all_of_it, "percentage": rules.percentage}.get(str(event.prize.kind), rules.fixed)


# -- orders of the house -----------------------------------------------------------------------------------------------


def note_hand(state: Pool, order: NoteHand, given: JackpotGiven) -> tuple[Any, ...]:
    """A hand of a linked table: what it hits, or what its correction changes."""
    parameters_of(state)
    return noted(state, order.played, given)


def noted(state: Pool, played: HandAt, given: JackpotGiven) -> tuple[Any, ...]:
    """What a hand hits. A hand that was noted so before gives nothing; one that stands otherwise now is corrected.

    A hit that was paid stands, and the others of the hand follow the correction.
    """
    before = state.noted.get(played.key)
    if before == played:
        return ()
    windows = {(one.event, one.ends_ms) for one in state.candidates if one.played.key == played.key}
    hits = state.hits_of(played.key)
    hits += [one for one in state.hits.values() if (one.event, one.window_ms) in windows and one not in hits]
    hits = [one for one in hits if one.phase != "released"]
    paid = [one for one in hits if one.phase == "paid"]
    hits = [one for one in hits if one.phase != "paid"]
    rules, settling = rules_for(state), Settling.begin(state, given)
    for hit in hits:
        settling.release(hit)
    numbers = {one.event: one.number for one in hits}
    if windows:
        cites = rules.corrected
        settling.made.append(e.CandidatesDropped(table=played.table, number=played.hand.number, cites=cites))
    found = len(settling.made)
    settling.hand(played, numbers, paid)
    fresh = list(candidates(state, played, windows))
    settling.made += fresh
    for name, ends in sorted(windows):
        if ends <= state.ended.get(name, 0):
            kept = [one for one in state.candidates if one.played.key != played.key]
            lock_best(settling, state.event(name), ends, (*kept, *map(candidate_of, fresh)), numbers.get(name, 0))
    if len(settling.made) == found and not hits and not windows:
        if paid:
            text = phrase("hit {number} of this hand was paid", number=paid[0].number)
            raise RuleViolation("paid", NOT_TAKEN_BACK, text)
        if before is None:
            return ()
    cites = rules.corrected if before is not None else rules.folded
    return (e.HandNoted(played=played, cites=joined(cites, NOT_TAKEN_BACK if paid else ())), *settling.made)


def candidates(state: Pool, played: HandAt, windows: set[tuple[str, int]]) -> Iterator[e.CandidateNoted]:
    """The hands that may be a high hand of the window in which the round of play ended.

    A window that is over takes only a hand that was in it before it was corrected.
    """
    parameters = parameters_of(state)
    judge = judge_for(parameters)
    for event in parameters.events if is_on_offer(state, played.hand) else ():
        if event.kind != "high-hand":
            continue
        ends = state.window_end(event, played.hand.ended_ms)
        if ends <= state.ended.get(event.name, 0) and (event.name, ends) not in windows:
            continue
        for result in played.hand.results:
            made = made_by(judge, event, played.hand, result)
            if made.lack is None:
                yield e.CandidateNoted(
                    event=event.name,
                    ends_ms=ends,
                    played=played,
                    player=made.player,
                    strength=made.strength,
                    cites=WINDOWS,
                )


def candidate_of(event: e.CandidateNoted) -> Candidate:
    """A candidate as its event says it."""
    return Candidate(event.event, event.ends_ms, event.played, event.player, event.strength)


def end_window(state: Pool, order: EndWindow, given: JackpotGiven) -> tuple[Any, ...]:
    """The best hand of a window that is over is a hit; equal hands share."""
    parameters = parameters_of(state)
    event = parameters.event(order.event)
    if event is None or event.kind != "high-hand":
        legal = tuple(one.name for one in parameters.events if one.kind == "high-hand")
        text = phrase("{event} is no high hand", event=quoted(order.event))
        raise RuleViolation("no-window", WINDOWS, text, legal=legal)
    ends = next_window(state, event)
    if given.at_ms < ends:
        left = (ends - given.at_ms + 999) // 1000
        text = phrase("the window of {name} ends in {left} seconds", name=Name(event.name), left=left)
        raise RuleViolation("window", WINDOWS, text)
    settling = Settling.begin(state, given)
    settling.made.append(e.WindowEnded(event=event.name, ends_ms=ends, cites=WINDOWS))
    lock_best(settling, event, ends, state.candidates)
    return tuple(settling.made)


def next_window(state: Pool, event: JackpotEvent) -> int:
    """When the window ends that is to be settled next: the earliest with a hand in it, else the present one."""
    over = state.ended.get(event.name, 0)
    held = [one.ends_ms for one in state.candidates if one.event == event.name and one.ends_ms > over]
    return min(held, default=state.window_end(event, max(over, state.since_ms)))


def lock_best(settling: Settling, event: JackpotEvent, ends: int, several: Sequence[Candidate], hit: int = 0) -> None:
    """The best hands of a window share its prize; the hit is that of the last of them."""
    inside = [one for one in several if one.event == event.name and one.ends_ms == ends]
    if not inside:
        return
    strongest = max(one.strength for one in inside)
    best = [one for one in inside if one.strength == strongest]
    last = max(best, key=lambda one: one.played.hand.ended_ms).played
    known = settling.state.noted
    fresh = {one.played.key: one.played for one in best if known.get(one.played.key) != one.played}
    settling.made += [e.HandNoted(played=one, cites=WINDOWS) for one in fresh.values()]
    players = tuple(dict.fromkeys(one.player for one in best))
    settling.lock(event, Qualified(players), At(last.table, last.hand.number, last.hand.ended_ms, ends), hit)


def settle_waiting(settling: Settling) -> None:
    """Hits that waited for the amount, in the order in which their hands ended."""
    state = settling.state
    for one in state.open_hits:
        if one.phase == "waits":
            at = At(one.table, one.hand, one.ended_ms, one.window_ms)
            settling.lock(state.event(one.event), Qualified(*one.waiting), at, one.number)
