"""Orders to the floor: stale rulings, facts that cannot be read, tables that do not know their cards, stored form."""

import random

import msgspec
import pytest

from openfelt import floor
from openfelt.bots import BOTS
from openfelt.cards import FULL_DECK, UNKNOWN, cards, deck, show
from openfelt.errors import NotationError, RuleViolation, StaleView
from openfelt.floor import (
    Author,
    ExposedEarly,
    ExposedInDeal,
    Gesture,
    RuleOn,
    SeventhExposed,
    Use,
    apply,
    grants,
    interpret,
    powers,
    read_incident,
    read_power,
    rule,
)
from openfelt.games import Commission, Limit, Sign
from openfelt.table import (
    RAIL,
    Bet,
    Call,
    Check,
    Draw,
    Fold,
    RaiseTo,
    RealCards,
    Shoe,
    Viewer,
    begin,
    decide,
    evolve,
    legal,
    open_hand,
    play,
    run_house,
    start,
    view,
)
from openfelt.table.chips import read_chips
from openfelt.table.codec import decode_card, encode
from openfelt.table.live import due, live_steps, named
from openfelt.table.log import log_line

HOLDEM = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
KIM = Author("Kim", "supervisor")


def opened(shoe=None, sign=HOLDEM):
    shoe = shoe or Shoe(FULL_DECK.cards)
    hand, _ = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1), shoe)
    return hand, shoe


def test_a_ruling_on_a_hand_that_has_gone_on_is_stale():
    hand, shoe = opened()
    ruling = rule(hand, ExposedEarly())
    play(hand, Call(1), shoe)
    with pytest.raises(StaleView, match="rule again"):
        apply(hand, ruling, author=KIM, reason="seen", shoe=shoe)
    assert apply(hand, rule(hand, ExposedEarly()), author=KIM, reason="seen", shoe=shoe)


def test_no_hand_is_declared_out_before_its_forced_bets_are_posted():
    shoe = Shoe(FULL_DECK.cards)
    hand = begin(start(HOLDEM, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1))
    order = Use(grants.VoidWagers(2, "breach"), KIM, "a device")
    with pytest.raises(RuleViolation, match="needed: the antes and blinds in the pot") as refused:
        powers.use(hand, order, shoe)
    assert refused.value.cites == ("nsw-poker 27.13",)
    run_house(hand, shoe, [])
    assert powers.use(hand, order, shoe)


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 401])
def test_a_reason_is_one_line(reason):
    hand, shoe = opened()
    for act in (
        lambda: floor.play(hand, RuleOn(ExposedEarly(), KIM, reason), shoe),
        lambda: floor.use(hand, Use(read_power("void-round", {}), KIM, reason), shoe),
    ):
        with pytest.raises(NotationError, match="one line"):
            act()
    assert not hand.is_over


@pytest.mark.parametrize(
    ("kind", "facts", "fault"),
    [
        ("nonsense", {}, "no kind of incident"),
        ("hand-mucked", {"seat": "three"}, "seat"),
        ("hand-mucked", {"chair": 3}, "chair"),
        ("exposed-early", {"cards": ["1x"]}, "exposed-early"),
        ("acted-out-of-turn", {"action": "dance"}, "dance"),
    ],
)
def test_facts_that_cannot_be_read(kind, facts, fault):
    with pytest.raises(NotationError, match=fault):
        read_incident(kind, facts)


@pytest.mark.parametrize(("name", "facts"), [("nonsense", {}), ("exclude", {"seat": 1}), ("end-clock", {"seat": 1})])
def test_powers_that_cannot_be_read(name, facts):
    with pytest.raises(NotationError):
        read_power(name, facts)


@pytest.mark.parametrize(
    ("changes", "given"),
    [
        ({"rulebook": "house"}, ("void-round",)),
        (
            {"rulebook": "us-stud", "game": "seven-card-stud", "blinds": (), "ante": 50, "bring_in": 100, "seats": 7},
            ("exclude", "settle-dispute"),
        ),
    ],
)
def test_a_rulebook_names_the_powers_it_gives_and_no_other(changes, given):
    hand, _ = opened(sign=msgspec.structs.replace(HOLDEM, **changes))
    assert powers.powers_of(hand) == given
    with pytest.raises(RuleViolation) as refused:
        powers.decide(hand, Use(grants.ImposeClock(1), KIM, "slow"), RealCards())
    assert refused.value.legal == given


