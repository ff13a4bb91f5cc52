"""`openfelt tournament clock`: a home game from one command. The room keeps its clock for the host and a wall."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from openfelt.cli.replay import readable_name
from openfelt.errors import NotationError
from openfelt.tournaments import TEMPLATES, Conditions, check, read_conditions
from openfelt.tournaments.addresses import LONGEST, address_fault
from openfelt.tournaments.giving import THE_HOUSE
from openfelt.tournaments.home import MOST_NAMES, require_names
from openfelt.tournaments.home_check import clock_only
from openfelt.tournaments.home_game import HomeGame, home_game
from openfelt.tournaments.reading import UnreadableConditions

if TYPE_CHECKING:
    from openfelt.service.hall import Hall


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is set up in a room before it is served, and what is said of it then."""

    set_up: Callable[[Hall], Awaitable[None]]
    tell: Callable[[str, str], None]  # an address of the room, and how to become its operator


class Shares(click.ParamType[tuple[int, ...]]):
    """Shares of the pool per mille, separated by commas."""

    name = "shares"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:  # noqa: ANN401 - click's
        """The numbers, or a refusal."""
        parts = str(value).split(",")
        if not all(part.isascii() and part.isdigit() for part in parts):
            self.fail(f"{value!r} are no shares: 500,300,200", param, ctx)
        return tuple(int(part) for part in parts)


@click.command("clock", context_settings={"ignore_unknown_options": True})
@click.argument("source", metavar="FILE|TEMPLATE")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF SERVE]...")
@click.option("--players", help="Their names: Ann,Bob,Carl.")
@click.option("--name", help="What the game is called.")
@click.option("--address", help="Its name in addresses; made of its name unless given.")
@click.option("--seats", type=click.IntRange(2, 23), help="How many sit at a table.")
@click.option("--buy-in", "buy_in_cents", type=click.IntRange(0, 10**9), help="The buy-in, in cents.")
@click.option("--chips", "starting_chips", type=click.IntRange(1, 10**9), help="The chips that everyone begins with.")
@click.option("--minutes", "level_minutes", type=click.IntRange(1, 1_000), help="The length of a level.")
@click.option("--prizes", type=Shares(), help="Shares of the pool per mille, from the first place on: 500,300,200.")
@click.option(
    "--rebuys",
    "rebuy_levels",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="Until the end of which level there are re-buys.",
)
def command(  # noqa: PLR0917 - one parameter for each option
    source: str,
    options: tuple[str, ...],
    players: str | None,
    name: str | None,
    address: str | None,
    prizes: tuple[int, ...] | None,
    **given: Any,  # noqa: ANN401 - the host's answers
) -> None:
    """Keep the clock of a home game: levels, seats, re-buys, who is out, prizes, and who owes whom at the end.

    Serves the room as `openfelt serve --no-demo` does and takes its options (--lan, --port, --data). A game that is
    there already under this address goes on as it stood. No money of it is in the room's ledger.
    """
    from openfelt.cli.serve import command as serve  # noqa: PLC0415 - the other commands start without it

    names = require_names(players.split(",")) if players else ()
    if source in TEMPLATES:
        made = home_game(HomeGame(template=source, name=name, prizes=prizes, **given), MOST_NAMES)
    else:
        made = of_file(source, name, prizes, given)
    faults = check(made).faults
    if faults:
        raise NotationError(f"{readable_name(source)}: {faults[0]}" + more_words(len(faults) - 1))
    at = address_for(str(made.name)) if address is None else address
    if fault := address_fault(at):
        raise NotationError(f"--address {readable_name(at)}: {fault}", legal=(f"--address {address_for(f'{at} 1')}",))
    prepared = preparation(at, made, names)
    serve.main(["--no-demo", *options], prog_name="openfelt serve", standalone_mode=False, obj=prepared)


def more_words(more: int) -> str:
    """How many faults there are besides the first."""
    return f", and {more} more" if more > 0 else ""


def of_file(source: str, name: str | None, prizes: tuple[int, ...] | None, given: dict[str, Any]) -> Conditions:
    """The conditions of a file by the clock alone; it answers everything itself."""
    if name or prizes or any(given.values()):
        raise click.UsageError(f"{source}: a file has its own answers; edit it, or give a template ({known()})")
    try:
        return clock_only(read_conditions(Path(source).read_text(encoding="utf-8")))
    except UnreadableConditions as fault:
        raise NotationError(f"{readable_name(source)}:{fault.line or 1}: {fault}") from None
    except (OSError, UnicodeDecodeError):
        raise NotationError(f"{source!r} is neither a template nor a file that can be read", legal=known()) from None


def known() -> str:
    """The templates."""
    return ", ".join(TEMPLATES)


def address_for(name: str) -> str:
    """A name as it stands in addresses.

    >>> address_for("Friday at Zoë's"), address_for("!")
    ('friday-at-zoe-s', 'home-game')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-") or "home-game"


def preparation(address: str, conditions: Conditions, names: tuple[str, ...]) -> Prepared:
    """What the room does before it is served, and what is printed."""

    async def set_up(hall: Hall) -> None:
        from openfelt.service.writers import home_games  # noqa: PLC0415 - the other commands start without it

        if address not in hall.events:
            request = f"house clock {address}"
            await home_games.set_up(hall, address, conditions, names, THE_HOUSE, request)

    def tell(at: str, link: str) -> None:
        click.echo(f"The home game {conditions.name}, with {len(names) or 'no'} players so far:")
        click.echo(f"  its host's page  {at}/tournament/{address}/host{link.removeprefix('/')}")
        click.echo(f"  its wall screen  {at}/tournament/{address}/wall")

    return Prepared(set_up, tell)
