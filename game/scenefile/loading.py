"""Scene files on disk: presets, files of the user, and saved scenes."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import physics
from game.model import resources
from game.model.messages import printable
from game.model.quality import quality_setting
from game.scenefile import python_files
from game.scenefile.checks import check_room, check_slow_motion
from game.scenefile.described_tables import described_by, gathered
from game.scenefile.measured_spec import MeasuredSpec, is_plain_name
from game.scenefile.schema import PARTS, Scene
from physics import BadInput, System, plugins
from physics.errors import cut, has_huge_integer, shown, unknown
from physics.text_files import read_text

PRESETS, MEASURED, CHALLENGES = "assets/presets", "assets/measured", "assets/challenges"
MAX_FILE_BYTES = 1_000_000
"""Greatest size of a scene file [bytes]."""
MAX_PARTS, MAX_KEYS, MAX_VALUES = 50, 10_000, 50_000
"""Greatest number of parts of a key, of keys, and of values in lists of a scene file; all together take under 1 s."""
KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
LONG_KEY = re.compile(rf"(?<![\w-])(?:{KEY_PART}[ \t]*+\.[ \t]*+){{{MAX_PARTS}}}")
KEY_END = re.compile(r"=++|^[ \t]*+\[", re.MULTILINE)
"""What begins a value or a table."""
WRONG_KIND = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
"""How msgspec tells that a value is of another kind."""
UNKNOWN_FIELD = re.compile("Object contains unknown field `(.*)`")
"""How msgspec tells of a key that a table has not."""
PLACES = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
"""Names and numbers of which msgspec makes the place of a value, such as `camera.bookmarks[0].zoom`."""
KINDS = {
    "float": "a number", "int": "a whole number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table", "date": "a date", "datetime": "a date", "time": "a time of the day",
}  # fmt: skip
"""Kinds of values in words, by the names that msgspec has for them."""
DEFAULT = "fast-cone"
SAVED, MAX_SAVED, MAX_TRIED = "Saved", 20, 100
"""Heading of saved scenes in lists, greatest number of them, and of the files that are read to find them."""
MAX_TITLE = 200
"""Greatest length of the title of a saved scene, and of the reason why a file is none, in a list [characters]."""
NAMES_SYSTEM = re.compile(r"""^[ \t]*["']?system["']?[ \t]*=""", re.MULTILINE)
"""The line that every scene file has."""


class SceneSummary(NamedTuple):
    """Summary of a scene for lists: its name, title, note, the family of its system, and the system's name."""

    name: str
    title: str
    note: str
    family: str
    system: str


class RefusedFile(NamedTuple):
    """A scene file that cannot be read, for lists: its name, and why, in one line."""

    name: str
    reason: str


class SavedScenes(NamedTuple):
    """The scene files in a folder: those that can be read, and those that cannot, the latest first."""

    scenes: tuple[SceneSummary, ...] = ()
    refused: tuple[RefusedFile, ...] = ()


class Offered(NamedTuple):
    """The presets of installed packages: files by name, and why others, or a whole package, cannot be listed."""

    files: dict[str, Path]
    refused: list[str]


def _files() -> dict[str, Path]:
    """Return the files of the presets by name, those of installed packages after those of Polhode."""
    return _shipped() | _offered().files


@cache
def _shipped() -> dict[str, Path]:
    return {path.stem: path for path in sorted(resources.path(PRESETS).glob("*.toml"))}


@cache
def _offered() -> Offered:
    found = Offered({}, [])
    for point in plugins.offered(plugins.PRESETS).values():
        paths = sorted(path for folder in plugins.folders(point) for path in folder.glob("*.toml"))
        if not paths:
            found.refused.append(f"{plugins.refused(point)}: must be the name of a package with scene files, NAME.toml")
        for path in paths:
            try:
                _check_offered(path, found.files)
            except BadInput as error:
                found.refused.append(f"{plugins.refused(point)}: {error}")
            else:
                found.files[path.stem] = path
    return found


def _check_offered(path: Path, others: Mapping[str, Path]) -> None:
    """Raise BadInput where the file of a preset of a package is no scene of a known system, or has a name taken."""
    if path.stem in _shipped() or path.stem in others:
        raise BadInput(f"scene file {path}: the name {path.stem} is that of another preset; must be one of its own")
    try:
        physics.system_class(parsed(path).system)
    except BadInput as error:
        raise error if str(error).startswith("scene file ") else BadInput(f"scene file {path}: {error}") from None


def refused_presets() -> list[str]:
    """Return why presets that installed packages offer cannot be used, a line each."""
    return list(_offered().refused)


@cache
def scene_summaries() -> tuple[SceneSummary, ...]:
    """Return the summaries of all presets, grouped by family, the default and its family first."""
    found = [summary_of(parsed(path)) for path in _files().values()]
    first = next(each.family for each in found if each.name == DEFAULT)
    return tuple(sorted(found, key=lambda h: (h.family != first, h.family, h.name != DEFAULT, h.title)))


def summary_of(scene: Scene) -> SceneSummary:
    """Return the summary of a scene for lists."""
    kind = physics.system_class(scene.system)
    family = (kind.family or kind.title).replace(" top", " tops")
    return SceneSummary(scene.name, scene.title, scene.note, family[0].upper() + family[1:], scene.system)


def presets() -> tuple[str, ...]:
    """Return the names of all presets, in the order of `scene_summaries`."""
    return tuple(headline.name for headline in scene_summaries())


def saved(folder: Path) -> SavedScenes:
    """Return the scene files in a folder; it never fails.

    Left out is what is no scene, hidden, or cannot be looked at: a link that leads nowhere, such as an editor's lock, a
    pipe, a folder, a file that was deleted meanwhile, a name that is not in UTF-8.
    """
    found: list[SceneSummary] = []
    refused: list[RefusedFile] = []
    for path in _latest(folder)[:MAX_TRIED]:
        with suppress(Exception):  # a list shows the other scenes, whatever is in a file
            try:
                scene = parsed(path)
                physics.system_class(scene.system)
            except BadInput as error:
                if path.is_file() and not is_no_scene(path):
                    reason = printable(" ".join(str(error).removeprefix(f"scene file {path}: ").split()))
                    refused.append(RefusedFile(printable(path.name), cut(reason, MAX_TITLE)))
                continue
            title = cut(printable(scene.title), MAX_TITLE)
            found.append(SceneSummary(str(path), title, printable(path.name), SAVED, scene.system))
        if len(found) == MAX_SAVED:
            break
    return SavedScenes(tuple(found), tuple(refused[:MAX_SAVED]))


def is_no_scene(path: Path) -> bool:
    """Return whether a file in TOML is something else than a scene: it is not empty, and names no system.

    False for one that cannot be read: it may be a scene with a fault.
    """
    try:
        text = read_text(path, MAX_FILE_BYTES)
        return bool(text.strip()) and NAMES_SYSTEM.search(text) is None and "system" not in _raw(path, text)
    except (BadInput, ValueError):
        return False


def _latest(folder: Path) -> list[Path]:
    """Return the files of a folder that are named as scenes, the latest first; none of a folder that cannot be read."""
    times: list[tuple[int, str]] = []
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".toml") and not name.startswith(".") and printable(name) == name:
                with suppress(OSError):
                    if entry.is_file():
                        times.append((entry.stat().st_mtime_ns, entry.path))
    return [Path(path) for _, path in sorted(times, reverse=True)]


