"""What can go wrong at a table, each kind with the facts that a ruling needs. A fact not stated is None."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from openfelt.cards import Card
from openfelt.games.game import PotPart


class Incident(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """Something went wrong."""

    @property
    def kind(self) -> str:
        """The name of this kind of incident: "face-up-in-shoe"."""
        return str(self.__struct_config__.tag)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the incident names."""
        seat = getattr(self, "seat", None)
        return (seat,) if seat else ()


class ExposedInCut(Incident, frozen=True, tag="exposed-in-cut"):
    """A card was exposed in the cut."""


class NotShuffled(Incident, frozen=True, tag="not-shuffled"):
    """The deck was not shuffled, or not cut, before the deal."""

    what: Literal["shuffle", "cut"] | None = None
    agreed: tuple[int, ...] = ()


class DealtOutOfOrder(Incident, frozen=True, tag="dealt-out-of-order"):
    """Cards of the initial deal went out in the wrong order."""

    reconstructable: bool | None = None
    looked: bool | None = None


class WrongStart(Incident, frozen=True, tag="wrong-start"):
    """The deal began at the wrong seat."""

    reconstructable: bool | None = None


class PlayerMissed(Incident, frozen=True, tag="player-missed"):
    """The initial deal left out a player who was to be dealt in."""

    seat: int = 0  # needed once it is too late for a misdeal
    reconstructable: bool | None = None
    looked: bool | None = None


class PlayerDealtIn(Incident, frozen=True, tag="player-dealt-in"):
    """The initial deal gave a hand to a seat that was not to have one, perhaps an empty one."""

    seat: int = 0
    reconstructable: bool | None = None
    looked: bool | None = None
    held: int | None = None  # how many cards an empty seat got, if not a whole hand


class WrongCardCount(Incident, frozen=True, tag="wrong-card-count"):
    """A player has too few or too many cards."""

    seat: int = 0
    held: int | None = None
    correctable: bool | None = None
    looked: bool | None = None
    protected: bool | None = None
    also: tuple[int, ...] = ()  # others at the showdown whose count is wrong too


