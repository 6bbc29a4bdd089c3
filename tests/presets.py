"""Presets as parameters of tests: `make test` opens a sample of them, `make test-all` and `make near` open all."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import scenefile

NOTES = Path(__file__).parent / "data" / "golden" / "pictures.toml"


@cache
def sample() -> frozenset[str]:
    """Return the presets with golden pictures, and one of each system that these do not show."""
    chosen = list(tomllib.loads(NOTES.read_text("utf-8")))
    systems = {scenefile.load(name).system for name in chosen}
    for name in scenefile.presets():
        if (system := scenefile.load(name).system) not in systems:
            systems.add(system)
            chosen.append(name)
    return frozenset(chosen)


def sampled(*more: Any) -> list[Any]:
    """Return a parameter for each preset, with `more` values after it; others are marked `unsampled`."""
    return [
        pytest.param(name, *more, marks=() if name in sample() else pytest.mark.unsampled)
        for name in scenefile.presets()
    ]
