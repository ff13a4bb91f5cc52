"""Every route of the room over HTTP: one row each. `doors.routing` carries a row out."""

from __future__ import annotations

from typing import Any, Final

from openfelt.service.desks import (
    admitting,
    cage,
    conditions_form,
    floor,
    gestures,
    home_games,
    jackpots,
    lists,
    money,
    operating,
    own_tables,
    pit,
    pit_opening,
    promotions,
    revenue_desk,
    staffing,
    till,
    tournaments,
    walk_ins,
)
from openfelt.service.desks.floor_forms import in_words
from openfelt.service.doors import health, openapi
from openfelt.service.doors.routing import ANYONE, KNOWN, Row
from openfelt.service.hall import Hall
from openfelt.service.pages import (
    archive,
    erasing,
    event_reports,
    event_worth,
    factor_page,
    lab,
    own_account,
    own_data,
    past,
    past_export,
    people,
    phone_code,
    reading,
    review,
    trust,
)
from openfelt.service.pages.reading import kept
from openfelt.service.wire import changes, events_protocol, past_protocol

OPERATOR: Final = ("operator",)
FLOOR: Final = pit.FLOOR
DEALER: Final = ("dealer", *FLOOR)
STAFF: Final = staffing.STAFF
OFFICE: Final = (*FLOOR, "inspector")  # who reads what a tournament took in and paid


def every_route() -> dict[str, Any]:
    """The routes of the room as an OpenAPI document."""
    return openapi.document(ROUTES)


PEOPLE: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/me", ANYONE, people.who_am_i),
    Row("POST", "/api/guest", ANYONE, people.guest, people.GuestBody, rate="guests"),
    Row(
        "POST",
        "/api/account",
        KNOWN,
        own_account.keep_account,
        own_account.KeepBody,
        rate="log_ins",
        again=own_account.kept,
    ),
    Row("GET", "/api/account", KNOWN, own_account.own),
    Row("GET", "/api/account/data", KNOWN, own_data.data, rate="page_rate"),
    Row("GET", "/api/account/erasure", KNOWN, erasing.erasure),
    Row("POST", "/api/account/erase", KNOWN, erasing.erase, erasing.EraseBody, rate="log_ins"),
    Row("POST", "/api/account/refill", KNOWN, own_account.refill, own_account.PlainBody, again=own_account.refilled),
    Row("POST", "/api/account/factor", KNOWN, factor_page.begin, factor_page.BeginBody, proved=True, rate="log_ins"),
    Row(
        "POST",
        "/api/account/factor/confirm",
        KNOWN,
        factor_page.confirm,
        factor_page.FactorBody,
        proved=True,
        rate="log_ins",
        again=factor_page.confirmed,
    ),
    Row(
        "POST",
        "/api/account/factor/drop",
        KNOWN,
        factor_page.drop,
        factor_page.FactorBody,
        proved=True,
        rate="log_ins",
    ),
    Row("POST", "/api/reset", ANYONE, own_account.use_code, own_account.ResetBody, rate="log_ins"),
    Row(
        "POST",
        "/api/accounts/reset-code",
        OPERATOR,
        own_account.give_code,
        own_account.CodeForBody,
        proved=True,
        again=own_account.same_code,
    ),
    Row("POST", "/api/accounts/end-factor", OPERATOR, factor_page.end, own_account.CodeForBody, proved=True),
    Row("POST", "/api/login", ANYONE, people.log_in, people.LoginBody),  # it counts the tries itself
    Row("POST", "/api/logout", ANYONE, people.log_out),
    Row(
        "POST",
        "/api/password",
        KNOWN,
        people.change_password,
        people.PasswordBody,
        rate="log_ins",
        again=people.changed_already,
    ),
    Row("POST", "/api/prove", KNOWN, people.prove, people.ProveBody, rate="log_ins"),
    Row("POST", "/api/invite", OPERATOR, people.invite, people.InviteBody, again=people.same_link),
    Row("POST", "/api/invitation", ANYONE, people.invitation, people.InvitationBody, rate="guests"),
    Row("GET", "/api/accounts", OPERATOR, people.everyone),
    Row("POST", "/api/disable", OPERATOR, people.disable, people.DisableBody),
    Row("GET", "/api/offices", KNOWN, staffing.offices),
    Row("POST", "/api/offices", OPERATOR, staffing.appoint, staffing.OfficeBody),
    Row("POST", "/api/offices/hand-over", STAFF, staffing.hand_over, staffing.HandOverBody),
    Row("POST", "/api/offices/absence", KNOWN, staffing.be_absent, staffing.AbsenceBody),
)

