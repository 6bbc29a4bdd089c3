"""Lines, dots, axes and labels that are fixed on something, as their looks say."""

import math

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.overlay_parts import (
    Seen,
    describe_axes,
    describe_curves,
    describe_dots,
    describe_labels,
    facing_models,
)
from game.export.sections import Sections
from game.model.colors import QUANTITY_COLORS, Head
from game.model.frame import Curve, OverlayArrow, Points, SceneFrame, SceneLabel
from game.model.hold import AtHeight, OnBody, Upright, World

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
VIEWS = [FIRST, view(120.0), view(55.0, elevation=35.0), FIRST, FIRST]
"""The run as its camera sees it, and other starts."""
STILL, HELD = World(), OnBody(0)


def placement():
    model = np.eye(4)
    model[:3, :3] = np.linalg.qr(RANDOM.normal(size=(3, 3)))[0]
    model[3, :3] = RANDOM.normal(size=3)
    return model


OWN = [[placement()] for _ in range(COUNT)]
BODIES = OWN
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
    return Seen(frames, HOLDERS, RUN, 1)


def axis(tip, on=STILL):
    return OverlayArrow(np.zeros(3, np.float32), tip, WHITE, "k", 0.01, 0.75, on=on)


def label(place, on=STILL):
    return SceneLabel(place, "A", WHITE, outward=True, on=on)


def line(points, on=STILL):
    return Curve(points, WHITE, on=on)


def dots(points, on=STILL):
    return Points(points, np.full((len(points), 4), 200, np.uint8), 11.0, on=on)


def label_on_body(place):
    return label(place, HELD)


def test_an_axis_of_the_lab_and_a_label_on_a_body_are_found():
    (still,) = describe_axes(seen(axis, [(0.0, 0.0, 1.0)] * len(VIEWS)))
    assert still["ends"] == [[-1, 0.0, 0.0, 0.0], [-1, 0.0, 0.0, 1.0]]
    assert (still["text"], still["opacity"], still["own"]) == ("k", 0.75, False)
    (hung,) = describe_labels(seen(label_on_body, ON_BODY))
    assert hung["place"] == pytest.approx([0, *LOCAL[:3]], abs=1e-6)
    assert (hung["text"], hung["outward"], hung["own"]) == ("A", True, False)


def test_a_label_above_a_body_is_above_it_however_it_turns():
    def above(place):
        return label(np.add(place, (0.0, 0.0, 0.25)).astype(np.float32), OnBody(0, None, 0.25))

    (hung,) = describe_labels(seen(above, ON_BODY))
    assert hung["place"] == pytest.approx([0, *LOCAL[:3]], abs=1e-6) and hung["above"] == 0.25


def test_what_is_fixed_only_from_the_own_start_says_so():
    (found,) = describe_labels(seen(label, [(1.0, 2.0, 3.0)] * (RUN) + [(3.0, 2.0, 1.0)] * (COUNT - RUN)))
    assert found["own"] and found["place"] == [-1, 1.0, 2.0, 3.0]


def test_what_moves_by_itself_is_left_out():
    assert describe_axes(seen(axis, RANDOM.normal(size=(len(VIEWS), 3)))) == []
    lines, missing = describe_curves(seen(line, RANDOM.normal(size=(len(VIEWS), 4, 3))), Sections())
    assert (lines, missing) == ([], ["lines that change their shape"])
    clouds, missing = describe_dots(seen(dots, RANDOM.normal(size=(len(VIEWS), 4, 3))), Sections())
    assert (clouds, missing) == ([], ["points of special meaning"])


def test_what_is_not_said_is_left_out():
    for made, describe in ((axis, describe_axes), (label, describe_labels)):
        assert describe(seen(lambda place, made=made: made(place, None), [(0.0, 0.0, 1.0)] * len(VIEWS))) == []
    still = [SQUARE] * len(VIEWS)
    assert describe_curves(seen(lambda points: line(points, None), still), Sections())[0] == []
    assert describe_dots(seen(lambda points: dots(points, None), still), Sections())[0] == []


def test_what_is_said_of_one_thing_and_another_is_left_out():
    """The run's places are on the body, and so is what is said of them but once."""
    pictures = seen(label_on_body, ON_BODY)
    pictures.frames[1].labels[0] = label(pictures.frames[1].labels[0].place)
    assert describe_labels(pictures) == []


def test_what_comes_and_goes_is_left_out():
    pictures = seen(label_on_body, ON_BODY)
    pictures.frames[1].labels.clear()
    assert describe_labels(pictures) == []
    pictures = seen(axis, ON_BODY)
    pictures.frames[2].arrows[0] = OverlayArrow(
        np.zeros(3, np.float32), ON_BODY[2].astype(np.float32), WHITE, "k", 0.01, 0.2
    )
    assert describe_axes(pictures) == []


