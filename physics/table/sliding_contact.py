"""Base of the systems with a convex body that slips on a table: friction parameters, contact force, slip."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from physics.bodies.blow import CONTENSOU, COULOMB, VISCOUS
from physics.core.fields import Choice, Parameter
from physics.maths import dense
from physics.table import sliding
from physics.table.contact_body import ContactBody
from physics.table.standing import SphericalPegTop
from physics.types import Floats, Vector3

LAWS = {"contensou": CONTENSOU, "viscous": VISCOUS, "coulomb": COULOMB}


class SlidingContact(ContactBody):
    """A body that slips on a horizontal table: its friction, and the force of the table."""

    law = Choice(default="contensou", options=tuple(LAWS), meaning="law of friction", unit="")
    mu = Parameter(
        default=0.3, unit="", low=0.0, high=10.0, symbol="μ",
        meaning="coefficient of friction, in s/m under the viscous law; 0 for none",
    )  # fmt: skip
    patch = Parameter(
        default=5e-4, unit="m", low=0.0, high=0.1, symbol="R_c", meaning="radius of the contact patch",
        when={"law": ("contensou",)},
    )  # fmt: skip
    epsilon = Parameter(
        default=2e-3, unit="m/s", low=1e-9, high=10.0, log=True, symbol="ε",
        meaning="regularisation velocity of dry friction, unless the patch spins faster",
        when={"law": ("coulomb", "contensou")},
    )  # fmt: skip
    constraint = Choice(
        default="one-sided", options=("one-sided", "two-sided"),
        meaning="unilateral contact, which the body can leave, or bilateral contact",
    )  # fmt: skip

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/bodies/contact.py` and `physics/table/sliding.py` define it."""
        I = dense.inverse(self.inertia_matrix)  # noqa: E741  # the symbol of the matrix of inertia
        inverse = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        one_sided = float(self.constraint == "one-sided")
        return self.numbers((*inverse, LAWS[self.law], self.mu, self.patch, self.epsilon, one_sided))

    @property
    def revolved(self) -> bool:
        """Return whether surface and inertia are those of a body of revolution about axis 3."""
        if self.shape != "ellipsoid":
            return self.symmetric
        return self.symmetric and self.axis_1 == self.axis_2 and self.centre_1 == self.centre_2 == 0.0

    @cached_property
    def foot(self) -> SphericalPegTop | None:
        """The constants of a symmetric body on a spherical surface; None for any other body."""
        if self.shape not in ("offset sphere", "two balls") or not self.symmetric:
            return None
        I = self.inertia_matrix  # noqa: E741  # the symbol of the matrix of inertia
        alpha = self.alpha if self.shape == "offset sphere" else -1.0
        return SphericalPegTop(self.mass, self.gravity, float(I[0, 0]), float(I[2, 2]), self.radius, alpha)

    def force(self, y: Floats) -> Vector3:
        """Return the force of the table in the lab, (3,) [N]."""
        return np.array(sliding.force_of_table(y, self.p))
