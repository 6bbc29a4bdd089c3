"""`polhode new`: files to begin with, of one's own system and its tests, or of equations of one's own."""

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
EQUATIONS, EQUATIONS_TITLE = "my_equations", "My equations"
"""Name of the file of the template of equations, and the title in it."""
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


@new.command()
@click.argument("name")
def equations(name: str) -> int:
    """Write NAME.toml, a scene with equations of one's own as text, into this folder."""
    written = write_equations(name, Path())
    click.echo(f"Written: {written.name}", err=True)
    click.echo(f"polhode run {written.name}")
    return 0


def write_equations(name: str, folder: Path) -> Path:
    """Write the scene file of new equations into a folder, and return it; raises BadInput as `write_system` does."""
    _check_name(name, "my-equations")
    text = resources.text(f"assets/templates/{EQUATIONS}.toml").replace(EQUATIONS_TITLE, _title(name))
    path = folder / f"{name}.toml"
    _write({path: text})
    return path


def write_system(name: str, folder: Path) -> list[Path]:
    """Write the two files of a new system into a folder, and return them.

    Raises BadInput for a name that is none or taken, and for files that are there or cannot be written.
    """
    _check_name(name, "my-top")
    if name in shipped_systems():
        raise BadInput(f"name = {shown(name)}: is a system of Polhode's; must be another")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or find_spec(module) is not None:
        raise BadInput(f"name = {shown(name)}: is a word or module of Python's; must be another")
    files = f"{TEMPLATE}.py", f"test_{TEMPLATE}.py"
    texts = {folder / file.replace(TEMPLATE, module): template(file, name) for file in files}
    _write(texts)
    return list(texts)


def _check_name(name: str, such: str) -> None:
    if not NAME.fullmatch(name) or len(name) > MOST:
        raise BadInput(f"name = {shown(name)}: must be small letters, digits and -, such as {such}, at most {MOST}")


def _write(texts: dict[Path, str]) -> None:
    """Write files; raises BadInput where one is there already, before any is written."""
    for path in texts:
        if path.exists():
            raise BadInput(f"{path}: is there already; choose another name")
    for path, text in texts.items():
        try:
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None


def _title(name: str) -> str:
    words = name.replace("-", " ")
    return words[0].upper() + words[1:]


def template(file: str, name: str) -> str:
    """Return a template, by the name of its file, with the names of a new system."""
    text, module = resources.text(f"assets/templates/{file}"), name.replace("-", "_")
    words, title = name.replace("-", " "), _title(name)
    kind = "".join(part.capitalize() for part in name.split("-"))
    changes = {"my-system": name, TEMPLATE: module, TITLE: title, "my system": words, CLASS: kind}
    return re.sub("|".join(map(re.escape, changes)), lambda found: changes[found[0]], text)
