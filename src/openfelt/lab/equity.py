"""Who wins how often: exact odds with whole-number counts, or samples with confidence intervals.

`equity("AsKs", "QhQd")` reads the hands, checks that the deck can hold them, and leaves the counting to the kernel.
Owns the question and its checks; `equity_result` owns the answer, `equity_games` the games, `ranges` the ranges.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, NamedTuple

from openfelt.cards import ALL_CARDS, JOKER, UNKNOWN, Card, cards, require_in_deck, show
from openfelt.errors import InvariantBroken, NotationError
from openfelt.hands import Scale
from openfelt.lab import _equity
from openfelt.lab.equity_games import OddsGame, OddsRules, may_have_joker, rules_of
from openfelt.lab.equity_result import Equity
from openfelt.lab.equity_scales import kernel_scale
from openfelt.lab.equity_small import SmallDeal, count_all, count_some, left_in
from openfelt.lab.ranges import EVERYTHING, Holding, parse_range

Progress = Callable[[float, float], None]
"""Told, about ten times a second, the share of the work done and the seconds since it began."""

MOST_SAMPLES: Final = 10**13
MOST_THREADS: Final = 1024
FULL: Final = 52
_CARDS: Final = {str(card): card for card in ALL_CARDS[:FULL]}
_TICK_SECONDS: Final = 0.1
_QUICK_SAMPLES: Final = 200_000
# A combination of holdings takes about six times as long with each card to come; so many steps take some 50 ms.
_STEPS: Final = (1, 6, 36, 216, 1_296, 7_776)
_QUICK_STEPS: Final = 1_000_000


class Hand(NamedTuple):
    """One player's cards: some known and some missing, or a range of holdings."""

    text: str
    known: tuple[Card, ...] = ()
    missing: int = 0
    range: tuple[Holding, ...] = ()


def equity(
    *hands: str | Sequence[Card],
    game: str = "texas-holdem",
    board: str | Sequence[Card] = "",
    dead: str | Sequence[Card] = "",
    deck: int | None = None,
    rulebook: str | None = None,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    joker: bool = False,
    ace_low_straights: bool | None = None,
    low_ace: bool = True,
    progress: Progress | None = None,
) -> Equity:
    """How often each hand wins: every deal counted, or `samples` of them drawn at random from `seed` (0).

    A hand is text: cards ("AsKs"), unknown cards ("As??"), and in games of two hole cards a range ("QQ+, AKs"); or a
    tuple or list of cards. Stud hands may be given in part. `board` and `dead` are cards likewise; a missing board is
    dealt. Where the rulebook allows a joker it is in the deck if `joker` says so or a card given is the joker, Jk.
    Interrupting stops the count.

    >>> odds = equity("AsKs", "QhQd")
    >>> odds.deals, [player.wins for player in odds.players], odds.players[0].ties
    (1712304, [787966, 917606], {2: 6732})
    >>> equity("AsAhAd", "2c3d4h", game="razz", samples=10_000, seed=7).players[1].share > 0.5
    True
    """
    joker = joker or _names_joker((*hands, board, dead), game, rulebook)
    rules = rules_of(game, rulebook, deck, joker=joker, ace_low_straights=ace_low_straights, low_ace=low_ace)
    _require_numbers(samples, seed, threads)
    drawn_from = seed or 0
    players, shown, gone, to_come = _deal(rules, hands, board, dead)
    if rules.scales[0].hand_size < 4:
        deal = _small_deal(rules.scales[0], players, shown, gone, to_come)
        counts = count_all(deal, progress) if samples is None else count_some(deal, samples, drawn_from, progress)
    else:
        job = _question(rules, players, shown, to_come, gone).job(samples or 0, drawn_from)
        if any(player.range for player in players) and not job.is_possible():
            raise NotationError("the ranges always collide: no deal gives every player a holding", code="no-deal")
        _work(job, _threads(threads), _is_quick(rules, players, samples, to_come), progress)
        counts = job.counts()
    odds = Equity(
        rules=rules,
        hands=tuple(player.text for player in players),
        board=shown,
        dead=gone,
        seed=None if samples is None else drawn_from,
        counts=tuple(counts),
    )
    if not odds.deals:
        raise NotationError("the ranges always collide: no deal gives every player a holding", code="no-deal")
    return odds


def require_question(
    *hands: str,
    game: str = "texas-holdem",
    board: str = "",
    dead: str = "",
    deck: int | None = None,
    rulebook: str | None = None,
) -> None:
    """Refuse what `equity` refuses before it counts, in a moment: a game, a deck, cards that cannot be.

    >>> require_question("AsKs", "AsQd")
    Traceback (most recent call last):
    openfelt.errors.NotationError: As is in hand 1 and in hand 2
    """
    joker = _names_joker((*hands, board, dead), game, rulebook)
    _deal(rules_of(game, rulebook, deck, joker=joker), hands, board, dead)


