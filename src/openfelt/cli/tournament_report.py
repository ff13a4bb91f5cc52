"""`openfelt tournament report`: what a journal says of its tournaments, for an office, a spreadsheet or a printer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import click

from openfelt.errors import NotationError
from openfelt.journal import SqliteReader, StoreUnfit
from openfelt.journal.copies import journal_file, open_journal
from openfelt.money import money
from openfelt.service.record.asked import TOURNAMENT
from openfelt.service.record.tournament_record import record_of
from openfelt.tournaments import report_pages
from openfelt.tournaments.calendar import calendar_of
from openfelt.tournaments.events import ConditionsAmended, ConditionsPublished
from openfelt.tournaments.league import SeasonLine
from openfelt.tournaments.reports import PARTS, At, Report, league_of, report_of

FORMATS: Final = ("text", "json", "csv", "html", "ics")


@click.command("report")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.option("--tournament", "names", multiple=True, help="Which event; all if not given. May be given again.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How it is written."
)
@click.option("--part", type=click.Choice((*PARTS, "league")), help="Which table, of --format csv.")
def command(journal: Path, *, names: tuple[str, ...], form: str, part: str | None) -> None:
    """Report on tournaments of a JOURNAL: entries, money, prizes, chips, eliminations, places, league.

    JOURNAL is a file or a data directory; it may be that of a running room. Times are by this machine's clock.

    \b
    openfelt tournament report data --tournament friday --format html > friday.html
    openfelt tournament report data --format csv --part league > season.csv
    """  # noqa: D301 - click wants the character itself
    if (form == "csv") != (part is not None):
        raise NotationError("--part names the table of --format csv", legal="both, or neither")
    reader = opened(journal)
    try:
        records = {name: list(record_of(reader, f"{TOURNAMENT}{name}")) for name in chosen(reader, names)}
    finally:
        reader.close()
    reports = [report_of(record, room_ahead_ms=ahead_ms(record)) for record in records.values()]
    standings = league_of(reports)
    match form:
        case "json":
            click.echo(report_pages.as_json(reports, standings), nl=False)
        case "csv":
            assert part is not None
            click.echo(report_pages.as_csv(reports, part, standings), nl=False)
        case "html":
            click.echo(report_pages.as_html(reports, standings), nl=False)
        case "ics":
            click.echo(calendar(records), nl=False)
        case _:
            click.echo("\n\n".join(as_text(one) for one in reports))
            if len(reports) > 1:
                click.echo("\n" + league_text(standings))


def opened(path: Path) -> SqliteReader:
    """The journal, or a refusal."""
    file = journal_file(path)
    if not file.exists():
        raise NotationError(f"{path}: no journal there")
    try:
        return open_journal(file)
    except StoreUnfit as bad:
        raise NotationError(f"{bad}") from None


def chosen(reader: SqliteReader, names: tuple[str, ...]) -> list[str]:
    """The tournaments that were asked for, each once; all of them if none was named."""
    known = sorted(one.removeprefix(TOURNAMENT) for one in reader.streams() if one.startswith(TOURNAMENT))
    if not known:
        raise NotationError("the journal has no tournaments")
    for name in names:
        if name not in known:
            raise NotationError(f"the journal has no tournament {name!r}", legal=tuple(known[:20]))
    return list(dict.fromkeys(names)) or known


def ahead_ms(record: list[At]) -> int:
    """How far this machine's clock was ahead of UTC when the event was played."""
    return time.localtime(record[-1].at_ms // 1_000).tm_gmtoff * 1_000 if record else 0


def calendar(records: dict[str, list[At]]) -> str:
    """The sessions of one event as a calendar file, by the last version of its conditions."""
    if len(records) != 1:
        raise NotationError("a calendar file is of one event", legal="--tournament NAME")
    ((name, record),) = records.items()
    published = [one for one in record if isinstance(one.event, ConditionsPublished | ConditionsAmended)]
    last = published[-1]
    return calendar_of(name, last.event.conditions, last.event.digest, made_ms=last.at_ms)


# --- text -------------------------------------------------------------------------------------------------------------


def as_text(report: Report) -> str:
    """The report for reading."""
    version = f"{report.book} version {report.version}"
    lines = [
        f"{report.title} ({report.name}): {report.phase}, {report.entered:,} players, {version}",
        f"  fees and commission, outside gaming revenue: {money(report.fees_cents)} [{', '.join(report.cites)}]",
        f"  paid into the pool: {money(report.pool_cents)}; prizes paid: {money(report.paid_cents)}",
    ]
    if report.entries:
        lines.append("  entries by the hour")
        lines += [
            f"    {one.hour}  {one.applied:>5} applied {one.paid:>5} paid {one.withdrawn:>5} withdrawn"
            f" {one.bought:>5} bought"
            for one in report.entries
        ]
    if report.money:
        lines.append("  money")
        lines += [
            f"    {one.reason:<24}{one.source:>8} to {one.target:<8}{one.times:>7,} times{money(one.cents):>16}"
            for one in report.money
        ]
    if report.chips:
        lines.append("  tournament chips")
        lines += [
            f"    {one.session}: {one.issued:,} issued, {one.bought:,} bought, {one.added:,} added, "
            f"{one.taken_out:,} taken out, {one.returned:,} returned, {one.missing:,} not back"
            for one in report.chips
        ]
    if report.places:
        lines.append("  places")
        lines += [
            f"    {one.place:>5}. {one.player:<24}{money(one.cents) if one.cents else '':>14}".rstrip()
            for one in report.places
        ]
    if report.eliminations:
        lines.append("  eliminations")
        lines += [
            f"    {one.at}  {one.place:>5}. {one.player}: {one.reason} [{', '.join(one.cites)}]"
            for one in report.eliminations
        ]
    return "\n".join(lines)


def league_text(standings: tuple[SeasonLine, ...]) -> str:
    """The table of the season."""
    head = f"league\n  {'':>4} {'player':<24}{'points':>8}{'games':>7}{'wins':>6}{'best':>6}{'won':>14}"
    rows = [
        f"  {one.rank:>4} {one.player:<24}{one.points:>8}{one.games:>7}{one.wins:>6}{one.best:>6}"
        f"{money(one.won_cents):>14}"
        for one in standings
    ]
    return "\n".join([head, *rows])
