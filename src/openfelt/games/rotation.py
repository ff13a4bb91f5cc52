"""Several games in turn on one sign: what the rulebook refuses of a rotation, and how the sign says it.

What happens at the table when one game follows another belongs to the room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.game import Opener
from openfelt.games.registry import game_of
from openfelt.games.sign import Rotation, Sign
from openfelt.games.signrules import SIGN, fault
from openfelt.phrases import Money, Name, Text, phrase

MOST_GAMES: Final = 20
MOST_COUNT: Final = 600
LEAST_CHOICE_S, MOST_CHOICE_S = 5, 300
BY_UP_CARD: Final = frozenset({Opener.LOWEST_UP_CARD, Opener.HIGHEST_UP_CARD})


def rotation_faults(sign: Sign) -> Iterator[RuleViolation]:
    """What is wrong with how the games of a sign follow each other."""
    rotation, rules = sign.rotation, SIGN.of(sign.rulebook).rotation
    assert rotation is not None
    games = sign.games
    if not 2 <= len(games) <= MOST_GAMES:
        yield fault(
            "rotation",
            rules.named,
            phrase("a rotation of {games} games; there are 2 to {most}", games=len(games), most=MOST_GAMES),
        )
    if any(one == other for one, other in zip(games, (*games[1:], games[0]), strict=True)):
        yield fault("rotation", rules.named, "a game of the rotation follows itself")
    if rotation.every == "orbit":
        if rotation.count:
            yield fault("rotation", rules.turns, "an orbit has as many rounds of play as players", "every orbit")
    elif not 1 <= rotation.count <= MOST_COUNT:
        text = phrase(
            "a game lasts {count} {every}; from 1 to {most}",
            count=rotation.count,
            every=rotation.every,
            most=MOST_COUNT,
        )
        yield fault("rotation", rules.turns, text)
    least = rules.notice
    if rotation.every == "hands" and rotation.count < least.value:
        text = phrase(
            "a change of game is announced {value} rounds of play before; a game lasts {count}",
            value=least.value,
            count=rotation.count,
        )
        yield fault("rotation", least.cites, text, phrase("every {value} hands", value=least.value))
    if rotation.choice_s and rules.no_choice:
        yield fault(
            "rotation",
            rules.no_choice,
            phrase("under {rulebook} no player chooses the game", rulebook=Name(sign.rulebook)),
            "games in turn",
        )
    elif rotation.choice_s and not LEAST_CHOICE_S <= rotation.choice_s <= MOST_CHOICE_S:
        text = phrase(
            "{choice} seconds to choose a game; from {least} to {most}",
            choice=rotation.choice_s,
            least=LEAST_CHOICE_S,
            most=MOST_CHOICE_S,
        )
        yield fault("rotation", rules.choice, text)
    yield from _higher_minimum(sign, rotation)


def _higher_minimum(sign: Sign, rotation: Rotation) -> Iterator[RuleViolation]:
    """Where a higher least bet hangs on a sign with its time before it begins, games change by the clock for that."""
    higher = SIGN.of(sign.rulebook).rotation.higher
    bets = sorted({one.limit.small for one in sign.games})
    if higher is None or len(bets) == 1:
        return
    if rotation.every != "minutes" or rotation.count < higher.value:
        text = phrase(
            "the least bet rises from {bets} to {other} without {value} minutes of notice",
            bets=Money(bets[0]),
            other=Money(bets[-1]),
            value=higher.value,
        )
        yield fault(
            "rotation",
            higher.cites,
            text,
            "one least bet in all games",
            phrase("every {value} minutes", value=higher.value),
        )


def is_opened_by_card(sign: Sign) -> bool:
    """Whether the cards say who opens a game, so that the button orders nothing but the deal."""
    return game_of(sign).rounds[0].opener in BY_UP_CARD


def lasting(rotation: Rotation) -> Text:
    """How long a game of a rotation lasts, in words.

    >>> str(lasting(Rotation((), "hands", 8))), lasting(Rotation(()))
    ('8 rounds of play', 'an orbit')
    """
    if rotation.every == "orbit":
        return "an orbit"
    if rotation.count == 1:
        return "one round of play" if rotation.every == "hands" else "one minute"
    said = "{count} rounds of play" if rotation.every == "hands" else "{count} minutes"
    return phrase(said, count=rotation.count)
