"""The lab in the page: equities and exact edges, worked out by the same commands as on the command line.

Each runs as a process of its own with a time limit, so that no calculation can slow a table; answers are kept.
"""

from __future__ import annotations

import asyncio
import re
import sys
from typing import Final

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from openfelt.errors import NotationError, OpenfeltError
from openfelt.lab.equity import require_question
from openfelt.lab.equity_games import GAMES as ODDS_GAMES
from openfelt.service.protocol import write_frame

LIMIT_S: Final = 60.0
MOST_KEPT: Final = 200
MOST_HANDS: Final = 10
MOST_SAMPLES: Final = 100_000_000
OPTIONS: Final = ("game", "board", "dead", "deck", "rulebook", "samples")
EDGE_GAMES: Final = ("act-holdem", "nz-big-raise")

_kept: dict[tuple[str, ...], bytes] = {}
_one_at_a_time = asyncio.Semaphore(1)


class LabBusy(OpenfeltError):
    """A calculation took too long for a page."""

    code = "lab-busy"


async def run(*words: str) -> bytes:
    """What the command prints, from memory if it was asked before."""
    known = _kept.get(words)
    if known is not None:
        return known
    async with _one_at_a_time:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "openfelt", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(), LIMIT_S)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise LabBusy(f"this takes longer than {LIMIT_S:.0f} seconds; use the command line, or samples") from None
    if process.returncode:
        raise NotationError(told(err.decode(errors="replace")) or "the calculation failed")
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    _kept[words] = out
    return out


def told(said: str) -> str:
    """What the command said of a mistake, without its own name and where its help is: a page has neither.

    >>> told("openfelt equity: no such option: --x (see openfelt equity --help)")
    'no such option: --x'
    """
    return re.sub(r"^openfelt( [a-z-]+)?: | \(see openfelt [a-z -]+\)$", "", said.strip())


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits, in threes if so written; None for every other text.

    >>> whole_number("1,000,000"), whole_number("20 000"), whole_number("-5")
    (1000000, 20000, None)
    """
    plain = re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}([, ][0-9]{3}){1,2}", text.strip())
    return int(re.sub("[, ]", "", plain[0])) if plain else None


def equity_words(asked: QueryParams) -> tuple[str, ...]:
    """The command that answers the question; what is plainly wrong is refused here and waits behind no calculation."""
    hands, said = asked.getlist("hand"), {name: asked[name] for name in OPTIONS if asked.get(name)}
    if not hands:
        raise NotationError("no hand is given", legal=("hands such as AsKs and QhQd",))
    if len(hands) > MOST_HANDS:
        legal = (f"{MOST_HANDS} hands", "the command line")
        raise NotationError(f"{len(hands)} hands; a page counts the odds of {MOST_HANDS} at most", legal=legal)
    if any(text.startswith("-") for text in hands):
        raise NotationError("a hand does not begin with a dash")
    numbers = {name: whole_number(said.pop(name)) for name in ("deck", "samples") if name in said}
    if not 1 <= (numbers.get("samples", 1) or 0) <= MOST_SAMPLES:
        raise NotationError(f"samples: {asked['samples'][:20]!r} is not a number from 1 to {MOST_SAMPLES:,}")
    if "deck" in numbers and numbers["deck"] is None:
        raise NotationError(f"deck: {asked['deck'][:20]!r} is not a number of cards")
    require_question(*hands, deck=numbers.get("deck"), **said)
    options = (f"--{name}={given}" for name, given in (said | numbers).items())
    return ("equity", "--json", *options, "--", *hands)


def refused(error: OpenfeltError) -> Response:
    """A mistake in the question, in the usual shape."""
    body = {"error": {"code": error.code, "rule": error.cites, "message": error.message, "legal": error.legal}}
    return Response(write_frame(body), 400, media_type="application/json")


async def games_route(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """The games whose odds can be counted: each rulebook's version with its decks, the usual one first."""
    listed = [
        {
            "game": one.key,
            "name": one.name,
            "hole": one.hole,
            "board": one.board,
            "ranges": one.takes_ranges,
            "books": [{"rulebook": key, "decks": book.decks} for key, book in one.books.items()],
        }
        for one in ODDS_GAMES.values()
    ]
    return Response(
        write_frame({"games": listed, "edges": EDGE_GAMES, "most": MOST_HANDS}), media_type="application/json"
    )


async def equity_route(request: Request) -> Response:
    """`?hand=AsKs&hand=QhQd&board=&dead=&game=&deck=&samples=`."""
    try:
        words = await asyncio.to_thread(equity_words, request.query_params)  # long ranges are not read between hands
        return Response(await run(*words), media_type="application/json")
    except OpenfeltError as error:
        return refused(error)


async def edge_route(request: Request) -> Response:
    """The price sheet of a house-banked game, with every reading."""
    game = request.path_params["game"]
    try:
        if game not in EDGE_GAMES:
            raise NotationError(f"no house-banked game {game!r}", legal=EDGE_GAMES)
        return Response(await run("edge", game, "--json", "--readings"), media_type="application/json")
    except OpenfeltError as error:
        return refused(error)
