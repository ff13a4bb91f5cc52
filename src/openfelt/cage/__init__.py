"""The cage: a double-entry ledger of every chip in the room, and the arithmetic of fees. Pure: no clock, no I/O.

>>> from openfelt.cage import Ledger, accounts, transfer
>>> ledger = Ledger()
>>> ledger.post(transfer(500, source=accounts.ISSUED, target=accounts.purse("ann"), reason="issue", cites=()))
>>> ledger.balances()
{'issued': -500, 'purse/ann': 500}
"""

from openfelt.cage import accounts, fees, reports
from openfelt.cage.ledger import Ledger, Posting, TrialBalance, transfer, trial_balance

__all__ = [
    "Ledger",
    "Posting",
    "TrialBalance",
    "accounts",
    "fees",
    "reports",
    "transfer",
    "trial_balance",
]
