"""A deal that is put to the vote, beside what the stacks would have by the two usual ways to divide."""

from __future__ import annotations

from openfelt.service.tell.event_views import Seen
from openfelt.service.wire import events_protocol as v
from openfelt.tournaments.dealing import by_chips, by_icm, prizes_left


def deal_view(seen: Seen) -> v.DealView | None:
    """The open proposal, if there is one; for those who vote on it, and for whoever conducts the event."""
    state = seen.state
    deal = state.play.deal
    if deal is None:
        return None
    chips = {player: state.play.players[player].all_chips for player, _ in deal.shares}
    left = prizes_left(state)
    usual, model = by_chips(chips, left, deal.left_for_first), by_icm(chips, left, deal.left_for_first)
    shares = (
        v.DealShare(
            player=player, name=seen.name_of(player), chips=chips[player], cents=cents,
            by_chips_cents=usual[player], by_icm_cents=model[player], you=player == seen.viewer,
        )
        for player, cents in sorted(deal.shares, key=lambda one: (-chips[one[0]], one[0]))
    )  # fmt: skip
    return v.DealView(
        id=deal.id,
        name=seen.name_of(deal.player),
        method=deal.method,
        shares=tuple(shares),
        left_for_first_cents=deal.left_for_first,
        agreed=len(state.play.agreed),
        voters=len(deal.shares),
        cites=deal.cites,
    )
