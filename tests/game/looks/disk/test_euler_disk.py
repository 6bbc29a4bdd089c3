"""The look of Euler's disk: the contact touches the mirror, the brass is in the face, all within the ring."""

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.looks import look_for
from game.looks.disk.euler_disk import MIRROR, RING, EulerDiskLook
from game.model.frame import SHUTTER, View
from physics.shapes.solids import SolidOfRevolution
from tests.game.scales_at import scales_at

VIEW = View(np.array([0.1, -0.2, 0.1], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
PRESETS = ["euler-disk", "euler-disk-toy", "euler-disk-air"]


def placed(mesh, model):
    """Return the vertices (n, 3) [m] of a placed mesh."""
    return (np.column_stack([mesh.vertices[:, :3], np.ones(len(mesh.vertices))]) @ model)[:, :3]


def at(preset, time):
    simulation = scenefile.load(preset).simulation()
    simulation.compile()
    simulation.advance(round(time / simulation.dt))
    return simulation


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("time", [0.0, 0.37, 2.0])
def test_the_lower_edge_touches_the_mirror_at_the_contact(preset, time):
    simulation = at(preset, time)
    system, y = simulation.system, simulation.y
    look = look_for(system)
    assert isinstance(look, EulerDiskLook)
    points = placed(look.meshes[0], look.model(system.bodies(y)[0]))
    lowest = points[np.argmin(points[:, 2])]
    assert abs(lowest[2]) < 1e-4 * system.radius
    assert math.dist(lowest, look.to_world(system.traces(y)["contact"])) < 0.1 * system.radius
    assert np.hypot(*points[:, :2].T).max() < MIRROR * system.radius


def test_a_disk_that_is_down_lies_on_the_mirror_with_its_mark_above():
    simulation = at("euler-disk-air", 8.8)
    system, y = simulation.system, simulation.y
    assert simulation["down"] == 1.0
    look = look_for(system)
    frame = look.frame(system, y, VIEW, 0.0)
    steel, brass = (placed(each.mesh, each.model) for each in (frame.instances[0], frame.instances[-1]))
    assert steel[:, 2].min() > -1e-6
    assert brass[:, 2].max() > steel[:, 2].max()
    assert frame.mirror == MIRROR * system.radius
    ring = next(each for each in frame.instances if each.mesh is look._ring)
    reach = np.hypot(*placed(ring.mesh, ring.model)[:, :2].T)
    assert reach.min() == pytest.approx(MIRROR * system.radius, rel=1e-6)
    assert reach.max() == pytest.approx((MIRROR + RING) * system.radius, rel=1e-6)


def test_the_drawn_disk_has_the_size_of_its_parameters():
    for parameters in ({}, {"half_thickness": 0.006}, {"radius": 0.2, "half_thickness": 0.08}):
        system = physics.system("euler-disk", parameters)
        assert isinstance(system.solid, SolidOfRevolution)
        mesh = look_for(system).meshes[0]
        rows = np.array(system.solid.outline)
        assert np.hypot(*mesh.vertices[:, :2].T).max() == pytest.approx(system.radius, rel=1e-6)
        assert mesh.vertices[:, 2].min() == pytest.approx(rows[:, 1].min(), abs=1e-8)
        assert mesh.vertices[:, 2].max() == pytest.approx(rows[:, 1].max(), rel=1e-6)


def test_another_thickness_or_place_is_another_look():
    thin, thick = physics.system("euler-disk"), physics.system("euler-disk", {"half_thickness": 0.006})
    look = look_for(thin)
    assert look_for(thin.replace({"contour_friction": 1e-3}), look) is look
    assert look_for(thick, look) is not look
    moved = look_for(thin.replace(initial={"x": 0.3}), look)
    assert moved is not look
    assert moved.focus[0] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("time", "fps", "least", "most"), [(0.0, 60, 1.0, 1.0), (0.0, 20, 0.0, 0.0), (11.0, 60, 0.1, 0.9)]
)
def test_arrows_that_only_jump_from_picture_to_picture_fade(time, fps, least, most):
    simulation = at("euler-disk", time)
    look = look_for(simulation.system)
    frame = look.frame(simulation.system, simulation.y, VIEW, SHUTTER / fps)
    look.add_arrows(frame, simulation.system, simulation.y, scales_at(look, simulation.system, simulation.y))
    seen = {arrow.label: arrow.opacity for arrow in frame.arrows}
    assert seen["mg"] == 1.0
    assert least <= seen.get("N", 0.0) <= most


def test_a_disk_that_is_down_shows_its_forces():
    simulation = at("euler-disk", 13.0)
    look = look_for(simulation.system)
    frame = look.frame(simulation.system, simulation.y, VIEW, SHUTTER / 60)
    look.add_arrows(frame, simulation.system, simulation.y, scales_at(look, simulation.system, simulation.y))
    assert {arrow.label: arrow.opacity for arrow in frame.arrows} == {"mg": 1.0, "N": 1.0}
