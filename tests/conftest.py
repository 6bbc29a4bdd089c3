"""Settings of all tests: compiled code and settings are kept in a folder of the run, never in the user's."""

import os
import tempfile
from pathlib import Path

from physics.compiled import code_cache, native


def pytest_configure(config):
    """Make the folder before any worker process starts, so that they share it."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="polhode-tests-", ignore_cleanup_errors=True)
        os.environ[code_cache.VARIABLE] = folder.name
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder.name) / "settings")
        config.add_cleanup(folder.cleanup)
        config.add_cleanup(native.background.wait)  # run first, as the last one added: compilations still write there


def pytest_terminal_summary(terminalreporter):
    """Print what the random campaigns have counted."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "counts":
                terminalreporter.write_line(f"{report.nodeid}: {value}")
