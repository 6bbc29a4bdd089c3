"""What is going on in the workshop: tool, selection, gesture. Data alone, which a session keeps while scenes change."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.frame import View
from game.model.shown.sentence import Sentence
from physics.core.units import factor

if TYPE_CHECKING:
    from game.scenefile.sketch import PartName, Sketch, SketchAnchor
    from game.session.workshop.coming_change import ComingChange
    from game.session.workshop.coupler_curves import CouplerCurves
    from game.session.workshop.freedom_ahead import FreedomAhead

Place = tuple[float, float, float]
"""A place in the space of the machine [m]."""
Ray = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The eye (3,), and the direction (3,) in which it looks, of length 1."""

AFTER_NUMBER = re.compile(r"[-+]?[\d.]+(?:[eE][-+]?\d+)? *(\D.*)")
"""A number that is typed with its unit."""
LEAST_SLOPE = math.sin(math.radians(15.0))
"""Sine of the angle under which a plane must be seen for something to be drawn in it."""
FURTHEST = 1e4
"""Greatest distance from the eye at which something is drawn [m]."""
AXES: dict[str, Place] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
FACES = {"y": "x–z", "z": "x–y", "x": "y–z"}
"""Names of planes by the axis that is square to them."""
ALONG = {"y": ("x", "z"), "z": ("x", "y"), "x": ("y", "z")}
"""The axes in a plane."""


class Tool(Enum):
    """A tool of the workshop."""

    SELECT = "select"
    BAR = "bar"
    BODY = "body"
    JOINT = "joint"
    SPRING = "spring"
    ROPE = "rope"
    GEAR = "gear"
    GROUND = "ground"
    MEASURE = "measure"
    PARTS = "parts"


TOOL_KEYS: dict[str, Tool] = {
    "b": Tool.BAR, "d": Tool.BODY, "j": Tool.JOINT, "s": Tool.SPRING, "r": Tool.ROPE, "e": Tool.GEAR,
    "g": Tool.GROUND, "m": Tool.MEASURE, "a": Tool.PARTS,
}  # fmt: skip
"""Letters that take a tool at the start of a run."""
SHAPES = ("box", "disk", "hoop", "ball", "cylinder", "point")
"""Shapes of the tool BODY; bars are drawn, plates come from files."""


@dataclass(frozen=True)
class SketchPlane:
    """A plane through a point, square to one of the axes, in which points are drawn."""

    square: str = "y"
    through: Place = (0.0, 0.0, 0.0)

    @property
    def name(self) -> str:
        """The name that is shown."""
        return FACES[self.square]

    @property
    def along(self) -> tuple[str, str]:
        """The two axes in it: across the screen, and up or away."""
        return ALONG[self.square]

    def moved(self, point: Place) -> SketchPlane:
        """Return the parallel plane through a point."""
        return replace(self, through=point)

    def hit(self, ray: Ray) -> Place | None:
        """Return where a ray meets the plane, None where it grazes it, looks away, or meets it too far away."""
        eye, way = ray
        square = np.array(AXES[self.square])
        slope = float(np.dot(way, square))
        if abs(slope) < LEAST_SLOPE:
            return None
        reach = float(np.dot(np.subtract(self.through, eye), square)) / slope
        if not 0.0 < reach < FURTHEST:
            return None
        x, y, z = (float(each) for each in eye + reach * way)
        return x, y, z

    def toward(self, view: View) -> str:
        """Return the direction square to the plane toward the eye, as a scene file says it: "-y"."""
        looks = np.asarray(view.view, np.float64)[:3, 2]  # the camera looks along its own -z
        return self.square if float(np.dot(looks, AXES[self.square])) > 0.0 else f"-{self.square}"


class PlacedPoint(NamedTuple):
    """A point that a click has placed [m]; anchor: on which it is. grounded: it is to be hinged to the ground."""

    place: Place
    anchor: SketchAnchor | None = None
    grounded: bool = False


class Snap(NamedTuple):
    """Where a point is placed [m], and what took it there. anchor: on which it is; guides: lines that are shown."""

    place: Place
    word: Sentence | None = None
    anchor: SketchAnchor | None = None
    guides: tuple[tuple[Place, Place], ...] = ()


class ValueHandle(NamedTuple):
    """A handle of a number. way: of words that lead to it; place: where it stands; value: as it is [rad, m].

    centre: of its arc, or the middle of the bar [m]. zero: angle in the plane at which the value is 0 [rad], sense: 1
    or -1. across: of a thickness the unit vector across the bar, beyond: how far beyond its edge the handle stands [m].
    choices: of an axis the directions that it may take, the present one first, as they are drawn and as they are shown;
    the value is the number of one of them.
    """

    part: PartName
    way: str
    place: Place
    value: float
    centre: Place
    plane: SketchPlane
    zero: float = 0.0
    sense: float = 1.0
    across: Place | None = None
    beyond: float = 0.0
    choices: tuple[tuple[Place, Place], ...] = ()


class Press(NamedTuple):
    """The left button, held since it was at (x, y). part: what was under it; handle: that of a bar's end or an anchor.

    moved: the pointer has left its place. held: the point of a body that is dragged, in the drawn pose [m]. value: the
    handle of a number.
    """

    x: float
    y: float
    part: PartName | None = None
    handle: SketchAnchor | None = None
    moved: bool = False
    held: tuple[str, Place] | None = None
    value: ValueHandle | None = None


