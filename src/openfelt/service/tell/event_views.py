"""What a viewer may see of a tournament: built up from its record and the tables, for that viewer alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from openfelt.games.registry import GAMES
from openfelt.phrases import Count, Name, Phrase, Text, phrase
from openfelt.rulebooks import Cites
from openfelt.service.tell.event_words import event_words, with_choice
from openfelt.service.tell.games import posted_words
from openfelt.service.tell.room_words import HELD
from openfelt.service.wire import events_protocol as v
from openfelt.tournaments import play_events as p
from openfelt.tournaments.clock import Clock, Stage, read, stages, until_break_ms
from openfelt.tournaments.conditions import Conditions, Level, Session
from openfelt.tournaments.dividing import area_words
from openfelt.tournaments.duty import is_held
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.facts import buy_in_of, fee_of, has_place
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.play_facts import is_in_period, levels_now, next_session, players_of
from openfelt.tournaments.prizes import PoolTooSmall, awards
from openfelt.tournaments.tournament import Tournament
from openfelt.tournaments.vocabulary import PlayerMove

if TYPE_CHECKING:
    from openfelt.room.table import Place
    from openfelt.service.writers.table import TableHost
    from openfelt.service.writers.tournament import TournamentHost

MOST_NOTICES: Final = 40
MOST_MOVES: Final = 20
BOT: Final = "bot "
REASONS: Final = {
    "balance": phrase("balance the tables"),
    "break": phrase("the table breaks"),
    "redraw": phrase("draw for the final table"),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What a view is made from: the tournament, its tables in the room, names, the time, and the viewer."""

    host: TournamentHost
    tables: Mapping[int, TableHost]
    name_of: Callable[[str], str]
    now_ms: int
    viewer: str = ""
    staff: tuple[tuple[str, str], ...] = ()  # officers of the room, by account: their names

    @property
    def state(self) -> Tournament:
        """The event as its record leaves it."""
        return self.host.state

    @property
    def conditions(self) -> Conditions:
        """Its conditions; a tournament of the room has some."""
        assert self.state.conditions is not None
        return self.state.conditions

    @property
    def session(self) -> Session:
        """The session in play, or the first."""
        found = self.conditions.session(self.state.play.session) if self.state.play.session else None
        return found or entry_sessions(self.conditions)[0]


# -- the event ---------------------------------------------------------------------------------------------------------


def summary(seen: Seen) -> v.EventSummary:
    """A tournament in the lobby."""
    state, conditions = seen.state, seen.conditions
    first = entry_sessions(conditions)[0]
    clock = clock_view(seen)
    return v.EventSummary(
        name=seen.host.name,
        title=title_of(conditions),
        book=conditions.book,
        phase=phase_of(state),
        starts=starts_of(first),
        game=game_name(conditions, conditions.levels_of(first)),
        limit=str(conditions.play.limit),
        fee_cents=fee_of(first),
        buy_in_cents=buy_in_of(first),
        starting_chips=first.starting_chips if first.starting_chips is not UNSET else 0,
        entries=entries_of(state),
        most=most_of(conditions),
        remaining=remaining_of(state),
        pool_cents=pool_of(state),
        level=clock.level if clock is not None else 0,
        running=clock is not None and clock.runs,
        enters=enters(state),
        bots=sum(one.player.startswith(BOT) for one in state.live),
    )


