"""The root command: finds subcommands lazily and answers every user's mistake with one line and exit code 2."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

import click

from openfelt import __version__
from openfelt.errors import OpenfeltError

# Each command is `openfelt.cli.<module>:command`.
COMMANDS: Final = {
    "rules": "rules",
}


class Lazy(click.Group):
    """A group that imports a command's module only when that command runs or its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"openfelt.cli.{COMMANDS[cmd_name]}").command
        assert isinstance(found, click.Command)
        return found


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="openfelt")
def root() -> None:
    """A poker room that runs by the rulebook."""


def main() -> None:
    """Run the command line; a user's mistake is one line on stderr and exit code 2."""
    try:
        root.main(prog_name="openfelt", standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as mistake:
        mistake.show()
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except OpenfeltError as mistake:
        click.echo(f"openfelt: {mistake}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
