"""`python -m openfelt` is the `openfelt` command."""

from openfelt.cli import main

if __name__ == "__main__":
    main()
