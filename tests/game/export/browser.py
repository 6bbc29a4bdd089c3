"""Exports a preset, opens its page in a headless Chromium without a network, and says what is wrong with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from game.export.page_file import MAX_BYTES, Exported, export
from game.session.open_scene import load

SCRIPT = Path(__file__).with_name("open_page.mjs")
WEB = Path(__file__).parents[3] / "web"
PATIENCE = 580.0
"""Seconds that a page may take, on a machine that does much else."""
PATCH, MEAN = 60.0, 9.0
"""Greatest difference of a patch of the page from that of the program's picture, and of the mean of all, of 255."""


class Opened(NamedTuple):
    """A page, the time that its export took [s], and what the browser has found."""

    exported: Exported
    seconds: float
    found: dict[str, Any]


def chromium(driver: str = "playwright-core") -> str | None:
    """Return the path of the browser, or None where it or what drives it is missing."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    return found if found and _driven(driver) else None


def firefox() -> str | None:
    """Return the path of Firefox, or None where it, what drives it or a display for it is missing."""
    found = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    return found if found and shutil.which("xvfb-run") and _driven("puppeteer-core") else None


def _driven(driver: str) -> bool:
    return shutil.which("node") is not None and (WEB / "node_modules" / driver).is_dir()


def export_and_open(name: str, folder: Path, extent: str = "short", pictures: str = "-") -> Opened:
    """Export a preset into a folder and use its page; extent: "short" or "whole" (`open_page.mjs`)."""
    begun = time.perf_counter()
    exported = export(load(name), folder / f"{name}.html")
    seconds = time.perf_counter() - begun
    done = subprocess.run(
        ["node", SCRIPT, pictures, extent, exported.path],
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "CHROMIUM": chromium() or ""}, check=True,
    )  # fmt: skip
    return Opened(exported, seconds, json.loads(done.stdout))


def differences(beside: dict[str, Any]) -> tuple[float, float]:
    """Return the greatest difference of a patch between program and page, and the mean over all patches, of 255."""
    native, page = (np.asarray(beside[name], float) for name in ("native", "page"))
    apart = np.abs(native - page).mean(axis=1)
    return float(apart.max()), float(apart.mean())


def problems(opened: Opened) -> list[str]:
    """Return what is wrong with a page, as sentences."""
    exported, _, found = opened
    if "error" in found:
        return [found["error"], *found["said"]]
    wrong = [f"{exported.size} bytes"] if exported.size >= MAX_BYTES else []
    wrong += [f"the console says {text}" for text in found["said"]]
    wrong += [f"WebGL error {found['gl']}"] if found["gl"] else []
    wrong += [f"it asks for {url}" for url in found["asked"] if not url.startswith("file://")]
    wrong += [] if found["live"] is exported.live else ["it is not as live as was said"]
    wrong += [] if found["proof"] == ("same" if exported.live else "") else [f"proof: {found['proof']}"]
    wrong += [] if found["turned"] != 0.0 and found["runs"] else ["a drag does not turn it"]
    wrong += [f"the slider {name} changes nothing" for name, changed in found["sliders"] if not changed]
    french, english = found["language"]
    said = french[0] != english[0] and french[1] != english[1] and french[2] == english[2] > 0
    wrong += [] if said else [f"another language: {found['language']}"]
    first, shown, last = found["scrubbed"]
    wrong += [] if first <= shown <= last and last > first else [f"it goes to {shown} of {first} to {last} s"]
    for picture in (found["picture"], found["narrow"]["picture"]):
        wrong += [] if picture["colours"] > 40 and picture["spread"] > 5.0 else [f"empty picture {picture}"]
    left, right, bottom = found["narrow"]["bar"]
    inside = left >= 0.0 and right <= 390.0 and bottom <= 844.0 and found["narrow"]["overflow"] == 0
    wrong += [] if inside and not found["narrow"]["cut"] else [f"cut at 390 x 844: {found['narrow']}"]
    if exported.poster:
        patch, mean = differences(found["beside"])
        wrong += [] if patch < PATCH and mean < MEAN else [f"colours are {patch:.0f} ({mean:.1f} in the mean) off"]
    return wrong
