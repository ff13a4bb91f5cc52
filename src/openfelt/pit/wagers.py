"""While betting is open: who may stake what on which box, and how the betting closes."""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.game import PitGame
from openfelt.pit.games import game_of
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import BETTING, DONE, Box, Round
from openfelt.pit.rules import forbidding, require_box, require_name_and_chips, require_phase, require_player
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign, Limits
from openfelt.rulebooks import Cites, joined


def decide_wager(round_: Round, order: c.Wager, *, spoken: Cites = ()) -> tuple[e.Event, ...]:
    """Chips on a spot: the player, the box, the spot and the amount are each checked against their clause."""
    game = round_.game
    require_phase(round_, (BETTING,), lock_cites(round_, order), "a new wager")
    require_player(round_, order.player, game.chips)
    require_box(round_, order.box, game.chips)
    require_may_bet(round_, order.player)
    require_own_box(round_, order.player, order.box)
    require_spot(round_, order.box, order.spot)
    amounts = amounts_for(round_, order.player, order.box, order.spot)
    if amounts is None or order.amount not in amounts:
        refuse_amount(round_, order, amounts)
    cites = joined(game.spots[order.spot].place, spoken, extra_cites(round_, order.player, order.box))
    placed = e.Wagered(order.player, order.box, order.spot, order.amount, cites=cites)
    whole = order.amount + round_.boxes[order.box].stakes.get(order.spot, 0)
    if whole < limits_of(round_, order.spot).low:  # only where such a wager stands once
        return placed, e.Warned(order.player, order.amount, cites=game.minimum)
    return (placed,)


def lock_cites(round_: Round, order: c.Wager) -> Cites:
    """Why no wager is taken after the betting."""
    game, box = round_.game, round_.boxes.get(order.box)
    rules = game.spots.get(order.spot) or game.spots[Spot.ANTE]
    return rules.altered if box is not None and order.spot in box.stakes else rules.late


def decide_spoken(round_: Round, order: c.SpokenWager) -> tuple[e.Event, ...]:
    """A called wager counts only with its chips, before betting closes."""
    spoken = round_.game.spoken
    if not spoken:
        raise RuleViolation("spoken-wager", round_.game.chips, "wagers are made by putting chips on a box")
    require_phase(round_, (BETTING,), round_.game.spoken_late, "a spoken wager")
    if order.chips != order.amount:
        raise RuleViolation(
            "spoken-wager",
            spoken,
            phrase("{amount} was called with {chips} in chips", amount=Money(order.amount), chips=Money(order.chips)),
            legal=("with its chips",),
        )
    return decide_wager(round_, c.Wager(order.player, order.box, order.spot, order.amount), spoken=spoken)


def require_may_bet(round_: Round, player: str) -> None:
    """Refuse a player who is excluded, or kept apart from another; and anyone at a closed table."""
    if round_.closed:
        raise RuleViolation("table-closed", round_.game.closed, "the table is closed")
    if player in round_.excluded:
        raise RuleViolation(
            "excluded", round_.game.excluded, phrase("{player} is excluded from the game", player=Name(player))
        )
    for pair in round_.apart:
        other = next((one for one in pair if one != player), "")
        if player in pair and any(box.player == other for box in round_.boxes.values()):
            raise RuleViolation(
                "kept-apart",
                round_.game.apart,
                phrase("{player} may not play at a table with {other}", player=Name(player), other=Name(other)),
            )


def require_own_box(round_: Round, player: str, box: int) -> None:
    """One player a box; whether a player may have another box than the own seat's, the game says."""
    holder = round_.boxes[box].player or round_.seated_at(box)
    if holder not in ("", player):
        raise RuleViolation(
            "box-taken", forbidding(round_.game.taken), phrase("box {box} is {holder}'s", box=box, holder=Name(holder))
        )
    own = round_.seats[player]
    if own != box and not round_.game.has_extra_boxes(round_.sign):
        code, words, cites = round_.game.other_box
        raise RuleViolation(code, cites, words.format(player=player, own=own))


def extra_cites(round_: Round, player: str, box: int) -> Cites:
    """The clauses of a wager on an area other than the own seat's."""
    return () if round_.seats[player] == box else round_.game.extra


