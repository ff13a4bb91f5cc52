"""Runs the stories of the floor: hands as text with incidents, powers and gestures in them.

Besides what any story says (`docs/how-to/write-a-story.md`):

    pause before flop          the dealer stops before the burn; also "at flop" (after it), "serving 3", "at end",
                               "before showdown"
    goes on                    the dealer goes on
    shoe xx 2c3c4c             the next cards of the shoe, for the incident that follows
    incident KIND fact=value ... -> REMEDY [clause]        ruled and applied
    incident KIND fact=value ... offers A | B [clause]     which remedies the rulebook permits
    incident KIND fact=value ... refused CODE [clause]     refused; nothing changed
    power NAME fact=value ... [clause]                     used; or refused CODE
    gesture 3 chips=100,100+50 says=raise -> call returns 50 adds 0 [clause]
    possible KIND, KIND / impossible KIND
    sees rail 2 ??Kd / sees 3 2 ??Kd / exposed Kh / next hand same button / shuffles 1 / out 2, 3 / discards 2
"""

import re
from pathlib import Path

from openfelt import floor
from openfelt.cards import Card, cards, show
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import Author, Gesture, RuleOn, Use, interpret, possible, read_incident, read_power
from openfelt.floor.powers import decide as decide_power
from openfelt.games.game import Deal, Draw
from openfelt.table import Viewer, evolve, view
from openfelt.table.hand import BURNT, FRESH, HOUSE, OUT, SERVING, SHOWDOWN, SOLE
from openfelt.table.house import burn_due, house_step
from openfelt.table.performance import Performance, ScriptFailed, differences
from openfelt.table.ruling_events import AsideReturned, StubShuffled
from openfelt.table.script import Statement, read_cards, read_script
from openfelt.table.shoe import RealCards
from tests.stories.runner import FOLDER, Story, Told, stories

LISTS = {"to", "told", "also", "offenders", "seats", "agreed", "rightful", "parts"}
CARD_FIELDS = {"card", "cards"}
FLOOR_WORDS = {
    "incident", "power", "gesture", "possible", "impossible", "pause", "goes", "shoe", "sees", "exposed", "next",
    "shuffles", "out", "discards",
}  # fmt: skip


class TextShoe:
    """The shoe of a story: the cards a line names, then fillers that nothing else names."""

    def __init__(self, play: "FloorPerformance", named: list[Card | None]) -> None:
        self.play, self.queue, self.given = play, list(named), set()

    def _next(self) -> Card:
        return self.play._filler(self.given)

    def peek(self, count: int) -> tuple[Card, ...]:
        while len(self.queue) < count:
            self.queue.append(None)
        for at in range(count):
            if self.queue[at] is None:
                self.queue[at] = self._next()
            self.given.add(self.queue[at])
        return tuple(self.queue[:count])

    def take(self, count: int) -> tuple[Card, ...]:
        made = self.peek(count)
        del self.queue[:count]
        return made

    def take_bottom(self) -> Card:
        return self._next()

    def reshuffle(self, pool, keep) -> None:
        self.queue.clear()


