"""What the house does when nobody has a choice: one command at a time, cards taken from the shoe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from openfelt.cards import Card
from openfelt.games.game import BettingRound, Deal, Discard, Draw
from openfelt.table import commands as c
from openfelt.table.draws import reshuffle_pool
from openfelt.table.hand import (
    ABLE,
    BURNT,
    BURNT_FOR_FIFTH,
    CLOSING,
    FRESH,
    HOUSE,
    OUT,
    POSTING,
    SERVING,
    SHOWDOWN,
    SOLE,
    Hand,
    has_unknown,
)
from openfelt.table.turns import is_last_drawer

BURN: Final = c.Burn
DEAL_STREET: Final = c.DealStreet
# Commands that say all by their kind are made once.
_ANTES: Final = c.PostAntes()
_BLIND: Final = c.PostBlind()
_OPEN: Final = c.OpenRound()
_COLLECT: Final = c.CollectBets()
_RETURN: Final = c.ReturnUncalled()
_SKIP: Final = c.SkipStep()
_SETTLE: Final = c.Settle()
_TURN_UP: Final = c.TurnUp()
_OPEN_HANDS: Final = c.OpenHands()
_OFFER_TWICE: Final = c.OfferTwice()
_RESHUFFLE: Final = c.Reshuffle()


class Cards(Protocol):
    """Where cards come from: a shoe."""

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""

    def take_bottom(self) -> Card:
        """The last card of the shoe."""

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Shuffle the pool together with the `keep` cards still in the shoe; they are the shoe now."""


def house_step(hand: Hand, shoe: Cards) -> c.HouseCommand | None:
    """The house's next command, or None while a player has a choice or the round of play is over."""
    if hand.phase != HOUSE:
        return None
    stage = hand.stage
    if stage == CLOSING:
        return _RETURN if uncalled(hand) else _COLLECT
    if stage == SOLE:
        return _SETTLE
    if hand.rules.run_twice and twice_due(hand):
        return _OFFER_TWICE
    if hand.rules.open_all_in and opening_due(hand):
        return _OPEN_HANDS
    if stage == SHOWDOWN:
        return _TURN_UP if hand.show_at < len(hand.show_order) and not last_unshown(hand) else _SETTLE
    if stage == POSTING:
        return _ANTES if hand.rules.sign.ante and not hand.posted else _BLIND
    step = hand.rules.steps[hand.step]
    if type(step) is BettingRound:
        return _OPEN if needs_betting(hand) else _SKIP
    if type(step) is Deal:
        return _deal(hand, step, shoe)
    assert isinstance(step, Draw)
    return _draw(hand, step, shoe)


def house_steps(hand: Hand, shoe: Cards) -> Iterator[c.HouseCommand]:
    """The house's commands in turn, until someone has a choice. Each is recorded before the next is asked for."""
    while (command := house_step(hand, shoe)) is not None:
        yield command


def last_unshown(hand: Hand) -> bool:
    """Whether all others have conceded, so that the last player need not show."""
    return hand.contenders() == 1


def uncalled(hand: Hand) -> int:
    """How much of the highest wager nobody matched; nothing of one that a ruling has left in the pot."""
    high = second = 0
    for bet in hand.bets:
        if bet > high:
            high, second = bet, high
        elif bet > second:
            second = bet
    if hand.special is not None and high > second and hand.bets.index(high) in hand.special.stays:
        return 0
    return high - second


def needs_betting(hand: Hand) -> bool:
    """Whether anyone has something to decide in the round that is due."""
    if hand.rules.bomb and is_first_round(hand):
        return False
    if hand.able > 1:
        return True
    if not hand.able:
        return False
    i = hand.status.index(ABLE)
    bets = hand.bets
    return bets[i] < max(bets[:i] + bets[i + 1 :])


def is_first_round(hand: Hand) -> bool:
    """Whether the first betting round is due, which a bomb pot leaves out (house 27.6)."""
    round_ = hand.rules.rounds[hand.step]
    return round_ is not None and round_.no == 1


def opening_due(hand: Hand) -> bool:
    """Whether every hand is turned up now (house 27.1): players are all-in, no betting or choice of cards can follow.

    Real cards of a live table are turned up on the felt; the table learns them when they are named at the showdown.
    """
    return hand.opened < 0 and is_run_out(hand)