PLAYING: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/playing", KNOWN, admitting.own, rate="page_rate"),
    Row("POST", "/api/playing/exclude", KNOWN, admitting.exclude_myself, admitting.OwnExclusionBody),
    Row("POST", "/api/playing/ask-back", KNOWN, admitting.ask_back, admitting.AskBackBody),
    Row("POST", "/api/playing/limit", KNOWN, admitting.set_limit, admitting.LimitBody),
    Row("POST", "/api/playing/reality", KNOWN, admitting.choose_reality, admitting.RealityBody),
    Row("GET", "/api/people", FLOOR, admitting.desk, rate="page_rate"),
    Row("POST", "/api/people/check", FLOOR, admitting.check, admitting.CheckBody),
    Row("POST", "/api/people/exclude", FLOOR, admitting.exclude, admitting.ExcludeBody),
    Row("POST", "/api/people/let-back", FLOOR, admitting.let_back, admitting.BackBody),
    Row("POST", "/api/people/settings", OPERATOR, admitting.set_rule, admitting.SettingBody),
)

READING: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/rules", ANYONE, reading.rules_index),
    Row("GET", "/api/rules/{key}", ANYONE, reading.rules_of, at=reading.book_at, rate="page_rate", otherwise=404),
    Row("GET", "/api/rule", ANYONE, reading.rule, otherwise=404),
    Row("GET", "/api/conformance", ANYONE, kept("conformance", reading.conformance_of_all), rate="page_rate"),
    Row("GET", "/api/schema", ANYONE, kept("schema", changes.schema), rate="page_rate"),
    Row("GET", "/api/openapi.json", ANYONE, kept("openapi", every_route), rate="page_rate"),
    Row("GET", "/api/games", ANYONE, kept("games", operating.every_game), rate="page_rate"),
    Row("GET", "/api/sign/{table}", ANYONE, reading.sign_of, at=Hall.table, otherwise=404),
    Row("GET", "/api/card/{table}", ANYONE, reading.card_of, at=Hall.host, rate="page_rate", otherwise=404),
    Row("GET", "/api/glossary", ANYONE, kept("glossary", reading.every_word), rate="page_rate"),
    Row("GET", "/api/hands/{table}", ANYONE, reading.hands_of, at=Hall.table, otherwise=404),
    Row("GET", "/api/hands/{table}/{number:int}", ANYONE, reading.replay, rate="page_rate", otherwise=404),
    Row("GET", "/api/hands/{table}/{number:int}.phh", ANYONE, reading.phh, rate="page_rate", otherwise=404),
    Row("GET", "/api/hands/{table}/{number:int}.txt", ANYONE, reading.text, rate="page_rate", otherwise=404),
    Row("GET", "/api/proofs/{table}/{number:int}", ANYONE, reading.proofs, rate="page_rate", otherwise=404),
    Row("POST", "/api/inspect", ("inspector",), archive.inspect_hand, archive.InspectBody, proved=True),
    Row("GET", "/api/lab", ANYONE, kept("lab", lab.odds_games), rate="page_rate"),
    Row("GET", "/api/equity", ANYONE, lab.equity, rate="lab_rate"),
    Row("GET", "/api/edge/{game}", ANYONE, lab.edge, rate="lab_rate"),
)

