"""The page about the socket says what the code does: every frame with a sound example, limits, close codes."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from openfelt.cards import card
from openfelt.service import house
from openfelt.service.doors import socket
from openfelt.service.machine.limits import Limits, read_limits
from openfelt.service.people.accounts import ABSOLUTE_MS, IDLE_MS
from openfelt.service.people.invitations import INVITATION_MS
from openfelt.service.wire import changes, protocol, subscribers
from openfelt.service.writers import table_work as host
from tests.service_kit import Sim, run

DOCS = Path(__file__).parents[2] / "docs" / "reference"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
SECURITY = (DOCS / "security.md").read_text(encoding="utf-8")
SECTION = re.compile(
    r"^### (?P<told>told: )?(?P<name>[a-z-]+)\n\n(?P<text>.*?)\n\n```json\n(?P<json>.*?)\n```", re.M | re.S
)


def cards(kind, value):
    assert kind.__name__ == "Card"
    return card(value)


def sections(told):
    return {one["name"]: one for one in SECTION.finditer(PAGE) if bool(one["told"]) == told}


def frames(union):
    return {one.__struct_config__.tag: one for one in union.__args__}


@pytest.mark.parametrize("told", [False, True], ids=["requests", "told"])
def test_every_frame_has_its_sentence_and_an_example_that_reads(told):
    union = protocol.ServerFrame if told else protocol.ClientFrame
    found, known = sections(told), frames(union)
    assert set(found) == set(known)
    for name, section in found.items():
        assert section["text"] == " ".join(inspect.getdoc(known[name]).split())
        read = msgspec.json.decode(section["json"], type=union, dec_hook=cards)
        assert type(read) is known[name]
        assert set(json.loads(section["json"])) - {"type"} <= set(known[name].__struct_fields__)


def test_limits_are_those_of_the_code():
    limits = Limits()
    for rate, what in ((limits.connection, "connection"), (limits.account, "account"), (limits.address, "address")):
        assert f"| frames of one {what} | {rate.per_s} a second, {rate.burst:,} at once |" in PAGE
    assert f"| connections of one account | {limits.connections_of_account} |" in PAGE
    assert f"| connections of one address | {limits.connections_of_address:,} |" in PAGE
    every = f"{limits.frames.per_s} a second, {limits.frames.burst} at once"
    assert f"| frames of one connection of every kind, pings and fragments too | {every} |" in PAGE
    read = limits.bytes_read
    assert f"| bytes of one connection | {read.per_s:,} a second, {read.burst:,} at once |" in PAGE
    assert f"| fragments of one message | {limits.fragments} |" in PAGE
    assert f"| connections in all | {limits.connections:,} |" in PAGE
    assert f"| frames waiting for one reader | {limits.frames_waiting} |" in PAGE
    assert f"full | {limits.slow_reader_s:.0f} seconds |" in PAGE
    assert f"{protocol.MOST_BYTES:,} bytes" in PAGE
    assert f"{protocol.MOST_BYTES:,} bytes" in SECURITY
    assert f"{limits.log_ins.burst} at once, then one in {1 / limits.log_ins.per_s:.0f} seconds" in SECURITY
    wrong, forgiven = limits.wrong_passwords.burst, 1 / limits.wrong_passwords.per_s
    assert f"{wrong} of them (one is forgiven every {forgiven:.0f} seconds)" in SECURITY
    assert f"each further try for it waits {limits.log_in_delay_s:.0f} seconds" in SECURITY
    assert (
        f"says {limits.chat.burst} lines at once\nat a table, then one in {1 / limits.chat.per_s:.0f} seconds"
        in SECURITY
    )
    assert f"{limits.guests.burst} at once, then one in {1 / limits.guests.per_s:.0f} seconds" in SECURITY
    assert (IDLE_MS, ABSOLUTE_MS, INVITATION_MS) == (12 * 3_600_000, 7 * 24 * 3_600_000, 7 * 24 * 3_600_000)
    assert f"has {house.GRACE_S:.0f} seconds of grace" in PAGE
    assert f"or {host.DEFAULT_CLOCK_S} seconds" in PAGE
    assert host.MISSES_BEFORE_SITTING_OUT == 3
    assert host.HANDS_BETWEEN_GRACES == 10


def test_every_limit_is_listed_with_its_usual_value_and_can_be_set_to_it():
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| ([0-9./]+) \|", SECURITY, re.M))
    assert set(listed) == {one.name.replace("_", "-") for one in fields(Limits)}
    assert read_limits([f"{name}={value}" for name, value in listed.items()]) == Limits()


def test_close_codes_are_those_of_the_code():
    known = {subscribers.GONE, subscribers.SLOW, subscribers.SESSION_ENDED, subscribers.TOO_MANY}
    known |= {socket.UNSUPPORTED, socket.TOO_LARGE, socket.OUR_FAULT}
    listed = {int(code) for code in re.findall(r"^\| (\d{4})\b", PAGE, re.M)}
    assert known <= listed
    assert listed - known == {1006, 1007, 1012}  # the server's own


def references(value):
    """Every reference in a schema."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key == "$ref":
                yield one
            else:
                yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def test_the_schema_is_whole_and_the_room_sends_what_it_says():
    schema = changes.schema()
    assert {one.removeprefix("#/$defs/") for one in references(schema)} <= set(schema["$defs"])
    assert {"ClientFrame", "ServerFrame"} <= set(schema["$defs"])

    async def sent():
        async with Sim("schema") as sim:
            table = await sim.table("nsw-poker", "draw-blind", seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.play(table, clients, 1)
            await clients[0].ask("lobby")
            return [data for one in clients for data in one.frames]

    kinds = {
        type(msgspec.json.decode(data, type=protocol.ServerFrame, dec_hook=cards)).__name__ for data in run(sent())
    }
    assert kinds >= {"Snapshot", "Update", "Done", "Lobby"}
