"""A page must need nothing from outside: no font, script, style, image or frame of another host.

Links that a reader may follow are not loaded with the page and are allowed.
"""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

LOGGER = getLogger(__name__)
OUTSIDE = r"""["']?\s*(?:https?:)?//[^"'\s>)]+"""
LOADED_BY_PAGE = re.compile(
    rf"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc\s*=\s*{OUTSIDE}"
    rf"|<link\b(?![^>]*rel=[\"']?(?:canonical|license|author)\b)[^>]*\shref\s*=\s*{OUTSIDE}",
    re.IGNORECASE,
)
LOADED_BY_STYLE = re.compile(rf"@import\s+(?:url\()?{OUTSIDE}|url\(\s*{OUTSIDE}", re.IGNORECASE)


def outside_requests(text: str, *, is_style: bool) -> list[str]:
    """What a browser would fetch from another host for this page or style sheet."""
    found = [] if is_style else [match[0] for match in LOADED_BY_PAGE.finditer(text)]
    return found + [match[0] for match in LOADED_BY_STYLE.finditer(text)]


def check(app: Sphinx, failure: Exception | None) -> None:
    """Warn, which fails the build, if a page or a style sheet asks another host for anything."""
    if failure is not None or app.builder.format != "html":
        return
    for page in sorted(Path(app.outdir).rglob("*")):
        if page.suffix in (".html", ".css"):
            for request in outside_requests(page.read_text(encoding="utf-8"), is_style=page.suffix == ".css"):
                LOGGER.warning("%s asks another host: %s", page.relative_to(app.outdir), request)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