@pytest.mark.parametrize(
    ("kind", "facts", "remedy"),
    [("uncovered", {"what": "coffee on the deck"}, "as agreed"), ("exposed-early", {"count": 1}, "shuffled in")],
)
def test_a_remedy_that_needs_consent_says_which_fact_is_lacking(kind, facts, remedy):
    sign = Sign(
        rulebook="act-stud",
        game="seven-card-stud",
        limit=Limit("structured", 200, 400),
        seats=8,
        ante=50,
        commission=Commission("time", hourly=1200),
    )
    hand, shoe = opened(sign=sign)
    order = RuleOn(read_incident(kind, facts), KIM, "as they say", remedy)
    with pytest.raises(RuleViolation, match="every player's consent") as refused:
        floor.decide(hand, order, shoe)
    assert refused.value.legal == ("agreed",)


def test_orders_are_stored_and_read_back():
    order = RuleOn(ExposedInDeal(cards=((2, 1),)), KIM, "seen", "replaced")
    assert msgspec.json.decode(encode(order), type=RuleOn, dec_hook=decode_card) == order
    early = RuleOn(ExposedEarly(cards=cards("2c3c4c")), KIM, "seen")
    assert msgspec.json.decode(encode(early), type=RuleOn, dec_hook=decode_card) == early
    power = Use(read_power("exclude", {"seat": 2, "ground": "breach", "seconds": 60}), KIM, "seen")
    assert msgspec.json.decode(encode(power), type=Use) == power


def test_a_live_table_names_what_was_turned():
    hand, shoe = opened(RealCards())
    made = floor.play(hand, RuleOn(ExposedEarly(cards=cards("2c3c4c")), KIM, "too soon"), shoe, house=False)
    moved = [event.cards for event in made if type(event).__name__ == "CardsMoved" and event.open]
    assert moved == [cards("2c3c4c")] * 2
    assert hand.stub == 46
    assert not any(hand.seen >> card & 1 for card in cards("2c3c4c"))  # they may come again


def test_a_shoe_that_knows_its_cards_must_agree_and_keeps_them_until_then():
    hand, shoe = opened()
    at, before = shoe.at, shoe.cards
    with pytest.raises(RuleViolation, match="not the next cards"):
        floor.play(hand, RuleOn(ExposedEarly(cards=cards("2c3c4c")), KIM, "too soon"), shoe)
    assert (hand.stub, shoe.at, shoe.cards) == (46, at, before)
    flop = shoe.peek(4)[1:]
    floor.play(hand, RuleOn(ExposedEarly(cards=flop), KIM, "too soon"), shoe)
    assert sorted(shoe.cards[shoe.at :]) == sorted(before[at:])


def test_a_ruling_is_not_for_a_game_that_cannot_have_it():
    hand, _ = opened()
    with pytest.raises(RuleViolation) as refused:
        rule(hand, SeventhExposed(seat=2))
    assert refused.value.code == "not-covered"
    assert refused.value.cites == ("nsw-poker 26.14",)


CHIPS = [(100,), (500,), (150, 150), (200, 100), (200, 99), (100, 100, 200), (5000, 4900)]


def test_chips_short_of_the_call_are_ruled_on_and_then_made_up_or_forfeited():
    hand, shoe = opened()
    reading = interpret(Gesture(1, motions=((100, 50),)), hand)
    assert (reading.command, reading.added, reading.choices) == (None, 50, ("call 200", "fold (owing 150)"))
    floor.play(hand, RuleOn(reading.rule_on, KIM, "150 against a call of 200"), shoe)
    assert legal(hand).words == ("fold (owing 150)", "call 200")
    made = play(hand, Fold(1), shoe)
    assert [type(event).__name__ for event in made[:3]] == ["WagerForfeited", "Folded", "HeldResolved"]
    assert made[0].cites == ("nsw-poker 7.4.3.1", "nsw-poker 7.4.3.2", "nsw-poker 7.5")
    assert hand.stacks[hand.index[1]] == 9850


