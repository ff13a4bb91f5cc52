"""Ways to bend a rule: one value, comparison, condition or statement of a module is changed at a time.

`bends_of(module)` lists them for a module's source. A bend knows its place in the syntax tree and can be done there;
`tools.bend`, which tells the stories, does it in a process of its own. What is said to people is left alone: words and
codes of refusals, docstrings, f-strings; and the clauses that are cited, which the conformance report watches.
"""

from __future__ import annotations

import ast
import enum
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Final

# The other side of a boundary, or the opposite.
COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
TURNED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORD: Final = re.compile(r"[a-z][a-z0-9-]*$")
CITED: Final = re.compile(r"(?:nsw-poker|act-stud|us-stud|act-holdem|nz-big-raise|house) \S+$")
FOR_PEOPLE: Final = frozenset({"legal", "words", "text", "message", "reason", "strict"})  # keywords that are no rule
SKIPPED: Final = (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.arguments)
REFUSALS: Final = frozenset({"RuleViolation", "NotationError", "InvariantBroken", "fault", "refuse"})
MOST_CLAUSES: Final = 6  # of one expression; a table of more is known by its rulebooks
SHORT: Final = 60  # an expression shorter than that is shown with what stands around it


@dataclass(slots=True)
class Bend:
    """One change of a module: what it is, where it stands, and how to do and undo it in the tree."""

    module: str
    of: str  # the function or class it is in, or the key of a table
    clauses: tuple[str, ...]
    expression: str
    bent: str
    line: int
    last_line: int
    is_table: bool  # it is evaluated when the module is imported
    do: Callable[[], None] = field(repr=False)
    number: int = 0  # among the bends of its module

    @property
    def key(self) -> tuple[str, str, str]:
        """What reasons are filed by, wherever the file may move."""
        return ", ".join(self.clauses), self.of, self.expression

    def __str__(self) -> str:
        where = f"{self.module}:{self.line}" + (f" in {self.of}" if self.of else "")
        return f"{where} [{', '.join(self.clauses) or 'no clause'}]: {self.expression}  ->  {self.bent}"


@dataclass(slots=True)
class Place:
    """Where a node hangs: the field of its parent, and its place there if the field is a list."""

    parent: ast.AST
    name: str
    at: int | None

    def put(self, node: ast.AST | None) -> None:
        """Hang another node there; None takes it out of a list."""
        if self.at is None:
            setattr(self.parent, self.name, node)
        elif node is None:
            del getattr(self.parent, self.name)[self.at]
        else:
            getattr(self.parent, self.name)[self.at] = node

    def restore(self, node: ast.AST, *, was_taken_out: bool) -> None:
        """Hang the old node there again."""
        if was_taken_out and self.at is not None:
            getattr(self.parent, self.name).insert(self.at, node)
        else:
            self.put(node)


