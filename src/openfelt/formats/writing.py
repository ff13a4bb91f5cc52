"""Writing a hand as PHH: standard words for what PHH knows, openfelt's own fields and commentary for the rest.

A file is written from its reader's own view of the events (`table.views` decides what that is): cards the reader may
not see are `??`. What was shown at the table is public and stands in the show-down lines.

PHH has no word for a ruling. A hand with rulings carries openfelt's text of it in `_openfelt_text`, from which our
reader restores it exactly; in the actions a ruling is commentary. Where those actions alone make a legal history that
ends with the same stacks, the file keeps PHH's code and any reader can follow it. Where they do not (a hand that is
void, a street dealt twice), the file has no PHH code, so that no other reader takes it for a hand that it is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from openfelt.cards import Card, show
from openfelt.errors import NotationError, OpenfeltError
from openfelt.formats.actions import OWN_MARK
from openfelt.formats.amounts import DecimalText, written_stack
from openfelt.formats.phh import VARIANTS, read_history
from openfelt.formats.replaying import Replay
from openfelt.games.game import Deal, Face
from openfelt.games.policy import policy
from openfelt.games.registry import BOOK_GAMES, game_of
from openfelt.games.sign import Sign
from openfelt.table import events as e
from openfelt.table.play import replay
from openfelt.table.ruling_events import RulingEvent, ruling_line
from openfelt.table.seen import Viewer
from openfelt.table.text import clocks, write_hand
from openfelt.table.views import event_view

# The standard's optional fields; any other name begins with an underscore.
OPTIONAL: Final = (
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone",
    "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seat_count", "table", "players", "currency",
    "currency_symbol", "time_limit", "time_banks",
)  # fmt: skip
_CODES: Final = {(one.game, one.limit, one.deck): one.code for one in VARIANTS.values()}
_SILENT: Final = frozenset(
    {e.AntesPosted, e.RoundOpened, e.RoundSkipped, e.UncalledReturned, e.BetsCollected, e.Reshuffled, e.HandsOpened,
     e.TwiceOffered,      e.CommissionTaken, e.PotAwarded, e.HandEnded}
)  # fmt: skip


def variant_of(sign: Sign) -> str:
    """The PHH code of a sign's game, or the rulebook and the game where PHH has no code.

    >>> from openfelt.games.sign import Limit
    >>> variant_of(Sign(rulebook="nsw-poker", game="pineapple", limit=Limit("no-limit", 2), seats=6))
    'nsw-poker/pineapple'
    """
    code = _CODES.get((sign.game, sign.limit.kind, sign.deck), "") if BOOK_GAMES.of(sign.rulebook).are_common else ""
    forced = not sign.bring_in if code in {"F7S", "F7S/8", "FR"} else not sign.blinds and not sign.ante
    return f"{sign.rulebook}/{sign.game}" if not code or forced or sign.joker else code


def dump_phh(
    events: Sequence[e.Event], *, viewer: Viewer, standard: bool = False, fields: Mapping[str, Any] | None = None
) -> str:
    """A finished hand as the text of a `.phh` file.

    `viewer` is who will read it: a seat, the rail, or an inspector, who alone gets every card. `standard` leaves
    openfelt's own fields out, and refuses a game that PHH does not name.
    """
    first = events[0]
    if not isinstance(first, e.HandStarted) or not any(isinstance(event, e.HandEnded) for event in events):
        raise NotationError("a history is written of a whole hand, from its first event to its last")
    code = variant_of(first.sign)
    if standard and code not in VARIANTS:
        raise NotationError(f"PHH has no code for {code}", legal=tuple(VARIANTS))
    seen = [first, *(event_view(event, viewer) for event in events[1:])]
    scribe = Scribe(first)
    for event in seen[1:]:
        scribe.write(event)
    made, why = standard_fields(scribe, replay(events).stacks)
    if standard and why:
        raise NotationError(f"PHH cannot say this hand, with the ruling {scribe.rulings[0]!r}: {why}")
    for key, one in (fields or {}).items():
        if key not in OPTIONAL and not key.startswith("_"):
            raise NotationError(
                f"{key!r} is no field of PHH; a field of your own begins with an underscore", legal=OPTIONAL
            )
        made[key] = one
    if not standard:
        made |= scribe.own_fields()
        if scribe.rulings:
            made["_openfelt_text"] = _text(seen)
    return "".join(f"{key} = {toml(one)}\n" for key, one in made.items())


def standard_fields(scribe: Scribe, stacks: Sequence[int]) -> tuple[dict[str, Any], str]:
    """What the standard's fields say of a hand, and why its rulings leave it without a PHH code, where they do."""
    sign = scribe.first.sign
    made = {"variant": variant_of(sign), **scribe.fields()}
    made["finishing_stacks"] = list(map(written_stack, stacks))
    made["winnings"] = scribe.won
    why = cannot_follow({**made, **scribe.own_fields(), "_openfelt_burns": ""}) if scribe.rulings else ""
    if why:
        made["variant"] = f"{sign.rulebook}/{sign.game}"
    return made, why


