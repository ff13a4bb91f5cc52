"""Search for rules that no story would miss: bend one at a time, tell the stories that touch it, list what survives.

python -m tools.bend                      every layer whose survivors are answered
python -m tools.bend --layer pit          one layer
python -m tools.bend --sample 300         some, chosen by --seed (printed)
python -m tools.bend --only moments:108   those at a line of a module, to try a story
python -m tools.bend --again FILE         the survivors that an earlier run printed

A bend that every story survives is refused by the type checker (`tools.bent_types`), or is a rule without a proof, for
which a story is missing, or makes no difference; then `tools/bent_reasons.toml` says why, filed by clause and
expression. Rules whose story is still to be written stand in `tools/bent_open.tsv`; that list only shrinks
(`--write-open` writes it anew). The exit code is 1 if a survivor is in neither, or a reason has no survivor. Each bend
is done in a process of its own. A function is bent where it is; of what runs when a module is loaded, the module and
all that know it are loaded anew (`--anew`: always; a sample is told both ways in the tests).
"""

from __future__ import annotations

import os

os.environ["OPENFELT_PURE"] = "1"  # bends change the source

import argparse
import ast
import gc
import hashlib
import importlib
import importlib.abc
import importlib.util
import inspect
import re
import resource
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

from openfelt import pure

pure.run_the_source()

from tools.bend_layers import LAYERS, ROOT  # noqa: E402 - the source must be chosen first
from tools.bends import Bend, bends_of  # noqa: E402 - the source must be chosen first
from tools.bent_types import refused_by_types  # noqa: E402

STORIES: Final = ROOT / "tests" / "stories"
REASONS: Final = ROOT / "tools" / "bent_reasons.toml"
OPEN: Final = ROOT / "tools" / "bent_open.tsv"
CPU_SECONDS: Final = 20  # a bend that takes longer hangs, which is noticed
MOST_BYTES: Final = 4_000_000_000
INCIDENT: Final = re.compile(r"i\.([A-Z]\w+)$")  # the key of a table of the floor
REMEMBERED: Final = (("openfelt.games.policy", "POLICIES"),)  # results that a module keeps in a table of its own
SURVIVED, NOTICED, FAULT = 0, 1, 2  # exit codes of the process of a bend
UNTOUCHED: Final = "  (no story comes here)"
LINE: Final = re.compile(r"(?<=^)(\S+?):\d+")  # where a bend is printed to stand; lines move


# --- which stories touch which lines ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Told:
    """A story, the lines of the bent modules that ran while it was told, and the clauses it gave."""

    story: Any
    layers: frozenset[str]
    lines: frozenset[tuple[str, int]]
    cites: frozenset[str]
    events: str = ""  # what it decides, where its layer notices by that


