"""The action log: what is said of each event, as a table announces it."""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec.structs import replace

from openfelt.cards import shown
from openfelt.phrases import Count, Listed, Money, Phrase, Text, phrase
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.ruling_events import Name, ruling_line, seat_name

# The numbers of a commission's working; which of them are amounts, the words before them say.
WORKED: Final = re.compile(r"(?P<before>of |= |most |least |over )?(?P<number>\d[\d.]*)")
# By whether the time ran out, and whether anything is paid.
FOLDED: Final = {
    (False, False): "{seat} folds",
    (False, True): "{seat} folds, paying {amount}",
    (True, False): "{seat} runs out of time and folds",
    (True, True): "{seat} runs out of time and folds, paying {amount}",
}
CALLED: Final = {
    (False, False): "{seat} calls",
    (False, True): "{seat} calls {amount}",
    (True, False): "{seat} runs out of time and calls",
    (True, True): "{seat} runs out of time and calls {amount}",
}


def log_line(event: e.Event, name: Name = seat_name) -> Text:  # noqa: C901, PLR0912 - one case each
    """What is said of the event; `name` says who sits in a seat.

    >>> str(log_line(e.Raised(3, 600, 400, True, True, ("nsw-poker 8.8.6",))))
    'seat 3 raises $4 to $6'
    """
    match event:
        case e.HandStarted(button=0):
            return "a round of play begins"
        case e.HandStarted():
            return phrase("a round of play begins; the button is at {seat}", seat=name(event.button))
        case e.AntesPosted():
            return phrase("antes: {amount} in all", amount=Money(sum(event.amounts)))
        case e.BlindPosted(dead=0):
            return phrase(
                "{seat} posts {blind} {amount}", seat=name(event.seat), blind=event.kind, amount=Money(event.amount)
            )
        case e.BlindPosted():
            return phrase(
                "{seat} posts {blind} {amount} and {dead} dead",
                seat=name(event.seat),
                blind=event.kind,
                amount=Money(event.amount),
                dead=Money(event.dead),
            )
        case e.OptionDeclined():
            return phrase("{seat} declines the optional blind", seat=name(event.seat))
        case e.Burned():
            return "a card is burnt"
        case e.StreetDealt():
            return _street(event, name)
        case e.SharedDealt():
            return phrase("the deck is short: {cards} is shared by all", cards=shown((event.card,)))
        case e.RoundOpened():
            return phrase("{round}: {seat} opens", round=event.name, seat=name(event.seat))
        case e.RoundSkipped():
            return phrase("{round}: no more betting", round=event.name)
        case e.Folded():
            return _act(FOLDED[bool(event.timed_out), bool(event.paid)], name(event.seat), event.paid)
        case e.Checked():
            return phrase(
                "{seat} runs out of time and checks" if event.timed_out else "{seat} checks", seat=name(event.seat)
            )
        case e.Called():
            said = _act(CALLED[bool(event.timed_out), bool(event.amount)], name(event.seat), event.amount)
            return _all_in(said, event.all_in)
        case e.BetMade():
            return _all_in(phrase("{seat} bets {to}", seat=name(event.seat), to=Money(event.to)), event.all_in)
        case e.Raised():
            by, to = Money(event.by), Money(event.to)
            return _all_in(phrase("{seat} raises {by} to {to}", seat=name(event.seat), by=by, to=to), event.all_in)
        case e.BroughtIn():
            return _all_in(
                phrase("{seat} brings in {amount}", seat=name(event.seat), amount=Money(event.amount)), event.all_in
            )
        case e.TimeBought(house=0, pot=0):
            return phrase(
                "{seat} uses a card for {seconds} seconds more", seat=name(event.seat), seconds=Count(event.seconds)
            )
        case e.TimeBought():
            return phrase(
                "{seat} buys {seconds} seconds for {price}",
                seat=name(event.seat),
                seconds=Count(event.seconds),
                price=Money(event.house + event.pot),
            )
        case e.UncalledReturned():
            return phrase("{amount} uncalled go back to {seat}", amount=Money(event.amount), seat=name(event.seat))
        case e.BetsCollected():
            return phrase("the pot is {amount}", amount=Money(event.pot))
        case e.Discarded(cards=()):
            return phrase("{seat} stands pat", seat=name(event.seat))
        case e.Discarded():
            return phrase("{seat} discards {count}", seat=name(event.seat), count=Count(len(event.cards)))
        case e.DrawDealt():
            return phrase("{seat} draws {count}", seat=name(event.seat), count=Count(len(event.cards)))
        case e.Reshuffled():
            return phrase("{count} cards are shuffled into a new stub", count=Count(event.count))
        case e.TwiceOffered():
            return "the rest of the board may be dealt twice, if all who are in agree"
        case e.TwiceAgreed():
            return phrase("{seat} agrees to deal the rest of the board twice", seat=name(event.seat))
        case e.TwiceDeclined():
            return phrase("{seat} wants the rest of the board dealt once", seat=name(event.seat))
        case e.HandsOpened():
            hands = zip(event.seats, event.cards, strict=True)
            opened = tuple(phrase("{seat} {cards}", seat=name(seat), cards=shown(held)) for seat, held in hands)
            return phrase("hands are turned up: {hands}", hands=opened)
        case e.Shown():
            return phrase("{seat} shows {cards}", seat=name(event.seat), cards=shown(event.cards))
        case e.Mucked():
            return phrase("{seat} mucks", seat=name(event.seat))
        case e.CommissionTaken():
            taken = Money(sum(event.amounts))
            return phrase("commission {amount} ({working})", amount=taken, working=_working(event.working))
        case e.PotAwarded():
            return _award(event, name)
        case e.HandEnded():
            return phrase("the round of play ends: {reason}", reason=event.reason)
        case ru.RulingMade():
            return ruling_line(replace(event, incident=in_words(event.incident)), name)
        case ru.PowerUsed():
            return ruling_line(replace(event, power=in_words(event.power)), name)
        case _:
            return ruling_line(event, name)


