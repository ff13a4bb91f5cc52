"""The wheel alone, in an empty environment without Node and without a compiler, is the whole room."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Room, visiting
from tests.browser.playing import play_a_hand
from tools import wheel

BUILDERS = ("node", "npm", "cc", "c++", "gcc", "g++", "clang", "make", "cmake", "ninja")


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `make wheel` left the source distribution and the wheel that was built from it, without Node."""
    out = tmp_path_factory.mktemp("dist")
    assert wheel.main(out) == 0
    return out


def needed(metadata: str, found: dict[str, importlib.metadata.Distribution]) -> None:
    """Add what a distribution asks for, and what that asks for, as it is installed here."""
    for line in re.findall(r"(?m)^Requires-Dist: (.+)$", metadata):
        name, extra = re.match(r"[\w.-]+", line)[0], "extra ==" in line
        if extra or "win32" in line or name in found:
            continue
        try:
            found[name] = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another Python or another system
        needed(found[name].read_text("METADATA") or "", found)


@pytest.fixture
def installed(released: Path, tmp_path: Path) -> Path:
    """An environment with the wheel and what it asks for, nothing else; its programs are all that the PATH has."""
    (made,) = released.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    alone = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(made)]
    subprocess.run(alone, check=True, env={**os.environ, "PATH": str(programs)})
    (site,) = (tmp_path / "empty" / "lib").glob("python*/site-packages")
    with ZipFile(made) as opened:
        (metadata,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        found: dict[str, importlib.metadata.Distribution] = {}
        needed(opened.read(metadata).decode(), found)
    for one in found.values():
        for top in {Path(path.parts[0]) for path in one.files or () if not str(path).startswith("..")}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(one.locate_file(top))))
    return programs


@pytest.mark.slow
@pytest.mark.browser
def test_the_wheel_alone_serves_a_room_in_which_a_hand_is_played(
    installed: Path, tmp_path: Path, browser: Browser
) -> None:
    assert [name for name in BUILDERS if shutil.which(name, path=str(installed))] == []
    place = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    command = [str(installed / "openfelt"), "serve", "--data", str(tmp_path / "data"), "--port", "0", "--pace", "0.1"]
    room = subprocess.Popen(command, cwd=tmp_path, env=place, stdout=subprocess.PIPE, text=True)
    try:
        assert room.stdout is not None
        address = next(found.group() for line in room.stdout if (found := re.search(r"http://\S+?(?=/\s)", line)))
        where = subprocess.run(
            [str(installed / "python"), "-c", "import openfelt.table.settle as one; print(one.__file__)"],
            cwd=tmp_path, env=place, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert str(tmp_path) in where
        assert where.strip().endswith(".so"), "the table of the wheel is not compiled"
        with visiting(browser, Room(address)) as enter:
            guest = enter()
            guest.sit("Sydney")
            assert play_a_hand(guest.page)
    finally:
        room.terminate()
        room.communicate()


@pytest.mark.slow
def test_the_wheel_says_which_glibc_it_needs_and_the_source_has_what_builds_it(released: Path) -> None:
    (source,), (made,) = released.glob("*.tar.gz"), released.glob("*.whl")
    assert wheel.needs(made).startswith("glibc ")
    assert wheel.missing(made) == []
    with tarfile.open(source) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"CMakeLists.txt", "LICENSE", "kernel/compiled.txt", "src/openfelt/service/static/index.html"} <= names
    assert [
        name for name in names if name.startswith(("tests/", "web/node_modules", ".venv")) or name.endswith(".so")
    ] == []
