"""Stories of one hand, with incidents, powers and gestures in it.

Besides what the text of a hand says (`docs/reference/text.md`):

    pause before flop          the dealer stops before the burn; also "at flop" (after it), "serving 3", "at end",
                               "before posting", "before cards", "before showdown"
    goes on                    the dealer goes on
    shoe xx 2c3c4c             the next cards of the shoe, for the incident that follows
    incident KIND fact=value ... -> REMEDY [clause]        ruled and applied
    incident KIND fact=value ... offers A | B [clause]     which remedies the rulebook permits
    incident KIND fact=value ... refused CODE [clause]     refused; nothing changed; also "-> REMEDY refused CODE"
    power NAME fact=value ... [clause]                     used; or refused CODE; by=manager:Lee says who and as what
    gesture 3 chips=100,100+50 says=raise -> call returns 50 adds 0 [clause]
    gives [clause, clause]                                 all clauses that the line before gave
    possible KIND, KIND / impossible KIND
    sees rail 2 ??Kd / sees 3 2 ??Kd / exposed Kh / next hand same button / shuffles 1 / out 2, 3 / discards 2
    tells rail 2 is dead | stub of 40 shuffled             all effects of the latest ruling, as the rail is told them
    recorded used exclude on 3 for "ground breach" seconds 60    its own line, without who decided and why
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, get_args

import msgspec

from openfelt import floor
from openfelt.cards import Card, cards, show
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.floor import Author, Gesture, RuleOn, Use, interpret, possible, read_incident, read_power
from openfelt.floor.ruling import ROLES
from openfelt.games.game import Deal, Draw
from openfelt.rulebooks import Cites
from openfelt.stories.files import Story
from openfelt.stories.lines import Asserted, GivenOrder, Source, Step, whole_number
from openfelt.table import Viewer, evolve, view
from openfelt.table.commands import HouseCommand, PlayerCommand, TimeOut
from openfelt.table.events import Event, RoundOpened
from openfelt.table.hand import BURNT, FRESH, HOUSE, OUT, POSTING, SERVING, SHOWDOWN, SOLE
from openfelt.table.house import burn_due, house_steps
from openfelt.table.performance import Performance, ScriptFailed, differences
from openfelt.table.ruling_events import AsideReturned, PowerUsed, RulingMade, StubShuffled
from openfelt.table.ruling_text import BY, cite_words, effect_words, ruling_words
from openfelt.table.script import Script, Statement, read_cards, read_script, said_of
from openfelt.table.seen import Role
from openfelt.table.shoe import RealCards
from openfelt.table.views import event_view

LISTS: Final = frozenset({"to", "told", "also", "offenders", "seats", "agreed", "rightful"})
CARD_FIELDS: Final = frozenset({"card", "cards"})
WHY: Final = "as the story says"
NO_EFFECT: Final = (RulingMade, PowerUsed, RoundOpened)  # the record itself, and what the house does of itself
PAUSES: Final = (
    "before STREET",
    "at STREET",
    "serving SEAT",
    "before posting",
    "before cards",
    "before showdown",
    "at end",
)
DECIDED_BY: Final = re.compile(rf" {BY}")
DEALING: Final = Source("DealHand")
TURNS: Final = (*get_args(PlayerCommand), TimeOut)
READING: Final = re.compile(r"(choose )?(.+?)(?: returns (\d+))?(?: adds (\d+))?$")


class Paused(NamedTuple):
    """The dealer stopped, at this place."""

    place: str


class WentOn(NamedTuple):
    """The dealer went on."""


class TextShoe:
    """The shoe of a story: the cards a line names, then fillers that nothing else names. It counts what is left."""

    def __init__(self, filler: Callable[[set[Card]], Card], named: Iterable[Card | None], left: int) -> None:
        self.filler = filler
        self.queue = list(named)
        self.left = left
        self.given: set[Card] = set()
        self.took: list[tuple[Card, ...]] = []  # time after time, looked at or taken

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""
        made = self._next(count)
        self.took.append(made)
        return made

    def _next(self, count: int) -> tuple[Card, ...]:
        self.queue += [None] * (count - len(self.queue))
        made = []
        for at in range(count):
            named = self.queue[at]
            card = self.filler(self.given) if named is None else named
            self.queue[at] = card
            self.given.add(card)
            made.append(card)
        return tuple(made)

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""
        made = self.peek(count)
        del self.queue[:count]
        self.left -= count
        return made

    def take_bottom(self) -> Card:
        """The last card."""
        self.left -= 1
        last = self.filler(self.given)
        self.took.append((last,))
        return last

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """What was named lies elsewhere now; the cards come to those that are kept, which must be all that are left."""
        self.queue.clear()
        self.left = len(pool) + keep if keep == self.left else -1


class FloorPerformance(Performance):
    """A hand in which things may go wrong."""

    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.pauses = [one.text.removeprefix("pause ") for one in script.statements if one.text.startswith("pause ")]
        self.shoe: list[Card | None] = []
        self.taken_from = TextShoe(self._filler, (), 0)  # by the latest ruling
        self.effects: tuple[Event, ...] = ()  # of the latest ruling
        self.latest = ""  # the line of the latest ruling or power
        self.given_before: set[str] = set()  # the clauses of the line before
        self.asked: list[GivenOrder] = []  # every order so far, and what became of it
        self.asserted: Asserted = defaultdict(set)
        self.made_by: list[Source] = []  # by event
        self.sources: set[Source] = set()  # what the present line orders, tries or looks at
        self.sources_before: set[Source] = set()
        self.ruling = Source("")  # the latest
        self.line_from = 0  # the first event of the present line

    # --- which order gives a clause -----------------------------------------------------------------------------------

    def _note(self, source: Source) -> None:
        """The events since the last were made by this order."""
        self.made_by += [source] * (len(self.events) - len(self.made_by))

    def _record(self, command: object) -> tuple[Event, ...]:
        self._note(DEALING)  # the beginning of the hand
        made = super()._record(command)
        source = command_source(command)
        if source != DEALING:
            self.sources.add(source)
        self._note(source)
        return made

    def _tries(self, seat: int, what: str) -> list[object]:
        tried = super()._tries(seat, what)
        self.sources |= {command_source(command) for command in tried}
        return tried

    def require_cites(self, wanted: Cites, given: Iterable[str], what: str) -> None:
        """Every clause that the line names must be among those given: the line asserts it."""
        super().require_cites(wanted, given, what)
        for cite in wanted:
            self.asserted[cite] |= {(source,) for source in self._sources_of(cite, what)}

    def _sources_of(self, cite: str, what: str) -> set[Source]:
        """The orders by which a line gives a clause: of a refusal, of a reading, of the events it speaks of."""
        text = self.at.text if self.at else ""
        if " puts out " in text:
            return {Source("read_chips")}
        if what == "the refusal":
            return self.sources or {Source("OpenTable") if text.startswith("sign") else DEALING}
        if what in {"the offer", "the reading"}:
            return self.sources or {DEALING}
        self._note(DEALING)
        cited = [at for at, event in enumerate(self.events) if cite in event.cites]
        here = [at for at in cited if at >= self.line_from] or cited[-1:]
        return {self.made_by[at] for at in here} or self.sources

    def on_order(self, order: object, made: Iterable[Event] = (), refusal: OpenfeltError | None = None) -> None:
        """Keep the order."""
        by_house = isinstance(order, HouseCommand) and not isinstance(order, TimeOut)
        self.asked.append(GivenOrder(order, tuple(made), refusal, by_house=by_house))

    def _house(self) -> None:
        steps = house_steps(self.current, RealCards())
        while self.pauses and self.current.phase == HOUSE:
            if self._paused_at(self.pauses[0]):
                self.on_order(Paused(self.pauses.pop(0)))
                return
            self._record(self._with_cards(next(steps)))
        super()._house()

    def _paused_at(self, place: str) -> bool:
        hand = self.current
        if place == "at end":
            return hand.stage == SOLE
        if place == "before showdown":
            return hand.stage == SHOWDOWN
        if place == "before posting":
            return hand.stage == POSTING
        if place == "before cards":
            return hand.step == 0 and hand.stage == FRESH
        step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
        when, _, name = place.partition(" ")
        if when == "serving":
            return isinstance(step, Draw) and hand.stage == SERVING and hand.seat_to_act == whole_number(name, "seat")
        if not isinstance(step, Deal) or step.name != name:
            return False
        return hand.stage == FRESH if when == "before" else hand.stage == BURNT or not burn_due(hand, step)

    def begin(self) -> None:
        """Start the hand; the line of the sign gives the clauses of that."""
        super().begin()
        self.given = set(self.events[0].cites) if self.events else set()

    def perform(self, statement: Statement) -> None:
        """Play the next line, and know what the line before gave."""
        self.given_before, self.sources_before = self.given, self.sources
        self.sources, self.line_from = set(), len(self.events)
        super().perform(statement)

    def _perform(self, statement: Statement) -> None:
        word, _, rest = statement.text.partition(" ")
        if word in FLOOR_WORDS:
            FLOOR_WORDS[word](self, rest, statement)
        else:
            super()._perform(statement)

    def finish(self) -> None:
        """A pause that never came is no pause."""
        if self.pauses:
            self.fail(f"the dealer never came to pause {self.pauses[0]}")

    # --- statements ---------------------------------------------------------------------------------------------------

    def say_pause(self, rest: str, _: Statement) -> None:
        """Every pause is known before the first card; here only its words are checked."""
        when, _blank, name = rest.partition(" ")
        if when not in {"before", "at", "serving"} or not name:
            raise NotationError(f"no pause {rest!r}", legal=PAUSES)

    def say_goes(self, rest: str, _: Statement) -> None:
        """The dealer goes on after a pause."""
        if rest != "on":
            raise NotationError(f"no statement 'goes {rest}'", legal=("goes on",))
        self.on_order(WentOn())
        self._house()

    def say_shoe(self, rest: str, _: Statement) -> None:
        """The next cards of the shoe."""
        self.shoe = read_cards(rest)

    def say_incident(self, rest: str, statement: Statement) -> None:
        """Something went wrong: what is done about it, offered or refused."""
        said, verdict, more = split_verdict(rest)
        kind, *tokens = said.split() or [""]
        facts, author = read_facts(kind, tokens)
        incident = read_incident(kind, facts)
        self._rules(Source(f"RuleOn {kind}"))
        remedy, mark, code = more.partition(" refused")
        if verdict == "does" and mark:
            self._refused(lambda: self._obey(RuleOn(incident, author, WHY, remedy)), code.strip(), statement)
        elif verdict == "refused":
            self._refused(lambda: self._obey(RuleOn(incident, author, WHY)), more, statement)
        elif verdict == "offers":
            ruling = floor.rule(self.current, incident)
            names = [remedy.name for remedy in ruling.remedies]
            given = {cite for remedy in ruling.remedies for cite in remedy.cites} | set(ruling.cites)
            self.cites.update(given)
            if names != [one.strip() for one in re.split(r"[|/]", more)]:
                self.fail(f"the remedies are {' | '.join(names)}")
            self.require_cites(statement.cites, given, "the ruling")
        else:
            self._apply(self._obey(RuleOn(incident, author, WHY, more)), statement)

    def _rules(self, source: Source) -> None:
        """A ruling, or a power, is what the line is about."""
        self._note(DEALING)
        self.ruling = source
        self.sources.add(source)

    def _obey(self, order: RuleOn | Use) -> tuple[Event, ...]:
        """What an order of the floor does; it is kept, whatever becomes of it."""
        shoe = self._shoe()
        try:
            if isinstance(order, RuleOn):
                floor.rule(self.current, order.incident)
            made = floor.obey(self.current, order, shoe)
        except RuleViolation as refusal:
            self.asked.append(GivenOrder(order, refusal=refusal, took=tuple(shoe.took)))
            raise
        self.asked.append(GivenOrder(order, made, took=tuple(shoe.took)))
        return made

    def _shoe(self) -> TextShoe:
        named, self.shoe = self.shoe, []
        self.taken_from = TextShoe(self._filler, named, self.current.stub)
        return self.taken_from

    def _apply(self, made: tuple[Event, ...], statement: Statement) -> None:
        self.effects = tuple(event for event in made if not isinstance(event, NO_EFFECT))
        self.latest = DECIDED_BY.sub("", ruling_words(self.current, made[0]))
        for event in made:
            evolve(self.current, event)
            self.events.append(event)
            self.cites.update(event.cites)
        self._note(self.ruling)
        self.require_cites(statement.cites, (cite for event in made for cite in event.cites), "the ruling")
        if self.taken_from.left != self.current.stub and not self.script.live:
            self.fail(f"the shoe has {self.taken_from.left} cards left, the record {self.current.stub}")
        if not self.current.is_over:
            self._house()

    def _refused(self, act: Callable[[], object], code: str, statement: Statement) -> None:
        before = self.current.copy()
        try:
            act()
        except RuleViolation as refusal:
            self.cites.update(refusal.cites)
            self.require_cites(statement.cites, refusal.cites, "the refusal")
            if code and not refusal.answers_to(code):
                self.fail(f"refused as {refusal.code}, not {code}: {refusal}")
        else:
            self.fail("it is not refused")
        if changed := differences(before, self.current):
            self.fail(f"the refusal changed {', '.join(changed)}")

    def say_power(self, rest: str, statement: Statement) -> None:
        """Staff use a power."""
        said, verdict, more = split_verdict(rest)
        name, *tokens = said.split() or [""]
        facts, author = read_facts(name, tokens)
        order = Use(read_power(name, facts), author, WHY)
        self._rules(Source(f"Use {name}"))
        if verdict == "refused":
            self._refused(lambda: self._obey(order), more, statement)
        else:
            self._apply(self._obey(order), statement)

    def say_gesture(self, rest: str, statement: Statement) -> None:
        """What was meant by those chips and words."""
        said, verdict, more = split_verdict(rest)
        seat, *tokens = said.split() or [""]
        gesture = read_gesture(whole_number(seat, "seat"), tokens)
        self.sources.add(Source("interpret"))
        if verdict == "refused":
            self._refused(lambda: interpret(gesture, self.current), more, statement)
            return
        reading = interpret(gesture, self.current)
        self.cites.update(reading.cites)
        self.require_cites(statement.cites, reading.cites, "the reading")
        found = READING.match(more)
        if not found:
            raise NotationError("a gesture is read as something", legal=("-> call", "-> choose call | raise"))
        if found[1]:
            wanted = [one.strip() for one in found[2].split("|")]
            if list(reading.choices) != wanted:
                self.fail(f"the choices are {' | '.join(reading.choices) or 'none'}")
        else:
            command, _, _ = self._read_command(gesture.seat, found[2])
            if reading.command != command or reading.choices:
                self.fail(f"the action is {reading.command}, the choices are {' | '.join(reading.choices) or 'none'}")
        sizes = (int(found[3] or 0), int(found[4] or 0))
        if (reading.returned, reading.added) != sizes:
            self.fail(f"{reading.returned} go back and {reading.added} are added")

    def say_gives(self, rest: str, statement: Statement) -> None:
        """All clauses that the line before gave: "gives [7.4, 7.5]"."""
        if rest:
            raise NotationError(f"'gives' stands before clauses, not before {rest!r}", legal=("gives [7.4, 7.5]",))
        if self.given_before != set(statement.cites):
            self.fail(f"the line before gives {', '.join(sorted(self.given_before)) or 'nothing'}")
        self.sources = self.sources_before
        for cite in statement.cites:
            self.asserted[cite] |= {(source,) for source in self.sources_before or {DEALING}}

    def say_possible(self, rest: str, _: Statement) -> None:
        """These kinds of incident can happen now."""
        for kind in kinds_of(rest):
            if kind not in possible(self.current):
                self.fail(f"{kind} is not possible: {', '.join(possible(self.current))}")

    def say_impossible(self, rest: str, _: Statement) -> None:
        """These kinds of incident cannot happen now."""
        for kind in kinds_of(rest):
            if kind in possible(self.current):
                self.fail(f"{kind} is possible")

    def say_sees(self, rest: str, _: Statement) -> None:
        """What a viewer sees of a seat's cards."""
        who, seat, wanted = [*rest.split(" ", 2), "", ""][:3]
        seats = {one.seat: one for one in view(self.current, read_viewer(who)).seats}
        if (number := whole_number(seat, "seat")) not in seats:
            self.fail(f"seat {number} is not dealt in")
        seen = show((*seats[number].down, *seats[number].up), "")
        if seen != wanted.replace(" ", ""):
            self.fail(f"seen are {seen}")

    def say_tells(self, rest: str, statement: Statement) -> None:
        """Every effect of the latest ruling or power, in order, as a viewer is told it: "2 is dead | 3 opens"."""
        who, _, wanted = rest.partition(" ")
        viewer, hand = read_viewer(who), self.current
        effects = [event_view(event, viewer) for event in self.effects]
        told = [effect_words(hand, event) for event in effects]
        if told != ([] if wanted == "nothing" else [one.strip() for one in wanted.split("|")]):
            self.fail(f"it tells {' | '.join(told) or 'nothing'}")
        self.require_cites(statement.cites, (cite for event in effects for cite in event.cites), "the ruling")

    def say_recorded(self, rest: str, statement: Statement) -> None:
        """The line of the latest ruling or power in the hand's text, without who decided and why.

        With clauses behind it, those are all that the line gives.
        """
        line, _, cites = self.latest.removesuffix("]").partition(" [")
        wanted = cite_words(self.current.rules.policy.rulebook, statement.cites)
        if rest != line or (statement.cites and wanted != f" [{cites}]"):
            self.fail(f"recorded is {self.latest or 'nothing'}")
        for cite in statement.cites:
            self.asserted[cite].add((self.ruling,))

    def say_exposed(self, rest: str, _: Statement) -> None:
        """Cards of the stub that everyone has seen."""
        seen = view(self.current, Viewer("rail")).exposed
        if seen != (() if rest == "none" else cards(rest)):
            self.fail(f"exposed are {show(seen) or 'none'}")

    def say_shuffles(self, rest: str, _: Statement) -> None:
        """How often rulings had the stub shuffled."""
        made = sum(isinstance(event, (StubShuffled, AsideReturned)) for event in self.events)
        if made != whole_number(rest):
            self.fail(f"the stub was shuffled {made} times by rulings")

    def say_out(self, rest: str, _: Statement) -> None:
        """Who is out of the hand."""
        hand = self.current
        found = [str(hand.seats[k]) for k in range(hand.n) if hand.status[k] == OUT]
        if sorted(found) != sorted(rest.replace(",", " ").split()):
            self.fail(f"out of the hand are {', '.join(found) or 'none'}")

    def say_discards(self, rest: str, _: Statement) -> None:
        """How many cards lie in the discards."""
        if len(self.current.muck) != whole_number(rest):
            self.fail(f"{len(self.current.muck)} cards lie in the discards")

    def say_next(self, rest: str, _: Statement) -> None:
        """After a misdeal the next hand begins as this one did."""
        if rest != "hand same button":
            raise NotationError(f"no statement 'next {rest}'", legal=("next hand same button",))
        first, again = self.events[0], floor.restart(self.current)
        if any(getattr(first, name) != getattr(again, name) for name in ("button", "blinds", "seats", "stacks")):
            self.fail(f"the next hand begins as {again}")


