"""The rulebooks on paper: a page per rulebook made from its clauses, links to clauses, and the glossary.

- Pages `rulebooks/<key>.md` are written before the build and are not kept in the repository.
- The `clause` role links to a clause and fails the build if there is none: {clause}`nsw-poker 12.4`.
- The `rulebook` directive prints every clause of a rulebook, each with its own anchor.
- The `rulebook-glossary` directive prints the words that the rulebooks define, from all of them, in one list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from openfelt.errors import OpenfeltError
from openfelt.rulebooks import KINDS, RULEBOOK_KEYS, Clause, clause, rulebook
from openfelt.rulebooks.glossary import glossary
from openfelt.rulebooks.shelf import module_of


class ClauseRole(SphinxRole):
    """A citation in running text, checked and linked."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            cited = clause(self.text)
        except OpenfeltError as mistake:
            message = self.inliner.reporter.error(str(mistake), line=self.lineno)
            return [nodes.literal(self.text, self.text)], [message]
        return [link(cited, self.env.docname)], []


def link(cited: Clause, docname: str, text: str = "") -> pending_xref:
    """A link to a clause that Sphinx resolves when all pages are read."""
    shown = nodes.inline(cited.cite, text or cited.cite, classes=["clause-link"])
    target = {"refdomain": "std", "reftype": "ref", "reftarget": cited.anchor}
    return pending_xref("", shown, **target, refexplicit=True, refdoc=docname, refwarn=True)


class RulebookDirective(SphinxDirective):
    """Every clause of a rulebook, part by part."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        book = rulebook(self.arguments[0])
        self.env.note_dependency(str(files(module_of(book.key)) / "clauses.tsv"))  # a new clause makes its page anew
        kinds = Counter(one.kind for one in book.values())
        counts = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind])
        found: list[nodes.Node] = [nodes.paragraph("", f"{len(book)} clauses: {counts}.")]
        for name, several in groupby(book.values(), key=lambda one: one.section):
            section = nodes.section(ids=[self.unused_id(f"{book.key}-part-{name}")])
            section += nodes.title("", f"Rule {name}" if name.isdigit() else name)
            section += self.entries(several)
            found.append(section)
        return found

    def unused_id(self, wanted: str) -> str:
        """An id no other part of the page has; a rulebook may return to a part."""
        made = nodes.make_id(wanted)
        while made in self.state.document.ids:
            made += "-again"
        self.state.document.ids[made] = None
        return made

    def entries(self, several: Iterable[Clause]) -> nodes.definition_list:
        """Clauses as a definition list, each term an anchor that the clause role links to."""
        listed = nodes.definition_list(classes=["clause"])
        for one in several:
            term = nodes.term("", one.number, ids=[one.anchor])
            term += nodes.inline("", one.kind, classes=["clause-kind"])
            self.env.domains.standard_domain.anonlabels[one.anchor] = (self.env.docname, one.anchor)
            body = nodes.definition("", nodes.paragraph("", one.requirement))
            body += labelled("software", one.behaviour, "clause-does")
            if one.note:
                body += labelled("note", one.note, "clause-note")
            listed += nodes.definition_list_item("", term, body)
        return listed


def labelled(label: str, text: str, name: str) -> nodes.paragraph:
    """A paragraph that opens with a small label."""
    return nodes.paragraph("", "", nodes.inline("", label, classes=["clause-label"]), nodes.Text(text), classes=[name])


class GlossaryDirective(SphinxDirective):
    """Every word a rulebook defines, with each rulebook's meaning and a link to the clause."""

    def run(self) -> list[nodes.Node]:
        listed = nodes.definition_list(classes=["clause"])
        for entry in glossary():
            body = nodes.definition()
            for one in entry.clauses:
                body += nodes.paragraph("", "", nodes.Text(f"{one.requirement} "), link(one, self.env.docname))
            listed += nodes.definition_list_item("", nodes.term("", entry.word), body)
        return [listed]


def write_pages(app: Sphinx) -> None:
    """Write the page of each rulebook; an unchanged page is left alone, so that it need not be read again."""
    folder = Path(app.srcdir) / "rulebooks"
    folder.mkdir(exist_ok=True)
    for key in RULEBOOK_KEYS:
        page = folder / f"{key}.md"
        text = f"# {key}: {rulebook(key).title}\n\n```{{rulebook}} {key}\n```\n"
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    directives: dict[str, type[Directive]] = {"rulebook": RulebookDirective, "rulebook-glossary": GlossaryDirective}
    for name, directive in directives.items():
        app.add_directive(name, directive)
    app.add_role("clause", ClauseRole())
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
