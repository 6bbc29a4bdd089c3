"""RATTLE of planar chains against RATTLE in the plane with dense matrices, and by what it keeps."""

from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.batch.copies import LaneBatch
from physics.chains.rattle.planar_rattle import is_conserved, split_step
from physics.compiled.native import Unavailable
from tests.physics.chains.rattle.cartesian import curved_jacobian, rattle_step
from tests.sampling import every

TIGHT = {"rtol": 1e-14, "atol": 1e-16}
METHODS = {
    "splitting": (2, 200), "splitting-yoshida4": (4, 200), "splitting-suzuki4": (4, 100),
    "splitting-kahan-li6": (6, 100),
    "splitting-kahan-li8": (8, 100),
}  # fmt: skip
"""Orders, and numbers of steps in a second."""
RODS = {
    "links": "given", "lengths": (1.0, 0.5, 0.7), "masses": (1.0, 0.3, 0.6), "centres": (0.6, 0.2, 0.3),
    "bobs": (0.1, 0.4, 0.0), "radii": (0.01,),
}  # fmt: skip
START = {"theta": (1.0, -0.4, 2.0), "theta_dot": (0.5, 1.0, -1.5)}


def buffer(numbers):
    return memoryview(array("d", numbers))


def after(system, h, y=None, step=split_step):
    """Return the state after one step, (n,)."""
    out = buffer(bytes(8 * len(system.variables)))
    step(h, buffer(system.start() if y is None else y), buffer(system.p), out)
    return np.array(out)


