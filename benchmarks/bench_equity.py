"""Odds: exact and sampled, against every package pip can install that counts them, on the same hands, one thread each.

Both sides are called from Python with text, as a user would. Peers that only sample are compared as samplers; eval7's
exact function answers 0.0 before the river and is not compared.
"""
# ruff: noqa: PLC0415 - a peer that is not installed is left out

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measure import Row, rates
from openfelt import equity

SAMPLES = 1_000_000
PEER_SAMPLES = {"eval7": 50_000, "pokerkit": 100}
NEAR = 1e-9  # peers answer in floating point


def run() -> list[Row]:
    """All comparisons, then what no peer does."""
    return [*against_pokerfast(), *samplers(), *alone()]


def exact_row(name: str, hands: list[str], board: str, theirs: Callable[[], list[float]], peer: str) -> Row:
    """One exact question asked of both, with a check that the answers are the same."""

    def ours() -> list[float]:
        return [float(share) for share in equity(*hands, board=board, threads=1).shares]

    agrees = all(abs(a - b) < NEAR for a, b in zip(ours(), theirs(), strict=False))
    deals = equity(*hands, board=board).deals
    rate, other = rates((ours, deals), (theirs, deals))
    return Row(name, rate, other, peer, unit="deals/s", aim=1, agrees=agrees)


def against_pokerfast() -> Iterator[Row]:
    """OMPEval, behind pokerfast: the fastest peer that counts exactly."""
    try:
        from pokerfast import equity as peer
    except ImportError:
        return
    questions = [
        ("exact heads-up, pre-flop", ["AsKs", "QhQd"], ""),
        ("exact heads-up, flop", ["AsKs", "QhQd"], "2s7h9s"),
        ("exact three-way, flop", ["AsKs", "QhQd", "7c7d"], "2s7h9s"),
        ("exact three-way, pre-flop", ["AsKs", "QhQd", "7c7d"], ""),
        ("exact six-way, flop", ["AsKs", "QhQd", "7c7d", "JcTc", "9h8h", "4d4s"], "2s7h9s"),
        ("exact hand v range, pre-flop", ["AsKs", "QQ+,AKs"], ""),
        ("exact range v range, pre-flop", ["TT+,AQs,AKo", "22+"], ""),
        ("exact range v range, flop", ["TT+,AQs,AKo", "22+"], "2s7h9s"),
    ]
    for name, hands, board in questions:
        yield exact_row(
            name, hands, board, lambda h=hands, b=board: peer.equity(h, b, exact=True, threads=1), "pokerfast"
        )
    hand = "AhKd"
    yield exact_row(
        "exact hand v random, pre-flop", [hand, "random"], "", lambda: [peer.equity_vs_random(hand, "")], "pokerfast"
    )


def samplers() -> Iterator[Row]:
    """Monte Carlo, samples per second."""
    truth = float(equity("AsKs", "QhQd").shares[0])

    def ours() -> float:
        return float(equity("AsKs", "QhQd", samples=SAMPLES, seed=1, threads=1).shares[0])

    for name, (theirs, samples) in sampling_peers().items():
        within = abs(theirs() - truth) < 5 * 0.5 / samples**0.5 and abs(ours() - truth) < 5 * 0.5 / SAMPLES**0.5
        rate, other = rates((ours, SAMPLES), (theirs, samples))
        yield Row("Monte Carlo heads-up, pre-flop", rate, other, name, unit="samples/s", aim=1, agrees=within)


def sampling_peers() -> dict[str, tuple[Callable[[], float], int]]:
    """Peers that sample, and how many samples one turn takes."""
    found: dict[str, tuple[Callable[[], float], int]] = {}
    try:
        import eval7

        hand, villain = [eval7.Card("As"), eval7.Card("Ks")], eval7.HandRange("QhQd")
        number = PEER_SAMPLES["eval7"]
        found["eval7"] = (lambda: eval7.py_hand_vs_range_monte_carlo(hand, villain, [], number), number)
    except ImportError:
        pass
    try:
        import pokerkit as pk

        many = PEER_SAMPLES["pokerkit"]
        ranges = (pk.parse_range("AsKs"), pk.parse_range("QhQd"))
        found["pokerkit"] = (
            lambda: pk.calculate_equities(
                ranges, (), 2, 5, pk.Deck.STANDARD, (pk.StandardHighHand,), sample_count=many
            )[0],
            many,
        )
    except ImportError:
        pass
    return found


def alone() -> Iterator[Row]:
    """Games and sizes that no installable peer counts."""
    questions = [
        ("exact Omaha heads-up, pre-flop", ["AsKsQhJh", "9c9d8c8d"], {"game": "omaha"}),
        ("exact Omaha eight or better, pre-flop", ["As2s3hKh", "QcQdJcJd"], {"game": "omaha-8"}),
        ("exact hold'em 32 cards, pre-flop", ["AsKs", "QhQd"], {"deck": 32}),
        ("exact Three Card Manila, pre-flop", ["AsKsTh", "QhQd9c"], {"game": "three-card-manila"}),
        ("exact seven-card stud, third street", ["AsKsQd", "2h2d3c"], {"game": "seven-card-stud"}),
        ("exact stud eight or better, third street", ["As2s3d", "KhKdQc"], {"game": "seven-card-stud-8"}),
        ("exact razz, third street", ["As2s3d", "4h5d6c"], {"game": "razz"}),
    ]
    for name, hands, more in questions:
        deals = equity(*hands, **more).deals
        (rate,) = rates((lambda h=hands, m=more: equity(*h, threads=1, **m), deals))
        yield Row(name, rate, unit="deals/s")
    for name, hands, more in [
        ("Monte Carlo hold'em, 2 threads", ["AsKs", "QhQd"], {}),
        ("Monte Carlo hold'em, six random hands, 1 thread", ["random"] * 6, {"threads": 1}),
        ("Monte Carlo Omaha, 1 thread", ["AsKsQhJh", "9c9d8c8d"], {"game": "omaha", "threads": 1}),
        ("Monte Carlo seven-card stud, 1 thread", ["AsKsQd", "2h2d3c"], {"game": "seven-card-stud", "threads": 1}),
    ]:
        asked = {"threads": 2, "samples": SAMPLES, "seed": 1, **more}
        (rate,) = rates((lambda h=hands, m=asked: equity(*h, **m), SAMPLES))
        yield Row(name, rate, unit="samples/s")
