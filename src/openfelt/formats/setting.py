"""The sign a history is played under: house rules with the settings the history states (house 9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Literal, NamedTuple

import msgspec

from openfelt.errors import NotationError
from openfelt.formats.amounts import require_size, shown
from openfelt.formats.phh import VARIANTS, History
from openfelt.games.sign import Limit, Sign
from openfelt.table.events import RULES_VERSION, HandStarted
from openfelt.table.play import start

AnteBy = Literal["each", "last-blind"]


class Posts(NamedTuple):
    """What is posted before the deal: the sign's forced bets, who posts which blind, and late or dead posts."""

    ante: int
    ante_by: AnteBy
    blinds: tuple[tuple[int, int], ...]
    late: tuple[tuple[int, int, int], ...]


def first_event(history: History) -> HandStarted:
    """The start of the hand: PHH's player N sits in seat N, the last player has the button."""
    if history.extended:
        return extended_start(history)
    stacks, antes = history.stacks, history.antes
    short = any(antes) and any(stack < ante for stack, ante in zip(stacks, antes, strict=True))
    stakes = Stakes(
        history.variant,
        history.small,
        history.big,
        history.bring_in,
        antes,
        history.blinds,
        history.ante_trimming,
        short,
        history.odd_chips,
        history.short_posts,
    )
    pattern = pattern_of(stakes)
    hand_id = str(history.hand or "")
    if min(stacks) <= 0:  # refused
        start(pattern.sign, list(enumerate(stacks, start=1)), button=pattern.button)
    return HandStarted(
        pattern.sign,
        pattern.seats,
        stacks,
        pattern.button,
        pattern.blinds,
        pattern.late,
        pattern.cites,
        hand_id=hand_id,
    )


@lru_cache(maxsize=4096)
def pattern_of(stakes: Stakes) -> HandStarted:
    """The start of any hand at these stakes; each hand has its own stacks."""
    posts = read_posts(stakes)
    seats = len(stakes.antes)
    sign = history_sign(stakes, posts, seats)
    players = [(seat, 1) for seat in range(1, seats + 1)]
    return start(sign, players, button=seats, blinds=posts.blinds, late=posts.late)


class Stakes(NamedTuple):
    """All that a history says about its table. `short`: somebody cannot pay the ante."""

    code: str
    small: int
    big: int
    bring_in: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    ante_trimming: bool
    short: bool
    odd_chips: Literal["first-winner"] | None
    short_posts: Literal["dead", "live"]


def history_sign(stakes: Stakes, posts: Posts, seats: int) -> Sign:
    """House rules as histories from elsewhere play them.

    Limit games allow a bet and three raises, and four raises over the blinds; a player may concede at the showdown
    whatever went before; an up-card that nobody noted is no fault of the hand.
    """
    variant = VARIANTS[stakes.code]
    return Sign(
        rulebook="house",
        game=variant.game,
        limit=Limit(variant.limit, stakes.small, stakes.big),
        seats=seats,
        deck=variant.deck,
        ante=posts.ante,
        ante_by=posts.ante_by,
        blinds=tuple(amount for _, amount in posts.blinds),
        bring_in=stakes.bring_in,
        cap_counts_blind=False,
        effective_stack_raise=True,
        mucking="free",
        unknown_up_cards=True,
        odd_chips=stakes.odd_chips,
    )


def read_posts(stakes: Stakes) -> Posts:
    """Antes and blinds by seat. Heads-up both lists are written the other way round (PHH)."""
    antes: Sequence[int] = stakes.antes
    blinds: Sequence[int] = stakes.blinds
    if len(antes) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    if min(antes) < 0:
        raise NotationError("an ante is negative")
    posted = [(seat, amount) for seat, amount in enumerate(blinds, start=1) if amount > 0]
    # The first round opens left of the largest blind or straddle, so that one is posted last.
    if len(posted) > 1:
        posted.sort(key=itemgetter(1))
    price = posted[-1][1] if posted else 0
    short = stakes.short_posts == "live"
    late = tuple(_late(seat, -amount, price, live=short) for seat, amount in enumerate(blinds, start=1) if amount < 0)
    ante, ante_by, dead = _antes(stakes, antes, posted[-1][0] if posted else len(antes))
    return Posts(ante, ante_by, tuple(posted), dead + late)


