"""What a remedy does to cards, wagers, turn and pots, as events of the table. Money first, then cards of players."""

from __future__ import annotations

from openfelt.cards import UNKNOWN, Card
from openfelt.floor.incidents import FaceUpInShoe, PlayerDealtIn
from openfelt.floor.scene import Scene
from openfelt.floor.streets import deals_ahead, next_deal, street_deal, take_back
from openfelt.games.game import Deal, Discard, Face
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.commission import commission
from openfelt.table.decide import decide
from openfelt.table.hand import ABLE, BURNT, OUT, Hand
from openfelt.table.house import draw_count, needs_betting, street_size
from openfelt.table.pots import Pot, build_pots
from openfelt.table.rulings import minded


def nothing(scene: Scene) -> None:
    """Play goes on as it stands."""


def refunds(hand: Hand) -> tuple[int, ...]:
    """Everything each player has put into the round, in dealing order; what the house earned for time is not in it."""
    return tuple(hand.put[i] + hand.dead[i] + hand.charged[i] for i in range(hand.n))


def misdeal(scene: Scene) -> None:
    """All bets are void and everything goes back; the button stays."""
    _end(scene, "misdeal")


def void_round(scene: Scene) -> None:
    """The round does not count and everything goes back."""
    _end(scene, "void")


def _end(scene: Scene, reason: str) -> None:
    hand = scene.hand
    scene.add(r.RoundVoided(refunds(hand), (0,) * hand.n, scene.cites))
    scene.add(e.HandEnded(reason, scene.cites))  # type: ignore[arg-type]


def forfeit_and_void(scene: Scene, offenders: tuple[int, ...]) -> None:
    """The round does not count; wagers go back but for those of the offenders, which the room keeps.

    What an offender paid the pot for time is no wager, and goes back too.
    """
    hand = scene.hand
    put = refunds(hand)
    kept = tuple(put[i] - hand.charged[i] if hand.seats[i] in offenders else 0 for i in range(hand.n))
    scene.add(r.RoundVoided(tuple(a - b for a, b in zip(put, kept, strict=True)), kept, scene.cites))
    scene.add(e.HandEnded("void", scene.cites))


def contenders(hand: Hand) -> int:
    """How many players can still win: not folded, and not mucked at the showdown."""
    return hand.contenders()


def out(scene: Scene, seat: int, kind: r.Death, *, refund: bool) -> None:
    """A hand is out of the round. A round that nobody else is left in does not count."""
    hand = scene.hand
    i = scene.position(seat)
    left = contenders(hand)
    if left == 1 or (left == 2 and (hand.step < 0 or (hand.step == 0 and not hand.drawn))):
        void_round(scene)
        return
    scene.add(r.HandDead(seat, refunds(hand)[i] if refund else 0, kind, scene.cites))


def dead(scene: Scene) -> None:
    """The hand is dead and its wagers stay in the pot."""
    out(scene, scene.incident.seat, "dead", refund=False)


def folded(scene: Scene) -> None:
    """The hand is folded and its wagers stay in the pot."""
    out(scene, scene.incident.seat, "folded", refund=False)


def void_hand(scene: Scene) -> None:
    """The hand is void and its wagers go back."""
    out(scene, scene.incident.seat, "void", refund=True)


def left_out(scene: Scene) -> None:
    """A player who got no cards is out of the round and owes nothing: what was put in, a blind too, goes back."""
    _never_dealt(scene, refund=True)


def left_out_fouled(scene: Scene) -> None:
    """A player who got no cards is out of the round; no money is returned (act-stud 17.2)."""
    _never_dealt(scene, refund=False)


def _never_dealt(scene: Scene, *, refund: bool) -> None:
    seat = scene.incident.seat
    cards = scene.hand.down[scene.position(seat)]
    if set(cards) == {UNKNOWN}:  # a live table: the record has dealt what the dealer has not
        scene.move(cards, "down", "shoe", seat=seat)
    out(scene, seat, "not dealt in", refund=refund)


def extra_cards(hand: Hand, incident: PlayerDealtIn) -> int:
    """How many cards an empty seat got: as said, or as many as the initial deal gives."""
    if incident.held is not None:
        return incident.held
    step = hand.rules.steps[0]
    assert isinstance(step, Deal)
    return step.each


