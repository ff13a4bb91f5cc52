"""The authority of `openfelt serve --lan`: whom it can vouch for, how keys are kept, when a certificate is renewed."""

import ipaddress
import os
import ssl
import stat
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import NameOID

from openfelt.errors import NotationError
from openfelt.service.doors import authority
from openfelt.service.doors.authority import FOLDER, NetworkPlace, certify, make_signer, prepare, read_signer
from openfelt.service.machine import interfaces

# Handshakes are checked by the real clock.
NOW = datetime.now(UTC).replace(microsecond=0)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def place(*hosts):
    addresses, names = [], []
    for host in hosts:
        try:
            addresses.append(ipaddress.ip_address(host))
        except ValueError:
            names.append(host)
    return NetworkPlace(tuple(addresses), tuple(names))


def shake_hands(folder, signer, served, host):
    """A whole TLS handshake in memory, by the strict rules, with the authority as the only one that is trusted."""
    file = folder / "server.pem"
    file.write_bytes(served)
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(file)
    client_context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client_context.verify_flags |= ssl.VERIFY_X509_STRICT
    client_context.load_verify_locations(cadata=signer.authority.file)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context.wrap_bio(back, there, server_hostname=host)
    server = server_context.wrap_bio(there, back, server_side=True)
    waiting = [client, server]
    while waiting:
        one = waiting.pop(0)
        try:
            one.do_handshake()
        except ssl.SSLWantReadError:
            waiting.append(one)
    return client.getpeercert()


def kept(data):
    """Every file with its content, its mode and when it was written."""
    return {
        str(one.relative_to(data)): (
            one.read_bytes() if one.is_file() else b"",
            one.stat().st_mode,
            one.stat().st_mtime_ns,
        )
        for one in sorted(data.rglob("*"))
    }


# --- whom it can vouch for --------------------------------------------------------------------------------------------

HERE = ("127.0.0.1", "::1", "192.168.1.20", "felt.local")


@pytest.mark.parametrize("host", HERE)
def test_whoever_trusts_the_authority_trusts_the_room_at_each_of_its_addresses(tmp_path, host):
    signer = make_signer(place(*HERE), NOW)
    found = shake_hands(tmp_path, signer, certify(signer, place(*HERE), NOW), host)
    assert len(found["subjectAltName"]) == len(HERE)


@pytest.mark.parametrize("host", ["127.0.0.2", "192.168.1.21", "::2", "felt.example", "local"])
def test_under_another_name_the_room_is_not_trusted(tmp_path, host):
    signer = make_signer(place(*HERE), NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match=r"mismatch|not valid for"):
        shake_hands(tmp_path, signer, certify(signer, place(*HERE), NOW), host)


@pytest.mark.parametrize(
    ("made_for", "forged"),
    [
        (("10.0.0.2",), "10.0.0.3"),
        (("10.0.0.2",), "fd00::2"),
        (("10.0.0.2",), "bank.example"),
        (("fd00::2",), "10.0.0.2"),
        (("fd00::2",), "fd00::3"),
        (("10.0.0.2", "felt.local"), "bank.example"),
        (("10.0.0.2", "felt.local"), "otherfelt.local"),
        (("10.0.0.2", "felt.local"), "fd00::2"),
    ],
)
def test_the_key_signs_for_nothing_but_what_the_authority_was_made_for(tmp_path, made_for, forged):
    signer = make_signer(place(*made_for), NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match=r"(permitted|excluded) subtree violation"):
        shake_hands(tmp_path, signer, certify(signer, place(forged), NOW), forged)
    with pytest.raises(ssl.SSLCertVerificationError, match=r"(permitted|excluded) subtree violation"):
        shake_hands(tmp_path, signer, certify(signer, place(made_for[0], forged), NOW), made_for[0])
    wider = make_signer(place(*made_for, forged), NOW)
    shake_hands(tmp_path, wider, certify(wider, place(forged), NOW), forged)  # nothing else was wrong with it


def test_the_constraints_are_critical_and_name_every_kind():
    found = {}
    for hosts in (("10.0.0.2",), ("fd00::2", "felt.local"), ("10.0.0.2", "fd00::2", "felt.local")):
        extension = make_signer(place(*hosts), NOW).authority.certificate.extensions.get_extension_for_class(
            x509.NameConstraints
        )
        assert extension.critical
        found[hosts] = [
            [str(one.value) for one in part or ()]
            for part in (extension.value.permitted_subtrees, extension.value.excluded_subtrees)
        ]
    assert found == {
        ("10.0.0.2",): [["10.0.0.2/32"], ["::/0", ""]],
        ("fd00::2", "felt.local"): [["fd00::2/128", "felt.local"], ["0.0.0.0/0"]],
        ("10.0.0.2", "fd00::2", "felt.local"): [["10.0.0.2/32", "fd00::2/128", "felt.local"], []],
    }


