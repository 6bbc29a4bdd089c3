"""The double pendulum of bars by Lagrange's equations."""

from __future__ import annotations

from physics.core.fields import Choice
from physics.maths.rounded import square
from physics.pendulums import double_equations
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_equations import A22
from physics.pendulums.double_pose import forces_by_lagrange, write_closed_bars, write_joint_forces
from physics.types import Floats


class DoublePendulum(DoubleBarSystem):
    """Two bars, one on a fixed pivot, the other on its end, free to rotate in a vertical plane.

    Coordinates: theta2, theta3, the angles of the bars from the downward vertical, and their rates; of the bars only
    lengths l2, l3, masses m2, m3 and moments of inertia J2, J3 about the centres, which are at mid-bar. F. Legrand,
    "Pendule double", (24)-(32), implemented in `physics/pendulums/double_equations.py`:

        a11 theta2'' + a12 theta3'' = -½ m3 l2 l3 sin(theta2 - theta3) theta3'² - (m2/2 + m3) g l2 sin theta2
        a12 theta2'' + a22 theta3'' =  ½ m3 l2 l3 sin(theta2 - theta3) theta2'² - (m3/2) g l3 sin theta3

        a11 = (m2/4 + m3) l2² + J2,  a12 = ½ m3 l2 l3 cos(theta2 - theta3),  a22 = m3 l3²/4 + J3

    Its listing has m2 l2²/4 in a22: the same for its equal bars, but wrong for all others (a22 printed); the
    printed kinetic energy (22) has two wrong terms, ½ m3 l2² theta2'² and ½ m3 (l3/2)² theta3'² being right. Its runs
    have J = 1 for m = l = 1, which no bar has: m l²/12 is that of a uniform one, and m l²/4 the largest.

    The energy is conserved; with a22 as printed it is still computed for the bars, and drifts. The motion is chaotic
    except for small swings: a difference in the last digit is visible after some tens of swings.
    """

    name = "double-pendulum"
    title = "Double pendulum, Lagrange"
    formulation = double_equations.BY_LAGRANGE
    inlined = True

    a22 = Choice(
        default="corrected", options=("corrected", "printed"),
        meaning="coefficient of theta3'': m₃ l₃²/4 + J₃, or m₂ l₂²/4 + J₃ as the paper's listing prints it",
    )  # fmt: skip

    rate = staticmethod(double_equations.lagrange)
    momenta = staticmethod(double_equations.momenta)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_closed_bars(y, s, out)
        write_joint_forces(forces_by_lagrange(y, s), out)

    @property
    def keeps_energy(self) -> bool:
        """False with the printed A22, unless it is the same as the corrected one."""
        return self.p[A22] == super().constants()[A22]

    def constants(self) -> tuple[float, ...]:
        """Return p, with the printed A22 where that variant is chosen."""
        p = super().constants()
        if self.a22 == "corrected":
            return p
        printed = 0.25 * self.upper_mass * square(self.upper_length) + self.inertias[1]
        return (*p[:A22], printed, *p[A22 + 1 :])
