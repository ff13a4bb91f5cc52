"""What every wager of the two house-banked games gets, from the facts of the hand: pure, and the one place to look.

The engine settles rounds with these functions and `openfelt.lab` prices the games with the very same ones. A hand is
named by the word of a pay table ("full-house", "pair-of-aces"); `super_aces_hand` and `raise_hand` give that word.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal

import msgspec

from openfelt.cards import Rank
from openfelt.pit.sign import BigRaiseSign, HoldemSign
from openfelt.rulebooks import Cites, joined, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
ACT_10_3_11_1 = ACT.cite("10.3", "11.1")
SUPER_ACES_PAID = ACT.cite("10.3", "10.5", "11.1")
ACT_10_4 = ACT.cite("10.4")
ACT_7_3 = ACT.cite("7.3")
ACT_7_3_DEF_FOLD = ACT.cite("7.3", "def/Fold")
ACT_9_1 = ACT.cite("9.1")
ACT_9_1_8_1 = ACT.cite("9.1", "8.1")
ACT_9_2_8_1 = ACT.cite("9.2", "8.1")
ACT_9_3 = ACT.cite("9.3")
ACT_9_4_2_9 = ACT.cite("9.4", "2.9")
STUD_LOSES = NZ.cite("10.2", "10.2(c)", "10.5")
STUD_STANDS_OFF = NZ.cite("10.2", "10.2(b)", "10.4", "5.7")
STUD_WINS = NZ.cite("10.2", "10.2(a)", "10.6", "10.6(a)", "5.7")
NZ_10_3 = NZ.cite("10.3")
NZ_10_3_10_6_B = NZ.cite("10.3", "10.6(b)")
NZ_5_8 = NZ.cite("5.8")
NZ_5_9_B = NZ.cite("5.9(b)")
NZ_9_2_9_2_A = NZ.cite("9.2", "9.2(a)")

Verdict = Literal["win", "lose", "return"]
WIN: Final = "win"
LOSE: Final = "lose"
RETURN: Final = "return"

STANDOFF_ANTE: Final[Mapping[str, Verdict]] = {"returned": RETURN, "lost": LOSE, "paid": WIN}
STANDING_OFF: Final = "pair-6-to-9"
"""nz-big-raise 10.2(b): the hands that stand off, by the word of the raise table."""
QUALIFYING_PAIR: Final = Rank.FOUR
"""act-holdem def/Qualify: the dealer needs a pair of fours or anything higher."""


class Spot(StrEnum):
    """Where on a box a wager lies. `BET` is the Raise area of Big Raise, labelled Bet (nz-big-raise 3.3(b))."""

    ANTE = "ante"
    CALL = "call"
    BONUS = "bonus"
    BET = "bet"


class Against(StrEnum):
    """The player's hand against the dealer's."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one wager gets: its stake is returned or collected, and `won` is paid on top."""

    spot: Spot
    verdict: Verdict
    stake: int
    won: int
    cites: Cites

    @property
    def net(self) -> int:
        """What the player gains by this wager, negative when it is lost."""
        return -self.stake if self.verdict == LOSE else self.won


def qualifies(category: str, pair: int) -> bool:
    """Whether the dealer's hand plays: at least a pair of fours. `pair` is the rank of a single pair, else 0.

    >>> qualifies("pair", 3), qualifies("pair", 4), qualifies("high-card", 0), qualifies("two-pair", 0)
    (False, True, False, True)
    """
    return pair >= QUALIFYING_PAIR if category == "pair" else category != "high-card"


def super_aces_hand(category: str, pair: int) -> str:
    """The word of the Super Aces table: only a pair of aces is listed among pairs.

    >>> super_aces_hand("pair", 14), super_aces_hand("pair", 13), super_aces_hand("two-pair", 0)
    ('pair-of-aces', 'pair', 'two-pair')
    """
    return "pair-of-aces" if category == "pair" and pair == Rank.ACE else category


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


