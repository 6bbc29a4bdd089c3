from typing import get_args

import pytest

from game import changes, doings, scenefile
from game.changes import CHANGES
from game.edit import Edit, What
from game.input import Action
from game.session import Session
from physics import BadInput


@pytest.fixture
def session():
    return Session(scenefile.load("gyroscope"))


def test_whatever_can_be_changed_has_its_change():
    assert set(CHANGES) == set(get_args(What))


def test_edits_reach_the_mechanics_and_bad_ones_change_nothing(session):
    changes.make(session, Edit("parameter", "3.7", "gravity"))
    changes.make(session, Edit("initial", "45 deg", "theta"))
    changes.make(session, Edit("dt", 5e-4))
    changes.make(session, Edit("speed", 0.5))
    assert session.simulation.system.gravity == 3.7
    assert session.clock.dt == session.simulation.dt == 5e-4
    changes.make(session, Edit("integrator", "newmark"))
    changes.make(session, Edit("setting", 1e-6, "epsilon"))
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
            changes.make(session, edit)
    assert session.simulation.snapshot() == before
    assert session.clock.speed == 0.5


def test_refused_changes_leave_no_trace_in_the_log(session):
    for edit in (Edit("parameter", -1, "gravity"), Edit("scene", "nowhere"), Edit("integrator", "rk5")):
        with pytest.raises(BadInput):
            changes.make(session, edit)
    assert session.past.log.entries == []
    doings.do(session, Action.NEXT_INTEGRATOR)
    (entry,) = session.past.log.entries
    assert (entry.tick, entry.what, entry.value) == (0, "integrator", session.simulation.integrator.name)
