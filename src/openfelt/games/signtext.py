"""The text that hangs beside the table, each line with the clauses that ask for it."""

from __future__ import annotations

from typing import Final

from openfelt.cards import deck
from openfelt.games.game import Game
from openfelt.games.policy import HOUSE, policy, policy_of
from openfelt.games.registry import game_of
from openfelt.games.rotation import lasting
from openfelt.games.sign import Rotation, Sign
from openfelt.games.signrules import SIGN, SignLine, SignRules
from openfelt.games.table_options import option_lines
from openfelt.money import money
from openfelt.rulebooks import Cites, joined, rulebook

FULL_DECK: Final = 52


def sign_lines(sign: Sign) -> tuple[SignLine, ...]:
    """The whole sign, line by line."""
    game, rules = game_of(sign), SIGN.of(sign.rulebook)
    config = policy(sign.rulebook).config
    seats = SignLine(f"Seats: {sign.seats}", game.decks[sign.deck].cites)
    own = [
        SignLine(f"{game.name}, by {rulebook(sign.rulebook).title}", config),
        SignLine(f"Deck: {deck(sign.deck, joker=sign.joker).name}", game.decks[sign.deck].cites),
        seats,
        SignLine(f"Limit: {limit_words(sign)}", rules.limit_line or config),
        *_forced(sign, game, rules),
    ]
    if sign.tournament and rules.tournament is not None:
        own.insert(1, SignLine("Tournament chips, which have no value", rules.tournament.chips))
        determined = rules.determinations(sign)
        return (*own, *_clock(sign, rules), *determined, *_readings(sign, rules), *option_lines(sign))
    lines = [
        *(own if sign.rotation is None else [*_in_turn(sign, sign.rotation, rules), seats]),
        *_stakes(sign, rules),
        *_clock(sign, rules),
        *_commission(sign, rules),
        *rules.determinations(sign),
        *_readings(sign, rules),
        *option_lines(sign),
    ]
    return tuple(lines)


def _in_turn(sign: Sign, rotation: Rotation, rules: SignRules) -> list[SignLine]:
    """The games of a rotation, one a line, and how they follow each other."""
    terms, config = rules.rotation, policy(sign.rulebook).config
    head = "Dealer's choice" if rotation.choice_s else "Mixed games"
    lines = [SignLine(f"{head}, by {rulebook(sign.rulebook).title}", joined(config, terms.named))]
    for number, one in enumerate(sign.games, start=1):
        forced = _forced(one, game_of(one), rules)
        words = ", ".join((limit_words(one), *(line.text[0].lower() + line.text[1:] for line in forced)))
        cards = f", {deck(one.deck, joker=one.joker).name}" if one.deck != FULL_DECK else ""
        cites = joined(terms.named, rules.limit_line or config, *(line.cites for line in forced))
        lines.append(SignLine(f"Game {number}: {game_of(one).name}{cards}: {words}", cites))
    if rotation.choice_s:
        text = f"The player with the button chooses the game within {rotation.choice_s} seconds"
        lines.append(SignLine(text, terms.choice))
    return [*lines, SignLine(f"Each game lasts {lasting(rotation)}", joined(terms.turns, terms.notice.cites))]


def print_sign(sign: Sign) -> str:
    """The sign as text.

    >>> from openfelt.games.sign import Limit
    >>> pot_limit = Limit("full-pot", 200)
    >>> print(print_sign(Sign(rulebook="nsw-poker", game="omaha", limit=pot_limit, seats=9, blinds=(100, 200))))
    Omaha, by Poker, The Star, Sydney (New South Wales)
    Deck: 52 cards, 2-A
    Seats: 9
    Limit: pot limit, least bet $2
    Compulsory blinds: 2, $1/$2
    Stake: no minimum, no maximum
    Commission: nil
    """
    return "\n".join(line.text for line in sign_lines(sign))


def limit_words(sign: Sign) -> str:
    """The betting limit in words."""
    limit = sign.limit
    small, big = written(sign, limit.small), written(sign, limit.big)
    return {
        "structured": f"structured {small}/{big}",
        "spread": f"spread {small} to {big}",
        "half-pot": f"half pot, least bet {small}",
        "full-pot": f"pot limit, least bet {small}",
        "straddle": f"straddle limit, twice the bet before, least bet {small}, opening at most {big}",
        "no-limit": f"no limit, least bet {small}",
    }[limit.kind]


