from __future__ import annotations

import io
from pathlib import Path

import pytest

from game import scenefile
from game.cli.tables import comment
from game.model.edit import Edit
from game.session import edits, undoing
from game.session.open_scene import load_file
from game.session.session import Session
from physics import BadInput, Simulation
from physics.simulation.run import write_csv


def table(simulation: Simulation, *more: str) -> str:
    file = io.StringIO()
    write_csv(file, [*comment(simulation), *more], ["t"], [[0.0], [1.0]])
    return file.getvalue()


def test_a_table_opens_the_configuration_that_wrote_it(tmp_path: Path) -> None:
    session = Session(scenefile.load("loops"))
    edits.apply(session, Edit("parameter", 3.7, "gravity"))
    edits.apply(session, Edit("initial", 0.123456789, "theta"))
    edits.apply(session, Edit("integrator", "newmark"))
    edits.apply(session, Edit("setting", 1e-6, "epsilon"))
    edits.apply(session, Edit("dt", 3e-4))
    path = tmp_path / "run.csv"
    path.write_text(table(session.simulation, "", "[ensemble]", "copies = 5", "seed = 1"))
    opened = load_file(path).simulation()
    simulation = session.simulation
    assert comment(opened) == comment(simulation)
    assert bytes(opened.system.start()) == bytes(simulation.system.start())


def test_a_log_opens_its_first_scene(tmp_path: Path) -> None:
    session = Session(scenefile.load("loops"))
    session.run_ticks(5)
    path = tmp_path / "session.log"
    session.past.write(path, session.simulation)
    assert load_file(path) == session.scene


def test_a_scene_file_opens(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('system = "gyroscope"\ndt = 0.002\n')
    assert load_file(path).dt == 0.002


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("t,x\n0,1\n", "can be opened if it is a scene file"),
        ("", "can be opened if it is a scene file"),
        ('# polhode 0.1.0\n# system = "nothing"\nt\n', "nothing"),
        ('{"polhode":"0.1.0"}\n', "line 1"),
        ('{"polhode":"0.1.0","scene":{"system":"gyroscope","integrator":"rk5"}}\n', "rk5"),
    ],
)
def test_a_file_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "file.csv"
    path.write_text(content)
    with pytest.raises(BadInput, match=rf"{path}.*{reason}"):
        load_file(path)
    for wrong in (tmp_path, tmp_path / "missing"):
        with pytest.raises(BadInput, match=f"file {wrong}: "):
            load_file(wrong)


def test_opening_a_file_is_an_edit_that_can_be_undone(tmp_path: Path) -> None:
    session = Session(scenefile.load("loops"))
    path = tmp_path / "run.csv"
    path.write_text(table(scenefile.load("paper-cone").simulation()))
    edits.apply(session, Edit("scene", path))
    assert session.scene.name == "run"
    undoing.undo(session)
    assert session.scene.name == "loops"
