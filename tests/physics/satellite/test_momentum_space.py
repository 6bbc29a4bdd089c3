"""Binet's surfaces of a satellite: both pass through L, from momenta and energies that the test adds up itself."""

from __future__ import annotations

from array import array
from functools import lru_cache

import numpy as np
import pytest

import physics
from physics import Simulation
from physics.maths.quaternion import rotation_matrix
from physics.satellite import equations as eq
from physics.satellite.momentum_space import momentum_surfaces

N, LINE, PLACE = np.array([0.48, 0.6, 0.64]), np.array([0.0, 0.6, 0.8]), np.array([0.5, 0.1, -0.2])
DIAGONAL = np.array([6.0, 9.0, 12.0])
BODY = {"I1": 6.0, "I2": 9.0, "I3": 12.0}
START = {"omega_1": 2.1, "omega_2": 1.2, "omega_3": 0.9}
CASES = {
    "body alone": {"rotor": "none", "body_ball": 0.0},
    "damper": {"rotor": "none", "body_ball": 0.4, "body_damping": 1.0},
    "free rotor": {"rotor": "free", "rotor_axis": tuple(N), "rotor_inertia": 0.8, "body_ball": 0.0},
    "held rotor": {"rotor": "held", "rotor_axis": tuple(N), "rotor_inertia": 0.8, "body_ball": 0.0},
    "all": {
        "rotor": "free", "rotor_axis": tuple(N), "rotor_inertia": 0.8, "rotor_ball": 0.2, "motor": 0.05,
        "body_ball": 0.4, "body_damping": 0.3, "moving": "on a spring", "moving_line": tuple(LINE),
        "moving_place": tuple(PLACE), "moving_mass": 1.5,
    },
}  # fmt: skip


def satellite(case: str):
    rotor = {} if CASES[case]["rotor"] == "none" else {"rotor_speed": 3.0}
    return physics.system("satellite", {**BODY, **CASES[case]}, {**START, **rotor})


@lru_cache
def states(case: str):
    """Return the system with its states along a run of 2 s."""
    run, found = Simulation(satellite(case), "rk4", dt=2e-3), []
    for _ in range(10):
        found.append((run.system, memoryview(array("d", run.y))))
        run.advance(100)
    return found


def in_body(system, y, first: int) -> np.ndarray:
    """Return three momenta of the state, in body axes."""
    return rotation_matrix(y).T @ np.array(y[first : first + 3])


@pytest.mark.parametrize("case", CASES)
def test_the_middle_is_what_the_parts_have_against_the_body(case) -> None:
    """Add up the momenta from speeds against the body, as the aliases give them."""
    for system, y in states(case):
        found, speeds = (
            system.momentum_surfaces(y),
            system.to_aliases(dict(zip((each.name for each in system.variables), y, strict=True))),
        )
        s, slip = speeds["rotor_speed"], np.array([speeds[f"body_slip_{i}"] for i in (1, 2, 3)])
        other = np.array([speeds[f"rotor_slip_{i}"] for i in (1, 2, 3)])
        p = system.p
        middle = p[eq.JP] * slip + p[eq.JR] * (other + s * system.axis * (p[eq.JR] > 0.0))
        if system.rotor != "none":
            middle = middle + y[eq.AXIAL] * system.axis
        if system.moving != "none":
            middle = middle + 1.5 * speeds["extension_rate"] * np.cross(PLACE, LINE)
        assert found.middle == pytest.approx(middle, abs=1e-12 * found.size)
        assert pytest.approx(in_body(system, y, eq.MOMENTUM), abs=1e-14 * found.size) == found.L
        assert found.omega == pytest.approx([speeds[f"omega_{i}"] for i in (1, 2, 3)], abs=1e-13)


