import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import rotation_matrix, to_lab
from physics.table.rolling import contact_at, force_in_lab, momentum, normal_force, rolling_acceleration
from physics.table.rolling_body import RollingBody
from tests.reference import case, quaternion_to_matrix
from tests.rotations import body_to_lab

CASES = (
    "tippe_top_rolling", "truncated_sphere_rolling", "spheroid_rolling", "disk_rolling",
    "rattleback_KL_reversing", "rattleback_KL_preferred",
)  # fmt: skip
EXACT = {"rtol": 1e-13, "atol": 1e-15}
SHAPES = {
    "offset sphere": {},
    "truncated sphere": {},
    "ellipsoid": {"axis_1": 0.025},
    "egg": {},
    "disk": {"edge": 0.001},
    "cone": {"length": 0.02, "radius": 0.03, "edge": 0.002},
    "profile": {},
}
SHAPED = [{"shape": shape, **more} for shape, more in SHAPES.items()]
MOVING = {"theta": 1.1, "phi": 0.4, "psi_dot": 2.0, "theta_dot": -1.5, "phi_dot": 9.0}
CALMER = {"theta": 0.9, "psi_dot": 0.5, "phi_dot": 4.0}


def starting(given):
    """Return a start from which a shape keeps contact."""
    return CALMER if given["shape"] == "cone" else MOVING


def surface(geometry):
    """Return the parameters of the shape of a case."""
    match geometry["type"]:
        case "eccentric_sphere":
            return {"shape": "offset sphere", "radius": geometry["R"], "alpha": geometry["alpha"]}
        case "disk":
            return {"shape": "disk", "radius": geometry["R"], "edge": geometry["rho"]}
    axes = {f"axis_{i + 1}": axis for i, axis in enumerate(geometry["axes"])}
    return {"shape": "ellipsoid", **axes, **{f"centre_{i + 1}": c for i, c in enumerate(geometry["centre"])}}


def body_of(reference):
    """Return the system and start of a case."""
    p, initial = reference["params"], reference["initial"]
    moments = {f"I{i + 1}": p["I"][i][i] for i in range(3)}
    products = {f"I{i + 1}{j + 1}": p["I"][i][j] for i, j in ((0, 1), (0, 2), (1, 2))}
    given = {"inertia": "given", "mass": p["m"], "gravity": p["g"], **moments, **products, **surface(p["geometry"])}
    names = (*(f"q_{c}" for c in "wxyz"), *(f"omega_{i}" for i in (1, 2, 3)), "x", "y")
    start = (*initial["q"], *initial["omega_body"], *initial["r_G_xy"])
    return RollingBody(given, dict(zip(names, start, strict=True)))


def visited(reference, integrator, dt, settings=None):
    """Yield a simulation of a case, at each of its times."""
    simulation = physics.Simulation(body_of(reference), integrator, dt, settings)
    simulation.compile()
    for expected in reference["expected"]:
        simulation.advance(round((expected["t"] - simulation.time) / dt))
        assert simulation.time == pytest.approx(expected["t"], abs=1e-12)
        yield simulation, expected


def turn_error(simulation, expected):
    return np.abs(rotation_matrix(simulation.y) - quaternion_to_matrix(expected["q"])).max()


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case_at_its_tolerance(name):
    reference = case(f"tops/{name}")
    tolerance, weight = reference["tolerance"], reference["params"]["m"] * reference["params"]["g"]
    for simulation, expected in visited(reference, "dop853", 1e-2, EXACT):
        body, y = simulation.system, simulation.y
        quantities = {each.name: each.value(body, y) for each in (*body.invariants, *body.quantities)}
        assert turn_error(simulation, expected) < tolerance
        assert simulation.state[4:7] == pytest.approx(expected["omega_body"], abs=tolerance)
        assert body.centre(y) == pytest.approx(expected["r_G"], abs=tolerance)
        assert force_in_lab(y, body.p) == pytest.approx(expected["contact_force_lab"], abs=tolerance * weight)
        assert quantities["mu_needed"] == pytest.approx(expected["mu_needed"], abs=tolerance)
        assert quantities["theta"] == pytest.approx(expected["theta"], abs=tolerance)
        assert quantities["energy"] == pytest.approx(expected["E"], rel=tolerance)
        if "jellett_L_dot_X" in expected:
            found = quantities.get("jellett", quantities.get("L_dot_X"))
            assert found == pytest.approx(expected["jellett_L_dot_X"], abs=tolerance * 1e-6)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dt", [1e-3, 2.5e-4])
