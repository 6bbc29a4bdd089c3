"""What a system becomes as a machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from physics.core.system import System
from physics.maths.trig import PI
from physics.types import Floats


@dataclass(frozen=True)
class TakenApart:
    """A system as a description of a machine.

    tables: as in a scene file. start(y): the initial values of the machine at a state of the system, by their names;
    the rates are linear in the rates of the system, so that start(dy) has their derivatives. left: what stays behind,
    in words. time: the place of the time in the state of the system, -1 where nothing depends on it.
    """

    tables: dict[str, Any]
    start: Callable[[Floats], dict[str, float]]
    left: tuple[str, ...] = ()
    time: int = -1


def driven_support(
    bodies: dict[str, Any], joints: dict[str, Any], cosines: Iterable[tuple[str, float, float, float]]
) -> str:
    """Add sliders that move a support along axes by A cos(omega t + phi); return the body that moves.

    cosines: axis, A [m], omega [rad/s], phi [rad] of each.
    """
    mother = "ground"
    for axis, amplitude, omega, phase in cosines:
        if amplitude:
            bodies[f"hand_{axis}"] = {"centre": [0.0, 0.0, 0.0]}
            law = {"amplitude": amplitude, "frequency": omega / (2.0 * PI), "phase": phase + 0.5 * PI}
            joints[f"drive_{axis}"] = {"slider": [mother, f"hand_{axis}"], "axis": axis, "driven": law}
            mother = f"hand_{axis}"
    return mother


def numbers_left(system: System, **words: str) -> tuple[str, ...]:
    """Return what stays behind of parameters that are not all 0. words: what each parameter is."""

    def is_zero(value: Any) -> bool:
        return not any(value) if isinstance(value, list | tuple) else not value

    return tuple(what for name, what in words.items() if not is_zero(system.parameters[name]))
