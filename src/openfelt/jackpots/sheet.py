"""The parameters of a jackpot as a form: which items concern them, what may be chosen, and the words of a choice."""

from __future__ import annotations

from typing import Final

from openfelt.documents.findings import Path
from openfelt.documents.form import Choices, Sheet
from openfelt.games.registry import GAMES, find_game
from openfelt.jackpots.checking import ITEMS, is_asked, is_playable
from openfelt.jackpots.matching import has_high_hand, judge_of
from openfelt.jackpots.parameters import Parameters

PATTERNS: Final[Choices] = (
    ("hand", "a hand of a kind"),
    ("high-hand", "the best hand within a window of time"),
    ("bad-beat", "a bad beat: a hand that is beaten"),
)
PRIZES: Final[Choices] = (
    ("all", "all of the pool"), ("percentage", "a percentage of the pool"), ("fixed", "a fixed sum"),
)  # fmt: skip


def sheet_of(parameters: Parameters) -> Sheet:
    """How these parameters are filled in: games and decks of their book, hands of their game."""
    book, game = parameters.book, parameters.game
    names = [name for of, name in GAMES if of == book and has_high_hand(of, name)]
    games: Choices = tuple((name, find_game(book, name).name) for name in names)
    decks: Choices = ()
    if isinstance(game, str) and (book, game) in GAMES:
        decks = tuple((str(one), f"{one} cards") for one in find_game(book, game).decks)
    hands: Choices = ()
    if is_playable(parameters):
        hands = tuple((one, one) for one in judge_of(*parameters.variation).names)
    choices = {
        "game": games, "deck": decks, "events[].hand": hands, "events[].kind": PATTERNS, "events[].prize.kind": PRIZES,
        "events[].shares": (("yes", "as follows"),),
        "excluded": (("taken", "taken: what was won stays won"), ("refused", "refused while the exclusion lasts")),
    }  # fmt: skip

    def is_shown(item: str, path: Path) -> bool:
        is_narrower = item == "events[].least" and parameters.events[int(path[1])].kind == "hand"
        return is_narrower or is_asked(parameters, item, path)

    return Sheet(ITEMS, {item: of for item, of in choices.items() if of}, {"events": "event"}, is_shown)
