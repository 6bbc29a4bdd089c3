"""What the notes of the pendulums and linkages say, measured."""

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.experiments.duel import Duel, RunVariant
from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation

METHODS = [("rk4", 4), ("heun", 2), ("euler-cromer", 1)]


def compared(preset, seconds):
    """Return the runs of a preset's comparison after some seconds: the run itself, and those beside it."""
    run = simulation(preset)
    variants = [
        RunVariant(each.integrator or run.integrator.name, run.dt, {}, each.parameters, each.formulation)
        for each in scenefile.load(preset).duel
    ]
    duel = Duel(run, variants)
    for ghost in duel.ghosts:
        ghost.simulation.compile()
    ticks = round(seconds / run.dt)
    run.advance(ticks)
    duel.advance(ticks, run.dt)
    return [run, *(ghost.simulation for ghost in duel.ghosts)]


@claims(
    "double-pendulum",
    "The first run of Legrand's page, all its numbers 1 (J = 1 is more than any such bar has).",
    "Three formulations of the same motion",
    "only rounding differs",
)
def test_double_pendulum():
    runs = compared("double-pendulum", 30.0)
    said = runs[0].system.parameters
    assert {said[name] for name in said if not isinstance(said[name], str)} == {1.0}
    assert said["upper_inertia"] > said["upper_mass"] * (said["upper_length"] / 2) ** 2
    assert len(runs) == 3 and len({run.system.name for run in runs}) == 3
    assert max(abs(run["theta3"] - runs[0]["theta3"]) for run in runs) < 1e-11


@claims(
    "double-pendulum-2",
    "The second run of Legrand's page, from almost upright",
    "its joints open, 0.31 m after 100 s",
)
def test_wild_double_pendulum():
    run, ghost = compared("double-pendulum-2", 100.0)
    assert 2.9 < run.system.initial["theta2"] < math.pi
    gap = next(each for each in ghost.system.quantities if each.name == "gap")
    assert rounds_to(gap.value(ghost.system, ghost.y), "0.31")


@claims(
    "three-methods",
    "Three methods",
    "One equation, three methods, each with steps of 10 ms",
    "Runge–Kutta 4, of order 4, and as ghosts Heun, of order 2, and Euler–Cromer, of order 1",
    "After 5 s their lower bars are off by 0.001°, 0.55° and 80°",
)
def test_three_methods():
    runs = compared("three-methods", 5.0)
    assert [(run.integrator.name, run.integrator.order) for run in runs] == METHODS
    assert {(run.dt, run.system.name) for run in runs} == {(0.01, "double-pendulum")}
    exact = scenefile.load("three-methods").changed(dt=0.0005).simulation()
    exact.compile()
    exact.advance(10_000)
    for run, off in zip(runs, ("0.001", "0.55", "80"), strict=True):
        assert rounds_to(math.degrees(abs(run["theta3"] - exact["theta3"])), off)


@claims(
    "double-pendulum-misprint",
    "Unequal uniform rods.",
    "which agree",
    "with its equal bars nobody sees it, here its energy drifts at once",
)
def test_misprint():
    right, agrees, printed = compared("double-pendulum-misprint", 1.0)
    assert agrees["theta2"] == pytest.approx(right["theta2"], abs=1e-11)
    assert abs(printed.invariants()["energy"].drift) > 1e-3 > 1e-6 > abs(right.invariants()["energy"].drift)
    equal = {"upper_length": 1.0, "lower_length": 1.0, "upper_mass": 1.0, "lower_mass": 1.0}
    assert Motion("double-pendulum-misprint", 1.0, 0.01, a22="printed", **equal).drift() < 1e-6


@claims(
    "double-pendulum-cloud",
    "Ten thousand double pendulums that begin within two hundredths of a degree of one another",
    "For some seconds they look like one; then they fan out, and soon they are everywhere",
)
def test_cloud():
    scene = scenefile.load("double-pendulum-cloud")
    assert scene.ensemble.copies == 10_000
    system, spread = scene.simulation().system, scene.ensemble.spread
    many = physics.ensemble(system, 48, spread, duration=12.0, every=0.5, dt=scene.dt)
    start = np.degrees(np.ptp(many["theta2"][:, 0]))
    assert 0.015 < start <= 0.02
    lower = many["theta3"]
    tip = np.linalg.norm(np.stack([np.cos(lower), np.sin(lower)]).mean(axis=1), axis=0)
    assert tip[:7].min() > 0.999
    assert tip[-4:].max() < 0.6