class Tracer:
    """Notes the lines that run in some files."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files  # file names to modules
        self.lines: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401, ARG002 - sys.settrace's
        """Follow a call into one of the files, and no other."""
        module = self.files.get(frame.f_code.co_filename)
        if module is None:
            return None
        lines = self.lines
        lines.add((module, frame.f_lineno))

        def follow(frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401, ARG001
            lines.add((module, frame.f_lineno))
            return follow

        return follow

    def record(self, act: Any) -> Any:  # noqa: ANN401 - whatever it does
        """Do something and note the lines that ran."""
        sys.settrace(self)
        try:
            return act()
        finally:
            sys.settrace(None)


def file_of(module: str) -> Path:
    """The source of a module."""
    return ROOT.joinpath("src", *module.split(".")).with_suffix(".py")


def caches_over(modules: Iterable[str]) -> list[Callable[[], None]]:
    """What clears each cache of ours that may keep results of the modules."""
    known = {name for module in modules for name in importers(module)}
    kept = {id(one): one for name in known for one in vars(sys.modules[name]).values() if hasattr(one, "cache_clear")}
    tables = [getattr(sys.modules[name], table) for name, table in REMEMBERED if name in known]
    return [*(one.cache_clear for one in kept.values()), *(one.clear for one in tables)]


def record_stories(layers: Sequence[str]) -> tuple[list[Told], set[tuple[str, int]]]:
    """Tell every story of the layers once; and the lines that run when the modules are loaded."""
    modules = [module for name in layers for module in LAYERS[name].modules]
    tracer = Tracer({str(file_of(module)): module for module in modules})
    stories, *_ = tracer.record(lambda: [importlib.import_module(name) for name in ("openfelt.stories", *modules)])
    loaded, tracer.lines = tracer.lines, set()
    kinds: dict[str, set[str]] = defaultdict(set)
    for name in layers:
        for kind in LAYERS[name].stories:
            kinds[kind].add(name)
    told = []
    caches = caches_over(modules)
    for kind, of in sorted(kinds.items()):
        for path in sorted(STORIES.glob(kind)):
            for story in stories.read_stories(path):
                for forget_all in caches:  # else only the first story with a sign runs the lines that read it
                    forget_all()
                tracer.lines = set()
                report = tracer.record(lambda story=story: stories.report(story))
                if report.came_true:
                    by_events = any(LAYERS[name].by_events for name in of)
                    events = repr(stories.events_of(story)) if by_events else ""
                    told.append(Told(story, frozenset(of), frozenset(tracer.lines), frozenset(report.cites), events))
                else:
                    print(f"not counted, it does not come true: {story.name}", file=sys.stderr)
    return told, loaded


# --- bending ----------------------------------------------------------------------------------------------------------


class BentLoader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a bent tree."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """The bent module; everything else is left to others."""
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the bent code."""
        exec(self.code, module.__dict__)


def importers(of: str) -> set[str]:
    """The module and every module of ours that knows it, directly or not."""
    knows: dict[str, frozenset[str]] = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("openfelt") and getattr(module, "__file__", "") and module.__file__.endswith(".py"):
            knows[name] = named_by(module.__file__)
            if name == "openfelt.rulebooks.chapters":  # it finds the chapters of books by their names, and keeps them
                knows[name] |= {one for one in sys.modules if one.startswith("openfelt.books.")}
    found = {of}
    while more := {name for name, known in knows.items() if name not in found and known & found}:
        found |= more
    return found


@cache
def named_by(file: str) -> frozenset[str]:
    """All that a file's imports name; a package counts as known by its parts' importers."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(found)


@dataclass(slots=True)
class Target:
    """A module that is bent: its tree, and what must be loaded anew with it."""

    layer: str
    tree: ast.Module
    again: set[str]
    whole: CodeType  # the module as it is written
    caches: list[Callable[[], None]]  # what clears results that may come from it


def bend_in_place(module: str, whole: CodeType, bent: CodeType) -> bool:
    """Give the one function that is bent its new code; False if something else is bent, or it is out of reach."""
    found = list(differences(whole, bent))
    if len(found) != 1:
        return False
    old, new = found[0]
    several = [one for one in functions_of(sys.modules[module]) if one.__code__ == old]
    if len(several) != 1 or old.co_freevars != new.co_freevars or inner_functions(old) != inner_functions(new):
        return False  # a function inside it may have been made when the module was loaded
    several[0].__code__ = new
    return True


def differences(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions of a module and its classes whose code differs, with both; more than one if their number does."""
    before, after = functions_in(old), functions_in(new)
    if [one.co_qualname for one in before] != [one.co_qualname for one in after]:
        yield from ((old, new), (old, new))
        return
    yield from ((one, other) for one, other in zip(before, after, strict=True) if one != other)


def functions_in(code: CodeType) -> list[CodeType]:
    """The code of the functions of a module and its classes; not of what is inside a function."""
    found: list[CodeType] = []
    for one in code.co_consts:
        if isinstance(one, CodeType):
            is_function = one.co_flags & inspect.CO_OPTIMIZED
            found += [one] if is_function else functions_in(one)
    return found


