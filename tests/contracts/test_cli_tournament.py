"""`openfelt tournament`: what it prints, its exit codes, its JSON, and a clear answer to every file that is none."""

import io
import json
import re

import pytest

from openfelt.tournaments import TEMPLATES, digest, fill, publish, read_conditions, write_conditions
from tests.tournament_kit import EVERY, OPERATOR, whole


@pytest.fixture
def run(command, tmp_path):
    def call(*args: str, text: str | bytes | None = None) -> tuple[int, str, str]:
        if text is not None:
            path = tmp_path / "a.toml"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            args = (*args, str(path))
        code, out, err = command("tournament", *args)
        return code, out.replace(f"{tmp_path}/", ""), err.replace(f"{tmp_path}/", "")

    return call


@pytest.mark.parametrize(("book", "key"), EVERY)
def test_what_new_writes_check_accepts_but_for_what_the_operator_answers(run, book, key):
    code, text, err = run("new", key, "--book", book)
    assert (code, err) == (0, "")
    code, out, _ = run("check", text=text)
    *gaps, last = out.splitlines()
    assert [line.split(": gap: ")[1].split(":")[0] for line in gaps] == sorted(
        OPERATOR[book], key=[line.split(": gap: ")[1].split(":")[0] for line in gaps].index
    )
    assert code == (1 if OPERATOR[book] else 0)
    assert ("not to be published" in last) == bool(OPERATOR[book])


def test_a_gap_is_named_with_line_item_clause_and_what_is_allowed(run):
    _, text, _ = run("new", "freeze-out", "--book", "act-stud")
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith("# approval"))
    code, out, err = run("check", text=text)
    assert (code, err) == (1, "")
    said = 'gap: approval: nothing is said of the reference of the approval [act-stud 20.3]; allowed: "a text"'
    assert out.splitlines()[0] == f"a.toml:{line}: {said}"
    assert out.splitlines()[-1] == "a.toml: not to be published: 3 gaps, 0 contradictions"


def test_a_contradiction_is_named_with_its_line(run):
    text = write_conditions(whole("nsw-poker", play__clock__seconds=19))
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith("clock"))
    code, out, _ = run("check", text=text)
    assert code == 1
    assert out.splitlines() == [
        f"a.toml:{line}: contradiction: play.clock: 19 seconds to act; at least 20 [nsw-poker 7.12.1]",
        "a.toml: not to be published: 0 gaps, 1 contradiction",
    ]


def test_each_level_and_each_session_has_its_own_line(run):
    made = whole("nsw-poker", "multi-session", sessions__1__carries_stacks=True, schedules__0__levels__2__most=100)
    lines = write_conditions(made).splitlines()
    _, out, _ = run("check", text="\n".join(lines))
    session, level, _ = out.splitlines()
    assert lines[int(session.split(":")[1]) - 1] == "carries_stacks = true"
    assert "blinds = [75, 150]" in lines[int(level.split(":")[1]) - 1]


def test_conditions_that_may_be_published_have_a_hash(run):
    made = whole("nsw-poker")
    code, out, err = run("check", text=write_conditions(made))
    assert (code, out, err) == (0, f"a.toml: version 1 may be published, hash {digest(made)}\n", "")


def test_a_replaced_rule_is_printed_beside(run):
    made = whole("act-stud", schedules__0__levels__0__blinds=[50, 100], play__balancing={})
    code, out, _ = run("check", text=write_conditions(made))
    assert code == 0
    level, moves, _ = out.splitlines()
    assert "replaces a rule: schedules.1.levels.1: blinds or antes, not both [act-stud 4.2(b)]" in level
    assert "[act-stud 20.5, act-stud 20.7]; a narrower reading would forbid it" in moves


