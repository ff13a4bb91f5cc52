"""Who may know which card when: said once more, from the stored events alone, to judge what was sent."""

from __future__ import annotations

import json
import re

from openfelt import pit
from openfelt.cards import UNKNOWN
from openfelt.pit import events as ev
from openfelt.room import events as r
from openfelt.room.house_events import HandVoided, ShuffleCommitted
from openfelt.service.record.pit_record import BESIDE, pit_event
from openfelt.service.record.stream import event_of
from openfelt.table import HandStarted
from openfelt.table import events as e
from openfelt.table import ruling_events as ru

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
EVERYONE = "everyone"


class Oracle:
    """Reads a table's stream and keeps, for each hand and each person, when they learned which card."""

    def __init__(self, store, stream):
        self.hands = []  # one dictionary for each hand: (person, card) -> number of the event that told
        self.tells = []  # every telling: number of the event, person, card
        self.hand_at = {}
        self.ids = {}
        self.dealt = []
        seats = {}
        players = {}
        for stored in store.read(stream, 0, 1_000_000):
            event, seq = event_of(stored.record), stored.version
            if isinstance(event, r.SeatTaken):
                seats[event.seat] = event.player
            elif isinstance(event, r.SeatLeft):
                seats.pop(event.seat, None)
            elif isinstance(event, r.SeatChanged):
                seats[event.to] = seats.pop(event.seat)
            if isinstance(event, HandStarted):
                players = {seat: seats[seat] for seat in event.seats}
                self.hands.append({})
                self.dealt.append(set())
                self.ids[event.hand_id] = len(self.hands) - 1
            self.hand_at[seq] = len(self.hands) - 1
            if self.hands:
                for person, cards in learned(event, players):
                    for card in cards:
                        if card != UNKNOWN:
                            self.hands[-1].setdefault((person, str(card)), seq)
                            self.tells.append((seq, person, str(card)))
                self.dealt[-1] |= {str(card) for card in cards_of(event)}

    def knows(self, hand, person, card, seq):
        """Whether a person may know a card of a hand by then."""
        if hand < 0:
            return False
        known = self.hands[hand]
        return min(known.get((person, card), 1 << 60), known.get((EVERYONE, card), 1 << 60)) <= seq

    def leaks(self, person, frame):
        """Every card in a frame that its reader may not know."""
        kind = frame.get("type")
        if kind not in {"snapshot", "update"}:
            return [(kind, card) for card in cards_in(frame)]
        found, seq = [], frame["seq"]
        state = frame["state"]
        hand = state["hand"]
        if hand is not None:
            at = self.ids[hand["hand_id"]]
            found += [("hand", card) for card in cards_in(hand) if not self.knows(at, person, card, seq)]
            found += [("words", one["words"]) for one in hand["seats"] if one["words"] and not one["shown"]]
        found += [("state", card) for card in cards_in({**state, "hand": None})]
        for line in frame["lines"]:
            at = self.hand_at[line["seq"]]
            found += [("line", card) for card in cards_in(line) if not self.knows(at, person, card, seq)]
        return found


def cards_in(value):
    """Every card named anywhere in a value, in any text of it."""
    return CARD.findall(json.dumps(value, ensure_ascii=False))


def cards_of(event):
    """Every card an event carries."""
    found = []
    for name in getattr(event, "__struct_fields__", ()):
        value = getattr(event, name)
        found += flatten(value)
    return [card for card in found if card != UNKNOWN]


def flatten(value):
    if type(value).__name__ == "Card":
        return [value]
    if isinstance(value, tuple):
        return [card for one in value for card in flatten(one)]
    return []


def learned(event, players):  # noqa: C901 - one case for each event
    """Who learns which cards from an event."""
    match event:
        case e.StreetDealt():
            yield EVERYONE, event.board
            for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
                yield EVERYONE, up
                yield players[seat], down
        case e.SharedDealt():
            yield EVERYONE, (event.card,)
        case e.DrawDealt() | e.Discarded():
            yield players[event.seat], event.cards
        case e.Shown():
            yield EVERYONE, event.cards
        case e.HandsOpened():
            yield EVERYONE, tuple(card for held in event.cards for card in held)
        case ru.NextExposed():
            yield EVERYONE, (event.card,)
        case ru.CardsMoved(open=True):
            yield EVERYONE, event.cards
        case ru.CardsMoved():
            for seat in event.to:
                yield players[seat], event.cards
        case ru.CardsExposed() | ru.ShowOrdered():
            if not event.to:
                yield EVERYONE, event.cards
            for seat in (event.seat, *event.to):
                yield players[seat], event.cards


# House-banked tables: only these lay cards open to everyone; what any other event carries stays hidden.
OPEN_CARDS = (
    ev.BoardDealt, ev.BoardRebuilt, ev.CommunityTurned, ev.DealerTurned, ev.BonusSettled, ev.BoxSettled, ev.HandShown,
    ev.TurnedOver, ev.OwnShown, ev.CommunityExposed,
)  # fmt: skip


class PitOracle:
    """Reads a house-banked table's stream and keeps, for each deck and each person, when they learned which card."""

    def __init__(self, store, stream):
        self.decks = [{}]  # one dictionary for each deck: (person, card) -> number of the event that told
        self.deck_at = {0: 0}
        self.rounds = {}  # the first deck of each round
        self.tells = []
        state = pit.Round()
        for stored in store.read(stream, 0, 1_000_000):
            event, seq = pit_event(stored.record), stored.version
            if isinstance(event, ShuffleCommitted):
                self.decks.append({})
            elif not isinstance(event, (HandVoided, *BESIDE)):
                if isinstance(event, ev.RoundOpened):
                    self.rounds[event.number] = len(self.decks)
                for person, cards in self.learned(state, event):
                    for card in cards:
                        if card != UNKNOWN:
                            self.decks[-1].setdefault((person, str(card)), seq)
                            self.tells.append((seq, person, str(card)))
                pit.evolve(state, event)
            self.deck_at[seq] = len(self.decks) - 1

    @staticmethod
    def learned(state, event):
        """Who learns which cards from an event: nobody but the own player a hand, and not one played blind."""
        if isinstance(event, OPEN_CARDS):
            yield EVERYONE, cards_of(event)
        elif isinstance(event, ev.HandsTakenUp):
            for hand in event.hands:
                box = state.boxes[hand.box]
                if not box.blind:
                    yield box.player, hand.cards
        elif isinstance(event, ev.ViewReported):
            for box in event.boxes:
                yield event.player, state.boxes[box].cards
        elif isinstance(event, ev.SeatHandDeemed):
            yield event.player, state.boxes[event.box].cards

    def knows(self, deck, person, card, seq):
        """Whether a person may know a card of a deck by then."""
        known = self.decks[deck]
        return min(known.get((person, card), 1 << 60), known.get((EVERYONE, card), 1 << 60)) <= seq

    def leaks(self, person, frame):
        """Every card in a frame that its reader may not know."""
        if frame["type"] not in {"pit-snapshot", "pit-update"}:
            return cards_in(frame)
        seq = frame["seq"]
        now = self.deck_at[seq]
        found = [card for card in cards_in(frame["state"]) if not self.knows(now, person, card, seq)]
        for line in frame["lines"]:
            then = self.deck_at[line["seq"]]
            found += [card for card in cards_in(line) if not self.knows(then, person, card, seq)]
        return found
