"""Whether the levels of an event can be played: each is tested as the sign that would hang beside its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import UNSET

from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Game
from openfelt.games.policy import HOUSE
from openfelt.games.registry import GAMES
from openfelt.games.sign import Clock, Limit, Sign
from openfelt.games.signcheck import faults
from openfelt.games.signrules import SIGN
from openfelt.phrases import Count, Name, phrase
from openfelt.rulebooks import Cites
from openfelt.tournaments.chip_race import smallest_chip
from openfelt.tournaments.conditions import ActionClock, AddOns, BonusRounds, Conditions, Level, Rebuys
from openfelt.tournaments.findings import Finding, Path, contradiction
from openfelt.tournaments.items import is_none
from openfelt.tournaments.rules import TournamentRules, is_dropped

LEVELS: Final = HOUSE.cite("20.2.4")
CHIPS: Final = HOUSE.cite("20.5")
SEATS: Final = HOUSE.cite("20.21")
PUT_IN: Final = HOUSE.cite("20.7.1")
LENGTHS: Final = ("minutes", "hands", "eliminations")
# How the most of a wager is said where it is not a number of chips.
MOST: Final = {"no-limit": "stake", "full-pot": "pot", "half-pot": "half-pot"}
DOLLAR: Final = 100  # a sign writes money: a chip is written as a dollar, and its mark is left out
NOT_OF_LEVELS: Final = frozenset({"commission", "seats", "stakes"})


def level_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What is wrong with the levels, one by one and in their order."""
    for number, schedule in enumerate(conditions.schedules):
        path: Path = ("schedules", number, "levels")
        yield from _order(conditions, schedule.levels, path, rules)
        for place, level in enumerate(schedule.levels):
            yield from _level(conditions, level, (*path, place), rules)
    inserted = conditions.play.inserted_levels
    if inserted == "any":
        text = "levels of the supervisor's own choice were not published"
        yield contradiction("level-not-published", ("play", "inserted_levels"), rules.published_levels, text, "none")
    elif isinstance(inserted, tuple):
        for place, level in enumerate(inserted):
            yield from _level(conditions, level, ("play", "inserted_levels", place), rules)
            yield from _put_in(level, ("play", "inserted_levels", place))


def _put_in(level: Level, path: Path) -> Iterator[Finding]:
    """A level that may be put in ends by itself, and no night and no colouring up follow it."""
    given = [name for name in LENGTHS if getattr(level, name) is not UNSET]
    if len(given) != 1 or not getattr(level, given[0]):
        said = " and ".join(given) or "none"
        text = phrase("a level that is put in has one length, not {said}", said=said)
        yield contradiction("level-length", path, PUT_IN, text, *LENGTHS)
    if level.overnight or level.remove_chip:
        yield contradiction("overnight", path, PUT_IN, "no night and no colouring up follow a level that is put in")


def _order(conditions: Conditions, levels: tuple[Level, ...], path: Path, rules: TournamentRules) -> Iterator[Finding]:
    """Each level but the last says when the next begins; the chips that go are not needed again."""
    asked = rules.asks.get("schedules[].levels", LEVELS)
    for place, level in enumerate(levels):
        given = [name for name in LENGTHS if getattr(level, name) is not UNSET]
        if len(given) > 1 or (not given and place < len(levels) - 1):
            said = " and ".join(given) or "no length"
            text = phrase("a level has one length, not {said}", said=said)
            yield contradiction("level-length", (*path, place), asked, text, *LENGTHS)
        if any(getattr(level, name) == 0 for name in given):
            yield contradiction("level-length", (*path, place, given[0]), asked, "a level of no length")
        if level.overnight and place == len(levels) - 1:
            text = phrase("the last level stays until the session ends; no night follows it")
            yield contradiction("overnight", (*path, place, "overnight"), CHIPS, text)
        if level.remove_chip:
            yield from _removed(conditions, levels, place, (*path, place, "remove_chip"))