class ExposedInDeal(Incident, frozen=True, tag="exposed-in-deal"):
    """The dealer exposed cards of the initial deal: seat, and which of that seat's cards, from 1."""

    cards: tuple[tuple[int, int], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose cards were exposed."""
        return tuple(dict.fromkeys(seat for seat, _ in self.cards))


class ExposedInDraw(Incident, frozen=True, tag="exposed-in-draw"):
    """The dealer exposed replacements in a draw."""

    seat: int = 0
    cards: tuple[Card, ...] = ()


class FaceUpInShoe(Incident, frozen=True, tag="face-up-in-shoe"):
    """Cards lie face up in the shoe."""

    count: int = 1
    place: int = 1  # as which card of the street that is due the first of them comes
    card: Card | None = None


class DealtOffTable(Incident, frozen=True, tag="dealt-off-table"):
    """A card was dealt off the table."""

    place: int = 1  # as which card of the street that is due it came
    card: Card | None = None


class ExposedByPlayer(Incident, frozen=True, tag="exposed-by-player"):
    """A player dropped or exposed own cards, for all or for some to see."""

    seat: int = 0
    cards: tuple[Card, ...] = ()
    to: tuple[int, ...] = ()


class ShownToAnother(Incident, frozen=True, tag="shown-to-another"):
    """A player let another see cards."""

    seat: int = 0
    cards: tuple[Card, ...] = ()
    to: tuple[int, ...] = ()
    asked: bool | None = None


class ToldToAct(Incident, frozen=True, tag="told-to-act-out-of-turn"):
    """The dealer told players to act out of turn, and they did."""

    told: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The players who acted."""
        return self.told


class ActedOutOfTurn(Incident, frozen=True, tag="acted-out-of-turn"):
    """A player checked, folded or wagered out of turn."""

    seat: int = 0
    action: Literal["check", "fold", "wager"] | None = None
    to: int = 0
    agreed: tuple[int, ...] = ()


class ShortCall(Incident, frozen=True, tag="short-call"):
    """The player whose turn it is put out fewer chips than the call, though more are in front."""

    seat: int = 0
    amount: int = 0


class DeckFault(Incident, frozen=True, tag="deck-fault"):
    """Cards are missing from the deck, or foreign to it."""

    missing: int = 0
    foreign: int = 0


class HandMucked(Incident, frozen=True, tag="hand-mucked"):
    """A live hand was collected by the dealer, or touched the discards."""

    seat: int = 0
    protected: bool | None = None
    identifiable: bool | None = None
    at_fault: bool | None = None


class PlayerAbsent(Incident, frozen=True, tag="player-absent"):
    """A player left without a word."""

    seat: int = 0
    protected: bool | None = None


class ExposedEarly(Incident, frozen=True, tag="exposed-early"):
    """The dealer exposed the next cards before the betting round was complete."""

    cards: tuple[Card, ...] = ()
    count: int = 1
    agreed: tuple[int, ...] = ()


class SeventhExposed(Incident, frozen=True, tag="seventh-exposed"):
    """A player's last card, which is dealt down, was dealt up or exposed."""

    seat: int = 0


class TooManyInFlop(Incident, frozen=True, tag="too-many-in-flop"):
    """The flop has more than three cards."""

    extra: int = 1
    cards: tuple[Card, ...] = ()
    reconstructable: bool | None = None


class TurnedTogether(Incident, frozen=True, tag="turned-together"):
    """More cards than the one that was due were turned at once."""

    extra: int = 1
    cards: tuple[Card, ...] = ()
    reconstructable: bool | None = None


class BurnMissed(Incident, frozen=True, tag="burn-missed"):
    """No card was burnt before the community cards of this street."""

    reconstructable: bool | None = None
    card: Card | None = None


class DiscardForgotten(Incident, frozen=True, tag="discard-forgotten"):
    """A player still has the card that was to be discarded."""

    seat: int = 0
    card: Card | None = None


class DrawMisdelivered(Incident, frozen=True, tag="draw-misdelivered"):
    """Replacements went to the wrong seat."""

    seat: int = 0
    looked: bool | None = None


class FinalCardsShort(Incident, frozen=True, tag="final-cards-short"):
    """So many final cards were dealt before it was seen that the deck cannot serve everyone."""

    dealt: int = 0


class StubExhausted(Incident, frozen=True, tag="stub-exhausted"):
    """The shoe cannot serve the street that is due, because cards were lost on the way."""


class StakeOutOfBounds(Incident, frozen=True, tag="stake-out-of-bounds"):
    """A player sat down or topped up outside the limits on the sign."""

    seat: int = 0


class PotContested(Incident, frozen=True, tag="pot-contested"):
    """A player claims a pot that was awarded."""

    seat: int = 0
    next_round_begun: bool | None = None
    table_closed: bool | None = None  # it was the last hand of a closing table, and the table has closed
    pot: int = 1  # the main pot; side pots count on from 2
    part: PotPart | None = None
    rightful: tuple[int, ...] = ()  # to whom it belongs, if not to the claimant alone


class Uncovered(Incident, frozen=True, tag="uncovered"):
    """An error that no clause covers."""

    what: str = ""
    agreed: tuple[int, ...] = ()


AnyIncident = (
    ExposedInCut | NotShuffled | DealtOutOfOrder | WrongStart | PlayerMissed | PlayerDealtIn | WrongCardCount
    | ExposedInDeal | ExposedInDraw | FaceUpInShoe | DealtOffTable | ExposedByPlayer | ShownToAnother | ToldToAct
    | ActedOutOfTurn | ShortCall | DeckFault | HandMucked | PlayerAbsent | ExposedEarly | SeventhExposed | TooManyInFlop
    | TurnedTogether | BurnMissed | DiscardForgotten | DrawMisdelivered | FinalCardsShort | StubExhausted
    | StakeOutOfBounds | PotContested | Uncovered
)  # fmt: skip

KINDS: dict[str, type[Incident]] = {str(one.__struct_config__.tag): one for one in get_args(AnyIncident)}
