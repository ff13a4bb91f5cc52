"""The streams of what is said and of who is muted: their events as journal records, both ways."""

from __future__ import annotations

from typing import Final

import msgspec

from openfelt.errors import NotationError
from openfelt.journal import Reader, Record
from openfelt.phrases import Name, phrase
from openfelt.room.words import MUTES, Words, WordsEvent, evolve
from openfelt.service.record.refold import read_stream

SCHEMA: Final = 1


def words_record(event: WordsEvent, actor: str, at_ms: int) -> Record:
    """The journal record of an event."""
    return Record(type(event).__name__, msgspec.json.encode(event), SCHEMA, event.cites, actor, at_ms)


def words_event(record: Record, stream: str) -> WordsEvent:
    """The event that a record stores."""
    if record.schema != SCHEMA:
        raise NotationError(
            phrase(
                "a record of {stream} has the shape {schema}, not {known}",
                stream=Name(stream),
                schema=record.schema,
                known=SCHEMA,
            )
        )
    event: WordsEvent = msgspec.json.decode(record.payload, type=WordsEvent)
    return event


def read_mutes(journal: Reader) -> Words:
    """Who is muted, as a journal has it."""
    state = Words()
    for one in read_stream(journal, MUTES):
        evolve(state, words_event(one.record, MUTES))
    return state
