"""Lines, tubes and arrows on the screen, pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import box, lathe
from game.model.colors import QUANTITY_COLORS, Head
from game.model.frame import Curve, Instance, OverlayArrow, Ribbon, SceneFrame
from game.model.material import Material
from game.render.overlay.lines import Arrows, Curves, LineView, Ribbons
from game.render.renderer import Renderer
from tests.game.model.test_colors import oklab
from tests.game.render.small_scene import SIZE, arrow, scene, view_of

Make = Callable[..., Renderer]
MIDDLE = np.array([0.0, 0.0, 0.13])
WALL = lathe([(0.11, 0.0), (0.0, 0.0)], Material.PLAIN, 32)
INKS = sorted({*QUANTITY_COLORS.values()})


def ground(bright: bool) -> SceneFrame:
    """Return a disc behind the middle of the picture, across the line of sight: white, or nearly black."""
    to_eye = view_of(SIZE).eye - MIDDLE
    to_eye /= np.linalg.norm(to_eye)
    wall = np.eye(4, dtype=np.float32)
    wall[:3, :3] = *basis(), to_eye
    wall[3, :3] = MIDDLE - 0.03 * to_eye
    tint = (8.0, 8.0, 8.0) if bright else (0.01, 0.01, 0.01)
    return scene(instances=[Instance(WALL, wall, tint)], occluders=np.zeros((0, 4), np.float32))


def basis() -> tuple[np.ndarray, np.ndarray]:
    """Return the directions in the world that point right and up on the screen."""
    view = np.asarray(view_of(SIZE).view, float)
    return view[:3, 0], view[:3, 1]


def at(right: float, up: float) -> np.ndarray:
    """Return the place in the world at an offset from the middle of the picture [m]."""
    x, y = basis()
    return (MIDDLE + right * x + up * y).astype(np.float32)


def drawn(renderer: Renderer, frame: SceneFrame, **changes: object) -> np.ndarray:
    renderer.draw(replace(frame, **changes))  # type: ignore[arg-type]
    return renderer.read().astype(int)


def pixel(place: np.ndarray) -> tuple[int, int]:
    """Return row and column of the image of a point."""
    found = view_of(SIZE).project(place, SIZE)
    assert found is not None
    return int(found[1]), int(found[0])


def ends(*places: tuple[float, float]) -> np.ndarray:
    return np.array([at(*place) for place in places])


@pytest.mark.parametrize("bright", [False, True])
def test_arrows_and_curves_have_exactly_their_colour(make: Make, bright: bool) -> None:
    renderer, frame = make(tier="medium"), ground(bright)
    for color in INKS:
        ink = OverlayArrow(at(-0.08, 0.04), at(0.08, 0.04), color, radius=0.006)
        line = Curve(ends((-0.08, -0.04), (0.08, -0.04)), color, 5.0)
        picture = drawn(renderer, frame, arrows=[ink], curves=[line])
        assert picture[pixel(at(0.0, 0.04))] == pytest.approx(np.array(color) * 255, abs=2), color
        assert picture[pixel(at(0.0, -0.04))] == pytest.approx(np.array(color) * 255, abs=2), color


@pytest.mark.parametrize("tier", ["low", "high"])
def test_a_trace_has_its_colour_exactly_where_it_does_not_glow(make: Make, tier: str) -> None:
    renderer, frame = make(tier=tier), ground(bright=False)
    for color in INKS:
        points = np.column_stack([ends((-0.08, 0.0), (0.08, 0.0)), [1.0, 1.0]]).astype(np.float32)
        seen = drawn(renderer, frame, ribbons=[Ribbon(points, 1.0, 1.0, color, 9.0)])[pixel(at(0.0, 0.0))]
        if tier == "low":
            assert seen == pytest.approx(np.array(color) * 255, abs=2), color
        place = oklab(tuple(seen / 255.0), "full")
        apart = {ink: float(np.linalg.norm(place - oklab(ink, "full"))) for ink in INKS}
        assert min(apart, key=apart.__getitem__) == color


def test_heads_of_arrows_differ_in_shape(make: Make) -> None:
    """Check widths along the arrow: one head has one peak, two have two, and a hollow one shows what is behind it."""
    renderer, frame = make(tier="medium"), ground(bright=False)
    plain = drawn(renderer, frame).sum(axis=2)
    found = {}
    for head in Head:
        ink = OverlayArrow(at(-0.08, 0.0), at(0.08, 0.0), (1.0, 1.0, 1.0), radius=0.006, head=head)
        found[head] = drawn(renderer, frame, arrows=[ink]).sum(axis=2) - plain > 300
    (row, tip), tail = pixel(at(0.08, 0.0)), pixel(at(-0.08, 0.0))[1]
    peaks = {}
    for head in (Head.SINGLE, Head.DOUBLE):
        wide = found[head][:, tail + 4 : tip].sum(axis=0)
        peaks[head] = int((np.diff(np.flatnonzero(np.diff(wide) >= 2)) > 2).sum()) + 1
    assert peaks == {Head.SINGLE: 1, Head.DOUBLE: 2}
    inside = found[Head.HOLLOW][row, tip - 14 : tip]
    assert not inside.all()
    assert found[Head.SINGLE][row, tip - 14 : tip - 2].all()


def test_arrows_and_curves_have_a_dark_edge_on_a_bright_background(make: Make) -> None:
    renderer, frame = make(tier="medium"), ground(bright=True)
    chalk = QUANTITY_COLORS["vertical"]
    ink = OverlayArrow(at(-0.08, 0.04), at(0.08, 0.04), chalk, radius=0.006)
    picture = drawn(renderer, frame, arrows=[ink], curves=[Curve(ends((-0.08, -0.04), (0.08, -0.04)), chalk, 5.0)])
    assert drawn(renderer, frame)[pixel(at(0.0, 0.04))].min() > 200, "as bright as the ink itself"
    for up in (0.04, -0.04):
        row, column = pixel(at(0.0, up))
        assert picture[row - 8 : row + 9, column].min() < 170


def test_a_tube_is_as_wide_as_it_is_and_lit_from_one_side(make: Make) -> None:
    renderer, frame = make(tier="medium"), ground(bright=False)
    tube = Curve(ends((-0.1, 0.0), (0.1, 0.0)), (0.2, 0.7, 0.5), tube=0.02)
    plain, picture = drawn(renderer, frame), drawn(renderer, frame, curves=[tube])
    row, column = pixel(at(0.0, 0.0))
    across = picture[:, column].sum(axis=1)
    wide = int((across - plain[:, column].sum(axis=1) > 60).sum())
    metre = pixel(at(0.0, 0.0))[0] - pixel(at(0.0, 0.1))[0]
    assert wide == pytest.approx(0.04 * metre / 0.1, abs=2)
    third = wide // 3
    assert across[row - third] > across[row + third] + 40, "the lamp is above"


def test_a_tube_is_never_too_thin_to_be_seen(make: Make) -> None:
    renderer, frame = make(tier="medium"), ground(bright=False)
    tube = Curve(ends((-0.1, 0.0), (0.1, 0.0)), (1.0, 1.0, 1.0), tube=1e-6)
    picture = drawn(renderer, frame, curves=[tube])
    row, column = pixel(at(0.0, 0.0))
    assert picture[row - 3 : row + 4, column].max() > 150


def nearer(places: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Return places on the screen (n, 3), each moved nearer to the eye [m]."""
    to_eye = view_of(SIZE).eye - MIDDLE
    return (places + np.asarray(by)[:, None] * to_eye / np.linalg.norm(to_eye)).astype(np.float32)


