"""Where the bodies of a scene will come in the next seconds, worked out a little at a time, for who frames them."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray
from pyrr import matrix44

from game.camera.framing import Memory, outermost, outline
from game.looks.generic import Look
from game.model.frame import SceneFrame, View
from physics import BadInput, Simulation
from physics.compiled import native
from physics.registry import integrator

Floats64 = NDArray[np.float64]

METHOD, SETTINGS = "dop853", {"rtol": 1e-5, "atol": 1e-7}
HORIZON = 6.0
"""Seconds of watching that are looked ahead."""
LOOKS, TICKS = 40, 4
"""So many looks at the bodies, and so many at their paths from one to the next."""
LONG = 0.008
"""Seconds of one look for which a person need not wait."""
MANY = 16
"""Numbers in a state from which on it is not even tried."""
LARGE = 30
"""Variables of a state beyond which only machine code is fast enough."""
SCENERY = 5.0
"""What is larger than so many radii of a scene stands round it."""
NOWHERE = View(np.zeros(3, np.float32), matrix44.create_identity(np.float32), matrix44.create_identity(np.float32))


class Ahead:
    """A run of its own from where a simulation is, for as long as somebody will watch it in `HORIZON`.

    speed: simulated seconds in one of watching. arrows: whether there are some. along: somebody goes along with the
    body, so that its path does not matter, and places are as if it had stayed where it is.
    """

    def __init__(self, simulation: Simulation, look: Look, speed: float, arrows: bool, along: bool = False) -> None:
        self._look, self._left, self._took = look, LOOKS, 0.0
        self._arrows, self._along = arrows, along
        self._middle = look.middle(simulation.system, simulation.y)
        system, method = simulation.system, integrator(METHOD)
        known = not method.reason_against(system)
        if len(system.variables) > LARGE and not (known and native.ready(native.shape(system, method))):
            self._left = 0
            return
        dt = min(max(HORIZON * speed / (LOOKS * TICKS), 1e-6), 0.1)
        try:
            if known:
                self._run = Simulation(system, METHOD, dt, SETTINGS)
            else:
                self._run = Simulation(system, simulation.integrator.name, dt, simulation.settings)
            self._run.place(simulation.y, simulation.time)
        except BadInput:
            self._left = 0
            return
        self._run.compile_in_background()

    @property
    def done(self) -> bool:
        """Whether there is nothing more to work out."""
        return self._left <= 0

    def go_on(self, memory: Memory, patient: bool = False) -> None:
        """Have one more look ahead; patient: if that takes long, only when there is machine code for it."""
        run, look, paths = self._run, self._look, []
        if patient and (self._took > LONG or len(run.y) > MANY) and not run.compiled:
            return
        begun = time.perf_counter()
        for _ in range(TICKS):
            if not run.advance(1):
                self._left = 0
                return
            paths += [look.to_world(point) for point in run.system.traces(run.y).values() if not self._along]
        frame: SceneFrame = look.frame(run.system, run.y, NOWHERE, 0.0)
        if self._arrows:
            look.add_arrows(frame, run.system, run.y)
        points = np.vstack([outline(frame, largest(look)), *np.reshape(paths, (-1, 1, 3))])
        if self._along:
            points = points - look.middle(run.system, run.y) + self._middle
        memory.add(run.time, outermost(points[np.isfinite(points).all(axis=1)]))
        self._left -= 1
        self._took = time.perf_counter() - begun


def largest(look: Look) -> float:
    """Size [m] of what may still be one of the bodies."""
    return SCENERY * look.radius
