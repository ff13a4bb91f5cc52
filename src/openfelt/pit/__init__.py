"""House-banked games: the signs, the pay tables, the settlement, and the rounds of play.

>>> from openfelt.cards import cards
>>> from openfelt.pit import HoldemSign, Open, Round, Seat, Spot, Wager, NoMoreBets, Call, play
>>> table = Round(shoe=cards("AhKd Ad7c  AcKh2s 9d4c"))
>>> _ = play(table, Open(HoldemSign(), (Seat(1, "Ann", 100000),)))
>>> _ = play(table, Wager("Ann", 1, Spot.ANTE, 1000))
>>> _ = play(table, NoMoreBets())
>>> events = play(table, Call(1, 2000))
>>> table.outcome
Outcome(reason='settled', nets=(('Ann', 3000),))
"""

from openfelt.pit.codec import decode_command, decode_event, decode_sign, encode
from openfelt.pit.commands import (
    Call,
    Command,
    DeclareBonus,
    Fold,
    NextRound,
    NoMoreBets,
    Open,
    Raise,
    Seat,
    Stay,
    Wager,
    Withdraw,
)
from openfelt.pit.engine import choices, decide, house_step, is_legal, legal, play
from openfelt.pit.events import Event
from openfelt.pit.evolve import evolve
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.paytables import PayTable, read_file, read_tables
from openfelt.pit.round import Outcome, Round
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.settling import standings
from openfelt.pit.sign import READINGS, AnySign, BigRaiseSign, HoldemSign, Limits, sign_for, validate, with_tables
from openfelt.pit.views import RoundView, Viewer, feed, offers_for, seen_by, view

__all__ = [
    "READINGS",
    "Amounts",
    "AnySign",
    "BigRaiseSign",
    "Call",
    "Command",
    "DeclareBonus",
    "Event",
    "Fold",
    "HoldemSign",
    "Limits",
    "NextRound",
    "NoMoreBets",
    "Offer",
    "Open",
    "Outcome",
    "PayTable",
    "Payment",
    "Raise",
    "Round",
    "RoundView",
    "Seat",
    "Spot",
    "Stay",
    "Viewer",
    "Wager",
    "Withdraw",
    "choices",
    "decide",
    "decode_command",
    "decode_event",
    "decode_sign",
    "encode",
    "evolve",
    "feed",
    "house_step",
    "is_legal",
    "legal",
    "offers_for",
    "play",
    "read_file",
    "read_tables",
    "seen_by",
    "sign_for",
    "standings",
    "validate",
    "view",
    "with_tables",
]
