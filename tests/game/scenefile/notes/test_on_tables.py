"""What the notes of the bodies on a table say, measured."""

import math

import numpy as np
import pytest

from game import scenefile
from game.model.colors import BLUE, GHOST_COLORS, PINK
from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation


@claims(
    "rattleback",
    "at 5 rad/s, it begins to rock, stops after 2.35 s, and turns back. The two weights turn its axes"
    " of inertia, by less than a degree.",
)
def test_rattleback():
    motion = Motion("rattleback", 3.0, 0.01)
    assert motion["omega_3"][0] == -5 and motion["omega_3"][-1] > 0
    assert rounds_to(motion.times("reversal")[0], "2.35")
    said = motion.system.parameters
    turned = 0.5 * math.degrees(math.atan(2 * said["I12"] / (said["I2"] - said["I1"])))
    assert 0.5 < abs(turned) < 1


@claims(
    "rattleback-preferred",
    "Turned the way it likes, at 5 rad/s, it rolls from side to side",
    "turns back only after 11.5 s",
)
def test_rattleback_the_other_way():
    motion = Motion("rattleback-preferred", 12.0, 0.02)
    assert motion["omega_3"][0] == 5 and motion["omega_3"][-1] < 0
    assert rounds_to(motion.times("reversal")[0], "11.5")
    theta = np.pi - motion["theta"]
    assert theta[300:550].max() > 2 * theta[:100].max()


@claims(
    "coin",
    "rolls round and round, as it would for ever at 60°, 10 rad/s; a push makes it nod",
)
def test_coin():
    assert np.ptp(Motion("coin", 5.0, 0.01).degrees("theta")) > 5
    steady = Motion("coin", 5.0, 0.01, theta_dot=0)
    assert steady.degrees("theta") == pytest.approx(60, abs=0.01)
    assert simulation("coin").system.to_aliases(simulation("coin").system.initial)["psi_dot"] == pytest.approx(10)


@claims(
    "coin-straight",
    "Above 16 rad/s a rolling coin keeps upright: given a knock it sways",
    "Lower φ̇ to 14 rad/s, restart, and it staggers from side to side",
)
def test_straight_coin():
    sways = np.abs(Motion("coin-straight", 5.0, 0.02).degrees("theta") - 90)
    assert 2 < sways.max() < 6
    for rate, stays in ((15.8, False), (16.2, True)):
        leans = np.abs(Motion("coin-straight", 20.0, 0.05, phi_dot=rate, theta_dot=1e-3).degrees("theta") - 90)
        assert (leans.max() < 0.1) == stays
    staggers = Motion("coin-straight", 5.0, 0.02, phi_dot=14).degrees("theta") - 90
    assert staggers.min() < -20 and staggers.max() > 20


@claims(
    "egg-rolling",
    "Without slip it only sways: an egg that rolls does not rise.",
)
def test_rolling_egg():
    theta = Motion("egg-rolling", 20.0, 0.02).degrees("theta")
    assert theta.min() > 60 and theta.max() < 120


@claims(
    "egg-rising",
    "at 150 rad/s slips, rises within three seconds and stands on its end. Below 50 rad/s it would stay down.",
)
def test_rising_egg():
    motion = Motion("egg-rising", 4.0, 0.05)
    theta = motion.degrees("theta")
    assert np.hypot(motion["omega_2"][0], motion["omega_3"][0]) == pytest.approx(150)
    assert motion["slip"][motion.t < 2.5].mean() > 0.2
    assert theta[motion.t >= 3.0].max() < 5
    assert Motion("egg-rising", 8.0, 0.05, psi_dot=48).degrees("theta").min() > 84


@claims(
    "flipping-tippe-top",
    "Spun at 155 rad/s, it slips, turns over, hops, and stands on its stem.",
    "lower μ and it takes longer; with μ = 0 it stays as it is",
)
def test_tippe_top():
    def inverted(motion):
        return motion.t[np.argmax(motion.degrees("theta") > 170)]

    motion = Motion("flipping-tippe-top", 2.5, 0.01)
    assert motion.times("lift-off") and motion.degrees("theta")[-1] > 170
    assert motion["omega_z"][0] == pytest.approx(155, rel=0.01)
    assert inverted(Motion("flipping-tippe-top", 4.0, 0.01, mu=0.15)) > 1.5 * inverted(motion) > 0
    assert np.ptp(Motion("flipping-tippe-top", 2.5, 0.01, mu=0).degrees("theta")) < 0.5


@claims(
    "tippe-no-flip",
    "has lost half a radius: I₁/I₃ is below 1 − α, so friction rights it",
    "θ shrinks from 0.5 to 0.18 until it rolls",
    "Only with a cut above 0.92 R would it turn over.",
)
def test_no_flip():
    def excess(cut):
        """Return I₁/I₃ − (1 − α) of a ball that has lost a cap of this height, in radii, and α, by thin disks."""
        edges = np.linspace(-1.0, 1.0 - cut, 4001)
        z = 0.5 * (edges[1:] + edges[:-1])
        areas = 1.0 - z * z
        alpha = -np.sum(areas * z) / np.sum(areas)
        I3 = 0.5 * np.sum(areas**2)
        I1 = 0.5 * I3 + np.sum(areas * (z + alpha) ** 2)
        return I1 / I3 - (1.0 - alpha), alpha

    assert simulation("tippe-no-flip").system.alpha == pytest.approx(excess(0.5)[1], abs=1e-5)
    assert excess(0.5)[0] < -0.05 and excess(0.915)[0] < 0 < excess(0.925)[0]
    theta = Motion("tippe-no-flip", 1.0, 0.005)["theta"]
    assert theta[0] == 0.5
    assert rounds_to(theta.min(), "0.18") and rounds_to(theta[-1], "0.18")


