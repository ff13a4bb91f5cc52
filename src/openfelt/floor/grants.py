"""The words of grants: the powers a supervisor may have, and which clause gives one, for which facts and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec

from openfelt.floor import effects as do
from openfelt.floor.entries import SUPERVISORS, Role
from openfelt.floor.scene import Scene
from openfelt.rulebooks import Cites, joined
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.bound import after_rulings
from openfelt.table.hand import BETTING, DISCARDING, DRAWING, HOUSE, OUT, OVER, POSTING, Hand
from openfelt.table.options import legal
from openfelt.table.rulings import minded

MANAGER: Final[tuple[Role, ...]] = ("manager",)
MINUTE_MS: Final = 60_000
LONGEST_S: Final = 1_000_000_000  # of an exclusion: some thirty years


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="power"):
    """Something a supervisor may do."""

    @property
    def name(self) -> str:
        """The name of the power: "void-round"."""
        return str(self.__struct_config__.tag)


class VoidRound(Power, frozen=True, tag="void-round"):
    """Declare the round void; everything goes back."""


class InvalidateOutcome(Power, frozen=True, tag="invalidate-outcome"):
    """Invalidate the outcome of a game that was disrupted or defrauded; wagers of offenders may be forfeited."""

    ground: Literal["disruption", "fraud"]
    offenders: tuple[int, ...] = ()


class DeclareFolded(Power, frozen=True, tag="declare-folded"):
    """Declare the hand of someone who broke the rules folded; the wagers stay."""

    seat: int


class VoidWagers(Power, frozen=True, tag="void-wagers"):
    """Declare the wagers of someone who broke the rules void; they go back and the hand is out."""

    seat: int
    ground: Literal["device", "breach"]


class Exclude(Power, frozen=True, tag="exclude"):
    """Exclude a person from the game, for a period where the clause sets one; or from the casino, where one lets it."""

    seat: int
    ground: Literal["device", "breach"]
    seconds: int = 0
    from_casino: bool = False


class ImposeClock(Power, frozen=True, tag="impose-clock"):
    """Give a slow player a limited time."""

    seat: int


class EndClock(Power, frozen=True, tag="end-clock"):
    """The limited time has run out: the hand is folded, also where checking was free."""

    seat: int
    waited_ms: int


class RefuseWager(Power, frozen=True, tag="refuse-wager"):
    """Refuse a player's wager before the first card; it goes back and the player is not dealt in."""

    seat: int


class CloseTable(Power, frozen=True, tag="close-table"):
    """Close a table with players, after the sign with the time has been up."""

    shown_ms: int


class Direct(Power, frozen=True, tag="direct"):
    """Direct that English only be spoken, that there be silence, that suspects sit apart, that spectators leave."""

    what: Literal["english", "silence", "apart", "spectators"]
    seats: tuple[int, ...] = ()


class SettleDispute(Power, frozen=True, tag="settle-dispute"):
    """Decide a dispute, at first or, on request, in review of a decision that another made."""

    decision: str
    stage: Literal["first", "review"] = "first"
    first_by: str = ""
    of: int = 0  # the number of the decision under review on the record
    asked_by: str = ""
    asked_at: str = ""


class CountCards(Power, frozen=True, tag="count-cards"):
    """Have the cards counted; a wrong number is a fault of the deck."""

    found: int


class ChangeCards(Power, frozen=True, tag="change-cards"):
    """Change cards between rounds; a whole new deck is checked, shuffled and cut first."""

    whole_deck: bool
    checked: bool = False


class InspectHand(Power, frozen=True, tag="inspect-hand"):
    """Look at a player's hand when the round is over."""

    seat: int


class NilCommission(Power, frozen=True, tag="nil-commission"):
    """Take no commission from the next round on."""


AnyPower = (
    VoidRound | InvalidateOutcome | DeclareFolded | VoidWagers | Exclude | ImposeClock | EndClock | RefuseWager
    | CloseTable | Direct | SettleDispute | CountCards | ChangeCards | InspectHand | NilCommission
)  # fmt: skip
POWER_KINDS: Final[dict[str, type[Power]]] = {str(one.__struct_config__.tag): one for one in get_args(AnyPower)}


Effect = Callable[[Scene], None]
Need = Callable[[Hand, Any], str]


def free(_: Hand, __: Any) -> str:  # noqa: ANN401
    """At any time."""
    return ""


@dataclass(frozen=True, slots=True)
class Grant:
    """One clause that gives a power: for which facts, to whom, when, and with which effect."""

    cites: Cites
    effect: Effect = do.nothing
    when: Callable[[Any], bool] = lambda _: True
    need: Need = free
    by: tuple[Role, ...] = SUPERVISORS


Grants = Mapping[type[Power], tuple[Grant, ...]]


def live(hand: Hand, _: Any) -> str:  # noqa: ANN401
    """While a round of play goes on."""
    return "" if hand.phase != OVER else "a round of play that is not finished"


def ended(hand: Hand, _: Any) -> str:  # noqa: ANN401
    """Between rounds of play."""
    return "" if hand.phase == OVER else "the end of the round of play"


def in_hand(hand: Hand, power: Any) -> str:  # noqa: ANN401
    """On a player who is in the hand."""
    k = hand.position(power.seat)
    is_in = k >= 0 and hand.status[k] != OUT and hand.shown[k] != 2
    if hand.phase == HOUSE and hand.stage == POSTING:  # a hand that is out would still be asked for its ante
        return "the antes and blinds in the pot"
    return live(hand, power) or ("" if is_in else f"a player in the hand, not seat {power.seat}")


