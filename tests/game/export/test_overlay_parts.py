"""Lines, dots, axes and labels that are fixed on something, found from pictures of several states and views."""

import math

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.level_marks import LevelMark
from game.export.overlay_parts import (
    Seen,
    describe_axes,
    describe_curves,
    describe_dots,
    describe_labels,
    facing_models,
    views_aside,
)
from game.export.sections import Sections
from game.model.colors import QUANTITY_COLORS, Head
from game.model.frame import Curve, OverlayArrow, Points, SceneFrame, SceneLabel

COUNT, RUN = 5, 3
"""States, and those of them that belong to the scene's own run."""
RANDOM = np.random.default_rng(3)
WHITE = (1.0, 1.0, 1.0)
FOCUS = np.array([0.2, -0.1, 0.6])


def view(azimuth=-60.0, radius=1.0, **pose):
    camera = Camera(tuple(FOCUS), radius)
    camera.set_pose({"azimuth": azimuth, **pose})
    camera.settle()
    return camera.view(16 / 9)


FIRST = view(-60.0)
VIEWS = [FIRST, FIRST, FIRST, *views_aside(FIRST), FIRST, FIRST]
"""The run as its camera sees it, its first state from other sides, and other starts."""


def placement():
    model = np.eye(4)
    model[:3, :3] = np.linalg.qr(RANDOM.normal(size=(3, 3)))[0]
    model[3, :3] = RANDOM.normal(size=3)
    return model


OWN = [[placement()] for _ in range(COUNT)]
BODIES = [*OWN[:RUN], OWN[0], OWN[0], *OWN[RUN:]]
HOLDERS = [[*bodies, *facing_models(each, FOCUS, bodies)] for bodies, each in zip(BODIES, VIEWS, strict=True)]
LOCAL = np.array([0.1, -0.2, 0.3, 1.0])
ON_BODY = [(LOCAL @ state[0])[:3] for state in BODIES]


def seen(item, places):
    """Return pictures with one item at these places."""
    frames = [SceneFrame(each, FOCUS.astype(np.float32), 1.0) for each in VIEWS]
    for frame, place in zip(frames, places, strict=True):
        made = item(np.asarray(place, np.float32))
        lists = {SceneLabel: frame.labels, OverlayArrow: frame.arrows, Curve: frame.curves, Points: frame.points}
        lists[type(made)].append(made)
    return Seen(frames, HOLDERS, RUN + 2)


def axis(tip):
    return OverlayArrow(np.zeros(3, np.float32), tip, WHITE, "k", 0.01, 0.75)


def label(place):
    return SceneLabel(place, "A", WHITE, outward=True)


def line(points):
    return Curve(points, WHITE)


def dots(points):
    return Points(points, np.full((len(points), 4), 200, np.uint8), 11.0)


def test_an_axis_of_the_lab_and_a_label_on_a_body_are_found():
    (still,) = describe_axes(seen(axis, [(0.0, 0.0, 1.0)] * len(VIEWS)))
    assert still["ends"] == [[-1, 0.0, 0.0, 0.0], [-1, 0.0, 0.0, 1.0]]
    assert (still["text"], still["opacity"], still["own"]) == ("k", 0.75, False)
    (hung,) = describe_labels(seen(label, ON_BODY))
    assert hung["place"] == pytest.approx([0, *LOCAL[:3]], abs=1e-6)
    assert (hung["text"], hung["outward"], hung["own"]) == ("A", True, False)


def test_what_is_fixed_only_from_the_own_start_says_so():
    (found,) = describe_labels(seen(label, [(1.0, 2.0, 3.0)] * (RUN + 2) + [(3.0, 2.0, 1.0)] * (COUNT - RUN)))
    assert found["own"] and found["place"] == [-1, 1.0, 2.0, 3.0]


def test_what_moves_by_itself_is_left_out():
    assert describe_axes(seen(axis, RANDOM.normal(size=(len(VIEWS), 3)))) == []
    lines, missing = describe_curves(seen(line, RANDOM.normal(size=(len(VIEWS), 4, 3))), [], Sections())
    assert (lines, missing) == ([], ["lines that change their shape"])
    clouds, missing = describe_dots(seen(dots, RANDOM.normal(size=(len(VIEWS), 4, 3))), [], Sections())
    assert (clouds, missing) == ([], ["points of special meaning"])