PAST: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/past/hands", KNOWN, past.hands, rate="page_rate", tells=past_protocol.PastHands),
    Row("GET", "/api/past/hands.phhs", KNOWN, past_export.phhs, rate="page_rate"),
    Row("GET", "/api/past/hands.txt", KNOWN, past_export.pasted, rate="page_rate"),
    Row("GET", "/api/past/results", KNOWN, past.results, rate="page_rate", tells=past_protocol.PastResults),
    Row(
        "GET",
        "/api/past/review/{table}/{number:int}",
        KNOWN,
        review.review,
        rate="lab_rate",
        tells=past_protocol.HandReview,
    ),
    Row("POST", "/api/past/star", KNOWN, past.star, past.HandBody, rate="page_rate"),
    Row("POST", "/api/past/share", KNOWN, past.share, past.HandBody, rate="page_rate"),
    Row("GET", "/api/past/notes", KNOWN, past.notes, rate="page_rate"),
    Row("POST", "/api/past/note", KNOWN, past.note, past.NoteBody, rate="page_rate"),
    Row("GET", "/api/shared/{share}", ANYONE, past.shared, rate="page_rate", otherwise=404),
)

OPERATING: Final[tuple[Row[Any, Any], ...]] = (
    Row("POST", "/api/signs", OPERATOR, operating.try_sign, operating.SignBody),
    Row("GET", "/api/own-tables", KNOWN, own_tables.allowed, rate="page_rate"),
    Row("POST", "/api/own-tables", KNOWN, own_tables.open_own, own_tables.OwnTableBody, again=own_tables.opened),
    Row("POST", "/api/own-tables/{table}/end", KNOWN, own_tables.end_game, own_tables.EndBody, at=Hall.host),
    Row("GET", "/api/own-tables/{table}/settling", KNOWN, own_tables.settling, at=Hall.host, rate="page_rate"),
    Row("POST", "/api/tables", OPERATOR, operating.open_table, operating.TableBody, again=operating.opened),
    Row("POST", "/api/pits", OPERATOR, pit_opening.open_pit, pit_opening.PitBody, again=pit_opening.opened),
    Row("POST", "/api/notice/{table}", FLOOR, operating.give_notice, operating.NoticeBody, at=Hall.host),
    Row("GET", "/api/report", ("operator", "inspector"), operating.report),
    Row("GET", "/api/report.csv", ("operator", "inspector"), operating.report_csv, rate="page_rate"),
    Row("GET", "/api/cage/{account}", OPERATOR, cage.purse, at=cage.known),
    Row("POST", "/api/cage", OPERATOR, cage.exchange, cage.CageBody, proved=True),
)

TILLS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/office/money", (*FLOOR, "inspector"), till.money, rate="page_rate"),
    Row("POST", "/api/office/acts", FLOOR, till.propose, till.ActBody, proved=True),
    Row("POST", "/api/office/confirm", FLOOR, till.confirm, till.ConfirmBody, proved=True),
    Row("POST", "/api/office/withdraw", FLOOR, till.withdraw, till.WithdrawBody),
    Row("POST", "/api/office/change/{table}", DEALER, till.change, till.ChangeBody, at=Hall.table, proved=True),
    Row("GET", "/api/office/revenue", ("operator", "inspector"), revenue_desk.by_hour, rate="page_rate"),
    Row("GET", "/api/office/revenue.csv", ("operator", "inspector"), revenue_desk.by_hour_csv, rate="page_rate"),
    Row("GET", "/api/office/day/{day}", ("inspector",), till.day_file, proved=True, rate="page_rate"),
    Row("POST", "/api/office/down/{table}", FLOOR, till.begin_down, till.DownBody, at=Hall.table),
)

