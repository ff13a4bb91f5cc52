"""Where a request comes from: the connection's own address, or what a trusted proxy says of the one behind it.

Owns which proxies are believed, which of their headers is read, and what counts as one address. Knows no limit.
"""

from __future__ import annotations

import functools
import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase, quoted

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Headers = Iterable[tuple[bytes, bytes]]

X_FORWARDED_FOR: Final = "x-forwarded-for"
FORWARDED: Final = "forwarded"
# Any of these says that a request was passed on, whoever set it.
PASSED_ON: Final = frozenset({b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via", b"x-forwarded-host"})
MOST_HOPS: Final = 20
IPV6_HOME: Final = 64  # a household or a machine is given a whole network of this length
# What a proxy calls the scheme, and what the page was asked for by: some name a socket's own.
SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
# One element of a Forwarded header (RFC 7239): pairs of a name and a token or a quoted text.
PAIR: Final = re.compile(r'\s*([A-Za-z]+)=("(?:[^"\\]|\\.)*"|[^\s",;=]+)\s*')


class BadForwarded(NotationError):
    """A trusted proxy sent a header that cannot be read: nothing is guessed from it."""

    code = "bad-forwarded"


@functools.lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one address in a limit: an address of version 4, or the /64 network of version 6.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.7"), network_of("x")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', 'x')
    """
    found = read_address(address)
    if found is None:
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found.packed, IPV6_HOME), strict=False))


def read_address(text: str) -> Address | None:
    """An address, a version 4 one written as version 6 read as what it is; None for every other text.

    >>> read_address("::ffff:192.0.2.7"), read_address("fe80::1%eth0"), read_address("unknown")
    (IPv4Address('192.0.2.7'), IPv6Address('fe80::1'), None)
    """
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def read_network(text: str) -> Network:
    """A proxy's address, or a network of them in CIDR form. Refuses what would believe everybody."""
    try:
        found = ipaddress.ip_network(text)
    except ValueError as bad:
        raise NotationError(
            phrase("{text} is no address and no network: {bad}", text=quoted(text), bad=Name(str(bad))),
            legal=("127.0.0.1", "10.0.0.0/8"),
        ) from None
    if found.prefixlen == 0:
        raise NotationError(
            phrase("{text} is every address: then nobody's word could be told from a proxy's", text=Name(text))
        )
    return found


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request comes from: the address to count it under, and the scheme its sender used ('' if nobody says)."""

    address: str
    scheme: str = ""


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies that are believed, and the one header they are believed in.

    One header, because a proxy passes on what it does not set: its client would write the other.
    """

    networks: tuple[Network, ...] = ()
    header: str = X_FORWARDED_FOR

    def trusts(self, address: Address | None) -> bool:
        """Whether an address is one of these proxies."""
        return address is not None and any(address in one for one in self.networks)

    def origin(self, peer: str, headers: Headers) -> Origin:
        """The right-most hop that is no trusted proxy. Raises BadForwarded for a trusted proxy's unreadable header."""
        if not self.networks or not self.trusts(read_address(peer)):
            return Origin(peer)
        said = {FORWARDED: self._forwarded, X_FORWARDED_FOR: self._x_forwarded}[self.header]
        hops, scheme = said(tuple(headers))
        if scheme and scheme not in SCHEMES:
            raise BadForwarded(f"a proxy says that the scheme is {scheme[:20]!r}", legal=tuple(sorted(SCHEMES)))
        return Origin(self._last_untrusted(peer, hops), SCHEMES.get(scheme, ""))

    def _last_untrusted(self, peer: str, hops: Sequence[str]) -> str:
        if len(hops) > MOST_HOPS:
            raise BadForwarded(f"{self.header} names {len(hops)} hops; at most {MOST_HOPS}")
        origin = peer
        for hop in reversed(hops):
            found = read_hop(hop)
            if found is None:
                raise BadForwarded(f"{self.header} names a hop that is no address: {hop[:40]!r}")
            origin = str(found)
            if not self.trusts(found):
                break
        return origin

    def _x_forwarded(self, headers: tuple[tuple[bytes, bytes], ...]) -> tuple[list[str], str]:
        hops = [hop.strip() for hop in joined(headers, b"x-forwarded-for").split(",")]
        schemes = joined(headers, b"x-forwarded-proto").split(",")
        return [] if hops == [""] else hops, schemes[-1].strip().lower()

    def _forwarded(self, headers: tuple[tuple[bytes, bytes], ...]) -> tuple[list[str], str]:
        said = joined(headers, b"forwarded")
        elements = read_forwarded(said) if said else []
        if any("for" not in one for one in elements):
            raise BadForwarded("forwarded has an element without for=")
        return [one["for"] for one in elements], elements[-1].get("proto", "").lower() if elements else ""


def joined(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    """Every line of a header as one, as the standard reads them."""
    return ",".join(value.decode("latin-1") for key, value in headers if key == name)


def read_hop(text: str) -> Address | None:
    """An address as proxies write it, with or without brackets and a port.

    >>> [str(read_hop(text)) for text in ("192.0.2.7", "192.0.2.7:4711", "[2001:db8::1]:80", "2001:db8::1", "_hidden")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::1', '2001:db8::1', 'None']
    """
    found = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+)(?::[0-9]{1,5})?", text)
    return read_address((found[1] or found[2]) if found else text)


def read_forwarded(text: str) -> list[dict[str, str]]:
    """The elements of a Forwarded header, one for each hop.

    >>> read_forwarded('for=192.0.2.7;proto=https, For="[2001:db8::1]:80"')
    [{'for': '192.0.2.7', 'proto': 'https'}, {'for': '[2001:db8::1]:80'}]
    """
    elements: list[dict[str, str]] = [{}]
    at = 0
    while True:
        pair = PAIR.match(text, at)
        if pair is None:
            raise BadForwarded(f"forwarded cannot be read at {text[at : at + 20]!r}")
        elements[-1][pair[1].lower()] = re.sub(r"\\(.)", r"\1", pair[2][1:-1]) if pair[2][0] == '"' else pair[2]
        if pair.end() == len(text):
            return elements
        if text[pair.end()] == ",":
            elements.append({})
        elif text[pair.end()] != ";":
            raise BadForwarded(f"forwarded cannot be read at {text[pair.end() : pair.end() + 20]!r}")
        at = pair.end() + 1


def is_loopback_address(address: str) -> bool:
    """Whether an address is this machine's own."""
    found = read_address(address)
    return found is not None and found.is_loopback


def is_passed_on(headers: Headers) -> bool:
    """Whether a request says that somebody passed it on."""
    return any(key in PASSED_ON for key, _ in headers)