def test_rk4_has_the_stated_error(name, dt):
    reference = case(f"tops/{name}")
    *_, (simulation, expected) = visited(reference, "rk4", dt)
    stated = reference["rk4_error_at_end"][str(dt)]
    assert turn_error(simulation, expected) == pytest.approx(stated, rel=1e-3, abs=1e-12)


def test_the_invariants_of_the_tippe_top_are_those_of_the_case():
    reference = case("tops/tippe_top_rolling")
    body = body_of(reference)
    y = memoryview(body.start())
    values = {each.name: each.value(body, y) for each in body.invariants}
    assert values["routh"] == pytest.approx(reference["extra"]["routh_integral"], rel=1e-13)
    assert values["jellett"] == pytest.approx(reference["expected"][0]["jellett_L_dot_X"], rel=1e-13)
    simulation = physics.Simulation(body, "dop853", 1e-2, EXACT)
    simulation.compile()
    simulation.advance(1000)
    assert {name: abs(reading.drift) < 1e-12 for name, reading in simulation.invariants().items()} == {
        "energy": True, "jellett": True, "routh": True,
    }  # fmt: skip


def test_only_conserved_quantities_are_invariants():
    def names(**given):
        return [each.name for each in RollingBody(given).invariants]

    assert names() == ["energy", "jellett", "routh"]
    assert names(shape="egg") == ["energy"]
    assert names(inertia="given", I2=3e-6) == ["energy"], "not a body of revolution"
    assert names(inertia="given", I12=1e-7) == ["energy"]
    assert "L_dot_X" not in {each.name for each in RollingBody().quantities}
    assert "L_dot_X" in {each.name for each in RollingBody({"shape": "egg"}).quantities}


def momenta(body, y):
    """Return the velocity of G and the angular momentum about it, in the lab."""
    return np.array(to_lab(y, *rolling_acceleration(y, body.p)[6:])), np.array(
        to_lab(y, *momentum(y[4], y[5], y[6], body.p))
    )


@pytest.mark.parametrize("given", SHAPED, ids=SHAPES)
def test_newton_and_euler_hold_with_the_contact_force(given):
    """m dv/dt = F - m g k and dL/dt = X×F, by differences along the motion."""
    body = RollingBody(given, starting(given))
    h = 1e-4
    simulation = physics.Simulation(body, "rk4", h)
    simulation.advance(99)
    v0, L0 = momenta(body, simulation.y)
    z0 = body.centre(simulation.y)[2]
    simulation.advance(1)
    y = simulation.y
    force, X = np.array(force_in_lab(y, body.p)), np.array(to_lab(y, *contact_at(y, body.p)[:3]))
    v = momenta(body, y)[0]
    simulation.advance(1)
    v1, L1 = momenta(body, simulation.y)
    weight = body.mass * body.gravity
    assert body.mass * (v1 - v0) / (2 * h) == pytest.approx(force - [0, 0, weight], abs=3e-5 * weight)
    assert (L1 - L0) / (2 * h) == pytest.approx(np.cross(X, force), abs=3e-5 * weight * 0.02)
    assert (body.centre(simulation.y)[2] - z0) / (2 * h) == pytest.approx(v[2], abs=1e-6)


@pytest.mark.parametrize("given", SHAPED, ids=SHAPES)
def test_the_contact_point_is_at_rest_and_energy_is_conserved(given):
    body = RollingBody(given, starting(given))
    simulation = physics.Simulation(body, "rk4", 2e-4)
    for _ in range(5):
        simulation.advance(200)
        y = simulation.y
        X = np.array(to_lab(y, *contact_at(y, body.p)[:3]))
        omega = np.array(to_lab(y, y[4], y[5], y[6]))
        assert momenta(body, y)[0] + np.cross(omega, X) == pytest.approx(np.zeros(3), abs=1e-15)
        assert body.contact(y)[2] == pytest.approx(0.0, abs=1e-16)
    assert simulation.divergence is None
    assert abs(simulation.invariants()["energy"].drift) < 1e-6


