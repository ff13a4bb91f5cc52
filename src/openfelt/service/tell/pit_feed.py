"""What each viewer is told of a house-banked table: states, offers and log lines built for that viewer alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from openfelt import pit
from openfelt.phrases import Name, Text, phrase
from openfelt.pit.commands import Wager
from openfelt.pit.forms import order_title
from openfelt.pit.games import game_of
from openfelt.pit.layout import lines_met
from openfelt.pit.log import DIRECTED, log_line
from openfelt.pit.round import BETTING, DECISION, DONE, RACKING
from openfelt.pit.settlement import Spot
from openfelt.pit.views import board_view, box_view, is_alike, is_shown, may_look
from openfelt.pit.wagers import limits_of
from openfelt.room.house_events import (
    FloorAnswered,
    FloorCalled,
    HandInspected,
    HandVoided,
    RealCardsUsed,
    ShuffleCommitted,
    StaffOrdered,
    TableFrozen,
)
from openfelt.service.tell.calls import frozen_words, line_words
from openfelt.service.tell.pit_updates import RAIL_PART, OwnPart, PitChanges, PitTold
from openfelt.service.wire.lines import Line, line
from openfelt.service.wire.pit_protocol import PitNotice, PitOffer, PitRound, PitSnapshot, PitState, StandingView
from openfelt.service.wire.protocol import LobbyTable, write_frame
from openfelt.service.wire.subscribers import Crowd
from openfelt.service.wire.values import ClockView
from openfelt.service.writers.pit import PitLogged

if TYPE_CHECKING:
    from openfelt.service.writers.pit import PitHost


class Crowded(Protocol):
    """Everyone who watches, and what they know of house-banked tables."""

    subscribers: Crowd
    told_pits: dict[str, PitTold]


def pit_snapshot(host: PitHost, room: Crowded, player: str) -> bytes:
    """The table as this player sees it now."""
    known = room.told_pits.get(host.name)
    if known is not None:
        known.note_snapshot(pit_state(host, ""), player, own_part(host, player))
    lines = tuple(pit_line_of(host, one, player) for one in list(host.log)[-60:])
    return write_frame(PitSnapshot(table=host.name, seq=host.version, state=pit_state(host, player), lines=lines))


def publish_pit(host: PitHost, room: Crowded, after: int, count: int) -> None:
    """Send everyone who watches the events that follow `after`, and what they changed."""
    watching = room.subscribers.watching(host.name)
    if not watching:
        return
    logged = list(islice(reversed(host.log), count))[::-1]
    people = {one.player for one in watching}
    own = {player: own_part(host, player) for player in host.state.round.seats if player in people}
    now, before = PitTold(pit_state(host, ""), own), room.told_pits.get(host.name)
    head = {"type": "pit-update", "table": host.name, "after": after, "seq": host.version}
    changes = PitChanges(head, before, now, [write_frame(pit_line_of(host, one, "")) for one in logged])
    room.told_pits[host.name] = now
    own_to_some = {at: one for at, one in enumerate(logged) if not is_alike(one[1])}
    for one in watching:
        one.tell(host.name, changes.frame(one.player, own_lines(host, own_to_some, one.player)))


def own_lines(host: PitHost, own_to_some: Mapping[int, PitLogged], player: str) -> dict[int, bytes]:
    """The lines that differ for this player: of hands taken up, at boxes that were the player's."""
    return {
        at: write_frame(pit_line_of(host, one, player)) for at, one in own_to_some.items() if player in one[2].values()
    }


def pit_line_of(host: PitHost, logged: PitLogged, player: str) -> Line:
    """One line of the log for one player: a box's cards are shown to the player who had it at that time."""
    seq, event, players = logged
    return line(
        seq,
        words_of(event, pit.Viewer("player", player), players, host.hall.name_of, host.state.round.game.words),
        event,
    )


def words_of(
    event: Any,  # noqa: ANN401 - any event of the stream
    viewer: pit.Viewer,
    players: dict[int, str],
    name_of: Callable[[str], str],
    words: Mapping[str, str],
) -> Text:
    """What is said of an event of the stream, as a viewer may see it; `players` says whose each box was.

    `words` says what the game calls wagers and decisions.
    """
    match event:
        case ShuffleCommitted():
            return phrase("the deck of this round is fixed: {root}…", root=Name(event.root[:16]))
        case HandVoided():
            said = "round {number} is void: its record could not be verified; all wagers go back"
            return phrase(said, number=event.number)
        case FloorCalled() | FloorAnswered():
            return line_words(event, name_of)
        case TableFrozen():
            return frozen_words(event)
        case HandInspected():
            said = "an inspector opened round {number}: {reason}"
            return phrase(said, number=event.number, reason=Name(event.reason))
        case RealCardsUsed():
            return "a dealer deals real cards and enters them"
        case StaffOrdered():
            return staff_words(event)
    return log_line(pit.seen_by(event, viewer, players), name_of, words)


def staff_words(event: StaffOrdered) -> Text:
    """Who of the staff did what, and why.

    >>> str(staff_words(StaffOrdered("VoidRound", 3, "Kim", "supervisor", "the lights went out", ())))
    'Kim (supervisor): void the round: the lights went out'
    """
    return phrase(
        "{by} ({role}): {order}: {reason}" if event.reason else "{by} ({role}): {order}",
        by=Name(event.by),
        role=event.role,
        order=order_title(event.order).lower(),
        reason=Name(event.reason),
    )