def settle_fold(ante: int) -> Payment:
    """Folding forfeits the ante."""
    return Payment(Spot.ANTE, LOSE, ante, 0, ACT_7_3_DEF_FOLD)


def settle_holdem(
    sign: HoldemSign, *, ante: int, call: int, hand: str, against: Against, qualified: bool
) -> tuple[Payment, Payment]:
    """Ante and call of a box that called. `hand` is the category of the player's best five of seven.

    >>> facts = {"hand": "flush", "against": Against.LOWER, "qualified": False}
    >>> [payment.net for payment in settle_holdem(HoldemSign(), ante=10, call=20, **facts)]
    [20, 0]
    """
    if against is Against.EQUAL and (qualified or sign.unqualified_tie == "void"):
        cites = ACT_9_4_2_9
        return Payment(Spot.ANTE, RETURN, ante, 0, cites), Payment(Spot.CALL, RETURN, call, 0, cites)
    if against is Against.LOWER and not qualified and sign.unqualified_lower == "void":
        return Payment(Spot.ANTE, RETURN, ante, 0, ACT_9_1), Payment(Spot.CALL, RETURN, call, 0, ACT_9_1)
    if not qualified:
        cites = ACT_9_1_8_1
        paid = Payment(Spot.ANTE, WIN, ante, ante_win(sign, ante, hand), cites)
        if sign.unqualified_call == "paid":
            return capped(sign, paid, Payment(Spot.CALL, WIN, call, call, cites))
        return paid, Payment(Spot.CALL, RETURN, call, 0, ACT_9_1)
    if against is Against.LOWER:
        cites = ACT_9_3
        return Payment(Spot.ANTE, LOSE, ante, 0, cites), Payment(Spot.CALL, LOSE, call, 0, cites)
    cites = ACT_9_2_8_1
    paid = Payment(Spot.ANTE, WIN, ante, ante_win(sign, ante, hand), cites)
    return capped(sign, paid, Payment(Spot.CALL, WIN, call, call, cites))


def ante_win(sign: HoldemSign, ante: int, hand: str) -> int:
    """What a winning ante is paid, up to the maximum payout."""
    return min(ante * (sign.ante_table.pays(hand) or 0), sign.max_payout)


def capped(sign: HoldemSign, ante: Payment, call: Payment) -> tuple[Payment, Payment]:
    """Ante and call winnings together up to the maximum payout, where the sign reads 8.2 so."""
    over = ante.won + call.won - sign.max_payout
    if sign.max_payout_covers == "ante" or over <= 0:
        return ante, call
    # The ante, whose odds the maximum is printed beside, gives way first.
    from_ante = min(over, ante.won)
    ante = msgspec.structs.replace(ante, won=ante.won - from_ante)
    return ante, msgspec.structs.replace(call, won=call.won - (over - from_ante))


def settle_super_aces(sign: HoldemSign, *, stake: int, hand: str, declared: bool, folded: bool = False) -> Payment:
    """The Super Aces Bonus on the two hole cards and the flop; `hand` is a word from `super_aces_hand`.

    >>> settle_super_aces(HoldemSign(), stake=10, hand="flush", declared=True).net
    200
    >>> settle_super_aces(HoldemSign(), stake=10, hand="flush", declared=False).net
    -10
    """
    if folded and sign.folded_bonus == "lost":
        return Payment(Spot.BONUS, LOSE, stake, 0, ACT_7_3)
    if not declared:
        return Payment(Spot.BONUS, LOSE, stake, 0, ACT_7_3 if folded else ACT_10_4)
    odds = sign.super_aces_table.pays(hand)
    if odds is None:
        return Payment(Spot.BONUS, LOSE, stake, 0, ACT_10_3_11_1)
    return Payment(Spot.BONUS, WIN, stake, stake * odds, SUPER_ACES_PAID)


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
