"""What actions of the laboratory do beyond single calls: limits, order, and pictures beside the lab's."""

from __future__ import annotations

import pytest

import physics
from game import scenefile
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions, advancing
from game.session.session import Session
from physics import BadInput
from physics.compiled import native


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("gyroscope").changed(speed=1.0))


def test_keys_halve_and_double_the_speed_between_its_limits(session: Session) -> None:
    actions.perform(session, Action.SLOWER)
    assert session.clock.speed == 0.5
    for _ in range(12):
        actions.perform(session, Action.SLOWER)
    assert session.clock.speed == 1 / 1024
    actions.perform(session, Action.FASTER)
    assert session.clock.speed == 1 / 512
    for _ in range(20):
        actions.perform(session, Action.FASTER)
    assert session.clock.speed == 64.0


def test_an_action_of_another_part_of_the_program_is_not_performed(session: Session) -> None:
    assert not actions.perform(session, Action.FULLSCREEN)
    assert actions.perform(session, Action.VECTORS)


@pytest.mark.parametrize(("action", "name"), [
    (Action.VECTORS, "vectors"), (Action.TRACES, "traces"), (Action.GEOMETRY, "geometry"), (Action.BINET, "binet"),
    (Action.BODY_VIEW, "body_view"), (Action.SCULPTURE, "sculpture"),
])  # fmt: skip
def test_an_overlay_is_toggled_twice(action: Action, name: str) -> None:
    session = Session(scenefile.load("tennis-racket"))
    before = session.run.shown.by_name[name]
    actions.perform(session, action)
    assert session.run.shown.by_name[name] is not before
    actions.perform(session, action)
    assert session.run.shown.by_name[name] is before


def test_a_second_picture_takes_the_place_of_one_that_comes_before_it() -> None:
    session = Session(scenefile.load("tennis-racket"))
    for action in (Action.BODY_VIEW, Action.BINET, Action.SCULPTURE):
        actions.perform(session, action)
    assert (session.run.shown.sculpture, session.run.shown.binet, session.run.shown.body_view) == (True, True, True), (
        "the first of them is seen"
    )
    actions.perform(session, Action.BODY_VIEW)
    assert (session.run.shown.sculpture, session.run.shown.binet, session.run.shown.body_view) == (
        False,
        False,
        True,
    ), "now it is seen"
    actions.perform(session, Action.BODY_VIEW)
    assert not session.run.shown.body_view