def written(sign: Sign, amount: int) -> str:
    """An amount of a sign: money, or so many tournament chips.

    >>> from openfelt.games.sign import Limit
    >>> event = Sign(rulebook="house", game="omaha", limit=Limit("full-pot", 2_000), seats=9, tournament=True)
    >>> written(event, 2_000), written(event.replace(tournament=False), 2_000)
    ('2,000', '$20')
    """
    return f"{amount:,}" if sign.tournament else money(amount)


def _forced(sign: Sign, game: Game, rules: SignRules) -> list[SignLine]:
    lines = []
    if sign.blinds:
        amounts = "/".join(written(sign, chips) for chips in sign.blinds)
        cites = joined(rules.blinds_line, game.sign_clauses)
        lines.append(SignLine(f"Compulsory blinds: {len(sign.blinds)}, {amounts}", cites))
    if sign.ante:
        who = " by the last blind for the table" if sign.ante_by == "last-blind" else ""
        terms = rules.tournament if sign.tournament else None
        more = () if terms is None else joined(terms.antes, terms.last_blind_antes if who else ())
        lines.append(SignLine(f"Ante: {written(sign, sign.ante)}{who}", joined(game.posts, more)))
    if sign.bring_in:
        lines.append(SignLine(f"Bring-in: {written(sign, sign.bring_in)}", rules.bring_in))
    if sign.straddle:
        lines.append(SignLine("Straddle permitted", rules.straddle_line))
    if sign.voluntary_blinds:
        lines.append(SignLine("Voluntary blinds of twice the last blind permitted", rules.voluntary_line))
    if sign.over_blinds:
        amounts = "/".join(money(chips) for chips in sign.over_blinds)
        lines.append(SignLine(f"Over-blinds permitted: {amounts}", rules.over_line))
    return lines


def _stakes(sign: Sign, rules: SignRules) -> list[SignLine]:
    least, most = sign.min_stake, sign.max_stake
    if not least and not most and not rules.always_states_stake:
        return []
    cites = rules.stakes_line
    if least:
        return [SignLine(f"Stake: {money(least)}{f' to {money(most)}' if most else ' or more'}", cites)]
    return [SignLine(f"Stake: {f'up to {money(most)}' if most else 'no minimum, no maximum'}", cites)]


def _clock(sign: Sign, rules: SignRules) -> list[SignLine]:
    clock = sign.clock
    if not clock.seconds:
        return []
    lines = [SignLine(f"Time to act: {clock.seconds} seconds", rules.clock_line)]
    if clock.extra_seconds and sign.tournament:
        often = f"at most {clock.extra_times} in a betting round"
        text = f"Cards for more time: {clock.extra_seconds} seconds each, {often}"
        lines.append(SignLine(text, HOUSE.cite("20.8.1")))
    elif clock.extra_seconds:
        text = f"Extra time: {clock.extra_seconds} seconds for {money(clock.charge)}, at most twice a betting round"
        lines.append(SignLine(text, rules.extra_line))
    return lines


def _commission(sign: Sign, rules: SignRules) -> list[SignLine]:
    terms, clauses = sign.commission, rules.commission
    lines = [SignLine(f"Fee per hand: {money(terms.per_hand)}", clauses.per_hand)] if terms.per_hand else []
    if terms.hourly:
        in_quarters = clauses.quarters and not terms.shared
        how = "in quarters of an hour, in advance" if in_quarters else "in advance, not given back"
        states = clauses.states_approved and terms.most  # once there is an approved maximum
        approved = f" (approved: at most {money(terms.most)})" if states else ""
        text = f"Time charge: {money(terms.hourly)} an hour{approved}{_time_details(sign)}, {how}"
        lines.append(SignLine(text, clauses.hourly_shared if terms.shared else clauses.hourly))
    if terms.sitting:
        lines.append(SignLine(f"Sitting fee: {money(terms.sitting)} once a session", clauses.sitting))
    if terms.box:
        lines.append(SignLine("Commission box: counted between rounds", clauses.box))
    if terms.kind == "none":
        return lines or [SignLine("Commission: nil", clauses.nil)]
    if terms.kind == "time":
        return [*lines, SignLine("Commission: by time", clauses.time_only)]
    for one in policy(sign.rulebook).schedules:
        if one.kind == terms.kind:
            over, most = money(one.over), money(terms.most)
            text = f"Commission: {one.percent}% of the pots if one is over {over}, whole dollars, at most {most}"
            return [*lines, SignLine(text, (one.cites[0], one.cites[-1]))]
    bounds = f", at least {money(terms.least)}" if terms.least else ""
    if terms.most:
        bounds += f", at most {money(terms.most)} a {terms.most_per}"
    text = f"Commission: {terms.per_mille / 10:g}% of each pot{bounds}"
    return [*lines, SignLine(text, clauses.of_each_pot)]


