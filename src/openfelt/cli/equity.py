"""`openfelt equity`: who wins how often."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from openfelt.cards import DECK_SIZES
from openfelt.lab.equity import equity
from openfelt.lab.equity_games import GAMES
from openfelt.rulebooks import RULEBOOK_KEYS

LONG_SECONDS: Final = 60.0
# An estimate needs a little of the work to be done; a bar for less than this would only flicker.
FIRST_LOOK_SECONDS: Final = 0.5
MOST_SECONDS: Final = 86400 * 365 * 10**6
UNITS: Final = ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


@click.command("equity")
@click.argument("hands", nargs=-1, required=True)
@click.option("--game", default="texas-holdem", show_default=True, help=f"One of {', '.join(GAMES)}.")
@click.option("--deck", type=click.Choice([str(size) for size in DECK_SIZES]), help="Number of cards in the deck.")
@click.option("--board", default="", metavar="CARDS", help="Community cards; the rest is dealt.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come.")
@click.option("--samples", type=click.IntRange(min=1), help="Draw so many deals at random instead of counting all.")
@click.option("--seed", type=click.IntRange(min=0), help="Where the samples start; the same seed, the same counts.")
@click.option("--rulebook", type=click.Choice(RULEBOOK_KEYS), help="Whose hand order decides.")
@click.option("--joker", is_flag=True, help="A joker is in the deck, also where no hand names it (Jk).")
@click.option(
    "--ace-low-straights", is_flag=True, help="The ace may end a straight at the bottom, where the book leaves it open."
)
@click.option("--high-ace", is_flag=True, help="The ace counts high in low hands, where the book leaves it open.")
@click.option("--threads", type=click.IntRange(1, 1024), help="Threads to use; all processors by default.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(  # noqa: PLR0917 - one argument for each option
    hands: tuple[str, ...],
    game: str,
    deck: str | None,
    board: str,
    dead: str,
    samples: int | None,
    seed: int | None,
    rulebook: str | None,
    joker: bool,  # noqa: FBT001
    ace_low_straights: bool,  # noqa: FBT001
    high_ace: bool,  # noqa: FBT001
    threads: int | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """How often each of HANDS wins, exactly, or from samples.

    A hand is its cards: AsKs, or "As Ks". ?? is an unknown card. In games of two hole cards a hand may be a range:
    "QQ+, AKs, A5s-A2s", or random. Stud hands may be given in part.
    """
    if seed is not None and samples is None:
        raise click.UsageError("--seed is for --samples; without it every deal is counted")
    with Meter(samples) as meter:
        odds = equity(
            *hands,
            game=game,
            deck=None if deck is None else int(deck),
            board=board,
            dead=dead,
            samples=samples,
            seed=seed,
            rulebook=rulebook,
            joker=joker,
            ace_low_straights=ace_low_straights or None,
            low_ace=not high_ace,
            threads=threads,
            progress=meter.tell,
        )
    click.echo(json.dumps(odds.as_object(), ensure_ascii=False) if as_json else str(odds))


class Meter(AbstractContextManager["Meter"]):
    """Says on stderr that a count will be long, and how long, before it shows how far it is."""

    def __init__(self, samples: int | None) -> None:
        self.samples = samples
        self.bar: Progress | None = None

    def tell(self, fraction: float, seconds: float) -> None:
        """Take note of the share of the work done after so many seconds."""
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=fraction)
        elif seconds >= FIRST_LOOK_SECONDS and fraction > 0:
            whole = seconds / fraction
            if whole > LONG_SECONDS:
                click.echo(self._notice(whole), err=True)
            self._start(fraction)

    def _notice(self, whole: float) -> str:
        if self.samples is not None:
            return f"{self.samples:,} samples take about {spoken(whole)}; Ctrl-C stops them."
        advice = "--samples 10000000 estimates the odds in seconds"
        return f"Counting every deal takes about {spoken(whole)}; Ctrl-C stops it, {advice}."

    def _start(self, fraction: float) -> None:
        columns = (TextColumn("counting"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=Console(file=sys.stderr), transient=True)
        task = self.bar.add_task("counting", total=1.0)
        self.bar.update(task, completed=fraction)
        self.bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()


def spoken(seconds: float) -> str:
    """A length of time in its largest unit.

    >>> spoken(150), spoken(90_000)
    ('2.5 minutes', '1.0 days')
    >>> spoken(1e50)
    'more than a million years'
    """
    if seconds > MOST_SECONDS:
        return "more than a million years"
    for size, name in UNITS:
        if seconds >= size:
            number = seconds / size
            return f"{number:,.1f} {name}" if number < 100 else f"{number:,.0f} {name}"
    return "a second"