@pytest.mark.parametrize("first", [0, 1])
def test_the_nearer_of_two_tubes_hides_the_farther(make: Make, first: int) -> None:
    """Check oblique tubes of which each is the nearer one at one crossing."""
    renderer, frame = make(tier="medium"), ground(bright=False)
    colors = (0.9, 0.2, 0.1), (0.1, 0.8, 0.3)
    tilted = nearer(ends((-0.1, 0.03), (-0.03, 0.03), (0.03, 0.03), (0.1, 0.03)), np.array([0.02, 0.02, -0.02, -0.02]))
    level = ends((-0.06, -0.1), (-0.06, 0.1), (0.06, 0.1), (0.06, -0.1))
    tubes = [Curve(tilted, colors[0], tube=0.008), Curve(level, colors[1], tube=0.008)]
    picture = drawn(renderer, frame, curves=[tubes[first], tubes[1 - first]])
    left, right = (picture[pixel(at(x, 0.03))] for x in (-0.06, 0.06))
    assert left[0] > 2 * left[1], "there the first is the nearer"
    assert right[1] > 2 * right[0]


def test_a_thick_tube_hides_a_thin_one_about_the_same_line(make: Make) -> None:
    renderer, frame = make(tier="medium"), ground(bright=False)
    by = np.linspace(-0.1, 0.1, 9)
    line = nearer(ends(*((x, 0.02) for x in np.linspace(-0.08, 0.08, 9))), by)
    thick, thin = Curve(line, (0.1, 0.8, 0.3), tube=0.010), Curve(line[::2], (0.9, 0.2, 0.1), tube=0.005)
    alone, both = drawn(renderer, frame, curves=[thick]), drawn(renderer, frame, curves=[thick, thin])
    assert np.abs(both - alone).max() < 40


