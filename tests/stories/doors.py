"""Which orders the running room can make: by a route that the client has a form for, by a frame, or by a timer.

Nothing is run. The functions of the service, the room and the pits are read, from the application's routes, frames and
timers on, function by function as one names the other; every order that one of them constructs is noted with the fields
that it sets. An order that another order's answer makes (a hand that closes, say) is found in the same way.

Names are taken for what they are: two functions of one name count as one. That may find a door too many, never one too
few. What opens the demo tables is no door: it makes what nobody asked for.
"""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, get_args

import msgspec

from openfelt import floor
from openfelt.floor.grants import POWER_KINDS
from openfelt.jackpots.orders import JackpotOrder
from openfelt.lists.orders import AnyListOrder
from openfelt.pit.commands import Command as PitCommand
from openfelt.promotions.giving import OWN as PROMOTION_OWN
from openfelt.promotions.orders import PromotionOrder
from openfelt.room import RoomCommand
from openfelt.room.account_orders import AccountOrder
from openfelt.room.banked_orders import PitOrder
from openfelt.room.house_orders import PrescribeItems
from openfelt.room.opening import OpenTable
from openfelt.room.orders import TableOrder, ToldOrder
from openfelt.room.people_orders import PeopleOrder
from openfelt.room.till_orders import TillOrder
from openfelt.service.desks.floor import AT_THE_DESK
from openfelt.service.desks.tournaments import HOME_KINDS
from openfelt.service.tell.event_offers import STAFFED
from openfelt.service.tell.promotion_offers import STAFFED as PROMOTION_STAFFED
from openfelt.stories import Source
from openfelt.stories.hands import TURNS
from openfelt.stories.lines import Sources
from openfelt.tournaments.orders import TournamentOrder

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("service", "room", "pit", "tournaments", "lists", "jackpots", "promotions")
# The small room of stories, the demo's furniture, and what reads a record again.
NO_DOORS: Final = frozenset(
    {
        "room.evening", "service.demo", "service.record.audit", "service.record.recalled", "service.record.refold",
        "service.record.tournament_audit", "service.record.list_audit", "service.record.jackpot_audit",
        "service.record.promotion_audit",
    }
)  # fmt: skip
FIRST: Final = "build"  # of service.app: the routes, the socket, and what starts the timers
EVENT_ORDERS: Final = frozenset(get_args(TournamentOrder))
LIST_ORDERS: Final = frozenset(get_args(AnyListOrder))
JACKPOT_ORDERS: Final = frozenset(get_args(JackpotOrder))
PROMOTION_ORDERS: Final = frozenset(get_args(PromotionOrder))
ORDERS: Final = (EVENT_ORDERS | LIST_ORDERS | JACKPOT_ORDERS | PROMOTION_ORDERS).union(
    get_args(TableOrder), get_args(ToldOrder), get_args(RoomCommand), get_args(PitOrder),
    get_args(PeopleOrder), get_args(AccountOrder), get_args(TillOrder), (PrescribeItems, OpenTable),
)  # fmt: skip
COMMANDS: Final = {**dict.fromkeys(get_args(PitCommand), "pit"), **dict.fromkeys(TURNS, "InHand")}
ASIDE: Final = (ast.Compare, ast.pattern, ast.arguments)  # a type that is named there is not constructed


class Made(NamedTuple):
    """Something that a function makes: an order by its kind, with the fields it sets."""

    kind: str
    fields: frozenset[str] = frozenset()


