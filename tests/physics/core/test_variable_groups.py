"""Variables that depend on parameters, and initial values given as arrays."""

import pickle

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.fields import Variable, Vector
from physics.core.variable_groups import group_variables, ungrouped
from physics.simulation.history import History

GROUPS = {"theta": ("theta_1", "theta_2", "theta_3"), "q": ("q_1_w", "q_1_x", "q_2_w", "q_2_x")}


def chain(count, initial=None):
    return physics.system("planar-chain", {"count": count}, initial)


def angles(system):
    return [system.initial[name] for name in system.groups["theta"]]


def test_group_lists_its_variables_in_order():
    variables = [Variable(n, "", "rad", "", group=g) for n, g in (("b", "x"), ("c", ""), ("a", "x"), ("d", "y"))]
    assert group_variables(variables) == {"x": ("b", "a"), "y": ("d",)}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"theta": [1, 2, 3]}, {"theta_1": 1, "theta_2": 2, "theta_3": 3}),
        ({"theta": "10 deg, 20 deg,30deg"}, {"theta_1": "10 deg", "theta_2": "20 deg", "theta_3": "30deg"}),
        ({"theta": 0.5}, dict.fromkeys(GROUPS["theta"], 0.5)),
        ({"theta": "[0.5]"}, dict.fromkeys(GROUPS["theta"], "0.5")),
        ({"theta": ["1 deg", 2, 3]}, {"theta_1": "1 deg", "theta_2": 2, "theta_3": 3}),
        ({"theta": 1, "theta_2": 7}, {"theta_1": 1, "theta_2": 7, "theta_3": 1}),
        ({"theta_2": 7, "theta": 1}, dict.fromkeys(GROUPS["theta"], 1)),
        ({"q": [[1, 2], [3, 4]]}, dict(zip(GROUPS["q"], (1, 2, 3, 4), strict=True))),
        ({"q": np.array([[1.0, 2.0], [3.0, 4.0]])}, dict(zip(GROUPS["q"], (1.0, 2.0, 3.0, 4.0), strict=True))),
        ({"other": "1, 2"}, {"other": "1, 2"}),
    ],
)
def test_array_sets_each_variable_of_its_group(given, expected):
    assert ungrouped(given, GROUPS) == expected


def test_array_of_wrong_length_is_refused():
    with pytest.raises(BadInput, match="q: 3 numbers given; 4 needed, for q_1_w to q_2_x, or one for all"):
        ungrouped({"q": [1, 2, 3]}, GROUPS)
    with pytest.raises(BadInput, match="theta: 0 numbers given; 3 needed"):
        ungrouped({"theta": []}, GROUPS)


def test_invalid_entries_name_the_variable():
    with pytest.raises(BadInput, match="theta_2 = 'x'"):
        chain(3, {"theta": "1, x, 2"})
    with pytest.raises(BadInput, match="theta_1 = None"):
        chain(3, {"theta": None})
    with pytest.raises(BadInput, match="known: theta, theta_dot, loss, work, time, in_stroke$"):
        chain(3, {"phi": 1})


def test_variables_of_an_instance_follow_from_its_parameters():
    assert len(chain(5).variables) == 14
    assert len(physics.system_class("planar-chain").variables) == 10
    assert chain(5, {"theta_5": 0.25}).start()[4] == 0.25
    with pytest.raises(BadInput, match="theta_6"):
        chain(5, {"theta_6": 0.25})
    kept = pickle.loads(pickle.dumps(chain(5)))
    assert kept.variables == chain(5).variables


def test_replace_keeps_the_initial_values_of_remaining_links():
    three = chain(3, {"theta": [0.1, 0.2, 0.3]})
    default = three.variables[0].start
    assert angles(three.replace({"count": 5})) == [0.1, 0.2, 0.3, default, default]
    assert angles(three.replace({"count": 2})) == [0.1, 0.2]
    assert angles(three.replace({"count": 2}, {"theta": "1 rad, 2 rad"})) == [1.0, 2.0]
    assert angles(three.replace(initial={"theta_2": 9.0})) == [0.1, 9.0, 0.3]
    assert angles(three.replace(initial={"theta": 4.0})) == [4.0, 4.0, 4.0]
    assert angles(three.replace(initial={"theta": 4.0, "theta_2": 5.0})) == [4.0, 5.0, 4.0]


def test_change_of_the_number_of_variables_restarts_the_simulation():
    simulation = physics.Simulation(chain(3), "dop853", 1e-3)
    simulation.advance(50)
    simulation.set_parameters({"gravity": 5.0})
    moved = simulation["theta_1"]
    assert moved != simulation.system.initial["theta_1"]
    simulation.set_parameters({"count": 6})
    assert list(simulation.y) == list(simulation.system.start())
    assert simulation.advance(100) == 100
    assert simulation.time == pytest.approx(0.15)
    assert abs(simulation.invariants()["energy"].drift) < 1e-9


def test_history_keeps_states_of_all_widths():
    simulation = physics.Simulation(chain(2), "rk4", 1e-3)
    history = History(simulation, budget=20_000)
    seen = {}
    for count in (2, 7, 3, 11):
        simulation.set_parameters({"count": count})
        history.mark(simulation)
        for _ in range(30):
            simulation.advance(1)
            history.record(simulation)
            seen[simulation.tick] = bytes(simulation.y)
            assert (np.diff(history.ticks) == 1.0).all()
    assert history.newest == 120
    assert history.oldest > 0, "wider rows are fewer"
    for tick in (120, 100, 91, 90, 88, history.oldest):
        history.restore(simulation, tick)
        if tick % 30 or tick == 120:
            assert bytes(simulation.y) == seen[tick]
    widths = [states.shape[1] for _, _, states in history.stretches(0, 10**9)]
    assert widths[-1] == 2 * 11 + 4
    assert set(widths) <= {8, 18, 10, 26}


def test_vector_may_be_one_number():
    vector = Vector(name="k", meaning="", default=(1.0,), unit="m", low=0.0, high=10.0)
    assert vector.check(2) == vector.check("200 cm") == vector.check([2.0]) == (2.0,)
