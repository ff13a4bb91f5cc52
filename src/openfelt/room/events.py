"""What happens at a table between rounds of play. Stored in the table's stream beside the events of its hands."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from openfelt.cards import Card
from openfelt.games import Limit, Sign
from openfelt.room import entrant_events as en
from openfelt.room import jackpot_events as je
from openfelt.room.entrant_events import EventTerms
from openfelt.room.results import SeatResult
from openfelt.rulebooks import Cites


class TableOpened(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A table opens under its sign. `live`: real cards, entered by a dealer; `only`: for that group of players."""

    table: str
    sign: Sign
    cites: Cites
    live: bool = False
    only: str = ""
    freeze_out: bool = False
    approved_by: str = ""
    backs: tuple[str, ...] = ()  # the colours of the two decks of a shuffling machine
    at_ms: int = 0  # from when the hours of the game count
    event: EventTerms | None = None  # of a table of an event: its chips are the event's own
    host: str = ""  # of a private table: the account that holds the floor's office there
    owner: str = ""  # of a player's own table: the account that opened it for people with its link


class SeatTaken(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player sat down with a stake; `entry` says how a newcomer comes into the game."""

    seat: int
    player: str
    stake: int
    entry: Literal["now", "post", "wait"]
    cites: Cites
    bot: str = ""


class SeatLeft(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player left the table with the whole stake."""

    seat: int
    player: str
    stake: int
    cites: Cites


class LeaveAsked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player in a hand asked to leave when it is over."""

    seat: int
    cites: Cites


class LeaveWithdrawn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player who had asked to leave when the hand is over stays."""

    seat: int
    cites: Cites


class StakeAdded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Chips were added between rounds of play."""

    seat: int
    player: str
    amount: int
    cites: Cites


class StakeQueued(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Chips wait beside the table until the player is out of the hand."""

    seat: int
    player: str
    amount: int
    cites: Cites


class StakeTakenOff(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Chips left the table while their player stays: for a service, or with somebody's approval to the purse."""

    seat: int
    player: str
    amount: int
    approver: str
    cites: Cites
    reason: str = ""


class StakeCorrected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A ruling put a stake right during a round of play: so many chips came to the table, or left it."""

    seat: int
    player: str
    by: int
    cites: Cites


class StakeRequired(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A stake was found short: its player has the minimum in front before another round of play, or is not dealt in."""

    seat: int
    player: str
    cites: Cites


class SatOut(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player sits out from the next hand, or from the next time the last blind comes."""

    seat: int
    at_blind: bool
    cites: Cites


class CameBack(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player plays again, posting what was missed or waiting for the blind."""

    seat: int
    entry: Literal["now", "post", "wait"]
    cites: Cites


class SeatChanged(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player moved to another seat. `put_off`: by how many live players the last blind comes later, or (-) sooner."""

    seat: int
    to: int
    entry: Literal["now", "post", "wait"]
    cites: Cites
    put_off: int = 0


class Traveller(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player who is moved to another table, with all that goes along: chips, blinds owed, time paid for."""

    player: str
    stake: int
    limit: Limit  # of the game that the player comes from
    sits_out: bool = False
    newcomer: bool = False  # has not come into that game yet, or moved to a seat that costs a blind
    missed: tuple[int, ...] = ()
    paid_until_ms: int = 0
    must_make_up: Cites = ()
    bot: str = ""
    penalty: int = 0  # rounds of play of an event that this player is still kept from
    kept_by: tuple[str, ...] = ()  # acts that keep this player from play until let back
    time_cards: int = 0
    event: str = ""  # whose chips these are; "": money


class PlayerSent(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player was sent to another table by order. `act` names the move; `broken_game`: this game broke up.

    `voluntary`: the player asked for it; `must_move`: players of the table have to move there when a seat is free.
    """

    act: str
    seat: int
    who: Traveller
    to: str
    to_seat: int
    by: str
    reason: str
    cites: Cites
    broken_game: bool = False
    voluntary: bool = False
    must_move: bool = False


class PlayerReceived(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player came from another table by order: the other part of the move `act`."""

    act: str
    seat: int
    who: Traveller
    source: str
    by: str
    cites: Cites


class PlayerReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player who was sent away was refused there and is back: in a seat, or (0) with the chips in the purse."""

    act: str
    seat: int
    who: Traveller
    reason: str
    cites: Cites


class BlindMissed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A blind fell on a player who was away."""

    seat: int
    blind: int
    cites: Cites


class Declared(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player let the stake stand below the minimum and may not add to it again (act-stud 14.3)."""

    seat: int
    cites: Cites


class HandOpened(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A round of play is about to start: its number, the button, who is dealt in and who posts what.

    At a table of an event `due` are the places of the blinds, also of one that nobody posts; `absent` are dealt in
    without being there; `waits` are newcomers who do not take part yet.
    """

    number: int
    button: int
    seats: tuple[int, ...]
    blinds: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int, int], ...]
    cites: Cites
    shuffle: Cites = ()  # why the cards are shuffled before it
    due: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()
    bomb: bool = False  # a bomb pot (house 27.6)


class HandClosed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A round of play ended; what each seat has now, and what the room took. A misdeal keeps the button.

    Neither a misdeal nor a round that was void is a round of play that was completed: nobody won a pot.
    """

    number: int
    stacks: tuple[tuple[int, int], ...]
    taken: int
    cites: Cites
    keep_button: bool = False
    void: bool = False
    results: tuple[SeatResult, ...] = ()  # of a round that was completed, seat by seat
    game: str = ""  # which one it was, at a table of several
    # Of a round at a table that is linked to a jackpot, for claims:
    board: tuple[Card, ...] = ()
    ended_ms: int = 0


class CardsShownAfter(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """After the hand a winner showed some of their cards, or all."""

    number: int
    seat: int
    player: str
    cards: tuple[Card, ...]
    cites: Cites


class RabbitShown(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """After the hand the community cards that would have come were turned up, from the same deck."""

    number: int
    player: str
    cards: tuple[Card, ...]
    cites: Cites


class TopUpChosen(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player wishes the stake to be made up to this before each round of play; 0 ends it."""

    seat: int
    player: str
    to: int
    cites: Cites


class TopUpEnded(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A stake could not be made up, by the clauses that refused it, and the wish ends."""

    seat: int
    player: str
    why: str  # the code of the refusal
    cites: Cites


class BombVoted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player votes for a bomb pot in the next round of play, or takes the vote back."""

    seat: int
    player: str
    agrees: bool
    cites: Cites


class TimeBankUsed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player whose time to act was over gets more seconds from their time bank; `left` says how many remain."""

    seat: int
    player: str
    seconds: int
    left: int
    cites: Cites


class NoticeGiven(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A notice was put up: of a new sign, or of closing."""

    kind: Literal["sign", "closing"]
    at_ms: int
    cites: Cites
    sign: Sign | None = None
    consent: bool = False


class SignChanged(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The announced sign took effect between rounds of play; at a table of an event, that of its next level."""

    sign: Sign
    cites: Cites
    at_ms: int = 0  # at which the first game of a rotation begins
    level: int = 0  # of an event


class GameAnnounced(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The next game of a rotation was announced, where the book asks for notice: it begins after so many rounds."""

    turn: int  # its place among the games of the sign, from 0
    sign: Sign  # what it says of that game
    rounds: int
    cites: Cites


class ChoiceAsked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Dealer's choice: the player who is to have the button is asked which game is played next."""

    seat: int
    player: str
    cites: Cites


class GameChanged(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The next round of play is another game of the sign's rotation, or the one that was chosen.

    Where it was a choice, `seat` is whose; without a `player` nobody chose in time.
    """

    turn: int  # its place among the games of the sign, from 0
    sign: Sign  # what it says of that game
    at_ms: int
    cites: Cites
    seat: int = 0
    player: str = ""


class TableClosed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table closed; no new round of play begins."""

    cites: Cites


class Eliminated(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player has lost the whole stake of a Freeze Out and is out of it."""

    seat: int
    player: str
    cites: Cites


class Excused(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A supervisor finds that a player cannot go on in a Freeze Out; the chips stay and are posted off."""

    seat: int
    player: str
    by: str
    cites: Cites
    reason: str = ""


class FreezeOutWon(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One player is left in a Freeze Out and has won it."""

    seat: int
    player: str
    stake: int
    cites: Cites


class TimeWarned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Everyone was told how few seconds a player has left to act."""

    seat: int
    left_s: int
    cites: Cites


class PlayerBarred(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player was excluded from the game, until then, or (0) until let back."""

    player: str
    until_ms: int
    cites: Cites


class PlayerReadmitted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An exclusion was ended before its time."""

    player: str
    by: str
    reason: str
    cites: Cites


Direction = Literal["english", "silence", "apart", "spectators"]


class DirectionGiven(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A supervisor's direction binds from now on; `players` are those who do not play at one table."""

    what: Direction
    by: str
    reason: str
    cites: Cites
    players: tuple[str, ...] = ()


class DirectionLifted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A direction no longer binds."""

    what: Direction
    by: str
    reason: str
    cites: Cites
    players: tuple[str, ...] = ()


class RulesGiven(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Someone was handed a copy of the rules: which rulebook, and how many clauses."""

    to: str
    rulebook: str
    clauses: int
    cites: Cites


RoomEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | LeaveAsked
    | LeaveWithdrawn
    | StakeAdded
    | StakeQueued
    | StakeTakenOff
    | StakeCorrected
    | StakeRequired
    | SatOut
    | CameBack
    | SeatChanged
    | PlayerSent
    | PlayerReceived
    | PlayerReturned
    | BlindMissed
    | Declared
    | HandOpened
    | HandClosed
    | je.JackpotJoined
    | je.JackpotLeft
    | je.PoolIncremented
    | je.LatePressAuthorised
    | je.NoMoreBetsPressed
    | je.HandTabled
    | CardsShownAfter
    | RabbitShown
    | TopUpChosen
    | TopUpEnded
    | BombVoted
    | TimeBankUsed
    | je.HandCorrected
    | NoticeGiven
    | SignChanged
    | GameAnnounced
    | ChoiceAsked
    | GameChanged
    | TableClosed
    | Eliminated
    | Excused
    | FreezeOutWon
    | PlayerBarred
    | PlayerReadmitted
    | DirectionGiven
    | DirectionLifted
    | RulesGiven
    | TimeWarned
    | en.EntrantSeated
    | en.ChipsGiven
    | en.StacksExchanged
    | en.EntrantRemoved
    | en.SubstituteSeated
    | en.PlayHeld
    | en.PlayLet
    | en.Penalised
    | en.KeptOut
    | en.LetInAgain
    | en.TimeCardUsed
)
ROOM_EVENTS: Final = frozenset(get_args(RoomEvent))
