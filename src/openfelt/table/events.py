"""What happened at the table. Events carry everything the fold needs and the clauses that caused them."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from openfelt.cards import Card
from openfelt.games.game import PotPart
from openfelt.games.sign import Sign
from openfelt.rulebooks import Cites
from openfelt.table.ruling_events import RulingEvent

RULES_VERSION = 1


class HandStarted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A round of play begins: who is dealt in (in dealing order), with what, under which sign.

    `blinds` says which seat posts which blind; `late` are posts of players who come in or come back. `brought` is
    what a seat brought to the table, where play has made the stack another; without it the stack is what was brought.
    """

    sign: Sign
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    blinds: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int, int], ...]  # seat, live, dead
    cites: Cites
    version: int = RULES_VERSION
    hand_id: str = ""
    brought: tuple[tuple[int, int], ...] = ()  # seat, chips


class AntesPosted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Antes, in dealing order. `dead` when one player pays for the table."""

    amounts: tuple[int, ...]
    dead: bool
    cites: Cites


class BlindPosted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A blind, straddle, voluntary blind, over-blind or late post. `price` is what a call costs from now on."""

    seat: int
    amount: int
    price: int
    kind: Literal["blind", "straddle", "voluntary", "over-blind", "late"]
    cites: Cites
    dead: int = 0


class OptionDeclined(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player declined the optional blind."""

    seat: int
    cites: Cites


class Burned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The top card was burnt, unseen."""

    card: Card
    cites: Cites


class StreetDealt(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A street was dealt: to each active seat its down and up cards, and the community cards."""

    name: str
    seats: tuple[int, ...]
    down: tuple[tuple[Card, ...], ...]
    up: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    cites: Cites


class SharedDealt(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """One community card stands for everyone's last card."""

    card: Card
    cites: Cites


class RoundOpened(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A betting round opened; `seat` acts first."""

    name: str
    seat: int
    cites: Cites


class RoundSkipped(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A betting round in which no two players could bet."""

    name: str
    cites: Cites


class Folded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player folded; `paid` is a call that the fold still owed."""

    seat: int
    cites: Cites
    paid: int = 0
    timed_out: bool = False


class Checked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player checked."""

    seat: int
    cites: Cites
    timed_out: bool = False


class Called(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player called with `amount` more chips; with none, where a free turn is no check (act-stud 11.1)."""

    seat: int
    amount: int
    cites: Cites
    all_in: bool = False
    timed_out: bool = False


class BetMade(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player opened the betting of the round."""

    seat: int
    to: int
    full: bool
    cites: Cites
    all_in: bool = False


class Raised(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player raised by `by` to `to`. Not `full`: an all-in too small to be a raise. `counts`: toward the cap."""

    seat: int
    to: int
    by: int
    full: bool
    counts: bool
    cites: Cites
    all_in: bool = False


class BroughtIn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The forced bet of the first stud round."""

    seat: int
    amount: int
    cites: Cites
    all_in: bool = False


class TimeBought(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player paid for time: part to the house, part to the pot as dead money."""

    seat: int
    house: int
    pot: int
    seconds: int
    cites: Cites


class UncalledReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The part of a wager that nobody called went back."""

    seat: int
    amount: int
    cites: Cites


class BetsCollected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The betting round is over and its wagers are in the pot."""

    pot: int
    cites: Cites


class Discarded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player discarded cards, or stood pat (none)."""

    seat: int
    cards: tuple[Card, ...]
    cites: Cites


class DrawDealt(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Replacements were dealt."""

    seat: int
    cards: tuple[Card, ...]
    cites: Cites


class Reshuffled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A pool of cards was shuffled with what was left of the stub and is the stub now."""

    count: int
    muck: bool
    burns: bool
    cites: Cites


class HandsOpened(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """No betting can follow: every hand in play lies face up, in dealing order, before the last streets are dealt."""

    seats: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    cites: Cites


class TwiceOffered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Those who are in are asked, one after another, whether the rest of the board is dealt twice."""

    seats: tuple[int, ...]
    cites: Cites


class TwiceAgreed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player agreed to deal the rest of the board twice; once all have, it is."""

    seat: int
    cites: Cites


class TwiceDeclined(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player wants the rest of the board dealt once: so it is."""

    seat: int
    cites: Cites


class Shown(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player showed the whole hand. Strengths are greater for better; 0 is no hand of that kind.

    A game with two halves has the strength for the first in `high`, for the second in `low`.
    """

    seat: int
    cards: tuple[Card, ...]
    high: int
    low: int
    cites: Cites
    second_high: int = 0  # with the second board, where it was dealt twice
    second_low: int = 0


class Mucked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player conceded without showing."""

    seat: int
    cites: Cites


class CommissionTaken(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """What the room took, from each pot, and how it was worked out."""

    amounts: tuple[int, ...]
    working: str
    cites: Cites


class PotAwarded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A pot, or a half of one, went to its winners."""

    pot: int
    part: PotPart
    seats: tuple[int, ...]
    amounts: tuple[int, ...]
    cites: Cites
    board: int = 0  # the first or the second, where it was dealt twice


class HandEnded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The round of play is over, and why."""

    reason: Literal["showdown", "sole survivor", "void", "misdeal"]
    cites: Cites


Event = (
    HandStarted
    | AntesPosted
    | BlindPosted
    | OptionDeclined
    | Burned
    | StreetDealt
    | SharedDealt
    | RoundOpened
    | RoundSkipped
    | Folded
    | Checked
    | Called
    | BetMade
    | Raised
    | BroughtIn
    | TimeBought
    | UncalledReturned
    | BetsCollected
    | Discarded
    | DrawDealt
    | Reshuffled
    | HandsOpened
    | TwiceOffered
    | TwiceAgreed
    | TwiceDeclined
    | Shown
    | Mucked
    | CommissionTaken
    | PotAwarded
    | HandEnded
    | RulingEvent
)
HAND_EVENTS: Final = frozenset(get_args(Event))
