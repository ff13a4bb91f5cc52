"""The regulator's day: one signed file from which the books of a closed day can be checked with nothing but a key.

The file holds every entry of the day as the chain hashes it, with the hashes of its records; the records that a section
is about, whole; what each account held before; and the sums. `verify` works all of it out again: the chain from the
head before to the head after, each account from its opening balance, what all accounts held by the record that closed
the day, each record's own hash inside its entry, each sum, and which records each section has to have. So a cent that
is moved anywhere, and a record that is left out, disagree with something else in the file, also when the file is signed
again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from openfelt.journal.day_file import DayEntry, DayFile, Line, Ordered, read_day
from openfelt.journal.day_sections import CLOSING, ends_of, section_fault
from openfelt.journal.heads import SignedHead, is_genuine, sign
from openfelt.journal.records import Head, StoredEntry, StoredOrder, digest, entry_hash
from openfelt.journal.store import OVERDRAFT_KINDS, kind
from openfelt.journal.verify import Fault, Verdict

__all__ = ["DayFile", "entry_of", "read_day", "report_of", "sign_day", "signed_head", "verify_day"]

METERED: Final = {"float": "floats", "jackpot": "jackpots"}  # kinds of account that are told one by one, by reason
UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError, msgspec.MsgspecError)

# -- sums --------------------------------------------------------------------------------------------------------------


def report_of(opening: Mapping[str, int], entries: Iterable[DayEntry]) -> dict[str, Any]:
    """The sums of a day: by kind of account, commission by table and method, fees, each float, each jackpot."""
    kinds: dict[str, dict[str, int]] = defaultdict(lambda: {"opening": 0, "moved": 0, "closing": 0})
    for account, held in opening.items():
        kinds[kind(account)]["opening"] += held
        kinds[kind(account)]["closing"] += held
    commission: dict[str, int] = defaultdict(int)
    meters: dict[str, dict[str, dict[str, int]]] = {one: defaultdict(lambda: defaultdict(int)) for one in METERED}
    for account, held in opening.items():
        if kind(account) in METERED:
            meters[kind(account)][account.partition("/")[2]]["opening"] = held
    fees = 0
    for line in (line for entry in entries for line in entry.postings):
        of, _, owner = line.account.partition("/")
        kinds[of]["moved"] += line.amount
        kinds[of]["closing"] += line.amount
        if of == "commission":
            commission[owner] += line.amount
        elif of == "fee":
            fees += line.amount
        elif of in METERED:
            meters[of][owner][line.reason] += line.amount
    return {
        "kinds": {name: dict(kinds[name]) for name in sorted(kinds)},
        "commission": dict(sorted(commission.items())),
        "commission_total": sum(commission.values()),
        "fees": fees,
        **{name: metered(meters[of]) for of, name in METERED.items()},
    }


def metered(meters: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """What each held at the start, what moved by reason, and what it holds at the end."""
    return {
        owner: {**dict(sorted(moved.items())), "closing": sum(moved.values())}
        for owner, moved in sorted(meters.items())
    }


# -- signing -----------------------------------------------------------------------------------------------------------


def sign_day(day: DayFile, key: Ed25519PrivateKey) -> DayFile:
    """The file, signed; its heads too."""
    public = key.public_key().public_bytes_raw().hex()
    named = msgspec.structs.replace(day, key=public, signature="")
    return msgspec.structs.replace(named, signature=key.sign(named.text).hex())


def signed_head(head: Head, key: Ed25519PrivateKey, time_ms: int) -> SignedHead:
    """A head of the day, signed."""
    return sign(head, key, time_ms=time_ms)


# -- checking ----------------------------------------------------------------------------------------------------------


def verify_day(day: DayFile, key: str = "", after: DayFile | None = None) -> Iterator[Verdict]:
    """Every check of a day, each with its verdict; none needs anything but the file, and the one of the day before."""
    checks: tuple[tuple[str, Callable[[], Fault | None], str], ...] = (
        ("signature", lambda: signature_fault(day, key), f"{day.day}, signed by {day.key[:16]}…"),
        ("heads", lambda: head_fault(day), f"entries {day.before.entry + 1} to {day.after.entry}"),
        ("chain", lambda: chain_fault(day), f"{len(day.entries)} entries"),
        ("ledger", lambda: ledger_fault(day), f"{len(day.closing)} accounts"),
        ("records", lambda: record_fault(day), section_words(day)),
        ("sections", lambda: section_fault(day), f"{len(day.sections)} sections"),
        ("report", lambda: report_fault(day), f"{len(day.report)} sums"),
        ("tills", lambda: till_fault(day), float_words(day)),
        ("books", lambda: books_fault(day), books_words(day)),
    )
    if after is not None:
        checks += (("continues", lambda: break_fault(after, day), f"{after.day}, entry {after.after.entry}"),)
    for name, find, summary in checks:
        try:
            fault = find()
        except UNREADABLE as bad:
            fault = Fault(name, f"cannot be worked out: {bad}")
        yield Verdict(name, summary if fault is None else "", fault)


def section_words(day: DayFile) -> str:
    """What the sections hold, in words."""
    return ", ".join(f"{len(several)} {name}" for name, several in sorted(day.sections.items()))


def float_words(day: DayFile) -> str:
    """How many floats there are, as far as the report can be read."""
    floats = day.report.get("floats")
    return f"{len(floats) if isinstance(floats, dict) else 0} floats"


def signature_fault(day: DayFile, key: str) -> Fault | None:
    """Whether the file is signed, and with the key that is expected."""
    if key and day.key != key:
        return Fault("signature", f"made with another key, {day.key[:16]}…")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(day.key)).verify(bytes.fromhex(day.signature), day.text)
    except (InvalidSignature, ValueError):
        return Fault("signature", "is not that of this file")
    return None


def head_fault(day: DayFile) -> Fault | None:
    """Whether both heads are genuine, of this journal, and follow each other."""
    for name, head in (("before", day.before), ("after", day.after)):
        if head.journal != day.journal:
            return Fault(f"head {name}", "is of another journal")
        if not is_genuine(head, day.key):
            return Fault(f"head {name}", "is not signed by the key of the file")
    if day.after.entry - day.before.entry != len(day.entries):
        return Fault("heads", f"{len(day.entries)} entries do not lead from {day.before.entry} to {day.after.entry}")
    return None


def chain_fault(day: DayFile) -> Fault | None:
    """Whether every entry hashes to its link, from the head before to the head after."""
    link, position = bytes.fromhex(day.before.hash), day.before.position
    for number, entry in enumerate(day.entries, start=day.before.entry + 1):
        orders = [StoredOrder(number, one.stream, one.rules, one.payload.encode()) for one in entry.orders]
        hashes = [bytes.fromhex(one) for one in entry.records]
        bare = StoredEntry(
            number, entry.request, entry.answer.encode(), position + 1, position + len(hashes),
            bytes.fromhex(entry.sealed), b"",
        )  # fmt: skip
        link = entry_hash(link, bare, hashes, entry.postings, orders)
        position += len(hashes)
        if link.hex() != entry.hash:
            return Fault(f"entry {number}", "does not hash to its link in the chain")
    if (link.hex(), position) != (day.after.hash, day.after.position):
        return Fault("head after", "is not where the chain ends")
    return None


def ledger_fault(day: DayFile) -> Fault | None:
    """Whether each entry sums to zero, nobody is overdrawn, and opening and closing balances agree."""
    held = dict(day.opening)
    if surplus := sum(held.values()):
        return Fault("opening balances", f"sum to {surplus}, not to zero")
    for number, entry in enumerate(day.entries, start=day.before.entry + 1):
        if surplus := sum(line.amount for line in entry.postings):
            return Fault(f"entry {number}", f"its ledger lines sum to {surplus}, not to zero")
        for line in entry.postings:
            held[line.account] = held.get(line.account, 0) + line.amount
        for line in entry.postings:
            if held[line.account] < 0 and kind(line.account) not in OVERDRAFT_KINDS:
                return Fault(f"entry {number}", f"{line.account} would hold {held[line.account]}")
    left = {account: cents for account, cents in held.items() if cents}
    if left != day.closing:
        wrong = sorted(set(left.items()) ^ set(day.closing.items()))[0][0]
        return Fault(f"account {wrong}", f"holds {left.get(wrong, 0)}; the file says {day.closing.get(wrong, 0)}")
    return None


def record_fault(day: DayFile) -> Fault | None:
    """Whether each record of a section stands in its entry: its own hash is one of those that the chain covers."""
    for name, several in sorted(day.sections.items()):
        for one in several:
            at = one.entry - day.before.entry - 1
            if not 0 <= at < len(day.entries) or one.link not in day.entries[at].records:
                return Fault(f"{name}, {one.stream} record {one.version}", "does not stand in its entry")
    return None


def report_fault(day: DayFile) -> Fault | None:
    """Whether the sums of the report are those of the ledger lines."""
    due = report_of(day.opening, day.entries)
    for name in sorted({*due, *day.report}):
        if due.get(name) != day.report.get(name):
            return Fault(
                f"report, {name}", f"is {due.get(name)!r} by the ledger; the file says {day.report.get(name)!r}"
            )
    return None


def till_fault(day: DayFile) -> Fault | None:
    """Whether float + fills - credits - changed + differences add up, by the closing record and by the ledger."""
    said = closing_said(day)
    if said["act"].get("day") != day.day:
        return Fault("closing", f"is of {said['act'].get('day')!r}")
    floats = day.report.get("floats", {})
    for table in sorted({*said["tills"], *floats}):
        stated, found = till_sums(said["tills"].get(table, {})), ledger_sums(floats.get(table, {}))
        if stated != found:
            return Fault(f"till of {table}", f"closed as {stated}; the ledger has {found}")
        if fault := drop_fault(table, said["tills"].get(table, {})):
            return fault
    return None


def drop_fault(table: str, till: Mapping[str, int]) -> Fault | None:
    """Whether the cash that was changed is the cash that was counted in the drop box, less what is named as over."""
    changed, counted, over, left = (till.get(one, 0) for one in ("changed", "dropped", "drop_difference", "drop_due"))
    if changed == counted - over + left:
        return None
    what = f"{changed} of cash was changed; {counted} was counted, {over} of it over, and {left} was not counted"
    return Fault(f"drop of {table}", what)


def closing_said(day: DayFile) -> dict[str, Any]:
    """What the record says that closed the day; refused where there is none, or more than one."""
    closings = [one for one in day.sections.get(CLOSING, ()) if one.entry == day.after.entry]
    if len(closings) != 1:
        raise ValueError("the day ends with no record that closed it")
    said: dict[str, Any] = msgspec.json.decode(closings[0].payload)
    return said


def books_words(day: DayFile) -> str:
    """After which entry the record that closed the day says what every account held."""
    try:
        said = closing_said(day)
        at = said["books_at"] if said.get("books") else 0
    except UNREADABLE:
        return ""
    return (
        f"every account after entry {at}"
        if at
        else "the record that closed the day names none: an earlier release wrote it"
    )


def books_fault(day: DayFile) -> Fault | None:
    """Whether every account held what the record that closed the day says of all of them, as one hash.

    No entry says what an account held before it, so this is what binds the opening and the closing balances.
    """
    if not day.before.entry and day.opening:
        return Fault("opening balances", "there are some before the first entry of the journal")
    said = closing_said(day)
    if not said.get("books"):
        return None
    at, held = said["books_at"], dict(day.opening)
    if not day.before.entry <= at < day.after.entry:
        return Fault("closing", f"is for the books after entry {at}, which is not of this day")
    for entry in day.entries[: at - day.before.entry]:
        for line in entry.postings:
            held[line.account] = held.get(line.account, 0) + line.amount
    if books_hash(held) != said["books"]:
        return Fault("balances", f"after entry {at} are not those that the record that closed the day was made for")
    return None


def books_hash(held: Mapping[str, int]) -> str:
    """What every account holds, as one hash; accounts that hold nothing do not count.

    >>> books_hash({"purse/a": 5, "house": 0}) == books_hash({"purse/a": 5}) != books_hash({"purse/b": 5})
    True
    """
    lines = (part for account in sorted(held) if held[account] for part in (account, str(held[account])))
    return digest("openfelt books", *(part.encode() for part in lines)).hex()


def break_fault(before: DayFile, day: DayFile) -> Fault | None:
    """Whether a day goes on where the one before it ended: the same journal, head, balances, floats and key."""
    if (before.journal, before.key) != (day.journal, day.key):
        return Fault(f"day {before.day}", "is of another journal, or was signed with another key")
    if before.day >= day.day:
        return Fault(f"day {before.day}", f"is not before {day.day}")
    ended, begun = before.after, day.before
    if (ended.entry, ended.position, ended.hash) != (begun.entry, begun.position, begun.hash):
        return Fault(f"entry {begun.entry}", f"does not follow {before.day}, which ended with entry {ended.entry}")
    for account in sorted({*before.closing, *day.opening}):
        left, found = before.closing.get(account, 0), day.opening.get(account, 0)
        if left != found:
            return Fault(f"account {account}", f"held {left} when {before.day} was closed; this day opens with {found}")
    last, first = ends_of(before)[1], ends_of(day)[0]
    for stream in sorted(last.keys() & first.keys()):
        if first[stream] != last[stream] + 1:
            return Fault(f"stream {stream}", f"ended with record {last[stream]} and goes on with {first[stream]}")
    return None


def till_sums(till: Mapping[str, int]) -> tuple[int, ...]:
    """Opening, fills, credits, cash changed, difference and closing float as a till was closed."""
    opening, came, went, changed, difference = (
        till.get(one, 0) for one in ("opening", "fills", "credits", "changed", "difference")
    )
    return opening, came, went, changed, difference, opening + came - went - changed + difference


def ledger_sums(moved: Mapping[str, int]) -> tuple[int, ...]:
    """The same as the ledger lines of the float have it."""
    difference = moved.get("over", 0) + moved.get("missing", 0)
    return (
        moved.get("opening", 0), moved.get("fill", 0), -moved.get("credit", 0), -moved.get("change", 0), difference,
        moved.get("closing", 0),
    )  # fmt: skip


def entry_of(
    stored: StoredEntry, hashes: Sequence[bytes], lines: Iterable[Any], orders: Iterable[StoredOrder]
) -> DayEntry:
    """A stored entry as the file has it."""
    return DayEntry(
        stored.request,
        stored.answer.decode(),
        stored.sealed.hex(),
        tuple(one.hex() for one in hashes),
        tuple(Line(one.account, one.amount, one.reason, tuple(one.cites)) for one in lines),
        tuple(Ordered(one.stream, one.rules, one.payload.decode()) for one in orders),
        stored.hash.hex(),
    )
