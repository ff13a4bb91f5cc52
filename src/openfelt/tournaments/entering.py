"""Entries before the first card: applying, accepting, paying, withdrawing, and what staff does with an entry."""

from __future__ import annotations

from typing import NoReturn

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase, quoted
from openfelt.room.playing import may_play
from openfelt.rulebooks import Cites
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments.conditions import Alternates, Session, Transfer, Withdrawal
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.events import Move, PaidFor
from openfelt.tournaments.facts import (
    EventGiven,
    Sources,
    besides_of,
    conditions_of,
    due,
    has_place,
    is_in_time,
    live_entry,
    payment_moves,
    refunded,
    require_money,
    require_office,
    require_phase,
    rules_for,
    session_of,
    start_of,
)
from openfelt.tournaments.items import is_none
from openfelt.tournaments.play_facts import is_late_open, stage_at
from openfelt.tournaments.tournament import Entry, Tournament

Events = tuple[e.TournamentEvent, ...]


# --- players ----------------------------------------------------------------------------------------------------------


def apply(state: Tournament, order: o.Apply, given: EventGiven) -> Events:
    """Ask to enter: once, by the form, into a session that one enters."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_entries_open(state, rules.enters, given)
    require_may_enter(state, order.player, given, form=order.form)
    names = [str(one.name) for one in entry_sessions(conditions)]
    played = state.play.session  # late entry is into the session that is played
    session = order.session or (played if played in names else names[0])
    if session not in names:
        text = phrase("nobody enters {session}", session=quoted(session))
        raise RuleViolation("session", rules.enters, text, legal=names)
    if state.phase == "started" and session != played:
        text = phrase("nobody enters {session} now", session=quoted(session))
        raise RuleViolation("period", rules.late, text, legal=(played,))
    if not due(conditions, session_of(conditions, session)):
        require_room(state)
    return (e.EntryApplied(player=order.player, session=session, cites=rules.enters),)


def require_entries_open(state: Tournament, cites: Cites, given: EventGiven) -> None:
    """Refuse an entry before they open and after they close: with the start, or later where the conditions say so."""
    if state.phase != "started" or not is_late_open(state, stage_at(state.play, given.now_ms)):
        require_phase(state, cites, "open")


def require_may_enter(state: Tournament, player: str, given: EventGiven, *, form: bool) -> None:
    """Refuse whoever may not play here, has an entry, or has not completed the form."""
    rules = rules_for(state)
    require_welcome(state, player, given)
    found = state.entries.get(player)
    if found is not None and found.is_live:
        raise RuleViolation("entered", rules.enters, phrase("{player} has an entry already", player=Name(player)))
    had = found is not None and found.status in {"replaced", "sold"}
    if rules.one_entry and (had or any(player in (one.payer, one.entry) for one in state.payments)):
        text = phrase("{player} has had an entry; each player has one", player=Name(player))
        raise RuleViolation("one-entry", rules.one_entry, text)
    require_form(state, player, form=form)


def require_welcome(state: Tournament, player: str, given: EventGiven) -> None:
    """Refuse whoever may not play here."""
    if player in given.barred:
        text = phrase("{player} may not play here", player=Name(player))
        raise RuleViolation("entitled", rules_for(state).entitled, text)
    awaited = next((one for one in state.play.substitutes.values() if one.substitute == player), None)
    if awaited is not None:
        text = phrase("{player} is to have the seat of {other}", player=Name(player), other=Name(awaited.player))
        raise RuleViolation("entered", awaited.cites, text)
    may_play(given.standing(player), "tournament", given.now_ms, book=conditions_of(state).book)


def require_form(state: Tournament, player: str, *, form: bool) -> None:
    """Refuse whoever has not completed the form."""
    conditions, rules = conditions_of(state), rules_for(state)
    if not form and not is_none(conditions.entry.form):
        text = phrase(
            "{player} has not completed the form: {form}", player=Name(player), form=Name(str(conditions.entry.form))
        )
        raise RuleViolation("form", rules.form or rules.enters, text)


def require_room(state: Tournament) -> None:
    """Refuse one player more than the conditions allow."""
    conditions, rules = conditions_of(state), rules_for(state)
    most = conditions.entry.most_players
    waits = conditions.entry.alternates
    if isinstance(waits, Alternates) and isinstance(most, int):
        most += waits.most if isinstance(waits.most, int) else 0
    if isinstance(most, int) and sum(has_place(state, one) for one in state.live) >= most:
        raise RuleViolation("full", rules.asks["entry.most_players"], phrase("all {most} places are taken", most=most))


def accept(state: Tournament, order: o.AcceptConditions, given: EventGiven) -> Events:
    """Agree in writing with the version that stands."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_entries_open(state, rules.acceptance, given)
    one = live_entry(state, order.player)
    if order.digest != state.digest:
        text = phrase("the hash is not that of version {version}", version=conditions.version)
        raise RuleViolation("acceptance", rules.acceptance, text, legal=state.digest)
    if one.accepted == state.digest:
        text = phrase("{player} has accepted version {version}", player=Name(order.player), version=conditions.version)
        raise RuleViolation("accepted", rules.acceptance, text)
    return (
        e.ConditionsAccepted(
            player=order.player, version=conditions.version, digest=state.digest, cites=rules.acceptance
        ),
    )


