"""Every example in README.md and docs/ runs, and prints what the page says.

`pycon` blocks are doctests and share their names down a page. In `console` blocks each `$ openfelt ...` is run and its
output, on either stream, compared; `...` stands for anything. Blocks of any other language are not run.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from openfelt.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if not {"_build", "rulebooks"} & set(page.relative_to(ROOT).parts)]
BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<language>pycon|console)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The blocks of a language with the line each begins at."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start("text")), found["text"])
        for found in BLOCK.finditer(text)
        if found["language"] == language
    ]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output it should have."""
    return [tuple(part.partition("\n")[::2]) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


def run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints, on both streams."""
    program, *args = shlex.split(line, comments=True)
    assert program == "openfelt", f"only openfelt is run in console blocks, not {program!r}"
    with pytest.raises(SystemExit):
        main(args)
    printed = capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples(page):
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    said: list[str] = []
    for line, text in blocks(page, "pycon"):
        example = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
        runner.run(example, out=said.append, clear_globs=False)
        names = example.globs
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_console_examples(page, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for line, text in blocks(page, "console"):
        for command, wanted in commands(text):
            printed = run(command, capsys)
            matches = doctest.OutputChecker().check_output(wanted, printed, FLAGS)
            assert matches, f"{page.name}, block at line {line + 1}: $ {command}\n{printed}"


def test_the_pages_have_examples_of_both_kinds():
    assert sum(len(blocks(page, "pycon")) for page in PAGES) >= 5
    assert sum(len(blocks(page, "console")) for page in PAGES) >= 5