def _removed(conditions: Conditions, levels: tuple[Level, ...], place: int, path: Path) -> Iterator[Finding]:
    gone, cites = levels[place].remove_chip, HOUSE.cite("20.6")
    if is_none(conditions.chips.colour_up):
        text = phrase("a chip of {gone} goes, and chips are not coloured up", gone=gone)
        yield contradiction("colour-up", path, cites, text, "race")
        return
    chips = conditions.chips.set
    values = sorted(one.value for one in chips) if isinstance(chips, tuple) else []
    above = [value for value in values if value > gone]
    if gone not in values or not above:
        text = phrase("no set of chips has {gone} and a higher one", gone=gone)
        yield contradiction("colour-up", path, cites, text, "chips.set")
        return
    least = smallest_chip(conditions, levels, place + 1)
    if gone != least or above[0] % gone:
        text = phrase(
            "chips of {gone} go for chips of {above}; the smallest in play, {least}, make up a larger one",
            gone=Count(gone),
            above=Count(above[0]),
            least=Count(least),
        )
        yield contradiction("colour-up", path, cites, text)
        return
    if uneven := [chips for chips in _given_later(conditions) if chips % above[0]]:
        text = phrase(
            "{uneven} that are given out later cannot be made of chips of {above}",
            uneven=Count(uneven[0]),
            above=Count(above[0]),
        )
        yield contradiction("colour-up", path, cites, text)
        return
    for later in levels[place + 1 :]:
        if odd := [chips for chips in amounts(later) if chips % above[0]]:
            text = phrase(
                "{odd} at a later level cannot be made of chips of {above}", odd=Count(odd[0]), above=Count(above[0])
            )
            yield contradiction("colour-up", path, cites, text)
            return


def _given_later(conditions: Conditions) -> list[int]:
    """Every number of chips that somebody may be given after play has begun."""
    several = [terms.chips for terms in (conditions.rebuys, conditions.add_ons) if isinstance(terms, Rebuys | AddOns)]
    entry, bonus = conditions.entry, conditions.play.bonus_rounds
    if not is_none(entry.late_entry) or not is_none(entry.re_entry) or not is_none(entry.alternates):
        several += [one.starting_chips for one in conditions.sessions]
    return [
        one for one in (*several, *((bonus.chips,) if isinstance(bonus, BonusRounds) else ())) if isinstance(one, int)
    ]


def amounts(level: Level) -> list[int]:
    """Every number of chips that a level names."""
    found = [*level.blinds, level.ante, level.bring_in]
    return found + [one for one in (level.least, level.most) if isinstance(one, int)]


