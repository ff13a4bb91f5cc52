"""Irregularities that every table knows: void rounds and hands, exposed cards, a deck that is not complete.

What a book rules beside that is in its folder. `expose_dealer` and `racked` make entries that a game may list, each
with its own clause.
"""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.game import KnownOrder
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import BETTING, DONE, FOLD, Box, Round
from openfelt.pit.rules import require_box, require_phase
from openfelt.pit.settlement import Spot
from openfelt.rulebooks import Cites, joined

MOST_COUNTED = 104


# -- void rounds and void hands ----------------------------------------------------------------------------------------


def returns_of(box: Box) -> e.Return:
    """What undoes a box: its wagers, and what the bank took from it or (below 0) paid on it."""
    return e.Return(box.no, box.laid, box.taken)


def void_round(round_: Round, reason: str, cites: Cites) -> tuple[e.Event, ...]:
    """Everything goes back as if the round had not been played, a bonus already paid too.

    Where the game says so, the hands are dealt again after the players could change ante and bonus.
    """
    game = round_.game
    touched = [box for box in round_.boxes.values() if box.laid or box.taken]
    returns = tuple(returns_of(box) for box in touched)
    voided = e.RoundVoided(reason, returns, cites=joined(cites, game.void))
    if not game.reopens:
        return (voided,)
    stakes = tuple(
        e.Stake(box.no, spot, amount)
        for box in round_.boxes.values()
        for spot, amount in box.staked.items()
        if spot in (Spot.ANTE, Spot.BONUS)
    )
    return voided, e.BettingReopened(stakes, cites=game.reopens)


def void_hand(box: Box, cites: Cites) -> e.HandVoided:
    """One hand is out and its wagers go back."""
    return e.HandVoided(returns_of(box), cites=cites)


def void_what_lies(box: Box, cites: Cites) -> tuple[e.Event, ...]:
    """A hand is void; where its player had folded, only what still lies there goes back."""
    if box.decision != FOLD:
        return (void_hand(box, cites),)
    return tuple(e.WagerVoided(box.no, spot, amount, cites=cites) for spot, amount in box.stakes.items())


def require_hand(round_: Round, box_no: int, cites: Cites, *, undecided: bool = False) -> Box:
    """Refuse a report on a hand that is not there, is settled, or (where asked) has been decided on."""
    require_box(round_, box_no, cites)
    box = round_.boxes[box_no]
    if not has_hand(box, undecided=undecided):
        raise RuleViolation(
            "no-hand",
            cites,
            phrase("box {box} has no undecided hand" if undecided else "box {box} has no hand", box=box_no),
        )
    return box


def has_hand(box: Box, *, undecided: bool = False) -> bool:
    """Whether a hand on this box is still live."""
    if undecided:
        return box.is_undecided
    return awaits_settlement(box) and box.decision != FOLD


def awaits_settlement(box: Box) -> bool:
    """Whether a wager hangs on this hand, be it only the bonus of a folder; those of a void hand have gone back."""
    return bool(box.cards and box.stakes)


def is_dealt_in(box: Box) -> bool:
    """Whether the box had an ante when the betting was closed."""
    return Spot.ANTE in box.staked


def is_on_table(box: Box) -> bool:
    """Whether the hand is not in the rack yet: a folded one stays only under a bonus."""
    return bool(box.cards) and not box.void and (box.decision != FOLD or Spot.BONUS in box.staked)


# -- exposed cards -----------------------------------------------------------------------------------------------------


def decide_expose_card(round_: Round, order: c.ExposeCard) -> tuple[e.Event, ...]:
    """A card dealt face up is turned over, until there are too many in one round."""
    rules = round_.game.exposed
    require_phase(round_, rules.phases, rules.cites, "a card exposed in the deal")
    require_box(round_, order.box, rules.cites)
    box = round_.boxes[order.box]
    if order.place - 1 in box.seen or not 1 <= order.place <= len(box.cards):
        raise RuleViolation(
            "no-card", rules.cites, phrase("box {box} has no hidden card {place}", box=order.box, place=order.place)
        )
    card = box.cards[order.place - 1]
    turned = e.TurnedOver(order.box, order.place, card, cites=rules.cites)
    if round_.exposures < rules.most:
        return (turned,)
    reason = f"{round_.exposures + 1} cards exposed in the deal"
    return turned, *void_round(round_, reason, rules.void)