def test_json_has_one_object_for_each_finding_and_totals(run):
    made = whole("act-stud", schedules__0__levels__0__blinds=[50, 100], prizes__simultaneous="stake-then-draw")
    code, out, _ = run("check", "--json", text=write_conditions(made))
    fault, rule, totals = map(json.loads, out.splitlines())
    assert code == 1
    keys = {"file", "line", "kind", "code", "item", "message", "cites", "allowed", "by_reading"}
    assert set(fault) == set(rule) == keys
    assert (fault["kind"], fault["code"], fault["item"]) == ("contradiction", "placing", "prizes.simultaneous")
    assert (fault["cites"], fault["allowed"]) == (["act-stud 20.19"], ["contribution-then-share"])
    assert (rule["kind"], rule["cites"], rule["by_reading"]) == ("replaced", ["act-stud 4.2(b)"], False)
    numbers = {"gaps": 0, "contradictions": 1, "replaced": 1, "version": 1, "digest": None}
    assert totals == {"totals": numbers}
    _, out, _ = run("check", "--json", text=write_conditions(whole("house")))
    assert json.loads(out)["totals"]["digest"] == digest(whole("house"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('book = "house"\nname = \n', "a.toml:2: not TOML: Invalid value [house 20.1]"),
        ("", "a.toml: book: nothing is said of it [house 20.1]"),
        ('book = "house"\ncolour = 3\n', "a.toml:2: colour: there is no such item [house 20.1]"),
        (
            'book = "nsw-poker"\n[rebuys]\nmost = "many"\n',
            "a.toml:3: rebuys.most: expected `int`, got `str` [nsw-poker 28.4.2(d)]; allowed: a number",
        ),
        (
            'book = "nsw-poker"\n[rebuys]\nfee = 5\n',
            "a.toml:3: rebuys.fee: there is no such item [nsw-poker 28.4.2(d)]",
        ),
        (
            'book = "nsw-poker"\n[[sessions]]\nname = "a"\n[[sessions]]\nbuy_in_cents = 1.5\n',
            "a.toml:5: sessions.2.buy_in_cents: expected `int`, got `float` [nsw-poker 28.4.2(b)]; allowed: cents",
        ),
        (
            'book = "nsw-poker"\n[[sessions]]\nbuy_in_cents = -1\n',
            "a.toml:3: sessions.1.buy_in_cents: expected `int` >= 0 [nsw-poker 28.4.2(b)]; allowed: cents",
        ),
    ],
)
def test_what_is_no_conditions_is_one_line_and_exit_code_2(run, text, said):
    assert run("check", text=text) == (2, "", f"{said}\n")
    assert run("print", text=text) == (2, "", f"{said}\n")


def test_files_that_cannot_be_read(run, tmp_path):
    assert run("check", "nowhere.toml")[::2] == (2, "openfelt: nowhere.toml: No such file or directory\n")
    assert run("check", text=b"\xff\xfe")[::2] == (2, "openfelt: a.toml: not UTF-8 text\n")
    assert run("check", str(tmp_path))[0] == 2
    code, _, err = run("check", text="# " + "x" * 300_000)
    assert (code, err) == (2, "a.toml: longer than 262,144 characters [house 20.1]\n")
    code, _, err = run("check", text="book = " + "[" * 5_000)
    assert code == 2
    assert err.startswith("a.toml")


def test_new_takes_what_a_host_fills_in(run):
    _, text, _ = run(
        *("new", "turbo", "--name", 'Ann\'s "Friday"', "--starts", "2026-12-04 19:30", "--players", "12"),
        *("--seats", "6", "--buy-in", "1500", "--chips", "3000", "--minutes", "8", "--prizes", "700,300"),
    )
    made = read_conditions(text)
    assert not isinstance(publish(made), tuple)
    assert (made.name, made.entry.most_players, made.play.seats) == ('Ann\'s "Friday"', 12, 6)
    assert run("check", text=text)[0] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("new", "cash"), "there is no template 'cash' [house 20.1]; allowed: freeze-out, re-buy, heads-up"),
        (
            ("new", "re-buy", "--book", "act-stud"),
            "act-stud has no template 're-buy' [house 20.1]; allowed: freeze-out",
        ),
        (("new", "turbo", "--book", "us-stud"), "'us-stud' has no tournaments [house 20.2.1]; allowed: nsw-poker"),
        (("new", "turbo", "--prizes", "half"), "--prizes 'half': not shares per mille; allowed: 500,300,200"),
        (
            ("new", "turbo", "--prizes", "600,300"),
            "prizes.bands.2: shares of 900 per mille of the pool: 100 per mille are missing [house 20.4]",
        ),
        (
            ("new", "freeze-out", "--book", "nsw-poker", "--seats", "12"),
            "play.seats: 12 at a table; at most 11 [nsw-poker 2.1]; allowed: 11",
        ),
        (("new", "turbo", "--starts", "Friday"), "sessions.1.starts: 'Friday' is no date and time [house 20.2.2]"),
    ],
)
def test_new_refuses(run, args, said):
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert err.startswith(f"openfelt: {said}")


