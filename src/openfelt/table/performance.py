"""Playing a hand's text: its commands go through `decide` and `evolve`, its cards come from the text.

Its claims are checked line by line. A performance collects every clause that the engine gave, in events, refusals
and offers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NoReturn

from openfelt.cards import JOKER, UNKNOWN, Card, cards, show
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError, RuleViolation
from openfelt.games.game import Deal, Face
from openfelt.games.signcheck import playable
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.chips import read_chips
from openfelt.table.claims import CLAIMS
from openfelt.table.decide import decide
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import BETTING, FIELDS, OUT, Hand
from openfelt.table.house import house_steps
from openfelt.table.live import passes_due
from openfelt.table.offer import Offer
from openfelt.table.options import legal, offers
from openfelt.table.play import start
from openfelt.table.ruling_events import AsideReturned
from openfelt.table.ruling_text import read_ruling, record
from openfelt.table.script import BURN, CARD, Script, Statement, Street, is_ruling, read_cards
from openfelt.table.shoe import RealCards

MOST_STEPS: Final = 2000  # of one text; a hand has a few hundred
FILL_STRIDE: Final = 23  # has no factor in common with any deck, so fillers look shuffled and are always the same
VERBS: Final = re.compile(
    r"(fold|check|call|bet|raise|bring|straddle|decline|draw|stand|discard|show|muck|buy|time|divide|run|all-in)s?\b\s*(.*)$"
)
ACTOR: Final = re.compile(r"(all|\d+(?:\s*,\s*\d+)*)\s+(.+)$")
REFUSED: Final = re.compile(r"\s+refused(?:\s+([a-z-]+))?$")
AMOUNT: Final = re.compile(r"(?:(?:to|in|up to)(?: |$))?(\d+)?\s*(all-in)?$")
PUT_OUT: Final = re.compile(r"puts out (\d+(?:\+\d+)*) (meaning .+|refused [a-z-]+)$")
CARDS_ONLY: Final = re.compile(rf"(?:{CARD}\s*)+$")
GETS: Final = re.compile(r"\d+ gets ")
# What the house does of itself, by the word with which a text says it.
HOUSE_LINES: Final[dict[str, tuple[type, ...]]] = {
    "antes": (e.AntesPosted,), "posts": (e.BlindPosted,), "burn": (e.Burned,), "deal": (e.StreetDealt, e.SharedDealt),
    "opens": (e.RoundOpened,), "skipped": (e.RoundSkipped,), "collected": (e.BetsCollected,),
    "returned": (e.UncalledReturned,), "reshuffled": (e.Reshuffled, AsideReturned), "open": (e.HandsOpened,),
    "shows": (e.Shown,), "mucks": (e.Mucked,), "commission": (e.CommissionTaken,), "wins": (e.PotAwarded,),
    "ended": (e.HandEnded,),
}  # fmt: skip


FAULTS: Final = (InvariantBroken, LookupError, ValueError, AssertionError, TypeError)


class ScriptFailed(OpenfeltError):
    """A text claims something that did not happen."""

    code = "script"


class Performance:
    """One text, played. `events` is the hand; `cites` is every clause the engine gave while it was played."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.events: list[e.Event] = []
        self.cites: set[str] = set()
        self.hand: Hand | None = None
        self.burns = iter(script.burns)
        self.gets = {seat: list(several) for seat, several in script.gets.items()}
        self.left_shoe: tuple[Card, ...] = ()  # the latest street, in the order of its cards
        self.shown_at = 0
        self.own_showing: set[int] = set()  # the events of those who showed or mucked by a line of their own
        self.at: Statement | None = None
        self.given: set[str] = set()  # the clauses of the latest line
        self.next = 0
        self.told = -1  # while a ruling is awaited: how many events the text has told
        self.has_rulings = any(is_ruling(one.text) for one in script.statements)

    # --- playing -----------------------------------------------------------------------------------------------------

    def run(self) -> Performance:
        """Play every line; ScriptFailed or NotationError names the line that is wrong."""
        self.begin()
        for statement in self.script.statements:
            self.perform(statement)
        self.finish()
        return self

    def begin(self) -> None:
        """Validate the sign and start the hand."""
        try:
            self._begin(self.script.statements)
        except FAULTS as fault:
            self._blame_rulings(fault)

    def perform(self, statement: Statement) -> None:
        """Play the next line; afterwards `given` has the clauses of that of which it speaks."""
        self.at, self.given = statement, set()
        self.next += 1
        try:
            self._perform(statement)
        except (NotationError, RuleViolation) as fault:
            raise ScriptFailed(f"line {statement.line}: {statement.text}: {fault}") from fault
        except FAULTS as fault:
            self._blame_rulings(fault)

    def finish(self) -> None:
        """Check what can be known only after the last line."""

    def _blame_rulings(self, fault: Exception) -> NoReturn:
        """Rulings are recorded as they stand, so a hand that they broke is the text's fault; any other is ours."""
        if not self.has_rulings:
            raise fault
        self.fail(f"the hand cannot go on as the rulings left it: {fault or type(fault).__name__}")

    def _begin(self, statements: list[Statement]) -> None:
        """Validate the sign and start the hand, unless the text claims that one of them is refused."""
        claims = {statement.text.split(" refused")[0] for statement in statements if " refused" in statement.text}
        if "sign" in claims:
            return
        if "start" in claims or not self.script.players:
            playable(self.script.sign)
            return
        self.start()

    def start(self) -> None:
        """Start the hand and let the house go on to the first choice."""
        script = self.script
        event = start(
            script.sign,
            script.players,
            button=script.button,
            blinds=script.posts,
            late=script.late,
            brought=script.brought,
            hand_id=script.hand_id,
        )
        self.hand = begin(event)
        self.events.append(event)
        self.cites.update(event.cites)
        try:
            self._house()
        except RuleViolation as fault:  # the text deals a card twice, say, before its first line
            raise ScriptFailed(f"the hand cannot begin: {fault}") from fault

    def on_order(self, order: object, made: Iterable[e.Event] = (), refusal: OpenfeltError | None = None) -> None:
        """Something was asked of the hand, by a player or by the house; this happened, or so it was refused."""

    def _record(self, command: object) -> tuple[e.Event, ...]:
        hand = self.current
        made = decide(hand, command)
        self.on_order(command, made)
        for event in made:
            evolve(hand, event)
            self.events.append(event)
            self.cites.update(event.cites)
        return made

    def _house(self) -> None:
        """Let the house go on until someone has a choice; then note what is offered, and why.

        Where the text comes to a ruling before anyone's choice, the house goes only as far as its lines say.
        """
        hand = self.current
        self.told = len(self.events) if self.has_rulings and self._ruling_comes_first() else -1
        if self.told >= 0:
            return
        for command in islice(house_steps(hand, RealCards()), MOST_STEPS):
            self._record(self._with_cards(command))
        for offer in offers(hand):
            self.cites.update(offer.cites)

    def _ruling_comes_first(self) -> bool:
        """Whether the next who has a word, by the text, is the floor and not a player."""
        for statement in self.script.statements[self.next :]:
            if is_ruling(statement.text):
                return True
            if ACTOR.match(statement.text) and not GETS.match(statement.text):
                return False
        return False

    def _go_as_told(self, text: str) -> None:
        """Take house steps until that happened of which the line tells."""
        kinds = (e.DrawDealt,) if GETS.match(text) else HOUSE_LINES.get(text.partition(" ")[0], ())
        hand = self.current
        steps = house_steps(hand, RealCards())
        for _ in range(MOST_STEPS if kinds else 0):
            found = [at for at in range(self.told, len(self.events)) if isinstance(self.events[at], kinds)]
            if found:
                self.told = found[0] + 1
                return
            if (command := next(steps, None)) is None:
                return
            self._record(self._with_cards(command))

    def _ruled(self, statement: Statement) -> None:
        """A line of a ruling: what it says is recorded as it stands."""
        event = read_ruling(self.current, statement.text, statement.cites)
        record(self.current, event)
        self.given |= set(event.cites)
        self.events.append(event)
        self._house()

    @property
    def current(self) -> Hand:
        """The hand, which must have been started."""
        if self.hand is None:
            self.fail("no hand has been started")
        return self.hand

    def fail(self, message: str) -> NoReturn:
        """Say at which line the text is wrong, and why."""
        where = f"line {self.at.line}: {self.at.text}: " if self.at else ""
        raise ScriptFailed(where + message)

    # --- cards -------------------------------------------------------------------------------------------------------

    def _with_cards(self, command: Any) -> object:  # noqa: ANN401 - any house command
        """The house's command with the cards that the text gives, and fillers where it gives none."""
        match command:
            case c.Burn():
                return c.Burn(self._filled([next(self.burns, None)], hidden=[True])[0])
            case c.DealShared():
                board = self._street_cards().board or [None]
                return c.DealShared(self._filled(board[:1], hidden=[False])[0])
            case c.DealDraw(several):
                queue = self.gets.get(self.current.seats[self.current.to_act], [])
                wanted = [queue.pop(0) if queue else None for _ in several]
                return c.DealDraw(self._filled(wanted, hidden=[True] * len(wanted)))
            case c.DealStreet():
                self.left_shoe = self._dealt_street()
                return c.DealStreet(self.left_shoe)
        return command

    def _street_cards(self) -> Street:
        said = self.script.streets.get(self.current.rules.steps[self.current.step].name)
        if not said:
            return Street()
        return said.pop(0) if len(said) > 1 else said[0]

    def _dealt_street(self) -> tuple[Card, ...]:
        """The street's cards in the order in which they leave the shoe."""
        hand = self.current
        step = hand.rules.steps[hand.step]
        assert isinstance(step, Deal)
        said = self._street_cards()
        seats = [hand.seats[i] for i in range(hand.n) if hand.status[i] != OUT]
        piles = {seat: list(said.players.get(seat, ())) for seat in seats}
        wanted: list[Card | None] = []
        hidden: list[bool] = []
        for one in passes_due(hand, step):
            for seat in seats:
                for _ in range(one.count):
                    wanted.append(piles[seat].pop(0) if piles[seat] else None)
                    hidden.append(one.face is Face.DOWN)
        board = list(said.board) + [None] * (step.board - len(said.board))
        return self._filled(wanted + board[: step.board], hidden + [False] * step.board)

    def _filled(self, wanted: list[Card | None], hidden: list[bool]) -> tuple[Card, ...]:
        """Every card left open becomes a filler: a card that is not out and that the text does not name."""
        taken = {card for card in wanted if card is not None}
        made: list[Card] = []
        for card, is_hidden in zip(wanted, hidden, strict=True):
            if card is None and is_hidden and self.script.live:
                made.append(UNKNOWN)
                continue
            if card is None:
                card = self._filler(taken)  # noqa: PLW2901
                taken.add(card)
            made.append(card)
        return tuple(made)

    def _filler(self, taken: set[Card]) -> Card:
        seen = self.current.seen
        deck = self.current.rules.deck.cards
        spare = [deck[at * FILL_STRIDE % len(deck)] for at in range(len(deck))]
        free = [card for card in spare if not seen >> card & 1 and card not in taken]
        unnamed = [card for card in free if card not in self.script.reserved and card != JOKER]
        if not free:
            self.fail("no card is left to fill the street")
        return (unnamed or free)[0]

    # --- statements --------------------------------------------------------------------------------------------------

    def _perform(self, statement: Statement) -> None:
        text = statement.text
        if is_ruling(text):
            self._ruled(statement)
            return
        if self.told >= 0:
            self._go_as_told(text)
        if not text:
            self._require_label(statement.label)
        elif text.startswith("deal ") or BURN.match(text) or GETS.match(text):
            self._dealing(text, statement)
        elif found := ACTOR.match(text):
            self._act(found[1], found[2], statement)
        else:
            word, _, rest = text.partition(" ")
            if word not in CLAIMS:
                raise NotationError(phrase("no statement begins with {word}", word=quoted(word)), legal=tuple(CLAIMS))
            CLAIMS[word](self, rest, statement)

    def _require_label(self, label: str) -> None:
        """A label says which street the hand is in."""
        hand = self.current
        now = hand.rules.steps[hand.step].name if 0 <= hand.step < len(hand.rules.steps) else "the showdown"
        if label and now != label:
            self.fail(f"the hand is in {now}, not in {label}")

    def require_cites(self, wanted: Cites, given: Iterable[str], what: str) -> None:
        """Every clause that the line names must be among those given."""
        given = set(given)
        self.given |= given
        if missing := [cite for cite in wanted if cite not in given]:
            self.fail(f"{what} cites {', '.join(sorted(given)) or 'nothing'}, not {', '.join(missing)}")

    def _dealing(self, text: str, statement: Statement) -> None:
        """Cards were put in the shoe before; here they must have been dealt."""
        kinds = {"deal": (e.StreetDealt, e.SharedDealt), "burn": (e.Burned,)}.get(
            text.partition(" ")[0], (e.DrawDealt,)
        )
        done = [event for event in self.events if isinstance(event, kinds)]
        if text.startswith("deal ") and not any(isinstance(event, e.SharedDealt) for event in done):
            done = [event for event in done if event.name == statement.label]  # type: ignore[union-attr]
        if not done:
            self.fail("that was not dealt")
        dealt = {card for event in done for card in dealt_cards(event)}
        for card in read_cards(" ".join(re.findall(CARD, text))):
            if card is not None and card not in dealt:
                self.fail(f"{show((card,))} was not dealt")
        self.require_cites(statement.cites, (cite for event in done for cite in event.cites), "the deal")

    def _act(self, who: str, what: str, statement: Statement) -> None:
        if what.startswith("may not "):
            for seat in seat_numbers(who):
                self._refuse(seat, what.removeprefix("may not "), "", statement)
        elif what.startswith("may "):
            self._may(one_seat(who), what.removeprefix("may "), statement)
        elif found := PUT_OUT.match(what):
            self._put_out(one_seat(who), found, statement)
        elif refused := REFUSED.search(what):
            for seat in seat_numbers(who):
                self._refuse(seat, what[: refused.start()], refused[1] or "", statement)
        elif who == "all":
            self._all(what, statement)
        else:
            self._require_label(statement.label)
            for seat in seat_numbers(who):
                self._command(seat, what, statement)

    def _put_out(self, seat: int, found: re.Match[str], statement: Statement) -> None:
        """Chips put out in silence: "1 puts out 500+500 meaning call"; the reading is checked, then played."""
        meaning = found[2]
        try:
            reading = read_chips(self.current, seat, [int(one) for one in found[1].split("+")])
        except RuleViolation as refusal:
            self.cites.update(refusal.cites)
            self.require_cites(statement.cites, refusal.cites, "the refusal")
            if not meaning.startswith("refused ") or not refusal.answers_to(meaning.removeprefix("refused ")):
                self.fail(f"refused as {refusal.code}: {refusal}")
            return
        self.cites.update(reading.cites)
        self.require_cites(statement.cites, reading.cites, "the reading")
        match reading.command:
            case c.Check():
                said = "check"
            case c.Call():
                said = f"call {legal(self.current).call}"  # type: ignore[union-attr]
            case c.Bet(to=to):
                said = f"bet {to}"
            case c.RaiseTo(to=to):
                said = f"raise to {to}"
        if meaning.removeprefix("meaning ") != said:
            self.fail(f"it means {said}")
        self._record(reading.command)
        self._house()

    def _all(self, what: str, statement: Statement) -> None:
        """Everyone in turn, until the house has the next word or the street is over."""
        hand = self.current
        self._require_label(statement.label)
        if hand.to_act < 0:
            self.fail("nobody has a choice")
        step, phase = hand.step, hand.phase
        while hand.to_act >= 0 and (hand.step, hand.phase) == (step, phase):
            turn = legal(hand)
            free = what.startswith("call") and turn is not None and turn.check
            self._command(hand.seats[hand.to_act], "checks" if free else what, statement)

    def _command(self, seat: int, what: str, statement: Statement) -> None:
        command, amount, all_in = self._read_command(seat, what)
        made = self._record(command)
        event: Any = made[0]
        if isinstance(event, (e.Shown, e.Mucked)):
            self.own_showing.add(len(self.events) - len(made))
        if amount is not None and amount != wagered(event):
            self.fail(f"the amount is {wagered(event)}, not {amount}")
        if all_in and not getattr(event, "all_in", False):
            self.fail(f"seat {seat} is not all-in")
        self.require_cites(statement.cites, (cite for one in made for cite in one.cites), "the action")
        self._house()

    def _refuse(self, seat: int, what: str, code: str, statement: Statement) -> None:
        """The command must be refused, with that code and those clauses, and must change nothing."""
        tried = self._tries(seat, what)
        for command in tried:
            hand = self.current
            before = hand.copy()
            try:
                decide(hand, command)
            except RuleViolation as refusal:
                self.on_order(command, refusal=refusal)
                self.cites.update(refusal.cites)
                self.require_cites(statement.cites, refusal.cites, "the refusal")
                if code and not refusal.answers_to(code):
                    self.fail(f"refused as {refusal.code}, not {code}: {refusal}")
            else:
                self.fail(f"{command} is not refused")
            if changed := differences(before, hand):
                self.fail(f"the refusal changed {', '.join(changed)}")

    def _tries(self, seat: int, what: str) -> list[object]:
        """The commands a refusal is tried with: for a bare bet or raise, the least and everything."""
        hand = self.current
        if what not in {"bet", "bets", "raise", "raises"}:
            return [self._read_command(seat, what)[0]]
        i = hand.index.get(seat, hand.to_act)
        size = hand.round.size if hand.round else 1
        order = c.RaiseTo if what.startswith("raise") else c.Bet
        return [order(seat, to) for to in (hand.high + max(hand.inc, size), hand.bets[i] + hand.stacks[i])]

    def _read_command(self, seat: int, what: str) -> tuple[Any, int | None, bool]:
        """A player's order in words: the command, the amount that it names as a check, and whether it says all-in."""
        found = VERBS.match(what)
        if not found:
            raise NotationError(phrase("no action {what}", what=quoted(what)))
        verb, rest = found[1], found[2]
        if verb in _CARD_VERBS or verb == "show":
            return self._card_command(seat, verb, rest), None, False
        if verb == "run":
            if rest not in ("twice", "once"):
                raise NotationError(
                    phrase("no way to run {rest}", rest=quoted(rest)), legal=("1 runs twice", "1 runs once")
                )
            return (c.RunTwice if rest == "twice" else c.RunOnce)(seat), None, False
        sizes = AMOUNT.match(rest)
        if verb in _PLAIN and (not rest or rest in _PLAIN_REST.get(verb, ())):
            return _PLAIN[verb](seat), None, False
        if not sizes:
            raise NotationError(phrase("no amount {rest} in {what}", rest=quoted(rest), what=quoted(what)))
        amount = int(sizes[1]) if sizes[1] else None
        if verb == "all-in":
            i = self.current.index.get(seat, -1)
            if i >= 0 and amount not in (None, self.current.bets[i] + self.current.stacks[i]):
                self.fail(f"everything comes to {self.current.bets[i] + self.current.stacks[i]}, not {amount}")
            return self._all_in(seat), None, True
        if verb in {"call", "bring", "straddle"}:
            return {"call": c.Call, "bring": c.BringIn, "straddle": c.Straddle}[verb](seat), amount, bool(sizes[2])
        if amount is None:
            raise NotationError(phrase("{verb} needs an amount", verb=verb))
        return (c.Bet if verb == "bet" else c.RaiseTo)(seat, amount), amount, bool(sizes[2])

    def _card_command(self, seat: int, verb: str, rest: str) -> object:
        """Draw, stand pat, discard or show: cards by name, or a number of them from the first."""
        hand = self.current
        held = hand.down[hand.index[seat]] if seat in hand.index else ()
        rest = rest.partition(" for ")[0].removesuffix(" cards").strip()
        if rest.isdecimal():
            several = held[: int(rest)]
        elif not rest or rest == "pat":
            several = ()
        elif CARDS_ONLY.match(rest):
            several = cards(rest)
        else:
            raise NotationError(phrase("no cards {rest}", rest=quoted(rest)))
        return {"draw": c.Draw, "stand": c.Draw, "discard": c.Discard, "show": c.Show}[verb](seat, several)

    def _all_in(self, seat: int) -> object:
        """Everything: a call where it cannot be more, a bet where nothing was bet, else a raise."""
        hand = self.current
        i = hand.index.get(seat, -1)
        if i < 0 or hand.phase != BETTING:
            return c.Call(seat)
        to = hand.bets[i] + hand.stacks[i]
        if hand.high and to <= hand.high:
            return c.Call(seat)
        return c.RaiseTo(seat, to) if hand.high else c.Bet(seat, to)

    def _may(self, seat: int, what: str, statement: Statement) -> None:
        """Exactly these choices, in the fixed order; an amount may be left out."""
        self._require_label(statement.label)
        turn = legal(self.current)
        if turn is None or turn.seat != seat:
            self.fail("it is the house's turn" if turn is None else f"it is seat {turn.seat}'s turn")
        made = offers(self.current)
        said = [one.strip() for one in what.split(",")]
        if len(said) != len(made) or not all(map(is_offered, said, made)):
            self.fail(f"seat {seat} may {', '.join(map(offer_words, made))}")
        self.require_cites(statement.cites, (cite for offer in made for cite in offer.cites), "the offer")


