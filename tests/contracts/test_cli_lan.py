"""`openfelt serve --lan` over real TLS: what it prints, whom it lets in, what it refuses before anything is changed."""

import asyncio
import hashlib
import http.client
import io
import ipaddress
import json
import os
import re
import socket
import ssl
import stat
import subprocess
from contextlib import contextmanager

import pytest
import segno
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from starlette.testclient import TestClient
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

import openfelt.cli.serve
from openfelt.cli import main, serve_lan
from openfelt.cli.serve import CannotServe, listen_together
from openfelt.cli.serve_lan import Wanted, choose
from openfelt.errors import NotationError
from openfelt.journal import SqliteReader
from openfelt.service.app import build
from openfelt.service.doors.authority import prepare, read_signer
from openfelt.service.machine import interfaces
from tests.contracts.test_cli_serve import call
from tests.contracts.test_lan_authority import NOW, kept, place
from tests.service_server import ROOT

HERE = ("127.0.0.1", "127.0.0.2")
OWN_PAGE = {"x-openfelt": "1"}
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _same_umask():
    """The command sets its own, and here it runs in the tests' process."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


class Room:
    """A room that is served on loopback as it would be on a network, and what it printed."""

    def __init__(self, data, process):
        self.data = data
        self.lines = []
        for line in process.stdout:
            self.lines.append(line.rstrip("\n"))
            if re.fullmatch(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", self.lines[-1]):
                break
        self.fingerprint = self.lines[-1]
        self.link = process.stdout.readline()
        self.base = re.search(r"https://\S+(?=/)", self.lines[0])[0]
        self.port = int(self.base.rpartition(":")[2])

    @property
    def trusting(self):
        """A browser whose one authority is the room's."""
        return ssl.create_default_context(cafile=self.data / "lan" / "authority.pem")

    def ask(self, method, path, body=None, *, host=HERE[0], **headers):
        line = http.client.HTTPSConnection(host, self.port, timeout=60, context=self.trusting)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, json.dumps(body) if body is not None else None, OWN_PAGE | named)
            answer = line.getresponse()
            return answer, answer.read()
        finally:
            line.close()


@contextmanager
def served(data, *arguments):
    """A room in a process of its own. Its listener is open before it prints, so nobody has to wait for it."""
    with subprocess.Popen(
        call(data, "--no-demo", "--lan", *arguments),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    ) as process:
        try:
            yield Room(data, process)
        finally:
            process.terminate()


def by_hand(*hosts):
    return [part for host in hosts for part in ("--lan-address", host)]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with served(tmp_path_factory.mktemp("lan") / "room", *by_hand(*HERE)) as running:
        yield running


# --- what it prints ---------------------------------------------------------------------------------------------------


def modules(lines):
    """The dark modules of a QR code that was printed in half blocks, the light ones drawn."""
    rows = []
    for line in lines:
        rows.append([block in " ▄" for block in line])
        rows.append([block in " ▀" for block in line])
    return rows


def test_the_code_that_is_printed_is_that_of_the_address(room):
    drawn = modules([line for line in room.lines if line and set(line) <= set("█▀▄ ")])
    width = len(drawn[0])
    wanted = [[bool(one) for one in row] for row in segno.make(f"{room.base}/", micro=False).matrix_iter(border=4)]
    assert drawn[: len(wanted)] == wanted
    assert width == len(wanted)
    another = segno.make(f"{room.base}1/", micro=False).matrix_iter(border=4)
    assert drawn[: len(wanted)] != [[bool(one) for one in row] for row in another]


def test_address_page_and_fingerprint_are_printed(room):
    assert room.lines[0] == f"openfelt is at {room.base}/  (data in {room.data}, Ctrl-C stops it)"
    assert room.lines[1] == f"The same room: https://127.0.0.2:{room.port}/"
    assert f"{room.base}/trust" in "\n".join(room.lines)
    found = ssl.PEM_cert_to_DER_cert((room.data / "lan" / "authority.pem").read_text())
    assert room.fingerprint.replace(":", "").lower() == hashlib.sha256(found).hexdigest()


