"""Calculations for pages: each runs as a process of its own with a time limit, one at a time, and ends with its asker.

Owns the line of those who wait and what was worked out before; knows no game, only the words of a command.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import resource
import signal
import sys
from typing import Any, Final

from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.service.machine.limits import Limits
from openfelt.service.machine.metrics import Metrics

LIMIT_S: Final = 60.0
SHARED_S: Final = 20.0  # while somebody else waits
NICENESS: Final = 10
MISTAKE: Final = 2  # how a command ends that refuses what it was asked
MOST_KEPT: Final = 200
MOST_CPU_S: Final = 90  # of a calculation whose room was killed


class LabBusy(OpenfeltError):
    """A calculation took too long for a page, or too many are asked for."""

    code = "lab-busy"


class TooManyQuestions(OpenfeltError):
    """One address asks more than its share."""

    code = "too-many"


class Question:
    """One calculation that is asked for: by which address, and when its turn comes."""

    def __init__(self, asker: str) -> None:
        self.asker = asker
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[Any] | None = None


class Calculations:
    """Works out one question at a time, the addresses in turn. A few may wait; whoever hangs up leaves the line."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self.limits = limits
        self.metrics = metrics
        self.closing = False
        self._kept: dict[tuple[str, ...], bytes] = {}
        self._asked: list[Question] = []  # the one that is worked out, and those that wait
        self._running: Question | None = None
        self._last = ""  # which address had the last turn

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._asked) - (self._running is not None)

    async def run(self, asker: str, *words: str) -> bytes:
        """What the command prints, from memory if it was asked before. A cancelled question ends its calculation."""
        known = self._kept.get(words)
        if known is not None:
            return known
        self.require_place(asker)
        question = Question(asker)
        question.task = asyncio.current_task()
        self._asked.append(question)
        try:
            self._next()
            await question.turn
            made = await self._work_out(question, words)
        except asyncio.CancelledError:
            self.metrics.lab.labels("left").inc()
            raise
        finally:
            self._asked.remove(question)
            if self._running is question:
                self._running, self._last = None, asker
            self._next()
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[words] = made
        self.metrics.lab.labels("answered").inc()
        return made

    def require_place(self, asker: str) -> None:
        """Refuse a question that would wait too long, or behind too many of the same address."""
        if self.closing:
            raise LabBusy("the room is closing")
        if sum(one.asker == asker for one in self._asked) >= self.limits.lab_of_address:
            self.metrics.lab.labels("too-many").inc()
            raise TooManyQuestions(
                f"{self.limits.lab_of_address} questions from your address are being worked out; wait for one of them"
            )
        if self.waiting >= self.limits.lab_waiting:
            self.metrics.lab.labels("busy").inc()
            raise LabBusy("many others are asking; try again in a minute, or use the command line")

    def _next(self) -> None:
        """Give the turn to the first who waits, another address first."""
        if self._running is not None or not self._asked:
            return
        chosen = next((one for one in self._asked if one.asker != self._last), self._asked[0])
        self._running = chosen
        if not chosen.turn.done():
            chosen.turn.set_result(None)

    async def _work_out(self, question: Question, words: tuple[str, ...]) -> bytes:
        """Run the command in a process of its own, which ends with the question."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "openfelt", *words,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        try:
            out, err = await self._in_time(question, process)
        finally:
            await end(process)
        if process.returncode == MISTAKE:
            self.metrics.lab.labels("refused").inc()
            raise NotationError(told(err.decode(errors="replace")))
        if process.returncode:  # its output is not passed on: it may be a traceback
            self.metrics.lab.labels("failed").inc()
            raise InvariantBroken(f"{words[0]} ended with {process.returncode}")
        return out

    async def _in_time(self, question: Question, process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
        """The command's output; refused after a time limit, which is shorter while another address waits."""
        humble(process.pid)
        reading = asyncio.ensure_future(process.communicate())
        begun = asyncio.get_running_loop().time()
        try:
            while True:
                done, _ = await asyncio.wait((reading,), timeout=1.0)
                if done:
                    return reading.result()
                others = any(one.asker != question.asker for one in self._asked)
                limit = SHARED_S if others else LIMIT_S
                if asyncio.get_running_loop().time() - begun > limit:
                    self.metrics.lab.labels("too-long").inc()
                    raise LabBusy(f"this takes longer than {limit:.0f} seconds; use the command line, or samples")
        finally:
            reading.cancel()

    def close(self) -> None:
        """End every calculation, as the room stops, and tell those who wait."""
        self.closing = True
        for one in self._asked:
            if one.task is not None:
                one.task.cancel()


def humble(pid: int) -> None:
    """Give way to the tables, and end by itself if the room is killed."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, pid, NICENESS)
        resource.prlimit(pid, resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))


async def end(process: asyncio.subprocess.Process) -> None:
    """End the process and those that it started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def told(said: str) -> str:
    """The command's complaint as a page shows it: without the command's name and the hint to its help.

    >>> told("openfelt equity: no such option: --x (see openfelt equity --help)")
    'no such option: --x'
    """
    return re.sub(r"^openfelt( [a-z-]+)?: | \(see openfelt [a-z -]+\)$", "", said.strip())
