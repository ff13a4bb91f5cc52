"""The attacks of `benchmarks.attacks` run against a room of their own, end by themselves, and are cut off."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks import attacks
from tests.service_server import ROOT


def test_an_unknown_attack_is_refused_before_a_room_is_opened(monkeypatch, capsys):
    monkeypatch.setattr(attacks, "Room", lambda _: pytest.fail("a room was opened"))
    assert attacks.main(["ping", "teapot"]) == 2
    assert capsys.readouterr().err.startswith("no attack teapot; there are ping, fragment, text")


@pytest.mark.slow
def test_an_attack_is_measured_against_the_quiet_room():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.attacks", "ping"],
        capture_output=True, text=True, timeout=120, cwd=ROOT, check=True,
    )  # fmt: skip
    rows = {line.split()[1]: line.split("│") for line in done.stdout.splitlines() if "│" in line}
    assert set(rows) == {"quiet", "ping"}
    assert int(rows["ping"][3].replace(",", "")) >= 3, "the guest was cut off until the room let it in no more"
    assert int(rows["ping"][4].replace(",", "")) > 0, "the others were answered"
