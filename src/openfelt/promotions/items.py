"""The items that terms answer: each field by its path, what it is called, and what an answer looks like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.documents.form import Sheet
from openfelt.documents.items import Item

A_TEXT: Final = '"a text", or "none"'
A_MOMENT: Final = '"2026-12-04 19:30 Australia/Sydney"'
PARTS: Final = ("cash", "dollars", "goods[]", "liquor", "appliances[]", "vehicle", "travel", "real_estate")

ITEMS: Final[Mapping[str, Item]] = {
    "name": Item("the name of the promotion", '"a text"'),
    "award.manner": Item("the manner in which the prize is awarded", '"a text"'),
    "award.when": Item("when the prize is awarded", A_MOMENT),
    "award.where": Item("where the prize is awarded", '"a text"'),
    "award.prizes_each": Item("how many prizes one person may win", 'a number, or "none" for any'),
    "eligible": Item("who is eligible", '"a text"'),
    "wager": Item("a minimum or compulsory wager", '"none" or { cents = 500, says = "at one table" }'),
    "wager.cents": Item("the sum of the wager", "cents"),
    "wager.says": Item("how the wager is counted", '"a text"'),
    "nature.says": Item("the nature of the prize", '"a text"'),
    "nature.qualification": Item("a qualification of the prize", A_TEXT),
    "nature.reservation": Item("a reservation of the operator", A_TEXT),
    "nature.guarantee": Item("a guarantee of the operator", A_TEXT),
    "entries.close": Item("when entries close", A_MOMENT),
    "entries.rule": Item("how one has entries", '{ by = "asking" }, or by = "hands", "time" or "showing"'),
    "entries.rule.hands": Item("for how many rounds of play an entry is given", "a number"),
    "entries.rule.minutes": Item("for how many minutes of play an entry is given", "a number"),
    "entries.rule.least": Item("for which hands an entry is given", '"full-house" and better, say'),
    "entries.most_each": Item("how many entries one may have", 'a number, or "none" for any'),
    "held.place": Item("the place of the promotion", '"a text"'),
    "held.starts": Item("date and time of the promotion", A_MOMENT),
    "claim.manner": Item("how a prize is claimed", '"a text"'),
    "claim.presence": Item("whether an entrant has to be there", '"required" or "not-required"'),
    "claim.until": Item("until when a prize may be claimed", f'"none", or {A_MOMENT}'),
    "exclusion.entries": Item(
        "what becomes of the entries of whoever is excluded", '"passed-over", "own-too" or "drawn"'
    ),
    "exclusion.claims": Item("what becomes of the claim of whoever is excluded", '"taken" or "refused"'),
    "told": Item("how the winner is told", '"a text"'),
    "published": Item("how the results are published", '"a text"'),
    "prizes": Item("the prizes", "[[prizes]]"),
    "prizes[].name": Item("what a prize is called", '"a text"'),
    "prizes[].conditions": Item("conditions of receiving, using or accepting a prize", A_TEXT),
    "prizes[].cash_alternative": Item("a cash alternative", '"none" or { cents = 50000 }'),
    "prizes[].cash_alternative.cents": Item("the sum of the cash alternative", "cents"),
    **{f"prizes[].{part}.value_cents": Item("the value of a prize", "cents") for part in PARTS},
    "prizes[].dollars.of": Item("which dollars a prize has", '"slots" or "casino"'),
    "prizes[].goods[].what": Item("what the goods are", '"a text"'),
    "prizes[].liquor.what": Item("which liquor a prize has", '"a text"'),
    "prizes[].liquor.millilitres": Item("the volume of liquor", "millilitres"),
    "prizes[].appliances[].make": Item("the make of an appliance", '"a text"'),
    "prizes[].appliances[].model": Item("the model of an appliance", '"a text"'),
    "prizes[].appliances[].accessories": Item("the accessories of an appliance", A_TEXT),
    "prizes[].vehicle.make": Item("the make of a vehicle", '"a text"'),
    "prizes[].vehicle.model": Item("the model of a vehicle", '"a text"'),
    "prizes[].vehicle.accessories": Item("the accessories of a vehicle", A_TEXT),
    "prizes[].vehicle.on_road_costs": Item("whether registration and on-road costs are included", A_TEXT),
    "prizes[].travel.travellers": Item("how many persons may travel", "a number"),
    "prizes[].travel.included.airfares": Item("whether airfares are included", A_TEXT),
    "prizes[].travel.included.transfers": Item("whether transfers are included", A_TEXT),
    "prizes[].travel.included.other_transport": Item("whether other transport is included", A_TEXT),
    "prizes[].travel.included.duration": Item("the duration of the journey", '"a text"'),
    "prizes[].travel.included.accommodation": Item("the standard of accommodation", A_TEXT),
    "prizes[].travel.included.meals": Item("whether meals are included", A_TEXT),
    "prizes[].travel.restrictions": Item("restrictions on when the journey is taken", A_TEXT),
    "prizes[].travel.spending_money": Item("whether spending money is included", A_TEXT),
    "prizes[].real_estate.dwelling": Item("the type of dwelling", '"a text"'),
    "prizes[].real_estate.plans": Item("the plans", A_TEXT),
    "prizes[].real_estate.contract": Item("the details of the contract", A_TEXT),
    "prizes[].real_estate.easements": Item("the details of easements", A_TEXT),
    "prizes[].real_estate.location": Item("the address or other location", '"a text"'),
    "prizes[].real_estate.included.conveyancing": Item("whether conveyancing is included", A_TEXT),
    "prizes[].real_estate.included.legal_costs": Item("whether legal costs are included", A_TEXT),
    "prizes[].real_estate.included.fixtures": Item("whether fixtures are included", A_TEXT),
    "prizes[].real_estate.included.furniture": Item("whether furniture is included", A_TEXT),
}

AS_FOLLOWS: Final = (("none", "none"), ("yes", "as follows"))
SHEET: Final = Sheet(
    ITEMS,
    choices={
        "wager": AS_FOLLOWS,
        "prizes[].cash_alternative": AS_FOLLOWS,
        "entries.rule": (
            ("asking", "whoever asks has one"), ("hands", "by rounds of play"), ("time", "by minutes of play"),
            ("showing", "by hands that are shown"),
        ),
        "claim.presence": (("required", "an entrant has to be there"), ("not-required", "nobody has to be there")),
        "exclusion.entries": (
            ("passed-over", "passed over in the draw, where staff has excluded the player"),
            ("own-too", "passed over also where the player asked to be excluded"),
            ("drawn", "drawn like any other"),
        ),
        "exclusion.claims": (("taken", "decided like any other"), ("refused", "not approved while it lasts")),
        "prizes[].dollars.of": (("slots", "slots dollars"), ("casino", "casino dollars")),
    },
    parts={"prizes": "prize"},
)  # fmt: skip