class Code:
    """What each function names, and what it makes."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.names: dict[str, set[str]] = defaultdict(set)  # by function, or by constant of a module
        self.made: dict[str, set[Made]] = defaultdict(set)
        for module, text in sources.items():
            self.module = importlib.import_module(module)
            for node in ast.parse(text).body:
                self.top(node)

    def top(self, node: ast.stmt) -> None:
        """A function, a class with its methods, or a constant of a module."""
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self.read(name, node)
            case ast.ClassDef(body=body):
                for one in body:
                    self.top(one)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if not self.dispatches(value):
                    self.read(name, value)

    def dispatches(self, value: ast.expr) -> bool:
        """Whether a constant says which function answers which order: then the order leads there, not the constant."""
        pairs = list(answered(value))
        found = [(orders, to) for key, to in pairs if (orders := self.orders_of(key))]
        for orders, to in found:
            for order in orders:
                self.names[order] |= {name_of(one) for one in ast.walk(to)} - {""}
        return bool(pairs) and len(found) == len(pairs)

    def orders_of(self, node: ast.expr) -> list[str]:
        """The order of a key, or all of a union that is spread among the keys: `*get_args(EventOrder)`."""
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Call):
            union = get_args(resolved(self.module, node.value.args[0]))
            return [kind_of(one) for one in union if one in ORDERS]
        order = self.order_of(node)
        return [] if order is None else [order]

    def order_of(self, node: ast.expr) -> str | None:
        found = resolved(self.module, node)
        return kind_of(found) if isinstance(found, type) and (found in ORDERS or found in COMMANDS) else None

    def read(self, name: str, node: ast.AST) -> None:
        """All that a function names and makes."""
        for one in within(node):
            if named := name_of(one):
                self.names[name].add(named)
            found = resolved(self.module, one) if isinstance(one, ast.Name | ast.Attribute) else None
            if isinstance(found, type) and found in COMMANDS:
                self.made[name].add(Made(kind_of(found)))
            if isinstance(one, ast.Call):
                self.made[name] |= made_by(self.module, one)


def within(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but for its types and its questions about types."""
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.AnnAssign) and child is node.annotation:
            continue
        asks = isinstance(child, ast.Call) and name_of(child.func) in {"isinstance", "cast"}
        if isinstance(child, ASIDE) or asks:
            yield from (one for one in ast.walk(child) if isinstance(one, ast.Call) and one is not child)
            continue
        yield child
        yield from within(child)


def name_of(node: ast.AST) -> str:
    """The last word of a name: `apply` of `floor_desk.apply`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def resolved(module: ModuleType, node: ast.AST) -> Any:
    """What a name means in a module, if it is one of its own or stands in a module that it imports."""
    if isinstance(node, ast.Name):
        return vars(module).get(node.id)
    if isinstance(node, ast.Attribute):
        owner = resolved(module, node.value)
        return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None
    return None


def answered(value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The pairs of a dictionary, also of `dict.fromkeys((A, B), answer)` within it."""
    if isinstance(value, ast.Dict):
        for key, one in zip(value.keys, value.values, strict=True):
            yield from [(key, one)] if key is not None else answered(one)
    elif isinstance(value, ast.Call) and name_of(value.func) == "fromkeys" and isinstance(value.args[0], ast.Tuple):
        yield from ((key, value.args[1]) for key in value.args[0].elts)


def made_by(module: ModuleType, call: ast.Call) -> set[Made]:
    """The order that a call constructs, and the fields that it sets; or the power that it reads by name."""
    found = resolved(module, call.func)
    if found is floor.read_power and isinstance(call.args[0], ast.Constant):
        return {Made(f"Use {call.args[0].value}")}
    if not isinstance(found, type) or found not in ORDERS:
        return set()
    names = [field.name for field in msgspec.structs.fields(found)]
    given = {*names[: len(call.args)], *(one.arg for one in call.keywords if one.arg)}
    return {Made(kind_of(found), frozenset(given))}


def kind_of(order: type) -> str:
    """The kind of an order as a story calls it."""
    if order in EVENT_ORDERS:
        return f"tournament {order.__name__}"
    if order in PROMOTION_ORDERS:
        return f"promotion {order.__name__}"
    if order in LIST_ORDERS:
        return f"list {order.__name__}"
    if order in JACKPOT_ORDERS:
        return f"jackpot {order.__name__}"
    return f"{COMMANDS[order]} {order.__name__}" if order in COMMANDS else order.__name__


