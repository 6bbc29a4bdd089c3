"""Scene of a command line: a named one, with the changes of its options."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

import physics
from game import scenefile
from game.scenefile import DuelSpec, Scene
from game.session.open_scene import check_binet, check_duel, load
from game.session.past.event_log import EventLog
from game.session.past.event_log import read as read_log
from physics import BadInput

SCULPTED = "across", "up", "after", "duration"
"""What `--sculpt` may give beside the spread of a variable."""


def scene_from_arguments(
    name: str,
    integrator: str | None = None,
    dt: float | None = None,
    sets: tuple[tuple[str, str], ...] = (),
    inits: tuple[tuple[str, str], ...] = (),
    speed: float | None = None,
    quality: str | None = None,
    room: str | None = None,
    ensemble: int | None = None,
    spreads: tuple[tuple[str, str], ...] = (),
    ghosts: tuple[dict[str, str], ...] = (),
    binet: bool = False,
    sculpture: bool = False,
    sculpts: tuple[tuple[str, str], ...] = (),
) -> Scene:
    """Return the scene of that name with the changes of the options; raises BadInput."""
    scene = load(name or scenefile.DEFAULT)
    scene = scene.varied(dict(sets), dict(inits), integrator or "", dt=dt, speed=speed, quality=quality, room=room)
    if ensemble is not None or spreads:
        copies = scene.ensemble.copies if ensemble is None else ensemble
        scene = scene.changed(ensemble=scenefile.EnsembleSpec(copies, {**scene.ensemble.spread, **dict(spreads)}))
    if ghosts:
        scene = scene.changed(duel=tuple(_duel_spec(each, scene.integrator) for each in ghosts))
        read = [each.changed(parameters=kind.with_rows(each.parameters)) for kind, each in scene.ghost_classes()]
        scene = scene.changed(duel=tuple(read))  # a scene that is saved names no file of another folder
    if binet or sculpture or sculpts:
        scene = _with_second_picture(scene, binet, dict(sculpts))
    simulation = scene.simulation()
    scene.ensemble.checked(simulation.system)
    scene.sculpture.check(simulation)
    check_duel(scene, simulation)
    scene.opening_tick(simulation.dt)
    physics.Clock(speed=scene.speed)
    return scene


def _with_second_picture(scene: Scene, binet: bool, sculpts: dict[str, str]) -> Scene:
    """Return the scene beside Binet's construction, or the phase sculpture with these values; raises BadInput."""
    if binet:
        if sculpts:
            raise BadInput("binet: there is one picture beside the body; leave --sculpt out")
        check_binet(scene.simulation().system)
        return scene.changed(overlays=replace(scene.overlays, binet=True, sculpture=False))
    fields = {name: value for name, value in sculpts.items() if name in SCULPTED}
    spread = {name: value for name, value in sculpts.items() if name not in SCULPTED}
    spec = replace(scene.sculpture, **fields, **({"spread": spread} if spread else {}))
    return scene.changed(overlays=replace(scene.overlays, sculpture=True), sculpture=spec)


def logged_session(
    file: Path,
    scene: str,
    speed: float | None = None,
    quality: str | None = None,
    room: str | None = None,
    **others: object,
) -> tuple[Scene, EventLog]:
    """Return the first scene of a session log, at this speed and quality and in this room, and the log.

    others: options that a log leaves no room for. Raises BadInput for one of them, and for a file that is no log.
    """
    given = [name for name, value in {"SCENE": scene, **others}.items() if value]
    if given:
        raise BadInput(f"--log {file}: the log says what happens; leave out {', '.join(given)}")
    log = read_log(file)
    changes = {"speed": speed, "quality": quality, "room": room}
    found = log.scene.changed(**{name: value for name, value in changes.items() if value is not None})
    check_duel(found)
    physics.Clock(speed=found.speed)
    return found, log


def on_path(scene: Scene, path: str | None, **others: object) -> Scene:
    """Return the scene with its camera on a path through bookmarks, if one is given.

    others: options that leave no room for it. Raises BadInput for one of them, and for a path that is none.
    """
    if path is None:
        return scene
    given = [name for name, value in others.items() if value]
    if given:
        raise BadInput(f"--path {path}: it moves the camera; leave out --{', --'.join(given)}")
    found = scene.changed(camera=replace(scene.camera, mode="tour", path=path))
    found.camera.check(found.simulation().system)
    return found


def _duel_spec(given: dict[str, str], usual: str) -> DuelSpec:
    """Return the ghost of a `--duel` option, with the default integrator `usual`; raises BadInput."""
    method = physics.integrator(given.get("integrator", usual))
    known = {setting.name for setting in method.settings}
    rest = {name: value for name, value in given.items() if name not in ("integrator", "dt", "formulation")}
    return DuelSpec(
        given.get("integrator", ""),
        given.get("dt"),
        given.get("formulation", ""),
        {name: value for name, value in rest.items() if name in known},
        {name: value for name, value in rest.items() if name not in known},
    )
