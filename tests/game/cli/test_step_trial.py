"""`polhode trial`: what it prints."""

import json

import pytest

from game.cli.step_trial import compute
from game.session.open_scene import load
from physics import BadInput

START = {"theta2": 1.0, "theta3": 1.5, "theta2_dot": 0.7, "theta3_dot": -0.4}


def scene(integrator, dt=0.01, **start):
    return load("double-pendulum").varied({}, {**START, **start}, integrator, dt=dt)


def test_words_say_what_was_measured(capsys):
    assert compute(scene("euler"), as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("not symplectic, not reversible, by its description")
    assert lines[1] == "  symplectic here: no"
    assert "growth with the power" in lines[3] and lines[3].startswith("  with a step of 0.1 s:")


def test_json_has_no_nan(capsys):
    assert compute(scene("gauss6", 1.0, theta2_dot=1e9), as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["defect"] is None and found["symplectic"] == "undecided"


def test_words_for_a_step_that_cannot_be_made(capsys):
    assert compute(scene("gauss6", 1.0, theta2_dot=1e9), as_json=False) == 0
    assert "defect: unknown, the method cannot make the step" in capsys.readouterr().out


def test_other_systems_are_named():
    with pytest.raises(BadInput, match="trial: rolling-body"):
        compute(load("coin"), as_json=False)
