import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.generic import LastChange
from game.looks.pendulums.parallel_linkage import LinkageLook
from game.model.frame import View

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def placed(instance):
    """Return the vertices of an instance in the world, (n, 3)."""
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


def test_joints_have_names_while_there_is_room():
    system = physics.system("parallel-linkage", {"N": 2, "L": 0.5}, {"phi": 0.7})
    y = memoryview(system.start())
    look = look_for(system)
    frame = look.frame(system, y, VIEW, 0.0)
    look.add_overlays(frame, system, y, LastChange(y, 0.0))
    named = {label.text: label.place for label in frame.labels}
    assert list(named) == ["A₀", "A₁", "A₂", "B₀", "B₁", "B₂"]
    ends = look.to_world(system.joints(y))
    for i, number in enumerate("₀₁₂"):
        assert named["B" + number] == pytest.approx(ends[i], abs=1e-6)
        assert np.linalg.norm(named["A" + number] - named["B" + number]) == pytest.approx(0.5, rel=1e-5)
    many = physics.system("parallel-linkage", {"N": 6})
    crowded = look_for(many).frame(many, memoryview(many.start()), VIEW, 0.0)
    look_for(many).add_overlays(crowded, many, memoryview(many.start()), LastChange(y, 0.0))
    assert not crowded.labels
