"""A person at the workshop, without a window: each of its actions is one event or a few."""

from __future__ import annotations

import numpy as np

from game.camera.camera import Camera
from game.model.input import Action, Button, Key, PointerMotion, Text
from game.scenefile import Scene
from game.session import actions
from game.session.compose import compose_frame
from game.session.session import Session
from game.session.workshop.desk import Workshop
from game.session.workshop.workshop_keys import WorkshopKeys
from game.session.workshop.workshop_pointer import WorkshopPointer

SIZE = (1280.0, 800.0)


class Person:
    """A session with a pointer and keys, and a camera that looks along y. Each method is one action."""

    def __init__(self, scene: Scene | None = None, patient: bool = False) -> None:
        self.session = Session(scene or Scene(system="heavy-top"), patient)
        self.desk = Workshop(self.session)
        self.pointer, self.keys = WorkshopPointer(self.session), WorkshopKeys(self.session)
        self.count = 0
        if scene is None:
            self.desk.new()
            self.count = 1
        else:
            self.desk.enter()
        self.lift = self.session.look.lift
        self.camera = Camera((0.0, 0.0, self.lift), 1.0)
        self.camera.set_pose({"azimuth": -90.0, "elevation": 8.0, "distance": 3.0, "target": [0.0, 0.0, self.lift]})

    @property
    def view(self):
        """The view, with the machine where it was in the picture."""
        pose, now = self.camera.shown, self.session.look.lift
        pose[-1] += now - self.lift
        self.lift = now
        self.camera.show(pose)
        return self.camera.view(SIZE[0] / SIZE[1])

    @property
    def state(self):
        return self.session.workshop

    @property
    def tables(self):
        return self.session.run.workshop.sketch.tables

    def seen(self, place):
        x, y, z = place
        found = self.view.project(np.array((x, y, z + self.session.look.lift)), SIZE)
        return float(found[0]), float(found[1])

    def point(self, place, off=(0.0, 0.0), ctrl=False):
        x, y = self.seen(place)
        x, y = x + off[0], y + off[1]
        self.pointer.take(PointerMotion(x, y, 1.0, 1.0, ctrl=ctrl), self.view, SIZE)
        self.pointer.work(self.view, SIZE)
        return x, y

    def press(self, at, down, **held):
        return self.pointer.take(Button("left", down, *at, **held), self.view, SIZE)

    def click(self, place, off=(0.0, 0.0), **held):
        self.count += 1
        at = self.point(place, off, ctrl=held.get("ctrl", False))
        return self.press(at, True, **held), self.press(at, False, **held)

    def drag(self, start, end, **held):
        self.count += 1
        self.press(self.point(start), True, **held)
        for part in np.linspace(0.25, 1.0, 4):
            self.point(tuple(np.add(start, part * np.subtract(end, start))))
        self.press(self.point(end), False, **held)

    def key(self, name, count=True, **held):
        self.count += count
        return self.keys.take(Key(name, True, place=name if len(name) == 1 and name.isalnum() else "", **held))

    def type(self, text):
        """Type characters, each as a key and, where it is one, a text."""
        self.count += 1
        for sign in text:
            self.keys.take(Key(sign if sign != " " else "space", True, place=sign if sign.isalnum() else ""))
            self.keys.take(Text(sign))
        return self.key("return", count=False)

    def play(self):
        self.count += 1
        actions.perform(self.session, Action.PAUSE)

    def frame(self):
        return compose_frame(self.session, self.view, 0.0)
