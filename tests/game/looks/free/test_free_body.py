"""Poinsot's construction: the drawn curves agree with the motion."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

import physics
from game.camera.camera import Camera
from game.looks.exact_ghost import OPACITY
from game.looks.free.free_body import GUT
from game.looks.free.poinsot import CONE, RING
from game.looks.generic import LastChange
from game.looks.kit.quadric_curves import cone_outline
from game.model.colors import QUANTITY_COLORS
from game.model.edit import Edit
from game.model.frame import Curve, Instance, OverlayArrow, SceneFrame
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions, advancing, edits
from game.session.compose import compose_frame, compose_frames, since
from game.session.session import Session
from physics.maths.quaternion import rotation_matrix

BOX = {"body": "box"}
START = {"omega_1": 10.0, "omega_2": 3.0, "omega_3": 2.0, "theta": 1.1, "phi": 0.4}


def session(parameters=BOX, initial=START, **changes) -> Session:
    return Session(Scene(system="free-body", parameters=parameters, initial=initial, **changes))


def picture(run: Session) -> SceneFrame:
    run.pause(True)
    camera = Camera(tuple(run.look.focus), run.look.radius)
    return compose_frame(run, camera.view(16 / 9), 1 / 60)


def drawn(frame: SceneFrame, name: str) -> list[Curve]:
    return [curve for curve in frame.curves if curve.color == QUANTITY_COLORS[name]]


def lab(run: Session) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return G in the world, n = L/|L| and omega in the lab, of the present state."""
    system, y = run.simulation.system, run.simulation.y
    rotation, omega = rotation_matrix(y), np.array(y[4:7])
    momentum = rotation @ system.tensor @ omega
    return run.look.to_world(np.zeros(3)), momentum / np.linalg.norm(momentum), rotation @ omega


def ellipsoid(frame: SceneFrame) -> np.ndarray:
    """Return points (n, 3) of the ellipsoid in the world."""
    (glass,) = (each for each in frame.instances if each.veil and np.ptp(each.mesh.vertices[:, 2]) == 2.0)
    return glass.mesh.vertices[:, :3].astype(float) @ glass.model[:3, :3] + glass.model[3, :3]


@pytest.mark.parametrize("seconds", [0.0, 0.37, 1.0])
def test_the_ellipsoid_stands_on_the_plane_where_omega_ends(seconds: float) -> None:
    run = session()
    advancing.advance(run, round(seconds * 1e9), 10**6)
    frame = picture(run)
    centre, normal, omega = lab(run)
    surface = (ellipsoid(frame) - centre) @ normal
    contact = frame.points[0].positions[0]
    assert surface.max() == pytest.approx(float((contact - centre) @ normal), rel=2e-3), "it touches the plane"
    assert contact - centre == pytest.approx(omega * run.look.poinsot.scale, rel=1e-5)
    (arrow,) = (arrow for arrow in frame.arrows if arrow.label == "ω")
    assert arrow.tip == pytest.approx(contact, abs=1e-6)
    (disc,) = (each for each in frame.instances if each.veil and np.ptp(each.mesh.vertices[:, 2]) == 0.0)
    corners = disc.mesh.vertices[:, :3].astype(float) @ disc.model[:3, :3] + disc.model[3, :3]
    assert (corners - centre) @ normal == pytest.approx(surface.max(), rel=2e-3)
    for curve in drawn(frame, "herpolhode"):
        heights = (curve.points.astype(float) - centre) @ normal
        assert heights == pytest.approx(surface.max(), rel=2e-3), "the herpolhode lies on the plane"


def test_polhode_and_herpolhode_are_the_paths_of_omega() -> None:
    """Compare both curves, in the lab and in the body, with the states of the run."""
    run = session(dt=1e-3, integrator="rk4")
    space, body = [], []
    for _ in range(50):
        advancing.advance(run, 10_000_000, 10**6)
        space.append(lab(run)[2])
        body.append(np.array(run.simulation.y[4:7]))
    frame, scale = picture(run), run.look.poinsot.scale
    rotation, centre = rotation_matrix(run.simulation.y), run.look.to_world(np.zeros(3))
    past = drawn(frame, "herpolhode")[1].points
    whole, come = (bridged(curve.points) for curve in drawn(frame, "polhode")[-2:])
    assert far(np.array(space) * scale + centre, past) < 3e-3 * run.look.size
    gone = np.array(body) @ rotation.T * scale + centre
    assert far(gone, whole) < 3e-3 * run.look.size
    assert far(gone[-20:], come) < 3e-3 * run.look.size


