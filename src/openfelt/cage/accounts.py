"""The accounts of the ledger. Every pot of money in the room is one of these, named `kind/owner`.

Chips come into being when the room issues them, so the issue account stands below zero by exactly what all others hold;
no other account may. Tournament chips have no value and are a currency of their own in every event: they come out of
that event's own issue account and never meet money, or the chips of another event, in one entry.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NewType

from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted

Account = NewType("Account", str)

ISSUED: Final = Account("issued")
HOUSE: Final = Account("house")

CASH: Final = "cash"
MAY_BE_NEGATIVE: Final = ("issued",)  # the room's own issue, and that of each event
# The money of tournaments: no report counts it as what the room took from games.
OF_TOURNAMENTS: Final = ("fee", "pool", "added", "prizes")

# What each kind of account holds, for reports and for anyone who reads a trial balance.
KINDS: Final = {
    "issued": "chips the room has issued and not redeemed, as a negative number",
    "purse": "a player's chips that are on no table",
    "stake": "a player's chips at one table",
    "pot": "wagers of the round of play at one table",
    "commission": "what a table took, by method",
    "transit": "chips on their way from one table to another, by the move they belong to",
    "jackpot": "a jackpot pool, or what is set aside of it for hits that are not paid yet",
    "fee": "what a tournament took in entry fees and keeps, or its commission",
    "pool": "a prize pool of a tournament, by its name",
    "added": "money that the house has set aside for the prizes of a tournament",
    "prizes": "prizes of a tournament that are awarded and not yet paid",
    "ticket": "a player's entry in a tournament, won in another and not used yet, by that tournament",
    "promotion": "money set aside for a promotion",
    "float": "chips in the float tray of a table",
    "difference": "chips of a float that counts found missing, by table",
    "house": "the room's own bank, which pays and collects house-banked games",
    "chips": "tournament chips of an event: stakes, pots, on their way; and, as a negative number, what it has issued",
}


LONGEST_OWNER: Final = 100  # that people think of; the journal takes 200 letters for a whole account


@lru_cache(maxsize=1 << 16)
def account(kind: str, *owner: str) -> Account:
    """An account by kind and owner.

    >>> account("stake", "table 3", "ann")
    'stake/table 3/ann'
    """
    if kind not in KINDS:
        raise NotationError(phrase("no kind of account {kind}", kind=quoted(kind)), legal=tuple(KINDS))
    for part in owner:
        if not part or "/" in part or not part.isprintable():
            raise NotationError(phrase("an account's owner cannot be {what}", what=quoted(part)))
    return Account("/".join((kind, *owner)))


def is_owner(name: str) -> bool:
    """Whether an account can be in a name that somebody thought of: one line, not long, without a stroke.

    >>> is_owner("Friday's main event"), is_owner("7/11"), is_owner("n" * 2_000)
    (True, False, False)
    """
    return 0 < len(name) <= LONGEST_OWNER and "/" not in name and name.isprintable()


def purse(player: str) -> Account:
    """A player's chips that are on no table."""
    return account("purse", player)


def stake(table: str, player: str) -> Account:
    """A player's chips at one table."""
    return account("stake", table, player)


def pot(table: str) -> Account:
    """The wagers of the round of play at one table."""
    return account("pot", table)


def commission(table: str, method: str) -> Account:
    """What a table took by one method: percentage, per-hand, time, sitting, time-purchase."""
    return account("commission", table, method)


def transit(act: str) -> Account:
    """Chips on their way in one move. At rest it is empty."""
    return account("transit", act)


def jackpot(pool: str) -> Account:
    """A jackpot pool."""
    return account("jackpot", pool)


def jackpot_held(pool: str) -> Account:
    """What is set aside of a jackpot pool for hits that are not paid yet."""
    return account("jackpot", pool, "held")


def fee(tournament: str) -> Account:
    """What a tournament took in entry fees and does not put into its pool."""
    return account("fee", tournament)


def pool(tournament: str, name: str = "main") -> Account:
    """A prize pool of a tournament."""
    return account("pool", tournament, name)


def added(tournament: str) -> Account:
    """What the house has set aside for the prizes of a tournament."""
    return account("added", tournament)


def prizes(tournament: str) -> Account:
    """Prizes that are awarded and not yet paid."""
    return account("prizes", tournament)


def ticket(tournament: str, player: str) -> Account:
    """An entry in a tournament that a player has won and not used."""
    return account("ticket", tournament, player)


def float_tray(table: str) -> Account:
    """The chips in the float tray of a table."""
    return account("float", table)


def difference(table: str) -> Account:
    """Chips of a table's float that counts found missing."""
    return account("difference", table)


def promotion(name: str) -> Account:
    """Money set aside for a promotion."""
    return account("promotion", name)


# -- tournament chips --------------------------------------------------------------------------------------------------


def chips_issued(event: str) -> Account:
    """Tournament chips that an event has issued and not got back, as a negative number."""
    return account("issued", event)


def chips_stake(event: str, table: str, player: str) -> Account:
    """A player's tournament chips at one table of an event."""
    return account("chips", event, "stake", table, player)


def chips_pot(event: str, table: str) -> Account:
    """The wagers of the round of play at one table of an event."""
    return account("chips", event, "pot", table)


def chips_transit(event: str, act: str) -> Account:
    """Tournament chips on their way in one move. At rest it is empty."""
    return account("chips", event, "transit", act)


def currency_of(name: str) -> str:
    """What an account is counted in: money, or the chips of one event.

    >>> [currency_of(name) for name in ("stake/t1/ann", "chips/spring open/stake/t1/ann", "issued/spring open")]
    ['cash', 'chips/spring open', 'chips/spring open']
    """
    if not name.startswith(("chips/", "issued/")):
        return CASH
    return f"chips/{name.split('/', 2)[1]}"


def may_be_negative(name: str) -> bool:
    """Whether an account counts what was issued: of the room's chips, or of the tournament chips of an event."""
    return name.partition("/")[0] in MAY_BE_NEGATIVE


def kind_of(name: str) -> str:
    """The kind of an account. What an event has issued is of the kind of its chips: no report counts it as money.

    >>> kind_of("issued"), kind_of("issued/spring open")
    ('issued', 'chips')
    """
    return "chips" if name.startswith("issued/") else name.partition("/")[0]
