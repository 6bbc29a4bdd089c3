"""Keys in the workshop: letters take tools, digits type lengths and values; Esc, Enter, Delete end what is in hand."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from game.model.input import Event, Key, Text
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.session.session import Session
from game.session.workshop import gestures
from game.session.workshop.copies import CopyLayout, copy_selection, offer_of
from game.session.workshop.desk import Workshop
from game.session.workshop.placing_hand import PLACING, PlacingHand
from game.session.workshop.snapping import anchor_word
from game.session.workshop.state import AXES, TOOL_KEYS, BuildState, Snap, Tool
from physics.machines.vectors import added, scaled

MARKS = {".": ".", ",": ".", "[.]": ".", "[,]": "."}
"""Keys of the decimal sign."""
SIGNS = frozenset("+-*/^()_ ")
"""Other characters that numbers with units and expressions have."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""Steps across and up of the keys that move a point."""
ENDS = ("return", "enter")
NO_VALUE = later("A number is of what is selected: click a part, then type · Space runs the machine")
VALUED = (Tool.SELECT, Tool.SPRING, Tool.ROPE, Tool.GEAR, Tool.GROUND)
"""Tools with which digits are a value of what is selected, or was made last."""
FLYING = frozenset("wasdqe")
"""Keys that fly in the camera's mode of that name."""


