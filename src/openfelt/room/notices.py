"""Notices at a table: another sign, or its end; when they take effect, and what has to pass before."""

from __future__ import annotations

from typing import Any

from openfelt.errors import RuleViolation
from openfelt.games import Sign, validate
from openfelt.games.signtext import sign_lines
from openfelt.phrases import Name, phrase
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room import freezeout
from openfelt.room.positions import is_dealt_again
from openfelt.room.rules import Change
from openfelt.room.table import Table
from openfelt.rulebooks import Cites, joined

Events = tuple[Any, ...]


def sign_cites(sign: Sign) -> Cites:
    """The clauses that ask for the lines of the sign beside the table."""
    return tuple(cite for line in sign_lines(sign) for cite in line.cites)


def give_notice(table: Table, command: q.GiveNotice) -> Events:
    """Put up a notice: of another sign, or (without one) that the table closes."""
    rules = table.rules
    if command.sign is None:
        return (r.NoticeGiven("closing", command.at_ms, rules.closing),)
    validate(command.sign)
    change = changes(table, command.sign)
    if not change:
        raise RuleViolation("no-change", rules.limit_change.allowed, "the sign is as it is")
    if table.freeze_out:
        freezeout.require_change(table, command.sign)
    cites = joined(*(one.all for one in change))
    if command.sign.rulebook != table.sign.rulebook:
        raise RuleViolation("rulebook", rules.limit_change.allowed, "a table keeps its rulebook")
    if table.jackpot is not None:
        require_variation(table, command.sign)
    if any(seat > command.sign.seats for seat in table.places):
        raise RuleViolation("seats", rules.seat, "players sit in seats that the new sign does not have")
    if is_nil(table, command.sign):
        cites += rules.commission_nil
    if command.sign.limit.small > table.sign.limit.small:
        cites += rules.raise_notice
    return (r.NoticeGiven("sign", command.at_ms, cites, command.sign, command.consent),)


def require_variation(table: Table, sign: Sign) -> None:
    """Refuse the sign of another variation, or of several, at a table that is linked to a jackpot."""
    jackpot, own = table.rules.jackpot, (table.sign.game, table.sign.deck)
    if jackpot is not None and (sign.rotation is not None or (sign.game, sign.deck) != own):
        text = phrase("{name} is linked to a jackpot of {game}", name=Name(table.name), game=Name(table.sign.game))
        raise RuleViolation("one-variation", jackpot.variation, text, legal=("take it off the jackpot first",))


def changes(table: Table, sign: Sign) -> tuple[Change, ...]:
    """Which kinds of change a new sign would be: of the commission, of anything else."""
    rules = table.rules
    commission = (rules.commission_change,) if sign.commission != table.posted.commission else ()
    rest = sign.replace(commission=table.posted.commission) != table.posted
    return (*commission, *((rules.limit_change,) if rest else ()))


def is_nil(table: Table, sign: Sign) -> bool:
    """Whether the only change is that commission ends."""
    free = sign.commission.kind == "none" and not sign.commission.per_hand
    return free and changes(table, sign) == (table.rules.commission_change,)


def apply_notice(table: Table, command: q.ApplyNotice) -> Events:
    """Do what the notice says, once it has hung for long enough."""
    rules, notice = table.rules, table.notice
    if notice is None:
        raise RuleViolation(
            "no-notice", rules.limit_change.notice, phrase("no notice has been given at {name}", name=Name(table.name))
        )
    waited = command.at_ms - notice.at_ms
    if notice.kind == "closing":
        return close_table(table, waited)
    assert notice.sign is not None
    if table.freeze_out:
        freezeout.require_change(table, notice.sign)
    change = changes(table, notice.sign)
    if table.in_hand:
        between = tuple(cite for one in change for cite in one.between)
        raise RuleViolation("between-rounds", between, "changes take effect between rounds of play")
    if any(is_dealt_again(table, seat) for seat in table.places):
        between = tuple(cite for one in change for cite in one.between)
        raise RuleViolation("between-rounds", (*between, *rules.redeal), "the misdealt hand is dealt again first")
    rounds = table.notice_rounds
    # Commission that falls away favours the players and waits for nothing but the end of the round (3.5).
    waived = notice.consent or not table.places or (bool(rules.commission_nil) and is_nil(table, notice.sign))
    if not waived and rounds < rules.notice_rounds:
        asked = tuple(cite for one in change for cite in one.notice)
        raise RuleViolation(
            "notice",
            asked,
            phrase("{notice_rounds} rounds of play of notice remain", notice_rounds=rules.notice_rounds - rounds),
        )
    if notice.sign.limit.small > table.sign.limit.small and waited < rules.raise_notice_ms:
        left = (rules.raise_notice_ms - waited) // 1000
        cites = rules.raise_notice or rules.limit_change.notice
        raise RuleViolation(
            "notice", cites, phrase("{left} seconds of notice remain for the higher minimum", left=left)
        )
    cites = (*(cite for one in change for cite in one.all), *sign_cites(notice.sign))
    begins_ms = command.at_ms if notice.sign.rotation is not None else 0
    return (r.SignChanged(notice.sign, joined(cites), begins_ms),)


def close_table(table: Table, waited_ms: int) -> Events:
    """The end of a table: after the notice, where someone sits, and never in the middle of a round of play."""
    rules = table.rules
    if table.in_hand:
        raise RuleViolation("hand-going", rules.closing, "a table closes between rounds of play")
    if table.places and not table.owner and waited_ms < rules.closing_ms:  # house 17.4: its owner ends the game
        left = (rules.closing_ms - waited_ms) // 1000
        raise RuleViolation("notice", rules.closing, phrase("{left} seconds of notice remain", left=left))
    return (r.TableClosed(rules.closing),)
