"""The event as a whole: its conditions are published and amended, it starts or is cancelled, its prizes are paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Money, Name, names, phrase, quoted
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import duty
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments.bounties import rest_of_bounties
from openfelt.tournaments.conditions import (
    Alternates,
    Bounty,
    Conditions,
    Guarantee,
    Satellite,
)
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.events import Move, PrizeWon, Why
from openfelt.tournaments.facts import (
    BOUNTIES,
    PLAYED,
    VERSIONS,
    EventGiven,
    conditions_of,
    due,
    guaranteed,
    has_place,
    is_paid,
    received,
    refunded,
    require_money,
    require_office,
    require_phase,
    rules_for,
    session_of,
    start_of,
)
from openfelt.tournaments.findings import Finding, findings_in_short
from openfelt.tournaments.items import is_none
from openfelt.tournaments.money_check import takes_more
from openfelt.tournaments.mystery import ENVELOPES, left_for_prizes
from openfelt.tournaments.play_events import DealMade
from openfelt.tournaments.prizes import Award, PoolTooSmall, awards, entry_goods, shared_cents
from openfelt.tournaments.publishing import PublishedConditions, amend, publish
from openfelt.tournaments.rules import TournamentRules
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]


# --- conditions -------------------------------------------------------------------------------------------------------


def publish_first(state: Tournament, order: o.Publish, _given: EventGiven) -> Events:
    """Publish conditions that answer everything, of an event that can be run."""
    if state.phase != "empty":
        raise RuleViolation("phase", VERSIONS, "its conditions are published", legal=("amend them",))
    accounts.pool(order.tournament)  # a name that accounts can have
    made = publish(order.conditions)
    if not isinstance(made, PublishedConditions):
        raise _first(made)
    cites = require_office(order.conditions.book, order.by, "publish")
    return (
        e.ConditionsPublished(
            tournament=order.tournament, conditions=order.conditions, digest=made.digest, cites=PLAYED + cites
        ),
    )


def _first(findings: tuple[Finding, ...]) -> RuleViolation:
    """The first of what was found, with how many there are."""
    one = findings[0]
    return RuleViolation(one.code, one.cites, findings_in_short(findings))


def amend_again(state: Tournament, order: o.Amend, _given: EventGiven) -> Events:
    """Publish the next version before the start; every entrant is told."""
    before, rules = conditions_of(state), rules_for(state)
    cites = require_office(before.book, order.by, "publish")
    if state.phase not in {"published", "open"}:
        text = phrase("version {version} is frozen since the start", version=before.version)
        raise RuleViolation("frozen", rules.frozen + VERSIONS, text)
    now = PublishedConditions(before, state.digest, (), 0)
    made = amend(now, order.conditions, started=False)
    if not isinstance(made, PublishedConditions):
        raise _first(made)
    require_same_costs(state, order.conditions, rules)
    if state.money[accounts.added(state.name)] and not takes_more(order.conditions):
        text = phrase("money was added to the pool, and no prize is a share of it")
        raise RuleViolation("whole-pool", joined(rules.added, rules.whole_pool), text)
    told = tuple(one.player for one in state.live)
    return (e.ConditionsAmended(conditions=order.conditions, digest=made.digest, told=told, cites=VERSIONS + cites),)


def require_same_costs(state: Tournament, after: Conditions, rules: TournamentRules) -> None:
    """Refuse another price where somebody has paid, another session gone, or fewer places than are taken."""
    before = conditions_of(state)
    for one in state.live:
        session = after.session(one.session)
        if session is None or session not in entry_sessions(after):
            text = phrase("{player} has entered {session}", player=Name(one.player), session=quoted(one.session))
            raise RuleViolation("session", rules.costs_stay, text)
        if one.paid and _terms(before, one.session) != _terms(after, one.session):
            text = phrase(
                "{player} has paid by version {version}: what an entry costs stays",
                player=Name(one.player),
                version=before.version,
            )
            raise RuleViolation("cost", rules.costs_stay, text)
    most, taken = after.entry.most_players, sum(has_place(state, one) for one in state.live)
    if isinstance(most, int) and taken > most:
        text = phrase("{taken} places are taken, {most} offered", taken=taken, most=most)
        raise RuleViolation("players", rules.asks["entry.most_players"], text)


def _terms(conditions: Conditions, name: str) -> tuple[object, ...]:
    """What an entry costs, and what of it goes where."""
    one, bounty = session_of(conditions, name), conditions.prizes.bounty
    part = bounty.cents if isinstance(bounty, Bounty) else 0
    return due(conditions, one), one.fee_to_pool_per_mille, conditions.commission, part


def open_registration(state: Tournament, order: o.OpenRegistration, _given: EventGiven) -> Events:
    """Open the entries of an event whose conditions are published."""
    cites = require_office(conditions_of(state).book, order.by, "open")
    require_phase(state, PLAYED, "published")
    return (e.RegistrationOpened(by=order.by.name, cites=PLAYED + cites),)


# --- money of the house -----------------------------------------------------------------------------------------------


def add_to_pool(state: Tournament, order: o.AddToPool, given: EventGiven) -> Events:
    """Set money of the house aside for the prizes."""
    rules = rules_for(state)
    require_office(conditions_of(state).book, order.by, "add")
    require_phase(state, rules.added, "published", "open", "started")
    if order.cents <= 0:
        raise RuleViolation("bad-amount", rules.added, "an amount is a whole number of cents above zero")
    if not takes_more(conditions_of(state)):
        text = phrase("the prizes are sums and goods, and nobody would win what is added")
        raise RuleViolation("whole-pool", joined(rules.added, rules.whole_pool), text, legal=("amend the prizes",))
    return (_added(state, order.cents, "added", rules.added, given),)


def _added(state: Tournament, cents: int, why: Why, cites: Cites, given: EventGiven) -> e.PoolAdded:
    require_money(given, accounts.HOUSE, cents, cites, "the house's bank")
    move = Move(accounts.HOUSE, accounts.added(state.name), cents, "prize added")
    return e.PoolAdded(cents=cents, why=why, cites=cites, moves=(move,))


# --- start and cancellation -------------------------------------------------------------------------------------------


def start(state: Tournament, order: o.Start, given: EventGiven) -> Events:
    """Start with everyone who has paid; the conditions are frozen."""
    conditions, rules = conditions_of(state), rules_for(state)
    cites = require_starter(state, order)
    require_phase(state, cites, "open")
    starts = start_of(conditions)
    if starts is not None and given.at < starts:
        text = phrase("it starts at {starts}", starts=Name(format(starts, "%Y-%m-%d %H:%M")))
        raise RuleViolation("too-early", rules.asks["sessions[].starts"], text)
    require_absent(state, order.forfeited, rules)
    outs = list(_outs(state, order.forfeited, rules))
    gone = {one.player for one in outs}
    paid = [one.player for one in state.live if one.player not in gone and is_paid(state, one)]
    players, alternates = with_places(state, paid, given)
    least = conditions.entry.least_players
    if len(players) < (least if isinstance(least, int) else 1):
        text = phrase(
            "{players} players; the conditions want {least} at least", players=Count(len(players)), least=least
        )
        raise RuleViolation("players", rules.asks["entry.least_players"], text, legal=("cancel",))
    promised = sum(one.cents for one in conditions.prizes.added) if isinstance(conditions.prizes.added, tuple) else 0
    more = [_added(state, promised, "conditions", rules.added, given)] if promised else []
    begun = e.TournamentStarted(
        version=conditions.version, digest=state.digest, players=players, alternates=alternates,
        cites=cites + rules.frozen + VERSIONS,
    )  # fmt: skip
    return (*outs, *more, begun, *duty.begins(state, order.by))


def with_places(state: Tournament, paid: list[str], given: EventGiven) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who plays from the start, as many as there are places, by payment; and who waits, as the conditions say."""
    conditions = conditions_of(state)
    most, terms = conditions.entry.most_players, conditions.entry.alternates
    payers = list(dict.fromkeys(one.entry for one in state.payments))
    order = sorted(paid, key=lambda one: payers.index(one) if one in payers else 0)
    if not isinstance(most, int) or len(paid) <= most:
        return tuple(paid), ()
    late = order[most:]
    if isinstance(terms, Alternates) and terms.order == "draw":
        late = [late[at] for at in given.draw(f"{state.name}/alternates", len(late))]
    playing = set(order[:most])
    return tuple(one for one in paid if one in playing), tuple(late)


