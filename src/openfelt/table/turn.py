"""What `legal` answers: the choices of the player whose turn it is. Never compiled, so that it stays frozen."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.phrases import Money, Phrase, phrase, written
from openfelt.rulebooks import Cites


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The choices of one player, in a fixed order. Amounts of bets and raises are totals of the round ("to").

    A bet or raise is legal from `least` to `most` in steps of `step`, and at `all_in` where that is off the step; in
    a history played elsewhere also at `exactly`, the largest opposing stack where that is less (house 9).
    `free_call`: nothing is owed, and that is a call of nothing, not a check (act-stud 11.1).
    `why_no_raise` names the clauses when calling is open and raising is not. By a ruling: the `fewest` cards to draw,
    what a fold forfeits, and the clauses that bind the choice.
    """

    seat: int
    kind: Literal["betting", "drawing", "discarding", "option", "showing", "agreeing"]
    fold: bool = False
    fold_cost: int = 0
    check: bool = False
    call: int = 0
    call_all_in: bool = False
    bring_in: int = 0
    opening: bool = False
    least: int = 0
    most: int = 0
    step: int = 1
    all_in: int = 0
    count: int = 0
    amount: int = 0
    may_muck: bool = False
    needs_cards: bool = False
    why_no_raise: Cites = ()
    fewest: int = 0
    forfeit: int = 0
    bound: Cites = ()
    exactly: int = 0
    free_call: bool = False

    def allows(self, to: int) -> bool:
        """Whether a bet or raise to that total is legal."""
        least, most = self.least, self.most
        if not most or type(to) is not int:
            return False
        if least <= to <= most and not (to - least) % self.step:
            return True
        return to == self.all_in > 0 or to == self.exactly > 0

    @property
    def is_free(self) -> bool:
        """Whether staying in costs nothing: by a check, or by a call of nothing."""
        return self.check or self.free_call

    @property
    def choices(self) -> tuple[str | Phrase, ...]:
        """The choices in words, for refusals and for people."""
        return tuple(_choices(self))

    @property
    def words(self) -> tuple[str, ...]:
        """The choices as the text of a hand writes them: amounts in cents."""
        return tuple(written(one, str) for one in _choices(self))


def _choices(turn: Turn) -> list[str | Phrase]:
    if turn.kind == "option":
        return [phrase("straddle {amount}", amount=Money(turn.amount)), "decline"]
    if turn.kind == "drawing":
        return [f"draw up to {turn.count} cards", "stand pat"]
    if turn.kind == "discarding":
        return [f"discard {turn.count}"]
    if turn.kind != "betting":
        either = ["run it twice", "run it once"] if turn.kind == "agreeing" else ["show", "muck"]
        return [*either] if turn.kind == "agreeing" or turn.may_muck else ["show"]
    said: list[str | Phrase] = []
    if turn.fold:
        cost = turn.fold_cost + turn.forfeit
        said.append(phrase("fold (owing {cost})", cost=Money(cost)) if cost else "fold")
    if turn.check:
        said.append("check")
    if turn.call:
        said.append(phrase("call {amount}", amount=Money(turn.call)))
    elif turn.free_call:
        said.append("call")
    if turn.bring_in:
        said.append(phrase("bring in {amount}", amount=Money(turn.bring_in)))
    if turn.most:
        word = "bet" if turn.opening else "raise to"
        if turn.exactly:
            said.append(phrase("{word} {to}", word=word, to=Money(turn.exactly)))
        span = "{word} {least}" if turn.least == turn.most else "{word} {least}-{most}"
        said.append(phrase(span, word=word, least=Money(turn.least), most=Money(turn.most)))
    return said
