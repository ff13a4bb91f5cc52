"""What an order to a promotion does: `decide` is the only place where that is said. It refuses, or changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from openfelt.promotions import conducting, drawing, paying
from openfelt.promotions import events as e
from openfelt.promotions import orders as o
from openfelt.promotions.facts import PromotionGiven
from openfelt.promotions.promotion import Promotion
from openfelt.rulebooks import joined


def decide(state: Promotion, order: o.PromotionOrder, given: PromotionGiven) -> tuple[e.PromotionEvent, ...]:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    made = _ANSWERS[type(order)](state, order, given)
    return tuple(replace(event, cites=joined(event.cites)) for event in made)  # each clause once


_ANSWERS: Final[dict[type, Callable[[Promotion, Any, PromotionGiven], tuple[e.PromotionEvent, ...]]]] = {
    o.Draft: conducting.draft,
    o.Amend: conducting.amend,
    o.NotifyAuthority: conducting.notify,
    o.PublishNotice: conducting.publish_notice,
    o.Start: conducting.start,
    o.Enter: drawing.enter,
    o.CountEntries: drawing.count,
    o.CloseEntries: drawing.close_entries,
    o.NominateScrutineer: drawing.nominate,
    o.AttendDraw: drawing.attend,
    o.NotePresent: drawing.note_present,
    o.Draw: drawing.draw,
    o.Postpone: conducting.postpone,
    o.Validate: conducting.validate,
    o.Cancel: conducting.cancel,
    o.TellWinner: paying.tell_winner,
    o.ClaimPrize: paying.claim_prize,
    o.TakeClaim: paying.take_claim,
    o.ApproveClaim: paying.approve,
    o.DenyClaim: paying.deny,
    o.TellClaimant: paying.tell_claimant,
    o.Dispute: paying.dispute,
    o.TakeDispute: paying.take_dispute,
    o.DecideDispute: paying.decide_dispute,
    o.TakeCash: paying.take_cash,
    o.ChoosePayment: paying.choose,
    o.NoteChoice: paying.note_choice,
    o.PayPrize: paying.pay,
    o.CorrectPayment: paying.correct,
    o.Close: conducting.close,
}
