"""The house's own commands: posts, burns, streets, draws, rounds, wagers in, and the settlement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.games.game import BettingRound, Deal, Draw, Face, Opener
from openfelt.phrases import Name, Seat, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.draws import reshuffle_pool
from openfelt.table.hand import (
    ABLE,
    BITS,
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
    add_up,
    has_unknown,
)
from openfelt.table.house import (
    BURN_FIRST,
    aside_due,
    board_only,
    burn_due,
    draw_count,
    is_first_round,
    is_short,
    needs_betting,
    opening_due,
    street_size,
    twice_due,
    uncalled,
)
from openfelt.table.openers import find_opener
from openfelt.table.options import short_amount
from openfelt.table.refusals import refuse
from openfelt.table.rules import RoundRules
from openfelt.table.settle import settle
from openfelt.table.turns import is_last_drawer

Events = tuple[e.Event, ...]
UP: Final = Face.UP
# What the house records in every hand, named once: compiled, a name in another module is looked up each time.
ANTES_POSTED: Final = e.AntesPosted
BURNED: Final = e.Burned
STREET_DEALT: Final = e.StreetDealt
ROUND_OPENED: Final = e.RoundOpened
UNCALLED_RETURNED: Final = e.UncalledReturned
BETS_COLLECTED: Final = e.BetsCollected


def require_house(hand: Hand, cites: Cites, stage: int, or_: int = -1, or_else: int = -1) -> None:
    """Refuse a house command that is not due, by its own clauses: the house has the word in one of these stages."""
    if hand.phase != HOUSE or hand.stage not in (stage, or_, or_else):
        refuse(hand, "not-due", cites, "the house has nothing of that kind to do now")


def _antes(hand: Hand, command: c.PostAntes) -> Events:
    require_house(hand, hand.rules.policy.ante, POSTING)
    sign, policy = hand.rules.sign, hand.rules.policy
    if not sign.ante or hand.posted:
        refuse(hand, "not-due", policy.ante, "no antes are due")
    if sign.ante_by == "last-blind":
        payer = hand.index[hand.blinds[-1][0]] if hand.blinds else hand.n - 1
        kept: int = hand.blinds[-1][1] if sign.tournament and hand.blinds else 0  # the blind comes first (house 20.22)
        ante_due = min(sign.ante, max(hand.stacks[payer] - kept, 0))
        amounts = tuple(ante_due if i == payer else 0 for i in range(hand.n))
        return (ANTES_POSTED(amounts, True, joined(hand.rules.game.posts, policy.ante)),)
    ante: int = sign.ante
    amounts = tuple([ante if chips >= ante else short_amount(hand, chips) for chips in hand.stacks])
    short = policy.short_post if min(hand.stacks) < ante else ()
    cites = joined(policy.bomb_pots if sign.bomb else hand.rules.game.posts, policy.ante, short)
    return (ANTES_POSTED(amounts, False, cites),)


def _post_blind(hand: Hand, command: c.PostBlind) -> Events:
    rules = hand.rules
    require_house(hand, rules.policy.posting, POSTING)
    at = hand.posted - (1 if rules.sign.ante else 0)
    if at < 0:
        refuse(hand, "not-due", rules.policy.posting, "antes come first")
    if at < len(hand.blinds):
        seat, nominal = hand.blinds[at]
        stack = hand.stacks[hand.index[seat]]
        amount = nominal if stack >= nominal else short_amount(hand, stack)
        cites = rules.game.next_blinds if at else rules.game.first_blind
        if hand.n == 2 and rules.policy.heads_up_button_first:
            cites = joined(cites, rules.policy.heads_up)
        if amount < nominal:
            cites = joined(cites, rules.policy.short_post)
        return (e.BlindPosted(seat, amount, nominal, "blind", cites),)
    if at - len(hand.blinds) >= len(hand.late):
        refuse(hand, "not-due", rules.policy.posting, "no more posts are due")
    seat, live, dead = hand.late[at - len(hand.blinds)]
    i = hand.index[seat]
    stack = hand.stacks[i]
    paid = min(live, stack)  # live up to the last compulsory blind, the rest dead (8.8.3.1)
    price = hand.bets[i] + live if hand.bets[i] + live > hand.high else 0  # more than the blinds came to
    return (e.BlindPosted(seat, paid, price, "late", rules.policy.late_post, min(dead, stack - paid)),)


def require_new(hand: Hand, cards: tuple[Card, ...]) -> None:
    """Refuse a card that is out already or not in the deck, naming it and its place."""
    out = hand.seen | hand.rules.not_in_deck
    for card in cards:
        number: int = card
        bit = BITS[number]
        if out & bit:
            _refuse_card(hand, cards)
        out |= bit


def _refuse_card(hand: Hand, cards: tuple[Card, ...]) -> None:
    seen, deck = hand.seen, hand.rules.deck
    for place, card in enumerate(cards, start=1):
        if card == UNKNOWN:
            continue
        if seen >> card & 1:
            refuse(
                hand,
                "duplicate-card",
                hand.rules.policy.one_deck,
                phrase("card {place}, {cards}, is out already", place=place, cards=shown((card,))),
            )
        if card not in deck:
            refuse(
                hand,
                "not-in-deck",
                deck_cites(hand),
                phrase(
                    "card {place}, {cards}, is not in {name}", place=place, cards=shown((card,)), name=Name(deck.name)
                ),
            )
        seen |= 1 << card


def deck_cites(hand: Hand) -> Cites:
    """The clauses that say which cards the deck has."""
    rules = hand.rules
    return tuple(cite for cite in rules.game.decks[rules.deck.size].cites if cite.startswith(rules.policy.deck))


def _burn(hand: Hand, command: c.Burn) -> Events:
    policy = hand.rules.policy
    require_house(hand, policy.burning, FRESH, SERVING)
    step = hand.rules.steps[hand.step]
    if isinstance(step, Draw) and hand.stage == SERVING:
        if draw_count(hand, step) != BURN_FIRST:
            refuse(hand, "no-burn", policy.burning, "no burn is due")
        cites = step.four_burn_one
    elif not isinstance(step, (Deal, Draw)) or not step.burn or (isinstance(step, Deal) and not burn_due(hand, step)):
        refuse(hand, "no-burn", policy.burning, "no burn is due")
    else:
        cites = step.cites
    require_new(hand, (command.card,))
    return (BURNED(command.card, cites),)


def deal_street(hand: Hand, command: c.DealStreet) -> Events:
    """A street, to the players or to the board, if these are its cards."""
    step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
    if hand.phase != HOUSE or not isinstance(step, Deal) or burn_due(hand, step) or aside_due(hand):
        refuse(hand, "not-due", hand.rules.policy.dealing, "no street is due now")
    if is_short(hand, step):
        assert step.short is not None
        refuse(hand, "deck-short", step.short.cites, "the deck cannot serve everyone: one shared card is due")
    cards = command.cards
    size = street_size(hand, step)
    if len(cards) != size:
        refuse(
            hand,
            "wrong-count",
            step.cites,
            phrase("{name} takes {size} cards, not {cards}", name=step.name, size=size, cards=len(cards)),
        )
    require_new(hand, cards)
    if not step.passes or board_only(hand):
        _require_known(hand, step.cites, cards)
        return (STREET_DEALT(step.name, (), (), (), cards, step.cites),)
    return (_to_players(hand, step, cards),)


def _require_known(hand: Hand, cites: Cites, cards: tuple[Card, ...]) -> None:
    if has_unknown(cards):
        refuse(hand, "unknown-card", cites, "a card dealt face up must be named")


def _to_players(hand: Hand, step: Deal, cards: tuple[Card, ...]) -> e.StreetDealt:
    """Each active player's cards, pass by pass, and the board's."""
    rules, count = hand.rules, hand.live
    down: list[tuple[Card, ...]] = []
    up: list[tuple[Card, ...]] = []
    at = 0
    for one in step.passes:
        first, each, is_up = at, one.count, one.face is UP
        pile = up if is_up else down
        is_first = not pile
        for k in range(count):
            dealt = cards[at : at + each] if each > 1 else (cards[at],)
            at += each
            if is_first:
                pile.append(dealt)
            else:
                pile[k] = pile[k] + dealt
        if is_up and not rules.unknown_up_cards:
            _require_known(hand, step.cites, cards[first:at])
    board = cards[at:]
    if board:
        _require_known(hand, step.cites, board)
    seats = hand.seats if count == hand.n else tuple(hand.seats[i] for i in range(hand.n) if hand.status[i] != OUT)
    cites = step.cites if hand.step else joined(step.cites, rules.policy.deal_order)
    if hand.able < count:
        cites = joined(cites, rules.policy.all_in_dealt)
    below = tuple(down) if down else ((),) * count
    above = tuple(up) if up else ((),) * count
    return STREET_DEALT(step.name, seats, below, above, board, cites)


def _deal_shared(hand: Hand, command: c.DealShared) -> Events:
    step = hand.rules.steps[hand.step] if 0 <= hand.step < len(hand.rules.steps) else None
    if hand.phase != HOUSE or not isinstance(step, Deal) or not is_short(hand, step):
        refuse(hand, "not-due", hand.rules.policy.dealing, "no shared card is due")
    assert step.short is not None
    if burn_due(hand, step):
        refuse(hand, "burn-first", step.short.cites, "a burn comes first")
    require_new(hand, (command.card,))
    _require_known(hand, step.short.cites, (command.card,))
    return (e.SharedDealt(command.card, step.short.cites),)


def _deal_draw(hand: Hand, command: c.DealDraw) -> Events:
    require_house(hand, hand.rules.policy.dealing, SERVING, BURNT_FOR_FIFTH)
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    count = draw_count(hand, step)
    if count <= 0 or len(command.cards) != count:
        refuse(
            hand,
            "wrong-count",
            step.cites,
            phrase("{count} cards are due, not {cards}", count=max(count, 0), cards=len(command.cards)),
        )
    require_new(hand, command.cards)
    i = hand.to_act
    cites = step.cites
    if hand.changing == i:
        cites = joined(cites, step.four_burn_one if is_last_drawer(hand, i) else step.four_then_one)
    elif i in hand.deferred:
        cites = joined(cites, step.four_then_one)
    return (e.DrawDealt(hand.seats[i], command.cards, cites),)


def _reshuffle(hand: Hand, command: c.Reshuffle) -> Events:
    shuffling = hand.rules.policy.shuffling
    require_house(hand, shuffling, FRESH, SERVING, BURNT_FOR_FIFTH)
    step = hand.rules.steps[hand.step]
    if isinstance(step, Deal) and hand.special is not None and aside_due(hand):
        aside = hand.special.aside
        return (r.AsideReturned(hand.stub + len(aside), hand.special.aside_cites),)
    if isinstance(step, Deal):
        if not (step.short and step.short.reshuffle_burns and is_short(hand, step) and hand.stub < 2):
            refuse(hand, "not-due", shuffling, "no reshuffle is due")
        return (e.Reshuffled(hand.stub + len(hand.burns), False, True, step.short.cites),)
    if not isinstance(step, Draw) or (hand.stub if hand.stage == FRESH else draw_count(hand, step)):
        refuse(hand, "not-due", shuffling, "no reshuffle is due")
    pool = reshuffle_pool(hand, muck=True, burns=step.burn)
    return (e.Reshuffled(hand.stub + len(pool), True, step.burn, step.reshuffle),)


def open_round(hand: Hand, command: c.OpenRound) -> Events:
    """A betting round begins with the player whom the game names."""
    policy = hand.rules.policy
    require_house(hand, policy.turn, FRESH)
    step = hand.rules.steps[hand.step]
    round_ = hand.rules.rounds[hand.step]
    if not isinstance(step, BettingRound) or round_ is None or not needs_betting(hand):
        refuse(hand, "not-due", policy.turn, "no betting round is due")
    i, passed = find_opener(hand, round_)
    if command.seat and command.seat != hand.seats[i]:
        i = _named_opener(hand, command.seat, due=hand.seats[i], cites=policy.opening or round_.opens)
    cites = round_.opens
    if passed:
        cites = joined(cites, hand.rules.game.all_in_opener)
    if hand.n == 2 and round_.no == 1 and _is_reversed(hand, round_):
        cites = joined(cites, policy.heads_up)
    return (ROUND_OPENED(round_.name, hand.seats[i], cites),)


def _is_reversed(hand: Hand, round_: RoundRules) -> bool:
    """Whether a clause on two players settles who opens: not in a game without blinds that opens after the last."""
    if round_.opener is Opener.LEFT_OF_LAST_BLIND:
        return "blinds" in hand.rules.game.forced
    return round_.opener is Opener.LEFT_OF_BUTTON


def _named_opener(hand: Hand, seat: int, *, due: int, cites: Cites) -> int:
    """house 9: where not every up-card is known, the recorded opener is believed if that player's own is not known."""
    i = hand.position(seat)
    if i < 0 or hand.status[i] != ABLE or UNKNOWN not in hand.up[i]:
        refuse(hand, "wrong-opener", cites, phrase("{seat} opens, not {other}", seat=Seat(due), other=Seat(seat)))
    return i