SQUARE = np.array([(0.3, 0.0, 0.0), (0.3, 0.0, 0.2), (0.5, 0.0, 0.2), (0.5, 0.0, 0.0)])


@pytest.mark.parametrize(("holder", "on"), [(1, Upright()), (2, Upright(0))])
def test_what_faces_the_eye_about_the_vertical_or_a_body_is_on_such_axes(holder, on):
    """Lines in a plane across the horizontal line of sight, in the world or in the axes of a body."""
    drawn = []
    for each, bodies in zip(VIEWS, BODIES, strict=True):
        angle = math.atan2(FOCUS[1] - each.eye[1], FOCUS[0] - each.eye[0])
        points = SQUARE[:, :1] * (math.sin(angle), -math.cos(angle), 0.0) + SQUARE[:, 2:] * (0.0, 0.0, 1.0)
        tilted = on.body is not None
        drawn.append(np.column_stack([points, np.ones(4)]) @ bodies[0] if tilted else points + FOCUS)
    (found,), missing = describe_curves(seen(lambda points: line(points, on), [p[:, :3] for p in drawn]), Sections())
    assert (found["body"], found["own"], missing) == (holder, False, [])


def test_labels_and_axes_are_drawn_as_at_the_start():
    def make(number, frame):
        frame.labels.append(SceneLabel(np.ones(3, np.float32), "A", WHITE, outward=number == 0, on=STILL))
        frame.arrows.append(OverlayArrow(np.zeros(3), np.ones(3), WHITE, "k", 0.5 if number == 0 else 0.25, on=STILL))

    pictures = picture_of(make)
    assert [each["outward"] for each in describe_labels(pictures)] == [True]
    assert [each["radius"] for each in describe_axes(pictures)] == [0.5]


def test_two_of_one_name_are_two():
    pictures = seen(label_on_body, ON_BODY)
    for frame in pictures.frames:
        frame.labels.append(label(np.ones(3, np.float32)))
    assert [each["place"][0] for each in describe_labels(pictures)] == [0, -1]


def picture_of(make):
    """Pictures whose items are those that `make(number, frame)` adds."""
    pictures = seen(label_on_body, ON_BODY)
    for number, frame in enumerate(pictures.frames):
        frame.labels.clear()
        make(number, frame)
    return pictures


def test_what_only_the_own_run_has_is_its_own():
    """Its other starts have no such line, dots, axis or label."""
    points = np.array([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 1.0, 1.0)], np.float32)

    def make(number, frame):
        frame.curves.append(Curve(points, WHITE, on=STILL))
        frame.points.append(dots(points))
        if number < RUN:
            frame.curves.append(Curve(points + 1.0, WHITE, on=STILL))
            frame.points.append(dots(points + 1.0))
            frame.labels.append(label(points[1]))
            frame.arrows.append(axis(points[1]))

    pictures = picture_of(make)
    for describe in (describe_curves, describe_dots):
        found, missing = describe(pictures, Sections())
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
        frame.curves.append(Curve(points, (0.25, 0.5, 0.75), 3.0, opacity=0.5, on=STILL))
        frame.curves.append(Curve(points + 1.0, WHITE, 2.0, tube=0.25, opacity=fading, on=STILL))

    sections = Sections()
    plain, tube = describe_curves(picture_of(make), sections)[0]
    assert (plain["color"], plain["width"], plain["tube"], plain["mark"]) == ([0.25, 0.5, 0.75], 3.0, 0.0, None)
    assert numbers(sections, plain["opacity"]).tolist() == [0.5] * 3
    assert numbers(sections, plain["points"]).tolist() == points.ravel().tolist()
    assert (tube["width"], tube["tube"]) == (2.0, 0.25)
    assert numbers(sections, tube["opacity"]).tolist() == fading.tolist()


