"""Lines of a tournament's story that tell of play: seats, the clock, rounds of play, moves, the end of a session.

    the session begins
    ann sits at table 1 seat 1
    the clock starts
    round at table 1: ann 5000 to 0, bob 5000 to 10000, button 1
    ann is out in place 2

A line without an office is the house's own. Seats are drawn in the order of entry, or in the order of a line `drawn
cat, ann, bob` before; `cards Ks 9d` are those of the next draw of cards. What a player put into the pot is what was
lost, unless the line says so: `ann 5000 to 2000 with 4000 in`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from openfelt.cards import FULL_DECK, cards
from openfelt.errors import NotationError
from openfelt.stories.lines import Failed, Source, require
from openfelt.stories.tournament_stage import TournamentStage, officer
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.clock import MINUTE_MS, read
from openfelt.tournaments.committing import draw_due
from openfelt.tournaments.facts import conditions_of, session_of
from openfelt.tournaments.play_facts import levels_now, next_session, plan_of
from openfelt.tournaments.table_directing import holding, situation
from openfelt.tournaments.table_orders import TableReport
from openfelt.tournaments.vocabulary import HandResult
from openfelt.tournaments.watching import require_shown

if TYPE_CHECKING:
    from openfelt.tournaments.in_play import InPlay

RESULT: Final = re.compile(r"(\w+) (\d+) to (\d+)(?: with (\d+) in)?")
REASONS: Final = {"balance the tables": "balance", "break a table": "break", "draw the final table": "redraw"}
GROUNDS: Final = {
    "staying away": "absence",
    "breaking the rules": "breach",
    "advice": "advice",
    "not posting": "no-post",
    "adding to the stake": "stake-increased",
    "hiding chips": "chips-hidden",
}
N: Final = r"(\w+)"
BY: Final = r"the (\w[\w ]*?) "
Line = tuple[str, Callable[..., None]]


def by_of(office: str) -> Any:  # noqa: ANN401 - an officer, or none
    """Whoever holds an office; nobody for the house's own orders."""
    return officer(office) if office else None


def play_of(stage: TournamentStage) -> InPlay:
    """The event in play."""
    return stage.event.play


# --- what is so outside the event -------------------------------------------------------------------------------------


def minutes_pass(stage: TournamentStage, count: str, unit: str) -> None:
    """Time goes on."""
    stage.at += timedelta(minutes=int(count)) if unit == "minute" else timedelta(seconds=int(count))


def drawn(stage: TournamentStage, names: str) -> None:
    """The order of the next draw of seats."""
    stage.drawn = names.split(", ")


def next_draw(stage: TournamentStage, numbers: str) -> None:
    """The order of the next draw of anything but cards, by numbers from one."""
    stage.numbers = tuple(int(one) - 1 for one in numbers.split(", "))


def next_cards(stage: TournamentStage, text: str) -> None:
    """The first cards of the next draw of cards."""
    stage.cards = tuple(FULL_DECK.cards.index(one) for one in cards(text))


def kept_apart(stage: TournamentStage, one: str, two: str) -> None:
    """The floor keeps two players from one table."""
    stage.apart |= {frozenset((one, two))}


# --- sessions and the clock -------------------------------------------------------------------------------------------


def session_begins(stage: TournamentStage, office: str, name: str) -> None:
    """The next session, or one by its name."""
    session = next_session(stage.event) if stage.event.phase == "started" else None
    stage.give(q.BeginSession(name or (str(session.name) if session else "the event"), by_of(office)))


def fix_draw(stage: TournamentStage) -> None:
    """The house fixes the draw of the next session, unless the story does so itself."""
    if not stage.draws_by_hand and (due := draw_due(stage.event)) is not None:
        stage.give(q.CommitDraw(due[0]))


def draw_fixed(stage: TournamentStage, name: str) -> None:
    """The draw of the next session is fixed; from then on the story fixes every draw itself."""
    due = draw_due(stage.event)
    stage.draws_by_hand = True
    stage.give(q.CommitDraw(name or (due[0] if due else "none")))


def draws_itself(stage: TournamentStage) -> None:
    """The story fixes every draw itself."""
    stage.draws_by_hand = True


def clock_starts(stage: TournamentStage, office: str) -> None:
    """The clock runs."""
    stage.give(q.StartClock(by_of(office)))