def _names_joker(given: Sequence[str | Sequence[Card]], game: str, rulebook: str | None) -> bool:
    """Whether one of the cards given is a joker that the rulebook allows: the deck then has it (act-stud 2.3)."""
    if not may_have_joker(game, rulebook):
        return False
    return any("jk" in one.lower() if isinstance(one, str) else JOKER in one for one in given)


def _deal(
    rules: OddsRules, hands: Sequence[str | Sequence[Card]], board: str | Sequence[Card], dead: str | Sequence[Card]
) -> tuple[list[Hand], tuple[Card, ...], tuple[Card, ...], int]:
    """The hands, the board's known cards, the dead cards and how many are to come; together they fit the deck."""
    common, gone = _board(rules, _text(board, "board")), _named_cards(_text(dead, "dead"), "dead", rules)
    shown = tuple([card for card in common if card != UNKNOWN])
    shared = len(common) if not rules.game.has_board else 0
    players = [_hand(_text(one, f"hand {at}"), at, rules, shared) for at, one in enumerate(hands, start=1)]
    to_come = (rules.game.board or len(common)) - len(shown)
    _require_deal(rules, players, shown, gone, to_come)
    return players, shown, gone, to_come


def _text(given: object, what: str) -> str:
    """What was given as text, or as cards."""
    if isinstance(given, str):
        return given
    if not isinstance(given, tuple | list) or not all(isinstance(one, Card) for one in given):
        raise TypeError(f"{what} must be text, or a tuple or list of cards, not {given!r}")
    return show(given, "")


def _require_numbers(samples: int | None, seed: int | None, threads: int | None) -> None:
    for what, number in (("samples", samples), ("seed", seed), ("threads", threads)):
        if number is not None and type(number) is not int:
            raise TypeError(f"{what} must be a whole number, not {number!r}")
    if seed is not None and samples is None:
        raise NotationError(f"seed {seed} is for samples; without them every deal is counted")
    if samples is not None and not 1 <= samples <= MOST_SAMPLES:
        raise NotationError(f"{samples} samples; from 1 to {MOST_SAMPLES:,}")
    if seed is not None and not 0 <= seed < 1 << 64:
        raise NotationError(f"seed {seed}; from 0 to 2**64 - 1")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise NotationError(f"{threads} threads; from 1 to {MOST_THREADS:,}")


def _threads(asked: int | None) -> int:
    return asked if asked is not None else min(os.cpu_count() or 1, MOST_THREADS)


