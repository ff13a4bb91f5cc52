"""Bounties: a pool of their own, fed by a part of each buy-in, out of which whoever eliminates somebody is paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openfelt.cage import accounts
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import joined
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import Bounty
from openfelt.tournaments.events import Move
from openfelt.tournaments.facts import BOUNTIES, conditions_of, rules_for
from openfelt.tournaments.in_play import Broke
from openfelt.tournaments.mystery import ENVELOPES, left_for_prizes, mystery_of
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import HandResult


def winners_over(out: HandResult, results: Sequence[HandResult]) -> tuple[str, ...]:
    """Who won the last chips of a player: the winners of the pot that those went into, in the order given."""
    rivals = [one for one in results if one.player != out.player and one.won > 0]
    covered = [one.player for one in rivals if one.put_in >= out.put_in]
    return tuple(covered or (one.player for one in rivals))


def head_of(state: Tournament, player: str) -> int:
    """The bounty on a player: the part of the buy-in, until it was won, and what it has grown by."""
    terms = conditions_of(state).prizes.bounty
    if not isinstance(terms, Bounty) or not isinstance(terms.cents, int) or terms.kind == "mystery":
        return 0  # what an envelope holds nobody knows
    own = 0 if player in state.play.heads_won else terms.cents
    return own + state.play.heads.get(player, 0)


def paid_for(state: Tournament, out: Broke) -> Iterator[p.BountyWon]:
    """What those who eliminated a player are paid: all of the bounty, or half of it while their own grows.

    Odd cents are paid, and go to the first of several.
    """
    terms, whole = conditions_of(state).prizes.bounty, head_of(state, out.player)
    if not isinstance(terms, Bounty) or not out.winners:
        return
    each, odd = divmod(whole, len(out.winners))
    pool = accounts.pool(state.name, BOUNTIES)
    for at, player in enumerate(out.winners):
        share = each + (at < odd)
        is_in = player in state.play.players or any(player in pair for pair in state.play.pairs)
        kept = share // 2 if terms.kind == "progressive" and is_in else 0
        if cents := share - kept:
            move = Move(pool, accounts.purse(player), cents, "bounty")
            cites = tuple(dict.fromkeys(HOUSE.cite("20.15") + rules_for(state).outside_revenue))
            yield p.BountyWon(player=player, out=out.player, cents=cents, kept_on=kept, cites=cites, moves=(move,))


def rest_of_bounties(state: Tournament, places: Sequence[Sequence[str]]) -> Iterator[p.BountyWon]:
    """What nobody won goes to the first: the winner's own bounty, and those of players whom nobody eliminated.

    Of envelopes that nobody drew, only where they do not go to the prizes.
    """
    pool = accounts.pool(state.name, BOUNTIES)
    winner = next((one for group in places for one in group if one not in state.play.disqualified), "")
    if (cents := state.money[pool] - left_for_prizes(state)) and winner:
        cites = joined(HOUSE.cite("20.15"), ENVELOPES if mystery_of(state) is not None else ())
        move = Move(pool, accounts.purse(winner), cents, "bounty")
        yield p.BountyWon(player=winner, out="", cents=cents, cites=cites, moves=(move,))
