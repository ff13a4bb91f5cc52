"""Each line of a game's table, and each answer of a rulebook, is held by a story: bent, it makes one fail.

What bending a line cannot change is said in `same`, with the reason.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import cache

import pytest

from openfelt.errors import OpenfeltError
from openfelt.games import policy, registry
from openfelt.games.game import (
    BettingRound,
    Checking,
    Deal,
    Discard,
    Draw,
    Duty,
    Face,
    Game,
    Half,
    Opener,
    Pass,
    SeatLimit,
    Step,
)
from openfelt.games.signline import read_sign
from openfelt.hands import Kind, Selection
from openfelt.table.rules import compile_rules
from tests.conftest import count
from tests.stories.runner import FOLDER, Story, stories, tell

pytestmark = pytest.mark.source

FOR_THE_LAST_BLIND = frozenset({"checking LAST_BLIND_ONLY", "checking LAST_BLIND_CALLS"})


def same(game: Game, at: int, name: str) -> bool:
    """Whether bending this line of the game changes nothing that can happen in it."""
    step = game.steps[at]
    first = isinstance(step, BettingRound) and step is game.rounds[0]
    blinds = "blinds" in game.forced
    if game.rulebook == "act-stud" and isinstance(step, BettingRound):
        # The sign's determinations of 4.2(h) and 10.1 are written over it; the cap does not ask for the last round.
        return name.startswith(("opener", "final")) or (first and name.startswith(("duty", "checking")))
    if isinstance(step, Deal) and name == "face":  # what lies face down is seen in floor/14-23.2_faces.hand
        return not any(one.face is Face.UP for dealt in game.steps if isinstance(dealt, Deal) for one in dealt.passes)
    if isinstance(step, Deal) and name in {"burn counts", "from the bottom", "burns shuffled"}:
        # A burn that leaves too few makes the card shared all the same; the text names the card, top or bottom; without
        # burns there are none to shuffle. tests/goldens/test_shared_card.py asks the shoe.
        return name != "burns shuffled" or not step.burn
    if isinstance(step, Draw):
        return name == "no fifth card later" and not step.four_then_one
    if not isinstance(step, BettingRound):
        return False
    if name == "final":  # only where the cap is lifted in the last round alone, or it is the last
        return not step.final and game.rulebook != "nsw-poker"
    if name == "duty NONE":
        return step.duty is Duty.BET_OR_FOLD  # nobody may check there anyway
    if first:
        by_card = name in {"opener HIGHEST_SHOWING", "opener LOWEST_SHOWING"} and step.opener is Opener.LOWEST_UP_CARD
        unchecked = name in FOR_THE_LAST_BLIND or (name == "checking UNTIL_A_BET" and step.duty is Duty.BRING_IN)
        return by_card or (blinds and name == "checking UNTIL_A_BET") or (not blinds and unchecked)
    if name in FOR_THE_LAST_BLIND:
        return step.checking is Checking.NEVER
    if name == "opener LOWEST_UP_CARD":  # a door card is for the first round
        return step.opener is Opener.HIGHEST_SHOWING
    return name == "opener LEFT_OF_LAST_BLIND" and not blinds and step.opener is Opener.LEFT_OF_BUTTON


def bent_deal(step: Deal) -> Iterator[tuple[str, Step]]:
    """A deal in other packets, faces, with or without a burn, with another shared card."""
    passes = step.passes
    if len(passes) > 1 and passes[0] == passes[1] == Pass(1, Face.DOWN):
        yield "packet", replace(step, passes=(Pass(2, Face.DOWN), *passes[2:]))
    if any(one.count == 2 for one in passes):
        yield "singly", replace(step, passes=tuple(Pass(1, one.face) for one in passes for _ in range(one.count)))
    if passes:
        turned = Face.UP if passes[-1].face is Face.DOWN else Face.DOWN
        yield "face", replace(step, passes=(*passes[:-1], Pass(passes[-1].count, turned)))
    yield "burn", replace(step, burn=not step.burn)
    if step.short:
        short = step.short
        yield "no shared card", replace(step, short=None)
        yield "burn counts", replace(step, short=replace(short, burn_counts=not short.burn_counts))
        yield "from the bottom", replace(step, short=replace(short, from_bottom=not short.from_bottom))
        yield "burns shuffled", replace(step, short=replace(short, reshuffle_burns=not short.reshuffle_burns))


def bent_round(step: BettingRound) -> Iterator[tuple[str, Step]]:
    """A betting round with another opener, duty, right to check or size."""
    for opener in Opener:
        if opener is not step.opener:
            yield f"opener {opener.name}", replace(step, opener=opener)
    for duty in (Duty.NONE, Duty.BET, Duty.BET_OR_FOLD):
        if duty is not step.duty:
            yield f"duty {duty.name}", replace(step, duty=duty)
    for checking in Checking:
        if checking is not step.checking:
            yield f"checking {checking.name}", replace(step, checking=checking)
    yield "big", replace(step, big=not step.big)
    yield "final", replace(step, final=not step.final)


def bent_step(step: Step) -> Iterator[tuple[str, Step]]:
    match step:
        case Deal():
            yield from bent_deal(step)
        case BettingRound():
            yield from bent_round(step)
        case Draw():
            yield "fewer to draw", replace(step, most=step.most - 1)
            yield "at once", replace(step, at_once=not step.at_once)
            yield "burn", replace(step, burn=not step.burn)
            yield "no fifth card later", replace(step, four_then_one=(), four_burn_one=())
        case Discard():
            yield "count", replace(step, count=step.count + 1)


def bent_half(half: Half, *, dealt: int) -> Iterator[tuple[str, Half]]:
    """Other cards that make the hand, and a low with or without the eight."""
    for selection in Selection:
        own = {selection, half.selection} == {Selection.OWN_FIVE, Selection.ANY_FIVE} and dealt <= 5
        if selection is not half.selection and not own:
            yield f"selection {selection.name}", replace(half, selection=selection)
    if half.kind.is_badugi:
        other = Kind.HIGH_ACE_BADUGI if half.kind is Kind.BADUGI else Kind.BADUGI
        yield "other ace", replace(half, kind=other)
    if half.kind is Kind.LOW:
        yield "eight", replace(half, eight_or_better=not half.eight_or_better)


def bent_showdown(game: Game) -> Iterator[tuple[str, Game]]:
    """Other ways to win, and others who show first."""
    shows = game.showdown
    for place, half in enumerate(shows.halves):
        for what, bent in bent_half(half, dealt=game.holding_size):
            halves = (*shows.halves[:place], bent, *shows.halves[place + 1 :])
            yield f"{half.name} {what}", replace(game, showdown=replace(shows, halves=halves))
    if shows.is_split:
        for place, half in enumerate(shows.halves):
            yield f"all to the {half.name}", replace(game, showdown=replace(shows, halves=(shows.halves[place],)))
    if any(step.checking is Checking.UNTIL_A_BET for step in game.rounds) and any(
        one.face is Face.UP for step in game.steps if isinstance(step, Deal) for one in step.passes
    ):
        if not shows.highest_shows_first:
            opened = not shows.checked_by_showing
            yield "checked by showing", replace(game, showdown=replace(shows, checked_by_showing=opened))
        highest = not shows.highest_shows_first
        yield "highest shows first", replace(game, showdown=replace(shows, highest_shows_first=highest))


def bent_whole(game: Game) -> Iterator[tuple[str, Game]]:
    """Other decks, seats, limits, and other ways to win."""
    yield from bent_showdown(game)
    for size, limit in game.decks.items():
        for change in (-1, 1):
            decks = {**game.decks, size: SeatLimit(limit.most + change, limit.cites)}
            yield f"{size} cards, seats {change:+}", replace(game, decks=decks)
        yield f"no {size} cards", replace(game, decks={one: game.decks[one] for one in game.decks if one != size})
    for kind in sorted(game.limits):
        yield f"no {kind} limit", replace(game, limits=game.limits - {kind})
    yield "joker", replace(game, joker=not game.joker)
    yield "three at least", replace(game, least=3)
    if game.raises is not None:
        for change in (-1, 1):
            raises = replace(game.raises, value=game.raises.value + change)
            yield f"raises {change:+}", replace(game, raises=raises)
    if game.straddle:
        yield "no straddle", replace(game, straddle=())


def bent(game: Game) -> Iterator[tuple[str, Game]]:
    """Every way to bend one line of a game's table that something could notice."""
    for at, step in enumerate(game.steps):
        others = game.steps[:at], game.steps[at + 1 :]
        if at:
            yield f"without {step.name} ({at})", replace(game, steps=others[0] + others[1])
        for name, other in bent_step(step):
            if not same(game, at, name):
                yield f"{step.name} ({at}): {name}", replace(game, steps=(*others[0], other, *others[1]))
    yield from bent_whole(game)


