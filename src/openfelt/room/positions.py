"""The next round of play: where the button goes, who is dealt in, who posts which blind, who misses one."""

from __future__ import annotations

from dataclasses import dataclass

from openfelt.games.policy import policy
from openfelt.games.registry import find_game
from openfelt.room.table import Place, Table


@dataclass(frozen=True, slots=True)
class Plan:
    """Who takes part in the next round of play, and on what terms."""

    button: int
    seats: tuple[int, ...]
    blinds: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int, int], ...]
    missed: tuple[tuple[int, int], ...]  # seat, number of the blind


def plan_hand(table: Table) -> Plan | None:
    """The next round of play, or None while fewer players are ready than the game needs."""
    ready = [place for place in table.places.values() if is_ready(place)]
    entering = [place for place in ready if place.status == "post"]
    playing = [place for place in ready if place.status == "playing"]
    least = find_game(table.sign.rulebook, table.sign.game).least
    if not table.sign.blinds:
        inside = [place for place in ready if place.status != "out"]
        return _without_blinds(table, inside) if len(inside) >= least else None
    if len(playing) + len(entering) < least:
        # Nobody can wait for a blind that never comes: those who wait are dealt in.
        playing = [place for place in ready if place.status in {"playing", "wait"}]
        if len(playing) + len(entering) < least:
            return None
    return _with_blinds(table, playing, entering, least)


def is_ready(place: Place) -> bool:
    """Whether a place could be dealt in: chips in front, not leaving, not sitting out."""
    return place.stack > 0 and not place.leaving and place.status != "out"


def next_button(table: Table, seats: list[int]) -> int:
    """The next participating seat clockwise; the first time the player on the dealer's right (9.1)."""
    if not policy(table.sign.rulebook).button:
        return 0
    if table.hold_button and table.button in seats:
        return table.button
    if not table.number:
        return max(seats)
    return next((seat for seat in sorted(seats) if seat > table.button), min(seats))


def _without_blinds(table: Table, inside: list[Place]) -> Plan:
    seats = sorted(place.seat for place in inside)
    return Plan(next_button(table, seats), tuple(seats), (), (), ())


def _with_blinds(table: Table, playing: list[Place], entering: list[Place], least: int) -> Plan | None:
    seats = sorted(place.seat for place in playing + entering)
    button = next_button(table, seats)
    if table.rules.no_entry_on_button:
        entering = [place for place in entering if place.seat != button]
        seats = sorted(place.seat for place in playing + entering)
        if len(seats) < least:
            return None
    walk = [place for place in table.clockwise(button) if place.stack > 0 and not place.leaving]
    inside = set(seats)
    heads_up = len(inside) == 2 and policy(table.sign.rulebook).heads_up_button_first
    if heads_up:
        walk = [walk[-1], *walk[:-1]] if walk[-1].seat == button else walk
    blinds, missed = _assign(table, walk, inside)
    posted = {seat for seat, _ in blinds}
    late = tuple(_late_post(table, place) for place in entering if place.seat not in posted)
    return Plan(button, tuple(sorted(inside)), blinds, tuple(post for post in late if post[1] or post[2]), missed)


def _assign(
    table: Table, walk: list[Place], inside: set[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Blinds in turn to those who are there; an absent player misses the blind, a waiting one comes in on the last."""
    amounts = table.sign.blinds
    blinds: list[tuple[int, int]] = []
    missed: list[tuple[int, int]] = []
    for place in walk:
        number = len(blinds)
        if number == len(amounts):
            break
        last = number == len(amounts) - 1
        if place.status == "out" or (place.out_at_blind and last and len(inside) > 2):
            missed.append((place.seat, number + 1))
            inside.discard(place.seat)
        elif place.seat in inside:
            blinds.append((place.seat, amounts[number]))
        elif place.status == "wait" and last:
            inside.add(place.seat)
            blinds.append((place.seat, amounts[number]))
    return tuple(blinds), tuple(missed)


def _late_post(table: Table, place: Place) -> tuple[int, int, int]:
    """What a player coming in posts: a newcomer one live blind; a returner what was missed, dead above the last blind."""
    last = table.sign.blinds[-1]
    if place.newcomer and not place.missed:
        return place.seat, min(last, place.stack), 0
    owed = sum(table.sign.blinds[number - 1] for number in place.missed if number <= len(table.sign.blinds))
    live = min(owed, last, place.stack)
    return place.seat, live, min(owed - min(owed, last), place.stack - live)
