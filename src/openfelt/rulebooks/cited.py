"""A value together with the clauses that give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from openfelt.rulebooks.catalogue import Cites

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cited(Generic[T]):
    """What a book says, and where.

    >>> from openfelt.rulebooks import rulebook
    >>> Cited(20, rulebook("nsw-poker").cite("7.12.1"))
    Cited(value=20, cites=('nsw-poker 7.12.1',))
    """

    value: T
    cites: Cites
