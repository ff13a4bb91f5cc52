"""Numbers with a fraction as options take them."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A number from a least to a most one. Click's own range lets `nan` through, which is neither below nor above."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's
        """The number that a text gives."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number from {self.min} to {self.max}.", param, ctx)
        return number
