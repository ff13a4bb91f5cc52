"""Events and commands as JSON, cards as text. What is stored is what people can read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from openfelt.cards import Card, card
from openfelt.cards.card import TEXT
from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase
from openfelt.table.commands import Command
from openfelt.table.events import Event


def encode_card(value: Any) -> Any:  # noqa: ANN401 - msgspec's hook
    """Cards are stored as their text."""
    if isinstance(value, Card):
        return TEXT[value]  # every frame is full of cards: not by way of str()
    raise NotImplementedError(f"no stored form for {type(value).__name__}")


def decode_card(kind: type, value: Any) -> Any:  # noqa: ANN401 - msgspec's hook
    """Cards are read from their text."""
    if kind is Card and isinstance(value, str):
        return card(value)
    raise NotImplementedError(f"no stored form for {kind.__name__}")


ENCODER: Final = msgspec.json.Encoder(enc_hook=encode_card)
_EVENTS: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event, dec_hook=decode_card)
_COMMANDS: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(Command, dec_hook=decode_card)


def encode(value: object) -> bytes:
    """An event, a command or a view as JSON."""
    return ENCODER.encode(value)


def decode_event(data: bytes) -> Event:
    """The event that these bytes store."""
    try:
        return _EVENTS.decode(data)
    except (msgspec.DecodeError, NotationError) as fault:
        raise NotationError(phrase("not an event: {fault}", fault=Name(str(fault)))) from None


def decode_command(data: bytes) -> Command:
    """The command that these bytes state."""
    try:
        return _COMMANDS.decode(data)
    except (msgspec.DecodeError, NotationError) as fault:
        raise NotationError(phrase("not a command: {fault}", fault=Name(str(fault)))) from None
