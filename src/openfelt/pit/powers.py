"""What the floor and the operator may do: sanctions, void rounds, limits, seats, cards, directions.

Each function makes an entry that a game may list, with the clause of its book; `CHANGE_CARDS` stands at every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, TypeVar, get_args

from openfelt.errors import NotationError, RuleViolation
from openfelt.phrases import Money, Name, names, phrase
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.game import KnownOrder
from openfelt.pit.offers import Amounts, Offer
from openfelt.pit.round import BETTING, DONE, Round
from openfelt.pit.rules import require_box, require_phase, require_player
from openfelt.pit.rulings import awaits_settlement, require_in_play, void_hand, void_round, void_what_lies
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import Limits
from openfelt.pit.wagers import has_wagered
from openfelt.rulebooks import Cites, joined

BETWEEN: Final = (BETTING, DONE)
MINUTE_MS: Final = 60_000
MINUTES: Final = Amounts(1, c.MOST_MINUTES, 1)  # of a notice


Ground = TypeVar("Ground", bound=str)


def ground(round_: Round, cites: Mapping[Ground, Cites], given: Ground) -> Cites:
    """The clause of what is given as the ground of an order; a game that does not know it refuses."""
    if given not in cites:
        game = round_.game
        raise RuleViolation(
            "not-here",
            game.elsewhere,
            phrase("{title} does not know the ground {given}", title=Name(game.title), given=Name(given)),
            legal=tuple(cites),
        )
    return cites[given]


# -- players -----------------------------------------------------------------------------------------------------------


def sanctions(cites: Mapping[c.Collusion, Cites], *, back: Cites) -> KnownOrder:
    """Collusion may put a player out of the round, whose wagers go back, or void the round."""

    def decide(round_: Round, order: c.Sanction) -> tuple[e.Event, ...]:
        own = ground(round_, cites, order.breach)
        require_player(round_, order.player, own)
        require_in_play(round_, own, "a sanction for collusion")
        if order.measure == "void-round":
            return void_round(round_, f"collusion by {order.player}", own)
        if order.player in round_.out_of_round:
            raise RuleViolation(
                "excluded", own, phrase("{player} is out of this round already", player=Name(order.player))
            )
        hands = [box for box in round_.boxes.values() if box.player == order.player and awaits_settlement(box)]
        out = e.PlayerExcluded(order.player, game=False, cites=own)
        return out, *(event for box in hands for event in void_what_lies(box, joined(own, back)))

    def offers(round_: Round) -> Iterator[Offer]:
        for player in round_.seats if round_.in_play else ():
            for breach, own in cites.items():
                for measure in get_args(c.Measure):
                    if measure == "void-round" or player not in round_.out_of_round:
                        yield Offer(by="operator", command=c.Sanction(player, breach, measure), cites=own)

    return KnownOrder(c.Sanction, decide, offers)


def exclusions(cites: Mapping[c.Breach, Cites]) -> KnownOrder:
    """Someone who broke the rules may be kept from the game; wagers that lie stay until they are settled or voided."""

    def decide(round_: Round, order: c.ExcludePlayer) -> tuple[e.Event, ...]:
        own = ground(round_, cites, order.breach)
        require_player(round_, order.player, own)
        if order.player in round_.excluded:
            raise RuleViolation("excluded", own, phrase("{player} is excluded already", player=Name(order.player)))
        return (e.PlayerExcluded(order.player, game=True, cites=own),)

    def offers(round_: Round) -> Iterator[Offer]:
        for player in round_.seats:
            for breach, own in cites.items() if player not in round_.excluded else ():
                yield Offer(by="operator", command=c.ExcludePlayer(player, breach), cites=own)

    return KnownOrder(c.ExcludePlayer, decide, offers)


def letting_back(cites: Cites) -> KnownOrder:
    """Whoever may exclude a player from the game may end it."""

    def decide(round_: Round, order: c.LetBack) -> tuple[e.Event, ...]:
        if order.player not in round_.excluded:
            raise RuleViolation(
                "not-excluded", cites, phrase("{player} is not excluded from the game", player=Name(order.player))
            )
        return (e.PlayerLetBack(order.player, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        for player in sorted(round_.excluded):
            yield Offer(by="operator", command=c.LetBack(player), cites=cites)

    return KnownOrder(c.LetBack, decide, offers)


def vacating(cites: Cites) -> KnownOrder:
    """Three rounds without a wager while every other seat is taken: the player may be told to go."""

    def decide(round_: Round, order: c.VacateSeat) -> tuple[e.Event, ...]:
        require_player(round_, order.player, cites)
        require_phase(round_, BETWEEN, cites, "vacating a seat")
        if not may_vacate(round_, order.player):
            waited = round_.abstained[order.player]
            raise RuleViolation(
                "may-sit",
                cites,
                phrase(
                    "{player} sat out {waited} rounds, {seats} of {boxes} seats taken",
                    player=Name(order.player),
                    waited=waited,
                    seats=len(round_.seats),
                    boxes=len(round_.boxes),
                ),
            )
        return (e.SeatVacated(order.player, round_.purses[order.player], cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        for player in round_.seats if round_.phase in BETWEEN else ():
            if may_vacate(round_, player):
                yield Offer(by="operator", command=c.VacateSeat(player), cites=cites)

    return KnownOrder(c.VacateSeat, decide, offers)


def may_vacate(round_: Round, player: str) -> bool:
    """Whether a player has sat long enough without a wager, at a full table."""
    waiting = round_.abstained[player] >= 3 and len(round_.seats) == len(round_.boxes)
    return waiting and not has_wagered(round_, player)


def directions(cites: Mapping[c.Direction, Cites]) -> KnownOrder:
    """English only, silence, or that suspected colluders do not play at one table."""

    def decide(round_: Round, order: c.Direct) -> tuple[e.Event, ...]:
        own = ground(round_, cites, order.direction)
        if (order.direction == "apart") != (len(order.players) == 2):
            raise RuleViolation("bad-direction", own, "to keep players apart two are named, otherwise none")
        if tuple(sorted(set(order.players))) != order.players or not set(order.players) <= set(round_.seats):
            raise RuleViolation(
                "bad-direction",
                own,
                phrase("{players} are not two players here, in order of name", players=names(order.players)),
            )
        given = order.players in round_.apart if order.players else order.direction in round_.directions
        if given:
            raise RuleViolation("directed", own, "this direction has been given")
        return (e.Directed(order.direction, order.players, cites=own),)

    def offers(round_: Round) -> Iterator[Offer]:
        for direction, own in cites.items():
            if direction == "apart":
                for pair in combinations(sorted(round_.seats), 2):
                    if pair not in round_.apart:
                        yield Offer(by="operator", command=c.Direct(direction, pair), cites=own)
            elif direction not in round_.directions:
                yield Offer(by="operator", command=c.Direct(direction), cites=own)

    return KnownOrder(c.Direct, decide, offers)


def lifting(cites: Mapping[c.Direction, Cites]) -> KnownOrder:
    """A direction binds until it is lifted."""

    def decide(round_: Round, order: c.LiftDirection) -> tuple[e.Event, ...]:
        own = ground(round_, cites, order.direction)
        given = order.players in round_.apart if order.direction == "apart" else order.direction in round_.directions
        if not given or (order.direction != "apart" and order.players):
            raise RuleViolation("not-directed", own, "nothing of that kind is directed here")
        return (e.DirectionLifted(order.direction, order.players, cites=own),)

    def offers(round_: Round) -> Iterator[Offer]:
        for direction, own in cites.items():
            if direction in round_.directions:
                yield Offer(by="operator", command=c.LiftDirection(direction), cites=own)
        for pair in sorted(round_.apart):
            yield Offer(by="operator", command=c.LiftDirection("apart", pair), cites=cites["apart"])

    return KnownOrder(c.LiftDirection, decide, offers)


# -- wagers and rounds -------------------------------------------------------------------------------------------------


def void_wagers(cites: Cites, offered: Cites) -> KnownOrder:
    """A wager of someone who broke the rules goes back; without its ante a hand is out altogether."""

    def decide(round_: Round, order: c.VoidWager) -> tuple[e.Event, ...]:
        require_in_play(round_, cites, "voiding a wager")
        require_box(round_, order.box, cites)
        box = round_.boxes[order.box]
        if order.spot not in box.stakes:
            raise RuleViolation(
                "no-wager",
                cites,
                phrase("there is no {spot} on box {box}", spot=order.spot, box=order.box),
                legal=tuple(box.stakes),
            )
        if order.spot is Spot.ANTE:
            return (void_hand(box, cites),)
        return (e.WagerVoided(order.box, order.spot, box.stakes[order.spot], cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        for box in round_.boxes.values() if round_.in_play else ():
            for spot in box.stakes:
                yield Offer(by="operator", command=c.VoidWager(box.no, spot), cites=offered)

    return KnownOrder(c.VoidWager, decide, offers)


def invalidating(cites: Cites) -> KnownOrder:
    """A disturbed game may be invalidated before its end."""

    def decide(round_: Round, order: c.Invalidate) -> tuple[e.Event, ...]:
        require_in_play(round_, cites, "invalidating the game")
        return void_round(round_, order.cause, cites)

    def offers(round_: Round) -> Iterator[Offer]:
        for cause in get_args(c.Disturbance) if round_.in_play else ():
            yield Offer(by="operator", command=c.Invalidate(cause), cites=cites)

    return KnownOrder(c.Invalidate, decide, offers)


def void_rounds(cites: Cites) -> KnownOrder:
    """A round that cannot go on, or whose outcome fraud affects, may be voided."""

    def decide(round_: Round, order: c.VoidRound) -> tuple[e.Event, ...]:
        require_in_play(round_, cites, "voiding the round")
        return void_round(round_, order.cause, cites)

    def offers(round_: Round) -> Iterator[Offer]:
        for why in get_args(c.VoidCause) if round_.in_play else ():
            yield Offer(by="operator", command=c.VoidRound(why), cites=cites)

    return KnownOrder(c.VoidRound, decide, offers)


def disputes(cites: Cites) -> KnownOrder:
    """The operator's decision is final unless the Commission is asked to review it."""

    def decide(_: Round, order: c.RuleDispute) -> tuple[e.Event, ...]:
        if not order.text or len(order.text) > c.MOST_TEXT or "\n" in order.text:
            raise NotationError(phrase("a decision is one line of 1 to {most} characters", most=c.MOST_TEXT))
        return (e.DisputeRuled(order.review, order.text, cites=cites),)

    def offers(_: Round) -> Iterator[Offer]:
        for review in (False, True):
            yield Offer(by="operator", command=c.RuleDispute(review, "as dealt"), free=("text",), cites=cites)

    return KnownOrder(c.RuleDispute, decide, offers)


