"""The next round of play: where the button goes, who is dealt in, who posts which blind, who misses one."""

from __future__ import annotations

from dataclasses import dataclass

from openfelt.games.policy import policy
from openfelt.games.registry import find_game
from openfelt.room.table import Place, Table

Posts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Who takes part in the next round of play, and on what terms."""

    button: int
    seats: tuple[int, ...]
    blinds: Posts
    late: tuple[tuple[int, int, int], ...]
    missed: Posts  # seat, number of the blind
    barred: tuple[int, ...] = ()  # who would have come in, had the button not been due there


def plan_hand(table: Table, gone: frozenset[int] = frozenset()) -> Plan | None:
    """The next round of play, or None while fewer players are ready than the game needs.

    `gone` are seats whose players sit out because the blind has come; the plan is then made anew without them.
    """
    ready = [place for place in table.places.values() if is_ready(place) and place.seat not in gone]
    least = find_game(table.sign.rulebook, table.sign.game).least
    if not table.sign.blinds:
        return _without_blinds(table, ready) if len(ready) >= least else None
    inside = [place for place in ready if place.status != "wait"]
    if len(inside) < least:
        # Nobody can wait for a blind that never comes: those who wait are dealt in.
        inside = ready
    if len(inside) < least:
        return None
    button, places = _button(table, inside, least)
    barred = tuple(sorted(place.seat for place in inside if place not in places))
    plan = _with_blinds(table, button, places, barred, gone)
    leaver = _sits_out_now(table, plan, least)
    return plan if leaver is None else plan_hand(table, gone | {leaver})


def _sits_out_now(table: Table, plan: Plan, least: int) -> int | None:
    """Who asked to sit out when the last blind comes, and has it now; not while there would be no game."""
    if len(plan.seats) <= max(least, 2) or not plan.blinds:
        return None
    seat, _ = plan.blinds[-1]
    return seat if table.places[seat].out_at_blind else None


def is_ready(place: Place) -> bool:
    """Whether a place could be dealt in: chips in front, not leaving, not sitting out."""
    return place.stack > 0 and not place.leaving and place.status != "out"


def next_button(table: Table, seats: list[int]) -> int:
    """The next participating seat clockwise; the first time the player on the dealer's right (9.1)."""
    if not policy(table.sign.rulebook).button or not seats:
        return 0
    if table.hold_button and table.button in seats:
        return table.button
    if not table.number:
        return max(seats)
    return next((seat for seat in sorted(seats) if seat > table.button), min(seats))


def _without_blinds(table: Table, inside: list[Place]) -> Plan:
    seats = sorted(place.seat for place in inside)
    return Plan(next_button(table, seats), tuple(seats), (), (), ())


def _button(table: Table, inside: list[Place], least: int) -> tuple[int, list[Place]]:
    """The button, and who comes in: where nobody may enter on it, an entrant it would fall on stays out this once."""
    most = find_game(table.sign.rulebook, table.sign.game).decks[table.sign.deck].most
    while True:
        button = next_button(table, [place.seat for place in inside])
        holder = next((place for place in inside if place.seat == button), None)
        # Who is passed over on the button (9.3.1) cannot come in there either.
        barred = table.rules.no_entry_on_button or len(inside) > most
        if holder is None or not barred or not _is_entering(table, holder):
            return button, inside
        others = [place for place in inside if place is not holder]
        if len(others) < least:
            # Without the entrant there is no game: the button passes by instead.
            return next_button(table, [place.seat for place in others]), inside
        inside = others


def _is_entering(table: Table, place: Place) -> bool:
    return bool(table.number) and (place.newcomer or bool(place.missed))


def _with_blinds(table: Table, button: int, places: list[Place], barred: tuple[int, ...], gone: frozenset[int]) -> Plan:
    inside = {place.seat for place in places}
    walk = [place for place in table.clockwise(button) if not place.leaving]
    reversed_blinds = len(inside) == 2 and policy(table.sign.rulebook).heads_up_button_first
    blinds, missed, joined = _assign(table, walk, inside, gone, any_blind=reversed_blinds)
    if reversed_blinds and not joined:
        # With two players the button posts the first blind (9.8); a third who is waiting ends that.
        walk = [place for place in walk if place.seat == button] + [place for place in walk if place.seat != button]
        blinds, missed, _ = _assign(table, walk, inside, gone, any_blind=False)
    # Without its player the blind may pass a seat by; who sat out because of it has missed it all the same.
    passed = gone - {seat for seat, _ in missed}
    missed += tuple((seat, len(table.sign.blinds)) for seat in sorted(passed))
    entering = [place for place in places if place.status == "post"]
    late = tuple(_late_post(table, place, dict(blinds).get(place.seat, 0)) for place in entering)
    due = tuple(post for post in late if post[1] or post[2])
    return Plan(button, tuple(sorted(inside | joined)), blinds, due, missed, barred)


def _assign(
    table: Table, walk: list[Place], inside: set[int], gone: frozenset[int], *, any_blind: bool
) -> tuple[Posts, Posts, set[int]]:
    """Blinds in turn to those who are there; an absent player misses the blind, a waiting one comes in on the last."""
    posters = sum(place.seat in inside or (place.status == "wait" and place.stack > 0) for place in walk)
    skipped = max(0, len(table.sign.blinds) - posters)  # too few for all of them: the last one is always posted (8.8.1)
    amounts = table.sign.blinds[skipped:]
    blinds: list[tuple[int, int]] = []
    missed: list[tuple[int, int]] = []
    joined: set[int] = set()
    for place in walk:
        number = len(blinds)
        if number == len(amounts):
            break
        last = number == len(amounts) - 1
        if place.status == "out" or not place.stack or place.seat in gone:
            missed.append((place.seat, skipped + number + 1))
        elif place.seat in inside:
            blinds.append((place.seat, amounts[number]))
        elif place.status == "wait" and (last or any_blind):
            joined.add(place.seat)
            blinds.append((place.seat, amounts[number]))
    return tuple(blinds), tuple(missed), joined


def _late_post(table: Table, place: Place, posted: int) -> tuple[int, int, int]:
    """What a player coming in posts beyond a blind that falls on the seat anyway.

    A newcomer, or one who moved, one live blind of the table minimum (8.8.4, 8.8.5.1); a returner what was missed, live
    up to the last blind and dead above it. On the last blind nothing more is due: that is the turn the others wait for.
    Blinds missed on several rounds count once.
    """
    last = table.sign.blinds[-1]
    if posted >= last:
        return place.seat, 0, 0
    stack = place.stack - min(posted, place.stack)
    if not place.missed:
        whole = min(table.sign.limit.small, last)
        return place.seat, max(0, min(whole - posted, stack)), 0
    owed = sum(table.sign.blinds[number - 1] for number in place.missed if number <= len(table.sign.blinds))
    live = min(owed, last - posted, stack)
    return place.seat, live, min(owed - min(owed, last - posted), stack - live)