class WorkshopKeys:
    """What keys do while the workshop is open. It changes the machine through `Workshop`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._desk = Workshop(session)
        self._hand = PlacingHand(self._desk)

    @property
    def _state(self) -> BuildState:
        return self._session.workshop

    def take(self, event: Event, flying: bool = False, bookmarks: Collection[int] = ()) -> bool:
        """Handle a key or a typed character; return whether it was the workshop's. flying: letters move the camera.

        bookmarks: numbers of those of the camera, which digits are where nothing takes a number. Raises BadInput where
        the machine cannot be changed so.
        """
        if not self._desk.works:
            return False
        if isinstance(event, Text):
            return self._typed(event.text)
        if not isinstance(event, Key) or not event.down or event.alt:
            return False
        self._state.settle()
        self._desk.tidy()
        self._state.swallows = False
        if event.ctrl:
            return self._with_ctrl(event)
        if (digit := _digit(event)) is not None:
            if not (self._kind(digit) or self._spread(digit) or self._sign(digit)):
                if int(digit) in bookmarks:
                    return False
                self._state.message = Sentence(NO_VALUE)
            self._state.swallows = True
            return True
        if event.name in MARKS and self._types and self._sign(MARKS[event.name]):
            self._state.swallows = True
            return True
        if event.name == "-" and not self._types and self._begins_below_zero():
            self._state.swallows = True
            return True
        if self._types and (event.name in (*SIGNS, "space") or (len(event.name) == 1 and event.name.isalpha())):
            return True  # its character follows as a text
        return self._special(event) or ((not flying or event.name not in FLYING) and self._letter(event))

    @property
    def _types(self) -> bool:
        """Whether something is being typed."""
        return self._state.entry is not None or self._state.gesture.typing

    def _begins_below_zero(self) -> bool:
        """Begin to type an angle, or a value of a part, with a minus sign; return whether something takes it."""
        state = self._state
        if self._draws and state.gesture.field == 1:
            self._set_typed("-")
            return True
        return self._values and self._desk.begin_entry("-")

    @property
    def _values(self) -> bool:
        """Whether digits are a value of what is selected."""
        gesture = self._state.gesture
        return self._state.tool in VALUED and not gesture.points and not gesture.joints

    @property
    def _draws(self) -> bool:
        """Whether a number that is typed is the length of a bar."""
        return self._state.tool is Tool.BAR and bool(self._state.gesture.points)

    def _with_ctrl(self, event: Key) -> bool:
        if event.shift or event.name not in ("a", "d"):
            return False
        if event.name == "a":
            self._desk.select([each for each in self._desk.sketch.parts() if each[0] in ("bodies", "joints")])
        else:
            copy_selection(self._desk, self._session)
        return True

    def _kind(self, digit: str) -> bool:
        """Give the joint that has just been made the kind of this number; one anchor alone is joined to the ground."""
        state = self._state
        if state.tool is not Tool.JOINT or not 1 <= int(digit) <= len(gestures.JOINT_KINDS):
            return False
        kind = gestures.JOINT_KINDS[int(digit) - 1]
        if state.gesture.points:
            self._hand.join_to_ground(kind)
            return True
        if (joint := self._joint) is None:
            return False
        self._desk.take_over(gestures.kind(self._desk.sketch, joint, kind, state.plane.along))
        return True

    @property
    def _joint(self) -> str | None:
        """The joint that is selected alone."""
        chosen = self._state.selection
        return chosen[0][1] if len(chosen) == 1 and chosen[0][0] == "joints" else None

    def _spread(self, digit: str) -> bool:
        """Spread the parts that were copied last, so many in all, about the axis of what they hang on."""
        if self._types or int(digit) < 2 or offer_of(self._session) is None:
            return False
        copy_selection(self._desk, self._session, CopyLayout(int(digit)))
        return True

    def _sign(self, sign: str) -> bool:
        """Add a character to what is typed, or begin to type; return whether something takes it."""
        state = self._state
        if state.entry is not None:
            state.entry = state.entry._replace(text=state.entry.text + sign)
            return True
        if self._draws:
            self._set_typed(state.gesture.typed[state.gesture.field] + sign)
            return True
        return self._values and self._desk.begin_entry(sign)

    def _set_typed(self, text: str) -> None:
        state = self._state
        typed = list(state.gesture.typed)
        typed[state.gesture.field] = text
        state.gesture = replace(state.gesture, typed=(typed[0], typed[1]))

    def _typed(self, text: str) -> bool:
        """Add a character that a key has typed, unless the key was used already."""
        swallows, self._state.swallows = self._state.swallows, False
        if not self._types or not text.isascii():
            return False
        if not text.isalpha() and (swallows or text.isdigit() or text in MARKS):
            return True
        return self._sign(text)

    def _special(self, event: Key) -> bool:
        """Handle keys that are no letters."""
        match event.name:
            case "escape":
                return self._escape()
            case "backspace" if self._types:
                self._erase()
                return True
            case "tab" if not event.shift:
                if not (self._types or self._draws):
                    return self._begin()
                self._next_field()
                return True
            case name if name in ARROWS and self._state.tool in PLACING and not event.shift:
                self._go(*ARROWS[name])
                return True
            case "+" | "-" if self._state.tool in (Tool.BODY, Tool.PARTS):
                self._hand.resize(1 if event.name == "+" else -1)
                return True
            case name if name in ENDS and self._state.by_keys and self._state.entry is None:
                self._hand.place()
                return True
            case name if name in ENDS and self._state.entry is not None:
                self._desk.enter_value()
                return True
            case name if name in ENDS and self._state.gesture.typing:
                self._hand.place()
                return True
            case name if name in ENDS and (self._state.gesture.points or self._state.gesture.joints):
                self._hand.end_chain()
                return True
            case name if name in ENDS:
                # Enter begins to type a value, and never a run, which someone who looks for a value does not expect.
                if not self._begin():
                    self._state.message = Sentence(NO_VALUE)
                return True
            case "delete" | "backspace" if self._state.selection:
                self._desk.delete()
                return True
        return False

    def _escape(self) -> bool:
        """Give back what is typed, end what is in hand and take the tool for selecting, or select nothing."""
        state = self._state
        if state.entry is not None:
            state.entry = None
        elif state.gesture.typing:
            state.gesture = replace(state.gesture, typed=("", ""), field=0)
        elif state.tool is not Tool.SELECT:
            self._desk.use(Tool.SELECT)
        elif state.selection:
            self._desk.select([])
        else:
            return False
        return True

    def _erase(self) -> None:
        state = self._state
        if state.entry is not None:
            text = state.entry.text[:-1]
            state.entry = state.entry._replace(text=text) if text else None
        else:
            self._set_typed(state.gesture.typed[state.gesture.field][:-1])

    def _begin(self) -> bool:
        """Begin to type the first value of what is selected; return whether it has one."""
        return self._values and self._desk.begin_entry("")

    def _next_field(self) -> None:
        """Go on to the angle of a bar, or to the next value of a part."""
        state = self._state
        if state.entry is not None:
            at = (state.entry.at + 1) % len(state.entry.words)
            state.entry = state.entry._replace(at=at, text="")
        else:
            state.gesture = replace(state.gesture, field=1 - state.gesture.field)

    def _go(self, across: int, up: int) -> None:
        """Move the point that is being placed by a step of the grid, to an anchor where one is near."""
        state, shown = self._state, self._desk.shown
        first = state.snap.place if state.snap is not None else state.plane.through
        ways = zip((across, up), state.plane.along, strict=True)
        place = first
        for count, name in ways:
            place = added(place, scaled(count * state.step, AXES[name]))
        targets = () if shown is None else shown.targets.anchors
        near = min(targets, key=lambda each: math.dist(each[1], place), default=None)
        if near is not None and math.dist(near[1], place) < 0.5 * state.step and math.dist(near[1], first) > 1e-9:
            state.snap = Snap(near[1], anchor_word(near[0]), near[0])
        else:
            state.snap = Snap(place)
        state.by_keys = True

    def _letter(self, event: Key) -> bool:
        state = self._state
        if event.shift or event.repeat:
            return False
        if event.name in AXES and (state.gesture.points or state.tool is Tool.BODY):
            axis = "" if state.gesture.axis == event.name else event.name
            state.gesture = replace(state.gesture, axis=axis)
            return True
        if event.name in AXES and offer_of(self._session) is not None:
            copy_selection(self._desk, self._session, CopyLayout(0, event.name))
            return True
        if event.name in AXES and state.tool is Tool.JOINT and self._joint is not None:
            self._desk.take_over(gestures.turned(self._desk.sketch, self._joint, event.name))
            return True
        tool = TOOL_KEYS.get(event.name)
        if tool is Tool.GROUND and state.tool is Tool.BAR and state.gesture.points:
            self._hand.place(grounded=True)
            return True
        if tool is Tool.JOINT and state.tool is Tool.BODY and self._hand.on_body:
            self._hand.place(hinged=True)
            return True
        if tool is None:
            return False
        self._desk.use(tool)
        return True


def _digit(event: Key) -> str | None:
    """Return the digit of a key by its place, with or without Shift, or of the keypad; None for no digit."""
    name = event.place if event.place.isdigit() else event.name.strip("[]")
    return name if len(name) == 1 and name.isdigit() and name.isascii() else None