def test_what_comes_and_goes_is_left_out():
    pictures = seen(label, ON_BODY)
    pictures.frames[1].labels.clear()
    assert describe_labels(pictures) == []
    pictures = seen(axis, ON_BODY)
    pictures.frames[2].arrows[0] = OverlayArrow(
        np.zeros(3, np.float32), ON_BODY[2].astype(np.float32), WHITE, "k", 0.01, 0.2
    )
    assert describe_axes(pictures) == []


SQUARE = np.array([(0.3, 0.0, 0.0), (0.3, 0.0, 0.2), (0.5, 0.0, 0.2), (0.5, 0.0, 0.0)])


def test_what_stands_upright_in_the_picture_is_found_on_its_axes():
    """A bar is laid out by the columns of the view's matrix, as keys of colours are."""
    bars = [
        FOCUS + SQUARE[:, :1] * np.asarray(each.view)[:3, 0] + SQUARE[:, 2:] * np.asarray(each.view)[:3, 1]
        for each in VIEWS
    ]
    (found,), missing = describe_dots(seen(dots, bars), [], Sections())
    assert (found["body"], missing) == (1, [])
    (found,), _ = describe_curves(seen(line, bars), [], Sections())
    assert (found["body"], found["own"]) == (1, False)


@pytest.mark.parametrize(("holder", "tilted"), [(2, False), (3, True)])
def test_what_faces_the_eye_about_the_vertical_or_a_body_is_found(holder, tilted):
    """Lines in a plane across the horizontal line of sight, in the world or in the axes of a body."""
    drawn = []
    for each, bodies in zip(VIEWS, BODIES, strict=True):
        angle = math.atan2(FOCUS[1] - each.eye[1], FOCUS[0] - each.eye[0])
        points = SQUARE[:, :1] * (math.sin(angle), -math.cos(angle), 0.0) + SQUARE[:, 2:] * (0.0, 0.0, 1.0)
        drawn.append(np.column_stack([points, np.ones(4)]) @ bodies[0] if tilted else points + FOCUS)
    places = [points[:, :3] for points in drawn]
    (found,), missing = describe_curves(seen(line, places), [], Sections())
    assert (found["body"], missing) == (holder, [])


def test_labels_and_axes_are_drawn_as_at_the_start():
    def make(number, frame):
        frame.labels.append(SceneLabel(np.ones(3, np.float32), "A", WHITE, outward=number == 0))
        frame.arrows.append(OverlayArrow(np.zeros(3), np.ones(3), WHITE, "k", 0.5 if number == 0 else 0.25))

    pictures = picture_of(make)
    assert [each["outward"] for each in describe_labels(pictures)] == [True]
    assert [each["radius"] for each in describe_axes(pictures)] == [0.5]


def test_two_of_one_name_are_two():
    pictures = seen(label, ON_BODY)
    for frame in pictures.frames:
        frame.labels.append(label(np.ones(3, np.float32)))
    assert [each["place"][0] for each in describe_labels(pictures)] == [0, -1]


def picture_of(make):
    """Pictures whose items are those that `make(number, frame)` adds."""
    pictures = seen(label, ON_BODY)
    for number, frame in enumerate(pictures.frames):
        frame.labels.clear()
        make(number, frame)
    return pictures


def test_what_only_the_own_run_has_is_its_own():
    """Its other starts have no such line, dots, axis or label."""
    points = np.array([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 1.0, 1.0)], np.float32)

    def make(number, frame):
        frame.curves.append(Curve(points, WHITE))
        frame.points.append(dots(points))
        if number < RUN + 2:
            frame.curves.append(Curve(points + 1.0, WHITE))
            frame.points.append(dots(points + 1.0))
            frame.labels.append(label(points[1]))
            frame.arrows.append(axis(points[1]))

    pictures = picture_of(make)
    for describe in (describe_curves, describe_dots):
        found, missing = describe(pictures, [], Sections())
        assert [each["own"] for each in found] == [False, True] and missing == []
        assert [each["body"] for each in found] == [-1, -1]
    assert [each["own"] for each in (*describe_axes(pictures), *describe_labels(pictures))] == [True, True]


@pytest.mark.parametrize("absent", [0, 1])
def test_what_a_picture_of_the_run_has_not_is_left_out(absent):
    def make(number, frame):
        if number != absent:
            frame.labels.append(label(np.ones(3, np.float32)))
            frame.arrows.append(axis(np.ones(3, np.float32)))

    pictures = picture_of(make)
    assert describe_labels(pictures) == [] and describe_axes(pictures) == []


def numbers(sections, ref):
    return np.frombuffer(b"".join(sections._parts), f"<{ref['kind']}", ref["count"], ref["at"])


