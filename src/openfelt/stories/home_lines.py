"""Lines of a tournament's story that tell of a home game, of which the room only keeps the clock.

house turbo
play.dealt = "clock-only"
entry.alternates = "none"
the casino operator enters ann, bob, cat
the casino operator starts
the session begins
the casino operator notes ann out to bob
the casino operator takes the last note back
the casino operator notes a re-buy of ann
the casino operator notes 2000 from ann
the casino operator finishes the game
bob is due 2000
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openfelt.stories.lines import require
from openfelt.stories.tournament_play import BY, N, play_of
from openfelt.stories.tournament_stage import TournamentStage, officer
from openfelt.tournaments import home_orders as n
from openfelt.tournaments import league, settling

Line = tuple[str, Callable[..., None]]


def enters(stage: TournamentStage, office: str, names: str) -> None:
    """Players are entered by their names."""
    stage.give(n.EnterNames(tuple(names.split(", ")), officer(office)))


def strikes(stage: TournamentStage, office: str, name: str) -> None:
    """A name is struck."""
    stage.give(n.StrikeName(name, officer(office)))


def notes_out(stage: TournamentStage, office: str, names: str, winner: str) -> None:
    """Some are out in one hand."""
    stage.give(n.NoteOut(tuple(names.split(", ")), officer(office), winner))


def notes_buy(stage: TournamentStage, office: str, what: str, name: str, winner: str) -> None:
    """Somebody buys chips."""
    stage.give(n.NoteBuy(name, what, officer(office), winner))  # type: ignore[arg-type]


def takes_back(stage: TournamentStage, office: str) -> None:
    """The last note does not count."""
    stage.give(n.TakeBack(officer(office)))


def notes_cash(stage: TournamentStage, office: str, cents: str, way: str, name: str) -> None:
    """Somebody hands over money, or gets some."""
    stage.give(n.NoteCash(name, int(cents) * (1 if way == "from" else -1), officer(office)))


def finishes(stage: TournamentStage, office: str) -> None:
    """The end is confirmed."""
    stage.give(n.FinishGame(officer(office)))


# --- claims -----------------------------------------------------------------------------------------------------------


def owes(stage: TournamentStage, name: str, what: str, cents: str) -> None:
    """What somebody owes, or is due to have, by the record of the event."""
    found = next((one.balance for one in settling.accounts_of(stage.event) if one.player == name), 0)
    require(found == int(cents) * (-1 if what == "owes" else 1), f"{name}: {found}")


def settled(stage: TournamentStage, count: str) -> None:
    """In how many payments everybody settles up."""
    made = settling.payments(settling.balances(stage.event))
    require(len(made) == int(count), f"{len(made)} payments: {made}")


def scores(stage: TournamentStage, name: str, points: str) -> None:
    """The points that a league would count."""
    found = league.of_game(stage.event.places).get(name, (0, 0))[1]
    stage.cites |= set(league.RULE)
    require(found == int(points), f"{name} has {found} points")
    stage.assert_by(league.RULE)


def proposed(stage: TournamentStage, name: str) -> None:
    """Whether a move of somebody is proposed."""
    names = [one.player for several in play_of(stage).proposed.values() for one in several.proposed]
    require(name in names, f"moves of {', '.join(names) or 'nobody'} are proposed")


NAMES: Final = r"(\w+(?:, \w+)*)"
HOME_CLAIMS: Final[tuple[Line, ...]] = (
    (rf"{N} (owes|is due) (\d+)", owes),
    (r"all settle in (\d+) payments?", settled),
    (rf"{N} scores (\d+)", scores),
    (rf"{N} is to move", proposed),
)
HOME_ACTS: Final[tuple[Line, ...]] = (
    (rf"{BY}enters {NAMES}", enters),
    (rf"{BY}strikes {N}", strikes),
    (rf"{BY}notes {NAMES} out(?: to {N})?", notes_out),
    (rf"{BY}notes an? (re-buy|add-on) of {N}(?: to {N})?", notes_buy),
    (rf"{BY}takes the last note back", takes_back),
    (rf"{BY}notes (\d+) (from|to) {N}", notes_cash),
    (rf"{BY}finishes the game", finishes),
)
HOME_FORMS: Final = (
    "the casino operator enters ann, bob", "the casino operator strikes ann",
    "the casino operator notes ann out to bob",
    "the casino operator notes a re-buy of ann", "the casino operator takes the last note back",
    "the casino operator notes 2000 from ann", "the casino operator finishes the game", "ann owes 2000",
    "ann is due 2000", "all settle in 2 payments", "ann scores 9", "ann is to move",
)  # fmt: skip
