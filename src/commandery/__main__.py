"""``python -m commandery``: the command line."""

from commandery.cli import main

main()
