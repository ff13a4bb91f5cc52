"""Wandering through a tournament: acts are chosen by a seed, and what each did is written down as a story.

The conditions are a template with answers from a list, as far as they may be published. About two acts of three are
those that come next in an event, the others any. Accepted acts are told with clauses of their events, refused ones with
the code and clauses of the refusal; the last lines claim everybody's money, chips, seat and place.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

from openfelt.cage import accounts
from openfelt.errors import NotationError, RuleViolation
from openfelt.stories.acting import read_line
from openfelt.stories.files import Story
from openfelt.stories.lines import Failed
from openfelt.stories.tournament_play import GROUNDS
from openfelt.stories.tournaments import MONEY, TournamentTelling
from openfelt.tournaments.checking import check, rules_of
from openfelt.tournaments.play_facts import plan_of

NAMES: Final = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
OFFICES: Final = ("Tournament Supervisor", "Tournament Supervisor", "Tournament Director", "casino operator", "dealer")
MOST_CITES: Final = 3
MOST_TRIES: Final = 1_000
ENVELOPES: Final = "[{count = 9, per_mille = 100}, {count = 1, per_mille = 100}]"
THREE_LEVELS: Final = "{last_level = 3, with_break = true}"
SECOND_LEVEL: Final = "{first_level = 2, last_level = 2, with_break = true}"
CHIPS: Final = "[{value = 25, colour = 'green', count = 900}, {value = 100, colour = 'black', count = 900}]"
LEVELS: Final = """[{minutes = 20, least = 50, most = "stake", blinds = [25, 50], remove_chip = 25}, \
{minutes = 20, least = 200, most = "stake", blinds = [100, 200]}]"""
# Answers that a host might give. Those that may not be published together with the others are left out.
ANSWERS: Final = (
    ("sessions.1.entry_fee_cents = 500",),
    ("sessions.1.entry_fee_cents = 333", "sessions.1.fee_to_pool_per_mille = 500"),
    ('prizes.bounty = {kind = "fixed", cents = 501}',),
    ('prizes.bounty = {kind = "progressive", cents = 333}',),
    (f'prizes.bounty = {{kind = "mystery", cents = 100, from_players = 3, envelopes = {ENVELOPES}}}',),
    ("prizes.guarantee = {cents = 20000, least_entries = 4, cancel_below = true}",),
    ("prizes.guarantee = {cents = 9000, least_entries = 3, cancel_below = false}",),
    ("prizes.added = [{cents = 1001}]",),
    ('prizes.deals = {methods = ["chips", "icm", "custom"]}',),
    ('prizes.deals = {methods = ["chips"], left_for_first_per_mille = 100}',),
    ("rebuys = {most = 2, period = {last_level = 2}, cost_cents = 1500, chips = 4000}",),
    (f'rebuys = {{most = 3, period = {THREE_LEVELS}, cost_cents = 1000, chips = 5000, when = "no-chips"}}',),
    (f"add_ons = {{most = 1, period = {SECOND_LEVEL}, cost_cents = 700, chips = 3000}}",),
    ("entry.late_entry = {last_level = 2}",),
    ("entry.re_entry = {most = 1, period = {last_level = 2}, entry_fee_cents = 0, buy_in_cents = 2000}",),
    ("entry.re_entry = {most = 2, period = {last_level = 3}, entry_fee_cents = 100, buy_in_cents = 1500}",),
    ("entry.most_players = 4", "entry.alternates = {most = 2}", "entry.least_players = 2", "sessions.1.tables = 2"),
    ("entry.most_players = 6", 'entry.alternates = {most = 2, order = "draw", before_re_entries = false}',
     "entry.least_players = 2"),
    ("entry.least_players = 3",),
    ('entry.acceptance = "written"',),
    ('entry.refusal = "reserved"',),
    ('entry.substitutes = {in_person = true, approved_by = "Tournament Supervisor"}',),
    ("entry.withdrawal = {until_minutes_before = 30}", 'sessions.1.starts = "2026-12-04 12:45"'),
    ('sessions.1.starts = "2026-12-04 12:10"',),
    ("play.seats = 3", "sessions.1.tables = 4", "entry.most_players = 10"),
    ("play.seats = 4", "sessions.1.tables = 3", "entry.most_players = 10"),
    ('play.balancing = {who = "draw", to = "draw"}',),
    ('play.balancing = {who = "by-position", to = "by-position", halt_short = 2}',),
    ("play.balancing = {most_difference = 2, halt_short = 3}",),
    ('play.breaking = {order = "fewest-players", seats = "one-step-draw"}',),
    ('play.breaking = {order = "listed", listed = [2, 1, 3, 4]}',),
    ("play.final_table_redraw = true",),
    ("play.final_table_redraw = false",),
    ("play.hand_for_hand = {players_above = 2, minutes_per_hand = 3}",),
    ("play.bonus_rounds = {most = 2, chips = 101}", "chips.unit = 1"),
    ("play.bonus_rounds = {most = 1, prize_cents = 333}",),
    ('play.bonus_rounds = {most = 1, prize_cents = 335, split_prize = "drawn"}',),
    ("play.elimination_rounds = {most = 2}",),
    ('play.penalties = {by = "hands", steps = [1, 3]}',),
    ('play.penalties = {by = "minutes", steps = [5, 10]}',),
    ('play.penalties = {by = "orbits", steps = [1]}',),
    ('play.dispute_holds = "event"',),
    ("play.time_bank = {cards = 2, seconds = 20}",),
    ('play.inserted_levels = [{minutes = 7, least = 100, most = "stake", blinds = [50, 100]}]',),
    ("schedules.1.levels.1.break_minutes = 5",),
    ("schedules.1.levels.2.break_minutes = 5", "schedules.1.levels.2.overnight = true"),
    ("silent schedules.1.levels.1.minutes", "schedules.1.levels.1.hands = 2"),
    ("silent schedules.1.levels.2.minutes", "schedules.1.levels.2.eliminations = 1"),
    ('prizes.across_tables = "tie-and-share"',),
    ('prizes.simultaneous = "stake-then-share"',),
    ("heads_up.matches = 1", "heads_up.third_place = true"),
    ("heads_up.matches = 1",),
    ('play.dealt = "live"', f"chips.set = {CHIPS}"),
    ('chips.colour_up = "race"', f"chips.set = {CHIPS}", f"schedules.1.levels = {LEVELS}"),
    ("sessions.1.ends = {minutes = 25}",),
    ("sessions.1.ends = {rounds = 3}",),
    ('entry.transfer = {sessions = ["final"], until_minutes_before = 10}',),
    ('entry.final_buy_in = {session = "final", most = 1, cost_cents = 3000, until_minutes_before = 0}',),
    ('repechage = [{from_session = "first session", to_session = "final", count = 1}]',),
)  # fmt: skip


class Wanderer:
    """One story being made."""

    def __init__(self, book: str, template: str, seed: int) -> None:
        self.book, self.random = book, random.Random(f"{book} {template} {seed}")
        self.template = template
        self.told = self.begun()
        self.lines: list[str] = []
        self.cited: set[str] = set()
        self.refused: set[tuple[str, str]] = set()
        self.answers()

    def begun(self) -> TournamentTelling:
        """The event before the first line."""
        text = f"proves house 20.1\n{self.book} {self.template}\n"
        return TournamentTelling(Story("wander", "tournament", text))

    def answers(self) -> None:
        """Some answers of the list that may be published together."""
        wanted = self.random.sample(ANSWERS, len(ANSWERS))
        for several in wanted[: self.random.randint(8, 30)]:
            before = self.told.conditions
            try:
                for one in several:
                    self.told.tell(read_line(0, one, self.book)[0])
            except (NotationError, Failed):
                self.told.conditions = before
                continue
            if check(self.told.conditions).faults:
                self.told.conditions = before
            else:
                self.lines += several

    # -- acts ----------------------------------------------------------------------------------------------------------

    def act(self, text: str) -> bool:
        """Do an act and write down what came of it; True if it was accepted."""
        told, line = self.told, read_line(0, text, self.book)[0]
        told.before_act(text)
        is_kept = told.kept()
        told.given = set()
        try:
            told.tell(line)
        except RuleViolation as refusal:
            if not is_kept():
                assert text.startswith("entered "), text
                self.as_written()  # some of several players have entered: no line can say so
                return False
            if (kind := (shape(text), refusal.code)) not in self.refused:  # the same again says nothing new
                self.refused.add(kind)
                self.note(f"{text} refused {refusal.code}", refusal.cites)
            if refusal.code == "not-your-office" and refusal.legal:
                office = self.random.choice(refusal.legal)
                again = re.sub(r"^the (?:casino operator|dealer|[A-Z]\w+(?: [A-Z]\w+)*)", f"the {office}", text)
                return again != text and self.act(again)
            return False
        except (NotationError, Failed):
            return False  # no line for now
        self.note(text, sorted(told.given))
        return True

    def as_written(self) -> None:
        """Begin anew and do what is written down so far."""
        self.told = self.begun()
        for line in self.lines:
            self.told.tell(read_line(0, line, self.book)[0])

    def note(self, text: str, cites: tuple[str, ...] | list[str]) -> None:
        """Write a line with some of its clauses."""
        clauses = [one for one in cites if "," not in one][:MOST_CITES]
        self.cited |= set(clauses)
        words = ", ".join(one.removeprefix(f"{self.book} ") for one in clauses)
        self.lines.append(f"{text}  [{words}]" if clauses else text)

    def wander(self, lines: int) -> None:
        """So many acts."""
        for _ in range(MOST_TRIES):
            if len(self.lines) >= lines:
                return
            several = list(self.usual()) if self.random.random() < 0.7 else []
            self.act(self.random.choice(several or list(self.any())))

    def name(self) -> str:
        """Somebody, more often one who plays."""
        inside = list(self.told.event.play.players)
        return self.random.choice(inside if inside and self.random.random() < 0.8 else list(NAMES))

    def by(self) -> str:
        """An office, mostly the one that may."""
        who = rules_of(self.book).conducted_by.value if self.random.random() < 0.8 else self.random.choice(OFFICES)
        return f"the {who.split('/')[0]}"

    def usual(self) -> Iterator[str]:
        """What comes next in an event."""
        event, pick = self.told.event, self.random
        play = event.play
        match event.phase:
            case "empty" | "published":
                yield "entered ann, bob" if pick.random() < 0.5 else "entered ann, bob, cat"
            case "open":
                free = [one for one in NAMES if one not in event.entries]
                if len(event.entries) < 4 and free:
                    yield f"entered {', '.join(free[: pick.randint(1, 3)])}"
                    return
                for one in free[:2]:
                    yield f"{one} applies"
                for one in event.entries:
                    yield pick.choice((f"{one} pays the fee", f"{one} pays the buy-in", f"{one} accepts version 1"))
                for _ in range(6):
                    yield f"{self.by()} starts"
                yield f"{pick.choice((1, 9, 15))} minutes pass"
            case "started" if not play.session:
                yield from ("the session begins", "the session begins", "the clock starts", f"{self.name()} applies")
            case "started":
                yield from self.in_session()
            case "finished" | "awarded":
                yield from (f"the casino operator pays {one}" for one in event.entries)
            case _:
                yield from self.any()

    def in_session(self) -> Iterator[str]:
        """What comes next while a session is played."""
        play, pick = self.told.event.play, self.random
        yield from self.rounds()
        yield from self.rounds()
        for group in play.broke:
            for one in group.brokes:
                yield from (f"{one.player} takes a re-buy", f"{one.player} takes no re-buy",
                            f"the time of {one.player} is over")  # fmt: skip
        for one in (move.player for move in play.moves.values()):
            yield f"{one} has moved"
        yield f"{pick.choice((1, 5, 10, 19, 20))} minutes pass"
        if not play.clock.runs:
            yield "the clock starts"
        stages = plan_of(self.told.event)
        following = stages[play.stage + 1] if play.stage + 1 < len(stages) else None
        yield f"the next {'break' if following and following.is_break else 'level'} begins"
        yield from ("the session ends", "the session closes", "the session begins", "the places are confirmed")
        yield f"players move to {pick.choice(('balance the tables', 'break a table', 'draw the final table'))}"
        if len(play.players) < 4 and pick.random() < 0.5:
            yield f"{self.name()} proposes a deal by {pick.choice(('chips', 'icm'))}"
        if play.deal is not None:
            yield from (f"{one} agrees with deal {play.deal.id}" for one in play.players)

    def rounds(self) -> Iterator[str]:
        """A round of play at some table."""
        play, pick = self.told.event.play, self.random
        for table in play.tables.values():
            inside = [one for one in table.players.values() if one in play.players and play.players[one].chips]
            if len(inside) < 2:
                continue
            pick.shuffle(inside)
            count = pick.choice((1, 1, 1, 2)) if len(inside) > 2 else 1
            losers, winners = inside[:count], inside[count : count + pick.choice((1, 1, 2))]
            least = min(play.players[one].chips for one in winners)
            lost = {
                one: min(pick.choice((play.players[one].chips, play.players[one].chips, 1, 500)),
                         play.players[one].chips, least)
                for one in losers
            }  # fmt: skip
            top = max(lost.values())
            pot = sum(lost.values())
            parts = [
                f"{one} {play.players[one].chips} to {play.players[one].chips - chips} with {chips} in"
                for one, chips in lost.items()
            ]
            for at, one in enumerate(winners):
                share = pot // len(winners) + (at < pot % len(winners))
                parts.append(f"{one} {play.players[one].chips} to {play.players[one].chips + share} with {top} in")
            button = f", button {pick.choice(list(table.players))}" if pick.random() < 0.7 else ""
            yield f"round at table {table.number}: {', '.join(parts)}{button}"

    def any(self) -> Iterator[str]:
        """Whatever might be tried."""
        pick, name, by = self.random, self.name, self.by
        table, number = pick.choice((1, 1, 2, 3)), pick.choice((1, 1, 2))
        yield from self.rounds()
        yield from (
            f"{name()} takes a re-buy", f"{name()} takes the add-on", f"{name()} takes no re-buy",
            f"the time of {name()} is over", f"{name()} takes a late seat", f"{name()} buys back in",
            f"{name()} buys into the final", f"{name()} buys into the final without the form", "entries close",
            f"{by()} disqualifies {name()} for {pick.choice(list(GROUNDS))}{pick.choice(('', ', refunding the fee'))}",
            f"{by()} penalises {name()}", f"{by()} penalises {name()}", f"the table keeps {name()} from play",
            f"the penalty of {name()} is over", f"{name()} disputes at table {table}", f"{name()} disputes the event",
            f"{by()} decides dispute {number}", f"{by()} decides dispute {number} without a word",
            f"{by()} announces a bonus round at table {table}", f"{by()} announces an elimination round",
            f"{by()} announces a bonus round", f"{by()} announces an elimination round at table {table}",
            f"{name()} proposes a deal by {pick.choice(('chips', 'icm'))}",
            f"{name()} proposes a deal: {name()} {pick.choice((1000, 3000))}, {name()} 3000",
            f"{name()} agrees with deal {number}", f"{name()} does not agree with deal {number}",
            "tables wait for each other", "tables deal together", "tables wait no more",
            f"{by()} plans moves to {pick.choice(('balance the tables', 'break a table', 'draw the final table'))}",
            f"{by()} accepts moves {number}", f"{by()} drops moves {number}", f"{name()} has moved",
            f"{by()} begins the session", f"{by()} starts the clock", f"{by()} stops the clock",
            f"{by()} ends the level", f"{by()} {pick.choice(('adds', 'takes off'))} {pick.choice((1, 5, 30))} minutes",
            f"{by()} puts in level {number}", f"{by()} gives a break of {pick.choice((1, 5))} minutes",
            "chips are coloured up after level 1", f"{by()} closes the session", f"{by()} confirms the places",
            f"{name()} applies", f"{name()} applies without the form", f"{name()} accepts version 1",
            f"{name()} pays the fee", f"{name()} pays the buy-in", f"{name()} withdraws",
            f"{name()} withdraws and forfeits", f"the casino operator refuses {name()}",
            f"the casino operator moves {name()} to final", f"{by()} lets {name()} play for {name()}",
            f"{by()} sells the seat of {name()} to {name()}", "the casino operator adds 500",
            f"{by()} starts without {name()}", "the casino operator cancels below the minimum",
            f"the casino operator pays {name()}", f"{by()} awards {name()}, {name()}",
            f"{by()} moves the start of the event to 2026-12-04 20:00", f"{by()} limits the time to 20 seconds",
            f"{by()} counts the chips", f"{by()} counts the chips at table {table}",
            f"{by()} notes {pick.choice((4900, 5000))} chips before {name()}", f"{by()} notes 10 chips of 25 back",
            f"{by()} bags {name()} 5000", f"{by()} seals the bags", f"{by()} finds {name()} 5000",
            f"{' and '.join(pick.sample(NAMES, 2))} are kept apart", f"{pick.choice(NAMES)} may not play here",
            f"the next round began {pick.choice((1, 4, 25))} minutes ago", "cards As Kd Qc Jh",
            f"the casino operator amends entry.most_players = {pick.choice((3, 9))}",
            "the casino operator cancels" if pick.random() < 0.05 else "entries close",
            f"{by()} confirms the bags", f"{pick.choice((1, 10))} minutes pass", "59 seconds pass",
            "the Tournament Supervisor Sue comes on duty", "the Tournament Supervisor Sue goes off duty",
        )  # fmt: skip

    # -- the end -------------------------------------------------------------------------------------------------------

    def claims(self) -> None:
        """Everybody's money, chips, seat and place."""
        told, play = self.told, self.told.event.play
        for name in sorted(told.purses):
            self.lines.append(f"{name} has {told.ledger.balance(accounts.purse(name))}")
        for what in ("fee", "pool", "prizes", "bank"):
            self.lines.append(f"{what} {told.ledger.balance(MONEY[what]())}")
        for one in play.players.values():
            self.lines.append(f"{one.player} has {one.all_chips} chips")
            self.lines.append(f"{one.player} sits at table {one.table} seat {one.seat}")
        for name, out in play.eliminated.items():
            if name not in play.players and out.place:
                self.lines.append(f"{name} is out in place {out.place}")
        self.lines.append(f"the event is {told.event.phase}")


def shape(text: str) -> str:
    """An act without its names and numbers."""
    return re.sub(rf"\b(?:{'|'.join(NAMES)})\b|\d+", "x", text)


def story(book: str, template: str, seed: int, lines: int) -> str:
    """A whole story as text."""
    made = Wanderer(book, template, seed)
    made.wander(lines)
    made.claims()
    proves = ", ".join(sorted(made.cited))
    return "\n".join((f"proves {proves}", f"{book} {template}", *made.lines)) + "\n"
