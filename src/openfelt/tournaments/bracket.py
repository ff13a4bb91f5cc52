"""Heads-up brackets: rounds of pairs, the best of an odd number of matches, each begun with equal chips.

All pairs of a round play their first match, then those who have not settled it the next one, until every pair has a
winner; the winners are paired in the order of the bracket. Byes are in the first round only. Where the conditions have
a match for the third place, the losers of the last round but one play it beside the final.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from openfelt.games.policy import HOUSE
from openfelt.rulebooks import joined
from openfelt.tournaments import clock as c
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.advancing import going_on
from openfelt.tournaments.bounties import paid_for
from openfelt.tournaments.committing import committed
from openfelt.tournaments.conditions import Advance, Bracket, Session
from openfelt.tournaments.dividing import SEATS, areas, clauses
from openfelt.tournaments.facts import EventGiven, conditions_of, rules_for, session_of
from openfelt.tournaments.in_play import Broke
from openfelt.tournaments.play_facts import seated_of
from openfelt.tournaments.tournament import Tournament, evolve
from openfelt.tournaments.vocabulary import Seated

Events = tuple[e.TournamentEvent, ...]
Pairs = tuple[tuple[str, str], ...]  # nobody is the second of a bye
SEMI_FINALS = 2  # pairs in the last round but one
SECOND = 2  # the place of whoever loses the final
THIRD_PLACE = HOUSE.cite("20.20.1")
WITH_THE_ROUND = HOUSE.cite("20.20.2")


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


def left_of(state: Tournament, pair: tuple[str, str]) -> list[str]:
    """Those of a pair who may still play: nobody who was disqualified."""
    return [one for one in pair if one and one not in state.play.disqualified]


def winner_of(state: Tournament, pair: tuple[str, str]) -> str:
    """Who has won a pair's round; nobody yet, if neither has enough matches. Of two disqualified the first's place."""
    left = left_of(state, pair)
    if len(left) < SEATS:
        return left[0] if left else pair[0]
    return next((one for one in pair if state.play.wins.get(one, 0) >= needed_wins(state)), "")


def coming_round(state: Tournament) -> tuple[int, Pairs]:
    """The next round of a bracket with a match to be played; whoever meets nobody goes on. No pairs if none is left."""
    pairs, number, third = state.play.pairs, state.play.bracket_round, third_pair(state)
    winners = [winner_of(state, pair) for pair in pairs]
    while len(winners) > 1:
        pairs, number = (*zip(winners[::2], winners[1::2], strict=True),), number + 1
        if third or any(len(left_of(state, pair)) == SEATS for pair in pairs):
            return number, (*pairs, *third)
        winners = [(*left_of(state, pair), pair[0])[0] for pair in pairs]
    return number, ()


def losers_of(state: Tournament) -> list[str]:
    """Who lost the round that was played last, in the order of the bracket; nobody who was disqualified."""
    over = [other for pair in state.play.pairs if pair[1] for other in pair if other != winner_of(state, pair)]
    return [one for one in over if one not in state.play.disqualified]


def third_pair(state: Tournament) -> Pairs:
    """The pair that plays for the third place after this round; none where one of them has it without a match."""
    terms, play = conditions_of(state).heads_up, state.play
    wanted = isinstance(terms, Bracket) and terms.third_place and len(play.pairs) == SEMI_FINALS
    losers = losers_of(state) if wanted and not play.third_place else []
    return ((losers[0], losers[1]),) if len(losers) == SEATS else ()


def begin_matches(state: Tournament, session: Session, given: EventGiven) -> Events:
    """The next match of every pair that is not settled; a new round once all are."""
    play, rules = state.play, rules_for(state)
    (name, drawn), pairs, number = committed(state, session, given), play.pairs, play.match + 1
    round_number, third = play.bracket_round, play.third_place
    if not pairs:
        players = seated_of(state, session)
        order = drawn or range(len(players))
        pairs, number, round_number = first_pairs([players[at] for at in order]), 1, 1
    elif all(winner_of(state, pair) for pair in pairs):
        third = bool(third_pair(state))
        (round_number, pairs), number = coming_round(state), 1
    open_pairs = [
        pair for pair in pairs if len(left_of(state, pair)) == SEATS and (number == 1 or not winner_of(state, pair))
    ]
    chips = session.starting_chips
    assert isinstance(chips, int)
    tables = areas(state, session, len(open_pairs))
    seats = tuple(
        Seated(player, table.number, seat, chips)
        for table, pair in zip(tables, open_pairs, strict=True)
        for seat, player in enumerate(pair if number % 2 else pair[::-1], 1)
    )
    plan = c.stages(conditions_of(state).levels_of(session))
    begun = p.MatchesBegun(
        session=str(session.name), round=round_number, match=number, pairs=pairs, tables=tables, seats=seats,
        draw=name, clock=c.new_clock(plan), third_place=third,
        cites=joined(rules.matches, THIRD_PLACE if third else (), rules.seats_drawn, rules.equal_chips, clauses(state)),
    )  # fmt: skip
    return (begun,)


def match_won(state: Tournament, player: str, table: int, number: int) -> p.MatchWon:
    """A player has no chips left: the match is the other's."""
    other = next(one for one in state.play.tables[table].players.values() if one != player)
    wins = state.play.wins.get(other, 0) + 1
    cites = rules_for(state).matches
    return p.MatchWon(player=other, over=player, table=table, number=number, wins=wins, cites=cites)