def public(seen: Seen) -> v.EventView:
    """What everyone may see; only `you` differs from viewer to viewer."""
    state, conditions = seen.state, seen.conditions
    first = entry_sessions(conditions)[0]
    left = remaining_of(state)
    return v.EventView(
        name=seen.host.name,
        title=title_of(conditions),
        book=conditions.book,
        phase=phase_of(state),
        version=conditions.version,
        digest=state.digest,
        starts=starts_of(first),
        session=str(seen.session.name),
        sessions=tuple(str(one.name) for one in conditions.sessions),
        game=game_name(conditions, levels_now(state, seen.session)),
        limit=str(conditions.play.limit),
        fee_cents=fee_of(first),
        buy_in_cents=buy_in_of(first),
        starting_chips=first.starting_chips if first.starting_chips is not UNSET else 0,
        entries=entries_of(state),
        most=most_of(conditions),
        remaining=left,
        chips_in_play=state.play.issued,
        average=state.play.issued // left if left and state.play.issued else 0,
        pool_cents=pool_of(state),
        enters=enters(state),
        prizes=prize_views(state),
        levels=tuple(level_views(seen)),
        clock=clock_view(seen),
        hand_for_hand=state.play.waits,
        final_table=state.play.final_drawn or (len(state.play.tables) == 1 and len(seen.tables) > 1),
        tables=tuple(table_views(seen)),
        moves=tuple(move_views(seen))[:MOST_MOVES],
        places=tuple(place_views(seen)),
        notices=tuple(notices(seen))[:MOST_NOTICES],
        players=tuple((one.player, seen.name_of(one.player)) for one in state.live),
        envelopes=envelopes_view(seen),
        bracket=tuple(bracket_views(seen)),
        clock_only=is_clock_only(state),
        on_duty=tuple(state.on_duty.values()),
        draws=tuple(draw_view(state, one) for one in state.play.committed.values()),
        off_duty=is_held(state),
    )


def envelopes_view(seen: Seen) -> v.EnvelopesView | None:
    """The envelopes of a mystery bounty once they are sealed, without their order."""
    sealed, opened = seen.state.play.envelopes, seen.state.play.opened
    if sealed is None:
        return None
    left = Counter(sealed.cents)
    left.subtract(one.cents for one in opened)
    return v.EnvelopesView(
        root=sealed.root,
        left=tuple(
            v.EnvelopeLine(cents=cents, count=count) for cents, count in sorted(left.items(), reverse=True) if count
        ),
        opened=tuple(
            v.OpenedEnvelope(
                number=one.number,
                cents=one.cents,
                names=tuple(map(seen.name_of, one.winners)),
                out=seen.name_of(one.out),
            )
            for one in reversed(opened)
        ),
        cites=sealed.cites,
    )


def draw_view(state: Tournament, one: p.DrawCommitted) -> v.DrawView:
    """A draw whose root was told, made or not."""
    made = one.draw in state.play.drawn_by
    return v.DrawView(draw=one.draw, size=one.size, root=one.root, made=made, cites=one.cites)


def title_of(conditions: Conditions) -> str:
    """What people call the event."""
    return conditions.name if conditions.name is not UNSET else "A tournament"


def phase_of(state: Tournament) -> v.Phase:
    """The phase of an event that is published."""
    assert state.phase != "empty"
    return state.phase


def starts_of(session: Session) -> str:
    """When a session is published to start; nothing if it is called."""
    return "" if session.starts in (UNSET, "none") else str(session.starts)


def most_of(conditions: Conditions) -> int:
    """How many may enter; 0 for any number."""
    most = conditions.entry.most_players
    return most if isinstance(most, int) else 0


def entries_of(state: Tournament) -> int:
    """How many entries count."""
    return sum(has_place(state, one) for one in state.live)


def remaining_of(state: Tournament) -> int:
    """Who is still in: at the tables, or waiting for the next session; before the start, everyone entered."""
    play = state.play
    if state.phase in ("awarded", "cancelled"):
        return 0
    if play.is_going_on:
        return len(play.players)
    if play.sessions:
        coming = next_session(state)
        return len(players_of(state, coming)) if coming is not None else len(play.sessions[-1].advanced)
    return entries_of(state)


def pool_of(state: Tournament) -> int:
    """The prize pool as far as it is known: paid in, added and promised, and later what was awarded."""
    return (
        state.pool
        + sum(cents for account, cents in state.money.items() if account.startswith(("added/", "prizes/")))
        + (state.prizes_paid if state.phase == "awarded" else 0)
    )


