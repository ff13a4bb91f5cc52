"""A house-banked game in the terminal: wagers, decisions, settlement, each line with its clause."""

from __future__ import annotations

import random
from typing import Any, Final

import click
import msgspec

from openfelt.cards import FULL_DECK
from openfelt.cli.answers import ask_for, require_input
from openfelt.cli.terminal import ME, as_you, faces, in_colour, read_dollars
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.money import money
from openfelt.pit import (
    AnySign,
    NextRound,
    NoMoreBets,
    Offer,
    Open,
    Round,
    Seat,
    Spot,
    Viewer,
    Wager,
    choices,
    game_of,
    play,
    seen_by,
    sign_for,
    view,
)
from openfelt.pit.commands import MOST_CHIPS
from openfelt.pit.log import log_line
from openfelt.pit.round import DONE
from openfelt.pit.wagers import call_cover, offer_close

YOU: Final = "you"


def play_banked(game: str, stack: int, chance: random.Random, rounds: int | None) -> None:
    """Rounds against the house until the chips, the rounds or the patience run out."""
    sign = sign_for(game)
    require_stack(sign, stack)
    require_input("play")
    table = Round()
    tell(play(table, Open(sign, (Seat(1, YOU, stack),))), table)
    while rounds is None or table.number <= rounds:
        if not may_ante(table):
            click.echo(f"You can make no ante with {money(table.purses[YOU])}: {least_ante(sign)}.")
            return
        if not one_round(table, chance):
            return
        click.echo(f"  you have {money(table.purses[YOU])}\n")
        if not table.purses[YOU]:
            click.echo("You are out of chips.")
            return
        if rounds is not None and table.number >= rounds:
            return
        tell(play(table, NextRound()), table)


def require_stack(sign: AnySign, stack: int) -> None:
    """Refuse a stack that the least ante cannot be made from, and more than a table holds."""
    least = sign.ante.low + least_call(sign)
    if not least <= stack <= MOST_CHIPS:
        said = f"a stack of {money(stack)} is not {money(least)} to {money(MOST_CHIPS)}: {least_ante(sign)}"
        raise RuleViolation("stake", game_of(sign).spots[Spot.ANTE].place, said)


def least_call(sign: AnySign) -> int:
    """What must be left for the call beside the least ante."""
    return call_cover(game_of(sign), sign) * sign.ante.low


def least_ante(sign: AnySign) -> str:
    """The least ante in words, with what must be left for its call."""
    call = f", and {money(least_call(sign))} must be left for its call" if least_call(sign) else ""
    return f"the least ante is {money(sign.ante.low)}{call}"


def may_ante(table: Round) -> bool:
    """Whether the player can make an ante now."""
    return any(isinstance(offer.command, Wager) and offer.command.spot is Spot.ANTE for offer in own_offers(table))


def one_round(table: Round, chance: random.Random) -> bool:
    """Bet, then decide until the house has settled; False when the player quits."""
    while table.phase != DONE:
        chosen = ask(table, own_offers(table))
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


def own_offers(table: Round) -> list[Offer]:
    """What the player may do now; the betting is closed for the dealer by the player, and that comes first."""
    closing = [offer for offer in offer_close(table) if isinstance(offer.command, NoMoreBets)]
    return [*closing, *(offer for offer in choices(table) if is_mine(offer))]


def is_mine(offer: Offer) -> bool:
    """Whether an offer is about the player's own wagers and decisions, not about seats."""
    return (
        type(offer.command).__name__ not in {"Leave", "Join", "SpokenWager"} and getattr(offer.command, "box", 1) == 1
    )


def ask(table: Round, offers: list[Offer]) -> Any:  # noqa: ANN401 - an order, or None to quit
    """Number the offers, read one with its amount."""
    seen = view(table, Viewer("player", YOU))
    assert seen is not None
    own = [faces(box.cards) for box in seen.boxes if box.player == YOU and box.cards]
    board = [f"table {faces(seen.community)}"] if seen.community else []
    click.echo(f"> {' | '.join([*own, *board, f'you have {money(table.purses[YOU])}'])}")
    for number, offer in enumerate(offers, start=1):
        click.echo(f"    {number} {words(offer)}{amounts_of(offer)}")
    while True:
        answer = ask_for("> number [amount], q to quit").split()
        if answer == ["q"]:
            return None
        if (chosen := read_answer(answer, offers)) is not None:
            return chosen
        click.echo(f"  1 to {len(offers)}; an amount in dollars follows where the offer has amounts")


def read_answer(answer: list[str], offers: list[Offer]) -> Any:  # noqa: ANN401 - an order, or None if it is none
    """The order of a numbered offer; where no amount is said, the least."""
    offer = dict(zip(map(str, range(1, len(offers) + 1)), offers, strict=True)).get(answer[0]) if answer else None
    if offer is None or len(answer) > (1 if offer.amounts is None else 2):
        return None
    if offer.amounts is None:
        return offer.command
    amount = read_dollars(answer[1]) if len(answer) > 1 else offer.amounts.low
    if amount is None or amount > MOST_CHIPS:
        return None
    return msgspec.structs.replace(offer.command, **dict.fromkeys(offer.vary, amount))


def amounts_of(offer: Offer) -> str:
    """The amounts that an offer may be made with, in words."""
    if offer.amounts is None:
        return ""
    low, high, step = offer.amounts.low, offer.amounts.high, offer.amounts.step
    return f" {money(low)} to {money(high)} in steps of {money(step)}"


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
        line = str(log_line(seen, lambda player: ME if player == YOU else player, words=table.game.words))
        click.echo(f"  {in_colour(as_you(line))}  [{seen.cites[0] if seen.cites else ''}]")
