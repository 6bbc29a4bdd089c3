"""Machines as systems: one class for each, because kernels belong to a class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from physics.core.fields import Invariant, Variable
from physics.core.system import System
from physics.machines.equations import places
from physics.machines.parts import BALL, SLIDE, Link, Machine
from physics.machines.recorded import recorded

QUATERNION = "w", "x", "y", "z"
FAR = 1e9
"""Greatest coordinate or rate of a start."""


class MachineSystem(System):
    """Base class of machines made of bodies, joints, springs and loops.

    machine: the table. Lost energy and work are variables of the state, so that E + W - W_s is an invariant.
    """

    name = "machine"
    title = "Machine"
    second_order = False
    machine: ClassVar[Machine]

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of the table."""
        return tuple(map(float, self.machine.numbers()))


def variables_of(machine: Machine, names: Sequence[str]) -> tuple[Variable, ...]:
    """Return the variables of a state. names: of the links; those of the axes of a joint differ."""
    coordinates: list[Variable] = []
    rates: list[Variable] = []
    for link, name in zip(machine.links, names, strict=True):
        if link.kind == BALL:
            coordinates += [_ball_variable(name, each) for each in QUATERNION]
            rates += [
                Variable(
                    f"{name}_rate_{each}",
                    f"ω_{each}",
                    "rad/s",
                    f"rate of {name} about its own axis {each}",
                    0.0,
                    -FAR,
                    FAR,
                    role="velocity",
                )
                for each in QUATERNION[1:]
            ]
        elif link.rates:
            coordinates.append(_coordinate(link, name))
            rates.append(_rate(link, name))
    at = places(machine)
    tail = [
        Variable("loss", "W", "J", "energy that friction has taken", entry=False, role="auxiliary"),
        Variable("work", "W_s", "J", "work of motors and drives", entry=False, role="auxiliary"),
        Variable("time", "t", "s", "time of what is driven", low=0.0, entry=False, role="auxiliary"),
    ]
    return (*coordinates, *rates, *(each for each, there in zip(tail, at, strict=True) if there >= 0))


def _coordinate(link: Link, name: str) -> Variable:
    what, unit = ("way along", "m") if link.kind == SLIDE else ("angle of", "rad")
    return Variable(name, name, unit, f"{what} {name}, from the drawn pose", 0.0, -FAR, FAR)


def _rate(link: Link, name: str) -> Variable:
    unit = "m/s" if link.kind == SLIDE else "rad/s"
    return Variable(f"{name}_rate", f"{name}′", unit, f"rate of {name}", 0.0, -FAR, FAR, role="velocity")


def _ball_variable(name: str, each: str) -> Variable:
    start = 1.0 if each == "w" else 0.0
    return Variable(f"{name}_{each}", f"q_{each}", "", f"quaternion of {name}", start, -FAR, FAR)


def machine_class(machine: Machine, names: Sequence[str]) -> type[MachineSystem]:
    """Return the class of systems of a machine, whose links have names."""
    kernels = recorded(machine)
    energy = Invariant(
        "energy", "E", "J", "kinetic energy, weight, springs and what was lost, less work", kernels.balance
    )
    own: dict[str, Any] = {
        "machine": machine, "variables": variables_of(machine, names), "invariants": (energy,),
        "rate": staticmethod(kernels.rate), "settle": staticmethod(kernels.settle),
    }  # fmt: skip
    return type("MadeMachine", (MachineSystem,), own)
