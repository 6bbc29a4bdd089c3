"""Euler's disk: reference cases, power laws, balance of momentum, other systems that roll and slide."""

import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.disk.equations import dynamics, in_disk
from physics.disk.euler_disk import EulerDisk
from physics.disk.losses import torque
from physics.maths.quaternion import rotation_matrix
from physics.simulation.report_track import ReportTrack
from tests.reference import case

MOFFATT = 0.0375
TOY = {"half_thickness": 6.35e-3, "contact": "slips"}


def coefficient(law, value):
    """Return the parameters of a law with the coefficient of the reference cases."""
    name = {"dry": "contour_friction", "viscous": "contour_drag", "boundary-layer": "layer_drag", "air": "viscosity"}
    return {"law": law, name[law]: value / (0.25 * math.pi * MOFFATT**3) if law == "air" else value}


def values(system, y):
    return {each.name: each.value(system, y) for each in system.quantities}


def rates(system, y):
    dy = memoryview(np.empty(len(y)))
    system.rate(0.0, memoryview(np.array(y, float)), system.p, dy)
    return np.array(dy)


@pytest.mark.parametrize("name", ["dry_thin", "air_thin"])
def test_a_fall_agrees_with_the_reference_case(name):
    reference = case(f"disk/{name}")
    given = reference["parameters"]
    disk = EulerDisk(coefficient(given["law"], given["coefficient"]))
    for ours, theirs in (("radius", "R"), ("half_thickness", "half_thickness"), ("mass", "m"), ("gravity", "g")):
        assert disk.parameters[ours] == given[theirs]
    simulation = physics.Simulation(disk, "rk4", 1e-4)
    assert simulation["omega_2"] == pytest.approx(reference["initial"]["omega_body"][1], rel=1e-12)
    simulation.compile()
    for expected in reference["expected"]:
        simulation.advance(round(expected["t"] * 1e4) - simulation.tick)
        found = values(simulation.system, simulation.y)
        tolerance = reference["tolerance"]["relative"]
        assert found["alpha"] == pytest.approx(expected["alpha"], rel=tolerance)
        assert found["precession"] == pytest.approx(expected["psi_rate"], rel=tolerance)
        energy = simulation.invariants()["energy"].value - simulation["loss"]
        assert energy == pytest.approx(expected["energy"], rel=tolerance)
        for each in ("omega_3", "loss", "chi", "x", "y"):
            assert simulation[each] == pytest.approx(expected[each], rel=1e-8, abs=2e-9), each
        assert found["normal"] == pytest.approx(expected["normal_over_mg"], abs=1e-8)
        assert found["mu_needed"] == pytest.approx(expected["mu_needed"], abs=1e-8)
    assert abs(simulation.invariants()["energy"].drift) < 1e-9


def test_steady_motion_has_the_rate_of_the_page_and_stays():
    for expected in case("disk/steady_G_at_rest")["expected"]:
        thickness = {"half_thickness": expected["half_thickness"], "law": "none"}
        for contact in ("rolls", "slips"):
            disk = EulerDisk(thickness | {"contact": contact}, {"theta": expected["alpha"]})
            psi_dot = disk.to_aliases(disk.initial)["psi_dot"]
            assert psi_dot == pytest.approx(expected["Omega"], rel=1e-12)
            found = rates(disk, disk.start())
            assert np.abs(found[7:11]).max() < 1e-9, "G stays at rest"
            y = disk.start()
            w = np.array(y[4:7])
            steady = np.cross(psi_dot * rotation_matrix(y)[2], w)
            assert found[4:7] == pytest.approx(steady, rel=1e-9, abs=1e-9), "omega turns with the plane"


