"""The conditions of a tournament: one typed value that answers every item, as it is published and then played.

A field without an answer is `UNSET`: silence, which is a gap. "none" is an answer. Chips are whole numbers, money is in
cents. Defaults stand only for what a rulebook settles itself or for a habit that is off unless it is asked for. A field
that is added later has a default and is left out where it is not used, so that the hash of a published version stays.
Owns the value; what a book asks of it is in `rules`, whether it may be published in `checking`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from openfelt.games.sign import LimitKind

SCHEMA: Final = 1
MOST_LEVELS: Final = 100
MOST_SESSIONS: Final = 50

Chips: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
PerMille: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000)]
NoneOf: TypeAlias = Literal["none"]
Forced: TypeAlias = Annotated[tuple[Chips, ...], Meta(max_length=8)]
Names: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=MOST_SESSIONS)]
ButtonRule: TypeAlias = Literal["nobody-skips-a-blind", "rests-on-an-empty-place", "newcomer-waits"]
MostWager: TypeAlias = Chips | Literal["stake", "pot", "half-pot"]


class ConditionsPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the conditions."""


# --- levels -----------------------------------------------------------------------------------------------------------


class Level(ConditionsPart, frozen=True, kw_only=True):
    """What is wagered for a time: by the clock, by hands, or until so many are out. The last level stays."""

    minutes: Count | UnsetType = UNSET
    hands: Count | UnsetType = UNSET
    eliminations: Count | UnsetType = UNSET
    least: Chips | UnsetType = UNSET
    most: MostWager | UnsetType = UNSET
    blinds: Forced = ()
    ante: Chips = 0
    ante_by: Literal["each", "last-blind"] = "each"
    bring_in: Chips = 0
    game: Text | UnsetType = UNSET  # else the event's
    limit: LimitKind | UnsetType = UNSET
    break_minutes: Count = 0  # after it
    overnight: bool = False  # that break lasts until another day: stacks are sealed
    remove_chip: Chips = 0  # coloured up after it


Levels: TypeAlias = Annotated[tuple[Level, ...], Meta(max_length=MOST_LEVELS)]


class LevelSchedule(ConditionsPart, frozen=True, kw_only=True):
    """Levels in their order, by a name that sessions use."""

    name: Text
    levels: Levels = ()


class Period(ConditionsPart, frozen=True, kw_only=True):
    """From the start of one level to the end of another, or to the end of the break after it."""

    last_level: Count | UnsetType = UNSET
    first_level: Count = 1
    with_break: bool = False
    session: Text | UnsetType = UNSET  # else the first


# --- structure --------------------------------------------------------------------------------------------------------


class Ends(ConditionsPart, frozen=True, kw_only=True):
    """When a session is over: exactly one of these."""

    players_left: Count | Literal["prizes"] | UnsetType = UNSET  # "prizes": as many as a satellite has entries
    left_per_table: Count | UnsetType = UNSET
    minutes: Count | UnsetType = UNSET
    rounds: Count | UnsetType = UNSET  # rounds of play at each table


class Advance(ConditionsPart, frozen=True, kw_only=True):
    """Who goes on to which session."""

    count: Count | UnsetType = UNSET
    per: Literal["session", "table"] = "session"
    method: Literal["survivors", "most-chips", "match-winners"] | UnsetType = UNSET
    to: Text | UnsetType = UNSET


class PlayOff(ConditionsPart, frozen=True, kw_only=True):
    """More play for those who end a session with equal chips."""

    rounds: Count | UnsetType = UNSET
    starting_chips: Chips | UnsetType = UNSET
    schedule: Text | UnsetType = UNSET


