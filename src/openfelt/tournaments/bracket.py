"""Heads-up brackets: rounds of pairs, the best of an odd number of matches, each begun with equal chips.

All pairs of a round play their first match, then those who have not settled it the next one, until every pair has a
winner; the winners are paired in the order of the bracket. Byes are in the first round only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openfelt.games.policy import HOUSE
from openfelt.tournaments import clock as c
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import Bracket, Session
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for
from openfelt.tournaments.play_facts import players_of
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import Seated

Events = tuple[e.TournamentEvent, ...]
Pairs = tuple[tuple[str, str], ...]  # nobody is the second of a bye
SEATS = 2


def needed_wins(state: Tournament) -> int:
    """How many matches win a round."""
    terms = conditions_of(state).heads_up
    return (terms.matches if isinstance(terms, Bracket) else 1) // 2 + 1


def first_pairs(players: Sequence[str]) -> Pairs:
    """The first round of a bracket of the next power of two: the first of the draw have the byes.

    >>> first_pairs(["a", "b", "c", "d", "e", "f"])
    (('a', ''), ('b', ''), ('c', 'd'), ('e', 'f'))
    """
    size = 1 << (len(players) - 1).bit_length()
    byes = size - len(players)
    rest = players[byes:]
    return (*((one, "") for one in players[:byes]), *zip(rest[::2], rest[1::2], strict=True))


def winner_of(state: Tournament, pair: tuple[str, str]) -> str:
    """Who has won a pair's round; nobody yet, if neither has enough matches."""
    in_event = [one for one in pair if one and one not in state.play.disqualified]
    if len(in_event) < SEATS:
        return in_event[0] if in_event else pair[0]
    return next((one for one in pair if state.play.wins.get(one, 0) >= needed_wins(state)), "")


def begin_matches(state: Tournament, session: Session, given: EventGiven) -> Events:
    """The next match of every pair that is not settled; a new round once all are."""
    play, rules = state.play, rules_for(state)
    name, pairs, number = f"{state.name}/{session.name}/bracket", play.pairs, play.match + 1
    round_number = play.bracket_round
    if not pairs:
        players = players_of(state, session)
        terms = conditions_of(state).heads_up
        is_drawn = not isinstance(terms, Bracket) or terms.seeding == "draw"
        order = given.draw(name, len(players)) if is_drawn else range(len(players))
        pairs, number, round_number = first_pairs([players[at] for at in order]), 1, 1
    elif all(winner_of(state, pair) for pair in pairs):
        winners = [winner_of(state, pair) for pair in pairs]
        pairs, number, round_number = tuple(zip(winners[::2], winners[1::2], strict=True)), 1, round_number + 1
    open_pairs = [pair for pair in pairs if pair[1] and (number == 1 or not winner_of(state, pair))]
    chips = session.starting_chips
    assert isinstance(chips, int)
    tables = tuple(p.SetUp(play.last_table + at, SEATS) for at in range(1, len(open_pairs) + 1))
    seats = tuple(
        Seated(player, table.number, seat, chips)
        for table, pair in zip(tables, open_pairs, strict=True)
        for seat, player in enumerate(pair if number % 2 else pair[::-1], 1)
    )
    plan = c.stages(conditions_of(state).levels_of(session))
    begun = p.MatchesBegun(
        session=str(session.name), round=round_number, match=number, pairs=pairs, tables=tables, seats=seats,
        draw=name, clock=c.new_clock(plan),
        cites=tuple(dict.fromkeys(rules.matches + rules.seats_drawn + rules.equal_chips)),
    )  # fmt: skip
    return (begun,)


def match_won(state: Tournament, player: str, table: int, number: int) -> p.MatchWon:
    """A player has no chips left: the match is the other's."""
    other = next(one for one in state.play.tables[table].players.values() if one != player)
    wins = state.play.wins.get(other, 0) + 1
    cites = rules_for(state).matches
    return p.MatchWon(player=other, over=player, table=table, number=number, wins=wins, cites=cites)


def end_matches(state: Tournament) -> Iterator[e.TournamentEvent]:
    """The matches are over: the losers of a settled round share their places; the last winner has the session."""
    play, rules = state.play, rules_for(state)
    yield p.MatchesOver(
        session=play.session, round=play.bracket_round, match=play.match, returned=play.issued, cites=rules.chips_back
    )
    if not all(winner_of(state, pair) for pair in play.pairs):
        return
    over = [other for pair in play.pairs if pair[1] for other in pair if other != winner_of(state, pair)]
    losers = [one for one in over if one not in play.disqualified]
    left = len(play.pairs)
    cites = tuple(dict.fromkeys(rules.eliminated + rules.matches))
    for player in reversed(losers):
        yield p.PlayerEliminated(
            player=player, place=left + 1, shared_with=len(losers), table=0, seat=0, number=0, stake=0, put_in=0,
            cites=cites,
        )  # fmt: skip
    if left == 1:
        second = (tuple(losers),) if losers else ()
        places = ((winner_of(state, play.pairs[0]),), *second, *reversed(play.outs))
        cites = tuple(dict.fromkeys(rules.session_ends + HOUSE.cite("20.20")))
        yield p.SessionOver(session=play.session, places=places, returned=0, cites=cites)
