from __future__ import annotations

import math

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.experiments.parameter_range import (
    ParameterRange,
    default_axes,
    default_range,
    format_parameter,
    format_value,
    parameter_range,
    present_value,
)
from game.experiments.tuning import Optimisation
from game.model.shown.shown_units import SI
from game.session import advancing, edits
from game.session.actions import cock_machine
from game.session.compose import compose_frame
from game.session.session import Session
from physics import BadInput, Simulation, registry
from physics.pivoted.gyroscope import Gyroscope
from physics.studies.launches import Limit
from physics.studies.map_axes import map_axis
from physics.trebuchet.trebuchet import Trebuchet

ANGLE = ParameterRange("release_angle", math.radians(30.0), math.radians(60.0))


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("trebuchet"))


def landed(machine: Trebuchet) -> float:
    simulation = Simulation(machine, "dop853", 0.02)
    simulation.compile()
    while not any(event.name == "landing" for event in simulation.events):
        simulation.advance(50)
    return simulation["x"]


def test_search_records_improvements_with_their_paths() -> None:
    machine = Trebuchet()
    search = Optimisation(machine, [ANGLE])
    search.wait()
    values = [found.value for found in search.history]
    assert values == sorted(values)
    assert search.best is not None
    best = search.best
    assert best.value == pytest.approx(landed(machine.replace(best.parameters)), rel=1e-5)
    assert best.path[-1, 0] == pytest.approx(best.value, rel=1e-5)
    assert best.value > landed(machine)
    assert search.before is not None
    assert search.before.value == pytest.approx(landed(machine), rel=1e-5), "the machine as it was given"
    assert search.before.path[-1, 0] == pytest.approx(search.before.value, rel=1e-5)


def test_both_arcs_are_in_the_picture_each_with_its_value_at_its_end(session: Session) -> None:
    tuning, rig = session.run.beside.tuning, CameraRig(session)
    tuning.optimise(session.simulation.system, [ANGLE], "range", [])
    assert tuning.search is not None
    tuning.search.wait()
    rig.open()
    rig.lab.use(Mode.TRAJECTORY)
    for _ in range(300):
        rig.update(0.1)
    view = rig.views((1280, 720))[0]
    labels = {label.text: label for label in compose_frame(session, view, 0.0).labels if ":" in label.text}
    assert tuning.search.before is not None and tuning.search.best is not None
    first, second = tuning.search.before.value, tuning.search.best.value
    assert set(labels) == {f"before: {first:.4g} m", f"after: {second:.4g} m"} and second > first
    arcs = tuning.arcs(session.look)
    assert len(arcs) == 2
    for arc in arcs:
        seen = [view.project(point, (1.0, 1.0)) for point in arc[::10]]
        assert all(at is not None and 0.0 < at[0] < 1.0 and 0.0 < at[1] < 1.0 for at in seen)
    tuning.shown = False
    assert not tuning.arcs(session.look)


def test_search_with_impossible_limits_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("physics.studies.optimise.GENERATIONS", 1)
    search = Optimisation(Trebuchet(), [ANGLE], limits=[Limit("height", 5.0)], seed=1)
    search.wait()
    assert search.best is None
    assert "no machine between these bounds" in search.reason


def test_parameter_range_is_checked() -> None:
    machine = Trebuchet()
    assert parameter_range(machine, "release_angle", "30 deg", "60 deg") == ANGLE
    with pytest.raises(BadInput, match=r"unknown number of this trebuchet 'beam'"):
        parameter_range(machine, "beam", 1, 2)
    with pytest.raises(BadInput, match=r"sling = 5\.\.3 m: must go from a smaller value to a larger one"):
        parameter_range(machine, "sling", 5.0, "300 cm")
    with pytest.raises(BadInput, match=r"sling = 1000 m: must be from"):
        parameter_range(machine, "sling", 5.0, 1000.0)


def test_default_ranges_contain_the_present_machine() -> None:
    machine = Trebuchet()
    for name in ("sling", "release_angle", "projectile_mass", "wind_speed", "pouch_mass"):
        found = default_range(machine, name)
        assert found.low <= machine.parameters[name] <= found.high
        assert found.low < found.high
        assert parameter_range(machine, name, found.low, found.high) == found