def path_of(scene: str) -> Path | None:
    """Return the file of a scene: a preset, a challenge, or a TOML file; None for any other name."""
    if scene.endswith(".toml") or "/" in scene or "\\" in scene:
        return Path(scene)
    return _files().get(scene) or challenge_files().get(scene)


@cache
def challenge_files() -> dict[str, Path]:
    """Return the files of the challenges that are shipped, by name."""
    return {path.stem: path for path in sorted(resources.path(CHALLENGES).glob("*.toml"))}


def is_scene(name: str) -> bool:
    """Return whether a name is that of a preset, of a TOML or Python file, or of a system."""
    return python_files.is_python(name) or path_of(name) is not None or name in physics.systems()


def load(scene: str) -> Scene:
    """Return the scene of a name: a preset, a TOML file, or a system with its defaults, perhaps of a Python file.

    A Python file is run. Raises BadInput.
    """
    if python_files.is_python(scene):
        return python_files.load(scene)
    if (path := path_of(scene)) is not None:
        return read(path)
    if scene in physics.systems() or scene in plugins.offered(plugins.SYSTEMS):  # one that fails says why
        return Scene(system=scene, name=scene, title=physics.system_class(scene).title)
    raise unknown("scene", scene, (*_files(), *challenge_files(), *physics.systems(), "or a file FILE.toml or FILE.py"))


