"""Stories of a house-banked table, in the notation of `openfelt.pit.notation`.

The first line says what the story proves, `proves` lines name the clauses, the rest is a table being played. Sections
that begin with `==` start a fresh table with the same sign, seats and cards unless they give their own; by custom the
last one is the twin just outside the rule.

    sign SIGN                        the sign (the standard one of the story's rulebook if not given)
    seats 1 Ann 100000, 2 Bob 50000  who sits where with what
    cards box 1 AhKd, dealer 7c8c, board AcKh2s9d4c, discard 5s     dealt as the rules deal; then the rest of the deck
    by hand                          take no house step by itself; `house` or `house 3` takes them; `by house` ends it
    live                             real cards: no shoe, the dealer names every card (by hand)
    ORDER                            give an order
    ORDER => refused [7.2]           it is refused, by these clauses; `refused call-size [7.2]` says as what
    ORDER => [7.2]                   it happens, by these clauses
    sign SIGN => refused [3.1]       the sign itself is refused
    seats 9 Ann 500 => refused [4.3] nobody can sit so at this sign's table
    check ...                        see `CHECKS`

A clause is proven only if the story names it and the engine emits it while the story runs: in an event, a refusal, a
line of the sign or an offer that the story checks. What the house does by itself is told by `check said WORDS [7.2]`:
one event has these words and gives these clauses. The rulebook is the sign's, else that of the first clause named.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

import msgspec

from openfelt.cards import FULL_DECK, Card, cards, show
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import written
from openfelt.pit import Round, Viewer, decide, evolve, house_step, house_steps, legal, standings, view
from openfelt.pit import events as e
from openfelt.pit.commands import Command, Open
from openfelt.pit.events import COMMUNITY, DEALER, DISCARD
from openfelt.pit.games import pit_game, pit_games
from openfelt.pit.layout import layout_of, lines_met
from openfelt.pit.notation import ORDERS, read_command, write
from openfelt.pit.signtext import read_sign
from openfelt.rulebooks import clause
from openfelt.stories.files import NotAStory, Story
from openfelt.stories.lines import (
    Asserted,
    Failed,
    GivenOrder,
    Source,
    Step,
    nearest,
    read_proofs,
    require,
    require_short_numbers,
    whole_number,
)

SEATS: Final = "1 Ann 100000, 2 Bob 100000"
BOARD: Final = -99  # no box and no pile of the plan: the board comes after what is dealt
PILES: Final = {"dealer": DEALER, "community": COMMUNITY, "discard": DISCARD, "board": BOARD}
OPENING: Final = Source("OpenPit")
MOST_STEPS: Final = 100  # of the house in one line
EXPECTED: Final = re.compile(r"(?:(refused)(?: ([a-z-]+))?)? ?(?:\[(.+)\])?$")


class RoundTelling:
    """One story being told: its table and every clause that it gave."""

    def __init__(self, story: Story) -> None:
        self.steps = read_steps(story.text)
        game = pit_game(game_of(story, self.steps))
        self.book = game.book.key
        self.named: dict[str, None] = {}
        self.cites: set[str] = set()
        self.given: set[str] = set()  # by the latest line
        self.sign, self.seats = game.key, SEATS
        self.piles: dict[int, list[Card]] = {}
        self.checks, self.by_hand, self.live = 0, False, False
        self.events: list[e.Event] = []
        self.made_by: list[Source] = []  # by event
        self.asserted: Asserted = defaultdict(set)
        self.asked: list[GivenOrder] = []  # every order so far, and what became of it
        self.fresh()
        for step in self.steps:
            self.read(step)

    @property
    def proves(self) -> tuple[str, ...]:
        """The clauses that it is to prove."""
        return tuple(self.named)

    def read(self, step: Step) -> None:
        """What can be read before the first card: the clauses it names."""
        word, _, rest = step.text.partition(" ")
        if word == "proves":
            try:
                self.named |= dict.fromkeys(read_proofs(rest))
            except OpenfeltError as fault:
                raise NotAStory(step.line, fault.message, expected=fault.legal) from None

    def take(self, step: Step) -> Iterable[str]:
        """One line."""
        self.given = set()
        try:
            require_short_numbers(step.text)
            self.line(step.text)
            if step is self.steps[-1]:
                self.finish()
        except msgspec.ValidationError as fault:
            raise NotationError(f"{step.text!r}: {fault}") from None
        finally:
            self.cites |= self.given
        return self.given

    def fresh(self) -> None:
        """A fresh table."""
        self.round: Round | None = None
        self.opened_at = len(self.events)
        self.last: list[e.Event] = []

    def cite(self, text: str) -> set[str]:
        """Full citations of "7.2, def/Fold"; the rulebook may stand before a number."""
        numbers = (one.strip().removeprefix(f"{self.book} ") for one in text.split(", "))
        return {clause(f"{self.book} {number}").cite for number in numbers}

    def line(self, line: str) -> None:
        """A line of the story by its first word."""
        word, _, rest = line.partition(" ")
        if line.startswith("=="):
            self.finish()
            self.fresh()
        elif word == "proves":
            return
        elif word in {"sign", "seats"} and "=>" in rest:
            text, _, expected = rest.partition(" => ")
            source = OPENING if word == "sign" else Source(OPENING.kind, ("seats",))
            self.expect_refusal(expected, lambda: self.put_up(word, text), source)
        elif word == "sign":
            read_sign(rest)
            self.sign = rest
        elif word == "seats":
            self.seats = rest
        elif word == "cards":
            self.piles = dict(self.pile(one) for one in rest.split(", "))
            dealt = [card for pile in self.piles.values() for card in pile]
            if len(set(dealt)) < len(dealt):
                raise NotationError("a card is in two piles", legal=("each card once",))
        elif line == "live":
            self.live = self.by_hand = True
        elif line in {"by hand", "by house"}:
            self.by_hand = line == "by hand"
        elif word == "house":
            self.house(whole_number(rest or "1"))
        elif word == "check":
            self.checks += 1
            self.check(rest)
        else:
            self.order(line)

    def put_up(self, word: str, text: str) -> None:
        """Try a sign, or seats at the table of the sign."""
        if word == "sign":
            read_sign(text)
        else:
            self.attempt(Round(), read_command(f"open {self.sign} seats {text}"))

    def attempt(self, table: Round, command: Command) -> None:
        """Give an order that is to be refused."""
        try:
            decide(table, command)
        except OpenfeltError as refusal:
            self.asked.append(GivenOrder(command, refusal=refusal, by_hand=self.by_hand))
            raise

    def assert_by(self, cites: Iterable[str], *sources: Source) -> None:
        """A line asserts these clauses, which these orders gave."""
        for cite in cites:
            self.asserted[cite] |= {(source,) for source in sources}

    def pile(self, text: str) -> tuple[int, list[Card]]:
        """A pile by its name: "box 1 AhKd", "dealer 7c8c"."""
        found = re.fullmatch(r"(?:box (\d+)|(\w+)) (.+)", text)
        if not found or (found[2] and found[2] not in PILES):
            raise NotationError(f"no pile in {text!r}", legal=("box 1 AhKd", *(f"{name} 7c" for name in PILES)))
        return int(found[1]) if found[1] else PILES[found[2]], list(cards(found[3]))

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Round:
        """The table, opened with the sign and the seats when it is first needed."""
        if self.round is None:
            self.round = Round()
            try:
                self.apply(read_command(f"open {self.sign} seats {self.seats}"))
            except OpenfeltError:
                self.round = None
                raise
        return self.round

    def order(self, line: str) -> None:
        """An order, with what it is expected to do."""
        text, _, expected = line.partition(" => ")
        command = read_order(text)
        verdict, _, cites = read_expected(expected)
        wanted = self.cite(cites) if cites else set()
        table = self.table
        if verdict:
            self.expect_refusal(expected, lambda: self.attempt(table, command), command_source(command))
            return
        self.apply(command)
        told = {cite for event in self.last for cite in event.cites}
        self.given |= cited(self.last)
        if not self.by_hand:
            for step in islice(house_steps(table), MOST_STEPS):
                self.apply(step, keep=True)
        require(wanted <= told, f"cited {', '.join(sorted(told)) or 'nothing'}")
        self.assert_by(wanted, command_source(command))

    def expect_refusal(self, expected: str, attempt: Callable[[], object], source: Source) -> None:
        """What is attempted must be refused, by those clauses, and change nothing."""
        verdict, code, cites = read_expected(expected)
        if not verdict or not cites:
            raise NotationError(f"{expected.strip()!r} is no refusal", legal=("refused [7.2]",))
        wanted = self.cite(cites)
        before = self.round.copy() if self.round else None
        try:
            attempt()
        except OpenfeltError as refusal:
            if not refusal.cites:  # it cannot even be read
                raise
            refused = refusal
        else:
            raise Failed("was not refused")
        self.given |= set(refused.cites)
        require(wanted <= set(refused.cites), f"refused by {refused}")
        self.assert_by(wanted, source)
        found = getattr(refused, "code", "")
        require(not code or code == found, f"refused as {found}")
        require(before is None or before == self.round, "a refusal changed the table")

    def apply(self, command: Command, *, keep: bool = False) -> None:
        """Decide and record; the cards go into the shoe when the betting is closed."""
        table = self.table
        events = decide(table, command)
        self.asked.append(GivenOrder(command, events, by_house=keep, by_hand=self.by_hand))
        if not keep:
            self.last = []
        for event in events:
            evolve(table, event)
            self.events.append(event)
            self.made_by.append(command_source(command))
            self.last.append(event)
            if not isinstance(event, e.TableOpened):  # a sign proves only what a story reads on it
                self.cites |= cited([event])
            if isinstance(event, e.BettingClosed) and not self.live:
                shoe = self.shoe(event.plan)
                self.asked[-1] = self.asked[-1]._replace(took=(tuple(shoe),))
                table.load(shoe)

    def house(self, steps: int) -> None:
        """Take so many steps of the house."""
        self.last = []
        for _ in range(min(steps, MOST_STEPS)):
            step = house_step(self.table)
            if step is None:
                raise Failed("the house has nothing to do")
            self.apply(step, keep=True)
        self.given |= cited(self.last)

    def shoe(self, plan: tuple[tuple[int, ...], ...]) -> list[Card]:
        """A deck in the order that deals the story's piles."""
        piles = {key: list(pile) for key, pile in self.piles.items()}
        wanted = {card for pile in piles.values() for card in pile}
        spare = [card for card in FULL_DECK.cards if card not in wanted]
        order = [piles[target].pop(0) if piles.get(target) else spare.pop(0) for step in plan for target in step]
        order += piles.pop(BOARD, [])
        return order + spare

    # -- checking ------------------------------------------------------------------------------------------------------

    def check(self, text: str) -> None:
        """One claim, by its form."""
        for pattern, _, method in CHECKS:
            if found := re.fullmatch(pattern, text):
                method(self, self.table, *found.groups(default=""))
                return
        raise NotationError(f"no such check: {text}", legal=nearest(text, [form for _, form, _ in CHECKS]))

    def has(self, table: Round, player: str, amount: str) -> None:
        """A player's purse."""
        require(player in table.purses, f"no {player} at the table")
        require(table.purses[player] == int(amount), f"has {table.purses[player]}")

    def bank(self, table: Round, amount: str) -> None:
        """What the house has won or lost."""
        require(table.bank == int(amount), f"bank is {table.bank}")

    def phase(self, table: Round, phase: str) -> None:
        """Where the round is."""
        require(table.phase == phase, f"phase is {table.phase}")

    def outcome(self, table: Round, reason: str) -> None:
        """How the round ended."""
        found = table.outcome.reason if table.outcome else "none"
        require(found == reason, f"outcome is {found}")

    def sees(self, table: Round, who: str, what: str, wanted: str) -> None:
        """What somebody sees of a pile."""
        roles = ("rail", "dealer", "floor", "surveillance")
        seen = view(table, Viewer(who) if who in roles else Viewer("player", who))  # type: ignore[arg-type]
        if seen is None:
            raise Failed("there is nothing to see")
        box = re.fullmatch(r"box (\d+)", what)
        if box and not 1 <= int(box[1]) <= len(seen.boxes):
            raise Failed(f"there are {len(seen.boxes)} boxes")
        found = seen.boxes[int(box[1]) - 1].cards if box else getattr(seen, what)
        require((show(found) or "-") == wanted, f"sees {show(found) or 'nothing'}")

    def may(self, table: Round, no: str, order: str, cites: str) -> None:
        """What is offered, and by which clauses."""
        command = read_order(order)
        # A ready order is offered as it stands, whatever else the offer covers.
        covering = [offer for offer in legal(table) if offer.command == command or offer.covers(command)]
        require(bool(covering) != bool(no), "offered" if covering else "not offered")
        told = {cite for offer in covering for cite in offer.cites}
        self.given |= told
        if cites:
            self.assert_by(self.cite(cites), command_source(command))
            require(self.cite(cites) <= told, f"offered by {', '.join(sorted(told))}")

    def ranges(self, table: Round, order: str, numbers: str, rest: str) -> None:
        """The least, the most and the steps that are offered."""
        low, high, step = map(int, re.findall(r"\d+", numbers))
        command = read_order(f"{order} {low}{rest}")
        found = [offer.amounts for offer in legal(table) if offer.command == command]
        require((low, high, step) in found, f"offered {found or 'from another amount, or not at all'}")

    def said(self, _: Round, no: str, words: str, cites: str) -> None:
        """Words that an event of this table says, and the clauses that it gives."""
        if no and cites:
            raise NotationError("what was not said gives no clause", legal=("not said WORDS",))
        lines = [write(event) for event in self.events[self.opened_at :]]
        whole = f"{words} [{cites}]"
        if any(whole in line for line in lines):  # the whole line as it is written, with all its clauses in their order
            words = whole
        found = [at for at, line in enumerate(lines, start=self.opened_at) if words in line]
        require(bool(found) != bool(no), "; ".join(lines[-4:]) or "nothing was said")
        if not cites:
            return
        wanted = self.cite(cites)
        told = [cited([self.events[at]]) for at in found]
        giving = [at for at, given in zip(found, told, strict=True) if wanted <= given]
        self.given |= set().union(*told)
        require(giving, f"said by {' / '.join(', '.join(sorted(given)) for given in told)}")
        self.assert_by(wanted, *(self.made_by[at] for at in giving))

    def shows(self, table: Round, words: str, cites: str) -> None:
        """A line of the sign, asked for by those clauses."""
        # In cents, as everything in a story.
        lines = [line for line in table.sign.lines() if words in written(line.text, str)]
        require(lines, "not on the sign")
        told = {cite for line in lines for cite in line.cites}
        self.given |= told
        require(self.cite(cites) <= told, f"printed for {', '.join(sorted(told))}")
        self.assert_by(self.cite(cites), OPENING)

    def lacks(self, table: Round, words: str) -> None:
        """Words that the sign does not have."""
        lines = [said for line in table.sign.lines() if words in (said := written(line.text, str))]
        require(not lines, f"the sign shows {'; '.join(lines)}")

    def printed(self, table: Round, words: str, cites: str) -> None:
        """Words on the cloth, asked for by those clauses."""
        lines = [line for line in layout_of(table.sign).words if words in written(line.text, str)]
        require(lines, "not on the cloth")
        told = {cite for line in lines for cite in line.cites}
        self.given |= told
        require(self.cite(cites) <= told, f"printed for {', '.join(sorted(told))}")
        self.assert_by(self.cite(cites), OPENING)

    def meets(self, table: Round, player: str, wanted: str) -> None:
        """The lines of the pay tables that a player's cards meet: "super-aces pair-of-aces"."""
        seen = view(table, Viewer("player", player))
        if seen is None:
            raise Failed("there is nothing to see")
        own = next((box.cards for box in seen.boxes if box.player == player), ())
        found = ", ".join(f"{name} {line}" for name, line in lines_met(table.sign, own, seen.community).items())
        require((found or "nothing") == wanted, f"meets {found or 'nothing'}")

    def house_next(self, table: Round, order: str) -> None:
        """What the house would do next."""
        step = house_step(table)
        found = type(step).__name__ if step else "nothing"
        require(found == order, f"next is {found}")

    def stands(self, table: Round, upper: str, lower: str, cites: str) -> None:
        """One hand stands next above another, by those clauses."""
        listed = standings(table)
        order = [one.box for one in listed]
        require(int(upper) in order[:-1], f"the boxes stand {order}")
        place = order.index(int(upper))
        require(order[place + 1] == int(lower), f"the boxes stand {order}")
        told = set(listed[place].above_next)
        self.given |= told
        require(self.cite(cites) <= told, f"by {', '.join(sorted(told))}")
        self.assert_by(self.cite(cites), Source("standings"))

    def none_stand(self, table: Round) -> None:
        """No hand is listed."""
        listed = standings(table)
        require(not listed, f"the boxes stand {[one.box for one in listed]}")

    def finish(self) -> None:
        """A table that was opened must have been looked at."""
        require(self.round is None or self.checks or self.cites, "a story must check something")


