"""A dealer's table with real cards: a test holds the deck, and the room is told only what a dealer would enter."""

from __future__ import annotations

import json

import msgspec

from openfelt.cards import UNKNOWN, deck
from openfelt.errors import OpenfeltError
from openfelt.floor import possible
from openfelt.games.standard import standard_sign
from openfelt.school.situations import random_incident
from openfelt.service.record.stream import event_of
from openfelt.table import legal
from openfelt.table.live import due
from tests.service_kit import choice, seats_at
from tests.twin_kit import Evening, downloads

# Incidents whose facts name cards that lay face down: some are seen by all, some by one player, some by the floor.
NAMING = ("exposed-by-player", "shown-to-another", "exposed-in-draw", "discard-forgotten")


TAKEN_BACK = 0.15  # how often an entry is taken back, and entered again


def seated(key, seats):
    """Players at a live table: those whom the dealer seated, and one with an account, who looks on from a seat."""
    seats = seats_at(key, seats)

    async def sit(sim):
        await sim.hall.open_table("T", standard_sign(*key, seats=seats), live=True)
        evening = Evening(sim, "T", event_of)
        await evening.come(["zoe"])
        for seat in range(1, seats):
            await evening.do("dee", "dealer-seat", seat=seat, name=f"Guest {seat}", stake=20_000)
        await evening.do("zoe", "sit", seat=seats, stake=20_000, entry="post")
        return evening

    return sit


class RealDeck:
    """The cards as they lie on the felt: what each seat holds face down, and what is left."""

    def __init__(self, rng, sign):
        self.rng = rng
        self.left = list(deck(sign.deck, joker=sign.joker).cards)
        rng.shuffle(self.left)
        self.held = {}
        self.thrown = []

    def follow(self, hand):
        """As many real cards in front of each seat as the room counts there; cards it has a name for are those."""
        for seat, down in zip(hand.seats, hand.down, strict=True):
            known = [card for card in down if card != UNKNOWN]
            held = [*known, *(card for card in self.held.get(seat, []) if card not in known)]
            self.thrown += held[len(down) :]
            self.held[seat] = held[: len(down)] + self.take(len(down) - len(held))

    def take(self, count):
        """The next cards; the discards are shuffled again where they run out."""
        made = []
        for _ in range(count):
            if not self.left:
                self.left, self.thrown = self.thrown, []
                self.rng.shuffle(self.left)
            made.append(self.left.pop())
        return made

    def throw(self, seat, count):
        """A player gives up cards, face down."""
        for _ in range(count):
            card = self.rng.choice(self.held[seat])
            self.held[seat].remove(card)
            self.thrown.append(card)

    def texts(self, seat):
        """What a seat holds face down."""
        return [str(card) for card in self.held[seat]]


async def play_live(evening, rng):
    """The dealer enters hands card by card and act by act, with slips of the hand; the floor rules on what was seen."""
    for number in range(1, rng.choice((1, 2)) + 1):
        if await evening.do("dee", "dealer-open") is not None:
            return
        real = RealDeck(rng, evening.host.table.sign)
        for _ in range(200):
            if not evening.host.table.in_hand:
                break
            real.follow(evening.host.hand)
            if rng.random() < 0.15:
                await slip(evening, rng, real)
            if rng.random() < 0.15:
                await seen(evening, rng, real)
            if rng.random() < 0.05:
                await evening.do(rng.choice(list(evening.people)), "return")
            if evening.host.table.in_hand:
                await enter(evening, rng, real)
        if evening.host.table.in_hand:
            turn = evening.host.hand.turns
            facts = {"kind": "uncovered", "facts": {"what": "the lights went out"}}
            _, data = await evening.do("flo", "POST /api/floor/T/rule", **facts)
            remedy = next(one["name"] for one in json.loads(data)["remedies"] if "void" in one["name"])
            await evening.do("flo", "POST /api/floor/T/apply", **facts, reason="stuck", turn=turn, remedy=remedy)
        await downloads(evening, rng, number)