@pytest.mark.parametrize(
    "law", ["viscous", *(pytest.param(each, marks=pytest.mark.long) for each in ("boundary-layer", "dry", "air"))]
)
def test_the_end_comes_by_the_power_law_of_its_loss(law):
    expected = case("disk/exponents")["expected"][law]
    simulation = physics.Simulation(EulerDisk(coefficient(law, expected["coefficient"]), {"theta": 0.06}), "rk4", 1e-4)
    simulation.compile()
    track = ReportTrack(simulation)
    track.advance(round(1.01 * expected["t_f"] / 1e-4))
    report = track.report()
    assert report["exponent"].value == pytest.approx(expected["theory"], rel=5e-4)
    assert report["exponent"].value == pytest.approx(expected["n"], rel=5e-4)
    assert report["law_exponent"].value == expected["theory"]
    assert report["fitted_end"].value == pytest.approx(expected["t_f"], rel=1e-4)
    assert report["law_end"].value == pytest.approx(expected["t_f_theory"], rel=1e-6)
    assert report["down_time"].value < report["fitted_end"].value + 0.01
    assert 80.0 < report["last_pitch"].value < 116.0


def test_an_offset_of_the_normal_force_has_the_exponent_two():
    simulation = physics.Simulation(EulerDisk({"law": "offset", "lead": 2e-4}, {"theta": 0.06}), "rk4", 1e-4)
    simulation.compile()
    track = ReportTrack(simulation)
    track.advance(60000)
    assert track.report()["exponent"].value == pytest.approx(2.0, rel=5e-3)


def test_a_thin_disk_moves_as_rolling_body_does():
    start = {"theta": 0.4, "psi": 0.3, "phi": 1.1, "psi_dot": 50.0, "theta_dot": 1.5, "phi_dot": -45.0}
    ours = EulerDisk({"law": "none", "release": "given"}, start)
    theirs = physics.system("rolling-body", {"shape": "disk", "radius": MOFFATT, "mass": 0.4}, start)
    y = np.array(ours.start())
    assert rates(ours, y)[:9] == pytest.approx(rates(theirs, y[:9]), rel=1e-11, abs=1e-11)
    found, known = values(ours, memoryview(y)), values(theirs, memoryview(y[:9].copy()))
    assert found["normal"] == pytest.approx(known["normal"], rel=1e-12)
    assert found["mu_needed"] == pytest.approx(known["mu_needed"], rel=1e-12)
    assert ours.energy(memoryview(y)) == pytest.approx(theirs.energy(memoryview(y[:9].copy())), rel=1e-13)


def test_a_thin_disk_that_slips_moves_as_sliding_body_does():
    start = {"theta": 0.4, "psi": 0.3, "phi": 1.1, "psi_dot": 50.0, "theta_dot": 1.5, "phi_dot": -45.0}
    start |= {"v_x": 0.1, "v_y": -0.2}
    friction = {"mu": 0.4, "epsilon": 3e-3}
    ours = EulerDisk({"law": "none", "release": "given", "contact": "slips"} | friction, start)
    shape = {"shape": "disk", "radius": MOFFATT, "mass": 0.4, "law": "coulomb", "constraint": "two-sided"}
    theirs = physics.system("sliding-body", shape | friction, start)
    y, z = np.array(ours.start()), np.array(theirs.start())
    found, known = rates(ours, y), rates(theirs, z)
    assert found[:9] == pytest.approx(known[:9], rel=1e-11, abs=1e-11)
    assert found[9:11] == pytest.approx(known[10:12], rel=1e-11, abs=1e-11)
    assert found[12] == pytest.approx(known[13], rel=1e-11), "power of slipping"
    assert ours.energy(memoryview(y)) == pytest.approx(theirs.energy(memoryview(z)), rel=1e-13)


GIVEN = {"theta": 0.35, "psi": 0.3, "phi": 1.1, "psi_dot": 45.0, "theta_dot": -1.2, "phi_dot": -42.0}


