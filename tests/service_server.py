"""A room in a process of its own, to connect to and to kill. Run as a program it is the server; imported, the handle.

`python -m tests.service_server DATA SETTINGS` prints its address when it listens. Without arguments it reads such
pairs, a line each, and forks a server for each: the modules are imported once.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Server:
    """A room that runs beside the test."""

    def __init__(self, data, **settings):
        self.data = data
        self.errors = Path(data) / "errors.txt"
        Path(data).mkdir(parents=True, exist_ok=True)
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.service_server", str(data), json.dumps(settings)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
            )
        self.base = self.process.stdout.readline().strip()
        assert self.base.startswith("http"), self.errors.read_text()[-2000:]

    def kill(self):
        """As a power cut would, but for the disk's own cache."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Politely."""
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Nursery:
    """Forks servers that have everything imported, for tests that kill many. Each is a process of its own."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.service_server"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )  # fmt: skip

    def server(self, data, **settings):
        """A room that runs beside the test until it is killed."""
        return ForkedServer(self, data, settings)

    def ask(self, *words):
        """Say one line, hear one."""
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


class ForkedServer:
    """A room that a nursery began."""

    def __init__(self, nursery, data, settings):
        self.nursery = nursery
        self.errors = Path(data) / "errors.txt"
        Path(data).mkdir(parents=True, exist_ok=True)
        self.alive = True
        self.base = nursery.ask(str(data), settings)
        assert self.base.startswith("http"), self.errors.read_text()[-2000:]

    def kill(self):
        """As a power cut would, but for the disk's own cache."""
        assert self.nursery.ask("kill") == f"killed by {signal.SIGKILL.value}"
        self.alive = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.alive:
            self.kill()


def fork_servers():
    """One server for each line of standard input; `["kill"]` kills the last one and says what it died of."""
    import openfelt.cli.serve  # noqa: PLC0415
    import openfelt.service.app  # noqa: F401, PLC0415

    child = 0
    for line in sys.stdin:
        first, *more = json.loads(line)
        if first == "kill":
            os.kill(child, signal.SIGKILL)
            print(f"killed by {os.WTERMSIG(os.waitpid(child, 0)[1])}", flush=True)
            continue
        child = os.fork()
        if not child:
            errors = os.open(Path(first) / "errors.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(errors, 2)
            main(Path(first), *more)
            os._exit(0)


async def next_event(hall, template, answers, bots, changes=None):
    """An event of bots: the one that was begun, or the next once that is over. Nobody else is in the room.

    `changes`: conditions besides the template's, by their paths, of every second event.
    """
    from openfelt.room.offices import Officer  # noqa: PLC0415
    from openfelt.service.writers.event_entries import fill as fill_with_bots  # noqa: PLC0415
    from openfelt.tournaments import Answers, fill  # noqa: PLC0415
    from openfelt.tournaments.orders import OpenRegistration  # noqa: PLC0415
    from tests.tournament_kit import changed  # noqa: PLC0415

    host = Officer("host", "Hal", ("casino operator",))
    done = [one for one in hall.events.values() if one.state.phase == "awarded"]
    name = f"event-{len(done) + 1}"
    if name not in hall.events:
        made = fill(template, "house", Answers(**{**answers, "prizes": tuple(answers["prizes"])}))
        if changes and len(done) % 2:
            made = changed(made, changes)
        await hall.open_event(name, made, by=host, request=f"publish {name}")
    event = hall.events[name]
    if event.state.phase == "published":
        await event.submit(f"open {name}", host.account, OpenRegistration(host))
    if event.state.phase == "open":
        await fill_with_bots(hall, event, bots, f"fill {name}")


def main(data, settings):
    """Serve the tables that the settings name; everything else is as `openfelt serve` has it."""
    from openfelt.cli.serve import listen  # noqa: PLC0415
    from openfelt.games.standard import standard_sign  # noqa: PLC0415
    from openfelt.pit.games import sign_for  # noqa: PLC0415
    from openfelt.service import app as service  # noqa: PLC0415
    from openfelt.service.doors.serving import serve  # noqa: PLC0415
    from openfelt.service.house import open_store  # noqa: PLC0415
    from openfelt.service.machine.limits import Limits, Rate  # noqa: PLC0415

    if most := settings.pop("largest_file", 0):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))  # as a full disk: writes beyond it fail
    tables, pits, events = settings.pop("tables", []), settings.pop("pits", []), settings.pop("events", None)
    limits, finish_s = settings.pop("limits", {}), settings.pop("finish_s", 0.0)
    made = {name: Rate(*value) if isinstance(value, list) else value for name, value in limits.items()}

    async def open_tables(hall):
        for name, rulebook, game, changes, bots in tables:
            if name in hall.hosts:
                continue
            host = await hall.open_table(name, standard_sign(rulebook, game, **changes))
            for seat in range(1, bots + 1):
                await hall.seat_bot(host, seat, "random", f"b{seat} of {name}")
        for name, rulebook in pits:
            if name not in hall.pits:
                await hall.open_pit(name, sign_for(rulebook))
        if events is not None:
            await next_event(hall, **events)

    service.open_demo = open_tables
    listener = listen("127.0.0.1", settings.pop("port", 0))
    app = service.build(data, store=open_store(data), limits=Limits(**made), **settings)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    serve(app, listener, finish_s=finish_s)


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]), json.loads(sys.argv[2]))
    else:
        fork_servers()
