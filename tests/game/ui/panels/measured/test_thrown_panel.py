"""The section of recordings of a thrown telephone: flights that are dragged and typed, the body, and its picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from game.experiments.measurements.table_file import read_table
from game.experiments.measurements.thrown_numbers import box_ratios, off_ellipsoid
from game.experiments.measurements.thrown_state import ThrownState, opened_scene, read_recording
from game.experiments.measurements.thrown_task import ThrownTask, find
from game.looks.free.measured_rates import BANDS, LABEL, MeasuredRates
from game.model import resources
from game.model.edit import Edit
from game.model.frame import View
from game.model.input import Action, Button, PointerMotion
from game.model.scene_marks import SceneMarks
from game.session import edits
from game.session.compose import compose_frame
from game.session.files.thrown_run import SUPPLIED, angle_apart
from game.session.open_scene import load_file
from game.session.session import Session
from game.session.undoing import undo
from physics.maths.quaternion import rotation_matrix
from tools.interface_driver import Driver

PHONE = Path(__file__).parents[5] / "docs/samples/phone.csv"
TRUTH = np.array([[3.81e-4, 2.0e-5, -4e-6], [2.0e-5, 9.1e-5, -1.3e-5], [-4e-6, -1.3e-5, 4.69e-4]])
"""Inertia matrix with which `tools.assets.make_samples` has made the recording [kg m²]."""


class Here(ThrownTask):
    """What is asked, computed in this process."""

    def _work(self) -> None:
        find(self.request, lambda name, value: setattr(self, name, value))


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setattr("game.experiments.measurements.thrown_state.ThrownTask", Here)
    made = Driver(Session(opened_scene("phone.csv")), (1280, 1400), 1.0, "dark", SceneMarks())
    thrown = made.session.run.thrown = ThrownState()
    thrown.add(read_recording(read_table(PHONE)))
    assert thrown.looked is not None
    thrown.looked.wait()
    made.act(Action.COMPARE)
    yield made
    made.session.leave()
    made.interface.close()


def thrown_of(driver: Driver) -> ThrownState:
    thrown = driver.session.run.thrown
    assert thrown is not None
    return thrown


def found(driver: Driver) -> ThrownState:
    """Find the body, and return the recordings once the picture shows it."""
    driver.click("Find the body")
    thrown = thrown_of(driver)
    assert thrown.task is not None
    thrown.task.wait()
    for _ in range(1000):
        driver.settle()
        time.sleep(0.005)  # the look is made in a thread
        if thrown_of(driver).rates is not None:
            driver.settle()  # it may have come with the last frame
            return thrown_of(driver)
    raise AssertionError("the picture does not come")


def test_the_flight_is_found_dragged_and_removed(driver: Driver) -> None:
    thrown = thrown_of(driver)
    assert [(each.begin, each.end) for each in thrown.spans] == [(1.42, 2.27)]
    left, top, right, bottom = driver.box("flight 1 begin") or (0.0, 0.0, 0.0, 0.0)
    x, y = (left + right) / 2, (top + bottom) / 2
    for event in (PointerMotion(x, y, 0, 0), Button("left", True, x, y), PointerMotion(x + 20, y, 20, 0)):
        driver.interface.feed(event)
        driver.settle()
    driver.interface.feed(Button("left", False, x + 20, y))
    driver.settle()
    (span,) = thrown.spans
    assert 1.5 < span.begin < 1.8 and span.end == 2.27, "the other end stays"
    thrown.move(0, 2.26, 2.27)
    assert thrown.spans[0].end - thrown.spans[0].begin == pytest.approx(0.2), "no flight is shorter"
    thrown.move(0, -5.0, 99.0)
    assert (thrown.spans[0].begin, thrown.spans[0].end) == (0.0, 2.6), "it stays within the recording"
    driver.click("×")
    driver.click("Find the body")
    assert not thrown.spans and thrown.task is None, "without a flight there is nothing to fit"
    driver.click("Look for flights")
    assert thrown.looked is not None
    thrown.looked.wait()
    driver.settle()
    assert len(thrown.spans) == 1


def test_the_body_is_found_and_stands_beside_what_was_measured(driver: Driver) -> None:
    """The moments are those of the motion that made the recording, and the dots lie on its ellipsoid."""
    thrown = found(driver)
    system = driver.session.simulation.system
    moments = np.linalg.eigvalsh(TRUTH)
    own = np.linalg.eigvalsh(
        [[system.parameters["".join(("I", *sorted({i, j}, key=int)))] for j in "123"] for i in "123"]
    )
    assert own / own[2] == pytest.approx(moments / moments[2], abs=4e-4)
    assert driver.box("found I₁/I₃") is not None and driver.box("key of the dots") is not None
    assert [table.name for table in driver.session.run.tables] == ["phone.csv"]
    assert thrown.shown is not None
    off = off_ellipsoid(thrown.shown.fit.body, thrown.shown.turnings[0], 0)
    assert np.abs(off).max() < 3e-3, "noise of 0.005 in 10 rad/s"
    body, turned = thrown.shown.fit.body, thrown.shown.turnings[0]
    size = np.linalg.norm(turned.omega, axis=1)
    first, second = (int(np.argmax(np.where(part, size, 0.0))) for part in (turned.t < 0.4, turned.t > 0.4))
    assert turned.t[second] - turned.t[first] == pytest.approx(body.half_periods[0].value, abs=0.03), "greatest twice"
    driver.session.pause(True)
    apart = angle_apart(driver.session)
    assert apart is not None and apart < 1e-3

    view = View(np.array([1.0, 0.0, 0.5]), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
    frame = compose_frame(driver.session, view, 0.0)
    y, look = driver.session.shown, driver.session.look
    dots = np.vstack([each.positions for each in frame.points if tuple(each.colors[0, :3]) in _colors()])
    assert len(dots) == 86 and any(label.text == LABEL for label in frame.labels)
    omega = (dots - look.to_world(np.zeros(3))) @ rotation_matrix(y) / look.fixed_lengths()["rad/s"]
    energy = np.einsum("ni,ij,nj->n", omega, TRUTH, omega)
    assert np.ptp(energy) / energy.mean() < 0.01, "2E of the true body is constant: the scale is true, the turn too"


def _colors() -> set[tuple[int, ...]]:
    return {tuple(round(255 * each) for each in band.color) for band in BANDS}


def test_a_flight_is_saved_as_a_scene_with_its_motion(driver: Driver, tmp_path: Path) -> None:
    driver.interface.list_saved(lambda: tmp_path)
    thrown = found(driver)
    driver.point("Recording")
    driver.scroll(-12)
    driver.click("Save the scene and its motion")
    driver.click("Save the scene and its motion")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "phone-thrown-2.csv", "phone-thrown-2.toml", "phone-thrown.csv", "phone-thrown.toml",
    ]  # fmt: skip
    again = Session(load_file(tmp_path / "phone-thrown.toml"))
    assert thrown.shown is not None
    (table,) = again.run.tables
    turned = thrown.shown.turnings[0]
    assert table.columns["q_x"] == pytest.approx(turned.measured[:, 1], abs=1e-8)
    system = again.simulation.system
    assert again.run.measured.motion(system, again.run.tables).missing == ()  # type: ignore[union-attr]
    again.leave()


def test_two_flights_are_shown_in_turn_and_lengths_are_compared(driver: Driver) -> None:
    thrown = thrown_of(driver)
    thrown.move(0, 1.42, 1.8)
    driver.click("Add a flight")
    thrown.move(1, 1.85, 2.27)
    found(driver)
    thrown = thrown_of(driver)
    driver.scroll(-40)
    driver.click("shown flight 1")
    for _ in range(50):
        driver.settle()
        if thrown_of(driver).drawn == 1:
            break
    thrown = thrown_of(driver)
    assert thrown.drawn == 1 and len(driver.session.run.tables[0].t) == 43
    thrown.lengths[:] = [75.0, 155.0, 8.0]
    driver.settle()
    undo(driver.session)
    undo(driver.session)
    driver.settle()
    assert thrown_of(driver).rates is None and driver.session.scene is opened_scene("phone.csv"), (
        "it is not shown again"
    )
    assert box_ratios((75.0, 155.0, 8.0)) == pytest.approx((0.19187, 0.81245), abs=1e-5)


def test_residuals_have_bands() -> None:
    rates = MeasuredRates(np.zeros((5, 3)), np.array([0.2, 0.99, 1.0, 2.5, 7.0]))
    assert rates.counts() == [2, 1, 1, 1]


def test_a_unit_that_is_not_written_is_asked_and_an_axis_can_be_turned(driver: Driver, tmp_path: Path) -> None:
    file = tmp_path / "toolbox.csv"
    rows = "".join(f"{0.01 * k:.2f},0,0,0,{k},2,{3 * k}\n" for k in range(80))
    file.write_text(f"time,gFx,gFy,gFz,wx,wy,wz\n{rows}", encoding="utf-8")
    read = read_recording(read_table(file))
    assert read.table is not None and not read.recordings
    thrown = driver.session.run.thrown = ThrownState()
    thrown.add(read)
    driver.settle()
    driver.click("deg/s: 0.658 turns a second")
    assert thrown.asked is None and np.degrees(thrown.recordings[0].rates[-1]) == pytest.approx([79.0, 2.0, 237.0])
    driver.click("sense z")
    assert thrown.reverse == "z" and np.degrees(thrown.used()[0].rates[-1, 2]) == pytest.approx(-237.0)
    again = driver.session.run.thrown = ThrownState()
    again.add(read)
    driver.settle()
    assert again.reverse == "z", "the next recording begins with the same axis"
    settings = driver.interface.settings
    assert (settings.rates_unit, settings.reversed_axis) == ("deg/s", "z")


@pytest.mark.parametrize("there", [True, False])
def test_a_scene_with_a_recording_opens_with_its_panel(driver: Driver, there: bool, tmp_path: Path) -> None:
    """Where the file is gone, one line says so, and the scene is open all the same."""
    file = tmp_path / "kept.toml"
    flight = "{ recording = 1, begin = 1.5, end = 2.2 }"
    files = 'files = [{ file = "phone.csv" }]'
    file.write_text(f'system = "free-body"\n[recording]\n{files}\nflights = [{flight}]\n', encoding="utf-8")
    if there:
        (tmp_path / "phone.csv").write_bytes(PHONE.read_bytes())
    driver.act(Action.COMPARE)
    edits.apply(driver.session, Edit("scene", load_file(file)))
    driver.settle()
    thrown = thrown_of(driver)
    assert driver.interface.panels.is_open("compare") is there
    if there:
        assert thrown.looked is not None and [(each.begin, each.end) for each in thrown.spans] == [(1.5, 2.2)]
        assert driver.box("flight 1 end") is not None and thrown.task is None
    else:
        assert thrown.lost == f"recording: {tmp_path / 'phone.csv'}: No such file or directory"
        assert thrown.lost in [toast.text for toast in driver.interface._desk.toasts]


def test_the_recording_that_is_supplied_is_the_sample_of_the_documents() -> None:
    """It is our own, by `tools.assets.make_samples`; a copy lies where installed programs find it."""
    assert resources.path(SUPPLIED).read_bytes() == PHONE.read_bytes()
