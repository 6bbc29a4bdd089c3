"""`polhode simulate --ensemble`: the output agrees with the library, and errors have one line."""

import json

import numpy as np
import pytest

from game import scenefile
from game.cli import simulate_ensemble
from physics import BadInput
from physics.compiled import code_cache
from tests.game.cli.test_main import polhode, table


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(code_cache.VARIABLE, str(tmp_path_factory.mktemp("code")))
        yield


def scene(copies=70, integrator="rk4"):
    described = scenefile.load("gyroscope")
    return described.changed(integrator=integrator, ensemble=scenefile.EnsembleSpec(copies, {"theta": "1 deg"}))


def test_states_go_to_npz_and_statistics_to_csv(tmp_path):
    npz, csv = tmp_path / "a.npz", tmp_path / "a.csv"
    assert simulate_ensemble.compute(scene(), 0.1, 0.05, 0, str(npz), as_json=False) == 0
    assert simulate_ensemble.compute(scene(), 0.1, 0.05, 0, str(csv), as_json=False) == 0
    with np.load(npz) as kept:
        assert kept["theta"].shape == (70, 3)
        assert list(kept["t"]) == [0.0, 0.05, 0.1]
        assert "copies = 70" in str(kept["configuration"])
        got = table(csv.read_text("utf-8"))
        for name, of in (("mean", np.mean), ("std", np.std), ("low", np.min), ("high", np.max)):
            assert got[f"theta_{name}"] == pytest.approx(of(kept["theta"], axis=0), rel=1e-12)
    assert list(got["alive"]) == [70, 70, 70]


def test_summary_is_written_as_json(capsys):
    assert simulate_ensemble.compute(scene(), 0.1, 0.05, 0, None, as_json=True) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["copies"], summary["alive"], summary["time"]) == (70, 70, 0.1)
    assert summary["std"]["theta"] > 0


def test_exit_code_is_4_when_every_copy_diverges(capsys):
    described = scene(integrator="newmark").changed(dt=0.5, initial={"phi_dot": 9000.0})
    assert simulate_ensemble.compute(described, 5.0, 2.5, 0, None, as_json=False) == 4
    assert "0 of them finite" in capsys.readouterr().err


def test_file_of_another_kind_is_refused():
    with pytest.raises(BadInput, match=r"\.csv or \.npz"):
        simulate_ensemble.compute(scene(), 0.1, 0.05, 0, "a.txt", as_json=False)


def test_ensemble_runs_from_the_command_line(tmp_path):
    arguments = ("simulate", "gyroscope", "--duration", "0.02", "--every", "0.01", "--ensemble", "5")
    done = polhode(*arguments, "--spread", "theta=1e-3", cwd=tmp_path)
    assert done.returncode == 0
    assert len(table(done.stdout)["t"]) == 3
    assert "5 copies" in done.stderr
    refused = polhode(*arguments, cwd=tmp_path)
    assert refused.returncode == 2
    assert "needs a spread" in refused.stderr
