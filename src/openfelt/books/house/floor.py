"""The floor of the house: what no casino's book decides is decided by whoever supervises, or the round is void."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import cite
from openfelt.floor import effects as do
from openfelt.floor import grants as g
from openfelt.floor import incidents as i
from openfelt.floor.customs import Customs
from openfelt.floor.entries import SUPERVISORS, Entries, Entry, Option
from openfelt.floor.grants import Grant, Grants
from openfelt.floor.rules import FloorRules

DECIDED = Option("play on", "the supervisor lets the round go on", do.nothing, by=SUPERVISORS)
VOID = Option("void the round", "the round is dead and everything goes back", do.void_round, by=SUPERVISORS)

ENTRIES: Final[Entries] = {
    i.StubExhausted: (Entry(cite("10"), (VOID,)),),
    i.Uncovered: (
        Entry(
            cite("10"),
            (VOID, DECIDED),
            needs=("what",),
        ),
    ),
}

GRANTS: Final[Grants] = {
    g.VoidRound: (Grant(cite("10"), do.void_round, need=g.live),),
}

CUSTOMS: Final = Customs(
    words=cite("4.11"),
    words_win=True,
    correct=cite("4.11"),
    string=(),
    unfinished=(),
    call=cite("4.11"),
    bet=cite("4.4"),
    raise_=cite("4.4"),
    one_chip=cite("4.4"),
    between=cite("4.4"),
    short=cite("4.11"),
    thrown=cite("4.9"),
    tapped=cite("4.11"),
)

CHAPTER = FloorRules(entries=ENTRIES, grants=GRANTS, customs=CUSTOMS)
