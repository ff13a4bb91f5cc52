"""Moving a player from table to table by order of the floor, with chips, blinds owed and time paid.

A move has two parts, each decided at its own table alone: one sends, the other receives. The chips pass through an
account of the move, so that both parts are the same whether they are stored together or one after the other.
"""

from __future__ import annotations

from msgspec.structs import replace

from openfelt.cage.fees import MONEY
from openfelt.errors import RuleViolation, StaleView
from openfelt.phrases import Name, phrase
from openfelt.room import charging, freezeout
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.room.deciding import require_seat, require_stake
from openfelt.room.draft import Draft
from openfelt.room.eventing import entrant, require_between, require_place
from openfelt.room.orders import ReceivePlayer, ReturnPlayer, SendPlayer
from openfelt.room.playing import require_not_excluded
from openfelt.room.rules import MUST_MOVE, ONLY_CONDITIONS
from openfelt.room.table import Place, Table
from openfelt.rulebooks import joined


def send(draft: Draft, order: SendPlayer) -> None:
    """A player leaves for another table: between rounds of play, or when not dealt in."""
    table, rules = draft.table, draft.table.rules
    if table.event is not None:
        send_entrant(draft, order, table.event)
        return
    place = table.place_of(order.player)
    if place is None:
        raise RuleViolation(
            "not-seated",
            rules.seated or rules.seat,
            phrase("{player} does not sit at {name}", player=Name(order.player), name=Name(table.name)),
        )
    if order.to == table.name:
        raise RuleViolation(
            "already-seated",
            rules.one_hand,
            phrase("{player} sits at {name} already", player=Name(order.player), name=Name(table.name)),
        )
    if place.seat in table.dealt:
        text = phrase("{player} is in the round of play and moves after it", player=Name(order.player))
        raise RuleViolation("in-hand", rules.stake_frozen, text, legal=("after the round",))
    if table.freeze_out and table.number:
        raise RuleViolation(
            "must-stay",
            freezeout.clauses(table).staying,
            phrase("{player} stays in until the stake is lost", player=Name(order.player)),
        )
    if not place.stack + place.queued:
        raise RuleViolation(
            "no-chips", rules.stake, phrase("{player} has no chips to move with", player=Name(order.player))
        )
    keeps = rules.broken_game if order.broken_game else MUST_MOVE if order.must_move else rules.stake
    # Who moves by own wish has paid for no time elsewhere: nsw-poker 3.3.3.3 is about moves by a supervisor.
    cites = joined(keeps, () if order.voluntary else MONEY.of(table.sign.rulebook).moved)
    who = traveller(draft, place)
    who = replace(who, paid_until_ms=0) if order.voluntary else who
    draft.note(
        r.PlayerSent(
            order.act,
            place.seat,
            who,
            order.to,
            order.to_seat,
            order.by,
            order.reason,
            cites,
            order.broken_game,
            order.voluntary,
            order.must_move,
        )
    )


def send_entrant(draft: Draft, order: SendPlayer, terms: en.EventTerms) -> None:
    """A player of an event leaves for another of its tables, where its conditions have players moved."""
    table, rules = draft.table, draft.table.event_rules
    place = entrant(table, order.player)
    if not terms.moves:
        raise RuleViolation(
            "no-moves", rules.no_moves, phrase("the conditions of {event} do not move players", event=Name(terms.event))
        )
    if order.to == table.name:
        raise RuleViolation(
            "already-seated",
            rules.seating,
            phrase("{player} sits at {name} already", player=Name(order.player), name=Name(table.name)),
        )
    require_between(table, place)
    if not place.stack:
        raise RuleViolation(
            "no-chips", rules.moves, phrase("{player} has no chips to move with", player=Name(order.player))
        )
    who, cites = traveller(draft, place), joined(rules.moves, order.cites)
    draft.note(r.PlayerSent(order.act, place.seat, who, order.to, order.to_seat, order.by, order.reason, cites))


def traveller(draft: Draft, place: Place) -> r.Traveller:
    """A player with all that goes along."""
    return r.Traveller(
        place.player,
        place.stack + place.queued,
        draft.table.sign.limit,
        sits_out=place.status == "out",
        newcomer=place.newcomer or place.moved,
        missed=place.missed,
        paid_until_ms=draft.state.paid_until.get(place.player, 0),
        must_make_up=place.must_make_up,
        bot=place.bot,
        penalty=place.penalty,
        kept_by=place.kept_by,
        time_cards=place.time_cards,
        event=draft.table.accounts.event,
    )