def _skip(hand: Hand, command: c.SkipStep) -> Events:
    require_house(hand, hand.rules.policy.turn, FRESH)
    step = hand.rules.steps[hand.step]
    if not isinstance(step, BettingRound) or needs_betting(hand):
        refuse(hand, "not-due", hand.rules.policy.turn, "there is betting to do")
    policy = hand.rules.policy
    is_left_out = hand.rules.bomb and is_first_round(hand)
    return (e.RoundSkipped(step.name, policy.bomb_pots if is_left_out else policy.run_out or policy.all_in),)


def _return_uncalled(hand: Hand, command: c.ReturnUncalled) -> Events:
    require_house(hand, hand.rules.policy.uncalled, CLOSING)
    amount = uncalled(hand)
    if not amount:
        refuse(hand, "not-due", hand.rules.policy.uncalled, "every wager was called")
    i = hand.bets.index(max(hand.bets))
    return (UNCALLED_RETURNED(hand.seats[i], amount, hand.rules.policy.uncalled),)


def collect(hand: Hand, command: c.CollectBets) -> Events:
    """The wagers of a round that is over go into the pot."""
    require_house(hand, hand.rules.policy.turn, CLOSING)
    if uncalled(hand):
        refuse(hand, "uncalled-first", hand.rules.policy.uncalled, "an uncalled wager goes back first")
    round_ = hand.rules.rounds[hand.step]
    assert round_ is not None
    cites = round_.goes_on if hand.live > 1 else round_.sole_winner
    if not hand.high:
        cites = joined(cites, hand.rules.policy.all_checked)
    return (BETS_COLLECTED(add_up(hand.put) + hand.dead_total, cites),)