def bridged(dashes: np.ndarray) -> np.ndarray:
    """Return a line of dashes without its gaps."""
    return dashes[np.isfinite(dashes).all(axis=1)]


def far(points: np.ndarray, line: np.ndarray) -> float:
    """Return the largest distance of points (n, 3) from a line (m, 3)."""
    start, step = line[:-1].astype(float), np.diff(line.astype(float), axis=0)
    length = np.maximum((step**2).sum(axis=1), 1e-30)
    part = np.clip(((points[:, None] - start) * step).sum(axis=2) / length, 0.0, 1.0)
    return float(np.linalg.norm(points[:, None] - start - part[..., None] * step, axis=2).min(axis=1).max())


def test_the_past_begins_at_the_last_change() -> None:
    run = session()
    assert len(drawn(picture(run), "herpolhode")[1].points) <= 2, "no past yet"
    run.pause(False)
    advancing.advance(run, 500_000_000, 10**6)
    long = len(drawn(picture(run), "herpolhode")[1].points)
    assert long > 20
    left = since(run)
    assert left.elapsed == pytest.approx(run.simulation.time)
    assert list(left.state) == list(run.simulation.system.start())


def test_cones_of_a_symmetric_body_meet_at_omega() -> None:
    run = session({"body": "cylinder"}, {"omega_1": 7.0, "omega_3": 8.0})
    advancing.advance(run, 300_000_000, 10**6)
    frame = picture(run)
    contact = frame.points[0].positions[0]
    for name in ("body cone", "space cone"):
        (rim,) = (curve.points for curve in drawn(frame, name) if len(curve.points) == len(RING))
        assert far(contact[None].astype(float), rim) < 1e-3 * run.look.size
    assert not cones(picture(session())), "an asymmetric body has none"
    assert len(cones(frame)) == 2


@pytest.mark.parametrize("azimuth", [0.3, 1.9, 3.4])
def test_the_cone_behind_the_other_is_drawn_first(azimuth: float) -> None:
    """Check the order along a line of sight that meets both cones of a long body, which lie outside one another."""
    run = session({"body": "cylinder", "length": 0.12, "radius": 0.02}, {"omega_1": 7.0, "omega_3": 8.0})
    run.pause(True)
    around = 6.0 * run.look.radius * np.array([np.cos(azimuth), np.sin(azimuth), 0.4])
    eye = run.look.focus + around
    frame = compose_frame(run, replace(Camera().view(1.0), eye=eye.astype(np.float32)), 1 / 60)
    first, second = (surface(cone) - eye for cone in cones(frame))
    ways = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in (first, second)]
    along = ways[0] @ ways[1].T
    near = along.max(axis=1) > 1.0 - 2e-5
    assert near.sum() > 20
    behind = np.linalg.norm(first[near], axis=1) - np.linalg.norm(second[along[near].argmax(axis=1)], axis=1)
    assert np.percentile(behind, 5) > -1e-3 * run.look.size


def test_a_cone_shows_its_inner_side_behind_its_outer_one() -> None:
    """Check that, of the two triangles at each place, the one with the inner normal comes first."""
    normals = CONE.vertices[CONE.indices.reshape(-1, 3)[:, 0], 3:6]
    places = CONE.vertices[CONE.indices.reshape(-1, 3)[:, 2], :3]
    outward = (normals[:, :2] * places[:, :2]).sum(axis=1)
    half = len(outward) // 2
    assert outward[:half].max() <= 0.0 <= outward[half:].min()


