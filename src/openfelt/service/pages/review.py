"""The review of a finished hand: what each own decision was worth, told when it can help nobody in play.

Odds are worked out by the lab's own command, in its turn and within its limits. Refused to whoever holds cards at any
table, and of a tournament while what helps is not told there.
"""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any, Final

import msgspec

from openfelt.cards import show
from openfelt.errors import RuleViolation
from openfelt.games import Sign, find_game
from openfelt.phrases import Name, phrase
from openfelt.room.rules import ROOM
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages import archive
from openfelt.service.pages.lab import worked_out
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.people.keepsakes import OWN_PAST
from openfelt.service.wire import past_protocol as v
from openfelt.service.wire.protocol import write_frame
from openfelt.table import Viewer
from openfelt.table.hand import OUT
from openfelt.tournaments.worth import require_nobody_helped

REVIEW: Final = rulebook(HOUSE_RULEBOOK).cite("32.4")
WHOLE: Final = 1000
SEED: Final = 1


async def review(asked: Asked[None, None]) -> bytes:
    """The reader's decisions in one of their own hands, each with what it was worth."""
    hall, player = asked.hall, asked.account.id
    require_no_cards(hall, player)
    host, hand = archive.find(hall, asked.path["table"], asked.path["number"], asked.account)
    viewer = archive.seat_of(hand, player)
    if viewer.role != "seat":
        raise NotAllowed("only hands that you have played are looked at again", code="no-hand", cites=OWN_PAST)
    if host.table.event is not None:
        require_told(hall, host.table.event.event, player)
    rows = await hall.press.beside(lambda: [one.event for one in archive.hand_rows(hall, host, hand)])
    made, sign = await hall.press.beside(lambda: questions(rows, viewer)), rows[0].sign
    names = {seat: hall.name_of(one) for seat, one in hand.players.items()}
    found, cites = [], ()
    for one in made:
        require_no_cards(hall, player)  # a hand may have begun meanwhile
        odds = await odds_of(asked, sign, one) if not one.why else None
        cites = cites or tuple(odds["cites"] if odds else ())
        found.append(judged(one, odds, names, viewer.seat))
    event = host.table.event.event if host.table.event is not None else ""
    title = find_game(sign.rulebook, sign.game).name
    return write_frame(
        v.HandReview(
            table=host.name, number=asked.path["number"], title=title, event=event, decisions=tuple(found), cites=cites
        )
    )


def questions(events: list[Any], viewer: Viewer) -> tuple[Any, ...]:
    """The decisions of the seat."""
    from openfelt.lab.review import decisions  # noqa: PLC0415 - the room starts without arrays

    return decisions(events, viewer.seat)


def require_no_cards(hall: Hall, player: str) -> None:
    """Refuse somebody who holds cards at any table: odds and strategy are not told during play."""
    for host in hall.hosts.values():
        hand = host.hand
        if hand is None or hand.is_over or not host.table.in_hand:
            continue
        place = host.table.place_of(player)
        at = hand.index.get(place.seat) if place is not None else None
        if at is not None and hand.status[at] != OUT:
            tables = ROOM.of(host.rulebook).tables if host.rulebook in ROOM.books() else None
            cites = (tables.devices if tables is not None else ()) or REVIEW
            text = phrase("you hold cards at {name}: no hand is looked at again meanwhile", name=Name(host.name))
            raise RuleViolation("holds-cards", cites, text, legal=("once that hand is over, or you have folded",))


def require_told(hall: Hall, event: str, player: str) -> None:
    """Of a tournament hands are looked at again when what helps may be told there."""
    host = hall.event(event)
    quiet = not any(one.table.in_hand for one in hall.event_tables(event).values())
    require_nobody_helped(host.state, player, is_quiet=quiet)


async def odds_of(asked: Asked[None, None], sign: Sign, one: Any) -> dict[str, Any]:  # noqa: ANN401 - a decision
    """What the lab's command says of one decision."""
    options = {"game": sign.game, "deck": sign.deck, "rulebook": sign.rulebook, "board": show(one.board, "")}
    said = [f"--{name}={value}" for name, value in options.items() if value]
    if sign.joker:
        said.append("--joker")
    if one.samples:
        said += [f"--samples={one.samples}", f"--seed={SEED}"]
    answer = await worked_out(asked, "equity", "--json", *said, "--", *one.hands)
    await asyncio.sleep(0)
    return dict(msgspec.json.decode(answer))


def judged(one: Any, odds: dict[str, Any] | None, names: dict[int, str], seat: int) -> v.ReviewedDecision:  # noqa: ANN401
    """A decision with its worth: a call compared with a fold, as if nobody bet again."""
    told = {
        "street": one.street, "act": one.act, "pot": one.pot, "price": one.price, "paid": one.paid,
        "hands": one.hands, "names": tuple(names.get(each, "") for each in (seat, *one.seats)),
        "board": show(one.board, ""), "cites": tuple(one.cites), "why": one.why,
    }  # fmt: skip
    if odds is None:
        return v.ReviewedDecision(**told)
    mine = odds["players"][0]
    share = Fraction(mine["share"]["numerator"], mine["share"]["denominator"])
    low, high = (round(WHOLE * bound) for bound in mine["interval"] or (share, share))
    worth = round(share * (one.pot + one.price)) - one.price
    return v.ReviewedDecision(
        **told,
        exact=odds["method"] == "exact",
        deals=odds["deals"],
        share=round(WHOLE * share),
        low=low,
        high=high,
        needed=round(WHOLE * Fraction(one.price, one.pot + one.price)) if one.price else None,
        worth=worth,
        cost=cost_of(one.act, worth, one.price),
    )


def cost_of(act: str, worth: int, price: int) -> int | None:
    """What a fold or a call gave away; nothing is said of a bet, which others answer."""
    if act == "Folded":
        return max(0, worth)
    if act == "Called" and price:
        return max(0, -worth)
    return None
