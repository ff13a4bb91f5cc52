"""Jackpots for tests: parameters that are whole, officers, and the one sum that always holds."""

from __future__ import annotations

from openfelt.cage import accounts
from openfelt.jackpots.parameters import Equipment, JackpotEvent, Parameters, Prize, Shares, Shown
from openfelt.room.offices import Officer

RUNS = Officer("p_op", "Op", ("casino operator",))
FLO = Officer("p_flo", "Flo", ("gaming supervisor",))
MAX = Officer("p_max", "Max", ("Assistant Gaming Manager",))


def event(name="any", kind="hand", **fields):
    """An event that asks for nothing beside its hand, unless told otherwise."""
    usual = {"both_cards": False, "dealt_in": 2, "showdown": kind == "bad-beat", "prize": Prize(kind="all")}
    if kind == "bad-beat":
        usual["shares"] = Shares(loser_per_mille=500, winner_per_mille=250, table_per_mille=250)
    if kind == "high-hand":
        usual["window_minutes"] = 1
    return JackpotEvent(name=name, kind=kind, **{**usual, **fields})


def parameters(*events, **fields):
    """Parameters of Texas Hold'em by nsw-poker in which every item is answered."""
    usual = {
        "book": "nsw-poker",
        "title": "Jackpot",
        "game": "texas-holdem",
        "deck": 52,
        "base_cents": 10_000,
        "increment_cents": 25,
        "offer_ends": "until won",
        "equipment": Equipment(console="c", controller="k", terminal="t", display="d"),
        "shown": Shown(lcd="l", noticeboard="n", table_sign="s"),
        "events": events,
    }
    return Parameters(**{**usual, **fields})


async def offer_jackpot(hall, name="J"):
    """A jackpot on offer, by an officer of a room that keeps no roll yet."""
    await hall.open_jackpot(name, parameters(event(hand="two pair")), by=RUNS, request=f"offer {name}")


def incremented(store, pool):
    """What rounds of play have put into a pool, by the lines of the ledger."""
    account = accounts.jackpot(pool)
    lines = store.postings(1, store.head().entry)
    return sum(one.amount for one in lines if one.account == account and one.reason == "jackpot increment")


def require_sum(store, state):
    """Base, increments, reseeds and top-ups are in the pool, set aside or paid: to the cent."""
    meters = state.meters
    held = store.balance(accounts.jackpot_held(state.name))
    put_in = meters.base + incremented(store, state.name) + meters.reseeds + meters.top_ups + meters.adjusted
    assert put_in == store.balance(accounts.jackpot(state.name)) + held + meters.paid + meters.returned
    assert held == meters.held == sum(one.cents for one in state.open_hits)
