from __future__ import annotations

import math
import time

import numpy as np
import pytest

from game import scenefile
from game.experiments import poincare
from game.experiments.poincare import BackgroundSection, RunSection, SectionPoints, default_section
from game.model.edit import Edit
from game.scenefile import Scene
from game.session import advancing, edits
from game.session.session import Session
from physics import BadInput, Simulation, system
from physics.compiled import native
from physics.pendulums.double_pendulum import DoublePendulum
from physics.simulation.poincare import SectionPlane, crossings, rate_of

START = {"theta2": 0.9, "theta3": 1.3}
PLANE = SectionPlane("theta2")
SCENE = Scene(system="double-pendulum", name="double-pendulum", initial=START)


def ran(session: Session, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        advancing.advance_frame(session, 60)


def test_section_of_a_run_grows_with_it() -> None:
    session, mine = Session(SCENE), RunSection(PLANE)
    counts = []
    for _ in range(1920):
        advancing.advance_frame(session, 240)
        mine.follow(session.past.history, session.past.now(session.simulation))
        counts.append(mine.cut.count)
    assert counts == sorted(counts) and counts[-1] >= 3 > counts[0]
    again = RunSection(PLANE)
    again.follow(session.past.history, session.past.now(session.simulation))
    assert again.cut.column("theta3").tolist() == mine.cut.column("theta3").tolist()
    assert (mine.cut.column("theta2_dot") > 0.0).all()
    assert np.abs(mine.cut.column("theta2")).max() < 1e-8


def test_section_stays_in_the_past_and_restarts_with_another_run() -> None:
    session, mine = Session(SCENE), RunSection(PLANE)
    ran(session, 6.0)
    mine.follow(session.past.history, session.past.now(session.simulation))
    count = mine.cut.count
    advancing.seek(session, session.past.now(session.simulation) // 2)
    mine.follow(session.past.history, session.past.now(session.simulation))
    assert mine.cut.count == count >= 2
    session.reset()
    session.pause(False)
    mine.follow(session.past.history, session.past.now(session.simulation))
    assert mine.cut.count == 0
    ran(session, 6.0)
    mine.follow(session.past.history, session.past.now(session.simulation))
    assert mine.cut.count == count


def test_change_of_formulation_keeps_common_quantities() -> None:
    session, mine = Session(SCENE), RunSection(PLANE)
    ran(session, 4.0)
    edits.apply(session, Edit("formulation", "double-pendulum-open"))
    ran(session, 4.0)
    mine.follow(session.past.history, session.past.now(session.simulation))
    assert np.isfinite(mine.cut.column("theta3")).all() and mine.cut.count >= 3
    positions = mine.cut.column("x2")
    assert np.isnan(positions[0]) and np.isfinite(positions[-1])


def test_angles_are_within_half_a_turn() -> None:
    cut = SectionPoints(SectionPlane("theta2_dot", 0.0, "both"))
    wild = DoublePendulum(initial={"theta2": 20.0, "theta3": -30.0, "theta2_dot": 1.0})
    simulation = Simulation(wild, "rk4", 1e-3)
    rows = [list(simulation.y) for _ in range(300) if simulation.advance(10)]
    cut.add(wild, 0.01 * np.arange(1.0, 301.0), np.array(rows))
    angles = cut.column("theta2")
    assert len(angles) >= 2 and (np.abs(angles) <= math.pi).all()


def test_background_run_continues_as_the_simulation_does() -> None:
    session = Session(SCENE)
    ran(session, 1.0)
    run = BackgroundSection(session.simulation, PLANE, most=6)
    run.wait()
    assert run.done and run.progress == 1.0 and run.reason == "" and len(run.cuts) == 1
    mine = RunSection(PLANE)
    ran(session, 9.0)
    mine.follow(session.past.history, session.past.now(session.simulation))
    mine_later = mine.cut.column("theta3_dot")
    shared = run.cuts[0].column("theta3_dot")[:3]
    at = np.flatnonzero(np.isclose(mine_later, shared[0], atol=1e-3))[0]
    assert mine_later[at : at + 3] == pytest.approx(shared, abs=1e-3)


def test_other_runs_have_the_energy_of_the_simulation() -> None:
    simulation = Simulation(DoublePendulum(initial=START))
    run = BackgroundSection(simulation, PLANE, others=7, most=200)
    run.wait()
    assert len(run.cuts) == 8 and run.count >= 200
    energy = simulation.system.energy(simulation.y)
    for cut in run.cuts:
        assert cut.count and cut.column("energy") == pytest.approx(energy, abs=2e-3)
    first = np.array([cut.column("theta3")[0] for cut in run.cuts])
    assert len(set(first.round(6).tolist())) == 8


def test_cancelled_section_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    run = BackgroundSection(Simulation(DoublePendulum(initial=START)), SectionPlane("theta2_dot", 50.0), most=10**9)
    while not run.time:
        time.sleep(0.01)
    run.cancel()
    run.wait()
    assert run.done and run.progress < 1.0 and run.reason == ""
    monkeypatch.setattr(poincare, "MAX_DURATION", 5.0)
    seldom = BackgroundSection(Simulation(DoublePendulum(initial=START)), SectionPlane("theta2_dot", 50.0))
    seldom.wait()
    assert seldom.reason == "0 points in 5 s"


def test_section_that_cannot_run_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="unknown quantity of double-pendulum 'phi'"):
        BackgroundSection(Simulation(DoublePendulum()), SectionPlane("phi"))
    wild = BackgroundSection(
        Simulation(DoublePendulum(initial={"theta2_dot": 900.0, "theta3_dot": -900.0}), "euler", 0.02), PLANE
    )
    wild.wait()
    assert "their states became infinite" in wild.reason
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    monkeypatch.setattr(native, "compile_error", lambda shape: "numba is missing")

    def refused(shape: object) -> None:
        raise native.Unavailable("numba is missing")

    monkeypatch.setattr(native, "compiled_run", refused)
    without = BackgroundSection(Simulation(DoublePendulum()), PLANE)
    without.wait()
    assert without.reason == "compiled code is not available (numba is missing)"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("double-pendulum", (SectionPlane("theta2"), "theta3", "theta3_dot")),
        ("planar-chain", (SectionPlane("theta_1"), "theta_2", "theta_dot_2")),
        ("levitron", (SectionPlane("omega_1"), "omega_3", "theta")),
        ("euler-disk", (SectionPlane("omega_1"), "omega_3", "omega_2")),
        ("satellite", (SectionPlane("rate_1"), "rate_3", "theta")),
    ],
)
def test_default_section_is_at_the_first_angle(name: str, expected: object) -> None:
    assert default_section(system(name)) == expected


def test_a_shaken_pendulum_is_seen_once_in_a_stroke() -> None:
    kapitza = scenefile.load("kapitza").simulation()
    plane, *axes = default_section(kapitza.system)
    assert (plane, axes) == (SectionPlane("support_z"), ["theta_1", "theta_dot_1"])
    assert default_section(system("planar-chain", {"count": 1})) == (
        SectionPlane("theta_dot_1"), "theta_1", "theta_dot_1",
    )  # fmt: skip
    driven, rows = kapitza.system, []
    for _ in range(400):
        kapitza.advance(2)
        rows.append((kapitza.time, np.array(kapitza.y)))
    times, states = map(np.array, zip(*rows, strict=True))
    found, _ = crossings(driven, plane, times, states)
    assert np.diff(found) == pytest.approx(math.tau / driven.parameters["frequency_z"], rel=1e-3)


def test_every_system_has_a_default_section() -> None:
    for name in ("gyroscope", "free-body", "trebuchet", "rattleback"):
        made = system(name)
        plane, along, up = default_section(made)
        names = {each.name for each in (*made.variables, *made.invariants, *made.quantities)}
        assert {plane.name, along, up} <= names
    assert rate_of(system("double-pendulum"), "theta2_dot") == ""
