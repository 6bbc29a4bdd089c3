from typing import get_args

import pytest

from game import scenefile
from game.model.edit import Edit, What
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.edits import EDITS
from game.session.session import Session
from physics import BadInput


@pytest.fixture
def session():
    return Session(scenefile.load("gyroscope"))


def test_every_kind_of_edit_has_a_handler():
    assert set(EDITS) == set(get_args(What))


def test_edits_are_applied_and_invalid_ones_change_nothing(session):
    edits.apply(session, Edit("parameter", "3.7", "gravity"))
    edits.apply(session, Edit("initial", "45 deg", "theta"))
    edits.apply(session, Edit("dt", 5e-4))
    edits.apply(session, Edit("speed", 0.5))
    assert session.simulation.system.gravity == 3.7
    assert session.clock.dt == session.simulation.dt == 5e-4
    edits.apply(session, Edit("integrator", "newmark"))
    edits.apply(session, Edit("setting", 1e-6, "epsilon"))
    assert session.simulation.settings == {"epsilon": 1e-6}
    before = session.simulation.snapshot()
    for edit in (
        Edit("parameter", -1, "gravity"),
        Edit("parameter", 1, "weight"),
        Edit("initial", 0.0, "theta"),
        Edit("dt", 0),
        Edit("speed", -1),
        Edit("integrator", "rk5"),
        Edit("setting", 1, "epsilon"),
        Edit("scene", "nowhere"),
    ):
        with pytest.raises(BadInput):
            edits.apply(session, edit)
    assert session.simulation.snapshot() == before
    assert session.clock.speed == 0.5


def test_refused_edits_are_not_logged(session):
    for edit in (Edit("parameter", -1, "gravity"), Edit("scene", "nowhere"), Edit("integrator", "rk5")):
        with pytest.raises(BadInput):
            edits.apply(session, edit)
    assert session.past.log.entries == []
    actions.perform(session, Action.NEXT_INTEGRATOR)
    (entry,) = session.past.log.entries
    assert (entry.tick, entry.what, entry.value) == (0, "integrator", session.simulation.integrator.name)


def test_a_method_is_used_with_its_step_and_settings_as_one_change() -> None:
    session = Session(scenefile.load("gyroscope"))
    before = session.simulation.integrator.name, session.simulation.dt
    advancing.run_ticks(session, 10)
    edits.use_method(session, "dop853", 2e-3, {"rtol": 1e-7})
    found = session.simulation
    assert (found.integrator.name, found.dt, found.settings["rtol"]) == ("dop853", 2e-3, 1e-7)
    assert len(session.undo.done) == 1 and "Dormand" in str(session.undo.done[0].text)
    edits.use_method(session, "dop853")
    assert (found.dt, found.settings["rtol"]) == (2e-3, 1e-7), "what is not given stays"
    for name, settings in (("dop853", {"rtol": -1.0}), ("gauss4", {"nothing": 1.0}), ("newmark-nothing", None)):
        with pytest.raises(BadInput):
            edits.use_method(session, name, 1e-3, settings)
    assert (found.integrator.name, found.dt) == ("dop853", 2e-3)
    for _ in range(2):
        actions.perform(session, Action.UNDO)
    assert (session.simulation.integrator.name, session.simulation.dt) == before