def pit_state(host: PitHost, player: str) -> PitState:
    """All that this player may see."""
    round_, shuffle = host.state.round, host.commitment
    viewer = pit.Viewer("player", player) if player in round_.seats else pit.Viewer("rail")
    return PitState(
        table=host.name,
        rulebook=round_.rulebook,
        title=round_.game.title,
        boxes=round_.sign.places,
        round=pit_round(pit.view(round_, viewer)),
        names={one: host.hall.name_of(one) for one in round_.seats},
        clock=pit_clock(host),
        commitment=shuffle.root if shuffle is not None else "",
        asked_deal=tuple(sorted(host.work.asked_deal)) if round_.phase == BETTING else (),
        frozen=host.state.frozen,
        live=host.state.live,
        closed=round_.closed,
        directions=tuple(DIRECTED[one] for one in round_.directions if one in DIRECTED),
        notice=pit_notice(round_),
        standings=results_board(round_),
        **own_fields(host, player),
    )


def own_fields(host: PitHost, player: str) -> dict[str, Any]:
    """A player's own choices and chips; empty for a spectator."""
    round_ = host.state.round
    if player not in round_.seats:
        return RAIL_PART.fields
    return {
        "offers": tuple(pit_offer(round_, offer) for offer in pit.player_choices(round_, player)),
        "you": player,
        "chips": round_.purses.get(player, 0),
        "called": host.calls.is_waiting(player),
        "may_deal": host.may_ask_deal(player),
        "met": pay_lines(round_, player),
    }


def pay_lines(round_: pit.Round, player: str) -> dict[str, str]:
    """The lines of the pay tables that the player's own box meets, from what the player sees alone."""
    own = round_.boxes.get(round_.seats.get(player, 0))
    if own is None or own.player != player or not own.cards:
        return {}
    seen = box_view(round_, own, pit.Viewer("player", player), player)
    return lines_met(round_.sign, seen.cards, board_view(round_))


def pit_offer(round_: pit.Round, offer: pit.Offer) -> PitOffer:
    """A choice of a player as the page shows it."""
    return PitOffer(
        order=msgspec.json.decode(pit.encode(offer.command)),
        cites=offer.cites,
        amounts=(offer.amounts.low, offer.amounts.high, offer.amounts.step) if offer.amounts is not None else None,
        vary=offer.vary if offer.amounts is not None else (),
        usual=usual_amounts(round_, offer),
    )


def own_part(host: PitHost, player: str) -> OwnPart:
    """The part of the table that only this player sees."""
    round_ = host.state.round
    if player not in round_.seats:
        return RAIL_PART
    seated = {box: who for who, box in round_.seats.items()}
    mine = pit.Viewer("player", player)
    boxes = {
        box.no: box_view(round_, box, mine, seated.get(box.no, ""))
        for box in round_.boxes.values()
        if box.player == player and may_look(round_, box)
    }
    return OwnPart(own_fields(host, player), boxes)


def pit_notice(round_: pit.Round) -> PitNotice | None:
    """The announcement that has not taken effect yet."""
    told = round_.notice
    if told is None:
        return None
    return PitNotice(closing=told.closing, low=told.low, high=told.high, due_ms=told.due_ms)


def results_board(round_: pit.Round) -> tuple[StandingView, ...]:
    """The hands that stayed, best first, where the game has such a board and everyone sees the cards of all of them."""
    if round_.phase not in (RACKING, DONE):
        return ()
    if not all(is_shown(box) for box in round_.boxes.values() if box.is_staying):
        return ()
    return tuple(StandingView(box=one.box, hand=one.words, cites=one.above_next) for one in pit.standings(round_))


def usual_amounts(round_: pit.Round, offer: pit.Offer) -> tuple[int, int] | None:
    """The least and the most that the sign names for a wager, as far as they can be staked now."""
    order, amounts = offer.command, offer.amounts
    if not isinstance(order, Wager) or amounts is None or order.spot is Spot.BET:
        return None
    limits, laid = limits_of(round_, order.spot), round_.boxes[order.box].stakes.get(order.spot, 0)
    low, high = max(amounts.low, limits.low - laid), min(amounts.high, limits.high - laid)
    return (low, high) if low <= high else None


def pit_clock(host: PitHost) -> ClockView | None:
    """The time that runs: for the betting, or for a player's decision."""
    round_ = host.state.round
    is_betting = round_.phase == BETTING and round_.laid > 0  # before a wager only a notice is waited for
    if not host.work.is_running or not (is_betting or round_.phase == DECISION):
        return None
    box = round_.to_act
    grace = int(host.work.grace_of(box) * 1000) if box else 0
    return ClockView(seat=box, left_ms=host.work.left_ms(), whole_ms=int(host.work.time.whole_s * 1000), grace_ms=grace)


def pit_lobby(host: PitHost) -> LobbyTable:
    """The table as the lobby lists it."""
    return LobbyTable(
        table=host.name,
        rulebook=host.rulebook,
        game=host.rulebook,
        title=host.state.round.game.title,
        limit="against the house",
        deck="52 cards, 2-A",
        blinds=(),
        ante=0,
        seats=host.state.round.sign.places,
        taken=len(host.state.round.seats),
        bots=0,
        pot_average=0,
        kind="pit",
        family="banked",
        live=host.state.live,
        calls=len(host.calls.open),
        plain=host.state.round.game.title,
    )


def pit_round(seen: pit.RoundView | None) -> PitRound | None:
    """The round for the page; the sign is shown beside it."""
    if seen is None:
        return None
    game = game_of(seen.sign)
    return PitRound(
        number=seen.number,
        phase=seen.phase,
        to_act=seen.to_act,
        boxes=seen.boxes,
        dealer=seen.dealer,
        community=seen.community,
        purses=seen.purses,
        outcome=seen.outcome,
        house=game.house_cards,
        words=dict(game.words),
    )
