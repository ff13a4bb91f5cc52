"""Orders, events and signs as lines of text, both ways. A whole table is the text of its events, one line each.

>>> read_command("Ann wagers 1000 on ante of box 1")
Wager(player='Ann', box=1, spot=<Spot.ANTE: 'ante'>, amount=1000)
>>> write(read_command("box 2 calls 2000"))
'box 2 calls 2000'
>>> read_command("box two calls")
Traceback (most recent call last):
openfelt.errors.NotationError: cannot be read as an order: 'box two calls'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from openfelt.cards import card, cards, show
from openfelt.errors import NotationError, OpenfeltError
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.evolve import evolve
from openfelt.pit.round import Round
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.signtext import read_sign, write_sign

ORDERS: Final[Mapping[type, str]] = {
    c.Open: "open {sign} seats {seats}",
    c.NextRound: "next round",
    c.Join: "{player} joins box {box} with {purse}",
    c.Leave: "{player} leaves",
    c.Wager: "{player} wagers {amount} on {spot} of box {box}",
    c.SpokenWager: "{player} calls out {amount} on {spot} of box {box} with {chips} in chips",
    c.Withdraw: "box {box} withdraws {spot}",
    c.Cut: "{by} cuts at {at}",
    c.NoMoreBets: "no more bets",
    c.Deal: "deal {cards}",
    c.DealFlop: "flop {cards}",
    c.TakeUp: "players look",
    c.DeclareBonus: "box {box} declares",
    c.Call: "box {box} calls {amount}",
    c.Raise: "box {box} raises {amount}",
    c.Stay: "box {box} stays",
    c.Fold: "box {box} folds",
    c.SettleBonus: "settle bonus of box {box}",
    c.DealRiver: "river {cards}",
    c.TurnDealer: "dealer turns {cards}",
    c.TurnCommunity: "community turned {cards}",
    c.ShowHand: "hand of box {box} is {cards}",
    c.SettleBox: "settle box {box}",
    c.Rack: "rack the cards",
    c.ExposeCard: "card {place} of box {box} exposed",
    c.ExposeDealer: "card {place} of the dealer exposed",
    c.ExposeCommunity: "community card {place} exposed",
    c.ShowOwn: "box {box} shows card {place}",
    c.ReportSequence: "hole cards dealt out of order",
    c.ReportBoard: "board fault, right cards {cards}",
    c.ReportCount: "{cards} cards counted at box {box}, only that hand touched {alone}",
    c.ReportNoAnte: "{cards} dealt to box {box} with no ante",
    c.ReportRacked: "hand of box {box} in the rack, rebuilt {rebuilt}",
    c.ReportLaidDown: "laid-down hand of box {box} discarded, top three {top_three}",
    c.ReportAbsent: "player of box {box} absent",
    c.ReportViewed: "{player} viewed boxes {boxes}",
    c.VerifyDeck: "deck counted {count}",
    c.DeemSeatHand: "viewed hand of {player} deemed the seat hand",
    c.VoidViewed: "viewed hands of {player} void",
    c.LetStand: "viewed hands of {player} let stand",
    c.VoidHand: "hand of box {box} void for leaving the table",
    c.Sanction: "sanction {player} for {breach}, {measure}",
    c.VoidWager: "void {spot} of box {box}",
    c.ExcludePlayer: "exclude {player} for {breach}",
    c.LetBack: "let {player} back",
    c.Invalidate: "invalidate for {cause}",
    c.VoidRound: "void round as {cause}",
    c.RuleDispute: "dispute ruled, review {review}: {text}",
    c.ChangeLimits: "limits {low} to {high}, notice {notice}",
    c.AnnounceLimits: "announce limits {low} to {high} in {minutes} minutes, at {at_ms}",
    c.AnnounceClosing: "announce closing in {minutes} minutes, at {at_ms}",
    c.PutIntoEffect: "put the notice into effect, at {at_ms}",
    c.MarkBox: "marker {limit} at box {box}",
    c.ChangeCards: "change cards, dealer checked {dealer_checked}, supervisor checked {supervisor_checked}",
    c.OrderShuffle: "shuffle again as {cause}",
    c.Direct: "direct {direction} {players}",
    c.LiftDirection: "lift {direction} {players}",
    c.VacateSeat: "{player} must vacate",
    c.CloseTable: "close table, notice {notice}",
    c.GiveRules: "rules for {player}",
}

EVENTS: Final[Mapping[type, str]] = {
    e.TableOpened: "table open {sign} seats {seats}",
    e.RoundOpened: "round {number}",
    e.Joined: "{player} joined box {box} with {purse}",
    e.Left: "{player} left with {purse}",
    e.AreaReleased: "box {box} released by {player}, {returned} returned",
    e.Wagered: "{player} wagered {amount} on {spot} of box {box}",
    e.Warned: "{player} warned for {amount}",
    e.Withdrawn: "box {box} withdrew {spot} {amount}",
    e.Trimmed: "box {box} {spot} trimmed to {to}, {returned} returned",
    e.CardsCut: "cards cut at {at}",
    e.BettingClosed: "betting closed, deal {plan}, blind {blind}",
    e.BettingReopened: "betting open again with {stakes}",
    e.Dealt: "dealt to {targets}: {cards}",
    e.BoardDealt: "board {cards}",
    e.HandsTakenUp: "players looked: {hands}",
    e.BonusDeclared: "box {box} declared",
    e.Called: "box {box} called {amount}",
    e.Raised: "box {box} raised {amount}",
    e.Stayed: "box {box} stayed",
    e.Folded: "box {box} folded: {payments}",
    e.BonusSettled: 'bonus of box {box} {cards} "{hand}": {payments}',
    e.HandShown: "box {box} showed {cards}",
    e.DealerTurned: 'dealer turned {cards} "{hand}", qualified {qualified}',
    e.CommunityTurned: "community cards {cards}",
    e.BoxSettled: 'box {box} settled {cards} "{hand}": {payments}',
    e.Racked: "cards racked",
    e.TurnedOver: "card {place} of box {box}, {card}, turned over",
    e.OwnShown: "card {place} of box {box}, {card}, shown by its player",
    e.CommunityExposed: "community card {place}, {card}, exposed; cut {cut}",
    e.BoardRebuilt: "board put right {cards}",
    e.HandRebuilt: "hand of box {box} rebuilt",
    e.HandVoided: "hand void: {returns}",
    e.RoundVoided: 'round void "{reason}": {returns}',
    e.NoAnteRacked: "hand {cards} at box {box} without ante racked, {returned} returned",
    e.ViewReported: "reported: {player} viewed boxes {boxes}",
    e.SeatHandDeemed: "box {box} deemed the seat hand of {player}",
    e.ViewLetStand: "what {player} viewed stands",
    e.WagerVoided: "{spot} {amount} of box {box} void",
    e.PlayerExcluded: "{player} excluded, from the game {game}",
    e.PlayerLetBack: "{player} let back",
    e.DisputeRuled: "dispute decided, review {review}: {text}",
    e.LimitsChanged: "limits now {low} to {high}",
    e.NoticeGiven: "notice of closing {closing}, limits {low} to {high}, due {due_ms}",
    e.BoxMarked: "box {box} marked {limit}",
    e.DeckVerified: "deck of {count} cards",
    e.CardsChanged: "cards changed",
    e.ShuffleOrdered: "shuffle ordered as {cause}",
    e.Directed: "directed {direction} {players}",
    e.DirectionLifted: "lifted {direction} {players}",
    e.SeatVacated: "{player} vacated with {purse}",
    e.TableClosed: "table closed",
    e.RulesGiven: "rules given to {player}",
}

NONE: Final = "-"
TARGETS: Final = {e.DEALER: "dealer", e.COMMUNITY: "community", e.DISCARD: "discard"}
_TARGET_NUMBERS: Final = {name: number for number, name in TARGETS.items()}


class Words(NamedTuple):
    """A field's text both ways."""

    show: Callable[[Any], str]
    read: Callable[[str], Any]


