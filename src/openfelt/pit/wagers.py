"""While betting is open: who may stake what on which box, and how the betting closes."""

from __future__ import annotations

from collections.abc import Iterator

from openfelt.errors import NotationError, RuleViolation
from openfelt.money import money
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.dealing import deal_plan
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import BETTING, Round
from openfelt.pit.rules import ACT, NZ, forbidding, require_box, require_phase, require_player, rules_of
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign, BigRaiseSign, HoldemSign, Limits
from openfelt.rulebooks import Cites, joined

# Citations, checked when this module is imported.
NZ_7_1_C_7_1 = NZ.cite("7.1(c)", "7.1")
ACT_10_2 = ACT.cite("10.2")
ACT_14_2 = ACT.cite("14.2")
ACT_15_2_B = ACT.cite("15.2(b)")
ACT_3_1 = ACT.cite("3.1")
ACT_3_1_7_2 = ACT.cite("3.1", "7.2")
ACT_3_2 = ACT.cite("3.2")
ACT_3_4 = ACT.cite("3.4")
ACT_3_5_3_1 = ACT.cite("3.5", "3.1")
ACT_4_2 = ACT.cite("4.2")
ACT_4_3 = ACT.cite("4.3")
ACT_4_3_DEF_BOX = ACT.cite("4.3", "def/Box")
ACT_4_4_7_2 = ACT.cite("4.4", "7.2")
ACT_7_2 = ACT.cite("7.2")
NZ_2_0 = NZ.cite("2.0")
NZ_3_3 = NZ.cite("3.3")
NZ_5_1_A_11_9 = NZ.cite("5.1(a)", "11.9")
NZ_5_1_A_5_2_B = NZ.cite("5.1(a)", "5.2(b)")
NZ_5_1_B = NZ.cite("5.1(b)")
NZ_5_1_C = NZ.cite("5.1(c)")
NZ_5_1_C_5_2_B = NZ.cite("5.1(c)", "5.2(b)")
NZ_5_10 = NZ.cite("5.10")
NZ_5_4 = NZ.cite("5.4")
NZ_5_4_5_9_A = NZ.cite("5.4", "5.9(a)")
NZ_5_5 = NZ.cite("5.5")
NZ_5_5_1 = NZ.cite("5.5.1")
NZ_5_5_1_5_6 = NZ.cite("5.5.1", "5.6")
NZ_5_5_2 = NZ.cite("5.5.2")
NZ_5_5_5_5_1 = NZ.cite("5.5", "5.5.1")
NZ_9_7_C = NZ.cite("9.7(c)")


def decide_wager(round_: Round, order: c.Wager, *, spoken: Cites = ()) -> tuple[e.Event, ...]:
    """Chips on a spot: the player, the box, the spot and the amount are each checked against their clause."""
    rules = rules_of(round_)
    require_phase(round_, (BETTING,), lock_cites(round_, order), "a new wager")
    require_player(round_, order.player, rules.chips)
    require_box(round_, order.box, rules.chips)
    require_may_bet(round_, order.player)
    require_own_box(round_, order.player, order.box)
    require_spot(round_, order.box, order.spot)
    amounts = amounts_for(round_, order.player, order.box, order.spot)
    if amounts is None or order.amount not in amounts:
        refuse_amount(round_, order, amounts)
    cites = joined(rules.place[order.spot], spoken, extra_cites(round_, order.player, order.box))
    placed = e.Wagered(order.player, order.box, order.spot, order.amount, cites=cites)
    whole = order.amount + round_.boxes[order.box].stakes.get(order.spot, 0)
    if isinstance(round_.sign, HoldemSign) and whole < limits_of(round_, order.spot).low:
        return placed, e.Warned(order.player, order.amount, cites=ACT_3_4)
    return (placed,)


