"""The states that a film's picture is the mean of."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.looks.kit import shapes
from game.model.frame import SHUTTER, Instance
from game.session import advancing
from game.session.compose import compose_exposure, compose_frame
from game.session.exposure import FLASH, STEP, Exposure, path_length, thinned
from game.session.session import Session

FPS, HEIGHT = 20, 300
VIEW = Camera().view(1.5)


def filmed(name: str, pictures: int = 3, **initial: float) -> tuple[Session, Exposure]:
    scene = scenefile.load(name)
    session = Session(scene.changed(paused=False, speed=1.0, initial={**scene.initial, **initial}))
    exposure = Exposure()
    for _ in range(pictures):
        advancing.advance_frame(session, FPS, exposure)
    return session, exposure


@pytest.mark.parametrize("name", ["wing-nut", "double-pendulum", "coin"])
def test_a_film_shows_the_same_motion(name: str) -> None:
    session, _ = filmed(name)
    plain = Session(scenefile.load(name).changed(paused=False, speed=1.0))
    for _ in range(3):
        advancing.advance_frame(plain, FPS)
    assert bytes(session.shown) == bytes(plain.shown)
    assert session.simulation.time == plain.simulation.time


def test_slow_bodies_are_exposed_for_the_time_of_the_shutter() -> None:
    weighted = filmed("wing-nut")[1].weighted()
    ages = [moment.age for moment, _ in weighted]
    assert max(ages) == pytest.approx(SHUTTER, abs=0.1)
    assert min(ages) == 0.0
    assert [weight for _, weight in weighted] == pytest.approx([1.0 / len(weighted)] * len(weighted))


@pytest.mark.parametrize("rate", [1.0, 90.0])
def test_a_still_is_exposed_for_a_part_of_it_however_fast_they_are(rate: float) -> None:
    weighted = filmed("wing-nut", omega_1=0.0, omega_3=rate)[1].weighted(still=True)
    ages = [moment.age for moment, _ in weighted]
    assert max(ages) == pytest.approx(FLASH * SHUTTER, abs=0.03) and min(ages) == 0.0
    assert sum(weight for _, weight in weighted) == pytest.approx(1.0)


@pytest.mark.parametrize("rate", [33.0, 45.0, 62.0, 90.0, 300.0, 1000.0])
def test_faster_ones_for_a_time_after_which_they_look_the_same(rate: float) -> None:
    exposure = filmed("wing-nut", omega_1=0.0, omega_3=rate)[1]
    turns = rate / FPS / math.pi
    assert exposure.turns == pytest.approx(turns, rel=1e-2)
    weighted = exposure.weighted()
    assert sum(weight for _, weight in weighted) == pytest.approx(1.0)
    left = sum(weight * cmath.exp(2j * math.pi * moment.age * turns) for moment, weight in weighted)
    assert abs(left) < 0.02


def test_round_bodies_may_spin_as_they_like() -> None:
    session, exposure = filmed("fast-cone")
    assert exposure.turns < 0.1
    frame = compose_frame(session, VIEW, 1 / FPS)
    assert (len(compose_exposure(session, exposure, frame, HEIGHT)) - 1) * STEP < 3.0


@pytest.mark.parametrize(("way", "apart"), [(6.0, 0.9), (15.0, 1.4), (60.0, 2.7)])
def test_edges_leave_no_comb(way: float, apart: float) -> None:
    """Check how far apart a body is drawn that goes this way [pixels] while the shutter is open."""
    session, exposure = filmed("wing-nut")
    frame = compose_frame(session, VIEW, 1 / FPS)
    states = [moment.state for moment, _ in exposure.weighted()]
    poses = [session.look.frame(session.simulation.system, state, VIEW, 0.0).instances for state in states]
    height = round(way * HEIGHT / path_length(poses, VIEW, HEIGHT))
    assert way / (len(compose_exposure(session, exposure, frame, height)) - 1) < apart


def test_what_moves_far_is_drawn_often_and_what_stands_once() -> None:
    session, exposure = filmed("wing-nut")
    frame = compose_frame(session, VIEW, 1 / FPS)
    exposed = compose_exposure(session, exposure, frame, 100 * HEIGHT)  # the nut is small in this view
    assert len(exposed) > 3
    assert sum(each.weight for each in exposed) == pytest.approx(1.0)
    models = np.array([each.frame.instances[0].model for each in exposed])
    assert (np.abs(np.diff(models, axis=0)).max(axis=(1, 2)) > 1e-4).all()
    session.pause(True)
    assert [each.frame for each in compose_exposure(session, exposure, frame, HEIGHT)] == [frame]


def test_a_body_that_the_camera_goes_along_with_is_sharp() -> None:
    session, exposure = filmed("bicycle-capsize", forward_speed=8.0, lean_rate=0.0)
    frame, way = compose_frame(session, VIEW, 1 / FPS), np.array([8.0 / FPS, 0.0, 0.0])
    standing, along = (compose_exposure(session, exposure, frame, HEIGHT, carried=each) for each in (None, way))
    places = [np.array([each.frame.instances[0].model[3, :3] for each in seen]) for seen in (standing, along)]
    assert np.ptp(places[0], axis=0).max() > 0.4 * way[0]
    assert np.ptp(places[1], axis=0).max() < 1e-3 * way[0]
    assert len(along) < len(standing)


def test_thinning_keeps_the_newest_and_equal_distances() -> None:
    kept = thinned([(k, 0.1) for k in range(10)], 4)
    assert [k for k, _ in kept] == [0, 3, 6, 9]
    assert sum(weight for _, weight in kept) == pytest.approx(1.0)


def test_thinning_keeps_all_that_there_is_room_for() -> None:
    for count in range(1, 12):
        whole = [(k, 1.0 / count) for k in range(count)]
        assert [k for k, _ in thinned(whole, count)] == [k for k, _ in thinned(whole, 99)] == list(range(count))
        assert thinned(whole, 1) == thinned(whole, 0) == [(count - 1, 1.0)]
        for most in range(1, count):
            kept = [k for k, _ in thinned(whole, most)]
            assert 0 < len(kept) <= most and kept[-1] == count - 1 and len(set(np.diff(kept))) <= 1


def placed(x: float, y: float, z: float, turn: float = 0.0) -> np.ndarray:
    model = np.eye(4, dtype=np.float32)
    model[:2, :2] = [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
    model[3, :3] = x, y, z
    return model


def test_the_path_of_a_body_is_as_long_as_that_of_its_fastest_point_on_the_screen() -> None:
    ball, box = shapes.sphere(0.01), shapes.box((0.3, 0.1, 0.05))
    view = Camera((0.0, 0.0, 0.0), 1.0).view(1.5)
    forward = -np.asarray(view.view, float)[:3, 2]
    aside = np.asarray(view.view, float)[:3, 0]
    middle = np.asarray(view.eye, float) + 4.0 * forward
    per_metre = 0.5 * HEIGHT * float(view.projection[1, 1]) / 4.0
    assert path_length([[], []], view, HEIGHT) == 0.0
    there = [Instance(ball, placed(*(middle + part * aside))) for part in (0.0, 0.1, 0.3)]
    still = Instance(ball, placed(*middle))
    assert path_length([[each] for each in there], view, HEIGHT) == pytest.approx(0.3 * per_metre, rel=0.01)
    assert path_length([[still, each] for each in there], view, HEIGHT) == pytest.approx(0.3 * per_metre, rel=0.01)
    turned = [[Instance(mesh, placed(*middle, turn)) for turn in (0.0, 0.01)] for mesh in (ball, box)]
    assert path_length([[each] for each in turned[0]], view, HEIGHT) == pytest.approx(0.0, abs=1e-4), "it is round"
    reach = float(np.abs(box.vertices[:, :3]).max())
    assert path_length([[each] for each in turned[1]], view, HEIGHT) == pytest.approx(
        0.01 * reach * per_metre, rel=0.05
    )
