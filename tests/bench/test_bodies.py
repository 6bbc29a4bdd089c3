"""The tops in C move as ours do, with general bodies and starts; the table reports what is missing."""

import numpy as np
import pytest

import physics
from bench import bodies, native
from bench.bodies import DT, TOPS, Top
from bench.tops import Missing
from tests.sampling import every

GIVEN = {"I1": 3.0e-6, "I2": 2.5e-6, "I3": 3.3e-6, "I12": 2e-7, "I13": -1e-7, "I23": 3e-7}
ON_TABLE = {"inertia": "given", "mass": 0.02, **GIVEN}
OFF_CENTRE = {"shape": "ellipsoid", "axis_2": 0.025, "centre_1": 1e-3, "centre_2": -2e-3, "centre_3": 3e-3}
GENERAL = {
    "free_body": {"body": "given", **GIVEN},
    "heavy_top": {"body": "asymmetric", "mass": 0.02, **GIVEN, "distance_1": 0.01, "distance_2": -0.02},
    "rolling_sphere": ON_TABLE,
    "rolling_ellipsoid": ON_TABLE | OFF_CENTRE,
    "rolling_ring": ON_TABLE | {"shape": "disk"},
    "sliding_sphere": ON_TABLE | {"mu": 0.2, "patch": 1e-3},
    "sliding_ellipsoid": ON_TABLE | OFF_CENTRE | {"mu": 0.2, "patch": 1e-3},
    "bicycle": {
        "rear_crown": 0.03,
        "front_crown": 0.02,
        "lean_torque": 3.0,
        "steer_torque": -0.2,
        "drive_torque": -5.0,
    },
    "levitron": {"delta": 0.01, "tilt_x": 0.02, "spin_drag": 1e-8, "turn_drag": 1e-7, "move_drag": 0.01},
    "rolling_disk": {"half_thickness": 3e-3},
    "slipping_disk": {"half_thickness": 3e-3, "contact": "slips", "release": "given"},
    "satellite": {
        "I2": 9.0,
        "rotor": "held",
        "rotor_axis": (0.1, 0.2, 1.0),
        "bearing": 0.1,
        "rotor_ball": 0.1,
        "moving": "on a spring",
    },
    "gimbals": {
        "base": "turning",
        "base_x": 0.3,
        "base_y": -0.4,
        "base_z": 0.5,
        "la": 0.01,
        "lb": -0.02,
        "spring": 0.1,
        "outer_friction": 1e-3,
        "inner_friction": 2e-3,
        "rotor_friction": 1e-4,
        "motor": 0.01,
        "Bo": 3e-4,
    },
}
OWN_START = {
    "bicycle": {"yaw": 0.3, "lean": 0.2, "steer": 0.1, "lean_rate": 0.5, "forward_speed": 6.0},
    "levitron": {"psi": 0.4, "theta": 0.1, "x": 2e-3, "y": -1e-3, "x_dot": 0.1},
    "rolling_disk": {"theta": 0.3, "psi": 0.4, "phi": 1.1},
    "slipping_disk": {"theta": 0.3, "psi": 0.4, "psi_dot": 30.0, "phi_dot": -20.0, "v_x": 0.1},
    "satellite": {"theta": 0.7, "omega_1": 3.0, "omega_2": -5.0, "omega_3": 2.0, "extension": 0.1},
    "gimbals": {},
}
START = {"theta": 0.7, "psi": 0.4, "phi": 1.1, "omega_1": 3.0, "omega_2": -5.0, "omega_3": 20.0}


@pytest.mark.parametrize(
    ("extra", "close"),
    [
        ((native.PLAIN,), 1e-11),
        pytest.param((), 1e-11, marks=pytest.mark.long),
        pytest.param((native.ROUNDED,), 1e-12, marks=pytest.mark.long),
    ],
    ids=["plain", "timed", "rounded"],
)
@pytest.mark.parametrize("function", every(3, GENERAL))
def test_top_in_c_moves_as_in_cpython(function, extra, close):
    """`make test` compiles the sources quickly; what is timed is compared once more where it is (`bodies.in_c`)."""
    top = next(top for top in TOPS if top.function == function)
    start = OWN_START.get(function, START | ({"v_x": 0.1, "v_y": -0.2} if "sliding" in function else {}))
    simulation = physics.Simulation(physics.system(top.system, GENERAL[function], start), "rk4", DT)
    assert simulation.advance(200) == 200
    try:
        run = native.stepping(simulation.system, function, *extra, source=top.source)
    except Missing as problem:
        pytest.skip(str(problem))
    assert run(200, DT) == pytest.approx(simulation.state, rel=close, abs=close)
    assert np.abs(simulation.state - simulation.system.start()).max() > 0.1


def test_report_has_a_row_for_every_top():
    assert {top.function for top in TOPS} - {""} == set(GENERAL)
    for top in TOPS:
        assert physics.Simulation(top.made(), "rk4", DT).advance(5) == 5


def test_contender_with_another_motion_is_not_timed(monkeypatch):
    system = Top("sphere", "rolling-body").made()
    monkeypatch.setattr(bodies.polhode_top, "stepping", lambda system: lambda steps, dt: system.start())
    try:
        native.library(source=native.BODIES)
    except Missing as problem:
        pytest.skip(str(problem))
    with pytest.raises(Missing, match=r"C, rolling_sphere: \S+ off after 1000 steps"):
        bodies.in_c(system, "rolling_sphere")


def no_compiler(*extra, source):
    raise Missing("C: no compiler")


def test_table_without_c_says_so_once(monkeypatch):
    monkeypatch.setattr(native, "library", no_compiler)
    monkeypatch.setattr(bodies, "bare", lambda system: lambda: None)
    monkeypatch.setattr(bodies, "checked", lambda system: lambda: None)
    monkeypatch.setattr(bodies, "medians", lambda timed: dict.fromkeys((each.name for each in timed), 2e-7))
    said = list(bodies.report(TOPS[:2]))
    assert said[-1] == "Missing: C: no compiler." and said.count(said[-1]) == 1
    assert said[2] == "| free body | 200 ns | 200 ns |  |  |  |  |"


def test_ratios_are_to_the_faster_c():
    times = {"Polhode": 3e-7, "checked": 4e-7, "C": 2.5e-7, "C, rounded as ours": 2e-7}
    assert bodies.row("top", times) == ("top", "300 ns", "400 ns", "250 ns", "200 ns", "1.50", "2.00")


def test_run_that_ends_early_is_not_timed(monkeypatch):
    monkeypatch.setattr(physics.Simulation, "compile", lambda simulation: True)
    with pytest.raises(Missing, match=r"rolling-body: .* contact is lost"):
        bodies.medians([bodies.Timed("checked", bodies.checked(falling()))])


def falling():
    """Return an offset sphere that is flung up: without slip the table would have to pull."""
    return physics.system("rolling-body", {"alpha": 0.9}, {"theta": 1.5, "theta_dot": 200.0})