def test_cards_thrown_after_short_chips_fold_and_leave_them():
    hand, _ = opened()
    thrown = interpret(Gesture(1, motions=((150,),), chips_first=True, threw_cards=True), hand)
    assert (thrown.command, thrown.returned, thrown.rule_on.amount) == (Fold(1), 0, 150)


@pytest.mark.parametrize("motions", [((0,),), ((-5,),), ((200, 0),), ((),), ((200,), ())])
def test_a_motion_puts_out_chips(motions):
    hand, _ = opened()
    with pytest.raises(NotationError, match="above nothing"):
        interpret(Gesture(1, motions=motions), hand)
    assert interpret(Gesture(1, motions=((200,),)), hand).command == Call(1)
    assert interpret(Gesture(1, motions=((1,),)), hand).added == 199


@pytest.mark.parametrize("chips", CHIPS)
def test_silent_chips_are_read_as_the_table_reads_them(chips):
    hand, shoe = opened()
    play(hand, Call(1), shoe)
    mine, table = interpret(Gesture(2, motions=(chips,)), hand), read_chips(hand, 2, chips)
    assert (mine.command, mine.returned) == (table.command, table.change)


def test_checked_through_a_hand_with_a_ruling_ends():
    hand, shoe = opened()
    floor.play(hand, RuleOn(ExposedInDeal(cards=((2, 1),)), KIM, "flashed"), shoe)
    while not hand.is_over:
        turn = legal(hand)
        play(hand, Check(turn.seat) if turn.check else Call(turn.seat), shoe)
    assert hand.outcome == "showdown"
    assert len(hand.burns) == 3


