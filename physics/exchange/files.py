"""Machines from files of other programs, and as such files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from physics.errors import BadInput, cut
from physics.exchange.carried_tree import carried_tree
from physics.exchange.drafts import MachineDraft
from physics.exchange.mjcf_reader import read_mjcf
from physics.exchange.mjcf_writer import mjcf_text
from physics.exchange.urdf_reader import read_urdf
from physics.exchange.urdf_writer import urdf_text
from physics.exchange.xml_tree import read_xml
from physics.machines.machine import Machine
from physics.text_files import read_text

READERS = {"mujoco": read_mjcf, "robot": read_urdf}
"""What reads a format, by the tag of its root."""
WRITERS = {".xml": mjcf_text, ".urdf": urdf_text}
"""What writes a format, by the ending of a file's name."""
LONGEST_TITLE, LONGEST_LINE = 80, 400
"""Greatest lengths of a title and of a line of comment in a scene file [characters]."""
MAX_BYTES = 2_000_000
"""Greatest size of a file [bytes]."""


def read_machine(path: Path) -> MachineDraft:
    """Return the machine of a file in MJCF or URDF; raises BadInput with the file, the line and the reason."""
    try:
        return read_machine_text(read_text(path, MAX_BYTES))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def read_machine_text(text: str) -> MachineDraft:
    """Return the machine of a text in MJCF or URDF; raises BadInput with the line and the reason."""
    root = read_xml(text)
    if root.tag not in READERS:
        raise root.wrong("must be <mujoco> (MJCF) or <robot> (URDF)")
    draft = READERS[root.tag](root)
    draft.check()
    return draft


def machine_text(system: Machine, ending: str, title: str) -> tuple[str, tuple[str, ...]]:
    """Return a machine as the text of a file with an ending of `WRITERS`, and what the file does not say."""
    tree = carried_tree(system)
    text = WRITERS[ending](tree, plain(title) or "machine")
    return text, tuple(tree.left_out)


def scene_text(draft: MachineDraft, head: Sequence[str] = ()) -> str:
    """Return the scene file of a machine. head: lines of comment at its beginning."""
    comments = [*head, *(f"Left out: {each}." for each in draft.left_out)]
    return description_text(draft.title, draft.description(), draft.initial, comments)


def description_text(
    title: str, tables: Mapping[str, Any], initial: Mapping[str, float], comments: Sequence[str], **words: Any
) -> str:
    """Return the scene file of a description. comments: lines at its beginning; words: others of the scene."""
    lines = [f"# {plain(each)}" for each in comments]
    lines += ["", f"title = {_written(plain(title)[:LONGEST_TITLE] or 'Machine')}", 'system = "machine"']
    lines += [f"{name} = {_written(value)}" for name, value in words.items()]
    if "gravity" in tables:
        lines.append(f"gravity = {_written(tables['gravity'])}")
    for table, parts in tables.items():
        if table != "gravity":
            lines += ["", f"[{table}]", *(f"{_key(name)} = {_written(each)}" for name, each in parts.items())]
    if initial:
        lines += ["", "[initial]", *(f"{_key(name)} = {_written(value)}" for name, value in initial.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def plain(text: str) -> str:
    """Return a text in one line, without characters that cannot be seen."""
    return cut(" ".join("".join(each if each.isprintable() else " " for each in text).split()), LONGEST_LINE)


def _key(name: str) -> str:
    return name if name.isascii() else f'"{name}"'


def _written(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        within = ", ".join(f"{_key(name)} = {_written(each)}" for name, each in value.items())
        return f"{{ {within} }}" if within else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    number = float(value) + 0.0
    return str(int(number)) if number.is_integer() and abs(number) < 1e6 else repr(number)
