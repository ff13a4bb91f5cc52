"""Proofs of a finished round at a house-banked table: every card the reader saw, and no other."""

from __future__ import annotations

from openfelt import pit
from openfelt.cards import Card
from openfelt.errors import InvariantBroken
from openfelt.pit import events as ev
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.commitments import Seen, document_of
from openfelt.service.naming import cards_in
from openfelt.service.pit_host import PitHost
from openfelt.service.pit_record import CALLS, pit_event
from openfelt.service.sealing import opened
from openfelt.service.stream import HandVoided, ShuffleCommitted


def pit_proof(host: PitHost, number: int, account: Account | None) -> dict[str, object]:
    """Root and proofs of the cards that the reader saw in a round, as `openfelt verify-shuffle` reads them."""
    first, after = host.began.get(number), host.began.get(number + 1)
    if first is None or after is None:
        last = max(host.began, default=0) - 1
        legal = (f"1 to {last}",) if last > 0 else ()
        raise NotAllowed(f"{host.name} has no finished round {number}", code="no-hand", legal=legal)
    viewer = pit.Viewer("player", account.id) if account is not None else pit.Viewer("rail")
    players: dict[int, str] = {}
    shuffle, seen = "", dict[Card, None]()
    for row in host.hall.journal.store.read(host.stream, after=first - 1, limit=after - first):
        event = pit_event(row.record)
        if isinstance(event, ShuffleCommitted):
            shuffle = event.shuffle
        elif not isinstance(event, (HandVoided, *CALLS)):
            if isinstance(event, ev.Wagered):
                players[event.box] = event.player
            seen |= dict.fromkeys(cards_in(pit.seen_by(event, viewer, players)))
    sealed = host.hall.journal.store.sealed(shuffle) if shuffle else None
    if sealed is None:
        raise NotAllowed(f"no card was dealt in round {number} of {host.name}", code="no-shuffle")
    committed = opened(sealed)
    places = {card: index for index, card in enumerate(committed.order)}
    if not seen.keys() <= places.keys():
        raise InvariantBroken(f"round {number} of {host.name} was dealt from another deck")
    reveals = tuple(committed.reveal(places[card]) for card in seen)
    return document_of(Seen(committed.shuffle, len(committed.order), committed.root, reveals))
