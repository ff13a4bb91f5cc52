"""Writers of tables, poker or house-banked: what both have in common besides being the writer of a stream."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from openfelt.errors import OpenfeltError
from openfelt.room.table_accounts import TableAccounts
from openfelt.rulebooks import Cites
from openfelt.service.house import House
from openfelt.service.record.conservation import require_moved
from openfelt.service.record.kept import Made
from openfelt.service.writers.worked import WorkedWriter
from openfelt.service.writers.writer import Part


class TableWriter(WorkedWriter):
    """The writer of a table. Chips are counted at every entry, people watch, and the house works beside it."""

    kind: ClassVar[Literal["table", "pit"]]

    def __init__(self, hall: House, stream: str, version: int = 0) -> None:
        super().__init__(hall, stream, version)
        self.fault = ""  # why the record of what is in play does not stand

    # -- what a kind of table says -----------------------------------------------------------------------------------

    @abstractmethod
    def chips(self, state: Any) -> Mapping[str, int]:  # noqa: ANN401 - a state of that kind
        """What lies here by its own count, to be compared with the postings at every entry."""

    @abstractmethod
    def remember(self, after: int, events: Sequence[Any]) -> None:
        """Keep what is shown of the latest events, whose numbers follow `after`; the state has them already."""

    @property
    @abstractmethod
    def is_in_play(self) -> bool:
        """Whether a hand or round is in play that ends by itself: at a stopped table, or with real cards, none does."""

    @abstractmethod
    def seats(self) -> dict[str, int]:
        """Who has which seat or box here."""

    @abstractmethod
    def sign_fault(self) -> OpenfeltError | None:
        """Why the sign that hangs could not be put up today. Play goes on under it; the operator is told.

        A notice announces a whole sign, and only one that today's rules allow: the next notice brings a valid one.
        """

    @abstractmethod
    async def see_off(self, player: str, cites: Cites) -> None:
        """Somebody may play here no longer, by these clauses, and leaves, at once or when the hand or round is over."""

    # -- what tables have in common ----------------------------------------------------------------------------------

    @property
    def till(self) -> TableAccounts:
        """Where the chips here lie in the ledger."""
        return TableAccounts(self.name)

    def require_counted(self, made: Made) -> None:
        """Refuse to let the chips here and the ledger part."""
        require_moved(self.till, (self.chips(self.state), self.chips(made.after)), made.events, made.postings)

    def take(self, part: Part, after: int) -> None:
        """The state after it is the state now, and the latest events are remembered."""
        self.work.stored()
        self.state = part.made.after
        self.remember(after, part.made.events)

    @property
    def known_as(self) -> str:
        """What the machine's keeper knows it as: the table's name."""
        return self.name
