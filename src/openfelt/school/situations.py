"""Real situations with something gone wrong in them: a hand played to some moment, and an incident that fits it.

Chance comes in as an argument, so the same seed gives the same situation.
"""

# ruff: noqa: ARG001, ARG005 - every source of facts has the same three arguments

from __future__ import annotations

import random
from typing import Any, Final

from openfelt.cards import deck, show
from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import KINDS, AnyIncident, Ruling, possible, read_incident, rule
from openfelt.floor.deadlines import seats_of
from openfelt.floor.entries import family, family_of
from openfelt.floor.moments import is_off
from openfelt.floor.rules import FLOOR
from openfelt.games import GAMES
from openfelt.games.game import Deal, Draw
from openfelt.games.registry import game_of
from openfelt.games.sign import Sign
from openfelt.games.signtext import limit_words
from openfelt.games.standard import standard_sign
from openfelt.money import money
from openfelt.table import (
    RAIL,
    Bet,
    BringIn,
    Call,
    Check,
    Decline,
    Discard,
    Fold,
    Muck,
    RaiseTo,
    Show,
    begin,
    decide,
    evolve,
    legal,
    start,
    view,
)
from openfelt.table import Draw as DrawCards
from openfelt.table.hand import ABLE, HOUSE, OUT, Hand
from openfelt.table.house import burn_due, house_step, is_short, street_size
from openfelt.table.shoe import Shoe

TRIES = 8
MOST_HANDS = 400  # tried for one situation
MOST_STEPS = 600  # of one hand
RARE = {"stub-exhausted"}  # follows only after other incidents
FULL = {"final-cards-short"}  # needs a full table that plays on


def table_of(rng: random.Random, rulebook: str, game: str, *, is_full: bool = False) -> tuple[Hand, Shoe]:
    """A hand about to begin at a usual table of the game, and its shoe."""
    sign = standard_sign(rulebook, game)
    most = min(sign.seats, 8)
    count = most if is_full else rng.choice([most, rng.randint(2, min(most, 6)), rng.randint(2, min(most, 6))])
    players = [(seat, rng.choice([2_000, 8_000, 20_000, 20_000, 60_000])) for seat in range(1, count + 1)]
    cards = list(deck(sign.deck, joker=sign.joker).cards)
    rng.shuffle(cards)
    shoe = Shoe(cards, lambda pool: rng.sample(pool, len(pool)))
    return begin(start(sign, players, button=rng.randint(1, count))), shoe


def next_step(rng: random.Random, hand: Hand, shoe: Shoe, *, stays: bool = False) -> None:
    """The house's next step, or a calm choice of the player whose turn it is; who `stays` never folds."""
    command: Any = house_step(hand, shoe) if hand.phase == HOUSE else calm(rng, hand, stays=stays)
    for event in decide(hand, command):
        evolve(hand, event)


def calm(rng: random.Random, hand: Hand, *, stays: bool) -> Any:  # noqa: ANN401 - a player's command
    """Mostly a check or a call, sometimes a bet, a raise or a fold."""
    turn = legal(hand)
    assert turn is not None
    seat, down = turn.seat, hand.down[hand.to_act]
    if turn.kind == "drawing":
        return DrawCards(seat, tuple(rng.sample(down, rng.randint(turn.fewest, min(turn.count, 3)))))
    if turn.kind == "discarding":
        return Discard(seat, tuple(rng.sample(down, turn.count)))
    if turn.kind == "option":
        return Decline(seat)
    if turn.kind == "showing":
        return Muck(seat) if turn.may_muck and rng.random() < 0.3 else Show(seat)
    if turn.bring_in:
        return BringIn(seat)
    if turn.most and (rng.random() < 0.2 or not (turn.is_free or turn.call)):
        return Bet(seat, turn.least) if turn.opening else RaiseTo(seat, turn.least)
    if turn.fold and not turn.is_free and not stays and rng.random() < 0.1:
        return Fold(seat)
    return Check(seat) if turn.check else Call(seat) if turn.call or turn.free_call else Fold(seat)


def kinds_of(rulebook: str) -> tuple[str, ...]:
    """The kinds of incident on which a rulebook rules."""
    if rulebook not in FLOOR.books():
        raise NotationError(f"no floor of {rulebook!r}", legal=FLOOR.books())
    entries = FLOOR.of(rulebook).entries
    return tuple(name for name, kind in KINDS.items() if kind in entries and name not in RARE)


