"""Stories of a table from hand to hand and of its cash desk.

After `proves` comes the sign; then one act or claim a line, several with `;` between them. An act may end with
`refused CODE`, also with `saying WORDS` or `offering WHAT, WHAT` after it. The clauses in brackets are those that its
events, or its refusal, must give; with `not` before it one that they must not.

    nsw-poker texas-holdem no-limit  blinds 100/200  min_stake=4000 max_stake=40000
    ann sits 3 with 20000; bob sits 5 with 20000
    hand opens: button 5, dealt 3 5, blinds 3 100 + 5 200     [9.1]
    hand closes: ann +500, bob -500
    ann moves to 7 posting
    notice at 0:00: straddle=true
    notice applied at 0:20 refused notice                     [8.3.1]

Times are hours:minutes, hours:minutes:seconds, or with thousandths, 0:19:59.999. Of the cash desk:

    desk: stakes 4000-40000, unit 100, per hand 200, time 1200, sitting 500
    ann buys in 4000 at 0:10; time is 1:00
    charged ann time 900                                      [3.3.3.2]

What is told of tables of an event stands in `event_lines`, of lists and seats in `list_lines`, of who may play
in `people_lines`, of the money of tables in `till_lines`, of what players do beside the play in `after_lines`,
of real cards in `live_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

from openfelt import floor
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import StakeOutOfBounds, grants
from openfelt.floor.effects import stake_due
from openfelt.floor.rules import FLOOR
from openfelt.games.signline import read_sign
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room import orders as o
from openfelt.room.citing import OUR_OWN
from openfelt.room.offices import Officer
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.stories.acting import Line, LineTelling, cited_line, read_acts
from openfelt.stories.after_lines import AFTER_CLAIM, AFTER_CLAIMS, AFTER_FORMS, AFTER_LINES
from openfelt.stories.event_lines import EVENT_CLAIMS, EVENT_FORMS, EVENT_LINES, open_event
from openfelt.stories.files import Story
from openfelt.stories.lines import Failed, Step, nearest, require
from openfelt.stories.list_lines import LIST_CLAIMS, LIST_FORMS, LIST_LINES
from openfelt.stories.live_lines import LIVE_CLAIMS, LIVE_FORMS, LIVE_LINES
from openfelt.stories.people_lines import PEOPLE_FORMS, PEOPLE_LINES, exclude_here, let_back
from openfelt.stories.room_stage import RoomStage, minutes
from openfelt.stories.till_lines import TILL_CLAIMS, TILL_FORMS, TILL_LINES

OPENS_LATER: Final = re.compile(r"^opens|^desk| sets own_table")  # the table is opened by a later line, or by this
MOST_HANDS: Final = 1_000  # of one line
REFUSED: Final = re.compile(r"^(.*?)\s+refused(?: ([\w-]+))?(?: saying (.+?))?(?: offering (.+))?$")
ENTRY: Final = r"(?: (posting|waiting))?$"
ENTRIES: Final[Mapping[str, Literal["post", "wait"]]] = {"posting": "post", "waiting": "wait", "": "wait"}


class RoomTelling(LineTelling, RoomStage):
    """One story being told, line by line."""

    def __init__(self, story: Story) -> None:
        proofs, sign, self.lines = read_acts(story.text, read_sign, RULEBOOK_KEYS, "sign", read_several)
        super().__init__(read_sign(sign.text))
        self.proves: tuple[str, ...] = tuple(proofs)
        self.steps = [sign, *(Step(line.number, line.text) for line in self.lines)]
        self.next = 0

    def tell(self, line: Line) -> None:
        """One line: an act, a refused act, or a claim."""
        if "t" not in self.evening.tables and not OPENS_LATER.search(line.text):
            self.open()
            self.cites |= given_by(self.last[0])
        if not self.is_claim(line.text):
            self.last, self.gave = (), []
        refused = REFUSED.match(line.text)
        if refused:
            self.refuse(line, *refused.groups(default=""))
            return
        self.do(line.text, line.cites)
        if not line.text.startswith("sign "):
            self.given |= {cite for event in self.last for cite in given_by(event)}
            self.require_given(line)
            for source, events in self.gave:
                self.assert_by({cite for event in events for cite in given_by(event)} & set(line.cites), {source})

    def refuse(self, line: Line, act: str, *how: str) -> None:
        """An act that is refused, with that code, words, offer and clauses, and changes nothing."""
        code, words, offer = how
        before = self.digest()
        try:
            self.do(act, ())
        except RuleViolation as refusal:
            self.require_refused(line, refusal, code, words)
            offered = ", ".join(refusal.legal)
            require(not offer or offer == offered, f"refused offering {offered or 'nothing'}")
            require(before == self.digest(), "a refusal changed something")
            self.assert_by(line.cites, {self.source})
        else:
            raise Failed(f"{act}: is not refused")

    def is_claim(self, text: str) -> bool:
        """Whether a line looks at what the act before it made."""
        return text.startswith(CLAIMS) or bool(CLAIM.match(text) or AFTER_CLAIM.fullmatch(text))

    def do(self, text: str, cites: tuple[str, ...]) -> None:
        """The act or claim of a line."""
        if text.startswith("opens"):
            words = text.removeprefix("opens")
            (open_event if words.startswith(" as table") else RoomStage.open)(self, words)
            return
        if elsewhere := ELSEWHERE.match(text):
            self.here = elsewhere[1]
            try:
                self.do(elsewhere[2], cites)
            finally:
                self.here = "t"
            return
        for pattern, function in LINES:
            if found := re.fullmatch(pattern, text):
                function(self, *found.groups(default=""), *((cites,) if function is RoomStage.shows else ()))
                return
        raise NotationError(f"no line reads {text!r}", legal=nearest(text, FORMS))


def given_by(event: object) -> set[str]:
    """The clauses an event carries, also those by which somebody was passed by."""
    passed = {cite for one in getattr(event, "passed_by", ()) for cite in one.cites}
    return {*getattr(event, "cites", ()), *getattr(event, "shuffle", ()), *passed}


def sit(told: RoomTelling, *words: str) -> None:
    """Sit down: "ann sits 3 with 20000 posting"; "from interstate", "with consent", "by mistake", "at 0:10"."""
    player, seat, stake, more, at, entry = words
    if "mistake" in more:
        told.miscount(player, int(seat), int(stake))
        return
    groups = (more.removeprefix(" from ").strip(),) if more.startswith(" from") else ()
    if at:
        told.evening.at_ms = minutes(at)
    told.sit(q.SitDown(player, int(seat), int(stake), ENTRIES[entry], groups=groups, consent="consent" in more))


def keep_seat(told: RoomTelling, player: str, at: str) -> None:
    """Stay after all: "ann keeps the seat"; "at 0:10"."""
    if at:
        told.evening.at_ms = minutes(at)
    told.give(q.KeepSeat(player))


def many(told: RoomTelling, words: str) -> None:
    """Several sit down: "seated 1 ann 20000, 2 bob 20000"."""
    for one in words.split(", "):
        found = re.fullmatch(r"(\d+) (\w+) (\d+)", one.strip())
        if not found:
            raise NotationError(f"{one!r} is no player with seat and stake", legal=("seated 1 ann 20000, 2 bob 20000",))
        told.sit(q.SitDown(found[2], int(found[1]), int(found[3]), consent=told.table.freeze_out))


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


def count_box(told: RoomTelling, by: str, cents: str, difference: str) -> None:
    """The commission box is counted, and so much is missing or over."""
    told.give(o.CountBox(int(cents), by))
    require(abs(told.last[0].difference) == int(difference), f"the difference is {told.last[0].difference}")


def direct(told: RoomTelling, what: str, players: str = "") -> None:
    """The floor gives a direction; `flo` is the supervisor."""
    named = tuple(re.findall(r"\w+", players))
    power = grants.Direct(what)  # type: ignore[arg-type]
    given = FLOOR.of(told.table.sign.rulebook).grants.get(grants.Direct, ())
    cites = next((one.cites for one in given if one.when(power)), OUR_OWN)
    told.give(q.Direct(power.what, "flo", "a suspicion", cites, named))


def void(told: RoomTelling, who: str, office: str) -> None:
    """Somebody who holds an office voids the round of play that was dealt."""
    hand = told.evening.tables[told.here].hand
    use = floor.Use(grants.VoidRound(), floor.Author(who, "supervisor"), "as the story says")
    order = o.OnFloor(hand.turns if hand is not None else 0, use)
    told.give(o.ByOfficer(Officer(who, who, (office,)), order))


def short_stake(told: RoomTelling, player: str) -> None:
    """A ruling found a stake below the minimum too late: it is made up after the round."""
    cases = FLOOR.of(told.table.sign.rulebook).entries.get(StakeOutOfBounds, ())
    cites = next((one.late_cites for one in cases if any(way.effect is stake_due for way in one.late)), OUR_OWN)
    told.give(q.RequireStake(player, cites))


def won(told: RoomTelling, player: str, stake: str) -> None:
    """A Freeze Out was won."""
    found = [one for one in told.last if isinstance(one, r.FreezeOutWon)]
    require([(one.player, one.stake) for one in found] == [(player, int(stake))], f"won: {found}")


def left_with(told: RoomTelling, player: str, stake: str) -> None:
    """A player has left and taken so many chips along."""
    found = [(one.player, one.stake) for one in told.last if isinstance(one, r.SeatLeft)]
    require((player, int(stake)) in found, f"left: {found}")


CLAIMS: Final = (
    "charged", "opened", "sign ", "moved", "won", "the blinds", "the button", "the table holds", "the game",
    "announced", *EVENT_CLAIMS, *TILL_CLAIMS, *LIST_CLAIMS,
    *AFTER_CLAIMS, *LIVE_CLAIMS,
)  # fmt: skip
CLAIM: Final = re.compile(r"\w+ (has|is|sits in|needs|left with|stake|purse) ?\S*( seated| declared)?$")
ELSEWHERE: Final = re.compile(r"at table (\w+): (.+)$")
TIME: Final = r"(\d+:\d\d(?::\d\d(?:\.\d{3})?)?)"
LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    *EVENT_LINES,
    *LIST_LINES,
    *PEOPLE_LINES,
    *TILL_LINES,
    *AFTER_LINES,
    *LIVE_LINES,
    (rf"(\w+) sits (\d+) with (\d+)( from \w+| with consent| by mistake)?(?: at {TIME})?{ENTRY}", sit),
    (r"the bot (\w+) sits (\d+) with (\d+)",
     lambda t, who, seat, stake: t.sit(q.SitDown(who, int(seat), int(stake), bot="simple"))),
    (r"(\w+), ([\w ]+), sits (\d+) with (\d+)",
     lambda t, who, office, seat, stake: t.sit(q.SitDown(who, int(seat), int(stake), offices=(office,)))),
    (r"(\w+), ([\w ]+), voids the round", void),
    (r"seated (.+)", many),
    (r"(\w+) stands(?: excused by (\w+))?", lambda t, who, by: t.give(q.StandUp(who, by))),
    (rf"(\w+) keeps the seat(?: at {TIME})?", keep_seat),
    (r"(\w+) adds (\d+)", lambda t, who, amount: t.give(q.AddStake(who, int(amount)))),
    (r"(\w+) sits out", lambda t, who: t.give(q.SitOut(who))),
    (r"(\w+) sits out at the blind", lambda t, who: t.give(q.SitOut(who, at_blind=True))),
    (rf"(\w+) comes back{ENTRY}", lambda t, who, entry: t.give(q.ComeBack(who, ENTRIES[entry]))),
    (rf"(\w+) moves to (\d+){ENTRY}",
     lambda t, who, to, entry: t.give(q.ChangeSeat(who, int(to), ENTRIES[entry]))),
    (r"(\w+) is told to vacate(?: by (\w+))?", lambda t, who, by: t.give(q.Vacate(who, by))),
    (r"seat (\d+) is warned with (\d+) seconds left",
     lambda t, seat, left: t.give(q.WarnTime(int(seat), int(left)))),
    (rf"(\w+) is excluded(?: until {TIME})?", exclude_here),
    (r"the floor directs (silence|english|spectators)", direct),
    (r"the floor keeps (.+) apart", lambda t, who: direct(t, "apart", who)),
    (r"the floor lifts (silence|english|spectators)", lambda t, what: t.give(q.LiftDirection(what, "flo", "settled"))),
    (r"the floor lets (.+) play together",
     lambda t, who: t.give(q.LiftDirection("apart", "flo", "settled", tuple(re.findall(r"\w+", who))))),
    (r"(\w+) speaks", lambda t, who: t.give(q.Speak(who, is_staff=who == "flo"))),
    (r"(\w+) looks on", lambda t, who: t.give(q.LookOn(who, is_staff=who == "flo"))),
    (r"(\w+) is let back by (\w+)", let_back),
    (r"the stake of (\w+) was short", short_stake),
    (r"the stake of (\w+) is corrected by ([+-]\d+)", RoomStage.correct),
    (r"(\w+) inspects hand (\d+)",
     lambda t, who, number: t.give(o.InspectHand(int(number), who, "as the story says"))),
    (r"rules are given to (\w+)", lambda t, who: t.give(q.GiveRules(who))),
    (r"(\d+) hands?", hands),
    (r"hand(?:: (.+))?", hand_and_check),
    (r"hand opens(?:: (.+))?", open_and_check),
    (r"hand closes(?:: (.+))?", RoomStage.close),
    (rf"notice at {TIME}: (.+)", RoomTelling.notice),
    (rf"notice applied at {TIME}", RoomTelling.apply),
    (r"desk: (.+)", RoomTelling.desk),
    (rf"desk at {TIME}: (.+)", lambda t, at, words: t.desk(words, at=at)),
    (r"(\w+) is issued (\d+)", RoomStage.issue),
    (r"(\w+) redeems (\d+)", RoomStage.redeem),
    (r"desk (\w+): (.+)", lambda t, name, words: t.desk(words, name)),
    (rf"desk (\w+) at {TIME}: (.+)", lambda t, name, at, words: t.desk(words, name, at)),
    (rf"(\w+) buys in (\d+)(?: at table (\w+))?(?: at {TIME})?", RoomTelling.buy_in),
    (r"(\w+) tops up (\d+)", lambda t, who, amount: t.give(q.AddStake(who, int(amount), at_once=True))),
    (r"(\w+) takes off (\d+)( for a service| approved by \w+)", RoomTelling.take_off),
    (r"(\w+) leaves", lambda t, who: t.give(q.StandUp(who, at_once=True))),
    (r"(\w+) is moved to table (\w+)( from a broken game)?",
     RoomTelling.move),
    (r"round starts: (.+)", RoomTelling.round_starts),
    (r"round ends( void)?", RoomTelling.round_ends),
    (rf"time is {TIME}", RoomTelling.time_is),
    (rf"time at table (\w+) is {TIME}", lambda t, table, at: t.time_is(at, table)),
    (r"commission checks are worth (\d+)(?: by (\w+))?",
     lambda t, value, by: t.give(o.SetCheckValue(int(value), by))),
    (r"(\w+) counts (\d+) in the box, (-?\d+) (?:missing|over)", count_box),
    (r"(\w+) counts (-?\d+) in the box",
     lambda t, by, cents: t.give(o.CountBox(int(cents), "" if by == "nobody" else by))),
    (r"the floor stops the table", lambda t: t.give(o.Freeze(frozen=True, reason="as the story says"))),
    (r"the floor lets the table go on", lambda t: t.give(o.Freeze(frozen=False, reason="as the story says"))),
    (r"opened (.+)", RoomTelling.opened),
    (r"charged (\w+) (per-hand|time|sitting) (-?\d+)", RoomTelling.charged),
    (r"(\w+) (stake|purse) (-?\d+)", RoomTelling.money),
    (r"sign reads: (.+)", RoomStage.reads),
    (r"sign shows (.+)", RoomTelling.shows),
    (r"sign has no (.+)", RoomTelling.shows_not),
    (r"won (\w+) (\d+)", won),
    (r"(\w+) left with (\d+)", left_with),
    (r"the button is at (no seat|\d+)", RoomStage.button),
    (r"the table holds (\d+)", RoomStage.holds),
    (r"the game is ([\w-]+?)(?: ([\w-]+))?(?:, next ([\w-]+)(?: in (\w+))?)?", RoomStage.game),
    (r"announced (no game|[\w-]+)(?: in (\d+))?", RoomStage.announced),
    (r"a choice is asked", lambda t: t.give(o.AskChoice())),
    (r"a choice is asked of (\w+)", RoomStage.asked),
    (r"(\w+) chooses ([\w-]+)(?: (structured|no-limit|full-pot|half-pot|spread))?", RoomStage.choose),
    (r"nobody chooses", lambda t: t.give(o.EndChoice())),
    (rf"the clock shows {TIME}", RoomStage.clock),
    (r"the blinds (stay|rise to ([\d/]+))", RoomStage.blinds),
    (r"(\w+) ((?:has|is|sits in|needs) .+)", RoomTelling.place),
]  # fmt: skip


# What a line may look like, for whoever wrote one that cannot be read.
FORMS: Final = (
    "opens", "ann sits 3 with 20000 posting", "ann sits 3 with 100 by mistake", "seated 1 ann 20000, 2 bob 20000",
    "the bot ann sits 3 with 20000", "ann, dealer, sits 3 with 20000", "ann, gaming supervisor, voids the round",
    "ann stands", "ann keeps the seat", "ann adds 500", "ann left with 20500",
    "ann sits out", "ann sits out at the blind", "ann comes back posting", "ann moves to 5",
    "ann is told to vacate by flo", "ann is excluded until 1:00", "ann is let back by flo",
    "the stake of ann was short", "the stake of ann is corrected by +500",
    "the floor directs silence", "the floor keeps ann, bob apart", "the floor lifts silence", "ann speaks",
    "ann looks on", "at table two: ann is wait", "3 hands", "hand: button 3, dealt 1 2", "hand opens: button 3",
    "hand closes: ann +500, bob -500", "notice at 0:00: closing", "notice applied at 1:20",
    "ann has 500",
    "ann is out", "ann is not seated", "ann needs 500", "sign shows Stake: $40 or more", "sign has no Straddle",
    "sign reads: Deck: 52 cards | Seats: 8", "won ann 20000", "the button is at 3", "the table holds 40500",
    "the blinds stay", "the blinds rise to 300/400",
    "desk: stakes 4000-40000", "ann buys in 4000 at 0:15", "ann tops up 100", "ann takes off 100 approved by mel",
    "ann leaves", "round starts: ann bob", "round ends", "time is 1:00", "charged ann time 900", "ann stake 5000",
    "ann purse -1200", "rules are given to ann", "kim inspects hand 1", "the floor stops the table",
    "the floor lets the table go on", "the game is razz, next omaha in 3", "announced omaha in 3",
    "the clock shows 0:30", "a choice is asked of ann", "ann chooses razz", "nobody chooses", *EVENT_FORMS, *LIST_FORMS,
    *PEOPLE_FORMS, *TILL_FORMS, *AFTER_FORMS, *LIVE_FORMS,
)  # fmt: skip


def read_several(number: int, words: str, book: str) -> tuple[Line, ...]:
    """The acts and claims of a line; its clauses belong to the last."""
    whole = cited_line(number, words, book)
    parts = [one for one in (part.strip() for part in whole.text.split(";")) if one]
    return (*(Line(number, one) for one in parts[:-1]), *(whole._replace(text=one) for one in parts[-1:]))