def read(path: Path) -> Scene:
    """Return the scene in a file; raises BadInput with file, key or line, value and what is allowed."""
    return _checked(path, parsed(path))


def from_configuration(path: Path, text: str) -> Scene:
    """Return the scene of a configuration as `physics.simulation.run.configuration` writes it, from the file at `path`.

    Raises BadInput as `read` does.
    """
    return _checked(path, _converted(path, text))


def _checked(path: Path, scene: Scene) -> Scene:
    """Return a scene with the files that it names, checked with its system; raises BadInput."""
    try:
        if scene.source and scene.system not in physics.systems():
            raise BadInput(
                f"system = {shown(scene.system)}: comes from {scene.source}, which is code, and runs only where it is "
                f"named, too: polhode run {path.name} --load {scene.source}"
            )
        scene = _with_files(path, scene).changed(measured=_found_table(path, scene.measured))
        if scene.recording is not None:
            scene.recording.check(scene.system)
            scene = scene.changed(recording=scene.recording.at(path.parent))
        simulation = scene.simulation()
        scene.ensemble.checked(simulation.system)
        scene.sculpture.check(simulation)
        scene.camera.check(simulation.system)
        scene.opening_tick(simulation.dt)
        scene.check_lesson()
        scene.check_plots(simulation.system)
        if scene.challenge is not None:
            scene.challenge.check(simulation.system)
        if scene.slow_motion:
            check_slow_motion(simulation.system)
        physics.Clock(speed=scene.speed)
        quality_setting(scene.quality)
        check_room(scene.room)
    except BadInput as error:
        raise BadInput(f"scene file {path}: {error}") from None
    return scene


def _with_files(path: Path, scene: Scene) -> Scene:
    """Return a scene with the content of the files that its parameters name, which lie beside the scene's own.

    Raises BadInput.
    """
    ghosts = [each.changed(parameters=_rows_of(path, kind, each.parameters)) for kind, each in scene.ghost_classes()]
    parameters = _rows_of(path, physics.system_class(scene.system), scene.parameters)
    return scene.changed(parameters=parameters, duel=tuple(ghosts))


