"""Ctrl-C and SIGTERM end every command at once: with its exit code, no process left and no unfinished file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PATIENCE = 120
"""Seconds after which a process counts as one that does not react; they end within one."""
COMMANDS = {
    "simulate": "simulate gyroscope --dt 1e-6 --duration 1e4 -o a.csv",
    "archive": "simulate gyroscope --dt 1e-6 --duration 1e4 --every 10 -o a.npz",
    "ensemble": "simulate gyroscope --dt 1e-5 --duration 1e5 --every 1e5 --ensemble 20000 --spread theta=0.1 -o a.csv",
    "lyapunov": "lyapunov double-pendulum --time 1e6",
    "flips": "flips --cells 512 --duration 1000 -o a.csv",
    "scan": "scan trebuchet --over sling=3..8:900 --over long_arm=8..12:900 -o a.csv",
    "render": "render gyroscope --duration 3600 --size 64x48 --quality low -o a.gif",
}
CASES = [("simulate", signal.SIGINT), ("simulate", signal.SIGTERM), ("ensemble", signal.SIGINT)]
CASES += [
    pytest.param(name, number, marks=pytest.mark.long)
    for name in COMMANDS
    for number in (signal.SIGINT, signal.SIGTERM)
    if (name, number) not in CASES
]


def alive(group):
    """Return whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def until(condition):
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    assert condition()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.skipif("coverage" in sys.modules, reason="a signal may leave the lock of coverage.py taken")
@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_signal_ends_everything(tmp_path, name, number):
    command = [sys.executable, "-P", "-m", "game", *COMMANDS[name].split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=said, stderr=said, start_new_session=True
        )
    try:
        until(lambda: (tmp_path / "said").stat().st_size or len(list(tmp_path.iterdir())) > 1)
        assert process.poll() is None, (tmp_path / "said").read_text()
        process.send_signal(number)
        assert process.wait(PATIENCE) == 128 + number
        until(lambda: not alive(process.pid))
    finally:
        if alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
    assert [path.name for path in tmp_path.iterdir()] == ["said"]
    assert "Traceback" not in (tmp_path / "said").read_text()
