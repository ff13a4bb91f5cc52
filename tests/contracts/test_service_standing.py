"""A standing and its copies share the table until something happens to one of them: nobody else ever notices."""

import msgspec
import pytest

from openfelt import room
from openfelt.cards import deck
from openfelt.games.standard import standard_sign
from openfelt.room.composition import decide
from openfelt.room.orders import ChargeFees
from openfelt.room.state import TableState
from openfelt.service.deck.shoe import Orders, SeededShoe

ORDERS = [
    room.SitDown("p4", 4, 20_000, "post"),
    room.StandUp("p1"),
    room.AddStake("p2", 1_000),
    room.SitOut("p3"),
    room.OpenHand(),
]


class Penniless:
    """A world in which nobody has chips outside the table."""

    at_ms = 10**12

    def balance(self, account):
        return 0


def standing():
    made = TableState(room.begin(room.open_table("T", standard_sign("nsw-poker", "texas-holdem", seats=6))))
    for seat in (1, 2, 3):
        for event in room.decide(made.table, room.SitDown(f"p{seat}", seat, 20_000, "post")):
            made.fold(event)
    return made


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_what_happens_to_one_does_not_show_in_the_others(order, at):
    first = standing()
    second = first.copy()
    family = [first, second, second.copy()]
    before = [one.digest() for one in family]
    for event in room.decide(family[at].table, order):
        family[at].fold(event)
    changed = [one.digest() != was for one, was in zip(family, before, strict=True)]
    assert changed == [i == at for i in range(3)]


def test_a_shoe_and_its_copy_are_shuffled_anew_each_on_its_own():
    cards = tuple(deck(52).cards)
    shoe = SeededShoe(cards, bytes(range(32)))
    shoe.take(10)
    twin = shoe.copy()
    twin.reshuffle(cards[:10], 0)
    assert (shoe.number, shoe.at, shoe.cards) == (0, 10, cards)
    assert twin.number == 1
    shoe.reshuffle(cards[:10], 0)
    assert shoe.cards[shoe.at :] == twin.cards[twin.at :]  # the same next order of the same seed
    assert Orders(bytes(range(32)))(cards) != cards


@pytest.mark.parametrize(
    ("hourly", "per_hand", "stack", "left", "status"),
    [
        (300, 100, 401, 101, "playing"),  # one more than the fee for the hand is left
        (300, 100, 400, 100, "out"),  # nothing would be left to play with
        (300, 100, 350, 50, "out"),
        (500, 100, 350, 350, "out"),  # the hand could be paid, the time cannot
        (500, 400, 350, 350, "out"),  # neither: sits out once, not twice
    ],
)
def test_the_fee_for_the_hand_is_judged_after_the_time_was_paid(hourly, per_hand, stack, left, status):
    made = standing()
    terms = msgspec.structs.replace(made.table.sign.commission, hourly=hourly, per_hand=per_hand)
    made.table.sign = msgspec.structs.replace(made.table.sign, commission=terms)
    made.table.places[1].stack = stack
    after = decide(made, ChargeFees(), Penniless()).after
    assert (after.table.places[1].stack, after.table.places[1].status) == (left, status)
    assert (made.table.places[1].stack, made.table.places[1].status) == (stack, "playing")
