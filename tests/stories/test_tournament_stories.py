"""Every story of a tournament comes out as it says, and proves the clauses it names."""

from typing import get_args

import msgspec
import pytest

from openfelt.errors import RuleViolation
from openfelt.room.offices import OFFICES, Officer
from openfelt.stories import Story, StoryFailed, assertions
from openfelt.stories.lines import Source
from openfelt.stories.tournament_stage import TournamentStage
from openfelt.tournaments.deciding import decide
from openfelt.tournaments.orders import TournamentOrder
from openfelt.tournaments.play_orders import AnnounceRound
from openfelt.tournaments.rules import DEEDS
from openfelt.tournaments.rules import TOURNAMENTS as RULES
from tests.office_kit import clause_table, that_may
from tests.stories.doors import doors
from tests.stories.runner import TOURNAMENTS, stories, tell

FIRST = "proves nsw-poker 28.3.5\nnsw-poker freeze-out\n"


@pytest.mark.parametrize("story", stories(TOURNAMENTS), ids=lambda story: story.name.removesuffix(".tournament"))
def test_story(story):
    assert story.title, "the first line says what the story proves"
    assert tell(story).proves, "a story names at least one clause"


@pytest.mark.parametrize(
    "line",
    [
        "ann has 5",
        "pool 1",
        "revenue 1",
        "ann is playing",
        "told ann",
        "the event is started",
        "ann applies refused full",
        "ann applies without the form",
        "ann applies without the form refused form [28.3.2]",
        "ann applies without the form refused entered",
        "ann applies without the form refused form saying otherwise",
        "ann applies [28.3.2]",
        "ann applies [not 28.1.1/tournament]",
        "the casino operator cancels [28.3.4]",
    ],
)
def test_a_story_that_does_not_come_out_fails(line):
    with pytest.raises(StoryFailed):
        tell(Story("wrong", "tournament", f"{FIRST}{line}\nthe casino operator cancels  [28.3.5]\n"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "the text names no template"),
        ("nsw-poker nothing", "is no rulebook with a template"),
        (f"{FIRST}ann dances", "cannot be read"),
        (f"{FIRST}entry.nothing = 5", "no such answer"),
        (f"{FIRST}entry.refusal = reserved", "is no answer"),
        (f"{FIRST}sessions.7.name = 5", "there is no item"),
        (f"{FIRST}time 2026-13-04 18:30", "is no date and time"),
        (f"{FIRST}ann applies\nann accepts version 2", "there was no version 2"),
        (f"{FIRST}ann applies [99.9]", "99.9"),
    ],
)
def test_what_is_no_story_is_answered_with_what_is_wrong(text, wrong):
    with pytest.raises(StoryFailed, match=wrong):
        tell(Story("wrong", "tournament", text))


def test_a_clause_is_asserted_by_an_order_that_the_directors_desk_has_a_form_for():
    (ways,) = assertions(Story("a", "tournament", f"{FIRST}the casino operator cancels  [28.3.5]\n")).values()
    assert ways == {(Source("tournament Cancel"),)}
    assert doors().missing(ways) == []
    assert doors().missing({(Source("Cancel"),)}) == ["Cancel"], "an order of a table by that name is another"


def kinds(order):
    """The kinds of order of a union, also those inside another."""
    for one in get_args(order):
        yield from kinds(one) if get_args(one) else (one,)


