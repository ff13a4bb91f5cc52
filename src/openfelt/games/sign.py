"""The table sign: everything that is fixed about a table before a card is dealt, as it hangs beside it.

A sign is a frozen value. `validate` (module `signcheck`) tests it as a whole against its rulebook.
"""

from __future__ import annotations

from typing import Literal

import msgspec

LimitKind = Literal["structured", "spread", "half-pot", "full-pot", "straddle", "no-limit"]
CommissionKind = Literal["none", "percentage", "act-5", "act-10", "time"]


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much may be bet.

    structured: `small` and `big` are the fixed bets; spread: the least and the most of one bet or raise; pot and no
    limit: `small` is the least bet; straddle (act-stud): `small` the least bet and `big` the most that may open.
    """

    kind: LimitKind
    small: int
    big: int = 0


class Commission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the room takes from a round of play. Amounts in cents, rates per mille."""

    kind: CommissionKind = "none"
    per_mille: int = 0
    least: int = 0
    most: int = 0
    most_per: Literal["hand", "pot"] = "hand"
    per_hand: int = 0
    hourly: int = 0
    sitting: int = 0
    no_flop_no_drop: bool = False
    shared: bool = False  # the charge by time is for the table, and those who sit there share it
    hours: Literal["game", "clock"] = "game"  # from where its hours count: nsw-poker 3.3.3.2 may mean both
    box: bool = False  # a commission box holds what was collected until it is counted


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time to act, in seconds, and what more time costs; in a tournament it is for cards that the event gives out."""

    seconds: int = 0
    extra_seconds: int = 0
    charge: int = 0
    extra_times: int = 2  # in a betting round


class NextGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A later game of a rotation: what of the sign is otherwise while it is played. Everything else stays."""

    game: str
    limit: Limit
    deck: int = 52
    ante: int = 0
    blinds: tuple[int, ...] = ()
    bring_in: int = 0


class Rotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Several games in turn at one table: the sign's own first, then these, then from the beginning.

    A game lasts an orbit, as many rounds of play as `count` says, or so many minutes. With `choice_s` the games do not
    follow each other: whoever has the button chooses among them, in so many seconds.
    """

    then: tuple[NextGame, ...]
    every: Literal["orbit", "hands", "minutes"] = "orbit"
    count: int = 0
    choice_s: int = 0


class Sign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One table's sign. Money is in cents; `unit` is the smallest chip in play.

    In a tournament amounts are chips without value.
    """

    rulebook: str
    game: str
    limit: Limit
    seats: int
    deck: int = 52
    joker: bool = False
    unit: int = 1
    ante: int = 0
    ante_by: Literal["each", "last-blind"] = "each"
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    straddle: bool = False
    voluntary_blinds: bool = False
    over_blinds: tuple[int, ...] = ()
    min_stake: int = 0
    max_stake: int = 0
    clock: Clock = Clock()
    commission: Commission = Commission()
    # act-stud's determinations
    first_opener: Literal["lowest", "highest"] = "lowest"
    later_opener: Literal["card", "showing"] = "card"
    first_round_option: Literal["A", "B", "C"] = "B"
    ace_low_straights: bool = False
    eight_qualifier: bool = False
    low_ace: bool = True
    # readings that a rulebook leaves open; None is the rulebook's default
    raise_cap: int | None = None
    no_raise_cap: bool = False
    cap_lift: Literal["never", "two-in-final", "two-able", "two-left"] | None = None
    cap_counts_blind: bool = True
    cap_counts_all_in_as_active: bool = True
    reopening: Literal["never", "sum"] | None = None
    short_open: Literal["complete", "full-more"] | None = None
    odd_chips: Literal["first-winner", "one-each", "by-card"] | None = None
    odd_half: Literal["high", "first-winner"] | None = None
    fold_when_free: bool | None = None
    tap_out_units: bool | None = None
    draw_blind_option: bool = True
    check_raise: bool = True
    return_blind: Literal["last", "any"] = "last"  # act-stud 17.4: on which blind one who missed some comes back
    minimum_raise: bool = True  # house 4.4; off, us-stud def/Raise alone: any bet above the one before
    disclose_mucked: bool = False  # us-stud irreg(4): no hand is conceded unseen at a showdown
    mucking: Literal["automatic", "claimed", "free"] = "automatic"
    loose_chips: bool = False  # house 3.8: stacks may hold less than a whole chip of the unit
    open_all_in: bool = False  # house 27.1: hands are turned up once players are all-in and no betting can follow
    run_twice: bool = False  # house 27.3: the rest of the board may be dealt twice, where all who are in agree
    show_after: bool = False  # house 27.4: a winner may show cards after the hand
    rabbit: bool = False  # house 27.5: cards that would have come may be looked at after the hand
    bomb_every: int = 0  # house 27.6: every so many rounds of play is a bomb pot
    bomb_blinds: int = 2  # what everyone puts in for it, in last blinds
    bomb: bool = False  # of the sign of such a round
    bomb_vote: bool = False  # house 27.9: the next round of play is a bomb pot where all want it
    practice: bool = False  # house 27.10: whoever is to act is told what the own hand wins on average
    time_bank: int = 0  # house 27.8: seconds that every player has besides the time to act
    time_bank_hands: int = 10  # rounds of play after which it is full again
    # house 9: histories played elsewhere
    effective_stack_raise: bool = False
    unknown_up_cards: bool = False
    table: str = ""
    rotation: Rotation | None = None  # house 16: several games in turn
    tournament: bool = False  # of a table of an event: played with its chips, by its levels (nsw-poker 28, house 20)

    @property
    def games(self) -> tuple[Sign, ...]:
        """The sign of each game that is played under this one, in turn: itself where there is no rotation."""
        if self.rotation is None:
            return (self,)
        first = self.replace(rotation=None)
        later = ({name: getattr(one, name) for name in one.__struct_fields__} for one in self.rotation.then)
        return (first, *(first.replace(**fields) for fields in later))

    @property
    def bombed(self) -> Sign:
        """The sign of a bomb pot: everyone puts in the same, nobody posts a blind, the first betting is left out."""
        ante = self.bomb_blinds * self.blinds[-1]
        return self.replace(bomb=True, ante=ante, ante_by="each", blinds=(), straddle=False)

    def replace(self, **changes: object) -> Sign:
        """The same sign with some fields changed."""
        return msgspec.structs.replace(self, **changes)
