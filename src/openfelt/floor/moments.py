"""When each kind of incident can happen, and whether its facts fit the hand. Answers say what is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.cards import UNKNOWN, show
from openfelt.floor import effects as do
from openfelt.floor import incidents as i
from openfelt.floor import streets
from openfelt.floor.entries import exposed_before, family
from openfelt.floor.rules import FLOOR
from openfelt.games.game import BettingRound, Deal, Draw, Face, Step
from openfelt.money import money
from openfelt.table.draws import reshuffle_pool
from openfelt.table.hand import ABLE, BETTING, DISCARDING, HOUSE, OUT, OVER, SOLE, Hand
from openfelt.table.house import aside_due, burn_due, draw_count, is_short, street_size
from openfelt.table.options import legal
from openfelt.table.rulings import minded

Need = str  # what is needed, or nothing
STUD_DOWN: Final = 3  # own cards face down in seven-card stud: the first two and the last


def live(hand: Hand) -> Need:
    """A round of play that goes on."""
    return "" if hand.phase != OVER else "a round of play that is going on"


def dealt(hand: Hand) -> Need:
    """The initial deal is complete."""
    return live(hand) or ("" if hand.step >= 1 else "the initial deal complete")


def contested(hand: Hand) -> Need:
    """Two players or more are in the hand."""
    return dealt(hand) or ("" if do.contenders(hand) > 1 else "two players or more in the hand")


def betting(hand: Hand) -> Need:
    """A betting round is on."""
    return "" if hand.phase == BETTING else "a betting round that is going on"


def owing(hand: Hand) -> Need:
    """The player whose turn it is can put out less than the call."""
    i = hand.to_act
    owes = hand.phase == BETTING and min(hand.high - hand.bets[i], hand.stacks[i]) > hand.rules.unit
    return "" if owes else "a player who owes more than one chip and has more than one"


def over(hand: Hand) -> Need:
    """The round of play has ended."""
    return "" if hand.phase == OVER else "a round of play that has ended"


def step_due(hand: Hand) -> Step | None:
    """The step that the hand is in; none before the first card, with one player left, and at the showdown."""
    is_on = 0 <= hand.step < len(hand.rules.steps) and hand.stage != SOLE
    return hand.rules.steps[hand.step] if is_on else None


def dealing(hand: Hand) -> Need:
    """The dealer is about to take cards from the shoe."""
    if not stub_exhausted(hand):
        return "enough cards in the shoe"
    if hand.phase != HOUSE or not isinstance(step_due(hand), (Deal, Draw)) or aside_due(hand):
        return "cards being dealt"
    return "" if hand.stub > 1 else "more than one card in the shoe"


def initial_deal(hand: Hand) -> Need:
    """Stud: while the initial deal goes on. Elsewhere, where its cards lie down: until someone acts.

    A ruling on the first card exposed in stud completes the deal; the second card of a player comes after it.
    """
    is_done = hand.phase == BETTING and hand.step == 1 and not hand.acts
    if "stud" not in family(hand):
        return "" if is_done else "the initial deal just complete, before anyone acts"
    is_due = hand.phase == HOUSE and hand.step == 0
    counts = FLOOR.of(hand.rules.policy.rulebook).counts_exposed
    is_second = is_done and counts and bool(exposed_before(hand))
    return "" if is_due or is_second else "the initial deal going on"


def before_a_deal(hand: Hand) -> Need:
    """A betting round after which more cards come; it is incomplete while players discard (nsw-poker 26.1bis)."""
    if hand.phase != DISCARDING and (need := betting(hand)):
        return need
    ahead = [step for step in hand.rules.steps[hand.step + 1 :] if isinstance(step, Deal)]
    if not ahead or minded(hand).next_card:
        return "a betting round after which more cards are dealt"
    first = ahead[0]
    wanted = (first.board if not first.passes else 1) + int(first.burn)
    return "" if hand.stub > wanted else f"more than {wanted} cards in the shoe"


def final_down_card(hand: Hand) -> Need:
    """The final betting round of seven-card stud: players have an own last card, and no ruling has turned it up."""
    is_seventh = hand.phase == BETTING and len(hand.down[hand.to_act]) == STUD_DOWN
    return "" if is_seventh else "the betting round after seventh cards dealt face down"


def street_out(hand: Hand) -> Deal | None:
    """The last street dealt, while its betting round is on or, where nobody can bet, until the next card."""
    at = streets.street_deal(hand)
    if at < 0:
        return None
    step = hand.rules.steps[at]
    assert isinstance(step, Deal)
    return step


def flop_out(hand: Hand) -> Need:
    """The flop is out and nothing after it."""
    step = street_out(hand)
    return "" if step is not None and step.board > 1 else "the flop out, before its betting ends"


def one_card_out(hand: Hand) -> Need:
    """A single community card was just turned; the first of Manila comes with the deal (nsw-poker 18.2, 19.2)."""
    step = street_out(hand)
    is_one = step is not None and step.board == 1 and not hand.acts
    return "" if is_one else "a community card just turned, before anyone acts"


def burnt_street(hand: Hand) -> Need:
    """A street of community cards with its burn; once its betting is over, they stand (nsw-poker 26.27, 26.28)."""
    at = streets.last_street(hand)
    step = hand.rules.steps[at]  # of none, the last one, which never deals
    is_burnt = isinstance(step, Deal) and step.burn and at not in minded(hand).unburnt
    return "" if is_burnt else "community cards that follow a burn, before the next card"


def after_discard(hand: Hand) -> Need:
    """The discards of pineapple are made."""
    return contested(hand) or ("" if hand.step > do.discard_step(hand) else "the discards made")


def serving(hand: Hand) -> Need:
    """Replacements are due to a player and others are still to draw."""
    step = step_due(hand)
    if not isinstance(step, Draw) or hand.phase != HOUSE:
        return "replacements being dealt in a draw"
    later = any(hand.status[j] != OUT for j in range(hand.to_act + 1, hand.n))
    is_served = draw_count(hand, step) > 0 and hand.to_act not in hand.deferred
    return "" if is_served and later else "replacements being dealt while others are still to draw"


def drawing(hand: Hand) -> Need:
    """A draw is going on."""
    return live(hand) or ("" if isinstance(step_due(hand), Draw) else "a draw going on")


def short_final(hand: Hand) -> Need:
    """The deck cannot give everyone a last card."""
    step = step_due(hand)
    is_found = hand.phase == HOUSE and isinstance(step, Deal) and is_short(hand, step) and hand.stub
    return "" if is_found else "the final street due and a deck that cannot serve everyone"


def stub_exhausted(hand: Hand) -> Need:
    """The street that is due, or the shared card in its place, needs more cards than the shoe has."""
    step = step_due(hand)
    if hand.phase == HOUSE and isinstance(step, Deal) and not aside_due(hand):
        burn = burn_due(hand, step)
        wanted = street_size(hand, step) + burn
        if is_short(hand, step):  # one card; a book that burns has its burns shuffled in (us-stud stud(7), house 5.4)
            wanted = 0 if burn else 1
        if hand.stub < wanted:
            return ""
    return "a street due that the shoe cannot serve"


def stake_off(hand: Hand) -> Need:
    """Someone's stake is outside the limits on the sign."""
    found = any(is_off(hand, k) for k in range(hand.n))
    return "" if found else "a stake outside the limits on the sign"


