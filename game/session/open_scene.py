"""Loading of scenes for a session from names and from files, with a check of their duels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from game import scenefile
from game.experiments.duel import DuelSetup
from game.scenefile import Scene, share_line
from game.scenefile.loading import from_configuration, path_of
from game.session.past.event_log import scene_of
from physics import BadInput, Simulation
from physics.text_files import read_start

MAX_HEAD = 200_000
"""Bytes at the start of a file in which the first line of a log, or the comment of a table, has to end."""
WRITTEN_BY = "# polhode "


def load(name: str) -> Scene:
    """Load a scene as `scenefile.load` does, or from a share line, and check its duel. Raises BadInput."""
    if share_line.is_line(name):
        return share_line.load_line(name)
    scene = scenefile.load(name)
    try:
        check_duel(scene)
    except BadInput as error:
        raise BadInput(f"scene file {path_of(name)}: {error}") from None
    return scene


def check_duel(scene: Scene, run: Simulation | None = None) -> None:
    """Raise BadInput where a ghost of a scene is invalid; run: the scene's simulation, where there is one already."""
    if scene.duel:
        DuelSetup(run or scene.simulation(), scene.duel)


def load_file(path: Path) -> Scene:
    """Return the scene in a file: a scene file, the configuration of a table (CSV), or the first scene of a log.

    Raises BadInput, with the name of the file, where it is none of these.
    """
    if path.suffix.lower() == ".toml":
        return load(str(path))
    try:
        lines = read_start(path, MAX_HEAD).splitlines()
    except BadInput as error:
        raise BadInput(f"file {path}: {error}") from None
    first = lines[0] if lines else ""
    if first.startswith(WRITTEN_BY):
        return from_configuration(path, "\n".join(_configuration(lines)))
    if first.startswith('{"polhode":'):
        scene = scene_of(path, first)
        try:
            check_duel(scene, scene.simulation())
        except BadInput as error:
            raise BadInput(f"file {path}: {error}") from None
        return scene
    raise BadInput(f"file {path}: can be opened if it is a scene file (.toml), a table (.csv) or a log of Polhode")


def _configuration(lines: list[str]) -> Iterator[str]:
    """Yield the lines of the configuration in the comment of a table, without sections of the command that wrote it."""
    wanted = True
    for line in islice(lines, 1, None):
        if not line.startswith("#"):
            return
        text = line[1:].strip()
        if text.startswith("["):
            wanted = text in ("[parameters]", "[initial]", "[settings]")
        if wanted:
            yield text
