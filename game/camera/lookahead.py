"""Lookahead: points that the bodies of a scene will reach in the next seconds, computed in small steps, for framing."""

from __future__ import annotations

import math
import time
from collections import deque

import numpy as np
from numpy.typing import NDArray

from game.camera.outlines import NOWHERE, LookHistory, arrow_reaches, outline
from game.camera.spring import BodyFollower
from game.experiments.background import BackgroundTask
from game.looks.generic import LastChange, Look
from game.model.arrow_scales import ArrowScales
from game.model.frame import SceneFrame
from physics import BadInput, Simulation
from physics.registry import integrator
from physics.types import Floats

Floats64 = NDArray[np.float64]

METHOD, SETTINGS = "dop853", {"rtol": 1e-5, "atol": 1e-7}
HORIZON = 6.0
"""Wall seconds that are looked ahead."""
LOOKS, TICKS = 40, 4
"""Number of observations of the bodies, and number of steps between two of them."""
LONG = 0.008
"""Processor seconds that one observation may take while the user waits; other work on the machine does not count."""
TOO_LONG = 0.25
"""Processor seconds of an observation in machine code after which a window looks no further."""
SHORTEST, LONGEST, LONGEST_GIVEN = 1e-6, 1.0, 0.1
"""Least and greatest length of a tick [s], and the greatest with the method of the run that is shown."""
MANY = 16
"""Length of a state above which the uncompiled system is not tried."""
LARGE = 30
"""Number of state variables above which only machine code is fast enough, and runs in a thread."""
POLL_SECONDS = 0.002
"""Seconds between two looks for a state that is being computed."""
SCENERY = 5.0
"""Size, in radii of a scene, above which an instance counts as scenery."""


class Lookahead:
    """A separate run from the present state of a simulation, over `HORIZON` of wall time.

    speed: simulated seconds in one second of wall time. arrows: their scales, where they are shown. change: the last
    change of the run, where constructions are shown. along: the camera follows the body, so that places are those
    beside the point that does, as if it stayed at this place (3,) [m]. patient: a tick that would take long in CPython
    waits for machine code; else that is made at once.
    """

    def __init__(
        self,
        simulation: Simulation,
        look: Look,
        speed: float,
        arrows: ArrowScales | None,
        change: LastChange | None = None,
        along: Floats64 | None = None,
        patient: bool = True,
    ) -> None:
        self._look, self._left, self._took, self._patient = look, LOOKS, math.inf, patient
        self._looked = 0
        self._arrows, self._change, self._along = arrows, change, along
        self._begun = self._now = simulation.time
        self._speed = speed
        self._ahead: StatesAhead | None = None
        self._follower = BodyFollower(look.middle(simulation.system, simulation.y))
        try:
            self._run = run_ahead_of(simulation, HORIZON * speed / (LOOKS * TICKS))
        except BadInput:
            self._left = 0
            return
        large = len(simulation.system.variables) > LARGE
        if large and not patient and not self._run.compile():
            self._left = 0
            return
        self._run.compile_in_background(patient=True)
        if large:
            self._ahead = StatesAhead(self._run, LOOKS * TICKS)

    def cancel(self) -> None:
        """Look no further."""
        self._left = 0
        if self._ahead is not None:
            self._ahead.cancel()

    @property
    def knows(self) -> bool:
        """True when something has been looked at."""
        return self._looked > 0

    @property
    def done(self) -> bool:
        """True when nothing is left to compute."""
        return self._left <= 0

    def outdated(self, now: float) -> bool:
        """Return whether half of `HORIZON` has passed, or time was set back, and it is cheap to look again.

        Where nobody waits that does not depend on the machine.
        """
        cheap = self._looked == LOOKS and self._ahead is None and (self._took < LONG or not self._patient)
        return cheap and not 0.0 <= now - self._begun <= 0.5 * HORIZON * self._speed

    @property
    def waits(self) -> bool:
        """True while an observation takes long and there is no machine code, or its states are being computed."""
        if self._ahead is not None:
            return not self._ahead.has(TICKS)
        long = LONG < self._took < math.inf or len(self._run.y) > MANY or self._run.waiting
        return long and not self._run.compiled

    def ready(self, until: float) -> bool:
        """Return whether an observation can be made; waits for its states until a time of `process_time` [s]."""
        while self.waits and self._ahead is not None and time.process_time() < until:
            time.sleep(POLL_SECONDS)
        return not self.waits

    def advance(self, memory: LookHistory) -> None:
        """Make one more observation."""
        system, look = self._run.system, self._look
        begun = time.thread_time()
        for _ in range(TICKS):
            reached = self._tick()
            if reached is None:
                self._left = self._left if self._run.waiting else 0
                return
            before, (self._now, y) = self._now, reached
            if self._along is not None:
                self._follower.follow(look.middle(system, y), (self._now - before) / self._speed, look.radius)
        frame: SceneFrame = look.frame(system, y, NOWHERE, 0.0)
        if self._arrows is not None:
            look.add_arrows(frame, system, y, self._arrows)
        if self._change is not None:
            elapsed = self._change.elapsed + self._now - self._begun
            look.add_overlays(frame, system, y, LastChange(self._change.state, elapsed))
        points = outline(frame, max_body_size(look), arrows=False)
        reaches = [] if self._arrows is None else arrow_reaches(frame, self._arrows)
        carried = 0.0 if self._along is None else self._follower.point - self._along
        memory.add(self._now, points - carried, [each._replace(tail=each.tail - carried) for each in reaches])
        self._left -= 1
        self._looked += 1
        took = time.thread_time() - begun
        self._took = min(self._took, took)
        if self._patient and self._run.compiled and took > TOO_LONG:
            self._left = 0

    def _tick(self) -> tuple[float, Floats] | None:
        """Return time and state after one more tick; None if it failed or waits."""
        if self._ahead is not None:
            return self._ahead.take()
        run = self._run
        if not run.advance(1) and run.waiting and not self._patient:
            run.compile()
            run.advance(1)
        return None if run.divergence is not None or run.waiting else (run.time, run.y)