def is_off(hand: Hand, k: int) -> bool:
    """Whether a player brought a stake outside the limits on the sign, and play has not brought it inside."""
    sign, brought = hand.rules.sign, do.brought_by(hand, k)
    is_low = brought < sign.min_stake and hand.start[k] < sign.min_stake
    is_high = sign.max_stake and min(brought, hand.start[k]) > sign.max_stake
    return is_low or bool(is_high)


MOMENTS: Final[dict[type[i.Incident], Callable[[Hand], Need]]] = {
    i.ExposedInCut: live,
    i.NotShuffled: live,
    i.DealtOutOfOrder: dealt,
    i.WrongStart: dealt,
    i.PlayerMissed: dealt,
    i.PlayerDealtIn: contested,
    i.WrongCardCount: dealt,
    i.ExposedInDeal: initial_deal,
    i.ExposedInDraw: drawing,
    i.FaceUpInShoe: dealing,
    i.DealtOffTable: dealing,
    i.ExposedByPlayer: dealt,
    i.ShownToAnother: dealt,
    i.ToldToAct: betting,
    i.ActedOutOfTurn: betting,
    i.ShortCall: owing,
    i.DeckFault: lambda _: "",
    i.HandMucked: contested,
    i.PlayerAbsent: contested,
    i.ExposedEarly: before_a_deal,
    i.SeventhExposed: final_down_card,
    i.TooManyInFlop: flop_out,
    i.TurnedTogether: one_card_out,
    i.BurnMissed: burnt_street,
    i.DiscardForgotten: after_discard,
    i.DrawMisdelivered: serving,
    i.FinalCardsShort: short_final,
    i.StubExhausted: stub_exhausted,
    i.StakeOutOfBounds: stake_off,
    i.PotContested: over,
    i.Uncovered: live,
}


def facts_fit(hand: Hand, incident: Any) -> Need:  # noqa: ANN401 - any incident
    """Whether the facts can be so: the seats are in the hand, the cards are where they are said to be."""
    for seat in incident.seats if not isinstance(incident, i.PlayerDealtIn) else ():
        if seat not in hand.index:
            return f"a seat of this hand, not {seat}: {', '.join(map(str, hand.seats))}"
    test = FACTS.get(type(incident))
    return test(hand, incident) if test else ""


