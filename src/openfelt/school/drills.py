"""Questions and marks: a situation, a few answers, one of them right, and the clause that makes it so.

>>> from openfelt.school import drill, mark
>>> question = drill(mode="floor", rulebook="us-stud", topic="deck-fault", seed=1)
>>> question.asks
'What is the ruling?'
>>> right = mark(question, question.right)
>>> right.is_right, right.cites
(True, ('us-stud irreg(7)',))
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, Literal, get_args

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import Gesture, Ruling, interpret
from openfelt.floor.incidents import AnyIncident
from openfelt.floor.rules import FLOOR
from openfelt.floor.words import fact_label
from openfelt.games import GAMES
from openfelt.money import money
from openfelt.rulebooks import Cites, clause, joined, usual_rulebook
from openfelt.school.situations import describe, find_ruling, kinds_of, next_step, table_of
from openfelt.table import Bet, Call, Check, Fold, RaiseTo, decide, legal
from openfelt.table.hand import BETTING, Hand

Mode = Literal["floor", "dealer", "player"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
CHOICES: Final = 4
DEALER_TOPICS: Final = ("chips",)
PLAYER_TOPICS: Final = ("turn",)
DEALERS: Final = (
    "face-up-in-shoe", "exposed-in-deal", "exposed-early", "turned-together", "too-many-in-flop", "burn-missed",
    "discard-forgotten", "draw-misdelivered", "final-cards-short", "seventh-exposed", "dealt-off-table",
)  # fmt: skip


class Question(msgspec.Struct, frozen=True):
    """One drill. `right` is the number of the right choice, from 1; `why` the clauses behind it."""

    mode: Mode
    rulebook: str
    topic: str
    seed: str
    text: tuple[str, ...]
    asks: str
    choices: tuple[str, ...]
    right: int
    cites: Cites
    working: str = ""


class Mark(msgspec.Struct, frozen=True):
    """How an answer did: right or not, what is right, the clauses and what they say."""

    is_right: bool
    right: str
    cites: Cites
    clauses: tuple[str, ...]
    working: str


def topics(mode: Mode, rulebook: str) -> tuple[str, ...]:
    """What can be drilled in a mode under a rulebook."""
    kinds = kinds_of(rulebook)
    if mode == "floor":
        return kinds
    if mode == "dealer":
        return (*DEALER_TOPICS, *(kind for kind in kinds if kind in DEALERS))
    if mode == "player":
        return PLAYER_TOPICS
    raise NotationError(f"no mode {mode!r}", legal=MODES)


def drill(*, mode: Mode = "floor", rulebook: str = "", topic: str = "", seed: int | str = 0) -> Question:
    """The question of a seed: the same seed gives the same question. Without a rulebook it is about the usual one."""
    rulebook = rulebook or usual_rulebook()
    open_topics = topics(mode, rulebook)
    if topic and topic not in open_topics:
        raise NotationError(f"no topic {topic!r} for the {mode} under {rulebook}", legal=open_topics)
    rng = random.Random(f"{mode} {rulebook} {topic} {seed}")  # a drill, not a deal for money
    chosen = topic or rng.choice(open_topics)
    made = _MAKERS.get(chosen, _ruling_question)(rng, mode, rulebook, chosen)
    return msgspec.structs.replace(made, seed=str(seed))


def mark(question: Question, answer: int) -> Mark:
    """Mark an answer, by its number from 1."""
    if not 1 <= answer <= len(question.choices):
        raise NotationError(f"answer {answer}: the choices are 1 to {len(question.choices)}")
    said = tuple(f"{cite}: {clause(cite).requirement}" for cite in question.cites)
    right = question.choices[question.right - 1]
    return Mark(answer == question.right, right, question.cites, said, question.working)


# --- rulings ---------------------------------------------------------------------------------------------------------


def _ruling_question(rng: random.Random, mode: Mode, rulebook: str, topic: str) -> Question:
    hand, ruling = find_ruling(rng, rulebook, topic)
    remedy = rng.choice([one for one in ruling.remedies if not one.needs])
    right = f"{remedy.name}: {remedy.words}"
    wrong = _distractors(rng, ruling)
    choices, at = _shuffled(rng, right, wrong)
    return Question(
        mode=mode,
        rulebook=rulebook,
        topic=topic,
        seed="",
        text=(*describe(hand), f"  What happened: {facts_in_words(ruling.incident)}"),
        asks="What is the ruling?",
        choices=choices,
        right=at,
        cites=remedy.cites,
        working=ruling.working,
    )


def _distractors(rng: random.Random, ruling: Ruling) -> list[str]:
    """Remedies that other cases and other rulebooks have, none of which is permitted here."""
    permitted = {remedy.name for remedy in ruling.remedies}
    near: dict[str, str] = {}
    far: dict[str, str] = {}
    for entries in (FLOOR.of(book).entries for book in FLOOR.books()):
        for kind, cases in entries.items():
            for entry in cases:
                for option in entry.options + entry.late:
                    pile = near if kind is type(ruling.incident) else far
                    pile.setdefault(option.name, option.words)
    names = [name for name in near if name not in permitted]
    rng.shuffle(names)
    others = [name for name in far if name not in permitted and name not in near]
    rng.shuffle(others)
    words = {**far, **near}
    return [f"{name}: {words[name]}" for name in (names + others)[: CHOICES - 1]]


def facts_in_words(incident: AnyIncident) -> str:
    """The incident and its facts, without the names of hidden cards."""
    said = [(type(incident).__doc__ or "").split(". ")[0].rstrip(".")]
    for name in incident.__struct_fields__:
        value: Any = getattr(incident, name)
        if value in (None, (), "") or name in {"card", "what"} or (value == 0 and not isinstance(value, bool)):
            continue
        if name == "to" and getattr(incident, "action", "wager") != "wager":
            continue
        label = fact_label(incident.kind, name)
        told = _fact(name, value)
        said.append(told if label == "Seat" else f"{label}{' ' if label.endswith('?') else ': '}{told}")
    return "; ".join(said)


def _fact(name: str, value: Any) -> str:  # noqa: ANN401 - any fact of an incident
    """One fact as it is told to a learner; cards that lie down are counted, not named."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "cards" and isinstance(value[0], tuple):
        return ", ".join(f"card {nth} of seat {seat}" for seat, nth in value)
    if name == "cards":
        return f"{len(value)} card{'' if len(value) == 1 else 's'}"
    if isinstance(value, tuple):
        return ", ".join(f"seat {seat}" for seat in value)
    if name == "seat":
        return f"seat {value}"
    return money(value) if name in {"to", "amount"} else str(value)


