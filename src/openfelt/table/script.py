"""A hand as text, line by line: what its lines say, before anything is played.

The grammar is in `docs/reference/text.md`. This module reads; `performance` plays what was read and checks it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from openfelt.cards import ALL_CARDS, UNKNOWN, Card, cards
from openfelt.errors import NotationError, OpenfeltError
from openfelt.games.game import Deal, Game
from openfelt.games.registry import GAMES
from openfelt.games.sign import Sign
from openfelt.games.signline import read_sign
from openfelt.phrases import Name, phrase, quoted
from openfelt.rulebooks import RULEBOOK_KEYS, Cites, clause

ANY: Final = "xx"  # a card that the text leaves open
CARD: Final = r"(?:(?:10|[2-9TJQKA])[cdhs]|\?\?|xx|Jk)"
TOKEN: Final = re.compile(rf"{CARD}|\S")
CARD_OF: Final = {str(card): card for card in ALL_CARDS}
CITED: Final = re.compile(r"\s*\[([^\]]*)\]$")
DEALT: Final = re.compile(rf"(?:\d+\s+{CARD}|board\b|{CARD})")
DRAWS: Final = re.compile(rf"(\d+) draws? .*? for ((?:{CARD}\s*)+)$")
GETS: Final = re.compile(rf"(\d+) gets ((?:{CARD}\s*)+)$")
BURN: Final = re.compile(rf"burn(?: ({CARD}))?$")
NAMED: Final = re.compile(rf"(?<![\w.]){CARD}(?:\s?{CARD})*(?!\w)")
SEAT: Final = re.compile(r"(\d+)(?:-(\d+))? (\d+|undealt)( button)?$")
MOST_SEATS: Final = 30
MOST_DIGITS: Final = 30  # of a number: more than any pot holds
LONG_NUMBER: Final = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
LATE: Final = re.compile(r"(\d+) (\d+)(?:\+(\d+))?$")
QUOTED: Final = r'"(?:[^"\\]|\\.)*"'  # marks inside quotes mean nothing
UNCOMMENTED: Final = re.compile(rf"(?:{QUOTED}|[^#])*")
STATEMENTS: Final = re.compile(rf"(?:{QUOTED}|[^;])+")
SPACES: Final = re.compile(r"[^\S ]|(?<= ) ")  # all but single blanks
RULING_WORDS: Final = ("ruled", "used", "so")  # lines of a ruling begin with these


class Statement(NamedTuple):
    """One thing a line says: where it stands, the street it is said of, its words and the clauses it names."""

    line: int
    label: str
    text: str
    cites: Cites


@dataclass(slots=True)
class Street:
    """The cards that a text gives a street: by seat in dealing order, and for the board. None is a card left open."""

    players: dict[int, list[Card | None]] = field(default_factory=dict)
    board: list[Card | None] = field(default_factory=list)


@dataclass(slots=True)
class Script:
    """A hand's text, read: its sign, who plays, which cards come, and what is done and claimed in order."""

    sign: Sign
    line: int = 0  # where the sign stands
    players: list[tuple[int, int]] = field(default_factory=list)
    button: int = 0
    posts: list[tuple[int, int]] | None = None
    late: list[tuple[int, int, int]] = field(default_factory=list)
    brought: list[tuple[int, int]] = field(default_factory=list)
    hand_id: str = ""
    live: bool = False
    proves: list[str] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    streets: dict[str, list[Street]] = field(default_factory=dict)  # a street that is dealt again stands there again
    burns: list[Card | None] = field(default_factory=list)
    gets: dict[int, list[Card | None]] = field(default_factory=dict)
    reserved: set[Card] = field(default_factory=set)

    @property
    def game(self) -> Game | None:
        """The game of the sign, if there is one."""
        return GAMES.get((self.sign.rulebook, self.sign.game))


def read_cards(text: str) -> list[Card | None]:
    """Cards as written; xx leaves one open.

    >>> read_cards("Ah xx")
    [card('Ah'), None]
    """
    return [None if token == ANY else CARD_OF.get(token) or cards(token)[0] for token in TOKEN.findall(text)]


def read_cites(text: str, rulebook: str) -> Cites:
    """Clauses as written in brackets: of the sign's rulebook, unless another is named; each must exist."""
    found = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        first, _, _ = one.partition(" ")
        found.append(clause(one if first in RULEBOOK_KEYS else f"{rulebook} {one}").cite)
    return tuple(found)