def active(hand: Hand, incident: Any) -> Need:  # noqa: ANN401
    """The seat is still in the hand."""
    k = hand.index[incident.seat]
    is_in = hand.status[k] != OUT and hand.shown[k] != 2
    return "" if is_in else f"a player still in the hand, not seat {incident.seat}"


def _missed(hand: Hand, incident: i.PlayerMissed) -> Need:
    return active(hand, incident) if incident.seat else ""


def _dealt_in(hand: Hand, incident: i.PlayerDealtIn) -> Need:
    """A player of the hand, who may have folded, or an empty seat with so many cards as the shoe has given."""
    if incident.seat in hand.index:
        return ""
    seats = hand.rules.sign.seats
    if not 1 <= incident.seat <= seats:
        return f"a seat of the table, from 1 to {seats}"
    count = do.extra_cards(hand, incident)
    return "" if 1 <= count < hand.stub else f"how many cards that seat got, from 1 to {hand.stub - 1}"


def holds(hand: Hand, incident: Any) -> Need:  # noqa: ANN401
    """The cards are down cards of the seat."""
    down = hand.down[hand.index[incident.seat]]
    missing = [card for card in incident.cards if card not in down]
    if missing and UNKNOWN not in down:
        return f"cards that seat {incident.seat} holds, not {show(missing)}"
    strangers = [seat for seat in getattr(incident, "to", ()) if seat == incident.seat]
    return f"others than seat {incident.seat} who saw them" if strangers else ""


def _count(hand: Hand, incident: i.WrongCardCount) -> Need:
    k = hand.index[incident.seat]
    right = len(hand.holding(k))
    assert incident.held is not None, "every book asks for it"
    if incident.held == right or incident.held < 0:
        return f"a number of cards other than {right}, which is right"
    bad = [seat for seat in incident.also if seat not in hand.index]
    return f"seats of this hand, not {bad[0]}" if bad else active(hand, incident)


def _exposed_in_deal(hand: Hand, incident: i.ExposedInDeal) -> Need:
    step = hand.rules.steps[0]
    assert isinstance(step, Deal)
    each = sum(one.count for one in step.passes)
    down = sum(one.count for one in step.passes if one.face is Face.DOWN)
    if not incident.cards:
        return "which cards were exposed: of which player, and which of the player's cards"
    for seat, nth in incident.cards:
        if not 1 <= nth <= each:
            return f"one of the {each} cards of seat {seat}, not number {nth}"
        if hand.status[hand.index[seat]] == OUT:
            return f"a player in the hand, not seat {seat}"
    if len(set(incident.cards)) != len(incident.cards):
        return "each card once"
    if "stud" in family(hand) and hand.step > 0:
        return _second_card(hand, incident)
    if len(incident.cards) == 1 and incident.cards[0][1] > down:
        return "a card that is dealt face down"
    return "" if hand.step == 0 else _not_reported(hand, incident)


def _second_card(hand: Hand, incident: i.ExposedInDeal) -> Need:
    """Stud, the deal complete: only another card of a player whose first exposed card was ruled on."""
    before = exposed_before(hand)
    others = [seat for seat, _ in incident.cards if seat not in before]
    known = ", ".join(str(seat) for seat in dict.fromkeys(before))
    return f"another card of a seat that had one exposed in the deal ({known}), not of {others[0]}" if others else ""


def _not_reported(hand: Hand, incident: i.ExposedInDeal) -> Need:
    """A card that was ruled on before and stayed where it is does not count twice."""
    before = exposed_before(hand)
    for seat, nth in incident.cards:
        card = hand.down[hand.index[seat]][nth - 1]
        if seat in before and card != UNKNOWN and minded(hand).seen_by(card, seat, 0):
            return f"a card that was not ruled on before, not number {nth} of seat {seat}"
    return ""


def _face_up(hand: Hand, incident: i.FaceUpInShoe) -> Need:
    return _in_the_street(hand, incident.place, incident.count) if incident.count > 0 else "one card or more"


def _off_table(hand: Hand, incident: i.DealtOffTable) -> Need:
    return _in_the_street(hand, incident.place, 1)


def _in_the_street(hand: Hand, place: int, count: int) -> Need:
    """The card at this place is one of those that are due, and the shoe has more than go from there."""
    step = hand.rules.steps[hand.step]
    is_whole = isinstance(step, Deal) and not burn_due(hand, step) and not is_short(hand, step)
    most = street_size(hand, step) if is_whole else 1  # type: ignore[arg-type]
    if not 1 <= place <= most:
        return f"a place from 1 to {most} of the cards that are due"
    return "" if hand.stub > place - 1 + count else "more cards in the shoe"


