"""Properties of the floor over every game: random legal play with random incidents and their rulings in between."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from openfelt import floor
from openfelt.errors import RuleViolation
from openfelt.floor import KINDS, Author, RuleOn, StubExhausted, grants, possible, powers, rule
from openfelt.floor.moments import MOMENTS
from openfelt.floor.rules import FLOOR as CHAPTER
from openfelt.games import GAMES
from openfelt.games.game import Face
from openfelt.games.standard import standard_sign
from openfelt.school.situations import random_incident
from openfelt.table import (
    RAIL,
    Call,
    Check,
    Shoe,
    Viewer,
    begin,
    decide,
    decode_event,
    encode,
    evolve,
    legal,
    open_hand,
    replay,
    start,
)
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.hand import HOUSE
from openfelt.table.house import house_step
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_command, random_shoe, random_start, require_clauses
from tests.properties.test_table import require_same_feed, snapshot

every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
FLOOR = Author("Ann", "manager")
ENDS = {"misdeal", "void the round", "round dead"}
REFUSALS = {"facts", "missing-fact", "too-late", "not-covered", "shoe-short"}
SEEN: Counter[tuple[str, str, str]] = Counter()


ANY_TIME = {
    "exposed-in-cut", "not-shuffled", "dealt-out-of-order", "wrong-start", "player-missed", "player-dealt-in",
    "wrong-card-count", "exposed-by-player", "shown-to-another", "told-to-act-out-of-turn", "deck-fault", "hand-mucked",
    "player-absent", "uncovered", "stake-out-of-bounds", "acted-out-of-turn",
}  # fmt: skip


def calm_command(rng, hand):
    """Mostly a check or a call, so that hands live long enough for everything to go wrong."""
    turn = legal(hand)
    if turn.kind == "betting" and rng.random() < 0.7:
        if turn.check:
            return Check(turn.seat)
        if turn.call:
            return Call(turn.seat)
    return random_command(rng, hand)


def require_one_place(hand):
    """Every card is in exactly one place: shoe, hand, board, burns, muck, set aside."""
    held = [card for i in range(hand.n) if hand.status[i] != 2 and hand.shown[i] != 2 for card in hand.holding(i)]
    thrown = [card for cards in hand.thrown for card in cards]
    aside = hand.special.aside if hand.special else ()
    places = [*held, *hand.board, *hand.burns, *hand.muck, *thrown, *aside]
    twice = [card for card, times in Counter(places).items() if times > 1]
    assert not twice, twice
    assert len(places) + hand.stub == len(hand.rules.deck.cards)


def random_sign_fields(rng, sign):
    """Sometimes limits on stakes, so that a stake can be outside them."""
    if sign.rulebook == "nsw-poker" and rng.random() < 0.3:
        return sign.replace(min_stake=1000, max_stake=5000)
    return sign


def try_to_rule(rng, hand, shoe, events):
    """Something goes wrong, perhaps; the floor rules. Refusals cite a clause and change nothing."""
    kinds = possible(hand)
    kind = rng.choices(kinds, [1 if kind in ANY_TIME else 12 for kind in kinds])[0]
    incident = random_incident(rng, hand, kind)
    before = snapshot(hand)
    refusal = None
    try:
        ruling = rule(hand, incident)
        remedy = rng.choice(ruling.remedies)
        if remedy.name in ENDS and rng.random() < 0.8:
            return
        made = floor.play(hand, RuleOn(incident, FLOOR, "seen by the dealer", remedy.name), shoe, house=False)
    except RuleViolation as caught:
        refusal = caught
    if refusal is not None:
        assert refusal.cites, refusal
        assert refusal.code in REFUSALS, refusal
        assert snapshot(hand) == before, incident
        return
    SEEN[hand.rules.policy.rulebook, kind, remedy.name] += 1
    assert made[0].cites
    events += made


def try_a_power(rng, hand, shoe, events):
    """A supervisor uses a power, or is refused."""
    seat = rng.choice(hand.seats)
    ground = rng.choice(["device", "breach"])
    power = rng.choice(
        [
            grants.DeclareFolded(seat),
            grants.VoidWagers(seat, ground),
            grants.Exclude(seat, ground),
            grants.ImposeClock(hand.seat_to_act or seat),
            grants.EndClock(hand.seat_to_act or seat, 90_000),
            grants.RefuseWager(seat),
            grants.CountCards(len(hand.rules.deck.cards)),
            grants.Direct("silence"),
        ]
    )
    before, refusal = snapshot(hand), None
    try:
        events += powers.use(hand, powers.Use(power, FLOOR, "as seen"), shoe, house=False)
    except RuleViolation as caught:
        refusal = caught
    if refusal is not None:
        assert refusal.cites, refusal
        assert refusal.code in {"no-such-power", "not-now"}, refusal
        assert snapshot(hand) == before, power
    else:
        SEEN[hand.rules.policy.rulebook, "power", power.name] += 1


def play_with_incidents(rng, game):
    """A finished hand, its events, and how often the floor ruled."""
    sign, players, button = random_start(rng, game)
    sign = random_sign_fields(rng, sign)
    shoe = random_shoe(rng, sign)
    first = start(sign, players, button=button)
    hand = begin(first)
    events = [first]
    for _ in range(1500):
        if hand.is_over:
            return hand, events
        if "stub-exhausted" in possible(hand):  # nothing else can be done: the hand is void
            events += floor.play(hand, RuleOn(StubExhausted(), FLOOR, "no cards", "void the round"), shoe)
            continue
        if rng.random() < 0.02:
            try_a_power(rng, hand, shoe, events)
        if hand.is_over:
            continue
        if rng.random() < 0.12 and possible(hand):
            try_to_rule(rng, hand, shoe, events)
            continue
        command = house_step(hand, shoe) if hand.phase == HOUSE else calm_command(rng, hand)
        for event in decide(hand, command):
            evolve(hand, event)
            events.append(event)
    raise AssertionError("the hand does not end")


@every_game
def test_chips_cards_end_and_replay_with_incidents(key):
    for number in range(count(12, 500)):
        rng = random.Random(f"floor {key} {number}")
        hand, events = play_with_incidents(rng, GAMES[key])
        assert snapshot(replay(events)) == snapshot(hand), (key, number)
        assert [decode_event(encode(event)) for event in events] == events
        require_clauses(events)
        assert min(hand.stacks) >= 0
        twin = begin(events[0])
        for event in events[1:]:
            evolve(twin, event)
            assert sum(twin.stacks) + sum(twin.put) + twin.dead_total + twin.taken == twin.total
            require_one_place(twin)
        if hand.outcome in {"void", "misdeal"}:
            fees = sum(one.house for one in events if isinstance(one, e.TimeBought))
            assert sum(hand.stacks) + fees == sum(hand.start)


@pytest.mark.parametrize("key", [key for key in ALL_GAMES if key[0] != "house"], ids=" ".join)
def test_a_contested_pot_is_paid_again_and_back_without_losing_a_chip(key):
    moved = 0
    for number in range(count(6, 200)):
        rng = random.Random(f"contested {key} {number}")
        hand, events = play_with_incidents(rng, GAMES[key])
        before = list(hand.stacks)
        for pot, part, seats, _ in hand.awards:
            for claims in ((rng.choice(hand.seats),), tuple(rng.sample(hand.seats, 2)), seats):
                claim = floor.PotContested(claims[0], False, False, pot + 1, part, claims)
                if rule(hand, claim).remedies[-1].needs:
                    continue
                events += floor.play(hand, RuleOn(claim, FLOOR, "a wrong reading", "paid again"), Shoe(()))
                assert (sum(hand.stacks), min(hand.stacks) >= 0) == (sum(before), True)
                moved += 1
        assert hand.stacks == before
        assert snapshot(replay(events)) == snapshot(hand), (key, number)
    assert moved


@every_game
def test_no_ruling_shows_a_card_that_its_clause_does_not_show(key):
    """Keep the actions and re-deal the cards a viewer never sees: view and feed stay byte-identical."""
    moved = 0
    for number in range(count(4, 150)):
        rng = random.Random(f"floor secrets {key} {number}")
        hand, events = play_with_incidents(rng, GAMES[key])
        for viewer in (RAIL, Viewer("floor"), *(Viewer("seat", seat) for seat in hand.seats)):
            other = redeal(rng, events, viewer, hand)
            moved += other != events
            require_same_feed(events, other, viewer, (key, number, viewer))
    assert moved, "no hidden card was ever re-dealt, so nothing was tested"


def seen_of(event, own):
    """The cards of an event that a seat (0: anyone else) sees by the clauses."""
    if isinstance(event, e.StreetDealt):
        mine = [cards for seat, cards in zip(event.seats, event.down, strict=True) if seat == own]
        return [card for cards in (event.board, *event.up, *mine) for card in cards]
    if isinstance(event, (e.DrawDealt, e.Discarded)):
        return event.cards if event.seat == own else ()
    if isinstance(event, (e.SharedDealt, r.NextExposed)):
        return (event.card,)
    if isinstance(event, e.Shown):
        return event.cards
    if isinstance(event, r.CardsMoved):
        return event.cards if event.open or own in event.to else ()
    if isinstance(event, (r.CardsExposed, r.ShowOrdered)):
        return event.cards if not event.to or own in (event.seat, *event.to) else ()
    return ()


def redeal(rng, events, viewer, hand):
    """The same events with the cards that the viewer never sees exchanged among themselves."""
    own = viewer.seat if viewer.role == "seat" else 0
    seen = {card for event in events for card in seen_of(event, own)}
    hidden = [card for card in hand.rules.deck.cards if card not in seen]
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def turned(cards):
        return tuple(swap.get(card, card) for card in cards)

    out = []
    for event in events:
        if isinstance(event, e.StreetDealt):
            out.append(msgspec.structs.replace(event, down=tuple(turned(cards) for cards in event.down)))
        elif isinstance(event, (e.DrawDealt, e.Discarded, r.CardsMoved, r.CardsExposed, r.ShowOrdered)):
            out.append(msgspec.structs.replace(event, cards=turned(event.cards)))
        elif isinstance(event, e.Burned):
            out.append(msgspec.structs.replace(event, card=turned((event.card,))[0]))
        else:
            out.append(event)
    return out


def test_the_preview_of_a_ruling_names_no_hidden_card():
    rng = random.Random(7)
    looked = 0
    for key in ALL_GAMES:
        sign, players, button = random_start(rng, GAMES[key])
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        for kind in possible(hand):
            try:
                ruling = rule(hand, random_incident(rng, hand, kind))
            except RuleViolation:
                continue
            hidden = {card for i in range(hand.n) for card in hand.down[i]} | set(hand.burns)
            for remedy in ruling.remedies:
                for event in remedy.effects:
                    named = set(getattr(event, "cards", ()))
                    open_ = isinstance(event, r.CardsMoved) and event.open
                    exposed = isinstance(event, r.CardsExposed) and not event.to
                    assert open_ or exposed or not named & hidden, (kind, event)
                    looked += 1
    assert looked > 50


def test_every_kind_has_a_moment_and_is_ruled_on_somewhere():
    assert set(MOMENTS) == set(KINDS.values())
    ruled = {kind for book in CHAPTER.books() for kind in CHAPTER.of(book).entries}
    assert ruled == set(KINDS.values())


def test_the_reference_lists_the_clauses_of_every_incident():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "floor.md").read_text(encoding="utf-8")
    for name, kind in KINDS.items():
        cells = []
        for book in ("nsw-poker", "act-stud", "us-stud", "house"):
            entries = CHAPTER.of(book).entries.get(kind, ())
            cites = [cite for entry in entries for cite in (*entry.cites, *entry.late_cites)]
            cells.append(", ".join(dict.fromkeys(cite.removeprefix(f"{book} ") for cite in cites)) or "-")
        assert f"| `{name}` | {' | '.join(cells)} |" in page


@pytest.mark.parametrize(
    ("agreed", "said"), [((), "seats 1, 2, 3 have"), ((3, 1), "seat 2 has"), ((2, 9), "players of the round")]
)
def test_a_remedy_that_lacks_a_fact_names_that_fact(agreed, said):
    """Not those that were stated: what the incident was changes nothing about who consents (act-stud 17.16)."""
    sign = standard_sign("act-stud", "seven-card-stud")
    shoe = random_shoe(random.Random(1), sign)
    hand, _ = open_hand(start(sign, [(1, 20_000), (2, 20_000), (3, 20_000)], button=1), shoe)
    with pytest.raises(RuleViolation, match=said) as refused:
        floor.decide(hand, RuleOn(floor.Uncovered("a dispute", agreed), FLOOR, "seen", "as agreed"), shoe)
    assert refused.value.legal == ("agreed",)
    order = RuleOn(floor.Uncovered("a dispute", (3, 1, 2, 1)), FLOOR, "seen", "as agreed")
    assert floor.decide(hand, order, shoe)[0].agreed == (1, 2, 3)


def test_a_player_who_was_not_dealt_in_has_no_card_exposed_in_the_deal():
    """A wager refused before the first card (27.12) leaves the player out of the deal."""
    sign = standard_sign("nsw-poker", "seven-card-stud")
    hand = begin(start(sign, [(1, 20_000), (2, 20_000), (3, 20_000)], button=1))
    shoe = random_shoe(random.Random(1), sign)
    while hand.phase == HOUSE and hand.step < 0:
        for event in decide(hand, house_step(hand, shoe)):
            evolve(hand, event)
    powers.use(hand, powers.Use(grants.RefuseWager(2), FLOOR, "as seen"), shoe, house=False)
    before = snapshot(hand)
    with pytest.raises(RuleViolation, match="a player in the hand, not seat 2"):
        rule(hand, floor.ExposedInDeal(cards=((2, 1),)))
    assert snapshot(hand) == before
    assert rule(hand, floor.ExposedInDeal(cards=((3, 1),))).remedies


COUNTING = [key for key in ALL_GAMES if key[0] in {"nsw-poker", "act-stud"}]


@pytest.mark.parametrize("key", COUNTING, ids=" ".join)
def test_cards_exposed_in_the_deal_count_alike_together_and_one_after_another(key):
    """What is a misdeal in one report is one in two, unless the first alone is (nsw-poker 25.5)."""
    sign = standard_sign(*key)
    shoe = random_shoe(random.Random(7), sign)
    dealt = begin(start(sign, [(1, 20_000), (2, 20_000), (3, 20_000)], button=1))
    while "exposed-in-deal" not in possible(dealt):
        for event in decide(dealt, house_step(dealt, shoe)):
            evolve(dealt, event)
    each = sum(one.count for one in dealt.rules.steps[0].passes)
    down = sum(one.count for one in dealt.rules.steps[0].passes if one.face is Face.DOWN)
    places = [(seat, nth) for seat in dealt.seats for nth in range(1, each + 1)]
    misdeals = 0
    for first, second in permutations(places, 2):
        together = rule(dealt, floor.ExposedInDeal((first, second))).remedies[0].name
        if first[1] > down or together != "misdeal":
            continue
        hand, misdeals = dealt.copy(), misdeals + 1
        left = Shoe(shoe.peek(hand.stub))
        order = RuleOn(floor.ExposedInDeal((first,)), FLOOR, "seen")
        floor.play(hand, order, left)
        if hand.outcome != "misdeal":
            floor.play(hand, RuleOn(floor.ExposedInDeal((second,)), FLOOR, "seen"), left)
        assert hand.outcome == "misdeal", (first, second)
        assert hand.stacks == [20_000] * 3
    assert misdeals
