"""The bungee against closed forms: a massless cord, and a heavy inextensible one."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.measure import measured_at
from physics.simulation.report_track import ReportTrack
from tests.reference import case
from tests.sampling import every


def test_a_massless_cord_follows_its_closed_form():
    found = case("linkages/R3_bungee_massless_cord")
    given, start = found["params"], found["initial"]
    system = physics.system("bungee", {"cord": "massless", **given}, {"depth": start["x"], "fall": start["v"]})
    simulation = physics.Simulation(system, "dop853", 1e-3, {"rtol": 1e-13, "atol": 1e-13})
    simulation.compile()
    track = ReportTrack(simulation)
    track.advance(7100)
    told = {name: each.value for name, each in track.report().items()}
    names = {
        "t_taut": "taut_time", "v_taut": "taut_speed", "max_extension": "largest_extension", "lowest": "lowest",
        "t_lowest": "lowest_time", "max_acc_up": "largest_acceleration", "v_max": "largest_speed",
        "period": "highest_time",
    }  # fmt: skip
    assert set(names) == set(found["expected"])
    for theirs, ours in names.items():
        assert told[ours] == pytest.approx(found["expected"][theirs], rel=found["tolerance"]["rel"]), theirs


def heavy(ratio, lumps, stiffness=2e4):
    """Return a cord of 1 m and a jumper of 1 kg, as in case R2."""
    parameters = {"M": 1.0, "L0": 1.0, "k": stiffness, "rope_mass": ratio, "lumps": lumps, "gap": 1.0 / lumps}
    return physics.system("bungee", parameters)


@pytest.mark.parametrize("ratio", every(3, [0.5, 1.0, 2.0], first=1))
def test_a_heavy_cord_draws_the_jumper_down_faster_than_free_fall(ratio):
    """The tolerance of the case is for rigid rods, which move as it says (`test_planar_chain.py`). Lumps on an elastic
    cord lose some speed to vibrations, in proportion to their distance: 1 to 4 % with 20 of them. Extrapolated to none,
    0.5 % of the continuum's speed are left, for the heaviest cord 1 %.
    """
    found = case("linkages/R2_bungee_slack_phase_mass_ratio_1")
    g = found["params"]["g"]
    y = np.linspace(0.3, 0.8, 51)
    continuum = np.sqrt(g * y * (4.0 + ratio * (2.0 - y)) / (2.0 + ratio * (1.0 - y)))
    lost = []
    for lumps in (20, 40):
        system = heavy(ratio, lumps)
        simulation, depths, speeds = physics.Simulation(system, "rk4", 5e-5), [], []
        assert simulation.compile()
        while not depths or depths[-1] < 0.8:
            simulation.advance(8)
            depths.append(-simulation.y[2 * lumps - 1])
            speeds.append(-simulation.y[4 * lumps - 1])
            assert simulation.time < 0.5
        v = np.interp(y, depths, speeds)
        assert (v > np.sqrt(2.0 * g * y)).all()
        lost.append(float(np.mean(1.0 - v / continuum)))
    assert 0.4 < lost[1] / lost[0] < 0.7
    assert abs(2.0 * lost[1] - lost[0]) < 0.005 * max(ratio, 1.0)
    quantities = {each.name: each.value(system, simulation.y) for each in system.quantities}
    assert quantities["lead"] > 0.01
    assert quantities["end_acceleration"] / g == pytest.approx(found["expected"]["a_end_over_g"][
        {0.5: "mu_0_5", 1.0: "mu_1", 2.0: "mu_2"}[ratio]
    ])  # fmt: skip


def massless_run(method, steps, **settings):
    """Return the state after 6 s, in which the cord tightens, turns the jumper and slackens."""
    simulation = physics.Simulation(physics.system("bungee", {"cord": "massless"}), method, 6.0 / steps, settings)
    assert simulation.compile()
    simulation.advance(steps)
    assert [event.name for event in simulation.events if event.name != "piece"] == ["taut", "lowest", "slack"]
    return np.array(simulation.y)


def test_a_method_keeps_its_order_where_the_cord_tightens_and_slackens():
    exact = massless_run("dop853", 2000, rtol=1e-13, atol=1e-13)
    errors = np.array([np.linalg.norm(massless_run("rk4", steps) - exact) for steps in (100, 200, 400)])
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(4.0, abs=0.1)


def test_long_steps_do_not_feel_that_a_piece_tightens_later():
    """Steps of dop853 reach beyond events: with a law that changes there the drift would be 2.6e-6."""
    simulation = physics.Simulation("bungee", "dop853", 1e-3)
    assert simulation.compile()
    assert simulation.advance(16_000) == 16_000
    assert len(simulation.events) > 1000
    assert abs(simulation.invariants()["energy"].drift) < 1e-7


def test_energy_plus_loss_is_conserved_and_the_cord_never_pushes():
    system = physics.system("bungee", {"damping": 0.004})
    simulation = physics.Simulation(system, "rk4", 5e-4)
    assert simulation.compile()
    for _ in range(40):
        simulation.advance(400)
        pulls = system.tensions(simulation.y)
        assert (pulls >= 0.0).all()
        ends = [each for each in system.quantities if each.name in ("platform_tension", "tension")]
        assert [pulls[0], pulls[-1]] == measured_at(system, ends, simulation.y)
    assert abs(simulation.invariants()["energy"].drift) < 1e-5
    assert simulation["loss"] > 100.0
    pieces = [event for event in simulation.events if event.name == "piece"]
    assert 40 < len(pieces) < 2000, "slack comes and goes, without a chatter"
    names = [event.name for event in simulation.events if event.name != "piece"]
    assert names[:3] == ["taut", "lowest", "slack"]


def test_dissipated_energy_matches_the_friction_law():
    """One stretched piece: T = k e (1 + tau e') against the power over a step."""
    system = physics.system("bungee", {"cord": "massless", "damping": 0.02}, {"depth": 20.0, "fall": 3.0})
    y, dy = memoryview(system.start()), memoryview(array("d", bytes(8 * len(system.variables))))
    system.rate(0.0, y, system.p, dy)
    pull = 100.0 * 5.0 * (1.0 + 0.02 * 3.0)
    assert dy[3] == pytest.approx(pull / 75.0 - 9.81)
    assert dy[5] == pytest.approx((pull - 500.0) * 3.0)


def test_the_cord_hangs_at_rest_until_the_jumper_leaves():
    system = physics.system("bungee", {"rope_mass": 10, "k": 5000})
    y, dy = memoryview(system.start()), memoryview(array("d", bytes(8 * len(system.variables))))
    system.rate(0.0, y, system.p, dy)
    n = system.count
    still = [i for i in range(n - 1) if math.hypot(dy[2 * n + i], dy[3 * n + i]) < 1e-6]
    assert len(still) >= n - 4, "all but the few at the fold"


def test_ball_and_jumper_begin_together_and_the_gorge_has_a_bottom():
    system = physics.system("bungee", {"gorge": 25.0}, {"depth": 2.0, "fall": 1.5})
    assert system.initial["ball_z"] == -2.0
    assert system.initial["ball_z_dot"] == -1.5
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    simulation.advance(4000)
    assert simulation.divergence is not None
    assert "bottom of the gorge" in simulation.message
    landing = [event for event in simulation.events if event.name == "ball-landing"]
    assert not landing or landing[0].time == pytest.approx((-1.5 + math.sqrt(1.5**2 + 2 * 9.81 * 23.0)) / 9.81)
    with pytest.raises(BadInput, match="bottom of the gorge"):
        physics.system("bungee", {"gorge": 25.0}, {"depth": 30.0})


def test_a_changed_cord_hangs_at_rest_below_the_jumper():
    system = physics.system("bungee", initial={"depth": 3.0})
    longer = system.replace({"length": 20.0, "lumps": 10})
    assert longer.initial == physics.system("bungee", {"length": 20.0, "lumps": 10}, {"depth": 3.0}).initial
    pulled = system.replace(initial={"x_dot_20": 2.0})
    assert pulled.replace({"stiffness": 90.0}).initial["x_dot_20"] == 2.0
