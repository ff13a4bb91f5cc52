"""What `openfelt serve` refuses before the room opens: one line, exit code 2, no address and no data directory."""

import datetime
import os
import re
import resource
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress

import click
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

import openfelt.cli.serve
from openfelt.cli import main
from openfelt.cli.finite import Finite
from openfelt.cli.main import COMMANDS, root
from openfelt.cli.serve import is_origin
from tests.service_server import ROOT


def call(data, *arguments):
    return [sys.executable, "-m", "openfelt", "serve", "--data", str(data), "--port", "0", *map(str, arguments)]


@pytest.fixture
def refused(tmp_path, capsys, monkeypatch):
    """The one line that a start is refused with."""

    def start(*arguments):
        data = tmp_path / "room"
        monkeypatch.setattr(openfelt.cli.serve, "listen", lambda *_: pytest.fail("the room would open"))
        with pytest.raises(SystemExit) as done:
            main(call(data, *arguments)[3:])
        printed = capsys.readouterr()
        assert (done.value.code, printed.out, printed.err.count("\n")) == (2, "", 1), printed.err
        assert not data.exists()
        return printed.err

    return start


# --- TLS --------------------------------------------------------------------------------------------------------------


def certificate(key):
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begin = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    unsigned = (
        x509.CertificateBuilder(name, name, key.public_key(), 17, begin, begin + datetime.timedelta(days=36_500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    )  # fmt: skip
    return unsigned.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    key, another = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    small = rsa.generate_private_key(65537, 1024)
    for name, data in {
        "cert": (cert := certificate(key)), "key": pem(key), "both": cert + pem(key), "another": pem(another),
        "another-kind": pem(small), "small-cert": certificate(small), "empty": b"", "binary": bytes(range(256)),
    }.items():  # fmt: skip
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("cert", "key", "why"),
    [
        ("empty", "key", "{}/empty: no certificate that can be read"),
        ("binary", "key", "{}/binary: no certificate that can be read"),
        ("key", "cert", "{}/key: no certificate that can be read"),
        ("cert", "empty", "{}/empty: no private key that can be read"),
        ("cert", "binary", "{}/binary: no private key that can be read"),
        ("cert", "another", "{}/another: not the key of the certificate in {}/cert"),
        ("cert", "another-kind", "{}/another-kind: not the key of the certificate in {}/cert"),
        ("small-cert", "another-kind", "{}/small-cert: ee key too small"),
        ("cert", None, "{}/cert: a certificate without its key; give it with --tls-key"),
        (None, "key", "--tls-key needs --tls-cert"),
    ],
)
def test_a_bad_certificate_or_key_is_named(files, refused, cert, key, why):
    given = [*(("--tls-cert", files / cert) if cert else ()), *(("--tls-key", files / key) if key else ())]
    assert why.format(files, files) in refused(*given)


@contextmanager
def serving(data, *arguments):
    """A room and the address it prints."""
    with subprocess.Popen(
        call(data, "--no-demo", *arguments), stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ
    ) as room:
        try:
            yield re.search(r"https?://\S+", room.stdout.readline())[0]
        finally:
            room.terminate()


@pytest.mark.parametrize("given", [("cert", "key"), ("both", None)])
def test_a_room_with_a_certificate_is_served_with_it(files, tmp_path, given):
    cert, key = given
    more = ("--tls-key", files / key) if key else ()
    with serving(tmp_path / "room", "--host", "localhost", "--tls-cert", files / cert, *more) as address:
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=files / "cert")
        with urllib.request.urlopen(address, context=trusted, timeout=60) as answer:
            assert answer.status == 200


# --- origins ----------------------------------------------------------------------------------------------------------

ORIGINS = (
    "https://room.example", "http://room.example", "https://room.example:8443", "http://localhost:1",
    "https://x:65535", "https://127.0.0.1:8052", "https://[::1]", "http://[2001:db8::1]:8080", "https://a_b.example",
    "https://xn--bcher-kva.example", "http://x:443", "https://x:80",
)  # fmt: skip
NO_ORIGINS = (
    "", "https://", "http://[::1", "https://::1", "https://a b", "https://x:abc", "https://x:", "https://x:0",
    "https://x:65536", "https://x:99999999", "https://x:080", "https://x:443", "http://x:80", "https://user:pw@x",
    "https://user@x", "https://x/", "https://x/path", "https://x?q", "https://x#f", "https://X", "HTTPS://x", "ftp://x",
    "x", "//x", "null", "*", "https://*", "https://.x", "https://x..y", "https://x\n", "https://bücher.example",
    "https://1.2.3", "https://256.1.1.1", "https://[127.0.0.1]", "https://[::1%25eth0]", "https://[0:0:0:0:0:0:0:1]",
    "https://" + "x" * 64, "https://x\\y",
)  # fmt: skip


@pytest.mark.parametrize("text", ORIGINS)
def test_an_origin_as_browsers_write_it(text):
    assert is_origin(text)


@pytest.mark.parametrize("text", NO_ORIGINS)
def test_what_no_browser_would_send_is_no_origin(text):
    assert not is_origin(text)


