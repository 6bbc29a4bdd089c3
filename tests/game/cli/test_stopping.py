"""Ctrl-C and SIGTERM end every command at once: with its exit code, no process left and no unfinished file."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.model.errors import INTERRUPTED

START = (
    "import signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); print('begins', flush=True);"
    "from game import __main__, interruption; end = interruption.end_on_signals;"
    "interruption.end_on_signals = lambda: (end(), signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT]));"
    "__main__.main()"
)
"""The program from its first instruction on: what Python does before it is not its own."""
STARTED = (
    "run loops --seconds 60 --no-sound --captures captures",
    "simulate gyroscope --dt 1e-6 --duration 1e4 -o a.csv",
    "render loops --duration 3600 --size 64x48 --quality low -o a.gif",
    "lyapunov double-pendulum --time 1e6",
    "flips --cells 512 --duration 1000 -o a.csv",
    "export loops -o a.html",
)
LONGEST_START = 2.5
"""Seconds within which signals are sent; by then the first frame is there."""
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
CASES = [("simulate", signal.SIGTERM), ("ensemble", signal.SIGINT)]
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


def ended(script):
    """Return a program that has ended."""
    return subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


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
    said = (tmp_path / "said").read_text()
    assert "Traceback" not in said
    assert ("polhode: " in said) == (number == signal.SIGINT)


TIMES = [pytest.param(seed, 2 if seed == 0 else 12, marks=[pytest.mark.long] if seed else []) for seed in range(7)]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.skipif("coverage" in sys.modules, reason="a signal may leave the lock of coverage.py taken")
@pytest.mark.parametrize(("seed", "count"), TIMES)
def test_ctrl_c_while_modules_load_is_one_line(tmp_path, seed, count):
    dice = random.Random(seed)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(tmp_path)}
    for words, _ in zip(itertools.cycle(STARTED), range(count), strict=False):
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, *words.split()], cwd=tmp_path, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        try:
            assert process.stdout.readline() == "begins\n"
            time.sleep(LONGEST_START * dice.random())
            over = process.poll() is not None
            if not over:
                os.killpg(process.pid, signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert "Traceback" not in said, words
        assert "gnored" not in said, words
        assert over or process.returncode in (0, INTERRUPTED), (words, said)
        assert process.returncode != INTERRUPTED or said.splitlines()[-1].startswith("polhode: "), (words, said)
        until(lambda: not alive(process.pid))  # noqa: B023  # it is called at once
        assert not [path for path in tmp_path.rglob("*.part*") if ".partial." not in path.name], words


OLDER = b"what an earlier run has written"
WRITTEN = {
    "a.npz": "map heavy-top --over theta=5deg..80deg --over phi_dot=0..200 --of fall --size 512x512 --seconds 1000",
    "b.csv": "bifurcation planar-chain --set count=1 --set length=1 --set support=harmonic --seconds 1e5 --cells 4000 "
    "--over amplitude_x=0.2..2 --every 1",
    "c.svg": "section double-pendulum --init theta2=2 --points 1000000 --others 100",
    "d.csv": "simulate gyroscope --dt 1e-6 --duration 1e4",
    "d.npz": "simulate gyroscope --dt 1e-6 --duration 1e4 --every 10",
    "e.csv": "scan trebuchet --over sling=3..8:900 --over long_arm=8..12:900",
    "f.npz": "flips --cells 512 --duration 1000",
    "g.mp4": "render gyroscope --duration 3600 --size 64x48 --quality low --no-hud --jobs 1",
    "h.gif": "render gyroscope --duration 3600 --size 64x48 --quality low --no-hud --jobs 1",
}
"""Commands that write a file, and take long."""
PARTS = {"a.npz": "a.partial.npz", "b.csv": "b.partial.csv", "c.svg": "c.partial.svg", "g.mp4": "g.partial.mp4"}
"""Files with what is known after Ctrl-C, by those that they are parts of."""
KILLS = [("g.mp4", signal.SIGINT)]
KILLS += [
    pytest.param(name, number, marks=pytest.mark.long)
    for name in WRITTEN
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
    if (name, number) not in KILLS
]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
@pytest.mark.skipif("coverage" in sys.modules, reason="a signal may leave the lock of coverage.py taken")
@pytest.mark.parametrize(("name", "number"), KILLS)
def test_a_command_that_is_ended_leaves_the_older_file(tmp_path, name, number):
    (tmp_path / name).write_bytes(OLDER)
    command = [sys.executable, "-P", "-m", "game", *WRITTEN[name].split(), "-o", name]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=said, stderr=said)
    grows = tmp_path / PARTS[name] if name == "g.mp4" else None
    said_first = tmp_path / "said"
    try:
        if grows:
            until(lambda: grows.exists() and grows.stat().st_size)
        else:
            until(lambda: said_first.stat().st_size or len(list(tmp_path.iterdir())) > 2)
        time.sleep(0.5)
        assert process.poll() is None, (tmp_path / "said").read_text()
        process.send_signal(number)
        code, said = process.wait(PATIENCE), (tmp_path / "said").read_text()
    finally:
        process.kill()
        process.wait()
    assert code == (-9 if number == signal.SIGKILL else 128 + number), said
    assert (tmp_path / name).read_bytes() == OLDER
    left = {path.name for path in tmp_path.iterdir()} - {"said", name}
    part = PARTS.get(name)
    if number == signal.SIGINT:
        assert left == ({part} if part else set())
        assert part is None or f"{part}; {name} is as it was" in said
    elif number == signal.SIGTERM:
        assert left <= {"g.partial.mp4"}


NATIVE = """
import os, signal, sys, types
from game.cli import stopping
signal.signal(signal.SIGINT, signal.SIG_DFL)
class Loader:
    # A module whose loading takes no exception, as that of native ones.
    def find_spec(self, name, path, target=None):
        from importlib.machinery import ModuleSpec
        return ModuleSpec(name, self) if name == "native" else None
    def create_module(self, spec): return None
    def exec_module(self, module):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000): pass
        except BaseException:
            print("raised within", flush=True)
            os.abort()
        module.whole = True
