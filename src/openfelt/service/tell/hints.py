"""Practice hints: what a player's hand wins on average, its outs and the price of a call (house 27.10).

Worked out from the view of that player and nothing else, beside the tables, and told to that player alone. Only a table
whose sign is marked for practice is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from openfelt.cards import UNKNOWN, Card
from openfelt.games.sign import Sign
from openfelt.hands import Category, strength, unpack
from openfelt.service.tell.shares import WHOLE, Crowded, counted, watching_now
from openfelt.service.wire.protocol import write_frame
from openfelt.service.wire.shares_protocol import Hint
from openfelt.table import Viewer, view
from openfelt.table.seen import HandView

if TYPE_CHECKING:
    from openfelt.lab.equity_games import OddsRules
    from openfelt.service.writers.table import TableHost

SAMPLES: Final = 20_000
COUNTED_TO_COME: Final = 1  # community cards to come against one hand with which every deal is counted
FROM_FLOP: Final = 3
IN_PLAY: Final = ("in", "all-in")
SHARED: Final = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND)  # what a pair on the board gives everyone


def wants_hint(host: TableHost) -> bool:
    """Whether somebody is to act at a table that its sign marks for practice."""
    hand = host.hand
    return hand is not None and hand.rules.sign.practice and hand.seat_to_act is not None


async def tell_hint(host: TableHost, room: Crowded) -> None:
    """Tell the player who is to act what their hand is worth, if that player watches the table now."""
    hand = host.hand
    place = host.table.places.get(hand.seat_to_act or 0) if hand is not None else None
    if hand is None or place is None or not any(one.player == place.player for one in watching_now(host, room)):
        return
    sign, seen = hand.rules.sign, view(hand, Viewer("seat", hand.seat_to_act or 0))
    whole = hand.rules.game.board_size
    hint = await room.counting.beside(lambda: hint_for(host.name, sign, seen, whole))
    if hint is None:
        return
    frame = write_frame(hint)
    for one in watching_now(host, room):
        if one.player == place.player:
            one.tell(host.name, frame)


def hint_for(table: str, sign: Sign, seen: HandView, whole: int) -> Hint | None:
    """The hint for the player who is to act, from this player's own view; none where the odds are not counted."""
    from openfelt.lab.equity import equity  # noqa: PLC0415 - the room starts without arrays

    mine = next(one for one in seen.seats if one.seat == seen.to_act)
    against = sum(one.status in IN_PLAY for one in seen.seats) - 1
    if not counted(sign) or UNKNOWN in mine.down or not mine.down or against < 1:
        return None
    unknown = "??" * len(mine.down)
    exact = against == 1 and whole - len(seen.board) <= COUNTED_TO_COME
    odds = equity(
        mine.down,
        *[unknown] * against,
        board=seen.board,
        game=sign.game,
        deck=sign.deck,
        rulebook=sign.rulebook,
        samples=None if exact else SAMPLES,
        threads=1,
    )
    own = odds.players[0]
    outs, unseen = outs_of(odds.rules, mine.down, seen.board, whole)
    call = min(max(0, seen.high - mine.bet), mine.stack)
    return Hint(
        table=table,
        hand_id=seen.hand_id,
        turn=seen.turn,
        against=against,
        per_mille=round(own.share * WHOLE),
        margin=0 if own.interval is None else round((own.interval[1] - own.interval[0]) / 2 * WHOLE),
        outs=outs,
        unseen=unseen,
        needs=round(WHOLE * call / (seen.pot + call)) if call else 0,
    )


def outs_of(rules: OddsRules, own: tuple[Card, ...], board: tuple[Card, ...], whole: int) -> tuple[int, int]:
    """How many unseen cards make a better kind of hand on the next street, of how many; (0, 0) where not counted.

    A card that pairs the board alone is everyone's: it counts only where it makes more than that.

    >>> from openfelt.cards import cards
    >>> from openfelt.lab.equity_games import rules_of
    >>> outs_of(rules_of("texas-holdem", "house", 52), cards("AhKh"), cards("9h5h2c"), 5)
    (15, 47)
    """
    if rules.game.is_split or not FROM_FLOP <= len(board) < whole:
        return 0, 0
    ((scale, selection),) = rules.halves
    ladder = list(scale.categories)

    def made(lying: tuple[Card, ...]) -> int:
        return ladder.index(unpack(scale, strength(scale, own, lying, selection=selection))[0])

    now = made(board)
    unseen = [card for card in scale.deck.cards if card not in own and card not in board]
    shared = {card.rank for card in board} - {card.rank for card in own}
    after = [(card, made((*board, card))) for card in unseen]
    better = [at for card, at in after if at < now and (card.rank not in shared or ladder[at] not in SHARED)]
    return len(better), len(unseen)
