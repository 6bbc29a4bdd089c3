"""Reference cases: numbers from independent computations and publications."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parent / "data"


@cache
def case(name: str) -> Any:
    """Return the case in `tests/data`, such as "tops/cone_epfl"."""
    return json.loads((DATA / f"{name}.json").read_text())


def fitted(values, middle):
    """Return the polynomial through the 7 equidistant values around `middle`; it is at 0 there, 1 at the next."""
    return np.polynomial.Polynomial.fit(np.arange(-3.0, 4.0), values[middle - 3 : middle + 4], 6, domain=[-1, 1])


def highest(values):
    """Return the maximum of a smooth function from equidistant values, which may lie between two of them."""
    curve = fitted(values, int(np.argmax(values)))
    places = curve.deriv().roots()
    return max(curve(x.real) for x in places if abs(x.imag) < 1e-9 and abs(x.real) < 1.0)


def rises(values):
    """Return the places, in steps, at which a smooth function passes zero upwards, from equidistant values."""
    before = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))
    return [
        i + next(x.real for x in fitted(values, i).roots() if abs(x.imag) < 1e-9 and -1e-6 < x.real < 1.0 + 1e-6)
        for i in before.tolist()
        if 3 <= i < len(values) - 3
    ]


def quaternion_to_matrix(q):
    """Return the matrix, body to lab, of (w, x, y, z)."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
