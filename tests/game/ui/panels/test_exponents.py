"""Lyapunov exponents in the panel of comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action, Button
from game.model.messages import SaveRequest
from game.model.scene_marks import SceneMarks
from game.session.session import Session
from game.ui.panels import exponents
from game.ui.panels.exponents import judgement, role
from game.ui.widgets.icons import Icon
from physics.studies.lyapunov import LyapunovSpectrum
from tools.interface_driver import Driver

PAIRED = LyapunovSpectrum(
    np.array([0.93, 0.001, -0.001, -0.931]), np.array([0.01, 0.001, 0.001, 0.01]), 1000.0, 100.0, 4, 40, 0.002
)


@pytest.fixture
def driver() -> Iterator[Driver]:
    scene = scenefile.load("double-pendulum").varied({}, {"theta2": 2.0, "theta3": 2.5}, "", dt=0.005)
    made = Driver(Session(scene), (1280, 720), 1.0, "dark", SceneMarks())
    made.act(Action.COMPARE)
    for name in ("Other integrators", "Ensemble"):
        made.click(f"compare/{name}")
    yield made
    made.session.leave()
    made.interface.close()


def test_pairs_and_zeros_are_named() -> None:
    assert [role(PAIRED, place) for place in range(4)] == ["pair with λ₄", "zero", "zero", "pair with λ₁"]
    damped = replace(PAIRED, exponents=np.array([0.93, 0.001, -0.5, -1.4]))
    assert [role(damped, place) for place in range(4)] == ["", "zero", "", ""]
    unknown = replace(PAIRED, errors=np.full(4, np.inf))
    assert role(unknown, 0) == "too short to tell"
    assert role(replace(PAIRED, directions=6), 0) == "", "of a part of a spectrum nothing is known to be a pair"


def test_what_the_largest_says() -> None:
    assert judgement(PAIRED)[::2] == (Icon.ACTIVITY, "chaotic: neighbours part by a factor e in 1.08 s")
    regular = replace(PAIRED, exponents=np.array([0.003, 0.0, 0.0, -0.003]))
    assert judgement(regular)[0] is Icon.CHECK and "an exponent above 0.04 /s would show" in judgement(regular)[2]
    assert judgement(replace(PAIRED, errors=np.full(4, np.inf)))[::2] == (Icon.CLOCK, "too short to tell")


def test_the_spectrum_is_measured_and_saved(driver: Driver) -> None:
    panel = "compare/"
    driver.click(panel + "Whole spectrum")
    task = driver.session.run.beside.exponents
    assert task is not None and task.count == 0
    driver.click(panel + "Cancel")
    task.wait()
    driver.settle()
    assert task.progress < 1.0
    driver.session.run.beside.measure_exponents(driver.session.simulation, 0, 20.0)
    driver.session.run.beside.exponents.wait()
    driver.settle()
    driver.interface.requests()
    _press(driver, panel + "save exponents")
    (request,) = (each for each in driver.interface.requests() if isinstance(each, SaveRequest))
    assert request.text == driver.session.run.beside.exponents.table() and request.suffix == ".csv"


def _press(driver: Driver, name: str) -> None:
    """Click without performing what the panels ask for."""
    at = driver.point(name)
    for down in (True, False):
        driver.interface.feed(Button("left", down, *at))
        driver.settle()


def test_another_system_is_not_taken_for_this_one(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    small = exponents.small
    monkeypatch.setattr(exponents, "small", lambda words, *rest: (said.append(words), small(words, *rest)))
    driver.session.run.beside.measure_exponents(driver.session.simulation, 1, 20.0)
    driver.session.run.beside.exponents.wait()
    driver.frame()
    assert not any("other parameters" in words for words in said)
    driver.edit(Edit("parameter", 5.0, "gravity"))
    assert any("other parameters" in words for words in said)
    driver.edit(Edit("scene", "coin"))
    assert driver.session.run.beside.exponents is None


def test_nothing_is_computed_before_it_is_asked_for(driver: Driver) -> None:
    assert driver.session.run.beside.exponents is None and not driver.session.computing
