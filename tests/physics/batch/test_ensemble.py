import os
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.batch.copies import LaneBatch
from physics.batch.ensemble import MEMBERS_PER_BATCH, _PythonCopies, ensemble
from physics.compiled import code_cache, native

ROOT = Path(__file__).parents[3]
SPREAD = {"theta": "1 deg", "phi_dot": 0.5}
N = MEMBERS_PER_BATCH + 100


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(code_cache.VARIABLE, str(tmp_path_factory.mktemp("code")))
        yield


@pytest.fixture(scope="module")
def reference():
    return ensemble("gyroscope", N, SPREAD, 0.05, every=0.01, seed=3)


def test_each_copy_moves_independently(reference):
    assert reference.states.shape == (N, 6, 6)
    assert list(reference.t) == [0.0, 0.01, 0.02, 0.03, 0.04, 0.05]
    names = [variable.name for variable in reference.system.variables]
    for member in (0, 63, 64, MEMBERS_PER_BATCH - 1, MEMBERS_PER_BATCH, N - 1):
        start = dict(zip(names, reference.states[member, 0], strict=True))
        alone = physics.simulate("gyroscope", 0.05, every=0.01, initial=start)
        rows = np.stack([alone[name] for name in names], axis=1)
        assert rows.tobytes() == reference.states[member].tobytes()


def test_initial_states_are_spread_as_requested(reference):
    theta, psi = reference["theta"][:, 0], reference["psi"][:, 0]
    middle = reference.system.start()[1]
    assert np.ptp(theta) == pytest.approx(np.radians(2.0))
    assert theta == pytest.approx(middle + np.radians(1.0) * reference.moved)
    assert (psi == 0).all()
    assert len(np.unique(theta)) == N


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("kind", ["thread", "threads", "processes"])
def test_executor_does_not_change_bits(reference, kind, request):
    pool = {
        "thread": lambda: ThreadPoolExecutor(1),
        "threads": lambda: ThreadPoolExecutor(3),
        "processes": lambda: nullcontext(request.getfixturevalue("processes")),
    }[kind]
    with pool() as executor:
        found = ensemble("gyroscope", N, SPREAD, 0.05, every=0.01, seed=3, executor=executor)
    assert found.states.tobytes() == reference.states.tobytes()
    for one, other in zip(found.statistics, reference.statistics, strict=True):
        assert one.tobytes() == other.tobytes()


ON_A_CLUSTER = """
import physics
from distributed import Client, LocalCluster

if __name__ == "__main__":
    one = physics.ensemble("gyroscope", 1100, {"theta": 1e-3}, 0.05, every=0.01)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor = client.get_executor()
        other = physics.ensemble("gyroscope", 1100, {"theta": 1e-3}, 0.05, every=0.01, executor=executor)
    print(one.states.tobytes() == other.states.tobytes())
"""