def stops_clock(stage: TournamentStage, office: str) -> None:
    """The clock stands."""
    stage.give(q.PauseClock(officer(office)))


def ends_stage(stage: TournamentStage, office: str) -> None:
    """The present level or break is over."""
    stage.give(q.NextStage(officer(office)))


def adds_time(stage: TournamentStage, office: str, sign: str, minutes: str) -> None:
    """More time, or less."""
    stage.give(q.AddTime(int(minutes) * MINUTE_MS * (-1 if sign == "takes off" else 1), officer(office)))


def puts_in(stage: TournamentStage, office: str, which: str) -> None:
    """A level that the conditions reserve comes next."""
    stage.give(q.InsertLevel(int(which), officer(office)))


def gives_break(stage: TournamentStage, office: str, minutes: str) -> None:
    """A break of a stated length."""
    stage.give(q.GiveBreak(int(minutes), officer(office)))


def stage_begins(stage: TournamentStage, _what: str) -> None:
    """The next level, or the break."""
    stage.give(q.ReachStage(play_of(stage).stage + 1))


def session_closes(stage: TournamentStage, office: str) -> None:
    """No further round begins."""
    stage.give(q.CloseSession(play_of(stage).session, by_of(office)))


def session_ends(stage: TournamentStage) -> None:
    """The session is ranked."""
    stage.give(q.EndSession(play_of(stage).session))


def confirms(stage: TournamentStage, office: str) -> None:
    """The places win what they win."""
    stage.give(q.ConfirmPlaces(by_of(office)))


# --- rounds of play ---------------------------------------------------------------------------------------------------


def a_round(stage: TournamentStage, table: str, text: str, button: str) -> None:
    """A round of play was completed."""
    number, play = int(table), play_of(stage)
    found = play.tables.get(number)
    results = []
    for part in text.split(", "):
        made = RESULT.fullmatch(part)
        if made is None:
            raise NotationError(f"{part!r} is no result", legal=("ann 5000 to 0", "ann 5000 to 2000 with 4000 in"))
        player, before, after = made[1], int(made[2]), int(made[3])
        one = play.players.get(player)
        put_in = int(made[4]) if made[4] else max(0, before - after)
        won = max(0, after - before + put_in)
        results.append(HandResult(one.seat if one else 0, player, before, put_in, after, won))
    now = int(stage.given_now().now_ms)
    began, stage.began_ms = stage.began_ms if stage.began_ms is not None else now, None
    hands = found.hands + 1 if found else 1
    stage.give(q.NoteHand(number, hands, tuple(results), int(button) if button else 0, began, now))


def watches(stage: TournamentStage, who: str, table: str) -> None:
    """Somebody asks for the round that was noted last at a table: a player of it, staff, or who only watches."""
    noted = [one for one in stage.events if isinstance(one, p.HandNoted) and one.table == int(table)]
    if not noted:
        raise NotationError(f"no round was noted at table {table}", legal=("round at table 1: ...",))
    stage.source = Source("require_shown")
    played = {one.player for one in noted[-1].results}
    only = not who.startswith("the ") and who not in played
    now = stage.given_now().now_ms
    require_shown(conditions_of(stage.event), noted[-1].ended_ms, now, only_watches=only)


def round_began(stage: TournamentStage, minutes: str) -> None:
    """The next round that is told of began so long before."""
    stage.began_ms = stage.given_now().now_ms - int(minutes) * MINUTE_MS


def waits(stage: TournamentStage) -> None:
    """Hand for hand begins."""
    stage.give(q.BeginHandForHand())


def together(stage: TournamentStage) -> None:
    """All tables deal one round that counts as one."""
    play = play_of(stage)
    stage.give(q.DealTogether(play.together + 1, tuple((one.number, one.hands + 1) for one in play.tables.values())))


def waits_no_more(stage: TournamentStage) -> None:
    """Hand for hand ends."""
    stage.give(q.EndHandForHand())


def buys(stage: TournamentStage, name: str, what: str) -> None:
    """A player buys chips."""
    stage.give(q.BuyChips(stage.player(name), what))  # type: ignore[arg-type]


def colours_up(stage: TournamentStage, level: str) -> None:
    """Chips that are no longer needed leave, and every table has exchanged them."""
    stage.give(q.ColourUp(int(level)))
    for act in tuple(play_of(stage).exchanges):
        stage.give(q.NoteExchange(act))


