"""`python -m openfelt` is the `openfelt` command."""

from openfelt.cli import main

main()
