"""Runs the stories of a table from hand to hand and of its cash desk: `*.room`, text that names the clauses it proves.

A file holds stories with `---` between them and may have `with` tables, as `.hand` files do. After `proves` comes the
sign; then one act or claim a line, several with `;` between them. An act may end with `refused CODE`, and with the
clauses in brackets that its events, or its refusal, must give.

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

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from openfelt import cage, room
from openfelt.cage import acts, fees
from openfelt.cards import cards, deck
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games.policy import NSW
from openfelt.games.signline import read_sign, write_sign
from openfelt.games.signtext import sign_lines
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.table import open_hand, start
from openfelt.table.script import CITED, read_cites
from openfelt.table.shoe import Shoe
from tests.stories.runner import FOLDER, Story, Told, stories

PURSE = 1_000_000
REFUSED = re.compile(r"^(.*?)\s+refused(?: ([\w-]+))?$")
ENTRY = r"(?: (posting|waiting))?$"
ENTRIES = {"posting": "post", "waiting": "wait", None: "wait"}
TERMS = re.compile(r"(box|stakes|unit|per hand|time table|time|sitting|act time) ?(\d+)?(?:-(\d+|any))?(?: of (\d+))?$")


class StoryFailed(OpenfeltError, AssertionError):
    """A line that does not come true."""


class Line(NamedTuple):
    """One act or claim, and the clauses it names."""

    number: int
    text: str
    cites: tuple[str, ...]


def minutes(text: str) -> int:
    """A time of the story in milliseconds."""
    hours, mins, *seconds = (int(part) for part in text.split(":"))
    return (hours * 3600 + mins * 60 + (seconds[0] if seconds else 0)) * 1000


def require(truth: object, text: str) -> None:
    """Fail with words that say what was so instead."""
    if not truth:
        raise StoryFailed(text)


def pairs(text: str) -> tuple[tuple[int, ...], ...]:
    """Numbers in groups: "3 100 + 5 200"; "none" for none."""
    return () if text == "none" else tuple(tuple(map(int, one.split())) for one in text.split(" + "))


class Telling:
    """One story being told: its table, its cash desk, and every clause they gave."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.sign: Any = None
        self.table: Any = None
        self.cage: Any = None
        self.given: set[str] = set()
        self.last: tuple[Any, ...] = ()
        self.clock = 0

    # --- acts

    def act(self, decide: Callable[[], Any], record: Callable[[Any], None]) -> None:
        """Give a command: its events are recorded and its clauses noted."""
        made = decide()
        self.last = made if isinstance(made, tuple) else (made,)
        for event in self.last:
            record(event)

    def give(self, command: Any) -> None:
        """A command to the table."""
        self.act(lambda: room.decide(self.table, command), lambda event: room.evolve(self.table, event))

    def pay(self, command: Any) -> None:
        """A command to the cash desk."""
        self.act(lambda: cage.decide(self.cage, command), lambda event: cage.evolve(self.cage, event))

    def open(self, words: str = "") -> None:
        """Open the table of the sign: `opens`, `opens for novices`, `opens as Freeze Out approved by mel`."""
        kinds = (
            r"(?: for ([\w-]+))?(?: as Freeze Out(?: approved by (\w+))?)?( with real cards)?(?: and a shuffler, (.+))?"
        )
        found = re.fullmatch(kinds, words)
        require(found, f"a table does not open {words!r}")

        def begin(event: Any) -> None:
            self.table = room.begin(event)

        self.act(
            lambda: room.open_table(
                "t",
                self.sign,
                live=bool(found[3]),
                only=found[1] or "",
                freeze_out="Freeze" in words,
                approved_by=found[2] or "",
                backs=tuple((found[4] or "").split()),
            ),
            begin,
        )

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
                taken = int(amount)
            elif name == "misdeal":
                misdeal = True
            elif name == "void":
                void = True
            else:
                place = self.table.place_of(name)
                require(place, f"no {name} at the table")
                stacks[place.seat] += int(amount)
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
                name, _, amounts = one.partition(" ")
                sign = read_sign(re.sub(rf"{name} \S+", f"{name} {amounts}", text))
        self.give(q.GiveNotice(minutes(at), sign, consent=bool(consent)))
        self.announced = sign

    def apply(self, at: str) -> None:
        """The notice has run."""
        self.give(q.ApplyNotice(minutes(at)))
        self.sign = self.table.sign

    def draw(self, names: str, shown: str, winner: str, when: str) -> None:
        """A draw for a seat, at the start or for a vacancy, in the order named; the winner is claimed."""
        order = self.table.rules.priority
        why = order.draw_at_start if when == "at the start" else order.draw_for_vacancy
        self.act(lambda: room.draw_for_seat(names.split(), cards(shown), why), lambda _: None)
        require(self.last[0].winner == winner, f"{self.last[0].winner} wins the draw")

    def vacancy(self, claims: str, offered: str) -> None:
        """Who is offered a vacant seat among "ann here, dan like-table, eve waiting"."""
        made = [room.Claim(*one.split()) for one in claims.split(", ")]
        self.act(lambda: room.offer_seat(self.table, made), lambda _: None)
        require(self.last[0].players == tuple(offered.split()), f"offered to {' '.join(self.last[0].players)}")

    def desk(self, words: str, table: str = "t", at: str = "0:00") -> None:
        """Open a cash desk with the money lines of the sign."""
        terms: dict[str, Any] = {"unit": 100}
        for part in words.split(", "):
            found = TERMS.match(part.removesuffix(" on the clock"))
            require(found, f"{part!r} is no line of the terms")
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
        rulebook = self.sign.rulebook
        self.cage = self.cage or cage.Cage()
        self.pay(acts.OpenTable(table, cage.Terms(rulebook, **terms), minutes(at)))

    def buy_in(self, player: str, amount: str, table: str, at: str) -> None:
        """Sit down at the desk; a purse is filled first if there is none."""
        if not self.cage.purse(player):
            self.pay(acts.IssueChips(player, PURSE))
        self.pay(acts.BuyIn(table or "t", player, int(amount), minutes(at) if at else self.clock))

    # --- claims

    def opened(self, words: str) -> None:
        """What the round of play opened with: "button 5, dealt 3 5, blinds 3 100 + 5 200, late 7 200 100"."""
        event = next(one for one in self.last if isinstance(one, r.HandOpened))
        missed = tuple((one.seat, one.blind) for one in self.last if isinstance(one, r.BlindMissed))
        declared = tuple(one.seat for one in self.last if isinstance(one, r.Declared))
        for part in filter(None, (one.strip() for one in words.split(","))):
            name, _, value = part.partition(" ")
            have, want = {
                "button": lambda value=value: (event.button, int(value)),
                "dealt": lambda value=value: (event.seats, tuple(map(int, value.split()))),
                "blinds": lambda value=value: (event.blinds, pairs(value)),
                "late": lambda value=value: (event.late, pairs(value)),
                "missed": lambda value=value: (missed, pairs(value)),
                "declared": lambda value=value: (declared, tuple(map(int, value.split()))),
            }[name]()
            require(have == want, f"{name} is {have}, not {want}")

    def place(self, player: str, claim: str) -> None:
        """What is so of a player: "has 500", "is out", "is waiting", "is not seated", "sits 4"."""
        place = self.table.place_of(player)
        if claim == "is not seated":
            require(place is None, f"{player} sits in seat {place.seat if place else 0}")
            return
        require(place, f"{player} does not sit here")
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
        require(set(cites) <= self.given, "the table did not give those clauses with its sign")

    def shows_not(self, word: str) -> None:
        """No line of the sign begins so."""
        lines = [line.text for line in sign_lines(self.table.sign)]
        require(not any(line.startswith(word) for line in lines), f"the sign says: {'; '.join(lines)}")

    # --- lines

    def tell(self, line: Line) -> None:
        """One line: an act, a refused act, or a claim."""
        if self.table is None and not line.text.startswith(("opens", "desk")):
            self.open()
            self.given |= given_by(self.last[0])
        self.last = self.last if self.is_claim(line.text) else ()
        refused = REFUSED.match(line.text)
        if not refused:
            self.do(line.text, line.cites)
            given = {cite for event in self.last for cite in given_by(event)}
            self.given |= given
            if not line.text.startswith(("sign shows", "sign has no")):
                require(set(line.cites) <= given, f"gave {', '.join(sorted(given))}, not {', '.join(line.cites)}")
            return
        before = repr((self.table, self.cage))
        try:
            self.do(refused[1], ())
        except RuleViolation as refusal:
            self.given |= set(refusal.cites)
            require(not refused[2] or refusal.code == refused[2], f"refused as {refusal.code}, not {refused[2]}")
            require(set(line.cites) <= set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
            require(refusal.cites, "a refusal without a clause")
            require(before == repr((self.table, self.cage)), "a refusal changed something")
        else:
            raise StoryFailed(f"{refused[1]}: is not refused")

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
                function(self, *found.groups(default=""), *((cites,) if function is Telling.shows else ()))
                return
        raise StoryFailed(f"no line reads {text!r}")


def given_by(event: Any) -> set[str]:
    """The clauses an event carries."""
    return {*getattr(event, "cites", ()), *getattr(event, "shuffle", ())}


def sit(told: Telling, player: str, seat: str, stake: str, more: str, entry: str) -> None:
    groups = (more.removeprefix(" from ").strip(),) if more.startswith(" from") else ()
    how = ENTRIES[entry or None]
    told.give(q.SitDown(player, int(seat), int(stake), how, groups=groups, consent="consent" in more))


def many(told: Telling, words: str) -> None:
    for one in words.split(", "):
        seat, player, stake = one.split()
        told.give(q.SitDown(player, int(seat), int(stake), consent=told.table.freeze_out))


def hands(told: Telling, times: str) -> None:
    for _ in range(int(times)):
        told.hand()


def open_and_check(told: Telling, words: str) -> None:
    told.hand(closes=None)
    told.opened(words)


def hand_and_check(told: Telling, words: str) -> None:
    told.hand(closes=None)
    told.opened(words)
    made = told.last
    told.close("")
    told.last = (*made, *told.last)


def take_off(told: Telling, player: str, amount: str, why: str) -> None:
    told.pay(
        acts.TakeOff("t", player, int(amount), approver=why.removeprefix(" approved by ") if "approved" in why else "")
    )


def time_is(told: Telling, at: str) -> None:
    told.clock = minutes(at)
    told.pay(acts.ChargeTime("t", told.clock))


def count_box(told: Telling, by: str, cents: str, difference: str) -> None:
    told.pay(acts.CountBox("t", int(cents), by))
    require(abs(told.last[0].difference) == int(difference), f"the difference is {told.last[0].difference}")


def won(told: Telling, player: str, stake: str) -> None:
    found = [one for one in told.last if isinstance(one, r.FreezeOutWon)]
    require(found and (found[0].player, found[0].stake) == (player, int(stake)), f"won: {found}")


CLAIM = re.compile(r"\w+ (has|is|sits in|stake|purse) ?\S*( seated| declared)?$")
TIME = r"(\d+:\d\d(?::\d\d)?)"
LINES: list[tuple[str, Callable[..., None]]] = [
    (rf"(\w+) sits (\d+) with (\d+)( from \w+| with consent)?{ENTRY}", sit),
    (r"seated (.+)", many),
    (r"(\w+) stands(?: excused by (\w+))?", lambda t, who, by: t.give(q.StandUp(who, by))),
    (r"(\w+) adds (\d+)", lambda t, who, amount: t.give(q.AddStake(who, int(amount)))),
    (r"(\w+) sits out", lambda t, who: t.give(q.SitOut(who))),
    (r"(\w+) sits out at the blind", lambda t, who: t.give(q.SitOut(who, at_blind=True))),
    (rf"(\w+) comes back{ENTRY}", lambda t, who, entry: t.give(q.ComeBack(who, ENTRIES[entry or None]))),
    (rf"(\w+) moves to (\d+){ENTRY}",
     lambda t, who, to, entry: t.give(q.ChangeSeat(who, int(to), ENTRIES[entry or None]))),
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
    (r"hand closes(?:: (.+))?", Telling.close),
    (rf"notice at {TIME}: (.+)", Telling.notice),
    (rf"notice applied at {TIME}", Telling.apply),
    (r"draw (at the start|for a vacancy): (.+) get (.+), (\w+) wins",
     lambda t, when, names, shown, winner: t.draw(names, shown, winner, when)),
    (r"vacancy: (.+); ?offered to (.+)", Telling.vacancy),
    (r"vacancy (.+) -> (.+)", Telling.vacancy),
    (r"desk: (.+)", Telling.desk),
    (rf"desk at {TIME}: (.+)", lambda t, at, words: t.desk(words, at=at)),
    (r"(\w+) is issued (\d+)", lambda t, who, cents: t.pay(acts.IssueChips(who, int(cents)))),
    (r"(\w+) redeems (\d+)", lambda t, who, cents: t.pay(acts.RedeemChips(who, int(cents)))),
    (r"desk (\w+): (.+)", lambda t, name, words: t.desk(words, name)),
    (rf"(\w+) buys in (\d+)(?: at table (\w+))?(?: at {TIME})?", Telling.buy_in),
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
    (r"opened (.+)", Telling.opened),
    (r"charged (\w+) (per-hand|time|sitting) (-?\d+)", Telling.charged),
    (r"(\w+) (stake|purse) (-?\d+)", Telling.money),
    (r"sign shows (.+)", Telling.shows),
    (r"sign has no (.+)", Telling.shows_not),
    (r"won (\w+) (\d+)", won),
    (r"(\w+) ((?:has|is|sits in) .+)", Telling.place),
]  # fmt: skip


def read(text: str) -> tuple[list[str], str, list[Line]]:
    """What a story proves, its sign, and its lines."""
    proves: list[str] = []
    sign, made = "", []
    for number, whole in enumerate(text.split("\n"), start=1):
        words = whole.split("#", 1)[0].strip()
        if words.startswith("proves "):
            book = ""
            for one in words.removeprefix("proves ").split(","):
                first, _, rest = one.strip().partition(" ")
                book, clause = (first, rest) if rest else (book, first)
                proves += read_cites(clause, book)
        elif words and not sign:
            sign = words
        elif words:
            cited = CITED.search(words)
            cites = read_cites(cited[1], sign.split()[0]) if cited else ()
            parts = [one.strip() for one in (words[: cited.start()] if cited else words).split(";")]
            made += [Line(number, one, cites if one is parts[-1] else ()) for one in parts if one]
    return proves, sign, made


def tell(story: Story) -> Told:
    """Tell a story. It fails at a line that does not come true, or if a clause that it proves was never given."""
    proves, sign, lines = read(story.text)
    told = Telling(sign)
    told.sign = read_sign(sign)
    for line in lines:
        try:
            told.tell(line)
        except (OpenfeltError, msgspec.ValidationError) as fault:
            raise StoryFailed(f"{story.name}: line {line.number}: {line.text}: {fault}") from fault
    require(lines, f"{story.name}: nothing happens")
    if missing := [cite for cite in proves if cite not in told.given]:
        raise StoryFailed(f"{story.name}: the room never gave {', '.join(missing)}")
    return Told(frozenset(proves), frozenset(told.given))


def run(path: Path) -> set[str]:
    """Run a file and give every clause that it proves."""
    return {cite for story in stories(path) for cite in tell(story).proves}


def all_stories() -> list[Story]:
    """Every story of a table from hand to hand, in order."""
    return [story for path in sorted(FOLDER.glob("*/*.room")) for story in stories(path)]
