"""The room's own authority on a local network, and the certificate that it gives this machine.

The authority is made once for the addresses and names that the room has then, and can vouch for nothing else: its
constraints are critical, and a kind of name of which it has none is excluded whole. Phones that trust it trust it for
those alone, so an address that comes later needs another authority. The machine's own certificate lasts a year and is
made anew whenever it does not fit.

Both keys lie in a folder of the data directory, their owner's alone. No backup holds them: who restores a room
elsewhere makes another authority.
"""

from __future__ import annotations

import ipaddress
import os
import shutil
import stat
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from openfelt.errors import NotationError
from openfelt.phrases import Name, phrase
from openfelt.service.doors.addresses import Address, Network

FOLDER: Final = "lan"
CERTIFICATE_FILE: Final = "authority.pem"
KEY_FILE: Final = "authority.key"
SERVER_FILE: Final = "server.pem"  # the certificate and its key in one file, so that both are replaced in one step
# Programs that copy directories leave out one that is marked so (https://bford.info/cachedir/).
MARK_FILE: Final = "CACHEDIR.TAG"
MARK: Final = b"Signature: 8a477f597d28d172789f06886806bc55\n# Keys of openfelt serve --lan: not for any backup.\n"

AUTHORITY_LIFE: Final = timedelta(days=3650)
SERVER_LIFE: Final = timedelta(days=365)  # phones take at most 825 days
RENEWED_WITHIN: Final = timedelta(days=30)
EARLIER: Final = timedelta(days=1)  # for phones whose clock is slow
OWNERS_ALONE: Final = 0o600
OTHERS: Final = 0o077


@dataclass(frozen=True, slots=True)
class NetworkPlace:
    """What a room is called on its network: addresses, the one that is told first, and names."""

    addresses: tuple[Address, ...]
    names: tuple[str, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """Addresses and names as they stand in an address of the room.

        >>> NetworkPlace((ipaddress.ip_address("10.0.0.2"), ipaddress.ip_address("fd00::2")), ("felt.local",)).hosts
        ('10.0.0.2', '[fd00::2]', 'felt.local')
        """
        return (*(str(one) if one.version == 4 else f"[{one}]" for one in self.addresses), *self.names)


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority as everybody may know it: its certificate."""

    certificate: x509.Certificate

    @property
    def file(self) -> bytes:
        """The certificate as phones take it."""
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def name(self) -> str:
        """What a phone calls it in its list."""
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def fingerprint(self) -> str:
        """The hash (SHA-256) by which two people compare that they speak of the same certificate."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def permitted(self) -> NetworkPlace:
        """What it can vouch for."""
        extension = self.certificate.extensions.get_extension_for_class(x509.NameConstraints)
        subtrees = extension.value.permitted_subtrees or ()
        networks = [one.value for one in subtrees if isinstance(one, x509.IPAddress)]
        addresses = [one.network_address for one in networks if isinstance(one, Network)]
        return NetworkPlace(tuple(addresses), tuple(one.value for one in subtrees if isinstance(one, x509.DNSName)))


@dataclass(frozen=True, slots=True)
class Signer:
    """An authority with its key. The room that is served has none: it is needed for a certificate and no longer."""

    authority: Authority
    key: ec.EllipticCurvePrivateKey = field(repr=False)


@dataclass(frozen=True, slots=True)
class Trust:
    """An authority and the file of the certificate and key to serve with; whether they were made just now."""

    authority: Authority
    server: Path
    is_new: bool
    is_renewed: bool


# --- making -----------------------------------------------------------------------------------------------------------


def make_signer(place: NetworkPlace, now: datetime) -> Signer:
    """A new authority that can vouch for this place and nothing else."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    name = common_name(f"openfelt room {public.digest.hex()[:8]}")
    unsigned = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage(signs_certificates=True), critical=True)
        .add_extension(constraints(place), critical=True)
        .add_extension(public, critical=False)
    )
    return Signer(Authority(unsigned.sign(key, hashes.SHA256())), key)


def constraints(place: NetworkPlace) -> x509.NameConstraints:
    """Permit this place; a kind of name of which it has none is excluded whole, or every one would pass."""
    permitted: list[x509.GeneralName] = [
        *(x509.IPAddress(ipaddress.ip_network(one)) for one in place.addresses),
        *(x509.DNSName(one) for one in place.names),
    ]
    everything: dict[int, x509.GeneralName] = {
        4: x509.IPAddress(ipaddress.ip_network("0.0.0.0/0")),
        6: x509.IPAddress(ipaddress.ip_network("::/0")),
    }
    had = {one.version for one in place.addresses}
    excluded = [whole for version, whole in everything.items() if version not in had]
    if not place.names:
        excluded.append(x509.DNSName(""))  # every name ends so
    return x509.NameConstraints(permitted, excluded or None)


def certify(signer: Signer, place: NetworkPlace, now: datetime) -> bytes:
    """A certificate for this place with a key of its own, as one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = signer.authority.certificate
    unsigned = (
        x509.CertificateBuilder(
            issuer.subject, common_name("openfelt room"), key.public_key(), x509.random_serial_number()
        )
        .not_valid_before(max(now - EARLIER, issuer.not_valid_before_utc))
        .not_valid_after(min(now + SERVER_LIFE, issuer.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives(place)), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key()), critical=False)
    )
    return unsigned.sign(signer.key, hashes.SHA256()).public_bytes(Encoding.PEM) + key_file(key)