def _listed(show_one: Callable[[Any], str], read_one: Callable[[str], Any], between: str = ", ") -> Words:
    """Several of a kind, `-` for none."""
    return Words(
        lambda several: between.join(show_one(one) for one in several) or NONE,
        lambda text: () if text == NONE else tuple(read_one(one) for one in text.split(between)),
    )


def _yes(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _target(text: str) -> int:
    return _TARGET_NUMBERS[text] if text in _TARGET_NUMBERS else int(text)


def _payment(text: str) -> Payment:
    found = re.fullmatch(r"(\w+) (win|lose|return) (\d+)\+(\d+) by (.*)", text)
    if found is None:
        raise ValueError(text)
    spot, verdict, stake, won, cites = found.groups()
    return Payment(Spot(spot), verdict, int(stake), int(won), tuple(cites.split(", ")))  # type: ignore[arg-type]


def _show_payment(payment: Payment) -> str:
    return f"{payment.spot} {payment.verdict} {payment.stake}+{payment.won} by {', '.join(payment.cites)}"


def _returns(text: str) -> e.Return:
    box, layout, bank = re.fullmatch(r"box (\d+) layout (\d+) bank (-?\d+)", text).groups()  # type: ignore[union-attr]
    return e.Return(int(box), int(layout), int(bank))


def _show_returns(one: e.Return) -> str:
    return f"box {one.box} layout {one.layout} bank {one.bank}"


def _stake(text: str) -> e.Stake:
    box, spot, amount = text.split(" ")
    return e.Stake(int(box), Spot(spot), int(amount))


def _seat(text: str) -> c.Seat:
    box, player, purse = text.split(" ")
    return c.Seat(int(box), player, int(purse))


def _hand(text: str) -> e.HandCards:
    box, _, held = text.partition(" ")
    return e.HandCards(int(box), cards(held))


INT: Final = Words(str, int)
TEXT: Final = Words(str, str)
YES: Final = Words(lambda yes: "yes" if yes else "no", _yes)
CARDS: Final = Words(lambda several: show(several) or NONE, lambda text: () if text == NONE else cards(text))
STAKES: Final = _listed(lambda one: f"{one.box} {one.spot} {one.amount}", _stake)
RETURNS: Final = _listed(_show_returns, _returns)
TARGET_LIST: Final = _listed(lambda number: TARGETS.get(number, str(number)), _target)

FIELDS: Final[Mapping[str, Words]] = {
    **dict.fromkeys(
        (
            "at",
            "at_ms",
            "box",
            "amount",
            "purse",
            "chips",
            "count",
            "due_ms",
            "limit",
            "low",
            "high",
            "minutes",
            "place",
            "number",
            "to",
            "returned",
        ),
        INT,
    ),
    **dict.fromkeys(("by", "breach", "player", "hand", "reason", "text", "cause", "direction", "measure"), TEXT),
    **dict.fromkeys(
        (
            "alone",
            "closing",
            "rebuilt",
            "top_three",
            "review",
            "notice",
            "dealer_checked",
            "supervisor_checked",
            "game",
            "qualified",
        ),
        YES,
    ),
    "spot": Words(str, Spot),
    "cards": CARDS,
    "card": Words(str, card),
    "boxes": _listed(str, int),
    "blind": _listed(str, int),
    "players": _listed(str, str),
    "targets": TARGET_LIST,
    "plan": _listed(TARGET_LIST.show, TARGET_LIST.read, " | "),
    "stakes": STAKES,
    "cut": STAKES,
    "returns": RETURNS,
    "hands": _listed(lambda one: f"{one.box} {show(one.cards)}", _hand),
    "payments": _listed(_show_payment, _payment, "; "),
    "seats": _listed(lambda seat: f"{seat.box} {seat.player} {seat.purse}", _seat),
    "sign": Words(write_sign, read_sign),
}
# Two fields share a name with others but not a kind.
SPECIAL: Final[Mapping[tuple[type, str], Words]] = {
    (c.ReportCount, "cards"): INT,
    (e.HandVoided, "returns"): Words(_show_returns, _returns),
}


def _words(kind: type, field: str) -> Words:
    return SPECIAL.get((kind, field)) or FIELDS[field]


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    body = "".join(re.escape(part) if place % 2 == 0 else f"(?P<{part}>.*?)" for place, part in enumerate(parts))
    return re.compile(body)


_ORDER_PATTERNS: Final = [(kind, _pattern(template)) for kind, template in ORDERS.items()]
_EVENT_PATTERNS: Final = [(kind, _pattern(template)) for kind, template in EVENTS.items()]
_CITES: Final = re.compile(r"(.*?)(?: \[([^\[\]]*)\])?")

assert set(ORDERS) == set(get_args(c.Command))
assert set(EVENTS) == set(get_args(e.Event))


def write(one: c.Command | e.Event) -> str:
    """An order or an event as one line; an event ends with its clauses."""
    kind = type(one)
    template = ORDERS.get(kind) or EVENTS[kind]
    text = re.sub(r"\{(\w+)\}", lambda found: _words(kind, found[1]).show(getattr(one, found[1])), template)
    cites = getattr(one, "cites", ())
    return f"{text} [{', '.join(cites)}]" if cites else text


@cache
def _choices(kind: type) -> dict[str, tuple[str, ...]]:
    """The fields of an order or event that have a list of words, with the list."""
    return {name: get_args(hint) for name, hint in get_type_hints(kind).items() if get_origin(hint) is Literal}


def _require_known(kind: type, fields: Mapping[str, object]) -> None:
    """A cause, a breach or a measure must be one of the words that the order knows."""
    for name, words in _choices(kind).items():
        if fields.get(name, words[0]) not in words:
            raise NotationError(phrase("no {name} {fields}", name=Name(name), fields=quoted(fields[name])), legal=words)


def _read(line: str, patterns: list[tuple[type, re.Pattern[str]]], what: str, **more: object) -> Any:  # noqa: ANN401
    for kind, pattern in patterns:
        if (found := pattern.fullmatch(line)) is None:
            continue
        try:
            fields = {name: _words(kind, name).read(text) for name, text in found.groupdict().items()}
            _require_known(kind, fields)
            return kind(**fields, **more)
        except OpenfeltError:
            raise
        except (ValueError, KeyError, AttributeError):
            continue
    raise NotationError(phrase("cannot be read as {what}: {line}", what=what, line=quoted(line)))


def read_command(line: str) -> c.Command:
    """An order from its line."""
    found: c.Command = _read(" ".join(line.split()), _ORDER_PATTERNS, "an order")
    return found


def read_event(line: str) -> e.Event:
    """An event from its line."""
    told = _CITES.fullmatch(line)
    assert told is not None
    cites = tuple(told[2].split(", ")) if told[2] else ()
    found: e.Event = _read(told[1], _EVENT_PATTERNS, "an event", cites=cites)
    return found


def write_events(events: Iterable[e.Event]) -> str:
    """A whole table as text."""
    return "".join(write(event) + "\n" for event in events)


def read_round(text: str) -> Round:
    """The table that a text of events makes."""
    round_ = Round()
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            evolve(round_, read_event(line))
        except NotationError as fault:
            raise NotationError(
                phrase("line {number}: {message}", number=number, message=fault.said),
                cites=fault.cites,
                legal=fault.legal,
            ) from None
    return round_
