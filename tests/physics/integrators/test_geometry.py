"""Symplecticity and reversibility of the methods, measured and compared with their declarations."""

import numpy as np
import pytest

import physics
from tests.physics.integrators.problems import HenonHeiles, buffer, stepped, tolerances

METHODS = physics.integrators()
ON_PROBLEMS = [name for name in METHODS if name not in ("exact", "commutator-free4")]
"""Methods that apply to the problems below; the others need a rotating body."""
STEP = 0.4
ROUNDING = 1e-11
"""Bound of rounding errors, also of the differences; at this step length the errors of all methods are larger."""
TOP = physics.system("gyroscope", initial={"psi_dot": 7, "theta": 1.9, "theta_dot": -3, "phi_dot": 60})
TOP_STEP = 0.03


def jacobian(step, z, nudges):
    """Return the derivative of a map by differences of fourth order, (n, n)."""
    columns = []
    for i, d in enumerate(nudges):
        e = np.zeros(len(z))
        e[i] = d
        near, far = step(z + e) - step(z - e), step(z + 2 * e) - step(z - 2 * e)
        columns.append((8 * near - far) / (12 * d))
    return np.array(columns).T


def defect(step, z, nudges):
    """Return the symplectic defect of a map: the largest entry of |J^T Omega J - Omega|, in units of the nudges."""
    J, half = jacobian(step, np.asarray(z), nudges), len(z) // 2
    unit, zero = np.eye(half), np.zeros((half, half))
    omega = np.block([[zero, unit], [-unit, zero]])
    return np.abs((J.T @ omega @ J - omega) * np.outer(nudges, nudges)).max()


def momenta(y):
    out = buffer(np.zeros(6))
    TOP.momenta(0.0, buffer(y), buffer(TOP.p), out)
    return np.array(out)[:3]


def to_canonical(y):
    return np.concatenate([y[:3], momenta(y)])


def from_canonical(z):
    """Return the state with rates from momenta, which are linear in them."""
    q = z[:3]
    mass = np.array([momenta(np.concatenate([q, e])) for e in np.eye(3)]).T
    return np.concatenate([q, np.linalg.solve(mass, z[3:])])


def top_step(name):
    rate = METHODS[name].rate_of(type(TOP))

    def step(y):
        done, end = stepped(name, rate, y, TOP_STEP, p=TOP.p, settings=tolerances(name))
        assert done == 1
        return end

    return step


def canonical_step(name):
    if METHODS[name].rate_name == "split_step":
        step = top_step(name)
        return lambda z: to_canonical(step(from_canonical(z)))
    rate = getattr(HenonHeiles, METHODS[name].rate_name)
    return lambda z: stepped(name, rate, z, STEP, settings=tolerances(name))[1]


def problem(name):
    """Return a canonical initial state and nudges for a method: those of the top if it needs its special functions."""
    if METHODS[name].rate_name == "split_step":
        z = to_canonical(np.array(TOP.start()))
        return z, np.array([1e-3, 1e-3, 1e-3, *(1e-3 * np.abs(z[3:]))])
    return np.array(HenonHeiles.start), np.full(4, 2e-3)


@pytest.mark.parametrize("name", ON_PROBLEMS)
def test_symplectic_defect_matches_the_declaration(name):
    z, nudges = problem(name)
    size = nudges[0] * nudges[-1]
    measured = defect(canonical_step(name), z, nudges) / size
    assert (measured < ROUNDING) == bool(METHODS[name].symplectic), measured


@pytest.mark.parametrize("name", [name for name in METHODS if not METHODS[name].reason_against(TOP)])
def test_only_methods_in_canonical_variables_are_symplectic_for_a_top(name):
    """In Euler angles and their rates neither Euler-Cromer nor Gauss is; the paper's 5.2 errs."""
    step = top_step(name)
    z = to_canonical(np.array(TOP.start()))
    nudges = np.array([1e-3, 1e-3, 1e-3, *(1e-3 * np.abs(z[3:]))])
    measured = defect(lambda z: to_canonical(step(from_canonical(z))), z, nudges) / (nudges[0] * nudges[3:].max())
    assert (measured < ROUNDING) == (METHODS[name].symplectic == "always"), measured


@pytest.mark.parametrize("name", ON_PROBLEMS)
def test_reversibility_matches_the_declaration(name):
    """A step, reversed velocities, a step, and reversed velocities lead back to the start."""
    if METHODS[name].rate_name == "split_step":
        step, y = top_step(name), np.array(TOP.start())
    else:
        step, y = canonical_step(name), np.array(HenonHeiles.start)
    turn = np.repeat([1.0, -1.0], len(y) // 2)
    gap = np.abs((turn * step(turn * step(y)) - y) / np.maximum(np.abs(y), 0.1)).max()
    assert (gap < 1e-12) == METHODS[name].reversible, gap


@pytest.mark.parametrize(
    "name",
    ["euler-cromer", "cromer-positions-first", "stormer-verlet", "implicit-midpoint", "gauss4", "symplectic-euler"],
)
def test_energy_of_a_symplectic_method_oscillates_without_drift(name):
    """The energy stays within its range of the first tenth of the run, while rk4 with this step loses more."""
    rate = getattr(HenonHeiles, METHODS[name].rate_name)
    start = HenonHeiles.energy(HenonHeiles.start)
    y, swings = HenonHeiles.start, []
    for _ in range(10):
        worst = 0.0
        for _ in range(50):
            _, y = stepped(name, rate, y, 0.2, 4)
            worst = max(worst, abs(HenonHeiles.energy(y) - start))
        swings.append(worst)
    assert max(swings) < 1.6 * swings[0]
