"""What the desk decides about people: checks, exclusions and the way back, own limits, reality checks, settings.

Each answer refuses with its clause or gives the event. `room.house.decide` finds them here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from openfelt.errors import NotationError, RuleViolation
from openfelt.floor.grants import LONGEST_S
from openfelt.floor.ruling import require_words
from openfelt.phrases import Name, phrase, quoted
from openfelt.room import people as e
from openfelt.room import people_orders as o
from openfelt.room.account_events import SECOND
from openfelt.room.citing import OUR_OWN
from openfelt.room.given import Given
from openfelt.room.offices import OFFICES, Officer
from openfelt.room.people import DAY_MS, HOUR_MS, Exclusion, Limit, Person
from openfelt.room.roll import Roll
from openfelt.room.rules import ROOM
from openfelt.rulebooks import HOUSE_RULEBOOK, RULEBOOK_KEYS, Cites

Events = tuple[e.PeopleEvent, ...]
MOST_MINUTES: Final = 24 * 60
MOST_CENTS: Final = 10**12


def require_person(roll: Roll, account: str) -> Person:
    """What is on record of somebody who has an account."""
    member = roll.members.get(account)
    if roll.is_kept and (member is None or member.closed):
        raise NotationError("there is no such account")
    return roll.people.of(account)


def require_desk(by: Officer, what: str, cites: Cites, book: str = HOUSE_RULEBOOK) -> None:
    """Refuse an officer whom neither the clause nor the house lets do this."""
    chapter, house = OFFICES.of(book), OFFICES.of(HOUSE_RULEBOOK)
    chapter.require(by, what, chapter.for_clauses(cites) or house.for_duty("let-back"))


def _check(roll: Roll, order: o.CheckIdentity, given: Given) -> Events:
    """Record who checked a person, when, for which age, and by which kind of document; nothing else of the document."""
    require_desk(order.by, "a check of identity", e.CHECKING)
    if order.account == order.by.account:
        raise RuleViolation("own-act", e.CHECKING, "nobody checks their own identity", legal=("another officer",))
    if order.document not in get_args(e.Document):
        raise NotationError(
            phrase("no kind of document {document}", document=quoted(order.document)), legal=get_args(e.Document)
        )
    require_person(roll, order.account)
    age = roll.people.rules.least_age
    checked = e.Checked(order.by.name, given.at_ms, order.document, age)
    return (e.IdentityChecked(order.account, checked, e.CHECKING),)


def streams_of(roll: Roll, order: object) -> tuple[str, ...]:
    """Where offices count for an order: of the game at one table, at that table as well."""
    table = ""
    if isinstance(order, o.ExcludeFromTable):
        table = order.table
    elif isinstance(order, o.EndExclusion):
        given = roll.people.of(order.account).exclusions
        table = next((one.table for one in given if one.number == order.number), "")
    return ("", f"table/{table}", f"pit/{table}") if table else ("",)


# -- exclusions --------------------------------------------------------------------------------------------------------


def _exclude(roll: Roll, order: o.ExcludePerson, given: Given) -> Events:
    """From the whole house, or from the games of one book; by the clause of the book that the officer names."""
    if order.under not in RULEBOOK_KEYS or (order.book and order.book not in RULEBOOK_KEYS):
        raise NotationError(phrase("no rulebook {under}", under=quoted(order.under or order.book)), legal=RULEBOOK_KEYS)
    cites = exclusion_cites(order)
    require_desk(order.by, "an exclusion", cites, order.under)
    require_words(order.reason)
    person = require_person(roll, order.account)
    if order.account == order.by.account:
        raise RuleViolation("own-act", e.OWN_EXCLUSION, "you exclude yourself on your own page")
    require_term(order.until_ms, given.at_ms, cites, least_ms=1)
    if order.book and not order.until_ms:
        text = "an exclusion from the games of a book is for a period"
        raise RuleViolation("no-period", cites, text, legal=("a time at which it ends",))
    made = Exclusion(next_number(person), given.at_ms, order.until_ms, order.by.name, order.reason, cites, order.book)
    return (e.PersonExcluded(order.account, made, cites),)


def _exclude_from_table(roll: Roll, order: o.ExcludeFromTable, given: Given) -> Events:
    """From the game at one table. Whoever sits there may have no account: a bot, or a player at a dealer's table."""
    by = "the house"
    if order.by is not None:
        require_desk(order.by, "an exclusion", order.cites, order.under)
        by = order.by.name
        if order.account == order.by.account:
            raise RuleViolation("own-act", e.OWN_EXCLUSION, "you exclude yourself on your own page")
    require_words(order.reason)
    require_term(order.until_ms, given.at_ms, order.cites, least_ms=1)
    number = next_number(roll.people.of(order.account))
    made = Exclusion(number, given.at_ms, order.until_ms, by, order.reason, order.cites, table=order.table)
    return (e.PersonExcluded(order.account, made, order.cites),)


