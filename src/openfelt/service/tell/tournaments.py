"""The room with its tournaments: where one is published and found by its name, and how those who follow it are told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import Text, phrase, quoted
from openfelt.room.events import HandOpened
from openfelt.room.offices import Officer
from openfelt.service.machine.clock import Timer
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.asked import TOURNAMENT
from openfelt.service.tell.event_feed import FOLLOWED, event_frame
from openfelt.service.tell.event_views import Seen, title_of
from openfelt.service.tell.watching import Watching
from openfelt.service.writers.director import Director
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.pools import BANK
from openfelt.service.writers.table import TableHost, concerns_table
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments.addresses import is_table_of
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.directing import Directed
from openfelt.tournaments.dividing import area_words
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.orders import Publish

EVENT_EVERY_S: Final = 0.25


class Tournaments(Watching):
    """What the hall does with tournaments."""

    def __init__(self, data: Path, **given: Any) -> None:  # noqa: ANN401 - as the house is given them
        super().__init__(data, **given)
        self._event_tables: dict[str, dict[int, TableHost]] | None = None
        self._events_due: Timer | None = None
        self._events_changed: set[str] = set()

    @property
    @abstractmethod
    def tables(self) -> list[TableHost | PitHost]:
        """Every table, poker or house-banked."""

    @property
    def events(self) -> dict[str, TournamentHost]:
        """The tournaments by name."""
        return self.of_kind(TournamentHost)

    async def open_event(self, name: str, conditions: Conditions, *, by: Officer, request: str) -> TournamentHost:
        """Publish the conditions of a new tournament."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        stream = f"{TOURNAMENT}{name}"
        async with self._opening:
            known = next((one for one in self.events if one.casefold() == name.casefold()), "")
            if known or stream in self.broken:
                said = phrase("there is a tournament {known} already", known=quoted(known or name))
                raise RuleViolation("event-exists", (), said)
            self.require_no_tables(name)
            host = TournamentHost(self, name)
            host.work = Director(host, self, self)
            await self.begin(host, Publish(name, conditions, by), by=by, request=request)
        self.tell_lobby()
        return host

    def event(self, name: str) -> TournamentHost:
        """The tournament of that name."""
        found = self.find_whole(TournamentHost, f"{TOURNAMENT}{name}")
        if found is None:
            said = phrase("there is no tournament {name}", name=quoted(name))
            raise NotAllowed(said, code="no-event", legal=tuple(self.events)[:20])
        return found

    def event_tables(self, event: str) -> dict[int, TableHost]:
        """The tables of a tournament by their numbers there."""
        if self._event_tables is None:
            made: dict[str, dict[int, TableHost]] = {}
            for host in self.hosts.values():
                if (terms := host.table.event) is not None:
                    made.setdefault(terms.event, {})[terms.number] = host
            self._event_tables = made
        return self._event_tables.get(event, {})

    def is_absent(self, account: str, stream: str) -> bool:
        """Whether somebody who held an office there may use none now: absent, without an office, or gone."""
        called = self.room.state
        member = called.members.get(account)
        return called.is_kept and (member is None or not member.offices_at(stream))

    @abstractmethod
    async def carry_out(self, host: TournamentHost, directed: Directed, request: str) -> None:
        """Give an order of a tournament's director to one of its tables."""

    def require_no_event(self, name: str) -> None:
        """Refuse a table for money under a name that one of a tournament has, or may need."""
        if of := next((one for one in self.events if is_table_of(one, name)), ""):
            said = phrase("tables of the tournament {of} are called so", of=quoted(of))
            raise RuleViolation("table-exists", (), said)

    def require_no_tables(self, event: str) -> None:
        """Refuse a tournament one of whose tables would have the name of a table that is there."""
        if known := next((one.name for one in self.tables if is_table_of(event, one.name)), ""):
            said = "there is a table {known}; tables of {event} would be called so"
            raise RuleViolation("table-exists", (), phrase(said, known=quoted(known), event=quoted(event)))

    def event_title(self, event: str) -> str:
        """What people call a tournament."""
        found = self.find(TournamentHost, f"{TOURNAMENT}{event}")
        return title_of(found.state.conditions) if found is not None and found.state.conditions is not None else event

    def event_area(self, event: str, number: int) -> Text:
        """The real table and side on which a tournament's table is played, if there is one."""
        found = self.find(TournamentHost, f"{TOURNAMENT}{event}")
        table = found.state.play.tables.get(number) if found is not None else None
        return area_words(table) if table is not None else ""

    def seen(self, host: TournamentHost, viewer: str = "") -> Seen:
        """A tournament as somebody looks at it."""
        name_of = str if is_clock_only(host.state) else self.name_of  # a typed name is all there is
        members = self.room.state.members.values()
        staff = tuple((one.account, one.name) for one in members if {"floor", "operator"} & set(one.roles_now))
        return Seen(host, self.event_tables(host.name), name_of, self.now_ms(), viewer, staff)

    def event_frame(self, host: TournamentHost, player: str) -> bytes:
        """The frame of a tournament for somebody who follows it; staff has its desk with it."""
        account = self.accounts.find(player)
        officer = self.accounts.officer(account, host.stream) if account is not None else None
        return event_frame(self.seen(host, player), officer if officer is not None and officer.offices else None)

    def tell_event(self, name: str) -> None:
        """A tournament changes often; it is told at most four times a second, and at once after a rest."""
        if self._events_due is None and not self.closing:
            self._owe_events({name})
            self._events_due = self.clock.call_later(EVENT_EVERY_S, self._send_events)
        else:
            self._events_changed.add(name)

    def _send_events(self) -> None:
        self._events_due = None
        changed, self._events_changed = self._events_changed, set()
        if changed:
            self._owe_events(changed)
            self._events_due = self.clock.call_later(EVENT_EVERY_S, self._send_events)

    def _owe_events(self, names: set[str]) -> None:
        for name in sorted(names):
            self.refresh(f"{FOLLOWED}{name}")

    def table_changed(self, event: str, events: Sequence[Any]) -> None:
        """Something happened at a table of a tournament; what concerns more than the hand concerns the director."""
        told = [one for one in events if concerns_table(one)]
        found = self.find(TournamentHost, f"{TOURNAMENT}{event}")
        if not told or found is None:
            return
        # That a hand begins ends only the time that somebody without chips has for a re-buy.
        if found.state.play.broke or any(type(one) is not HandOpened for one in told):
            self.tell_event(event)
            found.work.plan_soon()
