"""A translator has one list of templates: those that the room sends, and those of the client."""

from __future__ import annotations

import json

import pytest

from openfelt.phrases import phrase
from tools import templates

SOURCE = """
EARLY = "{cards} was seen too early"
def said(event):
    raise RuleViolation("late", CITE, "the betting is over", legal=("wait", phrase("up to {left}", left=event.left)))
def lines(event):
    turned = "box {box} turned {cards}" if event.box else EARLY
    yield phrase(turned, cards=event.cards, hand="a pair" if event.pair else event.hand)
    yield phrase(EARLY), other("no template")
"""


def test_templates_are_found_where_the_room_writes_them():
    found = [template for template, _ in templates.templates_of(SOURCE)]
    assert sorted(set(found)) == [
        "a pair",
        "box {box} turned {cards}",
        "the betting is over",
        "up to {left}",
        "wait",
        "{cards} was seen too early",
    ]
    assert dict(templates.templates_of(SOURCE))["the betting is over"] == 4


@pytest.mark.parametrize(
    ("written", "is_right"),
    [
        ('phrase("{seat} bets {to}", seat=1, to=2)', True),
        ('phrase("{seat} bets {to}", seat=1)', False),
        ('phrase("{seat} bets", seat=1, to=2)', False),
        ('said = "{seat} bets"\nphrase(said, seat=1)\nsaid = "{to}"\nphrase(said, to=1)', True),
        ('said = "{seat} bets"\nphrase(said, to=1)', False),
        ('said = "{seat} bets {to}" if to else "{seat} bets"\nphrase(said, seat=1, to=2)', True),
        ('phrase("{seat} bets {to}", **parts)', True),
    ],
)
def test_a_phrase_that_lacks_a_part_or_has_one_too_many_is_found(written, is_right):
    assert (list(templates.misfilled(written)) == []) is is_right


def test_every_phrase_of_the_room_has_the_parts_that_it_names():
    sources = {path: path.read_text(encoding="utf-8") for path in templates.SERVER.rglob("*.py")}
    assert [(path, *one) for path, source in sources.items() for one in templates.misfilled(source)] == []


def test_what_the_room_says_is_on_the_list():
    listed = templates.server_templates()
    assert len(listed) > 500
    assert phrase("box {box} stays", box=1).template in listed
    assert not any(place.startswith("src/openfelt/cli/") for places in listed.values() for place in places)


def test_a_catalogue_keeps_what_was_translated_and_drops_what_is_gone():
    made = templates.catalogue({"Fold": "Passen", "Gone": "Weg"}, ["Call {1}", "Fold"])
    assert made == {"Call {1}": "", "Fold": "Passen"}


def test_the_list_of_a_language_names_what_is_missing(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(templates, "LANGUAGES", tmp_path)
    monkeypatch.setattr(
        templates, "client_templates", lambda: [{"template": "Fold", "parts": [], "places": ["App.svelte:1"]}]
    )
    monkeypatch.setattr(templates, "server_templates", lambda: {"wait": ["a.py:1"], "Fold": ["b.py:2"]})
    (tmp_path / "de.json").write_text('{"Fold": "Passen"}', encoding="utf-8")
    assert templates.main(["de"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"Fold": "Passen", "wait": ""}
    assert told.err == "1 of 2 have no translation\n"
    assert templates.every()[0]["places"] == ["web/src/App.svelte:1", "b.py:2"]


def test_a_language_that_is_no_tag_is_refused(capsys):
    assert templates.main(["../de"]) == 2
    assert "such as de or pt-BR" in capsys.readouterr().err
