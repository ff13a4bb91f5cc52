"""Matches between bots play the real table: the same whoever plays, chips conserved, intervals that hold."""

import json
import math

import pytest

from openfelt.cli import main
from openfelt.errors import NotationError
from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.lab import matches
from openfelt.lab.matches import BotRecord, Match, chunks_of, per_hundred, play_hand, play_match, share
from openfelt.lab.workers import team
from openfelt.table.events import HandStarted, StreetDealt
from tests.conftest import count
from tests.service_kit import seats_at

SIGN = standard_sign("nsw-poker", "texas-holdem", seats=4)
MATCH = Match(SIGN, ("random", "caller", "random", "caller"), 20_000, 5)


def test_processes_play_the_same_hands():
    alone = play_match(MATCH, 250)
    with team(jobs=2) as by:
        assert play_match(MATCH, 250, by) == alone
    assert play_match(Match(SIGN, MATCH.bots, 20_000, 6), 250) != alone


def test_chunks_cover_every_hand_once_and_do_not_matter(monkeypatch):
    whole = play_match(MATCH, 130)
    monkeypatch.setattr(matches, "CHUNK", 7)
    parts = chunks_of(MATCH, 130)
    assert [hand for part in parts for hand in range(part.first, part.first + part.hands)] == list(range(130))
    assert play_match(MATCH, 130) == whole


def test_progress_hears_of_every_hand():
    heard = []
    play_match(MATCH, 230, progress=heard.append)
    assert heard == [100, 100, 30]


def test_the_button_goes_round_and_stacks_are_fresh():
    first = [next(event for event in play_hand(MATCH, at)[1] if isinstance(event, HandStarted)) for at in range(5)]
    assert [event.button for event in first] == [1, 2, 3, 4, 1]
    assert all(set(event.stacks) == {20_000} for event in first)


def test_what_a_bot_does_changes_no_card():
    """The cards of a hand are the seed's, whoever plays it."""

    def dealt(bots):
        events = play_hand(Match(SIGN, bots, 20_000, 9), 3)[1]
        return next(event for event in events if isinstance(event, StreetDealt))

    assert dealt(("caller",) * 4) == dealt(("tight", "random", "tight", "caller"))


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_every_game_is_played_and_its_chips_add_up(rulebook, game):
    sign = standard_sign(rulebook, game, seats=seats_at((rulebook, game), 3))
    result = play_match(Match(sign, ("random", "caller", "tight")[: sign.seats], 10_000, 1), count(10, 300))
    assert sum(one.net for one in result.bots.values()) == -result.taken <= 0
    for one in result.bots.values():
        assert one.dealt == result.hands
        assert 0 <= one.won_showdowns <= min(one.won, one.showdowns) <= one.dealt


def test_a_bot_against_itself_is_even_within_its_interval():
    """Without commission the same bot in every seat wins what it loses, and each seat is even but for chance."""
    free = standard_sign("house", "short-deck", seats=2, commission=type(SIGN.commission)())
    result = play_match(Match(free, ("random", "random"), 20_000, 2), 200)
    assert (result.bots["random"].net, result.taken) == (0, 0)
    chips = per_hundred(result.bots["random"], result.hands, 0.95)
    assert chips.mean == chips.low == chips.high == 0


def test_callers_reach_every_showdown():
    free = standard_sign("house", "omaha-8", seats=3, commission=type(SIGN.commission)())
    record = play_match(Match(free, ("caller",) * 3, 20_000, 2), 30).bots["caller"]
    assert record.showdowns == record.dealt == 90
    assert record.won == record.won_showdowns >= 30


def test_the_interval_of_a_mean_is_that_of_its_hands():
    """Nets of +300 and -100 in turn: mean 100, standard deviation 200 * sqrt(n / (n - 1))."""
    hands = 400
    record = BotRecord(dealt=hands, net=200 * 300 - 200 * 100, squares=200 * 300**2 + 200 * 100**2)
    found = per_hundred(record, hands, 0.95)
    half = 1.959963985 * 200 * math.sqrt(hands / (hands - 1)) / math.sqrt(hands)
    assert found.mean == pytest.approx(100 * 100)
    assert (found.low, found.high) == pytest.approx((100 * (100 - half), 100 * (100 + half)))
    twice = BotRecord(dealt=2 * hands, net=record.net, squares=record.squares)  # the same chips over two seats
    assert per_hundred(twice, hands, 0.95).mean == pytest.approx(50 * 100)


