"""What a page draws: its geometry read again, what its parts hang on, the shapes and spheres of its bodies."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from game.camera.camera import Camera
from game.export.attachment import Hung
from game.export.exported_picture import (
    EVERYWHERE,
    Shown,
    _geometry,
    _ghost_programs,
    _meshes,
    _mirrored,
    _programs,
    _sheets,
    _spheres,
    describe_picture,
    followed,
    frame_of,
    phase_of,
    tension_numbers,
    tensions_of,
)
from game.export.sections import Sections
from game.export.shader_translation import ProgramSources
from game.looks import look_for
from game.looks.generic import LastChange, axes_in_world, further_points, whole_pose
from game.looks.kit import shapes
from game.looks.kit.tension_tints import TensionTints
from game.model.frame import Instance, SceneFrame, Surroundings
from game.model.hold import World
from game.model.material import Material
from game.render.meshes.mesh_buffers import INSTANCE_FLOATS
from game.session.open_scene import load
from tests.game.export.test_pose_recording import columns, stored

RANDOM = np.random.default_rng(12)
VIEW = Camera((0.0, 0.0, 1.0), 1.0).view(16 / 9)
SCALE = TensionTints((0.0, 1.0, 4.0), ((0.0, 0.1, 0.9), (0.5, 0.5, 0.2), (0.9, 0.1, 0.0)))
PULLS = [np.array(row) for row in ([0.5, 2.0, 0.5], [3.0, 1.5, 3.0], [0.0, 0.7, 0.0])]


def shown(system, **initial):
    y = memoryview(system.replace(initial=initial).start() if initial else system.start())
    return Shown(system, y, VIEW, LastChange(y, 0.0))


@pytest.fixture(scope="module")
def double():
    system = load("double-pendulum").simulation().system
    names = [variable.name for variable in system.entries()]
    turns = RANDOM.uniform(-2.0, 2.0, (6, 2))
    return system, look_for(system), [shown(system, **{names[0]: a, names[1]: b}) for a, b in turns]


def placement(rotation, place):
    model = np.eye(4)
    model[:3, :3], model[3, :3] = rotation, place
    return model


def turned():
    q, _ = np.linalg.qr(RANDOM.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


BODIES = [[placement(turned(), RANDOM.normal(size=3)) for _ in range(2)] for _ in range(5)]


def test_a_body_is_where_its_look_lifts_it_to(double):
    system, look, states = double
    models = whole_pose(look, states[0].system, states[0].y)
    bodies, traces = system.bodies(states[0].y), system.traces(states[0].y)
    assert len(models) == len(bodies) + len(traces)
    for model, body in zip(models, bodies, strict=False):
        point = np.array([0.1, 0.2, 0.3])
        world = look.to_world(np.asarray(body.position) + np.asarray(body.rotation) @ point)
        assert [*point, 1.0] @ model == pytest.approx([*world, 1.0])
    for model, place in zip(models[len(bodies) :], traces.values(), strict=True):
        assert np.array_equal(model[:3, :3], np.eye(3)) and model[3, :3] == pytest.approx(
            look.to_world(np.asarray(place))
        )
    assert np.array_equal(axes_in_world(look, np.zeros(3), np.eye(3))[3, :3], look.to_world(np.zeros(3)))


def test_a_frame_has_all_scenery_and_the_view_that_was_asked_for(double):
    _, look, states = double
    away = Camera((900.0, 0.0, 1.0), 0.1).view(16 / 9)
    frames = [frame_of(look, each, overlays=False) for each in (states[0], states[0]._replace(view=away))]
    assert len(frames[0].instances) == len(frames[1].instances) and EVERYWHERE > 1e6
    assert [frame.view for frame in frames] == [states[0].view, away]
    assert not any(frame.labels or frame.arrows for frame in frames)


def test_scenery_that_is_out_of_sight_is_there_too():
    system = load("bungee").simulation().system
    look, state = look_for(system), shown(system)
    ahead = Camera(tuple(look.focus), look.radius).view(16 / 9)
    turned_away = (np.asarray(ahead.view) @ np.diag([-1.0, 1.0, -1.0, 1.0])).astype(np.float32)
    counts = []
    for view in (ahead, replace(ahead, view=turned_away)):
        seen = len(look.frame(system, state.y, view, 0.0).instances)
        counts.append(len(frame_of(look, state._replace(view=view), overlays=False).instances))
        assert counts[-1] > 2 * seen
    assert counts[0] == counts[1]


def test_what_spins_says_by_how_many_turns_in_a_second():
    """A page blurs the paint of what does, as fast as it turns there."""
    system = load("fast-cone").simulation().system
    state = shown(system)
    (body,) = system.bodies(state.y)
    top, *still = frame_of(look_for(system), state, overlays=False).instances
    assert top.spin_blur == pytest.approx(abs(body.spin_rate) / (2.0 * math.pi)) and top.spin_blur > 1.0
    assert not any(each.spin_blur for each in still)


def test_the_phase_of_a_state_are_its_discrete_variables():
    system = load("bent-beam").simulation().system
    start = shown(system)
    assert phase_of(system, start.y) == tuple(start.y[k] for k in system.places("discrete")) != ()


@pytest.mark.parametrize(
    ("preset", "found"),
    [("wheel", [0, 0.0, 0.04]), ("coin", [0, 0.0, 0.0, 0.0]), ("levitron", [-1, 0.0, 0.0]), ("double-pendulum", None)],
)
def test_the_middle_of_a_look_is_on_a_body_above_it_in_the_world_or_on_nothing(preset, found):
    system = load(preset).simulation().system
    look = look_for(system)
    middle = look.middle(system, memoryview(system.start()))
    made = followed(look, system)
    assert (found is None and made is None) or made[: len(found)] == pytest.approx(found, abs=1e-12)
    assert made is None or (made[0] >= 0 and len(made) == 4) or made[-1] == pytest.approx(middle[2])


@pytest.mark.parametrize(
    "mesh", [shapes.sphere(0.3), shapes.lathe([(0.1, 0.0), (0.3, 0.5), (0.1, 0.6)], [Material.BRASS, Material.IVORY])]
)
def test_a_mesh_is_read_again(mesh):
    sections = Sections()
    found = _geometry(mesh, sections)
    rows, error = columns(sections, found["vertices"])
    assert (np.abs(rows - mesh.vertices)[:, :3] <= error[:3] + 1e-9).all() and np.abs(rows - mesh.vertices)[
        :, 3:6
    ].max() < 2e-3
    assert np.array_equal(np.rint(rows[:, 8]), mesh.vertices[:, 8])
    planes = stored(sections, found["triangles"]).reshape(3, -1).astype(int)
    folded = planes[0] + 256 * planes[1] + 65536 * planes[2]
    indices = np.cumsum(np.where(folded % 2 == 1, -(folded + 1) // 2, folded // 2))
    expected = {tuple(each) for each in mesh.indices.reshape(-1, 3).tolist()}
    triangles = indices.reshape(-1, 3)
    assert {tuple(each) for each in triangles.tolist()} == expected and len(triangles) == len(expected)
    assert sum(length for _, _, length in found["parts"]) == len(indices)
    for kind, first, length in found["parts"]:
        own = set(mesh.vertices[indices[first : first + length], 8].astype(int).tolist())
        assert kind is None or kind in own


def frames_with(spheres=None, mirrored=None, stage=Surroundings.STUDIO, on=()):
    """Frames at the states of `BODIES` with the spheres and mirrored shapes that a state has; on: what they are on."""
    frames = []
    for state in BODIES:
        frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0, stage=stage)
        frame.occluders_on = frame.mirrored_on = on
        if spheres:
            frame.occluders = np.array(spheres(state), np.float32)
        if mirrored:
            frame.mirrored = np.array(mirrored(state), np.float32)
        frames.append(frame)
    return frames


def test_spheres_that_shade_the_floor_hang_on_bodies():
    local = np.array([0.1, -0.2, 0.3, 1.0])
    frames = frames_with(lambda state: [
        [*(local @ state[1])[:3], 0.25], [*RANDOM.normal(size=3), 0.5], [1.0, 2.0, 3.0, 0.75], [1.0, 2.0, 3.0, 1.0],
    ], on=(1, 0, -1, None))  # fmt: skip
    on_body, still = _spheres(frames, BODIES)
    assert on_body == pytest.approx([1, *local[:3], 0.25], abs=1e-5) and still == [-1, 1.0, 2.0, 3.0, 0.75]
    frames[3].occluders = frames[3].occluders[:1]
    assert len(_spheres(frames, BODIES)) == 1, "what a state has not is none"


def test_mirrored_shapes_hang_on_bodies():
    ends = np.array([[0.1, 0.0, 0.0, 1.0], [0.0, 0.2, 0.3, 1.0]])

    def shapes_at(state):
        later = 0.0 if state is BODIES[0] else 0.1
        rod = [[*(ends[0] @ state[1])[:3], 0.25 + later], [*(ends[1] @ state[1])[:3], 0.5 - later],
               [0.9, 0.8 - later, 0.7, 0.0]]  # fmt: skip
        free = [[*RANDOM.normal(size=3), 0.25], [*(ends[1] @ state[1])[:3], 0.5], [0.9, 0.8, 0.7, 0.0]]
        return [rod, free]

    found, counts = _mirrored(frames_with(mirrored=shapes_at, on=(1, 1)), BODIES)
    assert len(found) == 1 and sum(counts.values()) == 1
    assert [end[0] for end in found[0]["ends"]] == [1, 1]
    assert [end[1:] for end in found[0]["ends"]] == [pytest.approx(end[:3], abs=1e-5) for end in ends.tolist()]
    assert (found[0]["radius"], found[0]["width"]) == (0.25, 0.5), "as at the start"
    assert found[0]["color"] == pytest.approx([0.9, 0.8, 0.7])
    assert _mirrored(frames_with(mirrored=shapes_at, stage=Surroundings.FIELD), BODIES)[0] == [], "none on a meadow"


@pytest.fixture(scope="module")
def picture(double):
    _, look, states = double
    sections = Sections()
    return describe_picture(look, states[:4], states[4:], [], False, sections), sections


def test_each_instance_is_in_one_mesh_and_hangs_as_it_is_drawn(double, picture):
    _, look, states = double
    (found, sections) = picture
    frames = [frame_of(look, state, overlays=False) for state in states]
    every = sorted(k for mesh in found.described["meshes"] for k in mesh["index"])
    assert every == list(range(len(frames[0].instances))) and found.moving == {} and found.left_out == []
    kinds = set()
    for mesh in found.described["meshes"]:
        assert len(stored(sections, mesh["rows"])) == INSTANCE_FLOATS * len(mesh["index"])
        for k, hung in zip(mesh["index"], mesh["hung"], strict=True):
            models = np.array([np.asarray(frame.instances[k].model, float) for frame in frames])
            assert (hung["kind"] == 0) == (np.ptp(models, axis=0).max() < 1e-4)
            kinds.add(hung["kind"])
            if hung["kind"] == 1:
                bodies = [whole_pose(look, state.system, state.y)[hung["body"]] for state in states]
                local = np.array([model @ np.linalg.inv(body) for model, body in zip(models, bodies, strict=True)])
                assert np.ptp(local, axis=0).max() < 1e-4
            assert "own" not in hung and "tension" not in hung
    assert {0, 1} <= kinds


def test_what_a_page_says_of_its_scene(double, picture):
    _, look, states = double
    described = picture[0].described
    frame = frame_of(look, states[0], overlays=False)
    assert described["stage"] == int(frame.stage) and described["bright"] == frame.bright
    assert described["radius"] == float(frame.radius) and described["lift"] == float(look.lift)
    assert described["middle"] == [float(x) for x in look.focus]
    assert described["focus"] == pytest.approx([-1, *map(float, frame.focus)], abs=1e-5)
    assert described["tints"] is None and described["curves"] == described["dots"] == []
    numbers = [
        n
        for mesh in described["meshes"]
        for group in ("draw", "mirror", "polished")
        for n in mesh.get(group, {}).values()
    ]
    assert numbers and max(numbers) < len(described["programs"])
    sheets = described["sheets"]
    assert set(sheets) == {"sky", "grid", "floor", "edge"} and len(sheets["floor"]) == 2
    assert "#define EDGE 1" in described["programs"][sheets["edge"]["program"]][1]
    floor = [described["programs"][each["program"]][1] for each in sheets["floor"]]
    assert ["#define IMAGE 1" in each for each in floor] == [False, True] and all(
        "#define INNER 1" in each for each in floor
    )
    opaque = [mesh for mesh in described["meshes"] if "draw" in mesh]
    assert all("mirror" in mesh for mesh in opaque), "the lacquer of the table mirrors them"
    for mesh in opaque:
        for number in mesh["draw"].values():
            assert "#define MIRROR 0" in described["programs"][number][1]
        for number in mesh["mirror"].values():
            assert "#define MIRROR 1" in described["programs"][number][1]
    for name, flat, tube in (("ribbon", 0, 0), ("line", 1, 0), ("tube", 1, 1)):
        text = described["programs"][described[name]][1]
        assert "#define HDR 0" in text
        assert f"#define FLAT {flat}" in text and f"#define TUBE {tube}" in text
    assert math.isclose(described["reach"], 1.0) and described["shadow"] > 0


def test_what_comes_with_other_starts_only_hangs_so_in_its_own_run(double):
    system, _, states = double
    other = look_for(system)
    frame = other.frame

    def moved(of, y, view, time):
        found = frame(of, y, view, time)
        if bytes(y) == bytes(states[-1].y):
            model = np.array(found.instances[0].model)
            model[3, 0] += 0.7
            found.instances[0] = type(found.instances[0])(found.instances[0].mesh, model)
        return found

    other.frame = moved
    found = describe_picture(other, states[:4], states[4:], [], False, Sections())
    own = {
        k: hung.get("own", False)
        for mesh in found.described["meshes"]
        for k, hung in zip(mesh["index"], mesh["hung"], strict=True)
    }
    assert own[0] and sum(own.values()) == 1
    assert describe_picture(other, states, [], [], False, Sections()).moving, "in its own run it moves"


def test_a_system_without_poses_has_neither_further_points_nor_tensions():
    system = SimpleNamespace(has_pose=False)
    assert further_points(system, memoryview(b"")).shape == (0, 3) and tensions_of(system, memoryview(b"")).shape == (
        0,
    )


def tints(order):
    return [[(1.0, 1.0, 1.0), *SCALE.of(pulls[list(order)])] for pulls in PULLS]


def test_each_link_has_its_own_tension_also_where_others_are_alike():
    assert tension_numbers(tints((0, 1, 2)), PULLS, SCALE) == {1: 0, 2: 1, 3: 2}
    assert tension_numbers(tints((0, 0, 1, 1, 2, 2)), PULLS, SCALE) == {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}


def test_other_colours_that_change_are_named():
    pictures = tints((0, 1, 2))
    pictures[1][2] = (0.3, 0.3, 0.3)
    assert tension_numbers(pictures, PULLS, SCALE)[2] is None
    assert set(tension_numbers(tints((0, 1)), PULLS, None).values()) == {None}


def defined(programs, number, *names):
    """What the fragment shader of a program defines these names to be; None where it does not."""
    lines = dict(line.split(" ")[1:3] for line in programs.sources[number][1].splitlines() if line.startswith("#def"))
    return tuple(int(lines[name]) if name in lines else None for name in names)


def test_ground_and_sky_of_each_surroundings_have_their_programs():
    for stage in Surroundings:
        programs, sections = ProgramSources(), Sections()
        found = _sheets(stage, programs, sections)
        for value in found.values():
            for each in value if isinstance(value, list) else [value]:
                numbers, indices = (stored(sections, each[name]) for name in ("vertices", "indices"))
                assert indices.dtype == np.uint32 and len(indices) % 3 == 0 and indices.min() == 0
                assert len(numbers) / (indices.max() + 1.0) in (2.0, 3.0, 4.0, 5.0), "numbers of each vertex"
        if stage is Surroundings.FIELD:
            assert set(found) == {"land", "sky"}
            zones = [defined(programs, each["program"], "ZONE")[0] for each in found["land"]]
            assert zones == [4, 3, 2, 1], "the farthest first"
            assert [defined(programs, each["program"], "BAND")[0] for each in found["sky"]] == [0, 1]
        else:
            assert set(found) == {"sky", "grid"} | ({"floor", "edge"} if stage is Surroundings.STUDIO else set())
            assert len(found["sky"]) == 1 and all(
                defined(programs, each["program"], "INNER", "IMAGE") == (1, image)
                for image, each in enumerate(found.get("floor", []))
            )


NOTHING = {"BALLS": 0}


def test_each_kind_of_mesh_has_the_programs_that_draw_it():
    programs = ProgramSources()
    brass, glass = (shapes.sphere(0.3, material=kind) for kind in (Material.BRASS, Material.GLASS))
    plain, clear = (_programs(mesh, Surroundings.STUDIO, NOTHING, programs) for mesh in (brass, glass))
    assert set(plain) == {"draw", "mirror", "shadow"} and set(clear) == {"glass", "shadow"}
    assert [defined(programs, number, "BACK", "MIRROR") for number in clear["glass"]] == [(1, 0), (0, 0)], "back first"
    assert set(_programs(brass, Surroundings.FIELD, NOTHING, programs)) == {"draw", "shadow"}, "nothing mirrors there"
    shiny = _programs(brass, Surroundings.STUDIO, {"BALLS": 2}, programs)
    assert set(shiny) == {"draw", "mirror", "polished", "shadow"} and shiny["draw"] == plain["draw"]
    assert [defined(programs, number, "BALLS", "MIRROR") for number in shiny["polished"].values()] == [(2, 0)]
    assert set(plain["draw"]) == set(plain["mirror"]) == set(shiny["polished"])


@pytest.mark.parametrize("veil", [False, True])
def test_translucent_bodies_have_a_program_of_their_own(veil):
    programs = ProgramSources()
    found = _ghost_programs(veil, Surroundings.STUDIO, programs)
    assert found["veil"] is veil and found["ghost"] != found["outline"]
    assert defined(programs, found["ghost"], "VEIL", "MIRROR") == (int(veil), 0)


def test_instances_are_grouped_by_mesh_and_by_whether_they_are_translucent():
    one, other = shapes.sphere(0.3), shapes.sphere(0.4)
    looks = [{}, {"opacity": 0.5}, {}, {"opacity": 0.5, "veil": True}, {}, {"opacity": 0.999}]
    frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    frame.instances = [
        Instance(mesh, np.eye(4, dtype=np.float32), **more)
        for mesh, more in zip((one, one, other, one, one, one), looks, strict=True)
    ]
    hung = [Hung(World(placement(np.eye(3), (k, 0.0, 0.0)))) for k in range(6)]
    programs, sections = ProgramSources(), Sections()
    found = _meshes(frame, hung, {2: 7, 0: None}, {4}, NOTHING, programs, [], sections)
    assert [each["index"] for each in found] == [[0], [1, 5], [2], [3]], "without the hidden one"
    assert ["ghost" in each for each in found] == [False, True, False, True]
    assert [each.get("veil") for each in found] == [None, False, None, True]
    assert found[0]["vertices"] == found[1]["vertices"] == found[3]["vertices"] != found[2]["vertices"]
    assert [each["hung"][0].get("tension") for each in found] == [None, None, 7, None]
    rows = stored(sections, found[1]["rows"]).reshape(2, INSTANCE_FLOATS)
    assert (np.ptp(rows, axis=0).max()) == 4.0, "each at its own place"