def _time_details(sign: Sign) -> str:
    """How a charge by time is shared and from where its hours count, where that differs from the usual."""
    shared = " for the table, shared by its players" if sign.commission.shared else ""
    return f"{shared}{' on the clock' if sign.commission.hours == 'clock' else ''}"


CAP_LIFTS: Final = {
    "never": "The limit on raises is never lifted",
    "two-in-final": "The limit on raises is lifted for two players in the final round",
    "two-able": "The limit on raises is lifted while only two players can bet",
    "two-left": "The limit on raises is lifted while only two players remain",
}
REOPENINGS: Final = {
    "never": "Short all-ins never reopen the betting",
    "sum": "Short all-ins that add up to a full raise reopen the betting",
}
SHORT_OPENS: Final = {
    "complete": "A short all-in opening is raised to the full bet",
    "full-more": "A short all-in opening is raised by a full bet more",
}
ODD_CHIPS: Final = {
    "first-winner": "Odd chips: all to the first winner left of the button",
    "one-each": "Odd chips: one each to the winners from the left of the button",
    "by-card": "Odd chips: to the winner with the highest card, in low hands the lowest",
}
ODD_HALVES: Final = {
    "high": "An odd chip between {first} and {second}: to the {first} half",
    "first-winner": "An odd chip between {first} and {second}: to the winner first left of the button",
}


# Settings that one book leaves open: no other's policy has a clause for them.
ONE_BOOKS: Final = ("draw_blind_option", "disclose_mucked", "return_blind", "check_raise", "minimum_raise")


def _readings(sign: Sign, rules: SignRules) -> list[SignLine]:
    """Choices the operator made where the rulebook leaves one: the sign says them all."""
    book = policy_of(sign)
    only = {name: rules.readings.get(name, book.config) for name in ONE_BOOKS}
    said: list[tuple[str | None, Cites]] = [
        (f"At most {sign.raise_cap} raises in a betting round" if sign.raise_cap else None, book.cap_cites),
        ("No limit on the number of raises" if sign.no_raise_cap else None, book.cap_cites),
        (CAP_LIFTS.get(sign.cap_lift or ""), book.cap_cites),
        (None if sign.cap_counts_blind else "One raise more where the bet is a blind", book.cap_cites),
        (None if sign.cap_counts_all_in_as_active else "The limit on raises leaves all-in players out", book.cap_cites),
        (REOPENINGS.get(sign.reopening or ""), book.reopening_cites),
        (SHORT_OPENS.get(sign.short_open or ""), book.short_open_cites),
        (ODD_CHIPS.get(sign.odd_chips or ""), book.split),
        (_odd_half(sign), book.odd_half_cites),
        (_folding(sign), book.free_fold),
        (_tapping_out(sign), book.all_in),
        (
            None if sign.draw_blind_option else "No check in Draw Poker, for the last blind neither",
            only["draw_blind_option"],
        ),
        ("Stacks may hold less than a whole chip" if sign.loose_chips else None, book.unit),
        ("Every hand is shown at a showdown" if sign.disclose_mucked else None, only["disclose_mucked"]),
        ("Who missed blinds comes back on any blind" if sign.return_blind == "any" else None, only["return_blind"]),
        (None if sign.check_raise else "No raise after a check in the same round", only["check_raise"]),
        (None if sign.minimum_raise else "A raise is any bet above the one before", only["minimum_raise"]),
    ]
    return [SignLine(text, cites) for text, cites in said if text is not None]


def _odd_half(sign: Sign) -> str | None:
    if sign.odd_half is None:
        return None
    halves = game_of(sign).showdown.halves
    first, second = (half.name for half in halves) if len(halves) > 1 else ("high", "low")
    return ODD_HALVES[sign.odd_half].format(first=first, second=second)


def _folding(sign: Sign) -> str | None:
    if sign.fold_when_free is None:
        return None
    return f"Folding is {'' if sign.fold_when_free else 'not '}allowed where checking is free"


def _tapping_out(sign: Sign) -> str | None:
    if sign.tap_out_units is None:
        return None
    return f"A player taps out with {'whole units of the minimum bet' if sign.tap_out_units else 'all chips'}"
