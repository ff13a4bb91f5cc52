"""What each event does to a tournament in play.

`record` takes one event and asserts that chips are conserved: what the players of a session have, with chips that were
bought and are on their way to a table, is what was issued to them less what was taken out of play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from openfelt.errors import InvariantBroken
from openfelt.tournaments import home_events as h
from openfelt.tournaments import play_events as p
from openfelt.tournaments import taking_over
from openfelt.tournaments.clock import Clock
from openfelt.tournaments.in_play import (
    Announced,
    Broke,
    BrokeRound,
    Dispute,
    EventTable,
    GiftDue,
    InPlay,
    PlayerInPlay,
    SessionResult,
    given_out,
    take_up,
)
from openfelt.tournaments.vocabulary import Seated


def record(play: InPlay, event: Any) -> None:  # noqa: ANN401 - any member of PlayEvent
    """Record an event."""
    _RECORDS[type(event)](play, event)


def require_chips(play: InPlay) -> None:
    """The chips of all players are those that were issued, and seats and players agree."""
    held = sum(one.all_chips for one in play.players.values())
    if held != play.issued:
        raise InvariantBroken(f"{held} chips in play, {play.issued} were issued")
    sits = {player: (number, seat) for number, one in play.tables.items() for seat, player in one.players.items()}
    if sits != {one.player: (one.table, one.seat) for one in play.players.values()}:
        raise InvariantBroken("the seats of the tables are not those of the players")


# --- sessions ---------------------------------------------------------------------------------------------------------


def _drawn(play: InPlay, event: p.SeatsDrawn) -> None:
    play.session, play.drawn_by = event.session, play.drawn_by | {event.draw}
    if not event.play_off:
        _nothing_tied(play)
    play.outs = []
    _anew(play, event.clock)
    _open_tables(play, event.tables)
    for one in event.seats:
        _sit(play, one)
    require_chips(play)


def _nothing_tied(play: InPlay) -> None:
    """No place of the session is left to be played off."""
    play.ranking, play.tied, play.play_offs, play.again, play.by_table = (), (), 0, False, ()


def _anew(play: InPlay, clock: Clock) -> None:
    """Nobody sits yet, and the clock stands at the first level."""
    play.players, play.tables, play.issued = {}, {}, 0
    play.stage, play.reached, play.stage_since_outs = 0, [(0, 0)], sum(map(len, play.outs))
    play.clock, play.run_ms, play.run_since = clock, 0, None
    play.inserted, play.rest_ms, play.rest_from, play.moved_on_ms = (), 0, None, 0
    play.has_begun, play.closing, play.break_until = False, "", 0
    play.waits, play.together, play.rounds = False, 0, {}
    play.final_drawn, play.breaking = False, 0
    play.coloured, play.exchanges = 0, {}


def _open_tables(play: InPlay, tables: tuple[p.SetUp, ...]) -> None:
    for one in tables:
        play.tables[one.number] = EventTable(one.number, one.seats, real=one.real, side=one.side, backs=one.backs)
        play.last_table = max(play.last_table, one.number)


def _sit(play: InPlay, one: Seated) -> None:
    table = play.tables[one.table]
    if one.seat in table.players or one.player in play.players:
        raise InvariantBroken(f"{one.player} at table {one.table} in seat {one.seat}, twice")
    table.players[one.seat] = one.player
    play.players[one.player] = PlayerInPlay(one.player, one.table, one.seat, one.chips)
    play.issued += one.chips


def _matches(play: InPlay, event: p.MatchesBegun) -> None:
    play.drawn_by |= {event.draw}
    if event.match == 1:
        play.wins = {}
    if event.round == 1 and event.match == 1:
        play.outs = []
    play.session, play.pairs, play.bracket_round, play.match = event.session, event.pairs, event.round, event.match
    play.third_place = event.third_place
    play.play_offs += 1
    _anew(play, event.clock)
    _open_tables(play, event.tables)
    for one in event.seats:
        _sit(play, one)


def _match_won(play: InPlay, event: p.MatchWon) -> None:
    play.wins[event.player] = event.wins
    _leaves(play, event.over)


def _matches_over(play: InPlay, event: p.MatchesOver) -> None:
    if event.returned != play.issued:
        raise InvariantBroken(f"{event.returned} chips returned, {play.issued} were in play")
    _leave_all(play)


def _closed(play: InPlay, event: p.SessionClosed) -> None:
    play.closing = event.why


def _tied(play: InPlay, event: p.PlayOffCalled) -> None:
    play.left = play.left if play.tied and not play.again else frozenset(play.players)
    play.ranking, play.tied, play.again, play.by_table = event.places, event.tied, event.again, event.by_table
    play.play_offs += 1
    _leave_all(play)


def _over(play: InPlay, event: p.SessionOver) -> None:
    play.sessions.append(SessionResult(event.session, event.places, event.advanced, event.to, event.parted))
    if event.returned != play.issued:
        raise InvariantBroken(f"{event.returned} chips returned, {play.issued} were in play")
    _leave_all(play)
    _nothing_tied(play)  # whoever played off does not play the next session for that
    play.session, play.pairs, play.bracket_round, play.match, play.third_place = "", (), 0, 0, False


def _leave_all(play: InPlay) -> None:
    require_chips(play)
    play.notes = []
    play.players, play.tables, play.issued = {}, {}, 0
    play.moves, play.proposed, play.broke, play.gifts = {}, {}, [], {}
    play.penalties, play.serving = {}, {}
    play.announced, play.taken = [], frozenset()
    play.clock = replace_clock(play.clock)
    play.run_since = None


def replace_clock(clock: Clock) -> Clock:
    """The same clock, standing."""
    return Clock(clock.stage, clock.left_ms)


# --- the clock --------------------------------------------------------------------------------------------------------


def _clock(play: InPlay, event: p.ClockSet | p.HandForHandBegan | p.HandsTogether | p.HandForHandEnded) -> None:
    play.run_ms = play.played_ms(event.at_ms)
    play.clock = event.clock
    play.has_begun |= event.clock.runs
    play.run_since = event.at_ms if event.clock.runs else None


def _clock_set(play: InPlay, event: p.ClockSet) -> None:
    _clock(play, event)
    play.break_until = event.at_ms + event.break_ms if event.break_ms else 0


def _inserted(play: InPlay, event: p.LevelInserted) -> None:
    play.inserted = tuple(sorted((*play.inserted, event), key=lambda one: one.at))


def _reached(play: InPlay, event: p.StageReached) -> None:
    ran = play.played_ms(event.at_ms)
    if play.rest_from is not None:
        play.rest_ms += ran - play.rest_from
    play.rest_from = ran if event.is_break else None
    play.stage, play.clock = event.stage, event.clock
    play.reached.append((event.stage, event.at_ms))
    play.stage_since_outs = sum(len(group) for group in play.outs)
    for table in play.tables.values():
        table.hands_at_stage = table.hands


# --- rounds of play ---------------------------------------------------------------------------------------------------


def _noted(play: InPlay, event: p.HandNoted) -> None:
    """A round of play changes what everyone has: a deal that was put to the vote before it is off."""
    play.deal, play.agreed = None, frozenset()
    table = play.tables[event.table]
    before = sum(one.before for one in event.results)
    after = sum(one.after for one in event.results)
    if before + event.added != after:
        raise InvariantBroken(f"table {event.table}, round {event.number}: {before} chips before it, {after} after")
    if play.gifts:
        take_up(play, given_out(play, event.given, event.results))
    for one in event.results:
        old = play.players[one.player]
        if (old.table, old.seat, old.chips) != (event.table, one.seat, one.before):
            raise InvariantBroken(f"{one.player} has {old.chips} by the record, {one.before} at table {event.table}")
        play.players[one.player] = replace(old, chips=one.after)
    play.issued += event.added
    play.announced = [one for one in play.announced if one.table != event.table or event.began_ms < one.at_ms]
    table.hands, table.button = event.number, event.button or table.button


def _broke(play: InPlay, event: p.WentBroke) -> None:
    seat = play.players[event.player].seat
    one = Broke(event.player, event.table, seat, event.number, event.stake, event.put_in, event.until_ms, event.winners)
    last = play.broke[-1] if play.broke else None
    if last is not None and last.is_of(event.table, event.number, event.together):
        play.broke[-1] = replace(last, brokes=(*last.brokes, one))
    else:
        play.broke.append(BrokeRound((one,), event.together))


def _declined(play: InPlay, event: p.RebuyDeclined) -> None:
    play.broke = [
        replace(
            group,
            brokes=tuple(replace(one, until_ms=0) if one.player == event.player else one for one in group.brokes),
        )
        for group in play.broke
    ]


def _eliminated(play: InPlay, event: p.PlayerEliminated) -> None:
    if event.chips:
        _taken_out(play, event.player, event.chips)
    if event.player in play.players:  # the loser of a match has left already
        _leaves(play, event.player)
    _no_longer_broke(play, event.player)
    play.eliminated[event.player] = event
    last = play.eliminated.get(play.outs[-1][0]) if play.outs else None
    together = last is not None and last.place == event.place and event.shared_with > 1
    if together:
        play.outs[-1] = (event.player, *play.outs[-1])
    else:
        play.outs.append((event.player,))


def _taken_out(play: InPlay, player: str, chips: int) -> None:
    """All chips of a player go out of play, also those that have not come to the table."""
    one = play.players[player]
    if one.all_chips != chips:
        raise InvariantBroken(f"{player} has {one.all_chips} chips, not {chips}")
    play.issued -= chips
    play.players[player] = replace(one, chips=0, gifts=0)
    play.gifts = {act: gift for act, gift in play.gifts.items() if gift.player != player}
    play.taken |= {player}


def _leaves(play: InPlay, player: str) -> None:
    """A player without chips is out of the session; a deal that was put to the vote is off."""
    play.deal, play.agreed = None, frozenset()
    if play.penalties:
        play.penalties = {act: one for act, one in play.penalties.items() if one.player != player}
    if play.serving:
        play.serving = {act: one for act, one in play.serving.items() if one.player != player}
    one = play.players.pop(player)
    if one.all_chips:
        raise InvariantBroken(f"{player} is out with {one.all_chips} chips")
    del play.tables[one.table].players[one.seat]


def _no_longer_broke(play: InPlay, player: str) -> None:
    found = []
    for group in play.broke:
        brokes = tuple(one for one in group.brokes if one.player != player)
        if brokes:
            found.append(replace(group, brokes=brokes))
    play.broke = found


def _bought(play: InPlay, event: p.ChipsBought) -> None:
    old = play.players[event.player]
    is_rebuy = event.what == "re-buy"
    play.players[event.player] = replace(
        old,
        gifts=old.gifts + event.chips,
        rebuys=old.rebuys + is_rebuy,
        add_ons=old.add_ons + (not is_rebuy),
    )
    play.issued += event.chips
    play.bought += 1
    play.gifts[event.act] = GiftDue(event.player, event.chips, event.what)
    _no_longer_broke(play, event.player)


def _coloured(play: InPlay, event: p.ChipsColouredUp) -> None:
    for one in event.stacks:
        old = play.players[one.player]
        if (old.table, old.chips) != (event.table, one.before) or one.after % event.into:
            raise InvariantBroken(f"{one.player} has {old.chips}, not {one.before} for {one.after}")
        play.players[one.player] = replace(old, chips=one.after)
        play.issued += one.after - one.before
    play.coloured = event.level
    play.exchanges[event.act] = event
    require_chips(play)


def _corrected(play: InPlay, event: p.StackCorrected) -> None:
    for one in event.stacks:
        old = play.players[one.player]
        if (old.table, old.chips) != (event.table, one.before):
            raise InvariantBroken(f"{one.player} has {old.chips}, not {one.before}")
        play.players[one.player] = replace(old, chips=one.after)
        play.issued += one.after - one.before
    play.exchanges[event.act] = event
    require_chips(play)


def _committed(play: InPlay, event: p.DrawCommitted) -> None:
    play.committed[event.draw] = event


def _exchanged(play: InPlay, event: p.ExchangeNoted) -> None:
    del play.exchanges[event.act]


# --- hand for hand ----------------------------------------------------------------------------------------------------


def _waits(play: InPlay, event: p.HandForHandBegan) -> None:
    _clock(play, event)
    play.waits, play.rounds, play.waited = True, {}, play.waited + 1


def _deals_together(play: InPlay, event: p.HandsTogether) -> None:
    _clock(play, event)
    play.together, play.rounds = event.number, dict(event.rounds)
    play.moved_on_ms += event.ran_ms


def _waits_no_more(play: InPlay, event: p.HandForHandEnded) -> None:
    _clock(play, event)
    play.waits, play.rounds, play.moved_on_ms = False, {}, play.moved_on_ms + event.ran_ms


# --- moves ------------------------------------------------------------------------------------------------------------


def _proposed(play: InPlay, event: p.MovesProposed) -> None:
    play.plans = max(play.plans, event.id)
    play.proposed[event.id] = event


def _ordered(play: InPlay, event: p.MovesOrdered) -> None:
    play.plans = max(play.plans, event.id)
    play.proposed.pop(event.id, None)
    _open_tables(play, event.tables)
    for one in event.ordered:
        play.moves[one.act] = one
        play.moves_made += 1
        if one.reason == "break":
            play.breaking = one.from_table
        play.final_drawn |= one.reason == "redraw"


def _dropped(play: InPlay, event: p.MovesDropped) -> None:
    proposal = play.proposed.pop(event.id)
    if not play.in_the_way(proposal):  # those that could not be carried out may be planned anew at once
        play.dropped = (len(play.players), play.moves_made)


def _moved(play: InPlay, event: p.MoveDone) -> None:
    move = play.moves.pop(event.act)
    old = play.players[move.player]
    del play.tables[old.table].players[old.seat]
    target = play.tables[move.to_table]
    if move.to_seat in target.players:
        raise InvariantBroken(f"two in seat {move.to_seat} of table {move.to_table}")
    target.players[move.to_seat] = move.player
    play.players[move.player] = replace(old, table=move.to_table, seat=move.to_seat)


def _cancelled(play: InPlay, event: p.MoveCancelled) -> None:
    del play.moves[event.act]


def _table_broken(play: InPlay, event: p.TableBroken) -> None:
    if play.tables[event.table].players:
        raise InvariantBroken(f"table {event.table} is not empty")
    del play.tables[event.table]
    if play.breaking == event.table:
        play.breaking = 0


# --- entries during play ----------------------------------------------------------------------------------------------


def _late(play: InPlay, event: p.LateSeated) -> None:
    _open_tables(play, event.tables)
    _sit(play, event.seat)


def _re_entered(play: InPlay, event: p.ReEntered) -> None:
    play.re_entries[event.player] = event.entries - 1
    del play.eliminated[event.player]
    play.heads_won -= {event.player}
    rest = (tuple(one for one in group if one != event.player) for group in play.outs)
    play.outs = [group for group in rest if group]


# --- disputes and discipline ------------------------------------------------------------------------------------------


def _dispute(play: InPlay, event: p.DisputeRaised) -> None:
    play.disputes[event.id] = Dispute(event.id, event.table, event.text, event.raised_by)
    play.disputes_raised = event.id


def _settled(play: InPlay, event: p.DisputeSettled) -> None:
    del play.disputes[event.id]


def _disqualified(play: InPlay, event: p.PlayerDisqualified) -> None:
    if event.player not in play.players:  # found out later: the place stays
        play.disqualified[event.player] = event
        return
    _taken_out(play, event.player, event.chips)
    _leaves(play, event.player)
    _no_longer_broke(play, event.player)
    play.outs.append((event.player,))
    play.disqualified[event.player] = event


def _announced(play: InPlay, event: p.RoundAnnounced) -> None:
    play.special[event.kind] = play.special.get(event.kind, 0) + 1
    play.announced += (
        Announced(event.kind, table, event.at_ms, event.chips, event.prize_cents) for table in event.tables
    )


def _bonus(play: InPlay, event: p.BonusWon) -> None:
    if event.chips:
        old = play.players[event.player]
        play.players[event.player] = replace(old, gifts=old.gifts + event.chips)
        play.issued += event.chips
        play.gifts[event.act] = GiftDue(event.player, event.chips, "bonus")


def _deal_proposed(play: InPlay, event: p.DealProposed) -> None:
    play.deal, play.deals, play.agreed = event, event.id, frozenset()


def _deal_voted(play: InPlay, event: p.DealVoted) -> None:
    if event.agrees:
        play.agreed |= {event.player}
    else:
        play.deal, play.agreed = None, frozenset()


def _deal_made(play: InPlay, event: p.DealMade) -> None:
    play.deal, play.deal_made = None, event


def _bounty(play: InPlay, event: p.BountyWon) -> None:
    play.bounties_paid += event.cents
    play.heads.pop(event.out, None)
    play.heads_won |= {event.out}
    if event.kept_on:
        play.heads[event.player] = play.heads.get(event.player, 0) + event.kept_on


def _sealed(play: InPlay, event: p.EnvelopesSealed) -> None:
    play.envelopes = event


def _opened(play: InPlay, event: p.EnvelopeOpened) -> None:
    sealed = play.envelopes
    again = event.envelope in {one.envelope for one in play.opened}
    if sealed is None or again or sealed.cents[event.envelope - 1] != event.cents:
        raise InvariantBroken(f"envelope {event.envelope} is not there, or does not hold {event.cents}")
    play.opened = (*play.opened, event)


def _penalty(play: InPlay, event: p.PenaltyGiven) -> None:
    one = play.players[event.player]
    play.players[event.player] = replace(one, penalties=event.step)
    play.penalties[event.act] = event


def _penalty_noted(play: InPlay, event: p.PenaltyNoted) -> None:
    one = play.penalties.pop(event.act)
    if one.minutes:
        play.serving[event.act] = one


def _penalty_served(play: InPlay, event: p.PenaltyServed) -> None:
    del play.serving[event.act]


def _session_paid(play: InPlay, event: p.SessionPaid) -> None:
    play.paid_for |= {(event.session, event.player)}


def _left_out(play: InPlay, event: p.LeftOut) -> None:
    play.left_out |= frozenset(event.players)


def _bought_in(play: InPlay, event: p.BoughtIntoFinal) -> None:
    play.bought_in = (*play.bought_in, event.player)
    play.heads_won -= {event.player}
    if event.entries > 1:
        play.re_entries[event.player] = event.entries - 1


# --- home games -------------------------------------------------------------------------------------------------------


def _note(play: InPlay, event: h.NoteMade) -> None:
    play.notes.append(event)


def _taken_back(play: InPlay, event: h.NoteTakenBack) -> None:
    """Everybody whom the last note concerned sits and has chips as before it."""
    play.notes.pop()
    play.dropped = (0, 0)
    for one in event.before:
        _no_longer_broke(play, one.player)
        play.gifts = {act: gift for act, gift in play.gifts.items() if gift.player != one.player}
        play.players[one.player] = PlayerInPlay(
            one.player, one.table, one.seat, one.chips, rebuys=one.rebuys, add_ons=one.add_ons
        )
        play.tables[one.table].players[one.seat] = one.player
        play.eliminated.pop(one.player, None)
    back = set(event.players)
    play.outs = [group for group in play.outs if not back & set(group)]
    play.issued = sum(one.all_chips for one in play.players.values())
    require_chips(play)


def _cash(play: InPlay, event: h.CashNoted) -> None:
    play.cash[event.player] = play.cash.get(event.player, 0) + event.cents


_RECORDS: Final[dict[type, Callable[[InPlay, Any], None]]] = {
    p.SeatsDrawn: _drawn,
    p.ClockSet: _clock_set,
    p.StageReached: _reached,
    p.SessionClosed: _closed,
    p.PlayOffCalled: _tied,
    p.SessionOver: _over,
    p.MatchesBegun: _matches,
    p.MatchWon: _match_won,
    p.MatchesOver: _matches_over,
    p.HandNoted: _noted,
    p.WentBroke: _broke,
    p.RebuyDeclined: _declined,
    p.PlayerEliminated: _eliminated,
    p.ChipsBought: _bought,
    p.HandForHandBegan: _waits,
    p.HandsTogether: _deals_together,
    p.HandForHandEnded: _waits_no_more,
    p.MovesProposed: _proposed,
    p.MovesOrdered: _ordered,
    p.MovesDropped: _dropped,
    p.MoveDone: _moved,
    p.MoveCancelled: _cancelled,
    p.TableBroken: _table_broken,
    p.BountyWon: _bounty,
    p.EnvelopesSealed: _sealed,
    p.EnvelopeOpened: _opened,
    p.RoundAnnounced: _announced,
    p.BonusWon: _bonus,
    p.DealProposed: _deal_proposed,
    p.DealVoted: _deal_voted,
    p.DealMade: _deal_made,
    p.LateSeated: _late,
    p.ReEntered: _re_entered,
    p.ChipsColouredUp: _coloured,
    p.StackCorrected: _corrected,
    p.GivenNoted: lambda play, event: take_up(play, (event.act,)),
    p.ExchangeNoted: _exchanged,
    p.DrawCommitted: _committed,
    p.SubstituteApproved: taking_over.approved,
    p.SubstituteLapsed: taking_over.lapsed,
    p.DisputeRaised: _dispute,
    p.DisputeSettled: _settled,
    p.PlayerDisqualified: _disqualified,
    p.PenaltyGiven: _penalty,
    p.PenaltyNoted: _penalty_noted,
    p.PenaltyServed: _penalty_served,
    p.LevelInserted: _inserted,
    p.BoughtIntoFinal: _bought_in,
    p.SessionPaid: _session_paid,
    p.LeftOut: _left_out,
    h.NoteMade: _note,
    h.NoteTakenBack: _taken_back,
    h.CashNoted: _cash,
}
PLAY_EVENTS: Final = frozenset(_RECORDS)
