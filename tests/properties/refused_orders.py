"""Orders right and wrong: every kind of command with seats, chips and cards that fit the table and that do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import get_args

import msgspec

from openfelt import pit, room
from openfelt.cards import UNKNOWN, Card
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.floor import KINDS, Author, Gesture, RuleOn, Use, grants, interpret, possible, powers, ruling
from openfelt.floor.rules import FLOOR
from openfelt.games import Clock, Commission, Game, Limit, Rotation
from openfelt.games.sign import LimitKind, Sign
from openfelt.games.signcheck import approvals, faults
from openfelt.games.standard import standard_sign
from openfelt.room import commands as q
from openfelt.room import composition
from openfelt.room import orders as o
from openfelt.room.commands import RoomCommand
from openfelt.room.events import Traveller
from openfelt.room.offices import OFFICES
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook
from openfelt.school.situations import random_incident
from openfelt.table import Hand, Shoe, decide, legal, start
from openfelt.table import commands as c
from openfelt.table.chips import read_chips
from tests.properties import pit_play
from tests.properties.random_tables import random_sign, random_start

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


EXCLUSIONS = {
    "nsw-poker": (("nsw-poker 27.13",), ("nsw-poker 27.4", "nsw-poker 27.4.2")),
    "act-stud": (("act-stud 19.2", "act-stud 19.2(b)"),),
    "us-stud": (("us-stud conduct(2)", "us-stud conduct(1)"),),
}
DIRECTIONS = {"english": "26.11.1", "silence": "26.11.2", "apart": "26.11.3", "spectators": "26.11.4"}


def room_order(rng, table) -> object:
    """Any order to the room, with players, seats, stakes and times that fit the table and that do not."""
    sign, book = table.sign, table.sign.rulebook
    what = rng.choice(sorted(DIRECTIONS))
    values = {
        "player": lambda: f"p{rng.randint(1, 9)}",
        "to": lambda: rng.randint(0, sign.seats + 1),
        "seat": lambda: rng.randint(0, sign.seats + 1),
        "stake": lambda: rng.choice([sign.min_stake, 20_000, 20_000, 1, 20_001, 90_000_000]),
        "amount": lambda: rng.choice([50, 1_000, 1_001, 0, -50, 90_000_000]),
        "entry": lambda: rng.choice(["post", "wait"]),
        "groups": lambda: rng.choice([(), ("new players",)]),
        "consent": lambda: rng.random() < 0.5,
        "at_ms": lambda: rng.choice([0, 60_000, 10_000_000]),
        "until_ms": lambda: rng.choice([0, 90_000]),
        "excused_by": lambda: rng.choice(["", "", "", "mel"]),
        "by": lambda: rng.choice(["", "mel"]),
        "reason": lambda: "as seen",
        "at_blind": lambda: False,
        "is_staff": lambda: rng.random() < 0.2,
        "left_s": lambda: rng.choice([0, 5, 15, 10_000]),
        "what": lambda: what,
        "players": lambda: rng.choice([("p1", "p2"), ("p1",)]) if what == "apart" else (),
        "sign": lambda: rng.choice(other_signs(sign)),
        "cites": lambda: (f"nsw-poker {DIRECTIONS[what]}", "nsw-poker 26.11"),
        "stacks": lambda: stacks_after(rng, table),
        "keep_button": lambda: rng.random() < 0.3,
        "taken": lambda: 0,
    }
    kinds = [kind for kind in ROOM_ORDERS if kind not in (q.Direct, q.RequireStake) or book == "nsw-poker"]
    kind = rng.choice([one for one in kinds if one is not q.SendAway or book in EXCLUSIONS])
    if kind is q.SendAway:
        values["cites"] = lambda: rng.choice(EXCLUSIONS[book])
    if kind is q.RequireStake:
        values["cites"] = lambda: ("nsw-poker 8.2.1.2",)
    if kind is q.GiveRules:
        return q.GiveRules("p1")
    return kind(**{name: values[name]() for name in kind.__struct_fields__ if name in values})


def stacks_after(rng, table) -> tuple[tuple[int, int], ...]:
    """The stacks of those dealt in after a hand: as they were, or all of one player's with another."""
    stacks = {seat: table.places[seat].stack for seat in table.dealt if seat in table.places}
    if len(stacks) > 1 and rng.random() < 0.6:
        loser, winner = rng.sample(sorted(stacks), 2)
        stacks[winner] += stacks[loser]
        stacks[loser] = 0
    return tuple(stacks.items())