class FloorPerformance(Performance):
    """A performance in which things go wrong."""

    def __init__(self, script) -> None:
        super().__init__(script)
        self.pauses = [one.text.removeprefix("pause ") for one in script.statements if one.text.startswith("pause ")]
        self.shoe: list[Card | None] = []

    def _house(self) -> None:
        while self.pauses and self.current.phase == HOUSE:
            if self._paused_at(self.pauses[0]):
                self.pauses.pop(0)
                return
            self._record(self._with_cards(self._step()))
        super()._house()

    def _step(self):
        return house_step(self.current, RealCards())

    def _paused_at(self, place: str) -> bool:
        hand = self.current
        if place == "at end":
            return hand.stage == SOLE
        if place == "before showdown":
            return hand.stage == SHOWDOWN
        if place == "before cards":
            return hand.step == 0 and hand.stage == FRESH
        step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
        when, _, name = place.partition(" ")
        if when == "serving":
            return isinstance(step, Draw) and hand.stage == SERVING and hand.seat_to_act == int(name)
        if not isinstance(step, Deal) or step.name != name:
            return False
        return hand.stage == FRESH if when == "before" else hand.stage == BURNT or not burn_due(hand, step)

    def _perform(self, statement: Statement) -> None:
        word, _, rest = statement.text.partition(" ")
        if word in FLOOR_WORDS:
            getattr(self, f"say_{word}")(rest, statement)
        else:
            super()._perform(statement)

    # --- statements ---------------------------------------------------------------------------------------------------

    def run(self) -> "FloorPerformance":
        super().run()
        if self.pauses:
            self.fail(f"the dealer never came to pause {self.pauses[0]}")
        return self

    def say_pause(self, rest: str, statement: Statement) -> None:
        """Every pause is known before the first card."""

    def say_goes(self, rest: str, statement: Statement) -> None:
        self._house()

    def say_shoe(self, rest: str, statement: Statement) -> None:
        self.shoe = read_cards(rest)

    def say_incident(self, rest: str, statement: Statement) -> None:
        said, verdict, more = split_verdict(rest)
        kind, *tokens = said.split()
        facts, author = read_facts(kind, tokens)
        hand = self.current
        if verdict == "refused":
            self._refused(lambda: self._rule(kind, facts, author, ""), more, statement)
        elif verdict == "offers":
            ruling = floor.rule(hand, read_incident(kind, facts))
            names = [remedy.name for remedy in ruling.remedies]
            if names != [one.strip() for one in re.split(r"[|/]", more)]:
                self.fail(f"the remedies are {' | '.join(names)}")
            given = {cite for remedy in ruling.remedies for cite in remedy.cites} | set(ruling.cites)
            self.cites.update(given)
            self.require_cites(statement.cites, given, "the ruling")
        else:
            self._apply(self._rule(kind, facts, author, more), statement)

    def _rule(self, kind, facts, author, remedy):
        incident = read_incident(kind, facts)
        floor.rule(self.current, incident)
        return floor.decide(self.current, RuleOn(incident, author, "as the story says", remedy), self._shoe())

    def _shoe(self) -> TextShoe:
        named, self.shoe = self.shoe, []
        return TextShoe(self, named)

    def _apply(self, made, statement: Statement) -> None:
        for event in made:
            evolve(self.current, event)
            self.events.append(event)
            self.cites.update(event.cites)
        self.require_cites(statement.cites, (cite for event in made for cite in event.cites), "the ruling")
        if not self.current.is_over:
            self._house()

    def _refused(self, act, code: str, statement: Statement) -> None:
        before = self.current.copy()
        try:
            act()
        except RuleViolation as refusal:
            self.cites.update(refusal.cites)
            self.require_cites(statement.cites, refusal.cites, "the refusal")
            if code and refusal.code != code:
                self.fail(f"refused as {refusal.code}, not {code}: {refusal}")
        else:
            self.fail("it is not refused")
        if changed := differences(before, self.current):
            self.fail(f"the refusal changed {', '.join(changed)}")

    def say_power(self, rest: str, statement: Statement) -> None:
        said, verdict, more = split_verdict(rest)
        name, *tokens = said.split()
        facts, author = read_facts(name, tokens)

        def act():
            order = Use(read_power(name, facts), author, "as the story says")
            return decide_power(self.current, order, self._shoe())

        if verdict == "refused":
            self._refused(act, more, statement)
        else:
            self._apply(act(), statement)

    def say_gesture(self, rest: str, statement: Statement) -> None:
        said, verdict, more = split_verdict(rest)
        seat, *tokens = said.split()
        gesture = read_gesture(int(seat), tokens)
        if verdict == "refused":
            self._refused(lambda: interpret(gesture, self.current), more, statement)
            return
        reading = interpret(gesture, self.current)
        self.cites.update(reading.cites)
        self.require_cites(statement.cites, reading.cites, "the reading")
        found = re.match(r"(choose )?(.+?)(?: returns (\d+))?(?: adds (\d+))?$", more)
        if found[1]:
            wanted = [one.strip() for one in found[2].split("|")]
            if list(reading.choices) != wanted:
                self.fail(f"the choices are {' | '.join(reading.choices) or 'none'}")
        else:
            command, _, _ = self._read_command(int(seat), found[2])
            if reading.command != command:
                self.fail(f"the action is {reading.command}")
        sizes = (int(found[3] or 0), int(found[4] or 0))
        if (reading.returned, reading.added) != sizes:
            self.fail(f"{reading.returned} go back and {reading.added} are added")

    def say_possible(self, rest: str, statement: Statement) -> None:
        for kind in (one.strip() for one in rest.split(",")):
            if kind not in possible(self.current):
                self.fail(f"{kind} is not possible: {', '.join(possible(self.current))}")

    def say_impossible(self, rest: str, statement: Statement) -> None:
        for kind in (one.strip() for one in rest.split(",")):
            if kind in possible(self.current):
                self.fail(f"{kind} is possible")

    def say_sees(self, rest: str, statement: Statement) -> None:
        who, seat, wanted = rest.split(" ", 2)
        viewer = Viewer("seat", int(who)) if who.isdigit() else Viewer(who)
        seats = {one.seat: one for one in view(self.current, viewer).seats}
        seen = show((*seats[int(seat)].down, *seats[int(seat)].up), "")
        if seen != wanted.replace(" ", ""):
            self.fail(f"seen are {seen}")

    def say_exposed(self, rest: str, statement: Statement) -> None:
        seen = view(self.current, Viewer("rail")).exposed
        if seen != (() if rest == "none" else cards(rest)):
            self.fail(f"exposed are {show(seen) or 'none'}")

    def say_shuffles(self, rest: str, statement: Statement) -> None:
        made = sum(isinstance(event, (StubShuffled, AsideReturned)) for event in self.events)
        if made != int(rest):
            self.fail(f"the stub was shuffled {made} times by rulings")

    def say_out(self, rest: str, statement: Statement) -> None:
        hand = self.current
        found = [str(hand.seats[k]) for k in range(hand.n) if hand.status[k] == OUT]
        if sorted(found) != sorted(rest.replace(",", " ").split()):
            self.fail(f"out of the hand are {', '.join(found) or 'none'}")

    def say_discards(self, rest: str, statement: Statement) -> None:
        if len(self.current.muck) != int(rest):
            self.fail(f"{len(self.current.muck)} cards lie in the discards")

    def say_next(self, rest: str, statement: Statement) -> None:
        first, again = self.events[0], floor.restart(self.current)
        if any(getattr(first, name) != getattr(again, name) for name in ("button", "blinds", "seats", "stacks")):
            self.fail(f"the next hand begins as {again}")