DESKS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/floor", FLOOR, floor.called),
    Row("GET", "/api/floor/{table}", DEALER, pit.desk, at=Hall.table),
    Row("POST", "/api/floor/{table}/preview", DEALER, pit.preview, pit.PreviewBody, at=pit.pit_at, words=pit.in_names),
    Row("POST", "/api/floor/{table}/order", DEALER, pit.give, pit.OrderBody, at=pit.pit_at, words=pit.in_names),
    Row("POST", "/api/floor/{table}/rule", FLOOR, floor.rule, floor.FactBody, at=Hall.host, words=in_words),
    Row("POST", "/api/floor/{table}/apply", FLOOR, floor.apply, floor.ApplyBody, at=Hall.host, words=in_words),
    Row("POST", "/api/floor/{table}/power", FLOOR, floor.power, floor.FactBody, at=Hall.host, words=in_words),
    Row("POST", "/api/floor/{table}/use", FLOOR, floor.use, floor.ApplyBody, at=Hall.host, words=in_words),
    Row("POST", "/api/floor/{table}/let-back", FLOOR, floor.let_back, floor.LetBackBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/lift", FLOOR, floor.lift, floor.LiftBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/unsay", FLOOR, floor.unsay, floor.UnsayBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/mute", FLOOR, floor.mute, floor.MuteBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/freeze", FLOOR, floor.freeze, floor.FreezeBody, at=Hall.table),
    Row("POST", "/api/floor/{table}/answer", FLOOR, floor.answer, floor.AnswerBody, at=Hall.table),
    Row("GET", "/api/floor/{table}/money", FLOOR, money.money, at=Hall.host),
    Row("POST", "/api/floor/{table}/move", FLOOR, money.move, money.MoveBody, at=Hall.host, proved=True),
    Row("POST", "/api/floor/{table}/take-off", FLOOR, money.take_off, money.TakeOffBody, at=Hall.host, proved=True),
    Row("POST", "/api/floor/{table}/box", FLOOR, money.count_box, money.CountBody, at=Hall.host, proved=True),
    Row("POST", "/api/floor/{table}/checks", FLOOR, money.set_value, money.ValueBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/vacate", FLOOR, money.vacate, money.SeatBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/copy", FLOOR, money.hand_rules, money.SeatBody, at=Hall.host),
    Row("POST", "/api/dealer/{table}/gesture", DEALER, gestures.read_gesture, gestures.GestureBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/excuse", FLOOR, money.excuse, money.ExcuseBody, at=Hall.host),
)

