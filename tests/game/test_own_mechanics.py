"""The package of mechanics is found where a student has a file of the same name."""

import subprocess
import sys
from pathlib import Path

import pytest

import physics
from physics.errors import BadInput
from physics.simulation import viewing

ROOT = Path(physics.__file__).parents[1]


def run(folder, script):
    (folder / "physics.py").write_text("raise SystemExit('the file of the student was run')\n")
    code = f"import sys; sys.path[:0] = ['', {str(ROOT)!r}]\n{script}"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr.splitlines()[-1] if done.stderr else done.stdout


def test_game_brings_its_own_mechanics(tmp_path):
    assert run(tmp_path, "import game, physics; print(physics.__file__)").strip() == physics.__file__


def test_another_module_of_that_name_is_refused_in_a_line(tmp_path):
    script = "import types; sys.modules['physics'] = types.ModuleType('physics')\nimport game"
    assert run(tmp_path, script) == (
        "ImportError: physics: None was imported, not Polhode's: import game first, or rename it"
    )


def test_a_viewer_that_cannot_be_imported_is_named(monkeypatch):
    class Hidden:
        name, value = "page", "game.export.notebook:show"

        def load(self):
            raise ModuleNotFoundError("No module named 'game.export'; 'game' is not a package")

    monkeypatch.setattr(viewing, "entry_points", lambda group: [Hidden()])
    with pytest.raises(BadInput, match="^show: game.export.notebook:show cannot be imported: No module named"):
        physics.Simulation("double-pendulum").show()
