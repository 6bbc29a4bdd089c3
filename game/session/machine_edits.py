"""Changes of a machine by its sketch: numbers change while it runs, all else goes back to the start."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any

import physics
from game.model.edit import Edit
from game.model.shown.sentence import Sentence
from game.scenefile.described_tables import MACHINE
from game.scenefile.schema import Scene
from game.scenefile.sketch import Sketch
from game.session.pacing import TickPace
from game.session.past.undo import UndoEntry
from game.session.session import Session
from game.session.undoing import note, open_scene
from physics import BadInput, System

VALUE = re.compile(r"\s*[-+−]?\d.*$")
"""The value at the end of what an edit says; edits that differ in it alone are one gesture while something is held."""


def use_machine(session: Session, edit: Edit) -> None:
    """Apply and note an edit of a machine: its value is the sketch, its name tells what was done.

    Numbers that have sliders change at once where the run is on its way; all else begins anew at t = 0, paused. A
    sketch that cannot run is shown by the machine of its check. A new machine, or one in place of another system, is
    opened as a scene. Raises BadInput, with nothing changed.
    """
    sketch: Sketch = edit.value
    old, before = session.run.workshop, session.past.place(session.simulation)
    text = edit.about if isinstance(edit.about, Sentence) else Sentence(plain(edit.name))
    session.run.pacing.pace = TickPace()
    if old is None or not (sketch.parts() or sketch.used):
        open_sketch(session, sketch)
        note(session, text, before)
        return
    key = ("machine", VALUE.sub("", edit.name))
    gesture = session.undo.gesture(key, joined=False)
    if gesture is not None and not session.past.ends_at(before, gesture.before):
        gesture = None
    numbers = changed_numbers(old.sketch, sketch, session.simulation.system) if session.simulation.tick else None
    if numbers:
        _change_numbers(session, sketch, numbers, text, gesture)
    else:
        _begin_anew(session, sketch, text, gesture)
    if gesture is not None:
        gesture.text = text
    else:
        note(session, text, before, key=key)
        _entitle(session, sketch)


def plain(text: str) -> str:
    """Return a text as a sentence without names in it."""
    return text.replace("{", "{{").replace("}", "}}")


def system_of(sketch: Sketch) -> System:
    """Return the machine that shows a sketch: its own, or where it has faults that of its check."""
    check = sketch.check
    text = sketch.text if check.runnable else json.dumps(check.drawable)
    given = sketch.rest.initial if check.runnable else {}
    system = physics.system(MACHINE, {MACHINE: text})
    known = {each.name for each in system.variables}
    return system.replace(initial={name: value for name, value in given.items() if name in known}) if given else system


def open_sketch(session: Session, sketch: Sketch) -> None:
    """Open a sketch as a scene, runnable or not."""
    check = sketch.check
    scene = sketch.scene() if check.runnable else sketch.rest.changed(parameters={MACHINE: json.dumps(check.drawable)})
    open_scene(session, scene)
    session.run.sketches.add(session.simulation.system, sketch)
    session.pause(True)


def _begin_anew(session: Session, sketch: Sketch, text: Sentence, gesture: UndoEntry | None) -> None:
    """Show another machine at its start; the run before it stays as a branch."""
    run, simulation, past = session.run, session.simulation, session.past
    system = system_of(sketch)
    if reason := simulation.integrator.reason_against(system):
        raise BadInput(reason)
    if simulation.tick:
        session.reset()
    elif gesture is None:
        past.fork(simulation, text)
    past.tree.line[-1].about = text
    simulation.take(system)
    simulation.reset()
    simulation.paused = True
    run.arrival = 0
    run.sketches.add(system, sketch)
    session.fit_formulation()
    session.start_run()
    past.changed(simulation, "parameter", str(system.parameters[MACHINE]), MACHINE)
    for name, value in sketch.rest.initial.items() if sketch.check.runnable else ():
        past.changed(simulation, "initial", value, name)


def _entitle(session: Session, sketch: Sketch) -> None:
    """Give the scene that is open the title and the note of its sketch, as the last thing that was done."""
    run, before = session.run, session.run.scene
    after = before.changed(title=sketch.rest.title, note=sketch.rest.note)
    if before == after:
        return

    def use(scene: Scene) -> None:
        run.scene = scene

    use(after)
    entry = session.undo.done[-1]
    entry.back, entry.forth = partial(use, before), partial(use, after)


def _change_numbers(
    session: Session, sketch: Sketch, numbers: Mapping[str, Any], text: Sentence, gesture: UndoEntry | None
) -> None:
    """Change numbers of a machine that runs, as sliders do."""
    run, simulation, past = session.run, session.simulation, session.past
    simulation.set_parameters(numbers)
    run.traces.trails.fit(simulation.system, simulation.y)
    session.fit_formulation()
    run.sketches.add(simulation.system, sketch)
    if gesture is None:
        past.fork(simulation, text)
    past.tree.line[-1].about = text
    for name in numbers:
        run.contest.set_parameter(simulation, name)
        past.changed(simulation, "parameter", simulation.system.parameters[name], name)


def changed_numbers(old: Sketch, new: Sketch, system: System) -> dict[str, Any] | None:
    """Return the parameters in which alone two sketches differ, with their values; None where they differ in more.

    system: the machine that shows the old one.
    """
    kind: Any = type(system)
    if not (old.check.runnable and new.check.runnable) or old.rest != new.rest:
        return None
    tables = [old.copied(), new.copied()]
    found: dict[str, Any] = {}
    for name, way in kind.numbers.items():
        was, value = (_taken(each, way) for each in tables)
        if was != value:
            if was is None or value is None or (isinstance(value, str) and not _is_number(kind, name, value)):
                return None
            found[name] = value
    if tables[0] != tables[1]:
        return None
    try:
        checked = system.replace(parameters=found)
    except BadInput:
        return None
    return {name: checked.parameters[name] for name in found}


def _taken(tables: dict[str, Any], way: tuple[str, ...]) -> Any:
    """Take a value out of tables and return it, None where there is none."""
    *first, last = way
    within: Any = tables
    for word in first:
        within = within.get(word) if isinstance(within, dict) else None
    return deepcopy(within.pop(last, None)) if isinstance(within, dict) else None


def _is_number(kind: Any, name: str, text: str) -> bool:
    """Return whether a text is a number of a parameter, and no expression."""
    try:
        kind.fields[name].check(text)
    except BadInput:
        return False
    return True
