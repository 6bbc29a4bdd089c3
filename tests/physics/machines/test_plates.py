"""Plates of machines, and the points whose paths are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from physics.errors import BadInput
from physics.machines.bodies import MachineBody, read_body
from physics.machines.machine import Machine
from physics.types import Floats

L_SHAPE = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]


def plate(corners: Any, **more: Any) -> MachineBody:
    return read_body("plate", {"shape": "plate", "corners": corners, **more})


def lifted(corners: Any, rotation: np.ndarray) -> list[list[float]]:
    """Return corners of the plane turned in space, away from the origin."""
    return [(rotation @ (x, y, 0.0) + (0.4, -0.2, 0.7)).tolist() for x, y in corners]


def test_a_rectangle_is_a_box() -> None:
    found = plate([[0, 0, 1], [0.4, 0, 1], [0.4, 0.3, 1], [0, 0.3, 1]], width=0.02, density=1000.0)
    box = read_body("box", {"shape": "box", "centre": [0.2, 0.15, 1], "size": [0.4, 0.3, 0.02], "density": 1000.0})
    assert found.mass == pytest.approx(box.mass, rel=1e-14)
    assert found.centre == pytest.approx(box.centre, rel=1e-14)
    assert found.inertia == pytest.approx(box.inertia, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("turns", [1, -1])
def test_a_plate_with_an_inward_corner_is_the_sum_of_its_rectangles(turns: int) -> None:
    c, s = np.cos(0.7), np.sin(0.7)
    rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, 0.6, -0.8], [0, 0.8, 0.6]])
    found = plate(lifted(L_SHAPE, rotation)[::turns], mass=4.0, width=1e-6)
    parts = [(3.0, (1.5, 0.5), (3, 1)), (1.0, (0.5, 1.5), (1, 1))]
    centre = np.sum([mass * np.array(at) for mass, at, _ in parts], axis=0) / 4.0
    inertia = np.zeros((3, 3))
    for mass, at, (wide, high) in parts:
        x, y = np.array(at) - centre
        own = np.diag([high**2, wide**2, wide**2 + high**2]) / 12.0
        inertia += mass * (own + np.array([[y * y, -x * y, 0], [-x * y, x * x, 0], [0, 0, x * x + y * y]]))
    assert found.centre == pytest.approx(rotation @ (*centre, 0.0) + (0.4, -0.2, 0.7), rel=1e-12)
    assert found.inertia == pytest.approx(rotation @ inertia @ rotation.T, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ([[0, 0, 0], [1, 0, 0]], "corners = [[0, 0, 0], [1, 0, 0]]: must be 3 to 12 points"),
        ([[0, 0, 0], [1, 0, 0], [2, 0, 0]], "plate: corners lie in one line"),
        ([[0, 0, 0], [1, 0, 0], [1, 1, 0.2], [0, 1, 0]], "plate: corners do not lie in one plane"),
        ([[0, 0, 0], [1, 0, 0], [1, "1 kg", 0]], "plate: corners[2][1]"),
    ],
)
def test_faults_of_plates_are_named(corners: Any, said: str) -> None:
    with pytest.raises(BadInput) as problem:
        plate(corners)
    assert said in str(problem.value)


TURNING = {
    "bodies": {"arm": {"shape": "bar", "from": [0, 0, 0], "to": [1, 0, 0], "mass": 1}},
    "joints": {"A": {"hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "-y", "angle": "90 deg"}},
}


def test_a_trace_is_of_the_point_that_is_named() -> None:
    traces = {"end": {"body": "arm", "at": "end"}, "off": {"body": "arm", "at": [0.5, 0.1, 0.2]}}
    system = Machine({"machine": {**TURNING, "traces": traces}})
    start: Floats = memoryview(system.start())
    found = system.traces(start)
    assert found["end"] == pytest.approx([0, 0, 1], abs=1e-15)
    assert found["off"] == pytest.approx([-0.2, 0.1, 0.5], abs=1e-15)


@pytest.mark.parametrize(
    ("trace", "said"),
    [({"body": "arn"}, 'trace t: body \'arn\' is unknown, did you mean "arm"?'),
     ({"body": "arm", "at": "tip"}, "trace t: at: arm has no anchor 'tip'"),
     ({"body": "arm", "of": 1}, "trace t: 'of' is unknown")],
)  # fmt: skip
def test_faults_of_traces_are_named(trace: Any, said: str) -> None:
    with pytest.raises(BadInput) as problem:
        Machine({"machine": {**TURNING, "traces": {"t": trace}}})
    assert said in str(problem.value)
