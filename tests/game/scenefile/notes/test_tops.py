"""What the notes of the tops on a pivot say, measured."""

import math

import numpy as np
import pytest

from game import scenefile
from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation


def highest(theta):
    """Return the rows at which an angle theta (rows,) is least."""
    return np.flatnonzero((theta[1:-1] < theta[:-2]) & (theta[1:-1] < theta[2:])) + 1


@claims(
    "fast-cone",
    "at 400 rad/s, let go at 30°: it sinks by 17°, precesses, and comes to rest again at the top of each nutation",
)
def test_fast_cone():
    motion = Motion("fast-cone", 1.0, 0.001)
    theta, rate = motion.degrees("theta"), motion["psi_dot"]
    assert motion["phi_dot"][0] == 400
    assert theta[0] == pytest.approx(30) and rounds_to(theta.max() - 30, "17")
    tops = highest(theta)
    assert len(tops) >= 2
    assert np.abs(rate[tops]).max() < 1e-2 * rate.max()
    assert theta[tops] == pytest.approx(30, abs=0.01)


@claims(
    "sleeping-top",
    "66.8 rad/s: it stays up. Lower φ̇ to 60 rad/s, restart, and it tilts to 52° and rises again.",
    "2 √(I_A m g d) / I₃",
)
def test_sleeping_top():
    I_A, I3, mgd = simulation("sleeping-top").system.p
    assert rounds_to(2 * math.sqrt(I_A * mgd) / I3, "66.8")
    assert Motion("sleeping-top", 5.0, 0.05).degrees("theta").max() < 5
    theta = Motion("sleeping-top", 5.0, 0.01, phi_dot=60).degrees("theta")
    assert rounds_to(theta.max(), "52")
    assert theta[theta.argmax() :].min() < 3


@claims(
    "steady-precession",
    "The cone at 60°",
    "the slow root of I_A cos θ Ω² − I₃ ω₃ Ω + m g d = 0",
    "θ stays put",
)
def test_steady_precession():
    motion = Motion("steady-precession", 2.0, 0.01)
    I_A, I3, mgd = motion.system.p[:3]
    slow = min(np.roots([I_A * math.cos(math.radians(60)), -I3 * motion["omega_3"][0], mgd]))
    assert motion["psi_dot"][0] == pytest.approx(slow, rel=1e-9)
    assert motion.degrees("theta") == pytest.approx(60, abs=1e-6)


@claims(
    "paper-cone",
    "60 rad/s: too slow to be stable. It swings down to 159.8°",
    "watch the energy",
    sources=("Chappelier's paper (6.1)",),
)
def test_paper_cone():
    motion = Motion("paper-cone", 2.0, 0.002)
    theta = motion.degrees("theta")
    assert motion["phi_dot"][0] == 60 < motion["omega_3_sleeping"][0]
    assert rounds_to(theta.max(), "159.8")
    assert theta[theta.argmax() :].min() < 31
    energy = Motion("paper-cone", 1.0, 0.01, integrator="euler-cromer")["energy"]
    assert energy.max() > 1.2 * energy[0]


@claims(
    "recipe",
    "the cone at rest never falls, though E, L·k and L·a are kept to the last digit. The ghost "
    "restarts at turning points, and falls.",
    sources=("The start of 6.4",),
)
def test_recipe():
    motion = Motion("recipe", 2.0, 0.01)
    assert np.ptp(motion["theta"]) < 1e-12
    assert all(np.ptp(motion[name]) == 0.0 for name in ("energy", "L_z", "L_3"))
    (ghost,) = scenefile.load("recipe").duel
    assert Motion("recipe", 2.0, 0.01, **ghost.parameters).degrees("theta").max() > 150


@claims(
    "loops",
    "A wooden top pushed against its precession: the tip runs back at the top of each arch",
)
def test_loops():
    motion = Motion("loops", 1.0, 0.001)
    rate, tops = motion["psi_dot"], highest(motion["theta"])
    assert len(tops) > 2
    assert rate[tops].max() < -8
    assert motion["psi"][tops[-1]] > motion["psi"][tops[0]]


@claims(
    "wheel",
    "level like a bicycle wheel",
    "instead of falling it precesses",
)
def test_wheel():
    motion = Motion("wheel", 3.0, 0.01)
    assert motion.degrees("theta") == pytest.approx(90, abs=1e-6)
    assert motion["psi"][-1] > 2 * math.pi * 0.9
    assert Motion("wheel", 0.19, 0.01, phi_dot=0, psi_dot=0).degrees("theta").max() > 150


@claims(
    "pole-crossing",
    "Started with L·k = L·a, the top swings up through the vertical and out on the other side",
)
def test_pole_crossing():
    motion = Motion("pole-crossing", 1.1, 0.0005)
    assert motion["L_z"][0] == pytest.approx(motion["L_3"][0], rel=1e-9)
    theta = motion.degrees("theta")
    least = theta.argmin()
    assert theta[least] < 0.5
    assert theta[0] > 30 and theta[-1] > 20
    tip = np.array([motion.system.bodies(memoryview(state))[0].rotation[:, 2] for state in motion.states])
    before, after = tip[least - 40, :2], tip[least + 40, :2]
    assert before @ after < -0.9 * np.linalg.norm(before) * np.linalg.norm(after)


@claims(
    "kovalevskaya",
    "I₁ = I₂ = 2 I₃ about the pivot, and G aside of axis 3",
    "yet the invariant K holds",
    sources=("the third integrable case (1889)",),
)
def test_kovalevskaya():
    motion = Motion("kovalevskaya", 10.0, 0.05)
    said = motion.system.parameters
    assert (said["I1"], said["about"]) == (said["I2"], "pivot") and said["I1"] == pytest.approx(2 * said["I3"])
    assert said["distance_1"] > 0 == said["distance_3"]
    assert motion.drift("kovalevskaya") < 1e-8
    assert np.ptp(motion.degrees("theta")) > 60


@claims(
    "asymmetric-top",
    "Three unequal moments: besides the energy only L·k is kept",
    "soon comes apart",
)
def test_asymmetric_top():
    motion = Motion("asymmetric-top", 8.0, 0.05)
    assert len({motion.system.parameters[name] for name in ("I1", "I2", "I3")}) == 3
    assert [each.name for each in motion.system.invariants] == ["energy", "L_z"]
    assert np.ptp(motion["L_z"]) < 1e-6 * abs(motion["L_z"][0])
    other = Motion("asymmetric-top", 8.0, 0.05, theta=math.radians(60) + 1e-6)
    apart = np.linalg.norm(np.array(motion.states)[:, 4:7] - np.array(other.states)[:, 4:7], axis=1)
    assert apart[0] < 1e-5 and apart[20] < 1e-2 and apart.max() > 5
