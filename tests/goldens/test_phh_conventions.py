"""What a file means by winnings, which rakes are believed, and histories that end early."""

from __future__ import annotations

import json

import pytest

from openfelt.cli import main
from openfelt.formats import replay_text

# Blinds 1 and 2, everyone has 100. Each hand: its actions after the deal, and what each position takes.
WALK = ("'p3 f', 'p1 f'", [0, 2, 0])  # p2 takes both blinds: 2 in the pot, 1 uncalled
BET = ("'p3 cbr 6', 'p1 f', 'p2 f'", [0, 0, 5])  # 5 in the pot, 4 uncalled
FLOP = ("'p3 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 10', 'p3 f'", [0, 5, 0])  # 5 in the pot, 10 uncalled
SHOWN = (  # p3 calls all-in for 100 of p2's 250: 201 in the pot, 150 uncalled
    "'p3 cc', 'p1 f', 'p2 cbr 250', 'p3 cc', 'd db 2c3d4h', 'd db 7s', 'd db 8c', 'p2 sm KsKd', 'p3 sm AsAd'",
    [0, 0, 201],
)
CHECKED = "'d db 2c3d4h', 'p2 cc', 'p3 cc', 'd db 7s', 'p2 cc', 'p3 cc', 'd db 8c', 'p2 cc', 'p3 cc', 'p3 sm AsAd'"
DEALT = "'d dh p1 ????', 'd dh p2 KsKd', 'd dh p3 AsAd'"


def hand(actions: str, winnings: list[float], *, stacks: str = "[100, 250, 100]", extra: str = "") -> str:
    return (
        f"variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
        f"starting_stacks = {stacks}\nactions = [{DEALT}, {actions}]\nwinnings = {winnings}\n{extra}"
    )


def file(*hands: str) -> str:
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(hands, start=1))


def verdicts(*hands: str):
    return list(replay_text(file(*hands)))


# What the position that gets a bet back records for each hand under each convention.
RECORDS = {
    "pots": [[0, 2, 0], [0, 0, 5], [0, 5, 0], [0, 0, 201]],
    "blinds": [[0, 3, 0], [0, 0, 5], [0, 5, 0], [0, 0, 201]],
    "all": [[0, 3, 0], [0, 0, 9], [0, 15, 0], [0, 150, 201]],
}


@pytest.mark.parametrize("convention", RECORDS)
def test_the_convention_of_a_file_is_found(convention):
    records = RECORDS[convention]
    found = verdicts(*(hand(one[0], told) for one, told in zip((WALK, BET, FLOP, SHOWN), records, strict=True)))
    assert [(one.error, one.convention, one.rake) for one in found] == [(None, convention, 0)] * 4
    assert {one.checked for one in found} == {"winnings"}


def test_most_hands_decide_and_the_others_fail_by_name():
    """Hand by hand each of the three would fit some convention; two walks outvote the third."""
    right, lost = hand(WALK[0], [0, 3, 0]), hand(WALK[0], [0, 2, 0])
    found = verdicts(right, right, lost)
    assert [one.ok for one in found] == [True, True, False]
    assert found[2].error == (
        "hand 3: the winnings are 1 short of pots of 2: no rake is taken where no community card was dealt [house 9]"
    )


def test_among_equals_winnings_are_what_is_taken_from_the_pots():
    found = verdicts(hand(WALK[0], [0, 3, 0]), hand(WALK[0], [0, 2, 0]))
    assert [one.convention for one in found] == ["pots", "pots"]
    assert [one.ok for one in found] == [False, True]


def test_a_file_without_uncalled_bets_needs_no_convention_but_pots():
    [found] = verdicts(hand(f"'p3 cc', 'p1 f', 'p2 cc', {CHECKED}", [0, 0, 5]))
    assert (found.error, found.convention) == (None, "pots")


def test_whoever_only_has_a_bet_back_has_not_won():
    """The loser's cards were never shown; what is recorded for the loser is the uncalled bet alone."""
    unseen = SHOWN[0].replace("'p2 sm KsKd', ", "")
    text = hand(unseen, [0, 150, 201]).replace("KsKd", "????")
    [found] = replay_text(text)
    assert (found.error, found.checked, found.convention) == (None, "winnings", "all")


# --- the rake ---------------------------------------------------------------------------------------------------------

POT = f"'p3 cbr 50', 'p1 f', 'p2 cc', {CHECKED}"  # 101 in the pot


