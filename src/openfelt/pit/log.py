"""The log of a house-banked table: one line in words for each event, as a dealer announces it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from openfelt.cards import UNKNOWN, show
from openfelt.money import money
from openfelt.phrases import WriteMoney
from openfelt.pit import events as e
from openfelt.pit.settlement import Payment

OTHERS: Final = {e.DEALER: "the dealer", e.COMMUNITY: "the community", e.DISCARD: "the discards"}
SHUFFLED: Final = {
    "vacant": "the table stood empty",
    "suspect": "the shuffle may have been wrong",
    "discretion": "the floor asks for it",
    "exposed": "a card was exposed",
}
DIRECTED: Final = {"english-only": "English only", "silence": "silence", "apart": "these players do not play together"}
USUAL: Final[Mapping[str, str]] = MappingProxyType({})
Name = Callable[[str], str]


def same(name: str) -> str:
    """A player by the name the table knows."""
    return name


def spot_words(spot: str, words: Mapping[str, str]) -> str:
    """A wager as the game calls it; what has a name of its own needs no article.

    >>> spot_words("call", USUAL), spot_words("call", {"call": "play"}), spot_words("bonus", {"bonus": "Pair Plus"})
    ('the call', 'the play', 'Pair Plus')
    """
    word = words.get(spot, spot)
    return word if word[0].isupper() else f"the {word}"


def log_line(  # noqa: C901, PLR0912 - one case each
    event: Any,  # noqa: ANN401 - any event of a round
    name_of: Name = same,
    write: WriteMoney = money,
    words: Mapping[str, str] = USUAL,
) -> str:
    """The event in words; `write` says how an amount is written, `words` what the game calls wagers and decisions.

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
            spot = spot_words(event.spot, words)
            return f"{name_of(event.player)} wagers {write(event.amount)} on {spot} of box {event.box}"
        case e.Warned():
            return (
                f"{name_of(event.player)} is told that {write(event.amount)} is below the minimum; it stands this once"
            )
        case e.Withdrawn():
            return f"box {event.box} takes back {write(event.amount)} from {spot_words(event.spot, words)}"
        case e.Trimmed():
            spot = spot_words(event.spot, words)
            return f"{spot} of box {event.box} is cut to {write(event.to)}; {write(event.returned)} go back"
        case e.BettingClosed():
            return "no more bets"
        case e.Dealt():
            return _dealt(event)
        case e.BoardDealt():
            return f"community cards {show(event.cards)}" if UNKNOWN not in event.cards else "community cards are dealt"
        case e.HandsTakenUp():
            return "players take up their cards" + _own(event)
        case e.BonusDeclared():
            return f"box {event.box} declares {spot_words('bonus', words)}"
        case e.Called():
            return f"box {event.box} {words.get('call', 'call')}s {write(event.amount)}"
        case e.Raised():
            return f"box {event.box} raises {write(event.amount)}"
        case e.Stayed():
            return f"box {event.box} stays"
        case e.Folded():
            return f"box {event.box} folds{_paid(event.payments, write, words)}"
        case e.HandShown():
            return f"box {event.box} shows {show(event.cards)}"
        case e.DealerTurned():
            word = "qualifies" if event.qualified else "does not qualify"
            return f"the dealer turns {show(event.cards)}: {event.hand}, and {word}"
        case e.CommunityTurned():
            return f"the dealer turns the community cards {show(event.cards)}"
        case e.BonusSettled(hand=""):
            # A bonus that nobody declared is lost, and its cards are not turned up for it.
            lost = write(-sum(one.net for one in event.payments))
            return f"box {event.box}: {spot_words('bonus', words)} was not declared; it loses {lost}"
        case e.BonusSettled() | e.BoxSettled():
            return f"box {event.box}, {show(event.cards)}: {event.hand}{_paid(event.payments, write, words)}"
        case e.Racked():
            return "the cards are racked"
    return _ruled(event, name_of, write, words)


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


def _paid(payments: tuple[Payment, ...], write: WriteMoney, words: Mapping[str, str]) -> str:
    """What each wager got: won, lost, or returned."""
    said = []
    for one in payments:
        spot = spot_words(one.spot, words)
        if one.net > 0 and not one.stake:  # paid on top of the ante, without a wager of its own
            said.append(f"the ante bonus is {write(one.net)}")
        elif one.net > 0:
            said.append(f"{spot} wins {write(one.net)}")
        elif one.net < 0:
            said.append(f"{spot} loses {write(-one.net)}")
        else:
            said.append(f"{spot} is returned")
    return f"; {', '.join(said)}" if said else ""


