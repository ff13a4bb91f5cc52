"""What is shown of a draw that was committed to earlier: one position with its proof, from its sealed seed."""

from __future__ import annotations

from openfelt.errors import NotationError
from openfelt.journal import Reader
from openfelt.service.deck.draws import draw_from, show
from openfelt.tournaments.facts import Revealed


def revealed(journal: Reader, name: str, count: int, at: int) -> Revealed:
    """One position of the draw of that name; refused if it was never sealed, or for another number."""
    sealed = journal.sealed(name)
    if sealed is None or len(draw_from(sealed)) != count:
        raise NotationError(f"draw {name} has no sealed seed for {count}")
    shown = show(sealed, at)
    return Revealed(shown.number, shown.salt.hex(), tuple(step.hex() for step in shown.path))
