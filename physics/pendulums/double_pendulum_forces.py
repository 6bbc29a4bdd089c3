"""The double pendulum of bars by the forces in its joints."""

from __future__ import annotations

from physics.pendulums import double_equations
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_pose import forces_by_joints, write_closed_bars, write_joint_forces
from physics.types import Floats


class DoublePendulumForces(DoubleBarSystem):
    """The double pendulum by its joint forces: four equations in each evaluation.

    Both bar ends at a joint have the same acceleration, which Newton's and Euler's laws of the bars express by
    the forces alone (F. Legrand, "Pendule double", (41)-(48), (69); in (42) the last term is with C_j P_ji). With e
    along a bar of half length h, n across it, P = 1/m + h²/J n nᵀ and Q = -1/m + h²/J n nᵀ:

        P2 F12 +         Q2 F23 = -g x - theta2'² h2 e2
        Q2 F12 + (P2 + P3) F23 = -theta2'² h2 e2 - theta3'² h3 e3

    The matrix is symmetric and positive definite, and block tridiagonal for a chain of any length. The moments of the
    forces accelerate the angles, and positions follow from the angles, so that the joints cannot open. In
    "double-pendulum-open" the positions are integrated too, as in the source, and joints can open.
    """

    name = "double-pendulum-forces"
    title = "Double pendulum, joint forces"
    formulation = double_equations.BY_JOINTS

    rate = staticmethod(double_equations.forces)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_closed_bars(y, s, out)
        write_joint_forces(forces_by_joints(y, s, 2), out)
