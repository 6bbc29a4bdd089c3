"""Indices in the state y and in the numbers p of a disk that rolls nearly flat."""

from __future__ import annotations

X, Y, V_X, V_Y, LOSS, SLID, CHI, DOWN = 7, 8, 9, 10, 11, 12, 13, 14
"""Indices in y, after q and omega: place and velocity of G, lost energy, turn of the contact, whether it lies flat."""
MASS, GRAVITY, RADIUS, HALF, I1, I3, SLIPS, MU, EPSILON, LAW, COEFFICIENT, STOP_SINE = range(12)
"""Indices in p: half the thickness, transverse and axial moments of inertia, whether the contact slips, its friction
and regularisation velocity, law of loss and its coefficient, the sine of the tilt at which the disk is down."""
OVER_MASS, ROLL_U, ROLL_E, ROLL_EA, ROLL_A = range(12, 17)
"""And, so that no step divides by what stays: 1/m, and the inverse of I + m(|X|^2 - X X^T) along u, and of e and a."""
