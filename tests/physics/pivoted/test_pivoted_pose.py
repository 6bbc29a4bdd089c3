"""What is drawn of a pivoted top, against the motion as a quaternion."""

import numpy as np
import pytest

import physics
from physics.maths.quaternion import rotation_matrix

ASYMMETRIC = {
    "body": "asymmetric", "I1": 3e-5, "I2": 4e-5, "I3": 5e-5, "I12": 1e-6, "distance_1": 0.02, "distance_2": -0.03,
}  # fmt: skip
TOPS = {
    "gyroscope": {},
    "gyroscope-integrals": {"stem": 0.1},
    "gyroscope-recipe": {},
    "heavy-top": {},
    "heavy-top, asymmetric": ASYMMETRIC,
    "heavy-top, on a rod": {"stem": 0.1},
}


@pytest.mark.parametrize("title", TOPS)
def test_pose_is_that_of_the_motion(title):
    top = physics.system(title.partition(",")[0], TOPS[title], {"theta": 0.8, "psi": 2.0, "phi": -1.0})
    simulation = physics.Simulation(top, "rk4", 1e-3)
    simulation.advance(50)
    y, motion = simulation.y, top.motion(simulation.y)
    R, omega = rotation_matrix(motion.rotation), np.array(motion.omega)
    origin, axes = top.solid_frame
    body, *rods = top.bodies(y)
    near = {"rel": 1e-13, "abs": 1e-13}
    assert body.position == pytest.approx(R @ origin, **near)
    assert body.rotation == pytest.approx(R @ axes, **near)
    assert body.spin_rate == pytest.approx(omega[2], **near)
    assert [rod.name for rod in rods] == ["stem"] * bool(TOPS[title].get("stem"))
    assert all(rod.rotation == pytest.approx(R, **near) for rod in rods)
    arrows = {arrow.name: arrow for arrow in top.arrows(y)}
    assert arrows["omega"].vector == pytest.approx(R @ omega, rel=1e-12, abs=1e-9)
    assert arrows["momentum"].vector == pytest.approx(R @ top.inertia_about_pivot @ omega, rel=1e-12, abs=1e-15)
    assert arrows["weight"].origin == pytest.approx(motion.position, **near)
    assert arrows["weight"].vector == pytest.approx([0.0, 0.0, -top.mass * top.gravity])
    assert top.traces(y)["tip"] == pytest.approx(R @ top.tip, **near)


def test_a_pose_that_cannot_be_computed_is_nan():
    top = physics.system("gyroscope-integrals")
    assert np.isnan(top.posed([0.0, 0.0, 0.0, 0.0, 1.0, 1.0])).all()
    assert top.arrows([0.0, 0.0, 0.0, 0.0, 1.0, 1.0]) == []
