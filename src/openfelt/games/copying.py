"""Copies and pickles of frozen values, which the compiled modules' own classes would refuse."""

from __future__ import annotations

import copyreg
from dataclasses import fields
from typing import Any


def made_again(value: Any) -> tuple[type, tuple[object, ...]]:  # noqa: ANN401 - any dataclass
    """What `copy` and `pickle` need: the class, and the values it is made of."""
    return type(value), tuple(getattr(value, one.name) for one in fields(value) if one.init)


def copied_when_made_again(*kinds: type) -> None:
    """Let values of these frozen dataclasses be copied and pickled, compiled or not.

    The usual way sets every field of an empty value, and a compiled frozen class refuses that.
    """
    for kind in kinds:
        copyreg.pickle(kind, made_again)
