"""Three Card Poker, rule 12: an ante, three cards each, then play for as much again or fold; the dealer needs a queen.

Pair Plus is a wager on the player's own cards alone, and the ante bonus is paid on top of an ante that was played on.
The engine settles rounds with the functions below, and `openfelt.lab` prices the game with the very same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from openfelt.books.house import KEY, cite
from openfelt.cards import FULL_DECK, Card, Rank
from openfelt.errors import RuleViolation
from openfelt.hands import Category, Kind, Scale, strength
from openfelt.hands.orders import Rung
from openfelt.phrases import phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit import phases, powers
from openfelt.pit.dealing import decide_turn_dealer
from openfelt.pit.deciding import decide_call, offer_call
from openfelt.pit.events import DEALER
from openfelt.pit.game import CallRules, CutRules, Exposures, KnownOrder, PitGame, Plan, SpotRules
from openfelt.pit.made import Made, made
from openfelt.pit.offers import Offer
from openfelt.pit.paytables import PayTable, TableKind
from openfelt.pit.priced import OneDecision
from openfelt.pit.round import DEALING, DECISION, SETTLING, TAKE_UP, TURN, Box, Round
from openfelt.pit.rulings import expose_dealer, racked
from openfelt.pit.settlement import LOSE, RETURN, WIN, Against, Payment, Spot, Verdict, against
from openfelt.pit.sign import Line, PitSign, Reading, odds_text, require_table
from openfelt.rulebooks import Cites, joined, rulebook

MOST_BOXES: Final = 7
QUALIFYING: Final = Rank.QUEEN

# Citations, checked when this module is imported.
SIGN = cite("12.1")
BOX = cite("12.2")
WAGERS = cite("12.3")
DEAL = cite("12.6")
DECIDING = cite("12.7")
QUALIFIES = cite("12.9")
AGAINST_DEALER = cite("12.10")
ANTE_BONUS = cite("12.11")
PAIR_PLUS = cite("12.12")
CARDS = cite("12.5")
EXPOSED = cite("12.13")

THREE_CARDS: Final = Scale(
    "house-three-card",
    KEY,
    FULL_DECK,
    tuple(
        Rung(category, *cite("12.8"))
        for category in (
            Category.STRAIGHT_FLUSH,
            Category.THREE_OF_A_KIND,
            Category.STRAIGHT,
            Category.FLUSH,
            Category.PAIR,
            Category.HIGH_CARD,
        )
    ),
    cite("12.8"),
    Kind.THREE_CARD,
    hand_size=3,
)

ANTE_BONUS_PAYS: Final = TableKind(
    name="ante-bonus",
    title="Ante bonus",
    hands=("straight-flush", "three-of-a-kind", "straight"),
    losing=("flush", "pair", "high-card"),
    cites=ANTE_BONUS,
)
PAIR_PLUS_PAYS: Final = TableKind(
    name="pair-plus",
    title="Pair Plus",
    hands=("straight-flush", "three-of-a-kind", "straight", "flush", "pair"),
    losing=("high-card",),
    cites=PAIR_PLUS,
)
ANTE_BONUS_TABLE: Final = ANTE_BONUS_PAYS.table(5, 4, 1)
PAIR_PLUS_TABLE: Final = PAIR_PLUS_PAYS.table(40, 30, 6, 4, 1)


class ThreeCardSign(PitSign, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="three-card-poker"):
    """The sign of a Three Card Poker table; `bonus` are the limits of Pair Plus."""

    boxes: int = MOST_BOXES
    ante_bonus_table: PayTable = ANTE_BONUS_TABLE
    pair_plus_table: PayTable = PAIR_PLUS_TABLE

    def check(self) -> None:
        """Refuse what the rule does not allow."""
        self.require_unit(SIGN, SIGN)
        if not 1 <= self.boxes <= MOST_BOXES:
            raise RuleViolation(
                "sign-boxes",
                SIGN,
                phrase("a table has 1 to {most} boxes, not {boxes}", most=MOST_BOXES, boxes=self.boxes),
            )
        require_table(self.ante_bonus_table, ANTE_BONUS_PAYS)
        require_table(self.pair_plus_table, PAIR_PLUS_PAYS)

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        return KEY

    @property
    def places(self) -> int:
        """How many boxes the layout has."""
        return self.boxes

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The rules are our own and leave nothing in doubt."""
        return ()

    @property
    def cover_call(self) -> bool:
        """12.4: an ante needs the chips for the play wager behind it."""
        return True

    def displayed(self) -> tuple[Line, ...]:
        """What the sign says, each line with its clause."""
        return (
            Line(phrase("Three Card Poker, {boxes} boxes, one deck of 52 cards", boxes=self.boxes), SIGN),
            Line(
                phrase("ante {limits}; a play wager is as high as the ante", limits=self.ante.words()),
                joined(SIGN, DECIDING),
            ),
            Line(
                phrase(
                    "Pair Plus {limits}; pays {odds}",
                    limits=self.bonus.words(),
                    odds=odds_text(self.pair_plus_table),
                ),
                PAIR_PLUS,
            ),
            Line(phrase("ante bonus pays {odds}", odds=odds_text(self.ante_bonus_table)), ANTE_BONUS),
            Line("the dealer plays with a queen high or better; ante and play pay 1 to 1", QUALIFIES),
        )


