"""Animated glTF: files that a reader of its own opens again, with the poses of `physics.simulate`."""

import json
import math
import shutil
import struct
import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

import physics
from game.camera.camera import Camera
from game.export import glb_file
from game.export.glb_container import GlbContainer
from game.export.glb_file import export_glb, key_times, trace_points
from game.export.glb_motion import NodeAnimation
from game.export.glb_surfaces import CheckerPattern, cut_checkers, material_parts, painted
from game.export.pose_recording import run_scene
from game.looks import look_for
from game.looks.kit import shapes
from game.model.frame import SurfacePattern
from game.model.material import Material
from game.scenefile import MeasuredSpec, presets
from game.session.open_scene import load
from physics import BadInput

WEB = Path(__file__).parents[3] / "web"
VALIDATE = Path(__file__).with_name("validate_glb.mjs")
TYPES = {5126: "<f4", 5123: "<u2", 5125: "<u4"}
WIDE = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""From a world whose y axis points up to one whose z axis does, for column vectors."""
FAMILIES = ("fast-cone", "coin", "book", "rattleback", "double-pendulum", "trebuchet", "bungee")
"""Presets of which each stands for those like it; chains take long to open, and are left to `make test-all`."""


class Glb:
    """A file, read as its specification says."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        magic, version, length, size, kind = struct.unpack_from("<4sIII4s", data)
        assert (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON")
        self.content = json.loads(data[20 : 20 + size])
        self.buffer = data[28 + size :]
        self.nodes = {node["name"]: node for node in self.content["nodes"]}

    def read(self, index):
        accessor = self.content["accessors"][index]
        view = self.content["bufferViews"][accessor["bufferView"]]
        wide = WIDE[accessor["type"]]
        flat = np.frombuffer(
            self.buffer, TYPES[accessor["componentType"]], accessor["count"] * wide, view["byteOffset"]
        )
        return flat.reshape(-1, wide)

    def channel(self, name, path):
        """The times and values of a node's animation."""
        number = self.content["nodes"].index(self.nodes[name])
        animation = self.content["animations"][0]
        for channel in animation["channels"]:
            if channel["target"] == {"node": number, "path": path}:
                sampler = animation["samplers"][channel["sampler"]]
                return self.read(sampler["input"])[:, 0], self.read(sampler["output"])
        raise KeyError(name, path)

    def lines(self, name):
        primitives = self.content["meshes"][self.nodes[name]["mesh"]]["primitives"]
        return [self.read(each["attributes"]["POSITION"]) for each in primitives]


def turned(quaternion):
    """The rotation (3, 3) of a quaternion x, y, z, w."""
    x, y, z, w = map(float, quaternion)
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


@pytest.fixture(scope="module")
def scene():
    return load("double-pendulum").changed(dt=1e-3, duel=(), speed=1.0)


@pytest.fixture(scope="module")
def exported(scene, tmp_path_factory):
    return export_glb(scene, tmp_path_factory.mktemp("glb") / "double.glb", duration=0.6, fps=50)


@pytest.fixture(scope="module")
def glb(exported):
    return Glb(exported.path)


@pytest.fixture(scope="module")
def rows(scene):
    system = physics.system(scene.system, scene.parameters, scene.initial)
    run = physics.simulate(system, 0.6, 1e-3, scene.integrator, settings=scene.settings)
    return system, np.stack([run[variable.name] for variable in system.variables], axis=1)


def test_bodies_have_the_poses_of_the_simulation(glb, rows):
    system, states = rows
    lift = look_for(system).lift
    moved = 0
    for number, body in enumerate(system.bodies(memoryview(system.start()))):
        times, turns = glb.channel(body.name, "rotation")
        assert times[0] == 0.0 and times[-1] == pytest.approx(0.599, abs=1e-6) and len(times) == 31
        for time, turn in zip(times, turns, strict=True):
            y = memoryview(np.ascontiguousarray(states[round(1000 * float(time))]))
            there = system.bodies(y)[number]
            assert np.abs(Z_UP @ turned(turn) - there.rotation).max() < 2e-6
        try:
            places = glb.channel(body.name, "translation")[1]
            moved += 1
        except KeyError:
            places = np.array(glb.nodes[body.name]["translation"])[None]
        assert len(places) in (1, len(times))
        assert np.abs(Z_UP @ places[-1] - there.position - (0.0, 0.0, lift)).max() < 2e-6
    assert moved


def test_traces_are_lines_through_the_simulated_places(glb, rows):
    system, states = rows
    lift = look_for(system).lift
    (line,) = glb.lines("trace of tip")
    assert len(line) > 100
    for point, time in ((line[0], 0), (line[-1], 599)):
        place = system.traces(memoryview(np.ascontiguousarray(states[time])))["tip"]
        assert np.abs(Z_UP @ point - place - (0.0, 0.0, lift)).max() < 2e-6


def test_what_the_file_says_of_itself(glb, scene):
    asset, extras = glb.content["asset"], glb.content["scenes"][0]["extras"]
    assert asset == {"version": "2.0", "generator": f"Polhode {physics.__version__}"}
    assert extras["name"] == "double-pendulum" and extras["units"]["length"] == "m"
    assert extras["method"]["name"] == scene.integrator and extras["method"]["step"] == 1e-3
    assert all(set(each) == {"value", "unit", "meaning"} for each in extras["parameters"].values())
    assert glb.content["animations"][0]["extras"]["simulated_seconds"] == pytest.approx([0.0, 0.599], abs=1e-9)


def test_camera_looks_at_the_bodies(glb):
    node = glb.nodes["camera"]
    forward = turned(node["rotation"]) @ (0.0, 0.0, -1.0)
    to_origin = -np.array(node["translation"])
    assert forward @ to_origin > 0.9 * np.linalg.norm(to_origin)
    assert 0.1 < glb.content["cameras"][0]["perspective"]["yfov"] < 2.0


def test_what_turns_fast_has_keys_enough(tmp_path):
    scene = load("fast-cone")
    done = export_glb(scene, tmp_path / "cone.glb", duration=0.2, fps=10)
    glb = Glb(done.path)
    name = scene.simulation().system.bodies(memoryview(scene.simulation().system.start()))[0].name
    times, turns = glb.channel(name, "rotation")
    assert times[-1] == pytest.approx(0.2, abs=0.01), "however many keys there are"
    assert done.keys > 10 and len(turns) == round(0.2 * done.keys) + 1
    steps = 2.0 * np.arccos(np.abs((turns[1:] * turns[:-1]).sum(axis=1)).clip(0, 1))
    assert 0.3 < steps.max() < 1.6
    assert ((turns[1:] * turns[:-1]).sum(axis=1) > 0.0).all(), "the shorter way from key to key"


@pytest.mark.parametrize(
    ("duration", "fps", "message"),
    [(0.0, 60, "duration = 0 s"), (math.nan, 60, "duration = nan s"), (1e4, 60, "at most 120 s"), (1.0, 0, "fps = 0")],
)
def test_bad_input_is_named(duration, fps, message, tmp_path):
    with pytest.raises(BadInput, match=message):
        export_glb(load("fast-cone"), tmp_path / "x.glb", duration, fps)
    assert not list(tmp_path.iterdir())


def test_a_coin_is_an_edge_and_two_faces_with_what_is_struck_on_them(tmp_path):
    glb = Glb(export_glb(load("coin"), tmp_path / "coin.glb", duration=0.05, fps=20).path)
    materials = glb.content["materials"]
    struck = [number for number, each in enumerate(materials) if "normalTexture" in each]
    meshes = [mesh["primitives"] for mesh in glb.content["meshes"]]
    (coin,) = [parts for parts in meshes if {part.get("material") for part in parts} & set(struck)]
    edge, faces = sorted(coin, key=lambda part: part["material"] in struck)
    assert edge["material"] not in struck and faces["material"] in struck
    extent = []
    for part in (edge, faces):
        points, corners = glb.read(part["attributes"]["POSITION"]), glb.read(part["indices"])[:, 0]
        assert len(corners) % 3 == 0 and set(corners) == set(range(len(points)))
        extent.append(np.ptp(points, axis=0))
    assert extent[0][:2] == pytest.approx(extent[1][:2], rel=0.03)
    normals, places = (glb.read(faces["attributes"][name]) for name in ("NORMAL", "TEXCOORD_0"))
    assert np.abs(normals[:, 2]).max() == pytest.approx(1.0) and {*np.sign(normals[:, 2])} >= {-1.0, 1.0}
    assert places.min() >= 0.0 and places.max() <= 1.0 and (np.ptp(places, axis=0) > 0.4).all()


def test_checkers_are_cut_where_the_colours_change():
    part = material_parts(shapes.ellipsoid((1.0, 2.0, 3.0), material=Material.LACQUER))[0]
    octants = CheckerPattern((2.0, 4.0, 6.0), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0))
    light, dark = cut_checkers(part, octants)

    def area(piece):
        a, b, c = (piece.rows[piece.indices][k::3, :3] for k in range(3))
        return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()

    assert area(light) + area(dark) == pytest.approx(area(part), rel=1e-6)
    assert area(light) == pytest.approx(area(dark), rel=1e-6)
    for piece, sign in ((light, 1.0), (dark, -1.0)):
        assert (sign * np.prod(piece.rows[piece.indices, :3].reshape(-1, 3, 3).mean(axis=1), axis=1) > 0.0).all()


