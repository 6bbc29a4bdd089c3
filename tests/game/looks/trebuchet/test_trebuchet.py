"""The look of a trebuchet: every part is drawn at its computed position."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from game.looks import look_for
from game.looks.generic import LastChange
from game.looks.ghosts import ShotPath
from game.looks.kit.parts.timber import burst_pumpkin
from game.looks.places.town import town
from game.looks.trebuchet.impact_crater import Impact
from game.looks.trebuchet.trebuchet import TrebuchetLook, plan_of, projectile_material, stretched
from game.looks.trebuchet.trebuchet_frame import ground_frame, left_trestle, right_trestle
from game.model.arrow_scales import ArrowScales, UnitScale
from game.model.frame import CheckerPattern, Instance, Mesh, Points, SceneFrame, View
from game.model.material import Material
from physics import Simulation
from physics.trebuchet.air import air_force, drag_force
from physics.trebuchet.machine import FLIES, LANDED, PHASE, V_X, V_Y, X, has_projectile
from physics.trebuchet.trebuchet import Trebuchet
from physics.types import Floats
from tests.game.looks.kit.parts.test_timber import faces
from tests.sampling import every

MACHINES: dict[str, dict[str, Any]] = {
    "default": {},
    "fixed": {"counterweight": "fixed"},
    "no trough": {"trough": "none"},
    "model": {
        "short_arm": 0.102, "long_arm": 0.478, "pivot_height": 0.335, "hanger": 0.117, "sling": 0.419,
        "counterweight_mass": 16.1, "projectile_mass": 0.121, "beam_mass": 0.5,
    },
    "large": {
        "short_arm": 3.0, "long_arm": 15.0, "pivot_height": 10.0, "hanger": 3.0, "sling": 12.0,
        "counterweight_mass": 12000.0, "projectile_mass": 140.0, "beam_mass": 3000.0,
    },
    "pumpkin": {"material": "pumpkin", "projectile_mass": 4.0},
}  # fmt: skip
MOST_TRIANGLES = 16000
VIEW = View(np.array([6.0, -13.0, 4.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def machine(name: str = "default", **parameters: Any) -> Trebuchet:
    return Trebuchet(MACHINES[name] | parameters)


def trestles(look: TrebuchetLook) -> list[Mesh]:
    """Return the meshes of the right trestle and of the left one."""
    return [each.mesh for each in look._trestles]


def shown(look: TrebuchetLook, system: Trebuchet, y: Floats) -> list[Instance]:
    """Return the drawn machine, without the field."""
    own = {look._ground.mesh, *trestles(look), *look.meshes, look._pouch, look._rope}
    return [each for each in look.frame(system, y, VIEW, 0.0).instances if each.mesh in own]


def of(look: TrebuchetLook, system: Trebuchet, y: Floats, place: int) -> Instance:
    """Return beam, counterweight or projectile as drawn."""
    return next(each for each in shown(look, system, y) if each.mesh is look.meshes[place])


def placed(instance: Instance, point: tuple[float, float, float]) -> np.ndarray:
    """Return a point of a mesh in the world."""
    return np.asarray((np.array([*point, 1.0]) @ instance.model)[:3])


def corners(instance: Instance) -> np.ndarray:
    """Return all vertices of a mesh in the world."""
    points = instance.mesh.vertices[:, :3]
    return np.asarray(points @ instance.model[:3, :3] + instance.model[3, :3])


@pytest.mark.parametrize("name", MACHINES)
def test_machine_meshes_are_finite_face_outwards_and_have_few_triangles(name: str) -> None:
    system = machine(name)
    look = TrebuchetLook(system)
    count = 0
    for instance in shown(look, system, memoryview(system.start())):
        across, normals = faces(instance.mesh)
        area = np.linalg.norm(across, axis=1)
        assert np.all(np.isfinite(instance.mesh.vertices))
        assert np.all(np.einsum("ij,ij->i", across, normals)[area > 1e-4 * area.max()] > 0.0)
        count += len(area)
    assert count < MOST_TRIANGLES


@pytest.mark.parametrize("name", MACHINES)
def test_beam_counterweight_sling_and_stone_are_where_the_mechanics_has_them(name: str) -> None:
    system = machine(name)
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-3)
    for _ in range(6):
        simulation.advance(150)
        y = memoryview(simulation.y)
        beam, weight, stone = (of(look, system, y, place) for place in range(3))
        assert placed(beam, (0.0, 0.0, system.long_arm)) == pytest.approx(look.to_world(system.tip(y)), abs=1e-5)
        short = look.to_world(system.short_end(y))
        assert placed(beam, (0.0, 0.0, -system.short_arm)) == pytest.approx(short, abs=1e-5)
        assert placed(weight, (0.0, 0.0, system.hangs)) == pytest.approx(short, abs=1e-5)
        ropes = [each for each in shown(look, system, y) if each.mesh is look._rope]
        ends = np.mean([placed(rope, (0.0, 0.0, 0.0)) for rope in ropes], axis=0)
        tips = np.mean([placed(rope, (0.0, 0.0, system.sling)) for rope in ropes], axis=0)
        assert tips == pytest.approx(look.to_world(system.tip(y)), abs=1e-5)
        assert ends == pytest.approx(look.to_world(system.pouch(y)), abs=1e-5)
        if y[system.index("phase")] < 2.5:
            assert ends == pytest.approx(placed(stone, (0.0, 0.0, 0.0)), abs=1e-5)


@pytest.mark.parametrize("name", MACHINES)
def test_a_cocked_machine_stands_on_the_ground_with_its_counterweight_between_the_trestles(name: str) -> None:
    system = machine(name)
    look = TrebuchetLook(system)
    y = memoryview(system.start())
    beam, weight, stone = (corners(of(look, system, y, place)) for place in range(3))
    plan = look.plan
    assert stone[:, 2].min() > -1e-6
    assert beam[:, 2].min() > -0.6 * plan.tip
    assert np.abs(weight[:, 1]).max() < plan.gap
    lowest = plan.axle - plan.short - plan.hanger - 0.56 * plan.box[2]
    assert lowest > 0.0
    assert (
        min(make(plan).vertices[:, 2].min() for make in (ground_frame, left_trestle, right_trestle)) > -0.4 * plan.thick
    )


def hidden_share(points: np.ndarray, eye: np.ndarray, instances: list[Instance]) -> float:
    """Return the part of points (n, 3) that opaque instances hide from an eye, by rays against all triangles."""
    ways, hidden = points - eye, np.zeros(len(points), bool)
    for instance in instances:
        if instance.opacity < 1.0:
            continue
        a, b, c = np.moveaxis(corners(instance)[instance.mesh.indices.reshape(-1, 3)].astype(float), 1, 0)
        for k, way in enumerate(ways):
            # Moeller and Trumbore, J. Graphics Tools 2 (1997) 21: eye + t way = a + u (b - a) + v (c - a).
            across, off = np.cross(way, c - a), eye - a
            turned, size = np.cross(off, b - a), np.einsum("ij,ij->i", b - a, across)
            size = np.where(np.abs(size) < 1e-12, np.inf, size)
            u, v = np.einsum("ij,ij->i", off, across) / size, turned @ way / size
            t = np.einsum("ij,ij->i", c - a, turned) / size
            hidden[k] |= bool(np.any((u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t > 0.0) & (t < 0.99)))
    return float(hidden.mean())


@pytest.mark.parametrize(
    ("azimuth", "seconds", "name"),
    every(5, itertools.product([-110.0, -90.0, -60.0, 70.0], [0.0, 0.15, 0.3], ["default", "fixed", "model", "large"])),
)
def test_counterweight_is_seen_from_the_side(name: str, seconds: float, azimuth: float) -> None:
    system = machine(name)
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-3)
    simulation.advance(round(seconds * math.sqrt(system.pivot_height / 4.0) * 1e3))
    turn = math.radians(azimuth)
    eye = look.focus + 2.2 * look.radius * np.array([math.cos(turn), math.sin(turn), 0.09])
    view = View(eye.astype(np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
    frame = look.frame(system, simulation.y, view, 0.0)
    weight = next(each for each in frame.instances if each.mesh is look.meshes[1])
    others = [each for each in frame.instances if each.mesh in {look._ground.mesh, *trestles(look)}]
    middle, half = np.asarray(weight.model[3, :3], float), 0.35 * np.array(look.plan.box)
    grid = np.array([(x, math.copysign(1.4, eye[1]), z) for x in (-1, -0.5, 0, 0.5, 1) for z in (-1, 0, 1)])
    points = middle + grid * half @ np.asarray(weight.model[:3, :3], float)
    assert hidden_share(points, eye, others) < 0.55, "it swings behind the legs of the nearer trestle, between them"


def test_a_fixed_counterweight_turns_with_the_beam() -> None:
    system = machine("fixed")
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-3)
    simulation.advance(500)
    beam, weight = (of(look, system, memoryview(simulation.y), place).model for place in range(2))
    assert weight[:3, :3] == pytest.approx(beam[:3, :3], abs=1e-5)


def test_dimensions_change_the_meshes_and_other_parameters_do_not() -> None:
    look = TrebuchetLook(machine())
    for change in ({"sling": 4.0}, {"counterweight_mass": 3000.0}, {"beam_mass": 400.0}, {"material": "iron"}):
        other = machine(**change)
        assert not look.fits(other), change
        fresh = TrebuchetLook(other)
        meshes = ([*each.meshes, each._ground.mesh, *trestles(each), each._rope] for each in (look, fresh))
        assert any(len(a.vertices) != len(b.vertices) or not np.allclose(a.vertices, b.vertices)
                   for a, b in zip(*meshes, strict=True)), change  # fmt: skip
    assert look_for(machine(release_angle=0.6, wind_speed=3.0), look) is look


def test_only_moving_parts_get_new_matrices_and_no_part_a_new_mesh() -> None:
    system = machine()
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-3)
    before = shown(look, system, memoryview(simulation.y))
    simulation.advance(300)
    after = shown(look, system, memoryview(simulation.y))
    assert [each.mesh for each in before] == [each.mesh for each in after]
    assert look._ground in after


def test_a_landed_stone_lies_in_its_crater_and_the_dust_settles() -> None:
    system = machine()
    look = TrebuchetLook(system)
    simulation = Simulation(system, "dop853", 1e-3)
    simulation.advance(9700)
    y = memoryview(simulation.y)
    frames = [look.frame(system, y, VIEW, 0.0) for _ in range(2)]
    for frame, later in zip(frames, (0.2, 60.0), strict=True):
        look.add_marks(frame, system, y, simulation.events, simulation.events[-1].time + later)
        hole = next(each for each in frame.instances if each.mesh is look.impact.mesh)
        stone = next(each for each in frame.instances if each.mesh is look.meshes[2])
        assert hole.model[3, 0] == pytest.approx(318.055, abs=0.01)
        assert stone.model[3, 0] == hole.model[3, 0]
        assert 0.0 < stone.model[3, 2] < look.plan.ball
    thrown, settled = ([each for each in frame.points if isinstance(each, Points)] for frame in frames)
    assert sum(len(each.positions) for each in thrown) > 100
    assert all(each.positions[:, 2].min() >= 0.0 for each in thrown)
    assert not settled


def test_a_landed_pumpkin_lies_in_pieces() -> None:
    system = machine("pumpkin")
    look, y = TrebuchetLook(system), system.start()
    whole = [each.mesh for each in look.frame(system, memoryview(y), VIEW, 0.0).instances]
    y[PHASE], y[X] = LANDED, 70.0
    frame = look.frame(system, memoryview(y), VIEW, 0.0)
    pieces = [each for each in frame.instances if each.mesh in burst_pumpkin(look.plan.ball)]
    assert look.meshes[2] in whole and look.meshes[2] not in [each.mesh for each in frame.instances]
    assert [each.model[3, 0] for each in pieces] == pytest.approx([70.0, 70.0], abs=1e-4)
    lowest = min(float(corners(each)[:, 2].min()) for each in pieces)
    assert 0.0 < lowest < look.plan.ball, "above the ground, in the crater"


@pytest.mark.parametrize("radius", [0.02, 0.12, 0.4])
def test_a_peg_with_a_flag_stands_beside_the_hole_of_a_stone(radius: float) -> None:
    frame, place = SceneFrame(VIEW, np.zeros(3, np.float32), 5.0), np.array([40.0, 0.0, 0.0], np.float32)
    impact = Impact(radius)
    impact.add(frame, place, math.inf)
    _, stake, flag = frame.instances
    assert np.array_equal(stake.model, flag.model)
    assert stake.model[3, 0] == place[0], "as far as the stone came"
    assert 3.7 * radius < stake.model[3, 1] < 6.0 * radius, "beside the earth round the hole"
    heights = [each.mesh.vertices[:, 2].max() for each in (stake, flag)]
    assert 0.3 <= heights[0] <= 2.2
    assert heights[1] <= heights[0]
    impact.add(frame, place, math.inf)
    assert len(frame.instances) == 3, "one for each place"


def test_the_arcs_end_at_the_parts_whose_angles_they_show() -> None:
    system = machine()
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-3)
    simulation.advance(600)
    y = memoryview(simulation.y)
    frame = look.frame(system, y, VIEW, 0.0)
    look.add_overlays(frame, system, y, LastChange(y, 0.0))
    tip, short, pivot = (look.to_world(place) for place in (system.tip(y), system.short_end(y), np.array([0, 0, 4.0])))
    ends = {
        "α": (pivot, tip),
        "β": (tip, look.to_world(system.pouch(y))),
        "γ": (short, look.to_world(system.weight_at(y))),
    }
    for name, (start, end) in ends.items():
        head = next(arrow.tip for arrow in frame.arrows if arrow.label == name)
        along, measured = (head - start) / np.linalg.norm(head - start), (end - start) / np.linalg.norm(end - start)
        assert along == pytest.approx(measured, abs=1e-4), name
    assert [label.text for label in frame.labels if label.text.startswith("l")] == ["l₁", "l₂", "l₃", "l₅", "l₄"]


def test_earlier_shots_are_drawn_fainter_with_age_and_with_their_ranges() -> None:
    look = TrebuchetLook(machine())
    path = np.array([[0.0, 0.0, 12.0], [150.0, 0.0, 90.0], [300.0, 0.0, 0.14]], np.float32)
    further = np.array([1.0, 0.0, 0.0], np.float32)
    shots = [ShotPath(path + k * further, (0.1 * k, 0.5, 0.5), 300.0 + k) for k in (1, 2)]
    frame = look.frame(machine(), memoryview(machine().start()), VIEW, 0.0)
    before = len(frame.labels)
    look.add_shots(frame, shots)
    newest, older = frame.curves
    assert (newest.color, older.color) == (shots[1].color, shots[0].color)
    assert newest.opacity > older.opacity
    assert [label.text for label in frame.labels[before:]] == ["302.0 m", "301.0 m"]
    holes = [each.model[3, 0] for each in frame.instances if each.mesh is look.impact.mesh]
    assert sorted(holes) == [301.0, 302.0]
    look.add_shots(frame, shots)
    assert len([each for each in frame.instances if each.mesh is look.impact.mesh]) == 2


def test_tips_of_many_states_are_the_positions_of_the_stone() -> None:
    system = machine()
    look = TrebuchetLook(system)
    simulation = Simulation(system, "dop853", 1e-3)
    states = []
    for _ in range(4):
        simulation.advance(600)
        states.append(list(simulation.y))
    places = [look.to_world(system.stone(memoryview(simulation.y)))]
    assert look.tips(system, np.array(states))[-1:] == pytest.approx(np.array(places), rel=1e-6)


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({"material": "pumpkin"}, "pumpkin"),
        ({"material": "diameter", "diameter": 0.0427, "projectile_mass": 0.046}, "ball"),
        ({"material": "density", "density": 7900.0}, "iron"),
        ({"material": "density", "density": 2400.0}, "stone"),
    ],
)
def test_a_projectile_is_drawn_as_its_material_or_one_of_similar_density(given: dict[str, Any], seen: str) -> None:
    system = machine(**given)
    assert projectile_material(system) == seen
    reach = np.linalg.norm(TrebuchetLook(system).meshes[2].vertices[:, :3], axis=1).max()
    assert reach == pytest.approx(0.5 * system.ball, rel=0.03)


def test_a_straight_mesh_is_stretched_between_two_points() -> None:
    start, end = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 7.0])
    rope = Instance(TrebuchetLook(machine())._rope, stretched(start, end, np.eye(3, dtype=np.float32), 2.0))
    assert placed(rope, (0.0, 0.0, 2.0)) == pytest.approx(end)
    assert plan_of(machine()).sling == 5.0


# Bent beam, stops, wind, spin -------------------------------------------------------------------------------


def test_a_bent_beam_has_its_pin_at_the_end_of_the_short_arm() -> None:
    system = machine(bend=0.5)
    y = memoryview(system.start())
    look = TrebuchetLook(system)
    points = look.meshes[0].vertices[:, :3]
    beam = of(look, system, y, 0)
    placed = points @ beam.model[:3, :3] + beam.model[3, :3]
    heel = look.to_world(system.short_end(y))
    pin = placed[np.linalg.norm((placed - heel)[:, [0, 2]], axis=1) < 0.15 * look.plan.depth]
    assert np.ptp(pin[:, 1]) > 1.2 * look.plan.depth, "the pin reaches across, through the end of the short arm"
    straight = TrebuchetLook(machine()).meshes[0].vertices[:, :3]
    assert points[:, 0].max() > straight[:, 0].max() + 0.4 * system.short_arm
    assert points[:, 2].max() == pytest.approx(straight[:, 2].max(), rel=1e-6), "the long arm is the same"


def test_a_prop_adds_struts_to_the_beam() -> None:
    plain, propped = (TrebuchetLook(each).meshes[0].vertices for each in (machine(), machine(hanger_low=0.7)))
    assert len(propped) > len(plain)


@pytest.mark.parametrize("spin", [-300.0, 300.0])
def test_a_distant_ball_in_flight_is_a_dot_whose_arc_turns_with_the_spin(spin: float) -> None:
    system = machine("model", spin=spin)
    run = Simulation(system)
    while run["phase"] < FLIES:
        run.advance(20)
    look = TrebuchetLook(system)
    near = look.to_world(np.array([run["x"], -0.3, run["y"]]))
    frames = []
    for eye in ([0.0, -40.0, 2.0], near):
        frame = SceneFrame(View(np.array(eye, np.float32), VIEW.view, VIEW.projection), np.zeros(3), 1.0)
        look.add_marks(frame, system, run.y, (), run.time)
        frames.append(frame)
    far, close = frames
    assert len(far.points) == 2 and not close.points and not close.curves
    (arc,), place = far.curves, far.points[0].positions[0]
    omega = np.cross(arc.points[0] - place, arc.points[1] - place)
    lift = np.cross(omega, [run["x_dot"], 0.0, run["y_dot"]])
    assert (lift[2] < 0.0) == (spin > 0.0), "topspin pushes down, as in Barmaz, Martelli and Piguet (1.3)"


def test_a_smooth_ball_that_spins_is_painted_and_turns() -> None:
    system = machine(material="iron", spin=40.0)
    run = Simulation(system)
    look = TrebuchetLook(system)
    balls = []
    for _ in range(2):
        run.advance(1200)
        frame = look.frame(system, run.y, VIEW, 0.0)
        (ball,) = [each for each in frame.instances if each.mesh is look.meshes[2]]
        assert isinstance(ball.paint, CheckerPattern) and (ball.mesh.vertices[:, 8] == int(Material.LACQUER)).all()
        balls.append(ball.model[:3, :3])
    assert np.abs(balls[1] - balls[0]).max() > 0.1
    still = machine(material="iron")
    look = TrebuchetLook(still)
    start = look.frame(still, memoryview(still.start()), VIEW, 0.0)
    (plain,) = [each for each in start.instances if each.mesh is look.meshes[2]]
    assert plain.paint is None


WIND_SCALES = ArrowScales({"m/s": UnitScale(10.0, 0.1, 5.0)})


@pytest.mark.parametrize("speed", [-15.0, 4.0])
def test_an_arrow_names_the_wind_and_points_with_it(speed: float) -> None:
    blown, calm = machine(wind_speed=speed), machine()
    frames = [SceneFrame(VIEW, np.zeros(3, np.float32), 1.0) for _ in range(2)]
    for system, frame in zip((blown, calm), frames, strict=True):
        look = TrebuchetLook(system)
        look.add_arrows(frame, system, memoryview(system.start()), WIND_SCALES)
    assert [label.text for label in frames[0].labels] == [f"wind {abs(speed):g} m/s"]
    assert not frames[1].labels and len(frames[0].arrows) == len(frames[1].arrows) + 1
    afar = SceneFrame(View(np.array([0.0, -400.0, 9.0], np.float32), VIEW.view, VIEW.projection), np.zeros(3), 1.0)
    TrebuchetLook(blown).add_arrows(afar, blown, memoryview(blown.start()), WIND_SCALES)
    for frame in (frames[0], afar):
        arrow = frame.arrows[-1]
        assert (arrow.tip[0] - arrow.tail[0]) * speed > 0.0
        assert np.linalg.norm(arrow.tip - arrow.tail) == pytest.approx(0.1 * abs(speed), rel=1e-4)
        assert frame.labels[-1].text == f"wind {abs(speed):g} m/s"


def test_the_force_of_the_wind_is_seen_in_the_swing() -> None:
    """Against a headwind and a tailwind, near the end of the same swing; half of rho A C_d v², v in the air."""
    sizes = []
    for speed in (-15.0, 0.0, 15.0):
        system = machine(wind_speed=speed, air="sling")
        run = Simulation(system, "rk4", 1e-3)
        run.advance(750)
        y, look = run.y, TrebuchetLook(system)
        assert has_projectile(y[PHASE])
        frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
        look.add_arrows(frame, system, y, ArrowScales({"N": UnitScale(1e3, 1e-3, math.inf)}))
        (arrow,) = [each for each in frame.arrows if each.label.startswith("air ")]
        v = np.array([y[V_X] - speed, 0.0, y[V_Y]])
        area = math.pi / 4.0 * system.ball**2
        force = 0.5 * system.air_density * area * system.drag_coefficient * float(v @ v)
        assert arrow.label == f"air {force:.1f} N"
        way = arrow.tip - arrow.tail
        sizes.append(float(np.linalg.norm(way)))
        assert sizes[-1] == pytest.approx(1e-3 * force, rel=1e-4), "in the scale of the other forces"
        assert way @ v == pytest.approx(-sizes[-1] * float(np.linalg.norm(v)), rel=1e-5)
    assert max(sizes) > 1.3 * min(sizes), "wind makes a difference that is seen"
    frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    look.add_arrows(frame, machine(), y, ArrowScales({"N": UnitScale(1e3, 1e-3, math.inf)}))
    assert frame.arrows
    assert not [each for each in frame.arrows if each.label.startswith("air ")], "where it acts in flight alone"


def test_the_flight_without_wind_is_dashed_beyond_a_headwinds() -> None:
    system = machine(wind_speed=-15.0)
    run = Simulation(system)
    run.compile()
    while run["phase"] < 4.0:
        run.advance(10)
    look, frame = TrebuchetLook(system), SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    look.add_marks(frame, system, run.y, run.events, run.time)
    path, ring, pin = frame.curves
    assert np.isnan(path.points).any()
    assert np.nanmax(path.points[:, 0]) > run["x"] + 20.0
    (label,) = frame.labels
    assert label.text.endswith(" m without wind")
    landing = float(label.text.split()[0])
    assert pin.points[:, 0] == pytest.approx(landing, abs=0.06), "a pin where the stone would land"
    assert np.linalg.norm(ring.points[:, :2] - [landing, 0.0], axis=1).max() < 5.0 * look.plan.ball
    for other, words in ((machine(), []), (machine(spin=-50.0), [" m without spin"])):
        frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
        TrebuchetLook(other).add_marks(frame, other, run.y, run.events, run.time)
        assert [label.text.lstrip("0123456789.") for label in frame.labels] == words


@pytest.mark.parametrize("angle", [-2.0, -1.2, -0.5, 0.0])
def test_a_beam_at_a_stop_of_the_frame_touches_its_bar(angle: float) -> None:
    system = machine(begin="given", beam_stops="angles", beam_low=angle)
    plan, plain = plan_of(system), plan_of(machine())
    assert plan.bars == ((angle, 1.0),)
    added = ground_frame(plan).vertices[len(ground_frame(plain).vertices) :, :3]
    rope = added[np.abs(added[:, 1]) < 0.81 * plan.gap] - (0.0, 0.0, plan.axle)
    across = np.array([-math.cos(angle), 0.0, -math.sin(angle)])
    nearest, reach = (rope @ across).max(), rope @ np.array([-math.sin(angle), 0.0, math.cos(angle)])
    assert nearest == pytest.approx(-0.5 * plan.depth, abs=0.3 * plan.depth), "it meets the beam's side"
    assert 0.2 * plan.long < reach.min() < reach.max() < 0.55 * plan.long
    assert plan_of(system.replace({"beam_low": -math.pi})).bars == ()


@pytest.mark.parametrize(("name", "way"), [("sling_low", 1.0), ("sling_high", -1.0)])
def test_a_sling_at_its_stop_lies_on_the_fork_of_the_tip(name: str, way: float) -> None:
    angle = 0.6 if way > 0.0 else 4.0
    system = machine(begin="given", **{name: angle})
    plan = plan_of(system).moving
    assert plan.catches == ((angle, way),) and plan.sling == system.sling
    plain, forked = (TrebuchetLook(each).meshes[0].vertices for each in (machine(), system))
    added = forked[np.abs(forked[:, 2] - plan.long) < 0.2 * system.sling, :3] - (0.0, 0.0, plan.long)
    assert len(forked) > len(plain)
    beyond = added @ np.array([-math.cos(angle), 0.0, math.sin(angle)]) * way
    along = added @ np.array([-math.sin(angle), 0.0, -math.cos(angle)])
    far = along > 0.06 * system.sling
    assert np.any(far)
    assert beyond[far].max() < 0.3 * plan.tip, "the crosspiece is beside the ropes, not in their way"


def test_no_town_stands_over_a_machine_that_hardly_throws() -> None:
    look = TrebuchetLook(machine(projectile_mass=600.0))
    nearest = min(np.linalg.norm(corners(each)[:, :2], axis=1).min() for each in town(look._reach))
    assert nearest > 3.0 * look.radius
    assert TrebuchetLook(machine())._reach > look._reach


@pytest.mark.parametrize("spin", [-350.0, 350.0])
def test_quarters_on_a_spinning_ball_turn_so_that_omega_cross_v_is_the_way_of_the_magnus_force(spin: float) -> None:
    """omega is found from the drawn models alone: R'(t) Rᵀ = [omega]×. Backspin lifts, topspin presses down."""
    system = machine("model", spin=spin, material="lead")
    look = TrebuchetLook(system)
    simulation = Simulation(system, "rk4", 1e-4)
    while not any(event.name == "release" for event in simulation.events):
        simulation.advance(50)
    simulation.advance(1)
    turns = []
    for _ in range(2):
        y = memoryview(simulation.y)
        ball = of(look, system, y, 2)
        assert isinstance(ball.paint, CheckerPattern)
        turns.append(ball.model[:3, :3].T.astype(float))
        velocity = np.array([y[system.index("x_dot")], 0.0, y[system.index("y_dot")]])
        force = np.array(air_force(velocity[0], velocity[2], system.p)) - drag_force(velocity[0], velocity[2], system.p)
        simulation.advance(1)
    rate = (turns[1] - turns[0]) / 1e-4 @ (0.5 * (turns[0] + turns[1])).T
    omega = np.array([rate[2, 1] - rate[1, 2], rate[0, 2] - rate[2, 0], rate[1, 0] - rate[0, 1]]) / 2.0
    assert omega == pytest.approx([0.0, spin, 0.0], rel=1e-2, abs=0.1)
    way = np.cross(omega, velocity)
    assert force == pytest.approx(way[[0, 2]] * np.linalg.norm(force) / np.linalg.norm(way), rel=1e-2)
    assert bool(force[1] > 0.0) is (spin < 0.0)
