"""What the notes of equations of one's own say, measured, and compared with closed forms and published numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.game.scenefile.notes.claims import Motion, claims, crossings, rounds_to


def passages(motion: Motion, name: str) -> np.ndarray:
    """Return the times [s] at which a variable passes 0."""
    values, t = motion[name], motion.t
    rows = crossings(values)
    found: np.ndarray = t[rows] - values[rows] * (t[rows + 1] - t[rows]) / (values[rows + 1] - values[rows])
    return found


def least(values: np.ndarray) -> list[int]:
    """Return the rows at which values are less than before and after."""
    return [k for k in range(1, len(values) - 1) if values[k - 1] > values[k] <= values[k + 1]]


@claims("spherical-pendulum", "Pushed sideways at 60° from the vertical, the bob comes in to 30.0° and goes out again",
        "Nothing depends on the azimuth φ, so that its momentum is kept, 1.64 kg m²/s")  # fmt: skip
def test_spherical_pendulum() -> None:
    """The turning angles have one energy: ½ φ'² sin² 60° (1 - sin² 60° / sin² θ) = (g/l) (cos 60° - cos θ)."""
    motion = Motion("spherical-pendulum", 6.0, 0.01)
    angle = motion.degrees("theta")
    square = 2.0 * 9.81 * (0.5 - math.cos(math.pi / 6.0)) / (0.75 * (1.0 - 0.75 / 0.25))
    assert rounds_to(math.sqrt(square), "2.188")
    assert rounds_to(angle.min(), "30.0") and rounds_to(angle.max(), "60.0")
    assert motion["momentum_phi"] == pytest.approx(0.75 * 2.188, rel=1e-12) and rounds_to(0.75 * 2.188, "1.64")
    assert motion.drift() < 1e-13


@claims("rosette-orbit", "Beside the attraction as 1 / r² there is a little one as 1 / r³",
        "its nearest place goes on by 23.8° in each round, 2π (1 / k − 1) with k² = 1 − λ / h²")  # fmt: skip
def test_rosette_orbit() -> None:
    """With u = 1/r: u'' + (1 - λ/h²) u = mu/h², an ellipse in the angle k φ."""
    motion = Motion("rosette-orbit", 40.0, 0.005)
    r = np.hypot(motion["x"], motion["y"])
    turn = np.unwrap(np.arctan2(motion["y"], motion["x"]))
    k = math.sqrt(1.0 - 0.0694 / 0.76**2)
    rows = least(r)
    measured = (turn[rows[-1]] - turn[rows[0]]) / (len(rows) - 1) - 2.0 * math.pi
    assert rounds_to(360.0 * (1.0 / k - 1.0), "23.8")
    assert measured == pytest.approx(2.0 * math.pi * (1.0 / k - 1.0), abs=2e-3)
    ellipse = (0.76 * k) ** 2 / (1.0 + ((0.76 * k) ** 2 / 0.4 - 1.0) * np.cos(k * turn))
    assert r == pytest.approx(ellipse, rel=1e-8)


@claims("figure-of-eight", "Three bodies on a figure of eight", "Three equal masses, drawn by one another alone",
        "each a third of a round behind the next", "One round takes 6.326 s",
        sources=("C. Moore found it in 1993 by computing",))  # fmt: skip
def test_figure_of_eight() -> None:
    """The period is 6.32591398 (Chenciner and Montgomery, Annals of Mathematics 152 (2000), 881)."""
    motion = Motion("figure-of-eight", 6.326, 0.002)
    start, end, rates = motion.states[0][:6], motion.states[-1][:6], motion.states[-1][6:]
    assert end - rates * (6.326 - 6.32591398) == pytest.approx(start, abs=1e-6) and rounds_to(6.32591398, "6.326")
    third = Motion("figure-of-eight", 2.108, 0.002)
    later = third.states[-1][:6] + third.states[-1][6:] * (6.32591398 / 3.0 - 2.108)
    places = later.reshape(3, 2)
    assert any(np.abs(np.roll(start.reshape(3, 2), way, axis=0) - places).max() < 1e-6 for way in (1, 2))


@claims("henon-heiles", "a hollow with three passes, 1/6 high, at the distance 1", "With the energy 1/8",
        "two that begin 10⁻⁸ apart are far apart after 400 s",
        "With less energy, 1/12, they stay together")  # fmt: skip
