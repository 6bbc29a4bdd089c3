"""What a scene that is opened takes over from the one before, and what comes back when that is undone."""

from __future__ import annotations

import pytest

from game import scenefile
from game.experiments.duel import RunVariant
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import OverlaySpec
from game.session import actions, advancing, edits
from game.session.session import Session
from game.session.undoing import KEPT
from physics import BadInput
from physics.simulation.poincare import SectionPlane
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import map_request

OF_THE_PERSON = {"overlays", "usual_room", "plotted", "trial", "tape", "undo", "aside", "looks"}
"""Attributes of a session that stay when another scene is opened."""
MADE_ANEW = {"past", "_trails", "_unlaid", "speed_meter", "pace", "forecast", "passed"}
"""Attributes that follow from the run that is shown, and are made anew of it."""
BESIDE = (Action.GHOSTS, Action.SLOW_MOTION, Action.FASTER, Action.LOOP_START, Action.LOOP_END)


def changed_session() -> Session:
    """Return a session of a trebuchet in which everything beside the run has been changed."""
    session = Session(scenefile.load("trebuchet"))
    session.pause(False)
    edits.apply(session, Edit("contenders", (RunVariant("heun", 1e-3),)))
    for action in BESIDE:
        advancing.run_ticks(session, 20)
        actions.perform(session, action)
    session.contest.from_start = True
    return session


def beside(session: Session) -> tuple:
    """Return what is set beside the run."""
    loop = session.playback.start, session.playback.end, session.playback.loops
    variants = [each.integrator for each in session.contenders]
    speed = session.clock.speed
    return session.duel is not None, variants, session.contest.from_start, session.slow.wanted, speed, loop


def test_a_preset_is_as_in_a_fresh_session_whatever_was_set_before() -> None:
    session = changed_session()
    for name in ("trebuchet", "warwolf", "fast-cone"):
        edits.apply(session, Edit("scene", name))
        fresh = Session(scenefile.load(name))
        assert beside(session) == beside(fresh)
        assert (session.cloud, session.ensemble) == (None, fresh.ensemble)
        assert session.simulation.paused == fresh.simulation.paused
        assert session.simulation.hand is None


def test_undo_brings_back_what_was_set_before() -> None:
    session = changed_session()
    before = beside(session)
    edits.apply(session, Edit("scene", "fast-cone"))
    assert beside(session) != before
    actions.perform(session, Action.UNDO)
    assert beside(session) == before


def test_results_beside_the_run_belong_to_the_scene() -> None:
    session = Session(scenefile.load("double-pendulum"))
    plane = SectionPlane("theta2", 0.0, "up")
    session.run_section(plane)
    session.compare_methods(True)
    bars = session.simulation.system
    axes = map_axis(bars, "theta2", 0.0, 1.0, 64), map_axis(bars, "theta3", 0.0, 1.0, 64)
    session.compute_map(map_request(bars, *axes, "final", 100.0))
    before = session.section, session.precision, session.outcome_map, session.tuning
    edits.apply(session, Edit("scene", "fast-cone"))
    assert (session.section, session.precision, session.outcome_map) == (None, None, None)
    assert session.tuning is not before[3]
    for task in before[:3]:
        task.wait()
    actions.perform(session, Action.UNDO)
    assert (session.section, session.precision, session.outcome_map, session.tuning) == before


def test_overlays_are_those_of_the_file_or_else_of_the_user() -> None:
    session = Session(scenefile.load("gyroscope"))
    actions.perform(session, Action.VECTORS)
    assert not session.vectors
    edits.apply(session, Edit("scene", scenefile.load("gyroscope").changed(overlays=OverlaySpec(vectors=True))))
    assert session.vectors, "the file says so"
    edits.apply(session, Edit("scene", scenefile.load("gyroscope")))
    assert not session.vectors, "as the user had chosen"
    edits.apply(session, Edit("scene", scenefile.load("gyroscope").changed(overlays=OverlaySpec(traces=False))))
    edits.apply(session, Edit("scene", scenefile.load("gyroscope")))
    assert session.traces, "what a file says is for its scene alone"


def test_an_invalid_scene_changes_nothing() -> None:
    session = changed_session()
    before, run, cloud = beside(session), session.simulation, session.cloud
    with pytest.raises(BadInput, match="speed"):
        edits.apply(session, Edit("scene", scenefile.load("fast-cone").changed(speed=1e9)))
    assert (beside(session), session.simulation, session.cloud) == (before, run, cloud)


def test_every_attribute_of_a_session_is_kept_with_its_scene_or_known_to_be_the_persons() -> None:
    """A new attribute has to be put into one of the three lists: else undo would leave that of another scene."""
    of_the_scene = {"_look" if name == "look" else name for name in KEPT}
    lists = [of_the_scene, OF_THE_PERSON, MADE_ANEW]
    assert sum(map(len, lists)) == len(set().union(*lists)), "each in one list"
    session = changed_session()
    edits.apply(session, Edit("scene", "fast-cone"))
    actions.perform(session, Action.UNDO)
    assert set(vars(session)) == set().union(*lists)


@pytest.mark.parametrize("name", KEPT)
def test_undo_of_a_change_of_scene_brings_back_what_belongs_to_the_scene(name: str) -> None:
    session = changed_session()
    session.measure_exponents(1, 1.0)
    before = getattr(session, name)
    edits.apply(session, Edit("scene", "double-pendulum-cloud"))
    there = getattr(session, name)
    actions.perform(session, Action.UNDO)
    assert getattr(session, name) is before
    actions.perform(session, Action.REDO)
    assert getattr(session, name) is there


def test_undo_of_a_change_of_scene_brings_back_the_room() -> None:
    session = Session(scenefile.load("double-pendulum"))
    before = session.room, session.look.room
    edits.apply(session, Edit("scene", "double-pendulum-cloud"))
    assert (session.room, session.look.room) != before
    actions.perform(session, Action.UNDO)
    assert (session.room, session.look.room) == before


def test_exponents_belong_to_the_scene_whose_motion_they_are_of() -> None:
    session = Session(scenefile.load("fast-cone"))
    session.measure_exponents(1, 1.0)
    first = session.exponents
    edits.apply(session, Edit("scene", "book"))
    session.measure_exponents(1, 1.0)
    actions.perform(session, Action.UNDO)
    assert session.exponents is first
    assert type(first.system) is type(session.simulation.system)