def _shuffled(rng: random.Random, right: str, wrong: list[str]) -> tuple[tuple[str, ...], int]:
    choices = [right, *dict.fromkeys(one for one in wrong if one != right)][:CHOICES]
    rng.shuffle(choices)
    return tuple(choices), choices.index(right) + 1


# --- chips and turns -------------------------------------------------------------------------------------------------


def _betting_hand(rng: random.Random, rulebook: str, wanted: Callable[[Hand], bool]) -> Hand:
    """A hand in which someone is to bet and the condition holds."""
    games = [game for book, game in GAMES if book == rulebook]
    for _ in range(200):
        hand, shoe = table_of(rng, rulebook, rng.choice(games))
        for _ in range(rng.randint(4, 60)):
            if hand.is_over:
                break
            if hand.phase == BETTING and wanted(hand) and rng.random() < 0.5:
                return hand
            next_step(rng, hand, shoe)
    raise NotationError(f"no such situation came up under {rulebook}")


def _chips_question(rng: random.Random, mode: Mode, rulebook: str, topic: str) -> Question:
    """Chips without words in front of a call: what binds, and what goes back?"""

    def facing(hand: Hand) -> bool:
        owe = hand.high - hand.bets[hand.to_act]
        return owe > 0 and hand.stacks[hand.to_act] > 4 * owe

    while True:
        hand = _betting_hand(rng, rulebook, facing)
        gesture = _random_chips(rng, hand)
        try:
            reading = interpret(gesture, hand)
            if reading.command is not None:
                decide(hand, reading.command)
        except RuleViolation:
            continue
        right = _reading_words(reading.command, reading.returned, reading.added, reading.choices)
        owe = hand.high - hand.bets[hand.to_act]
        total = sum(sum(motion) for motion in gesture.motions)
        turn = legal(hand)
        assert turn is not None
        wrong = [
            _reading_words(Call(gesture.seat), max(total - owe, 0), 0, ()),
            _reading_words(RaiseTo(gesture.seat, hand.bets[hand.to_act] + total), 0, 0, ()),
            _reading_words(RaiseTo(gesture.seat, turn.least or 2 * hand.high), 0, max(turn.least - total, 0), ()),
            _reading_words(Fold(gesture.seat), total, 0, ()),
            _reading_words(None, 0, max(owe - total, 0), ("call", "fold")),
        ]
        rng.shuffle(wrong)
        choices, at = _shuffled(rng, right, wrong)
        motions = ", then ".join(" + ".join(map(money, motion)) for motion in gesture.motions)
        happened = f"  Seat {gesture.seat} puts out, without a word: {motions}; the call is {money(owe)}"
        return Question(
            mode=mode,
            rulebook=rulebook,
            topic=topic,
            seed="",
            text=(*describe(hand), happened),
            asks="What binds?",
            choices=choices,
            right=at,
            cites=reading.cites,
        )


