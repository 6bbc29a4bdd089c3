"""Measured tables of a session: the ghost and the dots in the picture, and how they are hidden."""

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.experiments.measurements.measured_state import COLOR, MOST_DOTS, PLACE
from game.looks.generic import linear
from game.session import advancing
from game.session.compose import compose_frame
from game.session.session import Session

VIEW = Camera().view(1.5)


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(scenefile.load("a-real-double-pendulum"))
    advancing.run_ticks(made, 202)
    return made


def dots(session: Session, time: float):
    return session.run.measured.dots(session.look, session.simulation.system, session.run.tables, time)


def test_the_picture_has_ghost_name_and_dots(session: Session):
    frame = compose_frame(session, VIEW, 1 / 60)
    ghosts = [each for each in frame.instances if each.opacity < 1.0]
    assert len(ghosts) == 2 and all(each.tint == linear(COLOR) for each in ghosts)
    assert [label.text for label in frame.labels if label.color == COLOR] == ["measured"]
    assert len(frame.points[-1].positions) == 26, "every second row up to 0.5 s"
    session.run.measured.shown = False
    hidden = compose_frame(session, VIEW, 1 / 60)
    assert len(hidden.instances) == len(frame.instances) - 2 and not hidden.points
    session.run.measured.shown = True
    session.run.shown.traces = False
    assert len(compose_frame(session, VIEW, 1 / 60).points) == len(frame.points) - 1
    session.run.shown.traces = True


def test_dots_are_the_measured_places_whatever_was_shown_before(session: Session):
    found = dots(session, 0.5)
    states = np.zeros((26, len(session.simulation.y)))
    for place, name in enumerate(("theta_1", "theta_2")):
        states[:, place] = session.run.tables[0].columns[name][:51:2]
    assert np.allclose(found.positions, session.look.tips(session.simulation.system, states), atol=1e-6)
    assert dots(session, 7.0) is not None and dots(session, -0.1) is None and dots(session, 1000.0) is None
    again = dots(session, 0.5)
    assert np.array_equal(again.positions, found.positions) and np.array_equal(again.colors, found.colors)
    assert all(len(dots(session, time).positions) <= MOST_DOTS for time in (0.0, 3.3, 9.99))


def test_the_ghost_of_the_measured_motion_has_a_place_of_its_own(session: Session):
    pose = session.run.measured.pose(session.simulation.system, session.run.tables, 0.5)
    assert pose is not None and pose.place == PLACE >= 4
    assert session.run.measured.pose(session.simulation.system, (), 0.5) is None
    assert session.run.measured.opened().shown is session.run.measured.shown
