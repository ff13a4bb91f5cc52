"""On which terms a table may be opened: its sign, for whom, with which cards, in which chips."""

from __future__ import annotations

from openfelt.errors import RuleViolation
from openfelt.games import Sign, validate
from openfelt.games.policy import policy
from openfelt.phrases import Name, both, phrase
from openfelt.room import entrant_events as en
from openfelt.room import eventing, freezeout, rotation
from openfelt.room import events as r
from openfelt.room.citing import HOSTED
from openfelt.room.notices import sign_cites
from openfelt.room.own_tables import require_own_sign
from openfelt.room.rules import ONLY_CONDITIONS, RoomRules, room_rules
from openfelt.rulebooks import Cites, joined


def open_table(
    name: str,
    sign: Sign,
    *,
    live: bool = False,
    only: str = "",
    freeze_out: bool = False,
    approved_by: str = "",
    backs: tuple[str, ...] = (),
    at_ms: int = 0,
    event: en.EventTerms | None = None,
    host: str = "",
    owner: str = "",
) -> r.TableOpened:
    """The first event of a table, if its sign may hang beside it: whom it is for, and on which terms."""
    validate(sign)
    rules = room_rules(sign.rulebook)
    cites = joined(policy(sign.rulebook).config, sign_cites(sign))
    cites += require_terms_of_event(sign, event, other=bool(only or freeze_out or host))
    if only:
        if not rules.restricted:
            raise RuleViolation(
                "restricted",
                rules.terms,
                phrase("{rulebook} keeps no table for one group of players", rulebook=Name(sign.rulebook)),
            )
        cites += rules.restricted
    if freeze_out:
        cites += freezeout.require_freeze_out(sign, approved_by)
    if host:
        cites += HOSTED
    if owner:
        cites += require_own_sign(sign, other=bool(host or live))
    if live:
        rotation.require_no_choice(sign)
    if backs:
        cites += require_shuffler(rules, sign, backs, live=live)
    return r.TableOpened(
        name, sign, joined(cites), live, only, freeze_out, approved_by, backs, at_ms, event, host, owner
    )


def require_terms_of_event(sign: Sign, event: en.EventTerms | None, *, other: bool) -> Cites:
    """A table of an event is nothing else; no other table hangs out a sign of tournament play."""
    if event is None:
        if sign.tournament:
            raise RuleViolation("event-sign", ONLY_CONDITIONS, "a sign of tournament play hangs at a table of an event")
        return ()
    cites = eventing.require_event(sign, event)
    if other:
        raise RuleViolation("event-table", cites, "a table of an event is for its entrants, on its conditions alone")
    return cites


def require_shuffler(rules: RoomRules, sign: Sign, backs: tuple[str, ...], *, live: bool) -> Cites:
    """A shuffling machine may be used with real cards: one deck in it, one in play, with backs of different colours."""
    if not rules.shuffler:
        cites = rules.shuffling.first or rules.terms
        raise RuleViolation(
            "shuffler", cites, phrase("{rulebook} says nothing of a shuffling machine", rulebook=Name(sign.rulebook))
        )
    if not live or len(backs) != 2 or backs[0] == backs[1]:
        text = phrase(
            "a shuffling machine with {backs} backs"
            if live
            else "a shuffling machine with {backs} backs without real cards",
            backs=both(map(Name, backs)),
        )
        raise RuleViolation("shuffler", rules.shuffler, text, legal=("two decks, backs of different colours",))
    return rules.shuffler
