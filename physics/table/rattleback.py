"""The rattleback, an ellipsoid with a preferred sense of rotation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from physics.bodies import inertia
from physics.bodies.contact import ELLIPSOID, SYSTEM_NUMBERS
from physics.core.fields import Event, Parameter, Variable
from physics.core.oriented_body import ANGLES, OrientedBody, Q, oriented
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.quaternion import Quaternion, rotation_matrix
from physics.maths.rounded import square
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Ellipsoid
from physics.table.rolling import (
    POSITION,
    RollingSystem,
    forces_of_table,
    push_and_friction,
    roll,
    rolling_acceleration,
    rolling_margin,
    write_rolling,
)
from physics.tops import table_pose
from physics.types import Floats

TILTS = ("tilt_1", "tilt_2", "heading")
START = math.radians(0.5)
REVERSAL_SPIN = 1e-9
"""Spin rate beyond zero [rad/s] at which a change of sense is counted."""
SETTLED_SPIN = 0.15
"""Spin rate in units of √(g / a) above which a sense of rotation is settled; below, the rocking can reverse it."""
TURNING, REVERSALS, SLIPPED = 9, 10, 11
SETTLED, MU = SYSTEM_NUMBERS, SYSTEM_NUMBERS + 1


def tilted(tilt_1: float, tilt_2: float, heading: float) -> Quaternion:
    """Return the orientation Rx(pi + tilt_1) Ry(tilt_2) Rz(heading) [rad], by Kane and Levinson's angles."""
    s1, c1 = rounded.sincos(0.5 * (math.pi + tilt_1))
    s2, c2 = rounded.sincos(0.5 * tilt_2)
    s3, c3 = rounded.sincos(0.5 * heading)
    w, x, y, z = c1 * c2, s1 * c2, c1 * s2, s1 * s2
    return w * c3 - z * s3, x * c3 + y * s3, y * c3 - x * s3, z * c3 + w * s3


def tilts(q: Sequence[float]) -> tuple[float, float, float]:
    """Return those angles of an orientation [rad]; tilt_2 is in [-pi/2, pi/2], and singular at its ends."""
    R = rotation_matrix(q)
    level = math.hypot(R[1, 2], R[2, 2])
    return rounded.atan2(R[1, 2], -R[2, 2]), rounded.atan2(R[0, 2], level), rounded.atan2(-R[0, 1], R[0, 0])


def _guards_at(y: Floats, p: Floats, push: float, friction: float) -> tuple[float, float, float]:
    """Return the guards of a rattleback whose table pushes with these forces [N]."""
    if y[SLIPPED] != 0.0:
        return 1.0, 1.0, 1.0
    reserve = p[MU] * push - friction
    if abs(y[TURNING]) == 1.0:
        return y[TURNING] * y[6] + REVERSAL_SPIN, 1.0, reserve
    return 1.0, p[SETTLED] - abs(y[6]), reserve


