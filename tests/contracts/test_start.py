"""What the room loads when it starts: only what a room needs that nobody has asked anything yet."""

import subprocess
import sys

# Arrays are for the lab, certificates for a room on a local network, codes for a page that shows one.
LOADED_WHEN_ASKED = {"numpy", "cryptography.x509", "segno", "openfelt.lab.equity", "openfelt.lab.icm"}


def test_the_room_starts_without_what_only_some_of_its_pages_need() -> None:
    listed = subprocess.run(
        [sys.executable, "-c", "import openfelt.service.app, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(listed.stdout.split())
    assert "openfelt.service.hall" in loaded
    assert sorted(loaded & LOADED_WHEN_ASKED) == []
