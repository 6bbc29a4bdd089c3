"""Share line: a scene as one line, such as `loops?theta=40deg&integrator=gauss6&t=3.2`.

A preset or a system, then what differs from it: parameters, initial values and settings of the method by their names,
and `integrator`, `dt`, `speed`, `t` (the time at which it opens) and `camera` (as on the command line). The same
characters as in the query of a web address are written as % with two digits (RFC 3986), so that it can be part of one.
What begins with `view.` says what an exported page shows beside the picture; the program skips it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote_to_bytes

import physics
from game.scenefile.loading import load, presets
from game.scenefile.schema import Scene
from physics import BadInput, System
from physics.core.fields import AnyParameter, Description, Tabulated
from physics.core.units import parse_quantity
from physics.errors import unknown

MAX_LENGTH = 20_000
"""Greatest number of characters of a line."""
VIEW = "view."
"""Beginning of the keys of a page that are none of the scene."""
PLAIN = ",:/@"
"""Characters of values that are not written as %, beside letters, digits and - . _ ~."""
FIELDS = {"integrator": "integrator", "dt": "dt", "speed": "speed", "t": "time"}
"""The fields of a scene that a line can give, by their keys."""
KEYS = (*FIELDS, "camera")
"""Keys that are no names of parameters, initial values or settings."""
NEAT = {"rad": "deg", "rad/s": "deg/s"}
"""Units in which numbers are written where that is shorter and exact, by the SI unit."""


class SceneLine(NamedTuple):
    """Content of a line: the name of a preset or of a system, and texts by key."""

    base: str
    values: dict[str, str]


def is_line(text: str) -> bool:
    """Return whether a text that stands for a scene is a line; a file whose name has a question mark is none."""
    base, mark, _ = text.partition("?")
    return bool(mark) and (_is_base(base) or not text.endswith(".toml"))


def load_line(text: str) -> Scene:
    """Return the scene of a line. Raises BadInput that names the key, its value and what is allowed."""
    try:
        return _scene(_parsed(text))
    except BadInput as error:
        raise BadInput(f"scene line: {error}") from None


def line_of(scene: Scene, camera: str = "") -> str:
    """Return the line of a scene, from which the same system, start, method, step, speed and time are read.

    camera: as on the command line; "" for that of the preset. What a line cannot say, such as bookmarks, overlays,
    compared runs, ensembles and sculptures, is that of the preset. Raises BadInput where the values of the scene are
    invalid, and for one that is too large for a line, such as a machine of many parts.
    """
    fits = scene.name in presets() and load(scene.name).system == scene.system
    base = scene.name if fits else scene.system
    begun = load(base)
    said = {"integrator": scene.integrator} if scene.integrator != begun.integrator else {}
    for key in ("dt", "speed", "t"):
        number, usual = (_number(key, getattr(each, FIELDS[key])) for each in (scene, begun))
        if number != usual:
            said[key] = _number_text(number, "")
    if camera:
        said["camera"] = camera
    wanted, shortest = scene.simulation(), 0
    for values in _attempts(begun, scene, wanted.system):
        line = _written(SceneLine(base, {**values, **said}))
        if _same(wanted, line):
            return line
        shortest = min(shortest or len(line), len(line))
    if shortest > MAX_LENGTH:
        raise BadInput(
            f"scene line: has {shortest} characters; must be at most {MAX_LENGTH}: send the scene file instead"
        )
    raise BadInput(f"scene line: the start of this {scene.system} cannot be written")


# Reading --------------------------------------------------------------------------------------------------------


def _is_base(name: str) -> bool:
    return name in presets() or name in physics.systems()


def _parsed(text: str) -> SceneLine:
    """Return the content of a line; raises BadInput where it is not built like one."""
    if len(text) > MAX_LENGTH:
        raise BadInput(f"has {len(text)} characters; must be at most {MAX_LENGTH}")
    base, _, query = text.partition("?")
    if not _is_base(base):
        raise unknown("scene", base, (*presets(), *physics.systems()))
    values: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        name, equals, value = part.partition("=")
        name, value = _decoded(name).strip(), _decoded(value).strip()
        if name.startswith(VIEW):
            continue
        if not equals or not name or not value:
            raise BadInput(f"{part[:80]!r}: must be NAME=VALUE, such as theta=30deg")
        if name in values:
            raise BadInput(f"{name}: is given twice")
        values[name] = value
    return SceneLine(base, values)


def _decoded(text: str) -> str:
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{text[:80]!r}: must be UTF-8, where % stands before two digits") from None


def _scene(line: SceneLine) -> Scene:
    begun, said = load(line.base), line.values
    method = physics.integrator(said.get("integrator", begun.integrator))
    settings = {setting.name for setting in method.settings}
    kind = _kind(begun, said)
    rest = {name: value for name, value in said.items() if name not in KEYS}
    values = {name: value for name, value in rest.items() if name in settings or _parameter(kind, name) is not None}
    values = {name: _read_value(kind, name, value) for name, value in values.items()}
    initial = {name: value for name, value in rest.items() if name not in values}
    _check_initial(begun, kind, {name: value for name, value in values.items() if name not in settings}, initial)
    speed = _number("speed", said["speed"]) if "speed" in said else None
    time = str(said["t"]) if "t" in said else None
    scene = begun.varied(values, initial, method.name, dt=said.get("dt"), speed=speed, time=time)
    if values or initial:
        scene = scene.changed(note="")
    if "camera" in said:
        scene = scene.changed(camera=scene.camera.seen(said["camera"]))
    simulation = scene.simulation()
    scene.camera.check(simulation.system)
    scene.ensemble.checked(simulation.system)
    scene.opening_tick(simulation.dt, "t")
    physics.Clock(speed=scene.speed)
    return scene.changed(dt=simulation.dt, time=_number("t", scene.time))


def _kind(begun: Scene, said: Mapping[str, str]) -> type[System]:
    """Return the class of the system that a line describes: a machine has one of its own, with its own numbers."""
    fields = physics.system_class(begun.system).fields
    described = {name: text for name, text in said.items() if isinstance(fields.get(name), Description)}
    return type(physics.system(begun.system, described or begun.parameters))


def _check_initial(begun: Scene, kind: type[System], values: Mapping[str, Any], initial: Mapping[str, str]) -> None:
    """Raise BadInput for a name that stands for nothing, with all that are known."""
    system = physics.system(begun.system, begun.parameters, begun.initial).replace(values)
    entries = {variable.group or variable.name: None for variable in (*system.aliases, *system.variables)}
    known = {*entries, *system.groups, *(each.name for each in (*system.aliases, *system.variables))}
    for name in initial:
        if name not in known:
            raise unknown(f"parameter or initial value of {kind.name}", name, (*KEYS, *kind.fields, *entries))


def _parameter(kind: type[System], name: str) -> AnyParameter | None:
    """Return the parameter of a name, or of a symbol in plain letters; None where it is none."""
    return kind.fields.get(next(iter(kind.named({name: None}))))


def _read_value(kind: type[System], name: str, text: str) -> Any:
    """Return the value of a parameter or a setting; a profile is rows r:z, because a line refers to no files."""
    field = _parameter(kind, name)
    if not isinstance(field, physics.Profile):
        return text
    rows = [tuple(part.split(":")) for part in text.split(",")]
    if any(len(row) != 2 for row in rows):
        if isinstance(field, Tabulated):
            raise BadInput(f"{name} = {text[:80]!r}: must be rows {':'.join(field.columns)}, such as 1e3:0.5,1e6:0.1")
        raise BadInput(f"{name} = {text[:80]!r}: must be rows r:z in m, such as 0:0,0.02:0.01,0:0.03")
    return rows


def _number(key: str, value: object) -> float:
    """Return the number of one of `FIELDS`, in SI; raises BadInput."""
    return parse_quantity(key, value, "s" if key in ("dt", "t") else "") if isinstance(value, str) else float(value)  # type: ignore[arg-type]


# Writing --------------------------------------------------------------------------------------------------------


def _written(line: SceneLine) -> str:
    parts = [f"{quote(name, safe=PLAIN)}={quote(value, safe=PLAIN + '=')}" for name, value in line.values.items()]
    return line.base + "?" * bool(parts) + "&".join(parts)


def _attempts(begun: Scene, scene: Scene, system: System) -> Iterable[dict[str, str]]:
    """Yield texts of the values that differ from those that a line begins with, the shortest first.

    What a user enters (such as Euler angles in place of a quaternion) is shorter, but need not give the same bits.
    """
    usual = physics.system(begun.system, begun.parameters, begun.initial)
    parameters = {
        name: _value_text(field, system.parameters[name])
        for name, field in system.applicable().items()
        if name not in usual.applicable() or system.parameters[name] != usual.parameters[name]
    }
    kept = begun.settings if begun.integrator == scene.integrator else {}
    given = {name: _number_text(float(value), "") for name, value in scene.settings.items() if value != kept.get(name)}
    now, then = system.entered(), usual.entered()
    entered = [variable for variable in system.entries() if now[variable.name] != then.get(variable.name)]
    changed = [variable for variable in system.variables if now[variable.name] != then.get(variable.name)]
    for variables in (entered, changed, system.variables):
        initial = {each.name: _number_text(now[each.name], each.unit) for each in variables}
        yield {**parameters, **initial, **given}


def _same(wanted: physics.Simulation, line: str) -> bool:
    """Return whether a line gives the system, the start, the method and the step of a simulation."""
    try:
        found = load_line(line).simulation()
    except BadInput:
        return False
    alike = (found.system.name, found.system.parameters) == (wanted.system.name, wanted.system.parameters)
    method = (found.integrator.name, found.settings, found.dt) == (wanted.integrator.name, wanted.settings, wanted.dt)
    return alike and method and bytes(found.y) == bytes(wanted.y)


def _value_text(field: AnyParameter, value: Any) -> str:
    """Return the text of a parameter."""
    unit = getattr(field, "unit", "")
    if isinstance(field, physics.Profile):
        return ",".join(":".join(map(repr, row)) for row in value)
    if isinstance(value, tuple):
        return ",".join(each if isinstance(each, str) else _number_text(each, unit) for each in value)
    return value if isinstance(value, str) else _number_text(value, unit)


def _number_text(value: float, unit: str) -> str:
    """Return the shortest text of which exactly this number is read, with degrees where these are a short number."""
    plain = repr(value).removesuffix(".0")
    if unit in NEAT:
        neat = f"{value / parse_quantity('', '1deg', 'rad'):.6g}{NEAT[unit]}"
        if parse_quantity("", neat, unit) == value != 0.0 and len(neat) < len(plain):
            return neat
    return plain
