"""Pages in notebooks: the scene of a run, and the frame that holds its page."""

import html
import re

import numpy as np
import pytest

import physics
from game.export import notebook, page_file
from game.export.notebook import NotebookPage, scene_of, show
from game.scenefile import Scene
from physics import BadInput
from physics.simulation.viewing import RunStart, start_now
from tests.game.export.test_page_file import content


@pytest.mark.parametrize("name", ["gyroscope", "heavy-top", "sliding-body", "planar-chain"])
def test_scene_of_a_simulation_begins_at_its_present_state(name):
    simulation = physics.Simulation(name, "rk4", 5e-4)
    assert bytes(scene_of(start_now(simulation)).simulation().y) == bytes(simulation.y)
    simulation.advance(20)
    scene = scene_of(start_now(simulation))
    assert bytes(scene.simulation().y) == bytes(simulation.y)
    assert (scene.integrator, scene.dt, scene.time) == ("rk4", 5e-4, 0.0)


def test_scene_of_a_run_has_its_values():
    run = physics.simulate("gyroscope", 0.01, 2e-3, "gauss6", parameters={"mass": 0.05}, initial={"theta": 0.4})
    found = scene_of(RunStart(run.system, run.integrator, run.settings, run.dt)).simulation()
    assert (found.system.parameters, list(found.y)) == (run.system.parameters, list(run.system.start()))
    assert (found.integrator.name, found.settings, found.dt) == ("gauss6", run.settings, 2e-3)


def test_frame_holds_the_whole_page(monkeypatch):
    monkeypatch.setattr(page_file, "picture_of", lambda scene: None)
    start = start_now(physics.Simulation("gyroscope"))
    shown = show(start, 0.25, 300)
    frame = shown._repr_html_()
    assert frame.startswith("<iframe ") and frame.endswith("></iframe>") and "height:300px" in frame
    page = html.unescape(re.search(r' srcdoc="([^"]*)"', frame)[1])
    assert page == shown.page
    found = content(page)
    assert found["live"] and found["speed"] == 0.25


@pytest.mark.parametrize("height", [200, 4000])
def test_heights_up_to_their_bounds_are_taken(height, monkeypatch):
    monkeypatch.setattr(notebook, "page_text", lambda scene: "")
    assert f"height:{height}px" in show(start_now(physics.Simulation("gyroscope")), 1.0, height)._repr_html_()


@pytest.mark.parametrize("height", [10, 199, 4001, float("nan"), 1e9])
def test_bad_height_is_refused(height, monkeypatch):
    monkeypatch.setattr(notebook, "page_text", lambda scene: "")
    with pytest.raises(BadInput, match="height = "):
        show(start_now(physics.Simulation("gyroscope")), 1.0, height)


def test_a_state_that_is_no_start_is_reached_by_its_time(monkeypatch):
    start = start_now(physics.Simulation("gyroscope"))
    state = list(start.state)
    state[0] += 0.25
    later = RunStart(start.system, start.integrator, start.settings, start.dt, memoryview(np.array(state)), 1.5)
    assert bytes(scene_of(later).simulation().y) == bytes(later.state) and scene_of(later).time == 0.0
    monkeypatch.setattr(Scene, "simulation", lambda scene: (_ for _ in ()).throw(BadInput("no start")))
    found = scene_of(later)
    assert found.time == 1.5 and dict(found.initial) == dict(start.system.initial)


def test_a_page_is_called_by_its_title():
    assert repr(NotebookPage("", "Loops", 300)) == "<page of Loops>"
