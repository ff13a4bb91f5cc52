"""Which bends the type checker refuses: what no story notices may still be source that could not land.

Conditions ask `isinstance(terms, Bracket)` before they read `terms.matches`. Where earlier rules leave no other value
at that place, no story can miss the question; the strict type checker does. It reads the modules bent, one bend in
each function at a time, and a bend is refused if its function then has an error that it has not without the bend.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.bends import Bend, bends_of

ROOT: Final = Path(__file__).resolve().parents[1]
CACHE: Final = ROOT / "build" / "bent_types"
ERROR: Final = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): error: (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?$")
# What is said of code that is never reached, or of a comment that is no longer needed, is no error of the bent source.
NO_FAULT: Final = frozenset({"unreachable", "unused-ignore", "redundant-cast", "redundant-expr", "comparison-overlap"})
Found = dict[tuple[Path, int], Counter[str]]


def refused_by_types(bends: Sequence[Bend], file_of: Callable[[str], Path]) -> set[int]:
    """The places in the list of those that the type checker refuses."""
    modules = {bend.module for bend in bends}
    sources = {name: file_of(name).read_text(encoding="utf-8") for name in modules}
    waiting: dict[tuple[str, int], list[int]] = defaultdict(list)
    for at, bend in enumerate(bends):
        waiting[bend.module, unit_at(ast.parse(sources[bend.module]), bend.line)].append(at)
    plain = errors({file_of(name): ast.unparse(ast.parse(text)) for name, text in sources.items()})
    refused: set[int] = set()
    while any(waiting.values()):
        now = {unit: several.pop(0) for unit, several in waiting.items() if several}
        made: dict[Path, str] = {}
        for name in {module for module, _ in now}:
            chosen = [bends[at] for (module, _), at in now.items() if module == name]
            made[file_of(name)] = bent_together(name, sources[name], chosen)
        found = errors(made)
        for (module, unit), at in now.items():
            place = file_of(module), unit
            if found.get(place, Counter()) - plain.get(place, Counter()):
                refused.add(at)
    return refused


def bent_together(name: str, source: str, chosen: Sequence[Bend]) -> str:
    """A module with several bends done, each in a function of its own."""
    tree, found = bends_of(sys.modules[name], source)
    for bend in chosen:
        same = [one for one in found if one.number == bend.number]
        same[0].do()
    return ast.unparse(ast.fix_missing_locations(tree))


def units(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module, and those of its classes: functions mostly."""
    return [
        inner for outer in tree.body for inner in (outer.body if isinstance(outer, ast.ClassDef) else (outer,))
    ]  # fmt: skip


def unit_at(tree: ast.Module, line: int) -> int:
    """Which of them has a line; that of a decorator belongs to its function."""
    ends = [one.end_lineno or one.lineno for one in units(tree)]
    return next((at for at, last in enumerate(ends) if line <= last), len(ends))


def errors(made: Mapping[Path, str]) -> Found:
    """What the type checker says of files that read so, by file and statement."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mypy", "--no-error-summary", "--show-error-codes", "--hide-error-context",
                   "--no-pretty", "--cache-dir", str(CACHE)]  # fmt: skip
        trees = {}
        for number, (path, text) in enumerate(sorted(made.items())):
            bent = Path(folder, f"{number}.py")
            bent.write_text(text, encoding="utf-8")
            trees[path] = ast.parse(text)
            command += ["--shadow-file", str(path), str(bent)]
        done = subprocess.run(
            [*command, *map(str, sorted(made))], cwd=ROOT, capture_output=True, text=True, check=False
        )
    if done.returncode not in (0, 1):
        sys.exit(f"the type checker failed:\n{done.stdout}{done.stderr}")
    found: Found = defaultdict(Counter)
    for line in done.stdout.splitlines():
        told = ERROR.match(line)
        path = (ROOT / told["file"]).resolve() if told else None
        if told and path in trees and told["code"] not in NO_FAULT:
            found[path, unit_at(trees[path], int(told["line"]))][told["text"]] += 1
    return found
