"""The key of tensions: its colours are those of the links, and its numbers the tensions that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from game import scenefile
from game.camera.camera import Camera
from game.looks.chains.chain import newtons, top_of_key
from game.model.frame import Room
from game.session.compose import compose_frame
from game.session.session import Session


@pytest.mark.parametrize("azimuth", [-64.0, 20.0])
def test_the_key_stands_upright_and_names_the_tensions_of_its_colours(azimuth: float) -> None:
    session = Session(scenefile.load("catenary"))
    camera = Camera(tuple(session.look.focus), session.look.radius)
    camera.set_pose({"azimuth": azimuth})
    camera.settle()
    view = camera.view(16 / 9)
    frame = compose_frame(session, view, 1 / 60)
    (bar,) = (points for points in frame.points if len(points.positions) > 50)
    ends = [view.project(place, (1280, 720)) for place in bar.positions[[0, -1]]]
    assert ends[0][0] == pytest.approx(ends[1][0], abs=8.0) and ends[0][1] - ends[1][1] > 150.0
    assert all(0.0 < x < 500.0 for x, _ in ends), "to the left of the chain, in the picture"
    words = [label.text for label in frame.labels]
    scale = session.look.tension_tints
    assert scale.tensions[-1] == 10.0, "of 5.3 N at its ends"
    assert [text for text in words if text.endswith("N")] == ["0 N", "2 N", "4 N", "6 N", "8 N", "10 N"]
    linear = np.array(scale.of(np.array(scale.tensions)))
    shown = np.array([scale.key_color(k / (len(linear) - 1)) for k in range(len(linear))])
    assert shown**2.2 == pytest.approx(linear, abs=1e-12)
    frame.room = Room.WORKSHOP
    inked = frame.inked()
    assert frame.bright and inked.labels[0].color != frame.labels[0].color
    assert any(np.array_equal(points.colors, bar.colors) for points in inked.points), "the key keeps its colours"


@pytest.mark.parametrize(("masses", "top"), [(0.8, 15.0), (1.0, 15.0), (2.0, 30.0), (300.0, 5000.0)])
def test_the_key_of_a_hanging_chain_ends_at_a_round_tension_above_its_weight(masses: float, top: float) -> None:
    system = physics.system("planar-chain", {"count": 20, "mass": masses, "bob": 0})
    assert top_of_key(system, tuple(system.link_shapes)) == top


@pytest.mark.parametrize(("force", "words"), [(0.0, "0 N"), (9.81, "9.8 N"), (58.9, "59 N"), (2940.0, "2.9 kN")])
def test_newtons_in_words(force: float, words: str) -> None:
    assert newtons(force) == words