def _open_hands(hand: Hand, command: c.OpenHands) -> Events:
    policy = hand.rules.policy
    if hand.phase != HOUSE or not hand.rules.open_all_in or not opening_due(hand):
        refuse(hand, "not-due", policy.turned_up, "hands are turned up at the showdown")
    inside = [i for i in range(hand.n) if hand.status[i] != OUT]
    seats, cards = tuple(hand.seats[i] for i in inside), tuple(hand.down[i] for i in inside)
    return (e.HandsOpened(seats, cards, policy.opened),)


def _offer_twice(hand: Hand, command: c.OfferTwice) -> Events:
    policy = hand.rules.policy
    if hand.phase != HOUSE or not hand.rules.run_twice or not twice_due(hand):
        refuse(hand, "not-due", policy.no_chop, "nobody is asked whether to deal the board twice now")
    seats = tuple(hand.seats[i] for i in range(hand.n) if hand.status[i] != OUT)
    return (e.TwiceOffered(seats, policy.run_twice),)


def _settle(hand: Hand, command: c.Settle) -> Events:
    require_house(hand, hand.rules.policy.show_to_win, SOLE, SHOWDOWN)
    if hand.stage == SHOWDOWN and hand.show_at < len(hand.show_order) and hand.contenders() > 1:
        refuse(hand, "not-due", hand.rules.policy.show_to_win, "hands are still to be shown")
    return settle(hand)


HOUSE_ANSWERS: Final[dict[type, Callable[[Hand, Any], Events]]] = {
    c.PostAntes: _antes,
    c.PostBlind: _post_blind,
    c.Burn: _burn,
    c.DealShared: _deal_shared,
    c.DealDraw: _deal_draw,
    c.Reshuffle: _reshuffle,
    c.SkipStep: _skip,
    c.ReturnUncalled: _return_uncalled,
    c.OpenHands: _open_hands,
    c.OfferTwice: _offer_twice,
    c.Settle: _settle,
}
