"""Makes a release: `python -m tools.release VERSION` shows its entry in the changelog, `--write` makes it so.

Writing gathers the fragments of `changelog.d` into `CHANGELOG.md`, newest release first, deletes them, and sets the
version wherever it stands. Nothing is committed or tagged.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = {
    "rules": "What a clause does", "money": "Amounts, fees and awards", "interface": "Commands, pages and names",
    "internal": "Inside",
}  # fmt: skip
# What a change is about, by words of its fragment: those of the name count first, then those of the text.
TOPICS = {
    "Tournaments": "tournament event director bracket bags re-buy home-game icm league colour-up duty level",
    "Jackpots, promotions and lists": "jackpot promotion waiting list kiosk prize wall claim",
    "House-banked tables": "pit big-raise three-card box banked wager pay-table bonus dealer",
    "Money, accounts and who may play": "account password factor refill fee commission till cage purse exclusion "
    "people office role name log-in erasure ledger guest session invitation",
    "The client": "client page felt phone lobby motion sound tiles guide screen theme chat wording language keyboard "
    "browser watch past review replay hint download button",
    "Journal, audit and running a room": "journal audit backup restore serve lan record shuffle proof limit gate "
    "socket protocol openapi route wheel container install health metric request id frame connection",
    "Games, signs and rulings": "game sign ruling floor stud draw omaha hold'em blind pot raise showdown muck board "
    "bomb twice straddle time-bank card bet all-in rotation mixed deal hand stake seat round table",
    "Lab, school and terminal": "lab equity school simulate price edge odds terminal story bot command",
}
OTHER = "Other"
FEW = 12  # changes of a kind that stand in one list
NOTHING = "Nothing has been released yet."
NUMBER = re.compile(r"(\d+)\.(\d+)\.(\d+)")
# Where the version stands: how it is written there, and how often.
VERSIONS = {
    "pyproject.toml": (r'(?m)^(version = ")[^"]+(")$', 1),
    "src/openfelt/__init__.py": (r'(?m)^(__version__ = ")[^"]+(")$', 1),
    "web/package.json": (r'(?m)^(  "version": ")[^"]+(",)$', 1),
    "web/package-lock.json": (r'("name": "openfelt-web",\s+"version": ")[^"]+(",)', 2),
}


def fragments(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """The name and the text of every fragment, by kind."""
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        kind = path.name.split(".")[-2]
        if kind not in found:
            raise SystemExit(f"{path}: no kind of change; there are {', '.join(KINDS)}")
        found[kind].append((path.name, path.read_text(encoding="utf-8").strip()))
    return found


def item(text: str) -> str:
    """A fragment as an item of a list, its further lines below its first."""
    return "- " + "\n".join(f"  {line}".rstrip() for line in text.splitlines()).strip()


def topic_of(name: str, text: str) -> str:
    """What a fragment is about: the topic with most of its words in the name, or else in the text."""
    for said in (name.partition(".")[0], text):
        found = [(sum(word in said.casefold() for word in words.split()), title) for title, words in TOPICS.items()]
        most = max(count for count, _ in found)
        if most:
            return next(title for count, title in found if count == most)
    return OTHER


def by_topic(listed: Sequence[tuple[str, str]]) -> list[str]:
    """The items of one kind; where there are many, below headings of what they are about."""
    if len(listed) <= FEW:
        return ["\n".join(item(text) for _, text in listed)]
    parts = []
    for topic in (*TOPICS, OTHER):
        if texts := [text for name, text in listed if topic_of(name, text) == topic]:
            parts += [f"#### {topic}", "\n".join(map(item, texts))]
    return parts


def entry(version: str, day: str, found: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """What the changelog says of a release."""
    parts = [f"## {version} ({day})"]
    for kind, title in KINDS.items():
        if found[kind]:
            parts += [f"### {title}", *by_topic(found[kind])]
    return "\n\n".join(parts) + "\n"


def with_entry(changelog: str, made: str) -> str:
    """The changelog with a new entry before the older ones."""
    if NOTHING in changelog:
        return changelog.replace(NOTHING + "\n", made)
    before, mark, after = changelog.partition("\n## ")
    return f"{before}\n{made}{mark}{after}"


def require_newer(version: str, root: Path) -> None:
    """Refuse what is no version, or none after the present one."""
    if not NUMBER.fullmatch(version):
        raise SystemExit(f"{version!r} is no version; write three numbers, as 0.2.0")
    present = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if tuple(map(int, version.split("."))) <= tuple(map(int, present.split("."))):
        raise SystemExit(f"{version} is not after {present}, the present version")


def write(version: str, made: str, found: Mapping[str, Sequence[tuple[str, str]]], root: Path) -> None:
    """Set the version everywhere, write the changelog, delete the fragments."""
    changed = {}
    for name, (pattern, expected) in VERSIONS.items():
        text, times = re.subn(pattern, rf"\g<1>{version}\g<2>", (root / name).read_text(encoding="utf-8"))
        if times != expected:
            raise SystemExit(f"{name}: the version stands there {times} times, not {expected}")
        changed[root / name] = text
    page = root / "CHANGELOG.md"
    changed[page] = with_entry(page.read_text(encoding="utf-8"), made)
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    for listed in found.values():
        for name, _ in listed:
            (root / "changelog.d" / name).unlink()


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Show the entry, or write it."""
    asked = argparse.ArgumentParser(prog="python -m tools.release", description="Gather a release.")
    asked.add_argument("version")
    asked.add_argument("--write", action="store_true", help="write the changelog and the version, delete the fragments")
    given = asked.parse_args(arguments)
    require_newer(given.version, root)
    found = fragments(root / "changelog.d")
    if not any(found.values()):
        raise SystemExit("changelog.d has no fragments: there is nothing to release")
    made = entry(given.version, f"{datetime.now(UTC):%Y-%m-%d}", found)
    if given.write:
        write(given.version, made, found, root)
    print(made if not given.write else f"{given.version}: {sum(map(len, found.values()))} fragments gathered")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
