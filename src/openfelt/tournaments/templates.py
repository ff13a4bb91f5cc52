"""Templates: whole conditions of usual events, as data. A host fills in up to eight fields, a book its own answers.

Under the house's rules a template answers every item. Under a casino's rules some items are the operator's alone: they
stay open, and publishing names them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openfelt.errors import NotationError, RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.games.registry import find_game
from openfelt.phrases import Name, phrase, quoted
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import (
    ActionClock,
    AddOns,
    Advance,
    Alternates,
    Balancing,
    Band,
    Bracket,
    Breaking,
    ChipSet,
    Conditions,
    Ends,
    EntryTerms,
    HandForHand,
    Level,
    LevelSchedule,
    Penalties,
    Period,
    Play,
    PlayOff,
    Prize,
    Prizes,
    Rebuys,
    Satellite,
    Session,
    Statements,
    Withdrawal,
)

MOST_BLANKS: Final = 8
NAME_ALONE: Final = "name"  # a form that asks for nothing else: whoever is known has completed it


class Answers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a host fills in; whatever is left out stays as the template has it."""

    name: str | None = None
    starts: str | None = None
    players: int | None = None
    seats: int | None = None
    buy_in_cents: int | None = None
    starting_chips: int | None = None
    level_minutes: int | None = None
    prizes: tuple[int, ...] | None = None  # per mille, from the first place on


assert len(msgspec.structs.fields(Answers)) <= MOST_BLANKS


@dataclass(frozen=True, slots=True)
class Template:
    """A usual event."""

    key: str
    says: str
    conditions: Conditions  # by the house's rules


# --- parts that templates share ---------------------------------------------------------------------------------------


def blind_levels(minutes: int, *, breaks: int = 0) -> tuple[Level, ...]:
    """Twelve levels of rising blinds, with a break of ten minutes after every so many."""
    blinds = (
        (25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400),
        (300, 600), (400, 800), (600, 1_200), (1_000, 2_000), (1_500, 3_000), (2_500, 5_000),
    )  # fmt: skip
    return tuple(
        Level(
            minutes=minutes,
            least=big,
            most="stake",
            blinds=(small, big),
            break_minutes=10 if breaks and number % breaks == 0 and number < len(blinds) else 0,
        )
        for number, (small, big) in enumerate(blinds, start=1)
    )


