"""Whether a jackpot may be offered with these parameters: every gap and every contradiction, with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from openfelt.cards import cards, deck
from openfelt.documents.findings import Finding, Path, contradiction, gap, written_path
from openfelt.documents.items import Item, pattern, silences
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games.registry import GAMES, find_game
from openfelt.hands import strength
from openfelt.jackpots.matching import has_high_hand, judge_of
from openfelt.jackpots.parameters import SCHEMA, UNTIL_WON, JackpotEvent, Parameters, Shares, moment_ms
from openfelt.jackpots.rules import ANSWERED, TOGETHER, WINDOWS, JackpotRules, rules_of
from openfelt.jackpots.sharing import WHOLE
from openfelt.phrases import Count, Money, Name, phrase, quoted
from openfelt.rulebooks import joined

MOST_CENTS: Final = 10**9
MOST_INCREMENT: Final = 10**6
FIVE: Final = 5
LONGEST_WINDOW: Final = 7 * 24 * 60

ITEMS: Final[dict[str, Item]] = {
    "title": Item("its name on signs", "a text"),
    "game": Item("the variation", "a game of the book"),
    "deck": Item("the deck", "a number of cards"),
    "base_cents": Item("the base amount", "cents"),
    "increment_cents": Item("the increment of each round of play", "cents"),
    "offer_ends": Item("the time of the offer", f'"{UNTIL_WON}", or a moment such as "2026-12-31T23:59+11:00"'),
    "excluded": Item("the claim of whoever is excluded since the hand", '"taken" or "refused"'),
    "equipment.console": Item("the dealer's console", "what serves as it"),
    "equipment.controller": Item("the controller", "what serves as it"),
    "equipment.terminal": Item("the management terminal", "what serves as it"),
    "equipment.display": Item("the display", "what serves as it"),
    "shown.lcd": Item("the events on the LCD", "where"),
    "shown.noticeboard": Item("the events on the noticeboard at the registration point", "where"),
    "shown.table_sign": Item("the events on a sign at the table", "where"),
    "events": Item("the events", "one to four"),
    "events[].name": Item("the name of the event on signs", "a text"),
    "events[].kind": Item("the pattern", '"hand", "high-hand" or "bad-beat"'),
    "events[].hand": Item("the hand", "a category, such as royal flush"),
    "events[].least": Item("the least hand", 'five cards, such as "Ts Th Td Tc 2s"'),
    "events[].both_cards": Item("whether both hole cards must play", "true or false"),
    "events[].dealt_in": Item("how many must be dealt in", "a number of players"),
    "events[].showdown": Item("whether there must be a showdown", "true or false"),
    "events[].window_minutes": Item("the window of a high hand", "minutes"),
    "events[].shares": Item("the shares of loser, winner and table", "thousandths that sum to 1000"),
    "events[].shares.loser_per_mille": Item("the loser's share", "thousandths"),
    "events[].shares.winner_per_mille": Item("the winner's share", "thousandths"),
    "events[].shares.table_per_mille": Item("the table's share", "thousandths"),
    "events[].prize.kind": Item("the prize", '"all", "percentage" or "fixed"'),
    "events[].prize.per_mille": Item("the percentage", "thousandths of the pool"),
    "events[].prize.cents": Item("the fixed sum", "cents"),
}
# Items that only some events answer, by the pattern or the prize.
ONLY: Final[dict[str, tuple[str, ...]]] = {
    "events[].hand": ("hand",),
    "events[].least": ("high-hand", "bad-beat"),
    "events[].window_minutes": ("high-hand",),
    "events[].shares": ("bad-beat",),
    "events[].prize.per_mille": ("percentage",),
    "events[].prize.cents": ("fixed",),
}


def check(parameters: Parameters) -> tuple[Finding, ...]:
    """All that is found, the gaps first."""
    try:
        rules = rules_of(parameters.book)
    except RuleViolation as refusal:
        return (contradiction(refusal.code, ("book",), refusal.cites, refusal.said, *refusal.offered),)
    found = [*_gaps(parameters, rules), *_contradictions(parameters, rules)]
    return tuple(dict.fromkeys(found))


def require_complete(parameters: Parameters) -> None:
    """Refuse parameters in which something is missing or cannot be: the first of it, and how much more there is."""
    if found := check(parameters):
        first, more = found[0], len(found) - 1
        text = phrase("{place}: {said}", place=Name(written_path(first.path)), said=first.said)
        text = phrase("{first} (and {more} more)", first=text, more=more) if more else text
        raise RuleViolation(first.code, first.cites, text, legal=first.offered)


def percent(per_mille: int) -> Name:
    """Thousandths as a percentage.

    >>> percent(125).name
    '12.5'
    """
    return Name(f"{per_mille / 10:g}")


def _gaps(parameters: Parameters, rules: JackpotRules) -> Iterator[Finding]:
    for item, (label, answers) in ITEMS.items():
        for path in silences(parameters, item):
            if is_asked(parameters, item, path):
                text = phrase("nothing is said of {label}", label=label)
                yield gap(path, rules.asks.get(item, ANSWERED), text, answers)


def is_asked(parameters: Parameters, item: str, path: Path) -> bool:
    """Whether an item is asked of this event: a window of a high hand alone, a sum of a fixed prize alone."""
    if item not in ONLY:
        return True
    event = parameters.events[int(path[1])]
    said = event.prize.kind if item.startswith("events[].prize") else event.kind
    return said in ONLY[item]


def _contradictions(parameters: Parameters, rules: JackpotRules) -> Iterator[Finding]:
    if parameters.schema != SCHEMA:
        text = phrase("parameters of schema {schema} cannot be read", schema=parameters.schema)
        yield contradiction("schema", ("schema",), ANSWERED, text, str(SCHEMA))
        return
    yield from _variation(parameters, rules)
    yield from _amounts(parameters, rules)
    ends = parameters.offer_ends
    if isinstance(ends, str) and ends != UNTIL_WON and moment_ms(ends) is None:
        text = phrase("{ends} is no moment with a zone", ends=quoted(ends))
        yield contradiction("moment", ("offer_ends",), rules.awarded, text, ITEMS["offer_ends"].answers)
    most = rules.most_events
    if len(parameters.events) > most.value:
        text = phrase(
            "a pool has at most {most} events, not {events}", most=most.value, events=Count(len(parameters.events))
        )
        yield contradiction("too-many-events", ("events",), most.cites, text, phrase("1 to {most}", most=most.value))
    names = [one.name for one in parameters.events]
    for at, event in enumerate(parameters.events):
        if not event.name.strip() or event.name in names[:at]:
            text = phrase("the name {name} is no other", name=quoted(event.name))
            yield contradiction("name", ("events", at, "name"), rules.event, text)
        yield from _event(parameters, event, ("events", at), rules)


def _variation(parameters: Parameters, rules: JackpotRules) -> Iterator[Finding]:
    book, game, size = parameters.book, parameters.game, parameters.deck
    if game is UNSET:
        return
    if (book, game) not in GAMES:
        known = tuple(name for of, name in GAMES if of == book and has_high_hand(of, name))
        text = phrase("no game {game} in {book}", game=quoted(game), book=quoted(book))
        yield contradiction("game", ("game",), rules.variation, text, *known)
        return
    if not has_high_hand(book, game):
        text = phrase("{game} is won by low hands alone: no event could name its hands", game=Name(game))
        yield contradiction("game", ("game",), joined(rules.variation, rules.event), text)
    if size is not UNSET and size not in find_game(book, game).decks:
        known = tuple(str(one) for one in find_game(book, game).decks)
        text = phrase("{game} is not played with {size} cards", game=Name(game), size=size)
        yield contradiction("deck", ("deck",), rules.variation, text, *known)


def _amounts(parameters: Parameters, rules: JackpotRules) -> Iterator[Finding]:
    for name, least, most in (("base_cents", 0, MOST_CENTS), ("increment_cents", 1, MOST_INCREMENT)):
        cents = getattr(parameters, name)
        if isinstance(cents, int) and not least <= cents <= most:
            text = phrase("{amount} is no such amount", amount=Money(cents))
            allowed = phrase("{least} to {most}", least=Money(least), most=Money(most))
            yield contradiction("amount", (name,), rules.funded, text, allowed)


def is_playable(parameters: Parameters) -> bool:
    """Whether the variation is one whose hands can be ranked."""
    book, game, size = parameters.book, parameters.game, parameters.deck
    return (
        isinstance(game, str)
        and isinstance(size, int)
        and (book, game) in GAMES
        and has_high_hand(book, game)
        and size in find_game(book, game).decks
    )


def _event(parameters: Parameters, event: JackpotEvent, at: Path, rules: JackpotRules) -> Iterator[Finding]:
    for item, kinds in ONLY.items():
        path = (*at, *item.removeprefix("events[].").split("."))
        said = event.prize.kind if "prize" in path else event.kind
        value = getattr(event.prize, str(path[-1])) if "prize" in path else getattr(event, str(path[-1]))
        is_free = item == "events[].least" and said == "hand"
        if value is not UNSET and said is not UNSET and said not in kinds and not is_free:
            text = phrase("{label} is nothing that {said} answers", label=ITEMS[item].label, said=said)
            yield contradiction("not-asked", path, rules.event, text)
    yield from _prize(event, at, rules)
    if isinstance(event.dealt_in, int) and event.dealt_in < 2:
        yield contradiction("dealt-in", (*at, "dealt_in"), ANSWERED, "a round of play has two players at least", "2")
    if isinstance(event.window_minutes, int) and not 1 <= event.window_minutes <= LONGEST_WINDOW:
        text = phrase("a window of {minutes} minutes", minutes=event.window_minutes)
        yield contradiction(
            "window", (*at, "window_minutes"), WINDOWS, text, phrase("1 to {most}", most=LONGEST_WINDOW)
        )
    if event.kind == "bad-beat" and event.showdown is False:
        text = phrase("a hand is beaten at a showdown")
        yield contradiction("showdown", (*at, "showdown"), joined(rules.event, TOGETHER), text, "true")
    if is_playable(parameters):
        yield from _hand(parameters, event, at, rules)


def _prize(event: JackpotEvent, at: Path, rules: JackpotRules) -> Iterator[Finding]:
    prize = event.prize
    if isinstance(prize.per_mille, int) and not 1 <= prize.per_mille < WHOLE:
        text = phrase("{percent} % of the pool is no part of it", percent=percent(prize.per_mille))
        yield contradiction("percentage", (*at, "prize", "per_mille"), rules.percentage, text, "0.1 % to 99.9 %")
    if isinstance(prize.cents, int) and not 1 <= prize.cents <= MOST_CENTS:
        text = phrase("{amount} is no prize", amount=Money(prize.cents))
        allowed = phrase("{least} to {most}", least=Money(1), most=Money(MOST_CENTS))
        yield contradiction("amount", (*at, "prize", "cents"), rules.fixed, text, allowed)
    if isinstance(event.shares, Shares):
        parts = (event.shares.loser_per_mille, event.shares.winner_per_mille, event.shares.table_per_mille)
        whole = [one for one in parts if isinstance(one, int)]
        if len(whole) == len(parts) and (sum(whole) != WHOLE or min(whole) < 0 or not whole[0]):
            text = phrase(
                "the shares sum to {sum} %, and the losing hand has {first} %",
                sum=percent(sum(whole)),
                first=percent(whole[0]),
            )
            yield contradiction("shares", (*at, "shares"), joined(rules.event, TOGETHER), text, "100 % in all")


def _hand(parameters: Parameters, event: JackpotEvent, at: Path, rules: JackpotRules) -> Iterator[Finding]:
    """The hand that an event names, by the order of hands of its variation."""
    judge = judge_of(*parameters.variation)
    if isinstance(event.hand, str) and event.hand not in judge.names:
        text = phrase("{hand} is no hand of this game", hand=quoted(event.hand))
        yield contradiction("hand", (*at, "hand"), rules.event, text, *judge.names)
    if event.both_cards is True and not judge.board_size:
        text = phrase("the game has no hole cards beside a board")
        yield contradiction("both-cards", (*at, "both_cards"), ANSWERED, text, "false")
    if isinstance(event.least, str):
        try:
            five = cards(event.least)
            worth = strength(judge.scale, five) if len(five) == FIVE else 0
        except OpenfeltError as bad:
            yield contradiction("least", (*at, "least"), rules.event, bad.said, ITEMS["events[].least"].answers)
            return
        if not worth:
            text = phrase(
                "{least} are {five} cards of {deck}, not five",
                least=quoted(event.least),
                five=Count(len(five)),
                deck=Name(str(deck(judge.scale.deck.size))),
            )
            yield contradiction("least", (*at, "least"), rules.event, text, ITEMS["events[].least"].answers)
        elif isinstance(event.hand, str) and judge.category(worth).words != event.hand:
            text = phrase(
                "{least} is a {words}, not a {hand}",
                least=Name(event.least),
                words=judge.category(worth).words,
                hand=event.hand,
            )
            yield contradiction("least", (*at, "least"), rules.event, text)


__all__ = ["ITEMS", "check", "pattern", "require_complete"]
