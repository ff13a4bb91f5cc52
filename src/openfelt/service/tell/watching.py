"""Who sees a table as it is now, and who only watches an event and sees it with the delay of its conditions."""

from __future__ import annotations

from abc import abstractmethod

from openfelt.phrases import Text
from openfelt.service.record.asked import TOURNAMENT
from openfelt.service.tell import directions
from openfelt.service.tell.feed import Seating
from openfelt.service.tell.rail import Rail
from openfelt.service.tell.updates import Told
from openfelt.service.wire.subscribers import Subscriber
from openfelt.service.writers.promoting import Promotions
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.watching import watch_delay_ms


class Watching(Promotions):
    """What the hall does for those who only watch."""

    rails: dict[str, Rail]
    seatings: dict[str, Seating]
    told: dict[str, Told]
    is_demonstration = False  # whether the demonstration's tables are shown

    @property
    def lets_watch(self) -> bool:
        """Whether anybody may watch without a name (house 35.6)."""
        setting = self.room.state.people.rules.unnamed_watch
        return setting > 1 or (setting == 1 and self.is_demonstration)

    def end_connections(self) -> None:
        """Close connections whose session has ended, and those without an account where only members may watch."""
        for one in self.subscribers:
            if one.session and not self.accounts.is_alive(one.session, self.now_ms()):
                self.end_connection(one, "session-ended", "your session has ended")
            elif not one.player and not self.lets_watch:
                self.end_connection(one, "not-logged-in", "nobody watches without a name here any more")

    @abstractmethod
    def event_title(self, event: str) -> str:
        """What people call a tournament."""

    @abstractmethod
    def event_area(self, event: str, number: int) -> Text:
        """The real table and side on which a tournament's table is played, if there is one."""

    def watch_delay_ms(self, host: TableHost) -> int:
        """By how much those who only watch a table see it later: as the conditions of its event say."""
        conditions = self.conditions_at(host)
        return watch_delay_ms(conditions) if conditions is not None else 0

    def conditions_at(self, host: TableHost) -> Conditions | None:
        """The conditions of the event that a table belongs to, if it does."""
        terms = host.table.event
        found = self.find(TournamentHost, f"{TOURNAMENT}{terms.event}") if terms is not None else None
        return found.state.conditions if found is not None else None

    def is_late(self, host: TableHost, player: str) -> bool:
        """Whether somebody sees a table only with the delay of its event, being neither seated there nor staff."""
        if not self.watch_delay_ms(host) or host.table.place_of(player) is not None:
            return False
        account = self.accounts.find(player)
        return account is None or not directions.is_staff(account)

    def has_late(self, host: TableHost) -> bool:
        """Whether anyone may see a table later than it is, or did until now."""
        return host.name in self.rails or bool(self.watch_delay_ms(host))

    def sees_now(self, host: TableHost, one: Subscriber) -> bool | None:
        """Whether a viewer sees a table without delay; None if that begins now and there was a delay before."""
        if self.is_late(host, one.player):
            return False
        rail = self.rails.get(host.name)
        return None if rail is not None and rail.caught_up(one) else True

    def note_for_rail(self, host: TableHost) -> Rail | None:
        """Keep a moment of a table for those who see it with a delay; None if nobody does."""
        delay = self.watch_delay_ms(host)
        if not delay:
            return None
        rail = self.rails.get(host.name)
        if rail is None:
            rail = self.rails[host.name] = Rail(host, self, delay)
        else:
            rail.note()
        return rail
