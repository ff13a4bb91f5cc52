"""All that the room holds of one account, as one file for its owner (house 35.5).

What others noted on the owner is theirs (house 32.3) and not in it; nor is any card that the owner was not shown.
"""

from __future__ import annotations

import contextlib
from typing import Any, Final

import msgspec
from starlette.responses import Response

from openfelt.journal import Reader, Record
from openfelt.room.house import ROOM
from openfelt.room.roll import named
from openfelt.room.words import SAID
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages.reading import attachment
from openfelt.service.people.accounts import Account
from openfelt.service.people.keepsakes import MOST_STARS
from openfelt.service.record.hand_index import Wanted
from openfelt.service.record.refold import read_stream
from openfelt.service.record.room_record import UNREADABLE, room_event

TAKING: Final = rulebook(HOUSE_RULEBOOK).cite("35.5")
FORMAT: Final = "openfelt account 1"
MOST_HANDS: Final = 100_000
MOST_DAYS: Final = 36_500


async def data(asked: Asked[None, None]) -> Response:
    """The file, made beside the tables."""
    hall, account = asked.hall, asked.account

    def made() -> bytes:
        return msgspec.json.format(msgspec.json.encode(held_of(hall, account)), indent=1)

    body = await hall.press.beside(made)
    headers = {"content-disposition": attachment(f"account-of-{account.name}.json")}
    return Response(body, media_type="application/json", headers=headers)


def held_of(hall: Hall, account: Account) -> dict[str, Any]:
    """Everything of one account, by where the room keeps it."""
    store, index = hall.journal.store, hall.hand_index
    index.read_on()
    person = hall.room.state.people.of(account.id)
    return {
        "format": FORMAT,
        "cites": TAKING,
        "made_ms": hall.now_ms(),
        "account": in_file(hall, account),
        "person": msgspec.to_builtins(person),
        "ledger": {name: cents for name, cents in store.balances().items() if account.id in name.split("/")},
        "purse_by_day": index.balances(account.id, MOST_DAYS),
        "hands": msgspec.to_builtins(index.hands(account.id, Wanted(), MOST_HANDS)),
        "stars": msgspec.to_builtins(hall.keepsakes.stars(account.id, 0, MOST_STARS)),
        "shares": msgspec.to_builtins(hall.keepsakes.shares(account.id)),
        "notes": msgspec.to_builtins(hall.keepsakes.notes(account.id)),
        "record": [as_told(hall, one) for one in concerning(store, account.id)],
        "said": [as_told(hall, one) for one in spoken(store, account.id)],
    }


def in_file(hall: Hall, account: Account) -> dict[str, Any]:
    """What the accounts file has about somebody, without passwords, tokens and secrets."""
    ask = hall.accounts.ask
    [[created_ms, disabled]] = ask("SELECT created_ms, disabled FROM accounts WHERE id = ?", (account.id,))
    sessions = ask("SELECT created_ms, seen_ms FROM sessions WHERE account = ? ORDER BY created_ms", (account.id,))
    devices = ask("SELECT created_ms FROM devices WHERE account = ? ORDER BY created_ms", (account.id,))
    return {
        "id": account.id,
        "name": account.name,
        "roles": account.roles,
        "offices": hall.accounts.offices_of(account),
        "guest": account.guest,
        "created_ms": created_ms,
        "closed": bool(disabled),
        "has_password": not account.guest,
        "has_second_factor": hall.factors.has(account.id),
        "recovery_codes_left": hall.factors.codes_left(account.id),
        "sessions": [{"created_ms": began, "seen_ms": seen} for began, seen in sessions],
        "devices_since_ms": [since for (since,) in devices],
    }


def concerning(journal: Reader, account: str) -> list[Record]:
    """The records of the room's own stream that the account gave, or that are about it."""
    found = []
    for one in read_stream(journal, ROOM):
        about: tuple[str, ...] = ()
        with contextlib.suppress(*UNREADABLE):
            about = named(room_event(one.record))
        # An adoption names many accounts at once: the others are not the owner's to read.
        if one.record.name != "AccountsAdopted" and (one.record.actor == account or account in about):
            found.append(one.record)
    return found


def spoken(journal: Reader, account: str) -> list[Record]:
    """What the account said at the tables."""
    streams = [one for one in journal.streams() if one.startswith(SAID)]
    return [one.record for stream in streams for one in read_stream(journal, stream) if one.record.actor == account]


def as_told(hall: Hall, record: Record) -> dict[str, Any]:
    """A record as the person it concerns reads it: the words sealed for that person are open."""
    said = msgspec.json.decode(record.payload)
    for field in ("name", "words"):
        if isinstance(said, dict) and isinstance(said.get(field), str):
            said[field] = hall.accounts.seals.open(record.actor, said[field]) or said[field]
    return {"name": record.name, "time_ms": record.time_ms, "cites": record.cites, "says": said}
