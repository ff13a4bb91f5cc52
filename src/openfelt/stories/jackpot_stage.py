"""The pool of a story, its tables with cards by name, and everyone's money: tables and pool share one ledger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from openfelt import floor
from openfelt.cage import accounts, trial_balance
from openfelt.cage.ledger import transfer
from openfelt.cards import Card, Deck, cards, deck
from openfelt.errors import InvariantBroken, NotationError, RuleViolation
from openfelt.floor.ruling import Author
from openfelt.games.registry import GAMES, find_game
from openfelt.games.standard import standard_sign
from openfelt.jackpots import JackpotGiven, Parameters, Pool, decide
from openfelt.jackpots import orders as o
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import Equipment, Shown
from openfelt.jackpots.rules import rules_of
from openfelt.room import SitDown
from openfelt.room import jackpot_orders as j
from openfelt.room import orders as t
from openfelt.room.composition import decide as decide_table
from openfelt.room.evening import Evening, NamedShoe
from openfelt.room.given import FixedDeck
from openfelt.room.offices import Officer
from openfelt.room.positions import plan_hand
from openfelt.room.state import TableState
from openfelt.stories.acting import SILENT, answered, read_answer
from openfelt.stories.kept_out import KeptOut
from openfelt.stories.lines import Asserted, Source, require, source_of
from openfelt.stories.tournament_stage import officer
from openfelt.table import Bet, Call, Check, Fold, Hand, legal

NAME: Final = "pool"
PURSE: Final = 100_000
STAKE: Final = 20_000
BANK: Final = 100_000_000
START_MS: Final = 1_796_000_000_000
OPERATOR: Final = "casino operator"
AUTHOR: Final = Author("gaming-supervisor", "supervisor")
# What an event of a story says unless it says otherwise.
USUAL: Final[dict[str, Any]] = {"both_cards": False, "dealt_in": 2, "showdown": False}


class StoryTables(Evening):
    """The tables of a story; the next deck is in the order that the story gives it."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = START_MS
        self.first: tuple[Card, ...] = ()

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:  # noqa: ARG002 - as every world is asked
        """The named cards first, then the others as they come from the box."""
        rest = tuple(one for one in of.cards if one not in self.first)
        return FixedDeck(NamedShoe((*self.first, *rest)), "")


