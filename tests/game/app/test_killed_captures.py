"""A window that is killed while it saves leaves nothing that looks like a finished file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.record.pictures import decoded
from tests.sampling import every

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")

ROOT = Path(__file__).parents[3]
BEGIN = """
import sys, time
import numpy as np
from game.app.captures import Captures
captures = Captures(sys.argv[1], lambda text, warning, *, file=None: None)
"""
SAVING = {
    "picture": """
noise = np.random.default_rng(0).integers(0, 255, (5000, 5000, 3), np.uint8)
captures.screenshot(noise, "coin", {})
""",
    "scene": """
captures.save_text("coin", ".toml", "# " + "x" * 400_000_000)
""",
    "rendering": """
from pathlib import Path
from game.record.render_job import RenderJob
from game.record.still import captures_folder, new_path
path = new_path(captures_folder(sys.argv[1]), "coin", ".gif")
scene = Path("assets/presets/coin.toml").read_bytes()
job = RenderJob(path, {"scene.toml": scene}, ["render", "scene.toml", "--size", "64x48", "--duration", "1000"])
time.sleep(600)
""",
    "rendering as pictures": """
from game.record.still import captures_folder, new_path
new_path(captures_folder(sys.argv[1]), "coin", "")
time.sleep(600)
""",
    "video": """
from game.render.gpu.gl_context import headless_context
ctx = headless_context()
target = ctx.simple_framebuffer((64, 48))
captures.toggle_video(ctx, (64, 48), "coin")
while True:
    captures.frame(target, 16_000_000)
    time.sleep(0.01)
""",
}


def killed(folder: Path, saves: str, goes_on: Callable[[], bool] = lambda: False) -> None:
    """Run a program that saves into a folder, and kill it once anything is there and it need not go on.

    What a kill would leave looks unfinished from the beginning on.
    """
    process = subprocess.Popen([sys.executable, "-c", BEGIN + saves, str(folder)], cwd=ROOT)
    try:
        ends = time.monotonic() + 120.0
        # The folder is first tried by a file that is removed at once.
        while not [each for each in (folder.iterdir() if folder.is_dir() else ()) if "polhode." not in each.name]:
            assert process.poll() is None and time.monotonic() < ends
            time.sleep(0.002)
        while goes_on():
            assert finished(folder) == [], "what a kill just now would leave"
            assert process.poll() is None and time.monotonic() < ends
            time.sleep(0.02)
    finally:
        process.kill()
        assert process.wait(60.0) == -signal.SIGKILL


def finished(folder: Path) -> list[str]:
    """Return the names in a folder that look like those of finished files."""
    return [path.name for path in folder.iterdir() if not path.name.startswith(".") and ".partial." not in path.name]


@pytest.mark.parametrize("kind", every(2, [kind for kind in SAVING if kind != "video"]))
def test_nothing_looks_finished(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "captures"
    killed(folder, SAVING[kind])
    assert list(folder.iterdir()) and finished(folder) == []


def test_a_video_of_the_window_never_looks_finished_and_can_be_played_up_to_where_it_was_killed(tmp_path: Path) -> None:
    folder = tmp_path / "captures"

    def few_fragments() -> bool:
        return sum(path.read_bytes().count(b"moof") for path in folder.glob("coin-*.partial.mp4")) < 4

    killed(folder, SAVING["video"], few_fragments)
    (video,) = folder.glob("coin-*.partial.mp4")
    assert finished(folder) == [] and len(decoded(video)) > 30
