"""A room with promotions over HTTP, whose time passes when a test says so."""

from __future__ import annotations

from openfelt.promotions import write_terms
from openfelt.promotions.moments import instant
from openfelt.promotions.orders import PublishNotice
from openfelt.room.offices import Officer
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete

HEADERS = {"x-openfelt": "1"}
NOON = instant("2026-11-28 12:00 Australia/Sydney")
STARTS = instant("2026-12-01 12:00 Australia/Sydney")
CLOSES = instant("2026-12-03 18:00 Australia/Sydney")
AWARDED = instant("2026-12-03 19:00 Australia/Sydney")
PASSWORD = "a long password"
OPERATOR = Officer("olga", "olga", ("casino operator",))


class Cancelled:
    """A timer of a test."""

    def __init__(self):
        self.is_cancelled = False

    def cancel(self):
        """It will not happen."""
        self.is_cancelled = True


class StandingClock:
    """Time that stands until it is set; what is due then is done."""

    def __init__(self, at_ms=NOON):
        self.at_ms = at_ms
        self.timers = []

    def now_ms(self):
        """UTC in milliseconds."""
        return self.at_ms

    def monotonic(self):
        """Seconds."""
        return self.at_ms / 1000

    def call_later(self, delay_s, work):
        """Do something once the time is set to then or later."""
        timer = Cancelled()
        self.timers.append((self.at_ms + delay_s * 1000, timer, work))
        return timer

    def set(self, at_ms):
        """It is then; what was due by then is done, in its order."""
        self.at_ms = at_ms
        for _ in range(1_000):
            due = sorted((one for one in self.timers if one[0] <= at_ms), key=lambda one: one[0])
            if not due:
                return
            self.timers = [one for one in self.timers if one[0] > at_ms]
            for _, timer, work in due:
                if not timer.is_cancelled:
                    work()


def terms(*answers, template="cash", book="nsw-poker"):
    """The TOML of complete terms with other answers."""
    return write_terms(answered(complete(template, book), answers))


async def announce(hall, name="E"):
    """A promotion that a notice names, by an officer of a room that keeps no roll yet."""
    made = complete("cash", "nsw-poker")
    host = await hall.open_promotion(name, made, by=OPERATOR, request=f"draft {name}")
    await host.submit(f"notice {name}", OPERATOR.account, PublishNotice("at the desk", "come", OPERATOR))


class PromotionRoom:
    """The room over HTTP, and everyone who asks there."""

    def __init__(self, client, clock):
        self.client, self.clock, self.hall = client, clock, client.app.state.hall
        self.tokens, self.ids, self.number = {}, {}, 0
        people = (("olga", ("operator",)), ("bea", ("operator",)), ("sid", ("floor",)), ("fay", ("floor",)))
        for name, roles in (*people, *((one, ("player",)) for one in ("ann", "bob", "cat"))):
            self.account(name, roles)
        self.appoint("sid", "scrutineer")

    def account(self, name, roles):
        """Open an account, with its play chips and a session that has just proved its password."""
        account = self.hall.accounts.open_account(name, roles, 0, PASSWORD)
        self.tokens[name] = self.client.portal.call(self.hall.welcome, account)
        self.ids[name] = account.id
        self.as_user(name)
        self.client.post("/api/prove", json={"password": PASSWORD})

    def appoint(self, name, office):
        """Give somebody an office."""
        told = self.send("olga", "/api/offices", account=self.ids[name], office=office, reason="a draw")
        assert told.get("done"), told

    def as_user(self, who):
        """The next request is of this person, or of nobody."""
        self.client.cookies.clear()
        if who:
            self.client.cookies.set("openfelt", self.tokens[who])

    def get(self, who, path=""):
        """What is told at an address of promotions."""
        self.as_user(who)
        return self.client.get(f"/api/promotions{path}").json()

    def send(self, who, path, **body):
        """Send an order anywhere."""
        self.number += 1
        self.as_user(who)
        return self.client.post(path, json={"id": f"n{self.number}", **body}).json()

    def post(self, who, path, **body):
        """Send an order: its answer, or the code of its refusal."""
        told = self.send(who, f"/api/promotions{path}", **body)
        if "error" in told:
            self.error = told["error"]
            return told["error"]["code"]
        return "done" if told == {"done": True} else told

    def act(self, who, kind, promotion="spring", **fields):
        """An order of staff, on the road that it has."""
        money = {"Start", "PayPrize", "CorrectPayment", "Cancel", "Close"}
        if kind in money:
            self.as_user(who)
            self.client.post("/api/prove", json={"password": PASSWORD})
        road = "money" if kind in money else "act"
        return self.post(who, f"/{promotion}/{road}", order={"type": kind, **fields})

    def part(self, who, kind, promotion="spring", **fields):
        """A player's own order."""
        return self.post(who, f"/{promotion}/part", order={"type": kind, **fields})

    def draft(self, *answers, name="spring", **more):
        """Draft a promotion."""
        return self.post("olga", "/draft", name=name, toml=terms(*answers, **more))

    def at(self, at_ms):
        """It is then."""

        async def pass_time():
            self.clock.set(at_ms)

        self.client.portal.call(pass_time)
        self.client.portal.call(self.settle)
        for name, account in self.ids.items():  # sessions end meanwhile
            found = self.hall.accounts.find(account)
            if found is not None and account not in self.hall.closed:
                self.tokens[name] = self.hall.accounts.start_session(found, at_ms)

    async def settle(self):
        """Whatever the house has begun is done."""
        while tasks := [one for one in self.hall._tasks if not one.done()]:
            await tasks[0]

    def running(self, *answers, **more):
        """A promotion that runs."""
        assert self.draft(*answers, **more) == {"promotion": "spring"}
        assert self.act("olga", "NotifyAuthority", receipt="A 1") == "done"
        assert self.act("olga", "PublishNotice", channel="on the website", text="Come and win") == "done"
        self.at(STARTS)
        assert self.act("olga", "Start") == "done"

    def view(self, who="olga"):
        """The page of the promotion."""
        return self.get(who, "/spring")

    def purse(self, who):
        """What is in a purse."""
        return self.hall.purse(self.ids[who])
