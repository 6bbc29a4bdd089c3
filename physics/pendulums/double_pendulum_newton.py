"""The double pendulum of bars by Newton's and Euler's laws of each bar."""

from __future__ import annotations

from physics.pendulums import double_equations
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_pose import forces_by_newton, write_closed_bars, write_joint_forces
from physics.types import Floats


class DoublePendulumNewton(DoubleBarSystem):
    """The double pendulum with all ten unknowns: ten equations in each evaluation, solved by elimination.

    The unknowns are the accelerations of both centres, the angular accelerations, and the components of the forces in
    both joints: X = (a2x, a2y, theta2'', a3x, a3y, theta3'', Fx12, Fy12, Fx23, Fy23). Four equations place the centres,
    and six are the laws of the bars (F. Legrand, "Pendule double", (1)-(13); x down, y right):

        m2 a2 = F12 - F23 + m2 g,  J2 theta2'' = -½ l2 e2×(F12 + F23)
        m3 a3 = F23 + m3 g,        J3 theta3'' = -½ l3 e3×F23

    with e along a bar from its upper end: together A X = B, including g, which the source has left out of B (its runs
    have g = 1). The motion is that of "double-pendulum" to rounding, at several times the cost, and includes the joint
    forces.
    """

    name = "double-pendulum-newton"
    title = "Double pendulum, Newton–Euler"
    formulation = double_equations.BY_NEWTON

    rate = staticmethod(double_equations.newton)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_closed_bars(y, s, out)
        write_joint_forces(forces_by_newton(y, s), out)
