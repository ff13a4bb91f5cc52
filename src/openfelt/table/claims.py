"""What a hand's text may claim, each checked against the events and the state of the hand as it is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn, Protocol

from openfelt.cards import Card, cards, show
from openfelt.errors import NotationError, RuleViolation
from openfelt.games.signcheck import validate
from openfelt.hands import value
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import Cites
from openfelt.table import events as e
from openfelt.table.hand import Hand
from openfelt.table.pots import build_pots, closed_pots
from openfelt.table.ruling_events import AsideReturned
from openfelt.table.ruling_text import PARTS
from openfelt.table.script import CARD, Script, Statement


class Played(Protocol):
    """A text that is played, as far as a claim about it needs to know: its hand, and what becomes of a wrong claim."""

    script: Script
    events: list[e.Event]
    cites: set[str]
    left_shoe: tuple[Card, ...]
    own_showing: set[int]
    shown_at: int

    @property
    def current(self) -> Hand:
        """The hand, which must have been dealt."""

    def start(self) -> None:
        """Start the hand."""

    def fail(self, message: str) -> NoReturn:
        """The text claims what did not happen."""

    def require_cites(self, wanted: Cites, given: Iterable[str], what: str) -> None:
        """The clauses that the text names must be among those that were given."""

    def on_order(self, order: object, *, refusal: RuleViolation) -> None:
        """Something was asked of the hand, and refused."""


def integer(text: str) -> int:
    """A whole number of the text."""
    if not text.strip().isdecimal():
        raise NotationError(phrase("{text} is no number", text=quoted(text)))
    return int(text)


def pairs(text: str) -> list[tuple[int, int]]:
    """Seats with amounts: "1 9400, 2 0"."""
    found = [part.split() for part in text.split(",")]
    if not all(len(one) == 2 and one[0].isdecimal() and one[1].isdecimal() for one in found):
        raise NotationError(phrase("{text} are no seats with amounts", text=quoted(text)), legal=("1 9400, 2 0",))
    return [(int(seat), int(amount)) for seat, amount in found]


def hand_words(hand: Hand, event: e.Shown) -> str:
    """A hand at the showdown as the dealer says it, for each half that it may win."""
    return " / ".join(
        str(value(half.scale, event.cards, hand.board, selection=half.selection).words)
        for half in hand.rules.halves
        if (event.low if half.in_low else event.high) > 0
    )


def equal(play: Played, what: str, now: object, said: object) -> None:
    """What the text says must be what is."""
    if now != said:
        play.fail(f"{what} is {now}, not {said}")


def last(play: Played, kind: type | tuple[type, ...], what: str) -> Any:  # noqa: ANN401 - the event of that kind
    """The latest event of a kind, which must have happened."""
    found = next((event for event in reversed(play.events) if isinstance(event, kind)), None)
    if found is None:
        play.fail(f"{what} has not happened")
    return found


def claim_pot(play: Played, text: str, _: Statement) -> None:
    """Everything put in so far: "pot 1400"."""
    equal(play, "the pot", play.current.pot, integer(text))


def claim_pots(play: Played, text: str, _: Statement) -> None:
    """The main pot and the side pots: "pots 900 + 500"."""
    said = [integer(part) for part in text.split("+")]
    equal(play, "the pots", [pot.amount for pot in build_pots(play.current)], said)


def claim_middle(play: Played, text: str, _: Statement) -> None:
    """The pots that lie in the middle, of the betting rounds that are closed: "middle 900 + 500", "middle none"."""
    said = [] if text == "none" else [integer(part) for part in text.split("+")]
    equal(play, "what lies in the middle", [pot.amount for pot in closed_pots(play.current)], said)


def claim_stacks(play: Played, text: str, _: Statement) -> None:
    """Chips in front: "stacks 1 9400, 2 0"."""
    hand = play.current
    for seat, chips in pairs(text):
        if seat not in hand.index:
            play.fail(f"seat {seat} is not dealt in")
        equal(play, f"seat {seat}'s stack", hand.stacks[hand.index[seat]], chips)


def claim_opens(play: Played, text: str, statement: Statement) -> None:
    """Who opened the latest betting round: "opens 3"."""
    event = last(play, e.RoundOpened, "a betting round")
    if statement.label:
        equal(play, "the betting round", event.name, statement.label)
    equal(play, "the opener", event.seat, integer(text))
    play.require_cites(statement.cites, event.cites, "the opening")


def claim_antes(play: Played, text: str, statement: Statement) -> None:
    """What was put up as antes: "antes 50", or by seat."""
    event = last(play, e.AntesPosted, "an ante")
    seats = play.current.seats
    said = dict(pairs(text)) if " " in text else dict.fromkeys(seats, integer(text))
    equal(play, "the antes", dict(zip(seats, event.amounts, strict=True)), said)
    play.require_cites(statement.cites, event.cites, "the ante")


def claim_posts(play: Played, text: str, statement: Statement) -> None:
    """A blind that was posted: "posts 2 100", with dead money "posts 4 200+100"."""
    found = re.match(r"(\d+) (\d+)(?:\+(\d+))?$", text)
    if not found:
        raise NotationError(phrase("{text} is no post", text=quoted(text)), legal=("1 100", "4 200+100"))
    said = (int(found[1]), int(found[2]), int(found[3] or 0))
    posts = [event for event in play.events if isinstance(event, e.BlindPosted)]
    event = next((one for one in posts if (one.seat, one.amount, one.dead) == said), None)
    if event is None:
        play.fail(f"the posts are {', '.join(f'{one.seat} {one.amount}' for one in posts) or 'none'}")
    play.require_cites(statement.cites, event.cites, "the post")


def claim_started(play: Played, text: str, statement: Statement) -> None:
    """The hand started, perhaps with this dealing order: "started 2 3 1"."""
    event = last(play, e.HandStarted, "a hand")
    if text:
        equal(play, "the dealing order", " ".join(map(str, event.seats)), " ".join(text.replace(",", " ").split()))
    play.require_cites(statement.cites, event.cites, "the start")


def claim_collected(play: Played, text: str, statement: Statement) -> None:
    """A betting round ended: "collected 1400"."""
    event = last(play, e.BetsCollected, "the end of a betting round")
    if text:
        equal(play, "the pot collected", event.pot, integer(text))
    play.require_cites(statement.cites, event.cites, "the collection")


def claim_skipped(play: Played, text: str, statement: Statement) -> None:
    """A betting round that nobody could bet in."""
    skipped = [event for event in play.events if isinstance(event, e.RoundSkipped)]
    event = next((one for one in skipped if one.name == (text or statement.label)), None)
    if event is None:
        play.fail(f"skipped were {', '.join(one.name for one in skipped) or 'none'}")
    play.require_cites(statement.cites, event.cites, "the skipped round")


def claim_returned(play: Played, text: str, statement: Statement) -> None:
    """An uncalled wager went back: "returned 1 400"."""
    event = last(play, e.UncalledReturned, "a return")
    said = pairs(text)
    if len(said) > 1:
        raise NotationError(phrase("{text} is no return", text=quoted(text)), legal=("1 400",))
    equal(play, "the return", (event.seat, event.amount), said[0])
    play.require_cites(statement.cites, event.cites, "the return")


def claim_reshuffled(play: Played, text: str, statement: Statement) -> None:
    """A new stub was made: "reshuffled 12"."""
    event = last(play, (e.Reshuffled, AsideReturned), "a reshuffle")
    equal(play, "the new stub", event.count, integer(text))
    play.require_cites(statement.cites, event.cites, "the reshuffle")


def claim_board(play: Played, text: str, _: Statement) -> None:
    """The community cards: "board 2c3c4c"."""
    equal(play, "the board", show(play.current.board), show(cards(text)))


def claim_order(play: Played, text: str, statement: Statement) -> None:
    """The cards of the latest street in the order in which they left the shoe: "order 2c3c4c"."""
    event = last(play, e.StreetDealt, "a street")
    equal(play, "the order of the cards", show(play.left_shoe), show(cards(text)))
    play.require_cites(statement.cites, event.cites, "the deal")


def claim_holds(play: Played, text: str, _: Statement) -> None:
    """A player's cards, or how many: "holds 2 QsQc", "holds 2 5"."""
    seat, rest = [*text.split(" ", 1), ""][:2]
    hand = play.current
    if integer(seat) not in hand.index:
        play.fail(f"seat {seat} is not dealt in")
    held = hand.holding(hand.index[integer(seat)])
    if rest.isdecimal():
        equal(play, f"the number of seat {seat}'s cards", len(held), int(rest))
    else:
        equal(play, f"seat {seat}'s holding", sorted(held), sorted(cards(rest)))