def test_a_card_that_was_seen_and_comes_again_is_hidden_again():
    sign = Sign(rulebook="nsw-poker", game="draw-ante", deck=32, limit=Limit("structured", 200, 400), seats=5, ante=50)
    named = cards("7c8c9cTcJc QcKcAc7d8d 9dTdJdQdKd Ad7h8h9hTh JhQhKhAh7s")
    order = tuple(named[5 * (at % 5) + at // 5] for at in range(25))  # dealt singly round the table
    rest = tuple(card for card in deck(32).cards if card not in named)
    shoe = Shoe((*order, *rest), sorted)
    hand, _ = open_hand(start(sign, [(seat, 5000) for seat in (1, 2, 3, 4, 5)], button=5), shoe)
    order = RuleOn(read_incident("exposed-by-player", {"seat": 1, "cards": ["7c"]}), KIM, "dropped")
    floor.play(hand, order, shoe)
    assert view(hand, RAIL).seats[0].down[0] == cards("7c")[0]
    play(hand, Bet(1, 200), shoe)
    for seat in (2, 3, 4, 5):
        play(hand, Call(seat), shoe)
    for seat in (1, 2, 3, 4, 5):
        at = hand.index[seat]
        play(hand, Draw(seat, hand.down[at][:4]), shoe)
    assert hand.shoe_no, "the stub was never rebuilt, so nothing was tested"
    held = [i for i in range(hand.n) if cards("7c")[0] in hand.down[i]]
    assert held, "the card never came again, so nothing was tested"
    assert all(card == UNKNOWN for i in held for card in view(hand, RAIL).seats[i].down)


def test_a_bot_that_has_cards_of_the_draw_early_gives_up_as_many():
    sign = Sign(rulebook="nsw-poker", game="draw-ante", limit=Limit("structured", 200, 400), seats=8, ante=50)
    hand, shoe = opened(sign=sign)
    for command in (Bet(2, 200), Call(3), Call(1)):
        play(hand, command, shoe)
    for event in decide(hand, Draw(2, hand.down[0][:2])):
        evolve(hand, event)
    order = RuleOn(read_incident("draw-misdelivered", {"seat": 3, "looked": True}), KIM, "to the wrong seat")
    floor.play(hand, order, shoe)
    assert len(hand.down[1]) == 7
    for name in BOTS:
        twin = hand.copy()
        move = BOTS[name](legal(twin), lambda: view(hand, Viewer("seat", 3)), random.Random(1))
        play(twin, move, Shoe(shoe.cards[shoe.at :]))
        assert len(twin.down[1]) == 5, name


def run_out_live(*boards):
    """Two players all-in at a live table: the dealer has named these cards, and the next burn is on record."""
    hand, _ = open_hand(start(HOLDEM, [(1, 1_000), (2, 1_000)], button=1), RealCards())
    for command in (RaiseTo(1, 1_000), Call(2), *boards):
        order = named(hand, cards(command)) if isinstance(command, str) else command
        for event in decide(hand, order):
            evolve(hand, event)
        for step in live_steps(hand):
            for event in decide(hand, step):
                evolve(hand, event)
    return hand


@pytest.mark.parametrize(
    ("boards", "kind", "facts", "left"),
    [
        (["2c3c4c"], "burn-missed", {}, (48, 0, "")),  # the burn that is on record for the turn goes back too
        (["2c3c4c"], "too-many-in-flop", {"cards": ["5c"]}, (48, 0, "")),
        (["2c3c4c"], "too-many-in-flop", {"cards": ["5c"], "reconstructable": True}, (43, 2, "2c 3c 4c")),
        (["2c3c4c", "5c"], "turned-together", {"cards": ["6c"]}, (43, 2, "2c 3c 4c")),
        (["2c3c4c", "5c"], "turned-together", {"cards": ["6c"], "reconstructable": True}, (41, 3, "2c 3c 4c 5c")),
        (["2c3c4c", "5c"], "burn-missed", {}, (41, 3, "2c 3c 4c 5c")),
    ],
)
def test_a_live_table_rules_on_the_last_street_although_the_next_burn_is_on_record(boards, kind, facts, left):
    """nsw-poker 26.27 to 26.34, all-in: the burn is written down before the dealer names the next card."""
    hand = run_out_live(*boards)
    incident = read_incident(kind, {"reconstructable": False, **facts})
    floor.play(hand, RuleOn(incident, KIM, "seen by the dealer"), RealCards(), house=False)
    assert (hand.stub, len(hand.burns), show(hand.board)) == left
    for step in live_steps(hand):
        for event in decide(hand, step):
            evolve(hand, event)
    assert due(hand).name in {"flop", "turn", "river"}


def test_the_stub_of_a_live_table_is_right_after_a_player_was_left_out():
    """nsw-poker 25.1.4: the record dealt two cards to a seat that the dealer passed over."""
    hand, _ = open_hand(start(HOLDEM, [(seat, 10_000) for seat in (1, 2, 3, 4)], button=1), RealCards())
    for command in (Call(4), Call(1)):
        for event in decide(hand, command):
            evolve(hand, event)
    assert hand.stub == 44
    missed = read_incident("player-missed", {"seat": 3, "reconstructable": False})
    made = floor.play(hand, RuleOn(missed, KIM, "no cards"), RealCards(), house=False)
    assert hand.stub == 46
    assert (hand.muck, hand.stacks[hand.index[3]]) == ((), 10_000)
    said = str(log_line(made[-1]))
    assert said.startswith("seat 3 was not dealt in and is out of the round;")


def test_the_longest_reason_is_one_line():
    hand, shoe = opened()
    assert floor.play(hand, RuleOn(ExposedEarly(), KIM, "x" * 400), shoe)


def test_a_misdeal_alone_is_dealt_again_with_what_everyone_brought():
    hand, shoe = opened()
    with pytest.raises(RuleViolation) as refused:
        floor.restart(hand)
    assert refused.value.code == "no-misdeal"
    missed = read_incident("player-missed", {"seat": 3, "reconstructable": False})
    floor.play(hand, RuleOn(missed, KIM, "no cards"), shoe)
    assert hand.outcome == "misdeal"
    again = floor.restart(hand, hand_id="the next")
    assert (again.hand_id, again.brought, again.button) == ("the next", hand.brought, hand.button)
