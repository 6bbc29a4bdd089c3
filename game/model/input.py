"""Input as data: events in plain terms, and the actions of the program.

`window.py` turns the events of pygame into these; the interface and the tests know only these.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Key(Struct, frozen=True):
    """A key went down or up. name as in the bindings ("space", "f12", "a", "page up"); repeat: held down.

    place: the letter or digit of a US keyboard at the place of the key, "" where that has none.
    """

    name: str
    down: bool
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    repeat: bool = False
    place: str = ""


class Text(Struct, frozen=True):
    """Characters typed."""

    text: str


class PointerMotion(Struct, frozen=True):
    """The pointer is at (x, y) [points from the upper left corner] and moved by (dx, dy)."""

    x: float
    y: float
    dx: float
    dy: float
    shift: bool = False
    ctrl: bool = False


class Button(Struct, frozen=True):
    """A mouse button, "left", "middle" or "right", went down or up at (x, y)."""

    button: str
    down: bool
    x: float
    y: float
    shift: bool = False
    ctrl: bool = False


class Wheel(Struct, frozen=True):
    """The wheel turned by (dx, dy) notches; dy > 0 is away from the user."""

    dx: float
    dy: float


class Resized(Struct, frozen=True):
    """The window has a new size: width and height in points."""

    width: int
    height: int


class Focus(Struct, frozen=True):
    """The window gained or lost the keyboard."""

    gained: bool


class FileDrop(Struct, frozen=True):
    """A file was dropped onto the window."""

    path: str


class Quit(Struct, frozen=True):
    """The window was asked to close."""


class PadButton(Struct, frozen=True):
    """A button of a gamepad, such as "a" or "left shoulder", went down or up."""

    button: str
    down: bool


class PadAxis(Struct, frozen=True):
    """A stick or trigger, such as "left x" or "right trigger", has this deflection, -1 to 1, 0 in the dead zone."""

    axis: str
    value: float


class PadChange(Struct, frozen=True):
    """A gamepad was plugged in or out; name of the one that is used now, "" for none."""

    name: str


PadEvent = PadButton | PadAxis | PadChange
Event = Key | Text | PointerMotion | Button | Wheel | Resized | Focus | FileDrop | Quit | PadEvent


class Action(Enum):
    """An action that a key can request; the value is the sentence that the help shows."""

    PAUSE = "pause or resume"
    STEP = "one step forward (pauses)"
    STEP_BACK = "one step back (pauses)"
    BACK = "scrub back (pauses)"
    FORTH = "scrub forward (pauses)"
    RESET = "restart"
    FIRE = "start or fire; later, back to the start"
    BACKWARDS = "play backwards, or pause"
    PREVIOUS_EVENT = "back to the event before (pauses)"
    NEXT_EVENT = "on to the next event (pauses)"
    LOOP_START = "start A of the loop, here"
    LOOP_END = "end B of the loop, here"
    LOOP = "loop from A to B, on or off"
    LOOP_CLEAR = "remove A and B"
    BRANCHES = "branches shown or hidden"
    UNDO = "undo"
    REDO = "redo"
    UNDO_LIST = "list of what was done, to undo it"
    CONTROLS = "keys for the controls of the next panel; Esc: for the scene"
    NEXT_INTEGRATOR = "next integrator"
    PREVIOUS_INTEGRATOR = "previous integrator"
    BUILD = "workshop: build or change a machine"
    NEW_MACHINE = "new machine, in the workshop"
    NEXT_SCENE = "next scene"
    PREVIOUS_SCENE = "previous scene"
    FASTER = "twice as fast"
    SLOWER = "half as fast"
    SLOW_MOTION = "slow motion around the key moment"
    CAMERA_MODE = "next mode: orbit, turntable, tour, fly, follow"
    FRAME_BODY = "frame the body, and keep it framed"
    TURNTABLE = "turntable: once round, and on"
    TOUR = "tour through the bookmarks, on or off"
    DEPTH_OF_FIELD = "depth of field on or off (quality high)"
    VECTORS = "arrows on or off"
    TRACES = "traces on or off"
    BODY_VIEW = "second view, of the body alone, on or off"
    BINET = "Binet: sphere of L and ellipsoid of energy, on or off"
    SCULPTURE = "phase sculpture: what a flow makes of many starts, on or off"
    GEOMETRY = "geometric constructions on or off"
    GHOSTS = "comparison with other integrators"
    COMPARE_METHODS = "three methods side by side, from the start, with plots"
    CLOUD = "ensemble of slightly different initial states"
    SCENES = "scenes"
    BODY = "body and initial state"
    METHOD = "integrator and step size"
    COMPARE = "comparison and ensemble"
    VIEW = "camera, display and quality"
    PLOTS = "plots on or off"
    SHOTS = "list of shots on or off"
    TUNING = "map of an outcome over two parameters or starts"
    OPTIMISE = "optimisation of a machine that throws: its best shot"
    EXPLAIN = "explanation of the scene: equations, what to try"
    START = "where to begin: scenes, tours, challenges"
    GUIDED_TOUR = "guided tours: tops, machines, chaos, a telephone"
    LESSON = "lesson of the scene, for a class: large type, Page Up and Page Down"
    CHALLENGES = "challenges: rules, score and medals"
    FIND = "find an action, a scene, a number, a setting by words"
    HELP = "this help"
    SETTINGS = "settings: language, theme, keys"
    INTERFACE = "hide or show the interface"
    PHOTO = "photo mode: lens, exposure, place and caption of a bare picture"
    RECORD = "start or stop recording a video"
    RECORD_LAST = "video of the last seconds, as chosen in the dialog"
    RECORD_DIALOG = "record: the last seconds, a loop, formats and sizes"
    MUTE = "sound on or off"
    PLATE = "plate: poses of the last seconds in one picture"
    LONG_EXPOSURE = "long exposure of the last seconds, one picture"
    DRAWING = "line drawing of the picture, for print"
    POSTER = "poster of the picture, with equations and values"
    REPORT = "figure for a report: picture, plots, values and method, as PDF"
    REPORT_SVG = "figure for a report, as SVG"
    FULLSCREEN = "full screen on or off"
    SCREENSHOT = "screenshot"
    SCREENSHOT_BARE = "screenshot without the interface"
    SCREENSHOT_COPY = "copy the picture to the clipboard"
    OPEN_FILE = "open a scene, a table or a log from a file"
    SHARE = "copy the scene as a line, for polhode run"
    EXPORT = "export the scene as a web page that runs by itself"
    EXPORT_GLTF = "export the motion as animated glTF, for Blender and viewers"
    SAVE = "save the scene as it is, with bookmarks"
    SAVE_AS = "save the scene under another name"
    CLOSE = "close what is open, then ask to quit"
