"""`polhode trial`: what it prints."""

import json

from game.cli.studies.step_trial import compute
from game.session.open_scene import load

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


def test_systems_without_a_form_show_return_and_order(capsys):
    assert compute(load("coin").varied({}, {}, "rk4", dt=0.01), as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  not measured whether symplectic")
    assert "leads back: no" in lines[2] and "expected 4" in lines[3]


def test_a_poisson_bracket_is_named(capsys):
    assert compute(load("book").varied({}, {}, "splitting"), as_json=False) == 0
    assert "keeps the Poisson bracket here: yes" in capsys.readouterr().out


def test_methods_with_steps_of_their_own_have_no_order(capsys):
    assert compute(scene("dop853"), as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "leads back: within its tolerance" in lines[4] and "not measured" in lines[5]
