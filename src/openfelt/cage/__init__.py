"""The cage: a double-entry ledger of every chip in the room, and the cash desk's rules. Pure: no clock, no I/O.

>>> from openfelt.cage import Cage, decide, evolve, acts, Terms
>>> cage = Cage()
>>> for command in (acts.IssueChips("ann", 500), acts.OpenTable("t", Terms("nsw-poker", 100, 400, 1), 0)):
...     for event in decide(cage, command):
...         evolve(cage, event)
>>> decide(cage, acts.BuyIn("t", "ann", 99, 0))
Traceback (most recent call last):
openfelt.errors.RuleViolation: a stake of $0.99 is outside the limits [nsw-poker 8.1, nsw-poker 8.4]; allowed: $1 to $4
"""

from openfelt.cage import accounts, acts, fees, moves, reports
from openfelt.cage.desk import Cage, Desk, Sitter, decide, evolve, postings_of
from openfelt.cage.ledger import Ledger, Posting, TrialBalance, transfer, trial_balance
from openfelt.cage.stakes import STAKE_RULES, StakeRules, Terms

__all__ = [
    "STAKE_RULES",
    "Cage",
    "Desk",
    "Ledger",
    "Posting",
    "Sitter",
    "StakeRules",
    "Terms",
    "TrialBalance",
    "accounts",
    "acts",
    "decide",
    "evolve",
    "fees",
    "moves",
    "postings_of",
    "reports",
    "transfer",
    "trial_balance",
]
