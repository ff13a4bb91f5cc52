"""Entries and the draw: who has how many, when they are closed, who oversees the draw, whose entry it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.promotions import events as e
from openfelt.promotions import orders as o
from openfelt.promotions.facts import (
    PromotionGiven,
    at,
    kept_out,
    may_take_part,
    require_another,
    require_going,
    require_may_take_part,
    require_office,
    require_phase,
    rules_for,
    terms_of,
)
from openfelt.promotions.promotion import Promotion
from openfelt.promotions.rules import DRAWN, ELAPSED, ENTERING, LEFT_OUT, ONE_PRIZE, OVERSEEN
from openfelt.promotions.terms import Asking, Entries, Hands, Showing, Terms, Time
from openfelt.rulebooks import Cites

Events = tuple[e.PromotionEvent, ...]


# --- entries ----------------------------------------------------------------------------------------------------------


def enter(state: Promotion, order: o.Enter, given: PromotionGiven) -> Events:
    """One entry for whoever asks, once, until entries close."""
    terms, rules = terms_of(state), rules_for(state)
    require_phase(state, rules.eligible, "running")
    require_going(state)
    if given.now_ms > at(terms.entries.close):
        text = phrase("entries closed at {close}", close=Name(str(terms.entries.close)))
        raise RuleViolation("entries-closed", rules.entries_close + ELAPSED, text)
    require_may_take_part(state, order.player, given)
    if not isinstance(terms.entries.rule, Asking):
        raise RuleViolation("counted", rules.eligible + ENTERING, "entries of this promotion are counted by play")
    if order.player in state.entries:
        raise RuleViolation("entered", ENTERING, phrase("{player} has an entry", player=Name(order.player)))
    return (e.EntryGiven(player=order.player, entries=1, cites=rules.eligible + ENTERING),)


def entries_for(entries: Entries, count: int) -> int:
    """How many entries a count gives by the rule of the terms.

    >>> entries_for(Entries(rule=Hands(hands=20), most_each=3), 59), entries_for(Entries(rule=Hands(hands=20)), 100)
    (2, 5)
    """
    match entries.rule:
        case Hands(hands=int(per)) | Time(minutes=int(per)):
            made = count // per
        case Showing():
            made = count
        case _:
            made = 0
    return min(made, entries.most_each) if isinstance(entries.most_each, int) else made


def count(state: Promotion, order: o.CountEntries, given: PromotionGiven) -> Events:
    """What the record has, as entries; nobody has fewer than before."""
    terms, rules = terms_of(state), rules_for(state)
    require_phase(state, rules.eligible, "running")
    require_going(state)
    if order.through < state.through or terms.entries.rule is UNSET or isinstance(terms.entries.rule, Asking):
        raise RuleViolation("counted", ENTERING, "nothing is counted by the record here")
    made = tuple(
        (one.player, entries)
        for one in order.counted
        if may_take_part(state, one.player, given)
        and (entries := entries_for(terms.entries, one.count)) > state.entries.get(one.player, 0)
    )
    if not made:
        return ()
    return (e.EntriesCounted(through=order.through, given=made, cites=rules.eligible + ENTERING),)


def close_entries(state: Promotion, order: o.CloseEntries, given: PromotionGiven) -> Events:
    """Fix the list of entries and the draw over it, and tell the roots of both."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "close-entries") if order.by is not None else ()
    require_phase(state, rules.entries_close, "running")
    require_going(state)
    if given.now_ms < at(terms.entries.close):
        text = phrase("entries close at {close}", close=Name(str(terms.entries.close)))
        raise RuleViolation("too-early", rules.entries_close, text)
    tickets = state.tickets
    if not tickets:
        raise RuleViolation("no-entries", rules.entries_close, "there are no entries", legal=("close the promotion",))
    number = state.draws + 1
    entries_root, draw_root = given.commit(str(number), tickets)
    return (
        e.EntriesClosed(
            number=number,
            entries=len(tickets),
            entries_root=entries_root,
            draw_root=draw_root,
            cites=rules.entries_close + cites + DRAWN,
        ),
    )


# --- the scrutineer ---------------------------------------------------------------------------------------------------


def nominate(state: Promotion, order: o.NominateScrutineer, _given: PromotionGiven) -> Events:
    """Name who oversees the draw, before it is made."""
    terms, rules = terms_of(state), rules_for(state)
    require_office(terms.book, order.by, "nominate")
    if state.phase in {"drawn", "closed", "cancelled"}:
        require_phase(state, rules.overseen, "running")
    require_another(order.by, order.account, rules.overseen + OVERSEEN, "makes the draw, and does not oversee it")
    return (e.ScrutineerNominated(account=order.account, by=order.by.account, cites=rules.overseen + OVERSEEN),)


