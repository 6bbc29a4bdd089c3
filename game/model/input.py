"""Input as data: events in plain terms, the actions of the program, and the key bindings.

`window.py` turns the events of pygame into these; the interface and the tests know only these.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Key(Struct, frozen=True):
    """A key went down or up. name as in the bindings ("space", "f12", "a", "page up"); repeat: held down."""

    name: str
    down: bool
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    repeat: bool = False


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
    CLOUD = "ensemble of slightly different initial states"
    SCENES = "scenes"
    BODY = "body and initial state"
    METHOD = "integrator and step size"
    COMPARE = "comparison and ensemble"
    VIEW = "camera, display and quality"
    PLOTS = "plots on or off"
    SHOTS = "list of shots on or off"
    TUNING = "map of an outcome over two parameters or starts"
    EXPLAIN = "explanation of the scene: equations, what to try"
    GUIDED_TOUR = "guided tours: tops, machines, chaos"
    HELP = "this help"
    SETTINGS = "settings: language, theme, keys"
    INTERFACE = "hide or show the interface"
    RECORD = "start or stop recording a video"
    RECORD_DIALOG = "record: the last seconds, a loop, formats and sizes"
    MUTE = "sound on or off"
    PLATE = "plate: poses of the last seconds in one picture"
    LONG_EXPOSURE = "long exposure of the last seconds, one picture"
    DRAWING = "line drawing of the picture, for print"
    POSTER = "poster of the picture, with equations and values"
    FULLSCREEN = "full screen on or off"
    SCREENSHOT = "screenshot"
    SCREENSHOT_BARE = "screenshot without the interface"
    SCREENSHOT_COPY = "copy the picture to the clipboard"
    OPEN_FILE = "open a scene, a table or a log from a file"
    SHARE = "copy the scene as a line, for polhode run"
    EXPORT = "export the scene as a web page that runs by itself"
    EXPORT_GLTF = "export the motion as animated glTF, for Blender and viewers"
    SAVE = "save the scene as it is, with bookmarks"
    CLOSE = "close what is open, then ask to quit"


class Binding(Struct, frozen=True):
    """One key binding of an action. key as in `Key.name`; label is how it is printed in English."""

    key: str
    action: Action
    label: str = ""
    shift: bool = False
    ctrl: bool = False
    repeats: bool = False


BINDINGS: tuple[Binding, ...] = (
    Binding("space", Action.PAUSE, "Space"),
    Binding(".", Action.STEP, ".", repeats=True),
    Binding(",", Action.STEP_BACK, ",", repeats=True),
    Binding("left", Action.BACK, "←", repeats=True),
    Binding("right", Action.FORTH, "→", repeats=True),
    Binding("r", Action.RESET, "R"),
    Binding("return", Action.FIRE, "Enter"),
    Binding("space", Action.BACKWARDS, "Shift+Space", shift=True),
    Binding("left", Action.PREVIOUS_EVENT, "Shift+←", shift=True, repeats=True),
    Binding("right", Action.NEXT_EVENT, "Shift+→", shift=True, repeats=True),
    Binding("i", Action.LOOP_START, "I"),
    Binding("i", Action.LOOP_END, "Shift+I", shift=True),
    Binding("l", Action.LOOP, "Ctrl+L", ctrl=True),
    Binding("i", Action.LOOP_CLEAR, "Ctrl+I", ctrl=True),
    Binding("b", Action.BRANCHES, "Ctrl+B", ctrl=True),
    Binding("z", Action.UNDO, "Ctrl+Z", ctrl=True, repeats=True),
    Binding("z", Action.REDO, "Ctrl+Shift+Z", shift=True, ctrl=True, repeats=True),
    Binding("u", Action.UNDO_LIST, "Ctrl+U", ctrl=True),
    Binding("tab", Action.CONTROLS, "Ctrl+Tab", ctrl=True),
    Binding("tab", Action.NEXT_INTEGRATOR, "Tab"),
    Binding("tab", Action.PREVIOUS_INTEGRATOR, "Shift+Tab", shift=True),
    Binding("page up", Action.PREVIOUS_SCENE, "Page Up"),
    Binding("page down", Action.NEXT_SCENE, "Page Down"),
    Binding("+", Action.FASTER, "+"),
    Binding("-", Action.SLOWER, "−"),
    Binding("l", Action.SLOW_MOTION, "L"),
    Binding("c", Action.CAMERA_MODE, "C"),
    Binding("f", Action.FRAME_BODY, "F"),
    Binding("u", Action.TURNTABLE, "U"),
    Binding("j", Action.TOUR, "J"),
    Binding("x", Action.DEPTH_OF_FIELD, "X"),
    Binding("v", Action.VECTORS, "V"),
    Binding("t", Action.TRACES, "T"),
    Binding("b", Action.BODY_VIEW, "B"),
    Binding("b", Action.BINET, "Shift+B", shift=True),
    Binding("k", Action.SCULPTURE, "Shift+K", shift=True),
    Binding("o", Action.GEOMETRY, "O"),
    Binding("g", Action.GHOSTS, "G"),
    Binding("k", Action.CLOUD, "K"),
    Binding("p", Action.PLOTS, "P"),
    Binding("n", Action.SHOTS, "N"),
    Binding("m", Action.TUNING, "M"),
    Binding("h", Action.HELP, "H"),
    Binding("f1", Action.HELP, "F1"),
    Binding(",", Action.SETTINGS, "Ctrl+,", ctrl=True),
    Binding("f2", Action.INTERFACE, "F2"),
    Binding("f3", Action.SCENES, "F3"),
    Binding("f4", Action.BODY, "F4"),
    Binding("f5", Action.METHOD, "F5"),
    Binding("f6", Action.COMPARE, "F6"),
    Binding("f7", Action.VIEW, "F7"),
    Binding("f8", Action.EXPLAIN, "F8"),
    Binding("f8", Action.GUIDED_TOUR, "Shift+F8", shift=True),
    Binding("f9", Action.RECORD, "F9"),
    Binding("f9", Action.RECORD_DIALOG, "Shift+F9", shift=True),
    Binding("m", Action.MUTE, "Ctrl+M", ctrl=True),
    Binding("f9", Action.PLATE, "Ctrl+F9", ctrl=True),
    Binding("f9", Action.LONG_EXPOSURE, "Ctrl+Shift+F9", shift=True, ctrl=True),
    Binding("f11", Action.FULLSCREEN, "F11"),
    Binding("f12", Action.SCREENSHOT, "F12"),
    Binding("f12", Action.SCREENSHOT_BARE, "Shift+F12", shift=True),
    Binding("f12", Action.DRAWING, "Ctrl+F12", ctrl=True),
    Binding("f12", Action.POSTER, "Ctrl+Shift+F12", shift=True, ctrl=True),
    Binding("c", Action.SCREENSHOT_COPY, "Ctrl+C", ctrl=True),
    Binding("o", Action.OPEN_FILE, "Ctrl+O", ctrl=True),
    Binding("c", Action.SHARE, "Ctrl+Shift+C", shift=True, ctrl=True),
    Binding("e", Action.EXPORT, "Ctrl+E", ctrl=True),
    Binding("e", Action.EXPORT_GLTF, "Ctrl+Shift+E", shift=True, ctrl=True),
    Binding("s", Action.SAVE, "Ctrl+S", ctrl=True),
    Binding("escape", Action.CLOSE, "Esc"),
)

FLY_KEYS: dict[str, tuple[int, int, int]] = {
    "w": (0, 0, 1),
    "s": (0, 0, -1),
    "a": (-1, 0, 0),
    "d": (1, 0, 0),
    "e": (0, 1, 0),
    "q": (0, -1, 0),
}
"""Held keys that move the camera: steps to the right, up and forward."""

BOOKMARK_KEYS: dict[str, int] = {key: number for number in range(1, 10) for key in (str(number), f"[{number}]")}
"""Digits, and those of a keypad: alone they fly to a bookmark, with Ctrl they set it where the camera is."""

PAD_ACTIONS: dict[str, Action] = {
    "a": Action.PAUSE,
    "b": Action.RESET,
    "x": Action.FIRE,
    "y": Action.FRAME_BODY,
    "left shoulder": Action.PREVIOUS_SCENE,
    "right shoulder": Action.NEXT_SCENE,
    "dpad left": Action.STEP_BACK,
    "dpad right": Action.STEP,
    "dpad up": Action.CAMERA_MODE,
    "dpad down": Action.INTERFACE,
    "start": Action.HELP,
    "back": Action.CLOSE,
}
"""Actions of the buttons of a gamepad; its triggers are half and twice the speed."""

PAD_HELP: tuple[tuple[str, str], ...] = (
    ("Left stick", "orbit"),
    ("Right stick", "pan across, zoom"),
    ("Triggers", "half, twice as fast"),
    ("A, B", "pause, restart"),
    ("X", "start or fire; later, back to the start"),
    ("Shoulders", "previous, next scene"),
    ("D-pad ← →", "one step back, forward"),
)

POINTER_HELP: tuple[tuple[str, str], ...] = (
    ("Left drag", "orbit (fly: look round)"),
    ("Right drag", "pan; Shift+drag, too"),
    ("Wheel", "zoom (fly: speed)"),
    ("Ctrl+drag", "pull a body; paused: move it"),
    ("W A S D, Q E", "fly: forward, left, back, right, down, up"),
    ("1 … 9", "fly to a bookmark of the camera"),
    ("Ctrl+1 … 9", "save this view as a bookmark"),
)


def bookmark_for(event: Key) -> tuple[int, bool] | None:
    """Return the bookmark of a key press, and whether it is to be set here; None: no bookmark's key."""
    number = BOOKMARK_KEYS.get(event.name)
    if number is None or not event.down or event.repeat or event.alt or event.shift:
        return None
    return number, event.ctrl
