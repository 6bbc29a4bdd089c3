"""What `make run` says while it makes the environment of a new machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = """#!/bin/sh
if [ "$1" = venv ]; then
    mkdir -p .venv/bin
    printf '#!/bin/sh\\nexit 0\\n' > .venv/bin/python
    chmod +x .venv/bin/python
fi
case " $* " in *" --quiet "*) ;; *) printf '\\033[2Kbar\\n' >&2 ;; esac
"""
"""A `uv` that installs nothing, and shows a bar where it is not quiet."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a folder of the source without an environment."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "prepare.sh", tmp_path / "tools")
    (tmp_path / "pyproject.toml").touch()
    os.utime(tmp_path / "pyproject.toml", (1e9, 1e9))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "uv").write_text(UV)
    (tmp_path / "bin" / "uv").chmod(0o755)
    for name in ("sh", "rm", "mkdir", "touch", "date", "dirname", "find", "chmod", "printf"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="a script of Unix")
def test_what_takes_long_is_said_before_it_begins_and_nothing_the_second_time(machine: Path) -> None:
    def run() -> str:
        done = subprocess.run(
            ["sh", "tools/prepare.sh", "run"], cwd=machine, env={"PATH": str(machine / "bin")}, capture_output=True,
            text=True, check=True, timeout=60,
        )  # fmt: skip
        assert done.stdout == ""
        return done.stderr

    first = run().splitlines()
    assert all(line.startswith("polhode: ") and line.isprintable() for line in first), "no escape codes"
    assert [line.split()[1] for line in first] == ["making", "1", "2", "3", "ready,"]
    assert "a minute or two" in first[0] and "packages" in first[2]
    assert run() == ""