class Session(ConditionsPart, frozen=True, kw_only=True):
    """A period of play that begins with equal chips and ends with who advances, or with the places."""

    name: Text | UnsetType = UNSET
    starts: Text | UnsetType = UNSET  # "2026-12-04 19:30" by the room's clock; "none": when it is called
    entry_fee_cents: Cents | UnsetType = UNSET
    buy_in_cents: Cents | UnsetType = UNSET
    starting_chips: Chips | UnsetType = UNSET
    schedule: Text | UnsetType = UNSET
    format: Literal["tables", "heads-up"] = "tables"
    tables: Count | Literal["as-needed"] | UnsetType = UNSET
    ends: Ends | UnsetType = UNSET
    advance: Advance | Literal["final"] | UnsetType = UNSET
    play_off: PlayOff | NoneOf | UnsetType = UNSET
    fee_to_pool_per_mille: PerMille = 0  # what goes back into the pool of the entry fee
    kept_of_buy_in_cents: Cents = 0
    carries_stacks: bool = False


class Repechage(ConditionsPart, frozen=True, kw_only=True):
    """A second chance: how many of those who went out in a session play in another."""

    from_session: Text
    to_session: Text
    count: Count


class Bracket(ConditionsPart, frozen=True, kw_only=True):
    """Rounds of two players each, the best of so many matches."""

    matches: Count = 3
    seeding: Literal["draw", "list"] = "draw"
    levels_restart: bool = True  # with each match
    third_place: bool = False
    divided: bool = False  # two matches share a real table, with a divider between them; by some books always
    backs: tuple[Text, Text] = ("red", "blue")  # the colours of the cards' backs on its two sides


# --- more chips -------------------------------------------------------------------------------------------------------


class Rebuys(ConditionsPart, frozen=True, kw_only=True):
    """Another bank of chips in a period."""

    most: Count | UnsetType = UNSET
    period: Period | UnsetType = UNSET
    cost_cents: Cents | UnsetType = UNSET
    chips: Chips | UnsetType = UNSET
    when: Literal["no-chips", "below-bank", "at-bank"] = "below-bank"
    kept_cents: Cents = 0
    think_seconds: Count = 60  # that the seat is held for, or until the next round begins there
    straddling: Literal["round-began", "round-ended"] = "round-began"  # what must lie in the period


class AddOns(ConditionsPart, frozen=True, kw_only=True):
    """More chips at a stated time, whatever the stack."""

    most: Count | UnsetType = UNSET
    period: Period | UnsetType = UNSET
    cost_cents: Cents | UnsetType = UNSET
    chips: Chips | UnsetType = UNSET
    kept_cents: Cents = 0


class ChipValue(ConditionsPart, frozen=True, kw_only=True):
    """The chips of one value in a set for real tables."""

    value: Chips
    colour: Text
    count: Count


class ChipSet(ConditionsPart, frozen=True, kw_only=True):
    """The chips: the smallest in play, the set on real tables, and what happens to those no longer needed."""

    unit: Chips | UnsetType = UNSET
    set: Annotated[tuple[ChipValue, ...], Meta(max_length=20)] | NoneOf | UnsetType = UNSET
    colour_up: Literal["none", "race", "round-up"] | UnsetType = UNSET


# --- entry ------------------------------------------------------------------------------------------------------------


class ReEntry(ConditionsPart, frozen=True, kw_only=True):
    """How an eliminated player buys back in."""

    most: Count | UnsetType = UNSET
    period: Period | UnsetType = UNSET
    entry_fee_cents: Cents | UnsetType = UNSET
    buy_in_cents: Cents | UnsetType = UNSET


class FinalBuyIn(ConditionsPart, frozen=True, kw_only=True):
    """How one buys into a later session without having played an earlier one."""

    session: Text | UnsetType = UNSET
    most: Count | UnsetType = UNSET
    cost_cents: Cents | UnsetType = UNSET
    until_minutes_before: Count | UnsetType = UNSET


class Transfer(ConditionsPart, frozen=True, kw_only=True):
    """To which sessions an entry may be moved, and until when."""

    sessions: Names | UnsetType = UNSET
    until_minutes_before: Count | UnsetType = UNSET


