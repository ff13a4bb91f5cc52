"""Answers from the terminal, as `play` and `school` ask for them: a prompt, or one line that says why there is none."""

from __future__ import annotations

import errno
import sys

import click

from openfelt.errors import NotationError


def require_input(command: str, *, instead: str = "") -> None:
    """Refuse to begin where no answer can ever come: standard input is closed. `instead` is what needs none."""
    if sys.stdin is None or sys.stdin.closed:
        raise NotationError(f"{command} asks for answers, but standard input is closed", legal=instead or ())


def ask_for(text: str, *, suffix: str = " ? ", err: bool = False) -> str:
    """One line of answer, without the space around it; `click.Abort` at the end of input or when interrupted."""
    try:
        said: str = click.prompt(text, default="", show_default=False, prompt_suffix=suffix, err=err)
    except UnicodeDecodeError:
        raise NotationError("standard input: not UTF-8 text") from None
    except OSError as fault:
        if fault.errno != errno.EBADF:
            raise
        raise NotationError("standard input: cannot be read") from None
    return said.strip()


def was_interrupted(stop: click.Abort) -> bool:
    """Whether someone interrupted, rather than input having come to its end: click makes one exception of both."""
    return isinstance(stop.__context__, KeyboardInterrupt)
