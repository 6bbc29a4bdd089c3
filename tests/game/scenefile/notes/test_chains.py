"""What the notes of the chains, ropes and whips say, measured."""

import math

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.scene_table import scene_tables
from game.looks.chains.chain import TENSION_COLORS, TENSIONS
from game.looks.kit.tension_tints import TensionTints
from tests.game.scenefile.notes.claims import Motion, claims, crossings, rate_of, rounds_to, simulation

G = 9.81


def slopes(motion, row=-1):
    """Return rise over run of each link in its plane, from the first to the last."""
    links = [body.rotation[:, 2] for body in motion.system.bodies(memoryview(motion.states[row]))]
    return np.array([link[2] / link[0] for link in links])


@claims(
    "catenary",
    "A chain between two posts, at rest: the slopes of its links are in arithmetic progression, and "
    "its pull grows from the middle to the ends, from teal to gold.",
)
@pytest.mark.long
def test_catenary():
    motion = Motion("catenary", 1.0, 0.1)
    assert motion["kinetic"].max() < 1e-12
    steps = np.diff(slopes(motion))
    assert np.ptp(steps) < 1e-9 * abs(steps).max()
    pull = motion.system.tensions(memoryview(motion.states[-1]))
    half = len(pull) // 2
    assert np.all(np.diff(pull[:half]) < 0) and np.all(np.diff(pull[half:]) > 0)


@claims(
    "a-real-double-pendulum",
    "A real double pendulum",
    "Ghost and dots are a double pendulum as it was filmed, the rest is the motion fitted to it, "
    "here five times slower",
    "over 2.5 s they are 0.3° and 0.7° apart (r.m.s.)",
    "After three seconds chaos parts them.",
    sources=("Film by IBM, CDLA-Sharing-1.0.",),
)
def test_real_double_pendulum():
    """At most 1° over the first second and 2.5° over 2.5 s, as was asked of it."""
    motion = Motion("a-real-double-pendulum", 5.0, 0.01)
    scene = scenefile.load("a-real-double-pendulum")
    assert scene.speed == 1 / 5
    table = scene_tables(scene, motion.system)[0]
    assert np.allclose(table.t[: len(motion.t)], motion.t)
    apart = np.column_stack([motion.degrees(name) - np.degrees(table.columns[name][: len(motion.t)])
                             for name in ("theta_1", "theta_2")])  # fmt: skip
    apart -= 360.0 * np.round(apart / 360.0)
    first, fitted = (np.sqrt((apart[motion.t < end] ** 2).mean(axis=0)) for end in (1.005, 2.505))
    assert (first < 1.0).all()
    assert rounds_to(fitted[0], "0.3") and rounds_to(fitted[1], "0.7")
    assert abs(apart[motion.t < 2.505]).max() < 2.5
    far = motion.t[(abs(apart) > 10.0).any(axis=1)]
    assert 3.0 < far[0] < 3.5


@claims(
    "chain-50",
    "Chain of fifty links",
    "A steel chain of two metres is let go from the horizontal",
    "blue is slack, red bears more than the weight of it all",
    "At the bottom of its first swing the end whips round at 22 m/s, where that of a rigid rod has 8",
    sources=("a real whip outruns sound",),
)
@pytest.mark.long
def test_chain():
    motion = Motion("chain-50", 0.9, 0.001)
    assert (motion.system.count, motion.system.length) == (50, 2)
    assert motion["theta_1"][0] == motion["theta_50"][0] == pytest.approx(math.pi / 2)
    speed = motion["tip_speed"]
    fastest = speed.argmax()
    assert rounds_to(speed[fastest], "22")
    assert motion["tip_z"][fastest] < -1.95
    assert rounds_to(math.sqrt(3 * G * 2), "8")
    assert motion["mach"].max() < 0.07
    slack, heavy = TensionTints(TENSIONS, TENSION_COLORS).of(np.array([0.0, 1.0]))
    assert slack[2] > 4 * slack[0] and heavy[0] > 4 * heavy[2]


@claims(
    "folded-chain",
    "Half a chain hangs down, the other half is held up beside it",
    "The end of the chain falls faster than the ball",
)
def test_folded_chain():
    motion = Motion("folded-chain", 0.4, 0.01)
    fallen = motion["tip_z"][0] - motion["tip_z"]
    assert np.all(fallen[10:] > 0.5 * G * motion.t[10:] ** 2)
    assert abs(motion["tip_z"][0]) < 0.1


