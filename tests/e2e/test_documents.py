"""Commands of the documents that open a window: each opens it, and ends by itself without an error."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.docs.documents import NAMES, ROOT, all_commands
from tests.docs.test_commands import is_window, polhode

WINDOWS = {
    " ".join(arguments): (command.where, arguments)
    for document in NAMES
    for command in all_commands(document)
    if command.words[0] == "polhode" and is_window(arguments := polhode(command))
}
"""Arguments of the commands, each once, and where they stand first."""
SECONDS = ["--seconds", "1", "--size", "320x180"]


@pytest.mark.long
@pytest.mark.parametrize("text", WINDOWS)
def test_command_opens_a_window(screen, tmp_path, text):
    where, arguments = WINDOWS[text]
    shutil.copytree(ROOT / "docs/samples", tmp_path / "docs/samples")
    shown = arguments or ["run"]
    more = [] if shown[0] == "doctor" else [*SECONDS, "--captures", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "game", *shown, *more],
        env={**os.environ, "DISPLAY": screen, "PYTHONPATH": str(ROOT), "SDL_AUDIODRIVER": "dummy"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, f"{where}\n{done.stderr[-2000:]}"
    assert not list(tmp_path.glob("*.mp4")), f"{where}\n    has rendered a film in place of a window"
