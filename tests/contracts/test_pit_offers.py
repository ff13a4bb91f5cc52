"""A wager against the house is offered within the sign's limits, beside all that the rulebook lets stand."""

from __future__ import annotations

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.money import money
from openfelt.pit.games import pit_games, sign_for
from tests.service_kit import Sim, run, said

SIGNS = {key: sign_for(key) for key in pit_games()}


def kinds(pit):
    return [type(event).__name__ for _, event, _ in pit.log]


@pytest.mark.parametrize("rulebook", SIGNS)
def test_the_limits_of_the_sign_are_told_and_kept_without_a_warning(rulebook):
    async def bet(pick):
        sign = SIGNS[rulebook]
        async with Sim(f"usual {rulebook}") as sim:
            pit = await sim.hall.open_pit("P", sign)
            ann = await sim.player("ann")
            await ann.ask("watch", table="P")
            assert await ann.ask("pit-join", table="P", box=1, stake=1_000_000) is None
            offer = next(one for one in ann.tables["P"]["offers"] if one["order"].get("spot") == "ante")
            leave = next(one for one in ann.tables["P"]["offers"] if one["order"]["type"] == "Leave")
            assert leave["usual"] is None
            assert offer["usual"] == [sign.ante.low, sign.ante.high]
            await ann.ask("pit-act", table="P", number=1, order={**offer["order"], "amount": pick(offer)})
            return kinds(pit)

    assert "Warned" not in run(bet(lambda offer: offer["usual"][0]))
    assert "Trimmed" not in run(bet(lambda offer: offer["usual"][1]))
    lowest = run(bet(lambda offer: offer["amounts"][0]))
    assert ("Warned" in lowest) == (rulebook == "act-holdem"), "act-holdem 3.4: less stands once"


@pytest.mark.parametrize(
    ("sign", "least", "clauses"),
    [
        (HoldemSign(), 3000, ["act-holdem 3.1", "act-holdem 7.2"]),
        (HoldemSign(cover_call=False), 1000, ["act-holdem 3.1"]),
        (BigRaiseSign(), 1000, ["nz-big-raise 2.0"]),
    ],
)
def test_nobody_sits_down_with_too_little_for_the_least_ante(sign, least, clauses):
    async def join():
        async with Sim(f"least {sign.rulebook} {least}") as sim:
            pit = await sim.hall.open_pit("P", sign)
            ann = await sim.player("ann")
            await ann.ask("watch", table="P")
            for stake in (0, sign.ante.step, least - 1):
                refusal = await ann.ask("pit-join", table="P", box=1, stake=stake)
                assert (refusal["code"], refusal["rule"], [said(one) for one in refusal["legal"]]) == (
                    "stake",
                    clauses,
                    [f"{money(least)} or more"],
                )
            assert not pit.round.seats
            assert await ann.ask("pit-join", table="P", box=1, stake=least) is None
            order = {"type": "Wager", "player": ann.account.id, "box": 1, "spot": "ante", "amount": sign.ante.low}
            assert await ann.ask("pit-act", table="P", number=1, order=order) is None, "the least ante can be made"

    run(join())
