"""An account of the ledger in words: what it holds and whose it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.cage import accounts
from openfelt.phrases import Name, Text, phrase

OF_A_TABLE: Final = {
    "float": "the float of {owner}",
    "difference": "what was found missing at {owner}",
    "commission": "the commission of {owner}",
    "pot": "the pot at {owner}",
}
OF_PEOPLE: Final = {"purse": "the purse of {owner}"}


def account_words(account: str, name_of: Callable[[str], str]) -> Text:
    """An account in the words that people use; a kind that is never corrected by hand keeps its technical name.

    >>> str(account_words("purse/a1", {"a1": "Ann"}.__getitem__)), str(account_words("float/Bondi", str))
    ('the purse of Ann', 'the float of Bondi')
    """
    if account == accounts.HOUSE:
        return "the house's bank"
    kind, _, owner = account.partition("/")
    if kind in OF_PEOPLE and owner:
        return phrase(OF_PEOPLE[kind], owner=Name(name_of(owner)))
    table, _, rest = owner.partition("/")
    if kind == "stake" and rest:
        return phrase("the stake of {owner} at {table}", owner=Name(name_of(rest)), table=Name(table))
    if kind in OF_A_TABLE and table:
        return phrase(OF_A_TABLE[kind], owner=Name(table))
    return phrase("{account}", account=Name(account))
