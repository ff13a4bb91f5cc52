"""Every refusal names a clause that forbids: whatever is ordered in whatever state, the page of refusals has it."""

from __future__ import annotations

import ast
import random
import re
from itertools import combinations, product
from pathlib import Path

import pytest

import openfelt
from openfelt import floor, room
from openfelt.errors import RuleViolation, StaleView
from openfelt.floor import RuleOn, StubExhausted, possible
from openfelt.games import GAMES, Clock
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.pit.games import pit_games
from openfelt.room import GiveNotice
from openfelt.room.evening import Evening
from openfelt.stories import report
from openfelt.table import begin, decide, evolve, start
from openfelt.table.hand import HOUSE
from openfelt.table.house import house_step
from tests.bare_cents import bare_cents
from tests.conftest import count
from tests.properties.pit_play import next_order, open_game
from tests.properties.random_tables import ALL_GAMES, random_shoe, random_start
from tests.properties.refused_orders import (
    WRONG_SIGNS,
    clauses_of_offices,
    clauses_on_the_floor,
    floor_refusals,
    money_order,
    opening_refusals,
    pit_refusals,
    refusals_of,
    room_order,
    room_refusals,
    sign_refusals,
    some_order,
    start_refusals,
    table_refusals,
)
from tests.properties.test_floor import FLOOR, calm_command, random_sign_fields, try_a_power, try_to_rule
from tests.properties.test_room import EVENINGS
from tests.refusal_table import MOST_CLAUSES, ORDERS, PLACES, fault, sections
from tests.stories.runner import ROOMS as ROOM_STORIES
from tests.stories.runner import files, stories

SOURCE = Path(openfelt.__file__).parent
UNCITED = {
    "table-exists",
    "event-exists",
    "pool-exists",
    "promotion-exists",
}  # the program asks for that, and no clause
# Functions that refuse, and which of their arguments is the code.
REFUSERS = {"RuleViolation": 0, "refuse": 1, "_refuse": 1, "fault": 0}
# Where the refusals of a story of the room may be found.
TABLE_OF = re.compile(r"at the ([a-z-]+) table")
ROOM_AREAS = (
    "In the room", "Lists and seats", "At a table of an event", "Money at a table", "On a sign",
    "On a sign of an event", "Who may play", "Accounts", "Money of tables", "In the service",
)  # fmt: skip
# A game of each rulebook.
GAME_OF = {
    "nsw-poker": "texas-holdem",
    "act-stud": "seven-card-stud",
    "us-stud": "seven-card-stud",
    "house": "texas-holdem",
}
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)


def test_a_code_has_at_most_three_clauses_in_a_book():
    for heading, rows in sections().items():
        for row in rows.values():
            if heading == PLACES:
                continue
            assert row.meaning.endswith(".") or heading in ORDERS.values(), row
            assert any(row.cells.values()), row
            assert all(len(cell) <= MOST_CLAUSES for cell in row.cells.values()), row


