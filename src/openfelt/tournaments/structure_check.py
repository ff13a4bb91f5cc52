"""Whether the structure of an event holds together: sessions, who advances, ties, brackets, periods, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from msgspec import UNSET

from openfelt.documents.years import is_kept_year
from openfelt.games.policy import HOUSE
from openfelt.phrases import Name, names, phrase, quoted
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments.conditions import (
    AddOns,
    Advance,
    Alternates,
    Bounty,
    Bracket,
    Conditions,
    Ends,
    FinalBuyIn,
    Period,
    PlayOff,
    Rebuys,
    ReEntry,
    Satellite,
    Session,
    Transfer,
)
from openfelt.tournaments.findings import Finding, Path, contradiction
from openfelt.tournaments.items import is_none
from openfelt.tournaments.rules import TournamentRules

STRUCTURE: Final = HOUSE.cite("20.2.5")
IN_BRACKETS: Final = HOUSE.cite("20.20.2")
LATER: Final = HOUSE.cite("20.23.1")
SEMI_FINALS: Final = 2  # pairs whose losers may play for the third place
ENDS: Final = ("players_left", "left_per_table", "minutes", "rounds")


def structure_faults(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What is wrong with the structure."""
    yield from _sessions(conditions, rules)
    for number, session in enumerate(conditions.sessions):
        path: Path = ("sessions", number)
        yield from _start(conditions, number, path, rules)
        yield from _levels(conditions, session, path, rules)
        yield from _end(session, path, rules)
        yield from _advance(conditions, number, path, rules)
        yield from _places_for_all(conditions, number, path, rules)
        yield from _play_off(conditions, session, path, rules)
        yield from _tables(conditions, session, path, rules)
    yield from _brackets(conditions, rules)
    yield from _in_brackets(conditions, rules)
    yield from _periods(conditions, rules)
    yield from _names(conditions, rules)
    yield from _second_chances(conditions, rules)
    yield from _final_buy_in(conditions, rules)
    yield from _numbers(conditions, rules)


def _asked(rules: TournamentRules, item: str) -> Cites:
    return rules.asks.get(item, STRUCTURE)


