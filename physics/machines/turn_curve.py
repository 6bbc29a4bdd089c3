"""The path of a point of a machine while one of its joints is turned once round: coupler curves, and dead points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from physics.errors import BadInput
from physics.machines.assembly import CLOSED, SHUT, gap, nearest
from physics.machines.description import Described
from physics.machines.equations import moving, places, shifted, size_of
from physics.machines.motion import point_of
from physics.machines.parts import TURN, MachineTable
from physics.machines.vectors import Vector, difference
from physics.maths.trig import PI

POINTS = 121
"""Usual number of points: one for each 3 degrees, with both ends."""
PARTS, HALVINGS, STEPS = 8, 16, 12
"""Parts in which a step is tried that is too long, halvings within which a dead point is looked for, and steps of
Newton's method for a pose."""


@dataclass(frozen=True)
class TurnCurve:
    """The path of a point over a turn of a joint.

    angles: of the joint, from its start on, growing [rad]; path: places of the point [m], in their order. whole:
    whether the joint turns round; if not, the path begins and ends in dead points, whose angles are `dead` [rad].
    """

    angles: tuple[float, ...]
    path: tuple[Vector, ...]
    whole: bool
    dead: tuple[float, ...]

    def at(self, angle: float) -> Vector:
        """Return the point of the path at the angle that is nearest to one [rad], whole turns apart."""
        ways = [abs((each - angle + PI) % (2.0 * PI) - PI) for each in self.angles]
        return self.path[int(np.argmin(ways))]


def turn_curve(made: Described, joint: str, body: str, point: Sequence[float], n: int = POINTS) -> TurnCurve:
    """Return the path of a point of a body, in the drawn pose [m], while a hinge is turned once round from its start.

    All other joints follow, with the given values of none; in a machine with more freedoms than one they move as little
    as they can. Raises BadInput for a joint that is no hinge which carries a body, and for an unknown body.
    """
    if joint not in made.names or made.machine.links[made.names.index(joint)].kind != TURN:
        raise BadInput(f"joint {joint}: must be a hinge that carries a body and is not driven")
    if body not in made.bodies:
        raise BadInput(f"body {body!r} is unknown; there are {', '.join(made.bodies)}")
    turned = _Turned(made, joint, body, point)
    forward = turned.followed(1.0, n)
    if forward.whole:
        return forward
    backward = turned.followed(-1.0, n)
    angles = (*backward.angles[:0:-1], *forward.angles)
    return TurnCurve(angles, (*backward.path[:0:-1], *forward.path), False, (*backward.dead, *forward.dead))


class _Turned:
    """A machine whose joint is turned step by step, with its loops closed each time from the pose before."""

    def __init__(self, made: Described, joint: str, body: str, point: Sequence[float]) -> None:
        self.machine: MachineTable = replace(made.machine, contacts=(), marks=())
        link = made.names.index(joint)
        self._at, row = self.machine.coordinate_of(link), self.machine.rate_of(link)
        self._free = [k for k in range(self.machine.rates) if k != row]
        carried = made.carried[body]
        x, y, z = point
        self._link, self._arm = carried.link, difference((float(x), float(y), float(z)), carried.origin)
        begun = list(made.start[: self.machine.coordinates])
        self._start = [*begun, *[0.0] * (size_of(self.machine) - len(begun))]
        if (at := places(self.machine).time) >= 0:
            self._start[at] = 0.0

    def followed(self, sense: float, n: int) -> TurnCurve:
        """Return the path while the joint turns one way, as far as it can."""
        step = sense * 2.0 * PI / (n - 1)
        before, now = self._start, self._start
        angles, path = [now[self._at]], [self._place(now)]
        for _ in range(n - 1):
            after = self._turned(before, now, step)
            if after is None:
                after, ends = self._in_parts(before, now, step)
                if ends:
                    angles.append(after[self._at])
                    path.append(self._place(after))
                    return TurnCurve(tuple(angles), tuple(path), False, (after[self._at],))
            before, now = now, after
            angles.append(now[self._at])
            path.append(self._place(now))
        return TurnCurve(tuple(angles), tuple(path), True, ())

    def _in_parts(self, before: list[float], now: list[float], step: float) -> tuple[list[float], bool]:
        """Return the pose after a step in small parts, or the dead point within it, and whether it is that."""
        part = step / PARTS
        before = now if before is now else [b - (b - a) / PARTS for a, b in zip(before, now, strict=True)]
        for _ in range(PARTS):
            after = self._turned(before, now, part)
            if after is None:
                return self._limit(before, now, part), True
            before, now = now, after
        return now, False

    def _turned(self, before: list[float], now: list[float], step: float) -> list[float] | None:
        """Return the pose after a step of the joint, None where the loops cannot be closed there."""
        end = self.machine.coordinates
        share = step / (now[self._at] - before[self._at]) if now[self._at] != before[self._at] else 0.0
        begun = [b + share * (b - a) for a, b in zip(before[:end], now[:end], strict=True)]
        begun[self._at] = now[self._at] + step
        return self._closed([*begun, *now[end:]])

    def _closed(self, y: list[float]) -> list[float] | None:
        """Return the closed pose near to one by a few full steps of Newton's method, None where they do not lead there.

        The search of assembly tries more: it would take long wherever there is no pose.
        """
        machine, least = self.machine, math.inf
        for _ in range(STEPS):
            found = gap(machine, y)
            error = float(np.abs(found.values).max()) if found.values.size else 0.0
            if error < CLOSED or (error <= SHUT and error >= least):
                return y
            if error > 4.0 * least:
                return None
            least = min(least, error)
            step = np.zeros(machine.rates)
            step[self._free] = nearest(found.rows[:, self._free], -found.values)
            y = shifted(machine, y, step.tolist())
        return None

    def _limit(self, before: list[float], now: list[float], step: float) -> list[float]:
        """Return the pose of the dead point that lies within a step."""
        for _ in range(HALVINGS):
            step *= 0.5
            after = self._turned(before, now, step)
            if after is not None:
                before, now = now, after
        return now

    def _place(self, y: Sequence[float]) -> Vector:
        place: Vector = point_of(moving(self.machine, y).found[self._link], self._arm).place
        return place
