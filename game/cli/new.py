"""`polhode new`: files to begin with, of one's own system and its tests."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import click

from game.model import resources
from physics import BadInput
from physics.errors import shown
from physics.registry import NAME, shipped_systems

TEMPLATE, TITLE, CLASS = "my_system", "My system", "MySystem"
"""Names in the templates, which stand for those of the new system."""
MOST = 40
"""Most characters of a name."""


@click.group()
def new() -> None:
    """Write files to begin with."""


@new.command()
@click.argument("name")
def system(name: str) -> int:
    """Write NAME.py, a system of one's own that runs, and test_NAME.py, its tests, into this folder."""
    written = write_system(name, Path())
    click.echo(f"Written: {', '.join(path.name for path in written)}", err=True)
    click.echo(f"polhode run {written[0].name}")
    return 0


def write_system(name: str, folder: Path) -> list[Path]:
    """Write the two files of a new system into a folder, and return them.

    Raises BadInput for a name that is none or taken, and for files that are there or cannot be written.
    """
    if not NAME.fullmatch(name) or len(name) > MOST:
        raise BadInput(f"name = {shown(name)}: must be small letters, digits and -, such as my-top, at most {MOST}")
    if name in shipped_systems():
        raise BadInput(f"name = {shown(name)}: is a system of Polhode's; must be another")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or find_spec(module) is not None:
        raise BadInput(f"name = {shown(name)}: is a word or module of Python's; must be another")
    texts = {}
    for file in (f"{TEMPLATE}.py", f"test_{TEMPLATE}.py"):
        path = folder / file.replace(TEMPLATE, module)
        if path.exists():
            raise BadInput(f"{path}: is there already; choose another name")
        texts[path] = template(file, name)
    for path, text in texts.items():
        try:
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
    return list(texts)


def template(file: str, name: str) -> str:
    """Return a template, by the name of its file, with the names of a new system."""
    text, module = resources.text(f"assets/templates/{file}"), name.replace("-", "_")
    words = name.replace("-", " ")
    title = words[0].upper() + words[1:]
    kind = "".join(part.capitalize() for part in name.split("-"))
    changes = {"my-system": name, TEMPLATE: module, TITLE: title, "my system": words, CLASS: kind}
    return re.sub("|".join(map(re.escape, changes)), lambda found: changes[found[0]], text)
