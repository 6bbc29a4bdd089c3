"""The looks of chains, whips and hair, and the lines that they are drawn along."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.chains.chain import (
    CRACKER,
    LEATHER,
    MIN_ROD_RADIUS,
    NYLON,
    TENSION_COLORS,
    TENSIONS,
    ChainLook,
    RodsLook,
    WhipLook,
    pearls,
)
from game.looks.chains.ponytail import LOCKS, PonytailLook
from game.looks.chains.shaken_pendulum import ShakenPendulumLook
from game.looks.generic import LastChange
from game.looks.kit import shapes
from game.looks.kit.curve_frames import beside, frames, pieces
from game.looks.kit.parts import marble_bust
from game.looks.kit.tension_tints import TensionTints
from game.looks.pendulums.pendulum import PendulumLook, StandLook
from game.model.frame import View
from physics import System
from physics.shapes.solids import SolidOfRevolution
from physics.types import Floats
from tests.game.looks.pendulums.test_pendulum import corners

VIEW = View(np.array([6.0, -13.0, 4.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
NODS = {"support": "harmonic", "amplitude_z": 0.04, "frequency_z": 15.0, "bob": 0, "mass": 0.1, "length": 0.3}
FOLDED = {"count": 21, "length": 1.0, "mass": 1.0, "bob": 0}


def line(n: int = 9) -> np.ndarray:
    """Return the joints of a chain that winds through space."""
    s = np.linspace(0.0, 4.0, n)
    return np.stack([np.sin(s), 0.3 * s, np.cos(1.4 * s)], axis=1)


def made(name: str, parameters: dict[str, Any], **initial: Any) -> tuple[System, StandLook, Floats]:
    system = physics.system(name, parameters, initial)
    look = look_for(system)
    assert isinstance(look, StandLook)
    return system, look, memoryview(system.start())


def test_a_smooth_line_goes_through_all_joints() -> None:
    joints = line()
    assert shapes.curve(joints, 4)[::4] == pytest.approx(joints)


def test_frames_are_orthonormal_right_handed_and_point_back_along_the_line() -> None:
    points = line(30)
    for axes in (
        frames(points, np.array([0.0, 1.0, 0.0])),
        beside(points, frames(points + 0.1, np.array([1.0, 0, 0]))),
    ):
        assert axes @ axes.transpose(0, 2, 1) == pytest.approx(np.broadcast_to(np.eye(3), axes.shape), abs=1e-12)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        back = points[:-1] - points[1:]
        assert axes[:, 2] == pytest.approx(back / np.linalg.norm(back, axis=1)[:, None])


def test_axes_do_not_turn_about_a_plane_line() -> None:
    turn = np.linspace(0.0, 6.0, 40)
    circle = np.stack([np.cos(turn), 0.0 * turn, np.sin(turn)], axis=1)
    axes = frames(circle, np.array([0.0, 1.0, 0.0]))
    assert axes[:, 0] == pytest.approx(np.broadcast_to([0.0, 1.0, 0.0], (39, 3)), abs=1e-12)


def test_pieces_lie_end_to_end() -> None:
    points = line()
    models = pieces(points, frames(points, np.array([0.0, 1.0, 0.0])), np.full(len(points) - 1, 0.1))
    ends = np.array([0.0, 0.0, -1.0, 1.0], np.float32) @ models
    assert models[:, 3, :3] == pytest.approx(points[:-1], abs=1e-6)
    assert ends[:, :3] == pytest.approx(points[1:], abs=1e-6)


@pytest.mark.parametrize(
    ("name", "parameters", "kind"),
    [
        ("planar-chain", {}, PendulumLook),
        ("planar-chain", {"count": 30}, ChainLook),
        ("planar-chain", {"links": "tapered", "count": 30}, WhipLook),
        ("planar-chain", NODS, PonytailLook),
        ("planar-chain", {**NODS, "length": 3.0}, ShakenPendulumLook),
        ("whip", {}, WhipLook),
        ("spatial-chain", {}, RodsLook),
        ("spatial-chain", {"count": 30}, ChainLook),
        ("spatial-chain", {"length": 0.3, "amplitude": [0, 0, 0.04], "frequency": [0, 0, 15]}, PonytailLook),
    ],
)
def test_chain_looks_are_chosen_by_the_shape_of_the_links(
    name: str, parameters: dict[str, Any], kind: type[StandLook]
) -> None:
    _, look, _ = made(name, parameters)
    assert type(look) is kind


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("planar-chain", {"count": 12, "bob": 0, "mass": 1}),
        ("planar-chain", {"count": 12}),
        ("spatial-chain", {"count": 15}),
        ("spatial-chain", {}),
        ("whip", {}),
        ("planar-chain", NODS),
    ],
)
def test_links_are_drawn_from_joint_to_joint(name: str, parameters: dict[str, Any]) -> None:
    system, look, y = made(name, parameters)
    joints = look.to_world(look.points(system, y))
    drawn = np.vstack([corners(instance) for instance in look.hanging(system, y, joints)])
    for joint in joints:
        assert np.linalg.norm(drawn - joint, axis=1).min() < 0.05 * look.length
    assert np.isfinite(drawn).all()


def test_links_turn_from_blue_to_red_with_tension() -> None:
    slack, _, hard = TensionTints(TENSIONS, TENSION_COLORS).of(np.array([0.0, 0.4, 4.0]))
    assert slack[2] > slack[0]
    assert hard[0] > 4.0 * hard[2]


def test_higher_links_of_a_hanging_chain_are_redder() -> None:
    system, look, y = made("planar-chain", {"count": 20, "bob": 0, "mass": 1}, theta=0.0)
    links = look.hanging(system, y, look.to_world(look.points(system, y)))
    redness = [link.tint[0] - link.tint[2] for link in links]
    assert np.all(np.diff(redness) < 0.0)


def test_many_links_are_as_stout_as_fewer_longer_ones() -> None:
    widths = {}
    for count in (10, 40, 60):
        system, look, y = made("planar-chain", {"count": count, "length": 1.5})
        link = look.hanging(system, y, look.to_world(look.points(system, y)))[0]
        widths[count] = float(np.linalg.norm(link.model[0, :3]))
    assert widths[60] == pytest.approx(widths[40], rel=1e-5) and widths[10] > 1.3 * widths[40]
    assert widths[40] > 1.3 * 1.5 / 40


def test_bobs_on_a_thread_leave_of_it_what_its_colours_can_be_seen_on() -> None:
    system, _, _ = made("planar-chain", {"count": 10, "bob": 0.1})
    links = system.link_shapes
    for one, other, link in zip(pearls(links), pearls(links)[1:], links[1:], strict=False):
        assert 0.0 < one + other < 0.6 * link.length


def test_neighbouring_links_are_perpendicular() -> None:
    system, look, y = made("planar-chain", {"count": 12, "bob": 0, "mass": 1})
    links = look.hanging(system, y, look.to_world(look.points(system, y)))
    for one, other in itertools.pairwise(links):
        assert np.linalg.det(other.model[:3, :3].astype(float)) > 0.0
        assert float(one.model[1, :3] @ other.model[1, :3]) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("support", "stands"), [("fixed", 1), ("both ends", 2), ("free", 0)])
def test_each_held_end_has_a_stand(support: str, stands: int) -> None:
    system, look, y = made("spatial-chain", {"support": support, "count": 12})
    points = look.to_world(look.points(system, y))
    bearings = [each for each in look.frame(system, y, VIEW, 0.0).instances if each.mesh is look._bearing]
    pivots = points[([], [0], [0, -1])[stands]].astype(np.float32)
    assert [each.model[3, :3].tolist() for each in bearings] == pivots.tolist()


def test_a_tapered_chain_of_joints_is_drawn_as_a_whip() -> None:
    system, look, y = made("jointed-chain", {"links": "tapered"})
    assert isinstance(look, WhipLook)
    assert len(look.frame(system, y, VIEW, 0.0).instances) == 4 + 1 + 4 * len(system.link_shapes)


def test_a_ball_falls_freely_beside_a_folded_chain_and_beside_no_other() -> None:
    system, look, y = made("planar-chain", FOLDED, theta=[0.0] * 10 + [np.pi / 2] + [np.pi] * 10)
    state = system.start()
    points = look.to_world(look.points(system, y))
    count, places = len(look.hanging(system, y, points)), []
    for time in (0.0, 0.2, 9.0):
        state[system.index("time")] = time
        places.append(float(look.hanging(system, memoryview(state), points)[-1].model[3, 2]))
    assert places[0] == pytest.approx(points[-1, 2], abs=1e-6)
    assert places[0] - places[1] == pytest.approx(0.5 * 9.81 * 0.04, rel=1e-5)
    assert 0.0 < places[2] < 0.1
    hanging, other, y = made("planar-chain", FOLDED, theta=0.3)
    assert len(other.hanging(hanging, y, other.to_world(other.points(hanging, y)))) == count - 1


@pytest.mark.parametrize("changed", [{"mass": 2.0}, {"end": [0.3, 0.0, 0.0]}, {"gravity": 1.0}, {"support": "fixed"}])
def test_a_look_is_replaced_when_a_drawn_shape_changes(changed: dict[str, Any]) -> None:
    system, look, _ = made("spatial-chain", {"support": "both ends", "count": 12})
    assert look_for(system.replace(), look) is look
    assert look_for(system.replace(changed), look) is not look


def test_a_whip_becomes_thinner_towards_its_end() -> None:
    system, look, y = made("whip", {})
    _, *thong = look.hanging(system, y, look.to_world(look.points(system, y)))
    radii = [float(np.linalg.norm(piece.model[0, :3])) for piece in thong]
    assert np.all(np.diff(radii) <= 1e-9)
    assert radii[0] > 4.0 * radii[-1]


def test_the_bust_nods_with_the_support_and_its_foot_stands() -> None:
    system, look, _ = made("planar-chain", NODS)
    state = system.start()
    heads, feet = [], []
    for time in (0.0, np.pi / 15.0):
        state[system.index("time")] = time
        frame = look.frame(system, memoryview(state), VIEW, 0.0)
        heads.append(next(each for each in frame.instances if each.mesh is marble_bust.bust()))
        feet.append(min(float(corners(each)[:, 2].min()) for each in frame.instances))
    assert heads[0].model[3, 2] - heads[1].model[3, 2] == pytest.approx(0.08, abs=1e-5)
    assert feet == pytest.approx([0.0, 0.0], abs=1e-6)


def test_hair_lies_on_the_head() -> None:
    skin, hair = marble_bust.bust().vertices[:, :3], marble_bust.hair().vertices[:, :3]
    assert np.isfinite(marble_bust.hair().vertices).all()
    assert hair[:, 2].max() > skin[:, 2].max()
    nearest = [np.linalg.norm(skin - point, axis=1).min() for point in hair[::50]]
    assert max(nearest) < 0.1


def test_surfaces_of_the_bust_face_outward() -> None:
    for mesh in (marble_bust.bust(), marble_bust.hair()):
        points, triangles = mesh.vertices[:, :3].astype(float), mesh.indices.reshape(-1, 3)
        a, b, c = (points[triangles[:, k]] for k in range(3))
        out = np.cross(b - a, c - a)
        middle = (a + b + c) / 3.0 - np.stack([0 * a[:, 0], 0 * a[:, 0] - 0.08, a[:, 2]], axis=1)
        assert ((out * middle).sum(axis=1) > 0.0).mean() > 0.95


def test_the_face_has_a_profile() -> None:
    """Check that brow, nose, lips and chin protrude, one below the other, and that the face recedes between them."""
    z = np.linspace(0.12, -0.44, 113)
    front = marble_bust.radii(np.full((len(z), 1), 0.5 * np.pi), z[:, None])[:, 0] + marble_bust._axis(z)[:, 1]

    def most(low: float, high: float) -> float:
        return float(front[(z > low) & (z < high)].max())

    def least(low: float, high: float) -> float:
        return float(front[(z > low) & (z < high)].min())

    nose, lips, chin = most(-0.18, -0.10), most(-0.30, -0.23), most(-0.43, -0.37)
    assert nose > most(0.04, 0.12) + 0.05
    assert nose > lips > chin
    assert least(-0.22, -0.18) < lips - 0.01, "under the nose"
    assert least(-0.37, -0.30) < min(lips, chin) - 0.004, "under the lip"


def test_the_head_is_symmetric_with_eyes_and_ears_in_place() -> None:
    points = np.array([(0.12, 0.31, 0.03), (0.36, -0.07, 0.06), (0.2, 0.1, -0.3), (0.5, -0.2, -1.0)])
    mirrored = points * (-1.0, 1.0, 1.0)
    assert marble_bust.field(points) == pytest.approx(marble_bust.field(mirrored), abs=1e-12)
    assert marble_bust.field(np.array([(0.372, -0.09, 0.03)])) < 0.0, "the rim of an ear"
    assert marble_bust.field(np.array([(0.372, 0.10, 0.03)])) > 0.03, "in front of it there is nothing"
    brow, eye, cheek = (
        marble_bust.radii(np.full((1, 1), 0.37 * np.pi), np.full((1, 1), z))[0, 0] for z in (0.1, 0.05, -0.1)
    )
    assert eye < min(brow, cheek), "the eye lies in its socket"


def test_locks_part_at_the_end_of_the_tail_at_different_places() -> None:
    _, look, _ = made("planar-chain", NODS)
    assert isinstance(look, PonytailLook)
    plans = [look._plan(k) for k in range(LOCKS)]
    widths = np.array([wide for _, _, wide in plans])
    assert np.all(widths > 0.0)
    assert np.all(widths[:, -1] < 0.4 * widths.max(axis=1))
    thinned = widths[:, -4] / widths[:, widths.shape[1] // 2]
    assert len({round(float(share), 4) for share in thinned}) == LOCKS
    assert max(out[-1] for _, out, _ in plans) > 2.0 * min(out[-1] for _, out, _ in plans)


def test_a_stand_is_thinner_than_the_chain_that_hangs_from_it() -> None:
    for name, parameters in (("planar-chain", FOLDED), ("spatial-chain", {"count": 15}), ("whip", {})):
        system, look, y = made(name, parameters)
        points = look.to_world(look.points(system, y))
        column = next(each for each in look.stand(points[0]) if each.mesh is look._column)
        assert np.ptp(corners(column)[:, 0]) < 0.035 * look.length


def test_joints_of_several_kinds_are_named() -> None:
    names = []
    for kinds in (["ball", "universal", "hinge", "ball"], ["ball"] * 4):
        system = physics.system("jointed-chain", {"joints": kinds})
        look, y = RodsLook(system), memoryview(system.start())
        frame = look.frame(system, y, VIEW, 0.0)
        look.add_overlays(frame, system, y, LastChange(y, 0.0))
        names.append([label.text for label in frame.labels])
        places = look.to_world(look.points(system, y))
        for label, place in zip(frame.labels, places, strict=False):
            assert label.place == pytest.approx(place, abs=1e-5)
    assert names == [["ball", "universal", "hinge", "ball"], []]


def test_a_whip_ends_in_a_cracker() -> None:
    system, look, y = made("whip", {})
    _, *thong = look.hanging(system, y, look.to_world(look.points(system, y)))
    tints = [piece.tint for piece in thong]
    assert tints == [LEATHER] * (len(tints) - CRACKER) + [NYLON] * CRACKER


def test_the_barrel_of_a_hinge_lies_along_its_axis() -> None:
    system = physics.system("jointed-chain", {"joints": ["ball", "hinge", "universal"]})
    look = RodsLook(system)
    reach = []
    for mesh, body in zip(look.meshes, system.bodies(memoryview(system.start())), strict=True):
        assert isinstance(body.solid, SolidOfRevolution)
        top, thick = max(z for _, z in body.solid.outline), MIN_ROD_RADIUS * look.length
        near = np.abs(mesh.vertices[:, 2] - top) < 1.2 * thick
        reach.append(np.abs(mesh.vertices[near, :2]).max(axis=0) > 2.0 * thick)
    assert np.array(reach).tolist() == [[False, False], [False, True], [True, True]]
