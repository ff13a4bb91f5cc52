"""A bracket as its page tells it: every round with its pairs, byes and matches won, also after a restart."""

from __future__ import annotations

from openfelt.service.tell.event_views import bracket_views, place_views
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import orders as o
from tests.contracts.test_tournament_room import played_out
from tests.service_kit import HOST, Sim, publish, run
from tests.tournament_kit import changed


def test_every_round_of_a_bracket_is_told_and_a_restart_tells_the_same():
    level = {"minutes": 60, "least": 400, "most": "stake", "blinds": [200, 400]}
    made = fill("heads-up", "house", Answers(players=6, starting_chips=1_000))

    async def evening():
        async with Sim("bracket", pace=0.2) as sim:
            host = await publish(sim.hall, "friday", changed(made, {"schedules.0.levels": [level], "chips.unit": 100}))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 6, "fill")
            await played_out(sim, host)
            again = TournamentHost.load(sim.hall, host.stream)
            seen = sim.hall.seen(host, host.state.places[0][0])
            why = {one.place: str(one.why) for one in place_views(seen)}
            return (
                tuple(bracket_views(seen)),
                again.bracket == host.bracket,
                sim.hall.name_of(host.state.places[0][0]),
                why,
            )

    rounds, is_same, winner, why = run(evening())
    assert is_same
    assert [len(one) for one in rounds] == [4, 2, 1]
    assert [bool(pair.other) for pair in rounds[0]] == [False, False, True, True]
    for pair in (pair for one in rounds for pair in one if pair.other):
        assert max(pair.wins, pair.other_wins) == 2 > min(pair.wins, pair.other_wins)
    assert [any(pair.you for pair in one) for one in rounds] == [True, True, True]
    [final] = rounds[-1]
    assert winner == (final.name if final.wins == 2 else final.other)
    assert why[2] in {f"lost round 3 against {winner}, {lost} to 2" for lost in (0, 1)}
    assert why[5].startswith("lost round 1 against ")