CHECKS: Final[tuple[tuple[str, str, Callable[..., None]], ...]] = (
    (r"bank (-?\d+)", "bank -500", RoundTelling.bank),
    (r"phase ([\w-]+)", "phase betting", RoundTelling.phase),
    (r"outcome (.+)", "outcome settled", RoundTelling.outcome),
    (r"(\w+) has (\d+)", "Ann has 99000", RoundTelling.has),
    (r"(\w+) sees (box \d+|dealer|community) (.+)", "Ann sees box 1 Ah Kd", RoundTelling.sees),
    (
        r"offered (.+?) (\d+ to \d+ in steps of \d+)(.*)",
        "offered box 1 raises 1000 to 4000 in steps of 1000",
        RoundTelling.ranges,
    ),
    (r"(not )?offered (.+?)(?: \[(.+)\])?", "offered box 1 folds [7.3]", RoundTelling.may),
    (r"(not )?said (.+?)(?: \[(.+)\])?", "said Ann warned for 1500 [5.4]", RoundTelling.said),
    (r"sign shows (.+) \[(.+)\]", "sign shows box minimum 1000 [3.1]", RoundTelling.shows),
    (r"sign does not show (.+)", "sign does not show Three Card Bonus", RoundTelling.lacks),
    (r"cloth shows (.+) \[(.+)\]", "cloth shows The dealer plays [12.9]", RoundTelling.printed),
    (r"(\w+) meets (.+)", "Ann meets super-aces pair-of-aces", RoundTelling.meets),
    (r"house next (\w+)", "house next Deal", RoundTelling.house_next),
    (r"no hand stands", "no hand stands", RoundTelling.none_stand),
    (r"box (\d+) stands above box (\d+) \[(.+)\]", "box 1 stands above box 2 [2.6(a)]", RoundTelling.stands),
)