@pytest.mark.parametrize(("collected", "rake"), [(101, 0), (95, 6), (85.85, 15.15)])
def test_a_rake_of_up_to_fifteen_per_cent_is_believed(collected, rake):
    [found] = verdicts(hand(POT, [0, 0, collected]))
    assert (found.error, float(found.rake)) == (None, rake)


def test_a_larger_rake_is_named():
    [found] = verdicts(hand(POT, [0, 0, 85.84]))
    assert found.error == "hand 1: the winnings are 15.16 short of pots of 101: a rake is at most 15% [house 9]"


def test_a_larger_rake_is_named_where_stacks_are_recorded_too():
    told = "finishing_stacks = [99, 200, 130]"
    [found] = verdicts(hand(POT, [0, 0, 80], extra=told))
    assert "a rake is at most 15% [house 9]" in found.error
    [found] = verdicts(hand(POT, [0, 0, 91], extra="finishing_stacks = [99, 200, 141]"))
    assert (found.error, found.checked, found.rake) == (None, "stacks", 10)


def test_a_rake_without_a_flop_is_named():
    [found] = verdicts(hand(BET[0], [0, 0, 4.5]))
    assert found.error == (
        "hand 1: the winnings are 0.5 short of pots of 5: no rake is taken where no community card was dealt [house 9]"
    )


# --- late posts below the big blind -----------------------------------------------------------------------------------


def late(winnings: list[float]) -> str:
    """p3 posts 1 late and calls: with 1 more if the post is live, with 2 if it is dead."""
    actions = "'p3 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 10', 'p3 f'"
    return hand(actions, winnings).replace("[1, 2, 0]", "[1, 2, -1]")


@pytest.mark.parametrize("pot", [6, 5])
def test_a_short_late_post_is_dead_or_else_live(pot):
    [found] = verdicts(late([0, pot, 0]))
    assert (found.error, found.rake) == (None, 0)


def test_a_record_that_comes_out_neither_way_fails():
    [found] = verdicts(late([0, 7, 0]))
    assert found.error == "hand 1: p2 collects 6 [house 6.2], but 7 is recorded"


# --- ends early -------------------------------------------------------------------------------------------------------


def test_a_history_that_stops_while_somebody_has_to_act_ends_early():
    [found] = verdicts(hand("'p3 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h'", [0, 0, 0]))
    assert (found.ok, found.ends_early, found.error) == (False, True, "hand 1: ends early: it is p2's turn [house 5.5]")


def test_a_wrong_action_before_the_end_is_no_early_end():
    [found] = verdicts(hand("'p3 cc', 'p1 f', 'p2 cbr 3'", [0, 0, 0]))
    assert (found.ok, found.ends_early) == (False, False)


# --- the command ------------------------------------------------------------------------------------------------------


def run(capsys, *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["replay", *map(str, args)])
    said = capsys.readouterr()
    return left.value.code, said.out, said.err


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.phhs").write_text(file(hand(WALK[0], [0, 3, 0]), hand(BET[0], [0, 0, 5])))
    (tmp_path / "b.phhs").write_text(file(hand(FLOP[0], [0, 15, 0]), hand("'p3 f'", [0, 0, 0])))
    return tmp_path


def test_the_command_says_which_conventions_it_used_and_what_ends_early(capsys, folder):
    code, out, _ = run(capsys, folder)
    first, last = out.splitlines()
    assert code == 1
    assert first == f"{folder / 'b.phhs'}: hand 2: ends early: it is p1's turn [house 5.5]"
    assert last == (
        "4 hands in 2 files: 3 agree (3 by winnings), 1 end early, 0 do not; "
        "winnings are with uncalled blinds counted in (1 file), with uncalled bets counted in (1 file)"
    )


def test_several_jobs_answer_the_same_in_the_same_order(capsys, folder):
    alone = run(capsys, "--json", folder)
    assert run(capsys, "--json", "--jobs", 2, folder) == alone
    totals = json.loads(alone[1].splitlines()[-1])["totals"]
    assert (totals["ok"], totals["ends_early"], totals["failed"]) == (3, 1, 0)
    assert totals["conventions"] == {"pots": 0, "blinds": 1, "all": 1}


@pytest.mark.parametrize("jobs", ["0", "513", "many"])
def test_a_number_of_jobs_that_cannot_be_is_refused(capsys, folder, jobs):
    code, out, err = run(capsys, "--jobs", jobs, folder)
    assert (code, out) == (2, "")
    assert jobs in err
