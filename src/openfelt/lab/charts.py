"""Charts to read and to print: strategies, outcomes, sessions. Shades of grey and text, never colour alone.

Only this module and `report` know matplotlib; it draws without a display and asks no other host for anything.
"""

from __future__ import annotations

import html
import io
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator
from numpy.typing import NDArray

from openfelt.cards.card import RANK_LETTERS
from openfelt.errors import NotationError
from openfelt.lab.banked import Banked, CallGame, Sheet, ThreeCardGame
from openfelt.lab.deals import pairs, threes, weights
from openfelt.lab.place import require_place
from openfelt.lab.price import Price, decimal, percent
from openfelt.lab.session import QUANTILES, play_session

STYLE: Final[Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
    "font.size": 9.0,
    "svg.fonttype": "none",
    "svg.hashsalt": "openfelt",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.constrained_layout.use": True,
}
HIGH_TO_LOW: Final = tuple(reversed(range(13)))
FLOPS: Final = (
    "three suits, no pair",
    "two suits, no pair",
    "one suit",
    "three suits, paired",
    "two suits, paired",
    "three of a kind",
)
"""Every flop is one of these six."""


def write(game: Banked, sheet: Sheet, path: Path, *, what: str = "strategy", rounds: int = 200) -> None:
    """Write a chart as SVG or PNG, or all charts of a game as one HTML page, by the ending of the name."""
    require_place(path)
    if path.suffix == ".html":
        content = page(sheet.title, sections(game, sheet, rounds)).encode()
    elif path.suffix in (".svg", ".png"):
        content = render(draw(game, sheet, what, rounds), path.suffix[1:])
    else:
        raise NotationError(f"{path}: a chart is .svg, .png or .html")
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise NotationError(f"{path}: cannot be written: {fault.strerror}") from None


def draw(game: Banked, sheet: Sheet, what: str, rounds: int = 200) -> Figure:
    """The figure of one kind."""
    with mpl.rc_context(STYLE):
        if what == "outcomes":
            return outcomes(sheet)
        if what == "session":
            return session(sheet, rounds)
        if isinstance(game, CallGame):
            return call_chart(game, sheet)
        if isinstance(game, ThreeCardGame):
            return three_card_chart(game, sheet)
        raise NotationError(f"no chart of the strategy for {game.key}", legal=("outcomes", "session"))


def render(figure: Figure, kind: str) -> bytes:
    """A figure as a file; the same figure gives the same bytes."""
    out = io.BytesIO()
    with mpl.rc_context(STYLE):
        if kind == "svg":
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "openfelt"})
        else:
            figure.savefig(out, format="png", dpi=150, metadata={"Software": "openfelt"})
    return out.getvalue()


# --- grids ------------------------------------------------------------------------------------------------------------


def grid(axes: Axes, shares: NDArray[np.float64], labels: Sequence[Sequence[str]], *, size: float = 6.0) -> None:
    """Cells shaded from white (0) to dark (1), each with its text; cells that cannot be (nan) are hatched."""
    axes.patch.set(facecolor="white", edgecolor="0.8", hatch="//////", linewidth=0)
    axes.imshow(np.ma.masked_invalid(shares), cmap="Greys", vmin=0, vmax=1.35, aspect="equal", interpolation="nearest")
    for row in range(shares.shape[0]):
        for column in range(shares.shape[1]):
            share = shares[row, column]
            if not np.isnan(share) and labels[row][column]:
                text = axes.text(
                    column, row, labels[row][column], ha="center", va="center", fontsize=size,
                    color="white" if share > 0.62 else "black",
                )  # fmt: skip
                text.set_in_layout(False)  # it stays inside its cell, and measuring a thousand of them is slow
    rows, columns = shares.shape
    axes.vlines(np.arange(1, columns) - 0.5, -0.5, rows - 0.5, color="0.75", linewidth=0.4)
    axes.hlines(np.arange(1, rows) - 0.5, -0.5, columns - 0.5, color="0.75", linewidth=0.4)
    axes.tick_params(which="both", length=0)


