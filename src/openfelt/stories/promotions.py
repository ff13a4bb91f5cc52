"""Stories of a promotion: its terms, the Authority, entries, the draw, claims and payments.

After `proves` come the rulebook and a template (`nsw-poker vehicle`), then answers that are otherwise, then one act or
claim a line. An act of staff names the office, and in brackets who it is if another than usual. An act may end with
`refused CODE`. The clauses in brackets are those that its events, or its refusal, must give.

    nsw-poker cash
    prizes.1.cash.value_cents = 1000001
    running
    ann enters                                                [29.7.3]
    entries close
    the casino operator draws refused no-scrutineer           [29.2]

Everything that the terms must say is answered unless the story says `silent ITEM`. It is noon of 28 November 2026 in
Sydney; the promotion starts at noon of 1 December, entries close two days later at 18:00, and prizes are awarded an
hour after that. `running` drafts, notifies, publishes and starts in time; `won by ann` lets ann enter and win.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from openfelt.cage import Ledger, accounts
from openfelt.cage.ledger import transfer
from openfelt.documents.items import silences
from openfelt.errors import InvariantBroken, NotationError
from openfelt.promotions import events as e
from openfelt.promotions import orders as o
from openfelt.promotions.deciding import decide
from openfelt.promotions.facts import PromotionGiven
from openfelt.promotions.items import ITEMS
from openfelt.promotions.moments import HOUR_MS, instant
from openfelt.promotions.promotion import Promotion, evolve
from openfelt.promotions.rules import PROMOTIONS, Means
from openfelt.promotions.templates import TEMPLATES, fill
from openfelt.promotions.terms import Terms
from openfelt.promotions.writing import reference
from openfelt.room.offices import Officer
from openfelt.stories.acting import ANSWER, SILENT, ActTelling, Forms, Line, answered, read_acts, read_answer
from openfelt.stories.files import Story
from openfelt.stories.kept_out import KEPT_OUT_FORMS, KEPT_OUT_LINES, KeptOut
from openfelt.stories.lines import Asserted, Source, nearest, require, source_of

NAME: Final = "spring"
BANK: Final = 1_000_000_000
ZONE: Final = "Australia/Sydney"
BEGINS: Final = f"2026-11-28 12:00 {ZONE}"
# What the terms of a story say, unless it says otherwise.
ANSWERS: Final[dict[str, object]] = {
    "name": "Spring draw",
    "award.manner": "by a draw among all entries",
    "award.when": f"2026-12-03 19:00 {ZONE}",
    "award.where": "in the poker room",
    "award.prizes_each": 1,
    "eligible": "everyone who may play here",
    "wager": "none",
    "nature.says": "as the prizes say",
    "nature.qualification": "none",
    "nature.reservation": "none",
    "nature.guarantee": "none",
    "entries.close": f"2026-12-03 18:00 {ZONE}",
    "entries.rule": {"by": "asking"},
    "entries.most_each": "none",
    "held.place": "the poker room",
    "held.starts": f"2026-12-01 12:00 {ZONE}",
    "claim.manner": "at the cage or on the page of the promotion",
    "claim.presence": "not-required",
    "claim.until": f"2026-12-20 12:00 {ZONE}",
    "told": "by telephone or email",
    "published": "on the page of the promotion",
    "prizes[].name": "first prize",
    "prizes[].conditions": "none",
    "prizes[].cash_alternative": "none",
    "value_cents": 50_000,
    "of": "casino",
    "millilitres": 1_000,
    "travellers": 2,
}


def complete(template: str, book: str) -> Terms:
    """The terms of a template with everything answered."""
    made = fill(template, book)
    for item in ITEMS:
        answer = ANSWERS.get(item, ANSWERS.get(item.rpartition(".")[2], "as shown in the room"))
        for path in list(silences(made, item)):
            made = answered(made, [(".".join(str(one + 1) if isinstance(one, int) else one for one in path), answer)])
    return made


class PromotionTelling(ActTelling, KeptOut):
    """One story being told, line by line."""

    def __init__(self, story: Story) -> None:
        expected = tuple(f"{one} cash" for one in PROMOTIONS.books())
        proves, first, lines = read_acts(story.text, require_template, expected)
        self.begin(proves, first, lines)
        KeptOut.__init__(self)
        book, template = first.text.split()
        self.terms = complete(template, book)
        self.promotion = Promotion()
        self.ledger = Ledger()
        self.now_ms = instant(BEGINS)
        self.barred: frozenset[str] = frozenset()
        self.prescribed: tuple[str, ...] = ()
        self.order: tuple[int, ...] = ()  # of the next draw, if the story says it
        self.issue(accounts.HOUSE, BANK)
        self.events: list[e.PromotionEvent] = []
        self.last = ()
        self.source: Source | None = None
        self.cites: set[str] = set()
        self.given: set[str] = set()
        self.asserted: Asserted = defaultdict(set)

    # -- the world -----------------------------------------------------------------------------------------------------

    @property
    def known(self) -> tuple[Forms, Forms]:
        """Settings and claims, and then acts."""
        return SETTINGS + CLAIMS, ACTS

    @property
    def examples(self) -> Sequence[str]:
        """What a line may look like."""
        return FORMS

    def is_answer(self, line: Line) -> bool:
        """An answer of the terms, or a silence; after the draft they are for the next version."""
        silent = line.text.startswith("silent ")
        if not silent and not ANSWER.fullmatch(line.text):
            return False
        answer = (line.text.removeprefix("silent "), SILENT) if silent else read_answer(line.text)
        self.terms = answered(self.terms, [answer])
        return True

    def before_act(self, text: str) -> None:
        """Nothing is made ready: a story says `running` if it wants that."""

    def issue(self, account: accounts.Account, cents: int) -> None:
        """An account holds so much more."""
        if cents:
            self.ledger.post(transfer(cents, source=accounts.ISSUED, target=account, reason="issue", cites=()))

    def facts(self) -> PromotionGiven:
        """What a decision is given: roots that say what they are of, and the order that the story names."""
        return PromotionGiven(
            self.now_ms,
            self.ledger.balance,
            self.barred,
            self.prescribed,
            lambda name, tickets: (f"entries {name} {len(tickets)}", f"draw {name}"),
            lambda _name, count: self.order or tuple(range(count)),
            self.standing,
        )

    def give(self, order: o.PromotionOrder) -> None:
        """Give an order: what it does is on record and in the ledger, which stays conserved."""
        self.source = Source(f"promotion {type(order).__name__}", source_of(order).fields)
        made = decide(self.promotion, order, self.facts())
        after = self.promotion.copy()
        for event in made:
            evolve(after, event)
            if lines := e.postings(event):
                self.ledger.post(lines)
        self.promotion = after
        self.last = (*self.last, *made)
        self.events += made
        if sum(self.ledger.balances().values()):
            raise InvariantBroken("the ledger is not conserved")

    def kept(self) -> Callable[[], bool]:
        """Whether everything is still as it is now."""
        state, money, count = self.promotion.copy(), dict(self.ledger.balances()), len(self.events)

        def is_kept() -> bool:
            return self.promotion == state and dict(self.ledger.balances()) == money and len(self.events) == count

        return is_kept

    # -- settings ------------------------------------------------------------------------------------------------------

    def time(self, text: str) -> None:
        """The time, with its zone."""
        self.now_ms = instant(text)

    def later(self, count: str, unit: str) -> None:
        """So much later, as elapsed time."""
        self.now_ms += int(count) * {"hour": HOUR_MS, "minute": HOUR_MS // 60, "second": 1_000}[unit]

    def bank(self, cents: str) -> None:
        """What the house's bank holds."""
        held = self.ledger.balance(accounts.HOUSE)
        self.ledger.post(transfer(held, source=accounts.HOUSE, target=accounts.ISSUED, reason="", cites=()))
        self.issue(accounts.HOUSE, int(cents))

    def bar(self, player: str) -> None:
        """Somebody may not play here."""
        self.barred |= {player}

    def prescribe(self, items: str) -> None:
        """What regulations forbid as a prize."""
        self.prescribed = tuple(items.split(", "))

    def finds(self, numbers: str) -> None:
        """The order of the next draw: entries by their numbers, from one."""
        self.order = tuple(int(one) - 1 for one in numbers.split(", "))

    def spends(self, player: str, cents: str) -> None:
        """A player's purse holds so much less."""
        source = accounts.purse(player)
        self.ledger.post(transfer(int(cents), source=source, target=accounts.ISSUED, reason="", cites=()))

    # -- acts ----------------------------------------------------------------------------------------------------------

    def drafts(self, *by: str) -> None:
        """The terms as the story has them."""
        self.give(o.Draft(NAME, self.terms, officer(*by)))

    def amends(self, office: str, who: str, answers: str, approval: str) -> None:
        """The next version, with other answers."""
        new = [read_answer(one) for one in answers.split(" and ")]
        terms = answered(self.terms, [("version", self.terms.version + 1), *new])
        self.give(o.Amend(terms, officer(office, who), approval))
        self.terms = terms

    def notifies(self, *by: str) -> None:
        """The Authority."""
        self.give(o.NotifyAuthority("receipt 1", officer(*by)))

    def publishes(self, office: str, who: str, channel: str) -> None:
        """A notice through a channel."""
        self.give(o.PublishNotice(channel, "A draw in the poker room", officer(office, who)))

    def starts(self, *by: str) -> None:
        """The promotion."""
        self.give(o.Start(officer(*by)))

    def running(self) -> None:
        """All that comes before, in time, and the start."""
        operator = officer("casino operator", "")
        steps: list[o.PromotionOrder] = [
            o.Draft(NAME, self.terms, operator),
            o.NotifyAuthority("receipt 1", operator),
            o.PublishNotice("at the desk", "A draw in the poker room", operator),
        ]
        if PROMOTIONS.of(self.terms.book).notice_ms is None:
            del steps[1]
        for one in steps:
            self.give(one)
        self.now_ms = instant(str(self.terms.held.starts))
        self.give(o.Start(operator))

    def won(self, names: str) -> None:
        """Those enter and win, in this order; a scrutineer oversees it where that is needed."""
        self.running()
        for one in names.split(", "):
            self.give(o.Enter(one))
        self.now_ms = instant(str(self.terms.award.when))
        operator, scrutineer = officer("casino operator", ""), officer("scrutineer", "")
        self.give(o.CloseEntries())
        self.give(o.NominateScrutineer(scrutineer.account, operator))
        self.give(o.AttendDraw(self.root, scrutineer))
        if self.terms.claim.presence == "required":
            self.give(o.NotePresent(tuple(names.split(", ")), operator))
        self.give(o.Draw(operator))

    @property
    def root(self) -> str:
        """The root of the draw that was told."""
        return self.promotion.sealed.draw_root if self.promotion.sealed is not None else "none"

    def enters(self, player: str) -> None:
        """By asking."""
        self.give(o.Enter(player))

    def counts(self, counts: str) -> None:
        """What the record has of players."""
        pairs = [one.rsplit(" ", 1) for one in counts.split(", ")]
        counted = tuple(o.Counted(player, int(count)) for player, count in pairs)
        self.give(o.CountEntries(counted, self.promotion.through + 1))

    def entries_close(self) -> None:
        """By the house, in time."""
        self.now_ms = max(self.now_ms, instant(str(self.terms.entries.close)))
        self.give(o.CloseEntries())

    def closes_entries(self, *by: str) -> None:
        """By staff, at this moment."""
        self.give(o.CloseEntries(officer(*by)))

    def nominates(self, office: str, who: str, account: str) -> None:
        """A scrutineer."""
        self.give(o.NominateScrutineer(account, officer(office, who)))

    def attends(self, office: str, who: str, wrong: str) -> None:
        """With the root of the draw, or with another."""
        self.give(o.AttendDraw("another root" if wrong else self.root, officer(office, who)))

    def presence(self, office: str, who: str, names: str) -> None:
        """Who is there."""
        self.give(o.NotePresent(tuple(names.split(", ")), officer(office, who)))

    def draws(self, *by: str) -> None:
        """The winners; the time of the award is waited for."""
        self.now_ms = max(self.now_ms, instant(str(self.terms.award.when)))
        self.give(o.Draw(officer(*by)))

    def draws_now(self, *by: str) -> None:
        """The winners, at this moment."""
        self.give(o.Draw(officer(*by)))

    def postpones(self, office: str, who: str, untold: str) -> None:
        """With the inspectorate notified, or not."""
        notified = "" if untold else "by telephone at once"
        self.give(o.Postpone("the drum was open", notified, officer(office, who)))

    def validates(self, *by: str) -> None:
        """With words."""
        self.give(o.Validate("counted and sealed again", officer(*by)))

    def cancels(self, office: str, who: str, untold: str) -> None:
        """With the inspectorate notified, or not."""
        notified = "" if untold else "by telephone at once"
        self.give(o.Cancel("the drum was open", officer(office, who), notified))

    def tells(self, office: str, who: str, award: str, means: str, missed: str) -> None:
        """A winner, by a means."""
        self.give(o.TellWinner(int(award), means_of(means), not missed, officer(office, who)))

    def claims(self, player: str, award: str) -> None:
        """The own claim."""
        self.give(o.ClaimPrize(player, int(award)))

    def takes_claim(self, *words: str) -> None:
        """Somebody's claim at the desk."""
        office, who, name, award, address, account = words
        self.give(o.TakeClaim(int(award), name, address, officer(office, who), account))

    def approves(self, office: str, who: str, claim: str) -> None:
        """A claim."""
        self.give(o.ApproveClaim(int(claim), officer(office, who)))

    def denies(self, *words: str) -> None:
        """A claim, perhaps with an address that was asked for."""
        office, who, claim, address, means = words
        by = officer(office, who)
        told = means_of(means) if means else None
        self.give(o.DenyClaim(int(claim), "the entry is another's", by, address=address, told=told))

    def tells_claimant(self, office: str, who: str, claim: str, means: str) -> None:
        """Why a claim was refused."""
        self.give(o.TellClaimant(int(claim), means_of(means), officer(office, who)))

    def disputes(self, player: str, claim: str) -> None:
        """A refusal."""
        self.give(o.Dispute(player, int(claim), "it was my entry"))

    def takes_dispute(self, office: str, who: str, claim: str) -> None:
        """At the desk."""
        self.give(o.TakeDispute(int(claim), "it was my entry", officer(office, who)))

    def decides(self, office: str, who: str, claim: str, how: str) -> None:
        """A dispute."""
        order = o.DecideDispute(int(claim), how == "for", "the stubs were compared", officer(office, who))
        self.give(order)

    def takes_cash(self, player: str, award: str) -> None:
        """Instead of the prize."""
        self.give(o.TakeCash(player, int(award)))

    def chooses(self, player: str, cash: str, cheque: str, transferred: str, award: str) -> None:
        """How to be paid."""
        self.give(o.ChoosePayment(player, int(award), int(cash), int(cheque or 0), int(transferred or 0)))

    def notes_choice(self, *words: str) -> None:
        """What a winner chose at the desk."""
        office, who, cash, cheque, transferred, award = words
        by = officer(office, who)
        self.give(o.NoteChoice(int(award), by, int(cash), int(cheque or 0), int(transferred or 0)))

    def notes_cash(self, office: str, who: str, award: str) -> None:
        """That a winner takes the cash alternative."""
        self.give(o.NoteChoice(int(award), officer(office, who), alternative=True))

    def pays(self, office: str, who: str, award: str, receipt: str) -> None:
        """A prize."""
        self.give(o.PayPrize(int(award), officer(office, who), "signed by the winner" if receipt else ""))

    def corrects(self, office: str, who: str, award: str) -> None:
        """A payment."""
        self.give(o.CorrectPayment(int(award), "paid twice", officer(office, who)))

    def closes(self, *by: str) -> None:
        """The promotion."""
        self.give(o.Close(officer(*by)))

    # -- claims of the story -------------------------------------------------------------------------------------------

    def phase(self, phase: str) -> None:
        """How far the promotion is."""
        found = "postponed" if self.promotion.suspended else self.promotion.phase
        require(found == phase, f"the promotion is {found}")

    def gaps(self, count: str) -> None:
        """How many items have no answer."""
        require(self.promotion.gaps == int(count), f"{self.promotion.gaps} gaps")

    def has(self, player: str, cents: str) -> None:
        """What is in a purse."""
        held = self.ledger.balance(accounts.purse(player))
        require(held == int(cents), f"{player} has {held}")

    def holds(self, what: str, cents: str) -> None:
        """What is in the account of the promotion, or in the bank."""
        held = self.ledger.balance(accounts.HOUSE if what == "bank" else accounts.promotion(NAME))
        require(held == int(cents), f"{what} is {held}")

    def has_entries(self, player: str, count: str) -> None:
        """How many entries somebody has."""
        found = self.promotion.entries.get(player, 0)
        require(found == int(count), f"{player} has {found} entries")

    def wins(self, player: str, award: str) -> None:
        """Who won which prize."""
        found = self.promotion.awards.get(int(award))
        require(found is not None and found.player == player, f"prize {award}: {found.player if found else 'nobody'}")

    def left_out(self, positions: str) -> None:
        """Which positions of the latest draw were passed over for an exclusion."""
        drawn = self.promotion.drawn
        found = ", ".join(str(one.position + 1) for one in drawn.left_out) if drawn is not None else ""
        require(found == positions.replace("nothing", ""), f"left out: {found or 'nothing'}")

    def claim_is(self, claim: str, status: str) -> None:
        """How a claim stands."""
        found = self.promotion.claims[int(claim)].status
        require(found == status, f"claim {claim} is {found}")

    def registered(self, claim: str, year: str) -> None:
        """Until when a denied claim is kept; 0 if it is not."""
        denied = self.promotion.claims[int(claim)].denied
        require(denied is not None and denied.registered == int(year), f"registered: {denied}")

    def in_time(self, award: str, late: str) -> None:
        """Whether the latest attempt to tell a winner was in time."""
        attempts = self.promotion.awards[int(award)].attempts
        require(bool(attempts) and attempts[-1].in_time is not bool(late), f"attempts: {attempts}")

    def advised(self, words: str) -> None:
        """What was advised with the latest act."""
        said = [one.advice for one in self.events if isinstance(one, e.ClaimDenied | e.DisputeDecided)]
        require(bool(said) and words in said[-1], f"advised: {said[-1:]}")

    def carries(self) -> None:
        """Every notice has the reference of the terms as they stood."""
        refs = {one.reference for one in self.promotion.notices}
        require(refs == {reference(NAME, self.promotion.digest)}, f"references: {refs}")


