"""`openfelt rules`, and what holds for every command: one line and exit code 2 for a mistake, never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from openfelt import __version__
from openfelt.cli import main
from openfelt.cli.main import COMMANDS
from openfelt.rulebooks import RULEBOOK_KEYS, clause, rulebook


def cites(out: str) -> list[str]:
    """The citations of the clauses printed as JSON lines."""
    return [f"{one['rulebook']} {one['clause']}" for one in map(json.loads, out.splitlines())]


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [("NSW-Poker", "12.4"), ("12.4", "nsw-poker"), ("12.4", "NSW-Poker", "--rulebook", "nsw-poker"),
     ("nsw-poker", "12.4"), ("nsw-poker 12.4",), ("12.4", "--rulebook", "nsw-poker"), ("--rulebook=nsw-poker", "12.4"),
     ("nsw-poker", "12.4", "--rulebook", "nsw-poker"), ("nsw-poker", "12.4", "--kind", "engine")],
)  # fmt: skip
def test_one_clause_however_it_is_asked_for(command, args):
    code, out, err = command("rules", *args)
    assert (code, err) == (0, "")
    assert out.startswith("nsw-poker 12.4  (engine)\n")
    assert " ".join(clause("nsw-poker 12.4").requirement.split()) in " ".join(out.split())


def test_a_clause_with_a_space_in_its_number(command):
    code, out, _ = command("rules", "nsw-poker", "1.1/active", "player")
    assert code == 0
    assert out.startswith("nsw-poker 1.1/active player  (definition)\n")


def test_json_is_one_object_per_line_with_the_documented_fields(command):
    code, out, _ = command("rules", "nsw-poker", "12.4", "--json")
    assert code == 0
    one = clause("nsw-poker 12.4")
    assert json.loads(out) == {
        "rulebook": "nsw-poker", "clause": "12.4", "kind": "engine",
        "requirement": one.requirement, "behaviour": one.behaviour, "note": one.note,
    }  # fmt: skip


@pytest.mark.parametrize("key", RULEBOOK_KEYS)
def test_a_rulebook_alone_lists_its_clauses_in_order(command, key):
    code, out, _ = command("rules", key, "--json")
    assert code == 0
    assert cites(out) == [one.cite for one in rulebook(key).values()]


def test_a_rule_lists_the_clauses_below_it(command):
    code, out, _ = command("rules", "nsw-poker", "12", "--json")
    assert code == 0
    assert cites(out) == [one.cite for one in rulebook("nsw-poker").values() if one.number.startswith("12.")]


def test_a_number_without_a_rulebook_is_looked_for_in_all(command):
    _, out, _ = command("rules", "12.4", "--json")
    assert cites(out) == [f"{key} 12.4" for key in RULEBOOK_KEYS if "12.4" in rulebook(key)]
    assert len(cites(out)) > 1


def test_the_overview_counts_by_kind(command):
    code, out, _ = command("rules", "--json")
    assert code == 0
    books = {one["rulebook"]: one for one in map(json.loads, out.splitlines())}
    assert tuple(books) == RULEBOOK_KEYS
    assert books["nsw-poker"]["clauses"] == 834 == sum(books["nsw-poker"]["kinds"].values())
    _, text, _ = command("rules")
    assert all(key in text for key in RULEBOOK_KEYS)
    assert "353 engine" in text


def test_search_by_words_and_kind(command):
    code, out, _ = command("rules", "button", "--kind", "irregularity", "--json")
    found = list(map(json.loads, out.splitlines()))
    assert code == 0
    assert found
    assert {one["kind"] for one in found} == {"irregularity"}
    assert all("button" in " ".join(one.values()).lower() for one in found)


def test_a_kind_alone_lists_it_in_every_rulebook(command):
    _, out, _ = command("rules", "--kind", "evaluator", "--json")
    assert {one["rulebook"] for one in map(json.loads, out.splitlines())} == set(RULEBOOK_KEYS)


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nsw-poker", "12.44"), "no clause '12.44' in nsw-poker, by number or by words; near: nsw-poker 12.4,"),
        (("12.4", "--rulebook", "us-stud"), "no clause or section 12.4 in us-stud, which has title, def,"),
        (("house", "26.12"), "no clause '26.12' in house"),  # a note of the house names nsw-poker 26.12
        (("nsw-pokr", "12.4"), "near: nsw-poker"),
        (("nsw", "12.4"), "no rulebook 'nsw'; near: nsw-poker"),
        (("act", "12"), "no rulebook 'act'; near: act-stud, act-holdem"),
        (("--report", "nsw", "12"), "no rulebook 'nsw'; near: nsw-poker"),
        (("house", "99"), "no clause or section 99 in house, which has 1 to 14, 16 to "),
        (("nsw-poker", "31"), "no clause or section 31 in nsw-poker, which has 1 to 30, Diagram A,"),
        (("act-stud", "21"), "no clause or section 21 in act-stud, which has 1 to 20,"),
        (("--report", "nsw-poker", "99"), "no clause or section 99 in nsw-poker"),
        (("99",), "no clause or section 99 in any rulebook: nsw-poker has 1 to 30,"),
        (("no such words anywhere",), "no clause 'no such words anywhere' in any rulebook"),
        (("nsw-poker", "12.4", "--kind", "legal"), "nsw-poker 12.4 is of kind engine, not legal"),
        (("nsw-poker", "--rulebook", "us-stud"), "nsw-poker is asked for, but --rulebook says us-stud"),
        (("12.4", "nsw-poker", "--rulebook", "us-stud"), "nsw-poker is asked for, but --rulebook says us-stud"),
        (("12.4", "nsw"), "no rulebook 'nsw'; near: nsw-poker"),
        (("99", "house"), "no clause or section 99 in house, which has 1 to 14, 16 to "),
        (("nsw-poker", ".4"), "no clause '.4' in nsw-poker"),
        (("nsw-poker", "--", "-1"), "no clause or section -1 in nsw-poker, which has 1 to 30, Diagram A,"),
        (("nsw-poker", "12.4", "raise"), "no clause '12.4 raise' in nsw-poker, by number or by words; near: nsw-poker"),
        (("nsw-poker", "12.4", "us-stud"), "no clause '12.4 us-stud' in nsw-poker"),
        (("--kind", "jackpot", "--rulebook", "us-stud"), "no clause of kind jackpot in us-stud; allowed: engine,"),
        (("us-stud", "--kind", "jackpot"), "no clause of kind jackpot in us-stud; allowed: engine,"),
        (("--report", "--kind", "jackpot", "--rulebook", "us-stud"), "no clause of kind jackpot in us-stud; allowed:"),
        (("us-stud", "pot", "--kind", "jackpot"), "no clause 'pot' of kind jackpot in us-stud"),
        (("--kind", "engin"), "'engin' is not one of 'engine'"),
        (("--rulebook", "nsw"), "'nsw' is not one of 'nsw-poker'"),
        (("--nope",), "no such option"),
        (("--kind",), "requires an argument"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(command, args, said):
    code, out, err = command("rules", *args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("openfelt")
    assert said in err


def test_a_misspelt_command_is_refused_with_the_nearest(command):
    code, out, err = command("rulse")
    assert (code, out) == (2, "")
    assert err == "openfelt: no command 'rulse'; did you mean rules? (see openfelt --help)\n"


def test_a_file_that_cannot_be_read_is_named(command, monkeypatch, tmp_path):
    missing = tmp_path / "missing.tsv"
    monkeypatch.setattr("openfelt.cli.rules.print_clauses", lambda *_, **__: missing.read_text())
    code, _, err = command("rules", "house")
    assert code == 2
    assert err == f"openfelt: {missing}: No such file or directory\n"


def test_a_message_of_several_lines_is_made_one(command, monkeypatch):
    def refuse(*_, **__):
        raise click.UsageError("Choose from:\n\ta,\n\tb")

    monkeypatch.setattr("openfelt.cli.rules.print_clauses", refuse)
    assert command("rules", "house") == (2, "", "openfelt rules: choose from: a, b (see openfelt rules --help)\n")


def test_our_own_fault_is_not_passed_off_as_the_user_s(monkeypatch):
    monkeypatch.setattr("openfelt.cli.rules.print_clauses", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["rules", "house"])


def test_interrupting_is_not_a_traceback(command, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("openfelt.cli.rules.print_clauses", interrupted)
    code, _, err = command("rules", "house")
    assert (code, err.strip()) == (130, "interrupted")


# --- the root ---------------------------------------------------------------------------------------------------------


def test_no_arguments_show_the_help_and_so_does_h(command):
    code, out, err = command()
    assert (code, err) == (0, "")
    assert command("-h") == command("--help") == (0, out, "")
    assert all(f"\n  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("group", [(), ("tournament",), ("promotion",)])
def test_the_help_cuts_no_sentence(command, group):
    _, out, _ = command(*group, "--help")
    assert "..." not in out.partition("Commands:")[2]


# --- glossary and checklists ------------------------------------------------------------------------------------------


def test_the_glossary_has_every_definition_once(command):
    _, out, _ = command("rules", "--glossary", "--json")
    cited = [one["cite"] for line in out.splitlines() for one in json.loads(line)["meanings"]]
    defined = [one.cite for key in RULEBOOK_KEYS for one in rulebook(key).values() if one.kind == "definition"]
    assert sorted(cited) == sorted(defined)
    assert len(cited) == len(set(cited))


def test_a_word_of_the_glossary_with_every_rulebooks_meaning(command):
    code, out, _ = command("rules", "--glossary", "straddle")
    assert code == 0
    assert out.splitlines()[0] == "straddle"
    for cite in ("nsw-poker 1.1/straddle", "act-stud def/Straddle"):
        assert f"  {clause(cite).requirement}  [{cite}]" in out.splitlines()
    _, only, _ = command("rules", "--glossary", "straddle", "--rulebook", "act-stud")
    assert len(only.splitlines()) == 2


def test_the_checklist_of_a_rulebook(command):
    code, out, _ = command("rules", "--checklist", "us-stud", "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {step["rulebook"] for step in steps} == {"us-stud"}
    assert [step["moment"] for step in steps if step["cites"] == ["us-stud wagers(8)"]] == ["play"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--glossary", "strad dle"), "no word 'strad dle' in the glossary"),
        (
            ("--glossary", "stub", "--rulebook", "nsw-poker"),
            "no word 'stub' in the glossary of nsw-poker, but in that of",
        ),
        (("--glossary", "nsw-poker", "stub"), "in the glossary of nsw-poker, but in that of us-stud"),
        (("--glossary", "strad dle", "--rulebook", "us-stud"), "no word 'strad dle' in the glossary of us-stud"),
        (("--glossary", "--report"), "one at a time"),
        (("--glossary", "--kind", "room"), "--kind goes with"),
        (("--checklist", "house"), "house has no checklists; allowed: nsw-poker"),
        (("--checklist", "nsw-poker", "12"), "takes a rulebook, not '12'"),
    ],
)
def test_a_glossary_or_checklist_that_cannot_be_given(command, args, said):
    code, out, err = command("rules", *args)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_version(command):
    assert command("--version") == (0, f"openfelt, version {__version__}\n", "")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_that_says_something(command, name):
    code, out, err = command(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: openfelt {name} ")
    assert len(out.splitlines()) > 5


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_fits_the_terminal_and_keeps_its_tables(command, monkeypatch, name, width):
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = command(name, "--help")
    assert "..." not in out.partition("Commands:")[2]
    assert "\b" not in out
    assert max(map(len, out.splitlines())) <= width
    if name in ("rules", "simulate"):
        examples = [line for line in out.splitlines() if line.startswith(f"  openfelt {name}")]
        assert len(examples) == out.count(f"openfelt {name}") - 1, "one line each, and one for the usage"


def test_the_module_is_the_command_and_a_closed_pipe_is_quiet():
    """`openfelt rules nsw-poker | head -1` ends without a word on stderr."""
    command = [sys.executable, "-m", "openfelt", "rules", "nsw-poker"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout.readline() == b"nsw-poker 1.1  (definition)\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141, "as any program that a closed pipe ends"


def test_a_full_disk_is_one_line_and_a_closed_output_is_nothing():
    command = [sys.executable, "-m", "openfelt", "rules", "nsw-poker"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "openfelt: cannot write the output: No space left on device\n")
    closed = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")