def find_ruling(rng: random.Random, rulebook: str, kind: str) -> tuple[Hand, Ruling]:
    """A situation in which an incident of this kind is ruled on, found by playing hands."""
    is_full = kind in FULL
    wanted = FLOOR.of(rulebook).entries[KINDS[kind]]
    games = [
        game
        for (book, game), found in GAMES.items()
        if book == rulebook and any(not one.games or one.games & family_of(found) for one in wanted)
    ]
    for _ in range(MOST_HANDS):
        hand, shoe = table_of(rng, rulebook, rng.choice(games), is_full=is_full)
        for _ in range(MOST_STEPS):
            if kind in possible(hand) and rng.random() < 0.35 and (ruling := random_ruling(rng, hand, (kind,))):
                return hand, ruling
            if hand.is_over or "stub-exhausted" in possible(hand):
                break
            next_step(rng, hand, shoe, stays=is_full)
    raise NotationError(f"no situation with {kind} came up under {rulebook}")


def table_in_words(sign: Sign) -> str:
    """The game and its stakes as a player asks for them."""
    forced = [f"blinds {'/'.join(map(money, sign.blinds))}"] if sign.blinds else []
    forced += [f"ante {money(sign.ante)}"] if sign.ante else []
    forced += [f"bring-in {money(sign.bring_in)}"] if sign.bring_in else []
    cards = [f"{sign.deck} cards"] if sign.deck != 52 else []
    return f"{game_of(sign).name} ({sign.rulebook}): {', '.join([str(limit_words(sign)), *forced, *cards])}"


STANDING: Final = {"folded": ", has folded", "all-in": ", is all-in"}


def describe(hand: Hand) -> list[str]:
    """The situation as anyone at the table sees it."""
    seen = view(hand, RAIL)
    lines = [table_in_words(hand.rules.sign)]
    for seat in seen.seats:
        cards = show((*seat.down, *seat.up))
        button = " (the button)" if seat.seat == hand.button and hand.rules.policy.button else ""
        bet = f", has bet {money(seat.bet)}" if seat.bet else ""
        held = f": {cards}" if cards else ""
        lines.append(f"  Seat {seat.seat}{button} has {money(seat.stack)}{bet}{STANDING.get(seat.status, '')}{held}")
    if seen.board:
        lines.append(f"  The board is {show(seen.board)}")
    turn = (
        f"seat {seen.to_act} is to act; "
        if seen.to_act
        else "the dealer has the next word; "
        if seen.phase == "house"
        else ""
    )
    acted = seats_of(hand, hand.acts)
    if hand.acts.bit_count() == 1:
        acted = acted.replace("seats", "seat")
    done = f"{acted} acted" if hand.acts else "nobody has acted"
    lines.append(f"  {seen.street.capitalize()}: {turn}the pot is {money(seen.pot)}; {done} in this round")
    return lines


def random_incident(rng: random.Random, hand: Hand, kind: str) -> AnyIncident:
    """An incident of this kind with facts drawn at random that fit the hand."""
    return read_incident(kind, _facts(rng, hand, kind))


def random_ruling(rng: random.Random, hand: Hand, kinds: tuple[str, ...] = ()) -> Ruling | None:
    """A ruling on something that can go wrong now; None where the facts drawn fit no clause."""
    open_kinds = [kind for kind in possible(hand) if not kinds or kind in kinds]
    for _ in range(TRIES if open_kinds else 0):
        try:
            return rule(hand, random_incident(rng, hand, rng.choice(open_kinds)))
        except RuleViolation:
            continue
    return None


def _facts(rng: random.Random, hand: Hand, kind: str) -> dict[str, Any]:
    """Facts for an incident: yes or no for each question, and seats, cards and numbers from the hand."""
    inside = [hand.seats[k] for k in range(hand.n) if hand.status[k] != OUT and hand.shown[k] != 2]
    seat = rng.choice(inside) if inside else hand.seats[0]
    facts: dict[str, Any] = {
        name: rng.random() < 0.5
        for name in KINDS[kind].__struct_fields__
        if name in {"reconstructable", "looked", "correctable", "protected", "identifiable", "at_fault", "asked",
                    "next_round_begun"}
    }  # fmt: skip
    if "seat" in KINDS[kind].__struct_fields__:
        facts["seat"] = seat
    if "agreed" in KINDS[kind].__struct_fields__ and rng.random() < 0.5:
        facts["agreed"] = sorted(hand.seats)
    more = _MORE.get(kind)
    return {**facts, **(more(rng, hand, seat) if more else {})}


