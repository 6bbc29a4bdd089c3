"""What a scene that is opened takes over from the one before, and what comes back when that is undone."""

from __future__ import annotations

from dataclasses import fields

import pytest

from game import scenefile
from game.experiments.duel import RunVariant
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import OVERLAYS, OverlaySpec
from game.session import actions, advancing, edits
from game.session.open_run import OpenRun
from game.session.session import Session
from game.session.shown_overlays import ShownOverlays
from physics import BadInput
from physics.simulation.poincare import SectionPlane
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import map_request

OF_ALL_SCENES = {"aside", "choices", "looks", "patient", "tape", "trial", "undo", "workshop"}
"""Attributes of a session that stay when another scene is opened."""
PLAIN = (str, int, tuple, type(None))
"""Types of values that cannot be changed."""
BESIDE = (Action.GHOSTS, Action.SLOW_MOTION, Action.FASTER, Action.LOOP_START, Action.LOOP_END)


def changed_session() -> Session:
    """Return a session of a trebuchet in which everything beside the run has been changed."""
    session = Session(scenefile.load("trebuchet"))
    session.pause(False)
    edits.apply(session, Edit("contenders", (RunVariant("heun", 1e-3),)))
    for action in BESIDE:
        advancing.run_ticks(session, 20)
        actions.perform(session, action)
    session.run.contest.from_start = True
    return session


def beside(session: Session) -> tuple:
    """Return what is set beside the run."""
    loop = session.run.playback.start, session.run.playback.end, session.run.playback.loops
    variants = [each.integrator for each in session.contenders]
    speed = session.clock.speed
    return session.duel is not None, variants, session.run.contest.from_start, session.run.slow.wanted, speed, loop


def test_a_preset_is_as_in_a_fresh_session_whatever_was_set_before() -> None:
    session = changed_session()
    for name in ("trebuchet", "warwolf", "fast-cone"):
        edits.apply(session, Edit("scene", name))
        fresh = Session(scenefile.load(name))
        assert beside(session) == beside(fresh)
        assert (session.run.cloud, session.run.ensemble) == (None, fresh.run.ensemble)
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
    session.run.beside.run_section(session.simulation, plane)
    session.run.beside.compare_methods(session.simulation.system, True)
    bars = session.simulation.system
    axes = map_axis(bars, "theta2", 0.0, 1.0, 64), map_axis(bars, "theta3", 0.0, 1.0, 64)
    session.run.beside.compute_map(map_request(bars, *axes, "final", 100.0))
    before = (
        session.run.beside.section,
        session.run.beside.precision,
        session.run.beside.outcome_map,
        session.run.beside.tuning,
    )
    edits.apply(session, Edit("scene", "fast-cone"))
    assert (session.run.beside.section, session.run.beside.precision, session.run.beside.outcome_map) == (
        None,
        None,
        None,
    )
    assert session.run.beside.tuning is not before[3]
    for task in before[:3]:
        task.wait()
    actions.perform(session, Action.UNDO)
    assert (
        session.run.beside.section,
        session.run.beside.precision,
        session.run.beside.outcome_map,
        session.run.beside.tuning,
    ) == before


def test_overlays_are_those_of_the_file_or_else_of_the_user() -> None:
    session = Session(scenefile.load("gyroscope"))
    actions.perform(session, Action.VECTORS)
    assert not session.run.shown.vectors
    edits.apply(session, Edit("scene", scenefile.load("gyroscope").changed(overlays=OverlaySpec(vectors=True))))
    assert session.run.shown.vectors, "the file says so"
    edits.apply(session, Edit("scene", scenefile.load("gyroscope")))
    assert not session.run.shown.vectors, "as the user had chosen"
    edits.apply(session, Edit("scene", scenefile.load("gyroscope").changed(overlays=OverlaySpec(traces=False))))
    edits.apply(session, Edit("scene", scenefile.load("gyroscope")))
    assert session.run.shown.traces, "what a file says is for its scene alone"


def test_an_invalid_scene_changes_nothing() -> None:
    session = changed_session()
    before, run, cloud = beside(session), session.simulation, session.run.cloud
    with pytest.raises(BadInput, match="speed"):
        edits.apply(session, Edit("scene", scenefile.load("fast-cone").changed(speed=1e9)))
    assert (beside(session), session.simulation, session.run.cloud) == (before, run, cloud)


