"""Runs `.round` stories of the house-banked games and says which clauses they proved.

A story is text: its first line says what it proves, `proves` lines name the clauses, the rest is a table being played
in the notation of `openfelt.pit.notation`. Sections that begin with `==` start a fresh table with the same sign, seats
and cards unless they give their own; by custom the last one is the twin just outside the rule.

    sign SIGN                        the sign (the standard one of the folder's rulebook if not given)
    seats 1 Ann 100000, 2 Bob 50000  who sits where with what
    cards box 1 AhKd, dealer 7c8c, board AcKh2s9d4c, discard 5s     dealt as the rules deal; then the rest of the deck
    by hand                          take no house step by itself; `house` or `house 3` takes them; `by house` ends it
    live                             real cards: no shoe, the dealer names every card (by hand)
    ORDER                            give an order
    ORDER => refused [7.2]           it is refused, by these clauses
    ORDER => [7.2]                   it happens, by these clauses
    sign SIGN => refused [3.1]       the sign itself is refused
    check ...                        see `CHECKS`

A clause is proven only if the story names it and the engine emits it while the story runs: in an event, a refusal, a
line of the sign or an offer that the story checks.
"""

import re
from pathlib import Path

from openfelt.cards import FULL_DECK, cards, show
from openfelt.errors import OpenfeltError
from openfelt.pit import Round, Viewer, decide, evolve, house_step, legal, standings, view
from openfelt.pit import events as e
from openfelt.pit.events import COMMUNITY, DEALER, DISCARD
from openfelt.pit.notation import read_command, write
from openfelt.pit.signtext import read_sign
from openfelt.rulebooks import clause

FOLDER = Path(__file__).parent
RULEBOOKS = ("act-holdem", "nz-big-raise")
SEATS = "1 Ann 100000, 2 Bob 100000"
PILES = {"dealer": DEALER, "community": COMMUNITY, "discard": DISCARD, "board": "board"}


class StoryFailed(AssertionError):
    """A story that does not come out as it says."""


def stories():
    """All stories of the pit, in order."""
    return sorted(path for key in RULEBOOKS for path in (FOLDER / key).glob("*.round"))


def run(path):
    """Play a story; the clauses it names and the engine emitted. Fails if the story does not come out."""
    book = path.parent.name
    story = Story(book)
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.split("  #")[0].strip()
        if not line or line.startswith("#"):
            continue
        try:
            story.line(line)
        except (StoryFailed, OpenfeltError, AssertionError) as fault:
            raise StoryFailed(f"{path.name}:{number}: {raw.strip()}: {fault}") from None
    story.finish()
    if missing := sorted(story.named - story.emitted):
        raise StoryFailed(f"{path.name}: the engine never emitted {', '.join(missing)}")
    return story.named & story.emitted


