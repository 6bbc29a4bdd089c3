"""The cloud of an ensemble in a session: its place, when it is shown, and what it follows."""

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.experiments.cloud import Cloud, compile_for, default_ensemble
from game.experiments.cloud_trails import MAX_TRAILS, TRAIL_POINTS, TRAIL_SECONDS
from game.looks.generic import Look
from game.model.colormap import diverging
from game.model.edit import Edit
from game.model.frame import SceneFrame, View
from game.model.input import Action
from game.scenefile import EnsembleSpec
from game.session import actions, advancing, edits
from game.session.compose import compose_frame
from game.session.session import Session
from physics import BadInput
from physics.batch import copies
from physics.compiled import native
from tests.sampling import every

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
COPIES = 65


@pytest.fixture(autouse=True)
def _compiled():
    system = physics.system("gyroscope")
    try:
        native.compiled_run(copies.shape_for(system, physics.integrator("rk4")))
    except native.Unavailable as problem:
        pytest.skip(str(problem))


def session(width=1e-3, **changes):
    scene = scenefile.load("paper-cone").changed(ensemble=EnsembleSpec(COPIES, {"theta": width}), **changes)
    return Session(scene)


def dots(of):
    points = compose_frame(of, VIEW, 1 / 60).points
    return np.concatenate([each.positions for each in points]).astype(float) if points else None


def tip(of):
    simulation = of.simulation
    return of.look.to_world(simulation.system.traces(simulation.y)["tip"])


def test_copies_start_about_the_start_and_advance_with_it():
    lab = session()
    middle = COPIES // 2
    for ticks in (0, 1, 40):
        advancing.run_ticks(lab, ticks)
        positions = dots(lab)
        assert positions.shape == (COPIES, 3)
        assert positions[middle] == pytest.approx(tip(lab), abs=1e-6)
        away = np.linalg.norm(positions - tip(lab), axis=1)
        assert 1e-5 < away[0] < 1e-2
    alone = physics.simulate("gyroscope", 0.041, initial={"theta": np.pi / 6 + 1e-3})
    end = memoryview(np.ascontiguousarray(alone.data[-1, 1:7]))
    assert dots(lab)[-1] == pytest.approx(lab.look.to_world(alone.system.traces(end)["tip"]), abs=1e-6)


def test_session_without_an_ensemble_has_no_cloud():
    assert dots(Session(scenefile.load("paper-cone"))) is None


def test_reset_restarts_the_cloud():
    lab = session()
    before = dots(lab)
    advancing.run_ticks(lab, 30)
    assert np.abs(dots(lab) - before).max() > 1e-3
    actions.perform(lab, Action.RESET)
    assert np.array_equal(dots(lab), before)