def _rows_of(path: Path, kind: type[System], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters with rows in place of the files that they name; raises BadInput."""
    found = kind.named(parameters)
    for name, value in kind.files_in(found).items():
        beside = _beside(path, str(value))
        if beside is None:
            raise BadInput(f"{name} = {value!r}: must be the name of a file that lies beside the scene file, or rows")
        found[name] = kind.fields[name].check(beside)
    return found


def _beside(path: Path, name: str) -> Path | None:
    """Return the file of that name beside the scene file at `path`; None where there is none, or only a link out."""
    if not is_plain_name(name):
        return None
    folder = path.resolve().parent
    found = (folder / name).resolve()
    return found if found.parent == folder and found.is_file() else None


def _found_table(path: Path, measured: MeasuredSpec | None) -> MeasuredSpec | None:
    """Return the measured table of the scene file at `path`, one that lies beside it with its whole path.

    Raises BadInput for a name with folders, and where no such file lies there or is shipped.
    """
    if measured is None:
        return None
    measured.check_name()
    beside = _beside(path, measured.file)
    if beside is not None:
        return msgspec.structs.replace(measured, file=str(beside))
    if measured.file not in measured_files():
        known = ", ".join(measured_files()) or "none"
        raise BadInput(f"measured.file = {measured.file!r}: must lie beside the scene file, or be one of: {known}")
    return measured


def measured_files() -> dict[str, Path]:
    """Return the tables of measured motion that are shipped, by the names of their files."""
    return {path.name: path for path in sorted(resources.path(MEASURED).glob("*.csv"))}


def parsed(path: Path) -> Scene:
    """Return the content of a file, checked as far as possible without its system; raises BadInput."""
    try:
        text = read_text(path, MAX_FILE_BYTES)
    except BadInput as error:
        raise BadInput(f"scene file {path}: {error}") from None
    return _converted(path, text)


def _converted(path: Path, text: str) -> Scene:
    """Return the scene of a text in TOML from the file at `path`; raises BadInput."""
    raw = _raw(path, text)
    if "system" not in raw:
        raise BadInput(f'scene file {path}: names no system, as every scene does: system = "gyroscope"')
    try:
        raw = gathered(raw)
    except BadInput as error:
        raise BadInput(f"scene file {path}: {error}") from None
    try:
        scene = msgspec.convert(raw, Scene)
    except msgspec.ValidationError as error:
        raise BadInput(f"scene file {path}: {_explain(str(error), raw)}") from None
    name = printable(path.stem)
    return scene.changed(name=name, title=scene.title or name)


def _raw(path: Path, text: str) -> dict[str, Any]:
    """Return what a text in TOML from the file at `path` holds; raises BadInput."""
    _check_cost(path, text)
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"scene file {path}: not TOML: too many brackets inside one another") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"scene file {path}: not TOML: {error}") from None
    except ValueError:
        raise BadInput(f"scene file {path}: an integer has thousands of digits") from None
    if has_huge_integer(raw):
        raise BadInput(f"scene file {path}: an integer has thousands of digits")
    return raw


def _check_cost(path: Path, text: str) -> None:
    """Raise BadInput for a text in TOML that would take long: the time of a key grows with the square of its parts."""
    if LONG_KEY.search(text):
        raise BadInput(f"scene file {path}: a key has more than {MAX_PARTS} parts; a scene has no such key")
    counts = (("keys", len(KEY_END.findall(text)), MAX_KEYS), ("values in lists", text.count(","), MAX_VALUES))
    for what, count, most in counts:
        if count > most:
            raise BadInput(f"scene file {path}: has {count} {what}; must be at most {most}")


def _explain(message: str, raw: Any) -> str:
    """Return msgspec's message `… - at `$.camera.azimuth`` with the key first and the offending value."""
    reason, _, where = message.partition(" - at ")
    place = where.strip("`$.")
    value = raw
    keys = PLACES.findall(place)
    for name, number in keys:
        if isinstance(value, list) and number:
            value = value[int(number)]
        else:
            value = value.get(name) if isinstance(value, dict) else None
    if value is None or isinstance(value, dict):
        kind = PARTS.get(".".join(name for name, _ in keys if name)) if keys else Scene
        named, found = f"{place}: " if place else "", UNKNOWN_FIELD.fullmatch(reason)
        if found and kind is not None:
            own = () if keys else described_by(raw.get("system"))
            return f"{named}{unknown('key', found[1], sorted({*own, *kind.__struct_fields__}))}"
        return f"{named}{WRONG_KIND.sub(_kinds_told, reason)}"
    return f"{place} = {shown(value)}: {WRONG_KIND.sub(_kinds_told, reason)}"


def _kinds_told(found: re.Match[str]) -> str:
    """Return in words which kinds of values are allowed, and which is given."""
    allowed = [KINDS.get(each, each) for each in found[1].split(" | ") if each != "null"]
    return f"must be {' or '.join(dict.fromkeys(allowed))}, not {KINDS.get(found[2], found[2])}"