class LiveShape(NamedTuple):
    """A machine while one of its points is dragged. lines: of its long bodies, with their names [m]; y: its state.

    closed: whether its loops are closed.
    """

    lines: tuple[tuple[str, Place, Place], ...]
    y: tuple[float, ...]
    closed: bool


@dataclass(frozen=True)
class Gesture:
    """What is in hand. points: placed so far; joints: chosen so far (gears); axis: that is kept to, "" for none.

    made: the part that the next point changes (measures). typed: length and angle as they are typed; field: which of
    them is.
    """

    points: tuple[PlacedPoint, ...] = ()
    joints: tuple[str, ...] = ()
    made: PartName | None = None
    axis: str = ""
    typed: tuple[str, str] = ("", "")
    field: int = 0

    @property
    def typing(self) -> bool:
        """Whether something has been typed."""
        return any(self.typed)


class ValueEntry(NamedTuple):
    """A value of a part that is being typed. words: those that Tab goes through; at: which of them it has chosen.

    units: of these values in the SI, of which a unit that is typed chooses the first that it fits.
    """

    part: PartName
    words: tuple[str, ...]
    units: tuple[str, ...]
    at: int
    text: str

    @property
    def word(self) -> str:
        """The value that is meant."""
        unit = AFTER_NUMBER.fullmatch(self.text.strip())
        if unit is None or factor(unit[1], self.units[self.at]) is not None:
            return self.words[self.at]
        fitting = (word for word, each in zip(self.words, self.units, strict=True) if factor(unit[1], each) is not None)
        return next(fitting, self.words[self.at])


class CopyOffer(NamedTuple):
    """Copies that have just been made, and can be laid out anew.

    parts: of which; before, after: the sketches. how: "", the number of parts about an axis, or that of a mirror.
    """

    parts: tuple[PartName, ...]
    before: Sketch
    after: Sketch
    how: str = ""


@dataclass(eq=False)
class BuildState:
    """The state of the workshop. active: it is open; opened: a machine is new there, and the camera has to find it.

    tool: in hand. selection, hover: parts that are selected, and that under the pointer. pointer: where it is on the
    screen, clicked: where the last click was [points], None where it has not been yet. plane: of drawing; axis: square
    to it, toward the eye; fit: size that a new body has there, step: of the grid [m]. by_keys: arrows have moved the
    point last. snap: what has taken the point under the pointer. covered: a panel lies there. shape, size: of the body
    that the tool BODY places, its size [m] None for one that fits the picture. template: name of what the tool PARTS
    places, scale: its size. message: the last that there was to say, of an error. pose: the state that is shown while a
    body is dragged, pose_of: of which sketch. live: the machine while an end or an anchor is dragged; dialled: the
    number whose handle is [rad, m]. swallows: the next typed character belongs to a key that has been used. curves: of
    the points that are traced, None where no crank turns; curves_of: the sketch for which they were last asked. ahead:
    the freedom after the next click. coming: a change for which something is still being made. height: of the
    picture [points]. offer: the copies that were made last. asks: the person wants to build, and the scene is no
    machine.
    """

    active: bool = False
    opened: bool = False
    tool: Tool = Tool.SELECT
    selection: tuple[PartName, ...] = ()
    hover: PartName | None = None
    gesture: Gesture = field(default_factory=Gesture)
    press: Press | None = None
    pointer: tuple[float, float] | None = None
    clicked: tuple[float, float] | None = None
    plane: SketchPlane = field(default_factory=SketchPlane)
    axis: str = "-y"
    height: float = 720.0
    fit: float = 0.1
    step: float = 0.05
    by_keys: bool = False
    snap: Snap | None = None
    covered: bool = False
    snapping: bool = True
    shape: str = "box"
    size: float | None = None
    template: str = "four-bar"
    scale: float = 1.0
    message: str | Sentence = ""
    entry: ValueEntry | None = None
    pose: tuple[float, ...] | None = None
    pose_of: object = None
    live: LiveShape | None = None
    dialled: float | None = None
    swallows: bool = False
    curves: CouplerCurves | None = None
    ahead: FreedomAhead | None = None
    coming: ComingChange | None = None
    curves_of: Sketch | None = None
    offer: CopyOffer | None = None
    asks: bool = False

    @property
    def pointed(self) -> Snap | None:
        """Where a point would be placed, as it is drawn: not behind a panel, unless keys have said where."""
        return None if self.covered and not (self.by_keys or self.gesture.typing) else self.snap

    def arrive(self) -> None:
        """Take over the change for which something was still being made; raises BadInput."""
        coming, self.coming = self.coming, None
        if coming is not None:
            coming.take_over()

    def settle(self) -> None:
        """Take over such a change, and those that were asked for since: what follows needs them. Raises BadInput."""
        while self.coming is not None:
            self.arrive()

    @property
    def computing(self) -> bool:
        """True while something is computed beside it."""
        return any(task is not None and not task.done for task in (self.curves, self.ahead, self.coming))