def extra_hand_discarded(scene: Scene) -> None:
    """Cards of a seat that was to have none are discarded; what its player put in goes back (us-stud irreg(6))."""
    if scene.incident.seat in scene.hand.index:
        void_hand(scene)
    else:
        extra_hand_unused(scene)


def extra_hand_unused(scene: Scene) -> None:
    """The round goes on. The cards that an empty seat got left the shoe, and nobody plays them."""
    if scene.incident.seat not in scene.hand.index:
        scene.move(scene.take(extra_cards(scene.hand, scene.incident)), "shoe", "muck")


def with_surplus(scene: Scene) -> None:
    """A card too many came from the shoe: it goes to the discards with the hand."""
    incident, hand = scene.incident, scene.hand
    extra = incident.held - len(hand.holding(scene.position(incident.seat)))
    scene.move(scene.take(min(max(extra, 0), hand.stub)), "shoe", "muck")


def wrong_count_void(scene: Scene) -> None:
    """The hand is void, its wagers go back."""
    with_surplus(scene)
    void_hand(scene)


def wrong_count_folded(scene: Scene) -> None:
    """The hand is folded, its wagers stay; a surplus card goes with it."""
    with_surplus(scene)
    for seat in (scene.incident.seat, *scene.incident.also):
        i = scene.position(seat)
        if scene.hand.status[i] != OUT and scene.hand.shown[i] != 2 and not scene.hand.is_over:
            out(scene, seat, "folded", refund=False)


def last_folder_wins(scene: Scene) -> None:
    """Nobody left has the right number of cards: the last to fold wins, of a side pot the last who paid into it (17.9).

    A side pot that nobody who folded has paid into goes with the pot below.
    """
    hand = scene.hand
    owner = hand.folds[-1]
    pots: list[Pot] = []
    for pot in build_pots(hand):
        amount = pot.amount
        if pots:
            owner = next((i for i in reversed(hand.folds) if i in pot.contributors), owner)
            if pots[-1].eligible == (owner,):
                amount += pots.pop().amount
        pots.append(Pot(amount, (owner,), pot.contributors))
    _award(scene, pots)


def _award(scene: Scene, pots: list[Pot]) -> None:
    hand = scene.hand
    taken = commission(hand, pots, [frozenset[int]() for _ in pots])
    fees = (0,) * len(pots)
    if taken is not None:
        fees, working, cites = taken
        scene.add(e.CommissionTaken(fees, working, cites))
    for number, (pot, fee) in enumerate(zip(pots, fees, strict=True)):
        seat = hand.seats[pot.eligible[0]]
        scene.add(e.PotAwarded(number, "whole", (seat,), (pot.amount - fee,), scene.cites))
    scene.add(e.HandEnded("sole survivor", scene.cites))


# --- cards of the shoe -----------------------------------------------------------------------------------------------


def _named(scene: Scene) -> tuple[Card, ...]:
    card = scene.incident.card
    return () if card is None else (card,)


def discard_face_up(scene: Scene) -> None:
    """Cards face up in the shoe go to the discards unused; the street is dealt with the cards that follow."""
    _discard_unused(scene, scene.incident.count, _named(scene))


def discard_off_table(scene: Scene) -> None:
    """A card that fell off the table goes to the discards after the dealer has looked at it (us-stud irreg(11))."""
    _discard_unused(scene, 1, _named(scene))


def _discard_unused(scene: Scene, count: int, names: tuple[Card, ...]) -> None:
    """Discard so many cards, the first of which comes at `place` of the street that is due, and deal the street."""
    hand, place = scene.hand, scene.incident.place
    step = hand.rules.steps[hand.step]
    before = scene.take(place - 1)
    scene.move(scene.take(count, names), "shoe", "muck", is_open=True)
    if place == 1:
        return
    assert isinstance(step, Deal)
    rest = street_size(hand, step) - len(before)
    if hand.stub - len(before) < rest:
        scene.pool = before  # too few are left now: what was dealt comes back, and the deal goes on from there
        scene.shuffle()
        return
    cards = before + scene.shoe.peek(rest)
    scene.shoe.take(rest)
    scene.deal(cards, {})


def reshuffle_face_up(scene: Scene) -> None:
    """The first card of a street, face up in the shoe, is shuffled into it, with those face up that follow it."""
    cards = scene.take(scene.incident.count, _named(scene))
    scene.show_and_return(cards)
    scene.shuffle()


