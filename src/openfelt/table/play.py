"""Playing: start a hand, give a command, let the house go on until someone has a choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from openfelt.errors import RuleViolation
from openfelt.games.sign import Sign
from openfelt.phrases import Money, Name, Phrase, Seat, phrase, quoted
from openfelt.rulebooks import joined
from openfelt.table import events as e
from openfelt.table.arranging import Named, arrange
from openfelt.table.decide import decide
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import HOUSE, Hand
from openfelt.table.house import Cards, house_steps
from openfelt.table.rules import Rules, compile_rules


def start(
    sign: Sign,
    players: Sequence[tuple[int, int]],
    *,
    button: int = 0,
    blinds: Sequence[tuple[int, int]] | None = None,
    late: Sequence[tuple[int, int, int]] = (),
    hand_id: str = "",
    brought: Sequence[tuple[int, int]] = (),
    hangs: bool = False,
) -> e.HandStarted:
    """The first event of a round of play.

    `players` are (seat, stack) of everyone taking part; `blinds` may name who posts what where the room decides it
    (a dead or missed blind), `late` are (seat, live, dead) posts of players coming in. `brought` is what a seat brought
    where play has made its stack another. `hangs`: the sign was allowed when it was put up at the table, and is not
    judged again.
    """
    rules = compile_rules(sign, hangs=hangs)
    stacks = _require_players(rules, players)
    seats = _dealing_order(rules, sorted(stacks), button)
    limit = rules.game.decks[sign.deck]
    cites = rules.policy.start
    if len(seats) > sign.seats:
        raise RuleViolation(
            "too-many-players",
            limit.cites,
            phrase("{seats} players at a table of {sign} seats", seats=len(seats), sign=sign.seats),
        )
    if len(seats) > limit.most:
        if not rules.policy.undealt_button or len(seats) > limit.most + 1:
            raise RuleViolation(
                "too-many-players",
                limit.cites,
                phrase(
                    "{seats} players; {name} deals {most} at most",
                    seats=len(seats),
                    name=Name(rules.game.name),
                    most=limit.most,
                ),
            )
        if button not in seats:
            raise RuleViolation(
                "no-designated-player",
                rules.policy.undealt_button,
                phrase(
                    "{seats} players, {most} are dealt in: the button must be at the seat that is passed over",
                    seats=len(seats),
                    most=limit.most,
                ),
                legal=tuple(map(str, seats)),
            )
        seats.remove(button)  # 9.3.1: the designated player is passed over
        cites = joined(cites, rules.policy.undealt_button)
    posts = tuple(blinds) if blinds is not None else _blind_posts(rules, seats)
    for seat, chips in posts:
        if chips % rules.unit:
            _refuse_chips(rules, phrase("a blind of {chips} by seat {seat}", chips=Money(chips), seat=seat))
        if chips <= 0:
            raise RuleViolation(
                "post",
                rules.policy.posting,
                phrase("seat {seat} posts a blind of {chips}", seat=seat, chips=Money(chips)),
            )
        if seat not in seats:
            raise RuleViolation(
                "post", rules.policy.posting, phrase("{seat} posts a blind but is not dealt in", seat=Seat(seat))
            )
    _require_posts(rules, seats, late)
    for seat, chips in brought:
        if seat not in seats or chips <= 0:
            raise RuleViolation(
                "no-stake",
                rules.policy.stake,
                phrase("{seat} brought {chips} and is not dealt in", seat=Seat(seat), chips=Money(chips)),
            )
    return e.HandStarted(
        sign,
        tuple(seats),
        tuple(stacks[seat] for seat in seats),
        button,
        posts,
        tuple(late),
        cites,
        hand_id=hand_id,
        brought=tuple(brought),
    )


def _refuse_chips(rules: Rules, what: Phrase) -> NoReturn:
    """Nothing at a table is less than its smallest chip. Wagers, shares and fees are in units, so chips stay whole."""
    raise RuleViolation(
        "off-unit",
        rules.policy.unit,
        phrase("{what}: not a whole number of {chip} chips", what=what, chip=Money(rules.unit)),
    )


def _require_posts(rules: Rules, seats: list[int], late: Sequence[tuple[int, int, int]]) -> None:
    """Late posts are of players who are dealt in, one for each, and of chips."""
    cites = rules.policy.late_post or rules.policy.posting
    posted = [seat for seat, _, _ in late]
    for seat, live, dead in late:
        if seat not in seats:
            raise RuleViolation("post", cites, phrase("{seat} posts but is not dealt in", seat=Seat(seat)))
        if live % rules.unit:
            _refuse_chips(rules, phrase("a post of {live} by seat {seat}", live=Money(live), seat=seat))
        if dead % rules.unit:
            _refuse_chips(rules, phrase("a dead post of {dead} by seat {seat}", dead=Money(dead), seat=seat))
        if live < 0 or dead < 0 or not live + dead or posted.count(seat) > 1:
            raise RuleViolation(
                "post",
                cites,
                phrase(
                    "seat {seat} posts {live}+{dead}: one post of chips for each seat",
                    seat=seat,
                    live=Money(live),
                    dead=Money(dead),
                ),
            )


def _require_players(rules: Rules, players: Sequence[Any]) -> dict[int, int]:
    """The stack of each seat that takes part.

    A caller without types may hand in anything: what is not (seat, stack) in whole numbers is refused here.
    """
    stacks: dict[Any, Any] = dict(players)
    if len(stacks) != len(players):
        raise RuleViolation("seat-twice", rules.policy.one_hand, "a seat is named twice")
    for seat, stack in stacks.items():
        if not isinstance(stack, int) or not isinstance(seat, int):
            raise RuleViolation(
                "no-stake",
                rules.policy.stake,
                phrase("seat {seat} with {stack}: both are whole numbers", seat=quoted(seat), stack=quoted(stack)),
            )
        if stack <= 0:
            raise RuleViolation("no-stake", rules.policy.stake, phrase("{seat} has no chips in front", seat=Seat(seat)))
        if stack % rules.unit and not rules.sign.loose_chips:
            _refuse_chips(rules, phrase("seat {seat} with {stack}", seat=seat, stack=Money(stack)))
    if len(stacks) < rules.game.least:
        raise RuleViolation(
            "too-few-players",
            rules.policy.fewest,
            phrase("{stacks} players; at least {least} are needed", stacks=len(stacks), least=rules.game.least),
        )
    return stacks


def _dealing_order(rules: Rules, seats: list[int], button: int) -> list[int]:
    """Clockwise from the left of the button, or from the dealer's left without one."""
    if not rules.policy.button:
        return seats
    return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]