def bodies(system, y):
    """Return x, z and angle of the centres of mass of all links, and their rates, (3 N,) each."""
    at, velocity, q, v = np.zeros(2), np.zeros(2), [], []
    n = len(system.chain)
    for link, angle, rate in zip(system.chain, y[:n], y[n : 2 * n], strict=True):
        along, across = np.array([np.sin(angle), -np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
        mass, first, _ = link.whole
        q += [*(at + first / mass * along), angle]
        v += [*(velocity + first / mass * rate * across), rate]
        at, velocity = at + link.length * along, velocity + link.length * rate * across
    return np.array(q), np.array(v)


def gaps(system, q):
    """Return by how much the joints are open, (2 N,)."""
    end, found = np.zeros(2), []
    for link, (x, z, angle) in zip(system.chain, q.reshape(-1, 3), strict=True):
        along = np.array([np.sin(angle), -np.cos(angle)])
        centre = link.whole[1] / link.whole[0]
        found += [*(np.array([x, z]) - centre * along - end)]
        end = np.array([x, z]) + (link.length - centre) * along
    return np.array(found)


def test_a_step_is_that_of_free_links_whose_joints_are_closed_by_forces():
    """The second formulation: x, z and angle of each link, and 2 N constraints, with matrices of 9 by 9."""
    system = physics.system("planar-chain", RODS, START)
    masses = []
    for link in system.chain:
        M, S, I = link.whole  # noqa: E741  # a moment of inertia
        masses += [M, M, I - S * S / M]
    weight = -9.81 * np.array(masses) * np.tile([0.0, 1.0, 0.0], 3)
    q, v = bodies(system, system.start())
    for h in (0.02, -0.02):
        place, rates = rattle_step(
            np.diag(masses), lambda q: weight, lambda q: gaps(system, q), curved_jacobian, q, v, h
        )
        found = after(system, h)
        assert found[:3] == pytest.approx(place[2::3], rel=1e-12, abs=1e-12)
        assert found[3:6] == pytest.approx(rates[2::3], rel=1e-10, abs=1e-10)
        assert found[6:] == pytest.approx([0.0, 0.0, h, 1.0], abs=1e-15)
        assert gaps(system, bodies(system, found)[0]) == pytest.approx(np.zeros(6), abs=1e-15)


@pytest.fixture(scope="module")
def exact():
    """The rods after a second, in machine code, which makes the numbers of CPython."""
    run = physics.Simulation(physics.system("planar-chain", RODS, START), "dop853", 0.01, TIGHT)
    run.compile()
    run.advance(100)
    return run


@pytest.mark.parametrize("name", every(2, METHODS))
def test_error_of_the_state_falls_with_the_order(name, exact):
    system = exact.system
    order, count = METHODS[name]
    errors = []
    for steps in (count, 2 * count):
        run = physics.Simulation(system, name, 1.0 / steps)
        run.compile()
        run.advance(steps)
        errors.append(np.abs(run.state - exact.state).max())
    assert errors[0] < 0.05
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.2), errors


def test_a_step_back_leads_to_the_start():
    for parameters, start in ((RODS, START), ({}, {})):
        system = physics.system("planar-chain", parameters, start)
        there = after(system, 0.02)
        assert after(system, -0.02, there) == pytest.approx(np.array(system.start()), rel=1e-14, abs=1e-14)
        n = len(system.chain)
        there[n : 2 * n] *= -1.0
        back = after(system, 0.02, there)
        assert back[:n] == pytest.approx(list(system.start()[:n]), rel=1e-14, abs=1e-14)
        assert -back[n : 2 * n] == pytest.approx(list(system.start()[n : 2 * n]), rel=1e-13, abs=1e-14)


def momenta(system, y):
    """Return the angles and their momenta, whose masses are H_ij cos(theta_i - theta_j)."""
    n = len(system.chain)
    links = system.chain
    below = [sum(later.whole[0] for later in links[i + 1 :]) for i in range(n)]
    H = np.zeros((n, n))
    for i, link in enumerate(links):
        H[i, i] = link.whole[2] + link.length**2 * below[i]
        for j in range(i):
            H[i, j] = H[j, i] = links[j].length * (link.whole[1] + link.length * below[i])
    return np.concatenate([y[:n], (H * np.cos(np.subtract.outer(y[:n], y[:n]))) @ y[n : 2 * n]])


def test_a_step_is_symplectic_in_angles_and_momenta():
    """J' Omega J = Omega, J by central differences; RK4 at the same step is not."""
    system = physics.system("planar-chain", RODS, START)
    omega = np.block([[np.zeros((3, 3)), np.eye(3)], [-np.eye(3), np.zeros((3, 3))]])

    def defect(step):
        y, e = np.array(system.start()), 1e-4
        before, later = np.zeros((6, 6)), np.zeros((6, 6))
        for i in range(6):
            for sign, weight in ((1, 8.0), (-1, -8.0), (2, -1.0), (-2, 1.0)):
                moved = y.copy()
                moved[i] += sign * e
                before[:, i] += weight * momenta(system, moved) / (12.0 * e)
                later[:, i] += weight * momenta(system, step(moved)) / (12.0 * e)
        J = later @ np.linalg.inv(before)
        return np.abs(J.T @ omega @ J - omega).max()

    def rk4(y):
        run = physics.Simulation(system, "rk4", 0.02)
        run.place(y)
        run.advance(1)
        return run.state

    assert defect(lambda y: after(system, 0.02, y)) < 1e-10
    assert defect(rk4) > 1e-7


def test_energy_of_a_hundred_thousand_steps_swings_without_drift():
    run = physics.Simulation("planar-chain", "splitting", 0.001)
    run.compile()
    start, errors = run.system.energy(run.y), []
    for _ in range(1000):
        run.advance(100)
        errors.append(run.system.energy(run.y) - start)
    assert run.divergence is None
    quarters = np.array(errors).reshape(4, 250)
    assert np.abs(quarters).max() < 0.01
    assert np.ptp(quarters.mean(axis=1)) < 0.05 * np.abs(quarters).max()
    run = physics.Simulation("planar-chain", "splitting-kahan-li8", 0.002)
    run.compile()
    run.advance(10_000)
    assert abs(run.system.energy(run.y) - start) < 1e-10


def test_chains_of_one_and_of_many_links_step():
    one = physics.system("planar-chain", {"count": 1, "length": 1.0}, {"theta": (0.1,)})
    run = physics.Simulation(one, "splitting-kahan-li6", 0.02)
    run.advance(50)
    exact = physics.Simulation(one, "dop853", 0.02, TIGHT)
    exact.advance(50)
    assert run.state == pytest.approx(exact.state, abs=1e-10)
    many = physics.Simulation(physics.system("planar-chain", {"count": 60}), "splitting", 1e-3)
    many.compile()
    start = many.system.energy(many.y)
    many.advance(300)
    assert many.divergence is None
    assert many.system.energy(many.y) == pytest.approx(start, abs=0.01)


def test_a_step_too_long_for_the_rates_ends_the_run_with_a_message():
    run = physics.Simulation(physics.system("planar-chain", {}, {"theta_dot": (0.0, 2000.0, 0.0)}), "splitting", 1e-2)
    run.advance(3)
    assert run.tick == 0
    assert "splitting" in run.message
    assert np.isfinite(run.state).all()


LOSSY = {
    "drag": ({"drag": (0.1,)}, "a motion without losses; drag of planar-chain is not 0"),
    "friction": ({"friction": (0.0, 0.0, 0.1)}, "a motion without losses; friction of planar-chain is not 0"),
    "air": (
        {"drag_coefficient": 1.0, "radii": (0.01,)},
        "a motion without losses; drag_coefficient of planar-chain is not 0",
    ),
    "harmonic": (
        {"support": "harmonic", "amplitude_x": 0.1, "frequency_x": 3.0},
        "a fixed support; that of planar-chain moves",
    ),
    "stroke": ({"support": "stroke"}, "a fixed support; that of planar-chain moves"),
}


@pytest.mark.parametrize("what", LOSSY)
def test_splitting_says_what_a_chain_lacks(what):
    parameters, lacking = LOSSY[what]
    system = physics.system("planar-chain", parameters)
    for name in METHODS:
        assert physics.integrator(name).reason_against(system) == f"{name} needs {lacking}"
        assert physics.integrator(name).reason_against(physics.system_class("planar-chain")) == ""
    with pytest.raises(BadInput, match=f"integrator = splitting: splitting needs {lacking}"):
        physics.Simulation(system, "splitting")
    assert not is_conserved(buffer(system.start()), buffer(system.p))
    assert np.isnan(after(system, 1e-3)).all()


def test_the_air_does_not_matter_where_rods_are_thin_or_the_air_is_missing():
    for parameters in ({"drag_coefficient": 1.0, "radii": (0.0,)}, {"drag_coefficient": 1.0, "air_density": 0.0}):
        assert physics.system("planar-chain", parameters).why_not_split() == ""


def test_a_loss_is_not_added_while_splitting_runs():
    run = physics.Simulation("planar-chain", "splitting", 1e-3)
    run.advance(10)
    before = run.state
    with pytest.raises(BadInput, match=r"^splitting needs a motion without losses; drag of planar-chain is not 0$"):
        run.set_parameters({"drag": (0.1,)})
    assert run.system.parameters["drag"] == (0.0,)
    run.set_parameters({"gravity": 3.0})
    run.advance(10)
    assert run.tick == 20
    assert (run.state != before).any()
    run.use("rk4")
    run.set_parameters({"drag": (0.1,)})
    with pytest.raises(BadInput, match="needs a motion without losses"):
        run.use("splitting")


def test_copies_with_losses_are_lost_instead_of_wrong():
    """A map may give some of its copies drag; the others have the bits of a run alone."""
    system = physics.system("planar-chain")
    dragged = system.replace({"drag": (0.1,)})
    states = np.array([system.start(), system.start()])
    constants = np.array([system.p, dragged.p])
    try:
        copies = LaneBatch(system, physics.integrator("splitting"), 1e-3, states, constants=constants)
    except Unavailable:
        pytest.skip("no machine code here")
    copies.advance(20)
    alone = physics.Simulation(system, "splitting", 1e-3)
    alone.advance(20)
    found = copies.states
    assert found[0].tobytes() == alone.state.tobytes()
    assert np.isnan(found[1]).all()


def test_a_whip_has_no_splitting():
    """Its crack is integrated beside the motion."""
    reason = physics.integrator("splitting").reason_against(physics.system_class("whip"))
    assert reason.endswith("which whip does not have")
