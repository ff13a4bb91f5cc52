"""`openfelt edge`: the exact price of a house-banked game, of each reading of its rules, and of single decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from openfelt.errors import NotationError
from openfelt.lab.banked import (
    DEFAULT_STAKE,
    OPTIMAL,
    Banked,
    Reading,
    Sheet,
    banked,
    banked_games,
    readings,
    with_settings,
)
from openfelt.lab.place import require_place
from openfelt.lab.price import Decision, Outcome, Price, decimal, percent
from openfelt.pit.games import read_file, sign_for
from openfelt.pit.sign import AnySign, with_tables

CHARTS: Final = (".svg", ".png", ".html")


@click.command("edge")
@click.argument("words", nargs=-1, required=True, metavar="GAME [FLOP]")
@click.option(
    "--strategy", default=OPTIMAL, show_default=True, help="A strategy's name, or a file that spells one out."
)
@click.option("--pay-table", type=click.Path(dir_okay=False), help="Pay tables in TOML, in place of the rulebook's.")
@click.option("--ante", default=DEFAULT_STAKE, show_default=True, help="Cents; matters only under a maximum payout.")
@click.option("--bonus", default=0, help="Cents on the side bet: optimal play then minds it.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A reading or maximum payout on the sign.")
@click.option("--readings", "all_readings", is_flag=True, help="The figure under every reading of a doubtful clause.")
@click.option(
    "--decision", metavar="CARDS", help='One decision: "Jd4c" "Kh9s6d", or "Ts7s2d" where three cards decide.'
)
@click.option("--chart", type=click.Path(dir_okay=False), help="Write a chart: .svg, .png or .html.")
@click.option(
    "--chart-of",
    type=click.Choice(["strategy", "outcomes", "session"]),
    default="strategy",
    show_default=True,
    help="What the chart shows.",
)
@click.option("--rounds", default=200, show_default=True, help="Rounds in the chart of a session.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(  # noqa: PLR0917
    words: tuple[str, ...],
    strategy: str,
    pay_table: str | None,
    ante: int,
    bonus: int,
    settings: tuple[str, ...],
    all_readings: bool,  # noqa: FBT001
    decision: str | None,
    chart: str | None,
    chart_of: str,
    rounds: int,
    as_json: bool,  # noqa: FBT001
) -> None:
    """The exact house edge of act-holdem, nz-big-raise or three-card-poker, every deal counted."""
    game, rest = find_game(words)
    require_used(click.get_current_context(), decision=decision is not None, chart=chart, chart_of=chart_of)
    sign = find_sign(game, pay_table, settings)
    if decision is not None:
        found = game.decide(sign, ante, (decision, *rest))
        click.echo(json.dumps(decision_object(game, found)) if as_json else decision_text(game, found))
        return
    if rest:
        raise NotationError(f"{rest[0]!r} is not asked for here; a flop belongs to --decision")
    if chart is not None and Path(chart).suffix not in CHARTS:
        raise NotationError(f"{chart}: a chart is .svg, .png or .html")
    if chart is not None:
        require_place(Path(chart))
    sheet = game.sheet(sign, strategy=strategy, stake=ante, bonus=bonus)
    if chart:
        write_chart(game, sheet, Path(chart), chart_of, rounds)
    others = readings(game, sign, strategy=strategy, stake=ante, bonus=bonus) if all_readings else []
    if as_json:
        click.echo(json.dumps(sheet_object(sheet, others)))
    else:
        click.echo("\n".join([*sheet_text(sheet), *readings_text(others)]))


def require_used(ctx: click.Context, *, decision: bool, chart: str | None, chart_of: str) -> None:
    """Refuse an option that the answer asked for would pass over in silence."""
    page = chart is not None and Path(chart).suffix == ".html"
    given = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    for idle, names, why in (
        (
            decision,
            ("strategy", "bonus", "all_readings", "chart", "chart_of", "rounds"),
            "has no use beside --decision",
        ),
        (chart is None, ("chart_of", "rounds"), "is for --chart"),
        (page, ("chart_of",), "is for .svg and .png: a page in .html has every chart"),
        (not page and chart_of != "session", ("rounds",), "is for --chart-of session, or a page in .html"),
    ):
        for name in names:
            if idle and name in given:
                option = "--readings" if name == "all_readings" else f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} {why}", ctx)


def find_game(words: Sequence[str]) -> tuple[Banked, tuple[str, ...]]:
    """The game among the words, and the words beside it."""
    named = [word for word in words if word in banked_games()]
    game = banked(named[0] if named else words[0])
    rest = list(words)
    rest.remove(game.key)
    return game, tuple(rest)


def find_sign(game: Banked, pay_table: str | None, settings: Iterable[str]) -> AnySign:
    """The rulebook's sign with the pay tables and settings asked for."""
    sign = sign_for(game.key)
    if pay_table is not None:
        sign = with_tables(sign, read_file(pay_table, game=game.key))
    chosen: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise NotationError(f"--set {setting!r} is not NAME=VALUE")
        if name.strip() in chosen:
            raise NotationError(f"--set gives {name.strip()} twice")
        chosen[name.strip()] = value.strip()
    return with_settings(sign, chosen)


