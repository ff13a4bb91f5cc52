"""What each viewer is told of a house-banked table: states, offers and log lines built for that viewer alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt import pit
from openfelt.pit.commands import Wager
from openfelt.pit.log import log_line
from openfelt.pit.round import BETTING, DECISION
from openfelt.pit.settlement import Spot
from openfelt.pit.wagers import limits_of
from openfelt.service.calls import line_words
from openfelt.service.lines import line, marked
from openfelt.service.protocol import (
    ClockView,
    Line,
    LobbyTable,
    PitOffer,
    PitRound,
    PitSnapshot,
    PitState,
    PitUpdate,
    write_frame,
)
from openfelt.service.stream import FloorAnswered, FloorCalled, HandVoided, ShuffleCommitted

if TYPE_CHECKING:
    from openfelt.service.pit_host import PitHost

TITLES: Final = {"act-holdem": "Canberra Casino Hold-em", "nz-big-raise": "Big Raise Stud"}

# An event with its number, and whose each box was when it happened.
PitLogged = tuple[int, Any, dict[int, str]]


def pit_snapshot(host: PitHost, player: str) -> bytes:
    """The table as it stands for this player."""
    lines = tuple(pit_line_of(host, one, player) for one in list(host.log)[-60:])
    return write_frame(PitSnapshot(table=host.name, seq=host.version, state=pit_state(host, player), lines=lines))


def pit_update(host: PitHost, after: int, logged: Sequence[PitLogged], player: str) -> bytes:
    """What happened since `after`, for this player."""
    lines = tuple(pit_line_of(host, one, player) for one in logged)
    state = pit_state(host, player)
    return write_frame(PitUpdate(table=host.name, after=after, seq=host.version, state=state, lines=lines))


def pit_line_of(host: PitHost, logged: PitLogged, player: str) -> Line:
    """One line of the log as this player may see it: a box's cards to whoever played it then."""
    seq, event, players = logged
    if isinstance(event, ShuffleCommitted):
        text = f"the deck of this round is fixed: {event.root[:16]}…"
    elif isinstance(event, HandVoided):
        text = f"round {event.number} is void: its record could not be verified; all wagers go back"
    elif isinstance(event, FloorCalled | FloorAnswered):
        text = line_words(event, host.hall.name_of)
    else:
        text = log_line(pit.seen_by(event, pit.Viewer("player", player), players), host.hall.name_of, marked)
    return line(seq, text, event)


def pit_state(host: PitHost, player: str) -> PitState:
    """All that this player may see."""
    round_ = host.round
    seated = player in round_.seats
    viewer = pit.Viewer("player", player) if seated else pit.Viewer("rail")
    offers = tuple(
        PitOffer(
            order=msgspec.json.decode(pit.encode(offer.command)),
            cites=offer.cites,
            amounts=(offer.amounts.low, offer.amounts.high, offer.amounts.step) if offer.amounts is not None else None,
            vary=offer.vary if offer.amounts is not None else (),
            usual=usual_amounts(round_, offer),
        )
        for offer in (pit.offers_for(round_, viewer) if seated else ())
        if offer.by == player
    )
    return PitState(
        table=host.name,
        rulebook=host.rulebook,
        title=TITLES[host.rulebook],
        boxes=round_.sign.places,
        round=pit_round(pit.view(round_, viewer)),
        offers=offers,
        names={one: host.hall.name_of(one) for one in round_.seats},
        you=player if seated else "",
        chips=round_.purses.get(player, 0),
        clock=pit_clock(host),
        commitment=host.commitment.root if host.commitment is not None else "",
        called=seated and host.calls.is_waiting(player),
        may_deal=host.may_ask_deal(player),
        asked_deal=tuple(sorted(host.asked_deal)) if round_.phase == BETTING else (),
    )


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
    if not host.is_running or host.round.phase not in (BETTING, DECISION):
        return None
    box = host.round.to_act
    grace = int(host.grace_of(box) * 1000) if box else 0
    return ClockView(seat=box, left_ms=host.left_ms(), whole_ms=int(host.whole_s * 1000), grace_ms=grace)


def pit_lobby(host: PitHost) -> LobbyTable:
    """The table as the lobby lists it."""
    return LobbyTable(
        table=host.name,
        rulebook=host.rulebook,
        game=host.rulebook,
        title=TITLES[host.rulebook],
        limit="against the house",
        deck="52 cards, 2-A",
        blinds="",
        seats=host.round.sign.places,
        taken=len(host.round.seats),
        bots=0,
        pot_average=0,
        kind="pit",
        live=False,
        calls=len(host.calls.open),
    )


def pit_round(seen: pit.RoundView | None) -> PitRound | None:
    """The round for the page; the sign is shown beside it."""
    if seen is None:
        return None
    return PitRound(
        number=seen.number,
        phase=seen.phase,
        to_act=seen.to_act,
        boxes=seen.boxes,
        dealer=seen.dealer,
        community=seen.community,
        purses=seen.purses,
        outcome=seen.outcome,
    )
