"""Frames of a session: what is exposed for a time, and what shows a moment."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.looks.generic import Look
from game.model.edit import Edit
from game.model.frame import SceneFrame
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.compose import compose_frames, since, time_shown
from game.session.session import Session


def test_a_picture_of_a_moment_has_nothing_blurred() -> None:
    session = Session(scenefile.load("bicycle").changed(paused=False))
    advancing.advance_frame(session, 60)
    view = Camera(tuple(session.look.focus.tolist()), session.look.radius).view(1.6)
    exposed, moment = (compose_frames(session, [view], seconds)[0] for seconds in (1 / 60, 0.0))
    assert any(each.veil for each in exposed.instances)
    assert max(each.spin_blur for each in exposed.instances) > 0.0
    assert all(each.opacity == 1.0 and each.spin_blur == 0.0 and not each.veil for each in moment.instances)


@pytest.mark.parametrize(("name", "shows"), [("body_view", "second_view"), ("binet", "momentum_view")])
@pytest.mark.parametrize("traces", [False, True])
def test_the_second_picture_is_that_of_the_body_or_of_the_momentum(
    name: str, shows: str, traces: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(scenefile.load("tennis-racket").changed(paused=False))
    advancing.run_ticks(session, 50)
    for each in ("body_view", "binet", "sculpture", "traces"):
        if session.run.shown.by_name[each] != (each == name or (traces and each == "traces")):
            session.toggle_overlay(each)
    asked = []
    draw = getattr(type(session.look), shows)

    def drawn(look: Look, *given: object) -> SceneFrame:
        asked.append(given)
        return draw(look, *given)

    monkeypatch.setattr(type(session.look), shows, drawn)
    view = Camera(tuple(session.look.focus.tolist()), session.look.radius).view(1.6)
    first, second = compose_frames(session, [view, view], 0.0)
    assert first.title == "lab" and second.title != "lab" and len(asked) == 1
    system, y, seen, change, *trails = asked[0]
    assert system is session.simulation.system and bytes(y) == bytes(session.shown) and seen is view
    assert change == since(session)
    if name == "binet":
        assert trails[0].now == session.simulation.time
        assert trails[0].trails == (session.run.traces.trails.on_bodies if traces else {})


def test_the_phase_sculpture_comes_before_other_second_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(scenefile.load("tennis-racket"))
    for each in ("body_view", "binet", "sculpture"):
        if not session.run.shown.by_name[each]:
            session.toggle_overlay(each)
    view = Camera(tuple(session.look.focus.tolist()), session.look.radius).view(1.6)
    asked = []
    blank = SceneFrame(view, np.zeros(3, np.float32), 1.0, title="sculpture")
    monkeypatch.setattr(type(session.run.sculpting), "frame", lambda *given: asked.append(given[1:]) or blank)
    frames = compose_frames(session, [view, view], 0.0)
    assert [frame.title for frame in frames] == ["lab", "sculpture"]
    assert asked[0][0] is view and asked[0][1] is session.simulation and asked[0][2] == time_shown(session)
    assert len(compose_frames(session, [view], 0.0)) == 1


def test_the_path_of_the_one_before_a_cloud_is_short() -> None:
    lasting = {}
    for copies in (0, 3):
        scene = scenefile.load("double-pendulum").changed(duel=())
        scene = scene.changed(ensemble=scenefile.EnsembleSpec(copies, {"theta2": 1e-3})) if copies else scene
        session = Session(scene)
        advancing.run_ticks(session, 40)
        view = Camera(tuple(session.look.focus.tolist()), session.look.radius).view(1.6)
        lasting[copies] = max(each.life for each in compose_frames(session, [view], 0.0)[0].ribbons)
    assert lasting[3] == pytest.approx(0.25 * lasting[0])


def test_what_is_shown_is_a_part_of_a_tick_before_the_newest_state() -> None:
    session = Session(scenefile.load("gyroscope").changed(speed=1.0, paused=False))
    advancing.advance(session, 20_500_000, 10**6)
    behind = session.behind
    assert behind > 0.0 and time_shown(session) == pytest.approx(session.simulation.time - behind)
    assert since(session).elapsed == pytest.approx(time_shown(session))
    assert since(session, shown=False).elapsed == pytest.approx(session.simulation.time)
    actions.perform(session, Action.RESET)
    assert since(session).elapsed == 0.0
    assert since(session).state.tolist() == list(session.simulation.y)


def test_time_since_a_change_counts_from_the_change_also_in_a_later_run() -> None:
    session = Session(scenefile.load("gyroscope").changed(speed=1.0, paused=False))
    advancing.run_ticks(session, 30)
    actions.perform(session, Action.RESET)
    advancing.run_ticks(session, 20)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    changed = bytes(session.simulation.y)
    advancing.run_ticks(session, 10)
    found = since(session, shown=False)
    assert found.elapsed == pytest.approx(0.01) and bytes(found.state) == changed