def receive(draft: Draft, order: ReceivePlayer) -> None:
    """A player comes: the stake must fit, unless a game of the same limit broke up (nsw-poker 8.5)."""
    table, rules, who = draft.table, draft.table.rules, order.who
    if draft.state.frozen:
        raise RuleViolation("frozen", draft.cites.stop, phrase("the floor has stopped {name}", name=Name(table.name)))
    require_own_chips(table, who)
    if table.event is not None:
        require_place(table, who.player, order.seat)
        cites = joined(table.event_rules.moves, order.cites)
        draft.note(r.PlayerReceived(order.act, order.seat, who, order.source, order.by, cites))
        return
    standing = draft.given.standing(who.player)
    require_not_excluded(standing, "seat", draft.given.at_ms, table.sign.rulebook, table.name)
    require_seat(table, who.player, order.seat, apart=order.apart)
    if table.freeze_out and table.number:
        raise RuleViolation(
            "started",
            freezeout.clauses(table).closed,
            phrase("the Freeze Out at {name} has started", name=Name(table.name)),
        )
    is_like = who.limit == table.sign.limit
    why = rules.broken_game if order.broken_game else MUST_MOVE if order.must_move else ()
    keeps = why if is_like else ()
    own_wish = joined(rules.stake, rules.broken_game) if order.voluntary else rules.stake
    require_stake(table, who.stake, own_wish, is_kept=bool(keeps))
    cites = joined(keeps or own_wish, () if order.voluntary else MONEY.of(table.sign.rulebook).moved)
    arrived = replace(who, paid_until_ms=charging.paid_on_arrival(draft, who.paid_until_ms))
    draft.note(r.PlayerReceived(order.act, order.seat, arrived, order.source, order.by, cites))


def require_own_chips(table: Table, who: r.Traveller) -> None:
    """Refuse chips of another event, or money where an event is played."""
    if who.event == table.accounts.event:
        return
    rules = table.rules.event
    cites = rules.no_increase if rules is not None else ONLY_CONDITIONS
    what = phrase("chips of {event}", event=Name(who.event)) if who.event else "money"
    raise RuleViolation(
        "foreign-chips",
        cites,
        phrase(
            "{player} comes with {what}, which {name} does not play for",
            player=Name(who.player),
            what=what,
            name=Name(table.name),
        ),
    )


def order_to_receive(sent: r.PlayerSent, source: str, apart: tuple[r.DirectionGiven, ...] = ()) -> ReceivePlayer:
    """The order for the other table, made from what the first part did."""
    cites = sent.cites if sent.who.event else ()
    return ReceivePlayer(
        sent.act, sent.to_seat, sent.who, source, sent.by,
        broken_game=sent.broken_game, apart=apart, cites=cites, voluntary=sent.voluntary, must_move=sent.must_move,
    )  # fmt: skip


def give_back(draft: Draft, order: ReturnPlayer) -> None:
    """A player comes back whom the other table refused: to the old seat if it is free, else the chips to the purse."""
    sent = next((one for one in reversed(draft.state.sent) if one.act == order.act), None)
    table = draft.table
    if sent is None or not draft.given.balance(table.accounts.transit(order.act)):
        raise StaleView("that move is not open")
    if table.event is not None:
        give_back_entrant(draft, sent, order.reason)
        return
    is_free = sent.seat not in table.places and not table.closed and table.place_of(sent.who.player) is None
    draft.note(r.PlayerReturned(sent.act, sent.seat if is_free else 0, sent.who, order.reason, sent.cites))


def give_back_entrant(draft: Draft, sent: r.PlayerSent, reason: str) -> None:
    """An entrant comes back to the old seat, or to another free one: tournament chips have no purse to go to."""
    table = draft.table
    free = [seat for seat in range(1, table.sign.seats + 1) if seat not in table.places]
    seat = sent.seat if sent.seat in free else free[0] if free else 0
    require_place(table, sent.who.player, seat)
    draft.note(r.PlayerReturned(sent.act, seat, sent.who, reason, sent.cites))
