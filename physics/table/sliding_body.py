"""A convex body that slips on a horizontal table, and may leave it and land."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from physics.bodies.contact import GRAVITY, INERTIA, MASS, tilt_margin, why_flat
from physics.core.fields import EnergyPart, Event, Variable
from physics.core.oriented_body import OrientedBody, oriented
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths.quaternion import rotation_rows, to_lab, vertical
from physics.shapes.pose import PoseLayout
from physics.table import sliding
from physics.table.contact_body import ContactBody
from physics.table.rolling import ENERGY_PARTS, POSITION, momentum
from physics.table.sliding import CONTACT, action_of_table, lowest_point
from physics.table.sliding_contact import SlidingContact
from physics.table.sliding_quantities import INVARIANTS, QUANTITIES
from physics.tops import table_pose
from physics.tops.rotation_energy import split_rotation
from physics.tops.table_pose import HEAD, write_pose
from physics.types import Floats, Vector3

LEVEL = 1e-7
"""Cosine of the tilt of two balls below which both touch."""


class SlidingBody(SlidingContact, OrientedBody):
    """A convex body that slips on a table and may leave it: the tippe top that inverts, the egg that rises.

    Coordinates: orientation q (body to lab), angular velocity omega in body axes, place r and velocity v of the centre
    of mass G in the lab; the energy lost to friction, and whether the body touches. With the lowest point X of the
    body from G (`physics/bodies/contact.py`), v_A = v + omega×X and F = N (f_x, f_y, 1) (Chappelier 2020, 6.5),
    implemented in `physics/table/sliding.py`:

        m v' = F - m g k,   I omega' = (I omega)×omega + X×F + N tau k,   N from k·d(v_A)/dt = 0

        viscous             f = -mu v_A, mu in s/m
        coulomb             f = -mu v_A / √(v_A² + epsilon²)
        contensou           f = -mu v_A / (|v_A| + 8/(3 pi) R_c |omega_z|), and a drilling torque
                            tau = -(3 pi/16) mu R_c (R_c omega_z) / (R_c |omega_z| + 15 pi/16 |v_A|)

    of a round patch of radius R_c (Leine and Glocker, Eur. J. Mech. A 22, 2003, 193). Where N would have to pull, the
    body leaves the table; it lands with an inelastic impact under the same law of friction, with epsilon 0, since a
    blow can stop the slip exactly (`physics/bodies/blow.py`). A two-sided table holds it. Two balls go on when the
    upper one strikes the table: on one of them or on both, each with its own N and friction.

    Sensible: mu from 0.05 to 0.5, R_c from 0.1 to 1 mm; steps of RK4 up to 0.25 ms, and shorter ones for sharp edges.
    Below the slip epsilon Coulomb's law is smoothed, and that of Contensou where its patch hardly turns: the body
    creeps instead of sticking, which affects late and slow rises. Smaller epsilon or larger mu needs shorter steps,
    otherwise rest becomes a vibration that breaks E + W. Friction that jams the body (Painlevé) ends the run, as does a
    disk that lies flat.

    Invariants: E + W, energy plus dissipated energy. For a sphere Jellett's integral lambda = -L·X under any friction
    without drilling torque; without friction L·k, the momentum along the table and, for a body of revolution, L·a.
    """

    name = "sliding-body"
    title = "Sliding body"
    inlined = True

    alpha = replace(ContactBody.alpha, default=0.375)  # a hemisphere, which inverts
    variables = (
        *oriented(theta=0.1, omega=(0.0, 0.0, 200.0)),
        *POSITION,
        Variable("z", "z", "m", "G above the table; follows while the body touches", entry=False),
        Variable("v_x", "v_x", "m/s", "velocity of G along x", role="velocity"),
        Variable("v_y", "v_y", "m/s", "velocity of G along y", role="velocity"),
        Variable(
            "v_z", "v_z", "m/s", "velocity of G upwards; follows while the body touches", entry=False, role="velocity"
        ),
        Variable("loss", "W", "J", "energy lost to friction and in landings", entry=False, role="auxiliary"),
        Variable(
            "contact", "c", "", "0 in the air, 1 on the table; of two balls 1 the first, 2 the second, 3 both",
            1.0, 0.0, 3.0, entry=False, role="discrete",
        ),
    )  # fmt: skip
    aliases = (
        *OrientedBody.aliases,
        Variable("drop", "Δz", "m", "lowest point above the table; 0: on it", 0.0, 0.0, 1e3),
    )
    events = (
        Event("lift-off", "the body leaves the table"),
        Event("landing", "the body lands on the table"),
        Event("touch", "the other one of two balls strikes the table"),
    )
    invariants = INVARIANTS
    quantities = QUANTITIES
    energy_parts = (
        *ENERGY_PARTS, EnergyPart("losses", "", "energy lost to friction and in landings, as heat", "lost"),
    )  # fmt: skip

    rate = staticmethod(sliding.sliding_rate)
    settle = staticmethod(sliding.project_to_table)
    guards = staticmethod(sliding.lift_and_landing)
    jump = staticmethod(sliding.apply_event)
    margin = staticmethod(sliding.sliding_margin)
    survey = staticmethod(sliding.sliding_survey)

    # Initial state --------------------------------------------------------------------------------------------

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with q normalised, on the table if it touches; raises BadInput for one below the table."""
        self.consistent()
        start = super().normalized(start)
        if start["contact"] in (1.0, 2.0, 3.0):
            return self._laid(start)
        height, _ = self._on_table(start)
        if start["contact"] != 0.0:
            raise BadInput(f"contact = {format_number(start['contact'])}: must be 1 (on the table) or 0 (in the air)")
        if self.constraint == "two-sided":
            raise BadInput("contact = 0: must be 1 (and drop 0) where constraint is two-sided")
        if start["z"] < height:
            raise BadInput(
                f"z = {format_number(start['z'])} m: must be at least {format_number(height)} m, where the body touches"
            )
        return start

    def _laid(self, start: dict[str, float]) -> dict[str, float]:
        """Return a start on the table, of two balls on those that are lowest; one that is laid keeps its bits."""
        y: Floats = memoryview(array("d", start.values()))
        y[CONTACT] = self._touching(y)
        if y[CONTACT] == sliding.ON_BOTH and not sliding.is_level(y):
            sliding.lay_level(y, self.p)
        y[sliding.Z], y[sliding.V_Z] = sliding.resting_height(y, self.p)
        return dict(zip(start, y.tolist(), strict=True))

    def _touching(self, y: Floats) -> float:
        """Return the value of `contact` for a body on the table: both balls if neither is lower, or rises."""
        if self.shape != "two balls":
            return sliding.ON_TABLE
        g1, g2, g3 = vertical(y)
        if abs(g3) > LEVEL:
            return sliding.ON_TABLE if g3 > 0.0 else sliding.ON_SECOND
        turning = g1 * y[5] - g2 * y[4]
        if abs(turning) * self.radius > sliding.SETTLING_SPEED:
            return sliding.ON_TABLE if turning > 0.0 else sliding.ON_SECOND
        return sliding.ON_BOTH if y[CONTACT] == sliding.ON_TABLE else y[CONTACT]

    def _on_table(self, start: Mapping[str, float]) -> tuple[float, float]:
        return sliding.resting_height(memoryview(array("d", start.values())), self.p)

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return Euler angles and their rates, and the height of the lowest point."""
        drop = 0.0 if start["contact"] > 0.0 else start["z"] - self._on_table(start)[0]
        return {**super().to_aliases(start), "drop": drop}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with these angles and rates, the lowest point at the height `drop`, or unchanged."""
        was = self.normalized(start)
        drop = self.to_aliases(was)["drop"]
        stays = given.get("drop", drop) == drop
        turned = super().from_aliases({**was, "contact": 1.0}, {k: v for k, v in given.items() if k != "drop"})
        if was["contact"] > 0.0 if stays else given["drop"] == 0.0:
            return turned
        above = drop if stays else given["drop"]
        return self.normalized({**turned, "contact": 0.0, "z": turned["z"] + above, "v_z": start["v_z"]})

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return translation, rotation by parts, weight, and what friction and landings have taken [J]."""
        p, (u, v, w) = self.p, y[sliding.V_X : sliding.V_Z + 1]
        return {
            "translation": 0.5 * p[MASS] * (u * u + v * v + w * w),
            **split_rotation(p[INERTIA : INERTIA + 6], y[4:7], vertical(y)),
            "weight": p[MASS] * p[GRAVITY] * y[sliding.Z],
            "losses": y[sliding.LOSS],
        }

    # Drawing ----------------------------------------------------------------------------------------------

    def trouble(self, y: Floats) -> str:
        """Return the message of a body jammed by friction, or of a disk that lies flat."""
        if self.margin(y, self.p) > 0.0:
            return ""
        if self.shape != "two balls" and not tilt_margin(*vertical(y), self.p) > 0.0:
            return why_flat(self.p)
        return "friction jams the body, however hard the table pushes (Painlevé): try a smaller μ"

    def centre(self, y: Floats) -> Vector3:
        """Return G in the lab, (3,) [m]."""
        return np.array(y[7:10])

    def lowest(self, y: Floats) -> Vector3:
        """Return the lowest point of the body in the lab, (3,) [m]."""
        return np.asarray(self.centre(y) + to_lab(y, *lowest_point(y, self.p)[:3]))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The body, its vectors, the upper end of its axis, G, and the contact on the table and on the body."""
        return table_pose.layout("body", self.solid, table_pose.SLIDING, centre=True)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/tops/table_pose.py`, then p."""
        return table_pose.tip_of(self.solid), 1.0, *self.p

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        p = s[HEAD:]
        x1, x2, x3, F_x, F_y, F_z, beyond = action_of_table(y, p)
        L1, L2, L3 = momentum(y[4], y[5], y[6], p)
        write_pose(
            out, s, rotation_rows(y), (y[7], y[8], y[9]), y[6], to_lab(y, y[4], y[5], y[6]), to_lab(y, L1, L2, L3),
            p[MASS] * p[GRAVITY], to_lab(y, x1, x2, x3 + beyond), (x1, x2, x3), (0.0, 0.0, F_z), (F_x, F_y, F_z), True,
        )  # fmt: skip
