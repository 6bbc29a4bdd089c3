"""Loading of scenes for a session, with a check of what is beside them: from names, share lines, files, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from game import scenefile
from game.experiments.duel import DuelSetup
from game.experiments.measurements.scene_table import scene_tables
from game.experiments.measurements.table_file import MAX_FILE_BYTES
from game.looks import look_class
from game.looks.generic import Look
from game.scenefile import Scene, share_line
from game.scenefile.described_tables import MACHINE
from game.scenefile.loading import from_configuration, parsed, path_of
from physics import BadInput, Simulation, System
from physics.text_files import each_block

if TYPE_CHECKING:
    from game.scenefile.sketch import Sketch


def load(name: str) -> Scene:
    """Load a scene as `scenefile.load` does, or from a share line, and check duel and table. Raises BadInput."""
    if share_line.is_line(name):
        return share_line.load_line(name)
    return _beside_checked(scenefile.load(name), path_of(name))


def load_file(path: Path) -> Scene:
    """Return the scene in a scene file, whatever its name is like, with its duel and table checked. Raises BadInput."""
    return _beside_checked(scenefile.read(path), path)


def half_made(path: Path | None) -> Sketch | None:
    """Return the sketch in a scene file of a machine that cannot run as it is; None for any other file."""
    from game.scenefile.sketch import Sketch

    try:
        scene = None if path is None else parsed(path)
        sketch = Sketch.of(scene) if scene is not None and scene.system == MACHINE else None
    except BadInput:
        return None
    return sketch if sketch is not None and not sketch.check.runnable else None


def _beside_checked(scene: Scene, path: Path | None) -> Scene:
    """Return a scene from a file whose duel and measured table are valid; raises BadInput."""
    try:
        check_duel(scene)
        if scene.measured is not None:
            scene_tables(scene, scene.simulation().system)
    except BadInput as error:
        raise BadInput(f"scene file {path}: {error}") from None
    return scene


def check_duel(scene: Scene, run: Simulation | None = None) -> None:
    """Raise BadInput where a ghost of a scene is invalid; run: the scene's simulation, where there is one already."""
    if scene.duel:
        DuelSetup(run or scene.simulation(), scene.duel)


def check_binet(system: System) -> None:
    """Raise BadInput for a system without Binet's construction."""
    if look_class(system).momentum_stage is Look.momentum_stage:
        raise BadInput(f"Binet's construction: {system.name} has none, free-body and satellite have one")


def check_body_view(system: System) -> None:
    """Raise BadInput for a system without a second picture in body axes."""
    if look_class(system).second_stage is Look.second_stage:
        raise BadInput(f"body-fixed view: {system.name} has none, free-body has one")


def scene_of_table(path: Path) -> Scene:
    """Return the scene whose configuration stands in the comment of a table that a command of this program has written.

    Raises BadInput, with the name of the file.
    """
    try:
        text = "\n".join(_configuration(_comment(path)))
    except BadInput as error:
        raise BadInput(f"table {path}: {error}") from None
    return from_configuration(path, text)


def _comment(path: Path) -> Iterator[str]:
    """Yield the lines of the comment at the beginning of a table. Raises BadInput."""
    for lines, _ in each_block(path, MAX_FILE_BYTES, latin=True):
        for line in lines:
            if not line.startswith("#"):
                return
            yield line


def _configuration(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the configuration in the comment of a table, without sections of the command that wrote it."""
    wanted = True
    for line in islice(lines, 1, None):
        text = line[1:].strip()
        if text.startswith("["):
            wanted = text in ("[parameters]", "[initial]", "[settings]")
        if wanted:
            yield text