def enters(state: Tournament) -> bool:
    """Whether entries are taken: before the start or late by the conditions, never where the room is only a clock."""
    if is_clock_only(state):
        return False
    if state.phase != "started" or state.conditions is None or not state.play.is_going_on:
        return state.phase == "open"
    return is_in_period(state, state.conditions.entry.late_entry, state.play.stage)


def prize_views(state: Tournament) -> tuple[v.PrizeView, ...]:
    """The prizes of the places, by the present entries and pool."""
    assert state.conditions is not None
    try:
        found = awards(state.conditions, max(1, entries_of(state)), pool_of(state))
    except PoolTooSmall:
        return ()
    return tuple(v.PrizeView(place=one.place, cents=one.cents, goods=one.goods) for one in found)


# -- levels and the clock ----------------------------------------------------------------------------------------------


def game_name(conditions: Conditions, levels: tuple[Level, ...]) -> str:
    """The game, or that there are several."""
    keys = {str(one.game if one.game is not UNSET else conditions.play.game) for one in levels}
    if len(keys) > 1:
        return "Mixed games"
    key = next(iter(keys), str(conditions.play.game))
    game = GAMES.get((conditions.book, key))
    return game.name if game is not None else key


def level_views(seen: Seen) -> Iterator[v.LevelView]:
    """Every level of the session, with those that were put in."""
    put_in = {one.at for one in seen.state.play.inserted}
    for number, level in enumerate(levels_now(seen.state, seen.session), 1):
        yield level_view(seen.conditions, level, number, inserted=number in put_in)


def level_view(conditions: Conditions, level: Level, number: int, *, inserted: bool = False) -> v.LevelView:
    """A level in words and as numbers."""
    return v.LevelView(
        level=number,
        text=level_text(level),
        game=game_name(conditions, (level,)),
        limit=str(level.limit if level.limit is not UNSET else conditions.play.limit),
        blinds=level.blinds,
        ante=level.ante,
        ante_by=level.ante_by,
        bring_in=level.bring_in,
        minutes=length(level.minutes),
        hands=length(level.hands),
        eliminations=length(level.eliminations),
        break_minutes=level.break_minutes,
        overnight=level.overnight,
        inserted=inserted,
    )


def length(value: object) -> int:
    """A length that is given, or 0."""
    return value if isinstance(value, int) else 0


def level_text(level: Level) -> Text:
    """What is posted at a level."""
    wagers = level.blinds
    if not wagers and isinstance(level.least, int) and isinstance(level.most, int):
        wagers = (level.least, level.most)
    return posted_words(wagers, level.ante, level.ante_by, level.bring_in)


def clock_view(seen: Seen) -> v.EventClock | None:
    """The clock of the session in play, as it stands now."""
    state, conditions = seen.state, seen.conditions
    levels = levels_now(state, seen.session)
    if not state.play.is_going_on or not levels:
        return None
    plan = stages(levels)
    stands = read(state.play.clock, plan, seen.now_ms)
    stage = plan[stands.stage]
    after = next_level(plan, stands)
    return v.EventClock(
        at_ms=seen.now_ms,
        runs=stands.runs,
        stage=stands.stage,
        level=stage.level,
        is_break=stage.is_break,
        left_ms=stands.left_ms,
        now=level_view(conditions, levels[stage.level - 1], stage.level),
        next=level_view(conditions, levels[after - 1], after) if after else None,
        until_break_ms=None if stage.is_break else until_break_ms(state.play.clock, plan, seen.now_ms),
        hold=hold_of(state, stage, stands),
    )


def next_level(plan: tuple[Stage, ...], stands: Clock) -> int:
    """The number of the next level; 0 after the last."""
    return next((one.level for one in plan[stands.stage + 1 :] if one.level > plan[stands.stage].level), 0)


def hold_of(state: Tournament, stage: Stage, stands: Clock) -> str:
    """The reason why play is held; empty if it is not."""
    if stage.is_break or state.play.break_until:
        return "break"
    if is_held(state):
        return "nobody on duty"
    if any(not one.table for one in state.play.disputes.values()):
        return "dispute"
    if state.play.waits:
        return "hand for hand"
    return "" if stands.runs else "the clock stands"


