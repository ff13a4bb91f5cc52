"""The text that hangs beside the table, each line with the clauses that ask for it."""

from __future__ import annotations

from typing import Final, NamedTuple

from openfelt.cards import deck
from openfelt.games.game import Game
from openfelt.games.policy import ACT, HOUSE, NSW, US, policy, policy_of
from openfelt.games.registry import game_of
from openfelt.games.sign import Sign
from openfelt.money import money
from openfelt.rulebooks import Cites, joined, rulebook


class SignLine(NamedTuple):
    """One line of the sign."""

    text: str
    cites: Cites


def sign_lines(sign: Sign) -> tuple[SignLine, ...]:
    """The whole sign, line by line."""
    game = game_of(sign)
    lines = [
        SignLine(f"{game.name}, by {rulebook(sign.rulebook).title}", policy(sign.rulebook).config),
        SignLine(f"Deck: {deck(sign.deck, joker=sign.joker).name}", game.decks[sign.deck].cites),
        SignLine(f"Seats: {sign.seats}", game.decks[sign.deck].cites),
        SignLine(f"Limit: {limit_words(sign)}", _limit_cites(sign)),
        *_forced(sign, game),
        *_stakes(sign),
        *_clock(sign),
        *_commission(sign),
        *_determinations(sign),
        *_readings(sign),
    ]
    return tuple(lines)


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


def _limit_cites(sign: Sign) -> Cites:
    """act-stud 4.1 wants the minimum bet on the sign; elsewhere the limits stand there with the rest."""
    return ACT.cite("4.1", "4.2(g)") if sign.rulebook == "act-stud" else policy(sign.rulebook).config


def limit_words(sign: Sign) -> str:
    """The betting limit in words."""
    limit = sign.limit
    small, big = money(limit.small), money(limit.big)
    return {
        "structured": f"structured {small}/{big}",
        "spread": f"spread {small} to {big}",
        "half-pot": f"half pot, least bet {small}",
        "full-pot": f"pot limit, least bet {small}",
        "straddle": f"straddle limit, twice the bet before, least bet {small}, opening at most {big}",
        "no-limit": f"no limit, least bet {small}",
    }[limit.kind]


def _forced(sign: Sign, game: Game) -> list[SignLine]:
    lines = []
    if sign.blinds:
        cites = {"nsw-poker": NSW.cite("8.1", "8.8.1"), "act-stud": ACT.cite("4.2(c)", "4.2(f)")}.get(
            sign.rulebook, HOUSE.cite("3.1")
        )
        amounts = "/".join(money(chips) for chips in sign.blinds)
        lines.append(SignLine(f"Compulsory blinds: {len(sign.blinds)}, {amounts}", joined(cites, game.sign_clauses)))
    if sign.ante:
        who = " by the last blind for the table" if sign.ante_by == "last-blind" else ""
        lines.append(SignLine(f"Ante: {money(sign.ante)}{who}", game.posts))
    if sign.bring_in:
        cites = US.cite("def/Forced bet") if sign.rulebook == "us-stud" else HOUSE.cite("3.3")
        lines.append(SignLine(f"Bring-in: {money(sign.bring_in)}", cites))
    if sign.straddle:
        lines.append(
            SignLine("Straddle permitted", NSW.cite("8.9.2") if sign.rulebook == "nsw-poker" else HOUSE.cite("3.5"))
        )
    if sign.voluntary_blinds:
        lines.append(SignLine("Voluntary blinds of twice the last blind permitted", NSW.cite("8.8.2")))
    if sign.over_blinds:
        amounts = "/".join(money(chips) for chips in sign.over_blinds)
        lines.append(SignLine(f"Over-blinds permitted: {amounts}", ACT.cite("4.2(e)", "4.2(f)")))
    return lines


def _stakes(sign: Sign) -> list[SignLine]:
    least, most = sign.min_stake, sign.max_stake
    if not least and not most and sign.rulebook not in {"nsw-poker", "act-stud"}:
        return []
    cites = {"nsw-poker": NSW.cite("8.1"), "act-stud": ACT.cite("4.1", "4.2(a)")}.get(sign.rulebook, HOUSE.cite("3.7"))
    if least:
        return [SignLine(f"Stake: {money(least)}{f' to {money(most)}' if most else ' or more'}", cites)]
    return [SignLine(f"Stake: {f'up to {money(most)}' if most else 'no minimum, no maximum'}", cites)]


def _clock(sign: Sign) -> list[SignLine]:
    clock = sign.clock
    if not clock.seconds:
        return []
    nsw = sign.rulebook == "nsw-poker"
    lines = [SignLine(f"Time to act: {clock.seconds} seconds", NSW.cite("7.12", "7.12.6") if nsw else HOUSE.cite("8"))]
    if clock.extra_seconds:
        text = f"Extra time: {clock.extra_seconds} seconds for {money(clock.charge)}, at most twice a betting round"
        lines.append(SignLine(text, NSW.cite("7.12.2", "7.12.4", "7.12.6")))
    return lines


