"""Saving of the present session as a scene file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from game.experiments.duel import RunVariant
from game.scenefile import OVERLAYS, CameraSpec, DuelSpec, EnsembleSpec, OverlaySpec, Scene
from game.session.session import Session

ALWAYS = ("system", "integrator", "dt")
"""Fields that are written even where they have their default."""
STAMP = re.compile(r"-\d{8}-\d{6}(-\d+)?$")
"""Time stamp at the end of the name of a saved file."""


def scene_now(session: Session, camera: CameraSpec, quality: str) -> Scene:
    """Return the scene that begins like this session after a reset, with the present view.

    The note is left out where bodies or start have been changed, because it may no longer hold.
    """
    before, run = session.scene, session.simulation
    system = run.system
    duel = session.contenders if session.duel is not None else ()
    return Scene(
        system=system.name,
        name=before.name,
        title=before.title,
        note=before.note if _start_unchanged(session) else "",
        integrator=run.integrator.name,
        dt=run.dt,
        speed=session.clock.speed,
        slow_motion=session.slow.wanted,
        paused=before.paused,
        quality=quality,
        parameters={name: system.parameters[name] for name in system.applicable()},
        initial=dict(system.initial),
        settings=dict(run.settings),
        camera=camera,
        overlays=_overlay_spec(session),
        ensemble=session.ensemble if session.cloud is not None else EnsembleSpec(),
        duel=tuple(_duel_spec(each) for each in duel),
    )


def _overlay_spec(session: Session) -> OverlaySpec:
    """Return the overlays that the scene has defined, as they are shown now, and those that are not shown as usual."""
    said, shown = session.scene.overlays, {name: getattr(session, name) for name in OVERLAYS}
    return OverlaySpec(
        **{name: on for name, on in shown.items() if getattr(said, name) is not None or on is not OVERLAYS[name]}
    )


def _start_unchanged(session: Session) -> bool:
    """Return whether the bodies and their start are those of the scene that was opened."""
    opened, system = session.scene.simulation().system, session.simulation.system
    return (opened.name, opened.parameters, opened.initial) == (system.name, system.parameters, system.initial)


def _duel_spec(contender: RunVariant) -> DuelSpec:
    return DuelSpec(
        contender.integrator, contender.dt, contender.formulation, dict(contender.settings), dict(contender.parameters)
    )


def stem(scene: Scene) -> str:
    """Return the stem of files made from a scene: its name, without the time stamp of a saved one."""
    return STAMP.sub("", scene.name)


def toml(scene: Scene) -> str:
    """Return a scene as the text of a scene file, from which the same scene is read."""
    import tomli_w

    return tomli_w.dumps({name: value for name, value in _given_fields(scene, ALWAYS).items() if name != "name"})


def _given_fields(part: msgspec.Struct, always: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields that differ from their defaults, and those in `always`; nested structures as tables."""
    found = {}
    for field in msgspec.structs.fields(part):
        usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        value = getattr(part, field.name)
        if field.name in always or value != usual:
            found[field.name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    """Return structures as tables, and tuples as lists."""
    if isinstance(value, msgspec.Struct):
        return _given_fields(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
