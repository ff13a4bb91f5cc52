"""A house-banked table: decide, play, what is legal, and the house's own next step. Pure; cards come from outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.phrases import Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import dealing, deciding, powers, rulings, settling, wagers
from openfelt.pit import events as e
from openfelt.pit.evolve import evolve
from openfelt.pit.game import Decider, KnownOrder, PitGame
from openfelt.pit.games import game_of
from openfelt.pit.offers import Offer
from openfelt.pit.round import DONE, EMPTY, Round
from openfelt.pit.rules import require_name_and_chips, require_phase
from openfelt.pit.sign import validate
from openfelt.rulebooks import joined, rulebook

NO_TABLE = rulebook("house").cite("3.7")  # before a sign goes up there is no rulebook to cite

HOUSE_STEPS: Final = frozenset({c.TakeUp, c.TurnCommunity, c.ShowHand, c.SettleBox, c.Rack})
"""What waits while something has to be ruled on first."""


def decide(round_: Round, command: c.Command) -> tuple[e.Event, ...]:
    """What happens if `command` is given now. Raises RuleViolation; changes nothing."""
    if isinstance(command, c.Open):
        return decide_open(round_, command)
    if round_.phase == EMPTY:
        raise RuleViolation("no-table", NO_TABLE, "no table is open", legal=("open",))
    game, kind = round_.game, type(command)
    decider = deciders(game).get(kind)
    if decider is None:
        raise RuleViolation(
            "not-here",
            game.elsewhere,
            phrase("{title} does not know the order {name}", title=Name(game.book.title), name=Name(kind.__name__)),
        )
    if kind in HOUSE_STEPS:
        deciding.require_not_halted(round_)
    return decider(round_, command)


def play(round_: Round, command: c.Command) -> tuple[e.Event, ...]:
    """Decide and record, then take the house's steps until someone has a choice. Returns all that happened."""
    events = list(decide(round_, command))
    for event in events:
        evolve(round_, event)
    for step in house_steps(round_):
        for event in decide(round_, step):
            evolve(round_, event)
            events.append(event)
    return tuple(events)


def house_step(round_: Round) -> c.Command | None:
    """What the house does next without anyone's choice: deal, turn, settle, rack. None if somebody must choose.

    Betting is closed by the dealer, not by itself; an empty shoe, or real cards that nobody has named yet, wait too.
    """
    for offer in house_offers(round_):
        return None if offer.free else offer.command
    return None


def house_steps(round_: Round) -> Iterator[c.Command]:
    """The house's steps, one after another, until somebody must choose. Each is recorded before the next is asked."""
    while (step := house_step(round_)) is not None:
        yield step


def house_offers(round_: Round) -> Iterator[Offer]:
    """What the house may do in this phase, unless something has to be ruled on first."""
    if round_.phase != EMPTY and not round_.breach:
        yield from round_.game.phases_from[round_.phase][0].steps(round_)


def legal(round_: Round) -> tuple[Offer, ...]:
    """Exactly what `decide` accepts now, in a fixed order: players first, then the house, then incidents and powers.

    Offers to the dealer name the next cards of the shoe: show them to nobody. `views.offers_for` is for people.
    """
    if round_.phase == EMPTY:
        return ()
    return (*choices(round_), *wagers.offer_seats(round_), *staff_choices(round_))


def choices(round_: Round) -> tuple[Offer, ...]:
    """What the players who sit here may do now: the part of `legal` that bots and buttons need."""
    return tuple(offer for player in round_.seats for offer in player_choices(round_, player))


def player_choices(round_: Round, player: str) -> Iterator[Offer]:
    """What one player who sits here may do now."""
    yield from deciding.offer_decisions(round_, player)
    yield from wagers.offer_wagers(round_, player)


