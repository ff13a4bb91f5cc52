"""The `openfelt` command. Each subcommand lives in a module of its own and is imported only when it is asked for."""

import sys

try:
    from openfelt.cli.main import main
except KeyboardInterrupt:  # loading takes a moment, and Ctrl-C in it is no traceback either
    if sys.stderr is not None:
        sys.stderr.write("interrupted\n")
    sys.exit(130)

__all__ = ["main"]
