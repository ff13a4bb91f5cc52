"""What every wager of Canberra Casino Hold-em gets, from the facts of the hand: pure, and the one place to look.

The engine settles rounds with these functions and `openfelt.lab` prices the game with the very same ones. A hand is
named by the word of a pay table ("full-house", "pair-of-aces"); `super_aces_hand` gives that word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from openfelt.books.act_holdem.pit_sign import HoldemSign
from openfelt.cards import FULL_DECK, Card, Rank
from openfelt.hands import scale, strength
from openfelt.pit.made import Made, made
from openfelt.pit.settlement import LOSE, RETURN, WIN, Against, Payment, Spot
from openfelt.rulebooks import Cites, rulebook

ACT = rulebook("act-holdem")

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
ACT_2_9 = ACT.cite("2.9")
BY_TOP_CARD = ACT.cite("2.7", "2.8", "2.8(a)")
BY_NEXT_CARD = ACT.cite("2.7", "2.8", "2.8(b)")
FIVE_OF_SEVEN = ACT.cite("2.5", "2.6", "def/Communal Cards")

HOLDEM: Final = scale("act-holdem", FULL_DECK)
QUALIFYING_PAIR: Final = Rank.FOUR
"""def/Qualify: the dealer needs a pair of fours or anything higher."""


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


# -- hands -------------------------------------------------------------------------------------------------------------


def best_of_seven(hole: Sequence[Card], board: Sequence[Card]) -> Made:
    """2.5: the best five of two hole and the communal cards; with the flop alone, exactly those five.

    >>> from openfelt.cards import cards
    >>> str(best_of_seven(cards("AhAd"), cards("Kd 4c 2d 9s 3h")).words)
    'pair of aces with K-9-4'
    """
    return made(HOLDEM, strength(HOLDEM, tuple(hole), tuple(board)), FIVE_OF_SEVEN)


def compare(player: Made, dealer: Made) -> tuple[Against, Cites]:
    """The player's hand against the dealer's, and the clauses that tell them apart.

    >>> from openfelt.cards import cards
    >>> board = cards("Kd 4c 2d 9s 3h")
    >>> compare(best_of_seven(cards("KhQd"), board), best_of_seven(cards("KcJd"), board))[1]
    ('act-holdem 2.7', 'act-holdem 2.8', 'act-holdem 2.8(b)')
    """
    if player.strength == dealer.strength:
        return Against.EQUAL, ACT_2_9
    against = Against.HIGHER if player.strength > dealer.strength else Against.LOWER
    if player.category != dealer.category:
        return against, ()
    first = player.ranks[0] != dealer.ranks[0]
    return against, BY_TOP_CARD if first else BY_NEXT_CARD
