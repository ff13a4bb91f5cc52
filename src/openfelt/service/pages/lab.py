"""The lab in the page: equities and exact edges, worked out by the same commands as on the command line.

Reads the questions; `calculations` works them out beside the tables.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Any, Final

from starlette.datastructures import QueryParams
from starlette.requests import Request

from openfelt.errors import NotationError
from openfelt.phrases import Count, phrase, quoted
from openfelt.pit.games import pit_games
from openfelt.service.doors.addresses import network_of
from openfelt.service.doors.routing import Asked
from openfelt.service.doors.web import address_of
from openfelt.service.machine.calculations import LabBusy

MOST_HANDS: Final = 10
MOST_SAMPLES: Final = 100_000_000
OPTIONS: Final = ("game", "board", "dead", "deck", "rulebook", "samples")


async def while_there(asked: Asked[None, None], work: Coroutine[Any, Any, bytes]) -> bytes:
    """Work for an asker, and stop when the asker has gone or the room closes."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(gone(asked.request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (working, leaving):
            if not task.done():
                task.cancel()
        await asyncio.wait((working, leaving))  # `gather` would raise a child's cancellation in place of our own
    if working.cancelled():
        closing = asked.hall.calculations.closing
        raise LabBusy("the room is closing" if closing else "nobody waits for this any more")
    return working.result()


async def gone(request: Request) -> None:
    """Until the asker has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits, in threes if so written; None for every other text.

    >>> whole_number("1,000,000"), whole_number("20 000"), whole_number("-5")
    (1000000, 20000, None)
    """
    plain = re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}([, ][0-9]{3}){1,2}", text.strip())
    return int(re.sub("[, ]", "", plain[0])) if plain else None


def equity_words(asked: QueryParams) -> tuple[str, ...]:
    """The command that answers the question; what is plainly wrong is refused here and waits behind no calculation."""
    from openfelt.lab.equity import require_question  # noqa: PLC0415 - the room starts without arrays

    hands, said = asked.getlist("hand"), {name: asked[name] for name in OPTIONS if asked.get(name)}
    if not hands:
        raise NotationError("no hand is given", legal=("hands such as AsKs and QhQd",))
    if len(hands) > MOST_HANDS:
        legal = (phrase("{most} hands", most=MOST_HANDS), "the command line")
        raise NotationError(
            phrase("{hands} hands; a page counts the odds of {most} at most", hands=len(hands), most=MOST_HANDS),
            legal=legal,
        )
    if any(text.startswith("-") for text in hands):
        raise NotationError("a hand does not begin with a dash")
    numbers = {name: whole_number(said.pop(name)) for name in ("deck", "samples") if name in said}
    if not 1 <= (numbers.get("samples", 1) or 0) <= MOST_SAMPLES:
        raise NotationError(
            phrase(
                "samples: {asked} is not a number from 1 to {most}",
                asked=quoted(asked["samples"][:20]),
                most=Count(MOST_SAMPLES),
            )
        )
    if "deck" in numbers and numbers["deck"] is None:
        raise NotationError(phrase("deck: {asked} is not a number of cards", asked=quoted(asked["deck"][:20])))
    require_question(*hands, deck=numbers.get("deck"), **said)
    options = (f"--{name}={given}" for name, given in (said | numbers).items())
    return ("equity", "--json", *options, "--", *hands)


def odds_games() -> dict[str, Any]:
    """The games whose odds can be counted: each rulebook's version with its decks, the usual one first."""
    from openfelt.lab.equity_games import GAMES as ODDS_GAMES  # noqa: PLC0415 - the room starts without arrays

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
    return {"games": listed, "edges": tuple(pit_games()), "most": MOST_HANDS}


async def equity(asked: Asked[None, None]) -> bytes:
    """The equities of hands: `?hand=AsKs&hand=QhQd&board=&dead=&game=&deck=&samples=`."""
    words = await asyncio.to_thread(equity_words, asked.query)  # long ranges are not read between hands
    return await worked_out(asked, *words)


async def edge(asked: Asked[None, None]) -> bytes:
    """The price sheet of a house-banked game, with every reading."""
    game = asked.path["game"]
    if game not in pit_games():
        raise NotationError(phrase("no house-banked game {game}", game=quoted(game)), legal=tuple(pit_games()))
    return await worked_out(asked, "edge", game, "--json", "--readings")


async def worked_out(asked: Asked[None, None], *words: str) -> bytes:
    """The answer to a question, if its asker is still there."""
    asker = network_of(address_of(asked.request))
    return await while_there(asked, asked.hall.calculations.run(asker, *words))
