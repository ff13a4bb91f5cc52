"""Whether the money of an event adds up and goes where its book wants it: fees, buy-ins, re-buys, add-ons, prizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from openfelt.cage import accounts
from openfelt.games.policy import HOUSE
from openfelt.phrases import Count, Money, phrase
from openfelt.tournaments.conditions import (
    AddOns,
    Band,
    BonusRounds,
    Bounty,
    Conditions,
    FinalBuyIn,
    Guarantee,
    Prize,
    Rebuys,
    ReEntry,
    Satellite,
    TournamentCommission,
)
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.findings import Finding, Path, contradiction
from openfelt.tournaments.items import is_none
from openfelt.tournaments.rules import TournamentRules

PRIZES: Final = HOUSE.cite("20.2.8")
WHOLE: Final = 1_000  # per mille
ENVELOPES: Final = HOUSE.cite("20.15.1")
MOST_ENVELOPES: Final = 10_000


def money_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What is wrong with the money."""
    yield from _kept(conditions, rules)
    yield from _commission(conditions, rules)
    yield from _bought_again(conditions, rules)
    yield from _promises(conditions, rules)
    yield from _prizes(conditions, rules)


def _kept(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Money that the operator would keep of what belongs in the pool."""
    kept: list[tuple[Path, int]] = [
        (("sessions", number, "kept_of_buy_in_cents"), one.kept_of_buy_in_cents)
        for number, one in enumerate(conditions.sessions)
    ]
    kept += [
        ((name, "kept_cents"), part.kept_cents)
        for name, part in (("rebuys", conditions.rebuys), ("add_ons", conditions.add_ons))
        if isinstance(part, Rebuys | AddOns)
    ]
    for path, cents in kept:
        if cents:
            what = {"sessions": "buy-in", "rebuys": "re-buy", "add_ons": "add-on"}[str(path[0])]
            text = phrase("{cents} kept of a {what}: all of it goes into the pool", cents=Money(cents), what=what)
            yield contradiction("money-kept", path, rules.all_to_the_pool, text, "0")


def _commission(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    terms = conditions.commission
    for number, session in enumerate(conditions.sessions):
        if rules.no_buy_in and session.buy_in_cents not in (UNSET, 0):
            text = "the entry fee is all that is paid; what is left of it after commission is the pool"
            yield contradiction("buy-in", ("sessions", number, "buy_in_cents"), rules.no_buy_in, text, "0")
    if not isinstance(terms, TournamentCommission):
        return
    if not rules.has_commission:
        text = "there is no tournament commission; what the operator keeps is the entry fee"
        yield contradiction("commission", ("commission",), rules.commission, text, "none")
    elif bool(terms.of_fee_per_mille) == bool(terms.besides_cents):
        text = "a part of the fee or a sum besides it: exactly one of the two"
        yield contradiction("commission", ("commission",), rules.commission, text)


def _bought_again(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    rebuys, add_ons, entry = conditions.rebuys, conditions.add_ons, conditions.entry
    again: tuple[tuple[Path, object], ...] = (
        (("rebuys",), rebuys),
        (("add_ons",), add_ons),
        (("entry", "re_entry"), entry.re_entry),
        (("entry", "final_buy_in"), entry.final_buy_in),
    )
    for path, value in again:
        if rules.one_entry and not is_none(value):
            yield contradiction("one-entry", path, rules.one_entry, "each player has one entry", "none")
    if rules.no_withdrawal and not is_none(entry.withdrawal):
        text = phrase("what was paid is not given back to a player who withdraws")
        yield contradiction("withdrawal", ("entry", "withdrawal"), rules.no_withdrawal, text, "none")
    if isinstance(rebuys, Rebuys) and rules.below_bank and rebuys.when == "at-bank":
        text = phrase("a re-buy needs a stack below the starting bank")
        yield contradiction("re-buy", ("rebuys", "when"), rules.below_bank, text, "below-bank", "no-chips")
    if isinstance(add_ons, AddOns) and rules.add_on_once and add_ons.most not in (UNSET, 0, 1):
        text = phrase("{most} add-ons; there is one", most=add_ons.most)
        yield contradiction("add-on", ("add_ons", "most"), rules.add_on_once, text, "1")
    unit = conditions.chips.unit
    counts: list[tuple[Path, object]] = [
        (("sessions", number, "starting_chips"), one.starting_chips) for number, one in enumerate(conditions.sessions)
    ]
    counts += [
        ((name, "chips"), part.chips)
        for name, part in (("rebuys", rebuys), ("add_ons", add_ons))
        if isinstance(part, Rebuys | AddOns)
    ]
    bonus = conditions.play.bonus_rounds
    if isinstance(bonus, BonusRounds) and bonus.chips:
        counts.append((("play", "bonus_rounds", "chips"), bonus.chips))
    for path, chips in counts:
        if isinstance(chips, int) and (chips == 0 or (unit is not UNSET and unit and chips % unit)):
            text = phrase(
                "{chips} is not a whole number of chips of {unit}, one at least",
                chips=Count(chips),
                unit=Count(unit if unit is not UNSET else 1),
            )
            yield contradiction("unit", path, HOUSE.cite("20.5"), text)
    if unit == 0:
        yield contradiction("unit", ("chips", "unit"), HOUSE.cite("20.5"), "the smallest chip is worth nothing")


def _promises(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    prizes = conditions.prizes
    if isinstance(prizes.guarantee, Guarantee) and prizes.guarantee.least_entries == 0:
        text = phrase("a guarantee begins at a number of entries")
        cites = rules.asks.get("prizes.guarantee.least_entries", PRIZES)
        yield contradiction("guarantee", ("prizes", "guarantee", "least_entries"), cites, text)
    if isinstance(prizes.bounty, Bounty) and prizes.bounty.cents is not UNSET:
        least = min(
            (one.buy_in_cents for one in entry_sessions(conditions) if one.buy_in_cents is not UNSET), default=None
        )
        again = conditions.entry.re_entry
        if isinstance(again, ReEntry) and again.buy_in_cents is not UNSET and again.buy_in_cents < prizes.bounty.cents:
            text = phrase("what is paid to buy back in is less than the part of a buy-in that goes to bounties")
            yield contradiction("bounty", ("entry", "re_entry", "buy_in_cents"), HOUSE.cite("20.15"), text)
        if prizes.bounty.cents == 0 or (least is not None and prizes.bounty.cents > least):
            text = phrase(
                "{cents} of a buy-in of {buy_in} goes to bounties",
                cents=Money(prizes.bounty.cents),
                buy_in=Money(least or 0),
            )
            yield contradiction("bounty", ("prizes", "bounty", "cents"), HOUSE.cite("20.15"), text)
        yield from _envelopes(conditions, prizes.bounty)
    satellite = prizes.satellite
    if isinstance(satellite, Satellite):
        path: Path = ("prizes", "satellite")
        if satellite.entry_cents == 0:
            text = phrase("an entry that costs nothing is no prize")
            yield contradiction("satellite", (*path, "entry_cents"), HOUSE.cite("20.16"), text)
        if isinstance(satellite.target, str) and not accounts.is_owner(satellite.target):
            text = phrase("no entry is kept in an event of such a name: one line without a stroke, 100 letters at most")
            yield contradiction("satellite", (*path, "target"), HOUSE.cite("20.16"), text)
        if not is_none(prizes.bands):
            text = phrase("the pool of a satellite buys entries; it has no other prizes")
            yield contradiction("satellite", path, HOUSE.cite("20.16"), text, 'bands = "none"')
    elif prizes.bands == "none" and not (_is_free(conditions, rules) and not _from_house(conditions)):
        text = phrase("there are no prizes, and the pool is paid in full")
        yield contradiction("prizes", ("prizes", "bands"), rules.whole_pool, text)


def _envelopes(conditions: Conditions, bounty: Bounty) -> Iterator[Finding]:
    """Envelopes hold the whole pool of the bounties, and there is one for every elimination from the point on."""
    path: Path = ("prizes", "bounty", "envelopes")
    if bounty.kind != "mystery":
        if bounty.envelopes:
            text = phrase("a {kind} bounty has no envelopes", kind=bounty.kind)
            yield contradiction("bounty", path, ENVELOPES, text, "mystery")
        return
    shares = sum(one.per_mille * one.count for one in bounty.envelopes)
    fixed = sum(one.cents * one.count for one in bounty.envelopes)
    number = sum(one.count for one in bounty.envelopes)
    if any(not one.count or bool(one.cents) == bool(one.per_mille) for one in bounty.envelopes):
        text = phrase("a line of envelopes has a number of them, and for each a sum or a share")
        yield contradiction("bounty", path, ENVELOPES, text)
    least = (bounty.cents if bounty.cents is not UNSET else 0) * _least(conditions)
    if not shares and fixed and _is_exact(conditions) and fixed == least:
        pass  # the pool is known, and the sums are it
    elif shares != WHOLE:
        text = phrase(
            "shares of {shares} per mille of what the sums leave: {off} too {few}",
            shares=shares,
            off=abs(WHOLE - shares),
            few=_few(shares),
        )
        yield contradiction("bounty", path, ENVELOPES, text, "1000")
    elif fixed > least:
        text = phrase("sums of {fixed} from bounties that may be {least}", fixed=Money(fixed), least=Money(least))
        yield contradiction("bounty", path, ENVELOPES, text)
    if number > MOST_ENVELOPES:
        text = phrase("{number} envelopes; at most {most}", number=Count(number), most=Count(MOST_ENVELOPES))
        yield contradiction("bounty", path, ENVELOPES, text)
    point = _point(conditions, bounty)
    if point < 2:
        text = phrase("envelopes are for eliminations: two or more players are left at the point")
        yield contradiction("bounty", ("prizes", "bounty", "from_players"), ENVELOPES, text)
    elif number < point - 1:
        text = phrase(
            "{number} envelopes; from {point} players on {out} may be eliminated",
            number=number,
            point=point,
            out=point - 1,
        )
        yield contradiction("bounty", path, ENVELOPES, text, phrase("{point} or more", point=point - 1))


def _few(shares: int) -> str:
    return "few" if shares < WHOLE else "many"


def _is_exact(conditions: Conditions) -> bool:
    """Whether it is known how many entries there will be."""
    entry = conditions.entry
    return entry.least_players == entry.most_players and all(map(is_none, (entry.re_entry, entry.final_buy_in)))


def _point(conditions: Conditions, bounty: Bounty) -> int:
    """With how many players the envelopes are sealed, at the most."""
    if isinstance(bounty.from_players, int):
        return bounty.from_players
    bands = conditions.prizes.bands if isinstance(conditions.prizes.bands, tuple) else ()
    paid = [last_place(prize) for band in bands for prize in band.prizes]
    return max(paid, default=0)


# --- the table of prizes ----------------------------------------------------------------------------------------------


def _prizes(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    bands = conditions.prizes.bands
    if not isinstance(bands, tuple):
        return
    asked = rules.asks.get("prizes.bands", PRIZES)
    starts = [band.from_entries for band in bands]
    least = conditions.entry.least_players
    first = least if isinstance(least, int) else 1
    if starts and (starts[0] > max(first, 1) or starts != sorted(set(starts))):
        text = phrase(
            "bands from {told} entries: the first is from {first}, each later one higher",
            told=tuple(starts),
            first=max(first, 1),
        )
        yield contradiction("prizes", ("prizes", "bands"), asked, text)
    for number, band in enumerate(bands):
        yield from _band(conditions, band, ("prizes", "bands", number), rules)


def _band(conditions: Conditions, band: Band, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    asked = rules.asks.get("prizes.bands", PRIZES)
    due = 1
    for place, prize in enumerate(band.prizes):
        at: Path = (*path, "prizes", place)
        if prize.place != due or (prize.to and prize.to < prize.place):
            text = phrase(
                "place {place} where place {due} is due: every place once, in order", place=prize.place, due=due
            )
            yield contradiction("places", at, asked, text)
        due = last_place(prize) + 1
        if sum(map(bool, (prize.per_mille, prize.cents, prize.goods))) != 1:
            text = phrase("place {place} wins a share, a sum or goods: exactly one of them", place=prize.place)
            yield contradiction("prizes", at, asked, text)
    if due - 1 > max(band.from_entries, _least(conditions)):
        text = phrase(
            "{due} places are paid from {from_entries} entries on", due=due - 1, from_entries=band.from_entries
        )
        yield contradiction(
            "places", path, asked, text, phrase("at most {from_entries} places", from_entries=band.from_entries)
        )
    yield from _whole(conditions, band, path, rules)


def _least(conditions: Conditions) -> int:
    least = conditions.entry.least_players
    return least if isinstance(least, int) else 1


def last_place(prize: Prize) -> int:
    """The last place that a line of the table is for."""
    return max(prize.to, prize.place)


def _whole(conditions: Conditions, band: Band, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    """The shares make up the pool; fixed sums come first, and shares are of the rest."""
    shares = sum(one.per_mille * (last_place(one) - one.place + 1) for one in band.prizes)
    fixed = sum(one.cents * (last_place(one) - one.place + 1) for one in band.prizes)
    if shares == 0 and _is_free(conditions, rules):
        least, most = _added(conditions), _from_house(conditions)
        added = least if fixed != least else most
        if fixed != least or fixed != most:
            text = phrase("prizes of {fixed}, and {added} is there to be won", fixed=Money(fixed), added=Money(added))
            yield contradiction("whole-pool", path, rules.whole_pool, text)
        return
    if fixed > (there := least_pool(conditions, rules, max(band.from_entries, _least(conditions)))):
        text = phrase("fixed prizes of {fixed} from a pool that may be {there}", fixed=Money(fixed), there=Money(there))
        yield contradiction("whole-pool", path, rules.whole_pool, text)
    if shares != WHOLE:
        off = "{off} per mille are missing" if shares < WHOLE else "{off} per mille too many"
        missing = phrase(off, off=abs(WHOLE - shares))
        text = phrase("shares of {shares} per mille of the pool: {missing}", shares=shares, missing=missing)
        yield contradiction("whole-pool", path, rules.whole_pool, text, "1000")


def least_pool(conditions: Conditions, rules: TournamentRules, entries: int) -> int:
    """The least that the pool for the places has with so many entries, re-buys and add-ons left out.

    A bounty is another pool. Where the fee is all there is, the commission is taken from it, or paid besides.
    """
    first = conditions.sessions[0] if conditions.sessions else None
    fee = first.entry_fee_cents if first and first.entry_fee_cents is not UNSET else 0
    buy_in = first.buy_in_cents if first and first.buy_in_cents is not UNSET else 0
    back = first.fee_to_pool_per_mille if first else 0
    if rules.no_buy_in:
        terms = conditions.commission
        kept = terms.of_fee_per_mille if isinstance(terms, TournamentCommission) else 0
        back = WHOLE - kept
    bounty = conditions.prizes.bounty
    other = bounty.cents if isinstance(bounty, Bounty) and bounty.cents is not UNSET else 0
    pool = entries * (max(0, buy_in - other) + fee * back // WHOLE) + _added(conditions)
    promise = conditions.prizes.guarantee
    if isinstance(promise, Guarantee) and promise.cents is not UNSET and promise.least_entries is not UNSET:
        return max(pool, promise.cents) if entries >= promise.least_entries else pool
    return pool


def _is_free(conditions: Conditions, rules: TournamentRules) -> bool:
    """Whether nobody pays into the pool, to enter or later."""
    paid = [one.buy_in_cents for one in conditions.sessions] + [
        one.entry_fee_cents for one in conditions.sessions if one.fee_to_pool_per_mille or rules.no_buy_in
    ]
    again, into_final = conditions.entry.re_entry, conditions.entry.final_buy_in
    if isinstance(again, ReEntry):
        paid += [again.buy_in_cents]
        paid += [again.entry_fee_cents for one in conditions.sessions if one.fee_to_pool_per_mille]
    if isinstance(into_final, FinalBuyIn):
        paid.append(into_final.cost_cents)
    bought = [one for one in (conditions.rebuys, conditions.add_ons) if not is_none(one)]
    return not any(cents for cents in paid if cents is not UNSET) and not bought


def _added(conditions: Conditions) -> int:
    added = conditions.prizes.added
    return sum(one.cents for one in added) if isinstance(added, tuple) else 0


def _from_house(conditions: Conditions) -> int:
    """What the house may have to give to the pool: what it adds, or what it guarantees."""
    promise = conditions.prizes.guarantee
    owed = promise.cents if isinstance(promise, Guarantee) and promise.cents is not UNSET else 0
    return max(_added(conditions), owed)


def takes_more(conditions: Conditions) -> bool:
    """Whether somebody wins what the pool has besides fixed sums: a share of it, or entries of a satellite."""
    prizes = conditions.prizes
    if isinstance(prizes.satellite, Satellite):
        return True
    return isinstance(prizes.bands, tuple) and any(one.per_mille for band in prizes.bands for one in band.prizes)