def test_output_without_such_characters_goes_without_the_code(capsys, monkeypatch):
    serve_lan.show_code("https://10.0.0.2/")
    assert capsys.readouterr().out.count("\n") > 10
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", plain)
    serve_lan.show_code("https://10.0.0.2/")
    plain.flush()
    assert plain.buffer.getvalue() == b""


# --- over TLS ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", HERE)
def test_a_browser_that_trusts_the_authority_gets_in_at_each_address(room, host):
    answer, page = room.ask("GET", "/", host=host)
    assert answer.status in {200, 503}  # 503: the client has not been built
    assert page


@pytest.mark.parametrize("name", ["localhost", "127.0.0.3", "felt.local"])
def test_under_another_name_the_same_server_is_not_trusted(room, name):
    with (
        socket.create_connection((HERE[0], room.port), timeout=60) as line,
        pytest.raises(ssl.SSLCertVerificationError, match=r"mismatch|not valid for"),
    ):
        room.trusting.wrap_socket(line, server_hostname=name)


def test_without_the_authority_a_browser_warns_and_goes_on_if_told_to(room):
    with (
        socket.create_connection((HERE[0], room.port), timeout=60) as line,
        pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"),
    ):
        ssl.create_default_context().wrap_socket(line, server_hostname=HERE[0])
    past_the_warning = ssl.create_default_context()
    past_the_warning.check_hostname = False
    past_the_warning.verify_mode = ssl.CERT_NONE
    answer, _ = room.ask("POST", "/api/guest", {"name": "Wary"})
    cookie = answer.headers["set-cookie"].partition(";")[0]
    assert asyncio.run(opens(room, room.base, cookie, past_the_warning)) == "Wary"


def test_a_request_to_a_name_that_is_not_the_room_s_is_refused(room):
    assert room.ask("GET", "/api/me", Host=f"{HERE[1]}:{room.port}")[0].status == 200
    for host in (HERE[0], f"localhost:{room.port}", f"127.0.0.3:{room.port}", f"{HERE[0]}:1"):
        assert room.ask("GET", "/api/me", Host=host)[0].status == 421


async def opens(room, origin, cookie, context):
    """Who is welcomed on the socket; the status of the refusal otherwise."""
    try:
        async with connect(
            f"wss://{HERE[0]}:{room.port}/api/socket",
            ssl=context,
            origin=Origin(origin),
            additional_headers={"cookie": cookie},
        ) as line:
            return json.loads(await line.recv())["name"].partition("#")[0].strip()
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_cookies_are_secure_and_the_socket_opens_to_the_room_s_own_pages_alone(room):
    answer, _ = room.ask("POST", "/api/guest", {"name": "Ann"})
    told = answer.headers["set-cookie"]
    name, *flags = (part.strip() for part in told.split(";"))
    assert name.startswith("__Host-openfelt=")
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(flags)
    for origin in (room.base, f"https://{HERE[1]}:{room.port}"):
        assert asyncio.run(opens(room, origin, name, room.trusting)) == "Ann"
    for origin in (
        room.base.replace("https", "http"),
        f"https://{HERE[0]}",
        f"https://{HERE[0]}:{room.port}1",
        f"https://127.0.0.3:{room.port}",
        f"https://localhost:{room.port}",
        "null",
    ):
        assert asyncio.run(opens(room, origin, name, room.trusting)) == 403


def test_a_browser_is_not_told_to_insist_on_trust_that_it_may_never_have(room):
    for path in ("/", "/trust", "/api/me"):
        assert "strict-transport-security" not in room.ask("GET", path)[0].headers


