"""Powers of the supervisor: each a recorded, cited act with its author and reason, refused where no clause gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor import effects as do
from openfelt.floor import ruling
from openfelt.floor.entries import STAFF, SUPERVISORS, Role
from openfelt.floor.ruling import Author, RuleOn, fallback, require_words
from openfelt.floor.scene import FloorCards, Scene
from openfelt.games.policy import ACT, HOUSE, NSW, US
from openfelt.rulebooks import Cites, joined
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.bound import after_rulings
from openfelt.table.evolve import evolve
from openfelt.table.hand import BETTING, DISCARDING, DRAWING, FRESH, OPTION, OUT, OVER, POSTING, Hand
from openfelt.table.hand import HOUSE as HOUSE_PHASE
from openfelt.table.options import legal
from openfelt.table.play import run_house
from openfelt.table.rulings import minded
from openfelt.table.seen import RAIL
from openfelt.table.shoe import RealCards
from openfelt.table.views import event_view

Record = Mapping[int, r.RulingMade | r.PowerUsed]  # decisions of the floor by their numbers
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
    """Exclude a person from the game, for a period where the clause sets one."""

    seat: int
    ground: Literal["device", "breach"]
    seconds: int = 0


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


class Use(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Order: use a power."""

    power: AnyPower
    author: Author
    reason: str


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
    seconds: int = 0


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
    if hand.phase == HOUSE_PHASE and hand.stage == POSTING:  # a hand that is out would still be asked for its ante
        return "the antes and blinds in the pot"
    return live(hand, power) or ("" if is_in else f"a player in the hand, not seat {power.seat}")


def their_turn(hand: Hand, power: Any) -> str:  # noqa: ANN401
    """On the player whose turn it is to bet, to draw or to discard."""
    is_due = hand.phase in (BETTING, DRAWING, DISCARDING) and hand.seat_to_act == power.seat
    return "" if is_due else f"a turn of seat {power.seat} to bet, draw or discard"


def before_cards(hand: Hand, power: Any) -> str:  # noqa: ANN401
    """Before the first card, on a player who is to be dealt in."""
    is_before = hand.phase == OPTION or (hand.phase == HOUSE_PHASE and hand.step == 0 and hand.stage == FRESH)
    return in_hand(hand, power) if is_before and not hand.drawn else "a time before the first card"


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
    return "" if power.what != "apart" or len(set(power.seats)) > 1 else "two players or more"


def invalidated(scene: Scene) -> None:
    """Wagers go back, but for those of offenders; a finished round is undone."""
    hand, offenders = scene.hand, scene.incident.offenders
    if hand.phase != OVER:
        do.forfeit_and_void(scene, offenders)
        return
    scene.add(r.OutcomeInvalidated(hand.start, (0,) * hand.n, scene.cites))


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


def what(name: str) -> Callable[[Any], bool]:
    """For this direction."""
    return lambda power: power.what == name


def stage(name: str) -> Callable[[Any], bool]:
    """At this stage."""
    return lambda power: power.stage == name