def test_henon_heiles() -> None:
    for angle in (0.5, 7.0 / 6.0, 11.0 / 6.0):
        x, y = math.cos(math.pi * angle), math.sin(math.pi * angle)
        assert 0.5 * (x * x + y * y) + x * x * y - y**3 / 3.0 == pytest.approx(1.0 / 6.0, rel=1e-14)
        assert np.hypot(x + 2.0 * x * y, y + x * x - y * y) == pytest.approx(0.0, abs=1e-14), "a pass"

    def apart(rate: float) -> tuple[float, Motion]:
        motion = Motion("henon-heiles", 400.0, 1.0, x_dot=rate)
        other = Motion("henon-heiles", 400.0, 1.0, x_dot=rate + 1e-8)
        return float(np.hypot(motion["x"] - other["x"], motion["y"] - other["y"])[-20:].max()), motion

    far, motion = apart(0.4208127)
    assert motion["energy"] == pytest.approx(0.125, rel=1e-6) and np.hypot(motion["x"], motion["y"]).max() < 1.0
    near, ordered = apart(0.306186)
    assert ordered["energy"] == pytest.approx(1.0 / 12.0, rel=1e-5)
    assert far > 0.1 and near < 1e-5


@claims("lorenz", "Three equations for the air over a warm floor", "about two places of rest, x = y = ±8.49, z = 27",
        "√(β(ρ − 1)) and ρ − 1", "Two starts that differ by 10⁻⁹ are as far apart as the wings after 40 s")  # fmt: skip
def test_lorenz() -> None:
    place = math.sqrt(8.0 / 3.0 * 27.0)
    assert rounds_to(place, "8.49")
    rest = Motion("lorenz", 1.0, 1.0, x=place, y=place, z=27.0)
    assert rest.states[-1] == pytest.approx([place, place, 27.0], abs=1e-9)
    one, other = Motion("lorenz", 40.0, 0.02), Motion("lorenz", 40.0, 0.02, x=3.0 + 1e-9)
    assert np.abs(one["x"] - other["x"]).max() > 2.0 * place
    assert (one["x"] > place).any() and (one["x"] < -place).any(), "it has been on both wings"


@claims(
    "van-der-pol",
    "From any start but 0 it comes to the same loop",
    "from ±2.02 it creeps inwards",
    "For μ = 5 one round takes 11.61 s",
)
def test_van_der_pol() -> None:
    """The period for mu = 5 is 11.6122 (Krogdahl, Z. Astrophysik 49 (1960), 59, has 11.6121)."""
    motion = Motion("van-der-pol", 50.0, 0.005)
    assert np.diff(passages(motion, "x")[::2])[-1] == pytest.approx(11.61223, abs=2e-5)
    assert rounds_to(motion["x"].max(), "2.02") and rounds_to(-motion["x"].min(), "2.02")
    still = Motion("van-der-pol", 10.0, 1.0, x=0.0)
    assert still.states[-1].tolist() == [0.0, 0.0]
    far = Motion("van-der-pol", 45.0, 0.005, x=4.0)
    assert far["x"][-3000:].max() == pytest.approx(motion["x"].max(), abs=1e-5), "the same loop"


@claims("duffing", "Duffing's two hollows", "A ball in a valley with two hollows",
        "Pushed less, with γ = 0.2, it keeps to one hollow",
        "goes round it in 5.24 s, the time of the push")  # fmt: skip
def test_duffing() -> None:
    """The values are those of Moon and Holmes; the answer of period 1 has the period of the push."""
    wild = Motion("duffing", 100.0, 0.02)["x"]
    assert wild.max() > 1.0 and wild.min() < -1.0
    every = round(2.0 * math.pi / 1.2 / 0.002) * 0.002
    tame = Motion("duffing", 60.0 * every, every, gamma=0.2)
    assert rounds_to(2.0 * math.pi / 1.2, "5.24") and tame["x"].min() > 0.0
    assert np.ptp(tame["x"][-10:]) < 5e-3
    whole = Motion("duffing", 60.0 * every, every, gamma=0.28)
    assert abs(whole["x"][-1] - whole["x"][-2]) > 0.3 and abs(whole["x"][-1] - whole["x"][-3]) < 5e-3


@pytest.mark.long
@claims("rossler", "One product, z x, is all that bends these equations",
        "The path winds out about the origin, 5.9 s a turn")  # fmt: skip
