"""The root command: finds subcommands lazily and answers every user's mistake with one line and exit code 2."""

from __future__ import annotations

import difflib
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import click

from openfelt import __version__
from openfelt.cli.whole_help import WholeHelp
from openfelt.errors import BrokenBook, OpenfeltError

# Each command is `openfelt.cli.<module>:command`.
COMMANDS: Final = {
    "audit": "audit",
    "backup": "backup",
    "day": "day",
    "edge": "edge",
    "equity": "equity",
    "evaluate": "evaluate",
    "frequencies": "frequencies",
    "icm": "icm",
    "jackpot": "jackpot",
    "restore": "restore",
    "play": "play",
    "promotion": "promotion",
    "replay": "replay",
    "report": "report",
    "rules": "rules",
    "school": "school",
    "simulate": "simulate",
    "serve": "serve",
    "story": "story",
    "tournament": "tournament",
    "verify-day": "verify_day",
    "verify-shuffle": "verify_shuffle",
}

MISTAKE: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
# What writing to a full disk, a failing one, or past a quota says.
UNWRITABLE: Final = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


class ReaderLeft(Exception):
    """Whoever read our output (`head`, a pager) has seen enough."""


class Lazy(WholeHelp):
    """A group that imports a command's module only when that command runs or its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"openfelt.cli.{COMMANDS[cmd_name]}").command
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; a reader that went away is told apart here, before click makes a plain failure of it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeft from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command the arguments name; a misspelt one is refused with the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = difflib.get_close_matches(name, COMMANDS, n=2, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"no command {name!r}{hint}", ctx)
        found, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            refuse_twice(command, click.Context(command, info_name=found, parent=ctx), rest)
        if isinstance(command, click.Group):
            self.refuse_twice_below(command, ctx, found, rest)
        return found, command, rest

    @staticmethod
    def refuse_twice_below(group: click.Group, ctx: click.Context, name: str | None, args: list[str]) -> None:
        """The same for a command of a command, such as `tournament new`."""
        below = click.Context(group, info_name=name, parent=ctx)
        if args and (one := group.get_command(below, args[0])) is not None:
            refuse_twice(one, click.Context(one, info_name=args[0], parent=below), args[1:])


def refuse_twice(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    """Refuse an option that is given twice and takes one value: nobody knows which was meant; and an empty path."""
    try:
        values, _, given = command.make_parser(ctx).parse_args(list(args))
    except click.UsageError:
        return  # told by the command itself
    for one in given:
        if isinstance(one, click.Option) and not one.multiple and not one.is_flag and given.count(one) > 1:
            raise click.UsageError(f"{one.opts[0]} is given {given.count(one)} times; allowed: once", ctx)
        # A path of no letters would be the directory one stands in.
        said = values.get(one.name or "")
        is_path = isinstance(one.type, click.Path) and one.type.type is Path
        if is_path and "" in (said if isinstance(said, list | tuple) else (said,)):
            name = one.opts[0] if isinstance(one, click.Option) else one.human_readable_name
            raise click.UsageError(f"an empty name for {name}; allowed: that of a file or a directory", ctx)


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
@click.version_option(__version__, prog_name="openfelt")
@click.pass_context
def root(ctx: click.Context) -> None:
    """A poker room that runs by the rulebook: every decision carries the clause that made it."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 when done, 2 with one line on stderr for a user's mistake."""
    try:
        code = root.main(args=args, prog_name="openfelt", standalone_mode=False)
        if sys.stdout is not None:  # None when it was closed before we began
            sys.stdout.flush()
    except click.ClickException as mistake:
        refuse(usage_line(mistake))
    except (OpenfeltError, BrokenBook) as mistake:
        refuse(f"openfelt: {mistake}")
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except (ReaderLeft, BrokenPipeError):
        silence(sys.stdout)
        sys.exit(PIPE_CLOSED)
    except MemoryError:
        refuse("openfelt: this does not fit into memory")
    except OSError as mistake:
        if mistake.filename is None and mistake.errno not in UNWRITABLE:
            raise
        if mistake.filename is None:
            silence(sys.stdout)
        refuse(f"openfelt: {mistake.filename or 'cannot write the output'}: {mistake.strerror}")
    else:
        sys.exit(code if isinstance(code, int) else 0)


def silence(stream: TextIO) -> None:
    """Send what a stream still holds nowhere: nothing more may be written to it, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def usage_line(mistake: click.ClickException) -> str:
    """A usage mistake on one line, with the command it was made in and where its help is."""
    ctx = mistake.ctx if isinstance(mistake, click.UsageError) else None
    where = ctx.command_path if ctx else "openfelt"
    said = mistake.format_message()
    return f"{where}: {said[:1].lower()}{said[1:]}" + (f" (see {where} --help)" if ctx else "")


def refuse(line: str) -> NoReturn:
    """Say what is wrong, on one line, and exit."""
    click.echo(" ".join(part.strip() for part in line.splitlines()), err=True)
    sys.exit(MISTAKE)