def _blind_posts(rules: Rules, seats: list[int]) -> tuple[tuple[int, int], ...]:
    sign = rules.sign
    if not sign.blinds:
        return ()
    order = seats
    if len(seats) == 2 and rules.policy.heads_up_button_first:
        order = [seats[1], seats[0]]  # 9.8: the designated player posts the first blind
    # With more blinds than players the last ones are posted: the last is at least the table minimum (8.8.1).
    return tuple([(order[at], blind) for at, blind in enumerate(sign.blinds[-len(order) :])])


def run_house(hand: Hand, shoe: Cards, record: list[e.Event]) -> None:
    """Take house steps until someone has a choice or the round of play is over."""
    for command in house_steps(hand, shoe):
        for event in decide(hand, command):
            evolve(hand, event)
            record.append(event)


def open_hand(event: e.HandStarted, shoe: Cards, *, deal: Named | None = None) -> tuple[Hand, list[e.Event]]:
    """Begin a hand and let the house post, deal and open until someone has a choice.

    `deal` names the first cards of some seats, {1: "AcKc"}; the shoe is put into that order.
    """
    if deal:
        arrange(shoe, event, deal)  # type: ignore[arg-type]  # refuses what is no shoe
    hand = begin(event)
    record: list[e.Event] = [event]
    run_house(hand, shoe, record)
    return hand, record


def play(hand: Hand, command: Any, shoe: Cards) -> list[e.Event]:  # noqa: ANN401 - any member of Command
    """Decide, record, and let the house go on until someone has a choice."""
    record: list[e.Event] = []
    for event in decide(hand, command):
        evolve(hand, event)
        record.append(event)
    if hand.phase == HOUSE:
        run_house(hand, shoe, record)
    return record


def replay(events: Iterable[e.Event]) -> Hand:
    """The hand that a list of events folds into."""
    first, *rest = events
    assert isinstance(first, e.HandStarted)
    hand = begin(first)
    for event in rest:
        evolve(hand, event)
    return hand