class JackpotStage(KeptOut):
    """A pool, tables that may be linked to it, and what the latest line did."""

    def __init__(self, book: str, game: str) -> None:
        super().__init__()
        rules_of(book)
        if (book, game) not in GAMES:
            legal_ = tuple(name for of, name in GAMES if of == book)
            raise NotationError(f"no game {game!r} in {book}", legal=legal_)
        self.book, self.game = book, game
        self.parameters = Parameters(
            book=book,
            title="the jackpot of the story",
            game=game,
            deck=max(find_game(book, game).decks),
            base_cents=1_000_000,
            increment_cents=100,
            offer_ends="until won",
            equipment=Equipment(console="console 1", controller="rack", terminal="desk", display="wall"),
            shown=Shown(lcd="wall", noticeboard="registration", table_sign="each table"),
        )
        self.room = StoryTables()
        self.pool = Pool()
        self.by_hand = False  # lines open the pool and link its tables
        self.purses: set[str] = set()
        self.events: list[Any] = []
        self.last: tuple[Any, ...] = ()
        self.gave: dict[str, Source] = {}  # by clause, the order of the latest line that gave it
        self.cites: set[str] = set()
        self.asserted: Asserted = defaultdict(set)
        self.issue(str(accounts.HOUSE), BANK)

    # -- money ---------------------------------------------------------------------------------------------------------

    def issue(self, account: str, cents: int) -> None:
        """An account holds so much more."""
        target = accounts.Account(account)
        self.room.ledger.post(transfer(cents, source=accounts.ISSUED, target=target, reason="issue", cites=()))

    def player(self, name: str) -> str:
        """A person, with a purse from the first time on that the story names them."""
        if name not in self.purses:
            self.purses.add(name)
            self.issue(accounts.purse(name), PURSE)
        return name

    # -- parameters ----------------------------------------------------------------------------------------------------

    def answer(self, text: str) -> None:
        """An item that is otherwise: `base_cents = 5000`."""
        self.parameters = answered(self.parameters, [read_answer(text)])

    def silent(self, path: str) -> None:
        """An item without an answer."""
        self.parameters = answered(self.parameters, [(path, SILENT)])

    def event(self, name: str, text: str) -> None:
        """An event more: `event royal: kind = "hand", hand = "royal flush", prize = { kind = "all" }`."""
        self.parameters = with_event(self.parameters, name, text)

    # -- orders --------------------------------------------------------------------------------------------------------

    def give(self, order: o.JackpotOrder) -> tuple[Any, ...]:
        """Give an order to the pool; tables that it links or unlinks are told in the same breath."""
        made = decide(self.pool, order, JackpotGiven(self.room.at_ms, self.room.balance, self.standing))
        kind, fields = source_of(order)
        source = Source(f"jackpot {kind}", fields)
        told = self.tell_tables(order, made.after)
        self.room.ledger.post(made.postings)
        self.pool = made.after
        for table, decided in told:
            self.room.keep(table, decided)
            self.happened(decided.events, source)
        self.happened(made.events, source)
        self.check_money()
        return made.events

    def tell_tables(self, order: o.JackpotOrder, after: Pool) -> list[tuple[str, Any]]:
        """What linked tables do with an order: they join, leave, or have another increment."""
        told: list[tuple[str, j.JackpotOrder]] = []
        match order:
            case o.LinkTable():
                assert after.parameters is not None
                told.append((order.table, j.JoinJackpot(NAME, int(str(after.parameters.increment_cents)))))
            case o.UnlinkTable():
                told.append((order.table, j.LeaveJackpot(NAME)))
            case o.ChangeParameters():
                assert after.parameters is not None
                increment = int(str(after.parameters.increment_cents))
                told += [(table, j.JoinJackpot(NAME, increment)) for table in after.tables]
        return [(table, decide_table(self.room.tables[table], one, self.room)) for table, one in told]  # type: ignore[arg-type]

    def order(self, table: str, order: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any order to a table
        """Give an order to a table; then the house notes what its latest hand has hit."""
        self.require_table(table)
        events = self.room.give(table, order)
        source = source_of(order)
        self.happened(events, source if not isinstance(order, t.OnFloor) else floor_source(order))
        self.note(table)
        self.check_money()
        return events

    def note(self, table: str) -> None:
        """The house notes the latest hand of a linked table."""
        link = self.room.tables[table].table.jackpot
        if link is None or not link.hands or self.pool.phase != "open" or table not in self.pool.tables:
            return
        played = HandAt(table, link.hands[-1])
        if self.pool.noted.get(played.key) == played:
            return
        try:
            self.give(o.NoteHand(played))
        except RuleViolation as refused:
            if refused.code != "paid":  # all that the hand has won was paid, and stands
                raise

    def happened(self, events: Iterable[Any], source: Source) -> None:
        """Remember what happened and by which order."""
        for event in events:
            self.events.append(event)
            self.last += (event,)
            for cite in getattr(event, "cites", ()):
                self.gave.setdefault(cite, source)

    def check_money(self) -> None:
        """Nothing comes from nowhere: base, increments, reseeds, top-ups and adjustments are in the pool or paid."""
        if (difference := trial_balance(self.room.ledger).difference) != 0:
            raise InvariantBroken(f"{difference} from nowhere")
        if self.pool.phase == "empty":
            return
        counted = sum(one.cents for one in self.events if type(one).__name__ == "PoolIncremented")
        if self.pool.meters.increments(self.balance()) != counted:
            raise InvariantBroken(f"the pool counts {self.pool.meters.increments(self.balance())}, not {counted}")
        held = self.room.ledger.balance(accounts.jackpot_held(NAME))
        if held != self.pool.meters.held:
            raise InvariantBroken(f"{held} is set aside, not {self.pool.meters.held}")

    def balance(self) -> int:
        """What is in the pool."""
        return self.room.ledger.balance(accounts.jackpot(NAME))

    # -- tables --------------------------------------------------------------------------------------------------------

    def require_table(self, table: str) -> TableState:
        """A table of the story."""
        if table not in self.room.tables:
            raise NotationError(
                f"there is no table {table!r}", legal=tuple(self.room.tables) or ("table t1: ann, bob",)
            )
        return self.room.tables[table]

    def open_table(self, table: str, names: str, game: str, live: str) -> None:
        """A table with its players in seats 1, 2, 3."""
        sign = standard_sign(self.book, game or self.game)
        self.room.open(table, sign, live=bool(live))
        for seat, name in enumerate(names.split(", "), start=1):
            self.room.give(table, SitDown(self.player(name), seat, STAKE))

    def ready(self) -> None:
        """The pool is open and every table that plays its variation is linked, unless lines do so."""
        if self.by_hand or self.pool.phase != "empty":
            return
        self.give(o.OpenPool(NAME, self.parameters, officer(OPERATOR)))
        for table, state in self.room.tables.items():
            sign = state.table.sign
            if (sign.rulebook, sign.game, sign.deck) == self.parameters.variation:
                where = self.parameters.variation
                self.give(o.LinkTable(table, *where, signed=True, console=True, by=officer(OPERATOR)))
        self.cites |= set(self.gave)
        self.last, self.gave = (), {}

    def deal(self, table: str, held: str, board: str) -> None:
        """A hand to its end: players with their cards, those who fold, and the board. Others have any cards."""
        state = self.require_table(table)
        plan = plan_hand(state.table)
        require(plan is not None, f"nobody can be dealt in at {table}")
        assert plan is not None
        hands, folds = read_hands(held)
        order = (*(seat for seat in sorted(plan.seats) if seat > plan.button), *sorted(plan.seats))
        seats = tuple(dict.fromkeys(order))
        named = {seat: hands.get(state.table.places[seat].player, ()) for seat in seats}
        unknown = set(hands) | set(folds)
        require(unknown <= {one.player for one in state.table.places.values()}, f"not at {table}: {held}")
        self.room.first = shoe_order(state.table.sign.deck, named, cards(board) if board else ())
        shuffle = f"{table}/{state.table.number + 1}"
        self.order(table, t.FixDeck(shuffle))
        self.order(table, t.DealHand(shuffle))
        self.play_out(table, folds)

    def play_out(self, table: str, folds: dict[str, str]) -> None:
        """Everyone checks or calls to the end, but for those who fold at once or once the flop is out."""
        while self.room.tables[table].is_dealt:
            state = self.room.tables[table]
            hand = state.hand
            assert hand is not None
            turn = legal(hand)
            assert turn is not None
            player = state.table.places[turn.seat].player
            self.order(table, t.InHand(hand.hand_id, hand.turns, choice(hand, turn, folds.get(player, "")), player))

    def correct(self, table: str, what: str, seat: str) -> None:
        """A ruling on the hand that was completed last: its outcome is invalid, or the pot is another player's."""
        state = self.require_table(table)
        hand = state.hand
        require(hand is not None, "no hand was dealt")
        assert hand is not None
        ruling: Any
        if what:
            power = floor.read_power("invalidate-outcome", {"ground": "disruption"})
            ruling = floor.Use(power, AUTHOR, "as the story has it")
        else:
            number = next(one.seat for one in state.table.places.values() if one.player == seat)
            incident = floor.PotContested(seat=number, next_round_begun=False)
            ruling = floor.RuleOn(incident, author=AUTHOR, remedy="paid again", reason="as the story has it")
        self.order(table, t.OnFloor(hand.turns, ruling))

    # -- time and truth ------------------------------------------------------------------------------------------------

    def passes(self, minutes: str, seconds: str) -> None:
        """Time goes by."""
        self.room.at_ms += 60_000 * int(minutes or 0) + 1_000 * int(seconds or 0)

    def kept(self) -> Callable[[], bool]:
        """Whether everything is still as it is now; a purse that is named for the first time may come."""
        before, pool = self.room.digest()[0], self.pool
        money, count = self.room.ledger.balances(), len(self.events)
        money.pop(accounts.ISSUED, None)

        def is_kept() -> bool:
            same = all(self.room.ledger.balance(name) == cents for name, cents in money.items())
            return same and self.room.digest()[0] == before and self.pool is pool and len(self.events) == count

        return is_kept


def floor_source(order: t.OnFloor) -> Source:
    """A ruling or a power as a source."""
    chosen = order.order
    if isinstance(chosen, floor.Use):
        return Source(f"Use {chosen.power.name}")
    return Source(f"RuleOn {chosen.incident.kind}")


def choice(hand: Hand, turn: Any, folds: str) -> Any:  # noqa: ANN401 - what may be done, a command
    """What a player does: folds at once or on the flop, else goes on as cheaply as can be."""
    if folds == "folds" or (folds and hand.board):
        return Fold(turn.seat)
    if turn.check:
        return Check(turn.seat)
    return Call(turn.seat) if turn.call or turn.is_free else Bet(turn.seat, turn.least)


def read_hands(text: str) -> tuple[dict[str, tuple[Card, ...]], dict[str, str]]:
    """Who holds what and who folds: `ann AsAd, bob KsKd folds, cat folds later`."""
    hands: dict[str, tuple[Card, ...]] = {}
    folds: dict[str, str] = {}
    for one in text.split(", "):
        found = re.fullmatch(r"(\w+)(?: ([2-9TJQKAcdhs]+))?(?: (folds(?: later)?))?", one.strip())
        if not found or not (found[2] or found[3]):
            raise NotationError(f"{one!r} is no hand", legal=("ann AsAd", "bob folds", "cat KsKd folds later"))
        if found[2]:
            hands[found[1]] = cards(found[2])
        if found[3]:
            folds[found[1]] = found[3]
    return hands, folds


def shoe_order(size: int, hands: dict[int, tuple[Card, ...]], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """The deck in the order in which a game with a flop deals it: a card to each, burns between the streets."""
    used = {*board, *(card for held in hands.values() for card in held)}
    spare = iter([card for card in deck(size).cards if card not in used])
    count = max((len(held) for held in hands.values()), default=2)
    made = [held[k] if k < len(held) else next(spare) for k in range(count) for held in hands.values()]
    for street in (board[:3], board[3:4], board[4:5]):
        if street:
            made += [next(spare), *street]
    return tuple(made)


def with_event(parameters: Parameters, name: str, text: str) -> Parameters:
    """Parameters with one event more."""
    _, value = read_answer(f"event = {{ {text} }}")
    raw = msgspec.json.decode(msgspec.json.encode(parameters))
    raw["events"] = [*raw.get("events", ()), {**USUAL, **value, "name": name}]
    return converted(raw)


def converted(raw: Any) -> Parameters:  # noqa: ANN401 - whatever TOML holds
    """Parameters again; an answer of another type is none."""
    try:
        return msgspec.convert(raw, Parameters)
    except msgspec.ValidationError as fault:
        raise NotationError(f"no such answer: {fault}") from None


def person(name: str, office: str) -> Officer:
    """An officer by name, or whoever holds this office alone."""
    return Officer(name, name, (office,)) if name else officer(office)
