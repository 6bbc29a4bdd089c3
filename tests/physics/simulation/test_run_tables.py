"""Tables of a run for pandas and Parquet: the same bits, with units, and the whole configuration."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import physics
from game.cli.simulate import compute
from game.scenefile import Scene
from physics import BadInput, Run
from physics.simulation.run_tables import RECORD, TOML, described_columns

SHORT = 0.01


def run_of(name: str) -> Run:
    return physics.simulate(physics.system(name), SHORT, every=0.002)


@pytest.fixture
def arrow():
    return pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")


@pytest.mark.usefixtures("arrow")
@pytest.mark.parametrize("name", physics.systems())
def test_parquet_is_read_back_bit_for_bit(name: str, tmp_path: Path) -> None:
    run = run_of(name)
    run.to_parquet(tmp_path / "a.parquet")
    back = physics.read_parquet(tmp_path / "a.parquet")
    assert back.data.tobytes() == np.ascontiguousarray(run.data).tobytes()
    assert (back.system.name, back.system.parameters) == (name, run.system.parameters)
    assert bytes(back.system.start()) == bytes(run.system.start())
    assert bytes(back.system.p) == bytes(run.system.p)
    for what in ("integrator", "settings", "dt", "readings", "report", "divergence", "warning", "events", "columns"):
        assert getattr(back, what) == getattr(run, what), what


@pytest.mark.usefixtures("arrow")
def test_outcome_of_a_diverged_run_with_settings_and_a_profile_is_kept(tmp_path: Path) -> None:
    egg = {"shape": "profile", "profile": [(0, 0), (0.02, 0.01), (0, 0.03)]}
    for run in (
        physics.simulate("gyroscope", 10, integrator="euler-cromer", every=0.1),
        physics.simulate("gyroscope", 0.05, integrator="newmark", settings={"epsilon": 1e-11}, every=0.01),
        physics.simulate("sliding-body", 0.005, 1e-4, parameters=egg),
        physics.simulate("trebuchet", 1.2, integrator="dop853", every=0.1),
    ):
        run.to_parquet(tmp_path / "a.parquet")
        back = physics.read_parquet(tmp_path / "a.parquet")
        assert (back.divergence, back.settings, back.events) == (run.divergence, run.settings, run.events)
        assert back.report == run.report
        assert back.system.parameters == run.system.parameters
        assert back.data.tobytes() == run.data.tobytes()


def test_units_and_configuration_are_in_the_metadata(arrow, tmp_path: Path) -> None:
    import pyarrow.parquet

    run = physics.simulate("gyroscope", SHORT, parameters={"mass": "40 g"})
    run.to_parquet(tmp_path / "a.parquet")
    schema = pyarrow.parquet.read_schema(tmp_path / "a.parquet")
    theta = schema.field("theta").metadata
    assert (theta[b"unit"], theta[b"symbol"].decode()) == (b"rad", "θ")
    described = tomllib.loads(schema.metadata[TOML.encode()].decode())
    again = physics.system(described["system"], described["parameters"], described["initial"])
    assert again.p == run.system.p
    assert described["parameters"]["mass"] == 0.04
    assert json.loads(schema.metadata[RECORD.encode()])["integrator"] == "rk4"


def test_pandas_has_every_column_with_its_unit() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install pandas")
    run = run_of("gyroscope")
    frame = run.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert tuple(frame.columns) == run.columns
    assert frame.to_numpy().tobytes() == run.data.tobytes()
    assert frame.attrs["units"]["theta"] == "rad"
    assert frame.attrs["symbols"]["energy"] == "E"
    assert tomllib.loads(frame.attrs["configuration"])["system"] == "gyroscope"
    frame.loc[0, "theta"] = 99.0
    assert run["theta"][0] != 99.0


def test_the_command_line_writes_the_same_file(arrow, tmp_path: Path) -> None:
    target = tmp_path / "a.parquet"
    assert compute(Scene(system="gyroscope"), SHORT, 0.002, str(target), as_json=True) == 0
    assert physics.read_parquet(target).data.tobytes() == run_of("gyroscope").data.tobytes()
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.usefixtures("arrow")
@pytest.mark.parametrize(
    ("content", "said"),
    [(b"nothing", "is no Parquet file"), (None, "its metadata lack 'polhode'"), ("[]", "do not describe a run"),
     ('{"system": "gyroscope"}', "do not describe a run"), ('{"system": "none"}', "unknown system")],
)  # fmt: skip
def test_other_files_are_refused_in_one_line(content: bytes | str | None, said: str, tmp_path: Path) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        table = arrow.table({"t": [0.0]})
        parquet.write_table(table if content is None else table.replace_schema_metadata({RECORD: content}), path)
    with pytest.raises(BadInput, match=said) as error:
        physics.read_parquet(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)


def test_missing_libraries_name_the_command_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = run_of("gyroscope")
    for library in ("pandas", "pyarrow", "pyarrow.parquet", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(BadInput, match="needs pandas; type: pip install pandas"):
        run.to_pandas()
    with pytest.raises(BadInput, match="needs pyarrow; type: pip install pyarrow"):
        run.to_parquet(tmp_path / "a.parquet")
    with pytest.raises(BadInput, match="needs pyarrow; type: pip install pyarrow"):
        compute(Scene(system="gyroscope"), 1e6, None, str(tmp_path / "a.parquet"), as_json=True)
    with pytest.raises(BadInput, match="needs matplotlib; type: pip install matplotlib"):
        run.plot()


@pytest.mark.parametrize("name", physics.systems())
def test_columns_have_symbols_and_units(name: str) -> None:
    system = physics.system(name)
    for column in described_columns(system):
        assert column.symbol and column.meaning, column
