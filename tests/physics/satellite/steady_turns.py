"""Equilibria of a satellite without its dampers."""

from physics.satellite import equations as eq
from physics.satellite.gyrostat import equilibria
from physics.satellite.quantities import momentum_size


def steady_turns(system, y):
    """Return the equilibria of the gyrostat that a satellite is at the state y."""
    return equilibria(system.tensor, y[eq.AXIAL], system.axis, momentum_size(system, y))