def end(given, dt, integrator="rk4", settings=None, duration=0.2):
    simulation = physics.Simulation(RollingBody(given, starting(given)), integrator, dt, settings)
    simulation.advance(round(duration / dt))
    assert simulation.divergence is None
    return simulation.state


@pytest.mark.parametrize("given", SHAPED, ids=SHAPES)
def test_rk4_is_of_order_4_on_every_shape(given):
    dt = 1e-3 if given["shape"] == "cone" else 2e-3
    best = end(given, dt / 16)
    coarse, fine = (np.abs(end(given, step) - best).max() for step in (dt, dt / 2))
    assert 11.0 < coarse / fine < 25.0


def test_an_egg_without_taper_rolls_like_the_ellipsoid():
    egg = end({"shape": "egg", "taper": 0.0}, 1e-2, "dop853", EXACT, 2.0)
    assert egg == pytest.approx(end({"shape": "ellipsoid"}, 1e-2, "dop853", EXACT, 2.0), abs=1e-9)


def test_a_cone_on_its_apex_is_the_gyroscope_of_the_paper():
    """Rolling on a corner is rotation about a fixed point."""
    shape = {"length": 0.15, "radius": 0.05, "mass": 0.04}
    start = {"theta": 0.3, "phi_dot": 400.0}
    cone = physics.Simulation(RollingBody({"shape": "cone", **shape}, start), "dop853", 1e-2, EXACT)
    top = physics.Simulation(physics.system("gyroscope", {"body": "cone", **shape}, start), "dop853", 1e-2, EXACT)
    cone.advance(100)
    top.advance(100)
    assert body_to_lab(*top.state[:3]) == pytest.approx(rotation_matrix(cone.y), abs=1e-9)
    apex = [0.0, 0.1125 * math.sin(0.3), 0.0]
    assert cone.system.contact(cone.y) == pytest.approx(apex, abs=1e-12), "the apex stays where it was, beside G"


@pytest.mark.parametrize("expected", case("tops/disk_steady")["expected"])
def test_a_disk_in_steady_circles(expected):
    reference = case("tops/disk_steady")
    p = reference["params"]
    given = {
        "shape": "disk", "inertia": "given", "radius": p["R"], "mass": p["m"], "gravity": p["g"],
        "I1": p["I1"], "I2": p["I1"], "I3": p["I3"],
    }  # fmt: skip
    start = {"theta": expected["theta"], "psi_dot": expected["psidot"], "phi_dot": expected["phidot"]}
    body = RollingBody(given, start)
    assert body.initial["omega_3"] == pytest.approx(expected["omega3"], rel=1e-13)
    simulation = physics.Simulation(body, "dop853", 1e-2, EXACT)
    places = []
    for _ in range(100):
        simulation.advance(1)
        places.append(simulation.state[7:9])
    assert body.to_aliases(dict(zip(body.initial, simulation.y, strict=True)))["theta"] == pytest.approx(
        expected["theta_after_1s"], abs=reference["tolerance"]
    )
    speed = np.hypot(*momenta(body, simulation.y)[0][:2])
    assert speed == pytest.approx(abs(expected["psidot"]) * expected["circle_radius_G"], rel=1e-9)
    values = {each.name: each.value(body, simulation.y) for each in body.quantities}
    assert values["omega_3_straight"] == pytest.approx(reference["straight_rolling_critical_omega3"], rel=1e-13)
    assert values["omega_z_upright"] == pytest.approx(reference["upright_spin_critical_psidot"], rel=1e-13)


