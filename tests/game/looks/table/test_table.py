import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.looks import look_for
from game.looks.generic import Look
from game.looks.kit import contact_path
from game.looks.table import rattleback, rattleback_celt, rattleback_hull, table, top_meshes
from game.looks.table.axis_tips import heights
from game.model.colors import QUANTITY_COLORS, dark_ink
from game.model.frame import View
from game.session import advancing
from game.session.compose import compose_frame, compose_frames
from game.session.session import Session
from physics import Simulation

TURNING = {
    "rolling-tippe-top": 0.01,
    "tippe-no-flip": 0.01,
    "egg-rolling": 0.01,
    "egg-rising": 0.01,
    "coin": 0.01,
    "coin-straight": 0.01,
    "rattleback": 0.01,
    "rattleback-preferred": 0.01,
    "sliding-cone": 0.02,
    "peg-top": 0.01,
    "hurricane-balls": 0.01,
    "phitop": 0.01,
    "paper-rolling-top": 0.01,
}
"""Presets on the table, and the greatest distance of the lowest drawn point from it, in sizes of the body."""
SYSTEMS = ("rolling-body", "tippe-top", "rolling-top", "sliding-body", "rattleback")
VIEW = View(np.array([0.06, -0.06, 0.06], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def session(name: str) -> Session:
    return Session(scenefile.load(name))


def drawn(session: Session) -> np.ndarray:
    """Return the drawn vertices of the body, (n, 3)."""
    body = session.look.frame(session.simulation.system, session.shown, VIEW, 0.0).instances[0]
    return (np.column_stack([body.mesh.vertices[:, :3], np.ones(len(body.mesh.vertices))]) @ body.model)[:, :3]


@pytest.mark.parametrize("name", TURNING)
def test_the_body_that_is_drawn_touches_the_table(name):
    at = session(name)
    for _ in range(8):
        at.simulation.advance(37)
        lowest = drawn(at)[:, 2].min()
        assert abs(lowest) < TURNING[name] * at.look.size, (name, at.simulation.time)


def test_a_tippe_top_stands_on_its_stem_as_its_sphere_would():
    at = session("flipping-tippe-top")
    upright = drawn(at)
    at.simulation.set_initial({"theta": 3.1})
    at.reset()
    inverted = drawn(at)
    assert abs(upright[:, 2].min()) < 2e-5
    assert abs(inverted[:, 2].min()) < 2e-5
    assert inverted[:, 2].max() > 0.02


def test_the_open_part_of_a_tippe_top_stays_within_its_sphere():
    R, centre = 0.02, 0.006
    points = top_meshes.tippe_top(R, centre).vertices[:, :3]
    assert np.linalg.norm(points - (0.0, 0.0, centre), axis=1).max() < R * (1 + 1e-6)


@pytest.mark.parametrize(
    "mesh",
    [
        top_meshes.tippe_top(0.02, 0.006),
        top_meshes.tippe_top(0.02, 0.007, 1.5),
        top_meshes.peg_top(0.003, 0.03, 0.032),
        top_meshes.coin(0.0115, 0.001),
        rattleback_hull.boat((0.2, 0.03, 0.02), 0.01),
        rattleback_celt.celt((0.2, 0.03, 0.02), 0.01),
        rattleback_hull.weight(0.008),
        top_meshes.ball(0.02, 0.0),
    ],
)
def test_meshes_are_closed_and_face_outwards(mesh):
    corners = mesh.vertices[mesh.indices.reshape(-1, 3)].astype(float)
    a, b, c = (corners[:, k, :3] for k in range(3))
    across = np.cross(b - a, c - a)
    area = np.linalg.norm(across, axis=1)
    outwards = np.einsum("ij,ij->i", across, corners[:, 0, 3:6])
    assert np.all(outwards[area > 1e-12] > 0)
    assert np.allclose(across.sum(axis=0), 0.0, atol=1e-3 * area.sum())
    assert np.allclose(np.linalg.norm(mesh.vertices[:, 3:6], axis=1), 1.0, atol=1e-5)


def test_the_lower_side_of_the_hull_is_the_ellipsoid():
    a, b, c = axes = (0.2, 0.03, 0.02)
    vertices = rattleback_hull.boat(axes, 0.01).vertices
    below = vertices[vertices[:, 5] < -1e-6]
    x, y, z = below[:, 0], below[:, 1], below[:, 2] - 0.01
    inside = (x / a) ** 2 + (y / b) ** 2 < 0.99
    assert inside.sum() > 1000
    assert np.allclose(((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2)[inside], 1.0, atol=1e-5)


def test_the_spheres_that_shade_the_table_below_a_rattleback_touch_it_at_the_contact():
    simulation = scenefile.load("rattleback").simulation()
    system, look, eye = simulation.system, look_for(simulation.system), np.array([0.3, -0.4, 0.3], np.float32)
    view = View(eye, np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
    for _ in range(12):
        simulation.advance(300)
        spheres = look.frame(system, simulation.y, view, 0.0).occluders.astype(float)
        contact = look.to_world(system.traces(simulation.y)["contact"])
        low = spheres[:, 2] - spheres[:, 3]
        assert low == pytest.approx(0.0, abs=1.5e-3) and low.min() > -3e-4
        assert spheres[3, :2] == pytest.approx(contact[:2], abs=3e-3)


@pytest.mark.parametrize("axes", [(0.2, 0.03, 0.02), (0.1, 0.04, 0.02), (0.05, 0.05, 0.05)])
def test_the_lower_side_of_a_celt_is_the_ellipsoid_as_far_as_its_rim(axes):
    a, b, c = axes
    vertices = rattleback_celt.celt(axes, 0.01).vertices.astype(float)
    across, up, along = vertices[:, 0], vertices[:, 1] - 0.01, vertices[:, 2]
    value = (along / a) ** 2 + (across / b) ** 2 + (up / c) ** 2
    under = np.arange(len(vertices)) < (rattleback_celt.OUT + 1) * (rattleback_celt.AROUND + 1)
    assert np.allclose(value[under], 1.0, atol=1e-5)
    assert abs(along[under]).max() > 0.65 * a and abs(across[under]).max() > 0.98 * b
    gradient = np.stack([across / b**2, up / c**2, along / a**2], axis=1)[under]
    gradient /= np.linalg.norm(gradient, axis=1, keepdims=True)
    assert np.allclose(vertices[under, 3:6], gradient, atol=1e-5)
    assert abs(along).max() == pytest.approx(rattleback_celt.LONG * a, rel=0.05)
    assert value.max() < 1.0 + 1e-5, "nothing reaches beyond the ellipsoid"


def test_weights_stand_on_the_upper_side_of_a_celt():
    at = session("rattleback")
    radius, places = rattleback.weights(at.simulation.system)
    axes, _ = rattleback.ellipsoid_of(at.simulation.system)
    deck = rattleback_celt.celt(axes, 0.0).vertices.astype(float)
    for x, y, _ in places:
        near = deck[(deck[:, 4] > 0.5) & (np.hypot(deck[:, 2] - x, deck[:, 0] - y) < 0.8 * radius)]
        assert abs(near[:, 1].mean() - rattleback_celt.height(x, y, axes)) < 0.1 * radius


def test_a_rattleback_as_light_as_glass_is_clear():
    light, heavy = (session(name).simulation.system for name in ("rattleback-preferred", "rattleback"))
    assert rattleback.is_clear(light) and not rattleback.is_clear(heavy)
    frame = compose_frame(session("rattleback-preferred"), VIEW, 1 / 60)
    assert len(frame.pools) == 1 and not compose_frame(session("rattleback"), VIEW, 1 / 60).pools


def test_the_weights_of_a_rattleback_give_its_product_of_inertia():
    system = session("rattleback").simulation.system
    radius, places = rattleback.weights(system)
    nut = rattleback_hull.weight(radius)
    a, b, c = (nut.vertices[nut.indices.reshape(-1, 3)[:, k], :3].astype(float) for k in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6
    # The y axis of the hull is that of the body reversed.
    product = sum(-rattleback.BRASS_DENSITY * volume * x * -y for x, y, _ in places)
    assert product == pytest.approx(system.I12, rel=0.03)
    other = rattleback.weights(system.replace({"I12": 2e-5}))[1]
    assert [(x, -y) for x, y, _ in places] == [(x, y) for x, y, _ in other]
    assert rattleback.weights(system.replace({"I12": 0.0}))[1] == []


@pytest.mark.parametrize("name", ["coin", "rattleback", "flipping-tippe-top", "rolling-tippe-top"])
def test_contact_paths_end_at_the_contact(name):
    at = session(name)
    advancing.advance_frame(at, 60)
    at.pause(True)
    frame = compose_frame(at, VIEW, 1 / 60)
    contact = at.simulation.system.traces(at.simulation.y)["contact"]
    ends = [
        curve.points[-1]
        for curve in frame.curves
        if curve.color in (dark_ink(QUANTITY_COLORS["polhode"]), dark_ink(QUANTITY_COLORS["herpolhode"]))
    ]
    near = [np.linalg.norm(end - contact) / at.look.size for end in ends]
    assert sum(distance < 0.06 for distance in near) == 2


def test_a_contact_path_on_a_body_turns_with_it():
    at = session("coin")
    for _ in range(30):
        advancing.advance_frame(at, 60)
    rim = at.run.traces.trails.on_bodies["contact"].points[:, :3]
    assert np.allclose(np.hypot(rim[:, 0], rim[:, 1]), 0.0123, atol=3e-4)
    path = next(
        curve for curve in compose_frame(at, VIEW, 1 / 60).curves if curve.color == dark_ink(QUANTITY_COLORS["polhode"])
    )
    body = at.simulation.system.bodies(at.shown)[0]
    back = (path.points - body.position) @ body.rotation
    apart = np.abs(rim[:, None] - back[None]).max(axis=2)
    found = np.nanmin(apart, axis=1) < 0.03 * at.look.size
    assert found.all(), "it goes through its points"
    assert np.allclose(np.hypot(*back[np.isfinite(back[:, 0])].T[:2]), 0.0123, atol=0.06 * at.look.size)


def test_looking_back_draws_the_contact_path_of_that_moment():
    at = session("coin")
    for _ in range(30):
        advancing.advance_frame(at, 60)
    laid = at.run.traces.trails.on_bodies["contact"].points.copy()
    advancing.seek(at, at.simulation.tick // 2)
    again = at.run.traces.trails.on_bodies["contact"].points
    then = laid[np.argmin(np.abs(laid[:, 3] - at.simulation.time))]
    assert 10 < len(again) < len(laid)
    assert np.allclose(again[-1, :3], then[:3], atol=0.05 * at.look.size)


def test_a_contact_path_lasts_no_longer_than_its_trail():
    points = np.zeros((400, 4), np.float32)
    points[:, 3] = np.linspace(0.0, 0.4, 400)
    later = 0.98 * 3.0  # the time that 3000 points span
    assert len(contact_path.contact_curve(points, later, (1.0, 1.0, 1.0)).points) == pytest.approx(400, abs=2)
    assert len(contact_path.contact_curve(points, later + 0.2, (1.0, 1.0, 1.0)).points) == pytest.approx(200, abs=10)
    points[:, 3] *= 100
    path = contact_path.contact_curve(points, 40.0, (1.0, 1.0, 1.0))
    assert len(path.points) == pytest.approx(100, abs=2), "ten seconds of it"
    opacity = np.asarray(path.opacity)
    assert opacity[0] < 0.01 < 0.99 < opacity[-1]
    assert (np.diff(opacity) >= 0.0).all()


def test_a_contact_path_fades_sooner_where_its_windings_would_be_one_blot():
    at, turns = np.linspace(0.0, 1.0, 3000), 40.0
    ring = np.column_stack([np.cos(6.2832 * turns * at), np.sin(6.2832 * turns * at), 0.0 * at, at]).astype(np.float32)
    seconds = contact_path.clear_seconds(ring, 1.0, 0.04)
    extent = math.sqrt(8.0)
    length = 6.2832 * turns * seconds
    assert length == pytest.approx(6.0 * extent + 0.5 * extent**2 / 0.04, rel=0.02)
    assert 10 < length / 6.2832 < 25, "some windings are left"
    assert contact_path.clear_seconds(ring, 1.0, 0.01) == math.inf, "they are clear when seen so large"
    line = np.column_stack([at, at, 0.0 * at, at]).astype(np.float32)
    assert contact_path.clear_seconds(line, 1.0, 10.0) == math.inf, "a line without windings stays"
    assert contact_path.clear_seconds(np.full((3, 4), np.nan, np.float32), 1.0, 0.04) == math.inf
    curve = contact_path.contact_curve(ring, 1.0, (1.0, 1.0, 1.0), apart=0.04)
    assert len(curve.points) == pytest.approx(3000 * seconds, abs=3)


@pytest.mark.parametrize("name", [*TURNING, "flipping-tippe-top"])
def test_tips_of_states_on_the_table_equal_the_tip_of_each(name):
    at = session(name)
    states = []
    for _ in range(4):
        at.simulation.advance(150)
        states.append(np.array(at.simulation.y))
    system = at.simulation.system
    expected = Look._tips(at.look, system, np.array(states))
    assert np.allclose(at.look.tips(system, np.array(states)), expected, rtol=0, atol=1e-3 * at.look.size)
    failed = np.full((1, len(states[0])), np.nan)
    assert np.isnan(at.look.tips(system, failed)).all()


def test_the_paths_of_the_contact_are_named_where_they_are_well_seen():
    """On the table and on the body, where the lines have not half faded."""
    at = session("rattleback")
    rig = CameraRig(at)
    rig.open()
    for _ in range(180):
        advancing.advance_frame(at, 60)
    frame = compose_frames(at, rig.views((1280, 720)), 0.0)[0]
    named = {label.text: label.place for label in frame.labels}
    assert named.keys() >= {"path of the contact", "path on the body"}
    for words in ("path of the contact", "path on the body"):
        near = [
            float(np.asarray(line.opacity)[k])
            for line in frame.curves
            if line.path
            for k in [int(np.nanargmin(np.linalg.norm(line.points - named[words], axis=1)))]
            if np.linalg.norm(line.points[k] - named[words]) < 1e-5
        ]
        assert len(near) == 1 and near[0] > 0.5


def test_heights_of_a_tilted_ellipsoid():
    system = session("egg-rising").simulation.system
    gamma = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.6, 0.0, 0.8]])
    assert heights(gamma, system.p) == pytest.approx([0.03, 0.02, np.hypot(0.6 * 0.02, 0.8 * 0.03)])


def test_every_shape_is_drawn_differently():
    scene = scenefile.load("rolling-body")
    meshes = {}
    for shape in ("offset sphere", "truncated sphere", "ellipsoid", "egg", "disk", "cone", "profile"):
        system = scene.changed(parameters={"shape": shape}).simulation().system
        look = look_for(system)
        assert isinstance(look, table.TableLook)
        meshes[shape] = look.meshes[0]
    assert len({len(mesh.vertices) for mesh in meshes.values()}) > 4
    for name in SYSTEMS:
        assert isinstance(look_for(scenefile.load(name).simulation().system), table.TableLook)


def test_the_camera_follows_wandering_bodies_unless_the_scene_forbids():
    for name, mode in (("flipping-tippe-top", Mode.FOLLOW), ("rattleback", Mode.ORBIT), ("fast-cone", Mode.ORBIT)):
        rig = CameraRig(session(name))
        rig.open()
        assert rig.lab.mode is mode


def theta(simulation: Simulation) -> float:
    """Return the tilt of the body's axis [rad]."""
    return next(each.value(simulation.system, simulation.y) for each in simulation.system.quantities)


def test_presets_show_the_motion_described_in_their_notes():
    names = ("flipping-tippe-top", "tippe-no-flip", "egg-rising", "rattleback")
    flips, stays, rises, turns = runs = [scenefile.load(name).simulation() for name in names]
    assert all(run.compile() for run in runs)
    flips.advance(10_000)
    assert theta(flips) > 3.0
    assert {event.name for event in flips.events} == {"lift-off", "landing"}
    stays.advance(4000)
    assert theta(stays) < 0.4 * 0.5
    rises.advance(12_800)
    assert theta(rises) < 0.06
    turns.advance(4720)
    assert [round(event.time, 2) for event in turns.events] == [2.35]


def test_a_coin_rolls_in_a_circle_or_upright_above_its_spin():
    circle = scenefile.load("coin").simulation()
    circle.set_initial({"theta_dot": 0.0})
    circle.reset()
    for _ in range(5):
        circle.advance(200)
        assert theta(circle) == pytest.approx(np.radians(60), abs=1e-4)
        assert np.hypot(circle["x"], circle["y"]) == pytest.approx(0.0354, abs=1e-4)
    straight = scenefile.load("coin-straight").simulation()
    slow = scenefile.load("coin-straight").changed(initial={"theta": "90 deg", "theta_dot": 1.5, "phi_dot": 14})
    for simulation, low, high in ((straight, 4, 6), (slow.simulation(), 20, 40)):
        sway = []
        for _ in range(40):
            simulation.advance(40)
            sway.append(abs(np.degrees(theta(simulation)) - 90))
        assert low < max(sway) < high


def test_age_is_that_of_the_last_length_of_a_path():
    points = np.array([(0.5 * k, 0.0, 0.0, 0.1 * k) for k in range(9)], np.float32)
    assert contact_path.age(points, 0.9, 1.9) == pytest.approx(0.9 - 0.4)
    assert contact_path.age(points, 0.9, 1e9) == contact_path.age(points[:1], 0.9, 1.0) == np.inf


def test_the_arc_of_a_tippe_top_goes_from_the_vertical_to_its_axis():
    at = session("tippe-no-flip")
    near = View(VIEW.eye, VIEW.view, np.diag([20.0, 20.0, 1.0, 1.0]).astype(np.float32))
    frame = compose_frame(at, near, 1 / 60)
    (arc,) = (arrow for arrow in frame.arrows if arrow.label == "θ")
    body = at.simulation.system.bodies(at.shown)[0]
    R, alpha = (at.simulation.system.parameters[name] for name in ("radius", "alpha"))
    out = arc.tip - at.look.to_world(body.position + R * alpha * body.rotation[:, 2])
    assert out / np.linalg.norm(out) == pytest.approx(body.rotation[:, 2], abs=1e-5)


def test_profile_that_runs_back_along_itself_is_drawn() -> None:
    rows = ((0.013, 0.0), (0.018, 0.0), (0.008, 0.0), (0.055, 0.0), (0.095, 0.013), (0.0, 0.021), (0.002, 0.027))
    system = physics.system("rolling-body", {"shape": "profile", "profile": rows})
    assert np.isfinite(look_for(system).meshes[0].vertices).all()
