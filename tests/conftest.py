"""Counts for the short and the long run: the same tests, with other numbers."""

import os

import pytest
from hypothesis import HealthCheck, settings

LONG = os.environ.get("OPENFELT_LONG") == "1"

settings.register_profile("short", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("long" if LONG else "short")


def count(short: int, long: int) -> int:
    """How many rounds a test plays: `short` in `make test`, `long` in `make test-long`."""
    return long if LONG else short


@pytest.fixture(scope="session")
def long_run() -> bool:
    return LONG
