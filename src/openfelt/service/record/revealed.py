"""Opens a draw that was committed to earlier, from its sealed seed: the whole draw, or one position with its proof."""

from __future__ import annotations

from openfelt.errors import NotationError
from openfelt.journal import Reader
from openfelt.phrases import Name, phrase
from openfelt.service.deck.draws import draw_from, show
from openfelt.tournaments.facts import Revealed


def recalled_draw(journal: Reader, name: str, count: int) -> tuple[int, ...]:
    """The whole draw of that name; refused if it was never sealed, or for another number."""
    sealed = journal.sealed(name)
    order = draw_from(sealed) if sealed is not None else ()
    if sealed is None or len(order) != count:
        raise NotationError(phrase("draw {name} has no sealed seed for {count}", name=Name(name), count=count))
    return order


def revealed(journal: Reader, name: str, count: int, at: int) -> Revealed:
    """One position of the draw of that name; refused if it was never sealed, or for another number."""
    sealed = journal.sealed(name)
    if sealed is None or len(draw_from(sealed)) != count:
        raise NotationError(phrase("draw {name} has no sealed seed for {count}", name=Name(name), count=count))
    shown = show(sealed, at)
    return Revealed(shown.number, shown.salt.hex(), tuple(step.hex() for step in shown.path))