def claim_stub(play: Played, text: str, _: Statement) -> None:
    """How many cards are left: "stub 12"."""
    equal(play, "the stub", play.current.stub, integer(text))


def claim_burns(play: Played, text: str, _: Statement) -> None:
    """How many cards were burnt: "burns 3"."""
    burnt = sum(isinstance(event, e.Burned) for event in play.events)
    equal(play, "the number of burns", burnt, integer(text))


def claim_bought(play: Played, text: str, statement: Statement) -> None:
    """Time bought: "bought 3 house 100 pot 200"."""
    event = last(play, e.TimeBought, "a purchase of time")
    found = re.match(r"(\d+) house (\d+) pot (\d+)$", text)
    if not found:
        raise NotationError(phrase("{text} is no purchase", text=quoted(text)), legal=("3 house 100 pot 200",))
    equal(play, "the purchase", (event.seat, event.house, event.pot), tuple(map(int, found.groups())))
    play.require_cites(statement.cites, event.cites, "the purchase")


def claim_open(play: Played, text: str, statement: Statement) -> None:
    """All hands were turned up before the showdown: "open 1 AhKh, 2 QsQc"; "open none": they are not yet."""
    if text == "none":
        if any(isinstance(event, e.HandsOpened) for event in play.events):
            play.fail("the hands have been turned up")
        return
    event = last(play, e.HandsOpened, "the turning up of all hands")
    now = ", ".join(f"{seat} {show(held, '')}" for seat, held in zip(event.seats, event.cards, strict=True))
    equal(play, "the hands turned up", now, text)
    play.require_cites(statement.cites, event.cites, "the turning up")


