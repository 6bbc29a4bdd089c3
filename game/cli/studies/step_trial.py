"""`polhode trial`: one step of a method, measured for its form, its way back and its order."""

from __future__ import annotations

import math

import click

from game.cli.json_text import json_text
from game.scenefile import Scene
from physics.core.integrator import Integrator
from physics.studies.step_trial import LONGER, StepTrial, step_trial

KEEPS = {"canonical": "symplectic here", "Poisson": "keeps the Poisson bracket here"}
"""What a step without a defect does, by the form."""


def compute(scene: Scene, as_json: bool) -> int:
    """Put the step of a scene's method from its start on trial and print the result; returns the exit code.

    Raises BadInput.
    """
    simulation = scene.simulation()
    method = simulation.integrator
    found = step_trial(simulation.system, method.name, simulation.dt, simulation.settings)
    if as_json:
        head = {"system": simulation.system.name, "integrator": method.name, "dt": found.dt}
        values = {
            "form": found.form or None, "defect": found.defect, "defect_bound": found.bound,
            "defect_longer": found.longer, "slope": found.slope, "symplectic": found.verdict if found.form else None,
            "returned": found.returned, "returned_longer": found.returned_longer, "leads_back": found.leads_back,
            "order": found.order, "order_error": found.order_error, "order_step": found.order_step,
        }  # fmt: skip
        click.echo(json_text({**head, **values}))
        return 0
    click.echo(f"{simulation.system.name}, {method.name}, dt = {found.dt:g} s: {method.keeps()}, by its description")
    click.echo("\n".join(sentences(found, method)))
    return 0


def sentences(found: StepTrial, method: Integrator) -> list[str]:
    """Return what a trial shows, in lines of words."""
    if found.form:
        slope = "" if math.isnan(found.slope) else f", growth with the power {found.slope:.2f} of the step"
        lines = [
            f"  {KEEPS[found.form]}: {found.verdict}",
            f"  defect: {_size(found.defect)} (error of differences below {_size(found.bound)})",
            f"  with a step of {LONGER * found.dt:g} s: {_size(found.longer)}{slope}",
        ]
    else:
        lines = ["  not measured whether symplectic: the system has no momenta or Lie-Poisson bracket in closed form"]
    back = "step, reversed, step, reversed" if found.adaptive else "step, step backward"
    lines.append(f"  {back}: back to {_size(found.returned)}, leads back: {found.leads_back}")
    if found.adaptive:
        lines.append("  order: not measured, the method makes steps of its own")
    elif math.isnan(found.order):
        lines.append(f"  order: cannot be told, no step shows an error above rounding; expected {method.order}")
    else:
        error = f"{found.order:.2f} +- {found.order_error:.2f}"
        lines.append(f"  order: {error} at a step of {found.order_step:g} s, expected {method.order}")
    return lines


def _size(value: float) -> str:
    return "unknown, the method cannot make the step" if math.isnan(value) else f"{value:.2g}"