def pay_fee(state: Tournament, order: o.PayFee, given: EventGiven) -> Events:
    """Pay the fee, and with it the commission where it is a sum besides."""
    made = [_payment(state, order.player, "fee", given)]
    if besides_of(conditions_of(state)):
        made.append(_payment(state, order.player, "commission", given, before=made[0].moves))
    return tuple(made)


def pay_buy_in(state: Tournament, order: o.PayBuyIn, given: EventGiven) -> Events:
    """Pay the buy-in, after the fee."""
    rules = rules_for(state)
    one = live_entry(state, order.player)
    costs = due(conditions_of(state), session_of(conditions_of(state), one.session))
    if "fee" in costs and "fee" not in one.paid:
        text = phrase("{player} has not paid the entry fee", player=Name(order.player))
        raise RuleViolation("fee-first", rules.enters, text, legal=("pay it",))
    return (_payment(state, order.player, "buy-in", given),)


def _payment(
    state: Tournament, player: str, what: PaidFor, given: EventGiven, *, before: tuple[Move, ...] = ()
) -> e.EntryPaid:
    """One payment, once, by whoever has accepted what is to be accepted, while there is room.

    `before`: what is paid with it.
    """
    conditions, rules = conditions_of(state), rules_for(state)
    cites = rules.all_to_the_pool if what == "buy-in" else rules.fee
    require_entries_open(state, rules.unpaid if what == "buy-in" else rules.enters, given)
    one = live_entry(state, player)
    costs = due(conditions, session_of(conditions, one.session))
    if what not in costs:
        nothing = rules.no_buy_in if what == "buy-in" and rules.no_buy_in else cites
        raise RuleViolation("nothing-due", nothing, phrase("there is no {what} to pay", what=what))
    if what in one.paid:
        raise RuleViolation("paid", cites, phrase("{player} has paid the {what}", player=Name(player), what=what))
    if conditions.entry.acceptance == "written" and one.accepted != state.digest:
        text = phrase(
            "{player} has not accepted version {version} in writing", player=Name(player), version=conditions.version
        )
        raise RuleViolation("acceptance", rules.acceptance, text, legal=("accept it",))
    if not has_place(state, one):
        require_room(state)
    sources = sources_of(state, player, costs[what], given, before)
    purse = accounts.purse(player)
    from_purse = [cents for source, cents in sources if source == purse]
    from_purse += [move.cents for move in before if move.source == purse]
    if from_purse:
        require_money(given, purse, sum(from_purse), cites, "the purse")
    moves = payment_moves(state, player, what, session_of(conditions, one.session), sources)
    return e.EntryPaid(player=player, paid_for=what, cites=cites + rules.outside_revenue, moves=moves)


def sources_of(state: Tournament, player: str, cents: int, given: EventGiven, before: tuple[Move, ...] = ()) -> Sources:
    """What an entry is paid from: an entry that was won in another event as far as it goes, then the purse."""
    found, left = list[tuple[Account, int]](), cents
    for name in dict.fromkeys((state.name, str(conditions_of(state).name))):
        if not accounts.is_owner(name):
            continue  # nobody has won an entry in an event of such a name
        won = accounts.ticket(name, player)
        part = min(left, given.balance(won) - sum(move.cents for move in before if move.source == won))
        if part > 0:
            found.append((won, part))
            left -= part
    return (*found, (accounts.purse(player), left)) if left else tuple(found)


def withdraw(state: Tournament, order: o.Withdraw, given: EventGiven) -> Events:
    """Withdraw: with everything back until the deadline, and after it with nothing."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_phase(state, rules.withdrawing, "open")
    one = live_entry(state, order.player)
    payments, terms = state.paid_for(order.player), conditions.entry.withdrawal
    session = session_of(conditions, one.session)
    free = isinstance(terms, Withdrawal) and is_in_time(given, session, terms.until_minutes_before)
    if free or not payments:
        back = [refunded(payment, rules.withdrawing) for payment in payments]
        return (*back, e.EntryWithdrawn(player=order.player, kept_cents=0, cites=rules.withdrawing))
    kept = sum(payment.cents for payment in payments)
    if not order.forfeits:
        when = "the time for that is over" if isinstance(terms, Withdrawal) else "nothing is returned here"
        text = phrase("{kept} would not come back: {when}", kept=Money(kept), when=when)
        raise RuleViolation("withdrawal", rules.withdrawing, text, legal=("withdraw and forfeit it",))
    return (e.EntryWithdrawn(player=order.player, kept_cents=kept, cites=rules.withdrawing),)


# --- staff ------------------------------------------------------------------------------------------------------------


def refuse(state: Tournament, order: o.RefuseApplication, _given: EventGiven) -> Events:
    """Refuse an application if that right is reserved; what was paid comes back."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_office(conditions.book, order.by, "refuse")
    require_phase(state, rules.refusal, "open")
    live_entry(state, order.player)
    if conditions.entry.refusal != "reserved":
        text = "the conditions reserve no right to refuse an application"
        raise RuleViolation("refusal", rules.refusal, text, legal=('entry.refusal = "reserved"',))
    back = [refunded(payment, rules.refusal) for payment in state.paid_for(order.player)]
    last = e.ApplicationRefused(player=order.player, reason=order.reason, by=order.by.name, cites=rules.refusal)
    return (*back, last)


