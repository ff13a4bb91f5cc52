"""Commands, events and signs as JSON both ways. Cards are their text, pay tables are objects of odds.

>>> from openfelt.pit.events import BoardDealt
>>> from openfelt.cards import cards
>>> encode(BoardDealt(cards("AhKd"), cites=()))
b'{"type":"BoardDealt","cards":["Ah","Kd"],"cites":[]}'
>>> decode_event(encode(BoardDealt(cards("AhKd"), cites=()))) == BoardDealt(cards("AhKd"), cites=())
True
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from openfelt.cards import Card, card
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit.commands import Command
from openfelt.pit.events import Event
from openfelt.pit.games import pit_game, pit_games
from openfelt.pit.paytables import PayTable
from openfelt.pit.sign import AnySign, validate


def enc_hook(value: object) -> object:
    """A card as its text, a pay table as its name and odds."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, PayTable):
        return {"table": value.name, **dict(value.rows)}
    raise NotImplementedError(f"no text for {type(value).__name__}")


def dec_hook(wanted: type, value: object) -> object:
    """A card from its text, a sign by the game it names, a pay table from its name and odds."""
    if wanted is Card and isinstance(value, str):
        return card(value)
    if wanted is AnySign and isinstance(value, dict):
        return msgspec.convert(value, pit_game(str(value.get("type", ""))).sign, dec_hook=dec_hook)
    if wanted is PayTable and isinstance(value, dict):
        return _read_table(dict(value))
    raise NotationError(phrase("{value} is not a {name}", value=quoted(value), name=Name(wanted.__name__)))


def _read_table(odds: dict[str, int]) -> PayTable:
    name = str(odds.pop("table", ""))
    kinds = {kind.name: kind for game in pit_games().values() for kind in game.tables}
    if name not in kinds:
        raise NotationError(phrase("no pay table {name}", name=quoted(name)), legal=tuple(kinds))
    return PayTable(kinds[name], tuple(odds.items()))


_ENCODER: Final = msgspec.json.Encoder(enc_hook=enc_hook)
_EVENT: Final = msgspec.json.Decoder(Event, dec_hook=dec_hook)
_COMMAND: Final = msgspec.json.Decoder(Command, dec_hook=dec_hook)
_SIGN: Final = msgspec.json.Decoder(AnySign, dec_hook=dec_hook)


def encode(value: object) -> bytes:
    """Any command, event, view or sign as one line of JSON."""
    return _ENCODER.encode(value)


def _decode(decoder: msgspec.json.Decoder[Any], data: bytes | str, what: str) -> Any:  # noqa: ANN401 - typed by callers
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as fault:
        # A refusal raised inside a value's own checks keeps its words and clauses.
        if isinstance(fault.__cause__, OpenfeltError):
            raise fault.__cause__ from None
        raise NotationError(phrase("not a {what}: {fault}", what=what, fault=Name(str(fault)))) from None
    except msgspec.DecodeError as fault:
        raise NotationError(phrase("not a {what}: {fault}", what=what, fault=Name(str(fault)))) from None


def decode_event(data: bytes | str) -> Event:
    """An event from its JSON."""
    found: Event = _decode(_EVENT, data, "pit event")
    return found


def decode_command(data: bytes | str) -> Command:
    """A command from its JSON."""
    found: Command = _decode(_COMMAND, data, "pit command")
    return found


def decode_sign(data: bytes | str) -> AnySign:
    """A sign from its JSON, if its rulebook allows it. The sign inside an event is read as it hangs."""
    found: AnySign = _decode(_SIGN, data, "pit sign")
    return validate(found)