@pytest.mark.parametrize(("quantity", "rate"), [("omega_3_straight", "phi_dot"), ("omega_z_upright", "psi_dot")])
@pytest.mark.parametrize(("factor", "falls"), [(0.97, True), (1.03, False)])
def test_a_disk_is_stable_above_its_threshold_only(quantity, rate, factor, falls):
    disk = RollingBody({"shape": "disk"})
    threshold = next(each for each in disk.quantities if each.name == quantity).value(disk, disk.start())
    start = {"theta": math.pi / 2 - 1e-6, "phi_dot": 0.0, "psi_dot": 0.0, rate: factor * threshold}
    simulation = physics.Simulation(disk.replace(initial=start), "rk4", 1e-3)
    simulation.compile()
    worst = 0.0
    for _ in range(200):
        simulation.advance(20)
        worst = max(worst, abs(disk.quantities[0].value(disk, simulation.y) - math.pi / 2))
        if worst > 0.1:
            break
    assert (worst > 1e-3) == falls
    assert worst > 1e-3 or worst < 1e-4


def test_lost_contact_ends_the_run_with_the_reason():
    body = RollingBody({"alpha": 0.8}, {"theta": 2.0, "theta_dot": -20.0, "phi_dot": 0.0})
    assert normal_force(body.start(), body.p) > 0.0
    simulation = physics.Simulation(body, "rk4", 1e-4)
    simulation.advance(2000)
    assert "contact is lost" in simulation.message
    assert "see sliding-body" in simulation.message
    assert 0.0 < normal_force(simulation.y, body.p) < 1e-2 * body.mass * body.gravity


def test_a_flat_disk_ends_the_run_with_the_reason():
    body = RollingBody({"shape": "disk"}, {"theta": 5e-5, "phi_dot": 0.0})
    assert "lies flat" in body.trouble(body.start())
    assert "lies flat" not in RollingBody({"shape": "egg"}, {"theta": 0.0}).trouble(body.start())


def test_a_start_of_another_formulation_moves_alike():
    body = RollingBody({"shape": "egg"}, MOVING)
    y = memoryview(body.start())
    motion = body.motion(y)
    assert list(body.resume(motion)) == list(y)
    assert motion.position == pytest.approx(body.centre(y))
    assert motion.velocity == pytest.approx(momenta(body, y)[0])


@pytest.mark.parametrize("given", [{"shape": "ellipsoid"}, {"shape": "disk"}, {"shape": "profile", "smoothing": 0.5}])
def test_every_kind_of_surface_compiles_to_the_same_bits(given):
    plain, compiled = (physics.Simulation(RollingBody(given, MOVING), "rk4", 1e-3) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(200) == compiled.advance(200)
    assert bytes(plain.y) == bytes(compiled.y)


def test_contact_arrows_and_traces_are_drawn():
    body = RollingBody({"shape": "egg"}, MOVING)
    y = memoryview(body.start())
    arrows = {arrow.name: arrow for arrow in body.arrows(y)}
    assert arrows["force"].origin[2] == pytest.approx(0.0, abs=1e-16)
    assert arrows["force"].vector[2] == pytest.approx(normal_force(y, body.p))
    assert arrows["friction"].vector[2] == 0.0
    part, point = body.body_traces(y)["contact"]
    thing = body.bodies(y)[part]
    assert thing.position + thing.rotation @ point == pytest.approx(body.traces(y)["contact"])


def test_disk_that_nearly_falls_flat_is_followed_by_dop853_and_warned_of_otherwise():
    """Its contact runs round the rim within 2 ms, too fast for steps of 1 ms."""
    disk = RollingBody({"shape": "disk"}, {"theta": 0.5, "omega_3": 0.5})
    fixed, adaptive = physics.Simulation(disk, "rk4", 1e-3), physics.Simulation(disk, "dop853", 1e-3)
    for run in (fixed, adaptive):
        assert run.warning == ""
        run.advance(400)
        assert run.message == ""
    assert abs(adaptive.invariants()["energy"].drift) < 1e-8
    assert adaptive.warning == ""
    assert abs(fixed.invariants()["energy"].drift) > 0.01
    assert "rk4 with dt = 0.001 s does not follow the motion. Try a smaller dt, or dop853" in fixed.warning


def test_rates_that_turn_the_body_faster_than_it_may_are_refused():
    with pytest.raises(BadInput, match=r"omega_2 = .* rad/s: must be from -100000 to 100000 rad/s"):
        physics.system("rolling-body", {"shape": "egg"}, {"theta": 1.0, "psi_dot": 1e6})