@claims(
    "rolling-tippe-top",
    "It leans and comes back for ever, and never turns over",
    "Jellett's and Routh's integrals",
)
def test_rolling_tippe_top():
    motion = Motion("rolling-tippe-top", 10.0, 0.02)
    assert motion.degrees("theta").max() < 45
    assert max(motion.drift("jellett"), motion.drift("routh")) < 1e-6


@claims(
    "paper-rolling-top",
    "Section 6.3 against two of its own errors, as ghosts: İ_A = 0 (blue) drifts off slowly, and with"
    " the sign of M_A as printed (pink) it turns off to the other side. Each loses hold of the "
    "energy.",
)
def test_paper_rolling_top():
    variants = [{}, *(dict(ghost.parameters) for ghost in scenefile.load("paper-rolling-top").duel)]
    runs = [Motion("paper-rolling-top", 0.5, 0.01, **changes) for changes in variants]
    right, constant, printed = ([each["x"][-1], each["y"][-1]] for each in runs)
    assert 0.001 < math.dist(right, constant) < 0.05 * math.hypot(*right)
    assert right[1] > 0.03 and printed[1] < -0.03
    assert runs[0].drift() < 1e-8 < 1e-5 < min(runs[1].drift(), runs[2].drift())
    assert GHOST_COLORS[:2] == (BLUE, PINK)


@claims(
    "peg-top",
    "on a steel peg rounded to 3 mm: it skids, then rolls round on the peg, and rises slowly. Above "
    "83.6 rad/s it can stand.",
)
def test_peg_top():
    motion = Motion("peg-top", 8.0, 0.05)
    theta, slip = motion.degrees("theta"), motion["slip"]
    assert motion.system.radius == 0.003
    assert slip[0] > 0.1 and slip[40:].max() < 0.02
    assert np.all(np.diff(theta[40::10]) < 0)
    assert rounds_to(motion["n_peg"][0], "83.6")
    for rate, stands in ((82, False), (85, True)):
        leans = Motion("peg-top", 30.0, 0.1, theta=0.002, phi_dot=rate, patch=0)["theta"]
        assert (leans[200:].max() < leans[100:200].max()) == stands


@claims(
    "sliding-cone",
    "at 400 rad/s: its rounded tip slips, drives the cone round in rings, and friction sets it up",
)
def test_sliding_cone():
    motion = Motion("sliding-cone", 20.0, 0.1)
    theta = motion.degrees("theta")
    assert motion["slip"][0] > 0.1
    assert theta[0] == pytest.approx(20) and theta[-1] < 2 and np.all(np.diff(theta[5:]) < 0.2)


@claims(
    "hurricane-balls",
    "Two steel balls of 16 mm, welded together, turn on the lower one: they precess as fast as they spin, 15 times a "
    "second at 75°. Friction takes speed, and they sink",
    "At 8.8 turns a second, after 4.1 s, the upper ball touches the table: it rubs, and within 0.9 s they roll off "
    "straight at 5 cm/s.",
    sources=("(Jackson, Mertens and Pearson 2015)",),
)
def test_hurricane_balls():
    run = simulation("hurricane-balls")
    body, volume = run.system, 4 / 3 * math.pi * 0.008**3
    assert body.radius == 0.008 and body.mass == pytest.approx(2 * 7800 * volume, rel=0.005)
    values = {each.name: each for each in body.quantities}
    tilts, rates = [], []
    while run.advance(100) == 100 and not run.events:
        tilts.append(values["theta"].value(body, run.y))
        rates.append(values["omega_z"].value(body, run.y) / (1 + math.cos(tilts[-1])) / (2 * math.pi))
    start = body.to_aliases(dict(zip([each.name for each in body.variables], body.start(), strict=True)))
    assert start["psi_dot"] == pytest.approx(start["phi_dot"]) and start["theta"] == pytest.approx(math.radians(75))
    assert rounds_to(start["psi_dot"] / (2 * math.pi), "15")
    assert np.all(np.diff(tilts) > 0) and np.all(np.diff(rates) < 0)
    assert rounds_to(rates[-1], "8.8") and run.events[0].name == "touch" and rounds_to(run.events[0].time, "4.1")
    run.advance(round((run.events[0].time + 0.9 - run.time) / run.dt))
    assert values["slip"].value(body, run.y) < 1e-4 and abs(values["omega_z"].value(body, run.y)) < 0.01
    assert rounds_to(100 * math.hypot(run.y[10], run.y[11]), "5")


@claims(
    "phitop",
    "1.618 times as long as it is wide, spun on its side at 120 rad/s, rises on its end. Below 48 rad/s it stays down.",
)
def test_phitop():
    motion = Motion("phitop", 3.0, 0.01)
    body = motion.system
    assert body.axis_3 / body.axis_1 == pytest.approx(1.618) and body.axis_1 == body.axis_2
    volume = 4 / 3 * math.pi * body.axis_1**2 * body.axis_3
    assert body.mass / volume == pytest.approx(2700, rel=0.01), "aluminium"
    assert np.hypot(motion["omega_2"][0], motion["omega_3"][0]) == pytest.approx(120)
    assert motion.degrees("theta")[-1] < 2
    assert motion.drift() < 1e-8
    assert Motion("phitop", 8.0, 0.05, psi_dot=47).degrees("theta").min() > 84