def test_axes_and_dots_are_drawn_as_in_the_program():
    def make(number, frame):
        frame.arrows.append(
            OverlayArrow(
                np.zeros(3, np.float32),
                np.ones(3, np.float32),
                (0.25, 0.5, 0.75),
                "k",
                0.5,
                0.75,
                Head.DOUBLE,
                on=STILL,
            )
        )
        colors = np.array([(10, 20, 30, 255), (40, 50, 60, 128)], np.uint8)
        frame.points.append(
            Points(np.array([(0.0, 0.0, 1.0), (1.0, 0.0, 0.0)], np.float32), colors, 7.0, exact=True, on=STILL)
        )

    pictures = picture_of(make)
    (found,) = describe_axes(pictures)
    assert found == {
        "ends": [[-1, 0.0, 0.0, 0.0], [-1, 1.0, 1.0, 1.0]], "color": [0.25, 0.5, 0.75], "radius": 0.5, "opacity": 0.75,
        "head": int(Head.DOUBLE), "text": "k", "own": False,
    }  # fmt: skip
    sections = Sections()
    ((cloud,), missing) = describe_dots(pictures, sections)
    assert missing == [] and cloud["size"] == pictures.frames[0].inked().points[0].size
    assert numbers(sections, cloud["points"]).tolist() == [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    assert numbers(sections, cloud["colors"]).tolist() == pictures.frames[0].inked().points[0].colors.ravel().tolist()


@pytest.mark.parametrize("linked", [True, False])
def test_a_mark_slides_on_its_line_and_has_the_colour_of_its_dot(linked):
    line_points = np.array([(0.0, 0.0, 0.0), (0.0, 1.0, 0.5), (0.0, 1.0, 1.0)], np.float32)
    on = AtHeight("U", 2)

    def make(number, frame):
        frame.curves.append(Curve(line_points, WHITE, name="U", on=STILL))
        frame.curves.append(Curve(line_points, WHITE, name="V", on=STILL))
        place = RANDOM.normal(size=3).astype(np.float32)
        link, opacity = np.stack([place, -place]), np.array([0.25, 0.75])
        frame.curves.append(Curve(link, (0.5, 0.25, 0.75), 4.0, opacity=opacity, on=on if linked else None))
        if number:
            frame.points.append(dots(line_points))
            frame.points.append(Points(place[None], np.array([[51, 102, 204, 255]], np.uint8), 9.0, on=on))

    curves, missing = describe_curves(picture_of(make), Sections())
    link = {"color": [0.5, 0.25, 0.75], "width": 4.0, "opacity": 0.75} if linked else None
    expected = {"body": 2, "color": [0.2, 0.4, 0.8], "size": 9.0, "link": link}
    assert [each["mark"] for each in curves] == [expected, None]
    assert missing == ([] if linked else ["lines that change their shape"])


@pytest.mark.parametrize(("on", "missing"), [(None, ["points of special meaning"]), (AtHeight("U", 0), [])])
def test_dots_that_are_marks_are_not_dots_of_their_own(on, missing):
    def make(number, frame):
        frame.points.append(dots(np.full((1, 3), number, np.float32), on))
        frame.points.append(dots(np.ones((1, 3), np.float32)))

    found, left_out = describe_dots(picture_of(make), Sections())
    assert (len(found), left_out) == (1, missing)


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

    assert describe_curves(picture_of(make), Sections()) == ([], [said])


def from_eye(of, points):
    """Where a view has points: to the right, up, and towards the eye [m]."""
    rows = np.column_stack([points, np.ones(len(points))])
    return (rows @ np.asarray(of.view, float))[:, :3]


@pytest.mark.parametrize(("azimuth", "radius"), [(-60.0, 1.0), (10.0, 0.02), (170.0, 1.0)])
def test_the_upright_axes_stand_although_the_eye_looks_down(azimuth, radius):
    of = view(azimuth, radius=radius)
    (upright,) = facing_models(of, FOCUS, [])
    away = FOCUS - np.asarray(of.eye, float)
    assert upright[2].tolist() == [0.0, 0.0, 1.0, 0.0] and upright[3] == pytest.approx([*FOCUS, 1.0])
    assert upright[1, :2] == pytest.approx(away[:2] / math.hypot(*away[:2]), abs=1e-6)
    assert np.cross(upright[0, :3], upright[1, :3]) == pytest.approx([0.0, 0.0, 1.0])
    assert from_eye(of, [FOCUS + upright[0, :3]])[0, 0] > 0.9, "to the right"


def test_each_body_has_upright_axes_of_its_own():
    body = np.eye(4)
    body[:3, :3], body[3, :3] = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0], (1.0, 2.0, 3.0)
    upright, first, second = facing_models(view(), FOCUS, [np.eye(4), body])
    assert first[:3] == pytest.approx(upright[:3]) and first[3].tolist() == [0.0, 0.0, 0.0, 1.0]
    assert second == pytest.approx(np.vstack([first[:3] @ body, body[3:]]))


def test_an_eye_above_the_middle_has_finite_axes():
    of = view()
    assert np.isfinite(facing_models(of, np.array([of.eye[0], of.eye[1], 0.0]), [np.eye(4)])).all()
