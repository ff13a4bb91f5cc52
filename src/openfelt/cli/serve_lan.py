"""`openfelt serve --lan`: what the room is called on the local network, and what the terminal says of it."""

from __future__ import annotations

import io
import ipaddress
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from openfelt.errors import NotationError

if TYPE_CHECKING:
    from openfelt.service.doors.addresses import Address
    from openfelt.service.doors.authority import NetworkPlace, Trust

LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
EXAMPLES: Final = ("192.168.1.20", "fd00::2")
BLOCKS: Final = "▀▄█"  # what a QR code is drawn with


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked of `--lan`: addresses and names by hand, and whether another authority is to be made."""

    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the room will be called, and what else this machine is called that the room's authority does not know."""

    place: NetworkPlace
    left_out: tuple[str, ...] = ()


# --- choosing ---------------------------------------------------------------------------------------------------------


def choose(data: Path, wanted: Wanted, now: datetime) -> Chosen:
    """What the room is called on the network. Refuses what cannot be, and changes nothing."""
    from openfelt.service.doors.authority import NetworkPlace, read_signer  # noqa: PLC0415 - other commands start without it

    by_hand = NetworkPlace(read_addresses(wanted.addresses), read_names(wanted.names))
    found = by_hand if wanted.addresses else found_here(by_hand.names)
    signer = None if wanted.anew else read_signer(data, now)
    return Chosen(found) if signer is None else within(signer.authority.permitted, found, by_hand)


def read_addresses(texts: Sequence[str]) -> tuple[Address, ...]:
    """Addresses that are given by hand."""
    from openfelt.service.machine.interfaces import can_be_named  # noqa: PLC0415 - other commands start without it

    found: list[Address] = []
    for text in texts:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            raise NotationError(f"--lan-address {text!r} is no address", legal=EXAMPLES) from None
        if "%" in text or not can_be_named(address):
            raise NotationError(f"--lan-address {text} is no address of one machine on a network", legal=EXAMPLES)
        if address in found:
            raise NotationError(f"--lan-address {text} is given twice")
        found.append(address)
    return tuple(found)


def read_names(texts: Sequence[str]) -> tuple[str, ...]:
    """Names that are given by hand, as browsers write them."""
    for text in texts:
        if not is_name(text):
            raise NotationError(f"--lan-name {text!r} is no name of a host", legal=("felt.local", "room.example"))
        if texts.count(text) > 1:
            raise NotationError(f"--lan-name {text} is given twice")
    return tuple(texts)


def is_name(text: str) -> bool:
    """Whether a browser can find a host under a name and show it so: lower case, and not to be taken for an address.

    >>> [is_name(text) for text in ("felt.local", "felt", "Felt.local", "10.0.0.1", "*.local", "felt.", "a_b", "")]
    [True, True, False, False, False, False, False, False]
    """
    labels = text.split(".")
    return len(text) <= 253 and all(map(LABEL.fullmatch, labels)) and not labels[-1][0].isdigit()


def found_here(names: tuple[str, ...]) -> NetworkPlace:
    """The addresses that this machine has, with the names that are given by hand or its own."""
    from openfelt.service.doors.authority import NetworkPlace  # noqa: PLC0415 - other commands start without it
    from openfelt.service.machine import interfaces  # noqa: PLC0415 - likewise

    addresses = interfaces.machine_addresses()
    if not addresses:
        raise NotationError(
            "this machine has no address that others on a network could reach it at",
            legal=(f"--lan-address {EXAMPLES[0]}",),
        )
    own = interfaces.local_name()
    return NetworkPlace(addresses, names or ((own,) if own else ()))


def within(permitted: NetworkPlace, found: NetworkPlace, by_hand: NetworkPlace) -> Chosen:
    """What the room's authority can vouch for. What is found besides is left out; asked for by hand, it is refused."""
    from openfelt.service.doors.authority import NetworkPlace  # noqa: PLC0415 - other commands start without it

    known = NetworkPlace(
        tuple(one for one in found.addresses if one in permitted.addresses),
        tuple(one for one in found.names if one in permitted.names),
    )
    left_out = tuple(host for host in found.hosts if host not in known.hosts)
    asked_for = [host for host in by_hand.hosts if host in left_out]
    if asked_for or not known.addresses:
        raise NotationError(
            f"the authority of this room was made for {', '.join(permitted.hosts)}, "
            f"not for {', '.join(asked_for or left_out)}: a phone that trusts it would refuse the room there",
            legal=("--lan-anew, after which phones install the new one",),
        )
    return Chosen(known, left_out)


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(addresses: Sequence[str], chosen: Chosen, trust: Trust) -> None:
    """Say where the room is, for a phone to read and for people to compare."""
    if addresses[1:]:
        click.echo(f"The same room: {', '.join(f'{one}/' for one in addresses[1:])}")
    if chosen.left_out:
        click.echo(f"Not served, as its authority was made without: {', '.join(chosen.left_out)} (--lan-anew)")
    click.echo()
    show_code(f"{addresses[0]}/")
    click.echo(f"Browsers warn of a certificate that the room made itself. {addresses[0]}/trust says how a phone")
    click.echo("installs its authority, and what is missing without it.")
    made = ", made now" if trust.is_new else ""
    click.echo(f"The authority is called {trust.authority.name}{made}. Its fingerprint (SHA-256):")
    click.echo(trust.authority.fingerprint)


def show_code(text: str) -> None:
    """Draw a QR code, dark on light in a terminal of any colour; not where the output has no such characters."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return
    for line in qr_lines(text):
        click.echo(click.style(line, fg="bright_white", bg="black"))


def qr_lines(text: str) -> list[str]:
    """A QR code as lines of half blocks, the light modules drawn.

    >>> lines = qr_lines("https://192.168.1.20:8052/")
    >>> len(lines[0]), len(lines), set("".join(lines)) <= set(BLOCKS + " ")
    (33, 17, True)
    """
    import segno  # noqa: PLC0415 - the other commands start without it

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()
