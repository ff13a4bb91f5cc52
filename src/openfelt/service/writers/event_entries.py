"""House bots that enter a tournament: each applies, accepts and pays like anyone else, from chips of the house."""

from __future__ import annotations

from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.service.house import House
from openfelt.service.people.house_bots import BOT_CHIPS
from openfelt.service.writers.event_tables import BOT
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import orders as o
from openfelt.tournaments.facts import due, is_paid, session_of

NAMES: Final = ("Ada", "Blaise", "Carl", "Dora", "Emmy", "Fermat", "Grace", "Hugo", "Ida", "Jakob")


def bot_name(event: str, number: int) -> str:
    """The id of the bot of a number, from 0.

    >>> bot_name("friday", 0), bot_name("friday", 11)
    ('bot Ada of friday', 'bot Blaise 2 of friday')
    """
    turn, at = divmod(number, len(NAMES))
    return f"{BOT}{NAMES[at]}{f' {turn + 1}' if turn else ''} of {event}"


async def fill(hall: House, host: TournamentHost, bots: int, request: str) -> None:
    """Enter this many more bots. The same request after a crash goes on where it ended."""
    for at in range(bots):
        applied = f"fill {request} {at}"
        if not host.was_done(applied):
            await apply(host, applied)
    for entry in list(host.state.live):
        if entry.player.startswith(BOT) and not is_paid(host.state, entry):
            await hall.issue(entry.player, BOT_CHIPS, f"issue {entry.player}")
            await pay(host, entry.player)


async def apply(host: TournamentHost, request: str) -> None:
    """The next bot applies."""
    number = 0
    while bot_name(host.name, number) in host.state.entries:
        number += 1
    await host.submit(request, "house", o.Apply(bot_name(host.name, number), form=True))


async def pay(host: TournamentHost, player: str) -> None:
    """Have a bot accept the conditions and pay what its entry costs."""
    state = host.state
    assert state.conditions is not None
    costs = due(state.conditions, session_of(state.conditions, state.entries[player].session))
    steps: list[Any] = [o.AcceptConditions(player, state.digest)]
    steps += [o.PayFee(player)] if "fee" in costs else []
    steps += [o.PayBuyIn(player)] if "buy-in" in costs else []
    for step in steps:
        name = f"{type(step).__name__} {player} {host.version}"
        try:
            await host.submit(name, "house", step)
        except RuleViolation as refused:
            if refused.code not in {"accepted", "paid"}:
                raise
