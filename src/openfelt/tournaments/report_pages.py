"""A report as text for others: JSON for programs, CSV for a spreadsheet, one HTML page for a printer."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import msgspec

from openfelt.documents.cells import cell
from openfelt.errors import NotationError
from openfelt.money import money
from openfelt.phrases import phrase, quoted
from openfelt.tournaments.league import RULE, SeasonLine
from openfelt.tournaments.page import STYLE
from openfelt.tournaments.reports import (
    PARTS,
    ChipsLine,
    EntryHour,
    MoneyLine,
    OutLine,
    PlaceLine,
    PrizeLine,
    Report,
)

KINDS: Final[dict[str, type[msgspec.Struct]]] = dict(
    zip(PARTS, (EntryHour, MoneyLine, PrizeLine, ChipsLine, OutLine, PlaceLine), strict=True)
)
HEADINGS: Final = {
    "places": "Places",
    "prizes": "Prizes",
    "eliminations": "Eliminations",
    "entries": "Entries by the hour",
    "money": "Money",
    "chips": "Tournament chips",
}
LEAGUE_COLUMNS: Final = ("rank", "player", "points", "games", "wins", "best", "won_cents")


class _Lines(list[str]):
    """What `csv` writes to."""

    write = list.append


def as_json(reports: Sequence[Report], standings: Sequence[SeasonLine] = ()) -> str:
    """One object: the reports, and the table of the season over them."""
    rows = [{name: getattr(one, name) for name in LEAGUE_COLUMNS} for one in standings]
    made = {"tournaments": reports, "league": {"cites": RULE, "standings": rows}}
    return msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n"


def as_csv(reports: Sequence[Report], part: str, standings: Sequence[SeasonLine] = ()) -> str:
    """One part of the reports as a table with a head, each line with the name of its event; or the season's table."""
    out = _Lines()
    rows = csv.writer(out, lineterminator="\r\n")
    if part == "league":
        rows.writerow(LEAGUE_COLUMNS)
        rows.writerows([cell(getattr(one, name)) for name in LEAGUE_COLUMNS] for one in standings)
        return "".join(out)
    if part not in PARTS:
        raise NotationError(phrase("no part {part} of a report", part=quoted(part)), legal=(*PARTS, "league"))
    names = KINDS[part].__struct_fields__
    rows.writerow(("tournament", *names))
    for report in reports:
        rows.writerows(
            [cell(report.name), *(cell(getattr(line, name)) for name in names)] for line in getattr(report, part)
        )
    return "".join(out)


def as_html(reports: Sequence[Report], standings: Sequence[SeasonLine] = ()) -> str:
    """One document that asks no other host for anything; each event begins a page."""
    title = ", ".join(one.title for one in reports) or "Tournaments"
    body = "".join(_event(one) for one in reports)
    if len(reports) > 1:
        rows = [[_shown(name, getattr(one, name)) for name in LEAGUE_COLUMNS] for one in standings]
        body += f"<section><h1>League</h1>{_table(LEAGUE_COLUMNS, rows)}<p>{escape(', '.join(RULE))}</p></section>"
    style = f"{STYLE} section {{ break-after: page }} td.n {{ text-align: right }}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


def _event(report: Report) -> str:
    version = f"{escape(report.book)}, version {report.version}, {escape(report.phase)}; {report.entered:,} players"
    fees = f"{money(report.fees_cents)} [{escape(', '.join(report.cites))}]"
    paid = f"Paid into the pool: {money(report.pool_cents)}. Prizes paid: {money(report.paid_cents)}."
    parts = [
        f"<h1>{escape(report.title)}</h1><p>{version}</p>",
        f"<p>Fees and commission, outside gaming revenue: {fees}. {paid}</p>",
    ]
    for part, heading in HEADINGS.items():
        lines, names = getattr(report, part), KINDS[part].__struct_fields__
        if lines:
            rows = [[_shown(name, getattr(line, name)) for name in names] for line in lines]
            parts.append(f"<h2>{heading}</h2>{_table(names, rows)}")
    return f"<section>{''.join(parts)}<footer>hash of the conditions: {escape(report.digest)}</footer></section>"


def _table(names: Sequence[str], rows: Sequence[Sequence[tuple[str, bool]]]) -> str:
    head = "".join(f"<th>{escape(name.removesuffix('_cents').replace('_', ' '))}</th>" for name in names)
    body = "".join(
        "<tr>"
        + "".join(f'<td class="n">{escape(text)}</td>' if right else f"<td>{escape(text)}</td>" for text, right in row)
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(name: str, value: Any) -> tuple[str, bool]:  # noqa: ANN401 - whatever a line has
    """A value in words, and whether it is a number."""
    if isinstance(value, int):
        return (money(value) if name.endswith("cents") else f"{value:,}"), True
    return (", ".join(value) if isinstance(value, tuple) else str(value)), False