def sign_of(round_: Round) -> ThreeCardSign:
    """The sign that hangs beside a table of this game."""
    sign: Any = round_.sign
    return sign  # type: ignore[no-any-return]


# -- hands and what they are paid --------------------------------------------------------------------------------------


def hand_of(cards: Sequence[Card]) -> Made:
    """What three cards make.

    >>> from openfelt.cards import cards
    >>> [str(hand_of(cards(text)).words) for text in ("AhKdQc", "3h2dAc", "Qc9d2s")]
    ['straight, ace high', 'straight, three high with a low ace', 'queen high, Q-9-2']
    """
    return made(THREE_CARDS, strength(THREE_CARDS, tuple(cards)))


def qualifies(hand: Made) -> bool:
    """Whether the dealer plays: a queen high, or any better hand.

    >>> from openfelt.cards import cards
    >>> [qualifies(hand_of(cards(text))) for text in ("Jc9d2s", "Qc3d2s", "2c2d3s")]
    [False, True, True]
    """
    return hand.category != "high-card" or hand.ranks[0] >= QUALIFYING


def settle_played(
    sign: ThreeCardSign, *, ante: int, call: int, hand: str, against: Against, qualified: bool
) -> tuple[Payment, ...]:
    """Ante and play of a hand that played on, and the ante bonus of one that has it.

    >>> facts = {"ante": 10, "call": 10, "hand": "straight"}
    >>> [one.net for one in settle_played(ThreeCardSign(), against=Against.LOWER, qualified=True, **facts)]
    [-10, -10, 10]
    >>> [one.net for one in settle_played(ThreeCardSign(), against=Against.LOWER, qualified=False, **facts)]
    [10, 0, 10]
    """
    if not qualified:
        both = Payment(Spot.ANTE, WIN, ante, ante, QUALIFIES), Payment(Spot.CALL, RETURN, call, 0, QUALIFIES)
    elif against is Against.HIGHER:
        both = Payment(Spot.ANTE, WIN, ante, ante, AGAINST_DEALER), Payment(Spot.CALL, WIN, call, call, AGAINST_DEALER)
    else:
        verdict: Verdict = RETURN if against is Against.EQUAL else LOSE
        both = (
            Payment(Spot.ANTE, verdict, ante, 0, AGAINST_DEALER),
            Payment(Spot.CALL, verdict, call, 0, AGAINST_DEALER),
        )
    odds = sign.ante_bonus_table.pays(hand)
    return (*both, Payment(Spot.BONUS, WIN, 0, ante * odds, ANTE_BONUS)) if odds else both


def settle_pair_plus(sign: ThreeCardSign, *, stake: int, hand: str) -> Payment:
    """Pair Plus on the player's own cards.

    >>> [settle_pair_plus(ThreeCardSign(), stake=5, hand=hand).net for hand in ("straight-flush", "pair", "high-card")]
    [200, 5, -5]
    """
    odds = sign.pair_plus_table.pays(hand)
    if odds is None:
        return Payment(Spot.BONUS, LOSE, stake, 0, PAIR_PLUS)
    return Payment(Spot.BONUS, WIN if odds else RETURN, stake, stake * odds, PAIR_PLUS)


