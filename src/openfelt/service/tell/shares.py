"""What open hands win on average while the last streets are dealt: counted exactly, from open cards alone.

Nobody's hidden card is asked for: the hands are those of the event that turned them up, the board is on the felt. Told
after the streets themselves, counted beside the tables (house 27.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from openfelt.cards import Card
from openfelt.games.game import Deal
from openfelt.games.sign import Sign
from openfelt.service.machine.press import Press
from openfelt.service.tell.feed import Audience
from openfelt.service.wire.protocol import write_frame
from openfelt.service.wire.shares_protocol import SeatShare, Shares, StreetShares
from openfelt.service.wire.subscribers import Subscriber
from openfelt.table.events import HandsOpened, StreetDealt

if TYPE_CHECKING:
    from openfelt.service.writers.table import TableHost

WHOLE: Final = 1000
FEWEST: Final = 2
MOST_HANDS: Final = 6  # the kernel counts them in a few milliseconds
MOST_WAITING: Final = 1_000  # tables whose hands are counted; a count takes about a millisecond


def counted(sign: Sign) -> bool:
    """Whether the odds of a sign's game are counted from open hands and a board: no draw, no up-cards."""
    from openfelt.lab.equity_games import GAMES as ODDS_GAMES  # noqa: PLC0415 - the room starts without arrays

    game = ODDS_GAMES.by_name.get(sign.game)
    if game is None or not game.has_board or sign.joker or sign.rulebook not in game.books:
        return False
    return sign.deck in game.books[sign.rulebook].decks


def boards_of(hand_board: tuple[Card, ...], opened: int, steps: Sequence[object]) -> list[tuple[Card, ...]]:
    """The community cards as they lay when the hands were turned up, and after each street since."""
    found, at = [hand_board[:opened]], 0
    for step in steps:
        if isinstance(step, Deal) and step.board:
            at += step.board
            if opened < at <= len(hand_board):
                found.append(hand_board[:at])
    return found


def street_shares(sign: Sign, opened: HandsOpened, board: tuple[Card, ...], to_come: int) -> StreetShares:
    """The shares of the open hands once these community cards lie."""
    from openfelt.lab.equity import equity  # noqa: PLC0415 - the room starts without arrays

    odds = equity(*opened.cards, board=board, game=sign.game, deck=sign.deck, rulebook=sign.rulebook, threads=1)
    per_mille = in_thousandths([player.share for player in odds.players])
    shares = tuple(SeatShare(seat=seat, per_mille=one) for seat, one in zip(opened.seats, per_mille, strict=True))
    if to_come != 1 or odds.rules.game.is_split or len(shares) != FEWEST:
        return StreetShares(board=len(board), shares=shares)
    last = min(range(len(shares)), key=lambda at: (odds.players[at].share, at))
    return StreetShares(
        board=len(board), shares=shares, behind=opened.seats[last], outs=odds.players[last].wins, unseen=odds.deals
    )


def in_thousandths(shares: Sequence[Fraction]) -> list[int]:
    """Whole thousandths that add up; what rounding leaves goes to the largest remainders.

    >>> in_thousandths([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)])
    [334, 333, 333]
    """
    made = [int(one * WHOLE) for one in shares]
    order = sorted(range(len(made)), key=lambda at: (made[at] - shares[at] * WHOLE, at))
    for at in order[: WHOLE - sum(made)]:
        made[at] += 1
    return made


class Crowded(Audience, Protocol):
    """Everyone who watches, and the thread that counts beside the tables."""

    counting: Press

    def is_late(self, host: TableHost, player: str) -> bool:
        """Whether somebody sees a table only with the delay of its event."""


async def tell_shares(host: TableHost, room: Crowded, events: Sequence[Any]) -> None:
    """Tell everyone who sees the table now what the hands that were turned up in these events win on average.

    One thread counts for all tables, in the order in which hands were turned up: the first count of a game takes some
    tenths of a second, and no table waits for it. What is told belongs to the hand that it names, whenever it arrives.
    """
    opened = next((one for one in events if isinstance(one, HandsOpened)), None)
    hand = host.hand
    if opened is None or hand is None or not FEWEST <= len(opened.seats) <= MOST_HANDS:
        return
    if not watching_now(host, room):
        return
    sign, whole, hand_id = hand.rules.sign, hand.rules.game.board_size, hand.hand_id
    boards = boards_of(hand.first_board or hand.board, hand.opened, hand.rules.steps)
    streets = await room.counting.beside(lambda: all_shares(sign, opened, boards, whole))
    if not streets:
        return
    frame = write_frame(Shares(table=host.name, hand_id=hand_id, streets=streets))
    for one in watching_now(host, room):
        one.tell(host.name, frame)


def watching_now(host: TableHost, room: Crowded) -> list[Subscriber]:
    """Who sees the table as it is now."""
    return [one for one in room.subscribers.watching(host.name) if not room.is_late(host, one.player)]


def all_shares(
    sign: Sign, opened: HandsOpened, boards: Sequence[tuple[Card, ...]], whole: int
) -> tuple[StreetShares, ...]:
    """The shares of the open hands street by street, none where the game is not counted."""
    if not counted(sign):
        return ()
    return tuple(street_shares(sign, opened, lying, whole - len(lying)) for lying in boards)


def has_shares(events: Sequence[Any]) -> bool:
    """Whether hands were turned up and streets dealt, so that there is something to tell."""
    kinds = {type(one) for one in events}
    return HandsOpened in kinds and StreetDealt in kinds
