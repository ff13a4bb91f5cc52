"""What decisions about an event ask: what an entry costs and where the money goes, until when, by whose office."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final, TypeAlias

from msgspec import UNSET

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.cards import FULL_DECK, Card
from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Money, Name, phrase
from openfelt.room.offices import OFFICES, Needed, Officer
from openfelt.room.playing import CLEAR, Standing, may_play
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites
from openfelt.tournaments import events as e
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import (
    Bounty,
    Conditions,
    Guarantee,
    Session,
    TournamentCommission,
)
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.events import Move, PaidFor
from openfelt.tournaments.rules import DEEDS, Deed, TournamentRules
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.tournament import Entry, Payment, Phase, Tournament

WHOLE: Final = 1_000  # per mille
BOUNTIES: Final = "bounties"  # the name of their pool
VERSIONS: Final = HOUSE.cite("20.3")
PLAYED: Final = HOUSE.cite("20.1")
PHASES: Final[dict[Phase, str]] = {
    "empty": "no conditions are published",
    "published": "entries are not open yet",
    "open": "the event has not started",
    "started": "the event has started",
    "awarded": "the prizes are awarded",
    "cancelled": "the event is cancelled",
}


def _nothing(_account: Account) -> int:
    return 0


def _clear(_player: str) -> Standing:
    return CLEAR


def _as_listed(_name: str, count: int) -> tuple[int, ...]:
    return tuple(range(count))


def _no_root(_name: str, _count: int) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """One position of a draw that was committed to: what is there, and its proof, a salt and the way to the root."""

    number: int
    salt: str = ""
    path: tuple[str, ...] = ()


def _listed(_name: str, _count: int, at: int) -> Revealed:
    return Revealed(at)


@dataclass(frozen=True, slots=True)
class EventGiven:
    """What a decision may ask of the world: the time by the room's clock, money outside the event, who may not play.

    `draw` is chance: a permutation of so many by the committed shuffle of that name. `commit` makes such a draw, tells
    its root and nothing else; `reveal` shows one position of it later. `apart`: pairs of players whom the floor keeps
    from one table.
    """

    at: datetime
    balance: Callable[[Account], int] = _nothing
    barred: frozenset[str] = frozenset()
    draw: Callable[[str, int], tuple[int, ...]] = _as_listed
    apart: frozenset[frozenset[str]] = frozenset()
    at_ms: int | None = None  # the same moment by the machine's clock; else made of `at`
    commit: Callable[[str, int], str] = _no_root
    reveal: Callable[[str, int, int], Revealed] = _listed
    standing: Callable[[str], Standing] = _clear  # with the house, of somebody who wants to play
    recall: Callable[[str, int], tuple[int, ...]] | None = None  # a whole draw that was committed to earlier

    @property
    def now_ms(self) -> int:
        """The moment in milliseconds."""
        return self.at_ms if self.at_ms is not None else int(self.at.replace(tzinfo=UTC).timestamp() * 1_000)

    def drawn_earlier(self, name: str, count: int) -> tuple[int, ...]:
        """The whole draw of that name, as it was committed to."""
        if self.recall is not None:
            return self.recall(name, count)
        return tuple(self.reveal(name, count, at).number for at in range(count))

    def cards(self, name: str) -> Iterator[Card]:
        """A shuffled deck for the draw of that name, and another after it."""
        for deck in count(1):
            yield from (FULL_DECK.cards[at] for at in self.draw(f"{name}/{deck}", len(FULL_DECK.cards)))


# --- who and when -----------------------------------------------------------------------------------------------------


def conditions_of(state: Tournament) -> Conditions:
    """The conditions as they stand; refused before there are any."""
    if state.conditions is None:
        raise RuleViolation("phase", PLAYED, PHASES["empty"], legal=("publish",))
    return state.conditions


def rules_for(state: Tournament) -> TournamentRules:
    """What the event's book says of tournaments."""
    return rules_of(conditions_of(state).book)


def require_phase(state: Tournament, cites: Cites, *phases: Phase) -> None:
    """Refuse what is not done in this phase of the event."""
    if state.phase not in phases:
        raise RuleViolation("phase", cites, PHASES[state.phase])


def require_office(book: str, by: Officer, deed: Deed) -> Cites:
    """Refuse an officer whom the clause does not name; where the book names nobody, the house does. The clauses."""
    needed = needed_for(book, deed)
    OFFICES.of(book).require(by, deed, needed)
    return needed.cites


def needed_for(book: str, deed: Deed) -> Needed:
    """Which office a deed of staff takes, by the book's clause or by the house's."""
    own = rules_of(book).deeds.get(deed, ())
    needed = OFFICES.of(book).for_clauses(own) or OFFICES.of(HOUSE_RULEBOOK).for_clauses(DEEDS[deed])
    assert needed is not None, deed
    return needed


def live_entry(state: Tournament, player: str) -> Entry:
    """A player's entry; refused if there is none that counts."""
    found = state.entries.get(player)
    if found is None or not found.is_live:
        text = phrase("{player} has no entry", player=Name(player))
        raise RuleViolation("no-entry", rules_for(state).enters, text, legal=("apply",))
    return found


def session_of(conditions: Conditions, name: str) -> Session:
    """A session by its name."""
    found = conditions.session(name)
    assert found is not None, name
    return found


def start_of(conditions: Conditions) -> datetime | None:
    """When the event is published to start; None: when it is called."""
    starts = [moment(str(one.starts)) for one in entry_sessions(conditions)]
    return min((one for one in starts if one is not None), default=None)


