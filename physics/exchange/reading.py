"""Machines from files of other programs."""

from __future__ import annotations

from pathlib import Path

from physics.errors import BadInput
from physics.exchange.drafts import MachineDraft
from physics.exchange.mjcf_reader import read_mjcf
from physics.exchange.urdf_reader import read_urdf
from physics.exchange.xml_tree import read_xml
from physics.text_files import read_text

READERS = {"mujoco": read_mjcf, "robot": read_urdf}
"""What reads a format, by the tag of its root."""
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