def test_lines_have_the_colour_width_and_opacity_of_the_program():
    points = np.array([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 1.0, 1.0)], np.float32)
    fading = np.array([0.25, 0.5, 1.0], np.float32)

    def make(number, frame):
        frame.curves.append(Curve(points, (0.25, 0.5, 0.75), 3.0, opacity=0.5))
        frame.curves.append(Curve(points + 1.0, WHITE, 2.0, tube=0.25, opacity=fading))

    sections = Sections()
    plain, tube = describe_curves(picture_of(make), [], sections)[0]
    assert (plain["color"], plain["width"], plain["tube"], plain["mark"]) == ([0.25, 0.5, 0.75], 3.0, 0.0, None)
    assert numbers(sections, plain["opacity"]).tolist() == [0.5] * 3
    assert numbers(sections, plain["points"]).tolist() == points.ravel().tolist()
    assert (tube["width"], tube["tube"]) == (2.0, 0.25)
    assert numbers(sections, tube["opacity"]).tolist() == fading.tolist()


def test_axes_and_dots_are_drawn_as_in_the_program():
    def make(number, frame):
        frame.arrows.append(
            OverlayArrow(
                np.zeros(3, np.float32), np.ones(3, np.float32), (0.25, 0.5, 0.75), "k", 0.5, 0.75, Head.DOUBLE
            )
        )
        colors = np.array([(10, 20, 30, 255), (40, 50, 60, 128)], np.uint8)
        frame.points.append(Points(np.array([(0.0, 0.0, 1.0), (1.0, 0.0, 0.0)], np.float32), colors, 7.0, exact=True))

    pictures = picture_of(make)
    (found,) = describe_axes(pictures)
    assert found == {
        "ends": [[-1, 0.0, 0.0, 0.0], [-1, 1.0, 1.0, 1.0]], "color": [0.25, 0.5, 0.75], "radius": 0.5, "opacity": 0.75,
        "head": int(Head.DOUBLE), "text": "k", "own": False,
    }  # fmt: skip
    sections = Sections()
    ((cloud,), missing) = describe_dots(pictures, [], sections)
    assert missing == [] and cloud["size"] == pictures.frames[0].inked().points[0].size
    assert numbers(sections, cloud["points"]).tolist() == [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    assert numbers(sections, cloud["colors"]).tolist() == pictures.frames[0].inked().points[0].colors.ravel().tolist()


@pytest.mark.parametrize("linked", [True, False])
def test_a_mark_slides_on_its_line_and_has_the_colour_of_its_dot(linked):
    line_points = np.array([(0.0, 0.0, 0.0), (0.0, 1.0, 0.5), (0.0, 1.0, 1.0)], np.float32)

    def make(number, frame):
        frame.curves.append(Curve(line_points, WHITE))
        place = RANDOM.normal(size=3).astype(np.float32)
        frame.curves.append(Curve(np.stack([place, -place]), (0.5, 0.25, 0.75), 4.0, opacity=np.array([0.25, 0.75])))
        if number:
            frame.points.append(dots(line_points))
            frame.points.append(Points(place[None], np.array([[51, 102, 204, 255]], np.uint8), 9.0))

    pictures = picture_of(make)
    curves, missing = describe_curves(pictures, [LevelMark(1, 0, 2, 1 if linked else None)], Sections())
    link = {"color": [0.5, 0.25, 0.75], "width": 4.0, "opacity": 0.75} if linked else None
    assert [each["mark"] for each in curves] == [{"body": 2, "color": [0.2, 0.4, 0.8], "size": 9.0, "link": link}]
    assert missing == ([] if linked else ["lines that change their shape"])


def test_dots_that_are_marks_are_not_dots_of_their_own():
    def make(number, frame):
        frame.points.append(dots(np.ones((1, 3), np.float32)))
        frame.points.append(dots(np.full((1, 3), number, np.float32)))

    assert len(describe_dots(picture_of(make), [], Sections())[0]) == 1
    assert describe_dots(picture_of(make), [], Sections())[1] == ["points of special meaning"]
    marked = [LevelMark(1, 0, 0, None)]
    assert describe_dots(picture_of(make), marked, Sections())[1] == []


@pytest.mark.parametrize(
    ("color", "name", "said"),
    [
        ("polhode", "", "the polhode so far"),
        ("herpolhode", "", "the herpolhode so far"),
        ("theta", "", "arcs of the Euler angles"),
        ("psi", "ψ", "arcs of the Euler angles"),
        ("phi", "φ", "arcs of the Euler angles"),
        ("weight", "U", "lines that change their shape"),
    ],
)
def test_lines_that_change_are_named(color, name, said):
    def make(number, frame):
        frame.curves.append(Curve(RANDOM.normal(size=(4, 3)).astype(np.float32), QUANTITY_COLORS[color], name=name))

    assert describe_curves(picture_of(make), [], Sections()) == ([], [said])


def from_eye(of, points):
    """Where a view has points: to the right, up, and towards the eye [m]."""
    rows = np.column_stack([points, np.ones(len(points))])
    return (rows @ np.asarray(of.view, float))[:, :3]


def test_the_axes_of_the_picture_are_to_the_right_up_and_towards_the_eye():
    of = view()
    picture = facing_models(of, FOCUS, [])[0]
    assert picture[3] == pytest.approx([*FOCUS, 1.0]) and picture[:3, 3].tolist() == [0.0, 0.0, 0.0]
    steps = from_eye(of, FOCUS + picture[:3, :3]) - from_eye(of, [FOCUS])
    assert steps == pytest.approx(np.eye(3), abs=1e-5)


@pytest.mark.parametrize(("azimuth", "radius"), [(-60.0, 1.0), (10.0, 0.02), (170.0, 1.0)])
def test_the_upright_axes_stand_although_the_eye_looks_down(azimuth, radius):
    of = view(azimuth, radius=radius)
    _, upright = facing_models(of, FOCUS, [])
    away = FOCUS - np.asarray(of.eye, float)
    assert upright[2].tolist() == [0.0, 0.0, 1.0, 0.0] and upright[3] == pytest.approx([*FOCUS, 1.0])
    assert upright[1, :2] == pytest.approx(away[:2] / math.hypot(*away[:2]), abs=1e-6)
    assert np.cross(upright[0, :3], upright[1, :3]) == pytest.approx([0.0, 0.0, 1.0])
    assert from_eye(of, [FOCUS + upright[0, :3]])[0, 0] > 0.9, "to the right"


def test_each_body_has_upright_axes_of_its_own():
    body = np.eye(4)
    body[:3, :3], body[3, :3] = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0], (1.0, 2.0, 3.0)
    _, upright, first, second = facing_models(view(), FOCUS, [np.eye(4), body])
    assert first[:3] == pytest.approx(upright[:3]) and first[3].tolist() == [0.0, 0.0, 0.0, 1.0]
    assert second == pytest.approx(np.vstack([first[:3] @ body, body[3:]]))