def test_a_line_ends_round(make: Make) -> None:
    """Check that the end of a broad line covers the pixels straight ahead and not the corners."""
    renderer, frame = make(tier="medium"), ground(bright=False)
    line = Curve(ends((-0.1, 0.0), (0.0, 0.0)), (1.0, 1.0, 1.0), 24.0)
    plain, picture = drawn(renderer, frame), drawn(renderer, frame, curves=[line])
    row, column = pixel(at(0.0, 0.0))
    assert picture[row, column + 10].min() > 240
    assert picture[row - 10, column + 10] == pytest.approx(plain[row - 10, column + 10], abs=2)
    assert picture[row - 10, column - 14].min() > 240


@pytest.mark.parametrize("turn", [20.0, 60.0, 100.0, 150.0, 178.0])
def test_there_is_no_gap_at_a_joint(make: Make, turn: float) -> None:
    """Check all pixels within the half width round a joint, also on the outer side of the bend."""
    renderer, frame = make(tier="medium"), ground(bright=False)
    angle = np.radians(turn)
    line = Curve(ends((-0.08, 0.0), (0.0, 0.0), (0.08 * np.cos(angle), 0.08 * np.sin(angle))), (1.0, 1.0, 1.0), 20.0)
    picture = drawn(renderer, frame, curves=[line])
    row, column = pixel(at(0.0, 0.0))
    for way in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False):
        assert picture[round(row + 7 * np.sin(way)), round(column + 7 * np.cos(way))].min() > 240, way
    if turn > 90.0:
        half = 0.5 * np.radians(180.0 - turn)
        beyond = picture[round(row + 16 * np.sin(half)), round(column + 16 * np.cos(half))]
        assert beyond.max() < 120, "nor does a sharp turn shoot out"


def test_the_hidden_part_of_a_shaft_is_dashed(make: Make) -> None:
    renderer = make(tier="medium")
    through = replace(arrow((0.0, 1.0, 0.0)), tail=np.array([0, 0, 0.13], np.float32), radius=0.002)
    plain, marked = drawn(renderer, scene()), drawn(renderer, scene(), arrows=[through])
    high, low = pixel(np.array([0, 0, 0.24])), pixel(np.array([0, 0, 0.16]))
    change = (marked - plain)[high[0] : low[0], high[1], 1] / np.maximum(255 - plain[high[0] : low[0], high[1], 1], 1)
    assert change.max() > 0.25
    assert change.min() < 0.05
    inked = change > 0.1
    assert np.count_nonzero(inked[1:] != inked[:-1]) >= 4, "dash and gap, more than once"


def before(width: float, place: float = 0.0) -> SceneFrame:
    """Return an upright lath of a width [pixels] between the eye and the middle of the picture, and a wall behind."""
    frame, pixel_size = ground(bright=False), float(np.diff([pixel(at(x, 0.0))[1] for x in (-0.1, 0.1)])[0]) / 0.2
    to_eye = view_of(SIZE).eye - MIDDLE
    lath = np.eye(4, dtype=np.float32)
    lath[:3, :3] = *basis(), to_eye / np.linalg.norm(to_eye)
    lath[3, :3] = at(place, 0.0) + 0.03 * lath[2, :3]
    mesh = box((width / pixel_size, 0.18, 0.002), (0.0, 0.0, 0.0), Material.PLAIN)
    return replace(frame, instances=[*frame.instances, Instance(mesh, lath, (0.01, 0.01, 0.01))])


