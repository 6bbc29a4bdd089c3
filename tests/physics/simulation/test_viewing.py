"""Runs and simulations in notebooks: what is handed to a viewer, and what happens without one."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import physics
from physics import BadInput
from physics.simulation import viewing

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


class Viewer:
    """An entry point whose viewer keeps what it gets."""

    name = "page"

    def __init__(self, fails=False):
        self.got, self.fails = [], fails

    def load(self):
        return self

    def __call__(self, start, speed, height):
        self.got.append((start, speed, height))
        if self.fails:
            raise BadInput("parameter < 0: not possible")
        return self

    def _repr_html_(self):
        return "<iframe></iframe>"


@pytest.fixture
def viewers(monkeypatch):
    """The installed viewers, a list to be filled."""
    found = []
    monkeypatch.setattr(viewing, "entry_points", lambda group: found)
    return found


def test_run_is_shown_from_its_start(viewers):
    viewer = Viewer()
    viewers.append(viewer)
    run = physics.simulate("gyroscope", 0.01, 2e-3, "newmark", parameters={"mass": 0.05}, initial={"theta": 0.4})
    assert run.show(speed=0.5, height=300) is viewer
    assert run._repr_html_() == "<iframe></iframe>"
    start, *how = viewer.got[0]
    assert how == [0.5, 300]
    assert (start.system.parameters["mass"], start.system.start()[1]) == (0.05, 0.4)
    assert (start.integrator, start.dt, start.state) == ("newmark", 2e-3, None)
    assert viewer.got[1] == (start, viewing.SPEED, viewing.HEIGHT)


def test_simulation_is_shown_from_where_it_is(viewers):
    viewer = Viewer()
    viewers.append(viewer)
    simulation = physics.Simulation("gyroscope")
    simulation.advance(10)
    simulation.show()
    ((start, _, _),) = viewer.got
    assert (bytes(start.state), start.time) == (bytes(simulation.y), simulation.time)


def test_without_a_viewer_there_is_an_error_and_the_plain_text(viewers):
    simulation = physics.Simulation("gyroscope")
    with pytest.raises(BadInput, match="show: no viewer is installed; the package polhode brings one"):
        simulation.show()
    assert simulation._repr_html_() is None


def test_display_never_raises(viewers):
    viewers.append(Viewer(fails=True))
    simulation = physics.Simulation("gyroscope")
    assert simulation._repr_html_() == "<p>parameter &lt; 0: not possible</p>"
    with pytest.raises(BadInput):
        simulation.show()


def test_the_viewer_of_the_project_exists():
    points = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"][viewing.GROUP]
    module, _, name = points["page"].partition(":")
    assert callable(getattr(import_module(module), name))
