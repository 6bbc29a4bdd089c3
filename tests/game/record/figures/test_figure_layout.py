"""Laid out figures: curves lie where their axes say, and nothing lies on anything else."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from game.model.figures.axis import AxisScale
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigureImage, FigurePlot
from game.record.figures.drawing_items import Block, Clip, Drawing, Image, Lettering, MarkerSet, PrintedLine
from game.record.figures.figure_layout import LEFT, WIDTH, lay_out, plain
from game.record.figures.metrics import text_width

RED, BLUE, GREEN = (0.8, 0.1, 0.1), (0.0, 0.3, 0.7), (0.1, 0.6, 0.1)
X = FigureAxis(AxisScale(0.0, 4.0), "t", "s")
Y = FigureAxis(AxisScale(-1.0, 3.0), "θ_1", "rad")


def curve(
    name: str = "", x: tuple[float, ...] = (0.0, 4.0), y: tuple[float, ...] = (-1.0, 3.0), **more: object
) -> FigureCurve:
    style = more.pop("style", CurveStyle(RED))
    return FigureCurve(name, more.pop("unit", "rad"), np.array(x), np.array(y), style, **more)


def plotted(*curves: FigureCurve, y: tuple[FigureAxis, ...] = (Y,), **more: Any) -> Drawing:
    return laid_out(FigurePlot(X, y, curves, **more))


def laid_out(*plots: FigurePlot) -> Drawing:
    return lay_out(Figure("Title", "Subtitle", plots), text_width)


def lines(drawing: Drawing, kind: str) -> list[PrintedLine]:
    return [each for each in drawing.items if isinstance(each, PrintedLine) and each.kind == kind]


def words(drawing: Drawing) -> dict[str, Lettering]:
    return {each.words: each for each in drawing.items if isinstance(each, Lettering)}


def end_of(item: Lettering) -> float:
    """The right end of words that begin at their anchor."""
    return item.x + text_width(item.words, item.size)


def frames(drawing: Drawing) -> list[np.ndarray]:
    """Lower and upper corner of each frame."""
    return [np.array([each.paths[0].min(axis=0), each.paths[0].max(axis=0)]) for each in lines(drawing, "frame")]


def inside(drawing: Drawing) -> list[PrintedLine | MarkerSet]:
    return [item for each in drawing.items if isinstance(each, Clip) for item in each.items]


def test_curves_go_from_corner_to_corner_of_their_axes() -> None:
    drawing = plotted(curve(x=(0.0, 1.0, 4.0), y=(-1.0, 0.0, 3.0)))
    ((left, top), (right, bottom)) = frames(drawing)[0]
    (line,) = inside(drawing)
    assert line.paths[0] == pytest.approx(
        np.array([(left, bottom), (0.75 * left + 0.25 * right, 0.75 * bottom + 0.25 * top), (right, top)])
    )
    (clip,) = (each for each in drawing.items if isinstance(each, Clip))
    assert (clip.x, clip.y, clip.width, clip.height) == pytest.approx((left, top, right - left, bottom - top))
    assert left == LEFT and 0.0 < WIDTH - right < 40.0 and bottom - top == FigurePlot(X, (Y,), ()).height


def test_what_is_far_outside_is_drawn_a_little_outside() -> None:
    drawing = plotted(curve(y=(-1e6, 1e6)))
    ((_, top), (_, bottom)) = frames(drawing)[0]
    ends = inside(drawing)[0].paths[0][:, 1]
    assert ends == pytest.approx([bottom + 2.0 * (bottom - top), top - 2.0 * (bottom - top)])


def test_a_second_axis_has_the_curves_of_its_unit() -> None:
    other = FigureAxis(AxisScale(0.0, 10.0), "ω", "rad/s")
    drawing = plotted(
        curve(y=(-1.0, -1.0)), curve(y=(10.0, 10.0), unit="rad/s"), curve(y=(3.0, 3.0), unit="m"), y=(Y, other)
    )
    ((left, top), (right, bottom)) = frames(drawing)[0]
    assert [each.paths[0][0, 1] for each in inside(drawing)] == pytest.approx([bottom, top, top])
    found = words(drawing)
    assert found["θ₁ [rad]"].x < left and right < found["ω [rad/s]"].x < WIDTH
    assert found["θ₁ [rad]"].turned and found["ω [rad/s]"].turned
    assert found["ω [rad/s]"].y == pytest.approx(0.5 * (top + bottom))
    beside = [each for each in drawing.items if isinstance(each, Lettering) and each.side == "start" and each.x > right]
    assert (
        len(beside) > 2
        and max(each.x + text_width(each.words, each.size) for each in beside) < found["ω [rad/s]"].x - 8.0
    )
    assert (WIDTH - right, WIDTH - frames(plotted(curve()))[0][1, 0]) == (70.0, 22.0), "there is room for it"
    assert WIDTH - found["ω [rad/s]"].x == 8.0 and found["θ₁ [rad]"].x == 14.0
    assert all(each.x == right + 5.0 + 3.0 for each in beside)


def test_ticks_have_their_numbers_beside_them() -> None:
    drawing = plotted(curve())
    ((left, top), (right, bottom)) = frames(drawing)[0]
    across, up = lines(drawing, "tick")
    assert all(
        (mark[:, 0] == mark[0, 0]).all() and mark[:, 1].tolist() == [bottom, bottom + 5.0] for mark in across.paths
    )
    assert all((mark[:, 1] == mark[0, 1]).all() and mark[:, 0].tolist() == [left, left - 5.0] for mark in up.paths)
    numbers = [
        each
        for each in drawing.items
        if isinstance(each, Lettering) and each.words.lstrip("−").replace(".", "").isdigit()
    ]
    below, beside = ([each for each in numbers if each.side == side] for side in ("middle", "end"))
    assert [each.x for each in below] == pytest.approx([mark[0, 0] for mark in across.paths])
    assert all(bottom + 5.0 < each.y - 0.75 * each.size and each.y < words(drawing)["t [s]"].y - 12.0 for each in below)
    assert all(each.y == bottom + 17.0 for each in below) and words(drawing)["t [s]"].y == bottom + 33.0
    assert [each.y - 0.35 * each.size for each in beside] == pytest.approx([mark[0, 1] for mark in up.paths])
    assert all(left - 12.0 < each.x < left - 5.0 for each in beside)
    for each, sign in ((below, "x"), (beside, "y")):
        for number in each:
            value = float(number.words.replace("−", "-"))
            place = (
                left + value / 4.0 * (right - left) if sign == "x" else bottom - (value + 1.0) / 4.0 * (bottom - top)
            )
            assert getattr(number, sign) == pytest.approx(place, abs=4.0)
    grid = lines(drawing, "grid")
    assert [len(each.paths) for each in grid] == [len(across.paths), len(up.paths)]
    assert all(path[:, 1].tolist() == [top, bottom] for path in grid[0].paths)
    assert all(path[:, 0].tolist() == [left, right] for path in grid[1].paths)
    assert words(drawing)["t [s]"].x == pytest.approx(0.5 * (left + right))


def test_plots_of_one_axis_share_its_numbers() -> None:
    other = FigureAxis(AxisScale(0.0, 5.0), "x", "m")
    drawing = laid_out(
        FigurePlot(X, (Y,), (curve(),)), FigurePlot(X, (Y,), (curve(),)), FigurePlot(other, (Y,), (curve(),))
    )
    first, second, third = frames(drawing)
    titles = [each.words for each in drawing.items if isinstance(each, Lettering)]
    assert titles.count("t [s]") == 1 and titles.count("x [m]") == 1
    assert second[0, 1] - first[1, 1] == 12.0, "close together"
    assert third[0, 1] - second[1, 1] == 48.0, "with room for numbers"
    ground = drawing.items[0]
    assert isinstance(ground, Block) and (ground.x, ground.y, ground.width) == (0.0, 0.0, WIDTH)
    assert ground.height == drawing.height == pytest.approx(third[1, 1] + 36.0 + 12.0, abs=1.0)
    assert words(drawing)["Title"].bold and words(drawing)["Title"].y < words(drawing)["Subtitle"].y < first[0, 1]


@pytest.mark.parametrize("count", [1, 3, 12])
def test_names_of_a_legend_stand_in_rows_that_fit(count: int) -> None:
    names = [f"a rather long name of curve {k}" for k in range(count)]
    styles = [
        CurveStyle(RED),
        CurveStyle(BLUE, second=GREEN, dash=(6.0, 4.0)),
        CurveStyle(GREEN, line=False, marker="up"),
    ]
    drawing = plotted(*(curve(name, style=styles[k % 3]) for k, name in enumerate(names)), curve(""))
    found = [words(drawing)[name] for name in names]
    ((_, top), (right, _)) = frames(drawing)[0]
    boxes = [(each.x, each.y, each.x + text_width(each.words, each.size)) for each in found]
    assert boxes[0][0] == LEFT + 32.0 and all(box[2] <= right for box in boxes)
    rows = sorted({box[1] for box in boxes})
    assert np.diff(rows) == pytest.approx(17.0) and top - rows[-1] == pytest.approx(8.0)
    for before, after in pairwise(boxes):
        if before[1] == after[1]:
            assert after[0] - before[2] == pytest.approx(32.0 + 16.0), "a sample, and a gap before it"
        else:
            assert after[0] == LEFT + 32.0 and before[2] + 48.0 + text_width(names[0], 11.0) > right
    samples = lines(drawing, "sample")
    expected = [
        style for k in range(count) if (style := styles[k % 3]).line for _ in range(1 + (style.second is not None))
    ]
    assert len(samples) == len(expected)
    for each in samples:
        (start, end) = each.paths[0]
        assert end[0] - start[0] == 26.0 and start[1] == end[1]
        assert any(end[0] + 6.0 == pytest.approx(box[0]) and box[1] - 11.0 < start[1] < box[1] for box in boxes)
    markers = [each for each in drawing.items if isinstance(each, MarkerSet)]
    assert len(markers) == count // 3 and all(len(each.points) == 1 for each in markers)
    for each in markers:
        assert any(each.points[0, 0] + 13.0 + 6.0 == pytest.approx(box[0]) for box in boxes), (
            "in the middle of its sample"
        )


def test_a_plot_without_names_has_no_legend() -> None:
    named, nameless = frames(plotted(curve("a")))[0], frames(plotted(curve("")))[0]
    assert nameless[0, 1] == 58.0 < named[0, 1]


def test_a_second_colour_lies_below_the_dashes_of_the_first() -> None:
    drawing = plotted(curve("a_b", style=CurveStyle(BLUE, second=GREEN, dash=(6.0, 4.0), marker="square", hollow=True)))
    below, above, markers = inside(drawing)
    assert (below.color, below.dash, below.kind) == (GREEN, (), "second")
    assert (above.color, above.dash, above.kind) == (BLUE, (6.0, 4.0), "curve")
    assert isinstance(markers, MarkerSet) and len(markers.points) == 2 and markers.name == plain("a_b")


def test_gaps_cut_a_curve_and_a_point_alone_is_a_dot() -> None:
    nan = np.nan
    drawing = plotted(curve(x=tuple(np.linspace(0.0, 4.0, 8)), y=(nan, 1.0, nan, 1.0, 2.0, nan, nan, 3.0)))
    paths = inside(drawing)[0].paths
    assert [len(path) for path in paths] == [2, 2, 2]
    assert [float(np.ptp(path[:, 0])) < 0.02 for path in paths] == [True, False, True]
    assert np.ptp(paths[0][:, 0]) > 0.0 == np.ptp(paths[0][:, 1])
    everything = plotted(curve(y=(nan, nan)))
    assert inside(everything)[0].paths == []


def test_what_is_not_known_is_shaded_from_below() -> None:
    def shaded(known: float) -> tuple[Drawing, Block | None]:
        drawing = plotted(curve(), y=(FigureAxis(AxisScale(0.0, 4.0), "E", "J"),), known_down_to=known, unknown="noise")
        blocks = [each for each in drawing.items[1:] if isinstance(each, Block)]
        return drawing, blocks[0] if blocks else None

    drawing, block = shaded(1.0)
    ((left, top), (right, bottom)) = frames(drawing)[0]
    assert block is not None
    assert (block.x, block.width) == (left, right - left) and block.y + block.height == pytest.approx(bottom)
    assert block.height == pytest.approx(0.25 * (bottom - top))
    said = words(drawing)["noise"]
    assert left < said.x < left + 20.0 and said.y - 0.35 * said.size == pytest.approx(bottom - 0.5 * block.height)
    thin, _ = shaded(1e-3)
    assert "noise" not in words(thin), "no room for words"
    assert shaded(99.0)[1].height == pytest.approx(bottom - top)
    assert shaded(0.0)[1] is None


def test_labels_and_leaders_are_at_parts_of_the_plot() -> None:
    drawing = plotted(
        curve("a", label="β_1", labelled_at=(0.25, 0.75), leader=((0.1, 0.2), (0.3, 0.4))), curve("b", label="gone")
    )
    ((left, top), (right, bottom)) = frames(drawing)[0]
    label = words(drawing)["β₁"]
    assert (label.x, label.y - 0.35 * label.size) == pytest.approx(
        (left + 0.25 * (right - left), bottom - 0.75 * (bottom - top))
    )
    assert label.bold and label.color == RED and "gone" not in words(drawing)
    (leader,) = lines(drawing, "leader")
    assert (leader.paths[0] - (left, bottom)) / (right - left, top - bottom) == pytest.approx(
        np.array([(0.1, 0.2), (0.3, 0.4)])
    )


def test_a_picture_has_the_key_of_its_colours_at_its_right() -> None:
    pixels, strip = np.zeros((4, 6, 3), np.uint8), np.arange(48, dtype=np.uint8).reshape(16, 3)
    samples = tuple((np.full((2, 2, 3), k, np.uint8), f"a rather long name of colour {k}") for k in range(5))
    image = FigureImage(pixels, FigureAxis(AxisScale(0.0, 4.0), "time", "s"), strip, samples)
    drawing = plotted(image=image)
    key, whole = frames(drawing)
    pictures = [each for each in drawing.items if isinstance(each, Image)]
    main = next(each for each in pictures if each.pixels is pixels)
    assert (main.x, main.y, main.x + main.width, main.y + main.height) == pytest.approx(tuple(whole.ravel()))
    bar = next(each for each in pictures if each.pixels.shape == (16, 1, 3))
    assert np.array_equal(bar.pixels[:, 0], strip)
    assert (bar.x, bar.y, bar.x + bar.width, bar.y + bar.height) == pytest.approx(tuple(key.ravel()))
    assert key[0, 1] == whole[0, 1] and key[1, 1] == whole[1, 1]
    assert key[0, 0] - whole[1, 0] == key[1, 0] - key[0, 0] == 14.0 and WIDTH - whole[1, 0] == 104.0
    title = words(drawing)["time [s]"]
    numbers = [
        each for each in drawing.items if isinstance(each, Lettering) and each.side == "start" and each.x > key[1, 0]
    ]
    assert len(numbers) >= 3 and all(key[1, 0] < each.x < key[1, 0] + 12.0 for each in numbers)
    assert max(map(end_of, numbers)) < title.x - 10.0 < WIDTH - 10.0
    small = [each for each in pictures if each.pixels.shape == (2, 2, 3)]
    named = [words(drawing)[name] for _, name in samples]
    for sample, name in zip(small, named, strict=True):
        assert name.x - (sample.x + sample.width) == pytest.approx(6.0) and sample.width == sample.height == 12.0
        assert sample.y < name.y - 5.0 and name.y <= sample.y + sample.height < name.y + 4.0
        assert name.x + text_width(name.words, name.size) < WIDTH - 22.0
    for before, after in zip(named, small[1:], strict=False):
        if after.y + 0.8 * 12.0 == pytest.approx(before.y):
            assert after.x - (before.x + text_width(before.words, before.size)) == pytest.approx(16.0)
        else:
            assert after.x == LEFT
    assert len({each.y for each in named}) > 1 and max(each.y for each in named) < whole[0, 1]