_CARD_VERBS: Final = frozenset({"draw", "stand", "discard"})
_PLAIN: Final[dict[str, Any]] = {
    "divide": c.Divide,
    "fold": c.Fold, "check": c.Check, "decline": c.Decline, "muck": c.Muck, "buy": c.BuyTime, "time": c.TimeOut,
}  # fmt: skip
_PLAIN_REST: Final = {"buy": ("time",), "time": ("out",), "divide": ("the pot",)}


def seat_numbers(text: str) -> list[int]:
    """The seats before a verb: "2, 3"."""
    if text == "all":
        raise NotationError("'all' cannot do that", legal=("seats by number",))
    return [int(seat) for seat in text.split(",")]


def one_seat(text: str) -> int:
    """The one seat before a verb that is for one."""
    seats = seat_numbers(text)
    if len(seats) > 1:
        raise NotationError(phrase("{text} are several seats", text=quoted(text)), legal=("one seat",))
    return seats[0]


def dealt_cards(event: Any) -> tuple[Card, ...]:  # noqa: ANN401 - any event that deals cards
    """Every card that an event dealt."""
    match event:
        case e.StreetDealt():
            return tuple(card for pile in (*event.down, *event.up) for card in pile) + event.board
        case e.DrawDealt():
            return event.cards
    return (event.card,)