ROOM_ORDERS = (*(kind for kind in RoomCommand.__args__), q.SitDown, q.SitDown, q.OpenHand, q.CloseHand)


def other_signs(sign) -> list[object]:
    """Signs that might hang instead, one of another casino, and none."""
    other = standard_sign("us-stud" if sign.rulebook != "us-stud" else "house", "seven-card-stud")
    higher = Limit(sign.limit.kind, sign.limit.small * 2, sign.limit.big * 2)
    dearer = sign.replace(limit=higher, blinds=tuple(2 * blind for blind in sign.blinds))
    free = sign.replace(commission=Commission("percentage", per_mille=20, most=500))
    return [None, sign, other, sign.replace(seats=2), sign.replace(unit=1), dearer, free]


def room_refusals(rng, table) -> Iterator[tuple[object, RuleViolation]]:
    """What the room refuses now, and why."""
    for _ in range(25):
        order = room_order(rng, table)
        try:
            room.decide(table, order)
        except RuleViolation as refusal:
            yield order, refusal


def opening_refusals(sign) -> Iterator[tuple[object, RuleViolation]]:
    """Terms on which a table cannot be opened, and seats that cannot be given."""
    for terms in (
        {"only": "new players"},
        {"freeze_out": True},
        {"freeze_out": True, "approved_by": "mel"},
        {"backs": ("red", "red"), "live": True},
        {"backs": ("red", "blue")},
    ):
        try:
            room.open_table("t", sign, **terms)
        except RuleViolation as refusal:
            yield terms, refusal


# For each setting of a sign, values that some rulebook, game or deck does not allow.
WRONG_SIGNS: dict[str, tuple[object, ...]] = {
    "deck": (52, 36, 32, 40, 20),
    "joker": (True,),
    "seats": (1, 12, 40),
    "limit": tuple(
        Limit(kind, *bets) for kind in get_args(LimitKind) for bets in ((200, 400), (400, 200), (0, 0), (33, 66))
    ),
    "unit": (0, 7, 30),
    "ante": (0, 50, 33, -1),
    "ante_by": ("last-blind",),
    "blinds": ((), (100, 200), (200, 100), (1, 2, 3, 4), (50, 60), (-5,)),
    "bring_in": (0, 100, 500),
    "straddle": (True,),
    "voluntary_blinds": (True,),
    "over_blinds": ((400, 800), (800, 400)),
    "min_stake": (33, 50_000),
    "max_stake": (33, 100),
    "clock": (Clock(5), Clock(20, 20), Clock(20, 20, 350), Clock(-1), Clock(20, 20, 300)),
    "commission": (
        Commission(),
        Commission("percentage"),
        Commission("percentage", per_mille=2000),
        Commission("percentage", per_mille=50, least=500, most=100),
        Commission("time"),
        Commission("time", hourly=1200, per_hand=5),
        Commission("act-5"),
        Commission("act-10", most=500),
    ),
    "raise_cap": (0, 4),
    "no_raise_cap": (True,),
    "cap_counts_blind": (False,),
    "cap_lift": ("never", "two-left"),
    "check_raise": (False,),
    "disclose_mucked": (True,),
    "minimum_raise": (False,),
    "first_opener": ("highest",),
    "later_opener": ("showing",),
    "first_round_option": ("A",),
    "return_blind": ("any",),
    "tap_out_units": (True,),
    "draw_blind_option": (False,),
    "effective_stack_raise": (True,),
    "unknown_up_cards": (True,),
    "mucking": ("free",),
    "odd_half": ("high", "first-winner"),
    "odd_chips": ("one-each", "by-card"),
    "fold_when_free": (False,),
    "short_open": ("full-more",),
    "ace_low_straights": (True,),
    "eight_qualifier": (True,),
    "low_ace": (False,),
    "rotation": (Rotation(()), Rotation((), "hands"), Rotation((), "orbit", 2), Rotation((), "minutes", 5, choice_s=2)),
}


