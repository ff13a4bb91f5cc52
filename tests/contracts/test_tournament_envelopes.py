"""Mystery bounties in the running room: sealed before the first is drawn, the same after a restart, and proven."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from openfelt.cage import accounts
from openfelt.cli.verify_shuffle import command
from openfelt.errors import NotationError
from openfelt.service.desks.tournaments import envelopes
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.tell.event_feed import event_view
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from tests.contracts.test_tournament_room import audited, conditions, played_out
from tests.service_kit import HOST, Sim, publish, run
from tests.tournament_kit import changed

BOTS = 5
LINES = [{"count": 1, "cents": 700}, {"count": 4, "per_mille": 250}]
TERMS = {"kind": "mystery", "cents": 333, "from_players": 3, "envelopes": LINES}


class Page:
    """Whoever asks for the proofs."""

    def __init__(self, host):
        self.at = host


def proofs(host):
    return json.dumps(envelopes(Page(host)))


def verified(text):
    made = CliRunner().invoke(command, ["-"], input=text)
    return made.exit_code, made.output


async def begun(sim):
    made = conditions(BOTS, seats=4, starting_chips=300)
    host = await publish(sim.hall, "friday", changed(made, {"prizes.bounty": TERMS, "entry.least_players": 3}))
    await host.submit("open", HOST.account, o.OpenRegistration(HOST))
    await fill_with_bots(sim.hall, host, BOTS, "fill")
    await sim.settle()
    return host


def test_envelopes_are_sealed_drawn_after_a_restart_and_proven(tmp_path):
    async def until_the_first():
        async with Sim("envelopes", pace=0.2, data=tmp_path) as sim:
            host = await begun(sim)
            with pytest.raises(NotAllowed):
                envelopes(Page(host))
            for _ in range(4_000):
                if host.state.play.opened:
                    break
                await sim.run(1)
            sealed = host.state.play.envelopes
            seen = event_view(sim.hall.seen(host, ""), None).envelopes
            assert seen.root == sealed.root
            left = sum(one.cents * one.count for one in seen.left)
            assert left + sum(one.cents for one in seen.opened) == 333 * BOTS
            return sim.store, sealed, host.state.play.opened

    async def to_the_end(store):
        async with Sim("envelopes again", pace=0.2, store=store, data=tmp_path) as sim:
            host = sim.hall.events["friday"]
            await played_out(sim, host)
            await sim.run(60)
            audited(sim.store)
            assert sim.store.balance(accounts.pool("friday", "bounties")) == 0
            return host.state.play, proofs(host), [one for _, _, one in host.log if isinstance(one, p.EnvelopesSealed)]

    store, sealed, first = run(until_the_first())
    assert len(sealed.root) == 64
    assert sum(sealed.cents) == 333 * BOTS
    play, text, logged = run(to_the_end(store))
    assert play.envelopes == sealed, "a restart changes no envelope"
    assert logged in ([], [sealed])
    assert play.opened[: len(first)] == first
    assert len(play.opened) == 2, "from three players on"
    assert verified(text) == (0, f"{json.loads(text)['draw']}: 2 of 5 numbers shown, each was where the root says\n")
    for field, value in (("number", 4), ("salt", "00" * 16)):
        wrong = json.loads(text)
        other = wrong["shown"][0]["number"] == value
        wrong["shown"][0][field] = 3 if other else value
        code, said = verified(json.dumps(wrong))
        assert code == 1, "a number that did not lie there is found"
        assert "do not lead to the root" in said
    unreadable = CliRunner().invoke(command, ["-"], input=json.dumps(json.loads(text) | {"size": 0}))
    assert isinstance(unreadable.exception, NotationError)