# -- the table ---------------------------------------------------------------------------------------------------------


def changing_limits(cites: Cites, steps: Cites) -> KnownOrder:
    """Limits change after notice, while no wager lies on the layout."""

    def decide(round_: Round, order: c.ChangeLimits) -> tuple[e.Event, ...]:
        require_phase(round_, BETWEEN, cites, "changing the limits")
        if not order.notice:
            raise RuleViolation(
                "no-notice", cites, "limits change only after notice to the players", legal=("with notice",)
            )
        if is_laid(round_):
            raise RuleViolation("wager-laid", cites, "there are wagers on the layout", legal=("after this round",))
        require_limits(round_, order, cites, steps)
        return (e.LimitsChanged(order.low, order.high, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        if round_.phase in BETWEEN and not is_laid(round_):
            ante = round_.sign.ante
            order = c.ChangeLimits(ante.low, ante.high, notice=True)
            yield Offer(by="operator", command=order, free=("low", "high"), cites=cites)

    return KnownOrder(c.ChangeLimits, decide, offers)


def require_limits(round_: Round, order: c.ChangeLimits | c.AnnounceLimits, cites: Cites, steps: Cites) -> None:
    """Refuse limits that could not stand on the sign."""
    Limits(order.low, order.high, round_.sign.ante.step).check(cites, steps)
    if order.high > c.MOST_CHIPS:
        raise NotationError(
            phrase("a limit of {high} is more than {most}", high=Money(order.high), most=Money(c.MOST_CHIPS))
        )


def announcing_limits(cites: Cites, steps: Cites) -> KnownOrder:
    """Notice of new limits may be given at any time; a later notice replaces it."""

    def decide(round_: Round, order: c.AnnounceLimits) -> tuple[e.Event, ...]:
        due_ms = notice_due(round_, order, cites)
        require_limits(round_, order, cites, steps)
        return (e.NoticeGiven(closing=False, low=order.low, high=order.high, due_ms=due_ms, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        if not round_.closed:
            order = c.AnnounceLimits(round_.sign.ante.low, round_.sign.ante.high, minutes=20)
            free = ("low", "high", "at_ms")
            yield Offer(by="operator", command=order, amounts=MINUTES, vary=("minutes",), free=free, cites=cites)

    return KnownOrder(c.AnnounceLimits, decide, offers)


def announcing_closing(cites: Cites) -> KnownOrder:
    """Notice of closing may be given at any time; the table is played at until then."""

    def decide(round_: Round, order: c.AnnounceClosing) -> tuple[e.Event, ...]:
        due_ms = notice_due(round_, order, cites)
        return (e.NoticeGiven(closing=True, low=0, high=0, due_ms=due_ms, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        if not round_.closed:
            order = c.AnnounceClosing(minutes=20)
            yield Offer(by="operator", command=order, amounts=MINUTES, vary=("minutes",), free=("at_ms",), cites=cites)

    return KnownOrder(c.AnnounceClosing, decide, offers)


def notice_due(round_: Round, order: c.AnnounceLimits | c.AnnounceClosing, cites: Cites) -> int:
    """When a notice takes effect. The clauses ask for notice and name no time: the floor does."""
    if round_.closed:
        raise RuleViolation("table-closed", cites, "the table is closed")
    if order.minutes not in MINUTES:
        raise RuleViolation(
            "no-notice",
            cites,
            "notice is given some minutes before",
            legal=(phrase("1 to {most} minutes", most=c.MOST_MINUTES),),
        )
    if order.at_ms < 0:
        raise NotationError(phrase("{at} is no time", at=order.at_ms))
    return order.at_ms + order.minutes * MINUTE_MS


def putting_into_effect(limits: Cites, closing: Cites) -> KnownOrder:
    """What was announced happens when its time has come, between rounds, while no wager lies on the layout."""

    def decide(round_: Round, order: c.PutIntoEffect) -> tuple[e.Event, ...]:
        notice = round_.notice
        if notice is None:
            raise RuleViolation("no-notice", limits, "no notice has been given here", legal=("give notice",))
        cites = closing if notice.closing else limits
        require_phase(round_, BETWEEN, cites, "what was announced")
        if is_laid(round_):
            raise RuleViolation("wager-laid", cites, "there are wagers on the layout", legal=("after this round",))
        if order.at_ms < notice.due_ms:
            left = -(-(notice.due_ms - order.at_ms) // 1000)
            raise RuleViolation("notice", cites, phrase("{left} seconds of notice remain", left=left))
        return (
            e.TableClosed(cites=cites) if notice.closing else e.LimitsChanged(notice.low, notice.high, cites=cites),
        )

    def offers(round_: Round) -> Iterator[Offer]:
        if round_.notice is not None and round_.phase in BETWEEN and not is_laid(round_):
            cites, due = closing if round_.notice.closing else limits, round_.notice.due_ms
            later = Amounts(due, due + c.MOST_CHIPS, 1)
            yield Offer(by="operator", command=c.PutIntoEffect(due), amounts=later, vary=("at_ms",), cites=cites)

    return KnownOrder(c.PutIntoEffect, decide, offers)


def is_laid(round_: Round) -> bool:
    """Whether any wager lies on the layout."""
    return any(box.stakes for box in round_.boxes.values())


def marking(cites: Cites) -> KnownOrder:
    """A marker beside a box allows more than the maximum there."""

    def decide(round_: Round, order: c.MarkBox) -> tuple[e.Event, ...]:
        require_phase(round_, BETWEEN, cites, "marking a box")
        require_box(round_, order.box, cites)
        amounts = marks(round_)
        if order.limit not in amounts:
            raise RuleViolation(
                "bad-marker",
                cites,
                phrase(
                    "a marker of {limit} is not above the maximum in steps of {step}",
                    limit=Money(order.limit),
                    step=Money(amounts.step),
                ),
            )
        return (e.BoxMarked(order.box, order.limit, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        amounts = marks(round_)
        for box in round_.boxes if round_.phase in BETWEEN else ():
            order = c.MarkBox(box, amounts.low)
            yield Offer(by="operator", command=order, amounts=amounts, vary=("limit",), cites=cites)

    return KnownOrder(c.MarkBox, decide, offers)


def marks(round_: Round) -> Amounts:
    """The limits a marker may show."""
    ante = round_.sign.ante
    return Amounts(ante.high + ante.step, c.MOST_CHIPS, ante.step)


def closing(cites: Cites, offered: Cites) -> KnownOrder:
    """The table closes after notice, when no wager lies on it."""

    def decide(round_: Round, order: c.CloseTable) -> tuple[e.Event, ...]:
        require_phase(round_, BETWEEN, cites, "closing the table")
        if round_.closed:
            raise RuleViolation("table-closed", cites, "the table is closed")
        if not order.notice:
            raise RuleViolation(
                "no-notice", cites, "a table closes only after notice to the players", legal=("with notice",)
            )
        if is_laid(round_):
            raise RuleViolation("wager-laid", cites, "there are wagers on the layout", legal=("after this round",))
        return (e.TableClosed(cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        if round_.phase in BETWEEN and not round_.closed and not is_laid(round_):
            yield Offer(by="operator", command=c.CloseTable(notice=True), cites=offered)

    return KnownOrder(c.CloseTable, decide, offers)


def giving_rules(cites: Cites) -> KnownOrder:
    """Whoever asks gets a copy of the rules."""

    def decide(round_: Round, order: c.GiveRules) -> tuple[e.Event, ...]:
        require_player(round_, order.player, cites)
        return (e.RulesGiven(order.player, cites=cites),)

    def offers(round_: Round) -> Iterator[Offer]:
        for player in round_.seats:
            yield Offer(by="operator", command=c.GiveRules(player), cites=cites)

    return KnownOrder(c.GiveRules, decide, offers)


def shuffles(cites: Mapping[c.ShuffleCause, Cites]) -> KnownOrder:
    """A supervisor may have the cards shuffled again; they must be if one was exposed before the shoe."""

    def decide(round_: Round, order: c.OrderShuffle) -> tuple[e.Event, ...]:
        own = ground(round_, cites, order.cause)
        require_phase(round_, BETWEEN, own, "another shuffle")
        return (e.ShuffleOrdered(order.cause, cites=own),)

    def offers(round_: Round) -> Iterator[Offer]:
        for cause, own in cites.items() if round_.phase in BETWEEN else ():
            yield Offer(by="supervisor", command=c.OrderShuffle(cause), cites=own)

    return KnownOrder(c.OrderShuffle, decide, offers)


def decide_change_cards(round_: Round, order: c.ChangeCards) -> tuple[e.Event, ...]:
    """Cards are replaced between rounds, and only checked ones come into play."""
    cites = round_.game.change_cards
    require_phase(round_, BETWEEN, cites, "changing the cards")
    if not (order.dealer_checked and order.supervisor_checked):
        raise RuleViolation("unchecked", cites, "dealer and supervisor check the new cards first")
    return (e.CardsChanged(cites=cites),)


def offer_change_cards(round_: Round) -> Iterator[Offer]:
    """New cards, checked by both."""
    if round_.phase in BETWEEN:
        order = c.ChangeCards(dealer_checked=True, supervisor_checked=True)
        yield Offer(by="operator", command=order, cites=round_.game.change_cards)


CHANGE_CARDS: Final = KnownOrder(c.ChangeCards, decide_change_cards, offer_change_cards)