# What each order of staff is, for the offices; how a round is announced says itself which it is.
DEED = {
    **dict.fromkeys(("Publish", "Amend"), "publish"),
    "OpenRegistration": "open",
    "RefuseApplication": "refuse",
    "TransferEntry": "transfer",
    "NameSubstitute": "substitute",
    "SellSeat": "sell",
    "AddToPool": "add",
    **dict.fromkeys(("Start", "ComeOnDuty", "HandOverDuty"), "start"),
    "Cancel": "cancel",
    **dict.fromkeys(("AwardPrizes", "ConfirmPlaces", "FinishGame"), "award"),
    **dict.fromkeys(("EnterNames", "StrikeName", "NoteOut", "NoteBuy", "TakeBack", "NoteCash"), "note"),
    "PayPrize": "pay",
    **dict.fromkeys(("StartClock", "PauseClock", "NextStage", "AddTime", "InsertLevel"), "clock"),
    "GiveBreak": "break",
    **dict.fromkeys(("BeginSession", "CloseSession"), "session"),
    **dict.fromkeys(("PlanMoves", "AcceptMoves", "DropMoves"), "moves"),
    "Disqualify": "disqualify",
    "GivePenalty": "penalise",
    **dict.fromkeys(("SettleDispute", "DecideBag"), "dispute"),
    "MoveStart": "move-start",
    "LimitTime": "limit-time",
    **dict.fromkeys(("CountChips", "NoteCount"), "count"),
    "CheckReturned": "return",
    **dict.fromkeys(("CountBags", "SealBags", "OpenBags", "ConfirmBags"), "seal"),
    "SetBacks": "backs",
    "Nominate": "nominate",
    "NoteAbsence": "absence",
}


def expected(book, order):
    """Who may give an order by the clause table, and by which clauses: the book's, or the house's if it has none."""
    deed = order.kind if isinstance(order, AnnounceRound) else DEED[type(order).__name__]
    rows = clause_table(book, RULES.of(book).deeds.get(deed, ())) or clause_table("house", DEEDS[deed])
    return that_may(book, rows.values()), tuple(rows)


def answered(stage, order):
    """Whether an order would be taken now, or the code and the clauses of its refusal."""
    try:
        decide(stage.event, order, stage.given_now())
    except RuleViolation as refusal:
        return refusal.code, refusal.cites
    return "taken", ()


def cells(stage, order, may, cites):
    """Every office of the book gives the order, which is taken or refused by the clauses; the order and the office."""
    kept = (list(stage.drawn), stage.numbers, dict(stage.committed))
    book, is_untouched = stage.conditions.book, stage.kept()
    for office in OFFICES.of(book).every:
        is_named = bool(may & set(office.names))
        is_own = set(order.by.offices) & set(office.names) or order.by.account in stage.event.nominated
        who = order.by.account if is_named and is_own else "another"
        given = msgspec.structs.replace(order, by=Officer(who, who, (office.name,)))
        said, why = answered(stage, given)
        assert said != "not-your-office" or why == cites, (book, given)
        stage.drawn, stage.numbers, stage.committed = list(kept[0]), kept[1], dict(kept[2])
        # Somebody who conducts events, but not this one, or not now; or who would be the second of two people.
        elsewhere = {"not-on-duty", "not-nominated", "same-person", "own-act", "on-duty"}
        assert said in ({"taken", *elsewhere} if is_named else {"not-your-office"}), (book, order, office.name, said)
        assert is_untouched()
        yield type(order).__name__, office.name, said


def test_every_office_gives_every_order_of_staff_and_the_clause_table_says_who_may(monkeypatch):
    """A matrix of orders and offices, made of the orders that the stories give and of the books' clause tables."""
    matrix, give = {}, TournamentStage.give

    def by_every_office(stage, order):
        row = stage.conditions.book, type(order).__name__
        if isinstance(getattr(order, "by", None), Officer) and row not in seen:
            kept = list(stage.drawn), stage.numbers, dict(stage.committed)
            is_taken = answered(stage, order)[0] == "taken"
            stage.drawn, stage.numbers, stage.committed = kept
            if is_taken:
                seen.add(row)
                for name, office, said in cells(stage, order, *expected(row[0], order)):
                    matrix[row[0], name, office] = said
        give(stage, order)

    seen = set()
    monkeypatch.setattr(TournamentStage, "give", by_every_office)
    for story in stories(TOURNAMENTS):
        tell(story)
    staffs = {kind.__name__ for kind in kinds(TournamentOrder) if "by" in kind.__struct_fields__}
    assert len(staffs) > 40
    assert {name for _, name, _ in matrix} == staffs
    for book, name in seen:
        row = [said for (of, order, _), said in matrix.items() if (of, order) == (book, name)]
        assert len(row) == len(OFFICES.of(book).every)
        assert "taken" in row, (book, name)
        assert "not-your-office" in row, (book, name)
