"""Random tables of the house-banked games: signs with every reading, shuffled shoes, and orders taken from `legal`."""

from dataclasses import dataclass, field
from typing import Literal, get_args, get_origin

import msgspec

from openfelt.cards import FULL_DECK
from openfelt.errors import NotationError, RuleViolation
from openfelt.pit import Limits, Open, Round, Seat, Spot, decide, evolve, house_step, legal, sign_for
from openfelt.pit import commands as c
from openfelt.pit.commands import MOST_CHIPS

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus")
QUIET = (c.Wager, c.Withdraw, c.Cut, c.NoMoreBets, c.DeclareBonus, c.Call, c.Raise, c.Stay, c.Fold, c.NextRound)


@dataclass
class Game:
    """A table in play with all that was ordered and all that happened."""

    round: Round
    shoes: list = field(default_factory=list)
    commands: list = field(default_factory=list)
    events: list = field(default_factory=list)

    def give(self, command):
        events = decide(self.round, command)
        for event in events:
            evolve(self.round, event)
        self.commands.append(command)
        self.events += events
        if not self.round.shoe and self.round.phase in ("betting", "done"):
            self.load(self.shoes[-1][::-1])

    def load(self, shoe):
        self.shoes.append(list(shoe))
        self.round.load(shoe)


def random_sign(rng, key):
    """The game's sign with other readings, options, limits and maximum payouts."""
    usual = sign_for(key)
    chosen = {one.setting: rng.choice(one.values) for one in usual.readings if rng.random() < 0.3}
    for one in msgspec.structs.fields(usual):
        if any(one.name == reading.setting for reading in usual.readings):
            continue
        if one.name in ("boxes", "positions"):
            chosen[one.name] = rng.randint(1, one.default)
        elif one.type is bool:
            chosen[one.name] = rng.random() < 0.7
        elif get_origin(one.type) is Literal:
            chosen[one.name] = rng.choice(get_args(one.type))
        elif one.type is int and "payout" in one.name:
            chosen[one.name] = rng.choice((9000, one.default))
    limits = {"ante": Limits(1000, rng.choice((2000, 50000)), 500), "bonus": Limits(500, 2500, 500)}
    return msgspec.structs.replace(usual, **limits, **chosen)


def random_seats(rng, places):
    count = rng.randint((places + 1) // 2, places)
    boxes = rng.sample(range(1, places + 1), count)
    return tuple(
        Seat(box, name, rng.choice((1500, 9000, 100_000, 200_000)))
        for box, name in zip(sorted(boxes), NAMES, strict=False)
    )


def shuffled(rng):
    deck = list(FULL_DECK.cards)
    rng.shuffle(deck)
    return deck


def open_game(rng, key):
    sign = random_sign(rng, key)
    game = Game(Round())
    game.load(shuffled(rng))
    game.give(Open(sign, random_seats(rng, sign.places)))
    return game


def concrete(rng, offer):
    """One order that an offer allows."""
    order = offer.command
    if offer.amounts is not None:
        low, high, step = offer.amounts
        steps = (high - low) // step
        number = low + step * rng.choice(
            (0, 0, min(steps, rng.randint(0, 4)), rng.choice((steps, rng.randint(0, steps))))
        )
        order = msgspec.structs.replace(order, **dict.fromkeys(offer.vary, number))
    if isinstance(order, c.Join):
        order = msgspec.structs.replace(order, player=f"N{rng.randrange(10**9)}")
    return order


def next_order(rng, game, *, incidents):
    """A likely order: a house step, a choice, now and then an incident or a power."""
    step = house_step(game.round)
    offers = legal(game.round)
    if rng.random() < incidents:
        return concrete(rng, rng.choice(offers))
    if step is not None:
        return step
    quiet = [offer for offer in offers if isinstance(offer.command, QUIET)]
    if game.round.phase == "betting":
        kind = rng.choices((c.Wager, c.NoMoreBets, c.Withdraw, c.Cut), (70, 18, 6, 6))[0]
        quiet = [offer for offer in quiet if isinstance(offer.command, kind)] or quiet
    return concrete(rng, rng.choice(quiet or offers))


def random_game(rng, key, *, incidents=0.05, most=80, rounds=2):
    game = open_game(rng, key)
    for _ in range(most):
        game.give(next_order(rng, game, incidents=incidents))
        if game.round.number > rounds or game.round.closed:
            break
    return game


def random_command(rng, game):
    """Any order at all, most of them out of place, built of values that are near the table's own."""
    round_ = game.round
    kind = rng.choice([one for one in c.Command.__args__ if one is not Open])
    pools = {
        "box": lambda: rng.randint(0, 8),
        "player": lambda: rng.choice((*NAMES, "Zed")),
        "purse": lambda: rng.choice((0, 500)),
        "spot": lambda: rng.choice(list(Spot)),
        "amount": lambda: rng.choice((0, 1, 500, 1000, 1500, 2000, 3000, 4000, 8000, 50500, MOST_CHIPS + 500)),
        "chips": lambda: rng.choice((0, 1000)),
        "count": lambda: rng.choice((-1, 51, 52, 104, 105)),
        "place": lambda: rng.randint(0, 4),
        "alone": lambda: rng.random() < 0.5,
        "boxes": lambda: tuple(sorted(rng.sample(range(1, 8), rng.randint(1, 2)))),
        "players": lambda: tuple(sorted(rng.sample(NAMES, rng.choice((0, 2))))),
        "limit": lambda: rng.choice((0, 50000, 50500, 50501, 2500)),
        "low": lambda: 1000,
        "high": lambda: 3000,
        "minutes": lambda: rng.choice((0, 1, 20, 24 * 60, 24 * 60 + 1)),
        "at_ms": lambda: rng.choice((0, 59_999, 60_000, 10**9)),
        "text": lambda: "as dealt",
        "direction": lambda: rng.choice(("english-only", "silence", "apart")),
        "breach": lambda: rng.choice(("passed-information",) if kind is c.Sanction else ("side-bet", "other")),
        "by": lambda: rng.choice(("dealer", "employee", "player")),
        "at": lambda: rng.choice((0, 1, 4, 5, 47, 48, 51, 52)),
        "measure": lambda: rng.choice(("exclude-round", "void-round")),
    }
    fields = {}
    for name in kind.__struct_fields__:
        if name == "cards":
            fields[name] = rng.choice((2, 3, 4)) if kind is c.ReportCount else some_cards(rng, round_, kind)
        elif name == "cause":
            fields[name] = {c.Invalidate: "fire", c.VoidRound: "fraud", c.OrderShuffle: "suspect"}[kind]
        else:
            fields[name] = pools.get(name, pools["alone"])()
    return kind(**fields)


def some_cards(rng, round_, kind):
    if kind is c.ReportBoard:
        return ()
    if kind is c.TurnDealer:
        return tuple(round_.dealer)
    if kind is c.TurnCommunity:
        return tuple(round_.board)
    return tuple(round_.shoe[: rng.choice((2, 3, len(round_.plan[0]) if round_.plan else 1))])


def accepts(round_, command):
    try:
        decide(round_, command)
    except (RuleViolation, NotationError):
        return False
    return True
