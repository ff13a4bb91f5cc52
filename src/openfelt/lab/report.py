"""One page an operator can print: prices, tables, readings and charts of a rulebook's house-banked games."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from fractions import Fraction

from openfelt import __version__
from openfelt.lab.banked import Banked, Reading, Sheet, banked, readings
from openfelt.lab.charts import draw, inline, page, rule_of_thumb
from openfelt.lab.price import Price, decimal, percent
from openfelt.lab.session import play_session, ruin
from openfelt.pit.games import key_of
from openfelt.pit.sign import AnySign

BANKROLLS = (20, 50, 100)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """A table; columns of `numbers` are set to the right. A row that begins with * is ours."""
    top = "".join(f"<th>{html.escape(text)}</th>" for text in head)
    body = []
    for row in rows:
        ours = ' class="ours"' if row[0].startswith("*") else ""
        cells = "".join(
            f'<td class="n">{html.escape(text)}</td>' if at in numbers else f'<td class="x">{html.escape(text)}</td>'
            for at, text in enumerate(row)
        )
        body.append(f"<tr{ours}>{cells}</tr>")
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def figures_table(prices: Sequence[Price]) -> str:
    """The figures of several prices side by side."""
    lines = [
        ("house edge", [percent(price.edge, 4) for price in prices]),
        ("exactly", [f"{price.edge.numerator}/{price.edge.denominator}" for price in prices]),
        ("element of risk", [percent(price.element_of_risk, 4) for price in prices]),
        ("average wager, in stakes", [decimal(price.average_wager, 4) for price in prices]),
        ("standard deviation, in stakes", [f"{price.deviation:.4f}" for price in prices]),
        ("player gains", [percent(price.frequency(sign=1), 2) for price in prices]),
        ("player stays even", [percent(price.frequency(sign=0), 2) for price in prices]),
        ("player loses", [percent(price.frequency(sign=-1), 2) for price in prices]),
        ("player folds", [percent(price.frequency(decision="fold"), 2) for price in prices]),
        ("deals counted", [f"{price.deals:,}" for price in prices]),
    ]
    head = ("", *(price.name for price in prices))
    return table(head, [(name, *values) for name, values in lines], numbers=range(1, len(head)))


def outcome_table(price: Price) -> str:
    """Every outcome with its number of deals."""
    rows = [
        (
            row.decision,
            row.result,
            row.hand.replace("-", " "),
            f"{row.deals:,}",
            percent(Fraction(row.deals, price.deals), 5),
            decimal(Fraction(row.net, price.stake), 2),
        )
        for row in price.outcomes
    ]
    return table(("decision", "result", "hand", "deals", "probability", "net"), rows, numbers=(3, 4, 5))


def readings_part(found: Sequence[Reading]) -> list[str]:
    """The edge under every reading, our resolution marked; nothing where the rules leave no doubt."""
    if not found:
        return []
    names = [side.name for side in found[0].sheet.sides]
    rows = [
        (
            f"{'* ' if one.default else ''}{one.question}",
            one.value,
            percent(one.sheet.main.edge),
            *(percent(side.edge) for side in one.sheet.sides),
            ", ".join(one.cites),
        )
        for one in found
    ]
    head = ("question (* our resolution)", "reading", "ante", *names, "clauses")
    return [
        "<h3>Doubtful clauses</h3><p>Each is read both ways, the others as on the sign.</p>",
        table(head, rows, numbers=range(2, 3 + len(names))),
    ]


def strategies_table(game: Banked, sheet: Sheet) -> str:
    """What each named strategy costs."""
    rows = []
    for name in game.strategies():
        other = game.sheet(sheet.sign, strategy=name, stake=sheet.stake)
        folds = other.main.frequency(decision="fold")
        rows.append((name, percent(other.main.edge), percent(other.cost), percent(folds, 2)))
    return table(("strategy", "house edge", "cost against the best", "folds"), rows, numbers=(1, 2, 3))


def sign_table(sign: AnySign) -> str:
    """The sign as it is printed beside the table."""
    return table(("on the sign", "clauses"), [(str(line.text), ", ".join(line.cites)) for line in sign.lines()])


def ruin_table(sheet: Sheet, rounds: int) -> str:
    """How likely bankrolls are gone within a session."""
    rows = [
        (f"{antes} antes", percent(Fraction(ruin(sheet.main, rounds, antes * sheet.stake)), 2)) for antes in BANKROLLS
    ]
    return table(("bankroll", f"gone within {rounds} rounds"), rows, numbers=(1,))


def game_part(sign: AnySign, rounds: int) -> list[str]:
    """All about one game."""
    game = banked(key_of(sign))
    sheet, book = game.sheet(sign), game.game.book
    played = play_session(sheet.main, rounds)
    return [
        f"<h2>{html.escape(game.title)}</h2><p>{html.escape(book.title)} ({book.key})</p>",
        "<h3>Prices under the best play</h3>",
        figures_table((sheet.main, *sheet.sides)),
        *readings_part(readings(game, sign, stake=sheet.stake)),
        "<h3>Strategies</h3>",
        strategies_table(game, sheet),
        *rule_of_thumb(game, sheet),
        inline(draw(game, sheet, "strategy")),
        "<h3>What a round brings</h3>",
        inline(draw(game, sheet, "outcomes")),
        f"<h3>A session of {rounds} rounds</h3>",
        f"<p>The player is ahead in {100 * played.ahead[-1]:.1f} % of sessions.</p>",
        ruin_table(sheet, rounds),
        inline(draw(game, sheet, "session", rounds)),
        "<h3>Every outcome</h3>",
        outcome_table(sheet.main),
        *(f"<h3>{html.escape(side.name)}</h3>{outcome_table(side)}" for side in sheet.sides),
        "<h3>The sign</h3>",
        sign_table(sign),
    ]


def report(signs: Sequence[AnySign], rounds: int = 200) -> str:
    """The page."""
    how = "from the signs that settle the wagers, every deal counted, none sampled. Amounts are in cents."
    parts = [f"<p>Computed by openfelt {__version__} {how}</p>"]
    for sign in signs:
        parts += game_part(sign, rounds)
    return page("House-banked games: what their rules are worth", parts)
