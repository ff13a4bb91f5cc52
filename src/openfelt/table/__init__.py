"""One round of play between players: decide, evolve, legal, house steps, pots, showdown, views. Pure.

>>> from openfelt.cards import FULL_DECK
>>> from openfelt.games import Limit, Sign
>>> from openfelt.table import Call, Shoe, legal, open_hand, play, start
>>> sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
>>> shoe = Shoe(FULL_DECK.cards)
>>> hand, events = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1), shoe)
>>> legal(hand).words
('fold', 'call 200', 'raise to 400-10000')
>>> play(hand, Call(1), shoe)[0].cites
('nsw-poker 20.3.1', 'nsw-poker 7.4.3')
"""

from openfelt.table.codec import decode_command, decode_event, encode
from openfelt.table.commands import (
    Bet,
    BringIn,
    BuyTime,
    Call,
    Check,
    Command,
    Decline,
    Discard,
    Draw,
    Fold,
    HouseCommand,
    Muck,
    PlayerCommand,
    RaiseTo,
    RunOnce,
    RunTwice,
    Show,
    Straddle,
    TimeOut,
)
from openfelt.table.decide import decide
from openfelt.table.events import Event, HandStarted
from openfelt.table.evolve import begin, evolve
from openfelt.table.hand import Hand
from openfelt.table.house import Cards, house_step, house_steps
from openfelt.table.offer import Offer
from openfelt.table.options import legal, offers
from openfelt.table.play import open_hand, play, replay, run_house, start
from openfelt.table.seen import RAIL, HandView, Viewer
from openfelt.table.shoe import RealCards, Shoe
from openfelt.table.turn import Turn
from openfelt.table.views import event_view, view

__all__ = [
    "RAIL",
    "Bet",
    "BringIn",
    "BuyTime",
    "Call",
    "Cards",
    "Check",
    "Command",
    "Decline",
    "Discard",
    "Draw",
    "Event",
    "Fold",
    "Hand",
    "HandStarted",
    "HandView",
    "HouseCommand",
    "Muck",
    "Offer",
    "PlayerCommand",
    "RaiseTo",
    "RealCards",
    "RunOnce",
    "RunTwice",
    "Shoe",
    "Show",
    "Straddle",
    "TimeOut",
    "Turn",
    "Viewer",
    "begin",
    "decide",
    "decode_command",
    "decode_event",
    "encode",
    "event_view",
    "evolve",
    "house_step",
    "house_steps",
    "legal",
    "offers",
    "open_hand",
    "play",
    "replay",
    "run_house",
    "start",
    "view",
]
