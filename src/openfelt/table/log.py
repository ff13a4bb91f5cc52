"""The action log: one line in words for each event, as a table announces it."""

from __future__ import annotations

import re
from typing import Final

from openfelt.cards import show
from openfelt.money import money
from openfelt.phrases import WriteMoney
from openfelt.table import events as e
from openfelt.table.ruling_events import Name, ruling_line, seat_name

# Where the working of a commission names an amount.
WORKED: Final = re.compile(r"(of |= |most |least |over )(\d+)")


def log_line(event: e.Event, name: Name = seat_name, write: WriteMoney = money) -> str:  # noqa: C901, PLR0912 - one case each
    """The event in words; `write` says how an amount is written.

    >>> log_line(e.Raised(3, 600, 400, True, True, ("nsw-poker 8.8.6",)))
    'seat 3 raises $4 to $6'
    """
    match event:
        case e.HandStarted():
            return (
                f"a round of play begins; the button is at {name(event.button)}"
                if event.button
                else "a round of play begins"
            )
        case e.AntesPosted():
            return f"antes: {write(sum(event.amounts))} in all"
        case e.BlindPosted():
            dead = f" and {write(event.dead)} dead" if event.dead else ""
            return f"{name(event.seat)} posts {event.kind} {write(event.amount)}{dead}"
        case e.OptionDeclined():
            return f"{name(event.seat)} declines the optional blind"
        case e.Burned():
            return "a card is burnt"
        case e.StreetDealt():
            return _street(event, name)
        case e.SharedDealt():
            return f"the deck is short: {event.card} is shared by all"
        case e.RoundOpened():
            return f"{event.name}: {name(event.seat)} opens"
        case e.RoundSkipped():
            return f"{event.name}: no more betting"
        case e.Folded():
            paid = f", paying {write(event.paid)}" if event.paid else ""
            return f"{name(event.seat)} {'runs out of time and ' if event.timed_out else ''}folds{paid}"
        case e.Checked():
            return f"{name(event.seat)} {'runs out of time and ' if event.timed_out else ''}checks"
        case e.Called():
            amount = f" {write(event.amount)}" if event.amount else ""
            late = "runs out of time and " if event.timed_out else ""
            return f"{name(event.seat)} {late}calls{amount}{_all_in(event.all_in)}"
        case e.BetMade():
            return f"{name(event.seat)} bets {write(event.to)}{_all_in(event.all_in)}"
        case e.Raised():
            return f"{name(event.seat)} raises {write(event.by)} to {write(event.to)}{_all_in(event.all_in)}"
        case e.BroughtIn():
            return f"{name(event.seat)} brings in {write(event.amount)}{_all_in(event.all_in)}"
        case e.TimeBought():
            price = event.house + event.pot
            if not price:
                return f"{name(event.seat)} uses a card for {event.seconds} seconds more"
            return f"{name(event.seat)} buys {event.seconds} seconds for {write(price)}"
        case e.UncalledReturned():
            return f"{write(event.amount)} uncalled go back to {name(event.seat)}"
        case e.BetsCollected():
            return f"the pot is {write(event.pot)}"
        case e.Discarded():
            return (
                f"{name(event.seat)} discards {len(event.cards)}" if event.cards else f"{name(event.seat)} stands pat"
            )
        case e.DrawDealt():
            return f"{name(event.seat)} draws {len(event.cards)}"
        case e.Reshuffled():
            return f"{event.count} cards are shuffled into a new stub"
        case e.Shown():
            return f"{name(event.seat)} shows {show(event.cards)}"
        case e.Mucked():
            return f"{name(event.seat)} mucks"
        case e.CommissionTaken():
            working = WORKED.sub(lambda found: found[1] + write(int(found[2])), event.working)
            return f"commission {write(sum(event.amounts))} ({working})"
        case e.PotAwarded():
            return _award(event, name, write)
        case e.HandEnded():
            return f"the round of play ends: {event.reason}"
        case _:
            return ruling_line(event, name, write)


def _all_in(all_in: bool) -> str:  # noqa: FBT001 - a word, not a switch
    return " and is all-in" if all_in else ""


def _street(event: e.StreetDealt, name: Name) -> str:
    parts = []
    if event.board:
        parts.append(f"board {show(event.board)}")
    parts += [f"{name(seat)} up {show(cards)}" for seat, cards in zip(event.seats, event.up, strict=True) if cards]
    return f"{event.name}: {', '.join(parts)}" if parts else f"{event.name} dealt"


def _award(event: e.PotAwarded, name: Name, write: WriteMoney) -> str:
    pot = "the pot" if event.pot == 0 else f"side pot {event.pot}"
    part = "" if event.part == "whole" else f" ({event.part} half)"
    won = zip(event.seats, event.amounts, strict=True)
    shares = ", ".join(f"{name(seat)} wins {write(amount)}" for seat, amount in won)
    return f"{shares} from {pot}{part}"
