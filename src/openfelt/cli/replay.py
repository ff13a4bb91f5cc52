"""`openfelt replay`: play recorded hands again, strictly, and compare their end with what the record says."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from openfelt.errors import NotationError
from openfelt.formats import Verdict, replay_text
from openfelt.formats.conventions import CONVENTIONS, Convention
from openfelt.lab.workers import Team, team

SUFFIXES: Final = (".phh", ".phhs")
DISAGREES: Final = 1
UNREADABLE: Final = 2
MANY_FILES: Final = 20
MANY_BYTES: Final = 1_000_000
MEANING: Final[dict[Convention, str]] = {
    "pots": "what is taken from the pots",
    "blinds": "with uncalled blinds counted in",
    "all": "with uncalled bets counted in",
}
_JSON: Final = msgspec.json.Encoder(decimal_format="number")


@click.command("replay")
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per hand, then one with totals.")
@click.option("--jobs", default=1, metavar="N", help="Processes that share the files.  [default: 1]")
def command(*, paths: tuple[str, ...], as_json: bool, jobs: int) -> int:
    """Replay .phh and .phhs histories, or directories of them.

    Every recorded action must be legal, and recorded finishing stacks must come out to the last unit. Where only
    winnings are recorded, the same players must win, and what they are short of the pot is reported as rake. What a
    site means by winnings is found for each file: the pots alone, or with uncalled blinds or bets counted in.

    \b
    exit code 0   every hand agrees
              1   a hand has an illegal action or another result, or ends early
              2   a file or a hand cannot be read
    """  # noqa: D301 - click wants the character itself
    files, missing = find_files(paths)
    totals = Totals()
    with team(jobs=jobs) as workers:
        for verdict in chain(missing, with_progress(files, workers)):
            totals.add(verdict)
            if as_json:
                click.echo(_JSON.encode(as_object(verdict)))
            elif not verdict.ok:
                click.echo(f"{verdict.file or repr('')}: {verdict.error}", err=not verdict.readable)
    click.echo(_JSON.encode({"totals": totals.as_object(len(files))}) if as_json else totals.as_text(len(files)))
    return totals.exit_code


class Totals:
    """What the run comes to."""

    def __init__(self) -> None:
        self.hands = 0
        self.ok = 0
        self.early = 0
        self.unreadable = 0
        self.checked: Counter[str] = Counter()
        self.conventions: dict[str, Convention] = {}  # by file
        self.rake: int | Decimal = 0

    def add(self, verdict: Verdict) -> None:
        """Count one hand, or a file that cannot be read."""
        if not verdict.readable:
            self.unreadable += 1
            return
        self.hands += 1
        self.early += verdict.ends_early
        if verdict.convention:
            self.conventions[verdict.file] = verdict.convention
        if verdict.ok:
            self.ok += 1
            self.checked[str(verdict.checked)] += 1
            self.rake += verdict.rake
            if self.rake == int(self.rake):
                self.rake = int(self.rake)

    @property
    def failed(self) -> int:
        """The hands whose record is wrong, or whose play is not legal."""
        return self.hands - self.ok - self.early

    @property
    def exit_code(self) -> int:
        """0, 1 or 2, as the help says."""
        if self.unreadable:
            return UNREADABLE
        return DISAGREES if self.ok < self.hands else 0

    def as_object(self, files: int) -> dict[str, object]:
        """The last JSON object. `checked` counts the hands that agree by what was compared."""
        checked = {kind: self.checked[kind] for kind in ("stacks", "winnings", "actions")}
        return {
            "files": files,
            "hands": self.hands,
            "ok": self.ok,
            "ends_early": self.early,
            "failed": self.failed,
            "unreadable": self.unreadable,
            "checked": checked,
            "conventions": self.by_convention(),
            "rake": self.rake,
        }

    def as_text(self, files: int) -> str:
        """The same in words."""
        said = f"{self.hands:,} hand{'s' * (self.hands != 1)} in {files:,} file{'s' * (files != 1)}: {self.ok:,} agree"
        parts = [("stacks", "by stacks"), ("winnings", "by winnings"), ("actions", "by actions alone")]
        found = [f"{self.checked[kind]:,} {words}" for kind, words in parts if self.checked[kind]]
        if found:
            said += f" ({', '.join(found)})"
        if self.early:
            said += f", {self.early:,} end early"
        said += f", {self.failed:,} do not"
        if self.unreadable:
            said += f"; {self.unreadable:,} cannot be read"
        said += f"; rake {self.rake}" if self.rake else ""
        used = [
            f"{MEANING[one]} ({count:,} file{'s' * (count != 1)})"
            for one, count in self.by_convention().items()
            if count
        ]
        return said + (f"; winnings are {', '.join(used)}" if used else "")

    def by_convention(self) -> dict[Convention, int]:
        """In how many files winnings mean what."""
        found = Counter(self.conventions.values())
        return {one: found[one] for one in CONVENTIONS}


def as_object(verdict: Verdict) -> dict[str, Any]:
    """One hand as the JSON contract has it. Amounts are exact."""
    return {
        "file": verdict.file,
        "hand": verdict.hand,
        "ok": verdict.ok,
        "finishing_stacks": verdict.finishing_stacks,
        "error": verdict.error,
        "checked": verdict.checked,
        "rake": verdict.rake,
        "convention": verdict.convention,
        "ends_early": verdict.ends_early,
    }


def find_files(paths: Iterable[str]) -> tuple[list[Path], list[Verdict]]:
    """The histories that are named, or that lie in a named directory, in order; and the names that lead to none."""
    found: list[Path] = []
    missing: list[Verdict] = []
    for path in paths:
        try:
            found += files_of(path)
        except NotationError as mistake:
            missing.append(unreadable(path, str(mistake)))
        except OSError as mistake:
            missing.append(unreadable(path, str(mistake.strerror)))
    return found, missing


def files_of(name: str) -> list[Path]:
    """The histories that one name leads to."""
    if not name:  # Path("") would be the current directory
        raise NotationError("the name is empty", legal=("a file", "a directory"))
    path = Path(name)
    if path.is_dir():
        inside = sorted(
            one for one in path.rglob("*") if one.suffix in SUFFIXES and (one.is_file() or not one.exists())
        )
        if not inside:
            raise NotationError("holds no history", legal=[f"*{suffix}" for suffix in SUFFIXES])
        return inside
    if not path.exists():
        raise NotationError("no such file or directory")
    return [path]


def unreadable(name: str | Path, error: str) -> Verdict:
    """The answer for a file that cannot be read."""
    return Verdict(readable_name(name), None, ok=False, error=error, readable=False)


def readable_name(name: str | Path) -> str:
    """The name of a file as text that can be written; bytes that are no UTF-8 stand in hexadecimal."""
    return os.fsencode(name).decode(errors="backslashreplace")


def with_progress(files: Sequence[Path], workers: Team) -> Iterator[Verdict]:
    """Replay every file; a bar on stderr where there is much to read and someone is looking."""
    sizes = [size_of(file) for file in files]
    console = Console(stderr=True)
    hidden = not console.is_terminal or (len(files) < MANY_FILES and sum(sizes) < MANY_BYTES)
    with Progress(console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("replaying", total=sum(sizes))
        for size, verdicts in zip(sizes, workers.each(replay_file, files), strict=True):
            yield from verdicts
            progress.advance(task, size)


def size_of(file: Path) -> int:
    """The bytes of a file; nothing of one that cannot be read, which is answered later."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def replay_file(file: Path) -> list[Verdict]:
    """Replay the hands of one file; one that cannot be read is answered, and the run goes on."""
    made: list[Verdict] = []
    try:
        text = file.read_bytes().decode()
        made.extend(replay_text(text, readable_name(file), keep_events=False))
    except OSError as mistake:
        made.append(unreadable(file, str(mistake.strerror)))
    except UnicodeDecodeError as mistake:
        made.append(unreadable(file, f"not UTF-8 text at byte {mistake.start}"))
    except NotationError as mistake:
        made.append(unreadable(file, str(mistake)))
    return made
