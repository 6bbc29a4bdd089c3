"""The look of a levitron: magnets in their sizes, screws that reach the board, field lines and the well of energy."""

import itertools
import math

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.levitron.levitron import field_lines, line_opacity, well_of
from game.model.frame import View
from physics.levitron.ring_magnet import base_field

VIEW = View(np.array([0.2, -0.4, 0.15], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def made(**parameters):
    system = physics.system("levitron", parameters)
    return system, look_for(system), memoryview(system.start())


def points_of(instance):
    """Return the vertices of a placed mesh, (n, 3) [m]."""
    vertices = instance.mesh.vertices
    return (np.column_stack([vertices[:, :3], np.ones(len(vertices))]) @ instance.model)[:, :3]


@pytest.mark.parametrize("tilt", [0.0, 0.05])
def test_the_board_stands_on_three_screws_and_nothing_is_below_the_table(tilt):
    system, look, y = made(tilt_x=tilt)
    frame = look.frame(system, y, VIEW, 0.0)
    assert min(points_of(each)[:, 2].min() for each in frame.instances) > -1e-6
    base = system.bodies(y)[1]
    for model in look.feet(base):
        x, y_, _ = model[3, :3].astype(float)
        top = model[2, 2] * 0.12 * system.outer
        place = base.rotation.T @ (np.array([x, y_, top]) - look.to_world(np.zeros(3)))
        assert place[2] == pytest.approx(-system.thick - 0.16 * system.outer, abs=1e-3 * system.outer)


def test_magnets_have_the_sizes_of_the_system():
    system, look, y = made(inner=0.015, outer=0.06, thick=0.01)
    frame = look.frame(system, y, VIEW, 0.0)
    disk, ring = frame.instances[2:4]
    points = points_of(ring) - [0.0, 0.0, look.lift]
    assert np.hypot(points[:, 0], points[:, 1]).max() == pytest.approx(0.06, rel=1e-5)
    assert np.hypot(points[:, 0], points[:, 1]).min() == pytest.approx(0.015, rel=1e-5)
    assert points[:, 2].min() == pytest.approx(-0.01, abs=1e-7) and points[:, 2].max() == pytest.approx(0.0, abs=1e-7)
    assert np.ptp(points_of(disk)[:, 0]) == pytest.approx(2.0 * system.radius, rel=1e-2)
    assert not look.fits(system.replace({"outer": 0.05})) and look.fits(system.replace({"mass": 0.0213}))


def test_field_lines_have_faded_where_they_end_in_the_air():
    rows = field_lines(0.02, 0.05, 0.02).astype(float) / 0.05
    seen = line_opacity(rows)
    ends = rows[:-1][np.isnan(rows[1:, 0])]
    in_air = np.hypot(*ends.T) > 2.3
    assert in_air.any() and seen[:-1][np.isnan(rows[1:, 0])][in_air].max() < 0.02
    assert seen[np.isnan(rows[:, 0])].max() == 0.0 and seen.max() > 0.3


def test_field_lines_follow_the_field():
    rows = field_lines(0.02, 0.05, 0.02).astype(float)
    p = memoryview(np.array([0.02, 0.05, 0.02, 1.0]))
    checked = 0
    for (r0, z0), (r1, z1) in itertools.pairwise(rows):
        if math.isnan(r0) or math.isnan(r1) or math.hypot(r0 - 0.05, z0) < 0.01 or math.hypot(r0 - 0.02, z0) < 0.01:
            continue
        b, along, *_ = base_field(0.5 * (r0 + r1), 0.0, 0.5 * (z0 + z1), p)
        field = np.array([b * 0.5 * (r0 + r1), along])
        step = np.array([r1 - r0, z1 - z0])
        assert field @ step > 0.999 * np.linalg.norm(field) * np.linalg.norm(step)
        checked += 1
    assert checked > 200


def test_the_well_is_lowest_at_the_height_of_balance():
    system, look, y = made()
    heights, widths = well_of(system)
    inside = heights > system.trap.lower
    assert heights[inside][widths[inside].argmin()] == pytest.approx(system.trap.upper, abs=2e-4)
    assert widths.min() == pytest.approx(0.0, abs=0.02) and widths.max() == pytest.approx(1.0, abs=0.02)
    frame = look.frame(system, y, VIEW, 0.0)
    look.add_overlays(frame, system, y, None)
    (dot,) = frame.points
    assert dot.positions[0, 2] == pytest.approx(look.to_world(np.array([0.0, 0.0, system.trap.upper]))[2], rel=1e-6)
    assert {"B", "U"} <= frame.names


@pytest.mark.parametrize("parameters", [{"mass": 0.03}, {"gravity": 0.0}, {"inner": 0.0}, {"dipole": 0.01}])
def test_a_top_without_a_trap_is_drawn_without_a_well(parameters):
    system, look, y = made(**parameters)
    frame = look.frame(system, y, VIEW, 0.0)
    look.add_overlays(frame, system, y, None)
    assert all(np.isfinite(curve.points).any() for curve in frame.curves)
    assert bool(frame.points) == (well_of(system) is not None)