def lock_cites(round_: Round, order: c.Wager) -> Cites:
    """Why no wager is taken after the betting: nz-big-raise names antes and bonuses, and forbids altering any other."""
    rules, box = rules_of(round_), round_.boxes.get(order.box)
    if order.spot is not Spot.BET or order.spot not in rules.place:
        return rules.lock
    return rules.alter_lock if box is not None and order.spot in box.stakes else NZ_5_1_C


def decide_spoken(round_: Round, order: c.SpokenWager) -> tuple[e.Event, ...]:
    """A called wager counts only with its chips, before betting closes."""
    if isinstance(round_.sign, HoldemSign):
        raise RuleViolation("spoken-wager", ACT_4_2, "wagers are made by putting chips on a box")
    require_phase(round_, (BETTING,), NZ_5_4_5_9_A, "a spoken wager")
    if order.chips != order.amount:
        raise RuleViolation(
            "spoken-wager",
            NZ_5_4,
            f"{money(order.amount)} was called with {money(order.chips)} in chips",
            legal=("with its chips",),
        )
    return decide_wager(round_, c.Wager(order.player, order.box, order.spot, order.amount), spoken=NZ_5_4)


def require_may_bet(round_: Round, player: str) -> None:
    """Refuse a player who is excluded, or kept apart from another; and anyone at a closed table."""
    if round_.closed:
        raise RuleViolation("table-closed", ACT_14_2, "the table is closed")
    if player in round_.excluded:
        raise RuleViolation("excluded", ACT_15_2_B, f"{player} is excluded from the game")
    for pair in round_.apart:
        other = next((one for one in pair if one != player), "")
        if player in pair and any(box.player == other for box in round_.boxes.values()):
            raise RuleViolation("kept-apart", NZ_9_7_C, f"{player} may not play at a table with {other}")


def require_own_box(round_: Round, player: str, box: int) -> None:
    """One player a box, and in act-holdem one box a player; in nz-big-raise extra areas where the sign allows them."""
    holder = round_.boxes[box].player or round_.seated_at(box)
    act = isinstance(round_.sign, HoldemSign)
    if holder not in ("", player):
        cites = ACT_4_3 if act else NZ_5_5_1_5_6
        raise RuleViolation("box-taken", forbidding(cites), f"box {box} is {holder}'s")
    if round_.seats[player] == box:
        return
    if isinstance(round_.sign, HoldemSign):
        raise RuleViolation("one-box", ACT_4_3, f"{player} plays box {round_.seats[player]} and no other")
    if not round_.sign.extra_areas:
        raise RuleViolation("one-area", NZ_5_5, f"extra areas are not allowed; {player} sits at {round_.seats[player]}")


def extra_cites(round_: Round, player: str, box: int) -> Cites:
    """The clauses of a wager on an area other than the own seat's."""
    return () if round_.seats[player] == box else NZ_5_5_5_5_1


def require_spot(round_: Round, box_no: int, spot: Spot) -> None:
    """Refuse a spot the table does not have, a second wager where one is the rule, and one that needs an ante first.

    act-holdem forbids altering a wager from the first card on (4.4), not before it: chips may be added to it.
    """
    rules, box = rules_of(round_), round_.boxes[box_no]
    if isinstance(round_.sign, HoldemSign):
        if spot not in rules.place:
            raise RuleViolation(
                "no-such-spot", ACT_4_4_7_2, f"no {spot} wager before the flop", legal=("ante", "bonus")
            )
    else:
        require_offered(round_.sign, spot)
    if spot in box.stakes and rules.one_wager:
        told = f"a wager of {money(box.stakes[spot])} lies on the {spot} of box {box_no}"
        raise RuleViolation("spot-taken", rules.one_wager, told)
    if spot is not Spot.ANTE and Spot.ANTE not in box.stakes:
        cites = {Spot.BONUS: NZ_5_1_A_11_9, Spot.BET: NZ_5_1_A_5_2_B}
        act = isinstance(round_.sign, HoldemSign)
        raise RuleViolation("no-ante", ACT_10_2 if act else cites[spot], f"no ante on box {box_no}", legal=("ante",))


