"""What happens in a tournament, in words: the notices of its page, its wall screen and its director's desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from openfelt.phrases import Count, Listed, Money, Name, Phrase, Text, both, names, phrase
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import duty_events as y
from openfelt.tournaments import events as e
from openfelt.tournaments import home_events as h
from openfelt.tournaments import play_events as p
from openfelt.tournaments.vocabulary import PlayerMove

Who = Callable[[str], str]
# Too many to be news: a table's own page tells them.
UNTOLD: Final = (
    e.ConditionsAccepted,
    p.HandNoted,
    p.HandsTogether,
    p.MoveDone,
    p.PenaltyNoted,
    p.GivenNoted,
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
    "unpaid": "{player} has not paid everything and is out",
    "lapsed": "{player} has paid nothing; the application lapses",
    "forfeited": "{player} has not come and loses the seat",
    "sold": "{player} has not come; the seat is sold",
    "unseated": "{player} had no seat and has everything back",
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


def listed(players: tuple[str, ...], name_of: Who) -> Listed | Text:
    """Names of several, in a row."""
    return names(map(name_of, players))


def ordinal(place: int) -> str:
    """A place in a race.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def event_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """An event in words; nothing if it is no news."""
    if isinstance(event, UNTOLD) or (isinstance(event, p.WentBroke) and not event.until_ms):
        return ""
    if isinstance(event, p.DealVoted) and event.agrees:
        return ""  # the vote is secret; how many agree, the proposal itself tells
    told = entry_words(event, name_of) or play_words(event, name_of) or desk_words(event, name_of)
    told = told or round_words(event, name_of) or duty_words(event, name_of) or bag_words(event, name_of)
    return told or spoken(type(event).__name__)


def entry_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens to conditions, entries and money."""
    player = Name(name_of(event.player)) if isinstance(getattr(event, "player", None), str) else None
    match event:
        case e.ConditionsPublished():
            return phrase("the conditions are published, version {version}", version=event.conditions.version)
        case e.ConditionsAmended():
            said = "version {version} of the conditions replaces the one before"
            return phrase(said, version=event.conditions.version)
        case e.RegistrationOpened():
            return "entries are open"
        case e.EntryApplied():
            return phrase("{player} applies", player=player)
        case e.ApplicationRefused():
            said = "the application of {player} is refused: {reason}"
            return phrase(said, player=player, reason=Name(event.reason))
        case e.EntryPaid():
            said = "{player} pays the {what}, {amount}"
            return phrase(said, player=player, what=event.paid_for, amount=Money(cents_of(event)))
        case e.EntryRefunded():
            said, payer = "{player} gets the {what} back, {amount}", Name(name_of(event.payer))
            return phrase(said, player=payer, what=event.paid_for, amount=Money(cents_of(event)))
        case e.EntryWithdrawn(kept_cents=0):
            return phrase("{player} withdraws", player=player)
        case e.EntryWithdrawn():
            return phrase("{player} withdraws; {kept} stays", player=player, kept=Money(event.kept_cents))
        case e.EntryTransferred():
            return phrase("{player} plays in {session}", player=player, session=Name(event.session))
        case e.SubstituteNamed():
            said = "{substitute} plays in place of {player}"
            return phrase(said, substitute=Name(name_of(event.substitute)), player=player)
        case e.EntryEnded(seat_to=""):
            return phrase(ENDED[event.why], player=player)
        case e.EntryEnded():
            return phrase(
                "{said} to {other}", said=phrase(ENDED[event.why], player=player), other=Name(name_of(event.seat_to))
            )
        case e.PoolAdded():
            return phrase("the house adds {amount} to the prizes", amount=Money(event.cents))
        case _:
            return whole_words(event, name_of)


def whole_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """What happens to the event as a whole."""
    match event:
        case e.TournamentStarted():
            return phrase("the event starts with {count} players", count=Count(len(event.players)))
        case e.TournamentCancelled():
            return "the event is cancelled; all that was paid goes back"
        case e.PoolClosed():
            said = "the prize pool is {amount} from {entries} entries"
            return phrase(said, amount=Money(event.cents), entries=Count(event.entries))
        case e.PrizesAwarded():
            return phrase("the prizes are awarded; {players} won", players=listed(event.places[0], name_of))
        case e.PrizePaid():
            won = (*((Money(event.cents),) if event.cents else ()), *((Name(event.goods),) if event.goods else ()))
            return phrase("{player} is paid {won}", player=Name(name_of(event.player)), won=Listed(won, " and "))
        case _:
            return ""


def cents_of(event: e.Happening) -> int:
    """What an event moved."""
    return sum(move.cents for move in event.moves)


def play_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens in play."""
    match event:
        case p.SeatsDrawn():
            return phrase(
                "the seats of {session} are drawn: {players} players at {tables} tables",
                session=Name(event.session),
                players=Count(len(event.seats)),
                tables=Count(len(event.tables)),
            )
        case p.DrawCommitted():
            return phrase("the draw of {size} is fixed: root {root}", size=event.size, root=Name(event.root[:16]))
        case p.ClockSet():
            return phrase("{what} ({by})", what=CLOCK[event.why], by=Name(event.by))
        case p.StageReached(is_break=True):
            return phrase("the break after level {level} begins", level=event.level)
        case p.StageReached():
            return phrase("level {level} begins", level=event.level)
        case p.WentBroke():
            said = "{player} has no chips left at table {table}"
            return phrase(said, player=Name(name_of(event.player)), table=event.table)
        case p.PlayerEliminated():
            return out_words(event, name_of)
        case p.ChipsBought():
            said = "{player} takes an {what}" if event.what == "add-on" else "{player} takes a {what}"
            return phrase(said, player=Name(name_of(event.player)), what=event.what)
        case p.RebuyDeclined():
            return phrase("{player} takes no re-buy", player=Name(name_of(event.player)))
        case p.MovesProposed():
            return phrase("{count} moves are proposed", count=Count(len(event.proposed)))
        case p.MovesOrdered():
            return together(tuple(move_words(one, name_of) for one in event.ordered))
        case p.MovesDropped():
            return "proposed moves are dropped"
        case p.MoveCancelled():
            return phrase("a move is not carried out: {why}", why=event.why)
        case p.ChipsColouredUp():
            said = "{player} has {chips}"
            won = tuple(stack_words(said, one, name_of) for one in event.stacks if one.after > one.before)
            said = "chips of {value} leave table {table}: {won}"
            return phrase(said, value=Count(event.value), table=event.table, won=won or "nothing is odd")
        case p.StackCorrected():
            return together(tuple(stack_words("{player} has {chips} now", one, name_of) for one in event.stacks))
        case p.TableBroken():
            return phrase("table {table} is closed", table=event.table)
        case h.NoteTakenBack():
            return phrase("taken back: {players} {what}", players=listed(event.players, name_of), what=event.kind)
        case _:
            return later_words(event, name_of)


