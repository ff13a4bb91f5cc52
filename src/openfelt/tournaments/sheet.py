"""The conditions of a tournament as a form: what each item is called, what may be chosen, and which parts it has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from openfelt.documents.form import Choices, Sheet
from openfelt.documents.items import Item
from openfelt.games.registry import GAMES, find_game
from openfelt.tournaments.items import ITEMS

A_LEVEL: Final = {
    "minutes": "minutes it lasts",
    "hands": "hands it lasts",
    "eliminations": "players out until it ends",
    "least": "minimum wager",
    "most": "maximum wager",
    "blinds": "blinds",
    "ante": "ante",
    "ante_by": "who posts the ante",
    "bring_in": "bring-in",
    "game": "its game, where it is not the event's",
    "limit": "its limit, where it is not the event's",
    "break_minutes": "minutes of break after it",
    "overnight": "the break lasts until another day",
    "remove_chip": "chips of this value go out of play after it",
}
A_PERIOD: Final = {
    "first_level": "from which level on",
    "with_break": "also in the break after the last of these levels",
    "session": "in which session, where it is not the first",
}
WORDS: Final[Mapping[str, str]] = {
    "play.deck": "how many cards the deck has",
    "play.balancing.most_difference": "by how many players tables may differ",
    "play.balancing.who": "which player moves",
    "play.balancing.to": "to which seat a player moves",
    "play.balancing.halt_short": "play stops at a table that is short by so many players",
    "play.breaking.order": "which table is broken first",
    "play.breaking.listed": "the tables in the order in which they are broken",
    "play.breaking.seats": "how players of a broken table find seats",
    "play.clock.sold_seconds": "seconds that are sold",
    "play.clock.charge_chips": "what sold time costs, in chips",
    "play.time_bank.most_per_round": "how many cards may be used in a round of play",
    "play.hand_for_hand.players_above": "from how many players above the prizes on",
    "play.hand_for_hand.minutes_per_hand": "minutes of the level for each hand",
    "play.bonus_rounds.chips": "chips that the operator adds to the pot",
    "play.bonus_rounds.prize_cents": "the prize of a bonus round",
    "play.bonus_rounds.split_prize": "what becomes of the prize of a split pot",
    "play.elimination_rounds.ties": "how a tie for the lowest stake is broken",
    "play.penalties.by": "what penalties are counted in",
    "play.penalties.steps": "the first penalty, the second, and so on",
    "play.open_all_in": "hands are turned up once players are all-in",
    "play.voluntary_blinds": "voluntary blinds",
    "play.straddle": "straddles",
    "play.dispute_holds": "what a dispute holds up",
    "play.notice_minutes": "minutes of notice before a start that is moved",
    "play.watch_delay_seconds": "seconds by which watchers see play later",
    "play.dealt": "how it is dealt",
    "chips.set[].value": "value",
    "chips.set[].colour": "colour",
    "chips.set[].count": "how many",
    "schedules[].name": "what the schedule is called",
    "sessions[].format": "how the session is played",
    "sessions[].ends.players_left": "when so many players are left",
    "sessions[].ends.left_per_table": "when so many are left at each table",
    "sessions[].ends.minutes": "after so many minutes",
    "sessions[].ends.rounds": "after so many rounds of play at each table",
    "sessions[].advance.per": "of whom so many advance",
    "sessions[].fee_to_pool_per_mille": "which part of the entry fee goes into the pool",
    "sessions[].kept_of_buy_in_cents": "what is kept of a buy-in",
    "sessions[].carries_stacks": "players bring their chips along",
    "repechage[].from_session": "out of which session",
    "repechage[].to_session": "into which session",
    "repechage[].count": "how many have a second chance",
    "heads_up.matches": "matches of a pair, of which most are to be won",
    "heads_up.seeding": "how pairs are found",
    "heads_up.levels_restart": "levels begin anew with each match",
    "heads_up.third_place": "a match for the third place",
    "heads_up.divided": "two matches share a table",
    "heads_up.backs": "the backs of the cards on the two sides",
    "rebuys.when": "when a player may buy again",
    "rebuys.kept_cents": "what is kept of a re-buy",
    "rebuys.think_seconds": "seconds that a seat is held for",
    "rebuys.straddling": "which hand counts at the end of the period",
    "add_ons.kept_cents": "what is kept of an add-on",
    "entry.alternates.order": "in which order alternates come in",
    "entry.alternates.before_re_entries": "alternates come before those who buy back in",
    "prizes.bands[].from_entries": "from how many entries on",
    "prizes.bands[].prizes[].place": "place",
    "prizes.bands[].prizes[].to": "to place, where several win the same",
    "prizes.bands[].prizes[].per_mille": "share of the pool",
    "prizes.bands[].prizes[].cents": "a fixed sum",
    "prizes.bands[].prizes[].goods": "goods",
    "prizes.bands[].prizes[].value_cents": "what the goods are worth",
    "prizes.added[].cents": "a sum",
    "prizes.added[].goods": "goods",
    "prizes.added[].value_cents": "what the goods are worth",
    "prizes.guarantee.owed_below": "it is owed below that number too",
    "prizes.bounty.envelopes[].count": "how many envelopes",
    "prizes.bounty.envelopes[].cents": "a sum in each",
    "prizes.bounty.envelopes[].per_mille": "a share of the rest in each",
    "prizes.bounty.from_players": "envelopes are drawn once so many players are left",
    "prizes.bounty.left_over": "who has what nobody draws",
    "prizes.satellite.remainder": "who has what buys no whole entry",
    "prizes.deals.methods": "ways to divide the rest",
    "prizes.deals.left_for_first_per_mille": "which part is left for the first place",
    "prizes.across_tables": "the order of players who go out at different tables",
    "commission.of_fee_per_mille": "which part of the fee is kept",
    "commission.besides_cents": "a sum besides the fee",
    **{f"schedules[].levels[].{name}": words for name, words in A_LEVEL.items()},
    **{f"play.inserted_levels[].{name}": words for name, words in A_LEVEL.items()},
    **{
        f"{period}.{name}": words
        for period in ("rebuys.period", "add_ons.period", "entry.late_entry", "entry.re_entry.period")
        for name, words in A_PERIOD.items()
    },
}
LABELLED: Final[Mapping[str, Item]] = {**ITEMS, **{path: Item(words, "") for path, words in WORDS.items()}}
SECTIONS: Final = {
    "play": "play", "chips": "chips", "entry": "entry", "prizes": "prizes", "heads_up": "pairs", "rebuys": "re-buys",
    "add_ons": "add-ons", "commission": "commission", "statements": "statements",
}  # fmt: skip
PARTS: Final = {
    "schedules": "schedule", "schedules[].levels": "level", "sessions": "session", "repechage": "second chance",
    "chips.set": "chips of one value", "play.inserted_levels": "level that may be put in",
    "prizes.bands": "list of prizes", "prizes.bands[].prizes": "prize", "prizes.added": "addition to the pool",
    "prizes.bounty.envelopes": "envelopes",
}  # fmt: skip
NONE: Final = (("none", "none"),)
AS_FOLLOWS: Final[Choices] = (*NONE, ("yes", "as follows"))
PARTS_ANSWERED: Final = (
    "play.balancing", "play.breaking", "play.clock", "play.time_bank", "play.hand_for_hand", "play.bonus_rounds",
    "play.elimination_rounds", "play.penalties", "sessions[].play_off", "heads_up", "rebuys", "add_ons",
    "entry.withdrawal", "entry.late_entry", "entry.alternates", "entry.re_entry", "entry.final_buy_in",
    "entry.transfer", "entry.substitutes", "prizes.guarantee", "prizes.bounty", "prizes.satellite", "prizes.deals",
    "commission",
)  # fmt: skip
CHOICES: Final[Mapping[str, Choices]] = {
    **dict.fromkeys(PARTS_ANSWERED, AS_FOLLOWS),
    **dict.fromkeys(("sessions[].ends", "rebuys.period", "add_ons.period"), (("yes", "as follows"),)),
    "entry.re_entry.period": (("yes", "as follows"),),
    "sessions[].advance": (("final", "nobody: it is the final"), ("yes", "as follows")),
    "play.dealt": (("online", "by the room"), ("live", "by dealers, with real cards"), ("clock-only", "not here")),
    "play.dispute_holds": (("table", "its table"), ("event", "the whole event")),
    "sessions[].format": (("tables", "at tables"), ("heads-up", "in pairs")),
    "sessions[].advance.per": (("session", "the session"), ("table", "each table")),
    "statements.prevails": (("rules", "the rules"), ("conditions", "these conditions")),
    "entry.refusal": (*NONE, ("reserved", "the operator may refuse any")),
    "rebuys.straddling": (("round-began", "one that began in it"), ("round-ended", "one that ended in it")),
    "prizes.bounty.left_over": (("first", "the first place"), ("prizes", "the prizes")),
    "chips.colour_up": (*NONE, ("race", "a chip race"), ("round-up", "they are rounded up")),
}


BEGINS: Final[Mapping[str, Mapping[str, Any]]] = {
    "schedules": {"name": "another"},
    "repechage": {"from_session": "the first", "to_session": "the second", "count": 1},
    "chips.set": {"value": 100, "colour": "black", "count": 100},
    "prizes.bands[].prizes": {"place": 1},
    "prizes.bounty.envelopes": {"count": 1},
}
OF_GAME: Final = ("play.game", "schedules[].levels[].game", "play.inserted_levels[].game")


@lru_cache(maxsize=64)
def sheet_by(book: str) -> Sheet:
    """How conditions by a book are filled in: its games are the ones to choose from."""
    games: Choices = tuple((name, find_game(book, name).name) for of, name in GAMES if of == book)
    choices = {**CHOICES, **{item: games for item in OF_GAME if games}}
    return Sheet(LABELLED, choices, PARTS, sections=SECTIONS, begins=BEGINS)
