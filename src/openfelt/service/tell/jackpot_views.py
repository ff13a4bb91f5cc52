"""A jackpot as whoever looks at it sees it: the display, and for staff the terminal with every meter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import UNSET

from openfelt.cage import accounts
from openfelt.games.registry import find_game
from openfelt.jackpots import events as e
from openfelt.jackpots.checking import ITEMS, percent
from openfelt.jackpots.claiming import offer_words
from openfelt.jackpots.parameters import JackpotEvent, Parameters, cents_of
from openfelt.jackpots.pool import Hit, Pool
from openfelt.jackpots.reading import write_parameters
from openfelt.jackpots.rules import rules_of
from openfelt.jackpots.settling import next_window, prize_cites
from openfelt.phrases import Money, Name, Text, names, phrase
from openfelt.room.jackpots import tabling
from openfelt.room.offices import Officer
from openfelt.service.wire import jackpots_protocol as v
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.table import TableHost

PAID_SHOWN: Final = 3
PHASES: Final[dict[str, v.HitPhase]] = {
    "waits": "waits",
    "locked": "locked",
    "verified": "verified",
    "paid": "paid",
}
NameOf = Callable[[str], str]


def jackpot_view(
    host: JackpotHost,
    name_of: NameOf,
    *,
    viewer: str = "",
    officer: Officer | None = None,
    linkable: tuple[str, ...] = (),
) -> v.JackpotView:
    """A jackpot; its terminal with it for an officer."""
    state, given = host.state, host.state.parameters
    assert given is not None
    cents = host.hall.journal.store.balance(accounts.jackpot(state.name))
    paid = [one for one in state.last_hits if one.phase == "paid"][:PAID_SHOWN]
    hits = tuple(hit_view(state, one, name_of, viewer) for one in (*state.open_hits, *paid))
    return v.JackpotView(
        name=state.name,
        title=str(given.title),
        book=given.book,
        game=find_game(given.book, str(given.game)).name,
        deck=cents_of(given.deck),
        phase="open" if state.phase == "open" else "ended",
        cents=cents,
        increment_cents=cents_of(given.increment_cents),
        offer_ends=str(given.offer_ends),
        events=tuple(on_offer(state, one) for one in given.events),
        tables=state.tables,
        hits=hits,
        sign=sign_view(state),
        failing=state.malfunction is not None,
        terminal=terminal_view(host, cents, name_of, officer, linkable) if officer is not None else None,
    )


def on_offer(state: Pool, event: JackpotEvent) -> v.EventOnOffer:
    """An event in words."""
    ends = next_window(state, event) if event.kind == "high-hand" and state.phase == "open" else 0
    return v.EventOnOffer(
        name=event.name,
        text=offer_words(event),
        prize=prize_words(event),
        conditions=tuple(condition_words(event)),
        window_ends_ms=ends,
    )


def prize_words(event: JackpotEvent) -> Text:
    """What an event wins, in words."""
    prize = event.prize
    if prize.kind == "all":
        return "all of the pool"
    if prize.kind == "fixed":
        return phrase("{amount}", amount=Money(cents_of(prize.cents)))
    return phrase("{percent} % of the pool", percent=percent(cents_of(prize.per_mille)))


def condition_words(event: JackpotEvent) -> list[Text]:
    """What an event needs beside its hand."""
    found: list[Text] = [phrase("at least {count} players dealt in", count=event.dealt_in)]
    if event.both_cards is True:
        found.append("both hole cards play")
    if event.showdown is True:
        found.append("a showdown")
    if event.window_minutes is not UNSET:
        found.append(phrase("the best hand within {count} minutes", count=event.window_minutes))
    if event.shares is not UNSET:
        parts = event.shares
        said = "{loser} % for the losing hand, {winner} % for the winning one, {table} % for the table"
        loser, winner, table = (
            percent(cents_of(one)) for one in (parts.loser_per_mille, parts.winner_per_mille, parts.table_per_mille)
        )
        found.append(phrase(said, loser=loser, winner=winner, table=table))
    return found


def hit_view(state: Pool, hit: Hit, name_of: NameOf, viewer: str) -> v.HitView:
    """A hit and its shares."""
    shares = tuple(
        v.ShareView(
            player=one.player, name=name_of(one.player), cents=one.cents, role=one.role, you=one.player == viewer
        )
        for one in hit.shares
    )
    given = state.parameters
    assert given is not None
    event = given.event(hit.event)
    return v.HitView(
        number=hit.number,
        event=hit.event,
        table=hit.table,
        hand=hit.hand,
        ended_ms=hit.ended_ms,
        phase=PHASES[hit.phase],
        cents=hit.cents,
        shares=shares,
        claimed=bool(hit.claimed_by),
        verified_by=name_of(hit.verified_by) if hit.verified_by else "",
        paid_ms=hit.paid_ms,
        cites=prize_cites(rules_of(given.book), event) if event is not None else (),
    )


def sign_view(state: Pool) -> v.SignView | None:
    """The sign that hangs, if one does."""
    sign = state.sign
    if sign is None:
        return None
    lines = difference(state.parameters, sign.parameters) if sign.parameters is not None else ("the jackpot ends",)
    ends = sign.parameters is None
    return v.SignView(change_at_ms=sign.change_at_ms, shown_ms=sign.at_ms, ends=ends, lines=lines)


def difference(now: Parameters | None, new: Parameters) -> tuple[Text, ...]:
    """What new parameters change, in words."""
    before = set(map(str, parameter_lines(now))) if now is not None else set()
    after = parameter_lines(new)
    gone = () if now is None else tuple(one for one in events_of(now) if one not in events_of(new))
    ended = tuple(phrase("no longer on offer: {name}", name=Name(one)) for one in gone)
    return (*(line for line in after if str(line) not in before), *ended)


def events_of(given: Parameters) -> tuple[str, ...]:
    """The events by their names."""
    return tuple(one.name for one in given.events)


def parameter_lines(given: Parameters) -> tuple[Text, ...]:
    """Parameters that were checked, line by line as a sign has them."""
    game = find_game(given.book, str(given.game)).name
    until = Name(str(given.offer_ends))
    return (
        phrase("{title}: {game}, {deck} cards", title=Name(str(given.title)), game=Name(game), deck=given.deck),
        phrase("it begins with {amount}", amount=Money(cents_of(given.base_cents))),
        phrase("{amount} each round of play", amount=Money(cents_of(given.increment_cents))),
        phrase("on offer {until}", until=until),
        *(event_line(one) for one in given.events),
        *(phrase("{what}: {where}", what=ITEMS[item].label, where=Name(str(of))) for item, of in places_of(given)),
    )


def event_line(event: JackpotEvent) -> Text:
    """An event on one line: what hits it, what it wins, and what else it needs."""
    return phrase(
        "{name}: {what}, wins {prize}; {conditions}",
        name=Name(event.name),
        what=offer_words(event),
        prize=prize_words(event),
        conditions=tuple(condition_words(event)),
    )


def places_of(given: Parameters) -> Iterator[tuple[str, Any]]:
    """What serves as the equipment, and where the events are shown, by their items."""
    for part in ("equipment", "shown"):
        inside = getattr(given, part)
        yield from ((f"{part}.{name}", getattr(inside, name)) for name in inside.__struct_fields__)


# -- the terminal ------------------------------------------------------------------------------------------------------


def terminal_view(
    host: JackpotHost, cents: int, name_of: NameOf, officer: Officer, linkable: tuple[str, ...]
) -> v.TerminalView:
    """All that the controller and the terminal show."""
    state = host.state
    assert state.parameters is not None
    meters = state.meters
    return v.TerminalView(
        offices=officer.offices,
        meters=v.MetersView(
            base=meters.base,
            increments=meters.increments(cents),
            reseeds=meters.reseeds,
            top_ups=meters.top_ups,
            adjusted=meters.adjusted,
            paid=meters.paid,
            held=meters.held,
            returned=meters.returned,
            hits=meters.hits,
            wins=meters.wins,
        ),
        last_hits=tuple(hit_view(state, one, name_of, "") for one in state.last_hits),
        changes=tuple(change_view(one, name_of) for one in reversed(state.changes)),
        failure=failure_view(state),
        linkable=linkable,
        toml=write_parameters(state.parameters),
    )


def failure_view(state: Pool) -> v.FailureView | None:
    """The equipment that fails, if some does."""
    failing = state.malfunction
    if failing is None:
        return None
    got = dict(failing.received)
    notices = tuple(v.NoticeView(to=one, reference=got.get(one, "")) for one in failing.notified)
    return v.FailureView(part=failing.part, what=failing.what, since_ms=failing.since_ms, notices=notices)


def change_view(event: Any, name_of: NameOf) -> v.ChangeView:  # noqa: ANN401 - one of those that are kept
    """A change on record, in words."""
    return v.ChangeView(at_ms=getattr(event, "at_ms", 0), text=change_words(event, name_of), cites=event.cites)


def change_words(event: Any, name_of: NameOf) -> Text:  # noqa: ANN401 - one of those that are kept
    """A change of parameters in words, with its author."""
    who: Name | str = Name(name_of(event.by)) if getattr(event, "by", "") else "the house"
    match event:
        case e.PoolOpened():
            return phrase("{who} offers the jackpot with {amount}", who=who, amount=Money(event.base_cents))
        case e.TableLinked() | e.TableUnlinked():
            said = "{who} links {table}" if isinstance(event, e.TableLinked) else "{who} takes off {table}"
            return phrase(said, who=who, table=Name(event.table))
        case e.DisplayCompared():
            same, counts = event.shows_cents == event.terminal_cents, Money(event.terminal_cents)
            said = "{who} reads {shows} off the display" + ("" if same else "; the terminal has {counts}")
            return phrase(said, who=who, shows=Money(event.shows_cents), counts=counts)
        case e.SignShown():
            what = "the end" if event.parameters is None else "other parameters"
            return phrase("{who} puts up a sign: {what}", who=who, what=what)
        case e.ParametersChanged():
            return phrase("{who} changes the parameters", who=who)
        case e.PoolEnded():
            said = "{who} ends the jackpot; {amount} go back to the operator"
            return phrase(said, who=who, amount=Money(event.cents))
        case e.MalfunctionReported():
            return phrase(
                "{who} reports the {part}: {what}; notified: {notified}",
                who=who,
                part=event.part,
                what=Name(event.what),
                notified=names(event.notified, nobody=""),
            )
        case e.NoticeReceived():
            said = "{to} has received the notice ({reference})"
            return phrase(said, to=Name(event.to), reference=Name(event.reference))
        case e.PoolAdjusted():
            said = "{who} adjusts the pool by {amount}: {reason}"
            return phrase(said, who=who, amount=Money(event.by_cents), reason=Name(event.reason))
        case e.AmountConfirmed():
            return phrase("{who} confirms {amount}", who=who, amount=Money(event.cents))
        case e.HitReleased():
            said = "hit {number} goes by the corrected hand; {amount} are in the pool again"
            return phrase(said, number=event.hit, amount=Money(event.cents))
    return ""


# -- at the table ------------------------------------------------------------------------------------------------------


def table_jackpot(host: TableHost) -> v.TableJackpot | None:
    """The console of a linked table, and which cards may still be put face up."""
    table, link = host.table, host.table.jackpot
    if link is None:
        return None
    press = press_of(host)
    tables, flops = tabling(table, host.hand)
    return v.TableJackpot(
        pool=link.pool,
        number=table.number,
        press=press,
        authorised=link.authorised == table.number and table.number > 0,
        tables=tables,
        flops=flops,
    )


def press_of(host: TableHost) -> Any:  # noqa: ANN401 - one of the words of the wire
    """Which press of the console the latest round of play waits for."""
    table, link, hand = host.table, host.table.jackpot, host.hand
    assert link is not None
    if link.ending:
        return "end-game"
    if not table.number or not link.is_open(table.number):
        return "done"
    if not table.in_hand:
        return "after"
    return "start" if not host.state.is_dealt or hand is None or not hand.acts | hand.acts_before else "late"
