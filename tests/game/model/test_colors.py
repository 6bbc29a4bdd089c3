"""The colours of vectors and curves, as seen with colour-blindness."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from game.model import colors
from game.model.colormap import TO_LINEAR, TO_ROOTS
from game.model.colors import GHOST_COLORS, MIN_COLOR_DISTANCE, TEXT_DARK

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
TOGETHER = {
    "top": ("omega", "momentum", "weight", "psi", "theta", "phi"),
    "free body": ("omega", "momentum", "polhode", "herpolhode", "separatrix", "axes"),
    "cones": ("omega", "momentum", "body cone", "space cone", "axes"),
    "table": ("omega", "momentum", "weight", "normal", "friction", "polhode", "herpolhode", "theta"),
    "trebuchet": ("velocity", "sling", "pivot", "weight", "alpha", "beta", "gamma"),
    "pendulum": ("velocity", "force", "weight", "polhode", "herpolhode", "alpha"),
}
"""Colours that occur in one picture."""


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
@pytest.mark.parametrize("picture", TOGETHER)
def test_colours_that_occur_together_are_distinguishable(picture: str, eye: str) -> None:
    for one, other in itertools.combinations(TOGETHER[picture], 2):
        apart = float(np.linalg.norm(oklab(TEXT_DARK[one], eye) - oklab(TEXT_DARK[other], eye)))
        assert apart >= MIN_COLOR_DISTANCE, (one, other)


@pytest.mark.parametrize("eye", EYES)
def test_ghost_colours_are_distinguishable(eye: str) -> None:
    for one, other in itertools.combinations(GHOST_COLORS, 2):
        assert float(np.linalg.norm(oklab(one, eye) - oklab(other, eye))) >= MIN_COLOR_DISTANCE


@pytest.mark.parametrize("name", TEXT_DARK)
def test_colours_are_light_enough_for_a_dark_outline(name: str) -> None:
    assert oklab(TEXT_DARK[name], "full")[0] >= 0.60
