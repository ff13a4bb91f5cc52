"""`openfelt jackpot`: whether the parameters of a jackpot are whole, how often it is hit, and what it costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from openfelt.cli.finite import Finite
from openfelt.cli.progress import bar
from openfelt.cli.table_options import refuse_given
from openfelt.errors import NotationError
from openfelt.games.standard import standard_sign
from openfelt.jackpots import Parameters, check, read_parameters
from openfelt.jackpots.matching import judge_for
from openfelt.jackpots.parameters import cents_of
from openfelt.jackpots.reading import UnreadableParameters
from openfelt.lab import jackpots as lab
from openfelt.lab.charts import render
from openfelt.lab.confidence import deviations
from openfelt.lab.jackpot_deals import CONFIDENCE
from openfelt.lab.matches import Match
from openfelt.lab.place import require_place
from openfelt.money import money

LEFT_OPEN: Final = 1
MOST_PLAYERS: Final = 10
STACK: Final = 20_000


@click.command("jackpot")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--players", default=6, show_default=True, help="How many are dealt in.")
@click.option("--bots", default="", help="Play hands with these bots instead, one for each seat: tight,caller,caller.")
@click.option("--hands", default=10_000, show_default=True, help="Hands that the bots play.")
@click.option("--seed", default=1, show_default=True, help="Of the cards and of the bots' chances.")
@click.option("--confidence", default=0.95, show_default=True, help="Of the intervals.")
@click.option("--pool", type=int, help="Cents in the pool now; by default the base amount.")
@click.option(
    "--hands-per-hour",
    type=Finite(0, 10**6, min_open=True),
    default=30.0,
    show_default=True,
    help="Hands at all linked tables together.",
)
@click.option("--chart", type=click.Path(dir_okay=False), help="Write a chart: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(  # noqa: PLR0917
    ctx: click.Context,
    file: str,
    players: int,
    bots: str,
    hands: int,
    seed: int,
    confidence: float,
    pool: int | None,
    hands_per_hour: float,
    chart: str | None,
    as_json: bool,  # noqa: FBT001
) -> int:
    """The price of the jackpot whose parameters stand in FILE (TOML): chances of its events, cost, time to a hit.

    Every deal is counted in which all players stay to the end, which is an upper bound for real play; --bots plays it.
    A full deck takes a minute or two. An event that is too common to be counted so is dealt at random, and one that is
    nearly counted is bounded; the line says so, and how wide the interval is.

    \b
    exit code 0   the price
              1   parameters with gaps or contradictions: each with its clause
              2   no parameters: the file, the line and what was expected there
    """  # noqa: D301 - click wants the character itself
    parameters = read(file)
    if found := check(parameters):
        for one in found:
            click.echo(f"{file}: {one}")
        return LEFT_OPEN
    require_sensible(players, hands, pool)
    deviations(confidence)
    if bots:
        refuse_given(ctx, {"players": "--players"}, "has no use with --bots, which names one for each seat")
    else:
        unused = {"hands": "--hands", "seed": "--seed", "confidence": "--confidence"}
        refuse_given(ctx, unused, "is for hands that bots play: give --bots too")
    if chart is not None:
        require_chart(chart)
    names = tuple(one.strip() for one in bots.split(",")) if bots else ()
    told = by_bots(parameters, names, hands, seed, confidence) if names else counted(parameters, players)
    told["pool_cents"] = pool if pool is not None else cents_of(parameters.base_cents)
    costs = priced(parameters, told, hands_per_hour)
    if chart is not None:
        Path(chart).write_bytes(render(lab.chart(str(parameters.title), costs), Path(chart).suffix[1:]))
    click.echo(json.dumps(told) if as_json else text(parameters, told))
    return 0


def read(file: str) -> Parameters:
    """The parameters of a file, or one refusal with its line."""
    try:
        whole = Path(file).read_text(encoding="utf-8")
    except OSError as fault:
        raise NotationError(f"{file}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{file}: is no UTF-8 text") from None
    try:
        return read_parameters(whole)
    except UnreadableParameters as bad:
        where = f"{file}:{bad.line}" if bad.line else file
        raise NotationError(f"{where}: {bad.message}", cites=bad.cites, legal=bad.legal) from None


def require_sensible(players: int, hands: int, pool: int | None) -> None:
    """Refuse numbers that mean nothing."""
    if not 2 <= players <= MOST_PLAYERS:
        raise NotationError(f"--players {players} is not 2 to {MOST_PLAYERS}")
    if not 1 <= hands <= 10**7:
        raise NotationError(f"--hands {hands} is not 1 to {10**7:,}")
    if pool is not None and not 0 <= pool <= 10**15:
        raise NotationError(f"--pool {pool} is no amount in cents")


def require_chart(chart: str) -> None:
    """Refuse a chart of another kind, or where none can be written."""
    if Path(chart).suffix not in (".svg", ".png"):
        raise NotationError(f"{chart}: a chart is .svg or .png")
    require_place(Path(chart))


def counted(parameters: Parameters, players: int) -> dict[str, Any]:
    """Every deal counted."""
    lab.require_countable(judge_for(parameters))
    total = len(lab.boards(cents_of(parameters.deck))[0])
    with bar(total, "boards") as progress:
        found = lab.chances(parameters, players, progress)
    rows = [
        {
            "event": one.event,
            "single": float(one.single) if one.single is not None else None,
            "often": float(one.about),
            "winners": float(one.expected),
            "exact": one.hit is not None,
            "least": float(one.least),
            "most": float(one.most),
            "width": float(one.most - one.least),
            "deals": one.deals,
        }
        for one in found
    ]
    return {"by": "counting", "players": players, "events": rows}


def by_bots(parameters: Parameters, names: tuple[str, ...], hands: int, seed: int, confidence: float) -> dict[str, Any]:
    """Hands of named bots."""
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise NotationError(f"--bots names {len(names)} seats, not 2 to {MOST_PLAYERS}")
    sign = standard_sign(parameters.book, str(parameters.game), deck=cents_of(parameters.deck))
    match = Match(sign, names, STACK, seed)
    with bar(hands, "hands") as progress:
        found = lab.play(parameters, match, hands, confidence=confidence, progress=progress)
    rows = [
        {
            "event": one.event,
            "hits": one.hits,
            "often": one.often.mean,
            "winners": one.often.mean,
            "least": one.often.low,
            "most": one.often.high,
        }
        for one in found
    ]
    return {
        "by": "bots",
        "bots": names,
        "players": len(names),
        "hands": hands,
        "confidence": confidence,
        "events": rows,
    }


def priced(parameters: Parameters, told: dict[str, Any], hands_per_hour: float) -> list[lab.Cost]:
    """What each event costs, put beside its chances; the whole below."""
    costs = []
    for event, row in zip(parameters.events, told["events"], strict=True):
        one = lab.cost_of(event, row["often"], row["winners"], told["pool_cents"], hands_per_hour)
        costs.append(one)
        row |= {
            "prize_cents": one.prize_cents,
            "per_hand_cents": one.per_hand_cents,
            "hands_to_hit": one.hands_to_hit,
            "hours_to_hit": one.hours_to_hit,
        }
    told["per_hand_cents"] = sum(one.per_hand_cents for one in costs)
    told["increment_cents"] = cents_of(parameters.increment_cents)
    told["worth_to_a_player_cents"] = told["per_hand_cents"] / told["players"]
    return costs


def how_sure(row: dict[str, Any], by: str) -> str:
    """Whether a chance is exact, a bound, or an interval, and how wide that is."""
    between = f"{row['least']:.6g} to {row['most']:.6g}"
    if by == "bots":
        return between
    if row["exact"]:
        return "exactly"
    if row["deals"]:
        return f"{between}, {row['width']:.2g} wide: {row['deals']:,} deals at random, {CONFIDENCE:.0%}"
    return f"at most; counted to {between}, {row['width']:.2g} wide"


def text(parameters: Parameters, told: dict[str, Any]) -> str:
    """The price in words."""
    how = (
        f"{told['hands']:,} hands of {', '.join(told['bots'])}; intervals of {told['confidence']:.0%}"
        if told["by"] == "bots"
        else f"{told['players']} players who all stay to the end: an upper bound for real play"
    )
    lines = [f"{parameters.title}: {parameters.game}, {parameters.deck} cards, {parameters.book}", how, ""]
    for row in told["events"]:
        lines.append(f"{row['event']}: {row['often']:.6g} of the hands ({how_sure(row, told['by'])})")
        if row["hands_to_hit"]:
            lines.append(f"  once in {row['hands_to_hit']:,.0f} hands, {row['hours_to_hit']:,.1f} hours")
        prize, each = money(row["prize_cents"]), row["per_hand_cents"] / 100
        lines.append(f"  wins {prize} now, which is ${each:.4f} a hand")
    pays, adds = f"${told['per_hand_cents'] / 100:.4f}", money(told["increment_cents"])
    lines += [
        "",
        f"with {money(told['pool_cents'])} in the pool it pays {pays} a hand; each hand adds {adds}",
        f"to each of {told['players']} players a hand is worth ${told['worth_to_a_player_cents'] / 100:.4f} more",
    ]
    return "\n".join(lines)
