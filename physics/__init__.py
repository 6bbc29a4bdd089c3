"""Classical mechanics by itself: systems, integrators, simulation. It needs only numpy and no screen.

>>> import physics
>>> run = physics.simulate("gyroscope", duration=1.0, dt=1e-3, integrator="rk4", initial={"theta": "30 deg"})
>>> run.t, run["theta"], run.invariants["energy"]

Conventions: SI units; k points up; Euler angles z-x-z (`physics/rotation.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from physics.clock import Clock
from physics.ensemble import Ensemble, ensemble
from physics.errors import BadInput
from physics.fields import Choice, Choices, Parameter, Profile, Variable, Vector
from physics.history import History
from physics.outcome import Divergence, Reading, Snapshot
from physics.registry import formulations, integrator, integrators, system_class, systems
from physics.run import Run, simulate
from physics.simulation import Simulation
from physics.system import System

__version__ = "0.1.0"


def system(name: str, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> System:
    """The system called `name` with these parameters and initial values; raises BadInput."""
    return system_class(name)(parameters, initial)


__all__ = [
    "BadInput",
    "Choice",
    "Choices",
    "Clock",
    "Divergence",
    "Ensemble",
    "History",
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
    "simulate",
    "system",
    "system_class",
    "systems",
]
