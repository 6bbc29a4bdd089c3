"""Fingerprints of exports of presets, as JSON: `python -m tests.bits.export_bits [SCENE...]`, of all without names.

A page is taken without its picture for browsers that lack WebGL, which a graphics card draws. With ERRING=1e-7 in the
environment, sines, exponentials, products of matrices and the like of `math` and numpy are wrong by that share: what an
export is made of must not notice.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from game.export.glb_file import export_glb
from game.export.live_run import can_live
from game.export.page_file import LIVE_SECONDS, describe
from game.export.pose_recording import run_scene
from game.export.sections import Sections
from game.scenefile import Scene, load, presets
from tests.test_arithmetic import FUNCTIONS
from tools.command_line import command_line

SECONDS = 1.0
"""Duration of an animation, and of the recording of a page that is named [s]."""
UNSEEN = {"log10"}
"""Of functions: those of which the whole part alone is taken."""


def digest(content: bytes) -> str:
    """Return the first digits of SHA-256."""
    return hashlib.sha256(content).hexdigest()[:16]


class NamedSections(Sections):
    """The binary part of a page, with a fingerprint of each array by the functions that add it."""

    def __init__(self) -> None:
        super().__init__()
        self.digests: dict[str, str] = {}

    def add_bytes(self, data: bytes) -> dict[str, int]:
        """Append bytes and note them."""
        frames = traceback.extract_stack(limit=6)
        callers = "/".join(frame.name for frame in frames if frame.name not in ("add", "add_bytes", "<listcomp>"))
        self.digests[f"page array {len(self.digests)} of {callers}"] = digest(data)
        return super().add_bytes(data)


def page(scene: Scene, seconds: float) -> dict[str, str]:
    """Return the fingerprints of the parts of a page with a recording of so many seconds."""
    system = scene.simulation().system
    sections = NamedSections()
    live = can_live(system)
    run = run_scene(scene.changed(time=0.0, slow_motion=False), None if system.ends else seconds)
    described, _ = describe(scene, run, live, sections)
    found = {f"page {name}": digest(json.dumps(part, default=str).encode()) for name, part in described.items()}
    return {**found, **sections.digests}


def animation(scene: Scene) -> dict[str, str]:
    """Return the fingerprint of a glTF file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.glb"
        export_glb(scene, path, SECONDS)
        return {"glb": digest(path.read_bytes())}


def every(names: list[str]) -> dict[str, str]:
    """Return all fingerprints of some presets, with short recordings, or of all, where none is named, as they are."""
    found: dict[str, str] = {}
    for name in names or presets():
        scene = load(name)
        parts: dict[str, Any] = {**page(scene, SECONDS if names else LIVE_SECONDS), **animation(scene)}
        found |= {f"{name} {part}": value for part, value in parts.items()}
    return found


def let_libraries_err(share: float) -> None:
    """Replace the functions whose last bits are the library's own by ones that are wrong by a share."""

    def erring(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def wrong(*given: Any, **named: Any) -> Any:
            return function(*given, **named) * (1.0 + share)

        return wrong

    for module in (math, np):
        for name in FUNCTIONS - UNSEEN:
            if hasattr(module, name):
                setattr(module, name, erring(getattr(module, name)))
    for name in ("dot", "vdot", "inner", "matmul", "tensordot", "einsum"):
        setattr(np, name, erring(getattr(np, name)))


if __name__ == "__main__":
    options = command_line()
    options.add_argument("names", nargs="*", help="of presets; all where none is given")
    chosen = options.parse_args().names
    if "ERRING" in os.environ:
        let_libraries_err(float(os.environ["ERRING"]))
    json.dump(every(chosen), sys.stdout, indent=1)
