"""The workshop of a session: tools, selection, changes of the sketch. It acts on the mechanics only through edits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from game.looks import look_for
from game.model.edit import Edit
from game.model.input import Action
from game.model.shown.sentence import Sentence, Word
from game.model.words import later
from game.scenefile import sketching
from game.scenefile.sketch import PartName, Sketch, SketchAnchor
from game.session import actions, edits
from game.session.machine_edits import VALUE as VALUE_AT_END
from game.session.machine_edits import changed_values, system_of
from game.session.next_looks import made_for_first_picture
from game.session.session import Session
from game.session.workshop.coming_change import ComingChange
from game.session.workshop.dragging import CHANGED, dragged_pose, with_pose
from game.session.workshop.gestures import GestureResult
from game.session.workshop.picking import ShownMachine, is_named, shown_machine
from game.session.workshop.state import BuildState, Gesture, SketchPlane, Tool, ValueEntry
from physics import BadInput
from physics.core.system import written_start
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import Vector
from physics.machines.words import SLIDING, SPRINGS, TURNING

DELETED = later("Deleted: {names}")
MOVED, DRAGGED = later("{name} moved"), later("Start: {name} dragged")
STARTED = later("Start from here")
VALUE = later("{word} of {name} {text}")
TAKEN = later("{name}, taken apart")
SAME, APART = (
    later("Taken apart: accelerations the same to {difference}"),
    later("Taken apart: accelerations differ by {difference}"),
)
WAYS = later("{agrees} · Ctrl+Z brings it back · Ctrl+N: a new machine")
LEFT = later("{agrees}; left behind: {left}")
A_FRAME = 1
"""Steps of a drag in one frame."""
UNTITLED = later("Machine")
HANDED = {
    "hinge": {word: TURNING[word].unit for word in ("angle", "rate", "torque", "damping", "stiffness")},
    "slider": {word: SLIDING[word].unit for word in ("position", "rate", "force", "damping", "stiffness")},
}
"""Values of joints that digits enter while one is selected, by kind, with their units."""
OF_PARTS = {
    "springs": {**{word: each.unit for word, each in SPRINGS.items()}, "twist": "N m", "coupling": "N"},
    "ropes": {"length": "m"}, "rods": {"length": "m"}, "gears": {"ratio": ""}, "racks": {"radius": "m"},
    "screws": {"pitch": "m"}, "couplings": {"stiffness": ""},
}  # fmt: skip
"""The same of other parts, by table."""


class SketchChange:
    """A change of the sketch that is shown, and what it needs. make: returns the new one, or raises BadInput.

    text: what was done. key: what it changes, as its value is left out.
    """

    def __init__(self, session: Session, make: Callable[[], Sketch], text: Any) -> None:
        self._session, self._make, self._text = session, make, text
        held = session.run.workshop
        self._before = None if held is None else held.sketch
        self._shown, self._look = session.simulation.system, session.look
        self._found: Sketch | None = None
        self.key = VALUE_AT_END.sub("", str(text))

    def find(self) -> Sketch:
        """Return the new sketch; raises BadInput."""
        if self._found is None:
            self._found = self._make()
        return self._found

    def prepare(self) -> None:
        """Make the check, the equations and the look of the new machine, which are kept; raises BadInput."""
        found = self.find()
        if self._before is not None and changed_values(self._before, found, self._shown) is None:
            system = system_of(found)
            self._session.looks.hand(made_for_first_picture(system, look_for(system, self._look)))

    def finish(self) -> None:
        """Change the machine; raises BadInput."""
        edits.apply(self._session, Edit("machine", self.find(), str(self._text), self._text))


class Workshop:
    """The workshop of a session, whose state is `session.workshop`: it has none of its own, and any number may be made.

    All methods that change the machine raise BadInput, with nothing changed, where that cannot be.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def state(self) -> BuildState:
        """What is going on."""
        return self._session.workshop

    @property
    def shown(self) -> ShownMachine | None:
        """The machine in the pose that is shown, None where there is none."""
        return shown_machine(self._session)

    @property
    def sketch(self) -> Sketch:
        """The sketch of the run; raises BadInput where the scene is no machine."""
        held = self._session.run.workshop
        if held is None:
            raise BadInput(f"workshop: {self._session.simulation.system.name} is no machine of bodies and joints")
        return held.sketch

    @property
    def works(self) -> bool:
        """Whether pointer and letters are those of the workshop."""
        return self._session.is_built and self._session.run.workshop is not None

    # Opening ----------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open or close the workshop; where the scene is no machine, ask whether it is to be taken apart."""
        if self.state.active:
            self.leave()
        elif self._session.run.workshop is None:
            self.state.asks = True
        else:
            self.enter()

    def enter(self) -> None:
        """Open the workshop, at the start of the run; another system is taken apart into bodies and joints.

        Raises BadInput, with the reason, for a system that cannot be.
        """
        if self._session.run.workshop is None:
            show_taken_apart(self._session)
            return
        self.go_to_start()
        self.state.active = True
        self._idle()

    def leave(self) -> None:
        """Close the workshop; the machine stays."""
        self.state.settle()
        self.state.active = False
        self._idle()
        if self.state.curves is not None:
            self.state.curves.cancel()
            self.state.curves = self.state.curves_of = None
        if self.state.ahead is not None:
            self.state.ahead.cancel()
            self.state.ahead = None
        self.state.tool, self.state.selection = Tool.SELECT, ()

    def new(self) -> None:
        """Begin a new machine, with the tool for bars in hand."""
        title = Sentence(UNTITLED)
        edits.apply(self._session, Edit("machine", Sketch.new(str(title)), str(title), title))
        self.state.active = self.state.opened = True
        self.state.selection = ()
        self.state.plane = SketchPlane()
        self.use(Tool.BAR)

    def go_to_start(self) -> None:
        """Go back to the start of the run, paused there."""
        if self._session.simulation.tick:
            actions.perform(self._session, Action.RESET)
        self._session.pause(True)

    def start_from_here(self) -> None:
        """Make the present pose and rates the start of the machine; raises BadInput where a file cannot say them."""
        simulation, machine = self._session.simulation, self.sketch.check.made.machine
        y = list(simulation.y)
        rates = y[machine.coordinates : machine.coordinates + machine.rates]
        self.change(with_pose(self.sketch, y, rates=rates), STARTED)

    # Tools and selection ------------------------------------------------------------------------------------

    def use(self, tool: Tool) -> None:
        """Take a tool in hand, at the start of the run."""
        self.go_to_start()
        self._idle()
        self.state.tool = tool

    def select(self, parts: Iterable[PartName], add: bool = False) -> None:
        """Select parts; add: beside those that are selected, or no more where they are."""
        chosen = tuple(parts)
        self.state.entry = self.state.offer = None
        if add:
            before = self.state.selection
            kept = tuple(each for each in before if each not in chosen)
            chosen = (*kept, *(each for each in chosen if each not in before))
        self.state.selection = chosen

    def _idle(self) -> None:
        """Let go of all that is in hand."""
        state = self.state
        state.gesture, state.press, state.snap, state.entry = Gesture(), None, None, None
        state.pose = state.pose_of = state.live = state.dialled = None
        state.message = ""

    def tidy(self) -> None:
        """Forget what is in hand or selected of parts that are gone."""
        held, state = self._session.run.workshop, self.state
        if state.coming is not None:
            return  # what is selected may be what comes
        if held is None:
            state.selection, state.gesture, state.entry = (), Gesture(), None
            return
        state.selection = tuple(each for each in state.selection if is_named(held.sketch, each))
        anchors = [each.anchor for each in state.gesture.points if each.anchor is not None]
        bodies = held.sketch.tables.get("bodies", {})
        if any(each.body != GROUND_NAME and each.body not in bodies for each in anchors):
            state.gesture = Gesture()
        if state.gesture.made is not None and not is_named(held.sketch, state.gesture.made):
            state.gesture = Gesture()  # as when it has been undone
        press = state.press
        grasped = () if press is None else (press.handle and press.handle.body, press.held and press.held[0])
        if any(body and body != GROUND_NAME and body not in bodies for body in grasped):
            state.press = state.pose = state.pose_of = state.live = None
        if state.entry is not None and state.entry.part not in state.selection:
            state.entry = None

    # Changes ------------------------------------------------------------------------------------------------

    def change(self, sketch: Sketch, text: Any, then: Callable[[], None] | None = None) -> None:
        """Put another sketch in place of the present one, as one thing that can be undone. text: what was done.

        then: what needs the other one. In a window both come once all is made for it; until then the picture stays.
        """
        self.change_to(lambda: sketch, text, then)

    def take_over(
        self, result: GestureResult, select: bool = False, then: Callable[[], None] | None = None
    ) -> None:  # fmt: skip
        """Take over what a gesture has made."""

        def taken() -> None:
            if select and result.part is not None:
                self.select([result.part])
            if then is not None:
                then()

        self.change(result.sketch, result.text, taken)

    def change_to(
        self, make: Callable[[], Sketch], text: Any, then: Callable[[], None] | None = None
    ) -> None:  # fmt: skip
        """Change the sketch to what `make` returns, or raises BadInput, as `change` does."""
        state, change = self.state, SketchChange(self._session, make, text)

        def finish() -> None:
            state.pose = state.pose_of = state.live = None
            change.finish()
            state.message = ""
            self.tidy()
            if then is not None:
                then()

        if not self._session.patient:
            change.find()
            finish()
        elif state.coming is not None and state.coming.key == change.key:
            state.coming.following = lambda: self.change_to(make, text, then)
        else:
            state.settle()
            state.coming = ComingChange(change.key, change.prepare, finish)

    def follow_change(self) -> None:
        """Take over a change for which all has been made; raises BadInput."""
        if self.state.coming is not None and self.state.coming.done:
            self.state.arrive()

    def delete(self) -> None:
        """Delete what is selected."""
        chosen = self.state.selection
        if not chosen:
            raise BadInput("delete: nothing is selected")
        self.change(sketching.delete(self.sketch, chosen), Sentence(DELETED, names=_names(chosen)))

    # Drags --------------------------------------------------------------------------------------------------

    def drag(self, body: str, drawn: Vector, target: Vector, whole: bool = True) -> bool:
        """Show the machine with a point of a body as near to a target as it can be; return whether it has moved.

        whole: at once; else by a few steps, which further calls go on with.
        """
        shown = self.shown
        if shown is None:
            return False
        pose = dragged_pose(shown, body, drawn, target) if whole else dragged_pose(shown, body, drawn, target, A_FRAME)
        self.state.pose, self.state.pose_of = pose, shown.sketch
        return math.dist(pose, shown.y) > CHANGED

    def drop(self, body: str) -> None:
        """Let the machine begin in the pose to which it has been dragged."""
        state = self.state
        pose, sketch = state.pose, self.sketch
        if pose is not None and state.pose_of == sketch:
            self.change_to(lambda: with_pose(sketch, pose, body), Sentence(DRAGGED, name=body))
        else:
            state.pose = state.pose_of = None

    def move(self, anchor: SketchAnchor, place: Vector, stretch: bool) -> None:
        """Move an anchor with all that is joined there, or, to stretch a bar, its end."""
        sketch = self.sketch

        def moved() -> Sketch:
            if stretch and anchor.name in ("start", "end"):
                return sketching.move_end(sketch, anchor.body, str(anchor.name), place)
            return sketching.move_anchor(sketch, anchor, place)

        self.change_to(moved, Sentence(MOVED, name=anchor.body))

    # Typed values -------------------------------------------------------------------------------------------

    def begin_entry(self, text: str) -> bool:
        """Begin to type a value of the part that is selected alone; return whether it has one."""
        if len(self.state.selection) != 1:
            return False
        part = self.state.selection[0]
        words = _entered(self.sketch, part)
        if words:
            self.state.entry = ValueEntry(part, tuple(words), tuple(words.values()), 0, text)
        return bool(words)

    def enter_value(self) -> None:
        """Set the value that has been typed; raises BadInput, with the text still there."""
        entry = self.state.entry
        if entry is None or not entry.text.strip():
            self.state.entry = None
            return
        text = in_degrees(entry.text) if entry.word == "angle" else entry.text
        made = sketching.set_value(self.sketch, entry.part, entry.word, text)
        self.change(made, Sentence(VALUE, word=entry.word, name=entry.part[1], text=text))
        self.state.entry = None


