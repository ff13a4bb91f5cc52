"""A sign compiled for play: every setting resolved and every citation made once; the hand only looks them up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from openfelt.cards import Deck, deck
from openfelt.games.copying import copied_when_made_again
from openfelt.games.game import (
    BettingRound,
    Checking,
    Deal,
    Discard,
    Draw,
    Duty,
    Game,
    Half,
    HalfName,
    Opener,
    Showdown,
    Step,
)
from openfelt.games.policy import CapLift, OddChips, OddHalf, Policy, Reopening, ShortOpen, policy_of
from openfelt.games.registry import game_of
from openfelt.games.sign import Sign
from openfelt.games.signcheck import playable
from openfelt.hands import Scale, Selection, scale
from openfelt.hands.orders import HANDS
from openfelt.rulebooks import Cites, joined

STRUCTURED: Final = 0
SPREAD: Final = 1
HALF_POT: Final = 2
FULL_POT: Final = 3
STRADDLE: Final = 4
NO_LIMIT: Final = 5
# What every turn is compared with: an enumeration's members, looked up once.
NO_DUTY: Final = Duty.NONE
UNTIL_A_BET: Final = Checking.UNTIL_A_BET
LAST_BLIND_ONLY: Final = Checking.LAST_BLIND_ONLY
LAST_BLIND_CALLS: Final = Checking.LAST_BLIND_CALLS
TWO_IN_FINAL: Final = CapLift.TWO_IN_FINAL
TWO_ABLE: Final = CapLift.TWO_ABLE
TWO_LEFT: Final = CapLift.TWO_LEFT
LIMIT_KINDS: Final = {
    "structured": STRUCTURED,
    "spread": SPREAD,
    "half-pot": HALF_POT,
    "full-pot": FULL_POT,
    "straddle": STRADDLE,
    "no-limit": NO_LIMIT,
}


@dataclass(frozen=True)
class RoundRules:
    """One betting round, compiled. Pairs of citations are (those who follow, the opener)."""

    no: int
    name: str
    opener: Opener
    duty: Duty
    checking: Checking
    size: int
    final: bool
    opens: Cites
    goes_on: Cites
    sole_winner: Cites
    passes: Cites
    no_check: Cites
    no_call: Cites
    least_bet: Cites
    fold: tuple[Cites, Cites]
    check: tuple[Cites, Cites]
    stand: tuple[Cites, Cites]
    stand_late: tuple[Cites, Cites]
    call: tuple[Cites, Cites]
    call_all_in: tuple[Cites, Cites]
    bet: tuple[Cites, Cites]
    bet_all_in: tuple[Cites, Cites]
    raise_: tuple[Cites, Cites]
    raise_all_in: tuple[Cites, Cites]
    short_raise: tuple[Cites, Cites]


@dataclass(frozen=True)
class HalfRules:
    """What wins one half of the pot, compiled. Events have two strengths of a hand, called `high` and `low`."""

    name: HalfName
    scale: Scale
    selection: Selection
    in_low: bool  # its strength is the `low` of events: that of a second half, or of a game that low hands win


@dataclass(frozen=True)
class Rules:
    """Everything a hand asks its sign and rulebook."""

    sign: Sign
    game: Game
    policy: Policy
    deck: Deck
    steps: tuple[Step, ...]
    rounds: tuple[RoundRules | None, ...]  # by step
    kind: int
    unit: int
    halves: tuple[HalfRules, ...]
    shows: Scale
    low_door_ace: bool  # an ace among the up-cards that open is the lowest card
    reopening_sum: bool
    complete_short_open: bool
    any_raise: bool  # no minimum raise: any bet above the one before
    cap: int  # -1: none
    cap_cites: Cites
    cap_start: int
    cap_lift: CapLift
    odd_chips: OddChips
    odd_half: OddHalf
    fold_when_free: bool
    opener_folds_free: bool
    tap_out_units: bool
    automatic: bool
    second_street: int  # the step after the second time that cards are dealt
    award_cites: Cites  # of a pot won at the showdown
    takes_commission: bool
    open_all_in: bool
    run_twice: bool
    bomb: bool
    effective_stack_raise: bool
    unknown_up_cards: bool
    not_in_deck: int  # one bit for each card that the deck lacks
    ranked: dict[tuple[int, int], Cites] = field(default_factory=dict, compare=False, repr=False)  # by high and low

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy of a hand, or a hand sent to another process, shares or compiles the rules of its sign."""
        return compile_rules, (self.sign,)


def _pair(round_: BettingRound, act: str, usual: Cites, *more: Cites) -> tuple[Cites, Cites]:
    """The citations of an action for those who follow and for the opener, each clause once.

    A rulebook that numbers the choices of a round has its own clause for the act; the policy's is the usual one.
    """
    other, opener = (getattr(acts, act, None) for acts in (round_.other_acts, round_.opener_acts))
    followed = joined(round_.follows, usual if other is None else other, *more)
    return followed, joined(round_.opens, usual if opener is None else opener, *more)


def _compile_round(no: int, step: BettingRound, sign: Sign, rulebook: Policy) -> RoundRules:
    limit = sign.limit
    size = limit.big if step.big and limit.kind == "structured" else limit.small
    all_in = rulebook.all_in
    return RoundRules(
        no=no,
        name=step.name,
        opener=step.opener,
        duty=step.duty,
        checking=step.checking,
        size=size,
        final=step.final,
        opens=step.opens,
        goes_on=step.goes_on,
        sole_winner=step.sole_winner,
        passes=step.passes,
        no_check=step.no_check,
        no_call=step.no_call,
        least_bet=step.least_bet,
        fold=_pair(step, "fold", rulebook.fold),
        check=_pair(step, "check", rulebook.check),
        stand=_pair(step, "stand", rulebook.last_blind),
        stand_late=_pair(step, "stand", rulebook.late_post),
        call=_pair(step, "call", rulebook.call),
        call_all_in=_pair(step, "call", rulebook.call, all_in, rulebook.all_in_call),
        bet=_pair(step, "bet", rulebook.bet),
        bet_all_in=_pair(step, "bet", rulebook.bet, all_in),
        raise_=_pair(step, "raise_", rulebook.raise_, rulebook.min_raise),
        raise_all_in=_pair(step, "raise_", rulebook.raise_, rulebook.min_raise, all_in),
        short_raise=_pair(step, "short", all_in, rulebook.reopening_cites),
    )


