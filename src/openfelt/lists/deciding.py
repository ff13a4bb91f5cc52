"""What happens to lists and seats if an order is given now: a cited refusal, or events.

`decide` is the only place where that is checked. It refuses or says what happens, and changes nothing. What comes from
outside (the time, the tables, who is kept out, the draw) is given.

>>> from openfelt.games.standard import standard_sign
>>> from openfelt.room.offices import Officer
>>> from openfelt.lists.orders import Join, OpenList
>>> from openfelt.lists.state import evolve
>>> brush = Officer("bea", "bea", ("gaming supervisor",))
>>> lists, now = Lists(), ListGiven(0)
>>> for order in (OpenList("holdem", standard_sign("nsw-poker", "texas-holdem"), brush), Join("holdem", "ann")):
...     for one in decide(lists, order, now):
...         evolve(lists, one)
>>> [(one.player, one.interest) for one in lists.lists["holdem"].line]
[('ann', True)]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.lists import asking, joining, offering
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.draft import Draft
from openfelt.lists.facts import ListGiven
from openfelt.lists.state import Lists

__all__ = ["decide"]


def decide(state: Lists, order: o.AnyListOrder, given: ListGiven) -> tuple[e.ListEvent, ...]:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    draft = Draft(state, given)
    _ANSWERS[type(order)](draft, order)
    return tuple(draft.events)


_ANSWERS: Final[dict[type, Callable[[Draft, Any], None]]] = {
    o.Join: joining.join,
    o.Leave: joining.leave,
    o.AddPerson: joining.add_person,
    o.AddAtKiosk: joining.add_at_kiosk,
    o.RemovePerson: joining.remove_person,
    o.SendToEnd: joining.send_to_end,
    o.OpenList: joining.open_list,
    o.CloseList: joining.close_list,
    o.Strike: joining.strike,
    o.NoteSeats: joining.note_seats,
    o.CallNext: offering.call_next,
    o.TakeOffer: offering.take_offer,
    o.PassOffer: offering.pass_offer,
    o.EndOffer: offering.end_offer,
    o.HoldChip: offering.hold_chip,
    o.TakeBack: offering.take_back,
    o.SitFreely: offering.sit_freely,
    o.ChangeFreely: offering.change_freely,
    o.AskSeat: asking.ask_seat,
    o.AskTable: asking.ask_table,
    o.WithdrawRequest: asking.withdraw,
    o.DropRequest: asking.drop_request,
    o.SetFeeder: asking.set_feeder,
    o.EndFeeder: asking.end_feeder,
    o.BreakGame: asking.break_game,
    o.OpenFromList: asking.open_from_list,
}