@pytest.mark.parametrize(
    "edit", [Edit("parameter", 1.62, "gravity"), Edit("dt", 5e-4), Edit("integrator", "heun"), Edit("speed", 2.0)]
)
def test_edits_apply_to_the_copies(edit):
    native.compiled_run(copies.shape_for(physics.system("gyroscope"), physics.integrator("heun")))
    lab = session(width=0.2)
    advancing.run_ticks(lab, 50)
    edits.apply(lab, edit)
    advancing.run_ticks(lab, 50)
    positions = dots(lab)
    assert positions[COPIES // 2] == pytest.approx(tip(lab), abs=1e-6)
    assert np.linalg.norm(positions[0] - positions[-1]) > 0.02, "they went on from where they were"


def test_cloud_is_hidden_in_the_past_and_restarts_from_there():
    lab = session()
    advancing.run_ticks(lab, 60)
    assert lab.run.cloud.words(lab.simulation) == "65 copies"
    advancing.seek(lab, 20)
    assert dots(lab) is None
    assert "in the past" in lab.run.cloud.words(lab.simulation)
    lab.pause(False)
    advancing.run_ticks(lab, 1)
    assert np.abs(dots(lab) - tip(lab)).max() < 1e-3


def test_cloud_is_hidden_until_the_code_of_a_method_is_ready(monkeypatch):
    lab = session()
    asked = []
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    monkeypatch.setattr(native.background, "ask", asked.append)
    edits.apply(lab, Edit("integrator", "euler"))
    advancing.run_ticks(lab, 2)
    assert dots(lab) is None
    assert "compiling" in lab.run.cloud.words(lab.simulation)
    assert any(shape.lanes == copies.LANES for shape in asked)
    monkeypatch.undo()
    native.compiled_run(copies.shape_for(lab.simulation.system, lab.simulation.integrator))
    advancing.run_ticks(lab, 1)
    assert dots(lab) is not None


def test_key_switches_the_cloud():
    lab = Session(scenefile.load("paper-cone"))
    assert lab.run.cloud is None
    advancing.run_ticks(lab, 30)
    actions.perform(lab, Action.CLOUD)
    assert len(dots(lab)) == lab.run.ensemble.copies
    assert 1e-4 < np.abs(dots(lab) - tip(lab)).max() < 1e-2, "about where it is now"
    actions.perform(lab, Action.CLOUD)
    assert dots(lab) is None


def test_new_spread_restarts_the_cloud_and_is_kept():
    lab = session()
    advancing.run_ticks(lab, 30)
    edits.apply(lab, Edit("ensemble", EnsembleSpec(10, {"psi": "20 deg", "theta": 0.01})))
    positions = dots(lab)
    assert len(positions) == 10
    assert np.abs(positions - tip(lab)).max() > 0.01
    actions.perform(lab, Action.CLOUD)
    edits.apply(lab, Edit("ensemble", EnsembleSpec(11, {"psi": 0.2})))
    assert dots(lab) is None
    actions.perform(lab, Action.CLOUD)
    assert len(dots(lab)) == 11
    for wrong in (
        EnsembleSpec(10**7, {"psi": 0.2}),
        EnsembleSpec(5),
        EnsembleSpec(5, {"tetha": 0.1}),
        EnsembleSpec(5, {"psi": -1}),
    ):
        with pytest.raises(BadInput):
            edits.apply(lab, Edit("ensemble", wrong))
    assert len(dots(lab)) == 11 == lab.run.ensemble.copies
    assert lab.past.log.entries == [], "it changes nothing about the run"


def test_a_new_scene_has_its_own_cloud_or_none():
    lab = session()
    edits.apply(lab, Edit("scene", "loops"))
    assert dots(lab) is None
    assert lab.run.ensemble == default_ensemble(lab.simulation.system)
    actions.perform(lab, Action.UNDO)
    assert np.abs(dots(lab) - tip(lab)).max() < 1e-3
    assert lab.run.ensemble.copies == 65


def test_cloud_appears_when_its_code_is_ready(monkeypatch):
    asked = []
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    monkeypatch.setattr(native.background, "ask", asked.append)
    lab = session()
    assert dots(lab) is None
    assert not asked, "a first picture comes first"
    lab.run.cloud.compile_in_background(lab.simulation)
    assert asked == [copies.shape_for(lab.simulation.system, lab.simulation.integrator)]
    monkeypatch.undo()
    assert np.abs(dots(lab) - tip(lab)).max() < 1e-3, "though nothing has moved"


def test_cloud_without_a_compiler_gives_the_reason(monkeypatch):
    def refuse(shape):
        raise native.Unavailable("no numba")

    monkeypatch.setattr(native, "compiled_run", refuse)
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    monkeypatch.setattr(native, "compile_error", lambda shape: "no numba")
    lab = session()
    assert dots(lab) is None
    assert lab.run.cloud.words(lab.simulation) == "65 copies, hidden: no numba"
    with pytest.raises(BadInput, match=r"ensemble = 65.*no numba"):
        compile_for(lab.simulation, COPIES)


def test_tips_of_many_states_are_those_of_each():
    system = physics.system("gyroscope")
    states = np.random.default_rng(3).uniform(-300.0, 300.0, (40, 6))
    states[7] = np.nan
    special, plain = Session(scenefile.load("paper-cone")).look, Look(system)
    plain.lift = special.lift
    got, expected = special.tips(system, states), np.delete(states, 7, axis=0)
    assert np.isnan(got[7]).all()
    assert np.delete(got, 7, axis=0) == pytest.approx(plain.tips(system, expected), abs=1e-6)


def test_colormap_runs_from_blue_over_pale_to_orange_in_even_steps():
    colors = diverging(np.linspace(-1.0, 1.0, 9)).astype(int)
    assert colors.shape == (9, 4)
    assert (colors[:, 3] == 255).all()
    blue, pale, orange = colors[0], colors[4], colors[8]
    assert blue[2] > blue[0] + 60
    assert pale[:3].min() > 220
    assert orange[0] > orange[2] + 60
    assert np.array_equal(diverging(np.array([-3.0, 3.0])), colors[[0, 8]])
    steps = np.abs(np.diff(colors[:, :3], axis=0)).sum(axis=1)
    assert steps.max() < 3 * steps.min()


@pytest.mark.parametrize(
    ("ensemble", "says"),
    [
        (EnsembleSpec(-1), "must be from 0"),
        (EnsembleSpec(10**7, {"theta": 1e-3}), "must be from 0"),
        (EnsembleSpec(10), "needs a spread"),
        (EnsembleSpec(0, {"theta": 1e-3}), "needs --ensemble N"),
        (EnsembleSpec(10, {"tetha": 1e-3}), "did you mean 'theta'"),
        (EnsembleSpec(10, {"theta": "1 kg"}), "does not fit"),
        (EnsembleSpec(10, {"theta": -1.0}), "spread theta = -1"),
    ],
)
def test_invalid_ensembles_are_refused(ensemble, says):
    with pytest.raises(BadInput, match=says):
        ensemble.checked(physics.system("gyroscope"))


def test_spread_may_have_units():
    given = EnsembleSpec(10, {"theta": "2 deg", "phi_dot": 3})
    assert given.checked(physics.system("gyroscope")) == pytest.approx({"theta": np.radians(2), "phi_dot": 3.0})


def lines(of):
    strands = compose_frame(of, VIEW, 1 / 60).strands
    return strands[0].points.astype(float) if strands else None


def test_trails_pass_through_former_tips():
    lab = session(width=0.2)
    assert lines(lab) is None
    were = []
    for _ in range(4):
        advancing.run_ticks(lab, 4)
        advancing.run_ticks(lab, round(1e3 * TRAIL_SECONDS / TRAIL_POINTS) - 4)
        were.append(dots(lab))
    assert lines(lab) == pytest.approx(np.array([*were, were[-1]]), abs=1e-6)
    advancing.run_ticks(lab, 3)
    assert lines(lab)[-1] == pytest.approx(dots(lab), abs=1e-6)
    actions.perform(lab, Action.RESET)
    assert lines(lab) is None


def test_trails_are_switched_with_traces():
    lab = session()
    advancing.run_ticks(lab, 50)
    assert lines(lab) is not None
    actions.perform(lab, Action.TRACES)
    assert lines(lab) is None and dots(lab) is not None


@pytest.mark.parametrize(
    ("count", "size", "opacity"), every(2, [(200_000, 1.7, 90), (1_000_000, 1.0, 44), (1000, 4.0, 255)])
)
def test_more_copies_are_smaller_and_more_transparent(count, size, opacity):
    cloud = Cloud(session().simulation, count, {"theta": 1e-3})
    frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    lab = session()
    cloud.add_to(frame, lab.look, lab.simulation)
    points = frame.points[-1]
    assert points.size == pytest.approx(size, abs=0.05) and set(points.colors[:, 3]) == {opacity}
    assert (points.radius > 0.0) == (count < 20_000)


def test_copies_with_a_trail_stand_out():
    lab = session()
    cloud = Cloud(lab.simulation, 1000, {"theta": 1e-3})
    frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    cloud.add_to(frame, lab.look, lab.simulation)
    dust, heads = frame.points
    assert len(dust.positions) + len(heads.positions) == 1000 and 0.5 * MAX_TRAILS < len(heads.positions) <= MAX_TRAILS
    assert dust.size < heads.size and dust.radius < heads.radius and dust.colors[0, 3] < heads.colors[0, 3]
    advancing.run_ticks(lab, 60)
    cloud.advance(lab.simulation, lab.simulation.tick)
    frame.points.clear()
    cloud.add_to(frame, lab.look, lab.simulation)
    (strands,) = frame.strands
    assert np.array_equal(strands.points[-1], frame.points[-1].positions), "every line ends in one of them"


def test_the_key_says_by_how_much_the_start_was_changed_in_the_colours_of_the_copies():
    lab = session()
    cloud = Cloud(lab.simulation, 1000, {"theta": math.radians(0.01)})
    frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    cloud.add_to(frame, lab.look, lab.simulation)
    assert not frame.labels
    frame.points.clear()
    cloud.add_to(frame, lab.look, lab.simulation, key=True)
    assert [label.text for label in frame.labels] == ["−0.01°", "0", "+0.01°", "change of θ at the start"]
    key = frame.points[-1].colors[:, :3].astype(int)
    assert key[0].tolist() == diverging(np.array([-1.0]))[0, :3].tolist()
    assert key[-1].tolist() == diverging(np.array([1.0]))[0, :3].tolist()