def require_offered(sign: BigRaiseSign, spot: Spot) -> None:
    """Refuse a wager that the operator of a Big Raise table does not offer."""
    if spot is Spot.CALL:
        raise RuleViolation("no-such-spot", NZ_3_3, "there is no call area", legal=("ante", "bet", "bonus"))
    if spot is Spot.BONUS and not sign.bonus_offered:
        raise RuleViolation("not-offered", NZ_5_1_B, "the Three Card Bonus is not offered")
    if spot is Spot.BET and not sign.blind_betting:
        raise RuleViolation("not-offered", NZ_5_1_C, "blind betting is not allowed")


def limits_of(round_: Round, spot: Spot) -> Limits:
    """The limits printed for a spot."""
    return round_.sign.bonus if spot is Spot.BONUS else round_.sign.ante


def amounts_for(round_: Round, player: str, box_no: int, spot: Spot) -> Amounts | None:
    """What may be staked on a spot, or added to it, as from, to and step; None if nothing may."""
    box, limits = round_.boxes[box_no], limits_of(round_, spot)
    laid = box.stakes.get(spot, 0)
    purse = round_.purses[player] + laid
    if spot is Spot.BET:
        ante = box.stakes[Spot.ANTE]
        low, high, step = ante, min(4 * ante, purse), ante
    elif isinstance(round_.sign, BigRaiseSign):
        low, high, step = limits.low, min(limits.high, purse), limits.step
    else:
        # act-holdem 3.4: once per sitting an amount under the minimum stands; 3.5: one above the maximum is trimmed.
        step = limits.step
        low = limits.low if player in round_.warned else step
        high = min(most_with_call(round_, box_no, spot, purse), c.MOST_CHIPS)
    low, high = max(low - laid, step), high - laid
    high -= (high - low) % step if high >= low else 0
    return Amounts(low, high, step) if high >= low else None


def most_with_call(round_: Round, box_no: int, spot: Spot, purse: int) -> int:
    """The most that leaves enough for the call, where the sign asks for that (act-holdem 7.2)."""
    limit = box_limit(round_, box_no)
    if not isinstance(round_.sign, HoldemSign) or not round_.sign.cover_call:
        return purse
    if spot is Spot.BONUS:
        return purse - 2 * min(round_.boxes[box_no].stakes[Spot.ANTE], limit)
    return purse - 2 * limit if purse >= 3 * limit else purse // 3


def least_purse(sign: AnySign) -> tuple[int, Cites]:
    """The chips that the least ante needs, with the clauses: the call behind it too, where the sign asks for that.

    >>> least_purse(HoldemSign()), least_purse(BigRaiseSign())
    ((3000, ('act-holdem 3.1', 'act-holdem 7.2')), (1000, ('nz-big-raise 2.0',)))
    """
    if isinstance(sign, BigRaiseSign):
        return sign.ante.low, NZ_2_0
    return (3 * sign.ante.low, ACT_3_1_7_2) if sign.cover_call else (sign.ante.low, ACT_3_1)


def box_limit(round_: Round, box_no: int) -> int:
    """The most on a box: the sign's maximum, or the marker's (act-holdem 3.2)."""
    return max(round_.sign.ante.high, round_.boxes[box_no].marker)


