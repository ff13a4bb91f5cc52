"""The card that a newcomer gets: how one game goes under one sign, step by step, and which hands beat which.

Everything on it is read from the game's own data: the steps, the clauses behind each, the order of hands of this deck.
Must not know a state of play.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from openfelt.cards import JOKER, Card, Rank, show
from openfelt.games.game import BettingRound, Deal, Discard, Draw, Duty, Face, Game, Opener, Step
from openfelt.games.sign import Sign
from openfelt.games.signtext import limit_words
from openfelt.hands import Category, Scale, Selection, strength
from openfelt.hands.values import unpack
from openfelt.phrases import Text
from openfelt.rulebooks import Cites, clause, joined
from openfelt.table.rules import compile_rules

POOL: Final = 6  # ranks that examples are made of: five for a straight, and one that breaks it
OPENERS: Final = {
    Opener.LEFT_OF_BUTTON: "the first player left of the button speaks first",
    Opener.LEFT_OF_LAST_BLIND: "the first player left of the blinds speaks first",
    Opener.LOWEST_UP_CARD: "the lowest card showing speaks first",
    Opener.HIGHEST_UP_CARD: "the highest card showing speaks first",
    Opener.HIGHEST_SHOWING: "the best hand showing speaks first",
    Opener.LOWEST_SHOWING: "the lowest hand showing speaks first",
}
DUTIES: Final = {
    Duty.NONE: "",
    Duty.BET: " and must bet",
    Duty.BRING_IN: " and must bring in",
    Duty.BET_OR_FOLD: " and bets or folds",
    Duty.CALL_RAISE_OR_PAID_FOLD: " and calls, raises, or pays the call and folds",
    Duty.RAISE_OR_FOLD: " and raises or folds",
}
CHOSEN_FROM: Final = {
    Selection.OWN_FIVE: "your own cards make the hand",
    Selection.ANY_FIVE: "the best five of all the cards you can use make the hand",
    Selection.TWO_AND_THREE: "exactly two of your own cards and three of the board make the hand",
}


class ClauseText(msgspec.Struct, frozen=True):
    """A clause and what it says, in our words."""

    cite: str
    text: str


class CardStep(msgspec.Struct, frozen=True):
    """One step of the game: its name, what happens, and the clauses that say so."""

    name: str
    text: str
    clauses: tuple[ClauseText, ...]


class HandRow(msgspec.Struct, frozen=True):
    """One category of hands, with the best example of it that this deck has among its first ranks."""

    name: str
    example: str
    cite: str


class HandList(msgspec.Struct, frozen=True):
    """Which hand beats which, best first, for all of the pot or half of it."""

    part: str
    text: str
    rows: tuple[HandRow, ...]


class RulesCard(msgspec.Struct, frozen=True):
    """A game on one card."""

    game: str
    title: str
    rulebook: str
    deck: str
    limit: Text
    steps: tuple[CardStep, ...]
    hands: tuple[HandList, ...]


def rules_cards(sign: Sign) -> tuple[RulesCard, ...]:
    """The card of each game that is played under a sign, in turn."""
    return tuple(_card(one) for one in sign.games)


@lru_cache(maxsize=256)
def _card(sign: Sign) -> RulesCard:
    rules = compile_rules(sign)
    game = rules.game
    hands = tuple(
        HandList(half.name if game.showdown.is_split else "whole", CHOSEN_FROM[half.selection], rows_of(half.scale))
        for half in rules.halves
    )
    return RulesCard(
        game.key, game.name, sign.rulebook, rules.deck.name, limit_words(sign), tuple(_steps(game, sign)), hands
    )  # fmt: skip


def _steps(game: Game, sign: Sign) -> list[CardStep]:
    """The posts, the steps and the showdown; a clause that was said before is not said again."""
    said: set[str] = set()

    def step(name: str, text: str, cites: Cites) -> CardStep:
        fresh = [cite for cite in dict.fromkeys(cites) if cite not in said]
        said.update(fresh)
        return CardStep(name, text, tuple(ClauseText(cite, clause(cite).requirement) for cite in fresh))

    made = []
    if owed := [*(["an ante from everyone"] if sign.ante else []), *(["blinds"] if sign.blinds else [])]:
        text = f"{' and '.join(owed)} before the first card"
        made.append(step("before the deal", text, joined(game.posts, game.first_blind)))
    made += [step(one.name, what_happens(one), _cites(one)) for one in game.steps]
    last = game.showdown
    shown = joined(last.called_first, last.all_checked, last.best)
    won = "the best high hand and the best low hand win half of the pot each" if last.is_split else "the best hand wins"
    return [*made, step("showdown", f"hands are shown; {won}", shown)]


def what_happens(step: Step) -> str:
    """A step of a game in plain words.

    >>> from openfelt.games import GAMES
    >>> [what_happens(step) for step in GAMES["nsw-poker", "texas-holdem"].steps[:4:2]]
    ['2 cards face down to each player', '3 cards for everyone on the board']
    """
    match step:
        case Deal():
            own = [f"{_cards(one.count)} face {one.face.value}" for one in _passes(step)]
            parts = [f"{' and '.join(own)} to each player"] if own else []
            return ", ".join([*parts, *([f"{_cards(step.board)} for everyone on the board"] if step.board else ())])
        case BettingRound():
            return f"betting: {OPENERS[step.opener]}{DUTIES[step.duty]}"
        case Draw():
            return f"each player in turn may change up to {_cards(step.most)}"
        case Discard():
            return f"each player in turn gives up {_cards(step.count)}"


def _passes(step: Deal) -> list[_Dealt]:
    """What each player gets, with passes of one face counted together."""
    found: list[_Dealt] = []
    for one in step.passes:
        if found and found[-1].face is one.face:
            found[-1] = _Dealt(found[-1].count + one.count, one.face)
        else:
            found.append(_Dealt(one.count, one.face))
    return found


class _Dealt(msgspec.Struct, frozen=True):
    count: int
    face: Face


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _cites(step: Step) -> Cites:
    match step:
        case Deal():
            return joined(step.cites, step.board_cites)
        case BettingRound():
            return joined(step.opens, step.follows)
        case Draw() | Discard():
            return step.cites


@lru_cache(maxsize=64)
def rows_of(scale: Scale) -> tuple[HandRow, ...]:
    """The categories of a scale, best first, each with an example where the deck has one.

    >>> from openfelt.hands import SCALES
    >>> [(row.name, row.example) for row in rows_of(SCALES["nsw-36"])[3:5]]
    [('flush', 'As Ks Qs Js 9s'), ('full house', 'As Ah Ad Kc Ks')]
    """
    best = _examples(scale)
    return tuple(
        HandRow(scale.name(category), show(best.get(category, ())), scale.cite(category))
        for category in scale.categories
    )


def _examples(scale: Scale) -> dict[Category, tuple[Card, ...]]:
    """The strongest hand of each category that some ranks of the deck make; without the joker where that can be."""
    pool = _pool(scale)
    found: dict[Category, tuple[int, tuple[Card, ...]]] = {}
    for joker in ((), (JOKER,)) if scale.deck.joker else ((),):
        best: dict[Category, tuple[int, tuple[Card, ...]]] = {}
        for several in combinations(pool, scale.hand_size - len(joker)):
            hand = (*several, *joker)
            worth = strength(scale, hand)
            category, _ = unpack(scale, worth)
            if category not in best or worth > best[category][0]:
                best[category] = (worth, hand)
        found = {**best, **found}
    return {category: hand for category, (_, hand) in found.items()}


def _pool(scale: Scale) -> list[Card]:
    """Cards of the ranks that matter most: the lowest where low hands win, else the highest; suits mixed."""
    ranks = list(scale.deck.ranks)
    if scale.is_low:
        ranks = [Rank.ACE, *ranks[:-1]] if scale.low_ace and ranks[-1] is Rank.ACE else ranks
    else:
        ranks.reverse()
    order = {rank: place for place, rank in enumerate(ranks[:POOL])}
    own = [card for card in scale.deck.cards if card != JOKER and card.rank in order]
    return sorted(own, key=lambda card: (order[card.rank], (order[card.rank] + 3 - card.suit) % 4))