# -- tables, moves, places ---------------------------------------------------------------------------------------------


def table_views(seen: Seen) -> Iterator[v.EventTable]:
    """Every table in play, with who sits there and how many chips each has now."""
    state = seen.state
    broke = {one.player for group in state.play.broke for one in group.brokes}
    moving = {one.player for one in state.play.moves.values()}
    for number, table in sorted(state.play.tables.items()):
        host = seen.tables.get(number)
        places = {one.player: one for one in host.table.places.values()} if host is not None else {}
        players = tuple(
            v.EventPlayer(
                player=player,
                name=seen.name_of(player),
                seat=seat,
                chips=chips_of(state, player, places),
                bot=player.startswith(BOT),
                you=player == seen.viewer,
                status="broke" if player in broke else "moving" if player in moving else absent(places.get(player)),
            )
            for seat, player in sorted(table.players.items())
        )
        yield v.EventTable(
            number=number,
            table=host.name if host is not None else "",
            players=players,
            hands=table.hands,
            button=table.button,
            held=held_of(host),
            label=label_of(state, table.players.values()),
            area=area_words(table),
            live=seen.conditions.play.dealt == "live",
        )


def label_of(state: Tournament, players: Iterable[str]) -> str:
    """What a table of a bracket's last round plays for."""
    play = state.play
    if len(play.pairs) == 1 or play.third_place:
        labels = zip(play.pairs, ("final", "third place"), strict=False)
        return next((label for pair, label in labels if set(players) & set(pair)), "")
    return ""


def chips_of(state: Tournament, player: str, places: Mapping[str, Place]) -> int:
    """A player's chips by the table's count; a home game has no such count."""
    if player in places:
        return places[player].stack
    return 0 if is_clock_only(state) else state.play.players[player].all_chips


def absent(place: Place | None) -> str:
    """Whether the player in a seat is away or kept from play."""
    if place is None:
        return ""
    return "penalty" if place.is_kept else "absent" if place.status == "out" else ""


def held_of(host: TableHost | None) -> str:
    """Why a table opens no round of play."""
    held = host.table.held if host is not None else None
    return HELD[held.why] if held is not None and host is not None and host.table.is_held else ""


def bracket_views(seen: Seen) -> Iterator[tuple[v.BracketPair, ...]]:
    """The rounds of a bracket as far as they are drawn, pair by pair."""
    for one in seen.host.bracket.values():
        yield tuple(
            v.BracketPair(
                name=seen.name_of(first),
                other=seen.name_of(second) if second else "",
                wins=one.wins.get(first, 0),
                other_wins=one.wins.get(second, 0),
                you=bool(seen.viewer) and seen.viewer in (first, second),
            )
            for first, second in one.pairs
        )


def move_views(seen: Seen) -> Iterator[v.MoveView]:
    """Moves, the latest first: proposed, ordered and done."""
    state = seen.state
    for proposed in state.play.proposed.values():
        yield from (move_view(seen, one, "proposed", proposed.cites) for one in proposed.proposed)
    for _, _, event in reversed(seen.host.log):
        if isinstance(event, p.MovesOrdered):
            for one in event.ordered:
                yield move_view(seen, one, "ordered" if one.act in state.play.moves else "done", event.cites)


def move_view(seen: Seen, move: PlayerMove, how: str, cites: tuple[str, ...]) -> v.MoveView:
    """One move, why, what else was considered, and how many share the blinds before and after."""
    others = (one for one in move.who if one.player != move.player)
    shared = phrase("{before} shared the blinds, {after} do", before=move.sharing_before, after=move.sharing_after)
    return v.MoveView(
        act=move.act,
        player=move.player,
        name=seen.name_of(move.player),
        from_table=move.from_table,
        from_seat=move.from_seat,
        to_table=move.to_table,
        to_seat=move.to_seat,
        state=how,  # type: ignore[arg-type]
        reason=with_choice(REASONS[move.reason], move),
        considered=tuple(
            phrase(
                "{player}, seat {seat}, last blind in {hands}",
                player=Name(seen.name_of(one.player)),
                seat=one.seat,
                hands=one.hands_to_last_blind,
            )
            for one in others
        ),
        burden=shared if move.sharing_before else "",
        cites=cites,
        you=move.player == seen.viewer,
    )


