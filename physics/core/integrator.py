"""The contract of an integrator: what it is, and a kernel that steps a flat buffer.

A kernel knows no system: it calls `rate` and moves `y`. It is plain Python on flat buffers of doubles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from physics.core.fields import Parameter
from physics.core.system import System
from physics.errors import unknown
from physics.types import Floats

Rate = Callable[[float, Floats, Floats, Floats], None]

Kernel = Callable[[Rate, float, float, int, Floats, Floats, Floats, Floats, int], int]
"""kernel(rate, t, h, steps, y, p, s, w, lanes) moves y by `steps` steps of h from time t and counts those completed.

p are the system's constants, s the integrator's settings, w its workspace, which begins with its memory. lanes: how
many copies of the system lie side by side in y and p, component by component (y[i * lanes + lane]); each copy's result
is the same as alone. Fewer than `steps` means that a loop did not converge or a tolerance is out of reach; y is then
where the last good step left it, and the memory worth nothing.

The memory belongs to the state: whoever keeps, copies or restores y does so with it, and fills it with zeros, which
mean none, when anything else than the kernel changes y, p, s or h.
"""


def call(rate: Rate, t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Evaluate a right-hand side. Kernels call it by this name so that compiled ones can call through an address.

    Where CPython raises, machine code goes on with inf or nan: here it is nan everywhere.
    """
    try:
        rate(t, y, p, dy)
    except (ArithmeticError, ValueError):
        for i in range(len(dy)):
            dy[i] = math.nan


NEEDS = {
    "momenta": "a Lagrangian in closed form (momenta)",
    "split_step": "exact flows of parts of its Hamiltonian (split_step)",
}
"""What a right-hand side other than `rate` means, in words."""


@dataclass(frozen=True)
class Integrator:
    """A method of integration.

    order: of convergence. evaluations: calls of the right-hand side per step (0: it depends on a loop); an adaptive
    method's are those of a step of its own choice.
    workspace, matrices: how many buffers of the state's length n, and of n x n, the kernel needs. memory_numbers,
    memory_rows: of how many numbers and buffers of length n its memory consists. symplectic: where
    it keeps the areas of phase space ("": nowhere, "always"). reversible: a step with velocities turned round leads
    back. rate_name: which static method of the system is its right-hand side: "rate", "momenta" or "split_step".
    second_order: it needs positions and their rates. separable: it needs accelerations that depend on positions
    alone. side_by_side: it takes lanes > 1; otherwise copies are stepped one by one. settings: numbers a user
    may change. about: what it is, with its source.
    """

    name: str
    title: str
    order: int
    kind: Literal["explicit", "implicit", "adaptive"]
    evaluations: int
    about: str
    kernel: Kernel
    workspace: int
    matrices: int = 0
    memory_numbers: int = 0
    memory_rows: int = 0
    symplectic: str = ""
    reversible: bool = False
    rate_name: str = "rate"
    second_order: bool = False
    separable: bool = False
    side_by_side: bool = True
    settings: tuple[Parameter, ...] = ()

    def reason_against(self, system: System | type[System]) -> str:
        """Why it does not apply to a system, in one line, or "" when it does."""
        if self.second_order and not system.second_order:
            return f"{self.name} needs a second-order system; {system.name} is first-order"
        if self.separable and not system.separable:
            return f"{self.name} needs accelerations that depend on positions alone; those of {system.name} do not"
        if not hasattr(system, self.rate_name):
            return f"{self.name} needs {NEEDS[self.rate_name]}, which {system.name} does not have"
        return ""

    def rate_of(self, system: type[System]) -> Rate:
        """The right-hand side that the kernel is handed."""
        rate: Rate = getattr(system, self.rate_name)
        return rate

    def room(self, n: int) -> int:
        """How many doubles of workspace a state of n numbers needs."""
        return self.memory(n) + n * self.workspace + n * n * self.matrices

    def memory(self, n: int) -> int:
        """How many of these, the first ones, belong to the state between two ticks."""
        return self.memory_numbers + n * self.memory_rows

    def failure(self) -> str:
        """Why a kernel completed fewer steps than asked."""
        if self.kind == "adaptive":
            return f"{self.name} could not keep its tolerance"
        return f"the implicit loop of {self.name} did not converge"

    def cost(self) -> str:
        """Calls of the right-hand side in a step, in a few words."""
        if not self.evaluations:
            return "iterative evaluations"
        count = f"{self.evaluations} evaluation{'s' if self.evaluations > 1 else ''}"
        return f"{count} a step of its own" if self.kind == "adaptive" else f"{count} a step"

    def keeps(self) -> str:
        """What it keeps of phase space, in a few words."""
        symplectic = "not symplectic"
        if self.symplectic:
            symplectic = "symplectic" if self.symplectic == "always" else f"symplectic {self.symplectic}"
        return f"{symplectic}, {'reversible' if self.reversible else 'not reversible'}"

    def checked_settings(self, given: Mapping[str, Any]) -> dict[str, float]:
        """All settings, the given ones checked; raises BadInput for an unknown name or a value out of bounds."""
        known = {setting.name: setting for setting in self.settings}
        for name in given:
            if name not in known:
                raise unknown(f"setting of {self.name}", name, known)
        return {name: setting.check(given.get(name, setting.default)) for name, setting in known.items()}
