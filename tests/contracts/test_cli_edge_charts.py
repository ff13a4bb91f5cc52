"""Charts and the report: files that stand alone, label their axes, and say what the price sheet says."""

import os
import re
import struct
from xml.etree import ElementTree

import matplotlib.colors
import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.errors import NotationError
from openfelt.lab.after_flop import folds, runouts
from openfelt.lab.banked import banked, banked_games
from openfelt.lab.charts import draw, render, taken_by
from openfelt.lab.place import require_place
from openfelt.lab.price import percent

SVG = "{http://www.w3.org/2000/svg}"


def figure(key, kind):
    game = banked(key)
    return draw(game, game.sheet(), kind, 50)


@pytest.mark.parametrize("key", banked_games())
@pytest.mark.parametrize("kind", ["strategy", "outcomes", "session"])
def test_every_axis_is_labelled_and_nothing_needs_colour(key, kind):
    drawn = figure(key, kind)
    assert drawn.get_axes()
    for axes in drawn.get_axes():
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        for artist in (*axes.patches, *axes.lines, *axes.texts):
            colour = artist.get_facecolor() if hasattr(artist, "get_facecolor") else artist.get_color()
            red, green, blue = matplotlib.colors.to_rgb(colour)
            assert red == green == blue
        for image in axes.get_images():
            assert image.get_cmap().name == "Greys"


def test_the_big_raise_chart_says_what_the_strategy_does():
    """A pair of sixes raises four, one of fives raises one; three suited kings-queens-jacks raise four; 7-5-2 folds."""
    odd, suited, pairs = figure("nz-big-raise", "strategy").get_axes()

    def text_at(axes, column, row):
        return next((one.get_text() for one in axes.texts if one.get_position() == (column, row)), "")

    assert text_at(pairs, 12 - 4, 12) == "4"  # sixes with a deuce
    assert text_at(pairs, 12 - 3, 12) == "1"  # fives with a deuce
    columns = [label.get_text() for label in odd.get_xticklabels()]
    assert text_at(suited, columns.index("K\nQ"), 1) == "4"  # with a jack
    assert text_at(odd, columns.index("K\nQ"), 1) == "1"
    assert text_at(odd, columns.index("7\n5"), 10) == ""
    assert odd.get_images()[0].get_array()[10, columns.index("7\n5")] == 0


def test_the_three_card_chart_says_what_the_strategy_does():
    """Queen, six, four is the lowest hand without a pair that plays, but for straights and flushes."""
    drawn = figure("three-card-poker", "strategy")
    odd, suited, pairs = ({one.get_position(): one.get_text() for one in axes.texts} for axes in drawn.get_axes())
    columns = [label.get_text() for label in drawn.get_axes()[0].get_xticklabels()]
    assert odd[columns.index("Q\n6"), 8] == "P"  # with a four
    assert (columns.index("Q\n6"), 9) not in odd  # with a trey
    assert odd[columns.index("5\n4"), 9] == "P"
    assert (columns.index("7\n5"), 10) not in odd
    assert suited[columns.index("7\n5"), 10] == "P"
    assert set(pairs.values()) == {"P"}
    assert "P: play.  blank: fold." in drawn.get_suptitle()


def test_the_canberra_chart_says_what_the_strategy_does():
    grids = figure("act-holdem", "strategy").get_axes()
    rainbow = {one.get_position(): one.get_text() for one in grids[0].texts}
    assert rainbow[1, 0] == "C"  # ace-king suited, nothing made, three suits on the flop
    assert (12, 11) not in rainbow  # three-deuce suited never calls
    assert len(grids) == 6


def test_the_chart_is_of_the_strategy_that_the_sheet_prices():
    """act-holdem 7.3 read alone: a bonus that a fold would forfeit is minded in the chart too."""
    game = banked("act-holdem")
    sheet = game.sheet(HoldemSign(folded_bonus="lost"), bonus=500)
    drawn = folds(taken_by(game, sheet)) * runouts()
    assert drawn == sum(row.deals for row in sheet.main.outcomes if row.decision == "fold")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_chart_gives_the_same_bytes(kind):
    assert render(figure("nz-big-raise", "outcomes"), kind) == render(figure("nz-big-raise", "outcomes"), kind)


