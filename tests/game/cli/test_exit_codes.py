"""Exit codes: one table of them, in the documents too, and each command keeps to it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli import main as cli
from game.model import errors
from game.model.errors import EXIT_CODES
from tests.game.cli.test_main import here
from tools.make_man_page import page

ROOT = Path(__file__).parents[3]
MAP = "map heavy-top --over theta=5deg..80deg --over phi_dot=0..200 --of fall --seconds 0.1 --size 4x4"
OVER = "--over amplitude_x=0.2..2 --every 1 --seconds 4 --cells 4 --points 2"
SWUNG = "planar-chain --set count=1 --set length=1 --set support=harmonic"
PRINTING = {
    "list": "list --json",
    "details": "list gyroscope",
    "help": "--help",
    "help of a command": "run --help",
    "version": "--version",
    "completion": "completion bash",
    "challenges": "challenge",
    "simulate": "simulate gyroscope --duration 0.1",
    "json": "simulate gyroscope --duration 0.1 --json",
    "ensemble": "simulate gyroscope --duration 0.1 --every 0.1 --ensemble 4 --spread theta=1deg",
    "map": MAP,
    "flips": "flips --cells 4 --duration 1",
    "scan": "scan trebuchet --over sling=3..8:2 --over release_angle=20deg..60deg:2",
    "section": "section double-pendulum --init theta2=0.6 --points 4",
    "bifurcation": f"bifurcation {SWUNG} {OVER}",
    "lyapunov": "lyapunov double-pendulum --time 2",
    "trial": "trial book",
    "doctor": "doctor",
}
"""Commands that print something, and end soon."""
OTHERS = {
    "optimise": "it prints at its end alone, as trial does",
    "fit": "the same",
    "export": "it prints to standard error alone",
    "import": "the same",
    "render": "the same",
    "web": "the same",
    "worksheet": "the same",
    "new": "it writes files: tests/game/cli/test_new.py",
    "run": "a window",
    "replay": "it needs a log: tests/game/cli/test_replay.py",
    "bench": "it needs minutes",
}
"""Why other commands are not among them."""


def piped(arguments, stream):
    """Run a command whose reader of a stream has gone before it starts; returns exit code and the other stream."""
    reading, writing = os.pipe()
    os.close(reading)
    other = "stderr" if stream == "stdout" else "stdout"
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "game", *shlex.split(arguments)],
            **{stream: writing, other: subprocess.PIPE}, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
            check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    return done.returncode, getattr(done, other)


def test_codes_are_different_and_say_what_they_mean():
    names = [name for name in vars(errors) if name.isupper() and isinstance(getattr(errors, name), int)]
    assert sorted(getattr(errors, name) for name in names) == sorted(EXIT_CODES)
    assert len(set(EXIT_CODES.values())) == len(EXIT_CODES)


def test_documents_have_the_table():
    text = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    section = text.partition("## Exit codes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", section, re.MULTILINE)
    assert {int(code): meaning for code, meaning in rows} == EXIT_CODES
    for code in EXIT_CODES:
        assert f"\\fB{code}\\fR" in page().partition(".SH EXIT STATUS")[2]


def test_every_command_that_prints_is_tried_with_a_closed_pipe():
    tried = {words.split()[0] for words in PRINTING.values()} | set(OTHERS)
    assert tried >= set(cli.commands.commands)


LONG = [name if name in ("simulate", "help") else pytest.param(name, marks=pytest.mark.long) for name in PRINTING]


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
@pytest.mark.parametrize("name", LONG)
def test_a_closed_pipe_ends_a_command_quietly(name):
    code, said = piped(PRINTING[name], "stdout")
    assert code == errors.CLOSED_PIPE, said
    for word in ("Traceback", "rror", "Broken", "gnored"):
        assert word not in said


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
def test_messages_that_nobody_reads_change_no_code():
    assert piped("list nothing-of-this-name", "stderr") == (errors.BAD_INPUT, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["list", "--help", "simulate gyroscope --duration 0.01 --json"])
def test_a_full_disk_under_standard_output_is_one_line(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "game", *words.split()], stdout=full, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (errors.BAD_INPUT, "polhode: output: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize("closed", ["<&- >&- 2>&-", "2>&-", "<&- >&-"])
def test_closed_streams_are_no_files_of_the_command(closed, tmp_path):
    words = f"{sys.executable} -P -m game simulate gyroscope --duration 0.01 -o a.csv {closed}"
    done = subprocess.run(
        ["sh", "-c", words], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, timeout=300
    )
    assert done.returncode == 0
    lines = (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# polhode")
    assert lines[-1].startswith("0.01,")


def test_a_fault_of_the_program_has_a_code_of_its_own(monkeypatch):
    def broken(name):
        raise KeyError(name)

    monkeypatch.setattr("game.cli.listing.show", broken)
    done = here("list", "gyroscope")
    assert done.returncode == errors.FAULT
    assert done.stderr.splitlines()[-1].startswith("polhode: a fault of the program")


def test_too_little_memory_is_one_line(monkeypatch):
    def greedy(name):
        raise MemoryError("Unable to allocate 7 TiB")

    monkeypatch.setattr("game.cli.listing.show", greedy)
    done = here("list", "gyroscope")
    assert (done.returncode, done.stderr.count("\n")) == (errors.BAD_INPUT, 1)
    assert "7 TiB" in done.stderr
