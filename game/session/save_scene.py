"""Saving of the present session as a scene file."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from game.experiments.duel import RunVariant
from game.experiments.measurements.column_uses import TIME
from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.scene_table import MAX_FILE_BYTES
from game.model.edit import Edit
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile import OVERLAYS, CameraSpec, DuelSpec, EnsembleSpec, MeasuredSpec, OverlaySpec, Scene
from game.scenefile.described_tables import spread
from game.session import edits
from game.session.session import Session
from physics import BadInput
from physics.core.system import written_start

SCENE_FILE, TABLE_FILE = "scene.toml", "measured.csv"
"""Names of the scene file and of the measured table among the files for another process."""
DIGITS = 20
"""Usual number of bytes of a number in a table."""
ALWAYS = ("system", "integrator", "dt")
"""Fields that are written even where they have their default."""
STAMP = re.compile(r"-\d{8}-\d{6}(-\d+)?$")
"""Time stamp at the end of the name of a saved file."""
LONGEST_NAME = 60
"""Greatest number of characters of a name."""
ENTITLED = later("Title: {name}")


def scene_now(session: Session, camera: CameraSpec, quality: str) -> Scene:
    """Return the scene that begins like this session after a reset, with the present view.

    The note of a preset is left out where bodies or start have been changed, because it may no longer hold; that of a
    file of a person's own stays.
    """
    before, run = session.scene, session.simulation
    system = run.system
    duel = session.contenders if session.duel is not None else ()
    parameters, initial = {name: system.parameters[name] for name in system.applicable()}, written_start(system)
    sketch = session.run.workshop
    if sketch is not None and sketch.made:
        parameters, initial = sketch.sketch.scene().parameters, sketch.sketch.scene().initial
    return Scene(
        system=system.name,
        source=before.source if before.system == system.name else "",
        name=before.name,
        title=before.title,
        note=before.note if _start_unchanged(session) or session.run.file is not None else "",
        integrator=run.integrator.name,
        dt=run.dt,
        speed=session.clock.speed,
        slow_motion=session.run.slow.wanted,
        paused=before.paused,
        quality=quality,
        room=session.run.room,
        parameters=parameters,
        initial=initial,
        settings=dict(run.settings),
        camera=camera,
        overlays=_overlay_spec(session),
        ensemble=session.run.ensemble if session.run.cloud is not None else EnsembleSpec(),
        sculpture=session.run.sculpting.spec,
        duel=tuple(_duel_spec(each) for each in duel),
        measured=_measured_spec(session),
        recording=session.run.thrown.spec() if session.run.thrown is not None else None,
        lesson=before.lesson,
        plots=before.plots if before.system == system.name else (),
    )


def _measured_spec(session: Session) -> MeasuredSpec | None:
    """Return the table that the scene has named, as it is shown now; None where it is not."""
    said = session.scene.measured
    if said is None:
        return None
    begins = [table.begin for table in session.run.tables if table.name == Path(said.file).name and not table.joined]
    return msgspec.structs.replace(said, begin=begins[0]) if begins else None


def _overlay_spec(session: Session) -> OverlaySpec:
    """Return the overlays that the scene has defined, as they are shown now, and those that are not shown as usual."""
    said, shown = session.scene.overlays, session.run.shown.by_name
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


def own_file(session: Session, folder: Path) -> Path | None:
    """Return the file in the folder of saved scenes that the scene was opened from or saved in, None for none.

    Files of other folders are not written over: a person may have written them by hand. Nor is that of a lesson while a
    step of it has changed the scene: it would begin there.
    """
    file = None if session.run.taught else session.run.file
    return file if file is not None and file.parent.resolve() == folder.resolve() else None


def file_stem(name: str) -> str:
    """Return the stem of the file of a scene of a name: its small letters and digits, with hyphens between the words.

    Raises BadInput for a name that is too long, or has none of these.
    """
    if len(name) > LONGEST_NAME:
        raise BadInput(f"name = {name[:LONGEST_NAME]}…: must have at most {LONGEST_NAME} characters")
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", name.casefold()))
    if not words:
        raise BadInput(f"name = “{name.strip()}”: must have a letter or a digit")
    return "-".join(words)


def entitle(session: Session, title: str) -> None:
    """Give the scene that is open a title; of a machine that was made in the workshop, it can be undone."""
    run = session.run
    if title == run.scene.title:
        return
    if run.workshop is None or not run.workshop.made:
        run.scene = run.scene.changed(title=title)
        return
    from game.scenefile import sketching
    from game.scenefile.sketch import SCENE

    text, sketch = Sentence(ENTITLED, name=title), sketching.set_value(run.workshop.sketch, SCENE, "title", title)
    edits.apply(session, Edit("machine", sketch, str(text), text))


def stem(scene: Scene) -> str:
    """Return the stem of files made from a scene: its name, without the time stamp of a saved one."""
    return STAMP.sub("", scene.name)


def toml(scene: Scene, folder: Path | None = None) -> str:
    """Return a scene as the text of a scene file, from which the same scene is read wherever it lies.

    It names a measured table only if that is one of those that are shipped. folder: where the file is to lie, from
    which recordings are named; without one they are left out.
    """
    recording = None if folder is None or scene.recording is None else scene.recording.seen_from(folder)
    return _written(scene.portable().changed(recording=recording))


def scene_files(scene: Scene, table: MeasuredTable | None) -> dict[str, bytes]:
    """Return the scene file of a scene for another process, and the measured table beside it, by name.

    table: the one whose motion is drawn, None for none; one too large for a scene is left out.
    """
    small = table is not None and DIGITS * table.t.size * (1 + len(table.columns)) <= MAX_FILE_BYTES
    rows = _table_text(table).encode() if table is not None and small else b""
    named = 0 < len(rows) <= MAX_FILE_BYTES
    scene = scene.changed(measured=MeasuredSpec(TABLE_FILE) if named else None, recording=None)
    return {SCENE_FILE: _written(scene).encode(), **({TABLE_FILE: rows} if named else {})}


def _table_text(table: MeasuredTable) -> str:
    """Return a table as CSV, in SI units, its times those of the run."""
    columns = [table.t, *table.columns.values()]
    lines = [",".join((TIME, *table.columns))]
    lines += [
        ",".join("" if math.isnan(value) else repr(value) for value in row) for row in np.stack(columns, 1).tolist()
    ]
    return "\n".join(lines)


def _written(scene: Scene) -> str:
    """Return a scene as the text of a scene file."""
    import tomli_w

    fields = {name: value for name, value in _given_fields(scene, ALWAYS).items() if name != "name"}
    return tomli_w.dumps(spread(fields))


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