@pytest.mark.parametrize("tilt", [0.0, 0.05])
@pytest.mark.parametrize(("width", "hides"), [(3.0, False), (8.0, False), (18.0, True), (40.0, True)])
def test_what_is_thinner_than_twelve_pixels_hides_no_arrow(make: Make, width: float, hides: bool, tilt: float) -> None:
    renderer, frame = make(tier="medium"), before(width)
    across = OverlayArrow(at(-0.12, -tilt), at(0.12, tilt), (0.0, 1.0, 0.0), radius=0.004)
    plain, marked = drawn(renderer, frame)[..., 1], drawn(renderer, frame, arrows=[across])[..., 1]
    edge = 0.5 * width / 320.0 * 0.69
    places = [pixel(at(x, tilt / 0.12 * x)) for x in np.linspace(-edge, edge, int(width) + 1)]
    opacity = np.array([(marked[place] - plain[place]) / (255.0 - plain[place]) for place in places])
    assert (opacity.min() > 0.95) == (not hides)
    if width > 30.0:  # dashes, and gaps between them
        assert opacity[10:-10].max() == pytest.approx(0.55, abs=0.03)
        assert opacity.min() < 0.05


def test_a_head_behind_a_body_is_whole(make: Make) -> None:
    renderer, neck = make(tier="medium"), pixel(at(0.0, 0.0))[1]
    ink = OverlayArrow(at(-0.12, 0.0), at(0.03, 0.0), (0.0, 1.0, 0.0), radius=0.004)
    free = drawn(renderer, ground(bright=False), arrows=[ink])
    head = (free - drawn(renderer, ground(bright=False)))[..., 1] > 120
    head[:, :neck] = False
    assert np.count_nonzero(head) > 40
    assert abs(drawn(renderer, before(60.0), arrows=[ink]) - free)[head].max() < 12


@pytest.mark.parametrize("length", [0.012, 0.04, 0.10])
def test_a_head_has_the_same_proportions_however_short_the_arrow(make: Make, length: float) -> None:
    size = 960, 600
    renderer, frame = make(size=size, tier="medium"), replace(ground(bright=False), view=view_of(size, distance=0.3))
    ink = OverlayArrow(at(-0.5 * length, 0.0), at(0.5 * length, 0.0), (1.0, 1.0, 1.0), radius=0.002)
    covered = drawn(renderer, frame, arrows=[ink])[200:400].min(axis=2) > 128
    widths = covered.sum(axis=0)
    along = np.flatnonzero(widths)
    shaft = int(np.median(widths[along[3] : along[3] + max(len(along) // 5, 3)]))
    broad = int(widths.max())
    point = int(np.count_nonzero(widths[along] > shaft + 0.08 * broad))
    assert broad / shaft == pytest.approx(2.7, rel=0.2)
    assert broad < 0.5 * len(along), "a short arrow is a small one"
    assert point / broad == pytest.approx(0.55 * 8.0 / 5.4, rel=0.2), "of it, what is wider than the shaft"


@pytest.mark.parametrize("kind", ["ribbon", "line", "tube", "polygon"])
def test_a_path_is_drawn_as_a_curve_and_another_line_as_it_is(make: Make, kind: str) -> None:
    """Check the middle of a chord of a circle, and the place of the circle there, which is 8 pixels beyond."""
    renderer, frame = make(tier="medium"), ground(bright=False)
    angle = np.radians(np.arange(0.0, 361.0, 45.0))
    circle = ends(*zip(0.09 * np.cos(angle), 0.09 * np.sin(angle), strict=True))
    white = (1.0, 1.0, 1.0)
    path = Curve(circle, white, 3.0, tube=0.001 if kind == "tube" else 0.0, path=kind != "polygon")
    ribbon = Ribbon(np.column_stack([circle, np.ones(9)]).astype(np.float32), 1.0, 1.0, white, 3.0)
    picture = drawn(renderer, frame, **({"ribbons": [ribbon]} if kind == "ribbon" else {"curves": [path]}))
    middle = np.radians(67.5)
    for far, is_path in ((0.09, True), (0.09 * np.cos(np.radians(22.5)), False)):
        row, column = pixel(at(far * np.cos(middle), far * np.sin(middle)))
        lit = picture[row - 1 : row + 2, column - 1 : column + 2].max() > 150
        assert lit == (is_path == (kind != "polygon")), far


def test_absent_overlays_cost_nothing(make: Make) -> None:
    def never() -> moderngl.Program:
        raise AssertionError("a program is made")

    ctx = make().ctx
    curves, ribbons, arrows = Curves(ctx, never), Ribbons(ctx, never), Arrows(ctx, never)
    canvas = LineView(view_of(SIZE), SIZE, 0.0)
    curves.place([], canvas)
    ribbons.place([], 1.0, canvas)
    arrows.place([])
    for ink in (curves, ribbons, arrows):
        ink.draw((64, 64))