def split_verdict(text: str) -> tuple[str, str, str]:
    """What is said, and what follows: an arrow with a remedy, "refused" with a code, or "offers" with remedies."""
    for mark, name in ((" -> ", "does"), (" refused", "refused"), (" offers ", "offers")):
        if mark in text:
            said, _, more = text.partition(mark)
            return said.strip(), name, more.strip()
    return text.strip(), "does", ""


def read_facts(kind: str, tokens: list[str]) -> tuple[dict, Author]:
    facts, role = {}, "supervisor"
    for token in tokens:
        name, mark, value = token.partition("=")
        if not mark:
            raise NotationError(f"{token!r} is no fact of {kind}")
        if name == "by":
            role = value
        elif name in CARD_FIELDS and ":" in value:
            facts[name] = [tuple(map(int, one.split(":"))) for one in value.split(",")]
        elif name in CARD_FIELDS:
            named = [str(card) for card in cards(value)]
            facts[name] = named[0] if name == "card" else named
        elif name in LISTS and kind != "acted-out-of-turn":
            facts[name] = [int(one) for one in value.split(",")]
        elif value in {"yes", "no"}:
            facts[name] = value == "yes"
        else:
            facts[name] = int(value) if value.isdigit() else value.replace("_", " ")
    return facts, Author("Kim", role)


def read_gesture(seat: int, tokens: list[str]) -> Gesture:
    fields = {}
    for token in tokens:
        name, _, value = token.partition("=")
        if name == "chips":
            fields["motions"] = tuple(tuple(int(chip) for chip in one.split(",")) for one in value.split("+"))
        elif name == "amount":
            fields["amount"] = int(value)
        elif name == "says":
            fields["says"] = value
        else:
            fields[name] = True
    return Gesture(seat, **fields)


def tell(story: Story) -> Told:
    """Play a story of the floor; it fails at a line that does not come true or if a clause was never given."""
    try:
        script = read_script(story.text)
        played = FloorPerformance(script).run()
    except Exception as fault:
        fault.add_note(f"in the story {story.name}")
        raise
    if missing := [cite for cite in script.proves if cite not in played.cites]:
        raise ScriptFailed(f"{story.name}: the engine never gave {', '.join(missing)}")
    return Told(frozenset(script.proves), frozenset(played.cites))


def run(path: Path) -> set[str]:
    """Run a file and give every clause that it proves."""
    return {cite for story in stories(path) for cite in tell(story).proves}


def files() -> list[Path]:
    """Every file with stories of the floor."""
    return sorted(FOLDER.glob("*/floor/*.hand"))
