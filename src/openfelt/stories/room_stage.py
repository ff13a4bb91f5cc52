"""The table and the cash desk of a story: what its lines do there, and what they claim of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, get_args

from openfelt import room
from openfelt.cage import Cage, Terms, acts, fees
from openfelt.cage import decide as decide_cash
from openfelt.cage import evolve as evolve_cash
from openfelt.cards import cards, deck
from openfelt.errors import NotationError
from openfelt.games.sign import Sign
from openfelt.games.signline import read_sign, write_sign
from openfelt.games.signtext import sign_lines
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.seating import Standing
from openfelt.stories.lines import Failed, require, whole_number
from openfelt.table import open_hand, start
from openfelt.table.shoe import Shoe

PURSE: Final = 1_000_000
TERMS: Final = re.compile(
    r"(box|stakes|unit|per hand|time table|time|sitting|act time) ?(\d+)?(?:-(\d+|any))?(?: of (\d+))?$"
)


def minutes(text: str) -> int:
    """A time of the story in milliseconds."""
    hours, mins, *seconds = (int(part) for part in text.split(":"))
    return (hours * 3600 + mins * 60 + (seconds[0] if seconds else 0)) * 1000


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


class RoomStage:
    """A table of the sign and its cash desk, and every clause they gave."""

    def __init__(self, sign: Sign) -> None:
        self.sign = sign
        self.opened_table: room.Table | None = None
        self.opened_desk: Cage | None = None
        self.cites: set[str] = set()
        self.given: set[str] = set()  # by the latest line
        self.last: tuple[Any, ...] = ()
        self.clock = 0

    @property
    def table(self) -> room.Table:
        """The table, which must have been opened."""
        if self.opened_table is None:
            raise Failed("no table has been opened")
        return self.opened_table

    @property
    def cage(self) -> Cage:
        """The cash desk, which must have been opened."""
        if self.opened_desk is None:
            raise NotationError("no cash desk has been opened", legal=("desk: stakes 4000-40000",))
        return self.opened_desk

    # --- acts

    def act(self, made: object, record: Callable[[Any], None]) -> None:
        """An act was decided: its events are recorded and its clauses noted."""
        self.last = made if isinstance(made, tuple) else (made,)
        for event in self.last:
            record(event)

    def give(self, command: q.RoomCommand) -> None:
        """A command to the table."""
        self.act(room.decide(self.table, command), lambda event: room.evolve(self.table, event))

    def pay(self, command: acts.AnyCommand) -> None:
        """A command to the cash desk."""
        self.act(decide_cash(self.cage, command), lambda event: evolve_cash(self.cage, event))

    def open(self, words: str = "") -> None:
        """Open the table of the sign: `opens`, `opens for novices`, `opens as Freeze Out approved by mel`."""
        kinds = (
            r"(?: for ([\w-]+))?(?: as Freeze Out(?: approved by (\w+))?)?( with real cards)?(?: and a shuffler, (.+))?"
        )
        found = re.fullmatch(kinds, words)
        if not found:
            forms = ("opens", "opens for novices", "opens as Freeze Out approved by mel", "opens with real cards")
            raise NotationError(f"a table does not open {words.strip()!r}", legal=forms)
        if self.opened_table is not None:
            raise NotationError("the table is open already", legal=("opens, once, before any other act",))
        opened = room.open_table(
            "t",
            self.sign,
            live=bool(found[3]),
            only=found[1] or "",
            freeze_out="Freeze" in words,
            approved_by=found[2] or "",
            backs=tuple((found[4] or "").split()),
        )
        self.last = (opened,)
        self.opened_table = room.begin(opened)

    def hand(self, *, closes: str | None = "") -> None:
        """Open a round of play, deal it by the engine, and close it; chips change only if told so."""
        self.give(q.OpenHand())
        opened = self.last[-1]
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
        self.give(q.CloseHand(tuple(stacks.items()), taken, keep_button=misdeal, void=void))

    def notice(self, at: str, words: str) -> None:
        """A notice: "closing", or what the sign will say, in the words of a sign; "with consent" of all players."""
        words, consent, _ = words.partition(" with consent")
        if words == "closing":
            self.give(q.GiveNotice(minutes(at)))
            return
        sign = self.sign
        for one in words.split(", "):
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
        self.sign = self.table.sign

    def draw(self, names: str, shown: str, winner: str, when: str) -> None:
        """A draw for a seat, at the start or for a vacancy, in the order named; the winner is claimed."""
        order = self.table.rules.priority
        if order is None:
            raise Failed(f"{self.sign.rulebook} knows no draw for a seat")
        why = order.draw_at_start if when == "at the start" else order.draw_for_vacancy
        drawn = room.draw_for_seat(names.split(), cards(shown), why)
        self.last = (drawn,)
        require(drawn.winner == winner, f"{drawn.winner} wins the draw")

    def vacancy(self, claims: str, offered: str) -> None:
        """Who is offered a vacant seat among "ann here, dan like-table, eve waiting"."""
        made = []
        for one in claims.split(", "):
            player, _, standing = one.partition(" ")
            if standing not in get_args(Standing):
                raise NotationError(
                    f"{one!r} is no claim to a seat", legal=[f"ann {way}" for way in get_args(Standing)]
                )
            made.append(room.Claim(player, standing))  # type: ignore[arg-type]
        offer = room.offer_seat(self.table, made)
        self.last = (offer,)
        require(offer.players == tuple(offered.split()), f"offered to {' '.join(offer.players)}")

    def desk(self, words: str, table: str = "t", at: str = "0:00") -> None:
        """Open a cash desk with the money lines of the sign."""
        terms: dict[str, Any] = {"unit": 100}
        for part in words.split(", "):
            found = TERMS.match(part.removesuffix(" on the clock"))
            if not found:
                forms = ("stakes 4000-40000", "unit 100", "per hand 200", "time 1200", "sitting 500", "box")
                raise NotationError(f"{part!r} is no line of a cash desk", legal=forms)
            what, first, second, period = found[1], int(found[2] or 0), found[3], int(found[4] or 60)
            anchor = fees.Anchor.CLOCK_HOUR if part.endswith("on the clock") else fees.Anchor.GAME_START
            match what:
                case "stakes":
                    terms |= {"least": first, "most": int(second) if second and second != "any" else None}
                case "box":
                    terms["box"] = True
                case "unit":
                    terms["unit"] = first
                case "per hand":
                    terms["hand_fee"] = fees.HandFee(first)
                case "sitting":
                    terms["sitting_fee"] = fees.SittingFee(first)
                case "act time":
                    terms["time_fee"] = fees.act_time_fee(first, approved=int(second or first), period_minutes=period)
                case _:
                    per_table = what == "time table"
                    terms["time_fee"] = fees.TimeFee(first, period, anchor=anchor, per_table=per_table)
        if "least" not in terms:
            raise NotationError("the cash desk names no stakes", legal=("stakes 4000-40000", "stakes 4000-any"))
        self.opened_desk = self.opened_desk or Cage()
        self.pay(acts.OpenTable(table, Terms(self.sign.rulebook, **terms), minutes(at)))

    def buy_in(self, player: str, amount: str, table: str, at: str) -> None:
        """Sit down at the desk; a purse is filled first if there is none."""
        if not self.cage.purse(player):
            self.pay(acts.IssueChips(player, PURSE))
        self.pay(acts.BuyIn(table or "t", player, int(amount), minutes(at) if at else self.clock))

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
                case "button":
                    have, want = (event.button,), (whole_number(value, "seat"),)
                case "dealt" | "declared":
                    have = event.seats if name == "dealt" else declared
                    want = tuple(whole_number(one, "seat") for one in value.split())
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
            *({"is excused"} if place.excused else set()),
        }
        require(claim in facts, f"{player} {', '.join(sorted(facts))}")

    def charged(self, player: str, method: str, amount: str) -> None:
        """A fee that the last act charged or put down as owed; an amount of 0 claims that there was none."""
        found = [one for one in self.last if isinstance(one, acts.FeeCharged | acts.FeeOwed | acts.FeeRefunded)]
        total = sum(
            one.amount * (-1 if isinstance(one, acts.FeeRefunded) else 1)
            for one in found
            if one.player == player and one.method == method
        )
        require(total == int(amount), f"{player} was charged {total} for {method}")

    def money(self, player: str, what: str, amount: str) -> None:
        """A player's stake or purse at the desk."""
        have = self.cage.stake("t", player) if what == "stake" else self.cage.purse(player) - PURSE
        require(have == int(amount), f"{player}'s {what} is {have}")

    def shows(self, text: str, cites: tuple[str, ...]) -> None:
        """A line of the sign that now hangs beside the table, asked for by those clauses."""
        lines = {line.text: line.cites for line in sign_lines(self.table.sign)}
        require(text in lines, f"the sign says: {'; '.join(lines)}")
        require(set(cites) <= set(lines[text]), f"the line is there by {', '.join(lines[text])}")
        require(set(cites) <= self.cites, "the table did not give those clauses with its sign")

    def reads(self, text: str) -> None:
        """All that the sign says, line by line."""
        lines = [line.text for line in sign_lines(self.table.sign)]
        require(lines == [one.strip() for one in text.split("|")], f"the sign says: {' | '.join(lines)}")

    def shows_not(self, word: str) -> None:
        """No line of the sign begins so."""
        lines = [line.text for line in sign_lines(self.table.sign)]
        require(not any(line.startswith(word) for line in lines), f"the sign says: {'; '.join(lines)}")