def run_ahead_of(simulation: Simulation, dt: float) -> Simulation:
    """Return a run from the present state of another one, with ticks of about dt [s]. Raises BadInput."""
    system, dt = simulation.system, max(dt, SHORTEST)
    if integrator(METHOD).reason_against(system):
        run = Simulation(system, simulation.integrator.name, min(dt, LONGEST_GIVEN), simulation.settings)
    else:
        run = Simulation(system, METHOD, min(dt, LONGEST), SETTINGS)
    run.place(simulation.y, simulation.time)
    return run


class StatesAhead(BackgroundTask):
    """States of a run, computed by a thread: a single tick of a large system may take a second.

    It waits for machine code where that is being made, and has no states where there is none.
    """

    def __init__(self, run: Simulation, count: int) -> None:
        self._simulation, self._count = run, count
        self._states: deque[tuple[float, Floats]] = deque()
        super().__init__("states ahead")

    def has(self, ticks: int) -> bool:
        """Return whether so many states can be taken at once, or no more will come."""
        return self.done or len(self._states) >= ticks

    def take(self) -> tuple[float, Floats] | None:
        """Return time [s] and state of the next tick, waiting for it; None if there are no more."""
        while not self.has(1):
            time.sleep(POLL_SECONDS)
        return self._states.popleft() if self._states else None

    def _work(self) -> None:
        while self._simulation.compiling:
            self._sleep()
        for _ in range(self._count if self._simulation.compiled else 0):
            if self._cancelled.is_set() or not self._simulation.advance(1):
                return
            self._states.append((self._simulation.time, memoryview(bytes(self._simulation.y)).cast("d")))


def max_body_size(look: Look) -> float:
    """Return the greatest size [m] of an instance that counts as a body."""
    return SCENERY * look.radius
