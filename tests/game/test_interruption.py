"""Ctrl-C is a single line from the first module of the program on."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTED = (
    "import json, sys; before = {*sys.modules}; import game.interruption; print(json.dumps([*{*sys.modules} - before]))"
)
MOST = 25
"""Number of modules, of which `signal` loads most."""


def test_little_is_loaded_before_ctrl_c_is_a_line():
    done = subprocess.run([sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "signal" in loaded and len(loaded) < MOST
    assert {each for each in loaded if each.startswith("game")} == {"game", "game.interruption"}
    assert not loaded & {"typing", "contextlib", "numpy"}
    source = (ROOT / "game/__main__.py").read_text("utf-8")
    assert source.index("interruption.end_on_signals()") < source.index("from game import startup")
