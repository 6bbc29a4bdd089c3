"""The pointer that pulls a body: a spring while the run goes on, and while it is paused, a new place for the body."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyrr import matrix44

from game.looks.generic import Look
from game.model.edit import Edit
from game.model.frame import ArrowInk, Curve, SceneFrame, View
from game.model.input import Button, Event, Motion
from game.session import edits
from game.session.session import Session
from physics import BadInput, Simulation
from physics.core.grip import grip
from physics.core.solids import Body, Turned
from physics.simulation.spring_hand import BLOW_SECONDS, Hand, firm
from physics.types import Floats, Vector3

NEAR = 14.0
"""Points on the screen between a pointer and what it takes hold of."""
FREQUENCY = 2.0
"""Of the spring [1/s of wall time],"""
LIFT = 40.0
"""unless a weight would stretch that by more than this part of the scene's radius."""
STEADY = 0.1
"""Its largest frequency, in blows of the hand."""
GRAZING = 0.25
"""Sine of the angle at which a line or plane of motion is looked at too flatly for the pointer to be on it."""
FLAT = 1e-3
"""A mobility so much smaller than the largest is none."""
STILL = 1e-4
"""Radii of the scene by which a pointer must move before it counts."""
INK = (0.98, 0.55, 0.30)


class Hold(NamedTuple):
    """What the pointer holds: a point of a body, and where the pointer is (x, y) [points] beside that on the screen."""

    simulation: Simulation
    body: int
    point: Vector3
    beside: tuple[float, float]