def next_at_showdown(play: Played, seat: int) -> Any:  # noqa: ANN401 - Shown or Mucked
    """The next player to show or muck; what others did by their own line need not be told again."""
    rest = [at for at in range(play.shown_at, len(play.events)) if isinstance(play.events[at], (e.Shown, e.Mucked))]
    at = next((at for at in rest if at not in play.own_showing or play.events[at].seat == seat), -1)  # type: ignore[union-attr]
    if at < 0:
        play.fail("nobody else was at the showdown")
    play.shown_at = at + 1
    return play.events[at]


def claim_shows(play: Played, text: str, statement: Statement) -> None:
    """The next hand at the showdown, its cards and words: "shows 2 QsQc pair of queens with A-K-9"."""
    seat, _, rest = text.partition(" ")
    event = next_at_showdown(play, integer(seat))
    if not isinstance(event, e.Shown) or event.seat != integer(seat):
        play.fail(f"next at the showdown, seat {event.seat} {type(event).__name__.lower()}")
    named = re.match(rf"(?:{CARD})+", rest)
    if named:
        equal(play, "the hand shown", show(event.cards), show(cards(named[0])))
        rest = rest[named.end() :].strip()
    if rest:
        equal(play, "the hand in words", hand_words(play.current, event), rest)
    play.require_cites(statement.cites, event.cites, "the showing")


