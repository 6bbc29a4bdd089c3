from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.model.figures.axis import AxisScale
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigureImage, FigurePlot, TableColumn
from game.record.figures.figure_layout import plain
from game.record.figures.files import csv_text, write_figure
from game.record.figures.metrics import text_width
from game.record.figures.png import dashed, picture_of
from game.record.figures.svg import svg_text

SVG = "{http://www.w3.org/2000/svg}"
T = np.linspace(0.0, 1.0, 101)
RED, BLUE = (0.8, 0.1, 0.1), (0.0, 0.3, 0.7)


def figure() -> Figure:
    gap = np.where(abs(T - 0.5) < 0.05, np.nan, T**2)
    curves = (
        FigureCurve("x & y: <angle>", "rad", T, np.sin(6.0 * T), CurveStyle(RED)),
        FigureCurve("ω_ψ", "rad/s", T, gap, CurveStyle(BLUE, dash=(6.0, 4.0), marker="diamond", hollow=True)),
    )
    x = FigureAxis(AxisScale(0.0, 1.0), "t", "s")
    angles = FigureAxis(AxisScale(-1.1, 1.1), "θ", "rad"), FigureAxis(AxisScale(-0.1, 1.1), "ω_ψ", "rad/s")
    drift = FigureCurve("|δ E|", "relative", T, np.where(T < 0.1, 0.0, 1e-12 * T), CurveStyle(RED))
    lower = FigurePlot(x, (FigureAxis(AxisScale(1e-16, 1e-10, True), "|δ E|", "relative"),), (drift,))
    columns = (TableColumn("t [s]", T), TableColumn('odd, "name" [rad]', np.sin(6.0 * T)), TableColumn("y", gap[:50]))
    return Figure(
        "Fast cone", "Gyroscope · Runge–Kutta 4 · Δt 1 ms", (FigurePlot(x, angles, curves), lower), lambda: columns
    )


def test_an_svg_has_its_curves_as_lines_and_all_words_as_text() -> None:
    root = ElementTree.fromstring(svg_text(figure()))
    curves = root.findall(f".//{SVG}path[@class='curve']")
    assert [curve.find(f"{SVG}title").text for curve in curves] == ["x & y: <angle>", "ωψ", "|δ E|"]
    assert curves[0].get("d").count("L") == 100 and curves[0].get("stroke-dasharray") is None
    assert curves[1].get("d").count("M") == 2, "two pieces beside the gap"
    assert curves[1].get("stroke-dasharray") == "6 4"
    assert len({curve.get("stroke") for curve in curves[:2]}) == 2
    words = [text.text for text in root.iter(f"{SVG}text")]
    for expected in ("Fast cone", "Gyroscope · Runge–Kutta 4 · Δt 1 ms", "x & y: <angle>", "θ [rad]", "ωψ [rad/s]",
                     "t [s]", "10⁻¹²", "0.5", "|δ E| [relative]"):  # fmt: skip
        assert expected in words, expected
    assert words.count("t [s]") == 1, "plots over the same time share its numbers"
    markers = root.findall(f".//{SVG}g[@class='markers']")
    assert len(markers[1]) == np.isfinite(figure().plots[0].curves[1].y).sum() and markers[1].get("fill") == "white"
    assert len(root.findall(f".//{SVG}clipPath")) == 2
    ground = root.find(f"{SVG}rect")
    assert ground.get("fill") == "#ffffff" and ground.get("width") == f"{float(root.get('width')):.2f}"


def test_nothing_of_an_svg_lies_outside_the_page() -> None:
    root = ElementTree.fromstring(svg_text(figure()))
    width, height = float(root.get("width")), float(root.get("height"))
    for text in root.iter(f"{SVG}text"):
        assert 0.0 < float(text.get("x")) < width and 0.0 < float(text.get("y")) < height
        if len(text.text) > 1:  # as wide in any font as it was laid out in Roboto
            wide = text_width(text.text, float(text.get("font-size")))
            assert float(text.get("textLength")) == pytest.approx(wide, abs=0.01)
            assert text.get("lengthAdjust") == "spacingAndGlyphs"


