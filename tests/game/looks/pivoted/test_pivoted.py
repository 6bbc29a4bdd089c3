"""Explanations of a pivoted top: angles, and the exact motion as a ghost."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from game.camera.camera import Camera
from game.looks import look_for
from game.looks.exact_ghost import add_exact
from game.looks.kit.euler_angle_arcs import SYMBOLS
from game.looks.kit.parts.top_stand import CLEAR, JEWEL, TALL, milled, stand
from game.looks.pivoted.heavy_top import balls
from game.model.colors import QUANTITY_COLORS
from game.model.edit import Edit
from game.model.frame import OverlayArrow, SceneFrame
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions, advancing, edits
from game.session.compose import compose_frame
from game.session.session import Session
from tests.rotations import body_to_lab

TOPS = ("gyroscope", "gyroscope-integrals", "gyroscope-recipe", "heavy-top")
START = {"psi": 0.7, "theta": 0.9, "phi": -1.9}


def session(system: str, **scene) -> Session:
    return Session(Scene(system=system, **scene))


def picture(run: Session) -> SceneFrame:
    run.pause(True)
    camera = Camera(tuple(run.look.focus), run.look.radius)
    return compose_frame(run, camera.view(16 / 9), 1 / 60)


def head(frame: SceneFrame, name: str) -> OverlayArrow:
    (arrow,) = (arrow for arrow in frame.arrows if arrow.label == SYMBOLS[name])
    assert arrow.color == QUANTITY_COLORS[name]
    return arrow


@pytest.mark.parametrize("system", TOPS)
def test_each_euler_angle_arc_ends_where_the_next_begins(system: str) -> None:
    run = session(system, initial=START)
    frame, pivot = picture(run), run.look.to_world(np.zeros(3))
    rotation = body_to_lab(*START.values())
    node = body_to_lab(START["psi"], START["theta"], 0.0)[:, 0]
    for name, end in (("psi", node), ("theta", rotation[:, 2]), ("phi", rotation[:, 0])):
        tip = head(frame, name).tip - pivot
        assert tip / np.linalg.norm(tip) == pytest.approx(end, abs=1e-5), name
    (line,) = (
        curve.points
        for curve in frame.curves
        if curve.color == QUANTITY_COLORS["node"]
        and len(curve.points) == 2
        and abs(curve.points[0, 2] - curve.points[1, 2]) < 1e-6
    )
    assert np.cross(line[1] - line[0], node) == pytest.approx(0.0, abs=1e-5)
    (name,) = (label for label in frame.labels if label.text == "N")
    assert np.cross(name.place - pivot, node) == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize("system", TOPS)
def test_the_axes_of_lab_and_body_are_drawn_and_named(system: str) -> None:
    run = session(system, initial=START)
    frame, pivot = picture(run), run.look.to_world(np.zeros(3))
    rotation = body_to_lab(*START.values())
    ways = dict(zip("ijk12", (*np.eye(3), rotation[:, 0], rotation[:, 1]), strict=True))
    for name, way in ways.items():
        (arrow,) = (arrow for arrow in frame.arrows if arrow.label == name)
        along = arrow.tip - arrow.tail
        assert arrow.tail == pytest.approx(pivot, abs=1e-6)
        assert along / np.linalg.norm(along) == pytest.approx(way, abs=1e-5), name


def test_an_arc_that_turns_too_fast_is_left_out() -> None:
    run = session("gyroscope", initial={**START, "phi_dot": 400.0})
    camera = Camera(tuple(run.look.focus), run.look.radius)
    running = compose_frame(run, camera.view(1.0), 1 / 60)
    assert not [arrow for arrow in running.arrows if arrow.label in ("φ", "1", "2")]
    assert head(picture(run), "phi").label == "φ", "a top that is held shows it"


def test_a_good_method_leaves_no_gap_to_the_exact_motion() -> None:
    run = session("gyroscope", initial={"theta": 0.5, "phi_dot": 400.0})
    advancing.advance(run, 400_000_000, 10**6)
    frame = picture(run)
    assert not [each for each in frame.instances if each.opacity < 1.0]


@pytest.mark.parametrize(
    ("system", "changes"),
    [
        ("gyroscope", {"integrator": "euler-cromer", "dt": 2e-3}),
        ("gyroscope-recipe", {"parameters": {"recipe": "as printed"}}),
    ],
)
def test_the_ghost_is_at_the_exact_orientation(system: str, changes: dict) -> None:
    start = {"theta": 0.5, "phi_dot": 400.0}
    run = session(system, initial=start, **changes)
    advancing.advance(run, 400_000_000, 10**6)
    frame = picture(run)
    truth = physics.simulate("gyroscope", run.simulation.time, 1e-3, "dop853", initial=start)
    psi, theta, phi = (float(truth[name][-1]) for name in ("psi", "theta", "phi"))
    (ghost,) = (each for each in frame.instances if each.opacity < 1.0)
    assert ghost.model[2, :3] == pytest.approx(body_to_lab(psi, theta, phi)[:, 2], abs=1e-6)
    gap = [arrow for arrow in frame.arrows if arrow.label.startswith("exact")]
    axis = run.simulation.system.axis(run.simulation.y)
    angle = np.degrees(np.arccos(np.clip(axis @ ghost.model[2, :3], -1.0, 1.0)))
    assert gap[0].label == f"exact: {float(f'{angle:.2g}'):g}° off"


def test_the_exact_motion_restarts_with_a_change() -> None:
    run = session("gyroscope-recipe", parameters={"recipe": "as printed"}, initial={"theta": 0.5, "phi_dot": 400.0})
    advancing.advance(run, 400_000_000, 10**6)
    assert [each for each in picture(run).instances if each.opacity < 1.0]
    edits.apply(run, Edit("parameter", 0.05, "mass"))
    assert not [each for each in picture(run).instances if each.opacity < 1.0]


@pytest.mark.parametrize("axes", [(0.05, 0.08, 0.11), (0.02, 0.09, 0.09), (0.1, 0.1, 0.1)])
def test_six_balls_have_the_moments_of_the_ellipsoid(axes: tuple[float, float, float]) -> None:
    """Compare with a sum over points spread evenly in the balls."""
    ball, places = balls(axes)
    grid = np.stack(np.meshgrid(*[np.linspace(-1, 1, 61)] * 3), axis=-1).reshape(-1, 3)
    inside = ball * grid[(grid**2).sum(axis=1) <= 1.0]
    points = np.concatenate([inside + s * r * np.eye(3)[k] for k, r in enumerate(places) for s in (-1, 1)])
    squares = (points**2).mean(axis=0)
    found = squares.sum() - squares
    expected = (np.sum(np.square(axes)) - np.square(axes)) / 5.0
    assert found == pytest.approx(expected, rel=5e-3)


def test_the_arm_of_an_asymmetric_body_ends_at_the_pivot() -> None:
    parameters = {"body": "asymmetric", "distance_1": 0.03, "distance_3": 0.06, "I1": 1.5e-4, "I2": 2.5e-4, "I3": 2e-4}
    run = session("heavy-top", parameters=parameters, initial={"theta": 0.8, "omega_1": 3.0})
    advancing.advance(run, 300_000_000, 10**6)
    body = picture(run).instances[0]
    pivot = run.look.to_world(np.zeros(3))
    points = body.mesh.vertices[:, :3].astype(float) @ body.model[:3, :3] + body.model[3, :3]
    system = run.simulation.system
    centre = system.rotation(run.simulation.y) @ system.centre + pivot
    assert np.linalg.norm(points - pivot, axis=1).min() < 0.02, "the arm ends there"
    assert np.linalg.norm(points - pivot, axis=1).max() < 1.1 * run.look.size
    assert body.model[3, :3] == pytest.approx(centre, abs=1e-6)
    moved = system.replace(parameters={"distance_3": 0.09})
    assert not run.look.fits(moved)


@pytest.mark.parametrize("system", ["gyroscope", "heavy-top"])
def test_tips_of_states_equal_the_tip_of_each(system: str) -> None:
    run = session(system, initial=START)
    states = []
    for _ in range(5):
        advancing.advance(run, 20_000_000, 10**6)
        states.append(list(run.simulation.y))
    made = run.simulation.system
    expected = [run.look.to_world(made.traces(memoryview(np.array(state)))["tip"]) for state in states]
    assert run.look.tips(made, np.array(states)) == pytest.approx(np.array(expected), abs=1e-5)


def test_the_geometry_key_hides_the_overlays() -> None:
    run = session("gyroscope", initial=START)
    assert picture(run).curves
    actions.perform(run, Action.GEOMETRY)
    assert not picture(run).curves


def test_the_papers_cone_clears_the_needle_at_its_lowest() -> None:
    """Check that at 159.8 degrees, where it swings lowest, it clears the stand between foot and collet."""
    look = session("gyroscope").look
    rows = look.meshes[0].vertices
    half = float(np.degrees(np.arctan2(np.hypot(rows[:, 0], rows[:, 1]), rows[:, 2])[rows[:, 2] > 0.05].max()))
    free = 180.0 - 159.8 - half
    assert free > 1.0
    for instance in look.furniture():
        points = instance.mesh.vertices[:, :3] + instance.model[3, :3]
        below, out = look.lift - points[:, 2], np.hypot(points[:, 0], points[:, 1])
        beside = (below > 0.146 * look.size) & (below < look.size)
        assert np.all(np.degrees(np.arctan2(out[beside], below[beside])) < free)


@pytest.mark.parametrize(("theta", "spin"), [(0.5, 220.0), (1.3, 300.0)])
def test_a_top_that_stays_high_has_a_low_column_and_one_that_may_fall_a_needle(theta: float, spin: float) -> None:
    run = session("gyroscope", initial={"theta": theta, "phi_dot": spin})
    rows = run.look.meshes[0].vertices[::7, :3]

    def least() -> float:
        body = run.simulation.system.bodies(run.simulation.y)[0]
        return float((rows @ body.rotation.T)[:, 2].min() + run.look.lift) / run.look.size

    def thickness() -> float:
        metal = run.look.furniture()[1].mesh.vertices
        below = (run.look.lift - metal[:, 2]) / run.look.size
        return float(np.hypot(metal[:, 0], metal[:, 1])[(below > 0.1) & (below < 0.25)].min())

    low, column, gaps = run.look.lift, thickness(), []
    for _ in range(40):
        advancing.advance_frame(run, 60)
        gaps.append(least())
    assert min(gaps) > CLEAR and low < 0.9 * TALL * run.look.size
    edits.apply(run, Edit("parameter", 100.0, "gravity"))
    assert column > 1.3 * thickness(), "it would fall beside the needle"
    assert run.look.lift == pytest.approx(TALL * run.look.size) and run.look.lift > low


@pytest.mark.parametrize("column", [False, True])
def test_the_stand_reaches_from_the_floor_to_the_pivot(column: bool) -> None:
    plinth, metal, jewel = stand(0.2, 0.25, column)
    assert plinth.mesh.vertices[:, 2].min() == 0.0
    assert metal.mesh.vertices[:, 2].min() == pytest.approx(plinth.mesh.vertices[:, 2].max(), abs=1e-6)
    top = metal.mesh.vertices[:, 2].max()
    assert abs(top - jewel.model[3, 2]) < 0.2 * JEWEL and jewel.model[3, 2] == 0.25
    assert np.ptp(jewel.mesh.vertices[:, 2]) == pytest.approx(2 * 0.2 * JEWEL, rel=1e-5)


def test_a_milled_ring_has_its_ridges() -> None:
    ring = milled(0.1, 0.0, 0.05, 30).vertices
    wall = ring[np.abs(ring[:, 5]) < 1e-6]
    out = np.hypot(wall[:, 0], wall[:, 1])
    assert len(np.unique(np.round(np.arctan2(wall[out > 0.0999, 1], wall[out > 0.0999, 0]), 4))) in (30, 31)
    assert out.min() == pytest.approx(0.1 - 1.6 * 0.1 / 30, rel=1e-5)
    assert np.linalg.norm(ring[:, 3:6], axis=1) == pytest.approx(1.0, abs=1e-5)
    assert np.all(np.einsum("ij,ij->i", wall[:, :2], wall[:, 3:5]) > 0.0), "outward"


def test_a_ghost_far_off_is_named_without_a_power_of_ten() -> None:
    run = session("gyroscope")
    frame, system, axis = picture(run), run.simulation.system, np.array([0.0, 0.0, 1.0])
    rotations = np.eye(3), body_to_lab(0.0, 2.2, 0.0)
    add_exact(frame, look_for(system), system.bodies(run.simulation.y), rotations, axis, 0.1, 2.2)
    assert frame.arrows[-1].label == "exact: 130° off"
