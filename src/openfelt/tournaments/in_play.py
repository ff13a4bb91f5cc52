"""A tournament in play as its events leave it: sessions, tables, stacks, the clock, who is out, which moves are open.

Owns the value; what each event does to it is in `recording`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from openfelt.tournaments import home_events as h
from openfelt.tournaments import play_events as p
from openfelt.tournaments.clock import Clock
from openfelt.tournaments.vocabulary import Gift, HandResult, PlayerMove


@dataclass(frozen=True, slots=True)
class PlayerInPlay:
    """Where somebody sits, with which chips as last noted; `gifts` are bought and not yet seen at the table."""

    player: str
    table: int
    seat: int
    chips: int
    gifts: int = 0
    rebuys: int = 0
    add_ons: int = 0
    penalties: int = 0

    @property
    def all_chips(self) -> int:
        """Also those that the table is to give out."""
        return self.chips + self.gifts


@dataclass(slots=True)
class EventTable:
    """A table of the event: who sits where by the event's record, and its last noted round of play."""

    number: int
    seats: int
    players: dict[int, str] = field(default_factory=dict)
    button: int = 0
    hands: int = 0
    hands_at_stage: int = 0
    real: int = 0  # of a divided table: its own number, this side of it, and the colour of the cards' backs
    side: str = ""
    backs: str = ""

    def is_noted(self, number: int) -> bool:
        """Whether a round is on record, or cannot be played any more: a player alone has no opponent."""
        return self.hands >= number or len(self.players) < 2

    def copy(self) -> EventTable:
        """The same table, apart. Every decision about the event copies all of them: `replace` would be most of it."""
        return EventTable(
            self.number, self.seats, dict(self.players), self.button, self.hands, self.hands_at_stage, self.real,
            self.side, self.backs,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Broke:
    """Somebody without chips: in which round, with which stake before it; `until_ms`: while a re-buy is open."""

    player: str
    table: int
    seat: int
    number: int
    stake: int
    put_in: int
    until_ms: int = 0
    winners: tuple[str, ...] = ()  # who won the last chips


@dataclass(frozen=True, slots=True)
class BrokeRound:
    """Those who lost their last chips in one round of play, or in rounds that count as one (`together`)."""

    brokes: tuple[Broke, ...]
    together: int = 0

    def is_of(self, table: int, number: int, together: int) -> bool:
        """Whether a round of play is this one."""
        if together or self.together:
            return together == self.together
        return (self.brokes[0].table, self.brokes[0].number) == (table, number)


@dataclass(frozen=True, slots=True)
class SessionResult:
    """A session that is over: its places, best first, and who advances to which session."""

    name: str
    places: tuple[tuple[str, ...], ...]
    advanced: tuple[str, ...] = ()
    to: str = ""
    parted: tuple[tuple[str, ...], ...] = ()  # equals, in the order that they drew

    def others(self) -> list[str]:
        """Those who did not advance, best first; equals as they drew."""
        return [one for one in in_order(self.places, self.parted) if one not in self.advanced]


def in_order(groups: Iterable[tuple[str, ...]], parted: Collection[tuple[str, ...]]) -> list[str]:
    """Everybody of some places, best first; equals in the order that they drew, where they did.

    >>> in_order((("ann",), ("bob", "cat")), (("cat", "bob"),))
    ['ann', 'cat', 'bob']
    """
    found: list[str] = []
    for group in groups:
        order = next((one for one in parted if set(group) <= set(one)), group)
        found += (one for one in order if one in group)
    return found


@dataclass(frozen=True, slots=True)
class Announced:
    """A bonus or an elimination round that is to be the next at a table."""

    kind: str
    table: int
    at_ms: int
    chips: int = 0
    prize_cents: int = 0


@dataclass(frozen=True, slots=True)
class GiftDue:
    """Chips that a table is to give to a player."""

    player: str
    chips: int
    what: Gift


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open dispute: at a table, or about the event (0)."""

    id: int
    table: int
    text: str
    raised_by: str


@dataclass(slots=True)
class InPlay:
    """The event since its start; changed only by `record`."""

    session: str = ""  # in play; none before the first, between two and after the last
    players: dict[str, PlayerInPlay] = field(default_factory=dict)  # who is still in the session
    tables: dict[int, EventTable] = field(default_factory=dict)
    last_table: int = 0  # the highest number that a table of the event has had
    issued: int = 0  # chips in play
    sessions: list[SessionResult] = field(default_factory=list)
    outs: list[tuple[str, ...]] = field(default_factory=list)  # of the session, worst first
    eliminated: dict[str, p.PlayerEliminated] = field(default_factory=dict)  # the last of each player
    disqualified: dict[str, p.PlayerDisqualified] = field(default_factory=dict)
    broke: list[BrokeRound] = field(default_factory=list)
    committed: dict[str, p.DrawCommitted] = field(default_factory=dict)  # draws whose roots were told, by name
    drawn_by: frozenset[str] = frozenset()  # draws that were made
    # the clock
    clock: Clock = field(default_factory=Clock)
    stage: int = 0  # reached
    reached: list[tuple[int, int]] = field(default_factory=list)  # every stage of the session, and when it began
    stage_since_outs: int = 0  # how many were out when it was
    inserted: tuple[p.LevelInserted, ...] = ()  # in the order in which they are played
    run_ms: int = 0  # that the clock has run in the session, until it was last set
    run_since: int | None = None
    rest_ms: int = 0  # of it, in the breaks of the schedule that are over
    rest_from: int | None = None  # how long it had run when the present break began
    moved_on_ms: int = 0  # by rounds dealt together, while the clock stood
    has_begun: bool = False  # the clock was started in the session
    break_until: int = 0  # of a break that was given besides those of the schedule
    closing: str = ""  # why no further round begins in the session
    # hand for hand
    waits: bool = False
    waited: int = 0  # how often tables began to wait for each other
    together: int = 0  # the number of the last rounds that count as one
    rounds: dict[int, int] = field(default_factory=dict)  # by table: the number that round has there
    # moves
    plans: int = 0
    proposed: dict[int, p.MovesProposed] = field(default_factory=dict)
    moves: dict[str, PlayerMove] = field(default_factory=dict)  # ordered and not done, by act
    moves_made: int = 0
    breaking: int = 0  # the table that is being broken
    final_drawn: bool = False
    pairs: tuple[tuple[str, str], ...] = ()  # of a bracket's round
    wins: dict[str, int] = field(default_factory=dict)  # of its matches
    bracket_round: int = 0
    match: int = 0
    third_place: bool = False  # the second pair plays for the third place
    deal: p.DealProposed | None = None  # that is put to the vote
    agreed: frozenset[str] = frozenset()
    deal_made: p.DealMade | None = None
    deals: int = 0
    heads: dict[str, int] = field(default_factory=dict)  # what bounties have grown by
    heads_won: frozenset[str] = frozenset()  # whose own bounty was won; another buy-in brings another
    bounties_paid: int = 0
    envelopes: p.EnvelopesSealed | None = None  # of mystery bounties
    opened: tuple[p.EnvelopeOpened, ...] = ()
    alternates: list[str] = field(default_factory=list)  # who waited for a seat at the start, in their order
    re_entries: dict[str, int] = field(default_factory=dict)
    bought_in: tuple[str, ...] = ()  # to a later session
    paid_for: frozenset[tuple[str, str]] = frozenset()  # later sessions that cost something, and who has paid
    left_out: frozenset[str] = frozenset()  # who advanced, did not pay, and plays no more
    bought: int = 0  # how many re-buys and add-ons there were
    gifts: dict[str, GiftDue] = field(default_factory=dict)  # by act: bought and not yet seen at the table
    coloured: int = 0  # the last level after which chips have left the tables
    exchanges: dict[str, p.ChipsColouredUp | p.StackCorrected] = field(default_factory=dict)  # not yet seen at a table
    # play-offs
    ranking: tuple[tuple[str, ...], ...] = ()  # of the session, before its tie is played off
    by_table: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()  # of each table, where that says who advances
    tied: tuple[str, ...] = ()
    left: frozenset[str] = frozenset()  # who was in when its first tie was to be played off
    again: bool = False  # the tied ones are the last of tables that are not merged
    play_offs: int = 0
    penalties: dict[str, p.PenaltyGiven] = field(default_factory=dict)  # by act: that a table is to carry out
    serving: dict[str, p.PenaltyGiven] = field(default_factory=dict)  # by act: of minutes, that a table carries out
    substitutes: dict[str, p.SubstituteApproved] = field(default_factory=dict)  # by act: who is to take a seat
    approved: int = 0  # how many were
    taken: frozenset[str] = frozenset()  # whose chips went out of play, maybe in a round that is not on record yet
    announced: list[Announced] = field(default_factory=list)
    special: dict[str, int] = field(default_factory=dict)  # how many rounds of a kind were announced
    disputes: dict[int, Dispute] = field(default_factory=dict)
    disputes_raised: int = 0
    # home games
    notes: list[h.NoteMade] = field(default_factory=list)  # of the session, that may still be taken back
    cash: dict[str, int] = field(default_factory=dict)  # by player: cents handed to the bank of the game
    dropped: tuple[int, int] = (0, 0)  # how many played, and had been moved, when moves were dropped last

    def in_the_way(self, proposal: p.MovesProposed) -> str:
        """A player who keeps proposed moves from being carried out; the name is empty if they can be.

        Somebody who was to move sits elsewhere or is out, somebody new has one of the seats, or came after a draw.
        """
        moves = proposal.proposed
        leaving = {(one.from_table, one.from_seat) for one in moves}
        for one in moves:
            now = self.players.get(one.player)
            if now is None or (now.table, now.seat) != (one.from_table, one.from_seat):
                return one.player
            table = self.tables.get(one.to_table)
            if table is not None and one.to_seat in table.players and (one.to_table, one.to_seat) not in leaving:
                return table.players[one.to_seat]
        if moves and moves[0].reason == "redraw":
            return next(iter(self.players.keys() - {one.player for one in moves}), "")
        return ""

    def copy(self) -> InPlay:
        """The same, apart."""
        return replace(
            self,
            players=dict(self.players),
            tables={number: table.copy() for number, table in self.tables.items()},
            sessions=list(self.sessions),
            outs=list(self.outs),
            eliminated=dict(self.eliminated),
            disqualified=dict(self.disqualified),
            broke=list(self.broke),
            reached=list(self.reached),
            rounds=dict(self.rounds),
            proposed=dict(self.proposed),
            moves=dict(self.moves),
            gifts=dict(self.gifts),
            exchanges=dict(self.exchanges),
            committed=dict(self.committed),
            heads=dict(self.heads),
            wins=dict(self.wins),
            alternates=list(self.alternates),
            re_entries=dict(self.re_entries),
            disputes=dict(self.disputes),
            announced=list(self.announced),
            special=dict(self.special),
            penalties=dict(self.penalties),
            serving=dict(self.serving),
            substitutes=dict(self.substitutes),
            notes=list(self.notes),
            cash=dict(self.cash),
        )

    @property
    def is_between(self) -> bool:
        """Whether nobody sits until the seats of a session are drawn again: a play-off, a match."""
        waits = bool(self.pairs) or any(one not in self.disqualified for one in self.tied)
        return bool(self.session) and not self.players and waits

    @property
    def is_going_on(self) -> bool:
        """Whether a session is in play."""
        return bool(self.session)

    def played_ms(self, now_ms: int) -> int:
        """How long the clock has run in the session."""
        return self.run_ms + (max(0, now_ms - self.run_since) if self.run_since is not None else 0)

    def session_ms(self, now_ms: int) -> int:
        """How long the session has lasted by its clock: also by rounds that were dealt while tables waited."""
        return self.played_ms(now_ms) + self.moved_on_ms

    def at_play_ms(self, now_ms: int) -> int:
        """How long has been played in the session by its clock: breaks left out, rounds dealt together counted."""
        ran = self.played_ms(now_ms)
        rested = ran - self.rest_from if self.rest_from is not None else 0
        return ran - self.rest_ms - rested + self.moved_on_ms

    @property
    def is_dealt(self) -> bool:
        """Whether every table that still plays has noted its part of the rounds that count as one."""
        return all(self.tables[table].is_noted(at) for table, at in self.rounds.items() if table in self.tables)

    def move_of(self, player: str) -> PlayerMove | None:
        """The open move of a player."""
        return next((one for one in self.moves.values() if one.player == player), None)


def given_out(play: InPlay, given: tuple[str, ...] | None, results: tuple[HandResult, ...]) -> tuple[str, ...]:
    """Which chips on their way had come to the table when a round began: as the table says, or else its stacks."""
    if given is not None:
        return tuple(act for act in given if act in play.gifts)
    found: list[str] = []
    for one in results:
        sits = play.players.get(one.player)
        chips = sits.chips if sits is not None else one.before
        for act, gift in play.gifts.items():
            if gift.player == one.player and chips != one.before:
                chips += gift.chips
                found.append(act)
    return tuple(found)


def take_up(play: InPlay, acts: tuple[str, ...]) -> None:
    """Chips on their way are in the stacks of their players."""
    play.players |= with_given(play, acts)
    play.gifts = {act: gift for act, gift in play.gifts.items() if act not in acts}


def with_given(play: InPlay, acts: tuple[str, ...]) -> dict[str, PlayerInPlay]:
    """The players whose chips have come to the table, with them."""
    found: dict[str, PlayerInPlay] = {}
    for act in acts:
        gift = play.gifts[act]
        old = found.get(gift.player) or play.players[gift.player]
        found[gift.player] = replace(old, chips=old.chips + gift.chips, gifts=old.gifts - gift.chips)
    return found
