"""Measured tables that scenes name: where they lie, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.scene_table import MAX_FILE_BYTES, scene_tables
from game.scenefile import Scene
from game.scenefile.schema import MeasuredSpec
from game.session import open_scene
from game.session.save_scene import scene_files, toml
from physics import BadInput

SCENE = 'system = "planar-chain"\n[measured]\nfile = {file}\n{more}\n[parameters]\ncount = 1\n'
ROWS = "t [s],theta_1 [deg]\n1.0,90\n1.5,0\n2.0,-90\n"


def written(folder: Path, file: str = "'angles.csv'", more: str = "", rows: str = ROWS) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "angles.csv").write_text(rows, encoding="utf-8")
    path = folder / "scene.toml"
    path.write_text(SCENE.format(file=file, more=more), encoding="utf-8")
    return path


def test_a_table_beside_the_scene_is_shown_from_where_the_run_begins(tmp_path: Path):
    scene = open_scene.load(str(written(tmp_path, more="begin = '500 ms'")))
    (table,) = scene_tables(scene, scene.simulation().system)
    assert table.name == "angles.csv" and table.begin == 0.5
    assert np.allclose(table.t, [0.5, 1.0, 1.5]) and np.allclose(table.columns["theta_1"], np.radians([90, 0, -90]))


@pytest.mark.parametrize(
    "file", ["'../angles.csv'", "'/etc/passwd.csv'", "'..\\angles.csv'", "'C:angles.csv'", "'passwd'", "''", "'.csv/'"]
)
def test_names_with_folders_and_of_no_tables_are_refused(tmp_path: Path, file: str):
    (tmp_path / "angles.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(BadInput, match=r"must be a name without folders that ends in \.csv") as error:
        open_scene.load(str(written(tmp_path / "inner", file)))
    assert "\n" not in str(error.value)


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path):
    path = written(tmp_path / "inner", "'other.csv'")
    (tmp_path / "other.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "inner" / "other.csv").symlink_to(tmp_path / "other.csv")
    with pytest.raises(BadInput, match=r"must lie beside the scene file, or be one of: double-pendulum\.csv"):
        open_scene.load(str(path))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("t,nothing\n0,1\n1,2\n", "no column beside the time is a quantity of planar-chain"),
        ("t,theta_1\n1,3\n0,2\n", "the time falls from 1 to 0 s"),
        ("t,theta_1\n" + "0,1\n" * (MAX_FILE_BYTES // 4), "bytes; must be at most"),
    ],
    ids=["headings", "times", "size"],
)
def test_tables_that_do_not_fit_are_refused(tmp_path: Path, rows: str, reason: str):
    with pytest.raises(BadInput, match=reason) as error:
        open_scene.load(str(written(tmp_path, rows=rows)))
    assert "\n" not in str(error.value) and str(error.value).startswith("scene file ")


def test_only_shipped_tables_go_along_to_other_places(tmp_path: Path):
    beside = open_scene.load(str(written(tmp_path)))
    assert beside.measured is not None and beside.measured.file == str(tmp_path.resolve() / "angles.csv")
    assert beside.portable().measured is None and "angles" not in toml(beside)
    shipped = open_scene.load("a-real-double-pendulum")
    assert shipped.portable() == shipped and 'file = "double-pendulum.csv"' in toml(shipped)
    assert scene_files(shipped, None).keys() == {"scene.toml"}


def test_another_process_gets_the_table_as_it_is_shown(tmp_path: Path):
    table = MeasuredTable("1.csv", np.array([-0.25, 0.1, 1 / 3]), {"theta_1": np.array([0.1, np.nan, 1e-17])})
    for name, content in scene_files(Scene(system="planar-chain", measured=MeasuredSpec("x.csv")), table).items():
        (tmp_path / name).write_bytes(content)
    scene = open_scene.load(str(tmp_path / "scene.toml"))
    (found,) = scene_tables(scene, scene.simulation().system)
    assert np.array_equal(found.t, table.t)
    assert np.array_equal(found.columns["theta_1"], table.columns["theta_1"], equal_nan=True)
    huge = MeasuredTable("2.csv", np.arange(3e5) / 7, {"theta_1": np.arange(3e5) / 7})
    assert scene_files(scene, huge).keys() == {"scene.toml"}


def test_a_table_that_is_gone_is_told(tmp_path: Path):
    scene = open_scene.load(str(written(tmp_path)))
    (tmp_path / "angles.csv").unlink()
    with pytest.raises(BadInput, match=r"^measured\.file = 'angles\.csv': cannot be read"):
        scene_tables(scene, scene.simulation().system)
    with pytest.raises(BadInput, match=r"^measured\.file = 'no\.csv': must be one of double-pendulum\.csv"):
        scene_tables(Scene(system="whip", measured=MeasuredSpec("no.csv")), scene.simulation().system)