@claims(
    "normal-mode",
    "Ten bobs on a metre of thread, bent as they swing in their second mode: all in step, and one "
    "point between them nearly at rest. Small swings have 8.5 rad/s; these, of 57° at the end, have"
    " 7.6.",
    "Second mode",
)
def test_normal_mode():
    motion = Motion("normal-mode", 3.0, 0.002)
    angles = np.array(motion.states)[:, :10]
    assert rounds_to(rate_of(motion.t, angles[:, 9]), "7.6")
    assert rounds_to(np.degrees(np.abs(angles[0, 9])), "57")
    start = [0.1 * angle for angle in scenefile.load("normal-mode").initial["theta"]]
    small = Motion("normal-mode", 3.0, 0.002, theta=start)
    places = np.cumsum(np.sin(np.array(small.states)[:, :10]), axis=1)
    assert rounds_to(rate_of(small.t, places[:, 9]), "8.5")
    assert len(crossings(places[0])) == 1
    swings = np.abs(places).max(axis=0)
    in_step = np.abs(np.corrcoef(places.T)[9, swings > 0.3 * swings.max()])
    assert in_step.min() > 0.97


@claims(
    "triple-pendulum",
    "three kilograms on three metres, thrown at 5 rad/s, slowed down by a drag of each mass",
    "The steps of RK4 choose themselves; E + W",
    "stays",
)
@pytest.mark.long
def test_triple_pendulum():
    motion = Motion("triple-pendulum", 5.0, 0.05)
    assert (motion.system.count, motion.system.bob, motion.system.length) == (3, 1, 3)
    assert motion["theta_dot_1"][0] == 5
    assert motion.simulation.integrator.name == "rk4-adaptive"
    assert motion["mechanical"][-1] < 0.8 * motion["mechanical"][0]
    assert motion.drift() < 1e-7


@claims(
    "whip",
    "a tapered whip of 2.5 m. Its end outruns sound for about a millisecond",
    "24 reach Mach 1.5, 27 do not crack",
)
@pytest.mark.long
def test_whip():
    motion = Motion("whip", 0.42, 0.0001)
    assert (motion.system.length, motion.system.count) == (2.5, 24)
    faster = motion["mach"] > 1.0
    assert rounds_to(motion["mach"].max(), "1.5")
    assert 0.7e-3 < faster.sum() * 1e-4 < 1.5e-3
    assert motion.times("crack")
    longer = simulation("whip", count=27)
    longer.advance(4200)
    assert not [event for event in longer.events if event.name == "crack"]


@claims(
    "bungee",
    "The jumper falls faster than the ball that is dropped beside: half of the heavy cord has come to rest",
    "redder the harder it pulls",
)
def test_bungee():
    motion = Motion("bungee", 1.5, 0.05)
    assert np.all(motion["depth"][4:] > motion["ball_depth"][4:])
    assert motion["acceleration"].max() > 1.03 * G


@claims(
    "free-chain",
    "Four rods joined by balls",
    "its momentum, its angular momentum in all three directions and its energy stay as they were",
)
def test_free_chain():
    motion = Motion("free-chain", 10.0, 0.5)
    assert motion.system.count == 4 and motion.system.gravity == 0
    kept = {each.name for each in motion.system.invariants}
    assert kept == {"energy", "P_x", "P_y", "P_z", "L_x", "L_y", "L_z"}
    assert max(motion.drift(name) for name in kept) < 1e-9
    assert np.ptp(np.linalg.norm(np.column_stack([motion[f"tip_{x}"] for x in "xyz"]), axis=1)) > 0.2


@claims(
    "mixed-joints",
    "Four rods on a ball, a universal joint, a hinge and a ball",
    "thrown into wild motion",
)
def test_mixed_joints():
    motion = Motion("mixed-joints", 5.0, 0.5)
    assert motion.system.joints == ("ball", "universal", "hinge", "ball")
    assert motion.drift() < 1e-6


@pytest.mark.long
@claims(
    "ponytail",
    "A head that bobs by 4 cm up and down makes its ponytail sway from side to side, once for every "
    "two steps, when it bobs about twice as fast as the tail swings by itself",
    sources=("(Keller 2010)",),
)
def test_ponytail():
    motion = Motion("ponytail", 20.0, 0.02)
    bobs = motion.system.frequency[2]
    late = motion.t > 12.0
    assert motion.system.amplitude == (0, 0, 0.04)
    assert np.ptp(motion["tip_x"][late]) > 0.3
    assert rate_of(motion.t[late], motion["tip_x"][late]) == pytest.approx(bobs / 2, rel=0.01)
    alone = Motion("ponytail", 5.0, 0.02, amplitude=[0, 0, 0])
    assert bobs / rate_of(alone.t, alone["tip_x"]) == pytest.approx(2, rel=0.15)
    slower = Motion("ponytail", 20.0, 0.02, frequency=[0, 0, 11])
    assert np.ptp(slower["tip_x"][late]) < 0.01


