"""`openfelt simulate` for games between players: bots at the real table."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Final

import click

from openfelt.cli.table_options import choose_sign, read_bots, require_players
from openfelt.errors import NotationError
from openfelt.games import GAMES, Sign, print_sign, validate
from openfelt.games.signline import read_sign, write_sign
from openfelt.lab.matches import BotRecord, Match, Result, per_hundred, play_match, share
from openfelt.lab.workers import team
from openfelt.money import money

Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
COLUMNS: Final = f"{'won':>8}{'showdown':>10}{'won there':>11}"
USUAL_SEATS: Final = 6


@dataclass(frozen=True)
class TableOptions:
    """What was asked for."""

    game: str
    hands: int
    seed: int
    bots: str | None
    seats: int | None
    stack: int
    rulebook: str | None
    sign: str | None
    confidence: float
    jobs: int
    cluster: str
    as_json: bool


def is_table_game(game: str) -> bool:
    """Whether players play this game against each other."""
    return any(key == game for _, key in GAMES)


def table_games() -> tuple[str, ...]:
    """Every game between players."""
    return tuple(dict.fromkeys(key for _, key in GAMES))


def simulate_match(options: TableOptions, bar: Bar) -> None:
    """Hands of bots against each other."""
    match = read_match(options)
    with team(jobs=options.jobs, cluster=options.cluster) as by, bar(options.hands) as progress:
        result = play_match(match, options.hands, by, progress)
    if options.as_json:
        click.echo(json.dumps(as_object(options, match, result)))
    else:
        click.echo(as_text(options, match, result))


def read_match(options: TableOptions) -> Match:
    """The match that was asked for: bots fill the seats in turn."""
    sign = read_table(options)
    seats = min(USUAL_SEATS, sign.seats) if options.seats is None else options.seats
    require_players(sign, seats)
    return Match(sign, read_bots(options.bots, seats), options.stack, options.seed)


def read_table(options: TableOptions) -> Sign:
    """The sign given, or the usual one of the game."""
    if options.sign is None:
        return choose_sign(options.game, options.rulebook, options.seats, usual_seats=USUAL_SEATS)
    sign = validate(read_sign(options.sign))
    if options.rulebook not in (None, sign.rulebook):
        raise NotationError(f"the sign is of {sign.rulebook}, but --rulebook says {options.rulebook}")
    if sign.game != options.game:
        raise NotationError(f"the sign is of {sign.game}, not of {options.game}")
    return sign


def as_text(options: TableOptions, match: Match, result: Result) -> str:
    """The result for reading."""
    head = print_sign(match.sign).splitlines()[0]
    percent = f"{options.confidence * 100:.10g} %"
    lines = [
        f"{head}: {result.hands:,} hands, {len(match.bots)} seats, stacks of {money(match.stack)}, seed {match.seed}",
        f"  {'':<10}{'hands':>9}{'$ in 100':>12}   {percent + ' interval':<25}{'big blinds/100':>15}{COLUMNS}",
    ]
    for name, one in sorted(result.bots.items(), key=lambda entry: (-entry[1].net / entry[1].dealt, entry[0])):
        chips = per_hundred(one, result.hands, options.confidence)
        interval = f"{chips.low / 100:+.2f} to {chips.high / 100:+.2f}"
        there = f"{one.won_showdowns / one.showdowns:.1%}" if one.showdowns else "-"
        blinds = chips.mean / match.big_blind
        lines.append(
            f"  {name:<10}{one.dealt:>9,}{chips.mean / 100:>+12.2f}   {interval:<25}{blinds:>+15.2f}"
            f"{one.won / one.dealt:>8.1%}{one.showdowns / one.dealt:>10.1%}{there:>11}"
        )
    each = 100 * result.taken / result.hands
    lines.append(f"  the room took {money(result.taken)} ({money(round(each))} in 100 hands)")
    return "\n".join(lines)


def as_object(options: TableOptions, match: Match, result: Result) -> dict[str, object]:
    """The result as JSON; see docs/reference/simulate.md."""
    return {
        "game": options.game,
        "sign": write_sign(match.sign),
        "hands": result.hands,
        "seed": match.seed,
        "seats": list(match.bots),
        "stack": match.stack,
        "big_blind": match.big_blind,
        "confidence": options.confidence,
        "taken": result.taken,
        "bots": [bot_object(options, match, result, name) for name in sorted(result.bots)],
    }


def bot_object(options: TableOptions, match: Match, result: Result, name: str) -> dict[str, object]:
    """One bot's record as JSON: whole numbers first, then the figures with their intervals."""
    one: BotRecord = result.bots[name]
    chips = per_hundred(one, result.hands, options.confidence)
    blinds = {key: value / match.big_blind for key, value in asdict(chips).items()}
    return {
        "bot": name,
        "hands": one.dealt,
        "net": one.net,
        "won": one.won,
        "showdowns": one.showdowns,
        "won_showdowns": one.won_showdowns,
        "chips_per_100": asdict(chips),
        "big_blinds_per_100": blinds,
        "won_share": asdict(share(one.won, one.dealt, options.confidence)),
        "showdown_share": asdict(share(one.showdowns, one.dealt, options.confidence)),
        "won_at_showdown": asdict(share(one.won_showdowns, one.showdowns, options.confidence)),
    }
