from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from pyrr import Matrix44

from game.looks.places.field import (
    MAX_SETTLED_LENGTH,
    MIN_BROAD_LINES,
    add_field,
    distance_labels,
    distance_markers,
    make_room,
    scenery,
    spacing,
)
from game.looks.places.woods import extra_leaves, far_tree, hedge, hedgerows, tree
from game.model.frame import SceneFrame, Surroundings, View
from game.model.material import Material


def view_of(eye: tuple[float, float, float], middle: tuple[float, float, float]) -> View:
    view = np.array(Matrix44.look_at(eye, middle, (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(32.0, 1.6, 0.5, 5000.0), np.float32)
    return View(np.array(eye, np.float32), view, projection)


@pytest.mark.parametrize("reach", np.geomspace(0.7, 3000.0, 23))
def test_lines_are_spaced_by_round_lengths_that_fit_the_reach(reach: float) -> None:
    fine, coarse = spacing(float(reach))
    power = 10.0 ** math.floor(math.log10(coarse * 1.0001))
    assert round(coarse / power, 6) in (1, 2, 5)
    assert MIN_BROAD_LINES <= reach / coarse * (1 + 1e-9) < 2.5 * MIN_BROAD_LINES + 1e-6
    assert coarse / fine in (4.0, 5.0)


def test_a_rod_stands_at_both_ends_of_each_broad_line() -> None:
    markers = distance_markers(318.0, 6.0)
    assert markers.distances == [50, 100, 150, 200, 250, 300]
    feet = {(float(rod.model[3, 0]), float(rod.model[3, 1])) for rod in markers.rods}
    half = markers.ground.half_width
    expected = itertools.product(markers.distances, (-half, half))
    assert np.array(sorted(feet)) == pytest.approx(np.array(sorted(expected)))
    assert (markers.ground.fine, markers.ground.coarse, markers.ground.reach) == (10, 50, 300)


def test_labels_of_distances_start_with_the_nearest_and_do_not_crowd() -> None:
    markers = distance_markers(318.0, 6.0)
    beside = [label.text for label in distance_labels(markers, view_of((150.0, -500.0, 60.0), (150.0, 0.0, 0.0)))]
    assert sorted(beside) == sorted(f"{distance:g} m" for distance in markers.distances)
    along = distance_labels(markers, view_of((-30.0, 0.0, 3.0), (100.0, 0.0, 3.0)))
    assert along[0].text == "50 m"
    assert 1 <= len(along) < len(markers.distances)
    slanting = [label.text for label in distance_labels(markers, view_of((-200.0, -300.0, 60.0), (150.0, 0.0, 0.0)))]
    assert sorted(slanting) == ["100 m", "200 m", "300 m"], "every second one, where all would crowd"
    past = distance_labels(markers, view_of((120.0, 0.0, 10.0), (300.0, 0.0, 0.0)))
    assert {label.text for label in past} <= {"150 m", "200 m", "250 m", "300 m"}, "none behind the eye"


def test_words_of_a_range_take_the_place_of_the_distances_that_they_would_cover() -> None:
    view = view_of((150.0, -500.0, 60.0), (150.0, 0.0, 0.0))
    labels = distance_labels(distance_markers(318.0, 6.0), view)
    before, pin = {label.text for label in labels}, np.array([205.0, 0.0, 12.0], np.float32)
    make_room(labels, pin, "205.0 m without wind", view)
    assert before - {label.text for label in labels} == {"200 m"}
    make_room(labels, np.array([150.0, -900.0, 0.0], np.float32), "behind the eye", view)
    assert len(labels) == len(before) - 1


def test_frames_share_the_meshes_of_the_field() -> None:
    view = view_of((20.0, -30.0, 8.0), (0.0, 0.0, 2.0))
    frames = [SceneFrame(view, np.zeros(3, np.float32), 5.0) for _ in range(2)]
    for frame in frames:
        add_field(frame, 100.0, 3.0)
        assert frame.stage is Surroundings.FIELD
        assert frame.ground.worn == 3.0
    assert frames[0].instances[0] is frames[1].instances[0], "no mesh is made per picture"


def test_hedges_and_trees_keep_clear_of_the_shots_and_are_few_enough() -> None:
    for reach in (80.0, 318.0, 900.0):
        found = hedgerows(reach)
        places = np.array([instance.model[3, :2] for instance in found])
        beside = places[(places[:, 0] > -50.0) & (places[:, 0] < reach + 50.0)]
        assert np.abs(beside[:, 1]).min() > 80.0
        assert sum(len(instance.mesh.indices) // 3 for instance in found) < 40_000
        assert hedgerows(reach) is found, "no mesh is made per picture"


@pytest.mark.parametrize("kind", range(3))
def test_leaves_have_the_normals_of_the_crown_and_lie_on_it(kind: int) -> None:
    top = hedge(kind).vertices
    assert (top[:, 5] > 0.0).all(), "the sky lights a hedge"
    dark = tree(kind).vertices
    for mesh in (tree(kind), tree(kind, near=False), extra_leaves(kind)):
        crown = mesh.vertices[mesh.vertices[:, 8] == Material.SPRIG]
        away = crown[:, :3] - (0.0, 0.0, 0.5)
        assert (np.einsum("ij,ij->i", away, crown[:, 3:6]) > 0.0).mean() > 0.8
        apart = np.linalg.norm(crown[::7, None, :3] - dark[:, :3], axis=2).min(axis=1)
        assert apart.max() < 0.16, "none hangs in the air"
    assert len(far_tree(kind).indices) == 24, "two pictures, each seen from both of its sides"


@pytest.mark.parametrize("siege", [0.0, 0.2])
def test_field_without_measure_is_bare(siege: float) -> None:
    view = view_of((0.0, -50.0, 20.0), (100.0, 0.0, 0.0))
    assert scenery(1e12, 10.0, siege).seen(view) == []
    assert scenery(MAX_SETTLED_LENGTH, 10.0, siege).seen(view)
