"""`polhode trial`: one step of a method, measured for symplecticity and return."""

from __future__ import annotations

import math

import click

from game.cli.json_text import json_text
from game.scenefile import Scene
from physics.studies.step_trial import LONGER, step_trial


def compute(scene: Scene, as_json: bool) -> int:
    """Put the step of a scene's method from its start on trial and print the result; returns the exit code.

    Raises BadInput for a system whose symplecticity is not measured.
    """
    simulation = scene.simulation()
    method = simulation.integrator
    found = step_trial(simulation.system, method.name, simulation.dt, simulation.settings)
    if as_json:
        head = {"system": simulation.system.name, "integrator": method.name, "dt": found.dt}
        values = {
            "defect": found.defect, "defect_bound": found.bound, "defect_longer": found.longer, "slope": found.slope,
            "symplectic": found.verdict, "returned": found.returned,
        }  # fmt: skip
        click.echo(json_text({**head, **values}))
        return 0
    slope = "" if math.isnan(found.slope) else f", growth with the power {found.slope:.2f} of the step"
    click.echo(f"{simulation.system.name}, {method.name}, dt = {found.dt:g} s: {method.keeps()}, by its description")
    click.echo(f"  symplectic here: {found.verdict}")
    click.echo(f"  defect: {_size(found.defect)} (error of differences below {_size(found.bound)})")
    click.echo(f"  with a step of {LONGER * found.dt:g} s: {_size(found.longer)}{slope}")
    click.echo(f"  step, reversed, step, reversed: back to {_size(found.returned)}")
    return 0


def _size(value: float) -> str:
    return "unknown, the method cannot make the step" if math.isnan(value) else f"{value:.2g}"
