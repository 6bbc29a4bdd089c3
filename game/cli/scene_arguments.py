"""Scene of a command line: a named one, with the changes of its options."""

from __future__ import annotations

import physics
from game import scenefile
from game.scenefile import DuelSpec, Scene
from game.session.open_scene import check_duel, load


def scene_from_arguments(
    name: str,
    integrator: str | None = None,
    dt: float | None = None,
    sets: tuple[tuple[str, str], ...] = (),
    inits: tuple[tuple[str, str], ...] = (),
    speed: float | None = None,
    quality: str | None = None,
    ensemble: int | None = None,
    spreads: tuple[tuple[str, str], ...] = (),
    ghosts: tuple[dict[str, str], ...] = (),
) -> Scene:
    """Return the scene of that name with the changes of the options; raises BadInput."""
    scene = load(name or scenefile.DEFAULT)
    scene = scene.varied(dict(sets), dict(inits), integrator or "", dt=dt, speed=speed, quality=quality)
    if ensemble is not None or spreads:
        copies = scene.ensemble.copies if ensemble is None else ensemble
        scene = scene.changed(ensemble=scenefile.EnsembleSpec(copies, {**scene.ensemble.spread, **dict(spreads)}))
    if ghosts:
        scene = scene.changed(duel=tuple(_duel_spec(each, scene.integrator) for each in ghosts))
    simulation = scene.simulation()
    scene.ensemble.checked(simulation.system)
    check_duel(scene, simulation)
    scene.opening_tick(simulation.dt)
    physics.Clock(speed=scene.speed)
    return scene


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