def inner_functions(code: CodeType) -> list[CodeType]:
    """The functions and lambdas inside a function; what loops inside an expression is no function."""
    found: list[CodeType] = []
    for one in code.co_consts:
        if isinstance(one, CodeType):
            found += [one] if not one.co_name.startswith("<") or one.co_name == "<lambda>" else inner_functions(one)
    return found


def functions_of(holder: ModuleType | type) -> Iterator[FunctionType]:
    """The functions that a module or a class has of its own, also those inside a property, a cache and the like."""
    for one in list(vars(holder).values()):
        inner = getattr(one, "__func__", getattr(one, "fget", one))
        inner = inspect.unwrap(inner) if callable(inner) else inner
        if isinstance(inner, FunctionType):
            yield inner
        elif isinstance(inner, type) and inner.__module__ == getattr(holder, "__name__", "") and inner is not holder:
            yield from functions_of(inner)


def tell_bent(bend: Bend, target: Target, stories: Sequence[Told], *, anew: bool) -> int:
    """In a process of its own: bend, and tell story after story until one notices."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    bend.do()
    code = compile(ast.fix_missing_locations(target.tree), str(file_of(bend.module)), "exec")
    if not anew and bend_in_place(bend.module, target.whole, code):
        for forget_all in target.caches:
            forget_all()
        return NOTICED if is_noticed(stories) else SURVIVED
    sys.meta_path.insert(0, BentLoader(bend.module, code))
    forget(target.again)
    return NOTICED if is_noticed(stories) else SURVIVED


def is_noticed(stories: Iterable[Told]) -> bool:
    """Whether a story does not come true as it did."""
    try:
        fresh = importlib.import_module("openfelt.stories")
        for told in stories:
            one = told.story
            events = fresh.events_of(fresh.Story(one.name, one.kind, one.text, one.title, one.path))
            if told.events and repr(events) != told.events:
                return True
    except Exception:  # whatever happens, it was noticed
        return True
    return False


def forget(modules: Iterable[str]) -> None:
    """Have modules loaded anew: also their packages know them no more."""
    for name in modules:
        sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        if hasattr(known := sys.modules.get(package), last):
            delattr(known, last)


def in_a_process(bend: Bend, target: Target, stories: Sequence[Told], *, anew: bool) -> int:
    """Start a process for a bend; its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = FAULT
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        code = tell_bent(bend, target, stories, anew=anew)
    except BaseException:  # a process that was forked must not go on as its parent
        code = NOTICED
    finally:
        os._exit(code)


def names(story: str, of: str) -> bool:
    """Whether a story speaks of a row of a table: of an incident's row only if it names the incident."""
    incident = INCIDENT.match(of)
    if not incident:
        return True
    kind = re.sub(r"(?<!^)(?=[A-Z])", "-", incident[1]).lower()
    return kind in story or "possible" in story


def lines_of(bend: Bend) -> list[tuple[str, int]]:
    """The lines that a bend stands on."""
    return [(bend.module, line) for line in range(bend.line, bend.last_line + 1)]


