"""Orders right and wrong: every kind of command with seats, chips and cards that fit the table and that do not."""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.cards import UNKNOWN, Card
from openfelt.errors import RuleViolation
from openfelt.floor import Gesture, interpret
from openfelt.games import Game
from openfelt.table import Hand, decide, legal, start
from openfelt.table import commands as c
from openfelt.table.chips import read_chips
from tests.properties.random_tables import random_start

STRANGER = 99


def every_order(rng, hand: Hand) -> Iterator[object]:
    """One or more of every kind of command; which of them are allowed depends on the hand."""
    for kind in c.Command.__args__:
        for _ in range(2):
            yield kind(*(some_value(rng, hand, name, kind) for name in kind.__struct_fields__))
    yield "a word"


def some_value(rng, hand: Hand, name: str, kind: type) -> object:
    turn = legal(hand)
    if name == "seat":
        return rng.choice([turn.seat if turn else 0] * 6 + [*hand.seats, STRANGER])
    if name == "to":
        stack = max(hand.stacks)
        near = (
            [turn.least - 1, turn.least, turn.least + 1, turn.most, turn.most + turn.step, turn.most + 1]
            if turn
            else []
        )
        return rng.choice([0, 1, -5, stack + 5, *near, *near, "many"])
    if name == "card":
        return rng.choice(some_cards(rng, hand, 1))
    if name == "cards":
        most = {c.DealStreet: 3 * hand.n + 1}.get(kind, 5)
        cards = tuple(some_cards(rng, hand, rng.choice([0, 1, 1, 2, 3, 3, hand.n, most])))
        return list(cards) if kind in (c.Draw, c.Discard, c.Show) and rng.random() < 0.1 else cards
    raise AssertionError(name)


def some_cards(rng, hand: Hand, count: int) -> list[Card]:
    """Cards of the deck, of a player, of the other decks, one twice, or cards that nobody knows."""
    turn = legal(hand)
    own = [*hand.down[hand.position(turn.seat)]] if turn and turn.seat else []
    pool = rng.choice([own, own, list(hand.rules.deck.cards), list(map(Card, range(53))), [UNKNOWN]]) or [UNKNOWN]
    return [rng.choice(pool) for _ in range(count)]


def table_refusals(rng, hand: Hand) -> Iterator[tuple[object, RuleViolation]]:
    """What the table refuses now, and why."""
    for order in every_order(rng, hand):
        try:
            decide(hand, order)
        except RuleViolation as refusal:
            yield order, refusal
    turn = legal(hand)
    for _ in range(3):
        seat = rng.choice([turn.seat if turn else 0, turn.seat if turn else 0, rng.choice(hand.seats)])
        chips = [rng.choice([1, 5, 25, 50, 100, 200, 500]) for _ in range(rng.choice([0, 1, 2, 2, 3, 40]))]
        try:
            read_chips(hand, seat, chips)
        except RuleViolation as refusal:
            yield chips, refusal
        gesture = Gesture(seat, motions=(tuple(chips),) if chips else (), says=rng.choice(["", "", "call", "raise"]))
        try:
            interpret(gesture, hand)
        except RuleViolation as refusal:
            yield gesture, refusal


def some_order(rng, hand: Hand) -> object | None:
    """Now and then more time for the player in turn, where it is sold; else nothing out of the ordinary."""
    turn = legal(hand)
    order = c.BuyTime(turn.seat) if turn else None
    return order if turn and turn.kind == "betting" and rng.random() < 0.3 and accepted(hand, order) else None


def accepted(hand: Hand, order: object) -> bool:
    try:
        decide(hand, order)
    except RuleViolation:
        return False
    return True


def start_refusals(rng, game: Game) -> Iterator[tuple[object, RuleViolation]]:
    """Ways to begin a hand that the table must refuse."""
    sign, players, button = random_start(rng, game)
    seat, stack = players[0]
    last = players[-1][0]
    crowd = [(number, 50 * sign.unit) for number in range(1, 14)]
    odd = sign.unit * 2 + 1
    for changes in (
        {"players": players[:1]},
        {"players": [*players, (seat, stack)]},
        {"players": [(seat, 0), *players[1:]]},
        {"players": [(seat, "many"), *players[1:]]},
        {"players": [(seat, odd), *players[1:]]},
        {"players": crowd},
        {"players": crowd[: sign.seats + 1], "button": STRANGER},
        {"players": crowd[: min(sign.seats, len(crowd)) + 1], "button": STRANGER},
        {"blinds": [(STRANGER, 10 * sign.unit)]},
        {"blinds": [(seat, 0)]},
        {"blinds": [(seat, odd)]},
        {"late": [(STRANGER, 10 * sign.unit, 0)]},
        {"late": [(last, 0, 0)]},
        {"late": [(last, odd, 0)]},
        {"brought": [(STRANGER, 10 * sign.unit)]},
    ):
        given = {"players": players, "button": button, **changes}
        try:
            start(sign, given.pop("players"), **given)
        except RuleViolation as refusal:
            yield changes, refusal