def test_an_eye_above_the_middle_has_finite_axes():
    of = view()
    assert np.isfinite(facing_models(of, np.array([of.eye[0], of.eye[1], 0.0]), [np.eye(4)])).all()


@pytest.mark.parametrize("radius", [1.0, 0.02])
def test_from_aside_the_camera_has_gone_round_the_vertical_and_looks_at_the_same(radius):
    of = view(radius=radius)
    behind, aside = views_aside(of)
    assert behind.eye == pytest.approx(np.array([-of.eye[0], -of.eye[1], of.eye[2]]), abs=1e-5)
    start, end = np.asarray(of.eye, float), np.asarray(aside.eye, float)
    turn = math.atan2(start[0] * end[1] - start[1] * end[0], start[:2] @ end[:2])
    assert abs(turn) == pytest.approx(2.0, abs=1e-5)
    rise = [math.atan2(eye[2], math.hypot(eye[0], eye[1])) for eye in (start, end)]
    assert rise[1] - rise[0] == pytest.approx(0.2, abs=1e-5)
    for each in (behind, aside):
        assert np.linalg.norm(each.eye) == pytest.approx(np.linalg.norm(of.eye), rel=1e-6)
        assert from_eye(each, [each.eye]) == pytest.approx(np.zeros((1, 3)), abs=1e-5)
        axes = np.asarray(each.view, float)[:3, :3]
        assert axes.T @ axes == pytest.approx(np.eye(3), abs=1e-6) and np.linalg.det(axes) > 0.0
        assert from_eye(each, np.zeros((1, 3))) == pytest.approx(from_eye(of, np.zeros((1, 3))), abs=1e-5)
        assert each.projection is of.projection and each.view.dtype == np.float32


def test_an_eye_on_the_vertical_is_turned_too():
    of = view(elevation=89.0)
    above = type(of)(np.array([0.0, 0.0, 3.0]), of.view, of.projection)
    assert all(np.isfinite(each.view).all() for each in views_aside(above))
