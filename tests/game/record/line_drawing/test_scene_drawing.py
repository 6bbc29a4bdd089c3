"""Drawings of scenes: what is hidden is dashed, arrows and names are there, files are SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from msgspec.structs import replace

from game.camera.camera import Camera
from game.looks.kit import shapes
from game.model.colors import Head
from game.model.errors import RecordingError
from game.model.frame import Curve, Instance, OverlayArrow, Points, Ribbon, ScaleBar, SceneFrame, SceneLabel
from game.model.material import Material
from game.record.figures.drawing_items import (
    BLACK,
    Block,
    DotSet,
    Drawing,
    FilledShape,
    Formula,
    Lettering,
    PrintedLine,
)
from game.record.figures.metrics import text_width
from game.record.line_drawing import depth_map
from game.record.line_drawing.cropping import cropped
from game.record.line_drawing.depth_map import Screen
from game.record.line_drawing.label_places import LabelEdges, overlap
from game.record.line_drawing.paper import COLUMN, ROOM, paper
from game.record.line_drawing.scene_drawing import BARB, HEAD, OUTLINE, SECOND, _names, line_drawing, write_drawing

ASPECT = 16 / 9
Kind = TypeVar("Kind")


def moved(x: float, y: float, z: float) -> np.ndarray:
    model = np.eye(4, dtype=np.float32)
    model[3, :3] = x, y, z
    return model


@pytest.fixture
def fine() -> None:
    """Cells are as small as in the program."""


@pytest.fixture(autouse=True)
def coarse(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """See what is hidden by cells of a point, a quarter as many as in the program, unless the test asks for `fine`."""
    if "fine" not in request.fixturenames:
        monkeypatch.setattr(depth_map, "FINE", 1)


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


def found(drawing: Drawing, kind: type[Kind]) -> list[Kind]:
    return [item for item in drawing.items if isinstance(item, kind)]


def lines(drawing: Drawing, kind: str) -> list[PrintedLine]:
    return [item for item in found(drawing, PrintedLine) if item.kind == kind]


@pytest.mark.usefixtures("fine")
def test_what_is_behind_is_dashed(scene: SceneFrame) -> None:
    drawing = line_drawing(scene, ASPECT)
    (front,) = lines(drawing, "outline")
    width = np.ptp(front.paths[0][:, 0])
    hidden = lines(drawing, "hidden")
    assert all(line.dash for line in hidden) and not front.dash
    small, crossing = sorted(hidden, key=lambda line: np.ptp(line.paths[0][:, 1]), reverse=True)
    assert np.ptp(small.paths[0][:, 0]) < 0.6 * width, "the farther sphere"
    assert np.ptp(crossing.paths[0][:, 0]) == pytest.approx(width, rel=0.2), "the line behind the near sphere"
    assert len(lines(drawing, "path")) == 2, "and its ends on both sides"


@pytest.mark.usefixtures("fine")
def test_lines_of_bodies_have_the_colours_of_a_key(scene: SceneFrame) -> None:
    tint = (0.86, 0.60, 0.10)
    scene.instances[0] = Instance(shapes.sphere(1.0), moved(0.0, -1.5, 0.0), tint)
    (plain,) = lines(line_drawing(scene, ASPECT), "outline")
    assert plain.color == BLACK
    shades = np.rint(255.0 * np.array([(*tint, 1.0), (0.1, 0.2, 0.9, 1.0)]) ** (1.0 / 2.2)).astype(np.uint8)
    scene.points.append(Points(np.array([(-2.0, -2.6, 1.0)] * 2, np.float32), shades, exact=True))
    drawing = line_drawing(scene, ASPECT)
    (colored,) = lines(drawing, "outline")
    dots = [item for item in drawing.items if isinstance(item, DotSet)]
    assert any(colored.color == pytest.approx(each.color, abs=0.01) for each in dots)
    assert any(line.color == BLACK for line in lines(drawing, "hidden")), "the other sphere stays black"
    scene.points.clear()
    scene.instances[0] = Instance(shapes.sphere(1.0), moved(0.0, -1.5, 0.0), tint, marked=True)
    (chosen,) = lines(line_drawing(scene, ASPECT), "outline")
    assert chosen.color == pytest.approx(colored.color, abs=0.01), "so has a colour that a person has chosen"


def test_bodies_far_from_what_is_of_interest_are_left_out(scene: SceneFrame) -> None:
    scene.instances = scene.instances[2:]
    assert lines(line_drawing(scene, ASPECT), "outline") == []


def test_a_body_that_has_gone_far_is_drawn_beside_its_path(scene: SceneFrame) -> None:
    scene.instances = [Instance(shapes.sphere(0.2), moved(5.0, 0.0, 0.0))]
    assert lines(line_drawing(scene, ASPECT), "outline") == []
    path = np.array([[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.1, 1.0]], np.float32)
    scene.ribbons = [Ribbon(path, 1.0, 2.0)]
    assert lines(line_drawing(scene, ASPECT), "outline")
    scene.instances = [Instance(shapes.sphere(2.0), moved(5.0, 0.0, 0.0))]
    assert lines(line_drawing(scene, ASPECT), "outline") == [], "scenery is larger"


def test_places_of_the_scenery_are_not_named_unless_a_body_has_gone_there(scene: SceneFrame) -> None:
    far = np.array([5.0, 20.0, 0.0], np.float32)
    scene.labels.append(SceneLabel(far, "50 m", (1.0, 1.0, 1.0)))
    assert [item.words for item in found(line_drawing(scene, ASPECT), Lettering)] == ["polhode"]
    scene.ribbons = [Ribbon(np.array([[0.0, 0.0, 0.0, 0.0], [*far, 1.0]], np.float32), 1.0, 2.0)]
    assert [item.words for item in found(line_drawing(scene, ASPECT), Lettering)] == ["polhode", "50 m"]


@pytest.mark.usefixtures("fine")
def test_a_body_is_whole_also_where_the_picture_cuts_it(scene: SceneFrame) -> None:
    (before,) = lines(line_drawing(scene, ASPECT), "outline")
    shape = np.ptp(before.paths[0], axis=0)
    camera = Camera((0.0, 0.0, 1.9), 3.0)
    camera.set_pose({"azimuth": -90.0, "elevation": 0.0})
    camera.settle()
    low = replace(scene, view=camera.view(ASPECT))
    cut = cropped(line_drawing(low, ASPECT))
    (sphere,) = lines(cut, "outline")
    edges = sphere.paths[0]
    assert (edges.min(axis=0) > 0.0).all() and edges[:, 1].max() < cut.height
    assert np.ptp(edges, axis=0)[1] == pytest.approx(shape[1] * np.ptp(edges, axis=0)[0] / shape[0], rel=0.2)


def test_many_lines_on_a_small_area_are_finer(scene: SceneFrame) -> None:
    wide = {line.width for line in lines(line_drawing(scene, ASPECT), "outline")}
    assert wide == {OUTLINE}
    screw = shapes.lathe([(0.2 + 0.06 * (k % 2), 0.05 * k) for k in range(40)], Material.PLAIN)
    scene.instances = [Instance(screw, moved(0.0, -1.5, 0.0)), scene.instances[1]]
    assert {line.width for line in lines(line_drawing(scene, ASPECT), "outline")} > wide, "the sphere's is as wide"
    assert min(line.width for line in lines(line_drawing(scene, ASPECT), "outline")) < 0.8 * OUTLINE


def test_arrows_and_names(scene: SceneFrame) -> None:
    drawing = line_drawing(scene, ASPECT)
    (symbol,), (words,) = found(drawing, Formula), found(drawing, Lettering)
    assert (symbol.words, words.words) == ("L", "polhode") and symbol.halo > 0.0 and words.halo > 0.0
    assert [glyph.style for glyph in symbol.box.glyphs] == ["bold"], "a vector"
    (shaft,) = lines(drawing, "arrow")
    (head,) = found(drawing, FilledShape)
    assert len(shaft.paths[0]) == 2 and head.kind == "arrowhead" and not head.hollow
    tip = head.corners[0]
    assert tip[0] > shaft.paths[0][1][0], "the head is beyond the shaft"
    assert np.linalg.norm(np.array([symbol.x, symbol.y]) - tip) < 3.0 * HEAD


def test_heads_tell_rotation_and_velocity(scene: SceneFrame) -> None:
    (arrow,) = scene.arrows
    scene.arrows = [replace(arrow, head=Head.DOUBLE)]
    first, second = found(line_drawing(scene, ASPECT), FilledShape)
    assert np.linalg.norm(first.corners[0] - second.corners[0]) == pytest.approx(SECOND * HEAD, rel=1e-6)
    scene.arrows = [replace(arrow, head=Head.HOLLOW)]
    (head,) = found(line_drawing(scene, ASPECT), FilledShape)
    assert head.hollow > 0.0


def test_dots_are_filled_and_those_behind_bodies_left_out(scene: SceneFrame) -> None:
    positions = np.array([[0.0, -3.0, 0.0], [0.0, 0.8, 0.0], [np.nan, 0.0, 0.0], [2.0, 0.0, 0.9]], np.float32)
    colors = np.array([[255, 0, 0, 255], [255, 0, 0, 255], [255, 0, 0, 255], [0, 0, 255, 255]], np.uint8)
    scene.points = [Points(positions, colors)]
    dots = sorted(found(line_drawing(scene, ASPECT), DotSet), key=lambda each: each.color)
    assert [len(each.points) for each in dots] == [1, 1] and dots[0].color != dots[1].color


def test_names_stay_clear_of_one_another(scene: SceneFrame) -> None:
    (label,) = scene.labels
    scene.labels = [replace(label, text=name) for name in ("θ", "x₁", "herpolhode", "φ̇")]
    drawing = line_drawing(scene, ASPECT)
    drawn = found(drawing, Formula)
    boxes = [
        LabelEdges(each.x, each.y - each.box.above, each.x + each.box.width, each.y + each.box.below) for each in drawn
    ] + [LabelEdges(each.x - 40.0, each.y - 10.0, each.x + 40.0, each.y) for each in found(drawing, Lettering)]
    assert len(boxes) == 5
    assert all(overlap(one, other) == 0.0 for k, one in enumerate(boxes) for other in boxes[:k])


def test_file_is_an_svg_without_empty_margins(scene: SceneFrame, tmp_path: Path) -> None:
    write_drawing(tmp_path / "a.svg", scene, ASPECT, "Two <spheres>")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    whole = cropped(line_drawing(scene, ASPECT))
    assert (root.get("width"), root.get("height")) == (f"{whole.width:g}", f"{whole.height:g}")
    assert COLUMN - ROOM < whole.width < COLUMN + ROOM
    assert root[0].text == "Two <spheres>"
    symbol = next(each for each in root.iter() if each.get("class") == "formula")
    assert symbol[0].text == "L" and symbol[1].get("class") == "halo" and symbol[2].get("d").startswith("M")
    with pytest.raises(RecordingError, match=r"none/a.svg"):
        write_drawing(tmp_path / "none" / "a.svg", scene, ASPECT, "")


def test_the_paper_is_white_and_arrows_are_bolder_than_other_lines(scene: SceneFrame) -> None:
    drawing = line_drawing(scene, ASPECT)
    ground = drawing.items[0]
    assert ground == Block(0.0, 0.0, drawing.width, drawing.height, (1.0, 1.0, 1.0))
    widths = {kind: {line.width for line in lines(drawing, kind)} for kind in ("outline", "path", "arrow", "hidden")}
    (outline,), (path,), (shaft,), (hidden,) = widths.values()
    assert hidden < path < outline < shaft
    head = found(drawing, FilledShape)[0].corners
    assert shaft < np.ptp(head, axis=0).min(), "and their heads wider than shafts"


def test_lines_end_where_they_end_and_are_whole(scene: SceneFrame) -> None:
    scene.instances = []
    points = np.array([[-1.0, -3.0, 1.2], [0.3, -3.0, 1.4], [1.0, -3.0, 1.2]], np.float32)
    scene.curves = [Curve(points, (1.0, 0.5, 0.25))]
    drawing = line_drawing(scene, ASPECT)
    (line,) = lines(drawing, "path")
    places = screen_of(scene).place(points.astype(float))[0]
    assert line.paths[0][[0, -1]] == pytest.approx(places[[0, -1]], abs=1e-6)
    assert min(np.linalg.norm(line.paths[0] - places[1], axis=1)) < 1.5, "its corner is there"
    assert line.color == pytest.approx((0.55, 0.275, 0.1375))


def test_gaps_cut_lines_and_a_point_alone_is_none(scene: SceneFrame) -> None:
    scene.instances = []
    gap = [np.nan] * 3
    rows = [[-1.0, -3.0, 1.2], [-0.5, -3.0, 1.2], gap, [0.0, -3.0, 1.2], gap, [0.5, -3.0, 1.2], [1.0, -3.0, 1.2]]
    scene.curves = [Curve(np.array(rows, np.float32), (1.0, 0.2, 0.2))]
    assert len(lines(line_drawing(scene, ASPECT), "path")) == 2


def test_a_shaft_ends_at_the_notch_of_its_head(scene: SceneFrame) -> None:
    scene.instances = []
    for head, covered in ((Head.SINGLE, 1.0 - BARB), (Head.DOUBLE, 1.0 + SECOND - BARB)):
        scene.arrows = [replace(scene.arrows[0], head=head)]
        drawing = line_drawing(scene, ASPECT)
        (shaft,) = lines(drawing, "arrow")
        tip = found(drawing, FilledShape)[0].corners[0]
        assert np.linalg.norm(tip - shaft.paths[0][1]) == pytest.approx(covered * HEAD, rel=0.02)


def test_a_head_is_as_long_as_it_should_be_and_alike_at_both_sides(scene: SceneFrame) -> None:
    scene.instances = []
    for head, corners in ((Head.SINGLE, 4), (Head.HOLLOW, 3)):
        scene.arrows = [replace(scene.arrows[0], head=head)]
        shape = found(line_drawing(scene, ASPECT), FilledShape)[0].corners
        (shaft,) = lines(line_drawing(scene, ASPECT), "arrow")
        along = shaft.paths[0][1] - shaft.paths[0][0]
        along /= np.linalg.norm(along)
        local = (shape - shape[0]) @ np.stack([along, (-along[1], along[0])], axis=1)
        assert len(shape) == corners and local[[1, -1], 0] == pytest.approx([-HEAD, -HEAD], rel=1e-3)
        assert local[1, 1] == pytest.approx(-local[-1, 1], rel=1e-3) and abs(local[1, 1]) == pytest.approx(
            4.6, rel=1e-3
        )
        if corners == 4:
            assert local[2] == pytest.approx([-(1.0 - BARB) * HEAD, 0.0], abs=0.01)


def test_short_arrows_have_smaller_heads_and_the_shortest_none(scene: SceneFrame) -> None:
    scene.instances = []
    (arrow,) = scene.arrows
    way = arrow.tip - arrow.tail
    scene.arrows = [arrow, replace(arrow, tip=arrow.tail + 0.04 * way), replace(arrow, tip=arrow.tail + 1e-3 * way)]
    first, second = found(line_drawing(scene, ASPECT), FilledShape)
    assert np.ptp(second.corners, axis=0).max() < 0.7 * np.ptp(first.corners, axis=0).max()
    for head, parts in ((Head.SINGLE, 1.0), (Head.DOUBLE, 1.0 + SECOND)):
        scene.arrows = [replace(arrow, tip=arrow.tail + 0.04 * way, head=head)]
        shape = found(line_drawing(scene, ASPECT), FilledShape)[0].corners
        ends = screen_of(scene).place(np.array([arrow.tail, arrow.tail + 0.04 * way], float))[0]
        length = np.linalg.norm(shape[0] - 0.5 * (shape[1] + shape[-1]))
        assert parts * length == pytest.approx(0.6 * np.linalg.norm(ends[1] - ends[0]), rel=1e-3)
    scene.arrows = [arrow, replace(arrow, tip=arrow.tail + 0.04 * way), replace(arrow, tip=arrow.tail + 1e-3 * way)]
    assert len(lines(line_drawing(scene, ASPECT), "arrow")) == 2


def test_labels_are_beside_what_they_name(scene: SceneFrame) -> None:
    scene.labels = [replace(scene.labels[0], text="θ")]
    drawing = line_drawing(scene, ASPECT)
    sheet = paper(scene, ASPECT, scene.instances[:2])
    screen = Screen(sheet.view, sheet.size)
    for formula, place in zip(found(drawing, Formula), (scene.arrows[0].tip, scene.labels[0].place), strict=True):
        at = screen.place(np.asarray(place, float)[None])[0][0]
        middle = np.array(
            [formula.x + 0.5 * formula.box.width, formula.y + 0.5 * (formula.box.below - formula.box.above)]
        )
        assert np.linalg.norm(middle - at) < 40.0


@pytest.mark.usefixtures("fine")
def test_ghosts_are_grey_and_hide_nothing(scene: SceneFrame) -> None:
    scene.instances = [replace(scene.instances[0], opacity=0.5), scene.instances[1]]
    drawing = line_drawing(scene, ASPECT)
    ghost, body = sorted(lines(drawing, "outline"), key=lambda line: np.ptp(line.paths[0][:, 0]), reverse=True)
    assert (ghost.color != BLACK == body.color and lines(drawing, "hidden") != []) or lines(drawing, "hidden") == []
    assert len(lines(drawing, "outline")) == 2


def test_of_very_many_dots_each_second_goes(scene: SceneFrame) -> None:
    scene.instances = []

    def count(number: int) -> int:
        places = np.tile(np.array([[0.0, -3.0, 0.0]], np.float32), (number, 1))
        colors = np.full((number, 4), (255, 0, 0, 255), np.uint8)
        scene.points = [Points(places, colors)]
        return sum(len(each.points) for each in found(line_drawing(scene, ASPECT), DotSet))

    assert [count(number) for number in (0, 3000, 3001, 6001)] == [0, 3000, 1501, 2001]


def scaled(scene: SceneFrame, size: float) -> SceneFrame:
    """The scene with all lengths in it and the way to the camera so many times as long."""
    camera = Camera((0.0, 0.0, 0.0), 3.0 * size)
    camera.set_pose({"azimuth": -90.0, "elevation": 0.0})
    camera.settle()
    factor = np.diag([size, size, size, 1.0]).astype(np.float32)
    return replace(
        scene,
        view=camera.view(ASPECT),
        radius=size * scene.radius,
        instances=[replace(each, model=(each.model @ factor).astype(np.float32)) for each in scene.instances],
        curves=[replace(each, points=np.float32(size) * each.points) for each in scene.curves],
        points=[replace(each, positions=np.float32(size) * each.positions) for each in scene.points],
        arrows=[
            replace(each, tail=np.float32(size) * each.tail, tip=np.float32(size) * each.tip) for each in scene.arrows
        ],
        labels=[replace(each, place=np.float32(size) * each.place) for each in scene.labels],
    )


def kinds(drawing: Drawing) -> list[tuple[str, str]]:
    return [(type(item).__name__, getattr(item, "kind", "")) for item in drawing.items]


@pytest.mark.parametrize("size", [0.01, 100.0])
def test_small_and_large_scenes_are_drawn_alike(scene: SceneFrame, size: float) -> None:
    scene.instances, scene.labels = scene.instances[:2], [replace(scene.labels[0], text="θ")]
    scene.points = [Points(np.array([[2.0, 0.0, 0.9]], np.float32), np.full((1, 4), 255, np.uint8))]
    usual, other = line_drawing(scene, ASPECT), line_drawing(scaled(scene, size), ASPECT)
    assert {"Formula", "FilledShape", "DotSet"} < {name for name, _ in kinds(usual)}
    assert kinds(other) == kinds(usual)
    for one, two in zip(found(usual, Formula), found(other, Formula), strict=True):
        assert (two.x, two.y) == pytest.approx((one.x, one.y), abs=0.5)
    for one, two in zip(found(usual, FilledShape), found(other, FilledShape), strict=True):
        assert two.corners == pytest.approx(one.corners, abs=0.5)


def test_nothing_behind_the_eye_is_drawn(scene: SceneFrame) -> None:
    behind = np.array([[0.0, 0.0, 0.0], scene.view.eye + 0.5 * np.asarray(scene.view.eye)], np.float32)
    scene.instances, scene.curves, (arrow,), (label,), scene.radius = [], [], scene.arrows, scene.labels, 100.0
    before = kinds(line_drawing(scene, ASPECT))
    scene.curves = [Curve(behind, (1.0, 0.2, 0.2))]
    scene.arrows = [arrow, replace(arrow, tail=behind[0], tip=behind[1])]
    scene.labels = [label, replace(label, place=behind[1])]
    scene.points = [Points(behind[1:], np.full((1, 4), 255, np.uint8))]
    assert kinds(line_drawing(scene, ASPECT)) == before


def screen_of(scene: SceneFrame) -> Screen:
    """The screen of a scene without bodies."""
    sheet = paper(scene, ASPECT, [])
    return Screen(sheet.view, sheet.size)


def edges(item: Formula | Lettering) -> LabelEdges:
    """The box of a name."""
    if isinstance(item, Formula):
        return LabelEdges(item.x, item.y - item.box.above, item.x + item.box.width, item.y + item.box.below)
    half = 0.5 * text_width(item.words, item.size)
    return LabelEdges(item.x - half, item.y - 0.73 * item.size, item.x + half, item.y + 0.22 * item.size)


def test_names_beyond_the_paper_are_left_out(scene: SceneFrame) -> None:
    scene.instances, scene.arrows = [], []
    (label,) = scene.labels
    away = [(5.0, 0.0), (-5.0, 0.0), (0.0, 3.0), (0.0, -3.0), (2.0, 0.5)]
    scene.labels = [
        replace(label, text=str(k), place=np.array([x, 0.0, z], np.float32)) for k, (x, z) in enumerate(away)
    ]
    screen = screen_of(scene)
    places = screen.place(np.array([each.place for each in scene.labels], float))[0]
    inside = ((places >= 0.0) & (places <= screen.size)).all(axis=1)
    assert inside.tolist() == [False] * 4 + [True]
    drawing = line_drawing(scene, ASPECT)
    assert [item.words for item in drawing.items if isinstance(item, Formula | Lettering)] == ["4"]
    (arrow,) = [OverlayArrow(np.zeros(3, np.float32), np.array([9.0, 0.0, 0.0], np.float32), (1.0, 1.0, 1.0), "L")]
    scene.labels, scene.arrows = [], [arrow]
    assert len(found(line_drawing(scene, ASPECT), Formula)) == 1, "the paper is as large as arrows are"


@pytest.mark.parametrize("text", ["θ", "polhode"])
@pytest.mark.parametrize("outward", [False, True])
def test_names_of_places_stand_above_them_or_outward(scene: SceneFrame, text: str, outward: bool) -> None:
    scene.instances, scene.curves, scene.arrows = [], [], []
    (label,) = scene.labels
    places = np.array([[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]], np.float32)
    scene.labels = [replace(label, text=text, place=place, outward=outward) for place in places]
    drawing = line_drawing(scene, ASPECT)
    right, left = (edges(item) for item in drawing.items if isinstance(item, Formula | Lettering))
    (x, y), (mirrored, _) = screen_of(scene).place(places.astype(float))[0]
    if outward:
        assert right.left == pytest.approx(x + 6.0, abs=0.1) and left.right == pytest.approx(mirrored - 6.0, abs=0.1)
        assert [0.5 * (box.top + box.bottom) for box in (right, left)] == pytest.approx([y, y], abs=2.0)
    else:
        assert [0.5 * (box.left + box.right) for box in (right, left)] == pytest.approx([x, mirrored])
        assert [box.bottom for box in (right, left)] == pytest.approx([y - 6.0] * 2)


def test_the_name_of_an_arrow_is_beyond_its_tip_and_above_it_where_it_points_at_the_eye(scene: SceneFrame) -> None:
    scene.instances, scene.curves, scene.labels, (arrow,) = [], [], [], scene.arrows
    tail = np.array([0.3, 0.0, 0.2], np.float32)
    onward, eye = np.array([1.0, 0.0, 0.0], np.float32), np.asarray(scene.view.eye, np.float32) - tail
    for way, ahead in ((onward, True), (1e-4 * eye, False), (np.zeros(3, np.float32), False)):
        scene.arrows = [replace(arrow, tail=tail, tip=tail + way)]
        drawing = line_drawing(scene, ASPECT)
        x, y = screen_of(scene).place(np.array([tail + way], float))[0][0]
        (box,) = map(edges, found(drawing, Formula))
        if ahead:
            assert box.left == pytest.approx(x + 4.0) and 0.5 * (box.top + box.bottom) == pytest.approx(y, abs=0.5)
        else:
            assert box.bottom == pytest.approx(y - 4.0) and 0.5 * (box.left + box.right) == pytest.approx(x, abs=0.5)


def test_words_are_smaller_than_symbols_and_have_a_white_edge(scene: SceneFrame) -> None:
    (symbol,), (words,) = (found(line_drawing(scene, ASPECT), kind) for kind in (Formula, Lettering))
    (glyph,) = symbol.box.glyphs
    assert (glyph.size, words.size) == (24.0, pytest.approx(0.62 * 24.0)) and symbol.halo == words.halo == 2.2


def test_names_rather_stand_on_thin_lines_than_on_outlines(scene: SceneFrame) -> None:
    """Thin lines in front of the place that is named, arrowheads and thick ones all round it: it stays in front."""
    (label,) = scene.labels
    scene.arrows, scene.curves, scene.instances = [], [], []
    scene.labels = [replace(label, text="θ", place=np.zeros(3, np.float32))]
    (usual,) = map(edges, found(line_drawing(scene, ASPECT), Formula))
    screen = screen_of(scene)
    thin, thick = (PrintedLine(_hatched(usual, at), BLACK, width) for at, width in ((0.0, 1.0), (60.0, 1.7)))
    (name,) = map(edges, _names(scene, screen, [thin, thick]))
    assert name == usual
    (name,) = map(edges, _names(scene, screen, [thin._replace(width=1.7), thick._replace(width=1.0)]))
    assert name != usual


def _hatched(box: LabelEdges, beyond: float) -> list[np.ndarray]:
    """Lines across a box, or all round it and not in it."""
    if not beyond:
        return [np.array([(box.left, y), (box.right, y)]) for y in np.arange(box.top, box.bottom, 4.0)]
    rows = np.arange(box.top - beyond, box.bottom + 2.0 * beyond, 2.0)
    sides = [((box.left - beyond, y), (box.left - 4.0, y)) for y in rows] + [
        ((box.right + 4.0, y), (box.right + beyond, y)) for y in rows
    ]
    below = [((box.left - 4.0, y), (box.right + 4.0, y)) for y in rows if not box.top - 4.0 < y < box.bottom + 4.0]
    return [np.array(line) for line in sides + below]


def test_a_broken_arrow_has_two_strokes_and_its_value_and_the_scale_is_drawn(scene: SceneFrame) -> None:
    tail, tip = (np.array([x, -2.6, 0.0], np.float32) for x in (-1.0, 1.0))
    whole = OverlayArrow(tail, tip, (1.0, 1.0, 0.0), "F", unit="N", size=5.0)
    for arrow, gaps, count in (
        (whole, 0, 1),
        (replace(whole, broken=True, value="5 N"), 1, 3),
        (replace(whole, factor=50.0, value="×50"), 0, 2),
    ):
        drawing = line_drawing(replace(scene, arrows=[arrow], bars=[ScaleBar("N", 0.2, tail, (1.0, 1.0, 0.0))]), ASPECT)
        assert sum(item.kind == "gap" for item in found(drawing, FilledShape)) == gaps
        assert len(lines(drawing, "arrow")) == count
        words = [item.words for item in found(drawing, Lettering)]
        assert not arrow.value or arrow.value in words
        (bar,) = lines(drawing, "scale")
        assert 36.0 <= np.ptp(np.concatenate([np.asarray(path) for path in bar.paths])[:, 0]) <= 90.0
        assert words[-1].endswith(" N")