class Search:
    """Every bend of some layers, with the stories that touch each."""

    def __init__(self, layers: Sequence[str]) -> None:
        self.told, self.loaded = record_stories(layers)
        self.touching: dict[tuple[str, int], list[Told]] = defaultdict(list)
        for one in self.told:
            for line in one.lines:
                self.touching[line].append(one)
        self.targets: dict[str, Target] = {}
        self.bends: list[Bend] = []
        for layer in layers:
            for name in LAYERS[layer].modules:
                source = file_of(name).read_text(encoding="utf-8")
                tree, found = bends_of(sys.modules[name], source)
                whole = compile(ast.parse(source), str(file_of(name)), "exec")
                self.targets[name] = Target(layer, tree, importers(name), whole, caches_over([name]))
                self.bends += found

    def stories_for(self, bend: Bend) -> list[Told]:
        """The stories that run its lines, those that give its clauses first; of a table all of its layer."""
        lines = lines_of(bend)
        if self.is_loaded(bend):
            layer = self.targets[bend.module].layer
            found = [one for one in self.told if layer in one.layers and names(one.story.text, bend.of)]
        else:
            found = list({id(one): one for line in lines for one in self.touching.get(line, ())}.values())
        return sorted(found, key=lambda one: (not one.cites & set(bend.clauses), len(one.lines)))

    def is_loaded(self, bend: Bend) -> bool:
        """Whether it matters while a module is loaded."""
        return bend.is_table or any(line in self.loaded for line in lines_of(bend))

    def survivors(self, bends: Sequence[Bend], jobs: int, *, anew: bool = False) -> Iterator[Bend]:
        """The bends that every story survives, as they are found."""
        gc.collect()
        gc.freeze()  # so that no process copies what it does not change
        running: dict[int, Bend] = {}
        waiting = iter(bends)
        done = 0
        while True:
            while len(running) < jobs and (bend := next(waiting, None)) is not None:
                target, stories = self.targets[bend.module], self.stories_for(bend)
                running[in_a_process(bend, target, stories, anew=anew or self.is_loaded(bend))] = bend
            if not running:
                return
            child, status = os.wait()
            bend = running.pop(child)
            done += 1
            if sys.stderr.isatty() and not done % 20:
                print(f"\r{done} of {len(bends)}", end="", file=sys.stderr)
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == SURVIVED:
                yield bend


# --- reasons ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Reasons:
    """Why some survivors make no difference, by clause, function or table, and expression; "*" stands for any."""

    rows: list[dict[str, str]]
    used: Counter[int] = field(default_factory=Counter)

    @classmethod
    def read(cls, path: Path = REASONS) -> Reasons:
        """The reasons on file."""
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("reason", [])
        for row in rows:
            if not row.get("why") or set(row) - {"clause", "of", "expression", "bent", "why", "layer"}:
                sys.exit(f"{path.name}: a reason has clause, of, expression, perhaps bent or layer, and why: {row}")
        return cls(rows)

    def find(self, bend: Bend) -> str:
        """The reason for a bend, "" if there is none."""
        clause, of, expression = bend.key
        wanted = {"clause": clause, "of": of, "expression": expression, "bent": bend.bent}
        for at, row in enumerate(self.rows):
            if all(fits(row.get(name, "*"), value) for name, value in wanted.items()):
                self.used[at] += 1
                return row["why"]
        return ""

    def unused(self) -> list[dict[str, str]]:
        """Reasons without a survivor, but for those of a layer that is bent only when it is named."""
        return [row for at, row in enumerate(self.rows) if not self.used[at] and "layer" not in row]


def fits(pattern: str, value: str) -> bool:
    """Whether a row speaks of that value: itself, or a pattern with "*" at its end or at its beginning."""
    if pattern.endswith("*"):
        return value.startswith(pattern[:-1])
    return value == pattern or (pattern.startswith("*") and value.endswith(pattern[1:]))


class Open:
    """The bends whose story is still to be written: function or table, expression, what it is bent to, clauses."""

    def __init__(self, path: Path = OPEN) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        self.rows = {line for line in text.splitlines() if line and not line.startswith("#")}
        self.known = {row.rpartition("\t")[0] for row in self.rows}

    @staticmethod
    def row(bend: Bend) -> str:
        """A bend as its row. The clauses come last and are not compared: more of them may be cited one day."""
        clauses, *rest = bend.key
        return "\t".join((*rest, bend.bent, clauses))

    def has(self, bend: Bend) -> bool:
        """Whether a bend is on the list."""
        return self.row(bend).rpartition("\t")[0] in self.known

    def write(self, bends: Iterable[Bend]) -> None:
        """Write the list anew."""
        head = "# Bends that no story notices yet (python -m tools.bend --write-open): of, expression, bent, clauses.\n"
        rows = sorted({self.row(bend) for bend in bends})
        self.path.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")


