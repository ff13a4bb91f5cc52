"""A house-banked game in the terminal: wagers, decisions, settlement, each line with its clause."""

from __future__ import annotations

import random
from typing import Any

import click
import msgspec

from openfelt.cards import FULL_DECK, show
from openfelt.errors import OpenfeltError
from openfelt.pit import NextRound, NoMoreBets, Offer, Open, Round, Seat, Viewer, choices, play, seen_by, sign_for, view
from openfelt.pit.log import log_line
from openfelt.pit.round import BETTING, DONE

YOU = "you"


def play_banked(game: str, stack: int, chance: random.Random, rounds: int | None) -> None:
    """Rounds against the house until the chips, the rounds or the patience run out."""
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
        if answer and answer[0].isdecimal() and 1 <= int(answer[0]) <= len(offers):
            offer = offers[int(answer[0]) - 1]
            if offer.amounts is None:
                return offer.command
            amount = int(answer[1]) if len(answer) > 1 and answer[1].isdecimal() else offer.amounts.low
            return msgspec.structs.replace(offer.command, **dict.fromkeys(offer.vary, amount))


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
