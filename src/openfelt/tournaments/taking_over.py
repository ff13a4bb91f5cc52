"""What a substitute takes over in an event in play: the seat, its chips, what is open for it, and its places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec.structs import replace as changed

from openfelt.tournaments import play_events as p
from openfelt.tournaments.chip_race import Exchanged
from openfelt.tournaments.in_play import InPlay

Groups = tuple[tuple[str, ...], ...]


def approved(play: InPlay, event: p.SubstituteApproved) -> None:
    """The seat changes hands after the round of play."""
    play.substitutes[event.act] = event
    play.approved += 1


def lapsed(play: InPlay, event: p.SubstituteLapsed) -> None:
    """There is no seat any more."""
    del play.substitutes[event.act]


def take_over(play: InPlay, player: str, substitute: str) -> None:
    """Everything that is the player's in the event is the substitute's. No note and no vote of before stands."""

    def now(who: str) -> str:
        return substitute if who == player else who

    def grouped(groups: Iterable[tuple[str, ...]]) -> Groups:
        return tuple(tuple(map(now, group)) for group in groups)

    _seat(play, player, substitute)
    play.sessions = [
        replace(one, places=grouped(one.places), advanced=tuple(map(now, one.advanced)), parted=grouped(one.parted))
        for one in play.sessions
    ]
    play.ranking, play.tied = grouped(play.ranking), tuple(map(now, play.tied))
    play.left = frozenset(map(now, play.left))
    play.by_table = tuple((table, grouped(groups)) for table, groups in play.by_table)
    play.pairs = tuple((now(one), now(two)) for one, two in play.pairs)
    for counts in (play.wins, play.heads, play.re_entries):
        if player in counts:
            counts[substitute] = counts.get(substitute, 0) + counts.pop(player)
    play.alternates, play.bought_in = list(map(now, play.alternates)), tuple(map(now, play.bought_in))
    play.paid_for = frozenset((session, now(who)) for session, who in play.paid_for)
    play.moves = {act: changed(one, player=now(one.player)) for act, one in play.moves.items()}
    play.penalties = {act: changed(one, player=now(one.player)) for act, one in play.penalties.items()}
    play.serving = {act: changed(one, player=now(one.player)) for act, one in play.serving.items()}
    play.exchanges = {
        act: changed(one, stacks=tuple(_of(each, now(each.player)) for each in one.stacks))
        for act, one in play.exchanges.items()
    }
    play.substitutes = {act: one for act, one in play.substitutes.items() if one.player != player}
    play.deal, play.agreed, play.notes = None, frozenset(), []


def _seat(play: InPlay, player: str, substitute: str) -> None:
    """The seat, the chips in it, and those that are on their way to it."""
    seat = play.players.get(player)
    if seat is None:
        return
    play.players = {
        substitute if who == player else who: replace(one, player=substitute) if who == player else one
        for who, one in play.players.items()
    }
    play.tables[seat.table].players[seat.seat] = substitute
    play.gifts = {
        act: replace(one, player=substitute) if one.player == player else one for act, one in play.gifts.items()
    }


def _of(stack: Exchanged, player: str) -> Exchanged:
    return changed(stack, player=player)