def declines(stage: TournamentStage, name: str) -> None:
    """A player without chips buys none."""
    stage.give(q.DeclineRebuy(name))


def lapses(stage: TournamentStage, name: str) -> None:
    """The time to think of a re-buy is over."""
    stage.give(q.LapseRebuy(name))


def late_seat(stage: TournamentStage, name: str) -> None:
    """Somebody who waits has a seat."""
    stage.give(q.SeatLate(name))


def re_enters(stage: TournamentStage, name: str) -> None:
    """Somebody who is out enters anew."""
    stage.give(q.ReEnter(name))


def buys_into_final(stage: TournamentStage, name: str, without: str) -> None:
    """Somebody buys into a later session, agreeing with the version that stands."""
    stage.give(q.BuyIntoFinal(stage.player(name), not without, stage.event.digest))


def pays_for_session(stage: TournamentStage, name: str) -> None:
    """Somebody pays for the session to which one has advanced."""
    stage.give(q.PaySession(stage.player(name)))


def entries_close(stage: TournamentStage) -> None:
    """Nobody comes in any more."""
    stage.give(q.CloseEntries())


def disqualifies(stage: TournamentStage, office: str, name: str, ground: str, refund: str) -> None:
    """A player is taken out."""
    stage.give(q.Disqualify(name, GROUNDS[ground], officer(office), bool(refund)))  # type: ignore[arg-type]


def penalises(stage: TournamentStage, office: str, name: str, wordless: str) -> None:
    """A player is kept from play."""
    stage.give(q.GivePenalty(name, " " if wordless else "as it was", officer(office)))


def substituted(stage: TournamentStage, substitute: str, name: str) -> None:
    """A substitute has the seat, or there is none any more."""
    waits = play_of(stage).substitutes.values()
    found = [one.act for one in waits if (one.player, one.substitute) == (name, substitute)]
    stage.give(q.NoteSubstitute(found[0] if found else f"of {name}"))


def penalty_noted(stage: TournamentStage, name: str) -> None:
    """A table keeps a player from play as was ordered."""
    found = [act for act, one in play_of(stage).penalties.items() if one.player == name]
    stage.give(q.NotePenalty(found[0] if found else f"of {name}"))


def penalty_over(stage: TournamentStage, name: str) -> None:
    """The minutes of a penalty are over."""
    found = [act for act, one in play_of(stage).serving.items() if one.player == name]
    stage.give(q.EndPenalty(found[0] if found else f"of {name}"))


def disputes(stage: TournamentStage, name: str, table: str, wordless: str) -> None:
    """A dispute, at a table or about the event."""
    stage.give(q.RaiseDispute(name, " " if wordless else "what was wagered", int(table) if table else 0))


def decides(stage: TournamentStage, office: str, number: str, wordless: str) -> None:
    """A dispute is decided."""
    stage.give(q.SettleDispute(int(number), " " if wordless else "the wager stands", officer(office)))


def announces(stage: TournamentStage, office: str, kind: str, table: str) -> None:
    """The next round is a special one."""
    stage.give(q.AnnounceRound(kind, officer(office), int(table) if table else 0))  # type: ignore[arg-type]


def proposes(stage: TournamentStage, name: str, method: str) -> None:
    """A deal that is worked out."""
    stage.give(q.ProposeDeal(name, method))  # type: ignore[arg-type]


def proposes_shares(stage: TournamentStage, name: str, text: str) -> None:
    """A deal in sums."""
    shares = tuple((part.split()[0], int(part.split()[1])) for part in text.split(", "))
    stage.give(q.ProposeDeal(name, "custom", shares))


def votes(stage: TournamentStage, name: str, how: str, number: str) -> None:
    """A vote on a deal."""
    stage.give(q.VoteDeal(name, int(number), how == "agrees"))


# --- moves ------------------------------------------------------------------------------------------------------------


def deals_on(stage: TournamentStage, table: str, button: str) -> None:
    """A round of play goes on while the next moves are worked out."""
    stage.dealing += ((int(table), int(button)),)


def plans(stage: TournamentStage, office: str, reason: str) -> None:
    """Moves are worked out; ordered at once where the house moves players itself."""
    dealing, stage.dealing = stage.dealing, ()
    stage.give(q.PlanMoves(REASONS[reason], by_of(office), dealing))  # type: ignore[arg-type]


