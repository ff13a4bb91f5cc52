"""Every setting, command and event of the table is on its reference page."""

from __future__ import annotations

import typing
from pathlib import Path

import msgspec
import pytest

from openfelt.games import Sign
from openfelt.table import commands as c
from openfelt.table import events as e

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "table.md"

NAMES = [
    *(field.name for field in msgspec.structs.fields(Sign)),
    *(kind.__name__ for kind in (*typing.get_args(c.PlayerCommand), *typing.get_args(c.HouseCommand))),
    *(kind.__name__ for kind in typing.get_args(e.Event)),
]


@pytest.mark.parametrize("name", NAMES)
def test_is_documented(name):
    assert f"| `{name}` |" in PAGE.read_text(encoding="utf-8")
