"""A house-banked game in the terminal: wagers, decisions, settlement, each line with its clause."""

from __future__ import annotations

import random
from typing import Any

import click
import msgspec

from openfelt.cards import FULL_DECK, show
from openfelt.errors import NotationError, OpenfeltError
from openfelt.pit import NextRound, NoMoreBets, Offer, Open, Round, Seat, Viewer, choices, play, seen_by, sign_for, view
from openfelt.pit.commands import MOST_CHIPS
from openfelt.pit.log import log_line
from openfelt.pit.round import BETTING, DONE

YOU = "you"


def play_banked(game: str, stack: int, chance: random.Random, rounds: int | None) -> None:
    """Rounds against the house until the chips, the rounds or the patience run out."""
    if not 1 <= stack <= MOST_CHIPS:
        raise NotationError(f"a stack of {stack} is not 1 to {MOST_CHIPS}")
    table = Round()
    tell(play(table, Open(sign_for(game), (Seat(1, YOU, stack),))), table)
    while rounds is None or table.number <= rounds:
        if not one_round(table, chance):
            return
        click.echo(f"  chips: {table.purses[YOU]}\n")
        if not table.purses[YOU]:
            click.echo("You are out of chips.")
            return
        if rounds is not None and table.number >= rounds:
            return
        tell(play(table, NextRound()), table)


def one_round(table: Round, chance: random.Random) -> bool:
    """Bet, then decide until the house has settled; False when the player quits."""
    while table.phase != DONE:
        offers = [offer for offer in choices(table) if offer.by in (YOU, "player") and is_mine(offer)]
        if table.phase == BETTING:
            offers.insert(0, Offer(by="dealer", command=NoMoreBets(), cites=()))
        chosen = ask(table, offers)
        if chosen is None:
            return False
        try:
            if isinstance(chosen, NoMoreBets):
                deck = list(FULL_DECK.cards)
                chance.shuffle(deck)
                table.load(deck)
            tell(play(table, chosen), table)
        except OpenfeltError as refusal:
            click.echo(f"  refused: {refusal}")
    return True


def is_mine(offer: Offer) -> bool:
    """Whether an offer is about the player's own wagers and decisions, not about seats."""
    return (
        type(offer.command).__name__ not in {"Leave", "Join", "SpokenWager"} and getattr(offer.command, "box", 1) == 1
    )


def ask(table: Round, offers: list[Offer]) -> Any:  # noqa: ANN401 - an order, or None to quit
    """Number the offers, read one with its amount."""
    seen = view(table, Viewer("player", YOU))
    assert seen is not None
    own = [show(box.cards) for box in seen.boxes if box.player == YOU and box.cards]
    click.echo(f"> {' | '.join(own) or '-'} | table {show(seen.community) or '-'} | chips {table.purses[YOU]}")
    for number, offer in enumerate(offers, start=1):
        amounts = f" {offer.amounts.low}-{offer.amounts.high} in {offer.amounts.step}s" if offer.amounts else ""
        click.echo(f"    {number} {words(offer)}{amounts}")
    while True:
        answer = click.prompt(
            "> number [amount], q to quit", default="", show_default=False, prompt_suffix=" ? "
        ).split()
        if answer == ["q"]:
            return None
        if (chosen := read_answer(answer, offers)) is not None:
            return chosen
        click.echo(f"  1 to {len(offers)}; an amount in cents follows where the offer has amounts")


def read_answer(answer: list[str], offers: list[Offer]) -> Any:  # noqa: ANN401 - an order, or None if it is none
    """The order of a numbered offer; where no amount is said, the least."""
    offer = dict(zip(map(str, range(1, len(offers) + 1)), offers, strict=True)).get(answer[0]) if answer else None
    if offer is None or len(answer) > (1 if offer.amounts is None else 2):
        return None
    if offer.amounts is None:
        return offer.command
    said = answer[1] if len(answer) > 1 else str(offer.amounts.low)
    if not said.isdecimal() or len(said) > len(str(MOST_CHIPS)):
        return None
    return msgspec.structs.replace(offer.command, **dict.fromkeys(offer.vary, int(said)))


def words(offer: Offer) -> str:
    """An offer in words: "wager ante on box 1"."""
    command = offer.command
    spot = getattr(command, "spot", "")
    box = getattr(command, "box", 0)
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(command).__name__).strip()
    return f"{name}{f' {spot}' if spot else ''}{f' on box {box}' if box else ''}"


def tell(events: tuple[Any, ...], table: Round) -> None:
    """Print what happened, as the player may see it, with its clause."""
    players = {box.no: box.player for box in table.boxes.values()}
    for event in events:
        seen = seen_by(event, Viewer("player", YOU), players)
        click.echo(f"  {log_line(seen)}  [{seen.cites[0] if seen.cites else ''}]")