@cache
def stories_of(rulebook: str, key: str) -> tuple[Story, ...]:
    told = [one for path in sorted((FOLDER / rulebook).glob("*.hand")) for one in stories(path)]
    return tuple(one for one in told if f"{rulebook} {key} " in one.text)


def is_noticed_by(told: Iterable[Story]) -> bool:
    """Whether one of the stories fails. A table that cannot even be played is noticed too."""
    forget()
    for story in told:
        try:
            tell(story)
        except (OpenfeltError, AssertionError, ValueError, IndexError, KeyError, TypeError):
            return True
    return False


def forget() -> None:
    """Forget what was made of the game as it stood: its rules, and the places of signs that name none."""
    compile_rules.cache_clear()
    read_sign.cache_clear()


@pytest.fixture(autouse=True)
def fresh_rules() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.mark.parametrize("key", sorted(registry.GAMES), ids=" ".join)
def test_every_line_of_a_game_is_held_by_a_story(key: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.GAMES[key]
    ways = list(bent(game))
    unnoticed = []
    for name, other in ways[:: count(12, 1)]:
        monkeypatch.setitem(registry.GAMES.known, key, other)
        if not is_noticed_by(stories_of(*key)):
            unnoticed.append(name)
    assert not unnoticed


# Answers that nothing in the rulebook's games can tell apart.
NO_DIFFERENCE = {
    ("nsw-poker", "odd_half"),  # no game is divided into halves
    ("us-stud", "heads_up_button_first"),  # there is no button
}


def bent_answers(rulebook: str) -> Iterator[tuple[str, object]]:
    """Every other answer that a rulebook's policy could give."""
    answers = policy.policy(rulebook)
    for field in fields(answers):
        now = getattr(answers, field.name)
        if (rulebook, field.name) in NO_DIFFERENCE:
            continue
        if isinstance(now, bool):
            yield field.name, not now
        elif isinstance(now, Enum):
            yield from ((field.name, other) for other in type(now) if other is not now)
    yield from (("cap", other) for other in (2, 4, None))
    for kind in ("structured", "spread", "full-pot", "no-limit"):
        yield "cap_limits", answers.cap_limits ^ {kind}
    for who in ("called", "all-in", "better"):
        # In act-stud whoever was called shows first, and nothing shown beats that hand.
        if (rulebook, who) not in {("act-stud", "called"), ("us-stud", "called")}:
            yield "must_show", answers.must_show ^ {who}


@pytest.mark.parametrize("rulebook", sorted(policy.TABLE.books()))
def test_every_answer_of_a_rulebook_is_held_by_a_story(rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = [one for path in sorted((FOLDER / rulebook).glob("*.hand")) for one in stories(path)]
    answers = policy.policy(rulebook)
    unnoticed = []
    for name, other in list(bent_answers(rulebook))[:: count(5, 1)]:
        monkeypatch.setitem(policy.POLICIES, rulebook, replace(answers, **{name: other}))
        if not is_noticed_by(told):
            unnoticed.append((name, other))
    assert not unnoticed