def staff_choices(round_: Round) -> Iterator[Offer]:
    """What staff may do now: the house's next step, what went wrong, and what the floor may decide."""
    yield from wagers.offer_close(round_)
    yield from house_offers(round_)
    if round_.phase == DONE and not round_.closed:
        yield Offer(by="dealer", command=c.NextRound(), cites=round_.game.next_round)
    for entry in (*COMMON, *round_.game.orders):
        yield from entry.offers(round_)


def is_legal(round_: Round, command: c.Command, offers: Sequence[Offer] | None = None) -> bool:
    """Whether an order is among the offers (those given, if `legal` was asked already)."""
    if isinstance(command, c.Join) and (command.player in round_.seats or is_barred(round_, command.player)):
        return False
    return any(offer.covers(command) for offer in (legal(round_) if offers is None else offers))


def is_barred(round_: Round, player: str) -> bool:
    """Whether a newcomer is excluded or kept apart from someone here."""
    return player in round_.excluded or any(player in pair and set(pair) & round_.seats.keys() for pair in round_.apart)


def decide_open(round_: Round, order: c.Open) -> tuple[e.Event, ...]:
    """The sign goes up and the players sit down; nothing in the sign is missing."""
    game = game_of(order.sign)
    if round_.phase != EMPTY:
        raise RuleViolation("open", game.opened, "the table is open", legal=("next round",))
    validate(order.sign)
    require_seats(order, game)
    shown = joined(*(line.cites for line in order.sign.displayed()))
    opened = e.TableOpened(order.sign, order.seats, cites=shown)
    return opened, e.RoundOpened(1, cites=game.opened)


def require_seats(order: c.Open, game: PitGame) -> None:
    """Refuse a seat that the layout does not have, one taken twice, and a player who sits twice."""
    boxes = [seat.box for seat in order.seats]
    players = [seat.player for seat in order.seats]
    if any(not 1 <= box <= order.sign.places for box in boxes):
        raise RuleViolation(
            "no-such-box",
            game.one_each,
            phrase("boxes are 1 to {places}, not {boxes}", places=order.sign.places, boxes=boxes),
        )
    if len(set(boxes)) < len(boxes) or len(set(players)) < len(players):
        raise RuleViolation("seated-twice", game.one_each, "one player a box and one box a player")
    for seat in order.seats:
        require_name_and_chips(seat.player, seat.purse)


def decide_next(round_: Round, _: c.NextRound) -> tuple[e.Event, ...]:
    """Betting opens again."""
    cites = round_.game.next_round
    require_phase(round_, (DONE,), cites, "the next round")
    if round_.closed:
        raise RuleViolation("table-closed", round_.game.closed, "the table is closed")
    return (e.RoundOpened(round_.number + 1, cites=cites),)


COMMON: Final = (
    KnownOrder(c.NextRound, decide_next),
    KnownOrder(c.Join, wagers.decide_join),
    KnownOrder(c.Leave, wagers.decide_leave),
    KnownOrder(c.Wager, wagers.decide_wager),
    KnownOrder(c.SpokenWager, wagers.decide_spoken),
    KnownOrder(c.Withdraw, wagers.decide_withdraw),
    KnownOrder(c.Cut, wagers.decide_cut),
    KnownOrder(c.NoMoreBets, wagers.decide_no_more_bets),
    KnownOrder(c.Deal, dealing.decide_deal),
    KnownOrder(c.TakeUp, dealing.decide_take_up),
    KnownOrder(c.Fold, deciding.decide_fold),
    KnownOrder(c.ShowHand, settling.decide_show),
    KnownOrder(c.SettleBox, settling.decide_settle_box),
    KnownOrder(c.Rack, settling.decide_rack),
    KnownOrder(c.VerifyDeck, rulings.decide_verify, rulings.offer_verify),
    KnownOrder(c.ExposeCard, rulings.decide_expose_card, rulings.offer_expose_card),
    powers.CHANGE_CARDS,
)
"""The orders that every house-banked table knows."""


@cache
def deciders(game: PitGame) -> Mapping[type, Decider]:
    """How each order that a game knows is decided."""
    return {entry.order: entry.decide for entry in (*COMMON, *game.orders)}
