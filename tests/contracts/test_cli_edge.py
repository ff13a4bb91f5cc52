"""`openfelt edge`: what other programs rely on, and one line with exit code 2 for every mistake."""

import json
from fractions import Fraction

import pytest

from openfelt.books.act_holdem.pit import ANTE_TABLE, SUPER_ACES_TABLE
from openfelt.books.nz_big_raise.pit import RAISE_TABLE
from openfelt.rulebooks import clause


def test_json_of_a_price(command):
    code, out, err = command("edge", "nz-big-raise", "--json")
    found = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert list(found) == [
        "game", "strategy", "strategy_lines", "strategy_cost", "ante", "settings", "main", "side_bets",
    ]  # fmt: skip
    assert list(found["main"]) == [
        "name", "stake", "deals", "expected_value", "house_edge", "element_of_risk", "average_wager", "variance",
        "standard_deviation", "gain_frequency", "even_frequency", "loss_frequency", "fold_frequency", "cites",
        "outcomes",
    ]  # fmt: skip
    assert found["main"]["house_edge"] == {"exact": "22237/162435", "decimal": 22237 / 162435}
    rows = found["main"]["outcomes"]
    assert sum(row["deals"] for row in rows) == found["main"]["deals"] == 25_989_600
    total = Fraction(sum(row["deals"] * row["net"] for row in rows), found["main"]["deals"] * found["main"]["stake"])
    assert total == Fraction(found["main"]["expected_value"]["exact"])
    assert all(clause(cite) for cite in found["main"]["cites"])


def test_json_of_a_canberra_decision(command):
    code, out, _ = command("edge", "act-holdem", "--decision", "Jd4c", "Kh9s6d", "--json")
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["game", "cards", "runouts", "ante", "choices", "best", "equal", "margin", "outcomes"]
    assert found["runouts"] == sum(row["deals"] for row in found["outcomes"]) == 1_070_190
    assert (found["best"], found["equal"]) == (["call"], False)
    assert found["choices"][0]["value"]["exact"] == "-35264/35673"


def test_the_game_may_stand_after_the_flop(command):
    first = command("edge", "act-holdem", "--decision", "Jd4c", "Kh9s6d")
    assert first == command("edge", "--decision", "Jd4c", "Kh9s6d", "act-holdem")
    assert first[0] == 0


def test_equal_choices_are_said_to_be_equal(command, tmp_path):
    table = RAISE_TABLE.replace(**{hand.replace("-", "_"): 0 for hand in RAISE_TABLE.odds})
    (tmp_path / "even.toml").write_text(table.toml(), encoding="utf-8")
    code, out, _ = command("edge", "nz-big-raise", "--pay-table", str(tmp_path / "even.toml"), "--decision", "8c8d8h")
    assert code == 0
    assert "raise 1 and raise 2 and raise 3 and raise 4 are exactly equal" in out


def test_readings_stand_beside_the_resolution(command):
    code, out, _ = command("edge", "nz-big-raise", "--readings", "--json")
    found = json.loads(out)["readings"]
    assert code == 0
    assert {one["setting"]: one["value"] for one in found if one["default"]} == {
        "ante_pays": "even-money", "sevens": "stand-off", "standoff_ante": "returned",
        "exposed_community": "raises-stand", "discarded_card": "first",
    }  # fmt: skip
    assert command("edge", "nz-big-raise", "--readings")[1].count("\n* ") == 5


def test_a_setting_gives_the_same_figure_as_its_reading(command):
    sevens = json.loads(command("edge", "nz-big-raise", "--set", "sevens=lose", "--json")[1])
    listed = json.loads(command("edge", "nz-big-raise", "--readings", "--json")[1])["readings"]
    edge = next(one["house_edge"] for one in listed if (one["setting"], one["value"]) == ("sevens", "lose"))
    assert sevens["main"]["house_edge"] == edge
    assert sevens["settings"]["sevens"] == "lose"


@pytest.mark.slow
def test_readings_are_priced_at_the_stakes_of_the_sheet(command):
    """Where a fold forfeits the bonus (act-holdem 7.3) the best play minds it, also in the rows."""
    stakes = ("--set", "folded_bonus=lost", "--bonus", "10000")
    found = json.loads(command("edge", "act-holdem", *stakes, "--readings", "--json")[1])
    rows = {(one["setting"], one["value"]): one for one in found["readings"]}
    lost, paid = rows["folded_bonus", "lost"], rows["folded_bonus", "declared-paid"]
    assert lost["house_edge"] == found["main"]["house_edge"]
    assert lost["side_bets"] == {side["name"]: side["house_edge"] for side in found["side_bets"]}
    assert f"{lost['house_edge']['decimal']:.4%}" == "2.2926%"
    assert f"{paid['house_edge']['decimal']:.4%}" == "2.1576%"


