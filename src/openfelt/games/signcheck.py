"""Whether a sign may hang beside a table: tested as a whole, every refusal with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.cards import DECK_SIZES
from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Game
from openfelt.games.policy import HOUSE, TABLE, Policy, policy
from openfelt.games.registry import find_game, game_of
from openfelt.games.rotation import rotation_faults
from openfelt.games.sign import Clock, Commission, Sign
from openfelt.games.signrules import PRACTICE, SIGN, SignRules, books_that, books_with, fault
from openfelt.phrases import Money, Name, Text, both, either, phrase
from openfelt.rulebooks import joined

DOLLAR = 100
MOST_BETWEEN: Final = 100  # rounds of play between bomb pots
MOST_BOMB: Final = 20  # last blinds
MOST_BANK_S: Final = 300  # seconds of a time bank
SCHEDULES: Final = frozenset({"act-5", "act-10"})  # commissions in whole dollars


def validate(sign: Sign) -> Sign:
    """The sign itself, if its rulebook allows it to hang beside a table; else the first fault as a RuleViolation."""
    playable(sign)
    for refusal in approvals(sign):
        raise refusal
    return sign


def playable(sign: Sign) -> Sign:
    """The sign itself, if a hand can be dealt under it: approvals of charges that no hand collects are left aside."""
    for refusal in faults(sign):
        raise refusal
    return sign


def faults(sign: Sign) -> Iterator[RuleViolation]:
    """All that is wrong with a sign, the gravest first: in each of its games, then in how they follow each other."""
    if sign.tournament:
        yield from tournament_faults(sign)
    for one in sign.games:
        yield from faults_in_game(one)
    if sign.rotation is not None:
        yield from rotation_faults(sign)


def tournament_faults(sign: Sign) -> Iterator[RuleViolation]:
    """What a sign cannot have in tournament play: charges, stakes to choose, straddles, sold time, games in turn."""
    rules = SIGN.of(sign.rulebook).tournament
    if rules is None:
        text = phrase("{rulebook} has no tournaments", rulebook=Name(sign.rulebook))
        yield fault("tournament", HOUSE.cite("20.1"), text, *books_that(lambda other: other.tournament))
        return
    if sign.commission != Commission():
        yield fault("commission", rules.no_commission, "nothing is taken from play in a tournament", "commission none")
    if sign.min_stake or sign.max_stake:
        yield fault("stakes", rules.chips, "nobody chooses a stake in a tournament: the event gives out its chips")
    if sign.straddle:
        yield fault("straddle", rules.no_straddle, "there is no straddle in a tournament")
    if sign.clock.charge:
        yield fault("clock", rules.no_sold_time, "time to act is not sold in a tournament")
    if sign.rotation is not None:
        yield fault("rotation", rules.one_game, "the levels of an event change its game, not a rotation")


def faults_in_game(sign: Sign) -> Iterator[RuleViolation]:
    """All that is wrong with a sign of one game, the gravest first."""
    rulebook = policy(sign.rulebook)
    find_game(sign.rulebook, sign.game)
    game, rules = game_of(sign), SIGN.of(sign.rulebook)
    yield from _deck(sign, game, rules)
    yield from _seats(sign, game, rules)
    yield from _limit(sign, game, rulebook, rules)
    yield from _forced_bets(sign, game, rules)
    yield from _optional_blinds(sign, game, rules)
    yield from _winning(sign, game, rules)
    yield from _clock(sign, rules)
    yield from _stakes(sign, rules)
    yield from _commission(sign, rules)
    yield from _readings(sign, game, rulebook, rules)
    yield from _bomb_pots(sign, game)
    if sign.practice and sign.tournament:
        yield fault("practice", PRACTICE, "a table of an event is not for practice: nobody is told odds there")
    yield from _time_bank(sign)


def _deck(sign: Sign, game: Game, rules: SignRules) -> Iterator[RuleViolation]:
    if sign.deck not in DECK_SIZES or sign.deck not in game.decks:
        decks = tuple(phrase("{size} cards", size=size) for size in game.decks)
        text = phrase(
            "{name} is not played with {deck} cards under {rulebook}",
            name=Name(game.name),
            deck=sign.deck,
            rulebook=Name(sign.rulebook),
        )
        yield fault("deck", rules.deck, text, *decks)
    if sign.joker and not game.joker:
        yield fault(
            "joker",
            rules.no_joker,
            phrase("{rulebook} plays {name} without a joker", rulebook=Name(sign.rulebook), name=Name(game.name)),
        )


def _seats(sign: Sign, game: Game, rules: SignRules) -> Iterator[RuleViolation]:
    limit = game.decks.get(sign.deck)
    if limit is None:
        return
    most = limit.most
    cites = limit.cites
    if rules.most_seats:
        most = min(rules.most_seats.value, most if sign.tournament else most + 1)
        cites = joined(cites, rules.most_seats.cites)
    if not game.least <= sign.seats <= most:
        yield fault(
            "seats",
            cites,
            phrase(
                "{seats} seats; {name} with {deck} cards seats {least} to {most}",
                seats=sign.seats,
                name=Name(game.name),
                deck=sign.deck,
                least=game.least,
                most=most,
            ),
        )


def _limit(sign: Sign, game: Game, rulebook: Policy, rules: SignRules) -> Iterator[RuleViolation]:
    limit = sign.limit
    if limit.kind not in game.limits:
        yield fault(
            "limit",
            rules.displayed,
            phrase("{name} has no {kind} limit", name=Name(game.name), kind=limit.kind),
            *sorted(game.limits),
        )
    if sign.unit < 1:
        yield fault(
            "unit", rulebook.unit, phrase("a chip unit of {unit}; it is at least 1 cent", unit=Money(sign.unit))
        )
        return
    if limit.small < 1:
        yield fault(
            "limit",
            rules.displayed,
            phrase("the least bet is {small}; it must be at least one chip unit", small=Money(limit.small)),
        )
    if limit.kind in {"structured", "spread", "straddle"} and limit.big < limit.small:
        word = {"structured": "big bet", "spread": "most", "straddle": "most that may open"}[limit.kind]
        yield fault(
            "limit",
            rules.displayed,
            phrase("the {word} is {big}, below {small}", word=word, big=Money(limit.big), small=Money(limit.small)),
        )
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
                "unit",
                rulebook.unit,
                phrase(
                    "the {name} of {chips} is not a whole number of {unit} chips",
                    name=name,
                    chips=Money(chips),
                    unit=Money(sign.unit),
                ),
            )
    if DOLLAR % sign.unit and (sign.commission.kind in SCHEDULES or sign.clock.charge):
        what = "a charge for time" if sign.clock.charge else "the commission"
        yield fault(
            "unit",
            rulebook.unit,
            phrase("{what} is in whole dollars, which {unit} chips do not make up", what=what, unit=Money(sign.unit)),
        )


def _forced_bets(sign: Sign, game: Game, rules: SignRules) -> Iterator[RuleViolation]:
    cites = rules.forced or game.posts
    if sign.blinds and "blinds" not in game.forced:
        yield fault(
            "forced-bets",
            rules.no_blinds or cites,
            phrase("{name} has no blinds", name=Name(game.name)),
            *sorted(game.forced),
        )
    if sign.ante and "ante" not in game.forced and not sign.tournament:
        yield fault(
            "forced-bets",
            cites,
            phrase("{name} has no ante outside tournaments", name=Name(game.name)),
            *sorted(game.forced),
        )
    if sign.bring_in and "bring-in" not in game.forced:
        yield fault("forced-bets", cites, phrase("{name} has no bring-in", name=Name(game.name)), *sorted(game.forced))
    if rules.blinds_or_ante and sign.blinds and sign.ante and not sign.tournament:
        yield fault("forced-bets", cites, "blinds or antes, not both")
    if "bring-in" in game.forced:
        if not 0 < sign.bring_in <= sign.limit.small:
            yield fault(
                "bring-in",
                rules.bring_in,
                phrase(
                    "the bring-in is {bring_in}; it is from one unit to {small}",
                    bring_in=Money(sign.bring_in),
                    small=Money(sign.limit.small),
                ),
            )
    elif not sign.blinds and not sign.ante:
        yield fault(
            "forced-bets",
            cites,
            phrase("{name} needs {forced}", name=Name(game.name), forced=either(sorted(game.forced))),
        )
    yield from _blinds(sign, rules)
    if sign.ante_by == "last-blind" and sign.tournament and not (sign.blinds and sign.ante):
        yield fault("ante", HOUSE.cite("20.22"), "an ante paid by the last blind needs blinds and an ante", "each")
    elif sign.ante_by == "last-blind" and not sign.tournament and (not rules.last_blind_antes or not sign.blinds):
        yield fault("ante", HOUSE.cite("3.2"), "an ante paid by the last blind needs a house game with blinds")


def _blinds(sign: Sign, rules: SignRules) -> Iterator[RuleViolation]:
    if not sign.blinds:
        return
    count, last = len(sign.blinds), sign.blinds[-1]
    cites = rules.blinds
    if count > 3:
        yield fault("blinds", cites, phrase("{count} blinds; there are one to three", count=count))
    if any(chips <= 0 for chips in sign.blinds) or list(sign.blinds) != sorted(sign.blinds):
        told = both(map(Money, sign.blinds))
        yield fault(
            "blinds",
            rules.rising_blinds or cites,
            phrase("blinds of {told} must be positive and may not fall", told=told),
        )
    if rules.last_blind_is_least_bet and last < sign.limit.small and not sign.tournament:
        yield fault(
            "blinds",
            cites,
            phrase(
                "the last blind of {last} is below the table minimum of {small}",
                last=Money(last),
                small=Money(sign.limit.small),
            ),
        )
    if count > sign.seats:
        yield fault("blinds", cites, phrase("{count} blinds for {seats} seats", count=count, seats=sign.seats))


def _optional_blinds(sign: Sign, game: Game, rules: SignRules) -> Iterator[RuleViolation]:
    if sign.straddle and not (game.straddle and sign.blinds):
        yield fault("straddle", rules.no_straddle, phrase("{name} has no straddle", name=Name(game.name)))
    if sign.voluntary_blinds and not (rules.voluntary_blinds and game.voluntary_blinds):
        yield fault(
            "voluntary-blinds",
            rules.no_voluntary_blinds,
            "voluntary blinds belong to Draw Poker (blind)",
            "draw-blind",
        )
    if sign.over_blinds and not (rules.over_blinds and sign.blinds):
        whose = books_with(lambda other: other.over_blinds)
        yield fault(
            "over-blinds", rules.no_over_blinds, phrase("over-blinds belong to blind games of {whose}", whose=whose)
        )
    elif sign.over_blinds and (
        list(sign.over_blinds) != sorted(set(sign.over_blinds)) or sign.over_blinds[0] <= sign.blinds[-1]
    ):
        yield fault(
            "over-blinds",
            rules.rising_blinds,
            phrase(
                "over-blinds of {blinds} must rise above the last blind", blinds=tuple(map(Money, sign.over_blinds))
            ),
        )


def _winning(sign: Sign, game: Game, rules: SignRules) -> Iterator[RuleViolation]:
    if rules.ranked and sign.deck not in rules.ranked:
        return  # the deck itself is refused, and there is no order of hands for it
    ranked = rules.ranked.get(sign.deck, ())
    if sign.ace_low_straights and not rules.leaves_ranks:
        yield fault(
            "ace-low",
            rules.straights or ranked,
            phrase("{rulebook} fixes how the ace counts in straights", rulebook=Name(sign.rulebook)),
        )
    if sign.eight_qualifier:
        cites = rules.qualifier or ranked
        if not (rules.leaves_ranks and game.showdown.is_split):
            whose = books_with(lambda other: other.leaves_ranks)
            yield fault(
                "eight-qualifier",
                rules.qualifier_of_split or cites,
                phrase("the eight qualifier belongs to the high/low split of {whose}", whose=whose),
            )
        elif sign.deck < 40:
            yield fault(
                "eight-qualifier", cites, phrase("{deck} cards hold no five ranks of eight or less", deck=sign.deck)
            )
        elif sign.deck == 40 and not sign.low_ace:
            yield fault("eight-qualifier", cites, "40 cards hold five ranks of eight or less only with a low ace")
    if not sign.low_ace and not rules.leaves_ranks:
        yield fault(
            "low-ace",
            rules.low_ace or ranked,
            phrase("{rulebook} fixes the ace as low in low hands", rulebook=Name(sign.rulebook)),
        )


def _clock(sign: Sign, rules: SignRules) -> Iterator[RuleViolation]:
    clock, least = sign.clock, rules.least_seconds
    if clock.seconds < 0 or clock.extra_seconds < 0 or clock.charge < 0:
        yield fault("clock", rules.clock, "times and charges are not negative")
    if least is not None and 0 < clock.seconds < least.value:
        yield fault(
            "clock",
            least.cites,
            phrase("{seconds} seconds to act; at least {value}", seconds=clock.seconds, value=least.value),
        )
    is_free = sign.tournament and clock.extra_seconds > 0 and not clock.charge  # for a card that the event gives out
    if (bool(clock.extra_seconds) != bool(clock.charge) and not is_free) or (clock.extra_seconds and not clock.seconds):
        yield fault("clock", rules.buying_time, "extra time needs a time limit, a length and a charge")
    if clock.extra_times < 1 or (clock.extra_times != Clock().extra_times and not is_free):
        yield fault(
            "clock",
            rules.buying_time,
            phrase("extra time {extra_times} times in a betting round", extra_times=clock.extra_times),
            "2",
        )
    if clock.charge % DOLLAR:
        yield fault(
            "clock",
            rules.whole_dollars,
            phrase("a charge of {charge} for time is not whole dollars", charge=Money(clock.charge)),
        )
    if clock.extra_seconds and not is_free and not rules.sells_time:
        yield fault(
            "clock", rules.buying_time, phrase("{rulebook} does not sell extra time", rulebook=Name(sign.rulebook))
        )


def _stakes(sign: Sign, rules: SignRules) -> Iterator[RuleViolation]:
    if sign.max_stake and sign.max_stake < sign.min_stake:
        cites = rules.stakes or rules.displayed
        yield fault(
            "stakes",
            cites,
            phrase(
                "the maximum stake {max_stake} is below the minimum {min_stake}",
                max_stake=Money(sign.max_stake),
                min_stake=Money(sign.min_stake),
            ),
        )


def _commission(sign: Sign, rules: SignRules) -> Iterator[RuleViolation]:
    terms, clauses = sign.commission, rules.commission
    numbers = (terms.per_mille, terms.least, terms.most, terms.per_hand, terms.hourly, terms.sitting)
    if any(number < 0 for number in numbers) or terms.per_mille > 1000:
        yield fault("commission", clauses.figures, "commission figures are not negative and at most the whole pot")
    if sign.tournament:
        return  # told above: there is none
    if clauses.own is not None:
        yield from clauses.own(sign)
        return
    if terms.kind in SCHEDULES:
        whose = both(
            Name(book) for book in TABLE.books() if any(one.kind == terms.kind for one in policy(book).schedules)
        )
        yield fault(
            "commission",
            clauses.no_schedule,
            phrase("the {kind} schedule belongs to {whose}", kind=Name(terms.kind), whose=whose),
        )
    if terms.kind == "percentage" and not terms.per_mille:
        yield fault("commission", clauses.percentage, "a percentage commission needs a percentage")
    if (terms.shared or terms.hours != "game") and not terms.hourly:
        text = "hours and a shared charge belong to a charge by time"
        yield fault("commission", clauses.hours, text, "commission.hourly")
    if terms.kind == "time" and not terms.hourly + terms.sitting:
        yield fault("commission", clauses.by_time, "a charge by time needs its amount")
    if terms.most and terms.least > terms.most:
        yield fault(
            "commission",
            clauses.least,
            phrase(
                "the least commission {least} is above the most {most}",
                least=Money(terms.least),
                most=Money(terms.most),
            ),
        )


def approvals(sign: Sign) -> Iterator[RuleViolation]:
    """What an authority has to approve before the sign hangs. A tournament's sign charges nothing."""
    yield from SIGN.of(sign.rulebook).commission.approvals(sign)


