"""The shadow energy of a symplectic method, read from a few of its own steps and their action.

A symplectic step of h is, but for terms smaller than any power of h, the motion of a shadow energy Ht for the time h,
along which Ht = p·q' - A' with the action A. A step has an action, too: the function with dA = p'·dq' - p·dq from its
start to its end. So q and A are known after 0, ±1, ... ±k steps, and their slopes at 0 are those of the polynomial
through them, up to h^2k. The idea, with other variables, is that of Skeel and Hardy, SIAM J. Sci. Comput. 23, 2001,
1172: "Practical construction of modified Hamiltonians". Of a method of order r > 2, a nearly exact motion is read in
the same way, instead of the energy: what the polynomials miss is then of order h^(r + 2k). Where a reading by k - 1
steps differs, the steps are too long to be read. The actions (Hairer, Lubich, Wanner, "Geometric Numerical
Integration", VI.6):

- RATTLE, in coordinates with T = ½ |q'|²: |q' - q|²/(2 h) - h (V + V')/2.
- a symplectic Runge-Kutta method in canonical variables, and its compositions: h sum of b_i (p·q' - H) over the stages,
  which is what the method itself makes of one more variable with A' = p·q' - H.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from ctypes import addressof, c_double, sizeof

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.integrators.composition import KAHAN_LI8
from physics.registry import integrator as method_named
from physics.simulation.split_shadow import CALL, slope_factors
from physics.types import Cartesian, Floats

REACH = 4
"""How many steps are made forward, and backward."""
BY_ENERGY = 2
"""Order up to which a reading is compared with the energy: h² of the method is far more than h⁸ of the polynomials."""
AGREEING, ROUNDING = 0.1, 1e-13
"""How far readings by k and by k - 1 steps may differ: as a part of the correction, and of the terms of a reading."""
FINER = 2
"""Steps of the nearly exact motion of a chain in one step of a method of order 8, as its own is."""
EXACT, TOLERANCES = "dop853", (1e-14, 1e-16)
"""The method of the nearly exact motion in canonical variables, and its settings."""

Numbers = NDArray[np.float64]
Path = tuple[Numbers, Numbers]
"""Places (k + 1, m) and actions (k + 1,) at the start and after each step."""
Coordinates = Callable[[Numbers], Cartesian]
Momenta = Callable[[Floats], tuple[float, ...]]
Steps = Callable[[Floats, int, Sequence[float]], None]
"""steps(states, n, lengths) makes steps of these lengths [s], from the first of flat states of n numbers each."""


def _read(p: Numbers, h: float, path: Callable[[float], Path]) -> Numbers:
    """Return p·q' - A' at the start of the paths for h and -h, by k - 1 and by k steps, and its terms' size [J]."""
    (places, actions), (places_back, actions_back) = path(h), path(-h)
    gains = np.array([(places - places_back)[1:] @ p, -(actions - actions_back)[1:]]) / h
    whole = gains.sum(axis=0)
    return np.array([whole[:-1] @ slope_factors(REACH - 1), whole @ slope_factors(REACH), np.abs(gains).max()])


def _correction(system: System, method: Integrator, y: Floats, found: Numbers, exact: Callable[[], Numbers]) -> float:
    """Return what a reading has more than that of the exact motion; nan where it depends on k: steps are too long."""
    energy = exact()[:2] if method.order > BY_ENERGY else system.energy(y)
    fewer, more = found[:2] - energy
    close = abs(more - fewer) <= AGREEING * abs(more) + ROUNDING * found[2]
    return float(more) if close else math.nan


# Chains ---------------------------------------------------------------------------------------------------------


def rattle_correction(
    system: System, cartesian: Coordinates, method: Integrator, weights: Sequence[float], h: float
) -> Callable[[Floats], float]:
    """Return a function from the state of a chain to the shadow energy less the energy [J].

    cartesian: that of the system. weights: shares of the step h [s] of which a composition of RATTLE consists.
    """
    steps = _stepper(system, method)
    # A method of order 8 is compared with itself in finer steps, whose error is a known part of its own.
    finer = FINER if tuple(weights) == KAHAN_LI8.weights else 1
    scale = 1.0 / (1.0 - finer**-KAHAN_LI8.order) if finer > 1 else 1.0
    near = tuple(weight / finer for weight in KAHAN_LI8.weights)

    def correction(y: Floats) -> float:
        p = cartesian(np.array(y)[None]).momenta[0]
        return scale * _correction(
            system, method, y,
            _read(p, h, lambda each: _rattle_path(cartesian, steps, y, each, weights, 1)),
            lambda: _read(p, h, lambda each: _rattle_path(cartesian, steps, y, each, near, finer)),
        )  # fmt: skip

    return correction


