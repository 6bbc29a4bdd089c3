"""Undo, redo, and the return to branches: state, traces, settings and log come back bit for bit."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.cli.replay import replay
from game.experiments.cloud import cloud_of
from game.model import words
from game.model.edit import Edit
from game.model.input import Action
from game.model.shown.shown_units import ShownUnits
from game.scenefile import CameraSpec, EnsembleSpec
from game.session import actions, advancing, edits, undoing
from game.session.past import branches
from game.session.past import undo as undo_module
from game.session.save_scene import scene_now
from game.session.session import Session
from physics import BadInput
from physics.simulation.spring_hand import SpringHand

SECOND = 1_000_000_000


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("gyroscope"))


def passed(session: Session, seconds: float) -> None:
    session.pause(False)
    for _ in range(round(60 * seconds)):
        advancing.advance(session, SECOND // 60, 10**6)


def seen(session: Session) -> tuple:
    """Return all that has to come back: where, state, settings, traces and log."""
    simulation, past = session.simulation, session.past
    trace = session.run.traces.trails["tip"].points
    return (
        session.scene.name, past.now(simulation), bytes(simulation.y), simulation.time, simulation.integrator.name,
        simulation.dt, dict(simulation.system.parameters), dict(simulation.system.initial), simulation.work,
        past.history.newest, [(e.tick, e.what, e.name) for e in past.log.entries], past.events.happenings[:],
        trace[np.isfinite(trace[:, 0])][-1].tolist(),
    )  # fmt: skip


def undo(session: Session) -> None:
    actions.perform(session, Action.UNDO)


def redo(session: Session) -> None:
    actions.perform(session, Action.REDO)


def hand(session: Session, dx: float) -> list[float]:
    return SpringHand(0, (0.0, 0.0, 0.1), (0.1 + dx, 0.0, 0.1), 5.0, 0.5).numbers()


EDITS = {
    "slider": Edit("parameter", 3.7, "gravity"),
    "body": Edit("parameter", "disk", "body"),
    "method": Edit("integrator", "newmark"),
    "step": Edit("dt", 5e-4),
    "equations": Edit("formulation", "heavy-top"),
    "start": Edit("initial", "45 deg", "theta"),
    "scene": Edit("scene", "fast-cone"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_is_undone_and_repeated_bit_for_bit(session: Session, edit: Edit, tmp_path: Path) -> None:
    passed(session, 0.4)
    before = seen(session)
    edits.apply(session, edit)
    passed(session, 0.3)
    after = seen(session)
    undo(session)
    assert seen(session) == before
    redo(session)
    assert seen(session) == after
    session.past.write(tmp_path / "log", session.simulation)
    assert replay(tmp_path / "log") == 0
    undo(session)
    assert seen(session) == before
    passed(session, 0.1)
    session.past.write(tmp_path / "log", session.simulation)
    assert replay(tmp_path / "log") == 0


def test_the_form_of_a_sculpture_is_undone_and_repeated(session: Session) -> None:
    forms = [session.run.sculpting.spec]
    changes = {"up": "psi_dot", "duration": 3.0, "spread": {"theta": 0.1}}
    for name, value in changes.items():
        forms.append(replace(forms[-1], **{name: value}))
        edits.apply(session, Edit("sculpture", forms[-1], name))
    session.undo.held = True
    for after in (0.5, 1.0):  # a slider that is moved
        edits.apply(session, Edit("sculpture", replace(forms[3], after=after), "after"))
    forms.append(session.run.sculpting.spec)
    assert [str(entry.text) for entry in session.undo.done] == [
        "Phase sculpture: up → psi dot", "Phase sculpture: duration → 3 s", "Phase sculpture: other starts",
        "Phase sculpture: after → 1 s",
    ]  # fmt: skip
    with pytest.raises(BadInput, match="theta_dots"):
        edits.apply(session, Edit("sculpture", replace(forms[-1], across="theta_dots"), "across"))
    for form in reversed(forms[:-1]):
        undo(session)
        assert session.run.sculpting.spec == form
    for form in forms[1:]:
        redo(session)
        assert session.run.sculpting.spec == form
    saved = scene_now(session, CameraSpec(), "auto")
    assert Session(saved).run.sculpting.spec == forms[-1]


def test_the_motion_goes_on_while_its_changes_are_undone(session: Session) -> None:
    passed(session, 0.2)
    edits.apply(session, Edit("integrator", "heun"))
    passed(session, 0.2)
    undo(session)
    assert not session.simulation.paused and session.simulation.integrator.name == "rk4"
    session.pause(True)
    redo(session)
    assert session.simulation.paused and session.simulation.integrator.name == "heun"


def test_a_hand_a_restart_and_a_place_are_undone(session: Session) -> None:
    passed(session, 0.2)
    states = [seen(session)]
    for value in (hand(session, 0.0), hand(session, 0.01), None):
        edits.apply(session, Edit("hand", value, "hand"))
        passed(session, 0.05)
    assert len(session.undo.done) == 1, "a pull is one thing done, however the hand moves"
    states.append(seen(session))
    actions.perform(session, Action.RESET)
    passed(session, 0.1)
    states.append(seen(session))
    session.pause(True)
    edits.apply(session, Edit("put", hand(session, 0.02), "hand"))
    assert [str(entry.text) for entry in session.undo.done] == ["Pulled by hand", "Restart", "Moved by hand"]
    for state in reversed(states):
        undo(session)
        assert seen(session) == state
    for state in states[1:]:
        redo(session)
        assert seen(session) == state


def test_a_slider_is_one_thing_done_while_it_is_held(session: Session) -> None:
    passed(session, 0.1)
    for value in (9.0, 8.0, 7.0):
        edits.apply(session, Edit("parameter", value, "gravity"))
        session.undo.held = True
        passed(session, 0.05)
    session.undo.held = False
    edits.apply(session, Edit("parameter", 6.0, "gravity"))
    assert [str(entry.text) for entry in session.undo.done] == ["g 9.81 → 7 m/s²", "g 7 → 6 m/s²"]
    undo(session)
    assert session.simulation.system.gravity == 7.0
    undo(session)
    assert session.simulation.system.gravity == 9.81


def test_settings_are_undone_where_the_run_is(session: Session) -> None:
    passed(session, 0.1)
    actions.perform(session, Action.GHOSTS)
    contenders = session.contenders
    edits.apply(session, Edit("contenders", contenders[:1]))
    actions.perform(session, Action.FASTER)
    actions.perform(session, Action.FASTER)
    edits.apply(session, Edit("ensemble", EnsembleSpec(10, {"theta": 1e-5})))
    actions.perform(session, Action.CLOUD)
    texts = [str(entry.text) for entry in session.undo.done]
    assert texts == ["Comparison begun", "Compared runs: 1", "Speed 1× → 4×", "Ensemble of 10 copies", "Ensemble shown"]
    tick = session.simulation.tick
    undo(session)
    assert session.run.cloud is None
    undo(session)
    undo(session)
    assert session.clock.speed == 1.0
    undo(session)
    assert session.contenders == contenders
    undo(session)
    assert session.duel is None and session.simulation.tick == tick
    with pytest.raises(BadInput, match="nothing has been changed"):
        undo(session)
    undoing.undo_to(session, 3)
    assert session.duel is not None and session.clock.speed == 4.0 and session.run.cloud is None


def test_a_new_change_ends_what_could_be_repeated(session: Session) -> None:
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    undo(session)
    edits.apply(session, Edit("parameter", 6.0, "gravity"))
    with pytest.raises(BadInput, match="nothing has been undone"):
        redo(session)


def test_a_change_in_the_past_keeps_what_lay_ahead_as_a_branch(session: Session) -> None:
    passed(session, 0.5)
    end = seen(session)
    advancing.seek(session, 200)
    edits.apply(session, Edit("integrator", "newmark"))
    passed(session, 0.2)
    other = seen(session)
    (lane,) = session.past.tree.lanes()
    assert (lane.start, lane.end, str(undoing.lane_name(lane))) == (200, end[1], "The first run")
    assert (lane.begin, lane.stop, lane.base) == (pytest.approx(0.2), pytest.approx(end[3], abs=1e-12), 0.0)
    undoing.go_to_lane(session, lane)
    assert seen(session) == end
    (lane,) = session.past.tree.lanes()
    assert (lane.start, lane.end) == (200, other[1])
    assert str(undoing.lane_name(lane)) == "Method → Newmark"
    undoing.go_to_lane(session, lane)
    assert seen(session) == other
    assert [str(entry.text) for entry in session.undo.done[1:]] == [
        "Back to: The first run",
        "Back to: Method → Newmark",
    ]
    undo(session)
    assert seen(session) == end


def test_a_change_after_which_no_time_has_passed_comes_back_from_another_branch(session: Session) -> None:
    passed(session, 0.3)
    advancing.seek(session, 100)
    edits.apply(session, Edit("integrator", "newmark"))
    passed(session, 0.1)
    session.pause(True)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    before = seen(session)
    (lane,) = session.past.tree.lanes()
    undoing.go_to_lane(session, lane)
    assert [str(undoing.lane_name(each)) for each in session.past.tree.lanes()] == ["Method → Newmark"]
    undo(session)
    assert seen(session) == before
    passed(session, 0.1)
    end = seen(session)
    undoing.go_to_lane(session, session.past.tree.lanes()[0])
    undoing.go_to_lane(session, session.past.tree.lanes()[0])
    assert seen(session) == end


def test_going_on_leaves_the_line_where_it_was_changed(session: Session) -> None:
    passed(session, 0.3)
    changed = session.simulation.tick
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    passed(session, 0.2)
    end = seen(session)
    advancing.seek(session, 100)
    session.pause(False)
    passed(session, 0.1)
    assert session.past.tree.lanes() == [], "so far it is the same motion"
    passed(session, 0.4)
    assert session.simulation.system.gravity == 9.81
    (lane,) = session.past.tree.lanes()
    assert (lane.start, lane.end) == (changed, end[1])
    undoing.go_to_lane(session, lane)
    assert seen(session) == end


def test_branches_of_branches_all_come_back(session: Session, tmp_path: Path) -> None:
    dice = random.Random(5)
    kept: dict[str, tuple] = {}
    for number in range(12):
        passed(session, 0.1 + 0.1 * dice.random())
        lanes = session.past.tree.lanes()
        if lanes and dice.random() < 0.4:
            undoing.go_to_lane(session, dice.choice(lanes))
        else:
            advancing.seek(session, dice.randrange(session.past.history.newest))
        edits.apply(session, Edit("parameter", 1.0 + number, "gravity"))
        passed(session, 0.1)
        kept[str(undoing.lane_name(session.past.tree.lanes()[0]))] = ()
    ends = {}
    for _ in range(30):
        lanes = session.past.tree.lanes()
        lane = dice.choice(lanes)
        undoing.go_to_lane(session, lane)
        key = id(lane.tip)
        state = seen(session)[1:]
        assert ends.setdefault(key, state) == state, "every time the same"
        if dice.random() < 0.2:
            session.past.write(tmp_path / "log", session.simulation)
            assert replay(tmp_path / "log") == 0
    assert len(ends) > 5


def test_memory_is_bounded_and_a_dropped_branch_is_named(session: Session) -> None:
    session.past.tree.budget = 2 * branches.TAIL_BYTES
    for number in range(4):
        passed(session, 0.5)
        advancing.seek(session, 100)
        edits.apply(session, Edit("parameter", 5.0 + number, "gravity"))
    assert session.past.tree.size <= session.past.tree.budget or len(session.past.tree.lanes()) <= 1
    assert session.past.dropped[0] is None
    assert len(session.past.tree.lanes()) < 4
    while session.undo.done:
        undo(session)
    passed(session, 0.1)


def test_undoing_a_scene_without_its_run_opens_it_anew(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "BUDGET", 1)
    passed(session, 0.2)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    for name in ("fast-cone", "coin"):
        edits.apply(session, Edit("scene", name))
        passed(session, 0.1)
    assert [str(entry.text)[:5] for entry in session.undo.done] == ["Scene", "Scene"]
    undo(session)
    assert session.scene.name == "fast-cone" and session.simulation.tick > 0
    undo(session)
    assert session.scene.name == "gyroscope" and session.simulation.tick == 0
    passed(session, 0.1)


def test_runs_put_aside_keep_little_more_than_their_states(session: Session) -> None:
    session.run.contest.toggle(session.simulation)
    session.run.cloud = cloud_of(session.simulation, session.run.ensemble)
    passed(session, 0.2)
    duel, before = session.duel, seen(session)
    assert duel is not None
    gone = [weakref.ref(each) for each in (duel, duel.ghosts[0].history, session.look)]
    del duel
    for name in ("fast-cone", "coin", "wheel", "wing-nut", "fast-cone"):
        edits.apply(session, Edit("scene", name))
    gc.collect()
    assert [each() for each in gone] == [None] * 3
    rows = session.aside[0].past.history
    assert rows.allocated == rows.size
    for _ in range(5):
        undo(session)
    assert seen(session) == before and session.duel is not None and len(session.duel.ghosts) == 3
    passed(session, 0.2)
    assert session.past.history.newest > before[9]


def test_only_runs_to_which_something_leads_are_kept(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo_module, "MOST", 3)
    for name in ("fast-cone", "coin", "gyroscope", "fast-cone", "coin"):
        edits.apply(session, Edit("scene", name))
    assert len(session.aside) == 3
    undo(session)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    assert len(session.aside) == 2, "the scene that was undone cannot be repeated any more"


def test_a_run_that_is_forgotten_is_freed(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "BUDGET", 1)
    passed(session, 0.2)
    history = weakref.ref(session.past.history)
    for name in ("fast-cone", "coin"):
        edits.apply(session, Edit("scene", name))
    gc.collect()
    assert history() is None


def test_each_branch_has_a_number_of_its_own_and_keeps_it(session: Session) -> None:
    for number in range(3):
        passed(session, 0.1)
        edits.apply(session, Edit("parameter", 5.0 + number, "gravity"))
    passed(session, 0.1)
    advancing.seek(session, 5)
    edits.apply(session, Edit("parameter", 9.0, "gravity"))
    tree = session.past.tree
    assert [branch.number for branch in tree.branches] == [0, 1, 2, 3, 4]
    (lane,) = tree.lanes()
    assert lane.tip.number == 3
    undoing.go_to_lane(session, lane)
    assert [branch.number for branch in tree.line] == [0, 1, 2, 3]


def test_entries_keep_the_order_of_time_when_some_are_undone(session: Session) -> None:
    for number in range(3):
        passed(session, 0.1)
        edits.apply(session, Edit("parameter", 5.0 + number, "gravity"))
    before = session.undo.entries
    for _ in range(2):
        undo(session)
    assert len(session.undo.undone) == 2 and [id(each) for each in session.undo.entries] == [
        id(each) for each in before
    ]


def test_idle_branches_do_not_pile_up(session: Session) -> None:
    passed(session, 0.1)
    for number in range(250):
        edits.apply(session, Edit("parameter", 5.0 + 0.01 * number, "gravity"))
    assert len(session.past.tree.branches) <= 203
    for _ in range(200):
        undo(session)
    assert session.simulation.system.gravity == pytest.approx(5.49)
    for _ in range(200):
        redo(session)
    assert session.simulation.system.gravity == pytest.approx(7.49)


def test_a_scene_begins_in_its_own_state_and_undo_brings_back_what_was() -> None:
    session = Session(scenefile.load("paper-cone"))
    advancing.run_ticks(session, 50)
    for action in (Action.LOOP, Action.CLOUD, Action.GHOSTS, Action.FASTER):
        actions.perform(session, action)
    session.run.slow.wanted = True
    was = session.run.cloud, session.duel, session.clock.speed, session.run.playback.loop
    assert None not in was
    edits.apply(session, Edit("scene", "loops"))
    fresh = Session(scenefile.load("loops"))
    assert session.run.cloud is None and session.duel is None and session.run.playback.loop is None
    assert session.run.ensemble == fresh.run.ensemble and session.contenders == fresh.contenders
    assert session.clock.speed == fresh.clock.speed and session.run.slow.wanted == fresh.run.slow.wanted
    undo(session)
    assert session.run.cloud is was[0]
    assert (session.clock.speed, session.run.playback.loop, session.run.slow.wanted) == (*was[2:], True)
    assert session.duel is not None


def test_what_was_done_is_told_in_the_language_and_units_in_use(session: Session) -> None:
    edits.apply(session, Edit("initial", "45 deg", "theta"))
    edits.apply(session, Edit("integrator", "newmark"))
    edits.apply(session, Edit("parameter", "disk", "body"))
    degrees = ShownUnits({"rad": "°"})
    assert session.undo.done[0].text.words(degrees) == "Start: θ 30 → 45 °"
    assert [str(entry.text) for entry in session.undo.done][:2] == ["Start: θ 0.5236 → 0.7854 rad", "Method → Newmark"]
    undo(session)
    english = str(session.undo.notice)
    words.use_language("fr")
    try:
        told = [str(entry.text) for entry in session.undo.entries]
        assert told[0].replace("\u00a0", " ") == "Départ : θ 0,5236 → 0,7854 rad"
        assert told[1].startswith("Méthode") and "cylind" not in told[2]
        assert str(session.undo.notice) != english
    finally:
        words.use_language("en")
    assert str(session.undo.notice) == english


def test_settings_that_push_out_the_change_of_a_scene_free_its_run(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo_module, "MOST", 3)
    edits.apply(session, Edit("scene", "fast-cone"))
    assert len(session.aside) == 1
    for _ in range(3):
        actions.perform(session, Action.GHOSTS)
    assert session.aside == [], "nothing leads to it any more"


def test_entries_that_lead_to_branches_that_are_gone_are_forgotten(session: Session) -> None:
    passed(session, 0.1)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    assert session.undo.done
    gone = session.undo.done[-1].before
    assert gone is not None
    gone.tree.branches.remove(gone.branch)
    actions.perform(session, Action.GHOSTS)
    assert [str(entry.text) for entry in session.undo.done] == ["Comparison begun"]


def test_a_change_undone_from_beside_it_is_repeated_at_the_end_of_its_branch(session: Session) -> None:
    passed(session, 0.2)
    edits.apply(session, Edit("parameter", 3.7, "gravity"))
    passed(session, 0.2)
    end = seen(session)
    advancing.seek(session, 100)
    passed(session, 0.3)
    assert session.simulation.system.gravity == 9.81, "it has gone on without the change"
    undo(session)
    redo(session)
    assert session.simulation.system.gravity == 3.7
    assert seen(session) == end
