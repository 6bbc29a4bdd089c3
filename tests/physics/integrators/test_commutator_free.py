"""The Lie group method: its order, steady rotations, and the length of the quaternion."""

import math

import numpy as np
import pytest

import physics
from tests.physics.integrators.problems import stepped

TOP = physics.system("heavy-top")


def test_order_on_the_heavy_top():
    """In the bare kernel, without what normalises the quaternion after each step."""
    _, exact = stepped("taylor", TOP.series, TOP.start(), 0.2, 1, p=TOP.p, settings={"rtol": 1e-14, "atol": 1e-16})
    errors = []
    for steps in (50, 100, 200):
        done, end = stepped("commutator-free4", TOP.rate, TOP.start(), 0.2 / steps, steps, p=TOP.p)
        assert done == steps
        errors.append(np.abs(end - exact).max())
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert slopes == pytest.approx([4.0, 4.0], abs=0.2)


def test_quaternion_keeps_its_length_where_that_of_rk4_does_not():
    ends = {name: stepped(name, TOP.rate, TOP.start(), 0.01, 2000, p=TOP.p)[1] for name in ("commutator-free4", "rk4")}
    off = {name: abs(np.linalg.norm(end[:4]) - 1.0) for name, end in ends.items()}
    assert off["commutator-free4"] < 1e-13
    assert off["rk4"] > 1e-7


def test_steady_rotation_is_exact_in_steps_of_any_length():
    body = physics.system("free-body", initial={"omega_1": 0.0, "omega_2": 0.0, "omega_3": 12.0})
    _, end = stepped("commutator-free4", body.rate, body.start(), 0.5, 10, p=body.p)
    assert end[0] == pytest.approx(math.cos(30.0), abs=1e-13)
    assert end[3] == pytest.approx(math.sin(30.0), abs=1e-13)


def test_it_needs_a_rotating_body():
    reason = physics.integrator("commutator-free4").reason_against(physics.system_class("gyroscope"))
    assert reason.startswith("commutator-free4 needs a quaternion and the angular velocity in body axes as its state")
    assert physics.integrator("commutator-free4").reason_against(physics.system_class("rolling-body")) == ""
