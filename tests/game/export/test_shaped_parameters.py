"""Pictures of pages at other values of parameters that change them: those that the program draws there."""

import base64
import random

import numpy as np
import pytest

from game.export import live_run
from game.export import shaped_parameters as shaped
from game.export.exported_picture import describe_picture
from game.export.pose_recording import run_scene
from game.export.sections import Sections
from game.session.open_scene import load
from tests.game.export.test_page_numbers import answers, needs_node

SEEN = 1.2
"""Greatest error of a picture between the values at which it was compared, in what is allowed there."""
QUANTISED = 2e-4
"""Greatest difference of vertices of a page from those that it was made of, in their range."""


def shapes_of(name):
    """Return the first picture of a scene, as the program and as a page have it, and its shapes."""
    run = run_scene(load(name).changed(time=0.0, slow_motion=False), 0.5, 12)
    states = [run.shown(each) for each in run.moments]
    sections = Sections()
    picture = describe_picture(run.look, states, [], [], False, sections).described
    _, others = live_run.sliding_parameters(run.look, states[0])
    return states[0], picture, shaped.shaped_parameters(run.look, states[0], others, picture), sections


@needs_node
@pytest.mark.parametrize(
    "name",
    ["coin", "wheel", *(pytest.param(name, marks=pytest.mark.long) for name in ("fast-cone", "trebuchet", "bicycle"))],
)
def test_pictures_of_a_page_at_other_values_are_those_of_the_program(name):
    """Whole pictures at random values: rows, how parts hang, vertices, lift, shades, and what metal mirrors."""
    start, picture, shapes, sections = shapes_of(name)
    assert shapes
    described = shaped.described_shapes(shapes, picture, sections)
    chance, asked, known = random.Random(4), [], []
    for each in shapes:
        (field, _), first, last = each.sliding, each.nodes[0], each.nodes[-1]
        for _ in range(3):
            value = chance.uniform(first, last)
            drawn = shaped._made(start.system, field.name, value, start, picture)
            assert shaped._like(each.drawn[0], drawn, picture)
            assert shaped._error(each.drawn, shaped.weights(each.nodes, value), drawn, picture) < SEEN
            asked.append([field.name, value])
            known.append((each, value))
    parts = base64.b64encode(b"".join(sections._parts)).decode()
    (found,) = answers([{"shapes": {**picture, "shapes": described}, "parts": parts, "asked": asked}])
    for (each, value), one in zip(known, found, strict=True):
        check_page(each, value, one, picture)


def check_page(shape, value, found, picture):
    """Assert that a page has mixed the pictures at the nodes."""
    parts = shaped.weights(shape.nodes, value)
    for body in found["bodies"]:
        members = picture["meshes"][body["mesh"]]["index"]
        rows = shaped._mixed([each.rows[members] for each in shape.drawn], parts)
        np.testing.assert_allclose(np.reshape(body["rows"], rows.shape), rows, rtol=1e-5, atol=1e-6)
        if body["vertices"] is not None:
            every = [each.meshes[body["mesh"]] for each in shape.drawn]
            meshes = shaped._mixed(every, parts)
            apart = np.abs(np.reshape(body["vertices"], meshes.shape) - meshes).max(axis=0)
            assert (apart <= QUANTISED * (np.ptp(every, axis=(0, 1)) + 1e-3)).all()
    for name in ("lift", "radius", "mirror"):
        wanted = sum(part * each.whole[name] for part, each in zip(parts, shape.drawn, strict=True))
        assert found["whole"][name] == pytest.approx(wanted, abs=1e-12)
    assert found["after"] is True


def test_a_picture_with_other_triangles_ends_the_range_of_a_slider():
    """A stem of a top that grows out of nothing, and a cone that needs more rings."""
    start, picture, shapes, _ = shapes_of("fast-cone")
    found = {field.name: each.nodes for each in shapes for field, _ in [each.sliding]}
    assert "stem" not in found and found["length"][0] > 0.04 and found["length"][-1] < 0.6
    beyond = shaped._made(start.system, "length", 0.6, start, picture)
    assert beyond is None or not shaped._like(shapes[0].drawn[0], beyond, picture)


def test_starts_with_which_the_program_draws_another_stand_are_beyond_the_slider():
    run = run_scene(load("fast-cone").changed(time=0.0, slow_motion=False), 0.1, 10)
    limits = live_run.start_limits(run.look, run.shown(run.moments[0]))
    assert list(limits) == ["theta"] and limits["theta"][1] < 2.7
    alike, _ = live_run.sliding_parameters(run.look, run.shown(run.moments[0]))
    joint = live_run.joint_changes(run.look, run.shown(run.moments[0]), alike, limits)
    assert ["psi_dot", "theta"] in joint and not any(a < b for a in map(set, joint) for b in map(set, joint))


def test_the_rounding_of_a_mesh_is_no_other_picture():
    """The axes of a top without symmetry come out of its start."""
    run = run_scene(load("asymmetric-top").changed(time=0.0, slow_motion=False), 0.1, 10)
    assert live_run.start_limits(run.look, run.shown(run.moments[0])) == {}
