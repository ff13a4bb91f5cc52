"""What stacks are worth in prizes: to whom it may be told, and of which stacks and prizes it is counted.

While somebody plays nobody is helped: who is still in, or only looks on, is told between rounds of play with the clock
stopped; who is out, and whoever conducts the event, at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openfelt.errors import RuleViolation
from openfelt.tournaments.facts import conditions_of, rules_for, session_of
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.tournament import Tournament


class Stakes(NamedTuple):
    """Who is left with which chips, and the prizes that are still played for, the first first."""

    players: tuple[str, ...]
    chips: tuple[int, ...]
    prizes: tuple[int, ...]


def require_nobody_helped(state: Tournament, player: str, *, is_quiet: bool) -> None:
    """Refuse to tell somebody who plays, or could tell a player, while a round of play may be going on."""
    play = state.play
    is_out = player not in play.players and (player in play.eliminated or player in play.disqualified)
    if is_out or (is_quiet and not play.clock.runs):
        return
    text = "what stacks are worth is not told while anybody plays"
    legal = ("between rounds of play while the clock stands", "once you are out", "to whoever conducts the event")
    raise RuleViolation("in-play", rules_for(state).advice, text, legal=legal)


def stakes_of(state: Tournament, prizes: Sequence[tuple[int, str]]) -> Stakes:
    """The stacks and prizes to count with; `prizes`: cents and goods of every place, by the pool of this moment."""
    play, cites = state.play, rules_for(state).advice
    if not play.is_going_on or not play.players or is_clock_only(state):
        raise RuleViolation("no-stacks", cites, "no stacks are on record", legal=("while a session is played",))
    if play.pairs or session_of(conditions_of(state), play.session).advance != "final":
        text = "chips of a match, or of a session from which players advance, are not played for the prizes"
        raise RuleViolation("no-stacks", cites, text, legal=("in the session that the prizes are played for",))
    if any(goods for _, goods in prizes[: len(play.players)]):
        raise RuleViolation("goods", cites, "prizes that are goods have no such worth")
    ranked = sorted(play.players.values(), key=lambda one: (-one.all_chips, one.player))
    cents = [cents for cents, _ in prizes] + [0] * len(ranked)
    return Stakes(
        tuple(one.player for one in ranked), tuple(one.all_chips for one in ranked), tuple(cents[: len(ranked)])
    )