@pytest.mark.parametrize(("action", "said"), [
    (Action.BODY_VIEW, "body-fixed view: gyroscope has none"),
    (Action.BINET, "Binet's construction: gyroscope has none"),
    (Action.SLOW_MOTION, "slow motion"),
])  # fmt: skip
def test_what_a_system_does_not_have_is_refused(session: Session, action: Action, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        actions.perform(session, action)
    assert not (session.run.shown.body_view or session.run.shown.binet)


def test_slow_motion_is_toggled_where_there_is_a_moment_to_show() -> None:
    session = Session(scenefile.load("trebuchet"))
    wanted = session.run.slow.wanted
    actions.perform(session, Action.SLOW_MOTION)
    assert session.run.slow.wanted is not wanted
    actions.perform(session, Action.SLOW_MOTION)
    assert session.run.slow.wanted is wanted


def test_presets_follow_one_another_in_a_circle_and_any_other_scene_leads_to_their_ends() -> None:
    names = scenefile.presets()
    assert actions.preset_after(names[0], 1) == names[1]
    assert actions.preset_after(names[-1], 1) == names[0]
    assert actions.preset_after(names[0], -1) == names[-1]
    assert actions.preset_after("no preset", 1) == actions.preset_after("no preset", -1) == names[0]


def test_a_point_of_a_map_starts_the_run_there_and_a_machine_waits(session: Session) -> None:
    advancing.run_ticks(session, 30)
    actions.start_from_map(session, {"gravity": 3.7, "theta": 0.8})
    simulation = session.simulation
    assert simulation.tick == 0 and not simulation.paused
    assert simulation.system.parameters["gravity"] == 3.7 and simulation["theta"] == 0.8
    assert [str(entry.text) for entry in session.undo.done] == ["Start from a point of the map"]
    actions.perform(session, Action.UNDO)
    assert simulation.tick == 30 and simulation.system.parameters["gravity"] == 9.81
    machine = Session(scenefile.load("trebuchet"))
    actions.start_from_map(machine, {"sling": 4.6})
    assert machine.simulation.paused and machine.simulation.system.parameters["sling"] == 4.6
    with pytest.raises(BadInput):
        actions.start_from_map(machine, {"sling": -1.0})
    assert machine.simulation.system.parameters["sling"] == 4.6 and len(machine.undo.done) == 1


def test_parameters_that_depend_on_one_another_are_set_in_the_order_that_is_possible() -> None:
    session = Session(Scene(system="sliding-body"))
    actions.use_parameters(session, {"axis_1": 0.03, "shape": "ellipsoid"})
    found = session.simulation.system.parameters
    assert (found["shape"], found["axis_1"]) == ("ellipsoid", 0.03)
    with pytest.raises(BadInput, match="axis_1"):
        actions.use_parameters(session, {"axis_1": -1.0, "gravity": 1.62})
    assert session.simulation.system.parameters["axis_1"] == 0.03


def test_a_cocked_machine_waits_at_its_start_with_its_parameters() -> None:
    machine = Session(scenefile.load("trebuchet").changed(paused=False))
    advancing.run_ticks(machine, 40)
    sling = machine.simulation.system.parameters["sling"]
    actions.cock_machine(machine, {"sling": 4.6})
    assert machine.simulation.paused and machine.simulation.tick == 0
    assert machine.simulation.system.parameters["sling"] == 4.6
    assert [str(entry.text) for entry in machine.undo.done] == ["Machine cocked"]
    with pytest.raises(BadInput):
        actions.cock_machine(machine, {"sling": -1.0})
    actions.perform(machine, Action.UNDO)
    assert machine.simulation.tick == 40 and machine.simulation.system.parameters["sling"] == sling


def test_a_comparison_from_the_start_begins_with_a_restart_which_is_undone_with_it(session: Session) -> None:
    advancing.run_ticks(session, 30)
    session.run.contest.from_start = True
    actions.perform(session, Action.GHOSTS)
    assert session.duel is not None and session.simulation.tick == 0
    assert [str(entry.text) for entry in session.undo.done] == ["Comparison begun"]
    actions.perform(session, Action.UNDO)
    assert session.duel is None and session.simulation.tick == 30
    actions.perform(session, Action.REDO)
    assert session.duel is not None and session.simulation.tick == 0
    actions.perform(session, Action.GHOSTS)
    assert session.duel is None and [str(entry.text) for entry in session.undo.done][1:] == ["Comparison ended"]


def test_machine_code_for_the_methods_beside_the_present_one_is_made_ahead(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, bool]] = []
    monkeypatch.setattr(native.background, "ask", lambda shape, ahead: asked.append((shape, ahead)))
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    ahead, simulation = actions.NextMethods(), session.simulation
    ahead.prepare(session)
    assert asked == [], "that of the present method comes first"
    monkeypatch.setattr(type(simulation), "compiled", property(lambda each: True))
    for _ in range(2):
        ahead.prepare(session)
    beside = [actions.integrator_after(session, step) for step in (1, -1)]
    assert asked == [(native.shape(simulation.system, physics.integrator(name)), True) for name in beside]
    actions.perform(session, Action.NEXT_INTEGRATOR)
    assert native.shape(simulation.system, simulation.integrator) == asked[0][0], "the key goes to one of them"
    ahead.prepare(session)
    assert len(asked) == 4