def test_the_room_s_own_certificate_signs_no_other(tmp_path):
    signer = make_signer(place("10.0.0.2"), NOW)
    extensions = signer.authority.certificate.extensions
    assert extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0
    served = x509.load_pem_x509_certificate(certify(signer, place("10.0.0.2"), NOW))
    assert not served.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_a_key_is_in_no_text_of_an_authority():
    signer = make_signer(place("10.0.0.2"), NOW)
    assert "key" not in repr(signer)
    assert not hasattr(signer.authority, "key")


# --- how it is kept ---------------------------------------------------------------------------------------------------


def test_keys_are_their_owner_s_alone_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        trust = prepare(tmp_path / "room", place("10.0.0.2"), NOW)
        prepare(tmp_path / "room", place("10.0.0.2"), NOW + 400 * DAY)  # renewed
    finally:
        os.umask(before)
    folder = tmp_path / "room" / FOLDER
    assert trust.server.parent == folder
    assert {one.name: stat.S_IMODE(one.stat().st_mode) for one in (folder, *folder.iterdir())} == {
        FOLDER: 0o700,
        "CACHEDIR.TAG": 0o600,
        "authority.key": 0o600,
        "authority.pem": 0o600,
        "server.pem": 0o600,
    }


def test_the_folder_says_that_it_is_for_no_copy(tmp_path):
    prepare(tmp_path, place("10.0.0.2"), NOW)
    # The first 43 bytes are what programs look for.
    assert (tmp_path / FOLDER / "CACHEDIR.TAG").read_bytes()[:43] == b"Signature: 8a477f597d28d172789f06886806bc55"


def test_a_restart_changes_nothing(tmp_path):
    first = prepare(tmp_path, place("10.0.0.2", "felt.local"), NOW)
    before = kept(tmp_path)
    second = prepare(tmp_path, place("10.0.0.2", "felt.local"), NOW + DAY)
    assert kept(tmp_path) == before
    assert (first.is_new, second.is_new, second.is_renewed) == (True, False, False)
    assert first.authority.fingerprint == second.authority.fingerprint


@pytest.mark.parametrize(
    ("later", "renewed"),
    [
        (authority.SERVER_LIFE - authority.RENEWED_WITHIN - SECOND, False),
        (authority.SERVER_LIFE - authority.RENEWED_WITHIN, False),
        (authority.SERVER_LIFE - authority.RENEWED_WITHIN + SECOND, True),
        (authority.SERVER_LIFE + DAY, True),
        (-DAY, False),
    ],
)
def test_a_certificate_that_nears_its_end_is_renewed_and_the_authority_kept(tmp_path, later, renewed):
    first = prepare(tmp_path, place("10.0.0.2"), NOW)
    before = kept(tmp_path)
    second = prepare(tmp_path, place("10.0.0.2"), NOW + later)
    changed = {name for name, what in kept(tmp_path).items() if what != before[name]} - {FOLDER}
    assert (second.is_renewed, changed) == (renewed, {"lan/server.pem"} if renewed else set())
    assert second.authority == first.authority


def test_other_addresses_renew_the_certificate_and_keep_the_authority(tmp_path):
    first = prepare(tmp_path / "room", place("127.0.0.1", "127.0.0.2"), NOW)
    second = prepare(tmp_path / "room", place("127.0.0.2"), NOW)
    assert second.is_renewed
    assert second.authority == first.authority
    signer = read_signer(tmp_path / "room", NOW)
    shake_hands(tmp_path, signer, second.server.read_bytes(), "127.0.0.2")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(tmp_path, signer, second.server.read_bytes(), "127.0.0.1")


def test_at_its_authority_s_end_a_certificate_lasts_as_long_and_is_not_made_at_every_start(tmp_path):
    prepare(tmp_path, place("10.0.0.2"), NOW)
    late = NOW + authority.AUTHORITY_LIFE - DAY
    assert prepare(tmp_path, place("10.0.0.2"), late).is_renewed
    assert not prepare(tmp_path, place("10.0.0.2"), late + SECOND).is_renewed