def face_up_places(hand: Hand, incident: FaceUpInShoe) -> list[tuple[int, int, int]]:
    """Of the cards face up in the shoe, those of the street that are dealt down: place from 0, position, which card."""
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Deal)
    given = [0] * hand.n
    found: list[tuple[int, int, int]] = []
    at = 0
    for one in step.passes:
        for i in (i for i in range(hand.n) if hand.status[i] != OUT):
            for _ in range(one.count):
                given[i] += 1
                if one.face is Face.DOWN and incident.place - 1 <= at < incident.place - 1 + incident.count:
                    found.append((at, i, given[i]))
                at += 1
    return found


def use_face_up(scene: Scene) -> None:
    """Later cards of the street, face up in the shoe, are dealt in sequence; a last hole card makes its owner open.

    A hole card of the initial deal is its player's up-card, and the others come down (act-stud 17.17). Of several last
    hole cards the first one's owner opens. What lies beyond the street is reported when its street is due.
    """
    hand, incident = scene.hand, scene.incident
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Deal)
    hidden = face_up_places(hand, incident)
    cards = scene.take(street_size(hand, step))
    if not hand.step:
        scene.deal(cards, {i: nth for _, i, nth in hidden})
        return
    scene.deal(cards, {})
    for at, i, _ in hidden:
        scene.add(r.CardsExposed(hand.seats[i], (cards[at],), scene.cites))
    if hidden and needs_betting(hand):  # the last street, of which every card is a hole card
        for event in decide(hand, c.OpenRound()):
            scene.add(event)
        opens(scene, hand.seats[hidden[0][1]], taps_out=True)


def opens(scene: Scene, seat: int, *, taps_out: bool) -> None:
    """A player opens the round, or the first to the left who is able to act."""
    hand = scene.hand
    i = scene.position(seat)
    able = [j % hand.n for j in range(i, i + hand.n) if hand.status[j % hand.n] == ABLE]
    if taps_out and able[0] != i:
        return  # a player who is all-in already cannot open
    scene.add(r.OpenerChanged(hand.seats[able[0]], scene.cites, check_taps_out=taps_out))


# --- the initial deal ------------------------------------------------------------------------------------------------


def replaced(scene: Scene) -> None:
    """The exposed card becomes the first burn; the card that was to be burnt replaces it (26.26)."""
    hand = scene.hand
    ((seat, nth),) = scene.incident.cards
    card = hand.down[scene.position(seat)][nth - 1]
    fresh = scene.take(1)
    scene.move((card,), "down", "burns", seat=seat, is_open=True)
    scene.move(fresh, "shoe", "down", seat=seat, to=(seat,))
    flop = next(at for at, step in enumerate(hand.rules.steps) if at and isinstance(step, Deal))
    scene.add(r.BurnWaived(flop, scene.cites))


def stays_exposed(scene: Scene) -> None:
    """The card stays in the hand; everyone has seen it."""
    hand = scene.hand
    for seat, nth in scene.incident.cards:
        scene.add(r.CardsExposed(seat, (hand.down[scene.position(seat)][nth - 1],), scene.cites))


def becomes_door_card(scene: Scene) -> None:
    """The card dealt face up is the player's up-card; the card that was to be it comes face down."""
    hand = scene.hand
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Deal)
    cards = scene.take(street_size(hand, step))
    scene.deal(cards, {scene.position(seat): nth for seat, nth in scene.incident.cards})


# --- cards exposed too early -----------------------------------------------------------------------------------------


def _early_burn(scene: Scene, at: int) -> tuple[Card, ...]:
    """The burn that came with the early cards of a flop game, unless that street has none by a ruling."""
    if at in minded(scene.hand).unburnt:
        return ()
    burn = scene.take(1)
    scene.move(burn, "shoe", "burns")
    return burn


def flop_back(scene: Scene) -> None:
    """The flop and its burn go back and are shuffled; the betting is finished first (26.30)."""
    burn = _early_burn(scene, next_deal(scene.hand))
    flop = scene.take(3, scene.incident.cards)
    scene.show_and_return(flop)
    scene.move(burn, "burns", "shoe")
    scene.shuffle()


def turn_aside(scene: Scene) -> None:
    """The fourth card is set aside and its burn stays; the fifth comes without a burn (26.31)."""
    turn, river = deals_ahead(scene.hand)
    _early_burn(scene, turn)
    scene.move(scene.take(1, scene.incident.cards), "shoe", "aside", is_open=True, step=river)
    scene.add(r.BurnWaived(river, scene.cites))