def require_spot(round_: Round, box_no: int, spot: Spot) -> None:
    """Refuse a spot the table does not have, a second wager where one is the rule, and one that needs an ante first."""
    game, box = round_.game, round_.boxes[box_no]
    game.require_spot(round_.sign, spot)
    if spot in box.stakes and game.one_wager:
        told = phrase(
            "a wager of {stakes} lies on the {spot} of box {box_no}",
            stakes=Money(box.stakes[spot]),
            spot=spot,
            box_no=box_no,
        )
        raise RuleViolation("spot-taken", game.one_wager, told)
    if spot is not Spot.ANTE and Spot.ANTE not in box.stakes:
        raise RuleViolation(
            "no-ante", game.spots[spot].no_ante, phrase("no ante on box {box_no}", box_no=box_no), legal=("ante",)
        )


def limits_of(round_: Round, spot: Spot) -> Limits:
    """The limits printed for a spot."""
    return round_.sign.bonus if spot is Spot.BONUS else round_.sign.ante


def amounts_for(round_: Round, player: str, box_no: int, spot: Spot) -> Amounts | None:
    """What may be staked on a spot, or added to it, as from, to and step; None if nothing may.

    Where wagers above the maximum are trimmed before the deal, they are taken first.
    """
    game, box, limits = round_.game, round_.boxes[box_no], limits_of(round_, spot)
    laid = box.stakes.get(spot, 0)
    purse = round_.purses[player] + laid
    least, most = game.spots[spot].times
    if most:
        ante = box.stakes[Spot.ANTE]
        low, high, step = least * ante, min(most * ante, purse), ante
    else:
        step = limits.step
        low = step if game.stands_once and player not in round_.warned else limits.low
        high = min(most_with_call(round_, box, spot, purse), limits.high if game.maximum else c.MOST_CHIPS)
    low, high = max(low - laid, step), high - laid
    high -= high % step  # the least is in whole steps itself
    return Amounts(low, high, step) if high >= low else None


def call_cover(game: PitGame, sign: AnySign) -> int:
    """How many antes a player keeps for the call; 0 where the sign does not ask for that."""
    return game.call.times if game.call and getattr(sign, "cover_call", False) else 0