FLOOR_WORDS: Final[dict[str, Callable[[FloorPerformance, str, Statement], None]]] = {
    name.removeprefix("say_"): function for name, function in vars(FloorPerformance).items() if name.startswith("say_")
}


def command_source(command: object) -> Source:
    """The order that a command of the hand is: a player's own or the clock's, or dealing, which goes on by itself."""
    name = type(command).__name__
    return Source(f"InHand {name}") if isinstance(command, TURNS) else DEALING


def read_viewer(who: str) -> Viewer:
    """A viewer by the number of the seat, or by role."""
    if not who.isdecimal() and who not in get_args(Role):
        raise NotationError(f"no viewer {who!r}", legal=("a seat's number", *get_args(Role)))
    return Viewer("seat", int(who)) if who.isdecimal() else Viewer(who)  # type: ignore[arg-type]


def kinds_of(text: str) -> list[str]:
    """Kinds of incidents, by name."""
    found = [one.strip() for one in text.split(",")]
    if unknown := [one for one in found if one not in floor.KINDS]:
        raise NotationError(f"no kind of incident {unknown[0]!r}", legal=tuple(floor.KINDS))
    return found


def split_verdict(text: str) -> tuple[str, str, str]:
    """What is said, and what follows: an arrow with a remedy, "refused" with a code, or "offers" with remedies."""
    for mark, name in ((" -> ", "does"), (" refused", "refused"), (" offers ", "offers")):
        if mark in text:
            said, _, more = text.partition(mark)
            return said.strip(), name, more.strip()
    return text.strip(), "does", ""