def _own_cards(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    down = hand.down[hand.index[seat]]
    return {"cards": [str(card) for card in rng.sample(down, rng.randint(1, len(down)))] if down else []}


def _shown(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    others = [one for one in hand.seats if one != seat]
    return {**_own_cards(rng, hand, seat), "to": rng.sample(others, 1)}


def _exposed_in_deal(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[0]
    assert isinstance(step, Deal)
    each = sum(one.count for one in step.passes)
    places = [(one, nth) for one in hand.seats for nth in range(1, each + 1)]
    return {"cards": rng.sample(places, rng.choice([1, 1, 1, 2]))}


def _face_up(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[hand.step]
    is_whole = isinstance(step, Deal) and not burn_due(hand, step) and not is_short(hand, step)
    most = street_size(hand, step) if is_whole else 1  # type: ignore[arg-type]
    return {"place": rng.choice([1, rng.randint(1, most)]), "count": rng.choice([1, 1, 1, 2])}


def _off_table(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"place": _face_up(rng, hand, seat)["place"]}


def _out_of_turn(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    others = [k for k in range(hand.n) if hand.status[k] == ABLE and k != hand.to_act]
    if not others:
        return {}
    k = rng.choice(others)
    low, top = hand.bets[k] + 1, hand.bets[k] + hand.stacks[k]
    usual = [to for to in (hand.high, 2 * hand.high, 400) if low <= to <= top]
    to = rng.choice([*usual, rng.randint(low, top)])
    return {"seat": hand.seats[k], "action": rng.choice(["wager", "wager", "check", "fold"]), "to": to}


def _short_call(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    k, unit = hand.to_act, hand.rules.unit
    most = (min(hand.high - hand.bets[k], hand.stacks[k]) - 1) // unit
    return {"seat": hand.seats[k], "amount": rng.randint(1, most) * unit} if most > 0 else {}


def _discard(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"card": str(rng.choice(hand.muck))} if hand.muck else {}


def _misdelivered(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    later = [hand.seats[k] for k in range(hand.to_act + 1, hand.n) if hand.status[k] != OUT]
    return {"seat": rng.choice(later)} if later else {}


def _count(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    right = len(hand.holding(hand.index[seat]))
    return {"held": right + rng.choice([-1, 1]), "also": [one for one in hand.seats if rng.random() < 0.1]}


def _stake(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    off = [hand.seats[k] for k in range(hand.n) if is_off(hand, k)]
    return {"seat": rng.choice(off)} if off else {}


def _early(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"count": rng.choice([1, 1, 2])} if "stud" in family(hand) else {}


def _extra(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    return {"extra": rng.choice([1, 1, 2])}


def _draw(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    return _own_cards(rng, hand, seat)


def _dealt_in(rng: random.Random, hand: Hand, seat: int) -> dict[str, Any]:
    empty = [one for one in range(1, hand.rules.sign.seats + 1) if one not in hand.index]
    return {"seat": rng.choice(empty)} if empty and rng.random() < 0.5 else {}


_MORE: Any = {
    "player-dealt-in": _dealt_in,
    "not-shuffled": lambda rng, hand, seat: {"what": rng.choice(["shuffle", "cut"])},
    "wrong-card-count": _count,
    "exposed-in-deal": _exposed_in_deal,
    "exposed-in-draw": _draw,
    "face-up-in-shoe": _face_up,
    "dealt-off-table": _off_table,
    "exposed-by-player": _own_cards,
    "shown-to-another": _shown,
    "told-to-act-out-of-turn": lambda rng, hand, seat: {"told": [seat]},
    "acted-out-of-turn": _out_of_turn,
    "short-call": _short_call,
    "deck-fault": lambda rng, hand, seat: {"missing": rng.choice([0, 1]), "foreign": 1},
    "exposed-early": _early,
    "too-many-in-flop": _extra,
    "turned-together": _extra,
    "discard-forgotten": _discard,
    "draw-misdelivered": _misdelivered,
    "final-cards-short": lambda rng, hand, seat: {"dealt": rng.randint(1, max(hand.stub, 1))},
    "stake-out-of-bounds": _stake,
    "uncovered": lambda rng, hand, seat: {"what": "the lights went out"},
}
