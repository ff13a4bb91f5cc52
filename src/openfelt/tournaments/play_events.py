"""What has happened to a tournament in play: seats, clock, rounds of play, eliminations with places, moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.tournaments.chip_race import Exchanged
from openfelt.tournaments.clock import Clock
from openfelt.tournaments.home_events import HomeEvent
from openfelt.tournaments.placing import Drawn
from openfelt.tournaments.vocabulary import Bought, Ground, HandResult, Happening, PlayerMove, Seated

Closing: TypeAlias = Literal["time", "rounds", "determined"]
LateWhy: TypeAlias = Literal["late", "alternate", "re-entry"]


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the event: its tournament number and its seats.

    `real`: the number of the real table that it is one side of, with cards whose backs have this colour.
    """

    number: int
    seats: int
    real: int = 0
    side: str = ""
    backs: str = ""


class SeatsDrawn(Happening, frozen=True, tag=True):
    """A session begins: the tables, and who sits where by the draw of that name, with equal chips."""

    session: str
    tables: tuple[SetUp, ...]
    seats: tuple[Seated, ...]
    draw: str
    clock: Clock
    play_off: bool = False
    kept_together: tuple[tuple[str, str], ...] = ()  # who should have been kept apart and could not be


class DrawCommitted(Happening, frozen=True, tag=True):
    """The draw of that name, of so many, is fixed; the root says so to everyone before it is made."""

    draw: str
    size: int
    root: str


class ClockSet(Happening, frozen=True, tag=True):
    """The clock was started, stopped or moved."""

    clock: Clock
    at_ms: int
    why: Literal["started", "paused", "next-stage", "time-added", "break"]
    by: str
    break_ms: int = 0


class StageReached(Happening, frozen=True, tag=True):
    """A level, or the break after one, has begun."""

    stage: int
    level: int
    is_break: bool
    clock: Clock
    at_ms: int


class LevelInserted(Happening, frozen=True, tag=True):
    """A level that the conditions reserve is put in: which of them, and the number that it has in the session."""

    which: int
    at: int
    by: str


class HandNoted(Happening, frozen=True, tag=True):
    """A round of play is on the event's record; `together`: which of those that count as one, or 0.

    `given`: the acts by which chips that were bought had come to the table when it began; None: the stacks say so.
    """

    table: int
    number: int
    results: tuple[HandResult, ...]
    button: int
    began_ms: int
    ended_ms: int
    together: int = 0
    added: int = 0  # chips that the operator put into the pot
    given: tuple[str, ...] | None = None


class WentBroke(Happening, frozen=True, tag=True):
    """A player has no chips left; `until_ms`: how long a re-buy may be thought over, 0 where there is none."""

    player: str
    table: int
    number: int
    stake: int
    put_in: int
    until_ms: int = 0
    together: int = 0
    winners: tuple[str, ...] = ()  # who won the last chips


class RebuyDeclined(Happening, frozen=True, tag=True):
    """A player without chips takes no re-buy, or let the time for it pass."""

    player: str
    lapsed: bool


class PlayerEliminated(Happening, frozen=True, tag=True):
    """A player is out of the session with this place; `drawn`: the cards that decided it."""

    player: str
    place: int
    shared_with: int
    table: int
    seat: int
    number: int
    stake: int
    put_in: int
    drawn: tuple[Drawn, ...] = ()
    chips: int = 0  # that are out of play, after an elimination round


class ChipsBought(Happening, frozen=True, tag=True):
    """A player has bought chips that the table is to give out."""

    player: str
    what: Bought
    chips: int
    act: str


class MovesProposed(Happening, frozen=True, tag=True):
    """Moves that whoever conducts the event may accept or drop."""

    id: int
    tables: tuple[SetUp, ...]  # that are to be opened for them
    proposed: tuple[PlayerMove, ...]


class MovesOrdered(Happening, frozen=True, tag=True):
    """Moves are to be carried out, each as soon as its player's round of play is over."""

    id: int
    tables: tuple[SetUp, ...]
    ordered: tuple[PlayerMove, ...]
    by: str
    kept_together: tuple[tuple[str, str], ...] = ()


class MovesDropped(Happening, frozen=True, tag=True):
    """Proposed moves are not carried out."""

    id: int
    by: str


class MoveDone(Happening, frozen=True, tag=True):
    """A player sits in the new seat."""

    act: str


class MoveCancelled(Happening, frozen=True, tag=True):
    """An ordered move is not carried out."""

    act: str
    why: str


