"""Signs that hang: which of them could not be put up today. Play goes on under them; the operator is told.

A notice announces a whole sign, and only one that today's rules allow: the next notice brings a valid one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from openfelt import games, pit
from openfelt.errors import OpenfeltError

if TYPE_CHECKING:
    from openfelt.service.host import TableHost
    from openfelt.service.pit_host import PitHost


def refused_signs(hosts: Mapping[str, TableHost], pits: Mapping[str, PitHost]) -> Iterator[tuple[str, OpenfeltError]]:
    """The tables whose sign today's rules would refuse, each with the first fault."""
    for name, host in hosts.items():
        if not host.table.closed and (fault := next(games.faults(host.table.sign), None)) is not None:
            yield name, fault
    for name, at in pits.items():
        try:
            pit.validate(at.round.sign)
        except OpenfeltError as fault:
            yield name, fault
