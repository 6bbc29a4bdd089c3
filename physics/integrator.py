"""The contract of an integrator: what it is, and a kernel that steps a flat buffer.

A kernel knows no system: it calls `rate` and moves `y`. It is plain Python on flat buffers of doubles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from physics.errors import unknown
from physics.fields import Parameter
from physics.system import Floats, System

Rate = Callable[[float, Floats, Floats, Floats], None]

Kernel = Callable[[Rate, float, float, int, Floats, Floats, Floats, Floats], int]
"""kernel(rate, t, h, steps, y, p, s, w) moves y by `steps` steps of h from time t and returns how many it completed.

p are the system's constants, s the integrator's settings, w its workspace. Fewer than `steps` means that an
implicit loop did not converge; y is then where the last good step left it.
"""


@dataclass(frozen=True)
class Integrator:
    """A method of integration.

    order: of convergence. evaluations: calls of the right-hand side per step (0: it depends on a loop).
    workspace: how many buffers of the state's length the kernel needs. second_order: it needs positions
    and their rates. settings: numbers a user may change. about: what it is, with its source.
    """

    name: str
    title: str
    order: int
    kind: Literal["explicit", "implicit"]
    evaluations: int
    about: str
    kernel: Kernel
    workspace: int
    second_order: bool = False
    settings: tuple[Parameter, ...] = ()

    def reason_against(self, system: System | type[System]) -> str:
        """Why it does not apply to a system, in one line, or "" when it does."""
        if self.second_order and not system.second_order:
            return f"{self.name} needs a system of second order; {system.name} is of first order"
        return ""

    def checked_settings(self, given: Mapping[str, Any]) -> dict[str, float]:
        """All settings, the given ones checked; raises BadInput for an unknown name or a value out of bounds."""
        known = {setting.name: setting for setting in self.settings}
        for name in given:
            if name not in known:
                raise unknown(f"setting of {self.name}", name, known)
        return {name: setting.check(given.get(name, setting.default)) for name, setting in known.items()}