class TableBroken(Happening, frozen=True, tag=True):
    """Nobody sits at a table any more; it is closed."""

    table: int


class HandForHandBegan(Happening, frozen=True, tag=True):
    """Tables wait for each other from now on; the clock stands and runs on by a fixed time a round."""

    clock: Clock
    at_ms: int


class HandsTogether(Happening, frozen=True, tag=True):
    """The next round of play at these tables counts as one; each with the number that round has there."""

    number: int
    rounds: tuple[tuple[int, int], ...]
    clock: Clock
    at_ms: int
    ran_ms: int = 0  # that the clock was moved on by


class HandForHandEnded(Happening, frozen=True, tag=True):
    """Tables need not wait any more."""

    clock: Clock
    at_ms: int
    ran_ms: int = 0  # that the clock was moved on by, for the last round


class SessionClosed(Happening, frozen=True, tag=True):
    """No further round of play begins in the session."""

    session: str
    why: Closing
    by: str


class SessionOver(Happening, frozen=True, tag=True):
    """A session's places, best first, who advances and to where; all chips go back.

    `parted`: equals of whom some advance or have a second chance, in the order that they drew, with their cards.
    """

    session: str
    places: tuple[tuple[str, ...], ...]
    advanced: tuple[str, ...] = ()
    to: str = ""
    returned: int = 0
    parted: tuple[tuple[str, ...], ...] = ()
    drawn: tuple[Drawn, ...] = ()


class PlayOffCalled(Happening, frozen=True, tag=True):
    """A session ended with equal chips where that matters: these play it off; the others keep their places.

    `again`: the last of tables that are not merged; seats are drawn again for them, with the chips of the session.
    `by_table`: where so many of each table advance, its number and those left there, the most chips first.
    """

    session: str
    places: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...]
    returned: int
    again: bool = False
    by_table: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()


class MatchesBegun(Happening, frozen=True, tag=True):
    """Pairs of a bracket begin a match with equal chips; those who have a bye, or have won their round, wait.

    `third_place`: the second pair plays for the third place, beside the final.
    """

    session: str
    round: int
    match: int
    pairs: tuple[tuple[str, str], ...]
    tables: tuple[SetUp, ...]
    seats: tuple[Seated, ...]
    draw: str
    clock: Clock
    third_place: bool = False


class MatchWon(Happening, frozen=True, tag=True):
    """A player has all chips of a match, the so many-th that is won in the round."""

    player: str
    over: str
    table: int
    number: int
    wins: int


class MatchesOver(Happening, frozen=True, tag=True):
    """All matches that were begun together are over; the chips go back."""

    session: str
    round: int
    match: int
    returned: int


class PlayerDisqualified(Happening, frozen=True, tag=True):
    """A player is out, ranked as eliminated now, without a prize; the chips are out of play."""

    player: str
    place: int
    ground: Ground
    chips: int
    by: str
    must: bool = False  # the clause leaves no choice
    table: int = 0
    seat: int = 0


class PenaltyGiven(Happening, frozen=True, tag=True):
    """A player is kept from play for so long, while the forced bets are posted."""

    player: str
    step: int
    hands: int
    orbits: int
    minutes: int
    reason: str
    by: str
    act: str = ""
    until_ms: int = 0  # of the time that is played in the session, where it is for minutes


class PenaltyServed(Happening, frozen=True, tag=True):
    """The minutes of a penalty are over: the player plays again."""

    player: str
    act: str


class PenaltyNoted(Happening, frozen=True, tag=True):
    """A table keeps a player from play as was ordered."""

    act: str


class SubstituteApproved(Happening, frozen=True, tag=True):
    """Another person is to have a player's seat, once the round of play there is over."""

    player: str
    substitute: str
    by: str
    act: str


class SubstituteLapsed(Happening, frozen=True, tag=True):
    """A player is out before the substitute came."""

    player: str
    substitute: str
    act: str


class DisputeRaised(Happening, frozen=True, tag=True):
    """No round of play begins at that table (0: anywhere) until the dispute is decided."""

    id: int
    raised_by: str
    text: str
    table: int


class DisputeSettled(Happening, frozen=True, tag=True):
    """A dispute is decided."""

    id: int
    decision: str
    by: str


class RoundAnnounced(Happening, frozen=True, tag=True):
    """The next round of play that begins at each of these tables is a bonus or an elimination round."""

    kind: Literal["bonus", "elimination"]
    tables: tuple[int, ...]
    at_ms: int
    chips: int
    prize_cents: int
    by: str