def stud_levels(minutes: int) -> tuple[Level, ...]:
    """Ten levels of structured limits with antes, for books that play stud."""
    bets = (100, 200, 300, 400, 600, 800, 1_200, 2_000, 3_000, 5_000)
    return tuple(Level(minutes=minutes, least=bet, most=2 * bet, ante=bet // 4) for bet in bets)


def mixed_levels(minutes: int) -> tuple[Level, ...]:
    """Ten levels, hold'em without a limit and pot-limit Omaha in turn."""
    blinds = (50, 100, 150, 200, 300, 400, 600, 800, 1_200, 2_000)
    holdem = [
        Level(minutes=minutes, least=big, most="stake", blinds=(big // 2, big), game="texas-holdem", limit="no-limit")
        for big in blinds[::2]
    ]
    omaha = [
        Level(minutes=minutes, least=big, most="pot", blinds=(big // 2, big), game="omaha", limit="full-pot")
        for big in blinds[1::2]
    ]
    return tuple(level for pair in zip(holdem, omaha, strict=True) for level in pair)


PLAY: Final = Play(
    game="texas-holdem",
    limit="no-limit",
    seats=9,
    seats_by="draw",
    areas="the tables of the event",
    order_of_wagering="rules",
    button=("nobody-skips-a-blind", "rests-on-an-empty-place", "newcomer-waits"),
    balancing=Balancing(),
    breaking=Breaking(),
    final_table_redraw=True,
    clock=ActionClock(seconds=30),
    time_bank="none",
    hand_for_hand=HandForHand(),
    bonus_rounds="none",
    elimination_rounds="none",
    penalties=Penalties(by="orbits", steps=(1, 2, 3)),
    inserted_levels="none",
)
APART: Final = msgspec.structs.replace(
    PLAY, balancing="none", breaking="none", final_table_redraw=False, hand_for_hand="none"
)
ENTRY: Final = EntryTerms(
    least_players=2,
    most_players=18,
    only_entitled=True,
    refusal="none",
    criteria="none",
    form=NAME_ALONE,
    acceptance="none",
    withdrawal=Withdrawal(until_minutes_before=0),
    late_entry="none",
    alternates="none",
    re_entry="none",
    final_buy_in="none",
    transfer="none",
    substitutes="none",
)
SHARES: Final = (500, 300, 200)
PRIZES: Final = Prizes(
    bands=(
        Band(from_entries=1, prizes=(Prize(place=1, per_mille=1_000),)),
        Band(
            from_entries=5,
            prizes=tuple(Prize(place=place, per_mille=share) for place, share in enumerate(SHARES, start=1)),
        ),
    ),
    payment="cash at the end of the event",
    undertaking="none",
    guarantee="none",
    added="none",
    bounty="none",
    satellite="none",
    deals="none",
    simultaneous="stake-then-share",
)
FINAL: Final = Session(
    name="the event",
    starts="none",
    entry_fee_cents=0,
    buy_in_cents=2_000,
    starting_chips=5_000,
    schedule="levels",
    tables="as-needed",
    ends=Ends(players_left=1),
    advance="final",
    play_off="none",
)
FREEZE_OUT: Final = Conditions(
    book="house",
    name="Freeze-out",
    play=PLAY,
    chips=ChipSet(unit=25, set="none", colour_up="none"),
    schedules=(LevelSchedule(name="levels", levels=blind_levels(20, breaks=4)),),
    sessions=(FINAL,),
    repechage="none",
    heads_up="none",
    rebuys="none",
    add_ons="none",
    entry=ENTRY,
    prizes=PRIZES,
    commission="none",
    statements=Statements(conducted_by="Tournament Supervisor", prevails="rules"),
)


def derived(name: str, **changes: Any) -> Conditions:  # noqa: ANN401 - fields of the conditions
    """The freeze-out with another name and other answers."""
    return msgspec.structs.replace(FREEZE_OUT, name=name, **changes)


def session(**changes: Any) -> Session:  # noqa: ANN401 - fields of a session
    """The only session of a freeze-out with other answers."""
    return msgspec.structs.replace(FINAL, **changes)


HEADS_UP_PLAY: Final = msgspec.structs.replace(APART, seats=2, button="none")
HEAT: Final = session(
    name="heat",
    ends=Ends(left_per_table=1),
    advance=Advance(count=1, per="table", method="survivors", to="final"),
)
FINAL_OF_WINNERS: Final = session(name="final", buy_in_cents=0, tables=1)
TIMED_HEAT: Final = session(
    name="first session",
    ends=Ends(minutes=120),
    advance=Advance(count=9, method="most-chips", to="final"),
    play_off=PlayOff(rounds=1, starting_chips=1_000, schedule="levels"),
)

TEMPLATES: Final[Mapping[str, Template]] = {
    one.key: one
    for one in (
        Template("freeze-out", "One buy-in, one stack, until one player has all chips.", FREEZE_OUT),
        Template(
            "re-buy",
            "Re-buys in the first four levels, an add-on at the break after them.",
            derived(
                "Re-buys and an add-on",
                rebuys=Rebuys(most=3, period=Period(last_level=4), cost_cents=2_000, chips=5_000),
                add_ons=AddOns(
                    most=1,
                    period=Period(first_level=4, last_level=4, with_break=True),
                    cost_cents=2_000,
                    chips=5_000,
                ),
            ),
        ),
        Template(
            "heads-up",
            "A bracket of two against two, the best of three matches a round.",
            derived(
                "Heads-up bracket",
                play=HEADS_UP_PLAY,
                heads_up=Bracket(),
                sessions=(session(format="heads-up"),),
                entry=msgspec.structs.replace(ENTRY, most_players=16),
            ),
        ),
        Template(
            "shoot-out",
            "Every table plays until one is left; those play the final.",
            derived(
                "Shoot-out",
                play=APART,
                sessions=(HEAT, FINAL_OF_WINNERS),
                entry=msgspec.structs.replace(ENTRY, most_players=81),
            ),
        ),
        Template(
            "satellite",
            "The prizes are entries in another event.",
            derived(
                "Satellite",
                sessions=(session(ends=Ends(players_left="prizes")),),
                prizes=msgspec.structs.replace(
                    PRIZES, bands="none", satellite=Satellite(target="Main event", entry_cents=10_000)
                ),
            ),
        ),
        Template(
            "multi-session",
            "A session by the clock from which the nine with the most chips advance to the final.",
            derived(
                "Two sessions",
                play=msgspec.structs.replace(PLAY, hand_for_hand="none"),
                sessions=(TIMED_HEAT, FINAL_OF_WINNERS),
                entry=msgspec.structs.replace(ENTRY, most_players=36),
            ),
        ),
        Template(
            "turbo",
            "A home game in an evening: short levels and a short time to act.",
            derived(
                "Turbo",
                play=msgspec.structs.replace(PLAY, clock=ActionClock(seconds=20), hand_for_hand="none"),
                schedules=(LevelSchedule(name="levels", levels=blind_levels(6, breaks=6)),),
                entry=msgspec.structs.replace(
                    ENTRY, late_entry=Period(last_level=3), alternates=Alternates(most=9), most_players=18
                ),
            ),
        ),
        Template(
            "mixed",
            "Hold'em without a limit and pot-limit Omaha, level by level.",
            derived("Mixed games", schedules=(LevelSchedule(name="levels", levels=mixed_levels(15)),)),
        ),
    )
}


# --- filling one in ---------------------------------------------------------------------------------------------------


def fill(key: str, book: str, answers: Answers | None = None) -> Conditions:
    """A template by a book's rules, with the host's answers; items that are the operator's alone stay open."""
    rules = rules_of(book)
    if key not in TEMPLATES or key not in rules.templates:
        text = (
            phrase("{book} has no template {key}", book=Name(book), key=quoted(key))
            if key in TEMPLATES
            else phrase("there is no template {key}", key=quoted(key))
        )
        raise RuleViolation("no-template", HOUSE.cite("20.1"), text, legal=tuple(rules.templates))
    made = _by_book(key, book)
    if answers:
        made = _readable(_answered(made, answers))
    return _with_tables(made) if rules.counts_tables else made


def _readable(made: Conditions) -> Conditions:
    """The conditions, which a file could hold; answers that no file could are refused."""
    try:
        return msgspec.convert(msgspec.to_builtins(made), Conditions)
    except msgspec.ValidationError as fault:
        text = phrase("the answers cannot be read: {fault}", fault=Name(str(fault)))
        raise NotationError(text, cites=HOUSE.cite("20.1")) from None


def _by_book(key: str, book: str) -> Conditions:
    """A template with the book's own answers."""
    rules = rules_of(book)
    made = msgspec.structs.replace(TEMPLATES[key].conditions, book=book)
    for item, value in rules.templates[key].items():
        made = _with(made, item, value)
    if "blinds" not in find_game(book, str(made.play.game)).forced or made.play.limit == "structured":
        stud = tuple(LevelSchedule(name=one.name, levels=stud_levels(20)) for one in made.schedules)
        made = msgspec.structs.replace(made, schedules=stud)
    if rules.no_buy_in:
        fees = tuple(
            msgspec.structs.replace(one, entry_fee_cents=one.buy_in_cents, buy_in_cents=0) for one in made.sessions
        )
        made = msgspec.structs.replace(made, sessions=fees)
    for item in rules.operator:
        made = _with(made, item, UNSET)
    return msgspec.structs.replace(made, sessions=tuple(_that_fit(made, one) for one in made.sessions))


def _that_fit(conditions: Conditions, one: Session) -> Session:
    """A session from which no more advance than the tables of the next one seat."""
    terms, seats = one.advance, conditions.play.seats
    later = conditions.session(terms.to) if isinstance(terms, Advance) else None
    if not isinstance(terms, Advance) or later is None or not isinstance(later.tables, int):
        return one
    if not isinstance(seats, int) or terms.per != "session" or not isinstance(terms.count, int):
        return one
    fewer = msgspec.structs.replace(terms, count=min(terms.count, seats * later.tables))
    return msgspec.structs.replace(one, advance=fewer)


def _with_tables(conditions: Conditions) -> Conditions:
    """The number of tables that all players of the first session need; a divided table is two."""
    first, seats, most = conditions.sessions[0], conditions.play.seats, conditions.entry.most_players
    if first.tables != "as-needed" or not isinstance(seats, int) or not isinstance(most, int) or not seats:
        return conditions
    places = seats * (2 if first.format == "heads-up" else 1)
    tables = msgspec.structs.replace(first, tables=-(-most // places))
    return msgspec.structs.replace(conditions, sessions=(tables, *conditions.sessions[1:]))


def _with(conditions: Conditions, item: str, value: Any) -> Conditions:  # noqa: ANN401 - any answer
    """The conditions with another answer to an item that is no part of a list."""
    part, _, name = item.partition(".")
    if not name:
        return msgspec.structs.replace(conditions, **{part: value})
    inner = msgspec.structs.replace(getattr(conditions, part), **{name: value})
    return msgspec.structs.replace(conditions, **{part: inner})


def _answered(conditions: Conditions, answers: Answers) -> Conditions:
    """What the host filled in, in its places."""
    made = conditions
    if answers.name is not None:
        made = _with(made, "name", answers.name)
    if answers.players is not None:
        made = _with(made, "entry.most_players", answers.players)
    if answers.seats is not None:
        made = _with(made, "play.seats", answers.seats)
    if answers.prizes is not None:
        made = _with(made, "prizes.bands", _bands(answers.prizes))
    if answers.level_minutes is not None:
        made = msgspec.structs.replace(
            made,
            schedules=tuple(
                msgspec.structs.replace(
                    one,
                    levels=tuple(msgspec.structs.replace(level, minutes=answers.level_minutes) for level in one.levels),
                )
                for one in made.schedules
            ),
        )
    return msgspec.structs.replace(made, sessions=_sessions(made, answers))


def _bands(shares: tuple[int, ...]) -> tuple[Band, ...]:
    """One table of shares for every number of entries that has so many places; fewer entries, the first takes all."""
    whole = Band(from_entries=1, prizes=(Prize(place=1, per_mille=1_000),))
    given = tuple(Prize(place=place, per_mille=share) for place, share in enumerate(shares, start=1))
    return (
        (whole,)
        if len(given) < 2 and shares == (1_000,)
        else (whole, Band(from_entries=max(len(given), 2), prizes=given))
    )


def _sessions(conditions: Conditions, answers: Answers) -> tuple[Session, ...]:
    """Start and price are of the first session, chips of every one."""
    made = list(conditions.sessions)
    if answers.starting_chips is not None:
        made = [msgspec.structs.replace(one, starting_chips=answers.starting_chips) for one in made]
    if answers.starts is not None:
        made[0] = msgspec.structs.replace(made[0], starts=answers.starts)
    if answers.buy_in_cents is not None:
        name = "entry_fee_cents" if rules_of(conditions.book).no_buy_in else "buy_in_cents"
        made[0] = msgspec.structs.replace(made[0], **{name: answers.buy_in_cents})
    return tuple(made)
