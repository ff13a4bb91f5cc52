"""What happens in a tournament, in words: the notices of its page, its wall screen and its director's desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from openfelt.money import money
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import duty_events as y
from openfelt.tournaments import events as e
from openfelt.tournaments import home_events as h
from openfelt.tournaments import play_events as p
from openfelt.tournaments.vocabulary import PlayerMove

Name = Callable[[str], str]
# Too many to be news: a table's own page tells them.
UNTOLD: Final = (
    e.ConditionsAccepted,
    p.HandNoted,
    p.HandsTogether,
    p.MoveDone,
    p.PenaltyNoted,
    p.ExchangeNoted,
    h.NoteMade,
    h.CashNoted,
)
WHY_MOVED: Final = {
    "balance": "to balance the tables",
    "break": "because the table breaks",
    "redraw": "to the final table, by a new draw",
}
CHOSEN_BY: Final = {
    "next-last-blind": "has the last blind next",
    "by-position": "loses or gains the fewest hands by it",
    "draw": "was drawn",
}
SEAT_BY: Final = {
    "worst-position": "the worst seat",
    "by-position": "the seat nearest in position",
    "draw": "a seat by a draw",
}
ENDED: Final = {
    "unpaid": "has not paid everything and is out",
    "lapsed": "has paid nothing; the application lapses",
    "forfeited": "has not come and loses the seat",
    "sold": "has not come; the seat is sold",
    "unseated": "had no seat and has everything back",
}
CLOCK: Final = {
    "started": "the clock runs",
    "paused": "the clock stands",
    "next-stage": "the next stage begins",
    "time-added": "the time of this level is changed",
    "break": "a break is given",
}


def spoken(kind: str) -> str:
    """The name of an event as a sentence would have it.

    >>> spoken("HandForHandBegan")
    'hand for hand began'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind).lower()


def listed(players: tuple[str, ...], name_of: Name) -> str:
    """Names of several, in a row."""
    return ", ".join(map(name_of, players)) or "nobody"


def ordinal(place: int) -> str:
    """A place in a race.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def event_words(event: Any, name_of: Name) -> str:  # noqa: ANN401 - any event of a tournament
    """An event in words; nothing if it is no news."""
    if isinstance(event, UNTOLD) or (isinstance(event, p.WentBroke) and not event.until_ms):
        return ""
    if isinstance(event, p.DealVoted) and event.agrees:
        return ""  # the vote is secret; how many agree, the proposal itself tells
    told = entry_words(event, name_of) or play_words(event, name_of) or desk_words(event, name_of)
    told = told or duty_words(event, name_of) or bag_words(event, name_of)
    return told or spoken(type(event).__name__)


def entry_words(event: Any, name_of: Name) -> str:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens to conditions, entries and money."""
    match event:
        case e.ConditionsPublished():
            return f"the conditions are published, version {event.conditions.version}"
        case e.ConditionsAmended():
            return f"version {event.conditions.version} of the conditions replaces the one before"
        case e.RegistrationOpened():
            return "entries are open"
        case e.EntryApplied():
            return f"{name_of(event.player)} applies"
        case e.ApplicationRefused():
            return f"the application of {name_of(event.player)} is refused: {event.reason}"
        case e.EntryPaid():
            return f"{name_of(event.player)} pays the {event.paid_for}, {money(cents_of(event))}"
        case e.EntryRefunded():
            return f"{name_of(event.payer)} gets the {event.paid_for} back, {money(cents_of(event))}"
        case e.EntryWithdrawn():
            kept = f"; {money(event.kept_cents)} stays" if event.kept_cents else ""
            return f"{name_of(event.player)} withdraws{kept}"
        case e.EntryTransferred():
            return f"{name_of(event.player)} plays in {event.session}"
        case e.SubstituteNamed():
            return f"{name_of(event.substitute)} plays in place of {name_of(event.player)}"
        case e.EntryEnded():
            to = f" to {name_of(event.seat_to)}" if event.seat_to else ""
            return f"{name_of(event.player)} {ENDED[event.why]}{to}"
        case e.PoolAdded():
            return f"the house adds {money(event.cents)} to the prizes"
        case _:
            return whole_words(event, name_of)