async def enter(evening, rng, real):
    """What comes next: cards that lie face up, or what the player in turn did."""
    hand = evening.host.hand
    real.follow(hand)
    wanted = due(hand)
    if wanted is not None:
        cards = [str(card) for card in real.take(wanted.count)]
        error = await evening.do("dee", "dealer-deal", cards=cards)
        if error is None and rng.random() < TAKEN_BACK:
            await take_back(evening, "dealer-deal", {"cards": cards})
        return
    turn, state = legal(hand), evening.people["dee"].tables["T"]["hand"]
    if turn is None:
        return
    acts = choice(rng, state, turn.seat)
    if acts["action"] in {"fold", "muck"}:
        acts = choice(rng, state, turn.seat)  # most hands should come to the showdown
    if acts["action"] == "show":
        acts["cards"] = real.texts(turn.seat)
    acts["turn"] = hand.turns
    error = await evening.do("dee", "dealer-act", **acts)
    if error is None and rng.random() < TAKEN_BACK:
        await take_back(evening, "dealer-act", acts)
    if error is None and acts["action"] in {"draw", "discard"}:
        real.throw(turn.seat, len(acts["cards"]))


async def take_back(evening, what, fields):
    """The last entry is taken back where it can be, and entered again as it was."""
    told = evening.people["dee"].tables["T"].get("entry")
    if told is None:
        assert not evening.host.table.in_hand or fields.get("action") == "time"
        return
    host = evening.host
    once = [event for seq, event in host.log if seq >= told["entry"]]
    assert await evening.do("dee", "dealer-undo", entry=told["entry"]) is None
    assert evening.people["dee"].tables["T"].get("entry") is None
    host.hand.check_chips()
    assert evening.sim.store.balance("pot/T") == host.hand.pot
    between = host.version
    if "turn" in fields:
        assert (await evening.do("dee", what, **fields))["code"] == "stale"  # that turn does not stand either
        fields = {**fields, "turn": host.hand.turns}
    assert await evening.do("dee", what, **fields) is None
    assert [event for seq, event in host.log if seq > between] == once


async def slip(evening, rng, real):
    """A wrong entry that names a card nobody may see: it is refused, and nobody else hears of it."""
    hand = evening.host.hand
    seat = rng.choice([one for one in hand.seats if real.held[one]] or [0])
    cards = real.texts(seat) if seat else []
    if not cards:
        return
    turn = legal(hand)
    kinds = [
        ("dealer-deal", {"cards": cards}),
        ("dealer-act", {"turn": hand.turns + 1, "action": "show", "cards": cards}),
    ]
    if turn is not None and turn.kind in {"drawing", "discarding"} and UNKNOWN in hand.down[hand.to_act]:
        kinds.append(("dealer-act", {"turn": hand.turns, "action": turn.kind.removesuffix("ing"), "cards": cards[:1]}))
    what, fields = rng.choice(kinds)
    wanted = due(hand)
    if what == "dealer-deal" and wanted is not None and wanted.count == len(cards):
        return  # that would be no slip
    error = await evening.do("dee", what, **fields)
    assert error is not None, (what, fields)


async def seen(evening, rng, real):
    """Cards that lay face down were seen, by all or by one: the floor names them and rules."""
    hand = evening.host.hand
    kinds = [kind for kind in possible(hand) if kind in NAMING]
    if not kinds:
        return
    try:
        facts = json.loads(msgspec.json.encode(random_incident(rng, hand, rng.choice(kinds)), enc_hook=str))
    except (OpenfeltError, IndexError):
        return
    kind = facts.pop("kind")
    if "cards" in facts:
        held = real.texts(facts["seat"])
        facts["cards"] = rng.sample(held, min(len(held), len(facts["cards"])))
    if "card" in facts:
        facts["card"] = str(rng.choice(real.thrown)) if real.thrown else None
    status, data = await evening.do("flo", "POST /api/floor/T/rule", kind=kind, facts=facts)
    if status == 200:
        said = json.loads(data)
        order = {"reason": "seen by the dealer", "turn": said["turn"], "remedy": rng.choice(said["remedies"])["name"]}
        await evening.do("flo", "POST /api/floor/T/apply", kind=kind, facts=facts, **order)
