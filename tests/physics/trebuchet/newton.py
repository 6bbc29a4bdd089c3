"""A trebuchet by Newton's laws alone: point masses at known places, with constraints that do no work.

Independent of `physics/trebuchet`: each point's place is a plain function of the angles, its derivatives are taken
numerically (complex steps), and d'Alembert's principle gives sum m Jᵀ (J q'' + J' q' - G) = 0.
"""

import numpy as np

STEP = 1e-30
GAUSS = 0.5 * (1.0 + np.array([-1.0, 1.0]) / np.sqrt(3.0))
"""Places of two points of half the mass each, with the centre of mass and inertia of a uniform rod."""


def points(l1, l2, l3, l4, l5, m1, m, mb, own=0.0, bend=0.0):
    """Return pairs (mass, place(q) -> (x, y)): stone, counterweight as two halves with inertia `own`, beam as two
    points, or each of its arms as two where it is bent.
    """
    spread = np.sqrt(own / m1)

    def stone(q):
        u = q[1] - q[0]
        return -l2 * np.sin(q[0]) - l5 * np.sin(u), l3 + l2 * np.cos(q[0]) - l5 * np.cos(u)

    def on_hanger(length):
        def place(q):
            a = q[0] + bend
            w = q[2] + a
            return l1 * np.sin(a) - length * np.sin(w), l3 - l1 * np.cos(a) + length * np.cos(w)

        return place

    def on_beam(along, turned=0.0):
        return lambda q: (-along * np.sin(q[0] + turned), l3 + along * np.cos(q[0] + turned))

    beam = [(0.5 * mb, on_beam(-l1 + part * (l1 + l2))) for part in GAUSS]
    if bend:
        short = [(0.5 * mb * l1 / (l1 + l2), on_beam(-part * l1, bend)) for part in GAUSS]
        beam = [*short, *((0.5 * mb * l2 / (l1 + l2), on_beam(part * l2)) for part in GAUSS)]
    weight = [(0.5 * m1, on_hanger(l4 + side * spread)) for side in (-1.0, 1.0)]
    return [(m, stone), *weight, *beam]


def jacobian(place, q):
    """Return d place / d q, (2, 3)."""
    columns = []
    for k in range(3):
        moved = np.array(q, complex)
        moved[k] += 1j * STEP
        columns.append(np.imag(place(moved)) / STEP)
    return np.array(columns).T


def bias(place, q, v):
    """Return (dJ/dt) v, (2,): along q + s v, the change of J v with s."""
    step = 1e-4
    parts = [jacobian(place, np.asarray(q) + s * step * np.asarray(v)) @ v for s in (-2, -1, 1, 2)]
    return (parts[0] - 8 * parts[1] + 8 * parts[2] - parts[3]) / (12 * step)


def mass_matrix(machine, q):
    """Return the mass matrix (3, 3)."""
    return sum(m * jacobian(place, q).T @ jacobian(place, q) for m, place in machine)


def right_side(machine, q, v, g):
    """Return the right-hand side (3,): forces of gravity less the terms of the rates."""
    down = np.array([0.0, -g])
    return sum(m * jacobian(place, q).T @ (down - bias(place, q, v)) for m, place in machine)


def energy(machine, q, v, g):
    """Return kinetic plus potential energy, above the ground."""
    return sum(m * (0.5 * np.sum((jacobian(place, q) @ v) ** 2) + g * np.real(place(q)[1])) for m, place in machine)
