"""Equations of the reference cases, and others by their text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import physics
from physics.equations.equations import Equations
from tests.reference import DATA, case

CASES = tuple(sorted(path.stem for path in Path(DATA, "equations").glob("*.json")))
BESIDE = ("title", "system")
"""Words of a scene that say nothing of the equations."""


def of_case(name: str) -> Equations:
    """Return the system of a case, from the text of its scene."""
    return of_text(case(f"equations/{name}")["scene"])


def of_text(scene: str) -> Equations:
    """Return the system of the text of a scene."""
    return made({word: value for word, value in tomllib.loads(scene).items() if word not in BESIDE})


def made(tables: Mapping[str, Any], initial: Mapping[str, float] | None = None) -> Equations:
    """Return the system of a description."""
    found = physics.system("equations", {"equations": dict(tables)}, initial)
    assert isinstance(found, Equations)
    return found


def one(text: str, **tables: Any) -> Equations:
    """Return the system of a text, of a variable x that begins at 1 where no others are given."""
    return made({"equations": text, "variables": {"x": {"start": 1}}, **tables})
