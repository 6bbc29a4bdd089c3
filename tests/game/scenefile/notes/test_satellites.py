"""What the notes of the satellites say, measured."""

import math

import numpy as np

from tests.game.scenefile.notes.claims import Motion, claims, crossings, rounds_to, simulation
from tests.physics.satellite.steady_turns import steady_turns


def nutation(run):
    """Return the angle between axis 3 and L [°]."""
    found = next(each for each in run.system.quantities if each.name == "nutation")
    return math.degrees(found.value(run.system, run.y))


@claims(
    "explorer-1",
    "Explorer 1",
    "Spun about its length at 750 rpm",
    "loses energy but no angular momentum",
    "from 3° to 55° in 7 minutes, shown in 21 s",
    "ends in a cartwheel at 0.78 rad/s",
)
def test_explorer_1():
    run = simulation("explorer-1")
    assert rounds_to(run.system.entered()["omega_3"] * 30.0 / math.pi, "750")
    assert rounds_to(nutation(run), "3")
    momentum = run.state[4:7].tobytes()
    run.advance(round(7.0 * 60.0 / run.dt))
    assert rounds_to(nutation(run), "55") and 7.0 * 60.0 / 20.0 == 21.0
    run.advance(round(1100.0 / run.dt))
    omega = next(each for each in run.system.quantities if each.name == "omega").value(run.system, run.y)
    assert abs(nutation(run) - 90.0) < 0.02 and rounds_to(omega, "0.78")
    assert run.state[4:7].tobytes() == momentum
    assert run["lost_body"] > 0.98 * 149.0 and abs(run.invariants()["energy"].drift) < 1e-5


@claims(
    "across-the-separatrix",
    "about the axis of its smallest moment",
    "after 69 s it crosses the separatrix",
    "ends upside down about the axis of the largest",
    "From ω₂ = 0.15 rad/s it would end upright",
)
def test_across_the_separatrix():
    motion = Motion("across-the-separatrix", 160.0, 0.1)
    assert motion["side"][0] > 1.0 and motion["rate_1"][0] > 50.0 * motion["rate_2"][0]
    assert rounds_to(motion.t[crossings(motion["side"] - 1.0)[0] + 1], "69")
    assert motion.degrees("nutation")[-1] > 179.0
    other = Motion("across-the-separatrix", 160.0, 0.1, omega_2=0.15)
    assert other.degrees("nutation")[-1] < 1.0


@claims(
    "dual-spin",
    "the platform with the dish does not",
    "from 15.6° to 10.2° in 2 minutes",
    "in the drum it would open it to 39°",
)
def test_dual_spin():
    motion = Motion("dual-spin", 120.0, 0.5)
    cone = motion.degrees("nutation")
    assert rounds_to(cone[0], "15.6") and rounds_to(cone[-1], "10.2") and (np.diff(cone) < 0.0).all()
    assert abs(motion["rate_3"]).max() < 0.2 and motion["speed"].min() > 5.7
    other = Motion("dual-spin", 120.0, 0.5, body_ball=0.0, rotor_ball=0.05)
    assert rounds_to(other.degrees("nutation")[-1], "39")


@claims("gyrostat", "along curves of constant energy", "six points of rest", "at 1.5 rad/s four, at 4 rad/s two")
def test_gyrostat():
    motion = Motion("gyrostat", 30.0, 0.1)
    assert motion.drift("gyrostat_energy") < 1e-9 and motion.drift("axial") == 0.0
    counts = []
    for speed in (motion.system.entered()["rotor_speed"], 1.5, 4.0):
        run = simulation("gyrostat", rotor_speed=speed)
        counts.append(len(steady_turns(run.system, run.y)))
    assert counts == [6, 4, 2]


@claims(
    "despin",
    "turn as one, at 3.6 rad/s",
    "balances it at 6.0 rad/s",
    "in 2 minutes the platform slows to 0.07 rad/s",
    "closes from 9.4° to 7.1°",
    "without the motor it would open to 14.7°",
)
def test_despin():
    motion = Motion("despin", 120.0, 0.5)
    platform, drum, cone = motion["rate_3"], motion["speed"], motion.degrees("nutation")
    assert rounds_to(platform[0], "3.6") and abs(drum[0]) < 1e-12
    assert rounds_to(motion.system.motor / motion.system.bearing, "6.0") and rounds_to(drum[-1], "6.0")
    assert rounds_to(platform[-1], "0.07") and (np.diff(platform) < 0.0).all()
    assert rounds_to(cone[0], "9.4") and rounds_to(cone[-1], "7.1")
    assert rounds_to(Motion("despin", 120.0, 0.5, motor=0.0).degrees("nutation")[-1], "14.7")