class Substitutes(ConditionsPart, frozen=True, kw_only=True):
    """Who may name another player for their seat."""

    in_person: bool | UnsetType = UNSET
    approved_by: Text | UnsetType = UNSET


class Withdrawal(ConditionsPart, frozen=True, kw_only=True):
    """Until when one may withdraw and has everything back."""

    until_minutes_before: Count | UnsetType = UNSET


class Alternates(ConditionsPart, frozen=True, kw_only=True):
    """Who waits for a seat, in which order."""

    most: Count | UnsetType = UNSET
    order: Literal["payment", "draw"] = "payment"
    before_re_entries: bool = True


class EntryTerms(ConditionsPart, frozen=True, kw_only=True):
    """Who may enter, how, until when, and what becomes of an entry."""

    least_players: Count | NoneOf | UnsetType = UNSET
    most_players: Count | NoneOf | UnsetType = UNSET
    only_entitled: bool | UnsetType = UNSET
    refusal: Literal["none", "reserved"] | UnsetType = UNSET
    criteria: Text | UnsetType = UNSET
    form: Text | UnsetType = UNSET  # which form, or "none"
    acceptance: Literal["none", "written"] | UnsetType = UNSET
    withdrawal: Withdrawal | NoneOf | UnsetType = UNSET
    late_entry: Period | NoneOf | UnsetType = UNSET
    alternates: Alternates | NoneOf | UnsetType = UNSET
    re_entry: ReEntry | NoneOf | UnsetType = UNSET
    final_buy_in: FinalBuyIn | NoneOf | UnsetType = UNSET
    transfer: Transfer | NoneOf | UnsetType = UNSET
    substitutes: Substitutes | NoneOf | UnsetType = UNSET


# --- play -------------------------------------------------------------------------------------------------------------


class ActionClock(ConditionsPart, frozen=True, kw_only=True):
    """Time to act; sold time is a habit that no book allows in a tournament."""

    seconds: Count | UnsetType = UNSET
    sold_seconds: Count = 0
    charge_chips: Chips = 0


class TimeBank(ConditionsPart, frozen=True, kw_only=True):
    """Cards for more time, given out free."""

    cards: Count | UnsetType = UNSET
    seconds: Count | UnsetType = UNSET
    most_per_round: Count = 2


class Balancing(ConditionsPart, frozen=True, kw_only=True):
    """Who moves where so that tables stay even."""

    most_difference: Count = 1
    who: Literal["next-last-blind", "by-position", "draw"] = "next-last-blind"
    to: Literal["worst-position", "by-position", "draw"] = "worst-position"
    halt_short: Count = 3  # play stops at a table this many players short


class Breaking(ConditionsPart, frozen=True, kw_only=True):
    """Which table is broken next, and how its players find seats."""

    order: Literal["highest-number", "fewest-players", "listed"] = "highest-number"
    listed: Annotated[tuple[Count, ...], Meta(max_length=1_000)] = ()
    seats: Literal["two-step-draw", "one-step-draw"] = "two-step-draw"


class BonusRounds(ConditionsPart, frozen=True, kw_only=True):
    """Rounds for which the operator adds chips to the pot or a prize for the winner."""

    most: Count | UnsetType = UNSET
    chips: Chips = 0
    prize_cents: Cents = 0
    split_prize: Literal["shared", "drawn"] = "shared"


class EliminationRounds(ConditionsPart, frozen=True, kw_only=True):
    """Rounds after which the lowest stake goes out."""

    most: Count | UnsetType = UNSET
    ties: Literal["draw"] = "draw"


class HandForHand(ConditionsPart, frozen=True, kw_only=True):
    """From how many players above a prize on the tables wait for each other."""

    players_above: Count = 1
    minutes_per_hand: Count = 2  # that each round counts for, while the clock stands