def offer_expose_card(round_: Round) -> Iterator[Offer]:
    """Cards of players that could be found exposed in the deal."""
    rules = round_.game.exposed
    if round_.phase not in rules.phases:
        return
    for box in round_.boxes.values():
        for place in range(1, len(box.cards) + 1):
            if place - 1 not in box.seen:
                yield Offer(by="dealer", command=c.ExposeCard(box.no, place), cites=rules.cites)


def expose_dealer(cites: Cites, phases: tuple[str, ...]) -> KnownOrder:
    """One of the dealer's own hole cards seen too early voids the round."""

    def decide(round_: Round, order: c.ExposeDealer) -> tuple[e.Event, ...]:
        require_phase(round_, phases, cites, "exposing a card of the dealer")
        if not 1 <= order.place <= len(round_.dealer):
            raise RuleViolation("no-card", cites, phrase("the dealer has no card {place}", place=order.place))
        return void_round(round_, "a hole card of the dealer was exposed", cites)

    def offers(round_: Round) -> Iterator[Offer]:
        if round_.phase in phases:
            for place in range(1, len(round_.dealer) + 1):
                yield Offer(by="dealer", command=c.ExposeDealer(place), cites=cites)

    return KnownOrder(c.ExposeDealer, decide, offers)


# -- the deal and the hands --------------------------------------------------------------------------------------------


def require_in_play(round_: Round, cites: Cites, what: str) -> None:
    """Refuse what needs a card on the table."""
    if not round_.in_play:
        raise RuleViolation(
            "not-in-play", cites, phrase("{what} is not possible in the {phase} phase", what=what, phase=round_.phase)
        )


def decide_verify(round_: Round, order: c.VerifyDeck) -> tuple[e.Event, ...]:
    """The deck may be counted at any time; a wrong number voids the round from "no more bets" on."""
    game = round_.game
    if not 0 <= order.count <= MOST_COUNTED:
        raise RuleViolation(
            "bad-count", game.deck, phrase("a deck of {count} cards cannot be", count=order.count), legal=("0 to 104",)
        )
    counted = e.DeckVerified(order.count, cites=game.deck)
    if order.count == 52 or round_.phase in (BETTING, DONE):
        return (counted,)
    return counted, *void_round(round_, f"the deck has {order.count} cards", game.bad_deck)


def offer_verify(round_: Round) -> Iterator[Offer]:
    """The deck may be counted."""
    amounts = Amounts(0, MOST_COUNTED, 1)
    yield Offer(by="dealer", command=c.VerifyDeck(52), amounts=amounts, vary=("count",), cites=round_.game.deck)


def racked(cites: Cites, phases: tuple[str, ...]) -> KnownOrder:
    """A hand that the dealer took before it was settled is rebuilt if possible, else void."""

    def decide(round_: Round, order: c.ReportRacked) -> tuple[e.Event, ...]:
        require_phase(round_, phases, cites, "a hand in the rack")
        require_box(round_, order.box, cites)
        box = round_.boxes[order.box]
        if not awaits_settlement(box):
            raise RuleViolation(
                "no-hand", cites, phrase("box {box} has no hand to be acted on or verified", box=order.box)
            )
        return (e.HandRebuilt(order.box, cites=cites),) if order.rebuilt else void_what_lies(box, cites)

    def offers(round_: Round) -> Iterator[Offer]:
        for box in round_.boxes.values() if round_.phase in phases else ():
            if awaits_settlement(box):
                for rebuilt in (True, False):
                    yield Offer(by="dealer", command=c.ReportRacked(box.no, rebuilt), cites=cites)

    return KnownOrder(c.ReportRacked, decide, offers)
