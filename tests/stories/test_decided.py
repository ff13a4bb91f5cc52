"""Every story decides what it decided when its hash was stored."""

import msgspec
import pytest

from tests.stories import decided
from tests.stories.decided import BOOKS, Entry, Reader, compare, entry


@pytest.mark.parametrize("book", BOOKS)
def test_stories_decide_what_is_stored(book):
    stored = decided.read()
    found = compare(stored.of_book(book), decided.tell_book(book, Reader(stored.fields))).differences
    advice = f"If this is meant: a changelog fragment, a higher version, and `{decided.WRITE}`. {decided.RAISE}"
    assert not found, "\n".join([*found, advice])


def test_the_stored_file_was_written_under_todays_versions():
    assert decided.read().rules == decided.versions(), f"`{decided.WRITE}`"


ONE = {"engine": 1, "nsw-poker": 3, "us-stud": 1}
DIFFERENT = ["nsw-poker/a.hand: event 1 of 1, Bet, differs; stored are 1"]


@pytest.mark.parametrize(
    ("now", "fails"),
    [
        (ONE, True),
        (ONE | {"nsw-poker": 4}, False),
        (ONE | {"engine": 2}, False),
        (ONE | {"us-stud": 2}, True),
        (ONE | {"nsw-poker": 2}, True),
        (ONE | {"engine": 0, "nsw-poker": 3}, True),
    ],
    ids=["the same", "the book's rose", "the engine's rose", "another book's rose", "it fell", "the engine's fell"],
)
def test_a_story_may_decide_otherwise_only_under_a_higher_version(now, fails):
    assert bool(decided.not_risen(DIFFERENT, ONE, now)) is fails


def test_a_story_that_is_gone_needs_no_higher_version():
    assert decided.not_risen(["nsw-poker/a.hand (2): is gone"], ONE, ONE) == []


def test_what_decides_otherwise_is_not_written_under_the_same_version(monkeypatch, tmp_path, capsys):
    stored = decided.read()
    name = next(name for name in stored.stories if name.startswith("nsw-poker/"))
    old = stored.stories[name]
    bent = decided.Decided(stored.fields, {name: old._replace(events="0" * 16)}, stored.rules)
    now = decided.Decided(stored.fields, {name: old._replace(names=("Bet",) * 99)}, decided.versions())
    file = tmp_path / "decided.json"
    monkeypatch.setattr(decided, "STORED", file)
    monkeypatch.setattr(decided, "read", lambda: bent)
    monkeypatch.setattr(decided, "compute", lambda _: now)
    monkeypatch.setattr("sys.argv", ["decided", "--write"])
    with pytest.raises(SystemExit):
        decided.main()
    assert "Nothing is written: 1 stories decide something else under the same version" in capsys.readouterr().out
    assert not file.exists()
    monkeypatch.setattr(decided, "read", lambda: bent._replace(rules=stored.rules | {"nsw-poker": 0}))
    decided.main()
    assert file.exists()


def test_the_stored_file_is_sorted_with_a_line_for_each_story():
    assert decided.STORED.read_text(encoding="utf-8") == decided.written(decided.read())


def test_every_stored_story_is_of_a_folder_that_is_compared():
    stored = decided.read()
    assert sum(len(stored.of_book(book)) for book in BOOKS) == len(stored.stories) > 2000


# --- what is a difference ---------------------------------------------------------------------------------------------


def a_type(*fields, name="Raised"):
    return msgspec.defstruct(name, [*fields, ("cites", tuple, ())], tag=name, module="openfelt.table.events")


FIELDS = {"table.Raised": ["seat", "to"]}
TEXT = "3 raises to 600"
STORED = entry("a.hand", TEXT, [a_type("seat", "to")(3, 600)], Reader(FIELDS))


def now(*events, text=TEXT):
    return [entry("a.hand", text, events, Reader(FIELDS))]


def test_citations_and_fields_added_later_are_no_difference():
    made = a_type("seat", "to", ("sized", int, 7))(3, 600, cites=("nsw-poker 12.4",))
    assert compare([STORED], now(made)) == ([], [])


@pytest.mark.parametrize(
    "made",
    [
        a_type("seat", "to")(3, 601),
        a_type("seat", "by")(3, 600),
        a_type("seat")(3),
        a_type("seat", "to", name="Bet")(3, 600),
    ],
    ids=["another value", "a field renamed", "a field gone", "another event"],
)
def test_another_value_or_name_is_a_difference(made):
    name = type(made).__struct_config__.tag
    assert compare([STORED], now(made)) == ([f"a.hand: event 1 of 1, {name}, differs; stored are 1"], [])
    assert compare([STORED], now(made, text=f"{TEXT}  # a comment\n\n")).differences
    assert compare([STORED], now(made, text="3 raises to 601")) == ([], ["a.hand"]), "whose text was edited"


def test_an_event_more_is_a_difference():
    made = a_type("seat", "to")(3, 600)
    (what,) = compare([STORED], now(made, made)).differences
    assert what == "a.hand: makes 2 events, not 1; the first 1 are as stored"


FIRST, SECOND = Entry("a.hand (1)", "e1", "t1", "1a", ("Bet",)), Entry("a.hand (2)", "e2", "t2", "2a", ("Bet",))


def test_a_story_that_is_gone_is_a_difference_and_a_new_one_is_none():
    assert compare([FIRST], [FIRST, SECOND]) == ([], [])
    assert compare([FIRST, SECOND], [FIRST]) == (["a.hand (2): is gone"], [])
    assert compare([FIRST], [FIRST._replace(story="b.hand (1)")]) == (["a.hand (1): is gone"], [])
    assert compare([], [FIRST]) == ([], [])


def test_a_story_put_before_others_changes_only_their_numbers():
    new, first, second = (
        Entry("a.hand (1)", "e0", "t0"),
        FIRST._replace(story="a.hand (2)"),
        Entry("a.hand (3)", "e2", "t2", "2a", ("Bet",)),
    )
    assert compare([FIRST, SECOND], [new, first, second]) == ([], [])
    bent = second._replace(events="e3", each="3a")
    assert compare([FIRST, SECOND], [new, first, bent]) == (
        ["a.hand (2): event 1 of 1, Bet, differs; stored are 1"],
        [],
    )


def test_a_row_that_was_edited_is_another_story_in_its_place():
    row, other = Entry("a.hand 100", "e1", "t1"), Entry("a.hand 200", "e9", "t9")
    assert compare([row], [other]) == ([], ["a.hand 100"])


def test_the_first_event_that_differs_is_named():
    made = Entry("a.hand", "ff", "t", "1a2b9d", ("Bet", "Folded", "Shown"))
    assert compare([made._replace(events="ee", each="1a2c9d")], [made]).differences == [
        "a.hand: event 2 of 3, Folded, differs; stored are 3"
    ]