EVENTS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/tournaments", ANYONE, tournaments.every, rate="page_rate"),
    Row(
        "POST", "/api/home-games", FLOOR, home_games.open_game, home_games.HomeBody,
        most_bytes=home_games.MOST_BYTES, again=home_games.opened,
    ),
    Row("GET", "/api/league", ANYONE, home_games.league, rate="page_rate"),
    Row("GET", "/api/tournaments/league", ANYONE, event_reports.league, rate="page_rate"),
    Row("GET", "/api/tournaments/templates", FLOOR, tournaments.templates, rate="page_rate"),
    Row(
        "POST", "/api/tournaments/check", FLOOR, tournaments.tried, tournaments.DraftBody,
        most_bytes=tournaments.MOST_BYTES,
    ),
    Row(
        "POST", "/api/tournaments/form", FLOOR, conditions_form.filled, conditions_form.ConditionsFormBody,
        most_bytes=conditions_form.MOST_BYTES,
    ),
    Row(
        "POST", "/api/tournaments", FLOOR, tournaments.publish, tournaments.PublishBody,
        most_bytes=tournaments.MOST_BYTES, again=tournaments.published,
    ),
    Row("GET", "/api/tournaments/{event}", ANYONE, tournaments.shown, at=Hall.event, rate="page_rate"),
    Row("GET", "/api/tournaments/{event}/conditions", ANYONE, tournaments.conditions, at=Hall.event, rate="page_rate"),
    Row(
        "GET", "/api/tournaments/{event}/conditions.html", ANYONE, tournaments.conditions_html,
        at=Hall.event, rate="page_rate",
    ),
    Row(
        "GET", "/api/tournaments/{event}/conditions.txt", ANYONE, tournaments.conditions_text,
        at=Hall.event, rate="page_rate",
    ),
    Row("GET", "/api/tournaments/{event}/draws", ANYONE, tournaments.draws, at=Hall.event, rate="page_rate"),
    Row("GET", "/api/tournaments/{event}/envelopes", ANYONE, tournaments.envelopes, at=Hall.event, rate="page_rate"),
    Row("GET", "/api/tournaments/{event}/results", ANYONE, event_reports.results, at=Hall.event, rate="page_rate"),
    Row(
        "GET", "/api/tournaments/{event}/calendar.ics", ANYONE, event_reports.calendar, at=Hall.event, rate="page_rate",
    ),
    Row("GET", "/api/tournaments/{event}/hands.phhs", ANYONE, event_reports.hands, at=Hall.event, rate="page_rate"),
    Row(
        "GET", "/api/tournaments/{event}/worth", ANYONE, event_worth.worth,
        at=Hall.event, rate="page_rate", tells=events_protocol.WorthView,
    ),
    Row("GET", "/api/tournaments/{event}/code.svg", ANYONE, phone_code.phone_code, at=Hall.event, rate="page_rate"),
    Row("GET", "/api/tournaments/{event}/report.json", OFFICE, event_reports.as_json, at=Hall.event, rate="page_rate"),
    Row("GET", "/api/tournaments/{event}/report.html", OFFICE, event_reports.as_html, at=Hall.event, rate="page_rate"),
    Row(
        "GET", "/api/tournaments/{event}/report/{part}.csv", OFFICE, event_reports.as_csv,
        at=Hall.event, rate="page_rate",
    ),
    Row(
        "POST", "/api/tournaments/{event}/entry", KNOWN, tournaments.enter, tournaments.OrderBody,
        at=Hall.event, words=tournaments.in_names,
    ),
    Row(
        "POST", "/api/tournaments/{event}/preview", FLOOR, tournaments.preview, tournaments.PreviewBody,
        at=Hall.event, words=tournaments.in_names, most_bytes=tournaments.MOST_BYTES,
    ),
    Row(
        "POST", "/api/tournaments/{event}/order", FLOOR, tournaments.order, tournaments.OrderBody,
        at=Hall.event, words=tournaments.in_names, most_bytes=tournaments.MOST_BYTES,
    ),
    Row(
        "POST", "/api/tournaments/{event}/money", FLOOR, tournaments.move_money, tournaments.OrderBody,
        at=Hall.event, words=tournaments.in_names, proved=True,
    ),
    Row(
        "POST", "/api/tournaments/{event}/walk-ins", FLOOR, walk_ins.enter, walk_ins.WalkInsBody,
        at=Hall.event, words=tournaments.in_names, proved=True,
    ),
    Row(
        "POST", "/api/tournaments/{event}/for", FLOOR, walk_ins.order_for, walk_ins.ForBody,
        at=Hall.event, words=tournaments.in_names, proved=True,
    ),
    Row("POST", "/api/tournaments/{event}/fill", OPERATOR, tournaments.fill_up, tournaments.FillBody, at=Hall.event),
)  # fmt: skip

OFFICERS: Final = ("floor", "operator", "inspector")
PROMOTIONS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/promotions", ANYONE, promotions.every, rate="page_rate"),
    Row("GET", "/api/promotions/templates", OPERATOR, promotions.templates, rate="page_rate"),
    Row("GET", "/api/promotions/prescribed", ANYONE, promotions.prescribed, rate="page_rate"),
    Row("POST", "/api/promotions/prescribed", OPERATOR, promotions.prescribe, promotions.PrescribedBody),
    Row(
        "POST", "/api/promotions/check", OPERATOR, promotions.tried, promotions.TermsBody,
        most_bytes=promotions.MOST_BYTES,
    ),
    Row(
        "POST", "/api/promotions/draft", OPERATOR, promotions.draft, promotions.DraftBody,
        most_bytes=promotions.MOST_BYTES, again=promotions.drafted,
    ),
    Row("GET", "/api/promotions/{promotion}", ANYONE, promotions.shown, at=Hall.promotion, rate="page_rate"),
    Row(
        "GET", "/api/promotions/{promotion}/terms.html", ANYONE, promotions.terms_html, at=Hall.promotion,
        rate="page_rate",
    ),
    Row(
        "GET", "/api/promotions/{promotion}/terms.txt", ANYONE, promotions.terms_text, at=Hall.promotion,
        rate="page_rate",
    ),
    Row("GET", "/api/promotions/{promotion}/proof", ANYONE, promotions.proof, at=Hall.promotion, rate="page_rate"),
    Row(
        "POST", "/api/promotions/{promotion}/part", KNOWN, promotions.take_part, promotions.OrderBody,
        at=Hall.promotion, words=promotions.in_names,
    ),
    Row(
        "POST", "/api/promotions/{promotion}/act", OFFICERS, promotions.order, promotions.OrderBody,
        at=Hall.promotion, words=promotions.in_names, most_bytes=promotions.MOST_BYTES,
    ),
    Row(
        "POST", "/api/promotions/{promotion}/money", OFFICERS, promotions.move_money, promotions.OrderBody,
        at=Hall.promotion, words=promotions.in_names, proved=True,
    ),
)  # fmt: skip