def write_chart(game: Banked, sheet: Sheet, path: Path, what: str, rounds: int) -> None:
    """Draw the chart; matplotlib is loaded only now."""
    from openfelt.lab import charts  # noqa: PLC0415 - a slow import that most runs do not need

    charts.write(game, sheet, path, what=what, rounds=rounds)
    click.echo(f"wrote {path}", err=True)


# --- text -------------------------------------------------------------------------------------------------------------


def exact(value: Fraction) -> str:
    """A fraction for reading."""
    return f"{value.numerator}/{value.denominator}"


def figures(price: Price) -> list[tuple[str, str, str]]:
    """The figures of a price: name, decimal, exact."""
    return [
        ("expected value", decimal(price.expected, 10) + " per stake", exact(price.expected)),
        ("house edge", percent(price.edge, 6), exact(price.edge)),
        ("element of risk", percent(price.element_of_risk, 6), exact(price.element_of_risk)),
        ("average wager", decimal(price.average_wager, 6) + " stakes", exact(price.average_wager)),
        ("standard deviation", f"{price.deviation:.6f} stakes", f"square root of {exact(price.variance)}"),
        ("player gains", percent(price.frequency(sign=1)), exact(price.frequency(sign=1))),
        ("player stays even", percent(price.frequency(sign=0)), exact(price.frequency(sign=0))),
        ("player loses", percent(price.frequency(sign=-1)), exact(price.frequency(sign=-1))),
    ]


def sheet_text(sheet: Sheet) -> Iterable[str]:
    """A price sheet for reading."""
    yield f"{sheet.title} ({sheet.game}), strategy {sheet.strategy}, ante {sheet.stake} cents"
    if sheet.sign.readings:
        yield f"readings: {', '.join(chosen_readings(sheet.sign))}"
    yield from (f"  {line}" for line in sheet.lines.splitlines())
    yield ""
    yield from price_text(sheet.main, None if sheet.strategy == OPTIMAL else sheet.cost)
    for side in sheet.sides:
        yield ""
        yield from price_text(side)


def chosen_readings(sign: AnySign) -> list[str]:
    """How the sign reads the doubtful clauses."""
    return [f"{reading.setting}={setting_text(getattr(sign, reading.setting))}" for reading in sign.readings]


def setting_text(value: object) -> str:
    """A setting's value as `--set` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def price_text(price: Price, cost: Fraction | None = None) -> Iterable[str]:
    """One price: its figures and its table of outcomes."""
    yield f"{price.name}: {price.deals:,} deals [{', '.join(price.cites)}]"
    for name, shown, whole in figures(price):
        yield f"  {name:<20}{shown:<26}{whole}"
    folds = price.frequency(decision="fold")
    if folds:
        yield f"  {'player folds':<20}{percent(folds):<26}{exact(folds)}"
    if cost is not None:
        yield f"  {'cost of strategy':<20}{percent(cost, 6):<26}{exact(cost)}"
    yield from outcome_text(price.outcomes, price.stake, price.deals)


def outcome_text(rows: Sequence[Outcome], stake: int, deals: int) -> Iterable[str]:
    """The table of outcomes."""
    yield f"  {'decision':<10}{'result':<40}{'hand':<18}{'deals':>20}{'probability':>14}{'net':>10}"
    for row in rows:
        share = percent(Fraction(row.deals, deals), 5)
        net = decimal(Fraction(row.net, stake), 2)
        yield f"  {row.decision:<10}{row.result:<40}{row.hand:<18}{row.deals:>20,}{share:>14}{net:>10}"


def readings_text(found: Sequence[Reading]) -> Iterable[str]:
    """The figure of each reading beside the resolution's."""
    if not found:
        return
    sides = len(found[0].sheet.sides)
    yield ""
    yield "Doubtful clauses: the house edge under each reading, the others as above (* our resolution)"
    names = "".join(f"{side.name:>36}" for side in found[0].sheet.sides)
    yield f"  {'setting':<20}{'value':<18}{'ante':>14}{names}  clauses"
    for one in found:
        shown = "".join(f"{percent(side.edge):>36}" for side in one.sheet.sides[:sides])
        star = "*" if one.default else " "
        edge = percent(one.sheet.main.edge)
        yield f"{star} {one.setting:<20}{one.value:<18}{edge:>14}{shown}  {', '.join(one.cites)}"


