"""A figure for a report: picture, plot, values and method in one drawing, two clicks away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game import scenefile
from game.model.input import Action
from game.model.messages import ReportRequest
from game.model.recording import RecordRequest
from game.model.scene_marks import SceneMarks
from game.record.figures.drawing_items import Clip, Formula, Image, Lettering, PrintedLine
from game.record.figures.figure_layout import WIDTH, lay_out
from game.record.figures.metrics import text_width
from game.record.figures.pdf import drawing_pdf
from game.record.figures.svg import drawing_text
from game.session import advancing
from game.session.session import Session
from tools.interface_driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    session = Session(scenefile.load("double-pendulum"))
    for _ in range(24):
        advancing.advance(session, 10**9 // 60, 10**6)
    made = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    made.settle()
    yield made
    made.interface.close()


def asked(driver: Driver, entry: str) -> object:
    """Return what an entry of the menu of the record button asks for."""
    driver.click("dock/record")
    driver.click(entry)
    (request,) = driver.interface.requests()
    return request


def test_two_clicks_make_one_drawing_of_picture_plot_values_and_method(driver: Driver) -> None:
    request = asked(driver, "Figure for a report, PDF")
    assert isinstance(request, ReportRequest)
    assert request.suffix == ".pdf" and request.stem == "double-pendulum-report"
    left, top, right, bottom = request.part
    assert right - left > 0.6 and bottom - top > 0.6, "what no panel covers"
    picture = np.random.default_rng(1).integers(0, 256, (90, 160, 3), np.uint8)
    drawing = lay_out(request.make(picture), text_width)
    (image,) = [item for item in drawing.items if isinstance(item, Image)]
    assert image.pixels is picture and image.smooth and image.width / image.height == pytest.approx(16 / 9, rel=1e-12)
    (plot,) = [item for item in drawing.items if isinstance(item, Clip)]
    assert sum(len(path) for line in plot.items if isinstance(line, PrintedLine) for path in line.paths) > 100
    said = " ".join(item.words for item in drawing.items if isinstance(item, Lettering))
    simulation = driver.session.simulation
    assert simulation.time == pytest.approx(0.4, rel=0.02)
    now = f"t = {simulation.time:.4g} s:"
    for words in (simulation.integrator.title, "of order 4", now, "\xa0m", simulation.system.title):
        assert words in said, words
    symbols = {item.words for item in drawing.items if isinstance(item, Formula)}
    assert {"m₂", "g"} & symbols and len(symbols) > 4
    below = [item.y for item in drawing.items if isinstance(item, Formula)]
    assert image.y + image.height < plot.y < plot.y + plot.height < min(below) and max(below) < drawing.height
    letterings = [item for item in drawing.items if isinstance(item, Lettering) and item.side == "start"]
    assert max(item.x + text_width(item.words, item.size) for item in letterings) < WIDTH + 1.0
    assert drawing_pdf(drawing, "figure").startswith(b"%PDF")
    text = drawing_text(drawing, "figure")
    assert text.count("<image") == 1 and "pixelated" not in text


def test_record_and_share_open_menus_and_record_stops_a_video(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    request = asked(driver, "Figure for a report, SVG")
    assert isinstance(request, ReportRequest) and request.suffix == ".svg"
    request = asked(driver, "Video of the last seconds")
    assert isinstance(request, RecordRequest) and (request.choice.made, request.choice.what) == ("film", "last")
    wanted: list[object] = []
    monkeypatch.setattr(driver.interface._desk, "ask", wanted.append)
    for entry, action in (("A web page that runs by itself", Action.EXPORT), ("The scene as a line", Action.SHARE)):
        driver.click("dock/share")
        driver.click(entry)
        assert wanted.pop() is action
    driver.status = type(driver.status)(recording=3.0)
    driver.settle()
    driver.click("dock/record")
    assert wanted == [Action.RECORD]
