"""Mystery bounties: envelopes out of the pool of the bounties, in an order that is fixed before the first is opened.

At the published point the whole pool is put into envelopes. Their order is a draw that is committed to: its root is
told then, and each envelope that is opened comes with the proof that it lay where the root says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from openfelt.cage import accounts
from openfelt.errors import InvariantBroken
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import joined
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import Bounty
from openfelt.tournaments.facts import BOUNTIES, WHOLE, EventGiven, conditions_of, rules_for, session_of
from openfelt.tournaments.in_play import Broke
from openfelt.tournaments.play_facts import is_pool_open, paid_places
from openfelt.tournaments.prizes import in_cents
from openfelt.tournaments.tournament import Tournament, evolve

ENVELOPES: Final = HOUSE.cite("20.15.1")


def mystery_of(state: Tournament) -> Bounty | None:
    """The terms of the mystery bounties, if the event has them."""
    terms = state.conditions.prizes.bounty if state.conditions is not None else None
    return terms if isinstance(terms, Bounty) and terms.kind == "mystery" else None


def in_envelopes(terms: Bounty, pool: int) -> tuple[int, ...]:
    """What each envelope holds, in the order of the table: the sums, and of the rest the shares, to the last cent.

    >>> from openfelt.tournaments.conditions import Bounty, Envelope
    >>> lines = (Envelope(count=1, cents=5000), Envelope(count=3, per_mille=200), Envelope(count=4, per_mille=100))
    >>> in_envelopes(Bounty(kind="mystery", cents=500, envelopes=lines), 6001)
    (5000, 201, 200, 200, 100, 100, 100, 100)
    """
    each = [line for line in terms.envelopes for _ in range(line.count)]
    rest = pool - sum(line.cents for line in each)
    found = iter(in_cents([Fraction(rest * line.per_mille, WHOLE) for line in each if line.per_mille], rest))
    return tuple(line.cents if not line.per_mille else next(found) for line in each)


# --- sealing ----------------------------------------------------------------------------------------------------------


def sealing(state: Tournament, made: Sequence[e.TournamentEvent], given: EventGiven) -> Iterator[e.TournamentEvent]:
    """The envelopes are sealed with what brings the event to the published point."""
    if mystery_of(state) is None or state.phase != "started" or state.play.envelopes is not None or not made:
        return
    if len(state.play.players) - len(made) > most_left(state):
        return  # far from it, whatever happened
    after = state.copy()
    for event in made:
        evolve(after, event)
    if is_due(after):
        yield sealed(after, given)


def most_left(state: Tournament) -> int:
    """With how many players the point may be reached, at the most, whatever the number of entries."""
    terms, prizes = mystery_of(state), conditions_of(state).prizes
    if terms is not None and isinstance(terms.from_players, int):
        return terms.from_players
    if not isinstance(prizes.bands, tuple):
        return paid_places(state)
    return max((max(line.to, line.place) for band in prizes.bands for line in band.prizes), default=0)


def is_due(state: Tournament) -> bool:
    """Whether the point is reached: in the final, with no more players than that, and the pool cannot grow."""
    play, terms = state.play, mystery_of(state)
    if terms is None or play.envelopes is not None or state.phase != "started":
        return False
    if not play.players or play.broke or play.tied:
        return False
    if session_of(conditions_of(state), play.session).advance != "final" or is_pool_open(state):
        return False
    point = paid_places(state) if terms.from_players == "prizes" else terms.from_players
    return 1 < len(play.players) <= point


def sealed(state: Tournament, given: EventGiven) -> p.EnvelopesSealed:
    """The whole pool in envelopes, in an order that is fixed and told to nobody."""
    terms = mystery_of(state)
    assert terms is not None
    pool = state.money[accounts.pool(state.name, BOUNTIES)]
    cents = in_envelopes(terms, pool)
    if sum(cents) != pool or min(cents) < 0:
        raise InvariantBroken(f"{state.name}: envelopes of {sum(cents)} from a pool of {pool}")
    name = f"{state.name}/{state.play.session}/envelopes"
    root = given.commit(name, len(cents))
    return p.EnvelopesSealed(cents=cents, players=len(state.play.players), draw=name, root=root, cites=ENVELOPES)


# --- opening ----------------------------------------------------------------------------------------------------------


def drawn_for(state: Tournament, out: Broke, given: EventGiven, number: int) -> Iterator[e.TournamentEvent]:
    """Those who eliminated a player open the next envelope, the `number`-th from 0, and share what is in it.

    Odd cents go to the first of several, as those of a fixed bounty do. Once all envelopes are open there is nothing.
    """
    envelopes = state.play.envelopes
    if envelopes is None or not out.winners or number >= len(envelopes.cents):
        return
    shown = given.reveal(envelopes.draw, len(envelopes.cents), number)
    cents = envelopes.cents[shown.number]
    cites = joined(ENVELOPES, rules_for(state).outside_revenue)
    yield p.EnvelopeOpened(
        number=number + 1, envelope=shown.number + 1, cents=cents, out=out.player, winners=out.winners,
        salt=shown.salt, path=shown.path, cites=ENVELOPES,
    )  # fmt: skip
    each, odd = divmod(cents, len(out.winners))
    pool = accounts.pool(state.name, BOUNTIES)
    for at, player in enumerate(out.winners):
        if share := each + (at < odd):
            move = e.Move(pool, accounts.purse(player), share, "bounty")
            yield p.BountyWon(
                player=player, out=out.player, cents=share, draw=envelopes.draw, cites=cites, moves=(move,)
            )


def left_for_prizes(state: Tournament) -> int:
    """What nobody drew and goes to the prizes, where the conditions say so."""
    terms = mystery_of(state)
    is_so = terms is not None and terms.left_over == "prizes"
    return state.money[accounts.pool(state.name, BOUNTIES)] if is_so else 0