def in_words(kind: str) -> str:
    """What an incident or a power is called at a table: by its words, not by its name in files.

    >>> in_words("exposed-in-deal")
    'exposed in deal'
    """
    return kind.replace("-", " ")


def _act(template: str, seat: Any, amount: int) -> Phrase:  # noqa: ANN401 - a seat, as a part
    return phrase(template, seat=seat, amount=Money(amount)) if amount else phrase(template, seat=seat)


def _all_in(said: Phrase, all_in: bool) -> Phrase:  # noqa: FBT001 - a word, not a switch
    return phrase("{act} and is all-in", act=said) if all_in else said


def _street(event: e.StreetDealt, name: Name) -> Text:
    dealt = zip(event.seats, event.up, strict=True)
    up = tuple(phrase("{seat} up {cards}", seat=name(seat), cards=shown(seen)) for seat, seen in dealt if seen)
    board = (phrase("board {cards}", cards=shown(event.board)),) if event.board else ()
    if not board and not up:
        return phrase("{street} dealt", street=event.name)
    return phrase("{street}: {dealt}", street=event.name, dealt=board + up)


def _working(working: str) -> Listed:
    """How a commission was worked out, as the event has it: its numbers apart, its amounts as such."""
    return Listed(tuple(_worked(step) for step in working.split("; ")), between="; ")


def _worked(step: str) -> Text:
    parts: dict[str, Any] = {}

    def part(found: re.Match[str]) -> str:
        number, name = found["number"], f"n{len(parts)}"
        parts[name] = Money(int(number)) if found["before"] and number.isdecimal() else number
        return f"{found['before'] or ''}{{{name}}}"

    template = WORKED.sub(part, step)
    return Phrase(template, parts) if parts else step


def _award(event: e.PotAwarded, name: Name) -> Phrase:
    won = zip(event.seats, event.amounts, strict=True)
    shares = tuple(phrase("{seat} wins {amount}", seat=name(seat), amount=Money(amount)) for seat, amount in won)
    said = (
        phrase("{shares} from the pot", shares=shares)
        if event.pot == 0
        else phrase("{shares} from side pot {pot}", shares=shares, pot=event.pot)
    )
    if event.part != "whole":
        said = phrase("{won} ({part} half)", won=said, part=event.part)
    if not event.board:
        return said
    return phrase("{won} with the first board" if event.board == 1 else "{won} with the second board", won=said)