def show_taken_apart(session: Session) -> None:
    """Show the system as a machine, and say how well it agrees; raises BadInput."""
    from game.scenefile.sketching.taken import taken_apart  # a module that few need

    system = session.simulation.system
    own = {name: system.parameters[name] for name in system.applicable()}
    found = taken_apart(session.scene.changed(parameters=own, initial=written_start(system)))
    title = Sentence(TAKEN, name=Word(session.scene.title))
    edits.apply(session, Edit("machine", found.sketch, str(title), title))
    session.workshop.active = session.workshop.opened = True
    agrees = Sentence(SAME if found.same else APART, difference=f"{found.difference:.0e}")
    told = Sentence(LEFT, agrees=agrees, left="; ".join(found.left)) if found.left else agrees
    session.workshop.message = Sentence(WAYS, agrees=told)


def _entered(sketch: Sketch, part: PartName) -> Mapping[str, str]:
    """Return the values that digits enter while a part is selected, with their units; the first needs none."""
    given = sketch.part(*part)
    if part[0] == "joints":
        return next((HANDED[kind] for kind in HANDED if kind in given), {})
    if part[0] == "bodies":
        size = "length" if "from" in given else "radius" if "radius" in given else ""
        return {"mass": "kg", **({size: "m"} if size else {}), "density": "kg/m³"}
    return OF_PARTS.get(part[0], {})


def _names(parts: Iterable[PartName]) -> str:
    return ", ".join(name for _, name in parts)


def in_degrees(text: str) -> str:
    """Return a typed angle with the unit that is meant where none is typed."""
    try:
        float(text)
    except ValueError:
        return text
    return f"{text} deg"