def accepts_moves(stage: TournamentStage, office: str, number: str) -> None:
    """Proposed moves are ordered."""
    stage.give(q.AcceptMoves(int(number), officer(office)))


def drops_moves(stage: TournamentStage, office: str, number: str) -> None:
    """Proposed moves are not carried out."""
    stage.give(q.DropMoves(int(number), officer(office)))


def has_moved(stage: TournamentStage, name: str) -> None:
    """A player sits in the new seat."""
    move = play_of(stage).move_of(name)
    stage.give(q.NoteMove(move.act if move else f"of {name}"))


# --- claims -----------------------------------------------------------------------------------------------------------


def sits(stage: TournamentStage, name: str, table: str, seat: str) -> None:
    """Where a player sits."""
    one = play_of(stage).players.get(name)
    place = f"table {one.table} seat {one.seat}" if one else "nowhere"
    require(place == f"table {table} seat {seat}", f"{name} sits at {place}")


def goes(stage: TournamentStage, name: str, table: str, seat: str) -> None:
    """Where a player is to go."""
    play = play_of(stage)
    open_ones = [move for one in play.proposed.values() for move in one.proposed] + list(play.moves.values())
    move = next((one for one in open_ones if one.player == name), None)
    place = f"table {move.to_table} seat {move.to_seat}" if move else "nowhere"
    require(place == f"table {table} seat {seat}", f"{name} goes to {place}")


def chosen(stage: TournamentStage, name: str, who: str, to: str, others: str) -> None:
    """By which ways of the conditions a player and a seat were chosen for a move, and among whom."""
    move = play_of(stage).move_of(name)
    told = f"{move.chosen_by} to {move.seat_by} from {', '.join(one.player for one in move.who)}" if move else "nothing"
    require(told == f"{who} to {to} from {others}", f"{name} was chosen by {told}")


def has_chips(stage: TournamentStage, name: str, chips: str) -> None:
    """A player's chips, with those that were bought."""
    one = play_of(stage).players.get(name)
    held = one.all_chips if one else 0
    require(held == int(chips), f"{name} has {held} chips")


def is_out(stage: TournamentStage, name: str, place: str) -> None:
    """The place of one who is out."""
    play = play_of(stage)
    one = play.eliminated.get(name) or play.disqualified.get(name)
    told = f"place {one.place}" if one and name not in play.players else "not out"
    require(told == f"place {place}", f"{name} is {told}")


def is_in(stage: TournamentStage, name: str) -> None:
    """Somebody is still in the session."""
    require(name in play_of(stage).players, f"{name} is not in")


def is_kept(stage: TournamentStage, name: str, hands: str) -> None:
    """How long a penalty keeps a player from play."""
    found = [one.hands for one in play_of(stage).penalties.values() if one.player == name]
    require(found[-1:] == [int(hands)], f"{name} is kept from {found}")


def serves(stage: TournamentStage, name: str, minutes: str) -> None:
    """How many minutes of play a penalty still keeps a player from it; 0: none does."""
    play = play_of(stage)
    until = [one.until_ms for one in (*play.penalties.values(), *play.serving.values()) if one.player == name]
    left = max((*until, 0)) - play.at_play_ms(stage.given_now().now_ms) if until else 0
    require(left == int(minutes) * MINUTE_MS, f"{name} is kept from play for {left} ms")


def level_has(stage: TournamentStage, number: str, blinds: str) -> None:
    """The blinds of a level of the session, with those that were put in counted."""
    conditions = conditions_of(stage.event)
    levels = levels_now(stage.event, session_of(conditions, play_of(stage).session))
    found = "/".join(map(str, levels[int(number) - 1].blinds))
    require(found == blinds, f"level {number} has {found}")


def deal_gives(stage: TournamentStage, text: str) -> None:
    """What a deal that is put to the vote, or made, gives to everyone."""
    deal = play_of(stage).deal or play_of(stage).deal_made
    told = ", ".join(f"{player} {cents}" for player, cents in deal.shares) if deal else "nothing"
    require(told == text, f"the deal gives {told}")


