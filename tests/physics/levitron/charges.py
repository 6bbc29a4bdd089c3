"""A second way to the field of the base: magnetic charges on its faces, by quadrature."""

import numpy as np

RADII, ANGLES = 40, 160


class ChargedFaces:
    """The faces of a ring as many point charges: Gauss's rule along the radius, equal steps around."""

    def __init__(self, inner, outer, thick, remanence):
        nodes, weights = np.polynomial.legendre.leggauss(RADII)
        r = inner + 0.5 * (outer - inner) * (nodes + 1.0)
        share = 0.5 * (outer - inner) * weights * r * 2.0 * np.pi / ANGLES
        angles = 2.0 * np.pi * np.arange(ANGLES) / ANGLES
        x, y = np.outer(r, np.cos(angles)).ravel(), np.outer(r, np.sin(angles)).ravel()
        charge = np.repeat(share, ANGLES) * remanence / (4.0 * np.pi)
        faces = [np.column_stack([x, y, np.full_like(x, z)]) for z in (0.0, -thick)]
        self.places, self.charges = np.vstack(faces), np.concatenate([charge, -charge])

    def field_and_gradient(self, r):
        """Return B (3,) [T] and grad B (3, 3) [T/m] at r (3,)."""
        away = np.asarray(r) - self.places
        square = (away**2).sum(axis=1)
        near = self.charges * square**-1.5
        outer = (away * (3.0 * near / square)[:, None]).T @ away
        return near @ away, near.sum() * np.eye(3) - outer
