"""Classical mechanics without graphics: systems, integrators, simulation. Only numpy is required.

>>> import physics
>>> run = physics.simulate("gyroscope", duration=1.0, dt=1e-3, integrator="rk4", initial={"theta": "30 deg"})
>>> run.t, run["theta"], run.invariants["energy"]

Conventions: SI units; k points up; Euler angles z-x-z (`physics/maths/euler_angles.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from physics.batch.ensemble import Ensemble, ensemble
from physics.core.fields import Choice, ChoiceList, Parameter, Profile, Variable, Vector
from physics.core.system import System
from physics.errors import BadInput
from physics.registry import formulations, integrator, integrators, register, system_class, systems
from physics.simulation.clock import Clock
from physics.simulation.history import History
from physics.simulation.outcome import Divergence, InvariantValue, Snapshot
from physics.simulation.run import Run, read_parquet, simulate
from physics.simulation.simulation import Simulation

__version__ = "0.2.0"

Choices, Reading = ChoiceList, InvariantValue
"""Deprecated names of these classes, from before version 0.2."""


def system(
    name: str | type[System], parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None
) -> System:
    """Return the system called `name` with these parameters and initial values; raises BadInput.

    name: or a class derived from `System`, which then has its own name everywhere, as `register` gives it.
    """
    return register(name)(parameters, initial) if isinstance(name, type) else system_class(name)(parameters, initial)


__all__ = [
    "BadInput",
    "Choice",
    "ChoiceList",
    "Choices",
    "Clock",
    "Divergence",
    "Ensemble",
    "History",
    "InvariantValue",
    "Parameter",
    "Profile",
    "Reading",
    "Run",
    "Simulation",
    "Snapshot",
    "System",
    "Variable",
    "Vector",
    "ensemble",
    "formulations",
    "integrator",
    "integrators",
    "read_parquet",
    "register",
    "simulate",
    "system",
    "system_class",
    "systems",
]
