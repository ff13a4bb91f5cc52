"""What a table does for the jackpot that it is linked to: increments by its console, hands that are tabled for claims.

The pool itself, its events and its prizes are decided on its own stream; a table only credits it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from openfelt.cards import UNKNOWN, Card, require_distinct, shown
from openfelt.errors import NotationError, RuleViolation
from openfelt.games.game import Deal
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, Word, phrase
from openfelt.room import jackpot_events as je
from openfelt.room import jackpot_orders as o
from openfelt.room.draft import Draft, results_of
from openfelt.room.jackpot_link import JackpotLink, PlayedHand
from openfelt.room.notices import require_variation
from openfelt.room.results import SeatResult
from openfelt.room.rules import JackpotTableRules
from openfelt.room.table import Table
from openfelt.table import Hand
from openfelt.table import ruling_events as ru

NO_JACKPOTS: Final = HOUSE.cite("23.1")


def rules_at(draft: Draft) -> JackpotTableRules:
    """The jackpot rules of the table's book; refused if it has none."""
    found = draft.table.rules.jackpot
    if found is None:
        raise RuleViolation(
            "no-jackpots", NO_JACKPOTS, phrase("{rulebook} has no jackpots", rulebook=Name(draft.table.sign.rulebook))
        )
    return found


def link_at(draft: Draft) -> JackpotLink:
    """The link of the table to a pool; refused at a table without one."""
    found = draft.table.jackpot
    if found is None:
        raise RuleViolation(
            "not-linked", rules_at(draft).linked, phrase("{name} is linked to no jackpot", name=Name(draft.table.name))
        )
    return found


# -- linking -----------------------------------------------------------------------------------------------------------


def join(draft: Draft, order: o.JoinJackpot) -> None:
    """Link the table, or change its increment, between rounds of play."""
    table, rules = draft.table, rules_at(draft)
    if table.jackpot is not None and table.jackpot.pool != order.pool:
        raise RuleViolation(
            "linked",
            rules.linked,
            phrase("{name} is linked to {pool}", name=Name(table.name), pool=Name(table.jackpot.pool)),
        )
    if table.event is not None or table.freeze_out or table.posted.rotation is not None:
        raise RuleViolation(
            "one-variation", rules.variation, phrase("{name} plays no one variation for money", name=Name(table.name))
        )
    if table.notice is not None and table.notice.sign is not None:
        require_variation(table, table.notice.sign)
    if table.closed:
        raise RuleViolation("table-closed", rules.linked, phrase("{name} is closed", name=Name(table.name)))
    if table.in_hand and table.jackpot is None:
        raise RuleViolation(
            "hand-going", rules.linked, phrase("a round of play is going on at {name}", name=Name(table.name))
        )
    draft.note(je.JackpotJoined(order.pool, order.increment, rules.linked))


def leave(draft: Draft, order: o.LeaveJackpot) -> None:
    """Unlink the table, between rounds of play."""
    table, rules, link = draft.table, rules_at(draft), link_at(draft)
    if link.pool != order.pool:
        raise RuleViolation(
            "not-linked",
            rules.linked,
            phrase("{name} is linked to {pool}", name=Name(table.name), pool=Name(link.pool)),
        )
    if table.in_hand:
        raise RuleViolation(
            "hand-going", rules.linked, phrase("a round of play is going on at {name}", name=Name(table.name))
        )
    draft.note(je.JackpotLeft(order.pool, rules.linked))


# -- the console -------------------------------------------------------------------------------------------------------


def on_opening(draft: Draft) -> None:
    """A machine that deals presses by itself, in the entry that opens the round of play."""
    if draft.table.jackpot is not None:
        increment(draft, draft.table.number, "automatic")