class BonusWon(Happening, frozen=True, tag=True):
    """Chips that the table is to give out, and a prize besides the others, were won in a bonus round."""

    player: str
    chips: int
    cents: int
    table: int
    number: int
    act: str


class BountyWon(Happening, frozen=True, tag=True):
    """A player was paid for eliminating another; `kept_on` grows the winner's own bounty."""

    player: str
    out: str
    cents: int
    kept_on: int = 0
    draw: str = ""


class EnvelopesSealed(Happening, frozen=True, tag=True):
    """The pool of the bounties is in envelopes: what they hold, as listed, and the root of the order they are drawn in.

    The order itself is in no event: each envelope is shown with its proof when it is opened.
    """

    cents: tuple[int, ...]
    players: int
    draw: str
    root: str


class EnvelopeOpened(Happening, frozen=True, tag=True):
    """Those who eliminated a player drew the so many-th envelope: which of the list it is, and the proof."""

    number: int  # from 1, in the order of opening
    envelope: int  # from 1, as listed
    cents: int
    out: str
    winners: tuple[str, ...]
    salt: str = ""
    path: tuple[str, ...] = ()


class DealProposed(Happening, frozen=True, tag=True):
    """A division of what is left stands to the vote of every remaining player."""

    id: int
    player: str
    method: Literal["chips", "icm", "custom"]
    shares: tuple[tuple[str, int], ...]
    left_for_first: int = 0


class DealVoted(Happening, frozen=True, tag=True):
    """A remaining player voted."""

    id: int
    player: str
    agrees: bool


class DealMade(Happening, frozen=True, tag=True):
    """Every remaining player agreed: what is left is divided so."""

    id: int
    shares: tuple[tuple[str, int], ...]
    left_for_first: int = 0


class LateSeated(Happening, frozen=True, tag=True):
    """A late entrant, an alternate, or one who bought back in has a seat, with the same chips as all."""

    seat: Seated
    why: LateWhy
    tables: tuple[SetUp, ...] = ()  # that is opened for it


class ChipsColouredUp(Happening, frozen=True, tag=True):
    """Chips of a value leave a table for larger ones; what was odd was raced, with these cards, or rounded up."""

    table: int
    level: int
    value: int
    into: int
    method: Literal["race", "round-up"]
    stacks: tuple[Exchanged, ...]
    act: str
    drawn: tuple[Drawn, ...] = ()


class StackCorrected(Happening, frozen=True, tag=True):
    """A stack is what was found in its bag from now on; its table is told by that act."""

    table: int
    stacks: tuple[Exchanged, ...]
    act: str


class GivenNoted(Happening, frozen=True, tag=True):
    """Chips that a player bought or won are in the stack before another round of play has begun."""

    act: str
    player: str


class ExchangeNoted(Happening, frozen=True, tag=True):
    """A table has exchanged chips as was ordered."""

    act: str


class ReEntered(Happening, frozen=True, tag=True):
    """A player bought back in: one entry more, and the earlier place is struck."""

    player: str
    entries: int


class SessionPaid(Happening, frozen=True, tag=True):
    """Somebody has paid what a later session costs; `moves` says into which accounts."""

    player: str
    session: str


class LeftOut(Happening, frozen=True, tag=True):
    """A session begins without these: they advanced to it and have not paid for it."""

    session: str
    players: tuple[str, ...]


class BoughtIntoFinal(Happening, frozen=True, tag=True):
    """Somebody bought into a later session: one entry more; a place in an earlier session is struck."""

    player: str
    session: str
    entries: int  # of this player, this one counted


PlayEvent = (
    SeatsDrawn | ClockSet | StageReached | LevelInserted
    | HandNoted | WentBroke | RebuyDeclined | PlayerEliminated | ChipsBought
    | MovesProposed | MovesOrdered | MovesDropped | MoveDone | MoveCancelled | TableBroken | HandForHandBegan
    | HandsTogether | HandForHandEnded | SessionClosed | SessionOver | PlayOffCalled | MatchesBegun | MatchWon
    | MatchesOver | PlayerDisqualified | PenaltyGiven | PenaltyNoted | PenaltyServed
    | DisputeRaised | DisputeSettled | RoundAnnounced | BonusWon | BountyWon
    | EnvelopesSealed | EnvelopeOpened | DealProposed | DealVoted | DealMade
    | LateSeated | ReEntered | BoughtIntoFinal | SessionPaid | LeftOut | HomeEvent | ChipsColouredUp | StackCorrected
    | GivenNoted | ExchangeNoted | SubstituteApproved | SubstituteLapsed | DrawCommitted
)  # fmt: skip
