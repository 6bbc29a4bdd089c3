"""What is kept beside the momenta of single coordinates is found, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

import physics
from tests.physics.equations.scenes import made

STARTS = {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.2, "x3": -0.4, "y3": 0.9}
RATES = {"x1": 0.1, "y1": -0.2, "x2": 0.3, "y2": 0.4, "x3": 0.1, "y3": 0.0}
PLANE = {name: {"unit": "m", "start": start, "rate": RATES[name]} for name, start in STARTS.items()}
MASSES = {"m1": "1 kg", "m2": "2 kg", "m3": "2 kg", "G": {"value": 1.0, "unit": "m³/(kg s²)"}}
KINETIC = "½*m1*(x1'² + y1'²) + ½*m2*(x2'² + y2'²) + ½*m3*(x3'² + y3'²)"
PULLS = """
r12 = sqrt((x1 - x2)² + (y1 - y2)²)
r13 = sqrt((x1 - x3)² + (y1 - y3)²)
r23 = sqrt((x2 - x3)² + (y2 - y3)²)
"""


def kept(text: str, variables: dict[str, Any], parameters: dict[str, Any], **tables: Any) -> dict[str, str]:
    """Return the meanings of what is found, by names, after a run that keeps it."""
    system = made({"equations": text, "variables": variables, "parameters": parameters, **tables})
    run = physics.Simulation(system, "gauss6", 1e-3)
    before = {each.name: each.value(system, run.y) for each in system.invariants}
    assert run.advance(300) == 300
    for each in system.invariants:
        assert each.value(system, run.y) == pytest.approx(before[each.name], rel=1e-9, abs=1e-10), each.name
    return {each.name: each.meaning for each in system.invariants if each.name != "energy"}


def test_three_bodies_keep_momentum_and_angular_momentum() -> None:
    tables = {"parameters": MASSES, "variables": PLANE}
    text = f"{PULLS}lagrangian = {KINETIC} + G*(m1*m2/r12 + m1*m3/r13 + m2*m3/r23)"
    assert kept(text, **tables) == {
        "total_momentum": "momentum of x1 + x2 + x3, on which nothing depends",
        "total_momentum_2": "momentum of y1 + y2 + y3, on which nothing depends",
        "angular_momentum": "angular momentum of (x1, y1), (x2, y2), (x3, y3) about the origin",
    }
    system = made({"equations": text, **tables})
    values = {each.name: (each.value(system, memoryview(system.start())), each.unit) for each in system.invariants}
    assert values["total_momentum"] == (pytest.approx(0.1 + 0.6 + 0.2, rel=1e-14), "kg m/s")
    assert values["angular_momentum"] == (pytest.approx(2.0 * (0.4 - 0.06) + 2.0 * -0.09, rel=1e-14), "kg m²/s")
    still = f"{PULLS}lagrangian = {KINETIC} + G*(m1*m2/r12 + m1*m3/r13 + m2*m3/r23) - m1*G*x1"
    assert list(kept(still, **tables)) == ["total_momentum"], "y alone"


def test_a_spring_about_the_origin_keeps_what_turns_but_not_by_a_choice_of_numbers() -> None:
    variables = {"x": {"start": 1.0, "rate": 0.2}, "y": {"rate": 0.5}, "z": {"rate": 0.1}}
    text = "lagrangian = ½*(x'² + y'² + z'²) - ½*k*(x² + y²) - ½*j*z²"
    found = kept(text, variables, {"k": 2, "j": 2})
    assert found == {"angular_momentum": "angular momentum of (x, y) about the origin"}, "k and j have sliders"
    assert len(kept(text.replace("j*z²", "k*z²"), variables, {"k": 2})) == 3


def test_what_is_acted_on_or_named_otherwise_has_none() -> None:
    variables = {"x": {"start": 1.0, "rate": 0.2}, "y": {"rate": 0.5}}
    text = "lagrangian = ½*(x'² + y'²) - ½*k*(x² + y²)"
    assert kept(f"{text}\ndissipation = ½*c*(x'² + y'²)", variables, {"k": 2, "c": 1}) == {}
    given = {"angular_momentum": "x*y' - y*x'"}
    assert list(kept(text, variables, {"k": 2}, invariants=given)) == ["angular_momentum"]
    turning = text.replace("x²", "x²*(1 + t²)")
    assert kept(turning, variables, {"k": 2}) == {}
