"""Refusals at the doors of the room call people by their names, where below accounts have ids."""

from __future__ import annotations

import re
from typing import Final

from openfelt.errors import OpenfeltError
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account
from openfelt.service.people.names import shown_name

WORD: Final = re.compile(r"\w+")
OF_A_TABLE: Final = re.compile(r"bot .+ of .+|live .+ at .+")  # who has no account, as the ledger calls them


def in_names(hall: Hall, account: Account | None, error: OpenfeltError) -> OpenfeltError:
    """A refusal as it is told to whoever asked: players by their names, not by the ids of their accounts."""

    def name(word: re.Match[str]) -> str:
        if account is not None and word[0] == account.id:
            return account.name
        return hall.names.get(word[0], word[0])

    error.rename(lambda text: shown_name(text) if OF_A_TABLE.fullmatch(text) else WORD.sub(name, text))
    return error