def test_another_authority_sets_the_old_one_aside(tmp_path):
    first = prepare(tmp_path, place("10.0.0.2"), NOW)
    old = kept(tmp_path / FOLDER)
    second = prepare(tmp_path, place("10.0.0.3"), NOW, anew=True)
    prepare(tmp_path, place("10.0.0.4"), NOW, anew=True)
    assert second.is_new
    assert first.authority.name != second.authority.name
    assert kept(tmp_path / "lan.replaced-1") == old
    assert read_signer(tmp_path, NOW).authority.permitted == place("10.0.0.4")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lan", "lan.replaced-1", "lan.replaced-2"]


def test_what_a_cut_off_start_left_is_no_authority(tmp_path):
    half = tmp_path / "lan.partial"
    half.mkdir()
    (half / "authority.key").write_bytes(b"half a k")
    assert read_signer(tmp_path, NOW) is None
    assert prepare(tmp_path, place("10.0.0.2"), NOW).is_new
    (tmp_path / FOLDER / "server.pem.partial").write_bytes(b"half a c")
    assert prepare(tmp_path, place("10.0.0.2"), NOW + 400 * DAY).is_renewed
    assert sorted(one.name for one in tmp_path.rglob("*.partial")) == []


# --- what is refused, and left alone ----------------------------------------------------------------------------------


def key_of_another_kind():
    form = serialization.PrivateFormat.PKCS8
    return ed25519.Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, form, serialization.NoEncryption()
    )


def remade(constraints=None, *, critical=True, by=None):
    """The room's own authority again, with the same key and other constraints."""

    def make(folder):
        key = read_signer(folder.parent, NOW).key
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "anything")])
        made = x509.CertificateBuilder(name, name, key.public_key(), 1, NOW - DAY, NOW + 99 * DAY)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        if constraints:
            made = made.add_extension(constraints, critical=critical)
        return made.sign(by or key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    return make


def permit(*networks):
    return x509.NameConstraints([x509.IPAddress(ipaddress.ip_network(one)) for one in networks], None)


def link(folder):
    (folder / "authority.key").rename(folder / "elsewhere")
    (folder / "authority.key").symlink_to(folder / "elsewhere")


def mix_up(folder):
    """Put another's key behind the room's certificate."""
    file, at = folder / "server.pem", b"-----BEGIN PRIVATE KEY"
    own, other = file.read_bytes(), certify(make_signer(place("10.0.0.2"), NOW), place("10.0.0.2"), NOW)
    file.write_bytes(own[: own.index(at)] + other[other.index(at) :])


def write(name, content):
    return lambda folder: (folder / name).write_bytes(content(folder) if callable(content) else content)


SPOILT = {
    "open to a group": lambda folder: (folder / "authority.key").chmod(0o640),
    "open to all": lambda folder: (folder / "authority.key").chmod(0o604),
    "served key open": lambda folder: (folder / "server.pem").chmod(0o644),
    "another's": lambda folder: os.chown(folder / "authority.key", 12_345, -1),
    "gone": lambda folder: (folder / "authority.key").unlink(),
    "no file": lambda folder: [(folder / "authority.key").unlink(), (folder / "authority.key").mkdir()],
    "a link": link,
    "no key": write("authority.key", bytes(range(256))),
    "empty": write("authority.key", b""),
    "foreign": write("authority.key", authority.key_file(ec.generate_private_key(ec.SECP256R1()))),
    "of another kind": write("authority.key", key_of_another_kind()),
    "no certificate": write("authority.pem", b"-----BEGIN CERTIFICATE-----\n"),
    "for every site": write("authority.pem", remade()),
    "for a network": write("authority.pem", remade(permit("10.0.0.0/24"))),
    "for every name": write("authority.pem", remade(permit("10.0.0.2/32"))),
    "signed by another": write(
        "authority.pem",
        remade(authority.constraints(place("10.0.0.2")), by=ec.generate_private_key(ec.SECP256R1())),
    ),
    "not critical": write("authority.pem", remade(authority.constraints(place("10.0.0.2")), critical=False)),
    "served by another": write(
        "server.pem", lambda _: certify(make_signer(place("10.0.0.2"), NOW), place("10.0.0.2"), NOW)
    ),
    "served with another's key": mix_up,
}


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("open to a group", "authority.key: a key that others can reach (mode 0640); allowed: chmod 600 "),
        ("open to all", "authority.key: a key that others can reach (mode 0604)"),
        ("served key open", "server.pem: a key that others can reach (mode 0644)"),
        ("another's", "authority.key: a key that belongs to another user"),
        ("gone", "authority.key: cannot be read: No such file or directory"),
        ("no file", "authority.key: not a file"),
        ("a link", "authority.key: cannot be read: Too many levels of symbolic links"),
        ("no key", "authority.key: no key that can be read"),
        ("empty", "authority.key: no key that can be read"),
        ("foreign", "authority.key: not the key of the authority in "),
        ("of another kind", "authority.key: a key of another kind"),
        ("no certificate", "authority.pem: no certificate that can be read"),
        ("for every site", "authority.pem: not an authority that this room made"),
        ("for a network", "authority.pem: not an authority that this room made"),
        ("for every name", "authority.pem: not an authority that this room made"),
        ("signed by another", "authority.pem: not an authority that this room made"),
        ("not critical", "authority.pem: not an authority that this room made"),
        ("served by another", "server.pem: not a certificate of the authority beside it"),
        ("served with another's key", "server.pem: the key in it is not the certificate's"),
    ],
)
def test_a_file_that_is_not_as_it_was_made_is_refused_and_left_alone(tmp_path, how, why):
    if how == "another's" and os.geteuid() != 0:
        pytest.skip("only root gives a file away")
    prepare(tmp_path, place("10.0.0.2"), NOW)
    SPOILT[how](tmp_path / FOLDER)
    before = kept(tmp_path)
    for act in (lambda: read_signer(tmp_path, NOW), lambda: prepare(tmp_path, place("10.0.0.2"), NOW + 400 * DAY)):
        with pytest.raises(NotationError) as refusal:
            act()
        assert why in str(refusal.value)
        assert kept(tmp_path) == before
    assert prepare(tmp_path, place("10.0.0.2"), NOW, anew=True).is_new  # the way out that the refusal names


