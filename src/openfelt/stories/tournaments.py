"""Stories of a tournament: entries, money, play (`tournament_play`), prizes.

After `proves` come the rulebook and a template, then answers that are otherwise, then one act or claim a line. An act
of staff names the office. An act may end with `refused CODE`. The clauses in brackets are those that its events, or its
refusal, must give; with `not` before it one that they must not.

    nsw-poker freeze-out
    sessions.1.entry_fee_cents = 500
    sessions.1.starts = "2026-12-04 19:30"
    ann applies
    ann pays the fee                                          [28.3.1]
    time 2026-12-04 18:31
    ann withdraws refused withdrawal                          [28.4.2(l)]
    the casino operator cancels                               [28.3.5]
    ann has 100000

Conditions are published and entries opened by the casino operator before the first act, unless lines do so. Everyone
begins with 100000 in the purse, and it is noon of 4 December 2026. Amounts are in cents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.errors import NotationError, OpenfeltError, RuleViolation
from openfelt.rulebooks import Cites
from openfelt.stories.desk_lines import DESK_ACTS, DESK_CLAIMS, DESK_FORMS
from openfelt.stories.duty_lines import DUTY_ACTS, DUTY_CLAIMS, DUTY_FORMS
from openfelt.stories.files import NotAStory, Story
from openfelt.stories.home_lines import HOME_ACTS, HOME_CLAIMS, HOME_FORMS
from openfelt.stories.lines import Failed, Step, nearest, read_proofs, require, require_short_numbers
from openfelt.stories.tournament_play import PLAY_ACTS, PLAY_CLAIMS, PLAY_FORMS, PLAY_SETTINGS
from openfelt.stories.tournament_stage import (
    NAME,
    SILENT,
    TournamentStage,
    answered,
    event_source,
    officer,
    read_answer,
)
from openfelt.table.script import CITED, read_cites
from openfelt.tournaments import digest
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments.checking import check
from openfelt.tournaments.desk_events import StartMoved, TimeLimited
from openfelt.tournaments.findings import written_path
from openfelt.tournaments.rules import TOURNAMENTS

REFUSED: Final = re.compile(r"^(.*?)\s+refused(?: ([\w-]+))?(?: saying (.+))?$")
ANSWER: Final = re.compile(r"[a-z_]+(?:\.\w+)* = .+")
MONEY: Final[dict[str, Callable[[], Account]]] = {
    "fee": lambda: accounts.fee(NAME),
    "pool": lambda: accounts.pool(NAME),
    "added": lambda: accounts.added(NAME),
    "prizes": lambda: accounts.prizes(NAME),
    "bank": lambda: accounts.HOUSE,
}


class Line(NamedTuple):
    """One act or claim, and the clauses it names."""

    number: int
    text: str
    cites: Cites = ()
    never: Cites = ()


class TournamentTelling(TournamentStage):
    """One story being told, line by line."""

    def __init__(self, story: Story) -> None:
        proofs, first, self.lines = read(story.text)
        super().__init__(*first.text.split())
        self.proves: tuple[str, ...] = tuple(proofs)
        self.steps = [first, *(Step(line.number, line.text) for line in self.lines)]
        self.next = 0

    def take(self, step: Step) -> Iterable[str]:
        """The template, or one line: an answer, an act, a refused act, or a claim."""
        self.next += 1
        if self.next == 1:
            require(len(self.steps) > 1, "nothing happens")
            return ()
        self.given = set()
        try:
            self.tell(self.lines[self.next - 2])
        except msgspec.ValidationError as fault:
            raise NotationError(f"{step.text!r}: {fault}") from None
        finally:
            self.cites |= self.given
        return self.given

    def tell(self, line: Line) -> None:
        """One line."""
        if ANSWER.fullmatch(line.text):
            require(self.event.phase == "empty", "the conditions are published: the casino operator amends them")
            self.conditions = answered(self.conditions, [read_answer(line.text)])
            return
        if line.text.startswith("silent "):
            require(self.event.phase == "empty", "the conditions are published")
            self.conditions = answered(self.conditions, [(line.text.removeprefix("silent "), SILENT)])
            return
        is_act = not any(re.fullmatch(form, line.text) for form, _ in SETTINGS + CLAIMS)
        if is_act:
            self.by_hand |= bool(re.match(rf"{BY}publishes\b", line.text))
            self.ready()
            self.last, self.source = (), None
        refused = REFUSED.match(line.text) if is_act else None
        if refused:
            self.refuse(line, *refused.groups(default=""))
            return
        self.do(line.text)
        self.given |= {cite for event in self.last for cite in event.cites}
        gave = ", ".join(sorted(self.given)) or "nothing"
        require(set(line.cites) <= self.given, f"gave {gave}, not {', '.join(line.cites)}")
        require(not self.given & set(line.never), f"gave {gave}")
        self.assert_by(line.cites)

    def refuse(self, line: Line, act: str, code: str, words: str) -> None:
        """An act that is refused, with that code, words and clauses, and changes nothing."""
        is_kept = self.kept()
        try:
            self.do(act)
        except RuleViolation as refusal:
            self.given |= set(refusal.cites)
            require(not code or refusal.answers_to(code), f"refused as {refusal.code}, not {code}")
            require(words in refusal.message, f"refused saying {refusal.message}")
            require(set(line.cites) <= set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
            require(not set(line.never) & set(refusal.cites), f"refused by {', '.join(refusal.cites)}")
            require(refusal.cites, "a refusal without a clause")
            require(is_kept(), "a refusal changed something")
            self.assert_by(line.cites)
        else:
            raise Failed("was not refused")

    def do(self, text: str) -> None:
        """An act, a claim, or what is so outside the event."""
        for form, method in SETTINGS + CLAIMS + ACTS:
            if found := re.fullmatch(form, text):
                method(self, *found.groups(default=""))
                return
        raise NotationError(f"cannot be read: {text!r}", legal=nearest(text, FORMS))

    # -- acts ----------------------------------------------------------------------------------------------------------

    def publishes(self, office: str) -> None:
        """The conditions as the story has them."""
        self.give(o.Publish(NAME, self.conditions, officer(office)))
        self.versions[self.conditions.version] = digest(self.conditions)

    def opens(self, office: str) -> None:
        """Entries."""
        self.give(o.OpenRegistration(officer(office)))

    def amends(self, office: str, answers: str) -> None:
        """The next version, with other answers."""
        new = [("version", self.conditions.version + 1), *(read_answer(one) for one in answers.split(" and "))]
        made = answered(self.conditions, new)
        self.give(o.Amend(made, officer(office)))
        self.conditions = made
        self.versions[made.version] = digest(made)

    def applies(self, name: str, without: str, session: str) -> None:
        """With the form, or without."""
        self.give(o.Apply(self.player(name), not without, session))

    def accepts(self, name: str, version: str) -> None:
        """A version by its hash."""
        self.give(o.AcceptConditions(self.player(name), self.hash_of(version)))

    def hash_of(self, version: str) -> str:
        """The hash of a version that was published in this story."""
        if not version:
            return ""
        if int(version) not in self.versions:
            raise NotationError(f"there was no version {version}", legal=[str(one) for one in self.versions])
        return self.versions[int(version)]

    def pays(self, name: str, what: str) -> None:
        """The fee or the buy-in."""
        self.give(o.PayFee(self.player(name)) if what == "fee" else o.PayBuyIn(self.player(name)))

    def withdraws(self, name: str, forfeits: str) -> None:
        """Perhaps without anything back."""
        self.give(o.Withdraw(self.player(name), bool(forfeits)))

    def refuses(self, office: str, name: str) -> None:
        """An application."""
        self.give(o.RefuseApplication(self.player(name), "as the conditions reserve", officer(office)))

    def moves(self, office: str, name: str, session: str) -> None:
        """An entry, to another session."""
        self.give(o.TransferEntry(self.player(name), session, officer(office)))

    def lets(self, office: str, substitute: str, name: str, *how: str) -> None:
        """A substitute play."""
        away, without, version = how
        order = o.NameSubstitute(
            self.player(name), self.player(substitute), officer(office), not away, not without, self.hash_of(version)
        )
        self.give(order)

    def sells(self, office: str, name: str, reserve: str) -> None:
        """A seat to a reserve."""
        self.give(o.SellSeat(self.player(name), self.player(reserve), officer(office)))

    def adds(self, office: str, cents: str) -> None:
        """Money of the house to the prizes."""
        self.give(o.AddToPool(int(cents), officer(office)))

    def starts(self, office: str, without: str) -> None:
        """The event, perhaps without some who have not come."""
        self.give(
            o.Start(None if office == "house" else officer(office), tuple(without.split(", ")) if without else ())
        )

    def cancels(self, office: str, below: str) -> None:
        """The event."""
        self.give(o.Cancel(officer(office), bool(below)))

    def awards(self, office: str, names: str) -> None:
        """The places, best first."""
        places = tuple(tuple(group.split(" = ")) for group in names.split(", "))
        self.give(o.AwardPrizes(places, officer(office)))

    def pays_prize(self, office: str, name: str) -> None:
        """A prize."""
        self.give(o.PayPrize(name, officer(office)))

    # -- claims --------------------------------------------------------------------------------------------------------

    def has(self, name: str, cents: str) -> None:
        """What is in a purse."""
        held = self.ledger.balance(accounts.purse(self.player(name)))
        require(held == int(cents), f"{name} has {held}")

    def holds(self, what: str, cents: str) -> None:
        """What is in an account of the event, or in the bank."""
        held = self.ledger.balance(MONEY[what]())
        require(held == int(cents), f"{what} is {held}")

    def revenue(self, cents: str) -> None:
        """What the room took from games."""
        held = sum(self.ledger.balances("commission").values())
        require(held == int(cents), f"revenue is {held}")

    def stands(self, name: str, status: str) -> None:
        """What became of an entry."""
        found = self.event.entries.get(name)
        require(
            (found.status if found else "not entered") == status,
            f"{name} is {found.status if found else 'not entered'}",
        )

    def told(self, names: str) -> None:
        """Who was told of the last amendment, or of what was changed at the desk."""
        amended = [one for one in self.events if isinstance(one, e.ConditionsAmended | StartMoved | TimeLimited)]
        told = ", ".join(amended[-1].told) if amended else ""
        require(told == names, f"told: {told or 'nobody'}")

    def found(self, text: str) -> None:
        """All that keeps the conditions, as they are so far, from being published: codes and items."""
        self.source = event_source(o.Publish(NAME, self.conditions, officer("casino operator")))  # it is refused so
        made = check(self.conditions).faults
        told = ", ".join(sorted(f"{one.code} at {written_path(one.path)}" for one in made)) or "nothing"
        self.given |= {cite for one in made for cite in one.cites}
        require(told == ", ".join(sorted(text.split(", "))), f"found {told}")

    def replaced(self, text: str) -> None:
        """The rules that approved conditions replace, by their items."""
        made = check(self.conditions).replaced
        told = ", ".join(sorted({written_path(one.path) for one in made})) or "nothing"
        self.given |= {cite for one in made for cite in one.cites}
        require(told == text, f"replaced {told}")

    def again(self) -> None:
        """The conditions as the template has them."""
        require(self.event.phase == "empty", "the conditions are published")
        self.conditions = self.template

    def phase(self, phase: str) -> None:
        """How far the event is."""
        require(self.event.phase == phase, f"the event is {self.event.phase}")


BY: Final = r"the (\w[\w ]*?) "
N: Final = r"(\w+)"
SETTINGS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    *PLAY_SETTINGS,
    (r"the template again", TournamentTelling.again),
    (r"time (\d{4}-\d\d-\d\d \d\d:\d\d)", TournamentStage.time),
    (rf"{N} brings (\d+)", TournamentStage.brings),
    (r"bank holds (\d+)", TournamentStage.bank),
    (rf"{N} may not play here", TournamentStage.bar),
)
CLAIMS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    *PLAY_CLAIMS,
    *HOME_CLAIMS,
    *DESK_CLAIMS,
    *DUTY_CLAIMS,
    (rf"{N} has (\d+)", TournamentTelling.has),
    (r"(fee|pool|added|prizes|bank) (\d+)", TournamentTelling.holds),
    (r"revenue (\d+)", TournamentTelling.revenue),
    (r"the event is (\w+)", TournamentTelling.phase),
    (r"found (.+)", TournamentTelling.found),
    (r"replaced (.+)", TournamentTelling.replaced),
    (r"told (.+)", TournamentTelling.told),
    (rf"{N} is ([\w ]+)", TournamentTelling.stands),
)
ACTS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    *PLAY_ACTS,
    *HOME_ACTS,
    *DESK_ACTS,
    *DUTY_ACTS,
    (rf"{BY}publishes", TournamentTelling.publishes),
    (rf"{BY}opens", TournamentTelling.opens),
    (rf"{BY}amends (.+ = .+)", TournamentTelling.amends),
    (rf"{BY}refuses {N}", TournamentTelling.refuses),
    (rf"{BY}moves {N} to (.+)", TournamentTelling.moves),
    (
        rf"{BY}lets {N} play for {N}(, not in person)?(, without the form)?(?:, accepting version (\d+))?",
        TournamentTelling.lets,
    ),
    (rf"{BY}sells the seat of {N} to {N}", TournamentTelling.sells),
    (rf"{BY}adds (\d+)", TournamentTelling.adds),
    (rf"{BY}starts(?: without (.+))?", TournamentTelling.starts),
    (rf"{BY}cancels( below the minimum)?", TournamentTelling.cancels),
    (rf"{BY}awards (.+)", TournamentTelling.awards),
    (rf"{BY}pays {N}", TournamentTelling.pays_prize),
    (r"entered (.+)", TournamentStage.enter),
    (rf"{N} applies( without the form)?(?: for (.+))?", TournamentTelling.applies),
    (rf"{N} accepts version (\d+)", TournamentTelling.accepts),
    (rf"{N} pays the (fee|buy-in)", TournamentTelling.pays),
    (rf"{N} withdraws( and forfeits)?", TournamentTelling.withdraws),
)
# What a line may look like, for whoever wrote one that cannot be read.
FORMS: Final = (
    'entry.refusal = "reserved"', "silent entry.form", "time 2026-12-04 18:30", "ann brings 500", "bank holds 0",
    "ann may not play here",
    "ann has 98000", "fee 300", "pool 5400", "added 0", "prizes 0", "bank 0", "revenue 0", "the event is started",
    "told ann, bob", "ann is withdrawn", "found blinds at schedules.1.levels.1, name at sessions", "found nothing",
    "replaced sessions.1.starting_chips", "the template again", "the casino operator publishes",
    "the casino operator opens", "the casino operator amends entry.most_players = 20",
    "the casino operator refuses ann", "the casino operator moves ann to heat 2",
    "the Tournament Supervisor lets dan play for ann",
    "the Tournament Director sells the seat of ann to dan", "the casino operator adds 5000",
    "the Tournament Supervisor starts", "the Tournament Director starts without ann", "the casino operator cancels",
    "the casino operator cancels below the minimum", "the Tournament Supervisor awards ann, bob = cat, dan",
    "the casino operator pays ann", "entered ann, bob, cat", "ann applies", "ann applies without the form",
    "ann accepts version 1", "ann pays the fee", "ann pays the buy-in", "ann withdraws", "ann withdraws and forfeits",
    *PLAY_FORMS,
    *HOME_FORMS,
    *DESK_FORMS,
    *DUTY_FORMS,
)  # fmt: skip


def read(text: str) -> tuple[list[str], Step, list[Line]]:
    """What a story proves, its template, and its lines."""
    proves: list[str] = []
    first, made = Step(0, ""), []
    for number, whole in enumerate(text.split("\n"), start=1):
        words = whole.split("#", 1)[0].strip()
        try:
            require_short_numbers(words)
            if words.startswith("proves "):
                proves += read_proofs(words.removeprefix("proves "))
            elif words and not first.text:
                first = Step(number, words)
                require_template(words)
            elif words:
                made.append(read_line(number, words, first.text.split()[0]))
        except OpenfeltError as fault:
            raise NotAStory(number, fault.message, expected=fault.legal) from None
    if not first.text:
        raise NotAStory(
            0, "the text names no template", expected=tuple(f"{one} freeze-out" for one in TOURNAMENTS.books())
        )
    return proves, first, made


def require_template(words: str) -> None:
    """The first line is a rulebook that has tournaments, and one of its templates."""
    known = [f"{book} {key}" for book in TOURNAMENTS.books() for key in TOURNAMENTS.of(book).templates]
    if words not in known:
        raise NotationError(f"{words!r} is no rulebook with a template", legal=nearest(words, known))


def read_line(number: int, words: str, book: str) -> Line:
    """An answer, or an act or claim with its clauses."""
    if ANSWER.fullmatch(words):
        return Line(number, words)
    cited = CITED.search(words)
    named = [one.strip() for one in cited[1].split(",")] if cited else []
    never = read_cites(",".join(one.removeprefix("not ") for one in named if one.startswith("not ")), book)
    cites = read_cites(",".join(one for one in named if not one.startswith("not ")), book)
    return Line(number, CITED.sub("", words).strip(), cites, never)
