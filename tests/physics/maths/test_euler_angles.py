import numpy as np
import pytest

from physics.maths import euler_angles
from tests.rotations import body_to_lab


def test_rotation_rows_and_nodal_components_are_those_of_the_matrices():
    psi, theta, phi = 0.7, 2.1, -5.3
    rows = np.array(euler_angles.rotation_rows(psi, theta, phi)).reshape(3, 3)
    assert rows == pytest.approx(body_to_lab(psi, theta, phi), abs=1e-15)
    nodal = np.array([0.3, -1.2, 2.5])
    assert euler_angles.nodal_to_lab(psi, theta, *nodal) == pytest.approx(
        euler_angles.lab_to_nodal(psi, theta).T @ nodal, abs=1e-15
    )