def test_the_interval_of_a_share_is_wilsons():
    found = share(5, 10, 0.95)
    assert (found.low, found.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert share(0, 10, 0.95).low == pytest.approx(0)
    assert share(10, 10, 0.95).high == pytest.approx(1)


@pytest.mark.parametrize("stack", [0, -50, 10**13, 20_001])
def test_a_stack_that_chips_cannot_make_is_refused(stack):
    with pytest.raises(NotationError, match="is not 1 to"):
        Match(SIGN, MATCH.bots, stack, 1)


# --- the command ------------------------------------------------------------------------------------------------------


def run(capsys, *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(["simulate", *args])
    printed = capsys.readouterr()
    return done.value.code, printed.out, printed.err


def test_the_command_prints_an_object(capsys):
    code, out, err = run(capsys, "omaha", "--hands", "20", "--seed", "4", "--bots", "caller,random", "--json")
    made = json.loads(out)
    assert (code, err) == (0, "")
    assert made["hands"] == 20
    assert made["seats"] == ["caller", "random"] * 3
    assert made["taken"] == -sum(one["net"] for one in made["bots"])
    for one in made["bots"]:
        assert one["chips_per_100"]["low"] <= one["chips_per_100"]["mean"] <= one["chips_per_100"]["high"]
        assert one["big_blinds_per_100"]["mean"] == pytest.approx(one["chips_per_100"]["mean"] / 200)


def test_the_command_prints_a_table_and_takes_a_sign(capsys):
    sign = "nsw-poker texas-holdem structured 400/800  blinds 200/400  36 cards  places 6"
    code, out, _ = run(capsys, "texas-holdem", "--hands", "5", "--seats", "2", "--bots", "caller", "--sign", sign)
    assert code == 0
    assert "5 hands, 2 seats" in out
    assert "caller" in out


def test_the_rulebook_is_looked_for_only_where_none_is_named(capsys):
    assert "by Seven Card Stud (US room)" in run(capsys, "razz", "--hands", "1")[1]
    assert "house" in run(capsys, "razz", "--hands", "1", "--rulebook", "house")[1]


def test_one_more_than_is_dealt_in_sits_out_with_the_button(capsys):
    """nsw-poker 9.3.1: eleven sit, ten are dealt in."""
    code, out, _ = run(capsys, "texas-holdem", "--hands", "11", "--seats", "11", "--bots", "caller", "--json")
    made = json.loads(out)
    assert (code, len(made["seats"])) == (0, 11)
    assert made["bots"][0]["hands"] == 11 * 10


def test_the_confidence_is_printed_as_it_was_asked_for(capsys):
    _, out, _ = run(capsys, "omaha", "--hands", "1", "--confidence", "0.999999999")
    assert "99.9999999 % interval" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ["roulette"],
            "no game 'roulette' to simulate; allowed: act-holdem, nz-big-raise, three-card-poker",
        ),
        (["omaha", "--bots", "shark"], "no bot 'shark'; allowed: caller, pot-odds, random, tight"),
        (["omaha", "--bots", ","], "no bot is named"),
        (["omaha", "--bots", ""], "no bot is named"),
        (["omaha", "--bots", "caller,,random"], "--bots 'caller,,random': place 2 names no bot; allowed: caller,"),
        (["omaha", "--bots", "tight,caller,random", "--seats", "2"], "random would not play"),
        (
            ["omaha", "--bots", "tight,caller,tight", "--seats", "2"],
            "2 seats are too few for the 3 bots tight, caller, tight: tight would not play",
        ),
        (["omaha", "--bots", "tight,tight,tight", "--seats", "2"], "2 seats are too few for the 3 bots"),
        (["omaha", "--seats", "1"], "1 seats"),
        (["omaha", "--seats", "0"], "0 seats"),
        (["omaha", "--seats", "12"], "12 seats; Omaha with 52 cards seats 2 to 11 [nsw-poker 6.1.1(v)"),
        (
            ["omaha", "--seats", "5", "--sign", "nsw-poker omaha full-pot  blinds 100/200  places 4"],
            "5 players at a table of 4 seats [nsw-poker 6.1.1(v), nsw-poker 6.1, nsw-poker 4.1.1]; allowed: 2 to 4",
        ),
        (["omaha", "--hands", "0"], "0 hands are not"),
        (["omaha", "--stack", "-1"], "a stack of -1"),
        (["omaha", "--sign", "nsw-poker omaha no-limitt"], "cannot be read"),
        (["omaha", "--sign", ""], "the sign '' cannot be read: a rulebook is missing"),
        (["omaha", "--sign", 'nsw-poker omaha full-pot  blinds 1/2  table="a'], "is no text in quotes"),
        (["omaha", "--sign", f"nsw-poker omaha full-pot  blinds 1/1{'0' * 29}"], "is no amount of blinds"),
        (
            ["omaha", "--sign", f"nsw-poker omaha full-pot  blinds 1/{10**12 + 1}"],
            "a bet of 1000000000001 on the sign is more than any stack has; allowed: 1 to 1000000000000",
        ),
        (
            ["omaha", "--sign", "nsw-poker omaha full-pot  blinds 100/200", "--rulebook", "house"],
            "the sign is of nsw-poker, but --rulebook says house",
        ),
        (["razz", "--rulebook", "nsw-poker"], "no game 'razz' in 'nsw-poker' [house 3.7]; allowed: us-stud, house"),
        (["omaha", "--seed", "-1"], "-1 is not in the range x>=0"),
        (["omaha", "--cluster", ""], "--cluster names no scheduler"),
        (["omaha", "--confidence", "0.9999999999999999"], "is not 0.5 to 0.999999999"),
        (["omaha", "--confidence", "nan"], "is not 0.5 to 0.999999999"),
        (["omaha", "--sign", "nsw-poker texas-holdem no-limit  blinds 100/200"], "not of omaha"),
        (["omaha", "--sign", "nsw-poker omaha full-pot  blinds 100/200  places 12"], "12 seats"),
        (["omaha", "--rulebook", "us-stud"], "no game 'omaha' in 'us-stud'"),
        (["omaha", "--confidence", "1"], "a confidence of 1.0"),
        (["omaha", "--jobs", "0"], "0 jobs are not"),
        (["omaha", "--ante", "100"], "--ante is for games against the house"),
        (["nz-big-raise", "--bots", "tight"], "--bots is for games between players"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, args, said):
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err