def settle_fold(_: ThreeCardSign, *, ante: int, bonus: int = 0) -> tuple[Payment, ...]:
    """A fold gives up the ante, and Pair Plus with it."""
    lost = Payment(Spot.ANTE, LOSE, ante, 0, DECIDING)
    return (lost, Payment(Spot.BONUS, LOSE, bonus, 0, DECIDING)) if bonus else (lost,)


def settled(round_: Round, box: Box) -> e.BoxSettled:
    """Everything on a box that played on; the dealer's hand has been turned."""
    sign, hand, dealer = sign_of(round_), hand_of(box.cards), hand_of(round_.dealer)
    payments = settle_played(
        sign,
        ante=box.stakes[Spot.ANTE],
        call=box.stakes[Spot.CALL],
        hand=hand.category,
        against=against(hand.strength, dealer.strength),
        qualified=bool(round_.qualified),
    )
    if stake := box.stakes.get(Spot.BONUS, 0):
        payments = (settle_pair_plus(sign, stake=stake, hand=hand.category), *payments)
    cites = joined(*(one.cites for one in payments), hand.cites)
    return e.BoxSettled(box.no, tuple(box.cards), str(hand.words), payments, cites=cites)


def lines_met(sign: ThreeCardSign, own: tuple[Card, ...], _: tuple[Card, ...]) -> dict[str, str]:
    """The lines of both tables that three cards meet."""
    if len(own) != 3:
        return {}
    hand = hand_of(own).category
    return {table.name: table.line_of(hand) for table in (sign.ante_bonus_table, sign.pair_plus_table)}


# -- the course of a round ---------------------------------------------------------------------------------------------


def require_spot(_: ThreeCardSign, spot: Spot) -> None:
    """Refuse a wager that is not made before the deal."""
    if spot not in GAME.spots:
        raise RuleViolation(
            "no-such-spot", WAGERS, phrase("no {spot} wager before the deal", spot=spot), legal=("ante", "bonus")
        )


def deal_plan(round_: Round) -> Plan:
    """Three passes, the dealer last."""
    boxes = tuple(no for no, box in round_.boxes.items() if Spot.ANTE in box.stakes)
    return ((*boxes, DEALER),) * 3


def deal_cites(_: Round) -> Cites:
    """The clause of every pass."""
    return DEAL


def decisions(round_: Round, box: Box) -> Iterator[Offer]:
    """Fold, or play on."""
    yield Offer(by=box.player, command=c.Fold(box.no), cites=DECIDING)
    yield from offer_call(round_, box)


def folded(round_: Round, box: Box) -> tuple[tuple[Payment, ...], Cites]:
    """What a fold costs."""
    return settle_fold(sign_of(round_), ante=box.stakes[Spot.ANTE], bonus=box.stakes.get(Spot.BONUS, 0)), DECIDING


def dealer_hand(_: Round, cards: tuple[Card, ...]) -> tuple[Made, bool]:
    """The dealer's three cards, and whether they play."""
    hand = hand_of(cards)
    return hand, qualifies(hand)


# -- how the lab prices it, and how people play it ---------------------------------------------------------------------

STRATEGIES: Final[Mapping[str, str]] = {
    "rule-of-thumb": """
        play  hand >= pair
        play  high >= K
        play  high = Q and middle >= 7
        play  high = Q and middle = 6 and low >= 4                       # queen, six, four: the lowest hand to play
        fold
    """,
    "naive": """
        play  hand >= pair                                               # as the dealer does: a queen or better
        play  high >= Q
        fold
    """,
    "always-play": "play",
    "always-fold": "fold",
}


def side_of(sign: ThreeCardSign, *, stake: int, hand: str, folded: bool) -> Payment:
    """Pair Plus of a hand that played on, or of one that was folded."""
    return settle_fold(sign, ante=0, bonus=stake)[-1] if folded else settle_pair_plus(sign, stake=stake, hand=hand)


