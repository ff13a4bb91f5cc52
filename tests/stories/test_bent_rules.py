"""Each value, comparison and branch of the floor, the room, the policies, the pit and the signs is held by a story.

A sample of bends in the slow tier, all of them in the long run: what no story notices has a reason on file
(`tools/bent_reasons.toml`), and every reason has a survivor. `python -m tools.bend` is the tool.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import LONG

ROOT = Path(__file__).parents[2]
SEED = os.environ.get("OPENFELT_SEED", "14")


@pytest.mark.slow
def test_no_rule_can_be_bent_without_a_story_that_notices():
    how = [] if LONG else ["--sample", "600", "--seed", SEED]
    done = subprocess.run(
        [sys.executable, "-m", "tools.bend", *how], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_every_reason_is_filed_once_and_says_why():
    rows = tomllib.loads((ROOT / "tools" / "bent_reasons.toml").read_text(encoding="utf-8"))["reason"]
    keys = [tuple(row.get(name, "*") for name in ("clause", "of", "expression", "bent")) for row in rows]
    assert len(keys) == len(set(keys))
    assert all(row["why"].strip() for row in rows)