MANAGER: Final[tuple[Role, ...]] = ("manager",)
NSW_GRANTS: Final[dict[type[Power], tuple[Grant, ...]]] = {
    VoidRound: (Grant(NSW.cite("26.14"), do.void_round, need=live),),
    InvalidateOutcome: (
        Grant(NSW.cite("27.5", "27.5.1", "27.6"), invalidated, when=ground("disruption"), need=may_forfeit),
        Grant(NSW.cite("27.5", "27.5.2", "27.6"), invalidated, when=ground("fraud"), need=may_forfeit),
    ),
    VoidWagers: (
        Grant(NSW.cite("27.4", "27.4.1"), void_wagers, when=ground("device"), need=in_hand),
        Grant(NSW.cite("27.13"), void_wagers, when=ground("breach"), need=in_hand),
    ),
    Exclude: (
        Grant(NSW.cite("27.4", "27.4.2"), when=ground("device"), need=some_period),
        Grant(NSW.cite("27.13"), when=ground("breach"), need=some_period),
    ),
    ImposeClock: (Grant(NSW.cite("26.12"), impose(40), need=their_turn),),
    EndClock: (Grant(NSW.cite("26.12"), clock_folds, need=clock_ran(40), by=STAFF),),
    RefuseWager: (Grant(NSW.cite("27.12"), refuse_wager, need=before_cards),),
    CloseTable: (Grant(NSW.cite("27.9"), need=sign_shown(20)),),
    Direct: (
        Grant(NSW.cite("26.11", "26.11.1"), when=what("english")),
        Grant(NSW.cite("26.11", "26.11.2"), when=what("silence")),
        Grant(NSW.cite("26.11", "26.11.3"), when=what("apart"), need=some_two),
        Grant(NSW.cite("26.11", "26.11.4"), when=what("spectators")),
    ),
    SettleDispute: (
        Grant(NSW.cite("27.14"), when=stage("first")),
        Grant(NSW.cite("27.14", "27.15"), when=stage("review"), by=MANAGER),
    ),
    CountCards: (Grant(NSW.cite("4.8"), counted(do.misdeal, NSW.cite("26.6", "26.6.2", "25.7"))),),
    ChangeCards: (Grant(NSW.cite("4.4"), need=new_deck_checked),),
    InspectHand: (Grant(NSW.cite("4.7"), need=ended),),
    NilCommission: (Grant(NSW.cite("3.5"), need=ended),),
}
ACT_GRANTS: Final[dict[type[Power], tuple[Grant, ...]]] = {
    VoidRound: (Grant(ACT.cite("19.3"), do.void_round, need=live),),
    InvalidateOutcome: (
        Grant(ACT.cite("19.1"), invalidated, when=ground("disruption"), need=unfinished),
        Grant(ACT.cite("19.3"), invalidated, when=ground("fraud"), need=unfinished),
    ),
    DeclareFolded: (Grant(ACT.cite("19.2", "19.2(a)"), declare_folded, need=in_hand),),
    Exclude: (Grant(ACT.cite("19.2", "19.2(b)"), need=some_period),),
    ImposeClock: (Grant(ACT.cite("4.6"), impose(90), need=their_turn),),
    EndClock: (Grant(ACT.cite("4.6"), clock_folds, need=clock_ran(90), by=STAFF),),
    CloseTable: (Grant(ACT.cite("18.2"), need=notice_given),),
    SettleDispute: (Grant(ACT.cite("19.4"), when=stage("first")),),  # a review is the Commission's
    CountCards: (Grant(ACT.cite("2.6"), counted(do.void_round, ACT.cite("19.3"))),),
    ChangeCards: (Grant(ACT.cite("2.5"), need=new_deck_checked),),
}
US_GRANTS: Final[dict[type[Power], tuple[Grant, ...]]] = {
    Exclude: (Grant(US.cite("conduct(2)", "conduct(1)"), need=some_period),),
    SettleDispute: (Grant(US.cite("irreg(2)"), when=stage("first")),),  # it is final
}
HOUSE_GRANTS: Final[dict[type[Power], tuple[Grant, ...]]] = {
    VoidRound: (Grant(HOUSE.cite("10"), do.void_round, need=live),),
}
GRANTS: Final = {"nsw-poker": NSW_GRANTS, "act-stud": ACT_GRANTS, "us-stud": US_GRANTS, "house": HOUSE_GRANTS}


def powers_of(hand: Hand) -> tuple[str, ...]:
    """The powers that the rulebook of the hand gives."""
    given = GRANTS[hand.rules.policy.rulebook]
    return tuple(name for name, kind in POWER_KINDS.items() if kind in given)


def grant_of(hand: Hand, power: AnyPower) -> Grant:
    """The clause that gives this power for these facts, or a refusal."""
    book = hand.rules.policy.rulebook
    given = GRANTS[book].get(type(power), ())
    for grant in given:
        if grant.when(power):
            return grant
    if given:
        raise RuleViolation("no-such-power", given[0].cites, f"{book} gives no power to {power.name} on these facts")
    raise RuleViolation(
        "no-such-power", fallback(hand), f"{book} gives no power to {power.name}", legal=powers_of(hand)
    )


def record_of(hand: Hand) -> Record:
    """The decisions of this round of play by their numbers, from 1."""
    return dict(enumerate(minded(hand).decisions, start=1))


