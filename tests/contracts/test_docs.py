"""The documentation builds without a warning, has every clause, and asks no other host for anything."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from openfelt.rulebooks import RULEBOOK_KEYS, rulebook

DOCS = Path(__file__).parents[2] / "docs"
SMALL_SITE = f"""
import sys
sys.path.insert(0, {str(DOCS / "_ext")!r})
extensions = ["myst_parser", "clauses", "no_outside"]
html_theme = "furo"
"""


@pytest.fixture
def outside_requests(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return import_module("no_outside").outside_requests


def build(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build pages as `make docs` does."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", f"{out}.doctrees"]
    return subprocess.run([*command, source, out], capture_output=True, text=True, check=False, timeout=300)


def small_site(folder: Path, page: str) -> Path:
    (folder / "conf.py").write_text(SMALL_SITE, encoding="utf-8")
    toctree = "\n\n```{toctree}\n:glob:\n:hidden:\n\nrulebooks/*\n```\n"
    (folder / "index.md").write_text(f"# Page\n\n{page}{toctree}", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_documentation_builds_and_holds_every_clause(tmp_path):
    built = build(DOCS, tmp_path / "html")
    assert built.returncode == 0, built.stderr
    for key in RULEBOOK_KEYS:
        page = (tmp_path / "html" / "rulebooks" / f"{key}.html").read_text(encoding="utf-8")
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert {one.anchor for one in rulebook(key).values()} <= set(ids)
        assert len(ids) == len(set(ids))
    index = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert 'href="rulebooks/nsw-poker.html#nsw-poker-12-4"' in index


@pytest.mark.slow
def test_a_wrong_citation_and_an_outside_request_fail_the_build(tmp_path):
    page = "See {clause}`nsw-poker 12.44`.\n\n![a chart](https://example.com/chart.png)"
    built = build(small_site(tmp_path, page), tmp_path / "html")
    assert built.returncode != 0
    assert "nsw-poker has no clause '12.44'; near: 12.4" in built.stderr
    assert "index.html asks another host: <img" in built.stderr


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.com/x.js"></script>',
        "<script async src='//example.com/x.js'></script>",
        '<link rel="stylesheet" href="https://example.com/x.css">',
        '<link href="http://example.com/font.woff2" rel="preload">',
        '<img alt="" src=https://example.com/x.png>',
        "<style>@import 'https://example.com/x.css';</style>",
        "<style>body { background: url(//example.com/x.png) }</style>",
    ],
)
def test_an_outside_request_is_seen(outside_requests, text):
    assert len(outside_requests(text, is_style=False)) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<a href="https://example.com/">read</a>',
        '<script src="_static/x.js"></script><link rel="stylesheet" href="_static/x.css">',
        '<link rel="canonical" href="https://example.com/">',
        "<style>body { background: url(x.png); mask: url(data:image/svg+xml,%3Csvg) }</style>",
        "<p>// a comment, and https://example.com/ in a text</p>",
    ],
)
def test_a_link_or_a_file_of_our_own_is_no_outside_request(outside_requests, text):
    assert outside_requests(text, is_style=False) == []