def test_invitations_lead_to_the_address(room):
    assert room.link.startswith("Nobody runs this room yet.")
    link = re.search(rf"{re.escape(room.base)}/\?invitation=(\S+)", room.link)
    body = {"name": "Boss", "password": PASSWORD, "invitation": link[1]}
    answer, _ = room.ask("POST", "/api/login", body)
    assert answer.status == 200
    cookie = answer.headers["set-cookie"].partition(";")[0]
    answer, made = room.ask("POST", "/api/invite", {"id": "i", "roles": ["floor"]}, cookie=cookie)
    assert answer.status == 200, made
    # The page puts its own origin in front: what the operator sends on is the address the operator is at.
    assert json.loads(made)["link"].startswith("/?invitation=")


# --- the page for phones ----------------------------------------------------------------------------------------------


def test_the_page_has_the_certificate_with_words_for_both_kinds_of_phone(room):
    answer, body = room.ask("GET", "/trust")
    page = " ".join(body.decode().replace("<wbr>", "").split())
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "<script" not in page
    for words in (
        room.fingerprint,
        "Profile Downloaded",
        "Certificate Trust Settings",
        "Install a certificate",
        "CA certificate",
        "cannot be installed as an app on the phone, and cannot send notifications",
        "for nothing else: 127.0.0.1, 127.0.0.2.",
    ):
        assert words in page
    assert read_signer(room.data, NOW).authority.name in page
    for link in re.findall(r'(?:href|src)="(/[^"]+)"', page):
        assert room.ask("GET", link)[0].status == 200


def test_the_certificate_is_fetched_as_phones_install_it(room):
    answer, body = room.ask("GET", "/trust/openfelt-room.crt")
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    assert answer.headers["cache-control"] == "no-store"
    assert body == ssl.PEM_cert_to_DER_cert((room.data / "lan" / "authority.pem").read_text())


def test_the_client_is_told_that_there_is_such_a_page(room):
    assert json.loads(room.ask("GET", "/api/me")[1])["own_authority"] is True