def require_starter(state: Tournament, order: o.Start) -> Cites:
    """Refuse a start by another office; by nobody where somebody has to conduct the event."""
    rules = rules_for(state)
    if order.by is not None:
        return require_office(conditions_of(state).book, order.by, "start")
    if not rules.unattended:
        text = phrase("the event is started by the {office}", office=rules.conducted_by.value)
        raise RuleViolation("attended", rules.conducted_by.cites, text)
    return rules.unattended


def require_absent(state: Tournament, names: tuple[str, ...], rules: TournamentRules) -> None:
    """Refuse a forfeit where the book has none, or of somebody without a paid entry."""
    if names and not rules.forfeits:
        raise RuleViolation("forfeit", rules.absent, "nobody loses the position for coming late", legal=("start",))
    for name in names:
        one = state.entries.get(name)
        if one is None or not one.is_live or not is_paid(state, one) or names.count(name) > 1:
            raise RuleViolation("no-entry", rules.forfeits, phrase("{name} has no position to lose", name=Name(name)))


def _outs(state: Tournament, forfeited: tuple[str, ...], rules: TournamentRules) -> Iterator[e.EntryEnded]:
    """Who is out at the start: forfeited, without the buy-in, or never entered."""
    for one in state.live:
        if one.player in forfeited:
            yield e.EntryEnded(player=one.player, why="forfeited", cites=rules.forfeits)
        elif not is_paid(state, one) and is_none(conditions_of(state).entry.late_entry):
            yield e.EntryEnded(
                player=one.player,
                why="unpaid" if one.paid else "lapsed",
                cites=rules.unpaid if one.paid else rules.enters,
            )