def codes_in(package):
    """The codes that the source of a package refuses with, where they are written out."""
    for path in (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name in REFUSERS and len(node.args) > REFUSERS[name]:
                said = node.args[REFUSERS[name]]
                yield from (one.value for one in ast.walk(said) if isinstance(one, ast.Constant))


@pytest.mark.parametrize("package", ["table", "floor", "room", "cage", "pit", "games", "lists", "service"])
def test_every_code_of_the_source_is_on_the_page(package):
    known = {code for rows in sections().values() for code in rows} | UNCITED
    assert sorted({code for code in codes_in(package) if re.fullmatch(r"[a-z][a-z-]+", str(code))} - known) == []


def test_every_code_on_the_page_is_one_of_the_source():
    """Codes in tables, joined from parts, or named after a setting are found by their name."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    codes = {code for heading, rows in sections().items() if heading not in (PLACES, *ORDERS.values()) for code in rows}
    assert sorted(code for code in codes if f'"{code}"' not in source and code.replace("-", "_") not in source) == []


def require_on_the_page(area, refused, book, **known):
    """Every refusal of an area is on the page under its code, with clauses that the page admits."""
    for order, refusal in refused:
        wrong = fault(area, refusal, book, order=type(order).__name__, **known)
        if wrong and isinstance(order, GiveNotice):  # the room refuses the notice, or the sign in it
            wrong = fault("On a sign", refusal, book)
        assert not wrong, f"{order}: {refusal.code}: {refusal}: {wrong}"
        for text in (refusal.message, *refusal.legal):
            assert not bare_cents(text), f"{order}: {refusal}"


def chapter(game) -> str:
    """The chapter of a game in nsw-poker: its antes or blinds are its first clause."""
    return game.posts[0].split()[1].split(".")[0] if game.rulebook == "nsw-poker" else ""


def hands(rng, game, *, incidents):
    """A hand of the game and its shoe, state by state, with rulings of the floor in between."""
    sign, players, button = random_start(rng, game)
    sign = random_sign_fields(rng, sign)
    shoe = random_shoe(rng, sign)
    hand = begin(start(sign, players, button=button))
    yield hand, shoe
    while not hand.is_over:
        if "stub-exhausted" in possible(hand):
            floor.play(hand, RuleOn(StubExhausted(), FLOOR, "no cards", "void the round"), shoe)
        elif incidents and rng.random() < 0.15 and possible(hand):
            try_to_rule(rng, hand, shoe, [])
        elif incidents and rng.random() < 0.03:
            try_a_power(rng, hand, shoe, [])
        else:
            order = house_step(hand, shoe) if hand.phase == HOUSE else some_order(rng, hand) or calm_command(rng, hand)
            for event in decide(hand, order):
                evolve(hand, event)
        yield hand, shoe


@every_game
def test_refusals_at_the_table(key):
    game = GAMES[key]
    for number in range(count(3, 60)):
        rng = random.Random(f"refusals {key} {number}")
        require_on_the_page("At the table", start_refusals(rng, game), key[0], rule=chapter(game))
        for hand, _ in hands(rng, game, incidents=number % 2):
            require_on_the_page("At the table", table_refusals(rng, hand), key[0], rule=chapter(game))


ROOMS = [(*one, {}) for one in EVENINGS] + [
    ("nsw-poker", "texas-holdem", {"min_stake": 2_000, "max_stake": 2_000}, {"freeze_out": True, "approved_by": "mel"}),
    ("nsw-poker", "texas-holdem", {"clock": Clock(20)}, {}),
    ("act-stud", "seven-card-stud", {}, {"only": "new players"}),
]


@pytest.mark.parametrize(("book", "game", "changes", "terms"), ROOMS)
def test_refusals_in_the_room(book, game, changes, terms):
    sign = standard_sign(book, game, **changes)
    require_on_the_page("In the room", opening_refusals(sign), book)
    for number in range(count(3, 60)):
        rng = random.Random(f"refusals {book} {game} {number}")
        table = room.begin(room.open_table("t", sign, **terms))
        for _ in range(40):
            require_on_the_page("In the room", room_refusals(rng, table), book)
            order = room_order(rng, table)
            try:
                made = room.decide(table, order)
            except RuleViolation:
                continue
            for event in made:
                room.evolve(table, event)


@pytest.mark.parametrize("path", files(ROOM_STORIES), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_refusals_in_stories_of_the_room(path, monkeypatch):
    """Chance does not reach every refusal of the room; stories name most of them."""
    refused, asked = [], RuleViolation.answers_to
    monkeypatch.setattr(RuleViolation, "answers_to", lambda one, code: refused.append(one) or asked(one, code))
    for story in stories(path):
        refused.clear()
        # A story may name tables of other books beside its own.
        books = {report(story).lines[0].text.split()[0], *TABLE_OF.findall(story.text)}
        for refusal in refused:
            areas = [area for area in ROOM_AREAS if refusal.code in sections()[area]]
            wrong = {
                fault(area, refusal, book, order=order, ruled=clauses_of_offices(book))
                for book in books
                for area in areas
                for order in sections()[ORDERS.get(area, ORDERS["In the room"])]
            }
            assert "" in wrong, f"{story.name}: {refusal.code}: {refusal}: {', '.join(wrong)}"


@every_game
def test_refusals_of_signs(key):
    game = GAMES[key]
    for number in range(count(1, 20)):
        rng = random.Random(f"refused signs {key} {number}")
        require_on_the_page("On a sign", sign_refusals(rng, game), key[0], rule=chapter(game))


@pytest.mark.parametrize("book", GAME_OF)
def test_refusals_of_two_settings_of_a_sign_together(book):
    """One fault does not hide the clause of another: nsw-poker ranks hands by the deck, which may be wrong as well."""
    game = GAMES[book, GAME_OF[book]]
    usual = standard_sign(book, GAME_OF[book])
    for one, other in combinations(WRONG_SIGNS, 2):
        for pair in product(WRONG_SIGNS[one], WRONG_SIGNS[other]):
            changes = dict(zip((one, other), pair, strict=True))
            require_on_the_page("On a sign", refusals_of(usual.replace(**changes), changes), book, rule=chapter(game))


@pytest.mark.parametrize("key", pit_games())
def test_refusals_against_the_house(key):
    for number in range(count(30, 600)):
        rng = random.Random(f"refusals {key} {number}")
        game = open_game(rng, key)
        for _ in range(80):
            require_on_the_page("Against the house", pit_refusals(rng, game), game.round.rulebook)
            game.give(next_order(rng, game, incidents=0.15))
            if game.round.number > 3 or game.round.closed:
                break


@every_game
def test_refusals_on_the_floor(key):
    book, game = key[0], GAMES[key]
    for number in range(count(2, 60)):
        rng = random.Random(f"refusals of the floor {key} {number}")
        for hand, shoe in hands(rng, game, incidents=number % 2):
            for order, refusal in floor_refusals(rng, hand, shoe):
                wrong = fault("On the floor", refusal, book, ruled=clauses_on_the_floor(book, order))
                assert not wrong, f"{order}: {refusal.code}: {refusal}: {wrong}"
            if not hand.is_over:
                with pytest.raises(RuleViolation) as refused:
                    floor.restart(hand)
                assert not fault("On the floor", refused.value, book)


@pytest.mark.parametrize("book", GAME_OF)
def test_refusals_about_money_at_a_table(book):
    fees = [{"kind": "time", "hourly": 1_200, "most": 1_200}] if book == "act-stud" else [
        {"per_hand": 100, "sitting": 500}, {"hourly": 1_200}, {"hourly": 1_200, "shared": True}
    ]  # fmt: skip
    usual = standard_sign(book, GAME_OF[book], seats=4, min_stake=10_000, max_stake=40_000, unit=50)
    page = sections()["Money at a table"]
    for number in range(count(30, 600)):
        rng = random.Random(f"refusals about money {book} {number}")
        evening = Evening()
        for table in ("t", "u"):
            evening.open(table, usual.replace(commission=Commission(**rng.choice(fees), box=number % 2 > 0)))
        evening.issue("ann", 60_000)
        evening.issue("bob", 12_000)
        for _ in range(120):
            order = money_order(rng, evening)
            try:
                order(evening)
            except RuleViolation as refusal:
                area = "Money at a table" if refusal.code in page else "In the room"
                require_on_the_page(area, [(order.order, refusal)], book)
            except StaleView:
                continue
