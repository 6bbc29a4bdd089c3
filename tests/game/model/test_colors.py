"""The colours of vectors and curves, as seen with colour-blindness."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from game.experiments import shots
from game.experiments.tuning_state import SEARCH_COLOR
from game.model import colors
from game.model.colormap import TO_LINEAR, TO_ROOTS
from game.model.colors import GHOST_COLORS, INKS, MIN_COLOR_DISTANCE, QUANTITY_COLORS

# Whole dichromacies, on linear sRGB: Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def oklab(color: colors.Color, eye: str) -> np.ndarray:
    """Return a colour as seen by an eye, in OKLab."""
    encoded = np.array(color)
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(EYES[eye] @ linear, 0.0, 1.0)
    return np.linalg.inv(TO_ROOTS) @ np.cbrt(np.linalg.inv(TO_LINEAR) @ seen)


def test_white_and_black_have_distance_one() -> None:
    assert oklab((1.0, 1.0, 1.0), "full") == pytest.approx((1.0, 0.0, 0.0), abs=1e-3)
    assert oklab((0.0, 0.0, 0.0), "full") == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("eye", EYES)
def test_all_inks_are_distinguishable(eye: str) -> None:
    for one, other in itertools.combinations(INKS, 2):
        assert float(np.linalg.norm(oklab(one, eye) - oklab(other, eye))) >= MIN_COLOR_DISTANCE, (one, other)


def test_quantities_ghosts_and_shots_have_colours_of_the_list() -> None:
    assert {*QUANTITY_COLORS.values(), *GHOST_COLORS, *shots.COLORS, SEARCH_COLOR} <= {*INKS}


@pytest.mark.parametrize("name", QUANTITY_COLORS)
def test_colours_are_light_enough_for_a_dark_outline(name: str) -> None:
    assert oklab(QUANTITY_COLORS[name], "full")[0] >= 0.60


@pytest.mark.parametrize("name", QUANTITY_COLORS)
def test_letters_of_bright_rooms_stand_out_from_their_edges_and_from_wood(name: str) -> None:
    ink = colors.dark_ink(QUANTITY_COLORS[name])
    letters = colors.letter_ink(ink)
    light = [luminance(each) + 0.05 for each in (letters, (0.97, 0.98, 1.0), (0.62, 0.62, 0.62))]
    assert light[1] / light[0] > 7.0
    assert light[2] / light[0] > 2.5
    assert max(letters) / min(letters) == pytest.approx(max(ink) / min(ink), rel=1e-6), "of the same hue"


def luminance(color: colors.Color) -> float:
    """Return the luminance of a colour (sRGB), of white 1."""
    parts = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in color]
    return float(np.dot((0.2126, 0.7152, 0.0722), parts))
