"""Each order of staff is given by the office that its clause names, and refused to the one just below."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import msgspec
import pytest

from openfelt import floor, pit
from openfelt.cards import cards
from openfelt.errors import RuleViolation
from openfelt.floor import Author, RuleOn, Use, possible, read_incident, read_power
from openfelt.floor.grants import POWER_KINDS
from openfelt.floor.rules import FLOOR
from openfelt.games import Limit
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.room import authority, banked
from openfelt.room import banked_orders as b
from openfelt.room import commands as q
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as o
from openfelt.room.evening import Evening
from openfelt.room.events import Traveller
from openfelt.room.house_events import TableFrozen
from openfelt.room.house_orders import IssueChips
from openfelt.room.offices import OFFICES, Officer
from openfelt.table import Bet, Call, Check, Fold, legal
from openfelt.table.codec import decode_card, encode
from tests.conftest import count
from tests.office_kit import clause_table, that_may
from tests.properties.pit_play import next_order, open_game
from tests.refusal_table import fault

NOBODY = Author("somebody else", "manager")
NSW = "nsw-poker"
GAMES = {NSW: "texas-holdem", "act-stud": "seven-card-stud", "us-stud": "seven-card-stud", "house": "texas-holdem"}


def officer(*offices, account="a1"):
    return Officer(account, "Kim", offices)


def an_evening(book=NSW, **terms):
    """A table with three players, and one like it, that take a fee per hand from a box."""
    fields = {"commission": Commission(per_hand=500, box=True)} if book == NSW else {}
    evening = Evening()
    for name in ("one", "two"):
        evening.open(name, standard_sign(book, GAMES[book], **fields, **terms.pop("sign", {})), **terms)
    for seat, player in enumerate(("ann", "bob", "cat"), start=1):
        evening.issue(player, 100_000)
        evening.give("one", q.SitDown(player, seat, 20_000, "post"))
    return evening


def dealt(book=NSW):
    evening = an_evening(book)
    evening.give("one", o.FixDeck("first"))
    evening.give("one", o.DealHand("first"))
    return evening


def played(book=NSW):
    evening = an_evening(book)
    evening.give("one", q.OpenHand())
    table = evening.tables["one"].table
    evening.give("one", q.CloseHand(tuple((seat, table.places[seat].stack) for seat in table.dealt), 0))
    return evening


def sat_out(book=NSW):
    evening = an_evening(book)
    evening.give("one", q.SitOut("ann"))
    return evening


def with_real_cards(book=NSW):
    return an_evening(book, live=True)


def live(book=NSW):
    """A round of play with real cards; those that lie face up are named, so that somebody is to act."""
    evening = with_real_cards(book)
    evening.give("one", o.DealLive())
    if evening.tables["one"].hand.seat_to_act is None:
        evening.give("one", o.NameCards(cards("2c3d4h")))
    return evening


def entered(book=NSW):
    """A live table at which the dealer has just entered what a player did, where somebody is to act."""
    evening = live(book)
    if evening.tables["one"].hand.seat_to_act is not None:
        evening.give("one", in_turn(evening))
    return evening


def with_direction(book=NSW):
    evening = an_evening(book)
    evening.give("one", q.Direct("silence", "Lee", "noise", (f"{NSW} 26.11",)))
    return evening


def with_dan(book=NSW):
    evening = with_real_cards(book)
    evening.issue("dan", 100_000)
    return evening


def with_dan_sent(book=NSW):
    evening = an_evening(book)
    evening.issue("dan", 100_000)
    evening.give("two", q.SitDown("dan", 1, 20_000, "post"))
    evening.give("two", o.SendPlayer("move", "dan", "one", "Lee", 5))
    return evening


def linked(book=NSW):
    """A table of real cards that is linked to a jackpot, within a round of play; nobody has pressed anything."""
    evening = with_real_cards(book)
    if evening.tables["one"].table.rules.jackpot is None:
        return evening
    evening.tell_house(IssueChips("house", 1000))
    evening.give("one", j.JoinJackpot("P", 25))
    evening.give("one", o.DealLive())
    return evening


def with_call(book=NSW):
    evening = an_evening(book)
    evening.give("one", o.CallFloor("ann", "look"))
    return evening


def in_turn(evening):
    hand = evening.tables["one"].hand
    turn = legal(hand)
    opens = turn is not None and turn.opening and not turn.fold  # of stud: the opener must wager
    command = Bet(turn.seat, turn.least) if opens else Fold(hand.seat_to_act)
    return o.InHand(hand.hand_id, hand.turns, command)


def last_entry(evening):
    return o.TakeBack(next((one.seq for one in evening.tables["one"].last_entry), 1), "somebody else")


def void(evening):
    return o.OnFloor(evening.tables["one"].hand.turns, Use(read_power("void-round", {}), NOBODY, "an error"))


def use(kind, **facts):
    return lambda evening: o.OnFloor(
        evening.tables["one"].hand.turns, Use(read_power(kind, facts), NOBODY, "as they say")
    )


def always(order):
    return lambda _: order


# Who orders what at a table of nsw-poker: the state, the order, the office named, one that is too low, the clause.
ORDERS = [
    (with_dan, always(q.SitDown("dan", 4, 20_000, "post")), "dealer", "inspector", "house 1"),
    (an_evening, always(q.StandUp("ann")), "dealer", "scrutineer", "house 1"),
    (an_evening, always(q.SitOut("ann")), "dealer", "scrutineer", "house 1"),
    (sat_out, always(q.ComeBack("ann")), "dealer", "scrutineer", "house 1"),
    (with_real_cards, always(o.DealLive()), "dealer", "inspector", "house 1"),
    (live, in_turn, "dealer", "inspector", "house 1"),
    (entered, last_entry, "dealer", "inspector", "house 1"),
    (an_evening, always(o.CallFloor("ann", "look")), "dealer", "inspector", "house 1"),
    (an_evening, always(q.GiveNotice(1)), "gaming supervisor", "dealer", "27.9"),
    (
        an_evening,
        lambda evening: q.GiveNotice(1, evening.tables["one"].table.posted.replace(max_stake=50_000)),
        "gaming supervisor",
        "dealer",
        "8.3",
    ),
    (with_direction, always(q.LiftDirection("silence", "", "calm")), "gaming supervisor", "dealer", "26.11"),
    (an_evening, always(q.TakeOff("ann", 5_000)), "dealer", "inspector", "house 1"),
    (an_evening, always(q.TakeOff("ann", 5_000, "somebody")), "Gaming Manager", "Assistant Gaming Manager", "8.7.1"),
    (an_evening, always(o.SendPlayer("move", "ann", "two", "", 1)), "gaming supervisor", "dealer", "8.5"),
    (
        with_dan_sent,
        always(o.ReceivePlayer("move", 5, Traveller("dan", 20_000, Limit("no-limit", 200)), "two", "")),
        "gaming supervisor",
        "dealer",
        "3.3.3.3",
    ),
    (an_evening, always(o.SetCheckValue(500, "")), "gaming supervisor", "dealer", "3.10"),
    (an_evening, always(o.CountBox(0, "")), "gaming supervisor", "dealer", "house 1"),
    (an_evening, always(o.Freeze(True, "look")), "gaming supervisor", "dealer", "house 1"),
    (with_call, always(o.AnswerCall(5, NOBODY, "seen")), "gaming supervisor", "dealer", "27.14"),
    (played, always(o.InspectHand(1, "a1", "a complaint")), "inspector", "dealer", "4.7"),
    (played, always(o.InspectHand(1, "a1", "a complaint")), "gaming supervisor", "dealer", "4.7"),
    (dealt, void, "gaming supervisor", "dealer", "26.14"),
    (dealt, use("exclude", seat=1, ground="breach"), "gaming supervisor", "dealer", "27.13"),
    (dealt, use("direct", what="silence"), "gaming supervisor", "dealer", "26.11"),
    (dealt, use("count-cards", found=52), "inspector", "dealer", "4.8"),
    (linked, lambda _: j.AuthorisePress(), "gaming supervisor", "dealer", "30.7.1"),
    (dealt, use("settle-dispute", decision="it stands"), "gaming supervisor", "dealer", "27.14"),
]


@pytest.mark.parametrize(("state", "order", "enough", "too_low", "clause"), ORDERS)
def test_an_order_is_for_the_office_that_its_clause_names(state, order, enough, too_low, clause):
    evening = state()
    given, before = order(evening), evening.digest()
    cite = clause if " " in clause else f"{NSW} {clause}"
    with pytest.raises(RuleViolation) as refused:
        evening.give("one", o.ByOfficer(officer(too_low), given))
    assert refused.value.code == "not-your-office"
    assert cite in refused.value.cites
    assert not fault("In the service", refused.value, NSW, ruled=refused.value.cites)
    assert enough in refused.value.legal
    assert evening.digest() == before
    assert evening.give("one", o.ByOfficer(officer(enough), given))


# Orders of the table above that a book does not know: powers that it grants nobody, or no jackpots.
UNKNOWN = {
    "act-stud": {"direct", "AuthorisePress"},
    "us-stud": {"void-round", "direct", "count-cards", "AuthorisePress"},
    "house": {"exclude", "direct", "count-cards", "settle-dispute"},
}
# Rows of the matrix that are a book's own, from its text: who may, and nobody else.
OWN = {
    ("act-stud", "GiveNotice"): ["casino operator"],  # 4.1, 4.2, 18.2
    ("act-stud", "void-round"): ["casino operator"],
    ("act-stud", "settle-dispute"): ["casino operator"],  # 19.4
    ("act-stud", "count-cards"): ["casino supervisor", "Gaming Shift Manager"],  # 4.6
    ("us-stud", "settle-dispute"): ["poker shift supervisor", "Gaming Manager"],  # irreg(2)
    ("us-stud", "GiveNotice"): ["gaming supervisor", "poker shift supervisor", "Gaming Manager", "casino operator"],
    ("house", "Freeze"): ["gaming supervisor", "Assistant Gaming Manager", "Gaming Manager", "casino operator"],
    ("house", "TakeOff by somebody"): ["Gaming Manager", "casino operator"],
    ("house", "InspectHand"): ["inspector"],
    (NSW, "void-round"): ["gaming supervisor", "Assistant Gaming Manager", "Gaming Manager"],
}


def named_for(book, state, given):
    """Whom the tables name for an order, and by which clauses: the book's; the roles of a power; the house's."""
    chapter = OFFICES.of(book)
    if isinstance(given, o.OnFloor):
        grant = floor.powers.grant_of(state.hand, given.order.power)
        rows = clause_table(book, grant.cites)
        named = rows or {role: chapter.roles[role] for role in grant.by if role in chapter.roles}
        return named.values(), tuple(rows) or grant.cites
    if isinstance(given, j.AuthorisePress):
        rows = clause_table(book, state.table.rules.jackpot.late)
        return rows.values(), tuple(rows)
    duty = authority.duty_of(given)
    rows = clause_table(book, (f"{book} {one}" for one in chapter.duties.get(duty, ())))
    return (rows.values(), tuple(rows)) if rows else ([OFFICES.of("house").custom[duty]], ("house 1",))


def row_of(given):
    """What an order is called in the matrix."""
    if isinstance(given, o.OnFloor):
        return given.order.power.name
    return f"{type(given).__name__}{' by somebody' * bool(getattr(given, 'approver', ''))}"


def matrix_of(book):
    """Every order of staff at a table of a book, given by every office: taken, or a code and clauses of refusal."""
    for state, order, *_ in ORDERS:
        evening = state(book)
        given, table, before = order(evening), evening.tables["one"], evening.digest()
        for office in OFFICES.of(book).every:
            try:
                authority.authorised(table, o.ByOfficer(officer(office.name), given))
                said = "taken", ()
            except RuleViolation as refused:
                said = refused.code, refused.cites
            yield given, table, office, said
        assert evening.digest() == before


@pytest.mark.parametrize("book", GAMES)
def test_every_office_gives_every_order_and_the_clause_table_says_who_may(book):
    """The orders above at a table of each book, by every office of it: accepted and refused cells, with the clause."""
    took, unknown = {}, set()
    for given, table, office, (said, cites) in matrix_of(book):
        row = row_of(given)
        if said == "no-such-power" or (row == "AuthorisePress" and table.table.rules.jackpot is None):
            unknown.add(row)
            continue
        rows, clauses = named_for(book, table, given)
        is_named = bool(that_may(book, rows) & set(office.names))
        assert (said, cites) == (("taken", ()) if is_named else ("not-your-office", clauses)), (row, office.name)
        took.setdefault(row, {})[office.name] = is_named
    assert unknown == UNKNOWN.get(book, set())
    assert all({True, False} == set(cells.values()) for cells in took.values()), "each row has both kinds of cells"
    own = {row: may for (of, row), may in OWN.items() if of == book}
    assert {row: [name for name, may in took[row].items() if may] for row in own} == own


# Orders that a book refuses to the office it names, too: it has no fee per hand, and no chips leave before the player.
REFUSED = {
    "SetCheckValue": "no-hand-fee",
    "CountBox": "no-box",
    "TakeOff": "no-removal",
    "TakeOff by somebody": "no-removal",
}


@pytest.mark.parametrize("at", range(len(ORDERS)))
@pytest.mark.parametrize("book", [one for one in GAMES if one != NSW])
def test_an_order_is_given_by_an_office_of_the_clause_table_and_refused_to_every_other(book, at):
    """The orders above at a table of another book, through its whole composition."""
    evening = ORDERS[at][0](book)
    given, table, before = ORDERS[at][1](evening), evening.tables["one"], evening.digest()
    row = row_of(given)
    if row in UNKNOWN[book]:
        return  # below: to nobody
    rows, clauses = named_for(book, table, given)
    may = that_may(book, rows)
    enough = next(one.name for one in OFFICES.of(book).every if may & set(one.names))
    for office in OFFICES.of(book).every:
        if not may & set(office.names):
            with pytest.raises(RuleViolation) as refused:
                evening.give("one", o.ByOfficer(officer(office.name), given))
            assert (refused.value.code, refused.value.cites) == ("not-your-office", clauses)
            assert enough in refused.value.legal
            assert evening.digest() == before
    if row in REFUSED:
        with pytest.raises(RuleViolation) as refused:
            evening.give("one", o.ByOfficer(officer(enough), given))
        assert refused.value.code == REFUSED[row]
    else:
        assert evening.give("one", o.ByOfficer(officer(enough), given))


@pytest.mark.parametrize("book", UNKNOWN)
def test_what_a_book_does_not_know_no_office_does(book):
    left = set(UNKNOWN[book])
    for state, order, *_ in ORDERS:
        evening = state(book)
        given = order(evening)
        if row_of(given) in UNKNOWN[book]:
            left.discard(row_of(given))
            for office in OFFICES.of(book).every:
                with pytest.raises(RuleViolation) as refused:
                    evening.give("one", o.ByOfficer(officer(office.name), given))
                assert refused.value.code in {"no-such-power", "no-jackpots"}
    assert not left


def test_every_order_of_staff_is_in_the_table_above():
    given = {type(order(state())) for state, order, *_ in ORDERS}
    missing = set(get_args(o.StaffOrder)) - given
    console = {j.PressNoMoreBets, j.PressEndGame, j.TableHand}
    assert missing == {q.Vacate, o.NameCards, *console}, "those are tested below"
    assert set(authority.DUTIES) == set(get_args(o.StaffOrder)) - {o.OnFloor, j.AuthorisePress}


@pytest.mark.parametrize("order", [j.PressNoMoreBets(), j.PressEndGame(), j.TableHand("ann")])
def test_the_console_and_tabled_cards_are_a_dealers_and_nobodys_without_an_office(order):
    evening = linked()
    before = evening.digest()
    with pytest.raises(RuleViolation, match="no office"):
        evening.give("one", o.ByOfficer(officer(), order))
    assert evening.digest() == before
    if isinstance(order, j.TableHand):
        with pytest.raises(RuleViolation, match="no completed hand"):
            evening.give("one", o.ByOfficer(officer("dealer"), order))
    else:
        evening.give("one", o.ByOfficer(officer("dealer"), order))
        assert isinstance(order, j.PressEndGame) or evening.balance("jackpot/P") == 25


def test_a_dealer_names_cards_and_somebody_without_an_office_does_not():
    evening = live()
    while evening.tables["one"].hand.seat_to_act is not None:
        hand = evening.tables["one"].hand
        free = legal(hand).check
        evening.give("one", o.InHand(hand.hand_id, hand.turns, (Check if free else Call)(hand.seat_to_act)))
    order = o.NameCards(cards("2c3c4c"))
    with pytest.raises(RuleViolation, match="no office"):
        evening.give("one", o.ByOfficer(officer(), order))
    assert evening.give("one", o.ByOfficer(officer("dealer"), order))


def test_a_player_who_bets_nothing_is_sent_off_by_a_supervisor():
    evening = an_evening()
    for enough, code in (("dealer", "not-your-office"), ("gaming supervisor", "not-idle")):
        with pytest.raises(RuleViolation) as refused:
            evening.give("one", o.ByOfficer(officer(enough), q.Vacate("ann", "")))
        assert refused.value.code == code


def test_a_player_is_excused_from_a_freeze_out_by_a_supervisor():
    terms = {"freeze_out": True, "approved_by": "Lee"}
    evening = Evening()
    evening.open("one", standard_sign(NSW, "texas-holdem", min_stake=20_000, max_stake=20_000), **terms)
    for seat, player in enumerate(("ann", "bob", "cat"), start=1):
        evening.issue(player, 100_000)
        evening.give("one", q.SitDown(player, seat, 20_000, "post", consent=True))
    evening.give("one", o.FixDeck("first"))
    evening.give("one", o.DealHand("first"))
    evening.give("one", void(evening))
    order = q.StandUp("ann", excused_by="somebody")
    with pytest.raises(RuleViolation) as refused:
        evening.give("one", o.ByOfficer(officer("dealer"), order))
    assert (refused.value.code, refused.value.cites) == ("not-your-office", (f"{NSW} 8.10.4",))
    (event, *_) = evening.give("one", o.ByOfficer(officer("gaming supervisor"), order))
    assert event.by == "Kim", "it bears the name of whoever gave it"


def test_an_order_bears_the_name_and_role_of_its_officer():
    evening = dealt()
    made = evening.give("one", o.ByOfficer(officer("Assistant Gaming Manager"), void(evening)))
    assert (made[0].author, made[0].role) == ("Kim", "supervisor")
    evening = with_call()
    (answered,) = evening.give("one", o.ByOfficer(officer("Gaming Manager"), o.AnswerCall(5, NOBODY, "seen")))
    assert (answered.by, answered.role) == ("Kim", "manager")


def test_a_review_needs_another_person_of_a_higher_office():
    evening = dealt()
    first = use("settle-dispute", decision="it stands")(evening)
    evening.give("one", o.ByOfficer(officer("gaming supervisor", "Gaming Manager"), first))
    number = max(evening.tables["one"].reviewable)
    facts = {"decision": "it falls", "stage": "review", "of": number, "asked_by": "ann", "asked_at": "21:00"}
    review = use("settle-dispute", **facts)(evening)
    other = replace_name(officer("gaming supervisor"), "Lee")
    for who, code in ((officer("Gaming Manager"), "same-person"), (other, "not-your-office")):
        with pytest.raises(RuleViolation) as refused:
            evening.give("one", o.ByOfficer(who, review))
        assert refused.value.code == code
    assert refused.value.legal == ("Gaming Manager", "casino operator")
    assert evening.give("one", o.ByOfficer(replace_name(officer("Gaming Manager"), "Lee"), review))


def replace_name(one, name):
    return msgspec.structs.replace(one, name=name, account=f"a {name}")


def test_a_review_by_another_supervisor_where_that_is_the_reading(monkeypatch):
    chapter = replace(OFFICES.of(NSW), higher_review=False)
    monkeypatch.setitem(OFFICES._read, NSW, chapter)
    evening = dealt()
    evening.give("one", o.ByOfficer(officer("gaming supervisor"), use("settle-dispute", decision="stands")(evening)))
    number = max(evening.tables["one"].reviewable)
    facts = {"decision": "it falls", "stage": "review", "of": number, "asked_by": "ann", "asked_at": "21:00"}
    review = use("settle-dispute", **facts)(evening)
    assert evening.give("one", o.ByOfficer(replace_name(officer("gaming supervisor"), "Lee"), review))


def test_whoever_plays_in_a_hand_does_not_rule_on_it():
    evening = dealt()
    with pytest.raises(RuleViolation) as refused:
        evening.give("one", o.ByOfficer(officer("Gaming Manager", account="ann"), void(evening)))
    assert refused.value.code == "own-hand"
    assert not fault("In the service", refused.value, NSW)
    assert evening.give("one", o.ByOfficer(officer("Gaming Manager"), void(evening)))


# --- rulings and powers of every book ---------------------------------------------------------------------------------

# The lowest office for a power where that is not a supervisor's, by its clause.
POWERS = {
    ("act-stud", "impose-clock"): "casino supervisor",
    ("act-stud", "count-cards"): "casino supervisor",
    ("us-stud", "settle-dispute"): "poker shift supervisor",
}


@pytest.mark.parametrize("book", GAMES)
def test_every_power_of_a_book_needs_an_office(book):
    chapter = OFFICES.of(book)
    facts = {"ground": "breach", "seat": 1, "stage": "first", "what": "silence", "decision": "so", "found": 52}
    for kind in FLOOR.of(book).grants:
        name = str(kind.__struct_config__.tag)
        known = {**facts, "ground": "fraud"} if name == "invalidate-outcome" else facts
        known |= {"waited_ms": 0, "whole_deck": True, "notice": True, "shown_ms": 0}
        given = {field: known[field] for field in POWER_KINDS[name].__struct_fields__ if field in known}
        hand = dealt(book).tables["one"].hand
        try:
            power = read_power(name, given)
            grant = floor.powers.grant_of(hand, power)
        except RuleViolation:
            continue
        need = chapter.for_clauses(grant.cites) or chapter.for_roles(grant.by, grant.cites)
        lowest = next(one.name for one in chapter.every if any(one.name in chapter.that_do(n) for n in need.namings))
        expected = POWERS.get((book, name), "casino operator" if book == "act-stud" and name != "end-clock" else None)
        if expected is not None:
            assert lowest == expected, name
        authority.for_power(chapter, hand, officer(lowest), power)
        with pytest.raises(RuleViolation) as refused:
            authority.for_power(chapter, hand, officer(), power)
        assert (refused.value.code, refused.value.cites) == ("not-your-office", need.cites)


def test_a_dealer_applies_what_is_a_dealers_and_no_more():
    evening = dealt()
    hand = evening.tables["one"].hand
    assert "uncovered" in possible(hand)
    names = [one.name for one in floor.rule(hand, read_incident("uncovered", {"what": "a fire"})).remedies]
    order = RuleOn(read_incident("uncovered", {"what": "a fire"}), NOBODY, "smoke", names[0])
    with pytest.raises(RuleViolation) as refused:
        evening.give("one", o.ByOfficer(officer("dealer"), o.OnFloor(hand.turns, order)))
    assert refused.value.code == "not-your-office"
    assert evening.give("one", o.ByOfficer(officer("gaming supervisor"), o.OnFloor(hand.turns, order)))


# --- house-banked tables ----------------------------------------------------------------------------------------------

ENOUGH = {
    "act-holdem": {"dealer": "dealer", "supervisor": "casino supervisor", "operator": "casino operator"},
    "nz-big-raise": {"dealer": "dealer", "supervisor": "game supervisor", "operator": "casino operator"},
}
BELOW = {"dealer": "inspector", "supervisor": "dealer", "operator": "Gaming Manager"}


@pytest.mark.parametrize("book", ENOUGH)
def test_every_order_to_a_round_is_for_the_office_of_its_offer(book):
    seen = set()
    for number in range(count(12, 200)):
        rng = random.Random(f"offices {book} {number}")
        game = open_game(rng, book)
        for _ in range(60):
            for offer in pit.legal(game.round):
                kind = (type(offer.command).__name__, offer.by)
                if offer.by not in BELOW or (kind in seen and rng.random() < 0.98):
                    continue
                seen.add(kind)
                authority.authorise_round(game.round, officer(ENOUGH[book][offer.by]), offer.command)
                with pytest.raises(RuleViolation) as refused:
                    authority.authorise_round(game.round, officer(BELOW[offer.by]), offer.command)
                assert (refused.value.code, refused.value.cites) == ("not-your-office", offer.cites)
            game.give(next_order(rng, game, incidents=0.15))
            if game.round.number > 3 or game.round.closed:
                break
    assert {by for _, by in seen} == set(BELOW) - ({"supervisor"} if book == "act-holdem" else set())


def a_pit():
    evening = Evening()
    sign = pit.sign_for("act-holdem")
    state = banked.decide(banked.PitState("pit", pit.Round()), b.OpenPit(sign), evening).after
    evening.issue("ann", 100_000)
    return banked.decide(state, b.TakeBox("ann", 1, 50_000), evening).after, evening


def test_the_floor_of_a_pit():
    state, evening = a_pit()
    freeze = o.Freeze(True, "look")
    with pytest.raises(RuleViolation, match="another office"):
        banked.decide(state, o.ByOfficer(officer("dealer"), freeze), evening)
    made = banked.decide(state, o.ByOfficer(officer("Assistant Gaming Manager"), freeze), evening)
    assert [type(one) for one in made.events] == [TableFrozen]
    with pytest.raises(RuleViolation) as refused:
        banked.decide(state, o.ByOfficer(officer("dealer"), o.DealLive()), evening)
    assert refused.value.code == "not-offered"
    order = pit.commands.GiveRules("ann")
    for office, code in (("Gaming Manager", "not-your-office"), ("casino operator", "")):
        given = b.ByStaff(order, officer=officer(office))
        if code:
            with pytest.raises(RuleViolation) as refused:
                banked.decide(state, given, evening)
            assert refused.value.code == code
        else:
            assert banked.decide(state, given, evening).events
    with pytest.raises(RuleViolation) as refused:
        banked.decide(state, b.ByStaff(order, officer=officer("casino operator", account="ann")), evening)
    assert refused.value.code == "own-hand"


def test_an_order_of_an_officer_is_read_back_as_it_was_written():
    for state, order, enough, *_ in ORDERS:
        given = o.ByOfficer(officer(enough), order(state()))
        assert msgspec.json.decode(encode(given), type=o.TableOrder, dec_hook=decode_card) == given


# --- staff at play ----------------------------------------------------------------------------------------------------


def test_whoever_holds_an_office_does_not_play_where_real_cards_are_dealt():
    sit = q.SitDown("dan", 4, 20_000, "post", offices=("Assistant Gaming Manager",))
    evening = with_dan()
    with pytest.raises(RuleViolation) as refused:
        evening.give("one", sit)
    assert refused.value.code == "staff-plays"
    assert not fault("In the service", refused.value, NSW)
    assert evening.give("one", q.SitDown("dan", 4, 20_000, "post")), "without an office"
    dealt_by_the_house = an_evening()
    dealt_by_the_house.issue("dan", 100_000)
    assert dealt_by_the_house.give("one", sit), "where the house deals"


def test_where_staff_does_not_play_is_a_setting_of_the_book(monkeypatch):
    sit = q.SitDown("dan", 4, 20_000, "post", offices=("dealer",))
    monkeypatch.setitem(OFFICES._read, NSW, replace(OFFICES.of(NSW), bars_staff="everywhere"))
    evening = an_evening()
    evening.issue("dan", 100_000)
    with pytest.raises(RuleViolation, match="does not play"):
        evening.give("one", sit)
    monkeypatch.setitem(OFFICES._read, NSW, replace(OFFICES.of(NSW), bars_staff="nowhere"))
    assert with_dan().give("one", sit)
    assert OFFICES.of("house").bars_staff == "nowhere"


def test_whoever_holds_an_office_takes_no_box_where_real_cards_are_dealt():
    evening = Evening()
    evening.issue("ann", 100_000)
    take = b.TakeBox("ann", 1, 50_000, ("casino operator",))
    for live, code in ((True, "staff-plays"), (False, "")):
        opened = banked.decide(
            banked.PitState("pit", pit.Round()), b.OpenPit(pit.sign_for("act-holdem"), live), evening
        )
        if code:
            with pytest.raises(RuleViolation, match="does not play"):
                banked.decide(opened.after, take, evening)
        else:
            assert banked.decide(opened.after, take, evening).events