@pytest.mark.parametrize(
    ("later", "fits"),
    [
        (-DAY - SECOND, False),
        (-DAY, True),
        (authority.AUTHORITY_LIFE - SECOND, True),
        (authority.AUTHORITY_LIFE, False),
    ],
)
def test_an_authority_that_has_ended_or_not_begun_is_refused(tmp_path, later, fits):
    prepare(tmp_path, place("10.0.0.2"), NOW)
    before = kept(tmp_path)
    if fits:
        assert read_signer(tmp_path, NOW + later) is not None
    else:
        with pytest.raises(
            NotationError, match=r"authority\.pem: good from .* by this machine's clock; allowed: --lan-anew"
        ):
            prepare(tmp_path, place("10.0.0.2"), NOW + later)
    assert kept(tmp_path) == before


# --- this machine's addresses -----------------------------------------------------------------------------------------

TABLE = """\
fe8000000000000000fc00fffe000001 04 40 20 80     eth0
00000000000000000000000000000001 01 80 10 80       lo
20010db8000000000000000000000001 04 40 00 00     eth0
20010db80000000000000000000000a1 04 40 00 01     eth0
20010db80000000000000000000000a2 04 40 00 20     eth0
20010db80000000000000000000000a3 04 40 00 40     eth0
20010db80000000000000000000000a4 04 40 00 08     eth0
fd000000000000000000000000000002 04 40 00 82     eth0
"""


def test_links_and_passing_addresses_are_skipped_and_the_way_out_comes_first(tmp_path, monkeypatch):
    table = tmp_path / "if_inet6"
    table.write_text(TABLE)
    monkeypatch.setattr(interfaces, "IPV6_TABLE", table)
    version_4 = map(ipaddress.ip_address, ("169.254.7.7", "203.0.113.7", "10.0.0.2", "127.0.0.1", "192.168.1.20"))
    monkeypatch.setattr(interfaces, "ipv4_addresses", lambda: version_4)
    monkeypatch.setattr(interfaces, "outward_address", lambda: ipaddress.ip_address("192.168.1.20"))
    assert [str(one) for one in interfaces.machine_addresses()] == [
        "192.168.1.20", "10.0.0.2", "203.0.113.7", "fd00::2", "2001:db8::1"
    ]  # fmt: skip


def test_where_the_system_has_no_such_table_there_are_no_addresses_of_version_6(tmp_path):
    assert list(interfaces.ipv6_addresses(interfaces.read_table(tmp_path / "none"))) == []


def test_what_this_machine_says_of_itself_is_usable():
    assert all(map(interfaces.is_usable, interfaces.machine_addresses()))