def test_a_racket_has_its_strings_in_both_views() -> None:
    run = session({"body": "racket"}, {"omega_1": 0.1, "omega_3": 12.0})
    actions.perform(run, Action.BODY_VIEW)
    camera = Camera()
    for frame in compose_frames(run, [camera.view(1.0), camera.view(1.0)], 1 / 60):
        (strings,) = (curve for curve in frame.curves if curve.color == GUT)
        head = frame.instances[0].model
        inside = (strings.points - head[3, :3]) @ head[:3, :3].T
        assert np.nanmax(np.abs(inside[:, 1])) < 1e-6, "in the plane of the head"
        assert np.nanmax(np.abs(inside[:, 0])) == pytest.approx(0.085 - 0.007 * 0.85, rel=0.01)
    assert not any(curve.color == GUT for curve in picture(session()).curves)


def surface(cone: Instance) -> np.ndarray:
    """Return points (n, 3) on a cone in the world."""
    out, turn = np.meshgrid(np.linspace(0.1, 1.0, 24), np.linspace(0.0, 6.28, 96))
    points = np.stack([out * np.cos(turn), out * np.sin(turn), out], axis=-1).reshape(-1, 3)
    return points @ cone.model[:3, :3].astype(float) + cone.model[3, :3]


def cones(frame: SceneFrame) -> list[Instance]:
    return [each for each in frame.instances if each.mesh is CONE]


def test_exact_paths_are_kept_while_the_state_stays_on_them() -> None:
    run = session()
    picture(run)
    course = run.look.poinsot._course
    run.pause(False)
    advancing.advance(run, 50_000_000, 10**6)
    picture(run)
    assert run.look.poinsot._course is course
    actions.perform(run, Action.BODY_VIEW)
    compose_frames(run, [Camera().view(1.0), Camera().view(1.0)], 1 / 60)
    assert run.look.poinsot._course is course, "both pictures show the same"
    run.simulation.y[4] += 1.0
    picture(run)
    assert run.look.poinsot._course is not course


def test_in_the_second_view_the_body_stands_still() -> None:
    run = session()
    actions.perform(run, Action.BODY_VIEW)
    camera = Camera()
    views = [camera.view(1.0), camera.view(1.0)]
    first = compose_frames(run, views, 1 / 60)[1]
    advancing.advance(run, 400_000_000, 10**6)
    second = compose_frames(run, views, 1 / 60)[1]
    solid = [each for each in first.instances if not each.veil]
    again = [each for each in second.instances if not each.veil]
    assert np.allclose(solid[0].model, again[0].model, atol=1e-6)
    (_, L_then), (omega_now, L_now) = ([arrow_of(frame, name) for name in "ωL"] for frame in (first, second))
    assert not np.allclose(L_then.tip, L_now.tip, atol=1e-3), "L wanders"
    rotation = rotation_matrix(run.simulation.system.start())
    omega = rotation @ np.array(run.shown[4:7])
    assert omega_now.tip - omega_now.tail == pytest.approx(omega * run.look.poinsot.scale, rel=1e-4)
    for name, axis in zip("123", run.look.poinsot.axes.T, strict=True):
        for frame in (first, second):
            way = arrow_of(frame, name).tip - arrow_of(frame, name).tail
            assert way / np.linalg.norm(way) == pytest.approx(rotation @ axis, abs=1e-4), "nor do its axes turn"


def arrow_of(frame: SceneFrame, name: str) -> OverlayArrow:
    (arrow,) = (arrow for arrow in frame.arrows if arrow.label == name)
    return arrow


def test_the_outline_of_the_ellipsoid_is_its_silhouette() -> None:
    """Check that it is on the ellipsoid, with normals across the line of sight, and encloses its whole picture."""
    run = session()
    advancing.advance(run, 300_000_000, 10**6)
    frame = picture(run)
    (glass,) = (each for each in frame.instances if each.veil and np.ptp(each.mesh.vertices[:, 2]) == 2.0)
    axes, middle = glass.model[:3, :3].astype(float), glass.model[3, :3].astype(float)
    outlines = [curve.points.astype(float) for curve in frame.curves if len(curve.points) == 145]
    unit = (outlines[0] - middle) @ np.linalg.inv(axes)
    eye = (frame.view.eye.astype(float) - middle) @ np.linalg.inv(axes)
    assert (unit**2).sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    assert ((eye - unit) * unit).sum(axis=1) == pytest.approx(0.0, abs=1e-3)


