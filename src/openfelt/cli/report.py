"""`openfelt report`: prices, tables and charts of the house-banked games on one page that can be printed."""

from __future__ import annotations

from pathlib import Path

import click

from openfelt.cli.edge import find_sign
from openfelt.errors import NotationError
from openfelt.lab.banked import banked, banked_games
from openfelt.lab.place import require_place


@click.command("report")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--game", "keys", multiple=True, help="Only this game; may be repeated. Default: all of them.")
@click.option("--rounds", default=200, show_default=True, help="Rounds in a session.")
@click.option("--pay-table", type=click.Path(dir_okay=False), help="Pay tables in TOML, for the one game named.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting on the sign of the one game named."
)
def command(file: Path, keys: tuple[str, ...], rounds: int, pay_table: str | None, settings: tuple[str, ...]) -> None:
    """Write FILE.html: exact prices, readings, strategies and charts."""
    from openfelt.lab.report import report  # noqa: PLC0415 - loads the drawing library

    if file.suffix not in (".html", ".htm"):
        raise NotationError(f"{file}: a report is .html")
    require_place(file)
    games = [banked(key) for key in keys or banked_games()]
    if (pay_table is not None or settings) and len(games) != 1:
        raise NotationError("--pay-table and --set need one --game")
    content = report([find_sign(game, pay_table, settings) for game in games], rounds)
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as fault:
        raise NotationError(f"{file}: cannot be written: {fault.strerror}") from None
    click.echo(f"wrote {file}", err=True)