def claim_mucks(play: Played, text: str, statement: Statement) -> None:
    """The next player at the showdown conceded: "mucks 1"."""
    event = next_at_showdown(play, integer(text))
    if not isinstance(event, e.Mucked) or event.seat != integer(text):
        play.fail(f"next at the showdown, seat {event.seat} {type(event).__name__.lower()}")
    play.require_cites(statement.cites, event.cites, "the muck")


def claim_wins(play: Played, text: str, statement: Statement) -> None:
    """In all "wins 2 1400"; or "wins 2 700 of pot 1", "wins 2 350 of pot 1 low", "wins 2 700 of pot 1 board 2"."""
    found = re.match(rf"(\d+) (\d+)(?: of pot (\d+)(?: ({PARTS}))?(?: board ([12]))?)?$", text)
    if not found:
        raise NotationError(
            phrase("{text} is no award", text=quoted(text)),
            legal=("2 1400", "2 350 of pot 1 low", "2 700 of pot 1 board 2"),
        )
    seat = int(found[1])
    won = [event for event in play.events if isinstance(event, e.PotAwarded) and seat in event.seats]
    if found[3]:
        won = [event for event in won if event.pot == int(found[3]) - 1 and found[4] in (None, event.part)]
    if found[5]:
        won = [event for event in won if event.board == int(found[5])]
    amount = sum(event.amounts[event.seats.index(seat)] for event in won)
    equal(play, f"seat {seat}'s winnings", amount, int(found[2]))
    play.require_cites(statement.cites, (cite for event in won for cite in event.cites), "the award")


def claim_awarded(play: Played, text: str, statement: Statement) -> None:
    """The order in which the pots were awarded: "awarded 2 1"."""
    order = [event.pot + 1 for event in play.events if isinstance(event, e.PotAwarded)]
    equal(play, "the order of the awards", list(dict.fromkeys(order)), [integer(part) for part in text.split()])
    cites = (cite for event in play.events if isinstance(event, e.PotAwarded) for cite in event.cites)
    play.require_cites(statement.cites, cites, "the awards")


def claim_commission(play: Played, text: str, statement: Statement) -> None:
    """In all "commission 35"; or by pot "commission 20 + 15"; the working after a colon."""
    event = last(play, e.CommissionTaken, "a commission")
    sizes, _, working = text.partition(":")
    said = [integer(part) for part in sizes.split("+")]
    equal(play, "the commission", list(event.amounts) if len(said) > 1 else [sum(event.amounts)], said)
    if working:
        equal(play, "the working", event.working.replace("; ", ", "), working.strip())
    play.require_cites(statement.cites, event.cites, "the commission")


def claim_ended(play: Played, text: str, statement: Statement) -> None:
    """How the hand ended: "ended showdown"."""
    event = last(play, e.HandEnded, "the end of the hand")
    equal(play, "the end", event.reason, text)
    play.require_cites(statement.cites, event.cites, "the end")


def claim_sign(play: Played, text: str, statement: Statement) -> None:
    """The sign may not hang beside a table: "sign refused deck"."""
    claim_refusal(play, "the sign", text, statement, lambda: validate(play.script.sign))


def claim_start(play: Played, text: str, statement: Statement) -> None:
    """No hand may start so: "start refused too-many-players"."""
    claim_refusal(play, "the start", text, statement, play.start)


def claim_refusal(play: Played, what: str, text: str, statement: Statement, act: Callable[[], object]) -> None:
    """Something is refused, with that code and those clauses."""
    _, _, code = text.partition("refused")
    try:
        act()
    except RuleViolation as refusal:
        play.on_order(what, refusal=refusal)
        play.cites.update(refusal.cites)
        play.require_cites(statement.cites, refusal.cites, "the refusal")
        if code.strip() and not refusal.answers_to(code.strip()):
            play.fail(f"refused as {refusal.code}, not {code.strip()}: {refusal}")
    else:
        play.fail(f"{what} is not refused")


CLAIMS: Final[dict[str, Callable[[Played, str, Statement], None]]] = {
    name.removeprefix("claim_"): function
    for name, function in list(globals().items())
    if name.startswith("claim_") and name != "claim_refusal"
}