@pytest.mark.long
def test_dask_cluster_works_as_executor(tmp_path):
    script = tmp_path / "on_a_cluster.py"
    script.write_text(ON_A_CLUSTER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_cpython_copies_have_the_same_bits(monkeypatch):
    few = ensemble("gyroscope", 5, SPREAD, 0.05, every=0.01)

    def refuse(shape):
        raise native.Unavailable("none here")

    monkeypatch.setattr(native, "compiled_run", refuse)
    assert ensemble("gyroscope", 5, SPREAD, 0.05, every=0.01).states.tobytes() == few.states.tobytes()


HOPPER = physics.system("sliding-body", {"alpha": 0.375}, {"theta": 0.6, "omega_3": 150.0, "drop": 5e-4})
"""A start from which the body lands within 11 ms."""
WIDE = {"phi_dot": 20.0, "theta": "1 deg"}


@pytest.fixture(scope="module")
def landed():
    return ensemble(HOPPER, 67, WIDE, 0.04, every=0.01)


def test_events_in_each_copy_are_those_of_the_copy_alone(landed):
    """The initial states are spread over aliases."""
    names = [variable.name for variable in HOPPER.variables]
    for member in (0, 31, 32, 66):
        alone = physics.Simulation(HOPPER, "rk4", 1e-3)
        alone.place(landed.states[member, 0])
        for row in landed.states[member]:
            assert bytes(alone.y) == row.tobytes()
            alone.advance(10)
        assert [event.name for event in alone.events][:1] == ["landing"]
    assert landed["contact"][:, 0].tolist() == [0.0] * len(landed.states)
    assert landed["contact"][:, -1].any()
    start = [HOPPER.to_aliases(dict(zip(names, state, strict=True))) for state in landed.states[:, 0]]
    phi_dot = np.array([each["phi_dot"] for each in start])
    assert phi_dot - HOPPER.to_aliases(HOPPER.initial)["phi_dot"] == pytest.approx(20.0 * landed.moved, abs=1e-9)


def test_invariants_and_quantities_are_returned_by_name(landed):
    theta, energy = landed["theta"], landed["energy"]
    assert theta.shape == energy.shape == landed.states.shape[:2]
    w, x, y, z = (landed[name] for name in ("q_w", "q_x", "q_y", "q_z"))
    assert np.cos(theta) == pytest.approx(w * w - x * x - y * y + z * z, abs=1e-14)
    assert energy == pytest.approx(np.tile(energy[:, :1], 5), rel=1e-7)
    with pytest.raises(BadInput, match="known:"):
        landed["tetha"]
    lost = replace(landed, states=np.full_like(landed.states, np.nan))
    assert np.isnan(lost["theta"]).all()


@pytest.mark.parametrize("where", ["processes", "cpython"])
def test_events_have_the_same_bits_in_cpython_and_in_processes(landed, where, monkeypatch, request):
    def refuse(shape):
        raise native.Unavailable("none here")

    given = HOPPER, 67, WIDE, 0.04
    if where == "cpython":
        monkeypatch.setattr(native, "compiled_run", refuse)
        found = ensemble(*given, every=0.01)
    else:
        found = ensemble(*given, every=0.01, executor=request.getfixturevalue("processes"))
    assert found.states.tobytes() == landed.states.tobytes()
    for one, other in zip(found.statistics, landed.statistics, strict=True):
        assert one.tobytes() == other.tobytes()


def test_statistics_agree_with_the_states_and_do_not_need_them(reference):
    found = ensemble("gyroscope", N, SPREAD, 0.05, every=0.01, seed=3, keep_states=False)
    assert found.states is None
    assert found.statistics.mean == pytest.approx(reference.states.mean(axis=0), rel=1e-12, abs=1e-15)
    assert found.statistics.std == pytest.approx(reference.states.std(axis=0), rel=1e-9, abs=1e-15)
    assert (found.statistics.low == reference.states.min(axis=0)).all()
    assert (found.statistics.high == reference.states.max(axis=0)).all()
    assert (found.statistics.alive == N).all()
    with pytest.raises(BadInput, match="only statistics"):
        found["theta"]


@pytest.mark.parametrize("compiled", [True, False])
def test_failed_copy_is_nan_and_does_not_affect_the_others(compiled, monkeypatch):
    """Newmark's loop at this step converges for slow tops only."""
    if not compiled:
        monkeypatch.setitem(sys.modules, "physics.compiled.kernel_entry", None)
        monkeypatch.delattr(physics.compiled, "kernel_entry", raising=False)
        monkeypatch.setattr(native, "_pairs", {})
        monkeypatch.setattr(native, "_refused", {})
        monkeypatch.setattr(native, "_addresses", {})
        monkeypatch.setattr(code_cache, "read", lambda name: None)
    system = physics.system("gyroscope", initial={"phi_dot": 2500.0})
    found = ensemble(system, 9, {"phi_dot": 2400.0}, 0.5, dt=0.02, integrator="newmark", every=0.1)
    lost = np.isnan(found.states[:, -1]).any(axis=1)
    assert not lost[0]
    assert lost[-1]
    assert found.statistics.alive[0] == 9
    assert found.statistics.alive[-1] == 9 - lost.sum()
    assert np.isfinite(found.statistics.mean).all()
    gone = np.isnan(found.states).any(axis=2)
    assert (np.diff(gone.astype(int), axis=1) >= 0).all(), "nothing comes back"


def test_progress_is_reported_up_to_the_number_of_copies():
    told = []
    ensemble("gyroscope", N, SPREAD, 0.01, progress=lambda done, n: told.append((done, n)))
    assert told == [(MEMBERS_PER_BATCH, N), (N, N)]


def test_cancelled_ensemble_stops_between_tasks():
    stop = threading.Event()
    told = []

    def progress(done, n):
        told.append(done)
        stop.set()

    with pytest.raises(CancelledError):
        ensemble("gyroscope", 40 * MEMBERS_PER_BATCH, SPREAD, 0.01, every=0.01, progress=progress, cancel=stop.is_set)
    assert told == [MEMBERS_PER_BATCH]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": 0}, "n = 0"),
        ({"spread": {"thta": 1e-3}}, "did you mean 'theta'"),
        ({"spread": {"theta": "1 kg"}}, "spread theta"),
        ({"spread": ["theta"]}, "spread = "),
        ({"n": 2.5}, "n = 2.5: must be a whole number from 1"),
        ({"n": "many"}, "n = "),
        ({"n": 10**9, "keep_states": False}, "GB of statistics"),
        ({"every": 1e-7, "dt": 1e-7, "duration": 1e7, "keep_states": False}, "GB of statistics"),
        ({"seed": -1}, "seed = -1: must be from 0"),
        ({"seed": 1.5}, "seed = 1.5: must be a whole number"),
        ({"seed": "a"}, "seed = "),
        ({"seed": None}, "seed = None: must be a number"),
        ({"every": 0.0015}, "every"),
        ({"integrator": "rk5"}, "rk4"),
        ({"n": 10**8}, "GB of states"),
    ],
)
def test_invalid_arguments_are_refused(change, message):
    given = {"n": 10, "spread": {"theta": 1e-3}, "duration": 0.01, **change}
    with pytest.raises(BadInput, match=message):
        ensemble("gyroscope", **given)


def test_a_lost_copy_of_a_system_with_events_is_nan_in_cpython_as_in_machine_code():
    """In steps of 0.1 s numbers are lost within a step, of some variables first."""
    body, method = physics.system("sliding-body"), physics.integrator("rk4")
    starts = np.tile(body.start(), (3, 1))
    starts[:, 0] += (0.0, 1e-3, 1e-2)
    ends = []
    for kind in (LaneBatch, _PythonCopies):
        copies = kind(body, method, 0.1, starts, {})
        copies.advance(11, threads=False)
        ends.append(copies.states)
    assert np.isnan(ends[0]).all(axis=1).tolist() == [True, False, False]
    assert np.array_equal(*ends, equal_nan=True)
