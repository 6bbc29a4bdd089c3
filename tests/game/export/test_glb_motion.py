"""Nodes of glTF files: their tracks, keys and children put what is drawn where the pictures have it."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.exported_picture import Shown
from game.export.glb_container import GlbContainer
from game.export.glb_motion import SHEARED, TURN, NodeAnimation, add_parts, moving_parts, track, upright
from game.looks.generic import whole_pose
from game.looks.kit import shapes
from game.looks.kit.curve_frames import Rope, Strand
from game.model.frame import Instance, SceneFrame
from game.model.hold import Anchor, Between, Moving, OnBody, RopePiece, World, placed
from game.model.material import Material
from tests.game.export.test_glb_file import Glb, turned

RANDOM = np.random.default_rng(7)
VIEW = Camera((0.0, 0.0, 0.0), 1.0).view(16 / 9)
ONES = np.ones(3)
LIFTED = np.array([0.0, 0.0, 2.0])


def placement(rotation=None, place=(0.0, 0.0, 0.0), scale=(1.0, 1.0, 1.0)):
    """A matrix for row vectors: its rows are the axes."""
    model = np.eye(4)
    model[:3, :3] = np.asarray(scale, float)[:, None] * (np.eye(3) if rotation is None else rotation)
    model[3, :3] = place
    return model


def rotation():
    q, _ = np.linalg.qr(RANDOM.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def beside(way):
    """What is added to a matrix where it is moved so far along x [m]."""
    return placement(None, (way, 0.0, 0.0)) - np.eye(4)


def about(axis, angle):
    """The rotation by an angle about one of the three axes, for row vectors."""
    other, last = (axis + 1) % 3, (axis + 2) % 3
    found = np.eye(3)
    found[other, other] = found[last, last] = math.cos(angle)
    found[other, last], found[last, other] = math.sin(angle), -math.sin(angle)
    return found


def rebuilt(found):
    """The matrices of a track."""
    parts = zip(found.turns, found.places, found.scales, strict=True)
    return np.array([placement(turned(turn).T, place, scale) for turn, place, scale in parts])


def models(count=9, mirrored=False):
    return np.array([
        placement(rotation(), RANDOM.normal(size=3), (2.0, -0.5 if mirrored else 0.5, 1.5)) for _ in range(count)
    ])  # fmt: skip


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_track_gives_the_matrices_back(mirrored):
    given = models(mirrored=mirrored)
    found = track(given, ONES)
    assert rebuilt(found) == pytest.approx(given, abs=1e-12)
    assert np.linalg.norm(found.turns, axis=1) == pytest.approx(np.ones(9))
    assert ((found.turns[1:] * found.turns[:-1]).sum(axis=1) >= 0.0).all(), "the shorter way"
    assert (np.sign(found.scales) == [-1.0 if mirrored else 1.0, 1.0, 1.0]).all()


def test_where_a_part_is_not_shown_it_has_no_size_and_stays():
    given = models(6)
    shown = np.array([False, False, True, True, False, True])
    holes = np.where(shown[:, None, None], given, np.nan)
    found = track(holes, ONES)
    assert rebuilt(found)[shown] == pytest.approx(given[shown])
    assert (found.scales[~shown] == 0.0).all()
    assert found.places == pytest.approx(given[[2, 2, 2, 3, 3, 5], 3, :3])


def sheared(by, reach):
    """A track of a body whose y axis leans towards x, so that its farthest places are aside by so much of its size."""
    given = np.array([placement(rotation(), RANDOM.normal(size=3)) for _ in range(4)])
    given[:, 1, :3] += by * given[:, 0, :3]
    return given, track(given, reach)


def test_axes_at_right_angles_only():
    assert sheared(0.8 * SHEARED * math.sqrt(3.0), ONES)[1] is not None
    assert sheared(1.2 * SHEARED * math.sqrt(3.0), ONES)[1] is None
    assert sheared(0.3, np.array([1.0, 1e-4, 1.0]))[1] is not None, "what is flat there may lean"
    assert sheared(0.3, np.array([0.0, 1e-4, 0.0]))[1] is not None, "that axis stays as it is"


def test_the_longest_sides_are_kept_where_axes_lean():
    given, found = sheared(1e-3, np.array([0.1, 1.0, 0.1]))
    assert rebuilt(found)[:, 1] == pytest.approx(given[:, 1], abs=1e-12)
    given, found = sheared(1e-3, np.array([1.0, 0.1, 0.1]))
    assert rebuilt(found)[:, 0] == pytest.approx(given[:, 0], abs=1e-12)


def test_up_is_y():
    given = models(3)
    points = np.column_stack([RANDOM.normal(size=(5, 3)), np.ones(5)])
    z_up, y_up = points @ given, points @ upright(given)
    assert y_up[..., 0] == pytest.approx(z_up[..., 0]) and y_up[..., 1] == pytest.approx(z_up[..., 2])
    assert y_up[..., 2] == pytest.approx(-z_up[..., 1]) and (y_up[..., 3] == 1.0).all()


# Nodes and keys ---------------------------------------------------------------------------------------------

TIMES = np.linspace(0.0, 1.2, 13)


def written(tmp_path, add, stride=3):
    """A file with the nodes that `add` gives an animation, read again."""
    file = GlbContainer("x")
    animation = NodeAnimation(file, TIMES, stride)
    add(animation)
    animation.write({"extra": 1})
    (tmp_path / "a.glb").write_bytes(file.packed())
    return Glb(tmp_path / "a.glb")


def turning(step, place=(0.0, 0.0, 0.0)):
    return np.array([placement(about(2, step * k), place) for k in range(13)])


def test_what_stays_has_no_keys(tmp_path):
    model = placement(about(0, 0.5), (1.0, 0.0, 2.0), (1.0, 3.0, 1.0))
    glb = written(tmp_path, lambda animation: [
        animation.node("still", np.array([model] * 13)),
        animation.node("held", np.array([model, *turning(0.3)[1:]]), moves=False, mesh=4),
        animation.node("usual", np.array([np.eye(4)] * 13)),
        animation.node("trembles", np.array([model + beside(5e-8 * k) for k in range(13)])),
    ])  # fmt: skip
    assert "animations" not in glb.content and "accessors" not in glb.content
    assert glb.nodes["usual"] == {"name": "usual"}
    assert glb.nodes["held"]["mesh"] == 4
    for name in ("still", "held", "trembles"):
        node = glb.nodes[name]
        assert node["translation"] == pytest.approx([1.0, 0.0, 2.0]) and node["scale"] == pytest.approx([1.0, 3.0, 1.0])
        assert turned(node["rotation"]) == pytest.approx(about(0, 0.5).T)


def test_what_moves_has_keys_of_what_changes_alone(tmp_path):
    slides = np.array([placement(None, (0.1 * k, 0.0, 0.0)) for k in range(13)])
    grows = np.array([placement(None, (0.0, 0.0, 0.0), (1.0 + k, 1.0, 1.0)) for k in range(13)])
    glb = written(tmp_path, lambda animation: [
        animation.node("slides", slides), animation.node("turns", turning(0.2)), animation.node("grows", grows),
    ])  # fmt: skip
    animation = glb.content["animations"][0]
    assert animation["extras"] == {"extra": 1}
    assert [each["target"] for each in animation["channels"]] == [
        {"node": 0, "path": "translation"}, {"node": 1, "path": "rotation"}, {"node": 2, "path": "scale"},
    ]  # fmt: skip
    assert [each["interpolation"] for each in animation["samplers"]] == ["LINEAR"] * 3
    assert len({each["input"] for each in animation["samplers"]}) == 1, "the times are there once"
    times, places = glb.channel("slides", "translation")
    assert times == pytest.approx(TIMES[::3], rel=1e-6) and places == pytest.approx(slides[::3, 3, :3], abs=1e-6)
    assert glb.channel("grows", "scale")[1] == pytest.approx(np.array([[1.0 + k, 1.0, 1.0] for k in range(0, 13, 3)]))
    for turn, model in zip(glb.channel("turns", "rotation")[1], turning(0.2)[::3], strict=True):
        assert turned(turn) == pytest.approx(model[:3, :3].T, abs=1e-6)
    accessor = glb.content["accessors"][animation["samplers"][0]["input"]]
    assert accessor["min"] == [0.0] and accessor["max"] == pytest.approx([1.2])
    assert glb.nodes["turns"] == {"name": "turns", "rotation": [0.0, 0.0, 0.0, 1.0]}
    assert glb.nodes["slides"] == {"name": "slides", "translation": [0.0, 0.0, 0.0]}


@pytest.mark.parametrize(
    ("step", "keys"), [(0.9 * TURN / 3.0, 5), (1.1 * TURN / 3.0, 13), (2.6, 13), (0.9 * math.pi, 13)]
)
def test_what_turns_fast_has_all_keys_the_shorter_way(step, keys, tmp_path):
    glb = written(tmp_path, lambda animation: animation.node("turns", turning(step)))
    times, turns = glb.channel("turns", "rotation")
    assert len(times) == len(turns) == keys
    assert ((turns[1:] * turns[:-1]).sum(axis=1) > 0.0).all()


def test_kept_keys_go_the_shorter_way_too(tmp_path):
    """Between two of them it has turned by 0.9, by way of keys that are left out."""
    glb = written(tmp_path, lambda animation: animation.node("turns", turning(2.0 * math.pi / 3.0 + 0.3)))
    turns = glb.channel("turns", "rotation")[1]
    assert len(turns) == 5 and ((turns[1:] * turns[:-1]).sum(axis=1) > 0.8).all()


def test_what_comes_and_goes_does_so_at_once(tmp_path):
    slides = np.array([placement(None, (0.1 * k, 0.0, 0.0)) for k in range(13)])
    slides[4:8] = np.nan
    glb = written(tmp_path, lambda animation: animation.node("goes", slides), stride=1)
    samplers = glb.content["animations"][0]["samplers"]
    assert [each["interpolation"] for each in samplers] == ["LINEAR", "STEP"]
    assert glb.channel("goes", "scale")[1][:, 0].tolist() == [1.0] * 4 + [0.0] * 4 + [1.0] * 5


def test_a_sheared_part_is_no_node():
    file = GlbContainer("x")
    leaning = np.eye(4)
    leaning[1, 0] = 0.5
    assert NodeAnimation(file, TIMES, 1).node("leans", np.array([leaning] * 13)) is None
    assert "nodes" not in file.content


# Parts of pictures ------------------------------------------------------------------------------------------

BALL, ROD = shapes.sphere(0.2), shapes.cylinder(0.1, 1.0)
SHADE = shapes.sphere(0.1, Material.TURF)


class DrawnParts:
    """A look that draws, at a state k, the k-th of some lists of instances, lifted by 2 m."""

    def __init__(self, pictures):
        self.pictures = pictures

    def frame(self, _system, y, view, _time):
        return SceneFrame(view, np.zeros(3, np.float32), 1.0, list(self.pictures[int(y)]))

    def to_world(self, place):
        return np.asarray(place) + LIFTED


class TwoBodies:
    """A system of two bodies with given rotations and places at each state."""

    has_pose = False

    def __init__(self, poses):
        self.poses = poses

    def places(self, _role):
        return []

    def traces(self, _y):
        return {"tip": np.zeros(3)}

    def bodies(self, y):
        return [
            SimpleNamespace(name=name, rotation=turn.T, position=place)
            for name, (turn, place) in zip(("first", "second"), self.poses[int(y)], strict=True)
        ]


def moments(pictures, poses=None):
    system = TwoBodies(poses or [[(np.eye(3), np.zeros(3))] * 2] * len(pictures))
    return DrawnParts(pictures), [Shown(system, k, VIEW, None) for k in range(len(pictures))]


def test_parts_are_known_by_their_mesh_and_their_turn():
    one, two, three = (Instance(BALL, placement(None, (float(k), 0.0, 0.0)).astype(np.float32)) for k in range(3))
    rod = Instance(ROD, np.eye(4, dtype=np.float32))
    parts, missing = moving_parts(*moments([[one, rod, two], [rod, two], [three, one]]))
    assert missing == []
    assert [part.instance.mesh is BALL for part in parts] == [True, False, True]
    first, second, third = (part.models for part in parts)
    assert first[:, 3, 0].tolist() == [0.0, 1.0, 2.0]
    assert np.isfinite(second).all(axis=(1, 2)).tolist() == [True, True, False]
    assert np.isfinite(third).all(axis=(1, 2)).tolist() == [True, False, True]
    assert third[[0, 2], 3, 0].tolist() == [1.0, 0.0]


def test_shades_and_changing_colours_are_named():
    ball, red = (Instance(BALL, np.eye(4, dtype=np.float32), tint) for tint in ((1.0, 1.0, 1.0), (1.0, 0.0, 0.0)))
    shade = Instance(SHADE, np.eye(4, dtype=np.float32))
    parts, missing = moving_parts(*moments([[ball, shade], [ball]]))
    assert len(parts) == 1 and missing == ["shades on the ground"]
    parts, missing = moving_parts(*moments([[ball], [red]]))
    assert len(parts) == 1 and missing == ["colours that change"] and parts[0].instance is ball


def world(glb, name, k):
    """The matrix of a node for row vectors, with those that it hangs on, at a key."""
    node = glb.nodes[name]
    got = {}
    for path, usual in (("translation", (0.0,) * 3), ("rotation", (0.0, 0.0, 0.0, 1.0)), ("scale", (1.0,) * 3)):
        try:
            got[path] = glb.channel(name, path)[1][k]
        except KeyError:
            got[path] = node.get(path, usual)
    own = placement(turned(got["rotation"]).T, got["translation"], got["scale"])
    number = glb.content["nodes"].index(node)
    above = [each["name"] for each in glb.content["nodes"] if number in each.get("children", ())]
    return own @ world(glb, above[0], k) if above else own


def test_parts_hang_on_bodies_or_move_by_themselves(tmp_path):
    count = 4
    poses = [[(rotation(), RANDOM.normal(size=3)) for _ in range(2)] for _ in range(count)]
    local = placement(rotation(), (0.1, 0.2, 0.3), (1.0, 2.0, 0.5))
    still, leaning = placement(rotation(), (3.0, 1.0, 0.0)), placement(about(0, 0.3), (1.0, 1.0, 1.0))
    leaning[0, :3] += 0.4 * leaning[1, :3]
    pictures = []
    for k in range(count):
        body = placement(poses[k][1][0], poses[k][1][1] + LIFTED)
        free = placement(rotation(), RANDOM.normal(size=3))
        every = [(local @ body, OnBody(1, local.astype(np.float32))), (free, Moving())]
        every += [(still, World(still.astype(np.float32))), (leaning + beside(0.1 * k), None)]
        pictures.append([Instance(ROD, model.astype(np.float32), on=on) for model, on in every])
    look, shown = moments(pictures, poses)
    file = GlbContainer("x")
    animation = NodeAnimation(file, TIMES[:count], 1)
    drawn = []
    nodes, missing = add_parts(animation, file, look, shown, lambda instance, name: drawn.append(name) or 7)
    animation.write({})
    (tmp_path / "a.glb").write_bytes(file.packed())
    glb = Glb(tmp_path / "a.glb")
    assert missing == ["sheared parts"] and drawn == ["part 1", "part 2", "part 3"]
    assert set(glb.nodes) == {"part 1", "part 2", "part 3", "second"}, "no node for a body on which nothing hangs"
    assert [glb.content["nodes"][k]["name"] for k in nodes] == ["part 2", "part 3", "second"]
    assert [glb.nodes[name].get("mesh") for name in ("part 1", "part 2", "part 3", "second")] == [7, 7, 7, None]
    targets = {each["target"]["node"] for each in glb.content["animations"][0]["channels"]}
    assert {glb.content["nodes"][k]["name"] for k in targets} == {"part 2", "second"}
    points = np.column_stack([RANDOM.normal(size=(5, 3)), np.ones(5)])
    for k in range(count):
        for number in range(3):
            expected = points @ pictures[k][number].model.astype(float)
            found = points @ world(glb, f"part {number + 1}", k)
            assert found[:, :3] == pytest.approx(expected[:, [0, 2, 1]] * [1.0, 1.0, -1.0], abs=1e-4)


def drawn_of(look):
    """The moments whose pictures a look draws from now on."""
    drawn, frame = [], look.frame

    def noted(system, y, view, time):
        drawn.append(int(y))
        return frame(system, y, view, time)

    look.frame = noted
    return drawn


def test_what_is_said_moves_with_the_poses_and_few_pictures_are_drawn():
    count = 40
    poses = [[(rotation(), RANDOM.normal(size=3)) for _ in range(2)] for _ in range(count)]
    ends = Anchor(0, (0.1, 0.0, 0.0)), Anchor(1, (0.0, 0.2, 0.0))
    holds = [OnBody(1), Between(*ends, (0.1, 0.1)), RopePiece(Rope(ends, (Strand(0.01),), 3), 0, 2), World()]
    system = TwoBodies(poses)
    look = DrawnParts([])
    pictures = [[Instance(ROD, placed(on, whole_pose(look, system, k)), on=on) for on in holds] for k in range(count)]
    look, shown = moments(pictures, poses)
    drawn = drawn_of(look)
    parts, missing = moving_parts(look, shown)
    assert missing == [] and len(drawn) == 9 and (drawn[0], drawn[-1]) == (0, count - 1)
    assert [(len(part.models), part.body) for part in parts] == [(1, 1), (count, None), (count, None), (1, None)]
    for k in range(count):
        for number in (1, 2):
            assert np.array_equal(parts[number].models[k], pictures[k][number].model)
    pictures[12].append(Instance(BALL, np.eye(4, dtype=np.float32), on=World()))
    assert len(moving_parts(*moments(pictures, poses))[0]) == 4, "it is between two of the pictures"
    pictures[k].append(pictures[12][-1])
    look, shown = moments(pictures, poses)
    drawn, parts = drawn_of(look), moving_parts(look, shown)[0]
    assert len(drawn) == 9 + count, "all are drawn where parts come and go"
    assert np.flatnonzero(np.isfinite(parts[4].models).all(axis=(1, 2))).tolist() == [12, count - 1]