def _ruled(event: Any, name_of: Name, write: WriteMoney, words: Mapping[str, str]) -> str:  # noqa: ANN401, C901, PLR0912
    """A rarer event: an irregularity, a ruling, or a power."""
    match event:
        case e.AreaReleased():
            return f"{name_of(event.player)} gives up box {event.box} to whoever joins; {write(event.returned)} go back"
        case e.CardsCut():
            return "the cards are cut"
        case e.BettingReopened():
            return "betting is open again; the wagers stand and may be changed"
        case e.TurnedOver():
            return f"{show((event.card,))} of box {event.box} was dealt face up and is turned over"
        case e.OwnShown():
            return f"box {event.box} shows {show((event.card,))} too early; play goes on"
        case e.CommunityExposed():
            return f"{show((event.card,))} of the community was seen too early" + _cut(event.cut, write, words)
        case e.BoardRebuilt():
            return f"the community cards are put right: {show(event.cards)}"
        case e.HandRebuilt():
            return f"box {event.box} gets its cards back from the rack"
        case e.HandVoided():
            return f"the hand of box {event.returns.box} is void{_back((event.returns,), write)}"
        case e.RoundVoided():
            return f"the round is void ({event.reason.replace('-', ' ')}){_back(event.returns, write)}"
        case e.NoAnteRacked():
            back = f"; {write(event.returned)} go back" if event.returned else ""
            return f"box {event.box} has no ante; its cards are racked{back}"
        case e.ViewReported():
            boxes = ", ".join(f"box {box}" for box in event.boxes)
            return f"{name_of(event.player)} looked at hands that are played blind: {boxes}"
        case e.SeatHandDeemed():
            return f"box {event.box} counts as the hand of {name_of(event.player)}'s seat"
        case e.ViewLetStand():
            return f"what {name_of(event.player)} looked at has no consequence"
        case e.WagerVoided():
            return f"{spot_words(event.spot, words)} of box {event.box} is void; {write(event.amount)} go back"
        case e.PlayerExcluded():
            return f"{name_of(event.player)} is excluded from the {'game' if event.game else 'round'}"
        case e.PlayerLetBack():
            return f"{name_of(event.player)} may play again"
        case e.DisputeRuled():
            return f"a dispute is decided{' in review' if event.review else ''}: {event.text}"
        case e.LimitsChanged():
            return f"the limits are now {write(event.low)} to {write(event.high)}"
        case e.NoticeGiven():
            return notice_words(event, write)
        case e.BoxMarked():
            return f"the limit of box {event.box} is {write(event.limit)}"
        case e.DeckVerified():
            return f"the deck is counted: {event.count} cards"
        case e.CardsChanged():
            return "the cards are changed for checked ones"
        case e.ShuffleOrdered():
            return f"the cards are shuffled again: {SHUFFLED.get(event.cause, event.cause)}"
        case e.Directed() | e.DirectionLifted():
            of = ", ".join(map(name_of, event.players))
            does = "directs" if isinstance(event, e.Directed) else "lifts"
            return f"the floor {does}: {DIRECTED.get(event.direction, event.direction)}{f' ({of})' if of else ''}"
        case e.SeatVacated():
            return f"{name_of(event.player)} sat without betting and gives up the seat, with {write(event.purse)}"
        case e.TableClosed():
            return "the table is closed"
        case e.RulesGiven():
            return f"{name_of(event.player)} gets a copy of the rules"
    raise TypeError(f"no words for {type(event).__name__}")


def notice_words(event: e.NoticeGiven, write: WriteMoney) -> str:
    """What is announced; when, the page says by its own clock.

    >>> notice_words(e.NoticeGiven(False, 2000, 60000, 0), money)
    'notice is given: the limits will be $20 to $600'
    """
    what = "the table closes" if event.closing else f"the limits will be {write(event.low)} to {write(event.high)}"
    return f"notice is given: {what}"


def _cut(stakes: tuple[e.Stake, ...], write: WriteMoney, words: Mapping[str, str]) -> str:
    """What goes back of the raises because of it."""
    return "".join(f"; {write(one.amount)} of {spot_words(one.spot, words)} of box {one.box} go back" for one in stakes)


def _back(returns: tuple[e.Return, ...], write: WriteMoney) -> str:
    """What void hands give back.

    >>> _back((e.Return(2, 1000, 500), e.Return(3, 500, -500)), money)
    '; $15 go back to box 2'
    """
    return "".join(
        f"; {write(back)} go back to box {one.box}" for one in returns if (back := one.layout + one.bank) > 0
    )