def _plain_cards(text: str, rules: OddsRules) -> tuple[Card, ...] | None:
    """Cards written as plainly as most are ("AsKs"), read quickly; every other text, and every mistake, is None."""
    try:
        found = tuple([_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        return None
    if rules.deck.size == FULL or all([card in rules.deck for card in found]):  # noqa: C419 - quicker for so few
        return found
    return None


def _named_cards(text: str, what: str, rules: OddsRules) -> tuple[Card, ...]:
    """The cards of one argument, each in the deck; mistakes name the argument."""
    if not text:
        return ()
    plain = _plain_cards(text, rules)
    if plain is not None:
        return plain
    try:
        found = cards(text)
        if JOKER in found and not rules.deck.joker:
            raise NotationError("odds are counted without a joker, Jk", code="not-in-deck")
        require_in_deck(found, rules.deck)
    except NotationError as fault:
        raise NotationError(f"{what}: {fault.message}", code=fault.code) from None
    if what == "dead" and UNKNOWN in found:
        raise NotationError("dead: an unknown dead card changes no odds; leave it out", code="unknown-card")
    return found


def _board(rules: OddsRules, text: str) -> tuple[Card, ...]:
    """The board as given, unknown cards included."""
    found = _named_cards(text, "board", rules)
    game = rules.game
    most = game.board or (1 if game.grows and game.hole == 7 else 0)
    if len(found) > most:
        allowed = {0: "no board", 1: "at most one shared card"}.get(most, f"a board of at most {most} cards")
        raise NotationError(f"board: {len(found)} cards; {game.name} has {allowed}", code="too-many-cards")
    return found


def _hand(text: str, place: int, rules: OddsRules, shared: int) -> Hand:
    """One player's hand. In stud a shared card takes the place of the seventh (nsw-poker 17.5.2)."""
    game = rules.game
    size = game.hole - shared
    plain = _plain_cards(text, rules) if len(text) == 2 * size else None
    if plain is not None:
        return Hand(show(plain), plain)
    what = f"hand {place}"
    if game.takes_ranges and text.strip().lower() in EVERYTHING:
        return Hand(text.strip(), missing=size)
    if game.takes_ranges and text.strip() == "JK":  # jacks with kings; the joker is written Jk
        return Hand("JK", range=_range("KJ", what, rules))
    try:
        found: tuple[Card, ...] | None = _named_cards(text, what, rules)
    except NotationError as fault:
        if fault.code != NotationError.code or not game.takes_ranges:
            raise
        found = None
    if game.takes_ranges and (found is None or ("," in text and len(found) != size)):
        return Hand(text.strip(), range=_range(text, what, rules))
    assert found is not None
    if len(found) > size or (len(found) < size and not (game.grows and found)):
        raise NotationError(f"{what}, {text!r}: {_wrong_size(len(found), size, game)}", code="wrong-count")
    known = tuple([card for card in found if card != UNKNOWN])
    return Hand(show(found), known, size - len(known))


def _wrong_size(given: int, size: int, game: OddsGame) -> str:
    named = "1 card" if given == 1 else f"{given} cards"
    wanted = f"1 to {size}" if game.grows else f"{size}"
    return f"{named}; a hand of {game.name} has {wanted} (?? for each unknown one)"


def _range(text: str, what: str, rules: OddsRules) -> tuple[Holding, ...]:
    try:
        return parse_range(text, rules.deck)
    except NotationError as fault:
        raise NotationError(f"{what}: {fault.message}", legal=fault.legal, code=fault.code) from None


def _require_deal(
    rules: OddsRules, players: list[Hand], board: Sequence[Card], dead: Sequence[Card], to_come: int
) -> None:
    """Refuse too few players, a card in two places, an exhausted range, and more cards than the deck has."""
    if len(players) < 2:
        raise NotationError(f"{len(players)} hand{'' if players else 's'} given; odds need at least two")
    taken = _taken(players, board, dead)
    if len(set(taken)) < len(taken):
        raise _duplicate(players, board, dead)
    dealt = sum([rules.game.hole if player.range else len(player.known) + player.missing for player in players])
    needed, left = dealt + len(board) + to_come, len(rules.deck.cards) - len(dead)
    if needed > left:
        raise NotationError(
            f"{len(players)} players of {rules.game.name} need {needed} cards; "
            f"{left} of {len(rules.deck.cards)} are left with {len(dead)} dead",
            code="too-few-cards",
        )
    for number, player in enumerate(players, start=1):
        if player.range and not _live(player, set(taken)):
            raise NotationError(f"hand {number}, {player.text!r}: every holding has a card that is elsewhere")


def _taken(players: list[Hand], board: Sequence[Card], dead: Sequence[Card]) -> list[Card]:
    """All cards whose place is known."""
    return [*board, *dead, *[card for player in players for card in player.known]]


def _duplicate(players: list[Hand], board: Sequence[Card], dead: Sequence[Card]) -> NotationError:
    """The refusal of the first card that is in two places, naming both."""
    places = [(f"hand {number}", player.known) for number, player in enumerate(players, start=1)]
    where: dict[Card, str] = {}
    for what, several in (*places, ("the board", board), ("the dead cards", dead)):
        for card in several:
            if card in where:
                twice = f"twice in {what}" if where[card] == what else f"in {where[card]} and in {what}"
                return NotationError(f"{card} is {twice}", code="duplicate-card")
            where[card] = what
    raise InvariantBroken("no card is in two places")


def _live(player: Hand, taken: set[Card]) -> list[Holding]:
    """The holdings of a range that the known cards leave possible."""
    return [holding for holding in player.range if holding[0] not in taken and holding[1] not in taken]


def _small_deal(
    scale: Scale, players: list[Hand], board: tuple[Card, ...], dead: tuple[Card, ...], to_come: int
) -> SmallDeal:
    rest = left_in(scale.deck, _taken(players, board, dead))
    return SmallDeal(scale, tuple((player.known, player.missing) for player in players), board, to_come, rest)


def _question(
    rules: OddsRules, players: list[Hand], board: Sequence[Card], to_come: int, dead: Sequence[Card]
) -> _equity.Question:
    scales = [kernel_scale(*half) for half in rules.halves]
    question = _equity.Question(
        scales[0], scales[1] if len(scales) > 1 else None, rules.deck.size, board, to_come, dead, rules.game.has_board,
        rules.deck.joker,
    )  # fmt: skip
    for player in players:
        if player.range:
            question.range(_live(player, set(_taken(players, board, dead))))
        else:
            question.player(player.known, player.missing)
    return question


def _is_quick(rules: OddsRules, players: list[Hand], samples: int | None, to_come: int) -> bool:
    """Whether the work takes so short a time that watching it would cost more: some hundredths of a second."""
    if samples is not None:
        return samples <= _QUICK_SAMPLES
    if not rules.game.has_board:
        return not any([player.missing for player in players])  # noqa: C419 - quicker for so few
    combinations = 1
    for player in players:
        if player.missing:
            return False
        if player.range:
            combinations *= len(player.range)
    return combinations < _QUICK_STEPS // _STEPS[to_come]


def _work(job: _equity.Job, threads: int, quick: bool, progress: Progress | None) -> None:  # noqa: FBT001
    """Run a job to its end; any exception, Ctrl-C above all, stops its threads first."""
    if quick:
        job.run(threads)
        return
    began = perf_counter()
    job.start(threads)
    try:
        while not job.wait(_TICK_SECONDS):
            if progress is not None:
                progress(job.fraction, perf_counter() - began)
    except BaseException:
        job.stop()
        while not job.wait(_TICK_SECONDS):
            pass
        raise