def _commission(sign: Sign) -> list[SignLine]:
    terms = sign.commission
    nsw = sign.rulebook == "nsw-poker"
    by_hand = NSW.cite("3.3.2", "3.2") if nsw else HOUSE.cite("7")
    per_hand = [SignLine(f"Fee per hand: {money(terms.per_hand)}", by_hand)] if terms.per_hand else []
    if terms.hourly:
        how = "in quarters of an hour, in advance" if nsw else "in advance, not given back"
        approved = f" (approved: at most {money(terms.most)})" if _is_approved(sign) else ""
        text = f"Time charge: {money(terms.hourly)} an hour{approved}, {how}"
        per_hand.append(SignLine(text, NSW.cite("3.3.3", "3.3.3.2") if nsw else _time_cites(sign)))
    if terms.sitting:
        per_hand.append(
            SignLine(
                f"Sitting fee: {money(terms.sitting)} once a session", NSW.cite("3.3.3.6") if nsw else HOUSE.cite("7")
            )
        )
    if terms.kind == "none":
        return per_hand or [SignLine("Commission: nil", NSW.cite("3.2", "3.5") if nsw else HOUSE.cite("7"))]
    if terms.kind == "time":
        return [*per_hand, SignLine("Commission: by time", NSW.cite("3.3.3") if nsw else _time_cites(sign))]
    if terms.kind in {"act-5", "act-10"}:
        percent, over, clause = (5, "$19", "15.2(a)(i)") if terms.kind == "act-5" else (10, "$9", "15.2(a)(ii)")
        text = f"Commission: {percent}% of the pots if one is over {over}, whole dollars, at most {money(terms.most)}"
        return [*per_hand, SignLine(text, ACT.cite("15.1", clause))]
    bounds = f", at least {money(terms.least)}" if terms.least else ""
    if terms.most:
        bounds += f", at most {money(terms.most)} a {terms.most_per}"
    text = f"Commission: {terms.per_mille / 10:g}% of each pot{bounds}"
    return [*per_hand, SignLine(text, NSW.cite("3.1", "3.2", "3.3.1") if nsw else HOUSE.cite("7"))]


def _is_approved(sign: Sign) -> bool:
    """Whether the sign states the approved maximum of a charge by time (act-stud 15.3)."""
    return sign.rulebook == "act-stud" and sign.commission.kind == "time" and sign.commission.most > 0


def _time_cites(sign: Sign) -> Cites:
    return ACT.cite("15.3") if sign.rulebook == "act-stud" else HOUSE.cite("7")


def _determinations(sign: Sign) -> list[SignLine]:
    """What the operator of act-stud settles before play (3.5, 4.2)."""
    if sign.rulebook != "act-stud":
        return []
    later = "hand showing" if sign.later_opener == "showing" else "card"
    lines = [
        SignLine(f"First round opened by the {sign.first_opener} card", ACT.cite("4.2(h)")),
        SignLine(f"Later rounds opened by the highest {later}", ACT.cite("4.2(h)")),
        SignLine(f"Ace in straights: high{' and low' if sign.ace_low_straights else ' only'}", ACT.cite("3.5(a)")),
    ]
    if sign.blinds:
        lines.append(SignLine(f"First round option: Blind {sign.first_round_option}", ACT.cite("10.1", "4.2(d)")))
    if sign.eight_qualifier:
        lines.append(SignLine("A low hand needs eight or better", ACT.cite("3.5(d)")))
    if "low" in sign.game or "split" in sign.game:
        lines.append(SignLine(f"The ace is {'low' if sign.low_ace else 'high'} in low hands", ACT.cite("3.6")))
    return lines


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
    "high": "An odd chip between high and low: to the high half",
    "first-winner": "An odd chip between high and low: to the winner first left of the button",
}


def _readings(sign: Sign) -> list[SignLine]:
    """Choices the operator made where the rulebook leaves one: the sign says them all."""
    book = policy_of(sign)
    said: list[tuple[str | None, Cites]] = [
        (f"At most {sign.raise_cap} raises in a betting round" if sign.raise_cap else None, book.cap_cites),
        ("No limit on the number of raises" if sign.no_raise_cap else None, book.cap_cites),
        (CAP_LIFTS.get(sign.cap_lift or ""), book.cap_cites),
        (None if sign.cap_counts_blind else "One raise more where the bet is a blind", book.cap_cites),
        (None if sign.cap_counts_all_in_as_active else "The limit on raises leaves all-in players out", book.cap_cites),
        (REOPENINGS.get(sign.reopening or ""), book.reopening_cites),
        (SHORT_OPENS.get(sign.short_open or ""), book.short_open_cites),
        (ODD_CHIPS.get(sign.odd_chips or ""), book.split),
        (ODD_HALVES.get(sign.odd_half or ""), book.odd_half_cites),
        (_folding(sign), book.free_fold),
        (_tapping_out(sign), book.all_in),
        (None if sign.draw_blind_option else "No check in Draw Poker, for the last blind neither", NSW.cite("11.5")),
        ("Stacks may hold less than a whole chip" if sign.loose_chips else None, book.unit),
        ("Every hand is shown at a showdown" if sign.disclose_mucked else None, US.cite("irreg(4)")),
        ("Who missed blinds comes back on any blind" if sign.return_blind == "any" else None, ACT.cite("17.4")),
        (None if sign.check_raise else "No raise after a check in the same round", US.cite("wagers(10)")),
        (None if sign.minimum_raise else "A raise is any bet above the one before", US.cite("def/Raise")),
    ]
    return [SignLine(text, cites) for text, cites in said if text is not None]


def _folding(sign: Sign) -> str | None:
    if sign.fold_when_free is None:
        return None
    return f"Folding is {'' if sign.fold_when_free else 'not '}allowed where checking is free"


def _tapping_out(sign: Sign) -> str | None:
    if sign.tap_out_units is None:
        return None
    return f"A player taps out with {'whole units of the minimum bet' if sign.tap_out_units else 'all chips'}"
