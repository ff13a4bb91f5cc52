"""Server and client agree: every text that the stories make is written by both formatters, and compared."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from openfelt.errors import OpenfeltError
from openfelt.phrases import Cards, Clause, Count, Listed, Money, Name, Phrase, Seat, both, phrase, read_text
from openfelt.pit.log import log_line as pit_line
from openfelt.service.tell.event_words import event_words
from openfelt.service.tell.jackpot_views import change_words
from openfelt.service.tell.promotion_words import desk_words
from openfelt.service.tell.room_words import is_of_a_hand, room_words
from openfelt.service.wire.lines import line
from openfelt.service.wire.protocol import fault_of, write_frame
from openfelt.stories import events_of
from openfelt.table.log import log_line
from tests.stories.runner import ALL, files, stories

WEB = Path(__file__).parents[2] / "web"
# A part as the wire may carry it: these fields, and no others.
SHAPES = (
    {"money"}, {"seat"}, {"seat", "name"}, {"cards"}, {"clause"}, {"count"}, {"name"}, {"phrase"}, {"phrase", "parts"},
    {"list"}, {"list", "between"}, {"list", "last"},
)  # fmt: skip
# So many templates with values the stories' refusals have, at least, in each package that makes them.
LEAST_REFUSED = {
    "floor": 3,
    "games": 30,
    "pit": 40,
    "room": 80,
    "jackpots": 40,
    "lists": 30,
    "promotions": 35,
    "tournaments": 120,
}
# A bound of nothing is no amount that was worked out.
AMOUNT = re.compile(r"\$(?!0(?!\d))")
EVERY_PART = phrase(
    "{money} {minus} {seat} {named} {cards} {clause} {count} {name} {text} {several} {list} {both} {number} {missing}",
    money=Money(123_456_789),
    minus=Money(-50),
    seat=Seat(3),
    named=Seat(3, "{money}"),
    cards=Cards(("Ah", "Td", "??", "Jk")),
    clause=Clause("nsw-poker 12.4"),
    count=Count(1_234_567),
    name=Name("Ann {count} $5"),
    text=phrase("{a} and {a}", a="b"),
    several=(Money(5), "c", Seat(1)),
    list=Listed(("d", Name("e")), "; "),
    both=both((Seat(1), Name("f"), "g")),
    number=1234,
)


def said_of(event):
    """What the log of its stream says of an event of a story; None where that stream has no log."""
    module = type(event).__module__
    if module.startswith("openfelt.pit"):
        return pit_line(event, str)
    if module.startswith(("openfelt.room", "openfelt.table")):
        return log_line(event) if is_of_a_hand(event) else room_words(event, str, Seat)
    if module.startswith("openfelt.tournaments"):
        return event_words(event, str) or None
    if module.startswith("openfelt.promotions"):
        return desk_words(event, str) or None
    if module.startswith("openfelt.jackpots"):
        return change_words(event, str) or None
    return None


@contextmanager
def refusals_kept():
    """Every refusal that is made meanwhile, by the package that makes it."""
    kept, made = [], OpenfeltError.__init__

    def keep(error, *args, **more):
        made(error, *args, **more)
        frame = sys._getframe(1)
        while frame.f_globals["__name__"] in {__name__, "openfelt.errors", "openfelt.documents.reading"}:
            frame = frame.f_back
        kept.append((frame.f_globals["__name__"], error))

    OpenfeltError.__init__ = keep
    try:
        yield kept
    finally:
        OpenfeltError.__init__ = made


@pytest.fixture(scope="module")
def heard():
    """A line of the wire for every kind of event and every template in it, and every refusal, of all stories."""
    found, refused = {}, {}
    with refusals_kept() as kept:
        for path in files(*ALL):
            for story in stories(path):
                for event in events_of(story):
                    if (said := said_of(event)) is not None:
                        made = json.loads(write_frame(line(1, said, event)))
                        found.setdefault((made["kind"], tuple(templates(made))), made)
    for module, error in kept:
        made = json.loads(write_frame(fault_of(error)))
        refused.setdefault((module.split(".")[1], made["code"], tuple(templates(made))), made)
    return list(found.values()), refused


@pytest.fixture(scope="module")
def told(heard):
    """Every text of the stories as the wire has it, and one with every kind of part."""
    lines, refused = heard
    return [*lines, *refused.values(), json.loads(write_frame(EVERY_PART))]


def templates(told):
    """The templates in a text, the inner ones too."""
    if isinstance(told, dict):
        if "phrase" in told:
            yield told["phrase"]
        for one in told.values():
            yield from templates(one)
    elif isinstance(told, list):
        for one in told:
            yield from templates(one)


def parts_in(told):
    """Every part that is an object, the inner ones too."""
    for part in told if isinstance(told, list) else told.get("parts", {}).values():
        if isinstance(part, dict):
            yield part
            yield from parts_in(part)
            yield from parts_in(part.get("list", []))
        elif isinstance(part, list):
            yield from parts_in(part)


@pytest.mark.slow
def test_every_text_is_written_alike_by_server_and_client(told, tmp_path):
    built, source = tmp_path / "built", tmp_path / "lines.json"
    vite, bundle = WEB / "node_modules" / ".bin" / "vite", built / "phrases.js"
    command = [vite, "build", "--ssr", "src/lib/phrases.ts", "--outDir", built, "--emptyOutDir"]
    subprocess.run(command, check=True, capture_output=True, cwd=WEB)
    source.write_text(json.dumps(told), encoding="utf-8")
    # The browser writes a true minus sign and the printed faces of cards; all else is the same.
    script = f"""
        import {{ readFileSync }} from 'node:fs';
        import {{ say }} from {str(bundle)!r};
        const money = (cents) => say({{ money: cents }}).replace('\\u2212', '-');
        const how = {{ money, cards: (cards) => cards.join(' ') }};
        const lines = JSON.parse(readFileSync({str(source)!r}, 'utf8'));
        process.stdout.write(JSON.stringify(lines.map((line) => say(line, how))));
    """
    ran = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    kinds = {one.get("kind") for one in told}
    assert len(kinds) > 100, "the stories make more kinds of events than that"
    for one, written in zip(told, json.loads(ran.stdout), strict=True):
        assert written == str(read_text(one)), one


@pytest.mark.slow
def test_parts_have_a_type_and_no_amount_stands_in_a_template(heard):
    lines, refused = heard
    for one in (*lines, *refused.values()):
        odd = [part for part in parts_in(one) if set(part) not in SHAPES]
        assert not odd, one
        assert not [text for text in templates(one) if AMOUNT.search(text) or "\x1f" in text], one
        assert "{" not in re.sub(r"\{\w+\}", "", one["phrase"]), one
    assert isinstance(read_text(json.loads(write_frame(EVERY_PART))), Phrase)


@pytest.mark.slow
def test_refusals_of_every_stream_are_among_them(heard):
    _, refused = heard
    with_parts = Counter(package for (package, _, _), made in refused.items() if made.get("parts"))
    assert {name: with_parts[name] for name, least in LEAST_REFUSED.items() if with_parts[name] < least} == {}
