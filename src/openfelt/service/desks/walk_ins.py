"""Routes for players of a live tournament who have no account: the desk enters them, and takes their cash.

Such a player has a purse of the own, into which the desk issues what was paid in cash; everything else is as for anyone
who enters. Which of the staff did it is noted on the room's record.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from openfelt.cage import accounts
from openfelt.phrases import phrase
from openfelt.service.desks.tournaments import order_of, tidy
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed, clean_name
from openfelt.service.wire.values import Id, Name
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.facts import due, session_of
from openfelt.tournaments.giving import OWN

LIVE: Final = "live "  # begins the id of a player without an account
MOST: Final = 200
CASH: Final = 10**12  # more than any entry costs: only what it does cost is issued
AT_THE_DESK: Final = (o.Withdraw, q.BuyChips, q.DeclineRebuy, q.ReEnter, q.RaiseDispute, q.ProposeDeal, q.VoteDeal)
KINDS: Final = {kind.__name__: kind for kind in AT_THE_DESK}


class WalkInsBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who enters at the desk with cash, by name."""

    id: Id
    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST)]


class ForBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a player without an account asks for at the desk."""

    id: Id
    player: str
    order: dict[str, Any]


def id_of(event: str, name: str) -> str:
    """The id of a player without an account.

    >>> id_of("friday", "Ruth")
    'live Ruth of friday'
    """
    return f"{LIVE}{name} of {event}"


def require_live(host: TournamentHost) -> None:
    """Refuse events that are played at the tables of the room."""
    conditions = host.state.conditions
    if conditions is None or conditions.play.dealt != "live":
        raise NotAllowed("only at an event with real cards somebody enters at the desk", code="not-live")


async def enter(asked: Asked[TournamentHost, WalkInsBody]) -> None:
    """Enter several players at the desk, everything paid; the same order again goes on where it was cut off."""
    host, names = asked.at, [clean_name(one) for one in asked.body.names]
    require_live(host)
    taken = {asked.hall.name_of(one).casefold() for one in host.state.entries}
    for name in names:
        is_ours = host.was_done(f"{asked.id} apply {id_of(host.name, name)}")  # the same request, given again
        if name.casefold() in taken and not is_ours:
            raise NotAllowed(phrase("there is a {name} already: a name stands once", name=Name(name)), code="bad-name")
        taken.add(name.casefold())
    for name in names:
        player = id_of(host.name, name)
        asked.hall.names[player] = name
        await give(asked, player, o.Apply(player, form=True), f"{asked.id} apply {player}")
        conditions = host.state.conditions
        assert conditions is not None
        if conditions.entry.acceptance == "written":
            await give(asked, player, o.AcceptConditions(player, host.state.digest), f"{asked.id} accept {player}")
        costs = due(conditions, session_of(conditions, host.state.entries[player].session))
        if "fee" in costs:
            await give(asked, player, o.PayFee(player), f"{asked.id} fee {player}")
        if "buy-in" in costs:
            await give(asked, player, o.PayBuyIn(player), f"{asked.id} buy-in {player}")
    what = {"tournament": host.name, "names": names}
    await asked.hall.note("EnteredAtDesk", what, asked.account.id, asked.id)


async def order_for(asked: Asked[TournamentHost, ForBody]) -> None:
    """An order of a player without an account, given at the desk."""
    host, player = asked.at, asked.body.player
    require_live(host)
    if not player.startswith(LIVE) or player not in host.state.entries:
        raise NotAllowed("a person with an account gives their own orders", code="no-walk-in")
    kind = KINDS.get(str(asked.body.order.get("type", "")), object)
    made = tidy(order_of(KINDS, asked.body.order, OWN.get(kind, "player"), player))
    await give(asked, player, made, f"{asked.id} for")
    what = {"tournament": host.name, "player": player, "order": type(made).__name__}
    await asked.hall.note("OrderedAtDesk", what, asked.account.id, asked.id)


async def give(asked: Asked[TournamentHost, Any], player: str, order: Any, request: str) -> None:  # noqa: ANN401 - any order
    """Give a player's order; what it costs is paid in cash, which is issued to the purse first, to the cent."""
    host, purse = asked.at, accounts.purse(player)
    if host.was_done(request):
        return
    facts = host.facts(order)
    facts.balances[purse] = CASH
    made = host.decide(order, facts)  # what is refused takes no cash
    cost = -sum(line.amount for line in made.postings if line.account == purse)
    held = asked.hall.purse(player)
    if cost > held:
        await asked.hall.issue(player, cost - held, f"issue {request}")
    await host.submit(request, "house", order)