def transfer(state: Tournament, order: o.TransferEntry, given: EventGiven) -> Events:
    """Move an entry to another session that the conditions name, in time, at the same cost."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_office(conditions.book, order.by, "transfer")
    require_phase(state, rules.transfer, "open")
    one, terms = live_entry(state, order.player), conditions.entry.transfer
    here = session_of(conditions, one.session)
    sessions = terms.sessions if isinstance(terms, Transfer) and isinstance(terms.sessions, tuple) else ()
    names = [str(each.name) for each in entry_sessions(conditions) if each.name in sessions]
    if order.session not in names or order.session == one.session:
        text = phrase("no entry is moved to {session}", session=quoted(order.session))
        raise RuleViolation("transfer", rules.transfer, text, legal=[each for each in names if each != one.session])
    assert isinstance(terms, Transfer)
    if not is_in_time(given, here, terms.until_minutes_before):
        text = phrase("entries are moved until {minutes} minutes before the start", minutes=terms.until_minutes_before)
        raise RuleViolation("transfer-late", rules.transfer, text)
    if due(conditions, here) != due(conditions, session_of(conditions, order.session)):
        _other_cost(state, order.session)
    return (e.EntryTransferred(player=order.player, session=order.session, by=order.by.name, cites=rules.transfer),)


def _other_cost(state: Tournament, session: str) -> NoReturn:
    text = phrase("{session} costs something else; an entry keeps its price", session=quoted(session))
    raise RuleViolation("cost", rules_for(state).costs_stay, text)


def sell_seat(state: Tournament, order: o.SellSeat, given: EventGiven) -> Events:
    """Sell the seat of one who has not come to a reserve: the first fee goes back, the second takes its place."""
    conditions, rules = conditions_of(state), rules_for(state)
    if not rules.resale:
        raise RuleViolation("resale", rules.absent, "the seat of an absent player is not sold")
    require_office(conditions.book, order.by, "sell")
    require_phase(state, rules.resale, "open")
    starts = start_of(conditions)
    if starts is not None and given.at < starts:
        text = phrase(
            "{player} has until {starts} to come", player=Name(order.player), starts=Name(format(starts, "%H:%M"))
        )
        raise RuleViolation("too-early", rules.resale, text)
    gone, reserve = live_entry(state, order.player), live_entry(state, order.reserve)
    require_sale(state, gone, reserve)
    fees = [one for one in state.paid_for(order.player) if one.paid_for == "fee"]
    back = [refunded(one, rules.resale) for one in fees]
    ended = e.EntryEnded(player=order.player, why="sold", seat_to=order.reserve, cites=rules.resale)
    session = session_of(conditions, gone.session)
    require_money(given, accounts.purse(order.reserve), due(conditions, session)["fee"], rules.resale, "the purse")
    return (*back, ended, *sold_to(state, reserve, session))


def require_sale(state: Tournament, gone: Entry, reserve: Entry) -> None:
    """Refuse a sale of what was not paid, to one who has a seat, or to one who has not agreed."""
    conditions, rules = conditions_of(state), rules_for(state)
    if "fee" not in gone.paid:
        raise RuleViolation("unpaid", rules.resale, phrase("{player} has paid for no seat", player=Name(gone.player)))
    if reserve.paid or reserve.session != gone.session:
        text = phrase("{player} is no reserve for this seat", player=Name(reserve.player))
        raise RuleViolation("reserve", rules.resale, text)
    if conditions.entry.acceptance == "written" and reserve.accepted != state.digest:
        text = phrase(
            "{player} has not accepted version {version} in writing",
            player=Name(reserve.player),
            version=conditions.version,
        )
        raise RuleViolation("acceptance", rules.acceptance, text, legal=("accept it",))


def sold_to(state: Tournament, reserve: Entry, session: Session) -> Events:
    """The reserve pays the fee. A commission besides it was paid with the seat and counts once."""
    rules = rules_for(state)
    moves = payment_moves(state, reserve.player, "fee", session)
    return (e.EntryPaid(player=reserve.player, paid_for="fee", cites=rules.resale + rules.fee, moves=moves),)
