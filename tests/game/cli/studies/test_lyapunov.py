"""`polhode lyapunov`: what it prints, and what is left after Ctrl-C."""

import json
import math

import numpy as np
import pytest

from game.cli.studies import lyapunov as command
from game.cli.studies.lyapunov import compute, sentences
from game.experiments.exponents import with_error
from game.model.errors import INTERRUPTED
from game.session.open_scene import load
from physics import BadInput
from physics.studies.lyapunov import LyapunovSpectrum


@pytest.fixture
def scene():
    return load("double-pendulum").varied({}, {"theta2": 2.0, "theta3": 2.5}, "", dt=0.005)


def test_json_holds_the_spectrum_with_its_errors(scene, capsys):
    assert compute(scene, 0, 100.0, None, 0.5, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["system"] == "double-pendulum" and found["dt"] == 0.005
    assert len(found["exponents"]) == len(found["errors"]) == found["directions"] == 4
    assert found["exponents"] == sorted(found["exponents"], reverse=True)
    assert found["sum"] == pytest.approx(sum(found["exponents"])) == pytest.approx(0.0, abs=0.1)
    assert found["time"] == pytest.approx(100.0) and found["transient"] == pytest.approx(10.0)
    assert found["ended"] is None and found["precision_met"] is False


def test_an_unknown_error_is_null_and_no_number(scene, capsys):
    assert compute(scene, 1, 2.0, 0.0, None, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["errors"] == [None] and found["chaotic"] is False and found["sum"] is None


def interrupted_after(seconds):
    def intervals(run, time, precision):
        while run.time < seconds:
            run.advance()
            yield run.time, time
        raise KeyboardInterrupt

    return intervals


def test_ctrl_c_prints_what_is_known(scene, capsys, monkeypatch):
    monkeypatch.setattr(command, "intervals", interrupted_after(30.0))
    assert compute(scene, 0, 1000.0, 10.0, 1e-3, as_json=False) == INTERRUPTED
    lines = capsys.readouterr().out.splitlines()
    assert "after 20 s (transient 10 s)" in lines[1]
    assert lines[2].startswith("  lambda_1 = +") and lines[-1] == "the error is not below 0.001 /s after 20 s"


def test_ctrl_c_within_the_transient_says_that_nothing_is_known(scene, capsys, monkeypatch):
    monkeypatch.setattr(command, "intervals", interrupted_after(5.0))
    assert compute(scene, 0, 1000.0, 10.0, None, as_json=False) == INTERRUPTED
    said = capsys.readouterr()
    assert not said.out and "no exponents yet after 5 s, within the transient" in said.err


def test_an_event_that_ends_the_run_is_named(capsys):
    scene = load("flipping-tippe-top")
    assert compute(scene, 1, 10.0, 0.0, None, as_json=False) == 0
    assert "ended early: lift-off at t = 1.01" in capsys.readouterr().err


def test_bad_times_are_named(scene):
    with pytest.raises(BadInput, match="time = 0"):
        compute(scene, 0, 0.0, None, None, as_json=False)


def spectrum(first, error):
    return LyapunovSpectrum(np.array([first]), np.array([error]), 100.0, 10.0, 4, 10, 0.02)


def test_words_tell_chaos_from_none_and_from_too_little():
    assert sentences(spectrum(0.9, 0.05))[0].startswith("chaotic: lambda_1 = +0.900 ± 0.050 /s")
    assert "an exponent above 0.2 /s would show" in sentences(spectrum(0.1, 0.05))[0]
    assert "an exponent above 0.04 /s would show" in sentences(spectrum(0.03, 0.001))[0]
    assert sentences(spectrum(0.9, math.inf))[0].startswith("too short to tell: lambda_1 = +0.9 ± ?")


def test_numbers_have_the_digits_of_their_error():
    assert with_error(0.92917, 0.0031) == "+0.9292 ± 0.0031"
    assert with_error(-161.23, 35.0) == "-161 ± 35"
    assert with_error(1.0, 0.0) == "+1.000000000000 ± 0.000000000000"