PRICED: Final = OneDecision(
    main_name="ante and play",
    main_cites=(*DECIDING, *QUALIFIES, *AGAINST_DEALER, *ANTE_BONUS),
    folded=settle_fold,
    side_name="Pair Plus",
    side_cites=PAIR_PLUS,
    decision=DEAL,
    hand=DEAL,
    deck=CARDS,
    strategies=STRATEGIES,
    strategy_cites=DECIDING,
    scale=THREE_CARDS,
    qualifies=qualifies,
    played=settle_played,
    side=side_of,
)

HIDDEN_DEALER = (DEALING, TAKE_UP, DECISION, TURN)

GAME: Final = PitGame(
    key="three-card-poker",
    title="Three Card Poker",
    book=rulebook(KEY),
    sign=ThreeCardSign,
    labels={"bonus": "Pair Plus", "ante_bonus_table": "Ante bonus pays", "pair_plus_table": "Pair Plus pays"},
    words={"bonus": "Pair Plus", "call": "play"},
    has_community=False,
    tables=(ANTE_BONUS_PAYS, PAIR_PLUS_PAYS),
    printed=(Line("The dealer plays with a queen high or better", QUALIFIES),),
    lines_met=lines_met,
    checklists={},
    phases=(
        phases.BETTING,
        phases.DEALING,
        phases.TAKE_UP,
        phases.DECISION,
        phases.TURN_DEALER,
        phases.SETTLING,
        phases.RACKING,
        phases.DONE,
    ),
    orders=(
        KnownOrder(c.Call, decide_call),
        KnownOrder(c.TurnDealer, decide_turn_dealer),
        expose_dealer(EXPOSED, HIDDEN_DEALER),
        racked(cite("12.14"), (TAKE_UP, DECISION, TURN, SETTLING)),
        powers.void_rounds(cite("10")),
        powers.disputes(cite("10")),
        powers.exclusions({"collusion": cite("12.15"), "other": cite("12.15")}),
        powers.letting_back(cite("12.15")),
        powers.giving_rules(cite("12.15")),
        powers.changing_limits(cite("12.15"), steps=SIGN),
        powers.closing(cite("12.15"), offered=cite("12.15")),
        powers.announcing_limits(cite("12.15"), steps=SIGN),
        powers.announcing_closing(cite("12.15")),
        powers.putting_into_effect(cite("12.15"), closing=cite("12.15")),
    ),
    elsewhere=cite("12"),
    opened=SIGN,
    next_round=CARDS,
    one_each=BOX,
    join=BOX,
    closed=cite("12.15"),
    excluded=cite("12.15"),
    spots={
        Spot.ANTE: SpotRules(WAGERS, late=WAGERS, altered=WAGERS),
        Spot.BONUS: SpotRules(joined(WAGERS, PAIR_PLUS), late=WAGERS, altered=WAGERS, no_ante=WAGERS, is_bound=True),
    },
    require_spot=require_spot,
    other_box=("one-box", "{player} plays box {own} and no other", BOX),
    taken=BOX,
    ante=WAGERS,
    one_wager=WAGERS,
    chips=WAGERS,
    steps=WAGERS,
    minimum=WAGERS,
    maximum=WAGERS,
    least_ante=WAGERS,
    covered=cite("12.4"),
    alter=WAGERS,
    close=WAGERS,
    ready=WAGERS,
    cut=CutRules("dealer", 5, 47, CARDS),
    deal=DEAL,
    deal_phase=DEAL,
    deal_plan=deal_plan,
    deal_cites=deal_cites,
    in_order=DEAL,
    take_up=DEAL,
    deck=CARDS,
    bad_deck=CARDS,
    change_cards=CARDS,
    turn=DECIDING,
    fold=DECIDING,
    folded=folded,
    call=CallRules(1, DECIDING, size=DECIDING, offered=DECIDING),
    decisions=decisions,
    dealer_hand=dealer_hand,
    turn_dealer=QUALIFIES,
    settle=AGAINST_DEALER,
    settle_offer=AGAINST_DEALER,
    settled=settled,
    rack=cite("12.6"),
    exposed=Exposures(1, (DEALING, TAKE_UP), EXPOSED, void=EXPOSED),
    void=cite("10"),
    priced=PRICED,
)
