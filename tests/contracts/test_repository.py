"""What a stranger may expect of the repository itself."""

import ast
import json
import os
import re
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import openfelt

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REQUIREMENT_SETS = ("build", "run", "dev", "peers")
PURE = (
    *("cards", "rulebooks", "documents", "hands", "games", "table", "pit", "floor", "cage", "room"),
    *("tournaments", "jackpots", "promotions", "lists", "books"),
)
# What is still to move out of a pure package. This list only shrinks.
IMPURE_STILL = {"src/openfelt/pit/paytables.py imports pathlib"}


def repository_files() -> list[Path]:
    """The files that are, or are about to be, part of the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    """The text files by path, but for this one, which has to name what it looks for."""
    found = {}
    for path in repository_files():
        data = path.read_bytes()
        if path != Path(__file__) and b"\0" not in data:
            found[path.relative_to(ROOT)] = data.decode("utf-8")
    return found


def offenders(texts: dict[Path, str], pattern: str) -> list[str]:
    return [f"{path}: {found[0]}" for path, text in texts.items() for found in re.finditer(pattern, text)]


# --- what must not be in it -------------------------------------------------------------------------------------------


def test_no_path_of_a_machine(texts):
    assert offenders(texts, r"(?<![\w.*~-])/(?:home|Users|root|work)/\w[\w/.-]*") == []
    assert offenders(texts, r"\.\./shared\b") == []


def test_no_registry_host_and_no_index(texts):
    hosts = (
        r"pypi\.org|pythonhosted\.org|registry\.npmjs|registry\.yarnpkg|artifactory|--(?:extra-)?index-url|find-links"
    )
    assert offenders(texts, hosts) == []


def test_no_build_product_and_nothing_huge():
    products = re.compile(
        r"(^|/)(CMakeCache\.txt|CMakeFiles|build\.ninja|node_modules|__pycache__|\.venv)(/|$)|\.(so|o|a|pyc)$"
    )
    names = [str(path.relative_to(ROOT)) for path in repository_files()]
    assert [name for name in names if products.search(name)] == []
    assert [name for name in names if (ROOT / name).stat().st_size > 2_000_000] == []


# --- dependencies -----------------------------------------------------------------------------------------------------


def pinned(name: str) -> dict[str, str]:
    """The pins of a requirement file, each checked to carry a version and hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r"([\w.-]+)==(\S+)(?: ; [^#]*?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)\s*", line)
        assert match, f"requirements/{name}.txt: neither pinned nor hashed: {line[:80]}"
        found[normal(match[1])] = match[2]
    return found


def asked(name: str) -> set[str]:
    """What a requirement set asks for by name, without what it includes."""
    lines = (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines()
    return {project(line) for line in lines if line.strip() and not line.startswith(("#", "-"))}


def project(requirement: str) -> str:
    return normal(re.match(r"[\w.-]+", requirement)[0])


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", REQUIREMENT_SETS)
def test_requirements_are_pinned_with_hashes_and_complete(name):
    assert asked(name) <= set(pinned(name))


def test_every_requirement_has_a_reason():
    """Every row's first cell names packages, and they are exactly those that Python and the client ask for."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`[^|]+`) \| [^|\n]{4,}\| [^|\n]{4,}\|$", page, re.MULTILINE)
    rows = {normal(name) for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    client = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert rows == {normal(name) for name in client}.union(*(asked(name) for name in REQUIREMENT_SETS))


def test_the_package_asks_for_what_the_requirements_pin():
    assert {project(one) for one in PYPROJECT["project"]["dependencies"]} == asked("run")
    assert {project(one) for one in PYPROJECT["project"]["optional-dependencies"]["peers"]} == asked("peers")


def test_build_requirements_are_pinned_alike():
    pins = pinned("build")
    assert PYPROJECT["build-system"]["requires"]
    for requirement in PYPROJECT["build-system"]["requires"]:
        name, _, wanted = requirement.partition("==")
        assert wanted == pins[normal(name)] == pinned("dev")[normal(name)]


# --- what must be in it -----------------------------------------------------------------------------------------------


def test_one_version_and_one_licence():
    assert PYPROJECT["project"]["version"] == openfelt.__version__ == version("openfelt")
    assert PYPROJECT["project"]["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


@pytest.mark.parametrize(
    "target", ["run", "test", "test-slow", "test-long", "check", "fix", "bench", "docs", "pin", "clean", "wheel"]
)
def test_make_has_the_commands_that_the_pages_name(target):
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    assert any(re.match(rf"{target}:.*## \S", line) for line in lines)


def test_ci_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_changelog_fragments_are_of_a_known_kind():
    fragments = [path.name for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"]
    assert [name for name in fragments if not re.fullmatch(r"[\w-]+\.(rules|money|interface|internal)\.md", name)] == []


def test_links_between_pages_of_the_repository_lead_somewhere():
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "tests" / "README.md"):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


# --- how it is built --------------------------------------------------------------------------------------------------


def modules() -> list[Path]:
    return sorted((ROOT / "src" / "openfelt").rglob("*.py"))


def test_modules_are_short_enough_to_read():
    long = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in modules()}
    assert {name: lines for name, lines in long.items() if lines > 700} == {}


def pure_modules() -> list[Path]:
    return [path for path in modules() if path.relative_to(ROOT / "src" / "openfelt").parts[0] in PURE]


def test_pure_packages_have_no_clock_no_randomness_and_no_input_or_output():
    impure = {"asyncio", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3"}
    impure |= {"subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "apsw", "click", "rich"}
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in pure_modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imported(node)
        if name.split(".", maxsplit=1)[0] in impure
    ]
    found += [
        f"{path.relative_to(ROOT)} asks the clock"
        for path in pure_modules()
        if re.search(r"\.(now|utcnow|today)\(", path.read_text(encoding="utf-8"))
    ]
    assert sorted(set(found) - IMPURE_STILL) == []


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
