"""The same top in Exudyn.

Its explicit methods know no joints. A body that turns about its own centre with the moments about our pivot, under a
weight that pulls at the distance of our centre of mass, turns in just the same way; that it also falls does not
matter.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from bench.tops import Contender, Missing, Vector3, cone, start_omega, start_rotation

try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import exudyn
        from exudyn import itemInterface as items
        from exudyn.rigidBodyUtilities import RigidBodyInertia, RotationMatrix2RotationVector
except ImportError:
    exudyn = None


class Top:
    """The body, built once; each run restarts it."""

    def __init__(self) -> None:
        about = cone().inertia
        across, along = about.about(about.z)
        inertia = RigidBodyInertia(mass=about.mass, com=[0, 0, 0], inertiaTensor=np.diag([across, across, along]))
        # The system belongs to its container and is deleted with it.
        self._container = exudyn.SystemContainer()
        self._system = self._container.AddSystem()
        turn = list(RotationMatrix2RotationVector(start_rotation()))
        velocities = [0, 0, 0, *map(float, start_omega())]
        node = self._system.AddNode(
            items.NodeRigidBodyRotVecLG(referenceCoordinates=[0, 0, 0, *turn], initialVelocities=velocities)
        )
        self._body = self._system.AddObject(
            items.ObjectRigidBody(
                nodeNumber=node, mass=inertia.mass, inertia=inertia.GetInertia6D(), centerOfMass=[0, 0, 0]
            )
        )
        end = self._system.AddMarker(items.MarkerBodyRigid(bodyNumber=self._body, localPosition=[0, 0, about.z]))
        weight = [0, 0, -about.mass * cone().gravity]
        self._system.AddLoad(items.LoadForceVector(markerNumber=end, loadVector=weight))
        self._system.Assemble()

    def run(self, steps: int, dt: float) -> None:
        """Run `steps` steps from the start."""
        self._system.SolveDynamic(_settings(steps, dt), solverType=exudyn.DynamicSolverType.RK44)

    def axis(self, steps: int, dt: float) -> Vector3:
        """Return the axis after `steps` steps."""
        self.run(steps, dt)
        kind = exudyn.OutputVariableType.RotationMatrix
        return self._system.GetObjectOutputBody(self._body, kind, localPosition=[0, 0, 0]).reshape(3, 3)[:, 2]


def single() -> Contender:
    """Return its explicit Runge-Kutta 4 on rotation vectors (Lie group); raises Missing."""
    if exudyn is None:
        raise Missing("Exudyn: not installed (pip install exudyn)")
    top = Top()
    return Contender(f"Exudyn {exudyn.config.Version()}, RK44", top.run, top.axis, steps=1000)


def _settings(steps: int, dt: float) -> Any:
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * dt
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.explicit.useLieGroupIntegration = True
    settings.solution.file.write = False
    settings.parallel.numberOfThreads = 1
    return settings