def refuse_amount(round_: Round, order: c.Wager, amounts: Amounts | None) -> None:
    """Say which clause an amount offends."""
    limits = limits_of(round_, order.spot)
    allowed = (f"{money(amounts.low)} to {money(amounts.high)} in steps of {money(amounts.step)}",) if amounts else ()
    act = isinstance(round_.sign, HoldemSign)
    told = f"{order.spot} of {money(order.amount)} by {order.player}"
    if order.spot is Spot.BET and order.amount % round_.boxes[order.box].stakes[Spot.ANTE]:
        raise RuleViolation("bet-size", NZ_5_1_C_5_2_B, f"{told} is not 1 to 4 times the ante", legal=allowed)
    if order.amount <= 0 or order.amount % limits.step:
        raise RuleViolation(
            "wager-step", rules_of(round_).steps, f"{told} is not a multiple of {money(limits.step)}", legal=allowed
        )
    if order.amount > round_.purses[order.player]:
        cites = rules_of(round_).chips
        raise RuleViolation("no-chips", cites, f"{told}, who has {money(round_.purses[order.player])}", legal=allowed)
    if order.spot is Spot.BET:
        raise RuleViolation("bet-size", NZ_5_1_C_5_2_B, f"{told} is not 1 to 4 times the ante", legal=allowed)
    if order.amount + round_.boxes[order.box].stakes.get(order.spot, 0) < limits.low:
        cites = ACT_3_4 if act else NZ_2_0
        raise RuleViolation(
            "under-minimum", cites, f"{told} is under the minimum of {money(limits.low)}: returned", legal=allowed
        )
    if not act:
        raise RuleViolation(
            "over-maximum", NZ_2_0, f"{told} is over the maximum of {money(limits.high)}", legal=allowed
        )
    raise RuleViolation("call-not-covered", ACT_7_2, f"{told} leaves too little for the call", legal=allowed)


def decide_withdraw(round_: Round, order: c.Withdraw) -> tuple[e.Event, ...]:
    """A wager is taken back while betting is open; what needs an ante goes before the ante."""
    rules = rules_of(round_)
    require_box(round_, order.box, rules.alter_lock)
    box = round_.boxes[order.box]
    is_lost = order.spot in box.lost and isinstance(round_.sign, BigRaiseSign)
    require_phase(round_, (BETTING,), NZ_5_10 if is_lost else rules.alter_lock, "taking a wager back")
    if order.spot not in box.stakes:
        raise RuleViolation("no-wager", rules.alter_lock, f"there is no {order.spot} on box {order.box}")
    if order.spot is Spot.ANTE and (needing := needing_ante(round_, order.box)):
        cites = ACT_10_2 if isinstance(round_.sign, HoldemSign) else NZ_5_1_A_5_2_B
        raise RuleViolation(
            "ante-needed", cites, f"the {needing} on box {order.box} needs the ante", legal=(f"withdraw {needing}",)
        )
    return (e.Withdrawn(order.box, order.spot, box.stakes[order.spot], cites=rules.close),)


def needing_ante(round_: Round, box_no: int) -> str:
    """The wager on a box that cannot lie there without an ante. A Three Card Bonus can; 11.9 voids it later."""
    stakes = round_.boxes[box_no].stakes
    spot = Spot.BONUS if isinstance(round_.sign, HoldemSign) else Spot.BET
    return spot.value if spot in stakes else ""


def decide_no_more_bets(round_: Round, _: c.NoMoreBets) -> tuple[e.Event, ...]:
    """Wagers above the maximum are trimmed, then the cards may leave the shoe."""
    rules = rules_of(round_)
    require_phase(round_, (BETTING,), rules.close, "no more bets")
    if not any(Spot.ANTE in box.stakes for box in round_.boxes.values()):
        raise RuleViolation("no-ante", rules.ante, "there is no ante on the layout")
    if round_.faulty_deck:
        raise RuleViolation(
            "faulty-deck", (*rules.deck, *rules.change_cards), "the deck is not complete", legal=("change cards",)
        )
    blind = blind_hands(round_)
    cites = joined(rules.close, NZ_5_5_2 if blind else ())
    return *trims(round_), e.BettingClosed(deal_plan(round_), blind, cites=cites)