@pytest.mark.parametrize("contact", ["rolls", "slips"])
@pytest.mark.parametrize("law", ["none", "dry", "viscous", "boundary-layer", "air"])
def test_force_and_torque_balance_the_momentum(contact, law):
    """Newton and Euler in the lab, by differences of the pose: m v' = F - m g k, L' = X×F + torque of loss."""
    strong = {"dry": {"contour_friction": 0.05}, "viscous": {"contour_drag": 1e-4}, "air": {"viscosity": 5.0}}
    strong["boundary-layer"] = {"layer_drag": 1e-5}
    disk = EulerDisk(
        {"half_thickness": 8e-3, "contact": contact, "law": law, "release": "given"} | strong.get(law, {}), GIVEN
    )
    y, h = np.array(disk.start()), 1e-6

    def at(t):
        return memoryview(y + t * rates(disk, y) if t else y.copy())

    def position(t):
        return disk.bodies(at(t))[0].position

    def momentum(t):
        turn = rotation_matrix(at(t))
        I = np.diag([disk.p[4], disk.p[4], disk.p[5]])  # noqa: E741  # the symbol of inertia
        return turn @ I @ np.array(at(t)[4:7])

    arrows = {each.name: each for each in disk.arrows(memoryview(y))}
    force = arrows["normal"].vector + arrows["friction"].vector
    lever = arrows["normal"].origin - position(0.0)
    state = memoryview(y)
    s, c, e_1, e_2, w_u, w_e, w_a = in_disk(state)
    N = dynamics(state, disk.p, in_disk(state))[5]
    t_u, t_e, t_a = torque(s, c, w_u, w_e, w_a, N, disk.p)
    turn = rotation_matrix(state)
    lost = turn @ (t_u * np.array([e_2, -e_1, 0.0]) + t_e * np.array([e_1, e_2, 0.0]) + np.array([0.0, 0.0, t_a]))
    change = (momentum(h) - momentum(-h)) / (2.0 * h)
    assert change == pytest.approx(np.cross(lever, force) + lost, rel=1e-6, abs=1e-7)
    level = rates(disk, y)[9:11] * disk.mass
    assert level == pytest.approx(force[:2], rel=1e-9)
    # The height of G by a second difference along the true motion.
    run = physics.Simulation(disk, "rk4", 1e-5)
    heights = [disk.bodies(run.y)[0].position[2]]
    for _ in range(8):
        run.advance(1)
        heights.append(disk.bodies(run.y)[0].position[2])
    curve = np.polynomial.Polynomial.fit(np.arange(9) * 1e-5, heights, 6)
    assert disk.mass * (curve.deriv(2)(0.0) + disk.gravity) == pytest.approx(force[2], rel=2e-3)


@pytest.mark.parametrize(("contact", "dt"), [("rolls", 1e-3), ("slips", 2e-4)])
def test_order_of_the_error_is_that_of_the_method(contact, dt):
    disk = EulerDisk({"contact": contact, "half_thickness": 5e-3, "release": "given"}, GIVEN)
    exact = physics.Simulation(disk, "dop853", 1e-2, {"rtol": 1e-13, "atol": 1e-14})
    exact.advance(10)
    errors = []
    for step in (dt, dt / 2):
        run = physics.Simulation(disk, "rk4", step)
        run.compile()
        run.advance(round(0.1 / step))
        errors.append(np.linalg.norm(run.state[:7] - exact.state[:7]))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.35)


def test_a_disk_that_is_down_rests_with_all_energy_told():
    simulation = physics.Simulation(EulerDisk({}, {"theta": 0.02}), "rk4", 1e-4)
    simulation.compile()
    simulation.advance(8000)
    (event,) = simulation.events
    assert event.name == "flat"
    disk = simulation.system
    assert simulation["down"] == 1.0
    assert values(disk, simulation.y)["alpha"] == pytest.approx(disk.flat_at, abs=1e-9)
    before = simulation.state
    simulation.advance(100)
    assert simulation.state.tolist() == before.tolist()
    assert not before[4:7].any()
    assert abs(simulation.invariants()["energy"].drift) < 1e-7
    assert simulation.energy_budget() and values(disk, simulation.y)["power"] == 0.0
    assert disk.trouble(simulation.y) == ""
    push = next(arrow for arrow in disk.arrows(simulation.y) if arrow.name == "normal")
    assert push.vector == pytest.approx([0.0, 0.0, disk.mass * disk.gravity])
    assert push.origin == pytest.approx([*disk.bodies(simulation.y)[0].position[:2], 0.0], abs=1e-4), "no torque"


