"""What the list of what was done says of each kind of edit."""

from __future__ import annotations

from typing import Any

import pytest

from game import scenefile
from game.experiments.duel import RunVariant
from game.model.edit import Edit, What
from game.scenefile import EnsembleSpec, Scene, SculptureSpec
from game.session import edits
from game.session.session import Session


def said(session: Session, what: What, value: Any, name: str = "") -> str:
    """Apply an edit; return what the list says of it."""
    edits.apply(session, Edit(what, value, name))
    return str(session.undo.done[-1].text)


@pytest.mark.parametrize(
    ("what", "value", "name", "text"),
    [
        ("parameter", "3.7", "gravity", "g 9.81 → 3.7 m/s²"),
        ("parameter", "cylinder", "body", "body cone → cylinder"),
        ("initial", "45 deg", "theta", "Start: θ 0.5236 → 0.7854 rad"),
        ("initial", -2.0, "phi_dot", "Start: φ̇ 60 → −2 rad/s"),
        ("dt", 5e-4, "", "Step Δt 0.001 → 0.0005 s"),
        ("speed", 0.5, "", "Speed 1× → 0.5×"),
        ("integrator", "newmark", "", "Method → Newmark"),
        ("ensemble", EnsembleSpec(copies=7, spread={"theta": 1e-3}), "", "Ensemble of 7 copies"),
        ("scene", "loops", "", "Scene → Loops"),
        ("sculpture", SculptureSpec(across="theta"), "across", "Phase sculpture: across → theta"),
        ("sculpture", SculptureSpec(duration="2 s"), "duration", "Phase sculpture: duration → 2 s"),
        ("sculpture", SculptureSpec(after=0.5), "after", "Phase sculpture: after → 0.5 s"),
        ("sculpture", SculptureSpec(spread={"theta": "2 deg"}), "spread", "Phase sculpture: other starts"),
    ],
)
def test_an_edit_is_described_with_what_it_replaced(what: What, value: Any, name: str, text: str) -> None:
    assert said(Session(scenefile.load("gyroscope")), what, value, name) == text


def test_a_setting_of_the_method_is_described_by_its_name() -> None:
    session = Session(scenefile.load("gyroscope"))
    edits.apply(session, Edit("integrator", "newmark"))
    assert said(session, "setting", 1e-6, "epsilon") == "epsilon 1e−12 → 1e−06"


def test_compared_runs_are_counted() -> None:
    session = Session(scenefile.load("gyroscope"))
    edits.apply(session, Edit("contenders", (RunVariant("heun", 1e-3), RunVariant("rk4", 1e-3))))
    assert str(session.undo.done[-1].text) == "Compared runs: 2"


def test_a_body_moved_by_hand_names_the_one_variable_that_has_changed() -> None:
    session = Session(Scene(system="planar-chain", parameters={"count": 2}, initial={"theta": [0.4, 0.8]}))
    session.pause(True)
    y = list(session.simulation.y)
    assert said(session, "place", [y[0], 0.5, *y[2:]]) == "θ₂ 0.8 → 0.5 rad by hand"
    assert said(session, "place", [0.1, 0.2, *y[2:]]) == "Moved by hand"
