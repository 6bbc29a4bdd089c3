"""Opens the page of every preset and writes the table of docs/export.md: `python -m tests.game.export.measure_pages`.

Names of presets as arguments: only these are opened, and nothing is written. Pictures are left in PAGES_FOLDER.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import click

from game.scenefile import presets
from tests.game.export.browser import Opened, differences, export_and_open, problems

PAGE = Path("docs/export.md")
HEAD = """| preset | page | MB | exported in | proof | a frame | colours off |
|---|---|---|---|---|---|---|
"""


def row(name: str, opened: Opened) -> str:
    """Return the row of a preset."""
    exported, seconds, found = opened
    kind, proof = ("live", found.get("proof", "–")) if exported.live else ("recording", "–")
    colours = f"{differences(found['beside'])[1]:.1f}" if found.get("beside") else "–"
    frame = f"{found.get('milliseconds', float('nan')):.0f} ms at {found.get('percent', 0)} %"
    return f"| {name} | {kind} | {exported.size / 1e6:.2f} | {seconds:.1f} s | {proof} | {frame} | {colours} |\n"


def main(names: list[str]) -> None:
    """Open the pages of these presets, or of all, and write the table of all."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names or presets():
            opened = export_and_open(name, Path(folder), pictures=os.environ.get("PAGES_FOLDER", "-"))
            rows.append(row(name, opened))
            click.echo("\n    ".join([rows[-1].strip(), *problems(opened)]))
    if not names:
        text = PAGE.read_text("utf-8")
        table = f"<!-- pages -->\n{HEAD}{''.join(rows)}<!-- end of pages -->"
        PAGE.write_text(re.sub(r"<!-- pages -->.*<!-- end of pages -->", table, text, flags=re.S), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