@pytest.mark.parametrize("case", ["body alone", "free rotor", "held rotor"])
def test_surfaces_of_a_gyrostat_rest_and_pass_through_L(case) -> None:
    """Compare the surfaces of the start with L all along the run."""
    first, apart = None, []
    for system, y in states(case):
        first = first or momentum_surfaces(y, system.p)
        L = in_body(system, y, eq.MOMENTUM)
        apart.append(float(np.linalg.norm(L - first.L)))
        assert np.linalg.norm(L) == pytest.approx(first.size, rel=1e-12)
        assert first.energies(L[None])[0] == pytest.approx(first.energy, rel=1e-12)
    assert max(apart) > 0.3 * first.size, "L has moved"


def test_the_ellipsoid_of_a_damped_body_shrinks_by_what_is_lost() -> None:
    """Compute its energy from the losses that the run integrates and from the ball's own momentum.

    With b = J (omega + sigma) all energy is ½ omega·(I + J) omega + J omega·sigma + ½ J sigma².
    """
    start, sizes = None, []
    for system, y in states("damper"):
        start = start or system.energy(y)
        found = system.momentum_surfaces(y)
        slip = in_body(system, y, eq.BODY_BALL) / 0.4 - found.omega
        rest = 0.4 * float(found.omega @ slip) + 0.2 * float(slip @ slip)
        assert found.energy == pytest.approx(start - y[eq.LOST_BODY] - rest, rel=1e-11)
        assert found.energies(found.L[None])[0] == pytest.approx(found.energy, rel=1e-13)
        sizes.append(found.energy)
    assert sizes[-1] < sizes[0] - 0.1


def test_a_damped_body_ends_where_the_ellipsoid_touches_the_sphere_from_inside() -> None:
    run = Simulation(physics.system("satellite", {**BODY, **CASES["damper"], "body_ball": 3.0}, START), "rk4", dt=0.2)
    run.advance(3000)
    found = run.system.momentum_surfaces(memoryview(run.y))
    semi = np.sqrt(2.0 * found.energy * np.diag(found.inertia)) / found.size
    assert semi[2] == pytest.approx(1.0, abs=1e-6) and semi[1] < 0.95
    assert np.linalg.norm(found.middle) < 1e-3 * found.size
    assert abs(found.L[2]) == pytest.approx(found.size, rel=1e-6)


@pytest.mark.parametrize("case", ["body alone", "free rotor", "held rotor", "all"])
def test_the_polhode_is_closed_and_on_both_surfaces(case) -> None:
    system = satellite(case)
    found = system.momentum_surfaces(memoryview(system.start()))
    line = found.polhode()
    assert line[0] == pytest.approx(found.L, rel=1e-12)
    assert np.linalg.norm(line, axis=1) == pytest.approx(np.full(len(line), found.size), rel=1e-12)
    assert found.energies(line) == pytest.approx(np.full(len(line), found.energy), rel=1e-12)
    gaps = np.linalg.norm(np.diff(line, axis=0), axis=1) / found.size
    assert gaps.max() < 0.042 and line[-1] == pytest.approx(line[0], abs=1e-12), "closed, without a jump"


def test_a_free_body_has_a_second_branch_on_the_other_side() -> None:
    found = satellite("body alone").momentum_surfaces(memoryview(satellite("body alone").start()))
    line = found.polhode()
    (other,) = found.other_branches(line)
    away = np.linalg.norm(other[:, None] + line, axis=2).min(axis=1)
    assert away.max() < 0.021 * found.size, "its mirror image, within half a step"
    assert found.energies(other) == pytest.approx(np.full(len(other), found.energy), rel=1e-12)


def test_a_strong_rotor_leaves_one_branch_and_a_steady_turn_a_point() -> None:
    strong = physics.system("satellite", {**BODY, **CASES["free rotor"]}, {**START, "rotor_speed": 40.0})
    found = strong.momentum_surfaces(memoryview(strong.start()))
    assert not found.other_branches(found.polhode())
    steady = physics.system(
        "satellite", {**BODY, **CASES["body alone"]}, {"omega_1": 0.0, "omega_2": 0.0, "omega_3": 1.0}
    )
    assert len(steady.momentum_surfaces(memoryview(steady.start())).polhode()) == 1
