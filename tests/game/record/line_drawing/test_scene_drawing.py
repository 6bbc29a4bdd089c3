"""Drawings of scenes: what is hidden is dashed, arrows and names are there, files are SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from game.camera.camera import Camera
from game.looks.kit import shapes
from game.model.errors import RecordingError
from game.model.frame import Curve, Instance, OverlayArrow, SceneFrame, SceneLabel
from game.record.figures.figure_layout import Lettering, PrintedLine
from game.record.line_drawing.drawing_file import write_drawing
from game.record.line_drawing.scene_drawing import WIDTH, line_drawing

ASPECT = 16 / 9


def moved(x: float, y: float, z: float) -> np.ndarray:
    model = np.eye(4, dtype=np.float32)
    model[3, :3] = x, y, z
    return model


@pytest.fixture
def scene() -> SceneFrame:
    """Return a sphere before another, with a line through both."""
    camera = Camera((0.0, 0.0, 0.0), 3.0)
    camera.set_pose({"azimuth": -90.0, "elevation": 0.0})
    camera.settle()
    frame = SceneFrame(camera.view(ASPECT), np.zeros(3, np.float32), 3.0)
    frame.instances = [
        Instance(shapes.sphere(1.0), moved(0.0, -1.5, 0.0)),
        Instance(shapes.sphere(0.6), moved(0.0, 1.5, 0.0)),
        Instance(shapes.sphere(1.0), moved(40.0, 0.0, 0.0)),
    ]
    frame.curves = [Curve(np.array([[-2.5, 0.0, 0.0], [2.5, 0.0, 0.0]], np.float32), (1.0, 0.2, 0.2))]
    arrow = np.array([0.0, -2.6, 0.0], np.float32), np.array([1.8, -2.6, 0.9], np.float32)
    frame.arrows = [OverlayArrow(*arrow, (0.2, 0.2, 1.0), "L")]
    frame.labels = [SceneLabel(np.array([0.0, 0.0, 1.4], np.float32), "polhode", (1.0, 1.0, 1.0))]
    return frame


def lines(frame: SceneFrame, kind: str) -> list[PrintedLine]:
    return [item for item in line_drawing(frame, ASPECT).items if isinstance(item, PrintedLine) and item.kind == kind]


def test_what_is_behind_is_dashed(scene: SceneFrame) -> None:
    (front,) = lines(scene, "outline")
    width = np.ptp(front.paths[0][:, 0])
    hidden = lines(scene, "hidden")
    assert all(line.dash for line in hidden) and not front.dash
    small, crossing = sorted(hidden, key=lambda line: np.ptp(line.paths[0][:, 1]), reverse=True)
    assert np.ptp(small.paths[0][:, 0]) < 0.6 * width, "the farther sphere"
    assert np.ptp(crossing.paths[0][:, 0]) == pytest.approx(width, rel=0.2), "the line behind the near sphere"
    assert len(lines(scene, "path")) == 2, "and its ends on both sides"


def test_bodies_far_from_what_is_of_interest_are_left_out(scene: SceneFrame) -> None:
    scene.instances = scene.instances[2:]
    assert lines(scene, "outline") == []


def test_arrows_and_names(scene: SceneFrame) -> None:
    words = [item.words for item in line_drawing(scene, ASPECT).items if isinstance(item, Lettering)]
    assert words == ["L", "polhode"]
    (shaft,) = lines(scene, "arrow")
    assert len(shaft.paths[0]) == 2 and lines(scene, "arrowhead")


def test_file_is_an_svg_of_the_aspect(scene: SceneFrame, tmp_path: Path) -> None:
    write_drawing(tmp_path / "a.svg", scene, ASPECT, "Two <spheres>")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert (root.get("width"), root.get("height")) == (f"{WIDTH:g}", f"{WIDTH / ASPECT:g}")
    assert root[0].text == "Two <spheres>"
    with pytest.raises(RecordingError, match=r"none/a.svg"):
        write_drawing(tmp_path / "none" / "a.svg", scene, ASPECT, "")
