"""Presets as parameters of tests: `make test` opens a sample of them, `make test-all` and `make near` open all."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import scenefile
from game.scenefile.loading import path_of

NOTES = Path(__file__).parent / "data" / "golden" / "pictures.toml"


@cache
def sample() -> frozenset[str]:
    """Return the presets with golden pictures, and one of each system that these do not show."""
    systems = {
        name: tomllib.loads(Path(str(path_of(name))).read_text("utf-8"))["system"] for name in scenefile.presets()
    }
    golden = tomllib.loads(NOTES.read_text("utf-8"))
    shown = {systems[name] for name in golden}
    others = {system: name for name, system in reversed(systems.items()) if system not in shown}
    return frozenset([*golden, *others.values()])


def sampled(*more: Any) -> list[Any]:
    """Return a parameter for each preset, with `more` values after it; others are marked `unsampled`."""
    return [
        pytest.param(name, *more, marks=() if name in sample() else pytest.mark.unsampled)
        for name in scenefile.presets()
    ]
