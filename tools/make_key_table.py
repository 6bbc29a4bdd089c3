"""Write the table of keys in docs/laboratory.md from the bindings, in the order of the help (F1).

    python -m tools.make_key_table

A test says when the table is not that of the bindings.
"""

from __future__ import annotations

import re
from pathlib import Path

from game.ui.panels.help import GROUPS, PAD_GROUP, HelpLine
from tools.command_line import command_line

PAGE = Path(__file__).parents[1] / "docs" / "laboratory.md"
BETWEEN = re.compile(r"(?<=<!-- keys -->\n).*(?=<!-- end of keys -->)", re.DOTALL)


def row(line: HelpLine) -> str:
    """Return the row of an action or a gesture; its keys are those of the bindings as they are delivered."""
    return f"| {' · '.join(line.keys)} | {line.sentence} |"


def table() -> str:
    """Return the table: all keys and gestures, by topic."""
    lines = ["| | |", "|---|---|"]
    for heading, group in (*GROUPS, PAD_GROUP):
        lines += [f"| **{heading}** | |", *map(row, group)]
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """Return the page with the table put between its marks; raises ValueError where these are missing."""
    if not BETWEEN.search(text):
        raise ValueError(f"{PAGE.name} has no place for the keys: <!-- keys --> and <!-- end of keys -->")
    return BETWEEN.sub(lambda _: table(), text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    command_line().parse_args()
    main()
