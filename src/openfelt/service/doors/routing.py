"""How a request over HTTP is answered: a row of the table says who may ask for what, a plain function gives the answer.

Everything around that function stands here, once: the header of our own page, who asks, how often, what was sent, and
the answer or the refusal as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from inspect import isawaitable
from typing import Any, Final, Generic, Literal, TypeVar

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openfelt.errors import OpenfeltError
from openfelt.phrases import Name, phrase
from openfelt.room.offices import Officer
from openfelt.service.doors.addresses import network_of
from openfelt.service.doors.naming import in_names
from openfelt.service.doors.web import (
    address_of,
    body_of,
    error_answer,
    hall_of,
    require_own_page,
    require_proved,
    require_rate,
    require_session,
    session_of,
    status_of,
)
from openfelt.service.hall import Hall
from openfelt.service.machine.press import READER
from openfelt.service.people.accounts import Account, NotAllowed, Session
from openfelt.service.wire.protocol import MOST_BYTES, write_frame
from openfelt.service.wire.requests import RequestId, was_done

At = TypeVar("At")
Body = TypeVar("Body")

ANYONE: Final[tuple[str, ...]] = ("anyone",)
KNOWN: Final[tuple[str, ...]] = ("known",)  # whoever is logged in, a guest too
HowOften = Literal["", "guests", "log_ins", "page_rate", "lab_rate"]  # as the hall has it
DONE: Final = {"done": True}
HTTP_NO_METHOD: Final = 405


class Number(IntegerConvertor):
    """A number in a path. One of thousands of digits names nothing here, and Python would not even read it."""

    regex = "[0-9]{1,12}"


register_url_convertor("int", Number())


@dataclass(frozen=True, slots=True)
class Asked(Generic[At, Body]):
    """A request that its row lets in: what is asked of which room, by whom, and at what (a table, most often)."""

    hall: Hall
    known: Session | None  # not looked for where anyone may ask
    at: At
    body: Body
    request: Request  # for cookies, addresses and queries; whatever else there is to know stands in the other fields

    @property
    def session(self) -> Session:
        """The session of whoever asks, where the row lets in nobody who is not logged in."""
        assert self.known is not None
        return self.known

    @property
    def account(self) -> Account:
        """Who asks, where the row lets in nobody who is not logged in."""
        return self.session.account

    @property
    def reader(self) -> Account | None:
        """Who asks, if that is known, where anyone may ask."""
        session = session_of(self.request)
        return session.account if session is not None else None

    @property
    def officer(self) -> Officer:
        """The officer that the account is at this moment, there."""
        return self.hall.accounts.officer(self.account, getattr(self.at, "stream", ""))

    @property
    def id(self) -> RequestId:
        """The id of an order: repeated, it gets the first answer; another order under it is refused.

        Its mark is no plain hash: a body may name a player who is erased one day, and people could test guesses.
        """
        mark = partial(self.hall.accounts.seals.mark, self.account.id)
        return RequestId.of(self.account.id, self.body, at=self.request.url.path, mark=mark)

    @property
    def query(self) -> QueryParams:
        """What is asked after the path."""
        return self.request.query_params

    @property
    def path(self) -> Mapping[str, Any]:
        """What the names in the path stand for."""
        return self.request.path_params


@dataclass(frozen=True, slots=True)
class Row(Generic[At, Body]):
    """A route. Its function returns what is told as JSON (nothing: that it was done), a whole response, or refuses."""

    method: Literal["GET", "POST"]  # what is posted changes something, and comes from our own page
    path: str
    who: tuple[str, ...]  # ANYONE, KNOWN, or the roles of which one is needed
    answer: Callable[[Asked[At, Body]], object]
    body: type[Body] | None = None
    at: Callable[[Hall, str], At] | None = None  # finds what the first name in the path stands for, or refuses
    most_bytes: int = MOST_BYTES  # of the body
    proved: bool = False  # the password was given a short while ago
    rate: HowOften = ""  # how often an address may ask
    otherwise: int = 400  # the status of a refusal that has none of its own
    words: Callable[[OpenfeltError, Asked[At, Body]], OpenfeltError] | None = None  # a refusal, as the page words it
    again: Callable[[Asked[At, Body]], object] | None = (
        None  # the answer to a repeated order; by default, that it is done
    )
    tells: Any = None  # the shape of the answer, where the function gives it encoded

    @property
    def has_id(self) -> bool:
        """Whether this is an order: it has an id, and is carried out once."""
        return self.body is not None and "id" in getattr(self.body, "__struct_fields__", ())

    def route(self) -> Route:
        """The row as the server takes it."""
        return Route(self.path, partial(carry_out, self), methods=[self.method])


async def carry_out(row: Row[Any, Any], request: Request) -> Response:
    """Answer a request by its row."""
    asked = None
    try:
        asked = await let_in(row, request)
        return told(await (once(row, asked) if row.has_id else answered(row.answer, asked)))
    except OpenfeltError as error:
        said = in_words(row, error, asked)
        return error_answer(said, status_of(said, row.otherwise))


def in_words(row: Row[Any, Any], error: OpenfeltError, asked: Asked[Any, Any] | None) -> OpenfeltError:
    """A refusal as the page words it; where that has no words of its own, it calls people by their names."""
    if asked is None:
        return error
    return (
        row.words(error, asked)
        if row.words is not None
        else in_names(asked.hall, asked.known.account if asked.known is not None else None, error)
    )


async def answered(answer: Callable[[Asked[Any, Any]], object], asked: Asked[Any, Any]) -> object:
    """The answer of a function, awaited if it is a coroutine."""
    made = answer(asked)
    return await made if isawaitable(made) else made


async def once(row: Row[Any, Any], asked: Asked[Any, Any]) -> object:
    """Carry out an order, unless it was: then it gets the first answer. Another one under the same id is refused.

    Orders under one id wait for each other, so that nothing is begun for one that is refused.
    """
    async with asked.hall.in_order(asked.id):
        if not was_done(asked.hall.journal.store, asked.id):
            return await answered(row.answer, asked)
        return await answered(row.again, asked) if row.again is not None else None


async def let_in(row: Row[Any, Any], request: Request) -> Asked[Any, Any]:
    """Check a request against its row and hand it over in the form that the row's function takes."""
    hall = hall_of(request)
    if row.method == "POST":
        require_own_page(request)
    session = require_session(request) if row.who != ANYONE else None
    if session is not None and row.who == KNOWN:
        session.account.require_person()
    elif session is not None:
        session.account.require(*row.who)
        hall.require_staff_factor(session.account)
    READER.set(f"account {session.account.id}" if session is not None else f"address {network_of(address_of(request))}")
    at = row.at(hall, next(iter(request.path_params.values()))) if row.at is not None else None
    if row.rate:
        require_rate(getattr(hall, row.rate), request, in_whose_name(row, session))
    if session is not None and row.proved:
        require_proved(session)
    body = await body_of(request, row.body, row.most_bytes) if row.body is not None else None
    return Asked(hall, session, at, body, request)


