from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation, System, registry
from physics.studies.map_axes import copies_at
from physics.studies.outcomes import CellState, OutcomeValues, applicable, chosen_outcome, links
from physics.studies.sampled_copies import MapRun


def system(name: str, parameters: dict[str, object] | None = None, initial: dict[str, object] | None = None) -> System:
    return registry.system_class(name)(parameters, initial)


def measured(of: System, outcome: str, seconds: float, dt: float = 1e-3, integrator: str = "rk4") -> OutcomeValues:
    chosen = chosen_outcome(of, outcome)
    copies = copies_at(of, (), np.zeros((2, 0)))
    return chosen.outcome.measure(copies, MapRun(seconds, integrator, dt), chosen.of, lambda: False)


def run(of: System, seconds: float, dt: float = 1e-3) -> tuple[np.ndarray, np.ndarray]:
    """Return the times and states (n, dim) of a run, step by step."""
    simulation = Simulation(of, "rk4", dt)
    simulation.compile()
    rows = [np.array(simulation.y)]
    while simulation.time < seconds - 1e-9:
        simulation.advance(1)
        rows.append(np.array(simulation.y))
    return np.arange(len(rows)) * dt, np.array(rows)


SWINGING = system("double-pendulum", initial={"theta2": 2.9, "theta3": 2.0})
FALLING = system("heavy-top", initial={"theta": 0.4, "psi_dot": 0.0, "phi_dot": 5.0})


