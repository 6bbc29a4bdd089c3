"""Drag of a body with the pointer: a spring while the run goes on, and a new place for the body while it is paused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyrr import matrix44

from game.looks.generic import Look
from game.model.colors import QUANTITY_COLORS
from game.model.edit import Edit
from game.model.frame import Curve, OverlayArrow, SceneFrame, View
from game.model.input import Button, Event, PointerMotion
from game.session import edits
from game.session.session import Session
from physics import BadInput, Simulation
from physics.core.grip import grip_point
from physics.shapes.solids import Body, SolidOfRevolution
from physics.simulation.spring_hand import IMPULSE_INTERVAL, SpringHand, critical_gains
from physics.types import Floats, Vector3

PICK_RADIUS = 14.0
"""Greatest distance [points] on the screen between the pointer and a body that it can hold."""
FREQUENCY = 2.0
"""Natural frequency of the spring [1/s of wall time],"""
LIFT = 40.0
"""raised where a weight would stretch it by more than 1 / LIFT of the scene's radius."""
STEADY = 0.1
"""Upper bound of the frequency times the duration of one impulse of the hand."""
GRAZING = 0.25
"""Sine of the angle between line of sight and line or plane of motion below which the pointer cannot set the place."""
FLAT = 1e-3
"""Mobility, relative to the largest, below which it counts as zero."""
STILL = 1e-4
"""Least motion of the pointer that counts, in radii of the scene."""


class DragTarget(NamedTuple):
    """A point of a body that is held, and the offset (x, y) [points] of that point from the pointer on the screen."""

    simulation: Simulation
    body: int
    point: Vector3
    beside: tuple[float, float]


class BodyDrag:
    """A drag with Ctrl. It acts on the mechanics only through edits."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._target: DragTarget | None = None
        self._pointer = (0.0, 0.0)
        self._last_edit: tuple[bool, Vector3] | None = None

    @property
    def held(self) -> bool:
        """True while something is held."""
        return self._target is not None

    def take(self, event: Event, view: View, size: tuple[float, float]) -> bool:
        """Handle an event over the picture of the lab, of this size in points; returns whether it was one of a drag.

        Raises BadInput where the body there cannot be moved.
        """
        match event:
            case Button(button="left", down=True, ctrl=True):
                self._pointer = event.x, event.y
                self._target = self._pick(view, size)
                return True
            case Button(button="left", down=False) if self.held:
                if self._session.simulation.paused:
                    self.work(view, size)  # pointer motion and release may come within one frame
                self.let_go()
                return True
            case PointerMotion() if self.held:
                self._pointer = event.x, event.y
                return True
        return False

    def let_go(self) -> None:
        """Release the body."""
        self._target = self._last_edit = None
        simulation = self._session.simulation
        if simulation.hand is not None:
            edits.apply(self._session, Edit("hand", None, "hand"))
        self._session.undo.held = False

    def work(self, view: View, size: tuple[float, float]) -> None:
        """Pull or place the body at the present pointer. Raises BadInput, after which nothing is held."""
        session, hold = self._session, self._target
        if hold is None or hold.simulation is not session.simulation:
            if session.simulation.hand is not None and not session.simulation.paused:
                self.let_go()  # the hand is part of a past state from which the run goes on
            self._target = None
            return
        pulled = self._last_edit is not None and not self._last_edit[0]
        if pulled and session.simulation.divergence is not None:
            self.let_go()  # where the motion has ended there is nothing to pull, and the pull is no wish to place it
            return
        try:
            self._apply(hold, view, size)
        except BadInput:
            self.let_go()
            raise

    def _apply(self, hold: DragTarget, view: View, size: tuple[float, float]) -> None:
        session = self._session
        simulation, paused = session.simulation, session.simulation.paused
        held = grip_point(simulation.system, simulation.y, hold.body, hold.point)
        place = session.look.to_world(held.place)
        at = self._pointer[0] + hold.beside[0], self._pointer[1] + hold.beside[1]
        target = _point_at(view, at, size, place, held.mobility) - session.look.to_world(np.zeros(3))
        pace = max(FREQUENCY / session.speed, math.sqrt(LIFT * 9.81 / session.look.radius) / (2.0 * math.pi))
        pace = min(pace, STEADY / max(IMPULSE_INTERVAL, simulation.dt))
        stiffness, damping = critical_gains(simulation.system, simulation.y, hold.body, hold.point, pace)
        if simulation.hand is not None:
            stiffness, damping = simulation.hand.stiffness, simulation.hand.damping
        if self._last_edit is not None and self._last_edit[0] == paused and not self._moved(target):
            return
        a, b, c = hold.point.tolist()
        x, y, z = target.tolist()
        numbers = SpringHand(hold.body, (a, b, c), (x, y, z), stiffness, damping).numbers()
        self._last_edit = paused, target
        edits.apply(session, Edit("put" if paused else "hand", numbers, "hand"))
        session.undo.held = True

    def _moved(self, target: Vector3) -> bool:
        """Return whether the pointer has moved since the last edit."""
        assert self._last_edit is not None
        return float(np.linalg.norm(target - self._last_edit[1])) > STILL * self._session.look.radius

    def _pick(self, view: View, size: tuple[float, float]) -> DragTarget:
        """Return the nearest body on the screen that can be moved; raises BadInput."""
        session, (x, y) = self._session, self._pointer
        system, state = session.simulation.system, session.simulation.y
        found = sorted(candidates(session.look, system.bodies(state), view, size, self._pointer), key=lambda c: c[:2])
        refusal = "nothing to pull there: take hold of a body"
        for _, _, body, point, at in found:
            try:
                grip_point(system, state, body, point)
            except BadInput as error:
                refusal = str(error)
                continue
            return DragTarget(session.simulation, body, point, (at[0] - x, at[1] - y))
        raise BadInput(refusal)


def add_hand(frame: SceneFrame, look: Look, simulation: Simulation, y: Floats) -> None:
    """Add the spring between body and pointer, and the force as an arrow, as long as the spring's static extension."""
    hand = simulation.hand
    if hand is None or simulation.paused:
        return
    body = simulation.system.bodies(y)[hand.body]
    place = look.to_world(body.position + body.rotation @ np.array(hand.point))
    target = look.to_world(np.array(hand.target))
    color = QUANTITY_COLORS["force"]
    frame.curves.append(Curve(np.array([place, target], np.float32), color, 1.5, 0.7))
    size, pull = float(np.linalg.norm(simulation.pull)), simulation.pull
    if size > 0.0 and hand.stiffness > 0.0:
        reach = min(size / hand.stiffness, 2.0 * look.radius) / size
        tip = place + reach * pull
        ends = place.astype(np.float32), tip.astype(np.float32)
        frame.arrows.append(OverlayArrow(*ends, color, f"{size:.3g} N", 0.009 * look.radius))