def is_in_time(given: EventGiven, session: Session, minutes_before: object) -> bool:
    """Whether it is not later than so many minutes before a session; at that very moment it is in time.

    A session that starts when it is called has no such moment before it is.
    """
    starts = moment(str(session.starts))
    minutes = minutes_before if isinstance(minutes_before, int) else 0
    return starts is None or given.at <= starts - timedelta(minutes=minutes)


# --- what it costs ----------------------------------------------------------------------------------------------------


def fee_of(session: Session) -> int:
    """The entry fee."""
    return session.entry_fee_cents if session.entry_fee_cents is not UNSET else 0


def buy_in_of(session: Session) -> int:
    """The buy-in."""
    return session.buy_in_cents if session.buy_in_cents is not UNSET else 0


def besides_of(conditions: Conditions) -> int:
    """The commission that is paid besides the fee."""
    terms = conditions.commission
    return terms.besides_cents if isinstance(terms, TournamentCommission) else 0


def due(conditions: Conditions, session: Session) -> dict[PaidFor, int]:
    """All that an entry costs, in the order in which it is paid."""
    found: dict[PaidFor, int] = {
        "fee": fee_of(session),
        "commission": besides_of(conditions) if fee_of(session) else 0,
        "buy-in": buy_in_of(session),
    }
    return {what: cents for what, cents in found.items() if cents}


def is_paid(state: Tournament, entry: Entry) -> bool:
    """Whether all that an entry costs is paid."""
    conditions = conditions_of(state)
    return set(due(conditions, session_of(conditions, entry.session))) <= entry.paid


def received(state: Tournament) -> int:
    """How many entries count for a guarantee: paid in full and not withdrawn, their players here or not."""
    in_play = [one for one in state.entries.values() if one.is_live or one.status == "forfeited"]
    again = sum(state.play.re_entries.values())
    return again + sum(one.status == "forfeited" or is_paid(state, one) for one in in_play)


def guaranteed(conditions: Conditions, entries: int) -> int:
    """The pool that is owed with so many entries."""
    terms = conditions.prizes.guarantee
    if not isinstance(terms, Guarantee) or not isinstance(terms.cents, int):
        return 0
    enough = not isinstance(terms.least_entries, int) or entries >= terms.least_entries
    return terms.cents if enough or terms.owed_below else 0


def has_place(state: Tournament, entry: Entry) -> bool:
    """Whether an entry counts among the players there may be: something is paid for it, or it costs nothing."""
    return bool(entry.paid) or is_paid(state, entry)


def kept_of_fee(conditions: Conditions, session: Session) -> int:
    """What is kept of a fee: what the book leaves to the operator, in whole cents; odd parts go to the pool.

    Where the fee is all there is, the approved commission; else all but what the conditions give to the pool.
    """
    fee, terms = fee_of(session), conditions.commission
    if rules_of(conditions.book).no_buy_in:
        return fee * terms.of_fee_per_mille // WHOLE if isinstance(terms, TournamentCommission) else 0
    return fee * (WHOLE - session.fee_to_pool_per_mille) // WHOLE


Sources: TypeAlias = tuple[tuple[Account, int], ...]


def payment_moves(
    state: Tournament, player: str, what: PaidFor, session: Session, sources: Sources = ()
) -> tuple[Move, ...]:
    """Into which accounts a payment goes, from the purse if nothing else is said."""
    conditions = conditions_of(state)
    cents = due(conditions, session)[what]
    left = list(sources or ((accounts.purse(player), cents),))
    kept = kept_of_fee(conditions, session) if what == "fee" else cents if what == "commission" else 0
    bounty = what == "buy-in" and session in entry_sessions(conditions)  # a later price puts nothing on a head
    parts = ((accounts.fee(state.name), kept), *into_pools(state, cents - kept, bounty=bounty))
    return tuple(Move(source, target, some, what) for target, part in parts for source, some in _taken(left, part))


def _taken(sources: list[tuple[Account, int]], cents: int) -> Iterator[tuple[Account, int]]:
    """So much from the first of several sources, and what it lacks from the next; what is left there stays."""
    wanted = cents
    while wanted:
        source, there = sources.pop(0)
        yield source, min(wanted, there)
        if there > wanted:
            sources.insert(0, (source, there - wanted))
        wanted -= min(wanted, there)


def into_pools(state: Tournament, cents: int, *, bounty: bool) -> tuple[tuple[Account, int], ...]:
    """Into which pools money goes: of a buy-in a part into that of the bounties."""
    terms = conditions_of(state).prizes.bounty
    part = terms.cents if bounty and isinstance(terms, Bounty) and isinstance(terms.cents, int) else 0
    return (accounts.pool(state.name), cents - part), (accounts.pool(state.name, BOUNTIES), part)


def refunded(payment: Payment, cites: Cites) -> e.EntryRefunded:
    """A payment goes back the way it came, to whoever paid it."""
    moves = tuple(Move(one.target, one.source, one.cents, f"{one.reason} returned") for one in payment.parts)
    return e.EntryRefunded(
        payer=payment.payer, entry=payment.entry, paid_for=payment.paid_for, cites=cites, moves=moves
    )


def require_money(given: EventGiven, account: Account, cents: int, cites: Cites, whose: str) -> None:
    """Refuse to pay what is not there, or more from a purse than its owner allows oneself (house 30.5)."""
    kind, _, owner = account.partition("/")
    if kind == "purse":
        may_play(given.standing(owner), "tournament", given.now_ms, bringing=cents)
    held = given.balance(account)
    if held < cents:
        text = phrase("{whose} holds {held}; {cents} is needed", whose=whose, held=Money(held), cents=Money(cents))
        raise RuleViolation("purse", cites, text)
