"""Parts of a bicycle: wheels with tyres of any legal size."""

import numpy as np
import pytest

from game.looks.kit.parts import bicycle_parts as parts

RADIUS = 0.35


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.46, 0.475, 0.5, 0.7, 0.999])
def test_a_wheel_with_a_crown_of_any_size_reaches_its_radius_and_its_width(share):
    crown = share * RADIUS
    wheel = parts.wheel(RADIUS, crown).vertices[:, :3]
    thick = max(crown, parts.TYRE * RADIUS)
    far = np.hypot(*wheel[:, :2].T)
    assert far.max() == pytest.approx(RADIUS, rel=1e-6)
    assert abs(wheel[:, 2]).max() == pytest.approx(max(thick, 1.25 * parts.HUB * RADIUS), rel=1e-5)
    for mesh in (parts.spokes(RADIUS, crown), parts.spoke_veil(RADIUS, crown)):
        assert np.isfinite(mesh.vertices).all()
        assert np.hypot(*mesh.vertices[:, :2].T).max() < RADIUS - 0.5 * thick


def test_spokes_of_a_usual_wheel_end_at_the_rim():
    inner = parts.tyre_and_rim(RADIUS, 0.02)[1]
    assert inner == pytest.approx(RADIUS - 2.1 * 0.02)