def sign_refusals(rng, game: Game) -> Iterator[tuple[object, RuleViolation]]:
    """All that is wrong with signs of the game in which one setting, or two, is another."""
    for name, values in WRONG_SIGNS.items():
        for value in values:
            other = rng.choice(sorted(WRONG_SIGNS))
            changes = {other: rng.choice(WRONG_SIGNS[other])} if rng.random() < 0.5 else {}
            sign = random_sign(rng, game).replace(**changes, **{name: value} if name not in changes else {})
            yield from refusals_of(sign, {name: value, **changes})


def refusals_of(sign: Sign, changes: dict[str, object]) -> Iterator[tuple[object, RuleViolation]]:
    """All that is wrong with a sign, and what was changed on it."""
    for refusal in (*faults(sign), *approvals(sign)):
        yield changes, refusal


def pit_refusals(rng, game) -> Iterator[tuple[object, RuleViolation]]:
    """What a house-banked table refuses now, and why."""
    orders = [pit_play.random_command(rng, game) for _ in range(12)]
    orders += [pit.Open(game.round.sign, ()), replace_cards(rng, pit.house_step(game.round))]
    for order in orders:
        try:
            pit.decide(game.round, order)
        except RuleViolation as refusal:
            yield order, refusal
        except NotationError:
            continue


def replace_cards(rng, step: object) -> object:
    """The next step of the dealer with other cards than those that are due."""
    if step is None or not getattr(step, "cards", ()):
        return pit.commands.NextRound()
    cards = step.cards
    wrong = ((UNKNOWN,) * len(cards), cards[1:], cards[::-1], (cards[0],) * len(cards))
    return msgspec.structs.replace(step, cards=rng.choice(wrong))


AUTHORS = (Author("Ann", "dealer"), Author("Mel", "supervisor"), Author("Kim", "manager"))


def clauses_on_the_floor(book: str, order: RuleOn | Use) -> tuple[str, ...]:
    """The clauses under which an incident is ruled on, or a power used."""
    if isinstance(order, Use):
        return tuple(cite for grant in FLOOR.of(book).grants.get(type(order.power), ()) for cite in grant.cites)
    entries = FLOOR.of(book).entries.get(type(order.incident), ())
    own = [cite for entry in entries for cite in (*entry.cites, *entry.late_cites)]
    options = [option for entry in entries for option in (*entry.options, *entry.late)]
    return (*own, *(cite for option in options for cite in option.cites))


@cache
def clauses_of_offices(book: str) -> tuple[str, ...]:
    """The clauses of a book, and of the house, that name an office for what is done by them."""
    cites = (cite for one in (book, HOUSE_RULEBOOK) for cite in rulebook(one).cite(*rulebook(one)))
    return tuple(cite for cite in cites if OFFICES.of(cite.partition(" ")[0]).named_by(cite) is not None)


def floor_order(rng, hand: Hand) -> RuleOn | Use:
    """Something that went wrong, or a power of the supervisor: the facts may fit the hand or not, or be missing."""
    author = rng.choice(AUTHORS)
    if rng.random() < 0.3:
        seat = rng.choice([*hand.seats, STRANGER])
        return Use(rng.choice(some_powers(rng, seat)), author, "as seen")
    kind = rng.choice(sorted(KINDS))
    incident = random_incident(rng, hand, kind) if kind in possible(hand) else KINDS[kind]()
    facts = msgspec.structs.asdict(incident)
    if facts and rng.random() < 0.4:
        blank = rng.choice(sorted(facts))
        default = next(one.default for one in msgspec.structs.fields(incident) if one.name == blank)
        incident = msgspec.structs.replace(incident, **{blank: default})
    return RuleOn(incident, author, "as seen", rng.choice(["", "", "misdeal", "plays on"]))


