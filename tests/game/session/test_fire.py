from __future__ import annotations

from game import scenefile
from game.model.input import Action
from game.session import actions, advancing
from game.session.session import Session


def test_fire_starts_a_machine_that_waits_and_later_cocks_it_again() -> None:
    session = Session(scenefile.load("trebuchet"))
    assert session.simulation.paused
    actions.perform(session, Action.FIRE)
    assert not session.simulation.paused
    advancing.advance(session, 50_000_000, 1000, 1.0)
    assert session.simulation.tick > 0
    actions.perform(session, Action.FIRE)
    assert session.simulation.tick == 0 and session.simulation.paused
