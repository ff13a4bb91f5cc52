"""What the host of a home game sees: who plays, owes and has paid, what can be noted, and how all settle up."""

from __future__ import annotations

from collections.abc import Callable

from openfelt.phrases import Phrase, names, phrase
from openfelt.service.tell.event_views import Seen
from openfelt.service.wire import events_protocol as v
from openfelt.tournaments import settling
from openfelt.tournaments.conditions import AddOns, Rebuys
from openfelt.tournaments.home_events import NoteMade
from openfelt.tournaments.league import RULE, Result, SeasonLine
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.play_facts import is_in_period, is_late_open
from openfelt.tournaments.sessions import is_over
from openfelt.tournaments.tournament import Tournament


def home_view(seen: Seen) -> v.HomeView | None:
    """The host's page; None of an event with tables."""
    state = seen.state
    if not is_clock_only(state):
        return None
    play = state.play
    rebuys, add_ons = seen.conditions.rebuys, seen.conditions.add_ons
    in_play = state.phase == "started" and play.is_going_on
    return v.HomeView(
        players=tuple(player_row(seen, one) for one in settling.accounts_of(state)),
        last_note=note_words(play.notes[-1]) if play.notes else "",
        rebuys=in_play and isinstance(rebuys, Rebuys) and is_in_period(state, rebuys.period, play.stage),
        add_ons=in_play and isinstance(add_ons, AddOns) and is_in_period(state, add_ons.period, play.stage),
        rebuy_cents=rebuys.cost_cents if isinstance(rebuys, Rebuys) and isinstance(rebuys.cost_cents, int) else 0,
        add_on_cents=add_ons.cost_cents if isinstance(add_ons, AddOns) and isinstance(add_ons.cost_cents, int) else 0,
        enters=state.phase == "open" or (in_play and is_late_open(state, play.stage)),
        over=in_play and is_over(state),
        bank_cents=sum(play.cash.values()),
        payments=payments(state),
    )


def player_row(seen: Seen, account: settling.EventAccount) -> v.HomePlayer:
    """A player as the host sees one."""
    state, player = seen.state, account.player
    entry, sits = state.entries.get(player), state.play.players.get(player)
    out = state.play.eliminated.get(player)
    return v.HomePlayer(
        player=player,
        entered=entry is not None and entry.is_live,
        plays=sits is not None,
        table=sits.table if sits is not None else 0,
        seat=sits.seat if sits is not None else 0,
        place=place_of(state, player) or (out.place if out is not None and sits is None else 0),
        rebuys=bought(state, player, "re-buy"),
        add_ons=bought(state, player, "add-on"),
        owes_cents=account.owes,
        won_cents=account.won,
        handed_cents=account.handed,
        balance_cents=account.balance,
    )


def bought(state: Tournament, player: str, what: str) -> int:
    """How often a player bought chips."""
    return sum(one.payer == player and one.paid_for == what for one in state.payments)


def place_of(state: Tournament, player: str) -> int:
    """A player's place; 0 until places are awarded."""
    at = 1
    for group in state.places:
        if player in group:
            return at
        at += len(group)
    return 0


def note_words(note: NoteMade) -> Phrase:
    """A note in words, for the button that takes it back."""
    return phrase("{players} {what}", players=names(note.players, " and "), what=note.kind)


def payments(state: Tournament) -> tuple[v.HomePayment, ...]:
    """The payments between players, once the prizes are awarded."""
    if state.phase != "awarded":
        return ()
    found = settling.payments(settling.balances(state))
    return tuple(v.HomePayment(payer=one.payer, payee=one.payee, cents=one.cents) for one in found)


def result_of(state: Tournament) -> Result:
    """A finished game as a league counts it."""
    return Result(state.places, tuple((one.player, one.cents) for one in state.prizes.values()))


def league_view(
    begins: str, games: tuple[str, ...], standings: tuple[SeasonLine, ...], name_of: Callable[[str], str]
) -> v.LeagueView:
    """A season table for its page."""
    rows = (
        v.LeagueRow(
            rank=one.rank, name=name_of(one.player), points=one.points, games=one.games, wins=one.wins, best=one.best,
            won_cents=one.won_cents,
        )
        for one in standings
    )  # fmt: skip
    return v.LeagueView(begins=begins, games=games, rows=tuple(rows), cites=RULE)
