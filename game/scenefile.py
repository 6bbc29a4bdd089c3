"""Scene files: TOML that says what to simulate, how, and how to look at it. Presets are such files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

import physics
from game import resources
from physics import BadInput
from physics.copies import checked_spread
from physics.errors import unknown

PRESETS = "assets/presets"
DEFAULT = "fast-cone"
MOST_COPIES = 200_000
"""Shown at once."""


class CameraPose(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where the eye is: angles in degrees, distance in metres; what is left out is chosen to frame the body."""

    azimuth: float | None = None
    elevation: float | None = None
    distance: float | None = None

    def given(self) -> dict[str, float]:
        """Only what the file says."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}


class Overlays(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is drawn over the bodies."""

    vectors: bool = True
    traces: bool = True


class Ensemble(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Copies that start a little aside and are shown as a cloud; spread: at most by how much, for each variable."""

    copies: int = 0
    spread: dict[str, float | str] = {}

    def checked(self, system: physics.System) -> dict[str, float]:
        """The spread in SI units; raises BadInput."""
        if not 0 <= self.copies <= MOST_COPIES:
            raise BadInput(f"ensemble = {self.copies}: must be from 0 to {MOST_COPIES} copies")
        if self.copies and not self.spread:
            raise BadInput(f"ensemble = {self.copies}: needs a spread, such as theta=1e-3")
        if self.spread and not self.copies:
            raise BadInput("spread: needs an ensemble, a number of copies")
        return checked_spread(system, self.spread)


class Scene(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a scene file says. Values of parameters and initial values are checked by the system itself."""

    system: str
    name: str = ""
    title: str = ""
    note: str = ""
    integrator: str = "rk4"
    dt: float | str = 1e-3
    speed: float = 1.0
    quality: Literal["auto", "low", "medium", "high"] = "auto"
    parameters: dict[str, Any] = {}
    initial: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    camera: CameraPose = CameraPose()
    overlays: Overlays = Overlays()
    ensemble: Ensemble = Ensemble()

    def simulation(self) -> physics.Simulation:
        """The simulation it describes; raises BadInput."""
        system = physics.system(self.system, self.parameters, self.initial)
        return physics.Simulation(system, self.integrator, self.dt, self.settings)

    def changed(self, **changes: Any) -> Scene:
        """A copy with some fields replaced."""
        return msgspec.structs.replace(self, **changes)


def presets() -> tuple[str, ...]:
    """Names of all presets, the default first."""
    names = sorted(path.stem for path in resources.path(PRESETS).glob("*.toml"))
    return (DEFAULT, *(name for name in names if name != DEFAULT))


def load(scene: str) -> Scene:
    """The scene of that name: a preset, a TOML file, or a system with its defaults. Raises BadInput."""
    if scene.endswith(".toml") or "/" in scene or "\\" in scene:
        return read(Path(scene))
    if scene in presets():
        return read(resources.path(PRESETS) / f"{scene}.toml")
    if scene in physics.systems():
        return Scene(system=scene, name=scene, title=physics.system_class(scene).title)
    raise unknown("scene", scene, (*presets(), *physics.systems(), "or a file FILE.toml"))


def read(path: Path) -> Scene:
    """The scene in a file; raises BadInput with file, key or line, value and what is allowed."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"scene file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"scene file {path}: not TOML: {error}") from None
    try:
        scene = msgspec.convert(raw, Scene)
    except msgspec.ValidationError as error:
        raise BadInput(f"scene file {path}: {_explain(str(error), raw)}") from None
    scene = scene.changed(name=path.stem, title=scene.title or path.stem)
    try:
        scene.ensemble.checked(scene.simulation().system)
        physics.Clock(speed=scene.speed)
    except BadInput as error:
        raise BadInput(f"scene file {path}: {error}") from None
    return scene


def _explain(message: str, raw: Any) -> str:
    """Msgspec's `… - at `$.camera.azimuth`` with the key first and the offending value."""
    reason, _, where = message.partition(" - at ")
    keys = where.strip("`$.").split(".") if where else []
    value = raw
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    place = ".".join(keys)
    if value is None or isinstance(value, dict):
        allowed = f"; allowed: {', '.join(Scene.__struct_fields__)}" if not keys and "unknown field" in reason else ""
        return f"{place + ': ' if place else ''}{reason}{allowed}"
    return f"{place} = {value!r}: {reason}"