def read_facts(kind: str, tokens: Sequence[str]) -> tuple[dict[str, Any], Author]:
    """The facts of an incident or a power, each once, and who rules (a supervisor unless told)."""
    facts: dict[str, Any] = {}
    role, who = "supervisor", ""
    for token in tokens:
        name, mark, value = token.partition("=")
        if not mark or name in facts:
            raise NotationError(f"{token!r} is no fact of {kind}", legal=("fact=value, each once",))
        if name == "by":
            role, _, who = value.partition(":")
        else:
            facts[name] = read_fact(kind, name, value)
    if role not in ROLES:
        raise NotationError(f"nobody rules as {role!r}", legal=ROLES)
    return facts, Author(who or "Kim", role)


def read_fact(kind: str, name: str, value: str) -> object:
    """The value of one fact."""
    if name in CARD_FIELDS and ":" in value:
        return [tuple(whole_number(part, "place") for part in one.split(":")) for one in value.split(",")]
    if name in CARD_FIELDS:
        named = [str(card) for card in cards(value)]
        return named[0] if name == "card" and named else named
    if name in LISTS and (kind, name) != ("acted-out-of-turn", "to"):
        return [whole_number(one, "seat") for one in value.split(",")]
    if value in {"yes", "no"}:
        return value == "yes"
    return whole_number(value) if value.removeprefix("-").isdecimal() else value.replace("_", " ")


