"""Recording: `evolve` folds an event into the round and never refuses.

Chips are counted after every event: purses, wagers on the layout and the bank (how much the house is up) always add
up to what the players brought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from openfelt.cards import Card
from openfelt.errors import InvariantBroken
from openfelt.pit import events as ev
from openfelt.pit.events import COMMUNITY, DEALER, DISCARD, Event, Return, Stake
from openfelt.pit.games import game_of
from openfelt.pit.round import (
    BETTING,
    CALL,
    DEALING,
    DONE,
    EMPTY,
    FOLD,
    RAISE,
    STAY,
    Box,
    Outcome,
    Round,
)
from openfelt.pit.settlement import LOSE, Payment, Spot
from openfelt.pit.sign import changed

Recorder = Callable[[Round, Any], None]
_RECORDERS: dict[type, Recorder] = {}


def records(*kinds: type) -> Callable[[Recorder], Recorder]:
    """Say which events a function records."""

    def register(recorder: Recorder) -> Recorder:
        for kind in kinds:
            _RECORDERS[kind] = recorder
        return recorder

    return register


def evolve(round_: Round, event: Event) -> None:
    """Record what happened. Never refuses; a chip too many or too few is our own fault and stops the table."""
    _RECORDERS[type(event)](round_, event)
    settle_phase(round_)
    require_chips(round_, event)


def require_chips(round_: Round, event: Event) -> None:
    """Purses, layout and bank add up to what was brought, and nobody owes a chip."""
    if sum(round_.purses.values()) + round_.laid + round_.bank != round_.total:
        raise InvariantBroken(f"chips do not add up to {round_.total} after {event}")
    if any(purse < 0 for purse in round_.purses.values()):
        raise InvariantBroken(f"a purse is overdrawn after {event}")


def settle_phase(round_: Round) -> None:
    """Pass over phases in which nothing is left to do."""
    if round_.phase == EMPTY:
        return
    for phase in round_.game.phases_from[round_.phase]:
        round_.phase = phase.name
        if not phase.is_over(round_):
            return


# -- the table ---------------------------------------------------------------------------------------------------------


@records(ev.TableOpened)
def _table_opened(round_: Round, event: ev.TableOpened) -> None:
    round_.sign = event.sign
    round_.game = game_of(event.sign)
    round_.boxes = {no: Box(no) for no in range(1, event.sign.places + 1)}
    for seat in event.seats:
        _sit(round_, seat.player, seat.box, seat.purse)


@records(ev.RoundOpened)
def _round_opened(round_: Round, event: ev.RoundOpened) -> None:
    round_.number = event.number
    round_.clear()
    round_.out_of_round.clear()
    round_.opening = dict(round_.purses)
    round_.phase = BETTING


@records(ev.Joined)
def _joined(round_: Round, event: ev.Joined) -> None:
    _sit(round_, event.player, event.box, event.purse)
    round_.opening[event.player] = event.purse


def _sit(round_: Round, player: str, box: int, purse: int) -> None:
    round_.seats[player] = box
    round_.purses[player] = purse
    round_.abstained[player] = 0
    round_.total += purse


@records(ev.Left, ev.SeatVacated)
def _left(round_: Round, event: ev.Left | ev.SeatVacated) -> None:
    round_.total -= round_.purses.pop(event.player)
    for register in (round_.seats, round_.abstained, round_.opening):
        register.pop(event.player, None)
    round_.warned.discard(event.player)  # a warning counts for one sitting


@records(ev.AreaReleased)
def _area_released(round_: Round, event: ev.AreaReleased) -> None:
    box = round_.boxes[event.box]
    round_.purses[event.player] += event.returned
    box.clear()


# -- wagers ------------------------------------------------------------------------------------------------------------


@records(ev.Wagered)
def _wagered(round_: Round, event: ev.Wagered) -> None:
    _stake(round_, event.player, Stake(event.box, event.spot, event.amount))


def _stake(round_: Round, player: str, stake: Stake) -> None:
    box = round_.boxes[stake.box]
    box.player = player
    box.stakes[stake.spot] = box.stakes.get(stake.spot, 0) + stake.amount
    round_.purses[player] -= stake.amount


def _unstake(round_: Round, box_no: int, spot: Spot, amount: int) -> None:
    """Give so much of a wager back to its player."""
    box = round_.boxes[box_no]
    left = box.stakes.pop(spot) - amount
    if left:
        box.stakes[spot] = left
    round_.purses[box.player] += amount


@records(ev.Warned)
def _warned(round_: Round, event: ev.Warned) -> None:
    round_.warned.add(event.player)


@records(ev.Withdrawn)
def _withdrawn(round_: Round, event: ev.Withdrawn) -> None:
    _unstake(round_, event.box, event.spot, event.amount)
    box = round_.boxes[event.box]
    if not box.stakes:
        box.player = ""


@records(ev.WagerVoided)
def _wager_voided(round_: Round, event: ev.WagerVoided) -> None:
    _unstake(round_, event.box, event.spot, event.amount)


@records(ev.Trimmed)
def _trimmed(round_: Round, event: ev.Trimmed) -> None:
    _unstake(round_, event.box, event.spot, event.returned)


@records(ev.CardsCut)
def _cards_cut(round_: Round, event: ev.CardsCut) -> None:
    round_.cut = True
    round_.shoe = round_.shoe[event.at :] + round_.shoe[: event.at]


@records(ev.BettingClosed)
def _betting_closed(round_: Round, event: ev.BettingClosed) -> None:
    round_.plan = list(event.plan)
    round_.phase = DEALING
    for box in round_.boxes.values():
        box.staked = dict(box.stakes)
        box.blind = box.no in event.blind


@records(ev.BettingReopened)
def _betting_reopened(round_: Round, event: ev.BettingReopened) -> None:
    players = {no: box.player for no, box in round_.boxes.items()}
    round_.clear()
    round_.shoe = []
    round_.phase = BETTING
    for stake in event.stakes:
        _stake(round_, players[stake.box], stake)


# -- the deal and the decisions ----------------------------------------------------------------------------------------


@records(ev.Dealt)
def _dealt(round_: Round, event: ev.Dealt) -> None:
    del round_.shoe[: len(event.cards)]
    round_.plan.pop(0)
    for target, card in zip(event.targets, event.cards, strict=True):
        pile_of(round_, target).append(card)


def pile_of(round_: Round, target: int) -> list[Card]:
    """Where a dealt card goes."""
    piles = {DEALER: round_.dealer, COMMUNITY: round_.board, DISCARD: round_.discards}
    return round_.boxes[target].cards if target > 0 else piles[target]


@records(ev.BoardDealt)
def _board_dealt(round_: Round, event: ev.BoardDealt) -> None:
    del round_.shoe[: len(event.cards)]
    round_.board += event.cards
    round_.seen_board = set(range(len(round_.board)))


@records(ev.HandsTakenUp)
def _hands_taken_up(round_: Round, _: ev.HandsTakenUp) -> None:
    round_.taken_up = True


@records(ev.BonusDeclared)
def _bonus_declared(round_: Round, event: ev.BonusDeclared) -> None:
    round_.boxes[event.box].declared = True


@records(ev.Called)
def _called(round_: Round, event: ev.Called) -> None:
    box = round_.boxes[event.box]
    _stake(round_, box.player, Stake(event.box, Spot.CALL, event.amount))
    box.decision = CALL


@records(ev.Raised)
def _raised(round_: Round, event: ev.Raised) -> None:
    box = round_.boxes[event.box]
    _stake(round_, box.player, Stake(event.box, Spot.BET, event.amount))
    box.decision = RAISE


@records(ev.Stayed)
def _stayed(round_: Round, event: ev.Stayed) -> None:
    round_.boxes[event.box].decision = STAY


@records(ev.Folded)
def _folded(round_: Round, event: ev.Folded) -> None:
    box = round_.boxes[event.box]
    box.decision = FOLD
    _pay(round_, box, event.payments)


def _pay(round_: Round, box: Box, payments: Iterable[Payment]) -> None:
    for payment in payments:
        stake = box.stakes.pop(payment.spot, 0)
        if stake != payment.stake:
            raise InvariantBroken(f"{payment} settles a wager of {stake}")
        if payment.verdict == LOSE:
            round_.bank += stake
            box.taken += stake
            box.lost.add(payment.spot)
        else:
            round_.purses[box.player] += stake + payment.won
            round_.bank -= payment.won
            box.taken -= payment.won


@records(ev.BonusSettled, ev.BoxSettled)
def _settled(round_: Round, event: ev.BonusSettled | ev.BoxSettled) -> None:
    box = round_.boxes[event.box]
    box.seen |= set(range(len(event.cards)))
    _pay(round_, box, event.payments)


@records(ev.HandShown)
def _hand_shown(round_: Round, event: ev.HandShown) -> None:
    box = round_.boxes[event.box]
    box.cards = list(event.cards)
    box.seen = set(range(len(event.cards)))


@records(ev.DealerTurned)
def _dealer_turned(round_: Round, event: ev.DealerTurned) -> None:
    round_.dealer = list(event.cards)
    round_.dealer_up = True
    round_.qualified = event.qualified


@records(ev.CommunityTurned)
def _community_turned(round_: Round, event: ev.CommunityTurned) -> None:
    round_.board = list(event.cards)
    round_.seen_board = set(range(len(round_.board)))
    round_.dealer_up = True


@records(ev.Racked)
def _racked(round_: Round, _: ev.Racked) -> None:
    bet = {box.player for box in round_.boxes.values() if box.player}
    for player in round_.seats:
        round_.abstained[player] = 0 if player in bet else round_.abstained[player] + 1
    _end(round_, "settled")


def _end(round_: Round, reason: str) -> None:
    round_.phase = DONE
    round_.shoe = []  # all cards are shuffled for the next round
    nets = tuple((player, round_.purses[player] - purse) for player, purse in round_.opening.items())
    round_.outcome = Outcome(reason, nets)


# -- irregularities, rulings and powers --------------------------------------------------------------------------------


@records(ev.TurnedOver)
def _turned_over(round_: Round, event: ev.TurnedOver) -> None:
    round_.boxes[event.box].seen.add(event.place - 1)
    round_.exposures += 1


@records(ev.OwnShown)
def _own_shown(round_: Round, event: ev.OwnShown) -> None:
    round_.boxes[event.box].seen.add(event.place - 1)


@records(ev.CommunityExposed)
def _community_exposed(round_: Round, event: ev.CommunityExposed) -> None:
    round_.seen_board.add(event.place - 1)
    round_.capped = True
    for stake in event.cut:
        _unstake(round_, stake.box, stake.spot, stake.amount)


@records(ev.BoardRebuilt)
def _board_rebuilt(round_: Round, event: ev.BoardRebuilt) -> None:
    wrong = [card for card in round_.board if card not in event.cards]
    right = [card for card in event.cards if card not in round_.board]
    for old, new in zip(wrong, right, strict=True):
        round_.shoe = [old if card == new else card for card in round_.shoe]
    round_.board = list(event.cards)


@records(ev.HandVoided)
def _hand_voided(round_: Round, event: ev.HandVoided) -> None:
    _give_back(round_, event.returns)
    if round_.breach and event.returns.box in round_.breach[1]:
        player, boxes = round_.breach
        left = tuple(box for box in boxes if box != event.returns.box)
        round_.breach = (player, left) if left else None


def _give_back(round_: Round, returns: Return) -> None:
    box = round_.boxes[returns.box]
    if (box.laid, box.taken) != (returns.layout, returns.bank):
        raise InvariantBroken(f"{returns} does not undo box {box.no}: {box.laid} on it, {box.taken} taken")
    round_.purses[box.player] += returns.layout + returns.bank
    round_.bank -= returns.bank
    box.stakes.clear()
    box.taken = 0
    box.lost.clear()
    box.void = True


@records(ev.RoundVoided)
def _round_voided(round_: Round, event: ev.RoundVoided) -> None:
    for returns in event.returns:
        _give_back(round_, returns)
    round_.plan = []
    round_.breach = None
    _end(round_, f"void: {event.reason}")


@records(ev.NoAnteRacked)
def _no_ante_racked(round_: Round, event: ev.NoAnteRacked) -> None:
    del round_.shoe[: len(event.cards)]
    round_.discards += event.cards
    if event.returned:
        _unstake(round_, event.box, Spot.BONUS, event.returned)


@records(ev.ViewReported)
def _view_reported(round_: Round, event: ev.ViewReported) -> None:
    round_.breach = (event.player, event.boxes)
    round_.peeked |= {(event.player, box) for box in event.boxes}


@records(ev.SeatHandDeemed)
def _seat_hand_deemed(round_: Round, event: ev.SeatHandDeemed) -> None:
    round_.breach = None
    for box in round_.boxes.values():
        if box.player == event.player:
            box.blind = box.no != event.box


@records(ev.ViewLetStand)
def _view_let_stand(round_: Round, _: ev.ViewLetStand) -> None:
    round_.breach = None


@records(ev.PlayerExcluded)
def _player_excluded(round_: Round, event: ev.PlayerExcluded) -> None:
    (round_.excluded if event.game else round_.out_of_round).add(event.player)


@records(ev.PlayerLetBack)
def _player_let_back(round_: Round, event: ev.PlayerLetBack) -> None:
    round_.excluded.discard(event.player)


@records(ev.NoticeGiven)
def _notice_given(round_: Round, event: ev.NoticeGiven) -> None:
    round_.notice = event


@records(ev.LimitsChanged)
def _limits_changed(round_: Round, event: ev.LimitsChanged) -> None:
    round_.notice = None if round_.notice is not None and not round_.notice.closing else round_.notice
    limits = msgspec.structs.replace(round_.sign.ante, low=event.low, high=event.high)
    round_.sign = changed(round_.sign, ante=limits)


@records(ev.BoxMarked)
def _box_marked(round_: Round, event: ev.BoxMarked) -> None:
    round_.boxes[event.box].marker = event.limit


@records(ev.DeckVerified)
def _deck_verified(round_: Round, event: ev.DeckVerified) -> None:
    round_.faulty_deck = event.count != 52


@records(ev.CardsChanged)
def _cards_changed(round_: Round, _: ev.CardsChanged) -> None:
    round_.faulty_deck = False
    round_.shoe, round_.cut = [], False


@records(ev.ShuffleOrdered)
def _shuffle_ordered(round_: Round, _: ev.ShuffleOrdered) -> None:
    round_.shoe, round_.cut = [], False


@records(ev.Directed)
def _directed(round_: Round, event: ev.Directed) -> None:
    if event.players:
        round_.apart.add(tuple(sorted(event.players)))
    else:
        round_.directions.append(event.direction)


@records(ev.DirectionLifted)
def _direction_lifted(round_: Round, event: ev.DirectionLifted) -> None:
    if event.players:
        round_.apart.discard(event.players)
    else:
        round_.directions.remove(event.direction)


@records(ev.TableClosed)
def _table_closed(round_: Round, _: ev.TableClosed) -> None:
    round_.closed, round_.notice = True, None


@records(ev.DisputeRuled, ev.HandRebuilt, ev.RulesGiven)
def _noted(_round: Round, _event: Event) -> None:
    """These change neither cards nor chips nor turn; the log is their record."""