class Penalties(ConditionsPart, frozen=True, kw_only=True):
    """How long a penalty keeps a player from play, the first, the second, and so on."""

    by: Literal["hands", "orbits", "minutes"] = "orbits"
    steps: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()


class Play(ConditionsPart, frozen=True, kw_only=True):
    """The game and everything about how it is played that is not a level."""

    game: Text | UnsetType = UNSET
    deck: Count = 52
    limit: LimitKind | UnsetType = UNSET
    seats: Count | UnsetType = UNSET
    seats_by: Literal["draw", "ballot", "list"] | UnsetType = UNSET
    areas: Text | UnsetType = UNSET
    order_of_wagering: Text | UnsetType = UNSET  # "rules": as the game has it
    button: Annotated[tuple[ButtonRule, ...], Meta(max_length=3)] | NoneOf | UnsetType = UNSET
    balancing: Balancing | NoneOf | UnsetType = UNSET
    breaking: Breaking | NoneOf | UnsetType = UNSET
    final_table_redraw: bool | UnsetType = UNSET
    clock: ActionClock | NoneOf | UnsetType = UNSET
    time_bank: TimeBank | NoneOf | UnsetType = UNSET
    hand_for_hand: HandForHand | NoneOf | UnsetType = UNSET
    bonus_rounds: BonusRounds | NoneOf | UnsetType = UNSET
    elimination_rounds: EliminationRounds | NoneOf | UnsetType = UNSET
    penalties: Penalties | NoneOf | UnsetType = UNSET
    inserted_levels: Levels | Literal["none", "any"] | UnsetType = UNSET  # that the supervisor may put in
    open_all_in: bool = False  # hands are turned up once players are all-in and no betting can follow (house 27.1)
    voluntary_blinds: bool = False
    straddle: bool = False
    dispute_holds: Literal["table", "event"] = "table"
    notice_minutes: Count = 15  # before a start that is moved
    watch_delay_seconds: Count = 0  # for those who only watch
    dealt: Literal["online", "live", "clock-only"] = "online"


# --- prizes -----------------------------------------------------------------------------------------------------------


class Prize(ConditionsPart, frozen=True, kw_only=True):
    """What a place wins, or each place from `place` to `to`: a share of the pool, a sum, or goods of a value."""

    place: Count
    to: Count = 0
    per_mille: PerMille = 0
    cents: Cents = 0
    goods: str = ""
    value_cents: Cents = 0


class Band(ConditionsPart, frozen=True, kw_only=True):
    """The prizes from a number of entries on."""

    from_entries: Count = 1
    prizes: Annotated[tuple[Prize, ...], Meta(max_length=500)] = ()


class Added(ConditionsPart, frozen=True, kw_only=True):
    """What the operator adds to the pool."""

    cents: Cents = 0
    goods: str = ""
    value_cents: Cents = 0


class Guarantee(ConditionsPart, frozen=True, kw_only=True):
    """A pool of at least so much if there are enough entries."""

    cents: Cents | UnsetType = UNSET
    least_entries: Count | UnsetType = UNSET
    cancel_below: bool | UnsetType = UNSET  # the right to cancel is reserved
    owed_below: bool = False


class Envelope(ConditionsPart, frozen=True, kw_only=True):
    """So many envelopes of a mystery bounty, each with a sum or with a share of what the sums leave of its pool."""

    count: Count
    cents: Cents = 0
    per_mille: PerMille = 0


class Bounty(ConditionsPart, frozen=True, kw_only=True):
    """A second pool out of a part of each buy-in, paid for eliminations.

    A mystery bounty is in envelopes, which are sealed once no more players are left than `from_players` says: from then
    on whoever eliminates somebody draws one. What nobody draws goes to the first place or to the prizes.
    """

    kind: Literal["fixed", "progressive", "mystery"] | UnsetType = UNSET
    cents: Cents | UnsetType = UNSET
    envelopes: Annotated[tuple[Envelope, ...], Meta(max_length=100)] = ()
    from_players: Count | Literal["prizes"] = "prizes"  # "prizes": as many as places win something
    left_over: Literal["first", "prizes"] = "first"


