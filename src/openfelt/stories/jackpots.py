"""Stories of a jackpot: its offer, its tables with their hands, claims, payments, changes and malfunctions.

After `proves` come the rulebook and the game, then what the parameters say, the tables, and one act or claim a line. An
act of staff names the office. An act may end with `refused CODE`. The clauses in brackets are those that its events, or
its refusal, must give; with `not` before it one that they must not.

    nsw-poker texas-holdem
    event royal: kind = "hand", hand = "royal flush", prize = { kind = "all" }
    table t1: ann, bob, cat
    hand t1: ann AsKs, bob 7h2d folds, cat QdQc; board QsJsTs2c3d    [30.9, 30.12]
    ann claims at t1                                                 [30.8, 30.10]
    the gaming supervisor verifies hit 1
    the Assistant Gaming Manager pays hit 1
    ann has 1080200

The pool is offered and its tables are linked by the casino operator before the first act, unless lines do so. Everyone
begins with 100000 in the purse and sits down with 20000. Amounts are in cents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from openfelt.cage import accounts
from openfelt.cards import cards
from openfelt.errors import NotationError
from openfelt.games.signline import read_sign
from openfelt.jackpots import check
from openfelt.jackpots import orders as o
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.rules import JACKPOTS
from openfelt.room import commands as q
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as t
from openfelt.room.jackpot_link import PlayedHand
from openfelt.stories.acting import ANSWER, ActTelling, Forms, Line, answered, read_acts, read_answer
from openfelt.stories.files import Story
from openfelt.stories.jackpot_stage import NAME, JackpotStage, person, with_event
from openfelt.stories.kept_out import KEPT_OUT_FORMS, KEPT_OUT_LINES
from openfelt.stories.lines import Source, require, source_of
from openfelt.table import Fold

BY: Final = r"(?:(\w+), an? |the )([A-Z&a-z][\w& ]*?),? "
T: Final = r"(\w+)"
EXPECTED: Final = ("the rulebook and the game, such as house texas-holdem",)


class JackpotTelling(JackpotStage, ActTelling):
    """One story being told, line by line."""

    def __init__(self, story: Story) -> None:
        proves, first, lines = read_acts(story.text, require_game, EXPECTED)
        JackpotStage.__init__(self, *first.text.split())
        self.begin(proves, first, lines)
        self.given: set[str] = set()
        self.source: Source | None = None

    @property
    def known(self) -> tuple[Forms, Forms]:
        """Settings and claims, and then acts."""
        return SETTINGS + CLAIMS, ACTS

    @property
    def examples(self) -> Sequence[str]:
        """What a line may look like."""
        return FORMS

    def is_answer(self, line: Line) -> bool:
        """An item of the parameters, before they are on offer."""
        self.last, self.gave = (), {}
        if not ANSWER.fullmatch(line.text):
            return False
        require(self.pool.phase == "empty", "the parameters are on offer: a sign changes them")
        self.answer(line.text)
        return True

    def before_act(self, text: str) -> None:
        """The pool is on offer and its tables are linked, unless lines do so."""
        self.by_hand |= bool(re.match(rf"{BY}offers\b", text))
        self.ready()

    def assert_by(self, cites: Iterable[str]) -> None:
        """A line asserts these clauses: by the order that gave each, or by the one that was refused."""
        for cite in cites:
            source = self.gave.get(cite) or self.source
            self.asserted[cite] |= {(source,)} if source else set()

    def ask(self, order: o.JackpotOrder) -> None:
        """Give an order to the pool, and remember it in case it is refused."""
        kind, fields = source_of(order)
        self.source = Source(f"jackpot {kind}", fields)
        self.give(order)

    def at_table(self, table: str, order: object) -> None:
        """Give an order to a table, and remember it in case it is refused."""
        self.source = source_of(order)  # type: ignore[arg-type]
        self.order(table, order)

    # -- acts of staff -------------------------------------------------------------------------------------------------

    def offers(self, name: str, office: str) -> None:
        """The jackpot with the parameters as the story has them."""
        self.ask(o.OpenPool(NAME, self.parameters, person(name, office)))

    def links(self, name: str, office: str, table: str, unsigned: str, bare: str) -> None:
        """A table, perhaps without its sign or without a console."""
        sign = self.require_table(table).table.sign
        order = o.LinkTable(table, sign.rulebook, sign.game, sign.deck, not unsigned, not bare, person(name, office))
        self.ask(order)

    def unlinks(self, name: str, office: str, table: str) -> None:
        """A table."""
        self.ask(o.UnlinkTable(table, person(name, office)))

    def announces(self, name: str, office: str, table: str, sign: str) -> None:
        """Another sign at a table."""
        notice = q.GiveNotice(self.room.at_ms, read_sign(sign), consent=True)
        self.at_table(table, t.ByOfficer(person(name, office), notice))

    def verifies(self, name: str, office: str, hit: str) -> None:
        """A hit."""
        self.ask(o.VerifyHit(int(hit), person(name, office)))

    def pays(self, name: str, office: str, hit: str) -> None:
        """A hit."""
        self.ask(o.PayHit(int(hit), person(name, office)))

    def compares(self, name: str, office: str, cents: str) -> None:
        """The display with the terminal."""
        self.ask(o.CheckDisplay(int(cents), person(name, office)))

    def puts_up(self, name: str, office: str, seconds: str, what: str) -> None:
        """A sign with other answers, or of the end, and the time of the change."""
        made = None
        if what != "the end":
            made = self.parameters
            for one in what.split(" and "):
                named = re.fullmatch(r"event (\w+): (.+)", one)
                made = with_event(made, *named.groups()) if named else answered(made, [read_answer(one)])
        self.ask(o.PutUpSign(made, self.room.at_ms + 1_000 * int(seconds), person(name, office)))

    def changes(self, name: str, office: str) -> None:
        """The parameters of the sign are in force."""
        self.ask(o.ChangeParameters(person(name, office)))
        assert self.pool.parameters is not None
        self.parameters = self.pool.parameters

    def ends(self, name: str, office: str) -> None:
        """The jackpot."""
        self.ask(o.EndPool(person(name, office)))

    def reports(self, name: str, office: str, part: str) -> None:
        """A malfunction."""
        self.ask(o.ReportMalfunction(part, f"the {part} fails", person(name, office)))

    def receives(self, name: str, office: str, to: str) -> None:
        """That a notice was received."""
        self.ask(o.ReceiveNotice(to, "reference 1", person(name, office)))

    def adjusts(self, name: str, office: str, cents: str) -> None:
        """The pool."""
        self.ask(o.AdjustPool(int(cents), "counted again", person(name, office)))

    def confirms(self, name: str, office: str, cents: str) -> None:
        """The amount."""
        self.ask(o.ConfirmAmount(int(cents), person(name, office)))

    def presses(self, name: str, office: str, button: str, table: str) -> None:
        """A button of the console."""
        order = j.PressNoMoreBets() if button == "no more bets" else j.PressEndGame()
        self.at_table(table, t.ByOfficer(person(name, office), order))

    def authorises(self, name: str, office: str, table: str) -> None:
        """The press that was forgotten."""
        self.at_table(table, t.ByOfficer(person(name, office), j.AuthorisePress()))

    def deals(self, name: str, office: str, table: str) -> None:
        """A round of play with real cards."""
        self.at_table(table, t.ByOfficer(person(name, office), t.DealLive()))

    def enters(self, name: str, office: str, player: str, table: str, *cards_: str) -> None:
        """Cards that a player has put face up, with the flop if it was asked for."""
        held, board = cards_
        order = j.TableHand(player, bool(board), cards(held), cards(board) if board else ())
        self.at_table(table, t.ByOfficer(person(name, office), order))

    # -- players and the house -----------------------------------------------------------------------------------------

    def claims(self, player: str, table: str, number: str) -> None:
        """What a hand has hit, the latest if none is named."""
        self.claim_of(player, table, number, "", "")

    def claim_of(self, player: str, table: str, number: str, name: str, office: str) -> None:
        """A claim of the player, or one that an officer enters."""
        state = self.require_table(table)
        link = state.table.jackpot
        hands = link.hands if link is not None else ()
        hand = next((one for one in reversed(hands) if not number or one.number == int(number)), None)
        kept = self.pool.noted.get((table, int(number or state.table.number)))
        if hand is None:
            hand = (
                kept.hand
                if kept is not None
                else PlayedHand(int(number or 0) or state.table.number, self.room.at_ms, ())
            )
        by = person(name, office) if office else None
        self.ask(o.Claim(player, HandAt(table, hand), by))

    def claims_for(self, name: str, office: str, player: str, table: str) -> None:
        """A claim that staff enters."""
        self.claim_of(player, table, "", name, office)

    def tables_cards(self, player: str, table: str, flop: str) -> None:
        """The cards, after the hand; perhaps with the flop."""
        self.at_table(table, j.TableHand(player, bool(flop)))

    def folds(self, player: str, table: str) -> None:
        """In the present hand."""
        state = self.require_table(table)
        hand, place = state.hand, state.table.place_of(player)
        require(hand is not None and place is not None, f"{player} plays no hand")
        assert hand is not None
        assert place is not None
        self.at_table(table, t.InHand(hand.hand_id, hand.turns, Fold(place.seat), player))

    def window_ends(self, event: str) -> None:
        """The window of a high hand."""
        self.ask(o.EndWindow(event))

    # -- claims about what is so ---------------------------------------------------------------------------------------

    def has(self, name: str, cents: str) -> None:
        """What is in a purse."""
        held = self.room.ledger.balance(accounts.purse(self.player(name)))
        require(held == int(cents), f"{name} has {held}")

    def holds(self, what: str, cents: str) -> None:
        """What is in the pool, set aside, or put in by rounds of play."""
        meters = self.pool.meters
        held = {
            "pool": self.balance(),
            "held": meters.held,
            "increments": meters.increments(self.balance()),
            "reseeds": meters.reseeds,
            "top-ups": meters.top_ups,
            "paid": meters.paid,
            "hits": meters.hits,
            "wins": meters.wins,
        }[what]
        require(held == int(cents), f"{what} is {held}")

    def stands(self, hit: str, phase: str) -> None:
        """How far a hit is."""
        found = self.pool.hits.get(int(hit))
        now = found.phase if found else "not there"
        require(now == phase, f"hit {hit} is {now}")

    def shares(self, hit: str, said: str) -> None:
        """Who has how much of a hit."""
        found = self.pool.hits.get(int(hit))
        now = ", ".join(f"{one.player} {one.cents}" for one in found.shares) if found else "nothing"
        require(now == said, f"hit {hit} is shared {now}")

    def gap(self, path: str, book_cites: str) -> None:
        """What the parameters lack, and by which clauses."""
        found = [one for one in check(self.parameters) if ".".join(map(str, one.path)) == path]
        require(found, f"nothing is found at {path}")
        wanted = {one.strip() for one in book_cites.split(",")}
        given = {cite.split(" ", 1)[1] for one in found for cite in one.cites}
        require(wanted <= given, f"found by {', '.join(sorted(given))}")


SETTINGS: Final[Forms] = (
    (r"event (\w[\w -]*): (.+)", JackpotStage.event),
    (r"silent ([\w.]+)", JackpotStage.silent),
    (rf"table {T}: ((?:\w+, )*\w+)(?: at ([\w-]+))?( with real cards)?", JackpotStage.open_table),
    (r"(?:(\d+) minutes? ?)?(?:(\d+) seconds? )?passe?s?", JackpotStage.passes),
    *KEPT_OUT_LINES,
)
CLAIMS: Final[Forms] = (
    (r"(\w+) has (\d+)", JackpotTelling.has),
    (r"(pool|held|increments|reseeds|top-ups|paid|hits|wins) (\d+)", JackpotTelling.holds),
    (r"hit (\d+) is (\w+)", JackpotTelling.stands),
    (r"hit (\d+) is shared (.+)", JackpotTelling.shares),
    (r"lacks ([\w.-]+) by ([\w./ ,]+)", JackpotTelling.gap),
)
ACTS: Final[Forms] = (
    (rf"hand {T}: ([^;]+)(?:; board (\w+))?", JackpotStage.deal),
    (rf"the floor corrects the hand at {T}: (?:(it is void)|the pot is (\w+)'s)", JackpotStage.correct),
    (rf"{BY}offers", JackpotTelling.offers),
    (rf"{BY}links {T}( unsigned)?( without a console)?", JackpotTelling.links),
    (rf"{BY}unlinks {T}", JackpotTelling.unlinks),
    (rf"{BY}announces at {T}: (.+)", JackpotTelling.announces),
    (rf"{BY}verifies hit (\d+)", JackpotTelling.verifies),
    (rf"{BY}pays hit (\d+)", JackpotTelling.pays),
    (rf"{BY}reads (\d+) off the display", JackpotTelling.compares),
    (rf"{BY}puts up a sign for (\d+) seconds ahead: (.+)", JackpotTelling.puts_up),
    (rf"{BY}changes the parameters", JackpotTelling.changes),
    (rf"{BY}ends the jackpot", JackpotTelling.ends),
    (rf"{BY}reports the (\w+)", JackpotTelling.reports),
    (rf"{BY}notes that (.+) has received the notice", JackpotTelling.receives),
    (rf"{BY}adjusts the pool by (-?\d+)", JackpotTelling.adjusts),
    (rf"{BY}confirms (\d+)", JackpotTelling.confirms),
    (rf"{BY}presses (no more bets|end game) at {T}", JackpotTelling.presses),
    (rf"{BY}authorises the press at {T}", JackpotTelling.authorises),
    (rf"{BY}deals at {T}", JackpotTelling.deals),
    (rf"{BY}enters the cards of {T} at {T}: (\w+)(?:, flop (\w+))?", JackpotTelling.enters),
    (rf"{BY}claims for {T} at {T}", JackpotTelling.claims_for),
    (rf"{T} claims at {T}(?: hand (\d+))?", JackpotTelling.claims),
    (rf"{T} tables the cards at {T}( and asks for the flop)?", JackpotTelling.tables_cards),
    (rf"{T} folds at {T}", JackpotTelling.folds),
    (r"the window of (\w[\w -]*) ends", JackpotTelling.window_ends),
)
FORMS: Final = (
    'event royal: kind = "hand", hand = "royal flush", prize = { kind = "all" }', "base_cents = 5000",
    "silent equipment.console", "table t1: ann, bob, cat", "table t2: dan, eve with real cards", "20 minutes pass",
    "19 minutes 59 seconds pass", "hand t1: ann AsKs, bob folds; board QsJsTs2c3d", "ann claims at t1",
    "ann claims at t1 hand 2", *KEPT_OUT_FORMS, "ann tables the cards at t1",
    "ann tables the cards at t1 and asks for the flop",
    "ann folds at t1", "the casino operator offers", "the casino operator links t1",
    "the casino operator links t1 unsigned", "the casino operator links t1 without a console",
    "the casino operator unlinks t1",
    "the gaming supervisor announces at t1: house texas-holdem no-limit blinds 200/400",
    "the gaming supervisor verifies hit 1", "the Assistant Gaming Manager pays hit 1",
    "the dealer reads 1000000 off the display",
    "the casino operator puts up a sign for 1200 seconds ahead: base_cents = 5000",
    "the casino operator puts up a sign for 1200 seconds ahead: the end", "the casino operator changes the parameters",
    "the casino operator ends the jackpot", "the dealer reports the display",
    "the dealer notes that Surveillance has received the notice", "the Assistant Gaming Manager adjusts the pool by -5",
    "the Assistant Gaming Manager confirms 1000000", "the dealer presses no more bets at t1",
    "the dealer presses end game at t1", "the gaming supervisor authorises the press at t1", "the dealer deals at t1",
    "the dealer enters the cards of ann at t1: AsKs, flop QsJsTs", "the dealer claims for ann at t1",
    "the floor corrects the hand at t1: it is void", "the floor corrects the hand at t1: the pot is ann's",
    "the window of high ends", "ann has 80000", "pool 1000100", "held 0", "increments 100", "hit 1 is locked",
    "hit 1 is shared ann 500, bob 500", "lacks equipment.console by 30.5.1",
)  # fmt: skip


def require_game(words: str) -> None:
    """The first line is a rulebook that has jackpots, and a game."""
    parts = words.split()
    if len(parts) != 2 or parts[0] not in JACKPOTS.books():
        raise NotationError(f"{words!r} is no rulebook with jackpots and a game", legal=EXPECTED)
