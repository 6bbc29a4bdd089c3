"""Lever, torque and dL/dt: the torque is r × F, and dL/dt is what L does from one step to the next."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

import physics
from physics import Simulation
from physics.core.turning import turning_arrows
from physics.levitron.flight import torque
from physics.types import Arrow, Floats

DT = 1e-4
CASES = (
    "gyroscope", "heavy-top", "gyroscope-integrals", "tippe-top", "rolling-body", "rattleback",
)  # fmt: skip


def vectors(run: Simulation, state: Floats) -> Mapping[str, Arrow]:
    arrows = run.system.arrows(state)
    return {arrow.name: arrow for arrow in (*arrows, *turning_arrows(run.system, state, arrows))}


@pytest.mark.parametrize("name", CASES)
def test_torque_is_r_times_f_and_dl_dt_the_finite_difference_of_l(name: str) -> None:
    run = Simulation(physics.system(name), "rk4", DT)
    run.advance(20)
    before = vectors(run, run.y)["momentum"].vector.copy()
    run.advance(1)
    now = vectors(run, run.y)
    run.advance(1)
    slope = (vectors(run, run.y)["momentum"].vector - before) / (2.0 * DT)
    rate, torque, lever = now["momentum rate"].vector, now["torque"].vector, now["lever"].vector
    size = np.abs(rate).max()
    assert size > 0.0 and np.abs(rate - slope).max() < 3e-4 * size
    assert np.abs(torque - rate).max() < 1e-5 * size, "Euler's law"
    force = now["force" if "force" in now else "weight"]
    assert np.allclose(torque, np.cross(lever, force.vector), rtol=0.0, atol=1e-15)
    assert np.allclose(now["momentum"].origin + lever, force.origin, rtol=0.0, atol=1e-15)
    assert now["torque"].unit == now["momentum rate"].unit == "N m", "one scale for both"


OTHERS: list[tuple[str, dict[str, str]]] = [
    *(("gimbals", {"base": base}) for base in ("still", "turning", "earth")),
    *(("euler-disk", {"contact": contact, "law": law}) for contact, law in (("rolls", "none"), ("slips", "dry"))),
    ("levitron", {}),
]


@pytest.mark.parametrize(("name", "values"), OTHERS)
def test_dl_dt_of_a_rotor_a_disk_and_a_floating_top_is_the_finite_difference_of_l(
    name: str, values: dict[str, str]
) -> None:
    run = Simulation(physics.system(name, values), "rk4", DT)
    run.advance(20)
    before = vectors(run, run.y)["momentum"].vector.copy()
    run.advance(1)
    now, state = vectors(run, run.y), run.y
    rate, due = now["momentum rate"].vector, np.zeros(3)
    if name == "levitron":  # its air takes less than a millionth
        due = np.array(torque(state, run.system.p))
    elif values.get("law") == "none":  # a law of loss is a torque of its own
        due = now["torque"].vector
    run.advance(1)
    slope = (vectors(run, run.y)["momentum"].vector - before) / (2.0 * DT)
    size = np.abs(rate).max()
    assert size > 0.0 and np.abs(rate - slope).max() < 1e-3 * size
    assert not due.any() or np.abs(due - rate).max() < 1e-5 * size, "Euler's law"


def test_what_is_zero_is_left_out() -> None:
    upright = physics.system("heavy-top", {"gravity": 0.0})
    y: Floats = memoryview(upright.start())
    assert not turning_arrows(upright, y, [])
    assert not {each.name for each in turning_arrows(upright, y, upright.arrows(y))} & {"torque", "lever"}
