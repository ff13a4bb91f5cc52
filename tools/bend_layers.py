"""What is bent: the modules of each layer, and the kinds of stories that prove them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
HANDS, FLOOR, ROOMS, ROUNDS, JACKPOTS = "*/*.hand", "*/floor/*.hand", "*/*.room", "*/*.round", "*/*.jackpot"
TOURNAMENTS: Final = "*/*.tournament"


@dataclass(frozen=True, slots=True)
class Layer:
    """Modules that are bent, and the kinds of stories that prove them."""

    modules: tuple[str, ...]
    stories: tuple[str, ...]
    by_events: bool = False  # a story notices also if its events change: `tests/stories/decided.json` holds them
    in_every_run: bool = True  # False: not all survivors have a story or a reason yet; bent when it is named


def of_books(*chapters: str) -> tuple[str, ...]:
    """The modules of these names in the folders of all books."""
    folder = ROOT / "src" / "openfelt" / "books"
    found = sorted(path for name in chapters for path in folder.glob(f"*/{name}.py"))
    return tuple(f"openfelt.books.{path.parent.name}.{path.stem}" for path in found)


FLOOR_MODULES: Final = [
    "entries",
    "effects",
    "moments",
    "gestures",
    "customs",
    "powers",
    "grants",
    "deadlines",
    "contested",
    "streets",
    "scene",
    "ruling",
]
ROOM_MODULES: Final = [
    "deciding",
    "freezeout",
    "positions",
    "rules",
    "seating",
    "table",
    "recording",
    "table_terms",
    "notices",
    "charging",
    "moving",
    "box",
    "directions",
]
PIT_MODULES: Final = [
    "settling",
    "wagers",
    "rules",
    "deciding",
    "made",
    "powers",
    "rulings",
]
TOURNAMENT_MODULES: Final = [
    "bounties",
    "bracket",
    "buying",
    "checking",
    "clock",
    "conducting",
    "dealing",
    "deciding",
    "desk",
    "discipline",
    "entering",
    "facts",
    "giving",
    "home",
    "home_check",
    "in_play",
    "items",
    "late",
    "level_check",
    "money_check",
    "moving",
    "noting",
    "placing",
    "play_check",
    "play_facts",
    "prizes",
    "publishing",
    "recording",
    "rules",
    "seating",
    "sessions",
    "settling",
    "special_rounds",
    "structure_check",
    "timing",
    "together",
    "tournament",
]
LAYERS: Final[Mapping[str, Layer]] = {
    "floor": Layer(
        (
            *of_books("floor", "irregularities"),
            *(f"openfelt.floor.{name}" for name in FLOOR_MODULES),
        ),
        (FLOOR,),
    ),
    "room": Layer(
        (
            *of_books("room", "money"),
            *(f"openfelt.room.{name}" for name in ROOM_MODULES),
        ),
        (ROOMS, JACKPOTS),
    ),
    "policies": Layer(("openfelt.games.policy", *of_books("table")), (HANDS, FLOOR, ROOMS)),
    "pit": Layer(
        (
            *of_books("pit", "pit_settlement", "three_card_poker"),
            *(f"openfelt.pit.{name}" for name in PIT_MODULES),
        ),
        (ROUNDS,),
    ),
    "signs": Layer(
        ("openfelt.games.signcheck", "openfelt.games.signtext", *of_books("sign")),
        (ROOMS, HANDS),
    ),
    "tournaments": Layer(
        (
            *of_books("tournaments"),
            *(f"openfelt.tournaments.{name}" for name in TOURNAMENT_MODULES),
        ),
        (TOURNAMENTS,),
        by_events=True,
        in_every_run=False,  # nearly one bend of five has no story yet
    ),
    "pit signs": Layer((*of_books("pit_sign"), "openfelt.pit.sign"), (ROUNDS,)),
}
