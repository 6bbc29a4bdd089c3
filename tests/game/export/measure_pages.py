"""Opens the page of every preset and writes the table of docs/export.md: `python -m tests.game.export.measure_pages`.

Names of presets as arguments: only these are opened, and the other rows stay. The table is written after each page, so
that a run which is stopped keeps its rows. A page with something wrong, or that takes too long, gets no row. Pictures
are left in PAGES_FOLDER.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import click

from game.scenefile import presets
from tests.game.export.browser import Opened, differences, export_and_open, problems
from tools.command_line import check_names, command_line

PAGE = Path("docs/export.md")
HEAD = """| preset | page | MB | exported in | proof | a frame | colours off |
|---|---|---|---|---|---|---|
"""
TABLE = re.compile(r"<!-- pages -->\n(.*)<!-- end of pages -->", re.S)


def row(name: str, opened: Opened) -> str:
    """Return the row of a preset."""
    exported, seconds, found = opened
    kind, proof = ("live", found.get("proof", "–")) if exported.live else ("recording", "–")
    colours = f"{differences(found['beside'])[1]:.1f}" if found.get("beside") else "–"
    frame = f"{found.get('milliseconds', float('nan')):.0f} ms at {found.get('percent', 0)} %"
    return f"| {name} | {kind} | {exported.size / 1e6:.2f} | {seconds:.1f} s | {proof} | {frame} | {colours} |\n"


def write(name: str, new: str) -> None:
    """Put the row of a preset into the table, in the order of the presets; an empty one takes it out."""
    text = PAGE.read_text("utf-8")
    found = TABLE.search(text)
    if not found:
        raise SystemExit(f"{PAGE} has no place for the table")
    rows = {line.split("|")[1].strip(): line + "\n" for line in found[1].splitlines() if line.startswith("| ")}
    rows[name] = new
    table = HEAD + "".join(rows.get(each) or f"| {each} | not measured | | | | | |\n" for each in presets())
    PAGE.write_text(TABLE.sub(lambda _: f"<!-- pages -->\n{table}<!-- end of pages -->", text), "utf-8")


def main(names: list[str]) -> None:
    """Open the pages of these presets, or of all, and write their rows."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names or presets():
            try:
                opened = export_and_open(name, Path(folder), pictures=os.environ.get("PAGES_FOLDER", "-"))
                new, wrong = row(name, opened), problems(opened)
            except subprocess.SubprocessError as error:
                new, wrong = name, [str(error)]
            write(name, "" if wrong else new)
            click.echo("\n    ".join([new.strip(), *wrong]))


if __name__ == "__main__":
    options = command_line()
    options.add_argument("names", nargs="*", help="of presets; all where none is given")
    names = options.parse_args().names
    check_names(options, names, list(presets()))
    main(names)
