"""The phases of a round that several games share, as values; a game adds its own between them."""

from __future__ import annotations

from typing import Final

from openfelt.pit import round as r
from openfelt.pit.dealing import offer_deal, offer_take_up, offer_turn_dealer
from openfelt.pit.game import Phase
from openfelt.pit.round import Round
from openfelt.pit.settling import offer_rack, offer_settling


def is_dealt(round_: Round) -> bool:
    """Every pass and packet has left the shoe."""
    return not round_.plan


def is_taken_up(round_: Round) -> bool:
    """The players have looked."""
    return round_.taken_up


def is_decided(round_: Round) -> bool:
    """Nobody has a decision to make."""
    return not any(box.is_undecided for box in round_.boxes.values())


def is_turned(round_: Round) -> bool:
    """The hidden cards lie face up, or nobody stayed to see them."""
    return round_.dealer_up or not any(box.is_staying for box in round_.boxes.values())


def is_settled(round_: Round) -> bool:
    """No wager lies on the layout."""
    return not any(box.stakes for box in round_.boxes.values())


BETTING: Final = Phase(r.BETTING)
DEALING: Final = Phase(r.DEALING, is_dealt, offer_deal)
TAKE_UP: Final = Phase(r.TAKE_UP, is_taken_up, offer_take_up)
DECISION: Final = Phase(r.DECISION, is_decided)
TURN_DEALER: Final = Phase(r.TURN, is_turned, offer_turn_dealer)
SETTLING: Final = Phase(r.SETTLING, is_settled, offer_settling)
RACKING: Final = Phase(r.RACKING, steps=offer_rack)
DONE: Final = Phase(r.DONE)