def read_gesture(seat: int, tokens: Sequence[str]) -> Gesture:
    """What a player did: "chips=100,100+50 says=raise amount=600 unfinished"."""
    fields: dict[str, Any] = {"seat": seat}
    for token in tokens:
        name, _, value = token.partition("=")
        if name == "chips":
            fields["motions"] = [[whole_number(chip, "chip") for chip in one.split(",")] for one in value.split("+")]
        elif name == "amount":
            fields["amount"] = whole_number(value, "amount")
        elif name == "says":
            fields["says"] = value
        else:
            fields[name] = True
    try:
        return msgspec.convert(fields, Gesture)
    except msgspec.ValidationError as fault:
        raise NotationError(f"no gesture: {fault}", legal=("chips=100,100+50", "says=raise", "amount=600")) from None


class HandTelling:
    """A story of one hand, told step by step."""

    def __init__(self, story: Story) -> None:
        self.script = read_script(story.text)
        self.play = FloorPerformance(self.script)
        self.statements = iter(self.script.statements)
        first = Step(self.script.line, " ".join(said_of(story.text.split("\n")[self.script.line - 1]).split()))
        said = [Step(one.line, f"{one.label} {one.text}".strip(), one.text) for one in self.script.statements]
        self.steps = [first, *said]
        self.begun = False

    @property
    def proves(self) -> tuple[str, ...]:
        """The clauses that it is to prove."""
        return tuple(self.script.proves)

    @property
    def cites(self) -> set[str]:
        """Every clause given so far."""
        return self.play.cites

    @property
    def events(self) -> Sequence[Event]:
        """Every event made so far, in order."""
        return self.play.events

    @property
    def asserted(self) -> Asserted:
        """The clauses that lines assert, with the orders that gave them."""
        return self.play.asserted

    def take(self, step: Step) -> Iterable[str]:
        """The sign first, then statement after statement."""
        if not self.begun:
            self.begun = True
            self.play.begin()
            return self.play.given
        statement = next(self.statements)
        try:
            self.play.perform(statement)
            if step is self.steps[-1]:
                self.play.finish()
        except ScriptFailed as fault:
            if isinstance(fault.__cause__, NotationError):
                raise fault.__cause__ from None
            raise
        return self.play.given