class Satellite(ConditionsPart, frozen=True, kw_only=True):
    """Entries in another event as prizes, as many as the pool buys."""

    target: Text | UnsetType = UNSET
    entry_cents: Cents | UnsetType = UNSET
    remainder: Literal["next-place"] = "next-place"


class Deals(ConditionsPart, frozen=True, kw_only=True):
    """How the last players may divide what is left, if each of them agrees."""

    methods: Annotated[tuple[Literal["chips", "icm", "custom"], ...], Meta(max_length=3)] = ("chips", "icm", "custom")
    left_for_first_per_mille: PerMille = 0


class Prizes(ConditionsPart, frozen=True, kw_only=True):
    """What is won, by whom, how it is paid, and what is promised."""

    bands: Annotated[tuple[Band, ...], Meta(max_length=50)] | NoneOf | UnsetType = UNSET
    payment: Text | UnsetType = UNSET
    undertaking: Text | UnsetType = UNSET
    guarantee: Guarantee | NoneOf | UnsetType = UNSET
    added: Annotated[tuple[Added, ...], Meta(max_length=20)] | NoneOf | UnsetType = UNSET
    bounty: Bounty | NoneOf | UnsetType = UNSET
    satellite: Satellite | NoneOf | UnsetType = UNSET
    deals: Deals | NoneOf | UnsetType = UNSET
    simultaneous: Literal["stake-then-draw", "stake-then-share", "contribution-then-share"] | UnsetType = UNSET
    across_tables: Literal["order-of-completion", "tie-and-share"] = "order-of-completion"


class TournamentCommission(ConditionsPart, frozen=True, kw_only=True):
    """What the operator keeps where a book has one fee: a part of it, or a sum besides; exactly one of the two."""

    of_fee_per_mille: PerMille = 0
    besides_cents: Cents = 0


class Statements(ConditionsPart, frozen=True, kw_only=True):
    """Who conducts the event, and which text wins where two disagree."""

    conducted_by: Text | UnsetType = UNSET
    prevails: Literal["rules", "conditions"] | UnsetType = UNSET


class Conditions(ConditionsPart, frozen=True, kw_only=True):
    """All of it."""

    schema: int = SCHEMA
    book: Text
    name: Text | UnsetType = UNSET
    version: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    approval: Text | UnsetType = UNSET  # the reference of an authority's approval, or "none"
    play: Play = Play()
    chips: ChipSet = ChipSet()
    schedules: Annotated[tuple[LevelSchedule, ...], Meta(max_length=20)] = ()
    sessions: Annotated[tuple[Session, ...], Meta(max_length=MOST_SESSIONS)] = ()
    repechage: Annotated[tuple[Repechage, ...], Meta(max_length=MOST_SESSIONS)] | NoneOf | UnsetType = UNSET
    heads_up: Bracket | NoneOf | UnsetType = UNSET
    rebuys: Rebuys | NoneOf | UnsetType = UNSET
    add_ons: AddOns | NoneOf | UnsetType = UNSET
    entry: EntryTerms = EntryTerms()
    prizes: Prizes = Prizes()
    commission: TournamentCommission | NoneOf | UnsetType = UNSET
    statements: Statements = Statements()

    def schedule(self, name: object) -> LevelSchedule | None:
        """The schedule of that name."""
        return next((one for one in self.schedules if one.name == name), None)

    def session(self, name: object) -> Session | None:
        """The session of that name; the first where none is named."""
        if name is UNSET:
            return self.sessions[0] if self.sessions else None
        return next((one for one in self.sessions if one.name == name), None)

    def levels_of(self, session: Session) -> tuple[Level, ...]:
        """The levels that a session plays; none if its schedule is not here."""
        found = self.schedule(session.schedule)
        return found.levels if found else ()
