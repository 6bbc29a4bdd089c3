"""Changes of a machine by its sketch: numbers change while it runs, all else goes back to the start."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import physics
from game.model.edit import Edit
from game.model.shown.sentence import Sentence
from game.scenefile.described_tables import MACHINE
from game.scenefile.schema import Scene
from game.scenefile.sketch import Sketch, kind_of
from game.session.pacing import TickPace
from game.session.past.undo import UndoEntry
from game.session.session import Session
from game.session.undoing import note, note_setting, open_scene
from physics import BadInput, System

VALUE = re.compile(r"\s*[-+−]?\d.*$")
"""The value at the end of what an edit says; edits that differ in it alone are one gesture while something is held."""


def use_machine(session: Session, edit: Edit) -> None:
    """Apply and note an edit of a machine: its value is the sketch, its name tells what was done.

    Numbers that have sliders change at once where the run is on its way, and so do title and note; all else begins anew
    at t = 0, paused. A sketch that cannot run is shown by the machine of its check. A new machine, or one in place of
    another system, is opened as a scene. Raises BadInput, with nothing changed.
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
    if sketch.text == old.sketch.text and _words_alone(old.sketch.rest, sketch.rest):
        _change_words(session, old.sketch, sketch, text)
        return
    gesture = session.undo.gesture(key, joined=False)
    if gesture is not None and not session.past.ends_at(before, gesture.before):
        gesture = None
    changed = changed_values(old.sketch, sketch, session.simulation.system)
    if changed is not None and not (session.simulation.tick and changed.initial):
        _change_numbers(session, sketch, changed, text, gesture)
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
    _log_start(session, sketch.rest.initial if sketch.check.runnable else {})


def _log_start(session: Session, initial: Mapping[str, float]) -> None:
    """Log initial values with which the run has begun: a replay takes them over when it is reset."""
    past, simulation = session.past, session.simulation
    for name, value in initial.items():
        if name in simulation.system.initial:
            past.changed(simulation, "initial", value, name)
    if initial:
        past.log.add(simulation.tick, "reset")


def _words_alone(old: Scene, new: Scene) -> bool:
    """Return whether two scenes differ in title or note, and in nothing else."""
    return old != new and old == new.changed(title=old.title, note=old.note)


def _change_words(session: Session, old: Sketch, new: Sketch, text: Sentence) -> None:
    """Give a machine that goes on another title or note."""
    run, system = session.run, session.simulation.system

    def use(sketch: Sketch) -> None:
        run.sketches.add(system, sketch)
        run.scene = run.scene.changed(title=sketch.rest.title, note=sketch.rest.note)

    use(new)
    note_setting(session, text, partial(use, old), partial(use, new))


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
    session: Session, sketch: Sketch, changed: ChangedValues, text: Sentence, gesture: UndoEntry | None
) -> None:
    """Change numbers of a machine that stays, as sliders do; at its start the start follows."""
    run, simulation, past = session.run, session.simulation, session.past
    system = simulation.system.replace(changed.parameters, changed.initial)
    simulation.take(system)
    if not simulation.tick:
        simulation.reset()
        simulation.paused = True
    run.sketches.add(system, sketch)
    session.fit_formulation()
    if gesture is None:
        past.fork(simulation, text)
    past.tree.line[-1].about = text
    if simulation.tick:
        run.traces.trails.fit(system, simulation.y)
    else:
        session.start_run()
    for name in changed.parameters:
        run.contest.set_parameter(simulation, name)
        past.changed(simulation, "parameter", system.parameters[name], name)
    _log_start(session, {name: system.initial[name] for name in changed.initial})


class ChangedValues(NamedTuple):
    """Parameters and initial values of a machine by name, in which alone two sketches differ."""

    parameters: dict[str, Any]
    initial: dict[str, float]


def changed_values(old: Sketch, new: Sketch, system: System) -> ChangedValues | None:
    """Return the values in which alone two sketches differ, None where they differ in more, or in nothing.

    system: the machine that shows the old one. Starts count where there are no loops, ropes, stops, gears and marks,
    which are made for the start of their machine.
    """
    kind: Any = type(system)
    if not (old.check.runnable and new.check.runnable) or old.rest != new.rest:
        return None
    tables = [old.copied(), new.copied()]
    found = ChangedValues({}, {})
    for name, way in kind.numbers.items():
        was, value = (_taken(each, way) for each in tables)
        if was != value:
            if was is None or value is None or (isinstance(value, str) and not _is_number(kind, name, value)):
                return None
            found.parameters[name] = value
    machine = new.check.made.machine
    if not (machine.equations or machine.contacts or machine.marks):
        for name, joint in new.tables.get("joints", {}).items():
            for word, variable in _starts_of(name, joint):
                was, value = (_taken(each, ("joints", name, word)) for each in tables)
                if was != value:
                    if value is None:
                        return None
                    found.initial[variable] = value
    if tables[0] != tables[1] or not (found.parameters or found.initial):
        return None
    try:
        system.replace(found.parameters, found.initial)
    except BadInput:
        return None
    return found


def _starts_of(name: str, joint: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the words of a joint that are initial values, and the variables."""
    word = {"hinge": "angle", "slider": "position"}.get(kind_of(joint))
    return ((word, name), ("rate", f"{name}_rate")) if word and "driven" not in joint else ()


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