def cancel(state: Tournament, order: o.Cancel, _given: EventGiven) -> Events:
    """Cancel until prizes are awarded: every payment goes back, and what the house added."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_office(conditions.book, order.by, "cancel")
    if state.phase == "awarded":
        raise RuleViolation("awarded", rules.cancels + HOUSE.cite("20.25"), "the prizes are awarded")
    require_phase(state, rules.cancels, "published", "open", "started")
    if state.play.bounties_paid:
        raise RuleViolation("awarded", rules.cancels + HOUSE.cite("20.25"), "bounties are paid")
    cites = rules.cancels
    if order.below_minimum:
        require_below(state, conditions, rules)
        cites = rules.guarantee + rules.cancels
    back = [refunded(payment, cites) for payment in state.payments]
    added = accounts.added(state.name)
    held = state.money[added]
    bonus = accounts.pool(state.name, "bonus")
    parts = ((added, held), (bonus, state.money[bonus]))
    moves = tuple(Move(source, accounts.HOUSE, cents, "prize not awarded") for source, cents in parts if cents)
    last = e.TournamentCancelled(by=order.by.name, below_minimum=order.below_minimum, cites=cites, moves=moves)
    return (*back, last)


def require_below(state: Tournament, conditions: Conditions, rules: TournamentRules) -> None:
    """Refuse the ground of too few entries unless it is reserved and there are."""
    terms, entries = conditions.prizes.guarantee, received(state)
    if not isinstance(terms, Guarantee) or terms.cancel_below is not True:
        raise RuleViolation("not-reserved", rules.guarantee, "the conditions do not reserve that", legal=("cancel",))
    if isinstance(terms.least_entries, int) and entries >= terms.least_entries:
        text = phrase("there are {entries} entries, and {least} are enough", entries=entries, least=terms.least_entries)
        raise RuleViolation("enough-entries", rules.guarantee, text, legal=("cancel",))


# --- prizes -----------------------------------------------------------------------------------------------------------


def award(state: Tournament, order: o.AwardPrizes, given: EventGiven) -> Events:
    """Name the places and award the whole pool, with what a guarantee adds to it."""
    conditions, rules = conditions_of(state), rules_for(state)
    require_office(conditions.book, order.by, "award")
    require_phase(state, rules.awards, "started")
    if state.play.session or state.play.sessions:
        raise RuleViolation("placing", rules.awards, "the places are on record", legal=("confirm them",))
    require_places(state, order.places, conditions, rules)
    rest = rest_of_bounties(state, order.places)
    return (*rest, *award_places(state, order.places, order.by.name, given))


def award_places(
    state: Tournament, places: tuple[tuple[str, ...], ...], by: str, given: EventGiven, more: Cites = ()
) -> Events:
    """Award the whole pool by these places. Whoever was disqualified wins nothing: those below move up."""
    conditions, rules = conditions_of(state), rules_for(state)
    entries, added = received(state), accounts.added(state.name)
    not_drawn = left_for_prizes(state)
    short = guaranteed(conditions, entries) - state.pool - not_drawn - state.money[added]
    topped = [_added(state, short, "guarantee", rules.guarantee, given)] if short > 0 else []
    in_added = state.money[added] + max(short, 0)
    pool = accounts.pool(state.name)
    bonus = accounts.pool(state.name, "bonus")
    back = (Move(bonus, accounts.HOUSE, state.money[bonus], "bonus not won"),) if state.money[bonus] else ()
    bounties = accounts.pool(state.name, BOUNTIES)
    rest = (Move(bounties, pool, not_drawn, "bounty not won"),) if not_drawn else ()
    moves = (*((Move(added, pool, in_added, "prize added"),) if in_added else ()), *back, *rest)
    whole = state.pool + in_added + not_drawn
    cites = joined(rules.all_to_the_pool, ENVELOPES if not_drawn else ())
    closed = e.PoolClosed(cents=whole, entries=entries, cites=cites, moves=moves)
    entitled = tuple(tuple(one for one in group if one not in state.play.disqualified) for group in places)
    winners = tuple(group for group in entitled if group)
    if not winners:
        text = phrase("everybody was disqualified: nobody may win what is in the pool")
        raise RuleViolation("no-prize", rules.awards, text, legal=("cancel the event",))
    counted = len(state.live) + sum(state.play.re_entries.values())
    entry = conditions.prizes.satellite
    target = entry_goods(str(entry.target)) if isinstance(entry, Satellite) else ""

    def draw(what: str, count: int) -> tuple[int, ...]:
        return given.draw(f"{state.name}/{what}", count)

    table = prize_table(conditions, counted, whole, rules)
    prizes = in_full(won(winners, table, rules, target, draw if state.play.sessions else None), whole)
    if state.play.deal_made is not None:
        prizes = in_full(as_agreed(prizes, winners, state.play.deal_made), whole)
        more += HOUSE.cite("20.17")
    if isinstance(conditions.prizes.satellite, Satellite):
        more += HOUSE.cite("20.16")
    out = tuple(Move(pool, accounts.prizes(state.name), one.cents, "prize") for one in prizes if one.cents)
    cites = tuple(dict.fromkeys(rules.awards + rules.whole_pool + more + _sharing(places, rules)))
    named = e.PrizesAwarded(places=places, prizes=prizes, by=by, cites=cites, moves=out)
    return (*topped, closed, named)


def as_agreed(
    prizes: tuple[PrizeWon, ...], winners: tuple[tuple[str, ...], ...], deal: DealMade
) -> tuple[PrizeWon, ...]:
    """The prizes with those of the last players as they agreed; what was left for the first is the first's."""
    shares = dict(deal.shares)
    order = [player for group in winners for player in group]
    lost = sum(shares.pop(player) for player in list(shares) if player not in order)  # disqualified since
    shares[order[0]] = shares.get(order[0], 0) + deal.left_for_first + lost
    agreed = [PrizeWon(order.index(player) + 1, player, cents) for player, cents in shares.items() if cents]
    others = [one for one in prizes if one.player not in shares]
    return tuple(sorted((*agreed, *others), key=lambda one: one.place))