def _level(conditions: Conditions, level: Level, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    yield from _units(conditions, level, path)
    yield from _forced(level, path)
    if level.least is UNSET or level.most is UNSET:
        return  # a gap, told as such
    limit = conditions.play.limit if level.limit is UNSET else level.limit
    key = conditions.play.game if level.game is UNSET else level.game
    if limit is UNSET or key is UNSET:
        return
    asked = rules.asks.get("schedules[].levels[].most", LEVELS)
    if limit in MOST:
        if level.most != MOST[limit]:
            text = phrase(
                "the maximum wager of {limit} is {most}, not {level}",
                limit=limit,
                most=MOST[limit],
                level=level.most,
            )
            yield contradiction("maximum", (*path, "most"), asked, text, MOST[limit])
    elif not isinstance(level.most, int) or level.most < level.least:
        text = phrase(
            "the maximum wager of {limit} is a number from {least}, not {most}",
            limit=limit,
            least=Count(level.least),
            most=level.most,
        )
        yield contradiction("maximum", (*path, "most"), asked, text)
        return
    yield from _as_a_sign(conditions, level, path, rules)


def _units(conditions: Conditions, level: Level, path: Path) -> Iterator[Finding]:
    unit = conditions.chips.unit
    if unit is UNSET:
        return
    if odd := [chips for chips in amounts(level) if unit == 0 or chips % unit]:
        text = phrase("{odd} is not a whole number of chips of {unit}", odd=Count(odd[0]), unit=Count(unit))
        yield contradiction("unit", path, CHIPS, text)


def _forced(level: Level, path: Path) -> Iterator[Finding]:
    blinds = level.blinds
    if len(blinds) > 3 or 0 in blinds or list(blinds) != sorted(blinds):
        told = ", ".join(f"{one:,}" for one in blinds)
        text = phrase("blinds of {told}: there are up to three, positive, and none below the one before", told=told)
        yield contradiction("blinds", (*path, "blinds"), LEVELS, text)
    if level.ante_by == "last-blind" and not (blinds and level.ante):
        text = phrase("an ante paid by the last blind needs blinds and an ante")
        yield contradiction("ante", (*path, "ante_by"), HOUSE.cite("20.22"), text, "each")


def level_sign(conditions: Conditions, level: Level, *, chip: int = 1) -> Sign:
    """The sign that a table hangs out at a level, with every chip written as so many cents.

    Answers that are not there count as the least that can be: whoever asks has published conditions, or reads faults.
    """
    play = conditions.play
    limit = level.limit if level.limit is not UNSET else play.limit
    least = level.least if level.least is not UNSET else 0
    clock = play.clock.seconds if isinstance(play.clock, ActionClock) and play.clock.seconds is not UNSET else 0
    unit = conditions.chips.unit
    return Sign(
        rulebook=conditions.book,
        game=str(level.game if level.game is not UNSET else play.game),
        limit=Limit(
            limit if limit is not UNSET else "no-limit",
            least * chip,
            level.most * chip if isinstance(level.most, int) else 0,
        ),
        seats=play.seats if play.seats is not UNSET else 2,
        deck=play.deck,
        unit=unit * chip if unit is not UNSET else chip,
        ante=level.ante * chip,
        ante_by=level.ante_by,
        blinds=tuple(one * chip for one in level.blinds),
        bring_in=level.bring_in * chip,
        voluntary_blinds=play.voluntary_blinds,
        clock=Clock(clock),
    )


def _as_a_sign(conditions: Conditions, level: Level, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    """What the book refuses on a sign, but for the rules that it drops in tournaments."""
    sign = level_sign(conditions, level, chip=DOLLAR)
    if not sign.unit:
        return  # told of the chips
    game = GAMES.get((sign.rulebook, sign.game))
    if game is not None:
        sign = _by_tournament_rules(sign, game, rules)
    try:
        refused = list(faults(sign))
    except RuleViolation as refusal:
        refused = [refusal]
    for one in refused:
        own = [cite.split(" ", 1)[1] for cite in one.cites if cite.startswith(f"{sign.rulebook} ")]
        if one.code in NOT_OF_LEVELS or (own and all(is_dropped(rules, number) for number in own)):
            continue
        at: Path = ("play", "clock") if one.code == "clock" else path
        message, legal = one.written(lambda cents: f"{cents // DOLLAR:,}")
        yield contradiction(one.code, at, one.cites, message.replace("$", ""), *legal)


def _by_tournament_rules(sign: Sign, game: Game, rules: TournamentRules) -> Sign:
    """The sign as the book's ordinary rules may see it: without an ante that only tournaments have."""
    changes: dict[str, object] = {"seats": _served(sign, game)}
    if rules.antes and "ante" not in game.forced and sign.ante:
        changes |= {"ante": 0, "ante_by": "each", "blinds": sign.blinds or (max(sign.limit.small, sign.unit),)}
    elif sign.ante_by == "last-blind":
        changes |= {"ante_by": "each"}  # house 20.22, told of above where it cannot be
    return msgspec.structs.replace(sign, **changes)


def _served(sign: Sign, game: Game) -> int:
    limit = game.decks.get(sign.deck)
    return min(max(sign.seats, game.least), limit.most) if limit else sign.seats


# --- seats ------------------------------------------------------------------------------------------------------------


def seat_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Whether every game of the event can be dealt at tables of that size."""
    seats, path = conditions.play.seats, ("play", "seats")
    if seats is UNSET:
        return
    if seats < 2:
        yield contradiction("seats", path, SEATS, phrase("{seats} at a table; at least 2", seats=seats))
    most = SIGN.of(conditions.book).most_seats
    if most and seats > most.value:
        text = phrase("{seats} at a table; at most {value}", seats=seats, value=most.value)
        yield contradiction("seats", path, most.cites, text, str(most.value))
    keys = {level.game for schedule in conditions.schedules for level in schedule.levels} | {conditions.play.game}
    for key in sorted(str(one) for one in keys if one is not UNSET):
        game = GAMES.get((conditions.book, key))
        if game is None or conditions.play.deck not in game.decks:
            continue  # told of its levels
        can, cites = most_served(game, conditions.play.deck, rules)
        if seats > can:
            text = phrase(
                "{seats} at a table; {name} with {deck} cards serves {can}",
                seats=seats,
                name=Name(game.name),
                deck=conditions.play.deck,
                can=can,
            )
            yield contradiction("seats", path, cites, text, str(can))


def most_served(game: Game, deck: int, rules: TournamentRules) -> tuple[int, Cites]:
    """How many players a deck serves: by the book's numbers, or by the cards where it drops those.

    A street for which one card may be shared by all needs none for each.
    """
    limit = game.decks[deck]
    if not rules.drops_seat_numbers:
        return limit.most, limit.cites
    deals = [step for step in game.steps if isinstance(step, Deal)]
    own = sum(step.each for step in deals if step.short is None)
    other = sum(step.board + step.burn for step in deals)
    return (deck - other) // own, SEATS
