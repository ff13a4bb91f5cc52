"""Jackpots: pools of the operator's money that a hand may win beside the pot, from the offer to the payment.

Owns the parameters and what checks them, which hands hit an event, what each of them pays, and every order to a pool.
Its money comes in at the tables, round by round (`room.jackpots`); here alone it is paid out. Knows no journal.
"""

from openfelt.jackpots.checking import check
from openfelt.jackpots.deciding import JackpotDecided, decide
from openfelt.jackpots.facts import JackpotGiven
from openfelt.jackpots.parameters import Parameters
from openfelt.jackpots.pool import Pool, evolve
from openfelt.jackpots.reading import read_parameters, write_parameters

__all__ = [
    "JackpotDecided",
    "JackpotGiven",
    "Parameters",
    "Pool",
    "check",
    "decide",
    "evolve",
    "read_parameters",
    "write_parameters",
]