def _late(seat: int, amount: int, price: int, *, live: bool) -> tuple[int, int, int]:
    """house 3.4: the last blind is posted live; what exceeds it, or a post that falls short of it, is dead.

    `live`: so is a post that falls short of it (house 9).
    """
    lives = price if amount >= price else amount if live else 0
    return seat, lives, amount - lives


def has_short_posts(history: History) -> bool:
    """Whether somebody posts late less than the last blind, and dead (house 9)."""
    price = max(history.blinds, default=0)
    return history.short_posts == "dead" and any(-price < amount < 0 for amount in history.blinds)


def _antes(stakes: Stakes, antes: Sequence[int], last: int) -> tuple[int, AnteBy, tuple[tuple[int, int, int], ...]]:
    """One ante for everyone, one paid by the last blind for the table, or dead posts by seat for any other list."""
    if not any(antes):
        return 0, "each", ()
    paid = [seat for seat, amount in enumerate(antes, start=1) if amount]
    if len(set(antes)) == 1 and (stakes.ante_trimming or not stakes.short):
        return antes[0], "each", ()
    if paid == [last]:
        return antes[last - 1], "last-blind", ()
    return 0, "each", tuple((seat, 0, antes[seat - 1]) for seat in paid)


def require_own_types(history: History) -> None:
    """Refuse what cannot stand in openfelt's own fields: another version, no text, numbers beyond any table."""
    fields = history.fields
    version = fields.get("_openfelt_version", RULES_VERSION)
    if type(version) is not int or version != RULES_VERSION:
        raise NotationError(f"played under version {shown(version)} of the rules; this is version {RULES_VERSION}")
    for key in ("_openfelt_rulebook", "_openfelt_game", "_openfelt_burns"):
        if type(fields.get(key, "")) is not str:
            raise NotationError(f"{shown(fields[key])} in the field {key!r} is no text")
    for key, one in fields.items():
        if key == "seats" or key.startswith("_openfelt_"):
            require_size(one, key)
    if history.places:
        raise NotationError(f"amounts with {history.places} decimals; a sign counts in whole units")


def extended_start(history: History) -> HandStarted:
    """The start that openfelt's own fields describe: any game of any rulebook."""
    fields = history.fields
    require_own_types(history)
    try:
        sign = msgspec.convert(fields["_openfelt_sign"], Sign)
        seats = msgspec.convert(fields["seats"], list[int])
        button = msgspec.convert(fields["_openfelt_button"], int)
        blinds = msgspec.convert(fields.get("_openfelt_blinds", []), list[tuple[int, int]])
        late = msgspec.convert(fields.get("_openfelt_late", []), list[tuple[int, int, int]])
        undealt = msgspec.convert(fields.get("_openfelt_undealt", []), list[tuple[int, int]])
        brought = msgspec.convert(fields.get("_openfelt_brought", []), list[tuple[int, int]])
    except KeyError as missing:
        raise NotationError(f"the field {missing} is missing") from None
    except msgspec.ValidationError as mistake:
        raise NotationError(f"openfelt's own fields: {mistake}") from None
    if len(seats) != len(history.stacks):
        raise NotationError(f"{len(seats)} seats for {len(history.stacks)} stacks")
    players = [*zip(seats, history.stacks, strict=True), *undealt]
    hand_id = fields.get("hand", "")
    event = start(sign, players, button=button, blinds=blinds, late=late, brought=brought, hand_id=str(hand_id))
    if list(event.seats) != seats:
        raise NotationError(f"seats {seats} are not in dealing order from button {button}: {list(event.seats)}")
    return event