sys.meta_path.insert(0, Loader())
with stopping.listening() as signals:
    try:
        signals.raising = True
        import native
        signal.pause()
    except KeyboardInterrupt:
        print("raised after, whole:", sys.modules["native"].whole, flush=True)
"""
FORGOTTEN = """
import os, signal
from game.cli import stopping
class Deaf:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass
with stopping.listening() as signals:
    try:
        signals.raising = True
        Deaf()
        signal.pause()
    except KeyboardInterrupt:
        print("raised after", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
@pytest.mark.parametrize(("script", "says"), [(NATIVE, "raised after, whole: True\n"), (FORGOTTEN, "raised after\n")])
def test_a_signal_waits_where_an_exception_would_do_harm_or_be_lost(script, says):
    done = ended(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, says, "")


def test_leaving_ends_the_processes_that_were_started():
    script = (
        "import threading, time\n"
        "from game.cli import stopping\n"
        "from physics.compiled import helper_process\n"
        "child = helper_process.start('import time; time.sleep(600)', None)\n"
        "threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "print(child.pid, end='')\n"
        "stopping.leave(5)\n"
    )
    done = ended(script)
    assert done.returncode == 5
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


LOST = """
import os, signal, time
from game.cli import stopping
stopping.GRACE = 0.2
with stopping.listening() as signals:
    try:
        signals.raising = True
        os.kill(os.getpid(), {signal})
        time.sleep(600)
    except BaseException:
        time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_whose_exception_is_lost_ends_the_process_all_the_same(number):
    done = ended(LOST.format(signal=int(number)))
    said = "polhode: interrupted\n" if number == signal.SIGINT else ""
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, "", said)


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_signal_within_the_wait_for_a_process_does_not_wait_for_ever():
    """The interrupted wait holds the lock of its process."""
    script = (
        "from physics.compiled import helper_process\n"
        "child = helper_process.start('import time; time.sleep(600)', None)\n"
        "with child._waitpid_lock:\n"
        "    helper_process.end_all()\n"
        "print(child.wait())\n"
    )
    assert ended(script).stdout == f"{-signal.SIGKILL}\n"
