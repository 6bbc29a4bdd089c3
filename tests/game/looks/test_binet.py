"""Binet's construction: the drawn surfaces and curves agree with the motion, and the opening faces the eye."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.looks.binet import GOLD, Binet, MomentumSpace, family, hidden, separatrix
from game.looks.kit.cut_shell import cut_shell, octant_turn
from game.looks.kit.quadric_curves import SEPARATRIX_WIDTH
from game.model.colors import QUANTITY_COLORS
from game.model.frame import SceneFrame
from game.model.input import Action
from game.scenefile import OverlaySpec, Scene
from game.session import actions, advancing
from game.session.compose import compose_frames
from game.session.session import Session
from physics import BadInput, Simulation, system
from physics.free.poinsot import polhode

START = {"omega_1": 10.0, "omega_2": 3.0, "omega_3": 2.0, "theta": 1.1, "phi": 0.4}
ENERGIES = (START, {**START, "omega_1": 1.0, "omega_3": 9.0}, {"omega_3": 5.0})
EIGHT = np.array([[x, y, z] for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0)])


def session(initial=START, body="box") -> Session:
    scene = Scene(system="free-body", parameters={"body": body}, initial=initial, overlays=OverlaySpec(binet=True))
    return Session(scene)


def picture(run: Session, azimuth: float = 0.7, elevation: float = 0.4) -> SceneFrame:
    camera = Camera(*run.run.stage_beside)
    camera.set_pose({"azimuth": azimuth, "elevation": elevation})
    camera.settle()
    return compose_frames(run, [camera.view(1.0), camera.view(1.0)], 1 / 60)[1]


def in_units(run: Session, frame: SceneFrame, points: np.ndarray) -> np.ndarray:
    """Return places in units of |L| in principal axes."""
    return (points.astype(float) - frame.focus) / run.look._momentum_unit


@pytest.mark.parametrize("initial", ENERGIES)
def test_the_polhode_lies_on_both_surfaces_to_rounding(initial) -> None:
    free = system("free-body", {"body": "box"}, initial)
    binet, omega = Binet(free.tensor), np.array(free.start()[4:7])
    L = binet.momentum(polhode(free.tensor, omega)) / np.linalg.norm(free.tensor @ omega)
    semi = binet.semi_axes(omega)
    assert np.abs((L**2).sum(axis=1) - 1.0).max() < 4e-15
    assert np.abs(((L / semi) ** 2).sum(axis=1) - 1.0).max() < 4e-15
    assert semi[0] <= 1.0 + 1e-15 and semi[2] >= 1.0 - 1e-15, "the surfaces meet"


def test_the_integrated_motion_keeps_to_the_drawn_curve() -> None:
    """Compare L in the body, integrated step by step, with the drawn curve and with both surfaces."""
    run = session()
    run.pause(True)
    frame = picture(run)
    curve = next(c for c in reversed(frame.curves) if c.color == GOLD)
    drawn = in_units(run, frame, curve.points)
    free = run.simulation.system
    simulation = Simulation(free, "rk4", dt=1e-3)
    binet = run.look.binet
    semi = binet.semi_axes(np.array(free.start()[4:7]))
    for _ in range(5):
        simulation.advance(200)
        L = binet.momentum(np.array(simulation.y[4:7]))
        L /= np.linalg.norm(L)
        assert ((L / semi) ** 2).sum() == pytest.approx(1.0, abs=1e-9)
        assert np.linalg.norm(drawn - L, axis=1).min() < 0.03, "half the distance of its points"


def test_separatrix_and_other_polhodes_have_the_energies_they_should() -> None:
    moments = np.array([1.0, 2.0, 3.5])
    lines = separatrix(moments)
    lines = lines[np.isfinite(lines[:, 0])]
    assert np.abs((lines**2).sum(axis=1) - 1.0).max() < 1e-15 * 4
    assert (lines**2 / moments).sum(axis=1) == pytest.approx(1.0 / moments[1], rel=1e-14)
    for line in np.split(family(moments), 12):
        energy = (line[:-1] ** 2 / moments).sum(axis=1)
        assert energy == pytest.approx(energy[0], rel=1e-13)
    for circle in np.split(lines, 2):
        assert circle[[0, 96, 192]] == pytest.approx(np.outer([1.0, -1.0, 1.0], [0.0, 1.0, 0.0]), abs=1e-15)
        steps = np.linalg.norm(np.diff(circle, axis=0), axis=1)
        assert steps == pytest.approx(np.full(192, steps[0]), rel=1e-12)
    assert len(separatrix(np.array([1.0, 1.0, 2.0]))) == 0


@pytest.mark.parametrize("signs", EIGHT)
def test_the_opening_is_the_octant_of_the_eye(signs) -> None:
    vertices = cut_shell(0.02).vertices[:, :3].astype(float) @ octant_turn(signs).T
    assert not ((signs * vertices) > 1e-6).all(axis=1).any(), "nothing is in the octant of the eye"
    others = [other for other in EIGHT if (other != signs).any()]
    assert all(((other * vertices) > 1e-6).all(axis=1).any() for other in others)


def test_the_opening_follows_the_eye() -> None:
    run = session()
    run.pause(True)
    for azimuth in (0.7, 2.3, -2.3, -0.7):
        frame = picture(run, azimuth)
        eye = frame.view.eye - frame.focus
        shell = frame.instances[1]
        places = shell.mesh.vertices[:, :3] @ shell.model[:3, :3]
        assert not (np.sign(eye) * places > 1e-5).all(axis=1).any()


def test_triangles_of_the_shell_face_outwards_like_their_normals() -> None:
    mesh = cut_shell(0.02)
    corners = mesh.vertices[mesh.indices.reshape(-1, 3)]
    faces = np.cross(corners[:, 1, :3] - corners[:, 0, :3], corners[:, 2, :3] - corners[:, 0, :3])
    agree = (faces * corners[..., 3:6].sum(axis=1)).sum(axis=1)
    assert (agree[np.linalg.norm(faces, axis=1) > 1e-9] > 0.0).all()


def test_what_is_hidden_is_what_a_surface_covers() -> None:
    eye, up, none = np.array([4.0, 4.0, 4.0]), np.array([[0.0, 0.0, 1.0]]), np.zeros((0, 3))
    space = MomentumSpace(np.array([0.8, 1.0, 1.4]), np.zeros(3), up[0], up[0], up, none, none, none, np.zeros((0, 4)))
    assert not hidden(up + np.array([0.1, 0.1, 0.0]), eye, space).any(), "seen through the opening"
    assert hidden(-up, eye, space).all(), "behind the sphere"
    assert hidden(up, -eye, space).all()
    aside = space._replace(middle=np.array([0.0, 0.0, 0.5]))
    assert hidden(0.99 * up, np.array([4.0, -4.0, -2.0]), space).all(), "under the shell"
    assert not hidden(up + np.array([0.1, 0.1, 0.0]), eye, aside).any(), "the opening goes with the ellipsoid"
    assert hidden(1.5 * up, np.array([0.0, 4.0, 0.1]), space._replace(middle=np.array([0.0, 0.9, 1.4]))).all()


def test_omega_is_normal_to_the_ellipsoid_where_l_is() -> None:
    run = session()
    frame = picture(run)
    arrows = {arrow.label: arrow for arrow in frame.arrows}
    place = in_units(run, frame, arrows["ω"].tail)
    semi = run.look.binet.semi_axes(np.array(run.shown[4:7]))
    normal, along = place / semi**2, arrows["ω"].tip - arrows["ω"].tail
    assert along @ normal == pytest.approx(np.linalg.norm(along) * np.linalg.norm(normal), rel=1e-5)
    assert {"L", "1", "2", "3"} <= arrows.keys()


@pytest.mark.parametrize("name", ["across-the-separatrix", "gyrostat", "dual-spin", "explorer-1"])
def test_a_satellite_has_the_surfaces_round_its_own_middle(name) -> None:
    """Read the ellipsoid from the matrix that places its shell: L is on it, and omega is its normal there."""
    run = Session(scenefile.load(name).changed(overlays=OverlaySpec(binet=True)))
    run.simulation.advance(20)
    run.pause(True)
    frame = picture(run)
    ball, shell = (instance.model.astype(float) for instance in frame.instances[:2])
    unit = float(np.linalg.norm(ball[0, :3]))
    place = next(arrow for arrow in frame.arrows if arrow.label == "L").tail - ball[3, :3]
    assert np.linalg.norm(place) == pytest.approx(unit, rel=1e-5)
    inward = np.linalg.inv(shell[:3, :3])
    across = (place + ball[3, :3] - shell[3, :3]) @ inward
    assert np.linalg.norm(across) == pytest.approx(1.0, rel=2e-4)
    omega = next(arrow for arrow in frame.arrows if arrow.label == "ω")
    normal, along = inward @ across, omega.tip - omega.tail
    assert along @ normal == pytest.approx(np.linalg.norm(along) * np.linalg.norm(normal), rel=1e-4)
    middle = (shell[3, :3] - ball[3, :3]) / unit
    assert (np.linalg.norm(middle) > 0.02) == (name in ("gyrostat", "dual-spin")), "a rotor moves it"
    assert {"1", "2", "3"} <= {arrow.label for arrow in frame.arrows}


def test_the_trail_of_a_satellite_is_where_L_was() -> None:
    run = Session(scenefile.load("across-the-separatrix").changed(overlays=OverlaySpec(binet=True)))
    for _ in range(30):
        advancing.advance_frame(run, 30)
    frame = picture(run)
    trail = frame.ribbons[-1].points
    assert len(trail) > 20 and (np.diff(trail[:, 3]) >= 0.0).all(), "the last is the brightest"
    lengths = np.linalg.norm(trail[:, :3] - frame.instances[0].model[3, :3], axis=1)
    assert lengths == pytest.approx(lengths[0], rel=1e-4)
    run.run.shown.traces = False
    assert len(picture(run).ribbons) < len(frame.ribbons)


def test_a_satellite_at_rest_has_no_surfaces() -> None:
    still = dict.fromkeys(("omega_1", "omega_2", "omega_3", "rotor_speed"), 0.0)
    run = Session(Scene(system="satellite", initial=still, overlays=OverlaySpec(binet=True)))
    assert picture(run).instances == []


@pytest.mark.parametrize("initial", [*ENERGIES, {}, {"omega_2": 1e-9}])
@pytest.mark.parametrize("body", ["box", "ellipsoid", "wing nut", "cylinder"])
def test_any_start_is_drawn(body, initial) -> None:
    frame = picture(session(initial, body))
    assert all(np.isfinite(instance.model).all() for instance in frame.instances)


def test_the_key_takes_turns_with_the_view_in_body_axes() -> None:
    run = session()
    assert run.run.shows_binet
    actions.perform(run, Action.BODY_VIEW)
    assert (run.run.split, run.run.shows_binet, run.run.shown.body_view) == (True, False, True)
    actions.perform(run, Action.BINET)
    assert run.run.shows_binet
    actions.perform(run, Action.BINET)
    assert (run.run.split, run.run.shows_binet) == (True, False)
    other = Session(Scene(system="gyroscope"))
    with pytest.raises(BadInput, match="Binet's construction: gyroscope has none, free-body and satellite have one"):
        actions.perform(other, Action.BINET)


@pytest.mark.parametrize("name", ["free-asymmetric-1", "across-the-separatrix"])
def test_every_separatrix_is_as_wide(name: str) -> None:
    """Check those on the spheres and ellipsoids of both pictures, and on the other second picture of a satellite."""
    widths = []
    for binet in (False, True):
        overlays = OverlaySpec(binet=binet, geometry=True, body_view=not binet)
        run = Session(scenefile.load(name).changed(overlays=overlays))
        camera = Camera(*run.run.stage_beside).view(1.0)
        for frame in compose_frames(run, [camera, camera], 1 / 60):
            widths += [curve.width for curve in frame.curves if curve.color == QUANTITY_COLORS["separatrix"]]
    assert len(widths) >= 3 and set(widths) == {SEPARATRIX_WIDTH} == {1.5}
