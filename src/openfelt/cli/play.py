"""`openfelt play GAME`: sit down in the terminal against bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import click

from openfelt.bots import BOTS, find_bot
from openfelt.cards import cards, deck
from openfelt.cli.answers import ask_for, require_input
from openfelt.cli.play_pit import play_banked
from openfelt.cli.table_options import (
    USUAL_BOTS,
    choose_sign,
    known_game,
    read_bots,
    refuse_given,
    require_stake,
)
from openfelt.cli.terminal import ME, Stack, as_you, faces, in_colour, read_dollars
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.games import print_sign
from openfelt.money import money
from openfelt.phrases import Seat
from openfelt.pit.games import pit_games
from openfelt.rulebooks import usual_rulebook
from openfelt.table import (
    Bet,
    BringIn,
    BuyTime,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    Hand,
    HandStarted,
    Muck,
    PlayerCommand,
    RaiseTo,
    Shoe,
    Show,
    Straddle,
    Turn,
    Viewer,
    event_view,
    legal,
    open_hand,
    play,
    start,
    view,
)
from openfelt.table.log import log_line
from openfelt.table.seen import SeatView

YOU: Final = 1
USUAL_SEATS: Final = 4
TABLE_ONLY: Final = {"rulebook": "--rulebook", "seats": "--seats", "bots": "--bots"}
LONGEST_SAID: Final = 20
HELP: Final = (
    "f fold, c check or call, b 4 bet $4, r 4.50 raise to $4.50, all all-in, i bring in, "
    "d CARDS or d 1 3 change cards (d: pat), s straddle, n decline, show, muck, time, q quit."
)


@click.command("play")
@click.argument("game")
@click.option("--rulebook", help=f"Whose rules; {usual_rulebook()} if not given, else the first that has the game.")
@click.option("--seats", type=int, help="Players at the table; 4 if not given, or all that the game seats.")
@click.option(
    "--bots",
    metavar="A,B,...",
    help=f"Bots in turn: {', '.join(BOTS)}; {', '.join(USUAL_BOTS)} if not given.",
)
@click.option(
    "--stack",
    type=Stack(),
    default=20_000,
    help="What everyone brings: 20000 (cents) or $200, which is the default; a stake that the sign allows.",
)
@click.option("--seed", type=click.IntRange(min=0), help="Repeat the same cards.")
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.pass_context
def command(  # noqa: PLR0917 - one parameter for each option
    ctx: click.Context,
    game: str,
    rulebook: str | None,
    seats: int | None,
    bots: str | None,
    stack: int,
    seed: int | None,
    hands: int | None,
) -> None:
    """Play GAME in the terminal against bots. Every line names the clause behind it."""
    chance = random.Random(seed)  # a practice game: the room deals from the system's entropy
    game = known_game(game)
    if game in pit_games():
        refuse_given(ctx, TABLE_ONLY, f"is for games between players, not for {game}")
        play_banked(game, stack, chance, hands)
        return
    sign = choose_sign(game, rulebook, seats, usual_seats=USUAL_SEATS)
    names = read_bots(bots, sign.seats - 1)
    require_stake(sign, stack)
    require_input("play")
    click.echo(print_sign(sign) + "\n")
    click.echo(HELP + "\n")
    stacks = dict.fromkeys(range(1, sign.seats + 1), stack)
    button, number = sign.seats, 0
    while hands is None or number < hands:
        number += 1
        inside = [(seat, chips) for seat, chips in stacks.items() if chips > 0]
        if len(inside) < 2 or not stacks[YOU]:
            click.echo("You are out of chips." if not stacks[YOU] else "You won everything.")
            return
        button = next_button(button, [seat for seat, _ in inside])
        if not one_hand(start(sign, inside, button=button), names, chance, stacks):
            return


def next_button(button: int, seats: list[int]) -> int:
    """The button moves to the next player clockwise."""
    return next((seat for seat in seats if seat > button), seats[0])


def one_hand(first: HandStarted, names: Sequence[str], chance: random.Random, stacks: dict[int, int]) -> bool:
    """Play one hand; False when the player quits."""
    order = list(deck(first.sign.deck, joker=first.sign.joker).cards)
    chance.shuffle(order)
    shoe = Shoe(order, lambda pool: chance.sample(pool, len(pool)))
    hand, events = open_hand(first, shoe)
    tell(events, names)
    while not hand.is_over:
        turn = legal(hand)
        assert turn is not None
        if turn.seat == YOU:
            chosen = ask(hand, turn)
            if chosen is None:
                return False
        else:
            bot = find_bot(names[(turn.seat - 2) % len(names)])
            chosen = bot(turn, partial(view, hand, Viewer("seat", turn.seat)), chance)
        try:
            tell(play(hand, chosen, shoe), names)
        except RuleViolation as refusal:
            click.echo(f"  refused: {refusal}")
    for at, seat in enumerate(hand.seats):
        stacks[seat] = hand.stacks[at]
    told = [f"{as_you(who(seat, names))} {money(chips)}" for seat, chips in stacks.items()]
    click.echo(f"  stacks: {', '.join(told)}\n")
    return True


def who(seat: int, names: Sequence[str]) -> str:
    """The player, or the bot in that seat."""
    return ME if seat == YOU else f"{names[(seat - 2) % len(names)]} ({seat})"


def tell(events: list[Any], names: Sequence[str]) -> None:
    """Print what happened, as you may see it, with its clause."""
    for event in events:
        seen = event_view(event, Viewer("seat", YOU))
        line = str(log_line(seen, lambda seat: Seat(seat, who(seat, names))))
        if line:
            click.echo(f"  {in_colour(as_you(line))}  [{seen.cites[0] if seen.cites else ''}]")


def ask(hand: Hand, turn: Turn) -> PlayerCommand | None:
    """Ask until the answer can be read; None to quit."""
    seen = view(hand, Viewer("seat", YOU))
    mine = next(one for one in seen.seats if one.seat == YOU)
    up = f" showing {faces(mine.up)}" if mine.up else ""
    board = f" | board {faces(seen.board)}" if seen.board else ""
    click.echo(f"> {faces(mine.down)}{up}{board} | pot {money(seen.pot)} | you have {money(mine.stack)}")
    while True:
        answer = ask_for(f"> {', '.join(map(str, turn.choices))}")
        try:
            found = read_answer(answer, turn, mine)
        except OpenfeltError as fault:
            click.echo(f"  {fault}")
            continue
        if found is not None or answer == "q":
            return found
        click.echo(f"  {unread(answer)}")


def unread(answer: str) -> str:
    """What is said of an answer that means nothing: which amount cannot be read, or which answers there are.

    >>> unread("r 1,50"), unread("b")
    ("'1,50' is no amount; write b 4 or r 4.50", 'how much? Write b 4 or r 4.50')
    """
    word, _, rest = answer.lower().partition(" ")
    if word not in {"b", "r"}:
        return HELP
    said = rest if len(rest) <= LONGEST_SAID else f"{rest[:LONGEST_SAID]}…"
    return f"{said!r} is no amount; write b 4 or r 4.50" if rest else "how much? Write b 4 or r 4.50"


def read_answer(answer: str, turn: Turn, mine: SeatView) -> PlayerCommand | None:
    """The command an answer means, or None if it means nothing. Cards to change may be named or counted (d 1 3)."""
    word, _, rest = answer.lower().partition(" ")
    plain: dict[str, PlayerCommand] = {
        "f": Fold(YOU), "k": Check(YOU), "c": Check(YOU) if turn.check else Call(YOU),
        "s": Straddle(YOU), "n": Decline(YOU), "i": BringIn(YOU),
        "show": Show(YOU), "muck": Muck(YOU), "time": BuyTime(YOU),
    }  # fmt: skip
    if word in plain:
        return None if rest else plain[word]
    if answer.lower() == "all":
        return all_in(turn, mine)
    if word in {"b", "r"} and (to := read_dollars(rest)) is not None:
        return Bet(YOU, to) if word == "b" else RaiseTo(YOU, to)
    if word == "d":
        places = rest.split()
        counted = {str(at): card for at, card in enumerate(mine.down, start=1)}
        if places and all(place in counted for place in places):
            chosen = tuple(counted[place] for place in places)
        else:
            chosen = cards(rest)
        return Discard(YOU, chosen) if turn.kind == "discarding" else Draw(YOU, chosen)
    return None


def all_in(turn: Turn, mine: SeatView) -> PlayerCommand:
    """The order that puts in the whole stack; where none does, the table refuses it with what is allowed."""
    if turn.call_all_in:
        return Call(YOU)
    if turn.bring_in == mine.stack:
        return BringIn(YOU)
    to = mine.stack + mine.bet
    return Bet(YOU, to) if turn.opening else RaiseTo(YOU, to)