def read_steps(text: str) -> list[Step]:
    """The lines of a story without comments."""
    found = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.split("  #")[0].strip()
        if line and not line.startswith("#"):
            found.append(Step(number, line))
    if all(step.text.startswith("proves") for step in found):
        raise NotAStory(found[-1].line if found else 0, "nothing happens", expected=("an order, a check or a sign",))
    return found


def game_of(story: Story, steps: Iterable[Step]) -> str:
    """The game of a story: its folder's among our own, else the sign's, else that of the first clause it names."""
    if story.book in pit_games():
        return story.book
    for word in ("sign", "proves"):
        for step in steps:
            first, book, *_ = [*step.text.split(), "", ""]
            if first == word and book in pit_games():
                return book
    raise NotAStory(0, "the text names no sign", expected=tuple(f"sign {key}" for key in pit_games()))


def read_order(text: str) -> Command:
    """An order from its words."""
    try:
        return read_command(text)
    except NotationError as fault:
        forms = [template.replace("{", "").replace("}", "").upper() for template in ORDERS.values()]
        near = dict(zip(forms, ORDERS.values(), strict=True))
        expected = fault.legal or tuple(near[form] for form in nearest(text.upper(), forms))
        raise NotationError(fault.message, legal=expected) from None


def command_source(command: Command) -> Source:
    """The order that a command is at a house-banked table."""
    return OPENING if isinstance(command, Open) else Source(f"pit {type(command).__name__}")


def read_expected(text: str) -> tuple[str, str, str]:
    """What stands behind an arrow: whether it is refused, as what, and the clauses."""
    found = EXPECTED.match(text.strip())
    if not found:
        raise NotationError(f"{text.strip()!r} cannot be expected", legal=("=> [7.2]", "=> refused [7.2]"))
    return found[1] or "", found[2] or "", found[3] or ""


def cited(events: Iterable[Any]) -> set[str]:
    """The clauses of events and of the payments in them."""
    found: set[str] = set()
    for event in events:
        found |= set(event.cites)
        for payment in getattr(event, "payments", ()):
            found |= set(payment.cites)
    return found
