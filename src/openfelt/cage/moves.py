"""What a round of play moves: wagers into the pot, awards and commission out of it. The table decides the amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openfelt.cage.accounts import HOUSE, Account, commission, jackpot, pot, stake
from openfelt.cage.fees import TIME_PURCHASE_CITES, time_purchase
from openfelt.cage.ledger import Ledger, Posting, transfer
from openfelt.errors import InvariantBroken


def wagered(table: str, player: str, amount: int, cites: Sequence[str]) -> tuple[Posting, ...]:
    """A wager, an ante or a blind: from the stake into the pot."""
    return transfer(amount, source=stake(table, player), target=pot(table), reason="wager", cites=cites)


def returned(table: str, player: str, amount: int, cites: Sequence[str]) -> tuple[Posting, ...]:
    """A wager that nobody called, or of a void round: back to the stake."""
    return transfer(amount, source=pot(table), target=stake(table, player), reason="return", cites=cites)


def awarded(table: str, player: str, amount: int, cites: Sequence[str]) -> tuple[Posting, ...]:
    """A pot, or a share of it, to its winner."""
    return transfer(amount, source=pot(table), target=stake(table, player), reason="award", cites=cites)


def took_commission(
    table: str, amount: int, cites: Sequence[str], *, method: str = "percentage"
) -> tuple[Posting, ...]:
    """Commission out of the pot: a percentage, or a fee per hand where the sign lets the pot pay it."""
    return transfer(
        amount, source=pot(table), target=commission(table, method), reason=f"commission {method}", cites=cites
    )


def bought_time(table: str, player: str, charge: int) -> tuple[Posting, ...]:
    """Extra time to act: shared between house and pot, from the stake, as the one exception to a frozen stake."""
    house, rest = time_purchase(charge)
    source = stake(table, player)
    lines: tuple[Posting, ...] = ()
    if house:
        target = commission(table, "time-purchase")
        lines = transfer(house, source=source, target=target, reason="time purchase", cites=TIME_PURCHASE_CITES)
    return (
        *lines,
        *transfer(rest, source=source, target=pot(table), reason="time purchase", cites=TIME_PURCHASE_CITES),
    )


def fed_jackpot(pool: str, amount: int, cites: Sequence[str]) -> tuple[Posting, ...]:
    """The operator's contribution to a pool, round by round (nsw-poker 30.4: nothing is taken from pots)."""
    return transfer(amount, source=HOUSE, target=jackpot(pool), reason="jackpot contribution", cites=cites)


def banked(table: str, player: str, amount: int, cites: Sequence[str]) -> tuple[Posting, ...]:
    """A house-banked settlement: the house pays a player, or collects when the amount is negative."""
    mine = stake(table, player)
    source, target = (HOUSE, mine) if amount > 0 else (mine, HOUSE)
    return transfer(abs(amount), source=source, target=target, reason="banked game", cites=cites)


def require_stakes(ledger: Ledger, table: str, stakes: Mapping[str, int], in_pot: int) -> None:
    """The table's own count of chips must be the ledger's. Asked after every event; a difference stops the table."""
    claimed: dict[Account, int] = {stake(table, player): amount for player, amount in stakes.items()}
    claimed[pot(table)] = in_pot
    for name, amount in claimed.items():
        if ledger.balance(name) != amount:
            raise InvariantBroken(f"account {name} holds {ledger.balance(name)}, the table counts {amount}")