@pytest.mark.slow
def test_a_chart_of_each_format(command, tmp_path):
    asked = {"chart.svg": ["--chart-of", "strategy"], "chart.html": ["--rounds", "30"]}
    asked["chart.png"] = ["--chart-of", "session", "--rounds", "30"]
    for name, options in asked.items():
        code, _, err = command("edge", "nz-big-raise", "--chart", str(tmp_path / name), *options)
        assert (code, err) == (0, f"wrote {tmp_path / name}\n")
    root = ElementTree.parse(tmp_path / "chart.svg").getroot()
    texts = " ".join("".join(one.itertext()) for one in root.iter(f"{SVG}text"))
    assert "fold or raise, optimal (house edge 13.6898 %)" in texts
    data = (tmp_path / "chart.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert width > 1500
    assert height > 1000
    assert (tmp_path / "chart.html").read_text(encoding="utf-8").count("<svg") == 3


@pytest.mark.slow
def test_the_report_stands_alone(command, tmp_path):
    path = tmp_path / "report.html"
    code, out, err = command("report", str(path), "--game", "nz-big-raise", "--rounds", "30")
    assert (code, out, err) == (0, "", f"wrote {path}\n")
    text = path.read_text(encoding="utf-8")
    sheet = banked("nz-big-raise").sheet()
    assert percent(sheet.main.edge) in text
    assert "22237/162435" in text
    assert all(f"{row.deals:,}" in text for row in sheet.main.outcomes)
    assert "2.5751 %" in text  # the US reading
    assert text.count("<svg") == 3
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)|\s(src|href)=\"(?!#)", text)
    names = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\"<> ]+", text)) <= names


def test_a_report_of_a_changed_game(command, tmp_path):
    path = tmp_path / "report.html"
    code, _, _ = command("report", str(path), "--game", "nz-big-raise", "--set", "sevens=lose", "--rounds", "10")
    assert code == 0
    assert "19.8888 %" in path.read_text(encoding="utf-8")


BAD = [
    (["report", "x.pdf"], "x.pdf: a report is .html"),
    (["report", "x.html", "--game", "bingo"], "no house-banked game 'bingo'; allowed: act-holdem, nz-big-raise"),
    (["report", "x.html", "--set", "sevens=lose"], "--pay-table and --set need one --game"),
    (["report", "x.html", "--game", "nz-big-raise", "--rounds", "0"], "a session of 0 rounds is not 1 to 10000"),
    (
        ["report", "/no/such/place/x.html", "--game", "nz-big-raise", "--rounds", "1"],
        "cannot be written: no folder /no/such/place",
    ),
    (["edge", "nz-big-raise", "--chart", "/no/such/place/x.svg"], "cannot be written: no folder /no/such/place"),
    (["edge", "nz-big-raise", "--chart", "x.svg", "--chart-of", "session", "--rounds", "0"], "is not 1 to 10000"),
]


@pytest.mark.parametrize(("args", "said"), BAD, ids=range(len(BAD)))
def test_a_mistake_is_one_line(command, args, said):
    code, out, err = command(*args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_place_that_cannot_be_written_is_refused_before_the_long_work(tmp_path, monkeypatch):
    folder = tmp_path / "page.html"
    folder.mkdir()
    with pytest.raises(NotationError, match="it is a folder"):
        require_place(folder)
    with pytest.raises(NotationError, match="no folder"):
        require_place(tmp_path / "missing" / "page.html")
    require_place(tmp_path / "new.html")
    asked = []
    monkeypatch.setattr("os.access", lambda path, mode: bool(asked.append((path, mode))))
    with pytest.raises(NotationError, match="no permission"):
        require_place(tmp_path / "new.html")
    assert asked == [(tmp_path, os.W_OK)]
