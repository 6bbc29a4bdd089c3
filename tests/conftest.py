"""Settings of all tests: relative errors are relative; compiled code and settings are kept in a folder of the run."""

import gc
import os
import tempfile
from pathlib import Path

import pytest

from game.model import words
from physics import registry
from physics.compiled import code_cache, native
from physics.core import own_files

_approx = pytest.approx


def approx(expected, rel=None, abs=None, nan_ok=False):
    """Compare as `pytest.approx` does, but where only rel is given allow no more: pytest then allows 1e-12, too."""
    return _approx(expected, rel, 0.0 if abs is None and rel is not None else abs, nan_ok)


pytest.approx = approx


def pytest_configure(config):
    """Make the folder before any worker process starts, so that they share it."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="polhode-tests-", ignore_cleanup_errors=True)
        os.environ[code_cache.VARIABLE] = folder.name
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder.name) / "settings")
        for name in ("PICTURES_DIR", "DATA_HOME", "STATE_HOME"):
            os.environ[f"XDG_{name}"] = str(Path(folder.name) / name.lower())
        if "not long" in config.option.markexpr:  # tests/shipped_code.py: where it is as the program makes it
            os.environ.setdefault(code_cache.EFFORT, "quick")
        os.environ["LC_ALL"] = "C.UTF-8"  # English, whatever the language of the system
        config.add_cleanup(folder.cleanup)
        config.add_cleanup(native.background.wait)  # run first, as the last one added: compilations still write there


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looking for garbage: tests stay to the end, and each look would go through all of them again.

    Afterwards it is looked for less often, as there is more that stays than in the program: a third of that time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(10_000, 10, 10)


def pytest_runtest_teardown(item):
    """Forget the systems and integrators that a test has added: other tests go through all there are."""
    registry.forget_added()
    own_files.forget_all()


@pytest.fixture
def french():
    """Use French within a test."""
    words.use_language("fr")
    yield
    words.use_language("en")


def pytest_terminal_summary(terminalreporter):
    """Print what the random campaigns have counted."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "counts":
                terminalreporter.write_line(f"{report.nodeid}: {value}")