def attend(state: Promotion, order: o.AttendDraw, _given: PromotionGiven) -> Events:
    """The nominated scrutineer is there, and names the root of the draw."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "attend")
    require_phase(state, rules.overseen + OVERSEEN, "entries closed")
    require_going(state)
    if order.by.account != state.scrutineer:
        text = phrase("{name} was not nominated to oversee this draw", name=Name(order.by.name))
        raise RuleViolation("not-nominated", rules.overseen + OVERSEEN, text)
    if order.by.account in state.entries:
        text = phrase("{name} has entries in the draw, and does not oversee it", name=Name(order.by.name))
        raise RuleViolation("own-act", rules.overseen + OVERSEEN, text, legal=("somebody else",))
    assert state.sealed is not None
    if order.root != state.sealed.draw_root:
        text = phrase("that is not the root of this draw")
        raise RuleViolation("root", OVERSEEN + DRAWN, text, legal=(state.sealed.draw_root,))
    return (e.ScrutineerAttended(account=order.by.account, root=order.root, cites=cites + OVERSEEN),)


def require_scrutineer(state: Promotion, order: o.Draw) -> Cites:
    """Refuse a draw without its scrutineer where a single prize is worth more than the clause says."""
    terms, rules = terms_of(state), rules_for(state)
    above = rules.scrutineer_above
    if above is None or max(one.value_cents for one in terms.prizes) <= above.value:
        return ()
    assert state.sealed is not None
    cites = above.cites + ONE_PRIZE
    if not state.scrutineer or state.attended != state.sealed.draw_root:
        text = "a prize of this draw is worth so much that a scrutineer oversees it, and none is there"
        raise RuleViolation("no-scrutineer", cites, text, legal=("nominate", "attend"))
    require_another(order.by, state.scrutineer, cites + OVERSEEN, "oversees the draw, and does not make it")
    return above.cites


# --- the draw ---------------------------------------------------------------------------------------------------------


def note_present(state: Promotion, order: o.NotePresent, _given: PromotionGiven) -> Events:
    """Who is there, of those who have entries."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "present")
    require_phase(state, rules.claiming, "entries closed")
    require_going(state)
    if terms.claim.presence != "required":
        raise RuleViolation("not-required", rules.claiming, "nobody has to be there")
    if strangers := [one for one in order.players if one not in state.entries]:
        text = phrase("{player} has no entry", player=Name(strangers[0]))
        raise RuleViolation("no-entry", rules.eligible, text)
    return (e.PresenceNoted(players=order.players, by=order.by.account, cites=rules.claiming + cites),)


def draw(state: Promotion, order: o.Draw, given: PromotionGiven) -> Events:
    """The winners, by the shuffle that was committed to when the entries closed."""
    terms, rules = terms_of(state), rules_for(state)
    cites = require_office(terms.book, order.by, "draw")
    require_going(state)
    require_phase(state, rules.awarded + DRAWN, "entries closed")
    if given.now_ms < at(terms.award.when):
        text = phrase("the prizes are awarded at {when}", when=Name(str(terms.award.when)))
        raise RuleViolation("too-early", rules.awarded, text)
    overseen = require_scrutineer(state, order)
    assert state.sealed is not None
    tickets = state.tickets
    order_of = given.draw(str(state.sealed.number), len(tickets))
    if sorted(order_of) != list(range(len(tickets))):
        raise InvariantBroken(f"{state.name}: the draw is no permutation of its entries")
    won, passed, left_out = winners(state, terms, order_of, given)
    if not won:
        none = phrase("nobody of those who have entries is there, and may take part")
        raise RuleViolation("nobody-there", rules.claiming + (LEFT_OUT if left_out else ()), none)
    return (
        e.DrawMade(
            number=state.sealed.number,
            won=won,
            passed_over=passed,
            by=order.by.account,
            scrutineer=state.scrutineer if overseen else "",
            at_ms=given.now_ms,
            cites=rules.awarded + cites + overseen + DRAWN + (LEFT_OUT if left_out else ()),
            left_out=left_out,
        ),
    )


def units(terms: Terms) -> Iterator[int]:
    """The prizes one by one, in the order of the terms."""
    for number, prize in enumerate(terms.prizes):
        yield from [number] * prize.count


def winners(
    state: Promotion, terms: Terms, order: tuple[int, ...], given: PromotionGiven
) -> tuple[tuple[e.Won, ...], tuple[int, ...], tuple[e.LeftOut, ...]]:
    """Who wins which prize, which positions were passed over, and which of them for an exclusion.

    Prizes are taken in the order of the terms, entries in the order of the draw. Whoever is not there where that is
    required, has won as often as one may, or is excluded now, is passed over.
    """
    tickets, left = state.tickets, list(units(terms))[::-1]
    most = terms.award.prizes_each if isinstance(terms.award.prizes_each, int) else len(tickets)
    had: Counter[str] = Counter()
    won: list[e.Won] = []
    passed: list[int] = []
    left_out: list[e.LeftOut] = []
    for position, entry in enumerate(order):
        if not left:
            break
        player = tickets[entry]
        is_there = terms.claim.presence != "required" or player in state.present
        if not is_there or had[player] >= most:
            passed.append(position)
            continue
        if out := left_out_by(state, terms, player, given):
            passed.append(position)
            left_out.append(e.LeftOut(position, player, out))
            continue
        had[player] += 1
        number = left.pop()
        prize = terms.prizes[number]
        award = state.awards_made + len(won) + 1
        won.append(e.Won(award, number, position, entry, player, prize.cash_cents, prize.value_cents))
    return tuple(won), tuple(passed), tuple(left_out)


def left_out_by(state: Promotion, terms: Terms, player: str, given: PromotionGiven) -> Cites:
    """By which clauses an entry is passed over as its player is excluded; none: it is drawn like any other."""
    rule = terms.exclusion.entries
    return () if rule == "drawn" else kept_out(state, player, given, own=rule == "own-too")