def decide_cut(round_: Round, order: c.Cut) -> tuple[e.Event, ...]:
    """The cards are cut once after the shuffle, by staff, and not too near an end."""
    rules = rules_of(round_)
    require_phase(round_, (BETTING,), rules.cut, "cutting the cards")
    if not may_cut(round_):
        raise RuleViolation("no-cut", rules.cut, "the cards are cut once, and not in a shuffler")
    if order.by != rules.cut_by:
        raise RuleViolation("who-cuts", rules.cut, f"a {order.by} does not cut the cards", legal=(rules.cut_by,))
    if not rules.cut_from <= order.at <= rules.cut_to:
        legal = (f"{rules.cut_from} to {rules.cut_to}",)
        raise RuleViolation("cut-place", rules.cut, f"a cut after {order.at} cards is too near an end", legal=legal)
    return (e.CardsCut(order.at, cites=rules.cut),)


def may_cut(round_: Round) -> bool:
    """Whether the cards may still be cut: once, and only where a shoe is used (nz-big-raise 7.2)."""
    return not round_.cut and not round_.reads("device", "shuffler")


def blind_hands(round_: Round) -> tuple[int, ...]:
    """The extra hands that nobody may look at (nz-big-raise 5.5.2): of those on several areas, all but the seat's.

    Whoever bets on one area only looks at that hand, wherever it is. A player on several, none of them the own seat's,
    looks at none: the one hand to view is that of the seat.
    """
    if not isinstance(round_.sign, BigRaiseSign) or not round_.sign.blind_extra_hands:
        return ()
    hands = {no: box.player for no, box in round_.boxes.items() if Spot.ANTE in box.stakes}
    several = {player for player in hands.values() if list(hands.values()).count(player) > 1}
    return tuple(no for no, player in hands.items() if player in several and round_.seats[player] != no)


def trims(round_: Round) -> Iterator[e.Trimmed]:
    """act-holdem 3.5: what lies above the maximum of a box goes back before the deal."""
    sign = round_.sign
    if not isinstance(sign, HoldemSign):
        return
    for box in round_.boxes.values():
        most = {Spot.ANTE: box_limit(round_, box.no), Spot.BONUS: sign.bonus.high}
        if sign.limits_cover == "box":
            most[Spot.BONUS] = min(
                sign.bonus.high, most[Spot.ANTE] - min(box.stakes.get(Spot.ANTE, 0), most[Spot.ANTE])
            )
        for spot, amount in box.stakes.items():
            if amount > most[spot]:
                marked = ACT_3_2 if box.marker and spot is Spot.ANTE else ()
                yield e.Trimmed(box.no, spot, most[spot], amount - most[spot], cites=joined(ACT_3_5_3_1, marked))


def decide_join(round_: Round, order: c.Join) -> tuple[e.Event, ...]:
    """A player sits down; at a Big Raise table an area that another uses in addition is given up for the newcomer."""
    act = isinstance(round_.sign, HoldemSign)
    cites = ACT_4_3_DEF_BOX if act else NZ_5_5_1
    require_phase(round_, (BETTING, "done"), cites, "sitting down")
    require_box(round_, order.box, cites)
    if not order.player.isidentifier() or not 0 <= order.purse <= c.MOST_CHIPS:
        raise NotationError(f"{order.player!r} with {order.purse} is not a player's name and chips")
    if order.player in round_.seats:
        raise RuleViolation("seated", forbidding(cites), f"{order.player} sits at box {round_.seats[order.player]}")
    if holder := round_.seated_at(order.box):
        raise RuleViolation("box-taken", forbidding(cites), f"box {order.box} is {holder}'s")
    if order.player in round_.excluded:
        raise RuleViolation("excluded", ACT_15_2_B, f"{order.player} is excluded from the game")
    if any(order.player in pair and round_.seats.keys() & set(pair) for pair in round_.apart):
        raise RuleViolation("kept-apart", NZ_9_7_C, f"{order.player} may not play at a table with another here")
    if round_.closed:
        raise RuleViolation("table-closed", ACT_14_2, "the table is closed")
    joined = e.Joined(order.player, order.box, order.purse, cites=cites)
    box = round_.boxes[order.box]
    if round_.phase == BETTING and box.player:
        return e.AreaReleased(box.no, box.player, box.laid, cites=cites), joined
    if not round_.seats and not act:
        # nz-big-raise 7.1(c): play resumes at a table that stood empty.
        return joined, e.ShuffleOrdered("vacant", cites=NZ_7_1_C_7_1)
    return (joined,)