def test_rossler() -> None:
    motion = Motion("rossler", 600.0, 0.02)
    inner = [time for time in passages(motion, "y") if motion["x"][int(time * 50.0)] < 0.0]
    assert rounds_to(float(np.diff(inner).mean()), "5.9")
    single = Motion("rossler", 150.0, 0.01, c=2.5)
    back = [int(time * 100.0) for time in passages(single, "y") if single["x"][int(time * 100.0)] < 0.0]
    assert np.ptp(single["x"][back[-8:]]) < 0.05, "one loop, as Rössler found it"


@claims("magnetic-bottle", "It turns back 0.50 m from the middle, where the field is 1.25 times as strong, v² / v⊥²",
        "its magnetic moment μ is kept within 0.6 %, its speed quite",
        "Once up and down takes 6.27 s, all but 2π b / v⊥")  # fmt: skip
def test_magnetic_bottle() -> None:
    motion = Motion("magnetic-bottle", 20.0, 0.01)
    square = motion["x_dot"] ** 2 + motion["y_dot"] ** 2 + motion["z_dot"] ** 2
    assert np.ptp(square) < 1e-12 and square[0] == 1.25
    assert rounds_to(motion["z"].max(), "0.50") and math.sqrt(1.25 - 1.0) == 0.5
    assert 0.005 < np.ptp(motion["mu"]) / motion["mu"][0] < 0.006
    assert rounds_to(2.0 * float(np.diff(passages(motion, "z")).mean()), "6.27") and rounds_to(math.tau, "6.28")


@claims("shaken-table", "A table goes up and down by 2.2 cm, and a ball keeps 0.8 of its speed at each bounce",
        "a bounce each 0.314 s, where the phase of the table is 67.1°, cos = π g (1 − e) / (A ω² (1 + e))",
        "With A = 2.7 cm two bounces are needed before it repeats")  # fmt: skip
def test_shaken_table() -> None:
    motion = Motion("shaken-table", 60.0, 0.1)
    times = np.array(motion.times("impact"))
    phase = math.acos(math.pi * 9.81 * 0.2 / (0.022 * 400.0 * 1.8))
    assert np.diff(times)[-10:] == pytest.approx(math.tau / 20.0, rel=1e-9) and rounds_to(math.tau / 20.0, "0.314")
    assert (20.0 * times[-1]) % math.tau == pytest.approx(phase, abs=1e-7) and rounds_to(math.degrees(phase), "67.1")
    double = np.diff(Motion("shaken-table", 60.0, 0.1, A=0.027).times("impact"))
    assert double[-1] == pytest.approx(double[-3], rel=1e-6) and abs(double[-1] - double[-2]) > 0.05
    # of the linear map of one bounce, det = e² and trace = 1 + e² - (1 + e)² A ω² sin / g: it is -1 - det at the limit
    most = math.hypot(math.pi * 0.2 / 1.8, 2.0 * 1.64 / 1.8**2) * 9.81 / 400.0
    assert 0.022 < most < 0.027


@claims("fput-chain", "Eight masses on springs that are a little stiffer when they are stretched",
        "The first wave alone is let go; others take up to 62 % of its energy",
        "But after 376 s it is back: 98.9 % of it is in the first wave")  # fmt: skip
def test_fput_chain() -> None:
    motion = Motion("fput-chain", 400.0, 0.5)
    share = motion["E1"] / motion["E1"][0]
    whole = 4.5 * 2.0 * math.sin(math.pi / 18.0) ** 2
    assert motion["E1"][0] == pytest.approx(whole, rel=1e-8), "½ ω² Q² of the first wave"
    assert rounds_to(100.0 * (1.0 - share.min()), "62")
    late = share[motion.t > 100.0]
    assert rounds_to(100.0 * late.max(), "98.9") and abs(motion.t[motion.t > 100.0][late.argmax()] - 376.0) <= 2.0


@claims("turning-hoop", "Below √(g/R) = 4.95 rad/s the bead stays at the bottom",
        "turned faster, at 7 rad/s, the bottom is a hill",
        "comes to rest at 60.0°, where cos θ = g / (R Ω²)", "could as well have chosen the other")  # fmt: skip