def together(several: tuple[Phrase, ...]) -> Text:
    """Several sentences in one line."""
    return several[0] if len(several) == 1 else phrase("{several}", several=Listed(several, "; ")) if several else ""


def stack_words(said: str, one: Any, name_of: Who) -> Phrase:  # noqa: ANN401 - a stack before and after
    """What somebody has now."""
    return phrase(said, player=Name(name_of(one.player)), chips=Count(one.after))


def out_words(event: p.PlayerEliminated, name_of: Who) -> Phrase:
    """Who is out, where and in which place; a round of a bracket is lost over several tables."""
    said = phrase(
        "{player} is out at table {table}: {place} place" if event.table else "{player} is out: {place} place",
        player=Name(name_of(event.player)),
        table=event.table,
        place=ordinal(event.place),
    )
    return phrase("{said}, shared by {count}", said=said, count=event.shared_with) if event.shared_with > 1 else said


def later_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401, C901, PLR0912 - a case for each event
    """What happens towards the end of an event, and what staff do by hand."""
    player = Name(name_of(event.player)) if isinstance(getattr(event, "player", None), str) else None
    match event:
        case p.HandForHandBegan():
            return "hand for hand: tables wait for each other"
        case p.HandForHandEnded():
            return "hand for hand is over"
        case p.SessionClosed():
            return phrase("no further round of play begins in {session}", session=Name(event.session))
        case p.SessionOver():
            first = listed(event.places[0] if event.places else (), name_of)
            return phrase("{session} is over; {players} came first", session=Name(event.session), players=first)
        case p.PlayerDisqualified():
            return phrase("{player} is disqualified ({ground})", player=player, ground=event.ground)
        case p.SubstituteApproved():
            said = "{substitute} is to have the seat of {player} after the round of play"
            return phrase(said, substitute=Name(name_of(event.substitute)), player=player)
        case p.SubstituteLapsed():
            said = "{player} is out; {substitute} has no seat to take"
            return phrase(said, substitute=Name(name_of(event.substitute)), player=player)
        case p.PenaltyGiven():
            length = (
                phrase("{count} minutes", count=event.minutes)
                if event.minutes
                else phrase("{count} hands", count=event.hands)
            )
            said = "{player} has a penalty of {length}: {reason}"
            return phrase(said, player=player, length=length, reason=Name(event.reason))
        case p.PenaltyServed():
            return phrase("{player} has served a penalty and plays", player=player)
        case p.LevelInserted():
            return phrase("a level is put in: it is level {level} ({by})", level=event.at, by=Name(event.by))
        case p.BoughtIntoFinal():
            said = "{player} buys into {session}, {amount}"
            return phrase(said, player=player, session=Name(event.session), amount=Money(cents_of(event)))
        case p.SessionPaid():
            said = "{player} pays {amount} for {session}"
            return phrase(said, player=player, amount=Money(cents_of(event)), session=Name(event.session))
        case p.LeftOut():
            said = "{session} begins without {players}, who did not pay for it"
            return phrase(said, session=Name(event.session), players=listed(event.players, name_of))
        case p.DisputeRaised():
            said = "a dispute at table {table}: {text}" if event.table else "a dispute about the event: {text}"
            return phrase(said, table=event.table, text=Name(event.text))
        case p.DisputeSettled():
            return phrase("the dispute is decided: {decision}", decision=Name(event.decision))
        case p.BountyWon(out=""):
            said = "{player} wins {amount} of bounties that nobody else won"
            return phrase(said, player=player, amount=Money(event.cents))
        case p.BountyWon():
            said = "{player} wins {amount} for {out}"
            return phrase(said, player=player, amount=Money(event.cents), out=Name(name_of(event.out)))
        case p.DealProposed():
            return phrase("{player} proposes a division by {method}", player=player, method=event.method)
        case p.DealVoted():
            return "the division is off: not everyone agrees"
        case p.DealMade():
            return "everyone agreed: what is left is divided"
        case p.LateSeated():
            seat = event.seat
            said = "{player} takes seat {seat} at table {table}"
            return phrase(said, player=Name(name_of(seat.player)), seat=seat.seat, table=seat.table)
        case p.ReEntered():
            return phrase("{player} buys back in", player=player)
        case _:
            return envelope_words(event, name_of)


