"""House-banked games: the rounds of play. Each game is a value in its book's folder (`openfelt.books.<book>.pit`).

>>> from openfelt.cards import cards
>>> from openfelt.pit import Open, Round, Seat, Spot, Wager, NoMoreBets, Call, play, sign_for
>>> table = Round(shoe=cards("AhKd Ad7c  AcKh2s 9d4c"))
>>> _ = play(table, Open(sign_for("act-holdem"), (Seat(1, "Ann", 100000),)))
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
from openfelt.pit.engine import choices, decide, house_step, house_steps, is_legal, legal, play, player_choices
from openfelt.pit.events import Event
from openfelt.pit.evolve import evolve
from openfelt.pit.game import PitGame
from openfelt.pit.games import game_of, pit_game, pit_games, read_file, read_tables, sign_for
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.paytables import PayTable
from openfelt.pit.round import Outcome, Round
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.settling import standings
from openfelt.pit.sign import AnySign, Limits, validate, with_tables
from openfelt.pit.views import RoundView, Viewer, as_dealt, feed, foreseen, offers_for, seen_by, staff_offers, view

__all__ = [
    "Amounts",
    "AnySign",
    "Call",
    "Command",
    "DeclareBonus",
    "Event",
    "Fold",
    "Limits",
    "NextRound",
    "NoMoreBets",
    "Offer",
    "Open",
    "Outcome",
    "PayTable",
    "Payment",
    "PitGame",
    "Raise",
    "Round",
    "RoundView",
    "Seat",
    "Spot",
    "Stay",
    "Viewer",
    "Wager",
    "Withdraw",
    "as_dealt",
    "choices",
    "decide",
    "decode_command",
    "decode_event",
    "decode_sign",
    "encode",
    "evolve",
    "feed",
    "foreseen",
    "game_of",
    "house_step",
    "house_steps",
    "is_legal",
    "legal",
    "offers_for",
    "pit_game",
    "pit_games",
    "play",
    "player_choices",
    "read_file",
    "read_tables",
    "seen_by",
    "sign_for",
    "staff_offers",
    "standings",
    "validate",
    "view",
    "with_tables",
]
