import csv
import subprocess
import sys
import tomllib

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.simulation import run as run_module


def test_the_example_of_the_documentation():
    run = physics.simulate(
        "gyroscope",
        duration=1,
        dt=1e-3,
        integrator="rk4",
        every=0.1,
        parameters={"mass": 0.04},
        initial={"theta": 0.52, "phi_dot": 60},
    )
    assert run.t == pytest.approx(np.arange(11) / 10, abs=1e-15)
    assert run["theta"][0] == 0.52
    assert run["phi_dot"][0] == 60
    assert run.system.mass == 0.04
    assert np.ptp(run.invariants["energy"]) < 2e-7 * run.invariants["energy"][0]
    assert run.events == []


def test_csv_is_read_back_exactly_and_contains_the_configuration(tmp_path):
    run = physics.simulate("gyroscope", 0.05, integrator="newmark", every=0.01, parameters={"body": "profile"})
    run.to_csv(tmp_path / "a.csv")
    lines = (tmp_path / "a.csv").read_text().splitlines()
    comment = [line[2:] for line in lines if line.startswith("#")]
    described = tomllib.loads("\n".join(comment))
    assert described["integrator"] == "newmark"
    assert described["settings"] == {"epsilon": 1e-12}
    again = physics.system(described["system"], described["parameters"], described["initial"])
    assert again.p == run.system.p
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert tuple(rows[0]) == run.columns
    assert (np.array(rows[1:], float) == run.data).all()


@pytest.mark.parametrize(("dt", "every"), [(1 / 300, 1 / 30), (1 / 300, 0.1), (0.02 / 7, 0.02), (0.7 / 700, 0.007)])
def test_steps_may_be_thirds_and_parts_of_a_period(dt, every):
    run = physics.simulate("gyroscope", 2 * every, dt, every=every)
    assert list(run.t) == pytest.approx([0, every, 2 * every], rel=1e-14)


def test_rows_are_every_interval_and_at_the_end():
    run = physics.simulate("gyroscope", 0.01, every=0.003)
    assert run.t == pytest.approx([0, 0.003, 0.006, 0.009, 0.010])


def test_diverged_run_returns_its_rows():
    run = physics.simulate("gyroscope", 10, integrator="euler-cromer")
    assert run.divergence is not None
    assert run.t[-1] == run.divergence.time
    assert np.isfinite(run.data).all()
    assert len(run.events) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"every": 0.0015},
        {"every": -1},
        {"duration": -1},
        {"duration": float("inf")},
        {"integrator": "rk5"},
        {"system": "gyroscop"},
    ],
)
def test_invalid_arguments_are_refused(wrong):
    with pytest.raises(BadInput):
        physics.simulate(**{"system": "gyroscope", "duration": 1, **wrong})


def test_physics_imports_nothing_of_the_viewer():
    script = (
        "import sys, physics; physics.simulate('gyroscope', 0.01);"
        "bad = {'game', 'pygame', 'moderngl', 'imgui_bundle', 'av', 'PIL', 'scipy', 'numba'} & set(sys.modules);"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_run_that_ends_by_itself_needs_no_duration():
    run = physics.simulate("trebuchet", integrator="dop853", every=0.1)
    assert run["phase"][-1] == 4.0 and (run["phase"][:-1] < 4.0).all()
    assert run.t[-1] == pytest.approx(9.7)
    assert run.report["range"].value == pytest.approx(run["x"][-1])
    with pytest.raises(BadInput, match="gyroscope has no end of its own: give --duration"):
        physics.simulate("gyroscope")


def test_run_whose_end_never_comes_has_a_greatest_duration(monkeypatch):
    """The lift of a fast spin holds a light stone up for ever."""
    monkeypatch.setattr(physics.system_class("trebuchet"), "longest", 3.0)
    run = physics.simulate("trebuchet", dt=0.02, integrator="dop853", every=0.5, parameters={"spin": -10_000})
    assert run.t[-1] == 3.0
    assert not any("lands" in event for event in run.events)
    assert physics.system_class("trebuchet").ends


@pytest.mark.parametrize("wait", [1e9, -1.0], ids=["whole blocks", "row by row"])
def test_blocks_of_rows_have_the_bits_of_single_rows(monkeypatch, wait):
    monkeypatch.setattr(run_module, "BLOCK", 70)
    monkeypatch.setattr(run_module, "WAIT", wait)
    names = ("tip_speed", "t", "energy", "theta_2", "largest_tension", "energy_weight")
    rows = list(run_module.sample(physics.Simulation("planar-chain"), 0.15, 1e-3, None, names))
    blocks = list(run_module.sample_blocks(physics.Simulation("planar-chain"), 0.15, 1e-3, None, names))
    assert [len(block) for block in blocks] == ([70, 70, 11] if wait > 0.0 else [1] * 151)
    assert np.concatenate(blocks).tolist() == rows


@pytest.mark.parametrize("duration", [0.1, 1e-9])
def test_a_duration_of_less_than_a_step_is_refused(duration):
    with pytest.raises(BadInput, match=r"^duration = .* s: is less than half of a step, dt = 0.333333333333 s; must"):
        physics.simulate("gyroscope", duration=duration, dt="1/3")
    assert len(physics.simulate("gyroscope", duration=0.0, dt="1/3").t) == 1