def increment(draft: Draft, number: int, how: str) -> None:
    """The pool has its increment for a round of play."""
    link, rules = link_at(draft), rules_at(draft)
    cites = {"late": rules.late, "after": rules.after}.get(how, rules.increment)
    by = link.authoriser if how in {"late", "after"} else ""
    draft.note(je.PoolIncremented(number, link.pool, link.increment, how, cites, by))  # type: ignore[arg-type]


def press(draft: Draft, order: o.PressNoMoreBets) -> None:  # noqa: ARG001 - one signature for every order
    """`no more bets`: at the start of a round; later only with a supervisor's authorisation; once in a round."""
    link, rules, table = link_at(draft), rules_at(draft), draft.table
    number = table.number
    if not link.is_open(number) or link.ending == number:
        return
    if table.in_hand and is_at_start(draft):
        increment(draft, number, "start")
        return
    cites = rules.late if table.in_hand else rules.after
    if link.authorised != number:
        text = phrase(
            "round of play {number} has begun: a press that was forgotten needs a gaming supervisor's authorisation"
            if table.in_hand
            else "round of play {number} is completed: "
            "a press that was forgotten needs a gaming supervisor's authorisation",
            number=number,
        )
        raise RuleViolation("not-authorised", cites, text, legal=("a gaming supervisor authorises it",))
    if table.in_hand:
        increment(draft, number, "late")
    else:
        draft.note(je.NoMoreBetsPressed(number, cites))


def is_at_start(draft: Draft) -> bool:
    """Whether the round of play is at its start: nobody has acted."""
    hand = draft.hand
    return not draft.state.is_dealt or hand is None or not hand.acts | hand.acts_before


def end_game(draft: Draft, order: o.PressEndGame) -> None:  # noqa: ARG001 - one signature for every order
    """`end game`: the increment of a completed round whose `no more bets` was pressed late; else it does nothing."""
    link = link_at(draft)
    if link.ending:
        increment(draft, link.ending, "after")


def authorise(draft: Draft, order: o.AuthorisePress) -> None:
    """A supervisor authorises the press that was forgotten in the present or the last round of play."""
    link, rules, table = link_at(draft), rules_at(draft), draft.table
    cites = rules.late if table.in_hand else rules.after
    if not link.is_open(table.number):
        raise RuleViolation("counted", rules.increment, "no press is missing in the latest round of play")
    if link.authorised == table.number:
        raise RuleViolation(
            "authorised", cites, phrase("it is authorised by {authoriser}", authoriser=Name(link.authoriser))
        )
    draft.note(je.LatePressAuthorised(table.number, order.by, cites))


# -- hands for claims --------------------------------------------------------------------------------------------------


def table_hand(draft: Draft, order: o.TableHand) -> None:
    """A player who is not out of the last hand puts the cards face up; alone before the flop, also asks for it."""
    link, rules, hand = link_at(draft), rules_at(draft), draft.hand
    played = link.hand(draft.table.number)
    if draft.table.in_hand or hand is None or played is None or played.void:
        raise RuleViolation("hand-gone", rules.tabled, "there is no completed hand on the table")
    mine = next((one for one in played.results if one.player == order.player), None)
    if mine is None:
        raise RuleViolation("not-in-hand", rules.claim, "you were not dealt into this hand")
    if mine.folded:
        raise RuleViolation("folded", rules.folded, "a folded hand is not eligible for the jackpot")
    if order.flop:
        require_flop(draft, played)
    elif mine.shown:
        raise RuleViolation("shown", rules.tabled, "the cards lie face up already")
    elif sum(not one.folded for one in played.results) > 1 and not hand.rules.automatic:
        raise RuleViolation("mucked", rules.tabled, "a hand that its player has mucked is not shown afterwards")
    cards = cards_of(draft, hand, hand.index[mine.seat], order)
    board = flop_of(draft, hand, order) if order.flop else ()
    cites = rules.flop if order.flop else rules.tabled
    draft.note(je.HandTabled(played.number, mine.seat, order.player, cards, board, cites))