def envelopes(stage: TournamentStage, text: str) -> None:
    """What the sealed envelopes hold, as listed."""
    sealed = play_of(stage).envelopes
    told = ", ".join(map(str, sealed.cents)) if sealed else "none"
    require(told == text, f"envelopes of {told}")


def no_envelopes(stage: TournamentStage) -> None:
    """The point is not reached."""
    require(play_of(stage).envelopes is None, "envelopes are sealed")


def envelope(stage: TournamentStage, number: str, cents: str) -> None:
    """Which envelope was opened last."""
    last = play_of(stage).opened[-1:]
    told = [(one.envelope, one.cents) for one in last]
    require(told == [(int(number), int(cents))], f"opened: {told}")


def held(stage: TournamentStage, number: str, is_not: str) -> None:
    """Whether the director lets no round of play begin at a table."""
    table = play_of(stage).tables.get(int(number))
    if table is None:
        raise Failed(f"there is no table {number}")
    report = TableReport(table.number, "a table", table.hands)
    found = holding(stage.event, table, report, situation(stage.event, {table.number: report}))
    require((found is None) == bool(is_not), f"table {number} is held: {found.why}" if found else "it is not held")


def level(stage: TournamentStage, number: str) -> None:
    """The level that is played."""
    found = plan_of(stage.event)[play_of(stage).stage]
    told = f"break after level {found.level}" if found.is_break else f"level {found.level}"
    require(told == number, f"it is {told}")


def runs(stage: TournamentStage, how: str) -> None:
    """Whether the clock runs."""
    found = "runs" if play_of(stage).clock.runs else "stands"
    require(found == how, f"the clock {found}")


def left(stage: TournamentStage, minutes: str) -> None:
    """What is left of the present level or break."""
    now = read(play_of(stage).clock, plan_of(stage.event), stage.given_now().now_ms)
    told = None if now.left_ms is None else now.left_ms // MINUTE_MS
    require(told == int(minutes), f"{told} minutes are left")


def places(stage: TournamentStage, text: str) -> None:
    """The places of the last session, or of the event once they are confirmed."""
    groups = stage.event.places or (play_of(stage).sessions[-1].places if play_of(stage).sessions else ())
    told = ", ".join(" = ".join(group) for group in groups)
    require(told == text, f"the places are {told}")


def advance(stage: TournamentStage, names: str) -> None:
    """Who goes on to the next session."""
    done = play_of(stage).sessions
    told = ", ".join(done[-1].advanced) if done else "nobody"
    require(told == names, f"{told} advance")


