"""Formulations of one motion: switching keeps it, and all agree."""

import math
from itertools import permutations

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import from_euler, rotation_matrix
from physics.pivoted.lagrange_closed import LagrangeSolution
from physics.types import Motion

FAMILY = [name for name, system in physics.systems().items() if system.family == "pivoted top"]
START = {"psi": 0.3, "theta": 0.9, "phi": -0.2, "psi_dot": 4.0, "theta_dot": -1.5, "phi_dot": 180.0}
PARAMETERS = {"body": "truncated sphere", "radius": 0.03, "cut": 0.01, "stem": 0.02, "mass": 0.1}


def test_the_family_has_four_formulations():
    assert FAMILY == ["gyroscope", "gyroscope-integrals", "gyroscope-recipe", "heavy-top"]


@pytest.mark.parametrize(("first", "second"), list(permutations(FAMILY, 2)))
def test_switching_formulations_and_back_keeps_the_motion(first, second):
    one, other = (physics.system(name, PARAMETERS, START) for name in (first, second))
    y = memoryview(one.start())
    there = memoryview(other.resume(one.motion(y)))
    back = memoryview(one.resume(other.motion(there)))
    for system, state in ((other, there), (one, back)):
        got, wanted = system.motion(state), one.motion(y)
        assert rotation_matrix(got.rotation) == pytest.approx(rotation_matrix(wanted.rotation), abs=1e-14)
        assert got.omega == pytest.approx(wanted.omega, rel=1e-13)
        assert system.energy(state) == pytest.approx(one.energy(y), rel=1e-14)
        assert system.momentum(state) == pytest.approx(one.momentum(y), rel=1e-13)
    assert rotation_matrix(other.motion(memoryview(other.start())).rotation) == pytest.approx(
        rotation_matrix(one.motion(y).rotation), abs=1e-15
    )


@pytest.mark.parametrize("name", [name for name in FAMILY if name != "gyroscope-recipe"])
@pytest.mark.parametrize("phi_dot", [60.0, 400.0])
def test_all_formulations_agree_with_the_closed_form_for_ten_seconds(name, phi_dot):
    top = physics.system(name, {}, {"theta": math.pi / 6, "phi_dot": phi_dot})
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start())))
    simulation = physics.Simulation(top, "dop853", 1e-2, {"rtol": 1e-13, "atol": 1e-15})
    simulation.compile()
    for _ in range(100):
        simulation.advance(10)
        motion, wanted = top.motion(simulation.y), exact.motion(simulation.time)
        assert rotation_matrix(motion.rotation) == pytest.approx(rotation_matrix(wanted.rotation), abs=1e-9)
    assert simulation.time == 10.0


@pytest.mark.parametrize("name", FAMILY[:-1])
@pytest.mark.parametrize("theta", [0.0, 1e-5, math.pi])
def test_euler_angles_refuse_a_motion_at_the_pole_and_name_an_alternative(name, theta):
    with pytest.raises(BadInput, match="heavy-top"):
        physics.system(name).resume(Motion(from_euler(0.1, theta, 0.2), (1.0, 2.0, 30.0)))


def test_quaternions_continue_the_motion_at_the_pole():
    motion = Motion(from_euler(0.1, 0.0, 0.2), (1.0, 2.0, 30.0))
    top = physics.system("heavy-top")
    got = top.motion(memoryview(top.resume(motion)))
    assert (*got.rotation, *got.omega) == pytest.approx((*motion.rotation, *motion.omega))


@pytest.mark.parametrize("name", FAMILY)
def test_all_formulations_draw_the_same_picture(name):
    first, top = physics.system("gyroscope", PARAMETERS, START), physics.system(name, PARAMETERS, START)
    pairs = zip(*(system.bodies(memoryview(system.start())) for system in (first, top)), strict=True)
    for wanted, body in pairs:
        assert body.rotation == pytest.approx(wanted.rotation, abs=1e-15)
        assert body.solid == wanted.solid
    for wanted, arrow in zip(*(s.arrows(memoryview(s.start())) for s in (first, top)), strict=True):
        assert arrow.vector == pytest.approx(wanted.vector, rel=1e-12, abs=1e-12)
        assert arrow.origin == pytest.approx(wanted.origin, abs=1e-15)
    weight = top.arrows(memoryview(top.start()))[-1]
    assert np.linalg.norm(weight.origin) == pytest.approx(top.inertia.z)
