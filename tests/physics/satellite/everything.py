"""A satellite with all that there can be, and its equations in momenta along body axes."""

import numpy as np

from physics.maths.quaternion import rotation_matrix

EVERYTHING = {
    "I1": 2.0, "I2": 3.0, "I3": 4.0, "rotor_axis": (0.48, 0.6, 0.64), "rotor_inertia": 0.4, "bearing": 0.02,
    "body_ball": 0.06, "body_damping": 0.05, "rotor_ball": 0.03, "rotor_damping": 0.04, "moving": "on a spring",
    "moving_mass": 0.3, "moving_place": (0.5, 0.1, -0.2), "moving_line": (0.0, 0.6, 0.8), "stiffness": 2.0,
    "damping": 0.15,
}  # fmt: skip
START = {
    "theta": 0.7, "psi": 0.3, "phi": -0.4, "omega_1": 0.3, "omega_2": -0.4, "omega_3": 1.5, "rotor_speed": 4.0,
    "extension": 0.05, "extension_rate": -0.1, "body_slip_1": 0.5, "rotor_slip_2": -0.7,
}  # fmt: skip


def by_momenta_in_the_body(system):
    """Return start and slope of R (9), L, bp and br in body axes (3 each), h, x, P, rotor angle and work of the motor.

    omega, s and x' are solved together from the mass matrix in them. The drive that holds the rotor is a constraint,
    whose torque is the difference of the rotor's momentum that a small step makes.
    """
    I, n, Ir = system.carrier, system.axis, system.rotor_inertia  # noqa: E741
    d, r0 = np.array(system.moving_line), np.array(system.moving_place)
    d = d / np.linalg.norm(d)
    mu, held, speed = system.moving_mass, system.rotor == "held", system.entered()["rotor_speed"]

    def velocities(core, h, x, P):
        rho = r0 + x * d
        whole = I + Ir * np.outer(n, n) + mu * (rho @ rho * np.eye(3) - np.outer(rho, rho))
        e = mu * np.cross(rho, d)
        M = np.block([[whole, Ir * n[:, None], e[:, None]], [Ir * n, Ir, 0.0], [e, 0.0, mu]])
        if not held:
            found = np.linalg.solve(M, [*core, h, P])
            return found[:3], found[3], found[4]
        kept = [0, 1, 2, 4]
        found = np.linalg.solve(M[np.ix_(kept, kept)], np.array([*core, P]) - speed * M[kept, 3])
        return found[:3], speed, found[3]

    def parts(y):
        R, L, bp, br = y[:9].reshape(3, 3), y[9:12], y[12:15], y[15:18]
        omega, s, x_dot = velocities(L - bp - br, y[18], y[19], y[20])
        on_p = -system.body_damping * (bp / system.body_ball - omega)
        on_r = -system.rotor_damping * (br / system.rotor_ball - omega - s * n)
        return R, L, bp, br, omega, s, x_dot, on_p, on_r

    def slope(t, y):
        R, L, bp, br, omega, s, x_dot, on_p, on_r = parts(y)
        rho = r0 + y[19] * d
        u = x_dot * d + np.cross(omega, rho)
        push = mu * u @ np.cross(omega, d) - system.stiffness * y[19] - system.damping * x_dot
        cross = np.array([[0, -omega[2], omega[1]], [omega[2], 0, -omega[0]], [-omega[1], omega[0], 0]])
        torque = system.motor if not held else 0.0
        along = torque - system.bearing * s - n @ on_r
        dy = np.concatenate([
            (R @ cross).ravel(), np.cross(L, omega), np.cross(bp, omega) + on_p, np.cross(br, omega) + on_r,
            [0.0 if held else along, x_dot, push, s, torque * s],
        ])  # fmt: skip
        if held:
            step = 1e-5
            later, earlier = (parts(y + side * step * dy)[4] for side in (1.0, -1.0))
            dy[22] = s * (Ir * float((later - earlier) @ n) / (2.0 * step) + n @ on_r + system.bearing * s)
        return dy

    y = np.array(system.start())
    R = rotation_matrix(y)
    start = np.concatenate([R.ravel(), R.T @ y[4:7], R.T @ y[8:11], R.T @ y[11:14], [y[7], y[14], y[15], 0.0, 0.0]])
    return start, slope
