"""What the tests of stories share."""

from collections.abc import Iterator

import pytest

from openfelt.games.signline import read_sign
from openfelt.table.rules import compile_rules


@pytest.fixture
def fresh_rules() -> Iterator[None]:
    """Rules are compiled anew in this test, and again after it: it bends what they are compiled from."""
    compile_rules.cache_clear()
    read_sign.cache_clear()
    yield
    compile_rules.cache_clear()
    read_sign.cache_clear()
