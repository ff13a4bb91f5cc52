"""What every order is checked against first: the phase, the box, the player."""

from __future__ import annotations

from openfelt.errors import NotationError, RuleViolation
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit import commands as c
from openfelt.pit.round import Round
from openfelt.rulebooks import Cites


def forbidding(cites: Cites) -> Cites:
    """The clauses of an order that can refuse it: a definition forbids nothing."""
    return tuple(cite for cite in cites if " def/" not in cite)


def require_phase(round_: Round, phases: tuple[str, ...], cites: Cites, what: str) -> None:
    """Refuse what does not belong to the present phase."""
    if round_.phase not in phases:
        raise RuleViolation(
            "wrong-phase",
            forbidding(cites),
            phrase("{what} is not possible in the {phase} phase", what=what, phase=round_.phase),
            legal=phases,
        )


def require_box(round_: Round, box: int, cites: Cites) -> None:
    """Refuse a box that the layout does not have."""
    if box not in round_.boxes:
        raise RuleViolation(
            "no-such-box",
            forbidding(cites),
            phrase("there is no box {box}; the layout has {boxes}", box=box, boxes=len(round_.boxes)),
        )


def require_player(round_: Round, player: str, cites: Cites) -> None:
    """Refuse a name that nobody at the table has."""
    if player not in round_.seats:
        raise RuleViolation(
            "no-such-player",
            forbidding(cites),
            phrase("{player} is not at this table", player=Name(player)),
            legal=tuple(round_.seats),
        )


def require_name_and_chips(player: str, purse: int) -> None:
    """Refuse a newcomer whose name cannot be written in an order, or whose chips cannot be counted."""
    if not player.isidentifier() or not 0 <= purse <= c.MOST_CHIPS:
        raise NotationError(
            phrase("{player} with {purse} is not a player's name and chips", player=quoted(player), purse=quoted(purse))
        )
