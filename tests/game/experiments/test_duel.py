import numpy as np
import pytest

import physics
from game import scenefile
from game.experiments.duel import MAX_GHOSTS, Duel, RunVariant, applicable_variants, default_contenders, step_bounds
from game.model.colors import GHOST_COLORS
from game.model.edit import Edit
from game.model.frame import View
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.compose import compose_frame
from game.session.session import Session
from physics import BadInput

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
SECOND = 1_000_000_000


@pytest.fixture
def run():
    return physics.Simulation("gyroscope", "rk4", 1e-3)


def test_ghost_is_the_same_run_by_another_method(run):
    run.advance(100)
    duel = Duel(run, [RunVariant("rk4", 1e-3), RunVariant("heun", 1e-3)])
    alone = physics.Simulation("gyroscope", "rk4", 1e-3)
    alone.advance(100)
    alone.use("heun")
    for ticks in (1, 7, 92):
        run.advance(ticks)
        duel.advance(ticks, run.dt)
    alone.advance(100)
    same, other = (ghost.simulation for ghost in duel.ghosts)
    assert bytes(same.y) == bytes(run.y)
    assert bytes(other.y) == bytes(alone.y) != bytes(run.y)
    assert other.time == run.time == 0.2
    assert other.invariants()["energy"].drift != run.invariants()["energy"].drift


def test_a_word_alone_is_said_with_the_name_of_what_it_is_said_of():
    run = physics.Simulation("double-pendulum", "rk4", 1e-3)
    printed = RunVariant("rk4", 1e-3, parameters={"a22": "printed"})
    assert Duel(run, [printed]).names(-1.0) == ["a₂₂ printed"]


def test_a_ghost_has_a_name_once_it_has_been_far_from_the_run(run):
    duel = Duel(run, [RunVariant("rk4", 1e-3), RunVariant("heun", 7e-3)])
    assert duel.names(1e-9) == ["", ""]
    run.advance(200)
    duel.advance(200, run.dt)
    same, other = duel.names(1e-9)
    assert same == "" and other.startswith("Heun")
    assert duel.names(1e9) == ["", other], "it keeps its name"


@pytest.mark.parametrize("dt", [1e-3, 3e-4, 7e-3, 1e-4])
def test_ghosts_keep_up_at_any_step(run, dt):
    duel = Duel(run, [RunVariant("rk4", dt)])
    ghost = duel.ghosts[0]
    for _ in range(50):
        run.advance(3)
        duel.advance(3, run.dt)
        assert -1e-12 <= ghost.simulation.time - run.time < dt
    between = np.array(ghost.shown(run.time))
    before, after = np.array(ghost.shown(ghost.simulation.time - dt)), ghost.simulation.state
    part = 1 - (ghost.simulation.time - run.time) / dt
    assert between == pytest.approx(before + part * (after - before), rel=1e-9)


