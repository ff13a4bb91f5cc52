"""The addresses that this machine has on its networks, the one it uses to reach others first.

Linux is asked for them; elsewhere none is found, and whoever runs the room names them.
"""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SIOCGIFFLAGS: Final = 0x8913
SIOCGIFADDR: Final = 0x8915
REQUEST: Final = struct.Struct("16s24x")  # an interface's name, and room for the answer behind it
FLAGS_AT: Final = slice(16, 18)
IPV4_AT: Final = slice(20, 24)
UP, LOOPBACK, RUNNING = 0x1, 0x8, 0x40
IPV6_TABLE: Final = Path("/proc/net/if_inet6")
EVERYWHERE: Final = 0x00  # the scope of an address that is not of this link or this machine alone
# An address that changes every few hours, or must not be used (yet, or any more).
TEMPORARY, REFUSED, DEPRECATED, TENTATIVE = 0x01, 0x08, 0x20, 0x40
ELSEWHERE: Final = ("198.51.100.1", 9)  # an address of no host; nothing is sent there


def is_usable(address: Address) -> bool:
    """Whether others on a network can reach a machine at an address: unicast, neither link-local nor loopback.

    >>> [is_usable(ipaddress.ip_address(one)) for one in ("192.168.1.20", "169.254.1.2", "fe80::1", "::1", "fd00::2")]
    [True, False, False, False, True]
    """
    return can_be_named(address) and not address.is_loopback


def can_be_named(address: Address) -> bool:
    """Whether an address belongs to one machine, so that a certificate can name it; loopback counts, for trials.

    >>> [can_be_named(ipaddress.ip_address(one)) for one in ("127.0.0.1", "::1", "0.0.0.0", "::ffff:10.0.0.1")]
    [True, True, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return False
    is_one = not (address.is_link_local or address.is_multicast or address.is_unspecified)
    return is_one and (address.is_loopback or not address.is_reserved)


def machine_addresses() -> tuple[Address, ...]:
    """Where this machine can be reached on its networks, in a fixed order."""
    return in_order((*ipv4_addresses(), *ipv6_addresses(read_table(IPV6_TABLE))), outward_address())


def in_order(found: Iterable[Address], outward: Address | None) -> tuple[Address, ...]:
    """The usable addresses, each once: the one that leads outward, then version 4 before 6, in each private ones first.

    >>> some = map(ipaddress.ip_address, ("fd00::2", "203.0.113.7", "10.0.0.2", "192.168.1.20", "169.254.1.2"))
    >>> [str(one) for one in in_order(some, ipaddress.ip_address("192.168.1.20"))]
    ['192.168.1.20', '10.0.0.2', '203.0.113.7', 'fd00::2']
    """
    usable = {one for one in found if is_usable(one)}
    return tuple(sorted(usable, key=lambda one: (one != outward, one.version, not is_private(one), one.packed)))


def is_private(address: Address) -> bool:
    """Whether an address is of a private network: 10/8, 172.16/12, 192.168/16 or fc00::/7."""
    return any(address in network for network in PRIVATE if network.version == address.version)


PRIVATE: Final = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))


def ipv4_addresses() -> Iterator[Address]:
    """The first address of version 4 of each interface that runs."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = REQUEST.pack(name.encode())
            with suppress(OSError):  # the interface has gone, or has no address
                flags = int.from_bytes(fcntl.ioctl(asking, SIOCGIFFLAGS, request)[FLAGS_AT], sys.byteorder)
                if flags & UP and flags & RUNNING and not flags & LOOPBACK:
                    yield ipaddress.IPv4Address(fcntl.ioctl(asking, SIOCGIFADDR, request)[IPV4_AT])


def ipv6_addresses(table: str) -> Iterator[Address]:
    """The lasting addresses of version 6 in the system's table of them.

    >>> [str(one) for one in ipv6_addresses("fd000000000000000000000000000002 04 40 00 82 eth0")]
    ['fd00::2']
    """
    for line in table.splitlines():
        digits, _, _, scope, flags, _ = line.split()
        if int(scope, 16) == EVERYWHERE and not int(flags, 16) & (TEMPORARY | REFUSED | DEPRECATED | TENTATIVE):
            yield ipaddress.IPv6Address(bytes.fromhex(digits))


def read_table(path: Path) -> str:
    """A table of the system; empty where there is none."""
    try:
        return path.read_text("ascii")
    except OSError:
        return ""


def outward_address() -> Address | None:
    """The address of version 4 that this machine would speak from to the world; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)
        except OSError:
            return None
        return ipaddress.IPv4Address(asking.getsockname()[0])


def local_name() -> str:
    """What this machine is called on its own network (`felt.local`), if it has a name that can be one."""
    return local_name_of(socket.gethostname())


def local_name_of(host: str) -> str:
    """The name under `.local` of a host of that name; empty where that can be none.

    >>> local_name_of("Felt.example"), local_name_of("localhost"), local_name_of("a b"), local_name_of("")
    ('felt.local', '', '', '')
    """
    label = host.partition(".")[0].lower()
    fits = label.isascii() and label.replace("-", "").isalnum() and label.strip("-") == label and len(label) <= 63
    return f"{label}.local" if fits and label != "localhost" else ""
