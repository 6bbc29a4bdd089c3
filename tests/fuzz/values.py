"""Values that no file should hold, and random changes of a table or list."""

from __future__ import annotations

import random
from typing import Any

ODD: tuple[Any, ...] = (
    True, 0, -1, 1.5, 1e308, -1e308, 5e-324, float("inf"), float("-inf"), float("nan"), 10**18, 10**400, "", "x",
    "1 kg", "nan", "rk4", "gyroscope", "a\0b", "\x1b[31m", "x" * 3000, [], [1], [1.0] * 3, [float("nan")] * 4,
    ["a"] * 6, [[1.0, 2.0]] * 3, [[1]] * 9, [10**400] * 9, [1e300] * 9, {}, {"a": 1}, {"": {}},
)  # fmt: skip
"""Values of every kind, most of them wrong in any place."""


def changed(found: Any, dice: random.Random) -> Any:
    """Return a table or list with one value inside replaced, removed or added."""
    if isinstance(found, dict) and found and dice.random() < 0.9:
        key = dice.choice(list(found))
        rest = {name: value for name, value in found.items() if name != key}
        match dice.randrange(8):
            case 0:
                return rest
            case 1:
                return {**found, dice.choice([*found, "x", ""]): dice.choice(ODD)}
            case _:
                return {**found, key: changed(found[key], dice)}
    if isinstance(found, list) and found and dice.random() < 0.7:
        place = dice.randrange(len(found))
        return [*found[:place], changed(found[place], dice), *found[place + 1 :]]
    return dice.choice(ODD)
