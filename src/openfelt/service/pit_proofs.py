"""Proofs of a finished round at a house-banked table: every card the reader saw, and no other."""

from __future__ import annotations

from openfelt import pit
from openfelt.cards import Card
from openfelt.errors import InvariantBroken
from openfelt.pit import events as ev
from openfelt.pit.round import DONE
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.commitments import Seen, document_of
from openfelt.service.naming import cards_in
from openfelt.service.pit_host import PitHost
from openfelt.service.pit_record import CALLS, pit_event
from openfelt.service.sealing import opened
from openfelt.service.stream import HandVoided, ShuffleCommitted


def pit_proof(host: PitHost, number: int, account: Account | None) -> object:
    """Root and proofs of the cards that the reader saw in a round, as `openfelt verify-shuffle` reads them.

    One document; where a misdeal had the hands dealt again (nz-big-raise 11.11), a list with one for each deck.
    """
    decks = decks_seen(host, number, account)
    if not decks:
        raise NotAllowed(f"no card was dealt in round {number} of {host.name}", code="no-shuffle")
    documents = [document_of(proved(host, shuffle, seen)) for shuffle, seen in decks]
    return documents[0] if len(documents) == 1 else documents


def decks_seen(host: PitHost, number: int, account: Account | None) -> list[tuple[str, dict[Card, None]]]:
    """The decks of a finished round, each with the cards that the reader saw of it: a card lies in all of them."""
    first, after = host.began.get(number), host.began.get(number + 1)
    if after is None and number == host.round.number and host.round.phase == DONE:
        after = host.version + 1  # settled, and the next one has not opened yet
    if first is None or after is None:
        last = max(host.began, default=0) - 1
        legal = (f"1 to {last}",) if last > 0 else ()
        raise NotAllowed(f"{host.name} has no finished round {number}", code="no-hand", legal=legal)
    viewer = pit.Viewer("player", account.id) if account is not None else pit.Viewer("rail")
    players: dict[int, str] = {}
    decks: list[tuple[str, dict[Card, None]]] = []
    for row in host.hall.journal.store.read(host.stream, after=first - 1, limit=after - first):
        event = pit_event(row.record)
        if isinstance(event, ShuffleCommitted):
            decks.append((event.shuffle, {}))
        elif not isinstance(event, (HandVoided, *CALLS)):
            if isinstance(event, ev.Wagered):
                players[event.box] = event.player
            if decks:
                decks[-1][1].update(dict.fromkeys(cards_in(pit.seen_by(event, viewer, players))))
    return decks


def proved(host: PitHost, shuffle: str, seen: dict[Card, None]) -> Seen:
    """The proofs of the cards seen of one deck."""
    sealed = host.hall.journal.store.sealed(shuffle)
    if sealed is None:
        raise InvariantBroken(f"shuffle {shuffle} has no sealed seed")
    committed = opened(sealed)
    places = {card: index for index, card in enumerate(committed.order)}
    if not seen.keys() <= places.keys():
        raise InvariantBroken(f"{shuffle} was dealt from another deck")
    reveals = tuple(committed.reveal(places[card]) for card in seen)
    return Seen(committed.shuffle, len(committed.order), committed.root, reveals)