def _readings(sign: Sign, game: Game, rulebook: Policy, rules: SignRules) -> Iterator[RuleViolation]:
    yield from _raise_cap(sign, game, rulebook, rules)
    for setting, allowed, cites, when in rules.fixed:
        if (now := getattr(sign, setting)) not in allowed and when(sign, game):
            words = phrase(
                "{name} under {rulebook} is not played with {setting}={now}",
                name=Name(game.name),
                rulebook=Name(sign.rulebook),
                setting=Name(setting),
                now=Name(str(now)),
            )
            yield fault(
                setting.replace("_", "-"), cites, words, *(str(one).lower() for one in allowed if one is not None)
            )


def _bomb_pots(sign: Sign, game: Game) -> Iterator[RuleViolation]:
    cites = HOUSE.cite("27.6")
    if not 0 <= sign.bomb_every <= MOST_BETWEEN or not 1 <= sign.bomb_blinds <= MOST_BOMB:
        text = phrase(
            "a bomb pot of {bomb_blinds} last blinds every {bomb_every} rounds of play",
            bomb_blinds=sign.bomb_blinds,
            bomb_every=sign.bomb_every,
        )
        yield fault(
            "bomb-pots",
            cites,
            text,
            phrase("every 0 to {most} rounds", most=MOST_BETWEEN),
            phrase("1 to {most} last blinds", most=MOST_BOMB),
        )
    has_flop = any(isinstance(step, Deal) and step.board for step in game.steps)
    is_game = has_flop and (bool(sign.blinds) or sign.bomb) and not sign.tournament
    if (sign.bomb_every or sign.bomb or sign.bomb_vote) and not is_game:
        yield fault("bomb-pots", cites, "bomb pots belong to tables for money with blinds and a flop, of one game")


