"""Systems taken apart into bodies and joints, as sketches, with the proof that they move as the systems do."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from game.scenefile.described_tables import MACHINE
from game.scenefile.schema import Scene
from game.scenefile.sketch import Sketch
from physics import Simulation
from physics.apart.proof import BUILDERS, Proof, take_apart
from physics.registry import integrator

COMPARED, PART = 4, 0.25
"""Number of states at which a system is compared with what it was taken apart into, and the time between them [s]."""


class TakenSketch(NamedTuple):
    """A system as a sketch. difference: of the accelerations, in the greatest; same: but for rounding.

    left: what stays behind of the system, in words.
    """

    sketch: Sketch
    difference: float
    same: bool
    left: tuple[str, ...]


def compared(proof: Proof) -> str:
    """Return how the accelerations of a system and of its machine compare, in words."""
    said = f"accelerations at {proof.states} states of the run: "
    if proof.is_same:
        return f"{said}the same to {proof.difference:.0e}"
    return f"{said}they differ by {100 * proof.difference:.2g} %"


def proof_of(run: Simulation) -> Proof:
    """Return what a run shows as a machine, compared at its present state and at three later ones; it runs on.

    Raises BadInput, with the reason, for a system that cannot be taken apart.
    """
    states = [array("d", run.y)]
    if run.system.name in BUILDERS:
        for _ in range(COMPARED - 1):
            run.advance(max(round(PART / run.dt), 1))
            states.append(array("d", run.y))
    return take_apart(run.system, [memoryview(each) for each in states])


def taken_apart(scene: Scene) -> TakenSketch:
    """Return the system of a scene as a sketch with the same places, masses and start; raises BadInput with the reason.

    The method stays where it applies.
    """
    run = scene.simulation()
    run.paused = False
    found = proof_of(run)
    refused = integrator(scene.integrator).reason_against(found.machine)
    method = Scene(system=MACHINE).integrator if refused else scene.integrator
    made = Scene(
        system=MACHINE, name=scene.name, title=scene.title, integrator=method, dt=run.dt, paused=True,
        parameters={MACHINE: found.tables}, initial=dict(found.initial),
    )  # fmt: skip
    return TakenSketch(Sketch.of(made), found.difference, found.is_same, found.left)