def envelope_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """Bounties in envelopes."""
    match event:
        case p.EnvelopesSealed():
            return phrase(
                "the bounties are sealed in {count} envelopes of up to {most}; the root of their order is {root}…",
                count=Count(len(event.cents)),
                most=Money(max(event.cents)),
                root=Name(event.root[:16]),
            )
        case p.EnvelopeOpened():
            return phrase(
                "{players} draws envelope {number} for {out}: {amount}",
                players=listed(event.winners, name_of),
                number=event.number,
                out=Name(name_of(event.out)),
                amount=Money(event.cents),
            )
    return ""


def desk_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """What is done at the director's desk."""
    match event:
        case d.StartMoved():
            said = "{session} starts at {starts}, not at {before}"
            return phrase(said, session=Name(event.session), starts=Name(event.starts), before=Name(event.before))
        case d.TimeLimited():
            return phrase("from the next level on there are {count} seconds to act", count=event.seconds)
        case d.ChipsCounted():
            where = phrase("at table {table}", table=event.table) if event.table else "at all tables"
            return phrase(
                "chips are counted {where}: {held} of {players} players, {issued} given out",
                where=where,
                held=Count(sum(chips for _, chips in event.stacks)),
                players=Count(len(event.stacks)),
                issued=Count(event.issued),
            )
        case d.CountNoted():
            more = event.counted - event.on_record
            found = "{count} more than on record" if more > 0 else "{count} fewer than on record"
            return phrase(
                "{counted} chips are counted before {player}, {found}",
                counted=Count(event.counted),
                player=Name(name_of(event.player)),
                found=phrase(found, count=Count(abs(more))) if more else "as on record",
            )
        case d.BacksSet():
            return phrase("the cards at table {table} have {backs} backs", table=event.table, backs=event.backs)
        case d.ReturnChecked(returned=returned, due=due) if returned == due:
            said = "after {session} all chips of {value} came back"
            return phrase(said, session=Name(event.session), value=Count(event.value))
        case d.ReturnChecked():
            return phrase(
                "after {session} {gone} of {due} chips of {value} are missing",
                session=Name(event.session),
                gone=Count(event.due - event.returned),
                due=Count(event.due),
                value=Count(event.value),
            )
        case _:
            return ""