def test_sectors_are_painted_between_their_arc_lengths():
    paint = SurfacePattern(4, (0.25, 0.5), (0.5, 0.5, 0.5), (0.1, 0.1, 0.1))
    picture = painted(Material.IVORY, paint, (1.0, 1.0, 1.0), 1.0, 1.0)
    height, width = picture.shape[:2]
    middle = picture[int(0.4 * height)]
    assert middle[width // 8, 0] == 0.5 and middle[3 * width // 8, 0] == 0.1 and middle[5 * width // 8, 0] == 0.5
    assert picture[int(0.9 * height), width // 2, 0] == pytest.approx(0.78, abs=0.01)


def run_at(*times):
    """A run with moments at these times."""
    return SimpleNamespace(moments=[SimpleNamespace(time=time) for time in times])


@pytest.mark.parametrize("speed", [0.5, 1.0, 4.0])
def test_keys_are_at_the_times_of_the_states_or_where_these_pass_unevenly_at_equal_steps(speed):
    states = 3.0 + speed * np.array([0.0, 0.09, 0.21, 0.3])
    assert key_times(run_at(*states), speed, 10) == pytest.approx([0.0, 0.09, 0.21, 0.3])
    late = 3.0 + speed * np.array([0.0, 0.1, 0.2, 0.44])
    assert key_times(run_at(*late), speed, 10) == pytest.approx([0.0, 0.1, 0.2, 0.44]), "off by more than a step"
    even = [0.0, 0.1, 0.2, 0.3]
    assert key_times(run_at(*(3.0 + speed * np.array([0.0, 0.09, 0.21, 0.46]))), speed, 10) == pytest.approx(even)
    assert key_times(run_at(*(3.0 + speed * np.array([0.0, 0.1, 0.1, 0.3]))), speed, 10) == pytest.approx(even)


def test_all_simulated_times_are_told_where_time_passes_unevenly():
    times = np.array([0.0, 0.1, 0.2])
    assert glb_file._simulated(times, run_at(1.0, 1.05, 1.1), 0.5) == [1.0, 1.1]
    assert glb_file._simulated(times, run_at(1.0, 1.06, 1.1), 0.5) == [1.0, 1.06, 1.1]


def test_axes_of_a_camera_become_rotations():
    random = np.random.default_rng(3)
    exact = np.array([np.linalg.qr(random.normal(size=(3, 3)))[0] for _ in range(9)])
    found = glb_file._orthonormal(exact + random.uniform(-1e-3, 1e-3, exact.shape))
    assert found @ np.swapaxes(found, 1, 2) == pytest.approx(np.array([np.eye(3)] * 9), abs=1e-14)
    assert found == pytest.approx(exact, abs=2e-3)


def test_a_camera_has_the_angle_and_the_bounds_of_its_view(tmp_path):
    file = GlbContainer("x")
    moving = NodeAnimation(file, np.array([0.0, 1.0]), 1)
    views = []
    for azimuth in (-60.0, 20.0):
        camera = Camera((0.1, 0.2, 0.3), 1.0)
        camera.set_pose({"azimuth": azimuth})
        camera.settle()
        views.append(camera.view(16 / 9))
    glb_file._camera(file, moving, views)
    moving.write({})
    (tmp_path / "a.glb").write_bytes(file.packed())
    glb = Glb(tmp_path / "a.glb")
    perspective = glb.content["cameras"][0]["perspective"]
    projection = np.asarray(views[0].projection, float)
    assert math.tan(0.5 * perspective["yfov"]) == pytest.approx(1.0 / projection[1, 1])
    assert perspective["aspectRatio"] == pytest.approx(16 / 9)
    near = np.array([0.0, 0.0, -perspective["znear"], 1.0]) @ projection
    assert near[2] / near[3] == pytest.approx(-1.0, abs=1e-5), "the near plane"
    far = np.array([0.0, 0.0, -perspective["zfar"], 1.0]) @ projection
    assert far[2] / far[3] == pytest.approx(1.0, abs=1e-3), "the far plane"
    places, turns = glb.channel("camera", "translation")[1], glb.channel("camera", "rotation")[1]
    for view, place, turn in zip(views, places, turns, strict=True):
        assert Z_UP @ place == pytest.approx(np.asarray(view.eye, float), abs=1e-5)
        axes = Z_UP @ turned(turn)
        assert axes == pytest.approx(np.asarray(view.view, float)[:3, :3], abs=1e-5)


def test_a_file_has_as_many_keys_as_the_fastest_body_asks_for(scene):
    fast = load("fast-cone")
    system = fast.simulation().system
    rate = abs(system.bodies(memoryview(system.start()))[0].spin_rate)
    for fps in (5, 50, 240):
        needed = rate * fast.speed / (fps * 1.5)
        assert needed - 0.1 <= glb_file._stride(fast, fps, 1.0) <= 1.3 * needed + 1.0
    faster = fast.changed(speed=30.0 * fast.speed)
    assert glb_file._stride(faster, 10, 1.0) > 24000 // 1200 == glb_file._stride(faster, 10, 120.0)
    assert glb_file._stride(scene, 240, 1.0) == 1


def test_traces_begin_and_end_with_the_run(scene):
    later = scene.changed(time=0.3, speed=0.5)
    run = run_scene(later, 0.4, 50)
    found = trace_points(later, run)
    first, last = (run.session.simulation.system.traces(run.moments[k].y)["tip"] for k in (0, -1))
    assert found["tip"][0] == pytest.approx(np.asarray(first), abs=1e-9)
    assert found["tip"][-1] == pytest.approx(np.asarray(last), abs=1e-9)
    assert len(found["tip"]) == pytest.approx(run.look.trace_rate / 0.5 * (run.moments[-1].time - 0.3), rel=0.2)


def test_progress_is_told_from_the_first_to_the_last_step(scene, tmp_path):
    told = []
    done = export_glb(scene, tmp_path / "a.glb", 0.1, 20, lambda step, steps: told.append((step, steps)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert done.size == (tmp_path / "a.glb").stat().st_size and done.seconds == pytest.approx(0.1)
    duel = scene.changed(duel=("rk4",))
    assert "the ghosts of other methods" in export_glb(duel, tmp_path / "b.glb", 0.1, 20).left_out
    assert "the ghosts of other methods" not in done.left_out and done.left_out[:3] == [
        "floor and background", "lights", "vectors and labels",
    ]  # fmt: skip


def validate(name, folder):
    if not shutil.which("node") or not (WEB / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("Node.js or gltf-validator is missing: npm install in web/")
    done = export_glb(load(name), folder / f"{name}.glb", duration=0.2)
    said = subprocess.run(["node", VALIDATE, done.path], capture_output=True, text=True, check=True, timeout=300)
    issues = json.loads(said.stdout)
    assert issues["numErrors"] == 0 and issues["numWarnings"] == 0, issues["messages"][:5]
    assert done.left_out and done.seconds <= 0.2 + 1e-9


@pytest.mark.parametrize("name", FAMILIES)
def test_files_are_valid(name, tmp_path):
    validate(name, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in presets() if name not in FAMILIES])
def test_files_of_all_presets_are_valid(name, tmp_path):
    validate(name, tmp_path)


def test_what_a_scene_asks_for_and_a_file_has_not_is_named(scene, monkeypatch):
    run = run_scene(scene, 0.05, 20)
    monkeypatch.setattr(glb_file, "add_parts", lambda *given: ([], ["a part"]))
    monkeypatch.setattr(glb_file, "_traces", lambda *given: [])
    monkeypatch.setattr(glb_file, "_about", lambda *given: {})
    overlays = scene.overlays

    def named(changed):
        monkeypatch.setattr(glb_file, "Surfaces", lambda *given: SimpleNamespace(used=used, mesh=None))
        return glb_file._fill(GlbContainer("x"), changed, run, 20, 1)[3:]

    used = set()
    bare = scene.changed(duel=(), measured=None, overlays=replace(overlays, sculpture=False))
    assert named(bare) == ["a part"]
    for changed, words in (
        (bare.changed(duel=("rk4",)), "the ghosts of other methods"),
        (bare.changed(measured=MeasuredSpec("a.csv")), "the measured motion"),
        (bare.changed(ensemble=replace(bare.ensemble, copies=3)), "the ensemble"),
        (bare.changed(overlays=replace(overlays, sculpture=True)), "the phase sculpture"),
    ):
        assert named(changed) == ["a part", words]
    patterned = [kind for kind in Material if kind.kind.patterned and not kind.kind.picture and kind.kind.paint == ""]
    used = set(patterned[:1])
    assert named(bare) == ["a part", "grain and speckle of materials without pictures"]
    used = {kind for kind in Material if kind.kind.picture or kind.kind.paint or not kind.kind.patterned}
    assert named(bare) == ["a part"]


@pytest.mark.parametrize(("duration", "fps", "taken"), [
    (120.0, 60, True), (120.1, 60, False), (1.0, 1, True), (1.0, 240, True), (1.0, 241, False), (1e-6, 60, True),
])  # fmt: skip
def test_durations_and_rates_up_to_their_bounds_are_taken(monkeypatch, tmp_path, duration, fps, taken):
    class TakenError(Exception):
        pass

    def begun(done, steps):
        raise TakenError

    with pytest.raises(TakenError if taken else BadInput):
        export_glb(load("fast-cone"), tmp_path / "x.glb", duration, fps, begun)


def test_places_of_lines_have_their_bounds(glb):
    """The format wants them of every attribute POSITION."""
    for mesh in glb.content["meshes"]:
        for primitive in mesh["primitives"]:
            entry = glb.content["accessors"][primitive["attributes"]["POSITION"]]
            assert len(entry["min"]) == len(entry["max"]) == 3
            assert all(low <= high for low, high in zip(entry["min"], entry["max"], strict=True))
