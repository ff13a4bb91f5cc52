"""What every wager of Big Raise Stud gets, from the facts of the hand: pure, and the one place to look.

The engine settles rounds with these functions and `openfelt.lab` prices the game with the very same ones. A hand is
named by the word of a pay table ("full-house", "pair-10-or-better"); `raise_hand` gives that word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from openfelt.books.nz_big_raise.pit_sign import BigRaiseSign
from openfelt.cards import FULL_DECK, Card, Rank
from openfelt.hands import scale, strength
from openfelt.pit.made import Made, made
from openfelt.pit.settlement import LOSE, RETURN, WIN, Payment, Spot, Verdict
from openfelt.rulebooks import Cites, joined, rulebook

NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
STUD_LOSES = NZ.cite("10.2", "10.2(c)", "10.5")
STUD_STANDS_OFF = NZ.cite("10.2", "10.2(b)", "10.4", "5.7")
STUD_WINS = NZ.cite("10.2", "10.2(a)", "10.6", "10.6(a)", "5.7")
NZ_10_3 = NZ.cite("10.3")
NZ_10_3_10_6_B = NZ.cite("10.3", "10.6(b)")
NZ_5_8 = NZ.cite("5.8")
NZ_5_9_B = NZ.cite("5.9(b)")
NZ_9_2_9_2_A = NZ.cite("9.2", "9.2(a)")
THREE_AND_TWO = NZ.cite("10.1", "4.1", "4.2", "4.3", "def/Poker Value")
EQUAL_SUITS = NZ.cite("4.1")
ORDER = NZ.cite("4.3")
SAME_VALUE = NZ.cite("4.4")
OF_ONE_KIND: Final = {
    "high-card": NZ.cite("4.4", "4.4(a)"),
    "pair": NZ.cite("4.4", "4.4(b)"),
    "two-pair": NZ.cite("4.4", "4.4(c)"),
    "straight": NZ.cite("4.4", "4.4(d)"),
    "straight-flush": NZ.cite("4.4", "4.4(d)"),
}

BIG_RAISE: Final = scale("nz-big-raise", FULL_DECK)
THREE_CARD_SCALE: Final = scale("nz-big-raise", FULL_DECK, kind="three-card")
STANDOFF_ANTE: Final[Mapping[str, Verdict]] = {"returned": RETURN, "lost": LOSE, "paid": WIN}
STANDING_OFF: Final = "pair-6-to-9"
"""10.2(b): the hands that stand off, by the word of the raise table."""


def raise_hand(sign: BigRaiseSign, category: str, pair: int) -> str:
    """The word of the raise table; a low pair and odd cards are not in it and lose.

    >>> [raise_hand(BigRaiseSign(), "pair", pair) for pair in (5, 6, 7, 9, 10)]
    ['low-pair', 'pair-6-to-9', 'pair-6-to-9', 'pair-6-to-9', 'pair-10-or-better']
    >>> raise_hand(BigRaiseSign(sevens="lose"), "pair", 7)
    'low-pair'
    """
    if category != "pair":
        return category
    if pair >= Rank.TEN:
        return "pair-10-or-better"
    if pair < Rank.SIX or (pair == Rank.SEVEN and sign.sevens == "lose"):
        return "low-pair"
    return "pair-6-to-9"


def settle_big_raise_fold(ante: int, blind: int = 0) -> tuple[Payment, ...]:
    """A folder's ante is collected; a raise made before the deal is taken back."""
    lost = Payment(Spot.ANTE, LOSE, ante, 0, NZ_9_2_9_2_A)
    return (lost, Payment(Spot.BET, RETURN, blind, 0, NZ_5_9_B)) if blind else (lost,)