def _sessions(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Every name once; one session, the last, is the final."""
    for key, word in (("sessions", "session"), ("schedules", "schedule")):
        names = [one.name for one in getattr(conditions, key) if one.name is not UNSET]
        for name in sorted({name for name in names if names.count(name) > 1}):
            text = phrase("two {word}s are called {name}", word=word, name=quoted(name))
            yield contradiction("name", (key,), _asked(rules, key), text)
    finals = [one.advance == "final" for one in conditions.sessions]
    known = [one.advance is not UNSET for one in conditions.sessions]
    if finals and all(known) and finals != [False] * (len(finals) - 1) + [True]:
        text = phrase("one session is the final, and it is the last")
        yield contradiction("final", ("sessions",), _asked(rules, "sessions[].advance"), text)


def _start(conditions: Conditions, number: int, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    session, cites = conditions.sessions[number], _asked(rules, "sessions[].starts")
    if session.starts is not UNSET and session.starts != "none":
        when = moment(session.starts)
        earlier = [moment(str(one.starts)) for one in conditions.sessions[:number]]
        if when is None:
            text = phrase("{starts} is no date and time", starts=quoted(session.starts))
            yield contradiction("start", (*path, "starts"), cites, text, "2026-12-04 19:30", "none")
        elif any(one is not None and one >= when for one in earlier):
            yield contradiction("start", (*path, "starts"), cites, "it starts before an earlier session")
    costs = any(isinstance(one, int) and one for one in (session.entry_fee_cents, session.buy_in_cents))
    if session.starts == "none" and costs and _is_later(conditions, number):
        text = phrase(
            "a session that costs something after the first has a time at which it starts: it is paid for until then"
        )
        yield contradiction("start", (*path, "starts"), joined(cites, LATER), text, "2026-12-04 19:30")
    if session.carries_stacks:
        text = phrase("every session begins with equal chips; one that goes on another day is one session with a break")
        yield contradiction("equal-chips", (*path, "carries_stacks"), rules.equal_chips, text, "overnight = true")


def _is_later(conditions: Conditions, number: int) -> bool:
    """Whether a session is one that somebody advances to, or has a second chance in."""
    name, chances = conditions.sessions[number].name, conditions.repechage
    to = {one.advance.to for one in conditions.sessions[:number] if isinstance(one.advance, Advance)}
    return name in to or (isinstance(chances, tuple) and any(one.to_session == name for one in chances))


def moment(text: str) -> datetime | None:
    """A date and time by the room's clock, or None.

    >>> moment("2026-12-04 19:30")
    datetime.datetime(2026, 12, 4, 19, 30)
    >>> moment("on Friday") is None, moment("0001-01-01 00:00") is None
    (True, True)
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is None and ":" in text and is_kept_year(found.year) else None


def _levels(conditions: Conditions, session: Session, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    if session.schedule is not UNSET and conditions.schedule(session.schedule) is None:
        text = phrase("no levels are published under {schedule}", schedule=quoted(session.schedule))
        names = [one.name for one in conditions.schedules]
        yield contradiction("level-not-published", (*path, "schedule"), rules.published_levels, text, *names)


def _end(session: Session, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    ends = session.ends
    if not isinstance(ends, Ends):
        return
    given = [name for name in ENDS if getattr(ends, name) is not UNSET]
    if len(given) != 1:
        text = phrase("a session has one end, not {given}", given=names(given, " and ", "none"))
        yield contradiction("end", (*path, "ends"), _asked(rules, "sessions[].ends"), text, *ENDS)
    elif getattr(ends, given[0]) == 0:
        text = phrase("a session does not end at {given} = 0", given=Name(given[0]))
        yield contradiction("end", (*path, "ends"), _asked(rules, "sessions[].ends"), text)
    elif session.format == "heads-up" and ends.players_left != 1:
        matches = rules.heads_up_matches
        cites = joined(matches.cites if matches else (), HOUSE.cite("20.20"))
        text = phrase("a bracket is played until one player has won it")
        yield contradiction("end", (*path, "ends"), cites, text, "players_left = 1")
    elif ends.players_left == "prizes" and isinstance(session.advance, Advance):
        text = phrase("as many players as a satellite has entries are left at the end of its final alone")
        yield contradiction("end", (*path, "ends"), _asked(rules, "sessions[].ends"), text, "a number")


def _advance(conditions: Conditions, number: int, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    session = conditions.sessions[number]
    advance, ends = session.advance, session.ends
    if not isinstance(advance, Advance):
        return
    cites, at = _asked(rules, "sessions[].advance"), (*path, "advance")
    later = [one.name for one in conditions.sessions[number + 1 :]]
    if advance.to is not UNSET and advance.to not in later:
        text = phrase("{to} is no later session", to=quoted(advance.to))
        yield contradiction("advance", (*at, "to"), cites, text, *(str(one) for one in later if one is not UNSET))
    if advance.count == 0:
        yield contradiction("advance", (*at, "count"), cites, "nobody advances")
    is_bracket = session.format == "heads-up"
    if advance.method is not UNSET and (advance.method == "match-winners") != is_bracket:
        due = "match-winners" if is_bracket else "survivors"
        text = phrase("from a bracket the winners of its matches advance, and from no other session")
        yield contradiction("advance", (*at, "method"), _asked(rules, "sessions[].advance.method"), text, due)
    if is_bracket:
        most = 2 * SEMI_FINALS if isinstance(conditions.heads_up, Bracket) and conditions.heads_up.third_place else 2
        if isinstance(advance.count, int) and advance.count > most:
            text = phrase("a bracket places {most} players; {count} are to advance", most=most, count=advance.count)
            yield contradiction("advance", (*at, "count"), cites, text, str(most))
        return
    if not isinstance(ends, Ends) or advance.count is UNSET:
        return
    left = ends.left_per_table if advance.per == "table" else ends.players_left
    if isinstance(left, int) and left != advance.count:
        text = phrase("{count} advance, and {left} are left at the end", count=advance.count, left=left)
        yield contradiction("advance", (*at, "count"), cites, text, str(left))
    other = ends.players_left if advance.per == "table" else ends.left_per_table
    if other is not UNSET:
        text = phrase("who advances is counted as the end of the session is: for each table, or for all")
        yield contradiction("advance", (*at, "per"), cites, text, "table" if advance.per == "session" else "session")
    timed = ends.minutes is not UNSET or ends.rounds is not UNSET
    if timed and advance.method == "survivors":
        text = phrase("at the end of a time more may be left than advance; the most chips say who")
        cites = _asked(rules, "sessions[].advance.method")
        yield contradiction("advance", (*at, "method"), cites, text, "most-chips")


def _places_for_all(conditions: Conditions, number: int, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    """A session with a number of tables has places for everyone who advances to it."""
    session, seats = conditions.sessions[number], conditions.play.seats
    has_tables = session.format == "tables" and conditions.play.dealt != "clock-only"
    if not has_tables or not isinstance(session.tables, int) or not isinstance(seats, int):
        return
    coming = sum(_advancing(conditions, one, session) for one in conditions.sessions)
    chances = conditions.repechage if isinstance(conditions.repechage, tuple) else ()
    coming += sum(one.count for one in chances if one.to_session == session.name)
    terms = conditions.entry.final_buy_in
    if isinstance(terms, FinalBuyIn) and terms.session == session.name and isinstance(terms.most, int):
        coming += terms.most
    if coming > session.tables * seats:
        text = phrase(
            "{coming} advance, and {tables} tables have {places} places",
            coming=coming,
            tables=session.tables,
            places=session.tables * seats,
        )
        yield contradiction("advance", (*path, "tables"), _asked(rules, "sessions[].tables"), text)


def _advancing(conditions: Conditions, source: Session, target: Session) -> int:
    """How many advance from one session to another, where the conditions say so."""
    advance, seats, most = source.advance, conditions.play.seats, conditions.entry.most_players
    if not isinstance(advance, Advance) or advance.to != target.name or not isinstance(advance.count, int):
        return 0
    if advance.per == "session":
        return advance.count
    if isinstance(source.tables, int):
        return advance.count * source.tables
    return advance.count * -(-most // seats) if isinstance(most, int) and isinstance(seats, int) and seats else 0


def _play_off(conditions: Conditions, session: Session, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    ends, play_off = session.ends, session.play_off
    timed = isinstance(ends, Ends) and (ends.minutes is not UNSET or ends.rounds is not UNSET)
    if timed and play_off == "none":
        text = phrase("players may have equal chips at the end of a time; a play-off says who is ahead")
        yield contradiction("play-off", (*path, "play_off"), rules.play_off, text)
    if not isinstance(play_off, PlayOff):
        return
    if play_off.rounds == 0 or play_off.starting_chips == 0:
        yield contradiction("play-off", (*path, "play_off"), rules.play_off, "a play-off is played, with chips")
    if play_off.schedule is not UNSET and conditions.schedule(play_off.schedule) is None:
        text = phrase("no levels are published under {schedule}", schedule=quoted(play_off.schedule))
        at = (*path, "play_off", "schedule")
        yield contradiction("level-not-published", at, rules.published_levels, text)


def _tables(conditions: Conditions, session: Session, path: Path, rules: TournamentRules) -> Iterator[Finding]:
    cites, seats, most = _asked(rules, "sessions[].tables"), conditions.play.seats, conditions.entry.most_players
    if session.tables == "as-needed" and rules.counts_tables:
        text = phrase("tables as they are needed: the number of tables is not said")
        yield contradiction("tables", (*path, "tables"), rules.counts_tables, text, "a number")
    if session.tables == 0:
        yield contradiction("tables", (*path, "tables"), cites, "no table is active")
    first = path[1] == 0
    if first and isinstance(session.tables, int) and isinstance(most, int) and seats is not UNSET:
        areas = 2 if session.format == "heads-up" else 1  # a divided table is two
        if session.tables and session.tables * seats * areas < most and is_none(conditions.entry.alternates):
            text = phrase(
                "{tables} tables of {seats} do not seat {most} players", tables=session.tables, seats=seats, most=most
            )
            yield contradiction("tables", (*path, "tables"), cites, text, "alternates")


def _brackets(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    bracket, path = conditions.heads_up, ("heads_up",)
    matches = rules.heads_up_matches
    cites = matches.cites if matches else HOUSE.cite("20.20")
    plays = [one.format == "heads-up" for one in conditions.sessions]
    if isinstance(bracket, Bracket):
        if matches and bracket.matches != matches.value:
            text = phrase(
                "a round is the best of {value} matches, not of {matches}", value=matches.value, matches=bracket.matches
            )
            yield contradiction("matches", (*path, "matches"), cites, text, str(matches.value))
        elif bracket.matches % 2 == 0 or bracket.matches > 99:
            text = phrase("the best of {matches} matches: an odd number decides", matches=bracket.matches)
            yield contradiction("matches", (*path, "matches"), cites, text, "1", "3", "5")
        left, right = (one.strip().casefold() for one in bracket.backs)
        if left == right and (rules.divided or bracket.divided):
            text = phrase("the cards on both sides of a divided table have {left} backs", left=left)
            yield contradiction("backs", (*path, "backs"), rules.backs or HOUSE.cite("20.51"), text, "two colours")
        if not any(plays):
            yield contradiction("heads-up", path, cites, "no session is played heads-up", "none")
        if conditions.play.seats not in (UNSET, 2):
            text = phrase("{seats} at a table; heads-up has two", seats=conditions.play.seats)
            yield contradiction("seats", ("play", "seats"), cites, text, "2")
    elif any(plays) and bracket is not UNSET:
        text = phrase("a session is played heads-up, and there are no rounds of two")
        yield contradiction("heads-up", ("sessions", plays.index(True), "format"), cites, text, "heads_up")


def _in_brackets(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """What a bracket cannot have: chips besides those of a match, players who come later, divisions, envelopes."""
    if not any(one.format == "heads-up" for one in conditions.sessions):
        return
    matches = rules.heads_up_matches
    cites = joined(matches.cites if matches else (), IN_BRACKETS)
    entry, prizes = conditions.entry, conditions.prizes
    chips = "every match begins with equal chips and ends when one player has all of them"
    later = "a bracket is drawn once, with its byes in the first round"
    for path, value, why in (
        (("rebuys",), conditions.rebuys, chips),
        (("add_ons",), conditions.add_ons, chips),
        (("entry", "late_entry"), entry.late_entry, later),
        (("entry", "alternates"), entry.alternates, later),
        (("entry", "re_entry"), entry.re_entry, later),
        (("prizes", "deals"), prizes.deals, "the chips of a match are no measure of what is left"),
    ):
        if value is not UNSET and not is_none(value):
            yield contradiction("bracket", path, cites, phrase("not in a bracket: {why}", why=why), "none")
    if isinstance(prizes.bounty, Bounty) and prizes.bounty.kind == "mystery":
        text = "not in a bracket: the losers of a round go out together, and envelopes are drawn one after the other"
        yield contradiction("bracket", ("prizes", "bounty", "kind"), cites, text, "fixed", "progressive")


def _periods(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Every period lies within the levels of its session."""
    entry = conditions.entry
    found: list[tuple[Path, object]] = [(("entry", "late_entry"), entry.late_entry)]
    if isinstance(conditions.rebuys, Rebuys):
        found.append((("rebuys", "period"), conditions.rebuys.period))
    if isinstance(conditions.add_ons, AddOns):
        found.append((("add_ons", "period"), conditions.add_ons.period))
    if isinstance(entry.re_entry, ReEntry):
        found.append((("entry", "re_entry", "period"), entry.re_entry.period))
    for path, period in found:
        if not isinstance(period, Period) or period.last_level is UNSET:
            continue
        cites = rules.asks.get(".".join(map(str, path)), STRUCTURE)
        session = conditions.session(period.session)
        if session is None:
            if conditions.sessions:
                text = phrase("there is no session {session}", session=quoted(period.session))
                yield contradiction("period", path, cites, text)
            continue
        levels = len(conditions.levels_of(session))
        if levels and not 1 <= period.first_level <= period.last_level <= levels:
            text = phrase(
                "from level {first_level} to {last_level}; the session has 1 to {levels}",
                first_level=period.first_level,
                last_level=period.last_level,
                levels=levels,
            )
            yield contradiction("period", path, cites, text)


def _names(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """Sessions that are named elsewhere are there."""
    entry = conditions.entry
    named: list[tuple[Path, object]] = []
    if isinstance(conditions.repechage, tuple):
        for number, one in enumerate(conditions.repechage):
            named += [
                (("repechage", number, "from_session"), one.from_session),
                (("repechage", number, "to_session"), one.to_session),
            ]
    if isinstance(entry.transfer, Transfer) and entry.transfer.sessions is not UNSET:
        named += [(("entry", "transfer", "sessions"), name) for name in entry.transfer.sessions]
    if isinstance(entry.final_buy_in, FinalBuyIn) and entry.final_buy_in.session is not UNSET:
        named.append((("entry", "final_buy_in", "session"), entry.final_buy_in.session))
    for path, name in named:
        if conditions.session(name) is None:
            cites = _asked(rules, ".".join(one for one in path[:2] if isinstance(one, str)))
            yield contradiction("session", path, cites, phrase("there is no session {name}", name=quoted(name)))


def _second_chances(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """A second chance is for somebody, in a session that is played later."""
    cites, order = _asked(rules, "repechage"), [one.name for one in conditions.sessions]
    for number, one in enumerate(conditions.repechage if isinstance(conditions.repechage, tuple) else ()):
        if one.from_session in order and one.to_session in order[: order.index(one.from_session) + 1]:
            text = phrase("{name} is no later session", name=quoted(one.to_session))
            yield contradiction("session", ("repechage", number, "to_session"), cites, text)
        if one.count == 0:
            text = phrase("nobody has that second chance")
            yield contradiction("session", ("repechage", number, "count"), cites, text, "none")


def _final_buy_in(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    """A session that is bought into is one that nobody enters otherwise; of a bounty, the price holds its part."""
    terms, path = conditions.entry.final_buy_in, ("entry", "final_buy_in")
    if not isinstance(terms, FinalBuyIn):
        return
    cites = _asked(rules, "entry.final_buy_in")
    later = {one.advance.to for one in conditions.sessions if isinstance(one.advance, Advance)}
    if terms.session is not UNSET and terms.session not in later and conditions.session(terms.session) is not None:
        text = phrase("nobody advances to {session}: it is entered, not bought into", session=quoted(terms.session))
        legal = [str(one) for one in later if one is not UNSET]
        yield contradiction("session", (*path, "session"), cites, text, *legal)
    if terms.most == 0:
        yield contradiction("players", (*path, "most"), cites, "nobody may buy into it", "none")
    bounty = conditions.prizes.bounty
    part = bounty.cents if isinstance(bounty, Bounty) and bounty.cents is not UNSET else 0
    if terms.cost_cents is not UNSET and terms.cost_cents < part:
        text = phrase("what is paid for it is less than the part of a buy-in that goes to bounties")
        yield contradiction("bounty", (*path, "cost_cents"), HOUSE.cite("20.15"), text)


def _numbers(conditions: Conditions, rules: TournamentRules) -> Iterator[Finding]:
    entry, cites = conditions.entry, _asked(rules, "entry.most_players")
    least, most = entry.least_players, entry.most_players
    if isinstance(most, int) and (most < 2 or (isinstance(least, int) and least > most)):
        said = "at most {most} players" + (", at least {least}" if isinstance(least, int) else "; two play at least")
        text = phrase(said, most=most, least=least)
        yield contradiction("players", ("entry", "most_players"), cites, text)
    if isinstance(entry.alternates, Alternates) and most == "none":
        text = phrase("alternates wait for seats, and the number of players is not limited")
        yield contradiction("alternates", ("entry", "alternates"), HOUSE.cite("20.11"), text, "none")
    last = conditions.sessions[-1] if conditions.sessions else None
    if last is None or not isinstance(last.ends, Ends) or last.advance != "final":
        return
    if last.ends.left_per_table is not UNSET:
        text = phrase("the final ends with the places of all, not table by table")
        path: Path = ("sessions", len(conditions.sessions) - 1, "ends")
        yield contradiction("final", path, _asked(rules, "sessions[].ends"), text, "players_left = 1")
    due = "prizes" if isinstance(conditions.prizes.satellite, Satellite) else 1
    if last.ends.players_left not in (UNSET, 0, 1, due):
        text = phrase(
            "the final ends with {players_left} players left, whose places are not determined",
            players_left=last.ends.players_left,
        )
        path = ("sessions", len(conditions.sessions) - 1, "ends")
        yield contradiction("final", path, _asked(rules, "sessions[].ends"), text, "players_left = 1")