def forms() -> str:
    """The client's text: what it sends, it has a form or a button for."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "web" / "src").rglob("*.*")))


def without_form(code: str, client: str) -> set[str]:
    """What answers the rows that change something and that the client never asks: a route alone is no door."""
    found = set()
    for call in ast.walk(ast.parse(code)):
        match call:
            case ast.Call(
                func=ast.Name(id="Row"), args=[ast.Constant(value="POST"), ast.Constant(value=path), _, answer, *_]
            ):
                last = [part for part in str(path).split("/") if part and not part.startswith("{")][-1]
                if f"/{last}" not in client and f"'{last}'" not in client:
                    found |= {name_of(one) for one in ast.walk(answer)} - {""}
    return found


class Doors(NamedTuple):
    """All that the room can make."""

    orders: frozenset[Made]
    functions: frozenset[str]

    def make(self, source: Source) -> bool:
        """Whether a frame, a form or a timer makes such an order, with these fields set; or calls that function."""
        if source.kind.isidentifier() and source.kind.islower():  # a function that stories call, and no order yet
            return source.kind in self.functions
        return any(made.kind == source.kind and made.fields >= set(source.fields) for made in self.orders)

    def missing(self, ways: Iterable[Sources]) -> list[str]:
        """What no door makes, of the way that lacks least; nothing if one way is open."""
        lacking = [sorted(str(one) for one in way if not self.make(one)) for way in ways]
        return min(lacking, key=lambda one: (len(one), one), default=[])


def doors_of(code: Code, first: Iterable[str], closed: Iterable[str] = ()) -> Doors:
    """What is made from these functions on, whatever they lead to, but for what only closed doors lead to."""
    seen: set[str] = set(closed)
    ahead = [*first]
    orders: set[Made] = set()
    functions: set[str] = set()
    while ahead:
        name = ahead.pop()
        if name in seen:
            continue
        seen.add(name)
        functions.add(name)
        orders |= code.made[name]
        ahead += code.names[name] | {made.kind for made in code.made[name]}
    return Doors(
        frozenset(orders | desk_orders(orders) | event_orders(functions) | promotion_orders(functions)),
        frozenset(functions),
    )


def desk_orders(orders: Iterable[Made]) -> set[Made]:
    """At the floor desk stands a form for every incident that is possible, and for the powers that are used there."""
    if "OnFloor" not in {made.kind for made in orders}:
        return set()
    assert set(AT_THE_DESK) <= set(POWER_KINDS)
    return {Made(f"RuleOn {kind}") for kind in floor.KINDS} | {Made(f"Use {kind}") for kind in AT_THE_DESK}


def event_orders(functions: set[str]) -> set[Made]:
    """At the director's desk stands a form for every order of staff, made from its fields; a host has buttons."""
    if "staff_offers" not in functions:
        return set()
    client = forms()
    noted = [kind for name, kind in HOME_KINDS.items() if f"type: '{name}'" in client]
    return {
        Made(kind_of(kind), frozenset(field.name for field in msgspec.structs.fields(kind)))
        for kind in (*STAFFED, *noted)
    }


def promotion_orders(functions: set[str]) -> set[Made]:
    """At the desk of a promotion stands a form for every order of staff; its page has the players' own as buttons."""
    if "view_of" not in functions:
        return set()
    client = forms()
    own = [kind for kind in PROMOTION_OWN if f"type: '{kind.__name__}'" in client]
    return {
        Made(kind_of(kind), frozenset(field.name for field in msgspec.structs.fields(kind)))
        for kind in (*PROMOTION_STAFFED, *own)
    }


def sources() -> dict[str, str]:
    """The modules that are read, by name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / "src" / "openfelt" / package).rglob("*.py")):
            inner = path.relative_to(ROOT / "src" / "openfelt").with_suffix("").as_posix().replace("/", ".")
            if inner not in NO_DOORS and path.name != "__init__.py":
                found[f"openfelt.{inner}"] = path.read_text(encoding="utf-8")
    return found


@cache
def doors() -> Doors:
    """The doors of the room as it is."""
    texts = sources()
    closed = without_form(texts["openfelt.service.routes"], forms())
    return doors_of(Code(texts), [FIRST], closed)
