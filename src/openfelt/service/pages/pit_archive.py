"""Finished rounds of a house-banked table: which there are; each step by step or as text in the reader's own view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from openfelt import pit
from openfelt.cards import Card
from openfelt.cards.naming import cards_in
from openfelt.errors import InvariantBroken
from openfelt.money import money
from openfelt.phrases import Name, phrase
from openfelt.pit import events as ev
from openfelt.pit.round import DONE
from openfelt.room.banked import PitState
from openfelt.room.house_events import HandVoided, ShuffleCommitted
from openfelt.service.deck.commitments import Seen, document_of
from openfelt.service.deck.sealing import opened
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.record.pit_record import BESIDE, Segment, pit_event, segments
from openfelt.service.tell.pit_feed import pit_round, words_of
from openfelt.service.wire.lines import Line, line
from openfelt.service.wire.pit_protocol import PitRound
from openfelt.service.writers.pit import PitHost


class PitReplayStep(Line, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a replay: what happened, by which clauses, and how the table stood after it."""

    state: PitRound


class PitReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round in the reader's own view. `you`: the reader's name in it, if the reader played."""

    pit: bool
    table: str
    number: int
    rulebook: str
    title: str
    names: dict[str, str]
    you: str
    commitment: str
    steps: tuple[PitReplayStep, ...]


class Moment(NamedTuple):
    """An event of a round with its number and time, whose each box was, and the table after it."""

    seq: int
    time_ms: int
    event: Any
    players: dict[int, str]
    round: pit.Round


def finished(host: PitHost) -> list[int]:
    """The numbers of the rounds that are over."""
    present = host.round.number
    return [number for number in sorted(host.began) if number != present or host.round.phase == DONE]


def require_finished(host: PitHost, number: int) -> None:
    """Refuse a round that was not played, or is not over."""
    known = finished(host)
    if number not in known:
        legal = (phrase("1 to {known}", known=known[-1]),) if known else ()
        raise NotAllowed(
            phrase("{name} has no finished round {number}", name=Name(host.name), number=number),
            code="no-hand",
            legal=legal,
        )


def reader_of(host: PitHost, number: int, account: Account | None) -> pit.Viewer:
    """In which role a reader sees a round: a player sees the cards of their own box, an inspector on record all."""
    if account is None:
        return pit.Viewer("rail")
    if "inspector" in account.roles and (number, account.id) in host.state.inspected:
        return pit.Viewer("inspector")
    return pit.Viewer("player", account.id)


def number_of(segment: Segment) -> int:
    """Which round the records of a segment are of."""
    return next((event.number for _, event in segment.records if isinstance(event, ev.RoundOpened)), 0)


def told(host: PitHost, number: int) -> Iterator[Moment]:
    """The events of a finished round with the table after each; of one that cannot be followed only the last."""
    require_finished(host, number)
    state, journal = PitState(host.name, pit.Round()), host.hall.journal.store
    for segment in segments(journal, host.stream):
        is_wanted = number_of(segment) == number
        is_followed = not segment.is_voided and number_of(segment) not in host.passed_over
        if not is_followed:
            segment.fold_around(state) if segment.is_voided else segment.fold_as_posted(state, journal)
        rows = segment.records if is_followed else [one for one in segment.records[-1:] if one[1] is not None]
        players: dict[int, str] = {}
        for one, event in rows:
            if is_followed:
                state.fold(event)
            if isinstance(event, ev.Wagered):
                players = {**players, event.box: event.player}
            if is_wanted:
                yield Moment(one.version, one.record.time_ms, event, players, state.round)
        if is_wanted:
            return


def pit_replay(host: PitHost, number: int, account: Account | None) -> PitReplay:
    """The round step by step."""
    viewer, name_of, words = reader_of(host, number, account), host.hall.name_of, host.round.game.words
    steps: list[PitReplayStep] = []
    names: dict[str, str] = {}
    root = ""
    for one in told(host, number):
        shown = pit_round(pit.view(one.round, viewer))
        if isinstance(one.event, ShuffleCommitted):
            root = one.event.root
        if shown is None:
            continue
        names |= {player: name_of(player) for player in (*one.round.seats, *one.players.values())}
        said = line(one.seq, words_of(one.event, viewer, one.players, name_of, words), one.event)
        steps.append(PitReplayStep(**structs.asdict(said), state=shown))
    you = account.id if account is not None and account.id in names else ""
    return PitReplay(
        pit=True,
        table=host.name,
        number=number,
        rulebook=host.rulebook,
        title=host.round.game.title,
        names=names,
        you=you,
        commitment=root,
        steps=tuple(steps),
    )


def pit_text(host: PitHost, number: int, account: Account | None, *, when: Any) -> str:  # noqa: ANN401 - writes a time
    """The round for people: where and when, who sat where with how much, then a line an event with its clauses."""
    viewer, name_of, words = reader_of(host, number, account), host.hall.name_of, host.round.game.words
    said: list[str] = []
    for one in told(host, number):
        if not said:
            limits = one.round.sign.ante.words()
            said.append(f"{host.name}, round {number}: {host.round.game.title} by {host.rulebook}, ante {limits}")
            said.append(when(one.time_ms))
            boxes = sorted((box, player) for player, box in one.round.seats.items())
            said += [f"Box {box}: {name_of(player)} with {money(one.round.purses[player])}" for box, player in boxes]
        text = words_of(one.event, viewer, one.players, name_of, words)
        said.append(f"{text}  [{', '.join(one.event.cites)}]")
    return "\n".join(said) + "\n"


# -- proofs of the shuffle ---------------------------------------------------------------------------------------------


def pit_proof(host: PitHost, number: int, account: Account | None) -> object:
    """Root and proofs of the cards that the reader saw in a round, as `openfelt verify-shuffle` reads them.

    One document; where a misdeal had the hands dealt again (nz-big-raise 11.11), a list with one for each deck.
    """
    decks = decks_seen(host, number, account)
    if not decks:
        raise NotAllowed(
            phrase("no card was dealt in round {number} of {name}", number=number, name=Name(host.name)),
            code="no-shuffle",
        )
    documents = [document_of(proved(host, shuffle, seen)) for shuffle, seen in decks]
    return documents[0] if len(documents) == 1 else documents


def decks_seen(host: PitHost, number: int, account: Account | None) -> list[tuple[str, dict[Card, None]]]:
    """The decks of a finished round, each with the cards that the reader saw of it: a card lies in all of them."""
    require_finished(host, number)
    first, after = host.began[number], host.began.get(number + 1, host.version + 1)
    viewer = reader_of(host, number, account)
    players: dict[int, str] = {}
    decks: list[tuple[str, dict[Card, None]]] = []
    for row in host.hall.journal.store.read(host.stream, after=first - 1, limit=after - first):
        event = pit_event(row.record)
        if isinstance(event, ShuffleCommitted):
            decks.append((event.shuffle, {}))
        elif not isinstance(event, (HandVoided, *BESIDE)):
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
