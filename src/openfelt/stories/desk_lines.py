"""Lines of a tournament's story that tell of the director's desk: starts, the time to act, and counted chips.

the Tournament Supervisor moves the start of heat 1 to 2026-12-04 20:00
heat 1 starts at 2026-12-04 20:00
the Tournament Supervisor limits the time to 30 seconds
at level 2 there are 30 seconds
the Tournament Supervisor counts the chips at table 1
counted 10000
the Tournament Supervisor notes 4900 chips before ann
counted before ann 100 fewer
the Tournament Supervisor notes 99 chips of 25 back
missing 1 of 25
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.stories.lines import require
from openfelt.stories.tournament_play import BY, N, play_of
from openfelt.stories.tournament_stage import TournamentStage, officer
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import bag_orders as g
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments.desk import timed_sign
from openfelt.tournaments.dividing import area_words
from openfelt.tournaments.facts import conditions_of, session_of
from openfelt.tournaments.level_check import level_sign
from openfelt.tournaments.play_facts import levels_now
from openfelt.tournaments.play_orders import NoteGiven

Line = tuple[str, Callable[..., None]]


def moves_start(stage: TournamentStage, office: str, session: str, starts: str) -> None:
    """A session starts at another time."""
    stage.give(k.MoveStart(session, starts, officer(office)))


def limits_time(stage: TournamentStage, office: str, seconds: str) -> None:
    """There is a time to act."""
    stage.give(k.LimitTime(int(seconds), officer(office)))


def counts(stage: TournamentStage, office: str, table: str) -> None:
    """Chips are counted, at a table or everywhere."""
    stage.give(k.CountChips(int(table) if table else 0, officer(office)))


def notes_count(stage: TournamentStage, office: str, chips: str, name: str) -> None:
    """What was counted before a player."""
    stage.give(k.NoteCount(name, int(chips), officer(office)))


def notes_returned(stage: TournamentStage, office: str, returned: str, value: str) -> None:
    """What came back of chips of a value."""
    stage.give(k.CheckReturned(int(value), int(returned), officer(office)))


def starts_at(stage: TournamentStage, session: str, starts: str) -> None:
    """When a session is to start."""
    found = session_of(conditions_of(stage.event), session).starts
    require(found == starts, f"{session} starts at {found}")


def seconds_at(stage: TournamentStage, level: str, seconds: str) -> None:
    """The time to act on the sign of a level of the session in play; none: 0."""
    conditions = conditions_of(stage.event)
    levels = levels_now(stage.event, session_of(conditions, play_of(stage).session))
    found = timed_sign(stage.event, int(level), level_sign(conditions, levels[int(level) - 1])).clock.seconds
    require(found == int(seconds), f"there are {found} seconds")


def counted(stage: TournamentStage, chips: str) -> None:
    """The sum of the last count."""
    found = [one for one in stage.events if isinstance(one, d.ChipsCounted)]
    held = sum(stack for _, stack in found[-1].stacks) if found else 0
    require(held == int(chips), f"{held} chips were counted")


def differs(stage: TournamentStage, name: str, chips: str, way: str) -> None:
    """What was counted before a player, beside the record."""
    found = [one for one in stage.events if isinstance(one, d.CountNoted) and one.player == name]
    more = found[-1].counted - found[-1].on_record if found else 0
    require(bool(found) and more == int(chips) * (-1 if way == "fewer" else 1), f"{more:+} chips")


def missing(stage: TournamentStage, chips: str, value: str) -> None:
    """What did not come back of chips of a value, after the last session."""
    found = {of: count for (_, of), count in stage.event.missing.items()}
    require(found.get(int(value)) == int(chips), f"missing: {found}")


def counts_of(text: str) -> tuple[tuple[str, int], ...]:
    """What is in bags: "ann 5000, bob 10000"."""
    return tuple((part.split()[0], int(part.split()[1])) for part in text.split(", "))


def bags_stacks(stage: TournamentStage, office: str, what: str, text: str) -> None:
    """Stacks go into bags, or are found in them."""
    kind = g.CountBags if what == "bags" else g.OpenBags
    stage.give(kind(counts_of(text), officer(office)))


def seals(stage: TournamentStage, office: str, what: str) -> None:
    """A second person seals bags, or confirms what was in them."""
    stage.give((g.SealBags if what == "seals" else g.ConfirmBags)(officer(office)))


def lets_stand(stage: TournamentStage, office: str, stands: str, name: str, wordless: str) -> None:
    """What stands of a difference in a bag: the record, or what was found."""
    reason = " " if wordless else "as it was"
    stage.give(g.DecideBag(name, "bag" if stands == "bag" else "record", reason, officer(office)))


def bags_differ(stage: TournamentStage, text: str) -> None:
    """What the last count of the bags found otherwise."""
    counted = [one for one in stage.events if isinstance(one, b.BagsSealed | b.BagsConfirmed)]
    odd = [f"{one.player} {one.counted - one.due:+}" for one in counted[-1].bags if one.counted != one.due]
    require((", ".join(odd) or "nothing") == text, f"different: {', '.join(odd) or 'nothing'}")


def given_out(stage: TournamentStage, text: str) -> None:
    """Which real chips are out: "40 of 25, 90 of 100"."""
    found = ", ".join(f"{count} of {value}" for value, count in sorted(stage.event.inventory.items()) if count)
    require(found == text, f"given out {found or 'nothing'}")


def has_come(stage: TournamentStage, name: str) -> None:
    """What somebody bought is in the stack before another round begins."""
    acts = [act for act, one in play_of(stage).gifts.items() if one.player == name]
    for act in acts or ["none"]:
        stage.give(NoteGiven(act))


def sets_backs(stage: TournamentStage, office: str, backs: str, table: str) -> None:
    """Other cards on one side of a divided table."""
    stage.give(k.SetBacks(int(table), backs, officer(office)))


def stands_at(stage: TournamentStage, number: str, words: str) -> None:
    """Which side of which real table a tournament table is."""
    table = play_of(stage).tables.get(int(number))
    told = str(area_words(table)) if table else "not in play"
    require(told == words, f"table {number} is {told or 'a table of its own'}")


DESK_CLAIMS: Final[tuple[Line, ...]] = (
    (r"(.+) starts at (\d{4}-\d\d-\d\d \d\d:\d\d)", starts_at),
    (r"at level (\d+) there are (\d+) seconds", seconds_at),
    (r"counted (\d+)", counted),
    (rf"counted before {N} (\d+) (more|fewer)", differs),
    (r"missing (\d+) of (\d+)", missing),
    (r"in the bags (.+) differs", bags_differ),
    (r"given out ((?:\d+ of \d+(?:, )?)+)", given_out),
    (r"table (\d+) is the (.+ side of .+)", stands_at),
)
DESK_ACTS: Final[tuple[Line, ...]] = (
    (rf"{BY}moves the start of (.+) to (.+)", moves_start),
    (rf"{BY}limits the time to (-?\d+) seconds", limits_time),
    (rf"{BY}counts the chips(?: at table (\d+))?", counts),
    (rf"{BY}notes (-?\d+) chips before {N}", notes_count),
    (rf"{BY}notes (-?\d+) chips of (\d+) back", notes_returned),
    (rf"{BY}(bags|finds) ((?:\w+ -?\d+(?:, )?)+)", bags_stacks),
    (rf"{BY}(seals|confirms) the bags", seals),
    (rf"{BY}lets the (bag|record) of {N} stand( without a word)?", lets_stand),
    (rf"what {N} bought is in the stack", has_come),
    (rf"{BY}uses (.*) ?backs at table (\d+)", sets_backs),
)
DESK_FORMS: Final = (
    "the Tournament Supervisor moves the start of heat 1 to 2026-12-04 20:00", "heat 1 starts at 2026-12-04 20:00",
    "the Tournament Supervisor limits the time to 30 seconds", "at level 2 there are 30 seconds",
    "the Tournament Supervisor counts the chips at table 1", "counted 10000",
    "the Tournament Supervisor notes 4900 chips before ann", "counted before ann 100 fewer",
    "the Tournament Supervisor notes 99 chips of 25 back", "missing 1 of 25",
    "the dealer bags ann 5000, bob 10000", "the dealer Tom seals the bags", "the dealer finds ann 5000, bob 10000",
    "the dealer Tom confirms the bags", "the Tournament Supervisor lets the bag of ann stand",
    "in the bags ann -25 differs",
    "given out 40 of 25, 90 of 100",
    "what ann bought is in the stack",
    "table 1 is the left side of table 1, red backs", "the Tournament Supervisor uses green backs at table 1",
)  # fmt: skip