def whole_words(event: Any, name_of: Name) -> str:  # noqa: ANN401 - any event of a tournament
    """What happens to the event as a whole."""
    match event:
        case e.TournamentStarted():
            return f"the event starts with {len(event.players)} players"
        case e.TournamentCancelled():
            return "the event is cancelled; all that was paid goes back"
        case e.PoolClosed():
            return f"the prize pool is {money(event.cents)} from {event.entries} entries"
        case e.PrizesAwarded():
            return f"the prizes are awarded; {listed(event.places[0], name_of)} won"
        case e.PrizePaid():
            won = " and ".join(one for one in (money(event.cents) if event.cents else "", event.goods) if one)
            return f"{name_of(event.player)} is paid {won}"
        case _:
            return ""


def cents_of(event: e.Happening) -> int:
    """What an event moved."""
    return sum(move.cents for move in event.moves)


def play_words(event: Any, name_of: Name) -> str:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens in play."""
    match event:
        case p.SeatsDrawn():
            return f"the seats of {event.session} are drawn: {len(event.seats)} players at {len(event.tables)} tables"
        case p.DrawCommitted():
            return f"the draw of {event.size} is fixed: root {event.root[:16]}"
        case p.ClockSet():
            return f"{CLOCK[event.why]} ({event.by})"
        case p.StageReached():
            return f"{'the break after ' if event.is_break else ''}level {event.level} begins"
        case p.WentBroke():
            return f"{name_of(event.player)} has no chips left at table {event.table}"
        case p.PlayerEliminated():
            shared = f", shared by {event.shared_with}" if event.shared_with > 1 else ""
            where = f" at table {event.table}" if event.table else ""  # a round of a bracket is lost over several
            return f"{name_of(event.player)} is out{where}: {ordinal(event.place)} place{shared}"
        case p.ChipsBought():
            return f"{name_of(event.player)} takes {'an' if event.what == 'add-on' else 'a'} {event.what}"
        case p.RebuyDeclined():
            return f"{name_of(event.player)} takes no re-buy"
        case p.MovesProposed():
            return f"{len(event.proposed)} moves are proposed"
        case p.MovesOrdered():
            return "; ".join(move_words(one, name_of) for one in event.ordered)
        case p.MovesDropped():
            return "proposed moves are dropped"
        case p.MoveCancelled():
            return f"a move is not carried out: {event.why}"
        case p.ChipsColouredUp():
            won = [f"{name_of(one.player)} has {one.after:,}" for one in event.stacks if one.after > one.before]
            return f"chips of {event.value:,} leave table {event.table}: {', '.join(won) or 'nothing is odd'}"
        case p.StackCorrected():
            return "; ".join(f"{name_of(one.player)} has {one.after:,} now" for one in event.stacks)
        case p.TableBroken():
            return f"table {event.table} is closed"
        case h.NoteTakenBack():
            return f"taken back: {listed(event.players, name_of)} {event.kind}"
        case _:
            return later_words(event, name_of)


def later_words(event: Any, name_of: Name) -> str:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens towards the end, and by the hand of staff."""
    match event:
        case p.HandForHandBegan():
            return "hand for hand: tables wait for each other"
        case p.HandForHandEnded():
            return "hand for hand is over"
        case p.SessionClosed():
            return f"no further round of play begins in {event.session}"
        case p.SessionOver():
            return f"{event.session} is over; {listed(event.places[0] if event.places else (), name_of)} came first"
        case p.PlayerDisqualified():
            return f"{name_of(event.player)} is disqualified ({event.ground})"
        case p.PenaltyGiven():
            length = f"{event.minutes} minutes" if event.minutes else f"{event.hands} hands"
            return f"{name_of(event.player)} has a penalty of {length}: {event.reason}"
        case p.PenaltyServed():
            return f"{name_of(event.player)} has served a penalty and plays"
        case p.LevelInserted():
            return f"a level is put in: it is level {event.at} ({event.by})"
        case p.BoughtIntoFinal():
            return f"{name_of(event.player)} buys into {event.session}, {money(cents_of(event))}"
        case p.SessionPaid():
            return f"{name_of(event.player)} pays {money(cents_of(event))} for {event.session}"
        case p.LeftOut():
            return f"{event.session} begins without {listed(event.players, name_of)}, who did not pay for it"
        case p.DisputeRaised():
            where = f"at table {event.table}" if event.table else "about the event"
            return f"a dispute {where}: {event.text}"
        case p.DisputeSettled():
            return f"the dispute is decided: {event.decision}"
        case p.BountyWon():
            whom = f"for {name_of(event.out)}" if event.out else "of bounties that nobody else won"
            return f"{name_of(event.player)} wins {money(event.cents)} {whom}"
        case p.EnvelopesSealed():
            most = f"{len(event.cents)} envelopes of up to {money(max(event.cents))}"
            return f"the bounties are sealed in {most}; the root of their order is {event.root[:16]}…"
        case p.EnvelopeOpened():
            who = listed(event.winners, name_of)
            return f"{who} draws envelope {event.number} for {name_of(event.out)}: {money(event.cents)}"
        case p.DealProposed():
            return f"{name_of(event.player)} proposes a division by {event.method}"
        case p.DealVoted():
            return "the division is off: not everyone agrees"
        case p.DealMade():
            return "everyone agreed: what is left is divided"
        case p.LateSeated():
            return f"{name_of(event.seat.player)} takes seat {event.seat.seat} at table {event.seat.table}"
        case p.ReEntered():
            return f"{name_of(event.player)} buys back in"
        case _:
            return ""


