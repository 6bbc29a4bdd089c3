"""What some systems can do besides moving: forms of their state and of their energy, which some studies ask for.

A study asks once, `isinstance(system, HasCartesian)`, and passes on what it has found. That every system with a method
of a power has all of the power, with its signatures, is a test.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from physics.maths.quaternion import Triple
from physics.types import Cartesian, Floats

ZERO = (0.0, 0.0, 0.0)


class SplitPart(NamedTuple):
    """A part ½ L·aL + w·gamma of the energy of a body, in principal axes: a [1/(kg m²)] and w [J] of each axis."""

    a: Triple
    w: Triple = ZERO


class SplitBody(NamedTuple):
    """A body as a splitting method sees it: L [kg m²/s] and gamma in principal axes, and the parts, outermost first.

    A step applies half of the first part, a step of the others, half of the first part.
    """

    L: Triple
    gamma: Triple
    parts: tuple[SplitPart, ...]


@runtime_checkable
class HasMomenta(Protocol):
    """A system in positions and velocities that knows its canonical momenta."""

    @staticmethod
    def momenta(t: float, y: Floats, p: Floats, out: Floats, /) -> None:
        """Write the momenta dL/dv, then the forces dL/dq, at the state y into out; arguments like those of `rate`."""


@runtime_checkable
class HasCanonicalMomenta(Protocol):
    """A system whose state is one of canonical variables, or of functions of these."""

    def canonical_momenta(self, y: Floats, /) -> tuple[float, ...]:
        """Return the momenta that belong to the first half of the state y."""


@runtime_checkable
class HasLiePoisson(Protocol):
    """A body about a fixed point or its centre, whose variables have a Lie-Poisson bracket."""

    def lie_poisson(self, y: Floats, /) -> tuple[float, ...]:
        """Return L, or L and gamma, in body axes at the state y."""


@runtime_checkable
class HasCartesian(Protocol):
    """A system with coordinates in which its kinetic energy is ½ |q'|²."""

    def cartesian(self, states: NDArray[np.float64], /) -> Cartesian:
        """Return states (r, n) in these coordinates."""


@runtime_checkable
class SplitsBody(Protocol):
    """A body whose energy a splitting method takes apart."""

    def split_parts(self, y: Floats, /) -> SplitBody:
        """Return the body at the state y and the parts of its energy."""


@runtime_checkable
class SplitsField(Protocol):
    """A body in a field, whose splitting method keeps an energy that is known in closed form."""

    def splitting_excess(self, y: Floats, /) -> float:
        """Return what that energy has more than the energy at the state y, over the square of the step [J/s²]."""

    def why_losing(self) -> str:
        """Return what would have to be left out for the energy to be kept, or ""."""


@runtime_checkable
class HasSurvey(Protocol):
    """A system whose rates, margin and guards are computed together in less time than one by one."""

    @staticmethod
    def survey(t: float, y: Floats, p: Floats, dy: Floats, /) -> tuple[float, ...]:
        """Write the rates at the state y into dy, and return the margin and the guards."""


POWERS = (HasMomenta, HasCanonicalMomenta, HasLiePoisson, HasCartesian, SplitsBody, SplitsField, HasSurvey)