def wagered(event: Any) -> int:  # noqa: ANN401 - the event of an action
    """The amount by which a text names an action: what a bet or raise comes to, what a call or a post adds."""
    return event.to if isinstance(event, (e.BetMade, e.Raised)) else getattr(event, "amount", 0)


def differences(before: Hand, after: Hand) -> list[str]:
    """The parts of a hand that are not as they were; the memo of its choices is none of them."""
    return [name for name in FIELDS if name != "turn" and getattr(before, name) != getattr(after, name)]


def offer_words(offer: Offer) -> str:
    """A choice as a text names it: "fold", "call 150", "raise to 800-10000", "draw 5".

    >>> offer_words(Offer("raise", (), least=800, most=1000, step=1, all_in=1000))
    'raise to 800-1000'
    """
    words = {"raise": "raise to", "bring-in": "bring in"}.get(offer.action, offer.action)
    if offer.amount:
        return f"{words} {offer.amount}"
    if not offer.most:
        return words
    if offer.action in {"draw", "discard"}:
        return f"{words} {offer.most}"
    span = f"{offer.least}-{offer.most}" if offer.most > offer.least else f"{offer.least}"
    on_step = offer.least <= offer.all_in <= offer.most and (offer.all_in - offer.least) % (offer.step or 1) == 0
    return f"{words} {span} or {offer.all_in}" if offer.all_in and not on_step else f"{words} {span}"


def is_offered(said: str, offer: Offer) -> bool:
    """Whether the words mean this choice, with its amounts or without any."""
    return said in (offer_words(offer), offer.action.replace("-", " "))
