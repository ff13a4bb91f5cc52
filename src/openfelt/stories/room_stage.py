"""The tables of a story and everyone's money: what its lines do there, and what they claim of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from typing import Any, Final

from msgspec.structs import replace

from openfelt import room
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.cards import Card, deck
from openfelt.errors import NotationError, RuleViolation
from openfelt.games.sign import Sign
from openfelt.games.signline import read_sign, write_sign
from openfelt.games.signtext import sign_lines
from openfelt.lists.state import Lists
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room import orders as o
from openfelt.room import rotation
from openfelt.room.evening import Evening
from openfelt.room.house_events import FeeOwed, FeePaid, FeeReturned
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.stories.lines import Asserted, Failed, Source, require, source_of, whole_number
from openfelt.table import open_hand, start
from openfelt.table.shoe import Shoe

DOLLAR: Final = 100
PURSE: Final = 1_000_000  # of whoever buys in and was issued nothing
ENOUGH: Final = 1_000_000_000  # of whoever just sits down
TERMS: Final = re.compile(
    r"(box|stakes|unit|per hand|time table|time|sitting|act time) ?(\d+)?(?:-(\d+|any))?(?: of (\d+))?$"
)


def minutes(text: str) -> int:
    """A time of the story in milliseconds."""
    whole, _, thousandths = text.partition(".")
    hours, mins, *seconds = (int(part) for part in whole.split(":"))
    return (hours * 3600 + mins * 60 + (seconds[0] if seconds else 0)) * 1000 + int(thousandths or 0)


def told(several: Iterable[object]) -> str:
    """Numbers as a person would list them.

    >>> told(((3, 100), (5, 200))), told((7,)), told(())
    ('3 100 + 5 200', '7', 'none')
    """
    groups = [" ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in several]
    return (" + " if any(isinstance(one, tuple) for one in several) else " ").join(groups) or "none"


def pairs(text: str) -> tuple[tuple[int, ...], ...]:
    """Numbers in groups: "3 100 + 5 200"; "none" for none."""
    if text == "none":
        return ()
    return tuple(tuple(whole_number(part) for part in one.split()) for one in text.split(" + "))


def free_seat(table: room.Table) -> int:
    """The first seat that nobody sits in; at a full table it is one that the sign does not have."""
    return next(seat for seat in count(1) if seat not in table.places)


def with_money_lines(sign: Sign, words: str) -> Sign:
    """A sign with other money lines: stakes, chips, fees."""
    changes: dict[str, Any] = {}
    fees: dict[str, Any] = {}
    for part in words.split(", "):
        found = TERMS.match(part.removesuffix(" on the clock"))
        if not found:
            forms = ("stakes 4000-40000", "unit 100", "per hand 200", "time 1200", "sitting 500", "box")
            raise NotationError(f"{part!r} is no line of a cash desk", legal=forms)
        what, first, second = found[1], int(found[2] or 0), found[3]
        match what:
            case "stakes":
                changes |= {"min_stake": first, "max_stake": int(second) if second and second != "any" else 0}
            case "unit":
                changes["unit"] = first
            case "box":
                fees["box"] = True
            case "per hand" | "sitting":
                fees[what.replace(" ", "_")] = first
            case "act time":
                fees |= {"kind": "time", "hourly": first, "most": int(second or first), "most_per": "hand"}
            case _:
                hours = "clock" if part.endswith("on the clock") else "game"
                fees |= {"hourly": first, "shared": what == "time table", "hours": hours}
    if "min_stake" not in changes:
        raise NotationError("the cash desk names no stakes", legal=("stakes 4000-40000", "stakes 4000-any"))
    whole = (*sign.blinds, sign.ante, sign.bring_in, sign.limit.small)
    usual = {} if any(amount % DOLLAR for amount in whole) else {"unit": DOLLAR}
    return sign.replace(**(usual | changes), commission=replace(sign.commission, **fees) if fees else sign.commission)


class RoomStage:
    """A table of the sign, others beside it, and every clause they gave."""

    def __init__(self, sign: Sign) -> None:
        self.sign = sign
        self.evening = Evening()
        self.lists = Lists()
        self.to_draw: tuple[Card, ...] = ()  # the cards of the next draw for a seat, if the story says them
        self.kept_out: frozenset[str] = frozenset()  # whom the house keeps from playing
        self.here = "t"  # the table of the latest line
        self.cites: set[str] = set()
        self.given: set[str] = set()  # by the latest line
        self.last: tuple[Any, ...] = ()
        self.events: list[object] = []  # of the tables; a hand that they open has its own
        self.asserted: Asserted = defaultdict(set)
        self.openings: dict[str, Source] = {}  # by table
        self.source = Source("")  # the latest order, which may be refused
        self.gave: list[tuple[Source, tuple[Any, ...]]] = []  # what the latest line ordered, and what came of it

    @property
    def table(self) -> room.Table:
        """The table of the sign, or the one that the line names, which must have been opened."""
        return self.opened_table(self.here)

    def opened_table(self, name: str) -> room.Table:
        """The table of that name, which must have been opened."""
        if name not in self.evening.tables:
            raise Failed("no table has been opened" if name == "t" else f"no table {name} has been opened")
        return self.evening.tables[name].table

    def digest(self) -> tuple[Any, ...]:
        """Everything here: equal stages have equal ones."""
        return self.evening.digest(), self.lists.copy()

    # --- acts

    def note(self, made: object) -> None:
        """What happened, with its clauses."""
        self.last = made if isinstance(made, tuple) else (made,)
        self.events += self.last
        self.gave.append((self.source, self.last))

    def assert_by(self, cites: Iterable[str], sources: Iterable[Source]) -> None:
        """A line asserts these clauses, which these orders gave at a table that was opened so."""
        opening = self.openings.get(self.here)
        for source in sources:
            needed = (source,) if opening in (None, source) else (opening, source)
            for cite in cites:
                self.asserted[cite].add(needed)

    def give(self, order: o.TableOrder | o.ToldOrder, table: str = "") -> None:
        """An order to a table."""
        table = table or self.here
        self.opened_table(table)
        self.source = source_of(order)
        self.note(self.evening.give(table, order))

    def sit(self, command: q.SitDown) -> None:
        """Someone sits down, with a purse that holds enough."""
        before = self.evening.ledger.copy()
        if self.evening.purse(command.player) < command.stake:
            self.evening.issue(command.player, ENOUGH)
        apart = self.evening.kept_apart(self.table.name, command.player)
        try:
            self.give(replace(command, apart=apart))
        except RuleViolation:
            self.evening.ledger = before
            raise

    def correct(self, player: str, by: str) -> None:
        """A ruling changes a stake: it is recorded with the clauses of its cause."""
        place = self.table.place_of(player)
        if place is None:
            raise Failed(f"{player} does not sit here")
        mine, purse, cents = self.table.accounts.stake(player), self.table.accounts.outside(player), int(by)
        source, target = (purse, mine) if cents > 0 else (mine, purse)
        require(cents, "a correction by nothing is none")
        held = self.evening.balance(source)
        require(abs(cents) <= held, f"the {'purse' if cents > 0 else 'stake'} of {player} holds {held}")
        self.evening.ledger.post(transfer(abs(cents), source=source, target=target, reason="told", cites=()))
        self.source = Source("StakeCorrected")
        self.note(self.evening.happen(self.here, r.StakeCorrected(place.seat, player, cents, ())))

    def miscount(self, player: str, seat: int, stake: int) -> None:
        """Someone sits down with a stake outside the limits, and nobody notices."""
        require(seat not in self.table.places, f"seat {seat} is taken")
        require(self.table.place_of(player) is None, f"{player} sits here already")
        require(0 < stake <= ENOUGH, f"a stake of {stake} is none that nobody notices")
        self.evening.issue(player, ENOUGH)
        self.source = Source("SeatTaken")
        self.note(self.evening.happen(self.here, r.SeatTaken(seat, player, stake, "now", ())))

    def open(self, words: str = "") -> None:
        """Open the table of the sign: `opens`, `opens for novices`, `opens as Freeze Out approved by mel`."""
        kinds = (
            r"(?: for ([\w-]+))?(?: as Freeze Out(?: approved by (\w+))?)?(?: hosted by (\w+))?( with real cards)?"
            r"(?: to the friends of (\w+))?"
            r"(?: and a shuffler, (.+))?"
        )
        found = re.fullmatch(kinds, words)
        if not found:
            hosted = ("opens hosted by ann", "opens to the friends of ann")
            forms = ("opens", "opens for novices", "opens as Freeze Out approved by mel", *hosted)
            raise NotationError(f"a table does not open {words.strip()!r}", legal=forms)
        if "t" in self.evening.tables:
            raise NotationError("the table is open already", legal=("opens, once, before any other act",))
        terms: dict[str, Any] = {
            "live": bool(found[4]),
            "only": found[1] or "",
            "freeze_out": "Freeze" in words,
            "approved_by": found[2] or "",
            "backs": tuple((found[6] or "").split()),
            "host": found[3] or "",
            "owner": found[5] or "",
        }
        self.source = Source("OpenTable", tuple(name for name, value in terms.items() if value))
        opened = self.evening.open("t", self.sign, **terms)
        self.openings["t"] = self.source
        self.note(opened)

    def hand(self, *, closes: str | None = "") -> None:
        """Open a round of play, deal it by the engine, and close it; chips change only if told so."""
        self.give(q.OpenHand())
        opened = next(one for one in self.last if isinstance(one, r.HandOpened))
        players = [(seat, self.table.places[seat].stack) for seat in opened.seats]
        blinds = opened.blinds if self.table.sign.blinds else None
        shoe = Shoe(deck(self.table.sign.deck, joker=self.table.sign.joker).cards)
        open_hand(start(self.table.sign, players, button=opened.button, blinds=blinds, late=opened.late), shoe)
        if closes is not None:
            self.close(closes)

    def close(self, words: str) -> None:
        """Close a round of play: "ann +500, bob -530, taken 30", "misdeal", "void"."""
        stacks = {seat: self.table.places[seat].stack for seat in self.table.dealt}
        taken, misdeal, void = 0, False, False
        for part in filter(None, (one.strip() for one in words.split(","))):
            name, _, amount = part.partition(" ")
            if name == "taken":
                taken = whole_number(amount, "amount")
            elif name == "misdeal":
                misdeal = True
            elif name == "void":
                void = True
            else:
                place = self.table.place_of(name)
                if place is None or place.seat not in stacks:
                    raise Failed(f"{name} was not dealt in")
                stacks[place.seat] += whole_number(amount, "amount")
        before = sum(self.table.places[seat].stack for seat in self.table.dealt)
        require(sum(stacks.values()) + taken == before, f"{before} in chips become {sum(stacks.values()) + taken}")
        require(min(stacks.values(), default=0) >= 0, "nobody loses more than the stake")
        self.settle(stacks, taken)
        self.give(q.CloseHand(tuple(stacks.items()), taken, keep_button=misdeal, void=void))

    def settle(self, stacks: dict[int, int], taken: int) -> None:
        """Chips that changed hands in a round whose cards nobody tells: through the pot, as at any table."""
        pot = self.table.accounts.pot
        lines: list[Posting] = []
        won = {seat: stack - self.table.places[seat].stack for seat, stack in stacks.items()}
        for seat, amount in sorted(won.items(), key=lambda one: one[1]):  # the losers first
            mine = self.table.accounts.stake(self.table.places[seat].player)
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            lines += transfer(abs(amount), source=source, target=target, reason="told", cites=()) if amount else ()
        if taken:
            target = accounts.commission(self.here, "percentage")
            lines += transfer(taken, source=pot, target=target, reason="told", cites=())
        self.evening.ledger.post(lines)

    def notice(self, at: str, words: str) -> None:
        """A notice: "closing", what the sign will say, or all of it; "with consent" of all players."""
        words, consent, _ = words.partition(" with consent")
        if words == "closing":
            self.give(q.GiveNotice(minutes(at)))
            return
        whole = words.partition(" ")[0] in RULEBOOK_KEYS
        sign = read_sign(words) if whole else self.sign
        for one in () if whole else words.split(", "):
            text = write_sign(sign)
            name, _, value = one.partition("=")
            if value:
                kept = re.sub(rf"(^|\s+){re.escape(name)}=\S+", " ", text)
                sign = read_sign(f"{kept} {one}")
            elif one.startswith("commission"):
                kept = re.sub(r"\s+commission\S*( (\d\S*%|time|act\S*))?", " ", text)
                sign = read_sign(kept if one == "commission nil" else f"{kept} {one}")
            else:
                name = one.partition(" ")[0]
                sign = read_sign(re.sub(rf"{re.escape(name)} \S+", lambda _, new=one: new, text))  # type: ignore[misc]
        self.give(q.GiveNotice(minutes(at), sign, consent=bool(consent)))

    def apply(self, at: str) -> None:
        """The notice has run."""
        self.give(q.ApplyNotice(minutes(at)))
        self.sign = self.table.posted

    def desk(self, words: str, table: str = "t", at: str = "0:00") -> None:
        """Open a table with these money lines on the story's sign: "stakes 4000-40000, per hand 200"."""
        self.evening.at_ms = minutes(at)
        self.source = Source("OpenTable")
        self.note(self.evening.open(table, with_money_lines(self.sign, words)))

    def issue(self, player: str, cents: str) -> None:
        """The room gives chips to a purse."""
        self.source = Source("issue")
        self.note(self.evening.issue(player, int(cents)))

    def redeem(self, player: str, cents: str) -> None:
        """The room takes chips of a purse back."""
        self.source = Source("redeem")
        self.note(self.evening.redeem(player, int(cents)))

    def buy_in(self, player: str, amount: str, table: str, at: str) -> None:
        """Sit down in the first free seat; a purse is filled first if there is none."""
        if at:
            self.evening.at_ms = minutes(at)
        before = self.evening.ledger.copy()
        if not self.evening.purse(player):
            self.evening.issue(player, PURSE)
        to = self.opened_table(table or "t")
        apart = self.evening.kept_apart(to.name, player)
        try:
            self.give(q.SitDown(player, free_seat(to), int(amount), "post", apart=apart), to.name)
        except RuleViolation:
            self.evening.ledger = before
            raise

    def take_off(self, player: str, amount: str, why: str) -> None:
        """Chips leave the table: " for a service", or " approved by mel"."""
        approver = why.removeprefix(" approved by ") if "approved" in why else ""
        self.give(q.TakeOff(player, int(amount), approver))

    def move(self, player: str, to: str, why: str) -> None:
        """A player is moved by order to the first free seat of another table."""
        seat = free_seat(self.opened_table(to))
        source = self.table.name
        self.source = Source("SendPlayer", ("broken_game",) if why else ())
        self.note(self.evening.move(player, source, to, seat, broken_game=bool(why)))

    def round_starts(self, names: str) -> None:
        """A round of play begins with these players dealt in, and nobody else."""
        wanted = names.split()
        made: list[Any] = []
        for place in list(self.table.places.values()):
            owes = place.player in self.evening.tables[self.here].owed
            if place.player not in wanted and place.status != "out":
                self.give(q.SitOut(place.player))
                made += self.last
            elif place.player in wanted and (place.status != "playing" or owes):
                self.give(q.ComeBack(place.player, "post"))
                made += self.last
        self.give(q.OpenHand())
        made += self.last
        opened = next(one for one in reversed(made) if isinstance(one, r.HandOpened))
        dealt = sorted(self.table.places[seat].player for seat in opened.seats)
        require(dealt == sorted(wanted), f"dealt in: {' '.join(dealt)}")
        self.last = tuple(made)

    def round_ends(self, void: str) -> None:
        """The round of play is over, no chips have changed hands."""
        self.close("void" if void else "")

    def time_is(self, at: str, table: str = "t") -> None:
        """The clock says so; the table charges what is due."""
        self.evening.at_ms = minutes(at)
        self.give(o.ChargeFees(), table)

    # --- claims

    def opened(self, words: str) -> None:
        """What the round of play opened with: "button 5, dealt 3 5, blinds 3 100 + 5 200, late 7 200 100"."""
        event = next((one for one in self.last if isinstance(one, r.HandOpened)), None)
        if event is None:
            raise Failed("no hand was opened by the line before")
        missed = tuple((one.seat, one.blind) for one in self.last if isinstance(one, r.BlindMissed))
        declared = tuple(one.seat for one in self.last if isinstance(one, r.Declared))
        have: tuple[object, ...]
        want: tuple[object, ...]
        for part in filter(None, (one.strip() for one in words.split(","))):
            name, _, value = part.partition(" ")
            match name:
                case "shuffle":
                    have, want = tuple(cite.partition(" ")[2] for cite in event.shuffle), tuple(value.split())
                case "button":
                    have, want = (event.button,), (whole_number(value, "seat"),)
                case "dealt" | "declared" | "due" | "absent" | "waits":
                    seats = {"dealt": event.seats, "declared": declared, "due": event.due, "absent": event.absent}
                    have = seats.get(name, event.waits)
                    named = () if value == "none" else value.split()
                    want = tuple(whole_number(one, "seat") for one in named)
                case "blinds" | "late" | "missed" | "brought":
                    brought = room.stakes_brought(self.table, event.seats)
                    have = {"blinds": event.blinds, "late": event.late, "missed": missed, "brought": brought}[name]
                    want = pairs(value)
                case _:
                    forms = (
                        "button 3",
                        "dealt 1 2",
                        "blinds 1 100 + 2 200",
                        "late 3 200 100",
                        "missed 4 2",
                        "declared 2",
                        "brought 1 4000",
                        "shuffle 5.1 5.1.2",
                        "due 1 2",
                        "absent 3",
                        "waits 4",
                    )
                    raise NotationError(f"{part!r} is nothing that a hand opens with", legal=forms)
            require(have == want, f"{name} is {told(have)}, not {told(want)}")

    def place(self, player: str, claim: str) -> None:
        """What is so of a player: "has 500", "is out", "is waiting", "is not seated", "sits in 4", "needs 500"."""
        place = self.table.place_of(player)
        if claim == "is not seated":
            require(place is None, f"{player} sits in seat {place.seat if place else 0}")
            return
        if place is None:
            raise Failed(f"{player} does not sit here")
        facts = {
            f"has {place.stack}",
            f"sits in {place.seat}",
            f"needs {room.chips_needed(self.table, place)}",
            f"is {place.status}",
            *({"is declared"} if place.declared else {"is not declared"}),
            *({"is leaving"} if place.leaving else set()),
            "is due to sit out" if place.out_at_blind else "is not due to sit out",
            "is excused" if place.excused else "is not excused",
        }
        require(claim in facts, f"{player} {', '.join(sorted(facts))}")

    def button(self, where: str) -> None:
        """Where the button is: "3", or "no seat" before the first round of play."""
        at = self.table.button
        require(at == (0 if where == "no seat" else whole_number(where, "seat")), f"the button is at {at or 'no seat'}")

    def holds(self, chips: str) -> None:
        """All chips on the table and those that wait beside it."""
        require(self.table.money == int(chips), f"the table holds {self.table.money}")

    def game(self, key: str, kind: str, key_next: str, rounds: str) -> None:
        """Which game is played now, and which is next, after how many rounds: "razz, next omaha in 3"."""
        sign = self.table.sign
        require(sign.game == key, f"the game is {sign.game}")
        require(not kind or sign.limit.kind == kind, f"the limit is {sign.limit.kind}")
        if key_next:
            require(self.table.posted.rotation is not None, "no other game comes")
            left = rotation.coming(self.table).rounds
            have = (
                self.table.posted.games[rotation.next_turn(self.table)].game,
                "unknown" if left is None else f"{left}",
            )
            require(have == (key_next, rounds or have[1]), f"next is {have[0]} in {have[1]}")

    def announced(self, key: str, rounds: str) -> None:
        """The game that the last act announced, and after how many rounds of play it begins; "no game" for none."""
        found = [(one.sign.game, str(one.rounds)) for one in self.last if isinstance(one, r.GameAnnounced)]
        want = [] if key == "no game" else [(key, rounds)]
        require(found == want, f"announced: {', '.join(' in '.join(one) for one in found) or 'no game'}")

    def asked(self, player: str) -> None:
        """The player who is to have the button is asked which game is played next."""
        self.give(o.AskChoice())
        found = [one.player for one in self.last if isinstance(one, r.ChoiceAsked)]
        require(found == [player], f"asked: {' '.join(found) or 'nobody'}")

    def choose(self, player: str, key: str, kind: str) -> None:
        """A player chooses a game of the sign, by its key and, where that names several, by its limit."""
        games = [(one.game, one.limit.kind) for one in self.table.posted.games]
        at = next((at for at, one in enumerate(games) if one[0] == key and kind in {"", one[1]}), len(games))
        self.give(o.ChooseGame(player, at))

    def clock(self, at: str) -> None:
        """The clock says so, and nobody does anything."""
        self.evening.at_ms = minutes(at)

    def blinds(self, what: str, amounts: str) -> None:
        """What the last act did to the blinds: "stay", or "rise to 300/400"."""
        changed = [one.sign.blinds for one in self.last if isinstance(one, r.SignChanged)]
        want = [] if what == "stay" else [tuple(int(one) for one in amounts.split("/"))]
        require(changed == want, f"the blinds become {', '.join('/'.join(map(str, one)) for one in changed) or 'none'}")

    def charged(self, player: str, method: str, amount: str) -> None:
        """A fee that the last act charged or put down as owed; an amount of 0 claims that there was none."""
        found = [one for one in self.last if isinstance(one, FeePaid | FeeOwed | FeeReturned)]
        total = sum(
            one.amount * (-1 if isinstance(one, FeeReturned) else 1)
            for one in found
            if one.player == player and one.method == method
        )
        require(total == int(amount), f"{player} was charged {total} for {method}")

    def money(self, player: str, what: str, amount: str) -> None:
        """A player's stake, or what has come to the purse since it was filled."""
        have = self.evening.stake(self.here, player) if what == "stake" else self.evening.purse(player) - PURSE
        require(have == int(amount), f"{player}'s {what} is {have}")

    def shows(self, text: str, cites: tuple[str, ...]) -> None:
        """A line of the sign that now hangs beside the table, asked for by those clauses."""
        lines = {str(line.text): line.cites for line in sign_lines(self.table.posted)}
        require(text in lines, f"the sign says: {'; '.join(lines)}")
        require(set(cites) <= set(lines[text]), f"the line is there by {', '.join(lines[text])}")
        require(set(cites) <= self.cites, "the table did not give those clauses with its sign")
        self.assert_by(cites, {self.openings.get(self.here, Source("OpenTable"))})

    def reads(self, text: str) -> None:
        """All that the sign says, line by line."""
        lines = [str(line.text) for line in sign_lines(self.table.posted)]
        require(lines == [one.strip() for one in text.split("|")], f"the sign says: {' | '.join(lines)}")

    def shows_not(self, word: str) -> None:
        """No line of the sign begins so."""
        lines = [str(line.text) for line in sign_lines(self.table.posted)]
        require(not any(line.startswith(word) for line in lines), f"the sign says: {'; '.join(lines)}")