def _random_chips(rng: random.Random, hand: Hand) -> Gesture:
    chip = hand.rules.unit
    owe = hand.high - hand.bets[hand.to_act]
    inc = max(hand.inc, owe, 2 * chip)
    some = rng.randint(1, inc // chip) * chip
    half = max(inc // 2 // chip, 1) * chip
    motions: tuple[tuple[int, ...], ...] = rng.choice(
        [
            ((owe + some,),),
            ((owe, some),),
            ((owe, inc),),
            ((owe, half),),
            ((max(owe // 2 // chip, 1) * chip,),),
            ((owe,), (inc,)),
        ]
    )
    return Gesture(hand.seats[hand.to_act], motions=motions)


def _reading_words(command: Any, returned: int, added: int, choices: tuple[str, ...]) -> str:  # noqa: ANN401
    if command is None:
        return f"the player makes it up ({money(added)} more) or folds" if choices else "nothing"
    words = {Call: "a call", Fold: "a fold", Check: "a check"}.get(type(command)) or f"a raise to {money(command.to)}"
    back = f"; {money(returned)} go back" if returned else ""
    more = f"; {money(added)} more are owed" if added else ""
    return words + back + more


def _turn_question(rng: random.Random, mode: Mode, rulebook: str, topic: str) -> Question:
    """Whose turn it is may do exactly one of these."""
    while True:
        hand = _betting_hand(rng, rulebook, lambda _: True)
        turn = legal(hand)
        assert turn is not None
        seat = turn.seat
        tried: dict[str, Any] = {"fold": Fold(seat), "check": Check(seat), "call": Call(seat)}
        chip = hand.rules.unit
        for to in sorted({turn.least - chip, turn.least, turn.most + chip, hand.high + chip, hand.high * 2, chip}):
            if to > 0:
                tried[f"bet {money(to)}"] = Bet(seat, to)
                tried[f"raise to {money(to)}"] = RaiseTo(seat, to)
        allowed, refused = {}, {}
        for words, command in tried.items():
            try:
                allowed[words] = decide(hand, command)[0].cites
            except RuleViolation as refusal:
                refused[words] = refusal.cites
        if not allowed or len(refused) < CHOICES - 1:
            continue
        right = rng.choice(sorted(allowed))
        wrong = rng.sample(sorted(refused), CHOICES - 1)
        choices, at = _shuffled(rng, right, wrong)
        cites = joined(allowed[right], *(refused[one] for one in wrong))
        return Question(
            mode=mode,
            rulebook=rulebook,
            topic=topic,
            seed="",
            text=tuple(describe(hand)),
            asks=f"Seat {seat} may do one of these. Which?",
            choices=choices,
            right=at,
            cites=cites,
        )


_MAKERS: Final[dict[str, Callable[[random.Random, Mode, str, str], Question]]] = {
    "chips": _chips_question,
    "turn": _turn_question,
}