def exclusion_cites(order: o.ExcludePerson) -> Cites:
    """The clauses for an exclusion: the book's own, for the whole house or for its games, else those of the house."""
    if order.under == HOUSE_RULEBOOK:
        return e.EXCLUDING
    if order.book and order.book != order.under:
        text = phrase("{under} keeps nobody out of the games of {book}", under=Name(order.under), book=Name(order.book))
        raise RuleViolation("no-such-rule", e.EXCLUDING, text, legal=(order.under, "the whole house"))
    rules = ROOM.of(order.under).tables if order.under in ROOM.books() else None
    cites = () if rules is None else rules.exclusion if order.book else rules.barring
    if not cites:
        what = "its games" if order.book else "the whole house"
        text = phrase("{under} has no clause that keeps a person out of {what}", under=Name(order.under), what=what)
        raise RuleViolation("no-such-rule", e.EXCLUDING, text, legal=(HOUSE_RULEBOOK,))
    return cites


def next_number(person: Person) -> int:
    """The number of the next exclusion of a person."""
    return max((one.number for one in person.exclusions), default=0) + 1


def require_term(until_ms: int, at_ms: int, cites: Cites, *, least_ms: int) -> None:
    """Refuse an end that is past, too soon, or beyond a lifetime."""
    if until_ms and not at_ms + least_ms <= until_ms <= at_ms + LONGEST_S * 1000:
        least = -(-least_ms // HOUR_MS)
        text = "an exclusion ends later than now, and within thirty years" if least_ms < HOUR_MS else (
            phrase("an exclusion of one's own lasts at least {least} hours, and at most thirty years", least=least)
        )  # fmt: skip
        code = "own-term" if cites == e.OWN_EXCLUSION else "bad-term"
        raise RuleViolation(code, cites, text, legal=("a later time", "0: until let back"))


def found(person: Person, number: int, at_ms: int) -> Exclusion:
    """The exclusion of that number, if it is in force."""
    one = next((one for one in person.barred(at_ms) if one.number == number), None)
    if one is None:
        legal = tuple(str(one.number) for one in person.barred(at_ms))
        raise RuleViolation(
            "not-excluded", e.WAY_BACK, phrase("there is no exclusion {number} in force", number=number), legal=legal
        )
    return one


def _end(roll: Roll, order: o.EndExclusion, given: Given) -> Events:
    """Somebody is let back by whoever could exclude; out of an own exclusion never before its term."""
    one = found(roll.people.of(order.account), order.number, given.at_ms)
    book = one.cites[0].partition(" ")[0]
    require_desk(order.by, "the end of an exclusion", one.cites, book)
    require_words(order.reason)
    if order.account == order.by.account:
        raise RuleViolation("own-act", e.WAY_BACK, "nobody lets themselves back", legal=("another officer",))
    if one.own:
        require_own_over(roll, one, given.at_ms)
    return (e.ExclusionEnded(order.account, order.number, order.by.name, order.reason, one.cites),)


def require_own_over(roll: Roll, one: Exclusion, at_ms: int) -> None:
    """Refuse to end an own exclusion before its term; one without an end before the days of the house's setting."""
    days = roll.people.rules.own_back_days
    if one.until_ms or at_ms < one.since_ms + days * DAY_MS:
        until = "its term is over" if one.until_ms else f"{days} days have passed"
        text = phrase("a player who asked not to play is not let back before {until}", until=Name(until))
        raise RuleViolation("own-exclusion", e.OWN_EXCLUSION, text)
    if not one.asked_back_ms:
        raise RuleViolation("not-asked", e.WAY_BACK, "the player has not asked to come back", legal=("wait",))


def _exclude_myself(roll: Roll, order: o.ExcludeMyself, given: Given) -> Events:
    person = require_person(roll, order.player)
    least = roll.people.rules.own_least_h * HOUR_MS
    require_term(order.until_ms, given.at_ms, e.OWN_EXCLUSION, least_ms=least)
    made = Exclusion(next_number(person), given.at_ms, order.until_ms, "", "by own wish", e.OWN_EXCLUSION, own=True)
    return (e.PersonExcluded(order.player, made, e.OWN_EXCLUSION),)


def _ask_back(roll: Roll, order: o.AskBack, given: Given) -> Events:
    one = found(require_person(roll, order.player), order.number, given.at_ms)
    require_words(order.words)
    if one.asked_back_ms:
        raise RuleViolation("asked", e.WAY_BACK, "you have asked already; the desk will answer")
    return (e.WayBackAsked(order.player, order.number, given.at_ms, order.words, e.WAY_BACK),)


# -- what people allow themselves --------------------------------------------------------------------------------------


def _limit(roll: Roll, order: o.SetLimit, given: Given) -> Events:
    """A tighter limit holds at once; a looser one, or none, after the house's wait."""
    person = require_person(roll, order.player)
    most = MOST_CENTS if order.kind == "loss" else MOST_MINUTES * e.PERIOD_MS[order.period] // DAY_MS
    if type(order.amount) is not int or not 0 <= order.amount <= most:
        what = "whole cents" if order.kind == "loss" else phrase("minutes, at most {most}", most=most)
        raise RuleViolation(
            "bad-amount", e.LIMITING, phrase("a limit is a whole number of {what}; 0 is none", what=what)
        )
    old = person.limit(order.kind, order.period)
    now = old.at(given.at_ms) if old is not None else 0
    is_looser = bool(now) and (order.amount == 0 or order.amount > now)
    if order.amount == now and not (old is not None and old.from_ms > given.at_ms):
        raise RuleViolation("same-limit", e.LIMITING, "that is your limit already")
    if is_looser:
        later = given.at_ms + roll.people.rules.looser_after_h * HOUR_MS
        made = Limit(order.kind, order.period, now, order.amount, later)
    else:
        made = Limit(order.kind, order.period, order.amount)
    return (e.LimitSet(order.player, made, e.LIMITING),)


def _reality(roll: Roll, order: o.ChooseReality, _given: Given) -> Events:
    require_person(roll, order.player)
    if type(order.minutes) is not int or not 0 <= order.minutes <= MOST_MINUTES:
        text = phrase("a notice comes after 1 to {most} minutes of play, or (0) never", most=MOST_MINUTES)
        raise RuleViolation("bad-minutes", e.REALITY, text)
    return (e.RealityChosen(order.player, order.minutes, e.REALITY),)


def _tell(roll: Roll, order: o.TellReality, _given: Given) -> Events:
    require_person(roll, order.account)
    return (e.RealityTold(order.account, order.minutes, order.result, e.REALITY),)


def _set_rule(roll: Roll, order: o.SetPlayRule, _given: Given) -> Events:
    member = roll.members.get(order.by.account)
    if roll.is_kept and (member is None or "operator" not in member.roles):
        other = "a setting of the house is for whoever runs the room"
        raise RuleViolation("not-your-office", OUR_OWN, other, legal=("operator",))
    require_words(order.reason)
    least, most = e.BOUNDS[order.setting]
    if type(order.value) is not int or not least <= order.value <= most:
        text = phrase("{setting} is a whole number", setting=Name(order.setting))
        raise RuleViolation("bad-setting", e.DOORS, text, legal=(phrase("{least} to {most}", least=least, most=most),))
    if order.setting == "second_factor" and order.value and order.by.account not in roll.accounts.factors:
        own = "whoever asks all staff for a second factor has one"
        raise RuleViolation("no-second-factor", SECOND, own, legal=("set one on the account page",))
    return (e.PlayRuleSet(order.setting, order.value, order.by.name, order.reason, e.DOORS),)


ANSWERS: Final[Mapping[type, Callable[[Roll, Any, Given], Events]]] = {
    o.CheckIdentity: _check,
    o.ExcludePerson: _exclude,
    o.ExcludeFromTable: _exclude_from_table,
    o.EndExclusion: _end,
    o.ExcludeMyself: _exclude_myself,
    o.AskBack: _ask_back,
    o.SetLimit: _limit,
    o.ChooseReality: _reality,
    o.TellReality: _tell,
    o.SetPlayRule: _set_rule,
}
