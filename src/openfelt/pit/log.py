"""The log of a house-banked table: one line in words for each event, as a dealer announces it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec

from openfelt.cards import UNKNOWN, show
from openfelt.money import money
from openfelt.phrases import WriteMoney
from openfelt.pit import events as e
from openfelt.pit.settlement import Payment

OTHERS: Final = {e.DEALER: "the dealer", e.COMMUNITY: "the community", e.DISCARD: "the discards"}
Name = Callable[[str], str]


# The fields of events that are chips.
AMOUNTS = frozenset({"amount", "returned", "purse", "low", "high", "limit", "bank", "layout", "to"})


def same(name: str) -> str:
    """A player by the name the table knows."""
    return name


def log_line(event: Any, name_of: Name = same, write: WriteMoney = money) -> str:  # noqa: ANN401, C901, PLR0912 - one case each
    """The event in words; `write` says how an amount is written.

    >>> from openfelt.pit.settlement import Spot
    >>> log_line(e.Wagered("Ann", 2, Spot.ANTE, 1000))
    'Ann wagers $10 on the ante of box 2'
    """
    match event:
        case e.TableOpened():
            return "the table is open"
        case e.RoundOpened():
            return f"round {event.number}: betting is open"
        case e.Joined():
            return f"{name_of(event.player)} sits down at box {event.box} with {write(event.purse)}"
        case e.Left():
            return f"{name_of(event.player)} leaves with {write(event.purse)}"
        case e.Wagered():
            return f"{name_of(event.player)} wagers {write(event.amount)} on the {event.spot} of box {event.box}"
        case e.Warned():
            return (
                f"{name_of(event.player)} is told that {write(event.amount)} is below the minimum; it stands this once"
            )
        case e.Withdrawn():
            return f"box {event.box} takes back {write(event.amount)} from the {event.spot}"
        case e.Trimmed():
            return f"the {event.spot} of box {event.box} is cut to {write(event.to)}; {write(event.returned)} go back"
        case e.BettingClosed():
            return "no more bets"
        case e.Dealt():
            return _dealt(event)
        case e.BoardDealt():
            return f"community cards {show(event.cards)}" if UNKNOWN not in event.cards else "community cards are dealt"
        case e.HandsTakenUp():
            return "players take up their cards" + _own(event)
        case e.BonusDeclared():
            return f"box {event.box} declares the bonus"
        case e.Called():
            return f"box {event.box} calls {write(event.amount)}"
        case e.Raised():
            return f"box {event.box} raises {write(event.amount)}"
        case e.Stayed():
            return f"box {event.box} stays"
        case e.Folded():
            return f"box {event.box} folds{_paid(event.payments, write)}"
        case e.HandShown():
            return f"box {event.box} shows {show(event.cards)}"
        case e.DealerTurned():
            word = "qualifies" if event.qualified else "does not qualify"
            return f"the dealer turns {show(event.cards)}: {event.hand}, and {word}"
        case e.CommunityTurned():
            return f"the dealer turns the community cards {show(event.cards)}"
        case e.BonusSettled(hand=""):
            # act-holdem 10.4: a bonus that nobody declared is lost, and its cards are not turned up for it.
            return f"box {event.box}: the bonus was not declared; it loses {write(-sum(p.net for p in event.payments))}"
        case e.BonusSettled() | e.BoxSettled():
            return f"box {event.box}, {show(event.cards)}: {event.hand}{_paid(event.payments, write)}"
        case e.Racked():
            return "the cards are racked"
    return _plain(event, write)


def _dealt(event: e.Dealt) -> str:
    """A pass or a packet: how many cards, and to whom in the order of the deal.

    >>> _dealt(e.Dealt((1, 3, e.DEALER), (UNKNOWN,) * 3))
    'a card each to box 1, box 3 and the dealer'
    >>> _dealt(e.Dealt((e.DISCARD, e.COMMUNITY, e.COMMUNITY), (UNKNOWN,) * 3))
    '1 to the discards, 2 to the community'
    """
    counted = Counter(event.targets)
    names = [OTHERS.get(target, f"box {target}") for target in counted]
    if len(counted) < len(event.targets):
        return ", ".join(f"{count} to {name}" for name, count in zip(names, counted.values(), strict=True))
    whole = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"a card {'each ' if len(names) > 1 else ''}to {whole}"


def _own(event: e.HandsTakenUp) -> str:
    seen = [f"box {hand.box} {show(hand.cards)}" for hand in event.hands if UNKNOWN not in hand.cards]
    return f": {', '.join(seen)}" if seen else ""


def _paid(payments: tuple[Payment, ...], write: WriteMoney) -> str:
    """What each wager got: won, lost, or returned."""
    said = []
    for one in payments:
        if one.net > 0:
            said.append(f"the {one.spot} wins {write(one.net)}")
        elif one.net < 0:
            said.append(f"the {one.spot} loses {write(-one.net)}")
        else:
            said.append(f"the {one.spot} is returned")
    return f"; {', '.join(said)}" if said else ""


def _plain(event: Any, write: WriteMoney) -> str:  # noqa: ANN401 - an event of a ruling or a power
    """A rarer event: its name spelt out and what it carries.

    >>> _plain(e.RoundVoided("fire", (e.Return(2, 1000, 500),)), money)
    'round voided: reason fire, returns $15 to box 2'
    """
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__).strip()
    parts = []
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in {"cites", "sign", "seats", "payments"} or value in ((), "", None, 0, False):
            continue
        parts.append(f"{field} {_value(field, value, write)}")
    return f"{name}: {', '.join(parts)}" if parts else name


def _value(field: str, value: Any, write: WriteMoney) -> str:  # noqa: ANN401 - any field of an event
    if isinstance(value, e.Return):
        return f"{write(value.layout + value.bank)} to box {value.box}"
    if isinstance(value, tuple):
        between = ", " if value and isinstance(value[0], e.Return) else " "
        return between.join(_value(field, one, write) for one in value)
    if isinstance(value, msgspec.Struct):
        return " ".join(_value(name, getattr(value, name), write) for name in value.__struct_fields__)
    return write(value) if field in AMOUNTS else str(value)
