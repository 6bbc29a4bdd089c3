"""What the notes of the free bodies say, measured."""

import math

import numpy as np
import pytest

from tests.game.scenefile.notes.claims import Motion, claims, crossings


def moments(motion):
    """Return the principal moments of inertia of a free body, in the order of its axes [kg m²]."""
    energies = []
    for k in range(3):
        state = np.zeros(7)
        state[0], state[4 + k] = 1.0, 1.0
        energies.append(2.0 * motion.system.invariants[0].value(motion.system, memoryview(state)))
    return energies


def turned_over(motion, name="omega_3"):
    """Return the times [s] at which the body has turned over: a component of the spin changes its sign."""
    return motion.t[crossings(motion[name])]


def flips_regularly(motion):
    """Return whether the component of the spin along axis 3 reverses again and again at equal intervals."""
    times = turned_over(motion)
    return len(times) >= 4 and np.ptp(np.diff(times)) < 0.05


@claims(
    "book",
    "Thrown with a spin about its middle axis, a book tumbles. Set ω₃ to 0 and ω₁ or ω₂ to 12 rad/s instead",
)
def test_book():
    motion = Motion("book", 8.0, 0.01)
    least, middle, largest = sorted(moments(motion))
    assert moments(motion)[2] == middle and least < middle < largest
    assert flips_regularly(motion)
    assert Motion("book", 8.0, 0.01, omega_1=12, omega_3=0)["omega_1"].min() > 11.9
    assert Motion("book", 8.0, 0.01, omega_1=0.1, omega_2=12, omega_3=0)["omega_2"].min() > 11.9


@claims(
    "wing-nut",
    "Spun about its middle axis, the nut turns over and back at regular intervals",
    "separates the two families",
)
def test_wing_nut():
    motion = Motion("wing-nut", 9.0, 0.01)
    assert moments(motion)[2] == sorted(moments(motion))[1]
    assert flips_regularly(motion)


@claims(
    "free-asymmetric-1",
    "Near the axis of the least moment the green polhode closes round it: stable",
    "winds between two circles",
)
def test_least_moment():
    motion = Motion("free-asymmetric-1", 10.0, 0.01)
    assert moments(motion)[0] == min(moments(motion))
    assert motion["omega_1"].min() > 9
    L = np.array([motion.system.invariants[k].value(motion.system, memoryview(motion.states[0])) for k in (1, 2, 3)])
    omega = np.array([motion.system.bodies(memoryview(s))[0].rotation @ s[4:7] for s in motion.states])
    distance = np.linalg.norm(np.cross(omega, L / np.linalg.norm(L)), axis=1)
    ends = np.flatnonzero(np.diff(np.sign(np.diff(distance)))) + 1
    inner, outer = distance[ends][::2], distance[ends][1::2]
    assert len(ends) > 6 and abs(inner.mean() - outer.mean()) > 0.3
    assert max(np.ptp(inner), np.ptp(outer)) < 0.02


@claims(
    "free-asymmetric-2",
    "About the axis of the largest moment rotation is stable, too",
    "of all motions with this L it has the least energy",
)
def test_largest_moment():
    motion = Motion("free-asymmetric-2", 10.0, 0.01)
    I1, I2, I3 = moments(motion)
    assert max(I1, I3) < I2
    assert motion["omega_2"].min() > 8.9
    L, energy = motion["L"][0], motion["energy"][0]
    assert L * L / (2 * I2) < energy < min(L * L / (2 * I1), L * L / (2 * I3))


@claims(
    "free-asymmetric-3",
    "About the middle axis any disturbance grows",
    "the box turns over, and comes back",
)
def test_middle_axis():
    motion = Motion("free-asymmetric-3", 9.0, 0.01)
    assert moments(motion)[2] == sorted(moments(motion))[1]
    assert flips_regularly(motion)


@claims(
    "free-symmetric",
    "Polhode and herpolhode are circles.",
)
def test_symmetric():
    motion = Motion("free-symmetric", 3.0, 0.01)
    assert np.ptp(np.hypot(motion["omega_1"], motion["omega_2"])) < 1e-6
    assert np.ptp(motion["omega_3"]) < 1e-6
    assert np.ptp(motion["omega"]) < 1e-6


@claims(
    "tennis-racket",
    "Flipped about its middle axis, the racket also makes half a turn about its handle on the way",
)
def test_racket():
    motion = Motion("tennis-racket", 2.0, 0.005)
    assert moments(motion)[2] == sorted(moments(motion))[1]
    handle = int(np.argmin(moments(motion)))
    assert handle == 0
    L_2, L_3 = (moments(motion)[k] * motion[f"omega_{k + 1}"] for k in (1, 2))
    about_handle = np.abs(np.unwrap(np.arctan2(L_2, L_3)))
    assert about_handle[motion.t < 2.5 * turned_over(motion)[0]].max() == pytest.approx(math.pi, abs=0.1)
