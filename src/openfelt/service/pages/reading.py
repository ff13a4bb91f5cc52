"""What anyone may read: rulebooks, signs, finished hands. Made beside the tables, kept, limited for each address."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from openfelt.games import sign_lines
from openfelt.games.signrules import SignLine
from openfelt.pit import sign as pit_sign
from openfelt.pit.layout import layout_of
from openfelt.rulebooks import RULEBOOK_KEYS, clause, rulebook
from openfelt.rulebooks.conformance import standing_of
from openfelt.rulebooks.glossary import glossary
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages import archive, downloads
from openfelt.service.pages.pit_archive import finished
from openfelt.service.people.accounts import Account
from openfelt.service.wire import protocol as p
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.table import TableHost
from openfelt.table.rules_card import rules_cards

MOST_LISTED: Final = 500


def kept(key: str, make: Callable[[], Any]) -> Callable[[Asked[None, None]], Awaitable[bytes]]:
    """A page that is the same for every reader as long as the program runs."""

    async def page(asked: Asked[None, None]) -> bytes:
        return await asked.hall.press.page(key, lambda: p.write_frame(make()))

    page.__doc__ = make.__doc__
    return page


def rules_index(_: Asked[None, None]) -> dict[str, Any]:
    """The rulebooks."""
    books = [{"key": key, "title": rulebook(key).title, "clauses": len(rulebook(key))} for key in RULEBOOK_KEYS]
    return {"rulebooks": books}


def book_at(_: Hall, key: str) -> str:
    """The key of a rulebook that there is."""
    return rulebook(key).key


async def rules_of(asked: Asked[str, None]) -> bytes:
    """Every clause of one rulebook, in its order."""
    return await asked.hall.press.page(f"rules {asked.at}", lambda: p.write_frame(clauses_of(asked.at)))


def clauses_of(key: str) -> dict[str, Any]:
    """A rulebook for the page."""
    book = rulebook(key)
    rows = [
        {"number": one.number, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}
        for one in book.values()
    ]
    return {"key": book.key, "title": book.title, "clauses": rows}


def rule(asked: Asked[None, None]) -> dict[str, Any]:
    """One clause by its citation: `?cite=nsw-poker 12.4`."""
    one = clause(asked.query.get("cite", ""))
    return {"cite": one.cite, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}


def conformance_of_all() -> dict[str, Any]:
    """How each clause is kept: enforced, recorded or open, as the stories show it."""
    clauses = (one for key in RULEBOOK_KEYS for one in rulebook(key).values())
    return {"clauses": {one.cite: standing_of(one).status for one in clauses}}


def attachment(name: str) -> str:
    r"""A header that names a download (RFC 6266): in plain letters, and again whole where the name has others.

    >>> attachment("Sydney-5.phh")
    'attachment; filename="Sydney-5.phh"'
    >>> attachment('"Zoë"-5.txt')
    'attachment; filename="_Zo__-5.txt"; filename*=UTF-8\'\'%22Zo%C3%AB%22-5.txt'
    """
    plain = re.sub(r"[^A-Za-z0-9 ._-]", "_", name)
    whole = "" if plain == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    return f'attachment; filename="{plain}"{whole}'


Document = Callable[[Hall, str, int, Account | None], Any]


async def document(asked: Asked[None, None], make: Document) -> bytes:
    """A document about one finished hand in the reader's own view."""
    hall, account, table, number = asked.hall, asked.reader, asked.path["table"], asked.path["number"]

    def made() -> bytes:
        found = make(hall, table, number, account)
        return found.encode() if isinstance(found, str) else p.write_frame(found)

    return await hall.press.page((make.__name__, *archive.reader_key(hall, table, number, account)), made)


async def download(asked: Asked[None, None], make: Document, ending: str) -> Response:
    """A document to take along."""
    named = attachment(f"{asked.path['table']}-{asked.path['number']}.{ending}")
    return Response(await document(asked, make), media_type="text/plain", headers={"content-disposition": named})


async def replay(asked: Asked[None, None]) -> bytes:
    """A hand or round step by step, in the reader's own view."""
    return await document(asked, archive.replay_document)


async def proofs(asked: Asked[None, None]) -> bytes:
    """The proofs of every card that the reader saw."""
    return await document(asked, archive.proof_document)


async def phh(asked: Asked[None, None]) -> Response:
    """A hand as PHH, for programs."""
    return await download(asked, downloads.phh_document, "phh")


async def text(asked: Asked[None, None]) -> Response:
    """A hand or round as text, for people."""
    return await download(asked, downloads.text_document, "txt")


def sign_of(asked: Asked[TableHost | PitHost, None]) -> dict[str, Any]:
    """The sign beside a table, line by line, with the clauses that ask for it."""
    printed: Sequence[pit_sign.Line | SignLine]
    values = layout = None
    if isinstance(asked.at, PitHost):
        printed, layout = asked.at.round.sign.lines(), layout_of(asked.at.round.sign)
    else:
        printed, values = sign_lines(asked.at.table.posted), msgspec.to_builtins(asked.at.table.posted)
    lines = [{"text": line.text, "cites": line.cites} for line in printed]
    return {"table": asked.at.name, "lines": lines, "sign": values, "layout": layout}


async def card_of(asked: Asked[TableHost, None]) -> bytes:
    """How the game of a table goes, on a card made from its clauses; one for each game of a rotation."""
    sign = asked.at.table.posted
    return await asked.hall.press.page(("card", sign), lambda: p.write_frame({"cards": rules_cards(sign)}))


def every_word() -> dict[str, Any]:
    """The words that the rulebooks define, each with every meaning."""
    words = [
        {"word": entry.word, "meanings": [{"cite": one.cite, "text": one.requirement} for one in entry.clauses]}
        for entry in glossary()
        if not entry.word.startswith("(")
    ]
    return {"words": words}


def hands_of(asked: Asked[TableHost | PitHost, None]) -> dict[str, Any]:
    """The finished hands of a table, or the finished rounds of a house-banked one."""
    if isinstance(asked.at, PitHost):
        return {"table": asked.at.name, "pit": True, "hands": finished(asked.at)[-MOST_LISTED:]}
    return {"table": asked.at.name, "hands": sorted(asked.at.finished)[-MOST_LISTED:]}
