"""The native odds kernel: see `kernel/equity/ranks.hpp`, `board.hpp` and `own.hpp` for how it counts."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CHUNK: int

def multisets(size: int) -> NDArray[np.uint8]: ...

class Scale:
    @staticmethod
    def five(
        mixed: NDArray[np.int16],
        suited: NDArray[np.int16],
        selection: int,
        has_suited: bool,
    ) -> Scale: ...
    @staticmethod
    def with_joker(
        mixed: NDArray[np.int16],
        suited: NDArray[np.int16],
        joker_mixed: NDArray[np.int16],
        joker_suited: NDArray[np.int16],
        has_suited: bool,
    ) -> Scale: ...
    @staticmethod
    def four(strengths: NDArray[np.int16]) -> Scale: ...

class Job:
    def is_possible(self) -> bool: ...
    def run(self, threads: int) -> None: ...
    def start(self, threads: int) -> None: ...
    def wait(self, seconds: float) -> bool: ...
    def stop(self) -> None: ...
    @property
    def fraction(self) -> float: ...
    def counts(self) -> list[int]: ...

class Question:
    def __init__(
        self,
        high: Scale,
        low: Scale | None,
        deck: int,
        board: Sequence[int],
        to_come: int,
        dead: Sequence[int],
        has_board: bool,
        joker: bool = False,
    ) -> None: ...
    def player(self, known: Sequence[int], missing: int) -> None: ...
    def range(self, holdings: Sequence[Sequence[int]]) -> None: ...
    def job(self, samples: int = 0, seed: int = 0) -> Job: ...