def _time_bank(sign: Sign) -> Iterator[RuleViolation]:
    if not 0 <= sign.time_bank <= MOST_BANK_S or not 1 <= sign.time_bank_hands <= MOST_BETWEEN:
        text = phrase(
            "a time bank of {time_bank} seconds, full again after {time_bank_hands} rounds of play",
            time_bank=sign.time_bank,
            time_bank_hands=sign.time_bank_hands,
        )
        bounds = (
            phrase("0 to {most} seconds", most=MOST_BANK_S),
            phrase("1 to {most} rounds", most=MOST_BETWEEN),
        )
        yield fault("time-bank", HOUSE.cite("27.8"), text, *bounds)
    if sign.time_bank and sign.tournament:
        none = "an event gives out cards for more time, and its tables have no time bank"
        yield fault("time-bank", HOUSE.cite("20.8.1"), none, "time_bank=0")


def _raise_cap(sign: Sign, game: Game, rulebook: Policy, rules: SignRules) -> Iterator[RuleViolation]:
    """A bet and three raises where the rulebook says so, no cap where it says that; a choice where it is silent.

    A game with a number of raises of its own leaves nothing to choose.
    """
    cap = sign.raise_cap
    if game.raises is not None:
        if cap is not None or sign.no_raise_cap or sign.cap_lift is not None:
            words = phrase(
                "{name} has a bet and {raises} in a round, whatever the sign says",
                name=Name(game.name),
                raises=_raises(game.raises.value),
            )
            yield fault("raise-cap", game.raises.cites, words)
        return
    if cap is not None and cap < 1:
        yield fault("raise-cap", rulebook.cap_cites, phrase("a cap of {cap} raises; at least 1", cap=cap))
    if rules.fixes_cap == "never" or (rules.fixes_cap == "blinds" and not sign.blinds):
        return
    if sign.limit.kind not in rulebook.cap_limits:
        if cap is not None:
            yield fault(
                "raise-cap", rulebook.no_cap, phrase("{kind} games have no cap on raises", kind=sign.limit.kind)
            )
        return
    lift = rulebook.cap_lift.name.lower().replace("_", "-")
    if cap not in (None, rulebook.cap) or sign.no_raise_cap or not sign.cap_counts_blind:
        yield fault(
            "raise-cap",
            rulebook.cap_cites,
            phrase("a bet and {cap} raises, not {cap_words}", cap=rulebook.cap, cap_words=_cap_words(sign)),
            str(rulebook.cap),
        )
    if sign.cap_lift not in (None, lift):
        yield fault(
            "cap-lift",
            rulebook.cap_cites,
            phrase("the cap is lifted with {value}", value=rulebook.cap_lift.value),
            lift,
        )


def _raises(number: int) -> Text:
    if number < 2:
        return "one raise" if number else "no raise"
    return phrase("{count} raises", count=number)


def _cap_words(sign: Sign) -> str | int:
    if sign.no_raise_cap:
        return "any number"
    return sign.raise_cap if sign.raise_cap is not None else "one more where the bet is a blind"