def cannot_follow(fields: dict[str, Any]) -> str:
    """Why a reader who knows no rulings cannot play these fields to the same end; nothing where it can."""
    try:
        play = Replay(read_history(fields))
        play.run()
    except OpenfeltError as refusal:
        return refusal.message
    if play.undecided:
        return ""
    if not play.hand.is_over:
        return "its actions do not come to an end"
    return (
        ""
        if list(map(written_stack, play.hand.stacks)) == fields["finishing_stacks"]
        else "its actions alone end with other stacks"
    )


def _text(seen: Sequence[e.Event]) -> list[str]:
    """The hand as text, as its reader saw it."""
    try:
        return write_hand(seen).splitlines()
    except ValueError:
        raise NotationError(
            "what this reader saw of the cards does not make a whole hand; an inspector's does"
        ) from None


def dump_phhs(hands: Iterable[str]) -> str:
    """Several `.phh` texts as one `.phhs` text."""
    return "\n".join(f"[{number}]\n{one}" for number, one in enumerate(hands, start=1))


class Scribe:
    """Turns events into action lines."""

    def __init__(self, first: e.HandStarted) -> None:
        self.first = first
        self.lines: list[str] = []
        self.burns: list[Card] = []
        self.won = [0] * len(first.seats)
        self.rulings: list[str] = []
        self.posted = dict.fromkeys(first.seats, 0)
        for seat, amount in first.blinds:
            self.posted[seat] = amount
        for seat, live, dead in first.late:
            self.posted[seat] = -live - dead
        self.number = {seat: place for place, seat in enumerate(first.seats, start=1)}
        self.clocks = clocks(policy(first.sign.rulebook))
        game = game_of(first.sign)
        self.passes = {step.name: step.passes for step in game.steps if isinstance(step, Deal)}

    def write(self, event: e.Event) -> None:
        """Add what one event says."""
        if isinstance(event, e.PotAwarded):
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                self.won[self.number[seat] - 1] += amount
        kind = type(event)
        if kind in _SILENT:
            return
        if isinstance(event, e.TwiceAgreed | e.TwiceDeclined):  # PHH has no word for it, nor for a second board
            word = "agrees to" if isinstance(event, e.TwiceAgreed) else "declines"
            self.rulings.append(f"{self.who(event.seat)} {word} a second board")
            self.lines.append(f"# {self.rulings[-1]}")
            return
        if isinstance(event, RulingEvent):
            self.rulings.append(str(ruling_line(event)))
            self.lines.append(f"# {self.rulings[-1]}")
            return
        writer = _WRITERS.get(kind)
        if writer is None:
            raise NotationError(f"PHH cannot say {kind.__name__}")
        line = writer(self, event)
        seat = getattr(event, "seat", 0)
        if line and seat and kind is not e.Mucked and not self.clocks.isdisjoint(event.cites[:1]):
            line = f"{line.partition(' #')[0]} # {OWN_MARK} {self.who(seat)} time-out"
        if line:
            self.lines.append(line)

    def who(self, seat: int) -> str:
        """The player's name in PHH."""
        return f"p{self.number[seat]}"

    def street(self, event: e.StreetDealt) -> str:
        """A dealing line for each player, cards in the order they came, and one for the board."""
        for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
            piles = {Face.DOWN: list(down), Face.UP: list(up)}
            dealt: list[Card] = []
            for one in self.passes[event.name]:
                pile = piles[one.face]
                dealt += pile[: one.count]
                del pile[: one.count]
            self.lines.append(f"d dh {self.who(seat)} {show(dealt, '')}")
        return f"d db {show(event.board, '')}" if event.board else ""

    def burned(self, event: e.Burned) -> str:
        """Burns have no word in PHH; openfelt's own field keeps them."""
        self.burns.append(event.card)
        return ""

    def posted_blind(self, event: e.BlindPosted) -> str:
        """Optional blinds are somebody's choice; the others are in the fields."""
        if event.kind in {"blind", "late"}:
            return ""
        self.posted[event.seat] = event.amount
        return f"# {OWN_MARK} {self.who(event.seat)} straddle"

    def fields(self) -> dict[str, Any]:
        """The standard fields that say how the hand was set up."""
        sign, count = self.first.sign, len(self.first.seats)
        each = sign.ante_by == "each"
        payer = self.first.blinds[-1][0] if self.first.blinds else self.first.seats[-1]
        antes = [sign.ante if each or seat == payer else 0 for seat in self.first.seats]
        blinds = list(self.posted.values())
        made: dict[str, Any] = {"ante_trimming_status": each}
        made["antes"] = antes[::-1] if count == 2 else antes
        made["blinds_or_straddles"] = blinds[::-1] if count == 2 else blinds
        if sign.bring_in:
            made["bring_in"] = sign.bring_in
            del made["blinds_or_straddles"]
        if sign.limit.kind == "structured":
            made |= {"small_bet": sign.limit.small, "big_bet": sign.limit.big}
        else:
            made["min_bet"] = sign.limit.small
        made["starting_stacks"] = list(map(written_stack, self.first.stacks))
        made |= {"actions": self.lines, "seats": list(self.first.seats)}
        if self.first.hand_id:
            made["hand"] = self.first.hand_id
        return made

    def own_fields(self) -> dict[str, Any]:
        """openfelt's own fields: everything the standard ones leave open."""
        first = self.first
        made: dict[str, Any] = {
            "_openfelt_version": first.version,
            "_openfelt_rulebook": first.sign.rulebook,
            "_openfelt_game": first.sign.game,
            "_openfelt_sign": msgspec.to_builtins(first.sign),
            "_openfelt_button": first.button,
            "_openfelt_blinds": [list(post) for post in first.blinds],
            "_openfelt_late": [list(post) for post in first.late],
            "_openfelt_burns": show(self.burns, ""),
        }
        if first.brought:
            made["_openfelt_brought"] = [list(one) for one in first.brought]
        undealt = policy(first.sign.rulebook).undealt_button
        if undealt and set(undealt) <= set(first.cites):
            made["_openfelt_undealt"] = [[first.button, first.sign.unit]]
        return made


