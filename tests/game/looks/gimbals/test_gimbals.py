"""The look of the gyroscope in gimbals: rings clear one another, the card shows north, fast spokes become a veil."""

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.camera.camera import Camera
from game.looks import look_for
from game.looks.gimbals import gimbal_parts as parts
from game.looks.gimbals.gimbals import GimbalsLook
from game.model.trails import TRACE_POINTS, TRACE_SECONDS

PRESETS = ("gimbals", "gimbal-lock", "gyrocompass", "rate-gyro")


def opened(preset):
    system = scenefile.load(preset).simulation().system
    return system, look_for(system), memoryview(system.start())


def picture(preset, blur_seconds=0.0):
    system, look, y = opened(preset)
    view = Camera(tuple(look.focus.tolist()), look.radius).view(1.6)
    return look.frame(system, y, view, blur_seconds)


@pytest.mark.parametrize("preset", PRESETS)
def test_rotor_and_rings_turn_within_one_another(preset):
    system, look, _ = opened(preset)
    assert type(look) is GimbalsLook
    r = system.sizes.rotor
    rotor, inner, outer, _ = (mesh.vertices[:, :3] for mesh in look.meshes)
    aside = np.abs(rotor[:, 2]) < 0.6 * system.sizes.inner
    assert np.linalg.norm(rotor[aside], axis=1).max() < system.sizes.inner - parts.THICK * r
    trunnions = np.abs(inner[:, 1]) > system.sizes.inner
    assert np.linalg.norm(inner[~trunnions], axis=1).max() < system.sizes.outer - parts.THICK * r
    assert np.abs(inner[:, 1]).max() < system.sizes.outer
    ring = np.abs(outer[:, 2]) < 0.2 * r
    assert np.linalg.norm(outer[ring], axis=1).max() < system.sizes.foot


@pytest.mark.parametrize("preset", PRESETS)
def test_the_foot_stands_on_the_floor_and_nothing_is_below_it(preset):
    frame = picture(preset)
    lowest = []
    for each in frame.instances:
        points = np.column_stack([each.mesh.vertices[:, :3], np.ones(len(each.mesh.vertices))]) @ each.model
        lowest.append(points[:, 2].min())
    assert min(lowest) == pytest.approx(0.0, abs=1e-6)


def test_letters_of_the_card_are_where_the_axis_points():
    """At psi = 0 a level axis points north; west is a quarter turn of the outer ring on."""
    frame = picture("gyrocompass")
    letters = {label.text: label.place[:2] / np.linalg.norm(label.place[:2]) for label in frame.labels}
    system = scenefile.load("gyrocompass").simulation().system
    for psi, name in ((0.0, "N"), (0.5, "W"), (1.0, "S"), (-0.5, "E")):
        turned = system.replace(initial={"psi": psi * math.pi})
        axis = turned.bodies(memoryview(turned.start()))[0].rotation[:2, 2]
        assert letters[name] == pytest.approx(axis, abs=1e-6)
    assert not picture("gimbals").labels


def test_spokes_that_turn_too_fast_for_the_eye_become_a_veil():
    system, look, y = opened("gimbals")
    view = Camera(tuple(look.focus.tolist()), look.radius).view(1.6)
    still, fast = (look.frame(system, y, view, blur).instances for blur in (0.0, 0.02))
    assert not any(each.veil for each in still)
    assert [each.veil for each in fast] == [False] * len(still) + [True]
    assert all(a.mesh is b.mesh for a, b in zip(still, fast, strict=False)), "exposures of a film match them by order"
    assert (still[-1].opacity, fast[-2].opacity) == (1.0, 0.0)


def test_the_look_shows_weights_and_spring_and_is_kept_while_they_are_the_same():
    system, look, _ = opened("gimbals")
    assert look.fits(system.replace({"spring": 0.0, "Co": 1e-3}, {"theta": 1.0}))
    for changed in ({"spring": 0.5}, {"lb": -0.001}, {"la": 0.001}, {"base": "earth"}, {"C": 1e-3}):
        other = system.replace(changed)
        assert not look.fits(other)
        assert look_for(other).fits(other)
    plain = len(look.meshes[1].vertices)
    for changed in ({"spring": 0.5}, {"lb": -0.001}, {"la": 0.001}):
        assert len(look_for(system.replace(changed)).meshes[1].vertices) > plain


def test_the_path_lasts_some_nutations_or_swings_with_points_to_spare():
    lives = {preset: look_for(opened(preset)[0]).life for preset in PRESETS}
    assert lives["gimbals"] == pytest.approx(6.0 * 2.0 * math.pi / 208.98, rel=1e-3)
    assert lives["gyrocompass"] == pytest.approx(1.5 * 3738.7, rel=1e-3)
    assert lives["rate-gyro"] == TRACE_SECONDS
    for preset in PRESETS:
        look = opened(preset)[1]
        assert look.life * look.trace_rate <= 0.61 * TRACE_POINTS


def test_moments_of_any_size_can_be_drawn():
    for given in ({"C": 1.0, "A": 1.0}, {"C": 1e-9, "A": 1e-9}, {"mass": 1e-3}, {"A": 1e-9}):
        system = physics.system("gimbals", given)
        look = look_for(system)
        assert 0.0 < look.radius < 2.0
        assert all(np.isfinite(mesh.vertices).all() for mesh in look.meshes)