def _out_of_turn(hand: Hand, incident: i.ActedOutOfTurn) -> Need:
    k = hand.index[incident.seat]
    if k == hand.to_act:
        return "a seat whose turn it is not"
    if hand.status[k] != ABLE:
        return "a player who can act"
    if incident.action != "wager":
        return ""
    least, most = hand.bets[k], hand.bets[k] + hand.stacks[k]
    if not least < incident.to <= most:
        return f"a wager that comes to more than {money(least)} and at most {money(most)}"
    if incident.to % hand.rules.unit:
        return f"a wager in whole chips of {money(hand.rules.unit)}"
    return ""


def _short_call(hand: Hand, incident: i.ShortCall) -> Need:
    k = hand.to_act
    held = minded(hand).held_by(k)
    if hand.index[incident.seat] != k or (held and held.action != "short call"):
        return f"the seat whose turn it is, with nothing held of it out of turn, not seat {incident.seat}"
    least = held.to - hand.bets[k] if held else 1
    turn = legal(hand)
    assert turn is not None
    most = turn.call - 1
    if not least <= incident.amount <= most:
        return f"chips short of the call and of what is in front, from {money(least)} to {money(most)}"
    return "" if not incident.amount % hand.rules.unit else f"whole chips of {money(hand.rules.unit)}"


def _early(hand: Hand, incident: i.ExposedEarly) -> Need:
    step = hand.rules.steps[streets.next_deal(hand)]
    assert isinstance(step, Deal)
    if step.passes:
        return "" if 1 <= incident.count < hand.stub else "one card or more, and fewer than the shoe has"
    return "" if len(incident.cards) in (0, step.board) else f"the {step.board} cards that were turned"


def _extra(hand: Hand, incident: Any) -> Need:  # noqa: ANN401
    return "" if 1 <= incident.extra < hand.stub else "how many cards were too many"


def _discard(hand: Hand, incident: i.DiscardForgotten) -> Need:
    if incident.card not in hand.muck and UNKNOWN not in hand.muck:
        return "the card on record as discarded"
    return active(hand, incident)


def _misdelivered(hand: Hand, incident: i.DrawMisdelivered) -> Need:
    k = hand.index[incident.seat]
    if k <= hand.to_act or hand.status[k] == OUT:
        return "a player who draws later"
    return _can_keep(hand, k) if incident.looked else ""


def _can_keep(hand: Hand, k: int) -> Need:
    """Who keeps the cards can give up as many in turn, and shoe and discards serve anyone who draws before."""
    step = hand.rules.steps[hand.step]
    assert isinstance(step, Draw)
    count = draw_count(hand, step)
    early = minded(hand).early_of(k) + count
    if early > step.most:
        return f"a player who can give up {early} cards, those kept before counted"
    left = hand.stub + len(reshuffle_pool(hand, muck=True, burns=step.burn)) - count
    return "" if left > step.most else "cards enough for everyone still to draw"


def _finals(hand: Hand, incident: i.FinalCardsShort) -> Need:
    return "" if 1 <= incident.dealt <= hand.stub else f"how many final cards were dealt, from 1 to {hand.stub}"


def _stake(hand: Hand, incident: i.StakeOutOfBounds) -> Need:
    return "" if is_off(hand, hand.index[incident.seat]) else "a player whose stake is outside the limits"


def _deck(_: Hand, incident: i.DeckFault) -> Need:
    return "" if incident.missing > 0 or incident.foreign > 0 else "how many cards are missing or foreign"


def _final_round(hand: Hand, incident: i.SeventhExposed) -> Need:
    step = hand.rules.steps[hand.step]
    assert isinstance(step, BettingRound)
    return active(hand, incident)


FACTS: Final[dict[type[i.Incident], Callable[[Hand, Any], Need]]] = {
    i.WrongCardCount: _count,
    i.PlayerMissed: _missed,
    i.PlayerDealtIn: _dealt_in,
    i.ExposedInDeal: _exposed_in_deal,
    i.ExposedInDraw: holds,
    i.FaceUpInShoe: _face_up,
    i.DealtOffTable: _off_table,
    i.ExposedByPlayer: holds,
    i.ShownToAnother: holds,
    i.ActedOutOfTurn: _out_of_turn,
    i.ShortCall: _short_call,
    i.DeckFault: _deck,
    i.HandMucked: active,
    i.PlayerAbsent: active,
    i.ExposedEarly: _early,
    i.SeventhExposed: _final_round,
    i.TooManyInFlop: _extra,
    i.TurnedTogether: _extra,
    i.DiscardForgotten: _discard,
    i.DrawMisdelivered: _misdelivered,
    i.FinalCardsShort: _finals,
    i.StakeOutOfBounds: _stake,
}
