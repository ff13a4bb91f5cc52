"""Entries, postings and stores for the journal's contract."""

from dataclasses import dataclass

from openfelt.journal import Batch, Entry, Record


@dataclass(frozen=True)
class Line:
    """A posting as the cage makes them."""

    account: str
    amount: int
    reason: str = "test"
    cites: tuple[str, ...] = ()


def act(text: str = "{}", name: str = "Acted", **fields) -> Record:
    return Record(name, text.encode(), cites=("nsw-poker 12.4",), actor="seat 1", time_ms=1_700_000_000_000, **fields)


def entry(
    request: str, stream: str = "table/1", expected: int = 0, records=None, order=b"", rules="", **fields
) -> Entry:
    return Entry(request, (Batch(stream, expected, tuple(records or (act(),)), order, rules),), **fields)


def moved(amount: int, source: str, target: str) -> tuple[Line, Line]:
    return Line(source, -amount), Line(target, amount)


def ordered(i: int) -> tuple[bytes, str]:
    """The order of an act, and the rules that decided it."""
    return (f'{{"order": {i}}}'.encode(), "engine 1, shelves 1") if i % 2 else (b"", "")


def story(count: int) -> list[Entry]:
    """A scripted sequence over three streams with money in each entry; entry i belongs after entry i - 1.

    Every other act on a shelf has its order.
    """
    return [
        Entry(
            f"request {i}",
            (
                Batch(f"shelf/{i % 3}", i // 3, (act(f'{{"act": {i}}}'),), *ordered(i)),
                Batch("room", i, (act(f'{{"seen": {i}}}', "Seen"),)),
            ),
            moved(100 + i, "issued", f"purse/{i % 5}"),
            answer=f'{{"i": {i}}}'.encode(),
        )
        for i in range(count)
    ]
