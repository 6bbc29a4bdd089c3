"""Events happen where their causes fall through 0, and not where a motion begins below it."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics.errors import BadInput
from tests.physics.equations.scenes import made

RISES = math.pi - math.atan(2.0)
"""When -cos t - sin t / 2 rises through 0; it falls through it half a turn later."""


def swing(start: float = -1.0, rate: float = -0.5, **event: Any) -> Any:
    return made(
        {
            "equations": "x'' = -x\nn' = 0",
            "variables": {"x": {"start": start, "rate": rate}, "n": {}},
            "events": {"fell": {"when": "x", **event}},
        }
    )


@pytest.mark.parametrize("event", [{"set": {"n": "n + 1"}}, {"set": {"x'": "-x'"}}, {"end": True}])
def test_what_begins_below_happens_after_it_has_risen(event: dict[str, Any]) -> None:
    run = physics.Simulation(swing(**event), "rk4", 0.01)
    run.advance(600)
    times = [each.time for each in run.events if each.name == "fell"]
    assert times == pytest.approx([RISES + math.pi], abs=1e-8)


def test_what_begins_above_happens_as_before() -> None:
    run = physics.Simulation(swing(1.0, 0.0, set={"x'": "-x'"}), "rk4", 0.01)
    run.advance(600)
    assert [each.time for each in run.events] == pytest.approx([0.5 * math.pi, 1.5 * math.pi], abs=1e-8)


def test_another_start_below_waits_too_or_is_refused() -> None:
    counted, turned = (swing(1.0, 0.0, set=each) for each in ({"n": "n + 1"}, {"x'": "-x'"}))
    below = {"x": -1.0, "x_dot": -0.5}
    run = physics.Simulation(type(counted)(counted.parameters, below), "rk4", 0.01)
    run.advance(600)
    assert [each.time for each in run.events if each.name == "fell"] == pytest.approx([RISES + math.pi], abs=1e-8)
    with pytest.raises(
        BadInput, match="^events.fell.when: it is -1 at the start and falls, .*; begin where it is 0 or"
    ):
        type(turned)(turned.parameters, below)