class Story:
    def __init__(self, book):
        self.book = book
        self.named, self.emitted = set(), set()
        self.sign, self.seats, self.piles = book, SEATS, {}
        self.checks, self.by_hand, self.live = 0, False, False
        self.fresh()

    def fresh(self):
        self.round, self.events, self.last = None, [], []

    def cite(self, text):
        """Full citations of "[7.2, def/Fold]"."""
        return {clause(f"{self.book} {one.strip()}").cite for one in text.split(", ")}

    def line(self, line):
        word, _, rest = line.partition(" ")
        if line.startswith("=="):
            self.finish()
            self.fresh()
        elif word == "proves":
            self.named.add(clause(rest).cite)
        elif word == "sign" and "=>" in rest:
            text, _, expected = rest.partition(" => ")
            self.expect_refusal(expected, lambda: read_sign(text))
        elif word in ("sign", "seats"):
            setattr(self, word, rest)
        elif word == "cards":
            self.piles = dict(self.pile(one) for one in rest.split(", "))
        elif line == "live":
            self.live = self.by_hand = True
        elif line in ("by hand", "by house"):
            self.by_hand = line == "by hand"
        elif word == "house":
            self.house(int(rest or 1))
        elif word == "check":
            self.checks += 1
            self.check(rest)
        else:
            self.order(line)

    def pile(self, text):
        found = re.fullmatch(r"(?:box (\d+)|(\w+)) (.+)", text)
        assert found, f"no pile in {text!r}"
        return int(found[1]) if found[1] else PILES[found[2]], list(cards(found[3]))

    # -- playing -------------------------------------------------------------------------------------------------------

    def table(self):
        if self.round is None:
            self.round = Round()
            self.apply(read_command(f"open {self.sign} seats {self.seats}"))
        return self.round

    def order(self, line):
        text, _, expected = line.partition(" => ")
        expected = expected.strip()
        table = self.table()
        command = read_command(text)
        if expected.startswith("refused"):
            self.expect_refusal(expected, lambda: decide(table, command))
            return
        self.apply(command)
        told = {cite for event in self.last for cite in event.cites}
        if not self.by_hand:
            while step := house_step(table):
                self.apply(step, keep=True)
        if expected:
            wanted = self.cite(expected.strip("[]"))
            assert wanted <= told, f"cited {sorted(told)}"

    def expect_refusal(self, expected, attempt):
        before = self.round.copy() if self.round else None
        try:
            attempt()
        except OpenfeltError as refusal:
            refused = refusal
        else:
            raise StoryFailed("was not refused")
        self.emitted |= set(refused.cites)
        wanted = self.cite(re.fullmatch(r"refused \[(.*)\]", expected)[1])
        assert wanted <= set(refused.cites), f"refused by {refused}"
        assert before is None or before == self.round, "a refusal changed the table"

    def apply(self, command, *, keep=False):
        events = decide(self.round, command)
        if not keep:
            self.last = []
        for event in events:
            evolve(self.round, event)
            self.events.append(event)
            self.last.append(event)
            if not isinstance(event, e.TableOpened):  # a sign proves only what a story reads on it
                self.emitted |= set(event.cites)
            for payment in getattr(event, "payments", ()):
                self.emitted |= set(payment.cites)
            if isinstance(event, e.BettingClosed) and not self.live:
                self.round.load(self.shoe(event.plan))

    def house(self, steps):
        self.last = []
        for _ in range(steps):
            step = house_step(self.table())
            assert step is not None, "the house has nothing to do"
            self.apply(step, keep=True)

    def shoe(self, plan):
        """A deck in the order that deals the story's piles."""
        piles = {key: list(pile) for key, pile in self.piles.items()}
        wanted = {card for pile in piles.values() for card in pile}
        assert len(wanted) == sum(map(len, piles.values())), "a card is in two piles"
        spare = [card for card in FULL_DECK.cards if card not in wanted]
        order = [piles[target].pop(0) if piles.get(target) else spare.pop(0) for step in plan for target in step]
        order += piles.pop("board", [])
        return order + spare

    # -- checking ------------------------------------------------------------------------------------------------------

    def check(self, text):
        self.table()
        for pattern, method in CHECKS:
            if found := re.fullmatch(pattern, text):
                getattr(self, method)(*found.groups())
                return
        raise StoryFailed(f"no such check: {text}")

    def has(self, player, amount):
        assert self.round.purses[player] == int(amount), f"has {self.round.purses[player]}"

    def bank(self, amount):
        assert self.round.bank == int(amount), f"bank is {self.round.bank}"

    def phase(self, phase):
        assert self.round.phase == phase, f"phase is {self.round.phase}"

    def outcome(self, reason):
        found = self.round.outcome.reason if self.round.outcome else "none"
        assert found == reason, f"outcome is {found}"

    def sees(self, who, what, wanted):
        viewer = Viewer(who) if who in ("rail", "dealer", "floor", "surveillance") else Viewer("player", who)
        seen = view(self.round, viewer)
        box = re.fullmatch(r"box (\d+)", what)
        found = seen.boxes[int(box[1]) - 1].cards if box else getattr(seen, what)
        assert (show(found) or "-") == wanted, f"sees {show(found) or 'nothing'}"

    def may(self, no, order, cites):
        command = read_command(order)
        covering = [offer for offer in legal(self.round) if offer.covers(command)]
        assert bool(covering) != bool(no), "offered" if covering else "not offered"
        told = {cite for offer in covering for cite in offer.cites}
        self.emitted |= told
        if cites:
            assert self.cite(cites) <= told, f"offered by {sorted(told)}"

    def said(self, no, words):
        lines = [write(event) for event in self.events]
        assert any(words in line for line in lines) != bool(no), "; ".join(lines[-4:])

    def shows(self, words, cites):
        lines = [line for line in self.round.sign.lines() if words in line.text]
        assert lines, "not on the sign"
        told = {cite for line in lines for cite in line.cites}
        self.emitted |= told
        assert self.cite(cites) <= told, f"printed for {sorted(told)}"

    def house_next(self, order):
        step = house_step(self.round)
        found = type(step).__name__ if step else "nothing"
        assert found == order, f"next is {found}"

    def stands(self, upper, lower, cites):
        listed = standings(self.round)
        place = next(place for place, one in enumerate(listed) if one.box == int(upper))
        assert listed[place + 1].box == int(lower), f"standings {listed}"
        told = set(listed[place].above_next)
        self.emitted |= told
        assert self.cite(cites) <= told, f"by {sorted(told)}"

    def finish(self):
        assert self.round is None or self.checks or self.emitted, "a story must check something"


CHECKS = (
    (r"bank (-?\d+)", "bank"),
    (r"phase ([\w-]+)", "phase"),
    (r"outcome (.+)", "outcome"),
    (r"(\w+) has (\d+)", "has"),
    (r"(\w+) sees (box \d+|dealer|community) (.+)", "sees"),
    (r"(not )?offered (.+?)(?: \[(.+)\])?", "may"),
    (r"(not )?said (.+)", "said"),
    (r"sign shows (.+) \[(.+)\]", "shows"),
    (r"house next (\w+)", "house_next"),
    (r"box (\d+) stands above box (\d+) \[(.+)\]", "stands"),
)
