"""The next round of play: where the button goes, who is dealt in, who posts which blind, who misses one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from openfelt.games.policy import HOUSE, policy
from openfelt.games.registry import find_game
from openfelt.room import rotation
from openfelt.room.event_positions import plan_event
from openfelt.room.table import Place, Table
from openfelt.rulebooks import Cites

Posts = tuple[tuple[int, int], ...]
VOTED: Final = HOUSE.cite("27.9")


@dataclass(frozen=True, slots=True)
class Plan:
    """Who takes part in the next round of play, and on what terms."""

    button: int
    seats: tuple[int, ...]
    blinds: Posts
    late: tuple[tuple[int, int, int], ...]
    missed: Posts  # seat, number of the blind
    barred: tuple[int, ...] = ()  # who would have come in, had the button not been due there
    again: bool = False  # the misdealt hand, dealt again
    # At a table of an event: the places of the blinds, newcomers who do not take part yet, and by which clauses.
    due: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()
    cites: Cites = ()
    bomb: bool = False  # a bomb pot (house 27.6)


def plan_hand(table: Table, gone: frozenset[int] = frozenset()) -> Plan | None:
    """The next round of play, or None while fewer players are ready than the game needs.

    `gone` are seats whose players sit out because the blind has come; the plan is then made anew without them.
    """
    if plan := _redeal(table):
        return plan
    if table.event is not None:
        return _in_event(table)
    ready = [place for place in table.places.values() if is_ready(table, place) and place.seat not in gone]
    least = find_game(table.sign.rulebook, table.sign.game).least
    if is_bomb_due(table) or is_bomb_wanted(table, ready):
        inside = ready if len(ready) >= least else []
        cites = () if is_bomb_due(table) else VOTED
        return replace(_without_blinds(table, inside), bomb=True, cites=cites) if inside else None
    if not table.sign.blinds:
        inside = [place for place in ready if place.status != "wait"] if rotation.waits_out(table) else ready
        if len(inside) < least:
            inside = ready
        return _without_blinds(table, inside) if len(inside) >= least else None
    inside = [place for place in ready if place.status != "wait"]
    if len(inside) < least:
        # The blind that they wait for would never come, so they are dealt in.
        inside = ready
    if len(inside) < least:
        return None
    button, places = _button(table, inside, least)
    barred = tuple(sorted(place.seat for place in inside if place not in places))
    plan = _with_blinds(table, button, places, barred, gone)
    leaver = _sits_out_now(table, plan, least)
    return plan if leaver is None else plan_hand(table, gone | {leaver})


def is_bomb_due(table: Table) -> bool:
    """Whether the next round of play is a bomb pot: by its number, or in place of a misdealt one (house 27.6)."""
    if table.redeal is not None and table.redeal.bomb:
        return True
    every = table.sign.bomb_every
    return bool(every) and (table.number + 1) % every == 0


def is_bomb_wanted(table: Table, ready: list[Place]) -> bool:
    """Whether all who would be dealt in have asked for a bomb pot, where the sign allows that (house 27.9)."""
    people = [place for place in ready if not place.bot]
    return table.sign.bomb_vote and bool(people) and all(place.wants_bomb for place in people)


def _in_event(table: Table) -> Plan | None:
    """The next round of play of an event, whose blinds nobody owes, misses or posts late."""
    found = plan_event(table, find_game(table.sign.rulebook, table.sign.game).least)
    if found is None:
        return None
    return Plan(found.button, found.seats, found.blinds, (), (), due=found.due, waits=found.waits, cites=found.cites)


def _sits_out_now(table: Table, plan: Plan, least: int) -> int | None:
    """Who asked to sit out when the last blind comes, and has it now; not while there would be no game."""
    if len(plan.seats) <= least:
        return None
    seat, _ = plan.blinds[-1]
    return seat if table.places[seat].out_at_blind else None


def is_ready(table: Table, place: Place) -> bool:
    """Whether a place could be dealt in: chips in front, enough of them after a loss, not sitting out.

    Who asked to leave during a hand has left when the next is planned.
    """
    if table.event is not None:
        return place.stack > 0  # who is absent is dealt in
    if table.rules.rebuy and place.lost_all and place.stack < table.sign.min_stake:
        return False
    if place.must_make_up and not table.hold_button:  # a misdealt round is not over yet
        return False
    return place.stack > 0 and place.status != "out"


def chips_needed(table: Table, place: Place) -> int:
    """How many chips must be added before a place that has too few, or none, is dealt in again."""
    if table.freeze_out or table.event is not None:
        return 0  # nothing may be added
    has = place.stack + place.queued
    least = 0 if has else table.sign.unit
    if place.must_make_up or (table.rules.rebuy and place.lost_all):
        return max(least, table.sign.min_stake - has)
    return least


def stakes_brought(table: Table, seats: tuple[int, ...]) -> Posts:
    """The seats whose stacks play has taken outside the sign's limits, each with what its player brought."""
    sign = table.sign
    places = (table.places[seat] for seat in seats)
    return tuple(
        (place.seat, place.brought)
        for place in places
        if place.stack != place.brought
        and (place.stack < sign.min_stake or (sign.max_stake and place.stack > sign.max_stake))
    )


