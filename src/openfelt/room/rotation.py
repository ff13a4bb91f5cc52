"""Several games in turn at one table: when the next one is announced and begins, how long the present one lasts."""

from __future__ import annotations

from typing import NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.registry import find_game
from openfelt.games.rotation import is_opened_by_card
from openfelt.games.sign import Sign
from openfelt.games.signrules import SIGN, RotationRules
from openfelt.phrases import Name, Seat, phrase
from openfelt.room import events as r
from openfelt.room.rules import MINUTE_MS
from openfelt.room.table import Table
from openfelt.rulebooks import Cites, joined


class Coming(NamedTuple):
    """When the present game of a rotation ends: after a number of rounds of play, or at a time."""

    rounds: int | None  # None: not known before its first round opens, or while the clock runs
    ends_ms: int  # 0: the clock does not end it


def rules_of(table: Table) -> RotationRules:
    """How the table's rulebook has games follow each other."""
    return SIGN.of(table.sign.rulebook).rotation


def next_turn(table: Table) -> int:
    """The place of the next game among those of the sign: after the last comes the first."""
    return (table.turn.at + 1) % len(table.posted.games)


def coming(table: Table) -> Coming:
    """When the next game comes, at a table that plays several."""
    rotation, turn = table.posted.rotation, table.turn
    assert rotation is not None
    if rotation.every == "minutes":
        rounds = rules_of(table).notice.value - turn.told_rounds if turn.announced else None
        return Coming(rounds, turn.since_ms + rotation.count * MINUTE_MS)
    return Coming(turn.lasts - turn.rounds if turn.lasts else None, 0)


def is_over(table: Table, at_ms: int, *, lasts: int) -> bool:
    """Whether the present game has lasted as many rounds of play, or minutes, as the sign says."""
    rotation = table.posted.rotation
    assert rotation is not None
    if rotation.every == "minutes":
        return at_ms - table.turn.since_ms >= rotation.count * MINUTE_MS
    return 0 < lasts <= table.turn.rounds


def announcement(table: Table, at_ms: int, *, players: int) -> r.GameAnnounced | None:
    """The notice of the next game, given before a round of play opens in which so many players are dealt in.

    The book asks for so many rounds of play between the notice and the change. Where the clock ends a game, they are
    played after its time is up.
    """
    rotation, turn, rules = table.posted.rotation, table.turn, rules_of(table)
    notice = rules.notice.value
    if rotation is None or rotation.choice_s or not notice or turn.announced:
        return None
    if rotation.every == "minutes":
        is_due, rounds = is_over(table, at_ms, lasts=0), notice
    else:
        rounds = (turn.lasts or max(players, notice)) - turn.rounds
        is_due = rounds <= notice
    if not is_due:
        return None
    turn_at = next_turn(table)
    cites = joined(rules.turns, rules.notice.cites)
    return r.GameAnnounced(turn_at, table.posted.games[turn_at], rounds, cites)


def change(table: Table, at_ms: int) -> r.GameChanged | None:
    """The next game, if the present one has lasted and its end was announced long enough: at the end of a round."""
    rotation, turn, rules = table.posted.rotation, table.turn, rules_of(table)
    if rotation is None or rotation.choice_s or not is_over(table, at_ms, lasts=turn.lasts):
        return None
    if turn.told_rounds < rules.notice.value:
        return None
    turn_at = next_turn(table)
    cites = joined(rules.turns, rules.notice.cites, rules.named)
    return r.GameChanged(turn_at, table.posted.games[turn_at], at_ms, cites)


def require_no_choice(sign: Sign) -> None:
    """Refuse dealer's choice where a dealer has real cards: the house asks for a choice, and deals after it."""
    if sign.rotation is not None and sign.rotation.choice_s:
        rules = SIGN.of(sign.rulebook).rotation
        text = "the house asks for a choice of game, which it does not where a dealer has real cards"
        raise RuleViolation("rotation", rules.choice, text, legal=("games in turn",))


def is_choice_due(table: Table, at_ms: int) -> bool:
    """Dealer's choice: whether the next round of play needs somebody's choice, since the present game has lasted."""
    rotation, turn = table.posted.rotation, table.turn
    if rotation is None or not rotation.choice_s:
        return False
    return not turn.is_chosen or is_over(table, at_ms, lasts=turn.lasts)


def chosen(table: Table, player: str, turn: int, at_ms: int) -> r.GameChanged:
    """The game that a player chose, who was asked and has the button."""
    asked, rules, games = table.choosing, rules_of(table), table.posted.games
    if asked is None:
        raise RuleViolation(
            "no-choice", rules.choice, phrase("no game is to be chosen at {name}", name=Name(table.name))
        )
    place = table.place_of(player)
    if asked.player != player or place is None:
        raise RuleViolation(
            "not-your-choice", rules.choice, phrase("the choice is that of {seat}", seat=Seat(asked.seat))
        )
    if not 0 <= turn < len(games):
        legal = tuple(find_game(one.rulebook, one.game).name for one in games)
        raise RuleViolation(
            "no-such-game", rules.named, phrase("the sign has {games} games", games=len(games)), legal=legal
        )
    return r.GameChanged(turn, games[turn], at_ms, rules.choice, place.seat, player)


def in_silence(table: Table, at_ms: int) -> r.GameChanged:
    """Nobody chose in time: the last game goes on, and the button moves as it would have."""
    asked = table.choosing
    assert asked is not None
    return r.GameChanged(table.turn.at, table.sign, at_ms, rules_of(table).choice, asked.seat)


def button_stays(table: Table) -> bool:
    """Whether the button stays where it is: in a rotation, while the cards say who opens (house 16.4)."""
    rotation = table.posted.rotation
    if rotation is None or rotation.choice_s or not rules_of(table).button_stays:
        return False
    return table.has_blinds and is_opened_by_card(table.sign)


def waits_out(table: Table) -> bool:
    """Whether a player who waits for a blind is not dealt in to a game without any either."""
    return table.owes_on and bool(rules_of(table).waits_out)


def owed_cites(table: Table, seats: tuple[int, ...]) -> Cites:
    """Why blinds that some players owe stay owed in the round of play that opens, and why some wait for one outside."""
    if not table.owes_on:
        return ()
    rules = rules_of(table)
    owing = [place for place in table.places.values() if place.status in {"post", "wait"}]
    stay_owed = rules.owed if any(place.seat in seats for place in owing) else ()
    return joined(stay_owed, rules.waits_out if any(place.seat not in seats for place in owing) else ())