def test_outcomes_follow_from_what_a_system_declares() -> None:
    known = {name: {each.name for each in applicable(system(name))} for name in registry.systems()}
    assert {name for name, found in known.items() if "range" in found} == {"trebuchet"}
    assert "flip-time" in known["planar-chain"] and "flip-time" not in known["heavy-top"]
    assert "fall" in known["gyroscope"] and "fall" in known["sliding-body"] and "fall" not in known["free-body"]
    assert "event" in known["rattleback"] and "event" not in known["gyroscope"]
    assert "lyapunov" in known["double-pendulum"] and "lyapunov" not in known["rattleback"]
    assert all({"final", "largest", "passage"} <= found for found in known.values())
    assert links(system("double-pendulum-open")) == ("theta2", "theta3")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("gyroscope", "spin", "unknown outcome 'spin'"),
        ("gyroscope", "range", "outcome range: gyroscope throws nothing; it has: fall, tilt"),
        ("double-pendulum", "flips:theta4", "unknown link of double-pendulum 'theta4'"),
        ("double-pendulum", "lyapunov:theta2", "outcome lyapunov:theta2: is of nothing"),
        ("rattleback", "event:crash", "unknown event of rattleback 'crash'"),
        ("gyroscope", "passage:theta", "passage 'theta': must be NAME>NUMBER"),
        ("gyroscope", "passage:theta>x", "theta = 'x': must be a number in rad"),
        ("gyroscope", "final:omega_9", "unknown value of gyroscope 'omega_9'"),
    ],
)
def test_bad_outcomes_are_refused(name: str, text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        chosen_outcome(system(name), text)
    assert says in str(caught.value)


def test_units_are_those_of_the_values() -> None:
    of = {text: chosen_outcome(SWINGING, text).unit for text in ("final:tip_speed", "flips", "flip-time", "reversals")}
    assert of == {"final:tip_speed": "m/s", "flips": "", "flip-time": "s", "reversals": ""}
    assert chosen_outcome(SWINGING, "flips").text == "flips:theta3"


def test_values_at_the_end_and_extremes_are_those_of_a_run() -> None:
    times, states = run(SWINGING, 2.0)
    speeds = [SWINGING.quantities[-1].value(SWINGING, memoryview(state)) for state in states]
    for value in (measured(SWINGING, "final:tip_speed", 2.0), measured(SWINGING, "final:theta3", 2.0)):
        assert (value.states == CellState.KNOWN).all() and value.values[0] == value.values[1]
    assert measured(SWINGING, "final:tip_speed", 2.0).values[0] == pytest.approx(speeds[-1], rel=1e-9)
    assert measured(SWINGING, "largest:theta3_dot", 2.0).values[0] == pytest.approx(states[:, 3].max(), rel=1e-9)
    assert measured(SWINGING, "smallest:theta2", 2.0).values[0] == pytest.approx(states[:, 0].min(), rel=1e-9)
    assert measured(SWINGING, "largest:tip_speed", 2.0).values[0] == pytest.approx(max(speeds), rel=1e-9)
    assert len(times) == 2001


def test_flips_and_reversals_are_counted() -> None:
    _, states = run(SWINGING, 6.0)
    turns = np.floor((states[:, 1] + math.pi) / (2.0 * math.pi))
    flips, signs = np.abs(np.diff(turns)).sum(), np.abs(np.diff(states[1:, 2] > 0.0)).sum()
    assert flips >= 2 and signs >= 5
    assert measured(SWINGING, "flips", 6.0).values[0] == flips
    assert measured(SWINGING, "reversals:theta2_dot", 6.0).values[0] == signs


def test_fall_tilt_and_passage_are_those_of_a_run() -> None:
    times, states = run(FALLING, 1.0)
    tilt = 2.0 * np.arcsin(np.hypot(states[:, 1], states[:, 2]))
    level = np.flatnonzero(tilt > 0.5 * math.pi)[0]
    assert 0 < level < 900
    assert measured(FALLING, "fall", 1.0).values[0] == pytest.approx(times[level], abs=1.1e-3)
    assert measured(FALLING, "tilt", 1.0).values[0] == pytest.approx(tilt.max(), rel=1e-9)
    assert measured(FALLING, "passage:theta>40deg", 1.0).values[0] == pytest.approx(
        times[tilt > math.radians(40.0)][0], abs=1.1e-3
    )
    assert measured(FALLING, "passage:theta>10deg", 1.0).values[0] == 0.0
    never = measured(FALLING, "passage:theta<1deg", 1.0)
    assert never.values[0] == math.inf and never.states[0] == CellState.NEVER


def test_what_is_undone_within_a_few_steps_is_seen() -> None:
    times, states = run(SWINGING, 2.0)
    top = int(states[:, 2].argmax())
    assert states[top, 2] > states[::8, 2].max() and top % 8
    limit = 0.5 * (states[::8, 2].max() + states[top, 2])
    found = measured(SWINGING, f"passage:theta2_dot>{limit:.17g}", 2.0).values[0]
    first = int(np.flatnonzero(states[:, 2] > limit)[0])
    assert times[first - 1] <= found <= times[first]


def test_values_that_only_cpython_computes_are_looked_at_every_few_steps(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    times, states = run(SWINGING, 1.0)
    speeds = [SWINGING.quantities[-1].value(SWINGING, memoryview(state)) for state in states[::8]]
    known = measured(SWINGING, "passage:tip_speed>3", 1.0).values[0]
    monkeypatch.setattr("physics.studies.sampled_copies.compiled_sight", lambda system, sight: False)
    assert measured(SWINGING, "largest:tip_speed", 1.0).values[0] == pytest.approx(max(speeds), rel=1e-9)
    assert measured(SWINGING, "passage:tip_speed>3", 1.0).values[0] == pytest.approx(known, abs=1e-4)
    assert measured(SWINGING, "reversals:tip_speed", 1.0).values[0] == 0.0
    assert len(times) == 1001


def test_passages_of_coordinates_are_exact_between_samples() -> None:
    swing = system("gyroscope", initial={"theta": 0.5, "phi_dot": 3.0})
    coarse, fine = (measured(swing, "fall", 2.0, dt).values[0] for dt in (8e-3, 1e-4))
    assert math.isfinite(fine) and coarse == pytest.approx(fine, abs=1e-4)


def test_first_event_has_its_time() -> None:
    stone = system("rattleback")
    simulation = Simulation(stone, "rk4", 1e-3)
    simulation.compile()
    while not simulation.events:
        simulation.advance(100)
    first = simulation.events[0]
    found = measured(stone, f"event:{first.name}", first.time + 0.5)
    assert found.values[0] == pytest.approx(first.time, rel=1e-9)
    assert measured(stone, f"event:{first.name}", 0.5 * first.time).states[0] == CellState.NEVER


def test_range_is_that_of_the_machine() -> None:
    found = measured(system("trebuchet"), "range", 1.0)
    assert found.values == pytest.approx(318.0553182644062, rel=1e-6)
    stuck = measured(system("trebuchet", {"time_limit": 0.5}), "range", 1.0)
    assert stuck.states[0] == CellState.NEVER and stuck.reasons[0] == "not released within the time limit"


@pytest.mark.parametrize("outcome", ["final", "largest", "flips", "reversals", "lyapunov"])
def test_motions_that_diverge_are_called_so(outcome: str) -> None:
    fast = system("double-pendulum", initial={"theta2_dot": 1e4, "theta3_dot": -3e4})
    found = measured(fast, outcome, 40.0, 0.1, "euler")
    assert (found.states == CellState.FAILED).all() and np.isnan(found.values).all()


def test_usual_event_is_the_first_that_is_announced():
    for name, event in (("levitron", "fell"), ("bungee", "taut"), ("euler-disk", "flat")):
        machine = system(name)
        assert applicable(machine)[0].name == "event"
        assert chosen_outcome(machine, "event").of == event
