from __future__ import annotations

import io
from pathlib import Path

import pytest

from game import scenefile
from game.cli.tables import comment
from game.model.edit import Edit
from game.session import edits
from game.session.open_scene import load_file, scene_of_table
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
    opened = scene_of_table(path).simulation()
    simulation = session.simulation
    assert comment(opened) == comment(simulation)
    assert bytes(opened.system.start()) == bytes(simulation.system.start())


def test_a_scene_file_opens(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('system = "gyroscope"\ndt = 0.002\n')
    assert load_file(path).dt == 0.002


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "system"),
        ('# polhode 0.1.0\n# system = "nothing"\nt\n', "nothing"),
        ('# polhode 0.1.0\n# system = "gyroscope"\n# integrator = "rk5"\nt\n', "rk5"),
    ],
)
def test_a_file_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "file.csv"
    path.write_text(content)
    with pytest.raises(BadInput, match=rf"{path}.*{reason}"):
        scene_of_table(path)
    for wrong in (tmp_path, tmp_path / "missing"):
        with pytest.raises(BadInput, match=f"table {wrong}: "):
            scene_of_table(wrong)


def test_a_table_saved_again_in_latin_1_still_opens(tmp_path: Path) -> None:
    simulation = scenefile.load("loops").simulation()
    path = tmp_path / "run.csv"
    path.write_bytes(table(simulation).encode() + "2.0,schr\u00e4g\n".encode("latin-1"))
    assert scene_of_table(path).system == simulation.system.name