def read_script(text: str) -> Script:
    """The script of a text; NotationError names the line that cannot be read."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        words = said_of(line)
        if not words:
            continue
        try:
            if LONG_NUMBER.search(words if '"' not in words else re.sub(QUOTED, "", words)):
                raise NotationError(phrase("a number of more than {most} digits", most=MOST_DIGITS))
            reader.line(number, words)
        except OpenfeltError as fault:
            raise NotationError(
                phrase("line {number}: {message}", number=number, message=fault.said),
                legal=fault.legal,
                code=fault.code,
            ) from None
    if reader.script is None:
        raise NotationError("the text names no sign", legal=RULEBOOK_KEYS)
    return reader.script


def said_of(line: str) -> str:
    """A line without its comment.

    >>> said_of('used exclude on 3 by manager "Ann" because "seat #3 cheats"  # in the journal')
    'used exclude on 3 by manager "Ann" because "seat #3 cheats"'
    """
    if '"' not in line:
        return line.partition("#")[0].strip()
    found = UNCOMMENTED.match(line)
    return found[0].strip() if found else ""


def statements_of(words: str) -> list[str]:
    """The statements of a line, which semicolons divide."""
    found = words.split(";") if '"' not in words else STATEMENTS.findall(words)
    return [one.strip() for one in found]


def quote(text: str) -> str:
    r"""Free text in quotes, so that marks in it mean nothing; runs of spaces survive.

    >>> quote('he said "no"; # twice')
    '"he said \\"no\\"; # twice"'
    """
    return SPACES.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def unquote(text: str) -> str:
    """The text inside quotes."""
    try:
        return str(json.loads(text))
    except ValueError:
        raise NotationError(phrase("{text} is no text in quotes", text=Name(text))) from None


def is_ruling(text: str) -> bool:
    """Whether a statement is a line of a ruling."""
    return text.partition(" ")[0] in RULING_WORDS


class _Reader:
    """Reads lines in order: what is proved, the sign, the players, then the play."""

    def __init__(self) -> None:
        self.script: Script | None = None
        self.proves: list[str] = []
        self.labels: list[str] = []
        self.deals: Iterator[str] = iter(())
        self.rulings = 0
        self.dealt_at: dict[str, int] = {}  # how many lines of rulings stood before a street's latest line

    def line(self, number: int, words: str) -> None:
        """One line."""
        first, _, rest = words.partition(" ")
        if first == "proves":
            self.prove(rest)
        elif self.script is None:
            self.sign(number, words)
        elif first in _HEADERS:
            getattr(self, first)(rest.strip())
        else:
            self.play(number, words)

    def prove(self, text: str) -> None:
        """The clauses that the text proves, each with its rulebook or with the one named before it."""
        book = ""
        for one in (part.strip() for part in text.split(",")):
            first, _, rest = one.partition(" ")
            book, number = (first, rest) if first in RULEBOOK_KEYS else (book, one)
            if not book:
                raise NotationError(phrase("{one} names no rulebook", one=quoted(one)), legal=RULEBOOK_KEYS)
            self.proves.append(clause(f"{book} {number.strip()}").cite)

    def sign(self, number: int, words: str) -> None:
        """The sign, with the players on the same line or later."""
        sign_words, mark, players = words.partition(" seats ")
        self.script = Script(read_sign(sign_words), line=number, proves=self.proves)
        game = self.script.game
        steps = game.steps if game else ()
        self.labels = sorted({step.name for step in steps}, key=len, reverse=True)
        self.deals = iter([step.name for step in steps if isinstance(step, Deal)])
        if mark:
            self.seats(players)

    def seats(self, text: str) -> None:
        """The players: "1 10000 button, 2-5 750"; a seat passed over by 9.3.1 is "9 undealt button"."""
        script = self._script
        for part in (one.strip() for one in text.split(",")):
            if part.startswith("button "):
                script.button = _number(part.removeprefix("button "))
                continue
            found = SEAT.match(part)
            if not found:
                raise NotationError(
                    phrase("{what} is no seat with a stack", what=quoted(part)), legal=("1 10000", "1 10000 button")
                )
            first, last = int(found[1]), int(found[2] or found[1])
            stack = script.sign.unit if found[3] == "undealt" else int(found[3])
            script.players.extend((seat, stack) for seat in range(first, min(last, first + MOST_SEATS) + 1))
            if found[4]:
                script.button = last

    def posting(self, text: str) -> None:
        """Who posts which blind, where the room decides it: "1 100, 3 200"; or none."""
        found = [] if text == "none" else [LATE.match(part.strip()) for part in text.split(",")]
        if not all(found):
            raise NotationError(phrase("{text} are no posts", text=quoted(text)), legal=("1 100, 3 200", "none"))
        self._script.posts = [(int(one[1]), int(one[2])) for one in found if one]

    def late(self, text: str) -> None:
        """Posts of players who come in: "4 200", or live and dead "4 200+100"."""
        for part in text.split(","):
            found = LATE.match(part.strip())
            if not found:
                raise NotationError(
                    phrase("{strip} is no late post", strip=quoted(part.strip())), legal=("4 200", "4 200+100")
                )
            self._script.late.append((int(found[1]), int(found[2]), int(found[3] or 0)))

    def brought(self, text: str) -> None:
        """What players brought to the table, where play has made their stacks another: "4 20000, 5 20000"."""
        for part in text.split(","):
            found = LATE.match(part.strip())
            if not found or found[3]:
                raise NotationError(
                    phrase("{strip} is no stake that was brought", strip=quoted(part.strip())), legal=("4 20000",)
                )
            self._script.brought.append((int(found[1]), int(found[2])))

    def hand(self, text: str) -> None:
        """The name of the hand, in quotes where it needs them."""
        self._script.hand_id = unquote(text) if re.fullmatch(QUOTED, text) else text

    def live(self, text: str) -> None:
        """A live table: cards dealt face down are not known."""
        if text:
            raise NotationError(phrase("'live' stands alone, not with {text}", text=quoted(text)))
        self._script.live = True

    def play(self, number: int, words: str) -> None:
        """What is done or claimed: a label, then statements with semicolons between them."""
        for part in statements_of(words):
            said = CITED.search(part)
            cites = read_cites(said[1], self._script.sign.rulebook) if said else ()
            text = CITED.sub("", part)
            if is_ruling(text):
                self.ruling(number, text, cites)
                continue
            label = next((one for one in self.labels if text == one or text.startswith(f"{one} ")), "")
            rest = text.removeprefix(label).strip()
            if text.startswith("deal "):
                label, rest = self._next_deal(), text.removeprefix("deal ").strip()
            if label and DEALT.match(rest):
                self.street(label, rest)
                rest = f"deal {rest}"
            self.note_cards(rest)
            self._script.statements.append(Statement(number, label, " ".join(rest.split()), cites))

    def ruling(self, number: int, text: str, cites: Cites) -> None:
        """A line of a ruling; a street that is named after it is dealt after it."""
        self.rulings += 1
        words = " ".join(text.split())
        self.note_cards(re.sub(QUOTED, "", words))
        self._script.statements.append(Statement(number, "", words, cites))

    def _next_deal(self) -> str:
        try:
            return next(self.deals)
        except StopIteration:
            raise NotationError("the game deals no more streets") from None

    def street(self, label: str, text: str) -> None:
        """The cards of a street: "1 AhKd, 2 QsQc, board 7h", or for the board alone "2c3c4c"."""
        dealt = self._script.streets.setdefault(label, [])
        if not dealt or self.dealt_at[label] < self.rulings:
            dealt.append(Street())
            self.dealt_at[label] = self.rulings
        street = dealt[-1]
        for part in (one.strip() for one in text.split(",")):
            found = re.match(r"(\d+|board)\s+(?!$)", part) if not re.match(CARD, part) else None
            if found and found[1] != "board":
                street.players[int(found[1])] = read_cards(part[found.end() :])
            else:
                board = read_cards(part[found.end() :] if found else part)
                if street.board and street.board != board:  # the board is dealt twice (house 27.3)
                    street = Street()
                    dealt.append(street)
                street.board = board

    def note_cards(self, text: str) -> None:
        """Remember burns and replacements in order, and keep every named card from being dealt as a filler."""
        script = self._script
        if found := BURN.match(text):
            script.burns.append(read_cards(found[1])[0] if found[1] else None)
        if found := DRAWS.match(text) or GETS.match(text):
            script.gets.setdefault(int(found[1]), []).extend(read_cards(found[2]))
        for named in NAMED.findall(text):
            script.reserved |= {card for card in read_cards(named) if card is not None and card != UNKNOWN}

    @property
    def _script(self) -> Script:
        assert self.script is not None
        return self.script


_HEADERS: Final = frozenset({"seats", "posting", "late", "brought", "hand", "live"})


def _number(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotationError(phrase("{text} is no number", text=quoted(text)))
    return int(text)