JACKPOTS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/jackpots", ANYONE, jackpots.every, rate="page_rate"),
    Row("POST", "/api/jackpots/try", OPERATOR, jackpots.tried, jackpots.TryBody, most_bytes=jackpots.MOST_BYTES),
    Row(
        "POST", "/api/jackpots", OPERATOR, jackpots.offer, jackpots.OfferBody,
        most_bytes=jackpots.MOST_BYTES, again=jackpots.offered, proved=True,
    ),
    Row("GET", "/api/jackpots/{pool}", ANYONE, jackpots.shown, at=Hall.jackpot, rate="page_rate", otherwise=404),
    Row("POST", "/api/jackpots/{pool}/link", OPERATOR, jackpots.link, jackpots.LinkBody, at=Hall.jackpot),
    Row("POST", "/api/jackpots/{pool}/unlink", OPERATOR, jackpots.unlink, jackpots.UnlinkBody, at=Hall.jackpot),
    Row("POST", "/api/jackpots/{pool}/claim", KNOWN, jackpots.claim, jackpots.ClaimBody, at=Hall.jackpot),
    Row("POST", "/api/jackpots/{pool}/verify", FLOOR, jackpots.verify, jackpots.HitBody, at=Hall.jackpot),
    Row("POST", "/api/jackpots/{pool}/pay", FLOOR, jackpots.pay, jackpots.HitBody, at=Hall.jackpot, proved=True),
    Row("POST", "/api/jackpots/{pool}/display", DEALER, jackpots.compare, jackpots.DisplayBody, at=Hall.jackpot),
    Row(
        "POST", "/api/jackpots/{pool}/notice-of-change", OPERATOR, jackpots.put_up_sign, jackpots.SignBody,
        at=Hall.jackpot, most_bytes=jackpots.MOST_BYTES,
    ),
    Row(
        "POST", "/api/jackpots/{pool}/change", OPERATOR, jackpots.change, jackpots.PlainBody,
        at=Hall.jackpot, proved=True,
    ),
    Row("POST", "/api/jackpots/{pool}/end", OPERATOR, jackpots.end, jackpots.PlainBody, at=Hall.jackpot, proved=True),
    Row("POST", "/api/jackpots/{pool}/malfunction", DEALER, jackpots.report, jackpots.FailureBody, at=Hall.jackpot),
    Row("POST", "/api/jackpots/{pool}/received", DEALER, jackpots.receive, jackpots.NoticeBody, at=Hall.jackpot),
    Row(
        "POST", "/api/jackpots/{pool}/adjust", FLOOR, jackpots.adjust, jackpots.AdjustBody,
        at=Hall.jackpot, proved=True,
    ),
    Row(
        "POST", "/api/jackpots/{pool}/confirm", FLOOR, jackpots.confirm, jackpots.ConfirmBody,
        at=Hall.jackpot, proved=True,
    ),
    Row("POST", "/api/jackpot-hand/{table}/tabled", KNOWN, jackpots.tabled, jackpots.TabledBody, at=Hall.host),
    Row("POST", "/api/dealer/{table}/console", DEALER, jackpots.press, jackpots.PressBody, at=Hall.host),
    Row("POST", "/api/floor/{table}/authorise-press", FLOOR, jackpots.authorise, jackpots.PlainBody, at=Hall.host),
)  # fmt: skip