def test_the_page_has_every_item_with_its_clause(run):
    text = write_conditions(whole("nsw-poker", "re-buy", entry__refusal="reserved"))
    code, out, _ = run("print", text=text)
    assert code == 0
    for line in (
        "  what a re-buy costs: $20  [nsw-poker 28.4.2(d)]",
        "  The operator may refuse any application.  [nsw-poker 28.4.2(k)(ii)]",
        "  session 1, the buy-in of a session: $20  [nsw-poker 28.4.2(b)]",
        "  schedule 1, level 1: 20 minutes, blinds 25 / 50, wagers from 50 to the whole stake  [nsw-poker 28.4.2(e)]",
        "  Entry is open only to those who may enter the casino and gamble.  [nsw-poker 28.4.2(k)(i)]",
    ):
        assert line in out.splitlines()
    assert "These rules of the game do not apply: 3, 6, 8.3, 8.7, 8.8.1, 8.8.3, 8.8.4, 8.9." in out
    assert "These stay: 8.8.6, 8.8.7, 8.8.8, 8.8.9.  [nsw-poker 28.2.1]" in out
    assert out.splitlines()[-1] == f"hash of this version: {digest(read_conditions(text))}"
    assert "DRAFT" not in out
    for item in (
        "(a)",
        "(b)",
        "(c)",
        "(d)",
        "(e)",
        "(f)",
        "(g)",
        "(h)",
        "(i)",
        "(j)",
        "(k)(i)",
        "(k)(iii)",
        "(l)",
        "(m)",
        "(n)",
    ):
        assert f"28.4.2{item}]" in out or f"28.4.2{item}," in out


def test_the_page_has_what_is_not_as_usual_too(run):
    made = whole("nsw-poker", play__bonus_rounds={"most": 2, "chips": 500}, play__dispute_holds="event")
    _, out, _ = run("print", text=write_conditions(made))
    assert "  bonus rounds, chips: 500  [nsw-poker 28.4.2(g), nsw-poker 28.5.7]" in out.splitlines()
    assert "  what a dispute holds up: event  [nsw-poker 28.4.2(g)]" in out.splitlines()
    assert "straddle" not in out
    assert "  A copy of these conditions is shown wherever the event is played.  [nsw-poker 28.4.1]" in out.splitlines()


def test_the_page_of_a_draft_says_so_and_a_replaced_rule_stands_on_it(run):
    _, out, _ = run("print", text=write_conditions(fill("freeze-out", "act-stud")))
    assert "DRAFT, not published:" in out
    made = whole("act-stud", schedules__0__levels__0__blinds=[50, 100], play__breaking={})
    _, out, _ = run("print", text=write_conditions(made))
    assert "DRAFT" not in out
    assert "  schedules.1.levels.1: blinds or antes, not both  [act-stud 4.2(b)]" in out.splitlines()
    assert "(by a reading; a narrower one would forbid it)  [act-stud 20.5, act-stud 20.7]" in out


def test_the_html_page_asks_nobody_and_escapes(run):
    _, out, _ = run("print", "--html", text=write_conditions(whole("house", name="<script>alert(1)</script>")))
    assert "<script" not in out
    assert "&lt;script&gt;" in out
    assert "http" not in out


def test_the_command_alone_prints_its_help(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert {"check", "new", "print", "templates"} <= {line.split()[0] for line in out.splitlines() if line.strip()}


def test_a_misspelt_command_and_an_option_given_twice_are_refused(run):
    code, _, err = run("chek", "x")
    assert (code, "'check'" in err) == (2, True)
    said = "openfelt tournament new: --name is given 2 times; allowed: once (see openfelt tournament new --help)\n"
    assert run("new", "turbo", "--name", "a", "--name", "b") == (2, "", said)


def test_a_date_may_stand_without_quotes(run):
    text = write_conditions(whole("house", sessions__0__starts="2026-12-04 19:30"))
    assert 'starts = "2026-12-04 19:30"' in text
    for bare in ("2026-12-04T19:30:00", "2026-12-04 19:30:00"):
        again = text.replace('"2026-12-04 19:30"', bare)
        assert read_conditions(again) == read_conditions(text)
        assert run("check", text=again)[0] == 0
    code, out, _ = run("check", text=text.replace('"2026-12-04 19:30"', "2026-12-04"))
    assert (code, "'2026-12-04' is no date and time" in out) == (1, True)


def test_standard_input_is_read(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(write_conditions(whole("house"))))
    assert run("check", "-")[0] == 0
    monkeypatch.setattr("sys.stdin", None)
    assert run("check", "-") == (2, "", "openfelt: standard input is closed; allowed: FILE\n")


def test_templates_are_listed_with_their_books(run):
    code, out, _ = run("templates")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(TEMPLATES)
    assert out.splitlines()[0].endswith("[nsw-poker, act-stud, house]")
    assert out.splitlines()[1].endswith("[nsw-poker, house]")


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_the_page_says_no_word_of_the_file(run, template):
    made = fill(template, "house")
    _, out, _ = run("print", text=write_conditions(made))
    told = [line.partition("  [")[0] for line in out.splitlines() if line.startswith("  ")]
    assert [line for line in told if re.search(r"per mille|[a-z]_[a-z]|: [a-z]+-[a-z]+-|^  \d+\.\d+ ", line)] == []
    assert any(line.startswith("  schedule 1, level 1: ") for line in told)
