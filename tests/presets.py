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


KINDS = ("look", "place")
"""Kinds of features of golden pictures (`tests/game/features.py`) that the sample has all of."""


@cache
def sample() -> frozenset[str]:
    """Return few presets that have every system, and every look and place of the golden pictures.

    They are chosen one after another, each for the number of these that it adds.
    """
    left = {name: elements(name) for name in scenefile.presets()}
    chosen: list[str] = []
    while any(left.values()):
        chosen.append(max(left, key=lambda name: len(left[name])))
        added = left[chosen[-1]]
        left = {name: rest - added for name, rest in left.items()}
    return frozenset(chosen)


def elements(name: str) -> set[str]:
    """Return the system of a preset, and what its golden picture shows, of the kinds that the sample has all of."""
    shows = golden().get(name, {}).get("shows", "").split(", ")
    return {f"system {system_of(name)}", *(each for each in shows if each.startswith(KINDS))}


def system_of(name: str) -> str:
    """Return the name of the system of a preset, which is not made."""
    return str(tomllib.loads(Path(str(path_of(name))).read_text("utf-8"))["system"])


@cache
def golden() -> dict[str, dict[str, Any]]:
    """Return what is noted of the golden pictures, by preset."""
    return tomllib.loads(NOTES.read_text("utf-8"))


def sampled(*more: Any, part: slice = slice(None)) -> list[Any]:
    """Return a parameter for each preset, with `more` values after it; others are marked `unsampled`.

    part: that part of the sample, where tests that ask much the same share it.
    """
    chosen = [name for name in scenefile.presets() if name in sample()][part]
    return [
        pytest.param(name, *more, marks=() if name in chosen else pytest.mark.unsampled) for name in scenefile.presets()
    ]
