"""The log of a house-banked table: what is said of each event, as a dealer announces it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from openfelt.cards import UNKNOWN, shown
from openfelt.hands.words import read_words
from openfelt.phrases import Count, Listed, Money, Phrase, Text, phrase
from openfelt.phrases import Name as NamePart
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
    words: Mapping[str, str] = USUAL,
) -> Text:
    """What is said of the event; `words` says what the game calls wagers and decisions.

    >>> from openfelt.pit.settlement import Spot
    >>> str(log_line(e.Wagered("Ann", 2, Spot.ANTE, 1000)))
    'Ann wagers $10 on the ante of box 2'
    """

    def name(player: str) -> NamePart:
        return NamePart(name_of(player))

    match event:
        case e.TableOpened():
            return "the table is open"
        case e.RoundOpened():
            return phrase("round {number}: betting is open", number=event.number)
        case e.Joined():
            return phrase(
                "{player} sits down at box {box} with {purse}",
                player=name(event.player),
                box=event.box,
                purse=Money(event.purse),
            )
        case e.Left():
            return phrase("{player} leaves with {purse}", player=name(event.player), purse=Money(event.purse))
        case e.Wagered():
            return phrase(
                "{player} wagers {amount} on {spot} of box {box}",
                player=name(event.player),
                amount=Money(event.amount),
                spot=spot_words(event.spot, words),
                box=event.box,
            )
        case e.Warned():
            return phrase(
                "{player} is told that {amount} is below the minimum; it stands this once",
                player=name(event.player),
                amount=Money(event.amount),
            )
        case e.Withdrawn():
            return phrase(
                "box {box} takes back {amount} from {spot}",
                box=event.box,
                amount=Money(event.amount),
                spot=spot_words(event.spot, words),
            )
        case e.Trimmed():
            return phrase(
                "{spot} of box {box} is cut to {to}; {returned} go back",
                spot=spot_words(event.spot, words),
                box=event.box,
                to=Money(event.to),
                returned=Money(event.returned),
            )
        case e.BettingClosed():
            return "no more bets"
        case e.Dealt():
            return _dealt(event)
        case e.BoardDealt():
            if UNKNOWN in event.cards:
                return "community cards are dealt"
            return phrase("community cards {cards}", cards=shown(event.cards))
        case e.HandsTakenUp():
            return _taken_up(event)
        case e.BonusDeclared():
            return phrase("box {box} declares {spot}", box=event.box, spot=spot_words("bonus", words))
        case e.Called():
            called = f"box {{box}} {words.get('call', 'call')}s {{amount}}"
            return phrase(called, box=event.box, amount=Money(event.amount))
        case e.Raised():
            return phrase("box {box} raises {amount}", box=event.box, amount=Money(event.amount))
        case e.Stayed():
            return phrase("box {box} stays", box=event.box)
        case e.Folded():
            return _paid(phrase("box {box} folds", box=event.box), event.payments, words)
        case e.HandShown():
            return phrase("box {box} shows {cards}", box=event.box, cards=shown(event.cards))
        case e.DealerTurned():
            return phrase(
                "the dealer turns {cards}: {hand}, and qualifies"
                if event.qualified
                else "the dealer turns {cards}: {hand}, and does not qualify",
                cards=shown(event.cards),
                hand=hand_said(event.hand),
            )
        case e.CommunityTurned():
            return phrase("the dealer turns the community cards {cards}", cards=shown(event.cards))
        case e.BonusSettled(hand=""):
            # A bonus that nobody declared is lost, and its cards are not turned up for it.
            return phrase(
                "box {box}: {spot} was not declared; it loses {amount}",
                box=event.box,
                spot=spot_words("bonus", words),
                amount=Money(-sum(one.net for one in event.payments)),
            )
        case e.BonusSettled() | e.BoxSettled():
            said = phrase(
                "box {box}, {cards}: {hand}", box=event.box, cards=shown(event.cards), hand=hand_said(event.hand)
            )
            return _paid(said, event.payments, words)
        case e.Racked():
            return "the cards are racked"
    return _ruled(event, name, words)


def _dealt(event: e.Dealt) -> Phrase:
    """A pass or a packet: how many cards, and to whom in the order of the deal.

    >>> str(_dealt(e.Dealt((1, 3, e.DEALER), (UNKNOWN,) * 3)))
    'a card each to box 1, box 3 and the dealer'
    >>> str(_dealt(e.Dealt((e.DISCARD, e.COMMUNITY, e.COMMUNITY), (UNKNOWN,) * 3)))
    '1 to the discards, 2 to the community'
    """
    counted = Counter(event.targets)
    names = [OTHERS.get(target) or phrase("box {box}", box=target) for target in counted]
    if len(counted) < len(event.targets):
        packets = zip(names, counted.values(), strict=True)
        return phrase(
            "{packets}",
            packets=tuple(phrase("{count} to {whom}", count=Count(count), whom=name) for name, count in packets),
        )
    if len(names) == 1:
        return phrase("a card to {last}", last=names[0])
    return phrase("a card each to {others} and {last}", others=tuple(names[:-1]), last=names[-1])


def _taken_up(event: e.HandsTakenUp) -> Text:
    seen = tuple(
        phrase("box {box} {cards}", box=hand.box, cards=shown(hand.cards))
        for hand in event.hands
        if UNKNOWN not in hand.cards
    )
    return phrase("players take up their cards: {hands}", hands=seen) if seen else "players take up their cards"


def hand_said(words: str) -> Text:
    """What a record says of a hand, and of the three cards of a bonus, as templates."""
    hand, bonus, three = words.rpartition("bonus: ")
    if not bonus:
        return read_words(words)
    if not hand:
        return phrase("bonus: {three}", three=read_words(three))
    return phrase("{hand}; bonus: {three}", hand=read_words(hand.removesuffix("; ")), three=read_words(three))


def _paid(said: Phrase, payments: tuple[Payment, ...], words: Mapping[str, str]) -> Phrase:
    """What each wager got: won, lost, or returned."""
    paid: list[Phrase] = []
    for one in payments:
        spot = spot_words(one.spot, words)
        if one.net > 0 and not one.stake:  # paid on top of the ante, without a wager of its own
            paid.append(phrase("the ante bonus is {amount}", amount=Money(one.net)))
        elif one.net > 0:
            paid.append(phrase("{spot} wins {amount}", spot=spot, amount=Money(one.net)))
        elif one.net < 0:
            paid.append(phrase("{spot} loses {amount}", spot=spot, amount=Money(-one.net)))
        else:
            paid.append(phrase("{spot} is returned", spot=spot))
    return phrase("{said}; {paid}", said=said, paid=tuple(paid)) if paid else said


def _ruled(  # noqa: C901, PLR0912 - one case each
    event: Any,  # noqa: ANN401 - any event of a round
    name: Callable[[str], NamePart],
    words: Mapping[str, str],
) -> Text:
    """A rarer event: an irregularity, a ruling, or a power."""
    match event:
        case e.AreaReleased():
            return phrase(
                "{player} gives up box {box} to whoever joins; {returned} go back",
                player=name(event.player),
                box=event.box,
                returned=Money(event.returned),
            )
        case e.CardsCut():
            return "the cards are cut"
        case e.BettingReopened():
            return "betting is open again; the wagers stand and may be changed"
        case e.TurnedOver():
            turned = "{cards} of box {box} was dealt face up and is turned over"
            return phrase(turned, cards=shown((event.card,)), box=event.box)
        case e.OwnShown():
            early = "box {box} shows {cards} too early; play goes on"
            return phrase(early, cards=shown((event.card,)), box=event.box)
        case e.CommunityExposed():
            return _cut(
                phrase("{cards} of the community was seen too early", cards=shown((event.card,))), event.cut, words
            )
        case e.BoardRebuilt():
            return phrase("the community cards are put right: {cards}", cards=shown(event.cards))
        case e.HandRebuilt():
            return phrase("box {box} gets its cards back from the rack", box=event.box)
        case e.HandVoided():
            return _back(phrase("the hand of box {box} is void", box=event.returns.box), (event.returns,))
        case e.RoundVoided():
            said = phrase("the round is void ({reason})", reason=event.reason.replace("-", " "))
            return _back(said, event.returns)
        case e.NoAnteRacked():
            said = phrase("box {box} has no ante; its cards are racked", box=event.box)
            returned = Money(event.returned)
            return phrase("{said}; {returned} go back", said=said, returned=returned) if event.returned else said
        case e.ViewReported():
            boxes = tuple(phrase("box {box}", box=box) for box in event.boxes)
            return phrase(
                "{player} looked at hands that are played blind: {boxes}", player=name(event.player), boxes=boxes
            )
        case e.SeatHandDeemed():
            return phrase("box {box} counts as the hand of {player}'s seat", box=event.box, player=name(event.player))
        case e.ViewLetStand():
            return phrase("what {player} looked at has no consequence", player=name(event.player))
        case e.WagerVoided():
            return phrase(
                "{spot} of box {box} is void; {amount} go back",
                spot=spot_words(event.spot, words),
                box=event.box,
                amount=Money(event.amount),
            )
        case e.PlayerExcluded():
            return phrase(
                "{player} is excluded from the game" if event.game else "{player} is excluded from the round",
                player=name(event.player),
            )
        case e.PlayerLetBack():
            return phrase("{player} may play again", player=name(event.player))
        case e.DisputeRuled():
            return phrase(
                "a dispute is decided in review: {text}" if event.review else "a dispute is decided: {text}",
                text=NamePart(event.text),
            )
        case e.LimitsChanged():
            return phrase("the limits are now {low} to {high}", low=Money(event.low), high=Money(event.high))
        case e.NoticeGiven():
            return notice_words(event)
        case e.BoxMarked():
            return phrase("the limit of box {box} is {limit}", box=event.box, limit=Money(event.limit))
        case e.DeckVerified():
            return phrase("the deck is counted: {count} cards", count=Count(event.count))
        case e.CardsChanged():
            return "the cards are changed for checked ones"
        case e.ShuffleOrdered():
            return phrase("the cards are shuffled again: {cause}", cause=SHUFFLED.get(event.cause, event.cause))
        case e.Directed() | e.DirectionLifted():
            return _directed(event, name)
        case e.SeatVacated():
            return phrase(
                "{player} sat without betting and gives up the seat, with {purse}",
                player=name(event.player),
                purse=Money(event.purse),
            )
        case e.TableClosed():
            return "the table is closed"
        case e.RulesGiven():
            return phrase("{player} gets a copy of the rules", player=name(event.player))
    raise TypeError(f"no words for {type(event).__name__}")


def _directed(event: e.Directed | e.DirectionLifted, name: Callable[[str], NamePart]) -> Phrase:
    given = isinstance(event, e.Directed)
    what = DIRECTED.get(event.direction, event.direction)
    said = phrase("the floor directs: {what}" if given else "the floor lifts: {what}", what=what)
    return phrase("{said} ({players})", said=said, players=tuple(map(name, event.players))) if event.players else said


def notice_words(event: e.NoticeGiven) -> Text:
    """What is announced; when, the page says by its own clock.

    >>> str(notice_words(e.NoticeGiven(False, 2000, 60000, 0)))
    'notice is given: the limits will be $20 to $600'
    """
    if event.closing:
        return "notice is given: the table closes"
    return phrase("notice is given: the limits will be {low} to {high}", low=Money(event.low), high=Money(event.high))


def _cut(said: Phrase, stakes: tuple[e.Stake, ...], words: Mapping[str, str]) -> Phrase:
    """What goes back of the raises because of it."""
    back = tuple(
        phrase(
            "{amount} of {spot} of box {box} go back",
            amount=Money(one.amount),
            spot=spot_words(one.spot, words),
            box=one.box,
        )
        for one in stakes
    )
    return phrase("{said}; {back}", said=said, back=Listed(back, "; ")) if back else said


def _back(said: Phrase, returns: tuple[e.Return, ...]) -> Phrase:
    """What void hands give back.

    >>> str(_back(phrase("void"), (e.Return(2, 1000, 500), e.Return(3, 500, -500))))
    'void; $15 go back to box 2'
    """
    back = tuple(
        phrase("{amount} go back to box {box}", amount=Money(given), box=one.box)
        for one in returns
        if (given := one.layout + one.bank) > 0
    )
    return phrase("{said}; {back}", said=said, back=Listed(back, "; ")) if back else said
