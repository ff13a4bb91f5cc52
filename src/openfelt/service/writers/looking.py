"""The house's own work where it looks anew at every change: at a tournament, a jackpot, the lists.

A look does all that is due now. Whatever changes meanwhile is looked at afterwards, once for however many changes; then
the house waits until the clock says that something is due, or until what was refused may be tried again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from openfelt.errors import OpenfeltError
from openfelt.service.house import House
from openfelt.service.writers.work import Timed
from openfelt.service.writers.writer import Writer


class Looking(Timed, ABC):
    """The house's own work at one stream, look by look."""

    least_wait_s: ClassVar[float] = 0.05
    host: Writer

    def __init__(self, host: Writer, hall: House) -> None:
        super().__init__()
        self.host = host
        self.hall = hall
        self._looking = False
        self._again = False

    # -- what a kind of stream says ----------------------------------------------------------------------------------

    @abstractmethod
    async def do_all(self) -> bool:
        """Do all that is due now; False if something was refused and is to be tried again."""

    @abstractmethod
    def due_s(self) -> float | None:
        """In how many seconds something is due by the clock; None if nothing is."""

    # -- when it looks -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go on after a start of the room."""
        self.plan()

    @property
    def is_over(self) -> bool:
        """Whether no more work is done: the room is closing, or the stream was stopped."""
        return self.hall.closing or bool(self.host.stopped)

    def plan(self) -> None:
        """Something has changed: look, once for however many changes."""
        if self.is_over:
            self.cancel()
        elif self._looking:
            self._again = True
        else:
            self._looking = True
            self.cancel()
            self.hall.keep(self.look())

    async def look(self) -> None:
        """Do what is due, and what has become due meanwhile; then wait."""
        is_done = False
        try:
            is_done = await self.do_all()
        except OpenfeltError as refused:
            self.hall.report_refusal(self.host.stream, refused)
        except Exception as fault:
            self.host.stop(fault)
            return
        finally:
            self._looking = False
        if self._again and not self.hall.closing:
            self._again = False
            self.plan()
        else:
            self.wait(is_done=is_done)

    def wait(self, *, is_done: bool) -> None:
        """Plan the next look: when something is due by the clock, or a while after a refusal."""
        if self.is_over:
            return
        self.cancel()
        due = self.due_s()
        waits = [] if due is None else [max(self.least_wait_s, due)]
        if not is_done:
            waits.append(self._retry.next_s())
        if waits:
            self._timer = self.hall.clock.call_later(min(waits), self.plan)
