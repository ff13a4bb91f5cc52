"""What decisions about a jackpot ask: the time, what its accounts hold, its parameters, and in which phase it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.cage.ledger import Move
from openfelt.errors import RuleViolation
from openfelt.jackpots.parameters import Parameters, cents_of, expires_ms
from openfelt.jackpots.pool import Hit, Pool
from openfelt.jackpots.rules import ANSWERED, TWO_PEOPLE, JackpotRules, rules_of
from openfelt.phrases import Name, phrase
from openfelt.room.jackpot_link import PlayedHand
from openfelt.room.playing import CLEAR, Standing
from openfelt.rulebooks import Cites


def _clear(_player: str) -> Standing:
    return CLEAR


@dataclass(frozen=True, slots=True)
class JackpotGiven:
    """What a decision may ask of the world: the time, what an account of the ledger holds, how somebody stands."""

    at_ms: int
    balance: Callable[[Account], int]
    standing: Callable[[str], Standing] = _clear


def parameters_of(state: Pool) -> Parameters:
    """The parameters in force; refused before there are any, and after the end."""
    if state.phase != "open" or state.parameters is None:
        text = "the jackpot has ended" if state.phase == "ended" else "the jackpot is not on offer"
        raise RuleViolation("not-on-offer", ANSWERED, text)
    return state.parameters


def rules_for(state: Pool) -> JackpotRules:
    """What the jackpot's book says."""
    return rules_of(parameters_of(state).book)


def is_on_offer(state: Pool, hand: PlayedHand) -> bool:
    """Whether the events in force were on offer when a round of play ended; the last moment of an offer counts."""
    ends = expires_ms(parameters_of(state))
    return state.since_ms <= hand.ended_ms and (ends is None or hand.ended_ms <= ends)


def amount(state: Pool, given: JackpotGiven) -> int:
    """What is in the pool: the amount of the terminal."""
    return given.balance(accounts.jackpot(state.name))


def base_of(state: Pool) -> int:
    """The base amount."""
    return cents_of(parameters_of(state).base_cents)


def hit_of(state: Pool, number: int) -> Hit:
    """A hit that is still to be paid."""
    found = state.hits.get(number)
    if found is None or found.phase == "released":
        known = tuple(str(one.number) for one in state.open_hits)
        raise RuleViolation("no-hit", TWO_PEOPLE, phrase("there is no hit {number}", number=number), legal=known)
    if found.phase == "paid":
        text = phrase("hit {number} was paid by {paid_by}", number=number, paid_by=Name(found.paid_by))
        raise RuleViolation("paid", TWO_PEOPLE, text)
    return found


def from_house(state: Pool, cents: int, reason: str) -> tuple[Move, ...]:
    """The operator puts money into the pool."""
    return (Move(accounts.HOUSE, accounts.jackpot(state.name), cents, reason),) if cents else ()


def to_house(state: Pool, cents: int, reason: str) -> tuple[Move, ...]:
    """Money of the pool goes back to the operator."""
    return (Move(accounts.jackpot(state.name), accounts.HOUSE, cents, reason),) if cents else ()


def require_funds(given: JackpotGiven, cents: int, cites: Cites) -> None:
    """Refuse what the operator's bank cannot pay."""
    held = given.balance(accounts.HOUSE) if cents else 0
    if held < cents:
        raise RuleViolation("bank", cites, "the operator's bank holds too little")
