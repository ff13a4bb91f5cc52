"""Lists that cannot go stale: the packages with what each owns, the commands and the routes, taken from the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import openfelt
from openfelt.cli.main import COMMANDS, root
from openfelt.service import routes
from openfelt.service.doors.routing import ANYONE, KNOWN, Row
from openfelt.tournaments.items import ITEMS
from openfelt.tournaments.rules import TOURNAMENTS

# From the bottom of the house to the top, as the import contracts order it; a package not named here comes last.
ORDER = (
    *("errors", "cards", "rulebooks", "documents", "hands", "games", "table", "pit", "floor", "cage", "room"),
    *(
        "tournaments",
        "jackpots",
        "promotions",
        "books",
        "bots",
        "lab",
        "formats",
        "school",
        "journal",
        "stories",
        "service",
        "cli",
    ),
)


class PackagesDirective(SphinxDirective):
    """Each package that exists, with the opening of its docstring: what it owns and what it must not know."""

    def run(self) -> list[nodes.Node]:
        listed = nodes.definition_list()
        for name, said in packages(Path(openfelt.__file__).parent):
            parsed, _ = self.state.inline_text(" ".join(said.split()), self.lineno)
            body = nodes.definition("", nodes.paragraph("", "", *parsed))
            listed += nodes.definition_list_item("", nodes.term("", "", nodes.literal("", name)), body)
        return [listed]


def packages(folder: Path) -> list[tuple[str, str]]:
    """Packages that have content, and the first paragraph of what each says of itself."""
    found = {}
    for init in folder.glob("*/__init__.py"):
        said = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8")))
        if said:
            found[init.parent.name] = said.split("\n\n", maxsplit=1)[0]
    return sorted(found.items(), key=lambda item: (ORDER.index(item[0]) if item[0] in ORDER else len(ORDER), item[0]))


class CommandsDirective(SphinxDirective):
    """Each command with the first sentence of its help."""

    def run(self) -> list[nodes.Node]:
        listed = nodes.definition_list()
        context = root.make_context("openfelt", [], resilient_parsing=True)
        for name in sorted(COMMANDS):
            command = root.get_command(context, name)
            said = command.get_short_help_str(limit=200) if command else ""
            term = nodes.term("", "", nodes.literal("", f"openfelt {name}"))
            listed += nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", said)))
        return [listed]


class ConditionsDirective(SphinxDirective):
    """Every item of tournament conditions: what it is, how it is answered, and which clauses ask for it."""

    def run(self) -> list[nodes.Node]:
        books = TOURNAMENTS.books()
        rows = [f"| item | is | answer | {' | '.join(books)} |", "|---" * (len(books) + 3) + "|"]
        for item, (label, answers) in ITEMS.items():
            cells = [
                ", ".join(f"{{clause}}`{cite}`" for cite in TOURNAMENTS.of(book).asks.get(item, ())) for book in books
            ]
            rows.append(f"| `{item}` | {label} | {answers} | {' | '.join(cell or '-' for cell in cells)} |")
        return self.parse_text_to_nodes("\n".join(rows))


class RoutesDirective(SphinxDirective):
    """The rows of one part of the table of routes: who may ask, what is sent, what it does."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        rows = [route_line(row) for row in getattr(routes, self.arguments[0])]
        return self.parse_text_to_nodes("\n".join(["| Route | Who | Sends | Answers |", "|---|---|---|---|", *rows]))


def route_line(row: Row[Any, Any]) -> str:
    """A row of the table as a line of the page."""
    who = {ANYONE: "anyone", KNOWN: "whoever is logged in"}.get(row.who, " or ".join(row.who))
    fields = msgspec.structs.fields(row.body) if row.body is not None else ()
    sent = ", ".join(f"`{one.name}`" + ("" if one.required else "?") for one in fields)
    says = " ".join((row.answer.__doc__ or "").partition("\n\n")[0].split())
    path = re.sub(r"\{(\w+)[^}]*\}", lambda name: name[1].upper(), row.path)
    return f"| `{row.method} {path}` | {who}{', password again' if row.proved else ''} | {sent} | {says} |"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("packages", PackagesDirective)
    app.add_directive("commands", CommandsDirective)
    app.add_directive("routes", RoutesDirective)
    app.add_directive("conditions", ConditionsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