def candidates(
    look: Look, bodies: list[Body], view: View, size: tuple[float, float], pointer: tuple[float, float]
) -> Iterator[tuple[float, float, int, Vector3, tuple[float, float]]]:
    """Yield bodies under the pointer: distance beside them [points], depth, number, point, and place on the screen."""
    for number, body in enumerate(bodies):
        ends, thick = middle_line(body)
        world = [look.to_world(body.position + body.rotation @ end) for end in ends]
        seen = [view.project(place, size) for place in world]
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
        if beside <= PICK_RADIUS:
            point = ends[0] + part * (ends[1] - ends[0])
            yield beside, eye, number, point, view.project(place, size) or seen[0]


def middle_line(body: Body) -> tuple[tuple[Vector3, Vector3], float]:
    """Return the ends of the line (3,) [m] by which a body is held, in its axes, and the reach of the body about it.

    It is the axis of a solid of revolution, which does not turn with it, and the longest line through any other.
    """
    points = body.solid.extremes()
    low, high = points.min(axis=0), points.max(axis=0)
    if isinstance(body.solid, SolidOfRevolution):
        return (np.array([0.0, 0.0, low[2]]), np.array([0.0, 0.0, high[2]])), float(high[0])
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    longest = int(np.argmax(half))
    thick = float(np.delete(half, longest).max())
    reach = np.zeros(3)
    reach[longest] = half[longest] - min(thick, half[longest])
    return (middle - reach, middle + reach), thick


def _point_at(
    view: View, at: tuple[float, float], size: tuple[float, float], place: Vector3, mobility: NDArray[np.float64]
) -> Vector3:
    """Return the point nearest to the pointer's ray among those to which a place can move, given its mobility."""
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