def settle_big_raise(sign: BigRaiseSign, *, ante: int, bet: int, hand: str) -> tuple[Payment, Payment]:
    """Ante and raise of a hand that stayed; `hand` is a word from `raise_hand`.

    >>> [payment.net for payment in settle_big_raise(BigRaiseSign(), ante=10, bet=40, hand="straight")]
    [10, 160]
    >>> american = BigRaiseSign(ante_pays="raise-table")
    >>> [payment.net for payment in settle_big_raise(american, ante=10, bet=40, hand="flush")]
    [60, 240]
    >>> kind = BigRaiseSign(raise_table=BigRaiseSign().raise_table.replace(pair_6_to_9=1))
    >>> [payment.net for payment in settle_big_raise(kind, ante=10, bet=40, hand="pair-6-to-9")]
    [0, 40]
    """
    odds = sign.raise_table.pays(hand)
    if odds is None:
        cites = STUD_LOSES
        return Payment(Spot.ANTE, LOSE, ante, 0, cites), Payment(Spot.BET, LOSE, bet, 0, cites)
    win = min(bet * odds, sign.max_raise_payout)
    if hand == STANDING_OFF or odds == 0:
        return settle_standoff(sign, ante, bet, win)
    cites = STUD_WINS
    even = sign.ante_pays == "even-money"
    return (
        Payment(Spot.ANTE, WIN, ante, ante if even else ante * odds, cites),
        Payment(Spot.BET, WIN, bet, win, joined(cites, NZ_5_8)),
    )


def settle_standoff(sign: BigRaiseSign, ante: int, bet: int, win: int) -> tuple[Payment, Payment]:
    """A stand-off returns the raise, or pays it where the sign's table has odds for such a pair.

    The ante goes the way the sign reads the missing rule 10.4, whatever the raise gets: 10.2(b) says of the hand that
    it stands off, and the table is about the raise alone.
    """
    cites = STUD_STANDS_OFF
    verdict = STANDOFF_ANTE[sign.standoff_ante]
    won = ante if verdict == WIN else 0
    raised = (
        Payment(Spot.BET, WIN, bet, win, joined(cites, NZ_5_8)) if win else Payment(Spot.BET, RETURN, bet, 0, cites)
    )
    return Payment(Spot.ANTE, verdict, ante, won, cites), raised


def settle_three_card_bonus(sign: BigRaiseSign, *, stake: int, hand: str) -> Payment:
    """The Three Card Bonus on the player's own three cards, also of a folder.

    >>> settle_three_card_bonus(BigRaiseSign(), stake=5, hand="straight-flush").net
    200
    """
    odds = sign.bonus_table.pays(hand)
    if odds is None:
        return Payment(Spot.BONUS, LOSE, stake, 0, NZ_10_3)
    if odds == 0:
        return Payment(Spot.BONUS, RETURN, stake, 0, NZ_10_3)
    return Payment(Spot.BONUS, WIN, stake, stake * odds, NZ_10_3_10_6_B)


# -- hands -------------------------------------------------------------------------------------------------------------


def poker_value(own: Sequence[Card], community: Sequence[Card]) -> Made:
    """10.1: exactly the player's three cards and both community cards."""
    return made(BIG_RAISE, strength(BIG_RAISE, tuple(own), tuple(community)), THREE_AND_TWO)


def three_cards(own: Sequence[Card]) -> Made:
    """10.3: the player's own three cards."""
    return made(THREE_CARD_SCALE, strength(THREE_CARD_SCALE, tuple(own)), ())


def apart_by(first: Made, second: Made) -> Cites:
    """The clauses that put one Poker Value above another at a Big Raise table, or make them equal.

    No two hands compete there; a results board lists them in their order.

    >>> from openfelt.cards import cards
    >>> apart_by(poker_value(cards("AcAd6h"), cards("4s2c")), poker_value(cards("AhAs5h"), cards("4s2c")))
    ('nz-big-raise 4.4', 'nz-big-raise 4.4(b)')
    """
    if first.strength == second.strength:
        return EQUAL_SUITS
    return OF_ONE_KIND.get(first.category, SAME_VALUE) if first.category == second.category else ORDER