def test_elsewhere_there_is_no_such_page(tmp_path):
    with TestClient(build(tmp_path, demo=False), base_url="http://127.0.0.1:8052") as client:
        assert client.get("/api/me").json()["own_authority"] is False
        for path in ("/trust", "/trust/openfelt-room.crt", "/trust/looks.css"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


# --- keys, backups, restarts ------------------------------------------------------------------------------------------


def test_keys_are_in_no_backup_and_in_no_restored_room(room, tmp_path, capsys):
    secrets = []
    for name in ("authority.key", "server.pem"):
        file = room.data / "lan" / name
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        key = load_pem_private_key(file.read_bytes(), None)
        pem = re.search(rb"-----BEGIN PRIVATE KEY-----\n(.*)\n-----END", file.read_bytes(), re.DOTALL)[1]
        secrets += [key.private_numbers().private_value.to_bytes(32), *pem.splitlines()]
    copy = tmp_path / "copy.sqlite"
    for arguments in (["backup", room.data, copy], ["restore", copy, tmp_path / "again"]):
        with pytest.raises(SystemExit) as done:
            main(list(map(str, arguments)))
        assert done.value.code == 0, capsys.readouterr().err
    reader = SqliteReader(copy)
    content = [copy.read_bytes(), *reader.carried().values()]
    reader.close()
    assert len(content) == 2  # the journal, and the accounts that it carries
    assert not [secret for secret in secrets for one in content if secret in one]
    assert sorted(one.name for one in (tmp_path / "again").iterdir() if one.is_dir()) == []


@pytest.mark.slow
def test_a_restart_keeps_the_authority_and_names_the_certificate_anew_where_addresses_changed(tmp_path):
    data = tmp_path / "room"
    with served(data, *by_hand(*HERE)) as first:
        pass
    files = kept(data / "lan")
    with served(data, *by_hand(*HERE)) as second:
        assert kept(data / "lan") == files
    with served(data, *by_hand(HERE[1])) as third:
        assert (third.base, third.lines[1]) == (f"https://{HERE[1]}:{third.port}", "")
        assert third.ask("GET", "/api/me", host=HERE[1])[0].status == 200
    now = kept(data / "lan")
    assert {name for name in now if now[name] != files[name]} == {"server.pem"}
    assert first.fingerprint == second.fingerprint == third.fingerprint


def test_addresses_of_version_6_are_served_too(tmp_path):
    try:
        listen_together(["::1"], 0)[0].close()
    except CannotServe:
        pytest.skip("this machine has no ::1")
    with served(tmp_path / "room", *by_hand("::1"), "--lan-name", "localhost") as room:
        assert room.base == f"https://[::1]:{room.port}"
        answer, _ = room.ask("GET", "/api/me", host="::1")
        assert answer.status == 200
        assert room.ask("GET", "/api/me", host="::1", Host=f"localhost:{room.port}")[0].status == 200


# --- choosing ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def machine(monkeypatch):
    """A machine with these addresses and this name."""

    def has(*addresses, name=""):
        monkeypatch.setattr(interfaces, "machine_addresses", lambda: tuple(map(ipaddress.ip_address, addresses)))
        monkeypatch.setattr(interfaces, "local_name", lambda: name)

    return has


@pytest.mark.parametrize(
    ("wanted", "hosts"),
    [
        (Wanted(), ("192.168.1.20", "[fd00::2]", "felt.local")),
        (Wanted(names=("room.example",)), ("192.168.1.20", "[fd00::2]", "room.example")),
        (Wanted(addresses=("10.0.0.9",)), ("10.0.0.9",)),
        (Wanted(addresses=("10.0.0.9",), names=("a.example", "b")), ("10.0.0.9", "a.example", "b")),
        (Wanted(addresses=("FD00:0::9",)), ("[fd00::9]",)),
    ],
)
def test_what_is_named_by_hand_stands_in_place_of_what_is_found(tmp_path, machine, wanted, hosts):
    machine("192.168.1.20", "fd00::2", name="felt.local")
    chosen = choose(tmp_path, wanted, NOW)
    assert (chosen.place.hosts, chosen.left_out) == (hosts, ())
    assert not list(tmp_path.iterdir())


def test_what_the_authority_does_not_know_is_left_out_and_told(tmp_path, machine, capsys):
    trust = prepare(tmp_path, place("192.168.1.20", "felt.local"), NOW)
    machine("10.8.0.3", "192.168.1.20", "fd00::2", name="other.local")
    chosen = choose(tmp_path, Wanted(), NOW)
    assert chosen.place == place("192.168.1.20")
    assert chosen.left_out == ("10.8.0.3", "[fd00::2]", "other.local")
    serve_lan.tell(["https://192.168.1.20:8052"], chosen, trust)
    told = capsys.readouterr().out.splitlines()[0]
    assert told == ("Not served, as its authority was made without: 10.8.0.3, [fd00::2], other.local (--lan-anew)")
    assert choose(tmp_path, Wanted(anew=True), NOW).left_out == ()


@pytest.mark.parametrize(
    ("found", "wanted", "refused"),
    [
        ("10.0.0.7", Wanted(), "10.0.0.7"),
        ("192.168.1.20", Wanted(addresses=("10.0.0.7",)), "10.0.0.7"),
        ("192.168.1.20", Wanted(addresses=("192.168.1.20", "10.0.0.7")), "10.0.0.7"),
        ("192.168.1.20", Wanted(names=("b.local",)), "b.local"),
    ],
)
def test_a_place_that_no_phone_would_trust_is_refused(tmp_path, machine, found, wanted, refused):
    prepare(tmp_path, place("192.168.1.20", "felt.local"), NOW)
    machine(found)
    before = kept(tmp_path)
    with pytest.raises(NotationError) as refusal:
        choose(tmp_path, wanted, NOW)
    assert str(refusal.value) == (
        f"the authority of this room was made for 192.168.1.20, felt.local, not for {refused}: "
        "a phone that trusts it would refuse the room there; "
        "allowed: --lan-anew, after which phones install the new one"
    )
    assert kept(tmp_path) == before


# --- listening --------------------------------------------------------------------------------------------------------


def test_one_port_serves_every_address():
    made = listen_together(HERE, 0)
    try:
        assert [one.getsockname()[0] for one in made] == list(HERE)
        assert len({one.getsockname()[1] for one in made}) == 1
    finally:
        for one in made:
            one.close()


def test_a_port_that_is_taken_at_one_address_is_refused_and_the_others_let_go():
    [taken] = listen_together(HERE[1:], 0)
    with taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"port {port} at 127\.0\.0\.2 cannot be used"):
            listen_together(HERE, port)
        for one in listen_together(HERE[:1], port):
            one.close()