@claims(
    "pantheon",
    "28 kg on 67 m of wire, let go at rest 3 m aside, shown twenty times as fast.",
    "in an hour its plane turns by 11.3°, Ω sin λ, clockwise as seen from above",
)
def test_pantheon():
    motion = Motion("pantheon", 3600.0, 20.0)
    assert (motion.system.mass, motion.system.length) == (28, 67)
    assert math.hypot(motion["x"][0], motion["y"][0]) == pytest.approx(3)
    assert scenefile.load("pantheon").speed == 20
    plane = motion.degrees("plane")
    assert rounds_to(plane[-1] - plane[0], "-11.3")
    said = motion.system.parameters
    assert math.degrees(3600 * said["rotation_rate"] * math.sin(said["latitude"])) == pytest.approx(11.3, abs=0.05)


@claims(
    "foucault-rosette",
    "At the pole of an Earth that turns in 70 s, shown four times as fast",
    "the bob draws a star of 11 cusps in five and a half swings",
    "bends every swing to the right",
)
def test_rosette():
    motion = Motion("foucault-rosette", 36.0, 0.005)
    assert rounds_to(motion["turn"][0], "70") or motion["turn"][0] == pytest.approx(70, abs=0.5)
    assert scenefile.load("foucault-rosette").speed == 4
    away = np.hypot(motion["x"], motion["y"])
    cusps = np.flatnonzero((away[1:-1] > away[:-2]) & (away[1:-1] > away[2:])) + 1
    assert len(cusps) == 11
    assert motion.t[cusps[-1]] / motion["period"][0] == pytest.approx(5.5, abs=0.01)
    places = np.column_stack([motion["x"], motion["y"]])
    assert places[cusps[-1]] == pytest.approx(places[0], abs=0.02)
    assert np.hypot(motion["x_dot"], motion["y_dot"])[cusps].max() < 0.01
    velocity = np.column_stack([motion["x_dot"], motion["y_dot"]])
    inside = slice(cusps[0] + 60, cusps[1] - 60)
    turning = velocity[inside][:-1, 0] * velocity[inside][1:, 1] - velocity[inside][:-1, 1] * velocity[inside][1:, 0]
    assert turning.max() < 0


@claims(
    "wilberforce",
    "pulled down by 10 cm and let go without twist",
    "in 7.9 s the bobbing has died away and the bob turns to and fro by 137° instead",
    "another 7.9 s later it bobs again",
    "winds itself up a little where it is stretched",
    "both motions have the same period, 1.26 s",
)
def test_wilberforce():
    motion = Motion("wilberforce", 16.0, 0.002)
    start, end = motion.states[0], round(15.8 / 0.002)
    assert start.tolist() == [-0.1, 0.0, 0.0, 0.0]
    bobbing, twisting = motion["bobbing_energy"], motion["twisting_energy"]
    assert rounds_to(motion.t[np.argmin(bobbing)], "7.9") and bobbing.min() < 1e-4 * bobbing[0]
    assert rounds_to(np.abs(motion.degrees("theta")).max(), "137")
    assert rounds_to(motion.t[np.argmax(twisting)], "7.9")
    assert motion["beat_period"][0] == pytest.approx(2 * 7.9, abs=0.1)
    assert bobbing[end - 300 :].max() > 0.99 * bobbing[0] and twisting[end] < 0.01 * twisting.max()
    assert motion["theta"][100] > 0.0 > motion["z"][100], "stretched, it has begun to turn as the spring winds"
    said = motion.system.parameters
    for inertia, stiffness in (("mass", "stiffness"), ("inertia", "torsion")):
        assert rounds_to(2.0 * math.pi * math.sqrt(said[inertia] / said[stiffness]), "1.26")


@claims(
    "four-bar",
    "Two four-bar linkages",
    "Benchmark A02 of the IFToMM: five rods of 1 m and 1 kg, upright, pushed with 1 m/s. Twice in "
    "each turn all rods lie in one line",
    "grow beyond all bounds; it goes through",
)
def test_four_bar():
    motion = Motion("four-bar", 4.0, 0.001)
    said = motion.system.parameters
    assert (said["loops"], said["length"], said["mass"]) == (2, 1, 1)
    assert len(motion.system.bodies(memoryview(motion.states[0]))) == 5
    assert (motion["phi_0"][0], motion["B0_velocity_x"][0]) == (0, 1)
    angle, pull = motion["phi_0"], np.abs(motion["tension"])
    assert angle[-1] > 4 * math.pi and np.all(np.diff(angle) > 0)
    aligned = np.abs(np.cos(angle))
    assert pull[aligned < 0.003].max() > 10 * pull[aligned > 0.2].max()
    assert motion["skew"].max() < 1e-9