def desk_words(event: Any, name_of: Name) -> str:  # noqa: ANN401 - any event of a tournament
    """What is done at the director's desk."""
    match event:
        case d.StartMoved():
            return f"{event.session} starts at {event.starts}, not at {event.before}"
        case d.TimeLimited():
            return f"from the next level on there are {event.seconds} seconds to act"
        case d.ChipsCounted():
            where = f"at table {event.table}" if event.table else "at all tables"
            held = sum(chips for _, chips in event.stacks)
            return f"chips are counted {where}: {held:,} of {len(event.stacks)} players, {event.issued:,} given out"
        case d.CountNoted():
            more = event.counted - event.on_record
            found = f"{abs(more):,} {'more' if more > 0 else 'fewer'} than on record" if more else "as on record"
            return f"{event.counted:,} chips are counted before {name_of(event.player)}, {found}"
        case d.BacksSet():
            return f"the cards at table {event.table} have {event.backs} backs"
        case d.ReturnChecked():
            gone = event.due - event.returned
            found = f"{gone:,} of {event.due:,} chips of {event.value:,} are missing" if gone else ""
            return f"after {event.session} {found or f'all chips of {event.value:,} came back'}"
        case _:
            return ""


def duty_words(event: Any, name_of: Name) -> str:  # noqa: ANN401 - any event of a tournament
    """Who conducts the event."""
    match event:
        case y.ConductorNominated():
            return f"{name_of(event.account)} is nominated by {event.by} to conduct the event"
        case y.CameOnDuty():
            return f"{event.name} is on duty"
        case y.DutyOffered():
            return f"{event.name} hands the event over to {name_of(event.to)}, who has not come yet"
        case y.DutyHandedOver():
            return f"{event.name} has handed the event over to {event.to_name}"
        case y.WentOffDuty():
            return f"{event.name} is not on duty any more{': nobody is, and the event is held' if event.last else ''}"
        case _:
            return ""


def bag_words(event: Any, name_of: Name) -> str:  # noqa: ANN401 - any event of a tournament
    """Stacks that are kept overnight, with every difference."""
    match event:
        case b.BagsCounted():
            return f"{event.name} has put {len(event.bags)} stacks into bags{differences(event.bags, name_of)}"
        case b.BagsSealed():
            return f"{' and '.join(event.names)} have sealed {len(event.bags)} bags{differences(event.bags, name_of)}"
        case b.BagsOpened():
            return f"{event.name} has opened the bags{differences(event.bags, name_of)}"
        case b.BagDecided():
            stands = "what was found" if event.stands == "bag" else "the record"
            odd = f"{name_of(event.player)} had {event.found:,} in the bag, {event.on_record:,} on record"
            return f"{odd}: {stands} stands ({event.name}: {event.reason})"
        case b.BagsConfirmed():
            return f"{' and '.join(event.names)} have opened {len(event.bags)} bags{differences(event.bags, name_of)}"
        case _:
            return ""


def differences(bags: tuple[b.Bag, ...], name_of: Name) -> str:
    """What is not as it should be in bags, by player."""
    odd = [f"{name_of(one.player)} {one.counted - one.due:+,}" for one in bags if one.counted != one.due]
    return f": {', '.join(odd)}" if odd else ", all as it should be"


def move_words(move: PlayerMove, name_of: Name) -> str:
    """A move in words."""
    return (
        f"{name_of(move.player)} goes from table {move.from_table}, seat {move.from_seat}, to table {move.to_table}, "
        f"seat {move.to_seat}, {WHY_MOVED[move.reason]}{how_words(move)}"
    )


def how_words(move: PlayerMove) -> str:
    """Why this player, and why that seat, by the conditions; nothing where a table breaks."""
    if not move.chosen_by:
        return ""
    return f": {CHOSEN_BY[move.chosen_by]}, to {SEAT_BY[move.seat_by]}"
