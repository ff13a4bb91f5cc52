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
from openfelt.phrases import Count, Listed, Money, Name, Phrase, Text, Word, phrase
from openfelt.rulebooks import Cites, joined, rulebook

FULL_DECK: Final = 52


def sign_lines(sign: Sign) -> tuple[SignLine, ...]:
    """The whole sign, line by line."""
    game, rules = game_of(sign), SIGN.of(sign.rulebook)
    config = policy(sign.rulebook).config
    seats = SignLine(phrase("Seats: {seats}", seats=sign.seats), game.decks[sign.deck].cites)
    own = [
        SignLine(phrase("{game}, by {title}", game=Name(game.name), title=_title(sign)), config),
        SignLine(phrase("Deck: {deck}", deck=deck(sign.deck, joker=sign.joker).name), game.decks[sign.deck].cites),
        seats,
        SignLine(phrase("Limit: {limit}", limit=limit_words(sign)), rules.limit_line or config),
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
    head = phrase("Dealer's choice, by {title}" if rotation.choice_s else "Mixed games, by {title}", title=_title(sign))
    lines = [SignLine(head, joined(config, terms.named))]
    for number, one in enumerate(sign.games, start=1):
        forced = _forced(one, game_of(one), rules, within=True)
        cites = joined(terms.named, rules.limit_line or config, *(line.cites for line in forced))
        said = "Game {number}: {game}: {words}" if one.deck == FULL_DECK else "Game {number}: {game}, {deck}: {words}"
        text = phrase(
            said,
            number=number,
            game=Name(game_of(one).name),
            deck=deck(one.deck, joker=one.joker).name,
            words=(limit_words(one), *(line.text for line in forced)),
        )
        lines.append(SignLine(text, cites))
    if rotation.choice_s:
        seconds = rotation.choice_s
        text = phrase("The player with the button chooses the game within {seconds} seconds", seconds=seconds)
        lines.append(SignLine(text, terms.choice))
    lasts = phrase("Each game lasts {long}", long=lasting(rotation))
    return [*lines, SignLine(lasts, joined(terms.turns, terms.notice.cites))]


def _title(sign: Sign) -> Name:
    return Name(rulebook(sign.rulebook).title)


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
    return "\n".join(str(line.text) for line in sign_lines(sign))


LIMITS: Final[dict[str, Word]] = {
    "structured": "structured {small}/{big}",
    "spread": "spread {small} to {big}",
    "half-pot": "half pot, least bet {small}",
    "full-pot": "pot limit, least bet {small}",
    "straddle": "straddle limit, twice the bet before, least bet {small}, opening at most {big}",
    "no-limit": "no limit, least bet {small}",
}


def limit_words(sign: Sign) -> Phrase:
    """The betting limit in words."""
    limit = sign.limit
    return phrase(LIMITS[limit.kind], small=amount_of(sign, limit.small), big=amount_of(sign, limit.big))


def amount_of(sign: Sign, amount: int) -> Money | Count:
    """An amount of a sign: money, or so many tournament chips.

    >>> from openfelt.games.sign import Limit
    >>> event = Sign(rulebook="house", game="omaha", limit=Limit("full-pot", 2_000), seats=9, tournament=True)
    >>> amount_of(event, 2_000), amount_of(event.replace(tournament=False), 2_000)
    (Count(count=2000), Money(cents=2000))
    """
    return Count(amount) if sign.tournament else Money(amount)


# What is posted, as a line of its own and within the line of a game.
FORCED: Final[dict[str, tuple[Word, Word]]] = {
    "blinds": ("Compulsory blinds: {count}, {amounts}", "compulsory blinds: {count}, {amounts}"),
    "ante": ("Ante: {ante}", "ante: {ante}"),
    "one-ante": ("Ante: {ante} by the last blind for the table", "ante: {ante} by the last blind for the table"),
    "bring-in": ("Bring-in: {amount}", "bring-in: {amount}"),
    "straddle": ("Straddle permitted", "straddle permitted"),
    "voluntary": (
        "Voluntary blinds of twice the last blind permitted",
        "voluntary blinds of twice the last blind permitted",
    ),
    "over": ("Over-blinds permitted: {amounts}", "over-blinds permitted: {amounts}"),
}


def _forced(sign: Sign, game: Game, rules: SignRules, *, within: bool = False) -> list[SignLine]:
    said = {name: both[within] for name, both in FORCED.items()}
    lines = []
    if sign.blinds:
        amounts = Listed(tuple(amount_of(sign, chips) for chips in sign.blinds), "/")
        cites = joined(rules.blinds_line, game.sign_clauses)
        text = phrase(said["blinds"], count=len(sign.blinds), amounts=amounts)
        lines.append(SignLine(text, cites))
    if sign.ante:
        for_all = sign.ante_by == "last-blind"
        terms = rules.tournament if sign.tournament else None
        more = () if terms is None else joined(terms.antes, terms.last_blind_antes if for_all else ())
        text = phrase(said["one-ante" if for_all else "ante"], ante=amount_of(sign, sign.ante))
        lines.append(SignLine(text, joined(game.posts, more)))
    if sign.bring_in:
        lines.append(SignLine(phrase(said["bring-in"], amount=amount_of(sign, sign.bring_in)), rules.bring_in))
    if sign.straddle:
        lines.append(SignLine(phrase(said["straddle"]), rules.straddle_line))
    if sign.voluntary_blinds:
        lines.append(SignLine(phrase(said["voluntary"]), rules.voluntary_line))
    if sign.over_blinds:
        amounts = Listed(tuple(map(Money, sign.over_blinds)), "/")
        lines.append(SignLine(phrase(said["over"], amounts=amounts), rules.over_line))
    return lines


def _stakes(sign: Sign, rules: SignRules) -> list[SignLine]:
    least, most = sign.min_stake, sign.max_stake
    if not least and not most and not rules.always_states_stake:
        return []
    if least:
        said = "Stake: {least} to {most}" if most else "Stake: {least} or more"
    else:
        said = "Stake: up to {most}" if most else "Stake: no minimum, no maximum"
    amounts = {name: Money(one) for name, one in (("least", least), ("most", most)) if one}
    return [SignLine(phrase(said, **amounts), rules.stakes_line)]


def _clock(sign: Sign, rules: SignRules) -> list[SignLine]:
    clock = sign.clock
    if not clock.seconds:
        return []
    lines = [SignLine(phrase("Time to act: {seconds} seconds", seconds=clock.seconds), rules.clock_line)]
    if clock.extra_seconds and sign.tournament:
        text = phrase(
            "Cards for more time: {seconds} seconds each, at most {times} in a betting round",
            seconds=clock.extra_seconds,
            times=clock.extra_times,
        )
        lines.append(SignLine(text, HOUSE.cite("20.8.1")))
    elif clock.extra_seconds:
        text = phrase(
            "Extra time: {seconds} seconds for {charge}, at most twice a betting round",
            seconds=clock.extra_seconds,
            charge=Money(clock.charge),
        )
        lines.append(SignLine(text, rules.extra_line))
    return lines


def _commission(sign: Sign, rules: SignRules) -> list[SignLine]:
    terms, clauses = sign.commission, rules.commission
    lines = []
    if terms.per_hand:
        lines.append(SignLine(phrase("Fee per hand: {fee}", fee=Money(terms.per_hand)), clauses.per_hand))
    if terms.hourly:
        cites = clauses.hourly_shared if terms.shared else clauses.hourly
        lines.append(SignLine(_time_charge(sign, rules), cites))
    if terms.sitting:
        lines.append(SignLine(phrase("Sitting fee: {fee} once a session", fee=Money(terms.sitting)), clauses.sitting))
    if terms.box:
        lines.append(SignLine("Commission box: counted between rounds", clauses.box))
    if terms.kind == "none":
        return lines or [SignLine("Commission: nil", clauses.nil)]
    if terms.kind == "time":
        return [*lines, SignLine("Commission: by time", clauses.time_only)]
    for one in policy(sign.rulebook).schedules:
        if one.kind == terms.kind:
            text = phrase(
                "Commission: {percent}% of the pots if one is over {over}, whole dollars, at most {most}",
                percent=one.percent,
                over=Money(one.over),
                most=Money(terms.most),
            )
            return [*lines, SignLine(text, (one.cites[0], one.cites[-1]))]
    text = phrase(
        "Commission: {percent}% of each pot{bounds}",
        percent=Name(f"{terms.per_mille / 10:g}"),
        bounds=_bounds(sign),
    )
    return [*lines, SignLine(text, clauses.of_each_pot)]


def _bounds(sign: Sign) -> Listed:
    """The least and the most of a commission, each after a comma."""
    terms = sign.commission
    bounds = []
    if terms.least:
        bounds.append(phrase(", at least {least}", least=Money(terms.least)))
    if terms.most:
        said = ", at most {most} a hand" if terms.most_per == "hand" else ", at most {most} a pot"
        bounds.append(phrase(said, most=Money(terms.most)))
    return Listed(tuple(bounds), "")


def _time_charge(sign: Sign, rules: SignRules) -> Phrase:
    """A charge by time: what is approved, how it is shared, from where its hours count, and how it is taken."""
    terms, clauses = sign.commission, rules.commission
    details = []
    if clauses.states_approved and terms.most:  # once there is an approved maximum
        details.append(phrase(" (approved: at most {most})", most=Money(terms.most)))
    if terms.shared:
        details.append(phrase(" for the table, shared by its players"))
    if terms.hours == "clock":
        details.append(phrase(" on the clock"))
    in_quarters = clauses.quarters and not terms.shared
    return phrase(
        "Time charge: {fee} an hour{details}, in quarters of an hour, in advance"
        if in_quarters
        else "Time charge: {fee} an hour{details}, in advance, not given back",
        fee=Money(terms.hourly),
        details=Listed(tuple(details), ""),
    )


CAP_LIFTS: Final[dict[str, Word]] = {
    "never": "The limit on raises is never lifted",
    "two-in-final": "The limit on raises is lifted for two players in the final round",
    "two-able": "The limit on raises is lifted while only two players can bet",
    "two-left": "The limit on raises is lifted while only two players remain",
}
REOPENINGS: Final[dict[str, Word]] = {
    "never": "Short all-ins never reopen the betting",
    "sum": "Short all-ins that add up to a full raise reopen the betting",
}
SHORT_OPENS: Final[dict[str, Word]] = {
    "complete": "A short all-in opening is raised to the full bet",
    "full-more": "A short all-in opening is raised by a full bet more",
}
ODD_CHIPS: Final[dict[str, Word]] = {
    "first-winner": "Odd chips: all to the first winner left of the button",
    "one-each": "Odd chips: one each to the winners from the left of the button",
    "by-card": "Odd chips: to the winner with the highest card, in low hands the lowest",
}
ODD_HALVES: Final[dict[str, Word]] = {
    "high": "An odd chip between {first} and {second}: to the {first} half",
    "first-winner": "An odd chip between {first} and {second}: to the winner first left of the button",
}


# Settings that one book leaves open: no other's policy has a clause for them.
ONE_BOOKS: Final = ("draw_blind_option", "disclose_mucked", "return_blind", "check_raise", "minimum_raise")


def _readings(sign: Sign, rules: SignRules) -> list[SignLine]:
    """Choices the operator made where the rulebook leaves one: the sign says them all."""
    book = policy_of(sign)
    only = {name: rules.readings.get(name, book.config) for name in ONE_BOOKS}
    said: list[tuple[Text | None, Cites]] = [
        (_cap(sign), book.cap_cites),
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


def _cap(sign: Sign) -> Text | None:
    return phrase("At most {count} raises in a betting round", count=sign.raise_cap) if sign.raise_cap else None


def _odd_half(sign: Sign) -> Text | None:
    if sign.odd_half is None:
        return None
    halves = game_of(sign).showdown.halves
    first, second = (half.name for half in halves) if len(halves) > 1 else ("high", "low")
    return phrase(ODD_HALVES[sign.odd_half], first=first, second=second)


def _folding(sign: Sign) -> Text | None:
    if sign.fold_when_free is None:
        return None
    if sign.fold_when_free:
        return "Folding is allowed where checking is free"
    return "Folding is not allowed where checking is free"


def _tapping_out(sign: Sign) -> Text | None:
    if sign.tap_out_units is None:
        return None
    return (
        "A player taps out with whole units of the minimum bet"
        if sign.tap_out_units
        else "A player taps out with all chips"
    )
