"""The look of a shaken chain: the exciter stands still, its rod ends at the support, which never enters the drum."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.chains.shaken_pendulum import ShakenPendulumLook
from game.looks.pendulums.pendulum import PendulumLook
from tests.game.looks.pendulums.test_pendulum import VIEW, corners

SHAKEN = {"count": 3, "length": 0.5, "bob": 0.1, "support": "harmonic", "amplitude_z": 0.01, "frequency_z": 300.0}


@pytest.mark.parametrize("phase", [0.0, np.pi / 2, np.pi])
def test_the_rod_reaches_from_the_drum_to_the_support(phase: float) -> None:
    system = physics.system("planar-chain", SHAKEN | {"phase_z": phase}, {"theta": 3.0})
    look = look_for(system)
    assert isinstance(look, ShakenPendulumLook)
    y = memoryview(system.start())
    support = look.to_world(system.points(y))[0]
    _, _, column, case, _, rod, bearing = look.stand(support)
    top, drum = corners(column)[:, 2].max(), corners(case)[:, 2]
    assert top == pytest.approx(drum.min(), abs=1e-6), "the column carries the drum"
    assert corners(rod)[:, 2].max() == pytest.approx(support[2], abs=1e-6)
    assert corners(bearing)[:, 2].min() > drum.max()
    rest = look_for(physics.system("planar-chain", SHAKEN)).stand(np.array([0.0, 0.0, support[2]]))[3]
    assert corners(rest)[:, 2] == pytest.approx(drum, abs=1e-6), "the drum does not move"
    assert len(look.frame(system, y, VIEW, 0.0).instances) == 6 + 7


def test_a_bar_shows_how_far_the_support_is_shaken_and_says_how_fast() -> None:
    system = physics.system("planar-chain", SHAKEN, {"theta": 3.0})
    look, y = look_for(system), memoryview(system.start())
    frame = look.frame(system, y, VIEW, 0.0)
    before = len(frame.curves)
    look.add_fixed_marks(frame, system, y)
    bar = frame.curves[before].points
    assert np.ptp(bar, axis=0) == pytest.approx([0.0, 0.0, 0.02], abs=1e-6)
    assert [label.text for label in frame.labels] == ["± 10 mm, 47.7 Hz"]


@pytest.mark.parametrize("changes", [{"amplitude_z": 0.0}, {"amplitude_x": 0.1}, {"amplitude_z": 0.4}])
def test_other_supports_have_a_plain_stand(changes: dict[str, float]) -> None:
    assert type(look_for(physics.system("planar-chain", SHAKEN | changes))) is PendulumLook