def end_matches(state: Tournament, given: EventGiven) -> Iterator[e.TournamentEvent]:
    """The matches are over: the losers of a settled round share their places; the last winner has the session."""
    play, rules = state.play, rules_for(state)
    yield p.MatchesOver(
        session=play.session, round=play.bracket_round, match=play.match, returned=play.issued, cites=rules.chips_back
    )
    if all(winner_of(state, pair) for pair in play.pairs):
        yield from _round_over(state, given)


def _round_over(state: Tournament, given: EventGiven) -> Iterator[e.TournamentEvent]:
    """Every pair has a winner: who is out, and with the last round, or where nobody is left to meet, the places."""
    play = state.play
    if third_pair(state):  # who is third and who is fourth is played for beside the final
        for player in losers_of(state):
            yield from _bounty(state, player)
        return
    if play.third_place or len(play.pairs) == 1:
        yield from _last_places(state, given)
        return
    losers, after = losers_of(state), state.copy()
    for player in reversed(losers):
        out = _out(state, player, len(play.pairs) + 1, len(losers))
        evolve(after, out)
        yield out
        yield from _bounty(state, player)
    if not coming_round(state)[1]:
        yield _session_over(
            after, [one for pair in play.pairs if (one := winner_of(state, pair)) in left_of(state, pair)], given
        )


def _bounty(state: Tournament, player: str) -> Iterator[p.BountyWon]:
    """Whoever wins a round wins the bounty on the other."""
    won = next((winner_of(state, pair) for pair in state.play.pairs if player in pair), "")
    winners = (won,) if won and won != player else ()
    for one in paid_for(state, Broke(player, table=0, seat=0, number=0, stake=0, put_in=0, winners=winners)):
        yield msgspec.structs.replace(one, cites=joined(one.cites, WITH_THE_ROUND))


def _out(state: Tournament, player: str, place: int, shared_with: int = 1) -> p.PlayerEliminated:
    rules, terms = rules_for(state), conditions_of(state).heads_up
    is_for_third = isinstance(terms, Bracket) and terms.third_place and SEMI_FINALS < place <= 2 * SEMI_FINALS
    third = THIRD_PLACE if is_for_third else ()
    return p.PlayerEliminated(
        player=player, place=place, shared_with=shared_with, table=0, seat=0, number=0, stake=0, put_in=0,
        cites=joined(rules.eliminated, rules.matches, third),
    )  # fmt: skip


def _last_places(state: Tournament, given: EventGiven) -> Iterator[e.TournamentEvent]:
    """The final is over, and the match for the third place: the first two places, then the next two."""
    play = state.play
    order: list[str] = []
    for pair in play.pairs:
        winner = winner_of(state, pair)
        order += [winner, *(one for one in pair if one and one != winner)]
    for place in range(len(order), 1, -1):
        if order[place - 1] not in play.disqualified:
            yield _out(state, order[place - 1], place)
            if place == SECOND:
                yield from _bounty(state, order[place - 1])
    yield _session_over(state, order, given)


def _session_over(state: Tournament, order: Sequence[str], given: EventGiven) -> p.SessionOver:
    """The bracket is over: these have the first places, then come those who are out, the last first."""
    play, rules = state.play, rules_for(state)
    rest = [left for group in reversed(play.outs) if (left := tuple(one for one in group if one not in order))]
    places = (*((one,) for one in order), *rest)
    terms = session_of(conditions_of(state), play.session).advance
    to = str(terms.to) if isinstance(terms, Advance) else ""
    going = going_on(state, session_of(conditions_of(state), play.session), places, [places], given)
    cites = joined(rules.session_ends, rules.advances if going.advanced else (), going.cites, HOUSE.cite("20.20"))
    return p.SessionOver(
        session=play.session, places=places, advanced=going.advanced, to=to, returned=0,
        parted=going.parted, drawn=going.drawn, cites=cites,
    )  # fmt: skip
