"""The event of a story and everyone's money: its conditions by template and answers, and the ledger beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Final

from openfelt.cage import Ledger, accounts, trial_balance
from openfelt.cage.ledger import transfer
from openfelt.cards import FULL_DECK
from openfelt.errors import InvariantBroken, NotationError
from openfelt.room.offices import Officer
from openfelt.stories.acting import Asserting, answered
from openfelt.stories.lines import Asserted, Source, require, source_of
from openfelt.tournaments import digest, fill
from openfelt.tournaments import duty_orders as x
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.deciding import EventGiven, Tournament, decide, evolve
from openfelt.tournaments.facts import Revealed
from openfelt.tournaments.items import silences
from openfelt.tournaments.ledger import ledger_lines
from openfelt.tournaments.structure_check import moment
from openfelt.tournaments.vocabulary import Dealing

NAME: Final = "spring"
DIRECTS: Final = "Tournament Director"  # who is nominated unless the story does it itself
PURSE: Final = 100_000  # of everyone who is not said to bring something else
BANK: Final = 10_000_000
PEOPLE: Final = ("Sue", "Tom", "Uma")  # officers whom a story tells apart
NOON: Final = datetime(2026, 12, 4, 12, 0)  # by the room's clock
# What a story says of items that only an operator can answer, unless it says otherwise.
OPERATORS: Final[dict[str, object]] = {
    "approval": "reference 1",
    "commission": {"of_fee_per_mille": 100},
    "entry.refusal": "none",
    "entry.criteria": "none",
    "entry.form": "the form at the desk",
    "entry.withdrawal": {"until_minutes_before": 60},
    "prizes.payment": "cash at the cage",
}


class TournamentStage(Asserting):
    """The event, the money outside it, and what the latest line did."""

    def __init__(self, book: str, template: str) -> None:
        rules = rules_of(book)
        made = fill(template, book)
        own = [(item, OPERATORS[item]) for item in rules.operator if item in OPERATORS and any(silences(made, item))]
        self.template = self.conditions = answered(made, own)
        self.versions: dict[int, str] = {}
        self.event = Tournament()
        self.ledger = Ledger()
        self.at = NOON
        self.by_hand = False  # the story publishes and opens
        self.barred: frozenset[str] = frozenset()
        self.apart: frozenset[frozenset[str]] = frozenset()
        self.draws_by_hand = False  # the story fixes draws
        self.drawn: list[str] = []  # the order of the next draw of seats, if the story says it
        self.cards: tuple[int, ...] = ()  # the first of the next draw of cards
        self.numbers: tuple[int, ...] = ()  # the order of the next draw of as many, if the story says it
        self.dealing: Dealing = ()
        self.committed: dict[str, tuple[int, ...]] = {}
        self.began_ms: int | None = None  # when the next round that is told of began
        self.purses: set[str] = set()
        self.issue(str(accounts.HOUSE), BANK)
        self.events: list[e.TournamentEvent] = []
        self.last: tuple[e.TournamentEvent, ...] = ()
        self.source: Source | None = None
        self.cites: set[str] = set()
        self.given: set[str] = set()
        self.asserted: Asserted = defaultdict(set)

    # -- money outside -------------------------------------------------------------------------------------------------

    def issue(self, account: str, cents: int) -> None:
        """An account holds so much more."""
        target = accounts.Account(account)
        self.ledger.post(transfer(cents, source=accounts.ISSUED, target=target, reason="issue", cites=()))

    def player(self, name: str) -> str:
        """A person, with a purse from the first time on that the story names them."""
        if name not in self.purses:
            self.purses.add(name)
            self.issue(accounts.purse(name), PURSE)
        return name

    def brings(self, name: str, cents: str) -> None:
        """What a player has in the purse, said before anything else of that player."""
        require(name not in self.purses, f"{name} is here already")
        self.purses.add(name)
        if int(cents):
            self.issue(accounts.purse(name), int(cents))

    def bank(self, cents: str) -> None:
        """What the house's bank holds."""
        self.ledger.post(
            transfer(
                self.ledger.balance(accounts.HOUSE), source=accounts.HOUSE, target=accounts.ISSUED, reason="", cites=()
            )
        )
        if int(cents):
            self.issue(str(accounts.HOUSE), int(cents))

    def time(self, text: str) -> None:
        """The time by the room's clock."""
        found = moment(text)
        if found is None:
            raise NotationError(f"{text!r} is no date and time", legal=("2026-12-04 19:30",))
        self.at = found

    def bar(self, name: str) -> None:
        """Somebody may not play here."""
        self.barred |= {name}

    # -- orders --------------------------------------------------------------------------------------------------------

    def give(self, order: o.TournamentOrder) -> None:
        """Give an order; what it decides is recorded, and so are its ledger lines."""
        self.source = event_source(order)
        made = decide(self.event, order, self.given_now())
        for event in made:
            evolve(self.event, event)
            self.ledger.post(ledger_lines(self.event, (event,)))
            self.events.append(event)
        self.last += made
        if (difference := trial_balance(self.ledger).difference) != 0:
            raise InvariantBroken(f"{difference} from nowhere")

    def given_now(self) -> EventGiven:
        """What a decision may ask of the world."""
        return EventGiven(
            self.at, self.ledger.balance, self.barred, self.draw, self.apart, commit=self.commit, reveal=self.reveal
        )

    def commit(self, name: str, count: int) -> str:
        """Fix a draw that is shown later."""
        self.committed[name] = self.draw(name, count)
        return f"the root of {name}"

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        """One position of a draw that was fixed."""
        assert len(self.committed[name]) == count
        return Revealed(self.committed[name][at])

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """The order that the story gives to the next draw; without one, that of the list."""
        if count == len(FULL_DECK.cards) and ("/places/" in name or "/colour up" in name):
            first = self.cards
            spread = [at * 5 % count for at in range(count)]  # no two cards that follow each other are equally high
            return (*first, *(at for at in spread if at not in first))
        if len(self.numbers) == count and sorted(self.numbers) == list(range(count)):
            order, self.numbers = self.numbers, ()
            return order
        if self.drawn and len(self.drawn) == count:
            listed = [one.player for one in self.event.entries.values() if one.player in self.drawn]
            require(sorted(listed) == sorted(self.drawn), f"of {', '.join(self.drawn)}, entered: {', '.join(listed)}")
            order, self.drawn = tuple(listed.index(one) for one in self.drawn), []
            return order
        return tuple(range(count))

    def ready(self) -> None:
        """Conditions are published and entries open, unless the story does so itself."""
        if self.by_hand:
            return
        for order in (
            o.Publish(NAME, self.conditions, officer("casino operator")),
            o.OpenRegistration(officer("casino operator")),
        ):
            if self.event.phase == ("empty" if isinstance(order, o.Publish) else "published"):
                self.give(order)
                self.cites |= {cite for event in self.last for cite in event.cites}
        if rules_of(self.conditions.book).nominated and not self.event.nominated and self.event.phase == "open":
            self.give(x.Nominate(officer(DIRECTS).account, officer("Gaming Shift Manager")))
        self.last, self.source = (), None
        self.versions.setdefault(self.conditions.version, digest(self.conditions))

    def enter(self, names: str) -> None:
        """Several players enter as the conditions want it, and pay everything."""
        for name in map(self.player, names.split(", ")):
            self.give(o.Apply(name, form=True))
            if self.conditions.entry.acceptance == "written":
                self.give(o.AcceptConditions(name, self.event.digest))
            session = self.conditions.session(self.event.entries[name].session)
            assert session is not None
            if session.entry_fee_cents:
                self.give(o.PayFee(name))
            if session.buy_in_cents:
                self.give(o.PayBuyIn(name))

    def kept(self) -> Callable[[], bool]:
        """Whether everything is still as it is now; a purse that the story names for the first time may come."""
        event, money, count = self.event.copy(), self.ledger.balances(), len(self.events)
        del money[accounts.ISSUED]

        def is_kept() -> bool:
            same = all(self.ledger.balance(name) == cents for name, cents in money.items())
            return same and self.event == event and len(self.events) == count

        return is_kept


def event_source(order: o.TournamentOrder) -> Source:
    """An order to an event as a source: its kind is told apart from those of tables."""
    kind, fields = source_of(order)
    return Source(f"tournament {kind}", fields)


def officer(office: str) -> Officer:
    """Whoever holds this office alone: "Tournament Supervisor", or by a name "Tournament Supervisor Sue"."""
    *words, last = office.split()
    if words and last in PEOPLE:
        return Officer(last.lower(), last.lower(), (" ".join(words),))
    name = re.sub(r"\W+", "-", office.lower())
    return Officer(name, name, (office,))
