from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, registry
from physics.pendulums.double_pendulum import DoublePendulum
from physics.studies.map_axes import copies_at, ends_as_middles, map_axis, varied


def test_cells_are_given_by_their_middles() -> None:
    axis = map_axis(DoublePendulum(), "theta2", "-180deg", math.pi, 4)
    assert axis.values == pytest.approx([-0.75 * math.pi, -0.25 * math.pi, 0.25 * math.pi, 0.75 * math.pi])
    assert [axis.cell(value) for value in (*axis.values, -math.pi, math.pi, 4.0)] == [0, 1, 2, 3, 0, 3, None]
    assert ends_as_middles(axis).values == pytest.approx(np.linspace(-math.pi, math.pi, 4))


def test_axes_are_numbers_and_starts() -> None:
    known = varied(registry.system_class("planar-chain")())
    assert {"theta_1", "theta_dot_3", "gravity"} <= known.keys()
    assert "links" not in known and "in_stroke" not in known
    assert {"theta", "psi_dot"} <= varied(registry.system_class("heavy-top")()).keys()


@pytest.mark.parametrize(
    ("name", "low", "high", "count", "says"),
    [
        ("phi", 0.0, 1.0, 4, "unknown axis of a map of double-pendulum 'phi'"),
        ("theta2", 1.0, 1.0, 4, "theta2 = 1..1 rad: must go from a smaller value to a larger one"),
        ("upper_length", 0.0, 1.0, 4, "upper_length = 0 m: must be"),
        ("theta2", "x", 1.0, 4, "theta2 = 'x': must be a number in rad"),
        ("theta2", 0.0, 1.0, 5000, "theta2: 5000 cells: must be from 1 to 4096"),
    ],
)
def test_bad_axes_are_refused(name: str, low: object, high: object, count: int, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        map_axis(DoublePendulum(), name, low, high, count)


def test_symbols_name_parameters_too() -> None:
    assert map_axis(DoublePendulum(), "l2", 1.0, 2.0, 2).name == "upper_length"


@pytest.mark.parametrize(
    ("name", "axes"),
    [
        ("double-pendulum", {"theta2": (0.0, 1.0), "theta3_dot": (-1.0, 2.0)}),
        ("double-pendulum", {"upper_length": (0.5, 1.5), "theta3": (-1.0, 2.0)}),
        ("heavy-top", {"theta": (0.2, 1.0), "psi_dot": (0.0, 2.0)}),
        ("trebuchet", {"sling": (4.0, 6.0), "release_angle": (0.5, 0.9)}),
    ],
)
def test_copies_are_those_of_systems_made_one_by_one(name: str, axes: dict[str, tuple[float, float]]) -> None:
    system = registry.system_class(name)()
    made = [map_axis(system, each, *ends, 3) for each, ends in axes.items()]
    points = np.array([(x, y) for y in made[1].values for x in made[0].values])
    found = copies_at(system, made, points)
    assert found.places.tolist() == list(range(9)) and not found.refused
    for i, point in enumerate(points.tolist()):
        given = dict(zip(axes, point, strict=True))
        parameters = {key: value for key, value in given.items() if key in system.fields}
        alone = system.replace(parameters, {key: given[key] for key in given if key not in parameters})
        assert found.states[i].tolist() == alone.start().tolist()
        assert list(found.of(i).p) == list(alone.p)


def test_points_that_a_system_does_not_allow_have_a_reason() -> None:
    system = registry.system_class("trebuchet")()
    axes = map_axis(system, "sling", 4.0, 60.0, 2), map_axis(system, "release_angle", 0.5, 0.9, 1)
    found = copies_at(system, axes, np.array([(5.0, 0.7), (50.0, 0.7)]))
    assert found.places.tolist() == [0] and list(found.refused) == [1]
    assert "sling = 50 m: must be" in found.refused[1]
