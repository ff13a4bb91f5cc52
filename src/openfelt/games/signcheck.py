"""Whether a sign may hang beside a table: tested as a whole, every refusal with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.cards import DECK_SIZES
from openfelt.errors import RuleViolation
from openfelt.games.game import Game
from openfelt.games.policy import ACT, HOUSE, NSW, US, Policy, policy
from openfelt.games.registry import find_game, game_of
from openfelt.games.sign import Sign
from openfelt.money import money
from openfelt.rulebooks import Cites, joined

MOST_SEATS = 11  # nsw-poker 2.1
LEAST_CLOCK = 20  # nsw-poker 7.12.1
DOLLAR = 100  # nsw-poker 7.12.3
CANBERRA_LOW_STAKE = 100_00  # act-stud 15.2(e)
# What a rulebook fixes where another leaves a choice to the sign.
FIXED: Final[dict[str, dict[str, Cites]]] = {
    "check_raise": {
        "nsw-poker": NSW.cite("1.1/check"),
        "act-stud": ACT.cite("def/Check"),
        "house": HOUSE.cite("4.3"),
    },
    "disclose_mucked": {"nsw-poker": NSW.cite("24.2"), "act-stud": ACT.cite("13.1"), "house": HOUSE.cite("6.1")},
    "first_opener": {"nsw-poker": NSW.cite("9.4"), "us-stud": US.cite("stud(3)"), "house": HOUSE.cite("3.3")},
    "later_opener": {"nsw-poker": NSW.cite("11.2"), "us-stud": US.cite("stud(5)"), "house": HOUSE.cite("4.2")},
    "first_round_option": {"nsw-poker": NSW.cite("7.3"), "us-stud": US.cite("stud(4)"), "house": HOUSE.cite("4.1")},
    "return_blind": {
        "nsw-poker": NSW.cite("8.8.3.1"),
        "us-stud": US.cite("wagers(2)"),
        "house": HOUSE.cite("3.4"),
    },
    "draw_blind_option": {
        "nsw-poker": NSW.cite("7.3", "11.5"),
        "act-stud": ACT.cite("10.1/last-blind"),
        "us-stud": US.cite("stud(4)"),
        "house": HOUSE.cite("4.3"),
    },
    "ace_low_straights": {"us-stud": US.cite("rank(1)"), "house": HOUSE.cite("2.1", "2.2")},
    "eight_qualifier": {"us-stud": US.cite("stud(9)"), "house": HOUSE.cite("2.6")},
    "low_ace": {"us-stud": US.cite("stud(12)(i)"), "house": HOUSE.cite("2.5")},
    "voluntary_blinds": {
        "nsw-poker": NSW.cite("8.8.2"),
        "act-stud": ACT.cite("4.2(e)"),
        "us-stud": US.cite("wagers(2)"),
        "house": HOUSE.cite("3.1"),
    },
    "over_blinds": {
        "nsw-poker": NSW.cite("8.8.1"),
        "act-stud": ACT.cite("4.2(e)"),
        "us-stud": US.cite("wagers(2)"),
        "house": HOUSE.cite("3.1"),
    },
    "more_time": {"act-stud": HOUSE.cite("8"), "us-stud": HOUSE.cite("8"), "house": HOUSE.cite("8")},
    "commission": {"nsw-poker": NSW.cite("3.3"), "us-stud": HOUSE.cite("7"), "house": HOUSE.cite("7")},
}
# nsw-poker ranks hands by the deck.
NSW_ORDERS: Final = {52: NSW.cite("13.2"), 32: NSW.cite("13.3"), 36: NSW.cite("13.4")}


def validate(sign: Sign) -> Sign:
    """The sign itself, if its rulebook allows it to hang beside a table; else the first fault as a RuleViolation."""
    playable(sign)
    for fault in approvals(sign):
        raise fault
    return sign


def playable(sign: Sign) -> Sign:
    """The sign itself, if a hand can be dealt under it: approvals of charges that no hand collects are left aside."""
    for fault in faults(sign):
        raise fault
    return sign


def faults(sign: Sign) -> Iterator[RuleViolation]:
    """All that is wrong with a sign, the gravest first."""
    rulebook = policy(sign.rulebook)
    find_game(sign.rulebook, sign.game)
    game = game_of(sign)
    yield from _deck(sign, game)
    yield from _seats(sign, game, rulebook)
    yield from _limit(sign, game, rulebook)
    yield from _forced_bets(sign, game)
    yield from _optional_blinds(sign, game)
    yield from _winning(sign, game)
    yield from _clock(sign)
    yield from _stakes(sign, rulebook)
    yield from _commission(sign, rulebook)
    yield from _readings(sign, game, rulebook)


def fault(code: str, cites: Cites, message: str, *legal: str) -> RuleViolation:
    """A refusal of a sign."""
    return RuleViolation(code, cites, message, legal=legal)


def displayed(rulebook: Policy) -> Cites:
    """The clauses that say which limits a sign states: us-stud knows them only as the limits of the table."""
    return US.cite("wagers(4)") if rulebook.rulebook == "us-stud" else rulebook.config


def _deck(sign: Sign, game: Game) -> Iterator[RuleViolation]:
    cites = {
        "nsw-poker": NSW.cite("4.1", "6.1"),
        "act-stud": ACT.cite("2.1", "2.2"),
        "us-stud": US.cite("decks/s1"),
    }.get(sign.rulebook, HOUSE.cite("3.7"))
    if sign.deck not in DECK_SIZES or sign.deck not in game.decks:
        decks = tuple(f"{size} cards" for size in game.decks)
        yield fault("deck", cites, f"{game.name} is not played with {sign.deck} cards under {sign.rulebook}", *decks)
    if sign.joker and not game.joker:
        none = {"nsw-poker": NSW.cite("4.1.1"), "us-stud": US.cite("decks/s1")}.get(sign.rulebook, HOUSE.cite("3.7"))
        yield fault("joker", none, f"{sign.rulebook} plays {game.name} without a joker")


def _seats(sign: Sign, game: Game, rulebook: Policy) -> Iterator[RuleViolation]:
    limit = game.decks.get(sign.deck)
    if limit is None:
        return
    most = limit.most
    cites = limit.cites
    if rulebook.undealt_button:
        most = min(MOST_SEATS, most + 1)
        cites = joined(cites, NSW.cite("2.1"))
    if not game.least <= sign.seats <= most:
        yield fault(
            "seats", cites, f"{sign.seats} seats; {game.name} with {sign.deck} cards seats {game.least} to {most}"
        )


def _limit(sign: Sign, game: Game, rulebook: Policy) -> Iterator[RuleViolation]:
    limit = sign.limit
    if limit.kind not in game.limits:
        yield fault("limit", displayed(rulebook), f"{game.name} has no {limit.kind} limit", *sorted(game.limits))
    if sign.unit < 1:
        yield fault("unit", rulebook.unit, f"a chip unit of {money(sign.unit)}; it is at least 1 cent")
        return
    if limit.small < 1:
        yield fault(
            "limit", displayed(rulebook), f"the least bet is {money(limit.small)}; it must be at least one chip unit"
        )
    if limit.kind in {"structured", "spread", "straddle"} and limit.big < limit.small:
        word = {"structured": "big bet", "spread": "most", "straddle": "most that may open"}[limit.kind]
        yield fault("limit", displayed(rulebook), f"the {word} is {money(limit.big)}, below {money(limit.small)}")
    amounts = {
        "least bet": limit.small,
        "big bet": limit.big,
        "ante": sign.ante,
        "bring-in": sign.bring_in,
        "minimum stake": sign.min_stake,
        "maximum stake": sign.max_stake,
        "least commission": max(sign.commission.least, 0),
        "most commission": max(sign.commission.most, 0),
        "charge for time": max(sign.clock.charge, 0),
    }
    amounts |= {f"blind {number}": chips for number, chips in enumerate(sign.blinds, start=1)}
    amounts |= {f"over-blind {number}": chips for number, chips in enumerate(sign.over_blinds, start=1)}
    for name, chips in amounts.items():
        if chips < 0 or chips % sign.unit:
            yield fault(
                "unit", rulebook.unit, f"the {name} of {money(chips)} is not a whole number of {money(sign.unit)} chips"
            )
    if DOLLAR % sign.unit and (sign.commission.kind in {"act-5", "act-10"} or sign.clock.charge):
        what = "a charge for time" if sign.clock.charge else "the commission"
        yield fault("unit", rulebook.unit, f"{what} is in whole dollars, which {money(sign.unit)} chips do not make up")


def _forced_bets(sign: Sign, game: Game) -> Iterator[RuleViolation]:
    act = sign.rulebook == "act-stud"
    cites = ACT.cite("4.2(b)") if act else game.posts
    if sign.blinds and "blinds" not in game.forced:
        blind = US.cite("wagers(2)", "wagers(2)(ii)") if sign.rulebook == "us-stud" else cites
        yield fault("forced-bets", blind, f"{game.name} has no blinds", *sorted(game.forced))
    if sign.ante and "ante" not in game.forced:
        yield fault("forced-bets", cites, f"{game.name} has no ante outside tournaments", *sorted(game.forced))
    if sign.bring_in and "bring-in" not in game.forced:
        yield fault("forced-bets", cites, f"{game.name} has no bring-in", *sorted(game.forced))
    if act and sign.blinds and sign.ante:
        yield fault("forced-bets", cites, "blinds or antes, not both")
    if "bring-in" in game.forced:
        bring = US.cite("def/Forced bet") if sign.rulebook == "us-stud" else HOUSE.cite("3.3")
        if not 0 < sign.bring_in <= sign.limit.small:
            yield fault(
                "bring-in",
                bring,
                f"the bring-in is {money(sign.bring_in)}; it is from one unit to {money(sign.limit.small)}",
            )
    elif not sign.blinds and not sign.ante:
        yield fault("forced-bets", cites, f"{game.name} needs {' or '.join(sorted(game.forced))}")
    yield from _blinds(sign)
    if sign.ante_by == "last-blind" and (sign.rulebook != "house" or not sign.blinds):
        yield fault("ante", HOUSE.cite("3.2"), "an ante paid by the last blind needs a house game with blinds")


def _blinds(sign: Sign) -> Iterator[RuleViolation]:
    if not sign.blinds:
        return
    count, last = len(sign.blinds), sign.blinds[-1]
    star, act = sign.rulebook == "nsw-poker", sign.rulebook == "act-stud"
    cites = NSW.cite("8.8.1") if star else ACT.cite("4.2(c)") if act else HOUSE.cite("3.1")
    if count > 3:
        yield fault("blinds", cites, f"{count} blinds; there are one to three")
    if any(chips <= 0 for chips in sign.blinds) or list(sign.blinds) != sorted(sign.blinds):
        ladder = ACT.cite("4.2(f)") if act else cites
        told = " and ".join(", ".join(map(money, sign.blinds)).rsplit(", ", 1))
        yield fault("blinds", ladder, f"blinds of {told} must be positive and may not fall")
    if star and last < sign.limit.small:
        yield fault(
            "blinds", cites, f"the last blind of {money(last)} is below the table minimum of {money(sign.limit.small)}"
        )
    if count > sign.seats:
        yield fault("blinds", cites, f"{count} blinds for {sign.seats} seats")


def _optional_blinds(sign: Sign, game: Game) -> Iterator[RuleViolation]:
    if sign.straddle and not (game.straddle and sign.blinds):
        cites = NSW.cite("1.1/straddle", "8.9") if sign.rulebook == "nsw-poker" else HOUSE.cite("3.5")
        yield fault("straddle", cites, f"{game.name} has no straddle")
    if sign.voluntary_blinds and not (sign.rulebook == "nsw-poker" and game.voluntary_blinds):
        yield fault(
            "voluntary-blinds",
            FIXED["voluntary_blinds"][sign.rulebook],
            "voluntary blinds belong to Draw Poker (blind)",
            "draw-blind",
        )
    if sign.over_blinds and not (sign.rulebook == "act-stud" and sign.blinds):
        yield fault("over-blinds", FIXED["over_blinds"][sign.rulebook], "over-blinds belong to blind games of act-stud")
    elif sign.over_blinds and (
        list(sign.over_blinds) != sorted(set(sign.over_blinds)) or sign.over_blinds[0] <= sign.blinds[-1]
    ):
        yield fault(
            "over-blinds",
            ACT.cite("4.2(f)"),
            f"over-blinds of {', '.join(map(money, sign.over_blinds))} must rise above the last blind",
        )


def _winning(sign: Sign, game: Game) -> Iterator[RuleViolation]:
    act = sign.rulebook == "act-stud"
    ranked = NSW_ORDERS.get(sign.deck, ())
    if sign.ace_low_straights and not act:
        fixed = FIXED["ace_low_straights"].get(sign.rulebook, ranked)
        yield fault("ace-low", fixed, f"{sign.rulebook} fixes how the ace counts in straights")
    if sign.eight_qualifier:
        cites = ACT.cite("3.5(d)")
        if not (act and game.showdown.high and game.showdown.low):
            yield fault(
                "eight-qualifier",
                joined(ACT.cite("3.5"), cites) if act else FIXED["eight_qualifier"].get(sign.rulebook, ranked),
                "the eight qualifier belongs to the high/low split of act-stud",
            )
        elif sign.deck < 40:
            yield fault("eight-qualifier", cites, f"{sign.deck} cards hold no five ranks of eight or less")
        elif sign.deck == 40 and not sign.low_ace:
            yield fault("eight-qualifier", cites, "40 cards hold five ranks of eight or less only with a low ace")
    if not sign.low_ace and not act:
        yield fault(
            "low-ace", FIXED["low_ace"].get(sign.rulebook, ranked), f"{sign.rulebook} fixes the ace as low in low hands"
        )


def _clock(sign: Sign) -> Iterator[RuleViolation]:
    clock = sign.clock
    cites = NSW.cite("7.12.1") if sign.rulebook == "nsw-poker" else HOUSE.cite("8")
    bought = FIXED["more_time"].get(sign.rulebook, NSW.cite("7.12.2"))
    if clock.seconds < 0 or clock.extra_seconds < 0 or clock.charge < 0:
        yield fault("clock", cites, "times and charges are not negative")
    if sign.rulebook == "nsw-poker" and 0 < clock.seconds < LEAST_CLOCK:
        yield fault("clock", cites, f"{clock.seconds} seconds to act; at least {LEAST_CLOCK}")
    if bool(clock.extra_seconds) != bool(clock.charge) or (clock.extra_seconds and not clock.seconds):
        yield fault("clock", bought, "extra time needs a time limit, a length and a charge")
    if clock.charge % DOLLAR:
        whole = FIXED["more_time"].get(sign.rulebook, NSW.cite("7.12.3"))
        yield fault("clock", whole, f"a charge of {money(clock.charge)} for time is not whole dollars")
    if clock.extra_seconds and sign.rulebook != "nsw-poker":
        yield fault("clock", bought, f"{sign.rulebook} does not sell extra time")


def _stakes(sign: Sign, rulebook: Policy) -> Iterator[RuleViolation]:
    if sign.max_stake and sign.max_stake < sign.min_stake:
        cites = ACT.cite("4.2(a)") if sign.rulebook == "act-stud" else displayed(rulebook)
        yield fault(
            "stakes", cites, f"the maximum stake {money(sign.max_stake)} is below the minimum {money(sign.min_stake)}"
        )


def _commission(sign: Sign, rulebook: Policy) -> Iterator[RuleViolation]:
    terms = sign.commission
    numbers = (terms.per_mille, terms.least, terms.most, terms.per_hand, terms.hourly, terms.sitting)
    star, act = sign.rulebook == "nsw-poker", sign.rulebook == "act-stud"
    other = ACT.cite("15.1") if act else (*rulebook.rake, *HOUSE.cite("7"))
    if any(number < 0 for number in numbers) or terms.per_mille > 1000:
        cites = NSW.cite("3.1") if star else other
        yield fault("commission", cites, "commission figures are not negative and at most the whole pot")
    if act:
        yield from _canberra_commission(sign)
        return
    if terms.kind in {"act-5", "act-10"}:
        yield fault("commission", FIXED["commission"][sign.rulebook], f"the {terms.kind} schedule belongs to act-stud")
    if terms.kind == "percentage" and not terms.per_mille:
        yield fault("commission", NSW.cite("3.3.1") if star else other, "a percentage commission needs a percentage")
    if terms.kind == "time" and not terms.hourly + terms.sitting:
        yield fault("commission", NSW.cite("3.2", "3.3.3") if star else other, "a charge by time needs its amount")
    if terms.most and terms.least > terms.most:
        cites = NSW.cite("3.2") if star else other
        yield fault(
            "commission", cites, f"the least commission {money(terms.least)} is above the most {money(terms.most)}"
        )


def _canberra_commission(sign: Sign) -> Iterator[RuleViolation]:
    terms = sign.commission
    if terms.kind in {"none", "percentage"}:
        yield fault(
            "commission",
            ACT.cite("15.1"),
            "every game carries commission, from the pot or by time",
            "act-5",
            "act-10",
            "time",
        )
    if terms.kind in {"act-5", "act-10"} and not terms.most:
        yield fault("commission", ACT.cite("15.2(a)"), "the approved maximum must be stated")
    if terms.kind == "time" and not terms.hourly:
        yield fault("commission", ACT.cite("15.3"), "the rate of a charge by time must be stated")
    if terms.per_hand or terms.sitting:
        yield fault(
            "commission", ACT.cite("15.2", "15.3"), "commission is from the pot or by time, not by hand or seat"
        )
    if terms.kind == "act-10" and sign.min_stake > CANBERRA_LOW_STAKE:
        yield fault(
            "commission",
            ACT.cite("4.2(a)", "15.2(e)"),
            f"10% only where the required stake is {money(CANBERRA_LOW_STAKE)} or less",
        )


def approvals(sign: Sign) -> Iterator[RuleViolation]:
    """What an authority has to approve before the sign hangs: the most that act-stud charges by time (15.3)."""
    terms, cites = sign.commission, ACT.cite("15.3")
    if sign.rulebook != "act-stud" or terms.kind != "time":
        return
    if not terms.most:
        text = "the approved maximum rate of a charge by time must be stated"
        yield fault("commission", cites, text, "commission.most")
    elif terms.hourly > terms.most:
        text = f"a charge of {money(terms.hourly)} an hour is above the approved {money(terms.most)}"
        yield fault("commission", cites, text, f"at most {money(terms.most)}")


def _readings(sign: Sign, game: Game, rulebook: Policy) -> Iterator[RuleViolation]:
    yield from _raise_cap(sign, rulebook)
    for setting, allowed, cites in _settled(sign, game, rulebook):
        if (now := getattr(sign, setting)) not in allowed:
            words = f"{game.name} under {sign.rulebook} is not played with {setting}={now}"
            yield fault(
                setting.replace("_", "-"), cites, words, *(str(one).lower() for one in allowed if one is not None)
            )


def _raise_cap(sign: Sign, rulebook: Policy) -> Iterator[RuleViolation]:
    """A bet and three raises where the rulebook says so, no cap where it says that; a choice where it is silent."""
    cap = sign.raise_cap
    if cap is not None and cap < 1:
        yield fault("raise-cap", rulebook.cap_cites, f"a cap of {cap} raises; at least 1")
    fixed = sign.rulebook == "nsw-poker" or (sign.rulebook == "act-stud" and bool(sign.blinds))
    if not fixed:  # act-stud 6.2, us-stud and house leave it to the sign
        return
    if sign.rulebook == "nsw-poker" and sign.limit.kind not in rulebook.cap_limits:
        if cap is not None:
            yield fault("raise-cap", NSW.cite("8.8.8"), f"{sign.limit.kind} games have no cap on raises")
        return
    lift = rulebook.cap_lift.name.lower().replace("_", "-")
    if cap not in (None, rulebook.cap) or sign.no_raise_cap or not sign.cap_counts_blind:
        yield fault(
            "raise-cap",
            rulebook.cap_cites,
            f"a bet and {rulebook.cap} raises, not {_cap_words(sign)}",
            f"{rulebook.cap}",
        )
    if sign.cap_lift not in (None, lift):
        yield fault("cap-lift", rulebook.cap_cites, f"the cap is lifted with {rulebook.cap_lift.value}", lift)


def _cap_words(sign: Sign) -> str:
    if sign.no_raise_cap:
        return "any number"
    return f"{sign.raise_cap}" if sign.raise_cap is not None else "one more where the bet is a blind"


def _settled(sign: Sign, game: Game, rulebook: Policy) -> Iterator[tuple[str, tuple[object, ...], Cites]]:
    """Settings that this rulebook does not leave open: what each may be, and the clause that says so."""
    book = sign.rulebook
    if book != "us-stud":
        yield "check_raise", (True,), FIXED["check_raise"][book]
        yield "disclose_mucked", (False,), FIXED["disclose_mucked"][book]
    if book != "us-stud" or sign.limit.kind == "structured":  # whose raises are of one size
        yield "minimum_raise", (True,), rulebook.min_raise
    if book != "act-stud":
        yield "first_opener", ("lowest",), FIXED["first_opener"][book]
        yield "later_opener", ("card",), FIXED["later_opener"][book]
        yield "first_round_option", ("B",), FIXED["first_round_option"][book]
        yield "return_blind", ("last",), FIXED["return_blind"][book]
        yield "tap_out_units", (None, False), rulebook.all_in
    if not (book == "nsw-poker" and game.voluntary_blinds):
        yield "draw_blind_option", (True,), FIXED["draw_blind_option"][book]
    if book == "house":
        return
    for setting in ("effective_stack_raise", "unknown_up_cards"):
        yield setting, (False,), HOUSE.cite("9")
    yield "mucking", ("automatic", "claimed"), HOUSE.cite("9")
    if book != "act-stud":  # which says nothing of the halves
        yield "odd_half", (None, rulebook.odd_half.name.lower().replace("_", "-")), rulebook.odd_half_cites
    yield "odd_chips", (None, rulebook.odd_chips.name.lower().replace("_", "-")), rulebook.split
    yield "fold_when_free", (None,) if book == "us-stud" else (None, True), rulebook.free_fold
    if book != "us-stud":  # which is silent on it
        yield "short_open", (None, "complete"), rulebook.short_open_cites