def in_full(prizes: tuple[PrizeWon, ...], whole: int) -> tuple[PrizeWon, ...]:
    """The prizes with what no place has, since too few may win something, added to the first."""
    missing = whole - sum(one.cents for one in prizes)
    if not missing or not prizes:
        return prizes
    first = prizes[0]
    return (PrizeWon(first.place, first.player, first.cents + missing, first.goods), *prizes[1:])


def _sharing(places: tuple[tuple[str, ...], ...], rules: TournamentRules) -> Cites:
    return rules.simultaneous.cites if any(len(group) > 1 for group in places) else ()


def require_places(
    state: Tournament, places: tuple[tuple[str, ...], ...], conditions: Conditions, rules: TournamentRules
) -> None:
    """Refuse places that are not every player once, and shared ones where a draw decides."""
    named = [player for group in places for player in group]
    players = [one.player for one in state.live]
    if sorted(named) != sorted(players) or () in places:
        text = phrase("places for {named}; the players are {players}", named=names(named), players=names(players))
        raise RuleViolation("placing", rules.awards, text, legal=("every player once",))
    if conditions.prizes.simultaneous == "stake-then-draw" and len(places) < len(named):
        text = phrase("of players who go out together with equal stakes, a draw of cards places one higher")
        raise RuleViolation("placing", rules.simultaneous.cites, text)