class Rattleback(RollingSystem):
    """An ellipsoid on a table whose principal axes are rotated against its own: spun one way, it reverses.

    The paper's "toupie anagyre", with the parameters of Kane and Levinson (Realistic mathematical modeling of the
    rattleback, Int. J. Non-Linear Mechanics 17, 1982, 175): their A, B, C, D are I1, I2, I3, I12, their a, b, c the
    semi-axes, and their h is -centre_3, the depth of G below the ellipsoid's centre. It rolls without slip by the
    equations of rolling-body (`physics/table/rolling.py`). Body axis 3 points DOWN at rest, as theirs does: omega_3 > 0
    is clockwise seen from above. They tilt it by tilt_1 (their alpha) about axis 1, tilt_2 (beta) about axis 2.

    Spun at -5 rad/s (the default), the smallest tilt grows to a rocking that consumes the spin and returns it in the
    opposite sense, after 2.35 s; at +5 rad/s, its preferred sense, the other, slower rocking takes 11.46 s. Energy is
    the only invariant: the table exerts a torque. The first reversal needs a friction coefficient of 0.76. Where
    rolling needs more than `mu`, a real one would slip: this is an event, after which the equations roll on, but
    their reversals are not counted.

    State: q, omega (body axes), x and y of G, and the count of reversals with its memory: `turning` is the sense of
    omega_3, 0 while undecided. Where omega_3 passes zero a reversal is counted, and turning is a half until the new
    sense has settled; meanwhile the rocking can reverse a slow rotation many times. If the old sense settles again, the
    reversal is subtracted. `slipped` is 1 once it would have slipped.
    """

    name = "rattleback"
    title = "Rattleback"
    plotted = ("omega_3",)
    kind = "body on a table"

    mass = Parameter(default=1.0, unit="kg", low=1e-6, high=1e3, log=True, symbol="m", meaning="mass")
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")
    axis_1 = Parameter(
        default=0.2, unit="m", low=1e-3, high=10.0, log=True, symbol="a", meaning="semi-axis along body axis 1"
    )
    axis_2 = Parameter(
        default=0.03, unit="m", low=1e-3, high=10.0, log=True, symbol="b", meaning="semi-axis along body axis 2"
    )
    axis_3 = Parameter(
        default=0.02, unit="m", low=1e-3, high=10.0, log=True, symbol="c", meaning="semi-axis along body axis 3, down"
    )
    centre_3 = Parameter(
        default=-0.01, unit="m", low=-10.0, high=10.0, symbol="c₃",
        meaning="centre of the ellipsoid from G along body axis 3: negative where G lies below it",
    )  # fmt: skip
    I1 = Parameter(
        default=2e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₁",
        meaning="moment of inertia about body axis 1 through G",
    )  # fmt: skip
    I2 = Parameter(
        default=16e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₂",
        meaning="moment of inertia about body axis 2 through G",
    )  # fmt: skip
    I3 = Parameter(
        default=17e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₃",
        meaning="moment of inertia about body axis 3 through G",
    )  # fmt: skip
    I12 = Parameter(
        default=-0.2e-4, unit="kg m²", low=-1e6, high=1e6, symbol="I₁₂",
        meaning="inertia matrix element I₁₂ (minus the product): rotates the principal axes; its sign sets the sense",
    )  # fmt: skip
    mu = Parameter(
        default=1.0, unit="", low=0.0, high=100.0, symbol="μ",
        meaning="friction coefficient of the table: where rolling needs more, it would slip",
    )  # fmt: skip

    variables = (
        *(
            replace(variable, start=start)
            for variable, start in zip(
                oriented(by_omega=True), (*tilted(START, START, 0.0), 0.0, 0.0, -5.0), strict=True
            )
        ),
        *POSITION,
        Variable(
            "turning", "±", "", "sense of rotation: ±1, ±1/2 while undecided; begins as the sign of ω₃",
            -1.0, -1.0, 1.0, entry=False, role="discrete",
        ),
        Variable(
            "reversals", "N", "", "number of reversals of the spin, until it would slip", 0.0, 0.0, entry=False,
            role="discrete",
        ),
        Variable(
            "slipped", "S", "", "1 once rolling has needed more friction than there is", 0.0, 0.0, 1.0, entry=False,
            role="discrete",
        ),
    )  # fmt: skip
    aliases = (
        *(replace(alias, entry=False) for alias in OrientedBody.aliases),
        Variable("tilt_1", "α", "rad", "tilt about body axis 1, Kane and Levinson's", START),
        Variable("tilt_2", "β", "rad", "tilt about body axis 2, Kane and Levinson's", START, -math.pi / 2, math.pi / 2),
        Variable("heading", "γ", "rad", "rotation about body axis 3, Kane and Levinson's"),
    )
    events = (
        Event("reversal", "the spin reverses"),
        Event("settled", "the sense of rotation is settled"),
        Event("slip", "rolling on needs more friction than there is: it would slip"),
    )

    def consistent(self) -> None:
        """Raise BadInput for an inertia matrix that no body has."""
        inertia.check(self.inertia_matrix)

    @property
    def inertia_matrix(self) -> inertia.Matrix:
        """The inertia matrix about G in body axes, (3, 3) [kg m²]."""
        return inertia.matrix(self.I1, self.I2, self.I3, self.I12)

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with q normalised and the sense of rotation that of omega_3."""
        turn = start["omega_3"]
        return {**super().normalized(start), "turning": math.copysign(1.0, turn) if abs(turn) > REVERSAL_SPIN else 0.0}

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return Euler angles and their rates, and Kane and Levinson's angles."""
        found = dict(zip(TILTS, tilts([start[name] for name in Q]), strict=True))
        return {**super().to_aliases(start), **found}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with the given angles; raises BadInput for Euler angles beside Kane and Levinson's."""
        chosen = {name: given[name] for name in TILTS if name in given}
        others = {name: value for name, value in given.items() if name not in TILTS}
        if not chosen:
            return super().from_aliases(start, others)
        euler = [name for name in ANGLES if name in given]
        if euler:
            raise BadInput(f"{euler[0]} = {given[euler[0]]}: must not be given beside {', '.join(chosen)}")
        angles = {**self.to_aliases(self.normalized(start)), **chosen}
        start = {**start, **dict(zip(Q, tilted(*(angles[name] for name in TILTS)), strict=True))}
        return super().from_aliases(start, others) if others else self.normalized(start)

    def constants(self) -> tuple[float, ...]:
        """Return mass, gravity, inertia and surface, as `physics/bodies/contact.py` defines them."""
        surface = (
            ELLIPSOID,
            square(self.axis_1),
            square(self.axis_2),
            square(self.axis_3),
            0.0,
            0.0,
            self.centre_3,
        )
        settled = SETTLED_SPIN * math.sqrt(self.gravity / self.axis_1)
        return (self.mass, self.gravity, self.I1, self.I2, self.I3, self.I12, 0.0, 0.0, *surface, settled, self.mu)

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of rolling; the count is constant between reversals."""
        roll(t, y, p, dy)
        dy[TURNING] = dy[REVERSALS] = dy[SLIPPED] = 0.0

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """Return the guards: a settled spin from zero, one from settling [rad/s], the friction in reserve [N]."""
        push, friction = forces_of_table(y, p)
        return _guards_at(y, p, push, friction)

    @staticmethod
    def survey(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]:
        """Write the time derivative and return the margin and the guards, all from one calculation of the force."""
        a1, a2, a3, f1, f2, f3, v1, v2, v3 = rolling_acceleration(y, p)
        write_rolling(y, dy, a1, a2, a3, v1, v2, v3)
        dy[TURNING] = dy[REVERSALS] = dy[SLIPPED] = 0.0
        push, friction = push_and_friction(y, f1, f2, f3)
        reversal, settled, slip = _guards_at(y, p, push, friction)
        return rolling_margin(y, p, push), reversal, settled, slip

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """Count a reversal; set the sense that has settled, and subtract one if it is the old one; or note a slip."""
        if event == 2:
            y[SLIPPED] = 1.0
            return
        if event == 0:
            y[TURNING] *= -0.5
            y[REVERSALS] += 1.0
            return
        sense = 1.0 if y[6] > 0.0 else -1.0
        if y[TURNING] * sense < 0.0:
            y[REVERSALS] -= 1.0
        y[TURNING] = sense

    @property
    def solid(self) -> Ellipsoid:
        """The ellipsoid about G."""
        return Ellipsoid((self.axis_1, self.axis_2, self.axis_3), (0.0, 0.0, self.centre_3))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The body, its vectors, the upper end of its axis, and the contact on the table and on the body."""
        return table_pose.layout("rattleback", self.solid, table_pose.ROLLING)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/tops/table_pose.py`, then p; it is not shown to spin about axis 3."""
        return table_pose.tip_of(self.solid), 0.0, *self.p
