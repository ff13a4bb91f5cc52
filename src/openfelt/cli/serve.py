"""`openfelt serve`: the room in the browser."""

from __future__ import annotations

import gc
import ipaddress
import os
import re
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from openfelt.cli import serve_lan
from openfelt.cli.finite import Finite
from openfelt.errors import OpenfeltError

if TYPE_CHECKING:
    from openfelt.journal import Reader
    from openfelt.service.doors.addresses import Proxies

# An origin: its scheme, its host (a name, or an address of version 4 or 6) and its port.
ORIGIN: Final = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::([1-9][0-9]{0,4}))?")
USUAL_PORTS: Final = {"http": 80, "https": 443}
TRIES: Final = 16  # for a port that is free at every address


class CannotServe(OpenfeltError):
    """The room cannot start as asked."""

    code = "cannot-serve"


@click.command("serve")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("openfelt-data"),
    show_default=True,
    help="Where the journal lives.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; loopback unless told otherwise."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8052, show_default=True, help="0 takes a free one.")
@click.option("--demo/--no-demo", default=True, help="Open the demo tables with house bots.")
@click.option("--pace", type=Finite(0, 10), default=1.0, show_default=True, help="Pauses and bots: 0 is at once.")
@click.option("--tls-cert", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Certificate for HTTPS.")
@click.option(
    "--tls-key",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Its key, unless that is in the same file.",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Serve phones on the local network, with a certificate of the room's own making.",
)
@click.option(
    "--lan-address",
    "lan_addresses",
    multiple=True,
    metavar="ADDRESS",
    help="An address to serve there, in place of those this machine has; may be given again.",
)
@click.option(
    "--lan-name",
    "lan_names",
    multiple=True,
    metavar="NAME",
    help="A name this machine has there, in place of its own under .local; may be given again.",
)
@click.option("--lan-anew", is_flag=True, help="Make another authority for it; phones have to install that one again.")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A page this room is served at, as the browser names it (https://room.example); may be given again.",
)
@click.option(
    "--grace",
    type=Finite(0, 600),
    default=60.0,
    show_default=True,
    help="Extra seconds to act for a player who lost the connection.",
)
@click.option(
    "--finish",
    type=Finite(0, 3600),
    default=0.0,
    show_default=True,
    help="At Ctrl-C or SIGTERM, let hands in play end for at most so many seconds; a second signal stops at once.",
)
@click.option(
    "--trusted-proxy",
    "trusted",
    multiple=True,
    metavar="CIDR",
    help="An address or network of proxies whose word on who asks is believed; may be given again.",
)
@click.option(
    "--forwarded-header",
    type=click.Choice(("x-forwarded-for", "forwarded")),
    help="The one header in which they say it; x-forwarded-for unless told otherwise.",
)
@click.option(
    "--limit",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A limit to set anew: connections=200, or a rate, frames=50/200 (a second, and at once); may be given again.",
)
def command(  # noqa: PLR0917 - one parameter for each option
    data: Path,
    host: str,
    port: int,
    demo: bool,  # noqa: FBT001 - click passes it by name
    pace: float,
    tls_cert: Path | None,
    tls_key: Path | None,
    lan: bool,  # noqa: FBT001 - likewise
    lan_addresses: tuple[str, ...],
    lan_names: tuple[str, ...],
    lan_anew: bool,  # noqa: FBT001 - likewise
    origins: tuple[str, ...],
    grace: float,
    finish: float,
    trusted: tuple[str, ...],
    forwarded_header: str | None,
    settings: tuple[str, ...],
) -> None:
    """Run the room: tables, bots, journal, at a printed address. Ctrl-C stops it cleanly."""
    with loading():  # the other commands start without these
        from openfelt.books.book import read_books  # noqa: PLC0415
        from openfelt.service.app import build  # noqa: PLC0415
        from openfelt.service.doors.gate import require_descriptors  # noqa: PLC0415
        from openfelt.service.doors.serving import serve, tls_from  # noqa: PLC0415
        from openfelt.service.house import open_store  # noqa: PLC0415
        from openfelt.service.machine.limits import read_limits  # noqa: PLC0415

        read_books()  # before anything is written or opened
    wanted = serve_lan.Wanted(lan_addresses, lan_names, lan_anew)
    now = datetime.now(UTC)
    if lan:
        refuse_beside_lan(tls_cert or tls_key, origins)
        way = way_on_lan(data, host, wanted, now)
    else:
        way = way_at(host, tls_cert, tls_key, wanted)
    tls = tls_from(tls_cert, tls_key) if tls_cert else None
    pages = require_origins(origins)
    proxies = require_proxies(trusted, forwarded_header)
    limits = read_limits(settings)
    if any(one.startswith("connections=") for one in settings):
        require_descriptors(limits.connections)
    os.umask(0o077)  # the journal keeps seeds: it is its owner's alone
    listeners = listen_together(way.listen_at, port)
    store = open_store(data)
    trust = None
    if way.chosen:
        from openfelt.service.doors.authority import prepare  # noqa: PLC0415 - a room without --lan starts without it

        trust = prepare(data, way.chosen.place, now, anew=lan_anew)
    if trust:
        tls = tls_from(trust.server, None)
    addresses = [origin_of("https" if tls else "http", one, listeners[0].getsockname()[1]) for one in way.hosts]
    if not pages and (lan or not is_loopback(host)):
        pages = frozenset(addresses)
    link = operator_link(data, store)
    click.echo(f"openfelt is at {addresses[0]}/  (data in {data}, Ctrl-C stops it)")
    if trust and way.chosen:
        serve_lan.tell(addresses, way.chosen, trust)
    prepared = click.get_current_context().obj  # what another command sets up in this room
    if prepared is not None:
        prepared.tell(addresses[0], link)
    if link:
        click.echo(f"Nobody runs this room yet. Once only, to become its operator: {addresses[0]}{link}")
    authority = trust.authority if trust else None
    app = build(
        data,
        demo=demo,
        pace=pace,
        store=store,
        origins=pages,
        grace_s=grace,
        proxies=proxies,
        limits=limits,
        authority=authority,
        prepare=prepared.set_up if prepared is not None else None,
    )
    serve(app, *listeners, tls=tls, finish_s=finish)


@contextmanager
def loading() -> Iterator[None]:
    """Load modules and books without a look for garbage: they are there to stay, and every look goes over them all."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@dataclass(frozen=True, slots=True)
class Way:
    """Where the room listens, and what it is called there; on a local network, how that was chosen."""

    listen_at: tuple[str, ...]
    hosts: tuple[str, ...]  # as in an address, the one that is told first
    chosen: serve_lan.Chosen | None = None


def way_at(host: str, tls_cert: Path | None, tls_key: Path | None, wanted: serve_lan.Wanted) -> Way:
    """The one address that is given, or loopback."""
    if wanted != serve_lan.Wanted():
        raise click.UsageError("--lan-address, --lan-name and --lan-anew need --lan")
    require_safe(host, tls_cert)
    if tls_key and not tls_cert:
        raise click.UsageError("--tls-key needs --tls-cert, the certificate whose key it is")
    return Way((host,), (f"[{host}]" if ":" in host else host,))


def refuse_beside_lan(tls: Path | None, origins: tuple[str, ...]) -> None:
    """Refuse what `--lan` sees to itself."""
    if tls:
        raise click.UsageError("--lan makes its own certificate: leave out --tls-cert and --tls-key, or --lan")
    if origins:
        raise click.UsageError("--lan makes its own origins, of its addresses and names: give --lan-name, not --origin")


def way_on_lan(data: Path, host: str, wanted: serve_lan.Wanted, now: datetime) -> Way:
    """Every address that the room has on the network; or `--host`, if that is given, in their place."""
    if click.get_current_context().get_parameter_source("host") == ParameterSource.DEFAULT:
        chosen = serve_lan.choose(data, wanted, now)
        return Way(tuple(map(str, chosen.place.addresses)), chosen.place.hosts, chosen)
    if is_loopback(host):
        raise CannotServe(f"--lan is for others, and {host} is this machine alone", legal=("--lan without --host",))
    try:
        is_every = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        raise CannotServe(f"--host {host!r}: with --lan, an address to listen on", legal=("0.0.0.0", "::")) from None
    if not wanted.addresses and not is_every:
        wanted = replace(wanted, addresses=(host,))
    chosen = serve_lan.choose(data, wanted, now)
    return Way((host,), chosen.place.hosts, chosen)


def operator_link(data: Path, store: Reader | None = None) -> str:
    """The one-time link that makes the room's first operator; empty once there is one by the room's record."""
    from openfelt.service.people.accounts import Accounts  # noqa: PLC0415
    from openfelt.service.people.invitations import Invitations  # noqa: PLC0415
    from openfelt.service.record.room_record import read_roll  # noqa: PLC0415

    register = Accounts(data / "accounts.sqlite")
    try:
        called = read_roll(store) if store is not None else None
        register.roll = called if called is not None and called.is_kept else None
        if register.has_operator():
            return ""
        with register.fit():
            return f"/?invitation={Invitations(register).invite_first_operator(time.time_ns() // 1_000_000)}"
    finally:
        register.close()


def require_origins(origins: tuple[str, ...]) -> frozenset[str]:
    """Origins as browsers write them: anything else would never be the origin of a page."""
    for one in origins:
        if not is_origin(one):
            raise CannotServe(f"{one!r} is not an origin", legal=("https://room.example", "https://room.example:8443"))
    return frozenset(origins)


def require_proxies(trusted: tuple[str, ...], header: str | None) -> Proxies:
    """The proxies that are believed; a header alone would be everybody's to write."""
    from openfelt.service.doors.addresses import X_FORWARDED_FOR, Proxies, read_network  # noqa: PLC0415

    if header and not trusted:
        raise click.UsageError("--forwarded-header needs --trusted-proxy, whose header it is")
    return Proxies(tuple(read_network(one) for one in trusted), header or X_FORWARDED_FOR)


def is_origin(text: str) -> bool:
    """Whether a browser can name a page's origin so: scheme, host and an unusual port, in lower case, and no more.

    >>> [is_origin(text) for text in ("https://room.example", "https://[::1]:8443", "https://room.example:443")]
    [True, True, False]
    """
    found = ORIGIN.fullmatch(text)
    if not found:
        return False
    scheme, host, port = found.groups()
    if port and (int(port) > 65535 or int(port) == USUAL_PORTS[scheme]):
        return False
    if not host.startswith("[") and not host.rpartition(".")[2].isdigit():
        return len(host) <= 253 and all(len(part) <= 63 for part in host.split("."))
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return (address.version == 6) == host.startswith("[") and str(address) == host.strip("[]")


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_safe(host: str, tls_cert: Path | None) -> None:
    """Outside loopback only with TLS."""
    if not is_loopback(host) and tls_cert is None:
        raise CannotServe(f"{host} is not loopback: give --tls-cert and --tls-key", legal=("127.0.0.1", "::1"))


def origin_of(scheme: str, host: str, port: int) -> str:
    """An origin as browsers write it: without the usual port.

    >>> origin_of("https", "[::1]", 8052), origin_of("https", "felt.local", 443)
    ('https://[::1]:8052', 'https://felt.local')
    """
    return f"{scheme}://{host}" if port == USUAL_PORTS[scheme] else f"{scheme}://{host}:{port}"


def listen_together(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """A listening socket for each host, on one port; where any port will do, one that is free at all of them."""
    tries = 1 if port else TRIES
    while True:
        made: list[socket.socket] = []
        try:
            for host in hosts:
                made.append(listen(host, made[0].getsockname()[1] if made else port))
        except CannotServe:
            for one in made:
                one.close()
            tries -= 1
            if not tries or not made:
                raise
        else:
            return made


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or a plain refusal."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # What waits for a slow reader waits in its own bounded queue, not in megabytes of kernel memory.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 128 * 1024)
    try:
        listener.bind((host, port))
    except OSError as fault:
        listener.close()
        raise CannotServe(f"port {port} at {host} cannot be used: {fault.strerror}", legal=("--port 0",)) from None
    listener.listen(1024)
    return listener