@pytest.mark.parametrize("text", ["http://[::1", "https://", "https://user:pw@x", "https://x:99999999"])
def test_a_bad_origin_is_refused_with_what_is_allowed(refused, text):
    line = refused("--origin", "https://room.example", "--origin", text)
    assert line == f"openfelt: {text!r} is not an origin; allowed: https://room.example, https://room.example:8443\n"


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--pace", "--grace"])
@pytest.mark.parametrize("value", ["nan", "-nan", "NaN", "inf", "-inf", "-0.1", "1e9", "x"])
def test_a_number_out_of_its_range_is_refused_and_so_is_none(option, value):
    with pytest.raises(click.BadParameter):
        root.get_command(click.Context(root), "serve").make_context("serve", [f"{option}={value}"])


def test_nan_is_refused_in_one_line(refused):
    line = refused("--pace", "nan")
    assert line == (
        "openfelt serve: invalid value for '--pace': 'nan' is not a number from 0 to 10. (see openfelt serve --help)\n"
    )


def test_no_option_of_any_command_takes_nan(capsys):
    context = click.Context(root)
    floats = {
        (name, option.name, isinstance(option.type, Finite))
        for name in COMMANDS
        for option in root.get_command(context, name).params
        if isinstance(option.type, click.types.FloatParamType)
    }
    # The bounds of a confidence are the library's own.
    assert floats == {
        ("serve", "pace", True),
        ("serve", "grace", True),
        ("serve", "finish", True),
        ("simulate", "confidence", False),
        ("jackpot", "hands_per_hour", True),
        ("jackpot", "confidence", False),
    }
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "act-holdem", "--confidence", "nan"])
    assert "confidence" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(
            ["jackpot", "docs/examples/jackpot.toml", "--bots", "caller,caller", "--hands", "10", "--confidence", "nan"]
        )
    assert "confidence" in capsys.readouterr().err


# --- limits and proxies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--limit", "connections"), "the limit connections is a number from 1 to 1,000,000, not ''"),
        (("--limit", "connections=0"), "the limit connections is a number from 1 to 1,000,000, not '0'"),
        (("--limit", "connections=-5"), "not '-5'"),
        (("--limit", "connections=1000001"), "not '1000001'"),
        (("--limit", "connections=999999"), "connections need 1000063 descriptors; this process may have"),
        (("--limit", "connections=5", "--limit", "connections=6"), "the limit connections is given twice"),
        (("--limit", "frames=100"), "the limit frames is a rate: how many a second, and how many at once"),
        (("--limit", "frames=100/0"), "the limit frames has a number from 1 to 1e+09, not '0'"),
        (("--limit", "frames=nan/10"), "not 'nan'"),
        (("--limit", "frames=5/inf"), "not 'inf'"),
        (("--limit", "head-s=0"), "the limit head-s has a number from 0.1 to 3600, not '0'"),
        (("--limit", "head-s=forever"), "not 'forever'"),
        (("--limit", "framez=1/1"), "there is no limit 'framez'; allowed: frames"),
        (("--trusted-proxy", "proxy.example"), "'proxy.example' is no address and no network"),
        (("--trusted-proxy", "10.0.0.1/8"), "'10.0.0.1/8' is no address and no network: 10.0.0.1/8 has host bits set"),
        (("--trusted-proxy", "::/0"), "::/0 is every address"),
        (("--forwarded-header", "forwarded"), "--forwarded-header needs --trusted-proxy"),
        (("--forwarded-header", "x-real-ip", "--trusted-proxy", "::1"), "'x-real-ip' is not one of"),
    ],
)
def test_a_limit_or_a_proxy_that_cannot_be_is_refused(refused, monkeypatch, given, why):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    assert why in refused(*given)


def test_a_room_is_served_with_the_limits_and_the_proxies_it_was_given(tmp_path):
    given = ("--limit", "requests=0.001/2", "--trusted-proxy", "127.0.0.0/8", "--forwarded-header", "forwarded")
    with serving(tmp_path / "room", *given) as address:

        def ask(said):
            request = urllib.request.Request(address + "api/me", headers={"Forwarded": said})
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.status
            except urllib.error.HTTPError as refusal:
                with refusal:
                    return refusal.code

        assert [ask("for=192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert [ask("for=192.0.2.2"), ask("for=192.0.2.1, for=192.0.2.2"), ask("for=x")] == [200, 200, 400]


@pytest.mark.usefixtures("heeds_interrupts")
def test_an_impatient_second_interrupt_is_no_traceback(tmp_path):
    room = subprocess.Popen(
        call(tmp_path / "room", "--no-demo"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    address = room.stdout.readline().split()[3]
    with urllib.request.urlopen(f"{address}api/health/live", timeout=60) as answer:
        assert answer.status == 200
    room.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        room.wait(0.02)
    room.send_signal(signal.SIGINT)
    _, said = room.communicate(timeout=60)
    assert (room.returncode, said) in {(0, ""), (130, "\ninterrupted\n")}  # the room may have stopped already
