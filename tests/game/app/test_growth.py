"""Memory of the process and of the graphics card does not grow while ten thousand pictures are drawn."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WARM = 0.3
"""The part of all pictures during which memory may grow."""
PRESETS = {"fast-cone": 5000, "coin": 3000, "free-asymmetric-1": 2000}
SAMPLED, SAMPLE, SAMPLE_WARM = "coin", 500, 0.6
"""A preset drawn for a shorter time, its pictures, and the part of them during which memory may grow."""
HISTORY, SMALL_HISTORY = 200_000, 20_000
"""Sizes of the history [bytes], small so that it is soon full."""
CASES = [
    pytest.param(SAMPLED, SMALL_HISTORY, SAMPLE, SAMPLE_WARM, 1.0, id=f"{SAMPLED}-{SAMPLE}", marks=pytest.mark.long),
    *(
        pytest.param(preset, HISTORY, pictures, WARM, 0.2, id=f"{preset}-{pictures}", marks=pytest.mark.long)
        for preset, pictures in PRESETS.items()
    ),
]


@pytest.mark.parametrize(("preset", "history", "pictures", "warm_part", "most"), CASES)
def test_memory_does_not_grow_with_the_number_of_pictures(
    preset: str, history: int, pictures: int, warm_part: float, most: float
) -> None:
    """Check for growth. most: objects that may stay for each picture."""
    warm = int(warm_part * pictures)
    command = [sys.executable, "-m", "tests.game.app.growth", preset, *map(str, (history, warm, pictures))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    grown = json.loads(done.stdout)
    assert grown["blocks"] < most * (pictures - warm)
    assert grown["pages"] < 500, "2 MB"
    assert max(grown["names"]) < 3, "buffers, textures, framebuffers"


def test_ten_thousand_pictures_are_drawn_in_all() -> None:
    assert sum(PRESETS.values()) == 10_000