def officer(office: str, who: str) -> Officer:
    """Whoever holds this office alone; `who` if another than usual."""
    name = who or re.sub(r"\W+", "-", office.lower())
    return Officer(name, name, (office,))


def means_of(words: str) -> Means:
    """A means by which somebody is told."""
    found: dict[str, Means] = {
        "face to face": "face-to-face",
        "by mail": "mail",
        "by telephone": "telephone",
        "by email": "email",
    }
    return found[words]


def require_template(words: str) -> None:
    """The first line is a rulebook that has promotions, and a template."""
    known = [f"{book} {key}" for book in PROMOTIONS.books() for key in TEMPLATES]
    if words not in known:
        raise NotationError(f"{words!r} is no rulebook with a template", legal=nearest(words, known))


BY: Final = r"the ([a-zA-Z][\w ]*?)(?: \((\w+)\))? "
N: Final = r"(\w+)"
MEANS: Final = r"(face to face|by mail|by telephone|by email)"
MIX: Final = r"(\d+) in cash(?:, (\d+) by cheque)?(?:, (\d+) by transfer)?"
T: Final = PromotionTelling
SETTINGS: Final[Forms] = (
    (r"time (\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? \S+)", T.time),
    (r"(\d+) (hour|minute|second)s? later", T.later),
    (r"bank holds (\d+)", T.bank),
    (rf"{N} may not play here", T.bar),
    *KEPT_OUT_LINES,
    (r"prescribed (.+)", T.prescribe),
    (r"the draw finds (\d+(?:, \d+)*)", T.finds),
    (rf"{N} spends (\d+)", T.spends),
)
CLAIMS: Final[Forms] = (
    (r"the promotion is ([\w ]+)", T.phase),
    (r"(\d+) gaps?", T.gaps),
    (rf"{N} has (\d+)", T.has),
    (r"(bank|prizes) (\d+)", T.holds),
    (rf"{N} has (\d+) entr(?:y|ies)", T.has_entries),
    (rf"{N} won prize (\d+)", T.wins),
    (r"left out (nothing|\d+(?:, \d+)*)", T.left_out),
    (r"claim (\d+) is (\w+)", T.claim_is),
    (r"claim (\d+) is kept until (\d+)", T.registered),
    (r"the winner of prize (\d+) was (not )?told in time", T.in_time),
    (r"advised (.+)", T.advised),
    (r"every notice carries the reference", T.carries),
)
ACTS: Final[Forms] = (
    (r"running", T.running),
    (r"won by (\w+(?:, \w+)*)", T.won),
    (rf"{BY}drafts", T.drafts),
    (rf"{BY}amends (.+? = .+?)(?: with approval (.+))?", T.amends),
    (rf"{BY}notifies the Authority", T.notifies),
    (rf"{BY}publishes a notice (.+)", T.publishes),
    (rf"{BY}starts", T.starts),
    (rf"{N} enters", T.enters),
    (r"counted (\w+ \d+(?:, \w+ \d+)*)", T.counts),
    (r"entries close", T.entries_close),
    (rf"{BY}closes the entries", T.closes_entries),
    (rf"{BY}nominates (\S+)", T.nominates),
    (rf"{BY}attends( another draw)?", T.attends),
    (rf"{BY}notes that (\w+(?:, \w+)*) (?:is|are) there", T.presence),
    (rf"{BY}draws", T.draws),
    (rf"{BY}draws now", T.draws_now),
    (rf"{BY}postpones( without telling the inspectorate)?", T.postpones),
    (rf"{BY}validates", T.validates),
    (rf"{BY}cancels( without telling the inspectorate)?", T.cancels),
    (rf"{BY}tells the winner of prize (\d+) {MEANS}(, in vain)?", T.tells),
    (rf"{N} claims prize (\d+)", T.claims),
    (rf"{BY}takes the claim of {N} to prize (\d+)(?:, who lives in ([\w ]+?))?(?:, account (\w+))?", T.takes_claim),
    (rf"{BY}approves claim (\d+)", T.approves),
    (rf"{BY}denies claim (\d+)(?: of somebody who lives in ([\w ]+?))?(?:, told {MEANS})?", T.denies),
    (rf"{BY}tells the claimant of claim (\d+) {MEANS}", T.tells_claimant),
    (rf"{N} disputes claim (\d+)", T.disputes),
    (rf"{BY}takes a dispute of claim (\d+)", T.takes_dispute),
    (rf"{BY}decides claim (\d+) (for|against) the claimant", T.decides),
    (rf"{N} takes the cash alternative of prize (\d+)", T.takes_cash),
    (rf"{N} chooses {MIX} for prize (\d+)", T.chooses),
    (rf"{BY}notes that the winner chooses {MIX} for prize (\d+)", T.notes_choice),
    (rf"{BY}notes that the winner takes the cash alternative of prize (\d+)", T.notes_cash),
    (rf"{BY}pays prize (\d+)( for a receipt)?", T.pays),
    (rf"{BY}corrects the payment of prize (\d+)", T.corrects),
    (rf"{BY}closes the promotion", T.closes),
)
# What a line may look like, for whoever wrote one that cannot be read.
FORMS: Final = (
    'award.manner = "by a draw"', "silent award.manner", "time 2026-12-01 12:00 Australia/Sydney", "24 hours later",
    "bank holds 0", "ann may not play here", *KEPT_OUT_FORMS, "left out 1",
    "prescribed fireworks", "the draw finds 2, 1", "ann spends 500",
    "the promotion is running", "3 gaps", "ann has 50000", "prizes 0", "bank 0", "ann has 2 entries",
    "ann won prize 1", "claim 1 is denied", "claim 1 is kept until 2033", "the winner of prize 1 was told in time",
    "advised section 33", "every notice carries the reference", "running", "won by ann, bob",
    "the casino operator drafts", 'the casino operator amends award.where = "outside" with approval A 12',
    "the casino operator notifies the Authority", "the casino operator publishes a notice at the desk",
    "the casino operator starts", "ann enters", "counted ann 40, bob 20", "entries close",
    "the casino operator closes the entries", "the casino operator nominates scrutineer", "the scrutineer attends",
    "the casino operator notes that ann, bob are there", "the casino operator draws", "the casino operator draws now",
    "the casino operator postpones", "the casino operator (bea) validates", "the casino operator cancels",
    "the casino operator tells the winner of prize 1 by mail, in vain", "ann claims prize 1",
    "the casino operator takes the claim of zoe to prize 1, who lives in Kings Cross",
    "the casino operator approves claim 1", "the casino operator denies claim 1, told by mail",
    "the casino operator tells the claimant of claim 1 by mail", "ann disputes claim 1",
    "the casino operator takes a dispute of claim 1", "the casino operator (bea) decides claim 1 for the claimant",
    "ann takes the cash alternative of prize 1", "ann chooses 500000 in cash, 600000 by cheque for prize 1",
    "the casino operator notes that the winner chooses 500000 in cash, 600000 by cheque for prize 1",
    "the casino operator notes that the winner takes the cash alternative of prize 1",
    "the casino operator pays prize 1 for a receipt", "the casino operator (bea) corrects the payment of prize 1",
    "the casino operator closes the promotion",
)  # fmt: skip
