"""Lyapunov exponents: closed forms, published numbers of tests/data/numerics/lyapunov.json, pairs and zeros.

The reference numbers come from dual numbers through the right-hand side.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from physics import BadInput, System
from physics.chains.planar_chain import PlanarChain
from physics.core.fields import Event, Invariant, Variable
from physics.free.free_body import FreeBody
from physics.pendulums.double_pendulum import DoublePendulum
from physics.pendulums.parallel_linkage import ParallelLinkage
from physics.pivoted.heavy_top import HeavyTop
from physics.studies.lyapunov import LyapunovRun, LyapunovSpectrum, directions, lyapunov, periodic_angles
from physics.table.sliding_body import SlidingBody

CASES = json.loads((Path(__file__).parents[2] / "data" / "numerics" / "lyapunov.json").read_text("utf-8"))
GRAVITY = 9.81
ERRORS = 4.0
"""Tolerance of the case file: standard errors of both together."""


def bobs(count: int, *angles: float, **parameters: float) -> PlanarChain:
    """Return a chain of links of 1 m with bobs of 1 kg."""
    start = {f"theta_{i}": angle for i, angle in enumerate(angles, 1)}
    return PlanarChain({"count": count, "length": float(count), **parameters}, start)


def kovalevskaya() -> HeavyTop:
    case = CASES["single"][3]
    moments = dict(zip(("I1", "I2", "I3"), case["I"], strict=True))
    body = {"body": "asymmetric", "about": "pivot", "mass": 0.5, "distance_1": 1.0 / GRAVITY, "distance_3": 0.0}
    q = dict(zip(("q_w", "q_x", "q_y", "q_z"), case["q"], strict=True))
    omega = {f"omega_{i}": value for i, value in enumerate(case["omega"], 1)}
    top = HeavyTop({**body, **moments}, {**q, **omega})
    assert list(top.p[12:15]) == pytest.approx(case["mgP"])
    return top


SYSTEMS = [bobs(2, *[math.pi / 2] * 2), DoublePendulum({}, {"theta2": 2.0, "theta3": 2.5}), bobs(3, *[math.pi / 2] * 3)]
SINGLE = [(system, case) for system, case in zip(SYSTEMS, CASES["single"], strict=False)]


def check_spectrum(found: LyapunovSpectrum, case: dict) -> None:
    """Compare a spectrum with a reference, within the errors of both, and its pairs and zeros."""
    expected, half = np.array(case["spectrum"]), len(case["spectrum"]) // 2
    stated = np.zeros(half)
    stated[: np.size(case["standard_error"])] = case["standard_error"]
    both = np.hypot(found.errors, [*stated, *reversed(stated)])
    assert found.exponents.shape == expected.shape == (found.directions,)
    zeros = np.where(expected == 0.0, found.regular, 0.0)
    assert (np.abs(found.exponents - expected) < ERRORS * both + zeros).all()
    pairs = found.exponents + found.exponents[::-1]
    assert np.abs(pairs).max() < 10.0 / found.time  # the logarithm of a bounded ratio, over the time
    assert found.sum == pytest.approx(0.0, abs=10.0 / found.time)


@pytest.mark.parametrize(("system", "case"), SINGLE, ids=[case["system"] for _, case in SINGLE])
def test_exponents_agree_with_the_reference_within_their_errors(system: System, case: dict) -> None:
    found = lyapunov(system, 300.0, dt=0.005)
    check_spectrum(found, case)
    assert found.chaotic and not found.ended
    assert 0.4 < found.errors[0] * math.sqrt(found.time) < 2.5  # about 1.0/sqrt(T) by the reference


@pytest.mark.long
@pytest.mark.parametrize(("system", "case"), SINGLE, ids=[case["system"] for _, case in SINGLE])
def test_exponents_agree_with_the_reference_in_its_time(system: System, case: dict) -> None:
    found = lyapunov(system, case["T"], dt=0.003)
    check_spectrum(found, case)
    assert found.errors[0] < 2.0 * np.max(case["standard_error"])


@pytest.mark.long
def test_kovalevskaya_s_top_has_zeros_alone_in_its_time() -> None:
    found = lyapunov(kovalevskaya(), CASES["single"][3]["T"], dt=0.01)
    assert np.abs(found.exponents).max() < 3e-4


def test_regular_motion_of_the_same_system_has_none() -> None:
    found = lyapunov(bobs(2, 0.3, 0.3), 600.0, dt=0.01)
    assert not found.chaotic
    assert np.abs(found.exponents).max() < found.bound < 0.05
    assert found.sum == pytest.approx(0.0, abs=1e-3)


def test_kovalevskaya_s_top_has_zeros_alone() -> None:
    found = lyapunov(kovalevskaya(), 3000.0, dt=0.01, transient=500.0, exponents=2)
    assert found.directions == 6
    assert np.abs(found.exponents).max() < 3e-3
    assert not found.chaotic and found.sum is None


@pytest.mark.parametrize("drag", [0.0, 0.4])
def test_the_upright_pendulum_has_its_closed_form(drag: float) -> None:
    """Compare with the roots of lambda^2 + c lambda - g/l = 0."""
    found = lyapunov(bobs(1, math.pi, k_d=drag) if drag else bobs(1, math.pi), 4.0, dt=0.002, transient=2.5)
    root = math.sqrt(drag**2 / 4.0 + GRAVITY)
    assert found.exponents == pytest.approx([root - drag / 2.0, -root - drag / 2.0], abs=2e-5)
    assert found.sum == pytest.approx(-drag, abs=2e-5)


def test_exponents_do_not_depend_on_the_first_directions() -> None:
    one, other = (lyapunov(bobs(2, 2.0, 2.0), 20.0, dt=0.005, transient=40.0, seed=seed) for seed in (0, 1))
    assert one.exponents != pytest.approx(other.exponents, abs=1e-12)
    assert one.exponents[0] == pytest.approx(other.exponents[0], abs=1e-4)


@pytest.mark.parametrize(("system", "count"), [(HeavyTop(), 6), (FreeBody(), 6), (ParallelLinkage(), 2), (bobs(2), 4)])
def test_directions_are_those_that_constraints_leave(system: System, count: int) -> None:
    places = np.array([*system.places("coordinate"), *system.places("velocity")])
    assert directions(system, np.array(system.start()), places).shape == (len(places), count)


def test_only_angles_are_periodic() -> None:
    chain = bobs(2)
    assert periodic_angles(chain, np.array(chain.start())) == [0, 1]
    assert periodic_angles(HeavyTop(), np.array(HeavyTop().start())) == []


class Kicked(System):
    """A clock whose hand stretches x to the double at each turn, while x decays: ln 2 / 2 pi - 1/20 and 0."""

    name, title = "kicked", "Kicked"
    variables = (Variable("angle", "a", "rad", "hand", 1.0), Variable("x", "x", "m", "what is stretched", 0.5))
    invariants = (Invariant("energy", "E", "J", "none", lambda system, y: 0.0, lambda system, y: 1.0),)
    events = (Event("turn", "the hand has turned"),)
    second_order = False

    def constants(self):
        return (2.0 * math.pi,)

    @staticmethod
    def rate(t, y, p, dy):
        dy[0] = 1.0
        dy[1] = -0.05 * y[1]

    @staticmethod
    def guards(t, y, p):
        return (p[0] - y[0],)

    @staticmethod
    def jump(event, t, y, p):
        y[0] = 0.0
        y[1] = 2.0 * y[1]


def test_events_that_keep_the_number_of_directions_are_passed() -> None:
    found = lyapunov(Kicked(), 20.0 * math.pi, dt=0.01, transient=0.0)
    assert not found.ended
    assert found.exponents == pytest.approx([math.log(2.0) / (2.0 * math.pi) - 0.05, 0.0], abs=1e-3)


def test_an_event_that_changes_it_ends_the_run_with_its_name() -> None:
    run = LyapunovRun(SlidingBody({}, {"theta": 0.5, "omega_3": 200.0}), dt=5e-4, transient=0.0)
    while not run.ended:
        run.advance()
    assert run.ended.startswith("lift-off at t = ")
    assert not run.failed
    run.advance()
    assert run.ended.startswith("lift-off at t = ")


def test_precision_ends_a_run_early_and_only_with_long_blocks() -> None:
    system = bobs(2, math.pi / 2, math.pi / 2)
    found = lyapunov(system, 1e5, dt=0.01, precision=0.05, exponents=1, transient=50.0)
    assert found.time < 1e4
    assert found.errors[0] < 0.05 and found.exponents[0] * found.time >= 40 * 20 * 0.99
    assert found.exponents[0] == pytest.approx(0.929, abs=ERRORS * 0.05)


def test_a_cancelled_run_returns_what_is_known() -> None:
    seen: list[tuple[float, float]] = []
    found = lyapunov(
        bobs(2, 2.0, 2.0), 1e5, dt=0.01, transient=1.0, progress=lambda *at: seen.append(at),
        cancel=lambda: seen[-1][0] > 8.0,
    )  # fmt: skip
    assert [done for done, _ in seen] == sorted(done for done, _ in seen) and {total for _, total in seen} == {100001.0}
    assert found.time == pytest.approx(seen[-1][0] - 1.0) and np.isfinite(found.exponents).all()
    assert np.isinf(found.errors).all() and not found.chaotic


def test_bad_input_is_named() -> None:
    with pytest.raises(BadInput, match="integrator = dop853: Lyapunov exponents need a method of fixed steps"):
        LyapunovRun(bobs(2), "dop853")
    with pytest.raises(BadInput, match="exponents = 5: must be from 1 to 4"):
        LyapunovRun(bobs(2), exponents=5)
    with pytest.raises(BadInput, match="time = "):
        lyapunov(bobs(2), -1.0)
    with pytest.raises(BadInput, match=r"no exponents yet: t = 0 s is within the transient, 100 s"):
        LyapunovRun(bobs(2)).spectrum()