def river_back(scene: Scene) -> None:
    """The fifth card is shuffled back, its burn stays, and a new one comes without a burn (26.32)."""
    at = next_deal(scene.hand)
    if _early_burn(scene, at):
        scene.add(r.BurnWaived(at, scene.cites))
    scene.show_and_return(scene.take(1, scene.incident.cards))
    scene.shuffle()


def set_aside(scene: Scene) -> None:
    """The cards are set aside, and shuffled into the rest when the round is complete (26.18, 26.22)."""
    incident = scene.incident
    scene.move(scene.take(incident.count, incident.cards), "shoe", "aside", is_open=True)


def cap_betting(scene: Scene) -> None:
    """No wager above what is already in, or the minimum of the round; the card stays the next card (26.24)."""
    hand = scene.hand
    assert hand.round is not None
    (card,) = scene.named(1, scene.incident.cards)
    scene.add(r.NextExposed(card, scene.cites))
    scene.add(r.BettingCapped(hand.high or hand.round.size, scene.cites))


def early_reshuffled(scene: Scene) -> None:
    """The cards are shuffled into the shoe at once."""
    incident = scene.incident
    cards = scene.take(incident.count, incident.cards)
    scene.show_and_return(cards)
    scene.shuffle()


def early_discarded(scene: Scene) -> None:
    """The cards go to the discards unused."""
    incident = scene.incident
    scene.move(scene.take(incident.count, incident.cards), "shoe", "muck", is_open=True)


# --- the seventh card ------------------------------------------------------------------------------------------------


def sevenths_up(scene: Scene) -> None:
    """All final cards are face up and the opener of the round before opens (26.23)."""
    hand = scene.hand
    opener = hand.last_opener
    for i in range(hand.n):
        if hand.status[i] != OUT:
            scene.move(hand.down[i][-1:], "down", "up", seat=hand.seats[i], is_open=True)
    opens(scene, hand.seats[opener], taps_out=False)


def seventh_seen(scene: Scene) -> None:
    """The player plays on with a seventh card that everyone has seen."""
    seat = scene.incident.seat
    card = scene.hand.down[scene.position(seat)][-1]
    if not minded(scene.hand).seen_by(card, seat, 0):
        scene.add(r.CardsExposed(seat, (card,), scene.cites))


def seventh_all_in(scene: Scene) -> None:
    """The player is treated as all-in from now on."""
    seventh_seen(scene)
    scene.add(r.TreatedAllIn(scene.incident.seat, scene.cites))


def seventh_opens(scene: Scene) -> None:
    """The player opens the final round, and taps out by checking."""
    seventh_seen(scene)
    opens(scene, scene.incident.seat, taps_out=True)


def first_seventh_opens(scene: Scene) -> None:
    """The player opens the final round and taps out by checking (17.19); of several, the first from the button does."""
    before = minded(scene.hand).taps_out
    if not before or scene.position(scene.incident.seat) < before[0]:
        seventh_opens(scene)
    else:
        seventh_seen(scene)


# --- pineapple, draw, the end of the deck ----------------------------------------------------------------------------


def discard_step(hand: Hand) -> int:
    """The step of pineapple in which cards are discarded."""
    return next(at for at, step in enumerate(hand.rules.steps) if isinstance(step, Discard))


def discard_now(scene: Scene) -> None:
    """The player discards before the next street; where it is out already, it goes back first (26.1.2, 26.1.3)."""
    hand, seat = scene.hand, scene.incident.seat
    at = discard_step(hand)
    card = UNKNOWN if scene.incident.card is None else scene.incident.card
    if street_deal(hand) == at + 1:
        take_back(scene, at + 1, burn=False, burnt=True)
    if hand.stage == BURNT:
        scene.add(r.BurnWaived(at + 1, scene.cites))
    scene.move((card,), "muck", "down", seat=seat, to=(seat,))
    scene.add(r.DiscardOwed(seat, at, scene.cites))


def keeps_the_draw(scene: Scene) -> None:
    """The wrong player keeps the cards; the right one gets the next (26.15)."""
    hand, seat = scene.hand, scene.incident.seat
    step = hand.rules.steps[hand.step]
    count = draw_count(hand, step)  # type: ignore[arg-type]
    scene.move(scene.take(count), "shoe", "down", seat=seat, to=(seat,))
    scene.add(r.DrawCredited(seat, count, owed=False, cites=scene.cites))


