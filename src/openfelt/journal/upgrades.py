"""Old records in today's shape. A stored record is never edited: its owner registers one step per change of shape.

>>> shapes = Shapes()
>>> @shapes.upgrades("Opened", 1)
... def seats_named(old):
...     return {**old, "seats": {"count": old["seats"]}}
>>> shapes.current("Opened")
2
>>> shapes.read(Record("Opened", b'{"seats": 9}'))
{'seats': {'count': 9}}
>>> shapes.read(Record("Opened", b"{}", schema=3))
Traceback (most recent call last):
openfelt.errors.NotationError: 'Opened' has shape 3; this program knows up to 2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from openfelt.errors import NotationError
from openfelt.journal.records import Record

Step = Callable[[Any], Any]


class Shapes:
    """The steps that lead each record name from an old shape to the present one."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, int], Step] = {}
        self._current: dict[str, int] = {}

    def upgrades(self, name: str, schema: int) -> Callable[[Step], Step]:
        """Register the step from shape `schema` of `name` to the next."""

        def register(step: Step) -> Step:
            if (name, schema) in self._steps or schema != self.current(name):
                raise ValueError(f"{name!r}: the next step starts at shape {self.current(name)}, not {schema}")
            self._steps[name, schema] = step
            self._current[name] = schema + 1
            return step

        return register

    def steps(self, name: str) -> tuple[Step, ...]:
        """The steps of a record name, from shape 1 to the present one."""
        return tuple(self._steps[name, shape] for shape in range(1, self.current(name)))

    def current(self, name: str) -> int:
        """The present shape of a record name; 1 when nothing ever changed."""
        return self._current.get(name, 1)

    def read(self, record: Record) -> Any:  # noqa: ANN401 - JSON of the owner's shape
        """A record's payload, brought to the present shape. A shape from a newer program is refused, not guessed."""
        present = self.current(record.name)
        if not 1 <= record.schema <= present:
            raise NotationError(f"{record.name!r} has shape {record.schema}; this program knows up to {present}")
        payload = msgspec.json.decode(record.payload)
        for shape in range(record.schema, present):
            payload = self._steps[record.name, shape](payload)
        return payload