def their_turn(hand: Hand, power: Any) -> str:  # noqa: ANN401
    """On the player whose turn it is to bet, to draw or to discard."""
    is_due = hand.phase in (BETTING, DRAWING, DISCARDING) and hand.seat_to_act == power.seat
    return "" if is_due else f"a turn of seat {power.seat} to bet, draw or discard"


def before_cards(hand: Hand, power: Any) -> str:  # noqa: ANN401
    """Before the first card, on a player who is to be dealt in."""
    is_before = hand.stub == len(hand.rules.deck.cards)
    return in_hand(hand, power) if is_before else "a time before the first card"


def some_period(_: Hand, power: Exclude) -> str:
    """For a time that can be counted, or until let back."""
    return "" if 0 <= power.seconds <= LONGEST_S else f"a period of 1 to {LONGEST_S} seconds, or 0: until let back"


def sign_shown(minutes: int) -> Need:
    """After the sign has been up long enough."""
    return lambda _, power: (
        "" if power.shown_ms >= minutes * MINUTE_MS else f"the sign up for {minutes} minutes or more"
    )


def notice_given(_: Hand, power: CloseTable) -> str:
    """After notice to the players."""
    return "" if power.shown_ms > 0 else "notice to the players"


def clock_ran(seconds: int) -> Need:
    """After the imposed time has run out, on the turn it was imposed for."""

    def need(hand: Hand, power: EndClock) -> str:
        k = hand.position(power.seat)
        if k < 0 or minded(hand).clock != (k, hand.turns):
            return f"a clock imposed on seat {power.seat} in this turn"
        return "" if power.waited_ms >= seconds * 1000 else f"{seconds} seconds since the clock was imposed"

    return need


def new_deck_checked(hand: Hand, power: ChangeCards) -> str:
    """Between rounds, a whole deck checked, shuffled and cut, any card checked."""
    return ended(hand, power) or ("" if power.checked else "the new cards checked")


def some_two(_: Hand, power: Direct) -> str:
    """Suspected colluders are at least two."""
    return "" if len(set(power.seats)) > 1 else "two players or more"


def invalidated(scene: Scene) -> None:
    """Wagers go back, but for those of offenders; of a finished round all but what the house earned for time."""
    hand, offenders = scene.hand, scene.incident.offenders
    if hand.phase != OVER:
        do.forfeit_and_void(scene, offenders)
        return
    stacks = tuple(chips - fee for chips, fee in zip(hand.start, hand.time_fees, strict=True))
    scene.add(r.OutcomeInvalidated(stacks, (0,) * hand.n, scene.cites))


def may_forfeit(hand: Hand, power: InvalidateOutcome) -> str:
    """Only fraud forfeits, only of players of the hand, and only while their wagers lie."""
    if power.offenders and power.ground != "fraud":
        return "fraud: only then a wager is forfeited"
    if power.offenders and hand.phase == OVER:
        return "a round of play that is not finished, for a wager to be forfeited"
    strangers = [seat for seat in power.offenders if hand.position(seat) < 0]
    return f"players of the hand, not seat {strangers[0]}" if strangers else ""


def unfinished(hand: Hand, power: InvalidateOutcome) -> str:
    """Before the game is complete, and nothing is forfeited."""
    return live(hand, power) or ("nobody's wager forfeited: no clause allows it" if power.offenders else "")


def declare_folded(scene: Scene) -> None:
    """The hand is folded; its wagers stay."""
    do.out(scene, scene.incident.seat, "folded", refund=False)


def void_wagers(scene: Scene) -> None:
    """The wagers go back and the hand is out."""
    do.out(scene, scene.incident.seat, "void", refund=True)


def refuse_wager(scene: Scene) -> None:
    """The wager goes back and the player is not dealt in."""
    do.out(scene, scene.incident.seat, "refused", refund=True)


def impose(seconds: int) -> Effect:
    """Start the clock."""
    return lambda scene: scene.add(r.ClockImposed(scene.incident.seat, seconds, scene.cites))


def clock_folds(scene: Scene) -> None:
    """The hand is folded, whatever was free; in a draw or a discard too, with what it has put in left in the pot."""
    if scene.hand.phase != BETTING:
        do.folded(scene)
        return
    turn = legal(scene.hand)
    assert turn is not None
    fold = e.Folded(scene.incident.seat, scene.cites, turn.fold_cost, timed_out=True)
    for event in after_rulings(scene.hand, None, (fold,)):
        scene.add(event)


def counted(effect: Effect, cites: Cites) -> Effect:
    """A wrong count while the round goes on is a fault of the deck."""

    def apply(scene: Scene) -> None:
        if scene.incident.found != len(scene.hand.rules.deck.cards) and scene.hand.phase != OVER:
            scene.cites = joined(scene.cites, cites)
            effect(scene)

    return apply


def ground(name: str) -> Callable[[Any], bool]:
    """For this ground."""
    return lambda power: power.ground == name


def from_game(*grounds: str) -> Callable[[Any], bool]:
    """An exclusion from the game alone, on one of these grounds, or on any."""
    return lambda power: not power.from_casino and (not grounds or power.ground in grounds)


def from_casino(name: str) -> Callable[[Any], bool]:
    """An exclusion from the casino on this ground."""
    return lambda power: power.from_casino and power.ground == name


def what(name: str) -> Callable[[Any], bool]:
    """For this direction."""
    return lambda power: power.what == name


def stage(name: str) -> Callable[[Any], bool]:
    """At this stage."""
    return lambda power: power.stage == name