# --- a call after the flop --------------------------------------------------------------------------------------------


def flop_kinds(game: CallGame) -> NDArray[np.int64]:
    """Which of `FLOPS` each flop is."""
    features = game.features()
    suits, paired = features["board-suits"][:, 0], features["board-pair"][:, 0]
    ranks = np.sort(threes() >> 2, axis=1)
    same = ranks[:, 0] == ranks[:, 2]
    return np.where(same, 5, np.where(paired == 1, 6 - suits, 3 - suits)).astype(np.int64)


def taken_by(game: Banked, sheet: Sheet) -> NDArray[np.uint8]:
    """The decisions of the sheet's strategy."""
    return game.taken(sheet.sign, sheet.stake, sheet.strategy, sheet.bonus)


def helped(game: CallGame) -> NDArray[np.bool_]:
    """Decisions with more than high cards: a pair of one's own, something made, or four to a straight or flush."""
    features = game.features()
    found: NDArray[np.bool_] = (
        (features["own-pair"] == 1)
        | (features["straight-ranks"] >= 1)
        | (features["flush-cards"] >= 4)
        | (features["hand"] >= 4)
    )
    return found


def call_shares(game: CallGame, calls: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How often unhelped hole cards call: by kind of flop, then a 13 x 13 grid, suited above the diagonal."""
    high, low = (game.features()[name].astype(np.int64) for name in ("high", "low"))
    suited = (pairs()[:, :, 0] & 3) == (pairs()[:, :, 1] & 3)
    row, column = np.where(suited, 12 - high, 12 - low), np.where(suited, 12 - low, 12 - high)
    cell = (flop_kinds(game)[:, None] * 13 + row) * 13 + column
    weight = np.where(helped(game), 0, weights()[:, None]).astype(np.float64)
    total = np.bincount(cell.ravel(), weight.ravel(), minlength=6 * 169)
    called = np.bincount(cell.ravel(), (weight * calls).ravel(), minlength=6 * 169)
    with np.errstate(invalid="ignore"):
        return (called / total).reshape(6, 13, 13)


def share_of(calls: NDArray[np.uint8], which: NDArray[np.bool_]) -> Fraction:
    """How often some decisions call, exactly."""
    total = int((which.sum(axis=1) * weights()).sum())
    return Fraction(int(((which & (calls == 1)).sum(axis=1) * weights()).sum()), total)


def call_chart(game: CallGame, sheet: Sheet) -> Figure:
    """Call or fold: what always calls in words, and the hands with high cards only as six grids."""
    calls = taken_by(game, sheet)
    shares = call_shares(game, calls)
    features = game.features()
    figure = Figure(figsize=(13.5, 10.2))
    axes = figure.subplots(2, 3)
    names = [RANK_LETTERS[rank] for rank in HIGH_TO_LOW]
    for kind, own in enumerate(axes.flat):
        labels = [["" if np.isnan(share) else cell_text(float(share)) for share in row] for row in shares[kind]]
        grid(own, shares[kind], labels)
        own.set_title(f"flop: {FLOPS[kind]}", fontsize=10)
        own.set_xticks(range(13), names)
        own.set_yticks(range(13), names)
        own.set_xlabel("suited: lower card.  offsuit: higher card")
        own.set_ylabel("suited: higher card.  offsuit: lower card")
        own.spines[:].set_visible(True)
    pair = percent(share_of(calls, features["own-pair"] == 1), 2)
    straight = percent(share_of(calls, (features["straight-ranks"] >= 1) & (features["own-pair"] == 0)), 2)
    flush = percent(share_of(calls, (features["flush-cards"] >= 4) & (features["own-pair"] == 0)), 2)
    figure.suptitle(
        f"{sheet.title}: call or fold, {sheet.strategy} (house edge {percent(sheet.main.edge)})\n"
        f"With a pair that uses a hole card call {pair} of the time, with four cards to a straight, even inside, "
        f"{straight}, with four to a flush {flush}.\n"
        "Below: hands with none of these, suited above the diagonal. "
        "C: call.  blank: fold.  a number: call on so many per cent of such flops.  hatched: cannot be.",
        fontsize=10.5,
    )
    return figure


def cell_text(share: float) -> str:
    """What stands in a cell: C for always, nothing for never, else a percentage that is neither 0 nor 100."""
    if share == 1:
        return "C"
    return "" if share == 0 else str(min(99, max(1, round(100 * share))))


# --- three own cards --------------------------------------------------------------------------------------------------


def cell_names(game: ThreeCardGame) -> dict[int, str]:
    """What stands in a cell for each decision: nothing for a fold, else how many antes, or one letter."""
    several = len(game.choices) > 2
    return {
        times: (str(times) if several else name[0].upper()) if times else "" for name, times in game.choices.items()
    }


def three_card_chart(game: ThreeCardGame, sheet: Sheet) -> Figure:
    """Fold or go on by three-card hand: odd cards of one suit and of several, and pairs with their third card."""
    taken, names, features = taken_by(game, sheet), cell_names(game), game.features()
    ranks = np.sort(threes().astype(np.int64) >> 2, axis=1)[:, ::-1]
    suited, odd = features["suited"] == 3, features["pair"] < 0
    columns = [(high, middle) for high in HIGH_TO_LOW for middle in reversed(range(high)) if middle >= 1]
    figure = Figure(figsize=(13.5, 10.2))
    axes = figure.subplots(3, 1, height_ratios=(11, 11, 13))
    for own, which, title in (
        (axes[0], odd & ~suited, "no pair, not all of one suit"),
        (axes[1], odd & suited, "no pair, all of one suit"),
    ):
        cells: dict[tuple[int, int], set[int]] = {}
        for (high, middle, low), choice in zip(ranks[which].tolist(), taken[which].tolist(), strict=True):
            cells.setdefault((10 - low, columns.index((high, middle))), set()).add(choice)
        shares, labels = choice_cells(cells, names, 11, len(columns))
        grid(own, shares, labels)
        own.set_title(title, fontsize=10)
        own.set_yticks(range(11), [RANK_LETTERS[rank] for rank in reversed(range(11))])
        own.set_xticks(range(len(columns)), [f"{RANK_LETTERS[high]}\n{RANK_LETTERS[mid]}" for high, mid in columns],
                       fontsize=6.5)  # fmt: skip
        own.set_ylabel("lowest card")
        own.set_xlabel("highest card above, middle card below")
        for at in range(1, len(columns)):
            if columns[at][0] != columns[at - 1][0]:
                own.axvline(at - 0.5, color="black", linewidth=0.8)
    pair_panel(axes[2], ranks[~odd], taken[~odd], names)
    verb, *_ = next(name for name, times in game.choices.items() if times).split()
    least, most = min(filter(None, names)), max(names)
    legend = f"{names[least]} to {names[most]}: {verb} so many antes" if most > least else f"{names[most]}: {verb}"
    figure.suptitle(
        f"{sheet.title}: fold or {verb}, {sheet.strategy} (house edge {percent(sheet.main.edge)})\n"
        f"{legend}.  blank: fold.  +: depends on which cards share a suit.  hatched: cannot be",
        fontsize=10.5,
    )
    return figure


def pair_panel(axes: Axes, ranks: NDArray[np.int64], taken: NDArray[np.uint8], cell_names: Mapping[int, str]) -> None:
    """Pairs by their third card; on the diagonal three of a kind."""
    cells: dict[tuple[int, int], set[int]] = {}
    for (high, middle, low), choice in zip(ranks.tolist(), taken.tolist(), strict=True):
        third = low if high == middle else high
        cells.setdefault((12 - third, 12 - middle), set()).add(choice)
    shares, labels = choice_cells(cells, cell_names, 13, 13)
    grid(axes, shares, labels)
    names = [RANK_LETTERS[rank] for rank in HIGH_TO_LOW]
    axes.set_title("pairs, and three of a kind on the diagonal", fontsize=10)
    axes.set_xticks(range(13), [name * 2 for name in names])
    axes.set_yticks(range(13), names)
    axes.set_xlabel("pair")
    axes.set_ylabel("third card")


def choice_cells(
    cells: dict[tuple[int, int], set[int]], names: Mapping[int, str], rows: int, columns: int
) -> tuple[NDArray[np.float64], list[list[str]]]:
    """Shades and texts of cells that hold the choices made there."""
    shares = np.full((rows, columns), np.nan)
    labels = [[""] * columns for _ in range(rows)]
    for (row, column), choices in cells.items():
        most = max(choices)
        shares[row, column] = 0.25 + 0.75 * most / max(names) if most else 0.0
        labels[row][column] = "+" if len(choices) > 1 else names[most]
    return shares, labels


# --- outcomes and sessions --------------------------------------------------------------------------------------------


def outcomes(sheet: Sheet) -> Figure:
    """How often each net result comes, on a scale of powers of ten, for the game and each side bet."""
    prices = (sheet.main, *sheet.sides[:1])
    figure = Figure(figsize=(10, 3.1 * len(prices) + 2.2))
    for own, price in zip(np.atleast_1d(figure.subplots(len(prices), 1)), prices, strict=True):
        outcome_bars(own, price)
    figure.suptitle(f"{sheet.title}: what a round brings, {sheet.strategy}", fontsize=11)
    return figure


def outcome_bars(axes: Axes, price: Price) -> None:
    """One price as bars, each with its percentage."""
    nets = price.distribution
    shares = [Fraction(deals, price.deals) for deals in nets.values()]
    places = range(len(nets))
    axes.bar(places, [float(share) * 100 for share in shares], color="0.55", edgecolor="black", linewidth=0.6)
    axes.set_yscale("log")
    axes.set_ylim(10.0 ** math.floor(math.log10(float(min(shares)) * 100) - 0.3), 1200)
    axes.yaxis.set_major_formatter(
        FuncFormatter(lambda value, _: "" if value > 100 else f"{value:.7f}".rstrip("0").rstrip("."))
    )
    axes.yaxis.set_minor_locator(NullLocator())
    for place, share in zip(places, shares, strict=True):
        axes.text(place, float(share) * 130, percent(share, 2 if share > Fraction(1, 1000) else 5), ha="center",
                  va="bottom", fontsize=7, rotation=90 if len(nets) > 14 else 0)  # fmt: skip
    axes.set_xticks(
        places, [f"{net / price.stake:+g}" if net else "0" for net in nets], rotation=90 if len(nets) > 20 else 0
    )
    axes.set_xlabel("net result, in stakes")
    axes.set_ylabel("per cent of rounds")
    axes.set_title(
        f"{price.name}: house edge {percent(price.edge)}, standard deviation {price.deviation:.3f}", fontsize=9.5
    )


def session(sheet: Sheet, rounds: int) -> Figure:
    """How a session may go: bands of half and of nine tenths of all sessions, and where it ends."""
    played = play_session(sheet.main, rounds)
    figure = Figure(figsize=(11, 7.5))
    way, end = figure.subplots(2, 1, height_ratios=(3, 2))
    at = np.arange(rounds + 1)
    five, quarter, middle, most, top = played.quantiles.T
    way.fill_between(at, five, top, color="0.88", label="nine of ten sessions")
    way.fill_between(at, quarter, most, color="0.68", label="half of the sessions")
    way.plot(at, middle, color="black", linewidth=1.6, label="the middle one")
    way.plot(at, at * float(sheet.main.expected), color="black", linestyle="--", linewidth=1, label="the mean")
    way.margins(x=0)
    way.axhline(0, color="black", linewidth=0.6)
    way.set_xlabel("rounds played")
    way.set_ylabel("player's result, in antes")
    way.legend(loc="lower left", frameon=False)
    keep = np.cumsum(played.chances)
    first, last = np.searchsorted(keep, (0.001, 0.999))
    bins = max(1, (last - first) // 80)
    edges = np.arange(first, last + bins, bins)
    heights = [float(played.chances[edge : edge + bins].sum()) * 100 for edge in edges]
    width = bins * (played.results[1] - played.results[0])
    end.bar(played.results[edges], heights, width=width, align="edge", color="0.75", edgecolor="black", linewidth=0.4)
    end.axvline(0, color="black", linewidth=0.9)
    end.set_xlabel(f"result after {rounds} rounds, in antes")
    end.set_ylabel("per cent of sessions")
    spread = ", ".join(
        f"{100 * quantile:.0f} % {value:+.0f}" for quantile, value in zip(QUANTILES, played.quantiles[-1], strict=True)
    )
    end.set_title(f"ahead in {100 * played.ahead[-1]:.1f} % of sessions; so many end below: {spread}", fontsize=9.5)
    figure.suptitle(f"{sheet.title}: a session of {rounds} rounds, {sheet.strategy}", fontsize=11)
    return figure


# --- one page ---------------------------------------------------------------------------------------------------------

CSS: Final = """
body { font: 15px/1.45 "DejaVu Sans", Arial, Helvetica, sans-serif; color: #111; background: #fff; margin: 2em auto;
  max-width: 1100px; padding: 0 1em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.25em; margin-top: 2em; border-bottom: 2px solid #111; }
h3 { font-size: 1.05em; }
table { border-collapse: collapse; margin: 0.6em 0; font-size: 0.85em; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #999; padding: 0.2em 0.6em; text-align: left; } th { background: #eee; }
td.n { text-align: right; white-space: nowrap; } td.x { overflow-wrap: anywhere; }
figure { margin: 1em 0; } svg { max-width: 100%; height: auto; }
pre { background: #f3f3f3; padding: 0.7em; overflow-x: auto; }
tr.ours td { font-weight: bold; }
@media print { body { margin: 0; max-width: none; font-size: 11px; }
  h2 { break-before: page; } h2.first { break-before: auto; }
  figure, table, tr { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
"""


def inline(figure: Figure) -> str:
    """A figure as SVG inside a page."""
    text = render(figure, "svg").decode()
    text = text[text.index("<svg") :]
    before, _, rest = text.partition("<metadata>")
    return f"<figure>{before}{rest.partition('</metadata>')[2]}</figure>"


def page(title: str, parts: Sequence[str]) -> str:
    """A page that needs nothing beside itself."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        f"<style>{CSS}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def rule_of_thumb(game: Banked, sheet: Sheet) -> list[str]:
    """The rule of thumb in words, of a game that has one."""
    if "rule-of-thumb" not in game.strategies():
        return []
    thumb = game.sheet(sheet.sign, strategy="rule-of-thumb", stake=sheet.stake)
    return [
        "<h3>A rule of thumb</h3>",
        f"<p>The first line that fits decides. It costs {percent(thumb.cost)} of the ante against the best play.</p>",
        f"<pre>{html.escape(thumb.lines)}</pre>",
    ]


def sections(game: Banked, sheet: Sheet, rounds: int) -> list[str]:
    """The three charts of a game, the rule of thumb in words, and the figures."""
    figures = (
        f"House edge {percent(sheet.main.edge)} of the ante, element of risk {percent(sheet.main.element_of_risk)}, "
        f"average wager {decimal(sheet.main.average_wager, 4)} antes, {sheet.main.deals:,} deals counted."
    )
    return [
        f"<p>{figures}</p>",
        "<h2 class='first'>Strategy</h2>",
        inline(draw(game, sheet, "strategy")),
        *rule_of_thumb(game, sheet),
        "<h2>Outcomes</h2>",
        inline(draw(game, sheet, "outcomes")),
        "<h2>A session</h2>",
        inline(draw(game, sheet, "session", rounds)),
    ]