def place_views(seen: Seen) -> Iterator[v.EventPlace]:
    """Places that are decided, best first: by the award, or as far as players are out."""
    state = seen.state
    if state.places:
        at = 1
        for group in state.places:
            for player in group:
                yield place_view(seen, player, at, at + len(group) - 1)
            at += len(group)
        return
    gone = {**{one.player: one.place for one in state.play.disqualified.values()}}
    shared = {}
    for player, out in state.play.eliminated.items():
        if player not in state.play.players:
            gone[player], shared[player] = out.place, out.shared_with
    for player, place in sorted(gone.items(), key=lambda one: one[1]):
        yield place_view(seen, player, place, place + shared.get(player, 1) - 1)


def place_view(seen: Seen, player: str, place: int, through: int) -> v.EventPlace:
    """One place, and why."""
    state = seen.state
    out, thrown = state.play.eliminated.get(player), state.play.disqualified.get(player)
    won = won_by(seen, player)
    why: Text = ""
    cites: Cites = ()
    if thrown is not None:
        why, cites = phrase("disqualified ({ground})", ground=thrown.ground), thrown.cites
    elif out is not None and (place > 1 or not state.places):
        why, cites = home_words(state, out) or bracket_words(seen, player) or why_out(out), out.cites
    elif place == 1:
        why = "has all the chips"
    return v.EventPlace(
        place=place,
        through=through,
        player=player,
        name=seen.name_of(player),
        why=why,
        prize_cents=won[0],
        goods=won[1],
        paid=won[2],
        bot=player.startswith(BOT),
        you=player == seen.viewer,
        cites=cites,
    )


def why_out(out: p.PlayerEliminated) -> Phrase:
    """Why this place: where and in which round, with which stake."""
    said = phrase(
        "out in hand {number} at table {table}, seat {seat}, with {stake} before it",
        number=out.number,
        table=out.table,
        seat=out.seat,
        stake=Count(out.stake),
    )
    return phrase("{said}, decided by a draw of cards", said=said) if out.drawn else said


def bracket_words(seen: Seen, player: str) -> Text:
    """The reason for a place in a bracket: round, opponent and matches; empty in other events."""
    for number, one in reversed(seen.host.bracket.items()):
        for first, second in one.pairs:
            if player in (first, second) and second:
                other = second if player == first else first
                return phrase(
                    "lost round {number} against {other}, {won} to {lost}",
                    number=number,
                    other=Name(seen.name_of(other)),
                    won=one.wins.get(player, 0),
                    lost=one.wins.get(other, 0),
                )
    return ""


def home_words(state: Tournament, out: p.PlayerEliminated) -> Text:
    """The reason for a place in a home game, where hands and stakes are not counted; empty in other events."""
    if not is_clock_only(state):
        return ""
    said = phrase("out at table {table}, seat {seat}", table=out.table, seat=out.seat)
    return phrase("{said}, shared by {count}", said=said, count=out.shared_with) if out.shared_with > 1 else said


def won_by(seen: Seen, player: str) -> tuple[int, str, bool]:
    """What a player was awarded, goods, and whether it is paid."""
    open_prize = seen.state.prizes.get(player)
    if open_prize is not None:
        return open_prize.cents, open_prize.goods, False
    paid = seen.host.awarded.get(player)
    return (paid.cents, paid.goods, True) if paid is not None else (0, "", False)


def notices(seen: Seen) -> Iterator[v.EventNotice]:
    """What happened, in words, newest first."""
    for seq, at_ms, event in reversed(seen.host.log):
        if text := event_words(event, seen.name_of):
            yield v.EventNotice(seq=seq, at_ms=at_ms, text=text, kind=type(event).__name__, cites=event.cites)
