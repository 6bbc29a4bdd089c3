"""What is left of a session that ends from outside, and of two at once: whole videos, logs and settings."""

import json
import os
import signal
import subprocess
import sys

import av
import pytest
from PIL import Image

from game.model.errors import DISPLAY_LOST
from tests.e2e.conftest import PATIENCE, ROOT, Program, x_server
from tests.game.record.test_video import boxes

SMALL = ("--size", "640x480", "--quality", "low@0.5")
SECONDS = 1.0
"""Length of a recording before it is interrupted."""


def pictures(video) -> int:
    """Return the number of pictures of a video."""
    with av.open(str(video)) as file:
        return sum(1 for _ in file.decode(video=0))


def check_whole(program, log):
    """Check that a video of the program and its log are whole, and that nothing unfinished lies beside them."""
    (video,) = program.captures.iterdir()
    assert pictures(video) > 30 * SECONDS
    kinds = [kind for kind, _ in boxes(video)]
    assert kinds[-1] == "moov" and "moof" not in kinds, "its index is complete"
    assert not list(log.parent.rglob("*.part*"))
    replayed = subprocess.run(
        [sys.executable, "-m", "game", "replay", str(log)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_a_signal_leaves_a_whole_video_and_a_whole_log(polhode, tmp_path, number):
    log = tmp_path / "session.log"
    program = polhode(*SMALL, "--log", str(log))
    program.key("F9", "Right")
    program.until("some video", lambda now: (now["recording"] or 0.0) > SECONDS)
    program.process.send_signal(number)
    _, errors = program.process.communicate(timeout=PATIENCE)
    said = "polhode: interrupted" if number == signal.SIGINT else ""
    assert (program.process.returncode, errors.strip()) == (128 + number, said)
    check_whole(program, log)


def test_a_lost_display_leaves_a_whole_video_and_a_whole_log(tmp_path):
    with x_server(31_000 + os.getpid() % 30_000) as (name, server):
        log = tmp_path / "session.log"
        program = Program(name, tmp_path / "captures", *SMALL, "--log", str(log))
        program.key("F9")
        program.until("some video", lambda now: (now["recording"] or 0.0) > SECONDS)
        server.kill()
        _, errors = program.process.communicate(timeout=PATIENCE)
    assert program.process.returncode == DISPLAY_LOST
    assert errors == "polhode: the display is gone; what is being recorded and written is completed\n"
    check_whole(program, log)


@pytest.mark.long
def test_two_windows_share_a_folder_and_the_settings(polhode, tmp_path):
    programs = [polhode(*SMALL) for _ in range(2)]
    for keys in (("F9",), ("F12", "shift+F12"), ("ctrl+s", "Return")):
        for program in programs:
            program.key(*keys)
    for program in programs:
        program.until("some video", lambda now: (now["recording"] or 0.0) > SECONDS)
        program.key("F9")
    for program in programs:
        program.until("the end of the video", lambda now: now["recording"] is None and not now["saving"])
        assert program.quit() == (0, "")
    found = {kind: list(programs[0].captures.glob(f"*.{kind}")) for kind in ("mp4", "png", "toml")}
    assert {kind: len(files) for kind, files in found.items()} == {"mp4": 2, "png": 4, "toml": 2}
    assert all(pictures(video) > 30 for video in found["mp4"])
    for picture in found["png"]:
        with Image.open(picture) as image:
            image.load()
    assert not list(tmp_path.rglob("*.part*"))
    assert json.loads((tmp_path / "polhode" / "settings.json").read_text())["theme"] == "dark"