def test_turning_hoop() -> None:
    motion, other = Motion("turning-hoop", 20.0, 0.5), Motion("turning-hoop", 20.0, 0.5, theta=-math.pi / 180.0)
    assert rounds_to(math.sqrt(9.81 / 0.4), "4.95") and rounds_to(7.0036, "7")
    assert rounds_to(motion.degrees("theta")[-1], "60.0") and pytest.approx(0.5, rel=1e-4) == 9.81 / (0.4 * 7.0036**2)
    assert other["theta"] == pytest.approx(-motion["theta"], abs=1e-9)
    below = Motion("turning-hoop", 30.0, 0.5, Omega=4.9)["theta"]
    assert np.abs(below).max() == below[0] and abs(below[-1]) < 0.5 * below[0]
    assert motion.drift() < 1e-10


@claims("atwood", "Two weights on a string over a heavy pulley",
        "their acceleration is 0.818 m/s², (m₁ − m₂) g / (m₁ + m₂ + I / R²)",
        "The heavier one is down after 1.11 s", sources=("George Atwood measured g with it in 1784",))  # fmt: skip
def test_atwood() -> None:
    motion = Motion("atwood", 0.8, 0.1)
    rate = 0.2 * 9.81 / (2.0 + 0.004 / 0.1**2)
    assert motion["x"] == pytest.approx(0.5 * rate * motion.t**2, abs=1e-13) and rounds_to(rate, "0.818")
    assert motion["strong"] - motion["weak"] == pytest.approx(0.4 * rate, rel=1e-12), "what turns the pulley"
    motion.simulation.advance(400)
    assert motion.times("landing") == [pytest.approx(math.sqrt(1.0 / rate), rel=1e-12)]
    assert rounds_to(math.sqrt(1.0 / rate), "1.11") and motion.simulation["x"] == pytest.approx(0.5, abs=1e-12)


@claims("brachistochrone", "Three balls slide without friction from one place to another",
        "The straight way is the shortest, and takes 0.84 s", "the arc of a circle takes 0.72 s",
        "the cycloid is the quickest of all, π √(r/g) = 0.71 s",
        sources=("Johann Bernoulli asked for it in 1696",))  # fmt: skip
def test_brachistochrone() -> None:
    """On the circle, a quarter of the period of a pendulum: its complete elliptic integral is a mean of means."""
    motion = Motion("brachistochrone", 1.0, 0.5)
    one, other = 1.0, math.cos(0.5 * motion["u"][0])
    while abs(one - other) > 1e-15:
        one, other = 0.5 * (one + other), math.sqrt(one * other)
    circle = 0.5 * math.pi / one * math.sqrt(0.125 * (math.pi**2 + 4.0) / 9.81)
    wanted = {
        "cycloid": (math.pi * math.sqrt(0.5 / 9.81), "0.71"), "circle": (circle, "0.72"),
        "line": (math.sqrt(0.5 * (math.pi**2 + 4.0) / 9.81), "0.84"),
    }  # fmt: skip
    for name, (time, printed) in wanted.items():
        assert motion.times(name) == [pytest.approx(time, rel=1e-9)] and rounds_to(time, printed)
    end = [motion.simulation[name] for name in ("s", "u", "d")]
    assert end == pytest.approx([2.0, 0.0, 0.5 * math.hypot(math.pi, 2.0)], abs=1e-9), "they stay where they came to"


@claims("pushed-pendulum", "pushed to and fro once a second by a torque 1.5 times that which would hold it level",
        "goes over the top, one way or the other, and no second is like another",
        "Pushed with 0.9 of it, it swings evenly", "with 1.073, only every second swing is the same")  # fmt: skip
def test_pushed_pendulum() -> None:
    """Taylor, Classical Mechanics (2005), chapter 12, has these answers: two swings repeat from 1.0663 to 1.0793."""
    even = Motion("pushed-pendulum", 40.0, 1.0, gamma=0.9)["phi"]
    assert even[-8:] == pytest.approx([even[-1]] * 8, abs=1e-9)
    double = Motion("pushed-pendulum", 60.0, 1.0, gamma=1.073)["phi"]
    assert double[-8:] == pytest.approx([double[-2], double[-1]] * 4, abs=1e-5) and abs(double[-1] - double[-2]) > 0.2
    wild = Motion("pushed-pendulum", 40.0, 0.05)
    turns = np.floor((wild["phi"] + math.pi) / math.tau)
    assert set(np.sign(np.diff(turns))) == {-1.0, 0.0, 1.0}
    seconds = wild["phi"][::20] % math.tau
    assert min(abs(a - b) for k, a in enumerate(seconds[10:]) for b in seconds[10:][:k]) > 1e-4
    assert wild.drift() < 1e-9
