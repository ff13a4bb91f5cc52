"""Help that lists each command of a group with its whole first sentence, on as many lines as that takes."""

from __future__ import annotations

import click

WHOLE = 400  # click's own limit for the words beside a command is what is left of one line


class WholeHelp(click.Group):
    """A group whose help cuts no sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands and what each does."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(WHOLE)) for name, one in found if one is not None])