def decide_leave(round_: Round, order: c.Leave) -> tuple[e.Event, ...]:
    """A player without a wager on the layout may get up."""
    rules = rules_of(round_)
    require_player(round_, order.player, rules.alter_lock)
    require_phase(round_, (BETTING, "done"), rules.alter_lock, "leaving")
    if any(box.player == order.player and box.stakes for box in round_.boxes.values()):
        raise RuleViolation(
            "wager-laid", rules.alter_lock, f"{order.player} has a wager on the layout", legal=("withdraw",)
        )
    return (e.Left(order.player, round_.purses[order.player], cites=rules.alter_lock),)


def offer_wagers(round_: Round) -> Iterator[Offer]:
    """All wagers that may be placed or taken back now, the closing of the betting, and who may come and go."""
    if round_.phase == BETTING:
        for player in round_.seats:
            for box in round_.boxes:
                yield from offer_spots(round_, player, box)
        for box_no, one in round_.boxes.items():
            for spot in one.stakes:
                if spot is not Spot.ANTE or not needing_ante(round_, box_no):
                    yield Offer(by=one.player, command=c.Withdraw(box_no, spot), cites=rules_of(round_).close)
        rules = rules_of(round_)
        if may_cut(round_):
            order = c.Cut(rules.cut_by, rules.cut_from)  # type: ignore[arg-type]
            amounts = Amounts(rules.cut_from, rules.cut_to, 1)
            yield Offer(by="dealer", command=order, amounts=amounts, vary=("at",), cites=rules.cut)
        if any(Spot.ANTE in box.stakes for box in round_.boxes.values()) and not round_.faulty_deck:
            yield Offer(by="dealer", command=c.NoMoreBets(), cites=rules_of(round_).close)
    if round_.phase in (BETTING, "done"):
        yield from offer_seats(round_)


def offer_spots(round_: Round, player: str, box: int) -> Iterator[Offer]:
    """What one player may stake on one box: first what is not there yet, then more on what is."""
    for spot in sorted(Spot, key=lambda one: one in round_.boxes[box].stakes):
        try:
            require_may_bet(round_, player)
            require_own_box(round_, player, box)
            require_spot(round_, box, spot)
        except RuleViolation:
            continue
        if amounts := amounts_for(round_, player, box, spot):
            cites = joined(rules_of(round_).place[spot], extra_cites(round_, player, box))
            order = c.Wager(player, box, spot, amounts.low)
            yield Offer(by=player, command=order, amounts=amounts, cites=cites)
            if isinstance(round_.sign, BigRaiseSign):
                yield from offer_spoken(order, amounts)


def offer_spoken(order: c.Wager, amounts: Amounts) -> Iterator[Offer]:
    """The same wager called out with its chips."""
    spoken = c.SpokenWager(order.player, order.box, order.spot, order.amount, order.amount)
    yield Offer(by=order.player, command=spoken, amounts=amounts, vary=("amount", "chips"), cites=NZ_5_4)


def offer_seats(round_: Round) -> Iterator[Offer]:
    """Free boxes for newcomers, and who may leave."""
    act = isinstance(round_.sign, HoldemSign)
    cites = ACT_4_3_DEF_BOX if act else NZ_5_5_1
    if not round_.closed:
        for box in round_.boxes:
            if not round_.seated_at(box):
                yield Offer(
                    by="player",
                    command=c.Join("newcomer", box, 0),
                    amounts=Amounts(0, c.MOST_CHIPS, 1),
                    vary=("purse",),
                    free=("player",),
                    cites=cites,
                )
    for player in round_.seats:
        if not any(box.player == player and box.stakes for box in round_.boxes.values()):
            yield Offer(by=player, command=c.Leave(player), cites=rules_of(round_).alter_lock)