def test_a_pay_table_from_a_file_is_priced(command, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(RAISE_TABLE.replace(royal_flush=1000).toml(), encoding="utf-8")
    mine = json.loads(command("edge", "nz-big-raise", "--pay-table", str(path), "--json")[1])
    house = json.loads(command("edge", "nz-big-raise", "--json")[1])
    assert mine["main"]["house_edge"]["decimal"] < house["main"]["house_edge"]["decimal"]


def test_a_strategy_from_a_file_is_priced(command, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("# timid\nraise 1  pair >= T\nraise 1  hand = three-of-a-kind\nfold\n", encoding="utf-8")
    found = json.loads(command("edge", "nz-big-raise", "--strategy", str(path), "--json")[1])
    assert found["strategy_lines"] == ["raise 1 pair >= T", "raise 1 hand = three-of-a-kind", "fold"]
    pairs_and_threes = 5 * 288 + 52  # C(4,2) x 48 for each of five ranks, and 13 x 4; a ten or better counted once
    assert Fraction(found["main"]["fold_frequency"]["exact"]) == 1 - Fraction(pairs_and_threes, 22_100)


BAD = [
    (["roulette"], "no house-banked game 'roulette'; allowed: act-holdem, nz-big-raise"),
    (["act-holdem", "--decision", "Jd4c", "Jd9s6d"], "Jd appears twice in 'Jd 4c Jd 9s 6d' [act-holdem 2.1]"),
    (["act-holdem", "--decision", "Jd4c", "Kh9s6d2c"], "the flop is three cards, not 4 [act-holdem def/Flop]"),
    (["act-holdem", "--decision", "Jd4c2h", "Kh9s6d"], "the hole cards are two cards, not 3 [act-holdem 6.3(c)]"),
    (
        ["act-holdem", "--decision", "Jd4c"],
        "two hole cards and the flop, as two texts [act-holdem 6.4, act-holdem 7.1]",
    ),
    (["nz-big-raise", "--decision", "Ts7s2d3c"], "a player has 3 cards, not 4 [nz-big-raise 8.3, nz-big-raise 9.1]"),
    (["nz-big-raise", "--decision", "Ts7sTs"], "Ts appears twice in 'Ts 7s Ts' [nz-big-raise 7.3]"),
    (["nz-big-raise", "--decision", "Ts7sJk"], "Jk is not one of the 52 cards [nz-big-raise 7.3]"),
    (["nz-big-raise", "--decision", "Ts7s??"], "?? is not one of the 52 cards [nz-big-raise 7.3]"),
    (["nz-big-raise", "--decision", "Ts7sXx"], "card 3 of 'Ts7sXx' cannot be read"),
    (["act-holdem", "Kh9s6d"], "'Kh9s6d' is not asked for here"),
    (["act-holdem", "--strategy", "lucky"], "no strategy 'lucky' for act-holdem, nor a file; allowed: optimal,"),
    (["act-holdem", "--set", "unqualified_call=lost"], "[act-holdem 9.1]; allowed: returned, paid"),
    (["act-holdem", "--set", "sevens=lose"], "no setting 'sevens' on a sign of act-holdem; allowed: unqualified_call,"),
    (["act-holdem", "--set", "sevens"], "--set 'sevens' is not NAME=VALUE"),
    (["act-holdem", "--set", "max_payout=lots"], "max_payout is 'lots', not a whole number of cents"),
    (["act-holdem", "--set", "max_payout=0"], "[act-holdem 8.2]"),
    (["act-holdem", "--set", "max_payout=\u0663"], "max_payout is '\u0663', not a whole number of cents"),
    (["nz-big-raise", "--set", "sevens=lose", "--set", "sevens=stand-off"], "--set gives sevens twice"),
    (["nz-big-raise", "--strategy", ""], "no strategy '' for nz-big-raise, nor a file"),
    (["nz-big-raise", "--strategy", "/dev/zero"], "/dev/zero: more than 20000 characters"),
    (["nz-big-raise", "--pay-table", "/dev/zero"], "/dev/zero: more than 20000 characters"),
    (["nz-big-raise", "--pay-table", ""], "cannot be read"),
    (["nz-big-raise", "--chart", ""], "a chart is .svg, .png or .html"),
    (["nz-big-raise", "--rounds", "100"], "--rounds is for --chart"),
    (["nz-big-raise", "--chart-of", "session"], "--chart-of is for --chart"),
    (["nz-big-raise", "--chart", "x.svg", "--rounds", "0"], "--rounds is for --chart-of session, or a page in .html"),
    (
        ["nz-big-raise", "--chart", "x.png", "--chart-of", "outcomes", "--rounds", "200"],
        "--rounds is for --chart-of session, or a page in .html",
    ),
    (
        ["nz-big-raise", "--chart", "x.html", "--chart-of", "outcomes"],
        "--chart-of is for .svg and .png: a page in .html has every chart",
    ),
    (["nz-big-raise", "--decision", "Ts7s2d", "--readings"], "--readings has no use beside --decision"),
    (["nz-big-raise", "--decision", "Ts7s2d", "--strategy", "naive"], "--strategy has no use beside --decision"),
    (["nz-big-raise", "--decision", "Ts7s2d", "--chart", "a.svg"], "--chart has no use beside --decision"),
    (["act-holdem", "--ante", "0"], "an ante of 0 cents is not 1 to 1000000"),
    (["act-holdem", "--bonus", "-5"], "a bonus of -5 cents is not 0 to 1000000"),
    (["nz-big-raise", "--chart", "chart.gif"], "chart.gif: a chart is .svg, .png or .html"),
]


@pytest.mark.parametrize(("args", "said"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_mistake_is_one_line(command, args, said):
    code, out, err = command("edge", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


TABLES = [
    ("act-holdem", "[ante]\nroyal-flush = 100\n", "lacks straight-flush, four-of-a-kind, full-house, flush, all-other"),
    (
        "act-holdem",
        ANTE_TABLE.toml().replace("flush = 2\n", "flush = -2\n"),
        "are -2, not 0 to 1000000 [act-holdem 8.1]",
    ),
    ("act-holdem", ANTE_TABLE.toml() + "five-aces = 9\n", "has no hand 'five-aces' [act-holdem 8.1]; allowed:"),
    (
        "act-holdem",
        SUPER_ACES_TABLE.toml().replace("= 30", "= 1.5"),
        "are 1.5, not a whole number to one [act-holdem 11.1]",
    ),
    (
        "act-holdem",
        RAISE_TABLE.toml(),
        "act-holdem has no pay table 'raise' [act-holdem 8.1]; allowed: ante, super-aces",
    ),
    ("nz-big-raise", "[raise\n", "not TOML"),
    ("nz-big-raise", "", "no pay table in it"),
    ("nz-big-raise", "raise = " + "[" * 5000, "nested too deep"),
]


@pytest.mark.parametrize(("game", "text", "said"), TABLES, ids=range(len(TABLES)))
def test_a_bad_pay_table_is_named_by_file_and_clause(command, tmp_path, game, text, said):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    code, out, err = command("edge", game, "--pay-table", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert str(path) in err


def test_a_pay_table_with_a_byte_order_mark_is_read(command, tmp_path):
    path = tmp_path / "editor.toml"
    path.write_text(RAISE_TABLE.replace(flush=8).toml(), encoding="utf-8-sig")
    assert command("edge", "nz-big-raise", "--pay-table", str(path))[0] == 0


STRATEGIES = [
    ("shove\n", "line 1: no decision in 'shove' [nz-big-raise 9.1, nz-big-raise 5.2]; allowed: fold, raise 1,"),
    ("raise 5\nfold\n", "line 1: no decision in 'raise 5'"),
    ("raise 1  pair >= T\n", "the last line must decide without a condition"),
    ("", "the last line must decide without a condition"),
    ("fold\nraise 1\n", "line 2: nothing can follow a line without a condition"),
    ("raise 1  luck >= 3\nfold\n", "line 1: no feature 'luck'; allowed: hand, pair,"),
    ("raise 1  pair >= 1\nfold\n", "line 1: pair cannot be '1'; allowed: 2, 3,"),
    ("raise 1  pair\nfold\n", "line 1: 'pair' is not 'feature >= value'"),
]


@pytest.mark.parametrize(("text", "said"), STRATEGIES, ids=range(len(STRATEGIES)))
def test_a_bad_strategy_is_named_by_file_and_line(command, tmp_path, text, said):
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    code, out, err = command("edge", "nz-big-raise", "--strategy", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert str(path) in err
