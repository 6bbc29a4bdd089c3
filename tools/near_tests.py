"""Runs the tests near a name, in one process: python -m tools.near_tests NAME [arguments of pytest].

NAME is part of the name of a system, a preset or an integrator. Of the test files that have it, and of those that ask
something of all systems (contract, parts of the energy, pages, frames), those tests are run that have it in their own
name, in their parameters, in the name of their file or in their source. Long campaigns and gates of a release are left
out.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import physics
from game import scenefile
from tools.command_line import command_line

TESTS = Path(__file__).resolve().parents[1] / "tests"
OF_ALL = (
    "physics/test_contract.py", "physics/test_energy_parts.py", "game/learn/test_pages.py",
    "game/scenefile/notes/test_every_note.py", "game/test_frames.py",
)  # fmt: skip
"""Test files with a test for each system or preset."""
WINDOWS = TESTS / "e2e"
"""Tests that open windows, which take longer than a person waits."""


def near_files(part: str) -> list[Path]:
    """Return the test files that have part of a name in them or in their own name, and those of all systems."""
    spelled = part.replace("-", "_")
    named = [
        path for path in sorted(TESTS.rglob("test_*.py"))
        if WINDOWS not in path.parents and (spelled in path.stem or part in path.read_text("utf-8").lower())
    ]  # fmt: skip
    return list(dict.fromkeys([*named, *(TESTS / each for each in OF_ALL)]))


def functions_with(part: str, path: Path) -> Iterator[str]:
    """Yield the names of the tests of a file whose source, decorators included, has part of a name in it."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    for each in ast.walk(ast.parse(source)):
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
            first = min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)])
            if part in "\n".join(lines[first - 1 : each.end_lineno]).lower():
                yield each.name


def arguments(part: str) -> list[str]:
    """Return the arguments of pytest that choose the tests near part of a name."""
    files = near_files(part)
    names = [part, part.replace("-", "_"), *(name for path in files for name in functions_with(part, path))]
    chosen = " or ".join(dict.fromkeys(names))
    return ["-n", "0", "-m", "not long and not release", "-k", chosen, *map(str, files)]


def main() -> None:
    """Run the tests near the name that was given."""
    options = command_line()
    options.add_argument("name", metavar="NAME", help="part of the name of a system, a preset or an integrator")
    options.add_argument("pytest", nargs=argparse.REMAINDER, metavar="...", help="arguments of pytest")
    chosen = options.parse_args()
    part = chosen.name.lower()
    if not any(part in name for name in (*physics.systems(), *scenefile.presets(), *physics.integrators())):
        options.error(f"NAME = {chosen.name!r}: must be part of the name of a system, a preset or an integrator "
                      "(`polhode list`)")  # fmt: skip
    sys.exit(pytest.main([*arguments(part), *chosen.pytest]))


if __name__ == "__main__":
    main()