def _compile_half(half: Half, sign: Sign, of: Deck, *, in_low: bool) -> HalfRules:
    if half.is_low:
        chosen = scale(sign.rulebook, of, kind=half.kind, eight_or_better=half.eight_or_better, low_ace=sign.low_ace)
    else:
        straights = None if HANDS.of(sign.rulebook).ace_low_fixed else sign.ace_low_straights
        chosen = scale(sign.rulebook, of, kind=half.kind, ace_low_straights=straights)
    return HalfRules(half.name, chosen, half.selection, in_low)


def _compile_halves(sign: Sign, showdown: Showdown, of: Deck) -> tuple[HalfRules, ...]:
    if showdown.is_split:
        first, second = showdown.halves
        return _compile_half(first, sign, of, in_low=False), _compile_half(second, sign, of, in_low=True)
    (whole,) = showdown.halves
    return (_compile_half(whole, sign, of, in_low=whole.is_low),)


def _cap(sign: Sign, game: Game, rulebook: Policy) -> int:
    if game.raises is not None:
        return game.raises.value
    if sign.no_raise_cap:
        return -1
    if sign.raise_cap is not None:
        return sign.raise_cap
    if rulebook.cap is None or sign.limit.kind not in rulebook.cap_limits:
        return -1
    return rulebook.cap


def _cap_lift(sign: Sign, game: Game, rulebook: Policy) -> CapLift:
    if game.raises is not None:
        return CapLift.NEVER
    return rulebook.cap_lift if sign.cap_lift is None else CapLift[sign.cap_lift.upper().replace("-", "_")]


def _second_street(game: Game) -> int:
    """The step after the second time that cards are dealt; past the end where they are dealt once."""
    dealt = [at for at, step in enumerate(game.steps) if isinstance(step, (Deal, Draw))]
    return dealt[1] + 1 if len(dealt) > 1 else len(game.steps) + 1


@lru_cache(maxsize=1024)
def compile_rules(sign: Sign, *, hangs: bool = True) -> Rules:
    """The rules of a table with this sign. A new one must be allowed by its rulebook.

    One that hangs was allowed when it was put up and is not judged again: what was played stays readable.
    """
    if not hangs:
        return compile_rules(playable(sign))
    rulebook = policy_of(sign)
    game = game_of(sign)
    of = deck(sign.deck, joker=sign.joker)
    halves = _compile_halves(sign, game.showdown, of)
    rounds: list[RoundRules | None] = []
    number = 0
    for step in game.steps:
        if isinstance(step, BettingRound):
            number += 1
            rounds.append(_compile_round(number, step, sign, rulebook))
        else:
            rounds.append(None)
    odd = rulebook.odd_chips if sign.odd_chips is None else OddChips[sign.odd_chips.upper().replace("-", "_")]
    reopening = rulebook.reopening if sign.reopening is None else Reopening[sign.reopening.upper()]
    short = rulebook.short_open if sign.short_open is None else ShortOpen[sign.short_open.upper().replace("-", "_")]
    return Rules(
        sign=sign,
        game=game,
        policy=rulebook,
        deck=of,
        steps=game.steps,
        rounds=tuple(rounds),
        kind=LIMIT_KINDS[sign.limit.kind],
        unit=sign.unit,
        halves=halves,
        shows=scale(sign.rulebook, of) if game.showdown.is_low else halves[0].scale,
        low_door_ace=any(step.opener is Opener.LOWEST_SHOWING for step in game.rounds),
        reopening_sum=reopening is Reopening.SUM,
        complete_short_open=short is ShortOpen.COMPLETE or sign.limit.kind == "structured",
        any_raise=not sign.minimum_raise,
        cap=_cap(sign, game, rulebook),
        cap_cites=rulebook.cap_cites if game.raises is None else game.raises.cites,
        cap_start=0 if sign.cap_counts_blind or not sign.blinds else -1,
        cap_lift=_cap_lift(sign, game, rulebook),
        odd_chips=odd,
        odd_half=OddHalf[sign.odd_half.replace("-", "_").upper()] if sign.odd_half else rulebook.odd_half,
        fold_when_free=rulebook.fold_when_free if sign.fold_when_free is None else sign.fold_when_free,
        opener_folds_free=rulebook.opener_folds_free if sign.fold_when_free is None else sign.fold_when_free,
        tap_out_units=rulebook.tap_out_units if sign.tap_out_units is None else sign.tap_out_units,
        automatic=sign.mucking == "automatic",
        second_street=_second_street(game),
        award_cites=joined(game.showdown.best, rulebook.cards_speak, rulebook.award),
        takes_commission=sign.commission.kind not in {"none", "time"},
        open_all_in=sign.open_all_in,
        run_twice=sign.run_twice,
        bomb=sign.bomb,
        effective_stack_raise=sign.effective_stack_raise,
        unknown_up_cards=sign.unknown_up_cards,
        not_in_deck=((1 << 53) - 1) ^ of.bits,
    )


__all__ = ["Deal", "Discard", "Draw", "HalfRules", "RoundRules", "Rules", "compile_rules"]


copied_when_made_again(HalfRules, RoundRules)
