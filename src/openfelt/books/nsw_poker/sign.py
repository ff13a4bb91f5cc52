"""The signs of nsw-poker: rules 3, 6, 7.12 and 8."""

from __future__ import annotations

from typing import Final

from openfelt.books.nsw_poker import cite
from openfelt.books.nsw_poker.table import CHAPTER as POLICY
from openfelt.games.game import Game
from openfelt.games.sign import Clock, Commission, Sign
from openfelt.games.signrules import (
    HISTORIES_ONLY,
    CommissionRules,
    Fixed,
    MixedGame,
    RotationRules,
    SignRules,
    TournamentSigns,
    outside_tournaments,
)
from openfelt.rulebooks import Cited


def has_no_voluntary_blinds(_sign: Sign, game: Game) -> bool:
    """Every game but Draw Poker (blind), whose last blind may or may not stand: 7.3 against 11.5."""
    return not game.voluntary_blinds


CHAPTER: Final = SignRules(
    fixed=(
        Fixed("check_raise", (True,), cite("1.1/check")),
        Fixed("disclose_mucked", (False,), cite("24.2")),
        Fixed("minimum_raise", (True,), POLICY.min_raise),
        Fixed("first_opener", ("lowest",), cite("9.4")),
        Fixed("later_opener", ("card",), cite("11.2")),
        Fixed("first_round_option", ("B",), cite("7.3")),
        Fixed("return_blind", ("last",), cite("8.8.3.1")),
        Fixed("tap_out_units", (None, False), POLICY.all_in),
        Fixed("draw_blind_option", (True,), cite("7.3", "11.5"), has_no_voluntary_blinds),
        *HISTORIES_ONLY,
        Fixed("bomb_every", (0,), cite("20.1")),
        Fixed("bomb", (False,), cite("20.1")),
        Fixed("bomb_vote", (False,), cite("20.1")),
        Fixed("time_bank", (0,), cite("7.12.2", "7.12.3")),  # more time is bought, twice in a round at most
        Fixed("rabbit", (False,), POLICY.over),
        Fixed("practice", (False,), cite("27.1", "27.7")),  # no device that works out odds, and no advice of the house
        Fixed("run_twice", (False,), POLICY.no_chop),
        Fixed("open_all_in", (False,), POLICY.turned_up, outside_tournaments),
        Fixed("odd_half", (None, "first-winner"), POLICY.odd_half_cites),
        Fixed("odd_chips", (None, "first-winner"), POLICY.split),
        Fixed("fold_when_free", (None, True), POLICY.free_fold),
        Fixed("short_open", (None, "complete"), POLICY.short_open_cites),
    ),
    displayed=POLICY.config,
    deck=cite("4.1", "6.1"),
    no_joker=cite("4.1.1"),
    most_seats=Cited(11, cite("2.1")),
    blinds=cite("8.8.1"),
    last_blind_is_least_bet=True,
    no_straddle=cite("1.1/straddle", "8.9"),
    voluntary_blinds=True,
    no_voluntary_blinds=cite("8.8.2"),
    no_over_blinds=cite("8.8.1"),
    ranked={52: cite("13.2"), 32: cite("13.3"), 36: cite("13.4")},
    clock=cite("7.12.1"),
    least_seconds=Cited(20, cite("7.12.1")),
    sells_time=True,
    buying_time=cite("7.12.2"),
    whole_dollars=cite("7.12.3"),
    commission=CommissionRules(
        figures=cite("3.1"),
        percentage=cite("3.3.1"),
        hours=cite("3.3.3.1"),
        by_time=cite("3.2", "3.3.3"),
        least=cite("3.2"),
        no_schedule=cite("3.3"),
        per_hand=cite("3.3.2", "3.2"),
        hourly=cite("3.3.3", "3.3.3.2"),
        hourly_shared=cite("3.3.3", "3.3.3.1"),
        quarters=True,
        sitting=cite("3.3.3.6"),
        box=cite("2.5"),
        nil=cite("3.2", "3.5"),
        time_only=cite("3.3.3"),
        of_each_pot=cite("3.1", "3.2", "3.3.1"),
    ),
    fixes_cap="always",
    blinds_line=cite("8.1", "8.8.1"),
    straddle_line=cite("8.9.2"),
    voluntary_line=cite("8.8.2"),
    stakes_line=cite("8.1"),
    always_states_stake=True,
    clock_line=cite("7.12", "7.12.6"),
    extra_line=cite("7.12.2", "7.12.4", "7.12.6"),
    # The sign says the type of game (8.1) and may say several; each change is one of 8.3, a supervisor's.
    rotation=RotationRules(
        named=cite("8.1"),
        turns=cite("8.3", "8.3.2"),
        notice=Cited(3, cite("8.3.1")),
        higher=Cited(20, cite("8.3.3")),
        button_stays=(),  # 9.2
        waits_out=cite("8.8.3.2", "8.8.5.2"),
        no_choice=cite("8.3"),
    ),
    mixed=(
        MixedGame(
            key="holdem-omaha", name="Hold'em and Omaha", games=(("texas-holdem", "full-pot"), ("omaha", "full-pot"))
        ),
    ),
    readings={"draw_blind_option": cite("11.5")},
    # 28.2.1 drops rules 3 and 6; what the deck serves and the eleven seats of 2.1 stay.
    tournament=TournamentSigns(
        chips=cite("28.1.1/tournament chips", "28.7.1", "28.7.2"),
        antes=cite("28.2.1.1", "28.2.2"),
        no_commission=cite("28.2.1", "28.2.1.2"),
        no_straddle=cite("1.1/straddle"),
        no_sold_time=cite("28.7.5"),
        one_game=cite("28.7.11"),
        seats=cite("28.2.1"),
    ),
    usual_clock=Clock(30, 20, 200),
    usual_commission=Commission("percentage", per_mille=50, most=1_000),
)
