"""Every event of a tournament that is told is told in a sentence, and none by its name in the code."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from openfelt.phrases import Phrase
from openfelt.service.tell.event_words import UNTOLD, event_words, spoken
from openfelt.tournaments import bag_events, desk_events, duty_events, events, home_events, play_events
from openfelt.tournaments.vocabulary import Happening

MODULES = (events, play_events, desk_events, duty_events, bag_events, home_events)
DUMMIES = {
    inspect.BoolType: True,
    inspect.IntType: 1,
    inspect.StrType: "ann",
    inspect.FloatType: 1.0,
    inspect.AnyType: 1,
}


def kinds(module: ModuleType) -> list[type]:
    """The events that a module has."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Happening)]
    return [one for one in found if one.__module__ == module.__name__ and one.__struct_config__.tag]  # type: ignore[attr-defined]


def something(kind: inspect.Type) -> Any:
    """A value of that type, the least that says something."""
    match kind:
        case inspect.UnionType():
            return something(kind.types[0])
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.StructType():
            fields = {one.name: something(one.type) for one in kind.fields if one.required}
            return kind.cls(**fields)
        case inspect.TupleType():
            return tuple(map(something, kind.item_types))
        case inspect.VarTupleType():
            return (something(kind.item_type),)
        case inspect.DictType():
            return {}
    return DUMMIES.get(type(kind))


EVENTS = [one for module in MODULES for one in kinds(module) if one not in UNTOLD]


@pytest.mark.parametrize("kind", EVENTS, ids=lambda one: one.__name__)
def test_an_event_is_told_in_a_sentence(kind: type) -> None:
    made = something(inspect.type_info(kind))
    assert isinstance(made, msgspec.Struct)
    said = event_words(made, str)
    assert said != spoken(kind.__name__)
    assert isinstance(said, Phrase | str)


def test_a_match_and_a_bonus_name_their_players() -> None:
    names = {"ada": "Ada", "carl": "Carl"}
    won = play_events.MatchWon(player="ada", over="carl", table=1, number=3, wins=2, cites=())
    assert str(event_words(won, names.__getitem__)) == "Ada wins a match against Carl, the 2nd of this round"
    bonus = play_events.BonusWon(player="ada", chips=500, cents=0, table=1, number=3, act="a", cites=())
    assert str(event_words(bonus, names.__getitem__)) == "Ada wins 500 chips in a bonus round"
