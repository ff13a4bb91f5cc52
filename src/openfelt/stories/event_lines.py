"""Lines of a room story about tables of an event: who sits there with which chips, levels, holding, absentees.

    nsw-poker texas-holdem no-limit  tournament  blinds 100/200  places 9
    opens as table 1 of spring with nobody-skips-a-blind, rests-on-an-empty-place
    entrants 1 ann 10000, 2 bob 10000, 3 cat 10000
    hand opens: button 3, blinds 1 100 + 2 200, due 1 2
    hand closes: bob -10000, ann +10000; bob is removed: eliminated

`table two opens as table 2 of spring` opens another one; `hand is dealt` plays with cards, in the order of the box.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import NotationError
from openfelt.games.policy import policy
from openfelt.games.signline import read_sign
from openfelt.room import entrant_events as en
from openfelt.room import event_orders as v
from openfelt.room import orders as o
from openfelt.stories.lines import Failed, Source, require
from openfelt.stories.room_stage import RoomStage
from openfelt.table import Bet, BuyTime, Call, Check, Fold, RaiseTo, TimeOut
from openfelt.table import ruling_events as ru

OPENING: Final = re.compile(r" as table (\d+) of ([\w-]+)(?: with ([\w-]+(?:, [\w-]+)*))?( without moves)?")
WHY: Final = {"a re-buy": "re-buy", "an add-on": "add-on", "a bonus": "bonus"}
ACTS: Final[dict[str, type[Fold | Check | Call | BuyTime]]] = {
    "folds": Fold, "checks": Check, "calls": Call, "takes more time": BuyTime,
}  # fmt: skip


def open_event(stage: RoomStage, words: str, name: str = "t") -> None:
    """Open a table of an event: " as table 1 of spring with newcomer-waits without moves"."""
    found = OPENING.fullmatch(words)
    if not found:
        forms = ("opens as table 1 of spring", "opens as table 1 of spring with newcomer-waits without moves")
        raise NotationError(f"a table does not open {words.strip()!r}", legal=forms)
    if name in stage.evening.tables:
        raise NotationError("the table is open already", legal=("opens, once, before any other act",))
    chosen: tuple[Any, ...] = tuple(found[3].split(", ")) if found[3] else ()
    policy(stage.sign.rulebook)  # a book that does not exist is refused in words
    stage.source = Source("OpenTable", ("event",))
    terms = en.EventTerms(found[2], int(found[1]), chosen, moves=not found[4])
    opened = stage.evening.open(name, stage.sign, event=terms)
    stage.openings[name] = stage.source
    stage.note(opened)


def another(stage: RoomStage, name: str, words: str) -> None:
    """Another table of the same sign."""
    open_event(stage, words, name)


def entrants(stage: RoomStage, words: str) -> None:
    """Several are seated: "entrants 1 ann 10000, 2 bob 10000"."""
    for one in words.split(", "):
        found = re.fullmatch(r"(\d+) (\w+) (\d+)", one.strip())
        if not found:
            legal = ("entrants 1 ann 10000, 2 bob 10000",)
            raise NotationError(f"{one!r} is no entrant with seat and chips", legal=legal)
        seat_entrant(stage, found[2], found[1], found[3], "")


def seat_entrant(stage: RoomStage, player: str, seat: str, chips: str, late: str) -> None:
    """The event seats somebody."""
    stage.give(v.SeatEntrant(int(seat), player, int(chips), f"seat {player}", late=bool(late)))


def seat_with_cards(stage: RoomStage, player: str, seat: str, chips: str, cards: str) -> None:
    """The event seats somebody with cards for more time."""
    stage.give(v.SeatEntrant(int(seat), player, int(chips), f"seat {player}", time_cards=int(cards)))


def cards_left(stage: RoomStage, player: str, cards: str) -> None:
    """How many cards for more time somebody has."""
    place = stage.table.place_of(player)
    found = place.time_cards if place is not None else None
    require(found == int(cards), f"{player} has {found} time cards")


def give(stage: RoomStage, player: str, chips: str, why: str) -> None:
    """The event gives somebody more chips."""
    stage.give(v.GiveChips(player, int(chips), WHY[why], f"give {player}"))  # type: ignore[arg-type]


def send(stage: RoomStage, player: str, seat: str, to: str) -> None:
    """The event moves a player to a seat of another table."""
    stage.opened_table(to)
    stage.source = Source("SendPlayer")
    stage.note(stage.evening.move(player, stage.table.name, to, int(seat), by="house"))


def level(stage: RoomStage, number: str, words: str) -> None:
    """The next level: the words of a sign after its book, game and limit."""
    stage.give(v.SetLevel(read_sign(words), int(number)))


def deal(stage: RoomStage) -> None:
    """Open the next round of play and deal it, in the order in which the cards come from the box."""
    shuffle = f"{stage.here}/{stage.table.number + 1}"
    stage.give(o.FixDeck(shuffle))
    opened = stage.last
    stage.give(o.DealHand(shuffle))
    stage.last = (*opened, *stage.last)


def fix(stage: RoomStage) -> None:
    """Open the next round of play and fix its deck; nothing is dealt yet."""
    stage.give(o.FixDeck(f"{stage.here}/{stage.table.number + 1}"))


def deal_on(stage: RoomStage) -> None:
    """Deal the round of play that was opened."""
    stage.give(o.DealHand(f"{stage.here}/{stage.table.number}"))


def act(stage: RoomStage, player: str, what: str) -> None:
    """A player acts in the round of play that was dealt."""
    hand, place = stage.evening.tables[stage.here].hand, stage.table.place_of(player)
    if hand is None or place is None:
        raise Failed(f"{player} is in no round of play that was dealt")
    stage.give(o.InHand(hand.hand_id, hand.turns, ACTS[what](place.seat), player))


def time_out(stage: RoomStage, player: str) -> None:
    """The time of a player is over in the round of play that was dealt."""
    hand, place = stage.evening.tables[stage.here].hand, stage.table.place_of(player)
    if hand is None or place is None:
        raise Failed(f"{player} is in no round of play that was dealt")
    stage.give(o.InHand(hand.hand_id, hand.turns, TimeOut(place.seat)))


def wager(stage: RoomStage, player: str, what: str, to: str) -> None:
    """A player wagers in the round of play that was dealt."""
    hand, place = stage.evening.tables[stage.here].hand, stage.table.place_of(player)
    if hand is None or place is None:
        raise Failed(f"{player} is in no round of play that was dealt")
    made = Bet(place.seat, int(to)) if what == "bets" else RaiseTo(place.seat, int(to))
    stage.give(o.InHand(hand.hand_id, hand.turns, made, player))


def folded(stage: RoomStage, names: str) -> None:
    """Whose hands the house folded in the line before, because they are not there: "ann bob", or "nobody"."""
    found = [stage.evening.tables[stage.here].player_in(one.seat) for one in stage.last if isinstance(one, ru.HandDead)]
    require(found == ([] if names == "nobody" else names.split()), f"folded for {' '.join(found) or 'nobody'}")


def to_act(stage: RoomStage, who: str) -> None:
    """Whose turn it is in the round of play that was dealt; "nobody" once it is over."""
    state = stage.evening.tables[stage.here]
    seat = state.hand.seat_to_act if state.hand is not None and state.is_dealt else None
    found = state.player_in(seat) if seat is not None else "nobody"
    require(found == who, f"{found} is to act")


def issued(stage: RoomStage, event: str, chips: str) -> None:
    """How many chips of an event are in play, by its own account."""
    found = -stage.evening.balance(accounts.chips_issued(event))
    require(found == int(chips), f"{found} chips of {event} are in play")


EVENT_LINES: Final[list[tuple[str, Callable[..., None]]]] = [
    (r"table (\w+) opens( as .+)", another),
    (r"entrants (.+)", entrants),
    (r"(\w+) is seated (\d+) with (\d+)( late)?", seat_entrant),
    (r"(\w+) is seated (\d+) with (\d+) and (\d+) time cards?", seat_with_cards),
    (r"(\w+) has (\d+) time cards?", cards_left),
    (r"(\w+) is kept out by (\w+)", lambda t, who, act: t.give(v.KeepOut(who, act))),
    (r"(\w+) is let in by (\w+)", lambda t, who, act: t.give(v.LetIn(who, act))),
    (r"(\w+) is given (\d+) for (a re-buy|an add-on|a bonus)", give),
    (r"(\w+) is removed: (eliminated|disqualified|session-over)",
     lambda t, who, why: t.give(v.RemoveEntrant(who, why, f"remove {who}"))),
    (r"(\w+) has the seat of (\w+)", lambda t, who, player: t.give(v.SeatSubstitute(player, who, f"substitute {who}"))),
    (r"(\w+) is sent to (\d+) of table (\w+)", send),
    (r"level (\d+): (.+)", level),
    (r"play is held after (-?\d+): ([\w-]+)", lambda t, after, why: t.give(v.HoldPlay(int(after), why))),
    (r"play goes on", lambda t: t.give(v.LetPlay())),
    (r"(\w+) is penalised for (-?\d+) hands?",
     lambda t, who, times: t.give(v.Penalise(who, int(times), "as the story says"))),
    (r"hand is dealt", deal),
    (r"the deck is fixed", fix),
    (r"the cards are dealt", deal_on),
    (r"(\w+) (folds|checks|calls|takes more time)", act),
    (r"(\w+) runs out of time", time_out),
    (r"(\w+) (bets|raises to) (\d+)", wager),
    (r"folded for (.+)", folded),
    (r"it is (\w+) to act", to_act),
    (r"chips of ([\w-]+) in play (\d+)", issued),
]  # fmt: skip
EVENT_CLAIMS: Final = ("folded for", "it is", "chips of")
EVENT_FORMS: Final = (
    "opens as table 1 of spring with newcomer-waits", "table two opens as table 2 of spring",
    "entrants 1 ann 10000, 2 bob 10000", "ann is seated 3 with 10000 late", "ann is given 10000 for a re-buy",
    "ann is removed: eliminated", "dan has the seat of ann", "ann is sent to 4 of table two",
    "level 2: house texas-holdem no-limit tournament blinds 200/400", "play is held after 3: hand-for-hand",
    "play goes on", "ann is penalised for 2 hands", "hand is dealt", "the deck is fixed", "the cards are dealt",
    "ann is seated 3 with 10000 and 2 time cards", "ann has 1 time card", "ann is kept out by p1",
    "ann is let in by p1", "ann folds", "ann takes more time", "ann runs out of time", "ann bets 200",
    "folded for ann bob", "it is ann to act", "chips of spring in play 30000",
)  # fmt: skip