# --- the command ------------------------------------------------------------------------------------------------------


def choose(bends: Sequence[Bend], args: argparse.Namespace) -> list[Bend]:
    """All of them, a sample, those at one line, or those that an earlier run printed."""
    if args.again:
        printed = Path(args.again).read_text(encoding="utf-8").splitlines()
        told = {LINE.sub(r"\1", line).removesuffix(UNTOUCHED) for line in printed}
        return [one for one in bends if LINE.sub(r"\1", str(one)) in told]
    if args.only:
        module, _, line = args.only.partition(":")
        at = int(line or 0)
        found = [one for one in bends if one.module.endswith(f".{module}")]
        return [one for one in found if not at or one.line <= at <= one.last_line]
    if args.sample:
        print(f"seed {args.seed}")
        return sample(bends, args.sample, seed=args.seed)
    return list(bends)


def sample(bends: Iterable[Bend], count: int, *, seed: int) -> list[Bend]:
    """So many bends, by a hash of each: an edit elsewhere leaves the others in the sample, or out of it."""

    def lot(bend: Bend) -> bytes:
        told = "\0".join((str(seed), bend.module, *bend.key[1:], bend.bent))
        return hashlib.blake2b(told.encode(), digest_size=8).digest()

    return sorted(bends, key=lot)[:count]


def main() -> None:
    """Run the search and say what survives."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--layer", action="append", choices=[*LAYERS], help="bend only this layer (repeat for more)")
    parser.add_argument("--sample", type=int, default=0, help="so many bends, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="bends of a module, or at a line of it: nsw_poker.floor:30")
    parser.add_argument("--again", default="", metavar="FILE", help="the survivors that an earlier run printed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write-open", action="store_true", help="write the list of open bends anew")
    parser.add_argument("--anew", action="store_true", help="load the bent module anew, also for a function")
    parser.add_argument("--keys", action="store_true", help="print survivors as rows for the file of reasons")
    args = parser.parse_args()
    search = Search(args.layer or [name for name, layer in LAYERS.items() if layer.in_every_run])
    chosen = choose(search.bends, args)
    reasons, known = Reasons.read(), Open()
    silent: list[Bend] = []
    with_reason = 0
    for bend in search.survivors(chosen, args.jobs, anew=args.anew):
        if reasons.find(bend):
            with_reason += 1
        else:
            silent.append(bend)
    refused = refused_by_types(silent, file_of)
    unwritten = [bend for at, bend in enumerate(silent) if at not in refused]
    left = [bend for bend in unwritten if args.only or args.again or args.keys or not known.has(bend)]
    for bend in left:
        untouched = "" if search.stories_for(bend) else UNTOUCHED
        print(as_row(bend) if args.keys else f"{bend}{untouched}")
    noticed = len(chosen) - with_reason - len(silent)
    print(f"{len(chosen)} bends: {noticed} noticed by a story, {len(refused)} by the type checker, ", end="")
    print(f"{with_reason} make no difference (reason on file), {len(unwritten) - len(left)} open, {len(left)} new")
    stale: list[object] = []
    if len(chosen) == len(search.bends) and not args.layer:
        stale += reasons.unused()
        if args.write_open:
            known.write(unwritten)
        elif done := len(known.known - {known.row(bend).rpartition("\t")[0] for bend in unwritten}):
            print(f"{done} open bends are noticed now: run with --write-open")
    for row in stale:
        print(f"a reason without a survivor: {row}")
    sys.exit(bool(stale or (left and not args.write_open)))


def as_row(bend: Bend) -> str:
    """A survivor as a row for the file of reasons, to be completed."""
    clause, of, expression = bend.key
    fields = {"clause": clause, "of": of, "expression": expression, "bent": bend.bent, "why": ""}
    return "\n[[reason]]\n" + "\n".join(f"{name} = '''{value}'''" for name, value in fields.items())


if __name__ == "__main__":
    main()