def test_a_session_has_its_run_and_what_stays_when_another_scene_is_opened() -> None:
    """A new attribute belongs into `OpenRun`, or to the user: else undo would leave that of another scene."""
    session = changed_session()
    kept = {name: getattr(session, name) for name in OF_ALL_SCENES}
    edits.apply(session, Edit("scene", "fast-cone"))
    actions.perform(session, Action.UNDO)
    assert vars(session).keys() == {"run", *OF_ALL_SCENES}
    assert all(getattr(session, name) is kept[name] for name in OF_ALL_SCENES - {"aside", "workshop"})


@pytest.mark.parametrize("name", [field.name for field in fields(OpenRun) if field.name != "pacing"])
def test_undo_of_a_change_of_scene_brings_back_what_belongs_to_the_scene(name: str) -> None:
    session = changed_session()
    session.run.beside.measure_exponents(session.simulation, 1, 1.0)
    before = getattr(session.run, name)
    edits.apply(session, Edit("scene", "double-pendulum-cloud"))
    there = getattr(session.run, name)
    actions.perform(session, Action.UNDO)
    assert getattr(session.run, name) is before
    actions.perform(session, Action.REDO)
    assert getattr(session.run, name) is there


def test_the_pace_of_a_run_is_measured_anew_when_it_is_taken_up() -> None:
    session = changed_session()
    advancing.advance(session, 20_000_000, 1000)
    assert session.run.pacing.passed > 0.0
    edits.apply(session, Edit("scene", "fast-cone"))
    actions.perform(session, Action.UNDO)
    pacing = session.run.pacing
    assert (pacing.speed_meter.achieved, pacing.forecast, pacing.passed) == (0.0, None, 0.0)


def test_the_run_of_another_scene_shares_nothing_that_is_changed_with_the_one_before() -> None:
    """The list of shots alone goes on, for the same kind of machine."""
    session = changed_session()
    first = session.run
    edits.apply(session, Edit("scene", "warwolf"))
    second = session.run
    assert second.shots is first.shots
    values = {field.name: (getattr(first, field.name), getattr(second, field.name)) for field in fields(OpenRun)}
    shared = {name for name, (old, new) in values.items() if old is new and not isinstance(old, PLAIN)}
    assert shared == {"shots"}
    scenes = [[entry.what for entry in run.past.log.entries].count("scene") for run in (first, second)]
    assert scenes == [0, 1], "the log goes on, that of the run before stays as it was"


def test_what_is_to_be_told_of_the_past_is_told_once_when_the_scene_changes() -> None:
    session = changed_session()
    session.past.events.noticed = 7
    session.past.dropped.append(None)
    edits.apply(session, Edit("scene", "fast-cone"))
    assert (session.past.events.noticed, session.past.dropped) == (7, [None])
    session.past.events.noticed += 2
    session.past.dropped.clear()
    actions.perform(session, Action.UNDO)
    assert (session.past.events.noticed, session.past.dropped) == (9, [])


def test_overlays_have_the_names_of_those_in_scene_files() -> None:
    assert ShownOverlays().by_name.keys() == OVERLAYS.keys()
    session = Session(scenefile.load("gyroscope"))
    assert session.run.shown.by_name == dict(OVERLAYS)


def test_undo_of_a_change_of_scene_brings_back_the_room() -> None:
    session = Session(scenefile.load("double-pendulum"))
    before = session.run.room, session.look.room
    edits.apply(session, Edit("scene", "double-pendulum-cloud"))
    assert (session.run.room, session.look.room) != before
    actions.perform(session, Action.UNDO)
    assert (session.run.room, session.look.room) == before


def test_exponents_belong_to_the_scene_whose_motion_they_are_of() -> None:
    session = Session(scenefile.load("fast-cone"))
    session.run.beside.measure_exponents(session.simulation, 1, 1.0)
    first = session.run.beside.exponents
    edits.apply(session, Edit("scene", "book"))
    session.run.beside.measure_exponents(session.simulation, 1, 1.0)
    actions.perform(session, Action.UNDO)
    assert session.run.beside.exponents is first
    assert type(first.system) is type(session.simulation.system)
