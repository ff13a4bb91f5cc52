"""Readers of notices, checklists and records: each reads what a person is shown and says which clauses it found there.

A clause is *recorded* only because a reader found it in what the software prints; nothing is listed by hand.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable

from click.testing import CliRunner

from openfelt.cards import deck
from openfelt.cli import rules
from openfelt.games.registry import GAMES
from openfelt.games.sign import Clock, Commission, Limit, Sign
from openfelt.games.signcheck import validate
from openfelt.games.signtext import sign_lines
from openfelt.rulebooks import clause
from openfelt.table import Bet, Call, Check, Discard, Draw, Hand, Shoe, Show, legal, open_hand, play, start
from openfelt.table.checklist import Step, due
from openfelt.table.events import HandEnded
from openfelt.table.evolve import begin, evolve

Cites = set[str]
WHO = {"anyone", "dealer", "dealer and supervisor", "employee", "operator", "player", "staff", "supervisor"}
MEANING = re.compile(r"  (?P<meaning>.+)  \[(?P<cite>[^\]]+)\]$")
READERS: dict[str, Callable[[], Cites]] = {}


def reader(name: str) -> Callable[[Callable[[], Cites]], Callable[[], Cites]]:
    """Register a reader under the name that the report shows."""

    def register(function: Callable[[], Cites]) -> Callable[[], Cites]:
        READERS[name] = function
        return function

    return register


def read_all() -> dict[str, set[str]]:
    """Which records show each clause."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, read in READERS.items():
        for cite in read():
            found[cite].add(name)
    return found


def signs() -> list[Sign]:
    """A valid sign of every game and deck, with everything on it that the game can have."""
    made = []
    for game in GAMES.values():
        for size, limit in game.decks.items():
            fields: dict[str, object] = {"limit": Limit("structured", 200, 400), "min_stake": 2000, "max_stake": 20000}
            if "blinds" in game.forced:
                fields["blinds"] = (100, 200)
                fields["straddle"] = bool(game.straddle)
                fields["voluntary_blinds"] = game.rulebook == "nsw-poker" and bool(game.voluntary_blinds)
            else:
                fields["ante"] = 100
            if "bring-in" in game.forced:
                fields["bring_in"] = 50
            if game.rulebook == "act-stud":
                fields["commission"] = Commission("act-5", most=500)
                fields["over_blinds"] = (400,)
            if game.rulebook == "nsw-poker":
                fields["clock"] = Clock(seconds=20, extra_seconds=30, charge=300)
                fields["commission"] = Commission("percentage", per_mille=50, most=1000, per_hand=100)
            made.append(Sign(rulebook=game.rulebook, game=game.key, seats=limit.most, deck=size, **fields))
    return made


@reader("the table sign")
def table_sign() -> Cites:
    """The text beside each table: every line that is printed, with the clauses that ask for it."""
    found: Cites = set()
    for sign in signs():
        for line in sign_lines(validate(sign)):
            assert str(line.text).strip()
            found.update(line.cites)
    for terms in (Commission(), Commission("time", hourly=1200)):
        for line in sign_lines(signs()[0].replace(commission=terms)):
            found.update(line.cites)
    return found


@reader("the checklists")
def checklists() -> Cites:
    """The lists for staff and players as `openfelt rules --checklist` prints them."""
    printed = CliRunner().invoke(rules.command, ["--checklist", "--json"])
    assert printed.exit_code == 0
    steps = [json.loads(line) for line in printed.output.splitlines()]
    assert all(step["text"].strip() and step["by"] in WHO for step in steps)
    return {cite for step in steps for cite in step["cites"]}


def screens(sign: Sign) -> list[tuple[Step, ...]]:
    """What a dealer's screen shows before a table opens, while a hand is played and when it is over."""
    shoe = Shoe(deck(sign.deck).cards)
    plain = sign.replace(mucking="claimed", straddle=False, voluntary_blinds=False, over_blinds=())
    first = start(plain, [(1, 5000), (2, 5000)], button=1)
    misdealt = begin(first)
    evolve(misdealt, HandEnded("misdeal", ()))
    hand, _ = open_hand(first, shoe)
    seen = [due(None, sign.rulebook), due(hand), due(misdealt)]
    while not hand.is_over:
        play(hand, go_on(hand), shoe)
        seen.append(due(hand))
    return seen


def go_on(hand: Hand) -> object:
    """The cheapest way to the showdown."""
    turn = legal(hand)
    match turn.kind:
        case "drawing":
            return Draw(turn.seat)
        case "discarding":
            return Discard(turn.seat, hand.down[hand.index[turn.seat]][: turn.count])
        case "showing":
            return Show(turn.seat)
    if turn.is_free or turn.call:
        return Check(turn.seat) if turn.check else Call(turn.seat)
    return Bet(turn.seat, turn.least)


@reader("the glossary")
def printed_glossary() -> Cites:
    """The list of words as `openfelt rules --glossary` prints it: each meaning with its clause behind it."""
    printed = CliRunner().invoke(rules.command, ["--glossary"])
    assert printed.exit_code == 0
    lines = [MEANING.match(line) for line in printed.output.splitlines()]
    found = {line["cite"]: line["meaning"] for line in lines if line}
    assert all(clause(cite).requirement == meaning for cite, meaning in found.items())
    return set(found)