def round_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """Matches of a bracket, play-offs, and rounds of play that are special."""
    match event:
        case p.MatchesBegun():
            pairs = [
                phrase("{one} against {other}", one=Name(name_of(one)), other=Name(name_of(other)))
                for one, other in event.pairs
            ]
            return phrase("match {number} begins: {pairs}", number=event.match, pairs=both(pairs))
        case p.MatchWon():
            who = {"player": Name(name_of(event.player)), "over": Name(name_of(event.over))}
            return phrase(
                "{player} wins a match against {over}, the {wins} of this round", **who, wins=ordinal(event.wins)
            )
        case p.MatchesOver():
            return phrase("match {number} is over", number=event.match)
        case p.PlayOffCalled():
            said = "{session} ends with equal chips: {players} play it off"
            return phrase(said, session=Name(event.session), players=listed(event.tied, name_of))
        case p.RoundAnnounced():
            said = "the next round of play at table {tables} is a bonus round"
            if event.kind == "elimination":
                said = "the next round of play at table {tables} is an elimination round"
            return phrase(said, tables=names(map(str, event.tables)))
        case p.BonusWon():
            won = phrase("{chips} chips", chips=Count(event.chips)) if event.chips else Money(event.cents)
            return phrase("{player} wins {won} in a bonus round", player=Name(name_of(event.player)), won=won)
        case _:
            return ""


def duty_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """Who conducts the event."""
    match event:
        case y.ConductorNominated():
            said = "{name} is nominated by {by} to conduct the event"
            return phrase(said, name=Name(name_of(event.account)), by=Name(event.by))
        case y.CameOnDuty():
            return phrase("{name} is on duty", name=Name(event.name))
        case y.DutyOffered():
            said = "{name} hands the event over to {to}, who has not come yet"
            return phrase(said, name=Name(event.name), to=Name(name_of(event.to)))
        case y.DutyHandedOver():
            said = "{name} has handed the event over to {to}"
            return phrase(said, name=Name(event.name), to=Name(event.to_name))
        case y.WentOffDuty():
            said = "{name} is not on duty any more" + (": nobody is, and the event is held" if event.last else "")
            return phrase(said, name=Name(event.name))
        case _:
            return ""


def bag_words(event: Any, name_of: Who) -> Text:  # noqa: ANN401 - any event of a tournament
    """Stacks that are kept overnight, with every difference."""
    match event:
        case b.BagsCounted():
            said = phrase(
                "{name} has put {count} stacks into bags", name=Name(event.name), count=Count(len(event.bags))
            )
            return with_differences(said, event.bags, name_of)
        case b.BagsSealed() | b.BagsConfirmed():
            who = names(event.names, " and ")
            sealed = isinstance(event, b.BagsSealed)
            template = "{names} have sealed {count} bags" if sealed else "{names} have opened {count} bags"
            said = phrase(template, names=who, count=Count(len(event.bags)))
            return with_differences(said, event.bags, name_of)
        case b.BagsOpened():
            return with_differences(phrase("{name} has opened the bags", name=Name(event.name)), event.bags, name_of)
        case b.BagDecided():
            return phrase(
                "{player} had {found} in the bag, {on_record} on record: {stands} stands ({name}: {reason})",
                player=Name(name_of(event.player)),
                found=Count(event.found),
                on_record=Count(event.on_record),
                stands="what was found" if event.stands == "bag" else "the record",
                name=Name(event.name),
                reason=Name(event.reason),
            )
        case _:
            return ""


def with_differences(said: Phrase, bags: tuple[b.Bag, ...], name_of: Who) -> Phrase:
    """What was done to bags, with the differences found in them, by player."""
    odd = tuple(
        phrase(
            "{player} +{count}" if one.counted > one.due else "{player} -{count}",
            player=Name(name_of(one.player)),
            count=Count(abs(one.counted - one.due)),
        )
        for one in bags
        if one.counted != one.due
    )
    return phrase("{said}: {odd}", said=said, odd=odd) if odd else phrase("{said}, all as it should be", said=said)


def move_words(move: PlayerMove, name_of: Who) -> Phrase:
    """A move in words."""
    said = phrase(
        "{player} goes from table {from_table}, seat {from_seat}, to table {to_table}, seat {to_seat}, {why}",
        player=Name(name_of(move.player)),
        from_table=move.from_table,
        from_seat=move.from_seat,
        to_table=move.to_table,
        to_seat=move.to_seat,
        why=WHY_MOVED[move.reason],
    )
    return with_choice(said, move)


def with_choice(said: Phrase, move: PlayerMove) -> Phrase:
    """The same with why this player, and why that seat, by the conditions; nothing more where a table breaks."""
    if not move.chosen_by:
        return said
    return phrase(
        "{said}: {chosen}, to {seat}", said=said, chosen=CHOSEN_BY[move.chosen_by], seat=SEAT_BY[move.seat_by]
    )
