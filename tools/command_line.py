"""The command line of scripts: `--help` shows what a script's module says of itself, and nothing is done."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence


def command_line() -> ArgumentParser:
    """Return a parser for the arguments of the script that runs, to which it adds its own.

    One that takes none calls `parse_args` all the same: what is given by mistake is refused before any work.
    """
    script = sys.modules["__main__"]
    name = script.__spec__.name if script.__spec__ is not None else sys.argv[0]
    return ArgumentParser(f"python -m {name}", description=script.__doc__, formatter_class=RawDescriptionHelpFormatter)


def check_names(options: ArgumentParser, names: Iterable[str], known: Sequence[str]) -> None:
    """End a script whose arguments name what there is not, with what is known, before any work."""
    if unknown := [name for name in dict.fromkeys(names) if name not in known]:
        options.error(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}")
