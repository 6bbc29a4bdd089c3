from __future__ import annotations

import pytest

from game import scenefile
from game.learn.trial import Trial, begin, changes_in, target
from game.session import advancing
from game.session.session import Session
from physics import BadInput


def trial(changes: str) -> Trial:
    return Trial("a trial", (), changes_in(changes))


def started(name: str) -> Session:
    return Session(scenefile.load(name))


def test_a_trial_changes_the_method_and_begins_again() -> None:
    session = started("fast-cone")
    advancing.advance_frame(session, 30)
    before = session.simulation
    begin(session, scenefile.load("fast-cone"), trial("integrator=euler-cromer; dt=0.002; watch=energy"))
    assert session.simulation is before, "changed by edits, not by opening the scene again"
    assert (before.integrator.name, before.dt, before.tick, before.paused) == ("euler-cromer", 0.002, 0, False)


def test_a_trial_undoes_the_one_before() -> None:
    session, scene = started("flipping-tippe-top"), scenefile.load("flipping-tippe-top")
    begin(session, scene, trial("mu=0.15"))
    begin(session, scene, trial("phi_dot=80; integrator=heun"))
    wanted = scene.changed(initial={**scene.initial, "phi_dot": 80}, integrator="heun").simulation()
    assert session.simulation.system.parameters == wanted.system.parameters
    assert session.simulation.y == wanted.y
    assert session.simulation.integrator.name == "heun"


def test_a_trial_begins_from_whatever_was_made_of_the_scene() -> None:
    session, scene = started("recipe"), scenefile.load("recipe")
    begin(session, scene, trial("formulation=gyroscope"))
    assert session.simulation.system.name == "gyroscope"
    begin(session, scene, trial("recipe=restarted"))
    assert (session.simulation.system.name, session.simulation.system.parameters["recipe"]) == (
        "gyroscope-recipe",
        "restarted",
    )


def test_a_trial_that_edits_do_not_reach_opens_its_scene() -> None:
    session, scene = started("free-chain"), scenefile.load("free-chain")
    begin(session, scene, trial("count=3; theta=0; psi=0; omega=[0,0,0,0,0,0,0,0,0]"))
    assert session.simulation.system.count == 3


def test_a_trial_goes_to_another_scene_and_shows_things() -> None:
    session, scene = started("fast-cone"), scenefile.load("fast-cone")
    begin(session, scene, trial("scene=asymmetric-top; show=cloud"))
    assert session.scene.name == "asymmetric-top"
    assert session.run.cloud is not None
    begin(session, scenefile.load("asymmetric-top"), trial("show=cloud"))
    assert session.run.cloud is not None, "shown already, and not hidden"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ("integrator=nonsense", "unknown integrator 'nonsense'"),
        ("phi_dott=3", "unknown initial value of gyroscope 'phi_dott'"),
        ("mass=-1", "mass = -1"),
        ("watch=entropy", "unknown quantity of gyroscope 'entropy'"),
        ("show=everything", "unknown thing to show 'everything'"),
        ("scene=nowhere", "unknown scene 'nowhere'"),
        ("theta=[1", "must be a list"),
    ],
)
def test_bad_changes_are_refused_and_change_nothing(changes: str, said: str) -> None:
    session = started("fast-cone")
    with pytest.raises(BadInput, match=said):
        begin(session, scenefile.load("fast-cone"), trial(changes))
    assert session.simulation.y == scenefile.load("fast-cone").simulation().y


def test_changes_are_names_with_values() -> None:
    assert changes_in("a=1; b = [1, 2] ") == (("a", "1"), ("b", "[1, 2]"))
    with pytest.raises(BadInput, match="must be name=value"):
        changes_in("a")


def test_a_method_keeps_settings_only_of_the_scene_that_uses_it() -> None:
    scene = target(scenefile.load("triple-pendulum"), trial("setting.rtol=1e-6"))
    assert scene.simulation().settings["rtol"] == 1e-6