def is_dealt_again(table: Table, seat: int) -> bool:
    """Whether a misdealt hand is about to be dealt again to a seat that is in no hand now."""
    plan = _redeal(table)
    return plan is not None and seat in plan.seats


def _redeal(table: Table) -> Plan | None:
    """The misdealt hand again: its button and its blinds, for those of its players who are still there.

    Nobody else comes in: the same player is the first to be dealt to (nsw-poker 25.8, act-stud 17.3). The button keeps
    its place even if its player has left. None where nothing was misdealt, too few are left, or two follow the button.
    """
    opened, sign = table.redeal, table.sign
    if opened is None or not table.rules.redeal:
        return None
    seats = tuple(seat for seat in opened.seats if is_ready(table, table.places[seat]))
    if len(seats) < find_game(sign.rulebook, sign.game).least:
        return None
    if not sign.blinds:
        return Plan(opened.button, seats, (), (), (), again=True)
    if len(seats) == 2 and policy(sign.rulebook).heads_up_button_first and opened.blinds[0][0] != opened.button:
        return None  # only two are left of more: their blinds follow the button (9.8)
    blinds = _same_blinds(table, opened.blinds, seats)
    if table.event is not None:
        due = (*opened.due[:-1], blinds[-1][0])
        return Plan(opened.button, seats, blinds, (), (), again=True, due=due, waits=opened.waits)
    first = len(sign.blinds) - len(opened.blinds) + 1
    away = set(opened.seats) - set(seats)
    missed = tuple((seat, first + at) for at, (seat, _) in enumerate(opened.blinds) if seat in away)
    return Plan(opened.button, seats, blinds, _late(table, seats, blinds), missed, again=True)


def _same_blinds(table: Table, blinds: Posts, seats: tuple[int, ...]) -> Posts:
    """Everyone's own blind again. That of a player who has gone is not placed, except the last (8.8.1): it passes on.

    Where everyone who is left has a blind already, they place the last ones in turn.
    """
    kept = tuple((seat, chips) for seat, chips in blinds if seat in seats)
    seat, chips = blinds[-1]
    if seat in seats:
        return kept
    free = (place.seat for place in table.clockwise(seat) if place.seat in seats and place.seat not in dict(kept))
    heir = next(free, None)
    if heir is not None:
        return (*kept, (heir, chips))
    return tuple((one, due) for (one, _), (_, due) in zip(kept, blinds[-len(kept) :], strict=True))


def next_button(table: Table, seats: list[int]) -> int:
    """The next participating seat clockwise; the first time the player on the dealer's right (9.1)."""
    if not policy(table.sign.rulebook).button:
        return 0
    if table.hold_button and table.button in seats:
        return table.button
    if table.turn.chooser in seats and not table.turn.rounds:
        return table.turn.chooser
    if not table.number:
        return max(seats)
    if rotation.button_stays(table):
        return table.button
    return next((seat for seat in sorted(seats) if seat > table.button), min(seats))


def next_chooser(table: Table) -> int | None:
    """Who chooses the next game: the player who is to have the button, if possible one who owes no blind."""
    ready = [place for place in table.places.values() if is_ready(table, place)]
    inside = [place.seat for place in ready if place.status == "playing"] or [place.seat for place in ready]
    return next_button(table, inside) if inside else None


def _without_blinds(table: Table, inside: list[Place]) -> Plan:
    seats = sorted(place.seat for place in inside)
    return Plan(next_button(table, seats), tuple(seats), (), (), ())


def _button(table: Table, inside: list[Place], least: int) -> tuple[int, list[Place]]:
    """The button, and who comes in: where nobody may enter on it, an entrant it would fall on stays out this once."""
    most = find_game(table.sign.rulebook, table.sign.game).decks[table.sign.deck].most
    while True:
        button = next_button(table, [place.seat for place in inside])
        holder = next(place for place in inside if place.seat == button)
        # Who is passed over on the button (9.3.1) cannot come in there either.
        barred = table.rules.no_entry_on_button or len(inside) > most
        if not barred or not _is_entering(holder):
            return button, inside
        others = [place for place in inside if place is not holder]
        if len(others) < least:
            # Without the entrant there is no game: the button passes by instead.
            return next_button(table, [place.seat for place in others]), inside
        inside = others


def _is_entering(place: Place) -> bool:
    return place.newcomer or bool(place.missed)