def is_run_out(hand: Hand) -> bool:
    """Whether players are all-in, and neither betting nor a choice of cards can follow, with cards the table knows."""
    if hand.live < 2 or hand.able > 1 or hand.step < 1 or hand.stage not in (FRESH, SHOWDOWN):
        return False
    steps = hand.rules.steps
    for step in steps[hand.step :]:
        if type(step) is Draw or type(step) is Discard:
            return False
    if hand.step < len(steps) and type(steps[hand.step]) is BettingRound and needs_betting(hand):
        return False
    return not any(hand.status[i] != OUT and has_unknown(hand.down[i]) for i in range(hand.n))


def twice_due(hand: Hand) -> bool:
    """Whether those who are in are asked now (house 27.3): the rest is a board, and the deck serves it twice."""
    if hand.twice or hand.stage != FRESH or hand.special is not None or any(hand.bets) or not is_run_out(hand):
        return False
    cards = 0
    for step in hand.rules.steps[hand.step :]:
        if type(step) is Deal:
            if step.passes:
                return False
            cards += step.board + (1 if step.burn else 0)
    return 0 < 2 * cards <= hand.stub


def street_size(hand: Hand, step: Deal) -> int:
    """How many cards the street needs."""
    return step.board if board_only(hand) else step.board + step.each * hand.live


def board_only(hand: Hand) -> bool:
    """Whether a ruling has the community card of this street dealt again, and nothing to the players."""
    return hand.special is not None and hand.special.board_only == hand.step


def burn_due(hand: Hand, step: Deal) -> bool:
    """Whether a card is burnt now: the rulebook burns before this street, and no ruling waived it."""
    return step.burn and hand.stage == FRESH and (hand.special is None or hand.step not in hand.special.unburnt)


def aside_due(hand: Hand) -> bool:
    """Whether cards that a ruling set aside go back into the stub before this street."""
    special = hand.special
    return special is not None and bool(special.aside) and hand.stage == FRESH and hand.step >= special.aside_at


def is_short(hand: Hand, step: Deal) -> bool:
    """Whether the stub cannot give everyone this street's card, so that one is shared."""
    if step.short is None or hand.shared:
        return hand.shared and step.short is not None
    burn = 1 if step.short.burn_counts and burn_due(hand, step) else 0
    return hand.stub - burn < street_size(hand, step)


def _deal(hand: Hand, step: Deal, shoe: Cards) -> c.HouseCommand:
    if hand.special is not None and aside_due(hand):
        shoe.reshuffle(hand.special.aside, hand.stub)
        return _RESHUFFLE
    if is_short(hand, step):
        assert step.short is not None
        if burn_due(hand, step):
            if hand.stub < 2 and step.short.reshuffle_burns and hand.burns:
                return _reshuffle(hand, shoe, burns_only=True)
            return BURN(shoe.take(1)[0])
        card = shoe.take_bottom() if step.short.from_bottom else shoe.take(1)[0]
        return c.DealShared(card)
    if burn_due(hand, step):
        return BURN(shoe.take(1)[0])
    assert hand.stage in (FRESH, BURNT)
    return DEAL_STREET(shoe.take(street_size(hand, step)))


def _reshuffle(hand: Hand, shoe: Cards, *, burns_only: bool) -> c.HouseCommand:
    step = hand.rules.steps[hand.step]
    burns = burns_only or (isinstance(step, Draw) and step.burn)
    shoe.reshuffle(reshuffle_pool(hand, muck=not burns_only, burns=burns), hand.stub)
    return _RESHUFFLE


def _draw(hand: Hand, step: Draw, shoe: Cards) -> c.HouseCommand:
    if hand.stage == FRESH:
        return c.Burn(shoe.take(1)[0]) if hand.stub else _reshuffle(hand, shoe, burns_only=False)
    count = draw_count(hand, step)
    if count > 0:
        return c.DealDraw(shoe.take(count))
    if count == BURN_FIRST:
        return c.Burn(shoe.take(1)[0])
    return _reshuffle(hand, shoe, burns_only=False)


BURN_FIRST = -1


def draw_count(hand: Hand, step: Draw) -> int:
    """How many replacements go out now: 0 asks for a reshuffle first, BURN_FIRST for a burn.

    nsw-poker 14.4.3: the last card of the stub is never dealt straight. 14.4.2: a change of five is four and one.
    """
    i = hand.to_act
    owed = hand.owed[i]
    keep = 1 if step.at_once else 0
    if hand.changing == i and i not in hand.deferred:
        if owed == 5:
            owed = 4
        elif owed == 1 and len(hand.down[i]) == 4 and is_last_drawer(hand, i) and hand.stage == SERVING:
            return BURN_FIRST if hand.stub - keep >= 1 else 0
        elif owed > 1:
            owed -= 1
    assert hand.stage in (SERVING, BURNT_FOR_FIFTH)
    return min(owed, max(hand.stub - keep, 0))