LISTS: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/lists", ANYONE, lists.every, rate="page_rate"),
    Row("GET", "/api/lists/draws", ANYONE, lists.draws, rate="page_rate"),
    Row("GET", "/api/lists/code", KNOWN, lists.kiosk_code),
    Row("GET", "/api/lists/desk", FLOOR, lists.desk),
    Row("POST", "/api/lists", FLOOR, lists.open_list, lists.OpenBody),
    Row("POST", "/api/lists/take", KNOWN, lists.take, lists.TakeBody, words=lists.in_names),
    Row("POST", "/api/lists/pass", KNOWN, lists.let_go, lists.PassBody, words=lists.in_names),
    Row("POST", "/api/lists/ask", KNOWN, lists.ask, lists.AskBody, words=lists.in_names),
    Row("POST", "/api/lists/ask-for", FLOOR, lists.ask_for, lists.AskForBody, words=lists.in_names),
    Row("POST", "/api/lists/call", FLOOR, lists.call, lists.CallBody, words=lists.in_names),
    Row("POST", "/api/lists/chip", FLOOR, lists.hold_chip, lists.OfferBody, words=lists.in_names),
    Row("POST", "/api/lists/take-back", FLOOR, lists.take_back, lists.OfferBody, words=lists.in_names),
    Row("POST", "/api/lists/feed", FLOOR, lists.feed, lists.FeedBody),
    Row("POST", "/api/lists/break", FLOOR, lists.break_game, lists.BreakBody, words=lists.in_names),
    Row("POST", "/api/lists/{list}/join", KNOWN, lists.join, lists.JoinBody, at=lists.list_at, words=lists.in_names),
    Row("POST", "/api/lists/{list}/leave", KNOWN, lists.leave, lists.IdBody, at=lists.list_at, words=lists.in_names),
    Row(
        "POST", "/api/lists/{list}/kiosk", ("kiosk",), lists.join_at_kiosk, lists.KioskBody,
        at=lists.list_at, words=lists.in_names,
    ),
    Row("POST", "/api/lists/{list}/add", FLOOR, lists.add, lists.PersonBody, at=lists.list_at, words=lists.in_names),
    Row(
        "POST", "/api/lists/{list}/remove", FLOOR, lists.remove, lists.PersonBody,
        at=lists.list_at, words=lists.in_names,
    ),
    Row("POST", "/api/lists/{list}/end", FLOOR, lists.to_end, lists.PersonBody, at=lists.list_at, words=lists.in_names),
    Row("POST", "/api/lists/{list}/close", FLOOR, lists.close_list, lists.PersonBody, at=lists.list_at),
    Row(
        "POST", "/api/lists/{list}/table", FLOOR, lists.open_table, lists.OpenTableBody,
        at=lists.list_at, again=lists.opened, words=lists.in_names,
    ),
)  # fmt: skip

# For a room that is served with --lan; elsewhere there is nothing at these.
TRUSTING: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/trust", ANYONE, trust.page, otherwise=404),
    Row("GET", trust.FILE, ANYONE, trust.certificate, otherwise=404),
    Row("GET", trust.LOOKS, ANYONE, trust.looks, otherwise=404),
)

WATCHING: Final[tuple[Row[Any, Any], ...]] = (
    Row("GET", "/api/health", ANYONE, health.health),
    Row("GET", "/api/health/live", ANYONE, health.live),
    Row("GET", "/api/health/ready", ANYONE, health.ready),
    Row("GET", "/metrics", ANYONE, health.metrics),
)

ROUTES: Final = (
    *PEOPLE, *PLAYING, *READING, *PAST, *OPERATING, *TILLS, *DESKS, *EVENTS, *JACKPOTS, *LISTS, *PROMOTIONS,
    *TRUSTING, *WATCHING,
)  # fmt: skip
