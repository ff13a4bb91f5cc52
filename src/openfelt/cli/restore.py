"""`openfelt restore`: see `openfelt.cli.backup`."""

from openfelt.cli.backup import restore_command as command

__all__ = ["command"]
