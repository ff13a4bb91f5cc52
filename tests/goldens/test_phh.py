"""Histories of our own in every PHH code, each with its derivation, and what happens to a history that is wrong."""

from __future__ import annotations

import json
import warnings
from decimal import Decimal
from pathlib import Path

import pokerkit
import pytest

from openfelt.cli import main
from openfelt.formats import VARIANTS, read_histories, replay_text
from openfelt.table import events as e

HERE = Path(__file__).parent / "phh"
FILES = sorted(HERE.glob("*.phh"))
OTHERS = HERE / "others.phhs"


def texts():
    """One file for each hand of our own in a PHH code."""
    return {next(read_histories(path.read_text(), path.name)).variant: path.read_text() for path in FILES}


def test_every_code_has_a_hand():
    assert set(texts()) == set(VARIANTS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_stacks_come_out(path):
    [verdict] = replay_text(path.read_text())
    assert (verdict.error, verdict.checked, verdict.rake) == (None, "stacks", 0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pokerkit_reads_the_same_end(path):
    history = pokerkit.HandHistory.loads(path.read_text())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        *_, state = history
    assert list(state.stacks) == history.finishing_stacks


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_another_end_is_refused(path):
    text = path.read_text()
    [history] = read_histories(text)
    for player in range(len(history.stacks)):
        for more in (-1, 1):
            wrong = list(history.finishing)
            wrong[player] += more
            [verdict] = replay_text(
                text.replace(f"finishing_stacks = {list(history.finishing)}", f"finishing_stacks = {wrong}")
            )
            assert f"p{player + 1} finishes with {history.finishing[player]} [house 6.6], but" in verdict.error


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_action_may_be_left_out(path):
    """Only the showing of a hand can be missing: cards that the file deals speak for themselves (house 6.2)."""
    text = path.read_text()
    [history] = read_histories(text)
    for at, action in enumerate(history.actions):
        if " sm" not in action:
            rest = history.actions[:at] + history.actions[at + 1 :]
            [verdict] = replay_text(text.replace(str(history.actions), str(rest)))
            assert not verdict.ok, action


OTHER_ENDS = {
    "decimals_and_rake": ("winnings", Decimal("0.5"), [Decimal("49.75"), Decimal("35.625"), Decimal("66.475")]),
    "late_post_live": ("stacks", 0, [90, 90, 120]),
    "late_post_dead": ("stacks", 0, [125, 90, 85]),
    "conceded_all_in": ("stacks", 0, [200, 0]),
    "infinite_stack": ("actions", 0, [None, 0]),
    "unknown_winner": ("actions", 0, None),
    "shown_before_the_river": ("stacks", 0, [200, 0]),
    "effective_stack": ("stacks", 0, [60, 170]),
    "unknown_up_card": ("stacks", 0, [204, 199, 197]),
}


def test_what_real_files_contain_besides():
    found = {verdict.hand: verdict for verdict in replay_text(OTHERS.read_text())}
    assert {name: (one.checked, one.rake, one.finishing_stacks) for name, one in found.items()} == OTHER_ENDS
    assert all(one.ok for one in found.values())


HEADS_UP = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [100, 200]
"""


def refusal(*actions, head=HEADS_UP):
    dealt = ["d dh p1 AsAh", "d dh p2 KsKh"]
    [verdict] = replay_text(f"{head}actions = {[*dealt, *actions]}")
    assert not verdict.ok
    return verdict.error


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["p1 cc"], "action 3 'p1 cc': it is seat 2's turn, not seat 1's [house 4.11]"),
        (
            ["p2 cbr 19"],
            "action 3 'p2 cbr 19': 19 is below the minimum of 20 [house 4.4]; allowed: fold, call 5, raise",
        ),
        (["p2 cbr 201"], "action 3 'p2 cbr 201': 201 is above the maximum of 200 [house 4.11]"),
        (["p2 pb"], "action 3 'p2 pb': seat 2 has no bring-in to make"),
        (["p2 sd"], "action 3 'p2 sd': seat 2 cannot do that now"),
        (["p2 sm KsKh"], "action 3 'p2 sm KsKh': it is p2's turn to act [house 4.11]; allowed: fold, call 5"),
        (["d db 2c3c4c"], "action 3 'd db 2c3c4c': it is p2's turn to act [house 4.11]"),
        (["p2 cc", "p1 cc", "p1 cc"], "action 5 'p1 cc': 3 community cards must be dealt first [house 5.1]"),
        (["p2 cc", "p1 cc", "d db 2c3c"], "ends early: 3 community cards must be"),
        (["p2 cc", "p1 cc", "d db 2c3c4c5c"], "action 5 'd db 2c3c4c5c': 4 community cards; 3 are due"),
        (["p2 cc", "p1 cc", "d db 2c3cAs"], "action 5 'd db 2c3cAs': card 3, As, is out already"),
        (["p2 cc", "p1 cc", "d db 2c3c??"], "action 5 'd db 2c3c??': a card dealt face up must be named"),
        (["p2 cc"], "ends early: it is p1's turn [house 5.5]"),
        (["p3 f"], "action 3 'p3 f': there is no p3; 2 players are dealt in"),
        (["p2 f", "p1 f"], "action 4 'p1 f': the betting is over [house 4.11]"),
        (["p2 f", "p2 sm KsKh"], "action 4 'p2 sm KsKh': p2 has folded [house 6.2]"),
        (["p2 f", "p1 sm AsAd"], "p1 holds As Ah, not As Ad [house 6.2]"),
        (["p2 cbr 15.5"], "action 3 'p2 cbr 15.5': 15.5 is below the minimum of 20"),
    ],
)
def test_an_illegal_action_is_named_with_its_clause(actions, said):
    assert said in refusal(*actions)


@pytest.mark.parametrize(
    "action", ["p2 jumps", "p2", "p0 f", "px f", "p2 cbr", "p2 f 10", "d dh p1 1x", "d xx", "p2 f f f"]
)
def test_what_is_no_action_cannot_be_read(action):
    [verdict] = replay_text(f"{HEADS_UP}actions = ['d dh p1 AsAh', '{action}']")
    assert verdict.error.startswith("action 2: ")
    assert not verdict.readable


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("variant = 'NT'", "variant = 'XX'", "no variant 'XX'; allowed: FT, NT, NS"),
        ("variant = 'NT'\n", "", "the field 'variant' is missing"),
        ("variant = 'NT'", "variant = 7", "the field 'variant' is no text"),
        ("antes = [0, 0]\n", "", "the field 'antes' is missing"),
        ("antes = [0, 0]", "antes = 0", "the field 'antes' is no list of amounts"),
        ("antes = [0, 0]", "antes = ['0', 0]", "'0' in the field 'antes' is no amount"),
        ("antes = [0, 0]", "antes = [0, nan]", "'nan' in the field 'antes' is no amount"),
        ("antes = [0, 0]", "antes = [0, 0, 0]", "3 amounts in the field 'antes' for 2 players"),
        ("antes = [0, 0]", "antes = [0, -1]", "an ante is negative"),
        ("min_bet = 10\n", "", "the field 'min_bet' is missing; NT needs it"),
        ("min_bet = 10", "min_bet = true", "True in the field 'min_bet' is no amount"),
        ("[100, 200]", "[100]", "1 starting stacks; a hand has 2 to 23 players"),
        ("[100, 200]", "[100, 0.0000000000001]", "amounts with 13 decimals"),
        ("[100, 200]", "[100, 9999999999999999]", "more than any pot holds"),
        ("actions = []", "actions = [1]", "the field 'actions' is no list of texts"),
        ("actions = []", "", "the field 'actions' is missing"),
    ],
)
def test_a_malformed_history_is_refused_by_its_field(old, new, said):
    text = f"{HEADS_UP}actions = []"
    assert old in text
    [verdict] = replay_text(text.replace(old, new))
    assert not verdict.readable
    assert said in verdict.error


def test_no_chips_is_no_player():
    [verdict] = replay_text(f"{HEADS_UP}actions = []".replace("[100, 200]", "[100, 0]"))
    assert "seat 2 has no chips in front [house 4.11]" in verdict.error


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("min_bet = 10", "min_bet = 0", "the least bet is 0; it must be at least one chip unit [house 3.7]"),
        ("min_bet = 10", "min_bet = -2.5", "the least bet is -2.5; it must be at least one chip unit [house 3.7]"),
    ],
)
def test_a_setting_that_no_table_has_is_named_as_the_file_writes_it(old, new, said):
    """Not in dollars: a file's amounts may be anything."""
    text = f"{HEADS_UP}actions = []"
    assert old in text
    [verdict] = replay_text(text.replace(old, new))
    assert (verdict.readable, verdict.error) == (True, said)


def test_every_event_of_a_replay_cites_a_clause():
    for text in texts().values():
        [verdict] = replay_text(text)
        assert all(event.cites for event in verdict.events if type(event) is not e.PotAwarded)


def test_winnings_must_go_to_the_same_players():
    text = OTHERS.read_text()
    first = next(replay_text(text.replace("winnings = [0, 0, 12.00]", "winnings = [12.00, 0, 0]")))
    assert first.error == "hand decimals_and_rake: p1 collects 0 [house 6.2], but 12 is recorded"
    first = next(replay_text(text.replace("winnings = [0, 0, 12.00]", "winnings = [0, 0, 12.51]")))
    assert first.error == "hand decimals_and_rake: p3 collects 12.5 [house 6.2], but 12.51 is recorded"


def test_a_record_that_contradicts_itself_is_named():
    text = OTHERS.read_text().replace(
        "winnings = [0, 0, 12.00]", "winnings = [0, 0, 12]\nfinishing_stacks = [49.75, 35.625, {}]"
    )
    assert next(replay_text(text.format("65.975"))).ok
    wrong = next(replay_text(text.format("66")))
    assert "p3 finishes with 65.975 by the recorded winnings [house 7], but 66 is recorded" in wrong.error
    assert "the record contradicts itself" in wrong.error


def run(capsys, *args):
    with pytest.raises(SystemExit) as left:
        main(["replay", *map(str, args)])
    said = capsys.readouterr()
    return left.value.code, said.out, said.err


def test_the_command_answers_in_json(capsys):
    code, out, err = run(capsys, "--json", HERE)
    *hands, totals = map(json.loads, out.splitlines())
    assert (code, err, len(hands)) == (0, "", 20)
    compared = {"finishing_stacks", "error", "checked", "rake", "convention", "ends_early"}
    assert set(hands[0]) == {"file", "hand", "ok", *compared}
    assert totals == {
        "totals": {
            "files": 12, "hands": 20, "ok": 20, "ends_early": 0, "failed": 0, "unreadable": 0,
            "checked": {"stacks": 17, "winnings": 1, "actions": 2},
            "conventions": {"pots": 1, "blinds": 0, "all": 0}, "rake": 0.5,
        }
    }  # fmt: skip
    assert '"finishing_stacks":[49.75,35.625,66.475]' in out  # exact decimals, as numbers


def test_a_hand_that_disagrees_is_exit_code_1(capsys, tmp_path):
    file = tmp_path / "wrong.phh"
    file.write_text((HERE / "NT.phh").read_text().replace("[300, 300, 150]", "[301, 300, 149]"))
    code, out, _ = run(capsys, file, HERE / "FT.phh")
    assert code == 1
    assert out.splitlines() == [
        f"{file}: p1 finishes with 300 [house 6.6], but 301 is recorded",
        "2 hands in 2 files: 1 agree (1 by stacks), 1 do not",
    ]


def test_what_cannot_be_read_is_exit_code_2_and_the_run_goes_on(capsys, tmp_path):
    (tmp_path / "a.phh").write_text("actions = [\n")
    (tmp_path / "b.phh").write_bytes(b"\xff\xfe")
    (tmp_path / "c.phh").write_text((HERE / "NT.phh").read_text())
    (tmp_path / "d.phh").write_text("")
    code, out, _ = run(capsys, "--json", tmp_path)
    *hands, totals = map(json.loads, out.splitlines())
    assert code == 2
    assert [one["ok"] for one in hands] == [False, False, True, False]
    assert hands[0]["error"].startswith("line 1: unclosed array")
    assert "not UTF-8 text at byte 0" in hands[1]["error"]
    assert totals["totals"]["unreadable"] == 3


SPLIT = """variant = 'NS'
antes = [0, 0, 0, 0]
blinds_or_straddles = [10, 20, 0, 0]
min_bet = 20
starting_stacks = [20000, 20000, 20000, 20000]
actions = [
  'd dh p1 Ks8h', 'd dh p2 8sAh', 'd dh p3 8cAs', 'd dh p4 Qs6c', 'p3 cbr 20000', 'p4 cc', 'p1 cc', 'p2 cc',
  'd db 6dAd7d', 'd db 9c', 'd db Kc', 'p1 sm Ks8h', 'p2 sm 8sAh', 'p3 sm 8cAs', 'p4 sm Qs6c',
]
finishing_stacks = [26667, 26667, 26666, 0]
"""


@pytest.mark.parametrize(
    ("stacks", "ok"),
    [
        ("26667, 26667, 26666, 0", True),  # one each, clockwise (house 6.3)
        ("26668, 26666, 26666, 0", True),  # all to the first winner, as other rooms do
        ("26666, 26668, 26666, 0", False),
        ("26667, 26666, 26667, 0", False),
    ],
)
def test_two_odd_chips_go_one_each_or_both_to_the_first_winner(stacks, ok):
    text = SPLIT.replace("26667, 26667, 26666, 0", stacks)
    [verdict] = replay_text(text)
    assert verdict.ok is ok
    if not ok:
        assert verdict.finishing_stacks == [26667, 26667, 26666, 0], "a record that fits neither is judged by house 6.3"
    [by_winnings] = replay_text(text.replace("finishing_stacks", "winnings"))
    assert by_winnings.ok is ok