def _acted(word: str) -> Callable[[Scribe, Any], str]:
    return lambda scribe, event: f"{scribe.who(event.seat)} {word}"


def _wagered(scribe: Scribe, event: e.BetMade | e.Raised) -> str:
    return f"{scribe.who(event.seat)} cbr {event.to}"


def _own(word: str) -> Callable[[Scribe, Any], str]:
    return lambda scribe, event: f"# {OWN_MARK} {scribe.who(event.seat)} {word}"


def _discarded(scribe: Scribe, event: e.Discarded) -> str:
    return f"{scribe.who(event.seat)} sd {show(event.cards, '')}".rstrip()


def _replaced(scribe: Scribe, event: e.DrawDealt) -> str:
    return f"d dh {scribe.who(event.seat)} {show(event.cards, '')}"


_WRITERS: Final[dict[type, Callable[[Scribe, Any], str]]] = {
    e.BlindPosted: Scribe.posted_blind,
    e.OptionDeclined: _own("decline"),
    e.Burned: Scribe.burned,
    e.StreetDealt: Scribe.street,
    e.SharedDealt: lambda _, event: f"d db {show((event.card,), '')}",
    e.Folded: _acted("f"),
    e.Checked: _acted("cc"),
    e.Called: _acted("cc"),
    e.BetMade: _wagered,
    e.Raised: _wagered,
    e.BroughtIn: _acted("pb"),
    e.TimeBought: _own("time"),
    e.Discarded: _discarded,
    e.DrawDealt: _replaced,
    e.Shown: lambda scribe, event: f"{scribe.who(event.seat)} sm {show(event.cards, '')}",
    e.Mucked: _acted("sm"),
}


def toml(value: Any) -> str:  # noqa: ANN401 - whatever a field holds
    """A value as TOML on one line.

    >>> toml({"limit": {"kind": "no-limit"}, "seats": [1, 2]})
    "{limit = {kind = 'no-limit'}, seats = [1, 2]}"
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, DecimalText):
        return value
    if isinstance(value, str):
        plain = value.isprintable() and "'" not in value
        return f"'{value}'" if plain else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(
                f"{key if key.isidentifier() and key.isascii() else toml(key)} = {toml(one)}"
                for key, one in value.items()
            )
            + "}"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value)