def _stepper(system: System, method: Integrator) -> Steps:
    """Return what makes steps of `split_step`: machine code where it is loaded for a method, or else CPython."""
    p: Floats = memoryview(array("d", system.p))
    pair, rate = native.is_compiled(native.shape(system, method)), method.rate_of(type(system))

    def plain(states: Floats, n: int, lengths: Sequence[float]) -> None:
        for i, length in enumerate(lengths):
            rate(length, states[n * i : n * (i + 1)], p, states[n * (i + 1) : n * (i + 2)])

    if pair is None:
        return plain
    code, size = CALL(pair.rate), sizeof(c_double)

    def compiled(states: Floats, n: int, lengths: Sequence[float]) -> None:
        first, constants = (addressof(c_double.from_buffer(each)) for each in (states, p))
        for i, length in enumerate(lengths):
            code(length, first + size * n * i, constants, first + size * n * (i + 1))

    return compiled


def _rattle_path(
    cartesian: Coordinates, steps: Steps, y: Floats, h: float, weights: Sequence[float], times: int
) -> Path:
    """Return the path of RATTLE with steps weights[i] h, `times` times in each step of the path."""
    n, lengths = len(y), [weight * h for weight in weights] * (times * REACH)
    states: Floats = memoryview(array("d", bytes(8 * n * (len(lengths) + 1))))
    states[:n] = y
    steps(states, n, lengths)
    places, _, potential = cartesian(np.array(states).reshape(-1, n))
    taken, moved = np.array(lengths), np.diff(places, axis=0)
    each = (moved**2).sum(axis=1) / (2.0 * taken) - 0.5 * taken * (potential[1:] + potential[:-1])
    whole = len(weights) * times
    return places[::whole], np.concatenate([[0.0], np.cumsum(each)])[::whole]


# Canonical variables --------------------------------------------------------------------------------------------


def canonical_correction(
    system: System, momenta_of: Momenta, method: Integrator, h: float
) -> Callable[[Floats], float]:
    """Return a function from a state in canonical variables to the shadow energy less the energy [J].

    momenta_of: `canonical_momenta` of the system. method: without settings; it makes steps of h [s].
    """
    exact = method_named(EXACT)

    def correction(y: Floats) -> float:
        p = np.array(momenta_of(y))
        return _correction(
            system, method, y,
            _read(p, h, lambda each: _canonical_path(system, momenta_of, method, (), y, each)),
            lambda: _read(p, h, lambda each: _canonical_path(system, momenta_of, exact, TOLERANCES, y, each)),
        )  # fmt: skip

    return correction


def _canonical_path(
    system: System, momenta_of: Momenta, method: Integrator, settings: Sequence[float], y: Floats, h: float
) -> Path:
    """Return the path of a method with a further variable, the action; nan where it cannot make a step.

    Backward it makes steps forward in the motion of the reversed rates, since some methods take no others.
    """
    n, sign, rate = len(y), math.copysign(1.0, h), method.rate_of(type(system))
    half = n // 2

    def extended(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        state, slope = y[:n], dy[:n]
        rate(t, state, p, slope)
        momenta = momenta_of(state)
        dy[n] = sum(momenta[i] * slope[i] for i in range(half)) - system.energy(state)
        for i in range(n + 1):
            dy[i] *= sign

    z: Floats = memoryview(array("d", (*y, 0.0)))
    given: Floats = memoryview(array("d", settings))
    work: Floats = memoryview(array("d", bytes(8 * method.room(n + 1))))
    rows = [array("d", z)]
    for _ in range(REACH):
        if not method.kernel(extended, 0.0, abs(h), 1, z, system.p, given, work, 1):
            z[:] = array("d", [math.nan] * (n + 1))
        rows.append(array("d", z))
    path = np.array(rows)
    return path[:, :half], path[:, n]
