import math

import pytest

import physics
from game import scenefile
from game.experiments.work_precision import STEPS, WorkPrecision, relative_error
from game.model.edit import Edit
from game.session import edits
from game.session.session import Session


@pytest.fixture(scope="module")
def gyroscope():
    precision = WorkPrecision(physics.system("gyroscope"), 0.1)
    precision.wait()
    return precision


def slope(points):
    """Return the slope of log(error) against log(evaluations), between the two finest steps."""
    points = sorted((point.evaluations, point.error) for point in points)
    (n0, e0), (n1, e1) = points[-2:]
    return -math.log(e1 / e0) / math.log(n1 / n0)


def test_every_applicable_method_is_measured(gyroscope):
    system = gyroscope.system
    fitting = {name for name, method in physics.integrators().items() if not method.reason_against(system)}
    assert {point.integrator for point in gyroscope.points} == fitting
    assert gyroscope.done and gyroscope.progress == 1.0
    rk4 = [point for point in gyroscope.points if point.integrator == "rk4"]
    assert [point.setting for point in rk4] == list(STEPS)
    assert [point.evaluations for point in rk4] == [round(4 * 0.1 / step) for step in STEPS]


def test_no_method_is_measured_further_where_it_is_at_rounding(gyroscope):
    found = {}
    for point in gyroscope.points:
        found.setdefault(point.integrator, []).append(point.error <= 4.0 * gyroscope.floor)
    assert found["splitting-kahan-li8"][-2:] == [True, True] and len(found["splitting-kahan-li8"]) < len(STEPS)
    assert all(sum(each) <= 2 for each in found.values())


@pytest.mark.parametrize(("name", "order"), [("euler", 1), ("heun", 2), ("rk4", 4)])
def test_error_falls_with_the_order_of_the_method(gyroscope, name, order):
    mine = [point for point in gyroscope.points if point.integrator == name]
    assert slope(mine) == pytest.approx(order, rel=0.25)


def test_error_of_the_reference_is_near_rounding(gyroscope):
    """Methods of high order reach the error of the reference, and rk4 is above it."""
    assert 1e-16 <= gyroscope.floor < 1e-12
    errors = {point.integrator: point.error for point in gyroscope.points}  # the finest of each
    assert errors["gauss6"] < 1e-12 and errors["dop853"] < 1e-11
    assert errors["rk4"] > 2 * gyroscope.floor


def test_machine_code_gives_the_same_points(gyroscope):
    for name in ("rk4", "dop853", "heun"):
        assert physics.Simulation("gyroscope", name).compile()
    again = WorkPrecision(gyroscope.system, gyroscope.duration)
    again.wait()
    assert again.points == gyroscope.points
    assert again.floor == gyroscope.floor


def test_error_is_relative_to_the_size_of_each_variable():
    system = physics.system("gyroscope")
    exact = memoryview(system.start())
    state = memoryview(system.start())
    assert relative_error(system, state, exact) == 0.0
    state[1] = exact[1] * 1.5
    assert relative_error(system, state, exact) == pytest.approx(0.5)


def test_diagram_can_be_cancelled_and_a_new_scene_discards_it():
    session = Session(scenefile.load("gyroscope"))
    session.run.beside.compare_methods(session.simulation.system, True)
    precision = session.run.beside.precision
    session.run.beside.compare_methods(session.simulation.system, False)
    precision.wait()
    assert precision.done and precision.progress < 1.0
    session.run.beside.compare_methods(session.simulation.system, True)
    other = session.run.beside.precision
    assert other is not precision
    edits.apply(session, Edit("scene", "fast-cone"))
    assert session.run.beside.precision is None
    other.wait()
    assert other.progress < 1.0
