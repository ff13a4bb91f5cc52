"""Stories of a table from hand to hand and of its cash desk.

After `proves` comes the sign; then one act or claim a line, several with `;` between them. An act may end with
`refused CODE`, and with the clauses in brackets that its events, or its refusal, must give.

    nsw-poker texas-holdem no-limit  blinds 100/200  min_stake=4000 max_stake=40000
    ann sits 3 with 20000; bob sits 5 with 20000
    hand opens: button 5, dealt 3 5, blinds 3 100 + 5 200     [9.1]
    hand closes: ann +500, bob -500
    ann moves to 7 posting
    notice at 0:00: straddle=true
    notice applied at 0:20 refused notice                     [8.3.1]

Times are hours:minutes, or hours:minutes:seconds. Of the cash desk:

    desk: stakes 4000-40000, unit 100, per hand 200, time 1200, sitting 500
    ann buys in 4000 at 0:10; time is 1:00
    charged ann time 900                                      [3.3.3.2]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from openfelt import room
from openfelt.cage import Cage, Terms, acts, fees
from openfelt.cage import decide as decide_cash
from openfelt.cage import evolve as evolve_cash
from openfelt.cards import cards, deck
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.games.policy import NSW
from openfelt.games.sign import Sign
from openfelt.games.signline import read_sign, write_sign
from openfelt.games.signtext import sign_lines
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.seating import Standing
from openfelt.rulebooks import RULEBOOK_KEYS, Cites
from openfelt.stories.files import NotAStory, Story
from openfelt.stories.lines import Failed, Step, nearest, read_proofs, require, whole_number
from openfelt.table import open_hand, start
from openfelt.table.script import CITED, read_cites
from openfelt.table.shoe import Shoe

MOST_HANDS: Final = 1_000  # of one line
PURSE: Final = 1_000_000
REFUSED: Final = re.compile(r"^(.*?)\s+refused(?: ([\w-]+))?$")
ENTRY: Final = r"(?: (posting|waiting))?$"
ENTRIES: Final[Mapping[str, Literal["post", "wait"]]] = {"posting": "post", "waiting": "wait", "": "wait"}
TERMS: Final = re.compile(
    r"(box|stakes|unit|per hand|time table|time|sitting|act time) ?(\d+)?(?:-(\d+|any))?(?: of (\d+))?$"
)


class Line(NamedTuple):
    """One act or claim, and the clauses it names."""

    number: int
    text: str
    cites: Cites


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


class RoomTelling:
    """One story being told: its table, its cash desk, and every clause they gave."""

    def __init__(self, story: Story) -> None:
        proofs, sign, self.lines = read(story.text)
        self.proves: tuple[str, ...] = tuple(proofs)
        self.sign: Sign = read_sign(sign.text)
        self.steps = [sign, *(Step(line.number, line.text) for line in self.lines)]
        self.next = 0
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
                case "blinds" | "late" | "missed":
                    have = {"blinds": event.blinds, "late": event.late, "missed": missed}[name]
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
        """What is so of a player: "has 500", "is out", "is waiting", "is not seated", "sits 4"."""
        place = self.table.place_of(player)
        if claim == "is not seated":
            require(place is None, f"{player} sits in seat {place.seat if place else 0}")
            return
        if place is None:
            raise Failed(f"{player} does not sit here")
        facts = {
            f"has {place.stack}",
            f"sits in {place.seat}",
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

    def shows_not(self, word: str) -> None:
        """No line of the sign begins so."""
        lines = [line.text for line in sign_lines(self.table.sign)]
        require(not any(line.startswith(word) for line in lines), f"the sign says: {'; '.join(lines)}")

    # --- lines

    def take(self, step: Step) -> Iterable[str]:
        """The sign, or one line: an act, a refused act, or a claim."""
        self.next += 1
        if self.next == 1:
            require(len(self.steps) > 1, "nothing happens")
            return ()
        self.given = set()
        try:
            self.tell(self.lines[self.next - 2])
        except msgspec.ValidationError as fault:
            raise NotationError(f"{step.text!r}: {fault}") from None
        finally:
            self.cites |= self.given
        return self.given

    def tell(self, line: Line) -> None:
        """One line: an act, a refused act, or a claim."""
        if self.opened_table is None and not line.text.startswith(("opens", "desk")):
            self.open()
            self.cites |= given_by(self.last[0])
        self.last = self.last if self.is_claim(line.text) else ()
        refused = REFUSED.match(line.text)
        if refused:
            self.refuse(line, refused[1], refused[2] or "")
            return
        self.do(line.text, line.cites)
        if not line.text.startswith(("sign shows", "sign has no")):
            self.given |= {cite for event in self.last for cite in given_by(event)}
            gave = ", ".join(sorted(self.given)) or "nothing"
            require(set(line.cites) <= self.given, f"gave {gave}, not {', '.join(line.cites)}")

    def refuse(self, line: Line, act: str, code: str) -> None:
        """An act that is refused, with that code and those clauses, and changes nothing."""
        before = repr((self.opened_table, self.opened_desk))
        try:
            self.do(act, ())
        except RuleViolation as refusal:
            self.given |= set(refusal.cites)
            require(not code or refusal.code == code, f"refused as {refusal.code}, not {code}")
            require(set(line.cites) <= set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
            require(refusal.cites, "a refusal without a clause")
            require(before == repr((self.opened_table, self.opened_desk)), "a refusal changed something")
        else:
            raise Failed(f"{act}: is not refused")

    def is_claim(self, text: str) -> bool:
        """Whether a line looks at what the act before it made."""
        return text.startswith(("charged", "opened", "sign shows", "sign has no", "moved", "won")) or bool(
            CLAIM.match(text)
        )

    def do(self, text: str, cites: tuple[str, ...]) -> None:
        """The act or claim of a line."""
        if text.startswith("opens"):
            self.open(text.removeprefix("opens"))
            return
        for pattern, function in LINES:
            if found := re.fullmatch(pattern, text):
                function(self, *found.groups(default=""), *((cites,) if function is RoomTelling.shows else ()))
                return
        raise NotationError(f"no line reads {text!r}", legal=nearest(text, FORMS))


def given_by(event: object) -> set[str]:
    """The clauses an event carries."""
    return {*getattr(event, "cites", ()), *getattr(event, "shuffle", ())}


def sit(told: RoomTelling, *words: str) -> None:
    """Someone sits down: "ann sits 3 with 20000 posting"; "from interstate", "with consent"."""
    player, seat, stake, more, entry = words
    groups = (more.removeprefix(" from ").strip(),) if more.startswith(" from") else ()
    how = ENTRIES[entry]
    told.give(q.SitDown(player, int(seat), int(stake), how, groups=groups, consent="consent" in more))


def many(told: RoomTelling, words: str) -> None:
    """Several sit down: "seated 1 ann 20000, 2 bob 20000"."""
    for one in words.split(", "):
        found = re.fullmatch(r"(\d+) (\w+) (\d+)", one.strip())
        if not found:
            raise NotationError(f"{one!r} is no player with seat and stake", legal=("seated 1 ann 20000, 2 bob 20000",))
        told.give(q.SitDown(found[2], int(found[1]), int(found[3]), consent=told.table.freeze_out))


def hands(told: RoomTelling, times: str) -> None:
    """Several rounds of play in which no chips change."""
    for _ in range(min(int(times), MOST_HANDS)):
        told.hand()


def open_and_check(told: RoomTelling, words: str) -> None:
    """A round of play opens as claimed."""
    told.hand(closes=None)
    told.opened(words)


def hand_and_check(told: RoomTelling, words: str) -> None:
    """A whole round of play that opens as claimed."""
    told.hand(closes=None)
    told.opened(words)
    made = told.last
    told.close("")
    told.last = (*made, *told.last)


def take_off(told: RoomTelling, player: str, amount: str, why: str) -> None:
    """Chips go from the table to the purse."""
    told.pay(
        acts.TakeOff("t", player, int(amount), approver=why.removeprefix(" approved by ") if "approved" in why else "")
    )


def time_is(told: RoomTelling, at: str) -> None:
    """The clock says so; the desk charges what is due."""
    told.clock = minutes(at)
    told.pay(acts.ChargeTime("t", told.clock))


def count_box(told: RoomTelling, by: str, cents: str, difference: str) -> None:
    """The commission box is counted, and so much is missing or over."""
    told.pay(acts.CountBox("t", int(cents), by))
    require(abs(told.last[0].difference) == int(difference), f"the difference is {told.last[0].difference}")


def won(told: RoomTelling, player: str, stake: str) -> None:
    """A Freeze Out was won."""
    found = [one for one in told.last if isinstance(one, r.FreezeOutWon)]
    require([(one.player, one.stake) for one in found] == [(player, int(stake))], f"won: {found}")


CLAIM = re.compile(r"\w+ (has|is|sits in|stake|purse) ?\S*( seated| declared)?$")
TIME = r"(\d+:\d\d(?::\d\d)?)"
LINES: list[tuple[str, Callable[..., None]]] = [
    (rf"(\w+) sits (\d+) with (\d+)( from \w+| with consent)?{ENTRY}", sit),
    (r"seated (.+)", many),
    (r"(\w+) stands(?: excused by (\w+))?", lambda t, who, by: t.give(q.StandUp(who, by))),
    (r"(\w+) adds (\d+)", lambda t, who, amount: t.give(q.AddStake(who, int(amount)))),
    (r"(\w+) sits out", lambda t, who: t.give(q.SitOut(who))),
    (r"(\w+) sits out at the blind", lambda t, who: t.give(q.SitOut(who, at_blind=True))),
    (rf"(\w+) comes back{ENTRY}", lambda t, who, entry: t.give(q.ComeBack(who, ENTRIES[entry]))),
    (rf"(\w+) moves to (\d+){ENTRY}",
     lambda t, who, to, entry: t.give(q.ChangeSeat(who, int(to), ENTRIES[entry]))),
    (r"(\w+) is told to vacate(?: by (\w+))?", lambda t, who, by: t.give(q.Vacate(who, by))),
    (r"seat (\d+) is warned with (\d+) seconds left",
     lambda t, seat, left: t.give(q.WarnTime(int(seat), int(left)))),
    (rf"(\w+) is excluded(?: until {TIME})?",
     lambda t, who, at: t.give(q.Exclude(who, minutes(at) if at else 0, t.table.rules.exclusion))),
    (r"the stake of (\w+) was short", lambda t, who: t.give(q.RequireStake(who, NSW.cite("8.2.1", "8.2.1.2")))),
    (r"rules are given to (\w+)", lambda t, who: t.give(q.GiveRules(who))),
    (r"(\d+) hands?", hands),
    (r"hand(?:: (.+))?", hand_and_check),
    (r"hand opens(?:: (.+))?", open_and_check),
    (r"hand closes(?:: (.+))?", RoomTelling.close),
    (rf"notice at {TIME}: (.+)", RoomTelling.notice),
    (rf"notice applied at {TIME}", RoomTelling.apply),
    (r"draw (at the start|for a vacancy): (.+) get (.+), (\w+) wins",
     lambda t, when, names, shown, winner: t.draw(names, shown, winner, when)),
    (r"vacancy: (.+); ?offered to (.+)", RoomTelling.vacancy),
    (r"vacancy (.+) -> (.+)", RoomTelling.vacancy),
    (r"desk: (.+)", RoomTelling.desk),
    (rf"desk at {TIME}: (.+)", lambda t, at, words: t.desk(words, at=at)),
    (r"(\w+) is issued (\d+)", lambda t, who, cents: t.pay(acts.IssueChips(who, int(cents)))),
    (r"(\w+) redeems (\d+)", lambda t, who, cents: t.pay(acts.RedeemChips(who, int(cents)))),
    (r"desk (\w+): (.+)", lambda t, name, words: t.desk(words, name)),
    (rf"(\w+) buys in (\d+)(?: at table (\w+))?(?: at {TIME})?", RoomTelling.buy_in),
    (r"(\w+) tops up (\d+)", lambda t, who, amount: t.pay(acts.TopUp("t", who, int(amount)))),
    (r"(\w+) takes off (\d+)( for a service| approved by \w+)", take_off),
    (r"(\w+) leaves", lambda t, who: t.pay(acts.Leave("t", who))),
    (r"(\w+) is moved to table (\w+)( from a broken game)?",
     lambda t, who, to, why: t.pay(acts.MoveByOrder(who, "t", to, broken_game=bool(why)))),
    (r"round starts: (.+)", lambda t, who: t.pay(acts.StartRound("t", tuple(who.split())))),
    (r"round ends( void)?", lambda t, void: t.pay(acts.EndRound("t", void=bool(void)))),
    (rf"time is {TIME}", time_is),
    (rf"time at table (\w+) is {TIME}", lambda t, table, at: t.pay(acts.ChargeTime(table, minutes(at)))),
    (r"commission checks are worth (\d+)(?: by (\w+))?",
     lambda t, value, by: t.pay(acts.SetCheckValue("t", int(value), by))),
    (r"(\w+) counts (\d+) in the box, (-?\d+) (?:missing|over)", count_box),
    (r"(\w+) counts (\d+) in the box", lambda t, by, cents: t.pay(acts.CountBox("t", int(cents), by))),
    (r"opened (.+)", RoomTelling.opened),
    (r"charged (\w+) (per-hand|time|sitting) (-?\d+)", RoomTelling.charged),
    (r"(\w+) (stake|purse) (-?\d+)", RoomTelling.money),
    (r"sign shows (.+)", RoomTelling.shows),
    (r"sign has no (.+)", RoomTelling.shows_not),
    (r"won (\w+) (\d+)", won),
    (r"(\w+) ((?:has|is|sits in) .+)", RoomTelling.place),
]  # fmt: skip


# What a line may look like, for whoever wrote one that cannot be read.
FORMS: Final = (
    "opens", "ann sits 3 with 20000 posting", "seated 1 ann 20000, 2 bob 20000", "ann stands", "ann adds 500",
    "ann sits out", "ann sits out at the blind", "ann comes back posting", "ann moves to 5",
    "ann is told to vacate by flo",
    "ann is excluded until 1:00", "the stake of ann was short", "3 hands", "hand: button 3, dealt 1 2", "hand opens: button 3",
    "hand closes: ann +500, bob -500", "notice at 0:00: closing", "notice applied at 1:20",
    "draw at the start: ann bob get Kh As, bob wins", "vacancy gus waiting, bob here -> bob", "ann has 500",
    "ann is out", "ann is not seated", "sign shows Stake: $40 or more", "sign has no Straddle", "won ann 20000",
    "desk: stakes 4000-40000", "ann buys in 4000 at 0:15", "ann tops up 100", "ann takes off 100 approved by mel",
    "ann leaves", "round starts: ann bob", "round ends", "time is 1:00", "charged ann time 900", "ann stake 5000",
    "ann purse -1200", "rules are given to ann",
)  # fmt: skip


def read(text: str) -> tuple[list[str], Step, list[Line]]:
    """What a story proves, its sign, and its lines."""
    proves: list[str] = []
    sign, made = Step(0, ""), []
    for number, whole in enumerate(text.split("\n"), start=1):
        words = whole.split("#", 1)[0].strip()
        try:
            if words.startswith("proves "):
                proves += read_proofs(words.removeprefix("proves "))
            elif words and not sign.text:
                sign = Step(number, words)
                read_sign(words)
            elif words:
                made += read_line(number, words, sign.text.split()[0])
        except OpenfeltError as fault:
            raise NotAStory(number, fault.message, expected=fault.legal) from None
    if not sign.text:
        raise NotAStory(0, "the text names no sign", expected=RULEBOOK_KEYS)
    return proves, sign, made


def read_line(number: int, words: str, book: str) -> list[Line]:
    """The acts and claims of a line; its clauses belong to the last."""
    cited = CITED.search(words)
    cites = read_cites(cited[1], book) if cited else ()
    parts = [one for one in (part.strip() for part in CITED.sub("", words).split(";")) if one]
    return [Line(number, one, cites if at == len(parts) else ()) for at, one in enumerate(parts, start=1)]