def exposed_draw(scene: Scene) -> None:
    """The cards are used in sequence; everyone has seen them."""
    scene.add(r.CardsExposed(scene.incident.seat, scene.incident.cards, scene.cites))


def finals_back(scene: Scene) -> None:
    """The final cards come back and are shuffled with the rest; one community card is turned (26.21)."""
    scene.pool = scene.take(scene.incident.dealt)
    scene.shuffle()


def finals_discarded(scene: Scene) -> None:
    """The final cards go to the discards; the last card of the shoe, dealt already or not, is communal (17.20)."""
    scene.move(scene.take(min(scene.incident.dealt, scene.hand.stub - 1)), "shoe", "muck")


# --- what players do -------------------------------------------------------------------------------------------------


def seen_cards(scene: Scene) -> None:
    """The cards still play; those who saw them have seen them."""
    incident = scene.incident
    scene.add(r.CardsExposed(incident.seat, incident.cards, scene.cites, incident.to))


def seen_by_all(scene: Scene) -> None:
    """What one was shown, everyone is shown at once."""
    scene.add(r.CardsExposed(scene.incident.seat, scene.incident.cards, scene.cites))


def shown_after(scene: Scene) -> None:
    """The whole table sees the same cards when the round is over."""
    incident = scene.incident
    scene.add(r.ShowOrdered(incident.seat, incident.cards, incident.to, scene.cites))


def hold(scene: Scene) -> None:
    """The action is held until those who were skipped have acted."""
    incident = scene.incident
    scene.add(r.WagerHeld(incident.seat, incident.action, incident.to, scene.cites))


def leave_short(scene: Scene) -> None:
    """Chips short of the call stay out until they are made up or the player folds."""
    seat = scene.incident.seat
    before = scene.hand.bets[scene.hand.index[seat]]
    scene.add(r.WagerHeld(seat, "short call", before + scene.incident.amount, scene.cites))


def release(scene: Scene) -> None:
    """Nothing done out of turn stands; everyone acts in order."""
    for held in minded(scene.hand).held:
        seat = scene.hand.seats[held.position]
        if seat in scene.incident.seats:
            scene.add(r.HeldResolved(seat, scene.cites))


# --- stakes ----------------------------------------------------------------------------------------------------------


def brought_by(hand: Hand, i: int) -> int:
    """What a player brought to the table, at first or by adding: the stack, unless play has changed it since."""
    return dict(hand.brought).get(hand.seats[i], hand.start[i])


def surplus(hand: Hand, i: int) -> int:
    """What a player brought above the maximum and still has; what earlier rounds have won stands (8.2.1.4)."""
    return min(brought_by(hand, i), hand.start[i]) - hand.rules.sign.max_stake


def stake_put_right(scene: Scene) -> None:
    """A short stake is made up to the minimum; what was brought above the maximum goes, wagered or not (8.2.1.1)."""
    hand = scene.hand
    i = scene.position(scene.incident.seat)
    least = hand.rules.sign.min_stake
    if brought_by(hand, i) < least:
        scene.add(r.StakeAdjusted(scene.incident.seat, least - hand.start[i], scene.cites))
    else:
        stake_reduced(scene)


def stake_due(scene: Scene) -> None:
    """A short stake plays the round out and is made up before its player continues (8.2.1.2)."""
    scene.add(r.StakeDue(scene.incident.seat, scene.hand.rules.sign.min_stake, scene.cites))


def stake_reduced(scene: Scene) -> None:
    """A stake above the maximum comes down at once; wagers above it go back to those who made them (8.2.1.3)."""
    hand = scene.hand
    i = scene.position(scene.incident.seat)
    most = hand.start[i] - surplus(hand, i)
    wagered = refunds(hand)[i]
    over = max(wagered - most, 0)
    if over:
        others = [j for j in range(hand.n) if j != i and hand.put[j] > most]
        returned = [0] * hand.n
        if len(others) == 1:
            returned[others[0]] = hand.put[others[0]] - most
        removed = tuple(min(over, hand.put[j]) if j == i else 0 for j in range(hand.n))
        scene.add(r.WagersReturned(tuple(returned), removed, scene.cites))
    by = max(most - wagered, 0) - hand.stacks[i]
    if by < 0:
        scene.add(r.StakeAdjusted(scene.incident.seat, by, scene.cites))
