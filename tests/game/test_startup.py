"""Measures for a fast first frame."""

import gc
import os
import subprocess
import sys

import pytest

from game import startup


@pytest.fixture
def collector(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    yield
    gc.unfreeze()
    gc.enable()


def test_garbage_collection_is_off_until_the_first_frame(collector):
    startup.hurry()
    assert not gc.isenabled()
    startup.arrived()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000, "what is there by then is not looked at again"


def test_linear_algebra_has_one_thread_unless_the_user_sets_more(collector, monkeypatch):
    startup.hurry()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    startup.hurry()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


def test_commands_without_a_window_collect_garbage():
    script = "import gc, game.cli.main; gc.disable(); game.cli.main.main()"
    check = f"import atexit, gc; atexit.register(lambda: print('collects', gc.isenabled())); {script}"
    done = subprocess.run([sys.executable, "-c", check, "--version"], capture_output=True, text=True, check=True)
    assert "collects True" in done.stdout
