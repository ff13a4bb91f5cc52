"""Lists that cannot go stale: the packages with what each owns, and the commands, taken from the code itself."""

from __future__ import annotations

import ast
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import openfelt
from openfelt.cli.main import COMMANDS, root

# From the bottom of the house to the top, as the import contracts order it; a package not named here comes last.
ORDER = (
    *("errors", "cards", "rulebooks", "hands", "games", "table", "pit", "floor", "cage", "room"),
    *(
        "tournaments",
        "jackpots",
        "promotions",
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


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("packages", PackagesDirective)
    app.add_directive("commands", CommandsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
