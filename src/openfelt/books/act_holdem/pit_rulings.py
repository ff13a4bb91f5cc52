"""What goes wrong at a Canberra Casino Hold-em table (13), and what the operator may do about it (12.3, 14, 15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.cards import UNKNOWN, Card, shown
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit import powers
from openfelt.pit.dealing import require_undealt
from openfelt.pit.game import KnownOrder
from openfelt.pit.offers import Offer
from openfelt.pit.round import BONUS, DEALING, DECISION, FLOP, RIVER, SETTLING, TAKE_UP, TURN, Round
from openfelt.pit.rules import require_phase
from openfelt.pit.rulings import expose_dealer, racked, require_in_play, void_round
from openfelt.rulebooks import Cites, rulebook

ACT = rulebook("act-holdem")

# Citations, checked when this module is imported.
ACT_13_3 = ACT.cite("13.3")
ACT_13_3_15_3 = ACT.cite("13.3", "15.3")
ACT_13_3_6_3 = ACT.cite("13.3", "6.3")
ACT_15_3 = ACT.cite("15.3")

HIDDEN_DEALER = (DEALING, FLOP, TAKE_UP, DECISION, BONUS, RIVER, TURN)
HELD = (FLOP, TAKE_UP, DECISION, BONUS, RIVER, TURN, SETTLING)
BOARD_LIES = (TAKE_UP, DECISION, BONUS, RIVER, TURN, SETTLING)


def decide_sequence(round_: Round, _: c.ReportSequence) -> tuple[e.Event, ...]:
    """Hole cards dealt in another order than 6.3's void the round."""
    cites = ACT_13_3_6_3
    require_in_play(round_, cites, "a fault in the deal")
    return void_round(round_, "the hole cards were not dealt in their order", cites)


def offer_sequence(round_: Round) -> Iterator[Offer]:
    """The deal may be found out of order."""
    if round_.in_play:
        yield Offer(by="dealer", command=c.ReportSequence(), cites=ACT_13_3)


def decide_board(round_: Round, order: c.ReportBoard) -> tuple[e.Event, ...]:
    """A fault on flop or river: put right if the order is known and nobody has acted on it, else void under 15.3."""
    cites = ACT_13_3_15_3
    require_phase(round_, BOARD_LIES, cites, "a fault on the board")
    acted = any(box.decision for box in round_.boxes.values())
    river_only = len(round_.board) == 5 and order.cards[:3] == tuple(round_.board[:3])
    repairable = round_.phase in ((TURN,) if river_only else (TAKE_UP, DECISION)) and (river_only or not acted)
    if not order.cards or not repairable or round_.reads("board_fault", "void"):
        return void_round(round_, "the communal cards cannot be put right", ACT_15_3)
    require_board(round_, order.cards, cites)
    return (e.BoardRebuilt(order.cards, cites=cites),)


def require_board(round_: Round, cards: tuple[Card, ...], cites: Cites) -> None:
    """The right communal cards are as many as lie there and in nobody's hand."""
    if len(cards) != len(round_.board) or UNKNOWN in cards:
        raise RuleViolation(
            "card-count",
            cites,
            phrase("{cards}: {board} communal cards are to be named", cards=shown(cards), board=len(round_.board)),
        )
    require_undealt((card for card in round_.dealt() if card not in round_.board), cards, cites)


def offer_board(round_: Round) -> Iterator[Offer]:
    """The communal cards may be found wrong."""
    if round_.phase in BOARD_LIES:
        yield Offer(by="dealer", command=c.ReportBoard(()), free=("cards",), cites=ACT_13_3_15_3)


RULINGS: Final = (
    expose_dealer(ACT.cite("13.2"), HIDDEN_DEALER),  # before 6.7 turns them
    KnownOrder(c.ReportSequence, decide_sequence, offer_sequence),
    KnownOrder(c.ReportBoard, decide_board, offer_board),
    racked(ACT.cite("13.4"), HELD),
    powers.disputes(ACT.cite("15.4")),
    powers.giving_rules(ACT.cite("15.9")),
    powers.exclusions(
        {
            "collusion": ACT.cite("15.2", "15.2(b)", "12.2"),
            "influence": ACT.cite("15.2", "15.2(b)", "15.7"),
            "side-bet": ACT.cite("15.2", "15.2(b)", "15.8"),
            "other": ACT.cite("15.2", "15.2(b)"),
        }
    ),
    powers.letting_back(ACT.cite("15.2", "15.2(b)")),
    powers.invalidating(ACT.cite("15.1")),
    powers.void_rounds(ACT_15_3),
    powers.sanctions(
        {
            "unprotected-cards": ACT.cite("12.3", "12.1"),
            "exchanged-cards": ACT.cite("12.3", "12.2", "12.2(a)"),
            "passed-information": ACT.cite("12.3", "12.2", "12.2(b)"),
        },
        back=ACT.cite("15.2(a)"),
    ),
    powers.void_wagers(ACT.cite("15.2", "15.2(a)"), offered=ACT.cite("15.2(a)")),
    powers.marking(ACT.cite("3.2")),
    powers.vacating(ACT.cite("15.6")),
    powers.changing_limits(ACT.cite("3.1"), steps=ACT.cite("3.3")),
    powers.closing(ACT.cite("14.2", "14.1"), offered=ACT.cite("14.2")),
    powers.announcing_limits(ACT.cite("3.1"), steps=ACT.cite("3.3")),
    powers.announcing_closing(ACT.cite("14.2", "14.1")),
    powers.putting_into_effect(ACT.cite("3.1"), closing=ACT.cite("14.2", "14.1")),
)