@claims(
    "stirred-chain",
    "is led round in a small circle",
    "with a still point in it: its second whirling mode. Near 3 rad/s it has the first, without one.",
)
@pytest.mark.long
def test_stirred_chain():
    def radii(motion):
        """Return the mean distance of each link from the axis over the last turn, over that of the lowest."""
        places = [[body.position for body in motion.system.bodies(memoryview(y))] for y in motion.states[-20:]]
        radius = np.linalg.norm(np.array(places)[:, :, :2], axis=2).mean(axis=0)
        return radius / radius[-1]

    second = radii(Motion("stirred-chain", 30.0, 0.04))
    still = second.argmin()
    assert 10 < still < 35 and second[still] < 0.15 and second[:still].max() > 0.4
    first = radii(Motion("stirred-chain", 30.0, 0.1, frequency=[3, 3, 0]))
    assert np.all(np.diff(first) > 0)


def fallen(motion):
    """Return the greatest angle of any link from the upward vertical [deg], for each row."""
    return np.degrees(np.abs(np.array(motion.states)[:, : len(motion.system.chain)] - math.pi).max(axis=1))


@claims(
    "kapitza",
    "shaken by 20 mm, 24 times a second",
    "swings by 40° about the upward vertical, once in 2.1 s",
    "Shaken below 121 rad/s it falls",
    sources=("(Kapitza 1951)",),
)
def test_kapitza():
    motion = Motion("kapitza", 20.0, 0.01)
    assert motion.system.amplitude_z == 0.02
    assert rounds_to(motion.system.frequency_z / (2 * math.pi), "24")
    assert rounds_to(fallen(motion).max(), "40") and fallen(motion)[0] == pytest.approx(40.0)
    assert rounds_to(2 * math.pi / rate_of(motion.t, motion["theta_1"] - math.pi), "2.1")
    assert motion.drift() < 1e-8
    near = math.radians(179.5)
    assert fallen(Motion("kapitza", 20.0, 0.01, theta=near, frequency_z=120.4)).max() > 90.0
    assert fallen(Motion("kapitza", 20.0, 0.01, theta=near, frequency_z=122.0)).max() < 15.0


@claims(
    "rope-trick",
    "Three bobs on light rods, half a metre in all",
    "shaken by 10.8 mm at 300 rad/s. Between 9.3 and 12.2 mm all three modes stay small",
    sources=("(Acheson 1993)",),
)
def test_rope_trick():
    motion = Motion("rope-trick", 10.0, 0.01)
    system = motion.system
    assert (system.count, system.length, system.amplitude_z, system.frequency_z) == (3, 0.5, 0.0108, 300)
    assert fallen(motion).max() < 25.0
    assert motion.drift() < 1e-7
    assert rounds_to(1e3 * motion["least_shaking"][0], "9.3") and rounds_to(1e3 * motion["greatest_shaking"][0], "12.2")
    start = math.radians(179)
    small = [Motion("rope-trick", 5.0, 0.01, theta=start, amplitude_z=each) for each in (0.0094, 0.0121)]
    assert max(fallen(each).max() for each in small) < 3.0
    assert fallen(Motion("rope-trick", 5.0, 0.01, theta=start, amplitude_z=0.0092)).max() > 90.0
    assert fallen(Motion("rope-trick", 5.0, 0.01, theta=start, amplitude_z=0.0125)).max() > 6.0


@claims(
    "rope-trick-falls",
    "Three bobs upside down on a support that is shaken by 8.9 mm, where their lowest mode needs 9.3: it grows, and "
    "after 2.5 s a link is level",
)
def test_rope_trick_falls():
    motion = Motion("rope-trick-falls", 3.0, 0.01)
    assert (motion.system.count, motion.system.amplitude_z) == (3, 0.0089)
    assert rounds_to(1e3 * motion["least_shaking"][0], "9.3")
    assert rounds_to(motion.t[(fallen(motion) > 90.0).argmax()], "2.5")
    first = np.array(motion.states)[motion.t < 1.5, :3] - math.pi
    assert np.all(np.diff(np.abs(first[:, 2])[::21]) > 0.0) and np.all(first[-1] < 0.0)