def most_with_call(round_: Round, box: Box, spot: Spot, purse: int) -> int:
    """The most that leaves enough for the call, where the sign asks for that.

    The call is so many antes, or so many times the limit if more lies there, which is trimmed.
    """
    times = call_cover(round_.game, round_.sign)
    limit = box_limit(round_, box)
    if spot is Spot.BONUS:
        return purse - times * min(box.stakes[Spot.ANTE], limit)
    return max(purse - times * limit, purse // (1 + times))


def least_purse(sign: AnySign) -> tuple[int, Cites]:
    """The chips that the least ante needs, with the clauses: the call behind it too, where the sign asks for that."""
    game = game_of(sign)
    times = call_cover(game, sign)
    return (1 + times) * sign.ante.low, joined(game.least_ante, game.covered) if times else game.least_ante


def box_limit(round_: Round, box: Box) -> int:
    """The most on a box: the sign's maximum, or the marker's."""
    return max(round_.sign.ante.high, box.marker)


def refuse_amount(round_: Round, order: c.Wager, amounts: Amounts | None) -> None:
    """Say which clause an amount offends."""
    game, limits, rules = round_.game, limits_of(round_, order.spot), round_.game.spots[order.spot]
    allowed = (
        (
            phrase(
                "{low} to {high} in steps of {step}",
                low=Money(amounts.low),
                high=Money(amounts.high),
                step=Money(amounts.step),
            ),
        )
        if amounts
        else ()
    )
    told = phrase(
        "{spot} of {amount} by {player}", spot=order.spot, amount=Money(order.amount), player=Name(order.player)
    )
    least, most = rules.times
    size = RuleViolation(
        "bet-size",
        rules.size,
        phrase("{told} is not {least} to {most} times the ante", told=told, least=least, most=most),
        legal=allowed,
    )
    if most and order.amount % round_.boxes[order.box].stakes[Spot.ANTE]:
        raise size
    if order.amount <= 0 or order.amount % limits.step:
        raise RuleViolation(
            "wager-step",
            game.steps,
            phrase("{told} is not a multiple of {step}", told=told, step=Money(limits.step)),
            legal=allowed,
        )
    if order.amount > round_.purses[order.player]:
        raise RuleViolation(
            "no-chips",
            game.chips,
            phrase("{told}, who has {purses}", told=told, purses=Money(round_.purses[order.player])),
            legal=allowed,
        )
    if most:
        raise size
    whole = order.amount + round_.boxes[order.box].stakes.get(order.spot, 0)
    if whole < limits.low:
        raise RuleViolation(
            "under-minimum",
            game.minimum,
            phrase("{told} is under the minimum of {low}: returned", told=told, low=Money(limits.low)),
            legal=allowed,
        )
    if game.maximum and whole > limits.high:
        raise RuleViolation(
            "over-maximum",
            game.maximum,
            phrase("{told} is over the maximum of {high}", told=told, high=Money(limits.high)),
            legal=allowed,
        )
    raise RuleViolation(
        "call-not-covered", game.covered, phrase("{told} leaves too little for the call", told=told), legal=allowed
    )


def decide_withdraw(round_: Round, order: c.Withdraw) -> tuple[e.Event, ...]:
    """A wager is taken back while betting is open; what needs an ante goes before the ante."""
    game = round_.game
    require_box(round_, order.box, game.alter)
    box = round_.boxes[order.box]
    late = game.lost if game.lost and order.spot in box.lost else game.alter
    require_phase(round_, (BETTING,), late, "taking a wager back")
    if order.spot not in box.stakes:
        raise RuleViolation(
            "no-wager", game.alter, phrase("there is no {spot} on box {box}", spot=order.spot, box=order.box)
        )
    if order.spot is Spot.ANTE and (needing := needing_ante(round_, order.box)):
        raise RuleViolation(
            "ante-needed",
            game.spots[needing].no_ante,
            phrase("the {needing} on box {box} needs the ante", needing=needing, box=order.box),
            legal=(phrase("withdraw {needing}", needing=needing),),
        )
    return (e.Withdrawn(order.box, order.spot, box.stakes[order.spot], cites=game.close),)


def needing_ante(round_: Round, box_no: int) -> Spot | None:
    """The wager on a box that cannot lie there without an ante."""
    spots = round_.game.spots
    return next((spot for spot in round_.boxes[box_no].stakes if spots[spot].is_bound), None)


def decide_no_more_bets(round_: Round, _: c.NoMoreBets) -> tuple[e.Event, ...]:
    """Wagers above the maximum are trimmed, then the cards may leave the shoe."""
    game = round_.game
    require_phase(round_, (BETTING,), game.close, "no more bets")
    if not any(Spot.ANTE in box.stakes for box in round_.boxes.values()):
        raise RuleViolation("no-ante", game.ante, "there is no ante on the layout")
    if round_.faulty_deck:
        raise RuleViolation(
            "faulty-deck", (*game.deck, *game.change_cards), "the deck is not complete", legal=("change cards",)
        )
    blind = game.blind(round_)
    cites = joined(game.close, game.blind_cites if blind else ())
    return *game.trims(round_), e.BettingClosed(game.deal_plan(round_), blind, cites=cites)


def decide_cut(round_: Round, order: c.Cut) -> tuple[e.Event, ...]:
    """The cards are cut once after the shuffle, by staff, and not too near an end."""
    rules = round_.game.cut
    require_phase(round_, (BETTING,), rules.cites, "cutting the cards")
    if not may_cut(round_):
        raise RuleViolation("no-cut", rules.cites, "the cards are cut once, and not in a shuffler")
    if order.by != rules.by:
        raise RuleViolation(
            "who-cuts", rules.cites, phrase("a {by} does not cut the cards", by=Name(order.by)), legal=(rules.by,)
        )
    if not rules.low <= order.at <= rules.high:
        legal = (phrase("{low} to {high}", low=rules.low, high=rules.high),)
        raise RuleViolation(
            "cut-place", rules.cites, phrase("a cut after {at} cards is too near an end", at=order.at), legal=legal
        )
    return (e.CardsCut(order.at, cites=rules.cites),)


def may_cut(round_: Round) -> bool:
    """Whether the cards may still be cut: once, and only where no shuffler is used."""
    return not round_.cut and not round_.reads("device", "shuffler")


def decide_join(round_: Round, order: c.Join) -> tuple[e.Event, ...]:
    """A player sits down; an area that another uses in addition is given up for the newcomer."""
    game, cites = round_.game, round_.game.join
    require_phase(round_, (BETTING, DONE), cites, "sitting down")
    require_box(round_, order.box, cites)
    require_name_and_chips(order.player, order.purse)
    if order.player in round_.seats:
        raise RuleViolation(
            "seated",
            forbidding(cites),
            phrase("{player} sits at box {seats}", player=Name(order.player), seats=round_.seats[order.player]),
        )
    if holder := round_.seated_at(order.box):
        raise RuleViolation(
            "box-taken", forbidding(cites), phrase("box {box} is {holder}'s", box=order.box, holder=Name(holder))
        )
    if order.player in round_.excluded:
        raise RuleViolation(
            "excluded", game.excluded, phrase("{player} is excluded from the game", player=Name(order.player))
        )
    if any(order.player in pair and round_.seats.keys() & set(pair) for pair in round_.apart):
        raise RuleViolation(
            "kept-apart",
            game.apart,
            phrase("{player} may not play at a table with another here", player=Name(order.player)),
        )
    if round_.closed:
        raise RuleViolation("table-closed", game.closed, "the table is closed")
    joined = e.Joined(order.player, order.box, order.purse, cites=cites)
    box = round_.boxes[order.box]
    if round_.phase == BETTING and box.player:
        return e.AreaReleased(box.no, box.player, box.laid, cites=cites), joined
    if not round_.seats and game.vacant:
        return joined, e.ShuffleOrdered("vacant", cites=game.vacant)
    return (joined,)


def decide_leave(round_: Round, order: c.Leave) -> tuple[e.Event, ...]:
    """A player without a wager on the layout may get up."""
    cites = round_.game.alter
    require_player(round_, order.player, cites)
    require_phase(round_, (BETTING, DONE), cites, "leaving")
    if has_wagered(round_, order.player):
        raise RuleViolation(
            "wager-laid",
            cites,
            phrase("{player} has a wager on the layout", player=Name(order.player)),
            legal=("withdraw",),
        )
    return (e.Left(order.player, round_.purses[order.player], cites=cites),)


def has_wagered(round_: Round, player: str) -> bool:
    """Whether a wager of this player lies on the layout."""
    return any(box.player == player and box.stakes for box in round_.boxes.values())


# -- what is offered ---------------------------------------------------------------------------------------------------


def offer_wagers(round_: Round, player: str) -> Iterator[Offer]:
    """What a player who sits here may stake or take back now, and whether the player may get up."""
    if round_.phase == BETTING:
        extra = round_.game.has_extra_boxes(round_.sign)
        for box in round_.boxes if extra else (round_.seats[player],):
            yield from offer_spots(round_, player, box)
        for no, one in round_.boxes.items():
            for spot in one.stakes if one.player == player else ():
                if spot is not Spot.ANTE or needing_ante(round_, no) is None:
                    yield Offer(by=player, command=c.Withdraw(no, spot), cites=round_.game.close)
    if round_.phase in (BETTING, DONE) and not has_wagered(round_, player):
        yield Offer(by=player, command=c.Leave(player), cites=round_.game.alter)


def offer_spots(round_: Round, player: str, box: int) -> Iterator[Offer]:
    """What one player may stake on one box: first what is not there yet, then more on what is."""
    try:
        require_may_bet(round_, player)
        require_own_box(round_, player, box)
    except RuleViolation:
        return
    game, laid = round_.game, round_.boxes[box].stakes
    for spot in sorted(game.spots, key=lambda one: one in laid):
        try:
            require_spot(round_, box, spot)
        except RuleViolation:
            continue
        if amounts := amounts_for(round_, player, box, spot):
            cites = joined(game.spots[spot].place, extra_cites(round_, player, box))
            order = c.Wager(player, box, spot, amounts.low)
            yield Offer(by=player, command=order, amounts=amounts, cites=cites)
            if game.spoken:
                yield from offer_spoken(order, amounts, game.spoken)


def offer_spoken(order: c.Wager, amounts: Amounts, cites: Cites) -> Iterator[Offer]:
    """The same wager called out with its chips."""
    spoken = c.SpokenWager(order.player, order.box, order.spot, order.amount, order.amount)
    yield Offer(by=order.player, command=spoken, amounts=amounts, vary=("amount", "chips"), cites=cites)


def offer_close(round_: Round) -> Iterator[Offer]:
    """The dealer cuts the cards and closes the betting."""
    if round_.phase != BETTING:
        return
    cut = round_.game.cut
    if may_cut(round_):
        order = c.Cut(cut.by, cut.low)  # type: ignore[arg-type]
        amounts = Amounts(cut.low, cut.high, 1)
        yield Offer(by="dealer", command=order, amounts=amounts, vary=("at",), cites=cut.cites)
    if any(Spot.ANTE in box.stakes for box in round_.boxes.values()) and not round_.faulty_deck:
        yield Offer(by="dealer", command=c.NoMoreBets(), cites=round_.game.close)


def offer_seats(round_: Round) -> Iterator[Offer]:
    """Free boxes for newcomers."""
    if round_.closed or round_.phase not in (BETTING, DONE):
        return
    taken = set(round_.seats.values())
    for box in round_.boxes:
        if box not in taken:
            yield Offer(
                by="player",
                command=c.Join("newcomer", box, 0),
                amounts=Amounts(0, c.MOST_CHIPS, 1),
                vary=("purse",),
                free=("player",),
                cites=round_.game.join,
            )
