"""`openfelt icm`: what every stack of a tournament is worth in prizes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log10
from pathlib import Path
from typing import Final

import click

from openfelt.errors import NotationError
from openfelt.lab import icm
from openfelt.tournaments.prizes import in_cents

DIGITS: Final = 15  # more chips than any event has issued
NUMBER: Final = re.compile(r"0|[1-9][0-9_]*|[1-9][0-9]{0,2}(,[0-9]{3})+")


@click.command("icm")
@click.argument("stacks", nargs=-1, metavar="STACK...")
@click.option("--prizes", required=True, metavar="AMOUNTS", help="From the first place on: 5000,3000,2000, or 10x150.")
@click.option(
    "--field",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A stack on each line; a name may stand before it.",
)
@click.option("--exact", is_flag=True, help=f"Fractions, for at most {icm.MOST_ENUMERATED} players.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(stacks: tuple[str, ...], prizes: str, field: Path | None, exact: bool, as_json: bool) -> None:  # noqa: FBT001
    """What each STACK is worth in prizes, by the independent chip model, for a few players or a whole field.

    Amounts are whole numbers, in cents or any other unit. The last column sums to the prizes exactly.
    """
    if bool(stacks) == (field is not None):
        raise click.UsageError("give stacks, or a file of them with --field: one of the two")
    named = (
        read_field(field) if field else [(f"player {at}", number(text, "stack")) for at, text in enumerate(stacks, 1)]
    )
    names, chips = [name for name, _ in named], [stack for _, stack in named]
    paid = read_prizes(prizes)
    worth: Sequence[float | Fraction]
    if exact:
        worth, error = icm.by_enumeration(chips, paid), 0.0
    else:
        found = icm.equities(chips, paid)
        worth, error = found.values, found.error
    cents = in_cents(worth, sum(paid))
    if as_json:
        rows = [
            {"name": name, "stack": stack, "equity": str(value) if exact else value, "whole": whole}
            for name, stack, value, whole in zip(names, chips, worth, cents, strict=True)
        ]
        click.echo(json.dumps({"prizes": sum(paid), "error": error, "players": rows}, ensure_ascii=False))
        return
    click.echo(
        f"{len(chips):,} players, {len(paid):,} prizes, {sum(paid):,} in all"
        + (f", no figure wrong by more than {at_most(error)}" if not exact else "")
    )
    width = max(len(name) for name in names)
    for name, stack, value, whole in zip(names, chips, worth, cents, strict=True):
        shown = str(value) if exact else f"{value:,.4f}"
        click.echo(f"  {name:<{width}} {stack:>15,} {shown:>20} {whole:>15,}")


def at_most(error: float) -> str:
    """The power of ten that an error does not exceed.

    >>> at_most(7.3e-13), at_most(0.0)
    ('1e-12', '1e-15')
    """
    return f"1e{ceil(log10(max(error, 1e-15))):03d}"


def read_prizes(text: str) -> list[int]:
    """The prizes as given: amounts between commas, each as often as it says (`100x20` is twenty prizes of 100).

    Commas stand between prizes alone: `10,000` is refused, since `000` is no amount.
    """
    prizes: list[int] = []
    for part in text.split(","):
        amount, times, often = part.strip().partition("x")
        count = number(often, "number of prizes") if times else 1
        if count > icm.MOST_PLAYERS:
            raise NotationError(f"{count} prizes", legal=f"at most {icm.MOST_PLAYERS:,}")
        prizes += [number(amount, "prize")] * count
    return prizes


def read_field(path: Path) -> list[tuple[str, int]]:
    """Names and stacks of a file: one player on a line, the stack last."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise NotationError(f"{path}: {getattr(fault, 'strerror', '') or 'not UTF-8 text'}") from None
    field = []
    for at, line in enumerate(lines, 1):
        if words := line.split():
            stack = number(words[-1], f"{path}, line {at}: stack")
            field.append((" ".join(words[:-1]) or f"line {at}", stack))
    return field


def number(text: str, what: str) -> int:
    """A whole number, with or without commas between thousands; of several with commas between them none is made."""
    plain = re.sub("[,_]", "", text)
    if not NUMBER.fullmatch(text) or len(plain) > DIGITS:
        apart = "; several stand apart by spaces" if "," in text else ""
        raise NotationError(f"{what} {text[:40]!r}", legal=f"a whole number of at most {DIGITS} digits{apart}")
    return int(plain)