def test_each_ghost_diverges_alone_and_stays_at_its_last_finite_state():
    session = Session(scenefile.load("paper-cone"))
    edits.apply(session, Edit("contenders", (RunVariant("euler-cromer", 1e-3), RunVariant("heun", 1e-3))))
    actions.perform(session, Action.GHOSTS)
    for _ in range(200):
        advancing.advance(session, SECOND // 60, 10**6)
    lost, held = (ghost.simulation for ghost in session.duel.ghosts)
    assert "euler-cromer" in lost.message and held.message == ""
    assert session.simulation.divergence is None
    assert lost.time < held.time == session.simulation.time
    assert np.isfinite(lost.state).all()
    frame = compose_frame(session, VIEW, 1 / 60)
    assert sum(instance.opacity < 1 for instance in frame.instances) == 2


def test_a_ghost_is_named_once_it_is_seen_apart_from_the_run():
    session = Session(scenefile.load("paper-rolling-top").changed(paused=False))
    names = []
    for _ in range(2):
        texts = {label.text for label in compose_frame(session, VIEW, 1 / 60).labels}
        names.append(texts & {"no change of inertia", "sign as printed"})
        for _ in range(120):
            advancing.advance_frame(session, 60)
    assert names == [set(), {"no change of inertia", "sign as printed"}]


def test_invalid_duel_is_refused_and_changes_nothing(run):
    session = Session(scenefile.load("gyroscope"))
    before = session.contenders
    low, high = step_bounds(session.simulation)
    for contenders, said in (
        ((), "from 1 to 4"),
        ((RunVariant("rk4", 1e-3),) * (MAX_GHOSTS + 1), "from 1 to 4"),
        ((RunVariant("rk5", 1e-3),), "unknown integrator"),
        ((RunVariant("rk4", low / 2),), "must be from"),
        ((RunVariant("rk4", high * 2),), "must be from"),
    ):
        with pytest.raises(BadInput, match=said):
            edits.apply(session, Edit("contenders", contenders))
        assert session.contenders == before
    assert len(GHOST_COLORS) == MAX_GHOSTS


def test_default_contenders_differ_from_the_run(run):
    contenders = default_contenders(run)
    assert 1 <= len(contenders) <= MAX_GHOSTS
    assert "rk4" not in {contender.integrator for contender in contenders}
    assert len(set(contenders)) == len(contenders)
    Duel(run, contenders)


def test_key_switches_the_duel_and_a_reset_restarts_it():
    session = Session(scenefile.load("gyroscope"))
    advancing.advance(session, SECOND // 10, 10**6)
    actions.perform(session, Action.GHOSTS)
    began = session.duel
    assert bytes(began.ghosts[0].simulation.y) == bytes(session.simulation.y)
    advancing.advance(session, SECOND // 10, 10**6)
    assert began.ghosts[0].simulation.time == session.simulation.time
    actions.perform(session, Action.RESET)
    assert session.duel is not began
    assert session.duel.ghosts[0].simulation.time == 0.0
    actions.perform(session, Action.GHOSTS)
    assert session.duel is None
    assert all(instance.opacity == 1 for instance in compose_frame(session, VIEW, 1 / 60).instances)


def test_parameter_applies_to_all_ghosts():
    session = Session(scenefile.load("gyroscope"))
    actions.perform(session, Action.GHOSTS)
    advancing.advance(session, SECOND // 10, 10**6)
    edits.apply(session, Edit("parameter", 3.7, "gravity"))
    advancing.advance(session, SECOND // 10, 10**6)
    for ghost in session.duel.ghosts:
        assert ghost.simulation.system.gravity == 3.7
        assert [change.time for change in ghost.history.changes] == [0.0, 0.1]
    assert [change.time for change in session.past.history.changes] == [0.0, 0.1]


def test_ghosts_have_their_own_traces_and_rows():
    session = Session(scenefile.load("gyroscope"))
    actions.perform(session, Action.GHOSTS)
    for _ in range(12):
        advancing.advance(session, SECOND // 60, 10**6)
    frame = compose_frame(session, VIEW, 1 / 60)
    assert len({ribbon.color for ribbon in frame.ribbons}) == 1 + len(session.duel.ghosts)
    rows = session.past.history.times
    assert len(rows) > 40
    for ghost in session.duel.ghosts:
        assert ghost.history.times.tolist() == rows.tolist()
    session.run.shown.traces = False
    assert compose_frame(session, VIEW, 1 / 60).ribbons == []


def test_ghost_has_its_own_settings():
    session = Session(scenefile.load("gyroscope"))
    loose, tight = (RunVariant("newmark", 1e-3, {"epsilon": epsilon}) for epsilon in (1e-4, 1e-12))
    edits.apply(session, Edit("contenders", (loose, tight, RunVariant("newmark", 1e-3))))
    actions.perform(session, Action.GHOSTS)
    advancing.advance(session, SECOND // 10, 10**6)
    one, other, usual = (ghost.simulation for ghost in session.duel.ghosts)
    assert (one.settings, other.settings) == ({"epsilon": 1e-4}, {"epsilon": 1e-12})
    assert usual.settings == usual.integrator.checked_settings({})
    assert bytes(one.y) != bytes(other.y)
    actions.perform(session, Action.RESET)
    assert session.duel.ghosts[0].simulation.settings == {"epsilon": 1e-4}
    edits.apply(session, Edit("dt", 2e-3))
    assert session.contenders[0].settings == {"epsilon": 1e-4}
    for wrong in ({"epsilon": -1.0}, {"rtol": 1e-6}):
        with pytest.raises(BadInput):
            edits.apply(session, Edit("contenders", (RunVariant("newmark", 1e-3, wrong),)))
    assert len(session.contenders) == 3


def test_coarser_step_of_the_run_adapts_its_ghosts():
    session = Session(scenefile.load("gyroscope"))
    actions.perform(session, Action.GHOSTS)
    began = session.duel
    edits.apply(session, Edit("dt", 2e-3))
    assert session.duel is began, "a step that fits is left alone"
    edits.apply(session, Edit("dt", 0.5))
    low, _ = step_bounds(session.simulation)
    assert {contender.dt for contender in session.contenders} == {low}
    assert session.duel is not began
    for action in (Action.RESET, Action.GHOSTS, Action.GHOSTS):
        actions.perform(session, action)
    assert all(ghost.simulation.dt == low for ghost in session.duel.ghosts)


def test_return_to_a_coarser_past_adapts_its_ghosts():
    session = Session(scenefile.load("gyroscope"))
    edits.apply(session, Edit("dt", 0.02))
    advancing.advance(session, SECOND // 10, 10**6)
    edits.apply(session, Edit("dt", 1e-3))
    advancing.advance(session, SECOND // 10, 10**6)
    edits.apply(session, Edit("contenders", (RunVariant("heun", 5e-5),)))
    actions.perform(session, Action.GHOSTS)
    advancing.seek(session, 0)
    assert session.simulation.dt == 0.02
    assert session.duel.ghosts[0].simulation.dt == step_bounds(session.simulation)[0]


def test_contenders_that_do_not_apply_are_removed(run):
    unfit = [name for name, method in physics.integrators().items() if method.reason_against(run.system)]
    others = tuple(RunVariant(name, 1e-3) for name in unfit)
    assert applicable_variants(run, (*others, RunVariant("heun", 1e-3))) == (RunVariant("heun", 1e-3),)
    assert applicable_variants(run, others) == default_contenders(run)


SLIDES = scenefile.load("sliding-body").changed(initial={"theta": "30 deg", "phi_dot": 100.0}, dt=2.5e-4)


def test_ghost_may_have_another_law():
    session = Session(SLIDES)
    advancing.advance(session, SECOND // 10, 10**6)
    laws = tuple(RunVariant("rk4", 2.5e-4, parameters={"law": law}) for law in ("contensou", "viscous"))
    edits.apply(session, Edit("contenders", laws))
    actions.perform(session, Action.GHOSTS)
    begin = bytes(session.simulation.y)
    assert all(bytes(ghost.simulation.y) == begin for ghost in session.duel.ghosts)
    advancing.advance(session, SECOND // 10, 10**6)
    same, other = (ghost.simulation for ghost in session.duel.ghosts)
    assert bytes(same.y) == bytes(session.simulation.y) != bytes(other.y)
    alone = session.simulation
    edits.apply(session, Edit("parameter", 0.1, "mu"))
    edits.apply(session, Edit("parameter", "coulomb", "law"))
    assert [ghost.simulation.system.law for ghost in session.duel.ghosts] == ["contensou", "viscous"]
    assert [ghost.simulation.system.mu for ghost in session.duel.ghosts] == [0.1, 0.1]
    assert alone.system.law == "coulomb"


def test_ghost_may_have_another_formulation_and_stays_beside_the_run():
    session = Session(scenefile.load("gyroscope"))
    advancing.advance(session, SECOND // 5, 10**6)
    edits.apply(session, Edit("contenders", (RunVariant("rk4", 1e-3, formulation="heavy-top"),)))
    actions.perform(session, Action.GHOSTS)
    session.choices.plotted = True
    for _ in range(30):
        advancing.advance(session, SECOND // 60, 10**6)
    (ghost,) = session.duel.ghosts
    assert ghost.simulation.system.name == "heavy-top"
    (one, *_), (other, *_) = (each.system.bodies(each.y) for each in (session.simulation, ghost.simulation))
    assert np.abs(one.rotation - other.rotation).max() < 1e-5
    assert abs(ghost.simulation.invariants()["energy"].drift) < 1e-6
    frame = compose_frame(session, VIEW, 1 / 60)
    assert sum(instance.opacity < 1 for instance in frame.instances) >= 1
    edits.apply(session, Edit("parameter", 3.7, "gravity"))
    assert ghost.simulation.system.gravity == 3.7


def test_another_formulation_of_the_run_restarts_the_duel_with_applicable_contenders():
    session = Session(scenefile.load("gyroscope"))
    own = RunVariant("rk4", 1e-3, parameters={"recipe": "restarted"}, formulation="gyroscope-recipe")
    edits.apply(session, Edit("contenders", (own, RunVariant("heun", 1e-3))))
    actions.perform(session, Action.GHOSTS)
    advancing.advance(session, SECOND // 5, 10**6)
    edits.apply(session, Edit("formulation", "heavy-top"))
    assert [ghost.simulation.system.name for ghost in session.duel.ghosts] == ["gyroscope-recipe", "heavy-top"]
    edits.apply(session, Edit("formulation", "gyroscope"))
    edits.apply(session, Edit("parameter", "given", "body"))
    edits.apply(session, Edit("parameter", 0.0, "I3"))
    assert [ghost.simulation.system.name for ghost in session.duel.ghosts] == ["gyroscope"], "its equations need an I3"


def test_ghost_of_another_shape_is_drawn_with_it():
    session = Session(scenefile.load("gyroscope"))
    disk = {"body": "disk", "stem": 0.1}
    edits.apply(session, Edit("contenders", (RunVariant("rk4", 1e-3), RunVariant("rk4", 1e-3, parameters=disk))))
    actions.perform(session, Action.GHOSTS)
    meshes = {id(instance.mesh) for instance in compose_frame(session, VIEW, 1 / 60).instances if instance.opacity < 1}
    assert len(meshes) == 1 + 2, "the run's own, and the disk and its stem"
    again = {id(instance.mesh) for instance in compose_frame(session, VIEW, 1 / 60).instances if instance.opacity < 1}
    assert again == meshes


@pytest.mark.parametrize(
    ("contender", "said"),
    [
        (RunVariant("rk4", 1e-3, parameters={"mas": 1.0}), "did you mean 'mass'"),
        (RunVariant("rk4", 1e-3, parameters={"body": "cube"}), "must be one of"),
        (RunVariant("rk4", 1e-3, formulation="rolling-body"), "must be one of gyroscope"),
        (RunVariant("newmark", 1e-3, formulation="heavy-top"), "newmark needs"),
    ],
)
def test_inapplicable_formulations_are_refused(contender, said):
    session = Session(scenefile.load("gyroscope"))
    before = session.contenders
    with pytest.raises(BadInput, match=said):
        edits.apply(session, Edit("contenders", (contender,)))
    assert session.contenders == before
    assert contender not in applicable_variants(session.simulation, (contender, *before))


def test_formulations_differ_by_rounding_and_a_misprint_by_more():
    session = Session(scenefile.load("double-pendulum-misprint"))
    assert session.duel.apart() == [0.0, 0.0]
    for _ in range(60):
        advancing.advance(session, SECOND // 60, 10**6)
    agrees, differs = session.duel.apart()
    assert agrees < 1e-12
    assert differs > 0.1
    newton, printed = (ghost.simulation for ghost in session.duel.ghosts)
    assert newton.system.name == "double-pendulum-newton"
    assert abs(newton.invariants()["energy"].drift) < 1e-9 < 1e-3 < abs(printed.invariants()["energy"].drift)


def test_all_formulations_of_the_double_pendulum_fit_in_one_duel():
    run = physics.Simulation("double-pendulum", "rk4", 1e-3)
    others = [name for name in physics.formulations(run.system) if name != run.system.name]
    duel = Duel(run, [RunVariant("rk4", 1e-3, formulation=name) for name in others])
    run.advance(1000)
    duel.advance(1000, run.dt)
    assert len(others) == 3
    gaps = dict(zip(others, duel.apart(), strict=True))
    assert gaps.pop("double-pendulum-open") < 1e-8, "the method has errors of its own in integrated positions"
    assert max(gaps.values()) < 1e-12
    finer = Duel(run, [RunVariant("rk4", 7e-4)])
    run.advance(100)
    finer.advance(100, run.dt)
    assert 0.0 < finer.apart()[0] < 1e-3, "compared at the same time"


def diverged():
    """Return a session of paper-cone whose run by euler-cromer has diverged, with a parameter changed on the way."""
    session = Session(scenefile.load("paper-cone"))
    edits.apply(session, Edit("integrator", "euler-cromer"))
    advancing.run_ticks(session, 100)
    edits.apply(session, Edit("parameter", 9.0, "gravity"))
    advancing.run_ticks(session, 10_000)
    assert session.simulation.divergence is not None
    return session


def test_a_duel_after_a_divergence_begins_at_the_start_of_the_run():
    session = diverged()
    end = session.simulation.time
    actions.perform(session, Action.GHOSTS)
    run = session.simulation
    assert run.divergence is None and run.time == 0.0 and run.system.gravity == 9.0
    for ghost in session.duel.ghosts:
        assert bytes(ghost.simulation.y) == bytes(run.system.start())
    advancing.run_ticks(session, 50)
    assert {ghost.simulation.time for ghost in session.duel.ghosts} == {run.time}
    actions.perform(session, Action.UNDO)
    assert session.duel is None and session.simulation.time == end
    actions.perform(session, Action.REDO)
    assert session.duel is not None and session.simulation.time == 0.05
    actions.perform(session, Action.GHOSTS)
    assert session.duel is None


def test_a_duel_at_a_diverged_end_reached_by_undo_begins_at_the_start_of_the_run():
    session = diverged()
    end, why = session.simulation.time, session.simulation.divergence
    actions.perform(session, Action.RESET)
    advancing.run_ticks(session, 50)
    actions.perform(session, Action.UNDO)
    assert session.simulation.time == end
    assert session.simulation.divergence == why and session.simulation.paused
    actions.perform(session, Action.GHOSTS)
    assert session.simulation.time == 0.0 and session.simulation.divergence is None
    assert bytes(session.duel.ghosts[0].simulation.y) == bytes(session.simulation.system.start())


def test_a_diverged_end_is_known_wherever_it_is_shown_and_only_there():
    session = diverged()
    end, why = session.past.now(session.simulation), session.simulation.divergence
    actions.perform(session, Action.STEP_BACK)
    assert session.simulation.divergence is None and session.past.now(session.simulation) == end - 1
    actions.perform(session, Action.STEP)
    assert session.simulation.divergence == why
    actions.perform(session, Action.BACKWARDS)
    assert session.simulation.divergence is None and not session.simulation.paused, "the way back stays open"
    advancing.seek(session, 200)
    edits.apply(session, Edit("integrator", "rk4"))
    advancing.run_ticks(session, end - 100)
    advancing.seek(session, end)
    assert session.simulation.divergence is None, "another branch passes that tick"
    actions.perform(session, Action.UNDO)
    advancing.seek(session, end)
    assert session.simulation.divergence == why


def test_compared_runs_chosen_after_a_divergence_begin_at_the_start_of_the_run():
    session = diverged()
    actions.perform(session, Action.GHOSTS)
    before = session.contenders
    advancing.run_ticks(session, 10_000)
    end = session.simulation.time
    assert session.simulation.divergence is not None
    edits.apply(session, Edit("contenders", (RunVariant("heun", 1e-3),)))
    assert session.simulation.divergence is None and session.simulation.time == 0.0
    assert bytes(session.duel.ghosts[0].simulation.y) == bytes(session.simulation.system.start())
    actions.perform(session, Action.UNDO)
    assert session.contenders == before and session.simulation.time == end


def test_comparison_begins_from_the_present_state_or_as_wanted_from_the_start():
    session = Session(scenefile.load("paper-cone"))
    advancing.run_ticks(session, 100)
    actions.perform(session, Action.GHOSTS)
    assert session.simulation.tick == 100 and session.duel.ghosts[0].simulation.time == 0.1
    actions.perform(session, Action.GHOSTS)
    session.run.contest.from_start = True
    actions.perform(session, Action.GHOSTS)
    assert session.simulation.tick == 0 and session.duel.ghosts[0].simulation.time == 0.0
