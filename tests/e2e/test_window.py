"""The program in a real window: virtual screen (Xvfb), input by xdotool, saved files decoded."""

import json
import os
import subprocess
import sys
import time

import av
import numpy as np
import pytest

from tests.e2e.conftest import ROOT, noteless

SIZE = ("--size", "1280x720", "--quality", "low@0.5")
SMALL = ("--size", "640x360", "--quality", "low@0.5")
MIDDLE = np.s_[60:430, 350:930]
"""Part of the window with the body, without panels and messages."""
ARROW = (215, 170, 40), (255, 225, 105)
"""Darkest and brightest colours of L."""


def changed(a, b, where=np.s_[:]):
    """Return the fraction of pixels that differ visibly."""
    return float((np.abs(a[where].astype(int) - b[where]).max(axis=-1) > 12).mean())


def has_color(picture, low, high):
    """Return the fraction of pixels between two colours."""
    return float(((picture >= low) & (picture <= high)).all(axis=-1).mean())


def decoded(path):
    with av.open(str(path)) as file:
        stream = file.streams.video[0]
        return stream.average_rate, [frame.to_ndarray(format="rgb24") for frame in file.decode(stream)]


@pytest.mark.long
def test_a_session_at_the_window(polhode, tmp_path):
    program = polhode(noteless("paper-cone", tmp_path), *SIZE, "--speed", "0.1")
    # The arrow comes in sight after half a second, however late that is here, and stays so for five.
    assert any(has_color(program.photograph(), *ARROW) > 0.0002 for _ in range(20)), "the arrow of L"

    program.key("space")
    program.quiet()
    program.still()
    still = program.photograph()
    assert still.shape == (720, 1280, 3)
    assert still.mean() > 20, "not black"
    assert has_color(still, (150, 90, 50), (240, 190, 150)) > 0.005, "wood and brass"
    assert has_color(still, *ARROW) > 0.0001, "the arrow of L"
    assert changed(still, program.photograph(), MIDDLE) < 0.002, "paused"

    program.key("period")
    stepped = program.photograph()
    assert changed(still, stepped, np.s_[:60, 950:]) > 0.001, "the time went on by a step"

    program.drag((600, 300), (740, 360))
    program.still()
    turned = program.photograph()
    assert changed(stepped, turned, MIDDLE) > 0.2, "orbit"

    panel, method = program.part("title"), program.now()["integrator"]
    program.key("Tab")
    assert program.now()["integrator"] != method
    other = program.photograph()
    assert changed(turned, other, panel) > 0.002, "the panel names another integrator"
    program.key("shift+Tab")
    assert program.now()["integrator"] == method
    assert changed(turned, program.photograph(), panel) < 0.002

    bare = program.photograph("shift+F12")
    assert changed(turned, bare, np.s_[:, :90]) > 0.3, "no panel in the way"

    program.key("space", "F9")
    program.until("a second of video", lambda now: (now["recording"] or 0.0) > 1.0)
    program.key("F9")
    program.until("the end of the video", lambda now: now["recording"] is None)
    rate, frames = decoded(program.captured("[!.]*.mp4")[0])
    assert rate == 60
    assert frames[0].shape == (720, 1280, 3)
    assert 50 < len(frames) < 600
    assert changed(frames[0], frames[-1], MIDDLE) > 0.01
    assert changed(bare, frames[-1], np.s_[:, :300]) < 0.05, "no panel is in the video"
    assert changed(bare, frames[-1], np.s_[:60, 500:780]) < 0.05, "nor the sign that it is recorded"

    program.resize(801, 555)
    program.still()
    small = program.photograph()
    assert small.shape == (555, 801, 3)
    program.key("F1")
    assert changed(program.photograph(), small, np.s_[100:400, 200:600]) > 0.3, "the help"
    program.key("F1", "Next")
    program.until("another scene", lambda now: now["scene"] != "paper-cone")
    program.key("ctrl+shift+c")
    line = f"Copied: {program.now()['scene']}"
    program.until("its line", lambda now: any(said.startswith(line) for said in now["messages"]))
    code, errors = program.quit()
    assert code == 0, errors
    assert errors == ""


@pytest.mark.long
@pytest.mark.parametrize(("integrator", "better"), [("cromer-positions-first", "shift+Tab"), ("euler-cromer", "Tab")])
def test_a_diverged_run_shows_the_reason_and_can_be_restarted(polhode, integrator, better):
    program = polhode("paper-cone", *SIZE, "--integrator", integrator, "--speed", "4")
    program.until("a divergence", lambda now: now["diverged"])
    program.key("v")  # where names stand depends on the pictures before
    program.still()
    stopped = program.photograph("shift+F12")
    assert changed(stopped, program.photograph("shift+F12")) < 0.001, "it stands still"
    message = program.photograph()
    assert changed(stopped, message, np.s_[500:640, 400:900]) > 0.3, "the reason is on the screen"
    program.key("r", better)
    assert not program.now()["diverged"]
    running = program.photograph("shift+F12")
    assert any(changed(running, program.photograph("shift+F12")) > 0.002 for _ in range(10)), "it runs again"
    code, errors = program.quit()
    assert (code, errors) == (0, "")


@pytest.mark.long
def test_a_killed_program_leaves_a_playable_video(polhode):
    program = polhode(*SMALL)
    program.key("F9")
    program.until("three seconds of video", lambda now: (now["recording"] or 0.0) > 3.0)
    program.process.kill()
    program.process.communicate()
    _, frames = decoded(program.captured("[!.]*.partial.mp4")[0])
    assert len(frames) > 60, "all but the last second, and what it took to begin"


def test_it_quits_after_the_given_seconds_and_imports_nothing_heavy_before_the_first_frame(screen, tmp_path):
    environment = {**os.environ, "DISPLAY": screen, "POLHODE_STARTED_NS": str(time.time_ns()), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-X", "importtime", "-m", "game", "run", "--seconds", "0.01"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    imported = {module.partition(".")[0] for module in modules}
    assert {"moderngl", "numpy", "physics"} <= imported
    assert not {"av", "numba", "scipy", "PIL", "rich", "asyncio", "ssl", "glfw"} & imported
    assert not {"numpy.ma", "imgui_bundle"} & modules, "all of them, where a part will do"
    (milestones,) = (line for line in done.stderr.splitlines() if not line.startswith("import time:"))
    assert list(json.loads(milestones)) == ["imports", "window", "renderer", "first frame", "panels"]


@pytest.mark.long
def test_a_window_of_any_size_goes_on(polhode):
    program = polhode("trebuchet", "--quality", "low@0.5")
    program.key("p", "F4")
    for size in ((1280, 60), (60, 700), (1, 1), (900, 640)):
        program.resize(*size)
        program.frames(3)
    program.key("p")
    assert program.quit() == (0, "")