def prize_table(conditions: Conditions, players: int, whole: int, rules: TournamentRules) -> tuple[Award, ...]:
    """What the places win; refused if it is not the whole pool."""
    try:
        found = awards(conditions, players, whole)
    except PoolTooSmall as fault:
        raise RuleViolation("whole-pool", rules.whole_pool, fault.said, legal=("add to the pool",)) from None
    missing = whole - sum(one.cents for one in found)
    if missing:
        text = phrase("{missing} of the pool would not be paid", missing=Money(missing))
        raise RuleViolation("whole-pool", rules.whole_pool, text)
    return found


def won(
    places: tuple[tuple[str, ...], ...],
    table: tuple[Award, ...],
    rules: TournamentRules,
    entry: str = "",
    draw: Callable[[str, int], Sequence[int]] | None = None,
) -> tuple[PrizeWon, ...]:
    """What each player wins; those who share places divide the prizes of all of them.

    `entry`: goods that have their price in the pool, so that they can be divided. Others are drawn among those who
    share, or refused where there is no draw.
    """
    cents = [one.cents for one in table]
    goods = {one.place: one.goods for one in table}
    found, place = [], 1
    for group in places:
        things = [goods.get(one, "") for one in range(place, place + len(group))]
        if len(set(things)) > 1:
            things = _divided(things, place, rules, entry, draw)
        for player, share, thing in zip(group, shared_cents(cents, place, len(group)), things, strict=True):
            if share or thing:
                found.append(PrizeWon(place, player, share, thing))
        place += len(group)
    return tuple(found)


def _divided(
    things: Sequence[str],
    place: int,
    rules: TournamentRules,
    entry: str,
    draw: Callable[[str, int], Sequence[int]] | None,
) -> list[str]:
    """Goods of places that are not alike, for those who share the places, in their order."""
    left = ["" if one == entry else one for one in things]
    if not any(left):
        return left  # each has the same part of what the entries cost
    if draw is None:
        raise RuleViolation("goods", rules.simultaneous.cites, "goods are not divided", legal=("one place each",))
    return [left[at] for at in draw(f"goods of place {place}", len(left))]


def payout(state: Tournament, one: PrizeWon) -> tuple[Move, ...]:
    """Where a prize goes: to the purse; the price of an entry in another event stays an entry there."""
    terms, source = conditions_of(state).prizes.satellite, accounts.prizes(state.name)
    entry = terms.entry_cents if isinstance(terms, Satellite) and isinstance(terms.entry_cents, int) else 0
    if not isinstance(terms, Satellite) or one.goods != entry_goods(str(terms.target)):
        return (Move(source, accounts.purse(one.player), one.cents, "prize"),) if one.cents else ()
    moves = [Move(source, accounts.ticket(str(terms.target), one.player), entry, "entry won")]
    if one.cents > entry:
        moves.append(Move(source, accounts.purse(one.player), one.cents - entry, "prize"))
    return tuple(moves)


def pay_prize(state: Tournament, order: o.PayPrize, _given: EventGiven) -> Events:
    """Pay a prize that was awarded, once."""
    conditions, rules = conditions_of(state), rules_for(state)
    cites = require_office(conditions.book, order.by, "pay")
    require_phase(state, rules.whole_pool, "awarded")
    one = state.prizes.get(order.player)
    if one is None:
        text = phrase("no prize of {player} is to be paid", player=Name(order.player))
        raise RuleViolation("no-prize", rules.whole_pool, text)
    moves = payout(state, one)
    why = tuple(dict.fromkeys(rules.whole_pool + cites + rules.outside_revenue))
    paid = e.PrizePaid(player=order.player, cents=one.cents, goods=one.goods, by=order.by.name, cites=why, moves=moves)
    return (paid,)