class Pull:
    """Ctrl and a drag. It reaches the mechanics only by edits."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hold: Hold | None = None
        self._pointer = (0.0, 0.0)
        self._asked: tuple[bool, Vector3] | None = None

    @property
    def held(self) -> bool:
        """Whether something is held."""
        return self._hold is not None

    def take(self, event: Event, view: View, size: tuple[float, float]) -> bool:
        """An event over the picture of the lab, of this size in points; whether it was for this hand.

        Raises BadInput where what is there cannot be moved.
        """
        match event:
            case Button(button="left", down=True, ctrl=True):
                self._pointer = event.x, event.y
                self._hold = self._picked(view, size)
                return True
            case Button(button="left", down=False) if self.held:
                if self._session.simulation.paused:
                    self.work(view, size)  # a quick hand moves and lets go within one frame
                self.let_go()
                return True
            case Motion() if self.held:
                self._pointer = event.x, event.y
                return True
        return False

    def let_go(self) -> None:
        """Hold nothing any more."""
        self._hold = self._asked = None
        simulation = self._session.simulation
        if simulation.hand is not None:
            edits.make(self._session, Edit("hand", None, "hand"))

    def work(self, view: View, size: tuple[float, float]) -> None:
        """Pull, or put, as the pointer says now. Raises BadInput; what was held is let go then."""
        session, hold = self._session, self._hold
        if hold is None or hold.simulation is not session.simulation:
            if session.simulation.hand is not None and not session.simulation.paused:
                self.let_go()  # a hand of the past, where a run goes on from there
            self._hold = None
            return
        try:
            self._do(hold, view, size)
        except BadInput:
            self.let_go()
            raise

    def _do(self, hold: Hold, view: View, size: tuple[float, float]) -> None:
        session = self._session
        simulation, paused = session.simulation, session.simulation.paused
        held = grip(simulation.system, simulation.y, hold.body, hold.point)
        place = session.look.to_world(held.place)
        at = self._pointer[0] + hold.beside[0], self._pointer[1] + hold.beside[1]
        target = _pointed(view, at, size, place, held.mobility) - session.look.to_world(np.zeros(3))
        pace = max(FREQUENCY / session.speed, math.sqrt(LIFT * 9.81 / session.look.radius) / (2.0 * math.pi))
        pace = min(pace, STEADY / max(BLOW_SECONDS, simulation.dt))
        stiffness, damping = firm(simulation.system, simulation.y, hold.body, hold.point, pace)
        if simulation.hand is not None:
            stiffness, damping = simulation.hand.stiffness, simulation.hand.damping
        if self._asked is not None and self._asked[0] == paused and not self._moved(target):
            return
        a, b, c = hold.point.tolist()
        x, y, z = target.tolist()
        numbers = Hand(hold.body, (a, b, c), (x, y, z), stiffness, damping).numbers()
        self._asked = paused, target
        edits.make(session, Edit("put" if paused else "hand", numbers, "hand"))

    def _moved(self, target: Vector3) -> bool:
        """Whether the pointer is at another place than when something was asked last."""
        assert self._asked is not None
        return float(np.linalg.norm(target - self._asked[1])) > STILL * self._session.look.radius

    def _picked(self, view: View, size: tuple[float, float]) -> Hold:
        """The nearest body on the screen that can be moved; raises BadInput."""
        session, (x, y) = self._session, self._pointer
        system, state = session.simulation.system, session.simulation.y
        found = sorted(_candidates(session.look, system.bodies(state), view, size, self._pointer), key=lambda c: c[:2])
        refusal = "nothing to pull there: take hold of a body"
        for _, _, body, point, at in found:
            try:
                grip(system, state, body, point)
            except BadInput as error:
                refusal = str(error)
                continue
            return Hold(session.simulation, body, point, (at[0] - x, at[1] - y))
        raise BadInput(refusal)


def add_hand(frame: SceneFrame, look: Look, simulation: Simulation, y: Floats) -> None:
    """The spring from the body to where it is pulled, and the force, as long as the spring would be if it rested."""
    hand = simulation.hand
    if hand is None or simulation.paused:
        return
    body = simulation.system.bodies(y)[hand.body]
    place = look.to_world(body.position + body.rotation @ np.array(hand.point))
    target = look.to_world(np.array(hand.target))
    frame.curves.append(Curve(np.array([place, target], np.float32), INK, 1.5, 0.7))
    size, pull = float(np.linalg.norm(simulation.pull)), simulation.pull
    if size > 0.0 and hand.stiffness > 0.0:
        reach = min(size / hand.stiffness, 2.0 * look.radius) / size
        tip = place + reach * pull
        ink = ArrowInk(place.astype(np.float32), tip.astype(np.float32), INK, f"{size:.3g} N", 0.009 * look.radius)
        frame.arrows.append(ink)


def _candidates(
    look: Look, bodies: list[Body], view: View, size: tuple[float, float], pointer: tuple[float, float]
) -> Iterator[tuple[float, float, int, Vector3, tuple[float, float]]]:
    """Of bodies under the pointer: how far it is beside them [points], their distance, which, where, and where seen."""
    for number, body in enumerate(bodies):
        ends, thick = middle_line(body)
        world = [look.to_world(body.position + body.rotation @ end) for end in ends]
        seen = [view.project(place, size) for place in world]  # type: ignore[arg-type]  # points, whole or not
        if seen[0] is None or seen[1] is None:
            continue
        a, b = np.array(seen[0]), np.array(seen[1])
        along = b - a
        length = float(along @ along)
        part = min(max(float((np.array(pointer) - a) @ along) / length, 0.0), 1.0) if length > 0.0 else 0.0
        at, place = a + part * along, world[0] + part * (world[1] - world[0])
        eye = float(np.linalg.norm(place - view.eye))
        radius = thick * size[1] * float(view.projection[1, 1]) / (2.0 * eye)
        beside = max(float(np.linalg.norm(at - pointer)) - radius, 0.0)
        if beside <= NEAR:
            point = ends[0] + part * (ends[1] - ends[0])
            yield beside, eye, number, point, view.project(place, size) or seen[0]  # type: ignore[arg-type]


def middle_line(body: Body) -> tuple[tuple[Vector3, Vector3], float]:
    """The ends of the line (3,) [m] that a body is held by, in its axes, and how far the body reaches round it.

    It is the axis of a turned body, which does not turn with it, and the longest line through any other.
    """
    points = body.solid.extremes()
    low, high = points.min(axis=0), points.max(axis=0)
    if isinstance(body.solid, Turned):
        return (np.array([0.0, 0.0, low[2]]), np.array([0.0, 0.0, high[2]])), float(high[0])
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    longest = int(np.argmax(half))
    thick = float(np.delete(half, longest).max())
    reach = np.zeros(3)
    reach[longest] = half[longest] - min(thick, half[longest])
    return (middle - reach, middle + reach), thick


def _pointed(
    view: View, at: tuple[float, float], size: tuple[float, float], place: Vector3, mobility: NDArray[np.float64]
) -> Vector3:
    """Of where a place in the world can move to, along lines, the point that a pointer is on, or nearest to."""
    whole = view.view.astype(np.float64) @ view.projection.astype(np.float64)
    clip = np.append(place, 1.0) @ whole
    clip[0], clip[1] = (2.0 * at[0] / size[0] - 1.0) * clip[3], (1.0 - 2.0 * at[1] / size[1]) * clip[3]
    there = clip @ matrix44.inverse(whole)
    ray = there[:3] / there[3] - view.eye
    ray /= np.linalg.norm(ray)
    sizes, axes = np.linalg.eigh(mobility)
    free = axes[:, sizes > FLAT * sizes[2]]
    across = np.eye(3) - np.outer(ray, ray)
    way = np.linalg.lstsq(across @ free, across @ (view.eye - place), rcond=GRAZING)[0]
    return np.asarray(place + free @ way, dtype=np.float64)