PLAY_SETTINGS: Final[tuple[Line, ...]] = (
    (r"(\d+) (minute|second)s? pass(?:es)?", minutes_pass),
    (r"drawn (.+)", drawn),
    (r"no draw is fixed", draws_itself),
    (r"cards (.+)", next_cards),
    (r"next draw (\d+(?:, \d+)*)", next_draw),
    (rf"{N} and {N} are kept apart", kept_apart),
    (r"the next round began (\d+) minutes ago", round_began),
)
PLAY_CLAIMS: Final[tuple[Line, ...]] = (
    (rf"{N} sits at table (\d+) seat (\d+)", sits),
    (rf"{N} goes to table (\d+) seat (\d+)", goes),
    (rf"chosen {N} by ([\w-]+) to ([\w-]+) from (.+)", chosen),
    (rf"{N} has (\d+) chips", has_chips),
    (rf"{N} is out in place (\d+)", is_out),
    (rf"{N} is in", is_in),
    (rf"{N} is kept from (\d+) rounds", is_kept),
    (rf"{N} is kept from play for (\d+) minutes", serves),
    (r"level (\d+) has blinds ([\d/]+)", level_has),
    (r"table (\d+) is (not )?held", held),
    (r"the deal gives (.+)", deal_gives),
    (r"envelopes (\d+(?:, \d+)*)", envelopes),
    (r"no envelopes are sealed", no_envelopes),
    (r"envelope (\d+) of (\d+) is open", envelope),
    (r"it is (.+)", level),
    (r"the clock (runs|stands)", runs),
    (r"(\d+) minutes are left", left),
    (r"places (.+)", places),
    (r"advanced (.+)", advance),
)
PLAY_ACTS: Final[tuple[Line, ...]] = (
    (r"the session begins()(?:: (.+))?", session_begins),
    (rf"{BY}begins the session(?: (.+))?", session_begins),
    (r"the draw is fixed(?:: (.+))?", draw_fixed),
    (r"the clock starts()", clock_starts),
    (rf"{BY}starts the clock", clock_starts),
    (rf"{BY}stops the clock", stops_clock),
    (rf"{BY}ends the (?:level|break)", ends_stage),
    (rf"{BY}(adds|takes off) (\d+) minutes?", adds_time),
    (rf"{BY}puts in level (\d+)", puts_in),
    (rf"{BY}gives a break of (\d+) minutes?", gives_break),
    (r"the next (level|break) begins", stage_begins),
    (r"round at table (\d+): (.+?)(?:, button (\d+))?", a_round),
    (r"([\w ]+?) looks at the last round of table (\d+)", watches),
    (rf"{N} takes (?:a|the) (re-buy|add-on)", buys),
    (rf"{N} takes no re-buy", declines),
    (r"chips are coloured up after level (\d+)", colours_up),
    (rf"the time of {N} is over", lapses),
    (rf"{N} takes a late seat", late_seat),
    (rf"{N} buys back in", re_enters),
    (rf"{N} buys into the final( without the form)?", buys_into_final),
    (rf"{N} pays for the session", pays_for_session),
    (r"entries close", entries_close),
    (rf"{BY}disqualifies {N} for ({'|'.join(GROUNDS)})(, refunding the fee)?", disqualifies),
    (rf"{BY}penalises {N}( without a word)?", penalises),
    (rf"{N} has the seat of {N}", substituted),
    (rf"the table keeps {N} from play", penalty_noted),
    (rf"the penalty of {N} is over", penalty_over),
    (rf"{N} disputes at table (\d+)( without a word)?", disputes),
    (rf"{N} disputes the event()( without a word)?", disputes),
    (rf"{BY}decides dispute (\d+)( without a word)?", decides),
    (rf"{BY}announces (?:a|an) (bonus|elimination) round(?: at table (\d+))?", announces),
    (rf"{N} proposes a deal by (chips|icm)", proposes),
    (rf"{N} proposes a deal: (.+)", proposes_shares),
    (rf"{N} (agrees|does not agree) with deal (\d+)", votes),
    (r"tables wait for each other", waits),
    (r"tables deal together", together),
    (r"tables wait no more", waits_no_more),
    (r"table (\d+) deals with the button at seat (\d+)", deals_on),
    (r"players move()? to (balance the tables|break a table|draw the final table)", plans),
    (rf"{BY}plans moves to (balance the tables|break a table|draw the final table)", plans),
    (rf"{BY}accepts moves (\d+)", accepts_moves),
    (rf"{BY}drops moves (\d+)", drops_moves),
    (rf"{N} has moved", has_moved),
    (r"the session closes()", session_closes),
    (rf"{BY}closes the session", session_closes),
    (r"the session ends", session_ends),
    (r"the places are confirmed()", confirms),
    (rf"{BY}confirms the places", confirms),
)
PLAY_FORMS: Final = (
    "5 minutes pass", "drawn cat, ann, bob", "cards Ks 9d", "next draw 2, 1, 3",
    "chosen ann by draw to worst-position from ann, bob", "ann and bob are kept apart",
    "ann sits at table 1 seat 2", "ann goes to table 2 seat 1", "ann has 5000 chips", "ann is out in place 3",
    "ann is in", "it is level 2", "the clock runs", "20 minutes are left", "places ann, bob = cat",
    "the session begins", "the clock starts", "the Tournament Supervisor stops the clock",
    "the Tournament Supervisor adds 5 minutes", "the next level begins",
    "round at table 1: ann 5000 to 0, bob 5000 to 10000, button 1", "tables deal together",
    "players move to balance the tables", "ann has moved", "the session ends", "the places are confirmed",
    "the Tournament Supervisor puts in level 1", "level 2 has blinds 75/150", "ann buys into the final",
    "table 1 deals with the button at seat 2", "ann pays for the session", "zoe looks at the last round of table 1",
    "dan has the seat of ann",
    "the table keeps ann from play", "ann is kept from play for 10 minutes", "the penalty of ann is over",
    "envelopes 1000, 500, 500", "envelope 2 of 500 is open", "no envelopes are sealed",
    "chips are coloured up after level 1", "the draw is fixed", "no draw is fixed",
)  # fmt: skip
