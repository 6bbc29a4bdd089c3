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
