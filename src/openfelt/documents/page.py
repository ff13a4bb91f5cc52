"""A document as people read it: a page with the clause of every item, in plain text or as one HTML document."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from openfelt.rulebooks import Cites

STYLE: Final = (
    "body{font:11pt/1.4 serif;max-width:46em;margin:2em auto;padding:0 1em}h1{margin-bottom:0}"
    "table{border-collapse:collapse;width:100%}td{padding:.15em .6em .15em 0;vertical-align:top;"
    "border-bottom:1px solid #ccc}td:last-child{text-align:right;font-size:85%;color:#444}"
    ".draft{border:2px solid;padding:.5em}footer{margin-top:2em;font-size:85%}@media print{body{margin:0}}"
)


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line: what it is about, what is answered, by which clauses it stands there."""

    label: str
    text: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class Page:
    """The page: a title, parts with their lines, and what keeps a draft from being published."""

    title: str
    book: str
    version: int
    digest: str
    parts: tuple[tuple[str, tuple[PageLine, ...]], ...]
    missing: tuple[str, ...]


def as_text(page: Page) -> str:
    """The page in plain text."""
    lines = [page.title, f"{page.book}, version {page.version}", ""]
    if page.missing:
        lines += ["DRAFT, not published:", *(f"  {one}" for one in page.missing), ""]
    for heading, part in page.parts:
        lines += [heading, *(f"  {_one_text(line)}" for line in part), ""]
    return "\n".join([*lines, f"hash of this version: {page.digest}"]) + "\n"


def _one_text(line: PageLine) -> str:
    label = f"{line.label}: " if line.label else ""
    return f"{label}{line.text}  [{', '.join(line.cites)}]"


def as_html(page: Page) -> str:
    """The page as one HTML document that asks no other host for anything."""
    title = escape(page.title)
    draft = "".join(f"<li>{escape(one)}</li>" for one in page.missing)
    body = [f'<section class="draft"><h2>Draft, not published</h2><ul>{draft}</ul></section>'] if draft else []
    for heading, part in page.parts:
        rows = "".join(
            "<tr>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in (line.label, line.text, ", ".join(line.cites)))
            + "</tr>"
            for line in part
        )
        body.append(f"<h2>{escape(heading)}</h2><table>{rows}</table>")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1><p>{escape(page.book)}, version {page.version}</p>"
        f"{''.join(body)}<footer>hash of this version: {page.digest}</footer></body></html>\n"
    )
