"""`openfelt simulate`: play many rounds with a seed.

House-banked games are here, their result beside the exact figures; games between players are in `simulate_match`,
whole tournaments in `simulate_event`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import click

from openfelt.bots import BOTS
from openfelt.cli.edge import find_sign
from openfelt.cli.progress import bar
from openfelt.cli.simulate_event import EventOptions, simulate_events
from openfelt.cli.simulate_match import TableOptions, is_table_game, simulate_match, table_games
from openfelt.cli.table_options import USUAL_BOTS, refuse_given
from openfelt.cli.tournament import read_conditions_file
from openfelt.errors import NotationError
from openfelt.lab.banked import DEFAULT_STAKE, Sheet, banked, banked_games
from openfelt.lab.confidence import deviations
from openfelt.lab.price import decimal
from openfelt.lab.simulate import Estimate, Tally, Task, estimates, require_possible, simulate
from openfelt.lab.workers import team
from openfelt.money import money
from openfelt.rulebooks import usual_rulebook

# Options that only one of the two kinds of game has: the parameter, and how it is written.
BANKED_ONLY: Final = {
    "player": "--player",
    "ante": "--ante",
    "bonus": "--bonus",
    "pay_table": "--pay-table",
    "settings": "--set",
}
TABLE_ONLY: Final = {
    "bots": "--bots",
    "seats": "--seats",
    "stack": "--stack",
    "rulebook": "--rulebook",
    "sign": "--sign",
}
# Options of whole tournaments, and those that no tournament has.
EVENT_ONLY: Final = {
    "tournament": "--tournament",
    "events": "--events",
    "players": "--players",
    "cards": "--cards",
    "pace": "--pace",
}
NOT_OF_EVENTS: Final = BANKED_ONLY | {name: option for name, option in TABLE_ONLY.items() if name != "bots"}
PLAYED: Final = ("optimal", "rule-of-thumb", "naive", "a strategy file")


@dataclass(frozen=True)
class Options:
    """What was asked for."""

    game: str
    rounds: int
    seed: int
    player: str
    ante: int
    bonus: int
    pay_table: str | None
    settings: tuple[str, ...]
    confidence: float
    jobs: int
    cluster: str
    as_json: bool


@click.command("simulate")
@click.argument("game", required=False)
@click.option(
    "--tournament",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Play whole events by these conditions instead of a GAME.",
)
@click.option("--events", type=int, help="How many events; 200 by the fast model, 10 with cards if not given.")
@click.option("--players", type=int, help="Who enters an event; as many as its conditions allow if not given.")
@click.option("--cards", is_flag=True, help="Deal every round of an event to bots, instead of the fast model.")
@click.option("--pace", type=click.Choice(("live", "online")), help="Of an event; as its conditions deal if not given.")
@click.option(
    "--rounds",
    "--hands",
    "rounds",
    type=int,
    help="How many to play; 10,000 rounds against the house, 1,000 hands between players if not given.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed gives the same rounds."
)
@click.option(
    "--player", default="optimal", show_default=True, help="optimal, rule-of-thumb, naive, or a strategy file."
)
@click.option("--ante", default=DEFAULT_STAKE, show_default=True, help="Cents.")
@click.option("--bonus", default=0, show_default=True, help="Cents on the side bet; 0 for none.")
@click.option("--pay-table", type=click.Path(dir_okay=False), help="Pay tables in TOML, in place of the rulebook's.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A reading or maximum payout on the sign.")
@click.option(
    "--bots",
    metavar="A,B,...",
    help=f"Who plays, seat by seat in turn: {', '.join(BOTS)}; {', '.join(USUAL_BOTS)} if not given.",
)
@click.option("--seats", type=int, help="Players at the table; 6 if not given, or all that the game seats.")
@click.option(
    "--stack", default=20_000, show_default=True, help="What everyone has at the start of each hand, in cents."
)
@click.option("--rulebook", help=f"Whose rules; {usual_rulebook()} if not given, else the first that has the game.")
@click.option("--sign", metavar="TEXT", help="A table sign in one line, in place of the game's usual one.")
@click.option("--confidence", default=0.95, show_default=True, help="Of the intervals, from 0.5 to 0.999999999.")
@click.option(
    "--jobs", default=1, show_default=True, help="Processes on this machine; the result does not depend on it."
)
@click.option(
    "--cluster", default="", metavar="ADDRESS", help="A dask.distributed scheduler that does the work instead."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(ctx: click.Context, /, **asked: Any) -> None:  # noqa: ANN401 - the options' values
    """Play GAME by the real engine, with confidence intervals.

    Against the house (act-holdem, nz-big-raise, three-card-poker) a strategy plays, and the exact figures stand beside
    its results. In games between players, bots play each other with fresh stacks each hand.

    \b
    openfelt simulate nz-big-raise --rounds 100000 --jobs 2
    openfelt simulate texas-holdem --hands 2000 --bots tight,caller --seats 4
    openfelt simulate --tournament friday.toml --events 500 --jobs 2
    """  # noqa: D301 - click wants the character, not its spelling
    if asked["tournament"] is not None:
        refuse_given(ctx, {"rounds": "--rounds"} | NOT_OF_EVENTS, "is not for tournaments")
        require_asked(ctx, asked)
        simulate_events(event_options(asked), partial(bar, what="events"))
        return
    refuse_given(ctx, EVENT_ONLY, "is for tournaments; give --tournament FILE too")
    if asked["game"] is None:
        raise click.UsageError("give a GAME, or --tournament FILE", ctx)
    require_asked(ctx, asked)
    banked_game = asked["game"] in banked_games()
    if not banked_game and not is_table_game(asked["game"]):
        known = (*banked_games(), *table_games())
        raise NotationError(f"no game {asked['game']!r} to simulate", legal=known)
    unused = TABLE_ONLY if banked_game else BANKED_ONLY
    kind = "games between players" if banked_game else "games against the house"
    refuse_given(ctx, unused, f"is for {kind}, not for {asked['game']}")
    kept = {name: value for name, value in asked.items() if name not in {*unused, *EVENT_ONLY}}
    kept["rounds"] = kept["rounds"] if kept["rounds"] is not None else (10_000 if banked_game else 1_000)
    if banked_game:
        simulate_banked(Options(**kept))
    else:
        simulate_match(TableOptions(hands=kept.pop("rounds"), **kept), bar)


def require_asked(ctx: click.Context, asked: dict[str, Any]) -> None:
    """Refuse what cannot be meant before anything is played."""
    if not asked["cluster"]:
        refuse_given(ctx, {"cluster": "--cluster"}, "names no scheduler")
    deviations(asked["confidence"])


def event_options(asked: dict[str, Any]) -> EventOptions:
    """What was asked of a tournament."""
    if asked["game"] is not None:
        raise NotationError(f"{asked['game']!r}: a tournament's conditions name its game", legal="--tournament FILE")
    conditions = read_conditions_file(asked["tournament"])
    names = ("players", "events", "cards", "bots", "pace", "seed", "confidence", "jobs", "cluster", "as_json")
    return EventOptions(conditions, **{name: asked[name] for name in names})


def simulate_banked(options: Options) -> None:
    """Rounds against the house."""
    game = banked(options.game)
    sign = find_sign(game, options.pay_table, options.settings)
    sheet = game.sheet(sign, strategy=options.player, stake=options.ante, bonus=options.bonus)
    require_wagers(sheet, options)
    if options.player in game.unplayed:
        raise NotationError(f"{options.player} is priced, not played: see openfelt edge", legal=PLAYED)
    task = Task(sign, options.player, options.ante, options.bonus, options.seed)
    with team(jobs=options.jobs, cluster=options.cluster) as by, bar(options.rounds) as progress:
        tally = simulate(task, options.rounds, by, progress)
    require_possible(tally, sheet.main)
    found = estimates(tally, sheet, options.bonus, options.confidence)
    click.echo(
        json.dumps(as_object(options, tally, found)) if options.as_json else as_text(options, sheet, tally, found)
    )


def require_wagers(sheet: Sheet, options: Options) -> None:
    """Refuse stakes that the sign's limits do not allow, before anything is dealt."""
    for name, amount, limits in (("ante", options.ante, sheet.sign.ante), ("bonus", options.bonus, sheet.sign.bonus)):
        if amount and not (limits.low <= amount <= limits.high and amount % limits.step == 0):
            raise NotationError(f"{name} of {money(amount)} is not {limits.words()}")


