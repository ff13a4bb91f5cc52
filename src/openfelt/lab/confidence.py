"""How wide an interval is for the confidence asked for."""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

from openfelt.errors import NotationError

LEAST: Final = 0.5
# Nearer to 1 the fractions of a float are too coarse for a tail.
MOST: Final = 0.999999999


def deviations(confidence: float) -> float:
    """How many standard deviations to each side a two-sided interval of this confidence reaches.

    >>> round(deviations(0.95), 6)
    1.959964
    """
    if not LEAST <= confidence <= MOST:
        raise NotationError(f"a confidence of {confidence} is not {LEAST} to {MOST}")
    return NormalDist().inv_cdf(0.5 + confidence / 2)