def test_a_thick_disk_that_rolls_drifts_from_the_formula_and_needs_much_friction():
    """6 mm, dry with 2.485e-4, from 0.1 rad: 0.67 of the formula at 0.0015 rad, friction above 3."""
    disk = EulerDisk({"half_thickness": 6e-3, "contour_friction": 2.485e-4, "flat_at": 1.5e-3})
    simulation = physics.Simulation(disk, "rk4", 2e-5)
    simulation.compile()
    needed = []
    while not simulation.events and simulation.time < 6.0:
        simulation.advance(100)
        needed.append(values(disk, simulation.y)["mu_needed"])
    last = values(disk, memoryview(np.array(simulation.events[0].before)))
    assert last["precession_ratio"] == pytest.approx(0.67, abs=0.01)
    assert max(*needed, last["mu_needed"]) > 3.0


def test_the_toy_slips_a_little_and_keeps_to_the_formula():
    disk = EulerDisk(TOY | {"contour_friction": 2.5e-4})
    simulation = physics.Simulation(disk, "rk4", 5e-5)
    simulation.compile()
    while not simulation.events and simulation.time < 6.0:
        simulation.advance(200)
        found = values(disk, simulation.y)
        if not simulation.events:
            assert found["precession_ratio"] == pytest.approx(1.0, abs=0.02)
            assert 0.9 < found["normal"] < 1.1
    assert simulation.time == pytest.approx(4.08, abs=0.02)
    assert abs(simulation.invariants()["energy"].drift) < 1e-7


def test_radius_and_thickness_keep_the_start_steady_and_given_rates_stay():
    steady = EulerDisk().replace({"radius": 0.05, "half_thickness": 4e-3})
    assert steady.start() == EulerDisk({"radius": 0.05, "half_thickness": 4e-3}).start()
    assert EulerDisk(initial={"theta": 0.2}).to_aliases(EulerDisk(initial={"theta": 0.2}).initial)[
        "psi_dot"
    ] == pytest.approx(math.sqrt(4.0 * 9.81 / (MOFFATT * math.sin(0.2))), rel=1e-12)
    given = EulerDisk({"release": "given"}, {"theta": 0.3, "psi_dot": 50.0}).replace({"radius": 0.05})
    assert given.to_aliases(given.initial)["psi_dot"] == pytest.approx(50.0, rel=1e-12)
    assert given.to_aliases(given.initial)["theta_dot"] == pytest.approx(0.0, abs=1e-12)


def test_a_state_of_a_run_is_a_start_with_the_same_bits():
    for parameters in ({}, TOY):
        simulation = physics.Simulation(EulerDisk(parameters), "rk4", 5e-5)
        simulation.advance(200)
        names = [each.name for each in simulation.system.variables]
        again = EulerDisk(parameters, dict(zip(names, simulation.y, strict=True)))
        assert list(again.start()) == list(simulation.y)
        assert list(again.replace({"contour_friction": 1e-3}).start()) == list(simulation.y)


@pytest.mark.parametrize(
    ("parameters", "initial", "words"),
    [
        ({}, {"theta": 1.6}, "theta = 1.6 rad: must be above flat_at"),
        ({}, {"theta": 1e-3}, "theta = 0.001 rad: must be above flat_at, 0.002 rad"),
        ({}, {"psi_dot": 50.0}, "psi_dot = 50 rad/s: must not be given for a steady start"),
        ({"half_thickness": 0.02}, {"theta": 1.2}, "theta = 1.2 rad: so thick a disk"),
        ({}, {"down": 0.5}, "down = 0.5: must be 0"),
        ({"law": "air", "contour_friction": 1e-3}, {}, "contour_friction = 0.001: applies when law is dry"),
    ],
)
def test_impossible_disks_are_refused(parameters, initial, words):
    with pytest.raises(BadInput, match=words):
        EulerDisk(parameters, initial)


def test_a_disk_that_would_leave_the_table_or_stands_up_says_so():
    wobbling = {"theta": 0.1, "psi_dot": 100.0, "theta_dot": 30.0}
    simulation = physics.Simulation(EulerDisk({"release": "given"}, wobbling), "rk4", 1e-4)
    simulation.advance(5000)
    assert "would have to pull" in simulation.message or "on its edge" in simulation.message
    rising = {"theta": 1.5, "psi_dot": 0.0, "theta_dot": 5.0, "phi_dot": 0.0}
    simulation = physics.Simulation(EulerDisk({"release": "given"}, rising), "rk4", 1e-4)
    simulation.advance(5000)
    assert "stands on its edge" in simulation.message
