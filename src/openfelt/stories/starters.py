"""A small story of any game to start from: it is made by playing, so it comes true."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from openfelt.cards import deck, show
from openfelt.errors import NotationError
from openfelt.games.registry import GAMES
from openfelt.games.sign import Clock
from openfelt.games.signline import write_sign
from openfelt.games.standard import standard_sign
from openfelt.pit.games import pit_game, pit_games
from openfelt.rulebooks import HOUSE_RULEBOOK, RULEBOOK_KEYS, Cites, clause
from openfelt.rulebooks.shelf import module_of
from openfelt.table import Hand, Shoe, legal, open_hand, play, start
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table.options import offers
from openfelt.table.performance import offer_words

STAKE: Final = 10_000
PLAYERS: Final = 3
COLUMN: Final = 60  # where the clauses stand
MOST_ACTS: Final = 50


def starter(rulebook: str, game: str = "") -> tuple[str, str]:
    """The kind and the text of a small story. A rulebook of a house-banked game has one game and needs no name.

    >>> kind, text = starter("nsw-poker", "texas-holdem")
    >>> kind, text.splitlines()[2]  # doctest: +ELLIPSIS
    ('hand', 'nsw-poker texas-holdem no-limit  blinds 100/200  unit 50  places 8  commission...')
    """
    if rulebook in pit_games() and game in {"", rulebook}:
        return "round", (files(module_of(pit_game(rulebook).book.key)) / "starter.round").read_text(encoding="utf-8")
    games = tuple(key for book, key in GAMES if book == rulebook) or ((rulebook,) if rulebook in pit_games() else ())
    if not games:
        raise NotationError(f"no rulebook {rulebook!r}", legal=tuple(RULEBOOK_KEYS))
    if game not in games:
        raise NotationError(f"no game {game!r} in {rulebook}" if game else f"which game of {rulebook}", legal=games)
    return "hand", _hand(rulebook, game)


class _Lines:
    """The lines of a story as they are made: words, and the clauses of one book that they give."""

    def __init__(self, rulebook: str, prefix: str = "") -> None:
        self.rulebook = rulebook
        self.prefix = prefix  # of a clause that is not of the sign's book
        self.label = ""
        self.made: list[str] = []
        self.proved: dict[str, None] = {}

    def say(self, label: str, words: str, cites: Cites = ()) -> None:
        """One line; the name of the street stands where it begins."""
        own = [cite for cite in cites if clause(cite).rulebook == self.rulebook][:1]
        self.proved |= dict.fromkeys(own)
        shown = label if label != self.label else ""
        self.label = label
        numbers = ", ".join(self.prefix + clause(cite).number for cite in own)
        line = f"{shown:<16}{words}"
        self.made.append(f"{line:<{COLUMN}}[{numbers}]" if numbers else line)


def _hand(rulebook: str, game: str) -> str:
    """A story that names clauses of the book, or of the house where the book leaves all of this to it."""
    return _told(rulebook, game, _Lines(rulebook)) or _told(
        rulebook, game, _Lines(HOUSE_RULEBOOK, f"{HOUSE_RULEBOOK} ")
    )


def _told(rulebook: str, game: str, lines: _Lines) -> str:
    """Who opens and what is offered; then the first who may bets or calls, the others fold, and one wins.

    Nothing if none of it is by a clause of that book.
    """
    sign = standard_sign(rulebook, game, clock=Clock(), min_stake=0, max_stake=0)
    shoe = Shoe(deck(sign.deck, joker=sign.joker).cards)
    players = [(seat, STAKE) for seat in range(1, min(PLAYERS, sign.seats) + 1)]
    hand, events = open_hand(start(sign, players, button=1), shoe)
    dealt = next(event for event in events if isinstance(event, e.StreetDealt))
    piles = [(*down, *up) for down, up in zip(dealt.down, dealt.up, strict=True)]
    held = ", ".join(f"{seat} {show(pile, '')}" for seat, pile in zip(hand.seats, piles, strict=True))
    lines.say(dealt.name, held, dealt.cites)
    opened = next(event for event in reversed(events) if isinstance(event, e.RoundOpened))
    lines.say(opened.name, f"opens {opened.seat}", opened.cites)
    first = offers(hand)
    lines.say(
        opened.name,
        f"{hand.seats[hand.to_act]} may {', '.join(map(offer_words, first))}",
        tuple(cite for offer in first for cite in offer.cites),
    )
    done = list(events)
    for _ in range(MOST_ACTS):
        if hand.is_over:
            break
        command, words = _act(hand, is_first=len(done) == len(events))
        made = play(hand, command, shoe)
        lines.say(opened.name, words, made[0].cites)
        done += made
    for event in (one for one in done if isinstance(one, e.PotAwarded)):
        lines.say(opened.name, f"wins {event.seats[0]} {event.amounts[0]} of pot {event.pot + 1}", event.cites)
    if not lines.proved:
        return ""
    proves = f"{lines.rulebook} {', '.join(clause(cite).number for cite in lines.proved)}"
    seats = ", ".join(f"{seat} {STAKE}{' button' if seat == 1 else ''}" for seat, _ in players)
    head = [
        f"# {game} under {rulebook}: who opens, what may be done, and that the last one left wins.",
        f"proves {proves}",
        f"{write_sign(sign)}   seats {seats}",
    ]
    return "\n".join([*head, *lines.made]) + "\n"


def _act(hand: Hand, *, is_first: bool) -> tuple[object, str]:
    """The first player puts chips in, everyone after folds where folding is offered."""
    turn = legal(hand)
    assert turn is not None
    seat = turn.seat
    if turn.fold and not is_first:
        return c.Fold(seat), f"{seat} folds"
    if turn.bring_in:
        return c.BringIn(seat), f"{seat} brings in"
    if turn.call:
        return c.Call(seat), f"{seat} calls"
    if turn.least and is_first:
        return c.Bet(seat, turn.least), f"{seat} bets {turn.least}"
    return c.Check(seat), f"{seat} checks"