def test_the_outline_of_a_cone_is_its_silhouette() -> None:
    eye = np.array([2.0, -1.0, 0.7])
    first, second = cone_outline(eye)[[1, 4]]
    for end in (first, second):
        normal = np.array([end[0], end[1], -1.0])
        assert normal @ end == pytest.approx(0.0, abs=1e-12)
        assert normal @ eye == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(first - second) > 0.5
    assert not len(cone_outline(np.array([0.1, 0.0, 2.0]))), "from inside"


@pytest.mark.parametrize(
    ("parameters", "initial"),
    [
        ({"body": "given", "I1": 2e-4, "I2": 2e-4, "I3": 2e-4}, {}),
        ({"body": "ellipsoid"}, {"omega_1": 0.0, "omega_3": 0.0}),
        ({"body": "racket"}, {"omega_1": 0.0, "omega_3": 5.0}),
        ({"body": "given", "I1": 1e-4, "I12": 5e-5}, {}),
        ({"body": "book"}, {"omega_1": 5.0, "omega_3": 0.0}),
    ],
    ids=["sphere", "at rest", "middle axis", "off the axes", "permanent axis"],
)
def test_degenerate_motions_are_drawn(parameters, initial) -> None:
    run = session(parameters, initial)
    advancing.advance(run, 100_000_000, 10**6)
    frame = picture(run)
    numbers = [curve.points[~np.isnan(curve.points).any(axis=1)] for curve in frame.curves]
    assert all(np.isfinite(points).all() for points in numbers)
    assert all(np.isfinite(each.model).all() for each in frame.instances)
    assert np.isfinite(np.array([arrow.tip for arrow in frame.arrows])).all()


def test_the_construction_is_above_the_floor() -> None:
    run = session()
    system = run.simulation.system
    lowest = np.inf
    for _ in range(40):
        advancing.advance(run, 50_000_000, 10**6)
        camera = Camera(tuple(run.look.focus), run.look.radius)
        frame = run.look.frame(system, run.simulation.y, camera.view(1.0), 0.0)
        run.look.add_overlays(frame, system, run.simulation.y, LastChange(run.simulation.y, 0.0))
        places = [curve.points[:, 2] for curve in frame.curves]
        lowest = min(lowest, float(np.nanmin(np.concatenate(places))))
    assert lowest > 0.0


def test_another_start_makes_another_look() -> None:
    run = session()
    size, before = run.look.radius, run.look
    edits.apply(run, Edit("initial", 30.0, "omega_1"))
    assert run.look is before, "what was started goes on in its picture"
    actions.perform(run, Action.RESET)
    assert run.look.radius < 1.3 * size, "however fast it turns, the ellipsoid holds the body"
    heights = ellipsoid(picture(run))[:, 2]
    assert heights.min() > 0.0


def test_a_ghost_shows_the_exact_motion_once_the_method_is_off() -> None:
    run = session(integrator="euler", dt=1e-3)
    advancing.advance(run, 500_000_000, 10**6)
    frame = picture(run)
    truth = physics.simulate(
        "free-body", run.simulation.time, 1e-3, "dop853", parameters=BOX, initial=START, settings={"rtol": 1e-12}
    )
    exact = rotation_matrix([float(truth[name][-1]) for name in ("q_w", "q_x", "q_y", "q_z")])
    (label,) = [arrow.label for arrow in frame.arrows if arrow.label.startswith("exact")]
    turn = exact @ rotation_matrix(run.simulation.y).T
    angle = np.degrees(np.arccos((np.trace(turn) - 1.0) / 2.0))
    assert float(label.removeprefix("exact: ").removesuffix("° off")) == pytest.approx(angle, rel=0.06)
    (ghost,) = [each for each in frame.instances if each.opacity == OPACITY]
    assert pytest.approx(exact, abs=1e-5) == ghost.model[:3, :3].T


def test_a_good_method_stays_on_the_exact_motion() -> None:
    run = session()
    advancing.advance(run, 500_000_000, 10**6)
    assert not [arrow for arrow in picture(run).arrows if arrow.label.startswith("exact")]
