"""What the notes of Euler's disks say, measured."""

import numpy as np
import pytest

from physics.simulation.report_track import ReportTrack
from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation


def last_pitch(motion):
    """Return the turns of the contact in a second at the last moment."""
    system, (event,) = motion.system, motion.simulation.events
    pitch = next(each for each in system.quantities if each.name == "pitch")
    return pitch.value(system, memoryview(np.array(event.before)))


@claims(
    "euler-disk",
    "its edge goes round 10 times a second, at last 113 times, and after 12.94 s all stops at once",
    "It turns itself by less than two turns meanwhile.",
)
def test_thin_disk():
    motion = Motion("euler-disk", 13.0, 0.01)
    assert rounds_to(motion["pitch"][0], "10") and rounds_to(last_pitch(motion), "113")
    assert rounds_to(motion.times("flat")[0], "12.94")
    q_w, q_z = motion["q_w"], motion["q_z"]
    turns = np.unwrap(2.0 * np.arctan2(q_z, q_w)) / (2.0 * np.pi)
    assert 0.5 < np.abs(turns - turns[0]).max() < 2.0
    assert motion.drift() < 1e-8
    assert np.all(np.diff(motion["alpha"][motion.t < 12.5][::50]) < 0.0)


@claims(
    "euler-disk-toy",
    "12.7 mm thick, slips as it rolls, by millimetres a second",
    "it would need a friction coefficient above 1.",
    "Viscous friction at its edge stops it after 26.7 s.",
)
def test_toy():
    motion = Motion("euler-disk-toy", 27.0, 0.02)
    system = motion.system
    assert 2000.0 * system.half_thickness == pytest.approx(12.7)
    assert rounds_to(motion.times("flat")[0], "26.7")
    assert 1e-4 < motion["slip"][1:].max() < 5e-3
    assert motion.drift() < 1e-7
    density = system.mass / (np.pi * system.radius**2 * 2.0 * system.half_thickness)
    assert density == pytest.approx(7850.0, rel=0.01), "of steel"
    rolls = Motion("euler-disk-toy", 29.6, 0.02, contact="rolls")
    assert np.nanmax(rolls["mu_needed"]) > 1.0


@pytest.mark.long
@claims(
    "euler-disk-air",
    "braked by nothing but the thin layer of air below: from 2.6° it still has half of its tilt after 7.6 s, and"
    " stops 1.1 s later, with the exponent 1/3.",
)
def test_disk_in_air():
    motion = Motion("euler-disk-air", 8.8, 0.01)
    alpha, (end,) = motion["alpha"], motion.times("flat")
    assert rounds_to(np.degrees(alpha[0]), "2.6")
    half = motion.t[np.argmax(alpha < 0.5 * alpha[0])]
    assert rounds_to(half, "7.6") and rounds_to(end - half, "1.1")
    run = simulation("euler-disk-air")
    track = ReportTrack(run)
    track.advance(round(9.0 / run.dt))
    assert track.report()["exponent"].value == pytest.approx(1 / 3, rel=1e-3)