def _with_blinds(table: Table, button: int, places: list[Place], barred: tuple[int, ...], gone: frozenset[int]) -> Plan:
    inside = {place.seat for place in places}
    walk = table.clockwise(button)
    reversed_blinds = len(inside) == 2 and policy(table.sign.rulebook).heads_up_button_first
    blinds, missed, joined = _assign(table, walk, inside, gone, any_blind=reversed_blinds)
    if reversed_blinds and not joined:
        # With two players the button posts the first blind (9.8); a third who is waiting ends that.
        walk = [table.places[button], *(place for place in walk if place.seat != button)]
        blinds, missed, _ = _assign(table, walk, inside, gone, any_blind=True)
    # Without its player the blind may pass a seat by; who sat out because of it has missed it all the same.
    passed = gone - {seat for seat, _ in missed}
    missed += tuple((seat, len(table.sign.blinds)) for seat in sorted(passed))
    late = _late(table, tuple(place.seat for place in places), blinds)
    return Plan(button, tuple(sorted(inside | joined)), blinds, late, missed, barred)


def _assign(
    table: Table, walk: list[Place], inside: set[int], gone: frozenset[int], *, any_blind: bool
) -> tuple[Posts, Posts, set[int]]:
    """Blinds in turn to those who are there; an absent player misses the blind, a waiting one comes in on the one due.

    With too few for all of them the last ones are posted (8.8.1).
    """
    blinds = table.sign.blinds
    absent = gone | {place.seat for place in walk if not is_ready(table, place)}
    waiting = {place.seat: 0 if any_blind else _waits_for(table, place) for place in walk if place.status == "wait"}
    first = max(0, len(blinds) - len(inside) - len(waiting))
    made = _walk(walk, blinds, first, inside=inside, absent=absent, waiting=waiting)
    if len(made[0]) < len(blinds):  # none of those who wait came in, and those inside are too few for all blinds
        first = len(blinds) - len(inside)
        made = _walk(walk, blinds, first, inside=inside, absent=absent, waiting={})
    return made


def _walk(
    walk: list[Place],
    amounts: tuple[int, ...],
    first: int,
    *,
    inside: set[int],
    absent: frozenset[int],
    waiting: dict[int, int],
) -> tuple[Posts, Posts, set[int]]:
    """Who posts, who misses a blind and who comes in; `waiting` says which blind each waits for, 0 for any."""
    blinds: list[tuple[int, int]] = []
    missed: list[tuple[int, int]] = []
    for place in walk:
        number = first + len(blinds) + 1
        if number > len(amounts):
            break
        if place.seat in absent:
            missed.append((place.seat, number))
        elif place.seat in inside or waiting.get(place.seat) in {0, number}:
            blinds.append((place.seat, amounts[number - 1]))
    return tuple(blinds), tuple(missed), {seat for seat, _ in blinds} - inside


def _waits_for(table: Table, place: Place) -> int:
    """The number of the blind on which a waiting place comes in; 0 for any.

    A returner comes in on the last, which comes first. act-stud 17.4 says "the blind" and not which: the sign may take
    any.
    """
    if place.missed:
        return 0 if table.sign.return_blind == "any" else len(table.sign.blinds)
    return table.rules.entry_blind(table.sign)


def _late(table: Table, seats: tuple[int, ...], blinds: Posts) -> tuple[tuple[int, int, int], ...]:
    """What players who come in post in addition to the blinds, seat by seat."""
    posted = dict(blinds)
    entering = [table.places[seat] for seat in sorted(seats) if table.places[seat].status == "post"]
    late = (_late_post(table, place, posted.get(place.seat, 0)) for place in entering)
    return tuple(post for post in late if post[1] or post[2])


def _late_post(table: Table, place: Place, posted: int) -> tuple[int, int, int]:
    """What a player coming in posts beyond a blind that falls on the seat anyway.

    A newcomer, or one who moved, one live blind: the table minimum (8.8.4, 8.8.5.1), or the big blind (act-stud 17.11,
    17.13). A returner what was missed, live up to the last blind, or the big blind (act-stud 17.4), and dead above it;
    where short posts are dead (house 3.4), a missed first blind alone is.
    On the last blind nothing more is due: others wait for that turn. Blinds missed on several rounds count once.
    """
    rules, amounts = table.rules, table.sign.blinds
    if posted >= amounts[-1]:
        return place.seat, 0, 0
    stack = place.stack - min(posted, place.stack)
    if not place.missed:
        return place.seat, max(0, min(rules.entry_post(table.sign) - posted, stack)), 0
    # Where the sign has fewer blinds by now, the last of them stands for those that are gone.
    owed = sum(amounts[number - 1] for number in {min(number, len(amounts)) for number in place.missed})
    if rules.short_post_dead and owed < amounts[-1]:
        return place.seat, 0, min(owed, stack)
    most = max(0, amounts[rules.entry_blind(table.sign) - 1] - posted)
    live = min(owed, most, stack)
    return place.seat, live, min(owed - min(owed, most), stack - live)