def some_powers(rng, seat: int) -> list[object]:
    ground = rng.choice(["device", "breach"])
    return [
        grants.VoidRound(),
        grants.InvalidateOutcome("fraud", (seat,)),
        grants.DeclareFolded(seat),
        grants.VoidWagers(seat, ground),
        grants.Exclude(seat, ground, rng.choice([0, 60, -1])),
        grants.ImposeClock(seat),
        grants.EndClock(seat, 90_000),
        grants.RefuseWager(seat),
        grants.CloseTable(5),
        grants.Direct("apart", (seat,)),
        grants.SettleDispute("stands", "review", "Mel"),
        grants.CountCards(rng.choice([51, 52])),
        grants.ChangeCards(whole_deck=True),
        grants.InspectHand(seat),
        grants.NilCommission(),
    ]


def floor_refusals(rng, hand: Hand, shoe) -> Iterator[tuple[RuleOn | Use, RuleViolation]]:
    """What the floor refuses to rule on, or to use, now, and why."""
    for _ in range(8):
        order = floor_order(rng, hand)
        trial, cards = hand.copy(), Shoe(shoe.peek(hand.stub))
        try:
            if isinstance(order, Use):
                powers.decide(trial, order, cards)
            else:
                ruling.decide(trial, order, cards)
        except RuleViolation as refusal:
            yield order, refusal
        except NotationError:
            continue


PLAYERS = ("ann", "bob", "cy")


@dataclass(frozen=True)
class MoneyOrder:
    """An order about money, and the table or purse it is given to."""

    order: object
    table: str

    def __call__(self, evening) -> None:
        match self.order:
            case ("issue", player, amount):
                evening.issue(player, amount)
            case ("redeem", player, amount):
                evening.redeem(player, amount)
            case _:
                evening.give(self.table, self.order)


def money_order(rng, evening) -> MoneyOrder:
    """Any order about money, with amounts that fit and that do not; and rounds of play in between."""
    table, player = rng.choice(["t", "t", "t", "u"]), rng.choice(PLAYERS)
    amount = rng.choice([10_000, 20_000, 500, 9_950, 41_000, 0, -100, 10_001])
    evening.at_ms += rng.choice([0, 0, 1_000_000])
    seats = evening.tables[table].table
    stacks = tuple((seat, seats.places[seat].stack) for seat in seats.dealt)
    orders = (
        ("issue", player, amount), ("redeem", player, amount),
        q.SitDown(player, rng.randrange(1, 6), amount, "post"), q.AddStake(player, amount, rng.random() < 0.5),
        q.TakeOff(player, amount, rng.choice(["", "mel"])), q.StandUp(player, at_once=rng.random() < 0.5),
        q.ComeBack(player, "post"), q.OpenHand(), q.OpenHand(),
        q.CloseHand(stacks, 0, void=rng.random() < 0.3) if stacks else o.ChargeFees(), o.ChargeFees(),
        o.SetCheckValue(rng.choice([100, 150]), rng.choice(["", "mel"])),
        o.CountBox(rng.choice([-1, 500]), rng.choice(["", "mel"])), o.Freeze(rng.random() < 0.3, "a question"),
        o.SendPlayer("move", player, rng.choice(["t", "u", "v"]), "flo", 1, broken_game=rng.random() < 0.5),
        o.ReceivePlayer("move", rng.randrange(6), Traveller(player, amount, seats.sign.limit), "v", "flo",
                        broken_game=rng.random() < 0.5),
    )  # fmt: skip
    order = rng.choice(orders)
    if isinstance(order, o.SendPlayer | o.ReceivePlayer):  # one part alone: only whether it is refused
        return MoneyOrder(order, table) if would_refuse(evening, table, order) else MoneyOrder(o.ChargeFees(), table)
    return MoneyOrder(order, table)


def would_refuse(evening, table, order) -> bool:
    """Whether an order is refused now."""
    try:
        composition.decide(evening.tables[table], order, evening)
    except OpenfeltError:
        return True
    return False
