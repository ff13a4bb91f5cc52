"""What happens in a promotion, in words: for its page, and for the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openfelt.money import money
from openfelt.promotions import events as e

Name = Callable[[str], str]


def promotion_words(event: Any, name_of: Name) -> str:  # noqa: ANN401, C901, PLR0912 - one case for each event
    """An event in words for everybody; empty if it is nobody's business but the desk's."""
    match event:
        case e.TermsDrafted():
            return "the terms are written"
        case e.TermsAmended():
            by = f", approved by {event.approval}" if event.approval else ""
            return f"version {event.terms.version} of the terms{by}"
        case e.AuthorityNotified():
            return "the Authority has the terms"
        case e.NoticePublished():
            return f"a notice {event.channel}, reference {event.reference}"
        case e.PromotionStarted():
            return "the promotion has started"
        case e.EntriesClosed():
            many = f"{event.entries} entries are" if event.entries != 1 else "one entry is"
            return f"{many} closed; the root of draw {event.number} is {event.draw_root}"
        case e.ScrutineerNominated():
            return f"{name_of(event.account)} is to oversee the draw"
        case e.ScrutineerAttended():
            return f"{name_of(event.account)} is there to oversee the draw"
        case e.DrawMade():
            return "drawn: " + ", ".join(f"{name_of(one.player)} wins prize {one.award}" for one in event.won)
        case e.PromotionPostponed():
            return f"postponed: {event.reason}"
        case e.IntegrityValidated():
            return f"goes on: {event.reason}"
        case e.PromotionCancelled():
            return f"cancelled: {event.reason}"
        case e.PrizePaid():
            return f"prize {event.award} is paid"
        case e.PaymentCorrected():
            return f"the payment of prize {event.award} was taken back"
        case e.PromotionClosed():
            return "the promotion is closed"
    return ""


def desk_words(event: Any, name_of: Name) -> str:  # noqa: ANN401, C901 - one case for each event
    """An event in words for the desk."""
    match event:
        case e.EntryGiven():
            return f"{name_of(event.player)} has an entry"
        case e.EntriesCounted():
            return "counted by play: " + ", ".join(f"{name_of(player)} {count}" for player, count in event.given)
        case e.PresenceNoted():
            return "there are " + ", ".join(map(name_of, event.players))
        case e.WinnerTold():
            how = "reached" if event.reached else "tried"
            late = "" if event.in_time else ", too late"
            return f"the winner of prize {event.award} was {how} by {event.means}{late}"
        case e.PrizeClaimed():
            return f"{event.name if not event.player else name_of(event.player)} claims prize {event.award}"
        case e.ClaimApproved():
            return f"claim {event.claim} is approved"
        case e.ClaimDenied():
            return f"claim {event.claim} is refused: {event.reason}"
        case e.ClaimantTold():
            return f"the claimant of claim {event.claim} was told by {event.means}"
        case e.ClaimDisputed():
            return f"claim {event.claim} is disputed: {event.text}"
        case e.DisputeDecided():
            return (
                f"claim {event.claim} is decided {'for' if event.upheld else 'against'} the claimant: {event.decision}"
            )
        case e.CashTaken():
            return f"the winner of prize {event.award} takes {money(event.cents)}"
        case e.PaymentChosen():
            parts = ((event.cash_cents, "cash"), (event.cheque_cents, "cheque"), (event.transfer_cents, "transfer"))
            said = ", ".join(f"{money(cents)} by {how}" for cents, how in parts if cents)
            return f"the winner of prize {event.award} chooses {said}"
    return promotion_words(event, name_of)