def as_text(options: Options, sheet: Sheet, tally: Tally, found: Sequence[Estimate]) -> str:
    """The result for reading."""
    lines = [
        f"{sheet.title}: {tally.rounds:,} rounds, player {options.player}, seed {options.seed}",
        f"  {'':<38}{'simulated':>12}   {f'{options.confidence:.10g} interval':<25}{'exact':>12}",
    ]
    for one in found:
        interval = f"{one.low:+.6f} to {one.high:+.6f}"
        mark = "" if one.holds else "  outside"
        lines.append(f"  {one.name:<38}{one.mean:>+12.6f}   {interval:<26}{decimal(one.exact, 6):>12}{mark}")
    lines.append(f"  {'average wager':<38}{tally.staked / tally.rounds / options.ante:>12.6f}   {'':<26}"
                 f"{decimal(sheet.main.average_wager, 6):>12}")  # fmt: skip
    return "\n".join(lines)


def as_object(options: Options, tally: Tally, found: Sequence[Estimate]) -> dict[str, object]:
    """The result as JSON; see docs/reference/simulate.md."""
    return {
        "game": options.game,
        "player": options.player,
        "rounds": tally.rounds,
        "seed": options.seed,
        "ante": options.ante,
        "bonus": options.bonus,
        "confidence": options.confidence,
        "staked": tally.staked,
        "decisions": dict(sorted(tally.decisions.items())),
        "nets": {str(net): times for net, times in sorted(tally.nets.items())},
        "bonus_nets": {str(net): times for net, times in sorted(tally.bonus.items())},
        "estimates": [
            {
                "name": one.name,
                "mean": one.mean,
                "low": one.low,
                "high": one.high,
                "exact": f"{one.exact.numerator}/{one.exact.denominator}",
                "holds": one.holds,
            }
            for one in found
        ],
    }
