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
from collections.abc import Callable, Sequence
from typing import Final

from openfelt.cage import accounts
from openfelt.cage.accounts import Account
from openfelt.errors import NotationError
from openfelt.stories.acting import ANSWER, SILENT, ActTelling, Forms, Line, answered, read_acts, read_answer
from openfelt.stories.desk_lines import DESK_ACTS, DESK_CLAIMS, DESK_FORMS
from openfelt.stories.duty_lines import DUTY_ACTS, DUTY_CLAIMS, DUTY_FORMS
from openfelt.stories.files import Story
from openfelt.stories.home_lines import HOME_ACTS, HOME_CLAIMS, HOME_FORMS
from openfelt.stories.lines import nearest, require
from openfelt.stories.tournament_play import PLAY_ACTS, PLAY_CLAIMS, PLAY_FORMS, PLAY_SETTINGS, fix_draw
from openfelt.stories.tournament_stage import NAME, TournamentStage, event_source, officer
from openfelt.tournaments import digest
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments.checking import check
from openfelt.tournaments.desk_events import StartMoved, TimeLimited
from openfelt.tournaments.findings import written_path
from openfelt.tournaments.rules import TOURNAMENTS

MONEY: Final[dict[str, Callable[[], Account]]] = {
    "fee": lambda: accounts.fee(NAME),
    "pool": lambda: accounts.pool(NAME),
    "added": lambda: accounts.added(NAME),
    "prizes": lambda: accounts.prizes(NAME),
    "bank": lambda: accounts.HOUSE,
}


class TournamentTelling(TournamentStage, ActTelling):
    """One story being told, line by line."""

    def __init__(self, story: Story) -> None:
        expected = tuple(f"{one} freeze-out" for one in TOURNAMENTS.books())
        proves, first, lines = read_acts(story.text, require_template, expected)
        super().__init__(*first.text.split())
        self.begin(proves, first, lines)

    @property
    def known(self) -> tuple[Forms, Forms]:
        """Settings and claims, and then acts."""
        return SETTINGS + CLAIMS, ACTS

    @property
    def examples(self) -> Sequence[str]:
        """What a line may look like."""
        return FORMS

    def is_answer(self, line: Line) -> bool:
        """An answer of the conditions, or a silence."""
        if not ANSWER.fullmatch(line.text) and not line.text.startswith("silent "):
            return False
        answer = (line.text.removeprefix("silent "), SILENT) if line.text.startswith("silent ") else None
        require(self.event.phase == "empty", "the conditions are published: the casino operator amends them")
        self.conditions = answered(self.conditions, [answer or read_answer(line.text)])
        return True

    def before_act(self, text: str) -> None:
        """Conditions are published and entries open, unless the story does so itself."""
        self.by_hand |= bool(re.match(rf"{BY}publishes\b", text))
        self.ready()
        if re.search(r"the session begins|begins the session", text):
            fix_draw(self)

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
SETTINGS: Final[Forms] = (
    *PLAY_SETTINGS,
    (r"the template again", TournamentTelling.again),
    (r"time (\d{4}-\d\d-\d\d \d\d:\d\d)", TournamentStage.time),
    (rf"{N} brings (\d+)", TournamentStage.brings),
    (r"bank holds (\d+)", TournamentStage.bank),
    (rf"{N} may not play here", TournamentStage.bar),
)
CLAIMS: Final[Forms] = (
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
ACTS: Final[Forms] = (
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


def require_template(words: str) -> None:
    """The first line is a rulebook that has tournaments, and one of its templates."""
    known = [f"{book} {key}" for book in TOURNAMENTS.books() for key in TOURNAMENTS.of(book).templates]
    if words not in known:
        raise NotationError(f"{words!r} is no rulebook with a template", legal=nearest(words, known))
