"""Parts of the page's script that need no browser: they run in Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("page_units.mjs")
ESBUILD = Path(__file__).parents[3] / "web" / "node_modules" / "esbuild"

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and ESBUILD.is_dir()), reason="no Node.js or esbuild (npm install in web/)"
)


def called(module: str, *calls: tuple[str, list[Any]]) -> list[Any]:
    """Return what functions of a module of the page return."""
    done = subprocess.run(["node", SCRIPT, module], input=json.dumps(calls), capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def box(left: float, top: float, width: float, height: float) -> dict[str, float]:
    """Return a box as a browser gives it."""
    return {
        "left": left, "top": top, "width": width, "height": height, "right": left + width, "bottom": top + height,
    }  # fmt: skip


def test_the_page_is_arranged_by_the_size_of_its_window() -> None:
    sizes = {
        "wide": [(1000, 480), (1280, 720), (3840, 2160), (1024, 1366)],
        "tall": [(820, 1180), (600, 800)],
        "phone": [(390, 844), (320, 568)],
        "small": [(960, 540), (844, 390), (480, 300), (1280, 400), (300, 400)],
    }
    asked = [(how, size) for how, each in sizes.items() for size in each]
    found = called("layout", *(("arrangement", list(size)) for _, size in asked))
    assert found == [how for how, _ in asked]


def test_the_camera_frames_what_nothing_covers() -> None:
    picture, panel, bar = box(0, 0, 1200, 800), box(900, 60, 292, 600), box(8, 720, 1184, 72)
    covered, above, hidden = called(
        "layout",
        ("freePart", [picture, panel, 60, [bar, box(8, 500, 880, 200)]]),
        ("freePart", [box(0, 0, 400, 400), None, 52, [box(0, 400, 400, 56)]]),
        ("freePart", [picture, None, 0, [bar, box(0, 0, 0, 0)]]),
    )
    assert covered == pytest.approx([0, 0.075, 0.75, 0.625], rel=1e-14, abs=0)
    assert above == pytest.approx([0, 0.13, 1, 1], rel=1e-14, abs=0)
    assert hidden == pytest.approx([0, 0, 1, 0.9], rel=1e-14, abs=0)