def test_where_any_port_will_do_another_is_tried(monkeypatch):
    tried = []

    def listen(host, port):
        tried.append((host, port))
        if len(tried) == 2:
            raise CannotServe("taken")
        return plain(HERE[0], 0)

    plain = openfelt.cli.serve.listen
    monkeypatch.setattr(openfelt.cli.serve, "listen", listen)
    for one in listen_together(HERE, 0):
        one.close()
    assert [host for host, _ in tried] == [HERE[0], HERE[1], HERE[0], HERE[1]]


@pytest.mark.parametrize(
    ("given", "hosts"),
    [
        ((), ["192.168.1.20", "fd00::2"]),
        (("--lan-address", "10.0.0.9"), ["10.0.0.9"]),
        (("--host", "192.168.1.20"), ["192.168.1.20"]),
        (("--host", "0.0.0.0"), ["0.0.0.0"]),
        (("--host", "::", "--lan-address", "10.0.0.9"), ["::"]),
    ],
)
def test_the_room_listens_at_its_addresses_or_where_it_is_told_to(tmp_path, machine, monkeypatch, capsys, given, hosts):
    machine("192.168.1.20", "fd00::2")
    asked = []

    def listen_together(hosts, port):
        asked.extend(hosts)
        raise CannotServe("enough seen")

    monkeypatch.setattr(openfelt.cli.serve, "listen_together", listen_together)
    with pytest.raises(SystemExit):
        main(call(tmp_path / "room", "--lan", *given)[3:])
    assert "enough seen" in capsys.readouterr().err
    assert asked == hosts


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.fixture
def refused(tmp_path, capsys, monkeypatch):
    """The one line that a start is refused with: exit code 2, nothing printed, nothing written, nothing opened."""

    def start(*arguments, data=tmp_path / "room"):
        monkeypatch.setattr(openfelt.cli.serve, "listen", lambda *_: pytest.fail("the room would open"))
        before = kept(tmp_path)
        with pytest.raises(SystemExit) as done:
            main(call(data, *arguments)[3:])
        printed = capsys.readouterr()
        assert (done.value.code, printed.out, printed.err.count("\n")) == (2, "", 1), printed.err
        assert kept(tmp_path) == before
        return printed.err

    return start


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--lan", "--tls-cert", __file__), "--lan makes its own certificate: leave out --tls-cert and --tls-key"),
        (("--lan", "--tls-key", __file__), "--lan makes its own certificate"),
        (("--lan", "--tls-cert", __file__, "--tls-key", __file__), "--lan makes its own certificate"),
        (("--lan", "--origin", "https://room.example"), "--lan makes its own origins"),
        (("--lan", "--host", "127.0.0.1"), "--lan is for others, and 127.0.0.1 is this machine alone; allowed: --lan"),
        (("--lan", "--host", "::1"), "::1 is this machine alone"),
        (("--lan", "--host", "localhost"), "localhost is this machine alone"),
        (("--lan", "--host", "127.0.0.1", "--lan-address", "127.0.0.1"), "127.0.0.1 is this machine alone"),
        (("--lan", "--host", "felt.local"), "with --lan, an address to listen on; allowed: 0.0.0.0, ::"),
        (("--lan", "--host", "169.254.1.2"), "169.254.1.2 is no address of one machine on a network"),
        (("--lan-address", "10.0.0.2"), "--lan-address, --lan-name and --lan-anew need --lan"),
        (("--lan-name", "felt.local"), "--lan-address, --lan-name and --lan-anew need --lan"),
        (("--lan-anew",), "--lan-address, --lan-name and --lan-anew need --lan"),
        (("--lan", "--lan-address", "felt.local"), "--lan-address 'felt.local' is no address; allowed: 192.168.1.20"),
        (("--lan", "--lan-address", ""), "--lan-address '' is no address"),
        (("--lan", "--lan-address", "10.0.0.0/24"), "--lan-address '10.0.0.0/24' is no address"),
        (("--lan", "--lan-address", "10.0.0.256"), "--lan-address '10.0.0.256' is no address"),
        (("--lan", "--lan-address", "0.0.0.0"), "0.0.0.0 is no address of one machine on a network"),
        (("--lan", "--lan-address", "::"), ":: is no address of one machine"),
        (("--lan", "--lan-address", "169.254.1.2"), "169.254.1.2 is no address of one machine"),
        (("--lan", "--lan-address", "fe80::1"), "fe80::1 is no address of one machine"),
        (("--lan", "--lan-address", "fd00::1%eth0"), "fd00::1%eth0 is no address of one machine"),
        (("--lan", "--lan-address", "224.0.0.1"), "224.0.0.1 is no address of one machine"),
        (("--lan", "--lan-address", "255.255.255.255"), "255.255.255.255 is no address of one machine"),
        (("--lan", "--lan-address", "::ffff:10.0.0.2"), "::ffff:10.0.0.2 is no address of one machine"),
        (("--lan", *by_hand("fd00::1", "fd00:0::1")), "--lan-address fd00:0::1 is given twice"),
        (("--lan", "--lan-name", "Felt.local"), "--lan-name 'Felt.local' is no name of a host; allowed: felt.local"),
        (("--lan", "--lan-name", "*.local"), "--lan-name '*.local' is no name"),
        (("--lan", "--lan-name", "10.0.0.2"), "--lan-name '10.0.0.2' is no name"),
        (("--lan", "--lan-name", "felt.local:8052"), "--lan-name 'felt.local:8052' is no name"),
        (("--lan", "--lan-name", ""), "--lan-name '' is no name"),
        (("--lan", "--lan-name", "a" * 64), "is no name of a host"),
        (("--lan", "--lan-name", "a.b", "--lan-name", "a.b"), "--lan-name a.b is given twice"),
        (("--host", "192.168.1.20"), "192.168.1.20 is not loopback: give --tls-cert and --tls-key"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_opened(refused, machine, given, why):
    machine("192.168.1.20")
    assert why in refused(*given)


def test_a_machine_without_a_network_is_told_so(refused, machine):
    machine()
    assert refused("--lan") == (
        "openfelt: this machine has no address that others on a network could reach it at; "
        "allowed: --lan-address 192.168.1.20\n"
    )


def test_a_key_that_others_can_read_stops_the_start(refused, tmp_path, machine):
    machine("192.168.1.20")
    prepare(tmp_path / "room", place("192.168.1.20"), NOW)
    (tmp_path / "room" / "lan" / "authority.key").chmod(0o644)
    assert "authority.key: a key that others can reach (mode 0644); allowed: chmod 600" in refused("--lan")


def test_another_place_stops_the_start(refused, tmp_path, machine):
    machine("10.0.0.7")
    prepare(tmp_path / "room", place("192.168.1.20"), NOW)
    assert "was made for 192.168.1.20, not for 10.0.0.7" in refused("--lan")


def test_an_address_that_this_machine_does_not_have_leaves_no_authority_behind(tmp_path, capsys):
    with pytest.raises(SystemExit) as done:
        main(call(tmp_path / "room", "--lan", "--lan-address", "192.0.2.77")[3:])
    assert done.value.code == 2
    assert "at 192.0.2.77 cannot be used" in capsys.readouterr().err
    assert not (tmp_path / "room").exists()