class Bender:
    """Walks a module's tree and finds every bend."""

    def __init__(self, module: ModuleType, tree: ast.Module) -> None:
        self.module, self.tree = module, tree
        self.places: dict[ast.AST, Place] = {}
        for parent in ast.walk(tree):
            for name, value in ast.iter_fields(parent):
                if isinstance(value, ast.AST):
                    self.places[value] = Place(parent, name, None)
                elif isinstance(value, list):
                    for at, one in enumerate(value):
                        if isinstance(one, ast.AST):
                            self.places[one] = Place(parent, name, at)
        self.slots = self._slots()

    def bends(self) -> Iterator[Bend]:
        """Every bend, in the order of the source."""
        for node, scope in self._walk(self.tree, ""):
            for new in self._ways(node):
                yield self._bend(node, new, scope)

    # --- walking -----------------------------------------------------------------------------------------------------

    def _walk(self, node: ast.AST, scope: str) -> Iterator[tuple[ast.AST, str]]:
        """Every node that may be bent, with the function or field it stands in, or the key of its table."""
        if isinstance(node, SKIPPED) or self._is_for_people(node) or self._is_citation(node):
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            inside = f"{scope}.{node.name}" if scope else node.name
            for one in node.body:
                yield from self._walk(one, inside)
            return
        if isinstance(node, ast.AnnAssign):
            is_field = isinstance(self.places[node].parent, ast.ClassDef)
            if node.value is not None:
                yield from self._walk(node.value, f"{scope}.{shown(node.target)}" if is_field else scope)
            return
        if isinstance(node, ast.Dict) and not scope:
            for key, value in zip(node.keys, node.values, strict=True):
                yield from self._walk(value, shown(key) if key is not None else "")
            return
        yield node, scope
        for child in ast.iter_child_nodes(node):
            yield from self._walk(child, scope)

    def _is_for_people(self, node: ast.AST) -> bool:
        """Whether a node says something to people, or is a refusal's own words and code."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True  # a docstring
        if isinstance(node, ast.If) and shown(node.test) == "TYPE_CHECKING":
            return True
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            return node.targets[0].id in {"__all__", "__slots__"}
        if isinstance(node, ast.keyword):
            return node.arg in FOR_PEOPLE or str(node.arg).endswith("cites")
        return isinstance(node, ast.Call) and callee(node) in REFUSALS

    def _is_choice_of_words(self, node: ast.IfExp) -> bool:
        """Whether both sides are words, or both are clauses: then nothing but what is said depends on it."""
        sides = (node.body, node.orelse)
        return any(map(self._is_cites, sides)) or all(is_words(one) for one in sides)

    def _is_part(self, node: ast.keyword) -> bool:
        """Whether it fills the braces of a phrase: that none stay empty is checked where templates are listed."""
        return callee(self.places[node].parent) == "phrase"

    def _is_citation(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and callee(node) in {"cite", "joined", "cited"}

    # --- ways to bend ------------------------------------------------------------------------------------------------

    def _ways(self, node: ast.AST) -> Iterator[ast.AST | None]:  # noqa: C901, PLR0912 - one arm for each kind
        """What a node may become; None if it may be left out."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=several) if type(op) in COMPARISONS:
                yield ast.Compare(left, [COMPARISONS[type(op)]()], several)
            case ast.Compare(left=left, ops=[one, other], comparators=several):
                yield ast.Compare(left, [COMPARISONS[type(one)](), other], several)
                yield ast.Compare(left, [one, COMPARISONS[type(other)]()], several)
            case ast.BoolOp(op=op, values=values):
                yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
                for at in range(len(values)):
                    rest = values[:at] + values[at + 1 :]
                    yield ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield operand
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not is_text(left, right):
                yield ast.BinOp(left, ARITHMETIC[type(op)](), right)
            case ast.IfExp(body=body, orelse=orelse) if not self._is_choice_of_words(node):
                yield body
                yield orelse
            case ast.If(body=body, orelse=orelse):
                yield ast.If(ast.Constant(value=True), body, orelse)
                yield ast.If(ast.Constant(value=False), body, orelse)
            case ast.match_case(pattern=pattern, guard=ast.expr(), body=body):
                yield ast.match_case(pattern, None, body)
            case ast.comprehension(target=target, iter=source, ifs=ifs, is_async=is_async):
                for at in range(len(ifs)):
                    yield ast.comprehension(target, source, ifs[:at] + ifs[at + 1 :], is_async)
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
                yield ast.Pass()
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield ast.Pass()
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in TURNED and args:
                yield ast.Call(ast.Name(TURNED[name], ast.Load()), args, keywords)
            case ast.keyword(arg=str()) if not self._is_cites(node.value) and not self._is_part(node):
                yield None
            case ast.Constant() | ast.Name() | ast.Attribute():
                yield from self._values(node)

    def _values(self, node: ast.expr) -> Iterator[ast.expr]:
        """Another value in the place of a constant: a number beside it, or what else stands in such a place."""
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield ast.Constant(value=not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield ast.Constant(value=node.value + 1)
            if node.value > 1:
                yield ast.Constant(value=node.value - 1)
        elif isinstance(node, ast.Attribute):
            kind = getattr(self.module, node.value.id, None) if isinstance(node.value, ast.Name) else None
            if isinstance(kind, type) and issubclass(kind, enum.Enum) and node.attr in kind.__members__:
                names = list(kind.__members__)
                other = names[(names.index(node.attr) + 1) % len(names)]
                if other != node.attr:
                    yield ast.Attribute(node.value, other, ast.Load())
        elif (slot := self._slot(node)) and len(others := self.slots[slot]) > 1:
            names = sorted(others)
            other = names[(names.index(shown(node)) + 1) % len(names)]
            yield others[other]

    def _slots(self) -> dict[tuple[str, str], dict[str, ast.expr]]:
        """Words and names of tables, by the parameter for which they are given: "by=" of Option, say."""
        found: dict[tuple[str, str], dict[str, ast.expr]] = defaultdict(dict)
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Constant, ast.Name)) and (slot := self._slot(node)):
                found[slot][shown(node)] = node
        return found

    def _slot(self, node: ast.expr) -> tuple[str, str] | None:
        """The call and the parameter that a word or a name of a table is given for."""
        is_word = isinstance(node, ast.Constant) and isinstance(node.value, str) and WORD.match(node.value)
        is_name = isinstance(node, ast.Name) and node.id.isupper() and not self._is_cites(node)
        if not (is_word or is_name):
            return None
        place = self.places[node]
        if isinstance(place.parent, ast.keyword):
            if self._is_part(place.parent):
                return None
            return callee(self.places[place.parent].parent), place.parent.arg or ""
        if isinstance(place.parent, ast.Call) and place.name == "args":
            return callee(place.parent), str(place.at)
        return None

    def _is_cites(self, node: ast.AST) -> bool:
        """Whether an expression is a citation: what is cited is the conformance report's to watch."""
        if isinstance(node, ast.Call):
            return self._is_citation(node)
        if isinstance(node, ast.BinOp):  # clauses of two books
            return self._is_cites(node.left) and self._is_cites(node.right)
        return isinstance(node, ast.Name) and is_cites(getattr(self.module, node.id, None))

    # --- describing --------------------------------------------------------------------------------------------------

    def _bend(self, node: ast.AST, new: ast.AST | None, scope: str) -> Bend:
        place = self.places[node]
        around = self._around(node)
        first, last = span(around)
        expression = shown(around)
        place.put(new)
        bent = shown(around if around is not node else new) if new is not None or around is not node else "left out"
        place.restore(node, was_taken_out=new is None)
        return Bend(
            module=self.module.__name__,
            of=scope,
            clauses=self._clauses(node),
            expression=expression,
            bent=bent,
            line=first,
            last_line=last,
            is_table=not self._in_function(node),
            do=lambda: place.put(new),
        )

    def _around(self, node: ast.AST) -> ast.AST:
        """The expression to show: with what stands around it, as long as that is short."""
        around = node
        while True:
            parent = self.places[around].parent
            if not isinstance(parent, (ast.expr, ast.keyword, ast.comprehension)) or len(shown(parent)) > SHORT:
                return around
            around = parent

    def _in_function(self, node: ast.AST) -> bool:
        """Whether it runs when a function or lambda is called, not when the module is imported."""
        while node in self.places:
            node = self.places[node].parent
            if isinstance(node, (ast.FunctionDef, ast.Lambda)):
                return True
        return False

    def _clauses(self, node: ast.AST) -> tuple[str, ...]:
        """The clauses cited in or nearest around a node."""
        while node in self.places:
            found = sorted({cite for one in ast.walk(node) for cite in self._cites_of(one)})
            if found:
                return tuple(found) if len(found) <= MOST_CLAUSES else tuple(sorted({one.split()[0] for one in found}))
            node = self.places[node].parent
            if isinstance(node, ast.Module):
                break
        return ()

    def _cites_of(self, node: ast.AST) -> tuple[str, ...]:
        """The clauses that one node cites by itself."""
        if isinstance(node, ast.Name) and is_cites(found := getattr(self.module, node.id, None)):
            return tuple(found)
        if not (isinstance(node, ast.Call) and callee(node) == "cite"):
            return ()
        numbers = [one.value for one in node.args if isinstance(one, ast.Constant)]
        if isinstance(node.func, ast.Attribute):
            cite = getattr(getattr(self.module, getattr(node.func.value, "id", ""), None), "cite", None)
        else:  # the module has a name for it: cite = ACT.cite
            cite = getattr(self.module, "cite", None)
        return tuple(cite(*numbers)) if cite and numbers else ()


