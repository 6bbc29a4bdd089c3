"""Description of an integrator: its properties, and a kernel that steps a flat buffer.

A kernel does not depend on a system: it calls `rate` and advances `y`. It is plain Python on flat buffers of doubles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from physics.core.fields import Parameter
from physics.core.system import System
from physics.errors import by_names, unknown
from physics.types import Floats

Rate = Callable[[float, Floats, Floats, Floats], None]

Kernel = Callable[[Rate, float, float, int, Floats, Floats, Floats, Floats, int], int]
"""kernel(rate, t, h, steps, y, p, s, w, lanes) advances y by `steps` steps of h from time t and counts those completed.

p are the system's constants, s the integrator's settings, w its workspace, which begins with its memory. lanes: number
of copies of the system side by side in y and p, component by component (y[i * lanes + lane]); each copy's result is the
same as alone. Fewer than `steps` means that a loop did not converge or a tolerance cannot be met; y is then as the last
completed step left it, and the memory is not valid. The last number of w counts the work (`physics/core/work.py`), and
the step that exceeds the budget of a tick is not completed.

The memory belongs to the state: code that keeps, copies or restores y does the same with it, and fills it with zeros,
which mean none, when anything but the kernel changes y, p, s or h.
"""


def call(rate: Rate, t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Evaluate a right-hand side. Kernels call it by this name, which compiled code replaces by a call of an address.

    Where CPython raises, machine code continues with inf or nan: here all of dy becomes nan.
    """
    try:
        rate(t, y, p, dy)
    except (ArithmeticError, ValueError):
        for i in range(len(dy)):
            dy[i] = math.nan


NEEDS = {
    "momenta": "a Lagrangian in closed form (momenta)",
    "split_step": "exact flows of parts of its Hamiltonian (split_step)",
    "flow": "the motion in closed form (flow)",
    "oriented": "a quaternion and the angular velocity in body axes as its state",
    "series": "a right-hand side without comparisons (series)",
}
"""Descriptions of what methods need of a system beside `rate`, for messages."""


@dataclass(frozen=True)
class Integrator:
    """A method of integration.

    order: of convergence, infinite for the exact motion. evaluations: calls of the right-hand side per step (0: it
    depends on a loop); of an adaptive method, per step of its own choice, at most.
    rest_of_step: of an explicit method, rest_of_step(rate, t, h, y, p, w): makes one step as `kernel` does, with the
    slope at its start already in w (n,).
    workspace, matrices: numbers of buffers of the state's length n, and of n x n, that the kernel needs.
    memory_numbers, memory_rows: numbers, and buffers of length n, in its memory. symplectic: where the method is
    symplectic ("": nowhere, "always"). reversible: a step with reversed velocities leads back. rate_name: the static
    method of the system that is its right-hand side: "rate", "momenta", "split_step", "flow" or "series". second_order:
    it needs positions and their rates. separable: it needs accelerations that depend on positions alone. oriented: it
    needs a state that begins with a quaternion and the angular velocity in body axes. side_by_side: it takes
    lanes > 1; otherwise copies are stepped one by one. settings: numbers that the user may change. about: description
    with its source.
    """

    name: str
    title: str
    order: float
    kind: Literal["explicit", "implicit", "adaptive"]
    evaluations: int
    about: str
    kernel: Kernel
    workspace: int
    rest_of_step: Callable[..., None] | None = None
    matrices: int = 0
    memory_numbers: int = 0
    memory_rows: int = 0
    symplectic: str = ""
    reversible: bool = False
    rate_name: str = "rate"
    second_order: bool = False
    separable: bool = False
    oriented: bool = False
    side_by_side: bool = True
    settings: tuple[Parameter, ...] = ()

    def reason_against(self, system: System | type[System]) -> str:
        """Return the reason why the method does not apply to a system, in one line, or "" if it does.

        A class, instead of an instance, stands for one with suitable parameters.
        """
        if self.second_order and not system.second_order:
            return f"{self.name} needs a second-order system; {system.name} is first-order"
        if self.separable and not system.separable:
            return f"{self.name} needs accelerations that depend on positions alone; those of {system.name} do not"
        if self.oriented and not system.oriented:
            return f"{self.name} needs {NEEDS['oriented']}, which {system.name} does not have"
        if getattr(system, self.rate_name, None) is None:
            return f"{self.name} needs {NEEDS[self.rate_name]}, which {system.name} does not have"
        if self.rate_name == "split_step" and isinstance(system, System) and (lacking := system.why_not_split()):
            return f"{self.name} needs {lacking}"
        return ""

    def rate_of(self, system: type[System]) -> Rate:
        """Return the right-hand side of a system for this method's kernel."""
        rate: Rate = getattr(system, self.rate_name)
        return rate

    def room(self, n: int) -> int:
        """Return the number of doubles of workspace for a state of n numbers."""
        return self.memory(n) + n * self.workspace + n * n * self.matrices + 1

    def memory(self, n: int) -> int:
        """Return how many of these, from the first, are the memory that belongs to the state between two ticks."""
        return self.memory_numbers + n * self.memory_rows

    def failure(self) -> str:
        """Return the reason why a kernel within its budget of work completed fewer steps than requested."""
        if self.kind == "adaptive":
            return f"{self.name} could not keep its tolerance"
        return f"the implicit loop of {self.name} did not converge"

    @property
    def order_text(self) -> str:
        """The order as it is shown."""
        return "∞" if self.order == math.inf else f"{self.order:g}"

    def cost(self) -> str:
        """Return the number of calls of the right-hand side per step, in words."""
        if not self.evaluations:
            return "iterative evaluations"
        count = f"{self.evaluations} evaluation{'s' if self.evaluations > 1 else ''}"
        return f"{count} a step of its own" if self.kind == "adaptive" else f"{count} a step"

    def keeps(self) -> str:
        """Return whether the method is symplectic and reversible, in words."""
        symplectic = "not symplectic"
        if self.symplectic:
            symplectic = "symplectic" if self.symplectic == "always" else f"symplectic {self.symplectic}"
        return f"{symplectic}, {'reversible' if self.reversible else 'not reversible'}"

    def checked_settings(self, given: Mapping[str, Any] | None) -> dict[str, float]:
        """Return all settings, the given ones checked; raises BadInput for an unknown name or a value out of bounds."""
        known = {setting.name: setting for setting in self.settings}
        given = by_names("settings", given)
        for name in given:
            if name not in known:
                raise unknown(f"setting of {self.name}", name, known)
        return {name: setting.check(given.get(name, setting.default)) for name, setting in known.items()}
