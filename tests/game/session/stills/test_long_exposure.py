"""Long exposures: their weights, and the path of the lamp."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.looks.kit import shapes
from game.model.frame import Curve, ExposedFrame, Instance, SceneFrame, View
from game.session.stills.long_exposure import (
    FAINTEST,
    FLASH,
    GLOW,
    MOMENTS,
    compose_long_exposure,
    lamp_path,
    moving,
    swept,
)
from tests.game.session.stills.test_plate import gathered, seen


def test_veil_and_flash_share_the_light() -> None:
    session, states = gathered("loops", 20)
    exposed = compose_long_exposure(session, states.moments, seen(session))
    weights = [weight for _, weight in exposed]
    assert sum(weights) == pytest.approx(1.0)
    assert weights[-1] == pytest.approx(FLASH, abs=1e-9)
    assert 100 < len(exposed) <= MOMENTS + 1
    assert len(exposed[-1].frame.curves) == len(GLOW) and not exposed[-1].frame.arrows
    drawn = [each for picture in exposed for each in picture.frame.instances]
    assert not any(each.spin_blur or any(each.turn) for each in drawn), "each of them sharp"
    first, last = exposed[0].frame.instances[0].model, exposed[-1].frame.instances[0].model
    assert np.abs(first - last).max() > 1e-3, "the body has moved"


def test_where_parts_of_the_last_picture_are_fewer_it_has_all_the_light(monkeypatch: pytest.MonkeyPatch) -> None:
    session, states = gathered("loops", 6)
    moments, frame = states.moments, session.look.frame

    def fewer(*given: Any) -> SceneFrame:
        found = frame(*given)
        if given[1] is moments[-1]:
            del found.instances[-1]
        return found

    monkeypatch.setattr(session.look, "frame", fewer)
    (alone,) = compose_long_exposure(session, moments, seen(session))
    assert alone.weight == 1.0 and alone.frame.lamp is not None and len(alone.frame.curves) == len(GLOW)


def test_a_body_that_turns_fast_has_more_moments() -> None:
    """So that the veil has no combs: nine turns of the nut in 2.4 s, of which a part is seen here."""
    session, states = gathered("wing-nut", 60)
    assert len(compose_long_exposure(session, states.moments, seen(session))) > MOMENTS + 1


def test_moments_of_a_long_motion_stay_few_and_at_equal_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.stills.gathered.MOST", 50)
    session, states = gathered("loops", 20)
    tips = session.look.tips(session.simulation.system, np.array([np.asarray(state) for state in states.moments[:-1]]))
    assert 25 <= len(tips) <= 50
    steps = np.linalg.norm(np.diff(tips, axis=0), axis=1)
    assert steps.max() < 2.5 * np.median(steps), "none is left out between others"
    assert bytes(states.moments[-1]) == bytes(session.shown)


def test_lamp_is_bright_where_it_is_slow() -> None:
    x = np.concatenate([np.linspace(0.0, 1.0, 50), np.linspace(1.0, 1.2, 50), np.linspace(1.2, 9.0, 50)])
    points = np.column_stack([x, 0.0 * x, 0.0 * x]).astype(np.float32)
    curve = lamp_path(points)[-1]
    assert isinstance(curve.opacity, np.ndarray)
    red, green, blue = curve.color
    assert 1.0 >= red >= green >= blue > 0.5, "warm and nearly white"
    light = curve.opacity / GLOW[-1][1]
    assert light[60] == pytest.approx(1.0) and light[120] == pytest.approx(FAINTEST) and FAINTEST < light[25] < 1.0


@pytest.mark.parametrize("points", [np.full((9, 3), np.nan), np.zeros((2, 3)), np.zeros((0, 3))])
def test_without_a_traced_point_there_is_no_lamp(points: np.ndarray) -> None:
    assert lamp_path(points.astype(np.float32)) == []


def test_a_lamp_at_rest_is_a_bright_point() -> None:
    (*_, curve) = lamp_path(np.ones((9, 3), np.float32))
    assert np.isfinite(curve.opacity).all() and curve.opacity[0] > 0.9


def test_windings_upon_windings_share_the_light_of_a_lamp() -> None:
    def light(windings: int) -> float:
        turn = np.linspace(0.0, 2.0 * np.pi * windings, 40 * windings)
        path = np.column_stack([np.cos(turn), np.sin(turn), 0.0 * turn]).astype(np.float32)
        return float(np.median(lamp_path(path)[-1].opacity))

    assert light(3) == pytest.approx(light(1), rel=0.01), "few of them are as bright"
    assert 60 * light(60) == pytest.approx(120 * light(120), rel=0.02)


def test_a_lamp_follows_the_motion_from_its_beginning_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    session, states = gathered("loops", 20)
    tips = session.look.tips(session.simulation.system, np.array([np.asarray(state) for state in states.moments]))
    whole = compose_long_exposure(session, states.moments, seen(session))[-1].frame.lamp
    assert np.array_equal(whole, tips)
    monkeypatch.setattr("game.session.stills.long_exposure.FINE", len(tips) // 3)
    thinned = compose_long_exposure(session, states.moments, seen(session))[-1].frame.lamp
    assert thinned is not None and len(thinned) <= len(tips) // 3
    assert np.array_equal(thinned[-1], tips[-1]), "the flash shows the body where the lamp ends"
    places = [int(np.flatnonzero((tips == point).all(axis=1))[0]) for point in thinned]
    assert min(np.diff(places)) > 1, "in the order of the motion"


def test_the_light_reaches_over_the_whole_way_of_a_body_that_goes_far() -> None:
    session, states = gathered("bicycle", 40, speed=4.0)
    look, system, view = session.look, session.simulation.system, seen(session)
    lit = compose_long_exposure(session, states.moments, view)[-1].frame
    for state in (states.moments[0], states.moments[-1]):
        place = look.frame(system, state, view, 0.0).focus
        assert float(np.linalg.norm(place - lit.focus)) + look.radius <= 1.001 * lit.radius
    assert lit.radius > 1.2 * look.radius, "it has gone far"


def test_what_sweeps_over_a_long_exposure_are_the_bodies_that_move() -> None:
    view = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
    ball, table = shapes.sphere(0.1), shapes.sphere(1.0)
    frames = []
    for x in (0.0, 1.0, 2.0):
        model = np.eye(4, dtype=np.float32)
        model[3, 0] = x
        frame = SceneFrame(view, np.zeros(3, np.float32), 1.0)
        frame.instances = [Instance(table, np.eye(4, dtype=np.float32)), Instance(ball, model)]
        frame.curves = [Curve(np.zeros((2, 3), np.float32), (1.0, 1.0, 1.0))]
        frames.append(frame)
    ground = SceneFrame(view, np.zeros(3, np.float32), 1.0)
    ground.instances = [Instance(table, np.eye(4, dtype=np.float32))]
    found = swept([ExposedFrame(ground, 0.0), *(ExposedFrame(each, 1 / 3) for each in frames)])
    assert [(each.mesh is ball, float(each.model[3, 0])) for each in found.instances] == [
        (True, 0.0), (True, 1.0), (True, 2.0),
    ]  # fmt: skip
    assert found.curves == [] and frames[-1].curves and moving(frames) == {1}