def review_needs(power: SettleDispute, author: Author, record: Record, cites: Cites) -> str:
    """What a review lacks: a request by someone at some time, and a decision on record that another made."""
    first = record.get(power.of)
    if author.name in (power.first_by, first.author if first is not None else None):
        raise RuleViolation("same-person", cites, f"{author.name} decided first; another reviews")
    if first is None:
        known = ", ".join(map(str, record)) or "none"
        return f"which decision on record is reviewed: {known}"
    if isinstance(first, r.PowerUsed) and first.power == power.name and "stage review" in first.detail:
        return "a decision that was not reviewed already"
    if power.first_by not in ("", first.author):
        return f"the name of whoever decided first, {first.author}"
    if not power.asked_by.strip() or not power.asked_at.strip():
        return "who asked for the review, and when"
    return ""


def decide(hand: Hand, order: Use, shoe: FloorCards, *, record: Record | None = None) -> tuple[e.Event, ...]:
    """The events of a power used. Raises RuleViolation and changes nothing.

    `record` has the decisions that can be reviewed, by number; without it, those of this round of play.
    """
    power, author = order.power, order.author
    grant = grant_of(hand, power)
    require_words(order.reason)
    if author.role not in grant.by:
        who = " or ".join(grant.by)
        raise RuleViolation("not-your-power", grant.cites, f"{power.name} is for the {who}, not a {author.role}")
    need = grant.need(hand, power)
    if isinstance(power, SettleDispute) and power.stage == "review":
        need = review_needs(power, author, record_of(hand) if record is None else record, grant.cites)
    if need:
        raise RuleViolation("not-now", grant.cites, f"{power.name}: needed: {need}")
    scene = Scene(hand, power, grant.cites, shoe)
    seconds = getattr(power, "seconds", 0)
    scene.add(
        r.PowerUsed(
            power.name,
            getattr(power, "seat", 0),
            detail_of(power),
            author.name,
            author.role,
            order.reason,
            grant.cites,
            seconds,
        )
    )
    grant.effect(scene)
    return tuple(scene.events)


def obey(hand: Hand, order: RuleOn | Use, shoe: FloorCards, *, record: Record | None = None) -> tuple[e.Event, ...]:
    """The events of an order of the floor, a ruling or a power used. Raises RuleViolation and changes nothing."""
    if isinstance(order, Use):
        return decide(hand, order, shoe, record=record)
    return ruling.decide(hand, order, shoe)


def preview(
    hand: Hand, power: AnyPower, *, record: Record | None = None, author: str = ""
) -> tuple[Cites, tuple[e.Event, ...]]:
    """What using a power would do now, as anyone may see it, and by which clauses. Changes nothing."""
    grant = grant_of(hand, power)
    order = Use(power, Author(author, grant.by[-1]), "what if")
    made = decide(hand, order, RealCards(), record=record)[1:]
    return grant.cites, tuple(event_view(event, RAIL) for event in made)


def detail_of(power: AnyPower) -> str:
    """What a power was used for, in words."""
    said = []
    for name in power.__struct_fields__:
        value = getattr(power, name)
        if name not in {"seat", "seconds"} and value not in ((), "", None) and not (name == "of" and not value):
            words = ", ".join(map(str, value)) if isinstance(value, tuple) else value
            said.append(f"{name.replace('_', ' ')} {words}")
    return "; ".join(said)


def use(hand: Hand, order: Use, shoe: FloorCards, *, house: bool = True) -> list[e.Event]:
    """Use a power, record it, and let the house go on until someone has a choice."""
    record: list[e.Event] = []
    for event in decide(hand, order, shoe):
        evolve(hand, event)
        record.append(event)
    if house and not hand.is_over:
        run_house(hand, shoe, record)
    return record


def read_power(name: str, facts: dict[str, Any]) -> AnyPower:
    """A power by its name and its facts."""
    if name not in POWER_KINDS:
        raise NotationError(f"no power {name!r}", legal=tuple(POWER_KINDS))
    try:
        return msgspec.convert({"power": name, **facts}, AnyPower)  # type: ignore[no-any-return]
    except msgspec.ValidationError as fault:
        raise NotationError(f"{name}: {fault}", legal=POWER_KINDS[name].__struct_fields__) from None
