"""How strong many holdings are at once, as arrays: for whoever enumerates or simulates.

Apart from `values`, so that a room that deals one hand after another does without numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import ALL_CARDS, UNKNOWN
from openfelt.errors import NotationError
from openfelt.hands.orders import Scale, Selection
from openfelt.hands.values import require_cards, require_count, require_scale, require_two_and_three
from openfelt.phrases import phrase


def batch(
    scale: Scale,
    cards: NDArray[np.uint8],
    board: NDArray[np.uint8] | None = None,
    *,
    selection: Selection = Selection.ANY_FIVE,
    trusted: bool = False,
) -> NDArray[np.uint16]:
    """The strengths of many holdings, one per row of card numbers; the GIL is released.

    `board` is one row per holding, or a single row for all. Every row is checked for cards outside the deck and cards
    that appear twice, unless `trusted`: then a bad row is worth nothing in particular.

    >>> import numpy as np
    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> two = np.array([cards("AhKhQhJhTh"), cards("2c3d4h5s7c")], dtype=np.uint8)
    >>> batch(SCALES["nsw-52"], two).tolist()
    [7462, 1]
    """
    require_scale(scale)
    if not isinstance(selection, Selection):
        raise TypeError(f"no selection rule {selection!r}")
    hole = _rows(cards, "cards")
    common = None if board is None else _rows(board, "board")
    if common is not None and len(common) not in (1, len(hole)):
        raise NotationError(
            phrase(
                "board has {common} rows for {hole} holdings; one row, or one each", common=len(common), hole=len(hole)
            )
        )
    try:
        if selection is Selection.TWO_AND_THREE:
            return scale.kernel.batch_two_and_three(hole, _board_rows(scale, hole, common))
        if common is not None:
            hole = np.hstack((hole, np.broadcast_to(common, (len(hole), common.shape[1]))))
        require_count(scale, hole.shape[1], selection)
        return scale.kernel.batch(np.ascontiguousarray(hole), checks=not trusted)
    except ValueError as fault:
        raise _bad_row(scale, hole, int(str(fault).removeprefix("row "))) from None


def _rows(array: NDArray[np.uint8], what: str) -> NDArray[np.uint8]:
    """A two-dimensional, contiguous array of bytes, or a refusal."""
    if not isinstance(array, np.ndarray) or array.dtype != np.uint8 or array.ndim not in (1, 2):
        raise NotationError(
            phrase("{what} must be a numpy array of uint8 card numbers, one row per holding", what=what)
        )
    return np.ascontiguousarray(np.atleast_2d(array))


def _board_rows(scale: Scale, hole: NDArray[np.uint8], board: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    common = np.zeros((1, 0), dtype=np.uint8) if board is None else board
    require_two_and_three(scale, hole.shape[1], common.shape[1])
    return common


def _bad_row(scale: Scale, rows: NDArray[np.uint8], at: int) -> NotationError:
    for place, number in enumerate(rows[at].tolist(), start=1):
        if number > UNKNOWN:
            return NotationError(
                phrase("row {at}: card {place} is {number}, which is no card", at=at, place=place, number=number),
                code="no-card",
            )
    try:
        require_cards(scale, tuple(ALL_CARDS[one] for one in rows[at].tolist()))
    except NotationError as fault:
        return NotationError(phrase("row {at}: {message}", at=at, message=fault.said), code=fault.code)
    return NotationError(phrase("row {at}: a card of the board is not in the deck, or is also in the hand", at=at))
