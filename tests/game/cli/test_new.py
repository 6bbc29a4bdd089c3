"""`polhode new`, and the commands that take the file that it writes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.game.cli.test_main import here, table


def test_a_new_system_runs_in_every_command(tmp_path: Path) -> None:
    made = here("new", "system", "my-top", cwd=tmp_path)
    assert (made.returncode, made.stdout) == (0, "polhode run my_top.py\n")
    rows = table(
        here("simulate", "my_top.py", "--set", "mass=1", "--duration", "1", "--every", "0.5", cwd=tmp_path).stdout
    )
    assert abs(rows["energy"][-1] - rows["energy"][0]) < 1e-9
    listed = json.loads(here("list", "my_top.py", "--json", cwd=tmp_path).stdout)
    assert listed["systems"]["my-top"]["title"] == "My top"
    film = here("render", "my_top.py", "--duration", "0.2", "--fps", "10", "--size", "64x36", "--quality", "low",
                "--jobs", "2", "-o", "a.mp4", cwd=tmp_path)  # fmt: skip
    assert film.returncode == 0, film.stderr


def test_a_scene_of_a_file_opens_where_the_file_is_named(tmp_path: Path) -> None:
    here("new", "system", "my-top", cwd=tmp_path)
    (tmp_path / "a.toml").write_text('system = "my-top"\nsource = "my_top.py"\n')
    arguments = "simulate", "a.toml", "--duration", "0.1"
    alone = here(*arguments, cwd=tmp_path)
    assert alone.returncode == 2
    assert alone.stderr == (
        "polhode: scene file a.toml: system = 'my-top': comes from my_top.py, which is code, and runs only where it is "
        "named, too: polhode run a.toml --load my_top.py\n"
    )
    assert here(*arguments, "--load", "my_top.py", cwd=tmp_path).returncode == 0


def test_names_and_files_that_are_taken_are_refused(tmp_path: Path) -> None:
    for name, said in (
        ("gyroscope", "name = 'gyroscope': is a system of Polhode's; must be another"),
        ("My top", "name = 'My top': must be small letters, digits and -, such as my-top, at most 40"),
        ("a" * 41, "must be small letters"),
        *((name, "is a word or module of Python's; must be another") for name in ("class", "json", "numpy", "physics")),
    ):
        refused = here("new", "system", name, cwd=tmp_path)
        assert refused.returncode == 2 and said in refused.stderr and not list(tmp_path.iterdir())
    (tmp_path / "test_my_top.py").write_text("# mine\n")
    refused = here("new", "system", "my-top", cwd=tmp_path)
    assert refused.returncode == 2 and "test_my_top.py: is there already" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["test_my_top.py"]


def test_one_of_several_systems_is_named_after_the_file(tmp_path: Path) -> None:
    here("new", "system", "my-top", cwd=tmp_path)
    here("new", "system", "other", cwd=tmp_path)
    other = (tmp_path / "other.py").read_text("utf-8").replace("from __future__ import annotations\n", "")
    both = (tmp_path / "my_top.py").read_text("utf-8") + other
    (tmp_path / "both.py").write_text(both, "utf-8")
    done = here("simulate", "both.py:other", "--duration", "0.01", cwd=tmp_path)
    assert '# system = "other"' in done.stdout, done.stderr
    wrong = here("simulate", "both.py:third", "--duration", "0.01", cwd=tmp_path)
    assert wrong.returncode == 2 and "both.py: unknown system 'third'" in wrong.stderr


def test_new_equations_are_a_scene_that_keeps_its_energy(tmp_path: Path) -> None:
    made = here("new", "equations", "my-swing", cwd=tmp_path)
    assert (made.returncode, made.stdout) == (0, "polhode run my-swing.toml\n")
    listed = here("list", "my-swing.toml", cwd=tmp_path).stdout
    assert "My swing" in listed and "lagrangian = ½*m*(x'² + z'²)" in listed and "pull of the spring" in listed
    rows = table(
        here("simulate", "my-swing.toml", "--set", "k=30", "--duration", "1", "--every", "0.5", cwd=tmp_path).stdout
    )
    assert abs(rows["energy"][-1] - rows["energy"][0]) < 1e-9 and rows["theta"][0] > 0.5
    again = here("new", "equations", "my-swing", cwd=tmp_path)
    assert again.returncode == 2 and "is there already" in again.stderr
