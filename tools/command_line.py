"""The command line of scripts: `--help` shows what a script's module says of itself, and nothing is done."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter


def command_line() -> ArgumentParser:
    """Return a parser for the arguments of the script that runs, to which it adds its own.

    One that takes none calls `parse_args` all the same: what is given by mistake is refused before any work.
    """
    script = sys.modules["__main__"]
    name = script.__spec__.name if script.__spec__ is not None else sys.argv[0]
    return ArgumentParser(f"python -m {name}", description=script.__doc__, formatter_class=RawDescriptionHelpFormatter)
