"""A promotion's stream: its events, what an order to it does, and that its own count and the ledger agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import InvariantBroken, NotationError
from openfelt.journal import Reader, Sealed
from openfelt.phrases import Name, phrase
from openfelt.promotions import deciding
from openfelt.promotions.events import PromotionEvent, postings
from openfelt.promotions.facts import PromotionGiven
from openfelt.promotions.orders import Draw, PromotionOrder
from openfelt.promotions.promotion import Promotion, evolve
from openfelt.service.deck.draws import draw_from
from openfelt.service.deck.entries import entries_root
from openfelt.service.record.kept import KeptEvents, Made, StreamDecided, sealed_as
from openfelt.service.record.origin import Origin

PROMOTION_EVENTS: Final = KeptEvents("promotion.", PromotionEvent, evolve, of="a promotion")


# -- deciding ----------------------------------------------------------------------------------------------------------


def given_by(
    source: Origin, journal: Reader, stream: str, barred: Sequence[str], prescribed: tuple[str, ...]
) -> PromotionGiven:
    """What a decision about a promotion is given. Its draws are sealed under the name of its stream."""

    def commit(number: str, tickets: Sequence[str]) -> tuple[str, str]:
        name = sealed_as(stream, number)
        root = source.commit(name, len(tickets))
        sealed = next(one for one in source.sealed if one.shuffle == name)
        return entries_root(sealed, tickets).hex(), root

    def draw(number: str, count: int) -> tuple[int, ...]:
        found = draw_from(sealed_draw(journal, stream, number))
        if len(found) != count:
            raise InvariantBroken(f"draw {number} of {stream} was sealed for {len(found)} entries, not {count}")
        return found

    return PromotionGiven(source.at_ms, source.balance, frozenset(barred), prescribed, commit, draw, source.standing)


def sealed_draw(journal: Reader, stream: str, number: str) -> Sealed:
    """The sealed draw of a promotion; refused if there is none."""
    found = journal.sealed(sealed_as(stream, number))
    if found is None:
        raise NotationError(phrase("draw {number} of {stream} has no sealed seed", number=number, stream=Name(stream)))
    return found


def persons(state: Promotion, order: Any) -> set[str]:  # noqa: ANN401 - any order to a promotion
    """Whom an order names to take part; a draw is among all who have entries."""
    if isinstance(order, Draw):
        return set(state.entries)
    if hasattr(order, "counted"):
        return {one.player for one in order.counted}
    return {order.player} if getattr(order, "player", "") else set()


def decide(state: Promotion, order: PromotionOrder, given: PromotionGiven) -> StreamDecided[Promotion]:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = deciding.decide(state, order, given)
    lines = tuple(line for event in events for line in postings(event))
    return StreamDecided(PROMOTION_EVENTS.after(state, events), events, lines)


def require_moved(before: Promotion, made: Made) -> None:
    """Refuse ledger lines that are not the difference of what the promotion's own account holds before and after."""
    mine = accounts.promotion(made.after.name)
    moved = sum(line.amount for line in made.postings if line.account == mine)
    if moved != made.after.money - before.money:
        raise InvariantBroken(f"account {mine} would not hold what the promotion says")


def ledger_fault(journal: Reader, state: Promotion) -> str:
    """Where the promotion's own count of its money and the ledger differ; empty if nowhere."""
    if not state.name:
        return ""
    found = journal.balance(accounts.promotion(state.name))
    if found != state.money:
        return (
            f"account {accounts.promotion(state.name)} holds {found} in the ledger and {state.money} by the promotion"
        )
    return ""
