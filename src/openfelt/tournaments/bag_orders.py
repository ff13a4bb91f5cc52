"""Orders about stacks that are kept overnight: counted and sealed by two people, opened and counted again by two."""

from __future__ import annotations

from typing import Literal

from openfelt.room.offices import Officer
from openfelt.tournaments.vocabulary import Order


class CountBags(Order, frozen=True, tag=True):
    """Put every stack into a bag for the night, with what was counted; somebody else seals them."""

    counts: tuple[tuple[str, int], ...]
    by: Officer


class SealBags(Order, frozen=True, tag=True):
    """Seal the bags that somebody else has counted."""

    by: Officer


class OpenBags(Order, frozen=True, tag=True):
    """Open the sealed bags, with what was found in each; somebody else confirms it."""

    counts: tuple[tuple[str, int], ...]
    by: Officer


class ConfirmBags(Order, frozen=True, tag=True):
    """Confirm what somebody else has found in the bags: the break may end."""

    by: Officer


class DecideBag(Order, frozen=True, tag=True):
    """Decide a difference that was found in a bag: the record stands, or the stack is what was found from now on."""

    player: str
    stands: Literal["record", "bag"]
    reason: str
    by: Officer


BagOrder = CountBags | SealBags | OpenBags | ConfirmBags | DecideBag
