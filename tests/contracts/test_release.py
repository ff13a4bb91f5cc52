"""What is released, but for the wheel (browser/test_wheel.py): the changelog, the licences, the container."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tools import release

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "Containerfile"
COMPILERS = {"node", "npm", "cc", "c++", "gcc", "g++", "clang", "make", "cmake", "ninja"}


# --- changelog and version --------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what a release changes, with two fragments."""
    for name in (*release.VERSIONS, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\nNewest first.\n\n{release.NOTHING}\n")
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "README.md").write_text("how to")
    (tmp_path / "changelog.d" / "a.rules.md").write_text("One rule,\nin two lines.\n")
    (tmp_path / "changelog.d" / "b.internal.md").write_text("A cog.\n")
    return tmp_path


def test_a_release_gathers_its_fragments_and_sets_every_version(project: Path) -> None:
    assert release.main(["97.0.0", "--write"], project) == 0
    said = (project / "CHANGELOG.md").read_text()
    assert "- One rule,\n  in two lines.\n" in said
    assert said.index("## 97.0.0") < said.index("One rule") < said.index("A cog.")
    assert [path.name for path in (project / "changelog.d").iterdir()] == ["README.md"]
    lock = json.loads((project / "web/package-lock.json").read_text())
    versions = {json.loads((project / "web/package.json").read_text())["version"], lock["version"]}
    versions |= {lock["packages"][""]["version"]}
    versions |= {re.search(r'__version__ = "(.+)"', (project / "src/openfelt/__init__.py").read_text())[1]}
    assert versions == {"97.0.0"}
    assert 'version = "97.0.0"' in (project / "pyproject.toml").read_text()


def test_one_version_stands_everywhere() -> None:
    """A release sets it everywhere at once."""
    found = set()
    for name, (pattern, _) in release.VERSIONS.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        found |= {one[0].split('"')[-2] for one in re.finditer(pattern, text)}
    assert len(found) == 1, found


def test_many_changes_of_a_kind_stand_below_what_they_are_about(project: Path) -> None:
    for number in range(release.FEW):
        (project / "changelog.d" / f"tournament-{number}.rules.md").write_text(f"Event {number}.")
    release.main(["97.0.0", "--write"], project)
    said = (project / "CHANGELOG.md").read_text()
    assert (
        said.index("#### Tournaments")
        < said.index("Event 0.")
        < said.index(f"#### {release.OTHER}")
        < said.index("One rule")
    )
    assert said.index("### Inside") < said.index("A cog.")


def test_a_later_release_stands_first(project: Path) -> None:
    release.main(["97.0.0", "--write"], project)
    (project / "changelog.d" / "c.money.md").write_text("A cent.")
    release.main(["97.0.1", "--write"], project)
    said = (project / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (\S+)", said, re.MULTILINE) == ["97.0.1", "97.0.0"]
    assert said.startswith("# Changelog\n\nNewest first.")


def test_without_write_a_release_is_only_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release.main(["97.0.0"], project)
    assert "One rule" in capsys.readouterr().out
    assert release.NOTHING in (project / "CHANGELOG.md").read_text()
    assert (project / "changelog.d" / "a.rules.md").exists()


@pytest.mark.parametrize(("version", "why"), [("0.0.9", "not after"), ("next", "no version"), ("97.0", "no version")])
def test_a_version_that_cannot_be_is_refused(project: Path, version: str, why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        release.main([version, "--write"], project)
    assert (project / "changelog.d" / "a.rules.md").exists()


def test_a_release_of_nothing_is_refused(project: Path) -> None:
    release.main(["97.0.0", "--write"], project)
    with pytest.raises(SystemExit, match="no fragments"):
        release.main(["97.0.1"], project)


# --- licences ---------------------------------------------------------------------------------------------------------


def test_the_client_ships_the_licence_of_everything_in_it() -> None:
    """Svelte's runtime and what it brings, and both fonts."""
    said = (ROOT / "src/openfelt/service/static/assets/licences.txt").read_text(encoding="utf-8")
    client = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    shipped = {name for name in client["devDependencies"] if name.startswith("@fontsource")} | {
        "svelte",
        *client.get("dependencies", ()),
    }
    assert shipped <= set(re.findall(r"(?m)^(@?[\w/-]+)$", said))
    assert said.count("SIL OPEN FONT LICENSE") >= 2


# --- the container ----------------------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """What the Containerfile says, a line for each instruction."""
    text = re.sub(r"(?m)^#.*\n", "", CONTAINERFILE.read_text(encoding="utf-8")).replace("\\\n", " ")
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


def last_stage() -> list[tuple[str, str]]:
    """What becomes the image."""
    said = instructions()
    return said[max(at for at, (word, _) in enumerate(said) if word == "FROM") :]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the linter is installed on Linux")
def test_the_linter_finds_nothing_in_the_containerfile() -> None:
    found = subprocess.run(
        [str(Path(sys.executable).parent / "hadolint"), CONTAINERFILE], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout) == (0, "")


def test_the_image_is_small_has_no_compiler_and_runs_as_nobody_in_particular() -> None:
    image = last_stage()
    said = dict(image)
    assert "slim" in said["FROM"]
    assert not COMPILERS & set(re.findall(r"[\w+]+", said["RUN"]))
    assert int(said["USER"]) > 0
    assert [word for word, _ in image].index("USER") < [word for word, _ in image].index("ENTRYPOINT")
    assert said["VOLUME"] == "/data"
    assert "HEALTHCHECK" in said


def test_every_stage_starts_from_a_named_release() -> None:
    assert [
        rest for word, rest in instructions() if word == "FROM" and not re.search(r":\d[\w.-]+( AS \w+)?$", rest)
    ] == []


@pytest.mark.slow
def test_the_image_serves_and_its_health_check_says_so(tmp_path: Path) -> None:
    """The very command and check of the image, but for directory and port."""
    said = dict(last_stage())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [part.replace("/data", str(tmp_path)) for part in json.loads(said["CMD"])]
    check = json.loads(said["HEALTHCHECK"].partition("CMD ")[2])
    assert check[0] == "python"
    asks = [sys.executable, *(part.replace("8052", port) for part in check[1:])]
    assert subprocess.run(asks, check=False, capture_output=True).returncode != 0
    room = subprocess.Popen(
        [sys.executable, "-m", "openfelt", *command, "--port", port, "--no-demo"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert room.stdout is not None
        assert any("Nobody runs this room yet" in line for line in room.stdout)
        for _ in range(600):
            if subprocess.run(asks, check=False, capture_output=True).returncode == 0:
                break
        trusting = ssl._create_unverified_context()
        with urlopen(f"https://localhost:{port}/api/health/ready", context=trusting) as answer:
            assert json.load(answer) == {"ready": True}
        assert subprocess.run(asks, check=False).returncode == 0
    finally:
        room.terminate()
        room.communicate()