def test_a_png_is_twice_as_large_and_shows_each_curve_in_its_colour() -> None:
    picture = picture_of(figure())
    root = ElementTree.fromstring(svg_text(figure()))
    assert picture.shape == (2 * int(root.get("height")), 2 * int(root.get("width")), 3)
    assert (picture[0, 0] == 255).all(), "white ground"
    for color in (RED, BLUE):
        away = np.abs(picture.astype(int) - np.array(color) * 255).max(axis=2)
        assert (away < 3).sum() > 300


def test_a_dashed_line_has_strokes_of_the_right_length() -> None:
    path = np.stack([np.linspace(0.0, 100.0, 7), np.zeros(7)], axis=1)
    pieces = dashed(path, (6.0, 4.0))
    assert len(pieces) == 10 and sum(piece[-1, 0] - piece[0, 0] for piece in pieces) == pytest.approx(60.0)


def test_a_csv_is_read_back_bit_for_bit() -> None:
    lines = csv_text(figure()).splitlines()
    assert lines[:2] == ["# Fast cone", "# Gyroscope · Runge–Kutta 4 · Δt 1 ms"]
    rows = list(csv.reader(io.StringIO("\n".join(lines[2:]))))
    assert rows[0] == ["t [s]", 'odd, "name" [rad]', "y"]
    columns = list(zip(*rows[1:], strict=True))
    for column, (_, values) in zip(columns, ((c.heading, c.values) for c in figure().table()), strict=True):
        read = [float(cell) if cell else np.nan for cell in column]
        assert len(read) == 101
        np.testing.assert_array_equal(read[: len(values)], values)
        assert np.isnan(read[len(values) :]).all()


def test_files_are_complete_or_an_error_names_them(tmp_path) -> None:
    for suffix in (".svg", ".png", ".csv"):
        write_figure(tmp_path / f"a{suffix}", figure())
    assert Image.open(tmp_path / "a.png").text["Title"] == "Fast cone"
    assert (tmp_path / "a.svg").read_text("utf-8") == svg_text(figure())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.png", "a.svg"]
    with pytest.raises(RecordingError, match="nowhere"):
        write_figure(tmp_path / "nowhere" / "a.csv", figure())


def figure_with_image() -> Figure:
    pixels = np.zeros((2, 2, 3), np.uint8)
    pixels[0, 1] = 255, 0, 0
    strip = np.linspace((250, 0, 0), (10, 0, 0), 16).astype(np.uint8)
    key = FigureAxis(AxisScale(0.0, 4.0), "time", "s")
    image = FigureImage(pixels, key, strip, ((np.full((4, 4, 3), 99, np.uint8), "never"),))
    axis = FigureAxis(AxisScale(0.0, 1.0), "θ", "°")
    return Figure("Map", "", (FigurePlot(axis, (axis,), (), 300.0, image=image),), arrays=lambda: {"x": np.arange(3)})


def test_an_image_fills_its_plot_and_has_a_key() -> None:
    root = ElementTree.fromstring(svg_text(figure_with_image()))
    images = root.findall(f".//{SVG}image")
    assert len(images) == 3 and all(each.get("href").startswith("data:image/png;base64,") for each in images)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {"never", "time [s]", "4.0"} <= set(words) and words.count("θ [°]") == 2
    frame = next(each for each in images if float(each.get("height")) == 300.0)
    picture = picture_of(figure_with_image())
    left, top, width = (2.0 * float(frame.get(name)) for name in ("x", "y", "width"))
    assert picture[int(top + 150), int(left + 0.75 * width)].tolist() == [255, 0, 0]
    assert picture[int(top + 450), int(left + 0.75 * width)].tolist() == [0, 0, 0]
    strip = next(each for each in images if float(each.get("x")) > float(frame.get("x")) + width / 2)
    column = picture[:, int(2.0 * float(strip.get("x")) + 10), 0]
    assert column[int(top + 20)] > 200 > 40 > column[int(top + 580)]


def test_arrays_of_a_figure_are_written(tmp_path: Path) -> None:
    write_figure(tmp_path / "map.npz", figure_with_image())
    with np.load(tmp_path / "map.npz") as found:
        assert found["x"].tolist() == [0, 1, 2]


def test_subscripts_are_lowered_where_there_are_such_letters() -> None:
    symbols = ("θ_r", "l_12 [m]", "μ_F", "E + W − W_s")
    assert [plain(symbol) for symbol in symbols] == ["θᵣ", "l₁₂ [m]", "μF", "E + W − Wₛ"]
