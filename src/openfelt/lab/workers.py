"""The same work here, in a pool of processes, or on a cluster: all through `concurrent.futures.Executor`.

Work is cut into chunks before anyone is asked to do it, and each chunk has a seed of its own, so the result does not
depend on who does what. Nothing here knows a game; `simulate` and whatever else takes long bring their own chunks.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from openfelt.errors import NotationError

Chunk = TypeVar("Chunk")
Part = TypeVar("Part")

MOST_JOBS: Final = 512
AHEAD: Final = 4
"""Chunks handed out ahead of the one awaited, for each worker: enough to keep all busy, few enough to hold."""
CONNECT_SECONDS: Final = 10


class Pool(ProcessPoolExecutor):
    """Processes that leave Ctrl-C to the one that started them, which then says one word instead of many."""

    def submit(self, fn: Callable[..., Part], /, *args: Any, **kwargs: Any) -> Future[Part]:  # noqa: ANN401 - as above it
        """Hand out work. A process started for it inherits that interrupts are held back; here they come later."""
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


class Team:
    """Whoever does the work: this process, or an executor with so many workers."""

    def __init__(self, executor: Executor | None = None, workers: int = 1) -> None:
        self.executor = executor
        self.workers = max(1, workers)

    def each(self, work: Callable[[Chunk], Part], chunks: Sequence[Chunk]) -> Iterator[Part]:
        """The result of every chunk, in the order of the chunks."""
        if self.executor is None:
            yield from map(work, chunks)
            return
        waiting: deque[Future[Part]] = deque()
        left = iter(chunks)
        try:
            for chunk in left:
                waiting.append(self.executor.submit(work, chunk))
                if len(waiting) >= AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def team(*, jobs: int = 1, cluster: str = "") -> Iterator[Team]:
    """A team of processes on this machine, or the workers of a `dask.distributed` scheduler."""
    if not 1 <= jobs <= MOST_JOBS:
        raise NotationError(f"{jobs} jobs are not 1 to {MOST_JOBS}")
    if cluster and jobs != 1:
        raise NotationError("--jobs is for this machine; a cluster has its own workers")
    if cluster:
        with cluster_team(cluster) as found:
            yield found
    elif jobs == 1:
        yield Team()
    else:
        # Spawned, not forked: a forked copy of a process with threads can hang.
        with Pool(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield Team(pool, jobs)


@contextmanager
def cluster_team(address: str) -> Iterator[Team]:
    """The workers of a scheduler; the package that speaks to it is the extra `cluster`."""
    try:
        from distributed import Client  # noqa: PLC0415 - an optional package
    except ImportError:
        raise NotationError("--cluster needs the package distributed: pip install 'openfelt[cluster]'") from None
    try:
        client: Any = Client(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as fault:
        raise NotationError(f"no scheduler answers at {address!r}: {str(fault).splitlines()[0]}") from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise NotationError(f"the scheduler at {address!r} has no workers")
        with client.get_executor() as executor:
            yield Team(executor, workers)
