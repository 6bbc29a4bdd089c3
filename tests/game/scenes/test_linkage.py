import numpy as np
import pytest

import physics
from game.picture import View
from game.scenes import look_for
from game.scenes.linkage import LinkageLook

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def placed(instance):
    """The vertices of an instance in the world, (n, 3)."""
    return instance.mesh.vertices[:, :3] @ instance.model[:3, :3] + instance.model[3, :3]


@pytest.mark.parametrize(("loops", "phi"), [(1, 0.3), (2, 2.5), (5, -1.0)])
def test_bars_meet_in_their_joints_above_the_floor(loops, phi):
    system = physics.system("parallel-linkage", {"N": loops, "L": 0.5}, {"phi": phi})
    y = memoryview(system.start())
    look = look_for(system)
    assert isinstance(look, LinkageLook)
    *bars, stand, foot, other = look.frame(system, y, VIEW, 0.0).instances
    assert len(bars) == 2 * loops + 1
    assert len({id(bar.mesh) for bar in bars}) == 2
    ends = look.to_world(system.joints(y))
    for i, coupler in enumerate(bars[loops + 1 :]):
        points = placed(coupler)
        for end in ends[i : i + 2]:
            assert np.hypot(*(points - end)[:, [0, 2]].T).min() < 0.05 * 0.5
        assert points[:, 1].max() < placed(bars[0])[:, 1].max(), "in front of the cranks"
    assert min(placed(each)[:, 2].min() for each in (*bars, stand, foot, other)) > -1e-6
    assert placed(stand)[:, 0].min() < 0.0 < 0.5 * loops < placed(stand)[:, 0].max()


def test_a_linkage_of_another_size_has_another_stand():
    look = look_for(physics.system("parallel-linkage"))
    assert look_for(physics.system("parallel-linkage", {"gravity": 3.0}), look) is look
    assert look_for(physics.system("parallel-linkage", {"N": 3}), look) is not look
