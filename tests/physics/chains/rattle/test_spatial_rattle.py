"""RATTLE of chains in space against RATTLE of rotation matrices with dense matrices, and by what it keeps."""

from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.chains.rattle.spatial_rattle import is_conserved, split_step
from physics.maths.matrices import conjugated_back, inverted_any, rotation
from tests.physics.chains.rattle.cartesian import jacobian, rattle_step
from tests.physics.chains.rattle.test_planar_rattle import TIGHT, after, buffer
from tests.sampling import every

ODD = {
    "links": "given", "masses": (0.2, 0.3, 0.1), "upper_joints": (0.02, 0.01, 0.15, 0.0, 0.03, 0.1, 0.01, 0.02, 0.12),
    "inertias": (0.0015, 0.001, 0.0008, 0.002, 0.0025, 0.003, 0.001, 0.0012, 0.0005),
    "lower_joints": (0.01, -0.02, -0.15, 0.02, 0.0, -0.2, 0.0, 0.0, -0.1),
}  # fmt: skip
SPINNING = {"omega": (1.0, 0.3, 2.0, 0.5, -2.0, 0.4, -1.0, 0.2, 4.0)}
CHAINS = {
    "fixed": (ODD, SPINNING),
    "springs": ({**ODD, "stiffness": (0.3, 0.2, 0.5)}, SPINNING),
    "free": ({**ODD, "support": "free", "stiffness": (0.0, 0.2, 0.5)}, {**SPINNING, "velocity": (1.0, 0.0, 2.0)}),
}
METHODS = {
    "splitting": (2, 400), "splitting-yoshida4": (4, 800), "splitting-suzuki4": (4, 400),
    "splitting-kahan-li6": (6, 200), "splitting-kahan-li8": (8, 100),
}  # fmt: skip
"""Orders, and numbers of steps in a second."""


def matrix_of(y, i):
    out = buffer(bytes(72))
    rotation(*y[4 * i : 4 * i + 4], out)
    return np.array(out).reshape(3, 3)


class Matrices:
    """A chain by the places of its centres of mass and the entries of its rotation matrices, 12 for each body."""

    def __init__(self, system):
        self.system, self.chain = system, system.chain
        moments = [[0.5 * sum(link.inertia) - each for each in link.inertia] for link in self.chain]
        each = [[link.mass] * 3 + J * 3 for link, J in zip(self.chain, moments, strict=True)]
        self.mass = np.diag(np.concatenate(each))
        self.springs = list(system.stiffness) * (1 if len(system.stiffness) > 1 else len(self.chain))

    def state(self, y):
        """Return coordinates and velocities of a state of the system, (12 N,) each."""
        n, placed = len(self.chain), self.system.placed(buffer(y))
        q, v = [], []
        for i in range(n):
            R = matrix_of(y, i)
            q += [*placed[i, 9:12], *R.ravel()]
            v += [*placed[i, 12:15], *(np.cross(y[4 * n + 3 * i : 4 * n + 3 * i + 3], R.T).T).ravel()]
        return np.array(q), np.array(v)

    def constraints(self, q):
        found, end = [], np.zeros(3)
        for i, (link, each) in enumerate(zip(self.chain, q.reshape(-1, 12), strict=True)):
            R = each[3:].reshape(3, 3)
            found += [*(R.T @ R - np.eye(3))[np.triu_indices(3)]]
            if i > 0 or self.system.support == "fixed":
                found += [*(each[:3] + R @ link.upper - end)]
            end = each[:3] + R @ link.lower
        return np.array(found)

    def force(self, q):
        """Return minus the derivatives of weight and springs, ½ kappa |e_i - e_(i-1)|²."""
        out, before, last = np.zeros(len(q)), np.array([0.0, 0.0, -1.0]), None
        for i, (link, kappa) in enumerate(zip(self.chain, self.springs, strict=True)):
            out[12 * i + 2] = -link.mass * self.system.gravity
            along = np.subtract(link.lower, link.upper) / link.length
            e = q[12 * i + 3 : 12 * i + 12].reshape(3, 3) @ along
            stretch = kappa * (e - before)
            out[12 * i + 3 : 12 * i + 12] -= np.outer(stretch, along).ravel()
            if last is not None:
                out[12 * i - 9 : 12 * i] += np.outer(stretch, last).ravel()
            before, last = e, along
        return out


@pytest.mark.parametrize("what", CHAINS)
def test_a_step_is_that_of_rotation_matrices_tied_together_by_forces(what):
    """The second formulation: 12 numbers for each body, 6 constraints for its matrix and 3 for its joint."""
    system = physics.system("spatial-chain", *CHAINS[what])
    textbook = Matrices(system)
    q, v = textbook.state(system.start())
    for h in (0.01, -0.01):
        place, velocity = rattle_step(textbook.mass, textbook.force, textbook.constraints, jacobian, q, v, h)
        found = after(system, h, step=split_step)
        there, rates = textbook.state(found)
        assert there == pytest.approx(place, rel=1e-11, abs=1e-11)
        assert rates == pytest.approx(velocity, rel=1e-9, abs=1e-9)
        assert np.abs(textbook.constraints(there)).max() < 4e-16 * 10
        assert found[-1] == h
        assert not found[-3:-1].any()


