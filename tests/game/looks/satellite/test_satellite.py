"""The look of a satellite: what is drawn of each kind, and the sphere of L round it."""

import numpy as np
import pytest

import physics
from game import scenefile
from game.looks import look_for
from game.looks.generic import LastChange
from game.looks.satellite.momentum_sphere import Polhodes
from game.looks.satellite.satellite import SatelliteLook
from game.model.frame import View
from physics.maths.quaternion import rotation_matrix
from tests.game.scales_at import scales_at
from tests.physics.satellite.steady_turns import steady_turns

KINDS = {
    "explorer-1": "pencil",
    "across-the-separatrix": "box",
    "dual-spin": "dual spin",
    "gyrostat": "box",
}


def view(look) -> View:
    still = np.eye(4, dtype=np.float32)
    return View((look.focus + np.array([3.0, -4.0, 3.0])).astype(np.float32), still, still)


@pytest.mark.parametrize("preset", KINDS)
def test_every_kind_has_its_parts_and_the_sphere_with_its_curves(preset):
    system = scenefile.load(preset).simulation().system
    assert system.craft.kind == KINDS[preset]
    look, y = look_for(system), memoryview(system.start())
    assert isinstance(look, SatelliteLook)
    frame = look.frame(system, y, view(look), 0.0)
    assert len(frame.instances) >= (3 if preset != "gyrostat" else 2)
    bare = len(frame.instances)
    look.add_overlays(frame, system, y, LastChange(y, 0.0))
    assert len(frame.instances) == bare + 1 and frame.instances[-1].veil
    turns = steady_turns(system, y)
    assert sum(len(points.positions) for points in frame.points) == len(turns)


def test_the_pencil_is_as_long_and_as_wide_as_its_moments_say():
    system = scenefile.load("explorer-1").simulation().system
    body = look_for(system).meshes[0].vertices[:, :3]
    whole = np.vstack([part.mesh.vertices[:, :3] for part in look_for(system)._parts["body"][:2]])
    assert np.ptp(whole[:, 2]) == pytest.approx(2.05, abs=0.01)
    assert 2.0 * np.hypot(*body[:, :2].T).max() == pytest.approx(0.165, abs=0.002)


def test_the_drum_turns_and_the_platform_does_not():
    run = scenefile.load("dual-spin").simulation()
    look = look_for(run.system)
    first = [look.model(body) for body in run.system.bodies(run.y)]
    run.advance(13)
    last = [look.model(body) for body in run.system.bodies(run.y)]
    turned = [np.abs(a - b)[:3, :3].max() for a, b in zip(first, last, strict=True)]
    assert turned[1] > 0.5 > 0.1 > turned[0]


def test_the_path_on_the_sphere_is_that_of_the_angular_momentum_in_the_body():
    run = scenefile.load("gyrostat").simulation()
    run.advance(100)
    body, place = run.system.body_traces(run.y)["momentum"]
    assert body == 0
    L = np.array(run.y[4:7])
    assert place == pytest.approx(run.system.craft.sphere * rotation_matrix(run.y).T @ L / np.linalg.norm(L))


@pytest.mark.parametrize("h", [0.0, 0.3, 0.5, 1.2])
def test_polhodes_are_curves_of_one_energy_and_end_where_they_began(h):
    inertia, n, L = np.diag([1.0, 1.6, 2.2]), np.array([0.48, 0.6, 0.64]), 2.6
    polhodes = Polhodes(inertia, h * n, L)

    def energies(points):
        omega = (L * points - h * n) @ np.linalg.inv(inertia)
        return 0.5 * np.einsum("ni,ij,nj->n", omega, inertia, omega)

    lines = np.split(polhodes.family, np.flatnonzero(np.isnan(polhodes.family[:, 0])))
    drawn = [line[~np.isnan(line[:, 0])] for line in lines]
    drawn = [line for line in drawn if len(line) > 1]
    assert len(drawn) == 3 * sum(each.stable for each in polhodes.equilibria)
    span = np.ptp([each.energy for each in polhodes.equilibria])
    for line in drawn:
        assert np.ptp(energies(line)) < 2e-3 * span
        assert line[-1] == pytest.approx(line[0], abs=0.05)
    saddles = [each for each in polhodes.equilibria if not each.stable]
    branches = np.split(polhodes.separatrix, np.flatnonzero(np.isnan(polhodes.separatrix[:, 0])))
    branches = [line[~np.isnan(line[:, 0])] for line in branches]
    branches = [line for line in branches if len(line)]
    assert len(branches) == 2 * len(saddles)
    for k, line in enumerate(branches):
        own = saddles[k // 2]
        np.testing.assert_array_equal(line[0], own.momentum / L)
        assert any(np.array_equal(line[-1], each.momentum / L) for each in saddles), "it ends at a saddle"
        assert energies(line) == pytest.approx(np.full(len(line), own.energy), abs=3e-4 * span)
        steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
        assert steps == pytest.approx(np.full(len(steps), steps.mean()), rel=0.01)
    if branches:
        spread = np.concatenate(branches)
        assert np.linalg.norm(spread[:, None] - [each.momentum / L for each in saddles], axis=2).max() > 0.5


def test_a_satellite_at_rest_or_without_rotor_and_ball_can_be_drawn():
    for parameters, start in (({}, dict.fromkeys(("omega_1", "omega_2", "omega_3", "rotor_speed"), 0.0)),
                              ({"rotor": "none", "body_ball": 0.0, "I1": 9.0}, {}),
                              ({"moving": "on a spring"}, {}),
                              ({"rotor_axis": (0.0, 0.0, -1.0)}, {}),
                              ({"I1": 5.0, "I2": 5.0, "I3": 5.0, "rotor": "none"}, {})):  # fmt: skip
        system = physics.system("satellite", parameters, start)
        look, y = look_for(system), memoryview(system.start())
        frame = look.frame(system, y, view(look), 0.01)
        scales = scales_at(look, system)
        look.add_arrows(frame, system, y, scales)
        look.add_overlays(frame, system, y, LastChange(y, 0.0))
        look.second_view(system, y, view(look), LastChange(y, 0.0), scales)
        assert all(np.isfinite(each.model).all() for each in frame.instances)


@pytest.mark.parametrize("axis", [(0.48, 0.6, 0.64), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.1, -0.9, 0.2)])
def test_a_wheel_turns_free_of_its_frame_between_two_bearings(axis):
    moments = {"mass": 20.0, "I1": 1.0, "I2": 1.6, "I3": 2.2, "rotor": "free", "rotor_inertia": 0.2}
    system = physics.system("satellite", {**moments, "rotor_axis": axis})
    look, half = look_for(system), 0.5 * np.array(system.craft.body.sides)
    wheel = look._parts["rotor"][0].mesh.vertices[:, :3] @ system.craft.rotor_axes.T
    n, (radius, _) = system.craft.rotor_axes[:, 2], system.craft.rotor.outline[1]
    rim = np.abs(wheel[np.hypot(*(wheel @ system.craft.rotor_axes[:, :2]).T) > 0.5 * radius])
    struts = 0.035 * 2.0 * half.min()
    assert (rim.max(axis=0) < half - struts).all()
    assert (half - rim.max(axis=0)).min() < 0.2 * half.min() or radius > 0.2 * half.max()
    bosses = look._parts["body"][1].mesh.vertices[:, :3]
    for end in (wheel[np.argmax(wheel @ n)], wheel[np.argmin(wheel @ n)]):
        assert np.linalg.norm(bosses - end, axis=1).min() < 0.2 * radius
