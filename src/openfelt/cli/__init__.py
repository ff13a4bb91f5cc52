"""The `openfelt` command. Each subcommand lives in a module of its own and is imported only when it is asked for."""

from openfelt.cli.main import main

__all__ = ["main"]