def decision_text(game: Banked, found: Decision) -> str:
    """One decision for reading."""
    lines = [f"{game.title}: {found.cards}, {found.choices[0].runouts:,} run-outs", ""]
    for choice in found.choices:
        best = "  best" if choice.name in found.best else ""
        lines.append(f"  {choice.name:<10}{decimal(choice.value, 10):>16} antes  {exact(choice.value)}{best}")
    if len(found.best) > 1:
        lines.append(f"  {' and '.join(found.best)} are exactly equal")
    else:
        lines.append(f"  {found.best[0]} is better by {decimal(found.margin, 10)} antes")
    stake, runouts = found.choices[0].stake, found.choices[0].runouts
    return "\n".join([*lines, "", *outcome_text(found.outcomes, stake, runouts)])


# --- JSON: documented in docs/reference/edge.md, not to be changed lightly --------------------------------------------


def number(value: Fraction) -> dict[str, object]:
    """A figure, exactly and as a decimal."""
    return {"exact": exact(value), "decimal": float(value)}


def price_object(price: Price) -> dict[str, object]:
    """One price."""
    return {
        "name": price.name,
        "stake": price.stake,
        "deals": price.deals,
        "expected_value": number(price.expected),
        "house_edge": number(price.edge),
        "element_of_risk": number(price.element_of_risk),
        "average_wager": number(price.average_wager),
        "variance": number(price.variance),
        "standard_deviation": price.deviation,
        "gain_frequency": number(price.frequency(sign=1)),
        "even_frequency": number(price.frequency(sign=0)),
        "loss_frequency": number(price.frequency(sign=-1)),
        "fold_frequency": number(price.frequency(decision="fold")),
        "cites": list(price.cites),
        "outcomes": [outcome_object(row) for row in price.outcomes],
    }


def outcome_object(row: Outcome) -> dict[str, object]:
    """One line of the table of outcomes; amounts in cents."""
    return {
        "decision": row.decision,
        "result": row.result,
        "hand": row.hand,
        "deals": row.deals,
        "staked": row.staked,
        "net": row.net,
    }


def sheet_object(sheet: Sheet, others: Sequence[Reading]) -> dict[str, object]:
    """A price sheet, with the readings if they were asked for."""
    found: dict[str, object] = {
        "game": sheet.game,
        "strategy": sheet.strategy,
        "strategy_lines": sheet.lines.splitlines(),
        "strategy_cost": number(sheet.cost),
        "ante": sheet.stake,
        "settings": {reading.setting: getattr(sheet.sign, reading.setting) for reading in sheet.sign.readings},
        "main": price_object(sheet.main),
        "side_bets": [price_object(side) for side in sheet.sides],
    }
    if others:
        found["readings"] = [
            {
                "setting": one.setting,
                "value": one.value,
                "default": one.default,
                "cites": list(one.cites),
                "house_edge": number(one.sheet.main.edge),
                "side_bets": {side.name: number(side.edge) for side in one.sheet.sides},
            }
            for one in others
        ]
    return found


def decision_object(game: Banked, found: Decision) -> dict[str, object]:
    """One decision."""
    return {
        "game": game.key,
        "cards": found.cards,
        "runouts": found.choices[0].runouts,
        "ante": found.choices[0].stake,
        "choices": [{"name": one.name, "total": one.total, "value": number(one.value)} for one in found.choices],
        "best": list(found.best),
        "equal": len(found.best) > 1,
        "margin": number(found.margin),
        "outcomes": [outcome_object(row) for row in found.outcomes],
    }