@pytest.fixture(scope="module")
def exact():
    """The springs after half a second, in machine code, which makes the numbers of CPython."""
    run = physics.Simulation(physics.system("spatial-chain", *CHAINS["springs"]), "dop853", 0.01, TIGHT)
    run.compile()
    run.advance(50)
    return run


@pytest.mark.parametrize("name", every(2, METHODS, 1))
def test_error_of_the_state_falls_with_the_order(name, exact):
    system = exact.system
    order, count = METHODS[name]
    errors = []
    for steps in (count, 2 * count):
        run = physics.Simulation(system, name, 1.0 / steps)
        run.compile()
        run.advance(steps // 2)
        errors.append(np.abs(run.state - exact.state).max())
    assert errors[0] < 0.05
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.2), errors


@pytest.mark.parametrize("what", CHAINS)
def test_a_step_back_leads_to_the_start(what):
    system = physics.system("spatial-chain", *CHAINS[what])
    there = after(system, 0.01, step=split_step)
    assert after(system, -0.01, there, split_step) == pytest.approx(list(system.start()), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("what", ["fixed", "free"])
def test_machine_code_and_cpython_make_the_same_steps(what):
    runs = [physics.Simulation(physics.system("spatial-chain", *CHAINS[what]), "splitting", 5e-3) for _ in range(2)]
    runs[0].compile()
    for run in runs:
        run.advance(4)
    assert list(runs[0].y) == list(runs[1].y)


def test_momentum_and_angular_momentum_of_a_free_chain_are_kept_to_rounding():
    parameters, start = CHAINS["free"]
    run = physics.Simulation(physics.system("spatial-chain", {**parameters, "gravity": 0.0}, start), "splitting", 2e-3)
    run.compile()
    run.advance(5000)
    assert run.divergence is None
    invariants = run.invariants()
    kept = [name for name in invariants if name != "energy"]
    assert len(kept) == 6
    for name in kept:
        assert abs(invariants[name].drift) < 1e-11, name
    assert abs(invariants["energy"].drift) < 1e-3


def test_angular_momentum_about_the_vertical_is_kept_to_rounding():
    system = physics.system("spatial-chain", *CHAINS["fixed"])
    for name in ("splitting", "splitting-kahan-li6"):
        run = physics.Simulation(system, name, 1e-3)
        run.compile()
        run.advance(5000)
        found = run.invariants()
        assert abs(found["L_z"].drift) < 1e-12


def test_energy_of_a_hundred_thousand_steps_swings_without_drift():
    run = physics.Simulation("spatial-chain", "splitting", 0.001)
    run.compile()
    start, errors = run.system.energy(run.y), []
    for _ in range(1000):
        run.advance(100)
        errors.append(run.system.energy(run.y) - start)
    assert run.divergence is None
    quarters = np.array(errors).reshape(4, 250)
    assert np.abs(quarters).max() < 0.003
    assert np.ptp(quarters.mean(axis=1)) < 0.05 * np.abs(quarters).max()


def test_a_body_that_turns_too_far_in_a_step_ends_the_run_with_a_message():
    run = physics.Simulation(
        physics.system("spatial-chain", {}, {"omega": (0.0,) * 6 + (1000.0, 300.0, 0.0)}), "splitting", 0.01
    )
    run.advance(3)
    assert run.tick == 0
    assert "splitting" in run.message
    assert np.isfinite(run.state).all()


LACKING = {
    "joint_damping": ({"joint_damping": (0.1,)}, "a motion without losses; joint_damping of spatial-chain is not 0"),
    "com_drag": ({"com_drag": (0.0, 0.0, 0.1)}, "a motion without losses; com_drag of spatial-chain is not 0"),
    "both ends": ({"support": "both ends"}, "a free end; both ends of spatial-chain are held"),
    "moves": (
        {"amplitude": (0.1, 0.0, 0.0), "frequency": (3.0, 0.0, 0.0)},
        "a fixed support; that of spatial-chain moves",
    ),
}


@pytest.mark.parametrize("what", LACKING)
def test_splitting_says_what_a_chain_lacks(what):
    parameters, lacking = LACKING[what]
    system = physics.system("spatial-chain", parameters)
    assert physics.integrator("splitting-suzuki4").reason_against(system) == f"splitting-suzuki4 needs {lacking}"
    with pytest.raises(BadInput, match=f"^integrator = splitting: splitting needs {lacking}$"):
        physics.Simulation(system, "splitting")
    assert not is_conserved(buffer(system.p))
    assert np.isnan(after(system, 1e-3, step=split_step)).all()


def test_friction_of_the_first_joint_of_a_free_chain_does_not_matter():
    system = physics.system("spatial-chain", {"support": "free", "joint_damping": (0.1, 0.0, 0.0)})
    assert system.why_not_split() == ""
    assert is_conserved(buffer(system.p))


def test_matrices_are_inverted_and_conjugated():
    random = np.random.default_rng(5)
    for _ in range(20):
        M, R = random.normal(size=(3, 3)), np.linalg.qr(random.normal(size=(3, 3)))[0]
        out = memoryview(array("d", bytes(72)))
        inverted_any(buffer(M.ravel()), out)
        assert np.array(out).reshape(3, 3) @ M == pytest.approx(np.eye(3), abs=1e-11)
        conjugated_back(buffer([7.0, *R.ravel()]), 1, buffer([8.0, 9.0, *M.ravel()]), 2, out)
        assert np.array(out).reshape(3, 3) == pytest.approx(R.T @ M @ R, abs=1e-14)
