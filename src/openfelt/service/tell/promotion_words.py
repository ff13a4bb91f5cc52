"""What happens in a promotion, in words: for its page, and for the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.phrases import Count, Money, Name, Text, names, phrase
from openfelt.promotions import events as e

Who = Callable[[str], str]
DECIDED: Final = {
    True: "claim {claim} is decided for the claimant: {decision}",
    False: "claim {claim} is decided against the claimant: {decision}",
}


def promotion_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901, PLR0912 - one case for each event
    """An event in words for everybody; empty if it concerns the desk alone."""
    match event:
        case e.TermsDrafted():
            return "the terms are written"
        case e.TermsAmended():
            said = "version {version} of the terms" + (", approved by {approval}" if event.approval else "")
            return phrase(said, version=event.terms.version, approval=Name(event.approval))
        case e.AuthorityNotified():
            return "the Authority has the terms"
        case e.NoticePublished():
            said = "a notice {channel}, reference {reference}"
            return phrase(said, channel=Name(event.channel), reference=Name(event.reference))
        case e.PromotionStarted():
            return "the promotion has started"
        case e.EntriesClosed():
            many = "one entry is closed" if event.entries == 1 else "{entries} entries are closed"
            return phrase(
                "{closed}; the root of draw {number} is {root}",
                closed=phrase(many, entries=event.entries),
                number=event.number,
                root=Name(event.draw_root),
            )
        case e.ScrutineerNominated():
            return phrase("{name} is to oversee the draw", name=Name(name_of(event.account)))
        case e.ScrutineerAttended():
            return phrase("{name} is there to oversee the draw", name=Name(name_of(event.account)))
        case e.DrawMade():
            said = "{player} wins prize {award}"
            won = tuple(phrase(said, player=Name(name_of(one.player)), award=one.award) for one in event.won)
            if not event.left_out:
                return phrase("drawn: {won}", won=won)
            places = tuple(Count(one.position + 1) for one in event.left_out)
            return phrase("drawn: {won}; passed over for an exclusion: place {places}", won=won, places=places)
        case e.PromotionPostponed():
            return phrase("postponed: {reason}", reason=Name(event.reason))
        case e.IntegrityValidated():
            return phrase("goes on: {reason}", reason=Name(event.reason))
        case e.PromotionCancelled():
            return phrase("cancelled: {reason}", reason=Name(event.reason))
        case e.PrizePaid():
            return phrase("prize {award} is paid", award=event.award)
        case e.PaymentCorrected():
            return phrase("the payment of prize {award} was taken back", award=event.award)
        case e.PromotionClosed():
            return "the promotion is closed"
    return ""


def desk_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901 - one case for each event
    """An event in words for the desk."""
    match event:
        case e.EntryGiven():
            return phrase("{player} has an entry", player=Name(name_of(event.player)))
        case e.EntriesCounted():
            counted = tuple(
                phrase("{player} {count}", player=Name(name_of(player)), count=Count(count))
                for player, count in event.given
            )
            return phrase("counted by play: {counted}", counted=counted)
        case e.PresenceNoted():
            return phrase("there are {players}", players=names(map(name_of, event.players), nobody=""))
        case e.WinnerTold():
            how = "reached" if event.reached else "tried"
            said = "the winner of prize {award} was {how} by {means}" + ("" if event.in_time else ", too late")
            return phrase(said, award=event.award, how=how, means=Name(event.means))
        case e.PrizeClaimed():
            who = name_of(event.player) if event.player else event.name
            return phrase("{player} claims prize {award}", player=Name(who), award=event.award)
        case e.ClaimApproved():
            return phrase("claim {claim} is approved", claim=event.claim)
        case e.ClaimDenied():
            return phrase("claim {claim} is refused: {reason}", claim=event.claim, reason=Name(event.reason))
        case e.ClaimantTold():
            said = "the claimant of claim {claim} was told by {means}"
            return phrase(said, claim=event.claim, means=Name(event.means))
        case e.ClaimDisputed():
            return phrase("claim {claim} is disputed: {text}", claim=event.claim, text=Name(event.text))
        case e.DisputeDecided():
            return phrase(DECIDED[event.upheld], claim=event.claim, decision=Name(event.decision))
        case e.CashTaken():
            said = "the winner of prize {award} takes {amount}"
            return phrase(said, award=event.award, amount=Money(event.cents))
        case e.PaymentChosen():
            parts = ((event.cash_cents, "cash"), (event.cheque_cents, "cheque"), (event.transfer_cents, "transfer"))
            ways = tuple(phrase("{amount} by {how}", amount=Money(cents), how=how) for cents, how in parts if cents)
            return phrase("the winner of prize {award} chooses {ways}", award=event.award, ways=ways)
    return promotion_words(event, name_of)
