"""Random signs, stacks and choices for every registered game: the drivers of the table's properties."""

from __future__ import annotations

import random

from openfelt.cards import deck
from openfelt.games import GAMES, Clock, Commission, Game, Limit, Sign
from openfelt.table import (
    Bet,
    BringIn,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    Hand,
    Muck,
    RaiseTo,
    Shoe,
    Show,
    Straddle,
    legal,
    open_hand,
    play,
    start,
)

SMALL = 200


def random_sign(rng: random.Random, game: Game) -> Sign:
    """A sign the rulebook allows: any deck, limit, forced bets and options of the game."""
    kind = rng.choice(sorted(game.limits))
    big = {"structured": 400, "spread": 1000, "straddle": 400}.get(kind, 0)
    fields: dict[str, object] = {
        "rulebook": game.rulebook,
        "game": game.key,
        "deck": rng.choice(sorted(game.decks)),
        "limit": Limit(kind, SMALL, big),
        "unit": rng.choice([1, 5, 50]),
        "mucking": rng.choice(["automatic", "claimed"]),
    }
    forced_bets(rng, game, fields)
    if game.rulebook == "act-stud":
        fields["first_round_option"] = rng.choice("ABC")
        fields["first_opener"] = rng.choice(["lowest", "highest"])
        fields["later_opener"] = rng.choice(["card", "showing"])
        fields["joker"] = rng.random() < 0.5
        fields["ace_low_straights"] = rng.random() < 0.5
        fields["commission"] = rng.choice(
            [Commission("act-5", most=1000), Commission("act-10", most=500), Commission("time", hourly=1200, most=2000)]
        )
    elif rng.random() < 0.5:
        fields["commission"] = Commission("percentage", per_mille=50, most=rng.choice([0, 300]))
    if game.rulebook == "nsw-poker" and rng.random() < 0.3:
        fields["clock"] = Clock(20, 20, 300)
    fields["loose_chips"] = fields["unit"] == 5
    most = game.decks[fields["deck"]].most
    return Sign(seats=min(most, 11), **fields)


def forced_bets(rng: random.Random, game: Game, fields: dict[str, object]) -> None:
    if "bring-in" in game.forced:
        fields["bring_in"] = rng.choice([50, 100, SMALL])
        fields["ante"] = rng.choice([0, 50])
    elif "blinds" in game.forced and ("ante" not in game.forced or rng.random() < 0.7):
        fields["blinds"] = rng.choice([(200,), (100, 200), (100, 200), (50, 100, 200)])
        if game.rulebook == "house":
            fields["blinds"] = (100, 200)
            fields["ante"] = rng.choice([0, 50])
            fields["ante_by"] = rng.choice(["each", "last-blind"])
        if game.straddle and rng.random() < 0.3:
            fields["straddle"] = True
        elif game.key == "draw-blind" and rng.random() < 0.5:
            fields["voluntary_blinds"] = True
        elif game.rulebook == "act-stud" and rng.random() < 0.4:
            fields["over_blinds"] = (400, 800)
    else:
        fields["ante"] = 50


def random_command(rng: random.Random, hand: Hand) -> object:
    """One of the choices that `legal` offers, each kind as likely."""
    turn = legal(hand)
    assert turn is not None
    seat = turn.seat
    down = hand.down[hand.position(seat)]
    if turn.kind == "drawing":
        return Draw(seat, tuple(rng.sample(down, rng.randint(turn.fewest, turn.count))))
    if turn.kind == "discarding":
        return Discard(seat, tuple(rng.sample(down, turn.count)))
    if turn.kind == "option":
        return rng.choice([Straddle(seat), Decline(seat)])
    if turn.kind == "showing":
        return Muck(seat) if turn.may_muck and rng.random() < 0.4 else Show(seat)
    return random_wager(rng, turn)


def random_wager(rng: random.Random, turn) -> object:
    seat = turn.seat
    choices: list[object] = []
    if turn.fold:
        choices.append(Fold(seat))
    if turn.check:
        choices.append(Check(seat))
    if turn.call or turn.free_call:
        choices += [Call(seat)] * 2
    if turn.bring_in:
        choices.append(BringIn(seat))
    if turn.most:
        steps = (turn.most - turn.least) // turn.step
        to = turn.least + rng.choice([0, rng.randint(0, steps), rng.randint(0, min(3, steps))]) * turn.step
        if turn.all_in and rng.random() < 0.2:
            to = turn.all_in
        choices.append(Bet(seat, to) if turn.opening else RaiseTo(seat, to))
    return rng.choice(choices)


def random_start(rng: random.Random, game: Game) -> tuple[Sign, list[tuple[int, int]], int]:
    sign = random_sign(rng, game)
    most = min(game.decks[sign.deck].most, 11)
    count = rng.randint(2, most)
    if game.rulebook == "nsw-poker" and most < 11 and rng.random() < 0.1:  # 9.3.1: one more sits than is dealt in
        count = most + 1
        sign = sign.replace(seats=count)
    seats = sorted(rng.sample(range(1, 12), count))
    depth = rng.choice([600, 3000, 20_000])
    stacks = [rng.randint(10, depth) for _ in seats]
    if not sign.loose_chips:
        stacks = [max(stack // sign.unit, 1) * sign.unit for stack in stacks]
    return sign, list(zip(seats, stacks, strict=True)), rng.choice(seats)


def random_shoe(rng: random.Random, sign: Sign) -> Shoe:
    cards = list(deck(sign.deck, joker=sign.joker).cards)
    rng.shuffle(cards)
    return Shoe(cards, lambda pool: rng.sample(pool, len(pool)))


def random_hand(rng: random.Random, game: Game):
    """A finished hand and its events."""
    sign, players, button = random_start(rng, game)
    shoe = random_shoe(rng, sign)
    hand, events = open_hand(start(sign, players, button=button), shoe)
    while not hand.is_over:
        events += play(hand, random_command(rng, hand), shoe)
    return hand, events


def require_clauses(cited) -> None:
    """Every event or offer stands on a clause, and names none twice."""
    for one in cited:
        assert one.cites, one
        assert len(set(one.cites)) == len(one.cites), one


ALL_GAMES = sorted(GAMES)