def tabling(table: Table, hand: Hand | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that may put their cards face up after the hand, and those that may ask for the flop."""
    played = table.jackpot.hand(table.number) if table.jackpot is not None else None
    if table.in_hand or hand is None or played is None or played.void:
        return (), ()
    inside = [one for one in played.results if not one.folded]
    alone = len(inside) == 1
    may = tuple(one.seat for one in inside if not one.shown and (alone or hand.rules.automatic))
    flops = tuple(one.seat for one in inside if alone and not played.board) if first_board_of(hand) else ()
    return may, flops


def require_flop(draft: Draft, played: PlayedHand) -> None:
    """Refuse a flop in a game without one, once it is out, and while others are in the hand."""
    rules = rules_at(draft)
    if first_board(draft) is None:
        raise RuleViolation("no-flop", rules.flop, "the game has no flop")
    if played.board:
        raise RuleViolation("flop-out", rules.flop, "the flop is out: the cards that lie decide, and none is added")
    if sum(not one.folded for one in played.results) > 1:
        raise RuleViolation("not-alone", rules.flop, "others have not folded")


def first_board(draft: Draft) -> Deal | None:
    """The first deal of community cards of the game that is played."""
    assert draft.hand is not None
    return first_board_of(draft.hand)


def first_board_of(hand: Hand) -> Deal | None:
    """The first deal of community cards of a hand's game."""
    return next((one for one in hand.rules.game.steps if isinstance(one, Deal) and one.board), None)


def cards_of(draft: Draft, hand: Hand, at: int, order: o.TableHand) -> tuple[Card, ...]:
    """The player's cards; those of a table of real cards as the dealer names them."""
    held = (*hand.down[at], *hand.up[at])
    if UNKNOWN not in held:
        return held
    return named(draft, hand, order.cards, len(held), "cards")


def flop_of(draft: Draft, hand: Hand, order: o.TableHand) -> tuple[Card, ...]:
    """Burn where the game does, and the first community cards from the same shoe."""
    deal, shoe = first_board(draft), draft.shoe
    assert deal is not None
    if draft.table.live:
        return named(draft, hand, order.board, deal.board, "cards of the flop")
    if shoe is None:
        raise RuleViolation("hand-gone", rules_at(draft).flop, "the deck of this hand is put away")
    return shoe.copy().take(deal.burn + deal.board)[deal.burn :]


def named(draft: Draft, hand: Hand, cards: tuple[Card, ...], count: int, what: Word) -> tuple[Card, ...]:
    """Real cards as the dealer names them: the right number, each once, and none that lay elsewhere in the hand."""
    if len(cards) != count:
        raise NotationError(phrase("name {count} {what}", count=count, what=what), cites=rules_at(draft).tabled)
    require_distinct(cards)
    if known := [card for card in cards if hand.seen >> card & 1]:
        raise NotationError(
            phrase("{known} lay elsewhere in this hand", known=shown(known[:1])), cites=rules_at(draft).tabled
        )
    return cards


def after_ruling(draft: Draft) -> None:
    """A ruling on a completed hand: claims go by the corrected hand."""
    table, hand = draft.table, draft.hand
    if table.jackpot is None or table.in_hand or hand is None or table.rules.jackpot is None:
        return
    played = table.jackpot.hand(table.number)
    if played is None:
        return
    void = hand.outcome in {"void", "misdeal"} or any(type(one) is ru.OutcomeInvalidated for one in draft.events)
    results = () if void else with_tabled(results_of(hand, draft.state.players), played)
    if (void, results) != (played.void, played.results):
        draft.note(je.HandCorrected(played.number, void, results, table.rules.jackpot.corrected))


def with_tabled(results: tuple[SeatResult, ...], before: PlayedHand) -> tuple[SeatResult, ...]:
    """Results with the cards that were tabled after the hand."""
    lay = {one.seat: one.shown for one in before.results}
    return tuple(replace(one, shown=one.shown or lay.get(one.seat, ())) for one in results)