def common_name(text: str) -> x509.Name:
    """The name that a phone shows in its list. It has a space: nobody takes it for that of a host."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """What a key is for: certificates, or connections."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def alternatives(place: NetworkPlace) -> list[x509.GeneralName]:
    """The place as a certificate names it."""
    return [*(x509.IPAddress(one) for one in place.addresses), *(x509.DNSName(one) for one in place.names)]


def key_file(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A key as it is kept."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


# --- reading ----------------------------------------------------------------------------------------------------------


def read_signer(data: Path, now: datetime) -> Signer | None:
    """The authority of a data directory, None before one was made; what cannot be used is refused and left alone."""
    folder = data / FOLDER
    if not folder.exists():
        return None
    file, key_at = folder / CERTIFICATE_FILE, folder / KEY_FILE
    key = read_key(key_at, read_secret(key_at))
    certificate = read_certificate(file, read_file(file))
    if not is_of(key, certificate):
        raise NotationError(
            phrase("{key_at}: not the key of the authority in {file}", key_at=Name(str(key_at)), file=Name(str(file))),
            legal=INSTEAD,
        )
    authority = Authority(certificate)
    require_ours(file, authority)
    require_in_time(file, certificate, now)
    read_server(data, authority)
    return Signer(authority, key)


def read_server(data: Path, authority: Authority) -> x509.Certificate | None:
    """The machine's own certificate, None before one was made."""
    file = data / FOLDER / SERVER_FILE
    if not file.exists():
        return None
    content = read_secret(file)
    certificate = read_certificate(file, content)
    if not is_of(read_key(file, content), certificate):
        raise NotationError(
            phrase("{file}: the key in it is not the certificate's", file=Name(str(file))),
            legal=("remove it; another is made",),
        )
    try:
        certificate.verify_directly_issued_by(authority.certificate)
    except (ValueError, TypeError, InvalidSignature):
        raise NotationError(
            phrase("{file}: not a certificate of the authority beside it", file=Name(str(file))),
            legal=("remove it; another is made",),
        ) from None
    return certificate


INSTEAD: Final = ("--lan-anew, which sets it aside",)


def read_file(path: Path) -> bytes:
    """The bytes of a file that is one, and no link to another."""
    return opened(path, secret=False)


def read_secret(path: Path) -> bytes:
    """The bytes of a file that is its owner's alone, and whose owner we are."""
    return opened(path, secret=True)


def opened(path: Path, *, secret: bool) -> bytes:
    """The bytes of a file; what is asked of it is asked of the very file that is read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as bad:
        raise NotationError(
            phrase("{path}: cannot be read: {strerror}", path=Name(str(path)), strerror=Name(str(bad.strerror))),
            legal=INSTEAD,
        ) from None
    try:
        require_file(path, os.fstat(descriptor), secret=secret)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def require_file(path: Path, found: os.stat_result, *, secret: bool) -> None:
    """Refuse what is no file; a secret one has to be its owner's alone, and its owner who runs the room."""
    if not stat.S_ISREG(found.st_mode):
        raise NotationError(phrase("{path}: not a file", path=Name(str(path))), legal=INSTEAD)
    if secret and found.st_uid != os.geteuid():
        raise NotationError(phrase("{path}: a key that belongs to another user", path=Name(str(path))), legal=INSTEAD)
    if secret and found.st_mode & OTHERS:
        mode = stat.S_IMODE(found.st_mode)
        raise NotationError(
            phrase(
                "{path}: a key that others can reach (mode {mode})",
                path=Name(str(path)),
                mode=Name(format(mode, "04o")),
            ),
            legal=(phrase("chmod 600 {path}", path=Name(str(path))), *INSTEAD),
        )


def read_key(path: Path, content: bytes) -> ec.EllipticCurvePrivateKey:
    """The key in a file."""
    try:
        key = load_pem_private_key(content, None)
    except (ValueError, TypeError):
        raise NotationError(phrase("{path}: no key that can be read", path=Name(str(path))), legal=INSTEAD) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise NotationError(
            phrase("{path}: a key of another kind than this room makes", path=Name(str(path))), legal=INSTEAD
        )
    return key


def read_certificate(path: Path, content: bytes) -> x509.Certificate:
    """The certificate in a file."""
    try:
        return x509.load_pem_x509_certificate(content)
    except ValueError:
        raise NotationError(
            phrase("{path}: no certificate that can be read", path=Name(str(path))), legal=INSTEAD
        ) from None


def is_of(key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> bool:
    """Whether a key is the certificate's."""
    form = Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(*form) == certificate.public_key().public_bytes(*form)


def require_ours(file: Path, authority: Authority) -> None:
    """Refuse an authority that could vouch for more than this room: phones would be asked to trust it for that."""
    certificate = authority.certificate
    try:
        found = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        is_ours = found.critical and found.value == constraints(authority.permitted)
        certificate.verify_directly_issued_by(certificate)
    except (x509.ExtensionNotFound, ValueError, TypeError, InvalidSignature):
        is_ours = False
    if not is_ours:
        raise NotationError(phrase("{file}: not an authority that this room made", file=Name(str(file))), legal=INSTEAD)


def require_in_time(file: Path, certificate: x509.Certificate, now: datetime) -> None:
    """Refuse an authority that has ended, or has not begun by this machine's clock."""
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if not begins <= now < ends:
        raise NotationError(
            phrase(
                "{file}: good from {begins} to {ends}, and it is {now} by this machine's clock",
                file=Name(str(file)),
                begins=Name(str(begins)),
                ends=Name(str(ends)),
                now=Name(str(now)),
            ),
            legal=INSTEAD,
        )


def is_current(certificate: x509.Certificate, place: NetworkPlace, now: datetime, authority: Authority) -> bool:
    """Whether a certificate names exactly this place, and lasts for a while, if its authority does."""
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    ends = min(now + RENEWED_WITHIN, authority.certificate.not_valid_after_utc)
    in_time = certificate.not_valid_before_utc <= now and certificate.not_valid_after_utc >= ends
    return in_time and set(named) == set(alternatives(place))


# --- keeping ----------------------------------------------------------------------------------------------------------


def prepare(data: Path, place: NetworkPlace, now: datetime, *, anew: bool = False) -> Trust:
    """Have an authority and a certificate for this place on disk; what is there and fits stays as it is.

    `anew` makes another authority and sets what is there aside.
    """
    folder = data / FOLDER
    signer = None if anew else read_signer(data, now)
    if signer is None:
        signer = make_signer(place, now)
        write_folder(
            folder,
            {
                MARK_FILE: MARK,
                KEY_FILE: key_file(signer.key),
                CERTIFICATE_FILE: signer.authority.certificate.public_bytes(Encoding.PEM),
                SERVER_FILE: certify(signer, place, now),
            },
        )
        return Trust(signer.authority, folder / SERVER_FILE, is_new=True, is_renewed=False)
    served = read_server(data, signer.authority)
    fits = served is not None and is_current(served, place, now, signer.authority)
    if not fits:
        write_over(folder / SERVER_FILE, certify(signer, place, now))
    return Trust(signer.authority, folder / SERVER_FILE, is_new=False, is_renewed=not fits)


def write_folder(folder: Path, files: dict[str, bytes]) -> None:
    """Make a folder with these files, its owner's alone; one that has its name already is set aside.

    It is made under another name, so that a folder that has its own is whole.
    """
    partial = folder.with_name(folder.name + ".partial")
    if partial.exists():
        shutil.rmtree(partial)
    partial.mkdir(0o700, parents=True)
    for name, content in files.items():
        write_new(partial / name, content)
    flush(partial)
    if folder.exists():
        set_aside(folder)
    partial.rename(folder)
    flush(folder.parent)


def write_over(path: Path, content: bytes) -> None:
    """Replace a file in one step."""
    partial = path.with_name(path.name + ".partial")
    partial.unlink(missing_ok=True)
    write_new(partial, content)
    partial.replace(path)
    flush(path.parent)


def write_new(path: Path, content: bytes) -> None:
    """A new file, its owner's alone from the first moment, on disk before this returns."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWNERS_ALONE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def set_aside(folder: Path) -> None:
    """Rename a folder, so that what is in it can be brought back."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}.replaced-{number}")).exists():
        number += 1
    folder.rename(aside)


def flush(folder: Path) -> None:
    """Make a directory's names durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