def in_whose_name(row: Row[Any, Any], session: Session | None) -> str:
    """In whose name tries of a password are counted: an account's with a password, so that nobody at the same address
    uses up those of another. For everything else the address is counted.
    """
    if row.rate != "log_ins" or session is None or session.account.guest:
        return ""
    return f"account {session.account.id}"


def unrouted(request: Request, error: Exception) -> Response:
    """The refusal for a request that no row takes: a wrong method, or a file that does not exist."""
    assert isinstance(error, HTTPException)
    path, headers = Name(request.url.path[:80]), error.headers or {}
    if error.status_code == HTTP_NO_METHOD:
        legal = tuple(one.strip() for one in headers.get("Allow", "").split(",") if one.strip())
        text = phrase("{path} does not take {method}", path=path, method=Name(request.method[:20]))
        response = error_answer(NotAllowed(text, code="bad-method", legal=legal), HTTP_NO_METHOD)
    else:
        said = phrase("there is nothing at {path}", path=path)
        response = error_answer(NotAllowed(said, code="not-found"), error.status_code)
    response.headers.update(headers)
    return response


def told(made: object, status: int = 200) -> Response:
    """The response to send for what a function returned."""
    if isinstance(made, Response):
        return made
    data = made if isinstance(made, bytes) else write_frame(DONE if made is None else made)
    return Response(data, status, media_type="application/json")