def callee(node: ast.AST) -> str:
    """The name of what is called."""
    func = getattr(node, "func", None)
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def is_cites(value: object) -> bool:
    """Whether a value is a tuple of clauses."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, str) and CITED.match(one) for one in value)


def is_text(*nodes: ast.AST) -> bool:
    """Whether one of the operands is text, of which the sum is no rule."""
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in nodes
    )


def is_words(node: ast.AST) -> bool:
    """Whether a choice has words here: a text, or a phrase."""
    return (is_text(node) and shown(node) not in {"''", "f''"}) or callee(node) == "phrase"


def span(node: ast.AST) -> tuple[int, int]:
    """The first and the last line of a node; of a statement with a body, those of its head."""
    if isinstance(node, ast.If):
        return node.lineno, node.test.end_lineno or node.lineno
    places = [one for one in ast.walk(node) if hasattr(one, "lineno")]
    return min(one.lineno for one in places), max(one.end_lineno or one.lineno for one in places)


def shown(node: ast.AST) -> str:
    """A node as source on one line; of a statement with a body, its head."""
    match node:
        case ast.If(test=test):
            return f"if {ast.unparse(test)}"
        case ast.match_case(pattern=pattern, guard=guard):
            return f"case {ast.unparse(pattern)}" + (f" if {ast.unparse(guard)}" if guard else "")
        case ast.comprehension(target=target, iter=source, ifs=ifs):
            tests = "".join(f" if {ast.unparse(one)}" for one in ifs)
            return f"for {ast.unparse(target)} in {ast.unparse(source)}{tests}"
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def bends_of(module: ModuleType, source: str) -> tuple[ast.Module, list[Bend]]:
    """The tree of a module and every way to bend it."""
    tree = ast.parse(source)
    found = list(Bender(module, tree).bends())
    for number, one in enumerate(found):
        one.number = number
    return tree, found