@pytest.mark.parametrize("name", registry.systems())
def test_every_system_has_two_axes_to_begin_with(name: str) -> None:
    system = registry.system_class(name)()
    axes = default_axes(system)
    assert len(set(axes)) == 2
    for each in axes:
        span = default_range(system, each)
        assert map_axis(system, each, span.low, span.high, 8).values.size == 8
        assert format_parameter(system, each, present_value(system, each), SI).count(" = ") == 1


def test_axes_begin_with_what_a_system_is_about() -> None:
    names = "double-pendulum", "trebuchet", "heavy-top", "euler-disk", "bicycle"
    axes = [default_axes(registry.system_class(name)()) for name in names]
    assert axes == [
        ("theta2", "theta3"),
        ("release_angle", "sling"),
        ("theta", "phi_dot"),
        ("theta", "radius"),
        ("forward_speed", "lean_rate"),
    ]
    assert default_range(registry.system_class("double-pendulum")(), "theta3").high == pytest.approx(math.pi)


def test_cock_machine_resets_with_its_parameters(session: Session) -> None:
    session.pause(False)
    advancing.advance(session, 2_000_000_000, 10_000)
    cock_machine(session, {"sling": 6.0, "release_angle": 0.6})
    machine, simulation = session.simulation.system, session.simulation
    assert machine.parameters["sling"] == 6.0 and machine.parameters["release_angle"] == 0.6
    assert simulation.tick == 0 and simulation.paused
    assert list(simulation.y) == list(machine.start())


def test_parameters_valid_only_together_are_set_in_a_valid_order(session: Session) -> None:
    cock_machine(session, {"pivot_height": 7.0, "long_arm": 9.0})
    assert session.simulation.system.parameters["pivot_height"] == 7.0
    cock_machine(session, {"long_arm": 5.7, "pivot_height": 4.0})
    assert session.simulation.system.parameters["long_arm"] == 5.7


def test_invalid_machine_is_refused(session: Session) -> None:
    session.pause(False)
    advancing.advance(session, 100_000_000, 1000)
    with pytest.raises(BadInput, match="sling"):
        cock_machine(session, {"sling": 50.0, "release_angle": 0.6})
    assert session.simulation.tick > 0


def test_waiting_machine_moves_to_its_new_start_and_a_moving_one_goes_on(session: Session) -> None:
    from game.model.edit import Edit

    edits.apply(session, Edit("parameter", 6.0, "sling"))
    assert session.simulation["x"] == pytest.approx(session.simulation.system.start()[6])
    session.pause(False)
    advancing.advance(session, 500_000_000, 10_000)
    before = session.simulation["alpha"]
    edits.apply(session, Edit("parameter", 5.5, "sling"))
    assert session.simulation["alpha"] == before
    assert session.simulation.tick > 0


def test_system_that_throws_nothing_is_refused() -> None:
    session = Session(scenefile.load("fast-cone"))
    with pytest.raises(BadInput, match="throws nothing"):
        session.run.beside.tuning.optimise(Gyroscope(), [ANGLE], "range", [])


def test_best_throws_are_in_the_picture(session: Session) -> None:
    from game.model.frame import View

    view = View(np.array([0.0, -20.0, 5.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
    before = len(compose_frame(session, view, 1 / 60).curves)
    session.run.beside.tuning.optimise(session.simulation.system, [ANGLE], "range", [])
    assert session.run.beside.tuning.search is not None
    session.run.beside.tuning.search.wait()
    drawn = compose_frame(session, view, 1 / 60).curves[before:]
    assert len(drawn) == len(session.run.beside.tuning.search.history) + 1, "and that of the machine before"
    assert drawn[0].points[-1, 0] == pytest.approx(session.run.beside.tuning.search.history[-1].value, rel=1e-5)


def test_a_negative_value_has_a_true_minus_sign() -> None:
    assert format_value(-0.5, "m", SI) == "−0.5 m"
